// Ray casting against a height field: a base box below z = 0, triangles over a grid, and the four
// vertical sides between them. Traverses the grid along the ray in strips of cells.
//   hfield_data, hfield_size -> x, normal
#include <math.h>

#include "base/assert.h"
#include "collide/ray.h"
#include "math/vec.h"

typedef struct {
  mjtNum size[4];  // half size x, y, height of the data, depth of the base
  int n[2];        // samples along x (columns) and y (rows)
  mjtNum cell[2];  // spacing of the samples
  const float* data;
} Field;

typedef struct {
  const mjtNum *pos, *mat, *pnt;  // frame of the field, origin of the ray in the world
  mjtNum o[3], d[3];              // the ray in the frame
  mjtNum best;                    // -1: none yet
  mjtNum* normal;
} Nearest;

static bool isBetter(const Nearest* hit, mjtNum x) {
  return x >= 0 && (hit->best < 0 || x < hit->best);
}

// ---- boxes

// faces of a box whose bottom and top are given
// order: its center goes through the world, whose rounding is in the result
static int layerFaces(const Field* f, mjtNum bottom, mjtNum top, const Nearest* hit, mjtNum x[6]) {
  const mjtNum half = 0.5 * (top - bottom), middle = 0.5 * (top + bottom);
  const mjtNum size[3] = {f->size[0], f->size[1], half};
  mjtNum axis[3], centre[3], from[3], o[3];
  m3_column(axis, hit->mat, 2);
  v3_addScl(centre, hit->pos, axis, middle);
  v3_sub(from, hit->pnt, centre);
  m3_mulTVec(o, hit->mat, from);
  return ray_boxFaces(size, o, hit->d, x);
}

static void takeFace(Nearest* hit, int face, mjtNum x) {
  hit->best = x;
  if (hit->normal) ray_faceNormal(face, hit->normal);
}

// height of the data's border at a side, as a fraction: axis runs along the border, `last` selects
// one of the two
static mjtNum edgeHeight(const Field* f, int axis, bool last, mjtNum coordinate) {
  const int n = f->n[axis], stride = axis == 0 ? 1 : f->n[0];
  const int across = axis == 0 ? (f->n[1] - 1) * f->n[0] : f->n[0] - 1;
  const float* edge = f->data + (last ? across : 0);
  const mjtNum at = (coordinate / f->size[axis] + 1) * 0.5 * (n - 1);
  int i = at > 0 ? (int)at : 0;
  if (i > n - 2) i = n - 2;
  ASSERT_FULL(i >= 0 && i + 1 < n);
  const mjtNum w = at - i;
  return (1 - w) * edge[i * stride] + w * edge[(i + 1) * stride];
}

static void trySides(Nearest* hit, const Field* f, const mjtNum x[6]) {
  for (int face = 0; face < 4; face++) {
    if (!isBetter(hit, x[face])) continue;
    const int axis = face < 2 ? 1 : 0;
    const mjtNum height = (hit->o[2] + x[face] * hit->d[2]) / f->size[2];
    const mjtNum along = hit->o[axis] + x[face] * hit->d[axis];
    if (height < edgeHeight(f, axis, face % 2, along)) takeFace(hit, face, x[face]);
  }
}

// ---- triangles

static void vertex(const Field* f, int row, int col, mjtNum v[3]) {
  v3_set(v, f->cell[0] * col - f->size[0], f->cell[1] * row - f->size[1],
         f->data[row * f->n[0] + col] * f->size[2]);
}

static void tryCell(Nearest* hit, const Field* f, const ray_Beam* beam, int row, int col) {
  ASSERT_FULL(row >= 0 && row + 1 < f->n[1] && col >= 0 && col + 1 < f->n[0]);
  mjtNum v[2][3][3];  // (r,c) (r,c+1) (r+1,c+1) and (r,c) (r+1,c+1) (r+1,c)
  vertex(f, row, col, v[0][0]);
  vertex(f, row, col + 1, v[0][1]);
  vertex(f, row + 1, col + 1, v[0][2]);
  v3_copy(v[1][0], v[0][0]);
  v3_copy(v[1][1], v[0][2]);
  vertex(f, row + 1, col, v[1][2]);
  for (int k = 0; k < 2; k++) {
    mjtNum normal[3];
    const mjtNum x = ray_triangle(beam, (const mjtNum(*)[3])v[k], hit->normal ? normal : NULL);
    if (!isBetter(hit, x)) continue;
    hit->best = x;
    if (hit->normal) v3_copy(hit->normal, normal);
  }
}

// the ray in units of cells: index of the cell below a point = floor(from + x step)
typedef struct {
  mjtNum from[2], step[2];
} Walk;

// Cells are widened by this on all sides: more than rounding can move a point, so that no triangle
// is missed; an extra test is harmless.
static const mjtNum CELL_SLACK = 1e-3;

static int clipIndex(mjtNum at, int n) {
  if (!(at > 0)) return 0;
  return at >= n - 2 ? n - 2 : (int)at;
}

// cells lo .. hi of an axis that are below the ray between two distances
static void cellRange(const Walk* w, int axis, int n, mjtNum x0, mjtNum x1, int range[2]) {
  const mjtNum a = w->from[axis] + x0 * w->step[axis], b = w->from[axis] + x1 * w->step[axis];
  range[0] = clipIndex((a < b ? a : b) - CELL_SLACK, n);
  range[1] = clipIndex((a < b ? b : a) + CELL_SLACK, n);
}

// visits strips across the axis along which the ray passes cells faster, in the order of the ray;
// skips strips that begin behind the best hit
static void walkCells(Nearest* hit, const Field* f, mjtNum enter, mjtNum leave) {
  const ray_Beam beam = ray_beam(hit->o, hit->d);
  Walk w;
  for (int k = 0; k < 2; k++) {
    const mjtNum cells = 0.5 * (f->n[k] - 1);
    w.from[k] = (hit->o[k] / f->size[k] + 1) * cells;
    w.step[k] = hit->d[k] / f->size[k] * cells;
  }
  const int fast = fabs(w.step[0]) >= fabs(w.step[1]) ? 0 : 1, slow = 1 - fast;
  const mjtNum step = w.step[fast];
  int strips[2];
  cellRange(&w, fast, f->n[fast], enter, leave, strips);
  const int count = strips[1] - strips[0] + 1;
  for (int k = 0; k < count; k++) {
    const int strip = step < 0 ? strips[1] - k : strips[0] + k;
    mjtNum x0 = enter, x1 = leave;
    if (fabs(step) > mjMINVAL) {
      const mjtNum in = strip + (step < 0 ? 1 + CELL_SLACK : -CELL_SLACK);
      const mjtNum out = strip + (step < 0 ? -CELL_SLACK : 1 + CELL_SLACK);
      const mjtNum a = (in - w.from[fast]) / step, b = (out - w.from[fast]) / step;
      if (a > x0) x0 = a;
      if (b < x1) x1 = b;
    }
    if (x1 < x0) x1 = x0;
    if (hit->best >= 0 && x0 > hit->best) return;
    int across[2];
    cellRange(&w, slow, f->n[slow], x0, x1, across);
    for (int i = across[0]; i <= across[1]; i++)
      tryCell(hit, f, &beam, fast == 0 ? i : strip, fast == 0 ? strip : i);
  }
}

// interval of ray distances inside the box of the data (slab test); the ray hits the box, so an
// empty interval is due to rounding
static void passage(const Field* f, const Nearest* hit, mjtNum* enter, mjtNum* leave) {
  const mjtNum lo[3] = {-f->size[0], -f->size[1], 0}, *hi = f->size;
  *enter = 0;
  *leave = -1;
  for (int k = 0; k < 3; k++) {
    if (fabs(hit->d[k]) <= mjMINVAL) continue;
    const mjtNum a = (lo[k] - hit->o[k]) / hit->d[k], b = (hi[k] - hit->o[k]) / hit->d[k];
    const mjtNum in = a < b ? a : b, out = a < b ? b : a;
    if (in > *enter) *enter = in;
    if (*leave < 0 || out < *leave) *leave = out;
  }
  if (*leave < *enter) *leave = *enter;
}

mjtNum ray_hfield(const mjModel* m, int hfield, const mjtNum pos[3], const mjtNum mat[9],
                  const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]) {
  if (hfield < 0 || hfield >= m->nhfield) return -1;
  Field f = {.n = {m->hfield_ncol[hfield], m->hfield_nrow[hfield]},
             .data = m->hfield_data + m->hfield_adr[hfield]};
  memcpy(f.size, m->hfield_size + 4 * hfield, sizeof f.size);
  Nearest hit = {.pos = pos, .mat = mat, .pnt = pnt, .best = -1, .normal = normal};
  mjtNum from[3];
  v3_sub(from, pnt, pos);
  m3_mulTVec(hit.o, mat, from);
  m3_mulTVec(hit.d, mat, vec);
  mjtNum x[6];
  const int base = layerFaces(&f, -f.size[3], 0, &hit, x);
  if (base >= 0) takeFace(&hit, base, x[base]);
  if (layerFaces(&f, 0, f.size[2], &hit, x) < 0 || f.n[0] < 2 || f.n[1] < 2) return hit.best;
  for (int k = 0; k < 2; k++) f.cell[k] = 2.0 * f.size[k] / (f.n[k] - 1);
  mjtNum enter, leave;
  passage(&f, &hit, &enter, &leave);
  walkCells(&hit, &f, enter, leave);
  trySides(&hit, &f, x);
  return hit.best;
}
