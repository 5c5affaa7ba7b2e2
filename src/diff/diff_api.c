// Public API of derivatives (finite differences, analytic linearization, parameter derivatives):
// validates arguments and reports errors.
#include <math.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/args.h"
#include "diff/finite.h"
#include "diff/inverse_derivative.h"
#include "diff/parameter.h"
#include "diff/transition.h"
#include "diff/transition_check.h"

static bool hasEps(mjtNum eps, const char* caller) {
  if (isfinite(eps) && eps != 0) return true;
  mju_error("%s: eps is %g; it must be a finite number other than 0, 1e-6 for example", caller,
            eps);
  return false;
}

static bool hasIntegrator(const mjModel* m, const char* caller) {
  const int i = m->opt.integrator;
  if (i == mjINT_EULER || i == mjINT_IMPLICIT || i == mjINT_IMPLICITFAST) return true;
  mju_error("%s: integrator %d is not supported%s; use Euler, implicit or implicitfast", caller, i,
            i == mjINT_RK4 ? " (RK4)" : "");
  return false;
}

// finite differences of steps support every integrator
static bool canStep(const mjModel* m, const char* caller) {
  const int i = m->opt.integrator;
  if (i >= mjINT_EULER && i <= mjINT_IMPLICITFAST) return true;
  mju_error("%s: there is no integrator %d; mjtIntegrator has 0 to %d", caller, i,
            mjINT_IMPLICITFAST);
  return false;
}

static bool hasMode(int mode, const char* caller) {
  if (mode >= 0 && mode < sn_NDIFFMODE) return true;
  mju_error("%s: mode %d; modes are 0 to %d (sn_DiffMode)", caller, mode, sn_NDIFFMODE - 1);
  return false;
}

void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_centered, mjtNum* A,
                      mjtNum* B, mjtNum* C, mjtNum* D) {
  ARGS_NEED(m, d);
  if (!hasEps(eps, "mjd_transitionFD") || !hasIntegrator(m, "mjd_transitionFD")) return;
  if (m->nhistory) {
    mju_error("mjd_transitionFD: delays of controls and sensors are not supported; what is delayed "
              "is not in the state that A is of");
    return;
  }
  const finite_Options options = {
      .eps = eps, .centered = flg_centered, .function = "mjd_transitionFD"};
  const finite_Transition out = {A, B, C, D};
  if (A || B || C || D) finite_transition(m, d, &options, &out);
}

void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_actuation, mjtNum* DfDq,
                   mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa,
                   mjtNum* DmDq) {
  ARGS_NEED(m, d);
  if (!hasEps(eps, "mjd_inverseFD") || !hasIntegrator(m, "mjd_inverseFD")) return;
  if (m->opt.noslip_iterations > 0) {
    mju_error("mjd_inverseFD: the no-slip solver has no inverse; set opt.noslip_iterations to 0");
    return;
  }
  const finite_Inverse out = {DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq};
  const finite_Options options = {.eps = eps, .function = "mjd_inverseFD"};
  finite_inverse(m, d, &options, flg_actuation, &out);
}

int sn_transition(const mjModel* m, mjData* d, int mode, mjtNum* A, mjtNum* B, mjtNum* C,
                  mjtNum* D) {
  ARGS_NEED_OR(-1, m, d);
  if (!hasMode(mode, "sn_transition") || !canStep(m, "sn_transition")) return -1;
  if (m->nhistory) {
    mju_error("sn_transition: delays of controls and sensors are not supported; what is delayed is "
              "not in the state that A is of");
    return -1;
  }
  if (!A && !B && !C && !D) return mode;
  return diff_transition(m, d, mode, 0, A, B, C, D);
}

int sn_transitionCheck(const mjModel* m, mjData* d, int mode, sn_DiffReport* report) {
  ARGS_NEED_OR(-1, m, d, report);
  if (!hasMode(mode, "sn_transitionCheck") || !canStep(m, "sn_transitionCheck")) return -1;
  return check_transition(m, d, mode, report);
}

int sn_inverseDerivatives(const mjModel* m, mjData* d, int mode, mjtBool flg_actuation,
                          mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv,
                          mjtNum* DsDa, mjtNum* DmDq) {
  static const char* const function = "sn_inverseDerivatives";
  ARGS_NEED_OR(-1, m, d);
  if (!hasMode(mode, function) || !hasIntegrator(m, function)) return -1;
  if (m->opt.noslip_iterations > 0) {
    mju_error("%s: the no-slip solver has no inverse; set opt.noslip_iterations to 0", function);
    return -1;
  }
  const finite_Inverse forces = {DfDq, DfDv, DfDa, NULL, NULL, NULL, NULL};
  const bool formulas = mode != sn_DIFF_FD && inverse_isCovered(m);
  // by finite differences: positions in hybrid mode, sensors and M always
  finite_Inverse rest = {DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq};
  if (formulas) {
    if (!inverse_slope(m, d, flg_actuation, &forces)) return -1;
    rest.DfDv = rest.DfDa = NULL;
    if (mode == sn_DIFF_ANALYTIC) rest.DfDq = NULL;
  }
  const bool some = DsDq || DsDv || DsDa || DmDq;
  const finite_Options options = {.eps = 1e-6, .centered = true, .function = function};
  if ((some || rest.DfDq || rest.DfDv || rest.DfDa) &&
      !finite_inverse(m, d, &options, flg_actuation, &rest)) {
    return -1;
  }
  if (!formulas) return sn_DIFF_FD;
  return some ? sn_DIFF_HYBRID : mode;
}

static bool isParameter(const mjModel* m, const sn_Parameter* p, int k) {
  static const char* const caller = "sn_parameterDerivatives";
  sn_Field f;
  mjtSize rows, cols;
  if (!sn_field(sn_TYPE_MODEL, p->field, &f)) {
    mju_error("%s: parameter[%d].field is %d; mjModel has members 0 to %d "
              "(sn_findField(sn_TYPE_MODEL, name))",
              caller, k, p->field, sn_fieldCount(sn_TYPE_MODEL) - 1);
    return false;
  }
  if (f.type != sn_TYPE_NUM || !(f.flags & sn_FIELD_ARRAY)) {
    mju_error("%s: parameter[%d] is %s, which is no array of mjtNum", caller, k, f.name);
    return false;
  }
  sn_fieldAddress(sn_TYPE_MODEL, p->field, m, NULL, &rows, &cols);
  if (p->index >= 0 && p->index < rows * cols) return true;
  mju_error("%s: parameter[%d] is number %d of %s, which has %lld numbers in this model", caller, k,
            p->index, f.name, (long long)(rows * cols));
  return false;
}

int sn_parameterDerivatives(const mjModel* m, mjData* d, const sn_Parameter* parameter, int n,
                            mjtNum* P) {
  ARGS_NEED_OR(-1, m, d);
  if (n < 0) {
    mju_error("sn_parameterDerivatives: n is %d; it is the number of parameters", n);
    return -1;
  }
  if (n == 0) return sn_DIFF_ANALYTIC;
  ARGS_NEED_OR(-1, parameter, P);
  if (!canStep(m, "sn_parameterDerivatives")) return -1;
  if (m->nhistory) {
    mju_error("sn_parameterDerivatives: delays of controls and sensors are not supported; what is "
              "delayed is not in the state that P is of");
    return -1;
  }
  for (int k = 0; k < n; k++) {
    if (!isParameter(m, parameter + k, k)) return -1;
  }
  return parameter_derivatives(m, d, parameter, n, P);
}
