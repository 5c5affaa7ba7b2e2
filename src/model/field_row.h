// X-macros that write one row of a field table (reflection); included by the tables only. The
// element type is deduced from the struct's member and the meaning from the comment in its header,
// so a row cannot disagree with either.
#ifndef SINEW_MODEL_FIELD_ROW_H_
#define SINEW_MODEL_FIELD_ROW_H_

#include "model/fields.h"
#include "model/meanings.h"

// size_t is uintptr_t on every target; uint64_t may be the same type too and is given explicitly
#define FIELD_TYPEOF(member)                                                                       \
  _Generic((member),                                                                               \
      mjtNum: FIELD_NUM,                                                                           \
      mjtNum*: FIELD_NUM,                                                                          \
      float: FIELD_FLOAT,                                                                          \
      float*: FIELD_FLOAT,                                                                         \
      int: FIELD_INT,                                                                              \
      int*: FIELD_INT,                                                                             \
      mjtSize: FIELD_SIZE,                                                                         \
      mjtSize*: FIELD_SIZE,                                                                        \
      mjtByte*: FIELD_BYTE,                                                                        \
      mjtBool: FIELD_BOOL,                                                                         \
      mjtBool*: FIELD_BOOL,                                                                        \
      char*: FIELD_CHAR,                                                                           \
      uintptr_t: FIELD_ADDRESS,                                                                    \
      uintptr_t*: FIELD_ADDRESS,                                                                   \
      void*: FIELD_POINTER,                                                                        \
      mjOption: FIELD_OPTION,                                                                      \
      mjVisual: FIELD_VISUAL,                                                                      \
      mjStatistic: FIELD_STATISTIC,                                                                \
      mjContact*: FIELD_CONTACT,                                                                   \
      mjWarningStat*: FIELD_WARNINGSTAT,                                                           \
      mjTimerStat*: FIELD_TIMERSTAT,                                                               \
      mjSolverStat*: FIELD_SOLVERSTAT)

// ... = rows, cols, unit; rows and cols are each written with one of the macros below
#define FIELD_ROW(structure, name, part, stage, flags, ...)                                        \
  {                                                                                                \
#name, offsetof(structure, name), FIELD_TYPEOF(((structure*)0)->name), part, stage, flags,     \
        MEANS_##structure##_##name, __VA_ARGS__                                                    \
  }

// a dimension: constant, size of the model, multiple of one, counter of mjData
#define C(value)                                                                                   \
  { #value, DIM_CONST, value, 0 }
#define M(size)                                                                                    \
  { #size, DIM_MODEL, 1, offsetof(mjModel, size) }
#define MX(size, times)                                                                            \
  { #size "*" #times, DIM_MODEL, times, offsetof(mjModel, size) }
#define D(counter)                                                                                 \
  { #counter, DIM_DATA, 1, offsetof(mjData, counter) }

#endif
