// Parsers of XML attribute values. Numbers of three types (double, float, int) share one loop over
// the words of a value; a Kind has the conversion function, the name and the range of its type.
// Spelling suggestions use the edit distance.
#include "xml/xml_value.h"

#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"

enum {
  SHOWN = 40,        // characters of a wrong word shown in messages
  NEAR = 2,          // maximum edit distance of a suggestion
  LONGEST_WORD = 40  // longer words are not compared for a suggestion
};

// ---- words

static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static const char* skipBlank(const char* text) {
  while (isBlank(*text)) text++;
  return text;
}

static size_t wordLength(const char* text) {
  size_t n = 0;
  while (text[n] && !isBlank(text[n])) n++;
  return n;
}

static size_t countWords(const char* text) {
  size_t count = 0;
  for (text = skipBlank(text); *text; text = skipBlank(text + wordLength(text))) count++;
  return count;
}

// a word for messages, truncated if it is long
typedef struct {
  char text[SHOWN + 4];
} Shown;

static Shown show(const char* word, size_t n) {
  Shown shown;
  text_print(shown.text, sizeof shown.text, "%.*s%s", (int)(n > SHOWN ? SHOWN : n), word,
             n > SHOWN ? "..." : "");
  return shown;
}

// ---- numbers

typedef enum { GOOD, NAN_READ, MALFORMED, TOO_LARGE, TOO_SMALL } Outcome;

typedef struct {
  const char *one, *many;
  const char* range;  // its range of values
  size_t bytes;
  // parses the word of n characters into dst
  Outcome (*read)(const char* word, size_t n, void* dst);
} Kind;

// is the significand as written not zero: a digit other than 0 before any exponent
static bool hasDigits(const char* word, size_t n) {
  const char* zeros = "+-.0xX";
  bool hex = n > 2 && strchr("xX", word[word[0] == '+' || word[0] == '-' ? 2 : 1]);
  for (size_t i = 0; i < n; i++) {
    if (strchr(hex ? "pP" : "eE", word[i])) return false;
    if (!strchr(zeros, word[i])) return true;
  }
  return false;
}

static bool isInfinityWord(const char* word) {
  return strchr("iI", word[*word == '+' || *word == '-']) != NULL;
}

// checks a number for overflow and underflow by its magnitude; least: the smallest normal number
static Outcome judge(const char* word, size_t n, double magnitude, double least) {
  if (magnitude != magnitude) return NAN_READ;
  if (magnitude > DBL_MAX && !isInfinityWord(word)) return TOO_LARGE;
  return magnitude < least && hasDigits(word, n) ? TOO_SMALL : GOOD;
}

static Outcome readDouble(const char* word, size_t n, void* dst) {
  double x;
  if (num_parse(word, &x) != word + n) return MALFORMED;
  memcpy(dst, &x, sizeof x);
  return judge(word, n, __builtin_fabs(x), DBL_MIN);
}

static Outcome readFloat(const char* word, size_t n, void* dst) {
  float x;
  if (num_parseFloat(word, &x) != word + n) return MALFORMED;
  memcpy(dst, &x, sizeof x);
  return judge(word, n, __builtin_fabs((double)x), (double)FLT_MIN);
}

static Outcome readInt(const char* word, size_t n, void* dst) {
  int64_t x;
  const char* end = num_parseInt(word, &x);
  size_t digits = *word == '+' || *word == '-';
  if (digits == n || strspn(word + digits, "0123456789") != n - digits) return MALFORMED;
  if (!end || x < INT_MIN || x > INT_MAX) return TOO_LARGE;
  int value = (int)x;
  memcpy(dst, &value, sizeof value);
  return GOOD;
}

static const Kind kindDouble = {"a number", "numbers", "1e-307 .. 1e308", sizeof(double),
                                readDouble};
static const Kind kindFloat = {"a number", "numbers", "1e-37 .. 1e38 in single precision",
                               sizeof(float), readFloat};
static const Kind kindInt = {"an integer", "integers", "-2147483648 .. 2147483647", sizeof(int),
                             readInt};

// "1 to 3 numbers", "3 numbers", "a number", "any number of numbers" (max < 0)
static const char* expected(char buf[80], const Kind* kind, int min, int max) {
  if (max < 0) {
    snprintf(buf, 80, "any number of %s", kind->many);
  } else if (max == 1) {
    snprintf(buf, 80, "%s", kind->one);
  } else if (min < max) {
    snprintf(buf, 80, "%d to %d %s", min, max, kind->many);
  } else {
    snprintf(buf, 80, "%d %s", max, kind->many);
  }
  return buf;
}

typedef struct {
  const xml_Node* node;
  const char* attr;
  const Kind* kind;
  int min, max;  // max < 0: any
  diag_Diag* diag;
} Numbers;

// reports an invalid word; NaN is only a warning, for the first of an attribute
static void reportWord(const Numbers* num, const char* word, size_t n, Outcome outcome) {
  char label[XML_LABEL_SIZE], want[80];
  xml_label(label, num->node);
  expected(want, num->kind, num->min, num->max);
  Shown shown = show(word, n);
  if (outcome == NAN_READ) {
    diag_warning(num->diag, num->node->where, label, "%s: the value is nan", num->attr);
  } else if (outcome == MALFORMED) {
    diag_error(num->diag, num->node->where, label, "%s: '%s' is not %s; give %s%s", num->attr,
               shown.text, num->kind->one, want,
               memchr(word, ',', n) ? ", separated by blanks and with a decimal point, not a comma"
                                    : "");
  } else {
    diag_error(num->diag, num->node->where, label, "%s: '%s' is too %s; the range is %s%s",
               num->attr, shown.text, outcome == TOO_LARGE ? "large" : "small", num->kind->range,
               outcome == TOO_SMALL ? ", write 0 for less" : "");
  }
}

// parses the `count` words of value into dst; returns count, 0 after an error
static int readWords(const Numbers* num, const char* value, size_t count, void* dst) {
  ASSERT_FULL(count <= INT_MAX);
  bool warned = false;
  const char* word = skipBlank(value);
  for (size_t i = 0; i < count; i++) {
    size_t n = wordLength(word);
    Outcome outcome = num->kind->read(word, n, (char*)dst + i * num->kind->bytes);
    if (outcome != GOOD && !(outcome == NAN_READ && warned)) reportWord(num, word, n, outcome);
    warned = warned || outcome == NAN_READ;
    if (num->diag->failed) return 0;
    word = skipBlank(word + n);
  }
  ASSERT_FULL(!*word);  // as many as counted
  return (int)count;
}

// value of the attribute and its number of words; NULL if there is nothing to parse
static const char* numberValue(const Numbers* num, size_t* count) {
  if (num->diag->failed) return NULL;
  const char* value = xml_attr(num->node, num->attr);
  *count = value ? countWords(value) : 0;
  return *count ? value : NULL;
}

static int readFixed(const Numbers* num, void* dst) {
  size_t count;
  ASSERT_FULL(num->min >= 0 && num->min <= num->max);
  const char* value = numberValue(num, &count);
  if (!value) return 0;
  if (count >= (size_t)num->min && count <= (size_t)num->max) {
    return readWords(num, value, count, dst);
  }
  char label[XML_LABEL_SIZE], want[80];
  const bool comma = strchr(value, ',') != NULL;
  diag_error(num->diag, num->node->where, xml_label(label, num->node),
             "%s: too %s values in '%.60s': %zu; give %s%s", num->attr,
             count < (size_t)num->min ? "few" : "many", value, count,
             expected(want, num->kind, num->min, num->max),
             comma ? ", separated by blanks and not by commas" : "");
  return 0;
}

static int readVector(const Numbers* num, arena_Arena* arena, void** dst) {
  size_t count;
  const char* value = numberValue(num, &count);
  *dst = NULL;
  if (!value) return 0;
  void* array = count <= INT_MAX ? arena_array(arena, count, num->kind->bytes) : NULL;
  if (!array) {
    diag_noMemory(num->diag);
    return 0;
  }
  int n = readWords(num, value, count, array);
  if (n) *dst = array;
  return n;
}

int xml_readDoubles(const xml_Node* node, const char* attr, double* dst, int min, int max,
                    diag_Diag* diag) {
  return readFixed(&(Numbers){node, attr, &kindDouble, min, max, diag}, dst);
}

int xml_readFloats(const xml_Node* node, const char* attr, float* dst, int min, int max,
                   diag_Diag* diag) {
  return readFixed(&(Numbers){node, attr, &kindFloat, min, max, diag}, dst);
}

int xml_readInts(const xml_Node* node, const char* attr, int* dst, int min, int max,
                 diag_Diag* diag) {
  return readFixed(&(Numbers){node, attr, &kindInt, min, max, diag}, dst);
}

int xml_readDoubleVector(const xml_Node* node, const char* attr, arena_Arena* arena, double** dst,
                         diag_Diag* diag) {
  void* array;
  int n = readVector(&(Numbers){node, attr, &kindDouble, 0, -1, diag}, arena, &array);
  *dst = array;
  return n;
}

int xml_readFloatVector(const xml_Node* node, const char* attr, arena_Arena* arena, float** dst,
                        diag_Diag* diag) {
  void* array;
  int n = readVector(&(Numbers){node, attr, &kindFloat, 0, -1, diag}, arena, &array);
  *dst = array;
  return n;
}

int xml_readIntVector(const xml_Node* node, const char* attr, arena_Arena* arena, int** dst,
                      diag_Diag* diag) {
  void* array;
  int n = readVector(&(Numbers){node, attr, &kindInt, 0, -1, diag}, arena, &array);
  *dst = array;
  return n;
}

// ---- suggestions

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

// edit distance, ignoring case: insertions, deletions, replacements that turn a into b (Wagner and
// Fischer 1974)
static int editDistance(const char* a, size_t na, const char* b, size_t nb) {
  int row[LONGEST_WORD + 1];
  ASSERT(na <= LONGEST_WORD && nb <= LONGEST_WORD);
  for (size_t j = 0; j <= nb; j++) row[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      int replace = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
      diagonal = row[j];
      int shorter = row[j - 1] < row[j] ? row[j - 1] : row[j];
      row[j] = replace < shorter + 1 ? replace : shorter + 1;
    }
  }
  return row[nb];
}

const char* xml_nearest(const char* word, const void* names, int n, size_t stride) {
  word = skipBlank(word);
  size_t length = wordLength(word);
  const char* best = NULL;
  int bestDistance = NEAR + 1;
  if (!length || length > LONGEST_WORD) return NULL;
  for (int i = 0; i < n; i++) {
    const char* name;
    memcpy(&name, (const char*)names + (size_t)i * stride, sizeof name);
    size_t nb = strlen(name);
    if (nb > length + NEAR || length > nb + NEAR || nb > LONGEST_WORD) continue;
    int distance = editDistance(word, length, name, nb);
    // if every letter changes, the words are not similar
    if (distance < bestDistance && (size_t)distance < (length < nb ? length : nb)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

// a name that is a prefix of the word, or vice versa ("position" for "pos")
static const char* sameBeginning(const char* word, const void* names, int n, size_t stride) {
  enum { LEAST = 3 };
  const char* best = NULL;
  const size_t length = strlen(word);
  size_t longest = 0;
  for (int i = 0; i < n; i++) {
    const char* name;
    memcpy(&name, (const char*)names + (size_t)i * stride, sizeof name);
    const size_t size = strlen(name), common = size < length ? size : length;
    if (common < LEAST || size <= longest || strncmp(word, name, common)) continue;
    best = name;
    longest = size;
  }
  return best;
}

const char* xml_similar(const char* word, const void* names, int n, size_t stride) {
  const char* near = xml_nearest(word, names, n, stride);
  return near ? near : sameBeginning(word, names, n, stride);
}

// ---- words of a table

static const xml_Keyword* findKeyword(const xml_Keyword* table, int n, const char* word,
                                      size_t length) {
  for (int i = 0; i < n; i++) {
    if (strlen(table[i].name) == length && !memcmp(table[i].name, word, length)) return &table[i];
  }
  return NULL;
}

// formats "a, b, c"; reports out of memory
static void listNames(text_Text* out, const xml_Keyword* table, int n, diag_Diag* diag) {
  for (int i = 0; i < n; i++) text_format(out, "%s%s", i ? ", " : "", table[i].name);
  if (out->failed) diag_noMemory(diag);
}

// reports "'x' is not one of: a, b, c; did you mean 'a'?"
static void reportKeyword(const xml_Node* node, const char* attr, const xml_Keyword* table, int n,
                          const char* word, size_t length, diag_Diag* diag) {
  char label[XML_LABEL_SIZE];
  text_Text names = {0};
  listNames(&names, table, n, diag);
  Shown shown = show(word, length);
  const char* near = xml_nearest(shown.text, table, n, sizeof *table);
  diag_error(diag, node->where, xml_label(label, node), "%s: '%s' is not one of: %s%s%s%s", attr,
             shown.text, text_get(&names), near ? "; did you mean '" : "", near ? near : "",
             near ? "'?" : "");
  text_free(&names);
}

bool xml_readKeyword(const xml_Node* node, const char* attr, const xml_Keyword* table, int n,
                     int* dst, diag_Diag* diag) {
  const char* value = diag->failed ? NULL : xml_attr(node, attr);
  if (!value) return false;
  const xml_Keyword* found = findKeyword(table, n, value, strlen(value));
  if (!found) {
    reportKeyword(node, attr, table, n, value, strlen(value), diag);
    return false;
  }
  *dst = found->value;
  return true;
}

bool xml_readBool(const xml_Node* node, const char* attr, mjtBool* dst, diag_Diag* diag) {
  static const xml_Keyword words[] = {{"false", 0}, {"true", 1}};
  int value;
  if (!xml_readKeyword(node, attr, words, 2, &value, diag)) return false;
  *dst = value != 0;
  return true;
}

static void reportOrder(const xml_Node* node, const char* attr, const xml_Keyword* table, int n,
                        const char* word, diag_Diag* diag) {
  char label[XML_LABEL_SIZE];
  text_Text names = {0};
  listNames(&names, table, n, diag);
  diag_error(diag, node->where, xml_label(label, node),
             "%s: '%s' comes too late; the words must be in this order: %s", attr, word,
             text_get(&names));
  text_free(&names);
}

int xml_readFlags(const xml_Node* node, const char* attr, const xml_Keyword* table, int n,
                  bool ordered, int* bits, diag_Diag* diag) {
  char label[XML_LABEL_SIZE];
  const char* value = diag->failed ? NULL : xml_attr(node, attr);
  if (!value || !*skipBlank(value)) return 0;
  uint64_t seen = 0;
  int count = 0, sum = 0, last = -1;
  for (const char* word = skipBlank(value); *word; word = skipBlank(word + wordLength(word))) {
    size_t length = wordLength(word);
    const xml_Keyword* found = findKeyword(table, n, word, length);
    if (!found) {
      reportKeyword(node, attr, table, n, word, length, diag);
      return 0;
    }
    int index = (int)(found - table);
    ASSERT(index < 64);  // one bit of `seen` for each word
    if (seen >> index & 1) {
      diag_error(diag, node->where, xml_label(label, node), "%s: '%s' is given twice", attr,
                 found->name);
      return 0;
    }
    if (ordered && index < last) {
      reportOrder(node, attr, table, n, found->name, diag);
      return 0;
    }
    seen |= (uint64_t)1 << index;
    sum |= found->value;
    last = index;
    count++;
  }
  *bits = sum;
  return count;
}

// ---- required attributes

bool xml_require(const xml_Node* node, const char* attr, diag_Diag* diag) {
  char label[XML_LABEL_SIZE];
  if (diag->failed) return false;
  const char* value = xml_attr(node, attr);
  if (value && *skipBlank(value)) return true;
  diag_error(diag, node->where, xml_label(label, node), "attribute '%s' is required and %s", attr,
             value ? "empty" : "missing");
  return false;
}

const char* xml_requireString(const xml_Node* node, const char* attr, diag_Diag* diag) {
  return xml_require(node, attr, diag) ? xml_attr(node, attr) : NULL;
}
