// How contacts move with their geoms: every pair of types in random poses of shallow contact,
// against differences of kinematics and collision when either body moves; closed forms against
// differences of the narrow phase; what is left of the data; contacts of users.
#include <math.h>

#include "diff/contact_kinematics.h"
#include "finite_support.h"

// ---- pairs

typedef struct {
  const char *name, *attributes;
} Shape;

static const Shape shapes[] = {
    {"plane", "type='plane' size='2 2 .1'"},
    {"hfield", "type='hfield' hfield='field'"},
    {"sphere", "type='sphere' size='.2'"},
    {"capsule", "type='capsule' size='.1 .25'"},
    {"ellipsoid", "type='ellipsoid' size='.15 .2 .3'"},
    {"cylinder", "type='cylinder' size='.15 .2'"},
    {"box", "type='box' size='.15 .2 .25'"},
    {"mesh", "type='mesh' mesh='rock'"},
};

enum { NSHAPE = sizeof shapes / sizeof *shapes };

static mjModel* pairModel(int first, int second, double margin, double gap, double tolerance) {
  char xml[4000];
  snprintf(xml, sizeof xml,
           "<mujoco><option ccd_tolerance='%g' ccd_iterations='400'/><size memory='4M'/><asset>"
           "<mesh name='rock' vertex='.2 0 0 -.2 .03 0 0 .22 .01 .02 -.2 0 0 0 .21 .01 .02 -.24 "
           ".12 .12 .13 -.12 .13 -.12 -.1 -.13 .14 .13 -.12 -.14'/>"
           "<hfield name='field' nrow='4' ncol='4' size='1 1 .2 .3' "
           "elevation='0 .3 .1 .5 .4 .9 .2 0 .6 .1 1 .3 .2 .7 .3 .8'/></asset><worldbody>"
           "<body mocap='true'><geom %s margin='%g' gap='%g'/></body>"
           "<body pos='0 0 3'><freejoint/><geom %s pos='.03 -.02 .05' euler='20 30 40'/></body>"
           "</worldbody></mujoco>",
           tolerance, shapes[first].attributes, margin, gap, shapes[second].attributes);
  return loadText(xml);
}

static void update(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_collision(m, d);
}

static void randomQuat(mjtNum quat[4]) {
  for (int k = 0; k < 4; k++) quat[k] = rng_uniform();
  mju_normalize4(quat);
}

static bool isDeep(const mjModel* m, mjData* d, const mjtNum dir[3], double t, double target) {
  for (int k = 0; k < 3; k++) d->qpos[k] = d->mocap_pos[k] + dir[k] * t;
  update(m, d);
  for (int i = 0; i < d->ncon; i++) {
    if (d->contact[i].dist < target) return true;
  }
  return false;
}

// axes of geom 2 along those of geom 1, but for a little
static void lay(const mjModel* m, mjData* d) {
  mjtNum tilt[4] = {1, 0.03 * rng_uniform(), 0.03 * rng_uniform(), rng_uniform()}, back[4], quat[4];
  mju_normalize4(tilt);
  mju_negQuat(back, m->geom_quat + 4);
  mju_mulQuat(quat, d->mocap_quat, tilt);
  mju_mulQuat(d->qpos + 3, quat, back);
}

// body 2 is brought in along a random direction until the least distance is as given; laid: face to
// face
static bool approach(const mjModel* m, mjData* d, double target, bool laid) {
  const bool flat = laid || m->geom_type[0] <= mjGEOM_HFIELD;
  mjtNum dir[3];
  randomQuat(d->mocap_quat);
  randomQuat(d->qpos + 3);
  if (laid) lay(m, d);
  for (int k = 0; k < 3; k++) {
    d->mocap_pos[k] = 0.3 * rng_uniform();
    dir[k] = rng_uniform();
  }
  if (flat) {
    mjtNum local[3] = {0.3 * rng_uniform(), 0.3 * rng_uniform(), 1};
    mju_rotVecQuat(dir, local, d->mocap_quat);
  }
  mju_normalize3(dir);
  double high = 1.5, low = high;
  if (isDeep(m, d, dir, high, target)) return false;
  while (low > 0 && !isDeep(m, d, dir, low, target)) low -= 0.02;
  high = low + 0.02;
  for (int i = 0; i < 50; i++) {
    const double mid = (low + high) / 2;
    *(isDeep(m, d, dir, mid, target) ? &low : &high) = mid;
  }
  return isDeep(m, d, dir, low, target) && d->ncon > 0;
}

// ---- motion of the bodies

typedef struct {
  mjtNum pos[3], quat[4];
} Pose;

static void takePose(Pose* pose, const mjData* d, int body) {
  mju_copy3(pose->pos, body == 1 ? d->mocap_pos : d->qpos);
  mju_copy4(pose->quat, body == 1 ? d->mocap_quat : d->qpos + 3);
}

static void givePose(const Pose* pose, mjData* d, int body) {
  mju_copy3(body == 1 ? d->mocap_pos : d->qpos, pose->pos);
  mju_copy4(body == 1 ? d->mocap_quat : d->qpos + 3, pose->quat);
}

// rotation about (k < 3) or translation along (k >= 3) an axis of the world, through a point
static void twist(Pose* pose, const mjtNum pivot[3], int k, double by) {
  if (k >= 3) {
    pose->pos[k - 3] += by;
    return;
  }
  mjtNum axis[3] = {0, 0, 0}, turn[4], old[4], arm[3], turned[3];
  axis[k] = 1;
  mju_axisAngle2Quat(turn, axis, by);
  mju_copy4(old, pose->quat);
  mju_mulQuat(pose->quat, turn, old);
  mju_sub3(arm, pose->pos, pivot);
  mju_rotVecQuat(turned, arm, turn);
  mju_add3(pose->pos, pivot, turned);
}

// ---- differences: dist, pos, rotation of the frame

enum { OUT = 7 };

typedef struct {
  mjtNum dist, pos[3], frame[9];
} Result;

static bool evaluate(const mjModel* m, mjData* d, int contact, int ncon, Result* res) {
  update(m, d);
  if (d->ncon != ncon) return false;
  const mjContact* con = d->contact + contact;
  res->dist = con->dist;
  mju_copy3(res->pos, con->pos);
  mju_copy(res->frame, con->frame, 9);
  return true;
}

static void combine(mjtNum* res, const mjtNum* a, const mjtNum* b, int n, double scl) {
  for (int i = 0; i < n; i++) res[i] += scl * (a[i] - b[i]);
}

// five-point derivative along a twist of a body; false: other contacts
static bool differences(const mjModel* m, mjData* d, int contact, const mjContact* at, int ncon,
                        int body, int k, double eps, mjtNum out[OUT]) {
  Pose pose;
  Result sum = {0}, side[2];
  bool good = true;
  takePose(&pose, d, body);
  for (int step = 1; step <= 2; step++) {
    for (int high = 0; high < 2; high++) {
      Pose moved = pose;
      twist(&moved, at->pos, k, (high ? 1 : -1) * step * eps);
      givePose(&moved, d, body);
      good = evaluate(m, d, contact, ncon, &side[high]) && good;
    }
    const double scl = (step == 1 ? 8 : -1) / (12 * eps);
    combine(&sum.dist, &side[1].dist, &side[0].dist, 13, scl);
  }
  givePose(&pose, d, body);
  out[0] = sum.dist;
  mju_copy3(out + 1, sum.pos);
  mju_zero3(out + 4);
  for (int i = 0; i < 3; i++) {
    mjtNum cross[3];
    mju_cross(cross, at->frame + 3 * i, sum.frame + 3 * i);
    mju_addToScl3(out + 4, cross, 0.5);
  }
  return good;
}

// first: the body of geom[0] moves
static void predicted(const ckin_Derivative* s, bool first, int k, mjtNum out[OUT]) {
  const double sign = first ? -1 : 1;
  out[0] = sign * s->dist[k];
  for (int i = 0; i < 3; i++) {
    out[1 + i] = sign * s->pos[6 * i + k] + (first && k == 3 + i);
    out[4 + i] = sign * s->turn[6 * i + k] + (first && k < 3 ? s->base[3 * i + k] : 0);
  }
}

// dist, pos, theta apart, each relative to its size, or to 0.01
static double errorOf(const mjtNum* an, const mjtNum* fd) {
  static const int adr[4] = {0, 1, 4, 7};
  double worst = 0;
  for (int part = 0; part < 3; part++) {
    double diff = 0, size = 0;
    for (int i = adr[part]; i < adr[part + 1]; i++) {
      diff = fmax(diff, fabs(an[i] - fd[i]));
      size = fmax(size, fabs(fd[i]));
    }
    worst = fmax(worst, diff / (size + 0.01));
  }
  return worst;
}

// worst column of a contact, each at the best step; -1: none has the same contacts around it
static double contactError(const mjModel* m, mjData* d, int contact, const ckin_Derivative* slope,
                           const double* eps, int neps) {
  const mjContact at = d->contact[contact];
  const int ncon = d->ncon;
  double worst = -1;
  for (int column = 0; column < 12; column++) {
    const int body = 1 + column / 6, k = column % 6;
    mjtNum an[OUT], fd[OUT];
    double best = -1;
    predicted(slope, body == 1, k, an);
    for (int e = 0; e < neps; e++) {
      if (!differences(m, d, contact, &at, ncon, body, k, eps[e], fd)) continue;
      const double error = errorOf(an, fd);
      if (best < 0 || error < best) best = error;
    }
    worst = fmax(worst, best);
  }
  update(m, d);
  return worst;
}

static double difference(const ckin_Derivative* a, bool flipA, const ckin_Derivative* b,
                         bool flipB) {
  double worst = 0;
  for (int column = 0; column < 12; column++) {
    mjtNum x[OUT], y[OUT];
    const bool first = column < 6;
    predicted(a, first != flipA, column % 6, x);
    predicted(b, first != flipB, column % 6, y);
    worst = fmax(worst, errorOf(x, y));
  }
  return worst;
}

// ---- all pairs

enum { MOST = 100, ROOM = 4000 };

typedef struct {
  int n, kinks;
  double error[ROOM];  // against kinematics and collision
  double apart[ROOM];  // closed form against differences of the narrow phase
} Tally;

static Tally tally[2];  // first contacts of pairs, and further ones

// steps: large ones for noise, small ones for kinks
static const double steps[] = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6};
enum { NSTEP = sizeof steps / sizeof *steps };

static void tallyState(const mjModel* m, mjData* d, bool noisy) {
  ckin_Derivative slope[MOST], rough[MOST];
  assert_true(d->ncon <= MOST);
  assert_true(ckin_derivatives(m, d, slope));
  assert_true(ckin_differences(m, d, rough));
  for (int i = 0; i < d->ncon; i++) {
    Tally* t = &tally[i > 0];
    // nothing smooth is there to be seen: a kink, or normals that jump with the world's axes
    const bool smooth = slope[i].smooth && (rough[i].smooth || noisy) &&
                        fabs(fabs(d->contact[i].frame[1]) - 0.5) > 0.02;
    t->kinks += !smooth;
    if (!smooth) continue;
    const double error = contactError(m, d, i, slope + i, steps, NSTEP);
    if (error < 0) continue;
    assert_true(t->n < ROOM);
    t->error[t->n] = error;
    t->apart[t->n++] = rough[i].smooth ? difference(slope + i, false, rough + i, false) : 0;
  }
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void tallyPair(int first, int second, double margin, double target, bool noisy, bool laid) {
  mjModel* m = pairModel(first, second, margin, margin / 5, 1e-11);
  mjData* d = mj_makeData(m);
  rng_state = 88172645463325252ull + (uint64_t)(100 * first + second);
  for (int i = 0; i < 30; i++) {
    if (approach(m, d, target, laid)) tallyState(m, d, noisy);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// How far differences of the collision can be trusted, at the best step: closed forms are exact to
// rounding. The convex solver is exact to rounding for polytopes, but not where margins round them;
// for the rest its normals have noise that is divided by the step. Further contacts of those are of
// tilted geoms, and only nearly what the slopes say. {median, worst} of first contacts and of
// further ones; 0: not bounded.
typedef struct {
  const char* name;
  double first[2], more[2];
} Trust;

static const Trust closed = {"closed form", {1e-9, 1e-8}, {1e-8, 1e-7}};
static const Trust exact = {
    "closed form, or differences where clipped", {1e-6, 1e-4}, {1e-6, 1e-4}};
static const Trust rounded = {"closed form, rounded", {1e-3, 1e-1}, {2e-2, 1e-1}};
static const Trust iterated = {"closed form of iterated points", {2e-2, 2e-1}, {2e-2, 0}};

enum { PLANE, FIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH };

static const Trust* trustOf(int first, int second, bool margin) {
  if (first == PLANE) return &closed;
  if (second == ELLIPSOID || first == ELLIPSOID) return &iterated;
  if (second == CYLINDER) return first == SPHERE ? &closed : &iterated;
  if (first == CYLINDER) return &iterated;
  if (first == CAPSULE && second == MESH) return &iterated;
  if (second < MESH && !(first == FIELD && second == BOX)) return &closed;
  return margin ? &rounded : &exact;
}

static void check(const char* what, Tally* t, const double most[2]) {
  const int n = t->n;
  if (!n) return;
  qsort(t->error, (size_t)n, sizeof *t->error, ascending);
  qsort(t->apart, (size_t)n, sizeof *t->apart, ascending);
  print_message("  %-48s %3d contacts %2d at kinks: median %.0e worst %.0e; apart %.0e %.0e\n",
                what, n, t->kinks, t->error[n / 2], t->error[n - 1], t->apart[n / 2],
                t->apart[n - 1]);
  assert_true(t->error[n / 2] < most[0]);
  if (most[1] > 0) assert_true(t->error[n - 1] < most[1]);
  if (most == closed.first) assert_true(t->apart[n - 1] < 1e-5 && t->apart[n / 2] < 2e-7);
}

static void test_pairs(void** state) {
  (void)state;
  for (int i = 0; i < NSHAPE; i++) {
    for (int j = i < SPHERE ? SPHERE : i; j < NSHAPE; j++) {
      for (int margin = 0; margin < 2; margin++) {
        const Trust* trust = trustOf(i, j, margin);
        const double target = margin && i != FIELD ? 0.02 : -0.01;
        char name[100];
        for (int k = 0; k < 2; k++) tally[k].n = tally[k].kinks = 0;
        tallyPair(i, j, margin ? 0.05 : 0, target, trust == &iterated, false);
        snprintf(name, sizeof name, "%s %s, %s", shapes[i].name, shapes[j].name, trust->name);
        check(name, &tally[0], trust->first);
        check("    further contacts", &tally[1], trust->more);
      }
    }
  }
}

// several contacts of faces that are nearly on each other; the lowest point of a disk goes round
// the faster the flatter it lies
static const Trust nearlyFlat = {"closed form", {1e-8, 1e-6}, {1e-8, 1e-6}};

static void test_laid(void** state) {
  (void)state;
  static const int pairs[][2] = {{PLANE, CAPSULE}, {PLANE, CYLINDER}, {PLANE, BOX}, {PLANE, MESH},
                                 {CAPSULE, BOX},   {BOX, BOX},        {BOX, MESH},  {MESH, MESH}};
  for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
    const int i = pairs[p][0], j = pairs[p][1];
    const Trust* trust = j == MESH ? &exact : &nearlyFlat;
    char name[100];
    for (int k = 0; k < 2; k++) tally[k].n = tally[k].kinks = 0;
    tallyPair(i, j, 0, -0.01, false, true);
    snprintf(name, sizeof name, "%s %s, %s", shapes[i].name, shapes[j].name, trust->name);
    check(name, &tally[0], trust->first);
    check("    further contacts", &tally[1], trust->more);
  }
}

// ---- shapes that are the same as others, of which one has a closed form: no step in the way

typedef struct {
  const char *attributes[2], *other;
  double bound;
} Twin;

static const char sphereText[] = "type='sphere' size='.2'";
static const char ballText[] = "type='ellipsoid' size='.2 .2 .2'";
static const char brickText[] = "type='mesh' mesh='brick'";
static const char boxText[] = "type='box' size='.15 .2 .25'";

static const Twin twins[] = {
    {{sphereText, ballText}, "type='plane' size='1 1 1'", 1e-9},
    {{sphereText, ballText}, sphereText, 5e-3},
    {{sphereText, ballText}, "type='capsule' size='.1 .25'", 5e-3},
    {{sphereText, ballText}, "type='cylinder' size='.15 .2'", 5e-3},
    {{sphereText, ballText}, boxText, 5e-3},
    {{sphereText, ballText}, brickText, 5e-3},
    {{boxText, brickText}, sphereText, 1e-5},
    {{boxText, brickText}, "type='capsule' size='.1 .25'", 1e-5},
    {{boxText, brickText}, ballText, 5e-3},
};

static mjModel* twinModel(const char* one, const char* other) {
  char xml[4000];
  snprintf(xml, sizeof xml,
           "<mujoco><option ccd_tolerance='1e-11' ccd_iterations='400'/><asset><mesh name='brick' "
           "vertex='.15 .2 .25 -.15 .2 .25 .15 -.2 .25 -.15 -.2 .25 .15 .2 -.25 -.15 .2 -.25 "
           ".15 -.2 -.25 -.15 -.2 -.25'/></asset><worldbody>"
           "<body mocap='true'><geom %s margin='.05'/></body>"
           "<body pos='0 0 3'><freejoint/><geom %s euler='20 30 40'/></body>"
           "</worldbody></mujoco>",
           other, one);
  return loadText(xml);
}

static bool isFlipped(const mjData* d) { return d->contact[0].geom[0] != 0; }

static double twinError(const mjModel* const m[2], mjData* const d[2]) {
  ckin_Derivative slope[2][MOST];
  mju_copy(d[1]->qpos, d[0]->qpos, 7);
  mju_copy3(d[1]->mocap_pos, d[0]->mocap_pos);
  mju_copy4(d[1]->mocap_quat, d[0]->mocap_quat);
  update(m[1], d[1]);
  if (!d[1]->ncon || fabs(fabs(d[0]->contact[0].frame[1]) - 0.5) < 1e-2) return -1;
  for (int k = 0; k < 2; k++) assert_true(ckin_derivatives(m[k], d[k], slope[k]));
  if (!slope[0]->smooth || !slope[1]->smooth) return -1;
  return difference(slope[1], isFlipped(d[1]), slope[0], isFlipped(d[0]));
}

static void test_twins(void** state) {
  (void)state;
  for (size_t t = 0; t < sizeof twins / sizeof *twins; t++) {
    mjModel *one = twinModel(twins[t].attributes[0], twins[t].other),
            *two = twinModel(twins[t].attributes[1], twins[t].other);
    mjData* data[2] = {mj_makeData(one), mj_makeData(two)};
    const mjModel* const models[2] = {one, two};
    double worst = 0;
    int n = 0;
    rng_state = 88172645463325252ull + t;
    for (int i = 0; i < 60; i++) {
      if (!approach(one, data[0], i & 1 ? 0.02 : -0.01, false)) continue;
      const double error = twinError(models, data);
      n += error >= 0;
      worst = fmax(worst, error);
    }
    print_message("  %s for %s on %s: %d contacts, worst %.0e\n", twins[t].attributes[1],
                  twins[t].attributes[0], twins[t].other, n, worst);
    assert_true(n > 20 && worst < twins[t].bound);
    for (int k = 0; k < 2; k++) mj_deleteData(data[k]);
    mj_deleteModel(one);
    mj_deleteModel(two);
  }
}

// ---- flat contacts, in the middle of kinks: numbers that make sense

static const char* const resting[] = {
    "<geom type='plane' size='1 1 1'/>|<geom type='cylinder' size='.1 .1'/>",
    "<geom type='plane' size='1 1 1'/>|<geom type='capsule' size='.1 .1'/>",
    "<geom type='plane' size='1 1 1'/>|<geom type='box' size='.1 .1 .1'/>",
    "<geom type='box' size='.1 .1 .1' pos='0 0 -.1'/>|<geom type='box' size='.1 .1 .1'/>",
    "<geom type='box' size='.1 .1 .1' pos='0 0 -.1'/>|<geom type='box' size='.05 .2 .1'/>",
    "<geom type='box' size='.2 .2 .1' pos='0 0 -.1'/>|<geom type='cylinder' size='.1 .1'/>",
    "<geom type='cylinder' size='.2 .1' pos='0 0 -.1'/>|<geom type='cylinder' size='.1 .1'/>",
    "<geom type='mesh' mesh='brick' pos='0 0 -.1'/>|<geom type='mesh' mesh='brick'/>",
    "<geom type='mesh' mesh='brick' pos='0 0 -.1'/>|<geom type='box' size='.1 .1 .1'/>",
    "<geom type='sphere' size='.1' pos='0 0 .09'/>|<geom type='sphere' size='.1'/>",
    "<geom type='capsule' size='.1 .1' pos='0 0 -.1' euler='90 0 0'/>|"
    "<geom type='capsule' size='.1 .1' euler='90 0 0'/>",
};

static mjModel* restingModel(const char* text) {
  char xml[2000];
  const char* bar = strchr(text, '|');
  snprintf(xml, sizeof xml,
           "<mujoco><asset><mesh name='brick' vertex='.1 .1 .1 -.1 .1 .1 .1 -.1 .1 -.1 -.1 .1 "
           ".1 .1 -.1 -.1 .1 -.1 .1 -.1 -.1 -.1 -.1 -.1'/></asset><worldbody>"
           "%.*s<body pos='0 0 .09'><freejoint/>%s</body></worldbody></mujoco>",
           (int)(bar - text), text, bar + 1);
  return loadText(xml);
}

// distances change as the normal says, up to tilts of 1e-3, and the rest is bounded
static void test_flat(void** state) {
  (void)state;
  for (size_t t = 0; t < sizeof resting / sizeof *resting; t++) {
    mjModel* m = restingModel(resting[t]);
    mjData* d = mj_makeData(m);
    ckin_Derivative slope[MOST];
    update(m, d);
    assert_true(d->ncon > 0 && d->ncon < MOST && ckin_derivatives(m, d, slope));
    double off = 0, most = 0;
    for (int i = 0; i < d->ncon; i++) {
      for (int k = 0; k < 3; k++) {
        off = fmax(off, fabs(slope[i].dist[3 + k] - d->contact[i].frame[k]));
      }
      for (int k = 0; k < 18; k++) {
        most = fmax(most, fmax(fabs(slope[i].pos[k]), fabs(slope[i].turn[k])));
      }
    }
    print_message("  %-100s %d contacts: off %.0e, most %.1f\n", resting[t], d->ncon, off, most);
    assert_true(off < 1.1e-3 && most < 100);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// ---- functions and contacts of users

static bool offset;  // the function below offers a tangent that turns with the geoms

// spheres that touch as if their distance were less
static int userSpheres(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                       mjtNum margin) {
  mjtNum axis[3] = {d->geom_xmat[9 * g2], d->geom_xmat[9 * g2 + 3], d->geom_xmat[9 * g2 + 6]};
  mju_sub3(con->normal, d->geom_xpos + 3 * g2, d->geom_xpos + 3 * g1);
  con->dist = mju_normalize3(con->normal) - m->geom_size[3 * g1] - m->geom_size[3 * g2] - 0.1;
  mju_addScl3(con->pos, d->geom_xpos + 3 * g1, con->normal, m->geom_size[3 * g1]);
  if (offset) mju_copy3(con->tangent, axis);
  return con->dist < margin;
}

static void test_user(void** state) {
  (void)state;
  const mjfCollision old = mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE];
  mjModel* m = pairModel(SPHERE, SPHERE, 0.02, 0.01, 1e-8);
  mjData* d = mj_makeData(m);
  ckin_Derivative slope[MOST];
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = userSpheres;
  for (int i = 0; i < 20; i++) {
    offset = i & 1;
    if (!approach(m, d, -0.03, false)) continue;
    assert_int_equal(d->ncon, 1);
    if (fabs(fabs(d->contact[0].frame[1]) - 0.5) < 0.02) continue;
    assert_true(ckin_derivatives(m, d, slope) && slope->smooth);
    const double error = contactError(m, d, 0, slope, steps, NSTEP);
    assert_true(error >= 0 && error < 1e-7);
  }
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_SPHERE] = old;

  // a contact that no function gives does not move
  mjContact con = {.dist = -0.01, .frame = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .dim = 3, .geom = {-1, 1}};
  update(m, d);
  const int n = d->ncon;
  assert_int_equal(mj_addContact(m, d, &con), 0);
  assert_true(ckin_derivatives(m, d, slope) && !slope[n].smooth && slope[n].dist[3] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- what is left

// explicit pairs have limits of their own; nothing of the data changes but the peak of scratch
static void test_restores(void** state) {
  (void)state;
  mjModel* m =
      loadText("<mujoco><asset><hfield name='field' nrow='2' ncol='2' size='1 1 .2 .3' "
               "elevation='0 .3 .1 .5'/></asset><worldbody>"
               "<geom name='field' type='hfield' hfield='field' contype='0' conaffinity='0'/>"
               "<body pos='.1 .2 .3'><freejoint/><geom name='box' type='box' size='.1 .1 .1' "
               "euler='20 30 40' contype='0' conaffinity='0'/></body>"
               "<body pos='.1 .2 .46' euler='2 4 6'><freejoint/><geom name='top' type='box' "
               "size='.1 .2 .03' contype='0' conaffinity='0'/></body></worldbody>"
               "<contact><pair geom1='box' geom2='field' margin='.03' gap='.02'/>"
               "<pair geom1='top' geom2='box' margin='.03' gap='.05'/></contact></mujoco>");
  mjData* d = mj_makeData(m);
  ckin_Derivative slope[2][MOST];
  mj_forward(m, d);
  assert_true(d->ncon > 1 && d->ncon < MOST);
  mjData before = *d;
  char* buffer = malloc((size_t)d->nbuffer);
  char* arena = malloc(d->parena + 1);
  memcpy(buffer, d->buffer, (size_t)d->nbuffer);
  memcpy(arena, d->arena, d->parena);
  assert_true(ckin_derivatives(m, d, slope[0]) && ckin_differences(m, d, slope[1]));
  for (int i = 0; i < d->ncon; i++) {
    const double apart = difference(slope[0] + i, false, slope[1] + i, false);
    print_message("  contact %d: smooth %d %d, apart %.0e\n", i, slope[0][i].smooth,
                  slope[1][i].smooth, apart);
    assert_true(slope[1][i].smooth && apart < 1e-2);  // the margin rounds the first
  }
  before.maxuse_stack = d->maxuse_stack;
  before.maxuse_arena = d->maxuse_arena;
  assert_memory_equal(&before, d, sizeof before);
  assert_memory_equal(buffer, d->buffer, (size_t)d->nbuffer);
  assert_memory_equal(arena, d->arena, d->parena);
  free(buffer);
  free(arena);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pairs), cmocka_unit_test(test_laid), cmocka_unit_test(test_twins),
      cmocka_unit_test(test_flat),  cmocka_unit_test(test_user), cmocka_unit_test(test_restores),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
