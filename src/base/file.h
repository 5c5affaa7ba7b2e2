// Whole files in memory.
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
  FILE_DAMAGED,    // the archive that holds it
  FILE_NOT_PLAIN,  // reading it may block or never end
  FILE_OUTSIDE     // of the folders that are allowed
} file_Status;

enum { FILE_PATH_SIZE = 4096 };

// folders, as file_resolve gives them
typedef struct {
  const char* const* path;
  int n;
} file_Roots;

// what may be read
typedef struct {
  size_t limit;             // bytes
  bool anyKind;             // pipes and devices too: only for what a program names
  const file_Roots* roots;  // only files below these; NULL: all
} file_Rules;

// an absolute path without links, "." and ".."; false if it is not there or too long
bool file_resolve(const char* path, char resolved[FILE_PATH_SIZE]);
// opens a file for reading (fclose it); *size: bytes, 0 if that is unknown. The limit is not
// applied
file_Status file_open(const char* path, const file_Rules* rules, FILE** f, size_t* size);
// reads all of a file; *data (mem_free it) ends with a NUL beyond *size
file_Status file_readBy(const char* path, const file_Rules* rules, char** data, size_t* size);

// the same for what a program names: a file of any kind, of at most `limit` bytes
file_Status file_read(const char* path, size_t limit, char** data, size_t* size);
// writes a file; false if it cannot be opened or filled
bool file_write(const char* path, const void* data, size_t size);
// nothing was read, and there may be something elsewhere
static inline bool file_isAbsent(file_Status status) {
  return status == FILE_MISSING || status == FILE_OUTSIDE;
}
// a sentence part for messages: "does not exist", "is larger than the limit", ...
const char* file_statusText(file_Status status);

#endif
