// Resources: open file objects from any source (mjVFS, disk, resource provider). Entries of an
// mjVFS and files on disk have built-in providers here, so that all are read, closed and compared
// in the same way.
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <sinew/api.h>
#include <sinew/plugin.h>

#include "base/args.h"
#include "base/mem.h"
#include "base/path.h"
#include "io/provider.h"
#include "io/vfs.h"

// ---- timestamps

// base64 encoding: 8 bytes as 12 characters (RFC 4648)
static void encode64(uint64_t x, char text[13]) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char byte[9] = {0};
  memcpy(byte, &x, sizeof x);
  for (int i = 0; i < 3; i++) {
    const unsigned bits =
        (unsigned)byte[3 * i] << 16 | (unsigned)byte[3 * i + 1] << 8 | byte[3 * i + 2];
    for (int k = 0; k < 4; k++) text[4 * i + k] = digit[bits >> (18 - 6 * k) & 63];
  }
  text[11] = '=';
  text[12] = 0;
}

// hash of a buffer; an empty one is 0
static uint64_t hashOf(const char* data, size_t size) {
  if (!size) return 0;
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++) {
    h |= (unsigned char)data[i];
    h *= 0x100000001b3u;
  }
  return h;
}

static int stampDiffers(const mjResource* resource, const char* timestamp) {
  return strcmp(resource->timestamp, timestamp) != 0;
}

// ---- entries of an mjVFS, and files on disk

// the struct in resource->data; the bytes are loaded lazily at the first read
typedef struct {
  vfs_Blob blob;
  bool isRead;
} Plain;

static int openPlain(mjResource* resource) { return (void)resource, 0; }  // created in this file

static int readPlain(mjResource* resource, const void** buffer) {
  Plain* plain = resource->data;
  if (!plain->isRead) {
    const file_Rules rules = {.limit = INT_MAX, .anyKind = true};
    if (vfs_open(resource->vfs, resource->name, &rules, &plain->blob) != FILE_OK) return -1;
    plain->isRead = true;
  }
  *buffer = plain->blob.data;
  return (int)plain->blob.size;
}

static void closePlain(mjResource* resource) {
  Plain* plain = resource->data;
  if (plain && plain->isRead) vfs_close(&plain->blob);
  mem_free(plain);
  resource->data = NULL;
}

static mjtSize writePlain(mjResource* resource, const void* buffer, mjtSize nbytes) {
  return file_write(resource->name, buffer, (size_t)nbytes) ? nbytes : -1;
}

static const mjpResourceProvider plainProvider = {.prefix = "",
                                                  .open = openPlain,
                                                  .read = readPlain,
                                                  .close = closePlain,
                                                  .modified = stampDiffers,
                                                  .write = writePlain};

// ---- opening

static void tell(char* error, size_t size, const char* format, const char* name) {
  if (error && size && !error[0]) snprintf(error, size, format, name);
}

static mjResource* openPlainPath(const mjVFS* vfs, const char* path, const vfs_Entry* entry) {
  mjResource* resource = provider_resource(&plainProvider, vfs, path);
  if (!resource) return NULL;
  resource->data = mem_calloc(1, sizeof(Plain));
  if (!resource->data) {
    provider_close(resource);
    return NULL;
  }
  struct stat info;
  uint64_t stamp = 0;
  if (entry->data) {
    stamp = hashOf(entry->data, entry->size);
  } else if (!stat(path, &info)) {
    stamp = (uint64_t)info.st_mtime;
  }
  encode64(stamp, resource->timestamp);
  return resource;
}

static mjResource* openPath(const mjVFS* vfs, const char* path) {
  vfs_Entry entry;
  if (vfs_find(vfs, path, &entry) && entry.mount) return provider_open(entry.mount, vfs, path);
  if (!entry.data && file_isAbsent(vfs_look(vfs, path, NULL))) return NULL;
  return openPlainPath(vfs, path, &entry);
}

mjResource* mju_openResource(const char* dir, const char* name, const mjVFS* vfs, char* error,
                             size_t nerror) {
  if (error && nerror) error[0] = 0;
  if (!name || !*name) {
    tell(error, nerror, "the name of the resource is empty%s", "");
    return NULL;
  }
  text_Text path = {0};
  path_join(&path, dir ? dir : "", name);
  mjResource* resource = path.failed ? NULL : openPath(vfs, text_get(&path));
  if (!resource) tell(error, nerror, "the resource '%s' cannot be opened", text_get(&path));
  text_free(&path);
  return resource;
}

int mju_readResource(mjResource* resource, const void** buffer) {
  if (!resource) return -1;
  ARGS_NEED_OR(-1, buffer);
  *buffer = NULL;
  if (!resource->provider || !resource->provider->read) return -1;
  return provider_bytes(resource, buffer);
}

void mju_closeResource(mjResource* resource) { provider_close(resource); }

// ---- writing

mjtSize mju_writeResource(const char* name, const void* buffer, mjtSize nbytes, const mjVFS* vfs,
                          char* error, size_t nerror) {
  if (error && nerror) error[0] = 0;
  if (!name || nbytes < 0 || (nbytes && !buffer)) {
    tell(error, nerror, "%s", name ? "there are no bytes to write" : "the name is NULL");
    return -1;
  }
  vfs_Entry entry;
  mjtSize written = -1;
  mjResource resource = {.name = (char*)name, .vfs = (mjVFS*)vfs, .provider = &plainProvider};
  if (vfs_find(vfs, name, &entry) && entry.mount) {
    written = provider_write(entry.mount, &resource, buffer, nbytes);
    if (!vfs) provider_unmount(entry.mount);
  } else {
    written = writePlain(&resource, buffer, nbytes);
  }
  if (written < 0) tell(error, nerror, "the resource '%s' cannot be written", name);
  return written;
}

// ---- names and timestamps

void mju_getResourceDir(mjResource* resource, const char** dir, int* ndir) {
  ARGS_NEED(dir, ndir);
  *dir = NULL;
  *ndir = 0;
  if (!resource || !resource->name) return;
  *dir = resource->name;
  *ndir = (int)path_dirLength(resource->name);
}

int mju_isModifiedResource(const mjResource* resource, const char* timestamp) {
  if (!resource) return 1;
  ARGS_NEED_OR(1, timestamp);
  const mjpResourceProvider* provider = resource->provider;
  return provider && provider->modified ? provider->modified(resource, timestamp) : 1;
}
