// Batches of public models, where they stand beside the repository: worlds of their own states and
// controls have the bits of mj_step after every few steps, in 2 and 8 lanes on two threads and in 4
// on one; if SINEW_LONG is set, 64 worlds and 500 steps, one by one and in 2, 4 and 8 lanes, each
// on one thread and on two. Prints which models are stepped in lanes, and why others are not. Other
// files may be given as arguments.
#include "support.h"

#include <math.h>

enum { MOST_WORLDS = 64, CALLS = 40, LONG_CALLS = 100, STEPS = 5 };

static int nworld(void) { return getenv("SINEW_LONG") ? MOST_WORLDS : MOST_WORLDS / 4; }

static const char* const files[] = {"gym/half_cheetah",
                                    "gym/hopper",
                                    "gym/walker2d_v5",
                                    "gym/ant",
                                    "gym/humanoid",
                                    "gym/swimmer",
                                    "gym/reacher",
                                    "gym/pusher",
                                    "gym/pusher_v5",
                                    "gym/inverted_pendulum",
                                    "gym/inverted_double_pendulum",
                                    "dmc/cheetah",
                                    "dmc/hopper",
                                    "dmc/walker",
                                    "dmc/humanoid",
                                    "dmc/cartpole",
                                    "dmc/fish",
                                    "dmc/acrobot",
                                    "dmc/ball_in_cup",
                                    "dmc/manipulator",
                                    "dmc/pendulum",
                                    "dmc/linpoint_mass",
                                    "dmc/reacher",
                                    "dmc/swimmer",
                                    "mujoco/humanoid/humanoid",
                                    "mujoco/car/car",
                                    "menagerie/google_barkour_vb/scene",
                                    "menagerie/agility_cassie/scene",
                                    "menagerie/shadow_hand/scene_right",
                                    "menagerie/kuka_iiwa_14/scene",
                                    "gym/walker2d",
                                    "gym/humanoidstandup",
                                    "gym/point",
                                    "dmc/lqr",
                                    "mujoco/tendon_arm/arm26",
                                    "mujoco/slider_crank/slider_crank",
                                    "mujoco/replicate/newton_cradle",
                                    "mujoco/replicate/tendon",
                                    "menagerie/wonik_allegro/scene_right",
                                    "menagerie/robotiq_2f85/scene",
                                    "menagerie/skydio_x2/scene",
                                    "menagerie/bitcraze_crazyflie_2/scene",
                                    "menagerie/trossen_wx250s/scene",
                                    "menagerie/kinova_gen3/scene",
                                    "menagerie/umi_gripper/umi_gripper"};
enum { NFILE = sizeof files / sizeof *files };

static int callCount(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return CALLS / 10;
#else
  return getenv("SINEW_LONG") ? LONG_CALLS : getenv("SINEW_QUICK") ? CALLS / 10 : CALLS;
#endif
}

// worlds of their own states and controls
static void scatter(const mjModel* m, mjData** d) {
  for (int w = 0; w < nworld(); w++) {
    if (m->nkey) mj_resetDataKeyframe(m, d[w], w % (int)m->nkey);
    for (int i = 0; i < m->nv; i++) d[w]->qvel[i] = 0.3 * rng_uniform();
    for (int i = 0; i < m->nu; i++) {
      const mjtNum* r = m->actuator_ctrlrange + 2 * i;
      const mjtNum u = rng_uniform();
      d[w]->ctrl[i] = m->actuator_ctrllimited[i] ? 0.5 * (r[0] + r[1] + u * (r[1] - r[0])) : u;
    }
  }
}

static void take(sn_Batch* b, mjData* const* d) {
  static const char* const names[] = {"qpos",      "qvel",       "ctrl", "act",
                                      "mocap_pos", "mocap_quat", "time"};
  for (int k = 0; k < (int)(sizeof names / sizeof *names); k++) {
    mjtSize n;
    mjtNum* rows = sn_batchArray(b, names[k], &n);
    for (int w = 0; w < nworld(); w++) {
      const mjtNum* from[] = {d[w]->qpos,      d[w]->qvel,       d[w]->ctrl, d[w]->act,
                              d[w]->mocap_pos, d[w]->mocap_quat, &d[w]->time};
      if (n) memcpy(rows + w * n, from[k], (size_t)n * sizeof *rows);
    }
  }
}

static bool same(sn_Batch* b, mjData* const* d, const char* name, int* world) {
  sn_Field f;
  mjtSize n;
  sn_field(sn_TYPE_DATA, sn_findField(sn_TYPE_DATA, name), &f);
  const mjtNum* rows = sn_batchArray(b, name, &n);
  for (*world = 0; *world < nworld(); ++*world) {
    const mjtNum *x = rows + *world * n, *y = *(mjtNum**)((char*)d[*world] + f.offset);
    for (mjtSize i = 0; i < n; i++) {
      if (memcmp(x + i, y + i, sizeof *x) && !(isnan(x[i]) && isnan(y[i]))) return false;
    }
  }
  return true;
}

// ---- runs: batches of several widths beside one set of worlds

static const sn_BatchOptions shortRuns[] = {{2, 2}, {1, 4}, {2, 8}};  // threads, lanes
static const sn_BatchOptions longRuns[] = {{1, 1}, {2, 1}, {1, 2}, {2, 2},
                                           {1, 4}, {2, 4}, {1, 8}, {2, 8}};
enum {
  NSHORT = sizeof shortRuns / sizeof *shortRuns,
  MOST_RUNS = sizeof longRuns / sizeof *longRuns
};

static const char* const compared[] = {"qpos",           "qvel", "act",
                                       "qacc_warmstart", "qacc", "qfrc_constraint"};
enum { NCOMPARED = sizeof compared / sizeof *compared };

static void compareBatch(const char* path, const sn_BatchOptions* run, sn_Batch* b,
                         mjData* const* d, int step) {
  int world;
  for (int i = 0; i < NCOMPARED; i++) {
    if (same(b, d, compared[i], &world)) continue;
    fail_msg("%s, %d lanes, %d threads: %s of world %d differs after %d steps", path, run->nlane,
             run->nthread, compared[i], world, step);
  }
}

static void compareRuns(const char* path, const mjModel* m, const sn_BatchOptions* run, int nrun) {
  sn_Batch* b[MOST_RUNS];
  mjData* d[MOST_WORLDS];
  const int n = nworld();
  for (int w = 0; w < n; w++) d[w] = mj_makeData(m);
  scatter(m, d);
  for (int k = 0; k < nrun; k++) {
    b[k] = sn_makeBatch(m, n, &run[k]);
    assert_non_null(b[k]);
    take(b[k], d);
    for (int i = 0; i < NCOMPARED; i++) assert_non_null(sn_batchArray(b[k], compared[i], NULL));
  }
  catch_begin();
  for (int call = 1; call <= callCount(); call++) {
    for (int w = 0; w < n; w++) {
      for (int i = 0; i < STEPS; i++) mj_step(m, d[w]);
    }
    for (int k = 0; k < nrun; k++) {
      sn_stepBatch(b[k], STEPS, NULL);
      compareBatch(path, &run[k], b[k], d, call * STEPS);
    }
  }
  catch_end();
  const char* why = sn_batchObstacle(b[nrun - 1]);
  print_message("%-70s %s\n", path, why ? why : "in lanes");
  for (int w = 0; w < n; w++) mj_deleteData(d[w]);
  for (int k = 0; k < nrun; k++) sn_deleteBatch(b[k]);
}

static mjModel* load(const char* path) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static char** given;
static int ngiven;

static void test_models(void** state) {
  (void)state;
  int n = 0;
  for (int i = 0; i < (ngiven ? ngiven : NFILE); i++) {
    char path[400];
    if (ngiven) {
      snprintf(path, sizeof path, "%s", given[i]);
    } else {
      snprintf(path, sizeof path, "%s/../../shared/models/%s.xml", TEST_DIR, files[i]);
    }
    FILE* file = fopen(path, "r");
    if (!file) continue;
    fclose(file);
    mjModel* m = load(path);
    if (getenv("SINEW_LONG")) {
      compareRuns(path, m, longRuns, MOST_RUNS);
    } else {
      compareRuns(path, m, shortRuns, NSHORT);
    }
    mj_deleteModel(m);
    n++;
  }
  print_message("%d models\n", n);
}

// every solver with both cones, without islands; the crank and cassie have equalities, every
// second dof friction loss
static void test_solvers(void** state) {
  (void)state;
  static const char* const names[] = {"/../models/slider_crank",
                                      "/../models/hand",
                                      "/../models/hopper",
                                      "/../../shared/models/gym/half_cheetah",
                                      "/../../shared/models/gym/humanoid",
                                      "/../../shared/models/menagerie/agility_cassie/scene"};
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
    char path[400];
    snprintf(path, sizeof path, "%s%s.xml", TEST_DIR, names[i]);
    FILE* file = fopen(path, "r");
    if (!file) continue;
    fclose(file);
    mjModel* m = load(path);
    m->opt.disableflags |= mjDSBL_ISLAND;
    for (int dof = 0; dof < m->nv; dof += 2) m->dof_frictionloss[dof] = 0.02;
    for (m->opt.solver = mjSOL_PGS; m->opt.solver <= mjSOL_NEWTON; m->opt.solver++) {
      for (m->opt.cone = mjCONE_PYRAMIDAL; m->opt.cone <= mjCONE_ELLIPTIC; m->opt.cone++) {
        compareRuns(path, m, shortRuns, NSHORT);
      }
    }
    mj_deleteModel(m);
  }
}

int main(int argc, char** argv) {
  given = argv + 1;
  ngiven = argc - 1;
  const struct CMUnitTest models[] = {cmocka_unit_test(test_models)};
  const struct CMUnitTest all[] = {cmocka_unit_test(test_models), cmocka_unit_test(test_solvers)};
  return ngiven ? cmocka_run_group_tests(models, NULL, NULL)
                : cmocka_run_group_tests(all, NULL, NULL);
}
