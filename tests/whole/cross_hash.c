// Runs a list of simulations that test_golden_hash packed and compares their hashes, of one world
// and of the first steps of the same world in a batch: the program that goes to other machines, so
// it needs the core library alone.
//   cross_hash FOLDER   has list.txt and the .snb files that it names
#include "state_hash.h"

typedef struct {
  int n, differ;
  int batches, lanes;  // those that were stepped in lanes, and how many these were
} Count;

static bool compare(const hash_Run* golden, const hash_Run* run, bool early, const char* what) {
  if (run->early == golden->early && (early || run->all == golden->all)) return true;
  printf("%s differs (the golden line, then this build's):\n", what);
  hash_write(stdout, golden);
  hash_write(stdout, run);
  return false;
}

static bool same(const char* folder, const hash_Run* golden, Count* count) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", folder, golden->model);
  mjModel* m = mj_loadModel(path, NULL);
  if (!m) {
    printf("%s does not load\n", path);
    return false;
  }
  hash_Run run = *golden, batch = *golden;
  const bool ran = hash_simulate(m, &run, golden->steps);
  const int lanes = hash_simulateLanes(m, &batch, HASH_EARLY, 0);  // emulators are slow
  mj_deleteModel(m);
  count->batches += lanes > 1;
  if (lanes > 1) count->lanes = lanes;
  return ran && lanes && compare(golden, &run, false, "one world") &&
         compare(golden, &batch, true, "a batch");
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
  Count count = {0};
  for (hash_Run run; fgets(line, sizeof line, list);) {
    if (!hash_read(line, &run)) continue;
    count.n++;
    count.differ += !same(argv[1], &run, &count);
  }
  fclose(list);
  printf("%d runs, %d of their batches in %d lanes, %d differ\n", count.n, count.batches,
         count.lanes, count.differ);
  return count.n && !count.differ ? 0 : 1;
}
