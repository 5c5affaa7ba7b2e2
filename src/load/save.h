// Saving as MJCF, and the memory of the last model that was loaded.
#ifndef SINEW_LOAD_SAVE_H_
#define SINEW_LOAD_SAVE_H_

#include "base/text.h"
#include "spec/spec.h"

// keeps what mj_saveLastXML needs, in place of what was kept before. The spec becomes the keeper's.
// A model that was read with virtual files cannot be compiled again once they are gone, so a copy
// of it is kept too.
void save_keep(spec_Spec* spec, const mjModel* m, bool virtualFiles);

// files that a spec names: calls visit for every name until it returns true
typedef struct save_Kind save_Kind;  // texture, mesh, ...
typedef bool (*save_Visit)(spec_Spec* spec, const spec_Element* e, const save_Kind* kind,
                           spec_Vec* name, void* context);
bool save_anyFile(spec_Spec* spec, save_Visit visit, void* context);
// the folder for files of a kind that the settings name, "" if there is none
const char* save_folder(const mjsCompiler* compiler, const save_Kind* kind);

// names of files whose place the settings of the main file alone do not give (attached models,
// files beside an included one) become paths from the folder of the main file
void save_settleFiles(spec_Spec* spec);
// folders of assets as they are seen from the file that the spec is written to
void save_moveFolders(spec_Spec* spec, const char* filename);

// what happens to the names of files before a spec is written; errors go to its diag
typedef struct {
  void (*settle)(spec_Spec* spec, void* context);
  void* context;
  bool gathers;  // all files, wherever they are; else the names are settled before
} save_Place;
// the text of a compiled spec; place may be NULL. false: the message is in error
bool save_text(text_Text* out, const mjSpec* s, const save_Place* place, char* error, int size);

#endif
