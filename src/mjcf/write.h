// MJCF text of a spec.
#ifndef SINEW_MJCF_WRITE_H_
#define SINEW_MJCF_WRITE_H_

#include "base/text.h"
#include "spec/spec.h"

// a spec in canonical form (canonical.h) -> text; ids of its frames are used as scratch. False if
// memory is short.
bool write_mjcf(text_Text* out, spec_Spec* spec);

#endif
