// Active index ranges (awake ranges): what a step visits while some trees sleep. Bodies are
// numbered kinematic tree by tree, and joints, dofs, geoms and sites in the order of their bodies,
// so the awake part of a model is a few index ranges of each. A range is a run of awake bodies with
// everything attached to them. While nothing sleeps there is one range, of everything. Loops
// iterate over ranges without testing what sleeps.
#ifndef SINEW_MODEL_AWAKE_RANGES_H_
#define SINEW_MODEL_AWAKE_RANGES_H_

#include <stdbool.h>

#include <sinew/model.h>

#include "base/assert.h"

// [0]: the first index, [1]: one past the last. Bodies begin at 1: the world is visited separately;
// its geoms and sites belong to the first range
typedef struct {
  int body[2], jnt[2], dof[2], qpos[2], geom[2], site[2];
} range_Range;

typedef struct {
  const range_Range* range;
  int n;
} range_List;

// a run of sleeping bodies
typedef struct {
  range_Range range;
  bool jointed;  // some of their joints are not free joints
  bool nested;   // some of their trees are attached to a body other than the world
} range_Resting;

// iterates over all i of a part (body, jnt, dof, geom, site) of the awake ranges, ascending; no
// break
#define range_each(list, part, i)                                                                  \
  for (const range_Range *range_ = (list).range, *end_ = range_ + (list).n; range_ < end_;         \
       range_++)                                                                                   \
    for (int i = range_->part[0], past_ = range_->part[1]; i < past_; i++)
// the same, descending
#define range_eachBack(list, part, i)                                                              \
  for (const range_Range *first_ = (list).range, *range_ = first_ + (list).n; range_-- > first_;)  \
    for (int i = range_->part[1], last_ = range_->part[0]; i-- > last_;)
// iterates over all awake ranges
#define range_eachRange(list, s)                                                                   \
  for (const range_Range *s = (list).range, *end_ = s + (list).n; s < end_; s++)

static inline int range_dofs(const range_Range* s) { return s->dof[1] - s->dof[0]; }

// first entry and number of entries of a range's rows in M, D or another matrix with a row per dof
static inline int range_entries(const range_Range* s, const int* rowadr, const int* rownnz,
                                int* adr) {
  *adr = 0;
  if (!range_dofs(s)) return 0;
  const int last = s->dof[1] - 1;
  ASSERT_FULL(s->dof[0] >= 0 && last >= s->dof[0]);
  *adr = rowadr[s->dof[0]];
  return rowadr[last] + rownnz[last] - *adr;
}

static inline range_Range range_whole(const mjModel* m) {
  return (range_Range){{1, (int)m->nbody}, {0, (int)m->njnt},  {0, (int)m->nv},
                       {0, (int)m->nq},    {0, (int)m->ngeom}, {0, (int)m->nsite}};
}

// the range of one tree, without geoms and sites
static inline range_Range range_ofTree(const mjModel* m, int tree) {
  const int body = m->tree_bodyadr[tree], dof = m->tree_dofadr[tree];
  const int endDof = dof + m->tree_dofnum[tree];
  ASSERT_FULL(tree >= 0 && tree < m->ntree && endDof > dof && endDof <= m->nv);
  const int jnt = m->dof_jntid[dof], endJnt = m->dof_jntid[endDof - 1] + 1;
  const int endQpos = endJnt < m->njnt ? m->jnt_qposadr[endJnt] : (int)m->nq;
  return (range_Range){.body = {body, body + m->tree_bodynum[tree]},
                       .jnt = {jnt, endJnt},
                       .dof = {dof, endDof},
                       .qpos = {m->jnt_qposadr[jnt], endQpos}};
}

#endif
