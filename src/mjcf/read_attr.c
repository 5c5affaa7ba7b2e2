// Reads XML attributes: the generic parser that follows the rows of the schema. It stores
// unconverted values; angles keep the units of the file.
#include <stdarg.h>
#include <string.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "spec/authored.h"

enum { MOST_ROWS = 64 };

void read_error(read_Reader* r, const xml_Node* node, const char* format, ...) {
  char label[XML_LABEL_SIZE];
  va_list args;
  va_start(args, format);
  diag_errorArgs(r->diag, node->where, xml_label(label, node), format, args);
  va_end(args);
}

// ---- storing

static void storeInt(const schema_Attr* attr, void* target, int value) {
  switch (attr->repr) {
    case REPR_BOOL:
      *(mjtBool*)target = value != 0;
      break;
    case REPR_BYTE:
      *(mjtByte*)target = (mjtByte)value;
      break;
    case REPR_SIZE:
      *(mjtSize*)target = value;
      break;
    case REPR_DOUBLE:
      *(double*)target = value;
      break;
    case REPR_FLOAT:
      *(float*)target = (float)value;
      break;
    default:
      *(int*)target = value;
      break;
  }
}

// stores a string member, if the attribute has one
static void storeText(const schema_Attr* attr, void* target, const char* text) {
  if (attr->repr == REPR_VEC) vec_setText(*(spec_Vec**)target, text);
}

// ---- by type

typedef void (*Reader)(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target);

// checks the bounds of a row
static void checkNumber(read_Reader* r, const xml_Node* node, const schema_Attr* attr, double x) {
  const char* bound = attr->flags & ATTR_POSITIVE && !(x > 0)   ? "greater than 0"
                      : attr->flags & ATTR_NOTNEG && !(x >= 0)  ? "0 or more"
                      : attr->flags & ATTR_MINUS1 && !(x >= -1) ? "-1 (automatic) or more"
                      : attr->flags & ATTR_COUNT && !(x <= SCHEMA_MOST_COUNT) ? "10000000 or less"
                                                                              : NULL;
  if (bound)
    read_error(r, node, "%s: '%s' is out of range; it must be %s", attr->name,
               xml_attr(node, attr->name), bound);
}

static void readNumber(read_Reader* r, const xml_Node* node, const schema_Attr* attr,
                       void* target) {
  int n = 0;
  int value;
  ASSERT_FULL(attr->repr == REPR_NONE || attr->repr == REPR_SIZE ||
              (size_t)attr->max * schema_reprSize(attr->repr) <= attr->size);
  const unsigned bounds = ATTR_POSITIVE | ATTR_NOTNEG | ATTR_MINUS1 | ATTR_COUNT;
  switch (attr->repr) {
    case REPR_DOUBLE:
      n = xml_readDoubles(node, attr->name, target, attr->min, attr->max, r->diag);
      break;
    case REPR_FLOAT:
      n = xml_readFloats(node, attr->name, target, attr->min, attr->max, r->diag);
      break;
    case REPR_INT:
      n = xml_readInts(node, attr->name, target, attr->min, attr->max, r->diag);
      break;
    case REPR_SIZE:
      n = xml_readInts(node, attr->name, &value, 1, 1, r->diag);
      if (n) storeInt(attr, target, value);
      break;
    default:
      break;
  }
  for (int i = 0; i < n && attr->flags & bounds; i++) {
    double x = attr->repr == REPR_DOUBLE  ? ((double*)target)[i]
               : attr->repr == REPR_FLOAT ? (double)((float*)target)[i]
               : attr->repr == REPR_INT   ? ((int*)target)[i]
                                          : (double)((mjtSize*)target)[i];
    checkNumber(r, node, attr, x);
  }
}

static void readList(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target) {
  arena_Arena scratch = arena_make(0);
  double* x;
  int n = xml_readDoubleVector(node, attr->name, &scratch, &x, r->diag);
  if (n) vec_set(*(spec_Vec**)target, x, n, sizeof *x);
  arena_free(&scratch);
}

static bool isWord(const schema_Words* words, const char* value) {
  for (int i = 0; i < words->n; i++) {
    if (!strcmp(words->word[i].name, value)) return true;
  }
  return false;
}

static void readKeyword(read_Reader* r, const xml_Node* node, const schema_Attr* attr,
                        void* target) {
  int value;
  const char* given = xml_attr(node, attr->name);
  if ((attr->flags & ATTR_FORGIVEN) && given && !isWord(attr->words, given)) {
    // odd: joint of a cable's first body
    char label[XML_LABEL_SIZE];
    diag_warning(r->diag, node->where, xml_label(label, node),
                 "%s: '%.60s' is not one of its keywords; it counts as '%s'", attr->name, given,
                 attr->words->word[0].name);
    if (attr->repr != REPR_NONE) storeInt(attr, target, attr->words->word[0].value);
    return;
  }
  if (!xml_readKeyword(node, attr->name, attr->words->word, attr->words->n, &value, r->diag))
    return;
  if (attr->repr != REPR_NONE) storeInt(attr, target, value);
}

static void readFlags(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target) {
  int bits;
  int n = xml_readFlags(node, attr->name, attr->words->word, attr->words->n,
                        attr->flags & ATTR_ORDERED, &bits, r->diag);
  if (n) storeInt(attr, target, bits);
}

static void readText(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target) {
  (void)r;
  storeText(attr, target, xml_attr(node, attr->name));
}

// names and classes are read when the element is created
static void readElsewhere(read_Reader* r, const xml_Node* node, const schema_Attr* attr,
                          void* target) {
  (void)r, (void)node, (void)attr, (void)target;
}

static void readQuat(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target) {
  double quat[4];
  if (!xml_readDoubles(node, attr->name, quat, 4, 4, r->diag)) return;
  if (quat[0] == 0 && quat[1] == 0 && quat[2] == 0 && quat[3] == 0) {
    read_error(r, node, "%s: it is zero and no orientation; the identity is '1 0 0 0'", attr->name);
  }
  memcpy(target, quat, sizeof quat);
}

static void readOrientation(read_Reader* r, const xml_Node* node, const schema_Attr* attr,
                            void* target) {
  static const size_t member[] = {[mjORIENTATION_AXISANGLE] = offsetof(mjsOrientation, axisangle),
                                  [mjORIENTATION_XYAXES] = offsetof(mjsOrientation, xyaxes),
                                  [mjORIENTATION_ZAXIS] = offsetof(mjsOrientation, zaxis),
                                  [mjORIENTATION_EULER] = offsetof(mjsOrientation, euler)};
  mjsOrientation* alt = target;
  ASSERT(attr->value > 0 && (size_t)attr->value < sizeof member / sizeof *member);
  double* x = (double*)((char*)alt + member[attr->value]);
  if (xml_readDoubles(node, attr->name, x, attr->min, attr->max, r->diag)) {
    alt->type = (mjtOrientation)attr->value;
  }
}

static void readBit(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* target) {
  int enabled;
  if (!xml_readKeyword(node, attr->name, attr->words->word, attr->words->n, &enabled, r->diag))
    return;
  const bool set = attr->kind == ATTR_ENABLE ? enabled : !enabled;
  int* flags = target;
  *flags = set ? *flags | attr->value : *flags & ~attr->value;
  mjsAuthored* authored = &r->spec->pub.authored;
  *(attr->kind == ATTR_ENABLE ? &authored->enableflags : &authored->disableflags) |= attr->value;
}

static const Reader readerOf[ATTR_NKIND] = {
    [ATTR_NUMBER] = readNumber,
    [ATTR_LIST] = readList,
    [ATTR_KEYWORD] = readKeyword,
    [ATTR_FLAGS] = readFlags,
    [ATTR_TEXT] = readText,
    [ATTR_NAME] = readElsewhere,
    [ATTR_CLASS] = readElsewhere,
    [ATTR_CHILDCLASS] = readText,
    [ATTR_REF] = readText,
    [ATTR_QUAT] = readQuat,
    [ATTR_ORIENTATION] = readOrientation,
    [ATTR_DISABLE] = readBit,
    [ATTR_ENABLE] = readBit,
};

// ---- one element

static void readAttr(read_Reader* r, const xml_Node* node, const schema_Attr* attr, void* data,
                     void* args) {
  char* base = attr->flags & ATTR_ARG ? args : data;
  void* target = base ? base + attr->offset : NULL;
  ASSERT_FULL(base || !attr->kindOffset);
  if (attr->read) {
    attr->read(r, node, attr, target);
  } else if (attr->repr != REPR_NONE || attr->kind == ATTR_KEYWORD) {
    readerOf[attr->kind](r, node, attr, target);
  }
  if (attr->kindOffset) *(int*)(base + attr->kindOffset) = attr->value;
  if (data == &r->spec->pub) authored_mark(&r->spec->pub, target);
}

// Attributes are read in the order of the rows, whatever their order in the file
void read_attrs(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data,
                void* args) {
  const schema_Attr* found[MOST_ROWS];
  int n = 0;
  for (int part = 0; part < SCHEMA_PARTS && element->rows[part].n && n < node->nattr; part++) {
    const schema_Rows* rows = &element->rows[part];
    ASSERT(rows->n <= MOST_ROWS);
    // rows of one part that are present, as a bit set
    uint64_t present = 0;
    for (int i = 0; i < node->nattr; i++) {
      for (int k = 0; k < rows->n; k++) {
        if (strcmp(rows->row[k].name, node->attr[i].name)) continue;
        present |= (uint64_t)1 << k;
        break;
      }
    }
    for (int k = 0; present && n < MOST_ROWS; k++, present >>= 1) {
      if (present & 1) found[n++] = &rows->row[k];
    }
  }
  const int before = r->diag->nerror;
  for (int i = 0; i < n && !r->diag->failed; i++) {
    readAttr(r, node, found[i], data, args);
    diag_resume(r->diag);
  }
  diag_settleFrom(r->diag, before);
}

// ---- validation without storing

// checks numbers and keywords; names of other elements cannot be looked up yet
static void checkValue(read_Reader* r, const xml_Node* node, const schema_Attr* attr) {
  enum { MOST_NUMBERS = 64 };
  union {
    double number[MOST_NUMBERS];
    mjsOrientation orientation;
  } scratch = {0};
  static const bool plain[ATTR_NKIND] = {
      [ATTR_NUMBER] = true,      [ATTR_KEYWORD] = true, [ATTR_FLAGS] = true, [ATTR_QUAT] = true,
      [ATTR_ORIENTATION] = true, [ATTR_DISABLE] = true, [ATTR_ENABLE] = true};
  if (attr->read || attr->max > MOST_NUMBERS) return;
  if (attr->kind == ATTR_LIST) {
    arena_Arena arena = arena_make(0);
    double* x;
    xml_readDoubleVector(node, attr->name, &arena, &x, r->diag);
    arena_free(&arena);
  } else if (plain[attr->kind] && (attr->repr != REPR_NONE || attr->kind == ATTR_KEYWORD)) {
    readerOf[attr->kind](r, node, attr, &scratch);
  }
}

// the depth limit of documents bounds the recursion
void read_checkValues(read_Reader* r, const xml_Node* node, const schema_Element* element) {
  for (int i = 0; i < node->nattr && !r->diag->failed; i++) {
    const schema_Attr* attr = schema_attr(element, node->attr[i].name);
    if (attr) checkValue(r, node, attr);
    diag_resume(r->diag);
  }
  for (const xml_Node* child = xml_first(node); child && !r->diag->failed;
       child = xml_next(child)) {
    const schema_Element* kind = schema_child(element, child->tag);
    if (kind) read_checkValues(r, child, kind);
  }
}

// ---- attributes with their own parsing rules

READ_ATTR(read_eulerseq) {
  const char* value = xml_attr(node, attr->name);
  if (strlen(value) != 3) {
    read_error(
        r, node,
        "eulerseq: '%.40s' has not 3 letters; give one of x, y, z, X, Y, Z for each rotation",
        value);
    return;
  }
  memcpy(target, value, 3);
}

READ_ATTR(read_assetdir) {
  (void)target;
  const char* value = xml_attr(node, attr->name);
  vec_setText(r->spec->pub.compiler.meshdir, value);
  vec_setText(r->spec->pub.compiler.texturedir, value);
  authored_mark(&r->spec->pub, &r->spec->pub.compiler.texturedir);
}

READ_ATTR(read_coordinate) {
  (void)target;
  int global = 0;
  xml_readKeyword(node, attr->name, attr->words->word, attr->words->n, &global, r->diag);
  if (global) {
    read_error(
        r, node,
        "coordinate: 'global' is no longer supported; give poses relative to the parent ('local')");
  }
}

READ_ATTR(read_actuatorGroups) {
  enum { MOST_GROUP = 30 };
  arena_Arena scratch = arena_make(0);
  int* group;
  int n = xml_readIntVector(node, attr->name, &scratch, &group, r->diag);
  for (int i = 0; i < n && !r->diag->failed; i++) {
    if (group[i] < 0 || group[i] > MOST_GROUP) {
      read_error(r, node, "%s: there is no group %d that can be disabled; groups are 0 to %d",
                 attr->name, group[i], MOST_GROUP);
      break;
    }
    *(int*)target |= 1 << group[i];
    r->spec->pub.authored.disableactuator |= 1 << group[i];
  }
  arena_free(&scratch);
}

// parses bytes as an integer with a suffix K, M, G, T, P, E; false if invalid or too large
static bool parseMemory(const char* text, size_t size, mjtSize* bytes) {
  static const char suffix[] = "KMGTPE";
  mjtSize x = 0;
  const char *at = text, *end = text + size;
  for (; at < end && *at >= '0' && *at <= '9'; at++) {
    if (__builtin_mul_overflow(x, 10, &x) || __builtin_add_overflow(x, *at - '0', &x)) return false;
  }
  if (at == text) return false;
  if (at < end) {
    const char upper = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
    const char* unit = strchr(suffix, upper);
    if (!unit || at + 1 < end) return false;
    for (const char* k = suffix; k <= unit; k++) {
      if (__builtin_mul_overflow(x, 1024, &x)) return false;
    }
  }
  *bytes = x;
  return true;
}

READ_ATTR(read_memory) {
  static const char blanks[] = " \t\r\n";
  const char *whole = xml_attr(node, attr->name), *value = whole + strspn(whole, blanks);
  const size_t size = strcspn(value, blanks);
  const bool one = !value[size + strspn(value + size, blanks)];  // no second word
  if (one && (value > whole || value[size])) {
    char label[XML_LABEL_SIZE];
    diag_warning(r->diag, node->where, xml_label(label, node),
                 "memory: the blanks around '%.40s' are ignored; remove them", whole);
  }
  if (one && size == 2 && !strncmp(value, "-1", size)) {
    *(mjtSize*)target = -1;
  } else if (!one || !parseMemory(value, size, target)) {
    read_error(r, node,
               "memory: '%.40s' is no size in bytes below 2^63; give an integer, with one of K, M, "
               "G, T, P, E for powers "
               "of 1024 if need be, or -1 for automatic",
               whole);
  }
}

// a single number sets both
READ_ATTR(read_springlength) {
  double* length = target;
  if (xml_readDoubles(node, attr->name, length, attr->min, attr->max, r->diag) == 1)
    length[1] = length[0];
}

READ_ATTR(read_input) {
  static const char* const alone[] = {"none", "expmap", "quat"};
  int bits;
  int n = xml_readFlags(node, attr->name, attr->words->word, attr->words->n, true, &bits, r->diag);
  if (!n) return;
  for (size_t i = 0; n > 1 && i < sizeof alone / sizeof *alone; i++) {
    if (!strstr(xml_attr(node, attr->name), alone[i])) continue;
    read_error(r, node, "%s: '%s' cannot be combined with other inputs", attr->name, alone[i]);
    return;
  }
  *(int*)target = bits;
}

READ_ATTR(read_gridlayout) {
  const char* value = xml_attr(node, attr->name);
  const size_t most = attr->size;
  if (strlen(value) > most) {
    read_error(r, node, "%s: '%.40s' is longer than %zu letters", attr->name, value, most);
    return;
  }
  memset(target, '.', most);
  memcpy(target, value, strlen(value));
}

// the file of one face of a cube map; a texture has one string for each face
READ_ATTR(read_cubeSide) {
  static const char* const side[] = {"fileright", "fileleft",  "fileup",
                                     "filedown",  "filefront", "fileback"};
  enum { NSIDE = sizeof side / sizeof *side };
  (void)r;
  spec_Vec* files = *(spec_Vec**)target;
  ASSERT(files->size == NSIDE);
  for (int i = 0; i < NSIDE; i++) {
    if (!strcmp(attr->name, side[i])) {
      vec_setText((spec_Vec*)files->data + i, xml_attr(node, attr->name));
    }
  }
}
