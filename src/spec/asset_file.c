// Lookup of asset files along a search path: yields the candidate paths and opens the first file
// that exists.
#include "spec/asset_file.h"

#include <string.h>

#include "base/assert.h"
#include "base/path.h"
#include "spec/copy.h"

// folder of the model joined with the folder for the kind; absolute parts replace what is before
// them
static void mainPlace(const spec_Spec* origin, const char* dir, const char* file, text_Text* path) {
  text_Text folder = {0}, whole = {0};
  path_join(&folder, vec_text(origin->pub.modelfiledir), dir);
  path_join(&whole, text_get(&folder), file);
  path_reduce(path, text_get(&whole));
  path->failed = path->failed || folder.failed || whole.failed;
  text_free(&folder);
  text_free(&whole);
}

bool asset_path(const spec_Element* e, const char* dir, const char* file, int i, text_Text* path) {
  const spec_Spec* origin = copy_origin(e);
  ASSERT(i >= 0 && i <= ASSET_PLACES);
  if (origin->pub.strippath) file = path_base(file);
  if (i == 0) {
    mainPlace(origin, dir, file, path);
    return true;
  }
  const char* from = e->where.file;
  const size_t n = from ? path_dirLength(from) : 0;
  const char* model = vec_text(origin->pub.modelfiledir);
  if (i > 1 || !from || path_isAbsolute(file)) return false;
  if (n == strlen(model) && !strncmp(from, model, n) && !*dir) return false;  // the first path
  text_Text whole = {0};
  text_bytes(&whole, from, n);
  text_add(&whole, file);
  path_reduce(path, text_get(&whole));
  path->failed = path->failed || whole.failed;
  text_free(&whole);
  return true;
}

file_Status asset_open(const mjVFS* vfs, const spec_Element* e, const char* dir, const char* file,
                       size_t limit, vfs_Blob* blob, text_Text* path) {
  const file_Rules rules = {.limit = limit, .roots = copy_origin(e)->roots};
  file_Status status = FILE_MISSING;
  bool outside = false;
  text_Text tried = {0};
  for (int i = 0; file_isAbsent(status); i++) {
    text_Text place = {0};
    if (!asset_path(e, dir, file, i, &place)) break;
    status = place.failed ? FILE_NO_MEMORY : vfs_open(vfs, text_get(&place), &rules, blob);
    outside = outside || status == FILE_OUTSIDE;
    if (file_isAbsent(status)) {
      if (tried.size) text_add(&tried, " or ");
      text_add(&tried, text_get(&place));
    } else {
      text_add(path, text_get(&place));
    }
    text_free(&place);
  }
  if (file_isAbsent(status)) {
    status = outside ? FILE_OUTSIDE : FILE_MISSING;
    text_add(path, text_get(&tried));
  }
  if (tried.failed || path->failed) {
    if (status == FILE_OK) vfs_close(blob);
    status = FILE_NO_MEMORY;
  }
  text_free(&tried);
  return status;
}

void asset_type(char type[ASSET_TYPE_SIZE], const char* contentType, const char* file) {
  static const struct {
    const char *extension, *type;
  } known[] = {{".png", "image/png"}, {".ktx", "image/ktx"}, {".stl", "model/stl"},
               {".obj", "model/obj"}, {".ply", "model/ply"}, {".msh", "model/vnd.mujoco.msh"}};
  const size_t n = strcspn(contentType, ";");
  const char* slash = memchr(contentType, '/', n);
  type[0] = 0;
  if (slash && slash > contentType && slash + 1 < contentType + n) {
    text_copy(type, contentType, n < ASSET_TYPE_SIZE ? n + 1 : ASSET_TYPE_SIZE);
    return;
  }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (text_equalNoCase(path_extension(file), known[i].extension)) {
      text_copy(type, known[i].type, ASSET_TYPE_SIZE);
    }
  }
}

// ---- names

// the file name member of an asset
static const spec_Vec* fileOf(const spec_Element* e) {
  switch (e->type) {
    case mjOBJ_MESH:
      return SPEC_DATA(mjsMesh, e)->file;
    case mjOBJ_HFIELD:
      return SPEC_DATA(mjsHField, e)->file;
    case mjOBJ_TEXTURE:
      return SPEC_DATA(mjsTexture, e)->file;
    default:
      ASSERT(e->type == mjOBJ_SKIN);
      return SPEC_DATA(mjsSkin, e)->file;
  }
}

// the stem of its file name: without folders and extension
static const char* stemOf(const spec_Element* e, size_t* n) {
  const char* base = path_base(vec_text(fileOf(e)));
  *n = strlen(base) - strlen(path_extension(base));
  return base;
}

bool asset_isCalled(const spec_Element* e, const char* name) {
  size_t n;
  const char* stem = stemOf(e, &n);
  return n && n == strlen(name) && !memcmp(stem, name, n);
}

bool asset_nameByFile(spec_Element* e) {
  if (*spec_name(e)) return true;
  size_t n;
  const char* base = stemOf(e, &n);
  char* name = n ? arena_text(&e->spec->pool.arena, base, n) : NULL;
  return name && spec_setName(e, name);
}

void asset_nameAll(spec_Spec* spec) {
  static const int type[] = {mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE, mjOBJ_SKIN};
  for (size_t k = 0; k < sizeof type / sizeof *type; k++) {
    for (int i = 0; i < spec->list[type[k]].n; i++) asset_nameByFile(spec->list[type[k]].item[i]);
  }
}
