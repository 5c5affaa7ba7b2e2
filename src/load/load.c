// Loading of model files: mj_loadXML, mj_parseXML and similar functions. Parses XML (MJCF or URDF),
// zip archives and other formats to a spec and compiles it to mjModel. Errors go to the caller's
// buffer, as many as fit. Warnings are reported once to the handlers and, after a successful load,
// are in that buffer too.
#include "compile/compile.h"
#include "load/load.h"

#include <stdlib.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/path.h"
#include "io/vfs.h"
#include "load/codec.h"
#include "load/save.h"
#include "mjcf/read.h"
#include "urdf/urdf.h"
#include "xml/xml.h"
#include "xml/xml_include.h"

static void report(char* error, int size, const char* text) {
  if (error && size > 0) text_copy(error, text, (size_t)size);
}

static void reportErrors(char* error, int size, const diag_Diag* diag) {
  if (error && size > 0) diag_copy(diag, error, (size_t)size);
}

// sets the folder of the main file, to which relative file names refer
static void setFolder(spec_Spec* spec, const char* filename) {
  vec_setTextN(spec->pub.modelfiledir, filename, path_dirLength(filename));
}

// load options
typedef struct {
  const mjVFS* vfs;
  const sn_LoadOptions* options;  // NULL: defaults
  const file_Roots* roots;        // of the options, resolved; NULL: files may be anywhere
  char* error;
  int size;
} Order;

// ---- kinds of files

bool load_isArchive(const char* filename, const char* type) {
  if (type && *type) return text_equalNoCase(type, "application/zip");
  const char* extension = path_extension(filename);
  return text_equalNoCase(extension, ".zip") || text_equalNoCase(extension, ".mjz");
}

// a content type of XML or archives; without a type the extension decides
static bool isKnown(const char* type) {
  static const char* const accepted[] = {"text/xml", "application/xml", "application/zip"};
  bool known = !type || !*type;
  for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++)
    known = known || text_equalNoCase(type, accepted[i]);
  return known;
}

// decodes a file of another format; returns false if there is no decoder or none is needed
static bool decode(const char* filename, const char* type, const mjVFS* vfs, mjSpec** s,
                   char* error, int size) {
  const char* extension = path_extension(filename);
  const bool xml = text_equalNoCase(extension, ".xml") || text_equalNoCase(extension, ".urdf") ||
                   load_isArchive(filename, NULL);
  const bool other = type && *type ? !isKnown(type) : !xml;
  if (!other || !codec_hasDecoder(filename, type)) return false;
  *s = codec_parse(filename, type, vfs, error, size);
  return true;
}

// finds the model in an archive: "robot.zip/robot.xml", or the first other candidate that exists
static bool findRoot(const Order* order, const char* filename, text_Text* root) {
  static const struct {
    bool inFolder;     // in a folder named like the archive
    const char* name;  // NULL: the name of the archive
  } candidate[] = {{false, NULL}, {true, NULL}, {false, "model"}, {true, "model"}};
  const char* base = path_base(filename);
  const int n = (int)(strlen(base) - strlen(path_extension(base)));
  ASSERT(n >= 0);
  file_Status status = FILE_MISSING;
  for (size_t i = 0; i < sizeof candidate / sizeof *candidate && file_isAbsent(status); i++) {
    root->size = 0;
    text_format(root, "%s/", filename);
    if (candidate[i].inFolder) text_format(root, "%.*s/", n, base);
    if (candidate[i].name) {
      text_format(root, "%s.xml", candidate[i].name);
    } else {
      text_format(root, "%.*s.xml", n, base);
    }
    status = root->failed ? FILE_NO_MEMORY : vfs_look(order->vfs, text_get(root), order->roots);
  }
  if (status == FILE_OK) return true;
  text_Text message = {0};
  if (file_isAbsent(status) && vfs_look(order->vfs, filename, order->roots) == FILE_OK) {
    text_format(&message,
                "%s: the archive has no model: none of %.*s.xml, %.*s/%.*s.xml, model.xml, "
                "%.*s/model.xml is in it",
                filename, n, base, n, base, n, base, n, base);
  } else {
    text_format(&message, "%s: the file %s", filename, file_statusText(status));
  }
  report(order->error, order->size, text_get(&message));
  text_free(&message);
  return false;
}

// ---- parsing

// the default URDF mode from the environment variable
static int defaultUrdf(void) {
  const char* given = getenv("SINEW_URDF");
  if (!given || !*given || !strcmp(given, "standard")) return sn_URDF_STANDARD;
  if (!strcmp(given, "reference")) return sn_URDF_REFERENCE;
  mju_warning(
      "the environment variable SINEW_URDF is '%.100s'; it may be 'standard' or 'reference', and "
      "counts as 'standard'",
      given);
  return sn_URDF_STANDARD;
}

void sn_defaultLoadOptions(sn_LoadOptions* options) {
  ARGS_NEED(options);
  *options = (sn_LoadOptions){.urdf = defaultUrdf()};
}

bool load_roots(const sn_LoadOptions* options, arena_Arena* arena, const file_Roots** roots,
                char* error, int size) {
  if (options && !options->roots && options->nroot > 0) {
    report(error, size, "nroot says that there are roots, but roots is NULL");
    return false;
  }
  if (!options || !options->roots) return true;
  const int n = options->nroot > 0 ? options->nroot : 0;
  file_Roots* found = arena_alloc(arena, sizeof *found);
  const char** path = arena_array(arena, (size_t)n + 1, sizeof *path);
  bool ok = found && path;
  for (int i = 0; i < n && ok; i++) {
    const char* given = options->roots[i] ? options->roots[i] : "";
    char resolved[FILE_PATH_SIZE];
    if (!file_resolve(given, resolved)) {
      text_Text message = {0};
      text_format(&message, "roots[%d]: there is no folder '%.200s'; name one that exists", i,
                  given);
      report(error, size, text_get(&message));
      text_free(&message);
      return false;
    }
    path[i] = arena_text(arena, resolved, strlen(resolved));
    ok = path[i] != NULL;
  }
  if (!ok) {
    report(error, size, "out of memory while loading the model");
    return false;
  }
  *found = (file_Roots){path, n};
  *roots = found;
  return true;
}

// parses a file, or text if `filename` is NULL; on failure returns NULL with a message
static spec_Spec* parsePlain(const Order* order, const char* filename, const char* text) {
  ASSERT(filename || text);
  spec_Spec* spec = spec_make();
  if (!spec) {
    report(order->error, order->size, "out of memory while loading the model");
    return NULL;
  }
  spec->urdf = order->options ? order->options->urdf : defaultUrdf();
  const bool limited = spec_setRoots(spec, order->roots);
  if (filename) setFolder(spec, filename);
  const xml_Access access = {.roots = order->roots};
  xml_Doc* doc = NULL;
  if (limited) {
    doc = filename ? xml_load(filename, order->vfs, &access, &spec->diag)
                   : xml_loadString(text, order->vfs, &spec->diag);
  }
  const read_Format other = {urdf_format.root, urdf_format.read, decode};
  bool ok = doc && read_mjcf(spec, doc, order->vfs, &other) && !spec->diag.failed;
  if (spec->pool.failed) diag_noMemory(&spec->diag);
  xml_free(doc);
  if (ok && !spec->diag.failed) return spec;
  reportErrors(order->error, order->size, &spec->diag);
  spec_free(spec);
  return NULL;
}

static spec_Spec* parseArchive(const Order* order, const char* filename) {
  text_Text root = {0};
  spec_Spec* spec =
      findRoot(order, filename, &root) ? parsePlain(order, text_get(&root), NULL) : NULL;
  text_free(&root);
  return spec;
}

spec_Spec* load_parse(const char* filename, const char* text, const char* type, const mjVFS* vfs,
                      const sn_LoadOptions* options, char* error, int size) {
  Order order = {.vfs = vfs, .options = options, .error = error, .size = size};
  arena_Arena arena = arena_make(0);
  spec_Spec* spec = NULL;
  if (load_roots(options, &arena, &order.roots, error, size)) {
    const bool archive = filename && load_isArchive(filename, type);
    spec = archive ? parseArchive(&order, filename) : parsePlain(&order, filename, text);
  }
  arena_free(&arena);
  return spec;
}

// passes warnings to the handlers and, joined by newlines, to the caller's buffer
static void deliverWarnings(const spec_Spec* spec, char* error, int size) {
  text_Text all = {0};
  for (int i = 0; i < spec->diag.nwarning; i++) {
    const char* warning = diag_warningAt(&spec->diag, i);
    mju_warning("%s", warning);
    if (i) text_add(&all, "\n");
    text_add(&all, warning);
  }
  if (spec->diag.nunsaid) {
    mju_warning("... and %d more warnings", spec->diag.nunsaid);
    text_format(&all, "\n... and %d more warnings", spec->diag.nunsaid);
  }
  report(error, size, text_get(&all));
  text_free(&all);
}

static mjModel* load(const char* filename, const char* text, const mjVFS* vfs,
                     const sn_LoadOptions* options, char* error, int size) {
  spec_Spec* spec = load_parse(filename, text, NULL, vfs, options, error, size);
  if (!spec) return NULL;
  mjModel* m = comp_compile(spec, vfs);
  if (m) {
    deliverWarnings(spec, error, size);
    comp_tellTimes(spec);
    save_keep(spec, m, vfs != NULL);
  } else {
    reportErrors(error, size, &spec->diag);
    spec_free(spec);
  }
  return m;
}

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  ARGS_NEED_TOLD(NULL, filename);
  return load(filename, NULL, vfs, NULL, error, error_sz);
}

mjModel* sn_loadXML(const char* filename, const mjVFS* vfs, const sn_LoadOptions* options,
                    char* error, int error_sz) {
  ARGS_NEED_TOLD(NULL, filename);
  return load(filename, NULL, vfs, options, error, error_sz);
}

mjModel* sn_loadXMLString(const char* xml, char* error, int error_sz) {
  ARGS_NEED_TOLD(NULL, xml);
  return load(NULL, xml, NULL, NULL, error, error_sz);
}

static mjSpec* parse(const char* filename, const char* text, const char* type, const mjVFS* vfs,
                     const sn_LoadOptions* options, char* error, int size) {
  spec_Spec* spec = load_parse(filename, text, type, vfs, options, error, size);
  if (!spec) return NULL;
  deliverWarnings(spec, error, size);
  return &spec->pub;
}

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  ARGS_NEED_TOLD(NULL, filename);
  return parse(filename, NULL, NULL, vfs, NULL, error, error_sz);
}

mjSpec* sn_parseXML(const char* filename, const mjVFS* vfs, const sn_LoadOptions* options,
                    char* error, int error_sz) {
  ARGS_NEED_TOLD(NULL, filename);
  return parse(filename, NULL, NULL, vfs, options, error, error_sz);
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  ARGS_NEED_TOLD(NULL, xml);
  return parse(NULL, xml, NULL, vfs, NULL, error, error_sz);
}

mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error,
                 int error_sz) {
  ARGS_NEED_TOLD(NULL, filename);
  mjSpec* decoded;
  if (decode(filename, content_type, vfs, &decoded, error, error_sz)) return decoded;
  if (isKnown(content_type)) return parse(filename, NULL, content_type, vfs, NULL, error, error_sz);
  text_Text message = {0};
  text_format(&message,
              "%s: there is no reader for files of type '%.100s'; accepted: text/xml, "
              "application/zip, model/obj, model/stl, and types of registered decoders",
              filename, content_type);
  report(error, error_sz, text_get(&message));
  text_free(&message);
  return NULL;
}
