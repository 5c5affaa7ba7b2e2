// Virtual file system (mjVFS): a linked list of named buffers and mounts, newest first. Names are
// reduced paths ("a/../b" is "b", "\" is "/"). A file added from disk is stored under its base name
// in lower case, as old programs expect.
#include "io/vfs.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"
#include "io/zip.h"

// return codes of the API
enum { VFS_OK = 0, VFS_EXISTS = 2, VFS_FAILED = -1 };

#define MAX_ENTRY ((size_t)INT32_MAX)  // limit of mj_addBufferVFS, for files too

typedef struct Entry {
  struct Entry* next;  // the entry added before this one
  char* name;
  char* data;  // data[size] is a NUL; NULL: a mount
  size_t size;
  provider_Mount* mount;
} Entry;

// ---- names

// out = the reduced name of an entry; false if it is invalid or out of memory
static bool reducedName(text_Text* out, const char* name) {
  if (!name || !*name) return false;
  path_reduce(out, name);
  return !out->failed;
}

static bool lowerBase(text_Text* out, const char* name) {
  if (!name || !*path_base(name)) return false;
  text_add(out, path_base(name));
  for (size_t i = 0; i < out->size; i++) {
    char c = out->data[i];
    if (c >= 'A' && c <= 'Z') out->data[i] = (char)(c - 'A' + 'a');
  }
  return !out->failed;
}

// ---- entries

static Entry* entries(const mjVFS* vfs) { return vfs ? (Entry*)vfs->impl_ : NULL; }

static Entry* findName(const mjVFS* vfs, const char* name, size_t n) {
  Entry* e = entries(vfs);
  while (e && (strlen(e->name) != n || memcmp(e->name, name, n) != 0)) e = e->next;
  return e;
}

// the entry named `path` (reduced), or named like the nearest folder that contains it
static Entry* findPath(const mjVFS* vfs, const char* path) {
  for (size_t n = strlen(path); n; n--) {
    bool part = !path[n] || path[n] == '/';
    Entry* e = part ? findName(vfs, path, n) : NULL;
    if (e) return e;
  }
  return NULL;
}

static Entry* findBase(const mjVFS* vfs, const char* base) {
  Entry* e = *base ? entries(vfs) : NULL;
  while (e && (e->mount || !text_equalNoCase(path_base(e->name), base))) e = e->next;
  return e;
}

static void freeEntry(Entry* e) {
  if (!e) return;
  provider_unmount(e->mount);
  mem_free(e->name);
  mem_free(e->data);
  mem_free(e);
}

// takes ownership of `data` and the mount, also on failure; copies the name
static int addEntry(mjVFS* vfs, const text_Text* name, char* data, size_t size,
                    provider_Mount* mount) {
  ASSERT((!data || !data[size]) && !name->data[name->size]);
  Entry* e = mem_alloc(sizeof *e);
  if (e) *e = (Entry){entries(vfs), mem_alloc(name->size + 1), data, size, mount};
  if (!e || !e->name) {
    if (!e) mem_free(data), provider_unmount(mount);
    freeEntry(e);
    return VFS_FAILED;
  }
  memcpy(e->name, name->data, name->size + 1);
  vfs->impl_ = e;
  return VFS_OK;
}

// removes an entry from the list and frees it; VFS_FAILED if it is not in the list
static int removeEntry(mjVFS* vfs, const Entry* gone) {
  Entry* before = NULL;
  Entry* e = entries(vfs);
  while (e && e != gone) before = e, e = e->next;
  if (!e) return VFS_FAILED;
  if (before) {
    before->next = e->next;
  } else {
    vfs->impl_ = e->next;
  }
  freeEntry(e);
  return VFS_OK;
}

// ---- the API

void mj_defaultVFS(mjVFS* vfs) {
  ARGS_NEED(vfs);
  vfs->impl_ = NULL;
}

int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer) {
  ARGS_NEED_OR(VFS_FAILED, vfs, name);
  if (nbuffer > 0) ARGS_NEED_OR(VFS_FAILED, buffer);
  if (nbuffer < 0) return VFS_FAILED;
  text_Text key = {0};
  int res = VFS_FAILED;
  if (reducedName(&key, name)) {
    char* copy = NULL;
    if (findName(vfs, key.data, key.size)) {
      res = VFS_EXISTS;
    } else if ((copy = mem_alloc((size_t)nbuffer + 1)) != NULL) {
      if (nbuffer) memcpy(copy, buffer, (size_t)nbuffer);
      copy[nbuffer] = 0;
      res = addEntry(vfs, &key, copy, (size_t)nbuffer, NULL);
    }
  }
  text_free(&key);
  return res;
}

int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  ARGS_NEED_OR(VFS_FAILED, vfs, filename);
  text_Text key = {0}, path = {0};
  int res = VFS_FAILED;
  if (lowerBase(&key, filename)) {
    path_join(&path, directory ? directory : "", filename);
    char* data = NULL;
    size_t size = 0;
    if (findName(vfs, key.data, key.size)) {
      res = VFS_EXISTS;
    } else if (!path.failed && file_read(path.data, MAX_ENTRY, &data, &size) == FILE_OK) {
      res = addEntry(vfs, &key, data, size, NULL);
    }
  }
  text_free(&key);
  text_free(&path);
  return res;
}

int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider) {
  ARGS_NEED_OR(VFS_FAILED, vfs);
  if (!filepath || !provider) return VFS_FAILED;
  text_Text key = {0};
  int res = VFS_FAILED;
  if (provider_fault(provider)) {
    mju_warning("mj_mountVFS: '%.200s': %s", filepath, provider_fault(provider));
  } else if (reducedName(&key, filepath)) {
    provider_Mount* mount = NULL;
    if (findName(vfs, key.data, key.size)) {
      res = VFS_EXISTS;
    } else if ((mount = provider_mount(provider, filepath, vfs)) != NULL) {
      res = addEntry(vfs, &key, NULL, 0, mount);
    }
  }
  text_free(&key);
  return res;
}

int mj_unmountVFS(mjVFS* vfs, const char* filename) {
  ARGS_NEED_OR(VFS_FAILED, vfs);
  if (!filename) return VFS_FAILED;
  text_Text key = {0};
  const Entry* e = reducedName(&key, filename) ? findName(vfs, key.data, key.size) : NULL;
  text_free(&key);
  return e && e->mount ? removeEntry(vfs, e) : VFS_FAILED;
}

int mj_deleteFileVFS(mjVFS* vfs, const char* filename) {
  if (!filename) return VFS_FAILED;
  ARGS_NEED_OR(VFS_FAILED, vfs);
  text_Text name = {0}, base = {0};
  Entry* e = NULL;
  if (reducedName(&name, filename)) e = findName(vfs, name.data, name.size);
  if (!e && lowerBase(&base, filename)) e = findName(vfs, base.data, base.size);
  text_free(&name);
  text_free(&base);
  return e ? removeEntry(vfs, e) : VFS_FAILED;
}

int mj_containsBufferVFS(mjVFS* vfs, const char* name) {
  ARGS_NEED_OR(0, vfs);
  text_Text key = {0};
  bool found = reducedName(&key, name) && findName(vfs, key.data, key.size);
  text_free(&key);
  return found;
}

int mj_containsFileVFS(mjVFS* vfs, const char* directory, const char* filename) {
  ARGS_NEED_OR(0, vfs);
  (void)directory;  // an added file forgets its folder
  text_Text key = {0};
  bool found = lowerBase(&key, filename) && findName(vfs, key.data, key.size);
  text_free(&key);
  return found;
}

void mj_deleteVFS(mjVFS* vfs) {
  if (!vfs) return;
  provider_forget(vfs);
  for (Entry *e = entries(vfs), *next; e; e = next) {
    next = e->next;
    freeEntry(e);
  }
  vfs->impl_ = NULL;
}

// ---- used by the loaders

static file_Status readDisk(const char* path, const file_Rules* rules, vfs_Blob* blob) {
  file_Status status = file_readBy(path, rules, &blob->owned, &blob->size);
  blob->data = blob->owned;
  return status;
}

static file_Status readArchive(const zip_Source* archive, const char* name, size_t limit,
                               vfs_Blob* blob) {
  text_Text reduced = {0};
  path_reduce(&reduced, name);
  file_Status status = FILE_NO_MEMORY;
  if (!reduced.failed)
    status = zip_read(archive, text_get(&reduced), limit, &blob->owned, &blob->size);
  blob->data = blob->owned;
  text_free(&reduced);
  return status;
}

// reads an entry of an archive on disk: the first n characters of the path are the archive
static file_Status readDiskArchive(const char* path, size_t n, const file_Rules* rules,
                                   vfs_Blob* blob) {
  const file_Rules plain = {.roots = rules->roots};
  text_Text name = {0};
  zip_Source archive = {0};
  file_Status status = FILE_NO_MEMORY;
  text_bytes(&name, path, n);
  if (!name.failed) status = file_open(text_get(&name), &plain, &archive.file, &archive.size);
  if (status == FILE_OK) {
    status = FILE_MISSING;
    if (zip_isArchive(&archive)) status = readArchive(&archive, path + n + 1, rules->limit, blob);
    fclose(archive.file);
  } else if (status != FILE_NO_MEMORY) {
    status = FILE_MISSING;  // usually a folder
  }
  text_free(&name);
  return status;
}

// if a path does not exist, a part of it may be an archive
static file_Status readAnyArchive(const char* path, const file_Rules* rules, vfs_Blob* blob) {
  file_Status status = FILE_MISSING;
  for (size_t n = 1; path[0] && path[n] && status == FILE_MISSING; n++) {
    const bool part = path[n] == '/' || path[n] == '\\';
    if (part && path[n + 1]) status = readDiskArchive(path, n, rules, blob);
  }
  return status;
}

// reads an entry in memory, or from an archive entry whose name is a folder of the path
static file_Status readEntry(const Entry* e, const char* path, size_t limit, vfs_Blob* blob) {
  const size_t n = strlen(e->name);
  const zip_Source archive = {e->data, NULL, e->size};
  if (!strncmp(path, e->name, n) && path[n] == '/' && zip_isArchive(&archive))
    return readArchive(&archive, path + n + 1, limit, blob);
  ASSERT(!e->data[e->size]);
  if (e->size > limit) return FILE_TOO_LARGE;
  *blob = (vfs_Blob){e->data, e->size, NULL};
  return FILE_OK;
}

// reads a file of a provider; copies the bytes, to append a NUL
static file_Status readMount(provider_Mount* mount, const mjVFS* vfs, const char* path,
                             size_t limit, vfs_Blob* blob) {
  const file_Status status = provider_read(mount, vfs, path, limit, &blob->owned, &blob->size);
  blob->data = blob->owned;
  return status;
}

// reads from a registered provider: through its mount in this mjVFS, or through a temporary mount
static file_Status readForeign(const mjVFS* vfs, const char* path, size_t limit, vfs_Blob* blob) {
  provider_Mount* mount = provider_mountFor(path, vfs);
  return mount ? readMount(mount, vfs, path, limit, blob) : FILE_MISSING;
}

// FILE_MISSING: no such entry
static file_Status readMemory(const mjVFS* vfs, const char* path, size_t limit, vfs_Blob* blob) {
  const bool foreign = path_schemeLength(path) > 0;
  if (!entries(vfs) && !foreign) return FILE_MISSING;
  text_Text name = {0};
  path_reduce(&name, path);
  file_Status status = FILE_NO_MEMORY;
  if (!name.failed) {
    const Entry* e = findPath(vfs, name.data);
    status = FILE_MISSING;
    if (!e && foreign) status = readForeign(vfs, name.data, limit, blob);
    if (!e && status == FILE_MISSING) e = findBase(vfs, path_base(name.data));
    if (e) {
      status = e->mount ? readMount(e->mount, vfs, name.data, limit, blob)
                        : readEntry(e, name.data, limit, blob);
    }
  }
  text_free(&name);
  return status;
}

bool vfs_find(const mjVFS* vfs, const char* path, vfs_Entry* entry) {
  text_Text name = {0};
  path_reduce(&name, path);
  const Entry* e = NULL;
  *entry = (vfs_Entry){0};
  if (!name.failed) {
    e = findPath(vfs, name.data);
    if (!e && path_schemeLength(name.data)) entry->mount = provider_mountFor(name.data, vfs);
    if (!e && !entry->mount) e = findBase(vfs, path_base(name.data));
    if (e) *entry = (vfs_Entry){e->data, e->size, e->mount};
  }
  text_free(&name);
  return e || entry->mount;
}

file_Status vfs_open(const mjVFS* vfs, const char* path, const file_Rules* rules, vfs_Blob* blob) {
  *blob = (vfs_Blob){0};
  file_Status status = readMemory(vfs, path, rules->limit, blob);
  if (status == FILE_MISSING) status = readDisk(path, rules, blob);
  if (status == FILE_MISSING) status = readAnyArchive(path, rules, blob);
  ASSERT(status == FILE_OK ? !blob->data[blob->size] : !blob->owned);
  return status;
}

void vfs_close(vfs_Blob* blob) {
  mem_free(blob->owned);
  *blob = (vfs_Blob){0};
}

file_Status vfs_look(const mjVFS* vfs, const char* path, const file_Roots* roots) {
  vfs_Blob blob;
  const file_Status status = vfs_open(vfs, path, &(file_Rules){.roots = roots}, &blob);
  if (status == FILE_OK) vfs_close(&blob);
  return status == FILE_TOO_LARGE ? FILE_OK : status;
}
