// Resource providers: those that are registered, and mounts, which are providers at work in an
// mjVFS. Their functions are called by one thread at a time, however many load assets.
#ifndef SINEW_IO_PROVIDER_H_
#define SINEW_IO_PROVIDER_H_

#include <sinew/plugin.h>

#include "base/file.h"

typedef struct provider_Mount provider_Mount;

// what is wrong with a provider, NULL: nothing that a mount needs
const char* provider_fault(const mjpResourceProvider* provider);
// a mount of a copy of the provider; NULL: it refuses, or memory is short
provider_Mount* provider_mount(const mjpResourceProvider* provider, const char* name,
                               const mjVFS* vfs);
void provider_unmount(provider_Mount* mount);
// the mount of the registered provider that a path names: that of the mjVFS, made when it is first
// asked for and gone with provider_forget; without an mjVFS one that the caller unmounts. NULL:
// none
provider_Mount* provider_mountFor(const char* path, const mjVFS* vfs);
void provider_forget(const mjVFS* vfs);

// a resource that is not open yet; NULL: memory is short
mjResource* provider_resource(const mjpResourceProvider* provider, const mjVFS* vfs,
                              const char* path);
// an open resource of a mount; NULL: it is not there. Without an mjVFS the mount goes with it
mjResource* provider_open(provider_Mount* mount, const mjVFS* vfs, const char* path);
// calls close and frees it
void provider_close(mjResource* resource);
int provider_bytes(mjResource* resource, const void** buffer);
// all of a file; *data (mem_free it) ends with a NUL beyond *size
file_Status provider_read(provider_Mount* mount, const mjVFS* vfs, const char* path, size_t limit,
                          char** data, size_t* size);

// by the function of the mount's provider; -1: it has none, or it failed
mjtSize provider_write(const provider_Mount* mount, mjResource* resource, const void* buffer,
                       mjtSize nbytes);

// held while functions of providers run; may be taken again by the same thread
void provider_lock(void);
void provider_unlock(void);

#endif
