// Parameter derivatives (gradients for system identification): derivatives of a step with respect
// to values of the model (sinew/extra.h, sn_parameterDerivatives). A parameter p changes forces and
// inertia at fixed q, v and qacc by
//   G = d(qfrc_smooth + J'f - M qacc)/dp,    E = (dM/dp)(qacc - acc) + h (dD/dp) acc,
// and the next state as in diff/transition.c:
//   H dqacc = G,   (M - h D) dacc = M dqacc + E,   dv' = h dacc,   dq' = h dv'
// A table lists the arrays of the model with analytic formulas of G and E; everything else is
// differentiated by finite differences of steps.
#ifndef SINEW_DIFF_PARAMETER_H_
#define SINEW_DIFF_PARAMETER_H_

#include <sinew/extra.h>

#include "constraint/constraint.h"
#include "diff/derivative_pass.h"
#include "diff/linearization_point.h"

// sn_parameterDerivatives, for parameters that exist
int parameter_derivatives(const mjModel* m, mjData* d, const sn_Parameter* parameter, int n,
                          mjtNum* P);

// ---- analytic formulas

// the linearization point at its solution
typedef struct {
  const mjModel* m;
  mjData* d;
  diff_Work w;  // qacc, acc, motion of bodies, driven, lifted
  con_Rows rows;
  const mjtNum* jar;    // (nefc) J qacc - aref
  const mjtNum* u;      // (nu + 1) controls within their limits
  pass_Motion side[2];  // at qvel - acc and qvel + acc; vel is NULL where D has no bias
  mjtNum* copy;         // buffer for a copy of an array of actuators
} parameter_Point;

enum { PARAMETER_COPY = mjNGAIN };  // values per actuator in it, as many as mjNBIAS

// a column, zero before; E is NULL where the integrator's acceleration is qacc
typedef struct {
  mjtNum *G, *E;  // (nv)
} parameter_Column;

typedef void parameter_Write(const parameter_Point* p, int index, const parameter_Column* col);

parameter_Write parameter_mass, parameter_inertia, parameter_ipos, parameter_gravcomp;
parameter_Write parameter_armature;
parameter_Write parameter_stiffness, parameter_stiffnessPoly, parameter_springRef;
parameter_Write parameter_damping, parameter_dampingPoly, parameter_frictionloss;
parameter_Write parameter_tendonStiffness, parameter_tendonStiffnessPoly, parameter_tendonRef;
parameter_Write parameter_tendonDamping, parameter_tendonDampingPoly, parameter_tendonFrictionloss;
parameter_Write parameter_gain, parameter_bias, parameter_gear;
parameter_Write parameter_friction, parameter_pairFriction;

// whether the formulas support an index
bool parameter_coversInertia(const mjModel* m, int index);
bool parameter_coversMass(const mjModel* m, int index);
bool parameter_coversIpos(const mjModel* m, int index);
bool parameter_coversFrictionloss(const mjModel* m, int index);
bool parameter_coversTendonFrictionloss(const mjModel* m, int index);
bool parameter_coversGain(const mjModel* m, int index);
bool parameter_coversBias(const mjModel* m, int index);
bool parameter_coversGear(const mjModel* m, int index);

// ---- parts

// what depends on a mass, inertia or armature: change of dof_M0 (nv) of simple dofs and of
// body_subtreemass (nbody) by the parameter
void parameter_follow(const mjModel* m, const mjData* d, const sn_Parameter* parameter,
                      mjtNum* dof_M0, mjtNum* subtreemass);
// E += h change (row row') acc, with the sparsity of the integrator's matrix: only between dofs of
// one branch
void parameter_addOuter(const parameter_Point* p, mjtNum* E, const int* col, const mjtNum* row,
                        int n, mjtNum change);

// ---- finite differences

// offset of the array of a field in mjModel, and the sizes of the array and of its rows
typedef struct {
  size_t offset;
  size_t n, cols;
} parameter_Array;

parameter_Array parameter_arrayOf(const mjModel* m, int field);
static inline mjtNum** parameter_array(const mjModel* m, size_t offset) {
  return (mjtNum**)((char*)m + offset);
}

// number of scratch values that a column of a field needs
size_t parameter_roomOf(const mjModel* m, int field);
// column of P (ncol columns) by finite differences of steps, whose solver starts from qacc `warm`
// (nv); false if scratch is short
bool parameter_difference(linpoint_Point* at, const sn_Parameter* parameter, const mjtNum* warm,
                          mjtNum* scratch, mjtNum* P, int ncol);

#endif
