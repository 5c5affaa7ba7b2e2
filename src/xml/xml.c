// XML parser: text -> DOM (tree of elements), with expat as tokenizer.
// Malformed XML that is common in practice and harmless is accepted: blanks before the XML
// declaration, other names of known encodings, what xml_markup.c repairs, elements after the root.
// Any other malformed input is an error whose message says how to fix it. expat allocates through
// base/mem.h.
#include "xml/xml.h"

#include <limits.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <expat.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/size.h"
#include "xml/xml_markup.h"

const xml_Limits xml_limits = {.depth = 500,
                               .includes = 100,
                               .file = (size_t)256 << 20,
                               .total = (size_t)1 << 30,
                               .items = 10000000};

#define ENCODING_SIZE 40  // bytes for the name of an encoding

typedef struct {
  XML_Parser expat;
  xml_Doc* doc;
  const xml_Source* source;
  diag_Diag* diag;
  const char* text;  // input of expat: the file without blanks before its first character
  size_t size;
  int skippedLines;       // lines before text
  bool wide;              // UTF-16: bytes of text cannot be inspected
  xml_Node *root, *open;  // open: innermost element that is not closed yet
  int depth;
  bool done;                     // the root was closed
  size_t rest;                   // then: offset of the text after it
  char encoding[ENCODING_SIZE];  // declared encoding, "" if none
} Parse;

// ---- allocator for expat: blocks store their size, because base/mem.h has no realloc

#define HEADER ((sizeof(size_t) + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1))

static void* setSize(void* block, size_t bytes) {
  if (!block) return NULL;
  memcpy(block, &bytes, sizeof bytes);
  return (char*)block + HEADER;
}

static void* expatAlloc(size_t bytes) {
  size_t total;
  return size_add(bytes, HEADER, &total) ? setSize(mem_alloc(total), bytes) : NULL;
}

static void* expatRealloc(void* ptr, size_t bytes) {
  if (!ptr) return expatAlloc(bytes);
  char* block = (char*)ptr - HEADER;
  size_t old, total;
  memcpy(&old, block, sizeof old);
  if (bytes <= old) return ptr;
  if (!size_add(bytes, HEADER, &total)) return NULL;
  return setSize(mem_grow(block, HEADER + old, total), bytes);
}

static void expatFree(void* ptr) {
  if (ptr) mem_free((char*)ptr - HEADER);
}

static const XML_Memory_Handling_Suite expatMemory = {expatAlloc, expatRealloc, expatFree};

// ---- source locations in the text

static int lineNow(const Parse* p) {
  return (int)XML_GetCurrentLineNumber(p->expat) + p->skippedLines;
}

static diag_Where whereNow(const Parse* p) { return (diag_Where){p->source->path, lineNow(p)}; }

static diag_Where whereAt(const Parse* p, size_t offset) {
  int line = 1 + p->skippedLines;
  ASSERT(offset < p->size);
  for (size_t i = 0; i < offset; i++) {
    line += p->text[i] == '\n' || (p->text[i] == '\r' && p->text[i + 1] != '\n');
  }
  return (diag_Where){p->source->path, line};
}

// ---- building the tree

static void stop(Parse* p) { XML_StopParser(p->expat, XML_FALSE); }

static void stopNoMemory(Parse* p) {
  diag_noMemory(p->diag);
  stop(p);
}

// counts an element with n attributes; false if a limit is exceeded
static bool withinLimits(Parse* p, const char* tag, size_t n) {
  const xml_Limits* limits = &p->doc->limits;
  char label[XML_LABEL_SIZE];
  text_print(label, sizeof label, "<%s>", tag);
  if (p->depth >= limits->depth) {
    diag_error(p->diag, whereNow(p), label, "elements are nested more than %d deep", limits->depth);
  } else if (n >= limits->items - p->doc->items) {
    diag_error(p->diag, whereNow(p), label, "the model has more than %zu elements and attributes",
               limits->items);
  }
  p->doc->items += n + 1;
  return !p->diag->failed;
}

// copies name-value pairs, terminated by NULL, to attributes in the arena; false if out of memory
static bool copyAttributes(arena_Arena* arena, xml_Node* node, const char** pairs, int n) {
  xml_Attr* attr = n ? arena_array(arena, (size_t)n, sizeof *attr) : NULL;
  if (n && !attr) return false;
  for (int i = 0; i < n; i++) {
    attr[i].name = arena_text(arena, pairs[2 * i], strlen(pairs[2 * i]));
    attr[i].value = arena_text(arena, pairs[2 * i + 1], strlen(pairs[2 * i + 1]));
    if (!attr[i].name || !attr[i].value) return false;
  }
  node->attr = attr;
  node->nattr = n;
  return true;
}

static void XMLCALL onStart(void* context, const char* tag, const char** pairs) {
  Parse* p = context;
  if (p->diag->failed || p->done) return;
  int n = 0;
  while (pairs[2 * (size_t)n]) n++;
  if (!withinLimits(p, tag, (size_t)n)) {
    stop(p);
    return;
  }
  arena_Arena* arena = &p->doc->arena;
  xml_Node* node = arena_alloc(arena, sizeof *node);
  if (!node || !(node->tag = arena_text(arena, tag, strlen(tag))) ||
      !copyAttributes(arena, node, pairs, n)) {
    stopNoMemory(p);
    return;
  }
  node->source = p->source;
  node->where = whereNow(p);
  node->parent = p->open;
  if (!p->open) {
    p->root = node;
  } else if (p->open->last) {
    p->open->last->next = node;
    p->open->last = node;
  } else {
    p->open->first = p->open->last = node;
  }
  p->open = node;
  p->depth++;
}

static void XMLCALL onEnd(void* context, const char* tag) {
  Parse* p = context;
  (void)tag;
  if (p->diag->failed || p->done) return;
  ASSERT_FULL(p->open && xml_is(p->open, tag));  // guaranteed by expat
  p->open = p->open->parent;
  p->depth--;
  if (p->open) return;
  p->done = true;
  p->rest = (size_t)XML_GetCurrentByteIndex(p->expat) + (size_t)XML_GetCurrentByteCount(p->expat);
  stop(p);
}

// Entity definitions are rejected: they can expand a small file without bound ("billion laughs"),
// and external ones can read any file.
static void refuseEntities(Parse* p, diag_Where where) {
  diag_error(p->diag, where, NULL,
             "a DOCTYPE with definitions of entities is not accepted (they are not expanded); "
             "remove it and write the text of each entity where it is used");
}

// DOCTYPEs that markup_mend leaves: in UTF-16, or unterminated
static void XMLCALL onDoctype(void* context, const char* name, const char* system,
                              const char* publicId, int subset) {
  Parse* p = context;
  (void)name, (void)publicId;
  if (!subset && !system) return;
  refuseEntities(p, whereNow(p));
  stop(p);
}

// ---- explanation of syntax errors

typedef void (*Advice)(const Parse* p, size_t at, char* out, size_t n);

// the name at an offset, for messages
static int nameLength(const Parse* p, size_t at) {
  static const int most = 60;
  int n = 0;
  while (n < most && at + (size_t)n < p->size && !markup_isBlank(p->text[at + (size_t)n]) &&
         !strchr("<>=/\"'", p->text[at + (size_t)n])) {
    n++;
  }
  return n;
}

static void adviseOpen(const Parse* p, size_t at, char* out, size_t n) {
  (void)at;
  if (!p->open) {
    snprintf(out, n, "the file has no element; is it an XML file?");
  } else {
    text_print(out, n, "the file ends inside <%.60s>, opened in line %d; is it cut off?",
               p->open->tag, p->open->where.line);
  }
}

static void adviseToken(const Parse* p, size_t at, char* out, size_t n) {
  (void)at;
  size_t used = 0;
  if (p->open) {
    used = text_print(out, n, "inside <%.60s>, opened in line %d: ", p->open->tag,
                      p->open->where.line);
  }
  snprintf(out + used, n - used,
           "a tag, comment or quoted value begins here and has no end; is the file cut off?");
}

static void adviseMismatch(const Parse* p, size_t at, char* out, size_t n) {
  if (!p->open) return;
  size_t used = 0;
  if (!p->wide && markup_begins(p->text + at, p->size - at, "</")) at += 2;
  if (!p->wide) used = text_print(out, n, "found </%.*s>, ", nameLength(p, at), p->text + at);
  text_print(out + used, n - used, "expected </%.60s> for the element opened in line %d",
             p->open->tag, p->open->where.line);
}

static void adviseAttribute(const Parse* p, size_t at, char* out, size_t n) {
  int length = p->wide ? 0 : nameLength(p, at);
  if (length) {
    text_print(out, n, "'%.*s' is given twice in one element; remove one", length, p->text + at);
  } else {
    snprintf(out, n, "an attribute is given twice in one element; remove one");
  }
}

static const char entityAdvice[] =
    "write &amp; for '&'; only &lt; &gt; &amp; &quot; &apos; and &#number; are known";
static const char binaryAdvice[] = "is this a binary file? Text must be saved as UTF-8";

static void adviseEncoding(const Parse* p, size_t at, char* out, size_t n) {
  (void)at;
  text_print(out, n, "the file declares encoding '%s'; save it as UTF-8 and declare that",
             p->encoding);
}

// an unexpected character: usual reasons follow from it and the one before
static void adviseCharacter(const Parse* p, size_t at, char* out, size_t n) {
  unsigned char c = at < p->size ? (unsigned char)p->text[at] : 0;
  if (p->wide || at >= p->size || (!at && c >= 0x80)) {
    snprintf(out, n, "%s", binaryAdvice);
    return;
  }
  char before = at ? p->text[at - 1] : 0;
  if (c < ' ' || c == 0x7f) {
    snprintf(out, n, "byte 0x%02x is not text; is this a binary file?", c);
  } else if (c >= 0x80) {
    snprintf(out, n, "byte 0x%02x is not valid %s; save the file as UTF-8", c,
             p->encoding[0] ? p->encoding : "UTF-8");
  } else if (before == '&' || c == '&') {
    snprintf(out, n, "%s", entityAdvice);
  } else if (c == '<') {
    snprintf(out, n, "'<' inside a tag: a quote or '>' is missing before it, or it must be &lt;");
  } else if (before == '=') {
    snprintf(out, n, "the value of an attribute must stand in quotes");
  } else if (before == '"' || before == '\'') {
    snprintf(out, n, "a blank must stand between attributes, and quotes inside a value be &quot;");
  } else {
    snprintf(out, n, "'%c' cannot stand here", c);
  }
}

static const char declarationAdvice[] =
    "<?xml ...?> must come first in the file, once, as <?xml version=\"1.0\"?>";

static const struct {
  enum XML_Error code;
  Advice advice;
  const char* text;  // the advice if it does not depend on the text
} advices[] = {
    {XML_ERROR_NO_ELEMENTS, adviseOpen, NULL},
    {XML_ERROR_UNCLOSED_CDATA_SECTION, adviseOpen, NULL},
    {XML_ERROR_UNCLOSED_TOKEN, adviseToken, NULL},
    {XML_ERROR_PARTIAL_CHAR, adviseToken, NULL},
    {XML_ERROR_TAG_MISMATCH, adviseMismatch, NULL},
    {XML_ERROR_DUPLICATE_ATTRIBUTE, adviseAttribute, NULL},
    {XML_ERROR_UNDEFINED_ENTITY, NULL, entityAdvice},
    {XML_ERROR_BAD_CHAR_REF, NULL, entityAdvice},
    {XML_ERROR_INVALID_TOKEN, adviseCharacter, NULL},
    {XML_ERROR_SYNTAX, NULL,
     "something else than an element such as <mujoco> stands here; is it an XML file?"},
    {XML_ERROR_MISPLACED_XML_PI, NULL, declarationAdvice},
    {XML_ERROR_XML_DECL, NULL, declarationAdvice},
    {XML_ERROR_UNKNOWN_ENCODING, adviseEncoding, NULL},
    {XML_ERROR_INCORRECT_ENCODING, adviseEncoding, NULL},
};

static void reportMalformed(const Parse* p) {
  enum XML_Error code = XML_GetErrorCode(p->expat);
  if (p->diag->failed) return;
  if (code == XML_ERROR_NO_MEMORY) {
    diag_noMemory(p->diag);
    return;
  }
  char advice[500] = "";
  XML_Index at = XML_GetCurrentByteIndex(p->expat);
  for (size_t i = 0; i < sizeof advices / sizeof *advices; i++) {
    if (advices[i].code != code) continue;
    if (advices[i].text) {
      snprintf(advice, sizeof advice, "%s", advices[i].text);
    } else {
      advices[i].advice(p, at < 0 ? 0 : (size_t)at, advice, sizeof advice);
    }
  }
  // expat's text for this error only repeats that the file is not well-formed
  const char* reason =
      code == XML_ERROR_INVALID_TOKEN ? "unexpected character" : XML_ErrorString(code);
  diag_error(p->diag, whereNow(p), NULL, "not well-formed XML: %s%s%s", reason,
             advice[0] ? ": " : "", advice);
}

// ---- after the root

// checks the text after the root: elements are ignored with a warning, text is an error
static void checkRest(Parse* p) {
  const char* text = p->text;
  size_t size = p->size, at = p->rest;
  if (p->wide) return;
  ASSERT(at <= size);
  for (bool found;;) {
    // NULs: buffers of programs may include the end of the C string
    while (at < size && (markup_isBlank(text[at]) || !text[at])) at++;
    if (markup_begins(text + at, size - at, "<!--")) {
      at = markup_after(text, size, at, "-->", &found);
    } else if (markup_begins(text + at, size - at, "<?")) {
      at = markup_after(text, size, at, "?>", &found);
    } else {
      break;
    }
  }
  if (at == size) return;
  if (text[at] == '<') {
    diag_warning(p->diag, whereAt(p, at), NULL, "what follows the root element is ignored");
  } else {
    diag_error(p->diag, whereAt(p, at), NULL,
               "text after the end of the root element <%.60s>; remove it", p->root->tag);
  }
}

// ---- whole documents

// repairs markup that expat rejects, with a warning for each kind; the new text is in `mended`
static void mend(Parse* p, text_Text* mended) {
  static const char* const what[MARKUP_NKIND] = {
      [MARKUP_COMMENT] = "'--' inside a comment is not XML, other programs may refuse it",
      [MARKUP_DECLARATION] = "a declaration (<!...>) is skipped; remove it",
      [MARKUP_ATTRIBUTE] =
          "a blank is missing between two attributes, other programs may refuse it"};
  if (p->wide) return;
  const markup_Found found = markup_mend(p->text, p->size, mended);
  if (found.entity) refuseEntities(p, whereAt(p, found.entityAt));
  if (mended->failed) diag_noMemory(p->diag);
  for (int kind = 0; kind < MARKUP_NKIND; kind++) {
    if (!found.count[kind]) continue;
    char more[60] = "";
    if (found.count[kind] > 1)
      snprintf(more, sizeof more, " (here and %d times below)", found.count[kind] - 1);
    diag_warning(p->diag, whereAt(p, found.first[kind]), NULL, "%s%s", what[kind], more);
  }
  if (!mended->size) return;
  p->text = mended->data;
  p->size = mended->size;
}

// skips a byte order mark (BOM) and blanks, detects UTF-16
static void skipFront(Parse* p, bool* mark) {
  static const char utf8Mark[] = "\xef\xbb\xbf";
  const unsigned char* bytes = (const unsigned char*)p->text;
  p->wide = p->size >= 2 && ((bytes[0] == 0xfe && bytes[1] == 0xff) ||
                             (bytes[0] == 0xff && bytes[1] == 0xfe) || !bytes[0] || !bytes[1]);
  *mark = markup_begins(p->text, p->size, utf8Mark);
  if (*mark) p->text += 3, p->size -= 3;
  for (; p->size && markup_isBlank(p->text[0]); p->text++, p->size--) {
    bool pair = p->size > 1 && p->text[0] == '\r' && p->text[1] == '\n';
    p->skippedLines += !pair && (p->text[0] == '\n' || p->text[0] == '\r');
  }
}

// the encoding declared by <?xml ... encoding="..."?>
static void readEncoding(Parse* p) {
  if (p->wide || !markup_begins(p->text, p->size, "<?xml")) return;
  bool found;
  size_t size = markup_after(p->text, p->size, 0, "?>", &found);
  size_t at = markup_after(p->text, size, 0, "encoding", &found);
  while (at < size && (markup_isBlank(p->text[at]) || p->text[at] == '=')) at++;
  if (at >= size || !strchr("\"'", p->text[at])) return;
  size_t n = 0;
  for (at++; at < size && n + 1 < sizeof p->encoding && !strchr("\"'", p->text[at]); at++) {
    p->encoding[n++] = p->text[at];
  }
  p->encoding[n] = 0;
}

// Maps the declared encoding to expat's name for it; NULL: expat detects it. ASCII is read as
// UTF-8, its superset, so that a file that declares ASCII and has other characters is read too.
static const char* encodingName(Parse* p, bool mark) {
  static const struct {
    const char *name, *known;
    bool common;  // a name that other programs know too
  } alias[] = {{"utf8", "UTF-8", true},           {"us-ascii", "UTF-8", true},
               {"ascii", "UTF-8", false},         {"utf_8", "UTF-8", false},
               {"latin1", "ISO-8859-1", false},   {"latin-1", "ISO-8859-1", false},
               {"iso8859-1", "ISO-8859-1", false}};
  if (mark) return "UTF-8";
  for (size_t i = 0; i < sizeof alias / sizeof *alias; i++) {
    if (!text_equalNoCase(p->encoding, alias[i].name)) continue;
    if (!alias[i].common) {
      diag_warning(p->diag, whereAt(p, 0), NULL, "encoding '%s' is read as %s; declare that",
                   p->encoding, alias[i].known);
    }
    return alias[i].known;
  }
  return NULL;
}

static void runExpat(Parse* p, bool mark) {
  p->expat = XML_ParserCreate_MM(encodingName(p, mark), &expatMemory, NULL);
  if (!p->expat) {
    diag_noMemory(p->diag);
    return;
  }
  XML_SetUserData(p->expat, p);
  XML_SetElementHandler(p->expat, onStart, onEnd);
  XML_SetStartDoctypeDeclHandler(p->expat, onDoctype);
  ASSERT(p->size <= INT_MAX);  // by the file size limit
  const enum XML_Status status = XML_Parse(p->expat, p->text, (int)p->size, XML_TRUE);
  if (status != XML_STATUS_OK && !p->done) reportMalformed(p);
  if (p->done && !p->diag->failed) checkRest(p);
  XML_ParserFree(p->expat);
}

xml_Node* xml_parseInto(xml_Doc* doc, const xml_Source* source, const char* text, size_t size,
                        int depth, diag_Diag* diag) {
  ASSERT(depth >= 1 && doc->bytes <= doc->limits.total);
  diag_Where where = {source->path, 0};
  if (diag->failed) return NULL;
  if (size > doc->limits.file) {
    diag_error(diag, where, NULL, "the file is larger than %zu bytes", doc->limits.file);
    return NULL;
  }
  if (size > doc->limits.total - doc->bytes) {
    diag_error(diag, where, NULL, "the files of the model are larger than %zu bytes together",
               doc->limits.total);
    return NULL;
  }
  doc->bytes += size;
  Parse p = {.doc = doc, .source = source, .diag = diag, .text = text, .size = size};
  bool mark;
  p.depth = depth - 1;
  skipFront(&p, &mark);
  if (!p.size) {
    diag_error(diag, where, NULL, "the file is empty");
    return NULL;
  }
  readEncoding(&p);
  text_Text mended = {0};
  mend(&p, &mended);
  if (!diag->failed) runExpat(&p, mark);
  text_free(&mended);
  return diag->failed ? NULL : p.root;
}

// ---- documents

xml_Doc* xml_make(const xml_Limits* limits, diag_Diag* diag) {
  if (diag->failed) return NULL;
  xml_Doc* doc = mem_calloc(1, sizeof *doc);
  if (!doc) {
    diag_noMemory(diag);
    return NULL;
  }
  doc->arena = arena_make(0);
  doc->limits = limits ? *limits : xml_limits;
  return doc;
}

xml_Source* xml_addSource(xml_Doc* doc, const char* path, diag_Diag* diag) {
  xml_Source* source = arena_alloc(&doc->arena, sizeof *source);
  if (source) {
    source->path = arena_text(&doc->arena, path, strlen(path));
    source->dir = arena_text(&doc->arena, path, path_dirLength(path));
    source->key = source->path;
  }
  if (!source || !source->path || !source->dir) {
    diag_noMemory(diag);
    return NULL;
  }
  source->next = doc->sources;
  doc->sources = source;
  return source;
}

xml_Doc* xml_parse(const char* text, size_t size, const char* filename, const xml_Limits* limits,
                   diag_Diag* diag) {
  xml_Doc* doc = xml_make(limits, diag);
  if (!doc) return NULL;
  const xml_Source* source = xml_addSource(doc, filename, diag);
  if (source) doc->root = xml_parseInto(doc, source, text, size, 1, diag);
  if (doc->root) return doc;
  // the message copies the text of the path
  xml_free(doc);
  return NULL;
}

void xml_free(xml_Doc* doc) {
  if (!doc) return;
  arena_free(&doc->arena);
  mem_free(doc);
}

// ---- access to the tree

bool xml_is(const xml_Node* node, const char* tag) { return !strcmp(node->tag, tag); }

xml_Node* xml_child(const xml_Node* node, const char* tag) {
  xml_Node* c = node->first;
  while (c && !xml_is(c, tag)) c = c->next;
  return c;
}

xml_Node* xml_nextSame(const xml_Node* node) {
  xml_Node* c = node->next;
  while (c && !xml_is(c, node->tag)) c = c->next;
  return c;
}

const char* xml_attr(const xml_Node* node, const char* name) {
  for (int i = 0; i < node->nattr; i++) {
    if (!strcmp(node->attr[i].name, name)) return node->attr[i].value;
  }
  return NULL;
}

const char* xml_label(char buf[XML_LABEL_SIZE], const xml_Node* node) {
  static const char* const keys[] = {"name", "file", "class"};  // shows the first that exists
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const char* value = xml_attr(node, keys[i]);
    if (!value) continue;
    text_print(buf, XML_LABEL_SIZE, "<%.60s %s='%.100s'>", node->tag, keys[i], value);
    return buf;
  }
  text_print(buf, XML_LABEL_SIZE, "<%.60s>", node->tag);
  return buf;
}
