// Cache entries of processed meshes: the struct, and the arena that holds it and its arrays.
#include "asset/mesh_cache.h"

#include <string.h>

typedef struct {
  mesh_Mesh mesh;
  arena_Arena arena;
} Value;

// cache key: all settings that affect the result, without padding
typedef struct {
  double refpos[3], refquat[4], scale[3], concavity;
  int inertia, maxhullvert, smoothnormal, hull, format, maxdepth, pieces, unused;
} Settings;

static Settings settingsOf(const mesh_Settings* s, int format) {
  Settings all = {.inertia = s->inertia,
                  .maxhullvert = s->maxhullvert,
                  .smoothnormal = s->smoothnormal,
                  .hull = s->hull,
                  .format = format,
                  .maxdepth = s->field ? s->maxdepth : -1,
                  .pieces = s->hull ? s->pieces : 0,
                  .concavity = s->concavity};
  _Static_assert(sizeof all == 11 * sizeof(double) + 8 * sizeof(int), "no padding");
  memcpy(all.refpos, s->refpos, sizeof all.refpos);
  memcpy(all.refquat, s->refquat, sizeof all.refquat);
  memcpy(all.scale, s->scale, sizeof all.scale);
  return all;
}

static cache_Key keyOf(const Settings* settings, const vfs_Blob* file) {
  return (cache_Key){.kind = CACHE_MESH,
                     .settings = settings,
                     .nsettings = sizeof *settings,
                     .data = file->data,
                     .ndata = file->size};
}

static void freeValue(void* value) {
  arena_Arena arena = ((const Value*)value)->arena;
  arena_freePlain(&arena);
}

cache_Entry* meshcache_find(const mesh_Settings* settings, int format, const vfs_Blob* file,
                            uint64_t* hash) {
  const Settings all = settingsOf(settings, format);
  cache_Key key = keyOf(&all, file);
  cache_Entry* entry = cache_find(&key);
  *hash = key.hash;
  return entry;
}

cache_Entry* meshcache_give(const mesh_Settings* settings, int format, vfs_Blob* file,
                            uint64_t hash, arena_Arena* arena, const mesh_Mesh* mesh) {
  const Settings all = settingsOf(settings, format);
  cache_Key key = keyOf(&all, file);
  key.hash = hash;
  Value* value = arena_alloc(arena, sizeof *value);
  if (!value) return NULL;
  *value = (Value){*mesh, *arena};
  cache_Entry* entry = cache_give(&key, &file->owned, value, arena->total, freeValue);
  if (entry) *arena = arena_make(0);
  return entry;
}

const mesh_Mesh* meshcache_mesh(const cache_Entry* entry) {
  return &((const Value*)cache_value(entry))->mesh;
}
