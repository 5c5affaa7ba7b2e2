// Collision detection of LANE_W worlds at once (SIMD over worlds). A contact is a slot: a point of
// a pair of geoms that at least one lane has. The contacts of a lane are in the order of its world.
// Included by lane-generic files.
#ifndef SINEW_COLLIDE_LANE_COLLIDE_H_
#define SINEW_COLLIDE_LANE_COLLIDE_H_

#include "collide/lane_pairs.h"
#include "collide/lane_points.h"
#include "model/lane_data.h"

#if LANE_W > 1

typedef struct {
  int pair;  // index in lane_Pairs, for its parameters
  mask has;  // mask of lanes that have it; values of other lanes may be non-finite and mean nothing
  real dist, pos[3], frame[9];
} lane_Contact;

// parameters of a pair (lane_PairNumbers)
typedef struct {
  real limit, apart, includemargin, adhesion, friction[5];
} lane_PairPrm;

typedef struct {
  int ncon, most;
  lane_Contact* contact;
  real (*ball)[4];    // (nball of the pairs) bounding spheres of bodies: center, radius
  real (*center)[3];  // (ngeom) of bounding boxes of geoms
  uint8_t* axis;      // (npair) cached separating axis of the boxes: 0 to 2 of the first, 3 to 5
  real* reach;        // (npair)
  lane_PairPrm* prm;  // (npair)
  bool edited;        // models of lanes were changed after compilation
  // for the narrow phase that is computed lane by lane
  separation_Cache cache[LANE_W];  // of the worlds, kept from step to step; initially none
  lane_Point* point;               // (mjMAXCONPAIR)
  mjData* alone;                   // poses of geoms of one lane, and scratch memory
} lane_Contacts;

// allocates contacts for a model; NULL: out of memory. Parameters of pairs are set later
lane_Contacts* LANE(lane_contactsMake)(const mjModel* m, const lane_Pairs* pairs);
void LANE(lane_contactsDelete)(lane_Contacts* contacts);
// sets the parameters of a pair in one lane
void LANE(lane_putPair)(lane_Contacts* contacts, int pair, int lane,
                        const lane_PairNumbers* numbers);

// geom_xpos, geom_xmat -> contacts; false: they do not fit
bool LANE(collide_lanes)(const lane_Model* m, lane_Data* d, const lane_Pairs* pairs,
                         lane_Contacts* contacts);

#endif

#endif
