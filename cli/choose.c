// The choice of columns by --fields: items are names, parts of names or patterns.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "columns.h"
#include "xml/xml_value.h"

enum { MOST_SOURCES = 400, MOST_SHOWN = 8, MOST_COLUMNS = 10000000 };

// * stands for any text, ? for any character
static bool matches(const char* pattern, size_t n, const char* text, size_t length) {
  size_t p = 0, t = 0, star = n, from = 0;  // star: the last '*', whose text ends before `from`
  while (t < length) {
    if (p < n && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < n && (pattern[p] == '?' || pattern[p] == text[t])) {
      p++;
      t++;
    } else if (star < n) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < n && pattern[p] == '*') p++;
  return p == n;
}

static bool addColumn(column_List* list, const column_Source* source, int element) {
  if (list->n == list->capacity) {
    const int grown = list->capacity ? 2 * list->capacity : 64;
    const size_t size = sizeof *list->column;
    void* column = grown > MOST_COLUMNS
                       ? NULL
                       : mem_grow(list->column, (size_t)list->n * size, (size_t)grown * size);
    if (!column) return false;
    list->column = column;
    list->capacity = grown;
  }
  ASSERT(list->n < list->capacity);
  list->column[list->n++] = (column_Column){*source, element};
  return true;
}

void column_free(column_List* list) {
  mem_free(list->column);
  *list = (column_List){0};
}

// ---- messages

static void unknownField(const char* name, size_t n, text_Text* error) {
  const field_Table table = field_data();
  const char* names[MOST_SOURCES];
  column_Source source;
  char word[64];
  int count = 0;
  text_print(word, sizeof word, "%.*s", (int)n, name);
  for (int i = 0; i < table.n; i++) {
    if (!strcmp(table.field[i].name, word)) {
      text_format(error, "'%s' cannot be recorded; 'sinew dump MODEL --fields %s' prints it", word,
                  word);
      return;
    }
  }
  for (int i = 0; count < MOST_SOURCES && column_source(i, &source); i++) {
    names[count++] = source.name;
  }
  for (int i = 0; count < MOST_SOURCES && i < table.n; i++) names[count++] = table.field[i].name;
  ASSERT(count < MOST_SOURCES);  // there is room for all
  const char* near = xml_nearest(word, names, count, sizeof *names);
  text_format(error, "mjData has no field '%s'", word);
  if (near) text_format(error, "; did you mean '%s'?", near);
  if (!near) text_add(error, "; there are qpos, qvel, ctrl, sensordata, energy and others");
}

bool column_nearest(const mjModel* m, const column_Source* source, const char* word,
                    char near[COLUMN_LABEL]) {
  *near = 0;
  for (int i = 0; i < column_count(source, m); i++) {
    column_Label label;
    column_label(&label, m, source, i, true);
    for (int k = label.nstage - 1; k >= 0; k--) {
      label.text[label.stage[k]] = 0;
      const char* const pair[] = {near, label.text};
      if (xml_nearest(word, pair, 2, sizeof *pair) == label.text) {
        memcpy(near, label.text, sizeof label.text);
      }
    }
  }
  return *near;
}

// "hip, knee, and 3 more": the objects of a field
static void listObjects(text_Text* out, const mjModel* m, const column_Source* source) {
  char last[COLUMN_LABEL] = "";
  int n = 0;
  for (int i = 0; i < column_count(source, m); i++) {
    column_Label label;
    column_label(&label, m, source, i, true);
    label.text[label.stage[0]] = 0;
    if (!strcmp(last, label.text)) continue;
    memcpy(last, label.text, sizeof last);
    if (n++ < MOST_SHOWN) text_format(out, "%s%s", n > 1 ? ", " : "", last);
  }
  if (n > MOST_SHOWN) text_format(out, ", and %d more", n - MOST_SHOWN);
}

// a field that exists, a name in it that does not
static void unknownName(const mjModel* m, const column_Source* source, const char* item, size_t n,
                        text_Text* error) {
  const char* colon = memchr(item, ':', n);
  char word[COLUMN_LABEL] = "", near[COLUMN_LABEL];
  if (colon) text_print(word, sizeof word, "%.*s", (int)(item + n - colon - 1), colon + 1);
  text_format(error, "there is no '%.*s'", (int)n, item);
  if (!column_count(source, m)) {
    text_format(error, "; %s of this model is empty", source->name);
  } else if (column_nearest(m, source, word, near)) {
    text_format(error, "; did you mean '%s:%s'?", source->name, near);
  } else {
    text_format(error, "; %s has ", source->name);
    listObjects(error, m, source);
  }
}

// ---- choice

// does an item mean this element: by a name or number, or by the part up to one of its stages
static bool means(const char* item, size_t n, const mjModel* m, const column_Source* source,
                  int element) {
  if (matches(item, n, source->name, strlen(source->name))) return true;
  for (int named = 0; named < 2; named++) {
    column_Label label;
    char name[COLUMN_LABEL + 64];
    column_label(&label, m, source, element, named);
    column_name(name, sizeof name, source->name, label.text);
    ASSERT(strlen(name) >= strlen(label.text));
    const size_t prefix = strlen(name) - strlen(label.text);
    for (int k = 0; k < label.nstage; k++) {
      if (matches(item, n, name, prefix + (size_t)label.stage[k])) return true;
    }
  }
  return false;
}

static bool addItem(column_List* list, const mjModel* m, const char* item, size_t n,
                    text_Text* error) {
  column_Source source, found = {0};
  size_t part = 0;  // of the item: the name of the field
  while (part < n && item[part] != ':' && item[part] != '[') part++;
  const int before = list->n;
  for (int i = 0; column_source(i, &source); i++) {
    if (!matches(item, part, source.name, strlen(source.name))) continue;
    found = source;
    for (int k = 0; k < column_count(&source, m); k++) {
      if (means(item, n, m, &source, k) && !addColumn(list, &source, k)) {
        text_add(error, "out of memory");
        return false;
      }
    }
  }
  if (list->n > before || (found.name && part == n)) return true;  // all of nothing is fine
  if (found.name) unknownName(m, &found, item, n, error);
  if (!found.name) unknownField(item, part, error);
  return false;
}

bool column_choose(column_List* list, const mjModel* m, const char* items, text_Text* error) {
  *list = (column_List){0};
  for (const char* at = items; *at;) {
    const size_t n = strcspn(at, ",");
    if (n && !addItem(list, m, at, n, error)) return false;
    at += n + (at[n] == ',');
  }
  return true;
}
