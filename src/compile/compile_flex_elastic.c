// Elasticity of a flex whose vertices have bodies (finite elements). Stretching: St.
// Venant-Kirchhoff material, energy in terms of squared edge lengths (Weischedel, Tuganov,
// Hermansson, Linn, Wardetzky 2012): each edge of an element has a tensor B of the normals beside
// it, and the metric of edges a, b is mu tr(B_a B_b) + la tr(B_a) tr(B_b). Bending: a quadratic
// energy of the four vertices around an edge with cotangent weights (Wardetzky, Bergou, Harmon,
// Zorin, Grinspun 2007), and a cubic term for a rest shape that is not flat (Garg, Grinspun,
// Wardetzky, Zorin 2007).
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_flex.h"
#include "math/rigid.h"

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void minus(double d[3], const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++) d[k] = a[k] - b[k];
}

// (p1 - p0) x (p2 - p0)
static void cross3(double n[3], const double* p0, const double* p1, const double* p2) {
  double a[3], b[3];
  minus(a, p1, p0);
  minus(b, p2, p0);
  mju_cross(n, a, b);
}

// ---- stretching

// symmetric product a b' + b a', scaled
static void symmetric(double B[9], const double a[3], const double b[3], double scale) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) B[3 * i + j] = (a[i] * b[j] + b[i] * a[j]) * scale;
  }
}

// tensors of the edges of a triangle, from the in-plane normals of the two other edges; returns its
// area
static double triangleTensors(const comp_Flex* flex, const int* v, double B[][9]) {
  double n[3];
  cross3(n, flex_x(flex, v[0]), flex_x(flex, v[1]), flex_x(flex, v[2]));
  const double area = 0.5 * sqrt(dot(n, n));
  for (int a = 0; a < 3; a++) {
    const int* left = flex_edgeVerts[2][(a + 1) % 3];
    const int* right = flex_edgeVerts[2][(a + 2) % 3];
    double el[3], er[3], bl[3], br[3];
    minus(el, flex_x(flex, v[left[0]]), flex_x(flex, v[left[1]]));
    minus(er, flex_x(flex, v[right[1]]), flex_x(flex, v[right[0]]));
    mju_cross(n, er, el);
    rigid_normalize(n, 3);
    mju_cross(bl, n, el);
    mju_cross(br, er, n);
    symmetric(B[a], bl, br, 1 / (8 * area * area));
  }
  return area;
}

// tensors of the edges of a tetrahedron, from the normals of the two faces that do not contain the
// edge; returns its signed volume
static double tetraTensors(const comp_Flex* flex, const int* v, double B[][9]) {
  static const int face[4][3] = {{2, 1, 0}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  static const int beside[6][2] = {{2, 3}, {1, 3}, {2, 1}, {1, 0}, {0, 2}, {0, 3}};
  double normal[4][3], d[3], n[3];
  cross3(n, flex_x(flex, v[0]), flex_x(flex, v[1]), flex_x(flex, v[2]));
  minus(d, flex_x(flex, v[3]), flex_x(flex, v[0]));
  const double volume = dot(n, d) / 6;
  for (int i = 0; i < 4; i++) {
    cross3(normal[i], flex_x(flex, v[face[i][0]]), flex_x(flex, v[face[i][1]]),
           flex_x(flex, v[face[i][2]]));
  }
  for (int a = 0; a < 6; a++)
    symmetric(B[a], normal[beside[a][0]], normal[beside[a][1]], 1 / (72 * volume * volume));
  return volume;
}

static double trace(const double B[9]) { return B[0] + B[4] + B[8]; }

static double traceOfProduct(const double A[9], const double B[9]) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) sum += A[3 * i + j] * B[3 * j + i];
  }
  return sum;
}

static bool stretchElement(comp_Compile* c, const comp_Flex* flex, int i, double* metric) {
  const int *v = flex->elem + (size_t)i * ((size_t)flex->dim + 1), n = flex_edgeCount[flex->dim];
  const double young = flex->given->young, poisson = flex->given->poisson;
  double B[6][9];
  const bool flat = flex->dim == 2;
  const double size = flat ? triangleTensors(flex, v, B) : tetraTensors(flex, v, B);
  const double depth = flat ? flex->given->thickness : 4;
  const double weight = fabs(size) / 4 * depth;
  const double mu = young / (2 * (1 + poisson)) * weight;
  const double la = young * poisson / ((1 + poisson) * (1 - 2 * poisson)) * weight;
  for (int a = 0, at = 0; a < n; a++) {
    for (int b = a; b < n; b++, at++) {
      metric[at] = mu * traceOfProduct(B[a], B[b]) + la * trace(B[a]) * trace(B[b]);
      if (isfinite(metric[at])) continue;
      comp_error(c, flex->e,
                 "element: element %d has no %s, so it cannot be elastic; move its "
                 "vertices apart, or leave it out",
                 i, flat ? "area" : "volume");
      return false;
    }
  }
  return true;
}

static bool makeStretch(comp_Compile* c, comp_Flex* flex) {
  flex->nstiffness = (mjtSize)FLEX_STRETCH * flex->nelem;
  flex->stiffness = comp_alloc(c, flex->nelem, FLEX_STRETCH * sizeof *flex->stiffness);
  if (!flex->stiffness) return false;
  const bool stretches =
      flex->dim == 3 || (flex->dim == 2 && flex->given->elastic2d & FLEX_STRETCHES);
  for (int i = 0; i < flex->nelem && stretches; i++) {
    if (!stretchElement(c, flex, i, flex->stiffness + FLEX_STRETCH * (size_t)i)) return false;
  }
  return true;
}

// ---- bending

// cotangent of the angle at p between q and r
static double cotangent(const double* p, const double* q, const double* r) {
  double e[3], f[3], n[3];
  minus(e, q, p);
  minus(f, r, p);
  mju_cross(n, e, f);
  return dot(e, f) / sqrt(dot(n, n));
}

static double area(const double* a, const double* b, const double* c) {
  double n[3];
  cross3(n, a, b, c);
  return 0.5 * sqrt(dot(n, n));
}

// direction in a triangle, along its height above the edge
static void across(double t[3], const double* v0, const double* v1, const double* tip, double at0,
                   double at1) {
  double e[3], f[3];
  minus(e, tip, v0);
  minus(f, tip, v1);
  for (int k = 0; k < 3; k++) t[k] = -(at1 * e[k] + at0 * f[k]);
}

static void bendEdge(const comp_Flex* flex, int i, double bend[FLEX_BEND]) {
  // odd: direction of bending edges
  const double *v0 = flex_x(flex, flex->first[2 * i]), *v1 = flex_x(flex, flex->first[2 * i + 1]),
               *v2 = flex_x(flex, flex->flap[2 * i]), *v3 = flex_x(flex, flex->flap[2 * i + 1]);
  const double a1 = cotangent(v0, v1, v2), a2 = cotangent(v0, v3, v1), a3 = cotangent(v1, v2, v0),
               a4 = cotangent(v1, v0, v3);
  const double c[4] = {a3 + a4, a1 + a2, -(a1 + a3), -(a2 + a4)};
  const double mu = flex->given->young / (2 * (1 + flex->given->poisson));
  const double thickness = flex->given->thickness;
  const double scale =
      3 * mu * (thickness * thickness * thickness) / (24 * (area(v0, v1, v2) + area(v1, v0, v3)));
  double e0[3], e1[3], e2[3], t0[3], t1[3], n[3];
  minus(e0, v1, v0);
  minus(e1, v2, v0);
  minus(e2, v3, v0);
  across(t0, v0, v1, v2, a1, a3);
  across(t1, v0, v1, v3, a2, a4);
  mju_cross(n, e0, e1);
  const double square = dot(e0, e0), cosine = -dot(t0, t1) / square;
  for (int k = 0; k < 16; k++) bend[k] = c[k / 4] * c[k % 4] * cosine * scale;
  bend[16] = dot(n, e2) * (a1 - a3) * (a4 - a2) * scale / (square * sqrt(square));
}

static bool makeBending(comp_Compile* c, comp_Flex* flex) {
  flex->nbending = (mjtSize)FLEX_BEND * flex->nedge;
  flex->bending = comp_alloc(c, flex->nedge, FLEX_BEND * sizeof *flex->bending);
  for (int i = 0; i < flex->nedge && flex->bending; i++) {
    double* bend = flex->bending + FLEX_BEND * (size_t)i;
    if (flex->flap[2 * i + 1] < 0) continue;
    bendEdge(flex, i, bend);
    for (int k = 0; k < FLEX_BEND; k++) {
      if (isfinite(bend[k])) continue;
      comp_error(c, flex->e,
                 "element: a triangle at the edge of vertices %d and %d has no area, so "
                 "it cannot bend; move its vertices apart",
                 flex->edge[2 * i], flex->edge[2 * i + 1]);
      return false;
    }
  }
  return flex->bending != NULL;
}

bool comp_flexElasticity(comp_Compile* c, comp_Flex* flex) {
  if (!(flex->given->young > 0)) return true;
  if (!makeStretch(c, flex)) return false;
  const bool bends = flex->dim == 2 && flex->given->elastic2d & FLEX_BENDS;
  return !bends || makeBending(c, flex);
}
