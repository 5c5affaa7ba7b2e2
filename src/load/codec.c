// The registries of decoders and encoders (file format plugins), and their lookup: first by content
// type (MIME type), then by file name extension.
#include "load/codec.h"

#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/registry.h"
#include "base/text.h"

static registry_List decoders = REGISTRY_EMPTY;
static registry_List encoders = REGISTRY_EMPTY;

// ---- keys

static bool isType(const char* given, const char* type) {
  return given && *given && type && *type && text_equalNoCase(given, type);
}

// is an extension listed in ".a|.b"; dots are optional
static bool isListed(const char* extension, const char* list) {
  if (!list || !*extension) return false;
  while (*list) {
    const size_t n = strcspn(list, "|");
    char word[32];
    if (n < sizeof word) {
      text_copy(word, list, n + 1);
      if (text_equalNoCase(word, word[0] == '.' ? extension : extension + 1)) return true;
    }
    list += n + (list[n] == '|');
  }
  return false;
}

// do two lists of extensions have one in common
static bool shareExtension(const char* a, const char* b) {
  while (a && *a) {
    const size_t n = strcspn(a, "|");
    char word[33] = ".";
    if (n < sizeof word - 1) {
      text_copy(word + (a[0] != '.'), a, n + 1);
      if (isListed(word, b)) return true;
    }
    a += n + (a[n] == '|');
  }
  return false;
}

static bool overlap(const char* typeA, const char* extensionA, const char* typeB,
                    const char* extensionB) {
  return isType(typeA, typeB) || shareExtension(extensionA, extensionB);
}

static bool hasKey(const char* type, const char* extension) {
  return (type && *type) || (extension && *extension);
}

// copies a struct that begins with content type and extension
static void* copyItem(const void* item, size_t bytes, const char* type, const char* extension) {
  const size_t n = type ? strlen(type) + 1 : 0, k = extension ? strlen(extension) + 1 : 0;
  char* copy = mem_alloc(bytes + n + k);
  if (!copy) return NULL;
  memcpy(copy, item, bytes);
  const char* text[2] = {type ? memcpy(copy + bytes, type, n) : NULL,
                         extension ? memcpy(copy + bytes + n, extension, k) : NULL};
  memcpy(copy, text, sizeof text);
  return copy;
}
_Static_assert(offsetof(mjpDecoder, extension) == sizeof(char*), "the texts come first");
_Static_assert(offsetof(mjpEncoder, extension) == sizeof(char*), "the texts come first");

// ---- registering

typedef bool (*Same)(const void* a, const void* b);

typedef struct {
  registry_List* list;
  const char *function, *what;
  size_t bytes;
  Same same;
} Kind;

static bool sameDecoder(const void* a, const void* b) {
  const mjpDecoder *x = a, *y = b;
  return x->can_decode == y->can_decode && x->decode == y->decode;
}
static bool sameEncoder(const void* a, const void* b) {
  const mjpEncoder *x = a, *y = b;
  return x->encode == y->encode && x->close_resource == y->close_resource;
}

static const Kind decoderKind = {&decoders, "mjp_registerDecoder", "decoder", sizeof(mjpDecoder),
                                 sameDecoder};
static const Kind encoderKind = {&encoders, "mjp_registerEncoder", "encoder", sizeof(mjpEncoder),
                                 sameEncoder};

// returns NULL, or the reason for a failure
static const char* addItem(const Kind* kind, const void* item) {
  const char* text[2];
  memcpy(text, item, sizeof text);
  const int n = registry_count(kind->list);
  for (int i = 0; i < n; i++) {
    const void* other = registry_at(kind->list, i);
    const char* taken[2];
    memcpy(taken, other, sizeof taken);
    if (!overlap(text[0], text[1], taken[0], taken[1])) continue;
    return kind->same(other, item) ? NULL : "another one is registered for this type or extension";
  }
  void* copy = copyItem(item, kind->bytes, text[0], text[1]);
  if (copy && registry_add(kind->list, copy) >= 0) return NULL;
  mem_free(copy);
  return "out of memory, or there are too many";
}

static void registerItem(const Kind* kind, const void* item, bool whole) {
  const char* text[2];
  memcpy(text, item, sizeof text);
  const char* name = text[0] ? text[0] : text[1] ? text[1] : "";
  if (!whole || !hasKey(text[0], text[1])) {
    mju_warning("%s: '%.100s': %s", kind->function, name,
                whole ? "it needs a content type or an extension" : "a function is missing");
    return;
  }
  registry_lock(kind->list);
  const char* fault = addItem(kind, item);
  registry_unlock(kind->list);
  if (fault) mju_error("%s: '%.100s': %s", kind->function, name, fault);
}

void mjp_defaultDecoder(mjpDecoder* decoder) {
  ARGS_NEED(decoder);
  memset(decoder, 0, sizeof *decoder);
}

void mjp_registerDecoder(const mjpDecoder* decoder) {
  ARGS_NEED(decoder);
  registerItem(&decoderKind, decoder, decoder->can_decode && decoder->decode);
}

void mjp_defaultEncoder(mjpEncoder* encoder) {
  ARGS_NEED(encoder);
  memset(encoder, 0, sizeof *encoder);
}

void mjp_registerEncoder(const mjpEncoder* encoder) {
  ARGS_NEED(encoder);
  registerItem(&encoderKind, encoder, encoder->encode && encoder->close_resource);
}

// ---- finding

static bool fits(const char* const text[2], const char* type, const char* extension, bool byType) {
  return byType ? isType(type, text[0]) : isListed(extension, text[1]);
}

// decoders registered by programs take precedence over built-in ones
static const mjpDecoder* decoderFor(const mjResource* resource, const char* type, bool byType) {
  const char* extension = resource->name ? path_extension(resource->name) : "";
  const int n = registry_count(&decoders);
  for (int i = 0; i < n + codec_nbuiltin; i++) {
    const mjpDecoder* d = i < n ? registry_at(&decoders, i) : codec_builtin[i - n];
    const char* const text[2] = {d->content_type, d->extension};
    if (fits(text, type, extension, byType) && d->can_decode(resource)) return d;
  }
  return NULL;
}

const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type) {
  ARGS_NEED_OR(NULL, resource);
  const mjpDecoder* found = decoderFor(resource, content_type, true);
  return found ? found : decoderFor(resource, content_type, false);
}

const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type) {
  const char* extension = filename ? path_extension(filename) : "";
  const int n = registry_count(&encoders);
  if (!filename && !content_type)
    mju_warning("mjp_findEncoder: neither a name nor a type is given");
  for (int byType = 1; byType >= 0; byType--) {
    for (int i = 0; i < n + 1; i++) {
      const mjpEncoder* e = i < n ? registry_at(&encoders, i) : &codec_zip;
      const char* const text[2] = {e->content_type, e->extension};
      if (fits(text, content_type, extension, byType)) return e;
    }
  }
  return NULL;
}

bool codec_hasDecoder(const char* filename, const char* type) {
  const char* extension = path_extension(filename);
  const int n = registry_count(&decoders);
  for (int i = 0; i < n + codec_nbuiltin; i++) {
    const mjpDecoder* d = i < n ? registry_at(&decoders, i) : codec_builtin[i - n];
    const char* const text[2] = {d->content_type, d->extension};
    if (fits(text, type, extension, true) || fits(text, type, extension, false)) return true;
  }
  return false;
}

// ---- decoding

mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs) {
  ARGS_NEED_OR(NULL, resource);
  const mjpDecoder* decoder = mjp_findDecoder(resource, content_type);
  if (decoder) return decoder->decode(resource, vfs);
  mju_warning("mju_decodeResource: no decoder is registered for '%.200s', content type '%.100s'",
              resource->name ? resource->name : "", content_type ? content_type : "");
  return NULL;
}

// A decoder may need only the name, so a missing file is passed with no bytes.
mjSpec* codec_parse(const char* filename, const char* type, const mjVFS* vfs, char* error,
                    int size) {
  mjResource empty = {.name = (char*)filename, .vfs = (mjVFS*)vfs};
  mjResource* resource = mju_openResource(NULL, filename, vfs, NULL, 0);
  mjSpec* s = mju_decodeResource(resource ? resource : &empty, type, vfs);
  mju_closeResource(resource);
  if (!s && error && size > 0)
    text_print(error, (size_t)size, "%s: the decoder of this kind of file could not read it",
               filename);
  return s;
}
