// Prints the hash of every kernel for one variant (LANE_TABLE) in the
// form of lane_golden.h. LANE_TABLE_NEEDS is the width of lanes that the CPU must have (1: any
// CPU); exit code 77: it has not.
#include <inttypes.h>
#include <stdio.h>

#include "base/cpu.h"
#include "lane_inputs.h"

enum { cannotRun = 77 };

int main(void) {
  const LaneVariant* v = &LANE_TABLE;
  if (LANE_TABLE_NEEDS > 1 && !cpu_hasLanes(LANE_TABLE_NEEDS)) return cannotRun;
  static double in[laneItems * laneMaxIn * laneWorlds], out[laneItems * laneMaxOut * laneWorlds];
  for (int k = 0; k < v->count; k++) {
    const LaneKernel* kernel = v->kernel(k);
    lane_fill(kernel, in);
    v->run(k, laneItems, in, out);
    const uint64_t hash = lane_hash(out, laneItems * kernel->nout * laneWorlds);
    printf("{\"%s\", 0x%016" PRIx64 "},\n", kernel->name, hash);
  }
  return 0;
}
