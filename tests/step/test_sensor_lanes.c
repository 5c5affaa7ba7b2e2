// Sensors in lanes: random states in 1, 2, 4 and 8 worlds at a time must give the same bits, NaN
// equal to NaN. The lane structs differ by width, so here they are opaque: inputs go in by
// lane_put, all arrays come out by lane_get.
#include "random_state.h"

#include "base/cpu.h"

enum { WORLDS = 8, ROUNDS = 3 };

// stages of one pass, in their order
#define STAGES(F)                                                                                  \
  F(step_frames)                                                                                   \
  F(step_inertia)                                                                                  \
  F(transmission_update)                                                                           \
  F(sensor_pos)                                                                                    \
  F(step_velocity)                                                                                 \
  F(sensor_vel)                                                                                    \
  F(actuation_forces)                                                                              \
  F(step_acceleration)                                                                             \
  F(step_unconstrained)                                                                            \
  F(sensor_acc)

#define DECLARE_W1(name) void name##_w1(const mjModel* m, mjData* d);
#define CALL_W1(name) name##_w1(m, d);
#define DECLARE_w2(name) void name##_w2(const void* m, void* d);
#define CALL_w2(name) name##_w2(m, d);
#define DECLARE_w4_avx2(name) void name##_w4_avx2(const void* m, void* d);
#define CALL_w4_avx2(name) name##_w4_avx2(m, d);
#define DECLARE_w8_avx512(name) void name##_w8_avx512(const void* m, void* d);
#define CALL_w8_avx512(name) name##_w8_avx512(m, d);

STAGES(DECLARE_W1)
static void runOne(const mjModel* m, mjData* d) {
  d->flg_subtreevel = d->flg_energypos = d->flg_energyvel = d->flg_rnepost = 0;
  STAGES(CALL_W1)
}

typedef struct {
  int width;
  void* (*make)(const mjModel* m);
  void (*destroy)(void* d);
  void (*put)(const mjModel* m, void* d, int lane, const mjData* world);
  void (*get)(const mjModel* m, const void* d, int lane, mjData* world);
  void* (*makeModel)(const mjModel* m);
  void (*destroyModel)(void* m);
  void (*run)(const void* m, void* d);  // of lanes both
} Variant;

#define DECLARE_DATA(width, suffix)                                                                \
  void* lane_make_##suffix(const mjModel* m);                                                      \
  void lane_delete_##suffix(void* d);                                                              \
  void* lane_makeModel_##suffix(const mjModel* m);                                                 \
  void lane_deleteModel_##suffix(void* m);                                                         \
  void lane_put_##suffix(const mjModel* m, void* d, int lane, const mjData* world);                \
  void lane_get_##suffix(const mjModel* m, const void* d, int lane, mjData* world);                \
  STAGES(DECLARE_##suffix)                                                                         \
  static void run_##suffix(const void* m, void* d) { STAGES(CALL_##suffix) }
#define VARIANT(width, suffix)                                                                     \
  {width,                                                                                          \
   lane_make_##suffix,                                                                             \
   lane_delete_##suffix,                                                                           \
   lane_put_##suffix,                                                                              \
   lane_get_##suffix,                                                                              \
   lane_makeModel_##suffix,                                                                        \
   lane_deleteModel_##suffix,                                                                      \
   run_##suffix},

CPU_VARIANTS(DECLARE_DATA)
static const Variant variantTable[] = {CPU_VARIANTS(VARIANT)};
enum { NVARIANT = sizeof variantTable / sizeof *variantTable };

// returns how many numbers were compared
static int compare(const mjModel* m, const mjData* one, const mjData* many, int width) {
  for (int i = 0; i < m->nsensordata; i++) {
    const mjtNum a = one->sensordata[i], b = many->sensordata[i];
    if (memcmp(&a, &b, sizeof a) && !(a != a && b != b))
      fail_msg("width %d, sensordata[%d]: %a, one world %a", width, i, b, a);
  }
  return (int)m->nsensordata;
}

static int checkVariant(const mjModel* m, const Variant* v, mjData** world, mjData* out) {
  void *d = v->make(m), *model = v->makeModel(m);
  assert_true(d && model);
  int compared = 0;
  for (int first = 0; first < WORLDS; first += v->width) {
    for (int lane = 0; lane < v->width; lane++) v->put(m, d, lane, world[first + lane]);
    v->run(model, d);
    for (int lane = 0; lane < v->width; lane++) {
      v->get(m, d, lane, out);
      compared += compare(m, world[first + lane], out, v->width);
    }
  }
  v->destroyModel(model);
  v->destroy(d);
  return compared;
}

static void checkModel(const char* file) {
  char path[500], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s", TEST_DIR, file);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", file, error);
  m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  mjData *world[WORLDS], *out = mj_makeData(m);
  for (int i = 0; i < WORLDS; i++) world[i] = mj_makeData(m);
  int compared = 0;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < WORLDS; i++) {
      randomState(m, world[i]);
      world[i]->time = rng_uniform();
      if (round == 1 && i == 2 && m->nv) world[i]->qvel[0] = __builtin_nan("");
      runOne(m, world[i]);
    }
    for (int k = 0; k < NVARIANT; k++) {
      if (cpu_hasLanes(variantTable[k].width))
        compared += checkVariant(m, &variantTable[k], world, out);
    }
  }
  printf("%s: %d numbers in lanes equal\n", file, compared);
  for (int i = 0; i < WORLDS; i++) mj_deleteData(world[i]);
  mj_deleteData(out);
  mj_deleteModel(m);
}

static void test_sameBits(void** unused) {
  (void)unused;
  checkModel("golden/sensor_kinds.xml");
  checkModel("golden/sensor_inside.xml");
  checkModel("data/mjcf/sensor_frame.xml");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_sameBits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
