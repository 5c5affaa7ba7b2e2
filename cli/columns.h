// Columns: single scalars of mjData with the names that tables, plots and --fields use
// (HELP_COLUMNS explains them), and their units. Introspection of mjData with the field table.
#ifndef SINEW_CLI_COLUMNS_H_
#define SINEW_CLI_COLUMNS_H_

#include <stdbool.h>

#include <sinew/sinew.h>

#include "base/text.h"
#include "model/fields.h"

// help text
#define HELP_COLUMNS                                                                               \
  "A field is an array of mjData (qpos, qvel, ctrl, sensordata, xpos, qfrc_actuator, ...), a "     \
  "count (ncon, nefc, ...) or energy. Its columns are called field:name.component, or "            \
  "field[row].component if the element has no name: qpos:hip, qpos:root.x, qvel:root.rz (about "   \
  "z), xquat:torso.qw, ctrl:elbow, sensordata:wrist_force.y, energy:kinetic, qpos[7]. Fields are " \
  "chosen by such names and their parts, separated by commas: qpos is all of it, xpos:torso its "  \
  "x, y and z, qpos[7] a row by number; * stands for any text and ? for any character: "           \
  "sensordata:wrist_*, qfrc_*:hip."

// an array of mjData, or a scalar member that is no array: energy, counts
typedef struct {
  const char* name;          // first member: tables can be searched by xml_nearest
  const field_Field* field;  // NULL: a member at offset
  size_t offset;
  int n;      // number of values of the member
  bool real;  // type mjtNum, otherwise int
} column_Source;

typedef struct {
  column_Source source;
  int element;
} column_Column;

typedef struct {
  column_Column* column;
  int n, capacity;
} column_List;

// the i-th source: values that exist in every step; false beyond the last
bool column_source(int i, column_Source* source);
// number of its values
int column_count(const column_Source* source, const mjModel* m);
double column_value(const column_Column* column, const mjData* d);

// A label is "hip", "root.x", "[7]" or "[3].x". Its stages end after the object, a joint's
// component and a component, so that "xpos:torso" selects all of "xpos:torso.x" and so on.
enum { COLUMN_LABEL = 200, COLUMN_STAGES = 3 };
typedef struct {
  char text[COLUMN_LABEL];
  int stage[COLUMN_STAGES];
  int nstage;
} column_Label;

// named: uses the name of the object if it has one; otherwise always the number
void column_label(column_Label* label, const mjModel* m, const column_Source* source, int element,
                  bool named);
// "qpos:hip", "qpos[7]"
void column_name(char* buf, size_t size, const char* source, const char* label);
// "rad", "m/s", ...; "" if there is none or it is unknown
const char* column_unit(const mjModel* m, const column_Source* source, int element);

// parses "qpos,xpos:torso,sensordata:wrist_*" to columns in that order; false with a message in
// `error`
bool column_choose(column_List* list, const mjModel* m, const char* items, text_Text* error);
void column_free(column_List* list);
// the label, or part of one, nearest to a misspelled word by edit distance; false: none is near
bool column_nearest(const mjModel* m, const column_Source* source, const char* word,
                    char near[COLUMN_LABEL]);

// the owner of the rows of a source: the first row with the same object, the number of such rows,
// and the object (mjtObj; id -1: none)
typedef struct {
  int type, id;
  int first, n;
} column_Owner;
column_Owner column_owner(const mjModel* m, const field_Field* f, int row);

#endif
