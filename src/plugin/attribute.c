// Parses numeric attributes of plugins with the library's own locale-independent number parser.
#include "plugin/attribute.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "model/plugins.h"

static const char blank[] = " \t\r\n";

int attribute_parse(const char* text, mjtNum* res, int n) {
  int count = 0;
  for (text += strspn(text, blank); *text; text += strspn(text, blank)) {
    double x;
    const char* end = num_parse(text, &x);
    if (!end || (*end && !strchr(blank, *end)) || count == n) return -1;
    res[count++] = x;
    text = end;
  }
  return count;
}

bool attribute_number(const mjModel* m, int instance, const char* name, mjtNum standard,
                      mjtNum* res) {
  const char* text = plugins_config(m, instance, name);
  *res = standard;
  const int n = text ? attribute_parse(text, res, 1) : 0;
  return n >= 0 && isfinite(*res);
}
