// Markup that is not quite XML and that users' files have: it is read as the reference reads it,
// with one warning for each kind that names the first line. Definitions of entities stay refused.
#include "xml_support.h"

#include "xml/xml_markup.h"

typedef struct {
  const char *text, *warning;  // begin of the only warning, NULL: none
  int line;                    // of the first child of the root
} Row;

static void check(const Row* row) {
  diag_Diag diag;
  xml_Doc* doc = parse(row->text, &diag);
  if (!doc) fail_msg("%s: %s", row->text, diag_text(&diag));
  assert_int_equal(xml_first(doc->root)->where.line, row->line);
  if (diag.nwarning != (row->warning != NULL))
    fail_msg("%s: %d warnings", row->text, diag.nwarning);
  if (row->warning) expectContains(diag_warningAt(&diag, 0), row->warning);
  xml_free(doc);
  diag_free(&diag);
}

static void test_comments(void** state) {
  (void)state;
  static const Row rows[] = {
      {"<m>\n<!-- a -- b --->\n<a/></m>", "t.xml:2: '--' inside a comment is not XML", 3},
      {"<!-- a -- b ---><m><!------ x ------>\n<a/></m>", "t.xml:1: '--' inside a comment", 2},
      {"<m>\n<!-- <a -- b='\n -->\n<a/></m>", "t.xml:2: '--' inside", 4},
      {"<m>\n<!-----><a/></m>", "t.xml:2: '--' inside", 2},
      {"<m><!----><!-- a - b --><!---c--><a/></m>", NULL, 1},
      {"<m><!-- \xff \x01 ' --><a/></m>", NULL, 1},
      {"<m>\n<!- a -><a/></m>", "t.xml:2: a declaration (<!...>) is skipped", 2},
  };
  for (int i = 0; i < COUNT(rows); i++) check(&rows[i]);
}

static void test_declarations(void** state) {
  (void)state;
  static const Row rows[] = {
      {"<!ELEMENT m ANY>\n<m><a/></m>", "t.xml:1: a declaration (<!...>) is skipped", 2},
      {"<m>\n<!ELEMENT a ANY>\n<a/></m>", "t.xml:2: a declaration", 3},
      {"<!DOCTYPE m [\n<!ELEMENT m (a|b)*>\n<!-- ' > ] <!ENTITY -->\n<!ATTLIST m x CDATA '>'>\n"
       "<?p <!ENTITY ?>\n]>\n<m><a/></m>",
       "t.xml:1: a declaration", 7},
      {"<!DOCTYPE m [ ]><m><a/></m>", "t.xml:1: a declaration", 1},
      {"<!DOCTYPE m><m><a/></m>", NULL, 1},
      {"<!DOCTYPE m SYSTEM\n 'http://a>b'>\n<m><a/></m>", NULL, 3},
      {"<m><![CDATA[<!ELEMENT a ANY>]]><a/></m>", NULL, 1},
  };
  for (int i = 0; i < COUNT(rows); i++) check(&rows[i]);
}

static void test_attributes(void** state) {
  (void)state;
  static const Row rows[] = {
      {"<m>\n<a b=\"1\"c=\"2\"/></m>", "t.xml:2: a blank is missing between two attributes", 2},
      {"<m>\n<a b='1'\nc='2'd = '3'e=\"4\"/></m>", "t.xml:3: a blank is missing", 2},
      {"<m b='x=\"1\"y=\"2\"'><a/></m>", NULL, 1},
      {"<m><!-- <a b='1'c='2'> --><a/></m>", NULL, 1},
      {"<m><![CDATA[<a b='1'c='2'>]]><a/></m>", NULL, 1},
  };
  for (int i = 0; i < COUNT(rows); i++) check(&rows[i]);
  diag_Diag diag;
  xml_Doc* doc =
      parse("<m>\n\n<a b=\"1\"c=\"2\"d='3'/><b\n x='&gt;'y='z'>\n<c e='1'f='2'/></b></m>", &diag);
  assert_non_null(doc);
  expectContains(diag_warningAt(&diag, 0), "t.xml:3: ");
  expectContains(diag_warningAt(&diag, 0), "(here and 3 times below)");
  const xml_Node *a = xml_child(doc->root, "a"), *b = xml_child(doc->root, "b");
  assert_int_equal(a->nattr, 3);
  assert_string_equal(xml_attr(a, "c"), "2");
  assert_string_equal(xml_attr(b, "x"), ">");
  assert_string_equal(xml_attr(b, "y"), "z");
  assert_int_equal(xml_first(b)->where.line, 5);
  xml_free(doc);
  diag_free(&diag);
  // what only looks like it stays an error
  expectText("<m name='a'b' size='1'/>", "t.xml:1: ", "a blank must stand between attributes");
  expectText("<m a='1'a='2'/>", "t.xml:1: ", "duplicate attribute");
}

static void test_encodings(void** state) {
  (void)state;
#define DECLARED(name) "<?xml version='1.0' encoding='" name "'?>\n<m>\n<a/></m>"
  static const Row rows[] = {
      {DECLARED("ascii"), "t.xml:1: encoding 'ascii' is read as UTF-8", 3},
      {DECLARED("ASCII"), "t.xml:1: encoding 'ASCII' is read as UTF-8", 3},
      {DECLARED("us-ascii"), NULL, 3},
      {DECLARED("US-ASCII"), NULL, 3},
      {DECLARED("utf8"), NULL, 3},
      {DECLARED("latin1"), "t.xml:1: encoding 'latin1' is read as ISO-8859-1", 3},
  };
  for (int i = 0; i < COUNT(rows); i++) check(&rows[i]);
  diag_Diag diag;
  xml_Doc* doc = parse("<?xml version='1.0' encoding='us-ascii'?><m a='\xc3\xa9'/>", &diag);
  assert_non_null(doc);
  assert_string_equal(xml_attr(doc->root, "a"), "\xc3\xa9");
  xml_free(doc);
  diag_free(&diag);
}

// everything that reads XML: the main file, an included one, URDF, virtual files
static void test_readers(void** state) {
  (void)state;
  static const char part[] = "<m>\n<geom name='b' size='1'mass='2'/><!-- a -- b ---></m>";
  static const char main_[] =
      "<?xml version='1.0' encoding='ascii'?>\n<!ELEMENT mujoco ANY>\n<mujoco>"
      "<size memory=' 1M '/><worldbody><geom size='1'name='a'/>\n<include file='part.xml'/>"
      "</worldbody></mujoco>";
  static const char robot[] =
      "<robot name='r'>\n<link\nname='a'x='y'><!-- -- --><inertial><mass value='1'/>"
      "<inertia ixx='1'iyy='1'izz='1'ixy='0'ixz='0'iyz='0'/></inertial></link></robot>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "part.xml", part, sizeof part - 1);
  mj_addBufferVFS(&vfs, "main.xml", main_, sizeof main_ - 1);
  mj_addBufferVFS(&vfs, "robot.urdf", robot, sizeof robot - 1);
  char error[2000];
  mjModel* m = mj_loadXML("main.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_int_equal(m->ngeom, 2);
  assert_int_equal(m->narena, 1 << 20);
  static const char* const warnings[] = {
      "main.xml:1: encoding",           "main.xml:2: a declaration",
      "main.xml:3: a blank is missing", "part.xml:2: a blank is missing",
      "part.xml:2: '--' inside",        "main.xml:3: <size>: memory: "};
  for (int i = 0; i < COUNT(warnings); i++) expectContains(error, warnings[i]);
  mj_deleteModel(m);
  m = mj_loadXML("robot.urdf", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  expectContains(error, "robot.urdf:3: a blank is missing");
  expectContains(error, "robot.urdf:3: '--' inside");
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

static void test_memory(void** state) {
  (void)state;
  static const struct {
    const char* text;
    mjtSize bytes;  // 0: refused
  } row[] = {{"1K ", 1024},
             {" 1M\t", 1 << 20},
             {"2k", 2048},
             {" 4096", 4096},
             {"1 K", 0},
             {"1Kb", 0},
             {"1K x", 0},
             {"", 0},
             {"  ", 0},
             {"K", 0},
             {"\n100000 \n", 100000}};
  for (int i = 0; i < COUNT(row); i++) {
    char xml[200], error[500] = "";
    snprintf(xml, sizeof xml, "<mujoco>\n<size memory='%s'/></mujoco>", row[i].text);
    mjModel* m = sn_loadXMLString(xml, error, sizeof error);
    assert_int_equal(m != NULL, row[i].bytes != 0);
    if (m) assert_int_equal(m->narena, row[i].bytes);
    if (!m || strpbrk(row[i].text, " \t\n"))
      expectContains(error, "XML string:2: <size>: memory: ");
    mj_deleteModel(m);
  }
}

// the walk takes time in proportion to the text, and every allocation may fail
static void test_cost(void** state) {
  (void)state;
  static const char* const piece[] = {"<!ELEMENT ", "<!DOCTYPE [", "a='1'b='2'",
                                      "<!-- -- ",   "'\"<",        "<a b='1'c="};
  for (int i = 0; i < COUNT(piece); i++) {
    char* text = repeat(piece[i], 200000);
    text_Text out = {0};
    markup_mend(text, strlen(text), &out);
    text_free(&out);
    mem_free(text);
  }
  for (int fail = 1;; fail++) {
    heap_watch(fail);
    diag_Diag diag;
    xml_Doc* doc = parse("<!ELEMENT a ANY><m a='1'b='2'><!-- -- --></m>", &diag);
    const bool done = doc != NULL;
    xml_free(doc);
    if (!done) expectContains(diag_text(&diag), "out of memory");
    diag_free(&diag);
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (done) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_comments),   cmocka_unit_test(test_declarations),
      cmocka_unit_test(test_attributes), cmocka_unit_test(test_encodings),
      cmocka_unit_test(test_readers),    cmocka_unit_test(test_memory),
      cmocka_unit_test(test_cost)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
