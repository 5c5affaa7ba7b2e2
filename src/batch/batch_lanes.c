// Run-time dispatch: chooses the SIMD lane width by the features of the CPU, and has the field
// index that all widths share.
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

// ---- lane widths

#define DECLARE(width, suffix) extern const batch_Lanes batch_lanes_##suffix;
CPU_VARIANTS(DECLARE)
#undef DECLARE

const batch_Lanes* batch_lanes(int most) {
#define ADDRESS(width, suffix) &batch_lanes_##suffix,
  static const batch_Lanes* const table[] = {CPU_VARIANTS(ADDRESS) NULL};
#undef ADDRESS
  const int bound = cpu_lanes() < most ? cpu_lanes() : most;
  const batch_Lanes* widest = NULL;
  for (int i = 0; table[i] && table[i]->width <= bound; i++) widest = table[i];
  return widest;
}
