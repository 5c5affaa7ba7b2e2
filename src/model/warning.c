// Simulation warnings: counted in mjData, reported the first time they occur.
#include "model/warning.h"

#include <limits.h>
#include <stdbool.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"
#include "base/assert.h"

// returns whether it is the first of its kind
static bool count(mjData* d, int warning, int info) {
  ASSERT(warning >= 0 && warning < mjNWARNING);
  d->warning[warning].lastinfo = info;
  return !d->warning[warning].number++;
}

void mj_warning(mjData* d, int warning, int info) {
  ARGS_NEED(d);
  if (warning < 0 || warning >= mjNWARNING) {
    mju_error("mj_warning: %d is not a warning: they are 0 to %d", warning, mjNWARNING - 1);
    return;
  }
  if (count(d, warning, info)) mju_warning("%s", mju_warningText(warning, (size_t)info));
}

void warning_rowsFull(mjData* d) {
  mj_warning(d, mjWARN_CNSTRFULL, d->narena > INT_MAX ? INT_MAX : (int)d->narena);
}

void warning_solveCut(mjData* d, int iterations) {
  if (!count(d, mjWARN_CNSTRFULL, iterations)) return;
  mju_warning("The constraint solver was cut short after %d iterations: lower iterations, "
              "noslip_iterations and ls_iterations, or set tolerances that can be reached",
              iterations);
}

void warning_pairCut(mjData* d, int iterations) {
  if (!count(d, mjWARN_CONTACTFULL, iterations)) return;
  mju_warning("The search for a contact was cut short after %d iterations: lower ccd_iterations, "
              "or set a ccd_tolerance that can be reached",
              iterations);
}

void warning_badAct(mjData* d, int index) {
  if (!count(d, mjWARN_BADCTRL, index)) return;
  mju_warning("NaN or infinite activation at index %d of act: the simulation is unstable", index);
}
