// Loads a whole XML document: parses the main file and replaces every <include file="..."/> by the
// contents of that file. An included file is searched in the folder of the main file, then in that
// of the including file. Each element keeps its source location (xml_Node.where) and, in
// xml_Node.source, the folder of its file, where assets are searched last.
#ifndef SINEW_XML_XML_INCLUDE_H_
#define SINEW_XML_XML_INCLUDE_H_

#include <sinew/types.h>

#include "base/file.h"
#include "xml/diag.h"
#include "xml/xml.h"

// access rights for files other than virtual ones
typedef struct {
  const file_Roots* roots;  // only files below these root folders; NULL: all
  bool named;               // the main file is named by another model: it must be a plain file
} xml_Access;

// Parses a file or text to an expanded document. vfs and access may be NULL. Returns NULL after an
// error. Text has no folder: its includes are looked up as written. A URDF file (root <robot>) is
// not expanded.
xml_Doc* xml_load(const char* filename, const mjVFS* vfs, const xml_Access* access,
                  diag_Diag* diag);
xml_Doc* xml_loadString(const char* xml, const mjVFS* vfs, diag_Diag* diag);

#endif
