// Constraint rows of one world: stages that build the constraint Jacobian and its parameters,
// products with the Jacobian, options. block.h defines a constraint, cost.h computes its cost.
#ifndef SINEW_CONSTRAINT_CONSTRAINT_H_
#define SINEW_CONSTRAINT_CONSTRAINT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "constraint/block.h"
#include "constraint/cost.h"

// view of the rows that con_make left in the arena, with the row indices of mjData
con_Rows con_rows(const mjData* d);

// ---- stages

// contacts, frames, tendons, qpos -> rows: efc_J, pos, margin, frictionloss, diagA, KBIP, R, D, ...
// Allocates efc_vel, aref, b, state and force too; state and force are set to 0.
// If the arena is too small, all rows are dropped with a warning: the step runs unconstrained.
void con_make(const mjModel* m, mjData* d);
// removes all rows; contacts stay
void con_forget(mjData* d);
// computes efc_Y, the exact diagonal and efc_AR if the options need them
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

// sets which part of a block's rows in efc_J is read: dense rows in groups of four dofs, counted
// from dof adr, up to dof adr + num
void con_setRange(con_Block* block, const int* col, int adr, int num, bool sparse);
// pyramids: rows of the edges from base rows, res[2k-2], res[2k-1] = base[0] +- friction[k-1]
// base[k]
void con_expandBase(const mjData* d, const con_Block* block, mjtNum* res, const mjtNum* base);

// ---- options

bool con_isPyramidal(const mjModel* m);
bool con_isSparse(const mjModel* m);
bool con_isDual(const mjModel* m);

#endif
