// Colours of pictures of what is seen (--segment): each thing of a model has one, and those that
// were seen are listed.
#ifndef SINEW_CLI_TINT_H_
#define SINEW_CLI_TINT_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/sinew.h>

#include "base/text.h"

typedef struct {
  const mjModel* m;
  bool* seen;  // by number
  int n;
} tint_Seen;

// nothing is seen yet; false if memory is short
bool tint_make(tint_Seen* seen, const mjModel* m);
void tint_free(tint_Seen* seen);
// id and mjtObj -> colour, black for nothing; what has one is noted
void tint_colour(tint_Seen* seen, int id, int type, uint8_t rgb[3]);
void tint_merge(tint_Seen* all, const tint_Seen* part);
// lines of colours and what they are; the same as a JSON array
void tint_list(text_Text* out, const tint_Seen* seen);
void tint_json(text_Text* out, const tint_Seen* seen);

#endif
