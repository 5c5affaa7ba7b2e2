// Loads a model, steps it for two seconds and prints what happens: a ball knocks over dominoes.
//   load_and_step [MODEL.xml]
#include <stdio.h>

#include <sinew/sinew.h>

int main(int argc, char** argv) {
  const char* file = argc > 1 ? argv[1] : "models/dominoes.xml";
  char error[1000] = "";
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);  // file, line, element and what would be right
    return 1;
  }
  mjData* d = mj_makeData(m);
  if (!d) return 1;

  printf("  time  height of the mass centre  contacts  constraint rows\n");
  double shown = 0;
  while (d->time < 2) {
    mj_step(m, d);
    if (d->time < shown) continue;
    printf("%6.2f  %25.4f  %8d  %15d\n", d->time, d->subtree_com[2], d->ncon, d->nefc);
    shown += 0.25;
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
