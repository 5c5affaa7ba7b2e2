// Histories of controls and sensors: against the reference (tests/golden/force_history.txt),
// insertion against a sorted list, interpolation of polynomials, errors.
#include "support.h"

#include <math.h>

#include "model/history.h"

static const double tolerance = 1e-15;

static mjModel* load(void) {
  char error[500];
  mjModel* m = mj_loadXML(TEST_DIR "/golden/force_history.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// ---- golden

typedef struct {
  mjModel* m;
  mjData* d;
  double worst;
  int compared;
} Replay;

static void compare(Replay* r, const char* what, double got, double want) {
  const double diff = fabs(got - want);
  r->worst = fmax(r->worst, diff);
  r->compared++;
  if (!(diff <= tolerance)) fail_msg("%s: %.17g, should be %.17g", what, got, want);
}

static int numbers(const char* text, double* x, int max) {
  int n = 0;
  for (char* end; n < max; n++, text = end) {
    x[n] = strtod(text, &end);
    if (end == text) break;
  }
  return n;
}

// the buffers of sensors are filled by the sensor stage: taken over here. whole: compare them too
static void checkHistory(Replay* r, const double* x, int n, int whole) {
  assert_int_equal(n, r->m->nhistory);
  const int upTo = whole ? n : r->m->sensor_historyadr[0];
  for (int i = 0; i < upTo; i++) compare(r, "history", r->d->history[i], x[i]);
  for (int i = 0; i < n; i++) r->d->history[i] = x[i];
}

static void replayLine(Replay* r, char* line) {
  double x[200];
  const char* name = strtok(line, " \n");
  const char* rest = strtok(NULL, "\n");
  if (!name || name[0] == '#') return;
  const int n = numbers(rest ? rest : "", x, 200), nu = (int)r->m->nu;
  static int whole = 1;  // the first line is the state after reset
  if (!strcmp(name, "ctrl")) {
    r->d->time = x[0];
    for (int i = 0; i < nu; i++) r->d->ctrl[i] = x[1 + i];
    mj_fwdActuation(r->m, r->d);
    history_pushCtrl(r->m, r->d);
    r->d->time += r->m->opt.timestep;
  } else if (!strcmp(name, "force")) {
    for (int i = 0; i < n; i++) compare(r, "force", r->d->actuator_force[i], x[i]);
  } else if (!strcmp(name, "read")) {
    compare(r, "read", mj_readCtrl(r->m, r->d, (int)x[0], x[1], (int)x[2]), x[3]);
  } else if (!strcmp(name, "initctrl")) {
    mj_initCtrlHistory(r->m, r->d, (int)x[0], x + 1, x + 5);
    whole = 1;
  } else if (!strcmp(name, "initsensor")) {
    mj_initSensorHistory(r->m, r->d, (int)x[0], x + 1, x + 4, x[13]);
    whole = 1;
  } else {
    assert_string_equal(name, "history");
    checkHistory(r, x, n, whole);
    whole = 0;
  }
}

static void test_golden(void** state) {
  (void)state;
  char line[10000];
  FILE* file = fopen(TEST_DIR "/golden/force_history.txt", "r");
  assert_non_null(file);
  Replay r = {.m = load()};
  r.d = mj_makeData(r.m);
  while (fgets(line, sizeof line, file)) replayLine(&r, line);
  fclose(file);
  print_message("%d numbers, worst difference %.2g of %.2g\n", r.compared, r.worst, tolerance);
  assert_true(r.compared > 700);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
}

// ---- insertion

enum { NSAMPLE = 5, DIM = 2, ACTUATOR = 0 };

typedef struct {
  mjtNum memory[2 + NSAMPLE * (1 + DIM)];
  history_Buffer buf;
} Ring;

static void makeRing(Ring* ring) {
  memset(ring->memory, 0, sizeof ring->memory);
  ring->buf = (history_Buffer){.n = NSAMPLE,
                               .dim = DIM,
                               .user = ring->memory,
                               .cursor = ring->memory + 1,
                               .times = ring->memory + 2,
                               .values = ring->memory + 2 + NSAMPLE};
  *ring->buf.cursor = NSAMPLE - 1;
  for (int k = 0; k < NSAMPLE; k++) ring->buf.times[k] = k - NSAMPLE;
}

typedef struct {
  double time, value;
} Sample;

// the rule, on a plain sorted list
static void insertSorted(Sample list[NSAMPLE], double time, double value) {
  int at = 0;
  while (at < NSAMPLE && list[at].time < time) at++;
  const Sample s = {time, value};
  if (at < NSAMPLE && list[at].time == time) {
    list[at] = s;
  } else if (at == 0) {
    list[0] = s;
  } else {
    memmove(list, list + 1, (size_t)(at - 1) * sizeof *list);
    list[at - 1] = s;
  }
}

static void test_insert(void** state) {
  (void)state;
  Ring ring;
  Sample list[NSAMPLE];
  makeRing(&ring);
  for (int k = 0; k < NSAMPLE; k++) list[k] = (Sample){k - NSAMPLE, 0};
  double now = 0;
  int kinds[4] = {0};
  for (int i = 0; i < 2000; i++) {
    now += (rng_next() % 3) * 0.5;
    const double time = now - (double)(rng_next() % 24) * 0.5;
    kinds[time > list[NSAMPLE - 1].time ? 0 : time < list[0].time ? 1 : 2]++;
    mjtNum* at = history_insert(&ring.buf, time);
    at[0] = i;
    at[1] = -i;
    insertSorted(list, time, i);
    for (int k = 0; k < NSAMPLE; k++) {
      const int slot = ((int)*ring.buf.cursor + 1 + k) % NSAMPLE;
      assert_true(ring.buf.times[slot] == list[k].time);
      assert_true(ring.buf.values[DIM * slot] == list[k].value);
      mjtNum scratch[DIM];
      assert_true(history_read(&ring.buf, list[k].time, 2, scratch)[0] == list[k].value);
    }
  }
  print_message("%d newer, %d older than all, %d between\n", kinds[0], kinds[1], kinds[2]);
  assert_true(kinds[0] > 100 && kinds[1] > 100 && kinds[2] > 100);
}

// ---- interpolation

static double line(double t) { return 3 - 2 * t; }

static void test_interpolation(void** state) {
  (void)state;
  const double limit = 1e-13;
  Ring ring;
  makeRing(&ring);
  for (int k = 0; k < NSAMPLE + 3; k++) {  // uneven times; goes round the ring
    const double t = k + 0.3 * (k % 2);
    mjtNum* at = history_insert(&ring.buf, t);
    at[0] = line(t);
    at[1] = t * t;
  }
  const mjtNum first = ring.buf.times[((int)*ring.buf.cursor + 1) % NSAMPLE];
  const mjtNum last = ring.buf.times[(int)*ring.buf.cursor];
  double most = 0;
  mjtNum before = NAN;
  for (double t = first - 1; t < last + 1; t += 0.01) {
    const double in = fmin(fmax(t, first), last);
    mjtNum x[DIM];
    most = fmax(most, fabs(history_read(&ring.buf, t, 1, x)[0] - line(in)));
    // held: the sample is at or before t
    const mjtNum held = history_read(&ring.buf, t, 0, x)[0];
    assert_true(held >= line(in) - 1e-9 && held <= line(in) + 2 * 1.3 + 1e-9);
    // cubic: continuous, and exact for a line where both neighbours exist
    const mjtNum cubic = history_read(&ring.buf, t, 2, x)[0];
    assert_true(isnan(before) || fabs(cubic - before) < 0.05);
    if (in > first + 1.4 && in < last - 1.4) most = fmax(most, fabs(cubic - line(in)));
    before = cubic;
  }
  print_message("interpolation of a line: worst %.2g of %.2g\n", most, limit);
  assert_true(most < limit);
}

// ---- public functions

static void test_api(void** state) {
  (void)state;
  mjModel* m = load();
  mjData* d = mj_makeData(m);
  const mjtNum values[5] = {1, 2, 3, 4, 5}, bad[5] = {0, 1, 1, 2, 3};
  // times are kept in order even after the ring has turned
  for (int i = 0; i < 3; i++, d->time += m->opt.timestep) history_pushCtrl(m, d);
  mj_initCtrlHistory(m, d, ACTUATOR, NULL, values);
  const history_Buffer buf = history_ofCtrl(m, d, ACTUATOR);
  mjtNum x;
  for (int k = 0; k < 5; k++) {
    const mjtNum t = (k - 2) * m->opt.timestep;
    assert_true(*history_read(&buf, t, 0, &x) == values[k]);
  }
  d->ctrl[3] = 0.25;  // no buffer: the current control
  assert_true(mj_readCtrl(m, d, 3, 7, -1) == 0.25);
  d->sensordata[m->sensor_adr[3]] = 0.75;
  mjtNum result[4];
  assert_true(*mj_readSensor(m, d, 3, 7, result, -1) == 0.75);
  const mjtNum times[3] = {1, 2, 3}, rows[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  mj_initSensorHistory(m, d, 1, times, rows, 0.5);
  assert_true(*history_ofSensor(m, d, 1).user == 0.5);
  const mjtNum* read = mj_readSensor(m, d, 1, 1.5 + m->sensor_delay[1], result, 1);
  assert_ptr_equal(read, result);
  for (int k = 0; k < 3; k++) assert_true(fabs(read[k] - (2.5 + k)) < 1e-12);
  read = mj_readSensor(m, d, 1, 9, result, 1);  // the newest, in place
  assert_true(read != result && read[0] == 7);

  catch_begin();
  int expected = 0;
  mj_initCtrlHistory(m, d, ACTUATOR, bad, values);
  assert_int_equal(caught_count, ++expected);
  assert_non_null(strstr(caught.subject, "times[2]"));
  mj_initCtrlHistory(m, d, 3, NULL, values);
  assert_int_equal(caught_count, ++expected);
  mj_initSensorHistory(m, d, 3, NULL, values, 0);
  assert_int_equal(caught_count, ++expected);
  mj_readCtrl(m, d, 99, 0, -1);
  assert_int_equal(caught_count, ++expected);
  mj_readCtrl(m, d, ACTUATOR, 0, 3);
  assert_int_equal(caught_count, ++expected);
  assert_null(mj_readSensor(m, d, -1, 0, result, 0));
  assert_int_equal(caught_count, ++expected);
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_insert),
      cmocka_unit_test(test_interpolation),
      cmocka_unit_test(test_api),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
