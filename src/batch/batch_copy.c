// Copies one world of a batch to an mjData of the program and back, including the state of sleep
// and plugins, which is not in the arrays.
#include <string.h>

#include "base/args.h"
#include "batch/batch.h"

static bool isFit(const sn_Batch* b, const char* function, int world, const mjData* d) {
  if (world < 0 || world >= b->nworld) {
    mju_error("%s: there is no world %d; the batch has %d", function, world, b->nworld);
    return false;
  }
  if (d->signature == b->m->signature && d->nbuffer == b->worker[0].d->nbuffer) return true;
  mju_error("%s: the data is of another model than the batch", function);
  return false;
}

int sn_batchGetWorld(const sn_Batch* b, int world, mjData* d) {
  ARGS_NEED_OR(-1, b, d);
  if (!isFit(b, "sn_batchGetWorld", world, d)) return -1;
  if (b->sleeper && !mj_copyData(d, b->m, b->sleeper[world])) return -1;
  for (int i = 0; i < b->input.n; i++) {
    const batch_Array* a = &b->input.array[i];
    if (a->bytes) memcpy(batch_place(a, d), batch_row(a, world), a->bytes);
  }
  const int* warning = b->warning + (size_t)world * mjNWARNING;
  for (int i = 0; i < mjNWARNING; i++) d->warning[i].number = warning[i];
  return 0;
}

int sn_batchSetWorld(sn_Batch* b, int world, const mjData* d) {
  ARGS_NEED_OR(-1, b, d);
  if (!isFit(b, "sn_batchSetWorld", world, d)) return -1;
  if (b->sleeper && !mj_copyData(b->sleeper[world], b->m, d)) return -1;
  for (int i = 0; i < b->input.n; i++) {
    const batch_Array* a = &b->input.array[i];
    if (a->bytes) memcpy(batch_row(a, world), batch_place(a, (void*)d), a->bytes);
  }
  int* warning = b->warning + (size_t)world * mjNWARNING;
  for (int i = 0; i < mjNWARNING; i++) warning[i] = d->warning[i].number;
  return 0;
}
