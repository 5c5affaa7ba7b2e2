// Loading: parses model files and strings to mjSpec and compiles to mjModel.
//   file or string (MJCF, URDF, zip, other formats) -> mjSpec -> mjModel
#ifndef SINEW_LOAD_LOAD_H_
#define SINEW_LOAD_LOAD_H_

#include <sinew/extra.h>

#include "base/arena.h"
#include "spec/spec.h"

// is a file a zip archive, by its name or content type (type may be NULL)
bool load_isArchive(const char* filename, const char* type);
// Resolves the root folders that options (may be NULL) allow. NULL: files may be anywhere. Returns
// false with a message on error.
bool load_roots(const sn_LoadOptions* options, arena_Arena* arena, const file_Roots** roots,
                char* error, int size);
// Parses a file, the model in an archive (type: content type, NULL if unknown), or text if filename
// is NULL. Returns NULL with a message on error. Warnings are in spec->diag. Options may be NULL
// for defaults.
spec_Spec* load_parse(const char* filename, const char* text, const char* type, const mjVFS* vfs,
                      const sn_LoadOptions* options, char* error, int size);

#endif
