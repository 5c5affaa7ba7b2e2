// Simulation thread of the viewer: steps a model in real time, publishes its state with revision
// numbers, applies the actions of clients, and reloads the model when its files change. A mutex
// guards everything shared with the server thread.
#include "view/world.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/path.h"
#include "commands.h"

enum { MESSAGE_SIZE = 4000, MOST_STEPS = 1000, HEADER = 32 };
static const double FRAME = 1.0 / 60;  // seconds between published states
static const double BUDGET = 0.012;    // seconds per frame that may be spent on stepping
static const double WATCH = 0.5;       // seconds between checks of the files
static const double MOST_LAG = 0.1;    // maximum lag in seconds, after which the clock is reset
static const double MOST_SPEED = 1000;

struct world_World_ {
  const option_Line* line;
  const char* path;
  void (*ready)(void* context);
  void* context;
  pthread_t thread;
  pthread_mutex_t lock;  // guards all members below
  bool stopping, started;
  mjModel* m;
  mjData* d;
  mjvPerturb pert;
  bool paused, reload;
  double speed, measured, noise, lag;
  unsigned seed;
  world_Model* model;
  int home;  // initial keyframe, -1: none
  // published: the values of each part of the state, and the revision of their last change
  mjtNum* state;
  mjtNum* now;  // buffer for one part: a state may not fit into the arena
  int at[mjNSTATE], size[mjNSTATE];
  uint64_t revision[mjNSTATE], count, settings;
  char message[MESSAGE_SIZE];
  uint64_t messageCount;
  uint64_t files;  // hash over names, modification times and sizes of the model's files
};

// ---- files

static void mixFile(void* context, const char* file) {
  uint64_t* h = context;
  struct stat s;
  uint64_t word[3] = {0};
  if (!stat(file, &s)) {
    word[0] = (uint64_t)s.st_mtim.tv_sec;
    word[1] = (uint64_t)s.st_mtim.tv_nsec;
    word[2] = (uint64_t)s.st_size;
  }
  for (int i = 0; i < 3; i++) {
    *h = (*h ^ word[i]) * 0x9E3779B97F4A7C15u;
    *h ^= *h >> 29;
  }
}

// of a file that does not parse only its own modification time is hashed
static uint64_t hashFiles(const char* path) {
  uint64_t h = 1;
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  mixFile(&h, path);
  if (!cli_isBinary(path)) sn_findDependencies(path, mixFile, &h);
  sn_clearErrors();
  sn_setErrorMode(mode);
  return h;
}

// ---- models

static world_Model* pack(const mjModel* m, int version) {
  const mjtSize size = mj_sizeModel(m);
  world_Model* model = size <= INT_MAX ? calloc(1, sizeof *model) : NULL;
  if (!model || !(model->byte = malloc((size_t)size))) {
    free(model);
    return NULL;
  }
  model->version = version;
  model->users = 1;
  model->size = (size_t)size;
  mj_saveModel(m, NULL, model->byte, (int)size);
  return model;
}

static void drop(world_Model* model) {
  if (!model || --model->users) return;
  free(model->byte);
  free(model);
}

static void reset(world_World* w, int key) {
  if (key >= 0 && key < w->m->nkey) {
    mj_resetDataKeyframe(w->m, w->d, key);
  } else {
    mj_resetData(w->m, w->d);
  }
  mj_forward(w->m, w->d);
  w->lag = 0;
}

// allocates and lays out the parts of the state; if out of memory nothing changes
static bool layState(world_World* w, const mjModel* m) {
  int at[mjNSTATE], size[mjNSTATE];
  int64_t n = 0, most = 0;
  for (int i = 0; i < mjNSTATE; i++) {
    const bool sent = (mjSTATE_INTEGRATION >> i) & 1;
    at[i] = (int)n;
    size[i] = sent ? mj_stateSize(m, 1 << i) : 0;
    n += size[i];
    if (size[i] > most) most = size[i];
    if (n > INT_MAX) return false;
  }
  mjtNum* state = calloc((size_t)n + 1, sizeof *state);
  mjtNum* now = malloc(((size_t)most + 1) * sizeof *now);
  if (!state || !now) {
    free(state);
    free(now);
    return false;
  }
  free(w->state);
  free(w->now);
  w->state = state;
  w->now = now;
  memcpy(w->at, at, sizeof at);
  memcpy(w->size, size, sizeof size);
  return true;
}

static void say(world_World* w, const char* text) {
  text_print(w->message, sizeof w->message, "%s", text);
  w->messageCount++;
}

// replaces the model by a loaded one, of which it takes ownership
static bool adopt(world_World* w, mjModel* m) {
  mjData* d = mj_makeData(m);
  world_Model* model = d ? pack(m, w->model ? w->model->version + 1 : 1) : NULL;
  if (!model || !layState(w, m)) {
    drop(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    say(w, "out of memory for the model, its data or its state");
    return false;
  }
  mj_deleteData(w->d);
  mj_deleteModel(w->m);
  drop(w->model);
  w->m = m;
  w->d = d;
  w->model = model;
  w->home = mj_name2id(m, mjOBJ_KEY, "home");
  mjv_defaultPerturb(&w->pert);
  say(w, "");
  for (int i = 0; i < mjNSTATE; i++) w->revision[i] = ++w->count;
  reset(w, w->home);
  return true;
}

// reloads the files; the world keeps the old model if they have errors
static void loadAgain(world_World* w) {
  char* error = calloc(1, CLI_ERROR_SIZE);
  if (!error) return;
  const sn_LoadOptions options = cli_loadOptions(w->line);
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  mjModel* m = cli_isBinary(w->path) ? mj_loadModel(w->path, NULL)
                                     : sn_loadXML(w->path, NULL, &options, error, CLI_ERROR_SIZE);
  if (!m && !error[0] && sn_lastError()) text_print(error, CLI_ERROR_SIZE, "%s", sn_lastError());
  sn_clearErrors();
  sn_setErrorMode(mode);
  pthread_mutex_lock(&w->lock);
  if (m) {
    adopt(w, m);
  } else {
    say(w, error[0] ? error : "the model cannot be loaded");
  }
  pthread_mutex_unlock(&w->lock);
  free(error);
}

// ---- actions

static void setOption(world_World* w, const world_Action* act) {
  static const char* const name[] = {"timestep", "gravity",      "integrator", "solver",
                                     "cone",     "disableflags", "enableflags"};
  sn_Field field;
  mjtSize rows, cols;
  if (act->n < 1 || act->a < 0 || act->a >= (int)(sizeof name / sizeof *name)) return;
  const int i = sn_findField(sn_TYPE_OPTION, name[act->a]);
  void* address = sn_fieldAddress(sn_TYPE_OPTION, i, w->m, NULL, &rows, &cols);
  if (!sn_field(sn_TYPE_OPTION, i, &field) || !address || act->b < 0 || act->b >= rows * cols ||
      !isfinite(act->value[0]))
    return;
  if (field.type == sn_TYPE_NUM) {
    ((mjtNum*)address)[act->b] = act->value[0];
  } else if (field.type == sn_TYPE_INT && fabs(act->value[0]) < 2147483647.0) {
    ((int*)address)[act->b] = (int)act->value[0];
  }
}

static void setPerturb(world_World* w, const world_Action* act) {
  const double* v = act->value;
  if (act->n < 15 || act->a < 0 || act->a >= w->m->nbody) return;
  for (unsigned i = 0; i < act->n; i++) {
    if (!isfinite(v[i])) return;
  }
  w->pert.select = act->a;
  w->pert.active = act->b & (mjPERT_TRANSLATE | mjPERT_ROTATE);
  mju_copy(w->pert.refpos, v, 3);
  mju_copy(w->pert.refquat, v + 3, 4);
  mju_copy(w->pert.refselpos, v + 7, 3);
  mju_copy(w->pert.localpos, v + 10, 3);
  w->pert.localmass = v[13];
  w->pert.scale = v[14];
}

static void step(world_World* w);

static void setJoint(world_World* w, const world_Action* act) {
  if (act->n < 1 || act->a < 0 || act->a >= w->m->njnt || !isfinite(act->value[0])) return;
  const int type = w->m->jnt_type[act->a];
  if (type != mjJNT_HINGE && type != mjJNT_SLIDE) return;
  w->d->qpos[w->m->jnt_qposadr[act->a]] = act->value[0];
  w->d->qvel[w->m->jnt_dofadr[act->a]] = 0;
}

static void play(world_World* w, const world_Action* act) {
  w->paused = !act->a;
  w->settings++;
}

static void steps(world_World* w, const world_Action* act) {
  w->paused = true;
  w->settings++;
  for (int i = 0; i < act->a && i < MOST_STEPS; i++) step(w);
}

static void resetTo(world_World* w, const world_Action* act) {
  reset(w, act->a < 0 ? w->home : act->a);
}

static void setSpeed(world_World* w, const world_Action* act) {
  if (act->n >= 1 && act->value[0] > 0) w->speed = mju_min(act->value[0], MOST_SPEED);
  w->settings++;
}

static void setControl(world_World* w, const world_Action* act) {
  if (act->n >= 1 && act->a >= 0 && act->a < w->m->nu && isfinite(act->value[0])) {
    w->d->ctrl[act->a] = act->value[0];
  }
}

static void setEquality(world_World* w, const world_Action* act) {
  if (act->a >= 0 && act->a < w->m->neq) w->d->eq_active[act->a] = act->b != 0;
}

static void setNoise(world_World* w, const world_Action* act) {
  if (act->n >= 1 && act->value[0] >= 0) w->noise = mju_min(act->value[0], 1);
}

static void askReload(world_World* w, const world_Action* act) {
  (void)act;
  w->reload = true;
}

void world_act(world_World* w, const world_Action* act) {
  static void (*const action[WORLD_NACTION])(world_World*, const world_Action*) = {
      [WORLD_PLAY] = play,
      [WORLD_STEP] = steps,
      [WORLD_RESET] = resetTo,
      [WORLD_SPEED] = setSpeed,
      [WORLD_CONTROL] = setControl,
      [WORLD_JOINT] = setJoint,
      [WORLD_EQUALITY] = setEquality,
      [WORLD_OPTION] = setOption,
      [WORLD_NOISE] = setNoise,
      [WORLD_PERTURB] = setPerturb,
      [WORLD_RELOAD] = askReload,
  };
  if (act->kind >= WORLD_NACTION || !action[act->kind]) return;
  pthread_mutex_lock(&w->lock);
  action[act->kind](w, act);
  pthread_mutex_unlock(&w->lock);
}

// ---- time

static double uniform(world_World* w) {
  w->seed = w->seed * 1664525u + 1013904223u;
  return w->seed / 4294967296.0;
}

static void addNoise(world_World* w) {
  const mjModel* m = w->m;
  for (int i = 0; i < m->nu; i++) {
    const bool limited = m->actuator_ctrllimited[i];
    const mjtNum low = limited ? m->actuator_ctrlrange[2 * i] : -1;
    const mjtNum high = limited ? m->actuator_ctrlrange[2 * i + 1] : 1;
    const mjtNum x = w->d->ctrl[i] + w->noise * 0.05 * (high - low) * (2 * uniform(w) - 1);
    w->d->ctrl[i] = mju_clip(x, low, high);
  }
}

static void step(world_World* w) {
  mju_zero(w->d->xfrc_applied, 6 * w->m->nbody);
  mjv_applyPerturbPose(w->m, w->d, &w->pert, 0);
  mjv_applyPerturbForce(w->m, w->d, &w->pert);
  if (w->noise > 0) addNoise(w);
  mj_step(w->m, w->d);
}

// steps in real time by the elapsed time
static void advance(world_World* w, double elapsed) {
  if (w->paused) {
    mjv_applyPerturbPose(w->m, w->d, &w->pert, 1);
    mj_forward(w->m, w->d);
    w->measured = w->lag = 0;
    return;
  }
  const double start = clock_seconds(), h = w->m->opt.timestep;
  double done = 0;
  w->lag += elapsed * w->speed;
  while (h > 0 && w->lag >= h && clock_seconds() - start < BUDGET) {
    step(w);
    w->lag -= h;
    done += h;
  }
  if (w->lag > MOST_LAG * w->speed) w->lag = 0;
  if (elapsed > 0) w->measured += 0.05 * (done / elapsed - w->measured);
}

// changed values get a new revision number
static void publish(world_World* w) {
  for (int i = 0; i < mjNSTATE; i++) {
    mjtNum* old = w->state + w->at[i];
    const size_t bytes = sizeof *old * (size_t)w->size[i];
    if (!bytes) continue;
    mj_getState(w->m, w->d, w->now, 1 << i);
    if (!memcmp(old, w->now, bytes)) continue;
    memcpy(old, w->now, bytes);
    w->revision[i] = ++w->count;
  }
}

static void nap(double seconds) {
  if (seconds <= 0) return;
  struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
  while (nanosleep(&t, &t) && errno == EINTR) continue;
}

static void* runWorld(void* argument) {
  world_World* w = argument;
  double last = clock_seconds(), watched = last;
  for (bool go = true; go;) {
    const double now = clock_seconds();
    pthread_mutex_lock(&w->lock);
    advance(w, now - last);
    publish(w);
    go = !w->stopping;
    bool changed = w->reload;
    w->reload = false;
    pthread_mutex_unlock(&w->lock);
    last = now;
    if (go && now - watched > WATCH) {
      const uint64_t files = hashFiles(w->path);
      changed = changed || files != w->files;
      w->files = files;
      watched = clock_seconds();
    }
    if (go && changed) loadAgain(w);
    w->ready(w->context);
    if (go) nap(FRAME - (clock_seconds() - now));
  }
  return NULL;
}

// ---- start and stop

world_World* world_start(const option_Line* line, void (*ready)(void* context), void* context) {
  world_World* w = calloc(1, sizeof *w);
  mjModel* m = w ? cli_load(line) : NULL;
  if (!m) {
    free(w);
    return NULL;
  }
  w->line = line;
  w->path = line->argument[0];
  w->ready = ready;
  w->context = context;
  w->speed = 1;
  w->seed = 1;
  pthread_mutex_init(&w->lock, NULL);
  w->files = hashFiles(w->path);
  w->started = adopt(w, m) && !pthread_create(&w->thread, NULL, runWorld, w);
  if (w->started) return w;
  fprintf(stderr, "sinew: the simulation cannot be started: out of memory\n");
  world_free(w);
  return NULL;
}

void world_stop(world_World* w) {
  if (!w->started) return;
  pthread_mutex_lock(&w->lock);
  w->stopping = true;
  pthread_mutex_unlock(&w->lock);
  pthread_join(w->thread, NULL);
  w->started = false;
}

void world_free(world_World* w) {
  if (!w) return;
  world_stop(w);
  mj_deleteData(w->d);
  mj_deleteModel(w->m);
  drop(w->model);
  free(w->state);
  free(w->now);
  pthread_mutex_destroy(&w->lock);
  free(w);
}

world_Model* world_model(world_World* w) {
  pthread_mutex_lock(&w->lock);
  world_Model* model = w->model;
  model->users++;
  pthread_mutex_unlock(&w->lock);
  return model;
}

void world_release(world_World* w, world_Model* model) {
  pthread_mutex_lock(&w->lock);
  drop(model);
  pthread_mutex_unlock(&w->lock);
}

const char* world_name(const world_World* w) { return path_base(w->path); }

// ---- messages

static unsigned char* put(unsigned char* out, const void* value, size_t size) {
  memcpy(out, value, size);
  return out + size;
}

size_t world_stateRoom(world_World* w) {
  pthread_mutex_lock(&w->lock);
  const size_t room =
      HEADER + sizeof(mjtNum) * (size_t)(w->at[mjNSTATE - 1] + w->size[mjNSTATE - 1]);
  pthread_mutex_unlock(&w->lock);
  return room;
}

size_t world_stateMessage(world_World* w, world_Seen* seen, unsigned char* out, size_t room) {
  pthread_mutex_lock(&w->lock);
  uint32_t parts = 0;
  size_t size = HEADER;
  for (int i = 0; i < mjNSTATE; i++) {
    if (!w->size[i] || seen->state[i] == w->revision[i]) continue;
    parts |= 1u << i;
    size += sizeof(mjtNum) * (size_t)w->size[i];
  }
  if ((parts || seen->settings != w->settings + 1) && size <= room) {
    seen->settings = w->settings + 1;  // 0 means nothing seen yet
    const uint32_t word[] = {2, (uint32_t)w->model->version, w->paused, parts};
    const double speed[] = {w->speed, w->measured};
    unsigned char* at = put(put(out, word, sizeof word), speed, sizeof speed);
    for (int i = 0; i < mjNSTATE; i++) {
      if (!((parts >> i) & 1)) continue;
      at = put(at, w->state + w->at[i], sizeof(mjtNum) * (size_t)w->size[i]);
      seen->state[i] = w->revision[i];
    }
  } else {
    size = 0;
  }
  pthread_mutex_unlock(&w->lock);
  return size;
}

bool world_message(world_World* w, world_Seen* seen, char* text, size_t room) {
  pthread_mutex_lock(&w->lock);
  const bool news = seen->message != w->messageCount;
  if (news) text_print(text, room, "%s", w->message);
  seen->message = w->messageCount;
  pthread_mutex_unlock(&w->lock);
  return news;
}
