// The field tables: one row for every array of mjModel and mjData, in the order of the structs.
// Allocation, copy, reset, comparison, printing and files loop over these tables; nothing else in
// the library lists the fields.
#ifndef SINEW_MODEL_FIELDS_H_
#define SINEW_MODEL_FIELDS_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/data.h>
#include <sinew/model.h>

typedef enum {
  FIELD_NUM,      // mjtNum
  FIELD_FLOAT,    // float
  FIELD_INT,      // int
  FIELD_SIZE,     // mjtSize
  FIELD_BYTE,     // mjtByte
  FIELD_BOOL,     // mjtBool
  FIELD_CHAR,     // char
  FIELD_ADDRESS,  // uintptr_t
  FIELD_CONTACT,  // mjContact
  FIELD_NTYPE
} field_Type;

typedef enum {
  FIELD_MODEL,   // in the model's buffer
  FIELD_INPUT,   // in the data's buffer: state, controls and what else the pipeline reads
  FIELD_RESULT,  // in the data's buffer: computed by the pipeline
  FIELD_ARENA    // in the data's arena: exists only after the step that makes it
} field_Part;

typedef enum { DIM_CONST, DIM_MODEL, DIM_DATA } field_DimKind;

// rows or columns: factor, or factor times a size member of mjModel (mjtSize) or mjData (int)
typedef struct {
  const char* text;  // as people write it: "nbody", "mjNREF", "nmocap*3"
  field_DimKind kind;
  int factor;
  size_t offset;
} field_Dim;

typedef struct {
  const char* name;
  size_t offset;  // of the pointer in its struct
  field_Type type;
  field_Part part;
  field_Dim rows, cols;
} field_Field;

typedef struct {
  const field_Field* field;
  int n;
} field_Table;

// a size of mjModel (mjtSize) or a counter of mjData (int)
typedef struct {
  const char* name;
  size_t offset;
} field_Size;

field_Table field_model(void);
field_Table field_data(void);
// sizes of mjModel, nq to nbuffer, in their order
const field_Size* field_modelSizes(int* n);
// counters of mjData that give the arrays of the arena their lengths
const field_Size* field_dataSizes(int* n);

// bytes of one element; a type's name as in C
size_t field_typeSize(field_Type type);
const char* field_typeName(field_Type type);

// rows and columns for this model and data (d may be NULL: its counters count as 0)
mjtSize field_dim(const field_Dim* dim, const mjModel* m, const mjData* d);
// elements of the array, rows times columns
mjtSize field_count(const field_Field* f, const mjModel* m, const mjData* d);
// the array itself; base is the mjModel or mjData
void* field_get(const field_Field* f, const void* base);
void field_set(const field_Field* f, void* base, void* array);

// bytes of the arrays of a table that live in a buffer, laid out one after another; false if a size
// is negative or the sum does not fit. If base is given, its pointers are set into `buffer`.
bool field_layout(field_Table table, const mjModel* m, size_t* bytes, void* base, void* buffer);

#endif
