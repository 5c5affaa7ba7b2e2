// Geoms (collision shapes): pose and size from fromto and frames, mass, bounding sphere and
// bounding box (AABB), added-mass coefficients of fluid forces.
#include <math.h>
#include <string.h>

#include <sinew/extra.h>

#include "base/assert.h"
#include "compile/compile_parts.h"
#include "math/rigid.h"

static const char* const typeName[mjNGEOMTYPES] = {
    "plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"};

static double larger(double a, double b) { return a > b ? a : b; }

bool comp_fromto(comp_Compile* c, const spec_Element* e, int type, const double fromto[6],
                 double pos[3], double quat[4], double size[3]) {
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_ELLIPSOID &&
      type != mjGEOM_BOX) {
    comp_error(c, e,
               "fromto: type '%s' has no axis; use it with capsule, cylinder, ellipsoid or box",
               type >= 0 && type < mjNGEOMTYPES ? typeName[type] : "?");
    return false;
  }
  if (pos[0] || pos[1] || pos[2]) {
    comp_error(c, e, "fromto: it sets the position, so pos must not be given too");
    return false;
  }
  double v[3];
  // order: from the end to the start
  for (int i = 0; i < 3; i++) v[i] = fromto[i] - fromto[3 + i];
  const double length = rigid_normalize(v, 3);
  if (!(length >= RIGID_EPS)) {
    comp_error(c, e, "fromto: the two points are the same; give two different points");
    return false;
  }
  size[1] = length / 2;
  if (type == mjGEOM_ELLIPSOID || type == mjGEOM_BOX) {
    size[2] = size[1];
    size[1] = size[0];
  }
  for (int i = 0; i < 3; i++) pos[i] = (fromto[i] + fromto[3 + i]) / 2;
  rigid_z2Quat(quat, v);
  return true;
}

bool comp_checkSize(comp_Compile* c, const spec_Element* e, int type, const double size[3]) {
  static const int needed[mjNGEOMTYPES] = {[mjGEOM_SPHERE] = 1,
                                           [mjGEOM_CAPSULE] = 2,
                                           [mjGEOM_ELLIPSOID] = 3,
                                           [mjGEOM_CYLINDER] = 2,
                                           [mjGEOM_BOX] = 3};
  ASSERT(type >= 0 && type < mjNGEOMTYPES);  // validated by comp_checkKinds
  if (type == mjGEOM_PLANE) {
    if (size[2] > 0) return true;
    comp_error(c, e,
               "size: the third number of a plane is %.6g; it is the spacing of its grid lines and "
               "must be "
               "positive, for example size=\"0 0 1\" for an infinite plane",
               size[2]);
    return false;
  }
  for (int i = 0; i < needed[type]; i++) {
    if (size[i] > 0) continue;
    comp_error(c, e, "size: a %s needs %d positive number%s, number %d is %.6g", typeName[type],
               needed[type], needed[type] > 1 ? "s" : "", i + 1, size[i]);
    return false;
  }
  return true;
}

// ---- bounds

static double boundingRadius(int type, const double s[3]) {
  switch (type) {
    case mjGEOM_SPHERE:
      return s[0];
    case mjGEOM_CAPSULE:
      return s[0] + s[1];
    case mjGEOM_CYLINDER:
      return sqrt(s[0] * s[0] + s[1] * s[1]);
    case mjGEOM_ELLIPSOID:
      return larger(larger(s[0], s[1]), s[2]);
    case mjGEOM_BOX:
      return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    default:
      return 0;
  }
}

// center and half sizes in the geom's frame
static void boundingBox(double aabb[6], int type, const double s[3]) {
  const double half[mjNGEOMTYPES][3] = {[mjGEOM_PLANE] = {mjMAXVAL, mjMAXVAL, mjMAXVAL / 2},
                                        [mjGEOM_SPHERE] = {s[0], s[0], s[0]},
                                        [mjGEOM_CAPSULE] = {s[0], s[0], s[0] + s[1]},
                                        [mjGEOM_ELLIPSOID] = {s[0], s[1], s[2]},
                                        [mjGEOM_CYLINDER] = {s[0], s[0], s[1]},
                                        [mjGEOM_BOX] = {s[0], s[1], s[2]}};
  ASSERT(type >= 0 && type < mjNGEOMTYPES);
  memset(aabb, 0, 6 * sizeof *aabb);
  if (type == mjGEOM_PLANE) aabb[2] = -mjMAXVAL / 2;  // the half space below it
  memcpy(aabb + 3, half[type], sizeof half[type]);
}

// ---- fluid: virtual (added) mass and inertia of the equivalent ellipsoid (Lamb's integrals by
// Gauss-Kronrod quadrature)

static double lambIntegral(double x, double y, double z) {
  static const double weight[15] = {0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236,
                                    0.09517529, 0.10221647, 0.10474107, 0.10221647, 0.09517529,
                                    0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766};
  static const double node[15] = {
      7.865151709349917e-08, 1.7347976913907274e-05, 0.0003548008144506193, 0.002846636252924549,
      0.014094260903596077,  0.053063261727396636,   0.17041978741317773,   0.5,
      1.4036301548686991,    3.9353484827022642,     11.644841677041734,    39.53187807410903,
      177.5711362220801,     1429.4772912937397,     54087.416549217705};
  static const double slope[15] = {
      5.538677720489877e-05, 0.002080868285293228, 0.016514126520723166, 0.07261900344370877,
      0.23985243401862602,   0.6868318249020725,   1.8551129519182894,   5,
      14.060031152313941,    43.28941239611009,    156.58546376397112,   747.9826085305024,
      5827.4042950027115,    116754.0197944512,    25482945.327264845};
  const double scale = sn_pow(x * x * x * y * z, 0.4);
  const double ix = 1 / (x * x), iy = 1 / (y * y), iz = 1 / (z * z);
  double sum = 0;
  for (int i = 0; i < 15; i++) {
    const double lambda = scale * node[i];
    const double fx = 1 + lambda * ix, fy = 1 + lambda * iy, fz = 1 + lambda * iz;
    sum += scale * slope[i] / (fx * sqrt(fx * fy * fz)) * weight[i];
  }
  return sum * ix;
}

// virtual inertia about an axis from the other two semi-axes and their integrals
static double virtualInertia(double volume, double a, double b, double ka, double kb) {
  const double diff = a * a - b * b;
  const double den = fabs(2 * diff + (a * a + b * b) * (ka - kb));
  return volume * (diff * diff * fabs(kb - ka) / larger(RIGID_EPS, den)) / 5;
}

static void fluidCoefficients(comp_Geom* geom, const mjsGeom* given) {
  memset(geom->fluid, 0, sizeof geom->fluid);
  if (!(given->fluid_ellipsoid > 0)) return;
  const double* s = geom->size;
  double d[3] = {s[0], s[1], s[2]};
  if (geom->type == mjGEOM_SPHERE) d[1] = d[2] = s[0];
  if (geom->type == mjGEOM_CAPSULE) d[1] = s[0], d[2] = s[1] + s[0];
  if (geom->type == mjGEOM_CYLINDER) d[1] = s[0], d[2] = s[1];
  const double volume = 4.0 / 3.0 * mjPI * d[0] * d[1] * d[2];
  const double k[3] = {lambIntegral(d[0], d[1], d[2]), lambIntegral(d[1], d[2], d[0]),
                       lambIntegral(d[2], d[0], d[1])};
  geom->fluid[0] = 1;
  for (int i = 0; i < 5; i++) geom->fluid[1 + i] = given->fluid_coefs[i];
  for (int i = 0; i < 3; i++) {
    const int a = (i + 1) % 3, b = (i + 2) % 3;
    geom->fluid[6 + i] = volume * k[i] / larger(RIGID_EPS, 2 - k[i]);
    geom->fluid[9 + i] = virtualInertia(volume, d[a], d[b], k[a], k[b]);
  }
}

// ---- mass

// mass of a geom whose body infers its inertia from geoms
static bool geomMass(comp_Compile* c, comp_Geom* geom, const mjsGeom* given) {
  if (given->mass < 0 || given->density < 0) {
    comp_error(c, geom->e, "%s: %.6g is negative; it must be 0 or more",
               given->mass < 0 ? "mass" : "density",
               given->mass < 0 ? given->mass : given->density);
    return false;
  }
  const mjsCompiler* compiler = geom->e->compiler;
  const comp_Body* body = &c->body[geom->body];
  ASSERT(geom->body < c->size.nbody);
  const bool inRange = given->group >= compiler->inertiagrouprange[0] &&
                       given->group <= compiler->inertiagrouprange[1];
  const bool fromGeoms =
      !body->explicitInertia || body->e->compiler->inertiafromgeom == mjINERTIAFROMGEOM_TRUE;
  geom->mass = 0;
  if (geom->body && inRange && fromGeoms) {
    const bool shell = given->typeinertia == mjINERTIA_SHELL;
    const double volume = comp_geomVolume(geom, shell);
    if (isnan(given->mass)) {  // odd: mass of a class
      geom->mass = given->density * volume;
    } else if (given->mass > 0 && volume > RIGID_EPS) {  // odd: mass without volume
      geom->mass = given->mass;
    }
    comp_geomInertia(geom, shell);
  }
  return true;
}

static bool checkType(comp_Compile* c, const comp_Geom* geom, const mjsGeom* given) {
  const comp_Body* weld = &c->body[c->body[geom->body].weld];
  if (given->type == mjGEOM_PLANE && c->body[geom->body].weld != 0 && weld->mocap < 0) {
    comp_error(
        c, geom->e,
        "type: a plane can only belong to the world, a static body or a mocap body; this body "
        "moves. Use a thin box");
    return false;
  }
  if (given->condim != 1 && given->condim != 3 && given->condim != 4 && given->condim != 6) {
    comp_error(c, geom->e, "condim: %d is not possible; it must be 1, 3, 4 or 6", given->condim);
    return false;
  }
  return true;
}

bool comp_geom(comp_Compile* c, comp_Geom* geom) {
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  double fpos[3], fquat[4];
  geom->type = given->type;
  geom->data = -1;
  memcpy(geom->pos, given->pos, sizeof geom->pos);
  memcpy(geom->size, given->size, sizeof geom->size);
  memcpy(geom->surfacevel, given->surfacevel, sizeof geom->surfacevel);
  if (!checkType(c, geom, given)) return false;
  if (!isnan(given->fromto[0])) {
    memcpy(geom->quat, given->quat, sizeof geom->quat);
    if (!comp_fromto(c, geom->e, geom->type, given->fromto, geom->pos, geom->quat, geom->size))
      return false;
  } else if (!comp_resolveQuat(c, geom->e, given->quat, &given->alt, geom->quat)) {
    return false;
  }
  if (!comp_geomMesh(c, geom)) return false;
  if (!comp_checkSize(c, geom->e, geom->type, geom->size)) return false;
  if (!comp_framePose(c, geom->e, fpos, fquat)) return false;
  if (geom->e->frame) rigid_applyFrame(geom->pos, geom->quat, fpos, fquat);
  geom->rbound = boundingRadius(geom->type, geom->size);
  boundingBox(geom->aabb, geom->type, geom->size);
  if (geom->type >= mjGEOM_MESH) comp_boundMesh(geom);
  if (!comp_geomHField(c, geom)) return false;
  fluidCoefficients(geom, given);
  return geomMass(c, geom, given);
}
