// base/pool, base/clock: every task runs once, whatever the thread count.
#include "support.h"

#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/pool.h"

enum { NTASK = 1000 };

typedef struct {
  int runs[NTASK];
  atomic_int badWorker;
  int nworker;
} Work;

static void countTask(void* context, int task, int worker) {
  Work* work = context;
  work->runs[task]++;
  if (worker < 0 || worker >= work->nworker) atomic_fetch_add(&work->badWorker, 1);
}

static void test_allTasksOnce(void** state) {
  (void)state;
  for (int nthread = 1; nthread <= 5; nthread++) {
    pool_Pool* pool = pool_make(nthread);
    assert_non_null(pool);
    assert_int_equal(pool_size(pool), nthread);
    Work work = {.nworker = nthread};
    for (int repeat = 0; repeat < 50; repeat++) pool_run(pool, countTask, &work, NTASK);
    pool_run(pool, countTask, &work, 0);
    for (int i = 0; i < NTASK; i++) assert_int_equal(work.runs[i], 50);
    assert_int_equal(atomic_load(&work.badWorker), 0);
    pool_free(pool);
  }
}

static void test_withoutPool(void** state) {
  (void)state;
  Work work = {.nworker = 1};
  pool_run(NULL, countTask, &work, NTASK);
  for (int i = 0; i < NTASK; i++) assert_int_equal(work.runs[i], 1);
  assert_int_equal(pool_size(NULL), 1);
  pool_free(NULL);
  assert_true(pool_processors() >= 1);
}

// a child of fork has the pool and none of its threads
static void test_afterFork(void** state) {
  (void)state;
  pool_Pool* pool = pool_make(3);
  Work work = {.nworker = 3};
  pool_run(pool, countTask, &work, NTASK);
  const pid_t child = fork();
  if (child == 0) {
    pool_run(pool, countTask, &work, NTASK);
    int wrong = 0;
    for (int i = 0; i < NTASK; i++) wrong += work.runs[i] != 2;
    pool_free(pool);
    _exit(wrong != 0);
  }
  int status = -1;
  assert_true(waitpid(child, &status, 0) == child);
  assert_int_equal(status, 0);
  pool_run(pool, countTask, &work, NTASK);
  pool_free(pool);
}

static void test_failure(void** state) {
  (void)state;
  for (long at = 1; at <= 2; at++) {
    heap_watch(at);
    assert_null(pool_make(3));
    assert_int_equal(heap_live, 0);
    heap_unwatch();
  }
}

static void test_clock(void** state) {
  (void)state;
  double t = clock_seconds();
  char stamp[CLOCK_STAMP_SIZE];
  clock_stamp(stamp);
  assert_int_equal(strlen(stamp), 19);
  assert_true(clock_seconds() >= t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_allTasksOnce),
                                     cmocka_unit_test(test_withoutPool),
                                     cmocka_unit_test(test_afterFork),
                                     cmocka_unit_test(test_failure), cmocka_unit_test(test_clock)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
