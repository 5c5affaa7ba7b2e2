// The lists of members in compat/mujoco (mjxmacro.h, mjspecmacro.h) against the structs: types are
// checked by the compiler, names, order and sizes against the field tables.
#include "support.h"

#include "../compat/mujoco/mjspecmacro.h"
#include "../compat/mujoco/mjxmacro.h"
#include "model/fields.h"

// ---- types and lengths: a wrong one does not compile

#define SAME(type, expression)                                                                     \
  _Static_assert(_Generic((expression), type : 1, default : 0), #expression " is no " #type);

#define XVEC(type, name, n)                                                                        \
  _Static_assert(sizeof STRUCT.name == sizeof(type) * (n), #name);                                 \
  SAME(type, STRUCT.name[0])
#define X(type, name, n)                                                                           \
  _Static_assert((n) == 1, #name);                                                                 \
  SAME(type, STRUCT.name)

#define STRUCT (*(mjOption*)0)
MJOPTION_FIELDS
#undef STRUCT
#define STRUCT ((mjVisual*)0)->global
MJVISUAL_GLOBAL_FIELDS
#undef STRUCT
#define STRUCT ((mjVisual*)0)->quality
MJVISUAL_QUALITY_FIELDS
#undef STRUCT
#define STRUCT ((mjVisual*)0)->headlight
MJVISUAL_HEADLIGHT_FIELDS
#undef STRUCT
#define STRUCT ((mjVisual*)0)->map
MJVISUAL_MAP_FIELDS
#undef STRUCT
#define STRUCT ((mjVisual*)0)->scale
MJVISUAL_SCALE_FIELDS
#undef STRUCT
#define STRUCT ((mjVisual*)0)->rgba
MJVISUAL_RGBA_FIELDS
#undef STRUCT
#undef X
#undef XVEC

// enums are ints or unsigned to _Generic: sizes are compared instead
#define XVEC(type, name, n) _Static_assert(sizeof STRUCT.name == sizeof(type) * (n), #name);
#define X(type, name, n) _Static_assert(sizeof STRUCT.name == sizeof(type) * (n), #name);
#define STRUCT (*(mjSpec*)0)
MJSPEC_FIELDS
#undef STRUCT
#define STRUCT (*(mjsCompiler*)0)
MJSCOMPILER_FIELDS
#undef STRUCT
#define STRUCT (*(mjsBody*)0)
MJSBODY_FIELDS
#undef STRUCT
#define STRUCT (*(mjsJoint*)0)
MJSJOINT_FIELDS
#undef STRUCT
#define STRUCT (*(mjsGeom*)0)
MJSGEOM_FIELDS
#undef STRUCT
#define STRUCT (*(mjsActuator*)0)
MJSACTUATOR_FIELDS
#undef STRUCT
#define STRUCT (*(mjsDefault*)0)
MJSDEFAULT_FIELDS
#undef STRUCT
#undef X
#undef XVEC

#define X(type, name, nr, nc) SAME(type*, ((mjModel*)0)->name)
MJMODEL_POINTERS
#undef X
#define X(type, name, nr, nc) SAME(type*, ((mjData*)0)->name)
MJDATA_POINTERS
MJDATA_ARENA_POINTERS
#undef X
#define X(type, name) SAME(type, ((mjData*)0)->name)
MJDATA_SCALAR
#undef X

// ---- names, order, sizes

typedef struct {
  const char* name;
  mjtSize rows, cols;
} Entry;

static void expectTable(field_Table table, int first, const Entry* entry, int n, const mjModel* m,
                        const mjData* d) {
  for (int i = 0; i < n; i++) {
    const field_Field* f = &table.field[first + i];
    assert_string_equal(entry[i].name, f->name);
    assert_int_equal(entry[i].rows * entry[i].cols, field_count(f, m, d));
  }
}

static int arenaStart(void) {
  const field_Table table = field_data();
  int i = 0;
  while (table.field[i].part != FIELD_ARENA) i++;
  return i;
}

static void test_arrays(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/../models/humanoid.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  while (!d->ncon) mj_step(m, d);
  {
    MJMODEL_POINTERS_PREAMBLE(m)
    (void)nuser_body, (void)nq, (void)nmocap, (void)na, (void)nu, (void)nuser_cam;
#define X(type, array, nr, nc) {#array, m->nr, nc},
    const Entry entry[] = {MJMODEL_POINTERS};
#undef X
    const int n = (int)(sizeof entry / sizeof *entry);
    assert_int_equal(n, field_model().n);
    expectTable(field_model(), 0, entry, n, m, d);
#define X(type, array, nr, nc) {#array, m->nr, nc},
    const Entry fixed[] = {MJDATA_POINTERS};
#undef X
    assert_int_equal(sizeof fixed / sizeof *fixed, arenaStart());
    expectTable(field_data(), 0, fixed, arenaStart(), m, d);
  }
#undef MJ_M
#define MJ_M(n) m->n
#undef MJ_D
#define MJ_D(n) d->n
#define X(type, array, nr, nc) {#array, nr, nc},
  const Entry arena[] = {MJDATA_ARENA_POINTERS};
#undef X
  const int n = (int)(sizeof arena / sizeof *arena);
  assert_int_equal(n, field_data().n - arenaStart());
  for (int i = 0; i < n; i++) {  // they are listed by parts
    const field_Field* f = field_data().field + arenaStart();
    while (strcmp(f->name, arena[i].name)) f++;
    assert_int_equal(arena[i].rows * arena[i].cols, field_count(f, m, d));
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_sizes(void** state) {
  (void)state;
  int n;
  const field_Field* size = field_modelSizes(&n);
#define X(member) {.name = #member, .offset = offsetof(mjModel, member)},
  const field_Field entry[] = {MJMODEL_SIZES};
#undef X
  assert_int_equal(sizeof entry / sizeof *entry, n);
  for (int i = 0; i < n; i++) {
    assert_string_equal(entry[i].name, size[i].name);
    assert_int_equal(entry[i].offset, size[i].offset);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arrays), cmocka_unit_test(test_sizes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
