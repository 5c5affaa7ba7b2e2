// Text over pictures.
#ifndef SINEW_RENDER_OVERLAY_H_
#define SINEW_RENDER_OVERLAY_H_

#include "render/context.h"

enum { OVERLAY_TEXT = 1000 };  // most characters of a line

// the font of mjtFont
font_Font* overlay_font(context_Private* p, int font);
// characters of a text, of at most `most`, that may be without an end
int overlay_length(const char* text, int most);

#endif
