// Texture sampler: trilinear filtering (bilinear within a mipmap level, linear between levels) at
// WIDE points at once. Included by files that are compiled for each instruction set.
#ifndef SINEW_RENDER_TEXTURE_SAMPLER_H_
#define SINEW_RENDER_TEXTURE_SAMPLER_H_

#include "render/paint.h"
#include "render/wide.h"

_Static_assert(MOST_LEVELS == 16, "levels fit into registers");

// bilinear interpolation: pixels at a place, of the next row and those to the right of them
LANE_INLINE void look_mix(floats rgba[4], const paint_Texture* tex, ints at, floats fx, floats fy) {
  ints p[4];
  ints_gatherFour(p, tex->pixel, 2 * at);
  rgba[3] = floats_bc(1);
  // areas of one color, such as fields of a checker: nothing to interpolate
  const bool alike = ints_all((p[0] == p[1]) & (p[2] == p[3]) & (p[0] == p[2]));
  for (int c = 0; c < (tex->clear ? 4 : 3); c++) {
    floats v[4];
    if (alike) {
      rgba[c] = ints_float(p[0] >> 8 * c & 255) * (1.0f / 255);
      continue;
    }
    for (int k = 0; k < 4; k++) v[k] = ints_float(p[k] >> 8 * c & 255);
    const floats low = v[0] + fx * (v[2] - v[0]), high = v[1] + fx * (v[3] - v[1]);
    rgba[c] = (low + fy * (high - low)) * (1.0f / 255);
  }
}

typedef struct {
  ints width, height, begin;
} look_Level;

LANE_INLINE void look_level(look_Level* l, const paint_Texture* t, ints level, ints face) {
  l->width = ints_pick(t->width, level);
  l->height = ints_pick(t->height, level);
  l->begin = ints_pick(t->begin, level);
  l->begin += face * (l->width + 1) * l->height;
}

// pixel before a place x in 0 .. n in pixels, and the fraction to the next; wrapped or clamped
LANE_INLINE ints look_before(floats x, ints n, bool wrap, floats* f) {
  const floats place = x - 0.5f, floor = floats_floor(place);
  const ints low = floats_trunc(floor), out = low < 0;
  *f = place - floor;
  if (wrap) return ints_select(out, n - 1, low);
  *f = floats_select(out, floats_bc(0), *f);
  return ints_max(low, ints_bc(0));
}

// s, t in 0 .. 1; rows are padded by one pixel, the right neighbor of the last
LANE_INLINE void look_at(floats rgba[4], const paint_Texture* tex, const look_Level* l, floats s,
                         floats t, bool wrap) {
  floats fx, fy;
  const ints x = look_before(s * ints_float(l->width), l->width, wrap, &fx);
  const ints y = look_before(t * ints_float(l->height), l->height, wrap, &fy);
  look_mix(rgba, tex, l->begin + y * (l->width + 1) + x, fx, fy);
}

// lod: log2 of the texels per pixel of the image
LANE_INLINE void look_levels(floats rgba[4], const paint_Texture* tex, ints face, floats s,
                             floats t, floats lod, bool wrap) {
  const floats clipped = floats_clip(lod, 0, (float)(tex->nlevel - 1)),
               floor = floats_floor(clipped);
  const floats f = clipped - floor;
  const ints level = floats_trunc(floor);
  look_Level l;
  look_level(&l, tex, level, face);
  look_at(rgba, tex, &l, s, t, wrap);
  if (!ints_any(f > 0)) return;
  floats next[4];
  look_level(&l, tex, ints_select(level + 1 >= tex->nlevel, level, level + 1), face);
  look_at(next, tex, &l, s, t, wrap);
  for (int c = 0; c < 4; c++) rgba[c] = rgba[c] + f * (next[c] - rgba[c]);
}

// samples a 2D texture, repeated
LANE_INLINE void look_flat(floats rgba[4], const paint_Texture* tex, floats u, floats v,
                           floats lod) {
  const floats most = floats_bc(1e6f);
  u = floats_select(floats_abs(u) < most, u, floats_bc(0));
  v = floats_select(floats_abs(v) < most, v, floats_bc(0));
  look_levels(rgba, tex, ints_bc(0), u - floats_floor(u), v - floats_floor(v), lod, true);
}

// samples a cube map in a direction: faces +x -x +y -y +z -z, as in OpenGL
LANE_INLINE void look_cube(floats rgba[4], const paint_Texture* tex, const floats dir[3],
                           floats lod) {
  const floats ax = floats_abs(dir[0]), ay = floats_abs(dir[1]), az = floats_abs(dir[2]);
  const ints isX = (ax >= ay) & (ax >= az), isY = ~isX & (ay >= az);
  const floats major = floats_select(isX, dir[0], floats_select(isY, dir[1], dir[2]));
  const ints minus = major < 0;
  const floats size = floats_max(floats_abs(major), floats_bc(1e-20f));
  const floats sx = floats_select(minus, dir[2], -dir[2]),
               sz = floats_select(minus, -dir[0], dir[0]);
  const floats s = floats_select(isX, sx, floats_select(isY, dir[0], sz));
  const floats t = floats_select(isY, floats_select(minus, -dir[2], dir[2]), -dir[1]);
  const ints face = ints_select(isX, ints_bc(0), ints_select(isY, ints_bc(2), ints_bc(4))) - minus;
  look_levels(rgba, tex, face, floats_clip(0.5f + 0.5f * (s / size), 0, 1),
              floats_clip(0.5f + 0.5f * (t / size), 0, 1), lod, false);
}

#endif
