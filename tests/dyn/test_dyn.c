// Tree algorithms by their mathematics: M against sums of Jacobians, its factor, finite differences
// of positions and of energy, momenta, forces by virtual work, Newton-Euler against M,
// configurations.
// Residuals are relative to the size of what is compared; each test prints its worst and states its
// tolerance. Central differences with step H leave about H^2 and 1e-16/H.
#include <math.h>

#include "dyn/dyn.h"
#include "dyn_support.h"

#define H 1e-6

static const char* const modelPath[] = {"golden/dyn.xml", "../models/humanoid.xml",
                                        "../models/quadruped.xml", "data/mjcf/body_simple.xml"};
enum { NMODEL = sizeof modelPath / sizeof *modelPath };

typedef double (*Residual)(const mjModel* m, mjData* d);

static mjtNum* numbers(mjtSize n) {
  mjtNum* x = mju_malloc(sizeof *x * (size_t)(n + 1));
  memset(x, 0, sizeof *x * (size_t)(n + 1));
  return x;
}

// largest |a-b| over the largest |b|
static double difference(const mjtNum* a, const mjtNum* b, mjtSize n) {
  double worst = 0, size = 1e-3;
  for (mjtSize i = 0; i < n; i++) {
    worst = a[i] == a[i] ? mju_max(worst, mju_abs(a[i] - b[i])) : INFINITY;
    size = mju_max(size, mju_abs(b[i]));
  }
  return worst / size;
}

// worst residual over the models, each at three states
static void expect(const char* name, Residual residual, double tolerance) {
  double worst = 0;
  dyn_restart();
  for (int k = 0; k < NMODEL; k++) {
    mjData* d;
    mjModel* m = dyn_load(modelPath[k], &d);
    for (int s = 0; s < 3; s++) {
      dyn_randomState(m, d);
      mj_normalizeQuat(m, d->qpos);
      dyn_position(m, d);
      mj_comVel(m, d);
      const double r = residual(m, d);
      worst = r <= worst ? worst : r;
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  printf("%s: worst residual %g, tolerance %g\n", name, worst, tolerance);
  assert_true(worst <= tolerance);
}

// ---- mass matrix

// sum over bodies of m Jp'Jp + Jr' I Jr
static double kineticSum(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum *sum = numbers(nv * nv), *full = numbers(nv * nv), *jac = numbers(6 * nv);
  for (int b = 1; b < m->nbody; b++) {
    mj_jacBodyCom(m, d, jac, jac + 3 * nv, b);
    const mjtNum* R = d->ximat + 9 * b;
    for (int i = 0; i < nv; i++) {
      for (int j = 0; j < nv; j++) {
        for (int k = 0; k < 3; k++) {
          mjtNum wi = 0, wj = 0;
          for (int a = 0; a < 3; a++) {
            wi += R[3 * a + k] * jac[(3 + a) * nv + i];
            wj += R[3 * a + k] * jac[(3 + a) * nv + j];
          }
          sum[i * nv + j] += m->body_mass[b] * jac[k * nv + i] * jac[k * nv + j] +
                             m->body_inertia[3 * b + k] * wi * wj;
        }
      }
    }
  }
  mj_crb(m, d);
  mj_fullM(m, d, full);
  for (int i = 0; i < nv; i++) sum[i * nv + i] = full[i * nv + i];  // armature: by golden figures
  const double r = difference(full, sum, nv * nv);
  mju_free(sum);
  mju_free(full);
  mju_free(jac);
  return r;
}

static void test_massMatrix(void** unused) {
  (void)unused;
  expect("M = sum J'IJ off the diagonal", kineticSum, 1e-13);
}

static double factorResidual(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum *x = numbers(4 * nv), *y = x + nv, *z = x + 2 * nv, *root = x + 3 * nv;
  for (int i = 0; i < nv; i++) x[i] = dyn_uniform();
  for (int i = 0; i < nv; i++) {
    if (!(d->qLDiagInv[i] > 0)) return INFINITY;  // M is positive definite
    root[i] = mju_sqrt(d->qLDiagInv[i]);
  }
  mj_mulM(m, d, y, x);
  mj_solveM(m, d, z, y, 1);
  double r = difference(z, x, nv);
  // x'Mx by the square root of M, and M^-1 by its inverse
  mj_mulM2(m, d, z, x);
  const mjtNum square = mju_dot(x, y, nv), inverse = mju_dot(z, z, nv);
  r = mju_max(r, mju_abs(square - inverse) / square);
  mj_solveM2(m, d, z, y, root, 1);
  r = mju_max(r, mju_abs(square - mju_dot(z, z, nv)) / square);
  mju_free(x);
  return r;
}

static void test_factor(void** unused) {
  (void)unused;
  expect("M^-1 M x, square roots", factorResidual, 1e-12);
}

// several right-hand sides at once, in place; dense and sparse sums
static void test_layouts(void** unused) {
  (void)unused;
  mjData* d;
  mjModel* m = dyn_load(modelPath[0], &d);
  const int nv = (int)m->nv;
  dyn_position(m, d);
  mjtNum *x = numbers(3 * nv), *y = numbers(3 * nv), *full = numbers(nv * nv);
  for (int i = 0; i < 3 * nv; i++) x[i] = y[i] = dyn_uniform();
  mj_solveM(m, d, x, x, 3);
  for (int k = 0; k < 3; k++) mj_solveM(m, d, y + k * nv, y + k * nv, 1);
  assert_memory_equal(x, y, sizeof *x * (size_t)(3 * nv));

  // an empty sparse matrix takes the pattern and the numbers of M; a second time doubles them
  mjtNum *dense = numbers(nv * nv), *sparse = numbers(nv * nv);
  int *nnz = calloc((size_t)nv, sizeof *nnz), *adr = calloc((size_t)nv, sizeof *adr);
  int* col = calloc((size_t)(nv * nv), sizeof *col);
  for (int i = 0; i < nv; i++) adr[i] = i * nv;
  mj_addM(m, d, sparse, nnz, adr, col);
  mj_addM(m, d, sparse, nnz, adr, col);
  mj_addM(m, d, dense, NULL, NULL, NULL);
  mj_fullM(m, d, full);
  for (int i = 0; i < nv; i++) {
    assert_int_equal(nnz[i], m->M_rownnz[i]);
    for (int k = 0; k < nnz[i]; k++) {
      assert_int_equal(col[adr[i] + k], m->M_colind[m->M_rowadr[i] + k]);
      assert_true(sparse[adr[i] + k] == 2 * full[i * nv + col[adr[i] + k]]);
    }
    for (int j = 0; j < nv; j++) {
      assert_true(dense[i * nv + j] == (j <= i ? full[i * nv + j] : 0));
      assert_true(full[i * nv + j] == full[j * nv + i]);
    }
  }
  mju_free(x), mju_free(y), mju_free(full), mju_free(dense), mju_free(sparse);
  free(nnz), free(adr), free(col);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- finite differences

// state moved by `t` along qvel, velocity kept
static void moveTo(const mjModel* m, mjData* d, const mjtNum* qpos, double t) {
  memcpy(d->qpos, qpos, sizeof *qpos * (size_t)m->nq);
  mj_integratePos(m, d->qpos, d->qvel, t);
  dyn_position(m, d);
  mj_comVel(m, d);
}

// Jp qvel of every body's frame and subtree against the change of position
static double pointVelocity(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv, nb = (int)m->nbody;
  mjtNum *qpos = numbers(m->nq), *jac = numbers(3 * nv), *vel = numbers(6 * nb);
  mjtNum* diff = numbers(6 * nb);
  memcpy(qpos, d->qpos, sizeof *qpos * (size_t)m->nq);
  for (int b = 0; b < nb; b++) {
    mj_jacBody(m, d, jac, NULL, b);
    mju_mulMatVec(vel + 6 * b, jac, d->qvel, 3, nv);
    if (m->body_subtreemass[b] < mjMINVAL) continue;
    mj_jacSubtreeCom(m, d, jac, b);
    mju_mulMatVec(vel + 6 * b + 3, jac, d->qvel, 3, nv);
  }
  for (int side = -1; side <= 1; side += 2) {
    moveTo(m, d, qpos, side * H);
    for (int b = 0; b < nb; b++) {
      for (int k = 0; k < 3; k++) {
        diff[6 * b + k] += side * d->xpos[3 * b + k] / (2 * H);
        if (m->body_subtreemass[b] < mjMINVAL) continue;  // no mass, no centre of mass
        diff[6 * b + 3 + k] += side * d->subtree_com[3 * b + k] / (2 * H);
      }
    }
  }
  const double r = difference(diff, vel, 6 * nb);
  mju_free(qpos), mju_free(jac), mju_free(vel), mju_free(diff);
  return r;
}

// the reference lets a ball's axes be carried by the joints after it too, which Jacobian rates of
// bodies beyond then show; they are compared with its figures instead
static int beyondBall(const mjModel* m, int body) {
  for (int b = body; b; b = m->body_parentid[b]) {
    for (int j = m->body_jntadr[b]; j < m->body_jntadr[b] + m->body_jntnum[b] - 1; j++) {
      if (m->jnt_type[j] == mjJNT_BALL) return 1;
    }
  }
  return 0;
}

// jacDot at a body's frame against the change of jacBody
static double jacobianRate(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum *qpos = numbers(m->nq), *jac = numbers(6 * nv), *rate = numbers(6 * nv);
  mjtNum* diff = numbers(6 * nv);
  double r = 0;
  memcpy(qpos, d->qpos, sizeof *qpos * (size_t)m->nq);
  for (int b = 1; b < m->nbody; b++) {
    if (beyondBall(m, b)) continue;
    moveTo(m, d, qpos, 0);
    mj_jacDot(m, d, rate, rate + 3 * nv, d->xpos + 3 * b, b);
    memset(diff, 0, sizeof *diff * (size_t)(6 * nv));
    for (int side = -1; side <= 1; side += 2) {
      moveTo(m, d, qpos, side * H);
      mj_jacBody(m, d, jac, jac + 3 * nv, b);
      mju_addToScl(diff, jac, side / (2 * H), 6 * nv);
    }
    r = mju_max(r, difference(diff, rate, 6 * nv));
  }
  mju_free(qpos), mju_free(jac), mju_free(rate), mju_free(diff);
  return r;
}

// gravity and springs: the potential energy changes by -power. Springs are not in the bias, so only
// gravity is left in.
static double gravityPower(const mjModel* m, mjData* d) {
  mjModel* weight = mj_copyModel(NULL, m);
  weight->opt.disableflags |= mjDSBL_SPRING;
  const int nv = (int)m->nv;
  mjtNum *qpos = numbers(m->nq), *vel = numbers(nv), *bias = numbers(nv);
  memcpy(qpos, d->qpos, sizeof *qpos * (size_t)m->nq);
  memcpy(vel, d->qvel, sizeof *vel * (size_t)nv);
  memset(d->qvel, 0, sizeof *vel * (size_t)nv);
  mj_comVel(m, d);
  mj_rne(m, d, 0, bias);
  memcpy(d->qvel, vel, sizeof *vel * (size_t)nv);
  mjtNum change = 0;
  for (int side = -1; side <= 1; side += 2) {
    moveTo(m, d, qpos, side * H);
    mj_energyPos(weight, d);
    change += side * d->energy[0] / (2 * H);
  }
  const mjtNum power = mju_dot(bias, vel, nv);
  mju_free(qpos), mju_free(vel), mju_free(bias);
  mj_deleteModel(weight);
  return mju_abs(change - power) / (1 + mju_abs(power));
}

static void test_differences(void** unused) {
  (void)unused;
  expect("velocity of points", pointVelocity, 1e-8);
  expect("rate of Jacobians", jacobianRate, 1e-7);
  expect("power of gravity", gravityPower, 1e-7);
}

// ---- momentum, force, velocity

static double momentum(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv, nb = (int)m->nbody;
  mjtNum *jac = numbers(3 * nv), *value = numbers(6 * nb), *field = numbers(6 * nb);
  mj_subtreeVel(m, d);
  assert_true(d->flg_subtreevel);
  for (int b = 0; b < nb; b++) {
    mj_angmomMat(m, d, jac, b);
    mju_mulMatVec(value + 6 * b, jac, d->qvel, 3, nv);
    mj_jacSubtreeCom(m, d, jac, b);
    mju_mulMatVec(value + 6 * b + 3, jac, d->qvel, 3, nv);
    mju_copy3(field + 6 * b, d->subtree_angmom + 3 * b);
    mju_copy3(field + 6 * b + 3, d->subtree_linvel + 3 * b);
  }
  const double r = difference(field, value, 6 * nb);
  mju_free(jac), mju_free(value), mju_free(field);
  return r;
}

static double virtualWork(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum *jac = numbers(6 * nv), *force = numbers(2 * nv);
  const mjtNum point[3] = {0.1, 0.2, 0.3}, wrench[6] = {1, -2, 3, 0.5, 0.2, -0.7};
  double r = 0;
  for (int b = 0; b < m->nbody; b++) {
    mju_zero(force, nv);
    mj_applyFT(m, d, wrench, NULL, point, b, force);
    mj_applyFT(m, d, NULL, wrench + 3, point, b, force);
    mj_jac(m, d, jac, jac + 3 * nv, point, b);
    mju_mulMatTVec(force + nv, jac, wrench, 6, nv);
    r = mju_max(r, difference(force, force + nv, nv));
  }
  mju_free(jac), mju_free(force);
  return r;
}

// object velocity and acceleration are J qvel and J qacc + Jdot qvel - gravity
static double objectMotion(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum *jac = numbers(6 * nv), *dot = numbers(6 * nv);
  double r = 0;
  LANE(dyn_rnePost)(m, d);
  for (int g = 0; g < m->ngeom; g++) {
    const int body = m->geom_bodyid[g];
    if (!m->body_dofnum[m->body_weldid[body]] || beyondBall(m, body)) continue;
    mjtNum got[12], want[12], more[6];
    mj_jacGeom(m, d, jac + 3 * nv, jac, g);
    mj_jacDot(m, d, dot + 3 * nv, dot, d->geom_xpos + 3 * g, body);
    mju_mulMatVec(want, jac, d->qvel, 6, nv);
    mju_mulMatVec(want + 6, jac, d->qacc, 6, nv);
    mju_mulMatVec(more, dot, d->qvel, 6, nv);
    mju_addTo(want + 6, more, 6);
    mju_subFrom3(want + 9, m->opt.gravity);
    mj_objectVelocity(m, d, mjOBJ_GEOM, g, got, 0);
    mj_objectAcceleration(m, d, mjOBJ_GEOM, g, got + 6, 0);
    r = mju_max(r, difference(got, want, 12));
    // the same vectors in the geom's axes
    mjtNum local[12];
    mj_objectVelocity(m, d, mjOBJ_GEOM, g, local, 1);
    mj_objectAcceleration(m, d, mjOBJ_GEOM, g, local + 6, 1);
    for (int k = 0; k < 4; k++) mju_mulMatTVec3(got + 3 * k, d->geom_xmat + 9 * g, want + 3 * k);
    r = mju_max(r, difference(local, got, 12));
  }
  mju_free(jac), mju_free(dot);
  return r;
}

// rne with qacc = bias + M qacc, without armature
static double newtonEuler(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjModel* bare = mj_copyModel(NULL, m);
  mju_zero(bare->dof_armature, nv);
  for (int i = 0; i < m->nactuator; i++) bare->actuator_armature[i] = 0;
  for (int i = 0; i < nv; i++) bare->dof_M0[i] -= m->dof_armature[i];
  mj_crb(bare, d);
  mjtNum *bias = numbers(3 * nv), *both = bias + nv, *sum = bias + 2 * nv;
  mj_rne(m, d, 0, bias);
  mj_rne(m, d, 1, both);
  mj_mulM(m, d, sum, d->qacc);
  mju_addTo(sum, bias, nv);
  const double r = difference(both, sum, nv);
  mju_free(bias);
  mj_deleteModel(bare);
  return r;
}

// the last row of cfrc_int carries all that the world must hold, and dofs feel cdof . cfrc_int
static double jointForce(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum *force = numbers(2 * nv), *want = force + nv;
  memset(d->xfrc_applied, 0, sizeof(mjtNum) * 6 * (size_t)m->nbody);
  LANE(dyn_rnePost)(m, d);
  mj_rne(m, d, 1, want);
  for (int i = 0; i < nv; i++) {
    force[i] = mju_dot(d->cdof + 6 * i, d->cfrc_int + 6 * m->dof_bodyid[i], 6);
  }
  const double r = difference(force, want, nv);
  mju_free(force);
  return r;
}

static double kineticEnergy(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum* p = numbers(nv);
  mj_mulM(m, d, p, d->qvel);
  mj_energyVel(m, d);
  assert_true(d->flg_energyvel);
  const mjtNum want = 0.5 * mju_dot(p, d->qvel, nv);
  mju_free(p);
  return mju_abs(d->energy[1] - want) / want;
}

static void test_motion(void** unused) {
  (void)unused;
  expect("momentum of subtrees", momentum, 1e-12);
  expect("virtual work", virtualWork, 1e-13);
  expect("motion of objects", objectMotion, 1e-12);
  expect("Newton-Euler is M qacc + bias", newtonEuler, 1e-12);
  expect("forces in joints", jointForce, 1e-12);
  expect("kinetic energy", kineticEnergy, 1e-13);
}

// ---- configurations

static double roundTrip(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv;
  mjtNum *qpos = numbers(m->nq), *vel = numbers(nv);
  memcpy(qpos, d->qpos, sizeof *qpos * (size_t)m->nq);
  mj_integratePos(m, d->qpos, d->qvel, 0.5);
  mj_differentiatePos(m, vel, 0.5, qpos, d->qpos);
  const double r = difference(vel, d->qvel, nv);
  mju_free(qpos), mju_free(vel);
  return r;
}

static void test_configurations(void** unused) {
  (void)unused;
  expect("difference of an integration", roundTrip, 1e-13);
}

// ---- poses, mass, errors

static void test_local2Global(void** unused) {
  (void)unused;
  mjData* d;
  mjModel* m = dyn_load(modelPath[0], &d);
  dyn_randomState(m, d);
  dyn_position(m, d);
  for (int i = 0; i < m->ngeom; i++) {
    mjtNum pos[3], mat[9];
    mj_local2Global(d, pos, mat, m->geom_pos + 3 * i, m->geom_quat + 4 * i, m->geom_bodyid[i],
                    m->geom_sameframe[i]);
    assert_memory_equal(pos, d->geom_xpos + 3 * i, sizeof pos);
    assert_memory_equal(mat, d->geom_xmat + 9 * i, sizeof mat);
  }
  mj_local2Global(d, NULL, NULL, NULL, NULL, 1, mjSAMEFRAME_NONE);  // nothing asked for
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_totalMass(void** unused) {
  (void)unused;
  mjData* d;
  mjModel* m = dyn_load(modelPath[0], &d);
  const mjtNum before = mj_getTotalmass(m), inertia = m->body_inertia[6];
  assert_true(mju_abs(before - m->body_subtreemass[0]) < 1e-12 * before);
  mj_setTotalmass(m, 50);
  assert_true(mju_abs(mj_getTotalmass(m) - 50) < 1e-12);
  assert_true(mju_abs(m->body_inertia[6] - inertia * 50 / before) < 1e-15);
  mj_setTotalmass(m, -1);  // not below mjMINVAL of what it was
  assert_true(mj_getTotalmass(m) > 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_errors(void** unused) {
  (void)unused;
  mjData* d;
  mjModel* m = dyn_load(modelPath[0], &d);
  dyn_position(m, d);
  mjtNum *jac = numbers(6 * m->nv), res[6] = {7, 7, 7, 7, 7, 7}, *other = jac + 3 * m->nv;
  const int nb = (int)m->nbody;
  catch_begin();
  mj_jac(m, d, jac, NULL, res, nb);
  mj_jacBody(m, d, jac, NULL, -1);
  mj_jacBodyCom(m, d, jac, NULL, nb);
  mj_jacGeom(m, d, jac, NULL, (int)m->ngeom);
  mj_jacSite(m, d, jac, NULL, (int)m->nsite);
  mj_jacSubtreeCom(m, d, jac, nb);
  mj_jacPointAxis(m, d, jac, other, res, res, nb);
  mj_jacDot(m, d, jac, other, res, nb);
  mj_angmomMat(m, d, jac, nb);
  mj_applyFT(m, d, res, res, res, nb, jac);
  mj_objectVelocity(m, d, mjOBJ_JOINT, 0, res, 0);
  mj_objectAcceleration(m, d, mjOBJ_TENDON, 0, res, 0);
  catch_end();
  assert_int_equal(caught_count, 12);
  for (int i = 0; i < 6; i++) assert_true(res[i] == 7);
  for (int i = 0; i < 6 * m->nv; i++) assert_true(jac[i] == 0);
  mju_free(jac);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_massMatrix),   cmocka_unit_test(test_factor),
      cmocka_unit_test(test_layouts),      cmocka_unit_test(test_differences),
      cmocka_unit_test(test_motion),       cmocka_unit_test(test_configurations),
      cmocka_unit_test(test_local2Global), cmocka_unit_test(test_totalMass),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
