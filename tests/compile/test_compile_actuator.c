// Actuators: transmissions, inputs, outputs, activations and ranges against figures of the
// reference; what is refused.
#include "compile_build.h"

#include <float.h>

// b: hinge h with range, c below it: ball; d: slide; f: free; the world has site w
static spec_Spec* scene(void) {
  spec_Spec* spec = spec_make();
  addSite(spec->world, "w");
  spec_Element* b = addBody(spec->world, "b", 0, 0, 0);
  mjsJoint* h = addJoint(b, "h", mjJNT_HINGE);
  h->range[0] = -90, h->range[1] = 90;
  addGeom(b, "gb", 0.1);
  addSite(b, "s");
  spec_Element* c = addBody(b, "c", 1, 0, 0);
  addJoint(c, "ball", mjJNT_BALL);
  addGeom(c, "gc", 0.1);
  addSite(c, "s2");
  spec_Element* d = addBody(spec->world, "d", 0, 0, 5);
  addJoint(d, "sl", mjJNT_SLIDE);
  addGeom(d, "gd", 0.1);
  addSite(d, "s3");
  spec_Element* f = addBody(spec->world, "f", 0, 0, 9);
  addJoint(f, "free", mjJNT_FREE);
  addGeom(f, "gf", 0.1);
  mjsTendon* t = addTendon(spec, "t");
  addWrap(t, mjWRAP_JOINT, "h", "", 1);
  t = addTendon(spec, "tr");
  t->range[0] = 1, t->range[1] = 2;
  addWrap(t, mjWRAP_JOINT, "h", "", 1);
  t = addTendon(spec, "sp");
  addWrap(t, mjWRAP_SITE, "w", "", 0);
  addWrap(t, mjWRAP_SITE, "s", "", 0);
  addWrap(t, mjWRAP_SITE, "s3", "", 0);
  return spec;
}

// ---- kinds

static void orientation(mjsActuator* a) {
  a->gaintype = mjGAIN_SO3, a->biastype = mjBIAS_SO3, a->gainprm[0] = 2, a->biasprm[1] = -2;
}
static void position(mjsActuator* a) {
  a->biastype = mjBIAS_AFFINE, a->gainprm[0] = 2, a->biasprm[1] = -2;
}
static void pid(mjsActuator* a) {
  a->gaintype = mjGAIN_PID, a->biastype = mjBIAS_AFFINE, a->gainprm[0] = 0, a->biasprm[1] = -3;
}
static void motor(mjsActuator* a) {
  a->gaintype = mjGAIN_DCMOTOR, a->biastype = mjBIAS_DCMOTOR, a->dyntype = mjDYN_DCMOTOR,
  a->actearly = true;
  a->gainprm[1] = 1, a->dynprm[0] = 0;
}
static void muscle(mjsActuator* a) {
  static const double prm[] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
  a->gaintype = mjGAIN_MUSCLE, a->biastype = mjBIAS_MUSCLE, a->dyntype = mjDYN_MUSCLE;
  memcpy(a->gainprm, prm, sizeof prm);
  memcpy(a->biasprm, prm, sizeof prm);
}

static mjsActuator* onHinge(spec_Spec* spec) { return addActuator(spec, "a", mjTRN_JOINT, "h"); }

// ---- figures of the reference

static void transmissions(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsActuator* a = addActuator(spec, "", mjTRN_SITE, "s2");  // 3: the chain less that of s
  vec_setText(a->refsite, "s");
  addActuator(spec, "", mjTRN_SITE, "s2");      // 4
  a = addActuator(spec, "", mjTRN_SITE, "s2");  // 5: both chains
  vec_setText(a->refsite, "s3");
  addActuator(spec, "", mjTRN_BODY, "b");              // nv = 11
  addActuator(spec, "", mjTRN_TENDON, "sp");           // 2
  addActuator(spec, "", mjTRN_JOINT, "ball");          // 3
  addActuator(spec, "", mjTRN_JOINTINPARENT, "free");  // 6
  a = addActuator(spec, "", mjTRN_SLIDERCRANK, "s2");  // 4: the union
  vec_setText(a->slidersite, "s");
  a->cranklength = 1;
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->actuator_trntype, m->nactuator, 4, 4, 4, 5, 3, 0, 1, 2);
  CHECK_INTS(m->actuator_trnid, 2 * m->nactuator, 2, 1, 2, -1, 2, 3, 1, -1, 2, -1, 1, -1, 3, -1, 2,
             1);
  assert_int_equal(m->nJmom, 3 + 4 + 5 + 11 + 2 + 3 + 6 + 4);
  CHECK_INTS(m->tree_sleep_policy, m->ntree, 1, 1, 1);
  mj_deleteModel(m);
}

static void inputs(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsActuator* a = addActuator(spec, "", mjTRN_JOINT, "ball");
  orientation(a), a->gear[1] = 3, a->lengthrange[1] = 2, a->nsample = 3;
  a = addActuator(spec, "", mjTRN_SITE, "s2");
  orientation(a), a->ctrlspec = mjCHART_QUAT;
  vec_setText(a->refsite, "w");
  a = onHinge(spec);
  pid(a), a->ctrlspec = 7;
  a->ctrlrange[0] = -1, a->ctrlrange[1] = 1, a->velrange[0] = 2, a->velrange[1] = -2;
  a->ffrange[0] = -3, a->ffrange[1] = 3;
  motor(addActuator(spec, "", mjTRN_JOINT, "sl"));
  a = addActuator(spec, "", mjTRN_JOINT, "sl");
  motor(a), a->ctrlspec = mjINPUT_NONE;
  a = addActuator(spec, "", mjTRN_JOINT, "sl");
  motor(a), a->ctrlspec = mjINPUT_POS | mjINPUT_VEL;
  a->dynprm[0] = 0.05, a->dynprm[2] = 1, a->dynprm[5] = 1, a->dynprm[7] = 4, a->gainprm[5] = 2;
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->actuator_trntype, m->nactuator, 6, 6, 0, 0, 0, 0);
  CHECK_INTS(m->actuator_ctrlnum, m->nactuator, 3, 4, 3, 1, 0, 2);
  CHECK_INTS(m->actuator_ctrladr, m->nactuator, 0, 3, 7, 10, 11, 11);
  CHECK_INTS(m->actuator_ctrlspec, m->nactuator, 1, 2, 7, 8, 16, 3);
  CHECK_INTS(m->actuator_outnum, m->nactuator, 3, 3, 1, 1, 1, 1);
  CHECK_INTS(m->actuator_outadr, m->nactuator, 0, 3, 6, 7, 8, 9);
  CHECK_INTS(m->actuator_actnum, m->nactuator, 0, 0, 0, 0, 0, 5);
  CHECK_INTS(m->actuator_actadr, m->nactuator, -1, -1, -1, -1, -1, 0);
  assert_int_equal(m->nJmom, 3 + 3 * m->nv + 4);
  assert_int_equal(m->nhistory, 8);
  CHECK_NUMS(m->actuator_ctrlrange + 14, 0, -1, 1, 2, -2, -3, 3);
  assert_true(m->actuator_ctrllimited[7] && !m->actuator_ctrllimited[8] &&
              m->actuator_ctrllimited[9]);
  CHECK_NUMS(m->actuator_gear, 0, 1, 3, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 1, 3);
  CHECK_NUMS(m->actuator_lengthrange, 0, 0, 2, 0, 2, 0, 2, 0, 0);
  mj_deleteModel(m);
}

static void activations(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsActuator* a = addActuator(spec, "", mjTRN_JOINT, "ball");
  orientation(a), a->dyntype = mjDYN_INTEGRATOR;
  onHinge(spec)->dyntype = mjDYN_FILTER;
  spec_setName(spec->list[mjOBJ_ACTUATOR].item[1], "filter");
  a = addActuator(spec, "", mjTRN_JOINT, "h");
  pid(a), a->dyntype = mjDYN_PID, a->gainprm[0] = 2;
  a = addActuator(spec, "", mjTRN_JOINT, "h");
  pid(a), a->dyntype = mjDYN_PID, a->dynprm[1] = 2;
  a = addActuator(spec, "", mjTRN_JOINT, "h");
  a->dyntype = mjDYN_USER, a->actdim = 5;
  muscle(addActuator(spec, "", mjTRN_JOINT, "h"));
  addActuator(spec, "", mjTRN_JOINT, "h");
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->actuator_actnum, m->nactuator, 3, 1, 1, 1, 5, 1, 0);
  CHECK_INTS(m->actuator_actadr, m->nactuator, 0, 3, 4, 5, 6, 11, -1);
  assert_int_equal(m->na, 12);
  mj_deleteModel(m);
}

static void inheritedRanges(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsActuator* a = onHinge(spec);
  position(a), a->inheritrange = 0.5;
  a = addActuator(spec, "", mjTRN_TENDON, "tr");
  position(a), a->inheritrange = 1;
  a = addActuator(spec, "", mjTRN_JOINT, "h");
  position(a), a->inheritrange = 2, a->dyntype = mjDYN_INTEGRATOR;
  a = addActuator(spec, "", mjTRN_JOINT, "h");
  a->inheritrange = 2;  // no servo: nothing to inherit
  mjModel* m = compileSpec(spec);
  const double quarter = mjPI / 4;
  assert_true(__builtin_fabs(m->actuator_ctrlrange[1] - quarter) < 2 * DBL_EPSILON);
  assert_true(__builtin_fabs(m->actuator_ctrlrange[0] + quarter) < 2 * DBL_EPSILON);
  CHECK_NUMS(m->actuator_ctrlrange + 2, 0, 1, 2, 0, 0, 0, 0);
  CHECK_NUMS(m->actuator_actrange, 2e-15, 0, 0, 0, 0, -mjPI, mjPI, 0, 0);
  assert_true(m->actuator_ctrllimited[0] && m->actuator_actlimited[2] &&
              !m->actuator_ctrllimited[3]);
  mj_deleteModel(m);
}

static void owners(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addActuator(spec, "", mjTRN_JOINT, "h")->damping[0] = 1;
  addActuator(spec, "", mjTRN_JOINT, "h")->armature = 1;
  addActuator(spec, "", mjTRN_TENDON, "t")->damping[2] = 2;
  addActuator(spec, "", mjTRN_JOINT, "sl")->damping[1] = 1;
  addActuator(spec, "", mjTRN_JOINT, "ball")->armature = 1;
  addActuator(spec, "", mjTRN_JOINT, "sl");
  mjsActuator* a = addActuator(spec, "", mjTRN_JOINT, "ball");
  orientation(a), a->damping[0] = 1;  // does not count
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->jnt_actuatorid, m->njnt, -2, 4, 3, -1);
  CHECK_INTS(m->tendon_actuatorid, m->ntendon, 2, -1, -1);
  mj_deleteModel(m);
}

// ---- what is refused

typedef void (*Spoil)(mjsActuator* a);

static void noTarget(mjsActuator* a) { a->trntype = mjTRN_UNDEFINED; }
static void badTarget(mjsActuator* a) { vec_setText(a->target, "nowhere"); }
static void strayRefsite(mjsActuator* a) { vec_setText(a->refsite, "w"); }
static void straySlider(mjsActuator* a) { vec_setText(a->slidersite, "w"); }
static void crank(mjsActuator* a) { a->trntype = mjTRN_SLIDERCRANK, vec_setText(a->target, "s"); }
static void shortCrank(mjsActuator* a) { crank(a), vec_setText(a->slidersite, "w"); }
static void onSite(mjsActuator* a) { a->trntype = mjTRN_SITE, vec_setText(a->target, "s"); }
static void onBall(mjsActuator* a) { vec_setText(a->target, "ball"); }
static void dampedSite(mjsActuator* a) { onSite(a), a->damping[1] = 1; }
static void heavySite(mjsActuator* a) { onSite(a), a->armature = 1; }
static void inputOfMotor(mjsActuator* a) { a->ctrlspec = mjINPUT_POS; }
static void so3Half(mjsActuator* a) { onBall(a), a->gaintype = mjGAIN_SO3; }
static void so3Other(mjsActuator* a) { onBall(a), a->biastype = mjBIAS_SO3; }
static void so3Gain(mjsActuator* a) { onBall(a), orientation(a), a->biasprm[1] = -1; }
static void so3Hinge(mjsActuator* a) { orientation(a); }
static void so3Parent(mjsActuator* a) {
  onBall(a), orientation(a), a->trntype = mjTRN_JOINTINPARENT;
}
static void so3Site(mjsActuator* a) { onSite(a), orientation(a); }
static void so3Filter(mjsActuator* a) { onBall(a), orientation(a), a->dyntype = mjDYN_FILTER; }
static void so3Chart(mjsActuator* a) { onBall(a), orientation(a), a->ctrlspec = mjINPUT_FF; }
static void so3Quat(mjsActuator* a) {
  onBall(a), orientation(a), a->dyntype = mjDYN_INTEGRATOR, a->ctrlspec = mjCHART_QUAT;
}
static void so3Dim(mjsActuator* a) {
  onBall(a), orientation(a), a->dyntype = mjDYN_INTEGRATOR, a->actdim = 1;
}
static void so3Force(mjsActuator* a) {
  onBall(a), orientation(a), a->forcerange[0] = -1, a->forcerange[1] = 1;
}
static void pidBias(mjsActuator* a) { pid(a), a->biastype = mjBIAS_NONE; }
static void pidVoltage(mjsActuator* a) { pid(a), a->ctrlspec = mjINPUT_VOLTAGE; }
static void pidNone(mjsActuator* a) { pid(a), a->ctrlspec = mjINPUT_NONE; }
static void pidNoState(mjsActuator* a) { pid(a), a->gainprm[0] = 1; }
static void pidFilter(mjsActuator* a) { pid(a), a->dyntype = mjDYN_FILTER; }
static void pidBody(mjsActuator* a) {
  pid(a), a->trntype = mjTRN_BODY, vec_setText(a->target, "b");
}
static void pidState(mjsActuator* a) { pid(a), a->dyntype = mjDYN_PID, a->gainprm[0] = 1; }
static void pidBoth(mjsActuator* a) { pidState(a), a->dynprm[1] = 1; }
static void pidZero(mjsActuator* a) { pidState(a), a->gainprm[0] = 0; }
static void pidVel(mjsActuator* a) { pidState(a), a->ctrlspec = mjINPUT_VEL; }
static void pidImax(mjsActuator* a) { pidState(a), a->dynprm[0] = -1; }
static void pidSlew(mjsActuator* a) { pidState(a), a->dynprm[1] = -1; }
static void pidDim(mjsActuator* a) { pidState(a), a->actdim = 2; }
static void pidDyn(mjsActuator* a) { a->dyntype = mjDYN_PID; }
static void motorEarly(mjsActuator* a) { motor(a), a->actearly = false; }
static void motorGains(mjsActuator* a) { motor(a), a->gainprm[4] = 1; }
static void motorSlew(mjsActuator* a) { motor(a), a->dynprm[7] = 1; }
static void motorIntegral(mjsActuator* a) {
  motor(a), a->gainprm[5] = 1, a->ctrlspec = mjINPUT_VEL;
}
static void motorDim(mjsActuator* a) { motor(a), a->actdim = 3, a->dynprm[0] = 1; }
static void motorInput(mjsActuator* a) { motor(a), a->ctrlspec = mjINPUT_NONE | mjINPUT_POS; }
static void motorHistory(mjsActuator* a) { motor(a), a->ctrlspec = mjINPUT_NONE, a->nsample = 2; }
static void motorNoDyn(mjsActuator* a) { motor(a), a->dyntype = mjDYN_NONE, a->dynprm[0] = 1; }
static void dimNone(mjsActuator* a) { a->actdim = 1; }
static void dimTwo(mjsActuator* a) { a->actdim = 2, a->dyntype = mjDYN_FILTER; }
static void dimZero(mjsActuator* a) { a->actdim = 0, a->dyntype = mjDYN_FILTER; }
static void actRange(mjsActuator* a) { a->actrange[1] = 1; }
static void forceRange(mjsActuator* a) { a->forcelimited = mjLIMITED_TRUE; }
static void inheritNone(mjsActuator* a) {
  position(a), vec_setText(a->target, "sl"), a->inheritrange = 1;
}
static void inheritBall(mjsActuator* a) { position(a), onBall(a), a->inheritrange = 1; }
static void inheritSite(mjsActuator* a) { position(a), onSite(a), a->inheritrange = 1; }
static void inheritTwice(mjsActuator* a) { position(a), a->ctrlrange[1] = 1, a->inheritrange = 1; }
static void muscleRange(mjsActuator* a) { muscle(a), a->gainprm[1] = 0.5; }
static void muscleLength(mjsActuator* a) { muscle(a), a->gainprm[4] = 1.5; }
static void muscleBias(mjsActuator* a) { muscle(a), a->biasprm[6] = 0; }
static void delayAlone(mjsActuator* a) { a->delay = 0.1; }
static void samples(mjsActuator* a) { a->nsample = (1 << 24) + 1; }
static void plugin(mjsActuator* a) { a->plugin.active = true; }
static void badGain(mjsActuator* a) { a->gaintype = (mjtGain)99; }

static void refused(void** state) {
  (void)state;
  static const struct {
    const char* message;
    Spoil spoil;
  } cases[] = {
      {"acts on nothing", noTarget},
      {"no joint named 'nowhere'", badTarget},
      {"refsite: 'w' has no meaning", strayRefsite},
      {"slidersite: 'w' has no meaning", straySlider},
      {"slidersite: missing", crank},
      {"cranklength: 0 is not positive", shortCrank},
      {"damping: it needs a joint or tendon", dampedSite},
      {"armature: it needs a joint or tendon", heavySite},
      {"input: only orientation, pid and dcmotor", inputOfMotor},
      {"so3 must be given for both", so3Half},
      {"so3 must be given for both", so3Other},
      {"biasprm[1] = -gainprm[0]", so3Gain},
      {"ball joint, or on a site", so3Hinge},
      {"ball joint, or on a site", so3Parent},
      {"refsite: missing", so3Site},
      {"none or integrator", so3Filter},
      {"expmap or quat", so3Chart},
      {"cannot be integrated", so3Quat},
      {"need 3 activations", so3Dim},
      {"first number must be 0", so3Force},
      {"a pid needs affine", pidBias},
      {"some of pos, vel, ff", pidVoltage},
      {"some of pos, vel, ff", pidNone},
      {"needs dyntype pid", pidNoState},
      {"none or pid", pidFilter},
      {"contacts of a body", pidBody},
      {"ki and slewmax", pidBoth},
      {"actdim: 0 activations", pidZero},
      {"needs the input pos", pidVel},
      {"imax", pidImax},
      {"slewmax", pidSlew},
      {"need 1 activations", pidDim},
      {"gaintype pid too", pidDyn},
      {"actearly", motorEarly},
      {"gains of a controller need", motorGains},
      {"slew limit needs", motorSlew},
      {"integral gain needs the input pos", motorIntegral},
      {"need 1 activations", motorDim},
      {"voltage, or none", motorInput},
      {"no input whose history", motorHistory},
      {"dyntype is none", motorNoDyn},
      {"dyntype is none", dimNone},
      {"actdim: 2 activations", dimTwo},
      {"actdim: 0 activations", dimZero},
      {"no activation to limit", actRange},
      {"forcerange:", forceRange},
      {"of 'sl' is empty", inheritNone},
      {"no range to inherit", inheritBall},
      {"no range to inherit", inheritSite},
      {"given too", inheritTwice},
      {"range: '0.75 0.5'", muscleRange},
      {"lmin < 1 < lmax", muscleLength},
      {"vmax: 0", muscleBias},
      {"set nsample too", delayAlone},
      {"at most 16777216", samples},
      {"neither plugin nor instance is given", plugin},
      {"gaintype: 99 is no value of mjtGain", badGain},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    spec_Spec* spec = scene();
    cases[i].spoil(onHinge(spec));
    expectError(spec, cases[i].message);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transmissions),   cmocka_unit_test(inputs), cmocka_unit_test(activations),
      cmocka_unit_test(inheritedRanges), cmocka_unit_test(owners), cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
