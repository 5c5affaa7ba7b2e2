// Warnings of a simulation: counted in mjData, reported the first time.
#include "model/warning.h"

#include <limits.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"

void mj_warning(mjData* d, int warning, int info) {
  ARGS_NEED(d);
  if (warning < 0 || warning >= mjNWARNING) {
    mju_error("mj_warning: %d is not a warning: they are 0 to %d", warning, mjNWARNING - 1);
    return;
  }
  if (!d->warning[warning].number++) mju_warning("%s", mju_warningText(warning, (size_t)info));
  d->warning[warning].lastinfo = info;
}

void warning_rowsFull(mjData* d) {
  mj_warning(d, mjWARN_CNSTRFULL, d->narena > INT_MAX ? INT_MAX : (int)d->narena);
}
