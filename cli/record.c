// Chosen fields over time: choice by name, rows, CSV and NPY files.
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"

static const field_Field* findField(const char* name, size_t n) {
  const field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (f->type == FIELD_NUM && f->part != FIELD_ARENA && strlen(f->name) == n &&
        !strncmp(f->name, name, n)) {
      return f;
    }
  }
  return NULL;
}

// "name" or "name[index]"; false with a message
static bool addField(record_Record* record, const mjModel* m, const mjData* d, const char* item,
                     size_t n) {
  const char* bracket = memchr(item, '[', n);
  const size_t length = bracket ? (size_t)(bracket - item) : n;
  const bool energy = length == 6 && !strncmp(item, "energy", 6);
  const field_Field* f = energy ? NULL : findField(item, length);
  if (!f && !energy) {
    fprintf(stderr,
            "sinew: '%.*s' is not a field of numbers in mjData; examples: qpos, qvel, ctrl, "
            "sensordata, energy\n",
            (int)n, item);
    return false;
  }
  const int count = energy ? 2 : (int)field_count(f, m, d);
  int first = 0, last = count;
  if (bracket) {
    int64_t index;
    const char* end = num_parseInt(bracket + 1, &index);
    if (!end || *end != ']' || index < 0 || index >= count) {
      fprintf(stderr, "sinew: '%.*s': the index must be between 0 and %d\n", (int)n, item,
              count - 1);
      return false;
    }
    first = (int)index;
    last = first + 1;
  }
  if (record->nfield == RECORD_MOST_FIELDS) {
    fprintf(stderr, "sinew: at most %d fields can be chosen\n", RECORD_MOST_FIELDS);
    return false;
  }
  record->field[record->nfield++] = (record_Field){f, first, last - first, record->ncolumn};
  record->ncolumn += last - first;
  return true;
}

bool record_choose(record_Record* record, const mjModel* m, const mjData* d, const char* list) {
  *record = (record_Record){.ncolumn = 1};
  while (*list) {
    size_t n = strcspn(list, ",");
    if (n && !addField(record, m, d, list, n)) return false;
    list += n + (list[n] == ',');
  }
  if (record->nfield) return true;
  fprintf(stderr, "sinew: --fields names no field\n");
  return false;
}

void record_row(record_Record* record, const mjData* d) {
  if (record->failed) return;
  if (record->nrow == record->capacity) {
    const long grown = record->capacity ? 2 * record->capacity : 1024;
    const size_t row = (size_t)record->ncolumn * sizeof *record->value;
    double* value = mem_grow(record->value, (size_t)record->nrow * row, (size_t)grown * row);
    if (!value) {
      record->failed = true;
      return;
    }
    record->value = value;
    record->capacity = grown;
  }
  double* row = record->value + record->nrow++ * record->ncolumn;
  row[0] = d->time;
  for (int i = 0; i < record->nfield; i++) {
    const record_Field* f = &record->field[i];
    const mjtNum* src = f->field ? field_get(f->field, d) : d->energy;
    if (f->n) memcpy(row + f->column, src + f->first, (size_t)f->n * sizeof *row);
  }
}

void record_free(record_Record* record) {
  mem_free(record->value);
  *record = (record_Record){0};
}

// ---- names and units

// joint of an element of qpos or of a dof
static int jointOf(const mjModel* m, const char* field, int element) {
  for (int j = 0; j < m->njnt; j++) {
    static const int nq[] = {7, 4, 1, 1}, nv[] = {6, 3, 1, 1};
    const bool position = !strcmp(field, "qpos");
    const int adr = position ? m->jnt_qposadr[j] : m->jnt_dofadr[j];
    if (element >= adr && element < adr + (position ? nq : nv)[m->jnt_type[j]]) return j;
  }
  return -1;
}

static bool isDofField(const record_Field* f, const mjModel* m) {
  return f->field && f->field->rows.kind == DIM_MODEL &&
         f->field->rows.offset == offsetof(mjModel, nv) && field_dim(&f->field->cols, m, NULL) == 1;
}

void record_label(char* buf, size_t size, const record_Field* f, const mjModel* m, int element) {
  const char* name = f->field ? f->field->name : "energy";
  const char* object = NULL;
  int sub = -1;
  if (!f->field) {
    snprintf(buf, size, "%s", element ? "kinetic" : "potential");
    return;
  }
  if (!strcmp(name, "qpos") || isDofField(f, m)) {
    const int j = jointOf(m, name, element);
    object = j >= 0 ? mj_id2name(m, mjOBJ_JOINT, j) : NULL;
    if (j >= 0 && m->jnt_type[j] < mjJNT_SLIDE) {
      sub = element - (!strcmp(name, "qpos") ? m->jnt_qposadr[j] : m->jnt_dofadr[j]);
    }
  } else if (!strcmp(name, "sensordata")) {
    for (int s = 0; s < m->nsensor; s++) {
      if (element < m->sensor_adr[s] || element >= m->sensor_adr[s] + m->sensor_dim[s]) continue;
      object = mj_id2name(m, mjOBJ_SENSOR, s);
      if (m->sensor_dim[s] > 1) sub = element - m->sensor_adr[s];
    }
  }
  if (object && sub >= 0) {
    snprintf(buf, size, "%s[%d]", object, sub);
  } else if (object) {
    snprintf(buf, size, "%s", object);
  } else {
    snprintf(buf, size, "%s[%d]", name, element);
  }
}

// does the element turn (rather than slide)
static bool turns(const mjModel* m, const char* field, int element) {
  const int j = jointOf(m, field, element);
  if (j < 0) return false;
  if (m->jnt_type[j] == mjJNT_FREE) return element >= m->jnt_dofadr[j] + 3;
  return m->jnt_type[j] != mjJNT_SLIDE;
}

const char* record_unit(const record_Field* f, const mjModel* m, int element) {
  if (!f->field) return "J";
  const char* name = f->field->name;
  if (!strcmp(name, "qpos")) {
    const int j = jointOf(m, name, element);
    if (j < 0) return "";
    const int at = element - m->jnt_qposadr[j];
    static const char* const scalar[] = {"", "", "m", "rad"};
    return m->jnt_type[j] == mjJNT_FREE && at < 3 ? "m" : scalar[m->jnt_type[j]];
  }
  if (!isDofField(f, m)) return !strncmp(name, "ten_length", 10) ? "m" : "";
  const bool angular = turns(m, name, element);
  if (!strcmp(name, "qvel")) return angular ? "rad/s" : "m/s";
  if (!strncmp(name, "qacc", 4)) return angular ? "rad/s²" : "m/s²";
  if (!strncmp(name, "qfrc", 4)) return angular ? "N m" : "N";
  return "";
}

// ---- files

bool record_writeCsv(const record_Record* record, const mjModel* m, const char* path) {
  text_Text out = {0};
  text_add(&out, "time");
  for (int i = 0; i < record->nfield; i++) {
    const record_Field* f = &record->field[i];
    for (int k = 0; k < f->n; k++) {
      char label[200];
      record_label(label, sizeof label, f, m, f->first + k);
      text_format(&out, ",%s:%s", f->field ? f->field->name : "energy", label);
    }
  }
  text_add(&out, "\n");
  for (long r = 0; r < record->nrow; r++) {
    for (int c = 0; c < record->ncolumn; c++) {
      if (c) text_add(&out, ",");
      text_num(&out, record->value[r * record->ncolumn + c], NUM_SHORTEST);
    }
    text_add(&out, "\n");
  }
  const bool ok = !out.failed && file_write(path, out.data, out.size);
  text_free(&out);
  return ok;
}

// NumPy format 1.0: magic, header length, a Python dict padded to 64 bytes, then the rows
bool record_writeNpy(const record_Record* record, const char* path) {
  text_Text out = {0};
  char dict[128];
  const int n =
      snprintf(dict, sizeof dict, "{'descr': '<f8', 'fortran_order': False, 'shape': (%ld, %d), }",
               record->nrow, record->ncolumn);
  const size_t padded = (10 + (size_t)n + 1 + 63) / 64 * 64 - 10;
  const unsigned char head[] = {
      0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)padded, (unsigned char)(padded >> 8)};
  text_bytes(&out, (const char*)head, sizeof head);
  text_add(&out, dict);
  text_fill(&out, ' ', padded - (size_t)n - 1);
  text_add(&out, "\n");
  text_bytes(&out, (const char*)record->value,
             (size_t)record->nrow * (size_t)record->ncolumn * sizeof *record->value);
  const bool ok = !out.failed && file_write(path, out.data, out.size);
  text_free(&out);
  return ok;
}
