// XML documents as a tree of elements with attributes: a small DOM on top of expat, allocated in
// one arena. Text, comments and processing instructions are dropped; every element keeps its file
// and line. Only the five predefined entities are expanded: entity definitions are rejected, and
// external entities are not loaded. Content after the root element is ignored with a warning, and
// slightly malformed markup is repaired with a warning.
#ifndef SINEW_XML_XML_H_
#define SINEW_XML_XML_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "xml/diag.h"

typedef struct xml_Node xml_Node;
typedef struct xml_Source xml_Source;

typedef struct {
  const char* name;
  const char* value;
} xml_Attr;

// a file that elements came from
struct xml_Source {
  const char* path;          // path as it was opened
  const char* dir;           // its folder with the trailing separator, "" if it has none
  const char* key;           // key for detecting repeated includes
  const xml_Source* parent;  // the including file, NULL: main file
  int line;                  // line of the include element there
  const xml_Source* next;    // the file read before this one
};

struct xml_Node {
  const char* tag;
  const xml_Attr* attr;  // (nattr) in the order of the file
  int nattr;
  xml_Node *parent, *first, *last, *next;  // next: sibling
  const xml_Source* source;
  diag_Where where;  // file is source->path; line of the tag's '<'
};

// limits of a document, for all files together unless noted
typedef struct {
  int depth;     // nesting of elements
  int includes;  // nesting of files
  size_t file;   // size of one file in bytes
  size_t total;  // size of all files in bytes
  size_t items;  // elements and attributes
} xml_Limits;

extern const xml_Limits xml_limits;

typedef struct {
  arena_Arena arena;
  xml_Node* root;
  const xml_Source* sources;  // all files, newest first
  xml_Limits limits;
  size_t bytes, items;  // counted against the limits
} xml_Doc;

// Parses the text of one file to a tree; includes are not expanded (xml_include.h). Returns NULL
// after an error. limits NULL: xml_limits
xml_Doc* xml_parse(const char* text, size_t size, const char* filename, const xml_Limits* limits,
                   diag_Diag* diag);
void xml_free(xml_Doc* doc);

// Steps of xml_parse, for readers that put several files into one document: make an empty document,
// add a source, parse a text to its root element at `depth` (1 for the main file). NULL after an
// error.
xml_Doc* xml_make(const xml_Limits* limits, diag_Diag* diag);
xml_Source* xml_addSource(xml_Doc* doc, const char* path, diag_Diag* diag);
xml_Node* xml_parseInto(xml_Doc* doc, const xml_Source* source, const char* text, size_t size,
                        int depth, diag_Diag* diag);

// iteration over children: for (xml_Node* c = xml_first(node); c; c = xml_next(c))
static inline xml_Node* xml_first(const xml_Node* node) { return node->first; }
static inline xml_Node* xml_next(const xml_Node* node) { return node->next; }
// the first child with a tag, the next sibling with the same tag; NULL if there is none
xml_Node* xml_child(const xml_Node* node, const char* tag);
xml_Node* xml_nextSame(const xml_Node* node);
// value of an attribute, NULL if it is absent
const char* xml_attr(const xml_Node* node, const char* name);
bool xml_is(const xml_Node* node, const char* tag);

// formats "<geom name='foot'>" for messages in the caller's buffer
#define XML_LABEL_SIZE 200
const char* xml_label(char buf[XML_LABEL_SIZE], const xml_Node* node);

#endif
