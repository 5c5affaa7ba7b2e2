// Kernels of the lane tests: every primitive of base/lane.h, every elementary function, and (in
// vector_kernels.h) the vector, quaternion, spatial and curve functions, (in constraint_kernels.h)
// the mathematics of constraints. Compiled once per variant.
// in (n x nin x 8 worlds) -> out (n x nout x 8 worlds), LANE_W worlds at a time
#include "lane_kernels.h"

#include "base/lane.h"
#include "math/elementary.h"

typedef void (*kernelFunction)(const real* in, real* out);

typedef struct {
  LaneKernel kernel;
  kernelFunction function;
} Entry;

#define FLAG(m) lane_select((m), lane_bc(1), lane_bc(0))

// ---- primitives

static void bits(const real* in, real* out) {
  out[0] = lane_frombits(lane_bits(in[0]));
  out[1] = lane_frombits(lane_bits(in[0]) ^ LANE_SIGN);
  out[2] = lane_frombits(lane_shl(lane_bits(in[0]), 12));
  out[3] = lane_frombits(lane_shr(lane_bits(in[0]), 3));
  out[4] = lane_frombits(lane_bci(0x3ff8000000000001));
}
static void broadcast(const real* in, real* out) {
  out[0] = lane_bc(-0.0);
  out[1] = lane_bc(0.1) + in[0];
}
static void arithmetic(const real* in, real* out) {
  out[0] = in[0] + in[1];
  out[1] = in[0] - in[1];
  out[2] = in[0] * in[1];
  out[3] = in[0] / in[1];
  out[4] = -in[0];
  out[5] = in[0] * in[1] + in[2];  // must not be contracted
  out[6] = 2 * in[0] - 0.5;
}
static void comparisons(const real* in, real* out) {
  out[0] = FLAG(in[0] < in[1]);
  out[1] = FLAG(in[0] <= in[1]);
  out[2] = FLAG(in[0] == in[1]);
  out[3] = FLAG(in[0] != in[1]);
  out[4] = FLAG(in[0] > 0);
  out[5] = FLAG(lane_not(in[0] >= in[1]));
  out[6] = FLAG((in[0] < 0) & (in[1] < 0));
  out[7] = FLAG((in[0] < 0) | (in[1] < 0));
  out[8] = FLAG((in[0] < 0) ^ (in[1] < 0));
  out[9] = FLAG(lane_bits(in[0]) < 0);
}
static void select(const real* in, real* out) {
  out[0] = lane_select(in[0] < in[1], in[0], in[2]);
  out[1] = lane_frombits(lane_selecti(in[0] < in[1], lane_bits(in[2]), lane_bits(in[1])));
}
static void minmax(const real* in, real* out) {
  out[0] = lane_min(in[0], in[1]);
  out[1] = lane_max(in[0], in[1]);
  out[2] = lane_clip(in[0], in[1], in[2]);
}
static void signs(const real* in, real* out) {
  out[0] = lane_abs(in[0]);
  out[1] = lane_copysign(in[0], in[1]);
}
static void root(const real* in, real* out) { out[0] = lane_sqrt(in[0]); }
static void rounding(const real* in, real* out) {
  const real x = lane_clip(in[0], lane_bc(-0x1p50), lane_bc(0x1p50));
  out[0] = lane_rint(x);
  out[1] = lane_floor(x);
  out[2] = lane_fromint(lane_toint(out[1]) + 3);
}
// any and all depend on the other lanes: compared with a loop over them
static void anyAll(const real* in, real* out) {
  const mask m = in[0] < in[1];
  int count = 0;
  for (int i = 0; i < LANE_W; i++) count += lane_get(in[0], i) < lane_get(in[1], i);
  out[0] = lane_bc(lane_any(m) == (count > 0));
  out[1] = lane_bc(lane_all(m) == (count == LANE_W));
}
static void getset(const real* in, real* out) {
  out[0] = in[0];
  for (int i = 0; i < LANE_W; i++) out[0] = lane_set(out[0], i, lane_get(in[1], i) + 1.0);
}

// ---- elementary functions

static void sincos_(const real* in, real* out) { lane_sincos(in[0], &out[0], &out[1]); }
static void sin_(const real* in, real* out) { out[0] = lane_sin(in[0]); }
static void cos_(const real* in, real* out) { out[0] = lane_cos(in[0]); }
static void tan_(const real* in, real* out) { out[0] = lane_tan(in[0]); }
// inside the domain for half of the arguments that are outside
LANE_INLINE real fold(real x) { return lane_select(lane_abs(x) > 2.0, 1.0 / x, x); }
static void asin_(const real* in, real* out) { out[0] = lane_asin(fold(in[0])); }
static void acos_(const real* in, real* out) { out[0] = lane_acos(fold(in[0])); }
static void atan_(const real* in, real* out) { out[0] = lane_atan(in[0]); }
static void atan2_(const real* in, real* out) { out[0] = lane_atan2(in[0], in[1]); }
static void angle_(const real* in, real* out) { out[0] = lane_angle(in[0], in[1]); }
static void exp_(const real* in, real* out) { out[0] = lane_exp(in[0]); }
static void log_(const real* in, real* out) {
  out[0] = lane_log(in[0]);
  out[1] = lane_log(lane_abs(in[0]));
}
static void log10_(const real* in, real* out) {
  out[0] = lane_log10(in[0]);
  out[1] = lane_log10(lane_abs(in[0]));
}
static void pow_(const real* in, real* out) {
  out[0] = lane_pow(in[0], in[1]);
  out[1] = lane_pow(lane_abs(in[0]), in[1]);
  out[2] = lane_pow(in[0], lane_rint(lane_clip(in[1], lane_bc(-99), lane_bc(99))));
}
static void tanh_(const real* in, real* out) { out[0] = lane_tanh(in[0]); }

#include "constraint_kernels.h"
#include "vector_kernels.h"

static const Entry entries[] = {
    {{"bits", 1, 5}, bits},
    {{"broadcast", 1, 2}, broadcast},
    {{"arithmetic", 3, 7}, arithmetic},
    {{"comparisons", 2, 10}, comparisons},
    {{"select", 3, 2}, select},
    {{"minmax", 3, 3}, minmax},
    {{"signs", 2, 2}, signs},
    {{"root", 1, 1}, root},
    {{"rounding", 1, 3}, rounding},
    {{"any_all", 2, 2}, anyAll},
    {{"get_set", 2, 1}, getset},
    {{"sincos", 1, 2}, sincos_},
    {{"sin", 1, 1}, sin_},
    {{"cos", 1, 1}, cos_},
    {{"tan", 1, 1}, tan_},
    {{"asin", 1, 1}, asin_},
    {{"acos", 1, 1}, acos_},
    {{"atan", 1, 1}, atan_},
    {{"atan2", 2, 1}, atan2_},
    {{"angle", 2, 1}, angle_},
    {{"exp", 1, 1}, exp_},
    {{"log", 1, 2}, log_},
    {{"log10", 1, 2}, log10_},
    {{"pow", 2, 3}, pow_},
    {{"tanh", 1, 1}, tanh_},
    VECTOR_KERNELS,
    CONSTRAINT_KERNELS,
};

static const LaneKernel* kernel(int k) { return &entries[k].kernel; }

static void run(int k, int n, const double* in, double* out) {
  const int nin = entries[k].kernel.nin, nout = entries[k].kernel.nout;
  for (int item = 0; item < n; item++) {
    for (int world = 0; world < laneWorlds; world += LANE_W) {
      real x[laneMaxIn], y[laneMaxOut];
      for (int i = 0; i < nin; i++) {
        memcpy(&x[i], in + (item * nin + i) * laneWorlds + world, sizeof(real));
      }
      entries[k].function(x, y);
      for (int i = 0; i < nout; i++) {
        memcpy(out + (item * nout + i) * laneWorlds + world, &y[i], sizeof(real));
      }
    }
  }
}

#define TEXT2(s) #s
#define TEXT(s) TEXT2(s)
const LaneVariant LANE(lane_table) = {TEXT(LANE_SUFFIX), LANE_W, sizeof entries / sizeof *entries,
                                      kernel, run};
