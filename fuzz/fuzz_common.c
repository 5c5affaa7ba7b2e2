// What the targets share: loading from memory and a short simulation of what was loaded.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

// steps cost more with size, and a fuzzer lives from many short runs
enum {
  MOST_BYTES = 4 << 20,
  MOST_ARENA = 1 << 19,
  MOST_DOFS = 60,
  MOST_GEOMS = 60,
  NSTEP = 4,
  MOST_TEXT = 1 << 16
};

fuzz_Counts fuzz_counts;

void fuzz_ignoreMessage(const mjLogMessage* msg) { (void)msg; }

bool fuzz_isSmall(const mjModel* m) {
  return m->nbuffer < MOST_BYTES && m->nv <= MOST_DOFS && m->ngeom <= MOST_GEOMS &&
         m->nsensordata < 1000;
}

// a scene with everything that can be shown
static void show(const mjModel* m, mjData* d) {
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, 1000);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultPerturb(&pert);
  memset(opt.flags, 1, sizeof opt.flags);
  for (int i = 0; i < mjNLABEL; i++) {
    opt.label = i;
    opt.frame = i % mjNFRAME;
    pert.select = i;
    pert.active = i % 4;
    mjv_updateScene(m, d, &opt, &pert, &cam, mjCAT_ALL, &scn);
  }
  mjv_freeScene(&scn);
}

void fuzz_stepAndDelete(mjModel* m) {
  if (!m) return;
  fuzz_counts.models++;
  mju_setLogHandler(fuzz_ignoreMessage);
  if (m->narena > MOST_ARENA) m->narena = MOST_ARENA;  // a large one is slow to make
  mjData* d = fuzz_isSmall(m) ? mj_makeData(m) : NULL;
  if (d) {
    // the cost of a step is in these, and any value is legal
    m->opt.iterations = m->opt.iterations > 5 ? 5 : m->opt.iterations;
    m->opt.noslip_iterations = m->opt.noslip_iterations > 2 ? 2 : m->opt.noslip_iterations;
    m->opt.ccd_iterations = m->opt.ccd_iterations > 20 ? 20 : m->opt.ccd_iterations;
    if (m->nkey > 0) mj_resetDataKeyframe(m, d, 0);
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.5;
    for (int i = 0; i < NSTEP; i++, fuzz_counts.steps++) mj_step(m, d);
    show(m, d);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  mju_setLogHandler(NULL);
}

void fuzz_loadText(const uint8_t* data, size_t size, const mjVFS* vfs) {
  static char written[MOST_TEXT];
  char error[300];
  char* text = malloc(size + 1);
  if (!text) return;
  if (size) memcpy(text, data, size);
  text[size] = 0;
  mju_setLogHandler(fuzz_ignoreMessage);
  mjSpec* spec = mj_parseXMLString(text, vfs, error, sizeof error);
  free(text);
  fuzz_counts.texts++;
  mjModel* m = spec ? mj_compile(spec, vfs) : NULL;
  if (m && fuzz_isSmall(m)) mj_saveXMLString(spec, written, sizeof written, error, sizeof error);
  mj_deleteSpec(spec);
  fuzz_stepAndDelete(m);
  mju_setLogHandler(NULL);
}

void fuzz_loadWithFile(const char* xml, const char* name, const void* data, size_t size) {
  char error[300];
  mjVFS vfs;
  mju_setLogHandler(fuzz_ignoreMessage);
  mj_defaultVFS(&vfs);
  mjModel* m = NULL;
  if (!mj_addBufferVFS(&vfs, "model.xml", xml, (int)strlen(xml)) &&
      !mj_addBufferVFS(&vfs, name, data, (int)size)) {
    m = mj_loadXML("model.xml", &vfs, error, sizeof error);
  }
  mj_deleteVFS(&vfs);
  mj_freeLastXML();
  fuzz_stepAndDelete(m);
  mju_setLogHandler(NULL);
}
