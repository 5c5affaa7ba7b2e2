// Linear system analysis of `sinew linearize`: state-space model of a step near a state: x' = A x +
// B u, y = C x + D u; its modes (eigenvalues), controllability and observability.
#ifndef SINEW_CLI_LINEAR_H_
#define SINEW_CLI_LINEAR_H_

#include <complex.h>
#include <stdbool.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

#include "base/text.h"

enum { LINEAR_A, LINEAR_B, LINEAR_C, LINEAR_D, LINEAR_NMATRIX };
enum { LINEAR_NAME = 300, LINEAR_NAMED = 3 };
extern const char linear_letter[];       // letters of the matrices
extern const char* const linear_mode[];  // names of sn_DiffMode

typedef struct {
  const mjModel* m;
  int n, nu, ny;  // dimensions: state (2 nv + na), controls and sensors
  double h;
  int asked, used;  // requested and used sn_DiffMode
  mjtNum* matrix[LINEAR_NMATRIX];
} linear_System;

// equal or conjugate eigenvalues of A
typedef struct {
  double complex z;         // the one with imag >= 0
  double complex rate;      // log(z) / h
  int count;                // multiplicity
  int state[LINEAR_NAMED];  // states that move most in it, largest first: dofs, then nv +
                            // activations
  int nstate;
} linear_Mode;

// modes, sorted by growth rate, fastest growth first
typedef struct {
  linear_Mode* mode;
  int n;
  int growing, neutral;  // numbers of eigenvalues with |z| > 1, and within linear_margin of 1
} linear_Modes;

// the controllable subspace (A, B) or the observable one (A, C)
typedef struct {
  int rank;
  linear_Modes left;  // uncontrollable or unobservable modes
  double* share;  // fraction of each state in the uncontrollable or unobservable subspace: 0 to 1
} linear_Part;

// computes the matrices at the state of d; false after a message
bool linear_make(linear_System* system, const mjModel* m, mjData* d, int mode);
void linear_free(linear_System* system);
int linear_rows(const linear_System* system, int matrix);
int linear_columns(const linear_System* system, int matrix);
// tolerance of |z| = 1, by the accuracy of the derivatives
double linear_margin(const linear_System* system);

// false: out of memory or no convergence. named: number of modes for which states are determined
bool linear_modes(const linear_System* system, linear_Modes* modes, int named);
bool linear_controllable(const linear_System* system, linear_Part* part);
bool linear_observable(const linear_System* system, linear_Part* part);
void linear_freeModes(linear_Modes* modes);
void linear_freePart(linear_Part* part);

// "qpos:hip", "qvel:root.rx", "act:biceps"; column i of A or B or row i of C
void linear_stateName(const linear_System* system, int i, char name[LINEAR_NAME]);
void linear_controlName(const linear_System* system, int i, char name[LINEAR_NAME]);
void linear_sensorName(const linear_System* system, int i, char name[LINEAR_NAME]);
// "hip", "root.rx", "biceps": a state of a mode
void linear_moverName(const linear_System* system, int i, char name[LINEAR_NAME]);
// the states with the largest shares in the rest, in decreasing order, at most `most`; returns
// their number
int linear_leftStates(const linear_System* system, const linear_Part* part, int* state, int most);

// frequency in Hz, damping ratio, and time constant in which a mode grows or decays by a factor e
double linear_frequency(const linear_Mode* mode);
double linear_damping(const linear_Mode* mode);
double linear_timeConstant(const linear_Mode* mode);

// the report, for JSON (linear_json.c)
typedef struct {
  const char *model, *key;  // key NULL: none
  const linear_System* system;
  const linear_Modes* modes;
  const linear_Part *controls, *sensors;  // NULL: none
  double velocity, acceleration;          // largest absolute value of qvel and of qacc
} linear_Report;
void linear_json(text_Text* out, const linear_Report* report);

#endif
