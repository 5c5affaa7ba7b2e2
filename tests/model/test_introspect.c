// model/introspect: members of the public structs told at run time.
#include "support.h"

static const char xml[] =
    "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'><freejoint/>"
    "<geom name='ball' size='.2' mass='3'/></body></worldbody></mujoco>";

static size_t structSize(int type) {
  static const size_t size[sn_NTYPE] = {[sn_TYPE_MODEL] = sizeof(mjModel),
                                        [sn_TYPE_DATA] = sizeof(mjData),
                                        [sn_TYPE_OPTION] = sizeof(mjOption),
                                        [sn_TYPE_VISUAL] = sizeof(mjVisual),
                                        [sn_TYPE_STATISTIC] = sizeof(mjStatistic),
                                        [sn_TYPE_CONTACT] = sizeof(mjContact),
                                        [sn_TYPE_WARNINGSTAT] = sizeof(mjWarningStat),
                                        [sn_TYPE_TIMERSTAT] = sizeof(mjTimerStat),
                                        [sn_TYPE_SOLVERSTAT] = sizeof(mjSolverStat),
                                        [sn_TYPE_LROPT] = sizeof(mjLROpt),
                                        [sn_TYPE_VIEWOPTION] = sizeof(mjvOption),
                                        [sn_TYPE_CAMERA] = sizeof(mjvCamera),
                                        [sn_TYPE_PERTURB] = sizeof(mjvPerturb)};
  return type >= 0 && type < sn_NTYPE ? size[type] : 0;
}

// bytes that a member takes in its struct, and its alignment
static size_t bytesOf(const sn_Field* f, int type, int i) {
  mjtSize rows, cols;
  if (f->flags & sn_FIELD_ARRAY) return sizeof(void*);
  sn_fieldAddress(type, i, NULL, NULL, &rows, &cols);
  return (size_t)(rows * cols) * f->size;
}
static size_t alignOf(const sn_Field* f) {
  if (f->flags & sn_FIELD_ARRAY) return sizeof(void*);
  return f->type < sn_TYPE_MODEL ? f->size : f->type == sn_TYPE_WARNINGSTAT ? 4 : 8;
}
static size_t roundUp(size_t n, size_t align) { return (n + align - 1) / align * align; }

// the member that begins at or after `at`, first of all
static int nextMember(int type, size_t at, sn_Field* next) {
  int found = -1;
  for (int i = 0; i < sn_fieldCount(type); i++) {
    sn_Field f;
    assert_true(sn_field(type, i, &f));
    if (f.offset < at || (found >= 0 && f.offset >= next->offset)) continue;
    found = i, *next = f;
  }
  return found;
}

// members follow each other with no more than padding between: none is missing, none overlaps
static void test_coverage(void** state) {
  (void)state;
  for (int type = sn_TYPE_MODEL; type < sn_NTYPE; type++) {
    size_t end = 0, align = 1;
    int n = 0;
    sn_Field f = {0};
    for (int i; (i = nextMember(type, end, &f)) >= 0; n++) {
      if (f.offset != roundUp(end, alignOf(&f))) {
        fail_msg("%s: something is missing before %s", sn_typeName(type), f.name);
      }
      end = f.offset + bytesOf(&f, type, i);
      if (alignOf(&f) > align) align = alignOf(&f);
    }
    assert_int_equal(n, sn_fieldCount(type));
    assert_int_equal(roundUp(end, align), structSize(type));
    print_message("%s: %d members\n", sn_typeName(type), n);
  }
}

static void test_texts(void** state) {
  (void)state;
  const int all = (1 << sn_NFIELDFLAG) - 1;
  for (int type = sn_TYPE_MODEL; type < sn_NTYPE; type++) {
    for (int i = 0; i < sn_fieldCount(type); i++) {
      sn_Field f;
      assert_true(sn_field(type, i, &f));
      assert_int_equal(sn_findField(type, f.name), i);  // names are unique
      assert_true(f.meaning[0] && f.rowtext[0] && f.coltext[0] && f.unit);
      assert_false(f.meaning[0] == '(' && strstr(f.meaning, " x "));  // the shape is no part of it
      assert_string_equal(f.ctype, sn_typeName(f.type));
      assert_non_null(sn_stageName(f.stage));
      assert_false(f.flags & ~all);
      const bool number = f.type == sn_TYPE_NUM || f.type == sn_TYPE_FLOAT;
      if (f.flags & (sn_FIELD_LANE | sn_FIELD_WORLD)) assert_true(number);
      if (f.flags & sn_FIELD_LANE) assert_int_equal(type, sn_TYPE_DATA);
      if (!number && f.type < sn_TYPE_MODEL) assert_string_equal(f.unit, "");
    }
  }
}

static void expectField(int type, const char* name, const char* shape, int stage, int flags,
                        const char* unit, const char* meaning) {
  sn_Field f;
  assert_true(sn_field(type, sn_findField(type, name), &f));
  char text[100];
  snprintf(text, sizeof text, "%s x %s", f.rowtext, f.coltext);
  assert_string_equal(text, shape);
  assert_int_equal(f.stage, stage);
  assert_int_equal(f.flags, flags);
  assert_string_equal(f.unit, unit);
  assert_string_equal(f.meaning, meaning);
}

static void test_rows(void** state) {
  (void)state;
  const int value = sn_FIELD_EXPORT, array = sn_FIELD_EXPORT | sn_FIELD_ARRAY;
  expectField(sn_TYPE_MODEL, "body_mass", "nbody x 1", sn_STAGE_NONE, array | sn_FIELD_WORLD, "kg",
              "mass");
  expectField(sn_TYPE_MODEL, "nq", "1 x 1", sn_STAGE_NONE, value, "",
              "position coordinates: length of qpos");
  expectField(sn_TYPE_MODEL, "key_mpos", "nkey x nmocap*3", sn_STAGE_NONE, array, "m", "mocap_pos");
  expectField(sn_TYPE_DATA, "qvel", "nv x 1", sn_STAGE_INPUT, array | sn_FIELD_LANE, "m/s|rad/s",
              "velocities");
  expectField(sn_TYPE_DATA, "xfrc_applied", "nbody x 6", sn_STAGE_INPUT, array | sn_FIELD_LANE,
              "N, N m", "force and torque at the centre of mass of each body");
  expectField(sn_TYPE_DATA, "efc_type", "nefc x 1", sn_STAGE_POSITION, array | sn_FIELD_ARENA, "",
              "mjtConstraint");
  expectField(sn_TYPE_DATA, "solver", "mjNISLAND x mjNSOLVER", sn_STAGE_CONSTRAINT, value, "",
              "iterations, mjNSOLVER for each island");
  expectField(sn_TYPE_DATA, "arena", "1 x 1", sn_STAGE_NONE, 0, "",
              "arrays that grow in a step (from below) and stack (from above)");
  expectField(sn_TYPE_OPTION, "gravity", "3 x 1", sn_STAGE_NONE, value | sn_FIELD_WORLD, "m/s²",
              "acceleration of gravity");
  expectField(sn_TYPE_VISUAL, "map.znear", "1 x 1", sn_STAGE_NONE, value, "",
              "near clipping plane, in units of stat.extent");
  expectField(sn_TYPE_CONTACT, "dist", "1 x 1", sn_STAGE_POSITION, value, "m",
              "distance, negative in penetration");
}

static void test_bounds(void** state) {
  (void)state;
  sn_Field f;
  assert_int_equal(sn_fieldCount(sn_TYPE_NUM), 0);
  assert_int_equal(sn_fieldCount(-1) + sn_fieldCount(sn_NTYPE), 0);
  assert_false(sn_field(sn_TYPE_DATA, -1, &f));
  assert_null(f.name);
  assert_false(sn_field(sn_TYPE_DATA, sn_fieldCount(sn_TYPE_DATA), &f));
  assert_false(sn_field(INT32_MIN, INT32_MAX, &f));
  assert_int_equal(sn_findField(sn_TYPE_MODEL, "qpos"), -1);
  assert_null(sn_typeName(sn_NTYPE));
  assert_null(sn_stageName(-1));
  mjtSize rows = 7, cols = 7;
  assert_null(sn_fieldAddress(sn_TYPE_DATA, -1, NULL, NULL, &rows, &cols));
  assert_int_equal(rows + cols, 0);
}

static void* addressOf(int type, const char* name, const mjModel* m, const mjData* d, int rows,
                       int cols) {
  mjtSize r, c;
  void* at = sn_fieldAddress(type, sn_findField(type, name), m, d, &r, &c);
  assert_int_equal(r, rows);
  assert_int_equal(c, cols);
  return at;
}

static void test_addresses(void** state) {
  (void)state;
  char error[200];
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  assert_non_null(m);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_ptr_equal(addressOf(sn_TYPE_MODEL, "body_mass", m, NULL, 2, 1), m->body_mass);
  assert_ptr_equal(addressOf(sn_TYPE_MODEL, "nv", m, NULL, 1, 1), &m->nv);
  assert_ptr_equal(addressOf(sn_TYPE_MODEL, "opt", m, NULL, 1, 1), &m->opt);
  assert_ptr_equal(addressOf(sn_TYPE_OPTION, "gravity", m, NULL, 3, 1), m->opt.gravity);
  assert_ptr_equal(addressOf(sn_TYPE_VISUAL, "rgba.fog", m, NULL, 4, 1), m->vis.rgba.fog);
  assert_ptr_equal(addressOf(sn_TYPE_STATISTIC, "extent", m, d, 1, 1), &m->stat.extent);
  assert_ptr_equal(addressOf(sn_TYPE_DATA, "xmat", m, d, 2, 9), d->xmat);
  assert_ptr_equal(addressOf(sn_TYPE_DATA, "time", m, d, 1, 1), &d->time);
  assert_int_equal(d->ncon, 1);
  assert_ptr_equal(addressOf(sn_TYPE_DATA, "contact", m, d, 1, 1), d->contact);
  assert_null(addressOf(sn_TYPE_DATA, "contact", m, NULL, 0, 1));
  assert_null(addressOf(sn_TYPE_DATA, "qpos", NULL, NULL, 0, 1));
  assert_null(addressOf(sn_TYPE_CONTACT, "frame", m, d, 9, 1));
  assert_null(addressOf(sn_TYPE_MODEL, "tendon_range", m, d, 0, 2));
  assert_ptr_equal(sn_fieldAddress(sn_TYPE_MODEL, 0, m, d, NULL, NULL), &m->nq);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_coverage), cmocka_unit_test(test_texts),
                                     cmocka_unit_test(test_rows), cmocka_unit_test(test_bounds),
                                     cmocka_unit_test(test_addresses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
