// xml/xml_value: numbers, vectors, keywords, flags, and the messages about wrong ones; a locale
// with a decimal comma.
#include "xml_support.h"

#include <limits.h>
#include <locale.h>

#include "xml/xml_value.h"

// the element <g v='...'/> of a document; text is freed with it
static xml_Doc* element(const char* value) {
  text_Text text = {0};
  text_format(&text, "<m>\n<g name='n' v=\"%s\"/></m>", value);
  xml_Doc* doc = parseGood(text.data);
  text_free(&text);
  return doc;
}

static void test_numbers(void** state) {
  (void)state;
  static const struct {
    const char* value;
    int n;
    double x[3];
  } good[] = {{"", 0, {-1, -1, -1}},
              {" \n\t ", 0, {-1, -1, -1}},
              {"1 2", 2, {1, 2, -1}},
              {"  1.5e1\n\t-.5 +3. ", 3, {15, -.5, 3}},
              {"0x1.8p1 0x.8 0X10", 3, {3, .5, 16}},
              {"1&#9;2", 2, {1, 2, -1}},
              {"0 -0 0e99", 3, {0, 0, 0}},
              {"0x0p5", 1, {0, -1, -1}},
              {"2.2250738585072014e-308", 1, {2.2250738585072014e-308, -1, -1}},
              {"inf -Infinity", 2, {1 / 0., -1 / 0., -1}}};
  for (int i = 0; i < COUNT(good); i++) {
    diag_Diag diag = {0};
    double x[3] = {-1, -1, -1};
    xml_Doc* doc = element(good[i].value);
    assert_int_equal(xml_readDoubles(xml_first(doc->root), "v", x, 1, 3, &diag), good[i].n);
    assert_memory_equal(x, good[i].x, i == 6 ? sizeof x[0] : sizeof x);
    assert_int_equal(xml_readDoubles(xml_first(doc->root), "absent", x, 1, 3, &diag), 0);
    assert_string_equal(diag_text(&diag), "");
    assert_int_equal(diag.nwarning, 0);
    xml_free(doc);
  }
}

typedef enum { DOUBLES, FLOATS, INTS, INT, THREE, VECTOR } Reader;

static int readAs(Reader reader, const xml_Node* node, diag_Diag* diag) {
  double x[3];
  float f[3];
  int i[3];
  switch (reader) {
    case DOUBLES:
      return xml_readDoubles(node, "v", x, 1, 3, diag);
    case FLOATS:
      return xml_readFloats(node, "v", f, 1, 3, diag);
    case INTS:
      return xml_readInts(node, "v", i, 2, 3, diag);
    case INT:
      return xml_readInts(node, "v", i, 1, 1, diag);
    case THREE:
      return xml_readDoubles(node, "v", x, 3, 3, diag);
    case VECTOR:
      break;
  }
  arena_Arena arena = arena_make(0);
  double* dst;
  int n = xml_readDoubleVector(node, "v", &arena, &dst, diag);
  arena_free(&arena);
  return n;
}

static void test_badNumbers(void** state) {
  (void)state;
  static const struct {
    Reader reader;
    const char *value, *message;
  } bad[] = {
      {DOUBLES, "a", "'a' is not a number; give 1 to 3 numbers"},
      {DOUBLES, "1 2x", "'2x' is not a number; give 1 to 3 numbers"},
      {DOUBLES, "1,2",
       "'1,2' is not a number; give 1 to 3 numbers, separated by blanks and with a "
       "decimal point, not a comma"},
      {DOUBLES, "0x", "'0x' is not a number; give 1 to 3 numbers"},
      {DOUBLES, "1e", "'1e' is not a number; give 1 to 3 numbers"},
      {DOUBLES, "1d0", "'1d0' is not a number; give 1 to 3 numbers"},
      {DOUBLES, "1 2 3 4 5", "too many values in '1 2 3 4 5': 5; give 1 to 3 numbers"},
      {THREE, "1 2", "too few values in '1 2': 2; give 3 numbers"},
      {DOUBLES, "1e400", "'1e400' is too large; the range is 1e-307 .. 1e308"},
      {DOUBLES, "-1e400", "'-1e400' is too large; the range is 1e-307 .. 1e308"},
      {DOUBLES, "1e-400", "'1e-400' is too small; the range is 1e-307 .. 1e308, write 0 for less"},
      {DOUBLES, "-1e-310",
       "'-1e-310' is too small; the range is 1e-307 .. 1e308, write 0 for less"},
      {DOUBLES, "0x1p-1080",
       "'0x1p-1080' is too small; the range is 1e-307 .. 1e308, write 0 for less"},
      {FLOATS, "1e50", "'1e50' is too large; the range is 1e-37 .. 1e38 in single precision"},
      {FLOATS, "1e-40",
       "'1e-40' is too small; the range is 1e-37 .. 1e38 in single precision, write 0 for less"},
      {INT, "3.0", "'3.0' is not an integer; give an integer"},
      {INT, "0x3", "'0x3' is not an integer; give an integer"},
      {INT, "-", "'-' is not an integer; give an integer"},
      {INT, "1 2", "too many values in '1 2': 2; give an integer"},
      {INT, "2147483648", "'2147483648' is too large; the range is -2147483648 .. 2147483647"},
      {INT, "-2147483649", "'-2147483649' is too large; the range is -2147483648 .. 2147483647"},
      {INT, "99999999999999999999",
       "'99999999999999999999' is too large; the range is -2147483648 .. 2147483647"},
      {INTS, "1", "too few values in '1': 1; give 2 to 3 integers"},
      {VECTOR, "1 2 z", "'z' is not a number; give any number of numbers"},
      {DOUBLES, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
       "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is not a number; give 1 to 3 numbers"}};
  for (int i = 0; i < COUNT(bad); i++) {
    diag_Diag diag = {0};
    char want[300];
    snprintf(want, sizeof want, "t.xml:2: <g name='n'>: v: %s", bad[i].message);
    xml_Doc* doc = element(bad[i].value);
    assert_int_equal(readAs(bad[i].reader, xml_first(doc->root), &diag), 0);
    assert_string_equal(diag_text(&diag), want);
    // after an error nothing is read
    assert_int_equal(readAs(bad[i].reader, xml_first(doc->root), &diag), 0);
    xml_free(doc);
    diag_free(&diag);
  }
}

static void test_nan(void** state) {
  (void)state;
  diag_Diag diag = {0};
  double x[3] = {0};
  xml_Doc* doc = element("nan 2 -NaN");
  assert_int_equal(xml_readDoubles(xml_first(doc->root), "v", x, 1, 3, &diag), 3);
  assert_true(x[0] != x[0] && x[1] == 2 && x[2] != x[2]);
  assert_int_equal(diag.nwarning, 1);
  assert_string_equal(diag_warningAt(&diag, 0), "t.xml:2: <g name='n'>: v: the value is nan");
  xml_free(doc);
  diag_free(&diag);
}

static void test_vectors(void** state) {
  (void)state;
  diag_Diag diag = {0};
  arena_Arena arena = arena_make(0);
  // 1 + 2^-24 and a little: nearest float is 1 + 2^-23, through a double it would be 1
  xml_Doc* doc = element("1.00000005960464477539062500000001 -7 3");
  const xml_Node* node = xml_first(doc->root);
  double* x;
  float* f;
  int* i;
  assert_int_equal(xml_readDoubleVector(node, "v", &arena, &x, &diag), 3);
  assert_true(x[0] == 1 + 0x1p-24 && x[1] == -7 && x[2] == 3);
  assert_int_equal(xml_readFloatVector(node, "v", &arena, &f, &diag), 3);
  assert_true(f[0] == 1 + 0x1p-23f && f[1] == -7 && f[2] == 3);
  assert_int_equal(xml_readIntVector(node, "name2", &arena, &i, &diag), 0);
  assert_null(i);
  xml_free(doc);
  doc = element("+1 -2147483648 2147483647");
  assert_int_equal(xml_readIntVector(xml_first(doc->root), "v", &arena, &i, &diag), 3);
  assert_true(i[0] == 1 && i[1] == INT_MIN && i[2] == INT_MAX);
  assert_string_equal(diag_text(&diag), "");
  xml_free(doc);
  arena_free(&arena);
}

static const xml_Keyword shapes[] = {{"plane", 0}, {"sphere", 2}, {"capsule", 3}, {"box", 6}};

static void expectKeyword(const char* value, int want, const char* message) {
  diag_Diag diag = {0};
  int type = -1;
  xml_Doc* doc = element(value);
  const xml_Node* node = xml_first(doc->root);
  assert_true(xml_readKeyword(node, "v", shapes, COUNT(shapes), &type, &diag) == (want >= 0));
  assert_int_equal(type, want);
  assert_string_equal(diag_text(&diag), message);
  assert_false(xml_readKeyword(node, "absent", shapes, COUNT(shapes), &type, &diag));
  xml_free(doc);
  diag_free(&diag);
}

static void test_keywords(void** state) {
  (void)state;
#define NOT_A(word)                                                                                \
  "t.xml:2: <g name='n'>: v: '" word "' is not one of: plane, sphere, capsule, box"
  expectKeyword("box", 6, "");
  expectKeyword("Box", -1, NOT_A("Box") "; did you mean 'box'?");
  expectKeyword(" box", -1, NOT_A(" box") "; did you mean 'box'?");
  expectKeyword("capsul", -1, NOT_A("capsul") "; did you mean 'capsule'?");
  expectKeyword("shpere", -1, NOT_A("shpere") "; did you mean 'sphere'?");
  expectKeyword("mesh", -1, NOT_A("mesh"));
  expectKeyword("", -1, NOT_A(""));
  static const char* const names[] = {"friction", "solref", "solimp"};
  assert_string_equal(xml_nearest("solimpp", names, COUNT(names), sizeof *names), "solimp");
  assert_null(xml_nearest("ab", names, COUNT(names), sizeof *names));
}

static void test_bool(void** state) {
  (void)state;
  static const char* const good[] = {"false", "true"};
  for (int i = 0; i < 2; i++) {
    diag_Diag diag = {0};
    mjtBool flag = !i;
    xml_Doc* doc = element(good[i]);
    assert_true(xml_readBool(xml_first(doc->root), "v", &flag, &diag));
    assert_int_equal(flag, i);
    assert_false(xml_readBool(xml_first(doc->root), "absent", &flag, &diag));
    assert_false(diag.failed);
    xml_free(doc);
  }
  static const char* const bad[] = {"TRUE", "1", "", " true"};
  for (int i = 0; i < COUNT(bad); i++) {
    diag_Diag diag = {0};
    mjtBool flag = true;
    xml_Doc* doc = element(bad[i]);
    assert_false(xml_readBool(xml_first(doc->root), "v", &flag, &diag));
    expectContains(diag_text(&diag), "is not one of: false, true");
    xml_free(doc);
    diag_free(&diag);
  }
}

static void expectFlags(const char* value, bool ordered, int n, int want, const char* message) {
  static const xml_Keyword table[] = {{"found", 1}, {"force", 2}, {"torque", 4}};
  diag_Diag diag = {0};
  int bits = -1;
  xml_Doc* doc = element(value);
  assert_int_equal(xml_readFlags(xml_first(doc->root), "v", table, 3, ordered, &bits, &diag), n);
  assert_int_equal(bits, want);
  if (!*message) assert_string_equal(diag_text(&diag), "");
  expectContains(diag_text(&diag), message);
  xml_free(doc);
  diag_free(&diag);
}

static void test_flags(void** state) {
  (void)state;
  expectFlags("", true, 0, -1, "");
  expectFlags(" found\n torque ", true, 2, 5, "");
  expectFlags("torque found", false, 2, 5, "");
  expectFlags("torque found", true, 0, -1,
              "v: 'found' comes too late; the words must be in this order: found, force, torque");
  expectFlags("found force found", false, 0, -1, "v: 'found' is given twice");
  expectFlags("found forse", true, 0, -1,
              "v: 'forse' is not one of: found, force, torque; did you mean 'force'?");
}

static void test_require(void** state) {
  (void)state;
  diag_Diag diag = {0};
  xml_Doc* doc = element(" ");
  const xml_Node* node = xml_first(doc->root);
  assert_string_equal(xml_requireString(node, "name", &diag), "n");
  assert_null(xml_requireString(node, "v", &diag));
  assert_string_equal(diag_text(&diag),
                      "t.xml:2: <g name='n'>: attribute 'v' is required and empty");
  diag_free(&diag);
  assert_false(xml_require(node, "file", &diag));
  assert_string_equal(diag_text(&diag),
                      "t.xml:2: <g name='n'>: attribute 'file' is required and missing");
  diag_free(&diag);
  xml_free(doc);
}

// a locale with a decimal comma changes nothing; glibc finds ours through LOCPATH
static void test_locale(void** state) {
  (void)state;
  static const char* const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "sinew_comma"};
  setenv("LOCPATH", DATA "locale", 0);
  const char* set = NULL;
  for (int i = 0; i < COUNT(names) && !set; i++) set = setlocale(LC_NUMERIC, names[i]);
  assert_non_null(set);
  char print[8];
  snprintf(print, sizeof print, "%.1f", 1.5);
  assert_string_equal(print, "1,5");  // the locale is what it should be
  diag_Diag diag = {0};
  double x[2];
  xml_Doc* doc = element("1.5 2.5e-1");
  assert_int_equal(xml_readDoubles(xml_first(doc->root), "v", x, 2, 2, &diag), 2);
  assert_true(x[0] == 1.5 && x[1] == 0.25);
  xml_free(doc);
  doc = element("1,5");
  assert_int_equal(xml_readDoubles(xml_first(doc->root), "v", x, 1, 2, &diag), 0);
  expectContains(diag_text(&diag), "'1,5' is not a number");
  xml_free(doc);
  diag_free(&diag);
  setlocale(LC_NUMERIC, "C");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),  cmocka_unit_test(test_badNumbers),
      cmocka_unit_test(test_nan),      cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_keywords), cmocka_unit_test(test_bool),
      cmocka_unit_test(test_flags),    cmocka_unit_test(test_require),
      cmocka_unit_test(test_locale)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
