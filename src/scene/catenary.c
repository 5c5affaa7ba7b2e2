// Catenary: a chain of length L that hangs between two points at a horizontal distance h and with a
// difference of height v has the curve y = B cosh((x - x0)/B) + y0. With b = B/h the length gives
//   sqrt(L^2 - v^2)/h = 2b sinh(1/2b),
// which is solved in the form 1/sqrt(2b sinh(1/2b) - 1) = c: almost linear in b, so that Newton's
// method, with a line search, converges from b = c/sqrt(24), the limit of a taut chain.
#include "scene/catenary.h"

#include <stdbool.h>

#include "math/elementary.h"
#include "math/vec.h"

static mjtNum cosine(mjtNum x) { return 0.5 * (lane_exp(x) + lane_exp(-x)); }

// (sinh x)/x - 1, by its Taylor series where the 1 would cancel
static mjtNum sineRest(mjtNum x) {
  if (x > 0.5) return 0.5 * (lane_exp(x) - lane_exp(-x)) / x - 1;
  const mjtNum xx = x * x;
  return xx / 6 * (1 + xx / 20 * (1 + xx / 42 * (1 + xx / 72 * (1 + xx / 110))));
}

// residual at b, and its derivative
static mjtNum residual(mjtNum b, mjtNum c, mjtNum* slope) {
  const mjtNum x = 1 / (2 * b), rest = sineRest(x), root = lane_sqrt(rest);
  // d/db (sinh x)/x = (cosh x - (sinh x)/x)/x * dx/db, dx/db = -2 x^2
  *slope = (cosine(x) - (1 + rest)) * x / (rest * root);
  return 1 / root - c;
}

static mjtNum solve(mjtNum c) {
  const mjtNum tolerance = 1e-9;
  mjtNum slope, b = c / lane_sqrt(24.0), r = residual(b, c, &slope);
  for (int i = 0; i < 50 && lane_abs(r) > tolerance; i++) {
    mjtNum step = -r / slope, next = r, nextSlope = slope, to = b;
    for (int k = 0; k <= 10; k++, step *= 0.5) {
      if (!(b + step > 0)) continue;
      to = b + step;
      next = residual(to, c, &nextSlope);
      if (lane_abs(next) < lane_abs(r)) break;
    }
    if (!(lane_abs(next) < lane_abs(r))) break;
    b = to;
    r = next;
    slope = nextSlope;
  }
  return b;
}

typedef struct {
  mjtNum up[3], along[3];  // unit vectors
  mjtNum v, h, length;
} Chain;

static Chain hang(const mjtNum x0[3], const mjtNum x1[3], const mjtNum gravity[3], mjtNum length) {
  Chain c = {.length = length};
  mjtNum range[3];
  v3_sub(range, x1, x0);
  v3_neg(c.up, gravity);
  v3_normalize(c.up);
  c.v = v3_dot(range, c.up);
  v3_addScl(c.along, range, c.up, -c.v);
  if (v3_norm(c.along) < mjMINVAL) {
    v3_zero(c.along);
  } else {
    v3_normalize(c.along);
  }
  c.h = v3_dot(range, c.along);
  return c;
}

static void place(mjtNum res[3], const Chain* c, const mjtNum x0[3], mjtNum along, mjtNum up) {
  v3_addScl(res, x0, c->along, along);
  v3_addToScl(res, c->up, up);
}

// almost vertical sides: a corner at the bottom
static int addBottom(mjtNum point[][3], const Chain* c, const mjtNum x0[3], const mjtNum x1[3]) {
  const mjtNum up = -0.5 * (lane_sqrt(c->length * c->length - c->h * c->h) - c->v);
  const mjtNum down = 2 * up - c->v;
  v3_copy(point[0], x0);
  place(point[1], c, x0, down != 0 ? c->h * up / down : 0, up);
  v3_copy(point[2], x1);
  return 3;
}

int catenary_points(mjtNum point[][3], int n, const mjtNum x0[3], const mjtNum x1[3],
                    const mjtNum gravity[3], mjtNum length) {
  const Chain c = hang(x0, x1, gravity, length);
  if (n >= 3 && c.length > 100 * c.h && v3_dist(x0, x1) <= length)
    return addBottom(point, &c, x0, x1);
  const mjtNum ratio = lane_sqrt(length * length - c.v * c.v) / c.h;
  if (n < 3 || v3_dist(x0, x1) > length || !(ratio > 1)) {
    v3_copy(point[0], x0);
    v3_copy(point[1], x1);
    return 2;
  }
  const mjtNum B = solve(1 / lane_sqrt(ratio - 1)) * c.h;
  const mjtNum bottom = 0.5 * (c.h - B * lane_log((length + c.v) / (length - c.v)));
  const mjtNum low = -B * cosine(bottom / B);
  for (int i = 1; i < n - 1; i++) {
    const mjtNum x = i * c.h / n;
    place(point[i], &c, x0, x, B * cosine((x - bottom) / B) + low);
  }
  v3_copy(point[0], x0);
  v3_copy(point[n - 1], x1);
  return n;
}
