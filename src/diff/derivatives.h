// Analytic derivatives of the forces on dofs (rigid body dynamics in generalized coordinates),
// lane-generic: types and parts. All derivatives are at one state, with accelerations qacc;
// positions move in the tangent space, as in mj_integratePos.
//
// Spatial vectors are those of mjData (cdof, cvel, cinert): world axes, about the center of mass of
// the tree, which is held fixed: forces on dofs do not depend on it. S_j is the axis of dof j
// (cdof). A move of dof j displaces all that comes after its group rigidly by S_j. Groups: a hinge,
// a slide, each translation of a free joint, the three rotations of a ball or free joint. v-, v+
// and a- are velocity and acceleration before and after the group, W(w) of a body is the sum of S_l
// w_l over its chain, W- the same before the group. Then, for bodies b that dof j moves,
//   Sd_j = v- x S_j    So_j = v+ x S_j    Sdd_j = a- x S_j + v- x Sd_j
//   by q_j: dS_i   = S_j x S_i                      (i after the group of j, or in it)
//           dW_b   = W- x S_j + S_j x W_b
//           dv_b   = Sd_j + S_j x v_b
//           da_b   = Sdd_j + S_j x a_b + Sd_j x v_b
//   by v_j: dv_b   = S_j,   da_b = Sd_j + So_j + S_j x v_b
// (Featherstone, Rigid Body Dynamics Algorithms; Carpentier and Mansard 2018.)
#ifndef SINEW_DIFF_DERIVATIVES_H_
#define SINEW_DIFF_DERIVATIVES_H_

#include "model/lane_data.h"
#include "model/warning.h"

// derivative of values in rows (dofs, or activations) with respect to all inputs; each may be NULL
typedef struct {
  real *q, *v, *act;  // (nv), (nv), (na) columns, rows `stride` apart
  real* ctrl;         // (nu) columns, rows `cstride` apart
  int stride, cstride;
} diff_Matrix;

// terms that tests leave out one at a time, to verify that each is needed (diff_Work.without)
typedef enum {
  SLOPE_WRAPPOINT = 1 << 0,    // the tangent point of a tendon slips along the geom
  SLOPE_REGULARISER = 1 << 1,  // the impedance changes the regularization of a row
  SLOPE_IMPEDANCE = 1 << 2,    // the impedance changes the reference of a row
  SLOPE_FRAME = 1 << 3,        // contact frames rotate
  SLOPE_POINT = 1 << 4,        // contact points move
  SLOPE_PRODUCT = 1 << 5,      // velocity products of connects and welds, by velocity
  SLOPE_RESIDUAL = 1 << 6,     // all rows of a connect or weld share one impedance
  SLOPE_BIAS = 1 << 7,         // second derivatives of the bias force (implicit)
  SLOPE_RANK1 = 1 << 8,        // change of the integrator's matrix by tendons and actuators
  SLOPE_FLUID = 1 << 9,        // the same by the fluid
  SLOPE_INERTIA = 1 << 10,     // the same by M, where the integrator's acceleration is not qacc
  SLOPE_INPARENT = 1 << 11,    // moments of actuators in the parent's frame rotate
  SLOPE_LENGTH = 1 << 12,      // the derivative of a ball actuator's length is not its moment
  SLOPE_WIND = 1 << 13,        // wind keeps its direction when bodies rotate
  SLOPE_ADHESION = 1 << 14,    // adhesion pulls along normals that rotate
} diff_Term;

typedef struct {
  unsigned without;  // diff_Term bits; 0 except in tests
  bool unapplied;    // leaves xfrc_applied out: it is part of the result of inverse dynamics
  const real* qacc;  // (nv) acceleration of the constrained system
  const real* acc;   // (nv) that of the integrator; used if E is given
  // Rows are dofs. G = d(qfrc_smooth + qfrc_constraint - M qacc) at fixed qacc.
  // E = (dM)(qacc - acc) + h (dD) acc, where the integrator solves (M - h D) acc = M qacc; all
  // pointers are NULL where acc = qacc.
  diff_Matrix G, E;
  diff_Matrix next;  // rows are activations: those of the next step

  // ---- motion, by diff_motion
  real* vel;      // (nbody x 6) v_b: cvel
  real* dot;      // (nv x 6)    Sd_j: cdof_dot
  real* both;     // (nv x 6)    Sd_j + So_j
  real* dotdot;   // (nv x 6)    Sdd_j
  real* turning;  // (nv x 6)    W-(qacc) x S_j
  real* cacc;     // (nbody x 6) acceleration with gravity: the world's is (0, -gravity)
  real* motion;   // (nbody x 6) W(qacc)

  // ---- wrenches (torque about the reference point of the tree, force) on bodies (nbody x 6), for
  // their effect on row i when S_i turns; diff_rne reads them last
  real* pull;    // of all forces except those below
  real* drive;   // of actuators
  real* lift;    // of gravity compensation
  real* driven;  // (nv) 1 where a change of qfrc_actuator reaches the dof, 0 where it is limited
  real* lifted;  // (nv) 1 where a change of gravity compensation does
  // fluid: forces that move with the body, and their derivative by its velocity
  real* fluid;       // (nbody x 6), NULL: none
  real* fluidSlope;  // (nbody x 36) row-major

  // ---- tendons
  real* tension;  // (ntendon) of the constraints on the tendon
  real* tenA;     // (nJten) d(ten_J qacc)/dq at fixed qacc, in the pattern of ten_J
  real* tenV;     // (nJten) d(ten_J qvel)/dq at fixed qvel
} diff_Work;

// ---- motion and inertia

// allocates all arrays of w but G, E, next, qacc, acc; zero where parts add. False if scratch is
// short
bool LANE(diff_open)(const lane_Model* m, lane_Data* d, diff_Work* w);
// qacc, qvel, cdof -> vel, dot, both, dotdot, turning, cacc, motion
void LANE(diff_motion)(const lane_Model* m, const lane_Data* d, diff_Work* w);
// G -= d(bias + M qacc), and the effect of turning axes on all wrenches; call after all other parts
void LANE(diff_rne)(const lane_Model* m, lane_Data* d, diff_Work* w);

// ---- forces

// which rows qfrc_actuator and gravity compensation reach -> driven, lifted
void LANE(diff_reach)(const lane_Model* m, const lane_Data* d, diff_Work* w);
// springs and dampers of joints
void LANE(diff_joints)(const lane_Model* m, lane_Data* d, diff_Work* w);
// gravity compensation and xfrc_applied -> lift, pull
void LANE(diff_loads)(const lane_Model* m, lane_Data* d, diff_Work* w);
// fluid -> fluid, fluidSlope; everything that the fluid adds to E
void LANE(diff_fluid)(const lane_Model* m, lane_Data* d, diff_Work* w);
// -> tenA, tenV
void LANE(diff_tendonRates)(const lane_Model* m, lane_Data* d, diff_Work* w);
// springs, dampers, armature and tension of tendons
void LANE(diff_tendons)(const lane_Model* m, lane_Data* d, diff_Work* w);
// what M and, for implicit integrators, the bias force add to the integrator's matrix -> E
void LANE(diff_integrator)(const lane_Model* m, lane_Data* d, diff_Work* w);
// actuators -> G, E, next, drive
void LANE(diff_actuators)(const lane_Model* m, lane_Data* d, diff_Work* w);

// ---- helpers

// Scratch of the parts. NULL where it is short: then a warning is counted, and the caller of the
// derivatives checks it (linpoint_tellFull). Constraint rows of the point are kept, unlike with
// lane_scratch.
LANE_INLINE real* diff_scratch(lane_Data* d, int n) {
#if LANE_W == 1
  real* at = stack_num(d, (size_t)n);
  if (!at) warning_rowsFull(d);
  return at;
#else
  return lane_scratch(d, n);
#endif
}

// first dof of the group of a dof
LANE_INLINE int diff_group(const lane_Model* m, int dof) {
  const int jnt = m->dof_jntid[dof], adr = m->jnt_dofadr[jnt], type = m->jnt_type[jnt];
  if (type == mjJNT_BALL) return adr;
  return type == mjJNT_FREE && dof >= adr + 3 ? adr + 3 : dof;
}

#endif
