// Parser of STL meshes (a list of triangles with explicit corners). Binary files have a header of
// 80 bytes, the number of triangles, and 50 bytes for each; they are recognized by their size. Text
// files begin with "solid" and have a line "vertex x y z" for each corner. Duplicate corners are
// merged (vertex welding, by a hash table) in order of first appearance; equal means the same 96
// bits, so 0 and -0 differ.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "asset/mesh.h"
#include "base/assert.h"
#include "base/number.h"
#include "base/size.h"
#include "base/text.h"

enum { HEADER = 80, RECORD = 50, NORMAL = 12, MOST_FACES = 1 << 26 };

#define MOST_COORDINATE 1073741824.0f  // 2^30

// ---- vertices by value (hash table)

typedef struct {
  arena_Arena *arena, *scratch;  // of vert; of slot
  float* vert;
  int n, most;    // number of vertices, capacity
  int* slot;      // 1 + vertex, 0: empty
  uint32_t mask;  // number of slots - 1
  bool failed;    // out of memory
} Vertices;

static uint32_t hashVertex(const float v[3]) {
  uint32_t bits[3];
  memcpy(bits, v, sizeof bits);
  uint64_t h = (((uint64_t)bits[1] << 32) | bits[0]) * 0x9e3779b97f4a7c15ull;
  h = (h ^ (h >> 29) ^ bits[2]) * 0xbf58476d1ce4e5b9ull;
  return (uint32_t)(h >> 32);
}

// Grows the capacity: a closed mesh has half as many vertices as faces, a triangle soup three times
// as many
static bool growVertices(Vertices* set, int most) {
  ASSERT(most > set->n);
  uint32_t nslot = 16;
  while (nslot < 2 * (uint32_t)most) nslot *= 2;
  float* vert = arena_raw(set->arena, (size_t)most, 3 * sizeof *vert);
  int* slot = arena_array(set->scratch, nslot, sizeof *slot);
  if (!vert || !slot) {
    set->failed = true;
    return false;
  }
  if (set->n) memcpy(vert, set->vert, 3 * (size_t)set->n * sizeof *vert);
  set->vert = vert;
  set->slot = slot;
  set->mask = nslot - 1;
  set->most = most;
  for (int i = 0; i < set->n; i++) {
    uint32_t at = hashVertex(vert + 3 * (size_t)i) & set->mask;
    while (slot[at]) at = (at + 1) & set->mask;
    slot[at] = i + 1;
  }
  return true;
}

static bool openVertices(Vertices* set, int nface, arena_Arena* arena, arena_Arena* scratch) {
  *set = (Vertices){.arena = arena, .scratch = scratch};
  return growVertices(set, nface / 2 + 16);
}

// index of a vertex, which is added if it is new; 0 if out of memory, with set->failed
// odd: zeros of STL files; vertices are told apart by their bits
static int vertexIndex(Vertices* set, const float v[3]) {
  for (uint32_t at = hashVertex(v) & set->mask;; at = (at + 1) & set->mask) {
    const int known = set->slot[at];
    if (known && memcmp(set->vert + 3 * (size_t)(known - 1), v, 3 * sizeof *v) != 0) continue;
    if (known) return known - 1;
    if (set->n == set->most) return growVertices(set, 3 * set->most) ? vertexIndex(set, v) : 0;
    memcpy(set->vert + 3 * (size_t)set->n, v, 3 * sizeof *v);
    set->slot[at] = ++set->n;
    return set->n - 1;
  }
}

static bool inBounds(const float v[3]) {
  return fabsf(v[0]) <= MOST_COORDINATE && fabsf(v[1]) <= MOST_COORDINATE &&
         fabsf(v[2]) <= MOST_COORDINATE;
}

static bool outOfBounds(mesh_Fault* fault, int face, int corner, const char* unit, size_t place,
                        const float v[3]) {
  return mesh_fail(fault,
                   "corner %d of triangle %d (%s %zu) is (%g, %g, %g); coordinates must be finite "
                   "and at most 2^30",
                   corner + 1, face + 1, unit, place, (double)v[0], (double)v[1], (double)v[2]);
}

static void takeVertices(const Vertices* set, int* face, int nface, mesh_Data* mesh) {
  ASSERT(set->n <= set->most && set->n <= 3 * nface);
  mesh->vert = set->vert;
  mesh->nvert = set->n;
  mesh->face = face;
  mesh->nface = nface;
}

// ---- binary

static bool readBinary(const char* bytes, int nface, arena_Arena* arena, mesh_Data* mesh,
                       mesh_Fault* fault) {
  arena_Arena scratch = arena_make(0);
  Vertices set = {0};
  int* face = arena_raw(arena, (size_t)nface, 3 * sizeof *face);
  bool ok = face && openVertices(&set, nface, arena, &scratch);
  if (!ok) mesh_noMemory(fault);
  const char* at = bytes + HEADER + 4 + NORMAL;
  for (int i = 0; i < nface && ok; i++, at += RECORD) {
    float v[9];
    memcpy(v, at, sizeof v);
    for (int k = 0; k < 3 && ok; k++) {
      ok = inBounds(v + 3 * k) ||
           outOfBounds(fault, i, k, "byte", (size_t)(at - bytes) + 12 * (size_t)k, v + 3 * k);
      face[3 * (size_t)i + (size_t)k] = vertexIndex(&set, v + 3 * k);
    }
  }
  if (ok && set.failed) ok = mesh_noMemory(fault);
  if (ok) takeVertices(&set, face, nface, mesh);
  arena_free(&scratch);
  return ok;
}

// ---- text

// every character up to space separates words, except the NUL at the end
static bool isBlank(char c) { return c > 0 && c <= ' '; }

static const char* wordEnd(const char* at) {
  while (*at && !isBlank(*at)) at++;
  return at;
}

static const char* nextWord(const char* at, int* line) {
  for (; isBlank(*at); at++) *line += *at == '\n';
  return at;
}

static bool isWord(const char* at, const char* word) {
  const size_t n = strlen(word);
  for (size_t i = 0; i < n; i++) {
    if ((at[i] | 32) != word[i]) return false;
  }
  return !at[n] || isBlank(at[n]);
}

static int countWords(const char* bytes, const char* word) {
  int n = 0, line = 0;
  for (const char* at = nextWord(bytes, &line); *at; at = nextWord(wordEnd(at), &line)) {
    n += isWord(at, word);
    if (n >= 3 * (MOST_FACES - 1)) break;
  }
  return n;
}

// three numbers after "vertex"
static const char* readCorner(const char* at, int* line, float v[3]) {
  for (int k = 0; k < 3; k++) {
    double x;
    at = nextWord(at, line);
    const char* end = num_parse(at, &x);
    if (!end || end != wordEnd(at)) return NULL;
    v[k] = (float)x;
    at = end;
  }
  return at;
}

// a corner for each "vertex"; every facet must have three
static bool readCorners(const char* bytes, Vertices* set, int* face, mesh_Fault* fault) {
  int n = 0, line = 1;
  for (const char* at = nextWord(bytes, &line); *at; at = nextWord(at, &line)) {
    const bool corner = isWord(at, "vertex"), end = isWord(at, "endfacet");
    at = wordEnd(at);
    if (end && n % 3) {
      return mesh_fail(fault, "line %d: the facet ends after %d corners; a facet has 3", line,
                       n % 3);
    }
    if (!corner) continue;
    float v[3];
    const int start = line;
    at = readCorner(at, &line, v);
    if (!at) {
      return mesh_fail(fault, "line %d: three numbers must follow 'vertex', as in 'vertex 1 0 2.5'",
                       start);
    }
    if (!inBounds(v)) return outOfBounds(fault, n / 3, n % 3, "line", (size_t)start, v);
    face[n++] = vertexIndex(set, v);
  }
  ASSERT(n % 3 == 0);  // the number that was counted
  return true;
}

static bool readText(const char* bytes, arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault) {
  const int ncorner = countWords(bytes, "vertex"), nface = ncorner / 3;
  if (!ncorner)
    return mesh_fail(fault, "it has no facets: a text file with no line 'vertex x y z'");
  if (ncorner % 3 || nface >= MOST_FACES - 1) {
    return mesh_fail(fault,
                     "it has %d lines 'vertex x y z'; three for each facet are needed, of at "
                     "most %d facets",
                     ncorner, MOST_FACES - 2);
  }
  arena_Arena scratch = arena_make(0);
  Vertices set = {0};
  int* face = arena_raw(arena, (size_t)nface, 3 * sizeof *face);
  bool ok = face && openVertices(&set, nface, arena, &scratch);
  if (!ok) mesh_noMemory(fault);
  ok = ok && readCorners(bytes, &set, face, fault);
  if (ok && set.failed) ok = mesh_noMemory(fault);
  if (ok) takeVertices(&set, face, nface, mesh);
  arena_free(&scratch);
  return ok;
}

bool mesh_readSTL(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault) {
  uint32_t count = 0;
  int line = 1;
  if (size >= HEADER + 4) memcpy(&count, bytes + HEADER, sizeof count);
  // both formats may be followed by NULs
  const uint64_t whole = HEADER + 4 + (uint64_t)RECORD * count;
  const size_t used = text_sizeOf(bytes, size);
  if (size >= whole && used <= whole) {
    if (!count) return mesh_fail(fault, "it has 0 triangles (byte %d); a mesh needs some", HEADER);
    if (count > MOST_FACES) {
      return mesh_fail(fault, "%u triangles are too many; at most %d are possible", count,
                       MOST_FACES);
    }
    return readBinary(bytes, (int)count, arena, mesh, fault);
  }
  if (isWord(nextWord(bytes, &line), "solid") && !memchr(bytes, 0, used))
    return readText(bytes, arena, mesh, fault);
  if (size < HEADER + 4) {
    return mesh_fail(
        fault,
        "it has %zu bytes and is no STL file: a binary one has at least %d, a text one "
        "begins with 'solid'",
        size, HEADER + 4);
  }
  return mesh_fail(
      fault,
      "byte %d says %u triangles, which take %llu bytes, but the file has %zu; it is cut "
      "off or no STL file",
      HEADER, count, (unsigned long long)whole, size);
}
