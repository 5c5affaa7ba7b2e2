// Analytic derivatives of passive forces: springs and dampers of joints (stiffness, damping), and
// forces at points of bodies: gravity compensation and xfrc_applied (diff/derivatives.h).
//
// Springs: the derivative of force -x (k + c0 x + c1 x^2) is -(k + 2 c0 x + 3 c1 x^2). Ball and
// free joints pull back by -p(n) e, n = |e|, p = k + c0 n + c1 n^2; e is a translation, or the
// rotation vector log(conj(rest) o q), which a small rotation after q changes by the inverse right
// Jacobian
//   R = 1 + [e]/2 + s [e]^2,  s = (1 - (n/2) / tan(n/2)) / n^2,
// so that with e' R = e' and [e]^2 = e e' - n^2 the derivative is
//   -(p R + (p'/n) e e') = -(p (1 - s n^2) + p [e]/2 + (p s + p'/n) e e').
// Dampers: force -v (b + c0 |v| + c1 v^2), derivative -B = -(b + 2 c0 |v| + 3 c1 v^2). Integrators
// with this in their matrix need B' = 2 c0 sign(v) + 6 c1 v too.
//
// A force f with fixed world direction, at a point p of a body, acts on dof i by S_i(p).f. Where
// q_j moves the point by S_j(p), with arm r from the reference point, that changes by
//   S_i,rot.(S_j(p) x f) = S_i,rot.(S_j,lin x f + (r f' - r.f 1) S_j,rot),
// which is summed over subtrees before it is projected on pairs of dofs. The turning of S_i itself
// is left to diff_rne.
//   qpos, qvel -> G, E;   xipos, xfrc_applied, cdof -> G, lift, pull
#include "diff/derivatives.h"
#include "force/chain.h"
#include "force/force_derivative.h"
#include "force/poly_force.h"
#include "math/quat.h"
#include "step/integrate.h"

LANE_INLINE void addTo(real* at, real x) { *at = *at + x; }

// ---- springs

// s of an angle n: a series where the difference would cancel
static real curvature(real n) {
  const real half = 0.5 * n, x = half * half;
  const mask near = half < 1.0 / 32;
  const real series = 1.0 / 12 + x * (1.0 / 180 + x * (1.0 / 1890 + x * (1.0 / 18900)));
  const real safe = lane_select(near, lane_bc(1), half);
  return lane_select(near, series, (1 - safe / lane_tan(safe)) / (4 * safe * safe));
}

// block (3 x 3) -= derivative of p(n) e; turns: e is a rotation vector
static void vectorSpring(real* block, int stride, const real e[3], const real coef[1 + mjNPOLY],
                         bool turns) {
  const real n = v3_norm(e), p = poly_value(coef, n);
  real s = lane_bc(0), cross = lane_bc(0);
  if (turns) {
    s = curvature(n);
    cross = 0.5 * p;
  }
  const real rate = (coef[1] + 2 * coef[2] * n) / lane_select(n > 0, n, lane_bc(1));
  const real diag = p * (1 - s * (n * n)), outer = p * s + rate;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    real* row = block + i * stride;
    addTo(row + i, -(diag + outer * (e[i] * e[i])));
    addTo(row + j, -(outer * (e[i] * e[j]) - cross * e[k]));
    addTo(row + k, -(outer * (e[i] * e[k]) + cross * e[j]));
  }
}

static void ballSpring(real* block, int stride, const real* qpos, const real* ref,
                       const real coef[1 + mjNPOLY]) {
  real quat[4], e[3];
  v4_copy(quat, qpos);
  quat_normalize(quat);
  quat_sub(e, quat, ref);
  vectorSpring(block, stride, e, coef, true);
}

static void freeSpring(real* block, int stride, const real* qpos, const real* ref,
                       const real coef[1 + mjNPOLY]) {
  real e[3];
  v3_sub(e, qpos, ref);
  vectorSpring(block, stride, e, coef, false);
  ballSpring(block + 3 * stride + 3, stride, qpos + 3, ref + 3, coef);
}

static void scalarSpring(real* block, int stride, const real* qpos, const real* ref,
                         const real coef[1 + mjNPOLY]) {
  (void)stride;
  const real x = qpos[0] - ref[0];
  addTo(block, -(coef[0] + 2 * coef[1] * x + 3 * coef[2] * (x * x)));
}

typedef void JointSpring(real* block, int stride, const real* qpos, const real* ref,
                         const real* coef);

static JointSpring* const jointSpring[] = {
    [mjJNT_FREE] = freeSpring,
    [mjJNT_BALL] = ballSpring,
    [mjJNT_SLIDE] = scalarSpring,
    [mjJNT_HINGE] = scalarSpring,
};

_Static_assert(sizeof jointSpring / sizeof *jointSpring == mjJNT_HINGE + 1, "every kind of joint");

static void springs(const lane_Model* m, const lane_Data* d, const diff_Matrix* G) {
  for (int i = 0; i < m->njnt; i++) {
    real coef[1 + mjNPOLY];
    if (!poly_load(coef, lane_prms(m->jnt_stiffness), lane_prms(m->jnt_stiffnesspoly), i)) continue;
    const int adr = m->jnt_qposadr[i], dof = m->jnt_dofadr[i];
    jointSpring[m->jnt_type[i]](G->q + dof * G->stride + dof, G->stride, d->qpos + adr,
                                lane_prmAt(m->qpos_spring, adr), coef);
  }
}

// ---- dampers

// does the integrator's matrix contain the damping
static bool isInMatrix(const lane_Model* m, const lane_Data* d) {
  return m->opt.integrator != mjINT_EULER || LANE(step_isDamped)(m, d);
}

static void dampers(const lane_Model* m, const lane_Data* d, diff_Work* w) {
  const diff_Matrix *G = &w->G, *E = &w->E;
  const bool twice = E->v && isInMatrix(m, d);
  const real h = lane_opt(m, timestep);
  for (int i = 0; i < m->nv; i++) {
    real coef[1 + mjNPOLY], slope;
    if (!LANE(passive_dofDamping)(m, i, coef)) continue;
    const real v = d->qvel[i];
    deriv_damping(coef, &v, &slope);
    if (G->v) addTo(G->v + i * G->stride + i, -slope);
    if (!twice) continue;
    const real sign = lane_select(v == 0, lane_bc(0), lane_copysign(lane_bc(1), v));
    const real bend = 2 * coef[1] * sign + 6 * coef[2] * v;
    addTo(E->v + i * E->stride + i, -h * (bend * w->acc[i]));
  }
}

void LANE(diff_joints)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  if (w->G.q && !(m->opt.disableflags & mjDSBL_SPRING)) springs(m, d, &w->G);
  if (!(m->opt.disableflags & mjDSBL_DAMPER)) dampers(m, d, w);
}

// ---- forces at points

enum { NLOAD = 12, PULL = 0, LIFT = NLOAD };  // values per type of force: r f' - r.f 1, f

// a force at the center of mass of a body
static void addForce(const lane_Model* m, const lane_Data* d, int body, const real f[3],
                     real wrench[6], real sum[NLOAD]) {
  real r[3];
  v3_sub(r, d->xipos + 3 * body, chain_centre(m, d, body));
  v3_addCross(wrench, r, f);
  v3_addTo(wrench + 3, f);
  const real along = v3_dot(r, f);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) addTo(sum + 3 * i + k, r[i] * f[k]);
    addTo(sum + 4 * i, -along);
    addTo(sum + 9 + i, f[i]);
  }
}

static bool addGravcomp(const lane_Model* m, const lane_Data* d, diff_Work* w, real* sums) {
  const int passive = mjDSBL_SPRING | mjDSBL_DAMPER;
  const real* g = lane_prms(m->opt.gravity);
  if (!m->flg_gravcomp || m->opt.disableflags & mjDSBL_GRAVITY) return false;
  if (lane_agree(m, (g[0] == 0) & (g[1] == 0) & (g[2] == 0))) return false;
  if ((m->opt.disableflags & passive) == passive)
    return false;  // disabled with springs and dampers
  real f[3];
  bool found = false;
  for (int b = 1; b < m->nbody; b++) {
    const real share = lane_prm(m->body_gravcomp, b);
    if (chain_last(m, b) < 0 || lane_agree(m, share == 0)) continue;
    v3_scl(f, g, -lane_prm(m->body_mass, b) * share);
    addForce(m, d, b, f, w->lift + 6 * b, sums + 2 * NLOAD * b + LIFT);
    found = true;
  }
  return found;
}

static bool addApplied(const lane_Model* m, const lane_Data* d, diff_Work* w, real* sums) {
  bool found = false;
  for (int b = 1; b < m->nbody; b++) {
    const real* f = d->xfrc_applied + 6 * b;  // force, torque
    mask given = f[0] != 0;
    for (int k = 1; k < 6; k++) given = given | (f[k] != 0);
    if (!lane_any(given) || chain_last(m, b) < 0) continue;
    addForce(m, d, b, f, w->pull + 6 * b, sums + 2 * NLOAD * b + PULL);
    v3_addTo(w->pull + 6 * b, f + 3);
    found = true;
  }
  return found;
}

// S_rot' (A S_j,rot + S_j,lin x f) as a row to be multiplied with S_j
LANE_INLINE void addRow(real row[6], const real sum[NLOAD], const real S[6], real scl) {
  real part[6];
  m3_mulTVec(part, sum, S);
  v3_cross(part + 3, sum + 9, S);
  v6_addToScl(row, part, scl);
}

// A S_rot + S_lin x f
LANE_INLINE void column(real col[3], const real sum[NLOAD], const real S[6]) {
  m3_mulVec(col, sum, S);
  v3_addCross(col, S + 3, sum + 9);
}

static void loadPairs(const lane_Model* m, const lane_Data* d, diff_Work* w, const real* sums) {
  const diff_Matrix* G = &w->G;
  for (int i = 0; i < m->nv; i++) {
    const real *S = d->cdof + 6 * i, *sum = sums + 2 * NLOAD * m->dof_bodyid[i];
    real row[6], pulled[3], lifted[3];
    v6_zero(row);
    addRow(row, sum + PULL, S, lane_bc(1));
    addRow(row, sum + LIFT, S, w->lifted[i]);
    column(pulled, sum + PULL, S);
    column(lifted, sum + LIFT, S);
    for (int j = i; j >= 0; j = m->dof_parentid[j]) {
      const real* Sj = d->cdof + 6 * j;
      addTo(G->q + i * G->stride + j, v6_dot(row, Sj));
      if (j == i) continue;
      addTo(G->q + j * G->stride + i, v3_dot(Sj, pulled) + w->lifted[j] * v3_dot(Sj, lifted));
    }
  }
}

void LANE(diff_loads)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  const int nbody = (int)m->nbody;
  lane_mark(d);
  real* sums = diff_scratch(d, 2 * NLOAD * nbody);
  if (sums) {
    vn_zero(sums, 2 * NLOAD * nbody);
    const bool lifts = addGravcomp(m, d, w, sums),
               pulls = !w->unapplied && addApplied(m, d, w, sums);
    for (int b = nbody - 1; b > 0; b--) {
      const int parent = m->body_parentid[b];
      if (parent) vn_addTo(sums + 2 * NLOAD * parent, sums + 2 * NLOAD * b, 2 * NLOAD);
    }
    if (w->G.q && (lifts || pulls)) loadPairs(m, d, w, sums);
  }
  lane_free(d);
}
