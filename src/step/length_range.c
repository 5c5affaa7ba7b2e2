// Length range of an actuator: from the limits of the joint or tendon that it drives, or by
// simulation. The simulation applies a force that accelerates the actuator by opt.accel, first
// towards short, then towards long lengths, with velocities that decay exponentially, and records
// where it comes to rest.
//   limits or dynamics -> actuator_lengthrange
#include "step/length_range.h"

#include <stdarg.h>
#include <stdio.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/text.h"
#include "dyn/dyn.h"
#include "math/elementary.h"
#include "math/vec.h"
#include "model/stack.h"

typedef struct {
  mjModel* m;
  mjData* d;
  int actuator, out;  // out: its first output
  const mjLROpt* opt;
  char* error;
  int error_sz;
} Search;

// writes an error message that names the actuator and a remedy; always returns 0
static int fail(const Search* s, const char* format, ...) {
  if (!s->error || s->error_sz <= 0) return 0;
  const char* name = mj_id2name(s->m, mjOBJ_ACTUATOR, s->actuator);
  const size_t size = (size_t)s->error_sz;
  const size_t n = text_print(
      s->error, size, "length range of actuator '%s' (id %d): ", name ? name : "", s->actuator);
  va_list args;
  va_start(args, format);
  text_printArgs(s->error + n, size - n, format, args);
  va_end(args);
  return 0;
}

static bool isMuscle(const mjModel* m, int i) {
  return m->actuator_gaintype[i] == mjGAIN_MUSCLE || m->actuator_biastype[i] == mjBIAS_MUSCLE;
}

static bool isUser(const mjModel* m, int i) {
  return m->actuator_gaintype[i] == mjGAIN_USER || m->actuator_biastype[i] == mjBIAS_USER;
}

static bool isSelected(const mjModel* m, int i, int mode) {
  return mode == mjLRMODE_ALL || (mode >= mjLRMODE_MUSCLE && isMuscle(m, i)) ||
         (mode == mjLRMODE_MUSCLEUSER && isUser(m, i));
}

// the limits of the joint or tendon that the actuator drives; NULL: it has none
static const mjtNum* limitsOf(const mjModel* m, int actuator) {
  const int type = m->actuator_trntype[actuator], id = m->actuator_trnid[2 * actuator];
  if (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) {
    const bool scalar = m->jnt_type[id] == mjJNT_HINGE || m->jnt_type[id] == mjJNT_SLIDE;
    return scalar && m->jnt_limited[id] ? m->jnt_range + 2 * id : NULL;
  }
  if (type == mjTRN_TENDON) return m->tendon_limited[id] ? m->tendon_range + 2 * id : NULL;
  return NULL;
}

// length = gear * position, so limits scale; a negative gear exchanges them
static void copyLimits(const mjtNum limit[2], mjtNum gear, mjtNum range[2]) {
  const int low = gear < 0;
  range[0] = gear * limit[low];
  range[1] = gear * limit[!low];
}

// sets qfrc_applied to pull the actuator towards long (sign 1) or short lengths (-1); false: out of
// memory
static bool pull(const Search* s, mjtNum sign) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  const int nv = (int)m->nv, adr = d->moment_rowadr[s->out], n = d->moment_rownnz[s->out];
  mj_markStack(d);
  mjtNum* response = stack_num(d, (size_t)nv);  // M^-1 moment'
  ASSERT(s->out >= 0 && s->out < m->nout);
  if (response) {
    mjtNum* force = d->qfrc_applied;
    vn_zero(force, nv);
    for (int k = adr; k < adr + n; k++) force[d->moment_colind[k]] = d->actuator_moment[k];
    vn_copy(response, force, nv);
    LANE(dyn_solve)(m, response, d->qLD, d->qLDiagInv, 1);
    const mjtNum size = lane_sqrt(vn_dot(response, response, nv));
    mjtNum scale = sign * s->opt->accel / (size > mjMINVAL ? size : mjMINVAL);
    const mjtNum strength = lane_abs(scale) * lane_sqrt(vn_dot(force, force, nv));
    if (s->opt->maxforce > 0 && strength > s->opt->maxforce) scale *= s->opt->maxforce / strength;
    vn_scl(force, force, scale, nv);
  }
  mj_freeStack(d);
  return response != NULL;
}

// one simulation -> shortest and longest length seen in its last part; false: it diverged
static bool simulate(const Search* s, mjtNum sign, mjtNum seen[2]) {
  mjModel* m = s->m;
  mjData* d = s->d;
  const mjLROpt* opt = s->opt;
  const mjtNum decay = lane_exp(-m->opt.timestep / (opt->timeconst > 0.01 ? opt->timeconst : 0.01));
  bool any = false;
  mj_resetData(m, d);
  while (d->time < opt->inttotal) {
    const mjtNum before = d->time;
    vn_scl(d->qvel, d->qvel, decay, (int)m->nv);
    mj_step1(m, d);
    if (!pull(s, sign)) return false;
    const mjtNum length = d->actuator_length[s->out];
    mj_step2(m, d);
    if (!(d->time > before)) return false;  // reset after a divergence
    if (d->time <= opt->inttotal - opt->interval) continue;
    seen[0] = any && seen[0] < length ? seen[0] : length;
    seen[1] = any && seen[1] > length ? seen[1] : length;
    any = true;
  }
  return any;
}

static int searchRange(const Search* s, mjtNum range[2]) {
  static const char remedy[] =
      "give lengthrange, limit the joint or tendon, or change <lengthrange>";
  mjtNum seen[2][2];
  for (int side = 0; side < 2; side++) {
    if (!simulate(s, side ? 1 : -1, seen[side])) {
      return fail(s, "the simulation that looks for it is unstable; %s", remedy);
    }
  }
  const mjtNum width = seen[1][1] - seen[0][0];
  if (!(width > 0)) {
    return fail(s, "its length does not change: %g to %g; %s", seen[0][0], seen[1][1], remedy);
  }
  for (int side = 0; side < 2; side++) {
    const mjtNum spread = seen[side][1] - seen[side][0];
    if (spread > s->opt->tolrange * width) {
      return fail(s,
                  "the %s length does not settle: it still moves by %g of a range of %g in the "
                  "last %g s, as when nothing stops it; %s",
                  side ? "longest" : "shortest", spread, width, s->opt->interval, remedy);
    }
  }
  range[0] = seen[0][0];
  range[1] = seen[1][1];
  return 1;
}

// rejects options with which the search would take too long or record nothing
static bool isSane(const Search* s) {
  const mjLROpt* opt = s->opt;
  return s->m->opt.timestep > mjMINVAL && opt->inttotal / s->m->opt.timestep < 1e7 &&
         opt->interval > 0 && opt->inttotal >= opt->interval;
}

bool step_searchesRange(const mjModel* m, int actuator, const mjLROpt* opt) {
  const mjtNum* range = m->actuator_lengthrange + 2 * m->actuator_outadr[actuator];
  return isSelected(m, actuator, opt->mode) && !(opt->useexisting && range[0] < range[1]) &&
         !(opt->uselimit && limitsOf(m, actuator));
}

int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                      int error_sz) {
  ARGS_NEED_TOLD(0, m, opt);
  Search s = {.m = m, .d = d, .actuator = index, .opt = opt, .error = error, .error_sz = error_sz};
  if (index < 0 || index >= m->nactuator) {
    return fail(&s, "there is no such actuator: the model has %d", (int)m->nactuator);
  }
  if (!isSelected(m, index, opt->mode)) return 1;
  s.out = m->actuator_outadr[index];
  mjtNum* range = m->actuator_lengthrange + 2 * s.out;
  if (opt->useexisting && range[0] < range[1]) return 1;
  const mjtNum* limit = opt->uselimit ? limitsOf(m, index) : NULL;
  if (limit) {
    copyLimits(limit, m->actuator_gear[6 * s.out], range);
    return 1;
  }
  ARGS_NEED_TOLD(0, d);
  if (!isSane(&s)) {
    return fail(&s, "inttotal %g, interval %g and timestep %g give no simulation", opt->inttotal,
                opt->interval, m->opt.timestep);
  }
  return searchRange(&s, range);
}
