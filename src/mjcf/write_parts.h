// Internal interface of the MJCF writer (XML serialization). It writes a spec in canonical form
// (canonical.h) by the tables of the schema: every attribute whose value differs from what the
// default class of the element will give it when the text is read again.
#ifndef SINEW_MJCF_WRITE_PARTS_H_
#define SINEW_MJCF_WRITE_PARTS_H_

#include "base/text.h"
#include "mjcf/schema.h"
#include "spec/spec.h"

typedef struct {
  text_Text* out;
  const spec_Spec* spec;
  spec_Spec* plain;                   // a spec as spec_make returns it, for built-in default values
  spec_Element* builtin[SPEC_NTYPE];  // elements of it, created on demand
  int depth;                          // depth of the current element
  bool open;                          // its start tag still accepts attributes
} write_Writer;

// ---- markup (write_value.c)

void write_begin(write_Writer* w, const char* tag);  // "<tag"
void write_end(write_Writer* w, const char* tag);    // "/>" or "</tag>"
// name="value", with the value escaped
void write_attr(write_Writer* w, const char* name, const char* value);
void write_doubles(write_Writer* w, const char* name, const double* x, int n);
void write_floats(write_Writer* w, const char* name, const float* x, int n);

// ---- by the schema (write_value.c)

// an element of a type with built-in default values; NULL if out of memory
spec_Element* write_builtin(write_Writer* w, int type);
// selects which rows of an element are written
typedef struct {
  const schema_Element* element;
  const void *data, *base;  // the values, and the defaults, which need not be written
  const char *name, *cls;   // NULL: none
  const char* always;       // rows to write even if they are equal, "" or a list of names
  const char* never;        // rows to leave out
} write_Rows;
void write_rows(write_Writer* w, const write_Rows* rows);
// is there any row that write_rows would write?
bool write_differs(const write_Rows* rows);
// can the row be written as an attribute?
bool write_knows(const schema_Attr* attr);

// ---- the tree (write_tree.c), children that are not attributes (write_object.c)

void write_world(write_Writer* w);
// write_plugin.c: <extension>; the <plugin> inside an element; the contents of an element that is
// itself of a plugin
void write_extension(write_Writer* w);
void write_usePlugin(write_Writer* w, const spec_Element* e);
void write_pluginConfig(write_Writer* w, const spec_Element* e);
// an element outside the tree; parent is its section
void write_object(write_Writer* w, const schema_Element* parent, const spec_Element* e);
// default class to write for an element where `enclosing` is the class without one: NULL, or a name
const char* write_class(const spec_Element* e, const spec_Element* enclosing);
// the defaults that an element of this type will start from when it is read again
const void* write_base(write_Writer* w, const spec_Element* e, const spec_Element* enclosing);

#endif
