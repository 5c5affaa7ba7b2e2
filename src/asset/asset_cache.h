// The cache of the API: what files of assets became, for all models of the process. An entry is
// found by the bytes of the file and by all that decides what is made of them, so a hit is exact: a
// file that changed is another one. Entries are immutable and stay while somebody uses them.
// While a program has set its own allocator the cache is neither used nor filled, since its memory
// would outlive that.
#ifndef SINEW_ASSET_ASSET_CACHE_H_
#define SINEW_ASSET_ASSET_CACHE_H_

#include <stddef.h>

typedef struct cache_Entry cache_Entry;

typedef enum { CACHE_MESH, CACHE_IMAGE } cache_Kind;

typedef struct {
  cache_Kind kind;
  const void* settings;  // compared byte by byte: no padding that is not set
  size_t nsettings;
  const void* data;  // the file
  size_t ndata;
} cache_Key;

// the entry of a key, to be released; NULL if there is none
cache_Entry* cache_find(const cache_Key* key);
// a new entry of `bytes` that `fill` writes from `from`, unless it does not fit
void cache_add(const cache_Key* key, size_t bytes, void (*fill)(void* value, const void* from),
               const void* from);
const void* cache_value(const cache_Entry* entry);
// NULL is fine
void cache_release(cache_Entry* entry);

#endif
