// Files for loading: those in memory that a program put into an mjVFS, then those on disk.
// A path is looked up as (1) an entry with that name, or one named like a parent folder of it, (2)
// a file of a registered resource provider, (3) an entry with the same base name, whatever its
// folder and case, the one added last first, (4) a file on disk, (5) an entry of a zip archive, if
// a part of the path is one: "a/robot.zip/mesh.stl". An archive may itself be in memory. An entry
// may be a mount: a resource provider that serves what is below it.
#ifndef SINEW_IO_VFS_H_
#define SINEW_IO_VFS_H_

#include <stddef.h>

#include <sinew/types.h>

#include "base/file.h"
#include "io/provider.h"

// what a file holds; data[size] is a NUL
typedef struct {
  const char* data;  // of the entry, or `owned`
  size_t size;
  char* owned;  // read from disk: vfs_close frees it
} vfs_Blob;

// what is at a path before the disk is looked at: bytes of an entry (data), or a mount (provider).
// False: neither
typedef struct {
  const char* data;
  size_t size;
  provider_Mount* mount;
} vfs_Entry;
bool vfs_find(const mjVFS* vfs, const char* path, vfs_Entry* entry);

// contents of `path`; vfs NULL: disk only. Of the rules only the limit holds for entries, which are
// the program's own. An entry stays valid until the mjVFS changes. Only after FILE_OK is there
// something to close.
file_Status vfs_open(const mjVFS* vfs, const char* path, const file_Rules* rules, vfs_Blob* blob);
void vfs_close(vfs_Blob* blob);
// FILE_OK if vfs_open would find a plain file, whatever it holds; else why not
file_Status vfs_look(const mjVFS* vfs, const char* path, const file_Roots* roots);

#endif
