// What a name that nothing has may have been meant to be: for messages.
#ifndef SINEW_SPEC_SPEC_SUGGEST_H_
#define SINEW_SPEC_SPEC_SUGGEST_H_

#include "spec/spec.h"

#define SUGGEST_SIZE 200

// "did you mean 'knee'?", "there is a body of that name", or `otherwise`; in a buffer of the
// caller's
const char* suggest_name(char buf[SUGGEST_SIZE], const spec_Spec* spec, int type, const char* name,
                         const char* otherwise);

#endif
