// Observation vectors for reinforcement learning: selected values of each world in one row. A small
// parser reads the text that selects them once; a row is then a few copies.
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "batch/batch.h"

// n values of a field, from index `first` of a world
typedef struct {
  const char* rows;
  size_t bytes;  // per world
  int type;
  mjtSize first, n;
} Piece;

struct sn_BatchGather_ {
  int nworld, npiece, most;
  mjtSize size;
  Piece* piece;
};

enum { NAME_SIZE = 256 };

// ---- parser

typedef struct {
  const char* at;
  char field[NAME_SIZE], object[NAME_SIZE];
  bool hasRange, hasEnd;
  long first, end;
} Term;

static const char* skip(const char* s) {
  while (isspace((unsigned char)*s)) s++;
  return s;
}

// copies characters up to one of `stops` into name; false: empty or too long
static bool takeName(const char** at, const char* stops, char name[NAME_SIZE]) {
  const char* s = skip(*at);
  size_t n = strcspn(s, stops);
  *at = s + n;
  while (n && isspace((unsigned char)s[n - 1])) n--;
  if (!n || n >= NAME_SIZE) return false;
  memcpy(name, s, n);
  name[n] = 0;
  return true;
}

// "[2]", "[2:5]", "[2:]", "[:5]"
static bool takeRange(Term* t) {
  char* end;
  const char* s = skip(t->at + 1);
  t->hasRange = true;
  t->first = *s == ':' ? 0 : strtol(s, &end, 10);
  if (*s != ':') {
    if (end == s) return false;
    s = skip(end);
  }
  t->hasEnd = *s != ':';
  t->end = t->first + 1;
  if (*s == ':') {
    s = skip(s + 1);
    if (*s != ']') {
      t->hasEnd = true;
      t->end = strtol(s, &end, 10);
      if (end == s) return false;
      s = skip(end);
    }
  }
  t->at = s + (*s == ']');
  return *s == ']';
}

static bool takeTerm(Term* t) {
  const char* at = t->at;
  *t = (Term){.at = at};
  if (!takeName(&t->at, ":[,", t->field)) return false;
  if (*t->at == '[' && !takeRange(t)) return false;
  if (*t->at == ':') {
    t->at++;
    if (!takeName(&t->at, ",", t->object)) return false;
  }
  t->at = skip(t->at);
  return !*t->at || *t->at == ',';
}

// ---- objects

// object types whose count is the number of rows of a field
static const struct {
  const char* size;
  int object;
} kinds[] = {{"nbody", mjOBJ_BODY},     {"ngeom", mjOBJ_GEOM},        {"nsite", mjOBJ_SITE},
             {"ncam", mjOBJ_CAMERA},    {"nlight", mjOBJ_LIGHT},      {"njnt", mjOBJ_JOINT},
             {"ntendon", mjOBJ_TENDON}, {"nactuator", mjOBJ_ACTUATOR}};

static int jointNumbers(int type, bool positions) {
  return type == mjJNT_FREE ? 6 + positions : type == mjJNT_BALL ? 3 + positions : 1;
}

// index range of an object's values in a field where objects have slices
static bool findSlice(const mjModel* m, const char* size, const char* name, mjtSize* first,
                      mjtSize* n) {
  if (!strcmp(size, "nsensordata")) {
    const int id = mj_name2id(m, mjOBJ_SENSOR, name);
    if (id >= 0) *first = m->sensor_adr[id], *n = m->sensor_dim[id];
    return id >= 0;
  }
  if (!strcmp(size, "nu")) {
    const int id = mj_name2id(m, mjOBJ_ACTUATOR, name);
    if (id >= 0) *first = m->actuator_ctrladr[id], *n = m->actuator_ctrlnum[id];
    return id >= 0;
  }
  const bool positions = !strcmp(size, "nq");
  if (!positions && strcmp(size, "nv")) return false;
  const int id = mj_name2id(m, mjOBJ_JOINT, name);
  if (id < 0) return false;
  *first = positions ? m->jnt_qposadr[id] : m->jnt_dofadr[id];
  *n = jointNumbers(m->jnt_type[id], positions);
  return true;
}

static bool findObject(const mjModel* m, const Term* t, mjtSize* first, mjtSize* n) {
  sn_Field f;
  const int i = sn_findField(sn_TYPE_DATA, t->field);
  if (!sn_field(sn_TYPE_DATA, i, &f)) return false;
  mjtSize rows, cols;
  sn_fieldAddress(sn_TYPE_DATA, i, m, NULL, &rows, &cols);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    if (strcmp(kinds[k].size, f.rowtext)) continue;
    const int id = mj_name2id(m, kinds[k].object, t->object);
    *first = id * cols;
    *n = cols;
    return id >= 0;
  }
  return findSlice(m, f.rowtext, t->object, first, n);
}

// ---- pieces

static bool addPiece(sn_BatchGather* g, const batch_Array* a, mjtSize first, mjtSize n) {
  if (g->npiece == g->most) {
    const int most = g->most ? 2 * g->most : 8;
    Piece* piece =
        mem_grow(g->piece, (size_t)g->npiece * sizeof *piece, (size_t)most * sizeof *piece);
    if (!piece) return false;
    g->piece = piece;
    g->most = most;
  }
  g->piece[g->npiece++] = (Piece){a->rows, a->bytes, a->type, first, n};
  g->size += n;
  return g->size <= INT_MAX;
}

// returns NULL or an error text; "": already reported
static const char* addTerm(sn_Batch* b, sn_BatchGather* g, const Term* t) {
  const batch_Array* a = batch_result(b, t->field);
  if (!a) return "";  // already reported
  mjtSize first = 0, n = a->count;
  if (*t->object && !findObject(b->m, t, &first, &n)) return "has no numbers of such an object";
  if (t->hasRange) {
    first = t->first;
    n = (t->hasEnd ? t->end : a->count) - first;
    if (first < 0 || n < 0 || first + n > a->count) return "has not so many numbers";
  }
  return addPiece(g, a, first, n) ? NULL : "is too much: out of memory";
}

static bool addAll(sn_Batch* b, sn_BatchGather* g, const char* fields) {
  Term t = {.at = fields};
  for (;;) {
    const char* begin = skip(t.at);
    if (!takeTerm(&t)) {
      mju_error("sn_makeGather: '%.60s': a field, a field[first:end] or a field:object is expected",
                begin);
      return false;
    }
    const char* wrong = addTerm(b, g, &t);
    if (wrong && *wrong) mju_error("sn_makeGather: '%s' of '%.60s' %s", t.field, begin, wrong);
    if (wrong) return false;
    if (!*t.at) return true;
    t.at++;
  }
}

sn_BatchGather* sn_makeGather(sn_Batch* b, const char* fields) {
  ARGS_NEED_OR(NULL, b, fields);
  sn_BatchGather* g = mem_calloc(1, sizeof *g);
  if (!g) {
    mju_error("sn_makeGather: out of memory");
    return NULL;
  }
  g->nworld = b->nworld;
  if (addAll(b, g, fields)) return g;
  sn_deleteGather(g);
  return NULL;
}

void sn_deleteGather(sn_BatchGather* g) {
  if (!g) return;
  mem_free(g->piece);
  mem_free(g);
}

int sn_gatherSize(const sn_BatchGather* g) {
  ARGS_NEED_OR(0, g);
  return (int)g->size;
}

// ---- rows

static mjtNum numberAt(const char* row, int type, mjtSize i) {
  switch (type) {
    case sn_TYPE_NUM:
      return ((const mjtNum*)row)[i];
    case sn_TYPE_FLOAT:
      return (mjtNum)((const float*)row)[i];
    case sn_TYPE_INT:
      return ((const int*)row)[i];
    case sn_TYPE_SIZE:
      return (mjtNum)((const mjtSize*)row)[i];
    default:
      return ((const mjtByte*)row)[i];  // bytes and bools
  }
}

void sn_gatherBatch(const sn_BatchGather* g, mjtNum* out, mjtSize stride) {
  ARGS_NEED(g);
  if (g->size) ARGS_NEED(out);
  for (int w = 0; w < g->nworld; w++, out += stride) {
    mjtNum* to = out;
    for (int k = 0; k < g->npiece; k++) {
      const Piece* p = &g->piece[k];
      const char* row = p->rows + (size_t)w * p->bytes;
      for (mjtSize i = 0; i < p->n; i++) *to++ = numberAt(row, p->type, p->first + i);
    }
  }
}

void sn_gatherBatchFloat(const sn_BatchGather* g, float* out, mjtSize stride) {
  ARGS_NEED(g);
  if (g->size) ARGS_NEED(out);
  for (int w = 0; w < g->nworld; w++, out += stride) {
    float* to = out;
    for (int k = 0; k < g->npiece; k++) {
      const Piece* p = &g->piece[k];
      const char* row = p->rows + (size_t)w * p->bytes;
      for (mjtSize i = 0; i < p->n; i++) *to++ = (float)numberAt(row, p->type, p->first + i);
    }
  }
}
