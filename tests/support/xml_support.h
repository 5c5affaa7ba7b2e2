// What the tests of the XML layer share: parsing text that is good or bad, and comparing messages.
#ifndef SINEW_TESTS_XML_SUPPORT_H_
#define SINEW_TESTS_XML_SUPPORT_H_

#include "support.h"

#include "base/mem.h"
#include "xml/xml.h"
#include "xml/xml_include.h"

#define DATA TEST_DIR "/data/xml/"
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static inline xml_Doc* parse(const char* text, diag_Diag* diag) {
  *diag = (diag_Diag){0};
  return xml_parse(text, strlen(text), "t.xml", NULL, diag);
}

static inline xml_Doc* parseGood(const char* text) {
  diag_Diag diag;
  xml_Doc* doc = parse(text, &diag);
  if (!doc || diag.nwarning) fail_msg("%s%s", diag_text(&diag), text_get(&diag.warnings));
  diag_free(&diag);
  return doc;
}

static inline void expectContains(const char* message, const char* part) {
  if (!message || !strstr(message, part)) {
    fail_msg("'%s' lacks '%s'", message ? message : "no message", part);
  }
}

// the text must be refused with a message that begins with the place and contains the part
static inline void expectBytes(const char* text, size_t n, const char* place, const char* part) {
  diag_Diag diag = {0};
  // an exact copy from the C library: reading beyond it is seen by the sanitizer
  char* copy = malloc(n ? n : 1);
  memcpy(copy, text, n);
  xml_Doc* doc = xml_parse(copy, n, "t.xml", NULL, &diag);
  free(copy);
  assert_null(doc);
  assert_true(diag.failed);
  if (strncmp(diag_text(&diag), place, strlen(place))) {
    fail_msg("'%s' does not begin with '%s'", diag_text(&diag), place);
  }
  expectContains(diag_text(&diag), part);
  diag_free(&diag);
}

static inline void expectText(const char* text, const char* place, const char* part) {
  expectBytes(text, strlen(text), place, part);
}

// n copies of a string and a NUL; mem_free it
static inline char* repeat(const char* part, int n) {
  text_Text out = {0};
  for (int i = 0; i < n; i++) text_add(&out, part);
  return out.data;
}

// a file that must be refused; place and part as above, the folder left out
static inline void expectFile(const char* file, const char* place, const char* part) {
  diag_Diag diag = {0};
  text_Text path = {0}, want = {0};
  text_format(&path, "%s%s", DATA, file);
  text_format(&want, "%s%s", DATA, place);
  assert_null(xml_load(path.data, NULL, NULL, &diag));
  if (strncmp(diag_text(&diag), want.data, want.size)) {
    fail_msg("'%s' does not begin with '%s'", diag_text(&diag), want.data);
  }
  expectContains(diag_text(&diag), part);
  text_free(&path);
  text_free(&want);
  diag_free(&diag);
}

#endif
