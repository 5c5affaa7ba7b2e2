// Collision detection of LANE_W worlds at once. A contact is a slot: a point of a pair of geoms
// that some lane has. The contacts that a lane has stand in the order that they have in its world.
// Included by lane-generic files.
#ifndef SINEW_COLLIDE_LANE_COLLIDE_H_
#define SINEW_COLLIDE_LANE_COLLIDE_H_

#include "collide/lane_pairs.h"
#include "collide/lane_points.h"
#include "model/lane_data.h"

#if LANE_W > 1

typedef struct {
  int pair;  // of lane_Pairs: its parameters
  mask has;  // lanes that have it; numbers of others are finite or not, and mean nothing
  real dist, pos[3], frame[9];
} lane_Contact;

// numbers of a pair (lane_PairNumbers)
typedef struct {
  real limit, apart, includemargin, adhesion, friction[5];
} lane_PairPrm;

typedef struct {
  int ncon, most;
  lane_Contact* contact;
  real (*ball)[4];    // (nball of the pairs) balls around bodies: center, radius
  real (*center)[3];  // (ngeom) of boxes around geoms
  uint8_t* axis;      // (npair) that showed the boxes apart: 0 to 2 of the first, 3 to 5
  real* reach;        // (npair)
  lane_PairPrm* prm;  // (npair)
  bool edited;        // models of lanes are not as they were compiled
  // for what is done lane by lane
  separation_Cache cache[LANE_W];  // of the worlds, kept from step to step; none at first
  lane_Point* point;               // (mjMAXCONPAIR)
  mjData* alone;                   // poses of geoms of one lane, and scratch
} lane_Contacts;

// room for the contacts of a model; NULL: memory is short. Numbers of pairs are put later
lane_Contacts* LANE(lane_contactsMake)(const mjModel* m, const lane_Pairs* pairs);
void LANE(lane_contactsDelete)(lane_Contacts* contacts);
// numbers of a pair in one lane
void LANE(lane_putPair)(lane_Contacts* contacts, int pair, int lane,
                        const lane_PairNumbers* numbers);

// geom_xpos, geom_xmat -> contacts; false: there is no room for them
bool LANE(collide_lanes)(const lane_Model* m, lane_Data* d, const lane_Pairs* pairs,
                         lane_Contacts* contacts);

#endif

#endif
