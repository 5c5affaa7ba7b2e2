// Hints that are kept between steps change no bit: while a model is edited at random between steps
// (sizes, vertices and graphs of hulls, poses and margins of geoms, masks, options of the solver),
// each step gives the bits of a data that is made for it alone. Edited hulls are mostly no hulls
// any more, so nothing but the arrays themselves can be relied on.
#include "simulate_support.h"

enum { CASES = 1000, STEPS = 12, VERTICES = 150 };

static uint64_t state = 12345;
static double uniform(void) {  // in [-1, 1)
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(state >> 11) * 0x1p-52 - 1;
}
static int choose(int n) { return (int)((uniform() + 1) / 2 * n) % n; }

// ---- a pile of all shapes

// n points on an ellipsoid, or the corners of a box with some more on its edges
static int printVertices(char* text, int n, double x, double y, double z) {
  int at = 0;
  for (int i = 0; i < n; i++) {
    double v[3] = {uniform(), uniform(), uniform()};
    const double r = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 1e-3;
    at += sprintf(text + at, "%.4f %.4f %.4f ", x * v[0] / r, y * v[1] / r, z * v[2] / r);
  }
  return at;
}

static const char* const shapes[] = {
    "type='mesh' mesh='few'",        "type='mesh' mesh='small'",
    "type='mesh' mesh='small2'",     "type='mesh' mesh='large'",
    "type='box' size='.1 .06 .08'",  "type='cylinder' size='.07 .1'",
    "type='capsule' size='.05 .08'", "type='ellipsoid' size='.1 .07 .05'",
    "type='sphere' size='.07'",
};
enum { NSHAPE = sizeof shapes / sizeof *shapes };

static mjModel* makeModel(bool hasField) {
  static char text[40000];
  int at = sprintf(text, "<mujoco><option timestep='.004'/><asset>");
  static const struct {
    const char* name;
    int n;
  } mesh[] = {{"few", 8}, {"small", 24}, {"small2", 40}, {"large", VERTICES}};
  for (int i = 0; i < 4; i++) {
    at += sprintf(text + at, "<mesh name='%s' vertex='", mesh[i].name);
    at += printVertices(text + at, mesh[i].n, .12, .08, .1);
    at += sprintf(text + at, "'/>");
  }
  at += sprintf(text + at, "<hfield name='field' nrow='4' ncol='4' size='1 1 .1 .1' "
                           "elevation='0 1 0 2 1 0 2 1 0 1 1 0 2 0 1 0'/></asset><worldbody>");
  at += sprintf(text + at, hasField ? "<geom type='hfield' hfield='field'/>"
                                    : "<geom type='plane' size='2 2 1'/>");
  for (int i = 0; i < 2 * NSHAPE; i++) {
    at += sprintf(text + at,
                  "<body name='b%d' pos='%.3f %.3f %.3f' euler='%.1f %.1f 0'><freejoint/>"
                  "<geom %s/></body>",
                  i, .2 * uniform(), .2 * uniform(), .15 + .06 * i, 90 * uniform(), 90 * uniform(),
                  shapes[i % NSHAPE]);
  }
  sprintf(text + at, "</worldbody><contact><exclude body1='b3' body2='b9'/></contact></mujoco>");
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) fail_msg("%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// ---- edits

static void editSize(mjModel* m) { m->geom_size[choose(3 * (int)m->ngeom)] *= 1 + 0.3 * uniform(); }

static void editVertices(mjModel* m) {
  const int mesh = choose((int)m->nmesh), n = m->mesh_vertnum[mesh];
  const double amount = choose(2) ? 0.1 : 1e-6;
  for (int i = 0; i < 1 + choose(3); i++) {
    float* v = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + choose(n));
    for (int k = 0; k < 3; k++) v[k] *= (float)(1 + amount * uniform());
  }
}

static void scaleMesh(mjModel* m) {
  const int mesh = choose((int)m->nmesh);
  const float scale = (float)(1 + 0.05 * uniform());
  float* v = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  for (int i = 0; i < 3 * m->mesh_vertnum[mesh]; i++) v[i] *= scale;
}

// another neighbour of a vertex
static void editGraph(mjModel* m) {
  const int mesh = choose((int)m->nmesh), adr = m->mesh_graphadr[mesh];
  if (adr < 0) return;
  int* graph = m->mesh_graph + adr;
  const int nhull = graph[0], from = choose(nhull);
  int* neighbor = graph + 2 + 2 * nhull + graph[2 + from];
  if (neighbor[0] >= 0) neighbor[0] = choose(nhull);
}

static void editPose(mjModel* m) {
  const int g = 1 + choose((int)m->ngeom - 1);
  for (int k = 0; k < 3; k++) m->geom_pos[3 * g + k] += 0.01 * uniform();
  for (int k = 0; k < 4; k++) m->geom_quat[4 * g + k] += 0.05 * uniform();
  mju_normalize4(m->geom_quat + 4 * g);
}

static void editMargin(mjModel* m) {
  const int g = choose((int)m->ngeom);
  m->geom_margin[g] = choose(2) ? 0 : 0.01 * (uniform() + 1);
  m->geom_gap[g] = choose(2) ? 0 : 0.5 * m->geom_margin[g];
}

static void editSolver(mjModel* m) {
  static const int iterations[] = {0, 1, 2, 3, 5, 10, 35, 35, 35, 100, 20000};
  static const mjtNum tolerance[] = {0, 1e-12, 1e-6, 1e-6, 1e-6, 1e-3, 0.02};
  m->opt.ccd_iterations = iterations[choose(sizeof iterations / sizeof *iterations)];
  m->opt.ccd_tolerance = tolerance[choose(sizeof tolerance / sizeof *tolerance)];
}

static void editFlags(mjModel* m) {
  static const int flag[] = {mjDSBL_MULTICCD, mjDSBL_NATIVECCD, mjDSBL_MIDPHASE,
                             mjDSBL_FILTERPARENT};
  m->opt.disableflags ^= flag[choose(4)];
}

// which bodies may touch: masks of a body with one geom, or the pair that is excluded
static void editFilters(mjModel* m) {
  const int body = 1 + choose((int)m->nbody - 1), other = 1 + choose((int)m->nbody - 1);
  if (choose(2) && body < other) {
    m->exclude_signature[0] = (body << 16) + other;
  } else {
    m->body_contype[body] ^= 1;
    m->body_conaffinity[body] ^= 1;
  }
}

static void editType(mjModel* m) {
  const int g = 1 + choose((int)m->ngeom - 1);
  if (m->geom_type[g] == mjGEOM_MESH) {
    m->geom_dataid[g] = choose((int)m->nmesh);
  } else {
    m->geom_type[g] = mjGEOM_SPHERE + choose(mjGEOM_BOX - mjGEOM_SPHERE + 1);
  }
}

static void (*const edits[])(mjModel*) = {editSize,    editVertices, scaleMesh,  editGraph,
                                          editPose,    editMargin,   editSolver, editFlags,
                                          editFilters, editType};
enum { NEDIT = sizeof edits / sizeof *edits };

// ---- the comparison

static bool sameContacts(const mjData* a, const mjData* b) {
  if (a->ncon != b->ncon) return false;
  for (int i = 0; i < a->ncon; i++) {
    const mjContact *x = a->contact + i, *y = b->contact + i;
    if (memcmp(x->geom, y->geom, sizeof x->geom) || memcmp(&x->dist, &y->dist, sizeof x->dist) ||
        memcmp(x->pos, y->pos, sizeof x->pos) || memcmp(x->frame, y->frame, sizeof x->frame)) {
      return false;
    }
  }
  return true;
}

// contacts of the state of d as a data without hints finds them
static bool isFresh(const mjModel* m, const mjData* d) {
  mjData* fresh = mj_makeData(m);
  const int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* x = malloc(sizeof *x * (size_t)n);
  assert_non_null(fresh);
  assert_non_null(x);
  mj_getState(m, d, x, mjSTATE_INTEGRATION);
  mj_setState(m, fresh, x, mjSTATE_INTEGRATION);
  mj_forward(m, fresh);
  const bool same = sameContacts(d, fresh) && !memcmp(d->qacc, fresh->qacc, sizeof *x * m->nv);
  mj_deleteData(fresh);
  free(x);
  return same;
}

// bodies that flew away or stand still come back into the pile
static void gather(const mjModel* m, mjData* d) {
  for (int j = 0; j < m->njnt; j++) {
    mjtNum* q = d->qpos + m->jnt_qposadr[j];
    const mjtNum far = fabs(q[0]) + fabs(q[1]) + fabs(q[2]);
    if (!(far < 2) || !choose(20)) {
      for (int k = 0; k < 3; k++) q[k] = 0.15 * uniform() + (k == 2) * 0.3;
      for (int k = 0; k < 6; k++) d->qvel[m->jnt_dofadr[j] + k] = 0.1 * uniform();
    }
  }
}

static int ncontact, nstep;

static void runCase(const mjModel* original, mjModel* m, mjData* d, int number) {
  if (number % 25 == 0) {
    assert_ptr_equal(mj_copyModel(m, original), m);
    mj_resetData(m, d);
  }
  const int quiet = choose(3) ? STEPS : 2;  // steps without an edit: cells and hints come to life
  for (int i = 0; i < quiet; i++) mj_step(m, d);
  gather(m, d);
  mj_forward(m, d);
  const int n = 1 + choose(3);
  for (int i = 0; i < n; i++) {
    edits[choose(NEDIT)](m);
    mj_forward(m, d);
    if (!isFresh(m, d)) fail_msg("case %d, edit %d", number, i);
    ncontact += d->ncon;
    nstep++;
  }
}

static void runAll(bool hasField, int cases) {
  mjModel *original = makeModel(hasField), *m = mj_copyModel(NULL, original);
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  for (int i = 0; i < cases; i++) runCase(original, m, d, i);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteModel(original);
}

static void testEdits(void** arg) {
  (void)arg;
  runAll(false, 3 * CASES / 4);
  runAll(true, CASES / 4);
  print_message("%d edits, %.1f contacts each\n", nstep, (double)ncontact / nstep);
  assert_true(ncontact > 10 * nstep);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testEdits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
