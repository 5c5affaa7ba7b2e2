// Files of assets: where they are looked for, and what is in them.
// A relative name is looked for in the folder of the model joined with the folder for its kind
// (meshdir, texturedir), then in the folder of the file in which the element is written, if that is
// an included one. strippath drops the folders of the name. Attached models have folders of their
// own. Each place is looked up in the mjVFS first, then on disk, where it must be a plain file
// below the roots of the model it came from.
#ifndef SINEW_SPEC_ASSET_FILE_H_
#define SINEW_SPEC_ASSET_FILE_H_

#include "base/text.h"
#include "io/vfs.h"
#include "spec/spec.h"

enum { ASSET_PLACES = 2, ASSET_TYPE_SIZE = 64 };

// the i-th place of a file, -> path; false if there are fewer. dir: an mjString, may be empty
bool asset_path(const spec_Element* e, const char* dir, const char* file, int i, text_Text* path);
// opens the file at the first place where it is; path: that place, or where it was not found
// ("a/b.stl or c/b.stl")
file_Status asset_open(const mjVFS* vfs, const spec_Element* e, const char* dir, const char* file,
                       size_t limit, vfs_Blob* blob, text_Text* path);
// "image/png": the content type if it is one ("type/subtype;parameters"), else what the extension
// of the file stands for; "" if that is unknown
void asset_type(char type[ASSET_TYPE_SIZE], const char* contentType, const char* file);

// an asset without a name gets that of its file, without folder and extension; false if it still
// has none, because there is no file or because the name is taken
bool asset_nameByFile(spec_Element* e);
void asset_nameAll(spec_Spec* spec);
// has its file, a mesh's or that of another asset, this name without folder and extension
bool asset_isCalled(const spec_Element* e, const char* name);

#endif
