// Mass properties of a mesh at density 1: volume, center of mass and inertia tensor. A solid is a
// sum of pyramids (tetrahedra) from its faces to a point: with signed volumes (exact, or the faces
// of the convex hull), or with unsigned ones (legacy, for inconsistent winding); a shell is a sum
// over its faces. The volume and center of mass come first, then the second moments about the
// center of mass, from the integrals of products over tetrahedra and triangles.
#include <math.h>

#include <sinew/math.h>
#include <sinew/spec.h>

#include "asset/mesh.h"
#include "math/rigid.h"

// a face: centroid, normal (unit, unless the area is zero), area
typedef struct {
  double middle[3], normal[3], area;
} Face;

static Face measure(const double* x, const int* face) {
  const double *a = x + 3 * (size_t)face[0], *b = x + 3 * (size_t)face[1],
               *c = x + 3 * (size_t)face[2];
  const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
               v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  Face f = {{(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3},
            {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]},
            0};
  double* n = f.normal;
  const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (length < mjMINVAL) return f;
  for (int k = 0; k < 3; k++) n[k] /= length;
  f.area = length / 2;
  return f;
}

// volume of the pyramid from a face to its apex, or area
static double weightOf(int mode, const Face* f, const double apex[3]) {
  if (mode == mjMESH_INERTIA_SHELL) return f->area;
  const double* n = f->normal;
  const double height = (f->middle[0] - apex[0]) * n[0] + (f->middle[1] - apex[1]) * n[1] +
                        (f->middle[2] - apex[2]) * n[2];
  const double volume = height * f->area / 3;
  return mode == mjMESH_INERTIA_LEGACY ? fabs(volume) : volume;
}

static bool areaCentre(const double* x, const int* face, int nface, double centre[3],
                       mesh_Fault* fault) {
  double area = 0, sum[3] = {0};
  for (int i = 0; i < nface; i++) {
    const Face f = measure(x, face + 3 * (size_t)i);
    area += f.area;
    for (int k = 0; k < 3; k++) sum[k] += f.area * f.middle[k];
  }
  if (!(area >= mjMINVAL)) {
    return mesh_fail(fault,
                     "the area of its faces is %.3g, too small; are its faces points or lines, or "
                     "is the scale too small?",
                     area);
  }
  for (int k = 0; k < 3; k++) centre[k] = sum[k] / area;
  return true;
}

static bool massCentre(int mode, const double* x, const int* face, int nface, const double about[3],
                       double centre[3], mesh_Fault* fault) {
  double total = 0, sum[3] = {0};
  for (int i = 0; i < nface; i++) {
    const Face f = measure(x, face + 3 * (size_t)i);
    const double w = weightOf(mode, &f, about);
    total += w;
    // order: three quarters of the middle, a quarter of the point
    for (int k = 0; k < 3; k++) sum[k] += w * (f.middle[k] * 3 / 4 + about[k] / 4);
  }
  if (!(total >= mjMINVAL)) {
    const bool negative = total < 0 && mode != mjMESH_INERTIA_SHELL;
    return mesh_fail(
        fault,
        negative
            ? "its volume is negative (%.3g): the faces turn clockwise seen from outside; flip "
              "them, or make an even number of scale factors negative"
            : "its volume is %.3g, too small for a solid; use inertia=\"shell\" for a thin "
              "sheet, or a larger scale",
        total);
  }
  for (int k = 0; k < 3; k++) centre[k] = sum[k] / total;
  return true;
}

// second moments: sum over i, j of corners (weight 2 if equal, 1 if not) of their products: xx yy
// zz xy xz yz
static void addMoments(double moment[6], double w, const double* d, const double* e,
                       const double* f) {
  static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int i = 0; i < 6; i++) {
    const int j = pair[i][0], k = pair[i][1];
    moment[i] += w * (2 * (d[j] * d[k] + e[j] * e[k] + f[j] * f[k]) + d[j] * e[k] + d[k] * e[j] +
                      d[j] * f[k] + d[k] * f[j] + e[j] * f[k] + e[k] * f[j]);
  }
}

static bool boxSizes(double volume, const double e[3], double box[3], mesh_Fault* fault) {
  if (!(e[2] > 0)) {
    return mesh_fail(
        fault, "its inertia is not positive (smallest eigenvalue %.3g); check its faces", e[2]);
  }
  for (int k = 0; k < 3; k++) {
    const double a = e[k], b = e[(k + 1) % 3], c = e[(k + 2) % 3];
    if (b + c < a * (1 - 1e-6) - 1e-9) {
      return mesh_fail(
          fault,
          "its inertia (%.6g, %.6g, %.6g) cannot be of a rigid body: the sum of any two "
          "must not be less than the third; check its faces",
          e[0], e[1], e[2]);
    }
  }
  box[0] = 0.5 * sqrt(6 * (e[1] + e[2] - e[0]) / volume);
  box[1] = 0.5 * sqrt(6 * (e[0] + e[2] - e[1]) / volume);
  box[2] = 0.5 * sqrt(6 * (e[0] + e[1] - e[2]) / volume);
  return true;
}

bool mesh_inertia(int mode, double* x, const mesh_Data* mesh, const int* face, int nface,
                  mesh_Mesh* out, mesh_Fault* fault) {
  const double origin[3] = {0}, part = mode == mjMESH_INERTIA_SHELL ? 12 : 20;
  double about[3], moment[6] = {0}, eigval[3];
  if (!areaCentre(x, mesh->face, mesh->nface, about, fault)) return false;
  if (!massCentre(mode, x, face, nface, about, out->pos, fault)) return false;
  for (size_t i = 0; i < 3 * (size_t)mesh->nvert; i++) x[i] -= out->pos[i % 3];
  out->volume = 0;
  for (int i = 0; i < nface; i++) {
    const int* corner = face + 3 * (size_t)i;
    const Face f = measure(x, corner);
    const double w = weightOf(mode, &f, origin);
    out->volume += w;
    addMoments(moment, w / part, x + 3 * (size_t)corner[0], x + 3 * (size_t)corner[1],
               x + 3 * (size_t)corner[2]);
  }
  const double full[6] = {moment[1] + moment[2],
                          moment[0] + moment[2],
                          moment[0] + moment[1],
                          -moment[3],
                          -moment[4],
                          -moment[5]};
  rigid_eigen(eigval, out->quat, full);
  return boxSizes(out->volume, eigval, out->box, fault);
}
