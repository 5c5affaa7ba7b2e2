// model/names, model/print.
#include "sample_model.h"

#include <locale.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

static void test_allNames(void** state) {
  (void)state;
  mjModel* m = sample_model();
  int n, named = 0;
  const names_Kind* kind = names_kinds(&n);
  for (int k = 0; k < n; k++) {
    int count = (int)*(mjtSize*)((char*)m + kind[k].count);
    for (int i = 0; i < count; i++) {
      const char* name = mj_id2name(m, kind[k].type, i);
      if (i > 0 && i + 1 == count) {
        assert_null(name);
        continue;
      }
      assert_non_null(name);
      assert_int_equal(mj_name2id(m, kind[k].type, name), i);
      named++;
    }
    assert_null(mj_id2name(m, kind[k].type, count));
    assert_null(mj_id2name(m, kind[k].type, -1));
    assert_int_equal(mj_name2id(m, kind[k].type, "nobody"), -1);
    assert_int_equal(mj_name2id(m, kind[k].type, ""), -1);
  }
  print_message("%d names found\n", named);
  assert_int_equal(mj_name2id(m, mjOBJ_XBODY, mj_id2name(m, mjOBJ_BODY, 2)), 2);
  assert_int_equal(mj_name2id(m, mjOBJ_DOF, "x"), -1);
  assert_int_equal(mj_name2id(m, 1000, "x"), -1);
  assert_null(mj_id2name(m, mjOBJ_FRAME, 0));
  assert_int_equal(mj_name2id(m, mjOBJ_BODY, NULL), -1);
  mj_deleteModel(m);
}

// a table that is nearly full of colliding names still finds each one
static void test_manyNames(void** state) {
  (void)state;
  enum { COUNT = 500 };
  mjModel s = {.nbody = COUNT, .nnames = 1 + COUNT * 8};
  s.nnames_map = names_mapSize(&s);
  mjModel* m = model_make(&s);
  for (int i = 0, at = 1; i < COUNT; i++) {
    m->name_bodyadr[i] = at;
    at += sprintf(m->names + at, "b%d", i * i % 7919) + 1;
  }
  names_hash(m);
  for (int i = 0; i < COUNT; i++) {
    const char* name = mj_id2name(m, mjOBJ_BODY, i);
    assert_string_equal(mj_id2name(m, mjOBJ_BODY, mj_name2id(m, mjOBJ_BODY, name)), name);
  }
  mj_deleteModel(m);
}

static char* printed(void (*print)(const mjModel*, const mjData*, const char*, const char*),
                     const mjModel* m, const mjData* d, const char* format) {
  char name[] = "/tmp/sinew_print_XXXXXX";
  close(mkstemp(name));
  print(m, d, name, format);
  char* data = NULL;
  size_t size;
  assert_int_equal(file_read(name, 1 << 24, &data, &size), FILE_OK);
  remove(name);
  return data;
}

static void printModel(const mjModel* m, const mjData* d, const char* file, const char* format) {
  (void)d;
  mj_printFormattedModel(m, file, format);
}

static void test_print(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  d->qpos[1] = -12.3456789;
  d->ncon = 1;
  d->contact = d->arena;
  memset(d->contact, 0, sizeof *d->contact);
  d->contact->dist = -0.125;
  char* text = printed(mj_printFormattedData, m, d, "%.9g");
  assert_non_null(strstr(text, "qpos (nq x 1 = 9 x 1) mjtNum"));
  assert_non_null(strstr(text, "-12.3456789"));
  assert_non_null(strstr(text, "dist                     -0.125"));
  mem_free(text);
  text = printed(printModel, m, d, "%.3f");
  // every nonempty array appears
  field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    if (!field_count(&table.field[i], m, NULL)) continue;
    char head[100];
    snprintf(head, sizeof head, "\n%s (", table.field[i].name);
    assert_non_null(strstr(text, head));
  }
  assert_non_null(strstr(text, "opt.timestep             0.002\n"));
  mem_free(text);
  catch_begin();
  static const char* const bad[] = {"%s", "%d",    "%g%g",   "",  "%*g",
                                    "%n", "%500g", "%.400f", "%", "%lg"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) mj_printFormattedModel(m, "", bad[i]);
  assert_int_equal(caught_count, (int)(sizeof bad / sizeof *bad));
  mj_printModel(m, "/nonexistent/folder/file");
  assert_non_null(strstr(caught.subject, "/nonexistent/folder/file"));
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a locale with a decimal comma changes nothing; where none is installed the test says so
static void test_locale(void** state) {
  (void)state;
  mjModel* m = sample_model();
  char* plain = printed(printModel, m, NULL, "%.3f");
  static const char* const name[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR", "de_DE.utf8"};
  const char* set = NULL;
  for (size_t i = 0; i < sizeof name / sizeof *name && !set; i++) set = setlocale(LC_ALL, name[i]);
  print_message("locale: %s\n", set ? set : "none with a decimal comma is installed");
  char* other = printed(printModel, m, NULL, "%.3f");
  setlocale(LC_ALL, "C");
  assert_string_equal(plain, other);
  mem_free(plain);
  mem_free(other);
  mj_deleteModel(m);
}

// as the reference names them
static void test_inputNames(void** state) {
  (void)state;
  static const char xml[] =
      "<mujoco><worldbody><body><joint name='h'/><geom size='.1'/></body>"
      "<body><joint name='b' type='ball'/><geom size='.1'/></body></worldbody><actuator>"
      "<motor joint='h'/><orientation joint='b'/><orientation joint='b' input='quat'/>"
      "<pid joint='h'/><pid joint='h' input='vel ff'/>"
      "<dcmotor joint='h' motorconst='1' resistance='1' input='pos voltage'/>"
      "<dcmotor joint='h' motorconst='1' resistance='1' input='none'/></actuator></mujoco>";
  static const char* const want[][4] = {
      {NULL},         {"rx", "ry", "rz"}, {"qw", "qx", "qy", "qz"},
      {"pos", "vel"}, {"vel", "ff"},      {"pos", "voltage"},
      {NULL}};
  char error[500] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_int_equal(m->nactuator, sizeof want / sizeof *want);
  for (int i = 0; i < m->nactuator; i++) {
    for (int k = -1; k < 6; k++) {
      const char* name = mj_actuatorInputName(m, i, k);
      const char* expected = k < 0 || k > 3 ? NULL : want[i][k];
      assert_int_equal(name != NULL, expected != NULL);
      if (name) assert_string_equal(name, expected);
    }
  }
  assert_null(mj_actuatorInputName(m, -1, 0));
  assert_null(mj_actuatorInputName(m, (int)m->nactuator, 0));
  assert_null(mj_actuatorInputName(NULL, 0, 0));
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_allNames),
                                     cmocka_unit_test(test_inputNames),
                                     cmocka_unit_test(test_manyNames), cmocka_unit_test(test_print),
                                     cmocka_unit_test(test_locale)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
