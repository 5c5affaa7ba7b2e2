// DEFLATE compression and decompression (RFC 1951), and the checksum CRC-32 of zip archives and
// PNG.
#ifndef SINEW_BASE_DEFLATE_H_
#define SINEW_BASE_DEFLATE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// decompresses npacked bytes, which must give exactly `size` bytes; false if they are corrupt or
// out of memory
bool deflate_unpack(const void* packed, size_t npacked, void* data, size_t size);

// compresses into a new buffer (mem_free) of *npacked bytes; NULL if that is not smaller than the
// data, or out of memory
void* deflate_pack(const void* data, size_t size, size_t* npacked);

uint32_t deflate_crc(const void* data, size_t size);

// ---- shared by compression and decompression

enum {
  DEFLATE_LITERALS = 288,  // literal bytes, 256: end of block, 257 ...: match lengths
  DEFLATE_END = 256,
  DEFLATE_LENGTHS = 29,
  DEFLATE_DISTANCES = 30,
  DEFLATE_LEAST = 3,  // shortest match in bytes
  DEFLATE_MOST = 258,
  DEFLATE_WINDOW = 32768,  // the sliding window: largest match distance
};

// a class of lengths or distances: the smallest value, and the number of extra bits
typedef struct {
  uint16_t base, bits;
} deflate_Class;

// distances double with every two classes, lengths with every four (RFC 1951, 3.2.5)
static inline deflate_Class deflate_length(int code) {
  if (code < 8) return (deflate_Class){(uint16_t)(DEFLATE_LEAST + code), 0};
  if (code == DEFLATE_LENGTHS - 1) return (deflate_Class){DEFLATE_MOST, 0};
  const int bits = code / 4 - 1;
  return (deflate_Class){(uint16_t)(DEFLATE_LEAST + ((4 + code % 4) << bits)), (uint16_t)bits};
}

static inline deflate_Class deflate_distance(int code) {
  if (code < 4) return (deflate_Class){(uint16_t)(1 + code), 0};
  const int bits = code / 2 - 1;
  return (deflate_Class){(uint16_t)(1 + ((2 + code % 2) << bits)), (uint16_t)bits};
}

#endif
