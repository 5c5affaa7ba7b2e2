// Rollout: open-loop trajectories on a thread pool, states and controls -> states and sensors after
// each step.
#include <stdatomic.h>
#include <string.h>

#include <sinew/math.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "base/pool.h"
#include "batch/batch.h"

void sn_defaultRollout(sn_Rollout* rollout) {
  ARGS_NEED(rollout);
  *rollout = (sn_Rollout){.control_spec = mjSTATE_CTRL};
}

// buffers of a thread
typedef struct {
  mjData* d;
  mjtNum* row;  // buffer for a state
} Thread;

typedef struct {
  const mjModel* m;
  const sn_Rollout* r;
  size_t nstate, ncontrol, nsensor;
  Thread* thread;
  atomic_int done;
  atomic_bool ended;
} Run;

// resets inputs that the controls do not set; user data stays
static void resetInputs(const mjModel* m, mjData* d, int spec) {
  if (!(spec & mjSTATE_CTRL)) mju_zero(d->ctrl, (int)m->nu);
  if (!(spec & mjSTATE_QFRC_APPLIED)) mju_zero(d->qfrc_applied, (int)m->nv);
  if (!(spec & mjSTATE_XFRC_APPLIED)) mju_zero(d->xfrc_applied, 6 * (int)m->nbody);
  for (int i = 0; i < m->neq && !(spec & mjSTATE_EQ_ACTIVE); i++) {
    d->eq_active[i] = m->eq_active0[i];
  }
  for (int i = 0; i < m->nbody; i++) {
    const int id = m->body_mocapid[i];
    if (id < 0) continue;
    if (!(spec & mjSTATE_MOCAP_POS)) mju_copy3(d->mocap_pos + 3 * id, m->body_pos + 3 * i);
    if (!(spec & mjSTATE_MOCAP_QUAT)) mju_copy4(d->mocap_quat + 4 * id, m->body_quat + 4 * i);
  }
}

static void start(const Run* run, const mjModel* m, mjData* d, int roll) {
  const sn_Rollout* r = run->r;
  const size_t nv = (size_t)m->nv;
  resetInputs(m, d, r->control ? r->control_spec : 0);
  mj_setState(m, d, r->state0 + (size_t)roll * run->nstate, mjSTATE_FULLPHYSICS);
  if (r->warmstart0) {
    mju_copy(d->qacc_warmstart, r->warmstart0 + (size_t)roll * nv, (int)nv);
  } else {
    mju_zero(d->qacc_warmstart, (int)nv);
  }
  for (int i = 0; i < mjNWARNING; i++) d->warning[i].number = 0;
}

static bool hasWarned(const mjData* d) {
  for (int i = 0; i < mjNWARNING; i++) {
    if (d->warning[i].number) return true;
  }
  return false;
}

// writes the outputs of a step, and if it is the last those of all following steps too
static void put(mjtNum* out, const mjtNum* row, size_t n, size_t step, size_t end) {
  for (size_t k = step; k < end && out && n; k++) memcpy(out + k * n, row, n * sizeof *row);
}

static void rollOne(const Run* run, const Thread* thread, int roll) {
  const sn_Rollout* r = run->r;
  mjData* d = thread->d;
  const mjModel* m = r->model ? r->model[roll] : run->m;
  const size_t nstep = (size_t)r->nstep, first = (size_t)roll * nstep;
  mjtNum* state = r->state ? r->state + first * run->nstate : NULL;
  mjtNum* sensors = r->sensordata ? r->sensordata + first * run->nsensor : NULL;
  start(run, m, d, roll);
  bool warned = false;
  for (size_t k = 0; k < nstep && !warned; k++) {
    if (r->control) {
      mj_setState(m, d, r->control + (first + k) * run->ncontrol, r->control_spec);
    }
    mj_step(m, d);
    warned = hasWarned(d);
    const size_t end = warned ? nstep : k + 1;
    if (state) mj_getState(m, d, thread->row, mjSTATE_FULLPHYSICS);
    put(state, thread->row, run->nstate, k, end);
    put(sensors, d->sensordata, run->nsensor, k, end);
  }
}

static void rollTask(void* context, int roll, int thread) {
  Run* run = context;
  if (atomic_load(&run->ended)) return;
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);
  rollOne(run, &run->thread[thread], roll);
  sn_clearErrors();
  sn_setErrorMode(mode);
  const int done = atomic_fetch_add(&run->done, 1) + 1;
  const sn_Rollout* r = run->r;
  if (thread == 0 && r->progress && r->progress(r->context, done)) atomic_store(&run->ended, true);
}

// ---- public function

static bool isPossible(const mjModel* m, const sn_Rollout* r) {
  const char* wrong = NULL;
  if (r->nroll < 1 || r->nstep < 0) {
    wrong = "nroll must be 1 at least, nstep not negative";
  } else if (!r->state0) {
    wrong = "state0 is needed";
  } else if (r->control_spec & ~mjSTATE_USER) {
    wrong = "control_spec has bits beyond mjSTATE_USER";
  }
  for (int i = 0; i < r->nroll && !wrong && r->model; i++) {
    if (!r->model[i] || r->model[i]->signature != m->signature) {
      wrong = "models differ in more than their numbers";
    }
  }
  if (wrong) mju_error("sn_rollout: %s", wrong);
  return !wrong;
}

static bool makeThreads(Run* run, int n) {
  run->thread = mem_calloc((size_t)n, sizeof *run->thread);
  for (int i = 0; i < n && run->thread; i++) {
    Thread* t = &run->thread[i];
    t->d = mj_makeData(run->m);
    t->row = mem_alloc((run->nstate + 1) * sizeof *t->row);
    if (!t->d || !t->row) return false;
  }
  return run->thread != NULL;
}

static void freeThreads(Run* run, int n) {
  for (int i = 0; i < n && run->thread; i++) {
    mj_deleteData(run->thread[i].d);
    mem_free(run->thread[i].row);
  }
  mem_free(run->thread);
}

int sn_rollout(const mjModel* m, const sn_Rollout* rollout) {
  ARGS_NEED_OR(-1, m, rollout);
  if (!isPossible(m, rollout)) return -1;
  Run run = {.m = m, .r = rollout};
  run.nstate = (size_t)mj_stateSize(m, mjSTATE_FULLPHYSICS);
  run.ncontrol = (size_t)mj_stateSize(m, rollout->control_spec);
  run.nsensor = (size_t)m->nsensordata;
  pool_Pool* pool = pool_make(rollout->nthread > 0 ? rollout->nthread : pool_processors());
  const int n = pool_size(pool);
  const bool fits = pool && makeThreads(&run, n);
  if (fits) {
    pool_run(pool, rollTask, &run, rollout->nroll);
  } else {
    mju_error("sn_rollout: out of memory");
  }
  freeThreads(&run, n);
  pool_free(pool);
  return fits ? atomic_load(&run.done) : -1;
}
