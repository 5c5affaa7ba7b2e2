// Tendons: paths, columns of the Jacobian and trees against figures of the reference; every rule of
// a path.
#include "compile_build.h"

// a: free, with a2: hinge below it; b: slide; c: ball; m: mocap; the world has site w and a plane
static spec_Spec* scene(void) {
  spec_Spec* spec = spec_make();
  addSite(spec->world, "w");
  mjsGeom* plane = addGeom(spec->world, "gw", 1);
  plane->type = mjGEOM_PLANE;
  plane->size[1] = plane->size[2] = 1;
  spec_Element* a = addBody(spec->world, "a", 0, 0, 0);
  addJoint(a, "fa", mjJNT_FREE);
  addGeom(a, "ga", 0.1);
  addSite(a, "sa");
  spec_Element* a2 = addBody(a, "a2", 1, 0, 0);
  addJoint(a2, "ja", mjJNT_HINGE);
  addGeom(a2, "ga2", 0.1);
  addSite(a2, "sa2");
  spec_Element* b = addBody(spec->world, "b", 0, 0, 3);
  addJoint(b, "jb", mjJNT_SLIDE);
  addGeom(b, "gb", 0.1);
  addSite(b, "sb");
  spec_Element* c = addBody(spec->world, "c", 0, 0, 6);
  addJoint(c, "jc", mjJNT_BALL);
  addGeom(c, "gc", 0.1);
  addSite(c, "sc");
  spec_Element* m = addBody(spec->world, "m", 0, 0, 9);
  SPEC_DATA(mjsBody, m)->mocap = true;
  addSite(m, "sm");
  return spec;
}

static void site(mjsTendon* t, const char* name) { addWrap(t, mjWRAP_SITE, name, "", 0); }
static void geom(mjsTendon* t, const char* name) { addWrap(t, mjWRAP_SPHERE, name, "", 0); }
static void pulley(mjsTendon* t, double divisor) { addWrap(t, mjWRAP_PULLEY, "", "", divisor); }
static void joint(mjsTendon* t, const char* name, double coef) {
  addWrap(t, mjWRAP_JOINT, name, "", coef);
}

static void fixedTendon(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsTendon* t = addTendon(spec, "t");
  joint(t, "jb", 2), joint(t, "ja", 3), joint(t, "jb", 1), joint(t, "jc", 1), joint(t, "fa", 1);
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->tendon_treenum, 1, 3);
  CHECK_INTS(m->tendon_treeid, 2, 1, 0);
  CHECK_INTS(m->ten_J_rownnz, 1, 5);
  CHECK_INTS(m->ten_J_colind, m->nJten, 0, 6, 7, 7, 8);
  CHECK_INTS(m->wrap_type, m->nwrap, 1, 1, 1, 1, 1);
  CHECK_INTS(m->wrap_objid, m->nwrap, 2, 1, 2, 3, 0);
  CHECK_NUMS(m->wrap_prm, 0, 2, 3, 1, 1, 1);
  CHECK_INTS(m->tree_sleep_policy, m->ntree, 1, 1, 1);
  CHECK_INTS(m->tendon_actuatorid, 1, -1);
  mj_deleteModel(m);
}

static void spatialTendon(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsTendon* t = addTendon(spec, "t");
  site(t, "sb"), site(t, "sa2"), pulley(t, 2), site(t, "sc");
  addWrap(t, mjWRAP_SPHERE, "gb", "sa", 0);
  site(t, "sm");
  t->range[1] = 1;
  mjsTendon* still = addTendon(spec, "still");
  site(still, "w"), site(still, "sm");
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->tendon_adr, 2, 0, 6);
  CHECK_INTS(m->tendon_num, 2, 6, 2);
  CHECK_INTS(m->tendon_treenum, 2, 3, 0);
  CHECK_INTS(m->tendon_treeid, 4, 1, 0, -1, -1);
  CHECK_INTS(m->ten_J_rownnz, 2, 11, 0);
  CHECK_INTS(m->ten_J_rowadr, 2, 0, 11);
  CHECK_INTS(m->ten_J_colind, m->nJten, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  CHECK_INTS(m->wrap_type, m->nwrap, 3, 3, 2, 3, 4, 3, 3, 3);
  CHECK_INTS(m->wrap_objid, m->nwrap, 3, 2, -1, 4, 3, 5, 0, 5);
  CHECK_NUMS(m->wrap_prm, 0, 0, 0, 2, 0, 1, 0, 0, 0);
  assert_true(m->tendon_limited[0] && !m->tendon_limited[1]);
  assert_int_equal(m->tendon_matid[0], -1);
  mj_deleteModel(m);
}

// ---- what is refused

typedef struct {
  const char* message;
  void (*build)(mjsTendon* t);
} Case;

static void empty(mjsTendon* t) { (void)t; }
static void single(mjsTendon* t) { site(t, "sb"); }
static void geomLast(mjsTendon* t) { site(t, "sb"), geom(t, "gb"); }
static void geomFirst(mjsTendon* t) { geom(t, "gb"), site(t, "sb"); }
static void twoGeoms(mjsTendon* t) { site(t, "sb"), geom(t, "gb"), geom(t, "ga"), site(t, "sa"); }
static void plane(mjsTendon* t) { site(t, "sb"), geom(t, "gw"), site(t, "sa"); }
static void sameSite(mjsTendon* t) { site(t, "sb"), site(t, "sb"); }
static void pulleys(mjsTendon* t) {
  site(t, "sb"), site(t, "sa"), pulley(t, 1), pulley(t, 1), site(t, "sb"), site(t, "sa");
}
static void pulleyLast(mjsTendon* t) { site(t, "sb"), site(t, "sa"), pulley(t, 1); }
static void pulleyNegative(mjsTendon* t) { pulley(t, -1), site(t, "sb"), site(t, "sa"); }
static void lonelyFirst(mjsTendon* t) { site(t, "sb"), pulley(t, 1), site(t, "sb"), site(t, "sa"); }
static void lonelyLast(mjsTendon* t) { site(t, "sb"), site(t, "sa"), pulley(t, 1), site(t, "sb"); }
static void mixed(mjsTendon* t) { joint(t, "ja", 1), site(t, "sa"); }
static void mixedSpatial(mjsTendon* t) { site(t, "sa"), joint(t, "ja", 1); }
static void noSite(mjsTendon* t) { site(t, "sa"), site(t, "nowhere"); }
static void noName(mjsTendon* t) { site(t, "sa"), site(t, ""); }
static void noSide(mjsTendon* t) {
  site(t, "sb"), addWrap(t, mjWRAP_SPHERE, "gb", "nowhere", 0), site(t, "sa");
}
static void unknown(mjsTendon* t) { addWrap(t, (mjtWrap)77, "sa", "", 0); }
static void reversedSpring(mjsTendon* t) {
  joint(t, "ja", 1), t->springlength[0] = 2, t->springlength[1] = 1;
}
static void forceWithoutZero(mjsTendon* t) {
  joint(t, "ja", 1), t->actfrcrange[0] = 1, t->actfrcrange[1] = 2,
                     t->actfrclimited = mjLIMITED_TRUE;
}
static void emptyRange(mjsTendon* t) { joint(t, "ja", 1), t->limited = mjLIMITED_TRUE; }
static void armatureGeom(mjsTendon* t) {
  site(t, "sb"), geom(t, "gb"), site(t, "sa"), t->armature = 1;
}
static void armatureNegative(mjsTendon* t) { site(t, "sb"), site(t, "sa"), t->armature = -1; }
static void noWidth(mjsTendon* t) { site(t, "sb"), site(t, "sa"), t->width = 0; }
static void noMaterial(mjsTendon* t) { joint(t, "ja", 1), vec_setText(t->material, "nowhere"); }

static void refused(void** state) {
  (void)state;
  static const Case cases[] = {
      {"the path is empty", empty},
      {"one object", single},
      {"object 1 of the path: a geom must have a site before and after", geomLast},
      {"object 0 of the path: a geom must have a site before and after", geomFirst},
      {"object 1 of the path: a geom must", twoGeoms},
      {"spheres and cylinders only", plane},
      {"object 0 of the path: this site comes twice", sameSite},
      {"object 2 of the path: two pulleys", pulleys},
      {"ends with a pulley", pulleyLast},
      {"divisor: it is negative", pulleyNegative},
      {"object 0 of the path: this site is alone", lonelyFirst},
      {"object 3 of the path: this site is alone", lonelyLast},
      {"object 1 of the path is a site", mixed},
      {"object 1 of the path: joints belong to fixed", mixedSpatial},
      {"no site named 'nowhere'", noSite},
      {"site: missing", noName},
      {"sidesite: there is no site named 'nowhere'", noSide},
      {"type: 77 is no value of mjtWrap", unknown},
      {"springlength: '2 1' is reversed", reversedSpring},
      {"does not contain 0", forceWithoutZero},
      {"range:", emptyRange},
      {"armature cannot wrap", armatureGeom},
      {"armature: -1 is negative", armatureNegative},
      {"width: 0 is not positive", noWidth},
      {"no material named 'nowhere'", noMaterial},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    spec_Spec* spec = scene();
    cases[i].build(addTendon(spec, "t"));
    expectError(spec, cases[i].message);
  }
}

// accepted although odd: a pulley first, a divisor of 0, a site repeated around a geom or across a
// pulley
static void accepted(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsTendon* t = addTendon(spec, "first");
  pulley(t, 0), site(t, "sb"), site(t, "sa");
  t = addTendon(spec, "around");
  site(t, "sb"), geom(t, "gb"), site(t, "sb");
  t = addTendon(spec, "across");
  site(t, "sb"), site(t, "sa"), pulley(t, 1), site(t, "sa"), site(t, "sb");
  t = addTendon(spec, "fixed");
  joint(t, "ja", 1), t->armature = -1;
  mj_deleteModel(compileSpec(spec));
}

// every allocation that fails gives an error, not a crash
static void noMemory(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsTendon* t = addTendon(spec, "t");
  site(t, "sb"), geom(t, "gb"), site(t, "sa");
  mjModel* m = NULL;
  long failures = 0;
  for (long i = 1; !m; i++, failures++) {
    heap_watch(i);
    m = comp_compile(spec, NULL);
    heap_unwatch();
    if (!m) assert_non_null(strstr(diag_text(&spec->diag), "memory"));
    if (!m) diag_free(&spec->diag);
  }
  print_message("  %ld allocations failed in turn\n", failures);
  heap_watch(0);
  heap_free(m);
  heap_unwatch();
  spec_free(spec);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fixedTendon), cmocka_unit_test(spatialTendon), cmocka_unit_test(refused),
      cmocka_unit_test(accepted),    cmocka_unit_test(noMemory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
