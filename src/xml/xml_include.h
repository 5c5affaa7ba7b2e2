// A whole XML document: the main file with every <include file="..."/> replaced by the contents of
// that file. An included file is searched in the folder of the main file, then in that of the file
// which includes it. Each element keeps its own file and line (xml_Node.where) and, through
// xml_Node.source, the folder of its file, where assets are looked for last.
#ifndef SINEW_XML_XML_INCLUDE_H_
#define SINEW_XML_XML_INCLUDE_H_

#include <sinew/types.h>

#include "base/file.h"
#include "xml/diag.h"
#include "xml/xml.h"

// what may be read, besides virtual files
typedef struct {
  const file_Roots* roots;  // only files below these; NULL: all
  bool named;               // the main file is named by another model: it must be a plain file
} xml_Access;

// file or text -> expanded document; vfs and access may be NULL; NULL after an error. Text has no
// folder of its own: its includes are looked up as they are. A URDF file (root <robot>) is not
// expanded.
xml_Doc* xml_load(const char* filename, const mjVFS* vfs, const xml_Access* access,
                  diag_Diag* diag);
xml_Doc* xml_loadString(const char* xml, const mjVFS* vfs, diag_Diag* diag);

#endif
