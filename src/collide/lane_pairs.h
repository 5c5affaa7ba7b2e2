// Pairs of geoms that can ever collide, as a model fixes them: the plan of collision detection in
// lanes. Meshes have cells of directions (support_table.h), so that who changes meshes makes it
// anew. Pairs stand in the order in which collide_all has their contacts: by the bodies, pairs that
// the model lists before the others of their bodies. Numbers that worlds may differ in (margins,
// sizes, friction) stand apart from it.
#ifndef SINEW_COLLIDE_LANE_PAIRS_H_
#define SINEW_COLLIDE_LANE_PAIRS_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "collide/contact.h"
#include "collide/separation_cache.h"
#include "collide/support_table.h"

// how the points of a pair are found
typedef enum {
  LANE_ALONE,  // by the function of one world, lane after lane
  LANE_PLANE_SPHERE,
  LANE_PLANE_CAPSULE,
  LANE_PLANE_CYLINDER,
  LANE_PLANE_BOX,
  LANE_SPHERES,
  LANE_SPHERE_CAPSULE,
  LANE_SPHERE_BOX,
  LANE_CAPSULES,
} lane_Kind;

// what proves that the geoms are far from each other
typedef enum { LANE_NEVER_FAR, LANE_FAR_BALLS, LANE_FAR_PLANE } lane_Far;

// what all pairs are asked comes first, in one line of the cache
typedef struct {
  int kind;            // lane_Kind
  int geom[2];         // the lower type first
  int far;             // lane_Far
  mjtNum slack;        // overlap that is certain
  bool opens, closes;  // first and last pair of two bodies that the sweep has a say in
  bool tells;          // distances are true
  bool floor;          // the box around the second is compared with the plane
  bool boxes;          // boxes around the geoms are compared before they are
  int body[2];         // of the geoms
  int listed;          // explicit pair of the model, -1: none
  int dim;             // of its contacts
  bool sticks;         // it is adhesive
  const supportTable_Hull* hull[2];  // of meshes, else NULL
  bool searched;                     // in the trees of the bodies, which part geoms that just touch
  mjtNum rounding;                   // of the boxes of these: overlap that is certain
  bool bounded;  // a body is looked for by bounds of its tree, which the model has fixed
} lane_Pair;

// what a model says of a pair
typedef struct {
  mjtNum reach;  // balls: square of the distance; plane: the height
  mjtNum limit;  // margin + gap
  mjtNum apart;  // boxes around the geoms by more than that: they are far
  contact_Params params;
} lane_PairNumbers;

// consecutive pairs of two bodies that are far if balls around the bodies are: of the plan's model
typedef struct {
  int first, end;  // pairs
  int ball[2];
  mjtNum limit;   // the largest of the pairs
  int row, nrow;  // its rows, in order
} lane_Run;

// consecutive pairs of a run with one first geom, which are far if it is far from a body's ball
typedef struct {
  int first, end;  // pairs
  int geom, ball;
  mjtNum reach;  // radius of the geom and the largest limit of the pairs
} lane_Row;

// a ball around the geoms of a body, in its frame
typedef struct {
  int body;
  mjtNum center[3], radius;
} lane_Ball;

typedef struct {
  int npair, most;  // most: points of all pairs
  int nmesh;
  lane_Pair* pair;
  int nrun, nrow, nball;
  lane_Run* run;  // in the order of their pairs
  lane_Row* row;
  lane_Ball* ball;
  int nseparation;          // pairs of which a hint is kept (separation_cache.h)
  int nbox, *box;           // geoms whose boxes are asked for
  supportTable_Hull* hull;  // (nmesh) cells of the meshes that collide, side 0: none
} lane_Pairs;

// what of the model's collisions lanes cannot do, in words; NULL: nothing
const char* lane_pairsObstacle(const mjModel* m);
// false: memory is short
bool lane_pairsMake(lane_Pairs* pairs, const mjModel* m);
void lane_pairsFree(lane_Pairs* pairs);
// numbers of a pair in a model with the structure of the plan's; false: with such numbers a plan
// would be another
bool lane_pairNumbers(const mjModel* m, const lane_Pair* pair, lane_PairNumbers* numbers);

// ---- one lane: of d the poses of geoms are read, and scratch is taken from it

// points of a pair that are nearer than limit; hints: of the world
int lane_alonePoints(const mjModel* m, mjData* d, const lane_Pair* pair, separation_Cache cache,
                     mjtNum limit, mjPreContact point[mjMAXCONPAIR]);
// the search of the trees comes to a pair whose geoms overlap so
bool lane_aloneReached(const mjModel* m, const mjData* d, const lane_Pair* pair, mjtNum depth);
// a bounded pair is certainly looked at, though numbers of the model were edited after its trees
// were made
bool lane_aloneFound(const mjModel* m, const mjData* d, const lane_Pair* pair);
// the sweep that orders contacts has a pair of bodies
bool lane_aloneSwept(const mjModel* m, const mjData* d, int body1, int body2);

#endif
