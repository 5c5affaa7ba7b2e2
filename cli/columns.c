// Column names of scalars in mjData (introspection with the field table). A row of an array belongs
// to an object by the size that counts the rows (nbody, nv, nu, ...). Its columns, and the rows of
// joints and sensors with several values, are components.
#include "columns.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"

static const column_Source energySource = {"energy", NULL, offsetof(mjData, energy), 2, true};

static bool recordable(const field_Field* f) {
  return f->part != FIELD_ARENA && (f->type == FIELD_NUM || f->type == FIELD_INT ||
                                    f->type == FIELD_BYTE || f->type == FIELD_BOOL);
}

bool column_source(int i, column_Source* source) {
  const field_Table table = field_data();
  int ncounter;
  const field_Field* counter = field_dataSizes(&ncounter);
  for (int k = 0; k < table.n; k++) {
    if (!recordable(&table.field[k]) || i-- > 0) continue;
    *source = (column_Source){.name = table.field[k].name, .field = &table.field[k]};
    return true;
  }
  if (i < ncounter) {
    *source = (column_Source){counter[i].name, NULL, counter[i].offset, 1, false};
    return true;
  }
  *source = energySource;
  return i == ncounter;
}

int column_count(const column_Source* source, const mjModel* m) {
  return source->field ? (int)field_count(source->field, m, NULL) : source->n;
}

double column_value(const column_Column* column, const mjData* d) {
  const column_Source* s = &column->source;
  const void* at = s->field ? field_get(s->field, d) : (const char*)d + s->offset;
  const field_Type type = s->field ? s->field->type : s->real ? FIELD_NUM : FIELD_INT;
  if (type == FIELD_NUM) return ((const mjtNum*)at)[column->element];
  if (type == FIELD_INT) return ((const int*)at)[column->element];
  ASSERT_FULL(field_typeSize(type) == sizeof(mjtByte));
  return ((const mjtByte*)at)[column->element];
}

// ---- owners of rows

// the object (of n) whose rows, num of them starting at adr, include `row`
static column_Owner ownerByRange(int type, mjtSize n, const int* adr, const int* num, int row) {
  for (int i = 0; i < n; i++) {
    if (row >= adr[i] && row < adr[i] + num[i]) return (column_Owner){type, i, adr[i], num[i]};
  }
  return (column_Owner){type, -1, row, 1};
}

static column_Owner ownerByJoint(const mjModel* m, const int* adr, const int width[4], int row) {
  for (int j = 0; j < m->njnt; j++) {
    const int n = width[m->jnt_type[j]];
    if (row >= adr[j] && row < adr[j] + n) return (column_Owner){mjOBJ_JOINT, j, adr[j], n};
  }
  return (column_Owner){mjOBJ_JOINT, -1, row, 1};
}

static column_Owner ownerOfPosition(const mjModel* m, int row) {
  return ownerByJoint(m, m->jnt_qposadr, (const int[]){7, 4, 1, 1}, row);
}
static column_Owner ownerOfDof(const mjModel* m, int row) {
  return ownerByJoint(m, m->jnt_dofadr, (const int[]){6, 3, 1, 1}, row);
}
static column_Owner ownerOfControl(const mjModel* m, int row) {
  return ownerByRange(mjOBJ_ACTUATOR, m->nactuator, m->actuator_ctrladr, m->actuator_ctrlnum, row);
}
static column_Owner ownerOfOutput(const mjModel* m, int row) {
  return ownerByRange(mjOBJ_ACTUATOR, m->nactuator, m->actuator_outadr, m->actuator_outnum, row);
}
static column_Owner ownerOfActivation(const mjModel* m, int row) {
  return ownerByRange(mjOBJ_ACTUATOR, m->nactuator, m->actuator_actadr, m->actuator_actnum, row);
}
static column_Owner ownerOfSensordata(const mjModel* m, int row) {
  return ownerByRange(mjOBJ_SENSOR, m->nsensor, m->sensor_adr, m->sensor_dim, row);
}
static column_Owner ownerOfMocap(const mjModel* m, int row) {
  for (int b = 0; b < m->nbody; b++) {
    if (m->body_mocapid[b] == row) return (column_Owner){mjOBJ_BODY, b, row, 1};
  }
  return (column_Owner){mjOBJ_BODY, -1, row, 1};
}

#define OWNED(size, type, find)                                                                    \
  { offsetof(mjModel, size), type, find }
static const struct {
  size_t size;  // offset in mjModel of the size that counts the rows
  int type;     // of the owner if each owner has one row
  column_Owner (*find)(const mjModel* m, int row);  // NULL: row = id
} ownerKind[] = {
    OWNED(nq, 0, ownerOfPosition),    OWNED(nv, 0, ownerOfDof),
    OWNED(nu, 0, ownerOfControl),     OWNED(nout, 0, ownerOfOutput),
    OWNED(na, 0, ownerOfActivation),  OWNED(nsensordata, 0, ownerOfSensordata),
    OWNED(nmocap, 0, ownerOfMocap),   OWNED(nbody, mjOBJ_BODY, NULL),
    OWNED(njnt, mjOBJ_JOINT, NULL),   OWNED(ngeom, mjOBJ_GEOM, NULL),
    OWNED(nsite, mjOBJ_SITE, NULL),   OWNED(ncam, mjOBJ_CAMERA, NULL),
    OWNED(nlight, mjOBJ_LIGHT, NULL), OWNED(ntendon, mjOBJ_TENDON, NULL),
    OWNED(neq, mjOBJ_EQUALITY, NULL),
};

column_Owner column_owner(const mjModel* m, const field_Field* f, int row) {
  for (size_t i = 0; f->rows.kind == DIM_MODEL && i < sizeof ownerKind / sizeof *ownerKind; i++) {
    if (ownerKind[i].size != f->rows.offset) continue;
    if (ownerKind[i].find) return ownerKind[i].find(m, row);
    return (column_Owner){ownerKind[i].type, row, row, 1};
  }
  return (column_Owner){mjOBJ_UNKNOWN, -1, row, 1};
}

// an unnamed joint is named after its body if it is the body's only joint
static const char* ownerName(const mjModel* m, column_Owner owner) {
  const char* name = owner.id < 0 ? NULL : mj_id2name(m, owner.type, owner.id);
  if (name || owner.id < 0 || owner.type != mjOBJ_JOINT) return name;
  const int body = m->jnt_bodyid[owner.id];
  return m->body_jntnum[body] == 1 ? mj_id2name(m, mjOBJ_BODY, body) : NULL;
}

// ---- components

static const char *const vector[] = {"x", "y", "z"}, *const quaternion[] = {"qw", "qx", "qy", "qz"},
                         *const pose[] = {"x", "y", "z", "qw", "qx", "qy", "qz"},
                         *const linearFirst[] = {"x", "y", "z", "rx", "ry", "rz"},
                         *const angularFirst[] = {"rx", "ry", "rz", "x", "y", "z"},
                         *const angular[] = {"rx", "ry", "rz"}, *const matrix[] = {"xx", "xy",
                                                                                   "xz", "yx",
                                                                                   "yy", "yz",
                                                                                   "zx", "zy",
                                                                                   "zz"};

// names of the rows of one owner; NULL: by number
static const char* const* rowComponents(const mjModel* m, column_Owner owner) {
  if (owner.type == mjOBJ_JOINT) {
    static const char* const* const table[] = {
        [7] = pose, [6] = linearFirst, [4] = quaternion, [3] = angular};
    return owner.n <= 7 ? table[owner.n] : NULL;
  }
  if (owner.type != mjOBJ_SENSOR) return NULL;
  const int type = m->sensor_type[owner.id];
  const bool listed = type == mjSENS_USER || type == mjSENS_CONTACT || type == mjSENS_PLUGIN ||
                      type == mjSENS_TACTILE || type == mjSENS_RANGEFINDER;
  return listed ? NULL : owner.n == 3 ? vector : owner.n == 4 ? quaternion : NULL;
}

// names of the columns of an array; NULL: by number
static const char* const* columnComponents(const field_Field* f, int n) {
  static const char* const* const table[] = {
      [3] = vector, [4] = quaternion, [6] = angularFirst, [9] = matrix};
  if (!strcmp(f->name, "xfrc_applied")) return linearFirst;
  return n < 10 && f->type == FIELD_NUM ? table[n] : NULL;
}

static void endStage(column_Label* label) {
  ASSERT(label->nstage < COLUMN_STAGES);
  label->stage[label->nstage++] = (int)strlen(label->text);
}

static void addComponent(column_Label* label, const char* const* names, int k) {
  const size_t used = strlen(label->text);
  text_print(label->text + used, sizeof label->text - used, names ? ".%s" : "[%.0s%d]",
             names ? names[k] : "", k);
  endStage(label);
}

void column_label(column_Label* label, const mjModel* m, const column_Source* source, int element,
                  bool named) {
  static const char* const energy[] = {"potential", "kinetic"};
  const field_Field* f = source->field;
  ASSERT(element >= 0 && element < column_count(source, m));
  *label = (column_Label){0};
  if (!f) {
    if (source->n > 1) snprintf(label->text, sizeof label->text, "%s", energy[element]);
    endStage(label);
    return;
  }
  const int cols = (int)field_dim(&f->cols, m, NULL), row = element / cols;
  const column_Owner owner = column_owner(m, f, row);
  const char* name = named ? ownerName(m, owner) : NULL;
  text_print(label->text, sizeof label->text, name ? "%.180s" : "[%.0s%d]", name ? name : "", row);
  endStage(label);
  if (name && owner.n > 1) addComponent(label, rowComponents(m, owner), row - owner.first);
  if (cols > 1) addComponent(label, columnComponents(f, cols), element % cols);
}

void column_name(char* buf, size_t size, const char* source, const char* label) {
  const bool joined = !*label || *label == '[';
  text_print(buf, size, "%s%s%s", source, joined ? "" : ":", label);
}
