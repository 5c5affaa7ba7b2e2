// The registry of plugins: what is registered, found and refused, by one thread and by several.
#include "support.h"

#include <pthread.h>

static int ten(const mjModel* m, int instance) { return (void)m, (void)instance, 10; }
static int eleven(const mjModel* m, int instance) { return (void)m, (void)instance, 11; }

static const char* const twoNames[] = {"stiffness", "range"};

static mjpPlugin plain(const char* name) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = name;
  return plugin;
}

static void test_slots(void** state) {
  (void)state;
  const int before = mjp_pluginCount();
  char name[] = "test.Slots", attribute[] = "gain";
  const char* const attributes[] = {attribute};
  mjpPlugin plugin = plain(name);
  plugin.nstate = ten;
  plugin.nattribute = 1;
  plugin.attributes = attributes;
  const int slot = mjp_registerPlugin(&plugin);
  assert_int_equal(slot, before);
  assert_int_equal(mjp_pluginCount(), before + 1);
  name[0] = attribute[0] = '?';  // texts were copied
  int found = -2;
  const mjpPlugin* copy = mjp_getPlugin("TEST.sLOTS", &found);
  assert_int_equal(found, slot);
  assert_ptr_equal(copy, mjp_getPluginAtSlot(slot));
  assert_string_equal(copy->name, "test.Slots");
  assert_string_equal(copy->attributes[0], "gain");
  assert_ptr_equal(copy->nstate, ten);
  assert_null(mjp_getPlugin("test.absent", &found));
  assert_int_equal(found, -1);
  assert_null(mjp_getPlugin(NULL, &found));
  assert_int_equal(found, -1);
  assert_null(mjp_getPluginAtSlot(-1));
  assert_null(mjp_getPluginAtSlot(mjp_pluginCount()));
}

static void test_registerAgain(void** state) {
  (void)state;
  mjpPlugin plugin = plain("test.again");
  plugin.nattribute = 2;
  plugin.attributes = twoNames;
  plugin.nstate = ten;
  const int slot = mjp_registerPlugin(&plugin);
  assert_true(slot >= 0);
  plugin.name = "Test.Again";
  assert_int_equal(mjp_registerPlugin(&plugin), slot);
  plugin.nstate = eleven;
  assert_int_equal(mjp_registerPlugin(&plugin), -1);
  assert_non_null(strstr(caught.subject, "another plugin is registered under this name"));
  assert_ptr_equal(mjp_getPluginAtSlot(slot)->nstate, ten);
}

static void test_refused(void** state) {
  (void)state;
  char text[1200];
  memset(text, 'x', sizeof text);
  text[1024] = 0;
  const char* const none[] = {"a", NULL};
  const struct {
    mjpPlugin plugin;
    const char* message;
  } row[] = {
      {{.name = NULL}, "its name should"},
      {{.name = ""}, "its name should"},
      {{.name = text}, "its name should"},
      {{.name = "test.refused", .nattribute = -1}, "nattribute should"},
      {{.name = "test.refused", .nattribute = 256, .attributes = twoNames}, "nattribute should"},
      {{.name = "test.refused", .nattribute = 1}, "attributes is NULL"},
      {{.name = "test.refused", .nattribute = 2, .attributes = none}, "names of attributes"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    assert_int_equal(mjp_registerPlugin(&row[i].plugin), -1);
    assert_non_null(strstr(caught.subject, row[i].message));
  }
  assert_null(mjp_getPlugin("test.refused", NULL));
  assert_int_equal(mjp_registerPlugin(NULL), -1);
}

enum { THREADS = 8, EACH = 23 };  // a prime: every stride meets all
static int slotOf[THREADS][EACH];

// all threads register the same plugins, each in an order of its own
static void* registerMany(void* context) {
  const int thread = (int)(size_t)context;
  for (int k = 0; k < EACH; k++) {
    const int i = (k * (2 * thread + 1) + thread) % EACH;
    char name[40];
    snprintf(name, sizeof name, "test.thread%d", i);
    mjpPlugin plugin = plain(name);
    plugin.nstate = ten;
    slotOf[thread][i] = mjp_registerPlugin(&plugin);
    if (!mjp_getPlugin(name, NULL)) slotOf[thread][i] = -5;
  }
  return NULL;
}

static void test_threads(void** state) {
  (void)state;
  const int before = mjp_pluginCount();
  pthread_t thread[THREADS];
  for (size_t t = 0; t < THREADS; t++)
    assert_int_equal(pthread_create(&thread[t], NULL, registerMany, (void*)t), 0);
  for (int t = 0; t < THREADS; t++) pthread_join(thread[t], NULL);
  assert_int_equal(mjp_pluginCount(), before + EACH);
  for (int i = 0; i < EACH; i++) {
    for (int t = 0; t < THREADS; t++) {
      assert_true(slotOf[t][i] >= before);
      assert_int_equal(slotOf[t][i], slotOf[0][i]);
    }
  }
}

static void test_libraries(void** state) {
  (void)state;
  mj_loadPluginLibrary("/absent/library.so");
  assert_non_null(
      strstr(caught.subject, "the plugin library '/absent/library.so' cannot be loaded"));
  mj_loadAllPluginLibraries("/absent/folder", NULL);
  assert_non_null(strstr(caught.subject, "the folder '/absent/folder' cannot be read"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_slots),     cmocka_unit_test(test_registerAgain),
      cmocka_unit_test(test_refused),   cmocka_unit_test(test_threads),
      cmocka_unit_test(test_libraries),
  };
  catch_begin();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
