// Public muscle curves (force-length, force-velocity) and sigmoid: one-world versions of
// math/curve.h; spring-damper in closed form.
#include "math/curve.h"

#include <math.h>

#include <sinew/math.h>

#include "base/args.h"
#include "math/elementary.h"

mjtNum mju_sigmoid(mjtNum x) { return curve_sigmoid(x); }

mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                      const mjtNum prm[9]) {
  ARGS_NEED_OR(0, lengthrange, prm);
  return curve_muscleGain(len, vel, lengthrange, acc0, prm);
}

mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0, const mjtNum prm[9]) {
  ARGS_NEED_OR(0, lengthrange, prm);
  return curve_muscleBias(len, lengthrange, acc0, prm);
}

mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]) {
  ARGS_NEED_OR(0, prm);
  return curve_muscleDynamics(ctrl, act, prm);
}

// Solution of x'' = -Kp x - Kv x' at time dt. With a = Kv/2 and the discriminant w^2 = |a^2 - Kp|:
// x = exp(-a dt) (x0 c + (v0 + a x0) s), where (c, s) is (cos w dt, sin w dt / w) if underdamped,
// (1, dt) at critical damping, (cosh w dt, sinh w dt / w) if overdamped; the latter is written as a
// sum over both roots, whose terms are bounded where cosh and sinh are not.
mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt) {
  const mjtNum a = 0.5 * Kv;
  const mjtNum discriminant = a * a - Kp;
  const mjtNum slope = vel0 + a * pos0;
  if (fabs(discriminant) < mjMINVAL) return lane_exp(-a * dt) * (pos0 + slope * dt);

  const mjtNum w = sqrt(fabs(discriminant));
  if (discriminant < 0) {
    mjtNum s, c;
    lane_sincos(w * dt, &s, &c);
    return lane_exp(-a * dt) * (pos0 * c + slope / w * s);
  }
  const mjtNum slow = w - a, fast = -w - a;
  const mjtNum ofSlow = (vel0 - fast * pos0) / (slow - fast);
  const mjtNum ofFast = (vel0 - slow * pos0) / (fast - slow);
  return ofSlow * lane_exp(slow * dt) + ofFast * lane_exp(fast * dt);
}
