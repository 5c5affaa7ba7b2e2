// Structs and constants of user interfaces have the layout and the values of the reference, so that
// programs and libraries that were built with its headers agree with ours.
#include "support.h"

#include <stddef.h>

#include <sinew/ui.h>

static const struct {
  const char* name;
  size_t is, should;
} rows[] = {
// clang-format off
#define STRUCT(s, size, align) {#s " size", sizeof(s), size}, {#s " alignment", _Alignof(s), align},
#define MEMBER(s, m, offset, size) \
  {#s "." #m " offset", offsetof(s, m), offset}, {#s "." #m " size", sizeof(((s*)0)->m), size},
#define VALUE(name, value) {#name, (size_t)(name), (size_t)(value)},
#include "ui_layout.inc"
    // clang-format on
};

static void testLayout(void** state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].is == rows[i].should) continue;
    print_error("%s is %zu, should be %zu\n", rows[i].name, rows[i].is, rows[i].should);
    wrong++;
  }
  assert_int_equal(wrong, 0);
}

// themes that there are not give the last one
static void testThemes(void** state) {
  (void)state;
  assert_int_equal(mjui_themeSpacing(0).total, 270);
  assert_int_equal(mjui_themeSpacing(1).total, 310);
  assert_int_equal(mjui_themeSpacing(-3).total, 310);
  for (int i = 0; i < 4; i++) {
    const mjuiThemeColor color = mjui_themeColor(i);
    const float* x = (const float*)&color;
    for (size_t k = 0; k < sizeof color / sizeof *x; k++) assert_true(x[k] >= 0 && x[k] <= 1);
  }
  const mjuiThemeColor last = mjui_themeColor(3), other = mjui_themeColor(99);
  assert_memory_equal(&last, &other, sizeof last);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testLayout), cmocka_unit_test(testThemes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
