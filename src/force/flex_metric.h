// Implicit metric of flexes (implicit integration of elasticity): with implicit integration,
// conjugate gradients and pyramids their stiffness K joins the inertia in the acceleration without
// constraints, in the solver and in inverse dynamics: M + K in place of M, and qfrc_smooth + efm_c
// in place of qfrc_smooth. K = (h^2 + h damping) (bending + stretching + cells) + h^2 k j j' of
// passive contacts.
#ifndef SINEW_FORCE_FLEX_METRIC_H_
#define SINEW_FORCE_FLEX_METRIC_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// ---- constants (flex_metric0.c)

// inertia and bending of sheets at qpos0 -> efm0_*; false: out of memory, or the arrays do not fit
bool metric_setConstant(mjModel* m);

// ---- stages

// whether options and flexes need it
bool metric_isWanted(const mjModel* m);
// frames, flexvert_xpos, M -> efm_active, efm_K_*, efm_dofid, efm_L, flexelem_krot
void metric_update(const mjModel* m, mjData* d);
// qvel -> efm_c
void metric_shift(const mjModel* m, mjData* d);
// it is in use, and its arrays are there
static inline bool metric_isActive(const mjData* d) { return d->efm_active && d->efm_c; }

// ---- use, while it is active

// res += K vec
void metric_addMul(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec);
// preconditioner: vec = P^-1 vec, P near M + K
void metric_precondition(const mjModel* m, mjData* d, mjtNum* vec);
// qacc = (M + K)^-1 (qfrc_smooth + efm_c)
void metric_accelerate(const mjModel* m, mjData* d, mjtNum* qacc);

// ---- parts

// which flexes have which stiffness
typedef struct {
  bool stretch, bend, cells;
} metric_Parts;
metric_Parts metric_partsOf(const mjModel* m, int flex);
// the cells of a flex are in the matrix: its nodes slide, or are fixed
bool metric_areCellsInMatrix(const mjModel* m, int flex);

// flex_stiffness.c: matrix-free products res += scale K vec of one flex; turned: bending in the
// frames of bodies, as its forces have it
void stiff_bend(const mjModel* m, mjData* d, int flex, mjtNum scale, bool turned, mjtNum* res,
                const mjtNum* vec);
void stiff_stretch(const mjModel* m, mjData* d, int flex, mjtNum scale, mjtNum* res,
                   const mjtNum* vec);
void stiff_cells(const mjModel* m, mjData* d, int flex, mjtNum scale, mjtNum* res,
                 const mjtNum* vec);
// geometric stiffness of one element: for each local edge the tension by the changes of squared
// edge lengths, at least 0
void stiff_tensions(const mjModel* m, const mjData* d, int flex, int elem, mjtNum tension[6]);

#endif
