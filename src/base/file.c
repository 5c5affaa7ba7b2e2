// Whole files in memory. A file is read in growing pieces rather than by its reported size, so that
// pipes and files that change meanwhile are safe.
#define _XOPEN_SOURCE 700  // realpath
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/mem.h"

#define FIRST_PIECE ((size_t)1 << 16)

// ---- where a file may be

static bool isBelow(const file_Roots* roots, const char* path) {
  for (int i = 0; i < roots->n; i++) {
    size_t n = strlen(roots->path[i]);
    while (n && roots->path[i][n - 1] == '/') n--;  // "/" is above all
    if (!strncmp(path, roots->path[i], n) && (!path[n] || path[n] == '/')) return true;
  }
  return false;
}

bool file_resolve(const char* path, char resolved[FILE_PATH_SIZE]) {
  _Static_assert(FILE_PATH_SIZE >= PATH_MAX, "realpath needs that much");
  return realpath(path, resolved) != NULL;
}

// path without links -> resolved. Of what is not there the nearest folder decides, so that nobody
// can learn which files exist elsewhere.
static file_Status findBelow(const file_Roots* roots, const char* path,
                             char resolved[FILE_PATH_SIZE]) {
  if (file_resolve(path, resolved)) return isBelow(roots, resolved) ? FILE_OK : FILE_OUTSIDE;
  char folder[FILE_PATH_SIZE];
  struct stat info;
  if (strlen(path) >= sizeof folder) return FILE_OUTSIDE;
  memcpy(folder, path, strlen(path) + 1);
  while (folder[0] && !file_resolve(folder, resolved)) {
    if (!lstat(folder, &info)) return FILE_OUTSIDE;  // a link to nothing
    char* slash = strrchr(folder, '/');
    if (slash == folder && slash[1]) {
      slash[1] = 0;
    } else {
      (slash ? slash : folder)[0] = 0;
    }
  }
  const bool known = folder[0] || file_resolve(".", resolved);
  return known && isBelow(roots, resolved) ? FILE_MISSING : FILE_OUTSIDE;
}

// ---- reading

// a descriptor for reading, or -1; a file that is not plain is opened without waiting for it
static int openPlain(const char* path, const file_Rules* rules) {
  const int wait = rules->anyKind ? 0 : O_NONBLOCK;
  const int follow = rules->roots ? O_NOFOLLOW : 0;
  return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | wait | follow);
}

file_Status file_open(const char* path, const file_Rules* rules, FILE** f, size_t* size) {
  char resolved[FILE_PATH_SIZE];
  const file_Status place = rules->roots ? findBelow(rules->roots, path, resolved) : FILE_OK;
  if (place != FILE_OK) return place;
  const int fd = openPlain(rules->roots ? resolved : path, rules);
  if (fd < 0) return errno == ENOENT || errno == ENOTDIR ? FILE_MISSING : FILE_UNREADABLE;
  struct stat info;
  file_Status status = FILE_OK;
  if (fstat(fd, &info) || S_ISDIR(info.st_mode)) {
    status = FILE_UNREADABLE;
  } else if (!S_ISREG(info.st_mode) && !rules->anyKind) {
    status = FILE_NOT_PLAIN;
  } else {
    *size = S_ISREG(info.st_mode) && info.st_size > 0 ? (size_t)info.st_size : 0;
    *f = fdopen(fd, "rb");
    if (*f) return FILE_OK;
    status = FILE_NO_MEMORY;
  }
  close(fd);
  return status;
}

// fills a block from f until its end; `first` is a guess at what it needs, the block grows if it is
// wrong, but not beyond what shows that the limit is passed
static file_Status slurp(FILE* f, size_t first, size_t limit, char** data, size_t* size) {
  // one byte to find the end, one for the NUL
  const size_t most = limit < SIZE_MAX - 2 ? limit + 2 : SIZE_MAX;
  size_t capacity = 0, n = 0;
  char* buf = NULL;
  for (;;) {
    if (n + 1 >= capacity) {
      size_t grown = capacity ? 2 * capacity : first;
      if (grown > most) grown = most;
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
  ASSERT(n < capacity);
  buf[n] = 0;
  *data = buf;
  *size = n;
  return FILE_OK;
}

file_Status file_readBy(const char* path, const file_Rules* rules, char** data, size_t* size) {
  FILE* f;
  size_t told;
  file_Status status = file_open(path, rules, &f, &told);
  if (status != FILE_OK) return status;
  status = FILE_TOO_LARGE;
  if (told <= rules->limit)
    status = slurp(f, told ? told + 2 : FIRST_PIECE, rules->limit, data, size);
  fclose(f);
  return status;
}

file_Status file_read(const char* path, size_t limit, char** data, size_t* size) {
  return file_readBy(path, &(file_Rules){.limit = limit, .anyKind = true}, data, size);
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
                                     "is in an archive that is damaged, encrypted or too large",
                                     "is a device, a pipe or a socket; it must be a plain file",
                                     "is outside the folders that may be read (sn_LoadOptions)"};
  ASSERT((size_t)status < sizeof text / sizeof *text);
  return text[status];
}
