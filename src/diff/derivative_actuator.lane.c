// Analytic derivatives of actuator forces on dofs and of activation dynamics, with force limits.
// With m the moment arms, T their derivative by positions and f the forces,
//   Q = m'f  ->  dQ = m'(f_l dl + f_v dv + f_act dact + f_ctrl dctrl) + f T dq,
// where the derivatives of f come from derivative_kinds.lane.c, and l, v, T of outputs from
// derivative_transmission.lane.c. Limits: a force at its range is constant; if the sum F of the
// forces f_k on a tendon is limited to c, f_k becomes f_k c/F, so that with live forces and gears
// g_k the change of f_i reaches the tendon with weight
//   (c/F) (g_i live_i - sum of g_k live_k f_k/F);
// a limited norm loses its change along the force. Rows of joints at their limit of actuator force
// are zero. The integrator's matrix has m' e m over branches, e the derivative by velocity
// (force/force_derivative.lane.c).
//   ctrl, act, act_dot, actuator_force, actuator_moment, ... -> G, E, next, driven, lifted
#include "diff/derivative_kinds.h"
#include "diff/derivative_parts.h"
#include "diff/derivative_transmission.h"
#include "diff/derivatives.h"
#include "force/actuation.h"
#include "force/delayed_ctrl.h"
#include "force/force_derivative.h"

// ---- reach

// where the actuator force on a joint is at its limit
static mask isFull(const lane_Model* m, const lane_Data* d, int joint) {
  const int type = m->jnt_type[joint];
  const real force = d->qfrc_actuator[m->jnt_dofadr[joint]];
  if (!m->jnt_actfrclimited[joint] || (type != mjJNT_HINGE && type != mjJNT_SLIDE)) {
    return force != force;
  }
  const real* range = lane_prmAt(m->jnt_actfrcrange, 2 * joint);
  return (force <= lane_prm(range, 0)) | (force >= lane_prm(range, 1));
}

void LANE(diff_reach)(const lane_Model* m, const lane_Data* d, diff_Work* w) {
  const int passive = mjDSBL_SPRING | mjDSBL_DAMPER;
  // odd: no springs and no dampers
  const bool lifts = (m->opt.disableflags & passive) != passive;
  // odd: gravity compensation needs an actuator
  const bool drives = m->nactuator && !(m->opt.disableflags & mjDSBL_ACTUATION);
  for (int i = 0; i < m->nv; i++) {
    const int joint = m->dof_jntid[i];
    const real zero = lane_bc(0);
    w->driven[i] = lane_select(isFull(m, d, joint), zero, lane_bc(1));
    w->lifted[i] = lane_bc(lifts);
    if (m->jnt_actgravcomp[joint]) w->lifted[i] = lifts && drives ? w->driven[i] : zero;
  }
}

// ---- derivative by velocity in the integrator's matrix

void LANE(diff_actuatorDrag)(const lane_Model* m, const lane_Data* d, int i, real* drag) {
  *drag = lane_bc(0);
  if ((m->opt.disableflags & mjDSBL_ACTUATION) || actuation_isDisabled(m, i)) return;
  LANE(deriv_actuator)(m, d, i, drag);
}

// ---- limits

typedef struct {
  const lane_Model* m;
  lane_Data* d;
  diff_Work* w;
  real* u;       // (nu + 1) controls, delayed and clamped
  real* within;  // (nu) 1 where a control is neither clamped nor delayed
  real* raw;     // (nout) forces before limits
  real* weight;  // (nactuator) factor of a change of force; tendons: gear included
  real* still;   // (na) rates of disabled groups
} Pass;

static void readControls(const Pass* p) {
  const lane_Model* m = p->m;
  vn_copy(p->u, p->d->ctrl, m->nu);
  p->u[m->nu] = lane_bc(0);
  delayed_read(m, p->d, p->u);
  for (int i = 0; i < m->nu; i++) p->within[i] = lane_bc(1);
  for (int i = 0; i < m->nactuator && m->nhistory; i++) {
    if (m->actuator_delay[i] > 0 && m->actuator_ctrlnum[i] > 0) {
      p->within[m->actuator_ctrladr[i]] = lane_bc(0);
    }
  }
  for (int i = 0; i < m->nu; i++) {
    if (!m->actuator_ctrllimited[i] || (m->opt.disableflags & mjDSBL_CLAMPCTRL)) continue;
    const real* range = lane_prmAt(m->actuator_ctrlrange, 2 * i);
    const real lo = act_prm(range, 0), hi = act_prm(range, 1), u = p->u[i];
    p->within[i] = lane_select((u < lo) | (u > hi), lane_bc(0), p->within[i]);
    p->u[i] = act_clip(u, lo, hi);
  }
}

static act_View viewOf(const Pass* p, int i) {
  const bool off = actuation_isDisabled(p->m, i);
  return (act_View){
      .m = p->m, .d = p->d, .u = p->u, .act_dot = off ? p->still : p->d->act_dot, .id = i};
}

static void rawForces(const Pass* p) {
  vn_zero(p->raw, p->m->nout);
  for (int i = 0; i < p->m->nactuator; i++) {
    const act_View a = viewOf(p, i);
    if (actuation_isDisabled(p->m, i)) continue;
    LANE(act_force)(&a, p->raw + p->m->actuator_outadr[i]);
  }
}

// 0 where a force is at its range, else 1; scale: that of a limited tendon
static real liveForce(const Pass* p, int i, real scale) {
  const lane_Model* m = p->m;
  if (actuation_isDisabled(m, i)) return lane_bc(0);
  if (!m->actuator_forcelimited[i] || m->actuator_gaintype[i] == mjGAIN_SO3) return lane_bc(1);
  const real force = p->raw[m->actuator_outadr[i]] * scale;
  const real* range = lane_prmAt(m->actuator_forcerange, 2 * i);
  const mask full = (force <= lane_prm(range, 0)) | (force >= lane_prm(range, 1));
  return lane_select(full, lane_bc(0), lane_bc(1));
}

LANE_INLINE real gearOf(const lane_Model* m, int i) {
  return lane_prm(m->actuator_gear, 6 * m->actuator_outadr[i]);
}

static bool drivesTendon(const lane_Model* m, int i, int tendon) {
  return m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon;
}

// weights of actuators on a tendon whose total force is limited
static void weighTendon(const Pass* p, int tendon) {
  const lane_Model* m = p->m;
  const real* range = lane_prmAt(m->tendon_actfrcrange, 2 * tendon);
  real total = lane_bc(0), part = lane_bc(0);
  for (int i = 0; i < m->nactuator; i++) {
    if (drivesTendon(m, i, tendon)) total = total + p->raw[m->actuator_outadr[i]];
  }
  const real lo = act_prm(range, 0), hi = act_prm(range, 1);
  const mask over = ((total < lo) | (total > hi)) & (total != 0);
  const real inverse = 1.0 / lane_select(over, total, lane_bc(1));
  const real scale = lane_select(over, lane_select(total < lo, lo, hi) * inverse, lane_bc(1));
  for (int i = 0; i < m->nactuator; i++) {
    if (!drivesTendon(m, i, tendon)) continue;
    const real lever = gearOf(m, i) * liveForce(p, i, scale);
    p->weight[i] = lever * scale;
    part = part + lever * p->raw[m->actuator_outadr[i]];
  }
  const real shared = lane_select(over, scale * part * inverse, lane_bc(0));
  for (int i = 0; i < m->nactuator; i++) {
    if (drivesTendon(m, i, tendon)) p->weight[i] = p->weight[i] - shared;
  }
}

static void weigh(const Pass* p) {
  const lane_Model* m = p->m;
  for (int i = 0; i < m->nactuator; i++) {
    p->weight[i] = liveForce(p, i, lane_bc(1));
    if (m->actuator_trntype[i] == mjTRN_TENDON) p->weight[i] = p->weight[i] * gearOf(m, i);
  }
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_actfrclimited[t]) weighTendon(p, t);
  }
}

// a limit c of the norm of the force: f c/|f| changes by (c/|f|) (1 - ff'/|f|^2) df
static void limitNorm(const Pass* p, int i, diff_Local* loc) {
  const lane_Model* m = p->m;
  if (!m->actuator_forcelimited[i] || m->actuator_gaintype[i] != mjGAIN_SO3) return;
  const real most = lane_prm(m->actuator_forcerange, 2 * i + 1);
  real dir[3];
  v3_copy(dir, p->raw + m->actuator_outadr[i]);
  const real norm = v3_normalize(dir);
  const mask over = norm >= most;
  const real scale = most / lane_select(over, norm, lane_bc(1));
  for (int k = 0; k < loc->n; k++) {
    real col[3];
    for (int o = 0; o < 3; o++) col[o] = loc->force[o * loc->n + k];
    const real along = v3_dot(dir, col);
    for (int o = 0; o < 3; o++) {
      const real kept = (col[o] - dir[o] * along) * scale;
      loc->force[o * loc->n + k] = lane_select(over, kept, col[o]);
    }
  }
}

// ---- chain rule: from inputs of the actuator to those of the step

// an actuator with its derivatives and transmission
typedef struct {
  const Pass* p;
  int id;
  diff_Local loc;
  diff_Gearing gear;
  real *byQ, *byV;  // (n of the gearing) of one value of the actuator
} Actuator;

// derivative of one value by positions and velocities
static void spread(const Actuator* a, const real* slope) {
  const diff_Gearing* g = &a->gear;
  const int n = g->n;
  vn_zero(a->byQ, n);
  vn_zero(a->byV, n);
  for (int o = 0; o < g->nout; o++) {
    const real byLength = slope[o], byVelocity = slope[diff_velocityAt(&a->loc) + o];
    vn_addToScl(a->byQ, g->length + o * n, byLength, n);
    vn_addToScl(a->byQ, g->rate + o * n, byVelocity, n);
    vn_addToScl(a->byV, g->moment + o * n, byVelocity, n);
  }
}

// a row of a matrix += scale times the derivative computed by spread
static void addRow(const Actuator* a, const diff_Matrix* to, int row, const real* slope,
                   real scale) {
  const lane_Model* m = a->p->m;
  const diff_Local* loc = &a->loc;
  const int *col = a->gear.row[0].col, at = row * to->stride;
  for (int c = 0; c < a->gear.n; c++) {
    if (to->q) diff_add(to->q + at + col[c], scale * a->byQ[c]);
    if (to->v) diff_add(to->v + at + col[c], scale * a->byV[c]);
  }
  for (int k = 0; k < loc->nact && to->act; k++) {
    diff_add(to->act + at + m->actuator_actadr[a->id] + k, scale * slope[diff_actAt(loc, k)]);
  }
  for (int k = 0; k < loc->nctrl && to->ctrl; k++) {
    diff_add(to->ctrl + row * to->cstride + m->actuator_ctrladr[a->id] + k,
             scale * slope[diff_ctrlAt(loc, k)]);
  }
}

// ---- parts

// lever (n) times the change of output `out`, in rows that actuator forces reach
static void addForce(const Actuator* a, const real* slope, const real* lever, real scale) {
  const diff_Work* w = a->p->w;
  spread(a, slope);
  for (int k = 0; k < a->gear.n; k++) {
    const int dof = a->gear.row[0].col[k];
    addRow(a, &w->G, dof, slope, lever[k] * scale * w->driven[dof]);
  }
}

static void addTurns(const Actuator* a, int out) {
  const diff_Work* w = a->p->w;
  const diff_Row* row = a->gear.row + out;
  const real force = a->p->d->actuator_force[a->p->m->actuator_outadr[a->id] + out];
  for (int k = 0; k < row->n && w->G.q; k++) {
    const int dof = row->col[k];
    const real scale = force * w->driven[dof];
    for (int c = 0; c < row->n; c++) {
      diff_add(w->G.q + dof * w->G.stride + row->col[c], scale * row->T[k * (row->n + 1) + c]);
    }
  }
}

static void addForces(const Actuator* a) {
  const Pass* p = a->p;
  const lane_Model* m = p->m;
  const bool tendon = m->actuator_trntype[a->id] == mjTRN_TENDON;
  const int n = a->gear.n;
  for (int o = 0; o < a->gear.nout; o++) {
    const real* moment = a->gear.moment + o * n;
    const real* lever = moment;
    if (tendon) lever = p->d->ten_J + m->ten_J_rowadr[m->actuator_trnid[2 * a->id]];
    addForce(a, a->loc.force + o * a->loc.n, lever, p->weight[a->id]);
    if (m->actuator_biastype[a->id] == mjBIAS_DCMOTOR) {
      addForce(a, a->loc.extra + o * a->loc.n, moment, lane_bc(1));
    }
    if (a->gear.turns) addTurns(a, o);
  }
}

// rotation vectors of integrator activations are wrapped to at most half a turn: v (1 - c/|v|), c
// whole turns
static void wrapRotation(const Actuator* a) {
  const lane_Model* m = a->p->m;
  const diff_Local* loc = &a->loc;
  if (m->actuator_dyntype[a->id] != mjDYN_INTEGRATOR || m->actuator_gaintype[a->id] != mjGAIN_SO3 ||
      loc->nact != 3) {
    return;
  }
  const act_View view = viewOf(a->p, a->id);
  real dir[3];
  for (int k = 0; k < 3; k++) LANE(actuation_next)(m, a->p->d, a->id, k, view.act_dot, dir + k);
  const real angle = v3_normalize(dir);
  const mask over = angle > mjPI;
  const real full = lane_select(over, angle, lane_bc(1));
  const real turns = 2 * mjPI * act_round(full / (2 * mjPI)) / full;
  const real lost = lane_select(over, turns, lane_bc(0));
  for (int k = 0; k < loc->n; k++) {
    real* at = loc->next + k;
    const real along = dir[0] * at[0] + dir[1] * at[loc->n] + dir[2] * at[2 * loc->n];
    for (int i = 0; i < 3; i++) {
      at[i * loc->n] = at[i * loc->n] - lost * (at[i * loc->n] - dir[i] * along);
    }
  }
}

static void addNext(const Actuator* a) {
  const lane_Model* m = a->p->m;
  wrapRotation(a);
  for (int k = 0; k < a->loc.nact; k++) {
    const real* slope = a->loc.next + k * a->loc.n;
    spread(a, slope);
    addRow(a, &a->p->w->next, m->actuator_actadr[a->id] + k, slope, lane_bc(1));
  }
}

// h times the change of m' e m acc
static void addMatrix(const Actuator* a, real* room) {
  const Pass* p = a->p;
  const diff_Work* w = p->w;
  const int n = a->gear.n, width = n + 1;
  const real h = lane_opt(p->m, timestep);
  real drag;
  LANE(diff_actuatorDrag)(p->m, p->d, a->id, &drag);
  const real live = lane_select(deriv_isSaturated(p->m, p->d, a->id), lane_bc(0), lane_bc(1));
  spread(a, a->loc.drag);
  for (int o = 0; o < a->gear.nout; o++) {
    const diff_Row* row = a->gear.row + o;
    LANE(diff_branchRow)(row, w->acc, false, room, room + n * width);
    if (w->E.q && a->gear.turns) diff_addOuter(w->E.q, w->E.stride, row, room, h * drag);
    for (int k = 0; k < n; k++) {
      const real scale = h * live * row->T[k * width + n] * room[k * width + n];
      addRow(a, &w->E, row->col[k], a->loc.drag, scale);
    }
  }
}

// ---- all

static bool openLocal(const Pass* p, int i, diff_Local* loc) {
  const lane_Model* m = p->m;
  *loc = (diff_Local){.nout = m->actuator_outnum[i],
                      .nact = m->actuator_actadr[i] < 0 ? 0 : m->actuator_actnum[i],
                      .nctrl = m->actuator_ctrlnum[i]};
  loc->n = 2 * loc->nout + loc->nact + loc->nctrl;
  const int size = (2 * loc->nout + loc->nact + 1) * loc->n;
  real* at = diff_scratch(p->d, size + 1);
  if (!at) return false;
  vn_zero(at, size);
  loc->force = at;
  loc->extra = at + loc->nout * loc->n;
  loc->next = at + 2 * loc->nout * loc->n;
  loc->drag = loc->next + loc->nact * loc->n;
  return true;
}

static void oneActuator(const Pass* p, int i) {
  const bool off = actuation_isDisabled(p->m, i);
  const bool matrix =
      diff_wants(&p->w->E) && diff_isImplicit(p->m) && !off && !(p->w->without & SLOPE_RANK1);
  const act_View view = viewOf(p, i);
  Actuator a = {.p = p, .id = i};
  if (!openLocal(p, i, &a.loc)) return;
  if (!LANE(diff_openGearing)(p->m, p->d, p->w, i, matrix, &a.gear)) return;
  const int n = a.gear.n;
  real* room = diff_scratch(p->d, 2 * n + (matrix ? 2 * n * (n + 1) : 0) + 1);
  if (!room) return;
  a.byQ = room;
  a.byV = room + n;
  LANE(diff_kind)(&view, p->d, p->within, &a.loc);
  limitNorm(p, i, &a.loc);
  if (!off) addForces(&a);
  if (matrix) addMatrix(&a, room + 2 * n);
  addNext(&a);
}

// identity: activations are unchanged
static void keepActivations(const lane_Model* m, const diff_Work* w) {
  for (int k = 0; k < m->na && w->next.act; k++) {
    w->next.act[k * w->next.stride + k] = lane_bc(1);
  }
}

void LANE(diff_actuators)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  if (m->opt.disableflags & mjDSBL_ACTUATION) {
    keepActivations(m, w);
    return;
  }
  const int nu = (int)m->nu, nact = (int)m->nactuator, na = (int)m->na;
  Pass p = {.m = m, .d = d, .w = w};
  lane_mark(d);
  p.u = diff_scratch(d, 2 * nu + 1 + (int)m->nout + nact + na + 1);
  if (p.u) {
    p.within = p.u + nu + 1;
    p.raw = p.within + nu;
    p.weight = p.raw + m->nout;
    p.still = p.weight + nact;
    vn_zero(p.still, na);
    readControls(&p);
    rawForces(&p);
    weigh(&p);
  }
  for (int i = 0; i < nact && p.u; i++) {
    lane_mark(d);
    oneActuator(&p, i);
    lane_free(d);
  }
  lane_free(d);
}
