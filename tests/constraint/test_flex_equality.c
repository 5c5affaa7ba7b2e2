// Rows of equalities of flexes: how many there are, and their Jacobians against differences.
#include "flex_scene.h"

// worst difference of J to central differences of efc_pos; the columns of the equality rows
static double jacobianError(const mjModel* m, mjData* d) {
  const double eps = 1e-6;
  const int ne = d->ne, nv = (int)m->nv;
  double* J = calloc((size_t)(ne * nv), sizeof *J);
  double* diff = calloc((size_t)ne, sizeof *diff);
  mjtNum *unit = calloc((size_t)nv, sizeof *unit), *row = calloc((size_t)d->nefc, sizeof *row);
  mjtNum* qpos = calloc((size_t)m->nq, sizeof *qpos);
  for (int i = 0; i < nv; i++) {
    unit[i] = 1;
    mj_mulJacVec(m, d, row, unit);
    unit[i] = 0;
    for (int r = 0; r < ne; r++) J[r * nv + i] = row[r];
  }
  memcpy(qpos, d->qpos, (size_t)m->nq * sizeof *qpos);
  double worst = 0;
  for (int i = 0; i < nv; i++) {
    for (int r = 0; r < ne; r++) diff[r] = 0;
    for (int side = -1; side <= 1; side += 2) {
      unit[i] = side * eps;
      mj_integratePos(m, d->qpos, unit, 1);
      mj_fwdPosition(m, d);
      assert_int_equal(d->ne, ne);
      for (int r = 0; r < ne; r++) diff[r] += side * d->efc_pos[r] / (2 * eps);
      memcpy(d->qpos, qpos, (size_t)m->nq * sizeof *qpos);
    }
    unit[i] = 0;
    for (int r = 0; r < ne; r++)
      worst = fmax(worst, fabs(J[r * nv + i] - diff[r]) / (1 + fabs(diff[r])));
  }
  free(J), free(diff), free(unit), free(row), free(qpos);
  return worst;
}

static void check(const char* option, const char* body, int rows, double size, double tol) {
  mjData* d;
  mjModel* m = flex_load(option, body, &d);
  mj_forward(m, d);
  assert_int_equal(d->ne, rows);
  for (int r = 0; r < d->ne; r++) flex_near(d->efc_pos[r], 0, 1e-12);
  flex_deform(m, d, size);
  mj_forward(m, d);
  const double error = jacobianError(m, d);
  print_message("%d rows, columns differ by %.1e\n", rows, error);
  assert_true(error < tol);
  flex_free(m, d);
}

static void test_edges(void** state) {
  (void)state;
  const char* sheet = "<flexcomp name=\"f\" " FLEX_SHEET "><edge equality=\"true\"/></flexcomp>";
  const char* pinned = FLEX_FREE "<flexcomp name=\"f\" " FLEX_SHEET "><edge equality=\"true\"/>"
                                 "<pin id=\"0 1\"/></flexcomp></body>";
  check("jacobian=\"sparse\"", sheet, 23, 0.01, 1e-7);
  check("jacobian=\"dense\"", sheet, 23, 0.01, 1e-7);
  check("", pinned, 22, 0.01, 1e-7);  // one edge is rigid
}

static void test_shapes(void** state) {
  (void)state;
  check("", "<flexcomp name=\"f\" " FLEX_SHEET "><edge equality=\"vert\"/></flexcomp>", 24, 0.01,
        1e-6);
}

// the rotation of an element changes with its nodes, which rows leave out: they are exact where it
// is not strained
static void test_strain(void** state) {
  (void)state;
  check("jacobian=\"sparse\"",
        "<flexcomp name=\"f\" dof=\"trilinear\" cellcount=\"2 1 1\" " FLEX_SOLID
        "><edge equality=\"strain\"/><contact selfcollide=\"none\"/></flexcomp>",
        36, 1e-7, 1e-5);
  check("",
        FLEX_FREE "<flexcomp name=\"f\" dof=\"quadratic\" " FLEX_SOLID
                  "><edge equality=\"strain\"/><contact selfcollide=\"none\"/></flexcomp></body>",
        75, 1e-7, 1e-5);
}

// each row has an impedance of its own
static void test_impedance(void** state) {
  (void)state;
  mjData* d;
  mjModel* m =
      flex_load("", "<flexcomp name=\"f\" " FLEX_SHEET "><edge equality=\"vert\"/></flexcomp>", &d);
  flex_deform(m, d, 1e-4);
  mj_forward(m, d);
  int different = 0;
  for (int r = 0; r < d->ne; r += 2) different += d->efc_KBIP[4 * r + 2] != d->efc_KBIP[4 * r + 6];
  assert_true(different > 0);
  flex_free(m, d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_strain),
      cmocka_unit_test(test_impedance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
