// Builds the constraint rows (Jacobian, impedance, reference acceleration) of LANE_W worlds at once
// in SIMD lanes, from a plan and contacts. Included by lane-generic files.
#ifndef SINEW_CONSTRAINT_LANE_MAKE_H_
#define SINEW_CONSTRAINT_LANE_MAKE_H_

#include "collide/lane_collide.h"
#include "constraint/impedance.h"
#include "constraint/lane_plan.h"
#include "constraint/lane_rows.h"

#if LANE_W > 1

// parameters of a constraint (lane_Numbers)
typedef struct {
  imp_Curve curve;
  real K, B, friction, diag[2], R;
} lane_Law;

// where the rows of a contact are
typedef struct {
  int block;  // -1: it has no rows
  mask has;   // lanes that have it; in other lanes the block may hold other contacts
} lane_Touch;

// buffers for the rows of a model, and which equalities are active
typedef struct {
  int nblock, mostBlocks, nefc, mostRows, ne, nf;
  lane_Block* block;
  mask* has;
  real* J;  // zero except in the columns of blocks
  real *D, *R, *aref, *frictionloss, *mu, *friction;
  real* base;  // (6 x nv) base Jacobian of a block
  real* term;  // entries of a row before duplicate columns are merged
  int* termCol;
  lane_Touch* touch;  // of each contact
  int* col;           // columns of blocks that several contacts share
  int ncol, mostCol;
  mask* active;   // (neq)
  lane_Law* law;  // by lane_Item.number
} lane_Make;

// NULL: out of memory. Equalities are active as in the model; parameters are set later
lane_Make* LANE(lane_makeMake)(const mjModel* m, const lane_Plan* plan);
void LANE(lane_makeDelete)(lane_Make* make);
// sets the parameters from the model of one lane; false: the plan does not fit that model
bool LANE(lane_putPlan)(lane_Make* make, lane_Contacts* contacts, const lane_Plan* plan, int lane,
                        const mjModel* one);
// eq_active of one world into a lane
void LANE(lane_putActive)(const mjModel* m, lane_Make* make, int lane, const mjData* world);

// contacts, frames, tendons, qpos, qvel, cvel, cdof_dot -> rows with all their values, aref
// included; false: the capacity is exceeded
bool LANE(rows_lanes)(const lane_Model* m, const lane_Data* d, const lane_Plan* plan,
                      const lane_Contacts* contacts, lane_Make* make, lane_Rows* rows);

#endif

#endif
