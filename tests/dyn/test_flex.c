// Flexes in space: Jacobians of edges and of shapes of vertices against differences, vertices of
// interpolated flexes, boxes.
#include "flex_scene.h"

#include "dyn/flex_grid.h"

static const char* const scenes[] = {
    "<flexcomp name=\"f\" " FLEX_SHEET "><edge equality=\"true\"/><pin id=\"0\"/></flexcomp>",
    "<flexcomp name=\"f\" " FLEX_SHEET " pos=\"0 0 1\"><edge equality=\"vert\"/></flexcomp>",
    FLEX_FREE "<flexcomp name=\"f\" " FLEX_SOLID
              "><edge damping=\"1\"/><pin id=\"0 1\"/></flexcomp></body>",
    FLEX_FREE
    "<flexcomp name=\"f\" type=\"grid\" dim=\"1\" count=\"5 1 1\" spacing=\".1 .1 .1\" "
    "radius=\".01\" mass=\".1\"><edge stiffness=\"10\"/><pin id=\"0\"/></flexcomp></body>",
};

// numbers that rows of a sparse Jacobian belong to
typedef struct {
  const mjtNum *now, *J;
  const int *nnz, *adr, *col;
  int n;
} Rows;

static Rows edgesOf(const mjModel* m, const mjData* d) {
  return (Rows){d->flexedge_length,   d->flexedge_J,        m->flexedge_J_rownnz,
                m->flexedge_J_rowadr, m->flexedge_J_colind, (int)m->nflexedge};
}

static Rows shapesOf(const mjModel* m, const mjData* d) {
  return (Rows){d->flexvert_length,   d->flexvert_J,        m->flexvert_J_rownnz,
                m->flexvert_J_rowadr, m->flexvert_J_colind, 2 * (int)m->nflexvert};
}

// worst error of the column of a dof against central differences
static double columnError(const mjModel* m, mjData* d, int dof,
                          Rows (*rowsOf)(const mjModel*, const mjData*)) {
  const double eps = 1e-6;
  const Rows rows = rowsOf(m, d);
  double* column = calloc((size_t)rows.n + 1, sizeof *column);
  double* diff = calloc((size_t)rows.n + 1, sizeof *diff);
  mjtNum *move = calloc((size_t)m->nv, sizeof *move), *qpos = calloc((size_t)m->nq, sizeof *qpos);
  for (int i = 0; i < rows.n; i++) {
    for (int k = rows.adr[i]; k < rows.adr[i] + rows.nnz[i]; k++) {
      if (rows.col[k] == dof) column[i] = rows.J[k];
    }
  }
  memcpy(qpos, d->qpos, (size_t)m->nq * sizeof *qpos);
  for (int side = -1; side <= 1; side += 2) {
    move[dof] = side * eps;
    mj_integratePos(m, d->qpos, move, 1);
    mj_fwdPosition(m, d);
    for (int i = 0; i < rows.n; i++) diff[i] += side * rows.now[i] / (2 * eps);
    memcpy(d->qpos, qpos, (size_t)m->nq * sizeof *qpos);
  }
  mj_fwdPosition(m, d);
  double worst = 0;
  for (int i = 0; i < rows.n; i++) {
    if (rows.nnz[i]) worst = fmax(worst, fabs(column[i] - diff[i]) / (1 + fabs(diff[i])));
  }
  free(column), free(diff), free(move), free(qpos);
  return worst;
}

static void test_jacobians(void** state) {
  (void)state;
  for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
    mjData* d;
    mjModel* m = flex_load("", scenes[s], &d);
    flex_deform(m, d, 0.01);
    mj_forward(m, d);
    double worst = 0;
    for (int i = 0; i < m->nv; i++) {
      // without another use of them edges of a flex that keeps shapes have rows of zeros
      if (m->flex_edgeequality[0] != 2) worst = fmax(worst, columnError(m, d, i, edgesOf));
      worst = fmax(worst, columnError(m, d, i, shapesOf));
    }
    print_message("scene %zu: columns differ by %.1e\n", s, worst);
    assert_true(worst < 1e-7);
    flex_free(m, d);
  }
}

static void test_velocity(void** state) {
  (void)state;
  const double eps = 1e-7;
  mjData* d;
  mjModel* m = flex_load("", scenes[2], &d);
  flex_deform(m, d, 0.01);
  mj_forward(m, d);
  double* before = malloc((size_t)m->nflexedge * sizeof *before);
  memcpy(before, d->flexedge_length, (size_t)m->nflexedge * sizeof *before);
  mj_integratePos(m, d->qpos, d->qvel, eps);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_flex(m, d);
  for (int e = 0; e < m->nflexedge; e++) {
    flex_near((d->flexedge_length[e] - before[e]) / eps, d->flexedge_velocity[e], 1e-5);
  }
  free(before);
  flex_free(m, d);
}

// every element is in its box, every box in the root
static void test_boxes(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load("", scenes[2], &d);
  flex_deform(m, d, 0.02);
  mj_forward(m, d);
  const mjtNum* root = d->bvh_aabb_dyn + 6 * (m->flex_bvhadr[0] - m->nbvhstatic);
  for (int e = 0; e < m->flex_elemnum[0]; e++) {
    const mjtNum* box = d->flexelem_aabb + 6 * e;
    for (int i = 0; i < 4; i++) {
      const mjtNum* x = d->flexvert_xpos + 3 * m->flex_elem[4 * e + i];
      for (int k = 0; k < 3; k++) {
        assert_true(fabs(x[k] - box[k]) <= box[3 + k] - m->flex_radius[0] + 1e-14);
      }
    }
    if (m->flex_elemlayer[e] >= m->flex_activelayers[0]) continue;
    for (int k = 0; k < 3; k++) {
      assert_true(fabs(box[k] - root[k]) <= root[3 + k] - box[3 + k] + 1e-14);
    }
  }
  flex_free(m, d);
}

// a linear motion of the nodes is one of the vertices; inner nodes of a shell follow it
static void checkLinear(const char* kind, const char* elasticity) {
  char body[1000];
  snprintf(body, sizeof body,
           "<flexcomp name=\"f\" %s type=\"grid\" dim=\"3\" count=\"4 4 4\" cellcount=\"3 3 2\" "
           "spacing=\".1 .1 .1\" radius=\".01\" mass=\".1\"><contact selfcollide=\"none\"/>%s"
           "</flexcomp>",
           kind, elasticity);
  mjData* d;
  mjModel* m = flex_load("", body, &d);
  const double A[9] = {1.1, 0.2, -0.1, 0.05, 0.9, 0.3, -0.2, 0.1, 1.2};
  mj_forward(m, d);
  double* rest = malloc(3 * (size_t)m->nflexvert * sizeof *rest);
  memcpy(rest, d->flexvert_xpos, 3 * (size_t)m->nflexvert * sizeof *rest);
  for (int i = 0; i < m->nflexnode; i++) {
    const int b = m->flex_nodebodyid[i];
    if (m->body_dofnum[b] != 3) continue;
    mjtNum x[3];
    mju_mulMatVec(x, A, d->xpos + 3 * b, 3, 3);
    for (int k = 0; k < 3; k++)
      d->qpos[m->jnt_qposadr[m->body_jntadr[b]] + k] = x[k] - m->body_pos[3 * b + k];
  }
  mj_forward(m, d);
  for (int v = 0; v < m->nflexvert; v++) {
    mjtNum x[3];
    mju_mulMatVec(x, A, rest + 3 * v, 3, 3);
    for (int k = 0; k < 3; k++) flex_near(d->flexvert_xpos[3 * v + k], x[k], 1e-13);
  }
  free(rest);
  flex_free(m, d);
}

static void test_interpolation(void** state) {
  (void)state;
  checkLinear("dof=\"trilinear\"", "");
  checkLinear("dof=\"quadratic\"", "");
  checkLinear("dof=\"trilinear\"", FLEX_ELASTIC("both"));
  checkLinear("dof=\"quadratic\"", FLEX_ELASTIC("bend"));
}

// the rotation of a cell that is turned and stretched is the turn
static void test_rotation(void** state) {
  (void)state;
  const grid_Grid g = {
      .order = 2, .cell = {1, 1, 1}, .num = {3, 3, 3}, .nnode = 27, .nelem = 1, .nlocal = 27};
  mjtNum axis[3] = {1, -2, 0.5}, quat[4], found[4], x[3 * GRID_LOCAL];
  mju_normalize3(axis);
  mju_axisAngle2Quat(quat, axis, 1.1);
  for (int n = 0; n < 27; n++) {
    const mjtNum at[3] = {1.2 * (n / 9), 0.7 * (n / 3 % 3), 1.5 * (n % 3)};
    mju_rotVecQuat(x + 3 * n, at, quat);
  }
  grid_rotation(&g, 0, x, found);
  for (int k = 0; k < 4; k++) flex_near(found[k], quat[k], 1e-8);
}

// rotations of several elements at once have the bits of one after another
static void checkGroups(const char* elasticity) {
  char body[1000];
  snprintf(body, sizeof body,
           "<flexcomp name=\"f\" dof=\"trilinear\" type=\"grid\" dim=\"3\" count=\"4 4 4\" "
           "cellcount=\"3 1 2\" spacing=\".1 .1 .1\" radius=\".01\" mass=\".1\"><contact "
           "selfcollide=\"none\"/>%s</flexcomp>",
           elasticity);
  mjData* d;
  mjModel* m = flex_load("", body, &d);
  flex_deform(m, d, 0.05);
  mj_forward(m, d);
  const grid_Grid g = grid_of(m, 0);
  mjtNum* xnode = malloc(3 * (size_t)g.nnode * sizeof *xnode);
  grid_positions(m, d, 0, xnode);
  for (int n = 1; n <= GRID_GROUP; n++) {
    for (int first = 0; first + n <= g.nelem; first++) {
      mjtNum all[4 * GRID_GROUP];
      grid_rotations(&g, xnode, first, n, all);
      for (int e = 0; e < n; e++) {
        int node[GRID_LOCAL];
        mjtNum x[3 * GRID_LOCAL], quat[4];
        grid_nodes(&g, first + e, node);
        for (int i = 0; i < g.nlocal; i++) mju_copy3(x + 3 * i, xnode + 3 * node[i]);
        grid_rotation(&g, first + e, x, quat);
        assert_memory_equal(all + 4 * e, quat, sizeof quat);
      }
    }
  }
  free(xnode);
  flex_free(m, d);
}

static void test_groups(void** state) {
  (void)state;
  checkGroups(FLEX_ELASTIC("none"));
  checkGroups(FLEX_ELASTIC("bend"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_jacobians), cmocka_unit_test(test_velocity),
      cmocka_unit_test(test_boxes),     cmocka_unit_test(test_interpolation),
      cmocka_unit_test(test_rotation),  cmocka_unit_test(test_groups),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
