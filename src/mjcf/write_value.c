// Serialization of values: XML markup indented by two blanks per level, and attributes as the rows
// of the schema say. Numbers are the shortest decimal text that reads back to the same bits (round
// trip).
#include <string.h>

#include "base/assert.h"
#include "base/number.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "mjcf/write_parts.h"

// ---- markup

void write_begin(write_Writer* w, const char* tag) {
  if (w->open) text_add(w->out, ">\n");
  text_fill(w->out, ' ', 2 * (size_t)w->depth);
  text_format(w->out, "<%s", tag);
  w->depth++;
  w->open = true;
}

void write_end(write_Writer* w, const char* tag) {
  ASSERT(w->depth > 0);
  w->depth--;
  if (w->open) {
    text_add(w->out, "/>\n");
  } else {
    text_fill(w->out, ' ', 2 * (size_t)w->depth);
    text_format(w->out, "</%s>\n", tag);
  }
  w->open = false;
}

// other white space than ' ' must be escaped, because XML parsers normalize it to ' '
static void addEscaped(text_Text* out, const char* value) {
  for (; *value; value++) {
    const unsigned char c = (unsigned char)*value;
    if (c == '&') {
      text_add(out, "&amp;");
    } else if (c == '<') {
      text_add(out, "&lt;");
    } else if (c == '"') {
      text_add(out, "&quot;");
    } else if (c < ' ') {
      text_format(out, "&#%d;", c);
    } else {
      text_bytes(out, value, 1);
    }
  }
}

void write_attr(write_Writer* w, const char* name, const char* value) {
  ASSERT(w->open);
  text_format(w->out, " %s=\"", name);
  addEscaped(w->out, value);
  text_add(w->out, "\"");
}

// the sign of zero has no meaning
static void addDouble(text_Text* out, double x) { text_num(out, x == 0 ? 0 : x, NUM_SHORTEST); }

// the fewest digits that read back to the same float
static void addFloat(text_Text* out, float x) {
  char buf[NUM_SIZE];
  float back;
  for (int digits = 6; digits <= 9; digits++) {
    num_print(buf, x, digits);
    if (num_parseFloat(buf, &back) && back == x) break;
  }
  text_add(out, buf);
}

static void writeNumbers(write_Writer* w, const char* name, schema_Repr repr, const void* at,
                         int n) {
  ASSERT(w->open);
  text_format(w->out, " %s=\"", name);
  for (int i = 0; i < n; i++) {
    const double x = schema_number(repr, at, i);
    if (i) text_add(w->out, " ");
    if (repr == REPR_FLOAT) {
      addFloat(w->out, (float)x);
    } else if (repr == REPR_DOUBLE) {
      addDouble(w->out, x);
    } else {
      text_format(w->out, "%lld", (long long)x);
    }
  }
  text_add(w->out, "\"");
}

void write_doubles(write_Writer* w, const char* name, const double* x, int n) {
  writeNumbers(w, name, REPR_DOUBLE, x, n);
}

void write_floats(write_Writer* w, const char* name, const float* x, int n) {
  writeNumbers(w, name, REPR_FLOAT, x, n);
}

spec_Element* write_builtin(write_Writer* w, int type) {
  if (!w->builtin[type]) w->builtin[type] = spec_add(w->plain, type, NULL, NULL, NULL);
  if (!w->builtin[type]) w->out->failed = true;
  return w->builtin[type];
}

// ---- numbers

static bool sameNumber(double a, double b) { return a == b || (a != a && b != b); }

// number of values to write: trailing values equal to the default are left out
static int countNumbers(const schema_Attr* attr, const void* at, const void* base) {
  const int most = attr->repr == REPR_SIZE ? 1 : attr->max;
  int n = most;
  while (n && base &&
         sameNumber(schema_number(attr->repr, at, n - 1), schema_number(attr->repr, base, n - 1)))
    n--;
  return n && n < attr->min ? attr->min : n;
}

static void writeNumber(write_Writer* w, const schema_Attr* attr, const void* at,
                        const void* base) {
  int n = countNumbers(attr, at, base);
  if (!n) n = attr->min;
  writeNumbers(w, attr->name, attr->repr, at, n);
}

static bool numberDiffers(const schema_Attr* attr, const void* at, const void* base) {
  const double first = schema_number(attr->repr, at, 0);
  return first == first && countNumbers(attr, at, base) > 0;  // NaN: not given
}

// ---- words

static int intAt(const schema_Attr* attr, const void* at) {
  return (int)schema_number(attr->repr, at, 0);
}

static const char* wordOf(const schema_Words* words, int value) {
  for (int i = 0; i < words->n; i++) {
    if (words->word[i].value == value) return words->word[i].name;
  }
  return NULL;
}

static bool intDiffers(const schema_Attr* attr, const void* at, const void* base) {
  return intAt(attr, at) != intAt(attr, base);
}

static bool wordDiffers(const schema_Attr* attr, const void* at, const void* base) {
  return wordOf(attr->words, intAt(attr, at)) && intDiffers(attr, at, base);
}

static void writeWord(write_Writer* w, const schema_Attr* attr, const void* at, const void* base) {
  (void)base;
  const char* word = wordOf(attr->words, intAt(attr, at));
  if (word) write_attr(w, attr->name, word);
}

static void writeFlags(write_Writer* w, const schema_Attr* attr, const void* at, const void* base) {
  (void)base;
  const int bits = intAt(attr, at);
  bool some = false;
  text_format(w->out, " %s=\"", attr->name);
  for (int i = 0; i < attr->words->n; i++) {
    if (!(bits & attr->words->word[i].value)) continue;
    text_format(w->out, "%s%s", some ? " " : "", attr->words->word[i].name);
    some = true;
  }
  text_add(w->out, "\"");
}

static bool bitDiffers(const schema_Attr* attr, const void* at, const void* base) {
  return (intAt(attr, at) & attr->value) != (intAt(attr, base) & attr->value);
}

static void writeBit(write_Writer* w, const schema_Attr* attr, const void* at, const void* base) {
  (void)base;
  const bool set = intAt(attr, at) & attr->value;
  write_attr(w, attr->name, set == (attr->kind == ATTR_ENABLE) ? "enable" : "disable");
}

// ---- text and lists

static const spec_Vec* vecAt(const void* at) {
  const spec_Vec* vec;
  memcpy(&vec, at, sizeof vec);
  return vec;
}

static bool textDiffers(const schema_Attr* attr, const void* at, const void* base) {
  if (attr->repr == REPR_CHARS) return memcmp(at, base, attr->size) != 0;
  return strcmp(vec_text(vecAt(at)), vec_text(vecAt(base))) != 0;
}

static void writeText(write_Writer* w, const schema_Attr* attr, const void* at, const void* base) {
  (void)base;
  if (attr->repr == REPR_CHARS) {
    text_format(w->out, " %s=\"%.*s\"", attr->name, (int)attr->size, (const char*)at);
  } else {
    write_attr(w, attr->name, vec_text(vecAt(at)));
  }
}

static bool listDiffers(const schema_Attr* attr, const void* at, const void* base) {
  (void)attr;
  const spec_Vec *a = vecAt(at), *b = vecAt(base);
  return a->size != b->size ||
         (a->size && memcmp(a->data, b->data, (size_t)a->size * sizeof(double)) != 0);
}

static void writeList(write_Writer* w, const schema_Attr* attr, const void* at, const void* base) {
  (void)base;
  write_doubles(w, attr->name, vecAt(at)->data, vecAt(at)->size);
}

// ---- rows with their own parser have their own writer

static bool springDiffers(const schema_Attr* attr, const void* at, const void* base) {
  (void)attr;
  const double *x = at, *y = base;
  return x[0] != y[0] || x[1] != y[1];
}

// a single number sets both
static void writeSpring(write_Writer* w, const schema_Attr* attr, const void* at,
                        const void* base) {
  (void)base;
  const double* x = at;
  write_doubles(w, attr->name, x, x[0] == x[1] ? 1 : 2);
}

// inputs share their numeric values with charts, which belong to orientation actuators
static void writeInput(write_Writer* w, const schema_Attr* attr, const void* at, const void* base) {
  const mjsActuator* a =
      (const mjsActuator*)(const void*)((const char*)at - offsetof(mjsActuator, ctrlspec));
  static const char* const chart[] = {NULL, "expmap", "quat"};
  if (a->gaintype == mjGAIN_SO3) {
    if (a->ctrlspec > 0 && a->ctrlspec < COUNT(chart))
      write_attr(w, attr->name, chart[a->ctrlspec]);
    return;
  }
  schema_Attr tokens = *attr;
  const schema_Words words = {attr->words->word, attr->words->n < 5 ? attr->words->n : 5};
  tokens.words = &words;
  writeFlags(w, &tokens, at, base);
}

static void writeGroups(write_Writer* w, const schema_Attr* attr, const void* at,
                        const void* base) {
  (void)base;
  bool some = false;
  text_format(w->out, " %s=\"", attr->name);
  for (int i = 0; i < 31; i++) {
    if (!(intAt(attr, at) >> i & 1)) continue;
    text_format(w->out, "%s%d", some ? " " : "", i);
    some = true;
  }
  text_add(w->out, "\"");
}

static bool anyRole(const spec_Vec* textures) {
  for (int i = 0; i < textures->size; i++) {
    if (*vec_textAt(textures, i)) return true;
  }
  return false;
}

// a single texture of the role "rgb" is an attribute; others are layers, which write_object writes
static bool textureDiffers(const schema_Attr* attr, const void* at, const void* base) {
  (void)attr;
  const spec_Vec *a = vecAt(at), *b = vecAt(base);
  bool differ = anyRole(a) != anyRole(b);
  for (int i = 0; i < a->size && i < b->size; i++)
    differ = differ || strcmp(vec_textAt(a, i), vec_textAt(b, i));
  for (int i = 0; i < a->size; i++) {
    if (i != mjTEXROLE_RGB && *vec_textAt(a, i)) return false;
  }
  return differ && a->size > mjTEXROLE_RGB;
}

static void writeTexture(write_Writer* w, const schema_Attr* attr, const void* at,
                         const void* base) {
  (void)base;
  write_attr(w, attr->name, vec_textAt(vecAt(at), mjTEXROLE_RGB));
}

typedef struct {
  bool (*differs)(const schema_Attr* attr, const void* at, const void* base);
  void (*write)(write_Writer* w, const schema_Attr* attr, const void* at, const void* base);
} Way;

static const struct {
  void (*read)(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target);
  Way way;
} special[] = {
    {read_eulerseq, {textDiffers, writeText}},
    {read_memory, {numberDiffers, writeNumber}},
    {read_springlength, {springDiffers, writeSpring}},
    {read_input, {intDiffers, writeInput}},
    {read_gridlayout, {textDiffers, writeText}},
    {read_actuatorGroups, {intDiffers, writeGroups}},
    {read_materialTexture, {textureDiffers, writeTexture}},
};

// names and classes are written by write_rows, alternative orientations never
static const Way wayOf[ATTR_NKIND] = {
    [ATTR_NUMBER] = {numberDiffers, writeNumber}, [ATTR_LIST] = {listDiffers, writeList},
    [ATTR_KEYWORD] = {wordDiffers, writeWord},    [ATTR_FLAGS] = {intDiffers, writeFlags},
    [ATTR_TEXT] = {textDiffers, writeText},       [ATTR_CHILDCLASS] = {textDiffers, writeText},
    [ATTR_REF] = {textDiffers, writeText},        [ATTR_QUAT] = {numberDiffers, writeNumber},
    [ATTR_DISABLE] = {bitDiffers, writeBit},      [ATTR_ENABLE] = {bitDiffers, writeBit},
};

static Way findWay(const schema_Attr* attr) {
  const Way none = {NULL, NULL};
  if (attr->flags & (ATTR_ARG | ATTR_LATER) || attr->repr == REPR_NONE) return none;
  for (int i = 0; i < COUNT(special); i++) {
    if (special[i].read == attr->read) return special[i].way;
  }
  return attr->read ? none : wayOf[attr->kind];
}

// ---- one element

enum { MOST_ROWS = 80 };

typedef struct {
  const schema_Attr* row[MOST_ROWS];
  int n;
} List;

static List listRows(const schema_Element* element) {
  List list = {.n = 0};
  for (int part = 0; part < SCHEMA_PARTS && element->rows[part].n; part++) {
    for (int k = 0; k < element->rows[part].n && list.n < MOST_ROWS; k++) {
      const schema_Attr* attr = &element->rows[part].row[k];
      if (element->flags & ELEM_CLASS && attr->flags & ATTR_OWN) continue;
      list.row[list.n++] = attr;
    }
  }
  ASSERT(list.n < MOST_ROWS);  // no row was skipped
  return list;
}

// a later row for the same member is the one to write
static bool isOverridden(const List* list, int i) {
  const schema_Attr* attr = list->row[i];
  if (attr->kindOffset || attr->kind == ATTR_DISABLE || attr->kind == ATTR_ENABLE) return false;
  for (int k = i + 1; k < list->n; k++) {
    const schema_Attr* later = list->row[k];
    if (later->repr != REPR_NONE && later->offset == attr->offset && !(later->flags & ATTR_ARG) &&
        !later->kindOffset)
      return true;
  }
  return false;
}

// references that also set a type are written if the type matches
static bool ofKind(const schema_Attr* attr, const void* data) {
  return !attr->kindOffset || *(const int*)((const char*)data + attr->kindOffset) == attr->value;
}

// must row i be written, and how?
static bool rowDiffers(const write_Rows* rows, const List* list, int i, Way* way) {
  const schema_Attr* attr = list->row[i];
  const char *at = (const char*)rows->data + attr->offset,
             *base = (const char*)rows->base + attr->offset;
  *way = findWay(attr);
  if (!way->write || !ofKind(attr, rows->data)) return false;
  if (rows->never && schema_listed(rows->never, attr->name)) return false;
  const bool always = (attr->flags & ATTR_REQUIRED && !attr->kindOffset) ||
                      (rows->always && schema_listed(rows->always, attr->name));
  return (always || way->differs(attr, at, base)) && !isOverridden(list, i);
}

void write_rows(write_Writer* w, const write_Rows* rows) {
  const List list = listRows(rows->element);
  for (int i = 0; i < list.n; i++) {
    const schema_Attr* attr = list.row[i];
    Way way;
    const char* own = attr->kind == ATTR_NAME    ? rows->name
                      : attr->kind == ATTR_CLASS ? rows->cls
                                                 : NULL;
    if (own && (*own || attr->flags & ATTR_PRESENT)) write_attr(w, attr->name, own);
    if (rowDiffers(rows, &list, i, &way))
      way.write(w, attr, (const char*)rows->data + attr->offset,
                (const char*)rows->base + attr->offset);
  }
}

bool write_differs(const write_Rows* rows) {
  const List list = listRows(rows->element);
  for (int i = 0; i < list.n; i++) {
    Way way;
    if (rowDiffers(rows, &list, i, &way)) return true;
  }
  return false;
}

bool write_knows(const schema_Attr* attr) { return findWay(attr).write != NULL; }
