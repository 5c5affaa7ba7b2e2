// What JavaScript needs beside the API: models from files in memory, what went wrong, structs that have no
// function to make them.
#include <sinew/sinew.h>

#include <emscripten.h>
#include <stddef.h>

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

// many steps in one call
EMSCRIPTEN_KEEPALIVE void web_steps(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) mj_step(m, d);
}

// 1: an error was kept, 2: a warning, 3: both
EMSCRIPTEN_KEEPALIVE int web_trouble(void) {
  return (sn_lastError() ? 1 : 0) | (sn_lastWarning() ? 2 : 0);
}
