// Public API of editable models: actuator presets (mjs_setToPosition, mjs_setToMuscle, ...). The
// settings of gain, bias and dynamics are those of the MJCF shortcuts (actuator_kinds.h); this file
// adds the calling convention of the API.
#include <sinew/api.h>

#include "base/args.h"
#include "spec/actuator_kinds.h"

// returned if a required pointer is NULL, after an error message
static const char missing[] = "an argument is NULL";

// "" means no error
static const char* answer(const char* wrong) { return wrong ? wrong : ""; }

const char* mjs_setToMotor(mjsActuator* actuator) {
  ARGS_NEED_OR(missing, actuator);
  return answer(act_setMotor(actuator));
}

const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                              double timeconst[1], double inheritrange) {
  ARGS_NEED_OR(missing, actuator);
  return answer(act_setPosition(actuator, kp, kv, dampratio, timeconst, inheritrange));
}

const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1],
                                 double dampratio[1], double timeconst[1], double inheritrange) {
  ARGS_NEED_OR(missing, actuator);
  return answer(act_setIntVelocity(actuator, kp, kv, dampratio, timeconst, inheritrange));
}

const char* mjs_setToVelocity(mjsActuator* actuator, double kv) {
  ARGS_NEED_OR(missing, actuator);
  return answer(act_setVelocity(actuator, kv));
}

const char* mjs_setToOrientation(mjsActuator* actuator, double kp, double kv[1],
                                 double dampratio[1], int ctrlspec) {
  ARGS_NEED_OR(missing, actuator);
  actuator->ctrlspec = ctrlspec;
  return answer(act_setOrientation(actuator, kp, kv, dampratio));
}

const char* mjs_setToPID(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                         double ki[1], double imax[1], double slewmax[1], double inheritrange,
                         int ctrlspec) {
  ARGS_NEED_OR(missing, actuator);
  actuator->ctrlspec = ctrlspec;
  return answer(act_setPID(actuator, kp, kv, dampratio, ki, imax, slewmax, inheritrange));
}

const char* mjs_setToDamper(mjsActuator* actuator, double kv) {
  ARGS_NEED_OR(missing, actuator);
  if (kv < 0) return "kv: a negative value; it must be 0 or more";
  return answer(act_setDamper(actuator, kv));
}

const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias, double area,
                              double diameter) {
  ARGS_NEED_OR(missing, actuator);
  const double first[3] = {bias, __builtin_nan(""), __builtin_nan("")};
  return answer(act_setCylinder(actuator, timeconst, first, area, diameter));
}

const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth,
                            double range[2], double force, double scale, double lmin, double lmax,
                            double vmax, double fpmax, double fvmax) {
  ARGS_NEED_OR(missing, actuator, timeconst, range);
  return answer(act_setMuscle(actuator, timeconst, tausmooth, range, force, scale, lmin, lmax, vmax,
                              fpmax, fvmax));
}

const char* mjs_setToAdhesion(mjsActuator* actuator, double gain) {
  ARGS_NEED_OR(missing, actuator);
  return answer(act_setAdhesion(actuator, gain));
}

const char* mjs_setToDCMotor(mjsActuator* actuator, double motorconst[2], double resistance,
                             double nominal[3], double saturation[3], double inductance[2],
                             double cogging[3], double controller[6], double thermal[6],
                             double lugre[5], int ctrlspec) {
  ARGS_NEED_OR(missing, actuator);
  actuator->ctrlspec = ctrlspec;
  return answer(act_setDCMotor(actuator, motorconst, resistance, nominal, saturation, inductance,
                               cogging, controller, thermal, lugre));
}
