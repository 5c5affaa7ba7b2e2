// load/load, compile/compile: whole loads. Every failed allocation, other locales, warnings,
// strings, virtual files, compiling twice, load times.
#include "support.h"

#include <locale.h>
#include <time.h>

#include "model/fields.h"

#define DATA TEST_DIR "/data/mjcf/"

// every array, option and name of two models has the same bytes
static void expectSameModel(const mjModel* a, const mjModel* b) {
  assert_memory_equal(&a->opt, &b->opt, sizeof a->opt);
  assert_memory_equal(&a->vis, &b->vis, sizeof a->vis);
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    assert_memory_equal((const char*)a + size[i].offset, (const char*)b + size[i].offset,
                        sizeof(mjtSize));
  }
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    size_t bytes = (size_t)field_count(f, a, NULL) * field_typeSize(f->type);
    if (bytes) assert_memory_equal(field_get(f, a), field_get(f, b), bytes);
  }
}

static mjModel* load(const char* path) {
  char error[2000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// ---- failed allocations

static void failEach(const char* path) {
  long failures = 0;
  for (long at = 1;; at++) {
    char error[1000] = "";
    heap_watch(at);
    catch_begin();
    mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
    catch_end();
    const bool complete = heap_calls < at;
    if (m) {
      assert_true(complete);
    } else {
      assert_string_not_equal(error, "");
      failures++;
    }
    mj_deleteModel(m);
    mj_freeLastXML();
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (complete) {
      assert_non_null(m);
      break;
    }
  }
  print_message("%s: %ld failing allocations survived\n", path, failures);
  assert_true(failures > 50);
}

static void test_allocationFailure(void** state) {
  (void)state;
  failEach(DATA "replicate_refs.xml");
  failEach(DATA "attach_world.xml");
  failEach(DATA "actuator_position.xml");
  failEach(DATA "sensor_common.xml");
  failEach(DATA "include.xml");
  failEach(DATA "compiler_fusestatic.xml");
}

// ---- texts and files

static const char xml[] =
    "<mujoco model='text'>"
    "  <worldbody><body name='b'><joint name='j'/><geom size='.1'/></body></worldbody>"
    "</mujoco>";

static void test_strings(void** state) {
  (void)state;
  char error[1000] = "x";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  assert_non_null(m);
  assert_string_equal(error, "");
  assert_string_equal(m->names, "text");
  assert_int_equal(mj_name2id(m, mjOBJ_JOINT, "j"), 0);

  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  assert_non_null(spec);
  mjModel* first = mj_compile(spec, NULL);
  mjModel* second = mj_compile(spec, NULL);  // compiling leaves the spec as it was
  expectSameModel(m, first);
  expectSameModel(m, second);
  mj_deleteModel(first);
  mj_deleteModel(second);
  mj_deleteSpec(spec);
  mj_deleteModel(m);

  assert_null(sn_loadXMLString("<mujoco><worldbody><geom sise='1'/></worldbody></mujoco>", error,
                               sizeof error));
  assert_non_null(strstr(error, "sise"));
  assert_non_null(strstr(error, "size"));
  char tiny[8];
  assert_null(sn_loadXMLString("<nonsense/>", tiny, sizeof tiny));
  assert_true(strlen(tiny) < sizeof tiny);
  assert_null(sn_loadXMLString("<nonsense/>", NULL, 0));
}

static void test_virtualFiles(void** state) {
  (void)state;
  static const char main_[] = "<mujoco><include file='part.xml'/></mujoco>";
  static const char part[] = "<mujoco><worldbody><geom name='g' size='1'/></worldbody></mujoco>";
  mjVFS vfs;
  char error[1000];
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "main.xml", main_, (int)strlen(main_)), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "part.xml", part, (int)strlen(part)), 0);
  mjModel* m = mj_loadXML("main.xml", &vfs, error, sizeof error);
  assert_non_null(m);
  assert_int_equal(mj_name2id(m, mjOBJ_GEOM, "g"), 0);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

static void test_warnings(void** state) {
  (void)state;
  char error[1000];
  catch_begin();
  mjModel* m = sn_loadXMLString(
      "<mujoco><worldbody><frame colour='red'><geom size='1'/></frame></worldbody></mujoco>", error,
      sizeof error);
  catch_end();
  assert_non_null(m);
  assert_int_equal(caught_count, 1);
  assert_int_equal(caught.level, mjLOG_WARNING);
  assert_non_null(strstr(error, "colour"));
  mj_deleteModel(m);
}

static void test_compileErrors(void** state) {
  (void)state;
  char error[1000];
  mjSpec* spec = mj_parseXMLString("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>",
                                   NULL, error, sizeof error);
  assert_non_null(spec);
  assert_null(mj_compile(spec, NULL));
  assert_non_null(strstr(mjs_getError(spec), "mass"));
  assert_null(mj_compile(spec, NULL));  // and again, not "everything already failed"
  mj_deleteSpec(spec);
}

// a locale with a decimal comma changes nothing; tests/data/xml has one that needs no installation
static void test_locale(void** state) {
  (void)state;
  setenv("LOCPATH", TEST_DIR "/data/xml/locale", 1);
  mjModel* plain = load(DATA "geom_attributes.xml");
  static const char* const name[] = {"sinew_comma", "de_DE.UTF-8", "fr_FR.UTF-8"};
  const char* set = NULL;
  for (size_t i = 0; i < sizeof name / sizeof *name && !set; i++)
    set = setlocale(LC_NUMERIC, name[i]);
  print_message("locale: %s, decimal point '%s'\n", set ? set : "none",
                localeconv()->decimal_point);
  mjModel* other = load(DATA "geom_attributes.xml");
  setlocale(LC_ALL, "C");
  expectSameModel(plain, other);
  mj_deleteModel(plain);
  mj_deleteModel(other);
}

// ---- the sample models, and load times of two shared ones

static void test_sampleModels(void** state) {
  (void)state;
  static const char* const name[] = {"pendulum",   "cartpole",     "arm",
                                     "hand",       "quadruped",    "humanoid",
                                     "muscle_arm", "slider_crank", "dominoes"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    char path[500];
    snprintf(path, sizeof path, "%s/../models/%s.xml", TEST_DIR, name[i]);
    mjModel* m = load(path);
    assert_true(m->nv > 0);
    mjData* d = mj_makeData(m);
    assert_non_null(d);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// processor time, which other programs on the machine disturb less than the clock on the wall
static double bestTime(const char* path, int repeats) {
  double best = 1e9;
  for (int i = 0; i < repeats; i++) {
    clock_t start = clock();
    mj_deleteModel(load(path));
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds < best) best = seconds;
  }
  return best;
}

static void test_loadTime(void** state) {
  (void)state;
  static const struct {
    const char* name;
    double limit;
  } model[] = {{"humanoid", 5e-3}, {"22_humanoids", 60e-3}};
  for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
    char path[500];
    snprintf(path, sizeof path, "%s/../../shared/models/mujoco/humanoid/%s.xml", TEST_DIR,
             model[i].name);
    FILE* f = fopen(path, "r");
    if (!f) {
      print_message("%s: ../shared is not here\n", model[i].name);
      continue;
    }
    fclose(f);
    catch_begin();
    double seconds = bestTime(path, 20);
    catch_end();
    print_message("%s: %.2f ms (limit %.0f ms)\n", model[i].name, 1e3 * seconds,
                  1e3 * model[i].limit);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    if (!getenv("SINEW_QUICK")) assert_true(seconds < model[i].limit);  // not under valgrind
#endif
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_allocationFailure), cmocka_unit_test(test_strings),
      cmocka_unit_test(test_virtualFiles),      cmocka_unit_test(test_warnings),
      cmocka_unit_test(test_compileErrors),     cmocka_unit_test(test_locale),
      cmocka_unit_test(test_sampleModels),      cmocka_unit_test(test_loadTime)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
