// Internal interface of the files of the public mjSpec API: error and warning messages
// (diagnostics).
#ifndef SINEW_SPEC_SPEC_API_H_
#define SINEW_SPEC_SPEC_API_H_

#include "spec/spec.h"

// clears the last error, so that the next one can be recorded; warnings of edits stay
void api_clearError(spec_Spec* spec);
// passes warnings from index `first` on to the handlers
void api_tellWarnings(const spec_Spec* spec, int first);

#endif
