// Public structs, enum values and constants against the specification: every struct has the size
// and alignment, every member the type, offset and size, every constant the value that the golden
// file lists (headers/layout_table.h, made by tools/api/layout.py, which also checks that the
// headers have no further members). Then the macros that test options.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <sinew/macros.h>

#include "headers/layout_table.h"

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

// bytes between two offsets or sizes
static size_t apart(size_t a, size_t b) { return a > b ? a - b : b - a; }

static void testStructs(void** state) {
  (void)state;
  size_t bad = 0, worst = 0;
  for (size_t i = 0; i < COUNT(structRows); i++) {
    const StructRow* r = &structRows[i];
    if (r->size != r->wantSize || r->align != r->wantAlign) {
      printf("%s: size %zu, alignment %zu, expected %zu, %zu\n", r->name, r->size, r->align,
             r->wantSize, r->wantAlign);
      bad++;
    }
    worst = mjMAX(worst, apart(r->size, r->wantSize));
  }
  printf("%zu structs, worst size difference %zu (tolerance 0)\n", COUNT(structRows), worst);
  assert_int_equal(bad, 0);
}

static void testMembers(void** state) {
  (void)state;
  size_t bad = 0, worst = 0;
  for (size_t i = 0; i < COUNT(memberRows); i++) {
    const MemberRow* r = &memberRows[i];
    if (r->offset != r->wantOffset || r->size != r->wantSize || !r->sameType) {
      printf("%s.%s: offset %zu, size %zu, expected %zu, %zu%s\n", r->owner, r->name, r->offset,
             r->size, r->wantOffset, r->wantSize, r->sameType ? "" : "; other type than expected");
      bad++;
    }
    worst = mjMAX(worst, mjMAX(apart(r->offset, r->wantOffset), apart(r->size, r->wantSize)));
  }
  printf("%zu members, worst offset or size difference %zu (tolerance 0)\n", COUNT(memberRows),
         worst);
  assert_int_equal(bad, 0);
}

static void testValues(void** state) {
  (void)state;
  size_t bad = 0;
  double worst = 0;
  for (size_t i = 0; i < COUNT(valueRows); i++) {
    const ValueRow* r = &valueRows[i];
    const double difference = r->value - r->wantValue;
    if (r->value != r->wantValue) {
      printf("%s: %.17g, expected %.17g\n", r->name, r->value, r->wantValue);
      bad++;
    }
    worst = mjMAX(worst, difference < 0 ? -difference : difference);
  }
  printf("%zu constants, worst difference %g (tolerance 0)\n", COUNT(valueRows), worst);
  assert_int_equal(bad, 0);
}

// what the table cannot show: enums are ints, and mjtBool is a true Boolean
static void testScalars(void** state) {
  (void)state;
  assert_int_equal(sizeof(mjtObj), sizeof(int));
  assert_int_equal(sizeof(mjtSleepState), sizeof(int));
  assert_int_equal((mjtBool)2, 1);
  assert_int_equal(sizeof(mjtBool), 1);
  assert_true((mjtSize)-1 < 0);
  assert_true((mjtByte)-1 == 255);
}

static void testFlagMacros(void** state) {
  (void)state;
  mjModel* m = calloc(1, sizeof(mjModel));
  assert_non_null(m);
  m->opt.disableflags = mjDSBL_GRAVITY | mjDSBL_MULTICCD;
  m->opt.enableflags = mjENBL_SLEEP;
  assert_true(mjDISABLED(mjDSBL_GRAVITY));
  assert_true(mjDISABLED(mjDSBL_MULTICCD));
  assert_true(mjDISABLED(mjDSBL_GRAVITY | mjDSBL_CONTACT));
  assert_false(mjDISABLED(mjDSBL_CONTACT));
  assert_true(mjENABLED(mjENBL_SLEEP));
  assert_false(mjENABLED(mjENBL_ENERGY));
  free(m);
}

// groups outside 0..30 cannot be switched off, whatever the bits are
static void testActuatorMacro(void** state) {
  (void)state;
  enum { nactuator = 6 };
  int group[nactuator] = {0, 3, 30, 31, -1, 32};
  mjModel* m = calloc(1, sizeof(mjModel));
  assert_non_null(m);
  m->actuator_group = group;
  const int none[nactuator] = {0, 0, 0, 0, 0, 0};
  const int all[nactuator] = {1, 1, 1, 0, 0, 0};
  const int third[nactuator] = {0, 1, 0, 0, 0, 0};
  for (int i = 0; i < nactuator; i++) {
    m->opt.disableactuator = 0;
    assert_int_equal(mjACTUATORDISABLED(i), none[i]);
    m->opt.disableactuator = -1;
    assert_int_equal(mjACTUATORDISABLED(i), all[i]);
    m->opt.disableactuator = 1 << 3;
    assert_int_equal(mjACTUATORDISABLED(i), third[i]);
  }
  free(m);
}

static void testMinMax(void** state) {
  (void)state;
  assert_int_equal(mjMIN(1 + 1, 3), 2);
  assert_int_equal(mjMAX(1 + 1, 3), 3);
  assert_int_equal(mjMIN(-1, 0) - mjMAX(-1, 0), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testStructs),    cmocka_unit_test(testMembers),
      cmocka_unit_test(testValues),     cmocka_unit_test(testScalars),
      cmocka_unit_test(testFlagMacros), cmocka_unit_test(testActuatorMacro),
      cmocka_unit_test(testMinMax),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
