// Public API of sleeping: rebuilds the cached sleep state from tree_asleep after a program has
// restored the fields of an mjData (deserialization).
#include "base/args.h"
#include "model/awake.h"
#include "model/pose_source.h"

#include <sinew/extra.h>

// Sleeping islands are cycles (a permutation): every sleeping tree is the successor of exactly one
// sleeping tree.
static bool isCycles(const mjModel* m, const mjData* d) {
  int* seen = d->tree_awake;  // rewritten by awake_update
  for (int t = 0; t < m->ntree; t++) seen[t] = 0;
  for (int t = 0; t < m->ntree; t++) {
    const int next = d->tree_asleep[t];
    if (next < 0) continue;
    if (next >= m->ntree || d->tree_asleep[next] < 0 || seen[next]) return false;
    seen[next] = 1;
  }
  return true;
}

mjtBool sn_updateSleep(const mjModel* m, mjData* d) {
  ARGS_NEED_OR(0, m, d);
  const bool good = isCycles(m, d);
  for (int t = 0; t < m->ntree; t++) {
    const bool asleep = d->tree_asleep[t] >= 0;
    if (asleep && !good) d->tree_asleep[t] = AWAKE_FULL;
    if (asleep) source_forget(m, d, t);
  }
  awake_update(m, d);
  return good;
}
