// Ray intersection with primitive shapes, in the local frame of the shape: roots of quadratics, and
// planes. Spheres in the world need no frame.
//   size, o, d -> x, normal
#include <math.h>

#include "base/assert.h"
#include "collide/ray.h"
#include "math/vec.h"

// ---- helpers

// roots of a x^2 + 2 b x + c, ascending; false if there are none
static bool roots(mjtNum a, mjtNum b, mjtNum c, mjtNum x[2]) {
  const mjtNum disc = b * b - a * c;
  if (disc < 0 || a < mjMINVAL) return false;
  const mjtNum root = sqrt(disc);
  x[0] = (-b - root) / a;
  x[1] = (-b + root) / a;
  return true;
}

// the smaller root that is not negative; -1 if there is none
static mjtNum firstRoot(mjtNum a, mjtNum b, mjtNum c) {
  mjtNum x[2];
  if (!roots(a, b, c, x)) return -1;
  return x[0] >= 0 ? x[0] : x[1] >= 0 ? x[1] : -1;
}

static mjtNum sphereRoot(mjtNum radius, const mjtNum o[3], const mjtNum d[3]) {
  return firstRoot(v3_dot(d, d), v3_dot(o, d), v3_dot(o, o) - radius * radius);
}

static void point(mjtNum p[3], const mjtNum o[3], const mjtNum d[3], mjtNum x) {
  v3_addScl(p, o, d, x);
}

// ---- shapes

// one-sided: hit from the front only
static mjtNum plane(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], mjtNum normal[3]) {
  if (d[2] > -mjMINVAL) return -1;
  const mjtNum x = -o[2] / d[2];
  if (x < 0) return -1;
  for (int k = 0; k < 2; k++) {
    if (s[k] > 0 && fabs(o[k] + x * d[k]) > s[k]) return -1;
  }
  if (normal) v3_set(normal, 0, 0, 1);
  return x;
}

static mjtNum sphere(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], mjtNum normal[3]) {
  const mjtNum x = sphereRoot(s[0], o, d);
  if (x >= 0 && normal) {
    point(normal, o, d, x);
    v3_normalize(normal);
  }
  return x;
}

static mjtNum ellipsoid(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], mjtNum normal[3]) {
  mjtNum weight[3], wo[3], wd[3];  // order: weights before the products with o and d
  for (int k = 0; k < 3; k++) {
    weight[k] = 1 / (s[k] * s[k]);
    wo[k] = weight[k] * o[k];
    wd[k] = weight[k] * d[k];
  }
  const mjtNum x = firstRoot(v3_dot(wd, d), v3_dot(wd, o), v3_dot(wo, o) - 1);
  if (x >= 0 && normal) {
    point(normal, o, d, x);
    for (int k = 0; k < 3; k++) normal[k] *= weight[k];
    v3_normalize(normal);
  }
  return x;
}

// first root of the infinite cylinder about z, if it lies between the ends
static mjtNum sideRoot(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3]) {
  const mjtNum a = d[0] * d[0] + d[1] * d[1], b = o[0] * d[0] + o[1] * d[1];
  const mjtNum x = firstRoot(a, b, o[0] * o[0] + o[1] * o[1] - s[0] * s[0]);
  return x >= 0 && fabs(o[2] + x * d[2]) <= s[1] ? x : -1;
}

static void sideNormal(const mjtNum o[3], const mjtNum d[3], mjtNum x, mjtNum normal[3]) {
  v3_set(normal, o[0] + x * d[0], o[1] + x * d[1], 0);
  v3_normalize(normal);
}

// the half sphere at the end z = side * s[1] (side is 1 or -1), if its hit is nearer than best
static mjtNum capRoot(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], int side,
                      mjtNum best) {
  ASSERT_FULL(side == 1 || side == -1);
  const mjtNum from[3] = {o[0], o[1], o[2] - side * s[1]};
  mjtNum x[2];
  if (!roots(v3_dot(d, d), v3_dot(from, d), v3_dot(from, from) - s[0] * s[0], x)) return best;
  for (int k = 0; k < 2; k++) {
    if (x[k] >= 0 && side * (o[2] + x[k] * d[2]) >= s[1] && (best < 0 || x[k] < best)) best = x[k];
  }
  return best;
}

static mjtNum capsule(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], mjtNum normal[3]) {
  if (sphereRoot(s[0] + s[1], o, d) < 0) return -1;
  const mjtNum side = sideRoot(s, o, d);
  const mjtNum top = capRoot(s, o, d, 1, side);
  const mjtNum x = capRoot(s, o, d, -1, top);
  if (x < 0 || !normal) return x;
  if (x == side) {
    sideNormal(o, d, x, normal);
  } else {
    point(normal, o, d, x);
    normal[2] -= x == top ? s[1] : -s[1];
    v3_normalize(normal);
  }
  return x;
}

static mjtNum cylinder(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], mjtNum normal[3]) {
  if (sphereRoot(sqrt(s[0] * s[0] + s[1] * s[1]), o, d) < 0) return -1;
  mjtNum best = -1;
  int end = 0;  // of the nearest flat end
  for (int side = -1; side <= 1 && fabs(d[2]) > mjMINVAL; side += 2) {
    const mjtNum x = (side * s[1] - o[2]) / d[2];
    const mjtNum p[2] = {o[0] + x * d[0], o[1] + x * d[1]};
    if (x < 0 || p[0] * p[0] + p[1] * p[1] > s[0] * s[0] || (best >= 0 && x >= best)) continue;
    best = x;
    end = side;
  }
  const mjtNum side = sideRoot(s, o, d);
  if (side >= 0 && (best < 0 || side < best)) {
    if (normal) sideNormal(o, d, side, normal);
    return side;
  }
  if (best >= 0 && normal) v3_set(normal, 0, 0, end);
  return best;
}

int ray_boxFaces(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], mjtNum x[6]) {
  for (int k = 0; k < 6; k++) x[k] = -1;
  if (sphereRoot(v3_norm(s), o, d) < 0) return -1;
  int nearest = -1;
  for (int axis = 0; axis < 3; axis++) {
    if (fabs(d[axis]) <= mjMINVAL) continue;
    const int i = axis == 0 ? 1 : 0, j = axis == 2 ? 1 : 2;
    for (int side = 0; side < 2; side++) {
      const mjtNum t = ((side ? s[axis] : -s[axis]) - o[axis]) / d[axis];
      if (!(t >= 0) || fabs(o[i] + t * d[i]) > s[i] || fabs(o[j] + t * d[j]) > s[j]) continue;
      const int face = 2 * axis + side;
      x[face] = t;
      if (nearest < 0 || t < x[nearest]) nearest = face;
    }
  }
  return nearest;
}

void ray_faceNormal(int face, mjtNum normal[3]) {
  ASSERT_FULL(face >= 0 && face < 6);
  v3_zero(normal);
  normal[face / 2] = face % 2 ? 1 : -1;
}

static mjtNum box(const mjtNum s[3], const mjtNum o[3], const mjtNum d[3], mjtNum normal[3]) {
  mjtNum x[6];
  const int face = ray_boxFaces(s, o, d, x);
  if (face < 0) return -1;
  if (normal) ray_faceNormal(face, normal);
  return x[face];
}

static const ray_Kernel shapeTable[mjNGEOMTYPES] = {
    [mjGEOM_PLANE] = plane,       [mjGEOM_SPHERE] = sphere,       [mjGEOM_CAPSULE] = capsule,
    [mjGEOM_CYLINDER] = cylinder, [mjGEOM_ELLIPSOID] = ellipsoid, [mjGEOM_BOX] = box,
};

ray_Kernel ray_shape(int type) {
  return type >= 0 && type < mjNGEOMTYPES ? shapeTable[type] : NULL;
}

static mjtNum worldSphere(const mjtNum pos[3], mjtNum radius, const mjtNum pnt[3],
                          const mjtNum vec[3], mjtNum normal[3]) {
  mjtNum from[3];
  v3_sub(from, pnt, pos);
  const mjtNum x = sphereRoot(radius, from, vec);
  if (x >= 0 && normal) {
    point(normal, pnt, vec, x);
    v3_subFrom(normal, pos);
    v3_normalize(normal);
  }
  return x;
}

mjtNum ray_primitive(int type, const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                     const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]) {
  if (type == mjGEOM_SPHERE) return worldSphere(pos, size[0], pnt, vec, normal);
  const ray_Kernel kernel = ray_shape(type);
  if (!kernel) return -1;
  mjtNum from[3], o[3], d[3], local[3];
  v3_sub(from, pnt, pos);
  m3_mulTVec(o, mat, from);
  m3_mulTVec(d, mat, vec);
  const mjtNum x = kernel(size, o, d, normal ? local : NULL);
  if (x >= 0 && normal) m3_mulVec(normal, mat, local);
  return x;
}
