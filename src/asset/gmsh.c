// Parser of Gmsh mesh files (.msh). A file begins with $MeshFormat and its version; the sections
// $Nodes and $Elements are found by name, and other sections are skipped. Version 4.1: one block of
// nodes and one of elements, each with a header of counts (text, or 8-byte integers); all node tags
// come before all coordinates. Version 2.2: a count as text, then records; binary element records
// follow headers that say how many follow, one header for all elements or one for each. Every count
// is validated against the remaining bytes before it is used for allocation.
#include "asset/gmsh.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/number.h"

enum { MOST_ITEMS = 1 << 24, MOST_TAGS = 64 };

typedef struct {
  const char *bytes, *at, *end;  // the file, and the rest of the current section
  const char* section;
  bool binary;
  gmsh_Data* data;
  arena_Arena* arena;
  mesh_Fault* fault;
} Reader;

// ---- error locations

static int lineOf(const Reader* r) {
  int line = 1;
  for (const char* p = r->bytes; p < r->at; p++) line += *p == '\n';
  return line;
}

// "$Nodes, line 12: ..." or "$Nodes, byte 512: ..."
static bool fail(Reader* r, const char* format, long long a, long long b) {
  char text[300];
  snprintf(text, sizeof text, format, a, b);
  if (r->binary)
    return mesh_fail(r->fault, "%s, byte %lld: %s", r->section, (long long)(r->at - r->bytes),
                     text);
  return mesh_fail(r->fault, "%s, line %d: %s", r->section, lineOf(r), text);
}

static const char* find(const char* at, const char* end, const char* word) {
  const size_t n = strlen(word);
  for (; at + n <= end; at++) {
    const char* hit = memchr(at, word[0], (size_t)(end - at) - n + 1);
    if (!hit) return NULL;
    if (!memcmp(hit, word, n)) return hit;
    at = hit;
  }
  return NULL;
}

// enters a section: its contents are read next
static bool enter(Reader* r, const char* begin, const char* end, size_t size) {
  const char* last = r->bytes + size;
  const char* from = find(r->bytes, last, begin);
  const char* to = from ? find(from, last, end) : NULL;
  if (!to) return mesh_fail(r->fault, "it has no section %s ... %s", begin, end);
  r->section = begin;
  r->at = from + strlen(begin);
  r->end = to;
  // binary data begin after the end of the line
  if (r->at < r->end && *r->at == '\r') r->at++;
  if (r->at < r->end && *r->at == '\n') r->at++;
  return true;
}

// ---- numbers

static void skipBlanks(Reader* r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n'))
    r->at++;
}

static bool textInt(Reader* r, int64_t* x) {
  skipBlanks(r);
  const char* after = r->at < r->end ? num_parseInt(r->at, x) : NULL;
  if (!after || after > r->end) return fail(r, "an integer is missing", 0, 0);
  r->at = after;
  return true;
}

static bool textDouble(Reader* r, double* x) {
  skipBlanks(r);
  const char* after = r->at < r->end ? num_parse(r->at, x) : NULL;
  if (!after || after > r->end) return fail(r, "a number is missing", 0, 0);
  r->at = after;
  return isfinite(*x) || fail(r, "a coordinate is not finite", 0, 0);
}

static bool binary(Reader* r, void* x, size_t bytes) {
  if ((size_t)(r->end - r->at) < bytes)
    return fail(r, "%lld bytes are missing at the end",
                (long long)(bytes - (size_t)(r->end - r->at)), 0);
  memcpy(x, r->at, bytes);
  r->at += bytes;
  return true;
}

static bool binaryDouble(Reader* r, double* x) {
  return binary(r, x, sizeof *x) && (isfinite(*x) || fail(r, "a coordinate is not finite", 0, 0));
}

// reads an integer: text, or binary with this number of bytes
static bool integer(Reader* r, int64_t* x, size_t bytes) {
  if (!r->binary) return textInt(r, x);
  int32_t small = 0;
  if (bytes == sizeof *x) return binary(r, x, sizeof *x);
  if (!binary(r, &small, sizeof small)) return false;
  *x = small;
  return true;
}

static bool number(Reader* r, double* x) {
  return r->binary ? binaryDouble(r, x) : textDouble(r, x);
}

// validates a count of items that take at least `each` bytes
static bool checkCount(Reader* r, int64_t n, int64_t each) {
  if (n < 1 || n > MOST_ITEMS)
    return fail(r, "it says %lld items; there must be 1 to %lld", n, MOST_ITEMS);
  if (n * each > r->end - r->at)
    return fail(r, "it says %lld items, but only %lld bytes follow", n, r->end - r->at);
  return true;
}

static bool makeNodes(Reader* r, int64_t n) {
  r->data->nnode = (int)n;
  r->data->node = arena_raw(r->arena, (size_t)n, 3 * sizeof *r->data->node);
  return r->data->node || mesh_noMemory(r->fault);
}

static bool makeElems(Reader* r, int64_t n) {
  r->data->nelem = (int)n;
  r->data->elem = arena_raw(r->arena, (size_t)n, ((size_t)r->data->dim + 1) * sizeof(int));
  return r->data->elem || mesh_noMemory(r->fault);
}

// sets vertex v of element e: the tag of a node minus that of the first
static bool takeVert(Reader* r, int e, int v, int64_t tag, int64_t first) {
  if (tag < first || tag >= first + r->data->nnode)
    return fail(r, "an element has node %lld, which is none of the %lld nodes", tag,
                r->data->nnode);
  r->data->elem[e * (r->data->dim + 1) + v] = (int)(tag - first);
  return true;
}

// ---- 4.1

// counts of a section and of its single block
typedef struct {
  int64_t blocks, n, least, most, dim, tag, kind, inBlock;
} Header;

static bool readHeader(Reader* r, Header* h) {
  int64_t* const wide[4] = {&h->blocks, &h->n, &h->least, &h->most};
  int64_t* const narrow[3] = {&h->dim, &h->tag, &h->kind};
  for (int i = 0; i < 4; i++) {
    if (!integer(r, wide[i], 8)) return false;
  }
  if (h->blocks != 1)
    return fail(r,
                "it has %lld blocks; all must be in one (save the mesh with one physical group, "
                "or merge its parts)",
                h->blocks, 0);
  for (int i = 0; i < 3; i++) {
    if (!integer(r, narrow[i], 4)) return false;
  }
  if (!integer(r, &h->inBlock, 8)) return false;
  if (h->inBlock != h->n)
    return fail(r, "the section has %lld items, but its block %lld", h->n, h->inBlock);
  if (h->dim < 1 || h->dim > 3)
    return fail(r, "its dimension is %lld; it must be 1, 2 or 3", h->dim, 0);
  return true;
}

static bool readNodes41(Reader* r, int64_t* first) {
  Header h;
  if (!readHeader(r, &h)) return false;
  if (h.most != h.n)
    return fail(r,
                "the largest number of its %lld nodes is %lld; they must be numbered without "
                "gaps",
                h.n, h.most);
  if (!checkCount(r, h.n, r->binary ? 32 : 8) || !makeNodes(r, h.n)) return false;
  r->data->dim = (int)h.dim;
  *first = h.least;
  for (int64_t i = 0; i < h.n; i++) {
    int64_t tag;
    if (!integer(r, &tag, 8)) return false;
    if (tag - i != h.least)
      return fail(r, "node %lld has the number %lld; they must be consecutive", i, tag);
  }
  for (int i = 0; i < 3 * r->data->nnode; i++) {
    if (!number(r, &r->data->node[i])) return false;
  }
  return true;
}

// Gmsh's element types of lines, triangles and tetrahedra
static const int kindOf[4] = {0, 1, 2, 4};

static bool readElems41(Reader* r, int64_t first) {
  Header h;
  const int dim = r->data->dim;
  if (!readHeader(r, &h)) return false;
  if (h.dim != dim || h.kind != kindOf[dim])
    return fail(r,
                "its elements have the dimension %lld and type %lld; they must be plain lines, "
                "triangles or tetrahedra, of the dimension of the nodes",
                h.dim, h.kind);
  if (!checkCount(r, h.n, r->binary ? 8 * (dim + 2) : 2 * (dim + 2)) || !makeElems(r, h.n))
    return false;
  for (int e = 0; e < r->data->nelem; e++) {
    int64_t tag;
    if (!integer(r, &tag, 8)) return false;
    for (int v = 0; v <= dim; v++) {
      if (!integer(r, &tag, 8) || !takeVert(r, e, v, tag, first)) return false;
    }
  }
  return true;
}

// ---- 2.2

static bool isDigit(char c) { return c >= '0' && c <= '9'; }

// A count is text, also in binary files, and alone on its line; in a file without it, a record
// comes first.
static bool readCount22(Reader* r, int64_t* n, int64_t each) {
  const char* at = r->at;
  while (at < r->end && isDigit(*at)) at++;
  while (at < r->end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
  if (at == r->end || *at != '\n' || !isDigit(*r->at))
    return fail(r, "the number of its items is missing; it stands alone on the first line", 0, 0);
  if (!textInt(r, n)) return false;
  r->at = at + 1;
  return checkCount(r, *n, each);
}

static bool readNodes22(Reader* r) {
  int64_t n, tag;
  if (!readCount22(r, &n, r->binary ? 28 : 8) || !makeNodes(r, n)) return false;
  for (int64_t i = 0; i < n; i++) {
    if (!integer(r, &tag, 4)) return false;
    if (tag != i + 1)
      return fail(r, "node %lld has the number %lld; they must be 1, 2, 3 ...", i, tag);
    for (int k = 0; k < 3; k++) {
      if (!number(r, &r->data->node[3 * i + k])) return false;
    }
  }
  return true;
}

// all elements must have the type of the first
static bool takeKind(Reader* r, int64_t kind, int64_t n) {
  if (!r->data->dim) {
    if (kind != kindOf[2] && kind != kindOf[3])
      return fail(r,
                  "the first element has type %lld; it must be a triangle (2) or tetrahedron (4) "
                  "(save the mesh without lines and points)",
                  kind, 0);
    r->data->dim = kind == kindOf[2] ? 2 : 3;
    return makeElems(r, n);
  }
  return kind == kindOf[r->data->dim] ||
         fail(r, "an element has type %lld; all must be of type %lld", kind, kindOf[r->data->dim]);
}

static bool checkTags(Reader* r, int64_t ntag) {
  return (ntag >= 0 && ntag <= MOST_TAGS) ||
         fail(r, "an element has %lld tags; at most %lld are possible", ntag, MOST_TAGS);
}

static bool readVerts22(Reader* r, int e, int64_t ntag) {
  int64_t x;
  for (int64_t i = 0; i < ntag; i++) {
    if (!integer(r, &x, 4)) return false;
  }
  for (int v = 0; v <= r->data->dim; v++) {
    if (!integer(r, &x, 4) || !takeVert(r, e, v, x, 1)) return false;
  }
  return true;
}

static bool readElemsText22(Reader* r, int64_t n) {
  for (int e = 0; e < n; e++) {
    int64_t tag, kind, ntag;
    if (!integer(r, &tag, 4) || !integer(r, &kind, 4) || !integer(r, &ntag, 4) ||
        !takeKind(r, kind, n) || !checkTags(r, ntag) || !readVerts22(r, e, ntag))
      return false;
  }
  return true;
}

static bool readElemsBinary22(Reader* r, int64_t n) {
  for (int64_t e = 0; e < n;) {
    int64_t kind, follow, ntag, tag;
    if (!integer(r, &kind, 4) || !integer(r, &follow, 4) || !integer(r, &ntag, 4) ||
        !takeKind(r, kind, n) || !checkTags(r, ntag))
      return false;
    if (follow < 1 || follow > n - e)
      return fail(r, "a header says that %lld elements follow; %lld are left", follow, n - e);
    for (; follow > 0; follow--, e++) {
      if (!integer(r, &tag, 4) || !readVerts22(r, (int)e, ntag)) return false;
    }
  }
  return true;
}

static bool readElems22(Reader* r) {
  int64_t n;
  if (!readCount22(r, &n, r->binary ? 16 : 10)) return false;
  return r->binary ? readElemsBinary22(r, n) : readElemsText22(r, n);
}

// ---- the file

// version, and whether it is binary
static bool readFormat(Reader* r, size_t size, double* version) {
  static const char head[] = "$MeshFormat";
  int64_t kind, width;
  r->section = head;
  if (size < sizeof head - 1 || memcmp(r->bytes, head, sizeof head - 1))
    return mesh_fail(r->fault, "it does not begin with %s, so it is no Gmsh file", head);
  r->at = r->bytes + sizeof head - 1;
  r->end = r->bytes + size;
  if (!textDouble(r, version) || !textInt(r, &kind) || !textInt(r, &width)) return false;
  *version = floor(*version * 10 + 0.5) / 10;
  if (*version != 4.1 && *version != 2.2)
    return mesh_fail(r->fault, "its version is %g; 4.1 and 2.2 are read (gmsh -format msh41)",
                     *version);
  r->binary = kind != 0;
  if (!r->binary) return true;
  int32_t one = 0;
  if (r->at < r->end && *r->at == '\r') r->at++;
  if (r->at < r->end && *r->at == '\n') r->at++;
  if (!binary(r, &one, sizeof one)) return false;
  if (one != 1 || width != 8)
    return fail(r,
                "its numbers have another order of bytes, or %lld bytes; save it on a little-"
                "endian machine, with 8",
                width, 0);
  return true;
}

bool gmsh_read(const char* bytes, size_t size, arena_Arena* arena, gmsh_Data* data,
               mesh_Fault* fault) {
  Reader r = {.bytes = bytes, .data = data, .arena = arena, .fault = fault};
  double version;
  int64_t first = 1;
  *data = (gmsh_Data){0};
  if (!readFormat(&r, size, &version) || !enter(&r, "$Nodes", "$EndNodes", size)) return false;
  const bool modern = version == 4.1;
  if (!(modern ? readNodes41(&r, &first) : readNodes22(&r))) return false;
  if (!enter(&r, "$Elements", "$EndElements", size)) return false;
  return modern ? readElems41(&r, first) : readElems22(&r);
}
