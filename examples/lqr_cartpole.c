// A cart balances its pole by linear feedback whose gains are computed, not guessed: the step is
// linearised at the upright balance, x' = A x + B u, and the gain K that makes the sum of
// x'Qx + u'Ru least follows from the discrete Riccati equation
//   P = Q + A'P(A - B K),  K = (R + B'P B)^-1 B'P A,
// iterated until P stands still. Then the nonlinear model is pushed and must come back.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

enum { NX = 4 };  // cart, pole, their velocities; one control

static const double Q[NX] = {1, 10, 0.1, 0.1}, R = 0.5;

// one step of the Riccati equation: P -> P, K; returns the largest change of P
static double riccati(const double A[NX][NX], const double B[NX], double P[NX][NX], double K[NX]) {
  double PA[NX][NX] = {{0}}, PB[NX] = {0}, quu = R, change = 0;
  for (int i = 0; i < NX; i++) {
    for (int k = 0; k < NX; k++) {
      PB[i] += P[i][k] * B[k];
      for (int j = 0; j < NX; j++) PA[i][j] += P[i][k] * A[k][j];
    }
  }
  for (int i = 0; i < NX; i++) quu += B[i] * PB[i];
  for (int j = 0; j < NX; j++) {
    K[j] = 0;
    for (int i = 0; i < NX; i++) K[j] += B[i] * PA[i][j] / quu;
  }
  for (int i = 0; i < NX; i++) {
    for (int j = 0; j < NX; j++) {
      double next = i == j ? Q[i] : 0;
      for (int k = 0; k < NX; k++) next += A[k][i] * (PA[k][j] - PB[k] * K[j]);
      change = fmax(change, fabs(next - P[i][j]));
      P[i][j] = next;
    }
  }
  return change;
}

static int findGain(const mjModel* m, mjData* d, double K[NX]) {
  double A[NX][NX], B[NX], P[NX][NX] = {{0}};
  mj_resetDataKeyframe(m, d, mj_name2id(m, mjOBJ_KEY, "up"));
  mj_forward(m, d);
  if (sn_transition(m, d, sn_DIFF_ANALYTIC, A[0], B, NULL, NULL) < 0) return 0;
  for (int i = 0; i < 100000; i++) {
    if (riccati(A, B, P, K) > 1e-9) continue;
    printf("Riccati equation solved in %d iterations; gains %.3f %.3f %.3f %.3f\n", i + 1, K[0],
           K[1], K[2], K[3]);
    return 1;
  }
  return 0;
}

// from a disturbance, `seconds` of balancing; the largest number of the state at the end
static double balance(const mjModel* m, mjData* d, const double K[NX], double seconds) {
  double rest = 0;
  while (d->time < seconds) {
    d->ctrl[0] = 0;
    for (int i = 0; i < 2; i++) d->ctrl[0] -= K[i] * d->qpos[i] + K[2 + i] * d->qvel[i];
    mj_step(m, d);
  }
  for (int i = 0; i < 2; i++) rest = fmax(rest, fmax(fabs(d->qpos[i]), fabs(d->qvel[i])));
  return rest;
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 1 ? argv[1] : "models/cartpole.xml", NULL, error, sizeof error);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (!d) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  double K[NX], rest = HUGE_VAL;
  if (findGain(m, d, K)) {
    mj_resetData(m, d);
    d->qpos[0] = -0.5;  // away from the middle, leaning and falling
    d->qpos[1] = 0.2;
    d->qvel[1] = 0.3;
    rest = balance(m, d, K, 12);
    printf("after %.0f s the state is within %.1e of the balance\n", d->time, rest);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return rest < 1e-3 ? 0 : 1;
}
