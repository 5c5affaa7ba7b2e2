// Capsule-capsule collision: spheres at the closest points of the two segments or, if these are
// parallel, at up to two ends. Reads the poses and sizes of the two shapes -> points.
#include <math.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/pair.h"

typedef struct {
  const pair_Shape *one, *two;
  mjtNum half1[3], half2[3];  // half axes
  mjtNum margin;
} Capsules;

// spheres at parameters x1, x2 of the segments
static int spheresAt(mjPreContact* con, const Capsules* c, mjtNum x1, mjtNum x2) {
  mjtNum centre1[3], centre2[3];
  v3_addScl(centre1, c->one->pos, c->half1, x1);
  v3_addScl(centre2, c->two->pos, c->half2, x2);
  return pair_spheres(con, centre1, c->one->size[0], c->one->mat, centre2, c->two->size[0],
                      c->two->mat, c->margin);
}

// each of the four ends with the closest point of the other segment, until there are two contacts
static int parallelEnds(mjPreContact* con, const Capsules* c, const pair_Segments* s) {
  int count = 0;
  for (int sign = 1; sign >= -1; sign -= 2) {
    const mjtNum x2 = pair_clip((s->Bd - sign * s->AB) / s->BB, -1, 1);
    count += spheresAt(con + count, c, sign, x2);
  }
  for (int sign = 1; sign >= -1 && count < 2; sign -= 2) {
    const mjtNum x1 = pair_clip((s->Ad - sign * s->AB) / s->AA, -1, 1);
    count += spheresAt(con + count, c, x1, sign);
  }
  ASSERT_FULL(count <= 2);
  return count;
}

int pair_capsuleCapsule(mjPreContact* con, const pair_Shape* one, const pair_Shape* two,
                        mjtNum margin) {
  Capsules c = {.one = one, .two = two, .margin = margin};
  mjtNum off[3], axis[3], x[2];
  m3_column(axis, one->mat, 2);
  v3_scl(c.half1, axis, one->size[1]);
  m3_column(axis, two->mat, 2);
  v3_scl(c.half2, axis, two->size[1]);
  v3_sub(off, one->pos, two->pos);
  pair_Segments s = {.AA = v3_dot(c.half1, c.half1),
                     .AB = -v3_dot(c.half1, c.half2),
                     .BB = v3_dot(c.half2, c.half2),
                     .Ad = -v3_dot(c.half1, off),
                     .Bd = v3_dot(c.half2, off)};
  s.det = s.AA * s.BB - s.AB * s.AB;
  if (!(fabs(s.det) >= mjMINVAL)) return parallelEnds(con, &c, &s);
  pair_nearest(x, &s, false);
  return spheresAt(con, &c, x[0], x[1]);
}

int collide_capsuleCapsule(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                           mjtNum margin) {
  const pair_Shape one = pair_geom(m, d, g1), two = pair_geom(m, d, g2);
  return pair_capsuleCapsule(con, &one, &two, margin);
}
