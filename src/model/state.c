// State vector (serialization of the simulation state): one row of a table per component, a bit of
// mjtState.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "model/private_data.h"

// storage of a component: an array of mjtNum in mjData, a scalar (time), or flags (eq_active)
typedef enum { HOLDS_NUMS, HOLDS_NUM, HOLDS_FLAGS } Kind;

typedef struct {
  int bit;
  Kind kind;
  size_t offset;  // in mjData
  size_t size;    // offset of the mjtSize in mjModel
  int factor;     // values per item
} Component;

#define PART(bit, field, size, factor)                                                             \
  { bit, HOLDS_NUMS, offsetof(mjData, field), offsetof(mjModel, size), factor }

static const Component component[mjNSTATE] = {
    {mjSTATE_TIME, HOLDS_NUM, offsetof(mjData, time), 0, 1},
    PART(mjSTATE_QPOS, qpos, nq, 1),
    PART(mjSTATE_QVEL, qvel, nv, 1),
    PART(mjSTATE_ACT, act, na, 1),
    PART(mjSTATE_HISTORY, history, nhistory, 1),
    PART(mjSTATE_WARMSTART, qacc_warmstart, nv, 1),
    PART(mjSTATE_CTRL, ctrl, nu, 1),
    PART(mjSTATE_QFRC_APPLIED, qfrc_applied, nv, 1),
    PART(mjSTATE_XFRC_APPLIED, xfrc_applied, nbody, 6),
    {mjSTATE_EQ_ACTIVE, HOLDS_FLAGS, offsetof(mjData, eq_active), offsetof(mjModel, neq), 1},
    PART(mjSTATE_MOCAP_POS, mocap_pos, nmocap, 3),
    PART(mjSTATE_MOCAP_QUAT, mocap_quat, nmocap, 4),
    PART(mjSTATE_USERDATA, userdata, nuserdata, 1),
    PART(mjSTATE_PLUGIN, plugin_state, npluginstate, 1),
};

static int count(const mjModel* m, const Component* c) {
  if (c->kind == HOLDS_NUM) return 1;
  return c->factor * (int)*(const mjtSize*)((const char*)m + c->size);
}

// pointer to the values or flags of a component
static void* array(const Component* c, const mjData* d) {
  char* at = (char*)d + c->offset;
  if (c->kind == HOLDS_NUM) return at;
  void* ptr;
  memcpy(&ptr, at, sizeof ptr);
  return ptr;
}

static void readPart(const Component* c, const mjData* d, mjtNum* state, int n) {
  const void* src = array(c, d);
  if (c->kind == HOLDS_FLAGS) {
    for (int i = 0; i < n; i++) state[i] = ((const mjtBool*)src)[i];
  } else if (n) {
    memcpy(state, src, (size_t)n * sizeof *state);
  }
}

static void writePart(const Component* c, mjData* d, const mjtNum* state, int n) {
  void* dst = array(c, d);
  if (c->kind == HOLDS_FLAGS) {
    for (int i = 0; i < n; i++) ((mjtBool*)dst)[i] = state[i] != 0;
  } else if (n) {
    memcpy(dst, state, (size_t)n * sizeof *state);
  }
}

static bool isValid(int sig, const char* caller) {
  if (sig >= 0 && sig < 1 << mjNSTATE) return true;
  mju_error("%s: %d is not a combination of mjtState bits (0 to %d)", caller, sig,
            (1 << mjNSTATE) - 1);
  return false;
}

static int stateSize(const mjModel* m, int sig) {
  int n = 0;
  for (int i = 0; i < mjNSTATE; i++) {
    ASSERT_FULL(component[i].bit == 1 << i);  // the order of the vector
    if (sig & component[i].bit) n += count(m, &component[i]);
  }
  return n;
}

int mj_stateSize(const mjModel* m, int sig) {
  ARGS_NEED_OR(0, m);
  return isValid(sig, "mj_stateSize") ? stateSize(m, sig) : -1;
}

void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig) {
  ARGS_NEED(m, d);
  if (!isValid(sig, "mj_getState")) return;
  if (stateSize(m, sig) > 0) ARGS_NEED(state);
  for (int i = 0; i < mjNSTATE; i++) {
    if (!(sig & component[i].bit)) continue;
    int n = count(m, &component[i]);
    readPart(&component[i], d, state, n);
    state += n;
  }
}

void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig) {
  ARGS_NEED(m, d);
  if (!isValid(sig, "mj_setState")) return;
  if (stateSize(m, sig) > 0) ARGS_NEED(state);
  for (int i = 0; i < mjNSTATE; i++) {
    if (!(sig & component[i].bit)) continue;
    int n = count(m, &component[i]);
    writePart(&component[i], d, state, n);
    state += n;
  }
  if (sig & mjSTATE_QPOS) private_forgetSeparations(d);  // they belong to the old poses
}

void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig) {
  ARGS_NEED(m);
  if (!isValid(srcsig, "mj_extractState") || !isValid(dstsig, "mj_extractState")) return;
  if (dstsig & ~srcsig) {
    mju_error("mj_extractState: dstsig has bits that srcsig lacks: %d", dstsig & ~srcsig);
    return;
  }
  if (stateSize(m, dstsig) > 0) ARGS_NEED(src, dst);
  for (int i = 0; i < mjNSTATE; i++) {
    if (!(srcsig & component[i].bit)) continue;
    int n = count(m, &component[i]);
    if (dstsig & component[i].bit) {
      if (n) memcpy(dst, src, (size_t)n * sizeof *dst);
      dst += n;
    }
    src += n;
  }
}

void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig) {
  ARGS_NEED(m, src, dst);
  if (!isValid(sig, "mj_copyState")) return;
  for (int i = 0; i < mjNSTATE; i++) {
    const Component* c = &component[i];
    if (!(sig & c->bit)) continue;
    size_t bytes =
        (size_t)count(m, c) * (c->kind == HOLDS_FLAGS ? sizeof(mjtBool) : sizeof(mjtNum));
    if (bytes) memcpy(array(c, dst), array(c, src), bytes);
  }
}
