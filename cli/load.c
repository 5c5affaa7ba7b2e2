// Loading a model for a command: MJCF, or a binary model by its extension. Warnings go to stderr.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "commands.h"
#include "io/binary_model.h"

static mjModel* loadBinary(const char* path) {
  char message[BINARY_MESSAGE] = "";
  char* data = NULL;
  size_t size = 0;
  const file_Status status = file_read(path, PTRDIFF_MAX, &data, &size);
  mjModel* m = status == FILE_OK ? binary_read(data, size, message) : NULL;
  if (!m)
    fprintf(stderr, "sinew: %s: %s\n", path, status == FILE_OK ? message : file_statusText(status));
  mem_free(data);
  return m;
}

bool cli_isBinary(const char* path) { return !strcmp(path_extension(path), BINARY_EXTENSION); }

mjModel* cli_load(const char* path) {
  if (cli_isBinary(path)) return loadBinary(path);
  char error[20000] = "";  // for all errors of a file
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fprintf(stderr, "sinew: %s\n", error);
  return m;
}
