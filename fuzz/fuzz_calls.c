// Sequences of public calls, some of them careless. The input is a program: its first byte chooses
// a model and an arena, then come commands, one byte each, that take further bytes as arguments
// (calls.h). Numbers and options of the model and the state may change between any two calls, to
// any value; ids may be out of range; the model may be edited as mjSpec and compiled again under
// its data; it may be saved, damaged and loaded. After a whole step the next one is compared with
// that of a fresh data in the same state.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

enum { MOST_CALLS = 400, MOST_WORK = 20 };

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
    "<geom name='g' type='cylinder' size='.05 .2'/><site name='s' pos='0 0 .2'/>"
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
    // trees that fall asleep soon, one from the start; classes, frames, an explicit pair
    "<mujoco><option sleep_tolerance='10'><flag sleep='enable'/></option><default><default "
    "class='c'><geom rgba='1 0 0 1' condim='4'/><joint damping='1'/></default></default>"
    "<worldbody><geom name='floor' type='plane' size='2 2 .1'/><frame name='f' pos='0 0 .1'>"
    "<body name='a' childclass='c'><freejoint/><geom name='g' size='.1'/></body></frame>"
    "<body name='b' pos='.5 0 .1'><freejoint/><geom name='h' type='box' size='.1 .1 .1'/></body>"
    "<body name='d' pos='1 0 .1' sleep='init'><freejoint/><geom name='i' type='capsule' "
    "size='.1 .1'/></body><body name='e' pos='0 1 .3'><joint name='j' axis='0 1 0'/><geom "
    "name='k' size='.05'/><body name='n' pos='.1 0 0'><joint name='l'/><geom name='o' "
    "size='.05'/></body></body></worldbody><contact><pair geom1='k' geom2='floor' "
    "condim='6'/><exclude body1='a' body2='b'/></contact><actuator><position joint='j' "
    "kp='1'/></actuator></mujoco>",
};
enum { NSOURCE = sizeof source / sizeof *source };

const char* calls_sourceText(int which) { return source[which % NSOURCE]; }

// bytes of the arena: all fits, or less and less does
static const mjtSize arenas[] = {1 << 17, 1 << 17, 30000, 12000, 5000, 1000, 40};
enum { NARENA = sizeof arenas / sizeof *arenas };

// ---- arguments

int calls_byte(calls_Player* p) { return p->at < p->end ? *p->at++ : 0; }

int calls_word(calls_Player* p) {
  const int low = calls_byte(p);
  return low | calls_byte(p) << 8;
}

int calls_id(calls_Player* p, mjtSize n) {
  static const int careless[] = {-1, -2, 1 << 30, -(1 << 30), 65536};
  const int x = calls_byte(p);
  if (x >= 240) return x < 245 ? careless[x - 240] : (int)n + x - 245;
  return n ? x % (int)n : 0;
}

mjtNum calls_number(calls_Player* p) {
  static const mjtNum odd[] = {0, -0.0, NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-310, 1e10, -1};
  const int x = calls_byte(p), nodd = (int)(sizeof odd / sizeof *odd);
  return x < nodd ? odd[x] : (x - 128) / 32.0;
}

void calls_numbers(calls_Player* p, mjtNum* to, int n) {
  for (int i = 0; i < n; i++) to[i] = calls_number(p);
}

const char* calls_name(calls_Player* p) {
  static const char* const name[] = {"",
                                     "a",
                                     "b",
                                     "c",
                                     "d",
                                     "e",
                                     "f",
                                     "g",
                                     "h",
                                     "i",
                                     "j",
                                     "k",
                                     "l",
                                     "m",
                                     "s",
                                     "t",
                                     "u",
                                     "w",
                                     "x",
                                     "n",
                                     "o",
                                     "p/a",
                                     "main",
                                     "world",
                                     "floor",
                                     "m.obj",
                                     "/dev/zero",
                                     "../..",
                                     "<&'\"\n\x80\xff%s%n"};
  return name[calls_byte(p) % (int)(sizeof name / sizeof *name)];
}

// ---- the model and its data

void calls_limitWork(mjModel* m) {
  mjOption* opt = &m->opt;
  int* const loops[] = {&opt->iterations, &opt->ls_iterations, &opt->noslip_iterations,
                        &opt->ccd_iterations};
  for (int i = 0; i < 4; i++) {
    if (*loops[i] > MOST_WORK) *loops[i] = MOST_WORK;
  }
}

static void deleteData(calls_Player* p) {
  mj_deleteData(p->d);
  mj_deleteData(p->fresh);
  free(p->state);
  free(p->scratch);
  p->d = p->fresh = NULL;
  p->state = p->scratch = NULL;
}

bool calls_makeData(calls_Player* p) {
  const mjtSize nv = p->m->nv, room = 8 * nv + nv * nv + p->m->nq + 128;
  deleteData(p);
  p->d = mj_makeData(p->m);
  p->fresh = mj_makeData(p->m);
  p->state = calloc((size_t)mj_stateSize(p->m, (1 << mjNSTATE) - 1) + 1, sizeof *p->state);
  p->scratch = calloc((size_t)room, sizeof *p->scratch);
  return p->d && p->fresh && p->state && p->scratch;
}

bool calls_takeModel(calls_Player* p, mjModel* m) {
  if (!m || !fuzz_isSmall(m)) {
    mj_deleteModel(m);
    return false;
  }
  m->narena = p->m->narena;
  deleteData(p);
  mj_deleteModel(p->m);
  p->m = m;
  calls_limitWork(m);
  if (!calls_makeData(p)) p->at = p->end;  // no memory: the program ends
  return true;
}

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
    if (!made[which]) {
      fprintf(stderr, "fuzz_calls: model %d: %s\n", which, error);
      abort();
    }
    calls_limitWork(made[which]);
  }
  return made[which];
}

static bool open(calls_Player* p, int which) {
  const mjModel* made = modelOf(which % NSOURCE);
  p->source = which % NSOURCE;
  mj_defaultVFS(&p->vfs);
  p->m = made ? mj_copyModel(NULL, made) : NULL;
  if (!p->m) return false;
  p->m->narena = arenas[which / NSOURCE % NARENA];
  return calls_makeData(p);
}

// ---- the program

// what happens often stands often
static calls_Command* const commands[] = {
    calls_stepTwice,    calls_stepTwice, calls_stage,   calls_stage,     calls_stage,
    calls_stage,        calls_skip,      calls_option,  calls_shape,     calls_modelNumber,
    calls_kind,         calls_input,     calls_input,   calls_setState,  calls_setState,
    calls_garbageState, calls_reset,     calls_copies,  calls_constants, calls_threads,
    calls_jacobian,     calls_object,    calls_contact, calls_contact,   calls_ray,
    calls_product,      calls_history,   calls_print,   calls_add,       calls_remove,
    calls_member,       calls_member,    calls_member,  calls_vector,    calls_wiring,
    calls_attach,       calls_actuator,  calls_askSpec, calls_copySpec,  calls_compile,
    calls_recompile,    calls_saveText,  calls_binary,  calls_vfs,       calls_loadFile,
    calls_derivative,   calls_scene};

int fuzz_calls(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  calls_Player p = {.at = data + 1, .end = data + size};
  mju_setLogHandler(fuzz_ignoreMessage);
  const bool opened = open(&p, data[0]);
  for (int i = 0; opened && i < MOST_CALLS && p.at < p.end; i++, fuzz_counts.calls++) {
    commands[calls_byte(&p) % (int)(sizeof commands / sizeof *commands)](&p);
  }
  deleteData(&p);
  mj_deleteModel(p.m);
  mj_deleteSpec(p.spec);
  mj_deleteVFS(&p.vfs);
  mj_freeLastXML();
  mju_setLogHandler(NULL);
  return opened ? 0 : 1;  // 1: the model above is at fault
}
