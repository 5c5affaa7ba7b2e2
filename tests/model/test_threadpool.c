// mju_threadpool: trajectories have the same bits with any number of workers, in scenes of many
// islands and of many pairs, with an arena that is too small for some of them too; workers come and
// go with calls and with the data.
#include "support.h"

#include <dirent.h>
#include <pthread.h>

#ifdef __SANITIZE_THREAD__
enum { MANY_STEPS = 60 };
#else
enum { MANY_STEPS = 1000 };
#endif

static int threadCount(void) {
  DIR* dir = opendir("/proc/self/task");
  if (!dir) return -1;
  int n = 0;
  for (const struct dirent* e; (e = readdir(dir));) n += e->d_name[0] != '.';
  closedir(dir);
  return n;
}

// stacks of boxes, each an island of its own
static mjModel* towers(const char* options, int ntower) {
  char xml[20000], error[500] = "";
  size_t n = (size_t)snprintf(xml, sizeof xml,
                              "<mujoco>%s<worldbody><geom type='plane' size='9 9 1'/>", options);
  for (int i = 0; i < ntower; i++) {
    for (int k = 0; k < 3; k++) {
      n += (size_t)snprintf(xml + n, sizeof xml - n,
                            "<body pos='%d %g %g'><freejoint/><geom type='box' "
                            "size='.2 .2 .1' euler='%d 0 %d'/></body>",
                            i, 0.01 * i, 0.11 + 0.21 * k, i, 3 * k);
    }
  }
  snprintf(xml + n, sizeof xml - n, "</worldbody></mujoco>");
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void expectSame(const mjModel* m, const mjData* a, const mjData* b) {
  const size_t nv = (size_t)m->nv * sizeof(mjtNum);
  assert_memory_equal(a->qpos, b->qpos, (size_t)m->nq * sizeof(mjtNum));
  assert_memory_equal(a->qvel, b->qvel, nv);
  assert_memory_equal(a->qacc, b->qacc, nv);
  assert_memory_equal(a->qfrc_constraint, b->qfrc_constraint, nv);
  assert_int_equal(a->nefc, b->nefc);
  assert_memory_equal(a->efc_force, b->efc_force, (size_t)a->nefc * sizeof(mjtNum));
  assert_memory_equal(a->efc_state, b->efc_state, (size_t)a->nefc * sizeof(int));
  assert_memory_equal(a->solver_niter, b->solver_niter, sizeof a->solver_niter);
  assert_memory_equal(a->solver_nnz, b->solver_nnz, sizeof a->solver_nnz);
  for (int i = 0; i < mjNISLAND; i++)
    assert_memory_equal(a->solver + i * mjNSOLVER, b->solver + i * mjNSOLVER,
                        (size_t)a->solver_niter[i] * sizeof *a->solver);
  assert_int_equal(a->ncon, b->ncon);
  for (int i = 0; i < a->ncon; i++) {
    const size_t padding = offsetof(mjContact, efc_address) + sizeof a->contact->efc_address;
    assert_memory_equal(a->contact + i, b->contact + i, padding);
  }
  assert_int_equal(a->maxuse_con, b->maxuse_con);
  assert_int_equal(a->maxuse_efc, b->maxuse_efc);
  assert_int_equal(a->maxuse_stack, b->maxuse_stack);
  assert_int_equal(a->maxuse_arena, b->maxuse_arena);
  assert_memory_equal(a->warning, b->warning, sizeof a->warning);
}

// shapes of all kinds in a heap, bodies of several geoms among them, some pairs listed
static mjModel* crowd(const char* options, int n) {
  static const char* const shape[] = {
      "<geom size='.1'/>",
      "<geom type='box' size='.1 .08 .06'/>",
      "<geom type='capsule' size='.06 .08'/>",
      "<geom type='cylinder' size='.08 .06'/>",
      "<geom type='ellipsoid' size='.1 .08 .06'/>",
      "<geom type='mesh' mesh='hull'/>",
      "<geom type='capsule' size='.04' fromto='-.1 0 0 .1 0 0'/><geom size='.05' pos='-.1 0 0'/>"
      "<geom size='.05' pos='.1 0 0'/><geom size='.05' pos='0 0 .06'/><geom size='.05' pos='0 .1 "
      "0'/>"};
  const size_t size = 100000;
  char *xml = malloc(size), error[500] = "";
  size_t at = (size_t)snprintf(
      xml, size,
      "<mujoco>%s<asset><mesh name='hull' vertex='.1 0 0 -.1 0 0 0 .1 0 0 -.1 0 0 0 .1 0 0 -.1'/>"
      "</asset><worldbody><geom name='floor' type='plane' size='9 9 1'/>",
      options);
  for (int i = 0; i < n; i++) {
    at += (size_t)snprintf(xml + at, size - at,
                           "<body pos='%g %g %g' euler='%d %d 0'><freejoint/>"
                           "<geom name='g%d' size='.05'/>%s</body>",
                           .19 * (i % 6), .19 * (i / 6 % 6), .12 + .2 * (i / 36), 7 * i, 11 * i, i,
                           shape[i % 7]);
  }
  at += (size_t)snprintf(xml + at, size - at, "</worldbody><contact>");
  for (int i = 0; i + 1 < n; i += 3) {
    at += (size_t)snprintf(xml + at, size - at,
                           "<pair geom1='g%d' geom2='g%d' margin='.01'/><pair geom1='floor' "
                           "geom2='g%d' condim='6'/>",
                           i, i + 1, i);
  }
  snprintf(xml + at, size - at, "</contact></mujoco>");
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  free(xml);
  if (!m) fail_msg("%s", error);
  return m;
}

// trees enough that threads share their dynamics: chains with sites, springs and dampers, free
// bodies and balls, bodies that cannot move with trees on them, a mocap body; some are tied by
// tendons
static mjModel* forest(const char* options, int n) {
  const size_t size = 200000;
  char *xml = malloc(size), error[500] = "";
  size_t at = (size_t)snprintf(
      xml, size,
      "<mujoco>%s<worldbody><geom type='plane' size='9 9 1' pos='0 0 -.5'/><site name='w'/>"
      "<body mocap='true' pos='0 0 3'><geom size='.1'/></body>",
      options);
  for (int i = 0; i < n; i++) {
    at += (size_t)snprintf(
        xml + at, size - at,
        i % 3 == 0 ? "<body pos='%d 0 0'><joint name='j%d' axis='0 1 .2' damping='.1'/>"
                     "<geom type='capsule' size='.05' fromto='0 0 0 .3 0 0'/><site pos='.1 0 .1'/>"
                     "<body pos='.3 0 0' euler='20 0 5'><joint axis='1 0 0' stiffness='3'/>"
                     "<joint type='slide' axis='0 0 1' damping='2' range='-.1 .1' limited='true'/>"
                     "<geom type='box' size='.05 .1 .1' pos='0 .1 0'/><site euler='0 30 0'/>"
                     "</body></body>"
        : i % 3 == 1
            ? "<body pos='%d 1 0'><freejoint name='j%d'/><geom size='.2'/><body pos='0 0 -.3'>"
              "<joint type='ball' damping='.05'/><geom type='capsule' size='.05 .1'/></body></body>"
            : "<body pos='%d 2 0'><geom size='.1'/><body pos='0 .2 0'><joint name='j%d'/>"
              "<geom size='.1' pos='.2 0 0'/></body><body pos='0 -.2 0'><joint type='slide' "
              "axis='1 0 1' damping='1'/><geom size='.1' pos='0 0 .2'/></body></body>",
        i, i);
  }
  at += (size_t)snprintf(xml + at, size - at, "</worldbody>");
  if (n % 2) {
    at += (size_t)snprintf(
        xml + at, size - at,
        "<tendon><fixed armature='.1' damping='.3'><joint joint='j0' coef='1'/>"
        "<joint joint='j3' coef='-2'/></fixed></tendon><actuator><motor joint='j5'/></actuator>");
  }
  snprintf(xml + at, size - at, "</mujoco>");
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  free(xml);
  if (!m) fail_msg("%s", error);
  assert_true(m->nbody > 100);  // of fewer one thread does all
  return m;
}

static void compare(mjModel* m, int nstep, int leastIslands, const char* name) {
  static const int nthread[] = {1, 3, 7};
  mjData* alone = mj_makeData(m);
  mjData* with[3];
  int islands = 0;
  for (int i = 0; i < 3; i++) {
    with[i] = mj_makeData(m);
    mju_threadpool(with[i], nthread[i]);
  }
  int ncon = 0;
  for (int step = 0; step < nstep; step++) {
    mj_step(m, alone);
    if (alone->ncon > ncon) ncon = alone->ncon;
    if (alone->nisland > islands) islands = alone->nisland;
    for (int i = 0; i < 3; i++) {
      mj_step(m, with[i]);
      expectSame(m, alone, with[i]);
    }
  }
  print_message("%s: %d islands, %d contacts, %d rows\n", name, islands, ncon, alone->nefc);
  assert_true(islands >= leastIslands);
  for (int i = 0; i < 3; i++) mj_deleteData(with[i]);
  mj_deleteData(alone);
  mj_deleteModel(m);
}

static void run(const char* options, int ntower) {
  compare(towers(options, ntower), 60, 2, options);
}

static void test_manySteps(void** state) {
  (void)state;
  compare(towers("", 24), MANY_STEPS, 2, "towers");
  compare(crowd("", 40), MANY_STEPS, 1, "crowd");
  compare(crowd("<option solver='CG' cone='elliptic'/>", 72), MANY_STEPS / 10, 1, "larger crowd");
}

// frames, inertia, velocities and accelerations of trees
static void test_trees(void** state) {
  (void)state;
  compare(forest("", 60), MANY_STEPS / 5, 0, "forest");
  compare(forest("<option integrator='RK4'/>", 61), MANY_STEPS / 20, 0, "tied forest, RK4");
  compare(forest("<option integrator='implicitfast'/>", 90), MANY_STEPS / 20, 0, "large forest");
  compare(forest("<option><flag sleep='enable'/></option>", 61), MANY_STEPS / 5, 0, "sleepy");
  catch_begin();
  compare(forest("<size memory='20K'/>", 61), 30, 0, "forest in 20K");
  catch_end();
}

// what does not fit is dropped as by one thread
static void test_shortOfContacts(void** state) {
  (void)state;
  catch_begin();
  compare(crowd("<size memory='30K'/>", 72), 30, 0, "30K");
  compare(crowd("<size memory='60K'/>", 72), 30, 0, "60K");
  compare(crowd("<size memory='100K'/>", 72), 30, 0, "100K");
  compare(crowd("<size memory='300K'/>", 72), 30, 0, "300K");
  catch_end();
}

static pthread_t caller;
static int strangers, calls;

static int filter(const mjModel* m, mjData* d, int g1, int g2) {
  (void)m;
  (void)d;
  strangers += !pthread_equal(pthread_self(), caller);
  calls++;
  return (g1 + g2) % 5 == 0;
}

// users' functions are called by the thread that steps
static void test_filter(void** state) {
  (void)state;
  caller = pthread_self();
  mjcb_contactfilter = filter;
  compare(crowd("", 40), 20, 1, "filter");
  mjcb_contactfilter = NULL;
  assert_true(calls > 1000);
  assert_int_equal(strangers, 0);
}

// a warning of rows comes once, whoever makes them
static void test_mixedSolref(void** state) {
  (void)state;
  mjModel* m = towers("<default><geom solref='.02 -1'/></default>", 24);
  mjData* d[2];
  for (int i = 0; i < 2; i++) {
    d[i] = mj_makeData(m);
    mju_threadpool(d[i], 3 * i);
    catch_begin();
    for (int step = 0; step < 5; step++) mj_step(m, d[i]);
    catch_end();
    assert_int_equal(caught_count, 1);
  }
  expectSame(m, d[0], d[1]);
  for (int i = 0; i < 2; i++) mj_deleteData(d[i]);
  mj_deleteModel(m);
}

static void test_sameBits(void** state) {
  (void)state;
  run("<option solver='Newton'/>", 24);  // more islands than have statistics
  run("<option solver='Newton' cone='elliptic' jacobian='sparse'/>", 8);
  run("<option solver='Newton' jacobian='dense'/>", 6);
  run("<option solver='CG' cone='elliptic'/>", 8);
  run("<option solver='PGS'/>", 4);
}

static void test_shortArena(void** state) {
  (void)state;
  catch_begin();
  run("<size memory='200K'/>", 12);
  run("<size memory='120K'/>", 12);
  catch_end();
}

// line searches of many islands are cut short, on whichever threads: warnings come in their order
static void test_cutShort(void** state) {
  (void)state;
  mjModel* m = towers("<option tolerance='-1' ls_iterations='1000000000'/>", 12);
  int told[3], heard[3];
  mjData* d[3];
  for (int i = 0; i < 3; i++) {
    d[i] = mj_makeData(m);
    mju_threadpool(d[i], 2 * i);
    catch_begin();
    for (int step = 0; step < 3; step++) mj_step(m, d[i]);
    catch_end();
    heard[i] = caught_count;
    told[i] = d[i]->warning[mjWARN_CNSTRFULL].number;
    expectSame(m, d[0], d[i]);
    assert_int_equal(heard[i], 1);
    assert_int_equal(told[i], told[0]);
  }
  print_message("%d solves cut short\n", told[0]);
  assert_true(told[0] >= 12);
  for (int i = 0; i < 3; i++) mj_deleteData(d[i]);
  mj_deleteModel(m);
}

static void test_workers(void** state) {
  (void)state;
  static const struct {
    int asked, workers;
  } table[] = {{1, 1}, {4, 4}, {2, 2}, {2, 2}, {0, 0}, {3, 3}, {-1, 0}, {5, 5}};
  mjModel* m = towers("", 2);
  mjData* d = mj_makeData(m);
  const int start = threadCount();
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    mju_threadpool(d, table[i].asked);
    assert_int_equal(d->threadpool != 0, table[i].workers > 0);
    if (start > 0) assert_int_equal(threadCount() - start, table[i].workers);
    mj_step(m, d);
  }
  mjData* copy = mj_copyData(NULL, m, d);
  assert_int_equal(copy->threadpool, 0);
  const uintptr_t pool = d->threadpool;
  mj_copyData(d, m, copy);
  mj_resetData(m, d);
  assert_int_equal(d->threadpool, pool);
  mj_step(m, d);
  mj_deleteData(copy);
  mj_deleteData(d);
  if (start > 0) assert_int_equal(threadCount(), start);
  mj_deleteModel(m);
  catch_begin();
  mju_threadpool(NULL, 2);
  assert_int_equal(caught_count, 1);
  catch_end();
}

// a data that is made anew in place keeps its workers; their scratch follows its arena
static void test_otherArena(void** state) {
  (void)state;
  mjModel* m = towers("", 8);
  mjData *alone = mj_makeData(m), *with = mj_makeData(m);
  mju_threadpool(with, 2);
  alone->narena -= 1 << 16;
  with->narena -= 1 << 16;
  for (int step = 0; step < 20; step++) {
    mj_step(m, alone);
    mj_step(m, with);
    expectSame(m, alone, with);
  }
  assert_int_not_equal(with->threadpool, 0);
  mj_deleteData(alone);
  mj_deleteData(with);
  mj_deleteModel(m);
}

static void addWorkers(void* d) {
  mju_threadpool(d, 3);
  mju_threadpool(d, 0);
}

static void test_noMemory(void** state) {
  (void)state;
  mjModel* m = towers("", 2);
  mjData* d = mj_makeData(m);
  catch_begin();
  heap_failEach(addWorkers, d, 1);
  assert_true(caught_count > 0);
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_manySteps),       cmocka_unit_test(test_trees),
      cmocka_unit_test(test_shortOfContacts), cmocka_unit_test(test_filter),
      cmocka_unit_test(test_mixedSolref),     cmocka_unit_test(test_sameBits),
      cmocka_unit_test(test_shortArena),      cmocka_unit_test(test_cutShort),
      cmocka_unit_test(test_workers),         cmocka_unit_test(test_otherArena),
      cmocka_unit_test(test_noMemory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
