// Whole files. Reading grows a buffer instead of relying on the reported size, so that pipes and
// files that change meanwhile are safe. Writing goes to a temporary file in the same folder that is
// renamed when it is complete (atomic replacement), so that a failed or interrupted write keeps the
// old file.
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

// ---- allowed folders

static bool isBelow(const file_Roots* roots, const char* path) {
  for (int i = 0; i < roots->n; i++) {
    size_t n = strlen(roots->path[i]);
    while (n && roots->path[i][n - 1] == '/') n--;  // "/" contains everything
    if (!strncmp(path, roots->path[i], n) && (!path[n] || path[n] == '/')) return true;
  }
  return false;
}

bool file_resolve(const char* path, char resolved[FILE_PATH_SIZE]) {
  _Static_assert(FILE_PATH_SIZE >= PATH_MAX, "realpath needs that much");
  return realpath(path, resolved) != NULL;
}

// path without links -> resolved. If the file does not exist, its nearest existing folder decides,
// so that a model cannot probe which files exist elsewhere.
static file_Status findBelow(const file_Roots* roots, const char* path,
                             char resolved[FILE_PATH_SIZE]) {
  if (file_resolve(path, resolved)) return isBelow(roots, resolved) ? FILE_OK : FILE_OUTSIDE;
  char folder[FILE_PATH_SIZE];
  struct stat info;
  if (strlen(path) >= sizeof folder) return FILE_OUTSIDE;
  memcpy(folder, path, strlen(path) + 1);
  while (folder[0] && !file_resolve(folder, resolved)) {
    if (!lstat(folder, &info)) return FILE_OUTSIDE;  // a dangling link
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

// returns a descriptor for reading, or -1; opens a file that is not a regular one without blocking
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

// reads f to its end into a buffer; `first` is the expected size. The buffer grows if that is too
// small, but only until the limit is known to be exceeded.
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

// ---- writing

enum { MOST_LINKS = 40, MOST_NAMES = 1000, MOST_BASE = 200 };

// open descriptors cannot be replaced by a rename: /dev/stdout may be a pipe, or the file that a
// shell keeps writing to
static bool isDescriptor(const char* path) {
  return !strncmp(path, "/proc/", 6) || !strncmp(path, "/dev/fd/", 8) ||
         !strncmp(path, "/dev/std", 8);
}

// replaces a path that is a link by its target, relative to the folder of the link
static bool followOnce(char path[FILE_PATH_SIZE]) {
  char link[FILE_PATH_SIZE];
  const ssize_t n = readlink(path, link, sizeof link);
  if (n < 0 || n >= (ssize_t)sizeof link) return false;
  char* slash = strrchr(path, '/');
  const size_t folder = link[0] != '/' && slash ? (size_t)(slash - path) + 1 : 0;
  if (folder + (size_t)n >= FILE_PATH_SIZE) return false;
  memcpy(path + folder, link, (size_t)n);
  path[folder + (size_t)n] = 0;
  return true;
}

int file_target(const char* path, char target[FILE_PATH_SIZE], bool* plain) {
  struct stat info;
  const size_t n = strlen(path);
  *plain = false;
  if (n >= FILE_PATH_SIZE) return ENAMETOOLONG;
  if (!n) return ENOENT;
  memcpy(target, path, n + 1);
  for (int i = 0;; i++) {
    if (isDescriptor(target)) return 0;
    if (lstat(target, &info)) {
      *plain = errno == ENOENT && target[strlen(target) - 1] != '/';
      return *plain ? 0 : errno == ENOENT ? EISDIR : errno;
    }
    if (!S_ISLNK(info.st_mode)) break;
    if (i == MOST_LINKS) return ELOOP;
    errno = ENAMETOOLONG;
    if (!followOnce(target)) return errno;
  }
  *plain = S_ISREG(info.st_mode);
  if (S_ISDIR(info.st_mode)) return EISDIR;
  return *plain && access(target, W_OK) ? errno : 0;
}

// creates a new file next to the target (O_EXCL); returns its descriptor
static int makeBeside(file_Writer* w, mode_t mode) {
  const char* slash = strrchr(w->path, '/');
  const int folder = slash ? (int)(slash - w->path) + 1 : 0;
  for (int k = 0; k < MOST_NAMES; k++) {
    const int n = snprintf(w->part, sizeof w->part, "%.*s%.*s.%ld-%d.part", folder, w->path,
                           MOST_BASE, w->path + folder, (long)getpid(), k);
    if (n < 0 || n >= (int)sizeof w->part) {
      errno = ENAMETOOLONG;
      return -1;
    }
    const int fd = open(w->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

int file_begin(file_Writer* w, const char* path) {
  struct stat old;
  bool plain;
  *w = (file_Writer){0};
  const int wrong = file_target(path, w->path, &plain);
  if (wrong) return wrong;
  errno = 0;
  if (!plain) {  // a device or a pipe
    w->stream = fopen(path, "wb");
    return w->stream ? 0 : errno;
  }
  w->replaces = !stat(w->path, &old);
  const int fd = makeBeside(w, w->replaces ? old.st_mode & 0777 : 0666);
  if (fd < 0) return w->part[0] = 0, errno;
  if (w->replaces) {  // keep owner and permissions, as far as this process may set them
    const bool group = !fchown(fd, old.st_uid, old.st_gid) || !fchown(fd, (uid_t)-1, old.st_gid);
    if (fchmod(fd, old.st_mode & (group ? 0777 : 0707))) errno = 0;
  }
  w->stream = fdopen(fd, "wb");
  if (w->stream) return 0;
  const int error = errno;
  close(fd);
  file_abandon(w);
  return error;
}

int file_commit(file_Writer* w) {
  ASSERT(w->stream);
  errno = 0;
  bool ok = !ferror(w->stream) && fflush(w->stream) == 0;
  // the old content is lost by the rename, so the new one is synced to the disk first
  if (ok && w->part[0] && w->replaces) ok = fsync(fileno(w->stream)) == 0;
  int error = ok ? 0 : errno ? errno : EIO;
  if (fclose(w->stream) && !error) error = errno;
  w->stream = NULL;
  if (error) {
    file_abandon(w);
  } else if (w->part[0] && rename(w->part, w->path)) {
    return errno;  // complete, under its temporary name
  }
  w->part[0] = 0;
  return error;
}

void file_abandon(file_Writer* w) {
  if (w->stream) fclose(w->stream);
  if (w->part[0]) unlink(w->part);
  w->stream = NULL;
  w->part[0] = 0;
}

bool file_write(const char* path, const void* data, size_t size) {
  file_Writer w;
  int error = file_begin(&w, path);
  if (!error && fwrite(data, 1, size, w.stream) != size) {
    error = errno ? errno : EIO;
    file_abandon(&w);
  } else if (!error) {
    error = file_commit(&w);
    file_abandon(&w);
  }
  errno = error;
  return !error;
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
