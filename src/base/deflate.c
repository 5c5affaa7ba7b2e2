// DEFLATE compression: an LZ77 match finder with hash chains over three bytes (nearest first, the
// longest match wins), and the fixed Huffman codes of RFC 1951, 3.2.6, in one block. Bits fill
// bytes from the low end; Huffman codes are written with their high bit first. CRC-32 checksum.
#include "base/deflate.h"

#include <string.h>

#include "base/assert.h"
#include "base/mem.h"

// ---- checksum

// table[k]: remainder of a byte followed by k zero bytes
static void fillCrcTables(uint32_t table[4][256]) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t x = i;
    for (int k = 0; k < 8; k++) x = x & 1 ? 0xEDB88320u ^ x >> 1 : x >> 1;
    table[0][i] = x;
  }
  for (int k = 1; k < 4; k++) {
    for (int i = 0; i < 256; i++) {
      table[k][i] = table[0][table[k - 1][i] & 255] ^ table[k - 1][i] >> 8;
    }
  }
}

// four bytes at a time (slicing-by-4): their lookups do not depend on each other
uint32_t deflate_crc(const void* data, size_t size) {
  uint32_t table[4][256], crc = UINT32_MAX;
  fillCrcTables(table);
  const uint8_t* byte = data;
  for (; size >= 4; size -= 4, byte += 4) {
    crc ^= byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    crc = table[3][crc & 255] ^ table[2][crc >> 8 & 255] ^ table[1][crc >> 16 & 255] ^
          table[0][crc >> 24];
  }
  for (; size; size--, byte++) crc = table[0][(crc ^ *byte) & 255] ^ crc >> 8;
  return ~crc;
}

// ---- bits

typedef struct {
  uint8_t* out;
  size_t n, most;
  uint32_t hold;  // bits that do not fill a byte yet
  int nhold;
  bool full;
} Writer;

static void putBits(Writer* w, uint32_t value, int n) {
  ASSERT_FULL(w->nhold < 8 && n <= 24 && !(value >> n));
  w->hold |= value << w->nhold;
  w->nhold += n;
  while (w->nhold >= 8) {
    if (w->n < w->most) {
      w->out[w->n++] = (uint8_t)w->hold;
    } else {
      w->full = true;
    }
    w->hold >>= 8;
    w->nhold -= 8;
  }
}

static void putCode(Writer* w, uint32_t code, int n) {
  uint32_t reversed = 0;
  for (int k = 0; k < n; k++) reversed |= (code >> k & 1) << (n - 1 - k);
  putBits(w, reversed, n);
}

// writes the fixed Huffman code of a literal, the end of the block, or a length class
static void putLiteral(Writer* w, int symbol) {
  if (symbol < 144) {
    putCode(w, (uint32_t)(0x30 + symbol), 8);
  } else if (symbol < 256) {
    putCode(w, (uint32_t)(0x190 + symbol - 144), 9);
  } else if (symbol < 280) {
    putCode(w, (uint32_t)(symbol - 256), 7);
  } else {
    putCode(w, (uint32_t)(0xC0 + symbol - 280), 8);
  }
}

static void putMatch(Writer* w, int length, int distance) {
  int code = DEFLATE_LENGTHS - 1;
  ASSERT_FULL(length >= DEFLATE_LEAST && length <= DEFLATE_MOST);
  ASSERT_FULL(distance >= 1 && distance <= DEFLATE_WINDOW);
  while (deflate_length(code).base > length) code--;
  putLiteral(w, DEFLATE_END + 1 + code);
  putBits(w, (uint32_t)(length - deflate_length(code).base), deflate_length(code).bits);
  code = DEFLATE_DISTANCES - 1;
  while (deflate_distance(code).base > distance) code--;
  putCode(w, (uint32_t)code, 5);
  putBits(w, (uint32_t)(distance - deflate_distance(code).base), deflate_distance(code).bits);
}

// ---- matches

enum { HASH_BITS = 15, MOST_TRIES = 48, NOWHERE = -1 };

typedef struct {
  const uint8_t* data;
  size_t size;
  int64_t head[1 << HASH_BITS];    // last position with a hash
  int64_t before[DEFLATE_WINDOW];  // by position modulo the window: the previous one with the hash
} Search;

static unsigned hashAt(const Search* s, size_t at) {
  const uint32_t x = s->data[at] | (uint32_t)s->data[at + 1] << 8 | (uint32_t)s->data[at + 2] << 16;
  return x * 2654435761u >> (32 - HASH_BITS);
}

static void enter(Search* s, size_t at) {
  if (at + DEFLATE_LEAST > s->size) return;
  int64_t* head = &s->head[hashAt(s, at)];
  s->before[at % DEFLATE_WINDOW] = *head;
  *head = (int64_t)at;
}

// returns the length of the longest match with earlier bytes; 0: none
static int findMatch(const Search* s, size_t at, int* distance) {
  const size_t rest = s->size - at;
  const int most = rest < DEFLATE_MOST ? (int)rest : DEFLATE_MOST;
  int best = 0;
  if (most < DEFLATE_LEAST) return 0;
  int64_t place = s->head[hashAt(s, at)];
  for (int k = 0; k < MOST_TRIES && place >= 0; k++) {
    if ((int64_t)at - place > DEFLATE_WINDOW) break;
    const uint8_t *a = s->data + at, *b = s->data + place;
    int n = 0;
    while (n < most && a[n] == b[n]) n++;
    if (n > best) {
      best = n;
      *distance = (int)((int64_t)at - place);
    }
    const int64_t next = s->before[place % DEFLATE_WINDOW];
    if (best == most || next >= place) break;
    place = next;
  }
  return best < DEFLATE_LEAST ? 0 : best;
}

static void packAll(Search* s, Writer* w) {
  putBits(w, 1, 1);  // the last block
  putBits(w, 1, 2);  // fixed codes
  for (size_t at = 0; at < s->size && !w->full;) {
    int distance = 0, n = findMatch(s, at, &distance);
    if (n) {
      putMatch(w, n, distance);
    } else {
      putLiteral(w, s->data[at]);
      n = 1;
    }
    for (int k = 0; k < n; k++) enter(s, at++);
  }
  putLiteral(w, DEFLATE_END);
  if (w->nhold) putBits(w, 0, 8 - w->nhold);
  ASSERT(w->nhold == 0 && w->n <= w->most);
}

void* deflate_pack(const void* data, size_t size, size_t* npacked) {
  if (size < 2) return NULL;
  Search* s = mem_alloc(sizeof *s);
  Writer w = {.out = mem_alloc(size), .most = size - 1};
  if (s && w.out) {
    s->data = data;
    s->size = size;
    memset(s->head, NOWHERE, sizeof s->head);
    packAll(s, &w);
  }
  const bool smaller = s && w.out && !w.full;
  mem_free(s);
  if (!smaller) {
    mem_free(w.out);
    return NULL;
  }
  *npacked = w.n;
  return w.out;
}
