// Merges global options when a model is attached: conflict resolution between child and parent.
#ifndef SINEW_SPEC_ATTACH_CONFLICT_H_
#define SINEW_SPEC_ATTACH_CONFLICT_H_

#include "spec/spec.h"

// Merges option, size, visual map and flags of the child into the parent as the parent's
// compiler.conflict says. Warnings, or an error, go to parent->diag. Returns false after an error.
bool attach_settleOptions(spec_Spec* parent, const spec_Spec* child, diag_Where where,
                          const char* what);

#endif
