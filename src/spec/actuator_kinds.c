// Actuator shortcuts (presets) as gain, bias and activation dynamics: PD and PID servos, cylinders,
// muscles, DC motors. Formulas of the MJCF reference, sections motor to dcmotor.
#include "spec/actuator_kinds.h"

#include <string.h>

#include "base/assert.h"

static bool given(double x) { return x == x; }
static const double* pointer(const double* x) { return given(*x) ? x : NULL; }
// the given value, otherwise the fallback
static double choose(double x, double fallback) { return given(x) ? x : fallback; }

void act_clearParams(act_Params* params) {
  double* x = (double*)params;
  _Static_assert(sizeof *params % sizeof *x == 0, "numbers only");
  for (size_t i = 0; i < sizeof *params / sizeof *x; i++) x[i] = __builtin_nan("");
}

// ---- motor, position, velocity

const char* act_setMotor(mjsActuator* a) {
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_NONE;
  a->gainprm[0] = 1;
  return NULL;
}

// damping of a servo: biasprm[2] < 0 is -kv, > 0 is a damping ratio that the compiler resolves
static const char* setDamping(mjsActuator* a, const double* kv, const double* dampratio) {
  if (kv && dampratio) return "kv, dampratio: only one of them may be given";
  if (kv && *kv < 0) return "kv: a negative value; it must be 0 or more";
  if (dampratio && *dampratio < 0) return "dampratio: a negative value; it must be 0 or more";
  if (kv) a->biasprm[2] = -*kv;
  if (dampratio) a->biasprm[2] = *dampratio;
  return NULL;
}

static bool isRange(const double range[2]) { return range[0] != 0 || range[1] != 0; }

static const char* setInherit(mjsActuator* a, double inheritrange, const double range[2],
                              const char* what) {
  if (inheritrange > 0 && isRange(range)) return what;
  a->inheritrange = inheritrange;
  return NULL;
}

const char* act_setPosition(mjsActuator* a, double kp, const double* kv, const double* dampratio,
                            const double* timeconst, double inheritrange) {
  if (timeconst && *timeconst < 0) return "timeconst: a negative value; it must be 0 or more";
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  a->gainprm[0] = kp;
  a->biasprm[1] = -kp;
  if (timeconst) {
    a->dynprm[0] = *timeconst;
    a->dyntype = *timeconst > 0 ? mjDYN_FILTEREXACT : mjDYN_NONE;
  }
  const char* wrong = setDamping(a, kv, dampratio);
  if (wrong) return wrong;
  return setInherit(a, inheritrange, a->ctrlrange,
                    "ctrlrange, inheritrange: only one of them may be given");
}

// Settings that are invalid for a position servo are no error here: the types of gain and bias are
// kept, and so is the inherited range unless a control range conflicts with it.
// odd: intvelocity forgives
const char* act_setIntVelocity(mjsActuator* a, double kp, const double* kv, const double* dampratio,
                               const double* timeconst, double inheritrange) {
  a->dyntype = mjDYN_INTEGRATOR;
  a->gainprm[0] = kp;
  a->biasprm[1] = -kp;
  if (!(timeconst && *timeconst < 0) && !setDamping(a, kv, dampratio)) {
    if (timeconst) a->dynprm[0] = *timeconst;
    a->inheritrange = inheritrange;
    if (!(inheritrange > 0 && isRange(a->ctrlrange))) {
      a->gaintype = mjGAIN_FIXED;
      a->biastype = mjBIAS_AFFINE;
    }
  }
  return inheritrange > 0 && isRange(a->actrange)
             ? "actrange, inheritrange: only one of them may be given"
             : NULL;
}

const char* act_setVelocity(mjsActuator* a, double kv) {
  memset(a->biasprm, 0, sizeof a->biasprm);
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  a->gainprm[0] = kv;
  a->biasprm[2] = -kv;
  return NULL;
}

const char* act_setOrientation(mjsActuator* a, double kp, const double* kv,
                               const double* dampratio) {
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_SO3;
  a->biastype = mjBIAS_SO3;
  a->gainprm[0] = kp;
  a->biasprm[1] = -kp;
  return setDamping(a, kv, dampratio);
}

// A missing integral gain or slew rate is 0; a missing integral limit is kept.
const char* act_setPID(mjsActuator* a, double kp, const double* kv, const double* dampratio,
                       const double* ki, const double* imax, const double* slewmax,
                       double inheritrange) {
  if (slewmax && *slewmax < 0) return "slewmax: a negative value; it must be 0 or more";
  const double integral = ki ? *ki : 0, slew = slewmax ? *slewmax : 0;
  a->gaintype = mjGAIN_PID;
  a->biastype = mjBIAS_AFFINE;
  a->dyntype = integral != 0 || slew != 0 ? mjDYN_PID : mjDYN_NONE;
  a->gainprm[0] = integral;
  a->dynprm[1] = slew;
  if (integral != 0 && imax) a->dynprm[0] = *imax;
  a->biasprm[1] = -kp;
  const char* wrong = setDamping(a, kv, dampratio);
  if (wrong) return wrong;
  return setInherit(a, inheritrange, a->ctrlrange,
                    "posrange, inheritrange: only one of them may be given");
}

// ---- damper, cylinder, adhesion

const char* act_setDamper(mjsActuator* a, double kv) {
  const double inherited = a->gainprm[2];
  memset(a->gainprm, 0, sizeof a->gainprm);
  a->dyntype = mjDYN_NONE;
  a->gaintype = mjGAIN_AFFINE;
  a->biastype = mjBIAS_NONE;
  a->ctrllimited = mjLIMITED_TRUE;
  a->gainprm[2] = kv >= 0 ? -kv : inherited;
  if (a->ctrlrange[0] < 0 || a->ctrlrange[1] < 0)
    return "ctrlrange: a negative limit; a damper's are 0 or more";
  return NULL;
}

const char* act_setCylinder(mjsActuator* a, double timeconst, const double* bias, double area,
                            double diameter) {
  a->dyntype = mjDYN_FILTER;
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_AFFINE;
  if (given(timeconst)) a->dynprm[0] = timeconst;
  if (given(area)) a->gainprm[0] = area;
  if (diameter >= 0) a->gainprm[0] = mjPI / 4 * diameter * diameter;
  for (int i = 0; i < 3 && bias; i++) a->biasprm[i] = choose(bias[i], a->biasprm[i]);
  return NULL;
}

const char* act_setAdhesion(mjsActuator* a, double gain) {
  if (gain < 0) return "gain: a negative value; it must be 0 or more";
  a->gaintype = mjGAIN_FIXED;
  a->biastype = mjBIAS_NONE;
  a->gainprm[0] = gain;
  a->ctrllimited = mjLIMITED_TRUE;
  if (a->ctrlrange[0] < 0 || a->ctrlrange[1] < 0)
    return "ctrlrange: a negative limit; those of adhesion are 0 or more";
  return NULL;
}

// ---- muscle

enum { MUSCLE_NPRM = 9 };  // range(2) force scale lmin lmax vmax fpmax fvmax

const char* act_setMuscle(mjsActuator* a, const double timeconst[2], double tausmooth,
                          const double range[2], double force, double scale, double lmin,
                          double lmax, double vmax, double fpmax, double fvmax) {
  // values of a new actuator, and their replacements for a muscle
  // odd: muscle parameters by value
  static const double blank[MUSCLE_NPRM] = {1, 0, 0, 0, 0, 0, 0, 0, 0};
  static const double usual[MUSCLE_NPRM] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  const double wanted[MUSCLE_NPRM] = {range[0], range[1], force, scale, lmin,
                                      lmax,     vmax,     fpmax, fvmax};
  if (tausmooth < 0) return "tausmooth: a negative value; it must be 0 or more";
  if (a->dynprm[0] == 1) a->dynprm[0] = 0.01;
  if (a->dynprm[1] == 0) a->dynprm[1] = 0.04;
  for (int i = 0; i < 2; i++) {
    if (timeconst[i] >= 0) a->dynprm[i] = timeconst[i];
  }
  if (given(tausmooth)) a->dynprm[2] = tausmooth;
  for (int i = 0; i < MUSCLE_NPRM; i++) {
    if (a->gainprm[i] == blank[i]) a->gainprm[i] = usual[i];
    if (wanted[i] >= 0) a->gainprm[i] = wanted[i];
    a->biasprm[i] = a->gainprm[i];
  }
  a->dyntype = mjDYN_MUSCLE;
  a->gaintype = mjGAIN_MUSCLE;
  a->biastype = mjBIAS_MUSCLE;
  return NULL;
}

// ---- DC motor

// all parameters of the motor, in the order of its attributes
typedef struct {
  double torque, voltage;  // torque constant and voltage constant
  double resistance;
  double nominal[3];
  double saturation[3];
  double inductance[2];
  double cogging[3];
  double controller[6];
  double thermal[6];
  double lugre[5];
} Motor;

static void takeSome(double* dst, const double* src, int n) {
  for (int i = 0; i < n && src; i++) dst[i] = choose(src[i], dst[i]);
}

// overrides stored parameters by the given ones
static void take(Motor* m, const double motorconst[2], double resistance, const double nominal[3],
                 const double saturation[3], const double inductance[2], const double cogging[3],
                 const double controller[6], const double thermal[6], const double lugre[5]) {
  takeSome(&m->torque, motorconst, 1);
  takeSome(&m->voltage, motorconst ? motorconst + 1 : NULL, 1);
  m->resistance = choose(resistance, m->resistance);
  takeSome(m->nominal, nominal, 3);
  takeSome(m->saturation, saturation, 3);
  takeSome(m->inductance, inductance, 2);
  takeSome(m->cogging, cogging, 3);
  takeSome(m->controller, controller, 6);
  takeSome(m->thermal, thermal, 6);
  takeSome(m->lugre, lugre, 5);
}

// recovers the parameters of an actuator that is already a DC motor
static Motor existing(const mjsActuator* a) {
  Motor m;
  memset(&m, 0, sizeof m);
  if (a->gaintype != mjGAIN_DCMOTOR) return m;
  m.resistance = a->gainprm[0];
  m.torque = a->gainprm[1];
  m.thermal[3] = a->gainprm[2], m.thermal[4] = a->gainprm[3];
  for (int i = 0; i < 3; i++) m.controller[i] = a->gainprm[4 + i];
  m.controller[5] = a->gainprm[7];
  m.inductance[1] = a->dynprm[0];
  m.saturation[2] = a->dynprm[1];
  m.thermal[0] = a->dynprm[2], m.thermal[1] = a->dynprm[3], m.thermal[5] = a->dynprm[4];
  m.lugre[0] = a->dynprm[5], m.lugre[1] = a->dynprm[6];
  m.controller[3] = a->dynprm[7], m.controller[4] = a->dynprm[8];
  for (int i = 0; i < 3; i++) m.cogging[i] = a->biasprm[i], m.lugre[2 + i] = a->biasprm[3 + i];
  return m;
}

// voltage constant from nominal voltage vn, stall torque and no-load speed w, with friction b
static double voltageConstant(const Motor* m, double b) {
  const double vn = m->nominal[0], stall = m->nominal[1], w = m->nominal[2];
  if (b > 0 && m->resistance > 0) {
    const double disc = vn * vn - 4 * m->resistance * b * w * w;
    return disc > 0 ? (vn + __builtin_sqrt(disc)) / (2 * w) : vn / w;
  }
  const double less = b > 0 && stall > 0 ? vn / w - vn * b / stall : 0;
  return less > 0 ? less : vn / w;
}

// motor constant K and resistance from the given constants and nominal values
static const char* resolve(Motor* m, double friction, double* k) {
  if (m->voltage <= 0 && m->nominal[0] > 0 && m->nominal[2] > 0)
    m->voltage = voltageConstant(m, friction);
  *k = m->torque > 0 && m->voltage > 0 ? __builtin_sqrt(m->torque * m->voltage)
       : m->torque > 0                 ? m->torque
                                       : m->voltage;
  if (m->resistance == 0 && m->nominal[0] > 0 && m->nominal[1] > 0 && *k > 0) {
    m->resistance = *k * m->nominal[0] / m->nominal[1];
  }
  if (!(*k > 0))
    return "motorconst: the motor constant is not positive; give motorconst, or nominal";
  if (!(m->resistance > 0)) return "resistance: it is not positive; give resistance, or nominal";
  if (m->inductance[0] < 0 || m->inductance[1] < 0)
    return "inductance: a negative value; both numbers must be 0 or more";
  return NULL;
}

// thermal model: any two of resistance, capacity and time constant give the third
static const char* resolveThermal(Motor* m, bool* active) {
  double *r = &m->thermal[0], *c = &m->thermal[1], tau = m->thermal[2];
  *active = *r > 0 || *c > 0 || tau > 0;
  if (!*active) return NULL;
  if (*c == 0 && *r > 0 && tau > 0) *c = tau / *r;
  if (*r == 0 && *c > 0 && tau > 0) *r = tau / *c;
  if (!(*r > 0))
    return "thermal: the resistance is not positive; give two of resistance, capacity, time "
           "constant";
  if (!(*c > 0))
    return "thermal: the capacity is not positive; give two of resistance, capacity, time constant";
  return NULL;
}

static void writeThermal(mjsActuator* a, const Motor* m, bool active) {
  if (!active) return;
  a->dynprm[2] = m->thermal[0];
  a->dynprm[3] = m->thermal[1];
  a->gainprm[2] = m->thermal[3];
  a->gainprm[3] = m->thermal[4];
  a->dynprm[4] = m->thermal[5];
}

static void writeLugre(mjsActuator* a, const Motor* m) {
  if (!(m->lugre[0] > 0)) return;
  a->dynprm[5] = m->lugre[0];
  a->dynprm[6] = m->lugre[1];
  for (int i = 0; i < 3; i++) a->biasprm[3 + i] = m->lugre[2 + i];
}

static void writeMotor(mjsActuator* a, const Motor* m, double k) {
  ASSERT(m->resistance > 0 && k > 0);  // resolved
  const double te = m->inductance[0] > 0 ? m->inductance[0] / m->resistance : m->inductance[1];
  a->dyntype = mjDYN_DCMOTOR;
  a->gaintype = mjGAIN_DCMOTOR;
  a->biastype = mjBIAS_DCMOTOR;
  a->gainprm[0] = m->resistance;
  a->gainprm[1] = k;
  for (int i = 0; i < 3; i++) a->gainprm[4 + i] = m->controller[i];
  if (m->controller[5] > 0) a->gainprm[7] = m->controller[5];
  a->gainprm[8] = 0;
  a->dynprm[0] = te;
  if (m->saturation[2] > 0) a->dynprm[1] = m->saturation[2];
  a->dynprm[7] = m->controller[3];
  a->dynprm[8] = m->controller[4];
  for (int i = 0; i < 3; i++) a->biasprm[i] = m->cogging[i];
  writeLugre(a, m);
  const double most = m->saturation[0] != 0  ? m->saturation[0]
                      : m->saturation[1] > 0 ? k * m->saturation[1]
                                             : 0;
  if (most != 0) {  // a negative value makes an empty range, which the compiler rejects
    a->forcerange[0] = -most;
    a->forcerange[1] = most;
    a->forcelimited = mjLIMITED_TRUE;
  }
  a->actlimited = mjLIMITED_FALSE;
  a->actearly = true;
}

static const char* setMotorOf(mjsActuator* a, Motor* m) {
  double k;
  bool warm;
  const char* wrong = resolve(m, a->damping[0], &k);
  if (!wrong) wrong = resolveThermal(m, &warm);
  if (wrong) return wrong;
  writeMotor(a, m, k);
  writeThermal(a, m, warm);
  // one activation each for current, slew, integral, temperature and bristles
  a->actdim = (a->dynprm[0] > 0) + (m->controller[3] > 0) + (m->controller[1] > 0) + warm +
              (m->lugre[0] > 0);
  return NULL;
}

const char* act_setDCMotor(mjsActuator* a, const double motorconst[2], double resistance,
                           const double nominal[3], const double saturation[3],
                           const double inductance[2], const double cogging[3],
                           const double controller[6], const double thermal[6],
                           const double lugre[5]) {
  Motor m;
  memset(&m, 0, sizeof m);
  take(&m, motorconst, resistance, nominal, saturation, inductance, cogging, controller, thermal,
       lugre);
  return setMotorOf(a, &m);
}

// ---- by kind

static const char* setGeneral(mjsActuator* a, const act_Params* p) {
  (void)a, (void)p;
  return NULL;
}
static const char* setMotor(mjsActuator* a, const act_Params* p) {
  (void)p;
  return act_setMotor(a);
}
static const char* setPosition(mjsActuator* a, const act_Params* p) {
  return act_setPosition(a, choose(p->kp, a->gainprm[0]), pointer(&p->kv), pointer(&p->dampratio),
                         pointer(&p->timeconst[0]), a->inheritrange);
}
static const char* setIntVelocity(mjsActuator* a, const act_Params* p) {
  return act_setIntVelocity(a, choose(p->kp, a->gainprm[0]), pointer(&p->kv),
                            pointer(&p->dampratio), NULL, a->inheritrange);
}
static const char* setVelocity(mjsActuator* a, const act_Params* p) {
  return act_setVelocity(a, choose(p->kv, a->gainprm[0]));
}
static const char* setOrientation(mjsActuator* a, const act_Params* p) {
  return act_setOrientation(a, choose(p->kp, a->gainprm[0]), pointer(&p->kv),
                            pointer(&p->dampratio));
}
// integral gain, integral limit and slew rate are inherited from another pid, otherwise 0
static const char* setPID(mjsActuator* a, const act_Params* p) {
  const bool inherits = a->gaintype == mjGAIN_PID;
  const double ki = choose(p->ki, inherits ? a->gainprm[0] : 0);
  const double imax = choose(p->imax, inherits ? a->dynprm[0] : 0);
  const double slewmax = choose(p->slewmax, inherits ? a->dynprm[1] : 0);
  return act_setPID(a, choose(p->kp, -a->biasprm[1]), pointer(&p->kv), pointer(&p->dampratio), &ki,
                    &imax, &slewmax, a->inheritrange);
}
static const char* setDamper(mjsActuator* a, const act_Params* p) {
  if (p->kv < 0) return "kv: a negative value; it must be 0 or more";
  return act_setDamper(a, choose(p->kv, -1));
}
static const char* setCylinder(mjsActuator* a, const act_Params* p) {
  return act_setCylinder(a, p->timeconst[0], p->bias, p->area, p->diameter);
}
static const char* setMuscle(mjsActuator* a, const act_Params* p) {
  return act_setMuscle(a, p->timeconst, p->tausmooth, p->range, p->force, p->scale, p->lmin,
                       p->lmax, p->vmax, p->fpmax, p->fvmax);
}
static const char* setAdhesion(mjsActuator* a, const act_Params* p) {
  return act_setAdhesion(a, choose(p->gain, a->gainprm[0]));
}
// parameters that are not given are kept if the actuator is already a DC motor
static const char* setDCMotor(mjsActuator* a, const act_Params* p) {
  Motor m = existing(a);
  take(&m, p->motorconst, p->resistance, p->nominal, p->saturation, p->inductance, p->cogging,
       p->controller, p->thermal, p->lugre);
  return setMotorOf(a, &m);
}

const char* act_set(act_Kind kind, mjsActuator* actuator, const act_Params* params) {
  static const char* (*const set[ACT_NKIND])(mjsActuator*, const act_Params*) = {
      [ACT_GENERAL] = setGeneral,
      [ACT_MOTOR] = setMotor,
      [ACT_POSITION] = setPosition,
      [ACT_VELOCITY] = setVelocity,
      [ACT_INTVELOCITY] = setIntVelocity,
      [ACT_ORIENTATION] = setOrientation,
      [ACT_PID] = setPID,
      [ACT_DAMPER] = setDamper,
      [ACT_CYLINDER] = setCylinder,
      [ACT_MUSCLE] = setMuscle,
      [ACT_ADHESION] = setAdhesion,
      [ACT_DCMOTOR] = setDCMotor,
  };
  ASSERT((size_t)kind < ACT_NKIND);
  return set[kind](actuator, params);
}
