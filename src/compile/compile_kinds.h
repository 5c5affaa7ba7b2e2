// Members of the editable model (mjSpec) that hold an enum value, for validation.
#ifndef SINEW_COMPILE_COMPILE_KINDS_H_
#define SINEW_COMPILE_COMPILE_KINDS_H_

#include <stddef.h>

enum { KIND_OF_SPEC = -1 };  // comp_Kind.type for members of mjSpec itself

typedef struct {
  int type;            // type of the element: mjtObj or SPEC_...
  const char* member;  // name as in the public header
  size_t offset;       // in the public struct
  const char* name;    // of the enum
  int last;            // its values are 0 .. last
  const char* lastName;
  int none;  // one more valid value, which means not set yet; 0: none
} comp_Kind;

const comp_Kind* comp_kinds(int* n);

#endif
