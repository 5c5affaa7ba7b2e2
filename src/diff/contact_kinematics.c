// Derivatives of contact point, distance (penetration depth) and contact frame, with a method per
// pair of geom types. Colliders move their results along when both geoms move alike, except for the
// tangents; so geom 1 rests, geom 2 moves, and the method for the pair of types differentiates
// distance, point and normal. Tangents are those of collide/contact.c: with a seed s,
//   y = unit(s - (s.n) n),  z = n x y
//   theta = n x dn + n (z.dy),  z.dy = z.(ds - (s.n) dn) / (s.y)
// where s is a world axis (ds = 0), or given by the narrow phase and moves with the geoms.
//   contact, geom_xpos, geom_xmat -> slope
#include "diff/contact_kinematics.h"

#include <stdalign.h>

#include <sinew/api.h>

#include "collide/collide.h"
#include "diff/contact_kinematics_part.h"
#include "model/stack.h"

enum { SPHERE = mjGEOM_SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF };

// lookup by geom types, the lower one first -> method; none: finite differences of the narrow phase
static const ckin_Way ways[mjNGEOMTYPES][mjNGEOMTYPES] = {
    [mjGEOM_PLANE] = {[SPHERE] = ckin_planeSphere,
                      [CAPSULE] = ckin_planeCapsule,
                      [ELLIPSOID] = ckin_nearest,
                      [CYLINDER] = ckin_planeCylinder,
                      [BOX] = ckin_planeCorner,
                      [MESH] = ckin_planeCorner,
                      [SDF] = ckin_planeCorner},
    [mjGEOM_HFIELD] = {[SPHERE] = ckin_field,
                       [CAPSULE] = ckin_field,
                       [ELLIPSOID] = ckin_field,
                       [CYLINDER] = ckin_field,
                       [BOX] = ckin_field,
                       [MESH] = ckin_field},
    [SPHERE] = {[SPHERE] = ckin_nearest,
                [CAPSULE] = ckin_nearest,
                [ELLIPSOID] = ckin_nearest,
                [CYLINDER] = ckin_nearest,
                [BOX] = ckin_nearest,
                [MESH] = ckin_nearest},
    [CAPSULE] = {[CAPSULE] = ckin_capsules,
                 [ELLIPSOID] = ckin_nearest,
                 [CYLINDER] = ckin_tilted,
                 [BOX] = ckin_capsuleBox,
                 [MESH] = ckin_tilted},
    [ELLIPSOID] = {[ELLIPSOID] = ckin_nearest,
                   [CYLINDER] = ckin_nearest,
                   [BOX] = ckin_nearest,
                   [MESH] = ckin_nearest},
    [CYLINDER] = {[CYLINDER] = ckin_tilted, [BOX] = ckin_tilted, [MESH] = ckin_tilted},
    [BOX] = {[BOX] = ckin_boxes, [MESH] = ckin_polytopes},
    [MESH] = {[MESH] = ckin_polytopes},
};

// ---- frame

static void worldSeed(mjtNum s[3], const mjtNum n[3]) {
  const bool useY = n[1] > -0.5 && n[1] < 0.5;
  v3_set(s, 0, useY, !useY);
}

static void setFrame(ckin_Derivative* slope, ckin_Part* part, const mjtNum frame[9]) {
  const mjtNum *n = frame, *y = frame + 3, *z = frame + 6;
  if (!part->hasSeed) worldSeed(part->seed, n);
  const mjtNum along = v3_dot(part->seed, n), across = v3_dot(part->seed, y);
  const bool good = across > mjMINVAL;  // else y is arbitrary
  const mjtNum scl = good ? 1 / across : 0;
  mjtNum spin[6], minusY[3];
  v6_scl(spin, part->lean + 6, -along * scl);
  if (part->hasSeed) v6_addToScl(spin, part->spin, scl);
  v3_neg(minusY, y);
  vn_zero(slope->turn, 18);
  ckin_addOuter(slope->turn, z, part->lean);
  ckin_addOuter(slope->turn, minusY, part->lean + 6);
  ckin_addOuter(slope->turn, n, spin);
  m3_unit(slope->base);
  slope->smooth = part->smooth && good;
  if (part->hasSeed && good) return;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) slope->base[3 * i + j] += n[i] * (along * scl * y[j] - n[j]);
  }
}

static void finish(ckin_Derivative* slope, ckin_Part* part, const mjContact* con) {
  v6_copy(slope->dist, part->dist);
  vn_copy(slope->pos, part->pos, 18);
  setFrame(slope, part, con->frame);
}

// ---- all

static bool isRun(const mjContact* a, const mjContact* b) {
  return a->geom[0] == b->geom[0] && a->geom[1] == b->geom[1];
}

static int runLength(const mjData* d, int first) {
  int n = 1;
  while (first + n < d->ncon && isRun(d->contact + first, d->contact + first + n)) n++;
  return n;
}

// false: not a contact of two geoms in the order of the narrow phase, but added by a user
static bool openRun(ckin_Run* run) {
  const mjModel* m = run->m;
  for (int k = 0; k < 2; k++) {
    const int geom = run->geom[k] = run->con->geom[k];
    if (geom < 0 || geom >= m->ngeom) return false;
    run->type[k] = m->geom_type[geom];
  }
  return run->type[0] <= run->type[1] && mjCOLLISIONFUNC[run->type[0]][run->type[1]];
}

static ckin_Way wayOf(const ckin_Run* run) {
  const int t1 = run->type[0], t2 = run->type[1];
  return mjCOLLISIONFUNC[t1][t2] == collide_builtin(t1, t2) ? ways[t1][t2] : NULL;
}

static void fill(const ckin_Run* run, ckin_Part* part, bool closed) {
  const ckin_Way way = closed ? wayOf(run) : NULL;
  bool open = !way;
  for (int i = 0; i < run->n; i++) {
    part[i].hasSeed = part[i].lost = false;
    part[i].smooth = true;
    part[i].open = !way;
  }
  if (way) way(run, part);
  for (int i = 0; i < run->n; i++) open = open || part[i].open;
  if (open) ckin_narrow(run, part);
}

static void clear(const ckin_Run* run, ckin_Part* part) {
  for (int i = 0; i < run->n; i++) part[i] = (ckin_Part){.smooth = false};
}

static bool allSlopes(const mjModel* m, mjData* d, ckin_Derivative* slope, bool closed) {
  int longest = 0;
  for (int i = 0, n; i < d->ncon; i += n) {
    n = runLength(d, i);
    if (n > longest) longest = n;
  }
  mj_markStack(d);
  ckin_Part* part = stack_alloc(d, (size_t)longest * sizeof *part, alignof(ckin_Part));
  ckin_Run run = {.m = m, .d = d};
  for (int i = 0; part && i < d->ncon; i += run.n) {
    run.con = d->contact + i;
    run.n = runLength(d, i);
    if (openRun(&run)) {
      fill(&run, part, closed);
    } else {
      clear(&run, part);
    }
    for (int k = 0; k < run.n; k++) finish(slope + i + k, part + k, run.con + k);
  }
  mj_freeStack(d);
  return part || !d->ncon;
}

bool ckin_derivatives(const mjModel* m, mjData* d, ckin_Derivative* slope) {
  return allSlopes(m, d, slope, true);
}

bool ckin_differences(const mjModel* m, mjData* d, ckin_Derivative* slope) {
  return allSlopes(m, d, slope, false);
}
