// Precomputed structure of the constraints that a model can have: sparsity patterns, bodies and
// pairs of geoms for contacts and Jacobian rows in SIMD lanes. Built once, outside of steps; the
// same for all lane widths and for all models of one structure. It points into the model. Values in
// which worlds may differ are stored apart from it.
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

// parameters of a constraint in a model
typedef struct {
  mjtNum diag[2];  // approximate diagonal of J M^-1 J'; [1]: of the rotational rows of a weld
  imp_Law law;
  mjtNum R;  // of friction loss, which has no residual
} lane_Numbers;

typedef struct {
  int number;           // index of its parameters: items first, then touches, then sticky ones
  int shape, type, id;  // as in con_Block; id of a contact: index of its pair of geoms
  int nefc, nbase;
  int ncol;  // columns that can be nonzero: ncol dofs in ascending order,
  const int* col;
  uint64_t columns;  // the same as a bit set; zero in models with more dofs than bits
  int tree[2];       // as in lane_Block
  int first, nread;  // dofs that a product with a dense row reads: whole groups of four
  // two bodies
  int body[2];
  int n[2];           // dofs that move a body; for a contact those that move only this body
  const int* dof[2];  // these dofs
  int at[2];          // contacts: first column of a body's dofs
  int common, split;  // others: columns of both bodies, end of the rest of the lower chain
  bool lower;         // the lower chain, which comes first, is that of body 1
} lane_Item;

typedef struct {
  lane_Pairs pairs;
  int nitem;
  lane_Item* item;    // all but contacts, in row order; friction loss of all dofs and tendons
  lane_Item* touch;   // one for each pair of geoms; nefc 0: it has no rows
  lane_Item* sticky;  // the same for an adhesive pair beyond its margin
  int* col;
  int ncol, roomCol;
  int mostRows;   // upper bound of rows, all together
  int mostTerms;  // upper bound of the entries of a tendon or joint row
} lane_Plan;

// features of the model that contacts and rows in lanes do not support, as text; NULL: none. Forces
// that read contacts (adhesion) are checked by module step.
const char* lane_planObstacle(const mjModel* m);
// NULL: there is an obstacle, or out of memory
lane_Plan* lane_planMake(const mjModel* m);
void lane_planDelete(lane_Plan* plan);

// parameters of a constraint in a model with the structure of the plan's; those of a contact follow
// from the parameters of its pair
lane_Numbers lane_itemNumbers(const mjModel* m, const lane_Item* item);
lane_Numbers lane_touchNumbers(const mjModel* m, const lane_Item* item,
                               const contact_Params* params);

// of a constraint other than a contact, or of a contact
imp_Law imp_lawOf(const mjModel* m, int type, int id, const contact_Params* contact);

#endif
