// Records selected values of mjData over time (time series): rows of a table, output as CSV and
// NPY.
#include "record.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/number.h"
#include "output.h"

void record_row(record_Record* record, const mjData* d, double time) {
  const int width = 1 + record->columns.n;
  if (record->failed) return;
  if (record->nrow == record->capacity) {
    const long grown = record->capacity ? 2 * record->capacity : 1024;
    const size_t row = (size_t)width * sizeof *record->value;
    double* value = mem_grow(record->value, (size_t)record->nrow * row, (size_t)grown * row);
    if (!value) {
      record->failed = true;
      return;
    }
    record->value = value;
    record->capacity = grown;
  }
  ASSERT(record->nrow < record->capacity);
  double* row = record->value + record->nrow++ * width;
  *row++ = time;
  for (int i = 0; i < record->columns.n; i++) *row++ = column_value(&record->columns.column[i], d);
}

void record_free(record_Record* record) {
  column_free(&record->columns);
  mem_free(record->value);
  *record = (record_Record){0};
}

void record_csv(const record_Record* record, const mjModel* m, text_Text* out) {
  const int width = 1 + record->columns.n;
  text_add(out, "time");
  for (int i = 0; i < record->columns.n; i++) {
    const column_Column* c = &record->columns.column[i];
    column_Label label;
    char name[COLUMN_LABEL + 64];
    column_label(&label, m, &c->source, c->element, true);
    column_name(name, sizeof name, c->source.name, label.text);
    text_add(out, ",");
    output_cell(out, name);
  }
  text_add(out, "\n");
  for (long i = 0; i < record->nrow * width; i++) {
    text_num(out, record->value[i], NUM_SHORTEST);
    text_add(out, (i + 1) % width ? "," : "\n");
  }
}

void record_npy(const record_Record* record, text_Text* out) {
  output_npy(out, record->value, record->nrow, 1 + record->columns.n);
}
