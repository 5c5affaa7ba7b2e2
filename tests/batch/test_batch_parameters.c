// Parameters of worlds in lanes: every number that worlds may differ in, alone and all together, in
// 2, 4 and 8 lanes, with all integrators. A world has the bits of mj_step with an edited copy of
// the model.
#include "support.h"

#include "base/cpu.h"

enum { WORLDS = 9, NPARAMETER = 200 };

static const char* const files[] = {
    "../models/hopper.xml",           "../models/humanoid.xml",      "../models/muscle_arm.xml",
    "../models/slider_crank.xml",     "../models/quadruped.xml",     "golden/force_passive.xml",
    "golden/force_actuation.xml",     "data/mjcf/geom_fluid.xml",    "data/mjcf/contact.xml",
    "data/mjcf/equality_connect.xml", "data/mjcf/equality_weld.xml", "data/mjcf/equality_poly.xml",
    "data/mjcf/actuator_dcmotor.xml", "data/mjcf/actuator_pid.xml",  "data/mjcf/tendon_spatial.xml",
    "data/mjcf/body_bvh.xml",
};
enum { NFILE = sizeof files / sizeof *files };

static mjModel* load(const char* file) {
  char path[400], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s", TEST_DIR, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", file, error);
  // what lanes can do
  m->opt.disableflags |= mjDSBL_ISLAND;
  m->opt.jacobian = mjJAC_DENSE;
  m->opt.solver = mjSOL_NEWTON;
  m->opt.iterations = 100;
  m->opt.ls_iterations = 50;
  m->opt.noslip_iterations = 0;
  return m;
}

// ---- parameters: a field of mjModel or of mjOption

typedef struct {
  char name[100];
  sn_Field field;
} Parameter;

static int list(Parameter* parameter) {
  static const int types[] = {sn_TYPE_MODEL, sn_TYPE_OPTION};
  int n = 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < sn_fieldCount(types[k]); i++) {
      Parameter* p = &parameter[n];
      sn_field(types[k], i, &p->field);
      if (!(p->field.flags & sn_FIELD_WORLD)) continue;
      snprintf(p->name, sizeof p->name, "%s%s", k ? "opt." : "", p->field.name);
      if (k) p->field.offset += offsetof(mjModel, opt);
      assert_true(++n < NPARAMETER);
    }
  }
  return n;
}

// a number near x, or now and then another
static mjtNum vary(mjtNum x, int rare) {
  if (rare && rng_uniform() > 0.9) return rng_uniform() > 0 ? 0 : 0.1;
  return x * (1 + 0.05 * rng_uniform());
}

static void* placeIn(mjModel* m, const sn_Field* f) {
  char* at = (char*)m + f->offset;
  return f->flags & sn_FIELD_ARRAY ? *(void**)at : at;
}

// random rows, and copies of the model with the same numbers
static void randomise(sn_Batch* b, const Parameter* p, mjModel** copy, int rare) {
  mjtSize count;
  char* rows = sn_batchParameter(b, p->name, &count);
  assert_non_null(rows);
  for (int w = 0; w < WORLDS; w++) {
    for (mjtSize i = 0; i < count; i++) {
      if (p->field.type == sn_TYPE_FLOAT) {
        float* x = (float*)rows + w * count + i;
        *x = (float)vary(*x, rare);
      } else {
        mjtNum* x = (mjtNum*)rows + w * count + i;
        *x = vary(*x, rare);
      }
    }
    const size_t bytes = (size_t)count * p->field.size;
    if (bytes) memcpy(placeIn(copy[w], &p->field), rows + (size_t)w * bytes, bytes);
  }
}

// ---- worlds

typedef struct {
  sn_Batch* b;
  mjModel* m[WORLDS];
  mjData* d[WORLDS];
} Scene;

static Scene sceneOf(const mjModel* m, int width) {
  const sn_BatchOptions options = {.nthread = 1, .nlane = width};
  Scene s = {.b = sn_makeBatch(m, WORLDS, &options)};
  assert_non_null(s.b);
  assert_non_null(sn_batchArray(s.b, "sensordata", NULL));
  assert_non_null(sn_batchArray(s.b, "cfrc_ext", NULL));
  mjtNum *qvel = sn_batchArray(s.b, "qvel", NULL), *ctrl = sn_batchArray(s.b, "ctrl", NULL);
  for (int w = 0; w < WORLDS; w++) {
    s.m[w] = mj_copyModel(NULL, m);
    s.d[w] = mj_makeData(m);
    for (int i = 0; i < m->nv; i++) s.d[w]->qvel[i] = qvel[w * m->nv + i] = 0.5 * rng_uniform();
    for (int i = 0; i < m->nu; i++) s.d[w]->ctrl[i] = ctrl[w * m->nu + i] = rng_uniform();
  }
  return s;
}

static void freeScene(Scene* s) {
  for (int w = 0; w < WORLDS; w++) {
    mj_deleteData(s->d[w]);
    mj_deleteModel(s->m[w]);
  }
  sn_deleteBatch(s->b);
}

static void compareRows(const Scene* s, const char* name, const char* what) {
  mjtSize count;
  const mjtNum* rows = sn_batchArray(s->b, name, &count);
  sn_Field f;
  sn_field(sn_TYPE_DATA, sn_findField(sn_TYPE_DATA, name), &f);
  for (int w = 0; w < WORLDS; w++) {
    const mjtNum* one = *(mjtNum**)((char*)s->d[w] + f.offset);
    for (mjtSize i = 0; i < count; i++) {
      if (memcmp(&rows[w * count + i], &one[i], sizeof *one)) {
        fail_msg("%s: %s[%d] of world %d: %a, alone %a", what, name, (int)i, w, rows[w * count + i],
                 one[i]);
      }
    }
  }
}

static void stepAndCompare(Scene* s, int steps, const char* what) {
  for (int k = 0; k < steps; k += 3) {
    sn_stepBatch(s->b, 3, NULL);
    for (int w = 0; w < WORLDS; w++) {
      for (int i = 0; i < 3; i++) mj_step(s->m[w], s->d[w]);
      if (!s->d[w]->flg_rnepost) mj_rnePostConstraint(s->m[w], s->d[w]);
    }
    compareRows(s, "qpos", what);
    compareRows(s, "qvel", what);
    compareRows(s, "act", what);
    compareRows(s, "sensordata", what);
    compareRows(s, "cfrc_ext", what);
  }
}

// ---- tests

static int countLanes;  // models that are stepped in lanes

static void checkAlone(const mjModel* m, const char* file, int width) {
  static Parameter parameter[NPARAMETER];
  const int n = list(parameter);
  for (int i = 0; i < n; i++) {
    char what[400];
    Scene s = sceneOf(m, width);
    snprintf(what, sizeof what, "%.99s, %d lanes, %.99s", file, width, parameter[i].name);
    countLanes += sn_batchLanes(s.b) == width;
    randomise(s.b, &parameter[i], s.m, i % 3 == 0);
    stepAndCompare(&s, 6, what);
    freeScene(&s);
  }
}

static void checkTogether(mjModel* m, const char* file, int width, int rare) {
  static Parameter parameter[NPARAMETER];
  const int n = list(parameter);
  for (int integrator = mjINT_EULER; integrator <= mjINT_IMPLICITFAST; integrator++) {
    char what[200];
    m->opt.integrator = integrator;
    Scene s = sceneOf(m, width);
    snprintf(what, sizeof what, "%s, %d lanes, integrator %d", file, width, integrator);
    for (int i = 0; i < n; i++) randomise(s.b, &parameter[i], s.m, rare && i % 5 == 0);
    stepAndCompare(&s, 30, what);
    freeScene(&s);
  }
}

// sanitizers see every third model: they take their time
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 3 };
#else
enum { EVERY = 1 };
#endif

static void test_each(void** state) {
  (void)state;
  const int narrow = cpu_hasLanes(4) ? 4 : 2, wide = cpu_hasLanes(8) ? 8 : narrow;
  const int widths[] = {narrow, wide, 2};
  countLanes = 0;
  for (int i = 0; i < NFILE; i += EVERY) {
    mjModel* m = load(files[i]);
    checkAlone(m, files[i], widths[i / EVERY % 3]);
    mj_deleteModel(m);
  }
  assert_true(countLanes * EVERY > 400);
}

static void test_together(void** state) {
  (void)state;
  for (int i = 0; i < NFILE; i++) {
    mjModel* m = load(files[i]);
    for (int width = 2; width <= 8 && cpu_hasLanes(width); width *= 2) {
      checkTogether(m, files[i], width, 0);
      checkTogether(m, files[i], width, 1);
    }
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each),
      cmocka_unit_test(test_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
