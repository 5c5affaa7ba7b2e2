// Batches of public models, where they stand beside the repository: worlds of their own states and
// controls have the bits of mj_step after every few steps, in 4 lanes on one thread and in 8 on
// two; 64 worlds and 500 steps, and one by one too, if SINEW_LONG is set. Prints which models are
// stepped in lanes, and why others are not. Other files may be given as arguments.
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
                                    "dmc/point_mass",
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

static void scatter(const mjModel* m, sn_Batch* b, mjData** d) {
  mjtNum *qvel = sn_batchArray(b, "qvel", NULL), *ctrl = sn_batchArray(b, "ctrl", NULL);
  mjtNum* qpos = sn_batchArray(b, "qpos", NULL);
  for (int w = 0; w < nworld(); w++) {
    if (m->nkey) mj_resetDataKeyframe(m, d[w], w % (int)m->nkey);
    for (int i = 0; i < m->nq; i++) qpos[w * m->nq + i] = d[w]->qpos[i];
    for (int i = 0; i < m->nv; i++) d[w]->qvel[i] = qvel[w * m->nv + i] = 0.3 * rng_uniform();
    for (int i = 0; i < m->nu; i++) {
      const mjtNum* r = m->actuator_ctrlrange + 2 * i;
      const mjtNum u = rng_uniform();
      d[w]->ctrl[i] = ctrl[w * m->nu + i] =
          m->actuator_ctrllimited[i] ? 0.5 * (r[0] + r[1] + u * (r[1] - r[0])) : u;
    }
  }
  // keyframes have more than this; all the rest is taken over as it is
  static const char* const names[] = {"act", "mocap_pos", "mocap_quat", "time"};
  for (int k = 0; k < 4; k++) {
    mjtSize n;
    mjtNum* rows = sn_batchArray(b, names[k], &n);
    for (int w = 0; w < nworld(); w++) {
      const mjtNum* from[] = {d[w]->act, d[w]->mocap_pos, d[w]->mocap_quat, &d[w]->time};
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

enum { OWN = -1 };  // as the model says

static void compareModel(const char* path, int nlane, int solver, int cone) {
  static const char* const names[] = {"qpos",           "qvel", "act",
                                      "qacc_warmstart", "qacc", "qfrc_constraint"};
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  if (solver != OWN) m->opt.solver = solver;
  if (cone != OWN) m->opt.cone = cone;
  if (solver != OWN) m->opt.disableflags |= mjDSBL_ISLAND;
  for (int i = 0; i < m->nv && solver != OWN; i += 2) m->dof_frictionloss[i] = 0.02;
  sn_Batch* b =
      sn_makeBatch(m, nworld(), &(sn_BatchOptions){.nthread = nlane == 4 ? 1 : 2, .nlane = nlane});
  mjData* d[MOST_WORLDS];
  const int n = nworld();
  for (int w = 0; w < n; w++) d[w] = mj_makeData(m);
  scatter(m, b, d);
  for (int i = 0; i < 6; i++) assert_non_null(sn_batchArray(b, names[i], NULL));
  catch_begin();
  for (int k = 0; k < callCount(); k++) {
    sn_stepBatch(b, STEPS, NULL);
    for (int w = 0; w < n; w++) {
      for (int i = 0; i < STEPS; i++) mj_step(m, d[w]);
    }
    int world;
    for (int i = 0; i < 6; i++) {
      if (!same(b, d, names[i], &world)) {
        fail_msg("%s, %d lanes: %s of world %d differs after %d steps", path, nlane, names[i],
                 world, (k + 1) * STEPS);
      }
    }
  }
  catch_end();
  const char* why = sn_batchObstacle(b);
  if (nlane == 4) print_message("%-70s %s\n", path, why ? why : "in lanes");
  for (int w = 0; w < n; w++) mj_deleteData(d[w]);
  sn_deleteBatch(b);
  mj_deleteModel(m);
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
    compareModel(path, 4, OWN, OWN);
    compareModel(path, 8, OWN, OWN);
    if (getenv("SINEW_LONG")) compareModel(path, 1, OWN, OWN);
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
    for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
      compareModel(path, 4, solver, mjCONE_PYRAMIDAL);
      compareModel(path, 8, solver, mjCONE_ELLIPTIC);
    }
  }
}

int main(int argc, char** argv) {
  given = argv + 1;
  ngiven = argc - 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_models), cmocka_unit_test(test_solvers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
