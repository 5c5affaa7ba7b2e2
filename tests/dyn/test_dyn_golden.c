// Tree algorithms against figures of the reference (tools/oracle/dyn.mjs): every array at random
// states of 23 models, as a weighted sum. Tolerance: 1e-12 of the sum of absolute values.
#include "dyn/dyn.h"
#include "dyn_support.h"

#define TOLERANCE 1e-12

static FILE* golden;
static const char* where;  // model
static double worst;
static char worstName[64];
static int compared;

// compares with the next line
static void check(const char* name, const mjtNum* x, mjtSize n) {
  char expected[64];
  long count;
  double sum, size, mine = 0, magnitude = 0;
  assert_int_equal(fscanf(golden, "%63s %ld %lf %lf", expected, &count, &sum, &size), 4);
  assert_string_equal(name, expected);
  assert_int_equal(n, count);
  for (mjtSize i = 0; i < n; i++) {
    mine += ((double)((7919 * i + 13) % 1009) / 1009 + 0.25) * x[i];
    magnitude += mju_abs(x[i]);
  }
  const double error = mju_abs(mine - sum) / mju_max(magnitude, 1e-3);
  if (!(error <= worst)) {
    worst = error;
    snprintf(worstName, sizeof worstName, "%s", name);
  }
  compared++;
  // the size has six digits
  if (!(error <= TOLERANCE && mju_abs(magnitude - size) <= 1e-5 * size + 1e-12)) {
    fail_msg("%s %s: %.17g, expected %.17g, error %g; size %g, expected %g", where, name, mine, sum,
             error, magnitude, size);
  }
}

static void checkFields(const mjModel* m, mjData* d) {
  const mjtSize nb = m->nbody, nv = m->nv;
  check("xpos", d->xpos, 3 * nb);
  check("xquat", d->xquat, 4 * nb);
  check("xmat", d->xmat, 9 * nb);
  check("xipos", d->xipos, 3 * nb);
  check("ximat", d->ximat, 9 * nb);
  check("xanchor", d->xanchor, 3 * m->njnt);
  check("xaxis", d->xaxis, 3 * m->njnt);
  check("geom_xpos", d->geom_xpos, 3 * m->ngeom);
  check("geom_xmat", d->geom_xmat, 9 * m->ngeom);
  check("site_xpos", d->site_xpos, 3 * m->nsite);
  check("site_xmat", d->site_xmat, 9 * m->nsite);
  check("cam_xpos", d->cam_xpos, 3 * m->ncam);
  check("cam_xmat", d->cam_xmat, 9 * m->ncam);
  check("light_xpos", d->light_xpos, 3 * m->nlight);
  check("light_xdir", d->light_xdir, 3 * m->nlight);
  check("subtree_com", d->subtree_com, 3 * nb);
  check("cinert", d->cinert, 10 * nb);
  check("cdof", d->cdof, 6 * nv);
  check("crb", d->crb, 10 * nb);
  check("M", d->M, m->nC);
  check("qLD", d->qLD, m->nC);
  check("qLDiagInv", d->qLDiagInv, nv);
  check("cvel", d->cvel, 6 * nb);
  check("cdof_dot", d->cdof_dot, 6 * nv);
  check("subtree_linvel", d->subtree_linvel, 3 * nb);
  check("subtree_angmom", d->subtree_angmom, 3 * nb);
  check("energy", d->energy, 2);
  check("cacc", d->cacc, 6 * nb);
  check("cfrc_ext", d->cfrc_ext, 6 * nb);
  check("cfrc_int", d->cfrc_int, 6 * nb);
}

static void checkInertia(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum* u = mju_malloc(sizeof *u * (size_t)(nv * (nv + 3)));
  mjtNum *out = u + nv, *root = u + 2 * nv, *full = u + 3 * nv;
  for (int i = 0; i < nv; i++) u[i] = 1 + i / 8.0;
  for (int i = 0; i < nv; i++) root[i] = mju_sqrt(d->qLDiagInv[i]);
  mj_rne(m, d, 0, out);
  check("rne", out, nv);
  mj_rne(m, d, 1, out);
  check("rneAcc", out, nv);
  mj_solveM(m, d, out, u, 1);
  check("solveM", out, nv);
  mj_solveM2(m, d, out, u, root, 1);
  check("solveM2", out, nv);
  mj_mulM(m, d, out, u);
  check("mulM", out, nv);
  mj_mulM2(m, d, out, u);
  check("mulM2", out, nv);
  mj_fullM(m, d, full);
  check("fullM", full, nv * nv);
  mju_free(u);
}

static void checkPair(const char* name, const mjtNum* p, const mjtNum* r, int nv) {
  char full[64];
  snprintf(full, sizeof full, "%sp", name);
  check(full, p, 3 * nv);
  snprintf(full, sizeof full, "%sr", name);
  check(full, r, 3 * nv);
}

static void checkJacobians(const mjModel* m, mjData* d, int body) {
  const int nv = (int)m->nv;
  const mjtNum point[3] = {0.3, -0.2, 0.5}, axis[3] = {0.6, 0, 0.8};
  const mjtNum force[3] = {1, 2, 3}, torque[3] = {-3, 1, 2};
  mjtNum *p = mju_malloc(sizeof *p * 6 * (size_t)nv), *r = p + 3 * nv;
  mj_jac(m, d, p, r, point, body);
  checkPair("jac", p, r, nv);
  mj_jacBody(m, d, p, r, body);
  checkPair("jacBody", p, r, nv);
  mj_jacBodyCom(m, d, p, r, body);
  checkPair("jacBodyCom", p, r, nv);
  mj_jacPointAxis(m, d, p, r, point, axis, body);
  checkPair("jacPointAxis", p, r, nv);
  mj_jacDot(m, d, p, r, point, body);
  checkPair("jacDot", p, r, nv);
  mj_jacSubtreeCom(m, d, p, body);
  check("jacSubtreeCom", p, 3 * nv);
  mj_angmomMat(m, d, p, body);
  check("angmomMat", p, 3 * nv);
  memset(p, 0, sizeof *p * (size_t)nv);
  mj_applyFT(m, d, force, torque, point, body, p);
  check("applyFT", p, nv);
  mju_free(p);
}

static void checkObjects(const mjModel* m, mjData* d) {
  const int type[] = {mjOBJ_BODY, mjOBJ_XBODY, mjOBJ_GEOM, mjOBJ_SITE, mjOBJ_CAMERA};
  const mjtSize count[] = {m->nbody, m->nbody, m->ngeom, m->nsite, m->ncam};
  for (int k = 0; k < 5; k++) {
    mjtNum *vel = mju_malloc(sizeof *vel * 24 * (size_t)(count[k] + 1)), *acc = vel + 12 * count[k];
    for (int i = 0; i < 2 * count[k]; i++) {
      mj_objectVelocity(m, d, type[k], i / 2, vel + 6 * i, i % 2);
      mj_objectAcceleration(m, d, type[k], i / 2, acc + 6 * i, i % 2);
    }
    check("objectVelocity", vel, 12 * count[k]);
    check("objectAcceleration", acc, 12 * count[k]);
    mju_free(vel);
  }
}

static void checkState(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  dyn_randomState(m, d);
  dyn_position(m, d);
  mj_comVel(m, d);
  mj_subtreeVel(m, d);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  LANE(dyn_rnePost)(m, d);
  checkFields(m, d);
  if (nv) {
    checkInertia(m, d);
    checkJacobians(m, d, (int)m->nbody - 1);
    checkJacobians(m, d, (int)m->nbody / 2);
    mjtNum* v = mju_malloc(sizeof *v * (size_t)nv);
    mj_differentiatePos(m, v, 0.25, m->qpos0, d->qpos);
    check("differentiatePos", v, nv);
    mju_free(v);
  }
  checkObjects(m, d);
  if (nv) {
    mj_integratePos(m, d->qpos, d->qvel, 0.25);
    check("integratePos", d->qpos, m->nq);
  }
}

static void test_states(void** unused) {
  (void)unused;
  golden = fopen(TEST_DIR "/golden/dyn.txt", "r");
  assert_non_null(golden);
  char word[64], path[256];
  mjModel* m = NULL;
  mjData* d = NULL;
  int models = 0, states = 0, index;
  while (fscanf(golden, "%63s", word) == 1) {
    if (!strcmp(word, "model")) {
      mj_deleteData(d);
      mj_deleteModel(m);
      assert_int_equal(fscanf(golden, "%255s", path), 1);
      m = dyn_load(path, &d);
      where = path;
      dyn_restart();
      models++;
      continue;
    }
    assert_string_equal(word, "state");
    assert_int_equal(fscanf(golden, "%d", &index), 1);
    checkState(m, d);
    states++;
  }
  fclose(golden);
  mj_deleteData(d);
  mj_deleteModel(m);
  printf("%d models, %d states, %d arrays; worst error %g (%s)\n", models, states, compared, worst,
         worstName);
  assert_int_equal(models, 23);
  assert_int_equal(states, 46);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_states)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
