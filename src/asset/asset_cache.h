// Process-wide asset cache of the API: decoded or processed contents of asset files, shared by all
// models. The lookup key has the bytes of the file and every setting that affects the result, so a
// hit is exact: a changed file is a different entry. Entries are immutable, and stay valid while
// they are in use. While the program has set its own memory allocator, the cache is neither read
// nor filled, because cached memory would outlive that allocator.
#ifndef SINEW_ASSET_ASSET_CACHE_H_
#define SINEW_ASSET_ASSET_CACHE_H_

#include <stddef.h>
#include <stdint.h>

typedef struct cache_Entry cache_Entry;

typedef enum { CACHE_MESH, CACHE_IMAGE } cache_Kind;

typedef struct {
  cache_Kind kind;
  const void* settings;  // compared byte by byte, so padding must be initialized
  size_t nsettings;
  const void* data;  // contents of the file
  size_t ndata;
  uint64_t hash;  // of all members above; 0: not computed yet
} cache_Key;

// returns the entry of a key, which the caller must release; NULL if there is none
cache_Entry* cache_find(cache_Key* key);
// Inserts a new entry for a value. The value's memory has `bytes` bytes in total, and `release`
// frees it (with the default allocator, see base/mem.h). If *file is the memory block that holds
// the key's data, the entry takes ownership and *file becomes NULL; other data are copied into the
// entry. The caller must release the returned entry. Returns NULL, and takes ownership of nothing,
// if the value does not fit or the key exists already.
cache_Entry* cache_give(cache_Key* key, char** file, void* value, size_t bytes,
                        void (*release)(void* value));
const void* cache_value(const cache_Entry* entry);
// NULL is allowed
void cache_release(cache_Entry* entry);

#endif
