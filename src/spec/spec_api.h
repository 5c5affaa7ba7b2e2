// What the files of the public spec functions share.
#ifndef SINEW_SPEC_SPEC_API_H_
#define SINEW_SPEC_SPEC_API_H_

#include "spec/spec.h"

// forgets the last error, so that the next one can be recorded; warnings of edits stay
void api_clearError(spec_Spec* spec);
// warnings from the given one on to the handlers
void api_tellWarnings(const spec_Spec* spec, int first);

#endif
