// Derivatives of tendons against differences: springs, dampers, constraint tension, armature, paths
// over sites and pulleys and around geoms from outside and inside, fixed tendons; terms left out
// are missed.
#include "derivative_support.h"
#include "diff/derivative_path.h"

// ---- a tree with balls, several joints in a body, a free body, and branches

#define TREE(option, tendons, actuators)                                                           \
  "<mujoco><option timestep='.003' " option "/><worldbody>"                                        \
  "<site name='w0' pos='.05 .02 1.3'/><site name='w1' pos='-.3 .1 1.2'/>"                          \
  "<geom name='wg' type='cylinder' size='.07 .2' pos='.1 0 1.15' euler='80 10 0' contype='0'/>"    \
  "<body name='a' pos='0 0 1'><joint name='ja' type='ball'/>"                                      \
  "<geom type='capsule' size='.03' fromto='0 0 0 .4 0 .02' contype='0'/>"                          \
  "<site name='a0' pos='.35 .04 .05'/><site name='a1' pos='.15 -.05 -.05'/>"                       \
  "<geom name='ag' type='sphere' size='.06' pos='.4 0 .02' mass='.01' contype='0'/>"               \
  "<site name='aside' pos='.4 .1 -.05'/><site name='ain' pos='.4 .01 .02'/>"                       \
  "<body name='b' pos='.4 0 0'><joint name='jb' axis='0 1 .2'/><joint name='jb2' axis='.2 0 1'/>"  \
  "<geom type='capsule' size='.03' fromto='0 0 0 .3 0 .1' contype='0'/>"                           \
  "<site name='b0' pos='.2 .03 .1'/><site name='b1' pos='.25 -.03 .05'/>"                          \
  "<site name='b2' pos='.02 .09 -.04'/><site name='b3' pos='-.03 -.1 .03'/></body>"                \
  "<body name='c' pos='.2 .2 0'><joint name='jc' type='slide' axis='1 .3 0'/>"                     \
  "<joint name='jc2' axis='1 0 0'/>"                                                               \
  "<geom type='capsule' size='.03' fromto='0 0 0 0 .3 0' contype='0'/>"                            \
  "<site name='c0' pos='0 .2 .05'/></body></body>"                                                 \
  "<body pos='1 0 1'><joint name='je' axis='0 1 .2'/><joint axis='1 0 .3'/>"                       \
  "<joint name='je2' axis='0 .3 1'/><geom size='.1' pos='.2 .1 0' contype='0'/></body>"            \
  "<body name='f' pos='-.5 0 1'><freejoint name='f'/>"                                             \
  "<geom type='box' size='.05 .07 .03' pos='.01 0 .02' contype='0'/>"                              \
  "<site name='f0' pos='.03 .05 .02'/><site name='f1' pos='-.04 .03 .02'/></body>"                 \
  "<body name='g' pos='-.5 .5 1'><freejoint/><geom type='box' size='.05 .07 .03' contype='0'/>"    \
  "<site name='g0' pos='.03 .05 .02'/></body>"                                                     \
  "</worldbody><tendon>" tendons "</tendon><actuator>" actuators "</actuator></mujoco>"

#define SITES                                                                                      \
  "<spatial stiffness='30 40 50' damping='1 .5 .4' springlength='.2 .25'><site site='w0'/>"        \
  "<site site='a0'/><pulley divisor='2'/><site site='a0'/><site site='b0'/><pulley divisor='3'/>"  \
  "<site site='a0'/><site site='c0'/></spatial>"                                                   \
  "<spatial name='t1' stiffness='25' springlength='.3' damping='.7'><site site='f0'/>"             \
  "<site site='w1'/><site site='f1'/><site site='c0'/><site site='g0'/></spatial>"                 \
  "<fixed name='t2' stiffness='3' damping='.2 .3'><joint joint='jb' coef='.7'/>"                   \
  "<joint joint='jb2' coef='-.4'/><joint joint='jc2' coef='.5'/></fixed>"                          \
  "<fixed damping='.4 .5'><joint joint='je' coef='.6'/><joint joint='je2' coef='.5'/></fixed>"

#define WRAPS                                                                                      \
  "<spatial stiffness='10' damping='.5'><site site='a1'/><geom geom='ag'/><site site='b0'/>"       \
  "</spatial>"                                                                                     \
  "<spatial damping='.5 .2'><site site='a0'/><geom geom='ag' sidesite='aside'/>"                   \
  "<site site='b1'/></spatial>"                                                                    \
  "<spatial stiffness='20' springlength='.1' damping='.3'><site site='w1'/><geom geom='wg'/>"      \
  "<site site='a0'/><geom geom='ag'/><site site='b2'/></spatial>"                                  \
  "<spatial damping='.2'><site site='a1'/><geom geom='ag' sidesite='ain'/><site site='b1'/>"       \
  "</spatial>"                                                                                     \
  "<spatial damping='.2' stiffness='4'><site site='b3'/><geom geom='wg' sidesite='w0'/>"           \
  "<site site='f0'/></spatial>"

#define ARMATURES                                                                                  \
  "<spatial armature='.08'><site site='w0'/><site site='a0'/><pulley divisor='2'/>"                \
  "<site site='a0'/><site site='b0'/><pulley divisor='2'/><site site='a0'/><site site='c0'/>"      \
  "</spatial>"                                                                                     \
  "<spatial name='t1' armature='.06'><site site='f0'/><site site='w1'/><site site='f1'/>"          \
  "<site site='c0'/><site site='g0'/></spatial>"                                                   \
  "<spatial name='t3'><site site='a1'/><geom geom='ag'/><site site='b0'/></spatial>"               \
  "<fixed armature='.05'><joint joint='jb' coef='.7'/><joint joint='jc2' coef='.5'/></fixed>"

// a touching point on either side of a geom, around and from inside. Inside it is found to 1e-6
// only, by which the length then changes otherwise than ten_J says; the states here are better.
#define INSIDE(type, side)                                                                         \
  "<mujoco><option timestep='.003'/><worldbody>"                                                   \
  "<body pos='0 0 1'><joint axis='0 1 .3'/><geom name='g' type='" type "' size='.1 .3' "           \
  "euler='70 20 10' contype='0'/><site name='in' pos='" side "'/></body>"                          \
  "<body pos='-.3 .02 1.06'><joint type='ball'/><geom size='.02' pos='.05 0 0' contype='0'/>"      \
  "<site name='p' pos='.03 .02 .01'/></body>"                                                      \
  "<body pos='.25 -.03 1.12'><joint type='ball'/><geom size='.02' pos='.05 0 0' contype='0'/>"     \
  "<site name='q' pos='.02 .04 -.01'/></body></worldbody><tendon>"                                 \
  "<spatial stiffness='20' springlength='.1' damping='1'><site site='p'/>"                         \
  "<geom geom='g' sidesite='in'/><site site='q'/></spatial></tendon></mujoco>"

static const struct {
  const char *name, *xml;
  double tension;
  int nstate;
} cases[] = {
    {"sites", TREE("integrator='Euler'", SITES, ""), 2, 3},
    {"sites, implicitfast", TREE("integrator='implicitfast'", SITES, ""), 2, 3},
    {"sites, implicit", TREE("integrator='implicit'", SITES, ""), 0, 3},
    {"wraps", TREE("integrator='Euler'", WRAPS, ""), 3, 3},
    {"wraps, implicitfast", TREE("integrator='implicitfast'", WRAPS, ""), 0, 3},
    {"armature", TREE("", ARMATURES, "<motor tendon='t3' armature='.03' gear='2'/>"), 1, 3},
    {"armature and gravity", TREE("gravity='1 2 -9'", ARMATURES, "<motor tendon='t1'/>"), 0, 3},
    {"around a sphere", INSIDE("sphere", ".3 0 .3"), 2, 3},
    {"around a cylinder", INSIDE("cylinder", ".3 0 .3"), 2, 3},
    {"in a sphere", INSIDE("sphere", ".01 0 .01"), 2, 6},
    {"in a cylinder", INSIDE("cylinder", "0 .02 .01"), 2, 6},
};

enum { NCASE = sizeof cases / sizeof *cases };

static void test_differences(void** state) {
  (void)state;
  double worst = 0;
  for (int i = 0; i < NCASE; i++) {
    Slopes s = slopes_make(loadText(cases[i].xml));
    int touching = 0;
    for (int k = 0; k < cases[i].nstate; k++) {
      double each[SLOPE_NMAT];
      slopes_state(&s, 77777 + 1234567 * (uint64_t)k, cases[i].tension);
      slopes_fill(&s, 0);
      worst = fmax(worst, slopes_error(&s, each));
      touching += s.m->ntendon == 1 && s.d->ten_wrapnum[0] == 4;
      print_message("  %s, state %d: G %.1e  E %.1e\n", cases[i].name, k, each[0], each[1]);
    }
    if (s.m->ntendon == 1) assert_true(touching > 0);
    slopes_free(&s);
  }
  print_message("  worst %.1e\n", worst);
  assert_true(worst < 1e-6);
}

// ---- rates that rows of constraints read

// ten_J vec where dof i is moved by `by`
static void tendonRates(const Slopes* s, int i, double by, const mjtNum* vec, mjtNum* res) {
  const mjModel* m = s->m;
  mjtNum* dq = numbers(m->nv);
  mj_copyData(s->at, m, s->d);
  dq[i] = 1;
  mj_integratePos(m, s->at->qpos, dq, by);
  mj_fwdPosition(m, s->at);
  for (int t = 0; t < m->ntendon; t++) {
    res[t] = 0;
    for (int k = 0; k < m->ten_J_rownnz[t]; k++) {
      const int adr = m->ten_J_rowadr[t] + k;
      res[t] += s->at->ten_J[adr] * vec[m->ten_J_colind[adr]];
    }
  }
  free(dq);
}

static double rateError(const Slopes* s, int t, int col, int which, double fd) {
  const mjModel* m = s->m;
  double x = 0;
  for (int k = m->ten_J_rowadr[t]; k < m->ten_J_rowadr[t] + m->ten_J_rownnz[t]; k++) {
    if (m->ten_J_colind[k] == col) x = s->rate[which][k];
  }
  return fabs(x - fd) / (1 + fabs(fd));
}

static void test_rates(void** state) {
  (void)state;
  double worst = 0, most = 0, low[8], high[8];
  const double eps = 1e-5;
  for (int i = 0; i < NCASE; i++) {
    Slopes s = slopes_make(loadText(cases[i].xml));
    slopes_state(&s, 77777, 0);
    slopes_fill(&s, 0);
    assert_true(s.m->ntendon <= 8);
    const mjtNum* const vec[2] = {s.qacc, s.d->qvel};
    for (int which = 0; which < 2; which++) {
      for (int col = 0; col < s.m->nv; col++) {
        tendonRates(&s, col, -eps, vec[which], low);
        tendonRates(&s, col, eps, vec[which], high);
        for (int t = 0; t < s.m->ntendon; t++) {
          const double fd = (high[t] - low[t]) / (2 * eps);
          most = fmax(most, fabs(fd));
          worst = fmax(worst, rateError(&s, t, col, which, fd));
        }
      }
    }
    slopes_free(&s);
  }
  print_message("  worst %.1e, of numbers up to %.1f\n", worst, most);
  assert_true(worst < 1e-7 && most > 1);
}

// ---- touching points

typedef struct {
  mjtNum x[6];  // end points
  wrap_Geom geom;
} Wrap;

static bool touches(const Wrap* w, int axis, double by, mjtNum point[6]) {
  mjtNum x[6];
  wrap_Result res;
  mju_copy(x, w->x, 6);
  x[axis] += by;
  LANE(wrap_path)(&res, &w->geom, x, x + 3);
  mju_copy(point, res.point[0], 6);
  return res.wrapped;
}

#define RADIUS 0.4

// worst difference from the analytic derivative, the best of several steps; -1: it does not touch
static double touchError(const Wrap* w, int axis) {
  static const double at[4] = {1, -1, 2, -2}, weight[4] = {8, -8, -1, 1};
  mjtNum slip[2][2][9], point[6];
  wrap_Result res;
  LANE(wrap_path)(&res, &w->geom, w->x, w->x + 3);
  if (!res.wrapped) return -1;
  LANE(diff_touch)(slip, &w->geom, &res, w->x, w->x + 3);
  double best = 1e9;
  for (double eps = 1e-3; eps > 5e-7; eps *= 0.1) {
    double fd[6] = {0}, worst = 0;
    for (int q = 0; q < 4; q++) {
      if (!touches(w, axis, at[q] * eps, point)) return -1;
      for (int i = 0; i < 6; i++) fd[i] += weight[q] * point[i] / (12 * eps);
    }
    for (int i = 0; i < 6; i++) {
      const double x = slip[i / 3][axis / 3][3 * (i % 3) + axis % 3];
      worst = fmax(worst, fabs(x - fd[i]) / (1 + fabs(fd[i])));
    }
    best = fmin(best, worst);
  }
  return best;
}

// random end points
static void test_touch(void** state) {
  (void)state;
  enum { NTRY = 2000 };
  static const char* const names[6] = {"sphere",   "sphere, by a side",   "sphere, inside",
                                       "cylinder", "cylinder, by a side", "cylinder, inside"};
  rng_state = 4711;
  for (int kind = 0; kind < 6; kind++) {
    const bool inside = kind % 3 == 2;
    int n = 0, good = 0;
    double worst = 0;
    for (int i = 0; i < NTRY; i++) {
      mjtNum pos[3] = {0.1, 0.2, 0.3}, quat[4], mat[9], side[3];
      for (int k = 0; k < 4; k++) quat[k] = rng_uniform();
      mju_normalize4(quat);
      mju_quat2Mat(mat, quat);
      Wrap w = {.geom = {pos, mat, kind % 3 ? side : NULL, RADIUS, kind >= 3}};
      for (int k = 0; k < 3; k++) side[k] = pos[k] + (inside ? 0.2 : 2) * rng_uniform();
      if (!inside) mju_addScl3(side, pos, side, 2 * RADIUS / mju_norm3(side));
      for (int k = 0; k < 6; k++) w.x[k] = pos[k % 3] + 1.2 * rng_uniform();
      for (int axis = 0; axis < 6; axis++) {
        const double error = touchError(&w, axis);
        if (error < 0) continue;
        n++;
        good += error < 1e-7;
        worst = fmax(worst, error);
      }
    }
    print_message("  %s: %d derivatives, worst %.1e, better than 1e-7: %d\n", names[kind], n, worst,
                  good);
    assert_true(n > 1000 && worst < 1e-6);
  }
}

static void test_without(void** state) {
  (void)state;
  static const struct {
    unsigned term;
    int index;
  } missing[] = {{SLOPE_WRAPPOINT, 3}, {SLOPE_RANK1, 1}, {SLOPE_INERTIA, 5}};
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
    Slopes s = slopes_make(loadText(cases[missing[i].index].xml));
    double each[SLOPE_NMAT];
    slopes_state(&s, 77777, cases[missing[i].index].tension);
    slopes_fill(&s, missing[i].term);
    const double error = slopes_error(&s, each);
    print_message("  without term %#x: %.1e\n", missing[i].term, error);
    assert_true(error > 1e-3);
    slopes_free(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_differences),
      cmocka_unit_test(test_rates),
      cmocka_unit_test(test_touch),
      cmocka_unit_test(test_without),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
