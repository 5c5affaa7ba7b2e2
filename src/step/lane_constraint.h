// Contacts, constraint rows and constraint solver in lanes (SIMD over LANE_W worlds) as stages of a
// step. Included by lane-generic files.
#ifndef SINEW_STEP_LANE_CONSTRAINT_H_
#define SINEW_STEP_LANE_CONSTRAINT_H_

#include "constraint/lane_make.h"
#include "model/lane_data.h"
#include "step/signature.h"

#if LANE_W > 1

// contacts, rows and forces of the last solve
typedef struct {
  const lane_Plan* plan;
  const lane_Contacts* contacts;
  const lane_Make* make;
  const lane_Rows* rows;
  const real* force;  // (nefc)
} lane_Solved;
// false: there are no rows
bool LANE(step_solved)(const lane_Data* d, lane_Solved* solved);

// Allocates what contacts and rows of the model need, if it can have any. False: out of memory
bool LANE(step_makeConstraints)(const mjModel* m, lane_Data* d);
void LANE(step_freeConstraints)(lane_Data* d);
// copies eq_active (neq) of a world into a lane
void LANE(step_putActive)(const mjModel* m, lane_Data* d, int lane, const mjtBool* active);
// Sets the parameters of contacts and rows from the model of a lane (lane_putModel). False: with
// these values the lane has constraints that were not planned, and its world must be stepped alone
bool LANE(step_putPlan)(lane_Data* d, int lane);

// number of pairs with a separation cache, and where a world keeps its own; caches change no result
int LANE(step_separations)(const lane_Data* d);
void LANE(step_putSeparations)(lane_Data* d, int lane, separation_Cache cache);

// ---- stages

// frames, velocities -> contacts and rows
void LANE(step_rows)(const lane_Model* m, lane_Data* d);
// rows, smooth dynamics -> qacc, qfrc_constraint
void LANE(step_solve)(const lane_Model* m, lane_Data* d);
// constraints of a lane in this step, and solver iterations since the last call
step_Signature LANE(step_signature)(lane_Data* d, int lane);
// lanes that the stages of this step could not compute: they need the one-world path
mask LANE(step_undone)(const lane_Data* d);

#endif

#endif
