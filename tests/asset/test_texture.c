// Built-in textures: every byte against the reference (tests/golden/texture.txt, made by
// tools/oracle/texture.mjs), for all patterns, marks and types; other numbers of channels against
// three of them.
#include "support.h"

#include <inttypes.h>
#include <stdbool.h>

static uint64_t hashOf(const mjtByte* bytes, mjtSize n) {
  uint64_t h = 14695981039346656037ull;
  for (mjtSize i = 0; i < n; i++) h = (h ^ bytes[i]) * 1099511628211ull;
  return h;
}

static mjModel* loadTexture(const char* attributes) {
  char xml[2000], error[500];
  snprintf(xml, sizeof xml, "<mujoco><asset><texture name='t' %s/></asset></mujoco>", attributes);
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

static void test_golden(void** unused) {
  (void)unused;
  FILE* f = fopen(TEST_DIR "/golden/texture.txt", "r");
  assert_non_null(f);
  int count = 0, wrong = 0;
  char line[2000];
  while (fgets(line, sizeof line, f)) {
    int width, height, nchannel, at = 0;
    uint64_t hash;
    if (line[0] == '#') continue;
    line[strcspn(line, "\n")] = 0;
    assert_int_equal(
        sscanf(line, "%d %d %d %" SCNx64 " %n", &width, &height, &nchannel, &hash, &at), 4);
    mjModel* m = loadTexture(line + at);
    const bool same = m->tex_width[0] == width && m->tex_height[0] == height &&
                      m->tex_nchannel[0] == nchannel &&
                      m->ntexdata == (mjtSize)width * height * nchannel &&
                      hashOf(m->tex_data, m->ntexdata) == hash;
    if (!same) print_message("differs: %s\n", line + at);
    wrong += !same;
    count++;
    mj_deleteModel(m);
  }
  fclose(f);
  print_message("%d textures\n", count);
  assert_true(count >= 60);
  assert_int_equal(wrong, 0);
}

// x or y has no direction: what comes out is black, and comes out
static void test_thin(void** unused) {
  (void)unused;
  static const char* const thin[] = {"width='1' height='9' type='2d'",
                                     "width='9' height='1' type='2d'", "width='1' type='cube'"};
  for (int i = 0; i < 3; i++) {
    char attributes[200];
    snprintf(attributes, sizeof attributes, "builtin='gradient' rgb1='1 1 1' rgb2='1 1 1' %s",
             thin[i]);
    mjModel* m = loadTexture(attributes);
    for (mjtSize k = 0; k < m->ntexdata; k++) assert_int_equal(m->tex_data[k], 0);
    mj_deleteModel(m);
  }
}

// several textures stand one after the other
static void test_addresses(void** unused) {
  (void)unused;
  mjModel* m = loadTexture(
      "type='2d' builtin='flat' rgb1='1 0 0' width='4' height='3'/>"
      "<texture name='u' type='2d' builtin='flat' rgb1='0 0 1' nchannel='4' width='2' height='2'/>"
      "<texture name='v' builtin='flat' rgb1='0 1 0' rgb2='0 .5 0' width='2'");
  assert_int_equal(m->ntex, 3);
  assert_int_equal(m->tex_adr[1], 36);
  assert_int_equal(m->tex_adr[2], 52);
  assert_int_equal(m->ntexdata, 52 + 72);
  static const mjtByte blue[4] = {0, 0, 255, 255}, dim[3] = {0, 127, 0};
  assert_memory_equal(m->tex_data + 36, blue, 4);
  assert_memory_equal(m->tex_data + 52 + 3 * 12, dim, 3);
  mj_deleteModel(m);
}

// one channel is the red one, the fourth is opaque
static void test_channels(void** unused) {
  (void)unused;
  static const char* const kind[] = {"type='2d' builtin='gradient' mark='cross'",
                                     "type='cube' builtin='gradient' mark='random'",
                                     "type='2d' builtin='checker' mark='edge'"};
  for (int i = 0; i < 3; i++) {
    mjModel* m[3];
    for (int k = 0; k < 3; k++) {
      char attributes[300];
      snprintf(attributes, sizeof attributes,
               "%s nchannel='%d' width='131' height='140' random='.1' rgb1='.1 .5 .9' rgb2='.9 1 0'"
               " markrgb='.2 .3 .4'",
               kind[i], (const int[]){1, 3, 4}[k]);
      m[k] = loadTexture(attributes);
    }
    assert_int_equal(m[1]->ntexdata, 3 * m[0]->ntexdata);
    assert_int_equal(m[2]->ntexdata, 4 * m[0]->ntexdata);
    for (mjtSize k = 0; k < m[0]->ntexdata; k++) {
      assert_int_equal(m[0]->tex_data[k], m[1]->tex_data[3 * k]);
      assert_memory_equal(m[2]->tex_data + 4 * k, m[1]->tex_data + 3 * k, 3);
      assert_int_equal(m[2]->tex_data[4 * k + 3], 255);
    }
    for (int k = 0; k < 3; k++) mj_deleteModel(m[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_thin),
      cmocka_unit_test(test_addresses),
      cmocka_unit_test(test_channels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
