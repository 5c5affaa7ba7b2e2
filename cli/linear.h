// What `sinew linearize` finds out about a step near a state: x' = A x + B u, y = C x + D u; its
// modes, and what controls reach and sensors see.
#ifndef SINEW_CLI_LINEAR_H_
#define SINEW_CLI_LINEAR_H_

#include <complex.h>
#include <stdbool.h>

#include <sinew/extra.h>
#include <sinew/sinew.h>

#include "base/text.h"

enum { LINEAR_A, LINEAR_B, LINEAR_C, LINEAR_D, LINEAR_NMATRIX };
enum { LINEAR_NAME = 300, LINEAR_NAMED = 3 };
extern const char linear_letter[];       // of the matrices
extern const char* const linear_mode[];  // names of sn_DiffMode

typedef struct {
  const mjModel* m;
  int n, nu, ny;  // numbers of the state (2 nv + na), of controls and of sensors
  double h;
  int asked, used;  // sn_DiffMode
  mjtNum* matrix[LINEAR_NMATRIX];
} linear_System;

// eigenvalues of A that are equal or conjugate
typedef struct {
  double complex z;         // the one with imag >= 0
  double complex rate;      // log(z) / h
  int count;                // how many they are
  int state[LINEAR_NAMED];  // that move most in it, the most first: dofs, then nv + activations
  int nstate;
} linear_Mode;

// modes, those that grow fastest first
typedef struct {
  linear_Mode* mode;
  int n;
  int growing, neutral;  // eigenvalues with |z| above 1, and those within linear_margin of it
} linear_Modes;

// the part of the state that controls reach (A, B) or sensors see (A, C)
typedef struct {
  int rank;
  linear_Modes left;  // modes that are not in it
  double* share;      // of each state in what is left: 0 to 1
} linear_Part;

// matrices at the state of d; false after a message
bool linear_make(linear_System* system, const mjModel* m, mjData* d, int mode);
void linear_free(linear_System* system);
int linear_rows(const linear_System* system, int matrix);
int linear_columns(const linear_System* system, int matrix);
// |z| closer to 1 than this counts as 1, by the accuracy of the derivatives
double linear_margin(const linear_System* system);

// false: memory is short or the eigenvalues are not found. named: modes that get their states
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
// states with the greatest shares in what is left, the greatest first, `most` of them; their number
int linear_leftStates(const linear_System* system, const linear_Part* part, int* state, int most);

// frequency in Hz, damping ratio, and time in which a mode grows or decays by e
double linear_frequency(const linear_Mode* mode);
double linear_damping(const linear_Mode* mode);
double linear_timeConstant(const linear_Mode* mode);

// the report as JSON (linear_json.c)
typedef struct {
  const char *model, *key;  // key NULL: none
  const linear_System* system;
  const linear_Modes* modes;
  const linear_Part *controls, *sensors;  // NULL: there are none
  double velocity, acceleration;          // largest of qvel and of qacc
} linear_Report;
void linear_json(text_Text* out, const linear_Report* report);

#endif
