// Iteration order of the polygons of a convex hull. If several polygons of one hull face another
// hull, the first in the list counts, so their order affects contacts. In the reference's native
// builds it is the iteration order of a hash table of pairs of doubles in LLVM's C++ library, which
// is reproduced here: the hash of a pair is the exclusive or (XOR) of the bits of its two numbers;
// each bucket is a run in a single linked list of entries; a new entry goes to the front of its
// run, or to the front of the list if it begins a run; rehashing moves only entries whose bucket
// has a run already.
#include "asset/hull_order.h"

#include <stdint.h>
#include <string.h>

#include "base/assert.h"

enum { EMPTY = -2, FRONT = -1 };  // values of `before`

// bucket counts as the table grows: a prime above twice the previous one; the largest has a bucket
// for every direction
static const int prime[] = {2,    5,    11,   23,    47,    97,    197,    397,   797,
                            1597, 3203, 6421, 12853, 25717, 51437, 102877, 205759};
enum { NPRIME = sizeof prime / sizeof *prime };

typedef struct {
  int n, nbucket;
  int front;          // first entry of the linked list, -1: none
  int* next;          // next of an entry, -1: none
  int* before;        // of a bucket: the entry before its run, FRONT or EMPTY
  const int** value;  // of an entry
  uint64_t* code;
} Table;

// ---- hash

static uint64_t bitsOf(int x) {
  const double number = x;
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

// ---- table

static int bucketOf(const Table* t, int entry) {
  return (int)(t->code[entry] % (uint64_t)t->nbucket);
}

static int* follower(Table* t, int entry) { return entry == FRONT ? &t->front : &t->next[entry]; }

// inserts an entry into the linked list
// order: at the front of its run, or of the list
static void enter(Table* t, int entry) {
  const int bucket = bucketOf(t, entry);
  int before = t->before[bucket];
  if (before == EMPTY) {
    // a new run at the front: the run that was first now has a predecessor
    if (t->front >= 0) t->before[bucketOf(t, t->front)] = entry;
    before = t->before[bucket] = FRONT;
  }
  t->next[entry] = *follower(t, before);
  *follower(t, before) = entry;
}

// walks over the list: an entry of the bucket of its predecessor, or the first of its bucket,
// stays; others go to the front of their run
static void grow(Table* t, int nbucket) {
  ASSERT(nbucket > t->nbucket);
  t->nbucket = nbucket;
  for (int i = 0; i < nbucket; i++) t->before[i] = EMPTY;
  for (int last = FRONT, lastBucket = -1, entry = t->front; entry >= 0;
       entry = *follower(t, last)) {
    const int bucket = bucketOf(t, entry);
    if (bucket == lastBucket || t->before[bucket] == EMPTY) {
      if (bucket != lastBucket) t->before[bucket] = last;
      last = entry;
      lastBucket = bucket;
      continue;
    }
    *follower(t, last) = t->next[entry];
    t->next[entry] = *follower(t, t->before[bucket]);
    *follower(t, t->before[bucket]) = entry;
  }
}

// finds the entry of a value, and adds it if it is new
static int findEntry(Table* t, const int value[2]) {
  const uint64_t code = bitsOf(value[0]) ^ bitsOf(value[1]);
  const int bucket = (int)(code % (uint64_t)t->nbucket);
  if (t->before[bucket] != EMPTY) {
    for (int e = *follower(t, t->before[bucket]); e >= 0 && bucketOf(t, e) == bucket;
         e = t->next[e]) {
      if (t->value[e][0] == value[0] && t->value[e][1] == value[1]) return e;
    }
  }
  const int entry = t->n++;
  t->value[entry] = value;
  t->code[entry] = code;
  for (int i = 0; t->n > t->nbucket && i < NPRIME; i++) {
    if (prime[i] > t->nbucket) grow(t, prime[i]);
  }
  ASSERT(t->n <= t->nbucket);  // there are fewer directions than buckets in the largest table
  enter(t, entry);
  return entry;
}

static bool allocate(arena_Arena* arena, Table* t, int n) {
  int most = 0;
  while (most + 1 < NPRIME && prime[most] < n) most++;
  t->next = arena_array(arena, (size_t)n, sizeof *t->next);
  t->value = arena_array(arena, (size_t)n, sizeof *t->value);
  t->code = arena_array(arena, (size_t)n, sizeof *t->code);
  t->before = arena_array(arena, (size_t)prime[most], sizeof *t->before);
  return t->next && t->value && t->code && t->before;
}

bool hull_rankKeys(arena_Arena* arena, int n, const int (*key)[2], const bool* skip, int* rank) {
  Table t = {.front = -1};
  int* place = arena_array(arena, (size_t)n, sizeof *place);
  if (!place || !allocate(arena, &t, n)) return false;
  grow(&t, prime[0]);
  for (int i = 0; i < n; i++) {
    if (!skip[i]) rank[i] = findEntry(&t, key[i]);
  }
  int at = 0;
  for (int e = t.front; e >= 0; e = t.next[e]) place[e] = at++;
  ASSERT(at == t.n);  // every entry is in the list once
  for (int i = 0; i < n; i++) {
    if (!skip[i]) rank[i] = place[rank[i]];
  }
  return true;
}
