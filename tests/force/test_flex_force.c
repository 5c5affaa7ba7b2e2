// Forces of flexes: gradients of their energies, balance of momentum, and what bodies that carry
// vertices feel.
#include "flex_scene.h"

// energy of stretching s'Ks/4 and of bending x'Kx/2 + k v, from the arrays of the model
static double elasticEnergy(const mjModel* m, const mjData* d) {
  double sum = 0;
  for (int e = 0; e < m->flex_elemnum[0] && m->flex_stiffnessadr[0] >= 0; e++) {
    const int n = m->flex_dim[0] == 2 ? 3 : 6, *edge = m->flex_elemedge + n * e;
    const mjtNum* K = m->flex_stiffness + 21 * e;
    for (int a = 0; a < n; a++) {
      for (int b = a; b < n; b++) {
        const double la = d->flexedge_length[edge[a]], lb = d->flexedge_length[edge[b]];
        const double a0 = m->flexedge_length0[edge[a]], b0 = m->flexedge_length0[edge[b]];
        sum += (a == b ? 0.25 : 0.5) * *K++ * (la * la - a0 * a0) * (lb * lb - b0 * b0);
      }
    }
  }
  for (int e = 0; e < m->flex_edgenum[0] && m->flex_bendingadr[0] >= 0; e++) {
    const mjtNum* K = m->flex_bending + 17 * e;
    if (m->flex_edgeflap[2 * e] < 0 || m->flex_edgeflap[2 * e + 1] < 0) continue;
    const int vert[4] = {m->flex_edge[2 * e], m->flex_edge[2 * e + 1], m->flex_edgeflap[2 * e],
                         m->flex_edgeflap[2 * e + 1]};
    const mjtNum* x[4];
    for (int i = 0; i < 4; i++) x[i] = d->flexvert_xpos + 3 * vert[i];
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) sum += 0.5 * K[4 * i + j] * mju_dot3(x[i], x[j]);
    }
    mjtNum edges[3][3], normal[3];
    for (int k = 0; k < 3; k++) mju_sub3(edges[k], x[k + 1], x[0]);
    mju_cross(normal, edges[0], edges[1]);
    sum += K[16] * mju_dot3(normal, edges[2]);
  }
  return sum;
}

static void checkGradient(const char* body, double tol) {
  const double eps = 1e-5;
  mjData* d;
  mjModel* m = flex_load("", body, &d);
  m->flex_damping[0] = 0;
  flex_deform(m, d, 0.01);
  mj_forward(m, d);
  double worst = 0, largest = 0;
  for (int i = 0; i < m->nv; i++) {
    const double x = d->qpos[i], force = d->qfrc_spring[i];
    double diff = 0;
    for (int side = -1; side <= 1; side += 2) {
      d->qpos[i] = x + side * eps;
      mj_fwdPosition(m, d);
      diff -= side * elasticEnergy(m, d) / (2 * eps);
    }
    d->qpos[i] = x;
    worst = fmax(worst, fabs(force - diff));
    largest = fmax(largest, fabs(force));
  }
  print_message("forces up to %.3g, gradient differs by %.1e\n", largest, worst);
  assert_true(largest > 1e-4 && worst < tol * largest);
  flex_free(m, d);
}

static void test_gradients(void** state) {
  (void)state;
  checkGradient("<flexcomp name=\"f\" " FLEX_SHEET ">" FLEX_ELASTIC("stretch") "</flexcomp>", 1e-6);
  checkGradient("<flexcomp name=\"f\" " FLEX_SHEET ">" FLEX_ELASTIC("bend") "</flexcomp>", 1e-6);
  checkGradient("<flexcomp name=\"f\" " FLEX_SHEET
                ">" FLEX_ELASTIC("both") "<pin id=\"0 5\"/></flexcomp>",
                1e-6);
  checkGradient("<flexcomp name=\"f\" " FLEX_SOLID ">" FLEX_ELASTIC("none") "</flexcomp>", 1e-6);
}

// linear and angular momentum that the passive forces of one step give to the whole
static void impulse(const char* body, const char* custom, double res[6]) {
  mjData* d;
  char all[3000];
  snprintf(all, sizeof all, "%s</worldbody>%s<worldbody>", body, custom);
  mjModel* m = flex_load("gravity=\"0 0 0\"", all, &d);
  rng_state = 88172645463325252ull;
  flex_deform(m, d, 0.01);
  mju_zero(d->qvel, (int)m->nv);
  mj_forward(m, d);
  // M qacc of the free joint's dofs is the rate of the momentum of its whole tree
  for (int k = 0; k < 6; k++) res[k] = d->qfrc_passive[k];
  flex_free(m, d);
}

static double norm(const double* x, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += x[k] * x[k];
  return sqrt(sum);
}

// Forces inside of a floating body leave its momentum alone. Those of bending do so on the dofs of
// vertices alone, since they add up to nothing; those of cells with pinned nodes need the option
static void test_reaction(void** state) {
  (void)state;
  const char* option = "<custom><numeric name=\"sinew_flex_reaction\" data=\"1\"/></custom>";
  const char* stretch = FLEX_FREE "<flexcomp name=\"f\" " FLEX_SHEET
                                  ">" FLEX_ELASTIC("stretch") "<pin id=\"0\"/></flexcomp></body>";
  // vertices that are pinned to a body without joints, which is welded to one that moves
  const char* bend =
      FLEX_FREE "<body name=\"c\"><flexcomp name=\"f\" " FLEX_SHEET
                ">" FLEX_ELASTIC("bend") "<pin id=\"0 1\"/></flexcomp></body></body>";
  const char* cells = FLEX_FREE
      "<flexcomp name=\"f\" dof=\"trilinear\" " FLEX_SOLID
      "><contact selfcollide=\"none\"/>" FLEX_ELASTIC("none") "<pin id=\"0 1\"/></flexcomp></body>";
  const char* const balanced[] = {stretch, bend};
  double free[6], bound[6];
  for (int k = 0; k < 2; k++) {
    impulse(balanced[k], "", free);
    impulse(balanced[k], option, bound);
    assert_true(norm(free, 6) < 1e-13 && norm(bound, 6) < 1e-13);
  }
  impulse(cells, "", free);
  impulse(cells, option, bound);
  print_message("cells: without reaction %.1e, with it %.1e\n", norm(free, 3), norm(bound, 3));
  // linear momentum: torques of corotational elements balance to first order only
  assert_true(norm(free, 3) > 1e-6 && norm(bound, 3) < 1e-13);
}

// energy of the edges of a line
static void test_energy(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load("gravity=\"0 0 0\"",
                         "<flexcomp name=\"f\" type=\"grid\" dim=\"1\" count=\"5 1 1\" "
                         "spacing=\".1 .1 .1\" radius=\".01\" mass=\".1\"><edge stiffness=\"10\"/>"
                         "</flexcomp>",
                         &d);
  m->opt.enableflags |= mjENBL_ENERGY;
  flex_deform(m, d, 0.01);
  mj_forward(m, d);
  double sum = 0;
  for (int e = 0; e < m->nflexedge; e++) {
    const double x = d->flexedge_length[e] - m->flexedge_length0[e];
    sum += 5 * x * x;
  }
  flex_near(d->energy[0], sum, 1e-15);
  flex_free(m, d);
}

// a sheet of two triangles at rest; 1000 is its Young's modulus
#define PAIR(elements)                                                                             \
  "<flexcomp name=\"f\" type=\"direct\" dim=\"2\" radius=\".01\" mass=\"1\" "                      \
  "point=\"0 0 0 1 0 0 .3 .8 0 .6 -.5 0\" element=\"" elements "\">"                               \
  "<elasticity young=\"1000\" poisson=\".2\" thickness=\".01\" elastic2d=\"bend\"/></flexcomp>"

// Bending of an edge that the first triangle has from the larger vertex to the smaller: its two
// ends are exchanged, so there are forces at rest. Figures of MuJoCo 3.12.0, by its Python module
static void test_flaps(void** state) {
  (void)state;
  static const struct {
    const char* body;
    double x[4];
  } pair[] = {
      {PAIR("0 1 2 0 3 1"), {0}},
      {PAIR("1 0 3 1 2 0"),
       {-1.26201923076923e-05, -1.34214743589744e-05, 1.00160256410257e-05, 1.6025641025641e-05}}};
  for (int k = 0; k < 2; k++) {
    mjData* d;
    mjModel* m = flex_load("", pair[k].body, &d);
    mj_forward(m, d);
    for (int v = 0; v < 4; v++) flex_near(d->qfrc_spring[3 * v], pair[k].x[v], 1e-19);
    flex_free(m, d);
  }
}

#define SHELL(kind, damping)                                                                       \
  "<flexcomp name=\"f\" dof=\"trilinear\" " FLEX_SOLID                                             \
  "><contact selfcollide=\"none\"/><elasticity young=\"1000\" poisson=\".2\" thickness=\".01\" "   \
  "damping=\"" damping "\" elastic2d=\"" kind "\"/></flexcomp>"

// shells bend, but nothing holds them against stretching
static void test_shells(void** state) {
  (void)state;
  static const char* const body[] = {SHELL("stretch", "0"), SHELL("bend", "0"), SHELL("both", "0")};
  double size[3], first[3];
  for (int k = 0; k < 3; k++) {
    mjData* d;
    mjModel* m = flex_load("", body[k], &d);
    rng_state = 88172645463325252ull;
    flex_deform(m, d, 0.01);
    mj_forward(m, d);
    size[k] = mju_norm(d->qfrc_spring, (int)m->nv);
    first[k] = d->qfrc_spring[0];
    flex_free(m, d);
  }
  print_message("forces of shells: stretch %g, bend %g, both %g\n", size[0], size[1], size[2]);
  assert_true(size[0] == 0 && size[1] > 1e-6);
  assert_true(size[1] == size[2] && first[1] == first[2]);
}

// a shell on the ground: nodes that do not touch it belong to an island only if the shell bends
static void test_islands_of_shells(void** state) {
  (void)state;
#define GROUND "<geom type=\"plane\" size=\"1 1 .1\" pos=\"0 0 -.105\"/>"
  static const char* const body[] = {GROUND SHELL("stretch", "0"), GROUND SHELL("bend", "0")};
  for (int k = 0; k < 2; k++) {
    mjData* d;
    mjModel* m = flex_load("", body[k], &d);
    m->opt.disableflags &= ~mjDSBL_CONTACT;
    mj_forward(m, d);
    assert_true(d->nefc > 0);
    for (int n = 0; n < m->nflexnode; n++) {
      const int b = m->flex_nodebodyid[n], island = d->dof_island[m->body_dofadr[b]];
      assert_int_equal(island >= 0, k || d->xpos[3 * b + 2] < 0);
    }
    if (k) assert_int_equal(d->nisland, 1);
    flex_free(m, d);
  }
}

// bending of shells is not damped: every pass says so if damping is asked for and dampers are on
static void test_shell_damping(void** state) {
  (void)state;
  static const struct {
    const char* body;
    int disable;
    double timestep;
    int warnings;  // of the reference in three calls of mj_forward
  } shell[] = {
      {SHELL("both", ".1"), 0, 0.002, 3},
      {SHELL("bend", ".1"), 0, 0.002, 3},
      {SHELL("bend", ".1"), mjDSBL_SPRING, 0.002, 3},
      {SHELL("bend", ".1"), mjDSBL_DAMPER, 0.002, 0},
      {SHELL("bend", ".1"), mjDSBL_SPRING | mjDSBL_DAMPER, 0.002, 0},
      {SHELL("bend", ".1"), 0, 0, 0},
      {SHELL("bend", "-1"), 0, 0.002, 0},
      {SHELL("bend", "0"), 0, 0.002, 0},
      {SHELL("stretch", ".1"), 0, 0.002, 0},
      {"<flexcomp name=\"f\" " FLEX_SHEET ">" FLEX_ELASTIC("both") "</flexcomp>", 0, 0.002, 0},
  };
  for (size_t k = 0; k < sizeof shell / sizeof *shell; k++) {
    mjData* d;
    mjModel* m = flex_load("", shell[k].body, &d);
    m->opt.disableflags |= shell[k].disable;
    m->opt.timestep = shell[k].timestep;
    catch_begin();
    for (int i = 0; i < 3; i++) mj_forward(m, d);
    catch_end();
    assert_int_equal(caught_count, shell[k].warnings);
    if (caught_count) assert_non_null(strstr(caught.subject, "is not damped"));
    flex_free(m, d);
  }
}

// Stretching and its damping are one force, of springs: neither flag alone changes it. It is damped
// only if there is damping to make Jacobians of edges for
static void test_stretch_damping(void** state) {
  (void)state;
  static const int disable[] = {0, mjDSBL_SPRING, mjDSBL_DAMPER};
  double spring[3], still = 0;
  for (int k = 0; k < 4; k++) {
    mjData* d;
    mjModel* m = flex_load(
        "", "<flexcomp name=\"f\" " FLEX_SHEET ">" FLEX_ELASTIC("stretch") "</flexcomp>", &d);
    m->opt.disableflags |= k < 3 ? disable[k] : 0;
    rng_state = 88172645463325252ull;
    flex_deform(m, d, 0.01);
    if (k == 3) mju_zero(d->qvel, (int)m->nv);
    mj_forward(m, d);
    assert_true(mju_norm(d->qfrc_damper, (int)m->nv) == 0);
    *(k < 3 ? &spring[k] : &still) = d->qfrc_spring[4];
    flex_free(m, d);
  }
  assert_true(spring[0] == spring[1] && spring[0] == spring[2] && spring[0] != still);
  mjData* d;
  mjModel* m = flex_load("",
                         "<flexcomp name=\"f\" " FLEX_SHEET
                         "><elasticity young=\"1000\" thickness=\".01\" elastic2d=\"stretch\"/>"
                         "</flexcomp>",
                         &d);
  flex_deform(m, d, 0.01);
  mj_forward(m, d);
  for (int e = 0; e < m->nflexedge; e++) {
    assert_int_equal(m->flexedge_J_rownnz[e], 0);
    assert_true(d->flexedge_velocity[e] == 0);
  }
  flex_free(m, d);
}

// springs and dampers off: no forces
static void test_disabled(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = flex_load("",
                         "<flexcomp name=\"f\" " FLEX_SHEET
                         "><edge damping=\"1\"/>" FLEX_ELASTIC("both") "</flexcomp>",
                         &d);
  flex_deform(m, d, 0.01);
  mj_forward(m, d);
  assert_true(mju_norm(d->qfrc_spring, (int)m->nv) > 0 && mju_norm(d->qfrc_damper, (int)m->nv) > 0);
  m->opt.disableflags |= mjDSBL_SPRING | mjDSBL_DAMPER;
  mj_forward(m, d);
  assert_true(mju_norm(d->qfrc_passive, (int)m->nv) == 0);
  flex_free(m, d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gradients),
      cmocka_unit_test(test_reaction),
      cmocka_unit_test(test_flaps),
      cmocka_unit_test(test_shells),
      cmocka_unit_test(test_islands_of_shells),
      cmocka_unit_test(test_shell_damping),
      cmocka_unit_test(test_stretch_damping),
      cmocka_unit_test(test_energy),
      cmocka_unit_test(test_disabled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
