// Collision detection of one world: frames of geoms -> contact list.
// A narrow-phase function has the signature of mjfCollision: it gets geoms g1, g2 with type(g1) <=
// type(g2) and a distance threshold (margin + gap), writes at most the table's number of contact
// points to con, and returns how many. `tangent` of a point is zero unless the function suggests
// one.
#ifndef SINEW_COLLIDE_COLLIDE_H_
#define SINEW_COLLIDE_COLLIDE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "base/assert.h"

// ---- all contacts of a state

// geom_x* , model -> contact, ncon; clears the arena first
void collide_all(const mjModel* m, mjData* d);
// contact frame: rows 1 and 2 = tangents orthogonal to the normal in row 0, from the given tangent
// or, if it is zero, from a rule
void collide_frame(mjtNum frame[9], const mjtNum normal[3], const mjtNum tangent[3]);

// ---- narrow phase

#define COLLIDE_PAIR(name)                                                                         \
  int collide_##name(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2, mjtNum margin)

// closed form (plane_pairs.c, sphere_pairs.c, capsule_pairs.c, capsule_box.c, box_box.c)
COLLIDE_PAIR(planeSphere);
COLLIDE_PAIR(planeCapsule);
COLLIDE_PAIR(planeCylinder);
COLLIDE_PAIR(planeBox);
COLLIDE_PAIR(sphereSphere);
COLLIDE_PAIR(sphereCapsule);
COLLIDE_PAIR(sphereCylinder);
COLLIDE_PAIR(sphereBox);
COLLIDE_PAIR(capsuleCapsule);
COLLIDE_PAIR(capsuleBox);
COLLIDE_PAIR(boxBox);
// by support functions (plane_convex.c, convex.c, hfield_convex.c)
COLLIDE_PAIR(planeConvex);
COLLIDE_PAIR(convexConvex);
COLLIDE_PAIR(hfieldConvex);
// by signed distances (sdf_pairs.c); the second geom is a field
COLLIDE_PAIR(sdfPair);
COLLIDE_PAIR(sdfMesh);

#undef COLLIDE_PAIR

// the initial values of mjCOLLISIONFUNC
extern const mjfCollision collide_builtinTable[mjNGEOMTYPES][mjNGEOMTYPES];

static inline mjfCollision collide_builtin(int type1, int type2) {
  ASSERT_FULL(type1 >= 0 && type1 < mjNGEOMTYPES && type2 >= 0 && type2 < mjNGEOMTYPES);
  return collide_builtinTable[type1][type2];
}

// the same table by type, for code that exists once (cmake/copies.cmake)
const mjfCollision* collide_builtins(void);

// the built-in functions -> mjCOLLISIONFUNC
void collide_fillUserTable(void);

// largest number of points of a pair of geom types; 0: never collides
int collide_most(const mjModel* m, int type1, int type2, bool hasMargin);

#endif
