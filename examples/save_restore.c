// Saves the state of a simulation, goes on, restores it into another data and goes on again: both
// arrive at the same bits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew.h>

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 1 ? argv[1] : "models/quadruped.xml", NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData *first = mj_makeData(m), *second = mj_makeData(m);
  const int size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* saved = (mjtNum*)malloc((size_t)size * sizeof *saved);
  if (!first || !second || !saved) return 1;

  while (first->time < 0.5) mj_step(m, first);
  mj_getState(m, first, saved, mjSTATE_INTEGRATION);
  while (first->time < 1) mj_step(m, first);

  mj_setState(m, second, saved, mjSTATE_INTEGRATION);
  while (second->time < 1) mj_step(m, second);

  const int same = memcmp(first->qpos, second->qpos, (size_t)m->nq * sizeof(mjtNum)) == 0 &&
                   memcmp(first->qvel, second->qvel, (size_t)m->nv * sizeof(mjtNum)) == 0;
  printf("%d numbers saved at 0.5 s; at 1 s the two simulations are %s\n", size,
         same ? "identical" : "different");
  free(saved);
  mj_deleteData(first);
  mj_deleteData(second);
  mj_deleteModel(m);
  return same ? 0 : 1;
}
