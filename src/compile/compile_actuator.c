// Actuators (motors, servos, muscles): resolves the references, ranges, inputs, outputs,
// activations and history buffer of each, then fills the arrays of mjModel.
//   spec, joints, sites and tendons -> sizes nu, nactuator, nout, na, nJmom, nhistory; actuator_*,
//   jnt_actuatorid, tendon_actuatorid
#include "compile/compile_actuator.h"

#include <string.h>

#include "base/assert.h"
#include "compile/compile_tendon.h"
#include "model/model.h"

// ---- checks

bool comp_checkHistory(comp_Compile* c, const spec_Element* e, int nsample, int interp,
                       double delay) {
  enum { NINTERP = 3 };  // hold, linear, cubic
  if (nsample > MODEL_MOST_SAMPLES) {
    comp_error(c, e, "nsample: %d samples; at most %d are possible", nsample, MODEL_MOST_SAMPLES);
  } else if (delay > 0 && nsample <= 0) {
    comp_error(c, e, "delay: %g seconds need samples to be kept; set nsample too", delay);
  } else if (interp < 0 || interp >= NINTERP) {
    comp_error(c, e, "interp: %d has no meaning; 0 holds, 1 is linear, 2 is cubic", interp);
  }
  return !c->diag->failed;
}

bool comp_addHistory(comp_Compile* c, const spec_Element* e, mjtSize n) {
  return comp_advanceTo(c, e, "nsample: the numbers in the histories of the model",
                        &c->size.nhistory, n, MODEL_MOST_HISTORY);
}

static bool checkRanges(comp_Compile* c, comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  if (!comp_limited(c, a->e, "ctrlrange", (int)data->ctrllimited, a->ctrlrange, &a->ctrllimited) ||
      !comp_limited(c, a->e, "forcerange", (int)data->forcelimited, data->forcerange,
                    &a->forcelimited) ||
      !comp_limited(c, a->e, "actrange", (int)data->actlimited, a->actrange, &a->actlimited)) {
    return false;
  }
  if (a->actlimited && data->dyntype == mjDYN_NONE && !data->plugin.active) {
    comp_error(c, a->e, "actrange: there is no activation to limit; give a dyntype, or remove it");
    return false;
  }
  return true;
}

static bool prepareActuator(comp_Compile* c, comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  memcpy(a->ctrlrange, data->ctrlrange, sizeof a->ctrlrange);
  memcpy(a->actrange, data->actrange, sizeof a->actrange);
  if (!comp_transmission(c, a) || !comp_inheritRange(c, a) || !checkRanges(c, a) ||
      !comp_input(c, a) || !comp_checkHistory(c, a->e, data->nsample, data->interp, data->delay)) {
    return false;
  }
  if (data->nsample > 0 && !a->ctrlnum) {
    comp_error(c, a->e, "nsample: it has no input whose history could be kept");
    return false;
  }
  return true;
}

// length of a history buffer: user and cursor, times, values
static mjtSize historySize(int nsample) { return 2 + 2 * (mjtSize)nsample; }

static bool setAddresses(comp_Compile* c, comp_Actuator* a, comp_DofSet* set) {
  mjModel* size = &c->size;
  int nsample = SPEC_DATA(mjsActuator, a->e)->nsample;
  a->ctrladr = (int)size->nu;
  a->outadr = (int)size->nout;
  a->actadr = a->actnum ? (int)size->na : -1;
  a->historyadr = nsample > 0 ? (int)size->nhistory : -1;
  return comp_advance(c, a->e, "the number of controls", &size->nu, a->ctrlnum) &&
         comp_advance(c, a->e, "the number of outputs", &size->nout, a->outnum) &&
         comp_advance(c, a->e, "the number of activations", &size->na, a->actnum) &&
         comp_advance(c, a->e, "the number of moment entries", &size->nJmom,
                      comp_momentSize(c, a, set)) &&
         (nsample <= 0 || comp_addHistory(c, a->e, historySize(nsample)));
}

bool comp_prepareActuators(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_ACTUATOR];
  comp_DofSet set;
  c->actuator = comp_alloc(c, list->n, sizeof *c->actuator);
  if (!c->actuator || !comp_dofSetMake(c, &set)) return false;
  for (int i = 0; i < list->n; i++) {
    comp_Actuator* a = &c->actuator[i];
    a->e = list->item[i];
    if ((!prepareActuator(c, a) || !setAddresses(c, a, &set)) && !comp_resume(c)) return false;
  }
  c->size.nactuator = list->n;
  return true;
}

// ---- arrays

// limits of the k-th control; velocity and feed-forward inputs of a PID have their own
static void fillControl(mjModel* m, const comp_Actuator* a, int k, int input) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  const double* range = a->ctrlrange;
  bool limited = a->ctrllimited;
  if (data->gaintype == mjGAIN_PID && (input == mjINPUT_VEL || input == mjINPUT_FF)) {
    range = input == mjINPUT_VEL ? data->velrange : data->ffrange;
    limited = range[0] < range[1];
  }
  m->actuator_ctrllimited[a->ctrladr + k] = limited;
  memcpy(m->actuator_ctrlrange + 2 * (a->ctrladr + k), range, 2 * sizeof *range);
}

static void fillControls(mjModel* m, const comp_Actuator* a) {
  int input = 1;
  // the number of set bits must match, or the search for the next one would not end
  ASSERT(SPEC_DATA(mjsActuator, a->e)->gaintype != mjGAIN_PID ||
         __builtin_popcount((unsigned)a->ctrlspec) == a->ctrlnum);
  for (int k = 0; k < a->ctrlnum; k++) {
    while (SPEC_DATA(mjsActuator, a->e)->gaintype == mjGAIN_PID && !(a->ctrlspec & input))
      input <<= 1;
    fillControl(m, a, k, input);
    input <<= 1;
  }
}

static void fillOutputs(mjModel* m, const comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  for (int k = a->outadr; k < a->outadr + a->outnum; k++) {
    memcpy(m->actuator_gear + 6 * k, data->gear, sizeof data->gear);
    memcpy(m->actuator_lengthrange + 2 * k, data->lengthrange, sizeof data->lengthrange);
  }
}

static void fillKinds(mjModel* m, int i, const comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  m->actuator_trntype[i] = a->trntype;
  memcpy(m->actuator_trnid + 2 * i, a->trnid, sizeof a->trnid);
  m->actuator_cranklength[i] = data->cranklength;
  m->actuator_dyntype[i] = data->dyntype;
  m->actuator_gaintype[i] = data->gaintype;
  m->actuator_biastype[i] = data->biastype;
  memcpy(m->actuator_dynprm + mjNDYN * i, data->dynprm, sizeof data->dynprm);
  memcpy(m->actuator_gainprm + mjNGAIN * i, data->gainprm, sizeof data->gainprm);
  memcpy(m->actuator_biasprm + mjNBIAS * i, data->biasprm, sizeof data->biasprm);
  m->actuator_damping[i] = data->damping[0];
  memcpy(m->actuator_dampingpoly + mjNPOLY * i, data->damping + 1, mjNPOLY * sizeof(double));
  m->actuator_armature[i] = data->armature;
  m->actuator_group[i] = data->group;
  comp_fillUser(m->actuator_user, m->nuser_actuator, i, data->userdata);
}

static void fillState(mjModel* m, int i, const comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  m->actuator_ctrladr[i] = a->ctrladr;
  m->actuator_ctrlnum[i] = a->ctrlnum;
  m->actuator_ctrlspec[i] = a->ctrlspec;
  m->actuator_outadr[i] = a->outadr;
  m->actuator_outnum[i] = a->outnum;
  m->actuator_actadr[i] = a->actadr;
  m->actuator_actnum[i] = a->actnum;
  m->actuator_actearly[i] = data->actearly;
  m->actuator_actlimited[i] = a->actlimited;
  memcpy(m->actuator_actrange + 2 * i, a->actrange, sizeof a->actrange);
  m->actuator_forcelimited[i] = a->forcelimited;
  memcpy(m->actuator_forcerange + 2 * i, data->forcerange, sizeof data->forcerange);
  m->actuator_history[2 * i] = data->nsample;
  m->actuator_history[2 * i + 1] = data->interp;
  m->actuator_historyadr[i] = a->historyadr;
  m->actuator_delay[i] = data->delay;
}

// the only actuator that adds damping or armature to a joint or tendon; -2 if there are several
static void fillOwner(mjModel* m, int i, const comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  const int several = -2;
  bool adds = data->armature != 0;
  for (int k = 0; k < mjNPOLY + 1; k++) adds = adds || data->damping[k] != 0;
  if (!adds) return;
  ASSERT(a->trnid[0] >= 0);
  int* owner = NULL;
  if (a->trntype == mjTRN_JOINT || a->trntype == mjTRN_JOINTINPARENT)
    owner = &m->jnt_actuatorid[a->trnid[0]];
  if (a->trntype == mjTRN_TENDON) owner = &m->tendon_actuatorid[a->trnid[0]];
  if (owner) *owner = *owner == -1 ? i : several;
}

bool comp_fillActuators(comp_Compile* c) {
  mjModel* m = c->m;
  const comp_Actuator* last = m->nactuator ? &c->actuator[m->nactuator - 1] : NULL;
  ASSERT(!last ||
         (last->ctrladr + last->ctrlnum == m->nu && last->outadr + last->outnum == m->nout));
  for (int i = 0; i < m->njnt; i++) m->jnt_actuatorid[i] = -1;
  for (int i = 0; i < m->ntendon; i++) m->tendon_actuatorid[i] = -1;
  for (int i = 0; i < m->nactuator; i++) {
    const comp_Actuator* a = &c->actuator[i];
    fillKinds(m, i, a);
    fillState(m, i, a);
    fillControls(m, a);
    fillOutputs(m, a);
    fillOwner(m, i, a);
  }
  return true;
}
