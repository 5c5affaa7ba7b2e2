// Rigid body dynamics on kinematic trees, lane-generic: forward kinematics, centers of mass, mass
// matrix (composite rigid body algorithm, CRB) and its sparse factorization, velocities, recursive
// Newton-Euler (RNE), energy, Jacobians, object velocities, integration on the configuration
// manifold. Shapes as in mjData; each comment is the data flow. Nothing here sets the flags of lazy
// evaluation (flg_energypos ...): the API and the pipeline do. c-quantities (cinert, cdof, cvel,
// ...) of a body refer to the center of mass of its kinematic tree.
#ifndef SINEW_DYN_DYN_H_
#define SINEW_DYN_DYN_H_

#include "model/lane_data.h"

// ---- position

// qpos, mocap -> xpos, xquat, xmat, xanchor, xaxis, xipos, ximat, geom_x*, site_x*
void LANE(dyn_kinematics)(const lane_Model* m, lane_Data* d);
// its parts: the world; all that is in awake ranges; bodies only, without geoms and sites
void LANE(dyn_worldPose)(lane_Data* d);
void LANE(dyn_poseRanges)(const lane_Model* m, lane_Data* d, range_List ranges);
#if LANE_W > 1
// poses of geoms that the step skipped (lane_Data)
void LANE(dyn_skippedGeoms)(const lane_Model* m, lane_Data* d);
#endif
void LANE(dyn_bodyPoses)(const lane_Model* m, lane_Data* d, range_List ranges);
// frames -> subtree_com, cinert, cdof
void LANE(dyn_comPos)(const lane_Model* m, lane_Data* d);
// its parts: frames -> subtree_com, and cinert of the world; -> cinert, cdof of awake ranges
void LANE(dyn_subtreeCom)(const lane_Model* m, lane_Data* d);
void LANE(dyn_comRanges)(const lane_Model* m, lane_Data* d, range_List ranges);
// frames, subtree_com -> cam_x*, light_x*
void LANE(dyn_camlight)(const lane_Model* m, lane_Data* d);

// ---- mass matrix

// cinert, cdof -> crb, M (without the armature of tendons)
void LANE(dyn_crb)(const lane_Model* m, lane_Data* d);
// the same for awake ranges, which do not contain the world
void LANE(dyn_crbRanges)(const lane_Model* m, lane_Data* d, range_List ranges);
// the armature of tendons: ten_J -> M
void LANE(dyn_tendonArmature)(const lane_Model* m, lane_Data* d);
// both: cinert, cdof, ten_J -> crb, M
void LANE(dyn_makeM)(const lane_Model* m, lane_Data* d);
// M -> qLD, qLDiagInv
void LANE(dyn_factorM)(const lane_Model* m, lane_Data* d);
void LANE(dyn_factorRanges)(const lane_Model* m, lane_Data* d, range_List ranges);
// Sparse factorization M = L' D L in place, in M's pattern: nC values, diagonal inverses nv; rows
// of the awake ranges
void LANE(dyn_factor)(const lane_Model* m, range_List ranges, real* qLD, real* qLDiagInv);
// x = M^-1 x in place for n vectors of nv values
void LANE(dyn_solve)(const lane_Model* m, real* x, const real* qLD, const real* qLDiagInv, int n);
// the same for one vector and the dofs of awake ranges
void LANE(dyn_solveRanges)(const lane_Model* m, range_List ranges, real* x, const real* qLD,
                           const real* qLDiagInv);
// x = D^(-1/2) L^(-T) y for n vectors of nv values; sqrtInvD = sqrt(1/D)
void LANE(dyn_solve2)(const lane_Model* m, const lane_Data* d, real* x, const real* y,
                      const real* sqrtInvD, int n);
// res = M vec
void LANE(dyn_mulM)(const lane_Model* m, const lane_Data* d, real* res, const real* vec);
// res = D^(1/2) L vec
void LANE(dyn_mulM2)(const lane_Model* m, const lane_Data* d, real* res, const real* vec);

// ---- velocity and force

// qvel, cdof -> cvel, cdof_dot
void LANE(dyn_comVel)(const lane_Model* m, lane_Data* d);
// the same for what is in awake ranges; the world's cvel is zero before
void LANE(dyn_velocityRanges)(const lane_Model* m, lane_Data* d, range_List ranges);
// Recursive Newton-Euler: result[nv] = bias forces, plus M qacc (without armature) if flg_acc;
// untouched where trees sleep, zero if scratch memory is short
void LANE(dyn_rne)(const lane_Model* m, lane_Data* d, int flg_acc, real* result);
void LANE(dyn_rneRanges)(const lane_Model* m, lane_Data* d, range_List ranges, int flg_acc,
                         real* result);
// qacc, cvel, xfrc_applied -> cacc, cfrc_ext, cfrc_int; forces of constraints are not included
void LANE(dyn_rnePost)(const lane_Model* m, lane_Data* d);
// its parts: xfrc_applied -> cfrc_ext; qacc, cvel, cfrc_ext -> cacc, cfrc_int
void LANE(dyn_applied)(const lane_Model* m, lane_Data* d);
void LANE(dyn_bodyForces)(const lane_Model* m, lane_Data* d);
// cvel -> subtree_linvel, subtree_angmom
void LANE(dyn_subtreeVel)(const lane_Model* m, lane_Data* d);
// xipos, qpos, ten_length -> energy[0]
void LANE(dyn_energyPos)(const lane_Model* m, lane_Data* d);
// qvel, M -> energy[1]
void LANE(dyn_energyVel)(const lane_Model* m, lane_Data* d);

// ---- Jacobians, dense 3 x nv; either of jacp and jacr may be NULL

// of a point (world coordinates) fixed to a body
void LANE(dyn_jac)(const lane_Model* m, const lane_Data* d, real* jacp, real* jacr,
                   const real point[3], int body);
// time derivative of the same
void LANE(dyn_jacDot)(const lane_Model* m, const lane_Data* d, real* jacp, real* jacr,
                      const real point[3], int body);
// of the center of mass of a subtree
void LANE(dyn_jacSubtreeCom)(const lane_Model* m, const lane_Data* d, real* jacp, int body);
// angular momentum of a subtree about its center of mass = res qvel
void LANE(dyn_angmomMat)(const lane_Model* m, const lane_Data* d, real* res, int body);
// qfrc += jacp' force + jacr' torque; torque may be NULL
void LANE(dyn_applyFT)(const lane_Model* m, const lane_Data* d, const real force[3],
                       const real torque[3], const real point[3], int body, real* qfrc);

// ---- objects: mjOBJ_BODY (inertial frame), XBODY, GEOM, SITE, CAMERA

// velocity (rotation, translation) at the object's center, in world or local axes; false: no such
// type
bool LANE(dyn_objectVelocity)(const lane_Model* m, const lane_Data* d, int objtype, int objid,
                              real res[6], int flg_local);
// the same for acceleration, from cacc
bool LANE(dyn_objectAcceleration)(const lane_Model* m, const lane_Data* d, int objtype, int objid,
                                  real res[6], int flg_local);

// ---- configurations

// qpos <- qpos + qvel dt
void LANE(dyn_integratePos)(const lane_Model* m, real* qpos, const real* qvel, double dt);
// the same for the joints of awake ranges
void LANE(dyn_integrateRanges)(const lane_Model* m, range_List ranges, real* qpos, const real* qvel,
                               real dt);
// qvel with qpos1 + qvel dt = qpos2
void LANE(dyn_differentiatePos)(const lane_Model* m, real* qvel, double dt, const real* qpos1,
                                const real* qpos2);
// normalizes the quaternions of ball and free joints
void LANE(dyn_normalizeQuat)(const lane_Model* m, real* qpos);

#endif
