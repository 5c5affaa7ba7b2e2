// Built-in decoders other than XML: a mesh file (STL, OBJ, ...) is decoded to a spec with that mesh
// and a geom that shows it, a zip archive to the model in it.
#include <string.h>

#include <sinew/api.h>

#include "asset/mesh.h"
#include "base/path.h"
#include "load/codec.h"
#include "load/load.h"

// ---- meshes

typedef bool (*Reader)(const char*, size_t, arena_Arena*, mesh_Data*, mesh_Fault*);

static int always(const mjResource* resource) { return (void)resource, 1; }

// a mesh ignores an index list that has corners without normal or texture coordinate
static void setIndices(mjIntVec* dest, const int* index, int n) {
  for (int i = 0; index && i < 3 * n; i++) {
    if (index[i] < 0) return;
  }
  if (index) mjs_setInt(dest, index, 3 * n);
}

static mjSpec* specOf(const mjResource* resource, const mesh_Data* data) {
  mjSpec* s = mj_makeSpec();
  mjsMesh* mesh = s ? mjs_addMesh(s, NULL) : NULL;
  if (!mesh) return mj_deleteSpec(s), NULL;
  const char* base = path_base(resource->name);
  char name[256];
  const size_t n = strlen(base) - strlen(path_extension(base));
  text_copy(name, base, (n < sizeof name ? n : sizeof name - 1) + 1);
  mjs_setName(mesh->element, *name ? name : "mesh");
  mjs_setFloat(mesh->uservert, data->vert, 3 * data->nvert);
  mjs_setInt(mesh->userface, data->face, 3 * data->nface);
  if (data->nnormal) mjs_setFloat(mesh->usernormal, data->normal, 3 * data->nnormal);
  if (data->ntexcoord) mjs_setFloat(mesh->usertexcoord, data->texcoord, 2 * data->ntexcoord);
  setIndices(mesh->userfacenormal, data->facenormal, data->nface);
  setIndices(mesh->userfacetexcoord, data->facetexcoord, data->nface);
  return s;
}

static mjSpec* decodeMesh(mjResource* resource, Reader read) {
  const void* bytes;
  const int n = mju_readResource(resource, &bytes);
  if (n < 0 || !resource->name) return NULL;
  arena_Arena arena = arena_make(0);
  char* copy = arena_alloc(&arena, (size_t)n + 1);  // readers need a terminating NUL
  mesh_Data data = {0};
  mesh_Fault fault = {0};
  mjSpec* s = NULL;
  if (copy) {
    if (n) memcpy(copy, bytes, (size_t)n);
    copy[n] = 0;
    if (read(copy, (size_t)n, &arena, &data, &fault)) s = specOf(resource, &data);
  }
  char text[MESH_DROPPED_TEXT];
  if (!s) mju_warning("the mesh '%.200s' cannot be read: %s", resource->name, fault.text);
  if (s && data.dropped.n)
    mju_warning("the mesh '%.200s': %s", resource->name, mesh_droppedText(&data.dropped, text));
  arena_free(&arena);
  return s;
}

static mjSpec* decodeObj(mjResource* resource, const mjVFS* vfs) {
  (void)vfs;
  return decodeMesh(resource, mesh_readOBJ);
}

static mjSpec* decodeStl(mjResource* resource, const mjVFS* vfs) {
  (void)vfs;
  return decodeMesh(resource, mesh_readSTL);
}

// ---- archives

static mjSpec* decodeZip(mjResource* resource, const mjVFS* vfs) {
  char error[1000] = "";
  if (!resource->name) return NULL;
  mjSpec* s = mj_parse(resource->name, "application/zip", vfs, error, sizeof error);
  if (!s) mju_warning("%s", error);
  return s;
}

static const mjpDecoder obj = {"model/obj", ".obj", always, decodeObj};
static const mjpDecoder stl = {"model/stl", ".stl", always, decodeStl};
static const mjpDecoder zip = {"application/zip", ".zip|.mjz", always, decodeZip};

const mjpDecoder* const codec_builtin[] = {&obj, &stl, &zip};
const int codec_nbuiltin = sizeof codec_builtin / sizeof *codec_builtin;
