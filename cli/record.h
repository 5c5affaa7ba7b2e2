// Chosen fields of mjData over time, for tables and plots.
#ifndef SINEW_CLI_RECORD_H_
#define SINEW_CLI_RECORD_H_

#include <stdbool.h>
#include <stdio.h>

#include <sinew/sinew.h>

#include "base/text.h"
#include "model/fields.h"

enum { RECORD_MOST_FIELDS = 64 };

typedef struct {
  const field_Field* field;  // NULL: energy
  int first, n;              // elements of it
  int column;                // of its first element in a row; column 0 is time
} record_Field;

typedef struct {
  record_Field field[RECORD_MOST_FIELDS];
  int nfield, ncolumn;
  double* value;  // rows of ncolumn
  long nrow, capacity;
  bool failed;  // out of memory
} record_Record;

// "qpos,qvel[2],energy" -> fields; false with a message if one does not exist
bool record_choose(record_Record* record, const mjModel* m, const mjData* d, const char* list);
void record_row(record_Record* record, const mjData* d);
void record_free(record_Record* record);
// "hip" for the hinge of qpos[7], "qpos[7]" if there is no name
void record_label(char* buf, size_t size, const record_Field* f, const mjModel* m, int element);
// "rad", "m/s", ... of an element; "" if it is not known
const char* record_unit(const record_Field* f, const mjModel* m, int element);
bool record_writeCsv(const record_Record* record, const mjModel* m, const char* path);
bool record_writeNpy(const record_Record* record, const char* path);
// one panel per field; title above
bool record_writeSvg(const record_Record* record, const mjModel* m, const char* title,
                     const char* path);

#endif
