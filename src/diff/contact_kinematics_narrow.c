// Contact derivatives by central finite differences of the narrow phase: geom 2 is moved by six
// twists about a contact, both ways, and the collision function of the pair is called; contacts are
// matched by index, or else by position. If the number of contacts differs on one side, or they
// jump, there is a kink, and the side that still has the contact is used; if neither has it, it
// counts as a point of geom 2 on a plane.
//   geom_xpos, geom_xmat (moved and put back) -> dist, pos, lean, spin
#include <math.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/extra.h>

#include "base/assert.h"
#include "collide/bound_test.h"
#include "collide/collide.h"
#include "diff/contact_kinematics_part.h"

static const mjtNum STEP = 1e-6;
// a second difference beyond these fractions of the first one plus the step size is a kink
static const mjtNum BENT = 0.1, BENT_LEAST = 1e-3;
static const mjtNum JUMP = 1e-4;  // farther than a contact moves in a step

typedef struct {
  mjPreContact at[mjMAXCONPAIR];
  int n;
} Points;

// ---- the pair

static bool isPair(const mjModel* m, int pair, const int geom[2]) {
  const int a = m->pair_geom1[pair], b = m->pair_geom2[pair];
  return (a == geom[0] && b == geom[1]) || (a == geom[1] && b == geom[0]);
}

mjtNum ckin_limit(const ckin_Run* run) {
  const mjModel* m = run->m;
  const int g1 = run->geom[0], g2 = run->geom[1];
  for (int i = 0; i < m->npair; i++) {
    if (!isPair(m, i, run->geom)) continue;
    const bool override = m->opt.enableflags & mjENBL_OVERRIDE;
    return (override ? m->opt.o_margin : m->pair_margin[i]) + m->pair_gap[i];
  }
  return bound_margin(m, g1, g2) + bound_gap(m, g1, g2);
}

// normalizes normals and seeds
static void collide(const ckin_Run* run, mjtNum limit, Points* res) {
  const mjfCollision function = mjCOLLISIONFUNC[run->type[0]][run->type[1]];
  if (function != collide_builtin(run->type[0], run->type[1])) memset(res->at, 0, sizeof res->at);
  res->n = function(run->m, run->d, res->at, run->geom[0], run->geom[1], limit);
  if (res->n > mjMAXCONPAIR) res->n = mjMAXCONPAIR;
  for (int i = 0; i < res->n; i++) {
    mjPreContact* p = res->at + i;
    v3_normalize(p->normal);
    if (v3_dot(p->tangent, p->tangent) >= 0.25) {
      v3_normalize(p->tangent);
    } else {
      v3_zero(p->tangent);
    }
  }
}

// ---- moves

typedef struct {
  mjtNum pos[3], mat[9];
} Pose;

// rotation about (k < 3) or translation along (k >= 3) axis k of the world, through a point:
//   pos' = pivot + R (pos - pivot),  mat' = R mat
static void move(const Pose* from, mjtNum* pos, mjtNum* mat, const mjtNum pivot[3], int k,
                 mjtNum by) {
  v3_copy(pos, from->pos);
  m3_copy(mat, from->mat);
  if (k >= 3) {
    pos[k - 3] += by;
    return;
  }
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  const mjtNum s = sn_sin(by), half = sn_sin(0.5 * by), c = -2 * half * half;  // c: cosine - 1
  const mjtNum x = pos[i] - pivot[i], y = pos[j] - pivot[j];
  pos[i] += c * x - s * y;
  pos[j] += s * x + c * y;
  for (int col = 0; col < 3; col++) {
    const mjtNum u = from->mat[3 * i + col], v = from->mat[3 * j + col];
    mat[3 * i + col] += c * u - s * v;
    mat[3 * j + col] += s * u + c * v;
  }
}

// ---- differences

// index of the contact among the points, -1: absent
static int find(const Points* base, const mjContact* con) {
  for (int i = 0; i < base->n; i++) {
    const mjPreContact* p = base->at + i;
    if (p->dist == con->dist && !memcmp(p->pos, con->pos, sizeof p->pos)) return i;
  }
  return -1;
}

// the same contact after a move: by index, or the nearest one if indices have changed; NULL: gone
static const mjPreContact* follow(const Points* moved, const Points* base, int at, bool* same) {
  const mjtNum* pos = base->at[at].pos;
  if (moved->n == base->n && v3_dist(moved->at[at].pos, pos) < JUMP) return moved->at + at;
  *same = false;
  const mjPreContact* best = NULL;
  mjtNum least = JUMP;
  for (int i = 0; i < moved->n; i++) {
    const mjtNum dist = v3_dist(moved->at[i].pos, pos);
    if (!(dist < least)) continue;
    least = dist;
    best = moved->at + i;
  }
  return best;
}

enum { NUMBERS = sizeof(mjPreContact) / sizeof(mjtNum) };
_Static_assert(NUMBERS == 10, "dist, pos, normal, tangent");

static mjtNum norm(const mjtNum* x) { return sqrt(vn_dot(x, x, NUMBERS)); }

// derivative of all values of a contact along one twist; false: a kink
static bool slopeOf(mjtNum res[NUMBERS], const mjPreContact* low, const mjPreContact* base,
                    const mjPreContact* high) {
  mjtNum up[NUMBERS], down[NUMBERS], sum[NUMBERS], bend[NUMBERS];
  vn_zero(up, NUMBERS);
  vn_zero(down, NUMBERS);
  if (high) {
    vn_copy(up, &high->dist, NUMBERS);
    vn_addToScl(up, &base->dist, -1, NUMBERS);
  }
  if (low) {
    vn_copy(down, &base->dist, NUMBERS);
    vn_addToScl(down, &low->dist, -1, NUMBERS);
  }
  vn_add(sum, up, down, NUMBERS);
  vn_copy(bend, up, NUMBERS);
  vn_addToScl(bend, down, -1, NUMBERS);
  const bool good = low && high && norm(bend) <= BENT * norm(sum) + BENT_LEAST * STEP;
  if (good) {
    vn_scl(res, sum, 0.5 / STEP, NUMBERS);
  } else {
    const bool useUp = !low || (high && norm(up) <= norm(down));
    vn_scl(res, useUp ? up : down, 1 / STEP, NUMBERS);
  }
  return good;
}

static void setColumn(ckin_Part* part, int k, const mjtNum slope[NUMBERS], const mjtNum frame[9]) {
  part->dist[k] = slope[0];
  for (int i = 0; i < 3; i++) part->pos[6 * i + k] = slope[1 + i];
  part->lean[k] = v3_dot(frame + 3, slope + 4);
  part->lean[6 + k] = v3_dot(frame + 6, slope + 4);
  part->spin[k] = v3_dot(frame + 6, slope + 7);
}

// from rotations about the pivot to rotations about the contact, at an offset `arm`: rotations
// about the pivot move the contact by rot x arm, so row.rot -= arm x row.lin
static void shift(mjtNum row[6], const mjtNum arm[3]) {
  mjtNum moment[3];
  v3_cross(moment, arm, row + 3);
  v3_subFrom(row, moment);
}

static void shiftAll(ckin_Part* part, const mjtNum arm[3]) {
  shift(part->dist, arm);
  for (int i = 0; i < 3; i++) shift(part->pos + 6 * i, arm);
  for (int i = 0; i < 2; i++) shift(part->lean + 6 * i, arm);
  shift(part->spin, arm);
}

// ---- all

static void start(const ckin_Run* run, const Points* base, ckin_Part* part) {
  for (int i = 0; i < run->n; i++) {
    if (!part[i].open) continue;
    part[i] = (ckin_Part){.open = true};
    const int k = find(base, run->con + i);
    part[i].smooth = k >= 0;
    if (k < 0) continue;
    v3_copy(part[i].seed, base->at[k].tangent);
    part[i].hasSeed = v3_dot(part[i].seed, part[i].seed) > 0;
  }
}

static void addTwist(const ckin_Run* run, const Points* low, const Points* base, const Points* high,
                     int k, ckin_Part* part) {
  for (int i = 0; i < run->n; i++) {
    if (!part[i].open) continue;
    const int at = find(base, run->con + i);
    if (at < 0) continue;
    bool same = true;
    const mjPreContact *under = follow(low, base, at, &same), *over = follow(high, base, at, &same);
    mjtNum slope[NUMBERS];
    part[i].lost = part[i].lost || (!under && !over);
    if (!slopeOf(slope, under, base->at + at, over) || !same) part[i].smooth = false;
    setColumn(part + i, k, slope, run->con[i].frame);
  }
}

void ckin_narrow(const ckin_Run* run, ckin_Part* part) {
  mjtNum* pos = run->d->geom_xpos + 3 * run->geom[1];
  mjtNum* mat = run->d->geom_xmat + 9 * run->geom[1];
  const mjtNum* pivot = run->con->pos;
  const mjtNum limit = ckin_limit(run);
  Pose pose;
  Points low, base, high;
  mjWarningStat warning[mjNWARNING];
  memcpy(warning, run->d->warning, sizeof warning);
  v3_copy(pose.pos, pos);
  m3_copy(pose.mat, mat);
  collide(run, limit, &base);
  start(run, &base, part);
  for (int k = 0; k < 6; k++) {
    move(&pose, pos, mat, pivot, k, -STEP);
    collide(run, limit, &low);
    move(&pose, pos, mat, pivot, k, STEP);
    collide(run, limit, &high);
    addTwist(run, &low, &base, &high, k, part);
  }
  v3_copy(pos, pose.pos);
  m3_copy(mat, pose.mat);
  memcpy(run->d->warning, warning, sizeof warning);
  for (int i = 0; i < run->n; i++) {
    if (!part[i].open) continue;
    mjtNum arm[3];
    v3_sub(arm, run->con[i].pos, pivot);
    shiftAll(part + i, arm);
    if (part[i].lost) ckin_guess(run, i, part);
    part[i].open = false;
  }
}
