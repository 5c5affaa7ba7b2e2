// Analytic derivatives of sensordata (sensor Jacobian), column by column: the effect of an input on
// bodies, then on each sensor. Values at their cutoff have derivative zero.
//   results of a forward pass, derivatives of accelerations and forces -> out
#include "diff/derivative_sensor.h"

#include "diff/derivative_sensor_parts.h"
#include "math/vec.h"

// ---- queries

unsigned diff_sensorInputs(const mjModel* m) {
  unsigned inputs = 0;
  for (int i = 0; i < m->nsensor; i++) {
    const column_Kind* kind = column_kind(m->sensor_type[i]);
    if (kind) inputs |= kind->inputs;
  }
  return inputs;
}

bool diff_sensorsCovered(const mjModel* m) {
  for (int i = 0; i < m->nsensor && mjcb_sensor; i++) {
    if (m->sensor_type[i] == mjSENS_USER) return false;
  }
  return true;
}

static int partsOf(const mjModel* m) {
  int parts = 0;
  for (int i = 0; i < m->nsensor; i++) {
    const column_Kind* kind = column_kind(m->sensor_type[i]);
    if (kind) parts |= kind->parts;
  }
  return parts;
}

// a value at its limit counts as cut off: its value before the cutoff is not stored
bool column_isCut(const mjModel* m, const mjData* d, int sensor, int k) {
  const sensor_Kind* kind = LANE(sensor_kind)(m->sensor_type[sensor]);
  const mjtNum cutoff = m->sensor_cutoff[sensor], x = d->sensordata[m->sensor_adr[sensor] + k];
  const int type = m->sensor_datatype[sensor];
  if (!(cutoff > 0) || !kind || kind->uncut) return false;
  if (type == mjDATATYPE_REAL) return x >= cutoff || x <= -cutoff;
  return type == mjDATATYPE_POSITIVE && x >= cutoff;
}

// ---- columns

typedef struct {
  mjtNum* block;
  int n, stride;
} Block;

static Block blockOf(const mjModel* m, const diff_Matrix* out, column_Input input) {
  switch (input) {
    case COLUMN_Q:
      return (Block){out->q, (int)m->nv, out->stride};
    case COLUMN_V:
      return (Block){out->v, (int)m->nv, out->stride};
    case COLUMN_ACT:
      return (Block){out->act, (int)m->na, out->stride};
    default:
      return (Block){out->ctrl, (int)m->nu, out->cstride};
  }
}

static void writeColumn(const column_Column* c, const Block* block, mjtNum* value) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->nsensor; i++) {
    const column_Kind* kind = column_kind(m->sensor_type[i]);
    const int adr = m->sensor_adr[i], dim = m->sensor_dim[i];
    if (!kind || !kind->slope) continue;
    vn_zero(value, dim);
    kind->slope(c, i, value);
    for (int k = 0; k < dim; k++) {
      if (column_isCut(m, c->d, i, k)) continue;
      block->block[(ptrdiff_t)(adr + k) * block->stride + c->index] = value[k];
    }
  }
}

static void zeroBlock(const Block* block, int rows) {
  for (int i = 0; i < rows; i++) vn_zero(block->block + (ptrdiff_t)i * block->stride, block->n);
}

static bool columns(const mjModel* m, mjData* d, const diff_Sensors* s) {
  column_Column c;
  mjtNum* value = stack_num(d, (size_t)m->nsensordata);
  if (!value || !column_open(&c, m, d, s, partsOf(m))) return false;
  for (column_Input input = COLUMN_Q; input <= COLUMN_CTRL; input++) {
    const Block block = blockOf(m, &s->out, input);
    for (int k = 0; block.block && k < block.n; k++) {
      column_set(&c, input, k);
      writeColumn(&c, &block, value);
    }
  }
  return true;
}

bool diff_sensors(const mjModel* m, mjData* d, const diff_Sensors* s) {
  for (column_Input input = COLUMN_Q; input <= COLUMN_CTRL; input++) {
    const Block block = blockOf(m, &s->out, input);
    if (block.block) zeroBlock(&block, (int)m->nsensordata);
  }
  if (!m->nsensor || m->opt.disableflags & mjDSBL_SENSOR) return true;
  mj_markStack(d);
  const bool done = columns(m, d, s) && column_differences(m, d, s);
  mj_freeStack(d);
  return done;
}
