// Zip archives: models with their assets in one file. Entries are stored or deflated; archives
// beyond 4 GB, encrypted ones and those in several parts are not supported.
#ifndef SINEW_IO_ZIP_H_
#define SINEW_IO_ZIP_H_

#include <stdio.h>

#include "base/file.h"
#include "base/text.h"

// ---- reading

// an archive in memory, or in a file that is open for reading
typedef struct {
  const char* data;  // NULL: in the file
  FILE* file;
  size_t size;
} zip_Source;

// does it begin like an archive
bool zip_isArchive(const zip_Source* source);
// contents of the entry whose reduced path is `name`; *data (mem_free it) ends with a NUL beyond
// *size. An entry of more than `limit` bytes is FILE_TOO_LARGE.
file_Status zip_read(const zip_Source* source, const char* name, size_t limit, char** data,
                     size_t* size);

// ---- writing

// an archive that grows; entries have no date, so that the same contents give the same bytes
typedef struct {
  text_Text bytes;      // entries, and at the end the directory
  text_Text directory;  // so far
  int count;
  bool failed;  // memory is short, or it would be too large
} zip_Writer;

void zip_add(zip_Writer* zip, const char* name, const void* data, size_t size);
// appends the directory: zip->bytes is the archive, unless zip->failed
void zip_finish(zip_Writer* zip);
void zip_free(zip_Writer* zip);

#endif
