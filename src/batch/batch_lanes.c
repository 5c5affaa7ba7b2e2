// The choice among the widths of lanes, and what all of them have.
#include "batch/batch_lanes.h"

#include <string.h>

#include "base/cpu.h"

// ---- fields

static const char* const names[] = {
#define SLOT_LANE(name) #name,
#define SLOT_SINGLE(name)
#define SLOT_PRIVATE(name)
#define FIELD(name, part, stage, world, ...) SLOT_##world(name)
#include "model/data_fields.def"
#undef FIELD
    "time"};

int batch_slot(const char* name) {
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
    if (!strcmp(names[i], name)) return i;
  }
  return -1;
}

// ---- widths

#if defined(__x86_64__)

extern const batch_Lanes batch_lanes_w4_avx2, batch_lanes_w8_avx512;

const batch_Lanes* batch_lanes(int most) {
  const int width = cpu_lanes() < most ? cpu_lanes() : most;
  if (width >= 8) return &batch_lanes_w8_avx512;
  return width >= 4 ? &batch_lanes_w4_avx2 : NULL;
}

#else

const batch_Lanes* batch_lanes(int most) {
  (void)most;
  return NULL;
}

#endif
