// Triangle against a signed distance field (SDF): a bounding sphere test first, then points of a
// Halton sequence descend to the minimum of the field on the triangle (Frank and Wolfe 1956).
//   corners, field -> points inside
#include "collide/sdf_face.h"

#include <math.h>

#include <sinew/math.h>

#include "base/assert.h"

// ---- spheres

typedef struct {
  mjtNum center[3], radius;
} Ball;

// circumscribed circle of three points; false if they are collinear
static bool ballOfThree(Ball* ball, const mjtNum c[3][3]) {
  mjtNum a[3], b[3], n[3], mixed[3], off[3];
  v3_sub(a, c[0], c[2]);
  v3_sub(b, c[1], c[2]);
  v3_cross(n, a, b);
  const mjtNum scale = 2 * v3_dot(n, n);
  if (!(scale > mjMINVAL * mjMINVAL)) return false;
  v3_scl(mixed, b, v3_dot(a, a));
  v3_addToScl(mixed, a, -v3_dot(b, b));
  v3_cross(off, mixed, n);
  v3_scl(off, off, 1 / scale);
  ball->radius = v3_norm(off);
  v3_add(ball->center, c[2], off);
  return true;
}

// circumscribed sphere of four points; false if they are coplanar
static bool ballOfFour(Ball* ball, const mjtNum c[3][3], const mjtNum top[3]) {
  mjtNum u[3], v[3], w[3], vw[3], wu[3], uv[3], off[3];
  v3_sub(u, c[1], c[0]);
  v3_sub(v, c[2], c[0]);
  v3_sub(w, top, c[0]);
  v3_cross(vw, v, w);
  v3_cross(wu, w, u);
  v3_cross(uv, u, v);
  const mjtNum det = 2 * v3_dot(u, vw);
  if (!(fabs(det) > mjMINVAL)) return false;
  v3_scl(off, vw, v3_dot(u, u) / det);
  v3_addToScl(off, wu, v3_dot(v, v) / det);
  v3_addToScl(off, uv, v3_dot(w, w) / det);
  ball->radius = v3_norm(off);
  v3_add(ball->center, c[0], off);
  return true;
}

static mjtNum longestSide(const mjtNum c[3][3]) {
  const mjtNum a = v3_dist(c[1], c[0]), b = v3_dist(c[2], c[1]), e = v3_dist(c[0], c[2]);
  return a > b ? (a > e ? a : e) : (b > e ? b : e);
}

// whether a triangle may reach the inside: tests its circumscribed circle or, far from the surface,
// a sphere through it and a point on the way there
static bool mayReach(const sdf_Shape* shape, const mjtNum c[3][3]) {
  static const mjtNum part = 10, near = 0.1;
  mjtNum middle[3], e1[3], e2[3], n[3], top[3];
  for (int k = 0; k < 3; k++) middle[k] = (c[0][k] + c[1][k] + c[2][k]) / 3;
  const mjtNum d = sdf_distance(shape, middle);
  Ball ball;
  if (!ballOfThree(&ball, c)) return d < longestSide(c);
  if (fabs(d) / part < near) return d < ball.radius;
  v3_sub(e1, c[1], c[0]);
  v3_sub(e2, c[2], c[0]);
  v3_cross(n, e1, e2);
  v3_normalize(n);
  v3_addScl(top, middle, n, d / part);
  if (!ballOfFour(&ball, c, top)) return d < longestSide(c);
  return sdf_distance(shape, ball.center) < ball.radius;
}

// ---- points

// Frank-Wolfe steps: toward the corner farthest against the gradient, 2/(k+2) of the way in step k
static void slide(const sdf_Shape* shape, const mjtNum c[3][3], int nstep, mjtNum x[3]) {
  for (int k = 0; k < nstep; k++) {
    mjtNum g[3], step[3];
    sdf_gradient(shape, g, x);
    int best = 0;
    for (int i = 1; i < 3; i++) {
      if (v3_dot(c[i], g) < v3_dot(c[best], g)) best = i;
    }
    v3_sub(step, c[best], x);
    v3_addToScl(x, step, (mjtNum)2 / (k + 2));
  }
}

void sdf_searchFace(const sdf_Shape* shape, const mjOption* opt, const mjtNum corner[3][3],
                    sdf_Points* points) {
  if (!mayReach(shape, corner)) return;
  const int nstart = opt->sdf_initpoints > 1 ? opt->sdf_initpoints : 1;
  for (int i = 1; i <= nstart && points->n < mjMAXCONPAIR; i++) {
    mjtNum u = mju_Halton(i, 2), v = mju_Halton(i, 3), *x = points->x[points->n];
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    for (int k = 0; k < 3; k++) {
      x[k] = (1 - u - v) * corner[0][k] + u * corner[1][k] + v * corner[2][k];
    }
    slide(shape, corner, opt->sdf_iterations, x);
    const mjtNum dist = sdf_distance(shape, x);
    if (dist < 0) points->dist[points->n++] = dist;
  }
}

bool sdf_isKnown(const mjtNum (*known)[3], int n, const mjtNum x[3]) {
  for (int i = 0; i < n; i++) {
    if (v3_dist(known[i], x) < mjMINVAL) return true;
  }
  return false;
}

int sdf_putPoint(mjPreContact* con, const mjData* d, int geom, const mjtNum x[3],
                 const mjtNum gradient[3], int sign, mjtNum dist) {
  mjtNum normal[3];
  ASSERT_FULL(sign == 1 || sign == -1);
  v3_scl(normal, gradient, sign);
  if (v3_normalize(normal) < mjMINVAL) return 0;
  m3_mulVec(con->normal, d->geom_xmat + 9 * geom, normal);
  m3_mulVec(con->pos, d->geom_xmat + 9 * geom, x);
  v3_addTo(con->pos, d->geom_xpos + 3 * geom);
  v3_addToScl(con->pos, con->normal, -0.5 * dist);
  con->dist = dist;
  v3_zero(con->tangent);
  return 1;
}
