// Lanes: every variant that this CPU runs gives every world the same bits as the one-world build
// (NaN equal to NaN), with different kinds of numbers in neighbouring lanes, and the hash of every
// kernel is the committed one. Also the choice of the variant (base/cpu.h).
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "lanes/lane_golden.h"
#include "lanes/lane_inputs.h"

// needs: the width that the CPU must have, 1 for builds that run everywhere
static const struct {
  const LaneVariant* table;
  int needs;
} variants[] = {
#define ROW(width, suffix) {&lane_table_##suffix, width},
    {&lane_table_w1, 1}, {&lane_table_w4_base, 1}, {&lane_table_w8_base, 1}, CPU_VARIANTS(ROW)
#undef ROW
};

enum { variantCount = sizeof variants / sizeof *variants };

static double in[laneItems * laneMaxIn * laneWorlds];
static double expected[laneItems * laneMaxOut * laneWorlds];
static double out[laneItems * laneMaxOut * laneWorlds];

static int sameBits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

// number of results that differ; names the first
static int differences(const LaneVariant* v, const LaneKernel* kernel) {
  int count = 0;
  for (int i = 0; i < laneItems * kernel->nout * laneWorlds; i++) {
    if (sameBits(expected[i], out[i])) continue;
    if (count++ == 0) {
      const int world = i % laneWorlds, field = i / laneWorlds % kernel->nout;
      const int item = i / laneWorlds / kernel->nout;
      print_error("%s, %s: item %d, result %d, world %d: %a, not %a\n", v->name, kernel->name, item,
                  field, world, out[i], expected[i]);
    }
  }
  return count;
}

static void sameInAllVariants(void** unused) {
  (void)unused;
  int bad = 0, compared = 0;
  for (int k = 0; k < lane_table_w1.count; k++) {
    const LaneKernel* kernel = lane_table_w1.kernel(k);
    assert_true(kernel->nin <= laneMaxIn && kernel->nout <= laneMaxOut);
    lane_fill(kernel, in);
    lane_table_w1.run(k, laneItems, in, expected);
    for (int i = 1; i < variantCount; i++) {
      if (variants[i].needs > 1 && !cpu_hasLanes(variants[i].needs)) continue;
      assert_int_equal(variants[i].table->count, lane_table_w1.count);
      memset(out, 0, sizeof out);
      variants[i].table->run(k, laneItems, in, out);
      bad += differences(variants[i].table, kernel);
      compared++;
    }
  }
  print_message("%d kernels, %d comparisons with one world, %d differences\n", lane_table_w1.count,
                compared, bad);
  assert_int_equal(bad, 0);
}

// a lane's result may not depend on its neighbours: the worlds in another order
static void neighboursDoNotMatter(void** unused) {
  (void)unused;
  static double turned[laneItems * laneMaxIn * laneWorlds];
  static double back[laneItems * laneMaxOut * laneWorlds];
  const int shift = 3;
  for (int i = 0; i < variantCount; i++) {
    const LaneVariant* v = variants[i].table;
    if (variants[i].needs > 1 && !cpu_hasLanes(variants[i].needs)) continue;
    for (int k = 0; k < v->count; k++) {
      const LaneKernel* kernel = v->kernel(k);
      lane_fill(kernel, in);
      v->run(k, laneItems, in, expected);
      const int nin = laneItems * kernel->nin * laneWorlds;
      const int nout = laneItems * kernel->nout * laneWorlds;
      for (int j = 0; j < nin; j++) {
        turned[j / laneWorlds * laneWorlds + (j + shift) % laneWorlds] = in[j];
      }
      v->run(k, laneItems, turned, back);
      for (int j = 0; j < nout; j++) {
        out[j] = back[j / laneWorlds * laneWorlds + (j + shift) % laneWorlds];
      }
      assert_int_equal(differences(v, kernel), 0);
    }
  }
}

static void goldenHashes(void** unused) {
  (void)unused;
  const int count = sizeof laneGolden / sizeof *laneGolden;
  assert_int_equal(count, lane_table_w1.count);
  int bad = 0;
  for (int k = 0; k < count; k++) {
    const LaneKernel* kernel = lane_table_w1.kernel(k);
    assert_string_equal(kernel->name, laneGolden[k].kernel);
    lane_fill(kernel, in);
    lane_table_w1.run(k, laneItems, in, out);
    const uint64_t hash = lane_hash(out, laneItems * kernel->nout * laneWorlds);
    if (hash != laneGolden[k].hash) {
      print_error("%s: hash %016" PRIx64 ", not %016" PRIx64 "\n", kernel->name, hash,
                  laneGolden[k].hash);
      bad++;
    }
  }
  assert_int_equal(bad, 0);
}

// any and all against a loop over the lanes: the kernel answers 1 where they agree
static void anyAndAll(void** unused) {
  (void)unused;
  for (int k = 0; k < lane_table_w1.count; k++) {
    const LaneKernel* kernel = lane_table_w1.kernel(k);
    if (strcmp(kernel->name, "any_all") != 0) continue;
    lane_fill(kernel, in);
    for (int i = 0; i < variantCount; i++) {
      if (variants[i].needs > 1 && !cpu_hasLanes(variants[i].needs)) continue;
      variants[i].table->run(k, laneItems, in, out);
      for (int j = 0; j < laneItems * kernel->nout * laneWorlds; j++) assert_true(out[j] == 1);
    }
    return;
  }
  fail_msg("no kernel any_all");
}

static void choiceOfVariant(void** unused) {
  (void)unused;
  const char* old = getenv("SINEW_LANES");
  char saved[16] = "";
  if (old) strncpy(saved, old, sizeof saved - 1);
  unsetenv("SINEW_LANES");
  const int best = cpu_lanes();
  print_message("best variant here: %d lanes\n", best);
  assert_true(cpu_hasLanes(1) && cpu_hasLanes(best));
  assert_true(!cpu_hasLanes(0) && !cpu_hasLanes(3) && !cpu_hasLanes(16));
  assert_true(cpu_hasLanes(2) && (!cpu_hasLanes(8) || cpu_hasLanes(4)));
  assert_int_equal(best, cpu_hasLanes(8) ? 8 : cpu_hasLanes(4) ? 4 : 2);

  for (int width = 1; width <= 8; width *= 2) {
    setenv("SINEW_LANES", (char[]){(char)('0' + width), 0}, 1);
    assert_int_equal(cpu_lanes(), width < best ? width : best);
  }
  static const char* const ignored[] = {"", "3", "16", "4x", "eight"};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
    setenv("SINEW_LANES", ignored[i], 1);
    assert_int_equal(cpu_lanes(), best);
  }
  if (old)
    setenv("SINEW_LANES", saved, 1);
  else
    unsetenv("SINEW_LANES");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sameInAllVariants), cmocka_unit_test(neighboursDoNotMatter),
      cmocka_unit_test(goldenHashes),      cmocka_unit_test(anyAndAll),
      cmocka_unit_test(choiceOfVariant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
