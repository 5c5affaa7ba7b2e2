// Batches: microseconds of a step of one world, by mj_step on a data of its own, by a batch that
// steps worlds one by one, and by one that steps several at once; in turns, the best of several
// rounds. Worlds start from states of their own and have controls of their own, and have run for a
// while before.
//   bench_batch [worlds=256] [threads=1] [warmup=1000] MODEL...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sinew/sinew.h>

enum { ROUNDS = 5, STEPS = 5, CALLS = 20 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned long long seed = 88172645463325252ull;
static double uniform(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (double)(seed >> 11) * 0x1p-52 - 1;
}

typedef struct {
  const mjModel* m;
  int n;
  mjData** d;          // mj_step
  sn_Batch* batch[2];  // one by one, several at once
} Bench;

static void scatter(const Bench* t) {
  const mjModel* m = t->m;
  const sn_BatchReset reset = {.key = m->nkey ? 0 : -1, .qvel_noise = 0.1, .seed = 1};
  for (int b = 0; b < 2; b++) {
    sn_resetBatch(t->batch[b], NULL, &reset);
  }
  for (int w = 0; w < t->n; w++) {
    for (int i = 0; i < m->nu; i++) {
      const mjtNum u = 0.3 * uniform();
      for (int b = 0; b < 2; b++) {
        ((mjtNum*)sn_batchArray(t->batch[b], "ctrl", NULL))[w * m->nu + i] = u;
      }
    }
  }
}

// worlds of their own in the state of the batch
static void copyWorlds(const Bench* t) {
  static const char* const names[] = {"qpos", "qvel", "act", "ctrl", "qacc_warmstart"};
  for (int k = 0; k < 5; k++) {
    mjtSize n;
    const mjtNum* rows = sn_batchArray(t->batch[0], names[k], &n);
    for (int w = 0; w < t->n; w++) {
      mjData* d = t->d[w];
      mjtNum* to[] = {d->qpos, d->qvel, d->act, d->ctrl, d->qacc_warmstart};
      memcpy(to[k], rows + w * n, (size_t)n * sizeof *rows);
    }
  }
}

static void run(const Bench* t, int way) {
  if (way) {
    sn_stepBatch(t->batch[way - 1], STEPS, NULL);
    return;
  }
  for (int w = 0; w < t->n; w++) {
    for (int k = 0; k < STEPS; k++) mj_step(t->m, t->d[w]);
  }
}

static void bench(const char* path, int n, int threads, int warmup) {
  char error[1000];
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    printf("%s\n", error);
    return;
  }
  Bench t = {.m = m, .n = n, .d = calloc((size_t)n, sizeof *t.d)};
  for (int w = 0; w < n; w++) t.d[w] = mj_makeData(m);
  t.batch[0] = sn_makeBatch(m, n, &(sn_BatchOptions){.nthread = threads, .nlane = 1});
  t.batch[1] = sn_makeBatch(m, n, &(sn_BatchOptions){.nthread = threads});
  scatter(&t);
  for (int b = 0; b < 2; b++) sn_stepBatch(t.batch[b], warmup, NULL);
  copyWorlds(&t);
  double best[3] = {1e9, 1e9, 1e9};
  for (int r = 0; r < ROUNDS * CALLS; r++) {
    for (int way = 0; way < 3; way++) {
      const double start = now();
      run(&t, way);
      const double us = 1e6 * (now() - start) / n / STEPS;
      if (us < best[way]) best[way] = us;
    }
  }
  const char* name = strrchr(path, '/');
  const char* why = sn_batchObstacle(t.batch[1]);
  printf("%-28s mj_step %7.2f  one by one %7.2f  lanes(%d) %7.2f us  %5.2fx  %s\n",
         name ? name + 1 : path, best[0], best[1], sn_batchLanes(t.batch[1]), best[2],
         best[0] / best[2], why ? why : "");
  for (int b = 0; b < 2; b++) sn_deleteBatch(t.batch[b]);
  for (int w = 0; w < n; w++) mj_deleteData(t.d[w]);
  free(t.d);
  mj_deleteModel(m);
}

int main(int argc, char** argv) {
  int n = 256, threads = 1, warmup = 1000;
  for (int i = 1; i < argc; i++) {
    if (sscanf(argv[i], "worlds=%d", &n) || sscanf(argv[i], "threads=%d", &threads) ||
        sscanf(argv[i], "warmup=%d", &warmup)) {
      continue;
    }
    bench(argv[i], n, threads, warmup);
  }
  return 0;
}
