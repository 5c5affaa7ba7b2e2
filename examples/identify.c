// What are the masses, the friction and the damping of a mechanism? A cart with a pendulum is
// pushed about; from the recorded motion alone the four numbers are found by Gauss and Newton.
// Along the simulated motion the sensitivity X = dx/dp of the state to the parameters goes from
// step to step by
//   X' = A X + P,  A = derivative of the step by the state, P = by the parameters,
// and the parameters move by the dp that makes the sum of |x + X dp - recorded|^2 least.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

static const char scene[] =
    "<mujoco>"
    "  <option timestep='0.005'/>"
    "  <worldbody>"
    "    <body name='cart'>"
    "      <joint name='rail' type='slide' axis='1 0 0' frictionloss='0.5'/>"
    "      <geom type='box' size='0.1 0.1 0.1' mass='1' contype='0'/>"
    "      <body name='bob'>"
    "        <joint name='pivot' axis='0 1 0' damping='0.01'/>"
    "        <geom type='sphere' size='0.05' pos='0 0 -0.5' mass='0.5' contype='0'/>"
    "      </body>"
    "    </body>"
    "  </worldbody>"
    "  <actuator><motor joint='rail'/></actuator>"
    "</mujoco>";

enum { NX = 4, NP = 4, STEPS = 400, ITERATIONS = 20 };  // states, parameters; 2 s

static const struct {
  const char *field, *what;
  int object;  // mjtObj
  const char* name;
  double truth;  // what the recorded mechanism has; the model above is the first guess
} unknown[NP] = {
    {"body_mass", "mass of the cart, kg", mjOBJ_BODY, "cart", 1.37},
    {"body_mass", "mass of the bob, kg", mjOBJ_BODY, "bob", 0.29},
    {"dof_frictionloss", "friction of the rail, N", mjOBJ_JOINT, "rail", 0.83},
    {"dof_damping", "damping of the pivot, N m s", mjOBJ_JOINT, "pivot", 0.024},
};

static mjtNum* numberAt(const mjModel* m, sn_Parameter p) {
  return (mjtNum*)sn_fieldAddress(sn_TYPE_MODEL, p.field, m, NULL, NULL, NULL) + p.index;
}

static void push(const mjModel* m, mjData* d, int t) {
  d->ctrl[0] = 4 * sin(3 * t * m->opt.timestep) + 2 * sin(11 * t * m->opt.timestep);
}

static void readState(const mjData* d, double x[NX]) {
  for (int i = 0; i < 2; i++) {
    x[i] = d->qpos[i];
    x[2 + i] = d->qvel[i];
  }
}

static void record(const mjModel* m, mjData* d, double (*motion)[NX]) {
  mj_resetData(m, d);
  for (int t = 0; t < STEPS; t++) {
    push(m, d, t);
    mj_step(m, d);
    readState(d, motion[t]);
  }
}

// X -> A X + P at the state of d
static int carry(const mjModel* m, mjData* d, const sn_Parameter* parameter, double X[NX][NP]) {
  double A[NX][NX], P[NX][NP], next[NX][NP];
  mj_forward(m, d);
  if (sn_transition(m, d, sn_DIFF_ANALYTIC, A[0], NULL, NULL, NULL) < 0) return 0;
  if (sn_parameterDerivatives(m, d, parameter, NP, P[0]) < 0) return 0;
  for (int i = 0; i < NX; i++) {
    for (int k = 0; k < NP; k++) {
      next[i][k] = P[i][k];
      for (int j = 0; j < NX; j++) next[i][k] += A[i][j] * X[j][k];
    }
  }
  memcpy(X, next, sizeof next);
  return 1;
}

// normal equations of the fit: H dp = g; returns the sum of squares, negative after an error
static double compare(const mjModel* m, mjData* d, const sn_Parameter* parameter,
                      const double (*motion)[NX], double H[NP][NP], double g[NP]) {
  double X[NX][NP] = {{0}}, x[NX], sum = 0;
  memset(H, 0, sizeof(double) * NP * NP);
  memset(g, 0, sizeof(double) * NP);
  mj_resetData(m, d);
  for (int t = 0; t < STEPS; t++) {
    push(m, d, t);
    if (!carry(m, d, parameter, X)) return -1;
    mj_step(m, d);
    readState(d, x);
    for (int i = 0; i < NX; i++) {
      const double error = motion[t][i] - x[i];
      sum += error * error;
      for (int k = 0; k < NP; k++) {
        g[k] += X[i][k] * error;
        for (int l = 0; l < NP; l++) H[k][l] += X[i][k] * X[i][l];
      }
    }
  }
  return sum;
}

static int identify(mjModel* m, mjData* d, const sn_Parameter* parameter,
                    const double (*motion)[NX]) {
  for (int i = 0; i < ITERATIONS; i++) {
    double H[NP][NP], g[NP], step = 0;
    const double sum = compare(m, d, parameter, motion, H, g);
    if (sum < 0 || mju_cholFactor(H[0], NP, 1e-15) < NP) return 0;
    mju_cholSolve(g, H[0], g, NP);
    for (int k = 0; k < NP; k++) {
      mjtNum* number = numberAt(m, parameter[k]);
      const double change = fmax(-0.5 * *number, g[k]);  // none becomes negative
      step = fmax(step, fabs(change / *number));
      *number += change;
    }
    printf("iteration %d: sum of squares %.3e, parameters change by %.1e\n", i + 1, sum, step);
    if (step < 1e-11) break;
  }
  return 1;
}

int main(void) {
  char error[1000] = "";
  static double motion[STEPS][NX];
  mjModel* m = sn_loadXMLString(scene, error, sizeof error);
  mjModel* real = m ? mj_copyModel(NULL, m) : NULL;
  mjData* d = m ? mj_makeData(m) : NULL;
  if (!real || !d) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  sn_Parameter parameter[NP];
  for (int k = 0; k < NP; k++) {
    const int id = mj_name2id(m, unknown[k].object, unknown[k].name);
    parameter[k].field = sn_findField(sn_TYPE_MODEL, unknown[k].field);
    parameter[k].index = unknown[k].object == mjOBJ_JOINT ? m->jnt_dofadr[id] : id;
    *numberAt(real, parameter[k]) = unknown[k].truth;
  }
  record(real, d, motion);
  double worst = identify(m, d, parameter, motion) ? 0 : HUGE_VAL;
  for (int k = 0; k < NP; k++) {
    const double found = *numberAt(m, parameter[k]);
    printf("%-28s %.9f, in truth %g\n", unknown[k].what, found, unknown[k].truth);
    worst = fmax(worst, fabs(found / unknown[k].truth - 1));
  }
  printf("the worst is right to %.1e\n", worst);
  mj_deleteData(d);
  mj_deleteModel(real);
  mj_deleteModel(m);
  return worst < 1e-6 ? 0 : 1;
}
