// The MJCF (XML) reader: validates a document against the schema (schema.h) and fills an editable
// model (mjSpec) from it.
#ifndef SINEW_MJCF_READ_H_
#define SINEW_MJCF_READ_H_

#include <sinew/types.h>

#include "spec/spec.h"
#include "xml/xml.h"

// documents in another format, recognized by the tag of their root: of the model, or of models in
// it
struct read_Reader;
typedef struct {
  const char* root;
  bool (*read)(struct read_Reader* r,
               const xml_Node* root);  // returns false after an error, which is in r->diag
  // Reads files of <model> that are not XML, NULL: no such formats. Returns false if the file is
  // not in its format; else sets the spec, or NULL and the error
  bool (*decode)(const char* path, const char* type, const mjVFS* vfs, mjSpec** s, char* error,
                 int size);
} read_Format;

// Fills a new spec from a document whose includes are expanded. spec->pub.modelfiledir must be set
// before, because files of <model> assets are relative to it. Returns false after an error, which
// is in spec->diag. Values are stored as written (degrees stay degrees); the compiler resolves
// references. `other` may be NULL: then every document must be MJCF.
bool read_mjcf(spec_Spec* spec, const xml_Doc* doc, const mjVFS* vfs, const read_Format* other);

#endif
