// Triangle meshes of flexes for rendering: faces of their elements, or a smooth skin around them.
// Vertices are offset by the radius along the normals.
#include <string.h>

#include <sinew/api.h>

#include "base/mem.h"
#include "math/vec.h"
#include "scene/draw.h"
#include "scene/scene.h"

bool scene_anyFlex(const mjvOption* opt) {
  return opt->flags[mjVIS_FLEXVERT] || opt->flags[mjVIS_FLEXEDGE] || opt->flags[mjVIS_FLEXFACE] ||
         opt->flags[mjVIS_FLEXSKIN];
}

typedef struct {
  const mjModel* m;
  const mjtNum* vert;        // positions of vertices
  const mjtNum* vertNormal;  // vertex normals (mean of faces), for skins
  const float* texcoord;     // NULL: none
  mjvScene* scn;
  int flex;
  mjtNum radius;
} Flex;

// ---- one face

typedef struct {
  mjtNum pos[3], normal[3];
  int tex;  // index of texture coordinates
} Corner;

static void addFace(const Flex* f, const Corner corner[3]) {
  mjvScene* scn = f->scn;
  if (scn->flexfaceused[f->flex] >= scn->flexfacenum[f->flex]) return;
  const size_t at = (size_t)scn->flexfaceadr[f->flex] + (size_t)scn->flexfaceused[f->flex]++;
  for (size_t c = 0; c < 3; c++) {
    for (size_t k = 0; k < 3; k++) {
      scn->flexface[9 * at + 3 * c + k] = (float)corner[c].pos[k];
      scn->flexnormal[9 * at + 3 * c + k] = (float)corner[c].normal[k];
    }
    if (f->texcoord)
      memcpy(scn->flextexcoord + 6 * at + 2 * c, f->texcoord + 2 * corner[c].tex,
             2 * sizeof(float));
  }
}

static void faceNormal(const Flex* f, const int v[3], mjtNum normal[3]) {
  mjtNum a[3], b[3];
  v3_sub(a, f->vert + 3 * v[1], f->vert + 3 * v[0]);
  v3_sub(b, f->vert + 3 * v[2], f->vert + 3 * v[0]);
  v3_cross(normal, a, b);
  v3_normalize(normal);
}

// ---- elements

// a flat face, offset along its own normal
static void addFlat(const Flex* f, const int* elem, const int* tex, const int order[3]) {
  const int v[3] = {elem[order[0]], elem[order[1]], elem[order[2]]};
  mjtNum normal[3];
  Corner corner[3];
  faceNormal(f, v, normal);
  for (int c = 0; c < 3; c++) {
    v3_addScl(corner[c].pos, f->vert + 3 * v[c], normal, f->radius);
    v3_copy(corner[c].normal, normal);
    corner[c].tex = tex ? tex[order[c]] : 0;
  }
  addFace(f, corner);
}

static void addElements(const Flex* f, int layer) {
  static const int sides[2][3] = {{0, 1, 2}, {0, 2, 1}};
  static const int faces[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  const mjModel* m = f->m;
  const int dim = m->flex_dim[f->flex], first = m->flex_elemadr[f->flex];
  for (int e = 0; e < m->flex_elemnum[f->flex]; e++) {
    if (dim == 3 && m->flex_elemlayer[first + e] != layer) continue;
    const int adr = m->flex_elemdataadr[f->flex] + (dim + 1) * e;
    const int* tex = f->texcoord ? m->flex_elemtexcoord + adr : NULL;
    for (int k = 0; k < (dim == 2 ? 2 : 4); k++)
      addFlat(f, m->flex_elem + adr, tex, dim == 2 ? sides[k] : faces[k]);
  }
}

// ---- skins

// a face whose corners are offset along the vertex normals; flat ones are lit by the face normal
// odd: back of a flat sheet; its corners come the other way round and the sign is applied as well
static void addSmooth(const Flex* f, const int v[3], const int tex[3], int sign) {
  mjtNum flat[3];
  Corner corner[3];
  faceNormal(f, v, flat);
  for (int c = 0; c < 3; c++) {
    const mjtNum* normal = f->vertNormal + 3 * v[c];
    v3_addScl(corner[c].pos, f->vert + 3 * v[c], normal, sign * f->radius);
    if (f->m->flex_flatskin[f->flex]) {
      v3_scl(corner[c].normal, flat, sign);
    } else {
      v3_scl(corner[c].normal, normal, sign);
    }
    corner[c].tex = tex[c];
  }
  addFace(f, corner);
}

// one triangle of the side of a sheet at an edge of its border
static void addSide(const Flex* f, int a, int b, int sign) {
  const int v[3] = {a, b, b}, up[3] = {sign, -sign, sign};
  mjtNum edge[3], normal[3];
  Corner corner[3];
  v3_sub(edge, f->vert + 3 * b, f->vert + 3 * a);
  v3_scl(edge, edge, sign);
  v3_cross(normal, edge, f->vertNormal + 3 * b);
  v3_normalize(normal);
  for (int c = 0; c < 3; c++) {
    v3_addScl(corner[c].pos, f->vert + 3 * v[c], f->vertNormal + 3 * v[c], up[c] * f->radius);
    v3_copy(corner[c].normal, normal);
    corner[c].tex = v[c];
  }
  addFace(f, corner);
}

static void addSheet(const Flex* f) {
  const mjModel* m = f->m;
  for (int e = 0; e < m->flex_elemnum[f->flex]; e++) {
    const int adr = m->flex_elemdataadr[f->flex] + 3 * e;
    const int *v = m->flex_elem + adr, *t = f->texcoord ? m->flex_elemtexcoord + adr : v;
    addSmooth(f, v, t, 1);
    addSmooth(f, (const int[3]){v[0], v[2], v[1]}, (const int[3]){t[0], t[2], t[1]}, -1);
  }
  for (int i = 0; i < m->flex_shellnum[f->flex]; i++) {
    const int* end = m->flex_shell + m->flex_shelldataadr[f->flex] + 2 * i;
    addSide(f, end[0], end[1], 1);
    addSide(f, end[1], end[0], -1);
  }
}

static void addSolid(const Flex* f) {
  for (int i = 0; i < f->m->flex_shellnum[f->flex]; i++) {
    const int* tri = f->m->flex_shell + f->m->flex_shelldataadr[f->flex] + 3 * i;
    addSmooth(f, tri, tri, 1);
  }
}

// vertex normals: means over triangles of the surface, which are the elements of a sheet, the shell
// of a solid
static void meanNormals(const Flex* f, mjtNum* normal) {
  const mjModel* m = f->m;
  const bool sheet = m->flex_dim[f->flex] == 2;
  const int n = sheet ? m->flex_elemnum[f->flex] : m->flex_shellnum[f->flex];
  const int* from = sheet ? m->flex_elem : m->flex_shell;
  const int first = sheet ? m->flex_elemdataadr[f->flex] : m->flex_shelldataadr[f->flex];
  for (int i = 0; i < n; i++) {
    const int* tri = from + first + 3 * i;
    mjtNum flat[3];
    faceNormal(f, tri, flat);
    for (int c = 0; c < 3; c++) v3_addTo(normal + 3 * tri[c], flat);
  }
  for (int i = 0; i < m->flex_vertnum[f->flex]; i++) v3_normalize(normal + 3 * i);
}

static void addSkin(Flex* f) {
  mjtNum* normal = mem_calloc((size_t)f->m->flex_vertnum[f->flex], 3 * sizeof *normal);
  if (!normal) {
    mju_error("mjv_updateScene: no memory for the skin of a flex");
    return;
  }
  meanNormals(f, normal);
  f->vertNormal = normal;
  if (f->m->flex_dim[f->flex] == 2) {
    addSheet(f);
  } else {
    addSolid(f);
  }
  mem_free(normal);
}

// ---- all

void scene_updateFlexes(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn) {
  scn->flexvertopt = opt->flags[mjVIS_FLEXVERT];
  scn->flexedgeopt = opt->flags[mjVIS_FLEXEDGE];
  scn->flexfaceopt = opt->flags[mjVIS_FLEXFACE];
  scn->flexskinopt = opt->flags[mjVIS_FLEXSKIN];
  for (mjtSize i = 0; i < 3 * m->nflexvert; i++) scn->flexvert[i] = (float)d->flexvert_xpos[i];
  for (int i = 0; i < m->nflex; i++) {
    const int tex = m->flex_texcoordadr[i];
    Flex f = {.m = m,
              .vert = d->flexvert_xpos + 3 * m->flex_vertadr[i],
              .texcoord = tex >= 0 ? m->flex_texcoord + 2 * tex : NULL,
              .scn = scn,
              .flex = i,
              .radius = m->flex_radius[i]};
    scn->flexfaceused[i] = 0;
    if (m->flex_dim[i] == 1) continue;
    if (scn->flexskinopt) {
      addSkin(&f);
    } else if (scn->flexfaceopt) {
      addElements(&f, opt->flex_layer);
    }
  }
}
