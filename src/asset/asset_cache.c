// The asset cache: a hash table with LFU eviction (least frequently used), protected by one mutex.
// An entry takes ownership of the decoded result and, if possible, of the file's buffer, so that
// caching copies nothing. If a new entry does not fit, the entries used least often are evicted
// first, then the oldest. An entry that is evicted while it is in use is reference-counted and
// freed by its last user.
#include "asset/asset_cache.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"

enum { NBUCKET = 1024 };
#define FIRST_CAPACITY ((size_t)500 << 20)

struct cache_Entry {
  cache_Entry* next;  // next entry in its bucket
  uint64_t hash;
  cache_Kind kind;
  const char *settings, *data;
  size_t nsettings, ndata;
  char* file;  // memory block of the data; NULL: the data follow the entry
  void* value;
  void (*release)(void* value);
  size_t bytes;  // total size
  long uses, birth;
  int users;
  bool listed;
};

static struct {
  pthread_mutex_t lock;
  cache_Entry* bucket[NBUCKET];
  size_t size, capacity;
  long births;
} cache = {.lock = PTHREAD_MUTEX_INITIALIZER, .capacity = FIRST_CAPACITY};

static mjCache handle = {&cache};

// ---- keys

static uint64_t mixWord(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}

static uint64_t loadWord(const char* at) {
  uint64_t x;
  memcpy(&x, at, sizeof x);
  return x;
}

// four words at a time, so that their multiplications do not depend on each other
static uint64_t mixBytes(uint64_t h, const char* at, size_t n) {
  uint64_t part[4] = {h, h + 1, h + 2, h + 3}, x = 0;
  const size_t word = sizeof x, size = n;
  for (; n >= 4 * word; n -= 4 * word, at += 4 * word) {
    for (size_t k = 0; k < 4; k++) part[k] = mixWord(part[k], loadWord(at + k * word));
  }
  h = mixWord(h, size);
  for (int k = 0; k < 4; k++) h = mixWord(h, part[k]);
  for (; n >= word; n -= word, at += word) h = mixWord(h, loadWord(at));
  memcpy(&x, at, n);
  return mixWord(h, x);
}

static uint64_t hashOf(cache_Key* key) {
  if (!key->hash) {
    key->hash = mixBytes(mixBytes((uint64_t)key->kind, key->settings, key->nsettings), key->data,
                         key->ndata);
  }
  return key->hash;
}

static bool isSame(const cache_Entry* e, const cache_Key* key, uint64_t hash) {
  return e->hash == hash && e->kind == key->kind && e->nsettings == key->nsettings &&
         e->ndata == key->ndata && !memcmp(e->settings, key->settings, key->nsettings) &&
         !memcmp(e->data, key->data, key->ndata);
}

// ---- the table; the lock is held

static cache_Entry* lookUp(const cache_Key* key, uint64_t hash) {
  cache_Entry* e = cache.bucket[hash % NBUCKET];
  while (e && !isSame(e, key, hash)) e = e->next;
  return e;
}

static void freeUnused(cache_Entry* e) {
  if (e->listed || e->users) return;
  e->release(e->value);
  mem_freePlain(e->file);
  mem_freePlain(e);
}

static void unlist(cache_Entry* e) {
  ASSERT(e->listed && e->bytes <= cache.size);
  cache_Entry** link = &cache.bucket[e->hash % NBUCKET];
  while (*link != e) link = &(*link)->next;
  *link = e->next;
  e->listed = false;
  cache.size -= e->bytes;
  freeUnused(e);
}

static cache_Entry* leastUsed(void) {
  cache_Entry* least = NULL;
  for (int i = 0; i < NBUCKET; i++) {
    for (cache_Entry* e = cache.bucket[i]; e; e = e->next) {
      const bool less =
          !least || e->uses < least->uses || (e->uses == least->uses && e->birth < least->birth);
      if (less) least = e;
    }
  }
  ASSERT(least || !cache.size);  // only listed entries count towards the size
  return least;
}

static void shrink(size_t most) {
  while (cache.size > most) unlist(leastUsed());
}

// ---- for the compiler

static bool isOff(void) { return mju_user_malloc || mju_user_free; }

cache_Entry* cache_find(cache_Key* key) {
  if (isOff()) return NULL;
  const uint64_t hash = hashOf(key);
  pthread_mutex_lock(&cache.lock);
  cache_Entry* e = lookUp(key, hash);
  if (e) e->users++, e->uses++;
  pthread_mutex_unlock(&cache.lock);
  return e;
}

static char* put(char* to, const void* from, size_t n) {
  if (n) memcpy(to, from, n);
  return to;
}

// allocates an entry of a key, with its settings and, unless it owns the file, a copy of the data
// behind it
static cache_Entry* make(cache_Key* key, char* file, size_t bytes) {
  size_t start, nsettings, ndata, block, total;
  const size_t align = MEM_ALIGN;
  if (!size_align(sizeof(cache_Entry), align, &start) ||
      !size_align(key->nsettings, align, &nsettings) || !size_align(key->ndata, align, &ndata) ||
      !size_add(start + nsettings, file ? 0 : ndata, &block) ||
      !size_add(start + nsettings, ndata, &total) || !size_add(total, bytes, &total))
    return NULL;
  char* at = mem_alloc(block);
  if (!at) return NULL;
  cache_Entry* e = (cache_Entry*)at;
  *e = (cache_Entry){.hash = hashOf(key),
                     .kind = key->kind,
                     .settings = put(at + start, key->settings, key->nsettings),
                     .data = key->data,
                     .nsettings = key->nsettings,
                     .ndata = key->ndata,
                     .file = file,
                     .bytes = total};
  if (!file) e->data = put(at + start + nsettings, key->data, key->ndata);
  return e;
}

// inserts it if it fits and the key is new
static bool enlist(cache_Entry* e, const cache_Key* key) {
  if (e->bytes > cache.capacity || lookUp(key, e->hash)) return false;
  shrink(cache.capacity - e->bytes);
  e->next = cache.bucket[e->hash % NBUCKET];
  cache.bucket[e->hash % NBUCKET] = e;
  e->birth = cache.births++;
  e->listed = true;
  e->users = 1;
  cache.size += e->bytes;
  ASSERT(cache.size <= cache.capacity);
  return true;
}

cache_Entry* cache_give(cache_Key* key, char** file, void* value, size_t bytes,
                        void (*release)(void* value)) {
  if (isOff() || bytes > mj_getCacheCapacity(&handle)) return NULL;
  cache_Entry* e = make(key, *file, bytes);
  if (!e) return NULL;
  e->value = value;
  e->release = release;
  pthread_mutex_lock(&cache.lock);
  const bool listed = enlist(e, key);
  pthread_mutex_unlock(&cache.lock);
  if (!listed) return mem_freePlain(e), NULL;
  *file = NULL;
  return e;
}

const void* cache_value(const cache_Entry* entry) { return entry->value; }

void cache_release(cache_Entry* entry) {
  if (!entry) return;
  pthread_mutex_lock(&cache.lock);
  ASSERT(entry->users > 0);
  entry->users--;
  freeUnused(entry);
  pthread_mutex_unlock(&cache.lock);
}

// ---- the API: there is only one cache, and its handle has no contents

mjCache* mj_getCache(void) { return &handle; }

static size_t readLocked(const mjCache* which, const size_t* value) {
  if (!which || which->impl_ != &cache) return 0;
  pthread_mutex_lock(&cache.lock);
  const size_t x = *value;
  pthread_mutex_unlock(&cache.lock);
  return x;
}

size_t mj_getCacheSize(const mjCache* which) { return readLocked(which, &cache.size); }

size_t mj_getCacheCapacity(const mjCache* which) { return readLocked(which, &cache.capacity); }

size_t mj_setCacheCapacity(mjCache* which, size_t size) {
  if (!which || which->impl_ != &cache) return 0;
  pthread_mutex_lock(&cache.lock);
  cache.capacity = size;
  shrink(size);
  pthread_mutex_unlock(&cache.lock);
  return size;
}

void mj_clearCache(mjCache* which) {
  if (!which || which->impl_ != &cache) return;
  pthread_mutex_lock(&cache.lock);
  shrink(0);
  pthread_mutex_unlock(&cache.lock);
}
