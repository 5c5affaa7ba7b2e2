// Matrices and solves of the implicit-in-velocity integrators (implicit, implicitfast),
// lane-generic. qDeriv, the derivatives of forces with respect to velocity, must be current.
#ifndef SINEW_STEP_IMPLICIT_H_
#define SINEW_STEP_IMPLICIT_H_

#include "model/lane_data.h"

// M - h D (nD)
void LANE(step_matrixFull)(const lane_Model* m, const lane_Data* d, real* res);
// lower triangle of M - h D in the pattern of M (nC); rows of free bodies that move alone are those
// of M
void LANE(step_matrixFast)(const lane_Model* m, const lane_Data* d, real* res);
// M - h D + h C (6 x 6) of a free body that moves alone, C the derivative of the bias force
void LANE(step_freeBlock)(const lane_Model* m, const lane_Data* d, int body, real res[36]);

// qvel, act, ctrl, M -> qDeriv and the factorization: qLU, or qH and qHDiagInv
void LANE(step_factorImplicit)(const lane_Model* m, lane_Data* d);
// qfrc_smooth, qfrc_constraint, factorization -> the acceleration of the integrator
void LANE(step_solveImplicit)(const lane_Model* m, const lane_Data* d, real* qacc);

#endif
