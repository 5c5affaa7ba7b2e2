// Height fields made through the API: heights by rows from the smallest y on, what is refused, what
// a copy and an attached spec keep. (Files: test_mjcf_golden.c and test_broken.c.)
#include "support.h"

static mjsHField* addField(mjSpec* s, const char* name, int nrow, int ncol, const float* height,
                           int n) {
  mjsHField* hfield = mjs_addHField(s);
  assert_non_null(hfield);
  if (name) mjs_setName(hfield->element, name);
  hfield->nrow = nrow;
  hfield->ncol = ncol;
  for (int k = 0; k < 4; k++) hfield->size[k] = 1 + k;
  if (n) mjs_setFloat(hfield->userdata, height, n);
  return hfield;
}

static void addGeom(mjSpec* s, const char* name) {
  mjsGeom* geom = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  geom->type = mjGEOM_HFIELD;
  mjs_setString(geom->hfieldname, name);
}

static const float ramp[6] = {2, 4, 6, 3, 2.5f, 10};

static void test_rows(void** unused) {
  (void)unused;
  mjSpec* s = mj_makeSpec();
  addField(s, "ramp", 2, 3, ramp, 6);
  addField(s, "flat", 4, 5, NULL, 0);
  addGeom(s, "flat");
  addGeom(s, "ramp");
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nhfield, 2);
  assert_int_equal(m->nhfielddata, 26);
  assert_int_equal(m->hfield_adr[1], 6);
  assert_int_equal(m->geom_dataid[0], 1);
  assert_int_equal(m->geom_dataid[1], 0);
  for (int i = 0; i < 6; i++) assert_true(m->hfield_data[i] == (ramp[i] - 2) / 8);
  for (int i = 6; i < 26; i++) assert_true(m->hfield_data[i] == 0);
  assert_int_equal(mj_name2id(m, mjOBJ_HFIELD, "flat"), 1);
  assert_true(m->geom_size[2] == 0.25 * 3 + 0.5 * 4);
  mj_deleteModel(m);
  mjSpec* copy = mj_copySpec(s);
  mj_deleteSpec(s);
  m = mj_compile(copy, NULL);
  assert_non_null(m);
  assert_true(m->hfield_data[5] == 1);
  mj_deleteModel(m);
  mj_deleteSpec(copy);
}

static void refuse(mjSpec* s, const char* phrase) {
  mjModel* m = mj_compile(s, NULL);
  assert_null(m);
  if (!strstr(mjs_getError(s), phrase)) fail_msg("'%s' is not in: %s", phrase, mjs_getError(s));
  mj_deleteSpec(s);
}

static void test_refused(void** unused) {
  (void)unused;
  mjSpec* s = mj_makeSpec();
  addField(s, NULL, 2, 3, ramp, 6);
  refuse(s, "name");
  s = mj_makeSpec();
  addField(s, "h", 3, 3, ramp, 6);
  refuse(s, "6 numbers");
  s = mj_makeSpec();
  addField(s, "h", 1 << 20, 1 << 20, NULL, 0);
  refuse(s, "too many");
  s = mj_makeSpec();
  addField(s, "h", 3, -1, NULL, 0);
  refuse(s, "ncol");
  s = mj_makeSpec();
  mjs_setString(addField(s, "h", 2, 3, NULL, 0)->file, "hills.png");
  refuse(s, "not supported yet");
  s = mj_makeSpec();
  addField(s, "h", 2, 3, (const float[]){0, 1, 2, __builtin_nanf(""), 4, 5}, 6);
  refuse(s, "height 1 of row 2");
  s = mj_makeSpec();
  addField(s, "h", 2, 3, ramp, 6)->size[3] = -1;
  refuse(s, "depth of the base");
  s = mj_makeSpec();
  addGeom(s, "nowhere");
  refuse(s, "nowhere");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
