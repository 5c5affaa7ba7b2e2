// Constraint solver of one world: Newton, conjugate gradients (CG), projected Gauss-Seidel (PGS),
// no-slip iterations; constraint islands.
#ifndef SINEW_SOLVE_SOLVE_H_
#define SINEW_SOLVE_SOLVE_H_

#include <sinew/data.h>
#include <sinew/model.h>

// rows -> nisland, nidof, tree_island, dof_island, efc_island, maps, iefc_ copies of constants
void solve_islands(const mjModel* m, mjData* d);
// qacc_smooth, rows, qacc_warmstart -> qacc, efc_force, efc_state, qfrc_constraint, statistics
void solve_forward(const mjModel* m, mjData* d);
// inverse dynamics: qacc, rows -> efc_force, efc_state, qfrc_constraint, without iterations
void solve_inverse(const mjModel* m, mjData* d);

#endif
