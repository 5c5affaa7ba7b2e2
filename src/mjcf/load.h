// Loading: files and strings -> mjSpec -> mjModel.
#ifndef SINEW_MJCF_LOAD_H_
#define SINEW_MJCF_LOAD_H_

#include "mjcf/spec.h"

// compiles; warnings and the error are appended to spec->diag
mjModel* comp_compile(spec_Spec* spec, const mjVFS* vfs);

#endif
