// User data: key-value pairs that a program attaches to elements of a spec, with cleanup callbacks.
#ifndef SINEW_SPEC_SPEC_USER_H_
#define SINEW_SPEC_SPEC_USER_H_

#include "spec/spec.h"

typedef struct user_Value {
  struct user_Value* next;
  const void* data;
  void (*cleanup)(const void* data);  // NULL: none
  char key[];
} user_Value;

// moves the values of an element to another one, which has none
void user_move(spec_Element* to, spec_Element* from);
// frees all user values of a spec
void user_free(spec_Spec* spec);

#endif
