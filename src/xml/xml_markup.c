// Repairs malformed XML markup in one pass over the tags (a tolerant tokenizer). Comments with "--"
// or with bytes that may not be UTF-8, and declarations (<!DOCTYPE ...>, <!ELEMENT ...>), are
// replaced by blanks of the same length that keep the line ends; a blank is inserted between
// attributes. Entity definitions are only detected here and rejected by the caller, because they
// could expand a small file without bound.
#include "xml/xml_markup.h"

#include <string.h>

#include "base/assert.h"

typedef struct {
  const char* text;
  size_t size;
  text_Text* out;
  size_t copied;  // bytes of text already copied to out
  markup_Found found;
} Mend;

bool markup_isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool markup_begins(const char* text, size_t size, const char* word) {
  const size_t n = strlen(word);
  return size >= n && !memcmp(text, word, n);
}

size_t markup_after(const char* text, size_t size, size_t from, const char* mark, bool* found) {
  ASSERT(from <= size);
  *found = true;
  for (const char* at = text + from; (at = memchr(at, mark[0], size - (size_t)(at - text))); at++) {
    if (markup_begins(at, size - (size_t)(at - text), mark))
      return (size_t)(at - text) + strlen(mark);
  }
  *found = false;
  return size;
}

static bool beginsAt(const Mend* m, size_t at, const char* word) {
  return markup_begins(m->text + at, m->size - at, word);
}

// ---- changes

static void note(Mend* m, markup_Kind kind, size_t at) {
  if (!m->found.count[kind]++) m->found.first[kind] = at;
}

static void copyTo(Mend* m, size_t at) {
  ASSERT(m->copied <= at && at <= m->size);
  text_bytes(m->out, m->text + m->copied, at - m->copied);
  m->copied = at;
}

static void blankOut(Mend* m, size_t from, size_t to) {
  ASSERT(from <= to && to <= m->size);
  copyTo(m, from);
  for (size_t i = from; i < to;) {
    size_t n = 0;
    while (i + n < to && m->text[i + n] != '\n' && m->text[i + n] != '\r') n++;
    text_fill(m->out, ' ', n);
    if (i + n < to) text_bytes(m->out, m->text + i + n, 1);
    i += n + 1;
  }
  m->copied = to;
}

// ---- comments and declarations; each returns the offset after the construct that begins at `from`

// "--" inside a comment, whose content is text[from .. to)
static bool hasDashes(const Mend* m, size_t from, size_t to) {
  bool found;
  markup_after(m->text, to, from, "--", &found);
  return found || (to > from && m->text[to - 1] == '-');
}

static bool isPlain(const Mend* m, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    const unsigned char c = (unsigned char)m->text[i];
    if (c >= 0x7f || (c < ' ' && !markup_isBlank((char)c))) return false;
  }
  return true;
}

static size_t mendComment(Mend* m, size_t from) {
  bool found;
  const size_t inside = from + strlen("<!--");
  const size_t end = markup_after(m->text, m->size, inside, "-->", &found);
  if (!found) return end;
  const size_t last = end - strlen("-->");
  const bool dashes = hasDashes(m, inside, last);
  if (dashes) note(m, MARKUP_COMMENT, from);
  if (dashes || !isPlain(m, inside, last)) blankOut(m, from, end);
  return end;
}

// the offset after the '>' that matches the '<' at `from`; skips quoted parts, comments and the
// declarations inside a DOCTYPE; *entity: one of them defines an entity
static size_t declarationEnd(const Mend* m, size_t from, bool* found, bool* entity) {
  int depth = 0;
  *found = true;
  for (size_t i = from; i < m->size; i++) {
    const char c = m->text[i];
    if (beginsAt(m, i, "<!--")) {
      i = markup_after(m->text, m->size, i + 4, "-->", found) - 1;
    } else if (beginsAt(m, i, "<?")) {
      i = markup_after(m->text, m->size, i, "?>", found) - 1;
    } else if (c == '"' || c == '\'') {
      i = markup_after(m->text, m->size, i + 1, c == '"' ? "\"" : "'", found) - 1;
    } else if (c == '<') {
      *entity = *entity || beginsAt(m, i, "<!ENTITY");
      depth++;
    } else if (c == '>' && --depth == 0) {
      return i + 1;
    }
  }
  *found = false;
  return m->size;
}

static size_t mendDeclaration(Mend* m, size_t from) {
  static const char* const known[] = {"<!DOCTYPE", "<!ELEMENT", "<!ATTLIST", "<!NOTATION",
                                      "<!ENTITY"};
  bool found, isKnown = false, entity = false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    isKnown = isKnown || beginsAt(m, from, known[i]);
  // anything else, such as <!- note ->, has no reliable quotes
  const size_t end = isKnown ? declarationEnd(m, from, &found, &entity)
                             : markup_after(m->text, m->size, from, ">", &found);
  if (entity && !m->found.entity) {
    m->found.entity = true;
    m->found.entityAt = from;
  }
  if (!found) return end;
  // a DOCTYPE with only the document type loses no information
  const bool bare =
      isKnown && beginsAt(m, from, known[0]) && !memchr(m->text + from, '[', end - from);
  if (!bare) note(m, MARKUP_DECLARATION, from);
  blankOut(m, from, end);
  return end;
}

// ---- tags

static bool isNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.' || (unsigned char)c >= 0x80;
}

// is another attribute, name="..., at this offset
static bool attributeAt(const Mend* m, size_t at) {
  const size_t begin = at;
  while (at < m->size && isNameByte(m->text[at])) at++;
  if (at == begin) return false;
  while (at < m->size && markup_isBlank(m->text[at])) at++;
  if (at == m->size || m->text[at] != '=') return false;
  for (at++; at < m->size && markup_isBlank(m->text[at]);) at++;
  return at < m->size && (m->text[at] == '"' || m->text[at] == '\'');
}

static size_t mendTag(Mend* m, size_t from) {
  for (size_t i = from; i < m->size; i++) {
    const char c = m->text[i];
    if (c == '>') return i + 1;
    if (c != '"' && c != '\'') continue;
    const char* end = memchr(m->text + i + 1, c, m->size - i - 1);
    if (!end) return m->size;
    i = (size_t)(end - m->text);
    if (!attributeAt(m, i + 1)) continue;
    note(m, MARKUP_ATTRIBUTE, i + 1);
    copyTo(m, i + 1);
    text_add(m->out, " ");
  }
  return m->size;
}

markup_Found markup_mend(const char* text, size_t size, text_Text* out) {
  Mend m = {.text = text, .size = size, .out = out};
  size_t at = 0;
  for (const char* next; (next = memchr(text + at, '<', size - at));) {
    const size_t from = (size_t)(next - text);
    bool found;
    if (beginsAt(&m, from, "<!--")) {
      at = mendComment(&m, from);
    } else if (beginsAt(&m, from, "<![CDATA[")) {
      at = markup_after(text, size, from, "]]>", &found);
    } else if (beginsAt(&m, from, "<!")) {
      at = mendDeclaration(&m, from);
    } else if (beginsAt(&m, from, "<?")) {
      at = markup_after(text, size, from, "?>", &found);
    } else {
      at = mendTag(&m, from);
    }
  }
  if (m.copied) copyTo(&m, size);
  // only blanks between attributes are added, so line numbers do not change
  ASSERT(out->failed || !m.copied || out->size == size + (size_t)m.found.count[MARKUP_ATTRIBUTE]);
  return m.found;
}
