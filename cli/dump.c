// sinew dump MODEL: fields of mjData after one forward evaluation at the start, as text or JSON.
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/text.h"
#include "commands.h"
#include "model/fields.h"

static const char help[] = "usage: sinew dump MODEL [--fields a,b] [--json]\n\n"
                           "examples:\n"
                           "  sinew dump models/pendulum.xml --fields qpos,xpos\n"
                           "  sinew dump models/arm.xml --json > arm.json\n";

static bool wanted(const char* list, const char* name) {
  const size_t n = strlen(name);
  for (const char* at = list; at && *at;) {
    const size_t length = strcspn(at, ",");
    if (length == n && !strncmp(at, name, n)) return true;
    at += length + (at[length] == ',');
  }
  return !list;
}

// every name of the list is a field
static bool checkNames(const char* list) {
  const field_Table table = field_data();
  for (const char* at = list; at && *at;) {
    const size_t length = strcspn(at, ",");
    bool found = false;
    for (int i = 0; i < table.n; i++) {
      found = found ||
              (strlen(table.field[i].name) == length && !strncmp(table.field[i].name, at, length));
    }
    if (!found) {
      fprintf(stderr, "sinew: mjData has no field '%.*s'\n", (int)length, at);
      return false;
    }
    at += length + (at[length] == ',');
  }
  return true;
}

static void addValue(text_Text* out, const field_Field* f, const void* array, mjtSize i) {
  if (f->type == FIELD_NUM) {
    const mjtNum x = ((const mjtNum*)array)[i];
    if (x - x == 0) {
      text_num(out, x, 0);
    } else {
      text_add(out, "null");  // JSON has no infinities
    }
  } else if (f->type == FIELD_INT) {
    text_format(out, "%d", ((const int*)array)[i]);
  } else {
    text_format(out, "%d", ((const unsigned char*)array)[i]);
  }
}

static bool printable(const field_Field* f) {
  return f->type == FIELD_NUM || f->type == FIELD_INT || f->type == FIELD_BYTE ||
         f->type == FIELD_BOOL;
}

static void addField(text_Text* out, const field_Field* f, const mjModel* m, const mjData* d,
                     bool json) {
  const void* array = field_get(f, d);
  const mjtSize rows = field_dim(&f->rows, m, d), cols = field_dim(&f->cols, m, d);
  if (json) {
    text_format(out, ",\n  \"%s\": [", f->name);
    for (mjtSize i = 0; i < rows * cols; i++) {
      if (i) text_add(out, ", ");
      addValue(out, f, array, i);
    }
    text_add(out, "]");
    return;
  }
  text_format(out, "%s (%s x %s)\n", f->name, f->rows.text, f->cols.text);
  for (mjtSize r = 0; r < rows; r++) {
    text_add(out, " ");
    for (mjtSize c = 0; c < cols; c++) {
      text_add(out, " ");
      addValue(out, f, array, r * cols + c);
    }
    text_add(out, "\n");
  }
}

int cli_dump(int argc, char** argv) {
  const char *model = NULL, *fields = NULL;
  bool json = false, bad = argc == 0;
  for (int i = 0; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      printf("%s", help);
      return CLI_OK;
    }
    if (!strcmp(argv[i], "--json")) {
      json = true;
    } else if (!strcmp(argv[i], "--fields") && i + 1 < argc) {
      fields = argv[++i];
    } else if (argv[i][0] != '-' && !model) {
      model = argv[i];
    } else {
      bad = true;
    }
  }
  if (bad || !model) {
    fprintf(stderr, "%s", help);
    return CLI_USAGE;
  }
  mjModel* m = checkNames(fields) ? cli_load(model) : NULL;
  if (!m) return CLI_FAILED;
  mjData* d = mj_makeData(m);
  text_Text out = {0};
  if (d) mj_forward(m, d);
  if (json) text_format(&out, "{\n  \"time\": 0");
  const field_Table table = field_data();
  for (int i = 0; d && i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (printable(f) && wanted(fields, f->name) && field_get(f, d) && field_count(f, m, d) > 0) {
      addField(&out, f, m, d, json);
    }
  }
  if (json) text_add(&out, "\n}\n");
  const bool ok = d && !out.failed;
  if (ok) fwrite(out.data ? out.data : "", 1, out.size, stdout);
  text_free(&out);
  mj_deleteData(d);
  mj_deleteModel(m);
  return ok ? CLI_OK : CLI_FAILED;
}
