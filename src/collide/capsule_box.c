// Capsule-box collision in closed form: finds the point of the capsule's segment nearest to the
// box, over the ends of the segment and the twelve edges, then a second point along the segment,
// chosen by the kind of the nearest feature. Each of the two points gives a sphere-box test. Works
// in the frame of the box.
// Reads poses and sizes -> at most two points.
#include <math.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/pair.h"

// rounding of a bound, relative to the lengths in it
#define SLACK 1e-10

typedef enum { NEAR_NONE, NEAR_FACE, NEAR_EDGE, NEAR_CORNER } Feature;

typedef struct {
  mjtNum centre[3], axis[3], half[3];  // of the capsule; half = half length * axis
  const mjtNum* size;                  // of the box
  int up;                              // bit k: half[k] > 0
  mjtNum best;                         // smallest squared distance so far
  Feature kind;
  mjtNum x, y;  // parameter on the segment, and on the edge
  int face;     // NEAR_FACE: axis on which the end is outside, -1: inside
  int corner;   // NEAR_EDGE, NEAR_CORNER: bits of the positive coordinates
  int edge;     // NEAR_EDGE, NEAR_CORNER: axis of the edge
} Search;

// an end counts if it is outside along one axis at most
static void tryEnd(Search* f, int end) {
  int outside = 0, face = -1;
  mjtNum dist2 = 0;
  for (int k = 0; k < 3; k++) {
    const mjtNum q = f->centre[k] + end * f->half[k], over = fabs(q) - f->size[k];
    if (over > 0) {
      outside++;
      face = k;
      dist2 += over * over;
    }
  }
  if (outside > 1 || !(dist2 < f->best)) return;
  f->best = dist2;
  f->kind = NEAR_FACE;
  f->x = end;
  f->face = face;
}

// edge along axis j at corner i (its bits are signs), whose bit j is clear
static void tryEdge(Search* f, int j, int i, mjtNum length2) {
  ASSERT_FULL(!(i >> j & 1));
  const mjtNum *s = f->size, *h = f->half;
  mjtNum d[3], x[2];
  for (int k = 0; k < 3; k++) d[k] = (i >> k & 1 ? s[k] : -s[k]) - f->centre[k];
  d[j] = -f->centre[j];
  pair_Segments seg = {
      .AA = s[j] * s[j], .AB = -s[j] * h[j], .BB = length2, .Ad = -s[j] * d[j], .Bd = v3_dot(h, d)};
  seg.det = seg.AA * seg.BB - seg.AB * seg.AB;
  if (!(fabs(seg.det) >= mjMINVAL)) return;
  const int end = pair_nearest(x, &seg, true);
  v3_addToScl(d, h, -x[1]);
  d[j] += x[0] * s[j];
  const mjtNum dist2 = v3_dot(d, d);
  if (!(dist2 < f->best - mjMINVAL)) return;
  f->best = dist2;
  f->kind = end ? NEAR_CORNER : NEAR_EDGE;
  f->x = x[1];
  f->y = x[0];
  f->corner = end > 0 ? i | 1 << j : i;
  f->edge = j;
}

// All edges, except those farther than the best so far along the two axes across them.
// order: by axis, then by corner; squares of a later one must be less by more than mjMINVAL
static void tryEdges(Search* f, mjtNum length2) {
  mjtNum gap2[3][2];
  for (int k = 0; k < 3; k++) {
    for (int high = 0; high < 2; high++) {
      const mjtNum off = (high ? f->size[k] : -f->size[k]) - f->centre[k];
      const mjtNum gap = fabs(off) - fabs(f->half[k]);
      gap2[k][high] = gap > 0 ? gap * gap : 0;
    }
  }
  static const int across[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  for (int j = 0; j < 3; j++) {
    const int u = across[j][0], v = across[j][1];
    for (int pair = 0; pair < 4; pair++) {
      if (gap2[u][pair & 1] + gap2[v][pair >> 1] >= f->best) continue;
      tryEdge(f, j, (pair & 1) << u | (pair >> 1) << v, length2);
    }
  }
}

static inline mjtNum least(mjtNum a, mjtNum b) { return b < a ? b : a; }

// axis of a bit: 1, 2, 4 -> 0, 1, 2
static inline int axisOf(int bit) { return bit >> 1; }

// ---- second point: its offset in the parameter of the segment, which may be 0; false: none

static bool offsetFromCorner(mjtNum* offset, const Search* f) {
  const mjtNum *s = f->size, *h = f->half;
  int bit = f->up ^ f->corner;
  if (bit == 0 || bit == 7) return false;
  const bool single = bit == 1 || bit == 2 || bit == 4;
  const mjtNum sign = single ? 1 : -1;
  if (!single) bit = 7 - bit;
  const int w = axisOf(bit), w1 = w == 0 ? 1 : 0, w2 = w == 2 ? 1 : 2;
  if (f->axis[w] * f->axis[w] > 0.5) {
    *offset = sign * least(1 - sign * f->x, 2 * s[w] / fabs(h[w]));
    return true;
  }
  const mjtNum room = least(1 + sign * f->x, 2 * s[w1] / fabs(h[w1]));
  *offset = -sign * least(room, 2 * s[w2] / fabs(h[w2]));
  return true;
}

static bool offsetFromEdge(mjtNum* offset, const Search* f) {
  static const int next[3] = {1, 2, 0};
  const mjtNum *s = f->size, *h = f->half, *a = f->axis;
  const int e = f->edge, bits = (f->up ^ f->corner) & ~(1 << e);
  if (bits != 1 && bits != 2 && bits != 4) return false;
  const int e1 = next[e], e2 = next[e1];
  const int along = fabs(a[e1]) > fabs(a[e2]) ? e1 : e2;
  const bool up = bits >> along & 1;
  const mjtNum sign = up ? 1 : -1;
  const mjtNum edgeRoom = (f->up >> e & 1) == up ? 1 - f->y : 1 + f->y;
  const mjtNum room = least(1 - sign * f->x, 2 * s[along] / fabs(h[along]));
  *offset = sign * least(room, s[e] * edgeRoom / fabs(h[e]));
  return true;
}

// to the point where the segment, followed from its other end, is above the face
static bool offsetFromFace(mjtNum* offset, const Search* f) {
  if (f->face < 0) return false;
  const mjtNum sign = f->x < 0 ? 1 : -1;
  mjtNum room = 2;
  for (int k = 0; k < 3; k++) {
    if (k == f->face) continue;
    const mjtNum q = f->centre[k] - sign * f->half[k];
    for (int side = -1; side <= 1; side += 2) {
      const mjtNum x = (side * f->size[k] - q) / f->half[k] * sign;
      if (x > 0 && x < room) room = x;
    }
  }
  *offset = sign * room;
  return true;
}

static bool (*const offsetFrom[])(mjtNum*, const Search*) = {
    [NEAR_FACE] = offsetFromFace, [NEAR_EDGE] = offsetFromEdge, [NEAR_CORNER] = offsetFromCorner};

// a sphere at a point of the segment
// order: through the world and back
static int sphereAt(mjPreContact* con, const Search* f, mjtNum x, mjtNum radius,
                    const pair_Shape* box, mjtNum margin) {
  mjtNum local[3], centre[3];
  v3_addScl(local, f->centre, f->half, x);
  m3_mulVec(centre, box->mat, local);
  v3_addTo(centre, box->pos);
  const pair_Shape sphere = {.pos = centre, .size = &radius};
  return pair_sphereBox(con, &sphere, box, margin);
}

int pair_capsuleBox(mjPreContact* con, const pair_Shape* capsule, const pair_Shape* box,
                    mjtNum margin) {
  const mjtNum radius = capsule->size[0], length = capsule->size[1], *s = box->size;
  mjtNum off[3], axis[3];
  Search f = {.size = s, .kind = NEAR_NONE};
  v3_sub(off, capsule->pos, box->pos);
  m3_mulTVec(f.centre, box->mat, off);
  m3_column(axis, capsule->mat, 2);
  m3_mulTVec(f.axis, box->mat, axis);
  v3_scl(f.half, f.axis, length);
  for (int k = 0; k < 3; k++) {
    const mjtNum reach = fabs(f.half[k]) + s[k] + radius + margin;
    if (fabs(f.centre[k]) - reach > SLACK * (fabs(f.centre[k]) + fabs(reach))) return 0;
    f.up |= (f.half[k] > 0) << k;
  }

  // odd: squared distance against a length
  f.best = margin + 2 * (radius + length + s[0] + s[1] + s[2]);
  tryEnd(&f, -1);
  tryEnd(&f, 1);
  if (!(f.best <= mjMINVAL)) tryEdges(&f, length * length);
  if (f.kind == NEAR_NONE) return 0;

  ASSERT_FULL(f.corner >= 0 && f.corner < 8 && f.edge >= 0 && f.edge < 3 && f.face < 3);
  int count = sphereAt(con, &f, f.x, radius, box, margin);
  mjtNum offset;
  if (offsetFrom[f.kind](&offset, &f)) {
    count += sphereAt(con + count, &f, f.x + offset, radius, box, margin);
  }
  return count;
}

int collide_capsuleBox(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                       mjtNum margin) {
  const pair_Shape capsule = pair_geom(m, d, g1), box = pair_geom(m, d, g2);
  return pair_capsuleBox(con, &capsule, &box, margin);
}
