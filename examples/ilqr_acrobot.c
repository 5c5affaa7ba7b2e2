// An acrobot, two links with a motor at the hip only, swings up: iterative LQR (Tassa, Erez and
// Todorov 2012; differential dynamic programming without second derivatives of the dynamics). Each
// iteration linearises the steps of a trajectory by sn_transition, goes back through them with a
// quadratic model of the cost to come,
//   Qx = V'x A,  Qu = ru + V'x B,  Qxx = A'Vxx A,  Qux = B'Vxx A,  Quu = r + B'Vxx B,
//   k = -Qu/Quu,  K = -Qux/Quu,
// and forward again with u + a k + K (x - x_old), a from a line search. Regularisation adds mu to
// Vxx in Qux and Quu: it keeps the new trajectory near the old one where the model is poor.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

enum { NX = 4, STEPS = 300, ITERATIONS = 200 };  // two angles, two velocities; one control; 3 s

static const double PI = 3.14159265358979323846;
static const double effort = 0.2, finalAngle = 100, finalRate = 10;  // weights of the cost
static const double goodCost = 0.2;                                  // what must be reached

typedef struct {
  double x[STEPS + 1][NX], u[STEPS];
  double A[STEPS][NX][NX], B[STEPS][NX];
  double k[STEPS], K[STEPS][NX];  // feedforward and feedback
  double cost;
} Plan;

// ---- cost: half of r u^2 over the steps, half of w (x - up)^2 at the end

static double fromUp(const double x[NX], int i) { return i == 0 ? x[0] - PI : x[i]; }

static double weight(int i) { return i < 2 ? finalAngle : finalRate; }

static double costOf(const mjModel* m, const Plan* p) {
  double cost = 0;
  for (int t = 0; t < STEPS; t++) cost += 0.5 * effort * m->opt.timestep * p->u[t] * p->u[t];
  for (int i = 0; i < NX; i++) {
    cost += 0.5 * weight(i) * fromUp(p->x[STEPS], i) * fromUp(p->x[STEPS], i);
  }
  return cost;
}

// ---- steps

static void setState(mjData* d, const double x[NX], double u) {
  for (int i = 0; i < 2; i++) {
    d->qpos[i] = x[i];
    d->qvel[i] = x[2 + i];
  }
  d->ctrl[0] = u;
}

// the plan from its first state with controls old.u + a old.k + old.K (x - old.x)
static void rollOut(const mjModel* m, mjData* d, const Plan* old, double a, Plan* plan) {
  memcpy(plan->x[0], old->x[0], sizeof plan->x[0]);
  for (int t = 0; t < STEPS; t++) {
    double u = old->u[t] + a * old->k[t];
    for (int i = 0; i < NX; i++) u += old->K[t][i] * (plan->x[t][i] - old->x[t][i]);
    plan->u[t] = fmax(-1, fmin(1, u));  // the motor's range
    setState(d, plan->x[t], plan->u[t]);
    mj_step(m, d);
    for (int i = 0; i < 2; i++) {
      plan->x[t + 1][i] = d->qpos[i];
      plan->x[t + 1][2 + i] = d->qvel[i];
    }
  }
  plan->cost = costOf(m, plan);
}

static int linearize(const mjModel* m, mjData* d, Plan* plan) {
  for (int t = 0; t < STEPS; t++) {
    setState(d, plan->x[t], plan->u[t]);
    mj_forward(m, d);
    if (sn_transition(m, d, sn_DIFF_ANALYTIC, plan->A[t][0], plan->B[t], NULL, NULL) < 0) return 0;
  }
  return 1;
}

// ---- backward pass

typedef struct {
  double x[NX], xx[NX][NX];  // slope and curvature of the cost to come
} Value;

// (Vxx + mu 1) times A and B
static void carry(const double xx[NX][NX], double mu, const double A[NX][NX], const double B[NX],
                  double VA[NX][NX], double VB[NX]) {
  for (int i = 0; i < NX; i++) {
    VB[i] = 0;
    for (int j = 0; j < NX; j++) VA[i][j] = 0;
    for (int l = 0; l < NX; l++) {
      const double v = xx[i][l] + (i == l ? mu : 0);
      VB[i] += v * B[l];
      for (int j = 0; j < NX; j++) VA[i][j] += v * A[l][j];
    }
  }
}

// the value before step t from the one after it, and the feedback of the step
static void stepBack(const mjModel* m, Plan* p, int t, double mu, Value* value) {
  const double r = effort * m->opt.timestep;
  double VA[NX][NX], VB[NX], Qx[NX] = {0}, Qux[NX] = {0}, quxMu[NX] = {0};
  double Qu = r * p->u[t], Quu = r, quuMu = r;
  carry(value->xx, mu, p->A[t], p->B[t], VA, VB);
  for (int i = 0; i < NX; i++) {
    quuMu += p->B[t][i] * VB[i];
    for (int j = 0; j < NX; j++) quxMu[j] += p->B[t][i] * VA[i][j];
  }
  carry(value->xx, 0, p->A[t], p->B[t], VA, VB);
  for (int i = 0; i < NX; i++) {
    Qu += p->B[t][i] * value->x[i];
    Quu += p->B[t][i] * VB[i];
    for (int j = 0; j < NX; j++) {
      Qx[j] += p->A[t][i][j] * value->x[i];
      Qux[j] += p->B[t][i] * VA[i][j];
    }
  }
  // a control at its bound that wants to go beyond stays there
  const double wish = p->u[t] - Qu / quuMu;
  const int bound = (p->u[t] >= 1 && wish > 1) || (p->u[t] <= -1 && wish < -1);
  p->k[t] = bound ? 0 : -Qu / quuMu;
  for (int i = 0; i < NX; i++) p->K[t][i] = bound ? 0 : -quxMu[i] / quuMu;
  for (int i = 0; i < NX; i++) {
    value->x[i] = Qx[i] + p->K[t][i] * (Quu * p->k[t] + Qu) + Qux[i] * p->k[t];
    for (int j = 0; j < NX; j++) {
      value->xx[i][j] = p->K[t][i] * Quu * p->K[t][j] + p->K[t][i] * Qux[j] + Qux[i] * p->K[t][j];
      for (int l = 0; l < NX; l++) value->xx[i][j] += p->A[t][l][i] * VA[l][j];
    }
  }
}

static void goBack(const mjModel* m, Plan* p, double mu) {
  Value value;
  memset(&value, 0, sizeof value);
  for (int i = 0; i < NX; i++) {
    value.x[i] = weight(i) * fromUp(p->x[STEPS], i);
    value.xx[i][i] = weight(i);
  }
  for (int t = STEPS - 1; t >= 0; t--) stepBack(m, p, t, mu, &value);
}

// ---- the whole

// the plan of least cost along the line of the backward pass; 0: none is better
static int search(const mjModel* m, mjData* d, Plan* plan, Plan* trial) {
  for (double a = 1; a > 1e-3; a *= 0.5) {
    rollOut(m, d, plan, a, trial);
    if (!(trial->cost < plan->cost)) continue;
    memcpy(plan->x, trial->x, sizeof plan->x);
    memcpy(plan->u, trial->u, sizeof plan->u);
    plan->cost = trial->cost;
    return 1;
  }
  return 0;
}

// iterations until the cost stands still
static int optimize(const mjModel* m, mjData* d, Plan* plan, Plan* trial) {
  double mu = 1e-2;
  for (int i = 0; i < ITERATIONS && mu < 1e8; i++) {
    const double before = plan->cost;
    if (!linearize(m, d, plan)) return 0;
    goBack(m, plan, mu);
    const int better = search(m, d, plan, trial);
    mu = better ? fmax(mu / 3, 1e-8) : mu * 10;
    if (better) printf("iteration %3d: cost %10.4f\n", i + 1, plan->cost);
    if (better && before - plan->cost < 1e-5 * plan->cost) break;
  }
  return 1;
}

// runs the controls of the plan without its feedback; height of the tip above that of the bar
static double play(const mjModel* m, mjData* d, const Plan* plan) {
  mj_resetData(m, d);
  for (int t = 0; t < STEPS; t++) {
    d->ctrl[0] = plan->u[t];
    mj_step(m, d);
  }
  mj_forward(m, d);
  return d->site_xpos[2] - d->xanchor[2];
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 1 ? argv[1] : "models/acrobot.xml", NULL, error, sizeof error);
  mjData* d = m ? mj_makeData(m) : NULL;
  Plan *plan = (Plan*)calloc(1, sizeof *plan), *trial = (Plan*)calloc(1, sizeof *trial);
  if (!d || !plan || !trial) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  // a first guess that leaves the rest position, where the motor would not know which way to go
  for (int t = 0; t < STEPS; t++) plan->u[t] = 0.1 * sin(4 * t * m->opt.timestep);
  rollOut(m, d, plan, 0, trial);
  memcpy(plan, trial, sizeof *plan);
  int ok = optimize(m, d, plan, trial);
  const double height = play(m, d, plan);
  printf(
      "cost %.4f (it must be below %.1f); the tip is %.3f m above the bar, 1.435 m are possible\n",
      plan->cost, goodCost, height);
  ok = ok && plan->cost < goodCost && height > 1.42;
  free(plan);
  free(trial);
  mj_deleteData(d);
  mj_deleteModel(m);
  return ok ? 0 : 1;
}
