// What a data holds while trees sleep, against the reference: trees that start asleep, that fall
// asleep by themselves, and that are moved by a keyframe; alone, in contact with the floor and with
// each other, tied by an equality and by a tendon. tools/oracle/sleep_ways.mjs made the figures.
#include <math.h>

#include "model/fields.h"
#include "support.h"

static const double TOLERANCE = 1e-14;  // relative to 1 + |x|

static mjModel* load(const char* path) {
  char full[500], error[500] = "";
  snprintf(full, sizeof full, "%s/%s", TEST_DIR, path);
  mjModel* m = mj_loadXML(full, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// a number of a field by its name
static double numberOf(const mjModel* m, const mjData* d, const char* name, int i) {
  const field_Table table = field_data();
  if (!strcmp(name, "energy")) return d->energy[i];
  if (!strcmp(name, "ncon")) return d->ncon;
  if (!strcmp(name, "nefc")) return d->nefc;
  for (int k = 0; k < table.n; k++) {
    const field_Field* f = &table.field[k];
    if (strcmp(f->name, name)) continue;
    assert_true(i < field_count(f, m, d));
    const void* array = field_get(f, d);
    if (field_typeSize(f->type) == sizeof(double)) return ((const double*)array)[i];
    return ((const int*)array)[i];
  }
  fail_msg("no field '%s'", name);
  return 0;
}

// as in tools/oracle/sleep_ways.mjs
static void act(mjData* d, int step) {
  d->ctrl[0] = step % 50 < 25 ? 0.5 : -0.5;
  d->ctrl[1] = 0.1;
  d->ctrl[3] = step < 20 ? 0 : 0.01;
  if (step == 150) d->qfrc_applied[6] = 1;
}

typedef struct {
  mjModel* m;
  mjData* d;
  char run[20];
  int step, numbers, wrong;
  double worst, kinetic;  // energy before the last step
} Replay;

static void begin(Replay* r, const char* run) {
  mj_deleteData(r->d);
  mj_deleteModel(r->m);
  r->m = load("scenes/sleep_ways.xml");
  for (int t = 0; t < r->m->ntree && !strcmp(run, "auto"); t++) {
    int* policy = r->m->tree_sleep_policy + t;
    if (*policy == mjSLEEP_INIT) *policy = mjSLEEP_AUTO_ALLOWED;
  }
  r->d = mj_makeData(r->m);
  if (!strcmp(run, "key")) mj_resetDataKeyframe(r->m, r->d, 0);
  strcpy(r->run, run);
  r->step = 0;
}

// the reference's sensor shows the kinetic energy of the step before
static bool isKinetic(const Replay* r, const char* field, int i) {
  if (strcmp(field, "sensordata") || r->step < 2) return false;
  for (int s = 0; s < r->m->nsensor; s++) {
    if (r->m->sensor_adr[s] == i) return r->m->sensor_type[s] == mjSENS_E_KINETIC;
  }
  return false;
}

static void compareLine(Replay* r, const char* field, char* text) {
  int i = 0;
  for (char* word = strtok(text, " \n"); word; word = strtok(NULL, " \n"), i++) {
    const double want = strtod(word, NULL);
    const double got = isKinetic(r, field, i) ? r->kinetic : numberOf(r->m, r->d, field, i);
    const double error = fabs(got - want) / (1 + fabs(want));
    r->numbers++;
    if (error > r->worst) r->worst = error;
    if (error <= TOLERANCE) continue;
    if (r->wrong++ < 20) {
      print_message("  %s step %d %s[%d]: got %.12g, want %.12g\n", r->run, r->step, field, i, got,
                    want);
    }
  }
}

static void test_fields(void** state) {
  (void)state;
  static char line[20000];
  Replay r = {0};
  FILE* file = fopen(TEST_DIR "/golden/sleep_ways.txt", "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    char run[20], field[50];
    int step, used;
    if (sscanf(line, "%19s %d %49s%n", run, &step, field, &used) != 3) continue;  // a comment
    if (strcmp(run, r.run)) begin(&r, run);
    for (; r.step < step; r.step++) {
      act(r.d, r.step);
      r.kinetic = r.d->energy[1];
      mj_step(r.m, r.d);
    }
    compareLine(&r, field, line + used);
  }
  fclose(file);
  print_message("  %d numbers, largest difference %.2g\n", r.numbers, r.worst);
  assert_true(r.numbers > 5000);
  assert_int_equal(r.wrong, 0);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fields),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
