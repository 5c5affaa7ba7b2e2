// Members of the editable model that hold a value of an enum.
#ifndef SINEW_COMPILE_COMPILE_KINDS_H_
#define SINEW_COMPILE_COMPILE_KINDS_H_

#include <stddef.h>

enum { KIND_OF_SPEC = -1 };  // comp_Kind.type of members of mjSpec itself

typedef struct {
  int type;            // of the element: mjtObj or SPEC_...
  const char* member;  // as in the header
  size_t offset;       // in the public struct
  const char* name;    // of the enum
  int last;            // its values are 0 to this one
  const char* lastName;
  int none;  // one more that is accepted, for not set yet; 0: there is none
} comp_Kind;

const comp_Kind* comp_kinds(int* n);

#endif
