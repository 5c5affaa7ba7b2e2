// Contact derivatives from surface curvature, in closed form: contacts at the nearest points of two
// surfaces, w1 = pos - dist/2 n and w2 = pos + dist/2 n. Geom 1 rests, geom 2 moves by (rot, lin)
// about pos. The points slip by u1, u2 on their surfaces (ckin_Surface: u = A x, the outward normal
// turns by B x), n turns by nu:
//   u1 = A1 x1,  nu = B1 x1            u2 = A2 x2,  g - nu = B2 x2,  g = rot x n
//   u2 - u1 - dist nu = -h,  h = lin + dist/2 g                      (w2 - w1 stays along n)
// In the tangents these are four equations,
//   [   B1            B2 ] [x1]   [g]
//   [ A1 + dist B1   -A2 ] [x2] = [h]
//   d dist = n.lin,  d pos = n (n.lin)/2 + (u1 + u2 + h)/2
#include <math.h>
#include <string.h>

#include "diff/contact_kinematics_part.h"

static const mjtNum NEAR =
    1e-5;  // between a point and an edge that it is on, in radii of the smaller geom
static const mjtNum TILTED = 3e-3;  // the same where points come from tilted geoms
static const mjtNum FITS = 1e-5;    // between a normal and those that the surface has
static const mjtNum FITS_PRISM = 1e-3, FITS_ROUND = 0.05;  // the same for iterative colliders
static const mjtNum SINGULAR = 1e-9;  // smallest pivot; the equations are dimensionless

typedef struct {
  ckin_Surface one, two;
  mjtNum dist, scale;
  mjtNum tol;
} Pair;

// ---- equations

// inverse by Gaussian elimination with column pivoting; false: it is singular
static bool invert(mjtNum inv[4][4], mjtNum a[4][4]) {
  memset(inv, 0, sizeof(mjtNum[4][4]));
  for (int i = 0; i < 4; i++) inv[i][i] = 1;
  for (int k = 0; k < 4; k++) {
    int p = k;
    for (int i = k + 1; i < 4; i++) {
      if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
    }
    if (!(fabs(a[p][k]) > SINGULAR)) return false;
    const mjtNum scl = 1 / a[p][k];
    for (int j = 0; j < 4; j++) {
      const mjtNum left = a[p][j], right = inv[p][j];
      a[p][j] = a[k][j];
      inv[p][j] = inv[k][j];
      a[k][j] = left * scl;
      inv[k][j] = right * scl;
    }
    for (int i = 0; i < 4; i++) {
      const mjtNum f = a[i][k];
      if (i == k || f == 0) continue;
      for (int j = k; j < 4; j++) a[i][j] -= f * a[k][j];
      for (int j = 0; j < 4; j++) inv[i][j] -= f * inv[k][j];
    }
  }
  return true;
}

static const int packed[2][2] = {{0, 1}, {1, 2}};

// x1, x2 by g and h/scale
static bool solve(mjtNum x[4][4], const Pair* pair) {
  const mjtNum inv = 1 / pair->scale;
  mjtNum a[4][4];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      const int k = packed[i][j];
      a[i][j] = pair->one.B[k];
      a[i][2 + j] = pair->two.B[k];
      a[2 + i][j] = (pair->one.A[k] + pair->dist * pair->one.B[k]) * inv;
      a[2 + i][2 + j] = -pair->two.A[k] * inv;
    }
  }
  return invert(x, a);
}

static void setSurface(ckin_Surface* s, mjtNum a, mjtNum b) {
  *s = (ckin_Surface){.A = {a, 0, a}, .B = {b, 0, b}};
}

// Singular cases, such as two flat faces on each other or concentric spheres: the point counts as a
// point of geom 2, then as one on a tangent plane of geom 1.
static bool solveAnyway(mjtNum x[4][4], Pair* pair) {
  if (solve(x, pair)) return true;
  setSurface(&pair->two, 0, 1);
  if (solve(x, pair)) return false;
  setSurface(&pair->one, pair->scale, 0);
  solve(x, pair);
  return false;
}

// row by rel of c.(g, h)
static void rowOf(mjtNum row[6], const mjtNum c[4], const mjtNum frame[9], mjtNum dist) {
  const mjtNum *y = frame + 3, *z = frame + 6;
  const mjtNum byZ = c[0] + 0.5 * dist * c[2], byY = -c[1] - 0.5 * dist * c[3];
  for (int k = 0; k < 3; k++) {
    row[k] = z[k] * byZ + y[k] * byY;
    row[3 + k] = y[k] * c[2] + z[k] * c[3];
  }
}

static void setPart(ckin_Part* part, Pair* pair, const mjtNum frame[9]) {
  mjtNum x[4][4], row[6] = {0};
  if (!solveAnyway(x, pair)) part->smooth = false;
  v3_zero(part->dist);
  v3_copy(part->dist + 3, frame);
  vn_zero(part->pos, 18);
  v3_scl(row + 3, frame, 0.5);
  ckin_addOuter(part->pos, frame, row);
  for (int i = 0; i < 2; i++) {
    const int k0 = packed[i][0], k1 = packed[i][1];
    const ckin_Surface *one = &pair->one, *two = &pair->two;
    mjtNum lean[4], point[4];
    for (int j = 0; j < 4; j++) {
      const mjtNum scl = j < 2 ? 1 : 1 / pair->scale;
      lean[j] = scl * (one->B[k0] * x[0][j] + one->B[k1] * x[1][j]);
      const mjtNum u1 = one->A[k0] * x[0][j] + one->A[k1] * x[1][j];
      const mjtNum u2 = two->A[k0] * x[2][j] + two->A[k1] * x[3][j];
      point[j] = 0.5 * (scl * (u1 + u2) + (j == 2 + i));
    }
    rowOf(part->lean + 6 * i, lean, frame, pair->dist);
    rowOf(row, point, frame, pair->dist);
    ckin_addOuter(part->pos, frame + 3 + 3 * i, row);
  }
}

// ---- surfaces of a contact

// offset surface, at a distance from the given one
static void inflate(ckin_Surface* s, mjtNum by) {
  for (int k = 0; k < 3; k++) s->A[k] += by * s->B[k];
}

// margin: of a height field, which is raised by it while the geom above it is inflated by half of
// it
static bool findSurfaces(const ckin_Run* run, const mjContact* con, bool tilted, mjtNum margin,
                         Pair* pair) {
  const mjModel* m = run->m;
  const mjtNum r1 = m->geom_rbound[run->geom[0]], r2 = m->geom_rbound[run->geom[1]];
  const mjtNum large = r1 > r2 ? r1 : r2, least = r1 > r2 ? r2 : r1;
  const mjtNum small = least > 0 ? least : large, over = margin > 0 ? 0.5 * margin : 0;
  ckin_Query q = {.m = m, .d = run->d, .frame = con->frame, .tilted = tilted, .raise = margin};
  pair->dist = con->dist;
  pair->scale = q.scale = large > 0 ? large : 1;
  q.tol = pair->tol = tilted ? TILTED * small : NEAR * small + 2 * m->opt.ccd_tolerance;
  q.out = 1;
  v3_addScl(q.point, con->pos, con->frame, -0.5 * con->dist);
  if (!ckin_surface(&q, run->geom[0], &pair->one)) return false;
  q.out = -1;
  v3_addScl(q.point, con->pos, con->frame, 0.5 * con->dist + over);
  if (!ckin_surface(&q, run->geom[1], &pair->two)) return false;
  inflate(&pair->two, over);
  return true;
}

static void nearest(const ckin_Run* run, int i, bool tilted, ckin_Part* part) {
  Pair pair;
  part[i].open = !findSurfaces(run, run->con + i, tilted, 0, &pair);
  if (!part[i].open) setPart(part + i, &pair, run->con[i].frame);
}

void ckin_guess(const ckin_Run* run, int i, ckin_Part* part) {
  Pair pair = {.dist = run->con[i].dist, .scale = 1};
  setSurface(&pair.one, 1, 0);
  setSurface(&pair.two, 0, 1);
  setPart(part + i, &pair, run->con[i].frame);
}

// only if the points lie on the surfaces and these have the contact normal; else the part stays
// open
static void nearestIfSo(const ckin_Run* run, int i, mjtNum margin, mjtNum fits, ckin_Part* part) {
  Pair pair;
  part[i].open = !findSurfaces(run, run->con + i, false, margin, &pair) ||
                 pair.one.off > pair.tol || pair.two.off > pair.tol || pair.one.fit > fits ||
                 pair.two.fit > fits || pair.one.flat + pair.two.flat > 2;
  if (!part[i].open) setPart(part + i, &pair, run->con[i].frame);
}

// ---- methods

void ckin_nearest(const ckin_Run* run, ckin_Part* part) {
  for (int i = 0; i < run->n; i++) nearest(run, i, false, part);
}

// parallel capsules have two contacts, neighboring poses one
void ckin_capsules(const ckin_Run* run, ckin_Part* part) {
  ckin_nearest(run, part);
  for (int i = 0; i < run->n; i++) part[i].smooth = part[i].smooth && run->n == 1;
}

// the second point is where the segment leaves the box
void ckin_capsuleBox(const ckin_Run* run, ckin_Part* part) {
  nearestIfSo(run, 0, 0, FITS, part);
  for (int i = 1; i < run->n; i++) part[i].open = true;
}

// Points on the top of a prism; points on its walls are left open, and so are points of two
// polytopes that are not the nearest ones.
void ckin_field(const ckin_Run* run, ckin_Part* part) {
  const bool isFlat = run->type[1] == mjGEOM_BOX || run->type[1] == mjGEOM_MESH;
  const mjtNum margin = ckin_limit(run), fits = isFlat ? FITS_PRISM : FITS_ROUND;
  for (int i = 0; i < run->n; i++) nearestIfSo(run, i, margin, fits, part);
}

// Further points are nearest points of geoms that are turned slightly against each other, which is
// neglected here; their distance is that of the first.
void ckin_tilted(const ckin_Run* run, ckin_Part* part) {
  nearest(run, 0, false, part);
  for (int i = 1; i < run->n; i++) {
    nearest(run, i, true, part);
    if (part[i].open || part->open) continue;
    mjtNum arm[3], moment[3];
    v3_sub(arm, run->con[i].pos, run->con->pos);
    v6_copy(part[i].dist, part->dist);
    v3_cross(moment, arm, part->dist + 3);
    v3_subFrom(part[i].dist, moment);
  }
}

// one point: two edges, or corner and face; several: clipped faces
void ckin_boxes(const ckin_Run* run, ckin_Part* part) {
  if (run->n == 1) nearestIfSo(run, 0, 0, FITS, part);
  if (run->n == 1 && !part->open) return;
  for (int i = 0; i < run->n; i++) part[i].open = !ckin_clipped(run, i, part);
}

void ckin_polytopes(const ckin_Run* run, ckin_Part* part) {
  const bool isMulti = !(run->m->opt.disableflags & mjDSBL_MULTICCD);
  const bool hasFaces = isMulti && ckin_limit(run) <= 0;
  if (run->n > 1 && !hasFaces) {
    ckin_tilted(run, part);
  } else if (run->n == 1) {
    nearestIfSo(run, 0, 0, FITS, part);
  } else {
    for (int i = 0; i < run->n; i++) part[i].open = true;
  }
}
