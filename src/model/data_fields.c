// Reflection table (X-macros) of the arrays of mjData from data_fields.def, and of the counters
// that change with each step.
#include "model/field_row.h"
#include "model/fields.h"

#define FLAGS_LANE (sn_FIELD_EXPORT | sn_FIELD_LANE)
#define FLAGS_SINGLE sn_FIELD_EXPORT
#define FLAGS_PRIVATE 0

static const field_Field dataField[] = {
#define FIELD(name, part, stage, world, ...)                                                       \
  FIELD_ROW(mjData, name, FIELD_##part, sn_STAGE_##stage, FLAGS_##world, __VA_ARGS__),
#include "model/data_fields.def"
#undef FIELD
};

#define COUNTER(name)                                                                              \
  FIELD_ROW(mjData, name, FIELD_MEMBER, sn_STAGE_POSITION, sn_FIELD_EXPORT, C(1), C(1), "")

static const field_Field dataSize[] = {
    COUNTER(ncon), COUNTER(ne),         COUNTER(nf),      COUNTER(nl),      COUNTER(nefc),
    COUNTER(nJ),   COUNTER(efm_active), COUNTER(nefmK),   COUNTER(nefmdof), COUNTER(nefmL),
    COUNTER(nY),   COUNTER(nA),         COUNTER(nisland), COUNTER(nidof),
};

field_Table field_data(void) {
  return (field_Table){dataField, (int)(sizeof dataField / sizeof *dataField)};
}

const field_Field* field_dataSizes(int* n) {
  *n = (int)(sizeof dataSize / sizeof *dataSize);
  return dataSize;
}
