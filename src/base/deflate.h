// Deflated bytes (RFC 1951) and their checksum (CRC-32, as in zip archives and PNG).
#ifndef SINEW_BASE_DEFLATE_H_
#define SINEW_BASE_DEFLATE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// unpacks npacked bytes, which must give exactly `size`; false if they are damaged or memory is
// short
bool deflate_unpack(const void* packed, size_t npacked, void* data, size_t size);

// packs into a new block (mem_free), *npacked bytes; NULL if that is not smaller than the data, or
// memory is short
void* deflate_pack(const void* data, size_t size, size_t* npacked);

uint32_t deflate_crc(const void* data, size_t size);

// ---- for the two directions

enum {
  DEFLATE_LITERALS = 288,  // bytes, 256: end of block, 257 ...: lengths of matches
  DEFLATE_END = 256,
  DEFLATE_LENGTHS = 29,
  DEFLATE_DISTANCES = 30,
  DEFLATE_LEAST = 3,  // bytes of a match
  DEFLATE_MOST = 258,
  DEFLATE_WINDOW = 32768,  // how far back a match may be
};

// a class of lengths or distances: the least of them, and how many bits choose among them
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
