// Error messages for invalid arguments of public functions (NULL pointers, ids out of range).
#include "base/args.h"

#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "base/text.h"

// the remedy by argument name; the usual cause of a NULL model is a failed load
static const char* remedy(const char* name, size_t n) {
  static const struct {
    const char *name, *text;
  } row[] = {
      {"m", "pass a model; if loading it failed, its error text says why"},
      {"d", "pass the mjData of the model, from mj_makeData"},
      {"s",
       "pass a spec, from mj_makeSpec or mj_parseXML; if parsing failed, its error text says why"},
      {"element", "pass an element of a spec; mjs_find functions give NULL if there is none"},
      {"body", "pass a body of a spec; mjs_findBody gives NULL if there is none"},
      {"vfs", "pass an mjVFS that mj_defaultVFS has prepared"},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (strlen(row[i].name) == n && !memcmp(row[i].name, name, n)) return row[i].text;
  }
  return "pass the address of what the function reads or writes";
}

static void describe(char* text, size_t size, const char* function, const char* names,
                     const void* const* values) {
  while (*values && strchr(names, ',')) {
    names = strchr(names, ',') + 1;
    names += strspn(names, " ");
    values++;
  }
  ASSERT(!*values);  // the caller has found a NULL
  const size_t n = strcspn(names, ",");
  text_print(text, size, "%s: argument '%.*s' is NULL; %s", function, (int)n, names,
             remedy(names, n));
}

void args_reportTo(char* error, int error_sz, const char* function, const char* names,
                   const void* const* values) {
  if (error && error_sz > 0) describe(error, (size_t)error_sz, function, names, values);
}

void args_report(const char* function, const char* names, const void* const* values) {
  char text[300];
  describe(text, sizeof text, function, names, values);
  mju_error("%s", text);
}

bool args_hasId(const char* function, const char* kind, int id, long long n) {
  if (id >= 0 && id < n) return true;
  mju_error("%s: there is no %s %d: the model has %lld", function, kind, id, n);
  return false;
}
