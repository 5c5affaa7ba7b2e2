// Prints a model or data as text: sizes, options, then every nonempty array of the field table, one
// line per row. Sparse matrices are printed as their arrays. Arrays of assets and flexes with a row
// for each vertex, face or pixel are listed by name only. For reading, and for a diff of two runs.
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"
#include "model/fields.h"
#include "model/print.h"

enum { NAME_WIDTH = 24, ITEM_SIZE = 512 };

// exactly one conversion %[-+ #0][width][.precision][aefgAEFG] and no other directive than %%;
// width and precision of at most 3 digits, so that a value fits into its buffer
static bool isFloatFormat(const char* s) {
  int conversions = 0;
  if (strlen(s) > ITEM_SIZE / 8) return false;
  for (; *s; s++) {
    if (*s != '%') continue;
    if (*++s == '%') continue;
    s += strspn(s, "-+ #0");
    size_t width = strspn(s, "0123456789");
    s += width;
    size_t precision = 0;
    if (*s == '.') precision = strspn(++s, "0123456789"), s += precision;
    if (width > 2 || precision > 2 || !*s || !strchr("aefgAEFG", *s)) return false;
    conversions++;
  }
  return conversions == 1;
}

// x in the user's format, with a decimal point in any locale
static void addNum(text_Text* out, const char* format, double x) {
  char item[ITEM_SIZE];
  const int n = snprintf(item, sizeof item, format, x);
  ASSERT(n >= 0 && n < ITEM_SIZE);
  const char* point = localeconv()->decimal_point;
  char* at = strcmp(point, ".") ? strstr(item, point) : NULL;
  if (at) {
    *at = '.';
    memmove(at + 1, at + strlen(point), strlen(at + strlen(point)) + 1);
  }
  text_add(out, item);
}

// one element of a type at an address
typedef void (*Printer)(text_Text* out, const char* format, const void* at);

static void printNum(text_Text* out, const char* format, const void* at) {
  addNum(out, format, *(const mjtNum*)at);
}
static void printFloat(text_Text* out, const char* format, const void* at) {
  addNum(out, format, *(const float*)at);
}
static void printInt(text_Text* out, const char* format, const void* at) {
  (void)format;
  text_format(out, "%d", *(const int*)at);
}
static void printSize(text_Text* out, const char* format, const void* at) {
  (void)format;
  text_format(out, "%lld", (long long)*(const mjtSize*)at);
}
static void printByte(text_Text* out, const char* format, const void* at) {
  (void)format;
  text_format(out, "%d", *(const mjtByte*)at);
}
static void printUint64(text_Text* out, const char* format, const void* at) {
  (void)format;
  text_format(out, "%llu", (unsigned long long)*(const uint64_t*)at);
}
static void printAddress(text_Text* out, const char* format, const void* at) {
  (void)format;
  text_format(out, "%llu", (unsigned long long)*(const uintptr_t*)at);
}

// strings and contacts have their own format
static const Printer printer[FIELD_NTYPE] = {
    [FIELD_NUM] = printNum,         [FIELD_FLOAT] = printFloat,  [FIELD_INT] = printInt,
    [FIELD_SIZE] = printSize,       [FIELD_BYTE] = printByte,    [FIELD_BOOL] = printByte,
    [FIELD_ADDRESS] = printAddress, [FIELD_UINT64] = printUint64};

void print_elements(text_Text* out, const char* format, field_Type type, const void* array,
                    mjtSize first, mjtSize n) {
  ASSERT(printer[type]);
  for (mjtSize i = first; i < first + n; i++) {
    text_add(out, " ");
    printer[type](out, format, (const char*)array + (size_t)i * field_typeSize(type));
  }
  text_add(out, "\n");
}

// NUL-separated strings, quoted; control characters as \xNN
static void addStrings(text_Text* out, const char* chars, mjtSize n) {
  text_add(out, "  \"");
  for (mjtSize i = 0; i < n; i++) {
    unsigned char c = (unsigned char)chars[i];
    if (!c) {
      text_add(out, i + 1 < n ? "\" \"" : "");
    } else if (c < ' ' || c == 127) {
      text_format(out, "\\x%02x", c);
    } else {
      text_bytes(out, (const char*)&c, 1);
    }
  }
  text_add(out, "\"\n");
}

// ---- members inside the structs

// prefix: printed before each name, the struct's name in its owner or an indentation
static void addMembers(text_Text* out, const char* format, const char* prefix,
                       const field_Field* field, int n, const void* base) {
  const int width = NAME_WIDTH + (int)strspn(prefix, " ");
  for (int i = 0; i < n; i++) {
    const field_Field* f = &field[i];
    if (!(f->flags & sn_FIELD_EXPORT) || !printer[f->type]) continue;
    char name[100];
    snprintf(name, sizeof name, "%s%s", prefix, f->name);
    text_format(out, "%-*s", width, name);
    print_elements(out, format, f->type, (const char*)base + f->offset, 0,
                   field_count(f, NULL, NULL));
  }
}

static void addStruct(text_Text* out, const char* format, const char* prefix, int type,
                      const void* base) {
  const field_Table table = field_members(type);
  addMembers(out, format, prefix, table.field, table.n, base);
}

// ---- arrays

static void addRows(text_Text* out, const char* format, const field_Field* f, const void* array,
                    mjtSize rows, mjtSize cols) {
  for (mjtSize r = 0; r < rows; r++) {
    if (f->type == FIELD_CONTACT) {
      text_format(out, "  %lld:\n", (long long)r);
      addStruct(out, format, "    ", FIELD_CONTACT, (const mjContact*)array + r);
      continue;
    }
    text_format(out, "  %lld:", (long long)r);
    print_elements(out, format, f->type, array, r * cols, cols);
  }
}

// whether an array is bulk data that nobody reads as text (by the size of its rows): listed by name
// only
static bool isBulk(const field_Field* f) {
  static const char* const rows[] = {
      "nmeshvert",     "nmeshnormal",   "nmeshtexcoord", "nmeshface",      "nmeshgraph",
      "nmeshpoly",     "nmeshpolyvert", "nmeshpolymap",  "nskinvert",      "nskintexvert",
      "nskinface",     "nskinbonevert", "nhfielddata",   "ntexdata",       "noct",
      "nflexvert",     "nflexedge",     "nflexelem",     "nflexelemdata",  "nflexstiffness",
      "nflexelemedge", "nflexnode",     "nflexbending",  "nflexshelldata", "nflexevpair",
      "nflextexcoord", "nJfe",          "nJfv",          "nefm0dof",       "nefm0L"};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!strcmp(f->rows.text, rows[i])) return true;
  }
  return !strcmp(f->name, "bvh_aabb");
}

static void addTable(text_Text* out, const char* format, field_Table table, const void* base,
                     const mjModel* m, const mjData* d) {
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    const void* array = field_get(f, base);
    mjtSize rows = field_dim(&f->rows, m, d), cols = field_dim(&f->cols, m, d);
    if (!array || rows <= 0 || cols <= 0) continue;
    text_format(out, "%s (%s x %s = %lld x %lld) %s\n", f->name, f->rows.text, f->cols.text,
                (long long)rows, (long long)cols, field_typeName(f->type));
    if (!d && isBulk(f)) {
      text_add(out, "  (not printed)\n");
    } else if (f->type == FIELD_CHAR) {
      addStrings(out, array, rows * cols);
    } else {
      addRows(out, format, f, array, rows, cols);
    }
    text_add(out, "\n");
  }
}

static void addModelSizes(text_Text* out, const mjModel* m) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    mjtSize value = *(const mjtSize*)((const char*)m + size[i].offset);
    if (value) text_format(out, "%-*s %lld\n", NAME_WIDTH, size[i].name, (long long)value);
  }
  text_add(out, "\n");
}

void print_deliver(text_Text* out, const char* filename, const char* caller) {
  if (out->failed) {
    mju_error("%s: no memory for the text", caller);
  } else if (!filename || !*filename) {
    fwrite(out->data, 1, out->size, stdout);
  } else if (!file_write(filename, out->data, out->size)) {
    mju_error("%s: cannot write '%s'", caller, filename);
  }
  text_free(out);
}

bool print_checkFormat(const char* format, const char* caller) {
  if (format && isFloatFormat(format)) return true;
  mju_warning("%s: '%s' is not a printf format for one number, such as \"%%12.5g\"", caller,
              format ? format : "NULL");
  return false;
}

void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format) {
  ARGS_NEED(m);
  static const char caller[] = "mj_printFormattedModel";
  if (!print_checkFormat(float_format, caller)) return;
  text_Text out = {0};
  text_format(&out, "model %s\n\n", m->nnames ? m->names : "");
  addModelSizes(&out, m);
  addStruct(&out, float_format, "", sn_TYPE_MODEL, m);
  addStruct(&out, float_format, "opt.", sn_TYPE_OPTION, &m->opt);
  addStruct(&out, float_format, "vis.", sn_TYPE_VISUAL, &m->vis);
  addStruct(&out, float_format, "stat.", sn_TYPE_STATISTIC, &m->stat);
  text_add(&out, "\n");
  addTable(&out, float_format, field_model(), m, m, NULL);
  print_deliver(&out, filename, caller);
}

void mj_printModel(const mjModel* m, const char* filename) {
  ARGS_NEED(m);
  mj_printFormattedModel(m, filename, PRINT_FORMAT);
}

void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                           const char* float_format) {
  ARGS_NEED(m, d);
  static const char caller[] = "mj_printFormattedData";
  if (!print_checkFormat(float_format, caller)) return;
  text_Text out = {0};
  int n;
  const field_Field* counter = field_dataSizes(&n);
  addStruct(&out, float_format, "", sn_TYPE_DATA, d);
  addMembers(&out, float_format, "", counter, n, d);
  text_add(&out, "\n");
  addTable(&out, float_format, field_data(), d, m, d);
  print_deliver(&out, filename, caller);
}

void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  ARGS_NEED(m, d);
  mj_printFormattedData(m, d, filename, PRINT_FORMAT);
}
