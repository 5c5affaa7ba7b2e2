// mju_getXMLDependencies, sn_findDependencies: list the file dependencies of a model. The main file
// comes first, then each other file once: included files, attached models with their own
// dependencies, and assets at the paths where loading searches for them. The XML is parsed but not
// validated, so a model that does not compile, or whose files are missing, has dependencies too.
#include <stdint.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/path.h"
#include "load/load.h"
#include "load/save.h"
#include "spec/asset_file.h"
#include "xml/xml_include.h"

typedef struct {
  spec_Vec* list;
  diag_Diag* diag;
} Find;

// one model
typedef struct {
  Find* find;
  const xml_Node* root;
  const char *mainDir, *meshDir, *textureDir;
  bool stripPath;
} Model;

static void findIn(Find* find, const char* filename);

// ---- the list

static bool isListed(const Find* find, const char* path) {
  for (int i = 0; i < find->list->size; i++) {
    if (!strcmp(vec_textAt(find->list, i), path)) return true;
  }
  return false;
}

static void add(Find* find, const char* path) {
  if (!isListed(find, path) && !vec_appendText(find->list, path)) diag_noMemory(find->diag);
}

// included files, oldest first
static void addSources(Find* find, const xml_Source* source) {
  if (!source) return;
  addSources(find, source->next);
  add(find, source->path);
}

// ---- assets

typedef enum { FOLDER_MAIN, FOLDER_MESH, FOLDER_TEXTURE } Folder;

static const struct {
  const char *tag, *attr;
  Folder folder;
} assets[] = {
    {"mesh", "file", FOLDER_MESH},           {"hfield", "file", FOLDER_MESH},
    {"skin", "file", FOLDER_MESH},           {"flexcomp", "file", FOLDER_MESH},
    {"texture", "file", FOLDER_TEXTURE},     {"texture", "fileright", FOLDER_TEXTURE},
    {"texture", "fileleft", FOLDER_TEXTURE}, {"texture", "fileup", FOLDER_TEXTURE},
    {"texture", "filedown", FOLDER_TEXTURE}, {"texture", "filefront", FOLDER_TEXTURE},
    {"texture", "fileback", FOLDER_TEXTURE}, {"model", "file", FOLDER_MAIN},
};

static void joinReduced(text_Text* out, const char* dir, const char* sub, const char* file) {
  text_Text folder = {0}, whole = {0};
  path_join(&folder, dir, sub);
  path_join(&whole, text_get(&folder), file);
  path_reduce(out, text_get(&whole));
  out->failed = out->failed || folder.failed || whole.failed;
  text_free(&folder);
  text_free(&whole);
}

// in the folder for its kind, otherwise beside the included file that names it
static void addAsset(const Model* model, const xml_Node* node, const char* file, Folder folder) {
  const char* const dirs[] = {
      [FOLDER_MAIN] = "", [FOLDER_MESH] = model->meshDir, [FOLDER_TEXTURE] = model->textureDir};
  ASSERT((size_t)folder < sizeof dirs / sizeof *dirs && node->source);
  text_Text path = {0}, beside = {0};
  if (model->stripPath && folder != FOLDER_MAIN) file = path_base(file);
  joinReduced(&path, model->mainDir, dirs[folder], file);
  if (node->source->parent && folder != FOLDER_MAIN && !path_isAbsolute(file))
    joinReduced(&beside, node->source->dir, "", file);
  const bool elsewhere = beside.size && vfs_look(NULL, text_get(&path), NULL) != FILE_OK;
  const char* found = text_get(elsewhere ? &beside : &path);
  if (path.failed || beside.failed) {
    diag_noMemory(model->find->diag);
  } else if (folder == FOLDER_MAIN) {
    if (!isListed(model->find, found)) findIn(model->find, found);
  } else {
    add(model->find, found);
  }
  text_free(&path);
  text_free(&beside);
}

static void addAssets(const Model* model, const xml_Node* node) {
  for (size_t i = 0; i < sizeof assets / sizeof *assets; i++) {
    const char* file = xml_is(node, assets[i].tag) ? xml_attr(node, assets[i].attr) : NULL;
    if (file && *file) addAsset(model, node, file, assets[i].folder);
  }
  for (const xml_Node* c = xml_first(node); c && !model->find->diag->failed; c = xml_next(c))
    addAssets(model, c);
}

// ---- documents

// the last of repeated settings counts; a folder for one kind takes precedence over assetdir
static void readSettings(Model* model) {
  const char* all = "";
  const char *mesh = NULL, *texture = NULL;
  for (const xml_Node* c = xml_child(model->root, "compiler"); c; c = xml_nextSame(c)) {
    const char* strip = xml_attr(c, "strippath");
    if (xml_attr(c, "assetdir")) all = xml_attr(c, "assetdir");
    if (xml_attr(c, "meshdir")) mesh = xml_attr(c, "meshdir");
    if (xml_attr(c, "texturedir")) texture = xml_attr(c, "texturedir");
    if (strip) model->stripPath = !strcmp(strip, "true");
  }
  model->meshDir = mesh ? mesh : all;
  model->textureDir = texture ? texture : all;
}

static bool addFound(spec_Spec* spec, const spec_Element* e, const save_Kind* kind, spec_Vec* name,
                     void* context) {
  (void)spec;
  Find* find = context;
  text_Text path = {0};
  asset_path(e, save_folder(e->compiler, kind), vec_text(name), 0, &path);
  if (path.failed) diag_noMemory(find->diag);
  if (!path.failed) add(find, text_get(&path));
  text_free(&path);
  return find->diag->failed;
}

// a URDF file: only its reader can resolve package paths
static void findInUrdf(Find* find, const char* filename) {
  char error[500] = "";
  spec_Spec* spec = load_parse(filename, NULL, NULL, NULL, NULL, error, sizeof error);
  if (spec) {
    save_anyFile(spec, addFound, find);
  } else {
    diag_error(find->diag, (diag_Where){NULL, 0}, NULL, "%s", error);
  }
  spec_free(spec);
}

static void findIn(Find* find, const char* filename) {
  if (load_isArchive(filename, NULL)) {  // an archive contains everything it needs
    add(find, filename);
    return;
  }
  xml_Doc* doc = xml_load(filename, NULL, NULL, find->diag);
  if (!doc) return;
  addSources(find, doc->sources);
  if (xml_is(doc->root, "robot")) {
    findInUrdf(find, filename);
  } else {
    Model model = {.find = find, .root = doc->root};
    text_Text dir = {0};
    text_bytes(&dir, filename, path_dirLength(filename));
    model.mainDir = text_get(&dir);
    if (dir.failed) diag_noMemory(find->diag);
    readSettings(&model);
    if (!find->diag->failed) addAssets(&model, doc->root);
    text_free(&dir);
  }
  xml_free(doc);
}

// ---- the API

int sn_findDependencies(const char* filename, void (*found)(void* context, const char* file),
                        void* context) {
  ARGS_NEED_OR(-1, filename);
  if (!args_has(__func__, "found", (const void*)(uintptr_t)found)) return -1;
  diag_Diag diag = {0};
  spec_Pool pool = {.arena = arena_make(0)};
  spec_Vec list = {.pool = &pool};
  Find find = {.list = &list, .diag = &diag};
  findIn(&find, filename);
  ASSERT(diag.failed || list.size > 0);  // at least the file itself
  const int n = diag.failed ? -1 : list.size;
  if (diag.failed) mju_error("dependencies of a model: %s", diag_text(&diag));
  for (int i = 0; i < n; i++) found(context, vec_textAt(&list, i));
  arena_free(&pool.arena);
  diag_free(&diag);
  return n;
}

static void append(void* list, const char* file) { vec_appendText(list, file); }

void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies) {
  ARGS_NEED(filename, dependencies);
  ((spec_Vec*)dependencies)->size = 0;
  sn_findDependencies(filename, append, dependencies);
}
