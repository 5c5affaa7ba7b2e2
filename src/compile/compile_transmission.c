// Actuator transmissions: the object that an actuator acts on, the range that it inherits from that
// object, and the number of entries of its rows in the sparse moment matrix (actuator Jacobian).
#include "base/assert.h"
#include "compile/compile_actuator.h"
#include "compile/compile_tendon.h"

typedef struct {
  const char* what;
  int object;
  // number of entries in a row of the moment matrix
  mjtSize (*entries)(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set);
} Target;

// ---- entries of moment rows

static mjtSize jointEntries(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set) {
  (void)set;
  return c->joint[a->trnid[0]].nv;
}

static mjtSize tendonEntries(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set) {
  (void)set;
  return c->tendon[a->trnid[0]].ndof;
}

static mjtSize bodyEntries(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set) {
  (void)a;
  (void)set;
  return c->size.nv;
}

// dofs on either path to the root
static mjtSize crankEntries(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set) {
  ASSERT(a->trnid[1] >= 0);
  comp_dofSetClear(set);
  comp_dofSetAdd(c, set, c->site[a->trnid[0]].body);
  comp_dofSetAdd(c, set, c->site[a->trnid[1]].body);
  return set->n;
}

// dofs on one path to the root but not on both: 2 |A u B| - |A| - |B|
static mjtSize siteEntries(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set) {
  comp_dofSetClear(set);
  comp_dofSetAdd(c, set, c->site[a->trnid[0]].body);
  if (a->trnid[1] < 0) return set->n;
  int first = set->n;
  comp_dofSetAdd(c, set, c->site[a->trnid[1]].body);
  int both = set->n;
  ASSERT(both >= first);
  comp_dofSetClear(set);
  comp_dofSetAdd(c, set, c->site[a->trnid[1]].body);
  return 2 * (mjtSize)both - first - set->n;
}

// three rows: the dofs of a ball joint, or all dofs for a pair of sites
static mjtSize orientationEntries(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set) {
  (void)set;
  return a->trnid[1] < 0 ? 3 : 3 * c->size.nv;
}

static const Target targetTable[] = {
    [mjTRN_JOINT] = {"joint", mjOBJ_JOINT, jointEntries},
    [mjTRN_JOINTINPARENT] = {"jointinparent", mjOBJ_JOINT, jointEntries},
    [mjTRN_SLIDERCRANK] = {"cranksite", mjOBJ_SITE, crankEntries},
    [mjTRN_TENDON] = {"tendon", mjOBJ_TENDON, tendonEntries},
    [mjTRN_SITE] = {"site", mjOBJ_SITE, siteEntries},
    [mjTRN_BODY] = {"body", mjOBJ_BODY, bodyEntries},
    [mjTRN_SO3] = {"joint or site", mjOBJ_UNKNOWN, orientationEntries},
};

mjtSize comp_momentSize(const comp_Compile* c, const comp_Actuator* a, comp_DofSet* set) {
  ASSERT((size_t)a->trntype < sizeof targetTable / sizeof *targetTable);
  return targetTable[a->trntype].entries(c, a, set);
}

// ---- references

// the second site of slider-cranks and site transmissions
static bool findSecond(comp_Compile* c, comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  const char *refsite = vec_text(data->refsite), *slidersite = vec_text(data->slidersite);
  if (*refsite && a->trntype != mjTRN_SITE) {
    comp_error(c, a->e, "refsite: '%s' has no meaning here; it goes with a site transmission",
               refsite);
    return false;
  }
  if (a->trntype == mjTRN_SITE) {
    a->trnid[1] = comp_find(c, a->e, "refsite", mjOBJ_SITE, refsite);
    return a->trnid[1] >= 0 || !*refsite;
  }
  if (a->trntype != mjTRN_SLIDERCRANK) {
    if (*slidersite)
      comp_error(c, a->e, "slidersite: '%s' has no meaning here; it goes with a cranksite",
                 slidersite);
    return !*slidersite;
  }
  a->trnid[1] = comp_find(c, a->e, "slidersite", mjOBJ_SITE, slidersite);
  if (a->trnid[1] < 0) {
    comp_error(c, a->e,
               "slidersite: missing; a slider-crank needs the site along whose z axis it slides");
  } else if (!(data->cranklength > 0)) {
    comp_error(c, a->e,
               "cranklength: %g is not positive; a slider-crank needs the length of its rod",
               data->cranklength);
  }
  return !c->diag->failed;
}

// damping and armature require a joint or tendon
static bool checkInertia(comp_Compile* c, const comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  int object = targetTable[a->trntype].object;
  if (object == mjOBJ_JOINT || object == mjOBJ_TENDON) return true;
  bool damping = data->damping[0] != 0 || data->damping[1] != 0 || data->damping[2] != 0;
  if (!damping && data->armature == 0) return true;
  comp_error(c, a->e, "%s: it needs a joint or tendon to act on, not a %s",
             damping ? "damping" : "armature", spec_typeName(object));
  return false;
}

bool comp_transmission(comp_Compile* c, comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  const char* target = vec_text(data->target);
  bool known = (unsigned)data->trntype <= mjTRN_BODY;
  if (!known || !*target) {
    comp_error(c, a->e,
               "it acts on nothing; name a joint, jointinparent, tendon, cranksite, site or body");
    return false;
  }
  a->trntype = (int)data->trntype;
  a->trnid[1] = -1;
  a->trnid[0] =
      comp_find(c, a->e, targetTable[a->trntype].what, targetTable[a->trntype].object, target);
  return a->trnid[0] >= 0 && findSecond(c, a) && checkInertia(c, a);
}

// ---- inherited range

// range of the joint or tendon; NULL after an error
static const double* targetRange(comp_Compile* c, const comp_Actuator* a) {
  const double* range = NULL;
  if (a->trntype == mjTRN_JOINT) {
    const comp_Joint* joint = &c->joint[a->trnid[0]];
    if (joint->nv == 1) range = joint->range;
  } else if (a->trntype == mjTRN_TENDON) {
    range = SPEC_DATA(mjsTendon, c->tendon[a->trnid[0]].e)->range;
  }
  const char* target = vec_text(SPEC_DATA(mjsActuator, a->e)->target);
  if (!range) {
    comp_error(
        c, a->e,
        "inheritrange: '%s' has no range to inherit; hinge and slide joints and tendons have",
        target);
  } else if (!(range[0] < range[1])) {
    comp_error(c, a->e, "inheritrange: the range '%g %g' of '%s' is empty; give it one", range[0],
               range[1], target);
    range = NULL;
  }
  return range;
}

bool comp_inheritRange(comp_Compile* c, comp_Actuator* a) {
  const mjsActuator* data = SPEC_DATA(mjsActuator, a->e);
  bool servo = data->gaintype == mjGAIN_PID ||
               (data->gaintype == mjGAIN_FIXED && data->gainprm[0] == -data->biasprm[1]);
  if (!(data->inheritrange > 0) || !servo || data->biastype != mjBIAS_AFFINE) return true;
  const double* range = targetRange(c, a);
  if (!range) return false;
  bool position = data->dyntype == mjDYN_NONE || data->dyntype == mjDYN_FILTEREXACT ||
                  data->dyntype == mjDYN_PID;
  if (!position && data->dyntype != mjDYN_INTEGRATOR) return true;
  double* own = position ? a->ctrlrange : a->actrange;
  if (own[0] != 0 || own[1] != 0) {
    comp_error(c, a->e, "inheritrange: a range '%g %g' is given too; use one of them", own[0],
               own[1]);
    return false;
  }
  double mean = 0.5 * (range[1] + range[0]);
  double radius = 0.5 * (range[1] - range[0]) * data->inheritrange;
  own[0] = mean - radius;
  own[1] = mean + radius;
  return true;
}
