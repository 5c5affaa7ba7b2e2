// The MJCF writer: serialization of a spec (mjSpec) to XML text.
#ifndef SINEW_MJCF_WRITE_H_
#define SINEW_MJCF_WRITE_H_

#include "base/text.h"
#include "spec/spec.h"

// Serializes a spec in canonical form (canonical.h); uses the ids of its frames as scratch. Returns
// false if out of memory.
bool write_mjcf(text_Text* out, spec_Spec* spec);

#endif
