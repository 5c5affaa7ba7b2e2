// mj_loadModel: a binary model from a virtual file or from disk.
#include <stdint.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/text.h"
#include "io/binary_model.h"
#include "io/vfs.h"

mjModel* mj_loadModel(const char* filename, const mjVFS* vfs) {
  ARGS_NEED_OR(NULL, filename);
  char message[BINARY_MESSAGE] = "";
  vfs_Blob blob;
  mjModel* m = NULL;
  const file_Rules rules = {.limit = PTRDIFF_MAX, .anyKind = true};
  const file_Status status = vfs_open(vfs, filename, &rules, &blob);
  if (status == FILE_OK) {
    if (binary_isMJB(filename, blob.data, blob.size)) {
      text_copy(message, binary_adviceMJB, sizeof message);
    } else {
      m = binary_read(blob.data, blob.size, message);
    }
    vfs_close(&blob);
  } else {
    text_copy(message, file_statusText(status), sizeof message);
  }
  if (!m) mju_warning("mj_loadModel: '%s': %s", filename, message);
  return m;
}
