// Contact kinematics: analytic derivatives of contact points, distances (penetration depth) and
// contact frames (normal, tangents) with respect to small rigid motions of the two bodies.
#ifndef SINEW_DIFF_CONTACT_KINEMATICS_H_
#define SINEW_DIFF_CONTACT_KINEMATICS_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// (rot1, lin1) and (rot2, lin2): small motions of the bodies of geom[0] and geom[1], as rotation
// and translation of the body's point that is at contact.pos, in world axes; rel = (rot2 - rot1,
// lin2 - lin1). If both move alike, the contact moves with them, except for the tangents, which may
// follow the world axes.
typedef struct {
  mjtNum dist[6];   // d dist    = dist . rel
  mjtNum pos[18];   // d pos     = lin1 + pos rel                                       (3 x 6)
  mjtNum turn[18];  // d frame_k = theta x frame_k, theta = base rot1 + turn rel        (3 x 6)
  mjtNum base[9];   //                                                                  (3 x 3)
  bool smooth;      // false: neighboring poses have other contacts; there is a kink
} ckin_Derivative;

// contact, geom_xpos, geom_xmat -> slope (ncon); false if scratch is short
bool ckin_derivatives(const mjModel* m, mjData* d, ckin_Derivative* slope);
// the same by finite differences of the narrow phase alone
bool ckin_differences(const mjModel* m, mjData* d, ckin_Derivative* slope);

#endif
