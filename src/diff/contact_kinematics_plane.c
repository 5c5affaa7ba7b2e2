// Contact derivatives for a plane and a sphere, capsule, cylinder or corner, in closed form. A
// point that moves by v relative to the plane, however it slips on its own geom, changes the
// contact by
//   d dist = n.v,  d pos = (1 - nn'/2) v,  dn = 0
// The contact is midway between point and plane, so the point is at pos + dist/2 n.
#include <math.h>

#include "diff/contact_kinematics_part.h"

// v = lin + rot x reach n
static void carried(ckin_Part* part, const mjtNum frame[9], mjtNum reach) {
  const mjtNum *n = frame, *y = frame + 3, *z = frame + 6;
  mjtNum rot[3], half[3], row[6] = {0};
  v3_copy(part->dist + 3, n);
  v3_zero(part->dist);
  vn_zero(part->lean, 12);
  vn_zero(part->pos, 18);
  v3_scl(rot, z, reach);
  ckin_setRow(row, rot, y);
  ckin_addOuter(part->pos, y, row);
  v3_scl(rot, y, -reach);
  ckin_setRow(row, rot, z);
  ckin_addOuter(part->pos, z, row);
  v3_scl(half, n, 0.5);
  v3_zero(row);
  v3_copy(row + 3, half);
  ckin_addOuter(part->pos, n, row);
}

// ---- center of a sphere, corner

static void carryAll(const ckin_Run* run, ckin_Part* part, mjtNum radius) {
  for (int i = 0; i < run->n; i++) {
    carried(part + i, run->con[i].frame, radius + 0.5 * run->con[i].dist);
  }
}

void ckin_planeCorner(const ckin_Run* run, ckin_Part* part) { carryAll(run, part, 0); }

void ckin_planeSphere(const ckin_Run* run, ckin_Part* part) {
  carryAll(run, part, run->m->geom_size[3 * run->geom[1]]);
}

// ends of a capsule; its axis a is the seed: z.(rot x a) = rot.(a x z)
void ckin_planeCapsule(const ckin_Run* run, ckin_Part* part) {
  ckin_planeSphere(run, part);
  for (int i = 0; i < run->n; i++) {
    part[i].hasSeed = true;
    m3_column(part[i].seed, run->d->geom_xmat + 9 * run->geom[1], 2);
    v3_cross(part[i].spin, part[i].seed, run->con[i].frame + 6);
    v3_zero(part[i].spin + 3);
  }
}

// ---- cylinder

// sine of the angle between axis and normal below which the lowest point of a rim has no
// well-defined direction under a small rotation
static const mjtNum UPRIGHT = 1e-6;

// The points keep their angles to the direction of steepest descent D = -(n - (n.a) a)/sine. When
// the cylinder turns, D turns about the axis by
//   dphi = (rot x n).t / sine = rot.(n x t) / sine,  t = a x D
// and carries the points along, by dphi a x r, where r is their radius vector.
void ckin_planeCylinder(const ckin_Run* run, ckin_Part* part) {
  const mjtNum* centre = run->d->geom_xpos + 3 * run->geom[1];
  const mjtNum* n = run->con->frame;
  mjtNum a[3], down[3], t[3], dphi[3];
  m3_column(a, run->d->geom_xmat + 9 * run->geom[1], 2);
  v3_scl(down, a, v3_dot(a, n));
  v3_subFrom(down, n);
  const mjtNum sine = v3_norm(down);
  v3_cross(t, a, down);
  v3_cross(dphi, n, t);
  v3_scl(dphi, dphi, sine > UPRIGHT ? 1 / (sine * sine) : 0);
  for (int i = 0; i < run->n; i++) {
    const mjContact* con = run->con + i;
    mjtNum r[3], slip[3], row[6] = {0};
    carried(part + i, con->frame, 0.5 * con->dist);
    part[i].smooth = sine > UPRIGHT;
    v3_addScl(r, con->pos, n, 0.5 * con->dist);
    v3_subFrom(r, centre);
    v3_cross(slip, a, r);
    v3_copy(row, dphi);
    const mjtNum rise = v3_dot(n, slip);
    v6_addToScl(part[i].dist, row, rise);
    v3_addToScl(slip, n, -0.5 * rise);
    ckin_addOuter(part[i].pos, slip, row);
  }
}
