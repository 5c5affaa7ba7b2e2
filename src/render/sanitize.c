// Input sanitization of scenes: bounds for positions, sizes, colors and lights. NaN fails every
// comparison.
#include "render/sanitize.h"

#include <math.h>

#define MOST_LENGTH 1e9f  // meters: products of four of them do not overflow
#define MOST_REACH 1e6f   // times the far plane of a view

bool sanitize_numbers(const float* x, size_t n, float most) {
  for (size_t i = 0; i < n; i++) {
    if (!(fabsf(x[i]) <= most)) return false;
  }
  return true;
}

static bool isUnit(const float v[3]) {
  const float n = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  return n > 0.99f && n < 1.01f;
}

bool sanitize_view(const paint_View* v) {
  const float most = 1e6f;
  return sanitize_numbers(v->eye, 3, MOST_LENGTH) && isUnit(v->right) && isUnit(v->up) &&
         isUnit(v->forward) && v->near > 0 && v->far > v->near && v->far <= MOST_LENGTH &&
         v->du > 0 && v->dv > 0 && fabsf(v->u0) <= most && fabsf(v->v0) <= most && v->du <= most &&
         v->dv <= most;
}

bool sanitize_light(const mjvLight* l) {
  const float most = 1e10f;
  return sanitize_numbers(l->pos, 3, MOST_LENGTH) && sanitize_numbers(l->dir, 3, most) &&
         sanitize_numbers(l->attenuation, 3, most) && sanitize_numbers(&l->cutoff, 1, most) &&
         sanitize_numbers(&l->exponent, 1, most) && sanitize_numbers(l->ambient, 3, most) &&
         sanitize_numbers(l->diffuse, 3, most) && sanitize_numbers(l->specular, 3, most);
}

// NaN becomes `least`
static void clip(float* x, float least, float most) {
  *x = *x > least ? (*x < most ? *x : most) : least;
}

static void clipColors(paint_Item* item) {
  for (int k = 0; k < 4; k++) clip(&item->rgba[k], 0, 1);
  clip(&item->emission, 0, 1e3f);
  clip(&item->specular, 0, 1e3f);
  clip(&item->shininess, 0, 1e3f);
  clip(&item->reflectance, 0, 1);
}

static bool isShown(const paint_Item* item, const paint_View* v) {
  const float reach = fminf(MOST_LENGTH, MOST_REACH * v->far);
  const bool textured = item->texture != NULL;
  return sanitize_numbers(item->pos, 3, reach) && sanitize_numbers(item->mat, 9, 1e3f) &&
         sanitize_numbers(item->size, 3, reach) &&
         (!textured ||
          (sanitize_numbers(item->repeat, 2, 1e9f) && sanitize_numbers(item->offset, 2, 1e9f) &&
           sanitize_numbers(item->scale, 3, 1e9f)));
}

int sanitize_items(paint_Item* item, int first, int end, const paint_View* v) {
  int n = first;
  for (int i = first; i < end; i++) {
    if (!isShown(&item[i], v)) continue;
    if (n < i) item[n] = item[i];
    clipColors(&item[n++]);
  }
  return n;
}
