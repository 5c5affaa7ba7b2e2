// Asset paths of a saved model. Attached models and included files have asset folders of their own,
// but one MJCF file has only one set of folders, and a file that is saved elsewhere must still find
// the original assets. So file names are rewritten as relative paths.
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/path.h"
#include "load/save.h"
#include "spec/asset_file.h"
#include "spec/copy.h"

// ---- from one folder to another

static bool leavesFolder(const char* path) { return path[0] == '.' && path[1] == '.'; }

// normalizes a path: removes "." and "..", prepends the working directory if `absolute`; "."
// becomes ""
static void complete(text_Text* out, const char* folder, bool absolute) {
  char here[PATH_MAX] = "";
  text_Text joined = {0};
  if (absolute && !path_isAbsolute(folder) && !getcwd(here, sizeof here)) here[0] = 0;
  path_join(&joined, here, *folder ? folder : ".");
  path_reduce(out, text_get(&joined));
  out->failed = out->failed || joined.failed;
  text_free(&joined);
}

static const char* skipDot(const text_Text* path) {
  const char* text = text_get(path);
  return strcmp(text, ".") ? text : "";
}

// Relative path from one folder to another, "" if they are the same. With a folder of a resource
// provider there is no relative path, only the full name.
static void between(text_Text* out, const char* from, const char* to) {
  text_Text a = {0}, b = {0};
  if (path_schemeLength(to) && strcmp(from, to)) {
    text_add(out, to);
    return;
  }
  if (path_schemeLength(from) && strcmp(from, to)) {
    complete(out, to, true);
    return;
  }
  complete(&a, from, false);
  complete(&b, to, false);
  if (path_isAbsolute(text_get(&a)) != path_isAbsolute(text_get(&b)) ||
      leavesFolder(text_get(&a)) || leavesFolder(text_get(&b))) {
    a.size = b.size = 0;
    complete(&a, from, true);
    complete(&b, to, true);
  }
  const char *x = skipDot(&a), *y = skipDot(&b);
  for (;;) {  // common prefix
    const size_t n = strcspn(x, "/");
    if (!*x || n != strcspn(y, "/") || strncmp(x, y, n)) break;
    x += n + (x[n] == '/');
    y += n + (y[n] == '/');
  }
  while (*x) {
    const size_t n = strcspn(x, "/");
    if (n) text_add(out, "../");
    x += n + (x[n] == '/');
  }
  text_add(out, y);
  out->failed = out->failed || a.failed || b.failed;
  text_free(&a);
  text_free(&b);
}

// ---- files named by the spec

struct save_Kind {
  int type;
  size_t file;    // offset of the name in the public struct
  size_t folder;  // offset of the folder in mjsCompiler
};
typedef save_Kind Kind;

static const Kind kindTable[] = {
    {mjOBJ_TEXTURE, offsetof(mjsTexture, file), offsetof(mjsCompiler, texturedir)},
    {mjOBJ_MESH, offsetof(mjsMesh, file), offsetof(mjsCompiler, meshdir)},
    {mjOBJ_HFIELD, offsetof(mjsHField, file), offsetof(mjsCompiler, meshdir)},
    {mjOBJ_SKIN, offsetof(mjsSkin, file), offsetof(mjsCompiler, meshdir)},
};
enum { NKIND = sizeof kindTable / sizeof *kindTable };

static spec_Vec* vecAt(const void* base, size_t offset) {
  spec_Vec* vec;
  memcpy(&vec, (const char*)base + offset, sizeof vec);
  return vec;
}

const char* save_folder(const mjsCompiler* compiler, const save_Kind* kind) {
  return vec_text(vecAt(compiler, kind->folder));
}

bool save_anyFile(spec_Spec* spec, save_Visit visit, void* context) {
  for (int i = 0; i < NKIND; i++) {
    const Kind* kind = &kindTable[i];
    const spec_List* list = &spec->list[kind->type];
    for (int k = 0; k < list->n; k++) {
      const spec_Element* e = list->item[k];
      spec_Vec* name = vecAt(e->data, kind->file);
      if (*vec_text(name) && visit(spec, e, kind, name, context)) return true;
      if (kind->type != mjOBJ_TEXTURE) continue;
      const spec_Vec* sides = SPEC_DATA(mjsTexture, e)->cubefiles;
      for (int side = 0; side < sides->size; side++) {
        spec_Vec* sideName = (spec_Vec*)sides->data + side;
        if (*vec_text(sideName) && visit(spec, e, kind, sideName, context)) return true;
      }
    }
  }
  return false;
}

// finds the file of an element: the first candidate path, or the second if only that exists
static void findFile(const spec_Element* e, const Kind* kind, const spec_Vec* name,
                     text_Text* path) {
  const char* dir = save_folder(e->compiler, kind);
  text_Text other = {0};
  asset_path(e, dir, vec_text(name), 0, path);
  const file_Roots* roots = copy_origin(e)->roots;
  if (vfs_look(NULL, text_get(path), roots) != FILE_OK &&
      asset_path(e, dir, vec_text(name), 1, &other) &&
      vfs_look(NULL, text_get(&other), roots) == FILE_OK) {
    path->size = 0;
    text_add(path, text_get(&other));
  }
  text_free(&other);
}

// is the file at another path than the main file's settings give
static bool isElsewhere(spec_Spec* spec, const spec_Element* e, const Kind* kind, spec_Vec* name,
                        void* context) {
  (void)context;
  text_Text path = {0}, expected = {0};
  spec_Element main = *e;
  main.compiler = &spec->pub.compiler;
  ASSERT(e->type == kind->type);
  findFile(e, kind, name, &path);
  asset_path(&main, save_folder(main.compiler, kind), vec_text(name), 0, &expected);
  const bool elsewhere = strcmp(text_get(&path), text_get(&expected)) != 0;
  text_free(&path);
  text_free(&expected);
  return elsewhere;
}

// rewrites the name as a path relative to the folder of the main file
static bool namePath(spec_Spec* spec, const spec_Element* e, const Kind* kind, spec_Vec* name,
                     void* context) {
  (void)context;
  text_Text path = {0}, folder = {0}, way = {0}, whole = {0};
  findFile(e, kind, name, &path);
  text_bytes(&folder, text_get(&path), path_dirLength(text_get(&path)));
  between(&way, vec_text(spec->pub.modelfiledir), text_get(&folder));
  path_join(&whole, text_get(&way), path_base(text_get(&path)));
  if (path.failed || folder.failed || way.failed || whole.failed) spec->pool.failed = true;
  vec_setText(name, text_get(&whole));
  text_free(&path);
  text_free(&folder);
  text_free(&way);
  text_free(&whole);
  return false;
}

void save_settleFiles(spec_Spec* spec) {
  if (!save_anyFile(spec, isElsewhere, NULL)) return;
  save_anyFile(spec, namePath, NULL);
  vec_setText(spec->pub.compiler.meshdir, "");
  vec_setText(spec->pub.compiler.texturedir, "");
  spec->pub.strippath = false;
}

// ---- another folder for the output file

// does the file exist; virtual files (VFS) are found by name wherever the model is
static bool isThere(const spec_Element* e, const Kind* kind, const spec_Vec* name) {
  text_Text path = {0};
  findFile(e, kind, name, &path);
  const bool there = vfs_look(NULL, text_get(&path), copy_origin(e)->roots) == FILE_OK;
  text_free(&path);
  return there;
}

static bool isMesh(spec_Spec* spec, const spec_Element* e, const Kind* kind, spec_Vec* name,
                   void* context) {
  (void)spec, (void)context;
  return kind->folder == offsetof(mjsCompiler, meshdir) && isThere(e, kind, name);
}

static bool isTexture(spec_Spec* spec, const spec_Element* e, const Kind* kind, spec_Vec* name,
                      void* context) {
  (void)spec, (void)context;
  return kind->folder == offsetof(mjsCompiler, texturedir) && isThere(e, kind, name);
}

static void move(mjString* folder, const char* way) {
  text_Text moved = {0};
  path_join(&moved, way, vec_text(folder));
  if (!path_isAbsolute(vec_text(folder))) vec_setText(folder, text_get(&moved));
  text_free(&moved);
}

void save_moveFolders(spec_Spec* spec, const char* filename) {
  text_Text out = {0}, way = {0};
  text_bytes(&out, filename, path_dirLength(filename));
  between(&way, text_get(&out), vec_text(spec->pub.modelfiledir));
  if (out.failed || way.failed) {
    spec->pool.failed = true;
  } else if (way.size) {
    if (save_anyFile(spec, isMesh, NULL)) move(spec->pub.compiler.meshdir, text_get(&way));
    if (save_anyFile(spec, isTexture, NULL)) move(spec->pub.compiler.texturedir, text_get(&way));
  }
  text_free(&out);
  text_free(&way);
}
