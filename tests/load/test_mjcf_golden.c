// Compiled models against the reference: every file of tests/golden/models (made by
// tools/oracle/model.mjs) has all of mjModel for the model of that name in tests/data/mjcf, and
// tests/golden/urdf for those in tests/data/urdf. A line is a name and its values: v*n is n times
// v, texts begin with ' and have %-escapes. Integers and texts must be equal; a real number a must
// satisfy |a - b| <= 1e-10 max(1, |a|, |b|), and in models called exact_* it must be equal: they
// are made so that only + - * / and sqrt take part, in the reference's order. Arrays are found in
// the field table, members of opt, vis and stat in tests/golden/layout.tsv.
#include "support.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>

#include "model/fields.h"

#define TOLERANCE 1e-10
#define EXACT "exact_"
enum { MAX_PATH = 1024, MAX_NAME = 128, MAX_SHOWN = 12, MIN_MODELS = 90, MIN_URDF = 6 };

// ---- sets of models

typedef struct {
  const char *models, *figures;  // folders
  const char* extension;         // of the models
  int least;                     // how many there must be
  sn_LoadOptions options;
} Set;

#define SETS(name) TEST_DIR "/data/" name, TEST_DIR "/golden/"
static const Set mjcf = {SETS("mjcf") "models", ".xml", MIN_MODELS, {.urdf = sn_URDF_STANDARD}};
static const Set urdf = {SETS("urdf") "urdf", ".urdf", MIN_URDF, {.urdf = sn_URDF_STANDARD}};
static const Set reference = {
    SETS("urdf/reference") "urdf_reference", ".urdf", 1, {.urdf = sn_URDF_REFERENCE}};
#undef SETS

// ---- what is not compared

typedef struct {
  const char* field;   // ends in '*': all fields with this beginning
  const char* models;  // only in these, separated by blanks; NULL: in all; "!a b": in all but these
  const char* reason;
} Exception;

static const Exception never[] = {
    {"nbuffer", NULL, "our arrays are aligned differently"},
    {"dof_invweight0", "frame",
     "a body with parallel hinges: M is singular, its inverse is rounding"},
    {"body_invweight0", "frame", "as dof_invweight0"},
    {"actuator_lengthrange", "compiler_lengthrange actuator_muscle compiler_uselimit",
     "found by simulation, or copied from limits by the same function"},
    {"mesh_polynormal", NULL, "polygons stand in the order of a hash table there; see test_hull"},
    {"mesh_polyvertadr", NULL, "as mesh_polynormal"},
    {"mesh_polyvertnum", NULL, "as mesh_polynormal"},
    {"mesh_polyvert", NULL, "as mesh_polynormal"},
    {"mesh_polymap", NULL, "as mesh_polynormal"},
    {"npaths", "mesh_paths", "a file beside an included one has its full path: test_mesh"},
    {"paths", "mesh_paths", "as npaths"},
    {"mesh_pathadr", "mesh_paths", "as npaths"},
    {"bvh_nodeid", "compiler_fusestatic arm",
     "fusing leaves stale ids in inner nodes, ours are -1"},
};

// the reference has further, unused entries at the end
static const Exception prefixOnly[] = {
    {"nbvh", "compiler_fusestatic arm settings", "fusing leaves an unused node per fusion"},
    {"nbvhstatic", "compiler_fusestatic arm settings", "fusing leaves an unused node per fusion"},
    {"bvh_*", "compiler_fusestatic arm settings", "fusing leaves an unused node per fusion"},
};

// is name one of the words of list?
static bool isWord(const char* list, const char* name) {
  const size_t n = strlen(name);
  for (const char* at = strstr(list, name); at; at = strstr(at + 1, name)) {
    const bool begins = at == list || at[-1] == ' ' || at[-1] == '!';
    if (begins && (at[n] == 0 || at[n] == ' ')) return true;
  }
  return false;
}

static bool applies(const Exception* e, const char* field, const char* model) {
  const size_t n = strcspn(e->field, "*");
  const bool same = e->field[n] ? !strncmp(e->field, field, n) : !strcmp(e->field, field);
  if (!same || !e->models) return same;
  return isWord(e->models, model) != (e->models[0] == '!');
}

static bool isExcepted(const Exception* list, size_t n, const char* field, const char* model) {
  for (size_t i = 0; i < n; i++) {
    if (applies(&list[i], field, model)) return true;
  }
  return false;
}
#define EXCEPTED(list, field, model) isExcepted(list, sizeof list / sizeof *list, field, model)

// ---- report

typedef struct {
  const Set* set;
  const char* model;
  int differences;
  double worst;         // relative to max(1, |a|, |b|), of values that agree
  char last[MAX_NAME];  // field shown last
  int shown;            // of that field
} Report;

static void differ(Report* r, const char* field, long index, const char* ours, const char* theirs) {
  r->differences++;
  if (strcmp(r->last, field)) {
    snprintf(r->last, sizeof r->last, "%s", field);
    r->shown = 0;
  }
  if (++r->shown > MAX_SHOWN) return;
  print_message("%s: %s[%ld]: ours %s, reference %s\n", r->model, field, index, ours, theirs);
}

static double larger(double a, double b) { return a > b ? a : b; }
static double magnitude(double x) { return x < 0 ? -x : x; }

static void compareReal(Report* r, const char* field, long index, double ours, double theirs) {
  if (ours == theirs || (ours != ours && theirs != theirs)) return;
  const double scale = larger(1, larger(magnitude(ours), magnitude(theirs)));
  const double residual = magnitude(ours - theirs) / scale;
  const bool exact = !strncmp(r->model, EXACT, strlen(EXACT));
  if (!exact && residual <= TOLERANCE) {  // false for NaN
    r->worst = larger(r->worst, residual);
    return;
  }
  char a[32], b[32];
  snprintf(a, sizeof a, "%.17g", ours);
  snprintf(b, sizeof b, "%.17g", theirs);
  differ(r, field, index, a, b);
}

static void compareInt(Report* r, const char* field, long index, long long ours, double theirs) {
  if ((double)ours == theirs) return;
  char a[32], b[32];
  snprintf(a, sizeof a, "%lld", ours);
  snprintf(b, sizeof b, "%.17g", theirs);
  differ(r, field, index, a, b);
}

// ---- values of a line

typedef struct {
  const char* at;
  double value;
  long left;  // of a run
} Values;

static bool nextValue(Values* v, double* value) {
  if (!v->left) {
    while (*v->at == ' ') v->at++;
    if (!*v->at) return false;
    char* end;
    v->value = strtod(v->at, &end);
    if (end == v->at) return false;
    v->left = 1;
    if (*end == '*') v->left = strtol(end + 1, &end, 10);
    v->at = end;
  }
  v->left--;
  *value = v->value;
  return true;
}

static int hexDigit(char c) { return c <= '9' ? c - '0' : toupper((unsigned char)c) - 'A' + 10; }

// the next text of a line into buf; its length, or -1 at the end
static long nextText(const char** at, char* buf) {
  while (**at == ' ') ++*at;
  if (**at != '\'') return -1;
  long n = 0;
  for (++*at; **at && **at != ' '; ++*at) {
    char c = **at;
    if (c == '%') {
      c = (char)(hexDigit((*at)[1]) * 16 + hexDigit((*at)[2]));
      *at += 2;
    }
    buf[n++] = c;
  }
  buf[n] = 0;
  return n;
}

// ---- a list of numbers in memory: array, size or member of a struct

typedef struct {
  const void* data;
  field_Type type;
  long count;
} Numbers;

typedef union {
  double real;
  long long integer;
} Element;

// value of an element; false: it is an integer
static bool element(const Numbers* list, long i, Element* e) {
  const char* const at = (const char*)list->data + (size_t)i * field_typeSize(list->type);
  switch (list->type) {
    case FIELD_NUM:
      e->real = *(const mjtNum*)at;
      return true;
    case FIELD_FLOAT:
      e->real = *(const float*)at;
      return true;
    case FIELD_INT:
      e->integer = *(const int*)at;
      return false;
    case FIELD_SIZE:
      e->integer = *(const mjtSize*)at;
      return false;
    case FIELD_BOOL:
      e->integer = *(const mjtBool*)at;
      return false;
    default:
      e->integer = *(const unsigned char*)at;
      return false;
  }
}

static void compareNumbers(Report* r, const char* field, const Numbers* ours, const char* text) {
  Values values = {.at = text};
  double theirs;
  long i = 0;
  const bool prefix = EXCEPTED(prefixOnly, field, r->model);
  for (; i < ours->count && nextValue(&values, &theirs); i++) {
    Element e;
    if (element(ours, i, &e)) {
      compareReal(r, field, i, e.real, theirs);
    } else if (!prefix || e.integer > theirs || ours->count > 1) {
      compareInt(r, field, i, e.integer, theirs);
    }
  }
  if (i < ours->count) differ(r, field, i, "has more values", "ends here");
  if (!prefix && nextValue(&values, &theirs)) differ(r, field, i, "ends here", "has more values");
}

static void compareText(Report* r, const char* field, const char* ours, long n, const char* text) {
  char* const theirs = malloc(strlen(text) + 1);
  assert_non_null(theirs);
  const long m = nextText(&text, theirs);
  long i = 0;
  while (i < n && i < m && ours[i] == theirs[i]) i++;
  if (i < n || i < m) differ(r, field, i, i < n ? ours + i : "(end)", i < m ? theirs + i : "(end)");
  free(theirs);
}

// ---- where a name is in the model

static const field_Field* findField(const char* name) {
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    if (!strcmp(table.field[i].name, name)) return &table.field[i];
  }
  return NULL;
}

static const mjtSize* findSize(const mjModel* m, const char* name) {
  int n;
  const field_Field* const size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    if (!strcmp(size[i].name, name)) return (const mjtSize*)((const char*)m + size[i].offset);
  }
  return NULL;
}

// a whole file, NUL-terminated, to be freed
static char* readFile(const char* path) {
  FILE* const file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  char* const text = malloc((size_t)size + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, (size_t)size, file), size);
  text[size] = 0;
  fclose(file);
  return text;
}

static char* layout;  // tests/golden/layout.tsv, read by the group's setup

// member of a struct in layout.tsv, e.g. mjVisual, "map.znear"
static bool findMember(const char* owner, const char* member, const void* base, Numbers* found) {
  char key[2 * MAX_NAME], type[MAX_NAME];
  const int n = snprintf(key, sizeof key, "member\t%s\t%s", owner, member);
  const char* at = strstr(layout, key);
  while (at && at[n] != '\t' && at[n] != '[') at = strstr(at + 1, key);
  if (!at) return false;
  at += n + strcspn(at + n, "\t");  // behind the length of an array
  long offset, size;
  if (sscanf(at, "\t%ld\t%ld\t%127[^\t\n]", &offset, &size, type) != 3) return false;
  found->type = FIELD_NUM;
  if (!strcmp(type, "int")) found->type = FIELD_INT;
  if (!strcmp(type, "float")) found->type = FIELD_FLOAT;
  found->data = (const char*)base + offset;
  found->count = size / (long)field_typeSize(found->type);
  return true;
}

typedef struct {
  const char *prefix, *owner;
  size_t offset;
} Part;

static const Part part[] = {{"opt.", "mjOption", offsetof(mjModel, opt)},
                            {"vis.", "mjVisual", offsetof(mjModel, vis)},
                            {"stat.", "mjStatistic", offsetof(mjModel, stat)}};

static bool findFlag(const mjModel* m, const char* name, Numbers* found) {
  const mjtBool* flag = NULL;
  if (!strcmp(name, "flg_gravcomp")) flag = &m->flg_gravcomp;
  if (!strcmp(name, "flg_surfacevel")) flag = &m->flg_surfacevel;
  if (!strcmp(name, "flg_adhesion")) flag = &m->flg_adhesion;
  *found = (Numbers){flag, FIELD_BOOL, 1};
  return flag != NULL;
}

// a size, flag, or member of opt, vis, stat
static bool findNumbers(const mjModel* m, const char* name, Numbers* found) {
  const mjtSize* const size = findSize(m, name);
  if (size) {
    *found = (Numbers){size, FIELD_SIZE, 1};
    return true;
  }
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    const size_t n = strlen(part[i].prefix);
    if (strncmp(name, part[i].prefix, n)) continue;
    return findMember(part[i].owner, name + n, (const char*)m + part[i].offset, found);
  }
  return findFlag(m, name, found);
}

// ---- lines

// names:<kind> 'a 'b: the names of all objects of a kind
static void compareNames(Report* r, const mjModel* m, const char* line, const char* text) {
  char name[MAX_NAME];
  snprintf(name, sizeof name, "name_%sadr", line + strlen("names:"));
  const field_Field* const field = findField(name);
  assert_non_null(field);
  const int* const adr = field_get(field, m);
  const long n = (long)field_count(field, m, NULL);
  char* const theirs = malloc(strlen(text) + 1);
  assert_non_null(theirs);
  long i = 0;
  for (; nextText(&text, theirs) >= 0; i++) {
    const char* const ours = i < n ? m->names + adr[i] : "(none)";
    if (i >= n || strcmp(ours, theirs)) differ(r, line, i, ours, theirs);
  }
  if (i < n) differ(r, line, i, m->names + adr[i], "(none)");
  free(theirs);
}

static void compareArray(Report* r, const mjModel* m, const field_Field* field, const char* text) {
  const Numbers ours = {field_get(field, m), field->type, (long)field_count(field, m, NULL)};
  if (field->type == FIELD_CHAR) {
    compareText(r, field->name, ours.data, ours.count, text);
  } else {
    compareNumbers(r, field->name, &ours, text);
  }
}

static void compareLine(Report* r, const mjModel* m, const char* name, const char* text) {
  Numbers ours;
  const field_Field* const field = findField(name);
  if (EXCEPTED(never, name, r->model)) return;
  if (!strncmp(name, "names:", 6)) {
    compareNames(r, m, name, text);
  } else if (field) {
    compareArray(r, m, field, text);
  } else if (findNumbers(m, name, &ours)) {
    compareNumbers(r, name, &ours, text);
  } else {
    differ(r, name, 0, "unknown field", text);
  }
}

// ---- files

// arrays that we have and the reference does not
static void compareMissing(Report* r, const mjModel* m, const bool* seen) {
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    if (seen[i] || !field_count(&table.field[i], m, NULL)) continue;
    differ(r, table.field[i].name, 0, "is not empty", "empty");
  }
}

static void compareModel(Report* r, const mjModel* m, char* golden) {
  const field_Table table = field_model();
  bool* const seen = calloc((size_t)table.n, sizeof *seen);
  assert_non_null(seen);
  for (char* line = golden; *line;) {
    char* const end = line + strcspn(line, "\n");
    char* const next = *end ? end + 1 : end;
    *end = 0;
    if (*line != '#') {
      char* const text = line + strcspn(line, " ");
      const char* const values = *text ? text + 1 : text;
      *text = 0;
      const field_Field* const field = findField(line);
      if (field) seen[field - table.field] = true;
      compareLine(r, m, line, values);
    }
    line = next;
  }
  compareMissing(r, m, seen);
  free(seen);
}

static void checkModel(Report* r) {
  char path[MAX_PATH], message[1000] = "";
  snprintf(path, sizeof path, "%s/%s.txt", r->set->figures, r->model);
  char* const golden = readFile(path);
  assert_non_null(golden);
  snprintf(path, sizeof path, "%s/%s%s", r->set->models, r->model, r->set->extension);
  mjModel* const m = sn_loadXML(path, NULL, &r->set->options, message, sizeof message);
  if (m) {
    compareModel(r, m, golden);
  } else {
    differ(r, "mj_loadXML", 0, message, "loads");
  }
  mj_deleteModel(m);
  free(golden);
}

static int isModel(const struct dirent* entry) {
  const char* const dot = strrchr(entry->d_name, '.');
  return dot && (!strcmp(dot, ".xml") || !strcmp(dot, ".urdf") || !strcmp(dot, ".txt"));
}

// the files of a folder, sorted
static struct dirent** listFolder(const char* path, int* n) {
  struct dirent** list;
  *n = scandir(path, &list, isModel, alphasort);
  assert_true(*n > 0);
  return list;
}

// ---- tests

static void test_models(void** state) {
  const Set* const set = *state;
  int n, wrong = 0;
  double worst = 0;
  struct dirent** const list = listFolder(set->figures, &n);
  for (int i = 0; i < n; i++) {
    list[i]->d_name[strlen(list[i]->d_name) - strlen(".txt")] = 0;
    Report report = {.set = set, .model = list[i]->d_name};
    checkModel(&report);
    if (report.differences) print_message("%s: %d differences\n", report.model, report.differences);
    wrong += report.differences > 0;
    worst = larger(worst, report.worst);
    free(list[i]);
  }
  free(list);
  print_message("%d models, %d differ; worst residual of what agrees %.2g (tolerance %g)\n", n,
                wrong, worst, TOLERANCE);
  assert_true(n >= set->least);
  assert_int_equal(wrong, 0);
}

// every model has its figures, and figures have their model
static void test_complete(void** state) {
  const Set* const set = *state;
  int models, figures;
  struct dirent** const a = listFolder(set->models, &models);
  struct dirent** const b = listFolder(set->figures, &figures);
  assert_int_equal(models, figures);
  for (int i = 0; i < models; i++) {
    const size_t stem = strlen(a[i]->d_name) - strlen(set->extension);
    const bool same = !strncmp(a[i]->d_name, b[i]->d_name, stem + 1);
    if (!same) fail_msg("%s, %s", a[i]->d_name, b[i]->d_name);
    free(a[i]);
    free(b[i]);
  }
  free(a);
  free(b);
}

// the table names fields that exist
static void test_exceptions(void** state) {
  (void)state;
  const mjModel none = {0};
  for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
    Numbers found;
    if (!findField(never[i].field) && !findNumbers(&none, never[i].field, &found)) {
      fail_msg("%s", never[i].field);
    }
  }
}

static int setup(void** state) {
  (void)state;
  layout = readFile(TEST_DIR "/golden/layout.tsv");
  return layout ? 0 : -1;
}

static int teardown(void** state) {
  (void)state;
  free(layout);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate(test_complete, (void*)&mjcf),
      cmocka_unit_test_prestate(test_complete, (void*)&urdf),
      cmocka_unit_test_prestate(test_complete, (void*)&reference),
      cmocka_unit_test(test_exceptions),
      cmocka_unit_test_prestate(test_models, (void*)&mjcf),
      cmocka_unit_test_prestate(test_models, (void*)&urdf),
      cmocka_unit_test_prestate(test_models, (void*)&reference),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
