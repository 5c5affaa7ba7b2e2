// Steps a binary model and prints its last state, bit by bit: built by check_core.sh with the core
// library and with the whole one.
//   core_steps MODEL.snb STEPS
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew.h>

static void printState(const mjModel* m, const mjData* d) {
  const int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = malloc((size_t)n * sizeof *state);
  if (!state) return;
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, state + i, sizeof bits);
    printf("%016" PRIx64 "\n", bits);
  }
  free(state);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  mjModel* m = mj_loadModel(argv[1], NULL);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (!d) return 1;
  for (int step = 0; step < atoi(argv[2]); step++) {
    // controls that differ by actuator and step
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.05 * ((7 * i + step / 10) % 5 - 2);
    mj_step(m, d);
  }
  printf("%s steps, %d contacts\n", argv[2], d->ncon);
  printState(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
