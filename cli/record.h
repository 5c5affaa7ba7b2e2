// Time series of selected values of mjData, for tables (CSV, NPY) and plots (SVG).
#ifndef SINEW_CLI_RECORD_H_
#define SINEW_CLI_RECORD_H_

#include <stdbool.h>

#include <sinew/sinew.h>

#include "base/text.h"
#include "columns.h"

typedef struct {
  column_List columns;
  double* value;  // rows of 1 + columns.n: time, then the columns
  long nrow, capacity;
  bool failed;  // out of memory: later rows are missing
} record_Record;

void record_row(record_Record* record, const mjData* d, double time);
void record_free(record_Record* record);
void record_csv(const record_Record* record, const mjModel* m, text_Text* out);
void record_npy(const record_Record* record, text_Text* out);
// Plots panels by field and unit, with a title above. Columns that do not fit are named in the plot
// and in `left`.
void record_svg(const record_Record* record, const mjModel* m, const char* title, text_Text* out,
                text_Text* left);

#endif
