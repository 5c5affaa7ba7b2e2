// Parser of --fields: selects columns by names, parts of names or glob patterns (wildcards * and
// ?).
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "columns.h"
#include "xml/xml_value.h"

enum { MOST_SOURCES = 400, MOST_SHOWN = 8, MOST_COLUMNS = 10000000 };

// glob matching: * matches any text, ? any character
static bool matches(const char* pattern, size_t n, const char* text, size_t length) {
  // backtracking: star is the last '*', whose text ends before `from`
  size_t p = 0, t = 0, star = n, from = 0;
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

// ---- error messages

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
  ASSERT(count < MOST_SOURCES);  // there is space for all
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

// lists the objects of a field: "hip, knee, and 3 more"
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

// error: the field exists, but not the name in it
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

// ---- selection

// does an item match this element: by name or number, or by a prefix that ends at a stage of its
// label
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
  size_t part = 0;  // length of the field name in the item
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
  if (list->n > before || (found.name && part == n)) return true;  // a field may be empty
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
