// The cache of assets: a second load takes meshes and images from it and has the same bits, a file
// that changed is read anew, the capacity holds, several threads may load at once, and a program
// with its own allocator never sees it.
#include "asset_folder.h"

#include <pthread.h>
#include <time.h>

static mjModel* load(void) {
  char error[500] = "";
  mjModel* m = mj_loadXML(folder_file("model.xml"), NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static const size_t full = (size_t)500 << 20;

static void begin(void) {
  mj_clearCache(mj_getCache());
  assert_int_equal(mj_setCacheCapacity(mj_getCache(), full), full);
  assert_int_equal(mj_getCacheSize(mj_getCache()), 0);
}

static void test_handles(void** state) {
  (void)state;
  assert_int_equal(mj_getCacheCapacity(mj_getCache()), full);
  assert_int_equal(mj_getCacheSize(NULL), 0);
  assert_int_equal(mj_getCacheCapacity(NULL), 0);
  assert_int_equal(mj_setCacheCapacity(NULL, 5), 0);
  mj_clearCache(NULL);
  mjCache other = {NULL};
  assert_int_equal(mj_getCacheCapacity(&other), 0);
  assert_int_equal(mj_setCacheCapacity(&other, 5), 0);
  mj_clearCache(&other);
}

static void test_sameBits(void** state) {
  (void)state;
  begin();
  mj_setCacheCapacity(mj_getCache(), 0);
  mjModel* without = load();
  assert_int_equal(mj_getCacheSize(mj_getCache()), 0);
  mj_setCacheCapacity(mj_getCache(), full);
  mjModel* first = load();
  const size_t size = mj_getCacheSize(mj_getCache());
  assert_true(size > 0);
  mjModel* second = load();
  assert_int_equal(mj_getCacheSize(mj_getCache()), size);  // nothing was made anew
  folder_expectSame(without, first);
  folder_expectSame(without, second);
  assert_int_equal(first->nbuffer, second->nbuffer);
  assert_memory_equal(first->buffer, second->buffer, (size_t)first->nbuffer);
  assert_memory_equal(first->buffer, without->buffer, (size_t)first->nbuffer);
  mj_deleteModel(without);
  mj_deleteModel(first);
  mj_deleteModel(second);
}

// same size and, as far as the clock can tell, same time
static void test_changedFile(void** state) {
  (void)state;
  begin();
  mjModel* before = load();
  folder_mesh("m/a/t.obj", 7);
  mjModel* after = load();
  assert_memory_not_equal(before->mesh_vert, after->mesh_vert,
                          (size_t)before->nmeshvert * 3 * sizeof(float));
  mj_setCacheCapacity(mj_getCache(), 0);
  mjModel* without = load();
  folder_expectSame(after, without);
  folder_mesh("m/a/t.obj", 1);
  mj_deleteModel(before);
  mj_deleteModel(after);
  mj_deleteModel(without);
}

static void test_capacity(void** state) {
  (void)state;
  begin();
  mj_deleteModel(load());
  const size_t size = mj_getCacheSize(mj_getCache());
  for (size_t most = size; most > 0; most /= 2) {
    assert_int_equal(mj_setCacheCapacity(mj_getCache(), most), most);
    assert_true(mj_getCacheSize(mj_getCache()) <= most);
    mj_deleteModel(load());
    assert_true(mj_getCacheSize(mj_getCache()) <= most);
  }
  mj_setCacheCapacity(mj_getCache(), size / 2);
  mjModel* part = load();
  mj_setCacheCapacity(mj_getCache(), full);
  mjModel* whole = load();
  folder_expectSame(part, whole);
  mj_deleteModel(part);
  mj_deleteModel(whole);
}

// CPU time of a load whose mesh has some thousand vertices on a sphere
static double loadTime(const char* path) {
  char error[500] = "";
  const clock_t start = clock();
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  const double time = (double)(clock() - start);
  if (!m) fail_msg("%s", error);
  mj_deleteModel(m);
  return time;
}

static void test_savesWork(void** state) {
  (void)state;
  begin();
  FILE* f = fopen(folder_file("ball.obj"), "w");
  assert_non_null(f);
  for (int i = 0; i < 8000; i++) {
    double x[3] = {rng_uniform(), rng_uniform(), rng_uniform()};
    mju_normalize3(x);
    fprintf(f, "v %.9g %.9g %.9g\n", x[0], x[1], x[2]);
  }
  fclose(f);
  folder_text("ball.xml", "<mujoco><asset><mesh file='ball.obj'/></asset>"
                          "<worldbody><geom type='mesh' mesh='ball'/></worldbody></mujoco>");
  const double first = loadTime(folder_file("ball.xml")),
               second = loadTime(folder_file("ball.xml"));
  print_message("the second load takes %.3f of the first\n", second / first);
  assert_true(second < 0.5 * first);
}

static void* loadMany(void* arg) {
  for (int i = 0; i < 20; i++) {
    char error[500];
    mjModel* m = mj_loadXML(arg, NULL, error, sizeof error);
    if (!m || m->nmesh != 4) return arg;
    mj_deleteModel(m);
    if (i % 7 == 3) mj_clearCache(mj_getCache());
    if (i % 7 == 5) mj_setCacheCapacity(mj_getCache(), (size_t)i * 300);
  }
  return NULL;
}

static void test_threads(void** state) {
  (void)state;
  begin();
  pthread_t thread[4];
  char path[300];
  snprintf(path, sizeof path, "%s", folder_file("model.xml"));
  for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&thread[i], NULL, loadMany, path), 0);
  for (int i = 0; i < 4; i++) {
    void* bad;
    pthread_join(thread[i], &bad);
    assert_null(bad);
  }
}

static void test_allocator(void** state) {
  (void)state;
  begin();
  mj_deleteModel(load());
  const size_t size = mj_getCacheSize(mj_getCache());
  heap_watch(0);
  mj_deleteModel(load());
  mj_freeLastXML();
  assert_int_equal(heap_live, 0);
  assert_int_equal(mj_getCacheSize(mj_getCache()), size);
  mj_clearCache(mj_getCache());  // memory of before is not given to the program's function
  assert_int_equal(heap_live, 0);
  heap_unwatch();
  assert_int_equal(mj_getCacheSize(mj_getCache()), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_handles),     cmocka_unit_test(test_sameBits),
      cmocka_unit_test(test_changedFile), cmocka_unit_test(test_capacity),
      cmocka_unit_test(test_savesWork),   cmocka_unit_test(test_threads),
      cmocka_unit_test(test_allocator)};
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
