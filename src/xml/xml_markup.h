// Repairs malformed XML markup in users' files that expat rejects, before parsing. Line numbers do
// not change, so messages refer to the right lines.
#ifndef SINEW_XML_XML_MARKUP_H_
#define SINEW_XML_XML_MARKUP_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

// repaired constructs: "--" in a comment, <!ELEMENT ...> and similar declarations, attributes
// without a blank between them
typedef enum { MARKUP_COMMENT, MARKUP_DECLARATION, MARKUP_ATTRIBUTE, MARKUP_NKIND } markup_Kind;

typedef struct {
  int count[MARKUP_NKIND];
  size_t first[MARKUP_NKIND];  // offset of the first one
  bool entity;                 // an entity definition was found, at this offset
  size_t entityAt;
} markup_Found;

// writes the repaired text to `out`, which stays empty if nothing changed; out->failed: out of
// memory
markup_Found markup_mend(const char* text, size_t size, text_Text* out);

bool markup_isBlank(char c);
bool markup_begins(const char* text, size_t size, const char* word);
// offset after the next `mark` at or after `from`; *found says if there is one; otherwise `size`
size_t markup_after(const char* text, size_t size, size_t from, const char* mark, bool* found);

#endif
