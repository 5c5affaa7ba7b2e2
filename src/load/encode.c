// mj_encode: serializes a model to a file in one of several formats (XML, binary, zip), chosen by
// extension or content type. The zip archive holds the model as <stem>.xml and every file that it
// names, in the model's folders of meshes and textures. Names that lead outside the archive, or
// that two different files share, are rewritten, so that the archive is self-contained.
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include <sinew/api.h>
#include <sinew/plugin.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "base/path.h"
#include "io/binary_model.h"
#include "io/zip.h"
#include "load/codec.h"
#include "load/load.h"
#include "load/save.h"
#include "spec/asset_file.h"
#include "spec/copy.h"

#define MOST_ASSET ((size_t)INT32_MAX)

typedef struct {
  const mjSpec* s;
  const mjModel* m;
  const char* filename;
  const mjVFS* vfs;
  char* error;
  int size;
} Job;

static bool fail(const Job* job, const char* what) {
  if (job->error && job->size > 0) {
    text_Text text = {0};
    text_format(&text, "%s: %s", job->filename, what);
    text_copy(job->error, text_get(&text), (size_t)job->size);
    text_free(&text);
  }
  return false;
}

static bool writeFile(const Job* job, const void* data, size_t size) {
  return file_write(job->filename, data, size) || fail(job, "the file cannot be written");
}

// ---- formats without assets

static bool encodeXml(const Job* job) {
  if (job->s) return !mj_saveXML(job->s, job->filename, job->error, job->size);
  if (!job->m) return fail(job, "a spec, or the model that was loaded last, is needed for XML");
  return mj_saveLastXML(job->filename, job->m, job->error, job->size);
}

static bool encodeBinary(const Job* job) {
  if (!job->m) return fail(job, "a model is needed for a binary file; compile the spec first");
  const size_t n = (size_t)mj_sizeModel(job->m);
  void* data = mem_alloc(n);
  if (!data) return fail(job, "out of memory");
  binary_write(job->m, data);
  const bool ok = writeFile(job, data, n);
  mem_free(data);
  return ok;
}

static bool encodeText(const Job* job) {
  if (!job->m) return fail(job, "a model is needed for a text file; compile the spec first");
  if (!writeFile(job, "", 0)) return false;
  mj_printModel(job->m, job->filename);
  return true;
}

// ---- zip

// a file already in the archive
typedef struct {
  text_Text from;    // path of the source file
  text_Text folder;  // folder in the archive for this kind of file
  text_Text name;    // name below that folder
  text_Text to;      // folder and name
} Packed;

typedef struct {
  const mjVFS* vfs;
  zip_Writer zip;
  text_Text stem;  // stem of the archive's name
  Packed* packed;
  int n, capacity;
} Pack;

static bool isTaken(const Pack* pack, const char* name) {
  for (int i = 0; i < pack->n; i++) {
    if (!strcmp(text_get(&pack->packed[i].to), name)) return true;
  }
  return !strcmp(text_get(&pack->stem), name);
}

// the folder for a kind of file if the settings name one that can be inside the archive; otherwise
// ""
static void folderInside(const spec_Spec* spec, const save_Kind* kind, text_Text* out) {
  const char* given = save_folder(&spec->pub.compiler, kind);
  if (!*given || path_isAbsolute(given)) return;
  path_reduce(out, given);
  const char* reduced = text_get(out);
  if (!strcmp(reduced, ".") || !strncmp(reduced, "..", 2)) {
    text_free(out);
    *out = (text_Text){0};
  } else {
    text_add(out, "/");
  }
}

// Removes from a file name what leads out of the archive: "../a", "/a", "c:/a". The colon of a
// resource provider is replaced by a letter, because names in the archive have no provider.
static void nameInside(const char* file, text_Text* out) {
  text_Text reduced = {0};
  path_reduce(&reduced, file);
  const char* path = text_get(&reduced);
  const size_t scheme = path_schemeLength(path);
  if (path[0] && path[1] == ':' && !scheme) path += 2;
  for (;;) {
    if (*path == '/' || *path == '\\') {
      path++;
    } else if (path[0] == '.' && path[1] == '.' && (path[2] == '/' || path[2] == '\\')) {
      path += 3;
    } else {
      break;
    }
  }
  for (; *path; path++) text_bytes(out, *path == ':' ? "_" : path, 1);
  out->failed = out->failed || reduced.failed;
  text_free(&reduced);
}

// makes a name unique: a_0.stl, a_1.stl, ... for the second a.stl and later ones
static void takeName(const Pack* pack, Packed* p) {
  text_Text given = {0};
  text_add(&given, text_get(&p->name));
  const char* extension = path_extension(text_get(&given));
  const int n = (int)(given.size - strlen(extension));
  text_format(&p->to, "%s%s", text_get(&p->folder), text_get(&p->name));
  for (int i = 0; isTaken(pack, text_get(&p->to)) && !p->to.failed; i++) {
    p->name.size = p->to.size = 0;
    text_format(&p->name, "%.*s_%d%s", n, text_get(&given), i, extension);
    text_format(&p->to, "%s%s", text_get(&p->folder), text_get(&p->name));
  }
  p->to.failed = p->to.failed || given.failed;
  text_free(&given);
}

static Packed* newPacked(Pack* pack) {
  if (pack->n == pack->capacity) {
    const int more = pack->capacity ? 2 * pack->capacity : 32;
    Packed* grown =
        mem_grow(pack->packed, (size_t)pack->n * sizeof *grown, (size_t)more * sizeof *grown);
    if (!grown) return NULL;
    pack->packed = grown;
    pack->capacity = more;
  }
  ASSERT(pack->n < pack->capacity);
  pack->packed[pack->n] = (Packed){0};
  return &pack->packed[pack->n];
}

static const Packed* findPacked(const Pack* pack, const char* path, const char* folder) {
  for (int i = 0; i < pack->n; i++) {
    const Packed* p = &pack->packed[i];
    if (!strcmp(text_get(&p->from), path) && !strcmp(text_get(&p->folder), folder)) return p;
  }
  return NULL;
}

// Adds a file to the archive unless it is already there. Returns its name below the folder of its
// kind, NULL after an error.
static const char* packFile(Pack* pack, spec_Spec* spec, const save_Kind* kind, const char* file,
                            const char* path, const vfs_Blob* blob) {
  text_Text folder = {0};
  folderInside(spec, kind, &folder);
  const Packed* there = findPacked(pack, path, text_get(&folder));
  Packed* p = there ? NULL : newPacked(pack);
  if (!p) {
    if (!there) diag_noMemory(&spec->diag);
    text_free(&folder);
    return there ? text_get(&there->name) : NULL;
  }
  p->folder = folder;
  text_add(&p->from, path);
  nameInside(file, &p->name);
  takeName(pack, p);
  pack->n++;
  if (p->folder.failed || p->from.failed || p->name.failed || p->to.failed) {
    diag_noMemory(&spec->diag);
    return NULL;
  }
  zip_add(&pack->zip, text_get(&p->to), blob->data, blob->size);
  return text_get(&p->name);
}

static bool packName(spec_Spec* spec, const spec_Element* e, const save_Kind* kind, spec_Vec* name,
                     void* context) {
  Pack* pack = context;
  vfs_Blob blob;
  text_Text path = {0};
  char label[SPEC_LABEL_SIZE];
  const char* file = vec_text(name);
  const file_Status status =
      asset_open(pack->vfs, e, save_folder(e->compiler, kind), file, MOST_ASSET, &blob, &path);
  if (status == FILE_OK) {
    const char* base = copy_origin(e)->pub.strippath ? path_base(file) : file;
    const char* inside = packFile(pack, spec, kind, base, text_get(&path), &blob);
    if (inside) vec_setText(name, inside);
    vfs_close(&blob);
  } else if (status == FILE_NO_MEMORY) {
    diag_noMemory(&spec->diag);
  } else {
    diag_error(&spec->diag, e->where, spec_label(label, e),
               "file: '%.200s' %s; it was looked for as %s", file, file_statusText(status),
               text_get(&path));
  }
  text_free(&path);
  return spec->diag.failed;
}

// folders that cannot be inside the archive are dropped from names
static void settleFolder(mjString* dir) {
  text_Text reduced = {0};
  path_reduce(&reduced, vec_text(dir));
  if (path_isAbsolute(vec_text(dir)) || !strncmp(text_get(&reduced), "..", 2)) vec_setText(dir, "");
  text_free(&reduced);
}

static void packAll(spec_Spec* spec, void* context) {
  save_anyFile(spec, packName, context);
  settleFolder(spec->pub.compiler.meshdir);
  settleFolder(spec->pub.compiler.texturedir);
  spec->pub.strippath = false;
}

static void freePack(Pack* pack) {
  for (int i = 0; i < pack->n; i++) {
    text_free(&pack->packed[i].from);
    text_free(&pack->packed[i].folder);
    text_free(&pack->packed[i].name);
    text_free(&pack->packed[i].to);
  }
  mem_free(pack->packed);
  text_free(&pack->stem);
  zip_free(&pack->zip);
}

// Builds the archive in pack->zip.bytes; returns false after an error.
static bool fillPack(const Job* job, Pack* pack) {
  if (!job->s) return fail(job, "a spec is needed for an archive: parse and compile the model");
  text_Text xml = {0};
  const save_Place place = {packAll, pack, true};
  const char* base = path_base(job->filename);
  text_format(&pack->stem, "%.*s.xml", (int)(strlen(base) - strlen(path_extension(base))), base);
  bool ok = save_text(&xml, job->s, &place, job->error, job->size);
  if (ok) {
    zip_add(&pack->zip, text_get(&pack->stem), text_get(&xml), xml.size);
    zip_finish(&pack->zip);
    ok = !pack->zip.failed && !pack->stem.failed;
    if (!ok) fail(job, "the archive does not fit in memory, or in 2 GB");
  }
  text_free(&xml);
  return ok;
}

static bool encodeZip(const Job* job) {
  Pack pack = {.vfs = job->vfs};
  const bool ok =
      fillPack(job, &pack) && writeFile(job, text_get(&pack.zip.bytes), pack.zip.bytes.size);
  freePack(&pack);
  return ok;
}

// the same as an encoder; the caller owns the bytes
static mjtSize zipBytes(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* resource) {
  const Job job = {.s = s, .m = m, .filename = resource->name ? resource->name : "", .vfs = vfs};
  Pack pack = {.vfs = vfs};
  mjtSize n = -1;
  resource->data = fillPack(&job, &pack) ? mem_alloc(pack.zip.bytes.size + 1) : NULL;
  if (resource->data) {
    n = (mjtSize)pack.zip.bytes.size;
    memcpy(resource->data, text_get(&pack.zip.bytes), (size_t)n);
  }
  freePack(&pack);
  return n;
}

static void freeBytes(mjResource* resource) {
  mem_free(resource->data);
  resource->data = NULL;
}

const mjpEncoder codec_zip = {"application/zip", ".zip|.mjz", zipBytes, freeBytes};

// ---- the choice

// the first entry whose extension or type matches
static const struct {
  const char *extension, *type;
  bool (*encode)(const Job*);
} formats[] = {
    {".xml", "text/xml", encodeXml},        {".mjb", NULL, encodeBinary},
    {BINARY_EXTENSION, NULL, encodeBinary}, {".txt", "text/plain", encodeText},
    {".zip", "application/zip", encodeZip}, {".mjz", NULL, encodeZip},
};

// encodes with an encoder registered by the program; returns bytes, or -1
static mjtSize encodeBy(const Job* job, const mjpEncoder* encoder) {
  mjResource resource = {.name = (char*)job->filename, .vfs = (mjVFS*)job->vfs};
  const mjtSize n = encoder->encode(job->s, job->m, job->vfs, &resource);
  mjtSize written = -1;
  if (n < 0 || (n && !resource.data)) {
    fail(job, "the encoder of this kind of file failed");
  } else {
    written = mju_writeResource(job->filename, resource.data, n, job->vfs, NULL, 0);
    if (written < 0) fail(job, "the file cannot be written");
  }
  encoder->close_resource(&resource);
  return written;
}

mjtSize mj_encode(const mjSpec* s, const mjModel* m, const char* filename, const char* content_type,
                  const mjVFS* vfs, char* error, int error_sz) {
  ARGS_NEED_TOLD(-1, filename);
  const Job job = {s, m, filename, vfs, error, error_sz};
  if (error && error_sz > 0) error[0] = 0;
  struct stat info;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    const bool fits =
        text_equalNoCase(path_extension(filename), formats[i].extension) ||
        (content_type && formats[i].type && text_equalNoCase(content_type, formats[i].type));
    if (!fits) continue;
    if (!formats[i].encode(&job)) return -1;
    if (!stat(filename, &info)) return (mjtSize)info.st_size;
    return fail(&job, "the file cannot be found after it was written"), -1;
  }
  const mjpEncoder* encoder = mjp_findEncoder(filename, content_type);
  if (encoder) return encodeBy(&job, encoder);
  fail(&job, "no format has this extension; write .xml, .mjb, .txt, .zip or .mjz, say the content "
             "type (text/xml, text/plain or application/zip), or register an encoder");
  return -1;
}
