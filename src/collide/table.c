// Dispatch table of the built-in narrow-phase functions by geom types, the lower type first, and
// the largest number of contact points of a pair.
#include <sinew/api.h>

#include "collide/builtin.h"
#include "collide/collide.h"

enum { SPHERE = mjGEOM_SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF };
_Static_assert((int)SDF == mjGEOM_SDF && mjNGEOMTYPES == mjGEOM_SDF + 1, "the order of mjtGeom");

const mjfCollision collide_builtinTable[mjNGEOMTYPES][mjNGEOMTYPES] = COLLIDE_BUILTIN;

const mjfCollision* collide_builtins(void) { return collide_builtinTable[0]; }

// largest number of points of a pair; with mjDSBL_MULTICCD the convex solver finds one only
static const signed char most[mjNGEOMTYPES][mjNGEOMTYPES] = {
    [mjGEOM_PLANE] = {0, 0, 1, 2, 1, 4, 4, 3, 3},
    [mjGEOM_HFIELD] = {0, 0, mjMAXCONPAIR, mjMAXCONPAIR, mjMAXCONPAIR, mjMAXCONPAIR, mjMAXCONPAIR,
                       mjMAXCONPAIR, 0},
    [SPHERE] = {0, 0, 1, 1, 1, 1, 1, 1, 0},
    [CAPSULE] = {0, 0, 0, 2, 1, 5, 4, 5, 0},
    [ELLIPSOID] = {0, 0, 0, 0, 1, 1, 1, 1, 0},
    [CYLINDER] = {0, 0, 0, 0, 0, 5, 5, 5, 0},
    [BOX] = {0, 0, 0, 0, 0, 0, 8, 4, 0},
    [MESH] = {0, 0, 0, 0, 0, 0, 0, 4, 0},
};

// a field has a point for each starting point
static int fieldPoints(const mjModel* m, int type) {
  const int n = m->opt.sdf_initpoints;
  return type == MESH || n > mjMAXCONPAIR ? mjMAXCONPAIR : n > 0 ? n : 0;
}

int collide_most(const mjModel* m, int type1, int type2, bool hasMargin) {
  const int low = type1 < type2 ? type1 : type2, high = type1 < type2 ? type2 : type1;
  if (low < 0 || high >= mjNGEOMTYPES) return 0;
  if (high == SDF && low >= SPHERE) return fieldPoints(m, low);
  const bool convex = collide_builtin(low, high) == collide_convexConvex;
  if (convex && (m->opt.disableflags & mjDSBL_MULTICCD)) return 1;
  const bool inflated = hasMargin || (m->opt.disableflags & mjDSBL_NATIVECCD);
  return most[low][high] + (inflated && high == MESH && low >= BOX);
}
