// mj_printSchema: prints the schema as a tree of elements with their cardinality in the parent and
// their attributes, as text or as an HTML table. Elements that are known but not supported are left
// out. Cardinality: ! once, ? at most once, * any number, R recursively.
#include <stdlib.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"
#include "mjcf/schema_row.h"

enum {
  MOST_ATTR = 64,
  INDENT = 3,        // characters for each level of the text
  ATTR_COLUMN = 30,  // column where its attributes begin
  ATTR_WIDTH = 30,   // a line is broken after the attribute that exceeds this
  PAD_FIRST = 5,     // pixels, in a table with padding
  PAD_LEVEL = 15,
  SPACES_LEVEL = 4,  // blanks for each level, in a table without
};

typedef struct {
  const char* tag;
  char card;
  int level;
  const char* attr[MOST_ATTR];
  int nattr;
} Row;

typedef struct {
  text_Text out;
  bool html, pad;
} Print;

// ---- rows

static void textRow(Print* print, const Row* row) {
  text_Text* out = &print->out;
  const size_t start = out->size;
  text_fill(out, ' ', (size_t)(INDENT * row->level));
  text_format(out, "%s (%c)", row->tag, row->card);
  if (out->size - start < ATTR_COLUMN) text_fill(out, ' ', ATTR_COLUMN - (out->size - start));
  size_t line = 0;
  for (int i = 0; i < row->nattr; i++) {
    if (line > ATTR_WIDTH) {
      text_add(out, "\n");
      text_fill(out, ' ', ATTR_COLUMN);
      line = 0;
    }
    text_format(out, "%s ", row->attr[i]);
    line += strlen(row->attr[i]) + 1;
  }
  text_add(out, "\n");
}

static void htmlRow(Print* print, const Row* row) {
  text_Text* out = &print->out;
  text_add(out, "<tr>\n\t<td");
  if (print->pad)
    text_format(out, " style=\"padding-left:%d\"", PAD_FIRST + PAD_LEVEL * row->level);
  text_add(out, " bgcolor=\"#EEEEEE\" class=\"el\">");
  for (int i = 0; i < SPACES_LEVEL * row->level && !print->pad; i++) text_add(out, "&nbsp;");
  text_format(out, "%s</td>\n\t<td class=\"ty\">%c</td>\n\t<td class=\"at\">", row->tag, row->card);
  for (int i = 0; i < row->nattr; i++) text_format(out, "%s ", row->attr[i]);
  text_add(out, "</td>\n</tr>\n");
}

static int byName(const void* a, const void* b) {
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static void addRow(Print* print, const schema_Element* element, const char* tag, int level) {
  static const char card[] = {[CARD_ANY] = '*', [CARD_ONCE] = '?', [CARD_RECURSIVE] = 'R'};
  Row row = {.tag = tag, .card = level ? card[element->card] : '!', .level = level};
  const int n = schema_attrCount(element);
  ASSERT(n <= MOST_ATTR);
  for (int i = 0; i < n && row.nattr < MOST_ATTR; i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    if (!(attr->flags & ATTR_LATER)) row.attr[row.nattr++] = attr->name;
  }
  qsort(row.attr, (size_t)row.nattr, sizeof *row.attr, byName);
  (print->html ? htmlRow : textRow)(print, &row);
}

// ---- the tree

// the contents of a body are those of the world, of frames and of replicates: printed once
static void addElement(Print* print, const schema_Element* element, int level) {
  const bool world = element == &schema_worldbody;
  if (world) element = &schema_body;
  addRow(print, element, world ? "(world)body" : element->tag, level);
  if (element == &schema_frame || element == &schema_replicate) return;
  for (int i = 0; i < element->nchild; i++) {
    const schema_Element* child = element->child[i];
    if (child == element || child->flags & ELEM_IGNORED) continue;
    addElement(print, child, level + 1);
  }
}

int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  Print print = {.html = flg_html, .pad = flg_pad};
  if (flg_html) text_add(&print.out, "<table border=\"1\">\n");
  addElement(&print, &schema_root, 0);
  if (flg_html) text_add(&print.out, "</table>\n");
  const int n = print.out.failed ? -1 : (int)print.out.size;
  const char* text = n < 0 ? "" : text_get(&print.out);
  if (n < 0) mju_warning("mj_printSchema: no memory for the text");
  if (n >= 0 && filename && *filename && !file_write(filename, text, (size_t)n))
    mju_warning("mj_printSchema: '%s' cannot be written", filename);
  if (buffer && buffer_sz > 0) text_copy(buffer, text, (size_t)buffer_sz);
  text_free(&print.out);
  return n;
}
