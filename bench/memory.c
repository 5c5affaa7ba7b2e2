// Memory of a model and of its steps, for bench/run --memory, which compiles this file once for
// each engine. It uses nothing but the API that they share. usage: memory STEPS MODEL.xml
// Prints, in bytes: the model, the data's buffer, the most that its arena was used, the arena, and
// the most that the process had in memory beyond what it had before it loaded the model.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

// bytes of a line of /proc/self/status
static double status(const char* name) {
  char line[200];
  double kilobytes = 0;
  FILE* f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f)) {
    if (!strncmp(line, name, strlen(name))) kilobytes = atof(line + strlen(name) + 1);
  }
  if (f) fclose(f);
  return 1024 * kilobytes;
}

int main(int argc, char** argv) {
  char error[1000] = "";
  if (argc != 3) return 2;
  const double before = status("VmRSS");
  mjModel* m = mj_loadXML(argv[2], NULL, error, sizeof error);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (!d) {
    fprintf(stderr, "%s: %s\n", argv[2], error);
    return 1;
  }
  for (int i = 0; i < atoi(argv[1]); i++) mj_step(m, d);
  printf("%lld\t%lld\t%lld\t%lld\t%.0f\n", (long long)mj_sizeModel(m), (long long)d->nbuffer,
         (long long)d->maxuse_arena, (long long)d->narena, status("VmHWM") - before);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
