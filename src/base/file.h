// Files: read as a whole, replaced as a whole.
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

// A file on its way. Whatever ends the process before file_commit, the file that was there stays.
// Devices, pipes and what is open already (/dev/stdout) are written in place.
typedef struct {
  FILE* stream;               // to write to; NULL: not open
  char path[FILE_PATH_SIZE];  // where the file will be: links are followed
  char part[FILE_PATH_SIZE];  // where it is until then, in the same folder; "": in place
  bool replaces;              // a file was there
} file_Writer;

// where a path that is written to leads: links are followed, also to what is not there yet. Returns
// 0, or the errno of what is wrong. plain: a plain file or nothing yet, not a device or a pipe
int file_target(const char* path, char target[FILE_PATH_SIZE], bool* plain);
// each returns 0 or an errno. After a failed commit `part` names the whole file if only its
// renaming failed; else nothing is left
int file_begin(file_Writer* writer, const char* path);
int file_commit(file_Writer* writer);
// ends without a file; nothing to do after file_commit
void file_abandon(file_Writer* writer);
// all at once; false and errno if it cannot be written
bool file_write(const char* path, const void* data, size_t size);
// nothing was read, and there may be something elsewhere
static inline bool file_isAbsent(file_Status status) {
  return status == FILE_MISSING || status == FILE_OUTSIDE;
}
// a sentence part for messages: "does not exist", "is larger than the limit", ...
const char* file_statusText(file_Status status);

#endif
