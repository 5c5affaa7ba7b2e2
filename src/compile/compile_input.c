// Control inputs, outputs and activations of actuators: how many each actuator has, and which
// combinations of gain, bias and dynamics types are valid. Ordinary actuators have one control and
// one output; orientation servos (so3), PID controllers and DC motors select their controls by
// ctrlspec.
#include "base/assert.h"
#include "compile/compile_actuator.h"

// indices of parameters in the arrays of DC motors and PID controllers
enum { DC_KP = 4, DC_INTEGRAL = 5, DC_KD = 6, PID_INTEGRAL = 0 };  // gainprm
enum {
  DC_CURRENT = 0,
  DC_TEMPERATURE = 2,
  DC_BRISTLE = 5,
  DC_SLEW = 7,
  PID_IMAX = 0,
  PID_SLEW = 1
};  // dynprm

enum { CONTROLLER_INPUTS = mjINPUT_POS | mjINPUT_VEL | mjINPUT_FF };

static int bits(unsigned x) { return __builtin_popcount(x); }

static bool fail(comp_Compile* c, const comp_Actuator* a, const char* text) {
  comp_error(c, a->e, "%s", text);
  return false;
}

// ---- orientation servos

static bool checkOrientation(comp_Compile* c, comp_Actuator* a, const mjsActuator* data) {
  bool joint =
      a->trntype == mjTRN_JOINT && SPEC_DATA(mjsJoint, c->joint[a->trnid[0]].e)->type == mjJNT_BALL;
  if (a->ctrlspec != mjCHART_EXPMAP && a->ctrlspec != mjCHART_QUAT) {
    return fail(c, a, "input: an orientation servo takes expmap or quat");
  }
  if (data->gainprm[0] != -data->biasprm[1]) {
    return fail(c, a, "gainprm, biasprm: an orientation servo needs biasprm[1] = -gainprm[0]");
  }
  if (data->dyntype != mjDYN_NONE && data->dyntype != mjDYN_INTEGRATOR) {
    return fail(c, a, "dyntype: an orientation servo has dynamics none or integrator");
  }
  if (data->dyntype == mjDYN_INTEGRATOR && a->ctrlspec == mjCHART_QUAT) {
    return fail(c, a, "input: a quaternion cannot be integrated; use expmap, or dyntype none");
  }
  if (!joint && a->trntype != mjTRN_SITE) {
    return fail(c, a, "an orientation servo acts on a ball joint, or on a site with a refsite");
  }
  if (a->trntype == mjTRN_SITE && a->trnid[1] < 0) {
    return fail(c, a, "refsite: missing; an orientation servo on a site needs one");
  }
  if (a->forcelimited && data->forcerange[0] != 0) {
    return fail(c, a,
                "forcerange: it limits the length of a torque here; the first number must be 0");
  }
  a->trntype = mjTRN_SO3;
  a->outnum = 3;
  a->ctrlnum = a->ctrlspec == mjCHART_QUAT ? 4 : 3;
  return true;
}

static int orientationStates(const mjsActuator* data) {
  return data->dyntype == mjDYN_INTEGRATOR ? 3 : 0;
}

// ---- PID controllers

static bool checkPid(comp_Compile* c, comp_Actuator* a, const mjsActuator* data) {
  bool stateful = data->dyntype == mjDYN_PID;
  if (a->ctrlspec & ~CONTROLLER_INPUTS)
    return fail(c, a, "input: a pid takes some of pos, vel, ff");
  if (data->biastype != mjBIAS_AFFINE) return fail(c, a, "biastype: a pid needs affine");
  if (!stateful && data->dyntype != mjDYN_NONE)
    return fail(c, a, "dyntype: a pid has dynamics none or pid");
  if (!stateful && data->gainprm[PID_INTEGRAL] != 0) {
    return fail(c, a, "gainprm: an integral gain (gainprm[0]) needs dyntype pid");
  }
  if (a->trntype == mjTRN_BODY)
    return fail(c, a, "body: a pid cannot act on the contacts of a body");
  if (stateful && data->dynprm[PID_IMAX] < 0) {
    return fail(
        c, a,
        "dynprm: the bound of the integral (imax, dynprm[0]) is negative; 0 or more is needed");
  }
  if (stateful && data->dynprm[PID_SLEW] < 0) {
    return fail(c, a,
                "dynprm: the slew limit (slewmax, dynprm[1]) is negative; 0 or more is needed");
  }
  if (stateful && !(a->ctrlspec & mjINPUT_POS)) {
    return fail(c, a, "input: an integral gain or slew limit needs the input pos");
  }
  a->ctrlnum = bits((unsigned)a->ctrlspec);
  return true;
}

static int pidStates(const mjsActuator* data) {
  if (data->dyntype != mjDYN_PID) return 0;
  return (data->dynprm[PID_SLEW] > 0) + (data->gainprm[PID_INTEGRAL] > 0);
}

// ---- DC motors

static bool checkMotor(comp_Compile* c, comp_Actuator* a, const mjsActuator* data) {
  const int all = CONTROLLER_INPUTS | mjINPUT_VOLTAGE;
  bool none = a->ctrlspec == mjINPUT_NONE;
  if (!none && (a->ctrlspec & ~all)) {
    return fail(c, a, "input: a DC motor takes some of pos, vel, ff, voltage, or none");
  }
  const double* gain = data->gainprm;
  bool gains = gain[DC_KP] != 0 || gain[DC_INTEGRAL] != 0 || gain[DC_KD] != 0;
  bool controlled = a->ctrlspec & CONTROLLER_INPUTS;
  if (gains && !controlled) {
    return fail(c, a, "input: the gains of a controller need one of the inputs pos, vel, ff");
  }
  if (data->dynprm[DC_SLEW] > 0 && !controlled) {
    return fail(c, a, "input: a slew limit needs one of the inputs pos, vel, ff");
  }
  if (gain[DC_INTEGRAL] > 0 && !(a->ctrlspec & mjINPUT_POS)) {
    return fail(c, a, "input: an integral gain needs the input pos");
  }
  a->ctrlnum = none ? 0 : bits((unsigned)a->ctrlspec);
  return true;
}

static int motorStates(const mjsActuator* data) {
  const double* dyn = data->dynprm;
  return (dyn[DC_SLEW] > 0) + (data->gainprm[DC_INTEGRAL] > 0) + (dyn[DC_TEMPERATURE] > 0) +
         (dyn[DC_BRISTLE] > 0) + (dyn[DC_CURRENT] > 0);
}

// ---- gain types that select their inputs

typedef struct {
  int ctrlspec;  // default, if not given
  bool (*check)(comp_Compile* c, comp_Actuator* a,
                const mjsActuator* data);  // NULL: ordinary actuator
  int (*states)(const mjsActuator* data);  // number of activations that its parameters require
} Kind;

static const Kind kindTable[] = {
    [mjGAIN_FIXED] = {0, NULL, NULL},
    [mjGAIN_AFFINE] = {0, NULL, NULL},
    [mjGAIN_MUSCLE] = {0, NULL, NULL},
    [mjGAIN_DCMOTOR] = {mjINPUT_VOLTAGE, checkMotor, motorStates},
    [mjGAIN_SO3] = {mjCHART_EXPMAP, checkOrientation, orientationStates},
    [mjGAIN_PID] = {mjINPUT_POS | mjINPUT_VEL, checkPid, pidStates},
    [mjGAIN_USER] = {0, NULL, NULL},
};

static bool checkKinds(comp_Compile* c, const comp_Actuator* a, const mjsActuator* data) {
  if ((data->gaintype == mjGAIN_SO3) != (data->biastype == mjBIAS_SO3)) {
    return fail(c, a, "gaintype, biastype: so3 must be given for both or for none");
  }
  if (data->dyntype == mjDYN_PID && data->gaintype != mjGAIN_PID) {
    return fail(c, a, "dyntype: pid needs gaintype pid too");
  }
  if (data->dyntype == mjDYN_DCMOTOR && !data->actearly) {
    return fail(c, a, "actearly: it must be true with dyntype dcmotor");
  }
  return true;
}

// ---- activations

// number of activations: as given, or as the gain and dynamics types require
static bool setActivations(comp_Compile* c, comp_Actuator* a, const mjsActuator* data,
                           const Kind* kind) {
  int needed = data->dyntype != mjDYN_NONE && data->dyntype != mjDYN_DCMOTOR;
  if (kind->states) needed = kind->states(data);
  bool fixed = kind->states && (data->gaintype == mjGAIN_DCMOTOR || data->dyntype != mjDYN_NONE);
  a->actnum = data->actdim >= 0 ? data->actdim : needed;
  ASSERT(a->actnum >= 0);
  if (fixed && a->actnum != needed) {
    comp_error(c, a->e, "actdim: %d is given, but its parameters need %d activations; leave it out",
               a->actnum, needed);
    return false;
  }
  const bool plugin = data->plugin.active;  // has its own activations, before the native one
  bool several = plugin || data->dyntype == mjDYN_USER || data->dyntype == mjDYN_DCMOTOR ||
                 data->gaintype == mjGAIN_SO3 || data->gaintype == mjGAIN_DCMOTOR;
  if (a->actnum > 1 && !several) {  // odd: two activations of a pid
    comp_error(c, a->e,
               data->dyntype == mjDYN_PID
                   ? "ki and slewmax: each needs an activation, which makes %d; a pid can have "
                     "one, so leave one out"
                   : "actdim: %d activations; more than one needs dyntype user or dcmotor",
               a->actnum);
    return false;
  }
  if (a->actnum && data->dyntype == mjDYN_NONE && !plugin && data->gaintype != mjGAIN_SO3) {
    return fail(c, a,
                "actdim: it has activations, but dyntype is none; give a dyntype, or no actdim");
  }
  if (a->actnum == 0 && data->dyntype != mjDYN_NONE && data->dyntype != mjDYN_DCMOTOR) {
    return fail(c, a,
                "actdim: 0 activations, but dyntype is not none; a stateful actuator has some");
  }
  return true;
}

// ---- muscles

enum { RANGE0, RANGE1, FORCE, SCALE, LMIN, LMAX, VMAX, FPMAX, FVMAX };

static bool checkMuscle(comp_Compile* c, const comp_Actuator* a, const double* prm) {
  static const struct {
    int index;
    const char* what;
  } positive[] = {{SCALE, "scale"}, {VMAX, "vmax"}, {FPMAX, "fpmax"}, {FVMAX, "fvmax"}};
  if (!(prm[RANGE0] < prm[RANGE1])) {
    comp_error(c, a->e,
               "range: '%g %g' of a muscle is empty; the first number must be less than the second",
               prm[RANGE0], prm[RANGE1]);
  } else if (!(prm[LMIN] < 1 && prm[LMAX] > 1)) {
    comp_error(c, a->e, "lmin, lmax: %g and %g of a muscle; lmin < 1 < lmax is needed", prm[LMIN],
               prm[LMAX]);
  }
  for (int i = 0; i < (int)(sizeof positive / sizeof *positive); i++) {
    double x = prm[positive[i].index];
    if (!(x > 0)) comp_error(c, a->e, "%s: %g of a muscle is not positive", positive[i].what, x);
  }
  return !c->diag->failed;
}

bool comp_input(comp_Compile* c, comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  if (!checkKinds(c, a, data)) return false;
  ASSERT((size_t)data->gaintype <
         sizeof kindTable / sizeof *kindTable);  // validated by comp_checkKinds
  const Kind* kind = &kindTable[data->gaintype];
  a->ctrlspec = data->ctrlspec ? data->ctrlspec : kind->ctrlspec;
  a->ctrlnum = a->outnum = 1;
  if (kind->check) {
    if (!kind->check(c, a, data)) return false;
  } else if (data->ctrlspec) {
    return fail(c, a, "input: only orientation, pid and dcmotor actuators choose their inputs");
  }
  if (data->gaintype == mjGAIN_MUSCLE && !checkMuscle(c, a, data->gainprm)) return false;
  if (data->biastype == mjBIAS_MUSCLE && !checkMuscle(c, a, data->biasprm)) return false;
  return setActivations(c, a, data, kind);
}
