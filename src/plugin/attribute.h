// Attributes of the plugins that ship, as numbers.
#ifndef SINEW_PLUGIN_ATTRIBUTE_H_
#define SINEW_PLUGIN_ATTRIBUTE_H_

#include <stdbool.h>

#include <sinew/model.h>

// numbers of a text, separated by blanks, at most n; how many, -1: something else stands there
int attribute_parse(const char* text, mjtNum* res, int n);
// one number of an instance; `standard` if it is not given. False: it is not a number, or not
// finite
bool attribute_number(const mjModel* m, int instance, const char* name, mjtNum standard,
                      mjtNum* res);

#endif
