// Model loading for commands: MJCF, URDF, or a binary model by file extension, with plugin
// libraries. Warnings go to stderr.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <sinew/sinew.h>

#include "base/mem.h"
#include "base/path.h"
#include "commands.h"
#include "io/binary_model.h"
#include "xml/xml_value.h"

const option_Option* cli_loadOptionAt(int i) {
  static const option_Option option[] = {
      {"--urdf", OPTION_WORD, "READING", NULL, "standard reference",
       "how URDF is read where MuJoCo departs from the format: by the format, or as MuJoCo does "
       "(default: the environment variable SINEW_URDF, or standard)"},
      {"--plugin", OPTION_FILE, "LIBRARY", NULL, NULL,
       "plugin library to load first, or a folder of them; several with ':' between them (after "
       "those of the environment variable SINEW_PLUGIN_PATH)"},
  };
  return i < (int)(sizeof option / sizeof *option) ? &option[i] : NULL;
}

// ---- plugins

static void loadEntry(const char* path) {
  struct stat info;
  if (!stat(path, &info) && S_ISDIR(info.st_mode)) {
    mj_loadAllPluginLibraries(path, NULL);
  } else {
    mj_loadPluginLibrary(path);
  }
}

// false after a message
static bool loadList(const char* list) {
  text_Text path = {0};
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  sn_clearErrors();
  for (; list && *list && !sn_lastError(); list += *list == ':') {
    const size_t n = strcspn(list, ":");
    path.size = 0;
    text_bytes(&path, list, n);
    if (n) loadEntry(text_get(&path));
    list += n;
  }
  text_free(&path);
  sn_setErrorMode(mode);
  const char* error = sn_lastError();
  if (error) fprintf(stderr, "sinew: %s\n", error);
  return !error;
}

bool cli_loadPlugins(const option_Line* line) {
  return loadList(getenv("SINEW_PLUGIN_PATH")) && loadList(option_text(line, "--plugin"));
}

// ---- models

sn_LoadOptions cli_loadOptions(const option_Line* line) {
  sn_LoadOptions options;
  sn_defaultLoadOptions(&options);
  const char* urdf = option_text(line, "--urdf");
  if (urdf) options.urdf = strcmp(urdf, "reference") ? sn_URDF_STANDARD : sn_URDF_REFERENCE;
  return options;
}

static mjModel* loadBinary(const char* path, char* error, int size) {
  char message[BINARY_MESSAGE] = "";
  mjModel* m = binary_load(path, NULL, NULL, message);
  if (!m) text_print(error, (size_t)size, "%s: %s", path, message);
  return m;
}

bool cli_isBinary(const char* path) { return !strcmp(path_extension(path), BINARY_EXTENSION); }

mjModel* cli_load(const option_Line* line) { return cli_loadPath(line, line->argument[0]); }

mjModel* cli_loadPath(const option_Line* line, const char* path) {
  char error[CLI_ERROR_SIZE] = "";
  mjModel* m;
  if (cli_isBinary(path)) {
    m = loadBinary(path, error, sizeof error);
  } else {
    const sn_LoadOptions options = cli_loadOptions(line);
    m = sn_loadXML(path, NULL, &options, error, sizeof error);
  }
  if (!m) fprintf(stderr, "sinew: %s\n", error);
  return m;
}

const char* cli_nearestName(const mjModel* m, int type, mjtSize n, const char* word) {
  const char** names = mem_calloc((size_t)n + 1, sizeof *names);
  int count = 0;
  for (int i = 0; names && i < n; i++) {
    names[count] = mj_id2name(m, type, i);
    count += names[count] != NULL;
  }
  const char* near = names ? xml_nearest(word, names, count, sizeof *names) : NULL;
  mem_free(names);
  return near;
}
