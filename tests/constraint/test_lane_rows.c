// Contacts and constraint rows in lanes: worlds of their own states, some in contact and some not,
// must have the contacts, J, D, R, aref and friction loss of mj_fwdPosition and mj_fwdVelocity in
// one world, bit by bit and in the same order. A world of NaN leaves its neighbours alone.
#include "support.h"

#include "base/cpu.h"
#include "constraint/constraint.h"
#include "lanes/rows_probe.h"

enum { WORLDS = 8, ROUNDS = 6, MAX_STEPS = 60 };

static const struct {
  const char* name;
  int width;
  probe_Rows* rows;
} variantTable[] = {
#if defined(__x86_64__)
    {"4 lanes", 4, probe_rows_w4_avx2},
    {"8 lanes", 8, probe_rows_w8_avx512},
#else
    {"none", 1 << 20, NULL},
#endif
};
enum { NVARIANT = sizeof variantTable / sizeof *variantTable };

static probe_World probe[WORLDS];

// ---- comparison

static bool sameBits(double a, double b) { return !memcmp(&a, &b, sizeof a) || (a != a && b != b); }

static void compare(const char* where, const char* what, const mjtNum* one, const mjtNum* lane,
                    int n) {
  for (int i = 0; i < n; i++) {
    if (!sameBits(one[i], lane[i]))
      fail_msg("%s, %s[%d]: %a in lanes, one world has %a", where, what, i, lane[i], one[i]);
  }
}

static void compareContacts(const char* where, const mjData* d, const probe_World* p) {
  char text[300];
  if (d->ncon != p->ncon)
    fail_msg("%s: %d contacts in lanes, one world has %d", where, p->ncon, d->ncon);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = &d->contact[i];
    const probe_Contact* c = &p->contact[i];
    snprintf(text, sizeof text, "%s, contact %d of geoms %d %d", where, i, con->geom[0],
             con->geom[1]);
    if (con->geom[0] != c->params.geom[0] || con->geom[1] != c->params.geom[1])
      fail_msg("%s: geoms %d %d in lanes", text, c->params.geom[0], c->params.geom[1]);
    if (con->dim != c->params.dim) fail_msg("%s: dim", text);
    compare(text, "dist", &con->dist, &c->dist, 1);
    compare(text, "pos", con->pos, c->pos, 3);
    compare(text, "frame", con->frame, c->frame, 9);
    compare(text, "includemargin", &con->includemargin, &c->params.includemargin, 1);
    compare(text, "friction", con->friction, c->params.friction, 5);
    compare(text, "solref", con->solref, c->params.solref, mjNREF);
    compare(text, "solreffriction", con->solreffriction, c->params.solreffriction, mjNREF);
    compare(text, "solimp", con->solimp, c->params.solimp, mjNIMP);
  }
}

static void compareBlock(const char* where, const mjModel* m, const mjData* d, const con_Rows* rows,
                         int k, const probe_World* p) {
  const con_Block* b = &rows->block[k];
  char text[300];
  snprintf(text, sizeof text, "%s, block %d of %d (type %d, id %d)", where, k, rows->nblock, b->type,
           b->id);
  if (b->type != p->type[k] || b->shape != p->shape[k] || b->nefc != p->rows[k] ||
      b->efc != p->row[k])
    fail_msg("%s: in lanes type %d, id %d, %d rows from %d on", text, p->type[k], p->id[k],
             p->rows[k], p->row[k]);
  if (b->contact < 0 && b->id != p->id[k]) fail_msg("%s: id %d in lanes", text, p->id[k]);
  if (b->contact >= 0) compare(text, "mu", &d->contact[b->contact].mu, &p->mu[k], 1);
  const int nv = (int)m->nv, at = b->efc, n = b->nefc;
  compare(text, "J", d->efc_J + at * nv, p->J + at * nv, n * nv);
  compare(text, "D", d->efc_D + at, p->D + at, n);
  compare(text, "R", d->efc_R + at, p->R + at, n);
  compare(text, "frictionloss", d->efc_frictionloss + at, p->frictionloss + at, n);
  compare(text, "aref", d->efc_aref + at, p->aref + at, n);
}

static void compareWorld(const char* where, const mjModel* m, const mjData* d,
                         const probe_World* p) {
  const con_Rows rows = con_rows(d);
  compareContacts(where, d, p);
  for (int k = 0; k < rows.nblock && k < p->nblock; k++) compareBlock(where, m, d, &rows, k, p);
  if (rows.nblock != p->nblock)
    fail_msg("%s: %d blocks in lanes, one world has %d", where, p->nblock, rows.nblock);
  if (d->nefc != p->nefc || d->ne != p->ne || d->nf != p->nf) fail_msg("%s: numbers of rows", where);
}

// ---- states

static void fill(mjtNum* array, mjtSize n, double scale) {
  for (mjtSize i = 0; i < n; i++) array[i] = scale * rng_uniform();
}

// from rest a random way off, then some steps: worlds fall, touch, or fly apart
static void randomState(const mjModel* m, mjData* d, int round, int world) {
  static const double way[] = {0, .02, .1, .3, 1};
  mjtNum* dq = calloc((size_t)m->nv + 1, sizeof *dq);
  if (m->nkey && world % 3 == 1) {
    mj_resetDataKeyframe(m, d, world % (int)m->nkey);
  } else {
    mj_resetData(m, d);
  }
  fill(dq, m->nv, way[(round + world) % 5]);
  mj_integratePos(m, d->qpos, dq, 1);
  fill(d->qvel, m->nv, world % 4 == 3 ? 0 : 0.5);
  fill(d->act, m->na, 0.3);
  fill(d->ctrl, m->nu, 0.5);
  for (int i = 0; i < m->neq; i++) d->eq_active[i] = (world + i) % 5 != 0;
  const int steps = round == 0 ? 0 : (int)(rng_next() % MAX_STEPS) * (world % 2 ? 1 : 4);
  for (int i = 0; i < steps; i++) mj_step(m, d);
  free(dq);
}

static bool isGood(const mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nq; i++) {
    if (mju_isBad(d->qpos[i])) return false;
  }
  return true;
}

// ---- runs

typedef struct {
  long contacts, blocks[mjCNSTR_CONTACT_ELLIPTIC + 1], worlds, idle;
} Count;

static void count(Count* c, const mjData* d) {
  const con_Rows rows = con_rows(d);
  c->worlds++;
  c->contacts += d->ncon;
  c->idle += !rows.nblock;
  for (int k = 0; k < rows.nblock; k++) c->blocks[rows.block[k].type]++;
}

static void compareAll(const char* name, const mjModel* m, const lane_Plan* plan,
                       mjData* const* start, mjData* const* done, int round, int bad) {
  char where[200];
  for (int v = 0; v < NVARIANT; v++) {
    const int width = variantTable[v].width;
    if (!cpu_hasLanes(width)) continue;
    for (int first = 0; first < WORLDS; first += width) {
      if (!variantTable[v].rows(m, plan, start + first, probe + first))
        fail_msg("%s: refused by %s", name, variantTable[v].name);
      for (int i = first; i < first + width; i++) {
        if (i == bad) continue;
        snprintf(where, sizeof where, "%s, %s, round %d, world %d", name, variantTable[v].name,
                 round, i);
        compareWorld(where, m, done[i], &probe[i]);
      }
    }
  }
}

static void allocProbe(const mjModel* m) {
  const size_t rows = 2000;
  for (int i = 0; i < WORLDS; i++) {
    probe[i].J = calloc(rows * (size_t)(m->nv + 4), sizeof *probe[i].J);
    probe[i].D = probe[i].J + rows * (size_t)m->nv;
    probe[i].R = probe[i].D + rows;
    probe[i].aref = probe[i].R + rows;
    probe[i].frictionloss = probe[i].aref + rows;
  }
}

static void runModel(const char* name, mjModel* m, Count* c) {
  mjData *start[WORLDS], *done[WORLDS];
  lane_Plan* plan = lane_planMake(m);
  const char* obstacle = lane_planObstacle(m);
  if (!plan) fail_msg("%s: no plan, %s", name, obstacle ? obstacle : "no memory");
  allocProbe(m);
  for (int i = 0; i < WORLDS; i++) {
    start[i] = mj_makeData(m);
    done[i] = mj_makeData(m);
  }
  for (int round = 0; round < ROUNDS; round++) {
    const int bad = round == ROUNDS - 1 ? 2 : -1;
    for (int i = 0; i < WORLDS; i++) {
      do randomState(m, start[i], round, i);
      while (!isGood(m, start[i]));
      mj_copyData(done[i], m, start[i]);
      mj_fwdPosition(m, done[i]);
      mj_fwdVelocity(m, done[i]);
      count(c, done[i]);
    }
    if (bad >= 0 && m->nq) start[bad]->qpos[m->nq - 1] = (mjtNum)__builtin_nan("");
    compareAll(name, m, plan, start, done, round, bad);
  }
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(start[i]);
    mj_deleteData(done[i]);
    free(probe[i].J);
  }
  lane_planDelete(plan);
}

static void tell(const char* name, const Count* c) {
  print_message("%s: %ld worlds, %ld without rows; %ld contacts; blocks", name, c->worlds, c->idle,
                c->contacts);
  for (int t = 0; t <= mjCNSTR_CONTACT_ELLIPTIC; t++) print_message(" %ld", c->blocks[t]);
  print_message("\n");
}

static mjModel* loadFile(const char* path) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", path, error);
  m->opt.jacobian = mjJAC_DENSE;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  return m;
}

static void runFile(const char* path) {
  Count c = {0};
  mjModel* m = loadFile(path);
  runModel(path, m, &c);
  tell(path, &c);
  mj_deleteModel(m);
}

// ---- models

static const char* const files[] = {
    "../models/acrobot.xml",    "../models/arm.xml",      "../models/cartpole.xml",
    "../models/dominoes.xml",   "../models/hand.xml",     "../models/humanoid.xml",
    "../models/muscle_arm.xml", "../models/pendulum.xml", "../models/quadruped.xml",
};

static void test_ownModels(void** state) {
  (void)state;
  catch_begin();
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", TEST_DIR, files[i]);
    runFile(path);
  }
  catch_end();
}

int main(int argc, char** argv) {
  if (argc > 1) {  // files of the user
    for (int i = 1; i < argc; i++) runFile(argv[i]);
    return 0;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ownModels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
