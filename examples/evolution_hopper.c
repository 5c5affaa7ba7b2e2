// Evolution strategies: a linear policy learns to hop. Every world of a batch tries the policy with
// noise of its own, added in one and taken away in the next; the policy moves along the noise that
// did better. Salimans et al. 2017, with the ranks of returns and observations of unit deviation.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew.h>

enum { PAIRS = 32, WORLDS = 2 * PAIRS, GENERATIONS = 40, LENGTH = 250, SKIP = 4 };
enum { NOBS = 11, NU = 3, NW = NU * NOBS };

typedef struct {
  sn_Batch* batch;
  sn_BatchGather* observe;
  double weight[NW], mean[NOBS], square[NOBS], count;
} Learner;

static unsigned long long seed = 1;
static double uniform(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) * 0x1p-53;
}
static double normal(void) {
  return sqrt(-2 * log(1 - uniform())) * cos(6.283185307179586 * uniform());
}

// moments of what was seen, so that all observations count alike
static void note(Learner* l, const double* obs) {
  l->count++;
  for (int i = 0; i < NOBS; i++) {
    const double d = obs[i] - l->mean[i];
    l->mean[i] += d / l->count;
    l->square[i] += d * (obs[i] - l->mean[i]);
  }
}

static void act(const Learner* l, const double* w, const double* obs, double* ctrl) {
  double x[NOBS];
  for (int i = 0; i < NOBS; i++) {
    const double deviation = l->count > 1 ? sqrt(l->square[i] / l->count) : 1;
    x[i] = (obs[i] - l->mean[i]) / (deviation + 1e-3);
  }
  for (int u = 0; u < NU; u++) {
    double sum = 0;
    for (int i = 0; i < NOBS; i++) sum += w[u * NOBS + i] * x[i];
    ctrl[u] = tanh(sum);
  }
}

// returns of one episode of each world; a world that has fallen is not stepped on
static void episode(Learner* l, double (*w)[NW], double* gain) {
  static double obs[WORLDS][NOBS];
  mjtBool alive[WORLDS];
  sn_Batch* b = l->batch;
  double* ctrl = (double*)sn_batchArray(b, "ctrl", NULL);
  double* qpos = (double*)sn_batchArray(b, "qpos", NULL);
  sn_BatchReset reset;
  sn_BatchInput input;
  const int nq = (int)sn_batchModel(b)->nq;
  sn_defaultBatchReset(&reset);
  reset.key = 0;
  reset.qpos_noise = reset.qvel_noise = 0.005;
  reset.seed = seed;
  sn_resetBatch(b, NULL, &reset);
  memset(&input, 0, sizeof input);
  input.mask = alive;
  memset(alive, 1, sizeof alive);
  memset(gain, 0, WORLDS * sizeof *gain);
  for (int t = 0; t < LENGTH; t++) {
    sn_gatherBatch(l->observe, obs[0], NOBS);
    double before[WORLDS];
    for (int k = 0; k < WORLDS; k++) {
      before[k] = qpos[k * nq];
      if (!alive[k]) continue;
      note(l, obs[k]);
      act(l, w[k], obs[k], ctrl + NU * k);
    }
    sn_stepBatch(b, SKIP, &input);
    for (int k = 0; k < WORLDS; k++) {
      const double* q = qpos + k * nq;
      if (!alive[k]) continue;
      double effort = 0;
      for (int u = 0; u < NU; u++) effort += ctrl[NU * k + u] * ctrl[NU * k + u];
      gain[k] += (q[0] - before[k]) / (SKIP * sn_batchModel(b)->opt.timestep) + 1 - 1e-3 * effort;
      alive[k] = q[1] > -0.5 && fabs(q[2]) < 0.4;
    }
  }
}

static int better(const void* a, const void* b) {
  const double x = **(double*const*)a, y = **(double*const*)b;
  return (x > y) - (x < y);
}

// one generation: the mean of the returns
static double learn(Learner* l, double sigma, double rate) {
  static double w[WORLDS][NW], noise[PAIRS][NW], gain[WORLDS], rank[WORLDS];
  double* sorted[WORLDS];
  for (int k = 0; k < WORLDS; k++) {
    for (int i = 0; i < NW; i++) {
      if (k < PAIRS) noise[k][i] = normal();
      w[k][i] = l->weight[i] + (k < PAIRS ? sigma : -sigma) * noise[k % PAIRS][i];
    }
  }
  episode(l, w, gain);
  double mean = 0;
  for (int k = 0; k < WORLDS; k++) sorted[k] = &gain[k], mean += gain[k] / WORLDS;
  qsort(sorted, WORLDS, sizeof *sorted, better);
  for (int k = 0; k < WORLDS; k++) rank[sorted[k] - gain] = (k + 0.5) / WORLDS - 0.5;
  for (int i = 0; i < NW; i++) {
    double step = 0;
    for (int k = 0; k < PAIRS; k++) step += (rank[k] - rank[k + PAIRS]) * noise[k][i];
    l->weight[i] += rate * step / (PAIRS * sigma);
  }
  return mean;
}

int main(void) {
  char error[1000];
  mjModel* m = mj_loadXML("models/hopper.xml", NULL, error, sizeof error);
  if (!m) return fprintf(stderr, "%s\n", error), 1;
  static Learner l;
  l.batch = sn_makeBatch(m, WORLDS, NULL);
  l.observe = l.batch ? sn_makeGather(l.batch, "qpos[1:], qvel") : NULL;
  if (!l.observe || sn_gatherSize(l.observe) != NOBS || m->nu != NU) return 1;
  double first = 0, last = 0;
  for (int g = 0; g < GENERATIONS; g++) {
    last = learn(&l, 0.1, 0.1);
    if (g == 0) first = last;
    if (g % 5 == 0 || g == GENERATIONS - 1) printf("generation %2d: mean return %7.1f\n", g, last);
  }
  sn_deleteGather(l.observe);
  sn_deleteBatch(l.batch);
  mj_deleteModel(m);
  return last > 2 * first ? 0 : 1;
}
