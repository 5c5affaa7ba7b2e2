// Loading: files and strings -> mjSpec -> mjModel.
#ifndef SINEW_LOAD_LOAD_H_
#define SINEW_LOAD_LOAD_H_

#include <sinew/extra.h>

#include "base/arena.h"
#include "spec/spec.h"

// is it a zip archive, by its name or by what it is said to be (type may be NULL)
bool load_isArchive(const char* filename, const char* type);
// the folders that options (may be NULL) allow, resolved; NULL: files may be anywhere. False with a
// message
bool load_roots(const sn_LoadOptions* options, arena_Arena* arena, const file_Roots** roots,
                char* error, int size);
// a spec from a file, an archive with one (type: NULL, or what the file is), or from text if
// filename is NULL; NULL and the message after an error. Its warnings are in spec->diag. Options
// may be NULL: the default ones.
spec_Spec* load_parse(const char* filename, const char* text, const char* type, const mjVFS* vfs,
                      const sn_LoadOptions* options, char* error, int size);

#endif
