// Zip archive reader (APPNOTE 6.3): the end of central directory record locates the directory, the
// directory locates the entries. Files are untrusted: every offset is checked against the file
// size, every entry against its length and its CRC-32 checksum.
#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/deflate.h"
#include "base/mem.h"
#include "base/path.h"
#include "io/zip.h"

enum {
  END_BYTES = 22,        // end of central directory record, without its comment
  MOST_COMMENT = 65535,  // of that comment, at most
  CENTRAL_BYTES = 46,    // record of the central directory, without its strings
  LOCAL_BYTES = 30,      // local header before an entry, without its strings
  STORED = 0,
  DEFLATED = 8,
  ENCRYPTED = 1,  // bit of the flags
};
#define END_MARK 0x06054b50u
#define CENTRAL_MARK 0x02014b50u
#define LOCAL_MARK 0x04034b50u

// a record of the central directory
typedef struct {
  unsigned flags, method, crc;
  size_t packed, size, offset;
} Entry;

static unsigned word(const char* at) {
  const unsigned char* b = (const unsigned char*)at;
  return b[0] | (unsigned)b[1] << 8;
}

static uint32_t dword(const char* at) { return word(at) | (uint32_t)word(at + 2) << 16; }

// reads n bytes at `offset` into a new buffer; NULL if they are out of range or out of memory
static char* readAt(const zip_Source* source, size_t offset, size_t n, file_Status* status) {
  *status = FILE_DAMAGED;
  if (offset > source->size || n > source->size - offset || offset > INT32_MAX) return NULL;
  char* block = mem_alloc(n + 1);
  if (!block) {
    *status = FILE_NO_MEMORY;
    return NULL;
  }
  bool ok = true;
  if (source->data) {
    memcpy(block, source->data + offset, n);
  } else {
    ok = !fseek(source->file, (long)offset, SEEK_SET) && fread(block, 1, n, source->file) == n;
  }
  block[n] = 0;
  if (ok) {
    *status = FILE_OK;
    return block;
  }
  mem_free(block);
  return NULL;
}

bool zip_isArchive(const zip_Source* source) {
  file_Status status;
  char* start = readAt(source, 0, 4, &status);
  const bool archive = start && (dword(start) == LOCAL_MARK || dword(start) == END_MARK);
  mem_free(start);
  return archive;
}

// ---- the central directory

// reads the central directory, *size bytes; NULL on failure
static char* readDirectory(const zip_Source* source, size_t* size, file_Status* status) {
  const size_t most = END_BYTES + MOST_COMMENT;
  const size_t n = source->size < most ? source->size : most;
  char* tail = readAt(source, source->size - n, n, status);
  if (!tail) return NULL;
  char* directory = NULL;
  *status = FILE_DAMAGED;
  for (size_t at = n >= END_BYTES ? n - END_BYTES + 1 : 0; at-- > 0;) {
    ASSERT_FULL(at + END_BYTES <= n);
    if (dword(tail + at) != END_MARK) continue;
    *size = dword(tail + at + 12);
    directory = readAt(source, dword(tail + at + 16), *size, status);
    break;
  }
  mem_free(tail);
  return directory;
}

static bool sameName(const char* record, size_t n, const char* name) {
  text_Text given = {0}, reduced = {0};
  text_bytes(&given, record, n);
  path_reduce(&reduced, text_get(&given));
  const bool same = !given.failed && !reduced.failed && !strcmp(text_get(&reduced), name);
  text_free(&given);
  text_free(&reduced);
  return same;
}

static file_Status findEntry(const zip_Source* source, const char* name, Entry* entry) {
  file_Status status;
  size_t size, at = 0;
  char* directory = readDirectory(source, &size, &status);
  if (!directory) return status;
  status = FILE_MISSING;
  while (status == FILE_MISSING && at < size) {
    const char* record = directory + at;
    if (size - at < CENTRAL_BYTES || dword(record) != CENTRAL_MARK ||
        size - at - CENTRAL_BYTES < word(record + 28)) {
      status = FILE_DAMAGED;
    } else if (sameName(record + CENTRAL_BYTES, word(record + 28), name)) {
      *entry = (Entry){.flags = word(record + 8),
                       .method = word(record + 10),
                       .crc = dword(record + 16),
                       .packed = dword(record + 20),
                       .size = dword(record + 24),
                       .offset = dword(record + 42)};
      status = FILE_OK;
    } else {
      at += CENTRAL_BYTES + (size_t)word(record + 28) + word(record + 30) + word(record + 32);
    }
  }
  mem_free(directory);
  return status;
}

// ---- an entry

static file_Status unpack(const Entry* entry, const char* packed, char** data) {
  ASSERT(!(entry->flags & ENCRYPTED));
  char* block = mem_alloc(entry->size + 1);
  if (!block) return FILE_NO_MEMORY;
  bool ok = false;
  if (entry->method == STORED && entry->packed == entry->size) {
    memcpy(block, packed, entry->size);
    ok = true;
  } else if (entry->method == DEFLATED) {
    ok = deflate_unpack(packed, entry->packed, block, entry->size);
  }
  block[entry->size] = 0;
  if (ok && deflate_crc(block, entry->size) == entry->crc) {
    *data = block;
    return FILE_OK;
  }
  mem_free(block);
  return FILE_DAMAGED;
}

file_Status zip_read(const zip_Source* source, const char* name, size_t limit, char** data,
                     size_t* size) {
  Entry entry = {0};
  file_Status status = findEntry(source, name, &entry);
  if (status != FILE_OK) return status;
  if (entry.flags & ENCRYPTED) return FILE_DAMAGED;
  if (entry.size > limit) return FILE_TOO_LARGE;
  char* local = readAt(source, entry.offset, LOCAL_BYTES, &status);
  if (!local) return status;
  const size_t start = entry.offset + LOCAL_BYTES + word(local + 26) + word(local + 28);
  const bool ok = dword(local) == LOCAL_MARK;
  mem_free(local);
  if (!ok) return FILE_DAMAGED;
  char* packed = readAt(source, start, entry.packed, &status);
  ASSERT((packed != NULL) == (status == FILE_OK));
  if (!packed) return status;
  status = unpack(&entry, packed, data);
  mem_free(packed);
  *size = entry.size;
  return status;
}
