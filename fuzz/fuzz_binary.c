// A saved model with some of its bytes changed -> model -> steps. What is fuzzed is not the file
// but edits of it: the file is made here from a small model, so that it is always of this version's
// layout, and sealed again after the edits, so that they get past the checksum. The first byte
// chooses the model (beyond them: the rest is the file as it is); each further 8 bytes are an edit:
// offset (3), kind (1), value (4).
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/binary_model.h"

enum { EDIT = 8 };

static const char* const source[] = {
    "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='a' pos='0 0 1'><joint "
    "name='j' range='-1 1' limited='true'/><geom size='.1'/><site name='s'/><body pos='.3 0 0'>"
    "<joint type='ball'/><geom type='capsule' size='.1 .2'/><site "
    "name='t'/></body></body></worldbody>"
    "<tendon><spatial><site site='s'/><site site='t'/></spatial></tendon><actuator><position "
    "joint='j' kp='2'/><general site='t' gear='1 0 0 0 0 0' dyntype='filter' "
    "dynprm='1'/></actuator>"
    "<sensor><accelerometer site='t'/><jointpos joint='j'/><touch site='s'/></sensor><equality>"
    "<connect body1='a' anchor='0 0 0'/></equality><keyframe><key qpos='.1 1 0 0 0'/></keyframe>"
    "</mujoco>",
    "<mujoco><asset><texture name='x' type='2d' builtin='flat' rgb1='1 1 1' width='2' height='2'/>"
    "<material name='x' texture='x'/><hfield name='h' nrow='2' ncol='3' size='1 1 1 1'/><mesh "
    "name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><geom type='hfield' "
    "hfield='h' material='x'/><body pos='0 0 .1'><freejoint/><geom type='mesh' mesh='m'/></body>"
    "<body pos='.2 0 .1'><freejoint/><geom type='mesh' mesh='m'/></body><camera name='c'/><light/>"
    "</worldbody><custom><numeric name='n' data='1 2'/><text name='w' data='hello'/></custom>"
    "</mujoco>"};
enum { NSOURCE = sizeof source / sizeof *source };

static void loadAndStep(const void* file, size_t size) {
  mju_setLogHandler(fuzz_ignoreMessage);
  fuzz_stepAndDelete(mj_loadModelBuffer(file, (int)size));
  mju_setLogHandler(NULL);
}

// the kinds of edit: a byte, an integer, a small integer, a double from a table
static void edit(uint8_t* file, size_t size, const uint8_t* e) {
  static const double number[] = {0, -1, 1e300, -1e300, 1e-310, 1e10, INFINITY, NAN};
  size_t at = (size_t)e[0] | (size_t)e[1] << 8 | (size_t)e[2] << 16;
  int32_t value;
  memcpy(&value, e + 4, sizeof value);
  if (e[3] % 4 == 0) {
    file[at % size] = e[4];
    return;
  }
  at = at % (size / 8) * 8 + (e[3] & 64 && e[3] % 4 < 3 ? 4 : 0);
  if (at + 8 > size) return;
  if (e[3] % 4 == 2) value %= 16;
  if (e[3] % 4 < 3) memcpy(file + at, &value, sizeof value);
  if (e[3] % 4 == 3) memcpy(file + at, &number[e[4] % 8], sizeof *number);
}

// the file of a model, made once
static const uint8_t* baseFile(int i, size_t* size) {
  static uint8_t* base[NSOURCE];
  static size_t length[NSOURCE];
  if (!base[i]) {
    char error[300];
    mjModel* m = sn_loadXMLString(source[i], error, sizeof error);
    mj_freeLastXML();
    length[i] = m ? (size_t)mj_sizeModel(m) : 0;
    base[i] = m ? malloc(length[i]) : NULL;
    if (base[i]) mj_saveModel(m, NULL, base[i], (int)length[i]);
    mj_deleteModel(m);
  }
  *size = length[i];
  return base[i];
}

int fuzz_binary(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  if (data[0] >= NSOURCE) {
    loadAndStep(data + 1, size - 1);
    return 0;
  }
  size_t length;
  const uint8_t* base = baseFile(data[0], &length);
  uint8_t* file = base ? malloc(length) : NULL;
  if (file) {
    memcpy(file, base, length);
    for (size_t i = 1; i + EDIT <= size; i += EDIT) edit(file, length, data + i);
    binary_seal(file, length);
    loadAndStep(file, length);
  }
  free(file);
  return base ? 0 : 1;  // 1: the model above is at fault
}
