// Runs stages of the pipeline on eight worlds, one by one and in lanes, and compares the bits of
// their results, NaN equal to NaN. Lane data and models are opaque here: this file is compiled for
// one world.
#ifndef SINEW_TESTS_LANE_COMPARE_H_
#define SINEW_TESTS_LANE_COMPARE_H_

#include "base/cpu.h"
#include "model/fields.h"
#include "support.h"

enum { lanes_MAX = 8, lanes_MAXSTAGE = 16 };

typedef void lanes_Stage(const mjModel* m, void* d);

typedef struct {
  int width, nstage;
  void* (*make)(const mjModel* m);
  void (*release)(void* d);
  void (*put)(const mjModel* m, void* d, int lane, const mjData* world);
  void (*get)(const mjModel* m, const void* d, int lane, mjData* world);
  mjModel* (*makeModel)(const mjModel* m);  // for the stages
  void (*releaseModel)(mjModel* m);
  lanes_Stage* stage[lanes_MAXSTAGE];
} lanes_Variant;

#define LANES_DATA(suffix)                                                                         \
  extern void* lane_make_##suffix(const mjModel* m);                                               \
  extern void lane_delete_##suffix(void* d);                                                       \
  extern void lane_put_##suffix(const mjModel* m, void* d, int lane, const mjData* world);         \
  extern void lane_get_##suffix(const mjModel* m, const void* d, int lane, mjData* world);         \
  extern mjModel* lane_makeModel_##suffix(const mjModel* m);                                       \
  extern void lane_deleteModel_##suffix(mjModel* m);
#define LANES_FUNCTIONS(suffix)                                                                    \
  lane_make_##suffix, lane_delete_##suffix, lane_put_##suffix, lane_get_##suffix,                  \
      lane_makeModel_##suffix, lane_deleteModel_##suffix

// number of act_dot among the pointers that a lane data begins with (LANE_FIELDS of
// model/lane_data.h)
enum { lanes_ACT_DOT = 10 };

static inline void* lanes_actDot(void* d) { return ((void**)d)[lanes_ACT_DOT]; }

#define LANES_EACH(width, suffix) LANES_DATA(suffix)
CPU_VARIANTS(LANES_EACH)
#undef LANES_EACH

static inline int lanes_sameBits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

static inline const field_Field* lanes_field(const char* name) {
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    if (!strcmp(table.field[i].name, name)) return &table.field[i];
  }
  fail_msg("no field %s", name);
  return NULL;
}

// numbers compared; want are the worlds after the stages ran one by one
static inline int lanes_check(const mjModel* m, const lanes_Variant* v, void* lane,
                              mjData* const* want, int first, const char* const* outputs,
                              int noutput) {
  mjData* got = mj_makeData(m);
  int compared = 0;
  for (int k = 0; k < v->width; k++) {
    v->get(m, lane, k, got);
    for (int i = 0; i < noutput; i++) {
      const field_Field* f = lanes_field(outputs[i]);
      const mjtNum *a = field_get(f, got), *b = field_get(f, want[first + k]);
      for (mjtSize j = 0; j < field_count(f, m, NULL); j++, compared++) {
        if (lanes_sameBits(a[j], b[j])) continue;
        fail_msg("width %d, world %d, %s[%d]: %a, not %a", v->width, first + k, outputs[i], (int)j,
                 a[j], b[j]);
      }
    }
  }
  mj_deleteData(got);
  return compared;
}

// world: lanes_MAX states; want: the same after the stages ran on them one by one (may be the same
// data, if the stages leave their inputs alone)
static inline int lanes_compare(const mjModel* m, mjData* const* world, mjData* const* want,
                                const lanes_Variant* variants, int nvariant,
                                const char* const* outputs, int noutput) {
  int compared = 0;
  for (int i = 0; i < nvariant; i++) {
    const lanes_Variant* v = &variants[i];
    if (!cpu_hasLanes(v->width)) continue;
    for (int first = 0; first < lanes_MAX; first += v->width) {
      void* lane = v->make(m);
      mjModel* model = v->makeModel(m);
      assert_non_null(lane);
      assert_non_null(model);
      for (int k = 0; k < v->width; k++) v->put(m, lane, k, world[first + k]);
      for (int s = 0; s < v->nstage; s++) v->stage[s](model, lane);
      compared += lanes_check(m, v, lane, want, first, outputs, noutput);
      v->release(lane);
      v->releaseModel(model);
    }
  }
  return compared;
}

#endif
