// Resource providers and their mounts. A registered provider is mounted in an mjVFS when a name
// with its scheme is first opened there. The list of mounts by mjVFS is stored here under a mutex,
// since several threads may read one mjVFS while loading.
#include "io/provider.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/registry.h"
#include "base/text.h"

struct provider_Mount {
  mjpResourceProvider provider;
  mjResource root;     // as passed to the provider's mount function
  const mjVFS* owner;  // for mounts of a registered provider
  struct provider_Mount* next;
};

static registry_List registered = REGISTRY_EMPTY;
static provider_Mount* mounts;  // of registered providers, guarded by the mutex
static pthread_mutex_t lock;
static pthread_once_t lockOnce = PTHREAD_ONCE_INIT;

static void makeLock(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_mutexattr_destroy(&kind);
}

void provider_lock(void) {
  pthread_once(&lockOnce, makeLock);
  pthread_mutex_lock(&lock);
}

void provider_unlock(void) { pthread_mutex_unlock(&lock); }

static char* copyText(const char* text) {
  const size_t n = strlen(text) + 1;
  char* copy = mem_alloc(n);
  if (copy) memcpy(copy, text, n);
  return copy;
}

// ---- mounts

const char* provider_fault(const mjpResourceProvider* provider) {
  const bool whole = provider->open && provider->read && provider->close;
  return whole ? NULL : "a resource provider needs the functions open, read and close";
}

provider_Mount* provider_mount(const mjpResourceProvider* provider, const char* name,
                               const mjVFS* vfs) {
  provider_Mount* mount = mem_calloc(1, sizeof *mount);
  char* copy = mount ? copyText(name) : NULL;
  if (!copy) return mem_free(mount), NULL;
  mount->provider = *provider;
  mount->root = (mjResource){.name = copy, .vfs = (mjVFS*)vfs, .provider = &mount->provider};
  provider_lock();
  const bool ok = !provider->mount || provider->mount(&mount->root);
  provider_unlock();
  if (ok) return mount;
  mem_free(copy);
  mem_free(mount);
  return NULL;
}

void provider_unmount(provider_Mount* mount) {
  if (!mount) return;
  provider_lock();
  if (mount->provider.unmount) mount->provider.unmount(&mount->root);
  provider_unlock();
  mem_free(mount->root.name);
  mem_free(mount);
}

static provider_Mount* mountIn(const mjVFS* vfs, const mjpResourceProvider* provider) {
  provider_Mount* mount = mounts;
  while (mount && (mount->owner != vfs || mount->provider.prefix != provider->prefix))
    mount = mount->next;
  if (mount) return mount;
  mount = provider_mount(provider, provider->prefix, vfs);
  if (!mount) return NULL;
  mount->owner = vfs;
  mount->next = mounts;
  return mounts = mount;
}

provider_Mount* provider_mountFor(const char* path, const mjVFS* vfs) {
  const mjpResourceProvider* provider = mjp_getResourceProvider(path);
  if (!provider) return NULL;
  if (!vfs) return provider_mount(provider, provider->prefix, NULL);
  provider_lock();
  provider_Mount* mount = mountIn(vfs, provider);
  provider_unlock();
  return mount;
}

void provider_forget(const mjVFS* vfs) {
  if (!registry_count(&registered)) return;
  provider_lock();
  for (provider_Mount** at = &mounts; *at;) {
    provider_Mount* mount = *at;
    if (mount->owner == vfs) {
      *at = mount->next;
      provider_unmount(mount);
    } else {
      at = &mount->next;
    }
  }
  provider_unlock();
}

// ---- resources

typedef struct {
  mjResource resource;    // first member
  provider_Mount* mount;  // freed with the resource, NULL: none
} Open;

static void freeResource(mjResource* resource) {
  provider_unmount(((Open*)resource)->mount);
  mem_free(resource->name);
  mem_free(resource);
}

mjResource* provider_resource(const mjpResourceProvider* provider, const mjVFS* vfs,
                              const char* path) {
  Open* open = mem_calloc(1, sizeof *open);
  char* name = open ? copyText(path) : NULL;
  if (!name) return mem_free(open), NULL;
  open->resource = (mjResource){.name = name, .vfs = (mjVFS*)vfs, .provider = provider};
  return &open->resource;
}

// The mount's data is visible while the resource is opened; after that, data belongs to the
// provider.
mjResource* provider_open(provider_Mount* mount, const mjVFS* vfs, const char* path) {
  mjResource* resource = provider_resource(&mount->provider, vfs, path);
  if (!resource) {
    if (!vfs) provider_unmount(mount);
    return NULL;
  }
  if (!vfs) ((Open*)resource)->mount = mount;
  resource->data = mount->root.data;
  provider_lock();
  const bool ok = mount->provider.open(resource) != 0;
  provider_unlock();
  if (resource->data == mount->root.data) resource->data = NULL;
  if (ok) return resource;
  freeResource(resource);
  return NULL;
}

int provider_bytes(mjResource* resource, const void** buffer) {
  *buffer = NULL;
  provider_lock();
  const int n = resource->provider->read(resource, buffer);
  provider_unlock();
  return n < 0 || (n && !*buffer) ? -1 : n;
}

void provider_close(mjResource* resource) {
  if (!resource) return;
  provider_lock();
  resource->provider->close(resource);
  provider_unlock();
  freeResource(resource);
}

static file_Status copyBytes(mjResource* resource, size_t limit, char** data, size_t* size) {
  const void* buffer;
  const int n = provider_bytes(resource, &buffer);
  if (n < 0) return FILE_UNREADABLE;
  if ((size_t)n > limit) return FILE_TOO_LARGE;
  *data = mem_alloc((size_t)n + 1);
  if (!*data) return FILE_NO_MEMORY;
  if (n) memcpy(*data, buffer, (size_t)n);
  (*data)[n] = 0;
  *size = (size_t)n;
  return FILE_OK;
}

file_Status provider_read(provider_Mount* mount, const mjVFS* vfs, const char* path, size_t limit,
                          char** data, size_t* size) {
  mjResource* resource = provider_open(mount, vfs, path);
  if (!resource) return FILE_MISSING;
  const file_Status status = copyBytes(resource, limit, data, size);
  provider_close(resource);
  return status;
}

mjtSize provider_write(const provider_Mount* mount, mjResource* resource, const void* buffer,
                       mjtSize nbytes) {
  if (!mount->provider.write) return -1;
  resource->provider = &mount->provider;
  resource->data = mount->root.data;
  provider_lock();
  const mjtSize n = mount->provider.write(resource, buffer, nbytes);
  provider_unlock();
  return n;
}

// ---- the registry

static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// whether a prefix is a URI scheme (RFC 3986)
static bool isScheme(const char* prefix) {
  if (!prefix || !isLetter(prefix[0]) || !prefix[1]) return false;
  for (const char* c = prefix; *c; c++) {
    if (!isLetter(*c) && !(*c >= '0' && *c <= '9') && !strchr("+.-", *c)) return false;
  }
  return true;
}

static bool same(const mjpResourceProvider* a, const mjpResourceProvider* b) {
  return a->open == b->open && a->read == b->read && a->close == b->close && a->mount == b->mount &&
         a->unmount == b->unmount && a->modified == b->modified && a->write == b->write &&
         a->data == b->data;
}

static const mjpResourceProvider* findScheme(const char* prefix, int* slot) {
  const int n = registry_count(&registered);
  for (int i = 0; i < n; i++) {
    const mjpResourceProvider* p = registry_at(&registered, i);
    *slot = i;
    if (text_equalNoCase(p->prefix, prefix)) return p;
  }
  return NULL;
}

// copies a provider in one block: the struct and its prefix
static mjpResourceProvider* copyProvider(const mjpResourceProvider* provider) {
  const size_t n = strlen(provider->prefix) + 1;
  mjpResourceProvider* copy = mem_alloc(sizeof *copy + n);
  if (!copy) return NULL;
  *copy = *provider;
  copy->prefix = memcpy(copy + 1, provider->prefix, n);
  return copy;
}

void mjp_defaultResourceProvider(mjpResourceProvider* provider) {
  ARGS_NEED(provider);
  memset(provider, 0, sizeof *provider);
}

// returns its number, 0: another provider has the prefix, -1: out of memory or slots
static int addProvider(const mjpResourceProvider* provider) {
  int slot;
  const mjpResourceProvider* other = findScheme(provider->prefix, &slot);
  if (other) return same(other, provider) ? slot + 1 : 0;
  mjpResourceProvider* copy = copyProvider(provider);
  if (!copy) return -1;
  if (!path_addScheme(copy->prefix)) return mem_free(copy), -1;
  slot = registry_add(&registered, copy);
  return slot < 0 ? -1 : slot + 1;
}

int mjp_registerResourceProvider(const mjpResourceProvider* provider) {
  ARGS_NEED_OR(-1, provider);
  const char* fault = isScheme(provider->prefix)
                          ? provider_fault(provider)
                          : "the prefix should be a letter, then letters, digits, '+', '.' or '-'";
  const char* prefix = provider->prefix ? provider->prefix : "";
  if (fault) {
    mju_warning("mjp_registerResourceProvider: '%.100s': %s", prefix, fault);
    return -1;
  }
  registry_lock(&registered);
  const int slot = addProvider(provider);
  registry_unlock(&registered);
  if (slot > 0) return slot;
  mju_error("mjp_registerResourceProvider: '%.100s': %s", prefix,
            slot ? "out of memory, or there are too many"
                 : "another provider is registered for this prefix; choose another");
  return -1;
}

int mjp_resourceProviderCount(void) { return registry_count(&registered); }

const mjpResourceProvider* mjp_getResourceProvider(const char* resource_name) {
  const int n = registry_count(&registered);
  for (int i = 0; resource_name && i < n; i++) {
    const mjpResourceProvider* p = registry_at(&registered, i);
    const size_t length = strlen(p->prefix);
    char start[256];
    if (length >= sizeof start || strlen(resource_name) <= length || resource_name[length] != ':')
      continue;
    text_copy(start, resource_name, length + 1);
    if (text_equalNoCase(start, p->prefix)) return p;
  }
  return NULL;
}

const mjpResourceProvider* mjp_getResourceProviderAtSlot(int slot) {
  return slot > 0 ? registry_at(&registered, slot - 1) : NULL;
}
