// Contacts, rows and solve of LANE_W worlds as stages of a step. Included by lane-generic files.
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
// false: there are none
bool LANE(step_solved)(const lane_Data* d, lane_Solved* solved);

// gives a lane data what contacts and rows of the model need; nothing if it can have none. False if
// memory is short
bool LANE(step_makeConstraints)(const mjModel* m, lane_Data* d);
void LANE(step_freeConstraints)(lane_Data* d);
// eq_active (neq) of a world into a lane
void LANE(step_putActive)(const mjModel* m, lane_Data* d, int lane, const mjtBool* active);
// numbers of contacts and rows by the model of a lane (lane_putModel); false: with such numbers the
// lane has constraints that were not planned, and its world must be stepped alone
bool LANE(step_putPlan)(lane_Data* d, int lane);

// pairs of which a world may keep cache to save work, and where it does; they change no result
int LANE(step_separations)(const lane_Data* d);
void LANE(step_putSeparations)(lane_Data* d, int lane, separation_Cache cache);

// ---- stages

// frames, velocities -> contacts and rows
void LANE(step_rows)(const lane_Model* m, lane_Data* d);
// rows, smooth dynamics -> qacc, qfrc_constraint
void LANE(step_solve)(const lane_Model* m, lane_Data* d);
// constraints that a lane has had in this step, and iterations since this was asked last
step_Signature LANE(step_signature)(lane_Data* d, int lane);
// lanes that the stages of this step could not do: the one-world path must
mask LANE(step_undone)(const lane_Data* d);

#endif

#endif
