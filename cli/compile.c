// sinew compile IN OUT: a model in one piece, as MJCF in canonical form or as a binary model.
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "commands.h"
#include "io/binary_model.h"

static const char help[] =
    "usage: sinew compile IN OUT\n\n"
    "Writes the model IN (.xml or .snb) to OUT in one piece:\n"
    "  OUT.xml  MJCF with everything that IN includes, attaches and repeats; loads as the same "
    "model\n"
    "  OUT.snb  binary: loads fast, gives the same bits, needs no other files\n\n"
    "examples:\n"
    "  sinew compile models/humanoid.xml humanoid.snb\n"
    "  sinew compile models/humanoid.xml flat.xml\n"
    "  sinew run humanoid.snb --time 5\n";

static bool writeBinary(const mjModel* m, const char* path) {
  const size_t size = (size_t)mj_sizeModel(m);
  void* data = mem_alloc(size);
  if (data) binary_write(m, data);
  const bool ok = data && file_write(path, data, size);
  if (!ok) fprintf(stderr, "sinew: cannot write '%s'\n", path);
  mem_free(data);
  return ok;
}

static bool writeXML(const char* in, const char* out) {
  char error[2000] = "";
  if (cli_isBinary(in)) {
    fprintf(stderr,
            "sinew: '%s' is binary, which cannot become XML again; compile its .xml instead\n", in);
    return false;
  }
  const bool ok = mj_saveLastXML(out, NULL, error, sizeof error);
  if (!ok) fprintf(stderr, "sinew: cannot write '%s': %s\n", out, error);
  return ok;
}

int cli_compile(int argc, char** argv) {
  if (argc == 1 && !strcmp(argv[0], "--help")) {
    printf("%s", help);
    return CLI_OK;
  }
  const bool xml = argc == 2 && !strcmp(path_extension(argv[1]), ".xml");
  if (argc != 2 || (!xml && !cli_isBinary(argv[1]))) {
    if (argc == 2) fprintf(stderr, "sinew: '%s' must end in .xml or .snb\n\n", argv[1]);
    fprintf(stderr, "%s", help);
    return CLI_USAGE;
  }
  const double start = clock_seconds();
  mjModel* m = cli_load(argv[0]);
  if (!m) return CLI_FAILED;
  const bool ok = xml ? writeXML(argv[0], argv[1]) : writeBinary(m, argv[1]);
  if (ok)
    printf("%s: %d bodies, %d dofs, in %.1f ms\n", argv[1], (int)m->nbody, (int)m->nv,
           1e3 * (clock_seconds() - start));
  mj_deleteModel(m);
  mj_freeLastXML();
  return ok ? CLI_OK : CLI_FAILED;
}
