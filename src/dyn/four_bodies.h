// SIMD over four bodies of one world: products for four bodies, joints or flex elements at once,
// one in each lane of a vector, where a tree algorithm treats bodies independently. The functions
// are those of lanes (math/spatial.h), so results are bitwise identical to those of one body after
// another. Compiled for any machine and for AVX2 (four_bodies.wide.c); a copy of the run-time code
// calls its own.
#ifndef SINEW_DYN_FOUR_BODIES_H_
#define SINEW_DYN_FOUR_BODIES_H_

// FOURS(name): the function of this copy
#ifdef __AVX2__
#define FOURS(name) name##_wide_avx2
#else
#define FOURS(name) name##_wide_base
#endif

#define FOURS_DECLARE(suffix)                                                                      \
  /* force = I acc + vel x* (I vel) of n bodies (n x 6, n x 10, n x 6, n x 6) */                   \
  void fours_forces_##suffix(double* force, const double* inertia, const double* acc,              \
                             const double* vel, int n);                                            \
  /* vel = vel x motion (n x 6) */                                                                 \
  void fours_crossMotions_##suffix(double* vel, const double* motion, int n);                      \
  /* rotation quaternions of n hinges about their axes (n x 3); their angles stand in the first */ \
  /* numbers of the quaternions (n x 4) */                                                         \
  void fours_turns_##suffix(double* turn, const double* axis, int n);                              \
  /* quaternions (n x 4) of the rotations of n gradients (n x 9, by columns), see turn.h */        \
  void fours_rotations_##suffix(double* quat, const double* column, int n);

FOURS_DECLARE(wide_base)
FOURS_DECLARE(wide_avx2)

#endif
