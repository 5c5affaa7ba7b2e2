// Draw list: one function for each geom type converts a geom to render items, with its texture
// mapping.
#include "render/items.h"

#include <math.h>
#include <string.h>

#include <sinew/macros.h>
#include <sinew/math.h>

#include "base/mem.h"
#include "render/dynamic_array.h"
#include "render/sanitize.h"
#include "render/solids.h"

typedef struct {
  items_Items* out;
  const mjvScene* scn;
  const mjrContext* con;
  const assets_Assets* assets;
  const paint_View* view;
  bool segment, full;
  const mjvGeom* geom;  // current one
} Build;

// ---- items

// color of a segment id: its 24 bits, or one that differs from those of ids near it (Halton
// sequence)
static void numberColor(float rgba[4], int segid, bool plain) {
  const int index = mjMIN(segid, 1 << 30) + 10;
  for (int k = 0; k < 3; k++) {
    static const int base[3] = {2, 3, 5};
    rgba[k] = plain ? (float)(((unsigned)segid + 1) >> 8 * k & 255) / 255
                    : 0.1f + 0.8f * (float)mju_Halton(index, base[k]);
  }
  rgba[3] = 1;
}

// squared cosine h at which a highlight ends: h^(64 shininess) is 2^-12
static float dullAt(float shininess) {
  return shininess > 1e-3f ? (float)sn_exp(-12 * 0.693147180559945 / (64 * (double)shininess)) : 0;
}

static paint_Item* add(Build* b, int kind) {
  const mjvGeom* g = b->geom;
  paint_Items* all = &b->out->all;
  if (!array_fit((void**)&all->item, &all->most, all->n + 1, sizeof *all->item)) {
    b->full = true;
    return NULL;
  }
  paint_Item* item = &all->item[all->n++];
  *item = (paint_Item){.kind = kind,
                       .emission = g->emission,
                       .specular = g->specular,
                       .shininess = g->shininess,
                       .reflectance = g->reflectance,
                       .lit = !b->segment,
                       .casts = g->category != mjCAT_DECOR,
                       .clear = g->transparent && !b->segment};
  memcpy(item->pos, g->pos, sizeof item->pos);
  memcpy(item->mat, g->mat, sizeof item->mat);
  memcpy(item->size, g->size, sizeof item->size);
  memcpy(item->rgba, g->rgba, sizeof item->rgba);
  item->dull = dullAt(g->shininess);
  if (b->segment) numberColor(item->rgba, g->segid, b->scn->flags[mjRND_IDCOLOR]);
  return item;
}

static paint_Item* addMesh(Build* b, const paint_Mesh* mesh, float sx, float sy, float sz) {
  if (!mesh || !mesh->nface) return NULL;
  paint_Item* item = add(b, DRAW_MESH);
  if (!item) return NULL;
  item->mesh = mesh;
  item->size[0] = sx, item->size[1] = sy, item->size[2] = sz;
  return item;
}

// moves an item along its own z axis
static void shift(paint_Item* item, float z) {
  for (int k = 0; k < 3; k++) item->pos[k] += item->mat[3 * k + 2] * z;
}

static bool isPositive(const float* x, int n) {
  for (int k = 0; k < n; k++) {
    if (!(x[k] > 0)) return false;
  }
  return true;
}

// ---- textures

static float repeatOf(const Build* b, int k) {
  const mjvGeom* g = b->geom;
  const float r = g->texid >= 0 ? g->texrepeat[k] : b->con->mat_texrepeat[2 * g->matid + k];
  return r > 0 ? r : 1;
}

static bool isUniform(const Build* b) {
  return b->geom->texid >= 0 ? b->geom->texuniform != 0
                             : b->con->mat_texuniform[b->geom->matid] != 0;
}

// the texture of the current geom; NULL: none
static const paint_Texture* textureOf(const Build* b) {
  const mjvGeom* g = b->geom;
  if (b->segment || g->matid < 0 || g->matid >= mjMAXMATERIAL) return NULL;
  int id = g->texid;
  if (id < 0) id = b->con->mat_texid[g->matid * mjNTEXROLE + mjTEXROLE_RGB];
  return id >= 0 && id < b->assets->ntexture ? b->assets->texture[id] : NULL;
}

// a cube map around the item: directions are fractions of its size
static void mapCube(const Build* b, paint_Item* item, bool metres) {
  float most = 0;
  item->map = MAP_CUBE;
  for (int k = 0; k < 3; k++) {
    const float s = item->size[k];
    item->scale[k] = metres || isUniform(b) || !(s > 0) ? 1 : 1 / s;
    most = fmaxf(most, metres ? 0.5f : s);
  }
  item->texels = 0.5f * (float)item->texture->width[0] / fmaxf(most, 1e-6f);
}

// 2D mapping u = k u, v = k v, with k times the size if the texture is uniform; across: meters of u
// and v from 0 to 1
static void mapFlat(const Build* b, paint_Item* item, int map, const float across[2]) {
  item->map = map;
  item->texels = 0;
  for (int k = 0; k < 2; k++) {
    const float size = b->geom->size[k];
    item->repeat[k] = repeatOf(b, k) * (isUniform(b) && size > 0 ? size : 1);
    const int pixels = k ? item->texture->height[0] : item->texture->width[0];
    item->texels = fmaxf(item->texels, item->repeat[k] * (float)pixels / fmaxf(across[k], 1e-6f));
  }
}

// x and y in meters: for meshes without texture coordinates, and height fields
static void mapMetres(const Build* b, paint_Item* item) {
  item->map = MAP_FLAT;
  item->texels = 0;
  for (int k = 0; k < 2; k++) {
    const float size = b->geom->size[k];
    const float r = repeatOf(b, k) / (b->geom->dataid >= 0 && !isUniform(b) && size > 0 ? size : 1);
    const int pixels = k ? item->texture->height[0] : item->texture->width[0];
    item->repeat[k] = 0.5f * (k ? -r : r);
    item->offset[k] = -0.5f;
    item->texels = fmaxf(item->texels, 0.5f * r * (float)pixels);
  }
}

static void mapPlane(const Build* b, paint_Item* item, const assets_Plane* p) {
  const bool endless = p && (p->endless[0] || p->endless[1]);
  item->map = MAP_FLAT;
  item->texels = 0;
  for (int k = 0; k < 2; k++) {
    const float size = b->geom->size[k];
    const float r = repeatOf(b, k) * (isUniform(b) && size > 0 ? size : 1);
    const bool metres = p && p->endless[k];
    const int pixels = k ? item->texture->height[0] : item->texture->width[0];
    item->repeat[k] = (k ? -0.5f : 0.5f) * r / (metres ? 1 : item->size[k]);
    item->offset[k] = (metres ? 0 : 0.5f * r) - (endless ? 0.5f : 0);
    item->texels = fmaxf(item->texels, fabsf(item->repeat[k]) * (float)pixels);
  }
}

// a solid: a cube map, or the 2D mapping of its shape
static void mapSolid(const Build* b, paint_Item* item, int map, float acrossU, float acrossV) {
  if (!item) return;
  item->texture = textureOf(b);
  if (!item->texture) return;
  if (item->texture->type != mjTEXTURE_2D) {
    mapCube(b, item, false);
  } else {
    mapFlat(b, item, map, (const float[2]){acrossU, acrossV});
  }
}

// ---- types of geoms

enum { TURN = 6 };  // about 2 pi: circumference of a shape in radii

// whether a point is behind a plane
static bool isBehind(const paint_Item* plane, const float p[3]) {
  float height = 0;
  for (int k = 0; k < 3; k++) height += (p[k] - plane->pos[k]) * plane->mat[3 * k + 2];
  return height < 0;
}

static void addPlane(Build* b) {
  const mjvGeom* g = b->geom;
  const assets_Plane* p =
      g->dataid >= 0 && g->dataid < b->assets->nplane ? &b->assets->planes[g->dataid] : NULL;
  const float* half = p ? p->half : g->size;
  if (!isPositive(half, 2)) return;
  paint_Item* item = addMesh(b, b->assets->plane, half[0], half[1], 1);
  if (!item) return;
  item->bothSides = item->flat = true;
  if (!b->segment && isBehind(item, b->view->eye)) item->rgba[3] *= 0.3f;
  item->texture = textureOf(b);
  if (!item->texture) return;
  if (item->texture->type != mjTEXTURE_2D) {
    mapCube(b, item, false);
  } else {
    mapPlane(b, item, p);
  }
}

static void addEllipsoid(Build* b) {
  const float* s = b->geom->size;
  if (isPositive(s, 3))
    mapSolid(b, add(b, DRAW_ELLIPSOID), MAP_SPHERE, TURN * s[0], TURN / 2 * s[2]);
}

static void addCapsule(Build* b) {
  const float* s = b->geom->size;
  if (!(s[0] + s[1] > 0) || !(s[2] >= 0)) return;
  paint_Item* item = add(b, DRAW_CAPSULE);
  if (item) item->size[2] = fmaxf(item->size[2], 1e-6f);
  mapSolid(b, item, MAP_CAPSULE, TURN * s[0], 2 * s[2] + s[0]);
}

static void addCylinder(Build* b) {
  const float* s = b->geom->size;
  if (isPositive(s, 3)) mapSolid(b, add(b, DRAW_CYLINDER), MAP_CYLINDER, TURN * s[0], 2 * s[2]);
}

static void addBox(Build* b) {
  const float* s = b->geom->size;
  if (isPositive(s, 3))
    mapSolid(b, addMesh(b, b->assets->box, s[0], s[1], s[2]), MAP_BOX, 2 * s[0], 2 * s[1]);
}

// texture mapping of a mesh, in meters
static void mapMesh(Build* b, paint_Item* item) {
  if (!item) return;
  item->texture = textureOf(b);
  if (!item->texture) return;
  if (item->texture->type != mjTEXTURE_2D) {
    mapCube(b, item, true);
  } else if (b->geom->texcoord && item->mesh->texcoord) {
    mapFlat(b, item, MAP_CORNERS, (const float[2]){1, 1});
  } else {
    mapMetres(b, item);
  }
}

static void addModelMesh(Build* b) {
  const int id = b->geom->dataid;
  if (id < 0 || id >= 2 * b->assets->nmesh) return;
  const paint_Mesh* mesh = b->assets->mesh[id] ? b->assets->mesh[id] : b->assets->mesh[id & ~1];
  mapMesh(b, addMesh(b, mesh, 1, 1, 1));
}

static void addHfield(Build* b) {
  const int id = b->geom->dataid;
  if (id >= 0 && id < b->assets->nhfield) mapMesh(b, addMesh(b, b->assets->hfield[id], 1, 1, 1));
}

static void addCone(Build* b, float radius, float from, float to) {
  paint_Item* item = addMesh(b, b->assets->cone, radius, radius, fabsf(to - from));
  if (!item) return;
  shift(item, from);
  if (to > from) return;
  for (int k = 0; k < 3; k++)
    item->mat[3 * k + 1] *= -1, item->mat[3 * k + 2] *= -1;  // half a turn about x
}

static void addRod(Build* b, float radius, float from, float to) {
  paint_Item* item = add(b, DRAW_CYLINDER);
  if (!item) return;
  item->size[0] = item->size[1] = radius;
  item->size[2] = 0.5f * (to - from);
  shift(item, 0.5f * (from + to));
}

static void addArrow(Build* b) {
  const float r = b->geom->size[0], len = b->geom->size[2];
  const int type = b->geom->type;
  if (!(r > 0) || !(len > 0)) return;
  const float head = type == mjGEOM_ARROW1 ? r : 1.75f * r;
  addRod(b, r, type == mjGEOM_ARROW2 ? -len / 3 : 0, len / 3);
  addCone(b, head, len / 3, len / 2);
  if (type == mjGEOM_ARROW2) addCone(b, head, -len / 3, -len / 2);
}

// a cylinder as wide as so many pixels at its distance
static void addLine(Build* b, const float from[3], const float to[3], float width) {
  const paint_View* v = b->view;
  float d = 0, axis[3], len = 0;
  for (int k = 0; k < 3; k++) {
    d += (0.5f * (from[k] + to[k]) - v->eye[k]) * v->forward[k];
    axis[k] = to[k] - from[k];
    len += axis[k] * axis[k];
  }
  len = sqrtf(len);
  const float radius = 0.5f * width * v->dv * (v->ortho ? 1 : fmaxf(d, v->near));
  paint_Item* item = len > 0 && radius > 0 ? add(b, DRAW_CYLINDER) : NULL;
  if (!item) return;
  mjtNum quat[4], mat[9];
  mju_quatZ2Vec(quat, (const mjtNum[3]){axis[0], axis[1], axis[2]});
  mju_quat2Mat(mat, quat);
  for (int k = 0; k < 9; k++) item->mat[k] = (float)mat[k];
  for (int k = 0; k < 3; k++) item->pos[k] = 0.5f * (from[k] + to[k]);
  item->size[0] = item->size[1] = radius;
  item->size[2] = 0.5f * len;
  item->lit = item->casts = false;
}

static void toWorld(float res[3], const mjvGeom* g, float x, float y, float z) {
  for (int k = 0; k < 3; k++) {
    res[k] = g->pos[k] + g->mat[3 * k] * x + g->mat[3 * k + 1] * y + g->mat[3 * k + 2] * z;
  }
}

static void addStraight(Build* b) {
  float from[3], to[3];
  toWorld(from, b->geom, 0, 0, 0);
  toWorld(to, b->geom, 0, 0, b->geom->size[2]);
  addLine(b, from, to, b->geom->size[0] * b->con->lineWidth);
}

static void addLineBox(Build* b) {
  const float* s = b->geom->size;
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 3; k++) {
      const int j = i | 1 << k;
      float from[3], to[3];
      if (j == i) continue;
      toWorld(from, b->geom, i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2]);
      toWorld(to, b->geom, j & 1 ? s[0] : -s[0], j & 2 ? s[1] : -s[1], j & 4 ? s[2] : -s[2]);
      addLine(b, from, to, 1.5f * b->con->lineWidth);
    }
  }
}

static void addTriangle(Build* b) {
  const float* s = b->geom->size;
  if (!isPositive(s, 2)) return;
  paint_Item* item = addMesh(b, b->assets->triangle, s[0], s[1], 1);
  if (!item) return;
  item->bothSides = true;
  mapSolid(b, item, MAP_CORNERS, s[0], s[1]);
}

// ---- flexes and skins, whose vertices are in the scene

static paint_Mesh* addLoose(Build* b) {
  items_Items* out = b->out;
  return out->nloose < out->mostLoose ? &out->loose[out->nloose++] : NULL;
}

static void standUpright(paint_Item* item) {
  static const float identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  memset(item->pos, 0, sizeof item->pos);
  memcpy(item->mat, identity, sizeof identity);
}

// index of the first corner normal of a skin
static size_t skinNormals(const assets_Assets* s, int id) {
  size_t n = 0;
  for (int i = 0; i < id; i++) n += (size_t)s->skin[i]->nface;
  return 9 * n;
}

static void addSkin(Build* b) {
  const int id = b->geom->objid;
  if (id < 0 || id >= b->assets->nskin || id >= b->scn->nskin) return;
  const paint_Mesh* shape = b->assets->skin[id];
  if (shape->nvert != b->scn->skinvertnum[id] || !shape->nface) return;
  const int adr = b->scn->skinvertadr[id];
  if (!sanitize_numbers(b->scn->skinvert + 3 * adr, 3 * (size_t)shape->nvert, 1e9f)) return;
  paint_Mesh* mesh = addLoose(b);
  if (!mesh) return;
  float* normal = b->out->normal + skinNormals(b->assets, id);
  *mesh = *shape;
  mesh->vert = b->scn->skinvert + 3 * adr;
  mesh->roomy = false;
  mesh->normal = normal;
  for (int i = 0; i < 3 * shape->nface; i++) {
    memcpy(normal + 3 * i, b->scn->skinnormal + 3 * (adr + shape->face[i]), 3 * sizeof *normal);
  }
  solids_setBox(mesh);
  paint_Item* item = addMesh(b, mesh, 1, 1, 1);
  if (!item) return;
  standUpright(item);
  mapMesh(b, item);
}

static void addFlexFaces(Build* b, int id) {
  const mjvScene* scn = b->scn;
  const int n = scn->flexfaceused[id], adr = scn->flexfaceadr[id];
  if (n <= 0 || n > scn->flexfacenum[id] || 3 * n > b->out->mostCount ||
      !sanitize_numbers(scn->flexface + 9 * adr, 9 * (size_t)n, 1e9f))
    return;
  paint_Mesh* mesh = addLoose(b);
  if (!mesh) return;
  *mesh = (paint_Mesh){.nvert = 3 * n,
                       .nface = n,
                       .vert = scn->flexface + 9 * adr,
                       .normal = scn->flexnormal + 9 * adr,
                       .face = b->out->count,
                       .texcoord = b->geom->texcoord ? scn->flextexcoord + 6 * adr : NULL};
  solids_setBox(mesh);
  paint_Item* item = addMesh(b, mesh, 1, 1, 1);
  if (!item) return;
  standUpright(item);
  mapMesh(b, item);
}

// vertices as spheres, edges as cylinders
static void addFlexBones(Build* b, int id) {
  const mjvScene* scn = b->scn;
  const float radius = b->geom->size[0], *vert = scn->flexvert + 3 * scn->flexvertadr[id];
  if (!(radius > 0)) return;
  for (int i = 0; scn->flexvertopt && i < scn->flexvertnum[id]; i++) {
    paint_Item* item = add(b, DRAW_ELLIPSOID);
    if (!item) return;
    standUpright(item);
    memcpy(item->pos, vert + 3 * i, sizeof item->pos);
    item->size[0] = item->size[1] = item->size[2] = radius;
  }
  for (int i = 0; scn->flexedgeopt && i < scn->flexedgenum[id]; i++) {
    const int* e = scn->flexedge + 2 * (scn->flexedgeadr[id] + i);
    mjvGeom rod;
    mjtNum from[3], to[3];
    if (mjMIN(e[0], e[1]) < 0 || mjMAX(e[0], e[1]) >= scn->flexvertnum[id]) continue;
    for (int k = 0; k < 3; k++) from[k] = vert[3 * e[0] + k], to[k] = vert[3 * e[1] + k];
    mjv_connector(&rod, mjGEOM_CYLINDER, radius, from, to);
    paint_Item* item = rod.size[2] > 0 ? add(b, DRAW_CYLINDER) : NULL;
    if (!item) continue;
    memcpy(item->pos, rod.pos, sizeof item->pos);
    memcpy(item->mat, rod.mat, sizeof item->mat);
    memcpy(item->size, rod.size, sizeof item->size);
  }
}

static void addFlex(Build* b) {
  const int id = b->geom->objid;
  if (id < 0 || id >= b->scn->nflex) return;
  if (!(b->scn->flexskinopt && b->scn->flexfaceused[id] > 0)) addFlexBones(b, id);
  addFlexFaces(b, id);
}

static const struct {
  int type;
  void (*add)(Build* b);
} types[] = {
    {mjGEOM_PLANE, addPlane},     {mjGEOM_HFIELD, addHfield},       {mjGEOM_SPHERE, addEllipsoid},
    {mjGEOM_CAPSULE, addCapsule}, {mjGEOM_ELLIPSOID, addEllipsoid}, {mjGEOM_CYLINDER, addCylinder},
    {mjGEOM_BOX, addBox},         {mjGEOM_MESH, addModelMesh},      {mjGEOM_SDF, addModelMesh},
    {mjGEOM_ARROW, addArrow},     {mjGEOM_ARROW1, addArrow},        {mjGEOM_ARROW2, addArrow},
    {mjGEOM_LINE, addStraight},   {mjGEOM_LINEBOX, addLineBox},     {mjGEOM_FLEX, addFlex},
    {mjGEOM_SKIN, addSkin},       {mjGEOM_TRIANGLE, addTriangle},
};

static void addGeom(Build* b, const mjvGeom* geom) {
  b->geom = geom;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (types[i].type == geom->type) types[i].add(b);
  }
}

// ---- scenes

// grows the arrays for flexes and skins
static bool fitLoose(items_Items* out, const mjvScene* scn, const assets_Assets* assets) {
  int corners = 0;
  for (int i = 0; i < scn->nflex; i++)
    corners = corners > 3 * scn->flexfacenum[i] ? corners : 3 * scn->flexfacenum[i];
  const int before = out->mostCount;
  const size_t normals = skinNormals(assets, assets->nskin);
  if (!array_fit((void**)&out->loose, &out->mostLoose, scn->nskin + scn->nflex,
                 sizeof *out->loose) ||
      !array_fit((void**)&out->count, &out->mostCount, corners, sizeof *out->count) ||
      !array_fit((void**)&out->normal, &out->mostNormal, (int)normals, sizeof *out->normal)) {
    return false;
  }
  for (int i = before; i < out->mostCount; i++) out->count[i] = i;
  return true;
}

static bool copyClear(items_Items* out, const int* order, int n) {
  for (int i = 0; i < n; i++) {
    const int begin = out->first[order[i]], end = out->first[order[i] + 1];
    paint_Items* clear = &out->clear;
    if (!array_fit((void**)&clear->item, &clear->most, clear->n + end - begin, sizeof *clear->item))
      return false;
    for (int k = begin; k < end; k++) clear->item[clear->n++] = out->all.item[k];
  }
  return true;
}

bool items_make(items_Items* out, const mjvScene* scn, const mjrContext* con,
                const assets_Assets* assets, const paint_View* view, bool segment, const int* order,
                int n) {
  Build b = {
      .out = out, .scn = scn, .con = con, .assets = assets, .view = view, .segment = segment};
  out->all.n = out->clear.n = out->nloose = 0;
  out->mirror = -1;
  if (!fitLoose(out, scn, assets) ||
      !array_fit((void**)&out->first, &out->mostFirst, scn->ngeom + 1, sizeof *out->first)) {
    return false;
  }
  out->first[0] = 0;
  for (int i = 0; i < scn->ngeom && !b.full; i++) {
    const int first = out->all.n;
    if (!segment || scn->geoms[i].segid >= 0) addGeom(&b, &scn->geoms[i]);
    out->all.n = sanitize_items(out->all.item, first, out->all.n, view);
    out->first[i + 1] = out->all.n;
    if (scn->geoms[i].reflectance > 0 && !scn->geoms[i].transparent && out->mirror < 0 &&
        out->all.n > first &&
        (scn->geoms[i].type == mjGEOM_PLANE || scn->geoms[i].type == mjGEOM_BOX)) {
      out->mirror = first;
      out->all.item[first].mirror = true;
    }
  }
  return !b.full && copyClear(out, order, segment ? 0 : n);
}

void items_free(items_Items* items) {
  mem_free(items->all.item);
  mem_free(items->clear.item);
  mem_free(items->first);
  mem_free(items->loose);
  mem_free(items->normal);
  mem_free(items->count);
  memset(items, 0, sizeof *items);
}
