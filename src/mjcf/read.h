// MJCF or URDF -> editable model: checks a document against the grammar (schema.h) and fills a spec
// from it.
#ifndef SINEW_MJCF_READ_H_
#define SINEW_MJCF_READ_H_

#include <sinew/types.h>

#include "spec/spec.h"
#include "xml/xml.h"

// Fills a new spec from a document whose includes are expanded. spec->pub.modelfiledir must be set
// before: files of <model> assets are found relative to it. False after an error, which is in
// spec->diag. Values are stored as written (degrees stay degrees); references are resolved by the
// compiler.
bool read_mjcf(spec_Spec* spec, const xml_Doc* doc, const mjVFS* vfs);

#endif
