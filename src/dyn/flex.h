// Kinematics of flexes (deformable bodies): vertices, bounding boxes (AABB) of elements and of the
// bounding volume hierarchy (BVH) over them, edges and shapes of vertices with their Jacobians. One
// world. Not called for models without flexes.
#ifndef SINEW_DYN_FLEX_H_
#define SINEW_DYN_FLEX_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "model/lane_model.h"

// frames, subtree_com, cdof -> flexvert_xpos, flexelem_aabb, bvh_aabb_dyn, flexedge_length,
// flexedge_J, flexvert_length, flexvert_J
void flex_update(const mjModel* m, mjData* d);
// qvel, flexedge_J -> flexedge_velocity
void flex_velocity(const mjModel* m, mjData* d);

// ---- parts

// frames -> flexvert_xpos, flexelem_aabb, bvh_aabb_dyn
void flex_place(const mjModel* m, mjData* d);
// flexvert_xpos, cdof -> flexedge_length, flexedge_J; rigid: of rigid flexes as well
void flex_edges(const mjModel* m, mjData* d, bool rigid);
// flexvert_xpos, cdof -> flexvert_length, flexvert_J
void flex_shapes(const mjModel* m, mjData* d);

// whether edges of a flex can change their lengths; whether their Jacobian is needed
static inline bool flex_hasEdges(const mjModel* m, int flex) {
  return !m->flex_rigid[flex] && !m->flex_interp[flex];
}
static inline bool flex_needsEdgeJac(const mjModel* m, int flex) {
  return m->flex_edgeequality[flex] == 1 || lane_prm(m->flex_edgestiffness, flex) != 0 ||
         lane_prm(m->flex_edgedamping, flex) != 0 || lane_prm(m->flex_damping, flex) != 0;
}
// whether a flex keeps the shapes of its vertices
static inline bool flex_hasShapes(const mjModel* m, int flex) {
  return flex_hasEdges(m, flex) && m->flex_dim[flex] == 2 && m->flex_edgeequality[flex] == 2;
}

#endif
