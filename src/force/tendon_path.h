// Path of a spatial tendon, as an iterator over segments from site to site, each perhaps around a
// wrapping geom. Pulleys cut the path into branches and divide the lengths that follow.
#ifndef SINEW_FORCE_TENDON_PATH_H_
#define SINEW_FORCE_TENDON_PATH_H_

#include <stdbool.h>

#include <sinew/model.h>

#include "base/assert.h"

typedef struct {
  int at, end;     // next path object, and one past the last
  double divisor;  // of the branch
  int pulleys;     // passed since the last segment
  int site[2];     // end points of the segment
  int geom, side;  // wrapping geom and its side site, -1: none
  bool cylinder;
  bool last;  // the segment ends the branch
} tendon_Path;

static inline tendon_Path tendon_path(const mjModel* m, int tendon) {
  const int adr = m->tendon_adr[tendon];
  return (tendon_Path){.at = adr, .end = adr + m->tendon_num[tendon], .divisor = 1};
}

// the next segment; false at the end of the path
static inline bool tendon_nextSegment(const mjModel* m, tendon_Path* p) {
  p->pulleys = 0;
  for (; p->at + 1 < p->end; p->at++) {
    if (m->wrap_type[p->at] == mjWRAP_PULLEY) {
      p->divisor = m->wrap_prm[p->at];
      p->pulleys++;
    } else if (m->wrap_type[p->at + 1] != mjWRAP_PULLEY) {
      break;
    }
  }
  if (p->at + 1 >= p->end) return false;
  const int middle = p->at + 1, kind = m->wrap_type[middle];
  p->cylinder = kind == mjWRAP_CYLINDER;
  const bool around = p->cylinder || kind == mjWRAP_SPHERE;
  p->geom = around ? m->wrap_objid[middle] : -1;
  p->side = around ? (int)m->wrap_prm[middle] : -1;
  p->site[0] = m->wrap_objid[p->at];
  p->at = around ? middle + 1 : middle;
  p->site[1] = m->wrap_objid[p->at];
  ASSERT_FULL(p->at < p->end && m->wrap_type[p->at] == mjWRAP_SITE);
  p->last = p->at + 1 >= p->end || m->wrap_type[p->at + 1] == mjWRAP_PULLEY;
  return true;
}

static inline bool tendon_isFixed(const mjModel* m, int tendon) {
  return m->tendon_num[tendon] && m->wrap_type[m->tendon_adr[tendon]] == mjWRAP_JOINT;
}

#endif
