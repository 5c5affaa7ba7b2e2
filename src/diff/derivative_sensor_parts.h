// Sensor Jacobian, one column at a time: the effect of one input on all bodies, and the table of
// sensor types. A change of position q_j displaces all that comes after the group of dof j rigidly
// by S_j (diff/derivatives.h), with its points, axes and wrenches; what remains of the changes of
// velocity and acceleration without this rigid displacement,
//   rate = dv_b - S_j x v_b = Sd_j              by v_j: S_j
//   bare = da_b - S_j x a_b = Sdd_j + Sd_j x v_b + W_b(dqacc)
//                                               by v_j: Sd_j + So_j + S_j x v_b + W_b(dqacc)
// is the same for everything on the body.
#ifndef SINEW_DIFF_DERIVATIVE_SENSOR_PARTS_H_
#define SINEW_DIFF_DERIVATIVE_SENSOR_PARTS_H_

#include "diff/derivative_sensor.h"
#include "step/sensor_parts.h"

typedef enum { COLUMN_Q, COLUMN_V, COLUMN_ACT, COLUMN_CTRL } column_Input;

// sums over bodies that some sensors need
enum {
  COLUMN_ACC = 1,       // bare
  COLUMN_COM = 2,       // com
  COLUMN_MOMENTUM = 4,  // momentum
  COLUMN_WRENCH = 8,    // wrench
};

typedef struct {
  const mjModel* m;
  mjData* d;  // only its scratch is changed
  const diff_Sensors* s;
  int parts;  // bits of the sums that are computed
  // at the point
  mjtNum* bodyMomentum;  // (nbody x 6) momentum I v
  mjtNum*
      subtreeMomentum;  // (nbody x 6) subtree sums of it, about the reference point of each body
  mjtNum* bodyForce;    // (nbody x 6) I a + v x* I v
  // the column
  column_Input input;
  int index;
  mjtNum shift[6], rate[6];  // of the bodies that the input moves
  mjtByte* moved;            // (nbody) moved by the position or velocity
  mjtNum* bare;              // (nbody x 6)
  mjtNum* com;               // (nbody x 3) change of subtree_com
  mjtNum* momentum;          // (nbody x 6) change of subtreeMomentum, reference points held
  mjtNum* wrench;            // (nbody x 6) change of cfrc_int, reference points held
} column_Column;

// allocates scratch, and caches what columns need of the point; false if scratch is short
bool column_open(column_Column* c, const mjModel* m, mjData* d, const diff_Sensors* s, int parts);
void column_set(column_Column* c, column_Input input, int index);

// ---- bodies

// displacement of a body, zero if it stays
const mjtNum* column_shift(const column_Column* c, int body);
// displacement of a point of a body
void column_point(const column_Column* c, int body, const mjtNum point[3], mjtNum res[3]);
// change of the velocity of a body
void column_velocity(const column_Column* c, int body, mjtNum res[6]);
// change of its acceleration
void column_acceleration(const column_Column* c, int body, mjtNum res[6]);

// ---- inputs

// the column in a matrix: row i is at [i * *stride]; NULL: all zero
const mjtNum* column_of(const column_Column* c, const diff_Matrix* mat, int* stride);
mjtNum column_entry(const column_Column* c, const diff_Matrix* mat, int row);
// how a contact moves: its point, its frame (an axis e changes by turn x e), its distance
typedef struct {
  mjtNum point[3], turn[3], dist;
} column_Touch;
column_Touch column_contact(const column_Column* c, int contact);
// change of the force of a contact in its frame
void column_contactForce(const column_Column* c, int contact, mjtNum res[6]);
// wrench -= change of external wrenches: xfrc_applied, contacts, connects and welds
void column_subExternal(const column_Column* c);

// ---- sensor types

// res (sensor_dim) is zero on entry
typedef void (*column_Slope)(const column_Column* c, int sensor, mjtNum* res);

typedef struct {
  column_Slope slope;  // NULL: zero, or by finite differences
  int parts;           // bits of sums
  unsigned inputs;     // bits of diff_SensorInput
  bool differences;    // finite differences of the sensor alone, by positions
} column_Kind;

// row of the table; NULL if the type is invalid
const column_Kind* column_kind(int type);
// value k of a sensor is at its cutoff, so its derivative is zero
bool column_isCut(const mjModel* m, const mjData* d, int sensor, int k);
// columns of q of sensors that are differentiated by finite differences; false if scratch is short
bool column_differences(const mjModel* m, mjData* d, const diff_Sensors* s);
// tendons have armature: then the kinetic energy is differentiated by finite differences
bool column_armedTendons(const mjModel* m);

#define COLUMN_SLOPE(name) void name(const column_Column* c, int i, mjtNum* res)

// derivative_sensor_object.c
COLUMN_SLOPE(column_framePos);
COLUMN_SLOPE(column_frameQuat);
COLUMN_SLOPE(column_frameXAxis);
COLUMN_SLOPE(column_frameYAxis);
COLUMN_SLOPE(column_frameZAxis);
COLUMN_SLOPE(column_frameLinVel);
COLUMN_SLOPE(column_frameAngVel);
COLUMN_SLOPE(column_frameLinAcc);
COLUMN_SLOPE(column_frameAngAcc);
COLUMN_SLOPE(column_accelerometer);
COLUMN_SLOPE(column_velocimeter);
COLUMN_SLOPE(column_gyro);
COLUMN_SLOPE(column_magnetometer);
COLUMN_SLOPE(column_force);
COLUMN_SLOPE(column_torque);
COLUMN_SLOPE(column_camProjection);
// derivative_sensor_contact.c
COLUMN_SLOPE(column_touch);
COLUMN_SLOPE(column_contactSensor);
// derivative_sensor_energy.c
COLUMN_SLOPE(column_potential);
COLUMN_SLOPE(column_kinetic);

#endif
