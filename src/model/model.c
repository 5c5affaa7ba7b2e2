// mjModel allocation, copy, deletion, size and size validation.
#include "model/model.h"

#include <limits.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"
#include "model/fields.h"

static size_t structBytes(void) {
  return (sizeof(mjModel) + MEM_ALIGN - 1) & ~(size_t)(MEM_ALIGN - 1);
}

static mjtSize sizeAt(const mjModel* m, const field_Field* size) {
  return *(const mjtSize*)((const char*)m + size->offset);
}

// whether a size is not a count of bytes or a limit, but of things indexed by int
static bool isIndexed(const field_Field* size) {
  return size->offset != offsetof(mjModel, narena) && size->offset != offsetof(mjModel, nbuffer) &&
         size->offset != offsetof(mjModel, ntexdata);
}

// njmax and nconmax are -1 when the arena alone sets the limit
static bool mayBeUnset(const field_Field* size) {
  return size->offset == offsetof(mjModel, njmax) || size->offset == offsetof(mjModel, nconmax);
}

const char* model_badSize(const mjModel* sizes) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    mjtSize value = sizeAt(sizes, &size[i]);
    if (value < (mayBeUnset(&size[i]) ? -1 : 0)) return size[i].name;
    if (isIndexed(&size[i]) && value > INT_MAX) return size[i].name;
  }
  return NULL;
}

static void zeroHere(const void* context, void* ptr, size_t bytes) {
  (void)context;
  memset(ptr, 0, bytes);
}

mjModel* model_make(const mjModel* sizes) { return model_makeBy(sizes, zeroHere, NULL); }

mjModel* model_makeBy(const mjModel* sizes, model_Zero zero, const void* context) {
  size_t buffer, total;
  if (model_badSize(sizes) || !field_layout(field_model(), sizes, &buffer, NULL, NULL) ||
      !size_add(structBytes(), buffer, &total) || total > PTRDIFF_MAX) {
    return NULL;
  }
  mjModel* m = mem_alloc(total);
  if (!m) return NULL;
  zero(context, m, total);
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    memcpy((char*)m + size[i].offset, (const char*)sizes + size[i].offset, sizeof(mjtSize));
  }
  m->nbuffer = (mjtSize)buffer;
  m->buffer = (char*)m + structBytes();
  field_layout(field_model(), m, &buffer, m, m->buffer);
  ASSERT(buffer == (size_t)m->nbuffer);
  mj_defaultOption(&m->opt);
  mj_defaultVisual(&m->vis);
  return m;
}

// the name of the first size that differs between two models, or NULL
static const char* differentSize(const mjModel* a, const mjModel* b) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    if (sizeAt(a, &size[i]) != sizeAt(b, &size[i])) return size[i].name;
  }
  return NULL;
}

mjModel* mj_copyModel(mjModel* dest, const mjModel* src) {
  ARGS_NEED_OR(NULL, src);
  if (dest == src) return dest;
  if (dest) {
    const char* name = differentSize(dest, src);
    if (name) {
      mju_error("mj_copyModel: the models differ in %s; pass NULL as dest for a new model", name);
      return NULL;
    }
  } else {
    dest = model_make(src);
    if (!dest) {
      mju_error("mj_copyModel: no memory for a model of %lld bytes", (long long)src->nbuffer);
      return NULL;
    }
  }
  void* buffer = dest->buffer;
  size_t bytes;
  *dest = *src;
  dest->buffer = buffer;
  field_layout(field_model(), dest, &bytes, dest, buffer);
  memcpy(buffer, src->buffer, bytes);
  return dest;
}

// frees the block of the arrays if it is separate from the struct
static void freeArrays(mjModel* m) {
  void* block = (char*)m->buffer - structBytes();
  if (block != (void*)m) mem_free(block);
}

void model_replace(mjModel* m, mjModel* by) {
  freeArrays(m);
  *m = *by;
}

void mj_deleteModel(mjModel* m) {
  if (!m) return;
  freeArrays(m);
  mem_free(m);
}

mjtSize mj_sizeModel(const mjModel* m) {
  ARGS_NEED_OR(0, m);
  const size_t header = 64;  // magic, version, length, checksum
  int n;
  field_modelSizes(&n);
  size_t bytes = header + (size_t)n * sizeof(mjtSize) + sizeof m->opt + sizeof m->vis +
                 sizeof m->stat + sizeof m->signature + sizeof m->flg_gravcomp +
                 sizeof m->flg_surfacevel + sizeof m->flg_adhesion;
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    bytes += (size_t)field_count(f, m, NULL) * field_typeSize(f->type);
  }
  return (mjtSize)bytes;
}
