// Parser of MSH, the reference's legacy binary mesh format, little endian: four counts (vertices,
// normals, texture coordinates, faces), then the arrays. Normals and texture coordinates belong to
// vertices.
#include <stdint.h>
#include <string.h>

#include "asset/mesh.h"
#include "base/assert.h"

enum { HEADER = 16 };

// copies bytes of the file to a new array; n may be 0
static void* copyArray(arena_Arena* arena, const char** at, int64_t n, size_t bytes, bool* ok) {
  if (!n) return NULL;
  void* array = arena_raw(arena, (size_t)n, bytes);
  if (array) memcpy(array, *at, (size_t)n * bytes);
  *ok = *ok && array;
  *at += (size_t)n * bytes;
  return array;
}

static bool checkCounts(const int32_t count[4], mesh_Fault* fault) {
  static const char* const what[4] = {"vertices", "normals", "texture coordinates", "faces"};
  for (int i = 0; i < 4; i++) {
    if (count[i] >= (i ? 0 : 4)) continue;
    return mesh_fail(fault, "byte %d says %d %s; it must be %d or more", 4 * i, count[i], what[i],
                     i ? 0 : 4);
  }
  for (int i = 1; i < 3; i++) {
    if (!count[i] || count[i] == count[0]) continue;
    return mesh_fail(fault, "byte %d says %d %s; it must be 0, or as many as vertices: %d", 4 * i,
                     count[i], what[i], count[0]);
  }
  return true;
}

bool mesh_readMSH(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault) {
  int32_t count[4];
  if (size < HEADER) {
    return mesh_fail(fault, "it has %zu bytes; the header of an MSH file alone has %d", size,
                     HEADER);
  }
  memcpy(count, bytes, sizeof count);
  if (!checkCounts(count, fault)) return false;
  const int64_t nvert = count[0], nnormal = count[1], ntexcoord = count[2], nface = count[3];
  const int64_t need = HEADER + 12 * (nvert + nnormal + nface) + 8 * ntexcoord;
  if ((uint64_t)need != size) {
    return mesh_fail(fault,
                     "it has %zu bytes, but %d vertices, %d normals, %d texture coordinates and %d "
                     "faces take %lld",
                     size, count[0], count[1], count[2], count[3], (long long)need);
  }
  const char* at = bytes + HEADER;
  bool ok = true;
  mesh->nvert = count[0];
  mesh->nnormal = count[1];
  mesh->ntexcoord = count[2];
  mesh->nface = count[3];
  mesh->vert = copyArray(arena, &at, nvert, 3 * sizeof(float), &ok);
  mesh->normal = copyArray(arena, &at, nnormal, 3 * sizeof(float), &ok);
  mesh->texcoord = copyArray(arena, &at, ntexcoord, 2 * sizeof(float), &ok);
  mesh->face = copyArray(arena, &at, nface, 3 * sizeof(int), &ok);
  ASSERT(at == bytes + size);
  return ok || mesh_noMemory(fault);
}
