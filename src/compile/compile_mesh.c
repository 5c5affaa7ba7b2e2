// Meshes: which are needed and for what, the file or the vertex data of each, and its arrays in
// mjModel. Meshes with the same file or data and the same settings share one result. Meshes are
// processed in parallel on a thread pool, each in its own arena, unless the asset cache has them;
// errors are reported in the order of the meshes.
//   mjsMesh -> mesh_*, the BVH nodes behind those of the bodies
#include <math.h>
#include <string.h>

#include <sinew/api.h>

#include "asset/mesh_cache.h"
#include "base/assert.h"
#include "base/clock.h"
#include "base/path.h"
#include "base/pool.h"
#include "base/size.h"
#include "compile/compile_index.h"
#include "compile/compile_mesh.h"
#include "spec/asset_file.h"

#define MOST_MESH_FILE ((size_t)1 << 31)

// sizes above which starting threads pays off
enum { MANY_FACES = 20000, MANY_BYTES = 16000 };

// the inputs of a result: a file or an element with data, and settings
typedef struct {
  const mjVFS* vfs;
  const spec_Element* e;
  mesh_Settings settings;
  text_Text path;  // path where the file is looked for first; empty without a file
  uint64_t hash;
  text_Text found;  // path where it was found
  vfs_Blob blob;
  bool opened;
  arena_Arena arena;
  bool made;            // a plugin made its data
  cache_Entry* cached;  // cache entry that owns the arrays of the mesh, NULL: the arena owns them
  mesh_Mesh mesh;
  mesh_Fault fault;
} Task;

typedef struct {
  Task* task;
  bool hull;   // geoms collide with it
  bool field;  // the model stores its signed distance field
} Mesh;

struct comp_Meshes {
  Mesh* mesh;  // indexed by mesh id
  Task* task;
  int ntask;
  Task* piece;  // of pieces
  int npiece;
  mjtSize nbvh;
};

// ---- reading

typedef bool (*Reader)(const char*, size_t, arena_Arena*, mesh_Data*, mesh_Fault*);

static const struct {
  const char* extension;
  Reader read;
} formats[] = {{".stl", mesh_readSTL}, {".obj", mesh_readOBJ}, {".msh", mesh_readMSH}};
enum { NFORMAT = sizeof formats / sizeof *formats };

// NFORMAT: none
static int formatOf(const char* file) {
  int i = 0;
  while (i < NFORMAT && !text_equalNoCase(path_extension(file), formats[i].extension)) i++;
  return i;
}

// if the scale mirrors, reverses the winding of MSH faces already here; processing does it again
// odd: mirrored MSH files
static void turnMirrored(const mesh_Settings* settings, Reader read, mesh_Data* data) {
  if (read != mesh_readMSH) return;
  if (settings->scale[0] * settings->scale[1] * settings->scale[2] > 0) return;
  for (int i = 0; i < data->nface; i++) {
    int* face = data->face + 3 * (size_t)i;
    const int second = face[1];
    face[1] = face[2];
    face[2] = second;
  }
}

static void openFile(void* context, int i, int worker) {
  (void)worker;
  Task* task = ((Task**)context)[i];
  const char* file = vec_text(SPEC_DATA(mjsMesh, task->e)->file);
  if (!*file) return;
  if (formatOf(file) == NFORMAT) {
    mesh_fail(&task->fault,
              "file: '%.200s' has the extension '%.20s'; meshes are .stl, .obj or .msh", file,
              path_extension(file));
    return;
  }
  const file_Status status = asset_open(task->vfs, task->e, vec_text(task->e->compiler->meshdir),
                                        file, MOST_MESH_FILE, &task->blob, &task->found);
  task->opened = status == FILE_OK;
  if (status == FILE_NO_MEMORY) {
    mesh_noMemory(&task->fault);
  } else if (status == FILE_MISSING) {
    mesh_fail(&task->fault, "file: '%.120s' was not found; it was looked for as %.400s", file,
              text_get(&task->found));
  } else if (status != FILE_OK) {
    mesh_fail(&task->fault, "file: '%.400s' %s", text_get(&task->found), file_statusText(status));
  }
}

static bool readFile(Task* task) {
  const int format = formatOf(vec_text(SPEC_DATA(mjsMesh, task->e)->file));
  ASSERT(format < NFORMAT);  // files of other formats are not opened
  const Reader read = formats[format].read;
  mesh_Fault fault = {0};
  const bool ok = read(task->blob.data, task->blob.size, &task->arena, &task->mesh.data, &fault);
  if (ok) turnMirrored(&task->settings, read, &task->mesh.data);
  if (fault.noMemory) mesh_noMemory(&task->fault);
  if (!ok) mesh_fail(&task->fault, "file: '%.250s': %s", text_get(&task->found), fault.text);
  return ok;
}

// copies values of the element to an array of the mesh
static bool takeList(Task* task, const void* vec, const char* what, int width, int* count,
                     void** array) {
  const spec_Vec* list = vec;
  if (!list || !list->size) return true;
  if (*count) {
    return mesh_fail(&task->fault, "%s: it is given, but the file has it too; give one of them",
                     what);
  }
  if (list->size % width) {
    return mesh_fail(&task->fault, "%s: %d numbers are no multiple of %d", what, list->size, width);
  }
  *array = arena_array(&task->arena, (size_t)list->size, sizeof(float));
  if (!*array) return mesh_noMemory(&task->fault);
  memcpy(*array, list->data, (size_t)list->size * sizeof(float));
  *count = list->size / width;
  return true;
}

static bool takeIndices(Task* task, const void* vec, const char* what, int** array) {
  int n = 0;
  void* taken = NULL;
  if (!takeList(task, vec, what, 3, &n, &taken)) return false;
  if (!n) return true;
  if (n != task->mesh.data.nface) {
    return mesh_fail(&task->fault, "%s: indices of %d triangles, but there are %d faces", what, n,
                     task->mesh.data.nface);
  }
  *array = taken;
  return true;
}

_Static_assert(sizeof(int) == sizeof(float), "lists of both are copied alike");

static bool takeLists(Task* task, const mjsMesh* given) {
  mesh_Data* data = &task->mesh.data;
  void *vert = data->vert, *normal = data->normal, *texcoord = data->texcoord, *face = data->face;
  const bool ok = takeList(task, given->uservert, "vertex", 3, &data->nvert, &vert) &&
                  takeList(task, given->userface, "face", 3, &data->nface, &face) &&
                  takeList(task, given->usernormal, "normal", 3, &data->nnormal, &normal) &&
                  takeList(task, given->usertexcoord, "texcoord", 2, &data->ntexcoord, &texcoord);
  data->vert = vert;
  data->normal = normal;
  data->texcoord = texcoord;
  data->face = face;
  return ok && takeIndices(task, given->userfacenormal, "userfacenormal", &data->facenormal) &&
         takeIndices(task, given->userfacetexcoord, "userfacetexcoord", &data->facetexcoord);
}

static bool readMesh(Task* task, const mjsMesh* given) {
  double start = clock_seconds();
  if (task->opened && !readFile(task)) return false;
  if (!takeLists(task, given)) return false;
  mesh_lap(&task->mesh, mjCTIMER_MESH_LOAD, &start);
  return true;
}

enum { NLIST = 6 };

static const spec_Vec* listOf(const mjsMesh* given, int i) {
  const spec_Vec* const list[NLIST] = {given->uservert,       given->usernormal,
                                       given->usertexcoord,   given->userface,
                                       given->userfacenormal, given->userfacetexcoord};
  return list[i];
}

static size_t bytesOf(const spec_Vec* list) {
  return list ? (size_t)list->size * sizeof(float) : 0;
}

static bool hasLists(const mjsMesh* given) {
  for (int i = 0; i < NLIST; i++) {
    if (bytesOf(listOf(given, i))) return true;
  }
  return false;
}

static void runTask(void* context, int i, int worker) {
  (void)worker;
  Task* task = ((Task**)context)[i];
  if (*task->fault.text || task->fault.noMemory) return;
  const mjsMesh* given = SPEC_DATA(mjsMesh, task->e);
  const int format = formatOf(vec_text(given->file));
  const bool shared = task->opened && !hasLists(given);  // the file is the only input
  uint64_t hash = 0;
  if (shared) task->cached = meshcache_find(&task->settings, format, &task->blob, &hash);
  if (task->cached) {
    task->mesh = *meshcache_mesh(task->cached);
    memset(task->mesh.seconds, 0, sizeof task->mesh.seconds);
  } else if ((task->made || readMesh(task, given)) &&
             mesh_process(&task->settings, &task->arena, &task->mesh, &task->fault) && shared) {
    task->cached =
        meshcache_give(&task->settings, format, &task->blob, hash, &task->arena, &task->mesh);
  }
  if (task->opened) vfs_close(&task->blob);
  task->opened = false;
}

// ---- how meshes are used

static bool nameMesh(comp_Compile* c, spec_Element* e, const mjsMesh* given) {
  if (asset_nameByFile(e)) return true;
  comp_error(c, e,
             *vec_text(given->file)
                 ? "name: none is given, and that of the file is taken; give one"
                 : "name: a mesh without a file needs one, by which geoms refer to it");
  return false;
}

static bool checkPieces(comp_Compile* c, const spec_Element* e) {
  const spec_Mesh* given = SPEC_DATA(spec_Mesh, e);
  if (given->decompose < 0 || given->decompose > PIECES_MOST) {
    comp_error(c, e, "decompose: %d pieces; from 1 to %d are possible, 0 is for none",
               given->decompose, PIECES_MOST);
    return false;
  }
  if (!(given->concavity >= 0 && given->concavity <= 1)) {
    comp_error(c, e, "concavity: %g is no share of a volume; it must be from 0 to 1",
               given->concavity);
    return false;
  }
  return true;
}

static bool checkMesh(comp_Compile* c, spec_Element* e) {
  const mjsMesh* given = SPEC_DATA(mjsMesh, e);
  if (given->plugin.active && (*vec_text(given->file) || hasLists(given))) {
    comp_error(c, e, "plugin: it makes the mesh, so there can be no file, vertex or builtin too");
    return false;
  }
  if (given->maxhullvert != -1 && given->maxhullvert < 4) {
    comp_error(c, e, "maxhullvert: %d vertices make no hull; it must be 4 or more, or -1 for any",
               given->maxhullvert);
    return false;
  }
  for (int k = 0; k < 3; k++) {
    if (isfinite(given->scale[k]) && isfinite(given->refpos[k])) continue;
    comp_error(c, e, "%s: number %d is not finite", isfinite(given->scale[k]) ? "refpos" : "scale",
               k + 1);
    return false;
  }
  if (given->octree_maxdepth < 0 || given->octree_maxdepth > OCT_MOST_DEPTH) {
    comp_error(c, e, "octree_maxdepth: %d levels; from 0 to %d are possible",
               given->octree_maxdepth, OCT_MOST_DEPTH);
    return false;
  }
  return checkPieces(c, e) && nameMesh(c, e, given);
}

static int meshOf(const comp_Compile* c, const spec_Element* geom) {
  const char* name = vec_text(SPEC_DATA(mjsGeom, geom)->meshname);
  const spec_Element* e = *name ? spec_find(c->spec, mjOBJ_MESH, name) : NULL;
  return e ? e->id : -1;
}

// the mesh of a tactile sensor, NULL: none
static spec_Element* tactileMesh(const comp_Compile* c, const spec_Element* sensor) {
  const mjsSensor* given = SPEC_DATA(mjsSensor, sensor);
  if (given->type != mjSENS_TACTILE) return NULL;
  return spec_find(c->spec, mjOBJ_MESH, vec_text(given->objname));
}

static void markPaired(const comp_Compile* c, const mjString* name, Mesh* mesh) {
  const spec_Element* geom = spec_find(c->spec, mjOBJ_GEOM, vec_text(name));
  const int id = geom ? meshOf(c, geom) : -1;
  if (id >= 0 && SPEC_DATA(mjsGeom, geom)->type >= mjGEOM_MESH) mesh[id].hull = true;
}

// marks which meshes are used, which of them collide, and which by their signed distance field
static void markUses(const comp_Compile* c, Mesh* mesh, mjtByte* used) {
  const spec_List* list = &c->list[mjOBJ_MESH];
  for (int i = 0; i < list->n; i++) {
    const mjsMesh* given = SPEC_DATA(mjsMesh, list->item[i]);
    mesh[i].field = given->needsdf && !given->plugin.active;
  }
  for (int i = 0; i < c->size.ngeom; i++) {
    const mjsGeom* geom = SPEC_DATA(mjsGeom, c->geom[i].e);
    const int id = meshOf(c, c->geom[i].e);
    if (id < 0) continue;
    used[id] = 1;
    if (geom->type >= mjGEOM_MESH && (geom->contype || geom->conaffinity)) mesh[id].hull = true;
    const mjsMesh* given = SPEC_DATA(mjsMesh, list->item[id]);
    if (geom->type == mjGEOM_SDF && !given->plugin.active) mesh[id].field = true;
  }
  const spec_List *pairs = &c->list[mjOBJ_PAIR], *sensors = &c->list[mjOBJ_SENSOR];
  for (int i = 0; i < sensors->n; i++) {
    const spec_Element* felt = tactileMesh(c, sensors->item[i]);
    if (felt) used[felt->id] = 1;
  }
  for (int i = 0; i < pairs->n; i++) {
    const mjsPair* pair = SPEC_DATA(mjsPair, pairs->item[i]);
    markPaired(c, pair->geomname1, mesh);
    markPaired(c, pair->geomname2, mesh);
  }
}

// ---- sharing

static uint64_t mix(uint64_t h, const void* bytes, size_t n) {
  const unsigned char* at = bytes;
  for (size_t i = 0; i < n; i++) h = (h ^ at[i]) * 1099511628211ull;
  return h;
}

static uint64_t hashOf(const Task* task) {
  const mesh_Settings* s = &task->settings;
  uint64_t h = mix(14695981039346656037ull, task->path.data, task->path.size);
  h = mix(h, s->scale, sizeof s->scale);
  h = mix(h, s->refpos, sizeof s->refpos);
  h = mix(h, s->refquat, sizeof s->refquat);
  h = mix(h, &s->inertia, sizeof s->inertia);
  h = mix(h, &s->maxhullvert, sizeof s->maxhullvert);
  h = mix(h, &s->smoothnormal, sizeof s->smoothnormal);
  h = mix(h, &s->maxdepth, sizeof s->maxdepth);
  h = mix(h, &s->pieces, sizeof s->pieces);
  h = mix(h, &s->concavity, sizeof s->concavity);
  for (int i = 0; i < NLIST; i++) {
    const spec_Vec* list = listOf(SPEC_DATA(mjsMesh, task->e), i);
    if (bytesOf(list)) h = mix(h, list->data, bytesOf(list));
  }
  return h;
}

static bool sameLists(const mjsMesh* a, const mjsMesh* b) {
  for (int i = 0; i < NLIST; i++) {
    const spec_Vec *x = listOf(a, i), *y = listOf(b, i);
    if (bytesOf(x) != bytesOf(y)) return false;
    if (bytesOf(x) && memcmp(x->data, y->data, bytesOf(x)) != 0) return false;
  }
  return true;
}

static bool isSame(const Task* a, const Task* b) {
  const mesh_Settings *s = &a->settings, *t = &b->settings;
  const char *from = a->e->where.file, *other = b->e->where.file;
  if (!from != !other || (from && strcmp(from, other) != 0)) return false;
  return a->hash == b->hash && !strcmp(text_get(&a->path), text_get(&b->path)) &&
         !memcmp(s->scale, t->scale, sizeof s->scale) &&
         !memcmp(s->refpos, t->refpos, sizeof s->refpos) &&
         !memcmp(s->refquat, t->refquat, sizeof s->refquat) && s->inertia == t->inertia &&
         s->maxhullvert == t->maxhullvert && s->smoothnormal == t->smoothnormal &&
         s->maxdepth == t->maxdepth && s->pieces == t->pieces && s->concavity == t->concavity &&
         sameLists(SPEC_DATA(mjsMesh, a->e), SPEC_DATA(mjsMesh, b->e));
}

// looks up the task of an earlier mesh with the same file and settings, or NULL; inserts this one
static Task* findSame(Task** slot, size_t mask, Task* task) {
  ASSERT(((mask + 1) & mask) == 0);  // a power of two
  for (size_t at = task->hash & mask;; at = (at + 1) & mask) {
    if (!slot[at]) {
      slot[at] = task;
      return NULL;
    }
    if (isSame(slot[at], task)) return slot[at];
  }
}

static bool openTask(comp_Compile* c, const spec_Element* e, const Mesh* mesh, Task* task) {
  const mjsMesh* given = SPEC_DATA(mjsMesh, e);
  mesh_Settings* s = &task->settings;
  task->vfs = c->vfs;
  task->e = e;
  task->arena = arena_make(0);
  task->mesh.hole = (mesh_Hole){.edge = {-1, -1}};
  memcpy(s->refpos, given->refpos, sizeof s->refpos);
  memcpy(s->refquat, given->refquat, sizeof s->refquat);
  memcpy(s->scale, given->scale, sizeof s->scale);
  s->inertia = given->inertia;
  s->maxhullvert = given->maxhullvert;
  s->smoothnormal = given->smoothnormal;
  s->hull = mesh->hull;
  s->field = mesh->field;
  s->maxdepth = given->octree_maxdepth;
  s->pieces = SPEC_DATA(spec_Mesh, e)->decompose;
  s->concavity = SPEC_DATA(spec_Mesh, e)->concavity;
  if (*vec_text(given->file))
    asset_path(e, vec_text(e->compiler->meshdir), vec_text(given->file), 0, &task->path);
  if (task->path.failed) diag_noMemory(c->diag);
  task->hash = hashOf(task);
  return !task->path.failed;
}

// runs in the compiling thread, because plugin functions belong to the program
static bool makeShape(comp_Compile* c, Task* task) {
  task->settings.inPlace = SPEC_DATA(mjsMesh, task->e)->plugin.active;
  if (!task->settings.inPlace) return true;
  task->made = comp_makeShape(c, task->e, &task->arena, &task->mesh.data, &task->fault);
  return !task->fault.noMemory;
}

// ---- the pass

static int bySize(int a, int b, const void* context) {
  Task* const* task = context;
  const size_t x = task[a]->blob.size, y = task[b]->blob.size;
  return (x < y) - (x > y);
}

// largest file first, for load balancing between threads
static bool orderTasks(comp_Compile* c, Task** task, int ntask) {
  int* order = comp_alloc(c, ntask, sizeof *order);
  int* scratch = comp_alloc(c, ntask, sizeof *scratch);
  Task** given = comp_alloc(c, ntask, sizeof *given);
  if (c->diag->failed) return false;
  for (int i = 0; i < ntask; i++) order[i] = i, given[i] = task[i];
  comp_sort(order, ntask, scratch, bySize, given);
  for (int i = 0; i < ntask; i++) task[i] = given[order[i]];
  return true;
}

// Opens files until they and the lists contain enough to make threads worth their start. Returns
// whether they do, and the number of tasks visited
static bool isMuch(Task** task, int ntask, int* n) {
  size_t bytes = 0;
  for (*n = 0; *n < ntask && bytes < MANY_BYTES; ++*n) {
    const Task* one = task[*n];
    openFile(task, *n, 0);
    if (one->opened) bytes += one->blob.size;
    for (int i = 0; i < NLIST; i++) bytes += bytesOf(listOf(SPEC_DATA(mjsMesh, one->e), i));
    if (one->settings.pieces || one->settings.field || one->made) bytes = MANY_BYTES;
  }
  return bytes >= MANY_BYTES;
}

static bool runTasks(comp_Compile* c, Task** task, int ntask) {
  int opened;
  pool_Pool* pool = isMuch(task, ntask, &opened) ? comp_makePool(c, ntask) : NULL;
  pool_run(pool, openFile, task + opened, ntask - opened);
  const bool ok = orderTasks(c, task, ntask);
  if (ok) pool_run(pool, runTask, task, ntask);
  pool_free(pool);
  return ok;
}

static bool reportTask(comp_Compile* c, const Task* task) {
  for (int i = 0; i < mjNCTIMER; i++) c->spec->timer[i] += task->mesh.seconds[i];
  if (task->fault.noMemory) diag_noMemory(c->diag);
  if (*task->fault.text) comp_error(c, task->e, "%s", task->fault.text);
  if (task->fault.noMemory || *task->fault.text) return false;
  comp_warnMesh(c, task->e, &task->mesh, text_get(&task->found));
  return true;
}

void comp_freeMeshes(comp_Compile* c) {
  const struct comp_Meshes* meshes = c->meshes;
  for (int i = 0; meshes && i < meshes->ntask; i++) {
    arena_free(&meshes->task[i].arena);
    cache_release(meshes->task[i].cached);
    text_free(&meshes->task[i].path);
    text_free(&meshes->task[i].found);
    if (meshes->task[i].opened) vfs_close(&meshes->task[i].blob);
  }
  for (int i = 0; meshes && i < meshes->npiece; i++) arena_free(&meshes->piece[i].arena);
}

// allocates everything that the pass requires
static bool openMeshes(comp_Compile* c, int n) {
  struct comp_Meshes* meshes = c->meshes = comp_alloc(c, 1, sizeof *meshes);
  if (!meshes) return false;
  meshes->mesh = comp_alloc(c, n, sizeof *meshes->mesh);
  meshes->task = comp_alloc(c, n, sizeof *meshes->task);
  return !c->diag->failed;
}

bool comp_prepareMeshes(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_MESH];
  size_t slots = 16;
  while (slots < 2 * (size_t)list->n) slots *= 2;
  Task** run = comp_alloc(c, list->n, sizeof *run);
  Task** slot = comp_alloc(c, (int)slots, sizeof *slot);
  mjtByte* used = comp_alloc(c, list->n, 1);
  if (c->diag->failed || !openMeshes(c, list->n)) return false;
  Mesh* mesh = c->meshes->mesh;
  const int before = c->diag->nerror;
  for (int i = 0; i < list->n; i++) {
    if (!checkMesh(c, list->item[i]) && !comp_resume(c)) return false;
  }
  if (!diag_settleFrom(c->diag, before)) return false;
  markUses(c, mesh, used);
  int nrun = 0;
  for (int i = 0; i < list->n; i++) {
    if (c->spec->pub.compiler.discardvisual && !used[i]) continue;
    Task* task = &c->meshes->task[c->meshes->ntask++];
    if (!openTask(c, list->item[i], &mesh[i], task)) return false;
    if (!makeShape(c, task)) return false;
    Task* same = task->made ? NULL : findSame(slot, slots - 1, task);
    mesh[i].task = same ? same : task;
    if (same) same->settings.hull = same->settings.hull || mesh[i].hull;
    if (same) same->settings.field = same->settings.field || mesh[i].field;
    if (!same) run[nrun++] = task;
  }
  ASSERT(nrun <= c->meshes->ntask && c->meshes->ntask <= list->n);
  if (!runTasks(c, run, nrun)) return false;
  for (int i = 0; i < c->meshes->ntask; i++) {
    if (!reportTask(c, &c->meshes->task[i]) && !comp_resume(c)) return false;
  }
  return true;
}

const mesh_Mesh* comp_mesh(const comp_Compile* c, int id) {
  ASSERT(id >= 0 && id < c->list[mjOBJ_MESH].n);
  ASSERT(c->meshes->mesh[id].task);  // meshes that a geom refers to are kept
  return &c->meshes->mesh[id].task->mesh;
}

// ---- pieces

typedef struct {
  const comp_Compile* c;
  const comp_Piece* piece;
} Pieces;

// computes a piece from its corners, which are in the frame of the whole mesh
static void runPiece(void* context, int i, int worker) {
  (void)worker;
  const Pieces* all = context;
  const comp_Piece* piece = &all->piece[i];
  const Task* whole = all->c->meshes->mesh[piece->mesh].task;
  Task* task = &all->c->meshes->piece[i];
  const pieces_Pieces* pieces = &whole->mesh.pieces;
  const double* x = pieces->x + 3 * (size_t)pieces->adr[piece->number];
  mesh_Data* data = &task->mesh.data;
  data->nvert = pieces->num[piece->number];
  data->vert = arena_raw(&task->arena, (size_t)data->nvert, 3 * sizeof *data->vert);
  if (!data->vert) {
    mesh_noMemory(&task->fault);
    return;
  }
  for (int k = 0; k < 3 * data->nvert; k++) data->vert[k] = (float)x[k];
  mesh_Fault fault = {0};
  if (mesh_process(&task->settings, &task->arena, &task->mesh, &fault)) return;
  if (fault.noMemory) mesh_noMemory(&task->fault);
  mesh_fail(&task->fault, "decompose: piece %d: %s; a larger concavity or fewer pieces may help",
            piece->number, fault.text);
}

bool comp_addMeshes(comp_Compile* c, const comp_Piece* piece, int n) {
  spec_List* list = &c->list[mjOBJ_MESH];
  struct comp_Meshes* meshes = c->meshes;
  const int before = list->n;
  Mesh* mesh = comp_alloc(c, before + n, sizeof *mesh);
  spec_Element** item = comp_alloc(c, before + n, sizeof *item);
  meshes->piece = comp_alloc(c, n, sizeof *meshes->piece);
  if (!mesh || !item || !meshes->piece) return false;
  memcpy(mesh, meshes->mesh, (size_t)before * sizeof *mesh);
  memcpy(item, list->item, (size_t)before * sizeof *item);
  for (int i = 0; i < n; i++) {
    Task* task = &meshes->piece[i];
    const mesh_Settings* whole = &meshes->mesh[piece[i].mesh].task->settings;
    *task = (Task){.e = piece[i].e, .arena = arena_make(0), .mesh.hole = {.edge = {-1, -1}}};
    task->settings = (mesh_Settings){.refquat = {1, 0, 0, 0},
                                     .scale = {1, 1, 1},
                                     .inertia = mjMESH_INERTIA_CONVEX,
                                     .maxhullvert = whole->maxhullvert,
                                     .hull = true};
    mesh[before + i] = (Mesh){.task = task, .hull = true};
    item[before + i] = piece[i].e;
    piece[i].e->id = before + i;
  }
  meshes->npiece = n;
  meshes->mesh = mesh;
  *list = (spec_List){.item = item, .n = before + n, .capacity = before + n};
  pool_Pool* pool = comp_makePool(c, n);
  pool_run(pool, runPiece, &(Pieces){c, piece}, n);
  pool_free(pool);
  for (int i = 0; i < n; i++) {
    if (!reportTask(c, &meshes->piece[i]) && !comp_resume(c)) return false;
  }
  return true;
}

// ---- sizes

// with discardvisual, keeps only meshes that a geom or a sensor still refers to
static void dropUnused(comp_Compile* c) {
  const spec_List* sensors = &c->list[mjOBJ_SENSOR];
  spec_List* list = &c->list[mjOBJ_MESH];
  for (int i = 0; i < list->n; i++) list->item[i]->id = -1;
  for (int i = 0; i < c->size.ngeom; i++) {
    if (c->geom[i].mesh) list->item[c->geom[i].data]->id = 0;
  }
  for (int i = 0; i < sensors->n; i++) {
    spec_Element* mesh = tactileMesh(c, sensors->item[i]);
    if (mesh) mesh->id = 0;
  }
  int n = 0;
  int* moved = comp_alloc(c, list->n, sizeof *moved);
  if (!moved) return;
  for (int i = 0; i < list->n; i++) {
    if (list->item[i]->id < 0) continue;
    list->item[n] = list->item[i];
    c->meshes->mesh[n] = c->meshes->mesh[i];
    list->item[n]->id = moved[i] = n;
    n++;
  }
  list->n = n;
  for (int i = 0; i < c->size.ngeom; i++) {
    if (c->geom[i].mesh) c->geom[i].data = moved[c->geom[i].data];
  }
}

// does the model contain the convex hull?
static bool showsHull(const Mesh* mesh) {
  const Task* task = mesh->task;
  return mesh->hull || task->mesh.hullFaces || task->settings.inertia == mjMESH_INERTIA_CONVEX;
}

bool comp_sizeMeshes(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_MESH];
  if (c->spec->pub.compiler.discardvisual) dropUnused(c);
  if (c->diag->failed) return false;
  mjModel* size = &c->size;
  size->nmesh = list->n;
  for (int i = 0; i < list->n; i++) {
    const mesh_Mesh* mesh = comp_mesh(c, i);
    const mesh_Data* data = &mesh->data;
    size->nmeshvert += data->nvert;
    size->nmeshnormal += data->nnormal;
    size->nmeshtexcoord += data->ntexcoord;
    size->nmeshface += data->nface;
    c->meshes->nbvh += mesh->tree.nnode;
    if (c->meshes->mesh[i].field) size->noct += mesh->oct.ncell;
    if (!showsHull(&c->meshes->mesh[i])) continue;
    size->nmeshgraph += mesh->hull.ngraph;
    size->nmeshpoly += mesh->poly.npoly;
    size->nmeshpolyvert += mesh->poly.npolyvert;
    size->nmeshpolymap += mesh->poly.npolymap;
    if (mesh->poly.mostvert > size->npolygonmax) size->npolygonmax = mesh->poly.mostvert;
    if (mesh->poly.mostmap > size->nmeshdegmax) size->nmeshdegmax = mesh->poly.mostmap;
  }
  size->nbvh += c->meshes->nbvh;
  size->nbvhstatic += c->meshes->nbvh;
  return true;
}

// ---- arrays

// start of the next mesh in each array
typedef struct {
  int vert, normal, texcoord, face, graph, poly, polyvert, polymap, bvh, oct;
} Cursor;

static void copyInts(int* to, const int* from, size_t n) {
  if (n) memcpy(to, from, n * sizeof *to);
}

static void fillShape(mjModel* m, int i, const mesh_Mesh* mesh, const Cursor* at) {
  const mesh_Data* data = &mesh->data;
  const size_t nvert = (size_t)data->nvert, nnormal = (size_t)data->nnormal,
               ntexcoord = (size_t)data->ntexcoord, nface = (size_t)data->nface;
  m->mesh_vertadr[i] = at->vert;
  m->mesh_vertnum[i] = data->nvert;
  m->mesh_normaladr[i] = at->normal;
  m->mesh_normalnum[i] = data->nnormal;
  m->mesh_texcoordadr[i] = ntexcoord ? at->texcoord : -1;
  m->mesh_texcoordnum[i] = data->ntexcoord;
  m->mesh_faceadr[i] = at->face;
  m->mesh_facenum[i] = data->nface;
  memcpy(m->mesh_vert + 3 * (size_t)at->vert, data->vert, 3 * nvert * sizeof(float));
  memcpy(m->mesh_normal + 3 * (size_t)at->normal, data->normal, 3 * nnormal * sizeof(float));
  if (ntexcoord) {
    memcpy(m->mesh_texcoord + 2 * (size_t)at->texcoord, data->texcoord,
           2 * ntexcoord * sizeof(float));
    copyInts(m->mesh_facetexcoord + 3 * (size_t)at->face, data->facetexcoord, 3 * nface);
  }
  copyInts(m->mesh_face + 3 * (size_t)at->face, data->face, 3 * nface);
  copyInts(m->mesh_facenormal + 3 * (size_t)at->face, data->facenormal, 3 * nface);
}

static void fillHull(mjModel* m, int i, const mesh_Mesh* mesh, const Cursor* at) {
  const hull_Polygons* poly = &mesh->poly;
  const int first = at->vert;
  const size_t npoly = (size_t)poly->npoly, adr = (size_t)at->poly;
  m->mesh_graphadr[i] = at->graph;
  m->mesh_polynum[i] = poly->npoly;
  copyInts(m->mesh_extrema + HULL_NEXTREMA * (size_t)i, mesh->extrema, HULL_NEXTREMA);
  copyInts(m->mesh_graph + at->graph, mesh->hull.graph, (size_t)mesh->hull.ngraph);
  if (npoly) {
    memcpy(m->mesh_polynormal + 3 * adr, mesh->polynormal, 3 * npoly * sizeof(mjtNum));
    copyInts(m->mesh_polyvertnum + adr, poly->vertnum, npoly);
    copyInts(m->mesh_polyvert + at->polyvert, poly->vert, (size_t)poly->npolyvert);
    copyInts(m->mesh_polymap + at->polymap, poly->map, (size_t)poly->npolymap);
  }
  for (size_t k = 0; k < npoly; k++) m->mesh_polyvertadr[adr + k] = at->polyvert + poly->vertadr[k];
  copyInts(m->mesh_polymapnum + first, poly->mapnum, (size_t)mesh->data.nvert);
  for (int k = 0; k < mesh->data.nvert; k++)
    m->mesh_polymapadr[first + k] = at->polymap + poly->mapadr[k];
}

static void fillTree(mjModel* m, int i, const hull_Tree* tree, const Cursor* at) {
  const size_t n = (size_t)tree->nnode, adr = (size_t)at->bvh;
  m->mesh_bvhadr[i] = n ? at->bvh : -1;
  m->mesh_bvhnum[i] = tree->nnode;
  if (!n) return;
  copyInts(m->bvh_depth + adr, tree->depth, n);
  copyInts(m->bvh_nodeid + adr, tree->nodeid, n);
  copyInts(m->bvh_child + 2 * adr, tree->child, 2 * n);
  memcpy(m->bvh_aabb + 6 * adr, tree->aabb, 6 * n * sizeof(mjtNum));
}

static void fillOctree(mjModel* m, int i, const oct_Tree* oct, const Cursor* at) {
  const size_t n = (size_t)oct->ncell, adr = (size_t)at->oct;
  m->mesh_octadr[i] = at->oct;
  m->mesh_octnum[i] = oct->ncell;
  copyInts(m->oct_depth + adr, oct->depth, n);
  copyInts(m->oct_child + OCT_NCHILD * adr, oct->child, OCT_NCHILD * n);
  memcpy(m->oct_aabb + 6 * adr, oct->aabb, 6 * n * sizeof(mjtNum));
  memcpy(m->oct_coeff + OCT_NCHILD * adr, oct->coeff, OCT_NCHILD * n * sizeof(mjtNum));
}

static void advance(Cursor* at, const Mesh* asked) {
  const mesh_Mesh* mesh = &asked->task->mesh;
  at->vert += mesh->data.nvert;
  at->normal += mesh->data.nnormal;
  at->texcoord += mesh->data.ntexcoord;
  at->face += mesh->data.nface;
  at->bvh += mesh->tree.nnode;
  if (asked->field) at->oct += mesh->oct.ncell;
  if (!showsHull(asked)) return;
  at->graph += mesh->hull.ngraph;
  at->poly += mesh->poly.npoly;
  at->polyvert += mesh->poly.npolyvert;
  at->polymap += mesh->poly.npolymap;
}

typedef struct {
  const comp_Compile* c;
  const Cursor* at;  // of each mesh
} Places;

static void fillMesh(void* context, int i, int worker) {
  (void)worker;
  const Places* places = context;
  const comp_Compile* c = places->c;
  const Cursor* at = &places->at[i];
  const mesh_Mesh* mesh = comp_mesh(c, i);
  mjModel* m = c->m;
  fillShape(m, i, mesh, at);
  m->mesh_graphadr[i] = -1;
  m->mesh_polyadr[i] = at->poly;
  m->mesh_octadr[i] = -1;
  if (showsHull(&c->meshes->mesh[i])) {
    fillHull(m, i, mesh, at);
  } else {
    for (int k = 0; k < mesh->data.nvert; k++) m->mesh_polymapadr[at->vert + k] = at->polymap;
  }
  fillTree(m, i, &mesh->tree, at);
  if (c->meshes->mesh[i].field) fillOctree(m, i, &mesh->oct, at);
  memcpy(m->mesh_scale + 3 * i, c->meshes->mesh[i].task->settings.scale, 3 * sizeof(mjtNum));
  memcpy(m->mesh_pos + 3 * i, mesh->pos, sizeof mesh->pos);
  memcpy(m->mesh_quat + 4 * i, mesh->quat, sizeof mesh->quat);
}

bool comp_fillMeshes(comp_Compile* c) {
  const mjModel* m = c->m;
  const int n = (int)m->nmesh;
  Cursor at = {.bvh = (int)(m->nbvhstatic - c->meshes->nbvh)};
  Cursor* place = comp_alloc(c, n, sizeof *place);
  if (!place) return false;
  for (int i = 0; i < n; i++) {
    place[i] = at;
    advance(&at, &c->meshes->mesh[i]);
  }
  ASSERT(at.vert == m->nmeshvert && at.normal == m->nmeshnormal);
  ASSERT(at.face == m->nmeshface && at.texcoord == m->nmeshtexcoord);
  ASSERT(at.graph == m->nmeshgraph && at.poly == m->nmeshpoly);
  ASSERT(at.polyvert == m->nmeshpolyvert && at.polymap == m->nmeshpolymap);
  ASSERT(at.bvh == m->nbvhstatic && at.oct == m->noct);
  pool_Pool* pool = m->nmeshface > MANY_FACES ? comp_makePool(c, n) : NULL;
  pool_run(pool, fillMesh, &(Places){c, place}, n);
  pool_free(pool);
  return true;
}
