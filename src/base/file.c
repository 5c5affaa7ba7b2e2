// Whole files in memory. A file is read in growing pieces rather than by its reported size, so that
// pipes and files that change meanwhile are safe.
#include "base/file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/mem.h"

#define FIRST_PIECE ((size_t)1 << 16)

// fills buf from f until its end; `first` is a guess at what it needs, the block grows if it is
// wrong
static file_Status slurp(FILE* f, size_t first, size_t limit, char** data, size_t* size) {
  size_t capacity = 0, n = 0;
  char* buf = NULL;
  for (;;) {
    if (n + 1 >= capacity) {
      size_t grown = capacity ? 2 * capacity : first;
      char* bigger = mem_grow(buf, n, grown);
      if (!bigger) return mem_free(buf), FILE_NO_MEMORY;
      buf = bigger;
      capacity = grown;
    }
    size_t got = fread(buf + n, 1, capacity - 1 - n, f);
    n += got;
    if (n > limit) return mem_free(buf), FILE_TOO_LARGE;
    if (!got) break;
  }
  if (ferror(f)) return mem_free(buf), FILE_UNREADABLE;
  buf[n] = 0;
  *data = buf;
  *size = n;
  return FILE_OK;
}

file_Status file_read(const char* path, size_t limit, char** data, size_t* size) {
  struct stat info;
  size_t first = FIRST_PIECE;
  if (stat(path, &info) == 0) {
    if (S_ISDIR(info.st_mode)) return FILE_UNREADABLE;
    // one byte to find the end, one for the NUL
    if (info.st_size > 0 && (uint64_t)info.st_size <= limit) first = (size_t)info.st_size + 2;
  }
  FILE* f = fopen(path, "rb");
  if (!f) return errno == ENOENT || errno == ENOTDIR ? FILE_MISSING : FILE_UNREADABLE;
  file_Status status = slurp(f, first, limit, data, size);
  fclose(f);
  return status;
}

bool file_write(const char* path, const void* data, size_t size) {
  FILE* f = fopen(path, "wb");
  if (!f) return false;
  bool ok = fwrite(data, 1, size, f) == size;
  return fclose(f) == 0 && ok;
}

const char* file_statusText(file_Status status) {
  static const char* const text[] = {"was read",
                                     "does not exist",
                                     "cannot be read (a folder, or no permission)",
                                     "is larger than the limit",
                                     "does not fit in memory",
                                     "is in an archive that is damaged, encrypted or too large"};
  return text[status];
}
