// Change detection by bitwise comparison of qpos, sleep policies, and the model parameters that
// place joints: a table of arrays with rows per position, body, joint or tree. Copies are stored
// one after another in the private part of mjData. Sleeping trees cost only this comparison; if
// bits differ, poses and policies decide.
#include "model/pose_source.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "model/private_data.h"

enum { OF_QPOS, OF_BODIES, OF_JOINTS, OF_TREES };

typedef struct {
  const void* array;
  int rows;
  size_t bytes;  // of a row
} Source;

enum { NSOURCE = 7, NFREE = 2 };  // those before NFREE also apply to bodies on free joints

static void sourcesOf(const mjModel* m, const mjData* d, Source source[NSOURCE]) {
  const size_t num = sizeof(mjtNum);
  source[0] = (Source){d ? d->qpos : NULL, OF_QPOS, num};
  source[1] = (Source){m->tree_sleep_policy, OF_TREES, sizeof *m->tree_sleep_policy};
  source[2] = (Source){m->qpos0, OF_QPOS, num};
  source[3] = (Source){m->body_pos, OF_BODIES, 3 * num};
  source[4] = (Source){m->body_quat, OF_BODIES, 4 * num};
  source[5] = (Source){m->jnt_pos, OF_JOINTS, 3 * num};
  source[6] = (Source){m->jnt_axis, OF_JOINTS, 3 * num};
}

static size_t sizeOf(const mjModel* m, const Source* s) {
  const mjtSize n[] = {m->nq, m->nbody, m->njnt, m->ntree};
  return (size_t)n[s->rows] * s->bytes;
}

// the part of a source that belongs to a range: returns its byte offset; *n: bytes
static size_t partOf(const mjModel* m, const Source* s, const range_Range* range, size_t* n) {
  const int* const part[] = {range->qpos, range->body, range->jnt};
  const int trees[2] = {m->dof_treeid[range->dof[0]], m->dof_treeid[range->dof[1] - 1] + 1};
  const int* at = s->rows == OF_TREES ? trees : part[s->rows];
  ASSERT_FULL(at[0] >= 0 && at[0] <= at[1]);
  ASSERT_FULL((size_t)at[1] * s->bytes <= sizeOf(m, s));
  *n = (size_t)(at[1] - at[0]) * s->bytes;
  return (size_t)at[0] * s->bytes;
}

size_t source_size(const mjModel* m) {
  Source source[NSOURCE];
  size_t sum = 0;
  sourcesOf(m, NULL, source);
  for (int k = 0; k < NSOURCE; k++) sum += sizeOf(m, &source[k]);
  return sum;
}

void source_remember(const mjModel* m, mjData* d, int tree) {
  Source source[NSOURCE];
  const range_Range range = range_ofTree(m, tree);
  char* kept = private_of(d)->source;
  sourcesOf(m, d, source);
  for (int k = 0; k < NSOURCE; k++) {
    size_t n, at = partOf(m, &source[k], &range, &n);
    memcpy(kept + at, (const char*)source[k].array + at, n);
    kept += sizeOf(m, &source[k]);
  }
}

// stores a value that differs from qpos
void source_forget(const mjModel* m, mjData* d, int tree) {
  const int adr = range_ofTree(m, tree).qpos[0];
  _Static_assert(sizeof(mjtNum) == sizeof(uint64_t), "all bits of a number");
  uint64_t bits;
  memcpy(&bits, d->qpos + adr, sizeof bits);
  bits = ~bits;
  memcpy(private_of(d)->source + (size_t)adr * sizeof bits, &bits, sizeof bits);
}

// compares sources begin .. end - 1 of a range
static bool isKept(const mjModel* m, const mjData* d, const range_Range* range, int begin,
                   int end) {
  Source source[NSOURCE];
  const char* kept = private_of(d)->source;
  sourcesOf(m, d, source);
  for (int k = 0; k < end; k++) {
    size_t n, at = partOf(m, &source[k], range, &n);
    if (k >= begin && memcmp(kept + at, (const char*)source[k].array + at, n) != 0) return false;
    kept += sizeOf(m, &source[k]);
  }
  return true;
}

bool source_keepsQpos(const mjModel* m, const mjData* d, const range_Resting* run) {
  return isKept(m, d, &run->range, 0, 1);
}

void source_trustQpos(mjData* d, bool kept) { private_of(d)->qposKept = kept; }

// the pose of a body on a free joint depends on qpos only
bool source_isKept(const mjModel* m, const mjData* d, const range_Resting* run) {
  return isKept(m, d, &run->range, private_of(d)->qposKept, run->jointed ? NSOURCE : NFREE);
}

bool source_isTreeKept(const mjModel* m, const mjData* d, int tree) {
  const range_Range range = range_ofTree(m, tree);
  return isKept(m, d, &range, 0, NSOURCE);
}
