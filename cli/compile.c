// sinew compile MODEL OUT: compiles a model and saves it as one file, as MJCF in canonical form or
// in the binary format.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "commands.h"
#include "io/binary_model.h"

static bool writeBinary(const mjModel* m, const char* path) {
  const size_t size = (size_t)mj_sizeModel(m);
  void* data = mem_alloc(size);
  if (data) binary_write(m, data);
  const bool ok = data && file_write(path, data, size);
  if (!ok) {
    fprintf(stderr, "sinew: cannot write '%s': %s\n", path,
            data ? strerror(errno) : "out of memory");
  }
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
  if (!ok) fprintf(stderr, "sinew: cannot write XML: %s\n", error);
  return ok;
}

static int compile(const option_Line* line) {
  const char *in = line->argument[0], *out = line->argument[1];
  const bool xml = !strcmp(path_extension(out), ".xml");
  if (!xml && !cli_isBinary(out)) {
    return option_error(line->command, "'%s' must end in .xml or .snb", out);
  }
  const double start = clock_seconds();
  mjModel* m = cli_load(line);
  if (!m) return CLI_FAILED;
  const bool ok = xml ? writeXML(in, out) : writeBinary(m, out);
  if (ok)
    printf("%s: %d bodies, %d dofs, in %.1f ms\n", out, (int)m->nbody, (int)m->nv,
           1e3 * (clock_seconds() - start));
  mj_deleteModel(m);
  mj_freeLastXML();
  return ok ? CLI_OK : CLI_FAILED;
}

static const char* const example[] = {
    "sinew compile models/humanoid.xml humanoid.snb",
    "sinew compile models/humanoid.xml flat.xml",
    "sinew compile robot.urdf robot.xml",
};

const cli_Command cli_compileCommand = {
    .name = "compile",
    .argument = {{"MODEL", false}, {"OUT", false}},
    .purpose = "convert a model to one self-contained file: .xml or binary (.snb)",
    .about = "Writes a model to a single file. OUT.xml is MJCF with everything that the model "
             "includes, attaches and replicates, and loads as the same model. OUT.snb is "
             "binary: it loads fast, gives bitwise identical results and needs no other files.",
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = compile,
};
