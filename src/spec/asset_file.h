// Asset files: search path and content type.
// A relative name is searched in the folder of the model joined with the folder for its kind
// (meshdir, texturedir), then in the folder of the file that contains the element, if that is an
// included file. strippath removes the folders of the name. Attached models have folders of their
// own. Each path is looked up in the virtual file system (mjVFS) first, then on disk, where it must
// be a plain file below the roots of the model it came from.
#ifndef SINEW_SPEC_ASSET_FILE_H_
#define SINEW_SPEC_ASSET_FILE_H_

#include "base/text.h"
#include "io/vfs.h"
#include "spec/spec.h"

enum { ASSET_PLACES = 2, ASSET_TYPE_SIZE = 64 };

// writes the i-th candidate path of a file to path; false if there are fewer. dir: an mjString, may
// be empty
bool asset_path(const spec_Element* e, const char* dir, const char* file, int i, text_Text* path);
// Opens the file at the first candidate path that exists. path: that path, or those that were tried
// ("a/b.stl or c/b.stl").
file_Status asset_open(const mjVFS* vfs, const spec_Element* e, const char* dir, const char* file,
                       size_t limit, vfs_Blob* blob, text_Text* path);
// "image/png": the content type if it is one ("type/subtype;parameters"), otherwise the type for
// the extension of the file; "" if that is unknown
void asset_type(char type[ASSET_TYPE_SIZE], const char* contentType, const char* file);

// Names an asset without a name by the stem of its file. Returns false if it remains unnamed
// because it has no file or the name is taken.
bool asset_nameByFile(spec_Element* e);
void asset_nameAll(spec_Spec* spec);
// is this the stem of the element's file (a mesh or another asset)
bool asset_isCalled(const spec_Element* e, const char* name);

#endif
