// The hidden part of a data: one struct and its arrays behind the public buffer.
#include "model/hidden.h"

#include <stdint.h>

#include "base/mem.h"
#include "base/size.h"

static size_t aligned(size_t bytes) { return (bytes + MEM_ALIGN - 1) & ~(size_t)(MEM_ALIGN - 1); }

hidden_Data* hidden_of(const mjData* d) {
  return (hidden_Data*)((char*)d->buffer + aligned((size_t)d->nbuffer));
}

// pairs that are kept: some per body
static size_t nearMost(const mjModel* m) {
  const size_t n = 16 * (size_t)m->nbody;
  return n < INT32_MAX ? n : INT32_MAX;
}

size_t hidden_bytes(const mjModel* m) {
  size_t balls, near, total;
  if (!size_mul((size_t)m->nbody, sizeof(hidden_Ball), &balls) ||
      !size_mul(nearMost(m), sizeof(uint32_t), &near) || !size_add(balls, near, &total) ||
      !size_add(total, 4 * MEM_ALIGN + sizeof(hidden_Data), &total)) {
    return 0;
  }
  return total;
}

void hidden_init(const mjModel* m, mjData* d) {
  hidden_Data* hidden = hidden_of(d);
  char* at = (char*)hidden + aligned(sizeof *hidden);
  hidden->ball = (hidden_Ball*)at;
  hidden->near = (uint32_t*)(at + aligned((size_t)m->nbody * sizeof(hidden_Ball)));
  hidden->nearMost = (int)nearMost(m);
  hidden_clear(d);
}

static void clearCaches(hidden_Data* hidden) {
  hidden->nball = hidden->age = hidden->pause = 0;
  hidden->nnear = -1;
}

void hidden_clear(mjData* d) {
  hidden_Data* hidden = hidden_of(d);
  hidden->nblock = 0;
  hidden->block = hidden->col = hidden->jac = 0;
  hidden->toldMixed = false;
  clearCaches(hidden);
}

void hidden_copy(mjData* dest, const mjData* src) {
  hidden_Data* to = hidden_of(dest);
  const hidden_Data* from = hidden_of(src);
  to->nblock = from->nblock;
  to->block = from->block;
  to->col = from->col;
  to->jac = from->jac;
  clearCaches(to);
}
