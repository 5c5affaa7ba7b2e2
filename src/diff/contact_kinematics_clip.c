// Box-box contact derivatives in closed form: corners of a face of one box, clipped to a face of
// the other (polygon clipping, collide/box_box.c). The reference face rests, its normal is n up to
// sign; a corner is a corner of the other box, the intersection of one of its edges with a side of
// the reference, or that of its face with a corner of the reference. With V the motion of the other
// box at the corner, relative to the reference, the corner moves by
//   corner of the box         V
//   edge e and side normal s  V - e (s.V)/(s.e)
//   face m over a corner      n (m.V)/(m.n)
// and the contact, midway to the reference face, by (1 - nn'/2) of it.
#include <math.h>

#include "diff/contact_kinematics_part.h"

static const mjtNum NEAR = 1e-7;     // between a corner and what it lies on, in sizes of the box
static const mjtNum ALIGNED = 1e-9;  // sine of the angle of normals that count as parallel
static const mjtNum STEEP = 1e-6;    // least cosine in a division

typedef struct {
  const mjtNum *pos, *mat, *size;
  int bound;  // bit k: the point is at the end of axis k
} Box;

static Box boxAt(const ckin_Run* run, int k, const mjtNum point[3]) {
  const int geom = run->geom[k];
  Box box = {.pos = run->d->geom_xpos + 3 * geom,
             .mat = run->d->geom_xmat + 9 * geom,
             .size = run->m->geom_size + 3 * geom};
  mjtNum arm[3], x[3];
  v3_sub(arm, point, box.pos);
  m3_mulTVec(x, box.mat, arm);
  const mjtNum tol = NEAR * (box.size[0] + box.size[1] + box.size[2]);
  for (int i = 0; i < 3; i++) box.bound |= (fabs(fabs(x[i]) - box.size[i]) <= tol) << i;
  return box;
}

// axis of a box that is parallel to n, -1: none
static int axisAlong(const Box* box, const mjtNum n[3]) {
  for (int k = 0; k < 3; k++) {
    mjtNum axis[3], turn[3];
    m3_column(axis, box->mat, k);
    v3_cross(turn, axis, n);
    if (v3_norm(turn) < ALIGNED) return k;
  }
  return -1;
}

static const int bits[8] = {0, 1, 1, 2, 1, 2, 2, 3}, lowest[8] = {-1, 0, 1, 0, 2, 0, 1, 0};

// mat = 1 - a b'/(a.b); false: a and b are orthogonal
static bool project(mjtNum mat[9], const mjtNum a[3], const mjtNum b[3]) {
  const mjtNum dot = v3_dot(a, b);
  if (!(fabs(dot) > STEEP)) return false;
  m3_unit(mat);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) mat[3 * i + j] -= a[i] * b[j] / dot;
  }
  return true;
}

// motion of the corner with the other box; false: it is not such a corner. sides: bits of the
// reference axes whose sides the point lies on, seen along n
static bool carry(mjtNum mat[9], const Box* ref, int sides, const Box* other, const mjtNum n[3],
                  bool* smooth) {
  mjtNum a[3], b[3];
  const int free = 7 & ~other->bound;
  *smooth = bits[other->bound] + bits[sides] == 3;
  if (other->bound == 7) {
    m3_unit(mat);
    return true;
  }
  if (bits[free] == 1 && sides) {
    m3_column(a, other->mat, lowest[free]);
    m3_column(b, ref->mat, lowest[sides]);
    if (project(mat, a, b)) return true;
    if (bits[sides] < 2) return false;
    m3_column(b, ref->mat, lowest[sides & (sides - 1)]);
    return project(mat, a, b);
  }
  if (bits[free] == 2 && bits[sides] == 2) {
    m3_column(b, other->mat, lowest[other->bound]);
    const mjtNum dot = v3_dot(b, n);
    if (!(fabs(dot) > STEEP)) return false;
    for (int i = 0; i < 3; i++) v3_scl(mat + 3 * i, b, n[i] / dot);
    return true;
  }
  return false;
}

// motion C (lin + rot x r) of the corner, r from pos to it, as rows by (rot, lin)
static void setMotion(mjtNum res[18], const mjtNum C[9], const mjtNum r[3]) {
  for (int i = 0; i < 3; i++) {
    v3_cross(res + 6 * i, r, C + 3 * i);
    v3_copy(res + 6 * i + 3, C + 3 * i);
  }
}

// sign 1: geom 1 is the reference; -1: geom 2 is, and the other box moves relative to it by -rel
static void setPart(ckin_Part* part, const mjtNum frame[9], const mjtNum motion[18], mjtNum sign) {
  const mjtNum* n = frame;
  vn_zero(part->dist, 6);
  vn_zero(part->lean, 12);
  for (int i = 0; i < 3; i++) v6_addToScl(part->dist, motion + 6 * i, n[i]);
  vn_scl(part->pos, motion, sign, 18);
  for (int i = 0; i < 3; i++) v6_addToScl(part->pos + 6 * i, part->dist, -0.5 * sign * n[i]);
  if (sign > 0) return;
  // geom 2 carries contact and normal: dn = rot x n
  for (int i = 0; i < 3; i++) part->pos[6 * i + 3 + i] += 1;
  v3_copy(part->lean, frame + 6);
  v3_neg(part->lean + 6, frame + 3);
}

bool ckin_clipped(const ckin_Run* run, int i, ckin_Part* part) {
  const mjContact* con = run->con + i;
  const mjtNum* n = con->frame;
  bool found = false, smooth;
  for (int k = 0; k < 2 && !found; k++) {  // reference
    const mjtNum sign = k ? -1 : 1;
    mjtNum r[3], point[3], C[9], motion[18];
    v3_scl(r, n, 0.5 * sign * con->dist);
    v3_sub(point, con->pos, r);
    const Box ref = boxAt(run, k, point);
    v3_add(point, con->pos, r);
    const Box other = boxAt(run, 1 - k, point);
    const int axis = axisAlong(&ref, n);
    if (axis < 0 || !(ref.bound >> axis & 1)) continue;
    found = carry(C, &ref, ref.bound & ~(1 << axis), &other, n, &smooth);
    if (!found) continue;
    setMotion(motion, C, r);
    setPart(part + i, con->frame, motion, sign);
    part[i].smooth = smooth && (k || axisAlong(&other, n) < 0);
  }
  return found;
}
