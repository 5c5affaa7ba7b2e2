// Suggestions for an unknown name in error messages: the most similar name (spelling correction by
// edit distance).
#ifndef SINEW_SPEC_SPEC_SUGGEST_H_
#define SINEW_SPEC_SPEC_SUGGEST_H_

#include "spec/spec.h"

#define SUGGEST_SIZE 200

// "did you mean 'knee'?", "there is a body of that name", or `otherwise`; in the caller's buffer
const char* suggest_name(char buf[SUGGEST_SIZE], const spec_Spec* spec, int type, const char* name,
                         const char* otherwise);

#endif
