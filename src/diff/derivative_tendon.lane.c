// Analytic derivatives of tendon forces (spring, damper, armature, actuators). With t the row of
// ten_J, T its derivative (zero for fixed tendons), L and V length and velocity, g(L, V) the force
// of spring and damper,
//   Q = t (g + tension + drive)   ->  dQ/dq = t (g_L t' + g_V (T'v)') + (g + tension + drive) T,
//                                     dQ/dv = g_V t t',
// where tension is that of constraints and drive the force of actuators, whose own changes are in
// derivative_actuator.lane.c. Armature a adds a t t' to M where M has entries, and the bias a t k
// with k = (dJ/dt) qvel (derivative_armature.lane.c). The integrator's matrix has t d t' with d =
// -g_V and the drag of actuators, for dofs on one branch.
//   ten_J, ten_length, ten_velocity, tension, actuator_force -> G, E, tenA, tenV
#include "diff/derivative_armature.h"
#include "diff/derivative_parts.h"
#include "force/force_derivative.h"
#include "force/poly_force.h"
#include "force/tendon_path.h"

// ---- rates

void LANE(diff_tendonRates)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  for (int t = 0; t < m->ntendon; t++) {
    const int adr = m->ten_J_rowadr[t], n = m->ten_J_rownnz[t];
    vn_zero(w->tenA + adr, n);
    vn_zero(w->tenV + adr, n);
    if (tendon_isFixed(lane_one(m, 0), t)) continue;
    const diff_Field field[2] = {{w->motion, w->turning, w->tenA + adr},
                                 {d->cvel, d->cdof_dot, w->tenV + adr}};
    diff_Row row;
    diff_Path path;
    lane_mark(d);
    if (LANE(diff_openRow)(&row, m, d, m->ten_J_colind + adr, n, false) &&
        LANE(diff_openPath)(m, d, t, w->without, &path, &row)) {
      LANE(diff_rateRow)(&row, LANE(diff_changePath), &path, field);
    }
    lane_free(d);
  }
}

// ---- forces along a tendon

typedef struct {
  int id, adr, n;
  const int* col;
  real force, byLength, byVelocity;  // spring and damper
  real drive, drag;                  // of actuators: force, derivative by velocity
  real damping, dampingByVelocity;   // of the integrator's matrix
  real armature;
} Tendon;

static void addSpring(const lane_Model* m, const lane_Data* d, Tendon* t) {
  real coef[1 + mjNPOLY];
  const real *k = lane_prms(m->tendon_stiffness), *poly = lane_prms(m->tendon_stiffnesspoly);
  if ((m->opt.disableflags & mjDSBL_SPRING) || !poly_load(coef, k, poly, t->id)) return;
  const real length = d->ten_length[t->id];
  const real lo = lane_prm(m->tendon_lengthspring, 2 * t->id);
  const real hi = lane_prm(m->tendon_lengthspring, 2 * t->id + 1);
  const mask below = length<lo, above = length> hi;
  const real x = lane_select(above, length - hi, lane_select(below, length - lo, lane_bc(0)));
  const real slope = coef[0] + 2 * coef[1] * x + 3 * coef[2] * (x * x);
  t->force = t->force - x * poly_value(coef, x);
  t->byLength = t->byLength - lane_select(below | above, slope, lane_bc(0));
}

static void addDamper(const lane_Model* m, const lane_Data* d, Tendon* t) {
  real coef[1 + mjNPOLY], slope;
  if ((m->opt.disableflags & mjDSBL_DAMPER) || !LANE(passive_tendonDamping)(m, t->id, coef)) return;
  const real vel = d->ten_velocity[t->id], speed = lane_abs(vel);
  deriv_damping(coef, &vel, &slope);
  t->force = t->force - vel * poly_value(coef, speed);
  t->byVelocity = t->byVelocity - slope;
  t->damping = -slope;
  const real sign = lane_select(vel == 0, lane_bc(0), lane_copysign(lane_bc(1), vel));
  t->dampingByVelocity = -(2 * coef[1] * sign + 6 * coef[2] * vel);
}

// armature of a tendon and of the actuators on it
static real armatureOf(const lane_Model* m, int tendon) {
  real sum = lane_prm(m->tendon_armature, tendon);
  for (int i = 0; i < m->nactuator && m->tendon_actuatorid[tendon] != -1; i++) {
    if (m->actuator_trntype[i] != mjTRN_TENDON || m->actuator_trnid[2 * i] != tendon) continue;
    const real gear = lane_prm(m->actuator_gear, 6 * m->actuator_outadr[i]);
    sum = sum + lane_prm(m->actuator_armature, i) * (gear * gear);
  }
  return sum;
}

static Tendon tendonOf(const lane_Model* m, const lane_Data* d, int id, const real* drive) {
  const int adr = m->ten_J_rowadr[id];
  Tendon t = {.id = id, .adr = adr, .n = m->ten_J_rownnz[id], .col = m->ten_J_colind + adr};
  t.force = t.byLength = t.byVelocity = t.damping = t.dampingByVelocity = lane_bc(0);
  t.drive = drive[2 * id];
  t.drag = drive[2 * id + 1];
  t.armature = armatureOf(m, id);
  addSpring(m, d, &t);
  addDamper(m, d, &t);
  return t;
}

// force and drag of all actuators on a tendon, both along it
static void sumActuators(const lane_Model* m, const lane_Data* d, real* drive) {
  vn_zero(drive, 2 * m->ntendon);
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_trntype[i] != mjTRN_TENDON) continue;
    const int out = m->actuator_outadr[i];
    const real gear = lane_prm(m->actuator_gear, 6 * out);
    real drag, *at = drive + 2 * m->actuator_trnid[2 * i];
    LANE(diff_actuatorDrag)(m, d, i, &drag);
    diff_add(at, gear * d->actuator_force[out]);
    diff_add(at + 1, gear * gear * drag);
  }
}

// ---- G

// t (g_L t' + g_V (T'v)') and g_V t t'
static void addSlopes(const Tendon* t, const lane_Data* d, const diff_Work* w) {
  const diff_Matrix* G = &w->G;
  const real *J = d->ten_J + t->adr, *rate = w->tenV + t->adr;
  if (!lane_any((t->byLength != 0) | (t->byVelocity != 0))) return;
  for (int k = 0; k < t->n; k++) {
    const int at = t->col[k] * G->stride;
    const real byLength = J[k] * t->byLength, byVelocity = J[k] * t->byVelocity;
    for (int c = 0; c < t->n; c++) {
      if (G->q) diff_add(G->q + at + t->col[c], byLength * J[c] + byVelocity * rate[c]);
      if (G->v) diff_add(G->v + at + t->col[c], byVelocity * J[c]);
    }
  }
}

// force times T
static void addTurns(const Tendon* t, const diff_Row* row, const diff_Work* w) {
  const diff_Matrix* G = &w->G;
  if (!G->q) return;
  for (int k = 0; k < t->n; k++) {
    const int dof = t->col[k];
    const real force = t->force + w->tension[t->id] + w->driven[dof] * t->drive;
    for (int c = 0; c < t->n; c++) {
      diff_add(G->q + dof * G->stride + t->col[c], force * row->T[k * (t->n + 1) + c]);
    }
  }
}

// ---- armature

// paths that wrap around geoms have no bias
static bool hasBias(const diff_Path* path, const lane_Model* m, int tendon) {
  tendon_Path at = tendon_path(lane_one(m, 0), tendon);
  while (tendon_nextSegment(lane_one(m, 0), &at)) {
    if (at.geom >= 0) return false;
  }
  return path->n > 0;
}

static void addBias(const Tendon* t, const diff_Row* row, const diff_Path* path, const diff_Work* w,
                    real* room) {
  const diff_Matrix* G = &w->G;
  diff_Spin spin = {.byQ = room, .byV = room + t->n};
  LANE(diff_spin)(row, path, w, &spin);
  for (int k = 0; k < t->n; k++) {
    const real* T = row->T + k * (t->n + 1);
    const int at = t->col[k] * G->stride;
    for (int c = 0; c < t->n; c++) {
      const int col = at + t->col[c];
      const real byQ = T[c] * spin.value + T[t->n] * spin.byQ[c];
      if (G->q) diff_add(G->q + col, -t->armature * byQ);
      if (G->v) diff_add(G->v + col, -t->armature * (T[t->n] * spin.byV[c]));
    }
  }
}

static void addArmature(const Tendon* t, const diff_Row* row, const diff_Path* path,
                        const diff_Work* w, real* room) {
  const lane_Model* m = row->m;
  const int size = t->n * (t->n + 1), nv = (int)m->nv;
  real *spare = room + size, *gap = room + 2 * size;
  if (!lane_any(t->armature != 0)) return;
  if (hasBias(path, m, t->id)) addBias(t, row, path, w, room);
  if (w->G.q) {
    LANE(diff_branchRow)(row, w->qacc, true, room, spare);
    diff_addOuter(w->G.q, w->G.stride, row, room, -t->armature);
  }
  if (w->E.q && !(w->without & SLOPE_INERTIA)) {
    for (int i = 0; i < nv; i++) gap[i] = w->qacc[i] - w->acc[i];
    LANE(diff_branchRow)(row, gap, true, room, spare);
    diff_addOuter(w->E.q, w->E.stride, row, room, t->armature);
  }
}

// ---- matrix of the integrator

static void addMatrix(const Tendon* t, const diff_Row* row, const diff_Work* w, real* room) {
  const diff_Matrix* E = &w->E;
  const int n = t->n, width = n + 1;
  const real h = lane_opt(row->m, timestep);
  if (!diff_wants(E) || !diff_isImplicit(row->m) || (w->without & SLOPE_RANK1)) return;
  LANE(diff_branchRow)(row, w->acc, false, room, room + n * width);
  if (E->q) diff_addOuter(E->q, E->stride, row, room, h * (t->damping + t->drag));
  const real* rate = w->tenV + t->adr;
  for (int k = 0; k < n; k++) {
    const int at = t->col[k] * E->stride;
    const real bend = h * t->dampingByVelocity * row->T[k * width + n] * room[k * width + n];
    for (int c = 0; c < n; c++) {
      if (E->q) diff_add(E->q + at + t->col[c], bend * rate[c]);
      if (E->v) diff_add(E->v + at + t->col[c], bend * row->T[c * width + n]);
    }
  }
}

// ---- all

// for terms that need T, or only t in the matrix of the integrator
static void shape(const Tendon* t, const lane_Model* m, lane_Data* d, diff_Work* w) {
  diff_Row row;
  diff_Path path = {.n = 0};
  lane_mark(d);
  real* room = diff_scratch(d, 2 * t->n * (t->n + 1) + 2 * t->n + (int)m->nv);
  bool good = room && LANE(diff_openRow)(&row, m, d, t->col, t->n, true);
  if (good && !tendon_isFixed(lane_one(m, 0), t->id)) {
    good = LANE(diff_openPath)(m, d, t->id, w->without, &path, &row);
    if (good) LANE(diff_fillRow)(&row, LANE(diff_changePath), &path);
  }
  if (good) {
    for (int k = 0; k < t->n; k++) row.T[k * (t->n + 1) + t->n] = d->ten_J[t->adr + k];
    if (!tendon_isFixed(lane_one(m, 0), t->id)) {
      addTurns(t, &row, w);
      addArmature(t, &row, &path, w, room);
    }
    addMatrix(t, &row, w, room);
  }
  lane_free(d);
}

static bool hasShape(const Tendon* t, const lane_Model* m, const diff_Work* w) {
  const bool fixed = tendon_isFixed(lane_one(m, 0), t->id);
  const real pull = t->force + w->tension[t->id];
  if (!fixed && lane_any((pull != 0) | (t->drive != 0) | (t->armature != 0))) return true;
  return diff_isImplicit(m) && diff_wants(&w->E) &&
         lane_any((t->damping != 0) | (t->drag != 0) | (t->dampingByVelocity != 0));
}

void LANE(diff_tendons)(const lane_Model* m, lane_Data* d, diff_Work* w) {
  lane_mark(d);
  real* drive = diff_scratch(d, 2 * m->ntendon + 1);
  if (drive) sumActuators(m, d, drive);
  for (int i = 0; i < m->ntendon && drive; i++) {
    const Tendon t = tendonOf(m, d, i, drive);
    addSlopes(&t, d, w);
    if (hasShape(&t, m, w)) shape(&t, m, d, w);
  }
  lane_free(d);
}
