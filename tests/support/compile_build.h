// Specs built by hand for the tests of compile passes: short functions that add one element, and
// checks of whole arrays and of error messages.
#ifndef SINEW_TESTS_COMPILE_BUILD_H_
#define SINEW_TESTS_COMPILE_BUILD_H_

#include "support.h"

#include "compile/compile.h"
#include "spec/spec.h"

// ---- elements

static inline spec_Element* add(spec_Spec* spec, int type, spec_Element* body, const char* name) {
  spec_Element* e = spec_add(spec, type, body, NULL, spec->root);
  assert_non_null(e);
  if (*name) assert_true(spec_setName(e, name));
  return e;
}

static inline spec_Element* addBody(spec_Element* parent, const char* name, double x, double y,
                                    double z) {
  spec_Element* e = add(parent->spec, mjOBJ_BODY, parent, name);
  mjsBody* body = e->data;
  body->pos[0] = x, body->pos[1] = y, body->pos[2] = z;
  return e;
}

static inline mjsJoint* addJoint(spec_Element* body, const char* name, mjtJoint type) {
  mjsJoint* joint = add(body->spec, mjOBJ_JOINT, body, name)->data;
  joint->type = type;
  return joint;
}

// a sphere
static inline mjsGeom* addGeom(spec_Element* body, const char* name, double radius) {
  mjsGeom* geom = add(body->spec, mjOBJ_GEOM, body, name)->data;
  geom->size[0] = radius;
  return geom;
}

static inline mjsSite* addSite(spec_Element* body, const char* name) {
  return add(body->spec, mjOBJ_SITE, body, name)->data;
}

static inline mjsTendon* addTendon(spec_Spec* spec, const char* name) {
  return add(spec, mjOBJ_TENDON, NULL, name)->data;
}

// an object on the path of a tendon; `side` of a geom, or ""
static inline void addWrap(mjsTendon* tendon, mjtWrap type, const char* target, const char* side,
                           double prm) {
  spec_Element* t = spec_of(tendon->element);
  spec_Element* e = add(t->spec, SPEC_WRAP, NULL, "");
  SPEC_DATA(mjsWrap, e)->type = type;
  vec_setText(spec_wrap(e)->target, target);
  vec_setText(spec_wrap(e)->sidesite, side);
  spec_wrap(e)->prm = prm;
  assert_true(spec_listAdd(&t->spec->pool, &spec_tendon(t)->path, e));
}

static inline mjsActuator* addActuator(spec_Spec* spec, const char* name, mjtTrn trntype,
                                       const char* target) {
  mjsActuator* a = add(spec, mjOBJ_ACTUATOR, NULL, name)->data;
  a->trntype = trntype;
  vec_setText(a->target, target);
  return a;
}

static inline mjsSensor* addSensor(spec_Spec* spec, mjtSensor type, mjtObj objtype,
                                   const char* object) {
  mjsSensor* s = add(spec, mjOBJ_SENSOR, NULL, "")->data;
  s->type = type;
  s->objtype = objtype;
  vec_setText(s->objname, object);
  return s;
}

static inline void setDoubles(mjDoubleVec* vec, int n, const double* x) {
  assert_true(vec_set(vec, x, n, sizeof *x));
}

// ---- checks

// compiles and frees the spec; fails the test with the message if there is an error
static inline mjModel* compileSpec(spec_Spec* spec) {
  mjModel* m = comp_compile(spec, NULL);
  if (!m) fail_msg("%s", diag_text(&spec->diag));
  spec_free(spec);
  return m;
}

// compiling must fail with a message that contains `part`; frees the spec
static inline void expectError(spec_Spec* spec, const char* part) {
  mjModel* m = comp_compile(spec, NULL);
  assert_null(m);
  const char* text = diag_text(&spec->diag);
  if (!strstr(text, part)) fail_msg("message '%s' does not contain '%s'", text, part);
  spec_free(spec);
}

static inline void checkInts(const char* name, const int* x, int n, const int* expected,
                             int nexpected) {
  if (n != nexpected) fail_msg("%s has %d entries, expected %d", name, n, nexpected);
  for (int i = 0; i < n; i++) {
    if (x[i] != expected[i]) fail_msg("%s[%d] is %d, expected %d", name, i, x[i], expected[i]);
  }
}

// CHECK_INTS(m->array, n, values...)
#define CHECK_INTS(array, n, ...)                                                                  \
  do {                                                                                             \
    static const int expected_[] = {__VA_ARGS__};                                                  \
    checkInts(#array, array, (int)(n), expected_, (int)(sizeof expected_ / sizeof *expected_));    \
  } while (0)

static inline double worstDifference(const double* x, const double* expected, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double d = x[i] > expected[i] ? x[i] - expected[i] : expected[i] - x[i];
    if (!(d <= worst)) worst = d;
  }
  return worst;
}

// CHECK_NUMS(m->array, tolerance, values...)
#define CHECK_NUMS(array, tolerance, ...)                                                          \
  do {                                                                                             \
    static const double expected_[] = {__VA_ARGS__};                                               \
    double worst_ = worstDifference(array, expected_, (int)(sizeof expected_ / sizeof(double)));   \
    print_message("  %s: worst %.3g\n", #array, worst_);                                           \
    assert_true(worst_ <= (tolerance));                                                            \
  } while (0)

#endif
