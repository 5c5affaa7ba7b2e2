// Parser of Wavefront OBJ meshes: lines v, vt, vn, f, l, o, g; everything else is skipped. Two
// passes over the text: the first counts, so that arrays have their final size; the second reads.
// Vertices, normals and texture coordinates of all objects are read, faces only of the first object
// that has any. Polygons are triangulated when all vertices are known; polygons with too many
// corners are dropped. The v axis of texture coordinates points down in a model and up in a file.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "asset/mesh.h"
#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"

enum { MOST_CORNERS = 100 };  // maximum for a face

typedef enum { LINE_OTHER, LINE_V, LINE_VT, LINE_VN, LINE_F, LINE_L, LINE_GROUP } LineKind;

// a corner of a face: indices from 0, -1 if not given
typedef struct {
  int v, t, n;
} Corner;

typedef struct {
  const char *at, *end;
  int line;
  mesh_Fault* fault;
  mesh_Data* mesh;
  Corner* corner;  // of all faces, concatenated
  int ncorner;
  int* length;  // number of corners of each face
  int nface;
  bool segments;  // the faces are line segments
  bool closed;    // the first object has ended
} Reader;

typedef struct {
  int64_t v, vt, vn, corner, face;
  int longest;  // maximum number of corners of a face
} Counts;

static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char* skipBlanks(const char* at) {
  while (isBlank(*at)) at++;
  return at;
}

static const char* lineEnd(const char* at, const char* end) {
  const char* newline = memchr(at, '\n', (size_t)(end - at));
  return newline ? newline : end;
}

// type of the line at `at`, which is moved past its keyword
static LineKind kindOf(const char** at) {
  const char* p = *at = skipBlanks(*at);
  static const struct {
    char word[3];
    LineKind kind;
  } table[] = {{"v", LINE_V}, {"vt", LINE_VT},   {"vn", LINE_VN},  {"f", LINE_F},
               {"l", LINE_L}, {"o", LINE_GROUP}, {"g", LINE_GROUP}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const size_t n = table[i].word[1] ? 2 : 1;
    if (p[0] != table[i].word[0] || (n == 2 && p[1] != table[i].word[1])) continue;
    if (!isBlank(p[n]) && !(table[i].kind == LINE_GROUP && (p[n] == '\n' || !p[n]))) continue;
    *at = p + n;
    return table[i].kind;
  }
  return LINE_OTHER;
}

static int countWords(const char* at, const char* end) {
  int n = 0;
  for (bool in = false; at < end; at++) {
    const bool word = !isBlank(*at);
    n += word && !in;
    in = word;
  }
  return n;
}

static void countLines(const char* at, const char* end, Counts* counts) {
  while (at < end) {
    const char* next = lineEnd(at, end);
    const LineKind kind = kindOf(&at);
    counts->v += kind == LINE_V;
    counts->vt += kind == LINE_VT;
    counts->vn += kind == LINE_VN;
    if (kind == LINE_F || kind == LINE_L) {
      // segments: two corners for each point but the last
      const int n = countWords(at, next);
      counts->corner += kind == LINE_L ? 2 * (int64_t)n : n;
      counts->face += kind == LINE_L ? n : 1;
      if (n > counts->longest) counts->longest = n;
    }
    at = next + 1;
  }
}

// ---- numbers

static bool readNumbers(Reader* r, const char* end, const char* what, float* to, int n) {
  for (int i = 0; i < n; i++) {
    double x;
    r->at = skipBlanks(r->at);
    const char* after = r->at < end ? num_parse(r->at, &x) : NULL;
    if (!after || !(isBlank(*after) || after == end)) {
      return mesh_fail(r->fault, "line %d: '%s' needs %d numbers, number %d is '%.*s'", r->line,
                       what, n, i + 1, (int)(end - r->at < 20 ? end - r->at : 20), r->at);
    }
    to[i] = (float)x;
    r->at = after;
  }
  return true;
}

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

// An index as written: from 1, or negative and relative to the last of `count`. Returns -1 with a
// fault if it is invalid.
static int readIndex(Reader* r, int count, const char* what) {
  const bool back = *r->at == '-';
  const char* p = r->at + back;
  int64_t x = 0;
  for (; isDigit(*p) && x <= INT_MAX; p++) x = 10 * x + (*p - '0');
  if (p == r->at + back || x == 0 || x > INT_MAX || (back && x > count)) {
    mesh_fail(r->fault,
              "line %d: '%.12s' is no index of a %s; indices are 1 or more, or negative to count "
              "back from the last of %d",
              r->line, r->at, what, count);
    return -1;
  }
  r->at = p;
  return back ? count - (int)x : (int)x - 1;
}

// v, v/t, v//n or v/t/n
static bool readCorner(Reader* r, Corner* corner) {
  corner->t = corner->n = -1;
  corner->v = readIndex(r, r->mesh->nvert, "vertex");
  if (corner->v < 0 || *r->at != '/') return corner->v >= 0;
  r->at++;
  if (*r->at != '/') {
    corner->t = readIndex(r, r->mesh->ntexcoord, "texture coordinate");
    if (corner->t < 0 || *r->at != '/') return corner->t >= 0;
  }
  r->at++;
  corner->n = readIndex(r, r->mesh->nnormal, "normal");
  return corner->n >= 0;
}

// appends the corners of a line f or l; returns their number, or -1
static int readCorners(Reader* r, const char* end) {
  int n = 0;
  for (r->at = skipBlanks(r->at); r->at < end; r->at = skipBlanks(r->at), n++) {
    if (!readCorner(r, &r->corner[r->ncorner + n])) return -1;
    if (isBlank(*r->at) || r->at == end) continue;
    mesh_fail(r->fault, "line %d: '%.12s' follows an index; corners are i, i/t, i//n or i/t/n",
              r->line, r->at);
    return -1;
  }
  return n;
}

// odd: polygons of many corners
static bool dropFace(Reader* r, int n) {
  mesh_Dropped* dropped = &r->mesh->dropped;
  if (!dropped->n++) {
    const int before = r->segments ? 0 : r->nface;
    *dropped = (mesh_Dropped){.n = 1, .line = r->line, .face = before + 1, .ncorner = n};
  }
  return true;
}

static bool readFace(Reader* r, const char* end) {
  const int n = countWords(r->at, end);
  if (r->segments && n <= MOST_CORNERS) {  // triangles take precedence over lines
    r->segments = false;
    r->nface = r->ncorner = 0;
  }
  if (readCorners(r, end) < 0) return false;
  if (n < 3) return true;  // points and lines are not faces
  if (n > MOST_CORNERS) return dropFace(r, n);
  r->length[r->nface++] = n;
  r->ncorner += n;
  return true;
}

// each segment of a line becomes a degenerate face without area
static bool readSegments(Reader* r, const char* end) {
  if (r->nface && !r->segments) return true;
  const int n = readCorners(r, end), first = r->ncorner;
  if (n < 2) return n >= 0;
  r->segments = true;
  // backwards, since two corners replace one
  for (int i = n - 2; i >= 0; i--) {
    const Corner a = r->corner[first + i], b = r->corner[first + i + 1];
    r->corner[first + 2 * i + 1] = b;
    r->corner[first + 2 * i] = a;
  }
  for (int i = 0; i < n - 1; i++) r->length[r->nface++] = 2;
  r->ncorner += 2 * (n - 1);
  return true;
}

// ---- lines

static bool readVertex(Reader* r, const char* end) {
  return readNumbers(r, end, "v x y z", r->mesh->vert + 3 * (size_t)r->mesh->nvert++, 3);
}

static bool readNormal(Reader* r, const char* end) {
  return readNumbers(r, end, "vn x y z", r->mesh->normal + 3 * (size_t)r->mesh->nnormal++, 3);
}

static bool readTexcoord(Reader* r, const char* end) {
  float* to = r->mesh->texcoord + 2 * (size_t)r->mesh->ntexcoord++;
  const bool one = countWords(r->at, end) == 1;  // along a line
  if (!readNumbers(r, end, "vt u v", to, one ? 1 : 2)) return false;
  to[1] = 1 - (one ? 0 : to[1]);
  return true;
}

static bool readGroup(Reader* r, const char* end) {
  (void)end;
  r->closed = r->closed || r->nface || r->mesh->dropped.n;  // odd: faces of the first object
  return true;
}

static bool readLines(Reader* r) {
  static bool (*const read[])(Reader*, const char*) = {
      [LINE_V] = readVertex, [LINE_VT] = readTexcoord, [LINE_VN] = readNormal,
      [LINE_F] = readFace,   [LINE_L] = readSegments,  [LINE_GROUP] = readGroup};
  for (r->line = 1; r->at < r->end; r->line++) {
    const char* next = lineEnd(r->at, r->end);
    const char* end = next;
    const LineKind kind = kindOf(&r->at);
    while (end > r->at && isBlank(end[-1])) end--;
    const bool skipped = r->closed && (kind == LINE_F || kind == LINE_L);
    if (kind != LINE_OTHER && !skipped && !read[kind](r, end)) return false;
    r->at = next + 1;
  }
  return true;
}

// ---- faces

static void putTriangle(mesh_Data* mesh, const Corner* a, const Corner* b, const Corner* c) {
  const size_t at = 3 * (size_t)mesh->nface++;
  const Corner* const corner[3] = {a, b, c};
  for (size_t k = 0; k < 3; k++) {
    mesh->face[at + k] = corner[k]->v;
    if (mesh->facenormal) mesh->facenormal[at + k] = corner[k]->n;
    if (mesh->facetexcoord) mesh->facetexcoord[at + k] = corner[k]->t;
  }
}

static bool cutFaces(Reader* r, int longest, arena_Arena* scratch) {
  const Corner* corner = r->corner;
  int* id = arena_array(scratch, (size_t)longest + 1, sizeof *id);
  int* list = arena_array(scratch, (size_t)longest + 1, sizeof *list);
  int* triangle = arena_array(scratch, (size_t)longest + 1, 3 * sizeof *triangle);
  if (!id || !list || !triangle) return mesh_noMemory(r->fault);
  for (int i = 0; i < r->nface; corner += r->length[i++]) {
    const int n = r->length[i];
    for (int k = 0; k < n; k++) {
      if (corner[k].v < r->mesh->nvert) continue;
      return mesh_fail(r->fault, "face %d: there is no vertex %d; the file has %d", i + 1,
                       corner[k].v + 1, r->mesh->nvert);
    }
    if (n <= 3) {
      putTriangle(r->mesh, corner, corner + 1, corner + (n - 1));
      continue;
    }
    for (int k = 0; k < n; k++) id[k] = corner[k].v;
    const int ntriangle = mesh_cutPolygon(r->mesh->vert, id, n, list, triangle);
    for (int k = 0; k < 3 * ntriangle; k += 3) {
      putTriangle(r->mesh, corner + triangle[k], corner + triangle[k + 1],
                  corner + triangle[k + 2]);
    }
  }
  return true;
}

static bool makeRoom(Reader* r, const Counts* counts, arena_Arena* arena, arena_Arena* scratch) {
  mesh_Data* mesh = r->mesh;
  mesh->vert = arena_raw(arena, (size_t)counts->v + 1, 3 * sizeof *mesh->vert);
  mesh->normal = arena_raw(arena, (size_t)counts->vn + 1, 3 * sizeof *mesh->normal);
  mesh->texcoord = arena_raw(arena, (size_t)counts->vt + 1, 2 * sizeof *mesh->texcoord);
  r->corner = arena_raw(scratch, (size_t)counts->corner + 1, sizeof *r->corner);
  r->length = arena_raw(scratch, (size_t)counts->face + 1, sizeof *r->length);
  return (mesh->vert && mesh->normal && mesh->texcoord && r->corner && r->length) ||
         mesh_noMemory(r->fault);
}

// allocates triangles: at most two fewer than corners for each face
static bool makeFaces(Reader* r, int longest, arena_Arena* arena, arena_Arena* scratch) {
  mesh_Data* mesh = r->mesh;
  const size_t most = r->segments ? (size_t)r->nface : (size_t)(r->ncorner - 2 * r->nface);
  if (!r->nface) return true;
  mesh->face = arena_raw(arena, most, 3 * sizeof *mesh->face);
  if (mesh->nnormal) mesh->facenormal = arena_raw(arena, most, 3 * sizeof *mesh->face);
  if (mesh->ntexcoord) mesh->facetexcoord = arena_raw(arena, most, 3 * sizeof *mesh->face);
  if (!mesh->face || (mesh->nnormal && !mesh->facenormal) ||
      (mesh->ntexcoord && !mesh->facetexcoord)) {
    return mesh_noMemory(r->fault);
  }
  const bool ok = cutFaces(r, longest, scratch);
  ASSERT((size_t)mesh->nface <= most);
  return ok;
}

const char* mesh_droppedText(const mesh_Dropped* dropped, char text[MESH_DROPPED_TEXT]) {
  char more[40] = "";
  if (dropped->n > 1) snprintf(more, sizeof more, ", and so are %d more", dropped->n - 1);
  snprintf(text, MESH_DROPPED_TEXT,
           "line %d: face %d has %d corners and is left out%s: faces have %d at most. Cut it into "
           "triangles where you export the mesh",
           dropped->line, dropped->face, dropped->ncorner, more, MOST_CORNERS);
  return text;
}

bool mesh_readOBJ(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault) {
  size = text_sizeOf(bytes, size);
  arena_Arena scratch = arena_make(0);
  Reader r = {.at = bytes, .end = bytes + size, .fault = fault, .mesh = mesh};
  Counts counts = {0};
  if (size >= INT_MAX / 2) return mesh_fail(fault, "a file of %zu bytes is too large", size);
  countLines(bytes, bytes + size, &counts);
  if (!counts.v) return mesh_fail(fault, "it has no vertices: no line 'v x y z'");
  const bool ok = makeRoom(&r, &counts, arena, &scratch) && readLines(&r) &&
                  makeFaces(&r, counts.longest, arena, &scratch);
  // both passes see the same lines
  ASSERT(!ok || (mesh->nvert == counts.v && mesh->nnormal == counts.vn &&
                 mesh->ntexcoord == counts.vt && r.ncorner <= counts.corner));
  arena_free(&scratch);
  return ok;
}
