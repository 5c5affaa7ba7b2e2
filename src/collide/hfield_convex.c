// Height field against a convex geom or an element of a flex: every triangle of the field near the
// geom is the top of a prism that reaches down to the base, and each prism is solved as a convex
// object (GJK, EPA) against the geom, in the frame of the field.
//   geom_xpos, geom_xmat, hfield_data -> con
#include "base/assert.h"
#include "collide/collide.h"
#include "collide/convex.h"
#include "collide/flex_elem.h"

typedef struct Field_ {
  const float* data;
  const mjtNum* size;  // half x, half y, top, base
  int nrow, ncol;
  mjtNum dx, dy;
  mjtNum raise;  // added to the heights
} Field;

// cells below the geom: columns min[0] to max[0], rows min[1] to max[1]
typedef struct Window_ {
  int min[2], max[2];
} Window;

// bounding box of the geom in the field's frame, without margin, by support functions
static void extent(Shape* s, mjtNum lo[3], mjtNum hi[3]) {
  for (int axis = 0; axis < 3; axis++) {
    mjtNum dir[3] = {0, 0, 0}, point[3];
    dir[axis] = 1;
    s->support(s, dir, point);
    hi[axis] = point[axis];
    dir[axis] = -1;
    s->support(s, dir, point);
    lo[axis] = point[axis];
  }
}

static bool isOutside(const Field* f, const mjtNum lo[3], const mjtNum hi[3], mjtNum slack) {
  const mjtNum* s = f->size;
  const bool isBeside = lo[0] - slack > s[0] || hi[0] + slack < -s[0] || lo[1] - slack > s[1] ||
                        hi[1] + slack < -s[1];
  return isBeside || lo[2] - slack > s[2] || hi[2] + slack < -s[3];
}

// floor or ceil of x, clamped to 0 .. most; NaN gives 0
static int floorIn(mjtNum x, int most) { return !(x > 0) ? 0 : x >= most ? most : (int)x; }
static int ceilIn(mjtNum x, int most) {
  const int i = floorIn(x, most);
  return i < most && x > i ? i + 1 : i;
}

static void setWindow(Window* w, const Field* f, const mjtNum lo[3], const mjtNum hi[3]) {
  const int cells[2] = {f->ncol - 1, f->nrow - 1};
  for (int k = 0; k < 2; k++) {
    const mjtNum half = f->size[k];
    w->min[k] = floorIn((lo[k] + half) / (2 * half) * cells[k], cells[k]);
    w->max[k] = ceilIn((hi[k] + half) / (2 * half) * cells[k], cells[k]);
    ASSERT_FULL(w->min[k] >= 0 && w->max[k] <= cells[k]);
  }
}

// reuses the last two vertices, and adds the one at (row, col) as the third; bottom, then top
static void shiftPrism(mjtNum corner[18], const Field* f, int row, int col) {
  ASSERT_FULL(row >= 0 && row < f->nrow && col >= 0 && col < f->ncol);
  v3_copy(corner, corner + 3);
  v3_copy(corner + 3, corner + 6);
  v3_copy(corner + 9, corner + 12);
  v3_copy(corner + 12, corner + 15);
  const mjtNum x = f->dx * col - f->size[0], y = f->dy * row - f->size[1];
  v3_set(corner + 6, x, y, -f->size[3]);
  v3_set(corner + 15, x, y, f->data[(long)row * f->ncol + col] * f->size[2] + f->raise);
}

static void centerOf(mjtNum center[3], const mjtNum corner[18]) {
  v3_copy(center, corner);
  for (int i = 1; i < 6; i++) v3_addTo(center, corner + 3 * i);
  v3_scl(center, center, 1.0 / 6);
}

// transforms a contact from the field's frame to the world
static void toWorld(mjPreContact* con, const mjtNum pos[3], const mjtNum mat[9]) {
  mjtNum x[3];
  m3_mulVec(x, mat, con->pos);
  v3_add(con->pos, x, pos);
  m3_mulVec(x, mat, con->normal);
  v3_copy(con->normal, x);
}

// contacts of one row of prisms, after `count` earlier ones; returns the new count
static int collideRow(const mjModel* m, mjData* d, const Field* f, const Window* w, int row,
                      Shape* geom, mjtNum low, mjPreContact* con, int count) {
  mjtNum corner[18] = {0}, center[3] = {0};
  Shape prism;
  shape_fromPrism(&prism, corner, center);
  const int most = 2 * (w->max[0] - w->min[0] + 1);
  for (int i = 0; i < most && count < mjMAXCONPAIR; i++) {
    shiftPrism(corner, f, row + !(i & 1), w->min[0] + (i >> 1));
    if (i < 2 || (corner[11] < low && corner[14] < low && corner[17] < low)) continue;
    centerOf(center, corner);
    ConvexResult res;
    convex_solve(m, d, &prism, geom, 0, false, &res);
    ASSERT_FULL(res.n <= 1);
    count += convex_contacts(&res, 0, con + count);  // odd: height field margin
  }
  return count;
}

// pose of the geom relative to the field: pos = R1'(p2 - p1), mat = R1' R2
static void relativePose(const mjData* d, int g1, int g2, mjtNum pos[3], mjtNum mat[9]) {
  mjtNum x[3];
  v3_sub(x, d->geom_xpos + 3 * g2, d->geom_xpos + 3 * g1);
  m3_mulTVec(pos, d->geom_xmat + 9 * g1, x);
  m3_Tmul(mat, d->geom_xmat + 9 * g1, d->geom_xmat + 9 * g2);
}

static bool fieldOf(const mjModel* m, int geom, mjtNum raise, Field* f) {
  const int id = m->geom_dataid[geom];
  if (id < 0 || m->hfield_nrow[id] < 2 || m->hfield_ncol[id] < 2) return false;
  const mjtNum* size = m->hfield_size + 4 * id;
  *f = (Field){.data = m->hfield_data + m->hfield_adr[id],
               .size = size,
               .nrow = m->hfield_nrow[id],
               .ncol = m->hfield_ncol[id],
               .dx = 2 * size[0] / (m->hfield_ncol[id] - 1),
               .dy = 2 * size[1] / (m->hfield_nrow[id] - 1),
               .raise = raise};
  return true;
}

// contacts of a shape in the frame of the field, with bounding box lo to hi
static int collideField(const mjModel* m, mjData* d, mjPreContact* con, int geom, const Field* f,
                        Shape* shape, const mjtNum lo[3], const mjtNum hi[3]) {
  Window w;
  setWindow(&w, f, lo, hi);
  int n = 0;
  for (int row = w.min[1]; row < w.max[1] && n < mjMAXCONPAIR; row++) {
    n = collideRow(m, d, f, &w, row, shape, lo[2], con, n);
  }
  for (int i = 0; i < n; i++) toWorld(con + i, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom);
  return n;
}

int collide_hfieldConvex(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                         mjtNum margin) {
  Field f;
  mjtNum pos[3], mat[9], lo[3], hi[3];
  if (!fieldOf(m, g1, margin, &f)) return 0;
  relativePose(d, g1, g2, pos, mat);
  if (isOutside(&f, pos, pos, m->geom_rbound[g2] + margin)) return 0;
  Shape geom;
  shape_fromGeom(&geom, m, g2, pos, mat, margin);
  extent(&geom, lo, hi);
  if (isOutside(&f, lo, hi, margin)) return 0;
  return collideField(m, d, con, g1, &f, &geom, lo, hi);
}

int flex_hfieldElem(const mjModel* m, mjData* d, mjPreContact* con, int g, const flex_Elem* elem,
                    mjtNum margin) {
  Field f;
  mjtNum corner[12], center[3], x[3], lo[3], hi[3];
  const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g;
  if (!fieldOf(m, g, margin, &f)) return 0;
  for (int i = 0; i <= elem->dim; i++) {
    v3_sub(x, flex_vertex(elem, i), pos);
    m3_mulTVec(corner + 3 * i, mat, x);
  }
  v3_sub(x, elem->box, pos);
  m3_mulTVec(center, mat, x);
  Shape shape;
  shape_fromElement(&shape, corner, elem->dim + 1, center, 0);
  extent(&shape, lo, hi);  // odd: height field and elements; their radius does not count here
  if (isOutside(&f, lo, hi, margin)) return 0;
  shape.radius = elem->radius + 0.5 * margin;
  return collideField(m, d, con, g, &f, &shape, lo, hi);
}
