// MJCF -> editable model: checks a document against the grammar (schema.h) and fills a spec
// from it.
#ifndef SINEW_MJCF_READ_H_
#define SINEW_MJCF_READ_H_

#include <sinew/types.h>

#include "spec/spec.h"
#include "xml/xml.h"

// documents in another format, known by the tag of their root: of the model, or of models in it
struct read_Reader;
typedef struct {
  const char* root;
  bool (*read)(struct read_Reader* r, const xml_Node* root);  // false after an error, in r->diag
  // reads files of <model> that are no XML, NULL: there are none. False: the file is not for it;
  // else the spec, or NULL and what is wrong
  bool (*decode)(const char* path, const char* type, const mjVFS* vfs, mjSpec** s, char* error,
                 int size);
} read_Format;

// Fills a new spec from a document whose includes are expanded. spec->pub.modelfiledir must be set
// before: files of <model> assets are found relative to it. False after an error, which is in
// spec->diag. Values are stored as written (degrees stay degrees); references are resolved by the
// compiler. `other` may be NULL: then every document must be MJCF.
bool read_mjcf(spec_Spec* spec, const xml_Doc* doc, const mjVFS* vfs, const read_Format* other);

#endif
