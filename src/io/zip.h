// Zip archives (models with their assets in one file). Entries are stored or compressed with
// DEFLATE; not supported: archives beyond 4 GB, encrypted and multi-part ones.
#ifndef SINEW_IO_ZIP_H_
#define SINEW_IO_ZIP_H_

#include <stdio.h>

#include "base/file.h"
#include "base/text.h"

// ---- reading

// an archive in memory, or in a file open for reading
typedef struct {
  const char* data;  // NULL: the archive is in the file
  FILE* file;
  size_t size;
} zip_Source;

// whether it begins with the signature of an archive
bool zip_isArchive(const zip_Source* source);
// decompresses the entry whose reduced path is `name`; *data (mem_free it) ends with a NUL after
// *size bytes. If the entry has more than `limit` bytes: FILE_TOO_LARGE.
file_Status zip_read(const zip_Source* source, const char* name, size_t limit, char** data,
                     size_t* size);

// ---- writing

// an archive being written; entries have no date, so that the same contents give the same bytes
typedef struct {
  text_Text bytes;      // entries, and the directory after zip_finish
  text_Text directory;  // central directory so far
  int count;
  bool failed;  // out of memory, or the archive would be too large
} zip_Writer;

void zip_add(zip_Writer* zip, const char* name, const void* data, size_t size);
// appends the central directory: zip->bytes is the archive, unless zip->failed
void zip_finish(zip_Writer* zip);
void zip_free(zip_Writer* zip);

#endif
