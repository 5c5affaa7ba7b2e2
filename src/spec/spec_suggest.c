// Suggestions ("did you mean") for unknown names: the nearest name of the requested type by edit
// distance, otherwise another type with that name. The work is bounded, whatever the size of the
// model.
#include "spec/spec_suggest.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "xml/xml_value.h"

enum { MOST_NAMES = 5000 };  // maximum number of names of a type that are compared

static const char* nearest(const spec_Spec* spec, int type, const char* name) {
  const spec_List* list = &spec->list[type];
  const int most = list->n < MOST_NAMES ? list->n : MOST_NAMES;
  const char** names = most ? mem_alloc((size_t)most * sizeof *names) : NULL;
  if (!names) return NULL;
  int n = 0;
  for (int i = 0; i < most; i++) {
    const char* other = spec_name(list->item[i]);
    if (*other) names[n++] = other;
  }
  ASSERT(n <= most);
  const char* near = xml_similar(name, names, n, sizeof *names);
  mem_free(names);
  return near;
}

static int otherType(const spec_Spec* spec, int type, const char* name) {
  for (int other = 0; other < SPEC_NTYPE; other++) {
    if (other != type && spec_find(spec, other, name)) return other;
  }
  return -1;
}

const char* suggest_name(char buf[SUGGEST_SIZE], const spec_Spec* spec, int type, const char* name,
                         const char* otherwise) {
  const char* near = nearest(spec, type, name);
  const int other = near ? -1 : otherType(spec, type, name);
  if (near) {
    text_print(buf, SUGGEST_SIZE, "did you mean '%.100s'?", near);
  } else if (other >= 0) {
    snprintf(buf, SUGGEST_SIZE, "there is a %s of that name", spec_typeName(other));
  } else {
    snprintf(buf, SUGGEST_SIZE, "%s", otherwise);
  }
  return buf;
}
