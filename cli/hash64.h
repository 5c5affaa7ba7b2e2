// 64-bit hash (checksum) that distinguishes files and settings: FNV-1a (Fowler, Noll, Vo).
#ifndef SINEW_CLI_HASH64_H_
#define SINEW_CLI_HASH64_H_

#include <stddef.h>
#include <stdint.h>

#define HASH64_START 0xcbf29ce484222325u

static inline uint64_t hash64_bytes(uint64_t hash, const void* bytes, size_t n) {
  const unsigned char* at = bytes;
  for (size_t i = 0; i < n; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}

#endif
