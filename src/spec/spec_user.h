// Values that a program keeps with the elements of a spec, by key.
#ifndef SINEW_SPEC_SPEC_USER_H_
#define SINEW_SPEC_SPEC_USER_H_

#include "spec/spec.h"

typedef struct user_Value {
  struct user_Value* next;
  const void* data;
  void (*cleanup)(const void* data);  // NULL: none
  char key[];
} user_Value;

// the values of an element become those of another one, which had none
void user_move(spec_Element* to, spec_Element* from);
// frees all values of a spec
void user_free(spec_Spec* spec);

#endif
