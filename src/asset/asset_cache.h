// The cache of the API: what files of assets became, for all models of the process. An entry is
// found by the bytes of the file and by all that decides what is made of them, so a hit is exact: a
// file that changed is another one. Entries are immutable and stay while somebody uses them.
// While a program has set its own allocator the cache is neither used nor filled, since its memory
// would outlive that.
#ifndef SINEW_ASSET_ASSET_CACHE_H_
#define SINEW_ASSET_ASSET_CACHE_H_

#include <stddef.h>
#include <stdint.h>

typedef struct cache_Entry cache_Entry;

typedef enum { CACHE_MESH, CACHE_IMAGE } cache_Kind;

typedef struct {
  cache_Kind kind;
  const void* settings;  // compared byte by byte: no padding that is not set
  size_t nsettings;
  const void* data;  // the file
  size_t ndata;
  uint64_t hash;  // of all this; 0: to be computed
} cache_Key;

// the entry of a key, to be released; NULL if there is none
cache_Entry* cache_find(cache_Key* key);
// a new entry of a value with all its memory, `bytes` of it, which `release` will free (plainly,
// see base/mem.h). If *file is the block that the key's data are in, it becomes the entry's and
// NULL; of other data the entry has a copy. To be released; NULL if it does not fit or there is
// such an entry: then nothing was taken
cache_Entry* cache_give(cache_Key* key, char** file, void* value, size_t bytes,
                        void (*release)(void* value));
const void* cache_value(const cache_Entry* entry);
// NULL is fine
void cache_release(cache_Entry* entry);

#endif
