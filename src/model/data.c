// mjData allocation, copy and deletion. One block holds the struct and its arrays; the arena is a
// second block.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"
#include "model/fields.h"
#include "model/model.h"
#include "model/plugins.h"
#include "model/private_data.h"
#include "model/reset.h"
#include "model/stack.h"
#include "model/threads.h"

static size_t structBytes(void) {
  return (sizeof(mjData) + MEM_ALIGN - 1) & ~(size_t)(MEM_ALIGN - 1);
}

// plugins that were not started must not be destroyed
static void clearPlugins(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    d->plugin[i] = -1;
    d->plugin_data[i] = 0;
  }
  for (int i = 0; i < m->npluginstate; i++) d->plugin_state[i] = 0;
}

// allocates an mjData of m and sets its pointers only; NULL if out of memory
static mjData* allocate(const mjModel* m) {
  size_t buffer, total;
  if (!field_layout(field_data(), m, &buffer, NULL, NULL) ||
      !size_add(structBytes(), buffer, &total) || m->narena < 0) {
    return NULL;
  }
  const size_t priv = private_bytes(m);
  if (!priv || !size_add(total, priv, &total)) return NULL;
  mjData* d = mem_alloc(total);
  if (!d) return NULL;
  memset(d, 0, sizeof *d);
  d->arena = mem_alloc((size_t)m->narena);
  if (!d->arena) return mem_free(d), NULL;
  d->narena = m->narena;
  d->nbuffer = (mjtSize)buffer;
  d->nplugin = (int)m->nplugin;
  d->signature = m->signature;
  d->buffer = (char*)d + structBytes();
  field_layout(field_data(), m, &buffer, d, d->buffer);
  ASSERT(buffer == (size_t)d->nbuffer);
  private_init(m, d);
  clearPlugins(m, d);
  return d;
}

mjData* data_make(const mjModel* m, const char* caller) {
  mjData* d = allocate(m);
  if (!d) {
    mju_error("%s: no memory for the data of this model (its arena has %lld bytes)", caller,
              (long long)m->narena);
  }
  return d;
}

mjData* data_start(const mjModel* m, const char* caller, int* fault) {
  if (fault) *fault = -1;
  mjData* d = data_make(m, caller);
  if (!d || !m->nplugin) return d;
  reset_data(m, d, 0);
  const int failed = plugins_init(m, d);
  if (failed < 0) return d;
  clearPlugins(m, d);
  mj_deleteData(d);
  if (fault) {
    *fault = failed;
  } else {
    plugins_reportInit(m, failed);
  }
  return NULL;
}

// copies all arrays except the pointers of plugins, which belong to each mjData
static void copyBuffer(const mjModel* m, mjData* dest, const mjData* src) {
  if (!m->nplugin) {
    memcpy(dest->buffer, src->buffer, (size_t)src->nbuffer);
    return;
  }
  const size_t own = (size_t)((char*)dest->plugin_data - (char*)dest->buffer);
  const size_t after = own + (size_t)m->nplugin * sizeof *dest->plugin_data;
  ASSERT(after <= (size_t)src->nbuffer);
  memcpy(dest->buffer, src->buffer, own);
  memcpy((char*)dest->buffer + after, (const char*)src->buffer + after,
         (size_t)src->nbuffer - after);
}

// relocates the arena pointers of dest: the same offsets as those of src in its arena
static void moveArenaPointers(mjData* dest, const mjData* src) {
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (f->part != FIELD_ARENA) continue;
    const char* at = field_get(f, src);
    field_set(f, dest, at ? (char*)dest->arena + (at - (const char*)src->arena) : NULL);
  }
}

mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  ARGS_NEED_OR(NULL, m, src);
  if (dest == src) return dest;
  if (dest && (dest->nbuffer != src->nbuffer || dest->narena != src->narena)) {
    mju_error("mj_copyData: dest and src were made for different models");
    return NULL;
  }
  if (!dest) dest = data_start(m, "mj_copyData", NULL);
  if (!dest) return NULL;
  void *buffer = dest->buffer, *arena = dest->arena;
  const uintptr_t threadpool = dest->threadpool;
  const mjtBool threadlock = dest->threadlock;
  size_t bytes;
  *dest = *src;
  dest->buffer = buffer;
  dest->arena = arena;
  dest->threadpool = threadpool;
  dest->threadlock = threadlock;
  field_layout(field_data(), m, &bytes, dest, dest->buffer);
  copyBuffer(m, dest, src);
  ASSERT(src->parena <= (size_t)src->narena);
  memcpy(dest->arena, src->arena, src->parena);
  moveArenaPointers(dest, src);
  private_copy(m, dest, src);
  stack_clear(dest);
  plugins_copy(dest, m, src);
  return dest;
}

// frees the arena, and the block of the arrays if it is separate from the struct
static void freeParts(mjData* d) {
  void* block = (char*)d->buffer - structBytes();
  mem_free(d->arena);
  if (block != (void*)d) mem_free(block);
}

void data_replace(mjData* d, mjData* by) {
  by->threadpool = d->threadpool;
  by->threadlock = d->threadlock;
  plugins_destroy(d);
  freeParts(d);
  *d = *by;
}

void mj_deleteData(mjData* d) {
  if (!d) return;
  threads_free(d);
  plugins_destroy(d);
  freeParts(d);
  mem_free(d);
}
