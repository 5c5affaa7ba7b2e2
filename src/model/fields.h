// Field tables (reflection, X-macros): one row for every member of mjModel, mjData and the structs
// in them. Allocation, copy, reset, comparison, printing, serialization, lanes and other languages
// (sinew/extra.h) loop over these tables; nothing else in the library lists the fields.
#ifndef SINEW_MODEL_FIELDS_H_
#define SINEW_MODEL_FIELDS_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/data.h>
#include <sinew/extra.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

typedef enum {
  FIELD_NUM = sn_TYPE_NUM,
  FIELD_FLOAT = sn_TYPE_FLOAT,
  FIELD_INT = sn_TYPE_INT,
  FIELD_SIZE = sn_TYPE_SIZE,
  FIELD_BYTE = sn_TYPE_BYTE,
  FIELD_BOOL = sn_TYPE_BOOL,
  FIELD_CHAR = sn_TYPE_CHAR,
  FIELD_ADDRESS = sn_TYPE_ADDRESS,
  FIELD_UINT64 = sn_TYPE_UINT64,
  FIELD_POINTER = sn_TYPE_POINTER,
  FIELD_OPTION = sn_TYPE_OPTION,
  FIELD_VISUAL = sn_TYPE_VISUAL,
  FIELD_STATISTIC = sn_TYPE_STATISTIC,
  FIELD_CONTACT = sn_TYPE_CONTACT,
  FIELD_WARNINGSTAT = sn_TYPE_WARNINGSTAT,
  FIELD_TIMERSTAT = sn_TYPE_TIMERSTAT,
  FIELD_SOLVERSTAT = sn_TYPE_SOLVERSTAT,
  FIELD_NTYPE = sn_NTYPE
} field_Type;

typedef enum {
  FIELD_MEMBER,  // in the struct itself
  FIELD_MODEL,   // in the model's buffer
  FIELD_INPUT,   // in the data's buffer: state, controls and other inputs of the pipeline
  FIELD_OWNED,   // in the data's buffer: of plugins, which reset them themselves
  FIELD_RESULT,  // in the data's buffer: computed by the pipeline
  FIELD_ARENA    // in the data's arena: exists only after the step that computes it
} field_Part;

typedef enum { DIM_CONST, DIM_MODEL, DIM_DATA } field_DimKind;

// rows or columns: factor, or factor times a size member of mjModel (mjtSize) or mjData (int)
typedef struct {
  const char* text;  // readable form: "nbody", "mjNREF", "nmocap*3"
  field_DimKind kind;
  int factor;
  size_t offset;
} field_Dim;

typedef struct {
  const char* name;
  size_t offset;  // of the member in its struct; for arrays: of the pointer
  field_Type type;
  field_Part part;
  sn_Stage stage;       // that writes the field
  int flags;            // sn_FIELD_LANE, sn_FIELD_WORLD, sn_FIELD_EXPORT
  const char* meaning;  // from the header's comment
  field_Dim rows, cols;
  const char* unit;  // as in sn_Field
} field_Field;

typedef struct {
  const field_Field* field;
  int n;
} field_Table;

// arrays of mjModel and mjData
field_Table field_model(void);
field_Table field_data(void);
// sizes of mjModel (mjtSize), nq to nbuffer, in their order
const field_Field* field_modelSizes(int* n);
// counters of mjData (int) that change with each step and are lengths of arrays in the arena
const field_Field* field_dataSizes(int* n);
// other members of a struct (sn_Type)
field_Table field_members(int type);

// bytes of one element; the name of a type as in C
size_t field_typeSize(field_Type type);
const char* field_typeName(field_Type type);

// number of rows or columns for this model and data (d may be NULL: its counters count as 0)
mjtSize field_dim(const field_Dim* dim, const mjModel* m, const mjData* d);
// number of elements of the array: rows times columns
mjtSize field_count(const field_Field* f, const mjModel* m, const mjData* d);
// the array pointer; base is the mjModel or mjData
void* field_get(const field_Field* f, const void* base);
void field_set(const field_Field* f, void* base, void* array);

// computes the bytes of a table's arrays in a buffer, one after another; false if a size is
// negative or on overflow. If base is given, its pointers are set into `buffer`.
bool field_layout(field_Table table, const mjModel* m, size_t* bytes, void* base, void* buffer);

#endif
