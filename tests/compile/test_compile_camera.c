// Cameras: the field of view from focal length and sensor size, to the last bit. Figures: cam_fovy
// of mujoco 3.12.0 (with glibc 2.36), which takes the arctangent in single precision.
#include <math.h>

#include "math/single.h"
#include "support.h"

static void test_fovy(void** state) {
  (void)state;
  static const struct {
    const char* lens;
    double fovy;
  } camera[] = {{"sensorsize='.00576 .00324' focal='.0036 .0036'", 48.455492991091496},
                {"sensorsize='0.0245584981 0.0548786933' focal='0.0376255615 0.0607880838'",
                 48.588217227043188},
                {"sensorsize='0.0642677459 0.015911026' focal='0.0638512052 0.0869364854'",
                 10.45709048250216},
                {"sensorsize='0.0630381808 0.0308015936' focal='0.0512170554 0.0392007596'",
                 42.896736704887452},
                {"sensorsize='0.0593483187 0.0955292627' focal='0.00310400465 0.0375473178'",
                 103.65891235383212}};
  for (size_t i = 0; i < sizeof camera / sizeof *camera; i++) {
    char xml[500], error[500] = "";
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><camera resolution='1920 1080' %s/></worldbody></mujoco>",
             camera[i].lens);
    mjModel* m = sn_loadXMLString(xml, error, sizeof error);
    if (!m) fail_msg("%s", error);
    if (m->cam_fovy[0] != camera[i].fovy)
      fail_msg("%s: %.17g, not %.17g", camera[i].lens, m->cam_fovy[0], camera[i].fovy);
    mj_deleteModel(m);
  }
}

// all quadrants that cameras have, within 2 ulp
static void test_angle(void** state) {
  (void)state;
  for (int i = 0; i < 100000; i++) {
    const float y = (float)exp(20 * rng_uniform()),
                x = (float)(i % 3 ? 1 : -1) * y * (float)exp(6 * rng_uniform());
    const double exact = atan2((double)y, (double)x);
    const double ulp = (double)(nextafterf((float)exact, 4) - (float)exact);
    assert_true(fabs((double)single_angle(y, x) - exact) < 2 * ulp);
  }
  assert_true(fabs((double)single_angle(1, 0) - mjPI / 2) < 1e-7);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fovy), cmocka_unit_test(test_angle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
