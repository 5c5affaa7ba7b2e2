// Contacts with static bodies in spatial form (see spatial_contact.c).
#ifndef SINEW_SOLVE_SPATIAL_CONTACT_H_
#define SINEW_SOLVE_SPATIAL_CONTACT_H_

#include "solve/hessian.h"

// chains up to this length are multiplied as they are
enum { SPAT_COLUMNS = 6 };

// whether a contact with ncol columns is treated so
bool spat_applies(const mjModel* m, const mjContact* con, int ncol);
// X (nbase x 6)
void spat_contact(const mjModel* m, const mjData* d, const mjContact* con, int nbase, mjtNum* X);

// motion (nv x 6): sum of cdof vec over a dof and its ancestors
void spat_motion(const mjModel* m, const mjData* d, const solve_Problem* p, mjtNum* motion,
                 const mjtNum* vec);
// base rows of a block
void spat_mul(const solve_Block* b, mjtNum* base, const mjtNum* motion);
// wrench (nv x 6) += X' base
void spat_addWrench(const solve_Block* b, mjtNum* wrench, const mjtNum* base);
// vec += forces of the wrenches, which are overwritten
void spat_force(const mjModel* m, const mjData* d, const solve_Problem* p, mjtNum* vec,
                mjtNum* wrench);

// += X' G X at the block's last dof; G is nbase x nbase, or its diagonal
void spat_addInertia(const solve_Block* b, const mjtNum* G, bool diagonal, hess_Matrix* h);
// composites -> entries of the Hessian
void spat_addHessian(const mjModel* m, const mjData* d, const solve_Problem* p, hess_Matrix* h);

#endif
