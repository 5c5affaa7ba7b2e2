// Constraint rows of one world: the stages that make them, products with their Jacobian, options.
// What a constraint is stands in constraint/block.h, what it costs in constraint/cost.h.
#ifndef SINEW_CONSTRAINT_CONSTRAINT_H_
#define SINEW_CONSTRAINT_CONSTRAINT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "constraint/block.h"
#include "constraint/cost.h"

// the rows that con_make left in the arena, with the numbers that they have in mjData
con_Rows con_rows(const mjData* d);

// ---- stages

// contacts, frames, tendons, qpos -> rows: efc_J, pos, margin, frictionloss, diagA, KBIP, R, D, ...
// Places efc_vel, aref, b, state and force too; state and force are 0.
// What does not fit is dropped as a whole with a warning: the step runs unconstrained.
void con_make(const mjModel* m, mjData* d);
// no rows; contacts stay
void con_forget(mjData* d);
// efc_Y, exact diagonal, efc_AR, as far as the options need them
void con_project(const mjModel* m, mjData* d);
// qvel -> efc_vel, efc_aref
void con_reference(const mjModel* m, mjData* d);
// of all rows: efc_state, efc_force, qfrc_constraint, *cost unless NULL, contact.H if cones
void con_update(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum* cost, bool cones);

// ---- products; vectors over dofs are those of mjData, over rows those of the list

// res[nefc] = J vec[nv]
void con_mulJac(const con_Rows* rows, mjtNum* res, const mjtNum* vec);
// res[nv] += J' vec[nefc], row after row
void con_addJacT(const con_Rows* rows, mjtNum* res, const mjtNum* vec);

// where the rows of a block in efc_J are read: dense ones in groups of four dofs from dof adr on,
// and up to dof adr + num
void con_setRange(con_Block* block, const int* col, int adr, int num, bool sparse);
// pyramids: rows of the edges from base rows, res[2k-2], res[2k-1] = base[0] +- friction[k-1]
// base[k]
void con_expandBase(const mjData* d, const con_Block* block, mjtNum* res, const mjtNum* base);

// ---- options

bool con_isPyramidal(const mjModel* m);
bool con_isSparse(const mjModel* m);
bool con_isDual(const mjModel* m);

#endif
