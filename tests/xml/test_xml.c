// xml/xml: trees, what is forgiven, broken files, encodings, entities, limits. What the reference
// accepts and refuses was tried with it.
#include "xml_support.h"

// ---- the tree

static void test_tree(void** state) {
  (void)state;
  xml_Doc* doc =
      parseGood("<?xml version='1.0'?>\n<!-- c -->\n<mujoco model='a &lt; b &#65;'>\n"
                "text <?pi x?><geom name='foot'\n size='1' pos=''/>\n<a><![CDATA[<x>]]><b/></a>"
                "<geom/>\n</mujoco>\n");
  const xml_Node* root = doc->root;
  assert_string_equal(root->tag, "mujoco");
  assert_null(root->parent);
  assert_int_equal(root->where.line, 3);
  assert_string_equal(root->where.file, "t.xml");
  assert_string_equal(root->source->dir, "");
  assert_string_equal(xml_attr(root, "model"), "a < b A");
  const xml_Node* geom = xml_first(root);
  assert_int_equal(geom->where.line, 4);
  assert_int_equal(geom->nattr, 3);
  assert_string_equal(geom->attr[1].name, "size");
  assert_string_equal(xml_attr(geom, "pos"), "");
  assert_null(xml_attr(geom, "quat"));
  const xml_Node* a = xml_next(geom);
  assert_true(xml_is(a, "a") && a->parent == root && a->where.line == 6);
  assert_ptr_equal(xml_child(root, "a"), a);
  assert_null(xml_child(root, "b"));
  assert_string_equal(xml_first(a)->tag, "b");
  assert_ptr_equal(xml_nextSame(geom), root->last);
  assert_null(xml_nextSame(root->last));
  char label[XML_LABEL_SIZE];
  assert_string_equal(xml_label(label, geom), "<geom name='foot'>");
  assert_string_equal(xml_label(label, a), "<a>");
  xml_free(doc);
  xml_free(NULL);
}

static void test_label(void** state) {
  (void)state;
  char* longName = repeat("x", 1000);
  text_Text text = {0};
  text_format(&text, "<m><default class='c'/><mesh file='f' class='c'/><%s name='%s'/></m>",
              longName, longName);
  xml_Doc* doc = parseGood(text.data);
  char label[XML_LABEL_SIZE];
  const xml_Node* node = xml_first(doc->root);
  assert_string_equal(xml_label(label, node), "<default class='c'>");
  assert_string_equal(xml_label(label, xml_next(node)), "<mesh file='f'>");
  assert_true(strlen(xml_label(label, doc->root->last)) < XML_LABEL_SIZE);
  xml_free(doc);
  text_free(&text);
  mem_free(longName);
}

// what the reference reads although it is not quite XML; lines must stay right
static void test_forgiven(void** state) {
  (void)state;
  static const struct {
    const char* text;
    int line;
  } good[] = {{"<m><a/></m>", 1},
              {"\xef\xbb\xbf<m>\n<a/></m>", 2},
              {"\xef\xbb\xbf\n<?xml version='1.0'?><m>\n<a/></m>", 3},
              {"\r\n \n<?xml version='1.0'?>\n<m><a/></m>", 4},
              {"<!-- \xff\xfe \x01 -->\n<m><a/></m>", 2},
              {"<m>\r\n<!-- x\r\ny\r\n-->\r\n<a/></m>", 5},
              {"<m>\r<!-- x\ry -->\r<a/></m>", 4},
              {"<!DOCTYPE m>\n<m><a/></m>", 2},
              {"<!DOCTYPE m SYSTEM\n 'http://a>b'>\n<m><a/></m>", 3},
              {"<?xml version='1.0' encoding='utf8'?><m><a/></m>", 1},
              {"<?xml version=\"1.0\" encoding = \"us-ascii\" ?><m><a/></m>", 1},
              {"<m b='&lt;!--' c=\"'\"><!-- ' --><![CDATA[<!--]]><a/></m>", 1},
              {"<m><a/></m> <!-- c --> <?pi?>\n", 1}};
  for (int i = 0; i < COUNT(good); i++) {
    xml_Doc* doc = parseGood(good[i].text);
    assert_int_equal(xml_first(doc->root)->where.line, good[i].line);
    xml_free(doc);
  }
  // a comment longer than the pieces in which it is blanked, full of pairs of \r and \n
  char* lines = repeat("x\r\n", 5001);
  text_Text text = {0};
  text_format(&text, "<m><!--%s--><a/></m>", lines);
  xml_Doc* doc = parseGood(text.data);
  assert_int_equal(xml_first(doc->root)->where.line, 5002);
  xml_free(doc);
  text_free(&text);
  mem_free(lines);
}

// elements after the root are ignored as in the reference, but not silently
static void test_rest(void** state) {
  (void)state;
  diag_Diag diag;
  xml_Doc* doc = parse("<m/>\n<!-- c -->\n<n>", &diag);
  assert_non_null(doc);
  assert_int_equal(diag.nwarning, 1);
  expectContains(diag_warningAt(&diag, 0), "t.xml:3: what follows");
  xml_free(doc);
  diag_free(&diag);
  expectText("<m>\n</m>\n junk", "t.xml:3: ", "text after the end of the root element <m>");
  // a C string with its end, as buffers of programs have it
  doc = xml_parse("<m/>\n\0\0", 7, "t.xml", NULL, &diag);
  assert_non_null(doc);
  assert_int_equal(diag.nwarning, 0);
  xml_free(doc);
  diag_free(&diag);
}

// ---- broken text

static void test_malformed(void** state) {
  (void)state;
  static const struct {
    const char *text, *place, *part;
  } bad[] = {
      {"", "t.xml: ", "the file is empty"},
      {" \n\t", "t.xml: ", "the file is empty"},
      {"\xef\xbb\xbf", "t.xml: ", "the file is empty"},
      {"<!-- nothing -->", "t.xml:1: not well-formed XML: ", "no element"},
      {"<mujoco>\n<worldbody>\n<geom/>\n", "t.xml:4: not well-formed XML: ",
       "ends inside <worldbody>, opened in line 2; is it cut off?"},
      {"<mujoco>\n<worldbody>\n<geom size='1", "t.xml:3: not well-formed XML: ",
       "inside <worldbody>, opened in line 2: a tag, comment or quoted value begins here"},
      {"<mujoco>\n<!-- never closed", "t.xml:2: not well-formed XML: ", "has no end"},
      {"<!-->", "t.xml:1: not well-formed XML: ", ""},
      {"<mujoco><![CDATA[ x", "t.xml:1: not well-formed XML: ", "ends inside <mujoco>"},
      {"<mujoco>\n<worldbody>\n</mujoco>", "t.xml:3: not well-formed XML: mismatched tag: ",
       "found </mujoco>, expected </worldbody> for the element opened in line 2"},
      {"<mujoco></Mujoco>", "t.xml:1: ", "found </Mujoco>, expected </mujoco>"},
      {"<m a='1' b='2'\n a='3'/>", "t.xml:", "duplicate attribute: 'a' is given twice"},
      {"<m a=1/>", "t.xml:1: ", "must stand in quotes"},
      {"<m a='1'b/>", "t.xml:1: ", "a blank must stand between attributes"},
      {"<m a='x & y'/>", "t.xml:1: ", "write &amp; for '&'"},
      {"<m a='&foo;'/>", "t.xml:1: ", "undefined entity: write &amp;"},
      {"<!DOCTYPE m SYSTEM 'x.dtd'>\n<m a='&foo;'/>", "t.xml:2: ", "undefined entity"},
      {"<m a='&#0;'/>", "t.xml:1: ", "reference to invalid character number"},
      {"<m a='x<y'/>", "t.xml:1: ", "&lt;"},
      {"<m>\n<geom\n<geom/></m>", "t.xml:3: ", "'>' is missing before it"},
      {"<m a='b\x01'/>", "t.xml:1: ", "byte 0x01 is not text"},
      {"<m a='b\xff'/>", "t.xml:1: ", "byte 0xff is not valid UTF-8; save the file as UTF-8"},
      {"hello <m/>", "t.xml:1: ", "is it an XML file?"},
      {"\x89PNG\r\n\x1a\n", "t.xml:1: ", "is this a binary file?"},
      {"\x7f"
       "ELF\x02\x01",
       "t.xml:1: ", "not well-formed XML: "},
      {"<!-- c --><?xml version='1.0'?><m/>", "t.xml:1: ", "must come first in the file"},
      {"<?xml version='1.0' encoding='KOI8-R'?><m/>",
       "t.xml:1: ", "unknown encoding: the file declares encoding 'KOI8-R'; save it as UTF-8"},
      {"<?xml version='1.0' encoding='UTF-16'?><m/>", "t.xml:1: ", "declares encoding 'UTF-16'"},
      {"<?xml version='1.0' encoding='", "t.xml:1: ", "not well-formed XML: "},
      {"<", "t.xml:1: ", "not well-formed XML: "},
      {"<!", "t.xml:1: ", "not well-formed XML: "},
      {"</m>", "t.xml:1: ", "not well-formed XML: "},
      {"<m [>", "t.xml:1: ", "'[' cannot stand here"}};
  for (int i = 0; i < COUNT(bad); i++) expectText(bad[i].text, bad[i].place, bad[i].part);
}

static void test_bytes(void** state) {
  (void)state;
  expectBytes("<m>\n\0</m>", 9, "t.xml:2: ", "byte 0x00 is not text; is this a binary file?");
  expectBytes("<m a='1\0'/>", 11, "t.xml:1: ", "not well-formed XML: ");
  expectBytes("\0\0\0\0", 4, "t.xml:1: ", "is this a binary file?");
  expectBytes("<\0", 2, "t.xml:1: ", "not well-formed XML: ");
  expectBytes("\r", 1, "t.xml: ", "the file is empty");
  // every prefix of a document and random bytes: an error, no crash
  static const char whole[] =
      "<?xml version='1.0'?><!DOCTYPE m><!-- c --><m a='1'><![CDATA[x]]><b c=\"&lt;\"/></m>";
  for (size_t n = 0; n + 1 < sizeof whole - 1; n++) expectBytes(whole, n, "t.xml:", "");
  for (int i = 0; i < 20000; i++) {
    size_t n = rng_next() % 64;
    char* junk = malloc(n ? n : 1);
    for (size_t j = 0; j < n; j++) {
      junk[j] = rng_next() % 4 ? "<>/!-[]?&;'\"= \n\rabx"[rng_next() % 19] : (char)rng_next();
    }
    diag_Diag diag = {0};
    xml_Doc* doc = xml_parse(junk, n, "t.xml", NULL, &diag);
    free(junk);
    assert_true((doc == NULL) == diag.failed);
    xml_free(doc);
    diag_free(&diag);
  }
}

// ---- encodings and entities, from files

static void test_encodings(void** state) {
  (void)state;
  static const char* const files[] = {DATA "utf16.xml", DATA "latin1.xml"};
  for (int i = 0; i < COUNT(files); i++) {
    diag_Diag diag = {0};
    xml_Doc* doc = xml_load(files[i], NULL, NULL, &diag);
    assert_string_equal(diag_text(&diag), "");
    assert_string_equal(xml_attr(doc->root, "model"), "gr\xc3\xb6\xc3\x9f"
                                                      "e");
    assert_int_equal(doc->root->where.line, 2);
    xml_free(doc);
    diag_free(&diag);
  }
}

static void test_entities(void** state) {
  (void)state;
  expectFile("billion_laughs.xml",
             "billion_laughs.xml:2: ", "a DOCTYPE with definitions of entities is not accepted");
  expectFile("external_entity.xml",
             "external_entity.xml:1: ", "a DOCTYPE with definitions of entities is not accepted");
  expectText("<!ENTITY a 'b'>\n<m/>", "t.xml:1: ", "a DOCTYPE with definitions");
  expectText("<m>\n<!ENTITY a 'b'></m>", "t.xml:2: ", "a DOCTYPE with definitions");
  expectText("<!DOCTYPE m [\n<!-- ' -->\n<!ENTITY a 'b'>\n]><m/>", "t.xml:1: ", "a DOCTYPE with");
  expectText("<!DOCTYPE m [ <!ENTITY a 'b'", "t.xml:1: ", "a DOCTYPE with definitions");
  expectText("<!DOCTYPE m [ <!ELEMENT a ANY>", "t.xml:1: ", "a DOCTYPE with definitions");
  expectText("<!DOCTYPE m [<!ENTITY % p SYSTEM 'x'> %p;]><m/>", "t.xml:1: ", "a DOCTYPE");
}

static void test_crlf(void** state) {
  (void)state;
  diag_Diag diag = {0};
  xml_Doc* doc = xml_load(DATA "crlf.xml", NULL, NULL, &diag);
  assert_non_null(doc);
  assert_int_equal(xml_first(doc->root)->where.line, 4);
  xml_free(doc);
  diag_free(&diag);
}

// ---- limits

static void test_limits(void** state) {
  (void)state;
  diag_Diag diag = {0};
  text_Text text = {0};
  for (int depth = xml_limits.depth; depth <= xml_limits.depth + 1; depth++) {
    char *open = repeat("<a>\n", depth), *close = repeat("</a>", depth);
    text_add(&text, open);
    text_add(&text, close);
    xml_Doc* doc = parse(text.data, &diag);
    assert_true((doc != NULL) == (depth == xml_limits.depth));
    if (!doc)
      assert_string_equal(diag_text(&diag),
                          "t.xml:501: <a>: elements are nested more than 500 deep");
    xml_free(doc);
    diag_free(&diag);
    text_free(&text);
    mem_free(open);
    mem_free(close);
  }
  // the size is refused before a byte is read
  assert_null(xml_parse("<m/>", xml_limits.file + 1, "t.xml", NULL, &diag));
  assert_string_equal(diag_text(&diag), "t.xml: the file is larger than 268435456 bytes");
  diag_free(&diag);
  xml_Limits small = xml_limits;
  small.items = 10;
  static const char* const items[] = {"<m a='1' b='2'><c/><c/><c/><c d='1' e='2' f='3'/></m>",
                                      "<m a='1' b='2'><c/><c/><c/><c d='1' e='2' f='3' g='4'/></m>",
                                      "<m a='1' b='2'><c/><c/><c/><c d='1' e='2' f='3'/><c/></m>"};
  for (int i = 0; i < COUNT(items); i++) {
    xml_Doc* doc = xml_parse(items[i], strlen(items[i]), "t.xml", &small, &diag);
    assert_true((doc != NULL) == (i == 0));
    if (!doc)
      assert_string_equal(diag_text(&diag),
                          "t.xml:1: <c>: the model has more than 10 elements and attributes");
    xml_free(doc);
    diag_free(&diag);
  }
  small.total = 3;
  assert_null(xml_parse("<m/>", 4, "t.xml", &small, &diag));
  expectContains(diag_text(&diag), "larger than 3 bytes together");
  diag_free(&diag);
}

static void test_manyAttributes(void** state) {
  (void)state;
  enum { N = 100000 };
  text_Text text = {0};
  text_add(&text, "<m ");
  for (int i = 0; i < N; i++) text_format(&text, "a%d='%d' ", i, i);
  text_add(&text, "/>");
  xml_Doc* doc = parseGood(text.data);
  assert_int_equal(doc->root->nattr, N);
  assert_string_equal(xml_attr(doc->root, "a99999"), "99999");
  xml_free(doc);
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tree),          cmocka_unit_test(test_label),
      cmocka_unit_test(test_forgiven),      cmocka_unit_test(test_rest),
      cmocka_unit_test(test_malformed),     cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_encodings),     cmocka_unit_test(test_entities),
      cmocka_unit_test(test_crlf),          cmocka_unit_test(test_limits),
      cmocka_unit_test(test_manyAttributes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
