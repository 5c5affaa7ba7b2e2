// The constraints that a model can have, as it fixes them: the plan of contacts and rows in lanes.
// Made once, outside of steps, and the same for all widths and for all models of one structure. It
// points into the model. Numbers that worlds may differ in stand apart from it.
#ifndef SINEW_CONSTRAINT_LANE_PLAN_H_
#define SINEW_CONSTRAINT_LANE_PLAN_H_

#include "collide/lane_pairs.h"
#include "constraint/block.h"

// stiffness, damping and impedance of a constraint
typedef struct {
  mjtNum K, B;
  mjtNum friction;  // B of the friction rows of an elliptic contact
  mjtNum curve[5];  // imp_Curve
} imp_Law;

// what a model says of a constraint
typedef struct {
  mjtNum diag[2];  // approximate diagonal of J M^-1 J'; [1]: of the rows of a weld that turn
  imp_Law law;
  mjtNum R;  // of friction loss, which has no residual
} lane_Numbers;

typedef struct {
  int number;           // place of its numbers: items first, then touches, then sticky ones
  int shape, type, id;  // as in con_Block; of a contact the number of its pair
  int nefc, nbase;
  int ncol;  // columns that can be other than zero: ncol dofs in ascending order,
  const int* col;
  uint64_t columns;  // the same as bits, zero in models with more dofs than bits
  int tree[2];       // as in lane_Block
  int first, nread;  // dofs that a product with a dense row reads: whole groups of four
  // two bodies
  int body[2];
  int n[2];           // dofs that move a body, of a contact those that move it alone
  const int* dof[2];  // they
  int at[2];          // contacts: first column of a body's dofs
  int common, split;  // others: columns of both bodies, end of those of the first that follows them
  bool lower;         // it is body 1
} lane_Item;

typedef struct {
  lane_Pairs pairs;
  int nitem;
  lane_Item* item;    // all but contacts, in the order of rows; friction loss of all dofs, tendons
  lane_Item* touch;   // of a pair of geoms; nefc 0: it has no rows
  lane_Item* sticky;  // the same of an adhesive pair beyond its margin
  int* col;
  int ncol, roomCol;
  int mostRows;   // of all of them together
  int mostTerms;  // entries of a row of tendons or joints
} lane_Plan;

// what the model has that contacts and rows in lanes cannot do, in words; NULL: nothing. Forces
// that read contacts (adhesion) are the concern of steps.
const char* lane_planObstacle(const mjModel* m);
// NULL: there is an obstacle, or memory is short
lane_Plan* lane_planMake(const mjModel* m);
void lane_planDelete(lane_Plan* plan);

// numbers of a constraint in a model with the structure of the plan's; of a contact by the
// parameters of its pair
lane_Numbers lane_itemNumbers(const mjModel* m, const lane_Item* item);
lane_Numbers lane_touchNumbers(const mjModel* m, const lane_Item* item,
                               const contact_Params* params);

// of a constraint that is none or one of a contact
imp_Law imp_lawOf(const mjModel* m, int type, int id, const contact_Params* contact);

#endif
