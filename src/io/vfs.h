// Virtual file system (VFS): file lookup for loading, in memory (mjVFS) first, then on disk. Lookup
// order of a path: (1) an entry with that name, or with the name of a parent folder of it, (2) a
// file of a registered resource provider, (3) an entry with the same base name, ignoring folder and
// case, the latest first, (4) a file on disk, (5) an entry of a zip archive, if a part of the path
// is one: "a/robot.zip/mesh.stl". An archive may itself be in memory. An entry may be a mount: a
// resource provider that serves what is below it.
#ifndef SINEW_IO_VFS_H_
#define SINEW_IO_VFS_H_

#include <stddef.h>

#include <sinew/types.h>

#include "base/file.h"
#include "io/provider.h"

// contents of a file; data[size] is a NUL
typedef struct {
  const char* data;  // points into the entry, or to `owned`
  size_t size;
  char* owned;  // read from disk: vfs_close frees it
} vfs_Blob;

// the lookup before the disk: bytes of an entry (data), or a mount (provider). False: neither
typedef struct {
  const char* data;
  size_t size;
  provider_Mount* mount;
} vfs_Entry;
bool vfs_find(const mjVFS* vfs, const char* path, vfs_Entry* entry);

// Opens `path`; vfs NULL: disk only. Of the rules only the limit applies to entries, which belong
// to the program. An entry is valid until the mjVFS changes. Call vfs_close only after FILE_OK.
file_Status vfs_open(const mjVFS* vfs, const char* path, const file_Rules* rules, vfs_Blob* blob);
void vfs_close(vfs_Blob* blob);
// FILE_OK if vfs_open would find a regular file, whatever its contents; otherwise the reason
file_Status vfs_look(const mjVFS* vfs, const char* path, const file_Roots* roots);

#endif
