// Resource providers (plugins that read files from other sources): the registry, and mounts, which
// are providers active in an mjVFS. A recursive mutex serializes calls of their functions, however
// many threads load assets.
#ifndef SINEW_IO_PROVIDER_H_
#define SINEW_IO_PROVIDER_H_

#include <sinew/plugin.h>

#include "base/file.h"

typedef struct provider_Mount provider_Mount;

// the reason why a provider cannot be mounted, NULL: it can
const char* provider_fault(const mjpResourceProvider* provider);
// mounts a copy of the provider; NULL: it refuses, or out of memory
provider_Mount* provider_mount(const mjpResourceProvider* provider, const char* name,
                               const mjVFS* vfs);
void provider_unmount(provider_Mount* mount);
// the mount of the registered provider with the scheme of a path: that of the mjVFS, created at
// first use and freed by provider_forget; without an mjVFS one that the caller unmounts. NULL: none
provider_Mount* provider_mountFor(const char* path, const mjVFS* vfs);
void provider_forget(const mjVFS* vfs);

// allocates a resource that is not open yet; NULL: out of memory
mjResource* provider_resource(const mjpResourceProvider* provider, const mjVFS* vfs,
                              const char* path);
// opens a resource of a mount; NULL: not found. Without an mjVFS the mount is freed with it
mjResource* provider_open(provider_Mount* mount, const mjVFS* vfs, const char* path);
// calls the provider's close and frees the resource
void provider_close(mjResource* resource);
int provider_bytes(mjResource* resource, const void** buffer);
// reads a whole file; *data (mem_free it) ends with a NUL after *size bytes
file_Status provider_read(provider_Mount* mount, const mjVFS* vfs, const char* path, size_t limit,
                          char** data, size_t* size);

// writes with the function of the mount's provider; -1: it has none, or it failed
mjtSize provider_write(const provider_Mount* mount, mjResource* resource, const void* buffer,
                       mjtSize nbytes);

// mutex held while functions of providers run; recursive
void provider_lock(void);
void provider_unlock(void);

#endif
