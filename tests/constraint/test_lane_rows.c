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
#define ROW(width, suffix) {#width " lanes", width, probe_rows_##suffix},
    CPU_VARIANTS(ROW)
#undef ROW
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
    const bool pulled = c->params.adhesion != 0 && c->dist >= c->params.includemargin;
    if (con->dim != (pulled ? 1 : c->params.dim)) fail_msg("%s: dim", text);
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
  snprintf(text, sizeof text, "%s, block %d of %d (type %d, id %d)", where, k, rows->nblock,
           b->type, b->id);
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
  if (d->nefc != p->nefc || d->ne != p->ne || d->nf != p->nf)
    fail_msg("%s: numbers of rows", where);
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
      const probe_Result result = variantTable[v].rows(m, plan, start + first, probe + first);
      if (result == PROBE_FULL) fail_msg("%s, %s: no room", name, variantTable[v].name);
      if (result == PROBE_WRONG) fail_msg("%s, %s: stray numbers", name, variantTable[v].name);
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
    "../models/acrobot.xml",      "../models/arm.xml",      "../models/cartpole.xml",
    "../models/dominoes.xml",     "../models/hand.xml",     "../models/humanoid.xml",
    "../models/muscle_arm.xml",   "../models/pendulum.xml", "../models/quadruped.xml",
    "../models/slider_crank.xml",
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

// every kind of row; the models as they would stand in a file, not as code
// clang-format off
#define BODY(pos, joint) "<body pos='" pos "'>" joint
#define HINGE(name) "<joint name='" name "' axis='0 1 0' limited='true' range='-20 20'/>"

static const char tendons[] =
  "<mujoco><option cone='elliptic' impratio='3'/><worldbody><site name='s0' pos='0 0 1'/>"
  BODY("0 0 1", HINGE("a")) "<geom size='.05' pos='.3 0 0'/><site name='s1' pos='.3 0 .1'/>"
  BODY(".3 0 0", HINGE("b")) "<geom size='.05' pos='.3 0 0'/><site name='s2' pos='.3 0 .1'/>"
  BODY(".3 0 0", "<joint name='c' type='slide' limited='true' range='-.01 .02' margin='.005'/>")
  "<geom size='.05' pos='.3 0 0'/></body></body></body>"
  BODY("0 2 1", "<joint name='ball' type='ball' limited='true' range='0 20' margin='.1'/>")
  "<geom size='.05' pos='.1 0 0'/></body></worldbody>"
  "<tendon><fixed name='t0' limited='true' range='-.01 .01' frictionloss='.1'>"
  "<joint joint='a' coef='1'/><joint joint='b' coef='-.5'/></fixed>"
  "<fixed name='t1' frictionloss='.2' limited='true' range='-.1 .1' margin='.01'>"
  "<joint joint='b' coef='1'/><joint joint='c' coef='0'/></fixed>"
  "<spatial name='t2' limited='true' range='0 .5' frictionloss='.1'><site site='s0'/>"
  "<site site='s1'/><site site='s2'/></spatial></tendon>"
  "<equality><joint joint1='a' joint2='b' polycoef='0 1 .5 .2 .1'/><joint joint1='c'/>"
  "<joint joint1='b' joint2='a' polycoef='0 0 1 0 0'/><tendon tendon1='t0'/>"
  "<tendon tendon1='t0' tendon2='t2' polycoef='0 .5 1 0 0'/><tendon tendon1='t1' tendon2='t0'/>"
  "</equality></mujoco>";

static const char bodies[] =
  "<mujoco><worldbody><geom name='g0' size='.1' pos='0 0 2'/><site name='w' pos='0 1 1'/>"
  BODY("0 0 1", "<freejoint/>") "<geom name='g1' size='.05'/><site name='x' pos='.1 0 0'/>"
  BODY(".3 0 0", "<joint type='ball'/>") "<geom size='.05'/><site name='y' euler='20 30 40'/>"
  BODY(".3 0 0", "<joint axis='0 1 1'/>") "<geom size='.05'/></body></body></body>"
  "<body name='b4' pos='0 1 1'><joint type='slide'/><joint type='ball' pos='0 0 .1'/>"
  "<geom size='.05' pos='.2 0 0'/><site name='z' pos='.2 0 0'/></body>"
  "<body name='b5' mocap='true' pos='1 1 1'><geom size='.02'/></body></worldbody>"
  "<equality><connect site1='x' site2='z'/><weld site1='y' site2='w' torquescale='.7'/>"
  "<weld body1='b4' relpose='.1 .2 1 1 .2 .1 0' torquescale='2'/><weld body1='b4' body2='b5'/>"
  "<connect body1='b4' body2='b5' anchor='.1 .2 .3'/><weld site1='x' site2='y'/></equality>"
  "</mujoco>";

// spheres and capsules that are parallel, touch at the limit, or share a centre
static const char shapes[] =
  "<mujoco><option gravity='0 0 0'/><default><joint type='slide' range='-1 1'/></default>"
  "<asset><mesh name='m' vertex='-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1'"
  " scale='.1 .1 .1'/></asset><worldbody><geom type='plane' size='3 3 .1' euler='10 0 0' condim='4' friction='1 .1 .01'/>"
  "<body name='p' pos='0 0 1'><joint axis='1 0 0'/><joint axis='0 0 1'/>"
  "<geom name='p' type='capsule' size='.1 .3'/><geom type='capsule' size='.05 .2' pos='.3 0 0'/>"
  "</body><body name='q' pos='.2 0 1'><joint axis='0 0 1'/>"
  "<geom name='q' type='capsule' size='.1 .2' condim='6'/></body>"
  "<body pos='.2 .2 1.1'><joint axis='0 0 1'/><joint axis='1 0 0'/><geom size='.1' condim='1'/>"
  "</body><body pos='.2 .2 1.1'><joint axis='0 1 0'/><geom size='.1' condim='1' margin='.02' gap='.01'/>"
  "</body><body pos='0 0 .2'><freejoint/><geom type='capsule' size='.1 .2' euler='90 0 0'/>"
  "<geom size='.15' pos='.1 0 0' priority='1'/><geom type='box' size='.1 .1 .1'/>"
  "<geom type='cylinder' size='.1 .1' pos='0 .2 0'/></body>"
  "<body name='e' pos='0 0 .5'><freejoint/><geom type='ellipsoid' size='.1 .2 .1'/>"
  "<geom name='e' size='.1' pos='.2 .1 0'/></body>"
  "<body pos='0 2 .5'><freejoint/><geom type='mesh' mesh='m'/></body>"
  "<body pos='0 2 .69'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody>"
  "<contact><pair geom1='p' geom2='q' condim='3' solreffriction='.03 1' friction='1 .5 .1 .1 .2'/>"
  "<pair geom1='e' geom2='p' margin='.1' gap='.05'/><exclude body1='q' body2='e'/></contact>"
  "</mujoco>";

// surfaces that move, and geoms that stick
static const char surfaces[] =
  "<mujoco><worldbody><geom type='plane' size='3 3 .1' surfacevel='1 .2 0 .1 .2 .3'/>"
  "<body pos='0 0 .12'><freejoint/><geom type='capsule' size='.1 .2' euler='90 0 0'/></body>"
  "<body pos='1 0 .1'><freejoint/><geom size='.1' margin='.1' gap='.1' adhesion='3' condim='6'/>"
  "</body><body pos='1 0 .32'><freejoint/><geom size='.1' surfacevel='0 0 0 0 1 2' condim='4'/>"
  "</body><body pos='0 1 .1'><freejoint/><geom type='box' size='.1 .1 .1' adhesion='2' gap='.02'/>"
  "</body></worldbody></mujoco>";
// clang-format on

static mjModel* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) fail_msg("%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  m->opt.jacobian = mjJAC_DENSE;
  return m;
}

// with both cones; returns the blocks
static Count runText(const char* name, const char* xml) {
  Count c = {0};
  for (int cone = 0; cone < 2; cone++) {
    mjModel* m = parse(xml);
    m->opt.cone = cone;
    runModel(name, m, &c);
    mj_deleteModel(m);
  }
  tell(name, &c);
  return c;
}

static void test_scalars(void** state) {
  (void)state;
  catch_begin();
  const Count c = runText("tendons", tendons);
  assert_true(c.blocks[mjCNSTR_EQUALITY] && c.blocks[mjCNSTR_FRICTION_TENDON]);
  assert_true(c.blocks[mjCNSTR_LIMIT_JOINT] && c.blocks[mjCNSTR_LIMIT_TENDON]);
  catch_end();
}

static void test_bodies(void** state) {
  (void)state;
  catch_begin();
  const Count c = runText("bodies", bodies);
  assert_true(c.blocks[mjCNSTR_EQUALITY] > 100);
  catch_end();
}

static void test_shapes(void** state) {
  (void)state;
  catch_begin();
  const Count c = runText("shapes", shapes);
  assert_true(c.blocks[mjCNSTR_CONTACT_FRICTIONLESS] && c.blocks[mjCNSTR_CONTACT_ELLIPTIC] &&
              c.blocks[mjCNSTR_CONTACT_PYRAMIDAL]);
  catch_end();
}

static void test_surfaces(void** state) {
  (void)state;
  catch_begin();
  const Count c = runText("surfaces", surfaces);
  assert_true(c.blocks[mjCNSTR_CONTACT_FRICTIONLESS] && c.blocks[mjCNSTR_CONTACT_ELLIPTIC] &&
              c.blocks[mjCNSTR_CONTACT_PYRAMIDAL]);
  catch_end();
}

// spheres whose surfaces just touch: the sweep decides
static void test_limit(void** state) {
  (void)state;
  catch_begin();
  mjModel* m = parse("<mujoco><option gravity='0 0 0'/><worldbody>"
                     "<body><freejoint/><geom size='.1'/><geom size='.05' pos='0 1 0'/></body>"
                     "<body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  lane_Plan* plan = lane_planMake(m);
  mjData *start[WORLDS], *done[WORLDS];
  long touching = 0;
  allocProbe(m);
  for (int i = 0; i < WORLDS; i++) {
    start[i] = mj_makeData(m);
    done[i] = mj_makeData(m);
  }
  for (int round = 0; round < 40; round++) {
    for (int i = 0; i < WORLDS; i++) {
      // within a few units of rounding of 0.2, as double and as float
      const double off = (i % 2 ? 1e-8 : 1e-17) * rng_uniform();
      mj_resetData(m, start[i]);
      for (int k = 0; k < 3; k++) start[i]->qpos[k] = round % 4 ? rng_uniform() : 0;
      mju_copy3(start[i]->qpos + 7, start[i]->qpos);
      start[i]->qpos[7 + round % 3] += 0.2 + off;
      mj_copyData(done[i], m, start[i]);
      mj_fwdPosition(m, done[i]);
      mj_fwdVelocity(m, done[i]);
      touching += done[i]->ncon;
    }
    compareAll("limit", m, plan, start, done, round, -1);
  }
  print_message("%ld of %d worlds touch\n", touching, 40 * WORLDS);
  assert_true(touching > 20 && touching < 300);
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(start[i]);
    mj_deleteData(done[i]);
    free(probe[i].J);
  }
  lane_planDelete(plan);
  mj_deleteModel(m);
  catch_end();
}

// ---- memory, obstacles

typedef struct {
  const mjModel* m;
  mjData* world[WORLDS];
  int variant, good;
} Memory;

static void runInMemory(void* ctx) {
  Memory* mem = ctx;
  lane_Plan* plan = lane_planMake(mem->m);
  if (plan) {
    const probe_Result result = variantTable[mem->variant].rows(mem->m, plan, mem->world, probe);
    assert_true(result == PROBE_GOOD || result == PROBE_FULL);
    mem->good += result == PROBE_GOOD;
  }
  lane_planDelete(plan);
}

static void test_memory(void** state) {
  (void)state;
  catch_begin();
  mjModel* m = parse(shapes);
  Memory mem = {.m = m};
  allocProbe(m);
  for (int i = 0; i < WORLDS; i++) {
    mem.world[i] = mj_makeData(m);
    randomState(m, mem.world[i], 0, i);
  }
  for (; mem.variant < NVARIANT; mem.variant++) {
    if (!cpu_hasLanes(variantTable[mem.variant].width)) continue;
    mem.good = 0;
    heap_failEach(runInMemory, &mem, 1);
    assert_int_equal(mem.good, 1);
  }
  for (int i = 0; i < WORLDS; i++) {
    mj_deleteData(mem.world[i]);
    free(probe[i].J);
  }
  mj_deleteModel(m);
  catch_end();
}

static int filterNone(const mjModel* m, mjData* d, int g1, int g2) {
  (void)m, (void)d, (void)g1, (void)g2;
  return 0;
}

static void expectObstacle(const mjModel* m, const char* text) {
  const char* obstacle = lane_planObstacle(m);
  if (!obstacle || strcmp(obstacle, text) != 0) fail_msg("%s, expected %s", obstacle, text);
  assert_null(lane_planMake(m));
}

static void test_obstacles(void** state) {
  (void)state;
  mjModel* m = parse(shapes);
  assert_null(lane_planObstacle(m));
  m->opt.jacobian = mjJAC_SPARSE;
  expectObstacle(m, "a sparse Jacobian");
  m->opt.jacobian = mjJAC_DENSE;
  m->opt.enableflags = mjENBL_DIAGEXACT;
  expectObstacle(m, "the exact diagonal");
  m->opt.enableflags = mjENBL_OVERRIDE;
  expectObstacle(m, "contact override");
  m->opt.enableflags = mjENBL_SLEEP;
  expectObstacle(m, "sleep");
  m->opt.enableflags = 0;
  mjcb_contactfilter = filterNone;
  expectObstacle(m, "a contact filter");
  mjcb_contactfilter = NULL;
  m->geom_margin[1] = -0.1;
  expectObstacle(m, "a margin below zero");
  m->opt.disableflags = mjDSBL_CONTACT;
  assert_null(lane_planObstacle(m));
  mj_deleteModel(m);
}

int main(int argc, char** argv) {
  if (argc > 1) {  // files of the user
    for (int i = 1; i < argc; i++) runFile(argv[i]);
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ownModels), cmocka_unit_test(test_scalars),
      cmocka_unit_test(test_bodies),    cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_surfaces),  cmocka_unit_test(test_limit),
      cmocka_unit_test(test_memory),    cmocka_unit_test(test_obstacles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
