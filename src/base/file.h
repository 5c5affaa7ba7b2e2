// File I/O: whole files are read into a buffer and replaced atomically (temporary file and rename).
#ifndef SINEW_BASE_FILE_H_
#define SINEW_BASE_FILE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
  FILE_OK,
  FILE_MISSING,
  FILE_UNREADABLE,
  FILE_TOO_LARGE,
  FILE_NO_MEMORY,
  FILE_DAMAGED,    // the archive that contains it
  FILE_NOT_PLAIN,  // a device or pipe: reading may block or never end
  FILE_OUTSIDE     // outside the allowed folders
} file_Status;

enum { FILE_PATH_SIZE = 4096 };

// allowed folders, as returned by file_resolve
typedef struct {
  const char* const* path;
  int n;
} file_Roots;

// what may be read
typedef struct {
  size_t limit;             // bytes
  bool anyKind;             // pipes and devices too: only for paths that a program names
  const file_Roots* roots;  // only files below these; NULL: all
} file_Rules;

// returns an absolute path without links, "." and ".."; false if it does not exist or is too long
bool file_resolve(const char* path, char resolved[FILE_PATH_SIZE]);
// opens a file for reading (fclose it); *size: bytes, 0 if unknown. Does not apply the limit
file_Status file_open(const char* path, const file_Rules* rules, FILE** f, size_t* size);
// reads a whole file; *data (mem_free it) ends with a NUL after *size bytes
file_Status file_readBy(const char* path, const file_Rules* rules, char** data, size_t* size);

// the same for paths that a program names: a file of any kind, of at most `limit` bytes
file_Status file_read(const char* path, size_t limit, char** data, size_t* size);

// A file being written. If the process ends before file_commit, the old file is unchanged. Devices,
// pipes and open descriptors (/dev/stdout) are written in place.
typedef struct {
  FILE* stream;               // to write to; NULL: not open
  char path[FILE_PATH_SIZE];  // final path, with links resolved
  char part[FILE_PATH_SIZE];  // temporary file in the same folder until the commit; "": in place
  bool replaces;              // a file exists at the path
} file_Writer;

// resolves the links of a path to write to, also to a target that does not exist yet. Returns 0, or
// the errno of what is wrong. plain: a regular file or nothing yet, not a device or a pipe
int file_target(const char* path, char target[FILE_PATH_SIZE], bool* plain);
// each returns 0 or an errno. After a failed commit `part` names the complete file if only its
// rename failed; otherwise nothing is left
int file_begin(file_Writer* writer, const char* path);
int file_commit(file_Writer* writer);
// gives up without a file; a no-op after file_commit
void file_abandon(file_Writer* writer);
// writes a whole file; false and errno on failure
bool file_write(const char* path, const void* data, size_t size);
// whether nothing was read, so that other sources may be tried
static inline bool file_isAbsent(file_Status status) {
  return status == FILE_MISSING || status == FILE_OUTSIDE;
}
// phrase for messages: "does not exist", "is larger than the limit", ...
const char* file_statusText(file_Status status);

#endif
