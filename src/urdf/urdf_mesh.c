// URDF meshes: one mesh asset for each file and scale, and the search path of ROS packages.
// package://name/rest is searched as name/rest in the folders of <compiler packagepath="a:b"/>, in
// those of the environment variable SINEW_PACKAGE_PATH, then in the folder of the model and in all
// its parent folders. With strippath only the base name of the file counts, as in MJCF.
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/path.h"
#include "io/vfs.h"
#include "urdf/urdf_parts.h"

enum { LEVELS_UP = 12 };  // above a relative folder, whose depth is unknown

// a mesh asset; those of one file are a linked list
typedef struct Mesh {
  const char* name;  // name of the asset
  double scale[3];
  struct Mesh* next;
} Mesh;

// ---- packages

typedef struct {
  urdf_Urdf* u;
  const char* rest;  // name/rest
  text_Text found;   // relative to the folder of the model, or absolute
  text_Text tried;
} Search;

// does a file exist at path; its contents are not read
static bool exists(Search* s, const char* path) {
  const file_Status status = vfs_look(s->u->r->vfs, path, s->u->r->spec->roots);
  if (status == FILE_NO_MEMORY) diag_noMemory(s->u->r->diag);
  return status == FILE_OK;
}

// searches dir/rest, with dir relative to the folder of the model
static bool tryFolder(Search* s, const char* dir, size_t n) {
  text_Text file = {0}, path = {0}, place = {0};
  text_bytes(&file, dir, n);
  if (n && dir[n - 1] != '/') text_add(&file, "/");
  text_add(&file, s->rest);
  path_join(&path, vec_text(s->u->r->spec->pub.modelfiledir), text_get(&file));
  path_reduce(&place, text_get(&path));
  const bool ok = !file.failed && !path.failed && !place.failed;
  if (!ok) diag_noMemory(s->u->r->diag);
  const bool found = ok && exists(s, text_get(&place));
  if (found) {
    path_reduce(&s->found, text_get(&file));
  } else {
    text_format(&s->tried, "%s%s", s->tried.size ? ", " : "", text_get(&place));
  }
  text_free(&file);
  text_free(&path);
  text_free(&place);
  return found;
}

// a list of folders, separated by colons
static bool tryFolders(Search* s, const char* list) {
  while (list && *list) {
    const size_t n = strcspn(list, ":");
    if (n && tryFolder(s, list, n)) return true;
    list += n + (list[n] == ':');
  }
  return false;
}

static int levelsAbove(const char* dir) {
  if (!path_isAbsolute(dir)) return LEVELS_UP;
  int n = 0;
  for (; *dir; dir++) n += *dir == '/' || *dir == '\\';
  return n ? n - 1 : 0;
}

static bool tryAbove(Search* s) {
  text_Text up = {0};
  bool found = false;
  const int levels = levelsAbove(vec_text(s->u->r->spec->pub.modelfiledir));
  for (int i = 0; i <= levels && !found && !up.failed; i++) {
    found = tryFolder(s, text_get(&up), up.size);
    text_add(&up, "../");
  }
  if (up.failed) diag_noMemory(s->u->r->diag);
  text_free(&up);
  return found;
}

static void notFound(Search* s, const xml_Node* node) {
  char label[XML_LABEL_SIZE];
  const int n = (int)strcspn(s->rest, "/");
  diag_error(s->u->r->diag, node->where, xml_label(label, node),
             "filename: '%s' was not found; set the environment variable SINEW_PACKAGE_PATH, or "
             "<mujoco><compiler packagepath=\"...\"/></mujoco> inside <robot>, to the folder that "
             "contains '%.*s'; searched: %s",
             xml_attr(node, "filename"), n, s->rest, text_get(&s->tried));
}

// The compiler prepends meshdir, so the path gets "../" for each of its parts.
static void leaveMeshdir(const char* meshdir, text_Text* file, const char* found) {
  text_Text dir = {0};
  path_reduce(&dir, meshdir);
  const char* at = text_get(&dir);
  if (*meshdir && !path_isAbsolute(at) && !path_isAbsolute(found) && strncmp(at, "..", 2) &&
      strcmp(at, ".")) {
    text_add(file, "../");
    for (; *at; at++) {
      if (*at == '/') text_add(file, "../");
    }
  }
  text_add(file, found);
  file->failed = file->failed || dir.failed;
  text_free(&dir);
}

static void findPackage(urdf_Urdf* u, const xml_Node* node, const char* rest, text_Text* file) {
  Search s = {.u = u, .rest = rest};
  if (tryFolders(&s, u->packages) || tryFolders(&s, getenv("SINEW_PACKAGE_PATH")) || tryAbove(&s)) {
    leaveMeshdir(vec_text(u->r->spec->pub.compiler.meshdir), file, text_get(&s.found));
  } else {
    if (s.tried.failed) diag_noMemory(u->r->diag);
    notFound(&s, node);
  }
  if (s.found.failed) diag_noMemory(u->r->diag);
  text_free(&s.found);
  text_free(&s.tried);
}

// ---- files

// the part after a URI scheme, NULL if the name has another scheme
static const char* after(const char* name, const char* scheme) {
  const size_t n = strlen(scheme);
  return strncmp(name, scheme, n) ? NULL : name + n;
}

// the file name that the compiler searches
static void fileOf(urdf_Urdf* u, const xml_Node* node, text_Text* file) {
  const char* name = xml_attr(node, "filename");
  const char* rest = after(name, "package://");
  if (!rest) rest = after(name, "model://");
  if (rest && !u->r->spec->pub.strippath) {
    findPackage(u, node, rest, file);
    return;
  }
  const char* plain = after(name, "file://");
  text_add(file, plain ? plain : name);
}

// ---- assets

// the first free name of stem, stem1, stem2, ...
static bool nameMesh(urdf_Urdf* u, spec_Element* e, const char* file) {
  const char* base = path_base(file);
  const size_t n = strlen(base) - strlen(path_extension(base));
  text_Text name = {0};
  bool done = false;
  for (int i = 0; !done && !name.failed; i++) {
    name.size = 0;
    text_bytes(&name, base, n);
    if (i) text_format(&name, "%d", i);
    done = !name.failed && spec_setName(e, text_get(&name));
  }
  if (name.failed) diag_noMemory(u->r->diag);
  text_free(&name);
  return done;
}

static Mesh* addMesh(urdf_Urdf* u, const xml_Node* node, const char* file, const double scale[3]) {
  spec_Element* e = read_make(u->r, node, mjOBJ_MESH, NULL, NULL, u->r->spec->root);
  if (!e || !nameMesh(u, e, file)) return NULL;
  mjsMesh* mesh = SPEC_DATA(mjsMesh, e);
  vec_setText(mesh->file, file);
  memcpy(mesh->scale, scale, sizeof mesh->scale);
  Mesh* m = urdf_alloc(u, 1, sizeof *m);
  if (!m) return NULL;
  m->name = spec_name(e);
  memcpy(m->scale, scale, sizeof m->scale);
  return m;
}

// looks up the mesh of a file and scale; the first mesh of a file heads the list of other scales
static const char* findMesh(urdf_Urdf* u, const xml_Node* node, const char* path, const char* file,
                            const double scale[3]) {
  Mesh* m = urdf_get(&u->meshes, path);
  Mesh* last = NULL;
  for (; m; last = m, m = m->next) {
    if (!memcmp(m->scale, scale, sizeof m->scale)) return m->name;
  }
  m = addMesh(u, node, file, scale);
  if (!m) return NULL;
  if (last) {
    last->next = m;
    return m->name;
  }
  const char* key = arena_text(&u->scratch, path, strlen(path));
  if (!key) diag_noMemory(u->r->diag);
  return key && urdf_put(u, &u->meshes, key, m) ? m->name : NULL;
}

// ---- behavior of the reference

// The meshes that the reference creates: one for each file name, whatever its folder, and scale. It
// uses a mesh when it creates it; later uses take the first mesh of that name.
typedef struct Use {
  const char *path, *name;
  double scale[3];
  struct Use* next;
} Use;

static Use* addUse(urdf_Urdf* u, const char* stem, const char* path, const double scale[3]) {
  Use* use = urdf_alloc(u, 1, sizeof *use);
  const char* key = arena_text(&u->scratch, stem, strlen(stem));
  const char* where = arena_text(&u->scratch, path, strlen(path));
  if (!use || !key || !where) {
    diag_noMemory(u->r->diag);
    return NULL;
  }
  *use = (Use){.path = where, .scale = {scale[0], scale[1], scale[2]}};
  Use* first = urdf_get(&u->stems, stem);
  ASSERT(!first || memcmp(first->scale, scale, sizeof first->scale) != 0);
  if (!first) return urdf_put(u, &u->stems, key, use) ? use : NULL;
  use->next = first->next;
  first->next = use;
  return use;
}

// the mesh for a file, and whether the reference uses another one
static const char* chooseMesh(urdf_Urdf* u, const xml_Node* node, const char* path,
                              const char* file, const double scale[3]) {
  text_Text stem = {0};
  const char* base = path_base(file);
  text_bytes(&stem, base, strlen(base) - strlen(path_extension(base)));
  if (stem.failed) diag_noMemory(u->r->diag);
  Use* first = stem.failed ? NULL : urdf_get(&u->stems, text_get(&stem));
  Use* use = first;
  while (use && memcmp(use->scale, scale, sizeof use->scale) != 0) use = use->next;
  const bool other = use && (use != first || strcmp(first->path, path) != 0);
  Use* made = use || stem.failed ? NULL : addUse(u, text_get(&stem), path, scale);
  text_free(&stem);
  ASSERT(!other || first);
  if (other && urdf_asReference(u, node, URDF_MESH)) return first->name;
  if (u->r->diag->failed) return NULL;
  const char* name = findMesh(u, node, path, file, scale);
  if (made) made->name = name;
  return name;
}

// normalizes the path: the same file may be written in several ways, "a/../b.stl" is "b.stl"
const char* urdf_mesh(urdf_Urdf* u, const xml_Node* node, const double scale[3]) {
  text_Text file = {0}, path = {0}, key = {0};
  fileOf(u, node, &file);
  const bool strip = u->r->spec->pub.strippath;
  path_join(&path, vec_text(u->r->spec->pub.compiler.meshdir),
            strip ? path_base(text_get(&file)) : text_get(&file));
  path_reduce(&key, text_get(&path));
  if (file.failed || path.failed || key.failed) diag_noMemory(u->r->diag);
  const char* name = NULL;
  if (!u->r->diag->failed) name = chooseMesh(u, node, text_get(&key), text_get(&file), scale);
  text_free(&file);
  text_free(&path);
  text_free(&key);
  return name;
}
