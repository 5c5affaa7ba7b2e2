// The parts of the MJCF writer. It writes a spec in canonical form (canonical.h) by the tables of
// the grammar: every row of an element whose value differs from what the element's default class
// will give it when the text is read again.
#ifndef SINEW_MJCF_WRITE_PARTS_H_
#define SINEW_MJCF_WRITE_PARTS_H_

#include "base/text.h"
#include "mjcf/schema.h"
#include "spec/spec.h"

typedef struct {
  text_Text* out;
  const spec_Spec* spec;
  spec_Spec* plain;                   // a spec as spec_make gives it, for built-in values
  spec_Element* builtin[SPEC_NTYPE];  // elements of it, made when asked for
  int depth;                          // of the element that is being written
  bool open;                          // its start tag still takes attributes
} write_Writer;

// ---- markup (write_value.c)

void write_begin(write_Writer* w, const char* tag);  // "<tag"
void write_end(write_Writer* w, const char* tag);    // "/>" or "</tag>"
// name="value", the value escaped
void write_attr(write_Writer* w, const char* name, const char* value);
void write_doubles(write_Writer* w, const char* name, const double* x, int n);
void write_floats(write_Writer* w, const char* name, const float* x, int n);

// ---- by the grammar (write_value.c)

// an element with built-in values of a type; NULL if memory is short
spec_Element* write_builtin(write_Writer* w, int type);
// what is written of the rows of one element
typedef struct {
  const schema_Element* element;
  const void *data, *base;  // the values, and those that need not be written
  const char *name, *cls;   // NULL: none
  const char* always;       // rows to write even so, "" or a list of names
  const char* never;        // rows to leave out
} write_Rows;
void write_rows(write_Writer* w, const write_Rows* rows);
// is there a row that write_rows would write
bool write_differs(const write_Rows* rows);
// can the row be written as an attribute
bool write_knows(const schema_Attr* attr);

// ---- the tree (write_tree.c), children that are no attributes (write_object.c)

void write_world(write_Writer* w);
// write_plugin.c: <extension>; the <plugin> inside an element; what stands inside one that is
// itself of a plugin
void write_extension(write_Writer* w);
void write_usePlugin(write_Writer* w, const spec_Element* e);
void write_pluginConfig(write_Writer* w, const spec_Element* e);
// an element outside the tree; parent is the section it stands in
void write_object(write_Writer* w, const schema_Element* parent, const spec_Element* e);
// class that is written for an element where `enclosing` is what it has without one: NULL, or name
const char* write_class(const spec_Element* e, const spec_Element* enclosing);
// the record that an element of this type starts from when it is read again
const void* write_base(write_Writer* w, const spec_Element* e, const spec_Element* enclosing);

#endif
