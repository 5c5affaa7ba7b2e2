// Cost of the rows: forces are its gradient, contact.H its curvature, zones have the states that
// the table of section 10 says; contact forces.
#include "rows_scene.h"

typedef struct {
  mjModel* m;
  mjData* d;
} Scene;

// rows of all kinds; the option as in scene_option
static Scene open(int option, const char* file) {
  Scene s;
  s.m = dyn_load(file, &s.d);
  scene_option(s.m, option);
  dyn_randomState(s.m, s.d);
  scene_position(s.m, s.d);
  assert_true(scene_contacts(s.m, s.d, 16));
  con_make(s.m, s.d);
  con_reference(s.m, s.d);
  return s;
}

static void close(Scene* s) {
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
}

// jar of about the size where friction begins to slide, so that all zones occur
static mjtNum* randomJar(const mjData* d) {
  mjtNum* jar = malloc((size_t)d->nefc * sizeof *jar);
  for (int i = 0; i < d->nefc; i++) {
    const mjtNum scale = d->efc_frictionloss[i] > 0 ? 2 * d->efc_R[i] * d->efc_frictionloss[i] : 1;
    jar[i] = scale * rng_uniform();
  }
  return jar;
}

// cost as the sum over blocks
static mjtNum costAt(const Scene* s, const mjtNum* jar) {
  const con_Rows rows = con_rows(s->d);
  mjtNum cost = 0, force[10];
  int state[10];
  for (int i = 0; i < rows.nblock; i++) {
    cost += scene_blockCost(s->d, &rows.block[i], jar + rows.block[i].efc, state, force);
  }
  return cost;
}

// one block's cost along row k
static mjtNum blockCost(const Scene* s, const con_Block* block, mjtNum* jar, int k, mjtNum step,
                        mjtNum* force) {
  const mjtNum kept = jar[k];
  int state[10];
  jar[k] += step;
  const mjtNum cost = scene_blockCost(s->d, block, jar, state, force);
  jar[k] = kept;
  return cost;
}

static void test_gradient(void** state) {
  (void)state;
  static const char* const file[] = {"golden/rows_equality.xml", "golden/rows_contact.xml"};
  double worst = 0, worstCone = 0, worstForce = 0;
  int seen[5] = {0};
  catch_begin();
  for (int k = 0; k < 16; k++) {
    Scene s = open(k % 4, file[k % 8 / 4]);
    mjtNum *jar = randomJar(s.d), cost;
    for (int i = 0; i < s.d->ncon; i++) mju_fill(s.d->contact[i].H, -77, 36);
    con_update(s.m, s.d, jar, &cost, true);
    assert_near(cost, costAt(&s, jar), 1e-9 * cost);
    const con_Rows rows = con_rows(s.d);
    for (int i = 0; i < rows.nblock; i++) {
      const con_Block* b = &rows.block[i];
      const mjtNum* H = b->contact < 0 ? NULL : s.d->contact[b->contact].H;
      const bool cone = s.d->efc_state[b->efc] == mjCNSTRSTATE_CONE;
      if (H && !cone) assert_near(H[0], -77, 0);  // others are untouched
      for (int r = 0; r < b->nefc; r++) {
        const mjtNum h = 1e-6 * fmax(1e-6, fabs(jar[b->efc + r]));
        mjtNum before[10], after[10], *at = jar + b->efc;
        const mjtNum slope =
            (blockCost(&s, b, at, r, h, after) - blockCost(&s, b, at, r, -h, before)) / (2 * h);
        const mjtNum size = 1 + fabs(cost) + s.d->efc_D[b->efc + r];
        worst = fmax(worst, fabs(slope + s.d->efc_force[b->efc + r]) / size);
        seen[s.d->efc_state[b->efc + r]]++;
        for (int c = 0; cone && c < b->nefc; c++) {
          const mjtNum curve = -(after[c] - before[c]) / (2 * h);
          const mjtNum scale = 1 + fabs(H[0]) + fabs(H[r * b->nefc + r]);
          worstCone = fmax(worstCone, fabs(curve - H[r * b->nefc + c]) / scale);
        }
      }
    }
    mjtNum* qfrc = calloc((size_t)s.m->nv, sizeof *qfrc);
    con_addJacT(&rows, qfrc, s.d->efc_force);
    for (int i = 0; i < s.m->nv; i++) {
      worstForce = fmax(worstForce, fabs(qfrc[i] - s.d->qfrc_constraint[i]) / (1 + fabs(qfrc[i])));
    }
    free(qfrc), free(jar);
    close(&s);
  }
  catch_end();
  printf("gradient %.2g, cones %.2g, joint forces %.2g; states %d %d %d %d %d\n", worst, worstCone,
         worstForce, seen[0], seen[1], seen[2], seen[3], seen[4]);
  assert_true(worst < 1e-6 && worstCone < 1e-5 && worstForce < 1e-12);
  for (int i = 0; i < 5; i++) assert_true(seen[i] > 10);
}

// borders of the zones of scalar rows belong to the side that the table says
static void test_borders(void** state) {
  (void)state;
  catch_begin();
  Scene s = open(0, "golden/rows_equality.xml");
  const con_Rows rows = con_rows(s.d);
  int friction = 0, onesided = 0;
  for (int i = 0; i < rows.nblock; i++) {
    const con_Block* b = &rows.block[i];
    mjtNum force[10];
    int label[10];
    if (b->shape == CON_FRICTION) {
      const mjtNum most = s.d->efc_frictionloss[b->efc], edge = s.d->efc_R[b->efc] * most;
      const mjtNum jar[3] = {-edge, edge, 0};
      static const int want[3] = {mjCNSTRSTATE_LINEARNEG, mjCNSTRSTATE_LINEARPOS,
                                  mjCNSTRSTATE_QUADRATIC};
      for (int k = 0; k < 3; k++) {
        scene_blockCost(s.d, b, jar + k, label, force);
        assert_int_equal(label[0], want[k]);
        assert_near(force[0], k == 0 ? most : (k == 1 ? -most : 0), 0);
      }
      friction++;
    } else if (b->shape == CON_ONESIDED) {
      const mjtNum zero = 0;
      const mjtNum cost = scene_blockCost(s.d, b, &zero, label, force);
      assert_int_equal(label[0], mjCNSTRSTATE_SATISFIED);
      assert_near(cost, 0, 0);
      onesided++;
    }
  }
  assert_true(friction > 3 && onesided > 3);
  close(&s);
  catch_end();
}

static void test_noRows(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = dyn_load("golden/rows_static.xml", &d);
  mjtNum cost = 5, res = 7;
  scene_position(m, d);
  stack_clearArena(d);
  mj_makeConstraint(m, d);
  mj_projectConstraint(m, d);
  mj_referenceConstraint(m, d);
  d->qfrc_constraint[0] = 3;
  mj_constraintUpdate(m, d, NULL, &cost, 1);
  assert_int_equal(d->nefc, 0);
  assert_near(cost, 0, 0);
  assert_near(d->qfrc_constraint[0], 0, 0);
  mj_mulJacVec(m, d, &res, d->qvel);
  mj_mulJacTVec(m, d, &res, NULL);
  assert_near(res, 7, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// forces in contact space give the same joint forces as those of the rows
static void test_contactForce(void** state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    Scene s = open(k, "golden/rows_contact.xml");
    mjtNum *jar = randomJar(s.d), force[6];
    mju_zero(s.d->efc_force, s.d->nefc);
    s.d->contact[2].adhesion = 0.25;
    con_update(s.m, s.d, jar, NULL, false);
    for (int i = 0; i < s.d->ncon; i++) {
      const mjContact* con = &s.d->contact[i];
      mj_contactForce(s.m, s.d, i, force);
      mjtNum want[6] = {0};
      const mjtNum* f = s.d->efc_force + con->efc_address;
      for (int r = 0; con->efc_address >= 0 && r < con->dim; r++) {
        if (k == 1 || con->dim == 1) want[r] = f[r];
        if (k == 1 || con->dim == 1 || r == 0) continue;
        want[0] += f[2 * r - 2] + f[2 * r - 1];
        want[r] = con->friction[r - 1] * (f[2 * r - 2] - f[2 * r - 1]);
      }
      if (con->efc_address >= 0) want[0] -= con->adhesion;
      for (int r = 0; r < 6; r++) assert_near(force[r], want[r], 1e-12 * (1 + fabs(want[r])));
    }
    mj_contactForce(s.m, s.d, -1, force);
    for (int r = 0; r < 6; r++) assert_near(force[r], 0, 0);
    mj_contactForce(s.m, s.d, s.d->ncon, force);
    for (int r = 0; r < 6; r++) assert_near(force[r], 0, 0);
    free(jar);
    close(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gradient),
      cmocka_unit_test(test_borders),
      cmocka_unit_test(test_noRows),
      cmocka_unit_test(test_contactForce),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
