// A model or data as text: sizes, options, then every nonempty array of the field table, one line
// per row. Sparse matrices are printed as their arrays. For people and for comparing two runs.
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/file.h"
#include "base/text.h"
#include "model/fields.h"

#define DEFAULT_FORMAT "% -9.2g"

enum { NAME_WIDTH = 24, ITEM_SIZE = 512 };

// exactly one conversion %[-+ #0][width][.precision][aefgAEFG] and no other directive than %%;
// width and precision of at most 3 digits, so that an item fits its buffer
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

// x in the user's format, with a point whatever the locale says
static void addNum(text_Text* out, const char* format, double x) {
  char item[ITEM_SIZE];
  snprintf(item, sizeof item, format, x);
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
static void printAddress(text_Text* out, const char* format, const void* at) {
  (void)format;
  text_format(out, "%llu", (unsigned long long)*(const uintptr_t*)at);
}

// strings and contacts have their own layout
static const Printer printer[FIELD_NTYPE] = {
    [FIELD_NUM] = printNum,        [FIELD_FLOAT] = printFloat, [FIELD_INT] = printInt,
    [FIELD_SIZE] = printSize,      [FIELD_BYTE] = printByte,   [FIELD_BOOL] = printByte,
    [FIELD_ADDRESS] = printAddress};

static void addElements(text_Text* out, const char* format, field_Type type, const void* array,
                        mjtSize first, mjtSize n) {
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

static void addNums(text_Text* out, const char* format, const char* name, const mjtNum* x, int n) {
  text_format(out, "    %-*s", NAME_WIDTH, name);
  addElements(out, format, FIELD_NUM, x, 0, n);
}

static void addContact(text_Text* out, const char* format, const mjContact* con, mjtSize i) {
  text_format(out, "  %lld: geoms %d %d, dim %d, efc_address %d, exclude %d\n", (long long)i,
              con->geom[0], con->geom[1], con->dim, con->efc_address, con->exclude);
  addNums(out, format, "dist", &con->dist, 1);
  addNums(out, format, "pos", con->pos, 3);
  addNums(out, format, "frame", con->frame, 9);
  addNums(out, format, "includemargin", &con->includemargin, 1);
  addNums(out, format, "friction", con->friction, 5);
  addNums(out, format, "solref", con->solref, mjNREF);
  addNums(out, format, "solimp", con->solimp, mjNIMP);
  addNums(out, format, "mu", &con->mu, 1);
}

static void addRows(text_Text* out, const char* format, const field_Field* f, const void* array,
                    mjtSize rows, mjtSize cols) {
  for (mjtSize r = 0; r < rows; r++) {
    if (f->type == FIELD_CONTACT) {
      addContact(out, format, (const mjContact*)array + r, r);
      continue;
    }
    text_format(out, "  %lld:", (long long)r);
    addElements(out, format, f->type, array, r * cols, cols);
  }
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
    if (f->type == FIELD_CHAR) {
      addStrings(out, array, rows * cols);
    } else {
      addRows(out, format, f, array, rows, cols);
    }
    text_add(out, "\n");
  }
}

// ---- scalars of the structs, by table

typedef struct {
  const char* name;
  size_t offset;
  field_Type type;
  int n;
} Scalar;

#define NUMS(structure, name, n)                                                                   \
  { #name, offsetof(structure, name), FIELD_NUM, n }
#define INT(structure, name)                                                                       \
  { #name, offsetof(structure, name), FIELD_INT, 1 }

static const Scalar modelScalar[] = {
    NUMS(mjModel, opt.timestep, 1),
    NUMS(mjModel, opt.impratio, 1),
    NUMS(mjModel, opt.tolerance, 1),
    NUMS(mjModel, opt.ls_tolerance, 1),
    NUMS(mjModel, opt.noslip_tolerance, 1),
    NUMS(mjModel, opt.ccd_tolerance, 1),
    NUMS(mjModel, opt.sleep_tolerance, 1),
    NUMS(mjModel, opt.gravity, 3),
    NUMS(mjModel, opt.wind, 3),
    NUMS(mjModel, opt.magnetic, 3),
    NUMS(mjModel, opt.density, 1),
    NUMS(mjModel, opt.viscosity, 1),
    NUMS(mjModel, opt.o_margin, 1),
    NUMS(mjModel, opt.o_solref, mjNREF),
    NUMS(mjModel, opt.o_solimp, mjNIMP),
    NUMS(mjModel, opt.o_friction, 5),
    INT(mjModel, opt.integrator),
    INT(mjModel, opt.cone),
    INT(mjModel, opt.jacobian),
    INT(mjModel, opt.solver),
    INT(mjModel, opt.iterations),
    INT(mjModel, opt.ls_iterations),
    INT(mjModel, opt.noslip_iterations),
    INT(mjModel, opt.ccd_iterations),
    INT(mjModel, opt.disableflags),
    INT(mjModel, opt.enableflags),
    INT(mjModel, opt.disableactuator),
    INT(mjModel, opt.sdf_initpoints),
    INT(mjModel, opt.sdf_iterations),
    NUMS(mjModel, stat.meaninertia, 1),
    NUMS(mjModel, stat.meanmass, 1),
    NUMS(mjModel, stat.meansize, 1),
    NUMS(mjModel, stat.extent, 1),
    NUMS(mjModel, stat.center, 3),
};

static const Scalar dataScalar[] = {
    {"narena", offsetof(mjData, narena), FIELD_SIZE, 1},
    {"nbuffer", offsetof(mjData, nbuffer), FIELD_SIZE, 1},
    {"pstack", offsetof(mjData, pstack), FIELD_ADDRESS, 1},
    {"parena", offsetof(mjData, parena), FIELD_ADDRESS, 1},
    {"maxuse_stack", offsetof(mjData, maxuse_stack), FIELD_SIZE, 1},
    {"maxuse_arena", offsetof(mjData, maxuse_arena), FIELD_SIZE, 1},
    INT(mjData, maxuse_con),
    INT(mjData, maxuse_efc),
    {"solver_niter", offsetof(mjData, solver_niter), FIELD_INT, mjNISLAND},
    {"solver_nnz", offsetof(mjData, solver_nnz), FIELD_INT, mjNISLAND},
    NUMS(mjData, solver_fwdinv, 2),
    INT(mjData, ncon),
    INT(mjData, ne),
    INT(mjData, nf),
    INT(mjData, nl),
    INT(mjData, nefc),
    INT(mjData, nJ),
    INT(mjData, efm_active),
    INT(mjData, nefmK),
    INT(mjData, nefmdof),
    INT(mjData, nefmL),
    INT(mjData, nY),
    INT(mjData, nA),
    INT(mjData, nisland),
    INT(mjData, nidof),
    INT(mjData, ntree_awake),
    INT(mjData, nbody_awake),
    INT(mjData, nparent_awake),
    INT(mjData, nv_awake),
    {"flg_energypos", offsetof(mjData, flg_energypos), FIELD_BOOL, 1},
    {"flg_energyvel", offsetof(mjData, flg_energyvel), FIELD_BOOL, 1},
    {"flg_subtreevel", offsetof(mjData, flg_subtreevel), FIELD_BOOL, 1},
    {"flg_rnepost", offsetof(mjData, flg_rnepost), FIELD_BOOL, 1},
    NUMS(mjData, time, 1),
    NUMS(mjData, energy, 2),
};

static void addScalars(text_Text* out, const char* format, const Scalar* scalar, size_t n,
                       const void* base) {
  for (size_t i = 0; i < n; i++) {
    const void* at = (const char*)base + scalar[i].offset;
    text_format(out, "%-*s", NAME_WIDTH, scalar[i].name);
    addElements(out, format, scalar[i].type, at, 0, scalar[i].n);
  }
  text_add(out, "\n");
}

static void addModelSizes(text_Text* out, const mjModel* m) {
  int n;
  const field_Size* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    mjtSize value = *(const mjtSize*)((const char*)m + size[i].offset);
    if (value) text_format(out, "%-*s %lld\n", NAME_WIDTH, size[i].name, (long long)value);
  }
  text_add(out, "\n");
}

// to the file, or to stdout without one
static void deliver(text_Text* out, const char* filename, const char* caller) {
  if (out->failed) {
    mju_error("%s: no memory for the text", caller);
  } else if (!filename || !*filename) {
    fwrite(out->data, 1, out->size, stdout);
  } else if (!file_write(filename, out->data, out->size)) {
    mju_error("%s: cannot write '%s'", caller, filename);
  }
  text_free(out);
}

static bool checkFormat(const char* format, const char* caller) {
  if (format && isFloatFormat(format)) return true;
  mju_warning("%s: '%s' is not a printf format for one number, such as \"%%12.5g\"", caller,
              format ? format : "NULL");
  return false;
}

void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format) {
  ARGS_NEED(m);
  static const char caller[] = "mj_printFormattedModel";
  if (!checkFormat(float_format, caller)) return;
  text_Text out = {0};
  text_format(&out, "model %s\n\n", m->nnames ? m->names : "");
  addModelSizes(&out, m);
  addScalars(&out, float_format, modelScalar, sizeof modelScalar / sizeof *modelScalar, m);
  addTable(&out, float_format, field_model(), m, m, NULL);
  deliver(&out, filename, caller);
}

void mj_printModel(const mjModel* m, const char* filename) {
  ARGS_NEED(m);
  mj_printFormattedModel(m, filename, DEFAULT_FORMAT);
}

void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                           const char* float_format) {
  ARGS_NEED(m, d);
  static const char caller[] = "mj_printFormattedData";
  if (!checkFormat(float_format, caller)) return;
  text_Text out = {0};
  addScalars(&out, float_format, dataScalar, sizeof dataScalar / sizeof *dataScalar, d);
  addTable(&out, float_format, field_data(), d, m, d);
  deliver(&out, filename, caller);
}

void mj_printData(const mjModel* m, const mjData* d, const char* filename) {
  ARGS_NEED(m, d);
  mj_printFormattedData(m, d, filename, DEFAULT_FORMAT);
}
