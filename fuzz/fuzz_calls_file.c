// Files in memory: models saved in binary, damaged and loaded again, and a virtual file system from
// which models and meshes are loaded.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "io/binary_model.h"

// ---- binary models

// some bytes changed, and sealed again so that the change gets past the checksum
static void damage(calls_Player* p, uint8_t* file, size_t size) {
  const int n = calls_byte(p) % 4;
  for (int i = 0; i < n && size >= 16; i++) {
    const size_t at = ((size_t)calls_word(p) * 7 + (size_t)calls_byte(p)) % (size - 8) & ~(size_t)3;
    const int kind = calls_byte(p) % 3, whole = calls_id(p, 16);
    const mjtNum real = calls_number(p);
    if (kind == 0) file[at] = (uint8_t)whole;
    if (kind == 1) memcpy(file + at, &whole, sizeof whole);
    if (kind == 2) memcpy(file + (at & ~(size_t)7), &real, sizeof real);
  }
  if (n) binary_seal(file, size);
}

// the model in place of the one that was saved; it may be refused
void calls_binary(calls_Player* p) {
  const size_t size = (size_t)mj_sizeModel(p->m);
  uint8_t* file = malloc(size);
  if (!file) return;
  mj_saveModel(p->m, NULL, file, (int)size - calls_byte(p) % 2);
  mj_saveModel(p->m, NULL, file, (int)size);
  damage(p, file, size);
  const int cut = calls_byte(p);
  mj_addBufferVFS(&p->vfs, "model.snb", file, (int)size);
  mjModel* m = mj_loadModelBuffer(file, (int)size - (cut < 16 ? cut : 0));
  mj_deleteModel(mj_loadModel("model.snb", &p->vfs));
  mj_deleteFileVFS(&p->vfs, "model.snb");
  free(file);
  calls_takeModel(p, m);
}

// ---- virtual files

// vertices that are no plane, then anything
static int meshText(calls_Player* p, char* text, int size) {
  static const char start[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  int n = (int)sizeof start - 1;
  memcpy(text, start, (size_t)n);
  for (int left = calls_byte(p) % 32; left > 0 && n < size; left--) text[n++] = (char)calls_byte(p);
  return n;
}

void calls_vfs(calls_Player* p) {
  char text[200];
  const char* name = calls_name(p);
  const int kind = calls_byte(p) % 6, n = meshText(p, text, sizeof text);
  const int size = calls_id(p, n);  // no more than there is
  if (kind == 0) mj_addBufferVFS(&p->vfs, name, text, size < n ? size : n);
  if (kind == 1) mj_addBufferVFS(&p->vfs, "m.obj", text, n);
  if (kind == 2) mj_deleteFileVFS(&p->vfs, name);
  if (kind == 3) mj_containsBufferVFS(&p->vfs, name);
  if (kind == 4) mj_addFileVFS(&p->vfs, name, calls_name(p));
  if (kind == 5) {
    mj_deleteVFS(&p->vfs);
    mj_defaultVFS(&p->vfs);
  }
}

// a model of the table with one of its bytes changed, and the spec that it leaves
void calls_loadFile(calls_Player* p) {
  char error[300];
  const char* source = calls_sourceText(calls_byte(p));
  const size_t n = strlen(source);
  char* text = malloc(n + 1);
  if (!text) return;
  memcpy(text, source, n + 1);
  const int changes = calls_byte(p) % 3;
  for (int i = 0; i < changes; i++) text[(size_t)calls_word(p) % n] = (char)calls_byte(p);
  mj_addBufferVFS(&p->vfs, "model.xml", text, (int)n);
  free(text);
  mjModel* m = mj_loadXML("model.xml", &p->vfs, error, sizeof error);
  mj_deleteFileVFS(&p->vfs, "model.xml");
  mj_saveLastXML("/dev/null", calls_byte(p) % 2 ? p->m : m, error, sizeof error);
  calls_takeModel(p, m);
}
