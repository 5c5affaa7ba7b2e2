// Numeric configuration attributes of the built-in plugins: parser and validation.
#ifndef SINEW_PLUGIN_ATTRIBUTE_H_
#define SINEW_PLUGIN_ATTRIBUTE_H_

#include <stdbool.h>

#include <sinew/model.h>

// parses up to n numbers separated by blanks; returns their count, -1: the text has anything else
int attribute_parse(const char* text, mjtNum* res, int n);
// one number of an instance; `standard` if absent. False: not a number, or not finite
bool attribute_number(const mjModel* m, int instance, const char* name, mjtNum standard,
                      mjtNum* res);

#endif
