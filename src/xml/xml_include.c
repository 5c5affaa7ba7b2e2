// Expands XML include elements in document order, before validation (a preprocessor pass over the
// DOM). The children of the included root replace the include element, and the iteration continues
// with the first of them, so nested includes need no recursion. A file may be included only once;
// files are identified by the name as written if found from the main folder, otherwise by their
// path.
#include "xml/xml_include.h"

#include <string.h>

#include "base/assert.h"
#include "base/path.h"
#include "base/text.h"
#include "io/binary_model.h"
#include "io/vfs.h"

typedef struct {
  xml_Doc* doc;
  const mjVFS* vfs;
  diag_Diag* diag;
  const char* dir;  // of the main file
  const file_Roots* roots;
} Expand;

enum { NCANDIDATE = 2 };  // main folder, folder of the including file

// where an included file was found
typedef struct {
  text_Text path, key;
  vfs_Blob blob;
} Found;

static void freeFound(Found* found) {
  text_free(&found->path);
  text_free(&found->key);
  vfs_close(&found->blob);
}

// ---- search

static void reducedJoin(text_Text* out, const char* dir, const char* file) {
  text_Text joined = {0};
  path_join(&joined, dir, file);
  if (joined.failed) {
    out->failed = true;
  } else {
    path_reduce(out, text_get(&joined));
  }
  text_free(&joined);
}

// opens one candidate; returns true if this ends the search, by success or by an error
static bool tryCandidate(const Expand* x, const xml_Node* include, const char* file, int i,
                         Found* found, text_Text* tried) {
  const char* dir = i ? include->source->dir : x->dir;
  ASSERT(i < NCANDIDATE && !found->path.size && !found->key.size);
  reducedJoin(&found->path, dir, file);
  if (i) {
    text_add(&found->key, text_get(&found->path));
  } else {
    path_reduce(&found->key, file);
  }
  if (found->path.failed || found->key.failed) {
    diag_noMemory(x->diag);
    return true;
  }
  const char* path = text_get(&found->path);
  const file_Rules rules = {.limit = x->doc->limits.file, .roots = x->roots};
  file_Status status = vfs_open(x->vfs, path, &rules, &found->blob);
  if (status == FILE_OK) return true;
  if (status != FILE_TOO_LARGE && status != FILE_NO_MEMORY) {
    text_format(tried, "%s'%s' %s", tried->size ? ", " : "", path, file_statusText(status));
    return false;
  }
  char label[XML_LABEL_SIZE];
  if (status == FILE_NO_MEMORY) diag_noMemory(x->diag);
  diag_error(x->diag, include->where, xml_label(label, include), "'%s' %s of %zu bytes", path,
             file_statusText(status), x->doc->limits.file);
  return true;
}

// opens the included file; false after an error
static bool findFile(const Expand* x, const xml_Node* include, const char* file, Found* found) {
  text_Text tried = {0};
  bool settled = false;
  int n = strcmp(x->dir, include->source->dir) && !path_isAbsolute(file) ? NCANDIDATE : 1;
  for (int i = 0; i < n && !settled; i++) {
    freeFound(found);
    settled = tryCandidate(x, include, file, i, found, &tried);
  }
  if (tried.failed) diag_noMemory(x->diag);
  if (!settled) {
    char label[XML_LABEL_SIZE];
    diag_error(x->diag, include->where, xml_label(label, include),
               "the file cannot be opened; searched: %s", text_get(&tried));
  }
  text_free(&tried);
  return settled && !x->diag->failed;
}

// ---- repeated and recursive includes

// the path of a file, normalized for comparison of includes
static const char* fullPath(const xml_Source* source) {
  return source->parent ? source->path : source->key;
}

// appends the include chain "main.xml:3 -> a.xml:2 -> " of the files that lead to line `line` of
// source
static void addChain(text_Text* out, const xml_Source* source, int line) {
  if (source->parent) addChain(out, source->parent, source->line);
  text_format(out, "%s:%d -> ", source->path, line);
}

static void refuseRecursion(const Expand* x, const xml_Node* include, const char* path) {
  char label[XML_LABEL_SIZE];
  text_Text chain = {0};
  addChain(&chain, include->source, include->where.line);
  text_add(&chain, path);
  if (chain.failed) diag_noMemory(x->diag);
  diag_error(x->diag, include->where, xml_label(label, include), "the file includes itself: %s",
             text_get(&chain));
  text_free(&chain);
}

// checks for repeated and recursive includes; false with an error
static bool mayInclude(const Expand* x, const xml_Node* include, const Found* found) {
  char label[XML_LABEL_SIZE];
  const char* path = text_get(&found->path);
  int depth = 0;
  for (const xml_Source* s = include->source; s; s = s->parent, depth++) {
    if (strcmp(fullPath(s), path)) continue;
    refuseRecursion(x, include, path);
    return false;
  }
  if (depth > x->doc->limits.includes) {
    diag_error(x->diag, include->where, xml_label(label, include),
               "files are included more than %d deep", x->doc->limits.includes);
    return false;
  }
  for (const xml_Source* s = x->doc->sources; s; s = s->next) {
    if (strcmp(s->key, text_get(&found->key))) continue;
    diag_error(x->diag, include->where, xml_label(label, include),
               "the file is included a second time (first by %s:%d); include each file once",
               s->parent ? s->parent->path : s->path, s->line);
    return false;
  }
  return true;
}

// ---- one include element

// parses the file that was found; returns its root, with at least one child, or NULL after an error
static xml_Node* parseFound(const Expand* x, const xml_Node* include, const Found* found,
                            int depth) {
  xml_Source* source = xml_addSource(x->doc, text_get(&found->path), x->diag);
  if (!source) return NULL;
  source->key = arena_text(&x->doc->arena, found->key.data, found->key.size);
  source->parent = include->source;
  source->line = include->where.line;
  if (!source->key) {
    source->key = "";
    diag_noMemory(x->diag);
    return NULL;
  }
  const vfs_Blob* blob = &found->blob;
  xml_Node* root = xml_parseInto(x->doc, source, blob->data, blob->size, depth, x->diag);
  if (root && !root->first) {
    char label[XML_LABEL_SIZE];
    diag_error(x->diag, include->where, xml_label(label, include),
               "nothing to include: the root element <%.60s> of '%s' has no children%s", root->tag,
               source->path,
               xml_is(root, "include") ? "; put the include element inside another element" : "");
    return NULL;
  }
  return root;
}

// the root of the file named by an include element, placed at `depth`; NULL after an error
static xml_Node* readInclude(const Expand* x, const xml_Node* include, int depth) {
  char label[XML_LABEL_SIZE];
  const char* file = xml_attr(include, "file");
  if (!file || !*file) {
    diag_error(x->diag, include->where, xml_label(label, include),
               "attribute 'file' is %s; write <include file=\"part.xml\"/>",
               file ? "empty" : "missing");
    return NULL;
  }
  if (include->first) {
    diag_error(x->diag, include->where, xml_label(label, include),
               "an include element cannot have children; found <%.60s>", include->first->tag);
    return NULL;
  }
  Found found = {0};
  xml_Node* root = NULL;
  if (findFile(x, include, file, &found) && mayInclude(x, include, &found)) {
    root = parseFound(x, include, &found, depth);
  }
  freeFound(&found);
  return root;
}

// ---- the tree

// expands include elements below node, which is at `depth`
static void expandChildren(const Expand* x, xml_Node* node, int depth) {
  node->last = NULL;
  for (xml_Node** link = &node->first; *link && !x->diag->failed;) {
    xml_Node* child = *link;
    if (!xml_is(child, "include")) {
      expandChildren(x, child, depth + 1);
      node->last = child;
      link = &child->next;
      continue;
    }
    xml_Node* root = readInclude(x, child, depth);
    if (!root) {  // others may have errors of their own
      *link = child->next;
      diag_resume(x->diag);
      continue;
    }
    for (xml_Node* c = root->first; c; c = c->next) c->parent = node;
    ASSERT(root->first && root->last && !root->last->next);
    root->last->next = child->next;
    *link = root->first;
  }
}

// the main file's normalized path is its key for detecting repeated includes
static bool setMainKey(xml_Doc* doc, xml_Source* source, diag_Diag* diag) {
  text_Text key = {0};
  path_reduce(&key, source->path);
  const char* copy = key.failed ? NULL : arena_text(&doc->arena, key.data, key.size);
  text_free(&key);
  if (copy) {
    source->key = copy;
  } else {
    diag_noMemory(diag);
  }
  return copy != NULL;
}

static xml_Doc* build(const char* text, size_t size, const char* path, const mjVFS* vfs,
                      const file_Roots* roots, diag_Diag* diag) {
  xml_Doc* doc = xml_make(NULL, diag);
  if (!doc) return NULL;
  xml_Source* source = xml_addSource(doc, path, diag);
  if (source && setMainKey(doc, source, diag)) {
    doc->root = xml_parseInto(doc, source, text, size, 1, diag);
  }
  if (doc->root && !xml_is(doc->root, "robot")) {
    const Expand x = {doc, vfs, diag, source->dir, roots};
    expandChildren(&x, doc->root, 1);
  }
  if (diag_settle(diag)) return doc;
  xml_free(doc);
  return NULL;
}

// message for a binary model given instead of XML; NULL if it is none
static const char* binaryKind(const char* filename, const vfs_Blob* blob) {
  if (binary_isMJB(filename, blob->data, blob->size)) return binary_adviceMJB;
  if (!binary_isModel(blob->data, blob->size)) return NULL;
  return "it is a binary model of Sinew, not XML; load it with mj_loadModel";
}

xml_Doc* xml_load(const char* filename, const mjVFS* vfs, const xml_Access* access,
                  diag_Diag* diag) {
  if (diag->failed) return NULL;
  vfs_Blob blob;
  const file_Roots* roots = access ? access->roots : NULL;
  const file_Rules rules = {xml_limits.file, !access || !access->named, roots};
  file_Status status = vfs_open(vfs, filename, &rules, &blob);
  if (status == FILE_NO_MEMORY) diag_noMemory(diag);
  if (status != FILE_OK) {
    diag_error(diag, (diag_Where){filename, 0}, NULL, "the file %s", file_statusText(status));
    return NULL;
  }
  const char* binary = binaryKind(filename, &blob);
  if (binary) diag_error(diag, (diag_Where){filename, 0}, NULL, "%s", binary);
  xml_Doc* doc = binary ? NULL : build(blob.data, blob.size, filename, vfs, roots, diag);
  vfs_close(&blob);
  return doc;
}

xml_Doc* xml_loadString(const char* xml, const mjVFS* vfs, diag_Diag* diag) {
  if (diag->failed) return NULL;
  return build(xml, strlen(xml), "XML string", vfs, NULL, diag);
}
