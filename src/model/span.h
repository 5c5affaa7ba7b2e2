// Spans: what a step visits. Bodies are numbered tree by tree, and joints, dofs, geoms and sites in
// the order of their bodies, so that what does not sleep is a few ranges of each: a span is a run
// of bodies that do not sleep with all that is attached to them. While nothing sleeps there is one,
// of everything. Loops visit spans; to what is inside them sleep makes no difference.
#ifndef SINEW_MODEL_SPAN_H_
#define SINEW_MODEL_SPAN_H_

#include <stdbool.h>

#include <sinew/model.h>

#include "base/assert.h"

// [0]: the first, [1]: behind the last. Bodies begin at 1: the world is visited apart, its geoms
// and sites belong to the first span
typedef struct {
  int body[2], jnt[2], dof[2], qpos[2], geom[2], site[2];
} span_Span;

typedef struct {
  const span_Span* span;
  int n;
} span_List;

// a run of bodies that sleep
typedef struct {
  span_Span span;
  bool jointed;  // some of their joints are not free ones
  bool nested;   // some of their trees hang on a body other than the world
} span_Resting;

// for all i of a part (body, jnt, dof, geom, site) of the spans, ascending; no break
#define span_each(list, part, i)                                                                   \
  for (const span_Span *span_ = (list).span, *end_ = span_ + (list).n; span_ < end_; span_++)      \
    for (int i = span_->part[0], past_ = span_->part[1]; i < past_; i++)
// the same, descending
#define span_eachBack(list, part, i)                                                               \
  for (const span_Span *first_ = (list).span, *span_ = first_ + (list).n; span_-- > first_;)       \
    for (int i = span_->part[1], last_ = span_->part[0]; i-- > last_;)
// for all spans
#define span_eachSpan(list, s)                                                                     \
  for (const span_Span *s = (list).span, *end_ = s + (list).n; s < end_; s++)

static inline int span_dofs(const span_Span* s) { return s->dof[1] - s->dof[0]; }

// entries of M, D or another matrix with a row per dof: the first, and their number
static inline int span_entries(const span_Span* s, const int* rowadr, const int* rownnz, int* adr) {
  *adr = 0;
  if (!span_dofs(s)) return 0;
  const int last = s->dof[1] - 1;
  ASSERT_FULL(s->dof[0] >= 0 && last >= s->dof[0]);
  *adr = rowadr[s->dof[0]];
  return rowadr[last] + rownnz[last] - *adr;
}

static inline span_Span span_whole(const mjModel* m) {
  return (span_Span){{1, (int)m->nbody}, {0, (int)m->njnt},  {0, (int)m->nv},
                     {0, (int)m->nq},    {0, (int)m->ngeom}, {0, (int)m->nsite}};
}

// of one tree, without geoms and sites
static inline span_Span span_ofTree(const mjModel* m, int tree) {
  const int body = m->tree_bodyadr[tree], dof = m->tree_dofadr[tree];
  const int endDof = dof + m->tree_dofnum[tree];
  ASSERT_FULL(tree >= 0 && tree < m->ntree && endDof > dof && endDof <= m->nv);
  const int jnt = m->dof_jntid[dof], endJnt = m->dof_jntid[endDof - 1] + 1;
  const int endQpos = endJnt < m->njnt ? m->jnt_qposadr[endJnt] : (int)m->nq;
  return (span_Span){.body = {body, body + m->tree_bodynum[tree]},
                     .jnt = {jnt, endJnt},
                     .dof = {dof, endDof},
                     .qpos = {m->jnt_qposadr[jnt], endQpos}};
}

#endif
