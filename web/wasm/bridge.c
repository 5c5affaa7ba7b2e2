// What JavaScript needs beside the API: models from files in memory, what went wrong, structs that have no
// function to make them.
#include <sinew/sinew.h>

#include <emscripten.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

// JavaScript reads these structs word by word (web/package/src/structs.js)
_Static_assert(sizeof(sn_Field) == 11 * 4, "eleven words");
_Static_assert(sizeof(mjtSize) == 8, "sizes are read as 64 bits");

enum { ERROR_SIZE = 2000 };

static mjVFS files;
static char error[ERROR_SIZE];
static mjtSize shape[2];

// ---- random numbers, with which expat guards its tables

int getentropy(void* buffer, size_t size);
void arc4random_buf(void* buffer, size_t size);

void arc4random_buf(void* buffer, size_t size) {
  const size_t most = 256;  // that one call may ask for
  for (size_t done = 0; done < size; done += most) {
    getentropy((char*)buffer + done, size - done < most ? size - done : most);
  }
}

// ---- start

EMSCRIPTEN_KEEPALIVE void web_start(void) {
  mj_defaultVFS(&files);
  sn_setErrorMode(sn_ERROR_KEEP);  // JavaScript throws and warns itself
}

// ---- files

EMSCRIPTEN_KEEPALIVE int web_addFile(const char* path, const void* bytes, int size) {
  mj_deleteFileVFS(&files, path);  // a file that is written again
  return mj_addBufferVFS(&files, path, bytes, size);
}

EMSCRIPTEN_KEEPALIVE int web_removeFile(const char* path) { return mj_deleteFileVFS(&files, path); }

// ---- models

// text of the last failed load, and of warnings of the last good one
EMSCRIPTEN_KEEPALIVE const char* web_loadMessage(void) { return error; }

// a file added before: MJCF or URDF
EMSCRIPTEN_KEEPALIVE mjModel* web_loadXML(const char* path) {
  error[0] = 0;
  return mj_loadXML(path, &files, error, ERROR_SIZE);
}

// a binary model that was added as a file
EMSCRIPTEN_KEEPALIVE mjModel* web_loadBinary(const char* path) {
  error[0] = 0;
  return mj_loadModel(path, &files);
}

// ---- fields

// words of sn_Field of member i of a struct, NULL if there is none
EMSCRIPTEN_KEEPALIVE const sn_Field* web_field(int type, int i) {
  static sn_Field field;
  return sn_field(type, i, &field) ? &field : NULL;
}

// address of a member's numbers; web_rows and web_cols tell how many
EMSCRIPTEN_KEEPALIVE void* web_address(int type, int i, const mjModel* m, const mjData* d) {
  return sn_fieldAddress(type, i, m, d, &shape[0], &shape[1]);
}

EMSCRIPTEN_KEEPALIVE int web_rows(void) { return (int)shape[0]; }
EMSCRIPTEN_KEEPALIVE int web_cols(void) { return (int)shape[1]; }

// bytes of a struct that programs make themselves, 0 for other types
EMSCRIPTEN_KEEPALIVE int web_structSize(int type) {
  static const int bytes[sn_NTYPE] = {
      [sn_TYPE_OPTION] = sizeof(mjOption),     [sn_TYPE_VISUAL] = sizeof(mjVisual),
      [sn_TYPE_LROPT] = sizeof(mjLROpt),       [sn_TYPE_VIEWOPTION] = sizeof(mjvOption),
      [sn_TYPE_CAMERA] = sizeof(mjvCamera),    [sn_TYPE_PERTURB] = sizeof(mjvPerturb),
  };
  return type >= 0 && type < sn_NTYPE ? bytes[type] : 0;
}

// ---- scenes

// room for what is drawn of a model, NULL if there is no memory
EMSCRIPTEN_KEEPALIVE mjvScene* web_makeScene(const mjModel* m, int maxgeom) {
  mjvScene* scn = malloc(sizeof *scn);
  if (!scn) return NULL;
  mjv_defaultScene(scn);
  mjv_makeScene(m, scn, maxgeom);
  return scn;
}

EMSCRIPTEN_KEEPALIVE void web_freeScene(mjvScene* scn) {
  mjv_freeScene(scn);
  free(scn);
}

// numbers of a scene, in the order in which scene.js asks for them
EMSCRIPTEN_KEEPALIVE int web_sceneNumber(const mjvScene* scn, int which) {
  const int number[] = {scn->ngeom,       scn->nlight,      scn->nskin, scn->maxgeom, scn->status, scn->nflex,
                        scn->flexvertopt, scn->flexedgeopt, scn->flexskinopt};
  return number[which];
}

// geoms, lights, cameras, flags, vertices and normals of skins; vertices, edges and corners of faces of flexes
EMSCRIPTEN_KEEPALIVE const void* web_scenePart(const mjvScene* scn, int which) {
  const void* const part[] = {scn->geoms,    scn->lights,   scn->camera,   scn->flags,      scn->skinvert, scn->skinnormal,
                              scn->flexvert, scn->flexedge, scn->flexface, scn->flexnormal, scn->flextexcoord};
  return part[which];
}

// bytes of a geom, a light, a camera, of all flags
EMSCRIPTEN_KEEPALIVE int web_partSize(int which) {
  static const int bytes[] = {sizeof(mjvGeom), sizeof(mjvLight), sizeof(mjvGLCamera), mjNRNDFLAG};
  return bytes[which];
}

// adds geoms, as many as there is room for
EMSCRIPTEN_KEEPALIVE void web_addGeoms(mjvScene* scn, const mjvGeom* geom, int n) {
  for (int i = 0; i < n && scn->ngeom < scn->maxgeom; i++) scn->geoms[scn->ngeom++] = geom[i];
}

// first vertex of a skin, or how many it has; -1 if there is no such skin
EMSCRIPTEN_KEEPALIVE int web_skin(const mjvScene* scn, int i, int count) {
  if (i < 0 || i >= scn->nskin) return -1;
  return count ? scn->skinvertnum[i] : scn->skinvertadr[i];
}

// of a flex: where its vertices, edges and faces begin, and how many there are of each; -1 if there is no such flex
EMSCRIPTEN_KEEPALIVE int web_flex(const mjvScene* scn, int i, int which) {
  if (i < 0 || i >= scn->nflex) return -1;
  const int number[] = {scn->flexvertadr[i], scn->flexvertnum[i], scn->flexedgeadr[i],
                        scn->flexedgenum[i], scn->flexfaceadr[i], scn->flexfaceused[i]};
  return number[which];
}

// ---- stepping

// many steps in one call
EMSCRIPTEN_KEEPALIVE void web_steps(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) mj_step(m, d);
}

static mjtNum milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e3 * (mjtNum)t.tv_sec + 1e-6 * (mjtNum)t.tv_nsec;
}

// are the timers of mjData kept: a look at the clock is dear here
EMSCRIPTEN_KEEPALIVE void web_timers(int on) { mjcb_time = on ? milliseconds : NULL; }

// 1: an error was kept, 2: a warning, 3: both
EMSCRIPTEN_KEEPALIVE int web_trouble(void) {
  return (sn_lastError() ? 1 : 0) | (sn_lastWarning() ? 2 : 0);
}
