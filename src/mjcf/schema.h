// The MJCF schema (grammar) as data: one table per element with a row for every attribute (type,
// number of values, offset of its member, keywords, rules), and the tree of elements. The
// validation of documents, the reader, the writer, the tests and docs/mjcf.md all iterate over
// these tables.
#ifndef SINEW_MJCF_SCHEMA_H_
#define SINEW_MJCF_SCHEMA_H_

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"
#include "xml/diag.h"
#include "xml/xml.h"
#include "xml/xml_value.h"

typedef struct read_Reader read_Reader;
typedef struct schema_Attr schema_Attr;
typedef struct schema_Element schema_Element;

// type of an attribute
typedef enum {
  ATTR_NUMBER,      // min..max numbers of C type repr
  ATTR_LIST,        // any number of numbers, stored in an mjDoubleVec
  ATTR_KEYWORD,     // one of the keywords in `words`
  ATTR_FLAGS,       // several of `words`, their values combined with bitwise or
  ATTR_TEXT,        // an mjString
  ATTR_NAME,        // name of the element
  ATTR_CLASS,       // default class of the element
  ATTR_CHILDCLASS,  // default class of the elements inside, stored as an mjString
  ATTR_REF,   // name of another element (type `ref`), an mjString; may also set an enum member for
              // the type
  ATTR_QUAT,  // nonzero quaternion
  ATTR_ORIENTATION,  // other representation of an orientation; value is mjtOrientation, offset that
                     // of mjsOrientation
  ATTR_DISABLE,      // enable|disable, sets bit `value` when disabled
  ATTR_ENABLE,       // enable|disable, sets bit `value` when enabled
  ATTR_NKIND
} schema_Kind;

// C type of the member that stores it
typedef enum {
  REPR_NONE,
  REPR_DOUBLE,
  REPR_FLOAT,
  REPR_INT,  // also enums
  REPR_BOOL,
  REPR_BYTE,
  REPR_SIZE,
  REPR_CHARS,
  REPR_VEC,  // mjString*, mjDoubleVec*
  REPR_NTYPE
} schema_Repr;

// bits of schema_Attr.flags
enum {
  ATTR_REQUIRED = 1 << 0,  // required, and not blank
  ATTR_PRESENT = 1 << 1,   // required, may be empty
  ATTR_OWN = 1 << 2,       // of elements only, not in default classes
  ATTR_ARG =
      1 << 3,  // stored in the argument struct of the element's reader, not in its public struct
  ATTR_ANGLE = 1 << 4,      // in degrees if the compiler setting says so
  ATTR_ORDERED = 1 << 5,    // flags must be in the order of the words
  ATTR_LATER = 1 << 6,      // known, but not supported yet
  ATTR_POSITIVE = 1 << 7,   // every number > 0
  ATTR_NOTNEG = 1 << 8,     // every number >= 0
  ATTR_MINUS1 = 1 << 9,     // every number >= -1
  ATTR_COUNT = 1 << 10,     // every number at most SCHEMA_MOST_COUNT
  ATTR_FORGIVEN = 1 << 11,  // an unknown word counts as the first one, with a warning
};

// upper limit of values that directly determine memory sizes
#define SCHEMA_MOST_COUNT MODEL_MOST_USERDATA

typedef struct {
  const xml_Keyword* word;
  int n;
} schema_Words;

struct schema_Attr {
  const char* name;  // first member, so that xml_nearest can search tables
  schema_Kind kind;
  schema_Repr repr;
  unsigned flags;
  int min, max;         // minimum and maximum number of values
  size_t offset, size;  // of the member in the public struct or the argument struct
  int value;            // by type; for ATTR_REF: what is written to the enum member
  int ref;              // type of the referenced element (mjtObj or SPEC_...), 0: decided elsewhere
  size_t kindOffset;  // offset of the enum member that a reference sets (objtype, trntype), 0: none
  const schema_Words* words;
  // parses the attribute instead of the generic parser of its type; only called if present
  void (*read)(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target);
};

// rules about which attributes may or must be present together; lists are words separated by one
// blank
typedef enum {
  RULE_ATMOST,    // at most one of a
  RULE_ONE,       // exactly one of a
  RULE_TOGETHER,  // all of a or none
  RULE_NOTWITH,   // none of a together with any of b
  RULE_COMPLETE,  // all of a, or all of b
} schema_RuleKind;

typedef struct {
  schema_RuleKind kind;
  const char *a, *b;
  bool always;  // an error inside frames too
} schema_Rule;

// cardinality: how often an element may appear in its parent
typedef enum { CARD_ANY, CARD_ONCE, CARD_RECURSIVE } schema_Card;

// bits of schema_Element.flags
enum {
  ELEM_LENIENT = 1 << 0,  // wrong attributes inside it are warnings
  ELEM_CLASS =
      1 << 1,  // an element of a default class: attributes marked ATTR_OWN are not accepted
  ELEM_IGNORED = 1 << 2,  // accepted with a warning, has no effect
  ELEM_OURS = 1 << 3,     // an extension, not in the reference
};

// attributes shared by several elements: part of a table
typedef struct {
  const schema_Attr* row;
  int n;
} schema_Rows;

enum { SCHEMA_PARTS = 6 };

struct schema_Element {
  const char* tag;  // first member, so that xml_nearest can search tables
  schema_Card card;
  unsigned flags;
  int type;                        // type of the spec element that it creates or describes, 0: none
  int value;                       // subtype within that type: mjtSensor, mjtEq, act_Kind ...
  schema_Rows rows[SCHEMA_PARTS];  // attributes, in the order in which they are read
  const schema_Rule* rule;
  int nrule;
  const schema_Element* const* child;
  int nchild;
  // parses the element in the context of r
  void (*read)(read_Reader* r, const xml_Node* node, const schema_Element* element);
  // fills a public struct from the attributes (and children); NULL: attributes only
  void (*fill)(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data);
};

// <mujoco>
extern const schema_Element schema_root;

// looks up the element of a tag inside another, NULL if it is unknown there
const schema_Element* schema_child(const schema_Element* parent, const char* tag);
// looks up the row of an attribute, NULL if the element has none of that name
const schema_Attr* schema_attr(const schema_Element* element, const char* name);
// number of rows, without those that the element does not accept; the i-th of them
int schema_attrCount(const schema_Element* element);
const schema_Attr* schema_attrAt(const schema_Element* element, int i);
// is the word in the list?
bool schema_listed(const char* list, const char* word);

// Validates a whole document before it is read: elements, attributes, presence rules, cardinality.
// Wrong attributes inside <frame> and <replicate> are warnings, because other readers accept them
// there.
bool schema_check(const xml_Node* root, diag_Diag* diag);
// the same for one element of a document that is not MJCF; wrong attributes are warnings
bool schema_checkPart(const xml_Node* node, const schema_Element* element, diag_Diag* diag);

// Calls `visit` once for every element of the schema, with the path of tags that leads to it
// ("body/geom"); does not follow recursion of elements into themselves
typedef void (*schema_Visit)(void* context, const char* path, const schema_Element* element);
void schema_walk(schema_Visit visit, void* context);

// size of one value of a type in bytes; value i of an array of numbers
size_t schema_reprSize(schema_Repr repr);
double schema_number(schema_Repr repr, const void* at, int i);

#endif
