// Sleeping: lists and index ranges of awake bodies, joints and dofs. Bodies are static (no dofs and
// not moved by a mocap body), asleep with their tree, or awake. The index lists contain awake and
// static bodies, bodies whose parent is not asleep, and dofs of awake trees, each in ascending
// order. The ranges (model/awake_ranges.h) cover the same objects.
//   tree_asleep -> tree_awake, body_awake, *_ind, awake ranges
#include "model/awake.h"

#include "base/assert.h"
#include "model/pose_source.h"

void awake_all(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntree; t++) d->tree_asleep[t] = AWAKE_FULL;
  awake_update(m, d);
}

// ---- lists

static int bodyState(const mjModel* m, const mjData* d, int body) {
  int tree = m->body_treeid[body];
  if (tree >= 0) return d->tree_awake[tree] ? mjS_AWAKE : mjS_ASLEEP;
  // without dofs: it moves only if it is welded to a mocap body
  return m->body_mocapid[m->body_weldid[body]] >= 0 ? mjS_AWAKE : mjS_STATIC;
}

static void updateTrees(const mjModel* m, mjData* d) {
  d->ntree_awake = 0;
  for (int t = 0; t < m->ntree; t++) {
    const bool was = d->tree_awake[t];
    d->tree_awake[t] = d->tree_asleep[t] < 0;
    d->ntree_awake += d->tree_awake[t];
    if (was && !d->tree_awake[t]) source_forget(m, d, t);
  }
}

static void updateLists(const mjModel* m, mjData* d) {
  d->nbody_awake = d->nparent_awake = d->nv_awake = 0;
  for (int b = 0; b < m->nbody; b++) {
    d->body_awake[b] = bodyState(m, d, b);
    if (d->body_awake[b] != mjS_ASLEEP) d->body_awake_ind[d->nbody_awake++] = b;
    if (b && d->body_awake[m->body_parentid[b]] != mjS_ASLEEP) {
      d->parent_awake_ind[d->nparent_awake++] = b;
    }
  }
  for (int v = 0; v < m->nv; v++) {
    if (d->tree_awake[m->dof_treeid[v]]) d->dof_awake_ind[d->nv_awake++] = v;
  }
  ASSERT_FULL(assert_ascend(d->body_awake_ind, d->nbody_awake));
  ASSERT_FULL(assert_ascend(d->dof_awake_ind, d->nv_awake));
  ASSERT((d->nv_awake == m->nv) == (d->ntree_awake == m->ntree));
}

// ---- awake ranges

// an empty range behind all parts of the bodies up to this one; `before`: the same for the previous
// body
static range_Range behind(const mjModel* m, int body, const range_Range* before) {
  range_Range s = *before;
  const int jnt = m->body_jntadr[body] + m->body_jntnum[body];
  if (body) s.body[1] = body + 1;
  if (m->body_jntnum[body]) {
    s.jnt[1] = jnt;
    s.qpos[1] = jnt < m->njnt ? m->jnt_qposadr[jnt] : (int)m->nq;
  }
  s.dof[1] += m->body_dofnum[body];
  s.geom[1] += m->body_geomnum[body];
  while (s.site[1] < m->nsite && m->site_bodyid[s.site[1]] <= body) s.site[1]++;
  return s;
}

// an empty range that starts where another ends
static range_Range startAt(const range_Range* s) {
  return (range_Range){{s->body[1], s->body[1]}, {s->jnt[1], s->jnt[1]},
                       {s->dof[1], s->dof[1]},   {s->qpos[1], s->qpos[1]},
                       {s->geom[1], s->geom[1]}, {s->site[1], s->site[1]}};
}

static void noteResting(const mjModel* m, range_Resting* run, int body) {
  const int jnt = m->body_jntadr[body], njnt = m->body_jntnum[body];
  if (!njnt) return;
  if (njnt > 1 || m->jnt_type[jnt] != mjJNT_FREE) run->jointed = true;
  if (body == m->tree_bodyadr[m->body_treeid[body]] && m->body_parentid[body]) run->nested = true;
}

static void updateRanges(const mjModel* m, mjData* d) {
  private_Data* priv = private_of(d);
  range_Range at = {.body = {1, 1}};
  int last = -1;
  priv->nrange = priv->nresting = 0;
  for (int b = 0; b < m->nbody; b++) {
    const int asleep = d->body_awake[b] == mjS_ASLEEP;
    ASSERT_FULL(b || !asleep);  // the world is in the first range
    if (asleep != last) {
      at = startAt(&at);
      priv->nrange += !asleep;
      priv->nresting += asleep;
      if (asleep) priv->resting[priv->nresting - 1] = (range_Resting){0};
      last = asleep;
    }
    at = behind(m, b, &at);
    if (asleep) {
      priv->resting[priv->nresting - 1].range = at;
      noteResting(m, &priv->resting[priv->nresting - 1], b);
    } else {
      priv->range[priv->nrange - 1] = at;
    }
  }
  ASSERT(priv->nrange <= m->ntree + 1 && priv->nresting <= m->ntree);
  ASSERT(at.body[1] == m->nbody && at.jnt[1] <= m->njnt && at.qpos[1] <= m->nq);
  ASSERT(at.dof[1] <= m->nv && at.geom[1] <= m->ngeom && at.site[1] <= m->nsite);
}

// ---- centers of mass

static void addMoment(const mjModel* m, const mjData* d, int root, mjtNum sum[3]) {
  for (int k = 0; k < 3; k++) sum[k] += m->body_subtreemass[root] * d->subtree_com[3 * root + k];
}

// sleeping bodies do not move: caches their sum
static void updateMoment(const mjModel* m, mjData* d) {
  mjtNum* moment = private_of(d)->moment;
  moment[0] = moment[1] = moment[2] = 0;
  for (int t = 0; t < m->ntree; t++) {
    const int root = m->tree_bodyadr[t];
    if (!d->tree_awake[t] && !m->body_parentid[root]) addMoment(m, d, root, moment);
  }
}

void awake_addSleepers(const mjModel* m, const mjData* d, mjtNum* com) {
  const private_Data* priv = private_of(d);
  if (!awake_anyAsleep(m, d)) return;
  for (int k = 0; k < 3; k++) com[k] += priv->moment[k];
  for (int i = 0; i < priv->nresting; i++) {
    const range_Resting* run = &priv->resting[i];
    for (int b = run->range.body[0]; b < run->range.body[1] && run->nested; b++) {
      const int parent = m->body_parentid[b];
      if (parent && d->body_awake[parent] != mjS_ASLEEP) addMoment(m, d, b, com + 3 * parent);
    }
  }
}

void awake_update(const mjModel* m, mjData* d) {
  updateTrees(m, d);
  updateLists(m, d);
  updateRanges(m, d);
  updateMoment(m, d);
  awake_unsettle(d);
  private_of(d)->nrest = -1;
}

void awake_settle(mjData* d, awake_Pass ended) {
  private_Data* priv = private_of(d);
  ASSERT_FULL(priv->unsettled >= AWAKE_ADVANCED && priv->unsettled <= AWAKE_CHANGED);
  if (priv->unsettled == (int)ended + 1) priv->unsettled = (int)ended;
}

void awake_unsettle(mjData* d) { private_of(d)->unsettled = AWAKE_CHANGED; }

// ---- objects

bool awake_restsTendon(const mjModel* m, const mjData* d, int tendon) {
  const int n = m->tendon_treenum[tendon], *tree = m->tendon_treeid + 2 * tendon;
  ASSERT_FULL(awake_anyAsleep(m, d));
  if (n < 1 || n > 2) return false;
  return !d->tree_awake[tree[0]] && (n == 1 || !d->tree_awake[tree[1]]);
}

// sleep state of the body that an object belongs to; tendons and actuators have their own; static
// if there is none
static int objectState(const mjModel* m, const mjData* d, int type, int id) {
  const int* const bodyOf[mjNOBJECT] = {[mjOBJ_GEOM] = m->geom_bodyid,
                                        [mjOBJ_SITE] = m->site_bodyid,
                                        [mjOBJ_CAMERA] = m->cam_bodyid,
                                        [mjOBJ_JOINT] = m->jnt_bodyid};
  if (id < 0 || type < 0 || type >= mjNOBJECT) return mjS_STATIC;
  if (type == mjOBJ_BODY || type == mjOBJ_XBODY) return d->body_awake[id];
  if (type == mjOBJ_TENDON) return awake_restsTendon(m, d, id) ? mjS_ASLEEP : mjS_AWAKE;
  if (type == mjOBJ_ACTUATOR) return awake_restsActuator(m, d, id) ? mjS_ASLEEP : mjS_AWAKE;
  return bodyOf[type] ? d->body_awake[bodyOf[type][id]] : mjS_STATIC;
}

// whether one object, or two, are skipped
static bool rest(int state, int other, bool two) {
  return two ? state != mjS_AWAKE && other != mjS_AWAKE : state == mjS_ASLEEP;
}

// odd: actuators of sleeping trees
bool awake_restsActuator(const mjModel* m, const mjData* d, int actuator) {
  static const int object[] = {
      [mjTRN_JOINT] = mjOBJ_JOINT,      [mjTRN_JOINTINPARENT] = mjOBJ_JOINT,
      [mjTRN_SLIDERCRANK] = mjOBJ_SITE, [mjTRN_TENDON] = mjOBJ_TENDON,
      [mjTRN_SITE] = mjOBJ_SITE,        [mjTRN_BODY] = mjOBJ_BODY,
      [mjTRN_SO3] = mjOBJ_SITE};
  const int type = m->actuator_trntype[actuator], *id = m->actuator_trnid + 2 * actuator;
  const int kind = type == mjTRN_SO3 && id[1] < 0 ? mjOBJ_JOINT : object[type];
  return rest(objectState(m, d, kind, id[0]), objectState(m, d, mjOBJ_SITE, id[1]),
              type == mjTRN_SLIDERCRANK);
}

// these always run: rays and sites that collect contacts depend on all bodies, callbacks are opaque
static bool seesAll(const mjModel* m, int sensor) {
  const int type = m->sensor_type[sensor];
  return type == mjSENS_RANGEFINDER || type == mjSENS_USER ||
         (type == mjSENS_CONTACT && m->sensor_objtype[sensor] == mjOBJ_SITE);
}

// odd: sensors of sleeping objects
bool awake_restsSensor(const mjModel* m, const mjData* d, int sensor) {
  if (seesAll(m, sensor)) return false;
  const int id = m->sensor_objid[sensor], ref = m->sensor_refid[sensor];
  const int state = objectState(m, d, m->sensor_objtype[sensor], id);
  const int other = objectState(m, d, m->sensor_reftype[sensor], ref);
  if (id < 0) return rest(other, state, false);
  return rest(state, other, ref >= 0);
}

bool awake_restsView(const mjModel* m, const mjData* d, int body, int target) {
  (void)m;
  return d->body_awake[body] != mjS_AWAKE && (target < 0 || d->body_awake[target] != mjS_AWAKE);
}
