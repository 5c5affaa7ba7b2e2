// Type descriptions (reflection) of each element type: its public struct, its default values, and
// the strings and dynamic arrays in it.
#ifndef SINEW_SPEC_SPEC_TYPES_H_
#define SINEW_SPEC_SPEC_TYPES_H_

#include "spec/spec.h"

typedef enum {
  VEC_STRING,
  VEC_STRINGS,
  VEC_ROLES,  // strings, one for each role of a texture
  VEC_SIDES,  // strings, one for each side of a cube
  VEC_DOUBLE,
  VEC_FLOAT,
  VEC_INT,
  VEC_BYTE,
  VEC_INTS,    // vectors of ints
  VEC_FLOATS,  // vectors of floats
} spec_VecKind;

typedef struct {
  size_t offset;  // offset of the pointer in the public struct
  spec_VecKind kind;
} spec_Member;

typedef struct {
  const char* name;             // as in messages and tags
  size_t size;                  // size of the public struct
  size_t extra;                 // size of spec_Element.extra in bytes, 0: none
  void (*builtin)(void* data);  // sets values; pointers are zero
  const spec_Member* member;    // info last
  int nmember;
  size_t record;  // offset of its record's pointer in mjsDefault, 0: classes have none
} spec_Type;

const spec_Type* spec_type(int type);
size_t spec_vecSize(spec_VecKind kind);
bool spec_vecNested(spec_VecKind kind);

// creates the strings and vectors of a public struct
bool spec_makeVecs(const spec_Type* type, void* data, spec_Pool* pool);
// built-in values of the spec itself: compiler, options, statistics, sizes
void spec_builtinSpec(mjSpec* spec);

#endif
