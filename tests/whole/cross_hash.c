// Runs a list of simulations that test_golden_hash packed and compares their hashes: the program
// that goes to other machines, so it needs the core library alone.
//   cross_hash FOLDER   has list.txt and the .snb files that it names
#include "state_hash.h"

static bool same(const char* folder, const hash_Run* golden) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", folder, golden->model);
  mjModel* m = mj_loadModel(path, NULL);
  if (!m) {
    printf("%s does not load\n", path);
    return false;
  }
  hash_Run run = *golden;
  const bool ok = hash_simulate(m, &run, golden->steps);
  mj_deleteModel(m);
  if (ok && run.early == golden->early && run.all == golden->all) return true;
  printf("differs (the golden line, then this build's):\n");
  hash_write(stdout, golden);
  hash_write(stdout, &run);
  return false;
}

// warnings of scenes that diverge on purpose are no news
static void be_quiet(const mjLogMessage* msg) { (void)msg; }

int main(int argc, char** argv) {
  char path[1000], line[600];
  FILE* list = NULL;
  if (argc == 2) {
    snprintf(path, sizeof path, "%s/list.txt", argv[1]);
    list = fopen(path, "r");
  }
  if (!list) {
    printf("usage: cross_hash FOLDER, one that has list.txt\n");
    return 2;
  }
  mju_setLogHandler(be_quiet);
  int n = 0, differ = 0;
  for (hash_Run run; fgets(line, sizeof line, list);) {
    if (!hash_read(line, &run)) continue;
    n++;
    differ += !same(argv[1], &run);
  }
  fclose(list);
  printf("%d runs, %d differ\n", n, differ);
  return n && !differ ? 0 : 1;
}
