// What profile-guided optimisation learns from (tools/release.sh): our own models as people use
// them. Fails if bits are not those of every build, so the result is tried by it, too. The runs of
// tests/golden/hash.txt have every solver, integrator, cone and storage; sample models then take
// most of the steps, as robots under small controls, alone, in lanes, and with their derivatives;
// pictures of all of them.
//   usage: train ROOT    the project's folder
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/render.h>

#include "state_hash.h"

enum {
  GOLDEN_STEPS = 300,
  STEPS = 2000,
  WORLDS = 32,
  BATCH_STEPS = 100,
  TRANSITIONS = 20,
  TURNS = 6,
};

static void be_quiet(const mjLogMessage* msg) { (void)msg; }

static mjModel* load(const char* root, const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s%s", root, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fprintf(stderr, "train: %s: %s\n", path, error);
  return m;
}

// all runs of our own models; false if one failed
static bool golden(const char* root) {
  char path[1000], line[600];
  snprintf(path, sizeof path, "%s/tests/golden/hash.txt", root);
  FILE* list = fopen(path, "r");
  bool ok = list != NULL;
  while (ok && fgets(line, sizeof line, list)) {
    hash_Run run;
    if (!hash_read(line, &run) || !strncmp(run.model, "../", 3)) continue;
    snprintf(path, sizeof path, "/%s", run.model);
    mjModel* m = load(root, path);
    const uint64_t early = run.early;
    ok = m && hash_simulate(m, &run, GOLDEN_STEPS) && run.early == early;
    if (!ok) fprintf(stderr, "train: bits differ: %s", line);
    mj_deleteModel(m);
  }
  if (list) fclose(list);
  return ok;
}

// ---- one model

static void control(const mjModel* m, mjData* d, hash_Rng* rng) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    const mjtNum reach = m->actuator_ctrllimited[i] ? (range[1] - range[0]) / 2 : 1;
    d->ctrl[i] = 0.98 * d->ctrl[i] + 0.02 * reach * hash_uniform(rng);
  }
}

static void steps(const mjModel* m, mjData* d, int n) {
  hash_Rng rng = {1};
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  for (int i = 0; i < n; i++) {
    control(m, d, &rng);
    mj_step(m, d);
  }
}

// as the model asks for, then by what other models ask for
static bool single(const mjModel* m, mjData* d) {
  static const char* const settings[] = {"newton,sparse,elliptic", "newton,sparse,pyramidal",
                                         "newton,dense,elliptic",  "pgs,pyramidal,dense,rk4",
                                         "cg,elliptic,sparse",     "newton,dense,implicitfast"};
  steps(m, d, STEPS);
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    int nthread;
    mjModel* other = mj_copyModel(NULL, m);
    mjData* data =
        other && hash_set(&other->opt, settings[i], &nthread) ? mj_makeData(other) : NULL;
    if (data) steps(other, data, STEPS / 4);
    const bool ok = data;
    mj_deleteData(data);
    mj_deleteModel(other);
    if (!ok) return false;
  }
  return true;
}

static bool batches(const mjModel* m) {
  static const int lanes[] = {1, 2, 4, 8};
  bool ok = true;
  for (int i = 0; i < 4; i++) {
    const sn_BatchOptions options = {.nthread = 1, .nlane = lanes[i]};
    const sn_BatchReset reset = {.key = m->nkey ? 0 : -1, .qvel_noise = 0.1, .seed = 1};
    sn_Batch* b = sn_makeBatch(m, WORLDS, &options);
    ok = ok && b && sn_resetBatch(b, NULL, &reset) >= 0 && sn_stepBatch(b, BATCH_STEPS, NULL) >= 0;
    sn_deleteBatch(b);
  }
  return ok;
}

static bool derivatives(const mjModel* m, mjData* d) {
  const size_t n = (size_t)(2 * m->nv + m->na);
  mjtNum *A = calloc(n * n, sizeof *A), *B = calloc(n * (size_t)m->nu + 1, sizeof *B);
  bool ok = A && B;
  for (int i = 0; ok && i < TRANSITIONS; i++) {
    ok = sn_transition(m, d, sn_DIFF_ANALYTIC, A, B, NULL, NULL) >= 0;
    mj_step(m, d);
  }
  free(A);
  free(B);
  return ok;
}

// from some sides, as films have them and as learning from pixels does
static bool pictures(mjModel* m, mjData* d) {
  static const int size[][3] = {{640, 480, 4}, {84, 84, 0}};
  bool ok = true;
  for (int i = 0; i < 2; i++) {
    mjvScene scn;
    mjvOption opt;
    mjvCamera cam;
    mjrContext con;
    m->vis.global.offwidth = size[i][0];
    m->vis.global.offheight = size[i][1];
    m->vis.quality.offsamples = size[i][2];
    mjv_defaultScene(&scn);
    mjv_defaultOption(&opt);
    mjr_defaultContext(&con);
    mjv_makeScene(m, &scn, 2000);
    mjv_defaultFreeCamera(m, &cam);
    mjr_makeContext(m, &con, mjFONTSCALE_100);
    sn_setDrawThreads(&con, 1);
    mjr_setBuffer(mjFB_OFFSCREEN, &con);
    for (int turn = 0; turn < TURNS; turn++) {
      cam.azimuth += 60;
      mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
      mjr_render((mjrRect){0, 0, size[i][0], size[i][1]}, &scn, &con);
    }
    ok = ok && scn.ngeom > 0 && !sn_lastError();
    mjr_freeContext(&con);
    mjv_freeScene(&scn);
  }
  return ok;
}

static bool learn(const char* path) {
  mjModel* m = load("", path);
  mjData* d = m ? mj_makeData(m) : NULL;
  const bool ok = d && single(m, d) && batches(m) && derivatives(m, d) && pictures(m, d);
  if (!ok) fprintf(stderr, "train: %s failed\n", path);
  mj_deleteData(d);
  mj_deleteModel(m);
  return ok;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: train ROOT\n");
    return 2;
  }
  mju_setLogHandler(be_quiet);
  char pattern[1000];
  glob_t found;
  snprintf(pattern, sizeof pattern, "%s/models/*.xml", argv[1]);
  bool ok = golden(argv[1]) && glob(pattern, 0, NULL, &found) == 0;
  if (!ok) return 1;
  // hulls, which no sample model has, and meshes of many faces
  static const char* const more[] = {"tests/golden/mesh_scene", "bench/fine_meshes"};
  for (int i = 0; i < 2; i++) {
    snprintf(pattern, sizeof pattern, "%s/%s.xml", argv[1], more[i]);
    if (glob(pattern, GLOB_APPEND, NULL, &found)) return 1;
  }
  for (size_t i = 0; i < found.gl_pathc; i++) ok = learn(found.gl_pathv[i]) && ok;
  globfree(&found);
  return !ok;
}
