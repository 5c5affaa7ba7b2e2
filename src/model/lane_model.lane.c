// SIMD lane model: allocation, and broadcast of mjModel parameters to lanes, by the field tables.
// Compiled for widths above one only.
#include "model/lane_model.h"

#if LANE_W > 1

#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "model/fields.h"

// offsets in the lane struct of the rows of field_model() and field_members(FIELD_OPTION)
#define WORLD(name, ...) offsetof(lane_Model, name),
#define NUMBER(name, ...) offsetof(lane_Model, name),
#define FIXED(name, ...) offsetof(lane_Model, name),
#define SIZE(name)
static const size_t arrayPlace[] = {
#include "model/model_fields.def"
};
#undef WORLD
#undef NUMBER
#undef FIXED
#undef SIZE

#define WORLD(name, ...)
#define NUMBER(name, ...)
#define FIXED(name, ...)
#define SIZE(name) offsetof(lane_Model, name),
static const size_t sizePlace[] = {
#include "model/model_fields.def"
};
#undef WORLD
#undef NUMBER
#undef FIXED
#undef SIZE

#define WORLD(name, ...) offsetof(lane_Model, opt.name),
#define FIXED(name, ...) offsetof(lane_Model, opt.name),
static const size_t optionPlace[] = {
#include "model/option_fields.def"
};
#undef WORLD
#undef FIXED

static bool isWorld(const field_Field* f) { return (f->flags & sn_FIELD_WORLD) != 0; }

static real* arrayOf(const lane_Model* m, int row) {
  real* array;
  memcpy(&array, (const char*)m + arrayPlace[row], sizeof array);
  return array;
}

// ---- shared by all lanes

static void copySizes(lane_Model* m, const mjModel* one) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  ASSERT((size_t)n == sizeof sizePlace / sizeof *sizePlace);
  for (int i = 0; i < n; i++) {
    memcpy((char*)m + sizePlace[i], (const char*)one + size[i].offset, sizeof(mjtSize));
  }
  m->flg_gravcomp = one->flg_gravcomp;
  m->flg_surfacevel = one->flg_surfacevel;
  m->flg_adhesion = one->flg_adhesion;
  m->stat = one->stat;
}

static void copyOptions(lane_Model* m, const mjOption* opt) {
  const field_Table table = field_members(FIELD_OPTION);
  ASSERT((size_t)table.n == sizeof optionPlace / sizeof *optionPlace);
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (isWorld(f)) continue;
    memcpy((char*)m + optionPlace[i], (const char*)opt + f->offset, field_typeSize(f->type));
  }
}

static size_t worldNumbers(const mjModel* m) {
  const field_Table table = field_model();
  size_t n = 0;
  for (int i = 0; i < table.n; i++) {
    if (isWorld(&table.field[i])) n += (size_t)field_count(&table.field[i], m, NULL);
  }
  return n;
}

// places rows WORLD one after another from `at` on; other arrays point to those of the model
static void placeArrays(lane_Model* m, const mjModel* one, real* at) {
  const field_Table table = field_model();
  ASSERT((size_t)table.n == sizeof arrayPlace / sizeof *arrayPlace);
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    const void* array = isWorld(f) ? (void*)at : field_get(f, one);
    memcpy((char*)m + arrayPlace[i], &array, sizeof array);
    if (isWorld(f)) at += field_count(f, one, NULL);
  }
}

// ---- values of one lane

static void putNumbers(real* to, int lane, const field_Field* f, const void* from, mjtSize n) {
  const mjtNum* numbers = from;
  const float* floats = from;
  for (mjtSize k = 0; k < n; k++) {
    to[k][lane] = f->type == FIELD_FLOAT ? (mjtNum)floats[k] : numbers[k];
  }
}

void LANE(lane_putModel)(lane_Model* m, int lane, const mjModel* one) {
  ASSERT(lane >= 0 && lane < LANE_W);
  const field_Table array = field_model(), option = field_members(FIELD_OPTION);
  m->one[lane] = one;
  for (int i = 0; i < array.n; i++) {
    const field_Field* f = &array.field[i];
    if (isWorld(f))
      putNumbers(arrayOf(m, i), lane, f, field_get(f, one), field_count(f, one, NULL));
  }
  for (int i = 0; i < option.n; i++) {
    const field_Field* f = &option.field[i];
    if (!isWorld(f)) continue;
    putNumbers((real*)((char*)m + optionPlace[i]), lane, f, (const char*)&one->opt + f->offset,
               field_count(f, one, NULL));
  }
}

real* LANE(lane_parameter)(lane_Model* m, const char* name) {
  const field_Table array = field_model(), option = field_members(FIELD_OPTION);
  for (int i = 0; i < array.n; i++) {
    if (isWorld(&array.field[i]) && !strcmp(array.field[i].name, name)) return arrayOf(m, i);
  }
  for (int i = 0; i < option.n; i++) {
    if (isWorld(&option.field[i]) && !strcmp(option.field[i].name, name)) {
      return (real*)((char*)m + optionPlace[i]);
    }
  }
  return NULL;
}

// ---- allocation

lane_Model* LANE(lane_makeModel)(const mjModel* one) {
  lane_Model* m = mem_calloc(1, sizeof *m);
  real* numbers = m ? mem_calloc(worldNumbers(one) + 1, sizeof *numbers) : NULL;
  if (!numbers) {
    mem_free(m);
    return NULL;
  }
  m->mixed = (mask*)numbers;
  copySizes(m, one);
  copyOptions(m, &one->opt);
  placeArrays(m, one, numbers + 1);
  for (int k = 0; k < LANE_W; k++) LANE(lane_putModel)(m, k, one);
  return m;
}

void LANE(lane_deleteModel)(lane_Model* m) {
  if (!m) return;
  mem_free(m->mixed);  // the block begins there
  mem_free(m);
}

bool LANE(lane_vote)(const lane_Model* m, const mask* cond) {
  int count = 0;
  for (int k = 0; k < LANE_W; k++) count += (*cond)[k] != 0;
  const bool yes = 2 * count > LANE_W;
  *m->mixed = *m->mixed | (yes ? lane_not(*cond) : *cond);
  return yes;
}

#endif
