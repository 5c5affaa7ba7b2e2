// Height fields made through the API: heights by rows from the smallest y on, binary files, what is
// refused, what a copy and an attached spec keep. (More files: test_mjcf_golden.c, test_broken.c.)
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
  refuse(s, "looked for as hills.png");
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

// ---- binary files, in memory

typedef struct {
  int32_t nrow, ncol;
  float height[6];
} Binary;

// compiles a spec with a field from these bytes, and deletes it; the model, or NULL with a message
static mjModel* fromBytes(const void* data, int size, char message[300]) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "hills.bin", data, size), 0);
  mjSpec* s = mj_makeSpec();
  mjs_setString(addField(s, "h", 0, 0, NULL, 0)->file, "hills.bin");
  addGeom(s, "h");
  mjModel* m = mj_compile(s, &vfs);
  snprintf(message, 300, "%s", m ? "" : mjs_getError(s));
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return m;
}

static void refuseBytes(const Binary* binary, int size, const char* phrase) {
  char message[300];
  assert_null(fromBytes(binary, size, message));
  if (!strstr(message, phrase)) fail_msg("'%s' is not in: %s", phrase, message);
  assert_non_null(strstr(message, "hills.bin"));
}

static void test_binary(void** unused) {
  (void)unused;
  const Binary good = {2, 3, {1, 2, 3, 4, 5, 6}};
  char message[300];
  mjModel* m = fromBytes(&good, sizeof good, message);
  if (!m) fail_msg("%s", message);
  assert_int_equal(m->hfield_nrow[0], 2);
  assert_int_equal(m->hfield_ncol[0], 3);
  for (int i = 0; i < 6; i++) assert_true(m->hfield_data[i] == (float)i / 5);
  mj_deleteModel(m);
  refuseBytes(&good, 7, "too short");
  refuseBytes(&good, sizeof good - 1, "does not match");
  refuseBytes(&good, sizeof good - 4, "does not match");
  refuseBytes(&(Binary){0, 3, {0}}, 8, "not positive");
  refuseBytes(&(Binary){2, -3, {0}}, sizeof good, "not positive");
  refuseBytes(&(Binary){1 << 30, 1 << 30, {0}}, sizeof good, "too many");
  Binary bad = good;
  bad.height[4] = __builtin_nanf("");
  assert_null(fromBytes(&bad, sizeof bad, message));
  assert_non_null(strstr(message, "file: height 2 of row 2"));
}

// every byte of a binary file may be wrong without harm
static void test_damaged(void** unused) {
  (void)unused;
  const Binary good = {2, 3, {1, 2, 3, 4, 5, 6}};
  int loaded = 0;
  for (int i = 0; i < 8 * (int)sizeof good; i++) {
    Binary bad = good;
    ((unsigned char*)&bad)[i / 8] ^= (unsigned char)(1 << i % 8);
    char message[300];
    mjModel* m = fromBytes(&bad, sizeof bad, message);
    loaded += m != NULL;
    assert_true(m || *message);
    mj_deleteModel(m);
  }
  assert_true(loaded > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_binary),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
