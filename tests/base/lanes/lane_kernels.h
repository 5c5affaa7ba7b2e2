// The kernels of the lane tests, as one table per variant (width, instruction set). A kernel is a
// function of one world: nin numbers -> nout numbers. All variants must give every world the same
// bits, whatever the other lanes hold.
#ifndef SINEW_TESTS_LANES_LANE_KERNELS_H_
#define SINEW_TESTS_LANES_LANE_KERNELS_H_

enum { laneWorlds = 8, laneMaxIn = 24, laneMaxOut = 16 };

typedef struct {
  const char* name;
  int nin, nout;
} LaneKernel;

typedef struct {
  const char* name;  // the suffix
  int width, count;
  const LaneKernel* (*kernel)(int k);
  // n items of 8 worlds: in (n x nin x 8) -> out (n x nout x 8)
  void (*run)(int k, int n, const double* in, double* out);
} LaneVariant;

// those that no library has are for any machine
extern const LaneVariant lane_table_w1, lane_table_w4_base, lane_table_w8_base;
extern const LaneVariant lane_table_w2, lane_table_w4_avx2, lane_table_w8_avx512;

#endif
