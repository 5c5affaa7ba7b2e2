// What the files of the public spec functions share.
#ifndef SINEW_MJCF_SPEC_API_H_
#define SINEW_MJCF_SPEC_API_H_

#include "mjcf/spec.h"

// forgets the last error, so that the next one can be recorded; warnings of edits stay
void api_clearError(spec_Spec* spec);
// warnings from the given one on to the handlers
void api_tellWarnings(const spec_Spec* spec, int first);

#endif
