// Reflection table (X-macros) of the arrays and sizes of mjModel, in the order of the struct.
#include "model/field_row.h"
#include "model/fields.h"

#define ROW(name, flags, ...)                                                                      \
  FIELD_ROW(mjModel, name, FIELD_MODEL, sn_STAGE_NONE, flags, __VA_ARGS__),

static const field_Field modelField[] = {
#define WORLD(name, ...) ROW(name, sn_FIELD_EXPORT | sn_FIELD_WORLD, __VA_ARGS__)
#define NUMBER(name, ...) ROW(name, sn_FIELD_EXPORT, __VA_ARGS__)
#define FIXED(name, ...) ROW(name, sn_FIELD_EXPORT, __VA_ARGS__, "")
#define SIZE(name)
#include "model/model_fields.def"
#undef WORLD
#undef NUMBER
#undef FIXED
#undef SIZE
};

static const field_Field modelSize[] = {
#define WORLD(...)
#define NUMBER(...)
#define FIXED(...)
#define SIZE(name)                                                                                 \
  FIELD_ROW(mjModel, name, FIELD_MEMBER, sn_STAGE_NONE, sn_FIELD_EXPORT, C(1), C(1), ""),
#include "model/model_fields.def"
};

field_Table field_model(void) {
  return (field_Table){modelField, (int)(sizeof modelField / sizeof *modelField)};
}

const field_Field* field_modelSizes(int* n) {
  *n = (int)(sizeof modelSize / sizeof *modelSize);
  return modelSize;
}
