// Model summary of `sinew info`, as text (info.c) and as JSON (info_json.c).
#ifndef SINEW_CLI_INFO_H_
#define SINEW_CLI_INFO_H_

#include <stddef.h>

#include <sinew/sinew.h>

#include "base/text.h"

// sizes in the summary, with labels
typedef struct {
  const char *label, *name;  // "dofs", "nv"
  size_t offset;             // offset in mjModel
} info_Size;
extern const info_Size info_size[];
extern const int info_nsize;

void info_json(text_Text* out, const mjModel* m, const char* path, double seconds);

#endif
