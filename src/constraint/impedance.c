// Impedance and reference of a constraint: its solref and solimp made safe, the impedance d(r) at
// its residual, stiffness and damping, regularisation R and what follows from it.
//   efc_pos, efc_margin, efc_diagA, parameters -> efc_KBIP, efc_R, efc_D, efc_diagA, contact.mu
#include <stddef.h>

#include <sinew/api.h>

#include "constraint/rows.h"
#include "math/elementary.h"
#include "math/vec.h"
#include "model/hidden.h"

typedef struct {
  const mjtNum *ref, *friction,
      *imp;  // friction: reference of friction rows, NULL: none of its own
} Source;

typedef struct {
  mjtNum ref[2], friction[2];
  mjtNum dmin, dmax, width, mid, power;
} Param;

// ---- parameters

static Source sourceOf(const mjModel* m, const mjData* d, const con_Block* block) {
  const int i = block->id;
  if (block->contact >= 0) {
    const mjContact* con = &d->contact[i];
    return (Source){con->solref, con->solreffriction, con->solimp};
  }
  static const struct {
    size_t ref, imp;  // members of mjModel
  } table[] = {
      [mjCNSTR_EQUALITY] = {offsetof(mjModel, eq_solref), offsetof(mjModel, eq_solimp)},
      [mjCNSTR_FRICTION_DOF] = {offsetof(mjModel, dof_solref), offsetof(mjModel, dof_solimp)},
      [mjCNSTR_FRICTION_TENDON] = {offsetof(mjModel, tendon_solref_fri),
                                   offsetof(mjModel, tendon_solimp_fri)},
      [mjCNSTR_LIMIT_JOINT] = {offsetof(mjModel, jnt_solref), offsetof(mjModel, jnt_solimp)},
      [mjCNSTR_LIMIT_TENDON] = {offsetof(mjModel, tendon_solref_lim),
                                offsetof(mjModel, tendon_solimp_lim)},
  };
  mjtNum* const* ref = (mjtNum* const*)((const char*)m + table[block->type].ref);
  mjtNum* const* imp = (mjtNum* const*)((const char*)m + table[block->type].imp);
  return (Source){*ref + mjNREF * i, NULL, *imp + mjNIMP * i};
}

// told once after a reset: a message in every step would drown the others
static void tellMixed(mjData* d, const char* what, const mjtNum ref[2]) {
  hidden_Data* hidden = hidden_of(d);
  if (hidden->toldMixed) return;
  hidden->toldMixed = true;
  mju_warning("%s (%g, %g): both numbers must be positive (time constant, damping ratio) or both "
              "not (-stiffness, -damping); the default is used",
              what, ref[0], ref[1]);
}

static void safeRef(mjtNum res[2], const mjModel* m, mjData* d, const mjtNum ref[2],
                    const char* what, mjtNum default0, mjtNum default1) {
  res[0] = ref[0];
  res[1] = ref[1];
  if ((ref[0] > 0) != (ref[1] > 0)) {
    tellMixed(d, what, ref);
    res[0] = default0;
    res[1] = default1;
  }
  const mjtNum least = 2 * m->opt.timestep;
  if (res[0] > 0 && res[0] < least && !(m->opt.disableflags & mjDSBL_REFSAFE)) res[0] = least;
}

static mjtNum clamp(mjtNum x, mjtNum lo, mjtNum hi) { return x < lo ? lo : (x > hi ? hi : x); }

static Param safeParam(const mjModel* m, mjData* d, const Source* source) {
  Param p;
  safeRef(p.ref, m, d, source->ref, "solref", 0.02, 1);
  p.friction[0] = p.friction[1] = 0;
  if (source->friction && (source->friction[0] != 0 || source->friction[1] != 0)) {
    safeRef(p.friction, m, d, source->friction, "solreffriction", 0, 0);
  }
  const mjtNum* imp = source->imp;
  p.dmin = clamp(imp[0], mjMINIMP, mjMAXIMP);
  p.dmax = clamp(imp[1], mjMINIMP, mjMAXIMP);
  p.width = lane_max(0, imp[2]);
  p.mid = clamp(imp[3], mjMINIMP, mjMAXIMP);
  p.power = lane_max(1, imp[4]);
  return p;
}

// ---- impedance

// base^p / at^(p-1), and its derivative by base: a power curve through (at, at)
static void powerCurve(mjtNum base, mjtNum at, mjtNum p, mjtNum* y, mjtNum* slope) {
  if (p == 2) {
    *y = base * base / at;
    *slope = 2 * base / at;
    return;
  }
  const mjtNum scl = 1 / lane_pow(at, p - 1), low = lane_pow(base, p - 1);
  *y = scl * low * base;
  *slope = p * scl * low;
}

static void impedance(const Param* p, mjtNum dist, mjtNum res[2]) {
  res[1] = 0;
  if (p->dmin == p->dmax || p->width <= mjMINVAL) {
    res[0] = 0.5 * (p->dmin + p->dmax);
    return;
  }
  const mjtNum x = lane_abs(dist) / p->width, range = p->dmax - p->dmin;
  if (x >= 1 || x == 0) {
    res[0] = x >= 1 ? p->dmax : p->dmin;
    return;
  }
  mjtNum y = x, slope = 1;
  if (p->power != 1 && x <= p->mid) {
    powerCurve(x, p->mid, p->power, &y, &slope);
  } else if (p->power != 1) {
    powerCurve(1 - x, 1 - p->mid, p->power, &y, &slope);
    y = 1 - y;
  }
  res[0] = p->dmin + y * range;
  res[1] = slope * (dist < 0 ? -1 : 1) * range / p->width;
}

static mjtNum stiffness(const Param* p, const mjtNum ref[2]) {
  const mjtNum square = p->dmax * p->dmax;
  if (ref[0] <= 0) return -ref[0] / lane_max(mjMINVAL, square);
  return 1 / lane_max(mjMINVAL, square * ref[0] * ref[0] * ref[1] * ref[1]);
}

static mjtNum damping(const Param* p, const mjtNum ref[2]) {
  if (ref[1] <= 0) return -ref[1] / lane_max(mjMINVAL, p->dmax);
  return 2 / lane_max(mjMINVAL, p->dmax * ref[0]);
}

// ---- rows

// residual of the whole constraint: rows of a connect or a weld count together
static mjtNum residual(const mjData* d, const con_Block* block) {
  const mjtNum* pos = d->efc_pos + block->efc;
  if (block->shape == CON_EQUALITY && block->nefc > 1)
    return lane_sqrt(vn_dot(pos, pos, block->nefc));
  return pos[0];
}

static void setKBIP(mjData* d, const con_Block* block, const Param* p, const mjtNum imp[2]) {
  mjtNum* kbip = d->efc_KBIP + 4 * block->efc;
  const mjtNum K = block->shape == CON_FRICTION ? 0 : stiffness(p, p->ref), B = damping(p, p->ref);
  for (int j = 0; j < block->nefc; j++) v4_set(kbip + 4 * j, K, B, imp[0], imp[1]);
  if (block->shape != CON_ELLIPTIC) return;
  const bool own = p->friction[0] != 0 || p->friction[1] != 0;
  const mjtNum Bfriction = own ? damping(p, p->friction) : B;
  for (int j = 1; j < block->nefc; j++) v4_set(kbip + 4 * j, 0, Bfriction, imp[0], imp[1]);
}

static mjtNum regularisation(mjtNum imp, mjtNum diag) {
  return lane_max(mjMINVAL, (1 - imp) * diag / imp);
}

// friction rows take theirs from the normal, so that the cone keeps its shape
static void contactR(const mjModel* m, mjData* d, const con_Block* block, mjtNum imp) {
  mjContact* con = &d->contact[block->contact];
  mjtNum* R = d->efc_R + block->efc;
  const mjtNum *fr = con->friction, normal = regularisation(imp, d->efc_diagA[block->efc]);
  const mjtNum ratio = lane_max(mjMINVAL, m->opt.impratio), tangent = normal / ratio;
  con->mu = ratio == 1 ? fr[0] : fr[0] * lane_sqrt(tangent / normal);
  if (block->shape == CON_PYRAMID) {
    R[0] = 2 * con->mu * con->mu * normal;
    return;
  }
  R[0] = normal;
  R[1] = tangent;
  for (int j = 1; j < block->nefc - 1; j++) R[j + 1] = tangent * fr[0] * fr[0] / (fr[j] * fr[j]);
}

// R of a row -> D and the diagonal that would give it
static void setInverse(mjData* d, int efc, mjtNum imp) {
  d->efc_D[efc] = 1 / d->efc_R[efc];
  d->efc_diagA[efc] = d->efc_R[efc] * imp / (1 - imp);
}

void imp_block(const mjModel* m, mjData* d, const con_Block* block) {
  const Source source = sourceOf(m, d, block);
  const Param p = safeParam(m, d, &source);
  const int efc = block->efc, end = efc + block->nefc;
  mjtNum imp[2];
  impedance(&p, residual(d, block) - d->efc_margin[efc], imp);
  setKBIP(d, block, &p, imp);
  if (block->shape == CON_PYRAMID) {
    contactR(m, d, block, imp[0]);
    setInverse(d, efc, imp[0]);
    for (int i = efc + 1; i < end; i++) {  // the edges are alike
      d->efc_R[i] = d->efc_R[efc];
      d->efc_D[i] = d->efc_D[efc];
      d->efc_diagA[i] = d->efc_diagA[efc];
    }
    return;
  }
  if (block->shape == CON_ELLIPTIC) {
    contactR(m, d, block, imp[0]);
  } else {
    for (int i = efc; i < end; i++) d->efc_R[i] = regularisation(imp[0], d->efc_diagA[i]);
  }
  for (int i = efc; i < end; i++) setInverse(d, i, imp[0]);
}
