// Nearest point of a simplex to the origin by signed volumes (Montanari, Petrinic, Barbieri 2017):
// the barycentric coordinates of the origin's projection are ratios of signed volumes (areas,
// lengths). If one has the wrong sign, the faces opposite to such vertices are searched, and the
// first of equally near points is kept. The order of operations decides ties between faces and is
// part of the result.
#include "collide/simplex.h"

#include "base/assert.h"
#include "math/vec.h"

LANE_INLINE bool agree(mjtNum a, mjtNum b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

// squared length of sum weight*point
static mjtNum distance2(const mjtNum* const point[], const mjtNum weight[], int n) {
  mjtNum sum[3];
  v3_scl(sum, point[0], weight[0]);
  for (int i = 1; i < n; i++) v3_addToScl(sum, point[i], weight[i]);
  return v3_dot(sum, sum);
}

static void nearestSegment(const mjtNum* const point[2], mjtNum weight[2]) {
  const mjtNum *s1 = point[0], *s2 = point[1];
  mjtNum d[3];
  v3_sub(d, s2, s1);
  const mjtNum k = v3_dot(s2, d) / v3_dot(d, d);
  int axis = 0;
  for (int i = 1; i < 3; i++) {
    if (lane_abs(d[i]) >= lane_abs(d[axis])) axis = i;  // order: ties fall to the later axis
  }
  const mjtNum o = s2[axis] - d[axis] * k;
  const mjtNum length = s1[axis] - s2[axis], c1 = o - s2[axis], c2 = s1[axis] - o;
  const bool isInside = agree(length, c1) && agree(length, c2);
  weight[0] = isInside ? c1 / length : 0;
  weight[1] = isInside ? c2 / length : 1;
}

// order: as it stands, left to right
LANE_INLINE mjtNum triangleArea(const mjtNum* s1, const mjtNum* s2, const mjtNum* s3, int x,
                                int y) {
  return s2[x] * s3[y] - s2[y] * s3[x] - s1[x] * s3[y] + s1[y] * s3[x] + s1[x] * s2[y] -
         s1[y] * s2[x];
}

// order: as it stands, left to right
LANE_INLINE mjtNum partArea(const mjtNum* o, const mjtNum* b, const mjtNum* c, int x, int y) {
  return o[x] * b[y] + o[y] * c[x] + b[x] * c[y] - o[x] * c[y] - o[y] * b[x] - c[x] * b[y];
}

mjtNum simplex_areas(mjtNum area[3], const mjtNum o[3], const mjtNum s1[3], const mjtNum s2[3],
                     const mjtNum s3[3]) {
  const mjtNum yz = triangleArea(s1, s2, s3, 1, 2), xz = triangleArea(s1, s2, s3, 0, 2);
  const mjtNum xy = triangleArea(s1, s2, s3, 0, 1);
  const mjtNum ayz = lane_abs(yz), axz = lane_abs(xz), axy = lane_abs(xy);
  const bool isYZ = ayz >= axz && ayz >= axy, isXZ = axz >= axy;
  const int x = isYZ ? 1 : 0, y = isYZ || isXZ ? 2 : 1;
  area[0] = partArea(o, s2, s3, x, y);
  area[1] = partArea(o, s3, s1, x, y);
  area[2] = partArea(o, s1, s2, x, y);
  return isYZ ? yz : isXZ ? xz : xy;
}

static void nearestTriangle(const mjtNum* const point[3], mjtNum weight[3]) {
  const mjtNum *s1 = point[0], *s2 = point[1], *s3 = point[2];
  mjtNum o[3], part[3];
  if (!simplex_project(o, s1, s2, s3)) {
    nearestSegment(point, weight);
    weight[2] = 0;
    return;
  }
  const mjtNum whole = simplex_areas(part, o, s1, s2, s3);
  bool isInside[3];
  for (int i = 0; i < 3; i++) isInside[i] = agree(whole, part[i]);
  if (isInside[0] && isInside[1] && isInside[2]) {
    for (int i = 0; i < 3; i++) weight[i] = part[i] / whole;
    return;
  }
  mjtNum least = 0;
  bool isFirst = true;
  for (int i = 0; i < 3; i++) {
    if (isInside[i]) continue;
    const int a = i == 0 ? 1 : 0, b = i == 2 ? 1 : 2;
    const mjtNum* const edge[2] = {point[a], point[b]};
    mjtNum w[2];
    nearestSegment(edge, w);
    const mjtNum dist2 = distance2(edge, w, 2);
    if (!isFirst && !(dist2 < least)) continue;
    isFirst = false;
    least = dist2;
    weight[i] = 0;
    weight[a] = w[0];
    weight[b] = w[1];
  }
  ASSERT_FULL(!isFirst);  // at least one vertex was on the wrong side
}

static mjtNum determinant(const mjtNum* a, const mjtNum* b, const mjtNum* c) {
  mjtNum n[3];
  v3_cross(n, b, c);
  return v3_dot(a, n);
}

static void nearestTetrahedron(const mjtNum* const point[4], mjtNum weight[4]) {
  static const int face[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  mjtNum part[4];
  for (int i = 0; i < 4; i++) {
    const int* f = face[i];
    const mjtNum det = determinant(point[f[0]], point[f[1]], point[f[2]]);
    part[i] = i & 1 ? det : -det;
  }
  const mjtNum whole = part[0] + part[1] + part[2] + part[3];
  bool isInside[4];
  for (int i = 0; i < 4; i++) isInside[i] = agree(whole, part[i]);
  if (isInside[0] && isInside[1] && isInside[2] && isInside[3]) {
    for (int i = 0; i < 4; i++) weight[i] = part[i] / whole;
    return;
  }
  mjtNum least = 0;
  bool isFirst = true;
  for (int i = 0; i < 4; i++) {
    if (isInside[i]) continue;
    const int* f = face[i];
    const mjtNum* const corner[3] = {point[f[0]], point[f[1]], point[f[2]]};
    mjtNum w[3];
    nearestTriangle(corner, w);
    const mjtNum dist2 = distance2(corner, w, 3);
    if (!isFirst && !(dist2 < least)) continue;
    isFirst = false;
    least = dist2;
    weight[i] = 0;
    for (int k = 0; k < 3; k++) weight[f[k]] = w[k];
  }
  ASSERT_FULL(!isFirst);
}

void simplex_nearest(const mjtNum* const point[4], int n, mjtNum weight[4]) {
  ASSERT_FULL(n >= 1 && n <= 4);
  if (n == 4) {
    nearestTetrahedron(point, weight);
  } else if (n == 3) {
    nearestTriangle(point, weight);
  } else if (n == 2) {
    nearestSegment(point, weight);
  } else {
    weight[0] = 1;
  }
}
