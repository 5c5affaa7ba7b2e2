// Sampling-based control (MPPI, Williams et al. 2017): a quadruped walks with no gait given. At
// every control step the worlds of a batch start from the robot's state and try targets of the
// servos that differ from the plan by noise; the plan becomes their mean, weighted by what they
// cost. It runs in real time on two cores.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <sinew/sinew.h>

enum { WORLDS = 24, KNOTS = 6, HOLD = 10, HORIZON = KNOTS * HOLD, MAX_NU = 16, PLANS = 100 };
static const double SIGMA = 0.18, TEMPERATURE = 0.15, SPEED = 0.5;

typedef struct {
  const mjModel* m;
  sn_Batch* batch;
  double plan[KNOTS][MAX_NU];
  double tried[WORLDS][KNOTS][MAX_NU];
  double cost[WORLDS];
} Planner;

static unsigned long long seed = 7;
static double uniform(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) * 0x1p-53;
}
static double normal(void) {
  return sqrt(-2 * log(1 - uniform())) * cos(6.283185307179586 * uniform());
}

// how far a trunk is from walking upright at the wanted speed
static double costOf(const Planner* p, const double* qpos, const double* qvel, const double* ctrl) {
  const double *stand = p->m->key_qpos, *rest = p->m->key_ctrl;
  const double up = 1 - 2 * (qpos[4] * qpos[4] + qpos[5] * qpos[5]);
  const double ahead = qvel[0] - SPEED, height = qpos[2] - stand[2];
  double effort = 0;
  for (int i = 0; i < p->m->nu; i++) effort += (ctrl[i] - rest[i]) * (ctrl[i] - rest[i]);
  return 2 * ahead * ahead + 20 * height * height + 3 * (1 - up) + 0.3 * qvel[1] * qvel[1] +
         0.2 * qvel[5] * qvel[5] + 0.02 * effort + 4 * qpos[1] * qpos[1];
}

static void startWorlds(const Planner* p, const mjData* robot) {
  static const char* const names[] = {"qpos", "qvel", "qacc_warmstart"};
  const double* from[] = {robot->qpos, robot->qvel, robot->qacc_warmstart};
  for (int k = 0; k < 3; k++) {
    mjtSize n;
    double* rows = (double*)sn_batchArray(p->batch, names[k], &n);
    for (int w = 0; w < WORLDS; w++) memcpy(rows + w * n, from[k], (size_t)n * sizeof *rows);
  }
}

// the first world tries the plan as it is
static void sample(Planner* p) {
  for (int w = 0; w < WORLDS; w++) {
    for (int k = 0; k < KNOTS; k++) {
      for (int i = 0; i < p->m->nu; i++) {
        const double u = p->plan[k][i] + (w ? SIGMA * normal() : 0);
        const double* range = p->m->actuator_ctrlrange + 2 * i;
        p->tried[w][k][i] = u < range[0] ? range[0] : u > range[1] ? range[1] : u;
      }
    }
  }
}

static void rollOut(Planner* p) {
  const int nq = (int)p->m->nq, nv = (int)p->m->nv, nu = (int)p->m->nu;
  double* ctrl = (double*)sn_batchArray(p->batch, "ctrl", NULL);
  double* qpos = (double*)sn_batchArray(p->batch, "qpos", NULL);
  double* qvel = (double*)sn_batchArray(p->batch, "qvel", NULL);
  memset(p->cost, 0, sizeof p->cost);
  for (int k = 0; k < KNOTS; k++) {
    for (int w = 0; w < WORLDS; w++) {
      memcpy(ctrl + w * nu, p->tried[w][k], (size_t)nu * sizeof *ctrl);
    }
    sn_stepBatch(p->batch, HOLD, NULL);
    for (int w = 0; w < WORLDS; w++) {
      p->cost[w] += costOf(p, qpos + w * nq, qvel + w * nv, ctrl + w * nu) / KNOTS;
    }
  }
}

static void average(Planner* p) {
  double least = p->cost[0], sum = 0, weight[WORLDS];
  for (int w = 1; w < WORLDS; w++) least = p->cost[w] < least ? p->cost[w] : least;
  for (int w = 0; w < WORLDS; w++) sum += weight[w] = exp((least - p->cost[w]) / TEMPERATURE);
  memset(p->plan, 0, sizeof p->plan);
  for (int w = 0; w < WORLDS; w++) {
    for (int k = 0; k < KNOTS; k++) {
      for (int i = 0; i < p->m->nu; i++) p->plan[k][i] += weight[w] / sum * p->tried[w][k][i];
    }
  }
}

static double now(void) {
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void) {
  char error[1000];
  mjModel* m = mj_loadXML("models/quadruped.xml", NULL, error, sizeof error);
  if (!m) return fprintf(stderr, "%s\n", error), 1;
  static Planner p;
  mjData* robot = mj_makeData(m);
  p.m = m;
  p.batch = sn_makeBatch(m, WORLDS, NULL);
  if (!robot || !p.batch || m->nu > MAX_NU || !m->nkey) return 1;
  mj_resetDataKeyframe(m, robot, 0);
  for (int k = 0; k < KNOTS; k++) memcpy(p.plan[k], m->key_ctrl, (size_t)m->nu * sizeof(mjtNum));
  const double start = now();
  for (int t = 0; t < PLANS; t++) {
    startWorlds(&p, robot);
    sample(&p);
    rollOut(&p);
    average(&p);
    memcpy(robot->ctrl, p.plan[0], (size_t)m->nu * sizeof(mjtNum));
    for (int k = 0; k < HOLD; k++) mj_step(m, robot);
    memmove(p.plan[0], p.plan[1], sizeof p.plan - sizeof p.plan[0]);
    if (t % 20 == 19) {
      printf("%.1f s: %.2f m ahead, trunk at %.2f m\n", robot->time, robot->qpos[0],
             robot->qpos[2]);
    }
  }
  printf("%.2f s for %.2f s of the robot\n", now() - start, robot->time);
  const int walked = robot->qpos[0] > 0.2 && robot->qpos[2] > 0.2;
  sn_deleteBatch(p.batch);
  mj_deleteData(robot);
  mj_deleteModel(m);
  return walked ? 0 : 1;
}
