// Zip archive writer (APPNOTE 6.3), to memory. An entry is compressed with DEFLATE, or stored if
// that is not smaller. All entries are dated 1 January 1980, the first day that the format
// supports.
#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/deflate.h"
#include "base/mem.h"
#include "io/zip.h"

enum {
  VERSION = 20,  // format version required for DEFLATE
  UTF8 = 1 << 11,
  DATE = 1 << 5 | 1,  // year 0, month 1, day 1
  STORED = 0,
  DEFLATED = 8,
  LOCAL_BYTES = 30,  // local header before an entry, without its name
  MOST_ENTRIES = 65535,
};
#define MOST_BYTES ((size_t)INT32_MAX)

static void addWord(text_Text* out, unsigned x) {
  ASSERT(x <= UINT16_MAX);
  const char bytes[2] = {(char)(x & 255), (char)(x >> 8 & 255)};
  text_bytes(out, bytes, 2);
}

static void addDword(text_Text* out, size_t x) {
  addWord(out, (unsigned)(x & 65535));
  addWord(out, (unsigned)(x >> 16 & 65535));
}

// writes the fields that the local header and the directory record have in common
static void addFacts(text_Text* out, unsigned method, uint32_t crc, size_t packed, size_t size,
                     size_t nname) {
  addWord(out, VERSION);
  addWord(out, UTF8);
  addWord(out, method);
  addWord(out, 0);  // time
  addWord(out, DATE);
  addDword(out, crc);
  addDword(out, packed);
  addDword(out, size);
  addWord(out, (unsigned)nname);
  addWord(out, 0);  // extra field
}

static void addRecords(zip_Writer* zip, const char* name, unsigned method, uint32_t crc,
                       size_t packed, size_t size) {
  const size_t nname = strlen(name), offset = zip->bytes.size;
  ASSERT(packed <= size && offset <= MOST_BYTES);
  text_bytes(&zip->bytes, "PK\3\4", 4);
  addFacts(&zip->bytes, method, crc, packed, size, nname);
  text_bytes(&zip->bytes, name, nname);
  ASSERT(zip->bytes.failed || zip->bytes.size == offset + LOCAL_BYTES + nname);
  text_Text* directory = &zip->directory;
  text_bytes(directory, "PK\1\2", 4);
  addWord(directory, VERSION);
  addFacts(directory, method, crc, packed, size, nname);
  addWord(directory, 0);   // comment
  addWord(directory, 0);   // disk
  addWord(directory, 0);   // internal attributes
  addDword(directory, 0);  // external attributes
  addDword(directory, offset);
  text_bytes(directory, name, nname);
}

void zip_add(zip_Writer* zip, const char* name, const void* data, size_t size) {
  if (size > MOST_BYTES || zip->count == MOST_ENTRIES || strlen(name) > UINT16_MAX)
    zip->failed = true;
  if (zip->failed) return;
  size_t packed = size;
  void* block = deflate_pack(data, size, &packed);
  addRecords(zip, name, block ? DEFLATED : STORED, deflate_crc(data, size), block ? packed : size,
             size);
  text_bytes(&zip->bytes, block ? block : data, block ? packed : size);
  mem_free(block);
  zip->count++;
  zip->failed = zip->bytes.failed || zip->directory.failed || zip->bytes.size > MOST_BYTES;
}

void zip_finish(zip_Writer* zip) {
  const size_t start = zip->bytes.size, size = zip->directory.size;
  text_bytes(&zip->bytes, text_get(&zip->directory), size);
  text_bytes(&zip->bytes, "PK\5\6", 4);
  addWord(&zip->bytes, 0);  // disk
  addWord(&zip->bytes, 0);
  addWord(&zip->bytes, (unsigned)zip->count);
  addWord(&zip->bytes, (unsigned)zip->count);
  addDword(&zip->bytes, size);
  addDword(&zip->bytes, start);
  addWord(&zip->bytes, 0);  // comment
  zip->failed = zip->failed || zip->bytes.failed || zip->bytes.size > MOST_BYTES;
}

void zip_free(zip_Writer* zip) {
  text_free(&zip->bytes);
  text_free(&zip->directory);
}
