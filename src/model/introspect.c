// Introspection (reflection) API of the field tables: sn_fieldCount, sn_field and related
// functions.
#include <string.h>

#include <sinew/extra.h>

#include "base/args.h"
#include "base/assert.h"
#include "model/fields.h"

// the tables of a struct in order: sizes, other members, arrays
static int tablesOf(int type, field_Table table[3]) {
  int n = 0;
  if (type == sn_TYPE_MODEL) table[n].field = field_modelSizes(&table[n].n), n++;
  if (type == sn_TYPE_DATA) table[n].field = field_dataSizes(&table[n].n), n++;
  table[n++] = field_members(type);
  if (type == sn_TYPE_MODEL) table[n++] = field_model();
  if (type == sn_TYPE_DATA) table[n++] = field_data();
  ASSERT(n <= 3);
  return n;
}

// member i of a struct, NULL if out of range
static const field_Field* rowOf(int type, int i) {
  field_Table table[3];
  const int n = tablesOf(type, table);
  for (int k = 0; k < n && i >= 0; i -= table[k++].n) {
    if (i < table[k].n) return &table[k].field[i];
  }
  return NULL;
}

int sn_fieldCount(int type) {
  field_Table table[3];
  const int n = tablesOf(type, table);
  int sum = 0;
  for (int k = 0; k < n; k++) sum += table[k].n;
  return sum;
}

mjtBool sn_field(int type, int i, sn_Field* field) {
  ARGS_NEED_OR(false, field);
  *field = (sn_Field){0};
  const field_Field* f = rowOf(type, i);
  if (!f) return false;
  *field = (sn_Field){.name = f->name,
                      .ctype = field_typeName(f->type),
                      .rowtext = f->rows.text,
                      .coltext = f->cols.text,
                      .unit = f->unit,
                      .meaning = f->meaning,
                      .offset = f->offset,
                      .size = field_typeSize(f->type),
                      .type = (int)f->type,
                      .stage = (int)f->stage,
                      .flags = f->flags | (f->part != FIELD_MEMBER ? sn_FIELD_ARRAY : 0) |
                               (f->part == FIELD_ARENA ? sn_FIELD_ARENA : 0)};
  return true;
}

int sn_findField(int type, const char* name) {
  ARGS_NEED_OR(-1, name);
  field_Table table[3];
  const int n = tablesOf(type, table);
  int first = 0;
  for (int k = 0; k < n; first += table[k++].n) {
    for (int i = 0; i < table[k].n; i++) {
      if (!strcmp(table[k].field[i].name, name)) return first + i;
    }
  }
  return -1;
}

// the struct of a type in this model or data, NULL if there is none
static const void* baseOf(int type, const mjModel* m, const mjData* d) {
  if (type == sn_TYPE_DATA) return d;
  if (!m) return NULL;
  return type == sn_TYPE_MODEL       ? (const void*)m
         : type == sn_TYPE_OPTION    ? (const void*)&m->opt
         : type == sn_TYPE_VISUAL    ? (const void*)&m->vis
         : type == sn_TYPE_STATISTIC ? (const void*)&m->stat
                                     : NULL;
}

static mjtSize dimOf(const field_Dim* dim, const mjModel* m, const mjData* d) {
  return dim->kind == DIM_MODEL && !m ? 0 : field_dim(dim, m, d);
}

void* sn_fieldAddress(int type, int i, const mjModel* m, const mjData* d, mjtSize* rows,
                      mjtSize* cols) {
  const field_Field* f = rowOf(type, i);
  if (rows) *rows = f ? dimOf(&f->rows, m, d) : 0;
  if (cols) *cols = f ? dimOf(&f->cols, m, d) : 0;
  const void* base = f ? baseOf(type, m, d) : NULL;
  if (!base) return NULL;
  return f->part == FIELD_MEMBER ? (char*)base + f->offset : field_get(f, base);
}

const char* sn_typeName(int type) {
  return type >= 0 && type < sn_NTYPE ? field_typeName((field_Type)type) : NULL;
}

const char* sn_stageName(int stage) {
  static const char* const name[sn_NSTAGE] = {
      [sn_STAGE_NONE] = "none",
      [sn_STAGE_INPUT] = "input",
      [sn_STAGE_POSITION] = "position",
      [sn_STAGE_VELOCITY] = "velocity",
      [sn_STAGE_ACTUATION] = "actuation",
      [sn_STAGE_ACCELERATION] = "acceleration",
      [sn_STAGE_CONSTRAINT] = "constraint",
      [sn_STAGE_SENSOR] = "sensor",
      [sn_STAGE_INTEGRATION] = "integration",
      [sn_STAGE_INVERSE] = "inverse",
      [sn_STAGE_DEMAND] = "demand",
  };
  return stage >= 0 && stage < sn_NSTAGE ? name[stage] : NULL;
}
