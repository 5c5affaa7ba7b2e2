// Pairs of geoms that can ever collide, which the model fixes: the precomputed plan of collision
// detection in SIMD lanes. Meshes have support tables (support_table.h), so code that changes
// meshes must make the plan again. Pairs are in the order in which collide_all has their contacts:
// by bodies, explicit pairs of the model before the others of their bodies. Values that may differ
// between worlds (margins, sizes, friction) are kept separately.
#ifndef SINEW_COLLIDE_LANE_PAIRS_H_
#define SINEW_COLLIDE_LANE_PAIRS_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "collide/contact.h"
#include "collide/separation_cache.h"
#include "collide/support_table.h"

// how the contact points of a pair are computed
typedef enum {
  LANE_ALONE,  // by the function of one world, lane by lane
  LANE_PLANE_SPHERE,
  LANE_PLANE_CAPSULE,
  LANE_PLANE_CYLINDER,
  LANE_PLANE_BOX,
  LANE_SPHERES,
  LANE_SPHERE_CAPSULE,
  LANE_SPHERE_BOX,
  LANE_CAPSULES,
} lane_Kind;

// which bounding volume test culls the pair
typedef enum { LANE_NEVER_FAR, LANE_FAR_BALLS, LANE_FAR_PLANE } lane_Far;

// values that are read for all pairs come first, in one cache line
typedef struct {
  int kind;            // lane_Kind
  int geom[2];         // the lower type first
  int far;             // lane_Far
  mjtNum slack;        // solver tolerance and rounding: a larger overlap is certain
  bool opens, closes;  // first and last pair of two bodies for which the sweep decides
  bool tells;          // the narrow phase returns true distances
  bool floor;          // the bounding box of the second is compared with the plane
  bool boxes;          // bounding boxes of the geoms are compared before the narrow phase
  int body[2];         // of the geoms
  int listed;          // index of the explicit pair of the model, -1: none
  int dim;             // dimension (condim) of its contacts
  bool sticks;         // it is adhesive
  const supportTable_Hull* hull[2];  // of meshes, else NULL
  bool searched;    // in the hierarchies (BVH) of the bodies, which separate geoms that just touch
  mjtNum rounding;  // rounding of the boxes of these: a larger overlap is certain
  bool bounded;     // a body is found by bounds of its hierarchy, which the model has fixed
} lane_Pair;

// parameters of a pair in a model
typedef struct {
  mjtNum reach;  // spheres: square of the distance; plane: the height
  mjtNum limit;  // margin + gap
  mjtNum apart;  // if the bounding boxes of the geoms are farther apart, the pair is far
  contact_Params params;
} lane_PairNumbers;

// consecutive pairs of two bodies, all far if the bounding spheres of the bodies are: values of the
// plan's model
typedef struct {
  int first, end;  // pairs
  int ball[2];
  mjtNum limit;   // the largest of the pairs
  int row, nrow;  // its rows, in order
} lane_Run;

// consecutive pairs of a run with the same first geom, all far if it is far from a body's bounding
// sphere
typedef struct {
  int first, end;  // pairs
  int geom, ball;
  mjtNum reach;  // radius of the geom plus the largest limit of the pairs
} lane_Row;

// a bounding sphere of the geoms of a body, in its frame
typedef struct {
  int body;
  mjtNum center[3], radius;
} lane_Ball;

typedef struct {
  int npair, most;  // most: largest number of points of all pairs
  int nmesh;
  lane_Pair* pair;
  int nrun, nrow, nball;
  lane_Run* run;  // in the order of their pairs
  lane_Row* row;
  lane_Ball* ball;
  int nseparation;          // pairs with a cached separating axis (separation_cache.h)
  int nbox, *box;           // geoms whose bounding boxes are needed
  supportTable_Hull* hull;  // (nmesh) support tables of the meshes that collide, side 0: none
} lane_Pairs;

// text that says which collisions of the model lanes do not support; NULL: all are supported
const char* lane_pairsObstacle(const mjModel* m);
// false: out of memory
bool lane_pairsMake(lane_Pairs* pairs, const mjModel* m);
void lane_pairsFree(lane_Pairs* pairs);
// parameters of a pair in a model with the structure of the plan's; false: these values need a
// different plan
bool lane_pairNumbers(const mjModel* m, const lane_Pair* pair, lane_PairNumbers* numbers);

// ---- one lane: reads the poses of geoms in d, and takes scratch from it

// points of a pair that are nearer than limit; cache: separating axes of the world
int lane_alonePoints(const mjModel* m, mjData* d, const lane_Pair* pair, separation_Cache cache,
                     mjtNum limit, mjPreContact point[mjMAXCONPAIR]);
// true if the traversal of the hierarchies (BVH) finds a pair whose geoms overlap by depth
bool lane_aloneReached(const mjModel* m, const mjData* d, const lane_Pair* pair, mjtNum depth);
// true if a bounded pair is certainly tested, even if the model was edited after its hierarchies
// (BVH) were made
bool lane_aloneFound(const mjModel* m, const mjData* d, const lane_Pair* pair);
// true if the sweep that orders contacts finds a pair of bodies
bool lane_aloneSwept(const mjModel* m, const mjData* d, int body1, int body2);

#endif
