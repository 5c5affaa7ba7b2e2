// Contact pairs, excluded pairs, equalities and sleep policies against figures of the reference.
#include "compile_build.h"

static spec_Spec* scene(void) {
  spec_Spec* spec = spec_make();
  addSite(spec->world, "w");
  addGeom(spec->world, "gw", 0.1);
  spec_Element* a = addBody(spec->world, "a", 0, 0, 0);
  addJoint(a, "fa", mjJNT_FREE);
  addGeom(a, "ga", 0.1);
  addSite(a, "sa");
  spec_Element* a2 = addBody(a, "a2", 1, 0, 0);
  addJoint(a2, "ja", mjJNT_HINGE);
  addGeom(a2, "ga2", 0.1);
  spec_Element* b = addBody(spec->world, "b", 0, 0, 3);
  addJoint(b, "jb", mjJNT_SLIDE);
  addGeom(b, "gb", 0.1);
  addSite(b, "sb");
  spec_Element* c = addBody(spec->world, "c", 0, 0, 6);
  addJoint(c, "jc", mjJNT_BALL);
  addGeom(c, "gc", 0.1);
  addSite(c, "sc");
  return spec;
}

// ---- pairs

static mjsPair* addPair(spec_Spec* spec, const char* name, const char* geom1, const char* geom2) {
  mjsPair* pair = add(spec, mjOBJ_PAIR, NULL, name)->data;
  vec_setText(pair->geomname1, geom1);
  vec_setText(pair->geomname2, geom2);
  return pair;
}

static void addExclude(spec_Spec* spec, const char* name, const char* body1, const char* body2) {
  mjsExclude* exclude = add(spec, mjOBJ_EXCLUDE, NULL, name)->data;
  vec_setText(exclude->bodyname1, body1);
  vec_setText(exclude->bodyname2, body2);
}

static void pairs(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addPair(spec, "p0", "gc", "gb")->condim = 6;
  addPair(spec, "p1", "ga", "gb");
  addPair(spec, "p2", "gb", "ga")->adhesion = 1;
  addPair(spec, "p3", "ga", "ga");
  addPair(spec, "p4", "gw", "gc");
  addExclude(spec, "e0", "c", "b");
  addExclude(spec, "e1", "world", "c");
  addExclude(spec, "e2", "a", "a");
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->pair_signature, m->npair, 4, (1 << 16) + 1, (1 << 16) + 3, (1 << 16) + 3,
             (3 << 16) + 4);
  CHECK_INTS(m->pair_geom1, m->npair, 0, 1, 1, 1, 3);
  CHECK_INTS(m->pair_geom2, m->npair, 4, 1, 3, 3, 4);
  CHECK_INTS(m->pair_dim, m->npair, 3, 3, 3, 3, 6);
  CHECK_INTS(m->exclude_signature, m->nexclude, 4, (1 << 16) + 1, (3 << 16) + 4);
  static const char* const names[] = {"p4", "p3", "p1", "p2", "p0"};
  for (int i = 0; i < 5; i++) assert_string_equal(mj_id2name(m, mjOBJ_PAIR, i), names[i]);
  assert_int_equal(mj_name2id(m, mjOBJ_EXCLUDE, "e0"), 2);
  assert_true(m->flg_adhesion);
  mj_deleteModel(m);
}

static void refusedPairs(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addPair(spec, "", "ga", "nowhere");
  expectError(spec, "geom2: there is no geom named 'nowhere'");
  spec = scene();
  addPair(spec, "", "", "ga");
  expectError(spec, "geom1: missing");
  spec = scene();
  addPair(spec, "", "ga", "gb")->condim = 2;
  expectError(spec, "condim: 2");
  spec = scene();
  addExclude(spec, "", "a", "nowhere");
  expectError(spec, "body2: there is no body named 'nowhere'");
  spec = scene();
  addExclude(spec, "", "a", "");
  expectError(spec, "body2: missing");
}

// ---- equalities

static mjsEquality* addEquality(spec_Spec* spec, mjtEq type, const char* name1, const char* name2) {
  mjsEquality* eq = add(spec, mjOBJ_EQUALITY, NULL, "")->data;
  eq->type = type;
  vec_setText(eq->name1, name1);
  vec_setText(eq->name2, name2);
  return eq;
}

static void equalities(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addEquality(spec, mjEQ_CONNECT, "b", "")->objtype = mjOBJ_BODY;
  addEquality(spec, mjEQ_CONNECT, "sb", "sc")->objtype = mjOBJ_SITE;
  mjsEquality* eq = addEquality(spec, mjEQ_WELD, "b", "c");
  static const double weld[mjNEQDATA] = {0, 0, 0, 1, 2, 3, 0, 2, 0, 0, 1};
  eq->objtype = mjOBJ_BODY;
  memcpy(eq->data, weld, sizeof weld);
  eq = addEquality(spec, mjEQ_WELD, "sb", "sc");
  eq->objtype = mjOBJ_SITE, eq->data[10] = 3;
  addEquality(spec, mjEQ_JOINT, "ja", "jb");
  addEquality(spec, mjEQ_JOINT, "ja", "")->active = false;
  addEquality(spec, mjEQ_DISTANCE, "ga", "gb")->data[0] = 0.5;
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->eq_obj1id, m->neq, 3, 2, 3, 2, 1, 1, 1);
  CHECK_INTS(m->eq_obj2id, m->neq, 0, 3, 4, 3, 2, -1, 3);
  CHECK_INTS(m->eq_objtype, m->neq, 1, 6, 1, 6, 0, 0, 5);
  assert_int_equal(m->nemax, 3 + 3 + 7 + 7 + 1 + 1 + 1);
  CHECK_NUMS(m->eq_data + mjNEQDATA, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  CHECK_NUMS(m->eq_data + 2 * mjNEQDATA, 0, 0, 0, 0, 1, 2, 3, 0, 1, 0, 0, 1);
  CHECK_NUMS(m->eq_data + 3 * mjNEQDATA, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3);
  CHECK_NUMS(m->eq_data + 4 * mjNEQDATA, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1);
  assert_int_equal((int)(2 * m->eq_data[6 * mjNEQDATA]), 1);
  assert_true(m->eq_active0[4] && !m->eq_active0[5]);
  mj_deleteModel(m);
}

static void refusedEqualities(void** state) {
  (void)state;
  static const struct {
    mjtEq type;
    mjtObj objtype;
    const char *name1, *name2, *message;
  } cases[] = {
      {mjEQ_JOINT, 0, "jc", "", "joint1: joint 'jc' has 3 dofs"},
      {mjEQ_JOINT, 0, "ja", "jc", "joint2: joint 'jc' has 3 dofs"},
      {mjEQ_JOINT, 0, "ja", "ja", "same joint as joint1"},
      {mjEQ_JOINT, 0, "", "ja", "joint1: missing"},
      {mjEQ_JOINT, 0, "ja", "nowhere", "no joint named 'nowhere'"},
      {mjEQ_CONNECT, mjOBJ_BODY, "b", "b", "same body"},
      {mjEQ_WELD, mjOBJ_BODY, "world", "", "same body"},
      {mjEQ_CONNECT, mjOBJ_SITE, "sb", "sb", "same site"},
      {mjEQ_WELD, mjOBJ_SITE, "sb", "", "site2: missing"},
      {mjEQ_DISTANCE, 0, "ga", "", "geom2: missing"},
      {mjEQ_FLEX, 0, "nowhere", "", "no flex named 'nowhere'"},
      {(mjtEq)8, 0, "ga", "gb", "type: 8 is no value of mjtEq"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    spec_Spec* spec = scene();
    addEquality(spec, cases[i].type, cases[i].name1, cases[i].name2)->objtype = cases[i].objtype;
    expectError(spec, cases[i].message);
  }
}

// ---- sleep

static mjsTendon* addCoupling(spec_Spec* spec, int ntree) {
  static const char* const joint[] = {"ja", "jb", "jc"};
  mjsTendon* t = addTendon(spec, "t");
  for (int i = 0; i < ntree; i++) addWrap(t, mjWRAP_JOINT, joint[i], "", 1);
  return t;
}

static void setSleep(spec_Spec* spec, const char* body, mjtSleepPolicy policy) {
  SPEC_DATA(mjsBody, spec_find(spec, mjOBJ_BODY, body))->sleep = policy;
}

static void expectPolicies(spec_Spec* spec, int p0, int p1, int p2) {
  mjModel* m = compileSpec(spec);
  const int expected[] = {p0, p1, p2};
  checkInts("tree_sleep_policy", m->tree_sleep_policy, (int)m->ntree, expected, 3);
  mj_deleteModel(m);
}

static void policies(void** state) {
  (void)state;
  expectPolicies(scene(), 2, 2, 2);
  spec_Spec* spec = scene();
  addActuator(spec, "", mjTRN_JOINT, "jb");
  expectPolicies(spec, 2, 1, 2);
  spec = scene();
  mjsActuator* a = addActuator(spec, "", mjTRN_SITE, "sb");
  vec_setText(a->refsite, "sc");
  expectPolicies(spec, 2, 1, 2);
  spec = scene();
  addActuator(spec, "", mjTRN_BODY, "a2");
  expectPolicies(spec, 1, 2, 2);
  spec = scene();
  addCoupling(spec, 2)->armature = 1;
  expectPolicies(spec, 2, 2, 2);
  spec = scene();
  addCoupling(spec, 2)->stiffness[1] = 1;
  expectPolicies(spec, 1, 1, 2);
  spec = scene();
  addCoupling(spec, 3);
  expectPolicies(spec, 1, 1, 1);
  spec = scene();
  addCoupling(spec, 2);
  addActuator(spec, "", mjTRN_TENDON, "t");
  setSleep(spec, "b", mjSLEEP_ALLOWED);
  expectPolicies(spec, 1, 4, 2);
  spec = scene();
  addCoupling(spec, 2)->damping[0] = 1;
  setSleep(spec, "b", mjSLEEP_NEVER);
  expectPolicies(spec, 1, 3, 2);
}

static void refusedPolicies(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addCoupling(spec, 2)->stiffness[0] = 1;
  setSleep(spec, "b", mjSLEEP_ALLOWED);
  expectError(spec, "couples two trees");
  spec = scene();
  addCoupling(spec, 3);
  setSleep(spec, "b", mjSLEEP_INIT);
  expectError(spec, "more than two trees");
  spec = scene();
  addCoupling(spec, 2);
  addActuator(spec, "", mjTRN_TENDON, "t")->damping[0] = 1;
  setSleep(spec, "b", mjSLEEP_INIT);
  expectError(spec, "couples two trees");
  spec = scene();
  setSleep(spec, "a2", mjSLEEP_ALLOWED);
  expectError(spec, "sleep: it can be set only on the first");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs),      cmocka_unit_test(refusedPairs),
      cmocka_unit_test(equalities), cmocka_unit_test(refusedEqualities),
      cmocka_unit_test(policies),   cmocka_unit_test(refusedPolicies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
