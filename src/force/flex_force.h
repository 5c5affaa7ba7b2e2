// Passive elastic forces of flexes (deformable bodies), one world: sheets and solids, interpolated
// grids and shells, springs and dampers of edges.
#ifndef SINEW_FORCE_FLEX_FORCE_H_
#define SINEW_FORCE_FLEX_FORCE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "model/lane_model.h"

// Name of the numeric field in <custom> by which bodies that carry vertices or nodes get the
// reaction of all elastic forces; without it, or if it is 0, forces of bending and of interpolated
// flexes are those of the reference, which omits their effect on a moving parent.
#define FLEX_REACTION "sinew_flex_reaction"

// output of the forces of a pass
typedef struct {
  bool spring, damper;        // what is enabled
  bool reaction;              // every force goes through the whole Jacobian
  mjtNum *qspring, *qdamper;  // (nv)
} flex_Sums;

// flexvert_xpos, flexedge_length, flexedge_velocity, cvel, qvel -> qfrc_spring, qfrc_damper, added
// at awake dofs
void flex_forces(const mjModel* m, mjData* d);

// ---- parts, of one flex; scratch is taken from the stack, without which nothing is added

// flex_sheet.c: triangles and tetrahedra
void flex_bend(const mjModel* m, mjData* d, int flex, const flex_Sums* sums);
void flex_stretch(const mjModel* m, mjData* d, int flex, const flex_Sums* sums);
// flex_cell.c: cells and faces of interpolated flexes
void flex_deform(const mjModel* m, mjData* d, int flex, const flex_Sums* sums);
void flex_bendShell(const mjModel* m, mjData* d, int flex, const flex_Sums* sums);

// ---- what a flex has

// whether the stiffness of stretching or of cells is there, and its first value is not zero
static inline bool flex_isStiff(const mjModel* m, int flex) {
  const int adr = m->flex_stiffnessadr[flex];
  return adr >= 0 && lane_prm(m->flex_stiffness, adr) != 0;
}
static inline bool flex_isBent(const mjModel* m, int flex) { return m->flex_bendingadr[flex] >= 0; }

// number of stiffness values: stretching of an element, bending of an edge, bending of a pair of
// shell faces
enum { FLEX_STRETCH = 21, FLEX_BEND = 17, FLEX_SHELL = 10 };

// local edges of an element of dimension dim, as pairs of its corners
static inline int flex_localEdges(int dim, const int (**edge)[2]) {
  static const int two[3][2] = {{1, 2}, {2, 0}, {0, 1}};
  static const int three[6][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};
  *edge = dim == 2 ? two : three;
  return dim == 2 ? 3 : 6;
}

// qfrc += Jp' force of a point of a body
void flex_push(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
               const mjtNum force[3], mjtNum* qfrc);

#endif
