// docs/mjcf.md: written from the grammar's tables, the values that elements start with, and the
// meanings in tools/mjcf/meanings.tsv. `test_mjcf_docs --write docs/mjcf.md` writes it anew. Tests:
// every attribute has a meaning and every meaning an attribute; a default that is given changes
// nothing; the file is current.
#include "support.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/text.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "spec/flexcomp.h"

#define MEANINGS TEST_DIR "/../tools/mjcf/meanings.tsv"

// ---- meanings: element, attribute ("." is the element itself), text. An element may begin or end
// with '*', which stands for anything; the longest that fits counts, one without '*' before all.

enum { MOST_MEANINGS = 2000 };

typedef struct {
  const char *element, *attr, *text;
  bool used;
} Meaning;

static Meaning meaning[MOST_MEANINGS];
static int nmeaning;
static char* meaningFile;

// cuts the file into lines of three fields
static void loadMeanings(void) {
  size_t size;
  if (meaningFile) return;
  assert_int_equal(file_read(MEANINGS, 1 << 24, &meaningFile, &size), FILE_OK);
  char* line = strchr(meaningFile, '\n') + 1;  // after the head
  while (*line) {
    char *end = strchr(line, '\n'), *attr = strchr(line, '\t'), *text = strchr(attr + 1, '\t');
    assert_true(end && attr && text && text < end && nmeaning < MOST_MEANINGS);
    *end = *attr++ = *text++ = 0;
    meaning[nmeaning++] = (Meaning){line, attr, text, false};
    line = end + 1;
  }
}

static bool fits(const char* pattern, const char* path) {
  const size_t n = strlen(pattern), length = strlen(path);
  if (pattern[n - 1] == '*') return !strncmp(pattern, path, n - 1);
  if (*pattern == '*') return length >= n - 1 && !strcmp(path + length - (n - 1), pattern + 1);
  return !strcmp(pattern, path);
}

static const char* findMeaning(const char* path, const char* attr) {
  loadMeanings();
  Meaning* best = NULL;
  size_t rank = 0;
  for (int i = 0; i < nmeaning; i++) {
    if (strcmp(meaning[i].attr, attr) || !fits(meaning[i].element, path)) continue;
    const size_t n = strchr(meaning[i].element, '*') ? strlen(meaning[i].element) : SIZE_MAX;
    if (n > rank) best = &meaning[i], rank = n;
  }
  if (!best) return NULL;
  best->used = true;
  return best->text;
}

// ---- defaults

// an element as it is before anything about it is read
typedef struct {
  spec_Spec* spec;
  char* data;
  text_Text wrong;  // why an element without attributes is none
  read_Composite composite;
  read_Replicate replicate;
  flexcomp_Args flexcomp;
} Sample;

static void freeSample(Sample* s) {
  spec_free(s->spec);
  text_free(&s->wrong);
}

// the struct that a row points into
static char* targetOf(Sample* s, const schema_Element* element, const schema_Attr* attr) {
  if (!(attr->flags & ATTR_ARG)) return s->data;
  if (element->type == mjOBJ_FLEX) return (char*)&s->flexcomp;
  return element == &schema_composite ? (char*)&s->composite : (char*)&s->replicate;
}

static bool isCablePart(const schema_Element* element) {
  return element == &schema_cableJoint || element == &schema_cableGeom ||
         element == &schema_cableSite || element == &schema_cableSkin;
}

static void makeSample(Sample* s, const schema_Element* element) {
  s->spec = spec_make();
  s->data = (char*)&s->spec->pub;
  s->composite = read_cableArgs;
  s->replicate = (read_Replicate){0};
  assert_true(flexcomp_defaults(&s->flexcomp, s->spec));
  if (!element->type || element->type == SPEC_MODEL) return;
  spec_Element* e = spec_add(s->spec, element->type, NULL, NULL, NULL);
  s->data = element->type == SPEC_WRAP ? e->extra : e->data;
  if (isCablePart(element)) read_cableBuiltin(element->type, s->data);
}

// the sample after the element's own reader has seen the attributes of a node
static void fillSample(Sample* s, const schema_Element* element, const xml_Node* node) {
  read_Reader r = {.spec = s->spec, .diag = &s->spec->diag, .def = s->spec->root};
  if (!element->fill) return;
  element->fill(&r, node, element, s->data);
  text_add(&s->wrong, diag_text(&s->spec->diag));
}

// one of two sets of attributes is required, so there is no default
static bool isChoice(const schema_Element* element, const char* name) {
  for (int i = 0; i < element->nrule; i++) {
    const schema_Rule* rule = &element->rule[i];
    if (rule->kind == RULE_COMPLETE &&
        (schema_listed(rule->a, name) || schema_listed(rule->b, name)))
      return true;
  }
  return false;
}

static Sample sampleOf(const schema_Element* element) {
  Sample s = {0};
  const xml_Attr body = {"body1", "x"};  // which decides about the anchor of a weld
  const xml_Node node = {.tag = element->tag, .attr = &body, .nattr = isChoice(element, body.name)};
  makeSample(&s, element);
  fillSample(&s, element, &node);
  if (!s.spec->diag.failed) return s;
  spec_free(s.spec);
  makeSample(&s, element);
  return s;
}

static void addNumber(text_Text* out, const schema_Attr* attr, double x, bool first) {
  if (!first) text_add(out, " ");
  text_num(out, x == 0 ? 0 : x, attr->repr == REPR_FLOAT ? 6 : NUM_SHORTEST);
}

// numbers; nan stands for "not given"
static bool numbersText(text_Text* out, const schema_Attr* attr, const void* at) {
  for (int i = 0; i < attr->max; i++) {
    const double x = schema_number(attr->repr, at, i);
    if (x != x) return false;
    addNumber(out, attr, x, i == 0);
  }
  return true;
}

// one word, or words of which each has a bit
static bool wordsText(text_Text* out, const schema_Attr* attr, int value) {
  bool some = false;
  for (int i = 0; i < attr->words->n; i++) {
    const xml_Keyword* word = &attr->words->word[i];
    const bool has = attr->kind == ATTR_FLAGS ? (value & word->value) != 0 : word->value == value;
    if (!has || (some && attr->kind != ATTR_FLAGS)) continue;
    text_format(out, "%s%s", some ? " " : "", word->name);
    some = true;
  }
  return some;
}

static bool charsText(text_Text* out, const schema_Attr* attr, const char* at) {
  if (attr->repr == REPR_CHARS) text_bytes(out, at, attr->size);
  return attr->repr == REPR_CHARS;
}

// ---- parameters of actuators: the default is the number that changes nothing if it is given

typedef struct {
  act_Kind kind;
  act_Params params;  // the least that the kind needs
} Kind;

// what an actuator becomes, with number i of the parameters set to x; false if it is an error
static bool actuate(const Kind* kind, size_t i, double x, mjsActuator* result) {
  spec_Spec* spec = spec_make();
  act_Params params = kind->params;
  if (i != SIZE_MAX) ((double*)&params)[i] = x;
  memcpy(result, spec_add(spec, mjOBJ_ACTUATOR, NULL, NULL, NULL)->data, sizeof *result);
  spec_free(spec);
  return !act_set(kind->kind, result, &params);
}

enum { NPRM = mjNDYN + mjNGAIN + mjNBIAS + 2 };

// what parameters decide
static void outcome(const mjsActuator* a, double x[NPRM + 1]) {
  memcpy(x, a->dynprm, sizeof a->dynprm);
  memcpy(x + mjNDYN, a->gainprm, sizeof a->gainprm);
  memcpy(x + mjNDYN + mjNGAIN, a->biasprm, sizeof a->biasprm);
  memcpy(x + mjNDYN + mjNGAIN + mjNBIAS, a->forcerange, sizeof a->forcerange);
  x[NPRM] = a->dyntype + 100 * a->gaintype + 10000 * a->biastype + 1e6 * a->actdim;
}

static bool same(const double* a, const double* b) {
  for (int i = 0; i <= NPRM; i++) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

static bool paramDefault(const Kind* kind, size_t i, double* value) {
  const double probe = 0.3125;
  const double none = ((const double*)&kind->params)[i];
  mjsActuator plain, probed, again;
  double x[NPRM + 1], y[NPRM + 1], z[NPRM + 1];
  if (none == none || !actuate(kind, SIZE_MAX, 0, &plain) || !actuate(kind, i, probe, &probed))
    return false;
  outcome(&plain, x);
  outcome(&probed, y);
  for (int k = 0; k < NPRM; k++) {
    if (x[k] == y[k] || (y[k] != probe && y[k] != -probe)) continue;
    *value = y[k] == probe ? x[k] : -x[k];
    if (!actuate(kind, i, *value, &again)) return false;
    outcome(&again, z);
    return same(x, z);
  }
  return false;
}

static bool paramText(text_Text* out, const schema_Element* element, const schema_Attr* attr) {
  enum { MOST_NUMBERS = 10 };
  Kind kind = {.kind = (act_Kind)element->value};
  mjsActuator plain;
  double x[MOST_NUMBERS];
  act_clearParams(&kind.params);
  // a motor without constants is an error
  if (!actuate(&kind, SIZE_MAX, 0, &plain))
    kind.params.motorconst[0] = kind.params.motorconst[1] = kind.params.resistance = 1;
  for (int i = 0; i < attr->max; i++) {
    if (!paramDefault(&kind, attr->offset / sizeof(double) + (size_t)i, &x[i])) return false;
  }
  for (int i = 0; i < attr->max; i++) addNumber(out, attr, x[i], i == 0);
  return true;
}

// ---- the default of an attribute as it would be written; false: it has none

static bool valueText(text_Text* out, const schema_Attr* attr, const char* at) {
  switch (attr->kind) {
    case ATTR_NUMBER:
    case ATTR_QUAT:
      return numbersText(out, attr, at);
    case ATTR_KEYWORD:
    case ATTR_FLAGS:
      return wordsText(out, attr, (int)schema_number(attr->repr, at, 0));
    case ATTR_DISABLE:
    case ATTR_ENABLE: {
      const bool set = (int)schema_number(attr->repr, at, 0) & attr->value;
      text_add(out, set == (attr->kind == ATTR_ENABLE) ? "enable" : "disable");
      return true;
    }
    case ATTR_TEXT:
      return charsText(out, attr, at);
    default:
      return false;
  }
}

static bool defaultText(text_Text* out, const schema_Element* element, const schema_Attr* attr) {
  if (attr->repr == REPR_NONE || attr->flags & (ATTR_REQUIRED | ATTR_PRESENT)) return false;
  if (isChoice(element, attr->name)) return false;
  if (attr->flags & ATTR_ARG && element->type == mjOBJ_ACTUATOR)
    return paramText(out, element, attr);
  Sample s = sampleOf(element);
  const char* base = targetOf(&s, element, attr);
  // an element that is wrong because of this attribute has no default for it
  char named[60];
  snprintf(named, sizeof named, "%s:", attr->name);
  const bool wrong = strstr(text_get(&s.wrong), named) != NULL;
  text_Text value = {0};
  const bool has = !wrong && valueText(&value, attr, base + attr->offset);
  if (has) text_add(out, text_get(&value));
  text_free(&value);
  freeSample(&s);
  return has;
}

// ---- the page

// rows that have been written, with what was said about them
typedef struct {
  const schema_Attr* attr;
  int type;  // of the element
  text_Text value;
  const char *meaning, *owner;
} Row;

enum { MOST_ROWS = 2000, LONGEST_PATH = 200 };

typedef struct {
  text_Text text;
  Row row[MOST_ROWS];
  int nrow;
  char path[MOST_ROWS][LONGEST_PATH];
  int npath;
  int missing;
} Docs;

static void writeWords(text_Text* out, const schema_Words* words) {
  for (int i = 0; i < words->n; i++) text_format(out, "%s%s", i ? ", " : "", words->word[i].name);
}

static void writeCount(text_Text* out, const schema_Attr* attr, const char* what) {
  if (attr->max == 1) {
    text_format(out, "%s", what);
  } else if (attr->min == attr->max) {
    text_format(out, "%d %ss", attr->max, what);
  } else {
    text_format(out, "%d to %d %ss", attr->min, attr->max, what);
  }
}

static const char* referred(const schema_Attr* attr) {
  return attr->ref == SPEC_MODEL ? "model" : attr->ref ? spec_typeName(attr->ref) : "object";
}

static void writeType(text_Text* out, const schema_Attr* attr) {
  switch (attr->kind) {
    case ATTR_NUMBER:
    case ATTR_QUAT:
    case ATTR_ORIENTATION:
      writeCount(out, attr,
                 attr->repr == REPR_INT || attr->repr == REPR_SIZE ? "integer" : "number");
      break;
    case ATTR_LIST:
      text_add(out, "numbers");
      break;
    case ATTR_KEYWORD:
    case ATTR_DISABLE:
    case ATTR_ENABLE:
      writeWords(out, attr->words);
      break;
    case ATTR_FLAGS:
      text_add(out, attr->flags & ATTR_ORDERED ? "some of, in this order: " : "some of: ");
      writeWords(out, attr->words);
      break;
    case ATTR_REF:
      text_format(out, "name of a%s %s", strchr("aeio", *referred(attr)) ? "n" : "",
                  referred(attr));
      break;
    case ATTR_CLASS:
    case ATTR_CHILDCLASS:
      text_add(out, "name of a class");
      break;
    default:
      text_add(out, "text");
      break;
  }
  if (attr->flags & ATTR_ANGLE) text_add(out, "; angle");
  if (attr->flags & ATTR_POSITIVE) text_add(out, "; > 0");
  if (attr->flags & ATTR_NOTNEG) text_add(out, "; >= 0");
  if (attr->flags & ATTR_LATER) text_add(out, "; **not supported yet**");
}

// long vectors end in zeros that say nothing
static void writeDefault(text_Text* out, const schema_Attr* attr, const text_Text* value) {
  enum { MOST_NUMBERS = 7 };
  const char* text = text_get(value);
  size_t n = strlen(text);
  const bool cut = attr->kind == ATTR_NUMBER && attr->max > MOST_NUMBERS;
  while (cut && n > 4 && !strncmp(text + n - 2, " 0", 2)) n -= 2;
  if (attr->flags & (ATTR_REQUIRED | ATTR_PRESENT)) {
    text_add(out, "required");
  } else if (value->size) {
    text_bytes(out, text, n);
    if (text[n]) text_add(out, " ...");
  }
}

static void writeEscaped(text_Text* out, const char* text) {
  for (; *text; text++) text_format(out, "%s%c", *text == '|' ? "\\" : "", *text);
}

static void writeRule(text_Text* out, const schema_Rule* rule) {
  static const char* const form[][2] = {[RULE_ATMOST] = {"at most one of", NULL},
                                        [RULE_ONE] = {"exactly one of", NULL},
                                        [RULE_TOGETHER] = {"all or none of", NULL},
                                        [RULE_NOTWITH] = {"none of", "with any of"},
                                        [RULE_COMPLETE] = {"all of", "or all of"}};
  const char* const* words = form[rule->kind];
  text_format(out, "- Rule: %s `%s`", words[0], rule->a);
  if (words[1]) text_format(out, " %s `%s`", words[1], rule->b);
  text_add(out, ".\n");
}

static bool sameAttr(const schema_Attr* a, const schema_Attr* b) {
  return !strcmp(a->name, b->name) && a->kind == b->kind && a->repr == b->repr &&
         a->flags == b->flags && a->min == b->min && a->max == b->max && a->words == b->words;
}

// the earlier row of an element of the same type that says the same, NULL if there is none
static const Row* earlier(const Docs* docs, const Row* row) {
  for (int i = 0; i < docs->nrow; i++) {
    const Row* before = &docs->row[i];
    const bool alike =
        before->type && before->type == row->type && sameAttr(before->attr, row->attr);
    if ((before->attr == row->attr || alike) && !strcmp(before->meaning, row->meaning) &&
        !strcmp(text_get(&before->value), text_get(&row->value)))
      return before;
  }
  return NULL;
}

static void writeRow(Docs* docs, const schema_Attr* attr, const Row* row) {
  text_Text* out = &docs->text;
  text_format(out, "| %s | ", attr->name);
  writeType(out, attr);
  text_add(out, " | ");
  writeDefault(out, attr, &row->value);
  text_add(out, " | ");
  writeEscaped(out, row->meaning);
  text_add(out, " |\n");
}

// "As in general: ..." for rows that stand there already, in one line for each place
static void writeShared(text_Text* out, const Row** shared, int n) {
  for (int i = 0; i < n; i++) {
    if (!shared[i]) continue;
    const char* owner = shared[i]->owner;
    char anchor[LONGEST_PATH];
    size_t length = 0;
    for (const char* at = owner; *at; at++) {
      if (*at != '/') anchor[length++] = *at;
    }
    anchor[length] = 0;
    text_format(out, "- As in [%s](#%s):", owner, anchor);
    const char* comma = "";
    for (int k = i; k < n; k++) {
      if (!shared[k] || shared[k]->owner != owner) continue;
      text_format(out, "%s %s", comma, shared[k]->attr->name);
      comma = ",";
      if (k > i) shared[k] = NULL;
    }
    text_add(out, ".\n");
  }
}

// the table; what is written elsewhere goes to the notes below it
static void writeAttrs(Docs* docs, const char* path, const schema_Element* element,
                       text_Text* notes) {
  enum { MOST_SHARED = 100 };
  const Row* shared[MOST_SHARED];
  int nshared = 0;
  bool begun = false;
  for (int i = 0; i < schema_attrCount(element); i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    Row* row = &docs->row[docs->nrow];
    *row = (Row){.attr = attr,
                 .type = element->type,
                 .meaning = findMeaning(path, attr->name),
                 .owner = path};
    if (!row->meaning) {
      printf("no meaning of %s in <%s>\n", attr->name, path);
      docs->missing++;
      continue;
    }
    defaultText(&row->value, element, attr);
    const Row* before = earlier(docs, row);
    if (before) {
      assert_true(nshared < MOST_SHARED);
      shared[nshared++] = before;
      text_free(&row->value);
      continue;
    }
    if (!begun)
      text_add(&docs->text, "\n| attribute | type | default | meaning |\n|---|---|---|---|\n");
    begun = true;
    writeRow(docs, attr, row);
    assert_true(++docs->nrow < MOST_ROWS);
  }
  writeShared(notes, shared, nshared);
}

// the record of default classes that an element starts from, NULL if it takes nothing from them
static const schema_Element* recordOf(const schema_Element* element) {
  const schema_Element* record = NULL;
  const schema_Attr* class = schema_attr(element, "class");
  if (!class || class->kind != ATTR_CLASS) return NULL;
  for (int i = 0; i < schema_default.nchild; i++) {
    const schema_Element* child = schema_default.child[i];
    if (child->type != element->type) continue;
    if (!record || !strcmp(child->tag, element->tag)) record = child;
  }
  return record;
}

static void writeClasses(text_Text* out, const schema_Element* element) {
  const schema_Element* record = recordOf(element);
  int in = 0, count = schema_attrCount(element), listed = 0;
  if (!record) return;
  for (int i = 0; i < count; i++)
    in += schema_attr(record, schema_attrAt(element, i)->name) != NULL;
  const bool inverse = 2 * in > count;
  text_format(out, "- Default classes (`%s`) set %s", record->tag, inverse ? "all but" : "only");
  for (int i = 0; i < count; i++) {
    const char* name = schema_attrAt(element, i)->name;
    if ((schema_attr(record, name) != NULL) == inverse) continue;
    text_format(out, "%s %s", listed++ ? "," : "", name);
  }
  text_add(out, ".\n");
}

// without the document's tag, and without the world where it holds a body
static const char* shortPath(const char* path) {
  static const char root[] = "mujoco/", world[] = "worldbody/";
  if (!strncmp(path, root, strlen(root))) path += strlen(root);
  return strncmp(path, world, strlen(world)) ? path : path + strlen(world);
}

// what a class holds is described where it stands by itself
static bool isInClass(const char* path) {
  static const char classes[] = "default/";
  return !strncmp(path, classes, strlen(classes));
}

static void writeElement(void* context, const char* fullPath, const schema_Element* element) {
  Docs* docs = context;
  text_Text* out = &docs->text;
  if (element->flags & (ELEM_CLASS | ELEM_IGNORED) || isInClass(shortPath(fullPath))) return;
  assert_true(docs->npath < MOST_ROWS);
  char* path = docs->path[docs->npath++];
  snprintf(path, LONGEST_PATH, "%s", shortPath(fullPath));
  const char* text = findMeaning(path, ".");
  if (!text) {
    printf("no meaning of <%s>\n", path);
    docs->missing++;
  }
  text_format(out, "\n## %s\n\n%s", path, text ? text : "");
  if (element->flags & ELEM_OURS)
    text_add(out, " An extension: other readers of MJCF do not know this element.");
  if (element->card == CARD_ONCE) text_add(out, " At most once.");
  text_add(out, "\n");
  text_Text notes = {0};
  writeAttrs(docs, path, element, &notes);
  writeClasses(&notes, element);
  for (int i = 0; i < element->nrule; i++) writeRule(&notes, &element->rule[i]);
  if (notes.size) text_format(out, "\n%s", text_get(&notes));
  text_free(&notes);
}

static const char head[] =
    "# MJCF: what is read\n\n"
    "Every element and attribute with its type, its default and its meaning. Elements stand under "
    "the path that leads to\n"
    "them; what is under `body` may also stand in `worldbody`, `frame` and `replicate`. "
    "[From MuJoCo](from-mujoco.md) says what\n"
    "differs from the reference, [conformance](conformance.md) how closely results agree.\n\n"
    "- The default is what an attribute has if neither the element nor its class gives it; an "
    "empty cell means: none.\n"
    "- \"1 to n numbers\" may be fewer: what is missing keeps the value of the class.\n"
    "- Angles are in degrees, or in radians with `compiler angle=\"radian\"`; everything else is "
    "in "
    "metres, kilograms,\n"
    "  seconds, radians and what follows from them (N, N m), unless another unit is named.\n"
    "- Default classes are set by elements inside `default`; tendons have there the element "
    "`tendon`, equalities\n"
    "  the element `equality`.\n"
    "- `<include file=\"...\"/>` may stand anywhere and is replaced by what is in the root element "
    "of that file.\n\n"
    "Written by `test_mjcf_docs --write docs/mjcf.md` from the tables of the reader, the values "
    "that elements start with,\n"
    "and `tools/mjcf/meanings.tsv`; a test finds it when it is out of date.\n";

static Docs* writeDocs(void) {
  Docs* docs = calloc(1, sizeof *docs);
  text_add(&docs->text, head);
  schema_walk(writeElement, docs);
  return docs;
}

static void freeDocs(Docs* docs) {
  for (int i = 0; i < docs->nrow; i++) text_free(&docs->row[i].value);
  text_free(&docs->text);
  free(docs);
  mem_free(meaningFile);
  meaningFile = NULL;
  nmeaning = 0;
}

// ---- tests

static void test_meanings_and_attributes_match(void** state) {
  (void)state;
  Docs* docs = writeDocs();
  int idle = 0;
  for (int i = 0; i < nmeaning; i++) {
    if (meaning[i].used) continue;
    printf("a meaning without attribute: %s %s\n", meaning[i].element, meaning[i].attr);
    idle++;
  }
  printf("%d rows, %d meanings\n", docs->nrow, nmeaning);
  assert_int_equal(docs->missing, 0);
  assert_int_equal(idle, 0);
  freeDocs(docs);
}

static bool changed(const schema_Attr* attr, const char* before, const char* after) {
  for (int i = 0; i < attr->max && attr->kind != ATTR_TEXT; i++) {
    if (schema_number(attr->repr, before + attr->offset, i) !=
        schema_number(attr->repr, after + attr->offset, i))
      return true;
  }
  return attr->kind != ATTR_NUMBER && attr->kind != ATTR_QUAT &&
         memcmp(before + attr->offset, after + attr->offset, attr->size) != 0;
}

// reads the attribute with its default as value: nothing may change, nothing may be wrong
static void checkDefault(void* context, const char* path, const schema_Element* element) {
  for (int i = 0; i < schema_attrCount(element); i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    text_Text value = {0};
    const bool param = attr->flags & ATTR_ARG && element->type == mjOBJ_ACTUATOR;
    if (!param && defaultText(&value, element, attr)) {
      const xml_Attr given = {attr->name, text_get(&value)};
      const xml_Node node = {.tag = element->tag, .attr = &given, .nattr = 1};
      Sample plain = sampleOf(element), read = sampleOf(element);
      read_Reader r = {.spec = read.spec, .diag = &read.spec->diag, .def = read.spec->root};
      char* target = targetOf(&read, element, attr);
      read_attrs(&r, &node, element, read.data, target);
      if (r.diag->failed && strstr(diag_text(r.diag), attr->name))
        fail_msg("%s: %s=\"%s\": %s", path, attr->name, given.value, diag_text(r.diag));
      if (changed(attr, targetOf(&plain, element, attr), target))
        fail_msg("%s: %s=\"%s\" is not the default", path, attr->name, given.value);
      ++*(int*)context;
      freeSample(&plain);
      freeSample(&read);
    }
    text_free(&value);
  }
}

static void test_defaults_change_nothing(void** state) {
  (void)state;
  int count = 0;
  schema_walk(checkDefault, &count);
  printf("%d defaults read back\n", count);
  assert_true(count > 500);
}

static void test_docs_are_up_to_date(void** state) {
  (void)state;
  Docs* docs = writeDocs();
  char* data;
  size_t size;
  assert_int_equal(file_read(TEST_DIR "/../docs/mjcf.md", 1 << 24, &data, &size), FILE_OK);
  if (size != docs->text.size || memcmp(data, docs->text.data, size)) {
    fail_msg("docs/mjcf.md is out of date: run test_mjcf_docs --write docs/mjcf.md");
  }
  mem_free(data);
  freeDocs(docs);
}

int main(int argc, char** argv) {
  if (argc == 3 && !strcmp(argv[1], "--write")) {
    Docs* docs = writeDocs();
    bool ok = !docs->text.failed && file_write(argv[2], text_get(&docs->text), docs->text.size);
    freeDocs(docs);
    return ok ? 0 : 1;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_meanings_and_attributes_match),
      cmocka_unit_test(test_defaults_change_nothing),
      cmocka_unit_test(test_docs_are_up_to_date),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
