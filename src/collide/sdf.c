// Signed distance functions and their gradients, of one shape (primitives in closed form, where
// those of ellipsoids and of the inside of boxes are bounds; octrees by trilinear interpolation)
// and of two.
//   size or oct_aabb, oct_child, oct_coeff; x -> distance, gradient
#include "collide/sdf.h"

#include <math.h>

#include "base/assert.h"
#include "math/vec.h"
#include "model/plugins.h"

static mjtNum larger(mjtNum a, mjtNum b) { return a > b ? a : b; }
static mjtNum smaller(mjtNum a, mjtNum b) { return a < b ? a : b; }
static mjtNum positive(mjtNum a) { return larger(a, 0); }

#define DISTANCE(name) static mjtNum name##Distance(const sdf_Shape* s, const mjtNum x[3])
#define GRADIENT(name)                                                                             \
  static void name##Gradient(const sdf_Shape* s, mjtNum g[3], const mjtNum x[3])

// ---- plane, sphere, capsule

DISTANCE(plane) {
  (void)s;
  return x[2];
}

GRADIENT(plane) {
  (void)s;
  (void)x;
  v3_set(g, 0, 0, 1);
}

DISTANCE(sphere) { return v3_norm(x) - s->size[0]; }

// x / |x|; NaN at the center, where there is no gradient, so that searches stop there
static void divideByLength(mjtNum g[3], const mjtNum x[3]) {
  const mjtNum length = v3_norm(x);
  for (int k = 0; k < 3; k++) g[k] = x[k] / length;
}

GRADIENT(sphere) {
  (void)s;
  divideByLength(g, x);
}

// vector from the nearest point of the axis
static void fromAxis(mjtNum res[3], const mjtNum size[3], const mjtNum x[3]) {
  v3_set(res, x[0], x[1], x[2] - larger(-size[1], smaller(size[1], x[2])));
}

DISTANCE(capsule) {
  mjtNum off[3];
  fromAxis(off, s->size, x);
  return v3_norm(off) - s->size[0];
}

GRADIENT(capsule) {
  mjtNum off[3];
  fromAxis(off, s->size, x);
  divideByLength(g, off);
}

// ---- ellipsoid

DISTANCE(ellipsoid) {
  const mjtNum* r = s->size;
  const mjtNum a[3] = {x[0] / r[0], x[1] / r[1], x[2] / r[2]};
  const mjtNum b[3] = {a[0] / r[0], a[1] / r[1], a[2] / r[2]};
  const mjtNum k0 = v3_norm(a), k1 = v3_norm(b);
  return k0 * (k0 - 1) / k1;
}

// gradient of k0 (k0 - 1) / k1, normalized
GRADIENT(ellipsoid) {
  const mjtNum* r = s->size;
  const mjtNum a[3] = {x[0] / r[0], x[1] / r[1], x[2] / r[2]};
  const mjtNum b[3] = {a[0] / r[0], a[1] / r[1], a[2] / r[2]};
  const mjtNum k0 = v3_norm(a), k1 = v3_norm(b);
  const mjtNum scl0 = (2 * k0 - 1) / (k0 * k1), scl1 = k0 * (k0 - 1) / (k1 * k1 * k1);
  for (int k = 0; k < 3; k++) g[k] = b[k] * scl0 - b[k] / (r[k] * r[k]) * scl1;
  v3_normalize(g);
}

// ---- cylinder

DISTANCE(cylinder) {
  const mjtNum a0 = sqrt(x[0] * x[0] + x[1] * x[1]) - s->size[0], a1 = fabs(x[2]) - s->size[1];
  const mjtNum b0 = positive(a0), b1 = positive(a1);
  return smaller(larger(a0, a1), 0) + sqrt(b0 * b0 + b1 * b1);
}

GRADIENT(cylinder) {
  static const mjtNum tiny = 1e-10;
  const mjtNum rho = sqrt(x[0] * x[0] + x[1] * x[1]), side = x[2] > 0 ? 1 : -1;
  const mjtNum a0 = rho - s->size[0], a1 = fabs(x[2]) - s->size[1];
  mjtNum b0 = positive(a0), b1 = positive(a1);
  if (larger(a0, a1) < 0) {
    b0 = a0 > a1;
    b1 = !(a0 > a1);
  } else {
    const mjtNum length = larger(sqrt(b0 * b0 + b1 * b1), tiny);
    b0 /= length;
    b1 /= length;
  }
  const mjtNum scl = b0 / larger(rho, tiny);
  v3_set(g, x[0] * scl, x[1] * scl, b1 * side);
}

// ---- box

// a = |x| - size; inside
static bool insideBox(mjtNum a[3], const mjtNum size[3], const mjtNum x[3]) {
  for (int k = 0; k < 3; k++) a[k] = fabs(x[k]) - size[k];
  return a[0] < 0 && a[1] < 0 && a[2] < 0;
}

// inside: a direction field that is smooth except at the center: it points away from the center,
// and near a face straight to it
static void boxField(mjtNum b[3], const mjtNum a[3], const mjtNum size[3], const mjtNum x[3]) {
  for (int k = 0; k < 3; k++) b[k] = (x[k] >= 0 ? -size[k] : size[k]) / a[k];
  v3_normalize(b);
}

DISTANCE(box) {
  mjtNum a[3], b[3];
  if (!insideBox(a, s->size, x)) {
    for (int k = 0; k < 3; k++) b[k] = positive(a[k]);
    return v3_norm(b) + smaller(larger(a[0], larger(a[1], a[2])), 0);
  }
  boxField(b, a, s->size, x);
  mjtNum least = mjMAXVAL;
  for (int k = 0; k < 3; k++) {
    if (b[k] != 0) least = smaller(least, -a[k] / fabs(b[k]));
  }
  return -least * v3_norm(b);
}

GRADIENT(box) {
  mjtNum a[3];
  if (insideBox(a, s->size, x)) {
    boxField(g, a, s->size, x);
    return;
  }
  for (int k = 0; k < 3; k++) g[k] = positive(a[k]);
  const mjtNum length = larger(v3_norm(g), mjMINVAL);
  for (int k = 0; k < 3; k++) g[k] = (x[k] >= 0 ? g[k] : -g[k]) / length;
}

// ---- octree

// The point, clamped to the box of the octree, in coordinates of its leaf in units of the leaf's
// sides; returns the distance to the box, negative inside.
typedef struct {
  mjtNum at[3], away;
  const mjtNum* value;  // (8) at the corners of the leaf
} Leaf;

static const mjtNum INSIDE = 1e-6;  // by this much points outside are moved into the box

static mjtNum intoBox(mjtNum p[3], const mjtNum box[6]) {
  mjtNum sum = 0, most = -mjMAXVAL;
  bool outside = false;
  for (int k = 0; k < 3; k++) {
    const mjtNum off = p[k] - box[k], q = fabs(off) - box[3 + k];
    if (q > most) most = q;
    if (!(q >= 0)) continue;
    outside = true;
    sum += q * q;
    p[k] -= off > 0 ? q + INSIDE : -(q + INSIDE);
  }
  return outside ? sqrt(sum) : most;
}

static Leaf findLeaf(const sdf_Shape* s, const mjtNum x[3]) {
  const mjModel* m = s->m;
  Leaf leaf;
  mjtNum p[3];
  v3_copy(p, x);
  leaf.away = intoBox(p, m->oct_aabb + 6 * (size_t)s->root);
  for (int cell = s->root;;) {
    const mjtNum* box = m->oct_aabb + 6 * (size_t)cell;
    const int* child = m->oct_child + 8 * (size_t)cell;
    int slot = 0;
    for (int k = 0; k < 3; k++) {
      leaf.at[k] = (p[k] - (box[k] - box[3 + k])) / (2 * box[3 + k]);
      slot |= (leaf.at[k] >= 0.5) << k;
    }
    leaf.value = m->oct_coeff + 8 * (size_t)cell;
    if (child[slot] < 0) return leaf;
    ASSERT_FULL(s->root + child[slot] > cell);
    cell = s->root + child[slot];
  }
}

DISTANCE(oct) {
  const Leaf leaf = findLeaf(s, x);
  const mjtNum* t = leaf.at;
  mjtNum sum = 0;
  for (int i = 0; i < 8; i++) {
    const mjtNum w =
        ((i & 1) ? t[0] : 1 - t[0]) * ((i & 2) ? t[1] : 1 - t[1]) * ((i & 4) ? t[2] : 1 - t[2]);
    sum += w * leaf.value[i];
  }
  return leaf.away > 0 ? sum + leaf.away : sum;
}

// odd: gradient in a cell; it is that along the sides of the cell, each of which counts as 1
GRADIENT(oct) {
  const Leaf leaf = findLeaf(s, x);
  if (leaf.away > 0) {
    sdf_differences(s, g, x);
    return;
  }
  const mjtNum* t = leaf.at;
  v3_zero(g);
  for (int i = 0; i < 8; i++) {
    const mjtNum w[3] = {(i & 1) ? t[0] : 1 - t[0], (i & 2) ? t[1] : 1 - t[1],
                         (i & 4) ? t[2] : 1 - t[2]};
    const mjtNum f = leaf.value[i];
    g[0] += ((i & 1) ? f : -f) * w[1] * w[2];
    g[1] += ((i & 2) ? f : -f) * w[0] * w[2];
    g[2] += ((i & 4) ? f : -f) * w[0] * w[1];
  }
}

// ---- plugin

DISTANCE(plugin) { return s->plugin->sdf_distance(x, s->d, s->instance); }

GRADIENT(plugin) {
  if (s->plugin->sdf_gradient) {
    s->plugin->sdf_gradient(g, x, s->d, s->instance);
  } else {
    sdf_differences(s, g, x);
  }
}

void sdf_differences(const sdf_Shape* s, mjtNum g[3], const mjtNum x[3]) {
  static const mjtNum eps = 1e-8;
  const mjtNum here = sdf_distance(s, x);
  for (int k = 0; k < 3; k++) {
    mjtNum moved[3];
    v3_copy(moved, x);
    moved[k] += eps;
    g[k] = (sdf_distance(s, moved) - here) / eps;
  }
}

// ---- shapes

#define KIND(name)                                                                                 \
  { name##Distance, name##Gradient }

static const sdf_Kind primitives[mjNGEOMTYPES] = {
    [mjGEOM_PLANE] = KIND(plane),       [mjGEOM_SPHERE] = KIND(sphere),
    [mjGEOM_CAPSULE] = KIND(capsule),   [mjGEOM_ELLIPSOID] = KIND(ellipsoid),
    [mjGEOM_CYLINDER] = KIND(cylinder), [mjGEOM_BOX] = KIND(box)};

static const sdf_Kind octree = KIND(oct), byPlugin = KIND(plugin);

bool sdf_ofPrimitive(sdf_Shape* s, int type, const mjtNum size[3]) {
  if (type < 0 || type >= mjNGEOMTYPES || !primitives[type].distance) return false;
  *s = (sdf_Shape){.kind = &primitives[type], .size = size};
  return true;
}

bool sdf_ofPlugin(sdf_Shape* s, const mjData* d, const mjpPlugin* plugin, int instance) {
  if (!plugin || !plugin->sdf_distance) return false;
  *s = (sdf_Shape){.kind = &byPlugin, .d = d, .plugin = plugin, .instance = instance};
  return true;
}

bool sdf_ofMesh(sdf_Shape* s, const mjModel* m, int mesh) {
  if (mesh < 0 || mesh >= m->nmesh || m->mesh_octnum[mesh] <= 0) return false;
  *s = (sdf_Shape){.kind = &octree, .m = m, .root = m->mesh_octadr[mesh]};
  return true;
}

bool sdf_ofGeom(sdf_Shape* s, const mjModel* m, const mjData* d, int geom) {
  const int type = m->geom_type[geom];
  if (type == mjGEOM_SDF && m->geom_plugin[geom] >= 0) {
    const int instance = m->geom_plugin[geom];
    return sdf_ofPlugin(s, d, plugins_with(m, instance, mjPLUGIN_SDF), instance);
  }
  if (type == mjGEOM_MESH || type == mjGEOM_SDF) return sdf_ofMesh(s, m, m->geom_dataid[geom]);
  return sdf_ofPrimitive(s, type, m->geom_size + 3 * (size_t)geom);
}

// ---- two shapes

static void inSecond(const sdf_Pair* p, mjtNum y[3], const mjtNum x[3]) {
  m3_mulVec(y, p->mat, x);
  v3_addTo(y, p->pos);
}

mjtNum sdf_pairValue(const sdf_Pair* p, int type, const mjtNum x[3]) {
  const mjtNum f0 = sdf_distance(&p->first, x);
  if (type == mjSDFTYPE_SINGLE) return f0;
  mjtNum y[3];
  inSecond(p, y, x);
  const mjtNum f1 = sdf_distance(&p->second, y);
  if (type == mjSDFTYPE_INTERSECTION) return larger(f0, f1);
  return type == mjSDFTYPE_MIDSURFACE ? f0 - f1 : f0 + f1 + fabs(larger(f0, f1));
}

void sdf_pairGradient(const sdf_Pair* p, int type, mjtNum g[3], const mjtNum x[3]) {
  sdf_gradient(&p->first, g, x);
  if (type == mjSDFTYPE_SINGLE) return;
  mjtNum y[3], other[3], g1[3];
  inSecond(p, y, x);
  sdf_gradient(&p->second, other, y);
  m3_mulTVec(g1, p->mat, other);
  if (type == mjSDFTYPE_MIDSURFACE) {
    v3_normalize(g);
    v3_normalize(g1);
    v3_subFrom(g, g1);
    v3_normalize(g);
    return;
  }
  const mjtNum f0 = sdf_distance(&p->first, x), f1 = sdf_distance(&p->second, y);
  if (type == mjSDFTYPE_INTERSECTION) {
    if (!(f0 > f1)) v3_copy(g, g1);
    return;
  }
  const mjtNum sign = larger(f0, f1) > 0 ? 1 : -1;
  mjtNum most[3];
  v3_copy(most, f0 > f1 ? g : g1);
  v3_addTo(g, g1);
  v3_addToScl(g, most, sign);
}
