// Chosen numbers over time: rows, CSV and NPY.
#include "record.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/number.h"

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

// a cell with a comma, a quote or a line end is quoted (RFC 4180)
static void addCell(text_Text* out, const char* cell) {
  const bool quote = strpbrk(cell, ",\"\r\n") != NULL;
  if (quote) text_add(out, "\"");
  for (; *cell; cell++) {
    if (*cell == '"') text_add(out, "\"");
    text_bytes(out, cell, 1);
  }
  if (quote) text_add(out, "\"");
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
    addCell(out, name);
  }
  text_add(out, "\n");
  for (long i = 0; i < record->nrow * width; i++) {
    text_num(out, record->value[i], NUM_SHORTEST);
    text_add(out, (i + 1) % width ? "," : "\n");
  }
}

// NumPy format 1.0: magic, header length, a Python dict padded to 64 bytes, then the rows
void record_npy(const record_Record* record, text_Text* out) {
  const int width = 1 + record->columns.n;
  char dict[128];
  const int n =
      snprintf(dict, sizeof dict, "{'descr': '<f8', 'fortran_order': False, 'shape': (%ld, %d), }",
               record->nrow, width);
  ASSERT(n > 0 && n < (int)sizeof dict);
  const size_t padded = (10 + (size_t)n + 1 + 63) / 64 * 64 - 10;
  const unsigned char head[] = {
      0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)padded, (unsigned char)(padded >> 8)};
  text_bytes(out, (const char*)head, sizeof head);
  text_add(out, dict);
  text_fill(out, ' ', padded - (size_t)n - 1);
  text_add(out, "\n");
  ASSERT(out->failed || out->size % 64 == 0);  // the numbers are aligned
  text_bytes(out, (const char*)record->value,
             (size_t)record->nrow * (size_t)width * sizeof *record->value);
}
