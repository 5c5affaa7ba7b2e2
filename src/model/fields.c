// Field tables: sizes, addresses and the memory layout of arrays in a buffer.
#include "model/fields.h"

#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"

static const struct {
  size_t size;
  const char* name;
} typeInfo[FIELD_NTYPE] = {
    [FIELD_NUM] = {sizeof(mjtNum), "mjtNum"},
    [FIELD_FLOAT] = {sizeof(float), "float"},
    [FIELD_INT] = {sizeof(int), "int"},
    [FIELD_SIZE] = {sizeof(mjtSize), "mjtSize"},
    [FIELD_BYTE] = {sizeof(mjtByte), "mjtByte"},
    [FIELD_BOOL] = {sizeof(mjtBool), "mjtBool"},
    [FIELD_CHAR] = {sizeof(char), "char"},
    [FIELD_ADDRESS] = {sizeof(uintptr_t), "uintptr_t"},
    [FIELD_UINT64] = {sizeof(uint64_t), "uint64_t"},
    [FIELD_POINTER] = {sizeof(void*), "void*"},
    [sn_TYPE_MODEL] = {sizeof(mjModel), "mjModel"},
    [sn_TYPE_DATA] = {sizeof(mjData), "mjData"},
    [FIELD_OPTION] = {sizeof(mjOption), "mjOption"},
    [FIELD_VISUAL] = {sizeof(mjVisual), "mjVisual"},
    [FIELD_STATISTIC] = {sizeof(mjStatistic), "mjStatistic"},
    [FIELD_CONTACT] = {sizeof(mjContact), "mjContact"},
    [FIELD_WARNINGSTAT] = {sizeof(mjWarningStat), "mjWarningStat"},
    [FIELD_TIMERSTAT] = {sizeof(mjTimerStat), "mjTimerStat"},
    [FIELD_SOLVERSTAT] = {sizeof(mjSolverStat), "mjSolverStat"},
    [sn_TYPE_LROPT] = {sizeof(mjLROpt), "mjLROpt"},
    [sn_TYPE_VIEWOPTION] = {sizeof(mjvOption), "mjvOption"},
    [sn_TYPE_CAMERA] = {sizeof(mjvCamera), "mjvCamera"},
    [sn_TYPE_PERTURB] = {sizeof(mjvPerturb), "mjvPerturb"},
};

size_t field_typeSize(field_Type type) {
  ASSERT_FULL(type < FIELD_NTYPE && typeInfo[type].size);
  return typeInfo[type].size;
}

const char* field_typeName(field_Type type) { return typeInfo[type].name; }

mjtSize field_dim(const field_Dim* dim, const mjModel* m, const mjData* d) {
  if (dim->kind == DIM_CONST) return dim->factor;
  ASSERT_FULL(dim->offset < (dim->kind == DIM_MODEL ? sizeof(mjModel) : sizeof(mjData)));
  if (dim->kind == DIM_MODEL) {
    return dim->factor * *(const mjtSize*)((const char*)m + dim->offset);
  }
  return d ? dim->factor * *(const int*)((const char*)d + dim->offset) : 0;
}

mjtSize field_count(const field_Field* f, const mjModel* m, const mjData* d) {
  return field_dim(&f->rows, m, d) * field_dim(&f->cols, m, d);
}

void* field_get(const field_Field* f, const void* base) {
  void* array;
  memcpy(&array, (const char*)base + f->offset, sizeof array);
  return array;
}

void field_set(const field_Field* f, void* base, void* array) {
  memcpy((char*)base + f->offset, &array, sizeof array);
}

// bytes of one array, with overflow checks
static bool arrayBytes(const field_Field* f, const mjModel* m, size_t* bytes) {
  const mjtSize most =
      (mjtSize)1 << 56;  // products of two such sizes with a factor are checked below
  mjtSize rows = field_dim(&f->rows, m, NULL), cols = field_dim(&f->cols, m, NULL);
  if (rows < 0 || cols < 0 || rows > most || cols > most) return false;
  return size_mul((size_t)rows, (size_t)cols, bytes) &&
         size_mul(*bytes, field_typeSize(f->type), bytes);
}

bool field_layout(field_Table table, const mjModel* m, size_t* bytes, void* base, void* buffer) {
  // arrays of at least a cache line are aligned to one; small ones are packed
  const size_t small = sizeof(mjtNum);
  size_t at = 0;
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    size_t n = 0;
    if (f->part != FIELD_ARENA) {
      if (!arrayBytes(f, m, &n)) return false;
      if (!size_align(at, n >= MEM_ALIGN ? MEM_ALIGN : small, &at)) return false;
    }
    ASSERT_FULL(at % (n >= MEM_ALIGN ? MEM_ALIGN : small) == 0 || !n);
    if (base) field_set(f, base, n ? (char*)buffer + at : NULL);
    if (!size_add(at, n, &at)) return false;
  }
  return size_align(at, MEM_ALIGN, bytes);
}
