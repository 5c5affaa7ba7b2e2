// A zip archive with a model in it. Checksums of entries stay as they are: what is unpacked is text
// and meshes, which have targets of their own.
#include "fuzz.h"

int fuzz_zip(const uint8_t* data, size_t size) {
  char error[300];
  mjVFS vfs;
  mjModel* m = NULL;
  mju_setLogHandler(fuzz_ignoreMessage);
  mj_defaultVFS(&vfs);
  if (!mj_addBufferVFS(&vfs, "a.zip", data, (int)size))
    m = mj_loadXML("a.zip", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  mj_freeLastXML();
  fuzz_stepAndDelete(m);
  mju_setLogHandler(NULL);
  return 0;
}
