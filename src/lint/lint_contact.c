// Lint rules for contacts: bodies two joints apart that collide in every pose, geoms that overlap
// at the start (penetration depth), and zero friction coefficients.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "lint/lint.h"

enum { NPOSE = 12, MOST_PAIRS = 64, MOST_SHOWN = 5 };
// penetration depths, as fractions of the bounding radius of the smaller geom
static const double mostDepth = 0.05, deepShare = 0.5;

// pairs of geoms, the first MOST_PAIRS found
typedef struct {
  int geom[MOST_PAIRS][2];
  int n;
} Pairs;

static bool hasPair(const Pairs* pairs, int g1, int g2) {
  for (int i = 0; i < pairs->n; i++) {
    if (pairs->geom[i][0] == g1 && pairs->geom[i][1] == g2) return true;
  }
  return false;
}

static void addPair(Pairs* pairs, int g1, int g2) {
  if (pairs->n == MOST_PAIRS || hasPair(pairs, g1, g2)) return;
  ASSERT(pairs->n < MOST_PAIRS);
  pairs->geom[pairs->n][0] = g1;
  pairs->geom[pairs->n++][1] = g2;
}

// do two pairs of geoms belong to the same two bodies
static bool haveSameBodies(const mjModel* m, const int a[2], const int b[2]) {
  const int *body = m->geom_bodyid, a0 = body[a[0]], a1 = body[a[1]];
  return (a0 == body[b[0]] && a1 == body[b[1]]) || (a0 == body[b[1]] && a1 == body[b[0]]);
}

// number of the first n pairs that belong to the same two bodies as a pair
static int countOfBodies(const mjModel* m, const Pairs* pairs, int n, const int pair[2]) {
  int count = 0;
  for (int i = 0; i < n; i++) count += haveSameBodies(m, pairs->geom[i], pair);
  return count;
}

// "geom 'floor'", or "a geom of body 'hand'" if it has no name
static const char* geomName(const lint_Audit* c, int g, char text[120]) {
  const mjModel* m = c->m;
  char buf[100];
  const bool named = m->names[m->name_geomadr[g]];
  text_print(text, 120, named ? "geom %s" : "a geom of body %s",
             named ? lint_name(c, mjOBJ_GEOM, g, buf)
                   : lint_name(c, mjOBJ_BODY, m->geom_bodyid[g], buf));
  return text;
}

// "; so do 2 other pairs of geoms of these bodies", or nothing
static const char* othersText(int n, char text[80]) {
  if (n == 1) text_copy(text, "; so does another pair of geoms of these bodies", 80);
  if (n > 1) text_print(text, 80, "; so do %d other pairs of geoms of these bodies", n);
  if (n < 1) *text = 0;
  return text;
}

static bool contactsOff(const mjModel* m) {
  return m->opt.disableflags & (mjDSBL_CONTACT | mjDSBL_CONSTRAINT);
}

// a contact of two geoms that penetrate
static bool isTouching(const mjContact* con) {
  return con->exclude == 0 && con->geom[0] >= 0 && con->geom[1] >= 0 && con->dist < 0;
}

// ---- neighbors

static bool isFree(const mjModel* m, int body) {
  return m->body_jntnum[body] && m->jnt_type[m->body_jntadr[body]] == mjJNT_FREE;
}

// two joints apart: grandparent and grandchild, or two children of a body that moves; not across a
// free joint
static bool isNear(const mjModel* m, int b1, int b2) {
  const int w1 = m->body_weldid[b1], w2 = m->body_weldid[b2];
  const int p1 = w1 ? m->body_weldid[m->body_parentid[w1]] : -1;
  const int p2 = w2 ? m->body_weldid[m->body_parentid[w2]] : -1;
  if (w1 == w2 || w1 == p2 || w2 == p1) return false;  // same body, or parent and child
  const int g1 = p1 > 0 && !isFree(m, p1) ? m->body_weldid[m->body_parentid[p1]] : -1;
  const int g2 = p2 > 0 && !isFree(m, p2) ? m->body_weldid[m->body_parentid[p2]] : -1;
  return g1 == w2 || g2 == w1 || (p1 == p2 && p1 > 0);
}

static double nextRandom(uint64_t* s) {
  *s = *s * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(*s >> 11) * 0x1p-53;
}

// random pose: joints anywhere in their range, or within a radian or a tenth of a meter if they
// have none
static void setRandomPose(const mjModel* m, mjData* d, uint64_t* random) {
  memcpy(d->qpos, m->qpos0, (size_t)m->nq * sizeof *d->qpos);
  for (int j = 0; j < m->njnt; j++) {
    mjtNum* q = d->qpos + m->jnt_qposadr[j];
    if (m->jnt_type[j] == mjJNT_FREE) continue;
    if (m->jnt_type[j] == mjJNT_BALL) {
      mjtNum turn[3];
      const double most = m->jnt_limited[j] ? m->jnt_range[2 * j + 1] : 1;
      for (int k = 0; k < 3; k++) turn[k] = most * (nextRandom(random) - 0.5);
      mju_quatIntegrate(q, turn, 1);
      continue;
    }
    const double far = m->jnt_type[j] == mjJNT_HINGE ? 1 : 0.1;
    const double lo = m->jnt_limited[j] ? m->jnt_range[2 * j] : q[0] - far;
    const double hi = m->jnt_limited[j] ? m->jnt_range[2 * j + 1] : q[0] + far;
    q[0] = lo + (hi - lo) * nextRandom(random);
  }
}

static bool touches(const mjData* d, int g1, int g2) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = &d->contact[i];
    if (isTouching(con) && con->geom[0] == g1 && con->geom[1] == g2) return true;
  }
  return false;
}

// pairs of neighbors that collide at the start and in every random pose
static bool findNeighbours(lint_Audit* c, Pairs* pairs) {
  const mjModel* m = c->m;
  for (int i = 0; i < c->d->ncon; i++) {
    const mjContact* con = &c->d->contact[i];
    if (!isTouching(con)) continue;
    if (!isNear(m, m->geom_bodyid[con->geom[0]], m->geom_bodyid[con->geom[1]])) continue;
    addPair(pairs, con->geom[0], con->geom[1]);
  }
  mjData* d = pairs->n ? mj_makeData(m) : NULL;
  if (pairs->n && !d) c->failed = true;
  uint64_t random = 1;
  for (int pose = 0; d && pose < NPOSE; pose++) {
    setRandomPose(m, d, &random);
    mj_fwdPosition(m, d);
    int kept = 0;
    for (int i = 0; i < pairs->n; i++) {
      ASSERT(kept <= i);
      if (!touches(d, pairs->geom[i][0], pairs->geom[i][1])) continue;
      memmove(pairs->geom[kept++], pairs->geom[i], sizeof pairs->geom[i]);
    }
    pairs->n = kept;
  }
  mj_deleteData(d);
  return !c->failed;
}

void lint_neighbours(lint_Audit* c) {
  const mjModel* m = c->m;
  Pairs pairs = {.n = 0};
  if (contactsOff(m) || !findNeighbours(c, &pairs)) return;
  for (int i = 0; i < pairs.n; i++) {
    if (countOfBodies(m, &pairs, i, pairs.geom[i])) continue;  // reported with an earlier pair
    const int others = countOfBodies(m, &pairs, pairs.n, pairs.geom[i]) - 1;
    const int g1 = pairs.geom[i][0], g2 = pairs.geom[i][1];
    char buf[2][100], geom[120], more[80];
    lint_add(c, sn_FINDING_WARNING, mjOBJ_GEOM, g2,
             "exclude the two bodies from contact (<contact><exclude .../>), or make a geom "
             "smaller",
             "bodies %s and %s, two joints apart, touch in every pose that was tried: this geom "
             "and %s do%s",
             lint_name(c, mjOBJ_BODY, m->geom_bodyid[g2], buf[0]),
             lint_name(c, mjOBJ_BODY, m->geom_bodyid[g1], buf[1]), geomName(c, g1, geom),
             othersText(others, more));
  }
}

// ---- overlaps

// bounding radius of the smaller geom of a contact; 0: neither has one
static double smallerRadius(const mjModel* m, const mjContact* con) {
  double radius = 0;
  for (int k = 0; k < 2; k++) {
    const double r = m->geom_rbound[con->geom[k]];  // 0: a plane
    if (r > 0 && (radius == 0 || r < radius)) radius = r;
  }
  return radius;
}

// geoms of a body pair not in `known` that overlap by more than a fraction of their size
static bool isOverlap(const mjModel* m, const mjContact* con, const Pairs* known) {
  return isTouching(con) && -con->dist > mostDepth * smallerRadius(m, con) &&
         !countOfBodies(m, known, known->n, con->geom);
}

// number of other overlapping pairs of geoms of the same bodies
static int countOverlaps(const mjModel* m, const mjData* d, const mjContact* deepest,
                         const Pairs* known) {
  Pairs others = {.n = 0};
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = &d->contact[i];
    if (!isOverlap(m, con, known) || !haveSameBodies(m, con->geom, deepest->geom)) continue;
    addPair(&others, con->geom[0], con->geom[1]);
  }
  return others.n - 1;
}

static void reportOverlap(lint_Audit* c, const mjContact* con, int others, int key) {
  const mjModel* m = c->m;
  char buf[100], first[120], second[120], more[80], state[120] = "at the start";
  if (key >= 0) {
    text_print(state, sizeof state, "in keyframe %s", lint_name(c, mjOBJ_KEY, key, buf));
  }
  const bool other = key < 0 && m->nkey;  // keyframes are alternative start states
  const bool deep = -con->dist > deepShare * smallerRadius(m, con);
  lint_add(c, other ? sn_FINDING_NOTE : sn_FINDING_WARNING, key < 0 ? mjOBJ_GEOM : mjOBJ_KEY,
           key < 0 ? con->geom[1] : key,
           other ? "start from a keyframe, or move the bodies apart"
                 : "move the bodies apart, or exclude them from contact if they belong together",
           "%s and %s overlap by %.3g m %s, and will be %s apart%s",
           geomName(c, con->geom[0], first), geomName(c, con->geom[1], second), -con->dist, state,
           deep ? "thrown" : "pushed", othersText(others, more));
}

// the deepest contact of each pair of bodies that is not in `known`, deepest first
static void reportOverlaps(lint_Audit* c, const mjData* d, int key, Pairs* known) {
  for (int shown = 0; shown < MOST_SHOWN; shown++) {
    const mjContact* deepest = NULL;
    for (int i = 0; i < d->ncon; i++) {
      const mjContact* con = &d->contact[i];
      if (isOverlap(c->m, con, known) && (!deepest || con->dist < deepest->dist)) deepest = con;
    }
    if (!deepest || known->n == MOST_PAIRS) return;
    reportOverlap(c, deepest, countOverlaps(c->m, d, deepest, known), key);
    addPair(known, deepest->geom[0], deepest->geom[1]);
  }
}

void lint_overlaps(lint_Audit* c) {
  const mjModel* m = c->m;
  Pairs known = {.n = 0};
  if (contactsOff(m) || !findNeighbours(c, &known)) return;  // neighbors have been reported
  reportOverlaps(c, c->d, -1, &known);
  mjData* d = m->nkey ? mj_makeData(m) : NULL;
  if (m->nkey && !d) c->failed = true;
  for (int key = 0; d && key < m->nkey; key++) {
    mj_resetDataKeyframe(m, d, key);
    mj_fwdPosition(m, d);
    reportOverlaps(c, d, key, &known);
  }
  mj_deleteData(d);
}

// ---- friction

static void testFriction(lint_Audit* c, int type, int id, int condim, const mjtNum friction[3]) {
  static const struct {
    int condim;
    const char *name, *less;
  } part[] = {{3, "sliding", "1"}, {4, "torsional", "3"}, {6, "rolling", "4"}};
  for (int k = 0; k < 3; k++) {
    if (condim < part[k].condim || friction[k] > 0) continue;
    char advice[120];
    snprintf(advice, sizeof advice, "use condim=\"%s\", which is faster, or a friction above 0",
             part[k].less);
    lint_add(c, sn_FINDING_WARNING, type, id, advice,
             "condim %d asks for %s friction, but its coefficient is %g", condim, part[k].name,
             friction[k]);
    return;
  }
}

void lint_friction(lint_Audit* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->ngeom; i++) {
    if (!m->geom_contype[i] && !m->geom_conaffinity[i]) continue;
    testFriction(c, mjOBJ_GEOM, i, m->geom_condim[i], m->geom_friction + 3 * i);
  }
  for (int i = 0; i < m->nflex; i++) {
    if (!m->flex_contype[i] && !m->flex_conaffinity[i]) continue;
    testFriction(c, mjOBJ_FLEX, i, m->flex_condim[i], m->flex_friction + 3 * i);
  }
  for (int i = 0; i < m->npair; i++) {
    const mjtNum* f = m->pair_friction + 5 * i;
    testFriction(c, mjOBJ_PAIR, i, m->pair_dim[i],
                 (mjtNum[]){f[0] < f[1] ? f[0] : f[1], f[2], f[3] < f[4] ? f[3] : f[4]});
  }
}
