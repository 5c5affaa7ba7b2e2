// mj_setConst: computes the derived constants of a model, in the order of their dependencies, by
// forward kinematics and dynamics at qpos0 and qpos_spring.
//   model, qpos0, qpos_spring -> constants.h
#include "step/constants.h"

#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "dyn/dyn.h"
#include "dyn/flex.h"
#include "force/flex_metric.h"
#include "force/tendon.h"
#include "force/transmission.h"
#include "model/stack.h"

// forward kinematics at qpos0, with cameras and lights fixed to their bodies
static bool placeAll(mjModel* m, mjData* d) {
  const size_t ncam = (size_t)m->ncam, nlight = (size_t)m->nlight;
  int* mode = stack_int(d, ncam + nlight);
  if (!mode) return false;
  if (ncam) memcpy(mode, m->cam_mode, ncam * sizeof *mode);
  if (nlight) memcpy(mode + ncam, m->light_mode, nlight * sizeof *mode);
  for (size_t i = 0; i < ncam; i++) m->cam_mode[i] = mjCAMLIGHT_FIXED;
  for (size_t i = 0; i < nlight; i++) m->light_mode[i] = mjCAMLIGHT_FIXED;
  if (m->nq) memcpy(d->qpos, m->qpos0, (size_t)m->nq * sizeof(mjtNum));
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  LANE(dyn_camlight)(m, d);
  if (ncam) memcpy(m->cam_mode, mode, ncam * sizeof *mode);
  if (nlight) memcpy(m->light_mode, mode + ncam, nlight * sizeof *mode);
  return true;
}

// tendon springs without a length of their own are relaxed at qpos_spring, where qpos of d stays
static void setSprings(mjModel* m, mjData* d) {
  const mjtNum automatic = -1;
  if (m->nq) memcpy(d->qpos, m->qpos_spring, (size_t)m->nq * sizeof(mjtNum));
  LANE(dyn_kinematics)(m, d);
  LANE(dyn_comPos)(m, d);
  LANE(tendon_update)(m, d);
  LANE(transmission_update)(m, d);
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum* length = m->tendon_lengthspring + 2 * t;
    if (length[0] == automatic && length[1] == automatic) length[0] = length[1] = d->ten_length[t];
  }
}

// flexes at qpos0, rigid ones too
static bool setFlexes(mjModel* m, mjData* d) {
  flex_place(m, d);
  flex_edges(m, d, true);
  return const_flexWeights(m, d);
}

static int setAll(mjModel* m, mjData* d) {
  mjtNum* size = stack_num(d, (size_t)m->nbody);
  const int fault = m->nflex ? const_flexPatterns(m, d) : 0;
  if (fault) return fault;
  if (!size || !placeAll(m, d) || !const_weights(m, d)) return CONST_NO_ROOM;
  if (m->nflex && !setFlexes(m, d)) return CONST_NO_ROOM;
  const_frames(m, d);
  const_statistics(m, d, size);
  setSprings(m, d);
  return m->nflex && !metric_setConstant(m) ? CONST_NO_ROOM : 0;
}

int step_setConst(mjModel* m, mjData* d) {
  const_fixed(m);
  for (int b = 1; b < m->nbody; b++) {
    if (m->body_simple[b] && m->body_sameframe[b] != mjSAMEFRAME_BODY) return b;
  }
  mj_markStack(d);
  const int fault = setAll(m, d);
  mj_freeStack(d);
  return fault;
}

void mj_setConst(mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  const int fault = step_setConst(m, d);
  if (fault > 0) {
    mju_error("mj_setConst: body %d was compiled with its inertial frame equal to its frame; "
              "body_ipos and body_iquat can only change if body/simple is false",
              fault);
  } else if (fault <= CONST_NOT_FLAT) {
    mju_error("mj_setConst: flex %d, whose equality keeps the shape of its vertices (flexvert), "
              "must lie in a plane of constant z at qpos0",
              CONST_NOT_FLAT - fault);
  } else if (fault < 0) {
    mju_error("mj_setConst: the arena is too small, see size/memory");
  }
}
