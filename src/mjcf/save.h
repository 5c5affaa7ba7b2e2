// Saving as MJCF, and the memory of the last model that was loaded.
#ifndef SINEW_MJCF_SAVE_H_
#define SINEW_MJCF_SAVE_H_

#include "mjcf/spec.h"

// keeps what mj_saveLastXML needs, in place of what was kept before. The spec becomes the keeper's.
// A model that was read with virtual files cannot be compiled again once they are gone, so a copy
// of it is kept too.
void save_keep(spec_Spec* spec, const mjModel* m, bool virtualFiles);

// names of files whose place the settings of the main file alone do not give (attached models,
// files beside an included one) become paths from the folder of the main file
void save_settleFiles(spec_Spec* spec);
// folders of assets as they are seen from the file that the spec is written to
void save_moveFolders(spec_Spec* spec, const char* filename);

#endif
