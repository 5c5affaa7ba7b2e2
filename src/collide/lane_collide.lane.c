// Collision detection in SIMD lanes: goes through the pairs of the plan, culls those that are far
// apart in all lanes, computes closed forms in lanes, and other shapes lane by lane.
//   geom_xpos, geom_xmat -> contacts: dist, pos, frame
#include <math.h>

#include "collide/lane_collide.h"

#if LANE_W > 1

#include "base/assert.h"
#include "base/mem.h"
#include "dyn/dyn.h"
#include "model/model.h"
#include "model/reset.h"

// lanes do not support more contacts
enum { MOST_CONTACTS = 1000 };

static const mjtNum BALL_ROUNDING = 1e-12;  // relative, about 1000 times that of a pose

typedef struct {
  const lane_Model* m;
  lane_Data* d;
  const lane_Pair* pair;  // current pair
  const lane_PairPrm* prm;
  int number;  // its index
  lane_Contacts* out;
  int first;   // first contact of the current bodies
  mask sure;   // lanes in which a contact of these bodies overlaps by more than rounding
  mask found;  // lanes in which a point of the pair became a contact
  real depth;  // overlap of its points beyond that
  bool full;
  // the previous point, in lanes that have one
  mask last;
  real normal[3], tangent[3], frame[9];
} Run;

// ---- contacts

// false where the normal is degenerate
LANE_INLINE mask makeFrame(real frame[9], const real normal[3], const real tangent[3]) {
  const real zero = lane_bc(0), one = lane_bc(1);
  real x[3], y[3];
  v3_copy(x, normal);
  const mask good = v3_normalize(x) >= 0.5;
  const mask own = v3_dot(tangent, tangent) >= 0.25;
  const mask flat = (x[1] > -0.5) & (x[1] < 0.5);
  v3_set(y, zero, lane_select(flat, one, zero), lane_select(flat, zero, one));
  v3_select(y, own, tangent, y);
  v3_addToScl(y, x, -v3_dot(x, y));
  v3_normalize(y);
  v3_copy(frame, x);
  v3_copy(frame + 3, y);
  v3_cross(frame + 6, x, y);
  return good;
}

LANE_INLINE void selectFrame(real res[9], mask m, const real a[9], const real b[9]) {
  for (int k = 0; k < 9; k += 3) v3_select(res + k, m, a + k, b + k);
}

LANE_INLINE mask same(const real a[3], const real b[3]) {
  return (a[0] == b[0]) & (a[1] == b[1]) & (a[2] == b[2]);
}

LANE_INLINE mask isNumber(const lane_Point* p) {
  const real sum = p->dist + p->pos[0] + p->pos[1] + p->pos[2];
  return sum - sum == 0;
}

// depthOf in collision.c
LANE_INLINE void measure(Run* run, const lane_Point* p) {
  if (!run->pair->tells) return;
  const real size = lane_abs(p->pos[0]) + lane_abs(p->pos[1]) + lane_abs(p->pos[2]);
  const real depth = run->prm->limit - p->dist - (run->pair->slack + CONTACT_FLOAT * size);
  run->depth = lane_select(p->has & (depth > run->depth), depth, run->depth);
}

static void append(Run* run, mask has, const lane_Point* p, const real frame[9]) {
  lane_Contacts* out = run->out;
  if (!lane_any(has)) return;
  run->found = run->found | has;
  if (out->ncon == out->most) {
    run->full = true;
    return;
  }
  lane_Contact* con = &out->contact[out->ncon++];
  con->pair = run->number;
  con->has = has;
  con->dist = p->dist;
  v3_copy(con->pos, p->pos);
  m3_copy(con->frame, frame);
}

// adds a point of a pair whose points may have different frames
static void addPoint(Run* run, const lane_Point* p) {
  real frame[9];
  if (!lane_any(p->has)) return;
  measure(run, p);
  const mask alike = run->last & same(p->normal, run->normal) & same(p->tangent, run->tangent);
  const mask good = makeFrame(frame, p->normal, p->tangent);
  selectFrame(frame, alike, run->frame, frame);
  const mask has = p->has & isNumber(p) & (alike | good);
  append(run, has, p, frame);
  // the next point is compared with the last one that became a contact
  v3_select(run->normal, has, p->normal, run->normal);
  v3_select(run->tangent, has, p->tangent, run->tangent);
  selectFrame(run->frame, has, frame, run->frame);
  run->last = run->last | has;
}

// adds n points with the same normal and tangent
static void addAlike(Run* run, const lane_Point* p, int n) {
  real frame[9];
  for (; n && !lane_any(p->has); n--) p++;
  if (!n) return;
  const mask good = makeFrame(frame, p->normal, p->tangent);
  for (int k = 0; k < n; k++) {
    if (!lane_any(p[k].has)) continue;
    measure(run, p + k);
    append(run, p[k].has & good & isNumber(p + k), p + k, frame);
  }
}

// ---- lane by lane

static void putGeom(Run* run, int lane, int g) {
  mjData* alone = run->out->alone;
  for (int k = 0; k < 3; k++) alone->geom_xpos[3 * g + k] = run->d->geom_xpos[3 * g + k][lane];
  for (int k = 0; k < 9; k++) alone->geom_xmat[9 * g + k] = run->d->geom_xmat[9 * g + k][lane];
}

static void putPoint(lane_Point* p, int lane, const mjPreContact* con) {
  p->has[lane] = -1;
  p->dist[lane] = con->dist;
  for (int k = 0; k < 3; k++) {
    p->pos[k][lane] = con->pos[k];
    p->normal[k][lane] = con->normal[k];
    p->tangent[k][lane] = con->tangent[k];
  }
}

static void collideAlone(Run* run, mask near) {
  lane_Point* point = run->out->point;
  int most = 0;
  for (int lane = 0; lane < LANE_W; lane++) {
    if (!near[lane]) continue;
    mjPreContact con[mjMAXCONPAIR];
    for (int k = 0; k < 2; k++) putGeom(run, lane, run->pair->geom[k]);
    const int n = lane_alonePoints(lane_one(run->m, lane), run->out->alone, run->pair,
                                   run->out->cache[lane], run->prm->limit[lane], con);
    for (; most < n; most++) memset(&point[most], 0, sizeof *point);
    for (int i = 0; i < n; i++) putPoint(&point[i], lane, &con[i]);
  }
  for (int i = 0; i < most; i++) addPoint(run, &point[i]);
}

static void putBodies(Run* run, int lane) {
  mjData* alone = run->out->alone;
  for (int k = 0; k < 2; k++) {
    const int body = run->pair->body[k];
    putGeom(run, lane, run->pair->geom[k]);
    for (int i = 0; i < 3; i++) alone->xipos[3 * body + i] = run->d->xipos[3 * body + i][lane];
    for (int i = 0; i < 9; i++) alone->ximat[9 * body + i] = run->d->ximat[9 * body + i][lane];
  }
}

// Bounds of bodies with several geoms are stored in the model and do not follow edits of its other
// values: if a single world might not have tested the pair, its own functions decide.
static void checkBounds(Run* run) {
  for (int lane = 0; lane < LANE_W; lane++) {
    if (!run->found[lane]) continue;
    putBodies(run, lane);
    if (!lane_aloneFound(lane_one(run->m, lane), run->out->alone, run->pair))
      (*run->m->mixed)[lane] = -1;
  }
}

// ---- pairs

static lane_Shape shapeOf(const Run* run, int side) {
  const int g = run->pair->geom[side];
  return (lane_Shape){run->d->geom_xpos + 3 * g, run->d->geom_xmat + 9 * g,
                      lane_prmAt(run->m->geom_size, 3 * g)};
}

static void collidePlane(Run* run, mask near) {
  const lane_Shape plane = shapeOf(run, 0), other = shapeOf(run, 1);
  const real limit = run->prm->limit;
  lane_Point p[8];
  int n = 1;
  switch (run->pair->kind) {
    case LANE_PLANE_CAPSULE:
      points_planeCapsule(p, &plane, &other, limit);
      n = 2;
      break;
    case LANE_PLANE_CYLINDER:
      points_planeCylinder(p, &plane, &other, limit);
      n = 4;
      break;
    case LANE_PLANE_BOX:
      points_planeBox(p, &plane, &other, limit);
      n = 8;
      break;
    default:
      points_planeSphere(p, &plane, &other, limit);
  }
  for (int k = 0; k < n; k++) p[k].has = p[k].has & near;
  addAlike(run, p, n);
}

static void collideRound(Run* run, mask near) {
  const lane_Shape one = shapeOf(run, 0), two = shapeOf(run, 1);
  lane_Point p;
  if (run->pair->kind == LANE_SPHERES) {
    points_spheres(&p, one.pos, one.size[0], one.mat, two.pos, two.size[0], two.mat,
                   run->prm->limit);
  } else if (run->pair->kind == LANE_SPHERE_BOX) {
    points_sphereBox(&p, &one, &two, run->prm->limit);
  } else {
    points_sphereCapsule(&p, &one, &two, run->prm->limit);
  }
  p.has = p.has & near;
  addAlike(run, &p, 1);
}

// each of the four ends, until a lane has two contacts
static void collideParallel(Run* run, const points_Capsules* c, mask lanes) {
  mask once = lanes & lane_not(lanes), twice = once;
  for (int k = 0; k < 4; k++) {
    lane_Point p;
    points_parallelEnd(&p, c, k);
    p.has = p.has & lanes & lane_not(twice);
    twice = twice | (once & p.has);
    once = once | p.has;
    addPoint(run, &p);
  }
}

static void collideCapsules(Run* run, mask near) {
  const lane_Shape one = shapeOf(run, 0), two = shapeOf(run, 1);
  points_Capsules c;
  points_segments(&c, &one, &two, run->prm->limit);
  const mask crossed = lane_abs(c.det) >= mjMINVAL, parallel = near & lane_not(crossed);
  if (lane_any(near & crossed)) {
    lane_Point p;
    real x[2];
    points_nearest(x, &c);
    points_spheresAt(&p, &c, x[0], x[1]);
    p.has = p.has & near & crossed;
    addAlike(run, &p, 1);
  }
  if (lane_any(parallel)) collideParallel(run, &c, parallel);
}

typedef void Collide(Run* run, mask near);

static Collide* const kinds[] = {
    [LANE_ALONE] = collideAlone,          [LANE_PLANE_SPHERE] = collidePlane,
    [LANE_PLANE_CAPSULE] = collidePlane,  [LANE_PLANE_CYLINDER] = collidePlane,
    [LANE_PLANE_BOX] = collidePlane,      [LANE_SPHERES] = collideRound,
    [LANE_SPHERE_CAPSULE] = collideRound, [LANE_SPHERE_BOX] = collideRound,
    [LANE_CAPSULES] = collideCapsules,
};

// bound_isFar
LANE_INLINE mask isNear(const lane_Data* d, const lane_Pair* pair, real reach) {
  const int g1 = pair->geom[0], g2 = pair->geom[1];
  const real *mat = d->geom_xmat + 9 * g1, *pos1 = d->geom_xpos + 3 * g1;
  const real* pos2 = d->geom_xpos + 3 * g2;
  real x[3];
  if (pair->far == LANE_FAR_BALLS) {
    v3_sub(x, pos1, pos2);
    return lane_not(v3_dot(x, x) > reach);
  }
  v3_sub(x, pos2, pos1);
  if (pair->far == LANE_FAR_PLANE) {
    return lane_not(mat[2] * x[0] + mat[5] * x[1] + mat[8] * x[2] > reach);
  }
  return lane_not(lane_bits(lane_bc(0)));
}

// ---- bounding boxes of geoms, as in bound_boxAxis: rounding is far below the required separation

typedef struct {
  const real *mat, *half, *center;
} Box;

static Box boxOf(const Run* run, int side) {
  const int g = run->pair->geom[side];
  return (Box){run->d->geom_xmat + 9 * g, lane_prmAt(run->m->geom_aabb, 6 * g + 3),
               run->out->center[g]};
}

// computes the centers of the bounding boxes that are needed
static void placeBoxes(const lane_Model* m, const lane_Data* d, const lane_Pairs* pairs,
                       real (*center)[3]) {
  for (int i = 0; i < pairs->nbox; i++) {
    const int g = pairs->box[i];
    real shift[3];
    m3_mulVec(shift, d->geom_xmat + 9 * g, lane_prmAt(m->geom_aabb, 6 * g));
    v3_add(center[g], d->geom_xpos + 3 * g, shift);
  }
}

// separation along axis i of the first box; x: from one center to the other
LANE_INLINE mask apartAlong(const Box* one, const Box* two, int i, const real x[3], real limit) {
  const real a = one->mat[i], b = one->mat[3 + i], c = one->mat[6 + i];
  real reach = one->half[i] + limit;
  for (int k = 0; k < 3; k++) {
    const real along = a * two->mat[k] + b * two->mat[3 + k] + c * two->mat[6 + k];
    reach = reach + lane_abs(along) * two->half[k];
  }
  return lane_abs(a * x[0] + b * x[1] + c * x[2]) > reach;
}

// lanes of `near` whose boxes overlap; tries the cached separating axis first
static mask boxesMeet(const Run* run, mask near) {
  const Box box[2] = {boxOf(run, 0), boxOf(run, 1)};
  const real limit = run->prm->apart;
  uint8_t* const first = &run->out->axis[run->number];
  real x[3];
  v3_sub(x, box[1].center, box[0].center);
  for (int k = 0; k < 6; k++) {
    const int axis = *first + k < 6 ? *first + k : *first + k - 6, side = axis >= 3;
    near = near & lane_not(apartAlong(&box[side], &box[!side], axis - 3 * side, x, limit));
    if (lane_any(near)) continue;
    *first = (uint8_t)axis;
    break;
  }
  return near;
}

// bound_boxAbove
static mask boxReaches(const Run* run) {
  const real* up = run->d->geom_xmat + 9 * run->pair->geom[0];
  const Box box = boxOf(run, 1);
  real x[3], reach = run->prm->apart;
  v3_sub(x, box.center, run->d->geom_xpos + 3 * run->pair->geom[0]);
  for (int k = 0; k < 3; k++) {
    const real along = up[2] * box.mat[k] + up[5] * box.mat[3 + k] + up[8] * box.mat[6 + k];
    reach = reach + lane_abs(along) * box.half[k];
  }
  return lane_not(up[2] * x[0] + up[5] * x[1] + up[8] * x[2] > reach);
}

// ---- bodies

// removes contacts from `first` on in lanes where the reference does not have them
static void dropContacts(Run* run, int first, mask kept) {
  lane_Contacts* out = run->out;
  int n = first;
  for (int i = first; i < out->ncon; i++) {
    out->contact[i].has = out->contact[i].has & kept;
    if (lane_any(out->contact[i].has)) out->contact[n++] = out->contact[i];
  }
  out->ncon = n;
}

// keeps contacts at the limit if the sweep finds their bodies
static void closeBodies(Run* run) {
  const lane_Contacts* out = run->out;
  mask unsure = lane_bits(lane_bc(0));
  for (int i = run->first; i < out->ncon; i++) unsure = unsure | out->contact[i].has;
  unsure = unsure & lane_not(run->sure);
  if (!lane_any(unsure)) return;
  mask kept = lane_not(unsure);
  LANE(dyn_skippedGeoms)(run->m, run->d);
  for (int lane = 0; lane < LANE_W; lane++) {
    if (!unsure[lane]) continue;
    for (int g = 0; g < run->m->ngeom; g++) putGeom(run, lane, g);
    if (lane_aloneSwept(lane_one(run->m, lane), out->alone, run->pair->body[0],
                        run->pair->body[1])) {
      kept[lane] = -1;
    }
  }
  dropContacts(run, run->first, kept);
}

// keeps the contacts of the current pair, from `first` on, if the traversal of the hierarchies
// (BVH) finds the pair (mid_isReached); in edited models each world has its own rounding
static void checkTrees(Run* run, int first) {
  mask unsure = run->found;
  if (!run->out->edited) unsure = unsure & lane_not(run->depth > run->pair->rounding);
  if (!lane_any(unsure)) return;
  mask kept = lane_not(unsure);
  for (int lane = 0; lane < LANE_W; lane++) {
    if (!unsure[lane]) continue;
    putBodies(run, lane);
    if (lane_aloneReached(lane_one(run->m, lane), run->out->alone, run->pair, run->depth[lane]))
      kept[lane] = -1;
  }
  dropContacts(run, first, kept);
  run->found = run->found & kept;
}

// ---- runs of pairs

// bounding spheres of bodies, inflated by more than the rounding of poses
static void placeBalls(const lane_Data* d, const lane_Pairs* pairs, real (*ball)[4]) {
  for (int i = 0; i < pairs->nball; i++) {
    const lane_Ball* b = &pairs->ball[i];
    const real *pos = d->xpos + 3 * b->body,
               size = lane_abs(pos[0]) + lane_abs(pos[1]) + lane_abs(pos[2]);
    real center[3], shift[3];
    v3_bc(center, b->center);
    m3_mulVec(shift, d->xmat + 9 * b->body, center);
    v3_add(ball[i], pos, shift);
    ball[i][3] = b->radius * (1 + BALL_ROUNDING) + BALL_ROUNDING * (1 + size);
  }
}

// true if the spheres overlap in no lane; NaN counts as overlap
static bool isRunFar(const lane_Run* run, real (*ball)[4]) {
  const real *one = ball[run->ball[0]], *two = ball[run->ball[1]];
  const real reach = one[3] + two[3] + run->limit;
  real x[3];
  v3_sub(x, one, two);
  return !lane_any(lane_not(v3_dot(x, x) > reach * reach));
}

// true if the sphere of one body is far from a geom of the other in all lanes
static bool isRowFar(const lane_Row* row, const lane_Data* d, real (*ball)[4]) {
  const real *other = ball[row->ball], reach = other[3] + row->reach;
  real x[3];
  v3_sub(x, d->geom_xpos + 3 * row->geom, other);
  return !lane_any(lane_not(v3_dot(x, x) > reach * reach));
}

static void collidePair(Run* run, int i) {
  const lane_Contacts* contacts = run->out;
  const lane_Pair* pair = run->pair;
  run->prm = &contacts->prm[i];
  run->number = i;
  mask near = isNear(run->d, pair, contacts->reach[i]);
  if (pair->boxes && lane_any(near)) near = boxesMeet(run, near);
  if (pair->floor && lane_any(near)) near = near & boxReaches(run);
  if (!lane_any(near)) return;
  run->last = run->found = lane_bits(lane_bc(0));
  run->depth = lane_bc(-INFINITY);
  const int first = contacts->ncon;
  kinds[pair->kind](run, near);
  if (pair->searched) checkTrees(run, first);
  run->sure = run->sure | (run->found & (run->depth > 0));
  if (pair->bounded && contacts->edited) checkBounds(run);
}

bool LANE(collide_lanes)(const lane_Model* m, lane_Data* d, const lane_Pairs* pairs,
                         lane_Contacts* contacts) {
  const mask none = lane_bits(lane_bc(0));
  Run run = {.m = m, .d = d, .out = contacts};
  const lane_Run* end = pairs->run + (contacts->edited ? 0 : pairs->nrun);  // spheres ignore edits
  const lane_Run* next = pairs->run;                                        // next run
  const lane_Row *row = pairs->row, *rowEnd = row;
  contacts->ncon = 0;
  placeBalls(d, pairs, contacts->ball);
  placeBoxes(m, d, pairs, contacts->center);
  for (int i = 0; i < pairs->npair; i++) {
    if (next < end && i == next->first) {
      row = pairs->row + next->row;
      rowEnd = row + next->nrow;
      if (isRunFar(next++, contacts->ball)) {
        i = next[-1].end - 1;
        continue;
      }
    }
    run.pair = &pairs->pair[i];
    if (run.pair->opens) {
      run.first = contacts->ncon;
      run.sure = none;
    }
    if (row < rowEnd && i == row->first && isRowFar(row++, d, contacts->ball)) {
      i = row[-1].end - 1;
      run.pair = &pairs->pair[i];
    } else {
      collidePair(&run, i);
    }
    if (run.pair->closes && contacts->ncon > run.first) closeBodies(&run);
  }
  return !run.full;
}

// ---- parameters of pairs

void LANE(lane_putPair)(lane_Contacts* contacts, int pair, int lane,
                        const lane_PairNumbers* numbers) {
  lane_PairPrm* prm = &contacts->prm[pair];
  contacts->reach[pair][lane] = numbers->reach;
  prm->limit[lane] = numbers->limit;
  prm->apart[lane] = numbers->apart;
  prm->includemargin[lane] = numbers->params.includemargin;
  prm->adhesion[lane] = numbers->params.adhesion;
  for (int k = 0; k < 5; k++) prm->friction[k][lane] = numbers->params.friction[k];
}

// ---- memory

lane_Contacts* LANE(lane_contactsMake)(const mjModel* m, const lane_Pairs* pairs) {
  lane_Contacts* c = mem_calloc(1, sizeof *c);
  if (!c) return NULL;
  c->most = pairs->most < MOST_CONTACTS ? pairs->most : MOST_CONTACTS;
  c->contact = mem_calloc((size_t)c->most + 1, sizeof *c->contact);
  c->point = mem_calloc(mjMAXCONPAIR, sizeof *c->point);
  c->ball = mem_calloc((size_t)pairs->nball + 1, sizeof *c->ball);
  c->center = mem_calloc((size_t)m->ngeom + 1, sizeof *c->center);
  c->axis = mem_calloc((size_t)pairs->npair + 1, sizeof *c->axis);
  c->reach = mem_calloc((size_t)pairs->npair + 1, sizeof *c->reach);
  c->prm = mem_calloc((size_t)pairs->npair + 1, sizeof *c->prm);
  c->alone = data_make(m, "lanes");
  if (!c->contact || !c->point || !c->ball || !c->center || !c->axis || !c->reach || !c->prm ||
      !c->alone) {
    LANE(lane_contactsDelete)(c);
    return NULL;
  }
  reset_data(m, c->alone, 0);
  return c;
}

void LANE(lane_contactsDelete)(lane_Contacts* contacts) {
  if (!contacts) return;
  mj_deleteData(contacts->alone);
  mem_free(contacts->prm);
  mem_free(contacts->reach);
  mem_free(contacts->axis);
  mem_free(contacts->center);
  mem_free(contacts->point);
  mem_free(contacts->ball);
  mem_free(contacts->contact);
  mem_free(contacts);
}

#endif
