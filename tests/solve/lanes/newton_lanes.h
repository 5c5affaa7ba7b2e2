// Problems of several worlds, merged into lanes and solved there, for tests and benchmarks. Worlds
// are mjData with rows, right before the constraint solve.
#ifndef SINEW_TESTS_SOLVE_LANES_NEWTON_LANES_H_
#define SINEW_TESTS_SOLVE_LANES_NEWTON_LANES_H_

#include <stdbool.h>

#include <sinew/sinew.h>

enum { NEWTON_MOST_LANES = 8 };

typedef struct {
  const char* name;
  int width;
  bool base;  // for any machine
  // width worlds; those whose bit is not in alive are not to be solved
  void* (*make)(const mjModel* m, mjData* const* world, unsigned alive);
  void (*solve)(void* problem);
  // results of a world: qacc, qfrc_constraint (nv), forces of its own rows, iterations; false: the
  // one-world path must redo it
  bool (*get)(void* problem, int lane, mjtNum* qacc, mjtNum* frc, mjtNum* force, int* niter);
  int (*rows)(void* problem);  // of the lanes together
  // numbers that a lane that is not solved must not lose
  void (*mark)(void* problem, mjtNum value);
  void (*clear)(void* problem);
} NewtonVariant;

extern const NewtonVariant newtonVariant_w4_base, newtonVariant_w8_base;
extern const NewtonVariant newtonVariant_w2, newtonVariant_w4_avx2, newtonVariant_w8_avx512;

#endif
