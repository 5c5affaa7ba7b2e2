// Serialization of specs as MJCF (XML), and the cache of the last loaded model for mj_saveLastXML.
#ifndef SINEW_LOAD_SAVE_H_
#define SINEW_LOAD_SAVE_H_

#include "base/text.h"
#include "spec/spec.h"

// Caches what mj_saveLastXML needs and replaces the previous entry. Takes ownership of the spec. A
// model that was loaded from virtual files (VFS) cannot be compiled again after they are deleted,
// so a copy of the model is kept too.
void save_keep(spec_Spec* spec, const mjModel* m, bool virtualFiles);

// iterates over the file names of a spec; stops when visit returns true
typedef struct save_Kind save_Kind;  // texture, mesh, ...
typedef bool (*save_Visit)(spec_Spec* spec, const spec_Element* e, const save_Kind* kind,
                           spec_Vec* name, void* context);
bool save_anyFile(spec_Spec* spec, save_Visit visit, void* context);
// the folder set for files of a kind, "" if there is none
const char* save_folder(const mjsCompiler* compiler, const save_Kind* kind);

// Rewrites file names that do not depend on the main file's settings alone (attached models, files
// beside an included one) as paths relative to the folder of the main file.
void save_settleFiles(spec_Spec* spec);
// rewrites the asset folders relative to the output file
void save_moveFolders(spec_Spec* spec, const char* filename);

// how file names change before a spec is written; errors go to its diag
typedef struct {
  void (*settle)(spec_Spec* spec, void* context);
  void* context;
  bool gathers;  // all files, wherever they are; otherwise names are rewritten first
} save_Place;
// serializes a compiled spec; place may be NULL. Returns false with a message in error.
bool save_text(text_Text* out, const mjSpec* s, const save_Place* place, char* error, int size);

#endif
