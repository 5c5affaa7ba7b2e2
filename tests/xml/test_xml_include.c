// xml/xml_include: search order, places, repeated and recursive files, limits; every allocation of
// a load failing in turn.
#include "xml_support.h"

#include "xml/xml_value.h"

// tags and names below a node, in order, as "option worldbody(geom:a geom:b)"
static void outline(text_Text* out, const xml_Node* node) {
  for (const xml_Node* c = xml_first(node); c; c = xml_next(c)) {
    assert_ptr_equal(c->parent, node);
    if (c == xml_first(node) && c->parent->parent) text_add(out, "(");
    const char* name = xml_attr(c, "name");
    text_format(out, "%s%s%s%s", c == xml_first(node) ? "" : " ", c->tag, name ? ":" : "",
                name ? name : "");
    outline(out, c);
    if (!xml_next(c)) assert_ptr_equal(node->last, c);
    if (!xml_next(c) && c->parent->parent) text_add(out, ")");
  }
}

static void test_includeFiles(void** state) {
  (void)state;
  diag_Diag diag = {0};
  xml_Doc* doc = xml_load(DATA "include_main.xml", NULL, NULL, &diag);
  assert_string_equal(diag_text(&diag), "");
  text_Text out = {0};
  outline(&out, doc->root);
  assert_string_equal(text_get(&out),
                      "compiler option worldbody(geom:beside geom:beside2 geom:box) "
                      "worldbody(geom:last)");
  text_free(&out);
  const xml_Node* world = xml_child(doc->root, "worldbody");
  assert_string_equal(world->where.file, DATA "sub/parts.xml");
  assert_int_equal(world->where.line, 4);
  assert_string_equal(world->source->dir, DATA "sub/");
  const xml_Node* beside2 = xml_next(xml_first(world));
  assert_string_equal(beside2->where.file, DATA "sub/beside.xml");
  assert_int_equal(beside2->where.line, 3);
  assert_string_equal(xml_next(beside2)->source->dir, DATA "sub/deep/");
  assert_string_equal(doc->root->last->where.file, DATA "include_main.xml");
  assert_string_equal(doc->root->last->source->dir, DATA);
  xml_free(doc);
  assert_null(xml_load(DATA "nothing.xml", NULL, NULL, &diag));
  assert_string_equal(diag_text(&diag), DATA "nothing.xml: the file does not exist");
  diag_free(&diag);
  assert_null(xml_load(DATA, NULL, NULL, &diag));
  expectContains(diag_text(&diag), "the file cannot be read (a folder, or no permission)");
  diag_free(&diag);
  expectFile("recursive.xml",
             "sub/ring.xml:3: <include file='../recursive.xml'>: the file includes itself: ",
             "recursive.xml:2 -> " DATA "sub/ring.xml:3 -> " DATA "recursive.xml");
}

// a virtual file system of main.xml and others: names and contents in turn, NULL at the end
static mjVFS filesOf(const char* const* pairs) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (; pairs[0]; pairs += 2) {
    assert_int_equal(mj_addBufferVFS(&vfs, pairs[0], pairs[1], (int)strlen(pairs[1])), 0);
  }
  return vfs;
}

static void expectOutline(const char* const* pairs, const char* want) {
  diag_Diag diag = {0};
  mjVFS vfs = filesOf(pairs);
  xml_Doc* doc = xml_load(pairs[0], &vfs, NULL, &diag);
  assert_string_equal(diag_text(&diag), "");
  text_Text out = {0};
  outline(&out, doc->root);
  assert_string_equal(text_get(&out), want);
  text_free(&out);
  xml_free(doc);
  mj_deleteVFS(&vfs);
}

static void expectIncludeError(const char* const* pairs, const char* want) {
  diag_Diag diag = {0};
  mjVFS vfs = filesOf(pairs);
  assert_null(xml_load(pairs[0], &vfs, NULL, &diag));
  assert_string_equal(diag_text(&diag), want);
  diag_free(&diag);
  mj_deleteVFS(&vfs);
}

#define FILES(...)                                                                                 \
  (const char* const[]) { __VA_ARGS__, NULL }

static void test_include(void** state) {
  (void)state;
  // place and order; extra attributes and a text inside are ignored
  expectOutline(FILES("d/m.xml", "<m><a/><include file='p1.xml' x='1'> </include><b/></m>",
                      "d/p1.xml",
                      "<r><c/><d><include file='p2.xml'/></d><include file='p3.xml'/></r>",
                      "d/p2.xml", "<r><e/></r>", "d/p3.xml", "<r><f/><g/></r>"),
                "a c d(e) f g b");
  // the main folder comes before that of the including file
  expectOutline(FILES("d/m.xml", "<m><include file='s/p.xml'/></m>", "d/s/p.xml",
                      "<r><include file='q.xml'/></r>", "d/q.xml", "<r><top/></r>", "d/s/q.xml",
                      "<r><beside/></r>"),
                "top");
  // different files of the same name, each beside the file that includes it
  expectOutline(FILES("m.xml", "<m><include file='s/p.xml'/><include file='t/p.xml'/></m>",
                      "s/p.xml", "<r><include file='sq.xml'/></r>", "t/p.xml",
                      "<r><include file='tq.xml'/></r>", "s/sq.xml", "<r><x/></r>", "t/tq.xml",
                      "<r><y/></r>"),
                "x y");
  // a URDF file is left alone, and so is another case of the tag
  expectOutline(FILES("m.urdf", "<robot><include file='nothing.xml'/></robot>"), "include");
  expectOutline(FILES("m.xml", "<m><Include file='nothing.xml'/></m>"), "Include");
}

static void test_includeErrors(void** state) {
  (void)state;
  expectIncludeError(
      FILES("m.xml", "<m>\n<include/></m>"),
      "m.xml:2: <include>: attribute 'file' is missing; write <include file=\"part.xml\"/>");
  expectIncludeError(
      FILES("m.xml", "<m><include file=''/></m>"),
      "m.xml:1: <include file=''>: attribute 'file' is empty; write <include file=\"part.xml\"/>");
  expectIncludeError(
      FILES("m.xml", "<m><include file='p.xml'><geom/></include></m>", "p.xml", "<r><a/></r>"),
      "m.xml:1: <include file='p.xml'>: an include element cannot have children; found <geom>");
  expectIncludeError(
      FILES("d/m.xml", "<m><include file='s/p.xml'/></m>", "d/s/p.xml",
            "<r>\n<include file='../x/no.xml'/></r>"),
      "d/s/p.xml:2: <include file='../x/no.xml'>: the file cannot be opened; searched: "
      "'x/no.xml' does not exist, 'd/x/no.xml' does not exist");
  expectIncludeError(FILES("m.xml", "<m><include file='/no.xml'/></m>"),
                     "m.xml:1: <include file='/no.xml'>: the file cannot be opened; searched: "
                     "'/no.xml' does not exist");
  expectIncludeError(
      FILES("m.xml", "<m>\n<include file='p.xml'/>\n<include file='./x/../p.xml'/></m>", "p.xml",
            "<r><a/></r>"),
      "m.xml:3: <include file='./x/../p.xml'>: the file is included a second time (first by "
      "m.xml:2); include each file once");
  expectIncludeError(
      FILES("m.xml", "<m>\n<include file='./m.xml'/></m>"),
      "m.xml:2: <include file='./m.xml'>: the file includes itself: m.xml:2 -> m.xml");
  expectIncludeError(
      FILES("m.xml", "<m><include file='p.xml'/></m>", "p.xml", "<r><!-- c -->text</r>"),
      "m.xml:1: <include file='p.xml'>: nothing to include: the root element <r> of 'p.xml' "
      "has no children");
  expectIncludeError(
      FILES("m.xml", "<m><include file='p.xml'/></m>", "p.xml", "<include file='q.xml'/>", "q.xml",
            "<r><a/></r>"),
      "m.xml:1: <include file='p.xml'>: nothing to include: the root element <include> of 'p.xml' "
      "has no children; put the include element inside another element");
  expectIncludeError(FILES("m.xml", "<m><include file='p.xml'/></m>", "p.xml", ""),
                     "p.xml: the file is empty");
  expectIncludeError(
      FILES("m.xml", "<m><include file='p.xml'/></m>", "p.xml", "<r>\n<a></r>"),
      "p.xml:2: not well-formed XML: mismatched tag: found </r>, expected </a> for the element "
      "opened in line 2");
}

static void test_includeLimits(void** state) {
  (void)state;
  // a chain of files that include the next one, in the place of the last element
  diag_Diag diag = {0};
  mjVFS vfs;
  for (int length = xml_limits.includes; length <= xml_limits.includes + 1; length++) {
    mj_defaultVFS(&vfs);
    for (int i = 0; i <= length; i++) {
      char name[20], text[80];
      snprintf(name, sizeof name, "f%d.xml", i);
      snprintf(text, sizeof text, i < length ? "<m><include file='f%d.xml'/></m>" : "<m><a/></m>",
               i + 1);
      assert_int_equal(mj_addBufferVFS(&vfs, name, text, (int)strlen(text)), 0);
    }
    xml_Doc* doc = xml_load("f0.xml", &vfs, NULL, &diag);
    assert_true((doc != NULL) == (length == xml_limits.includes));
    if (!doc)
      expectContains(
          diag_text(&diag),
          "f100.xml:1: <include file='f101.xml'>: files are included more than 100 deep");
    xml_free(doc);
    diag_free(&diag);
    mj_deleteVFS(&vfs);
  }
  // depth counts through includes: 300 levels that include 201 (root not counted) make 501
  text_Text text = {0};
  for (int extra = 0; extra < 2; extra++) {
    mj_defaultVFS(&vfs);
    for (int part = 0; part < 2; part++) {
      int n = part ? 201 + extra : 300;
      char *open = repeat("<a>", n), *close = repeat("</a>", n);
      text_format(&text, "%s%s%s", open, part ? "" : "<include file='p.xml'/>", close);
      mj_addBufferVFS(&vfs, part ? "p.xml" : "m.xml", text.data, (int)text.size);
      text_free(&text);
      mem_free(open);
      mem_free(close);
    }
    xml_Doc* doc = xml_load("m.xml", &vfs, NULL, &diag);
    assert_true((doc != NULL) == !extra);
    if (!doc)
      expectContains(diag_text(&diag), "p.xml:1: <a>: elements are nested more than 500 deep");
    xml_free(doc);
    diag_free(&diag);
    mj_deleteVFS(&vfs);
  }
}

static void test_string(void** state) {
  (void)state;
  diag_Diag diag = {0};
  mjVFS vfs = filesOf(FILES("sub/p.xml", "<r><a/></r>"));
  xml_Doc* doc = xml_loadString("<m><include file='p.xml'/></m>", &vfs, &diag);
  assert_string_equal(diag_text(&diag), "");
  assert_string_equal(xml_first(doc->root)->tag, "a");
  assert_string_equal(doc->root->source->dir, "");
  xml_free(doc);
  assert_null(xml_loadString("<m>\n</n>", NULL, &diag));
  expectContains(diag_text(&diag), "XML string:2: not well-formed XML");
  assert_null(xml_loadString("<m/>", NULL, &diag));  // an error stays
  diag_free(&diag);
  mj_deleteVFS(&vfs);
}

// ---- memory

// whatever allocation fails: an error, a message, no leak
static void test_failures(void** state) {
  (void)state;
  long failed = 0;
  for (long at = 1;; at++) {
    diag_Diag diag = {0};
    heap_watch(at);
    xml_Doc* doc = xml_load(DATA "include_main.xml", NULL, NULL, &diag);
    bool reached = heap_calls >= at;
    assert_true(reached == (doc == NULL));
    if (reached) assert_string_equal(diag_text(&diag), "out of memory while loading the model");
    xml_free(doc);
    diag_free(&diag);
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (!reached) break;
    failed++;
  }
  print_message("%ld allocations of a load failed in turn\n", failed);
  assert_true(failed > 20);
}

// what a value may be
static const xml_Keyword shapes[] = {{"box", 6}};

// the same for loads that end in an error, and for values
static void test_failuresInErrors(void** state) {
  (void)state;
  static const char* const texts[] = {"<m><include file='no.xml'/></m>", "<m><a></b></m>",
                                      "<m><g v='1 2 x' k='boks'/></m>", "<m/> <n/>"};
  for (int i = 0; i < COUNT(texts); i++) {
    for (long at = 1;; at++) {
      diag_Diag diag = {0};
      arena_Arena arena = arena_make(0);
      heap_watch(at);
      xml_Doc* doc = xml_loadString(texts[i], NULL, &diag);
      const xml_Node* node = doc ? xml_first(doc->root) : NULL;
      double* x;
      int type;
      if (node) xml_readKeyword(node, "k", shapes, 1, &type, &diag);
      if (node && at % 2) xml_readDoubleVector(node, "v", &arena, &x, &diag);
      bool reached = heap_calls >= at;
      if (reached) assert_true(diag.failed);
      xml_free(doc);
      arena_free(&arena);
      diag_free(&diag);
      assert_int_equal(heap_live, 0);
      heap_unwatch();
      if (!reached) break;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_includeFiles),    cmocka_unit_test(test_include),
      cmocka_unit_test(test_includeErrors),   cmocka_unit_test(test_includeLimits),
      cmocka_unit_test(test_string),          cmocka_unit_test(test_failures),
      cmocka_unit_test(test_failuresInErrors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
