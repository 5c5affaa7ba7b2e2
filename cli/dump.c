// sinew dump MODEL: prints values of mjData with their names, at the start or after some steps, as
// text or JSON. Most are columns as in `sinew run`; contacts, the sparse mass matrix M and
// constraint rows are printed only here.
#include <stdio.h>
#include <string.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "base/mem.h"
#include "columns.h"
#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "sim.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  bool json;
  const char* fields;    // requested fields, NULL: all
  column_List list;      // their columns
  text_Text out, names;  // names: those for JSON, by field
} Dump;

// ---- parts

// opens a field; in JSON its values are one list
static void openField(Dump* dump, const char* name, const char* rows, const char* cols) {
  if (dump->json) {
    text_format(&dump->out, ",\n  \"%s\": [", name);
  } else {
    text_format(&dump->out, "%s (%s x %s)\n", name, rows, cols);
  }
}

static void closeField(Dump* dump) {
  if (dump->json) text_add(&dump->out, "]");
}

static void openNames(Dump* dump, const char* name) {
  text_format(&dump->names, "%s\n    \"%s\": [", dump->names.size ? "," : "", name);
}

static void addName(Dump* dump, const char* name, bool first) {
  if (!first) text_add(&dump->names, ", ");
  json_string(&dump->names, name);
}

static void addNumber(Dump* dump, double x, bool first) {
  if (dump->json && !first) text_add(&dump->out, ", ");
  if (!dump->json) text_add(&dump->out, " ");
  json_number(&dump->out, x);
}

// ---- columns

// label of a line: of the row if it is a whole row, of the element otherwise
static void addLabel(Dump* dump, const column_Column* c, bool whole) {
  column_Label label;
  column_label(&label, dump->m, &c->source, c->element, true);
  if (whole && label.nstage > 1) label.text[label.stage[label.nstage - 2]] = 0;
  text_format(&dump->out, "  %-20s", label.text);
}

static int rowWidth(const Dump* dump, const column_Source* source) {
  return source->field ? (int)field_dim(&source->field->cols, dump->m, NULL) : 1;
}

// number of elements from c on that make one line: a whole row, or a single value
static int lineLength(const Dump* dump, const column_Column* c, int n) {
  const int width = rowWidth(dump, &c->source);
  ASSERT(width > 0 && n > 0);
  if (c->element % width || n < width) return 1;
  for (int k = 1; k < width; k++) {
    if (c[k].element != c->element + k) return 1;
  }
  return width;
}

// prints n columns of one source as lines
static void addLines(Dump* dump, const column_Column* c, int n) {
  const field_Field* f = c->source.field;
  if (!f && c->source.n == 1) {
    text_format(&dump->out, "%s %d\n", c->source.name, (int)column_value(c, dump->d));
    return;
  }
  openField(dump, c->source.name, f ? f->rows.text : "2", f ? f->cols.text : "1");
  for (int i = 0; i < n;) {
    const int length = lineLength(dump, c + i, n - i);
    addLabel(dump, c + i, length > 1);
    for (const int end = i + length; i < end; i++) {
      addNumber(dump, column_value(&c[i], dump->d), false);
    }
    text_add(&dump->out, "\n");
  }
}

static void addArray(Dump* dump, const column_Column* c, int n) {
  column_Label label;
  if (!c->source.field && c->source.n == 1) {  // a count is a number
    text_format(&dump->out, ",\n  \"%s\": ", c->source.name);
    json_number(&dump->out, column_value(c, dump->d));
    return;
  }
  openField(dump, c->source.name, "", "");
  openNames(dump, c->source.name);
  for (int i = 0; i < n; i++) {
    addNumber(dump, column_value(&c[i], dump->d), i == 0);
    column_label(&label, dump->m, &c[i].source, c[i].element, true);
    addName(dump, label.text, i == 0);
  }
  text_add(&dump->names, "]");
  closeField(dump);
}

static bool sameSource(const column_Column* a, const column_Column* b) {
  return !strcmp(a->source.name, b->source.name);
}

// moves the columns of the first source to the front; returns how many there are
static int gatherFirst(column_Column* c, int n, column_Column* rest) {
  int kept = 0, nrest = 0;
  const column_Column first = c[0];
  for (int i = 0; i < n; i++) {
    if (sameSource(&c[i], &first)) {
      c[kept++] = c[i];
    } else {
      rest[nrest++] = c[i];
    }
  }
  ASSERT(kept > 0 && kept + nrest == n);
  memcpy(c + kept, rest, (size_t)nrest * sizeof *c);
  return kept;
}

static bool addColumns(Dump* dump, column_List* list) {
  column_Column* rest = mem_calloc((size_t)list->n + 1, sizeof *rest);
  for (int i = 0; rest && i < list->n;) {
    const int n = gatherFirst(list->column + i, list->n - i, rest);
    (dump->json ? addArray : addLines)(dump, list->column + i, n);
    i += n;
  }
  mem_free(rest);
  return rest != NULL;
}

// ---- fields that are not columns

static void addMatrix(Dump* dump, const field_Field* f) {
  (void)f;
  const int nv = (int)dump->m->nv;
  mjtNum* dense = mem_calloc((size_t)nv * (size_t)nv + 1, sizeof *dense);
  dump->out.failed = dump->out.failed || !dense;
  if (dense) mj_fullM(dump->m, dump->d, dense);
  column_Source qvel = {0};
  for (int i = 0; column_source(i, &qvel) && strcmp(qvel.name, "qvel");) i++;
  ASSERT(column_count(&qvel, dump->m) == nv);
  openField(dump, "M", "nv", "nv");
  if (dump->json) openNames(dump, "M");
  for (int r = 0; dense && r < nv; r++) {
    column_Label label;
    column_label(&label, dump->m, &qvel, r, true);
    if (dump->json) addName(dump, label.text, r == 0);
    if (!dump->json) text_format(&dump->out, "  %-20s", label.text);
    for (int c = 0; c < nv; c++)
      addNumber(dump, dense[(size_t)r * (size_t)nv + (size_t)c], r + c == 0);
    if (!dump->json) text_add(&dump->out, "\n");
  }
  if (dump->json) text_add(&dump->names, "]");
  closeField(dump);
  mem_free(dense);
}

static void addContactNumbers(text_Text* out, bool json, const char* key, const mjtNum* x, int n) {
  text_format(out, json ? ", \"%s\": [" : ", %s", key);
  for (int i = 0; i < n; i++) {
    text_add(out, json ? i ? ", " : "" : " ");
    json_number(out, x[i]);
  }
  if (json) text_add(out, "]");
}

static void addContact(Dump* dump, int i) {
  const mjContact* con = &dump->d->contact[i];
  text_Text* out = &dump->out;
  mjtNum force[6] = {0};
  mj_contactForce(dump->m, dump->d, i, force);
  text_add(out, dump->json ? i ? ",\n    {" : "\n    {" : "  ");
  for (int k = 0; k < 2; k++) {
    const char* name = con->geom[k] >= 0 ? mj_id2name(dump->m, mjOBJ_GEOM, con->geom[k]) : NULL;
    if (dump->json) {
      text_format(out, "%s\"geom%d\": ", k ? ", " : "", k + 1);
      if (name) json_string(out, name);
      if (!name) text_format(out, "%d", con->geom[k]);
    } else {
      text_format(out, name ? "%s%s" : "%s(%.0s%d)", k ? " - " : "", name ? name : "",
                  con->geom[k]);
    }
  }
  text_format(out,
              dump->json ? ", \"dim\": %d, \"row\": %d, \"dist\": " : ": dim %d, row %d, dist ",
              con->dim, con->efc_address);
  json_number(out, con->dist);
  addContactNumbers(out, dump->json, "pos", con->pos, 3);
  addContactNumbers(out, dump->json, "frame", con->frame, 9);
  addContactNumbers(out, dump->json, "friction", con->friction, 5);
  addContactNumbers(out, dump->json, "force", force, 6);
  text_add(out, dump->json ? "}" : "\n");
}

static void addContacts(Dump* dump, const field_Field* f) {
  (void)f;
  openField(dump, "contact", "ncon", "1");
  for (int i = 0; i < dump->d->ncon; i++) addContact(dump, i);
  if (dump->json && dump->d->ncon) text_add(&dump->out, "\n  ");
  closeField(dump);
}

// an array of mjData's arena, whose rows have no names
static void addRows(Dump* dump, const field_Field* f) {
  const void* array = field_get(f, dump->d);
  const mjtSize rows = field_dim(&f->rows, dump->m, dump->d);
  const mjtSize cols = field_dim(&f->cols, dump->m, dump->d);
  ASSERT(cols > 0);
  openField(dump, f->name, f->rows.text, f->cols.text);
  for (mjtSize i = 0; array && i < rows * cols; i++) {
    const double x = f->type == FIELD_NUM   ? ((const mjtNum*)array)[i]
                     : f->type == FIELD_INT ? ((const int*)array)[i]
                                            : ((const mjtByte*)array)[i];
    if (!dump->json && i % cols == 0) text_add(&dump->out, " ");
    addNumber(dump, x, i == 0);
    if (!dump->json && (i + 1) % cols == 0) text_add(&dump->out, "\n");
  }
  closeField(dump);
}

typedef void (*Adder)(Dump* dump, const field_Field* f);

// print function of a field that is no set of columns; NULL if it is one, or cannot be printed
static Adder adderOf(const field_Field* f) {
  if (!strcmp(f->name, "M")) return addMatrix;
  if (f->type == FIELD_CONTACT) return addContacts;
  const bool numbers = f->type == FIELD_NUM || f->type == FIELD_INT || f->type == FIELD_BYTE ||
                       f->type == FIELD_BOOL;
  return f->part == FIELD_ARENA && numbers ? addRows : NULL;
}

// ---- selection

static const field_Field* findSpecial(const char* name, size_t n) {
  const field_Table table = field_data();
  if (n == 8 && !strncmp(name, "contacts", n)) n--;
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (adderOf(f) && strlen(f->name) == n && !strncmp(f->name, name, n)) return f;
  }
  return NULL;
}

// the items of a list that are columns
static void columnItems(text_Text* out, const char* list) {
  for (const char* at = list; *at;) {
    const size_t n = strcspn(at, ",");
    if (!findSpecial(at, n)) {
      if (out->size) text_add(out, ",");
      text_bytes(out, at, n);
    }
    at += n + (at[n] == ',');
  }
}

static void removeSpecial(column_List* list) {
  int kept = 0;
  for (int i = 0; i < list->n; i++) {
    const field_Field* f = list->column[i].source.field;
    if (!f || !adderOf(f)) list->column[kept++] = list->column[i];
  }
  list->n = kept;
}

static int chooseFields(Dump* dump, const option_Line* line) {
  text_Text items = {0}, error = {0};
  int code = CLI_OK;
  if (dump->fields) columnItems(&items, dump->fields);
  dump->out.failed = items.failed;
  if (column_choose(&dump->list, dump->m, dump->fields ? text_get(&items) : "*", &error)) {
    removeSpecial(&dump->list);
  } else {
    code = option_error(line->command, "--fields: %s", text_get(&error));
  }
  text_free(&items);
  text_free(&error);
  return code;
}

// was a field that is no set of columns requested, and is it not empty
static bool isWanted(const Dump* dump, const field_Field* f) {
  if (!adderOf(f)) return false;
  if (!dump->fields) return field_count(f, dump->m, dump->d) > 0;
  for (const char* at = dump->fields; *at;) {
    const size_t n = strcspn(at, ",");
    if (findSpecial(at, n) == f) return true;
    at += n + (at[n] == ',');
  }
  return false;
}

// ---- the command

static bool print(Dump* dump, double time) {
  const field_Table table = field_data();
  mj_forward(dump->m, dump->d);
  mj_energyPos(dump->m, dump->d);
  mj_energyVel(dump->m, dump->d);
  text_add(&dump->out, dump->json ? "{\n  \"time\": " : "time ");
  json_number(&dump->out, time);
  if (!dump->json) text_add(&dump->out, "\n");
  if (!addColumns(dump, &dump->list)) dump->out.failed = true;
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (isWanted(dump, f)) adderOf(f)(dump, f);
  }
  if (dump->json) {
    text_format(&dump->out, ",\n  \"names\": {%s%s}\n}\n", text_get(&dump->names),
                dump->names.size ? "\n  " : "");
  }
  dump->out.failed = dump->out.failed || dump->names.failed;
  return cli_print(&dump->out);
}

// simulates the requested number of steps and prints the final state
static int simulate(Dump* dump, const option_Line* line) {
  sim_Sim sim;
  const int code = sim_begin(&sim, line, dump->m, dump->d, option_number(line, "--time"));
  if (code != CLI_OK) return code;
  for (long i = 0; i < sim.nstep && !interrupt_seen(); i++) sim_step(&sim);
  sim_end();
  if (interrupt_seen()) return CLI_SIGNAL + interrupt_seen();
  if (!print(dump, sim.time)) return CLI_FAILED;
  return sim.ndivergence ? CLI_DIVERGED : CLI_OK;
}

static int dumpModel(const option_Line* line) {
  mjModel* m = cli_load(line);
  mjData* d = m ? mj_makeData(m) : NULL;
  Dump dump = {
      .m = m, .d = d, .json = option_flag(line, "--json"), .fields = option_text(line, "--fields")};
  int code = d ? chooseFields(&dump, line) : CLI_FAILED;
  if (code == CLI_OK) code = simulate(&dump, line);
  column_free(&dump.list);
  text_free(&dump.names);
  text_free(&dump.out);
  mj_deleteData(d);
  mj_deleteModel(m);
  return code;
}

#define ABOUT                                                                                      \
  "Prints numbers of mjData after mj_forward, at the start or after a simulation, with the names " \
  "of their elements. M is printed as a dense matrix, contact (ncon of them) with the geoms that " \
  "touch and the force in the contact's frame; the arrays of constraint rows (efc_*, nefc) can "   \
  "be "                                                                                            \
  "printed as well.\n\n"

static const option_Option option[] = {
    {"--fields", OPTION_TEXT, "LIST", NULL, NULL, "what to print (default: everything)"},
    {"--key", OPTION_TEXT, "NAME", NULL, NULL, "start from a keyframe, by name or number"},
    {"--time", OPTION_NOTNEG, "T", "0", NULL, "simulate T seconds first"},
    {"--json", OPTION_FLAG, NULL, NULL, NULL,
     "print JSON: a list of values for each field, and the names of their elements"},
};

static const char* const example[] = {
    "sinew dump models/pendulum.xml --fields qpos,xpos",
    "sinew dump models/humanoid.xml --time 1 --fields ncon,contact",
    "sinew dump models/arm.xml --key home --fields M --json",
};

const cli_Command cli_dumpCommand = {
    .name = "dump",
    .argument = {{"MODEL", false}},
    .purpose = "print values of mjData, as text or JSON",
    .about = ABOUT HELP_COLUMNS,
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = dumpModel,
};
