// Tables of the enums and constants of the headers, made by python/tools/gen_enums.py.
#ifndef SINEW_PYTHON_ENUMS_H_
#define SINEW_PYTHON_ENUMS_H_

#include "core.h"

typedef struct EnumMember_ {
  const char* name;
  int value;
} EnumMember;

typedef struct EnumTable_ {
  const char* name;
  const char* doc;
  const EnumMember* member;
  int count;
} EnumTable;

typedef struct Constant_ {
  const char* name;
  double value;
  bool whole;
} Constant;

extern const EnumTable enum_tables[];
extern const int enum_count;
extern const Constant constants[];
extern const int constant_count;

#endif
