// Fast PNG decoder (ISO 15948) for the common kinds of textures: chunks, one deflate (zlib) stream
// of rows, each row predicted from its left and upper neighbors by one of five filters. Several
// times as fast as a general decoder if an image has flat areas. Invalid files are left to the
// general decoder, which reports what is wrong.
#include "asset/png_plain.h"

#include <string.h>

#include "base/assert.h"
#include "base/deflate.h"
#include "base/mem.h"

enum { SIGNATURE = 8, FRAME = 12, HEADER = 13, ZLIB_HEADER = 2, ZLIB_END = 4 };
enum { GRAY = 0, RGB = 2, RGBA = 6 };  // PNG color types

typedef struct {
  size_t width, height, nchannel;
  unsigned char* stream;  // compressed rows (deflate); in the file, or `joined`
  unsigned char* joined;
  size_t nstream;
} Plain;

typedef struct {
  const unsigned char *name, *data;
  size_t n;
} Chunk;

static uint32_t readWord(const unsigned char* b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// ---- chunks

// reads a chunk: its length, name, data and checksum (CRC); false: truncated or damaged
static bool nextChunk(const unsigned char* file, size_t size, size_t* at, Chunk* chunk) {
  if (size - *at < FRAME) return false;
  const unsigned char* start = file + *at;
  chunk->n = readWord(start);
  chunk->name = start + 4;
  chunk->data = start + 8;
  if (chunk->n > size - *at - FRAME) return false;
  *at += FRAME + chunk->n;
  return readWord(chunk->data + chunk->n) == deflate_crc(chunk->name, 4 + chunk->n);
}

static bool isChunk(const Chunk* chunk, const char name[5]) {
  return !memcmp(chunk->name, name, 4);
}

static bool readHeader(const Chunk* chunk, Plain* plain) {
  static const unsigned char rest[3] = {
      0};  // methods of compression, filters and interlacing: all standard
  if (!isChunk(chunk, "IHDR") || chunk->n != HEADER) return false;
  const unsigned char *b = chunk->data, type = b[9];
  plain->width = readWord(b);
  plain->height = readWord(b + 4);
  plain->nchannel = type == GRAY ? 1 : type == RGB ? 3 : 4;
  return b[8] == 8 && (type == GRAY || type == RGB || type == RGBA) && !memcmp(b + 10, rest, 3);
}

// adds a piece of the stream; pieces are contiguous in memory or copied together
static bool addPiece(Plain* plain, const Chunk* chunk, size_t size) {
  if (!plain->stream) {
    plain->stream = (unsigned char*)chunk->data;
    plain->nstream = chunk->n;
    return true;
  }
  if (!plain->joined) {
    plain->joined = mem_alloc(size);  // no larger than the file
    if (!plain->joined) return false;
    plain->stream = memcpy(plain->joined, plain->stream, plain->nstream);
  }
  memcpy(plain->joined + plain->nstream, chunk->data, chunk->n);
  plain->nstream += chunk->n;
  return true;
}

static bool readChunks(const unsigned char* file, size_t size, Plain* plain) {
  size_t at = SIGNATURE;
  Chunk chunk;
  bool within = false;  // the last chunk belonged to the stream
  if (!nextChunk(file, size, &at, &chunk) || !readHeader(&chunk, plain)) return false;
  while (nextChunk(file, size, &at, &chunk)) {
    const bool piece = isChunk(&chunk, "IDAT");
    if (isChunk(&chunk, "IEND")) return plain->stream && !chunk.n;
    // an upper-case first letter: a critical chunk, which decoders must know
    if (isChunk(&chunk, "tRNS") || (!piece && !(chunk.name[0] & 32))) return false;
    if (piece && plain->stream && !within) return false;
    if (piece && !addPiece(plain, &chunk, size)) return false;
    within = piece;
  }
  return false;
}

// ---- the compressed stream

enum { LANES = 16, BLOCKS = 256 };  // so that sums of this length cannot overflow 32 bits

// sums over n <= BLOCKS blocks of LANES bytes: of the bytes, and of all bytes before each block
static void sumLanes(const unsigned char* data, size_t n, uint32_t sum[LANES],
                     uint32_t before[LANES]) {
  for (; n; n--, data += LANES) {
    for (int k = 0; k < LANES; k++) {
      before[k] += sum[k];
      sum[k] += data[k];
    }
  }
}

// Adler-32 checksum of zlib (RFC 1950): the sum of all bytes, and the sum of these sums
static uint32_t adler(const unsigned char* data, size_t size) {
  enum { MODULUS = 65521 };
  uint64_t a = 1, b = 0;
  while (size >= LANES) {
    const size_t n = size / LANES < BLOCKS ? size / LANES : BLOCKS;
    uint32_t sum[LANES] = {0}, before[LANES] = {0};
    sumLanes(data, n, sum, before);
    b += LANES * n * a;
    for (uint64_t k = 0; k < LANES; k++) {
      a += sum[k];
      b += LANES * (uint64_t)before[k] + (LANES - k) * sum[k];
    }
    a %= MODULUS;
    b %= MODULUS;
    data += n * LANES;
    size -= n * LANES;
  }
  for (; size; size--) a += *data++, b += a;
  return (uint32_t)(b % MODULUS << 16 | a % MODULUS);
}

static bool unpack(const Plain* plain, unsigned char* raw, size_t nraw) {
  const unsigned char* s = plain->stream;
  if (plain->nstream < ZLIB_HEADER + ZLIB_END) return false;
  if ((s[0] & 15) != 8 || s[0] >> 4 > 7 || (s[0] * 256 + s[1]) % 31 || s[1] & 32) return false;
  const size_t n = plain->nstream - ZLIB_HEADER - ZLIB_END;
  return deflate_unpack(s + ZLIB_HEADER, n, raw, nraw) &&
         readWord(s + ZLIB_HEADER + n) == adler(raw, nraw);
}

// ---- filters: a row from its left neighbors, `step` bytes away, and from the row above

static inline void filterLeft(unsigned char* row, const unsigned char* from, size_t n,
                              size_t step) {
  unsigned left[4] = {0};
  for (size_t i = 0; i < n; i += step) {
    for (size_t k = 0; k < step; k++) {
      left[k] += from[i + k];
      row[i + k] = (unsigned char)left[k];
    }
  }
}

// eight bytes at a time (SWAR): their high bits are added separately, so that nothing carries over
static void filterUp(unsigned char* row, const unsigned char* from, const unsigned char* above,
                     size_t n) {
  const uint64_t high = 0x8080808080808080u;
  for (; n >= 8; n -= 8, row += 8, from += 8, above += 8) {
    uint64_t x, y;
    memcpy(&x, from, sizeof x);
    memcpy(&y, above, sizeof y);
    x = ((x & ~high) + (y & ~high)) ^ ((x ^ y) & high);
    memcpy(row, &x, sizeof x);
  }
  for (size_t i = 0; i < n; i++) row[i] = (unsigned char)(from[i] + above[i]);
}

static void filterMean(unsigned char* row, const unsigned char* from, const unsigned char* above,
                       size_t n, size_t step) {
  for (size_t i = 0; i < step; i++) row[i] = (unsigned char)(from[i] + above[i] / 2);
  for (size_t i = step; i < n; i++) {
    row[i] = (unsigned char)(from[i] + (row[i - step] + above[i]) / 2);
  }
}

static int distance(int a, int b) { return a < b ? b - a : a - b; }

// Paeth predictor: the neighbor nearest to left + up - corner
static int nearest(int left, int up, int corner) {
  const int a = distance(up, corner), b = distance(left, corner),
            c = distance(left + up, 2 * corner);
  const int other = b <= c ? up : corner;
  return a <= b && a <= c ? left : other;
}

static inline void filterNearest(unsigned char* row, const unsigned char* from,
                                 const unsigned char* above, size_t n, size_t step) {
  int left[4] = {0}, corner[4] = {0};
  for (size_t i = 0; i < n; i += step) {
    for (size_t k = 0; k < step; k++) {
      const int up = above[i + k];
      left[k] = (from[i + k] + nearest(left[k], up, corner[k])) & 255;
      corner[k] = up;
      row[i + k] = (unsigned char)left[k];
    }
  }
}

// `row` may begin before `from` in the same buffer
static inline void unfilter(unsigned char* row, const unsigned char* from, int filter,
                            const unsigned char* above, size_t n, size_t step) {
  if (filter == 0) {
    memmove(row, from, n);
  } else if (filter == 1) {
    filterLeft(row, from, n, step);
  } else if (filter == 2) {
    filterUp(row, from, above, n);
  } else if (filter == 3) {
    filterMean(row, from, above, n, step);
  } else {
    filterNearest(row, from, above, n, step);
  }
}

// rows that each begin with a filter type -> pixels, in the same buffer
static bool unfilterAll(unsigned char* raw, const unsigned char* zeros, const Plain* plain) {
  const size_t n = plain->width * plain->nchannel;
  const unsigned char* above = zeros;
  for (size_t r = 0; r < plain->height; r++) {
    const unsigned char* from = raw + r * (n + 1);
    unsigned char* row = raw + r * n;
    if (*from > 4) return false;
    if (plain->nchannel == 1) unfilter(row, from + 1, *from, above, n, 1);
    if (plain->nchannel == 3) unfilter(row, from + 1, *from, above, n, 3);
    if (plain->nchannel == 4) unfilter(row, from + 1, *from, above, n, 4);
    above = row;
  }
  return true;
}

// ---- channels

static void convert(unsigned char* to, size_t nto, const unsigned char* from, size_t nfrom,
                    size_t npixel) {
  for (size_t i = 0; i < npixel; i++, to += nto, from += nfrom) {
    for (size_t k = 0; k < 3; k++) to[k] = from[nfrom == 1 ? 0 : k];
    if (nto == 4) to[3] = nfrom == 4 ? from[3] : 255;
  }
}

// takes ownership of raw, or frees it
static bool takePixels(unsigned char* raw, const Plain* plain, size_t nchannel, png_Image* image) {
  const size_t npixel = plain->width * plain->height;
  *image = (png_Image){.width = (int)plain->width,
                       .height = (int)plain->height,
                       .nchannel = (int)nchannel,
                       .pixel = raw};
  if (nchannel == plain->nchannel) return true;
  image->pixel = mem_alloc(npixel * nchannel);
  if (image->pixel) convert(image->pixel, nchannel, raw, plain->nchannel, npixel);
  mem_free(raw);
  return image->pixel != NULL;
}

static bool decode(const Plain* plain, size_t nchannel, png_Image* image) {
  const size_t row = plain->width * plain->nchannel, nraw = plain->height * (row + 1);
  unsigned char* raw = mem_alloc(nraw);
  unsigned char* zeros = mem_calloc(row, 1);
  const bool ok = raw && zeros && unpack(plain, raw, nraw) && unfilterAll(raw, zeros, plain);
  mem_free(zeros);
  if (!ok) mem_free(raw);
  return ok && takePixels(raw, plain, nchannel, image);
}

bool png_decodePlain(const void* data, size_t size, int nchannel, png_Image* image) {
  Plain plain = {0};
  ASSERT(nchannel == 1 || nchannel == 3 || nchannel == 4);
  bool ok = size > SIGNATURE && readChunks(data, size, &plain);
  ok = ok && plain.width && plain.width <= PNG_MOST_SIDE && plain.height &&
       plain.height <= PNG_MOST_SIDE && plain.width * plain.height <= PNG_MOST_PIXELS;
  ok = ok &&
       (nchannel > 1 || plain.nchannel == 1);  // conversion of colors to gray is left to libpng
  ok = ok && decode(&plain, (size_t)nchannel, image);
  mem_free(plain.joined);
  return ok;
}
