// Actuator shortcuts (presets) of MJCF: position servo, muscle, DC motor, ... as settings of gain,
// bias and activation dynamics. Each function starts from the actuator as it is (a new one, or a
// copy of its default class) and sets only the members that belong to its type. NULL pointers: not
// given. Functions return NULL, or an error message.
#ifndef SINEW_SPEC_ACTUATOR_KINDS_H_
#define SINEW_SPEC_ACTUATOR_KINDS_H_

#include <sinew/spec.h>

typedef enum {
  ACT_GENERAL,
  ACT_MOTOR,
  ACT_POSITION,
  ACT_VELOCITY,
  ACT_INTVELOCITY,
  ACT_ORIENTATION,
  ACT_PID,
  ACT_DAMPER,
  ACT_CYLINDER,
  ACT_MUSCLE,
  ACT_ADHESION,
  ACT_DCMOTOR,
  ACT_NKIND
} act_Kind;

// parameters of all types together; NaN: not given
typedef struct {
  double kp, kv, dampratio;
  double timeconst[2];
  double ki, imax, slewmax;
  double area, diameter, bias[3];
  double tausmooth, range[2], force, scale, lmin, lmax, vmax, fpmax, fvmax;
  double gain;
  double motorconst[2];  // torque and voltage constant
  double resistance;
  double nominal[3];     // voltage, stall torque, no-load speed
  double saturation[3];  // torque, current, rate of current
  double inductance[2];  // inductance, electrical time constant
  double cogging[3];     // amplitude, periodicity, phase
  double controller[6];  // kp, ki, kd, slew rate, bound of the integral, voltage
  double thermal[6];     // resistance, capacity, time constant, coefficient, reference and ambient
                         // temperature
  double
      lugre[5];  // stiffness and damping of bristles, Coulomb and static friction, Stribeck speed
} act_Params;

void act_clearParams(act_Params* params);
// applies a preset; missing parameters are taken from the actuator where the preset allows it
const char* act_set(act_Kind kind, mjsActuator* actuator, const act_Params* params);

const char* act_setMotor(mjsActuator* actuator);
const char* act_setPosition(mjsActuator* actuator, double kp, const double* kv,
                            const double* dampratio, const double* timeconst, double inheritrange);
const char* act_setIntVelocity(mjsActuator* actuator, double kp, const double* kv,
                               const double* dampratio, const double* timeconst,
                               double inheritrange);
const char* act_setVelocity(mjsActuator* actuator, double kv);
const char* act_setOrientation(mjsActuator* actuator, double kp, const double* kv,
                               const double* dampratio);
const char* act_setPID(mjsActuator* actuator, double kp, const double* kv, const double* dampratio,
                       const double* ki, const double* imax, const double* slewmax,
                       double inheritrange);
// negative kv: not given
const char* act_setDamper(mjsActuator* actuator, double kv);
// negative diameter: not given; NaN area and timeconst: unchanged
const char* act_setCylinder(mjsActuator* actuator, double timeconst, const double* bias,
                            double area, double diameter);
// negative values or NaN: not given
const char* act_setMuscle(mjsActuator* actuator, const double timeconst[2], double tausmooth,
                          const double range[2], double force, double scale, double lmin,
                          double lmax, double vmax, double fpmax, double fvmax);
const char* act_setAdhesion(mjsActuator* actuator, double gain);
// NULL, or NaN in a vector: not given, which means 0
const char* act_setDCMotor(mjsActuator* actuator, const double motorconst[2], double resistance,
                           const double nominal[3], const double saturation[3],
                           const double inductance[2], const double cogging[3],
                           const double controller[6], const double thermal[6],
                           const double lugre[5]);

#endif
