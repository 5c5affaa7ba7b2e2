// Markup that stands in users' files and that expat refuses, made good before expat sees it. Lines
// stay where they are, so that messages name the right ones.
#ifndef SINEW_XML_XML_MARKUP_H_
#define SINEW_XML_XML_MARKUP_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

// what is made good: "--" in a comment, <!ELEMENT ...> and the like, attributes without a blank
// between them
typedef enum { MARKUP_COMMENT, MARKUP_DECLARATION, MARKUP_ATTRIBUTE, MARKUP_NKIND } markup_Kind;

typedef struct {
  int count[MARKUP_NKIND];
  size_t first[MARKUP_NKIND];  // offset of the first one
  bool entity;                 // a definition of an entity was found, at this offset
  size_t entityAt;
} markup_Found;

// the text made good; `out` stays empty if nothing had to change. Memory: out->failed
markup_Found markup_mend(const char* text, size_t size, text_Text* out);

bool markup_isBlank(char c);
bool markup_begins(const char* text, size_t size, const char* word);
// offset after the next `mark` at or beyond `from`; *found or `size`
size_t markup_after(const char* text, size_t size, size_t from, const char* mark, bool* found);

#endif
