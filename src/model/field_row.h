// Macros that write one row of a field table; included by the two tables only. The element type is
// read off the struct's member, so a row cannot disagree with the header.
#ifndef SINEW_MODEL_FIELD_ROW_H_
#define SINEW_MODEL_FIELD_ROW_H_

#include "model/fields.h"

#define FIELD_TYPEOF(member)                                                                       \
  _Generic((member),               \
      mjtNum*: FIELD_NUM,          \
      float*: FIELD_FLOAT,         \
      int*: FIELD_INT,             \
      mjtSize*: FIELD_SIZE,        \
      mjtByte*: FIELD_BYTE,        \
      mjtBool*: FIELD_BOOL,        \
      char*: FIELD_CHAR,           \
      uintptr_t*: FIELD_ADDRESS,   \
      mjContact*: FIELD_CONTACT)

// ... = rows, cols, each written with one of the macros below
#define FIELD_ROW(structure, name, part, ...)                                                      \
  { #name, offsetof(structure, name), FIELD_TYPEOF(((structure*)0)->name), part, __VA_ARGS__ }

// a dimension: constant, size of the model, multiple of one, counter of the data
#define C(value)                                                                                   \
  { #value, DIM_CONST, value, 0 }
#define M(size)                                                                                    \
  { #size, DIM_MODEL, 1, offsetof(mjModel, size) }
#define MX(size, times)                                                                            \
  { #size "*" #times, DIM_MODEL, times, offsetof(mjModel, size) }
#define D(counter)                                                                                 \
  { #counter, DIM_DATA, 1, offsetof(mjData, counter) }

#endif
