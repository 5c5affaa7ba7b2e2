// Forward kinematics: poses of bodies from joint positions (generalized coordinates), then of all
// that is attached to them. Bodies in ascending order, parents first; the joints of a body act one
// after another, each on the pose that the ones before it left. Quaternions of qpos and mocap are
// normalized in copies only.
//   qpos, mocap_pos, mocap_quat -> xpos, xquat, xmat, xanchor, xaxis, xipos, ximat, geom_x*,
//   site_x*
#include "base/assert.h"
#include "dyn/dyn.h"
#include "dyn/four_bodies.h"
#include "dyn/frame.h"

LANE_INLINE bool isZero(const lane_Model* m, const real vec[3]) {
  return lane_agree(m, vn_isZero(vec, 3));
}

LANE_INLINE bool isIdentity(const lane_Model* m, const real quat[4]) {
  return lane_agree(m, quat[0] == 1) && isZero(m, quat + 1);
}

// pose of the body before its joints move it
LANE_INLINE void basePose(const lane_Model* m, const lane_Data* d, int body, real pos[3],
                          real quat[4]) {
  const int mocap = m->body_mocapid[body], parent = m->body_parentid[body];
  ASSERT_FULL(parent < body);  // its pose is there
  if (mocap >= 0) {
    v3_copy(pos, d->mocap_pos + 3 * mocap);
    v4_copy(quat, d->mocap_quat + 4 * mocap);
    quat_normalize(quat);
  } else {
    v3_copy(pos, lane_prmAt(m->body_pos, 3 * body));
    v4_copy(quat, lane_prmAt(m->body_quat, 4 * body));
  }
  if (parent) {
    m3_mulVec(pos, d->xmat + 9 * parent, pos);
    v3_add(pos, d->xpos + 3 * parent, pos);
    if (mocap < 0 && isIdentity(m, lane_prmAt(m->body_quat, 4 * body))) {
      v4_copy(quat, d->xquat + 4 * parent);
    } else {
      quat_mul(quat, d->xquat + 4 * parent, quat);
    }
  }
}

// rotation about the anchor, which stays in place: new orientation and position; central: the
// anchor is the origin of the body
LANE_INLINE void turnAbout(const real jntPos[3], bool central, const real anchor[3],
                           const real turn[4], real pos[3], real quat[4]) {
  quat_mul(quat, quat, turn);
  if (central) return;
  real arm[3];
  quat_turn(arm, jntPos, quat);
  v3_sub(pos, anchor, arm);
}

// rotation quaternions of hinges, four joints at once; other joints get some rotation too
static void hingeTurns(const lane_Model* m, const lane_Data* d, const range_Range* s, real* turn) {
#if LANE_W == 1
  const int first = s->jnt[0], n = s->jnt[1] - first;
  for (int j = first; j < first + n; j++) {
    const int adr = m->jnt_qposadr[j];
    turn[4 * j] = m->jnt_type[j] == mjJNT_HINGE ? d->qpos[adr] - lane_prm(m->qpos0, adr) : 0;
  }
  FOURS(fours_turns)(turn + 4 * first, lane_prmAt(m->jnt_axis, 3 * first), n);
#else
  (void)m, (void)d, (void)s, (void)turn;
#endif
}

// Rotation quaternions of hinges and balls about their own axes, before the walk down the tree: a
// pose waits for that of the parent, these do not, so the processor computes several at once.
static void ownTurns(const lane_Model* m, const lane_Data* d, const range_Range* s, real* turn) {
  const bool alone = LANE_W > 1 || s->jnt[1] - s->jnt[0] < 4;
  if (!alone) hingeTurns(m, d, s, turn);
  for (int j = s->jnt[0]; j < s->jnt[1]; j++) {
    const int type = m->jnt_type[j], adr = m->jnt_qposadr[j];
    if (alone && type == mjJNT_HINGE) {
      quat_fromAxisAngle(turn + 4 * j, lane_prmAt(m->jnt_axis, 3 * j),
                         d->qpos[adr] - lane_prm(m->qpos0, adr));
    } else if (type == mjJNT_BALL) {
      v4_copy(turn + 4 * j, d->qpos + adr);
      quat_normalize(turn + 4 * j);
    }
  }
}

// a slide, hinge or ball: moves the pose, stores anchor and axis as they were before
LANE_INLINE void movePose(const lane_Model* m, lane_Data* d, int jnt, const real turn[4],
                          real pos[3], real quat[4]) {
  const int type = m->jnt_type[jnt], adr = m->jnt_qposadr[jnt];
  const real* jntPos = lane_prmAt(m->jnt_pos, 3 * jnt);
  const bool central = isZero(m, jntPos);
  real axis[3], anchor[3];
  quat_turn(axis, lane_prmAt(m->jnt_axis, 3 * jnt), quat);
  v3_copy(anchor, pos);
  if (!central) {
    real arm[3];
    quat_turn(arm, jntPos, quat);
    v3_addTo(anchor, arm);
  }
  v3_copy(d->xaxis + 3 * jnt, axis);
  v3_copy(d->xanchor + 3 * jnt, anchor);

  if (type == mjJNT_SLIDE) {
    v3_addToScl(pos, axis, d->qpos[adr] - lane_prm(m->qpos0, adr));
  } else {
    turnAbout(jntPos, central, anchor, turn, pos, quat);
  }
}

static void bodyPose(const lane_Model* m, lane_Data* d, int body, const real* turn) {
  const int jnt = m->body_jntadr[body], njnt = m->body_jntnum[body];
  real pos[3], quat[4];
  if (njnt == 1 && m->jnt_type[jnt] == mjJNT_FREE) {
    const real* qpos = d->qpos + m->jnt_qposadr[jnt];
    v3_copy(pos, qpos);
    v4_copy(quat, qpos + 3);
    v3_copy(d->xanchor + 3 * jnt, pos);
    v3_copy(d->xaxis + 3 * jnt, lane_prmAt(m->jnt_axis, 3 * jnt));
  } else {
    ASSERT_FULL(!njnt || m->jnt_type[jnt] != mjJNT_FREE);  // a free joint is alone
    basePose(m, d, body, pos, quat);
    for (int j = jnt; j < jnt + njnt; j++) movePose(m, d, j, turn + 4 * j, pos, quat);
  }
  quat_normalize(quat);
  v3_copy(d->xpos + 3 * body, pos);
  v4_copy(d->xquat + 4 * body, quat);
  quat_toMat(d->xmat + 9 * body, quat);
  frame_pose(d->xipos + 3 * body, d->ximat + 9 * body, d, body, lane_prmAt(m->body_ipos, 3 * body),
             lane_prmAt(m->body_iquat, 4 * body), m->body_sameframe[body]);
}

void LANE(dyn_worldPose)(lane_Data* d) {
  v3_zero(d->xpos);
  quat_unit(d->xquat);
  m3_unit(d->xmat);
  v3_zero(d->xipos);
  m3_unit(d->ximat);
}

LANE_INLINE void geomPose(const lane_Model* m, lane_Data* d, int i) {
  frame_pose(d->geom_xpos + 3 * i, d->geom_xmat + 9 * i, d, m->geom_bodyid[i],
             lane_prmAt(m->geom_pos, 3 * i), lane_prmAt(m->geom_quat, 4 * i), m->geom_sameframe[i]);
}

// lanes skip poses that nothing reads
static void geomPoses(const lane_Model* m, lane_Data* d, range_List ranges) {
  range_each(ranges, geom, i) {
#if LANE_W > 1
    if (d->skipGeoms && !d->geomRead[i]) continue;
#endif
    geomPose(m, d, i);
  }
}

#if LANE_W > 1
void LANE(dyn_skippedGeoms)(const lane_Model* m, lane_Data* d) {
  for (int i = 0; i < m->ngeom; i++) {
    if (d->skipGeoms && !d->geomRead[i]) geomPose(m, d, i);
  }
}
#endif

// without scratch memory bodies and joints are at the origin, whatever their old poses
static void noPoses(lane_Data* d, const range_Range* s) {
  const int body = s->body[0], nbody = s->body[1] - body, jnt = s->jnt[0], njnt = s->jnt[1] - jnt;
  vn_zero(d->xpos + 3 * body, 3 * nbody);
  vn_zero(d->xipos + 3 * body, 3 * nbody);
  vn_zero(d->xanchor + 3 * jnt, 3 * njnt);
  vn_zero(d->xaxis + 3 * jnt, 3 * njnt);
  for (int i = body; i < body + nbody; i++) {
    v4_set(d->xquat + 4 * i, lane_bc(1), lane_bc(0), lane_bc(0), lane_bc(0));
    m3_unit(d->xmat + 9 * i);
    m3_unit(d->ximat + 9 * i);
  }
}

void LANE(dyn_bodyPoses)(const lane_Model* m, lane_Data* d, range_List ranges) {
  lane_mark(d);
  real* turn = lane_scratch(d, 4 * (int)m->njnt);
  if (turn) {
    range_eachRange(ranges, s) {
      ownTurns(m, d, s, turn);
      for (int i = s->body[0]; i < s->body[1]; i++) bodyPose(m, d, i, turn);
    }
  } else {
    range_eachRange(ranges, s) noPoses(d, s);
  }
  lane_free(d);
}

void LANE(dyn_poseRanges)(const lane_Model* m, lane_Data* d, range_List ranges) {
  LANE(dyn_bodyPoses)(m, d, ranges);
  geomPoses(m, d, ranges);
  range_each(ranges, site, i) {
    frame_pose(d->site_xpos + 3 * i, d->site_xmat + 9 * i, d, m->site_bodyid[i],
               lane_prmAt(m->site_pos, 3 * i), lane_prmAt(m->site_quat, 4 * i),
               m->site_sameframe[i]);
  }
}

void LANE(dyn_kinematics)(const lane_Model* m, lane_Data* d) {
  LANE(dyn_worldPose)(d);
  LANE(dyn_poseRanges)(m, d, lane_ranges(d));
}
