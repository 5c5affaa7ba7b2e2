// DEFLATE decompression (RFC 1951): stored blocks, and blocks with fixed or dynamic Huffman codes.
// The codes are canonical: codes of one length are consecutive and begin where those of the shorter
// lengths end. Short codes are decoded by a lookup table, long ones bit by bit. Every read and
// write is bounds checked.
#include <string.h>

#include "base/assert.h"
#include "base/deflate.h"
#include "base/mem.h"

enum { MOST_BITS = 15, FAST_BITS = 10, NORDER = 19 };

// ---- bit reader, from the low end of bytes

typedef struct {
  const uint8_t* in;
  size_t n, at;
  uint64_t hold;
  int nhold;
  bool ended;  // a read went past the end of the input
  uint8_t* out;
  size_t size, done;
} Reader;

static uint64_t loadWord(const uint8_t* byte) {
  uint64_t word = 0;
  for (int k = 0; k < 8; k++) word |= (uint64_t)byte[k] << 8 * k;
  return word;
}

// Makes at least n (<= 32) bits available in hold. Past the end of the input they are zeros, and
// `ended` is set once they are consumed. Above the counted bits there may be those of the next
// byte, which the next fill sets again.
static inline void fill(Reader* r, int n) {
  if (r->nhold >= n) return;
  if (r->at < r->n && r->n - r->at >= 8) {
    r->hold |= loadWord(r->in + r->at) << r->nhold;
    r->at += (size_t)(63 - r->nhold) / 8;
    r->nhold |= 56;
    return;
  }
  while (r->nhold < n) {
    const uint64_t byte = r->at < r->n ? r->in[r->at] : 0;
    r->at++;
    r->hold |= byte << r->nhold;
    r->nhold += 8;
  }
}

static inline void drop(Reader* r, int n) {
  ASSERT_FULL(n <= r->nhold);
  r->hold >>= n;
  r->nhold -= n;
  if (r->at > r->n && (r->at - r->n) * 8 > (size_t)r->nhold) r->ended = true;
}

static inline unsigned take(Reader* r, int n) {
  if (!n) return 0;
  fill(r, n);
  const unsigned value = (unsigned)(r->hold & ((1u << n) - 1));
  drop(r, n);
  return value;
}

// ---- codes

typedef struct {
  uint16_t fast[1 << FAST_BITS];  // symbol * 16 + length, by the next bits; 0: longer or none
  uint16_t count[MOST_BITS + 1];  // number of codes of each length
  uint16_t symbol[DEFLATE_LITERALS];
} Code;

static unsigned reverse(unsigned code, int n) {
  unsigned res = 0;
  for (int k = 0; k < n; k++) res |= (code >> k & 1) << (n - 1 - k);
  return res;
}

static void fillFast(Code* code, unsigned value, int length, int symbol) {
  if (length > FAST_BITS) return;
  for (unsigned at = reverse(value, length); at < 1u << FAST_BITS; at += 1u << length) {
    code->fast[at] = (uint16_t)(symbol * 16 + length);
  }
}

// Makes the decoding tables from the code length of each symbol, 0: not used. False if the code is
// over-subscribed or incomplete, unless it is a single code.
static bool makeCode(Code* code, const uint8_t* length, int n) {
  ASSERT(n <= DEFLATE_LITERALS);
  memset(code, 0, sizeof *code);
  for (int i = 0; i < n; i++) code->count[length[i]]++;
  code->count[0] = 0;
  uint16_t place[MOST_BITS + 2] = {0};
  unsigned next[MOST_BITS + 2] = {0};
  int left = 1, total = 0;
  for (int k = 1; k <= MOST_BITS; k++) {
    left = 2 * left - code->count[k];
    if (left < 0) return false;
    total += code->count[k];
    place[k + 1] = (uint16_t)(place[k] + code->count[k]);
    next[k + 1] = (next[k] + code->count[k]) << 1;
  }
  for (int i = 0; i < n; i++) {
    if (!length[i]) continue;
    code->symbol[place[length[i]]++] = (uint16_t)i;
    fillFast(code, next[length[i]]++, length[i], i);
  }
  return left == 0 || total <= 1;
}

// symbol * 16 + length of the code in the next bits; -1: invalid code
static int decodeLong(uint64_t hold, const Code* code) {
  unsigned value = 0, first = 0;
  int place = 0;
  for (int k = 1; k <= MOST_BITS; k++) {
    value = value << 1 | (unsigned)(hold >> (k - 1) & 1);
    if (value - first < code->count[k]) {
      return code->symbol[place + (int)(value - first)] * 16 + k;
    }
    place += code->count[k];
    first = (first + code->count[k]) << 1;
  }
  return -1;
}

// returns the next symbol; -1: no code has these bits
static inline int decode(Reader* r, const Code* code) {
  fill(r, MOST_BITS);
  int entry = code->fast[r->hold & ((1u << FAST_BITS) - 1)];
  if (!entry) entry = decodeLong(r->hold, code);
  if (entry < 0) return -1;
  drop(r, entry % 16);
  return entry / 16;
}

// ---- blocks

static bool readStored(Reader* r) {
  drop(r, r->nhold % 8);
  const unsigned n = take(r, 16), check = take(r, 16);
  if (r->ended || n != (~check & 0xFFFF)) return false;
  r->at -= (size_t)(r->nhold / 8);  // unread whole bytes go back to the input
  r->hold = 0;
  r->nhold = 0;
  if (n > r->n - r->at || n > r->size - r->done) return false;
  if (n) memcpy(r->out + r->done, r->in + r->at, n);
  r->at += n;
  r->done += n;
  return true;
}

// Copies n bytes from `back` before `to`, which may overlap the output: the source repeats, so each
// piece is twice as long as the one before it.
static void repeat(uint8_t* to, size_t back, size_t n) {
  const uint8_t* from = to - back;
  if (back == 1) {
    memset(to, *from, n);
    return;
  }
  for (; n > back; back *= 2) {
    memcpy(to, from, back);
    to += back;
    n -= back;
  }
  memcpy(to, from, n);
}

static inline bool copyMatch(Reader* r, int code, const Code* distances) {
  if (code >= DEFLATE_LENGTHS) return false;
  const deflate_Class length = deflate_length(code);
  const size_t n = length.base + take(r, length.bits);
  const int symbol = decode(r, distances);
  if (symbol < 0 || symbol >= DEFLATE_DISTANCES) return false;
  const deflate_Class distance = deflate_distance(symbol);
  const size_t back = distance.base + take(r, distance.bits);
  if (r->ended || back > r->done || n > r->size - r->done) return false;
  repeat(r->out + r->done, back, n);
  r->done += n;
  return true;
}

// decodes on a local copy of the reader, which the output cannot alias: it stays in registers
static bool readCoded(Reader* reader, const Code* literals, const Code* distances) {
  Reader r = *reader;
  int symbol;
  for (;;) {
    symbol = decode(&r, literals);
    if (symbol < 0 || symbol == DEFLATE_END || r.ended) break;
    if (symbol > DEFLATE_END) {
      if (!copyMatch(&r, symbol - DEFLATE_END - 1, distances)) break;
    } else if (r.done < r.size) {
      r.out[r.done++] = (uint8_t)symbol;
    } else {
      break;
    }
  }
  *reader = r;
  return symbol == DEFLATE_END && !r.ended;
}

static void fixedLengths(uint8_t* length) {
  memset(length, 8, 144);
  memset(length + 144, 9, 112);
  memset(length + 256, 7, 24);
  memset(length + 280, 8, 8);
}

// reads n code lengths, which are Huffman coded: 0 to 15 a length, 16 repeats the last one, 17 and
// 18 zeros
static bool readLengths(Reader* r, const Code* code, uint8_t* length, int n) {
  static const struct { int base, bits; } run[] = {{3, 2}, {3, 3}, {11, 7}};
  for (int i = 0; i < n;) {
    const int symbol = decode(r, code);
    if (symbol < 0 || r->ended || (symbol == 16 && !i)) return false;
    if (symbol < 16) {
      length[i++] = (uint8_t)symbol;
      continue;
    }
    const uint8_t value = symbol == 16 ? length[i - 1] : 0;
    int times = run[symbol - 16].base + (int)take(r, run[symbol - 16].bits);
    if (times > n - i) return false;
    while (times--) length[i++] = value;
  }
  return true;
}

// reads the dynamic Huffman codes at the start of a block
static bool readCodes(Reader* r, Code* literals, Code* distances) {
  static const uint8_t order[NORDER] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                        11, 4,  12, 3, 13, 2, 14, 1, 15};
  const int nliteral = (int)take(r, 5) + 257, ndistance = (int)take(r, 5) + 1;
  const int norder = (int)take(r, 4) + 4;
  uint8_t length[DEFLATE_LITERALS + 32] = {0};
  if (nliteral > DEFLATE_LITERALS || ndistance > DEFLATE_DISTANCES) return false;
  for (int i = 0; i < norder; i++) length[order[i]] = (uint8_t)take(r, 3);
  if (!makeCode(literals, length, NORDER)) return false;
  memset(length, 0, sizeof length);
  if (!readLengths(r, literals, length, nliteral + ndistance) || !length[DEFLATE_END]) return false;
  return makeCode(literals, length, nliteral) && makeCode(distances, length + nliteral, ndistance);
}

static bool readBlock(Reader* r, Code* literals, Code* distances) {
  const unsigned kind = take(r, 2);
  if (kind == 0) return readStored(r);
  if (kind == 1) {
    uint8_t length[DEFLATE_LITERALS];
    fixedLengths(length);
    makeCode(literals, length, DEFLATE_LITERALS);
    memset(length, 5, 32);
    makeCode(distances, length, 32);
    return readCoded(r, literals, distances);
  }
  return kind == 2 && readCodes(r, literals, distances) && readCoded(r, literals, distances);
}

bool deflate_unpack(const void* packed, size_t npacked, void* data, size_t size) {
  Code* codes = mem_alloc(2 * sizeof *codes);
  if (!codes) return false;
  Reader r = {.in = packed, .n = npacked, .out = data, .size = size};
  bool ok = true, last = false;
  while (ok && !last) {
    last = take(&r, 1);
    ok = readBlock(&r, codes, codes + 1) && !r.ended;
  }
  ASSERT(r.done <= size);
  mem_free(codes);
  return ok && r.done == size;
}
