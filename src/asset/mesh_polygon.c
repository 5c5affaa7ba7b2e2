// Polygon triangulation by ear clipping, in single precision and in the plane of two coordinates,
// so that the triangles agree with those that other programs read from the same file.
#include <math.h>

#include "asset/mesh.h"
#include "base/assert.h"

typedef struct {
  const float* vert;
  const int* corner;
  int axis[2];
} Plane;

static float coordinate(const Plane* plane, int corner, int k) {
  return plane->vert[3 * (size_t)plane->corner[corner] + (size_t)plane->axis[k]];
}

// projects to two coordinates: drops the one along which the normal of the first non-straight
// corner points
static void choosePlane(Plane* plane, int n) {
  const float tiny = 1.1920929e-7f;
  plane->axis[0] = 1;
  plane->axis[1] = 2;
  for (int k = 0; k < n; k++) {
    const float* a = plane->vert + 3 * (size_t)plane->corner[k];
    const float* b = plane->vert + 3 * (size_t)plane->corner[(k + 1) % n];
    const float* c = plane->vert + 3 * (size_t)plane->corner[(k + 2) % n];
    const float u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const float v[3] = {c[0] - b[0], c[1] - b[1], c[2] - b[2]};
    const float x = fabsf(u[1] * v[2] - u[2] * v[1]), y = fabsf(u[2] * v[0] - u[0] * v[2]),
                z = fabsf(u[0] * v[1] - u[1] * v[0]);
    if (!(x > tiny || y > tiny || z > tiny)) continue;
    if (x > y && x > z) return;
    plane->axis[0] = 0;
    if (z > x && z > y) plane->axis[1] = 1;
    return;
  }
}

// order: in single precision, from the first corner on
static float signedArea(const Plane* plane, int n) {
  float sum = 0;
  for (int k = 0; k < n; k++) {
    const int next = (k + 1) % n;
    sum += coordinate(plane, k, 0) * coordinate(plane, next, 1) -
           coordinate(plane, k, 1) * coordinate(plane, next, 0);
  }
  return sum * 0.5f;
}

// is a corner inside an ear? Even-odd crossing test over the edges of the ear
static bool isInside(const Plane* plane, const int ear[3], int corner) {
  const float tx = coordinate(plane, corner, 0), ty = coordinate(plane, corner, 1);
  bool inside = false;
  for (int i = 0, j = 2; i < 3; j = i++) {
    const float xi = coordinate(plane, ear[i], 0), yi = coordinate(plane, ear[i], 1);
    const float xj = coordinate(plane, ear[j], 0), yj = coordinate(plane, ear[j], 1);
    if ((yi > ty) != (yj > ty) && tx < (xj - xi) * (ty - yi) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

// is the ear convex, with no other corner in it?
static bool canClip(const Plane* plane, const int* list, int n, const int ear[3], float area) {
  const float ux = coordinate(plane, ear[1], 0) - coordinate(plane, ear[0], 0),
              uy = coordinate(plane, ear[1], 1) - coordinate(plane, ear[0], 1),
              vx = coordinate(plane, ear[2], 0) - coordinate(plane, ear[1], 0),
              vy = coordinate(plane, ear[2], 1) - coordinate(plane, ear[1], 1);
  const float cross = ux * vy - uy * vx;
  if (cross * area < 0) return false;
  for (int i = 0; i < n; i++) {
    const int at = list[i];
    if (at == ear[0] || at == ear[1] || at == ear[2]) continue;
    if (isInside(plane, ear, at)) return false;
  }
  return true;
}

static void putTriangle(int* to, int a, int b, int c) {
  to[0] = a;
  to[1] = b;
  to[2] = c;
}

int mesh_cutPolygon(const float* vert, const int* corner, int n, int* list, int* triangle) {
  Plane plane = {.vert = vert, .corner = corner};
  ASSERT(n >= 3);
  choosePlane(&plane, n);
  const float area = signedArea(&plane, n);
  for (int i = 0; i < n; i++) list[i] = i;
  int left = n, guess = 0, tries = n, count = 0;
  bool removed = false;
  while (left > 3 && tries > 0) {
    if (guess >= left) guess -= left;
    tries = removed ? left : tries - 1;
    removed = false;
    const int ear[3] = {list[guess], list[(guess + 1) % left], list[(guess + 2) % left]};
    if (!canClip(&plane, list, left, ear, area)) {
      guess++;
      continue;
    }
    putTriangle(triangle + 3 * count++, ear[0], ear[1], ear[2]);
    for (int i = (guess + 1) % left; i + 1 < left; i++) list[i] = list[i + 1];
    left--;
    removed = true;
  }
  if (left == 3) putTriangle(triangle + 3 * count++, list[0], list[1], list[2]);
  ASSERT(count <= n - 2);
  return count;
}
