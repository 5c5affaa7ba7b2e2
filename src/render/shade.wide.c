// Deferred shading, WIDE parts at a time (SIMD): the point in space from its reversed depth, then
// normal and texture coordinates, then ambient, diffuse and specular light of all lights
// (Blinn-Phong), with shadow rays and shadow maps.
#include "render/shade.h"

#include <math.h>

#include "render/rays.h"
#include "render/shadow.h"
#include "render/texture_sampler.h"

// WIDE points that are shaded
typedef struct {
  floats d;          // distance along the view
  floats point[3];   // in the world
  floats local[3];   // in the frame of the item, meters
  floats way[3];     // from the eye, a unit vector
  floats facing[3];  // normal in the frame of the item
  floats normal[3];  // in the world
  floats along;      // dot product of normal and way
  floats corner[3];  // barycentric coordinates in a triangle
  ints face;         // face of a mesh
} Spot;

static bool isPlane(const paint_Item* item) {
  return item->kind == DRAW_MESH && item->mesh->solid == SOLID_PLANE;
}

// ---- points

LANE_INLINE void turn(floats res[3], const float mat[9], const floats v[3]) {
  for (int k = 0; k < 3; k++)
    res[k] = mat[3 * k] * v[0] + mat[3 * k + 1] * v[1] + mat[3 * k + 2] * v[2];
}

LANE_INLINE void turnBack(floats res[3], const float mat[9], const floats v[3]) {
  for (int k = 0; k < 3; k++) res[k] = mat[k] * v[0] + mat[3 + k] * v[1] + mat[6 + k] * v[2];
}

LANE_INLINE void placeSpot(Spot* s, const paint_View* v, floats x, floats y, floats close) {
  const floats a = v->u0 + v->du * x, b = v->v0 + v->dv * y;
  s->d = v->far - close;
  if (!v->ortho) s->d = 1.0f / close;
  for (int k = 0; k < 3; k++) {
    const floats across = a * v->right[k] + b * v->up[k];
    s->way[k] = floats_bc(v->forward[k]);
    if (!v->ortho) s->way[k] = s->way[k] + across;
    s->point[k] = v->eye[k] + s->d * s->way[k];
    if (v->ortho) s->point[k] = s->point[k] + across;
  }
  floats_normalize(s->way);
}

// ---- normals in the frame of the item

LANE_INLINE void ellipsoidNormal(Spot* s, const paint_Item* item) {
  for (int k = 0; k < 3; k++) s->facing[k] = s->local[k] * (1 / (item->size[k] * item->size[k]));
}

LANE_INLINE void capsuleNormal(Spot* s, const paint_Item* item) {
  const float half = item->size[2];
  s->facing[0] = s->local[0];
  s->facing[1] = s->local[1];
  s->facing[2] = s->local[2] - floats_clip(s->local[2], -half, half);
}

LANE_INLINE void cylinderNormal(Spot* s, const paint_Item* item) {
  const floats x = s->local[0] * (1 / item->size[0]), y = s->local[1] * (1 / item->size[1]);
  const floats z = s->local[2] * (1 / item->size[2]), zero = floats_bc(0);
  // depth below the disc and below the side, in meters
  const floats deep = (1 - floats_abs(z)) * item->size[2];
  const floats inward = (1 - floats_sqrt(x * x + y * y)) * item->size[0];
  const ints disc = deep < inward;
  s->facing[0] = floats_select(disc, zero, x * (1 / item->size[0]));
  s->facing[1] = floats_select(disc, zero, y * (1 / item->size[1]));
  s->facing[2] = floats_select(disc, floats_select(z > 0, floats_bc(1), floats_bc(-1)), zero);
}

// gathers three values from p[3 i] on; roomy: the array is padded, so that four can be loaded
LANE_INLINE void gatherThree(ints v[4], const void* p, ints i, bool roomy) {
  if (roomy) {
    ints_gatherFour(v, p, 3 * i);
    return;
  }
  for (int k = 0; k < 3; k++) v[k] = ints_gather(p, 3 * i + k);
}

// gathers the corners of faces, in meters
LANE_INLINE void gatherCorners(const Spot* s, const paint_Item* item, floats corner[3][4]) {
  const paint_Mesh* mesh = item->mesh;
  ints vert[4];
  gatherThree(vert, mesh->face, s->face, mesh->roomy);
  for (int c = 0; c < 3; c++) {
    gatherThree((ints*)corner[c], mesh->vert, vert[c], mesh->roomy);
    for (int k = 0; k < 3; k++) corner[c][k] = corner[c][k] * item->size[k];
  }
}

// barycentric coordinates from areas
LANE_INLINE void cornerWeights(Spot* s, const paint_Item* item) {
  floats corner[3][4], b[3], c[3], p[3], n[3], t[3];
  gatherCorners(s, item, corner);
  for (int k = 0; k < 3; k++) {
    b[k] = corner[1][k] - corner[0][k];
    c[k] = corner[2][k] - corner[0][k];
    p[k] = s->local[k] - corner[0][k];
  }
  floats_cross(n, b, c);
  const floats area2 = floats_max(floats_dot(n, n), floats_bc(1e-37f));
  floats_cross(t, p, c);
  s->corner[1] = floats_clip(floats_dot(t, n) / area2, 0, 1);
  floats_cross(t, b, p);
  s->corner[2] = floats_clip(floats_dot(t, n) / area2, 0, 1);
  s->corner[0] = 1 - s->corner[1] - s->corner[2];
}

LANE_INLINE void meshNormal(Spot* s, const paint_Item* item) {
  const paint_Mesh* mesh = item->mesh;
  if (mesh->solid == SOLID_PLANE) {
    s->facing[0] = s->facing[1] = floats_bc(0);
    s->facing[2] = floats_bc(1);
    return;
  }
  if (!mesh->flat || item->map == MAP_CORNERS) cornerWeights(s, item);
  floats n[9 + 3];  // of the corners; the last four overlap those before them
  floats_gatherFour(n, mesh->normal, 9 * s->face);
  if (!mesh->flat) {
    floats_gatherFour(n + 4, mesh->normal, 9 * s->face + 4);
    floats_gatherFour(n + 8, mesh->normal, 9 * s->face + 5);
    n[8] = n[11];
  }
  for (int k = 0; k < 3; k++) {
    if (!mesh->flat) n[k] = s->corner[0] * n[k] + s->corner[1] * n[3 + k] + s->corner[2] * n[6 + k];
    s->facing[k] = n[k] * (mesh->solid == SOLID_BOX ? 1 : 1 / item->size[k]);
  }
}

LANE_INLINE void setNormal(Spot* s, const paint_Item* item) {
  switch (item->kind) {
    case DRAW_ELLIPSOID:
      ellipsoidNormal(s, item);
      break;
    case DRAW_CAPSULE:
      capsuleNormal(s, item);
      break;
    case DRAW_CYLINDER:
      cylinderNormal(s, item);
      break;
    default:
      meshNormal(s, item);
  }
  if (item->kind != DRAW_MESH || item->mesh->solid == SOLID_NONE) floats_normalize(s->facing);
  if (isPlane(item)) {
    for (int k = 0; k < 3; k++) s->normal[k] = floats_bc(item->mat[3 * k + 2]);
  } else {
    turn(s->normal, item->mat, s->facing);
  }
  s->along = floats_dot(s->normal, s->way);
}

// ---- texture coordinates

// angle of (x, y) (atan2) in turns, -.5 to .5; Abramowitz and Stegun 4.4.49
LANE_INLINE floats turns(floats y, floats x) {
  const floats ax = floats_abs(x), ay = floats_abs(y),
               big = floats_max(floats_max(ax, ay), floats_bc(1e-30f));
  const floats t = floats_min(ax, ay) / big, q = t * t;
  floats a =
      t * (0.9998660f + q * (-0.3302995f + q * (0.1801410f + q * (-0.0851330f + q * 0.0208351f))));
  a = floats_select(ay > ax, 1.57079637f - a, a);
  a = floats_select(x < 0, 3.14159274f - a, a);
  return floats_select(y < 0, -a, a) * 0.159154943f;
}

LANE_INLINE void spherePlace(const Spot* s, const paint_Item* item, floats uv[2]) {
  const floats x = s->local[0] * (1 / item->size[0]), y = s->local[1] * (1 / item->size[1]);
  const floats z = s->local[2] * (1 / item->size[2]);
  uv[0] = turns(y, x);
  uv[1] = 0.5f - 2 * turns(z, floats_sqrt(x * x + y * y));
}

LANE_INLINE void boxPlace(const Spot* s, const paint_Item* item, floats uv[2]) {
  const floats x = s->local[0] * (1 / item->size[0]), y = s->local[1] * (1 / item->size[1]);
  const floats z = s->local[2] * (1 / item->size[2]);
  const ints isX = floats_abs(s->facing[0]) > 0.7f, isY = floats_abs(s->facing[1]) > 0.7f;
  uv[0] = 0.5f + 0.5f * floats_select(isX, y, x);
  uv[1] = 0.5f - 0.5f * floats_select(isX | isY, z, y);
}

LANE_INLINE void cylinderPlace(const Spot* s, const paint_Item* item, floats uv[2]) {
  const floats x = s->local[0] * (1 / item->size[0]), y = s->local[1] * (1 / item->size[1]);
  const floats z = s->local[2] * (1 / item->size[2]);
  const ints disc = floats_abs(s->facing[2]) > 0.7f;
  uv[0] = floats_select(disc, 0.5f + 0.5f * x, turns(y, x));
  uv[1] = floats_select(disc, 0.5f + 0.5f * y, 0.5f - 0.5f * z);
}

LANE_INLINE void capsulePlace(const Spot* s, const paint_Item* item, floats uv[2]) {
  const float half = item->size[2];
  const floats *p = s->local, z = p[2] - floats_clip(p[2], -half, half);
  const floats lat = 4 * turns(floats_abs(z), floats_sqrt(p[0] * p[0] + p[1] * p[1]));
  uv[0] = turns(p[1], p[0]);
  const floats side = 0.5f - 0.5f * p[2] * (1 / half);
  uv[1] = floats_select(z > 0, 1 - lat, floats_select(z < 0, lat, side));
}

LANE_INLINE void cornerPlace(const Spot* s, const paint_Item* item, floats uv[2]) {
  floats place[3 * 2 + 2];  // of the corners; the last four overlap those before them
  floats_gatherFour(place, item->mesh->texcoord, 6 * s->face);
  floats_gatherFour(place + 4, item->mesh->texcoord, 6 * s->face + 2);
  for (int k = 0; k < 2; k++) {
    uv[k] = floats_bc(0);
    for (int n = 0; n < 2; n++) uv[k] += s->corner[n] * place[2 * n + k];
    uv[k] += s->corner[2] * place[6 + k];
  }
}

LANE_INLINE void cubeDirection(const Spot* s, const paint_Item* item, floats dir[3]) {
  for (int k = 0; k < 3; k++) dir[k] = s->local[k] * item->scale[k];
  if (item->kind != DRAW_CAPSULE) return;
  // beyond the ends height counts in radii of the caps
  const float half = item->size[2], radius = 0.5f * (item->size[0] + item->size[1]);
  const floats z = floats_clip(s->local[2], -half, half), over = (s->local[2] - z) * (1 / radius);
  dir[2] = (z * (1 / half) + over) * (half * item->scale[2]);
}

// mipmap level: log2 of the texels in a pixel, across the view's steepest slope
LANE_INLINE floats levelOf(const Spot* s, const paint_View* view, const paint_Item* item) {
  const floats cosine = floats_max(floats_abs(s->along), floats_bc(0.02f));
  floats size = floats_bc(view->dv);
  if (!view->ortho) size = size * s->d;
  return floats_log2(floats_max(item->texels * size / cosine, floats_bc(1e-20f)));
}

LANE_INLINE void lookUp(const Spot* s, const paint_View* view, const paint_Item* item,
                        floats rgba[4]) {
  const floats lod = levelOf(s, view, item);
  floats uv[3];
  switch (item->map) {
    case MAP_CUBE:
      cubeDirection(s, item, uv);
      look_cube(rgba, item->texture, uv, lod);
      return;
    case MAP_SPHERE:
      spherePlace(s, item, uv);
      break;
    case MAP_BOX:
      boxPlace(s, item, uv);
      break;
    case MAP_CYLINDER:
      cylinderPlace(s, item, uv);
      break;
    case MAP_CAPSULE:
      capsulePlace(s, item, uv);
      break;
    case MAP_CORNERS:
      cornerPlace(s, item, uv);
      break;
    default:
      uv[0] = s->local[0], uv[1] = s->local[1];
  }
  look_flat(rgba, item->texture, item->repeat[0] * uv[0] + item->offset[0],
            item->repeat[1] * uv[1] + item->offset[1], lod);
}

// ---- light

// Shadow rays from points to a light: point + t way, with t from low to high.
typedef struct {
  const floats* point;
  floats way[3], low, high;
} Beam;

// mask of the rays that a simple shape intersects
LANE_INLINE ints meets(const Beam* b, const paint_Item* item, ray_Enter enter) {
  const float* m = item->mat;
  floats p[3], d;
  ray_Ray ray;
  for (int k = 0; k < 3; k++) p[k] = b->point[k] - item->pos[k];
  for (int k = 0; k < 3; k++) {
    ray.from[k] = m[k] * p[0] + m[3 + k] * p[1] + m[6 + k] * p[2];
    ray.way[k] = m[k] * b->way[0] + m[3 + k] * b->way[1] + m[6 + k] * b->way[2];
  }
  const ints hit = enter(item, &ray, &d);
  return hit & (d > b->low) & (d < b->high);
}

static ints meetsItem(const Beam* b, const paint_Item* item) {
  switch (item->kind) {
    case DRAW_ELLIPSOID:
      return meets(b, item, ray_enterEllipsoid);
    case DRAW_CAPSULE:
      return meets(b, item, ray_enterCapsule);
    case DRAW_CYLINDER:
      return meets(b, item, ray_enterCylinder);
    default:
      return meets(b, item, ray_enterBox);
  }
}

static ints meetsPlane(const Beam* b, const paint_Item* item) {
  const float* m = item->mat;
  floats height = floats_bc(0), speed = height, x = height, y = height;
  for (int k = 0; k < 3; k++) {
    height += m[3 * k + 2] * (b->point[k] - item->pos[k]);
    speed += m[3 * k + 2] * b->way[k];
  }
  // the ends of the ray are on both sides of the plane
  const ints across = ((height + b->low * speed) * (height + b->high * speed)) < 0;
  if (!ints_any(across)) return across;
  const floats t = height / -floats_select(across, speed, floats_bc(1));
  for (int k = 0; k < 3; k++) {
    const floats p = b->point[k] + t * b->way[k] - item->pos[k];
    x += m[3 * k] * p;
    y += m[3 * k + 1] * p;
  }
  return across & (floats_abs(x) <= item->size[0]) & (floats_abs(y) <= item->size[1]);
}

// mask of the points in the shadow of a simple shape of their cell; x, y: pixels of the cells
static ints meetsListed(const paint_Shadow* shadow, const Beam* b, const paint_Item* self, floats x,
                        floats y, ints open) {
  const paint_Bins* s = &shadow->cells;
  const ints cell = (floats_trunc(y) >> TILE_BITS) * s->ncolumn + (floats_trunc(x) >> TILE_BITS);
  ints met = ints_bc(0);
  for (int left = ints_bits(open); left;) {
    const int at = cell[__builtin_ctz((unsigned)left)];
    const ints here = open & (cell == at);
    left &= ~ints_bits(here);
    for (int i = s->first[at]; i < s->first[at + 1]; i++) {
      const paint_Item* item = &s->items->item[s->entry[i] & ~PRIMITIVE_ROUND];
      if (item == self) continue;
      met |= here & meetsItem(b, item);
      if (!ints_any(here & ~met)) break;
    }
  }
  return met;
}

// mask of the points in the shadow of something in the map; d: distances from the light, x, y:
// pixels of the map
static ints isBehindMap(paint_Shadow* shadow, floats x, floats y, floats d, floats cosine,
                        ints open) {
  const paint_Bins* s = &shadow->meshes;
  const paint_View* v = &s->view;
  // depth bias: what a slope may hide of itself within a pixel of the map
  const floats c = floats_max(floats_abs(cosine), floats_bc(0.05f));
  const floats slope = floats_sqrt(floats_max(1 - c * c, floats_bc(0))) / c;
  floats step = floats_bc(0.5f * v->du);
  if (!v->ortho) step = step * d;
  const floats own = step * (0.5f + SHADOW_SLACK + 1.5f * slope) + d * 1e-6f;
  floats close = v->far - (d - own);
  if (!v->ortho) close = 1.0f / floats_max(d - own, floats_bc(v->near));
  // samples of a pixel are 2 x 2
  const ints column = floats_trunc(x + x), row = floats_trunc(y + y);
  const ints px = column >> 1, py = row >> 1;
  const ints tile = (py >> TILE_BITS) * s->ncolumn + (px >> TILE_BITS);
  const ints place =
      ((py & (TILE - 1)) * TILE + (px & (TILE - 1))) * 4 + (row & 1) * 2 + (column & 1);
  floats first = floats_bc(0);
  for (int left = ints_bits(open); left;) {
    const int at = tile[__builtin_ctz((unsigned)left)];
    const ints here = open & (tile == at);
    left &= ~ints_bits(here);
    if (s->first[at] == s->first[at + 1]) continue;
    const int32_t* map = (const int32_t*)(const void*)shadow_tile(shadow, at);
    first = floats_select(here, (floats)ints_gather(map, place & here), first);
  }
  return open & (close < first);
}

// points as a light sees them
typedef struct {
  floats d, inv;  // distance along its view; 1, or 1/d
  floats sx, sy;  // position in the view, 0 to 1
  ints before;    // whether it is beyond the near plane
} Seen;

LANE_INLINE Seen seenBy(const paint_View* v, const floats point[3]) {
  floats x = floats_bc(0), y = x;
  Seen l = {.d = x, .inv = floats_bc(1)};
  for (int k = 0; k < 3; k++) {
    const floats p = point[k] - v->eye[k];
    x += p * v->right[k];
    y += p * v->up[k];
    l.d += p * v->forward[k];
  }
  l.before = l.d > v->near;
  if (!v->ortho) l.inv = 1.0f / floats_select(l.before, l.d, floats_bc(1));
  l.sx = (x * l.inv - v->u0) * (1 / (v->du * (float)v->width));
  l.sy = (y * l.inv - v->v0) * (1 / (v->dv * (float)v->height));
  return l;
}

// what faces away from a light is in its own shadow
static inline bool shadesItself(const paint_Item* item) {
  return item->casts && shadow_isSimple(item) && !item->flat;
}

// mask of the points of an item that a light reaches; what is outside of its view is lit
static ints reaches(paint_Shadow* shadow, const Spot* s, const paint_View* eye,
                    const paint_Item* item, const floats to[3], floats cosine) {
  const paint_View* v = &shadow->view;
  const Seen l = seenBy(v, s->point);
  floats finest = floats_bc(0.1f * eye->dv);
  if (!eye->ortho) finest = finest * s->d;
  const ints on = l.before & (l.d < v->far) & (l.sx >= 0) & (l.sy >= 0) & (l.sx < 1) & (l.sy < 1);
  ints open = on;
  if (shadesItself(item)) open &= cosine > 0;
  if (!ints_any(open)) return ~on;
  // directional light comes from the plane of the view, that of a spot from its position
  Beam beam = {.point = s->point, .way = {to[0], to[1], to[2]}, .low = finest};
  beam.high = l.d - v->near;
  if (!v->ortho) {
    for (int k = 0; k < 3; k++) beam.way[k] = v->eye[k] - s->point[k];
    beam.low = finest * l.inv;
    beam.high = 1 - v->near * l.inv;
  }
  for (int i = 0; i < shadow->nplane; i++) {
    const paint_Item* plane = &shadow->cells.items->item[shadow->plane[i]];
    if (plane != item) open &= ~meetsPlane(&beam, plane);
  }
  const float cells = (float)shadow->cells.view.width, pixels = (float)shadow->meshes.view.width;
  open &= ~meetsListed(shadow, &beam, item, l.sx * cells, l.sy * cells, open);
  if (shadow->meshes.ntriangle && ints_any(open))
    open &= ~isBehindMap(shadow, l.sx * pixels, l.sy * pixels, l.d, cosine, open);
  return ~on | open;
}

// ---- lights that reach all of a tile

// bounds of the parts of an item: a tile, and a range of distances
typedef struct {
  float x, y;  // first pixel of the tile
  float near, far;
} Slab;

typedef struct {
  float low, high;
} Range;

static void addTo(Range* r, floats x) {
  for (int i = 0; i < WIDE; i++) {
    r->low = x[i] < r->low ? x[i] : r->low;
    r->high = x[i] > r->high ? x[i] : r->high;
  }
}

// n is at least WIDE; the last of the parts may be loaded twice
static Slab slabOf(const paint_View* v, const parts_Parts* parts, int first, int n, int x, int y) {
  floats low = floats_bc(parts->close[first]), high = low;
  Range r = {parts->close[first], parts->close[first]};
  for (int i = 0; i < n; i += WIDE) {
    const floats close = floats_load(parts->close + first + (i < n - WIDE ? i : n - WIDE));
    low = floats_min(low, close);
    high = floats_max(high, close);
  }
  addTo(&r, low);
  addTo(&r, high);
  return v->ortho ? (Slab){(float)x, (float)y, v->far - r.high, v->far - r.low}
                  : (Slab){(float)x, (float)y, 1 / r.high, 1 / r.low};
}

static Range wider(Range r, float by) { return (Range){r.low - by, r.high + by}; }

// first and last tile of n in which fractions of a width lie
static void tilesOf(Range range, int width, int n, int tile[2]) {
  for (int k = 0; k < 2; k++) {
    const float end = k ? range.high : range.low, at = end < 0 ? 0 : end < 1 ? end : 1;
    tile[k] = (int)(at * (float)width) >> TILE_BITS;
    tile[k] = tile[k] < n ? tile[k] : n - 1;
  }
}

static bool isEmpty(const paint_Bins* s, Range across, Range up) {
  int column[2], row[2];
  tilesOf(across, s->view.width, s->ncolumn, column);
  tilesOf(up, s->view.height, s->nrow, row);
  for (int y = row[0]; y <= row[1]; y++) {
    const int* first = s->first + y * s->ncolumn;
    if (first[column[0]] != first[column[1] + 1]) return false;
  }
  return true;
}

// where a light sees the corners of a slab; false: some are behind it, infinite or NaN
static bool seesSlab(const paint_View* v, const paint_View* eye, const Slab* slab, Range* across,
                     Range* up, Range* inv) {
  for (int first = 0; first < 8; first += WIDE) {
    const ints number = first + ints_steps();
    const floats right = ints_float((number & 1) * TILE),
                 upper = ints_float((number & 2) * (TILE / 2));
    const floats d = floats_select((number & 4) != 0, floats_bc(slab->far), floats_bc(slab->near));
    Spot s;
    placeSpot(&s, eye, slab->x + right, slab->y + upper, eye->ortho ? eye->far - d : 1.0f / d);
    const Seen l = seenBy(v, s.point);
    const ints sane = (floats_abs(l.sx) < 1e30f) & (floats_abs(l.sy) < 1e30f);
    if (!ints_all(l.before & sane)) return false;
    addTo(across, l.sx);
    addTo(up, l.sy);
    addTo(inv, l.inv);
  }
  return true;
}

// Whether nothing casts a shadow where the light sees the slab: every part of it is lit. A
// projection maps the convex hull of eight corners to the hull of their images, if all are in front
// of the light.
static bool isClear(const paint_Shadow* shadow, const paint_View* eye, const paint_Item* item,
                    const Slab* slab) {
  const paint_View* v = &shadow->view;
  Range across = {INFINITY, -INFINITY}, up = across, inv = across;
  if (shadesItself(item)) return false;
  for (int i = 0; i < shadow->nplane; i++) {
    if (&shadow->cells.items->item[shadow->plane[i]] != item) return false;
  }
  if (!seesSlab(v, eye, slab, &across, &up, &inv)) return false;
  // rounding errors of positions are far below this
  const float error = 1e-5f * slab->far * inv.high;
  across = wider(across, 1e-3f + error / (v->du * (float)v->width));
  up = wider(up, 1e-3f + error / (v->dv * (float)v->height));
  if (!(across.high - across.low < 1 && up.high - up.low < 1)) return false;
  return isEmpty(&shadow->cells, across, up) &&
         (!shadow->meshes.ntriangle || isEmpty(&shadow->meshes, across, up));
}

// bit i: light i casts no shadow on parts of the item
static unsigned clearLights(const paint_Brush* p, const paint_Item* item, const parts_Parts* parts,
                            int first, int n, int x, int y) {
  enum { WORTH_IT = 64 };  // parts for which the test pays off
  unsigned clear = 0;
  if (n < WORTH_IT || !item->lit) return 0;
  const paint_View* eye = &p->bins->view;
  const Slab slab = slabOf(eye, parts, first, n, x, y);
  for (int i = 0; i < p->nlight; i++) {
    const paint_Shadow* shadow = p->light[i].shadow;
    clear |= (unsigned)(shadow && isClear(shadow, eye, item, &slab)) << i;
  }
  return clear;
}

// direction to a light and its strength (attenuation and spot cone), false: none
LANE_INLINE bool aim(const Spot* s, const paint_Light* light, floats to[3], floats* strength) {
  *strength = floats_bc(1);
  for (int k = 0; k < 3; k++) to[k] = floats_bc(-light->dir[k]);
  if (!light->spot) return true;
  const float* a = light->attenuation;
  for (int k = 0; k < 3; k++) to[k] = light->pos[k] - s->point[k];
  const floats d2 = floats_max(floats_dot(to, to), floats_bc(1e-30f)), d = floats_sqrt(d2);
  const floats inv = 1.0f / d;
  for (int k = 0; k < 3; k++) to[k] = to[k] * inv;
  const floats along = -(to[0] * light->dir[0] + to[1] * light->dir[1] + to[2] * light->dir[2]);
  const ints in = along >= light->cosCutoff;
  if (!ints_any(in)) return false;
  floats share = floats_bc(1 / a[0]);
  if (a[1] != 0 || a[2] != 0) share = 1.0f / (a[0] + a[1] * d + a[2] * d2);
  if (light->exponent > 0) share = share * floats_pow(floats_clip(along, 0, 1), light->exponent);
  *strength = floats_select(in, share, floats_bc(0));
  return true;
}

// Specular highlight by the half vector (Blinn-Phong): with unit vectors to the light and from the
// eye its squared length is 2 - 2 to.way. Less than a quarter of 1/1000 counts as none.
LANE_INLINE floats shineOf(const Spot* s, const paint_Item* item, const floats to[3],
                           floats cosine) {
  const floats zero = floats_bc(0);
  const floats between = cosine - s->along, length2 = 2 - 2 * floats_dot(to, s->way);
  const floats h2 = floats_clip(between * between / floats_max(length2, floats_bc(1e-10f)), 0, 1);
  const ints some = (cosine > 0) & (between > 0) & (h2 > item->dull);
  if (!ints_any(some)) return zero;
  const floats power = floats_pow(h2, 64 * item->shininess);
  return floats_select(some, power * item->specular, zero);
}

// What is computed of a light once for all points of an item. Directional light on a plane is the
// same everywhere but for highlights.
typedef struct {
  bool even, shines;
  float cosine, rgb[3];  // of even light, the same at all points
} Known;

static Known knownOf(const paint_Brush* p, const paint_Item* item, const paint_Light* light) {
  const float *m = item->mat, *c = light->specular;
  Known e = {.shines = item->specular > 0 && (c[0] != 0 || c[1] != 0 || c[2] != 0)};
  e.even = isPlane(item) && !light->spot;
  if (!e.even) return e;
  e.cosine = m[2] * -light->dir[0] + m[5] * -light->dir[1] + m[8] * -light->dir[2];
  const float diffuse = e.cosine > 0 ? e.cosine : 0;
  for (int k = 0; k < 3; k++)
    e.rgb[k] = item->rgba[k] * p->dim * (light->ambient[k] + light->diffuse[k] * diffuse);
  return e;
}

// adds the light of a lamp to rgb: ambient, diffuse, specular; false: there is none
LANE_INLINE bool addLight(const Spot* s, const paint_Item* item, const paint_Light* light,
                          const Known* known, const floats color[3], floats rgb[3], floats to[3],
                          floats* cosine) {
  floats strength;
  if (!aim(s, light, to, &strength)) return false;
  if (known->even) {
    *cosine = floats_bc(known->cosine);
    for (int k = 0; k < 3; k++) rgb[k] += known->rgb[k];
  } else {
    *cosine = floats_dot(s->normal, to);
    const floats diffuse = floats_max(*cosine, floats_bc(0)) * strength;
    for (int k = 0; k < 3; k++)
      rgb[k] += color[k] * (light->ambient[k] * strength + light->diffuse[k] * diffuse);
  }
  if (!known->shines) return true;
  const floats shine = shineOf(s, item, to, *cosine) * strength;
  for (int k = 0; k < 3; k++) rgb[k] += light->specular[k] * shine;
  return true;
}

LANE_INLINE void clampColor(floats rgb[3]) {
  for (int k = 0; k < 3; k++) rgb[k] = floats_clip(rgb[k], 0, 1);
}

// Sums emission and lights without shadows; then adds each light with shadows where it reaches.
// clear: bits of lights that reach all points.
LANE_INLINE void lightUp(const Spot* s, const paint_Brush* p, const paint_Item* item,
                         const Known known[MOST_LIGHTS], unsigned clear, floats rgb[3]) {
  floats color[3], to[3], cosine;
  for (int k = 0; k < 3; k++) {
    color[k] = floats_bc(item->rgba[k] * p->dim);
    rgb[k] = color[k] * (item->emission + (p->nlight ? 0 : 0.3f));
  }
  for (int i = 0; i < p->nlight; i++) {
    if (!p->light[i].shadow) addLight(s, item, &p->light[i], &known[i], color, rgb, to, &cosine);
  }
  clampColor(rgb);
  for (int i = 0; i < p->nlight; i++) {
    floats more[3] = {floats_bc(0), floats_bc(0), floats_bc(0)};
    if (!p->light[i].shadow) continue;
    if (!addLight(s, item, &p->light[i], &known[i], color, more, to, &cosine)) continue;
    clampColor(more);
    const ints some = (more[0] > 0) | (more[1] > 0) | (more[2] > 0);
    if (!ints_any(some)) continue;
    if (clear >> i & 1) {
      for (int k = 0; k < 3; k++) rgb[k] += more[k];
      continue;
    }
    const ints lit = reaches(p->light[i].shadow, s, &p->bins->view, item, to, cosine);
    for (int k = 0; k < 3; k++) rgb[k] += floats_select(lit, more[k], floats_bc(0));
  }
}

LANE_INLINE void addFog(const paint_Brush* p, floats d, floats rgb[3]) {
  const float span = p->fogEnd - p->fogStart;
  const floats f = floats_clip((p->fogEnd - d) * (1 / (span > 1e-10f ? span : 1e-10f)), 0, 1);
  for (int k = 0; k < 3; k++) rgb[k] = p->fogRgb[k] + f * (rgb[k] - p->fogRgb[k]);
}

// ---- parts

// loads WIDE parts from `first` on; the last one replaces those that do not exist
LANE_INLINE void loadSpot(Spot* s, const paint_Brush* paint, const paint_Item* item,
                          parts_Parts* parts, int first, int n, int x, int y) {
  ints pixel = ints_load(parts->pixel + first);
  floats dx = floats_load(parts->dx + first), dy = floats_load(parts->dy + first);
  floats close = floats_load(parts->close + first);
  ints primitive = ints_load(parts->primitive + first);
  if (n < WIDE) {
    const ints there = ints_steps() < n;
    const int last = first + n - 1;
    pixel = ints_select(there, pixel, ints_bc(parts->pixel[last]));
    dx = floats_select(there, dx, floats_bc(parts->dx[last]));
    dy = floats_select(there, dy, floats_bc(parts->dy[last]));
    close = floats_select(there, close, floats_bc(parts->close[last]));
    primitive = ints_select(there, primitive, ints_bc(parts->primitive[last]));
  }
  s->face = ints_bc(0);
  for (int k = 0; k < 3; k++) s->corner[k] = floats_bc(0);
  if (item->kind == DRAW_MESH && item->mesh->solid != SOLID_PLANE) {
    s->face = ints_gather(&paint->bins->triangle->face, primitive * TRIANGLE_WORDS);
  }
  floats rel[3];
  placeSpot(s, &paint->bins->view, ints_float(x + (pixel & (TILE - 1))) + dx + 0.5f,
            ints_float(y + (pixel >> TILE_BITS)) + dy + 0.5f, close);
  for (int k = 0; k < 3; k++) rel[k] = s->point[k] - item->pos[k];
  turnBack(s->local, item->mat, rel);
}

static void shade(const paint_Brush* paint, const paint_Item* item, parts_Parts* parts, int first,
                  int n, int x, int y) {
  const unsigned clear = clearLights(paint, item, parts, first, n, x, y);
  Known known[MOST_LIGHTS];
  for (int i = 0; i < paint->nlight; i++) known[i] = knownOf(paint, item, &paint->light[i]);
  for (int at = 0; at < n; at += WIDE) {
    const int count = n - at < WIDE ? n - at : WIDE;
    Spot s;
    floats rgb[3], texel[4], alpha = floats_bc(item->rgba[3]);
    loadSpot(&s, paint, item, parts, first + at, count, x, y);
    setNormal(&s, item);
    if (item->lit) {
      lightUp(&s, paint, item, known, clear, rgb);
    } else {
      for (int k = 0; k < 3; k++) rgb[k] = floats_bc(item->rgba[k] * paint->dim);
    }
    if (item->texture) {
      lookUp(&s, &paint->bins->view, item, texel);
      for (int k = 0; k < 3; k++) rgb[k] = rgb[k] * texel[k];
      alpha = alpha * texel[3];
    }
    clampColor(rgb);
    if (paint->fog) addFog(paint, s.d, rgb);
    // arrays are padded behind the last part
    for (int k = 0; k < 3; k++) floats_store(parts->rgba[k] + first + at, rgb[k]);
    floats_store(parts->rgba[3] + first + at, alpha);
  }
}

// ---- sky

// skybox: a closed cylinder about the eye, with half height equal to its radius, seen from inside
static void sky(const paint_View* view, const paint_Texture* texture, float radius, int x, int y,
                int n, float rgb[3][TILE], float* close) {
  for (int at = 0; at < n; at += WIDE) {
    Spot s;
    floats texel[4];
    placeSpot(&s, view, ints_float(x + at + ints_steps()) + 0.5f, floats_bc((float)y + 0.5f),
              floats_bc(1));
    const floats* w = s.way;
    const floats flat = floats_sqrt(w[0] * w[0] + w[1] * w[1]), steep = floats_abs(w[2]);
    const floats reach = radius / floats_max(floats_max(flat, steep), floats_bc(1e-6f));
    const floats d =
        reach * (w[0] * view->forward[0] + w[1] * view->forward[1] + w[2] * view->forward[2]);
    floats c = view->far - d;
    if (!view->ortho) c = 1.0f / floats_max(d, floats_bc(1e-6f));
    const floats dir[3] = {w[0], w[2], -w[1]};
    const float texels = view->dv * (float)texture->width[0] * 0.5f;
    look_cube(texel, texture, dir, floats_log2(floats_bc(texels > 1e-10f ? texels : 1e-10f)));
    for (int k = 0; k < 3; k++) floats_store(rgb[k] + at, texel[k]);
    floats_store(close + at, c);
  }
}

extern const shade_Kernels LANE(shade_kernels);
const shade_Kernels LANE(shade_kernels) = {shade, sky};
