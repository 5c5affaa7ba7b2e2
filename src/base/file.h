// Whole files in memory.
#ifndef SINEW_BASE_FILE_H_
#define SINEW_BASE_FILE_H_

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  FILE_OK,
  FILE_MISSING,
  FILE_UNREADABLE,
  FILE_TOO_LARGE,
  FILE_NO_MEMORY,
  FILE_DAMAGED  // the archive that holds it
} file_Status;

// reads all of a file of at most `limit` bytes; *data (mem_free it) ends with a NUL beyond *size
file_Status file_read(const char* path, size_t limit, char** data, size_t* size);
// writes a file; false if it cannot be opened or filled
bool file_write(const char* path, const void* data, size_t size);
// a sentence part for messages: "does not exist", "is larger than the limit", ...
const char* file_statusText(file_Status status);

#endif
