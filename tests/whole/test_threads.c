// Worlds of one shared model in four threads: each ends in the same bits as a serial run with the
// same controls and forces. Also run under ThreadSanitizer, which sees any state that worlds share.
#include "simulate_support.h"

#include <pthread.h>

enum { THREADS = 4, STEPS = 500 };

static const char* const file[] = {"../models/humanoid.xml", "data/mjcf/actuator_pid.xml",
                                   "data/mjcf/actuator_history.xml",
                                   "data/mjcf/actuator_dcmotor.xml", "data/mjcf/sensor_site.xml"};
static const char* const name[] = {"Euler", "RK4", "implicit", "implicitfast"};

typedef struct {
  const mjModel* m;
  mjData* d;
  uint64_t seed;
} World;

// from a generator of the world's own, since threads must not share one
static void fillInput(World* world, mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    world->seed = world->seed * 6364136223846793005ull + 1442695040888963407ull;
    x[i] = 0.3 * ((double)(world->seed >> 11) * 0x1p-52 - 1);
  }
}

static void* runWorld(void* context) {
  World* world = context;
  for (int k = 0; k < STEPS; k++) {
    fillInput(world, world->d->ctrl, world->m->nu);
    fillInput(world, world->d->qfrc_applied, world->m->nv);
    mj_step(world->m, world->d);
  }
  return NULL;
}

static void makeWorlds(const mjModel* m, World world[THREADS]) {
  for (int t = 0; t < THREADS; t++) {
    world[t] = (World){.m = m, .d = mj_makeData(m), .seed = 977 * (uint64_t)(t + 1)};
    assert_non_null(world[t].d);
  }
}

static void compareModel(const mjModel* m, const char* path) {
  World serial[THREADS], parallel[THREADS];
  pthread_t thread[THREADS];
  makeWorlds(m, serial);
  makeWorlds(m, parallel);
  for (int t = 0; t < THREADS; t++) runWorld(serial + t);
  for (int t = 0; t < THREADS; t++) {
    assert_int_equal(pthread_create(thread + t, NULL, runWorld, parallel + t), 0);
  }
  for (int t = 0; t < THREADS; t++) assert_int_equal(pthread_join(thread[t], NULL), 0);
  for (int t = 0; t < THREADS; t++) {
    if (!sim_sameBits(m, serial[t].d, parallel[t].d)) fail_msg("%s, world %d", path, t);
    assert_int_equal(sim_warnings(parallel[t].d), 0);
    if (t)
      assert_memory_not_equal(parallel[t].d->qpos, parallel[0].d->qpos, sizeof(mjtNum) * m->nq);
  }
  for (int t = 0; t < THREADS; t++) {
    mj_deleteData(serial[t].d);
    mj_deleteData(parallel[t].d);
  }
}

static void test_sharedModel(void** state) {
  (void)state;
  for (size_t f = 0; f < sizeof file / sizeof *file; f++) {
    mjModel* m = sim_load(file[f]);
    m->opt.timestep = 1e-3;
    m->opt.integrator = (int)f % 4;
    compareModel(m, file[f]);
    print_message("%s, %s: %d worlds, %d steps, the same bits\n", file[f], name[f % 4], THREADS,
                  STEPS);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sharedModel)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
