// mj_geomDistance: against the reference for all pairs of types in both orders, and against the
// contacts of the same poses.
#include "convex_golden.h"

#include "collide/collide.h"

#define LIMITS                                                                                     \
  { 1e10, 0.5, 1, 0.05, 0, 1e11 }  // as in tools/oracle/convex.mjs

typedef struct {
  int checked, differ, deep;
} Tally;

static void placeGeoms(mjData* d, const pairGolden_Case* c, int pose) {
  pairGolden_Pose p;
  pairGolden_place(&p, c, pose);
  memcpy(d->geom_xpos, p.pos, sizeof(p.pos));
  memcpy(d->geom_xmat, p.mat, sizeof(p.mat));
}

static const char* checkPose(const mjModel* m, mjData* d, const pairGolden_Case* c, int pose,
                             const char* record, Tally* tally) {
  static const double limits[] = LIMITS;
  placeGeoms(d, c, pose);
  for (int order = 0; order < 2; order++) {
    mjtNum x[6];
    const mjtNum dist = mj_geomDistance(m, d, order, !order, limits[pose % 6], x);
    const double got[3] = {dist, pg_weigh(x), pg_weigh(x + 3)};
    double want[3];
    memcpy(want, record, sizeof(want));
    record += sizeof(want);
    tally->checked++;
    tally->deep += dist < 0;
    const bool same = got[0] == want[0] && got[1] == want[1] && got[2] == want[2];
    if (!same && tally->differ++ < 20) {
      printf("%s seed %u pose %d order %d: %.12g (%.3g) points %.3g %.3g\n", c->name, c->seed, pose,
             order, dist, dist - want[0], got[1] - want[1], got[2] - want[2]);
    }
    assert_true(mj_geomDistance(m, d, order, !order, limits[pose % 6], NULL) == dist);
  }
  return record;
}

static void test_golden(void** state) {
  (void)state;
  cg_Library lib;
  cg_load(&lib);
  Tally tally = {0, 0, 0};
  size_t size, textSize;
  char *text = pg_read("convex_dist", "txt", &textSize), *save = NULL;
  char* records = pg_read("convex_dist", "bin", &size);
  const char* record = records;
  for (char* line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (*line == '#') continue;
    pairGolden_Case c;
    pg_parse(&c, line);
    mjModel* m = cg_caseModel(&lib, &c);
    mjData* d = mj_makeData(m);
    for (int pose = 0; pose < c.poses; pose++) {
      assert_true(record + 48 <= records + size);
      record = checkPose(m, d, &c, pose, record, &tally);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_ptr_equal(record, records + size);
  printf("%d distances, %d in penetration, %d differ\n", tally.checked, tally.deep, tally.differ);
  free(text);
  free(records);
  cg_unload(&lib);
  assert_true(tally.deep > 500);
  assert_int_equal(tally.differ, 0);
}

// no collision function, no such geom: the limit and no segment
static void test_none(void** state) {
  (void)state;
  cg_Library lib;
  cg_load(&lib);
  mjModel* m = cg_model(&lib, 3);
  cg_setGeom(m, &lib, 0, "type=\"plane\" size=\"1 1 1\"");
  cg_setGeom(m, &lib, 1, "type=\"hfield\"");
  cg_setGeom(m, &lib, 2, "type=\"sphere\" size=\".5\"");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 27; i += i % 9 == 8 ? 1 : 4) d->geom_xmat[i] = 1;
  d->geom_xpos[8] = 2;
  static const int pairs[][2] = {{0, 1}, {1, 0}, {0, 0}, {1, 1}, {-1, 0}, {0, 3}};
  catch_begin();
  for (int k = 0; k < 6; k++) {
    mjtNum x[6] = {1, 1, 1, 1, 1, 1};
    assert_true(mj_geomDistance(m, d, pairs[k][0], pairs[k][1], 0.75, x) == 0.75);
    for (int i = 0; i < 6; i++) assert_true(x[i] == 0);
  }
  catch_end();
  assert_int_equal(caught_count, 2);  // of the geoms that do not exist
  mjtNum x[6];
  assert_true(mj_geomDistance(m, d, 0, 2, 0.75, x) == 0.75 && x[5] == 0);
  assert_true(fabs(mj_geomDistance(m, d, 0, 2, 2, x) - 1.5) < 1e-15);
  assert_true(fabs(x[2]) < 1e-15 && fabs(x[5] - 1.5) < 1e-15);
  assert_true(fabs(mj_geomDistance(m, d, 2, 0, 2, x) - 1.5) < 1e-15);
  assert_true(fabs(x[2] - 1.5) < 1e-15 && fabs(x[5]) < 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
  cg_unload(&lib);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
