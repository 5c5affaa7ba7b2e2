// Render assets: converts meshes, convex hulls, height fields, skins, planes and textures of a
// model for the rasterizer.
#include "render/render_assets.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "render/lod.h"
#include "render/mesh_optimize.h"
#include "render/sanitize.h"
#include "render/solids.h"
#include "render/texture.h"

// ---- meshes: memory

// arrays of a mesh that is being made
static float* writable(const float* x) { return (float*)(uintptr_t)x; }
static int* writableInts(const int* x) { return (int*)(uintptr_t)x; }

// Allocates a mesh in one block; corners have texture coordinates if wanted. Normals are behind
// vertices, and one value more is behind faces, so that both can be loaded by fours.
static paint_Mesh* makeMesh(int nvert, int nface, bool texcoord) {
  const size_t v = (size_t)nvert * 3, f = (size_t)nface * 3, n = (size_t)nface * 9;
  const size_t t = texcoord ? (size_t)nface * 6 : 0, c = (size_t)optimize_floats(nface);
  paint_Mesh* mesh =
      mem_alloc(sizeof *mesh + (v + n + t + c) * sizeof(float) + (f + 1) * sizeof(int));
  if (!mesh) return NULL;
  float* at = (float*)(mesh + 1);
  *mesh = (paint_Mesh){.nvert = nvert, .nface = nface, .roomy = nface > 0};
  mesh->vert = at;
  mesh->normal = at + v;
  mesh->texcoord = texcoord ? at + v + n : NULL;
  mesh->cone = at + v + n + t;
  mesh->face = (int*)(at + v + n + t + c);
  writableInts(mesh->face)[f] = 0;
  return mesh;
}

static void faceNormal(const paint_Mesh* mesh, int face, float n[3]) {
  const int* f = mesh->face + 3 * face;
  const float *a = mesh->vert + 3 * f[0], *b = mesh->vert + 3 * f[1], *c = mesh->vert + 3 * f[2];
  const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const float v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  n[0] = u[1] * v[2] - u[2] * v[1];
  n[1] = u[2] * v[0] - u[0] * v[2];
  n[2] = u[0] * v[1] - u[1] * v[0];
  const float len = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(len > 0)) n[0] = n[1] = 0, n[2] = 1;
  for (int k = 0; k < 3 && len > 0; k++) n[k] /= len;
}

static void flatNormals(paint_Mesh* mesh) {
  for (int i = 0; i < mesh->nface; i++) {
    float n[3];
    faceNormal(mesh, i, n);
    for (int c = 0; c < 3; c++) memcpy(writable(mesh->normal) + 9 * i + 3 * c, n, sizeof n);
  }
}

// ---- meshes of the model

static bool areIndices(const int* index, int n, int end) {
  for (int i = 0; i < n; i++) {
    if (index[i] < 0 || index[i] >= end) return false;
  }
  return true;
}

// corner normals; where one is far from the normal of the face, that of the face
static void cornerNormals(paint_Mesh* mesh, const float* normal, const int* index, bool keep) {
  for (int i = 0; i < mesh->nface; i++) {
    float flat[3];
    faceNormal(mesh, i, flat);
    for (int c = 0; c < 3; c++) {
      const float* n = normal + 3 * index[3 * i + c];
      const float along = n[0] * flat[0] + n[1] * flat[1] + n[2] * flat[2];
      memcpy(writable(mesh->normal) + 9 * i + 3 * c, keep || along >= 0.8f ? n : flat, sizeof flat);
    }
  }
}

static void cornerTexcoords(paint_Mesh* mesh, const float* texcoord, const int* index) {
  for (int i = 0; i < 3 * mesh->nface; i++) {
    memcpy(writable(mesh->texcoord) + 2 * i, texcoord + 2 * index[i], 2 * sizeof(float));
  }
}

static paint_Mesh* meshOf(const mjModel* m, int id) {
  const int nvert = m->mesh_vertnum[id], nface = m->mesh_facenum[id], adr = m->mesh_faceadr[id];
  const int ntexcoord = m->mesh_texcoordnum[id], nnormal = m->mesh_normalnum[id];
  const int *face = m->mesh_face + 3 * adr, *facenormal = m->mesh_facenormal + 3 * adr;
  const bool textured = m->mesh_texcoordadr[id] >= 0 &&
                        areIndices(m->mesh_facetexcoord + 3 * adr, 3 * nface, ntexcoord);
  if (!areIndices(face, 3 * nface, nvert)) return makeMesh(0, 0, false);
  paint_Mesh* mesh = makeMesh(nvert, nface, textured);
  if (!mesh) return NULL;
  memcpy(writable(mesh->vert), m->mesh_vert + 3 * m->mesh_vertadr[id],
         (size_t)nvert * 3 * sizeof(float));
  memcpy(writableInts(mesh->face), face, (size_t)nface * 3 * sizeof(int));
  if (areIndices(facenormal, 3 * nface, nnormal)) {
    cornerNormals(mesh, m->mesh_normal + 3 * m->mesh_normaladr[id], facenormal, textured);
  } else {
    flatNormals(mesh);
  }
  if (textured) {
    cornerTexcoords(mesh, m->mesh_texcoord + 2 * m->mesh_texcoordadr[id],
                    m->mesh_facetexcoord + 3 * adr);
  }
  return mesh;
}

// faces of the convex hull: in mesh_graph, behind the numbers of vertices and faces and the edges
// of its vertices
static paint_Mesh* hullOf(const mjModel* m, int id) {
  if (m->mesh_graphadr[id] < 0) return NULL;
  const int *graph = m->mesh_graph + m->mesh_graphadr[id], n = graph[0], nface = graph[1];
  const int* face = graph + 2 + 2 * n + n + 3 * nface;
  const int nvert = m->mesh_vertnum[id];
  if (!areIndices(face, 3 * nface, nvert)) return NULL;
  paint_Mesh* mesh = makeMesh(nvert, nface, false);
  if (!mesh) return NULL;
  memcpy(writable(mesh->vert), m->mesh_vert + 3 * m->mesh_vertadr[id],
         (size_t)nvert * 3 * sizeof(float));
  memcpy(writableInts(mesh->face), face, (size_t)nface * 3 * sizeof(int));
  flatNormals(mesh);
  return mesh;
}

static void setFacts(paint_Mesh* mesh) {
  if (!mesh) return;
  solids_setBox(mesh);
  solids_setFlat(mesh);
  optimize_mesh(mesh, writable(mesh->cone));
}

bool assets_uploadMesh(assets_Assets* s, const mjModel* m, int id) {
  paint_Mesh *mesh = meshOf(m, id), *hull = hullOf(m, id);
  if (!mesh) {
    mem_free(hull);
    return false;
  }
  if (!sanitize_numbers(mesh->vert, 3 * (size_t)mesh->nvert, 1e9f)) {
    mesh->nface = 0;
    if (hull) hull->nface = 0;
  }
  setFacts(mesh);
  setFacts(hull);
  // a mesh that is uploaded again may come with every frame: it gets no levels of detail, which
  // take time
  if (!s->mesh[2 * id]) lod_make(mesh, makeMesh);
  lod_free(s->mesh[2 * id]);
  mem_free(s->mesh[2 * id + 1]);
  s->mesh[2 * id] = mesh;
  s->mesh[2 * id + 1] = hull;
  return true;
}

// ---- height fields: the surface, then the sides down to the base and the bottom

bool assets_uploadHfield(assets_Assets* s, const mjModel* m, int id) {
  const int nrow = m->hfield_nrow[id], ncol = m->hfield_ncol[id];
  const mjtNum* size = m->hfield_size + 4 * id;
  paint_Mesh* mesh = solids_hfield(m->hfield_data + m->hfield_adr[id], nrow, ncol, size, makeMesh);
  if (!mesh) return false;
  if (!sanitize_numbers(mesh->vert, 3 * (size_t)mesh->nvert, 1e9f)) mesh->nface = 0;
  flatNormals(mesh);
  setFacts(mesh);
  mem_free(s->hfield[id]);
  s->hfield[id] = mesh;
  return true;
}

bool assets_uploadTexture(assets_Assets* s, const mjModel* m, int id) {
  paint_Texture* t = texture_make(m, id);
  if (!t) return false;
  mem_free(s->texture[id]);
  s->texture[id] = t;
  return true;
}

// ---- planes

static void makePlanes(assets_Assets* s, const mjModel* m) {
  const float far = (float)(m->vis.map.zfar * m->stat.extent);
  int n = 0;
  for (int g = 0; g < m->ngeom; g++) {
    if (m->geom_type[g] != mjGEOM_PLANE) continue;
    assets_Plane* p = &s->planes[n++];
    for (int k = 0; k < 2; k++) {
      const float size = (float)m->geom_size[3 * g + k];
      const int mat = m->geom_matid[g];
      const float repeat = mat >= 0 ? m->mat_texrepeat[2 * mat + k] : 0;
      const float cell = repeat > 0 ? 2 / repeat : 2.1f * far / 198;
      p->endless[k] = !(size > 0);
      p->half[k] = p->endless[k] ? 0.5f * (2.1f * far + 2 * cell) : size;
    }
  }
}

// ---- skins: faces and texture coordinates

static paint_Mesh* skinOf(const mjModel* m, int id) {
  const int nvert = m->skin_vertnum[id], nface = m->skin_facenum[id];
  const int* face = m->skin_face + 3 * m->skin_faceadr[id];
  const int tex = m->skin_texcoordadr[id];
  if (!areIndices(face, 3 * nface, nvert)) return makeMesh(0, 0, false);
  paint_Mesh* mesh = makeMesh(nvert, nface, tex >= 0);
  if (!mesh) return NULL;
  memcpy(writableInts(mesh->face), face, (size_t)nface * 3 * sizeof(int));
  if (tex >= 0) cornerTexcoords(mesh, m->skin_texcoord + 2 * tex, face);
  return mesh;
}

// ---- construction and destruction

static int countPlanes(const mjModel* m) {
  int n = 0;
  for (int g = 0; g < m->ngeom; g++) n += m->geom_type[g] == mjGEOM_PLANE;
  return n;
}

static int findSky(const mjModel* m) {
  for (int i = 0; i < m->ntex; i++) {
    if (m->tex_type[i] == mjTEXTURE_SKYBOX) return i;
  }
  return -1;
}

static bool fill(assets_Assets* s, const mjModel* m) {
  for (int i = 0; i < s->nmesh; i++) {
    if (!assets_uploadMesh(s, m, i)) return false;
  }
  for (int i = 0; i < s->nhfield; i++) {
    if (!assets_uploadHfield(s, m, i)) return false;
  }
  for (int i = 0; i < s->nskin; i++) {
    if (!(s->skin[i] = skinOf(m, i))) return false;
    optimize_skin(s->skin[i]);
  }
  for (int i = 0; i < s->ntexture; i++) s->texture[i] = texture_make(m, i);
  makePlanes(s, m);
  return true;
}

static const paint_Mesh* makeSolid(paint_Mesh* (*solid)(solids_Make)) {
  paint_Mesh* mesh = solid(makeMesh);
  setFacts(mesh);
  return mesh;
}

static bool makeSolids(assets_Assets* s) {
  s->box = makeSolid(solids_box);
  s->plane = makeSolid(solids_plane);
  s->cone = makeSolid(solids_cone);
  s->triangle = makeSolid(solids_triangle);
  return s->box && s->plane && s->cone && s->triangle;
}

assets_Assets* assets_make(const mjModel* m) {
  assets_Assets* s = mem_calloc(1, sizeof *s);
  if (!s) return NULL;
  s->sky = m ? findSky(m) : -1;
  if (m) {
    s->nmesh = (int)m->nmesh, s->nhfield = (int)m->nhfield, s->ntexture = (int)m->ntex;
    s->nskin = (int)m->nskin, s->nplane = countPlanes(m);
  }
  s->mesh = mem_calloc(2 * (size_t)s->nmesh + 1, sizeof *s->mesh);
  s->hfield = mem_calloc((size_t)s->nhfield + 1, sizeof *s->hfield);
  s->texture = mem_calloc((size_t)s->ntexture + 1, sizeof *s->texture);
  s->planes = mem_calloc((size_t)s->nplane + 1, sizeof *s->planes);
  s->skin = mem_calloc((size_t)s->nskin + 1, sizeof *s->skin);
  if (s->mesh && s->hfield && s->texture && s->planes && s->skin && makeSolids(s) &&
      (!m || fill(s, m))) {
    return s;
  }
  assets_free(s);
  return NULL;
}

static void freeAll(void** at, int n) {
  for (int i = 0; i < n && at; i++) mem_free(at[i]);
  mem_free(at);
}

void assets_free(assets_Assets* s) {
  if (!s) return;
  for (int i = 0; i < 2 * s->nmesh && s->mesh; i++) lod_free(s->mesh[i]);
  mem_free(s->mesh);
  freeAll((void**)s->hfield, s->nhfield);
  freeAll((void**)s->texture, s->ntexture);
  freeAll((void**)s->skin, s->nskin);
  mem_free(s->planes);
  mem_free((void*)(uintptr_t)s->box);
  mem_free((void*)(uintptr_t)s->plane);
  mem_free((void*)(uintptr_t)s->cone);
  mem_free((void*)(uintptr_t)s->triangle);
  mem_free(s);
}
