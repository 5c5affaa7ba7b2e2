// Loads a binary model (.snb) from a virtual file or from disk: mj_loadModel, binary_load.
#include <stdint.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/text.h"
#include "io/binary_model.h"
#include "io/vfs.h"

mjModel* binary_load(const char* filename, const mjVFS* vfs, const file_Roots* roots,
                     char message[BINARY_MESSAGE]) {
  vfs_Blob blob;
  mjModel* m = NULL;
  const file_Rules rules = {.limit = PTRDIFF_MAX, .anyKind = true, .roots = roots};
  const file_Status status = vfs_open(vfs, filename, &rules, &blob);
  if (status == FILE_OK) {
    if (binary_isMJB(filename, blob.data, blob.size)) {
      text_copy(message, binary_adviceMJB, BINARY_MESSAGE);
    } else {
      m = binary_read(blob.data, blob.size, message);
    }
    vfs_close(&blob);
  } else {
    text_copy(message, file_statusText(status), BINARY_MESSAGE);
  }
  return m;
}

mjModel* mj_loadModel(const char* filename, const mjVFS* vfs) {
  ARGS_NEED_OR(NULL, filename);
  char message[BINARY_MESSAGE] = "";
  mjModel* m = binary_load(filename, vfs, NULL, message);
  if (!m) mju_warning("mj_loadModel: '%s': %s", filename, message);
  return m;
}
