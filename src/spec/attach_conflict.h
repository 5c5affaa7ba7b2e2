// Options of a model that is attached against those of its parent.
#ifndef SINEW_SPEC_ATTACH_CONFLICT_H_
#define SINEW_SPEC_ATTACH_CONFLICT_H_

#include "spec/spec.h"

// option, size, visual map and flags of the child into the parent by the parent's
// compiler.conflict; warnings, or an error, go to parent->diag. False after an error.
bool attach_settleOptions(spec_Spec* parent, const spec_Spec* child, diag_Where where,
                          const char* what);

#endif
