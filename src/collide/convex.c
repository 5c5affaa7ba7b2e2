// Narrow phase of convex geoms: GJK, EPA if they overlap, then multiple contact points by clipping
// faces (boxes and meshes) or by solving again with slightly tilted geoms (other types that may
// have flat contacts). Spheres and capsules are solved as points and segments with a radius, unless
// these cores overlap. The flag nativeccd has no effect: one solver serves both settings.
//   geom_xpos, geom_xmat -> con
#include "collide/convex.h"

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/small_hull.h"
#include "model/warning.h"

static void setPoint(ConvexResult* res, mjtNum dist, const mjtNum xa[3], const mjtNum xb[3]) {
  res->dist = dist;
  res->n = 1;
  res->point[0].dist = dist;
  v3_copy(res->point[0].xa, xa);
  v3_copy(res->point[0].xb, xb);
}

static void setFar(ConvexResult* res, const Gjk* g) {
  res->dist = GJK_FAR;
  res->n = 0;
  v3_copy(res->above, g->above);
}

// ---- one pair of objects

static void runGjk(const mjModel* m, mjData* d, const ConvexQuery* q, Gjk* g) {
  gjk_run(q, g);
  if (g->isCut && m->opt.ccd_iterations > GJK_ITERATIONS) warning_pairCut(d, GJK_ITERATIONS);
}

// the surfaces are at distance ra, rb from the cores; false if the cores touch
static bool solveCores(const mjModel* m, mjData* d, const ConvexQuery* q, mjtNum ra, mjtNum rb,
                       ConvexResult* res) {
  ConvexQuery core = *q;
  core.cutoff = q->cutoff + ra + rb;
  core.isFlat = false;
  Gjk g;
  runGjk(m, d, &core, &g);
  if (!(g.dist > q->tolerance)) return false;
  if (g.dist == GJK_FAR) {
    setFar(res, &g);
    return true;
  }
  mjtNum n[3];
  v3_sub(n, g.xb, g.xa);
  v3_normalize(n);
  v3_addToScl(g.xa, n, ra);
  v3_addToScl(g.xb, n, -rb);
  const mjtNum dist = g.dist - (ra + rb);
  setPoint(res, dist > q->cutoff ? GJK_FAR : dist, g.xa, g.xb);
  v3_neg(res->above, n);
  return true;
}

static void addFaces(const mjModel* m, mjData* d, const ConvexQuery* q, const Penetration* deepest,
                     ConvexResult* res) {
  bool isSwapped;
  const int n = face_contacts(m, d, q->a, q->b, deepest, res->point, &isSwapped);
  if (n > 0) {
    res->n = n;
    res->dist = res->point[0].dist;
    for (int i = 1; i < n; i++) {
      if (res->point[i].dist < res->dist) res->dist = res->point[i].dist;
    }
  } else if (isSwapped) {
    setPoint(res, res->dist, deepest->xb, deepest->xa);
  }
}

static void solveWhole(const mjModel* m, mjData* d, const ConvexQuery* q, bool hasFaces,
                       ConvexResult* res) {
  Gjk g;
  runGjk(m, d, q, &g);
  if (g.dist == GJK_FAR) {
    setFar(res, &g);
    return;
  }
  if (!(g.dist <= q->tolerance) || g.n < 2 || g.isSeparated) {
    setPoint(res, g.dist, g.xa, g.xb);
    return;
  }
  Penetration deepest;
  const EpaStatus status = epa_run(q, d, g.vert, g.n, &deepest);
  if (status != EPA_FOUND) {
    setPoint(res, 0, g.xa, g.xb);
    res->n = status == EPA_NO_START && g.hasPoints;
    return;
  }
  setPoint(res, -deepest.depth, deepest.xa, deepest.xb);
  if (hasFaces) addFaces(m, d, q, &deepest, res);
}

void convex_solve(const mjModel* m, mjData* d, Shape* a, Shape* b, mjtNum cutoff, bool hasFaces,
                  ConvexResult* res) {
  const mjtNum marginA = a->margin, marginB = b->margin;
  const int iterations = m->opt.ccd_iterations;
  const ConvexQuery q = {
      .a = a,
      .b = b,
      .tolerance = m->opt.ccd_tolerance,
      .cutoff = cutoff,
      .iterations = iterations < GJK_ITERATIONS ? iterations : GJK_ITERATIONS,
      .isFlat = marginA == 0 && marginB == 0 && shape_isPolytope(a) && shape_isPolytope(b),
  };
  v3_zero(res->above);
  if (shape_isRound(a) || shape_isRound(b)) {
    const mjtNum ra = shape_core(a), rb = shape_core(b);
    const bool isDone = solveCores(m, d, &q, ra, rb, res);
    shape_whole(a, marginA);
    shape_whole(b, marginB);
    if (isDone) return;
  }
  solveWhole(m, d, &q, hasFaces, res);
}

int convex_contacts(const ConvexResult* res, mjtNum margin, mjPreContact* con) {
  ASSERT_FULL(res->n >= 0 && res->n <= FACE_POINTS);
  if (!(res->dist < 0)) return 0;
  for (int i = 0; i < res->n; i++) {
    const Witness* w = res->point + i;
    con[i].dist = margin + w->dist;
    v3_add(con[i].pos, w->xa, w->xb);
    v3_scl(con[i].pos, con[i].pos, 0.5);
    v3_sub(con[i].normal, w->xa, w->xb);
    v3_normalize(con[i].normal);
    v3_zero(con[i].tangent);
  }
  return res->n;
}

// ---- more points by tilting (perturbed contact manifold)

enum { TILTS = 4 };
_Static_assert(1 + TILTS + FACE_POINTS <= mjMAXCONPAIR, "room for a try behind all that are kept");
// cosine and sine of half of 1e-3
#define TILT_COS 0.99999987500000260417
#define TILT_SIN 0.00049999997916666693749

// pose of a geom turned about a point: pos' = pos + (M r - r), r = pos - pivot, mat' = M mat
// order: the difference of M r and r first
static void tilt(const mjtNum axis[3], mjtNum sine, const mjtNum pivot[3], const mjtNum pos[3],
                 const mjtNum mat[9], mjtNum newPos[3], mjtNum newMat[9]) {
  const mjtNum w = TILT_COS, x = axis[0] * sine, y = axis[1] * sine, z = axis[2] * sine;
  const mjtNum turn[9] = {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  mjtNum arm[3], turned[3];
  m3_mul(newMat, turn, mat);
  v3_sub(arm, pos, pivot);
  m3_mulVec(turned, turn, arm);
  v3_sub(turned, turned, arm);
  v3_add(newPos, pos, turned);
}

static bool isApart(const mjPreContact* con, int n, const mjtNum pos[3], mjtNum least) {
  for (int i = 0; i < n; i++) {
    if (!(v3_dist(con[i].pos, pos) > least)) return false;
  }
  return true;
}

// con[0] is the contact without tilting; returns the number of contacts
static int addTilted(const mjModel* m, mjData* d, Shape* a, Shape* b, mjtNum margin, mjtNum least,
                     mjPreContact* con) {
  const mjtNum *posA = a->pos, *matA = a->mat, *posB = b->pos, *matB = b->mat;
  mjtNum frame[9], newPosA[3], newMatA[9], newPosB[3], newMatB[9];
  collide_frame(frame, con[0].normal, con[0].tangent);
  a->pos = a->center = newPosA;
  b->pos = b->center = newPosB;
  a->mat = newMatA;
  b->mat = newMatB;
  int n = 1;
  for (int i = 0; i < TILTS; i++) {
    const mjtNum* axis = frame + 3 + 3 * (i >> 1);
    const mjtNum sine = i & 1 ? TILT_SIN : -TILT_SIN;
    tilt(axis, sine, con[0].pos, posA, matA, newPosA, newMatA);
    tilt(axis, -sine, con[0].pos, posB, matB, newPosB, newMatB);
    ConvexResult res;
    convex_solve(m, d, a, b, 0, false, &res);
    if (!convex_contacts(&res, margin, con + n)) continue;
    if (!isApart(con, n, con[n].pos, least)) continue;
    con[n++].dist = con[0].dist;  // odd: distance of tilted contacts
  }
  return n;
}

static bool neverFlat(const Shape* s) {
  return s->type == mjGEOM_SPHERE || s->type == mjGEOM_ELLIPSOID;
}

int convex_geoms(const mjModel* m, mjData* d, mjPreContact* con, const separation_Pair* pair,
                 mjtNum above[3]) {
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const mjtNum margin = pair->limit;
  Shape a, b;
  shape_fromGeom(&a, m, g1, d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, margin);
  shape_fromGeom(&b, m, g2, d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, margin);
  shape_useHull(&a, pair->hull[0], pair->scan[0]);
  shape_useHull(&b, pair->hull[1], pair->scan[1]);
  const bool isMulti = !(m->opt.disableflags & mjDSBL_MULTICCD);
  const bool hasFaces = isMulti && margin <= 0 && shape_isPolytope(&a) && shape_isPolytope(&b);
  ConvexResult res;
  convex_solve(m, d, &a, &b, 0, hasFaces, &res);
  v3_copy(above, res.above);
  const int n = convex_contacts(&res, margin, con);
  if (n != 1 || !isMulti || hasFaces || neverFlat(&a) || neverFlat(&b)) return n;
  const mjtNum r1 = m->geom_rbound[g1], r2 = m->geom_rbound[g2];
  return addTilted(m, d, &a, &b, margin, 1e-3 * (r1 < r2 ? r1 : r2), con);
}

int collide_convexConvex(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                         mjtNum margin) {
  const separation_Pair pair = {
      .geom = {g1, g2}, .limit = margin, .scan = {small_ofGeom(m, d, g1), small_ofGeom(m, d, g2)}};
  mjtNum above[3];
  const int n = convex_geoms(m, d, con, &pair, above);
  if (!n) separation_keep(m, d, &pair, above);
  return n;
}
