// A mesh in the cache is one block: the struct, then its arrays in the order of a table.
#include "asset/mesh_cache.h"

#include <stddef.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"

enum { MOST_PARTS = 24 };

// an array of a mesh: where its pointer is, and its bytes
typedef struct {
  size_t pointer, bytes;
} Part;

// all that decides the result, without padding
typedef struct {
  double refpos[3], refquat[4], scale[3];
  int inertia, maxhullvert, smoothnormal, hull, format, unused;
} Settings;

static Settings settingsOf(const mesh_Settings* s, int format) {
  Settings all = {.inertia = s->inertia,
                  .maxhullvert = s->maxhullvert,
                  .smoothnormal = s->smoothnormal,
                  .hull = s->hull,
                  .format = format};
  _Static_assert(sizeof all == 10 * sizeof(double) + 6 * sizeof(int), "no padding");
  memcpy(all.refpos, s->refpos, sizeof all.refpos);
  memcpy(all.refquat, s->refquat, sizeof all.refquat);
  memcpy(all.scale, s->scale, sizeof all.scale);
  return all;
}

static cache_Key keyOf(const Settings* settings, const vfs_Blob* file) {
  return (cache_Key){CACHE_MESH, settings, sizeof *settings, file->data, file->size};
}

// ---- arrays

static const void* arrayOf(const mesh_Mesh* mesh, size_t pointer) {
  const void* array;
  memcpy(&array, (const char*)mesh + pointer, sizeof array);
  return array;
}

// the arrays that are there; the hull's are all in its graph
static int listParts(const mesh_Mesh* mesh, Part part[MOST_PARTS]) {
  const size_t nvert = (size_t)mesh->data.nvert, nface = 3 * (size_t)mesh->data.nface,
               npoly = (size_t)mesh->poly.npoly, nnode = (size_t)mesh->tree.nnode,
               number = sizeof(int);
  const Part all[] = {
      {offsetof(mesh_Mesh, data.vert), 3 * nvert * sizeof(float)},
      {offsetof(mesh_Mesh, data.normal), 3 * (size_t)mesh->data.nnormal * sizeof(float)},
      {offsetof(mesh_Mesh, data.texcoord), 2 * (size_t)mesh->data.ntexcoord * sizeof(float)},
      {offsetof(mesh_Mesh, data.face), nface * number},
      {offsetof(mesh_Mesh, data.facenormal), nface * number},
      {offsetof(mesh_Mesh, data.facetexcoord), nface * number},
      {offsetof(mesh_Mesh, hull.graph), (size_t)mesh->hull.ngraph * number},
      {offsetof(mesh_Mesh, poly.vertadr), npoly * number},
      {offsetof(mesh_Mesh, poly.vertnum), npoly * number},
      {offsetof(mesh_Mesh, poly.vert), (size_t)mesh->poly.npolyvert * number},
      {offsetof(mesh_Mesh, poly.mapadr), nvert * number},
      {offsetof(mesh_Mesh, poly.mapnum), nvert * number},
      {offsetof(mesh_Mesh, poly.map), (size_t)mesh->poly.npolymap * number},
      {offsetof(mesh_Mesh, polynormal), 3 * npoly * sizeof(double)},
      {offsetof(mesh_Mesh, tree.depth), nnode * number},
      {offsetof(mesh_Mesh, tree.child), 2 * nnode * number},
      {offsetof(mesh_Mesh, tree.nodeid), nnode * number},
      {offsetof(mesh_Mesh, tree.aabb), 6 * nnode * sizeof(double)},
  };
  _Static_assert(sizeof all / sizeof *all <= MOST_PARTS, "room for all arrays");
  int n = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (arrayOf(mesh, all[i].pointer)) part[n++] = all[i];
  }
  return n;
}

static size_t aligned(size_t bytes) { return (bytes + MEM_ALIGN - 1) & ~(size_t)(MEM_ALIGN - 1); }

static size_t bytesOf(const mesh_Mesh* mesh) {
  Part part[MOST_PARTS];
  size_t bytes = aligned(sizeof *mesh);
  for (int i = listParts(mesh, part); i-- > 0;) bytes += aligned(part[i].bytes);
  return bytes;
}

// arrays of the hull point into its graph
static void moveHull(hull_Hull* hull, const hull_Hull* from) {
  if (!from->graph) return;
  hull->edgeadr = hull->graph + (from->edgeadr - from->graph);
  hull->globalid = hull->graph + (from->globalid - from->graph);
  hull->edge = hull->graph + (from->edge - from->graph);
  hull->face = hull->graph + (from->face - from->graph);
}

static void fill(void* value, const void* from) {
  const mesh_Mesh* mesh = from;
  mesh_Mesh* copy = value;
  Part part[MOST_PARTS];
  const int n = listParts(mesh, part);
  char* at = (char*)value + aligned(sizeof *mesh);
  *copy = *mesh;
  for (int i = 0; i < n; i++) {
    memcpy(at, arrayOf(mesh, part[i].pointer), part[i].bytes);
    memcpy((char*)copy + part[i].pointer, &at, sizeof at);
    at += aligned(part[i].bytes);
  }
  ASSERT(at == (char*)value + bytesOf(mesh));
  moveHull(&copy->hull, &mesh->hull);
}

// ---- for the compiler

cache_Entry* meshcache_find(const mesh_Settings* settings, int format, const vfs_Blob* file) {
  const Settings all = settingsOf(settings, format);
  const cache_Key key = keyOf(&all, file);
  return cache_find(&key);
}

void meshcache_add(const mesh_Settings* settings, int format, const vfs_Blob* file,
                   const mesh_Mesh* mesh) {
  const Settings all = settingsOf(settings, format);
  const cache_Key key = keyOf(&all, file);
  cache_add(&key, bytesOf(mesh), fill, mesh);
}

const mesh_Mesh* meshcache_mesh(const cache_Entry* entry) { return cache_value(entry); }
