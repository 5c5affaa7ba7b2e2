// Derived constants that do not depend on the configuration: frames that coincide (sameframe),
// feature flags, subtree masses, and the actuators that add damping or armature (reflected inertia)
// to a joint or tendon.
//   body_*, geom_*, site_*, actuator_* -> *_sameframe, flg_*, body_subtreemass, *_actuatorid
#include <string.h>

#include "base/assert.h"
#include "step/constants.h"

#define SAME 1e-6  // odd: offsets below 1e-6; they are ignored

static bool nearly(const mjtNum* a, const mjtNum* b, int n, mjtNum sign) {
  for (int i = 0; i < n; i++) {
    const mjtNum diff = a[i] - sign * b[i];
    if (!(diff < SAME && diff > -SAME)) return false;
  }
  return true;
}

static bool sameRotation(const mjtNum a[4], const mjtNum b[4]) {
  return nearly(a, b, 4, 1) || nearly(a, b, 4, -1);
}

static const mjtNum origin[3] = {0, 0, 0}, unit[4] = {1, 0, 0, 0};

static mjtByte frameOf(const mjModel* m, int body, const mjtNum pos[3], const mjtNum quat[4]) {
  const mjtNum *ipos = m->body_ipos + 3 * body, *iquat = m->body_iquat + 4 * body;
  if (sameRotation(quat, unit)) {
    return nearly(pos, origin, 3, 1) ? mjSAMEFRAME_BODY : mjSAMEFRAME_BODYROT;
  }
  if (sameRotation(quat, iquat)) {
    return nearly(pos, ipos, 3, 1) ? mjSAMEFRAME_INERTIA : mjSAMEFRAME_INERTIAROT;
  }
  return mjSAMEFRAME_NONE;
}

static void setFrames(mjModel* m) {
  for (int b = 1; b < m->nbody; b++) {
    const bool turned = !sameRotation(m->body_iquat + 4 * b, unit);
    const bool moved = !nearly(m->body_ipos + 3 * b, origin, 3, 1);
    m->body_sameframe[b] = turned  ? mjSAMEFRAME_NONE
                           : moved ? mjSAMEFRAME_BODYROT
                                   : mjSAMEFRAME_BODY;
  }
  for (int g = 0; g < m->ngeom; g++) {
    m->geom_sameframe[g] = frameOf(m, m->geom_bodyid[g], m->geom_pos + 3 * g, m->geom_quat + 4 * g);
  }
  for (int s = 0; s < m->nsite; s++) {
    m->site_sameframe[s] = frameOf(m, m->site_bodyid[s], m->site_pos + 3 * s, m->site_quat + 4 * s);
  }
}

static bool anyNonzero(const mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (x[i] != 0) return true;
  }
  return false;
}

static void setFlags(mjModel* m) {
  m->ngravcomp = 0;
  for (int b = 0; b < m->nbody; b++) m->ngravcomp += m->body_gravcomp[b] > 0;
  m->flg_gravcomp = m->ngravcomp > 0;
  m->flg_surfacevel = anyNonzero(m->geom_surfacevel, 6 * m->ngeom);
  m->flg_adhesion =
      anyNonzero(m->geom_adhesion, m->ngeom) || anyNonzero(m->pair_adhesion, m->npair);
}

static void setMasses(mjModel* m) {
  memcpy(m->body_subtreemass, m->body_mass, (size_t)m->nbody * sizeof(mjtNum));
  for (int b = (int)m->nbody - 1; b > 0; b--) {
    ASSERT_FULL(m->body_parentid[b] < b);
    m->body_subtreemass[m->body_parentid[b]] += m->body_subtreemass[b];
  }
}

static void setActuators(mjModel* m) {
  const int none = -1, several = -2;
  for (int j = 0; j < m->njnt; j++) m->jnt_actuatorid[j] = none;
  for (int t = 0; t < m->ntendon; t++) m->tendon_actuatorid[t] = none;
  for (int i = 0; i < m->nactuator; i++) {
    const int type = m->actuator_trntype[i], target = m->actuator_trnid[2 * i];
    if (m->actuator_damping[i] == 0 && m->actuator_armature[i] == 0 &&
        !anyNonzero(m->actuator_dampingpoly + mjNPOLY * i, mjNPOLY)) {
      continue;
    }
    int* owner = NULL;
    if (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) owner = m->jnt_actuatorid + target;
    if (type == mjTRN_TENDON) owner = m->tendon_actuatorid + target;
    if (owner) *owner = *owner == none ? i : several;
  }
}

void const_fixed(mjModel* m) {
  setFrames(m);
  setFlags(m);
  setMasses(m);
  setActuators(m);
}
