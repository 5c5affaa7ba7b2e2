// Flat drawing that programs ask for: rectangles.
#include <sinew/api.h>
#include <sinew/render.h>

#include "render/canvas.h"

void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a) {
  context_Private* p = context_used("mjr_rectangle");
  if (!p) return;
  p->view = viewport;
  canvas_fill(context_buffer(p), viewport, (const float[4]){r, g, b, a});
}
