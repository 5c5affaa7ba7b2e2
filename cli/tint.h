// Segmentation images (--segment): each object of a model has a unique color, and visible objects
// are listed.
#ifndef SINEW_CLI_TINT_H_
#define SINEW_CLI_TINT_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/sinew.h>

#include "base/text.h"

typedef struct {
  const mjModel* m;
  bool* seen;  // visible objects, by number
  int n;
} tint_Seen;

// clears the list; false if out of memory
bool tint_make(tint_Seen* seen, const mjModel* m);
void tint_free(tint_Seen* seen);
// maps id and mjtObj to a color, black for background, and marks the object as seen
void tint_colour(tint_Seen* seen, int id, int type, uint8_t rgb[3]);
void tint_merge(tint_Seen* all, const tint_Seen* part);
// prints colors and their objects as lines; the same as a JSON array
void tint_list(text_Text* out, const tint_Seen* seen);
void tint_json(text_Text* out, const tint_Seen* seen);

#endif
