// Local surface geometry (curvature) of geoms near a contact: finds by position the face, edge, rim
// or corner that a point is on, and how the normal turns when the point slips (ckin_Surface).
//   surface                     A, B
//   plane, face                 (1, 0)
//   sphere, cap, radius r       (r, 1)
//   side of radius r            (1, 0) along the axis, (r, 1) across
//   straight edge               (1, 0) along, (0, 1) across
//   corner                      (0, 1)
//   rim, radius r rho           (r, n.rho) along axis x rho, (0, 1) across
//   ellipsoid x'Qx = 1          (1, Q/|Qx|) in the tangents
// Where a surface is flat, x is measured in units of a length of the pair of geoms.
#include <math.h>

#include "collide/support.h"
#include "diff/contact_kinematics_part.h"

static const mjtNum TILT = 2e-3;  // a few times the angle by which geoms are tilted

// ---- kinds

static void isotropic(ckin_Surface* s, mjtNum a, mjtNum b) {
  s->A[0] = s->A[2] = a;
  s->B[0] = s->B[2] = b;
  s->A[1] = s->B[1] = 0;
}

static void face(ckin_Surface* s, const ckin_Query* q) {
  isotropic(s, q->scale, 0);
  s->flat = 2;
}

static void corner(ckin_Surface* s) { isotropic(s, 0, 1); }

// m = along tt' + across (1 - tt')
static void directed(mjtNum m[3], const mjtNum t[2], mjtNum along, mjtNum across) {
  m[0] = along * t[0] * t[0] + across * t[1] * t[1];
  m[1] = (along - across) * t[0] * t[1];
  m[2] = along * t[1] * t[1] + across * t[0] * t[0];
}

// unit direction in the tangents; (1, 0) if dir is along the normal
static void tangential(mjtNum t[2], const ckin_Query* q, const mjtNum dir[3]) {
  t[0] = v3_dot(q->frame + 3, dir);
  t[1] = v3_dot(q->frame + 6, dir);
  const mjtNum norm = sqrt(t[0] * t[0] + t[1] * t[1]);
  const bool good = norm > mjMINVAL;
  t[0] = good ? t[0] / norm : 1;
  t[1] = good ? t[1] / norm : 0;
}

// straight along dir, a circle of the given radius across; 0: an edge
static void straight(ckin_Surface* s, const ckin_Query* q, const mjtNum dir[3], mjtNum radius) {
  mjtNum t[2];
  tangential(t, q, dir);
  directed(s->A, t, q->scale, radius);
  directed(s->B, t, 0, 1);
  s->flat = 1;
  s->fit = fabs(v3_dot(q->frame, dir));
}

// ---- geoms

// point and outward normal in the frame of a geom
typedef struct {
  const mjtNum *mat, *size;
  mjtNum x[3], n[3];
} Local;

static bool plane(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  (void)geom, (void)at;
  face(s, q);
  return true;
}

static bool sphere(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  (void)q, (void)geom;
  isotropic(s, at->size[0], 1);
  return true;
}

static bool capsule(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  (void)geom;
  const mjtNum radius = at->size[0], half = at->size[1], z = at->x[2];
  mjtNum axis[3];
  if (fabs(z) >= half - q->tol) {
    isotropic(s, radius, 1);
    return true;
  }
  m3_column(axis, at->mat, 2);
  straight(s, q, axis, radius);
  s->off = fabs(sqrt(at->x[0] * at->x[0] + at->x[1] * at->x[1]) - radius);
  return true;
}

static bool ellipsoid(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  (void)geom;
  const mjtNum* size = at->size;
  mjtNum Q[3], grad[3], y[3], z[3];
  for (int k = 0; k < 3; k++) {
    Q[k] = 1 / (size[k] * size[k]);
    grad[k] = Q[k] * at->x[k];
  }
  m3_mulTVec(y, at->mat, q->frame + 3);
  m3_mulTVec(z, at->mat, q->frame + 6);
  isotropic(s, q->scale, 0);
  const mjtNum scl = q->scale / v3_norm(grad);
  for (int k = 0; k < 3; k++) {
    s->B[0] += scl * Q[k] * y[k] * y[k];
    s->B[1] += scl * Q[k] * y[k] * z[k];
    s->B[2] += scl * Q[k] * z[k] * z[k];
  }
  return true;
}

// rho = (x, y)/|(x, y)| in the frame of the cylinder, radius from the axis to the rim
static void rim(ckin_Surface* s, const ckin_Query* q, const Local* at, mjtNum dist) {
  const mjtNum rho[3] = {at->x[0] / dist, at->x[1] / dist, 0}, across[3] = {-rho[1], rho[0], 0};
  const mjtNum cosine = v3_dot(at->n, rho);
  mjtNum dir[3], t[2];
  if (q->tilted &&
      cosine < TILT) {  // the point would slip along the rim as much as the tilt is small
    corner(s);
    return;
  }
  m3_mulVec(dir, at->mat, across);
  tangential(t, q, dir);
  directed(s->A, t, at->size[0], 0);
  directed(s->B, t, cosine, 1);
}

static bool cylinder(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  (void)geom;
  const mjtNum radius = at->size[0], half = at->size[1];
  const mjtNum dist = sqrt(at->x[0] * at->x[0] + at->x[1] * at->x[1]);
  const mjtNum toSide = fabs(radius - dist), toCap = fabs(half - fabs(at->x[2]));
  if (toSide <= q->tol && toCap <= q->tol) {
    rim(s, q, at, dist);
  } else if (toCap < toSide) {
    face(s, q);
  } else {
    mjtNum axis[3];
    m3_column(axis, at->mat, 2);
    straight(s, q, axis, radius);
  }
  return true;
}

// distance of a unit normal from axis k, on the side of x
static mjtNum leanFrom(const mjtNum n[3], int k, mjtNum x) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  return n[k] * x > 0 ? sqrt(n[i] * n[i] + n[j] * n[j]) : 1;
}

static bool box(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  (void)geom;
  int bound = 0, nearest = 0, inner = 0;
  mjtNum least = mjMAXVAL;
  for (int k = 0; k < 3; k++) {
    const mjtNum to = at->size[k] - fabs(at->x[k]);
    if (fabs(to) < least) {
      least = fabs(to);
      nearest = k;
    }
    if (to <= q->tol) {
      bound++;
    } else {
      inner = k;
    }
    if (-to > s->off) s->off = -to;
  }
  if (least > s->off) s->off = least;
  if (bound == 3) {
    corner(s);
  } else if (bound == 2) {
    mjtNum dir[3];
    m3_column(dir, at->mat, inner);
    straight(s, q, dir, 0);
  } else {
    face(s, q);
    s->fit = leanFrom(at->n, nearest, at->x[nearest]);
  }
  return true;
}

// ---- polygons, meshes

// position of a point relative to a polygon
typedef struct {
  mjtNum off;     // largest distance out of its plane or beyond a side
  int near;       // number of sides that it is on, 2 for a corner
  mjtNum dir[3];  // of the last such side
} Spot;

static void addSide(Spot* spot, const mjtNum x[3], const mjtNum from[3], const mjtNum to[3],
                    const mjtNum normal[3], mjtNum tol) {
  mjtNum dir[3], out[3], arm[3], turn[3];
  v3_sub(dir, to, from);
  if (v3_normalize(dir) < mjMINVAL) return;
  v3_cross(out, dir, normal);
  v3_sub(arm, x, from);
  const mjtNum over = v3_dot(out, arm);
  if (over > spot->off) spot->off = over;
  if (over < -tol) return;
  v3_cross(turn, dir, spot->dir);
  if (spot->near && v3_norm(turn) < 1e-3) return;  // collinear with the previous side
  spot->near++;
  v3_copy(spot->dir, dir);
}

static void vertexOf(mjtNum res[3], const float* vert, int i) {
  v3_set(res, vert[3 * i], vert[3 * i + 1], vert[3 * i + 2]);
}

static Spot spotIn(const mjModel* m, const float* vert, int poly, const mjtNum x[3], mjtNum tol) {
  const int n = m->mesh_polyvertnum[poly];
  const int* loop = m->mesh_polyvert + m->mesh_polyvertadr[poly];
  const mjtNum* normal = m->mesh_polynormal + 3 * poly;
  Spot spot = {.off = 0};
  mjtNum from[3], to[3], arm[3];
  vertexOf(from, vert, loop[n - 1]);
  v3_sub(arm, x, from);
  spot.off = fabs(v3_dot(normal, arm));
  for (int k = 0; k < n; k++) {
    vertexOf(to, vert, loop[k]);
    addSide(&spot, x, from, to, normal, tol);
    v3_copy(from, to);
  }
  return spot;
}

static void setSpot(ckin_Surface* s, const ckin_Query* q, const Local* at, const Spot* spot,
                    const mjtNum normal[3]) {
  s->off = spot->off;
  if (spot->near >= 2) {
    corner(s);
  } else if (spot->near == 1) {
    mjtNum dir[3];
    m3_mulVec(dir, at->mat, spot->dir);
    straight(s, q, dir, 0);
  } else {
    mjtNum lean[3];
    face(s, q);
    v3_sub(lean, at->n, normal);
    s->fit = v3_norm(lean);
  }
}

// Searches the polygons at the support vertex in the direction of the normal: the point is in one
// of them.
static bool mesh(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  const mjModel* m = q->m;
  const int id = m->geom_dataid[geom];
  if (id < 0 || m->mesh_polynum[id] <= 0) return false;
  Shape shape;
  mjtNum n[3], far[3];
  shape_fromGeom(&shape, m, geom, q->d->geom_xpos + 3 * geom, at->mat, 0);
  v3_scl(n, q->frame, q->out);
  shape.support(&shape, n, far);
  const int vertex = m->mesh_vertadr[id] + shape.id, first = m->mesh_polyadr[id];
  const int *poly = m->mesh_polymap + m->mesh_polymapadr[vertex],
            count = m->mesh_polymapnum[vertex];
  Spot best = {.off = mjMAXVAL};
  int in = -1;
  for (int k = 0; k < count; k++) {
    const Spot spot = spotIn(m, shape.hull.vert, first + poly[k], at->x, q->tol);
    if (!(spot.off < best.off)) continue;
    best = spot;
    in = first + poly[k];
  }
  if (in < 0) return false;
  setSpot(s, q, at, &best, m->mesh_polynormal + 3 * in);
  return true;
}

// ---- height fields

static void gridPoint(mjtNum res[3], const ckin_Query* q, int id, int row, int col) {
  const mjModel* m = q->m;
  const mjtNum* size = m->hfield_size + 4 * id;
  const int nrow = m->hfield_nrow[id], ncol = m->hfield_ncol[id];
  const float* data = m->hfield_data + m->hfield_adr[id];
  v3_set(res, 2 * size[0] / (ncol - 1) * col - size[0], 2 * size[1] / (nrow - 1) * row - size[1],
         data[(long)row * ncol + col] * size[2] + q->raise);
}

static Spot spotInTriangle(const mjtNum p[3][3], const mjtNum normal[3], const mjtNum x[3],
                           mjtNum tol) {
  Spot spot = {.off = 0};
  mjtNum arm[3];
  v3_sub(arm, x, p[0]);
  spot.off = fabs(v3_dot(normal, arm));
  for (int k = 0; k < 3; k++) addSide(&spot, x, p[k], p[k == 2 ? 0 : k + 1], normal, tol);
  return spot;
}

static int cellOf(mjtNum x, mjtNum half, int cells) {
  const mjtNum i = (x + half) / (2 * half) * cells;
  return !(i > 0) ? 0 : i >= cells ? cells - 1 : (int)i;
}

// One of the two triangles of the cell under the point, as the top of a triangular prism.
static bool field(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at) {
  static const int cell[2][3][2] = {{{0, 0}, {1, 1}, {1, 0}}, {{0, 0}, {0, 1}, {1, 1}}};
  const mjModel* m = q->m;
  const int id = m->geom_dataid[geom];
  if (id < 0 || m->hfield_nrow[id] < 2 || m->hfield_ncol[id] < 2) return false;
  const mjtNum* size = m->hfield_size + 4 * id;
  const int col = cellOf(at->x[0], size[0], m->hfield_ncol[id] - 1);
  const int row = cellOf(at->x[1], size[1], m->hfield_nrow[id] - 1);
  Spot best = {.off = mjMAXVAL};
  mjtNum up[3] = {0, 0, 1};
  for (int k = 0; k < 2; k++) {
    mjtNum p[3][3], a[3], b[3], normal[3];
    for (int i = 0; i < 3; i++) {
      gridPoint(p[i], q, id, row + cell[k][i][0], col + cell[k][i][1]);
    }
    v3_sub(a, p[1], p[0]);
    v3_sub(b, p[2], p[0]);
    v3_cross(normal, a, b);
    v3_normalize(normal);
    const Spot spot = spotInTriangle(p, normal, at->x, q->tol);
    if (!(spot.off < best.off)) continue;
    best = spot;
    v3_copy(up, normal);
  }
  setSpot(s, q, at, &best, up);
  return true;
}

// ---- all

typedef bool (*Kind)(ckin_Surface* s, const ckin_Query* q, int geom, const Local* at);

static const Kind kinds[mjNGEOMTYPES] = {[mjGEOM_PLANE] = plane,
                                         [mjGEOM_HFIELD] = field,
                                         [mjGEOM_SPHERE] = sphere,
                                         [mjGEOM_CAPSULE] = capsule,
                                         [mjGEOM_ELLIPSOID] = ellipsoid,
                                         [mjGEOM_CYLINDER] = cylinder,
                                         [mjGEOM_BOX] = box,
                                         [mjGEOM_MESH] = mesh};

bool ckin_surface(const ckin_Query* q, int geom, ckin_Surface* res) {
  const Kind kind = kinds[q->m->geom_type[geom]];
  if (!kind) return false;
  Local at = {.mat = q->d->geom_xmat + 9 * geom, .size = q->m->geom_size + 3 * geom};
  mjtNum x[3];
  v3_sub(x, q->point, q->d->geom_xpos + 3 * geom);
  m3_mulTVec(at.x, at.mat, x);
  v3_scl(x, q->frame, q->out);
  m3_mulTVec(at.n, at.mat, x);
  res->flat = 0;
  res->off = res->fit = 0;
  return kind(res, q, geom, &at);
}
