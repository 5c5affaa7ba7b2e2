// Models made by hand, for tests that stand below the loader: every size that a test of memory,
// state or names depends on is nonzero, and the arrays that reset reads are consistent.
#ifndef SINEW_TESTS_SAMPLE_MODEL_H_
#define SINEW_TESTS_SAMPLE_MODEL_H_

#include "model/fields.h"
#include "model/model.h"
#include "model/names.h"
#include "support.h"

// Bodies: 0 world, 1 free (tree 0), 2 its child with a hinge, 3 static, 4 mocap, 5 child of 4,
// 6 slider (tree 1). qpos: free 7, hinge 1, slide 1. Two actuators (the second an orientation servo
// with 4 inputs), three sensors with histories, one keyframe.
static inline mjModel sample_sizes(void) {
  mjModel s = {0};
  s.nq = 9, s.nv = 8, s.nu = 5, s.nactuator = 2, s.nout = 4, s.na = 2;
  s.nbody = 7, s.njnt = 3, s.ntree = 2, s.ngeom = 4, s.nsite = 2, s.ncam = 1, s.nlight = 1;
  s.nM = 40, s.nB = 50, s.nC = 30, s.nD = 60, s.neq = 3, s.ntendon = 2, s.nJten = 5, s.nwrap = 4;
  s.nsensor = 3, s.nsensordata = 4, s.nnumeric = 1, s.nnumericdata = 3, s.ntext = 1,
  s.ntextdata = 6;
  s.nkey = 1, s.nmocap = 1, s.nuser_body = 2, s.nuserdata = 3, s.nhistory = 8 + 10 + 6, s.nJmom = 9;
  s.nbvh = 3, s.nbvhstatic = 3, s.ntex = 1, s.ntexdata = 5, s.nnames = 200, s.npaths = 1;
  s.njmax = -1, s.nconmax = -1, s.narena = 1 << 16;
  s.nnames_map = names_mapSize(&s);
  return s;
}

static inline void sample_topology(mjModel* m) {
  static const int parent[] = {0, 0, 1, 0, 0, 4, 0}, tree[] = {-1, 0, 0, -1, -1, -1, 1};
  static const int weld[] = {0, 1, 2, 0, 4, 4, 6}, dofTree[] = {0, 0, 0, 0, 0, 0, 0, 1};
  for (int i = 0; i < m->nbody; i++) {
    m->body_parentid[i] = parent[i];
    m->body_treeid[i] = tree[i];
    m->body_weldid[i] = weld[i];
    m->body_mocapid[i] = i == 4 ? 0 : -1;
    m->body_pos[3 * i] = i;
    m->body_quat[4 * i] = 1;
    m->body_mass[i] = 1 + 0.5 * i;
  }
  for (int i = 0; i < m->nv; i++) m->dof_treeid[i] = dofTree[i];
}

static inline void sample_controls(mjModel* m) {
  m->actuator_ctrlnum[0] = 1;
  m->actuator_ctrladr[1] = 1, m->actuator_ctrlnum[1] = 4;
  m->actuator_gaintype[1] = mjGAIN_SO3, m->actuator_ctrlspec[1] = mjCHART_QUAT;
  m->actuator_history[0] = 3;  // 2 + 3 + 3 numbers
  m->actuator_historyadr[1] = -1;
  m->sensor_history[2] = 4, m->sensor_historyadr[1] = 8;  // 2 + 4 + 4
  m->sensor_interval[2] = 0.1;
  m->sensor_history[4] = 2, m->sensor_historyadr[2] = 18;  // 2 + 2 + 2
}

// names "body0".. for all objects but the last of each kind with more than one, which has none
static inline void sample_names(mjModel* m) {
  int n, at = 1;  // the model's own name is empty
  const names_Kind* kind = names_kinds(&n);
  for (int k = 0; k < n; k++) {
    int count = (int)*(mjtSize*)((char*)m + kind[k].count);
    int* adr = *(int**)((char*)m + kind[k].nameadr);
    for (int i = 0; i < count; i++) {
      adr[i] = at;
      if (i == 0 || i + 1 < count) at += sprintf(m->names + at, "k%d_%d", k, i);
      at++;
    }
  }
  assert_true(at <= m->nnames);
  names_hash(m);
}

static inline mjModel* sample_model(void) {
  mjModel sizes = sample_sizes();
  mjModel* m = model_make(&sizes);
  if (!m) return NULL;
  for (int i = 0; i < m->nq; i++) m->qpos0[i] = 0.25 * i;
  m->eq_active0[1] = true;
  sample_topology(m);
  sample_controls(m);
  sample_names(m);
  for (int i = 0; i < m->nq; i++) m->key_qpos[i] = 10 + i;
  for (int i = 0; i < m->nu; i++) m->key_ctrl[i] = 20 + i;
  m->key_time[0] = 3.5;
  m->signature = 1234567;
  return m;
}

#endif
