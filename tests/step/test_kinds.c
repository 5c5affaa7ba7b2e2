// Kinds of actuators and sensors. Tables: every value of mjtTrn, mjtDyn, mjtGain, mjtBias and
// mjtSensor, as the public header lists them, has a row in src/force or src/step, and the kinds
// without a function are those that docs/conformance.md names (AC12 of the specification of
// transmissions). Coverage: every kind with a function is in a model whose figures are compared
// with the reference (tests/golden).
#include "support.h"

#include <ctype.h>
#include <stdbool.h>

#include "force/actuator.h"
#include "force/transmission.h"
#include "step/sensor.h"
#include "step/sensor_parts.h"

enum { MAX_KINDS = 64, MAX_LINE = 1024, MAX_NAME = 32 };

// ---- the enums of the header

typedef struct {
  char name[MAX_KINDS][MAX_NAME];  // by value
  int n;
} Enum;

// mjXXX_UNDEFINED is no kind: the only value that is far from the others
static bool isKind(const char* line, const char* prefix) {
  return !strncmp(line, prefix, strlen(prefix)) && !strstr(line, "_UNDEFINED");
}

// names of the values of an enum that counts from 0, in order
static Enum readEnum(const char* type, const char* prefix) {
  Enum e = {.n = 0};
  char line[MAX_LINE], head[MAX_LINE];
  snprintf(head, sizeof head, "typedef enum %s_ {", type);
  FILE* file = fopen(TEST_DIR "/../include/sinew/types.h", "r");
  assert_non_null(file);
  bool inside = false;
  while (fgets(line, sizeof line, file)) {
    const char* at = line + strspn(line, " ");
    if (!strncmp(line, head, strlen(head))) {
      inside = true;
    } else if (inside && *at == '}') {
      break;
    } else if (inside && isKind(at, prefix)) {
      int len = 0;
      while (isalnum((unsigned char)at[len]) || at[len] == '_') len++;
      assert_true(e.n < MAX_KINDS && len < MAX_NAME);
      const char* value = at + len + strspn(at + len, " =");
      if (isdigit((unsigned char)*value)) assert_int_equal(atoi(value), e.n);
      snprintf(e.name[e.n++], MAX_NAME, "%.*s", len, at);
    }
  }
  fclose(file);
  return e;
}

static Enum readSensors(void) {
  const Enum e = readEnum("mjtSensor", "mjSENS_");
  assert_int_equal(e.n, mjSENS_USER + 1);
  return e;
}

// ---- tables

typedef struct {
  const char *type, *prefix;
  int last;
  bool (*has)(int kind);
} Table;

static const Table tables[] = {
    {"mjtTrn", "mjTRN_", mjTRN_SO3, LANE(transmission_has)},
    {"mjtDyn", "mjDYN_", mjDYN_USER, LANE(act_hasDynamics)},
    {"mjtGain", "mjGAIN_", mjGAIN_USER, LANE(act_hasGain)},
    {"mjtBias", "mjBIAS_", mjBIAS_USER, LANE(act_hasBias)},
};
enum { TRN, DYN, GAIN, BIAS, NTABLE };

static void test_AC12_actuatorTables(void** state) {
  (void)state;
  for (size_t t = 0; t < NTABLE; t++) {
    const Enum e = readEnum(tables[t].type, tables[t].prefix);
    assert_int_equal(e.n, tables[t].last + 1);
    for (int kind = 0; kind < e.n; kind++) {
      if (!tables[t].has(kind)) fail_msg("%s has no row", e.name[kind]);
    }
    assert_false(tables[t].has(-1));
    assert_false(tables[t].has(e.n));  // no row without a kind
  }
}

// a kind whose act_dot stays zero is the one without activation
static void test_dynamicsHaveRates(void** state) {
  (void)state;
  for (int kind = 0; kind <= mjDYN_USER; kind++) {
    assert_int_equal(LANE(act_dynamics)[kind].rate != NULL, kind != mjDYN_NONE);
  }
}

// a gain is a factor or a force, not both
static void test_gainsAreOneThing(void** state) {
  (void)state;
  for (int kind = 0; kind <= mjGAIN_USER; kind++) {
    assert_true(!LANE(act_gains)[kind].gain != !LANE(act_gains)[kind].force);
  }
}

// kinds of sensors without a function, and what is missing
static const struct {
  int type;
  sensor_Reach reach;
} exceptions[] = {
    {mjSENS_PLUGIN, SENSOR_PLUGIN},
    {mjSENS_USER, SENSOR_CALLBACK},
};

// index in the exceptions, -1 if the kind has a function
static int exceptionOf(int type) {
  for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++) {
    if (exceptions[i].type == type) return (int)i;
  }
  return -1;
}

static void test_AC12_sensorTable(void** state) {
  (void)state;
  const Enum e = readSensors();
  for (int type = 0; type < e.n; type++) {
    const sensor_Kind* kind = LANE(sensor_kind)(type);
    const int exception = exceptionOf(type);
    if (!kind) fail_msg("%s has no row", e.name[type]);
    if (exception < 0) {
      if (!kind->compute) fail_msg("%s has no function", e.name[type]);
      assert_true(kind->reach == SENSOR_LANES || kind->reach == SENSOR_WORLD);
    } else {
      if (kind->compute) fail_msg("%s has a function, and is an exception", e.name[type]);
      assert_int_equal(kind->reach, exceptions[exception].reach);
    }
    assert_true(sensor_supported(type));
  }
  assert_null(LANE(sensor_kind)(-1));
  assert_null(LANE(sensor_kind)(e.n));
}

// ---- coverage

typedef struct {
  int kind[NTABLE][MAX_KINDS];  // actuators by kind
  int sensor[MAX_KINDS];
  int models;
} Count;

static void countModel(Count* count, const char* path) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", path, error);
  for (int i = 0; i < m->nactuator; i++) {
    count->kind[TRN][m->actuator_trntype[i]]++;
    count->kind[DYN][m->actuator_dyntype[i]]++;
    count->kind[GAIN][m->actuator_gaintype[i]]++;
    count->kind[BIAS][m->actuator_biastype[i]]++;
  }
  for (int i = 0; i < m->nsensor; i++) count->sensor[m->sensor_type[i]]++;
  count->models++;
  mj_deleteModel(m);
}

// models that a golden file names in lines "model <file>" or "steps <file>", from a folder
static void countGolden(Count* count, const char* golden, const char* folder) {
  enum { LONG_LINE = 1 << 18 };
  char* line = malloc(LONG_LINE);
  char path[2 * MAX_LINE], name[MAX_LINE];
  snprintf(path, sizeof path, TEST_DIR "/golden/%s", golden);
  FILE* file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(line);
  while (fgets(line, LONG_LINE, file)) {
    if (sscanf(line, "model %1023s", name) != 1 && sscanf(line, "steps %1023s", name) != 1)
      continue;
    snprintf(path, sizeof path, TEST_DIR "/%s%s", folder, name);
    countModel(count, path);
  }
  fclose(file);
  free(line);
}

// the least count of a kind; 0 is a failure, after all are named
static int leastCount(const Enum* e, const int* count, bool (*expected)(int)) {
  int least = -1;
  for (int kind = 0; kind < e->n; kind++) {
    if (!expected(kind)) continue;
    if (!count[kind]) print_error("no golden model has %s\n", e->name[kind]);
    if (least < 0 || count[kind] < least) least = count[kind];
  }
  return least;
}

static void checkTable(const Count* count, int t) {
  const Enum e = readEnum(tables[t].type, tables[t].prefix);
  const int least = leastCount(&e, count->kind[t], tables[t].has);
  print_message("%s: %d kinds, each in %d actuators or more (%d models)\n", tables[t].type, e.n,
                least, count->models);
  assert_true(least > 0);
}

// lengths, moments and velocities
static void test_transmissionsCovered(void** state) {
  (void)state;
  Count count = {.models = 0};
  countGolden(&count, "tendon/states.txt", "golden/tendon/");
  checkTable(&count, TRN);
}

// Activations and forces. Without callbacks user kinds are compared as what they are then (rate and
// bias 0, gain 1); with callbacks in test_actuation.c.
static void test_actuationCovered(void** state) {
  (void)state;
  Count count = {.models = 0};
  countGolden(&count, "force.txt", "");
  for (int t = DYN; t <= BIAS; t++) checkTable(&count, t);
}

// smooth ones with constraints disabled, the others in models of their own
static void test_sensorsCovered(void** state) {
  (void)state;
  Count count = {.models = 0};
  countGolden(&count, "sensor.txt", "../");
  countModel(&count, TEST_DIR "/golden/sensor_range.xml");
  countModel(&count, TEST_DIR "/golden/sensor_contact.xml");
  countModel(&count, TEST_DIR "/golden/tactile.xml");
  count.sensor[mjSENS_PLUGIN] += 3;  // tests/plugin
  const Enum e = readSensors();
  const int least = leastCount(&e, count.sensor, sensor_supported);
  print_message("mjtSensor: %d kinds, each that is computed in %d sensors or more (%d models)\n",
                e.n, least, count.models);
  assert_true(least > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_AC12_actuatorTables),  cmocka_unit_test(test_AC12_sensorTable),
      cmocka_unit_test(test_dynamicsHaveRates),    cmocka_unit_test(test_gainsAreOneThing),
      cmocka_unit_test(test_transmissionsCovered), cmocka_unit_test(test_actuationCovered),
      cmocka_unit_test(test_sensorsCovered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
