// Mouse perturbation of a body: a target for the selected point and for the orientation, and the
// damped spring that pulls the body there, or the pose that puts it there.
#include "scene/perturb.h"

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"
#include "math/quat.h"
#include "model/stack.h"
#include "scene/view.h"

void perturb_point(const mjModel* m, const mjData* d, const mjvPerturb* pert, mjtNum point[3]) {
  const int body = pert->select;
  ASSERT_FULL(body >= 0 && body < m->nbody);
  (void)m;
  m3_mulVec(point, d->xmat + 9 * body, pert->localpos);
  v3_addTo(point, d->xpos + 3 * body);
}

void perturb_quat(const mjModel* m, const mjData* d, int body, mjtNum quat[4]) {
  quat_mul(quat, d->xquat + 4 * body, m->body_iquat + 4 * body);
}

// ---- start

// trace of J inv(M) J', with J the Jacobian of the point's translations; negative: out of memory
static mjtNum mobility(const mjModel* m, mjData* d, int body, const mjtNum point[3]) {
  const int n = 3 * (int)m->nv;
  mjtNum trace = -1;
  mj_markStack(d);
  mjtNum *jac = stack_num(d, (size_t)n), *solved = stack_num(d, (size_t)n);
  if (jac && solved) {
    mj_jac(m, d, jac, NULL, point, body);
    mj_solveM(m, d, solved, jac, 3);
    trace = 0;
    for (int i = 0; i < n; i++) trace += jac[i] * solved[i];
  }
  mj_freeStack(d);
  return trace;
}

// effective mass at the point
static mjtNum localMass(const mjModel* m, mjData* d, const mjvPerturb* pert,
                        const mjtNum point[3]) {
  const mjtNum trace = m->nv ? mobility(m, d, pert->select, point) : 0;
  if (trace < 0)
    mju_error("mjv_initPerturb: the arena has no room for %lld numbers", 6 * (long long)m->nv);
  if (trace <= 0) return 1;
  mjtNum mass = 3 / (trace > mjMINVAL ? trace : mjMINVAL);
  // a vertex of a flex moves its neighbors too
  const int flex = pert->flexselect;
  if (flex >= 0 && flex < m->nflex && !m->flex_rigid[flex] && m->flex_vertnum[flex] > 0)
    mass *= 2.0 * m->flex_edgenum[flex] / m->flex_vertnum[flex];
  return mass;
}

void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert) {
  ARGS_NEED(m, d, pert);
  const int body = pert->select;
  if (body <= 0 || body >= m->nbody) return;
  ARGS_NEED(scn);
  if (!view_isSet(scn, __func__)) return;
  mjtNum point[3], head[3], forward[3], up[3], offset[3];
  perturb_point(m, d, pert, point);
  pert->localmass = localMass(m, d, pert, point);
  v3_copy(pert->refpos, d->xipos + 3 * body);
  perturb_quat(m, d, body, pert->refquat);
  v3_copy(pert->refselpos, point);
  // meters per height of the window, at the depth of the point
  view_inModel(scn, head, forward, up);
  v3_sub(offset, point, head);
  pert->scale = mjv_frustumHeight(scn) * v3_dot(offset, forward);
  if (scn->camera[0].orthographic) pert->scale *= 0.15;
}

// ---- pose

static int freeJoint(const mjModel* m, int body) {
  const int joint = m->body_jntadr[body];
  return m->body_jntnum[body] == 1 && m->jnt_type[joint] == mjJNT_FREE ? joint : -1;
}

// the pose of the body frame that puts its inertial frame at the target
static void targetPose(const mjModel* m, const mjvPerturb* pert, mjtNum pos[3], mjtNum quat[4]) {
  mjtNum backPos[3], backQuat[4];
  const int body = pert->select;
  mju_negPose(backPos, backQuat, m->body_ipos + 3 * body, m->body_iquat + 4 * body);
  mju_mulPose(pos, quat, pert->refpos, pert->refquat, backPos, backQuat);
}

// moves the free joint of the tree's root so that the body gets the pose
static void moveRoot(const mjModel* m, mjData* d, int body, const mjtNum pos[3],
                     const mjtNum quat[4]) {
  const int root = m->body_rootid[body], joint = freeJoint(m, root);
  if (joint < 0) return;
  mjtNum* qpos = d->qpos + m->jnt_qposadr[joint];
  mjtNum backPos[3], backQuat[4], shift[3], turn[4], newPos[3], newQuat[4];
  mju_negPose(backPos, backQuat, d->xpos + 3 * body, d->xquat + 4 * body);
  mju_mulPose(shift, turn, pos, quat, backPos, backQuat);
  mju_mulPose(newPos, newQuat, shift, turn, qpos, qpos + 3);
  v3_copy(qpos, newPos);
  v4_copy(qpos + 3, newQuat);
}

void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused) {
  ARGS_NEED(pert);
  const int body = pert->select;
  if (body <= 0 || !(pert->active | pert->active2)) return;
  ARGS_NEED(m, d);
  if (body >= m->nbody) return;
  const int mocap = m->body_mocapid[body], joint = freeJoint(m, body);
  mjtNum pos[3], quat[4];
  targetPose(m, pert, pos, quat);
  if (mocap >= 0) {
    v3_copy(d->mocap_pos + 3 * mocap, pos);
    v4_copy(d->mocap_quat + 4 * mocap, quat);
  } else if (flg_paused && joint >= 0) {
    v3_copy(d->qpos + m->jnt_qposadr[joint], pos);
    v4_copy(d->qpos + m->jnt_qposadr[joint] + 3, quat);
  } else if (flg_paused) {
    moveRoot(m, d, body, pos, quat);
  }
}

// ---- force

typedef struct {
  mjtNum angular[3], linear[3];  // velocity of the inertial frame of the body
  mjtNum inertia;                // mean rotational inertia
} Motion;

static Motion motionOf(const mjModel* m, const mjData* d, int body) {
  mjtNum vel[6];
  Motion motion;
  mj_objectVelocity(m, d, mjOBJ_BODY, body, vel, 0);
  v3_copy(motion.angular, vel);
  v3_copy(motion.linear, vel + 3);
  const mjtNum inverse = m->body_invweight0[2 * body + 1];
  motion.inertia = inverse == 0 ? 1 : 1 / (inverse > mjMINVAL ? inverse : mjMINVAL);
  return motion;
}

// a spring at the selected point, with damping sqrt(stiffness), and damping of the spin about its
// direction
static void pull(const mjModel* m, const mjData* d, const mjvPerturb* pert, const Motion* motion,
                 mjtNum force[6]) {
  const mjtNum stiffness = m->vis.map.stiffness, damping = lane_sqrt(stiffness);
  const mjtNum spin = lane_sqrt((mjtNum)m->vis.map.stiffnessrot) * motion->inertia;
  mjtNum point[3], apart[3], arm[3], vel[3];
  perturb_point(m, d, pert, point);
  v3_sub(apart, point, pert->refselpos);
  v3_sub(arm, point, d->xipos + 3 * pert->select);
  v3_copy(vel, motion->linear);
  v3_addCross(vel, motion->angular, arm);
  for (int k = 0; k < 3; k++)
    force[k] = -pert->localmass * (stiffness * apart[k] + damping * vel[k]);
  v3_cross(force + 3, arm, force);
  v3_normalize(apart);
  v3_addToScl(force + 3, apart, -spin * v3_dot(apart, motion->angular));
}

static void turn(const mjModel* m, const mjData* d, const mjvPerturb* pert, const Motion* motion,
                 mjtNum torque[3]) {
  const mjtNum stiffness = m->vis.map.stiffnessrot;
  mjtNum quat[4], apart[4], axis[3];
  perturb_quat(m, d, pert->select, quat);
  quat_neg(quat, quat);
  quat_mul(apart, pert->refquat, quat);
  quat_toVel(axis, apart, 1);
  v3_scl(torque, axis, stiffness * motion->inertia);
  v3_addToScl(torque, motion->angular, -lane_sqrt(stiffness) * motion->inertia);
}

void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert) {
  ARGS_NEED(m, pert);
  const int body = pert->select, active = pert->active | pert->active2;
  if (body < 0 || body >= m->nbody || !active) return;
  ARGS_NEED(d);
  mjtNum* force = d->xfrc_applied + 6 * body;
  const Motion motion = motionOf(m, d, body);
  if (active & mjPERT_TRANSLATE) pull(m, d, pert, &motion, force);
  if (active & mjPERT_ROTATE) turn(m, d, pert, &motion, force + 3);
}
