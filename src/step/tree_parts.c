// Partition of a world for the thread pool: runs of subtrees of the world body. They do not depend
// on each other, and their bodies, with everything attached, are numbered consecutively, so a part
// is an index range. Results do not depend on which thread computes a part (deterministic).
#include "step/tree_parts.h"

#include "base/assert.h"
#include "model/threads.h"

enum {
  FOR_THREADS = 100,  // with fewer bodies one thread does all
  MOST_PARTS = 64,
  PARTS = 4,  // per thread, for load balance
};

typedef struct {
  const mjModel* m;
  mjData* d;
  step_TreeWork* work;
  range_Range part[MOST_PARTS];
} Share;

// binary search: first geom or site of this body or a later one; owner (n) ascends
static int firstFrom(const int* owner, int n, int body) {
  int low = 0;
  while (low < n) {
    const int middle = (low + n) / 2;
    if (owner[middle] < body) {
      low = middle + 1;
    } else {
      n = middle;
    }
  }
  return low;
}

// ends `part` and begins `next` at the root of a tree
static void cutAt(const mjModel* m, int root, range_Range* part, range_Range* next) {
  const int jnt = m->body_jntadr[root];
  ASSERT_FULL(!m->body_parentid[root] && jnt >= 0);
  part->body[1] = next->body[0] = root;
  part->jnt[1] = next->jnt[0] = jnt;
  part->dof[1] = next->dof[0] = m->body_dofadr[root];
  part->qpos[1] = next->qpos[0] = m->jnt_qposadr[jnt];
  part->geom[1] = next->geom[0] = firstFrom(m->geom_bodyid, (int)m->ngeom, root);
  part->site[1] = next->site[0] = firstFrom(m->site_bodyid, (int)m->nsite, root);
}

// parts of about as many trees each; returns their number
static int cut(const mjModel* m, range_Range whole, int wanted, range_Range part[]) {
  const int ntree = (int)m->ntree;
  int n = 1;
  part[0] = whole;
  for (int t = 1, last = 0; t < ntree && n < wanted; t++) {
    if ((t - last) * wanted < ntree || m->body_parentid[m->tree_bodyadr[t]]) continue;
    part[n] = whole;
    cutAt(m, m->tree_bodyadr[t], &part[n - 1], &part[n]);
    last = t;
    n++;
  }
  return n;
}

static void doPart(void* context, int i, int worker) {
  const Share* share = context;
  share->work(share->m, threads_view(share->d, worker), (range_List){&share->part[i], 1});
}

// threads raise no warnings: if scratch memory may run out, one thread does the work
static bool hasRoom(const mjModel* m, const mjData* d) {
  const size_t most = TREE_SCRATCH * (size_t)(m->nbody + m->njnt + m->nv) * sizeof(mjtNum);
  return (size_t)d->narena - d->parena - d->pstack > most + 4 * STACK_STEP;
}

// the number of parts, 0: nothing is shared
static int makeParts(const mjModel* m, mjData* d, range_List ranges, range_Range part[MOST_PARTS]) {
  if (m->nbody < FOR_THREADS || ranges.n != 1 || ranges.range->body[1] - 1 < m->nbody - 1) return 0;
  const int wanted = PARTS * threads_count(d);
  if (wanted == PARTS || !hasRoom(m, d)) return 0;
  return cut(m, *ranges.range, wanted < MOST_PARTS ? wanted : MOST_PARTS, part);
}

void step_shareTrees(const mjModel* m, mjData* d, step_TreeWork* work) {
  Share share = {.m = m, .d = d, .work = work};
  const range_List ranges = awake_ranges(d);
  const int n = makeParts(m, d, ranges, share.part);
  if (n > 1) {
    threads_run(d, doPart, &share, n);
  } else {
    work(m, d, ranges);
  }
}
