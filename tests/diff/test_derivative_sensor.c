// Slopes of sensors against five-point differences of mj_forward. What diff_sensors is given
// (derivatives of accelerations and forces) are such differences too, so that the sensors
// alone are tested. One test per family; the worst residual of each kind is printed.
#include <math.h>
#include <stdarg.h>

#include "diff/derivative_sensor.h"
#include "finite_support.h"
#include "model/stack.h"

// ---- what a forward pass is made of, as one vector

typedef struct {
  int qacc, force, actuator, joint, length, speed, tendon, sensor, n;  // where they begin
} Layout;

static Layout layoutOf(const mjModel* m, const mjData* d) {
  Layout at = {0};
  at.force = at.qacc + (int)m->nv;
  at.actuator = at.force + d->nefc;
  at.joint = at.actuator + (int)m->nout;
  at.length = at.joint + (int)m->nv;
  at.speed = at.length + (int)m->nout;
  at.tendon = at.speed + (int)m->nout;
  at.sensor = at.tendon + (int)m->ntendon;
  at.n = at.sensor + (int)m->nsensordata;
  return at;
}

static void gather(const mjModel* m, const mjData* d, const Layout* at, mjtNum* res) {
  mju_copy(res + at->qacc, d->qacc, (int)m->nv);
  mju_copy(res + at->force, d->efc_force, d->nefc);
  mju_copy(res + at->actuator, d->actuator_force, (int)m->nout);
  mju_copy(res + at->joint, d->qfrc_actuator, (int)m->nv);
  mju_copy(res + at->length, d->actuator_length, (int)m->nout);
  mju_copy(res + at->speed, d->actuator_velocity, (int)m->nout);
  mju_copy(res + at->tendon, d->ten_velocity, (int)m->ntendon);
  mju_copy(res + at->sensor, d->sensordata, (int)m->nsensordata);
}

// ---- differences

enum { Q, V, ACT, CTRL, NINPUT };

typedef struct {
  const mjModel* m;
  mjData *d, *other;  // the point, and its neighbours
  mjtNum* start;
  Layout at;
  int ncol[NINPUT];
  mjtNum* slope[NINPUT];  // (n x ncol)
  bool* changed[NINPUT];  // (ncol) contacts or rows are others, so that there is no difference
} Point;

static bool evaluate(Point* p, int input, int i, double by, mjtNum* res) {
  mjData* d = p->other;
  mj_setState(p->m, d, p->start, mjSTATE_INTEGRATION);
  d->flg_energyvel = false;
  if (input == Q) {
    mjtNum* dq = numbers(p->m->nv);
    dq[i] = 1;
    mj_integratePos(p->m, d->qpos, dq, by);
    free(dq);
  } else {
    mjtNum* const array[] = {NULL, d->qvel, d->act, d->ctrl};
    array[input][i] += by;
  }
  mj_forward(p->m, d);
  if (d->nefc != p->d->nefc || d->ncon != p->d->ncon) return false;
  for (int k = 0; k < d->nefc; k++) {
    if (d->efc_type[k] != p->d->efc_type[k] || d->efc_state[k] != p->d->efc_state[k]) return false;
  }
  gather(p->m, d, &p->at, res);
  return true;
}

static void differentiate(Point* p, double eps) {
  static const double by[] = {1, -1, 2, -2}, weight[] = {8, -8, -1, 1};
  mjtNum* res = numbers(p->at.n);
  for (int input = 0; input < NINPUT; input++) {
    const int ncol = p->ncol[input];
    mju_zero(p->slope[input], p->at.n * ncol);
    for (int col = 0; col < ncol; col++) {
      p->changed[input][col] = false;
      for (int k = 0; k < 4; k++) {
        if (!evaluate(p, input, col, by[k] * eps, res)) p->changed[input][col] = true;
        for (int i = 0; i < p->at.n; i++) {
          p->slope[input][i * ncol + col] += weight[k] * res[i] / (12 * eps);
        }
      }
    }
  }
  free(res);
}

static Point linpoint_make(const mjModel* m, mjData* d) {
  Point p = {.m = m, .d = d, .other = mj_makeData(m), .start = stateOf(m, d)};
  const int ncol[] = {(int)m->nv, (int)m->nv, (int)m->na, (int)m->nu};
  p.at = layoutOf(m, d);
  for (int k = 0; k < NINPUT; k++) {
    p.ncol[k] = ncol[k];
    p.slope[k] = numbers((mjtSize)p.at.n * ncol[k]);
    p.changed[k] = calloc((size_t)ncol[k] + 1, sizeof(bool));
  }
  return p;
}

static void linpoint_free(Point* p) {
  for (int k = 0; k < NINPUT; k++) {
    free(p->slope[k]);
    free(p->changed[k]);
  }
  free(p->start);
  mj_deleteData(p->other);
}

// ---- slopes

// the matrices of differences with all columns of the state side by side
typedef struct {
  mjtNum* state;
  diff_Matrix mat;
} Rows;

static Rows rows_make(const Point* p, int first, int n) {
  const int nv = (int)p->m->nv, na = (int)p->m->na, ndx = 2 * nv + na;
  Rows r = {.state = numbers((mjtSize)n * ndx)};
  for (int i = 0; i < n; i++) {
    mju_copy(r.state + i * ndx, p->slope[Q] + (first + i) * nv, nv);
    mju_copy(r.state + i * ndx + nv, p->slope[V] + (first + i) * nv, nv);
    mju_copy(r.state + i * ndx + 2 * nv, p->slope[ACT] + (first + i) * na, na);
  }
  r.mat = (diff_Matrix){.q = r.state,
                        .v = r.state + nv,
                        .act = r.state + 2 * nv,
                        .ctrl = p->slope[CTRL] + first * p->ncol[CTRL],
                        .stride = ndx,
                        .cstride = p->ncol[CTRL]};
  return r;
}

static void tendonSlopes(const Point* p, mjtNum* tenV) {
  const mjModel* m = p->m;
  for (int t = 0; t < m->ntendon; t++) {
    for (int k = m->ten_J_rowadr[t]; k < m->ten_J_rowadr[t] + m->ten_J_rownnz[t]; k++) {
      tenV[k] = p->slope[Q][(p->at.tendon + t) * (int)m->nv + m->ten_J_colind[k]];
    }
  }
}

// out: (nsensordata x ndx), (nsensordata x nu); d is left as it is, bit by bit
static void analytic(const Point* p, diff_Matrix* out) {
  const mjModel* m = p->m;
  mjData* d = p->d;
  const int nv = (int)m->nv, nout = (int)m->nout;
  const struct {
    int first, n;
  } place[] = {{p->at.qacc, nv},  {p->at.force, d->nefc}, {p->at.actuator, nout},
               {p->at.joint, nv}, {p->at.length, nout},   {p->at.speed, nout}};
  Rows rows[6];
  for (int k = 0; k < 6; k++) rows[k] = rows_make(p, place[k].first, place[k].n);
  void *buffer = malloc((size_t)d->nbuffer), *arena = malloc(d->parena + 1);
  memcpy(buffer, d->buffer, (size_t)d->nbuffer);
  memcpy(arena, d->arena, d->parena);
  mj_markStack(d);
  diff_Work w = {.qacc = d->qacc};
  assert_true(LANE(diff_open)(m, d, &w));
  LANE(diff_motion)(m, d, &w);
  tendonSlopes(p, w.tenV);
  ckin_Derivative* contacts = calloc((size_t)d->ncon + 1, sizeof *contacts);
  assert_true(ckin_derivatives(m, d, contacts));
  const diff_Sensors s = {.work = &w,
                          .qacc = rows[0].mat,
                          .force = rows[1].mat,
                          .actuator = rows[2].mat,
                          .joint = rows[3].mat,
                          .length = rows[4].mat,
                          .speed = rows[5].mat,
                          .contacts = contacts,
                          .out = *out};
  assert_true(diff_sensors(m, d, &s));
  mj_freeStack(d);
  assert_memory_equal(buffer, d->buffer, (size_t)d->nbuffer);
  assert_memory_equal(arena, d->arena, d->parena);
  for (int k = 0; k < 6; k++) free(rows[k].state);
  free(contacts);
  free(buffer);
  free(arena);
}

// ---- comparison

typedef struct {
  mjtNum *state, *ctrl;
  diff_Matrix mat;
} Out;

static Out out_make(const mjModel* m) {
  const int ndx = (int)(2 * m->nv + m->na), ns = (int)m->nsensordata;
  Out o = {numbers((mjtSize)ns * ndx), numbers(ns * m->nu), {0}};
  for (int i = 0; i < ns * ndx; i++) o.state[i] = 12345;
  for (int i = 0; i < ns * m->nu; i++) o.ctrl[i] = 12345;
  o.mat = (diff_Matrix){.q = o.state,
                        .v = o.state + m->nv,
                        .act = o.state + 2 * m->nv,
                        .ctrl = o.ctrl,
                        .stride = ndx,
                        .cstride = (int)m->nu};
  return o;
}

static void out_free(Out* o) {
  free(o->state);
  free(o->ctrl);
}

static double largestOf(const Point* p, int sensor, int input) {
  const int n = p->ncol[input], adr = p->m->sensor_adr[sensor];
  const mjtNum* fd = p->slope[input] + (p->at.sensor + adr) * n;
  double largest = 0;
  for (int k = 0; k < p->m->sensor_dim[sensor] * n; k++) largest = fmax(largest, fabs(fd[k]));
  return largest;
}

// a sensor's slopes count as large as a hundredth of the largest of them; and where large forces
// cancel, as on a free body, what is left is rounding: 1e-5 of the largest of its kind
static double floorOf(const Point* p, int sensor, int input) {
  double kind = 0;
  for (int i = 0; i < p->m->nsensor; i++) {
    if (p->m->sensor_type[i] != p->m->sensor_type[sensor]) continue;
    for (int k = 0; k < NINPUT; k++) kind = fmax(kind, largestOf(p, i, k));
  }
  return fmax(fmax(0.01 * largestOf(p, sensor, input), 1e-5 * kind), 1e-4);
}

// residual of a sensor's numbers in one column: |slope - difference| / (|difference| + floor)
static double residual(const Point* p, const Out* o, int sensor, int input, int col) {
  const mjModel* m = p->m;
  const mjtNum* const block[] = {o->mat.q, o->mat.v, o->mat.act, o->mat.ctrl};
  const int stride = input == CTRL ? o->mat.cstride : o->mat.stride, ncol = p->ncol[input];
  const int adr = m->sensor_adr[sensor], dim = m->sensor_dim[sensor];
  const mjtNum* fd = p->slope[input] + (p->at.sensor + adr) * ncol;
  const double least = floorOf(p, sensor, input);
  double worst = 0;
  for (int k = 0; k < dim; k++) {
    const double x = fd[k * ncol + col], y = block[input][(adr + k) * stride + col];
    const double error = fabs(x - y) / (fabs(x) + least);
    worst = fmax(worst, isnan(error) ? 1e9 : error);
  }
  return worst;
}

enum { NKIND = mjSENS_USER + 1 };

typedef struct {
  double worst[NKIND], largest[NKIND];
  int sensor[NKIND];
  int columns, skipped;
} Worst;

// the best of several steps counts
static const double steps[] = {1e-3, 3e-4, 1e-4, 1e-5};
enum { NSTEP = sizeof steps / sizeof *steps };

static void compare(const mjModel* m, mjData* d, Worst* w) {
  mj_forward(m, d);
  d->flg_energyvel = false;
  mj_forward(m, d);
  Point p = linpoint_make(m, d);
  const int ncol = 2 * p.ncol[Q] + p.ncol[ACT] + p.ncol[CTRL], ns = (int)m->nsensor;
  double* best = malloc(sizeof(double) * (size_t)(ns * ncol));
  for (int i = 0; i < ns * ncol; i++) best[i] = INFINITY;
  for (int k = 0; k < NSTEP; k++) {
    Out o = out_make(m);
    differentiate(&p, steps[k]);
    analytic(&p, &o.mat);
    for (int i = 0, at = 0; i < ns; i++) {
      for (int input = 0; input < NINPUT; input++) {
        for (int col = 0; col < p.ncol[input]; col++, at++) {
          if (p.changed[input][col]) continue;
          best[at] = fmin(best[at], residual(&p, &o, i, input, col));
          for (int r = 0; r < m->sensor_dim[i]; r++) {
            const int row = p.at.sensor + m->sensor_adr[i] + r;
            double* largest = &w->largest[m->sensor_type[i]];
            *largest = fmax(*largest, fabs(p.slope[input][row * p.ncol[input] + col]));
          }
        }
      }
    }
    out_free(&o);
  }
  for (int i = 0; i < ns * ncol; i++) {
    const int sensor = i / ncol, type = m->sensor_type[sensor];
    if (isinf(best[i])) {
      w->skipped++;
    } else if (best[i] > w->worst[type]) {
      w->worst[type] = best[i];
      w->sensor[type] = sensor;
    }
    w->columns++;
  }
  free(best);
  linpoint_free(&p);
}

// a random configuration, with motion
static void scatter(const mjModel* m, mjData* d, double angle, double speed) {
  mjtNum* dq = numbers(m->nv);
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) dq[i] = angle * rng_uniform();
  mj_integratePos(m, d->qpos, dq, 1);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = speed * rng_uniform();
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.3 * rng_uniform();
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.5 * rng_uniform();
  free(dq);
}

static mjModel* loadExact(const char* xml) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) fail_msg("%s", spec ? mjs_getError(spec) : error);
  mj_deleteSpec(spec);
  m->opt.tolerance = 0;
  m->opt.iterations = 200;
  m->opt.ls_iterations = 100;
  return m;
}

static void report(const Worst* w, const mjModel* m, const int* allowZero) {
  for (int k = 0; k < NKIND; k++) {
    bool used = false;
    for (int i = 0; i < m->nsensor; i++) used = used || m->sensor_type[i] == k;
    if (!used) continue;
    print_message("  sensor kind %2d: worst %.1e (number %d), largest slope %.1e\n", k, w->worst[k],
                  w->sensor[k], w->largest[k]);
    bool zero = false;
    for (const int* z = allowZero; z && *z >= 0; z++) zero = zero || *z == k;
    assert_true(w->worst[k] < 1e-6);
    assert_true(zero || w->largest[k] > 1e-3);
  }
  print_message("  %d columns, %d without a difference\n", w->columns, w->skipped);
  assert_true(w->skipped * 4 < w->columns);
}

// ---- a tree with all joints, bodies that do not move, off-centre inertias; up to its sensors

static const char treeXml[] =
    "<mujoco><option><flag contact='disable'/></option><default>"
    "<site pos='.1 -.05 .2' euler='10 50 -30' size='.05'/>"
    "<geom type='box' size='.1 .05 .07' pos='.05 .1 -.1' euler='30 0 60'/></default><worldbody>"
    "<site name='sw' pos='.4 .1 .2' euler='5 25 65'/>"
    "<camera name='cw' pos='2 1 1' mode='targetbody' target='b2'/>"
    "<camera name='cm' pos='-2 1 1' mode='targetbodycom' target='b1'/>"
    "<body name='fixed' pos='.5 -1 .3' euler='15 0 35'><site name='sx'/><geom name='gx'/>"
    "<body name='b1' pos='.1 .2 .5'>"
    "<joint name='h1' axis='1 .3 .2' pos='.1 0 -.1' springref='20' stiffness='2'/>"
    "<joint name='s1' type='slide' axis='.2 1 .1' stiffness='3'/>"
    "<inertial pos='.1 .05 -.03' mass='1.3' diaginertia='.03 .05 .07' euler='20 30 40'/>"
    "<site name='s_1'/><geom name='g1'/><camera name='c1' pos='.1 .1 .1' euler='10 20 30'/>"
    "<camera name='ct' pos='.2 .1 .3' mode='track'/><camera name='cc' pos='0 .4 0' "
    "mode='trackcom'/>"
    "<body name='b2' pos='.3 .1 -.2' euler='0 40 10'>"
    "<joint name='ball' type='ball' stiffness='1.5' damping='.1'/>"
    "<inertial pos='-.05 .1 .08' mass='1.3' diaginertia='.03 .05 .07' euler='20 30 40'/>"
    "<site name='s_2'/><geom name='g2'/>"
    "<body name='b3' pos='.1 .1 .3' euler='60 0 0'><joint name='h3' axis='0 1 0'/>"
    "<joint name='h4' axis='.5 0 1' pos='.1 .1 0'/>"
    "<inertial pos='.02 .03 .04' mass='1.3' diaginertia='.03 .05 .07' euler='20 30 40'/>"
    "<site name='s_3'/><geom name='g3'/></body></body><body name='b4' pos='-.2 .2 .1'><site "
    "name='s_4'/><geom name='g4'/>"
    "<body name='b5' pos='-.2 0 .1'><joint name='h5' axis='1 1 0'/>"
    "<inertial pos='.1 0 .1' mass='1.3' diaginertia='.03 .05 .07' euler='20 30 40'/>"
    "<site name='s_5'/></body></body></body></body>"
    "<body name='f1' pos='-1 .5 .7' euler='10 20 30'><joint name='free' type='free' stiffness='1'/>"
    "<inertial pos='.05 .02 -.1' mass='1.3' diaginertia='.03 .05 .07' euler='20 30 40'/>"
    "<site name='s_6'/><geom name='g6'/>"
    "<body name='f2' pos='.2 0 .3'><joint name='b7' type='ball'/>"
    "<inertial pos='.1 .1 0' mass='1.3' diaginertia='.03 .05 .07' euler='20 30 40'/>"
    "<site name='s_7'/>"
    "<camera name='c7' pos='.1 -.2 .3' mode='targetbody' target='b5'/></body></body></worldbody>"
    "<actuator><motor joint='h1' gear='3'/><motor joint='ball' gear='1 2 3'/>"
    "<general joint='h4' dyntype='filter' dynprm='.3' gainprm='4'/></actuator><sensor>";

// XML that grows
typedef struct {
  char text[60000];
} Text;

static void add(Text* t, const char* format, ...) {
  const size_t n = strlen(t->text);
  va_list args;
  va_start(args, format);
  vsnprintf(t->text + n, sizeof t->text - n, format, args);
  va_end(args);
}

static const char* const objects[][2] = {
    {"body", "b1"},   {"xbody", "b2"},  {"geom", "g3"},    {"site", "s_5"},  {"camera", "c1"},
    {"camera", "ct"}, {"camera", "cc"}, {"camera", "cw"},  {"camera", "cm"}, {"camera", "c7"},
    {"site", "s_7"},  {"body", "f1"},   {"xbody", "fixed"}};

enum { NOBJECT = sizeof objects / sizeof *objects };

static void runStates(const char* xml, int nstate, double angle, const int* allowZero) {
  mjModel* m = loadExact(xml);
  mjData* d = mj_makeData(m);
  Worst w = {0};
  rng_state = 88172645463325252ull;
  for (int k = 0; k < nstate; k++) {
    scatter(m, d, angle, 1);
    for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = rng_uniform();
    compare(m, d, &w);
  }
  report(&w, m, allowZero);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_frames(void** state) {
  (void)state;
  static const char* const kinds[] = {"framepos",   "framequat",   "framexaxis", "frameyaxis",
                                      "framezaxis", "framelinvel", "frameangvel"};
  for (int ref = -1; ref < NOBJECT; ref += 3) {
    Text* t = calloc(1, sizeof *t);
    add(t, "%s", treeXml);
    for (int i = 0; i < NOBJECT; i++) {
      for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        add(t, "<%s objtype='%s' objname='%s'", kinds[k], objects[i][0], objects[i][1]);
        if (ref >= 0) add(t, " reftype='%s' refname='%s'", objects[ref][0], objects[ref][1]);
        add(t, "/>");
      }
    }
    add(t, "</sensor></mujoco>");
    runStates(t->text, 1, 0.5, NULL);
    free(t);
  }
}

static void test_motion(void** state) {
  (void)state;
  static const char* const sites[] = {"sw", "sx", "s_1", "s_2", "s_3", "s_4", "s_5", "s_6", "s_7"};
  static const char* const kinds[] = {"gyro",         "velocimeter", "accelerometer",
                                      "magnetometer", "force",       "torque"};
  static const char* const bodies[] = {"world", "fixed", "b1", "b2", "b4", "f1", "f2"};
  static const char* const sums[] = {"subtreecom", "subtreelinvel", "subtreeangmom"};
  Text* t = calloc(1, sizeof *t);
  add(t, "%s", treeXml);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
      add(t, "<%s site='%s'/>", kinds[k], sites[i]);
    }
  }
  for (int i = 0; i < NOBJECT; i++) {
    add(t, "<framelinacc objtype='%s' objname='%s'/>", objects[i][0], objects[i][1]);
    add(t, "<frameangacc objtype='%s' objname='%s'/>", objects[i][0], objects[i][1]);
  }
  for (size_t k = 0; k < sizeof sums / sizeof *sums; k++) {
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
      add(t, "<%s body='%s'/>", sums[k], bodies[i]);
    }
  }
  add(t, "<e_potential/><e_kinetic/><clock/></sensor></mujoco>");
  runStates(t->text, 3, 0.5, (const int[]){mjSENS_CLOCK, -1});
  free(t);
}

// ---- joints, tendons, actuators, limits

static const char armXml[] =
    "<mujoco><compiler angle='radian'/><option><flag contact='disable'/></option>"
    "<worldbody><site name='w' pos='0 .5 .5'/><body><joint name='a' axis='0 1 0' limited='true' "
    "range='.3 1' margin='.05'/><geom name='wrap' type='sphere' size='.1' pos='0 .2 -.2'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 0 0 -.5'/><site name='p' pos='.1 .3 -.4'/>"
    "<body pos='0 0 -.5'><joint name='b' type='ball' limited='true' range='0 .2' damping='.1'/>"
    "<geom type='capsule' size='.05' fromto='0 0 0 .1 0 -.4'/><site name='q' pos='.1 .1 -.3'/>"
    "<body pos='.1 0 -.4'><joint name='c' type='slide' axis='1 0 1' limited='true' range='-1 -.9'/>"
    "<geom size='.06'/><site name='r' pos='.1 .1 .1'/></body></body></body>"
    "<body pos='1 0 0'><joint axis='1 2 3'/><geom pos='.1 .1 .1' size='.1'/>"
    "<site name='y' pos='.1 .2 .3'/></body></worldbody>"
    "<tendon><spatial name='t' limited='true' range='.1 .2' stiffness='3'>"
    "<site site='w'/><geom geom='wrap'/><site site='p'/><site site='q'/></spatial>"
    "<spatial name='u' stiffness='4' springlength='.1' armature='.3'><site site='r'/>"
    "<site site='w'/></spatial><spatial name='x' armature='.4'><site site='q'/><site site='y'/>"
    "</spatial>"
    "<fixed name='f' limited='true' range='.9 2'><joint joint='a' coef='1.5'/>"
    "<joint joint='c' coef='-2'/></fixed></tendon>"
    "<actuator><motor name='m1' joint='a' gear='2'/><position name='m2' tendon='t' kp='20' kv='2'/>"
    "<general name='m3' tendon='t' dyntype='filter' dynprm='.2' gainprm='3' biastype='affine' "
    "biasprm='1 2 3'/><motor name='m4' joint='b' gear='1 2 3'/><motor name='m5' site='r' "
    "gear='1 2 3 4 5 6'/><velocity name='m6' joint='c' kv='3' gear='2'/></actuator><sensor>"
    "<jointpos joint='a'/><jointpos joint='c'/><jointvel joint='a'/><jointvel joint='c'/>"
    "<jointactuatorfrc joint='a'/><jointactuatorfrc joint='c'/><ballquat joint='b'/>"
    "<ballangvel joint='b'/><tendonpos tendon='t'/><tendonpos tendon='u'/><tendonpos tendon='f'/>"
    "<tendonvel tendon='t'/><tendonvel tendon='u'/><tendonvel tendon='f'/>"
    "<tendonactuatorfrc tendon='t'/><actuatorpos actuator='m2'/><actuatorpos actuator='m4'/>"
    "<actuatorvel actuator='m2'/><actuatorvel actuator='m5'/><actuatorvel actuator='m6'/>"
    "<actuatorfrc actuator='m2'/><actuatorfrc actuator='m3'/><actuatorfrc actuator='m6'/>"
    "<jointlimitpos joint='a'/><jointlimitpos joint='b'/><jointlimitpos joint='c'/>"
    "<jointlimitvel joint='a'/><jointlimitvel joint='b'/><jointlimitvel joint='c'/>"
    "<jointlimitfrc joint='a'/><jointlimitfrc joint='b'/><jointlimitfrc joint='c'/>"
    "<tendonlimitpos tendon='t'/><tendonlimitpos tendon='f'/><tendonlimitvel tendon='t'/>"
    "<tendonlimitvel tendon='f'/><tendonlimitfrc tendon='t'/><tendonlimitfrc tendon='f'/>"
    "<e_potential/><e_kinetic/></sensor></mujoco>";

static void test_scalars(void** state) {
  (void)state;
  runStates(armXml, 4, 0.4, NULL);
}

// ---- contacts, connects and welds

// with its cone
static const char contactXml[] =
    "<mujoco><option cone='%s' impratio='3'/><default><geom solimp='.8 .95 .05' "
    "solref='.05 1' friction='.8 .02 .01'/></default><worldbody><site name='w' pos='.3 .2 .1' "
    "euler='10 20 30'/><geom name='floor' type='plane' size='5 5 1' euler='3 -4 0'/>"
    "<body name='a' pos='0 0 .5'><freejoint/><geom name='ga' size='.1' mass='2' pos='.3 .1 -.45' "
    "condim='3'/><geom name='gb' type='capsule' size='.08' fromto='-.3 .2 -.43 -.3 -.2 -.45' "
    "condim='4' mass='1'/><site name='sa' pos='.1 .1 .1' euler='20 40 10'/>"
    "<site name='pad' type='box' size='.5 .5 .6'/>"
    "<body pos='.3 .4 .2'><joint axis='1 .2 .3' damping='.3'/><geom size='.1' mass='1' "
    "pos='.1 .1 .1'/><site name='sb' pos='.1 -.1 .1' euler='30 60 10'/>"
    "<body pos='.2 .1 -.3'><joint axis='0 1 .2' type='ball' damping='.1'/><geom name='gc' "
    "type='sphere' size='.12' pos='0 0 -.28' mass='1' condim='6'/><site name='sc' size='.2' "
    "pos='0 0 -.28'/></body></body></body>"
    "<body name='b' pos='-.3 .05 .62'><joint type='slide' axis='0 0 1'/><joint type='slide' "
    "axis='1 .1 0'/><joint axis='0 1 0'/><geom name='gd' size='.15' mass='3' pos='0 0 -.46' "
    "condim='1'/><site name='sd' pos='.1 0 .1'/></body>"
    "<body name='c' pos='1.5 0 1'><joint axis='0 1 0' damping='1'/><geom size='.1' mass='1' "
    "pos='.2 .1 .1'/><site name='se' pos='.1 .2 .3' euler='0 30 0'/><body name='d' pos='.3 0 .1'>"
    "<joint type='ball'/><geom size='.1' mass='2' pos='.1 .1 0'/><site name='sf' pos='.1 0 0'/>"
    "</body></body><body name='e' pos='2 0 1.2'><freejoint/><geom size='.1' pos='.1 0 0' mass='1'/>"
    "<site name='sg' pos='0 .1 .1'/></body></worldbody>"
    "<contact><pair geom1='ga' geom2='gd' condim='3' margin='1' gap='.9'/></contact><equality>"
    "<connect body1='d' body2='e' anchor='.2 .1 .1'/><weld body1='e' body2='world' "
    "torquescale='.7' relpose='2.02 .01 1.22 1 .02 .03 .01'/></equality>"
    "<actuator><motor site='sb' gear='1 2 3 1 1 1'/></actuator><sensor>";

static const char contactSensors[] =
    "<touch site='sa'/><touch site='pad'/><touch site='sc'/><touch site='w'/>"
    "<force site='w'/><force site='sa'/><force site='sb'/><force site='sc'/><force site='sd'/>"
    "<force site='se'/><force site='sf'/><force site='sg'/><torque site='w'/><torque site='sa'/>"
    "<torque site='sb'/><torque site='sc'/><torque site='sd'/><torque site='se'/>"
    "<torque site='sf'/><torque site='sg'/><accelerometer site='sc'/>"
    "<contact geom1='ga' num='2' data='found force torque dist pos normal tangent'/>"
    "<contact geom1='floor' num='3' reduce='mindist' data='force dist'/>"
    "<contact subtree1='a' num='6' data='force torque dist pos normal tangent'/>"
    "<contact subtree2='a' num='2' reduce='maxforce' data='found force torque pos'/>"
    "<contact body1='a' reduce='netforce' data='found force torque dist pos normal tangent'/>"
    "<contact subtree2='world' reduce='netforce' data='force torque pos'/>"
    "<contact site='pad' body2='a' num='2' data='force tangent'/></sensor></mujoco>";

static void test_contacts(void** state) {
  (void)state;
  static const char* const cones[] = {"pyramidal", "elliptic"};
  for (int k = 0; k < 2; k++) {
    Text* t = calloc(1, sizeof *t);
    add(t, contactXml, cones[k]);
    add(t, "%s", contactSensors);
    mjModel* m = loadExact(t->text);
    mjData* d = mj_makeData(m);
    Worst w = {0};
    rng_state = 88172645463325252ull;
    for (int round = 0; round < 4; round++) {
      scatter(m, d, 0.02, 0.3);
      for (int i = 6; i < 6 * m->nbody; i++) d->xfrc_applied[i] = rng_uniform();
      mj_forward(m, d);
      print_message("  %d contacts, %d rows\n", d->ncon, d->nefc);
      assert_true(d->ncon >= 4);
      compare(m, d, &w);
    }
    report(&w, m, NULL);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(t);
  }
}

// ---- by differences

static const char searchXml[] =
    "<mujoco><option><flag contact='disable'/></option><worldbody><geom type='plane' size='5 5 1'/>"
    "<geom name='ball' size='.3' pos='1.2 .1 1'/><geom name='box' type='box' size='.2 .3 .1' "
    "pos='-1 .2 1' euler='10 20 30'/><camera name='far' pos='0 -4 1' xyaxes='1 0 0 0 0 1' "
    "resolution='200 100'/><body name='b' pos='0 0 1'><freejoint/><geom name='g' size='.15' "
    "pos='.1 0 0'/><site name='x' pos='.2 0 0' zaxis='1 0 0'/><site name='z' pos='0 0 -.2' "
    "zaxis='.1 .2 -1'/><camera name='near' pos='0 0 .3' xyaxes='1 0 0 0 1 0' resolution='3 2' "
    "fovy='40'/><body name='c' pos='0 0 .4'><joint type='ball'/><geom name='h' type='capsule' "
    "size='.05 .2' pos='.3 0 .1' euler='0 70 0'/><site name='y' pos='.1 .1 .1' size='.2'/></body>"
    "</body></worldbody><sensor><rangefinder site='x'/><rangefinder site='z' data='dist dir origin "
    "point normal depth'/><rangefinder camera='near' data='dist depth'/>"
    "<camprojection site='y' camera='far'/><camprojection site='y' camera='near'/>"
    "<distance geom1='g' geom2='ball' cutoff='5'/><distance geom1='h' geom2='ball' cutoff='5'/>"
    "<distance body1='b' geom2='box' cutoff='5'/><normal geom1='g' geom2='box' cutoff='5'/>"
    "<fromto geom1='h' geom2='ball' cutoff='5'/><insidesite objtype='geom' objname='h' site='y'/>"
    "<clock/></sensor></mujoco>";

static void test_search(void** state) {
  (void)state;
  runStates(searchXml, 3, 0.1, (const int[]){mjSENS_INSIDESITE, mjSENS_CLOCK, -1});
}

// ---- limits of numbers

static const char cutXml[] =
    "<mujoco><option><flag contact='disable'/></option><worldbody><geom name='p' type='plane' "
    "size='5 5 1'/><body pos='0 0 1'><freejoint/><geom name='g' size='.15'/><site name='z' "
    "zaxis='0 0 -1'/></body></worldbody><sensor><velocimeter site='z' cutoff='.2'/>"
    "<gyro site='z' cutoff='10'/><framepos objtype='site' objname='z' cutoff='.7'/>"
    "<framequat objtype='site' objname='z'/><rangefinder site='z' cutoff='.5'/>"
    "<rangefinder site='z' cutoff='5'/><distance geom1='p' geom2='g' cutoff='.1'/>"
    "<e_kinetic cutoff='1e-3'/><e_kinetic cutoff='1e3'/></sensor></mujoco>";

static void test_cutoff(void** state) {
  (void)state;
  mjModel* m = loadExact(cutXml);
  mjData* d = mj_makeData(m);
  Worst w = {0};
  scatter(m, d, 0.2, 1);
  const mjtNum vel[6] = {0.5, 0.1, -0.5, 0.3, 0.2, 0.1};
  mju_copy(d->qvel, vel, 6);
  compare(m, d, &w);
  report(&w, m, (const int[]){mjSENS_GEOMDIST, -1});
  int cut = 0;
  for (int i = 0; i < 3; i++) cut += fabs(d->sensordata[i]) == 0.2;
  assert_true(cut > 0 && cut < 3);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- the interface

static void sense(const mjModel* m, mjData* d, int stage) {
  (void)m;
  (void)d;
  (void)stage;
}

static void test_queries(void** state) {
  (void)state;
  mjModel* m =
      loadText("<mujoco><worldbody><body><joint name='x'/><geom size='.1'/></body>"
               "</worldbody><sensor><jointpos joint='x'/><user dim='1'/></sensor></mujoco>");
  assert_int_equal(diff_sensorInputs(m), 0);
  assert_true(diff_sensorsCovered(m));
  mjcb_sensor = sense;
  assert_false(diff_sensorsCovered(m));
  mjcb_sensor = NULL;
  mj_deleteModel(m);
  m = loadText(armXml);
  assert_int_equal(diff_sensorInputs(m), SLOPE_SENSOR_FORCE | SLOPE_SENSOR_ACTUATOR |
                                             SLOPE_SENSOR_JOINT | SLOPE_SENSOR_LENGTH |
                                             SLOPE_SENSOR_SPEED | SLOPE_SENSOR_TENDON);
  mj_deleteModel(m);
}

// without scratch there are no slopes, and nothing is lost
static bool isRefused(const mjModel* m, mjData* d, const diff_Matrix* out) {
  mj_markStack(d);
  diff_Work w = {.qacc = d->qacc};
  assert_true(LANE(diff_open)(m, d, &w));
  LANE(diff_motion)(m, d, &w);
  for (size_t n = (size_t)d->narena / 8; n > 50; n /= 2) {
    while (stack_num(d, n)) continue;
  }
  const size_t before = d->pstack;
  const diff_Sensors s = {.work = &w, .out = *out};
  const bool refused = !diff_sensors(m, d, &s);
  assert_true(d->pstack == before && d->nefc > 0);
  mj_freeStack(d);
  return refused;
}

// blocks that are not asked for stay as they are and change no others; disabled sensors do not
// change
static void test_blocks(void** state) {
  (void)state;
  mjModel* m = loadExact(armXml);
  mjData* d = mj_makeData(m);
  scatter(m, d, 0.4, 1);
  mj_forward(m, d);
  Point p = linpoint_make(m, d);
  differentiate(&p, 1e-4);
  Out all = out_make(m);
  const int ns = (int)m->nsensordata, ndx = all.mat.stride, nu = (int)m->nu;
  analytic(&p, &all.mat);
  for (int which = 0; which < 16; which++) {
    Out some = out_make(m);
    diff_Matrix mat = some.mat;
    if (!(which & 1)) mat.q = NULL;
    if (!(which & 2)) mat.v = NULL;
    if (!(which & 4)) mat.act = NULL;
    if (!(which & 8)) mat.ctrl = NULL;
    analytic(&p, &mat);
    for (int i = 0; i < ns * ndx; i++) {
      const int col = i % ndx, kind = col < m->nv ? 1 : col < 2 * m->nv ? 2 : 4;
      assert_true(some.state[i] == (which & kind ? all.state[i] : 12345));
    }
    for (int i = 0; i < ns * nu; i++) {
      assert_true(some.ctrl[i] == (which & 8 ? all.ctrl[i] : 12345));
    }
    out_free(&some);
  }
  assert_true(isRefused(m, d, &all.mat));
  m->opt.disableflags |= mjDSBL_SENSOR;
  analytic(&p, &all.mat);
  for (int i = 0; i < ns * ndx; i++) assert_true(all.state[i] == 0);
  for (int i = 0; i < ns * nu; i++) assert_true(all.ctrl[i] == 0);
  out_free(&all);
  linpoint_free(&p);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frames),  cmocka_unit_test(test_motion),
      cmocka_unit_test(test_scalars), cmocka_unit_test(test_contacts),
      cmocka_unit_test(test_search),  cmocka_unit_test(test_cutoff),
      cmocka_unit_test(test_queries), cmocka_unit_test(test_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
