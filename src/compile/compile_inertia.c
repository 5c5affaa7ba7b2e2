// Mass and inertia tensor: of primitive shapes, solid or shell, and of bodies from their geoms
// (parallel axis theorem, principal axes).
#include <math.h>
#include <string.h>

#include <sinew/extra.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_mesh.h"
#include "math/rigid.h"
#include "spec/spec_orientation.h"

// ---- volumes (areas for shells)
// order: products and quotients as written, here and in the inertias below

static double ellipsoidArea(const double s[3]) {
  const double p = 1.6075;  // Thomsen's formula (surface area of an ellipsoid)
  const double ab = sn_pow(s[0] * s[1], p), bc = sn_pow(s[1] * s[2], p),
               ca = sn_pow(s[2] * s[0], p);
  return 4 * mjPI * sn_pow((ab + bc + ca) / 3, 1 / p);
}

double comp_geomVolume(const comp_Geom* geom, bool shell) {
  const double *s = geom->size, r = s[0], h = 2 * s[1];
  switch (geom->type) {
    case mjGEOM_SPHERE:
      return shell ? 4 * mjPI * r * r : 4 * mjPI * r * r * r / 3;
    case mjGEOM_CAPSULE:
      return shell ? 4 * mjPI * r * r + 2 * mjPI * r * h : mjPI * (r * r * h + 4 * r * r * r / 3);
    case mjGEOM_CYLINDER:
      return shell ? 2 * mjPI * r * r + 2 * mjPI * r * h : mjPI * r * r * h;
    case mjGEOM_ELLIPSOID:
      return shell ? ellipsoidArea(s) : 4 * mjPI * s[0] * s[1] * s[2] / 3;
    case mjGEOM_BOX:
    case mjGEOM_HFIELD:  // approximated by a box
      return shell ? 8 * (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]) : 8 * s[0] * s[1] * s[2];
    case mjGEOM_MESH:
    case mjGEOM_SDF:  // the mesh volume takes shells into account
      return geom->mesh->volume;
    default:
      return 0;
  }
}

// ---- inertia of a mass m; h is the full length of capsules and cylinders

static void sphereInertia(double I[3], double m, const double s[3], bool shell) {
  I[0] = I[1] = I[2] = (shell ? 2 * m * s[0] * s[0] / 3 : 2 * m * s[0] * s[0] / 5);
}

static void capsuleInertia(double I[3], double m, const double s[3], bool shell) {
  const double r = s[0], h = 2 * s[1];
  if (shell) {
    const double area = 4 * mjPI * r * r + 2 * mjPI * r * h;
    const double ms = m * (4 * mjPI * r * r) / area, mc = m - ms, u = h / 2 + r / 2;
    const double caps = 2 * ms * r * r / 3 + ms * (u * u - (r / 2) * (r / 2));
    I[0] = mc * (6 * r * r + h * h) / 12 + caps;
    I[2] = mc * r * r + 2 * ms * r * r / 3;
  } else {
    const double ms = m * 4 * r / (4 * r + 3 * h), mc = m - ms;
    const double caps = 2 * ms * r * r / 5 + ms * h * (3 * r + 2 * h) / 8;
    I[0] = mc * (3 * r * r + h * h) / 12 + caps;
    I[2] = mc * r * r / 2 + 2 * ms * r * r / 5;
  }
  I[1] = I[0];
}

static void cylinderInertia(double I[3], double m, const double s[3], bool shell) {
  const double r = s[0], h = 2 * s[1];
  if (shell) {
    const double area = 2 * mjPI * r * r + 2 * mjPI * r * h;
    const double md = m * (mjPI * r * r) / area, mc = m - 2 * md;
    I[0] = mc * (6 * r * r + h * h) / 12 + 2 * (md * r * r / 4 + md * (h / 2) * (h / 2));
    I[2] = mc * r * r + 2 * md * r * r / 2;
  } else {
    I[0] = m * (3 * r * r + h * h) / 12;
    I[2] = m * r * r / 2;
  }
  I[1] = I[0];
}

static void ellipsoidSolid(double I[3], double m, const double s[3]) {
  I[0] = m * (s[1] * s[1] + s[2] * s[2]) / 5;
  I[1] = m * (s[0] * s[0] + s[2] * s[2]) / 5;
  I[2] = m * (s[0] * s[0] + s[1] * s[1]) / 5;
}

// the shell is the difference of two solids, one thicker by a micrometer
// odd: shell of an ellipsoid
static void ellipsoidInertia(double I[3], double m, const double s[3], bool shell) {
  if (!shell) {
    ellipsoidSolid(I, m, s);
    return;
  }
  const double thick = 1e-6, t[3] = {s[0] + thick, s[1] + thick, s[2] + thick};
  const double va = 4 * mjPI * s[0] * s[1] * s[2] / 3, vb = 4 * mjPI * t[0] * t[1] * t[2] / 3;
  const double density = m / (vb - va);
  double inner[3], outer[3];
  ellipsoidSolid(inner, density * va, s);
  ellipsoidSolid(outer, density * vb, t);
  for (int i = 0; i < 3; i++) I[i] = outer[i] - inner[i];
}

static void boxInertia(double I[3], double m, const double s[3], bool shell) {
  const double a = s[0], b = s[1], c = s[2];
  if (!shell) {
    I[0] = m * (b * b + c * c) / 3;
    I[1] = m * (a * a + c * c) / 3;
    I[2] = m * (a * a + b * b) / 3;
    return;
  }
  const double lx = 2 * a, ly = 2 * b, lz = 2 * c, area = 2 * (lx * ly + ly * lz + lz * lx);
  const double m0 = m * (lx * ly) / area, m1 = m * (ly * lz) / area, m2 = m * (lz * lx) / area;
  const double aa = a * a, bb = b * b, cc = c * c;
  I[0] = 2 * (m0 * cc + m2 * bb + m0 * ly * ly / 12 + m1 * (ly * ly + lz * lz) / 12 +
              m2 * lz * lz / 12);
  I[1] = 2 * (m0 * cc + m1 * aa + m0 * lx * lx / 12 + m1 * lz * lz / 12 +
              m2 * (lx * lx + lz * lz) / 12);
  I[2] = 2 * (m1 * aa + m2 * bb + m0 * (lx * lx + ly * ly) / 12 + m1 * ly * ly / 12 +
              m2 * lx * lx / 12);
}

void comp_geomInertia(comp_Geom* geom, bool shell) {
  static void (*const shape[mjNGEOMTYPES])(double[3], double, const double[3], bool) = {
      [mjGEOM_SPHERE] = sphereInertia,     [mjGEOM_CAPSULE] = capsuleInertia,
      [mjGEOM_CYLINDER] = cylinderInertia, [mjGEOM_ELLIPSOID] = ellipsoidInertia,
      [mjGEOM_BOX] = boxInertia,           [mjGEOM_HFIELD] = boxInertia};
  ASSERT(geom->type >= 0 && geom->type < mjNGEOMTYPES);
  ASSERT(geom->type < mjGEOM_MESH || geom->mesh);
  geom->inertia[0] = geom->inertia[1] = geom->inertia[2] = 0;
  if (geom->type >= mjGEOM_MESH) boxInertia(geom->inertia, geom->mass, geom->mesh->box, false);
  if (shape[geom->type]) shape[geom->type](geom->inertia, geom->mass, geom->size, shell);
}

// ---- bodies

bool comp_inertial(comp_Compile* c, comp_Body* body) {
  const mjsBody* given = SPEC_DATA(mjsBody, body->e);
  body->explicitInertia = given->explicitinertial;
  body->mass = given->mass;
  memcpy(body->ipos, given->ipos, sizeof body->ipos);
  memcpy(body->inertia, given->inertia, sizeof body->inertia);
  memcpy(body->iquat, given->iquat, sizeof body->iquat);
  rigid_normalize(body->iquat, 4);
  const bool full = !isnan(given->fullinertia[0]);
  if (full && given->ialt.type != mjORIENTATION_QUAT) {
    comp_error(c, body->e, "inertial: fullinertia and an orientation exclude each other; give one");
    return false;
  }
  const char* wrong = spec_orientation(body->iquat, body->e->compiler, &given->ialt);
  if (wrong) {
    comp_error(c, body->e, "inertial: %s", wrong);
    return false;
  }
  if (!full) return true;
  if (given->inertia[0] || given->inertia[1] || given->inertia[2]) {
    comp_error(c, body->e, "inertial: fullinertia and diaginertia exclude each other; give one");
    return false;
  }
  rigid_eigen(body->inertia, body->iquat, given->fullinertia);
  if (!(body->inertia[2] >= RIGID_EPS)) {
    comp_error(c, body->e,
               "inertial: fullinertia is not a positive definite matrix (smallest eigenvalue "
               "%.6g); the order "
               "of its numbers is xx yy zz xy xz yz",
               body->inertia[2]);
    return false;
  }
  return true;
}

// adds the full inertia (xx yy zz xy xz yz) of a part about a point to sum (parallel axis theorem)
static void addShifted(double sum[6], const comp_Inertia* part, const double about[3]) {
  double R[9], d[3];
  rigid_quat2Mat(R, part->iquat);
  for (int i = 0; i < 3; i++) d[i] = part->ipos[i] - about[i];
  const double *I = part->inertia, m = part->mass;
  const double square[3] = {d[0] * d[0], d[1] * d[1], d[2] * d[2]};
  const double shift[6] = {m * (square[1] + square[2]),
                           m * (square[0] + square[2]),
                           m * (square[0] + square[1]),
                           -m * d[0] * d[1],
                           -m * d[0] * d[2],
                           -m * d[1] * d[2]};
  static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  for (int k = 0; k < 6; k++) {
    const double *row = R + 3 * pair[k][0], *col = R + 3 * pair[k][1];
    // order: the turned tensor, then the shift
    sum[k] += row[0] * (I[0] * col[0]) + row[1] * (I[1] * col[1]) + row[2] * (I[2] * col[2]);
    sum[k] += shift[k];
  }
}

// mass and center of mass; the rest of sum is zero
static void combineMass(const comp_Inertia* part, int n, comp_Inertia* sum) {
  *sum = (comp_Inertia){0};
  for (int k = 0; k < n; k++) {
    sum->mass += part[k].mass;
    for (int i = 0; i < 3; i++) sum->ipos[i] += part[k].mass * part[k].ipos[i];
  }
  ASSERT(n > 0 && sum->mass > 0);  // parts without mass were left out
  for (int i = 0; i < 3; i++) sum->ipos[i] /= sum->mass;
}

bool comp_combineInertia(const comp_Inertia* part, int n, comp_Inertia* sum) {
  double full[6] = {0};
  combineMass(part, n, sum);
  for (int k = 0; k < n; k++) addShifted(full, &part[k], sum->ipos);
  rigid_eigen(sum->inertia, sum->iquat, full);
  return sum->inertia[2] >= RIGID_EPS;
}

void comp_fuseInertia(const comp_Inertia part[2], comp_Inertia* sum) {
  // order: each tensor is summed up before they are added
  double full[6] = {0}, second[6] = {0};
  combineMass(part, 2, sum);
  addShifted(full, &part[0], sum->ipos);
  addShifted(second, &part[1], sum->ipos);
  for (int k = 0; k < 6; k++) full[k] += second[k];
  rigid_eigen(sum->inertia, sum->iquat, full);
}

static bool counts(const comp_Geom* geom, const mjsCompiler* compiler) {
  const int group = SPEC_DATA(mjsGeom, geom->e)->group;
  return group >= compiler->inertiagrouprange[0] && group <= compiler->inertiagrouprange[1] &&
         geom->mass > RIGID_EPS;
}

bool comp_inferInertia(comp_Compile* c, comp_Body* body) {
  const mjsCompiler* compiler = body->e->compiler;
  const bool wanted =
      compiler->inertiafromgeom == mjINERTIAFROMGEOM_TRUE ||
      (compiler->inertiafromgeom == mjINERTIAFROMGEOM_AUTO && !body->explicitInertia);
  if (!wanted || !body->geomnum) return true;
  ASSERT(body->geomadr >= 0 && body->geomadr + body->geomnum <= c->size.ngeom);
  comp_Inertia* part = comp_alloc(c, body->geomnum, sizeof *part);
  if (!part) return false;
  int n = 0;
  for (int i = 0; i < body->geomnum; i++) {
    const comp_Geom* geom = &c->geom[body->geomadr + i];
    if (!counts(geom, compiler)) continue;
    part[n].mass = geom->mass;
    memcpy(part[n].ipos, geom->pos, sizeof geom->pos);
    memcpy(part[n].iquat, geom->quat, sizeof geom->quat);
    memcpy(part[n].inertia, geom->inertia, sizeof geom->inertia);
    n++;
  }
  if (!n) return true;
  comp_Inertia sum = part[0];  // order: a single geom is taken over as it is
  if (n > 1 && !comp_combineInertia(part, n, &sum)) {
    comp_error(c, body->e,
               "the inertia of its geoms is not positive (smallest eigenvalue %.6g); check their "
               "sizes and masses",
               sum.inertia[2]);
    return false;
  }
  body->mass = sum.mass;
  memcpy(body->ipos, sum.ipos, sizeof sum.ipos);
  memcpy(body->iquat, sum.iquat, sizeof sum.iquat);
  memcpy(body->inertia, sum.inertia, sizeof sum.inertia);
  return true;
}

bool comp_checkInertia(comp_Compile* c, comp_Body* body) {
  const mjsCompiler* compiler = body->e->compiler;
  double* I = body->inertia;
  if (body->mass < 0 && !(compiler->boundmass > 0)) {
    comp_error(c, body->e, "mass: %.6g is negative; it must be 0 or more", body->mass);
    return false;
  }
  body->mass = body->mass < compiler->boundmass ? compiler->boundmass : body->mass;
  for (int i = 0; i < 3; i++) I[i] = I[i] < compiler->boundinertia ? compiler->boundinertia : I[i];
  if (!(body->mass >= 0) || !(I[0] >= 0) || !(I[1] >= 0) || !(I[2] >= 0)) {
    comp_error(c, body->e,
               "mass %.6g or inertia '%.6g %.6g %.6g' is negative; both must be 0 or more",
               body->mass, I[0], I[1], I[2]);
    return false;
  }
  if (I[0] + I[1] >= I[2] && I[0] + I[2] >= I[1] && I[1] + I[2] >= I[0]) return true;
  if (compiler->balanceinertia) {
    I[0] = I[1] = I[2] = (I[0] + I[1] + I[2]) / 3;
    return true;
  }
  comp_error(c, body->e,
             "inertia '%.6g %.6g %.6g' cannot be of a rigid body: the sum of any two must not be "
             "less than the "
             "third; correct it or set <compiler balanceinertia=\"true\"/>",
             I[0], I[1], I[2]);
  return false;
}
