// Text overlays: fonts of a context, and the length of bounded strings.
#ifndef SINEW_RENDER_OVERLAY_H_
#define SINEW_RENDER_OVERLAY_H_

#include "render/context.h"

enum { OVERLAY_TEXT = 1000 };  // maximum number of characters of a line

// the font of mjtFont
font_Font* overlay_font(context_Private* p, int font);
// number of characters of a text, at most `most`; it may lack the terminating zero
int overlay_length(const char* text, int most);

#endif
