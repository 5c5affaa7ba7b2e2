// Sequences of public calls, some of them careless. The input is a program: its first byte chooses
// a model and an arena, then come commands, one byte each, that take further bytes as arguments.
// Numbers and options of the model and the state may change between any two calls, to any value;
// ids may be out of range. After a whole step the next one is compared with that of a fresh data in
// the same state: what a data remembers may save work, never change a result.
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/fields.h"

enum { MOST_CALLS = 200, MOST_WORK = 20 };

typedef struct {
  const uint8_t *at, *end;
  mjModel* m;
  mjData *d, *fresh;
  mjtNum* state;    // of the largest signature
  mjtNum* scratch;  // room for any result below
} Player;

// ---- models: each has what the others lack

static const char* const source[] = {
    // contacts of all kinds, limits, friction loss, islands
    "<mujoco><worldbody><geom type='plane' size='2 2 .1'/>"
    "<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
    "<body pos='.05 0 .28'><freejoint/><geom type='box' size='.1 .1 .1' condim='6' margin='.02' "
    "gap='.01'/><body pos='.2 0 0'><joint axis='0 1 0' range='-.1 .1' limited='true' "
    "frictionloss='.1'/><geom type='capsule' size='.05 .1' mass='.1'/></body></body>"
    "<body pos='1 0 .05'><freejoint/><geom type='ellipsoid' size='.1 .06 .08' condim='1'/></body>"
    "<body pos='1 .1 .15'><freejoint/><geom type='cylinder' size='.05 .1' adhesion='2'/></body>"
    "</worldbody></mujoco>",
    // tendons, muscles, sensors, equalities, keyframes, mocap, delays
    "<mujoco><option timestep='.01'/><worldbody><body name='target' mocap='true' pos='0 0 1'/>"
    "<body name='a' pos='0 0 .8'><joint name='j' range='-1 1' limited='true' damping='.1'/>"
    "<geom name='g' type='capsule' size='.05 .2'/><site name='s' pos='0 0 .2'/>"
    "<body name='b' pos='0 0 -.3'><joint name='k' type='ball'/><geom type='cylinder' size='.05 "
    ".1'/>"
    "<site name='t'/><site name='u' pos='.1 0 0'/></body></body>"
    "<body name='c' pos='1 0 1'><joint name='l' type='slide' springref='.1' stiffness='3'/>"
    "<geom size='.1'/></body></worldbody>"
    "<tendon><spatial name='w' limited='true' range='.1 .6' frictionloss='.1'><site site='s'/>"
    "<geom geom='g'/><site site='u'/></spatial><fixed name='f'><joint joint='j' coef='1'/>"
    "<joint joint='l' coef='-.5'/></fixed></tendon>"
    "<equality><weld body1='b' body2='target' active='false'/><joint joint1='l' joint2='j' "
    "polycoef='0 .5'/><tendon tendon1='f'/><connect body1='c' anchor='0 0 .1'/></equality>"
    "<actuator><muscle tendon='w' timeconst='.01 .04'/><motor joint='j' delay='.03' nsample='5' "
    "interp='cubic'/><position joint='l' kp='3'/><general site='t' refsite='s' gear='1 0 0 0 0 1' "
    "dyntype='filterexact' dynprm='.1'/></actuator>"
    "<sensor><jointpos joint='j' delay='.02' nsample='4' interp='linear'/><accelerometer site='t'/>"
    "<force site='t'/><tendonpos tendon='w'/><subtreecom body='a'/><framelinvel objtype='body' "
    "objname='b' reftype='body' refname='a'/><touch site='u'/><rangefinder site='s'/>"
    "<user dim='2' needstage='acc'/><e_kinetic/></sensor>"
    "<keyframe><key qpos='.1 1 0 0 0 .2' ctrl='.1 .2 .3 .4'/><key time='1'/></keyframe></mujoco>",
    // meshes, height field, sleep, fluid, gravity compensation
    "<mujoco><option density='1' viscosity='.01' wind='1 0 0'><flag sleep='enable'/></option>"
    "<asset><hfield name='h' nrow='2' ncol='3' size='1 1 .2 .1'/><mesh name='m' vertex='0 0 0 .2 0 "
    "0 0 .2 0 0 0 .2 .2 .2 0'/></asset><worldbody><geom type='hfield' hfield='h'/>"
    "<body pos='0 0 .12'><freejoint/><geom type='mesh' mesh='m'/></body>"
    "<body pos='.3 0 .12' gravcomp='.5'><freejoint/><geom type='mesh' mesh='m' "
    "fluidshape='ellipsoid'/></body><body pos='-.5 0 1' sleep='allowed'><joint type='slide' "
    "axis='0 0 1'/><geom size='.1'/></body></worldbody></mujoco>",
};
enum { NSOURCE = sizeof source / sizeof *source };

// bytes of the arena: all fits, or less and less does
static const mjtSize arenas[] = {1 << 17, 1 << 17, 30000, 12000, 5000, 1000, 40};
enum { NARENA = sizeof arenas / sizeof *arenas };

// ---- arguments

static int takeByte(Player* p) { return p->at < p->end ? *p->at++ : 0; }

static int takeWord(Player* p) {
  const int low = takeByte(p);
  return low | takeByte(p) << 8;
}

// mostly within 0 .. n - 1, sometimes careless
static int takeId(Player* p, mjtSize n) {
  static const int careless[] = {-1, -2, 1 << 30, -(1 << 30), 65536};
  const int x = takeByte(p);
  if (x >= 240) return x < 245 ? careless[x - 240] : (int)n + x - 245;
  return n ? x % (int)n : 0;
}

static mjtNum takeNumber(Player* p) {
  static const mjtNum odd[] = {0, -0.0, NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-310, 1e10, -1};
  const int x = takeByte(p), nodd = (int)(sizeof odd / sizeof *odd);
  return x < nodd ? odd[x] : (x - 128) / 32.0;
}

static void takeNumbers(Player* p, mjtNum* to, int n) {
  for (int i = 0; i < n; i++) to[i] = takeNumber(p);
}

// ---- the model between calls

// what a step costs is in these; any value is legal
static void limitWork(mjModel* m) {
  mjOption* opt = &m->opt;
  int* const loops[] = {&opt->iterations, &opt->ls_iterations, &opt->noslip_iterations,
                        &opt->ccd_iterations};
  for (int i = 0; i < 4; i++) {
    if (*loops[i] > MOST_WORK) *loops[i] = MOST_WORK;
  }
}

static void editOption(Player* p) {
  mjOption* opt = &p->m->opt;
  int* const whole[] = {
      &opt->integrator, &opt->cone,          &opt->jacobian,       &opt->solver,
      &opt->iterations, &opt->ls_iterations, &opt->ccd_iterations, &opt->noslip_iterations};
  mjtNum* const real[] = {&opt->timestep,   &opt->impratio,        &opt->tolerance,
                          &opt->gravity[2], &opt->ls_tolerance,    &opt->noslip_tolerance,
                          &opt->density,    &opt->ccd_tolerance,   &opt->viscosity,
                          opt->wind,        &opt->sleep_tolerance, opt->magnetic};
  const int nwhole = sizeof whole / sizeof *whole, nreal = sizeof real / sizeof *real;
  const int k = takeByte(p) % (nwhole + nreal + 2);
  if (k < nwhole) {
    *whole[k] = takeId(p, 4);
  } else if (k < nwhole + nreal) {
    *real[k - nwhole] = takeNumber(p);
  } else if (k == nwhole + nreal) {
    opt->disableflags ^= 1 << takeByte(p) % mjNDISABLE;
  } else {
    opt->enableflags ^= 1 << takeByte(p) % mjNENABLE;
  }
  limitWork(p->m);
}

// a number of a model; indices and sizes are its structure and stay
static void editNumber(Player* p) {
  const field_Table table = field_model();
  const field_Field* f = &table.field[takeWord(p) % table.n];
  const mjtSize n = field_count(f, p->m, NULL);
  if (!n || (f->type != FIELD_NUM && f->type != FIELD_FLOAT)) return;
  const mjtSize at = takeWord(p) % n;
  const mjtNum x = takeNumber(p);
  if (f->type == FIELD_NUM) ((mjtNum*)field_get(f, p->m))[at] = x;
  if (f->type == FIELD_FLOAT) ((float*)field_get(f, p->m))[at] = (float)x;
}

static void editKind(Player* p) {
  int* const array[] = {p->m->geom_condim, p->m->geom_contype, p->m->geom_conaffinity,
                        p->m->geom_priority};
  if (p->m->ngeom) array[takeByte(p) % 4][takeByte(p) % p->m->ngeom] = takeByte(p) - 2;
}

// ---- the state between calls

static void editInput(Player* p) {
  const field_Table table = field_data();
  const field_Field* f = &table.field[takeWord(p) % table.n];
  const mjtSize n = field_count(f, p->m, p->d);
  if (!n || f->part != FIELD_INPUT || f->type != FIELD_NUM) return;
  ((mjtNum*)field_get(f, p->d))[takeWord(p) % n] = takeNumber(p);
}

static void setState(Player* p) {
  const int sig = takeWord(p) & ((1 << mjNSTATE) - 1), n = mj_stateSize(p->m, sig);
  mj_getState(p->m, p->d, p->state, sig);
  if (n > 0) p->state[takeWord(p) % n] = takeNumber(p);
  mj_setState(p->m, p->d, p->state, sig);
}

static void reset(Player* p) {
  const int kind = takeByte(p) % 6;
  if (kind == 0) mj_resetData(p->m, p->d);
  if (kind == 1) mj_resetDataKeyframe(p->m, p->d, takeId(p, p->m->nkey));
  if (kind == 2) mj_resetDataDebug(p->m, p->d, (unsigned char)takeByte(p));
  if (kind == 3) mj_resetCtrl(p->m, p->d);
  if (kind == 4) mj_setKeyframe(p->m, p->d, takeId(p, p->m->nkey));
  if (kind == 5) mj_copyData(p->d, p->m, p->fresh);
}

// ---- stages

typedef void Stage(const mjModel* m, mjData* d);

static void rk4(const mjModel* m, mjData* d) { mj_RungeKutta(m, d, 4); }

static Stage* const stages[] = {mj_step,
                                mj_step1,
                                mj_step2,
                                mj_forward,
                                mj_inverse,
                                mj_fwdPosition,
                                mj_fwdVelocity,
                                mj_fwdActuation,
                                mj_fwdConstraint,
                                mj_kinematics,
                                mj_comPos,
                                mj_camlight,
                                mj_crb,
                                mj_makeM,
                                mj_factorM,
                                mj_comVel,
                                mj_subtreeVel,
                                mj_energyPos,
                                mj_energyVel,
                                mj_tendon,
                                mj_transmission,
                                mj_passive,
                                mj_collision,
                                mj_makeConstraint,
                                mj_island,
                                mj_projectConstraint,
                                mj_referenceConstraint,
                                mj_rnePostConstraint,
                                mj_invPosition,
                                mj_invVelocity,
                                mj_invConstraint,
                                mj_compareFwdInv,
                                mj_sensorPos,
                                mj_sensorVel,
                                mj_sensorAcc,
                                mj_Euler,
                                mj_implicit,
                                rk4,
                                mj_checkPos,
                                mj_checkVel,
                                mj_checkAcc,
                                mj_fwdKinematics,
                                mj_fwdAcceleration};

static void runStage(Player* p) {
  stages[takeByte(p) % (int)(sizeof stages / sizeof *stages)](p->m, p->d);
}

static void runSkip(Player* p) {
  const int stage = takeByte(p), sensor = stage / 4 % 2;
  if (stage / 8 % 2) {
    mj_forwardSkip(p->m, p->d, stage % 4, sensor);
  } else {
    mj_inverseSkip(p->m, p->d, stage % 4, sensor);
  }
}

static void setConstants(Player* p) { mj_setConst(p->m, p->d); }

// ---- questions

static void askJacobian(Player* p) {
  const mjModel* m = p->m;
  mjtNum *jacp = p->scratch, *jacr = jacp + 3 * m->nv, point[3];
  const int kind = takeByte(p) % 8;
  takeNumbers(p, point, 3);
  if (kind == 0) mj_jac(m, p->d, jacp, jacr, point, takeId(p, m->nbody));
  if (kind == 1) mj_jacBody(m, p->d, jacp, jacr, takeId(p, m->nbody));
  if (kind == 2) mj_jacBodyCom(m, p->d, jacp, jacr, takeId(p, m->nbody));
  if (kind == 3) mj_jacGeom(m, p->d, jacp, jacr, takeId(p, m->ngeom));
  if (kind == 4) mj_jacSite(m, p->d, jacp, jacr, takeId(p, m->nsite));
  if (kind == 5) mj_jacSubtreeCom(m, p->d, jacp, takeId(p, m->nbody));
  if (kind == 6) mj_jacDot(m, p->d, jacp, jacr, point, takeId(p, m->nbody));
  if (kind == 7) mj_angmomMat(m, p->d, jacp, takeId(p, m->nbody));
}

static void askObject(Player* p) {
  const int type = takeId(p, mjNOBJECT), id = takeId(p, p->m->nbody), kind = takeByte(p) % 3;
  if (kind == 0) mj_objectVelocity(p->m, p->d, type, id, p->scratch, takeByte(p) % 2);
  if (kind == 1) mj_objectAcceleration(p->m, p->d, type, id, p->scratch, takeByte(p) % 2);
  if (kind == 2) mj_id2name(p->m, type, id);
}

static void askContact(Player* p) {
  const int kind = takeByte(p) % 4;
  if (kind == 0) mj_contactForce(p->m, p->d, takeId(p, p->d->ncon), p->scratch);
  if (kind == 1) mj_maxContact(p->m, takeId(p, p->m->ngeom), takeId(p, p->m->ngeom), 0);
  if (kind == 2) {
    const int geom1 = takeId(p, p->m->ngeom), geom2 = takeId(p, p->m->ngeom);
    mj_geomDistance(p->m, p->d, geom1, geom2, takeNumber(p), p->scratch);
  }
  if (kind == 3 && p->d->ncon) {
    mjContact con = p->d->contact[takeByte(p) % p->d->ncon];
    con.dim = takeByte(p) % 8;
    con.geom[0] = takeId(p, p->m->ngeom);
    mj_addContact(p->m, p->d, &con);
  }
}

static void askRay(Player* p) {
  mjtNum point[3], vec[3];
  int geom;
  takeNumbers(p, point, 3);
  takeNumbers(p, vec, 3);
  const int kind = takeByte(p) % 3, id = takeId(p, kind ? p->m->ngeom : p->m->nbody);
  if (kind == 0) mj_ray(p->m, p->d, point, vec, NULL, 1, id, &geom, p->scratch);
  if (kind == 1) mj_rayHfield(p->m, p->d, id, point, vec, p->scratch);
  if (kind == 2) mj_rayMesh(p->m, p->d, id, point, vec, p->scratch);
}

static void askProduct(Player* p) {
  const mjtSize nv = p->m->nv;
  mjtNum *vec = p->scratch, *res = vec + nv;
  const int kind = takeByte(p) % 5;
  for (int i = 0; i < nv; i++) vec[i] = takeNumber(p);
  if (kind == 0) mj_mulM(p->m, p->d, res, vec);
  if (kind == 1) mj_fullM(p->m, p->d, res);
  if (kind == 2) mj_solveM(p->m, p->d, res, vec, 1);
  if (kind == 3) mj_rne(p->m, p->d, takeByte(p) % 2, res);
  if (kind == 4) {
    mj_applyFT(p->m, p->d, vec, vec, vec, takeId(p, p->m->nbody), p->d->qfrc_applied);
  }
}

static void askHistory(Player* p) {
  mjtNum value[8];
  const int id = takeId(p, p->m->nactuator), interp = takeId(p, 4) - 1;
  const mjtNum time = takeNumber(p);
  mj_readCtrl(p->m, p->d, id, time, interp);
  mj_readSensor(p->m, p->d, takeId(p, p->m->nsensor), time, value, interp);
}

// a model that is saved and read again is the same model, or is refused
static void saveAndLoad(Player* p) {
  const mjtSize size = mj_sizeModel(p->m);
  void* file = malloc((size_t)size);
  if (!file) return;
  mj_saveModel(p->m, NULL, file, (int)size);
  mjModel* again = mj_loadModelBuffer(file, (int)size);
  mj_deleteModel(again);
  free(file);
}

// ---- a step, and the same step from a fresh data

static bool same(const mjtNum* a, const mjtNum* b, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return false;
  }
  return true;
}

static void stepTwice(Player* p) {
  const int sig = mjSTATE_INTEGRATION;
  mj_step(p->m, p->d);
  if (p->m->opt.enableflags & mjENBL_SLEEP) return;  // who sleeps is not part of a state
  mj_getState(p->m, p->d, p->state, sig);
  mj_resetData(p->m, p->fresh);
  mj_setState(p->m, p->fresh, p->state, sig);
  mj_step(p->m, p->d);
  mj_step(p->m, p->fresh);
  if (same(p->d->qpos, p->fresh->qpos, p->m->nq) && same(p->d->qvel, p->fresh->qvel, p->m->nv) &&
      same(p->d->act, p->fresh->act, p->m->na)) {
    return;
  }
  fprintf(stderr, "fuzz_calls: a step depends on what was before the state\n");
  abort();
}

// ---- the program

typedef void Command(Player* p);

static Command* const commands[] = {
    stepTwice,   runStage,  runStage,   runStage,  runSkip,    editOption, editOption,
    editNumber,  editKind,  editInput,  editInput, setState,   reset,      setConstants,
    askJacobian, askObject, askContact, askRay,    askProduct, askHistory, saveAndLoad};

// loaded once, by the C library's allocator: it outlives the run that needs it first
static const mjModel* modelOf(int which) {
  static mjModel* made[NSOURCE];
  if (!made[which]) {
    char error[300];
    void* (*const alloc)(size_t) = mju_user_malloc;
    void (*const release)(void*) = mju_user_free;
    mju_user_malloc = NULL;
    mju_user_free = NULL;
    made[which] = sn_loadXMLString(source[which], error, sizeof error);
    mj_freeLastXML();
    mju_user_malloc = alloc;
    mju_user_free = release;
    if (!made[which]) return NULL;
    limitWork(made[which]);
  }
  return made[which];
}

static bool open(Player* p, int which) {
  const mjModel* made = modelOf(which % NSOURCE);
  p->m = made ? mj_copyModel(NULL, made) : NULL;
  if (!p->m) return false;
  p->m->narena = arenas[which / NSOURCE % NARENA];
  const mjtSize room = 6 * p->m->nv + p->m->nv * p->m->nv + 64;
  p->d = mj_makeData(p->m);
  p->fresh = mj_makeData(p->m);
  p->state = malloc((size_t)mj_stateSize(p->m, (1 << mjNSTATE) - 1) * sizeof *p->state);
  p->scratch = calloc((size_t)room, sizeof *p->scratch);
  return p->d && p->fresh && p->state && p->scratch;
}

int fuzz_calls(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  Player p = {.at = data + 1, .end = data + size};
  mju_setLogHandler(fuzz_ignoreMessage);
  const bool opened = open(&p, data[0]);
  for (int i = 0; opened && i < MOST_CALLS && p.at < p.end; i++) {
    commands[takeByte(&p) % (int)(sizeof commands / sizeof *commands)](&p);
  }
  mj_deleteData(p.d);
  mj_deleteData(p.fresh);
  mj_deleteModel(p.m);
  free(p.state);
  free(p.scratch);
  mju_setLogHandler(NULL);
  return opened ? 0 : 1;  // 1: the model above is at fault
}
