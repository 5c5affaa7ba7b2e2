// Impedance, regularization R and reference parameters of the constraint rows of a block
// (constraint/impedance.h), from solref and solimp of the joint, tendon, equality or contact that
// it belongs to.
//   efc_pos, efc_margin, efc_diagA, parameters -> efc_KBIP, efc_R, efc_D, efc_diagA, contact.mu
#include "constraint/impedance.h"

#include <stddef.h>
#include <string.h>

#include <sinew/api.h>

#include "constraint/lane_plan.h"
#include "constraint/rows.h"
#include "model/private_data.h"

typedef struct {
  const mjtNum *ref, *friction,
      *imp;  // friction: solreffriction, NULL: none
} Source;

typedef struct {
  mjtNum ref[2], friction[2];
  bool own;  // friction rows have their own reference
  imp_Curve curve;
} Param;

_Static_assert(sizeof((rows_Law){0}.source) == (2 * mjNREF + mjNIMP) * sizeof(mjtNum),
               "a law is known by all its parameters");

// ---- parameters

static Source sourceIn(const mjModel* m, int type, int i) {
  ASSERT_FULL(type <= mjCNSTR_LIMIT_TENDON);
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
  mjtNum* const* ref = (mjtNum* const*)((const char*)m + table[type].ref);
  mjtNum* const* imp = (mjtNum* const*)((const char*)m + table[type].imp);
  return (Source){*ref + mjNREF * i, NULL, *imp + mjNIMP * i};
}

static Source sourceOf(const mjModel* m, const mjData* d, const con_Block* block) {
  ASSERT_FULL(block->contact < 0 || block->contact == block->id);
  if (block->contact < 0) return sourceIn(m, block->type, block->id);
  const mjContact* con = &d->contact[block->id];
  return (Source){con->solref, con->solreffriction, con->solimp};
}

// warns once after a reset, since a warning in every step would hide the others; without mjData
// never
static void tellMixed(mjData* d, const char* what, const mjtNum ref[2]) {
  if (!d) return;
  private_Data* priv = private_of(d);
  if (priv->toldMixed) return;
  priv->toldMixed = true;
  mju_warning("%s (%g, %g): both numbers must be positive (time constant, damping ratio) or both "
              "not (-stiffness, -damping); the default is used",
              what, ref[0], ref[1]);
}

static void safeRef(mjtNum res[2], const mjModel* m, mjData* d, const mjtNum ref[2],
                    const char* what, const mjtNum standard[2]) {
  const bool safe = !(m->opt.disableflags & mjDSBL_REFSAFE);
  if (imp_isMixed(ref)) tellMixed(d, what, ref);
  imp_safeRef(res, ref, standard, safe ? 2 * m->opt.timestep : 0);
}

static Param safeParam(const mjModel* m, mjData* d, const Source* source) {
  static const mjtNum standard[2] = {0.02, 1}, none[2] = {0, 0};
  Param p = {.curve = imp_curve(source->imp)};
  safeRef(p.ref, m, d, source->ref, "solref", standard);
  if (source->friction && (source->friction[0] != 0 || source->friction[1] != 0)) {
    safeRef(p.friction, m, d, source->friction, "solreffriction", none);
    p.own = p.friction[0] != 0 || p.friction[1] != 0;
  }
  return p;
}

imp_Law imp_lawOf(const mjModel* m, int type, int id, const contact_Params* contact) {
  const Source source = contact
                            ? (Source){contact->solref, contact->solreffriction, contact->solimp}
                            : sourceIn(m, type, id);
  const Param p = safeParam(m, NULL, &source);
  const bool friction = type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON;
  const mjtNum B = imp_damping(&p.curve, p.ref);
  return (imp_Law){
      .K = friction ? 0 : imp_stiffness(&p.curve, p.ref),
      .B = B,
      .friction = p.own ? imp_damping(&p.curve, p.friction) : B,
      .curve = {p.curve.dmin, p.curve.dmax, p.curve.width, p.curve.mid, p.curve.power}};
}

// ---- rows

// residual of the whole constraint: the norm over the rows of a connect or weld
static mjtNum residual(const mjData* d, const con_Block* block) {
  const mjtNum* pos = d->efc_pos + block->efc;
  if (block->shape == CON_EQUALITY && block->nefc > 1)
    return lane_sqrt(vn_dot(pos, pos, block->nefc));
  return pos[0];
}

// returns true if the cached law has bitwise the same parameters
static bool isLawOf(const rows_Law* law, const Source* source, const mjtNum* friction) {
  return law->known && !memcmp(law->source, source->ref, mjNREF * sizeof(mjtNum)) &&
         !memcmp(law->source + mjNREF, source->imp, mjNIMP * sizeof(mjtNum)) &&
         !memcmp(law->source + mjNREF + mjNIMP, friction, mjNREF * sizeof(mjtNum));
}

// Parameters are mostly those of the previous block: then its law is reused
static void setLaw(const mjModel* m, mjData* d, const Source* source, rows_Law* law) {
  static const mjtNum none[mjNREF] = {0};
  const mjtNum* friction = source->friction ? source->friction : none;
  if (isLawOf(law, source, friction)) return;
  const Param p = safeParam(m, d, source);
  memcpy(law->source, source->ref, mjNREF * sizeof(mjtNum));
  memcpy(law->source + mjNREF, source->imp, mjNIMP * sizeof(mjtNum));
  memcpy(law->source + mjNREF + mjNIMP, friction, mjNREF * sizeof(mjtNum));
  law->known = true;
  law->K = imp_stiffness(&p.curve, p.ref);
  law->B = imp_damping(&p.curve, p.ref);
  law->friction = p.own ? imp_damping(&p.curve, p.friction) : law->B;
  law->curve = p.curve;
}

static void setKBIP(mjData* d, const con_Block* block, const rows_Law* law, mjtNum imp,
                    mjtNum slope) {
  mjtNum* kbip = d->efc_KBIP + 4 * block->efc;
  const mjtNum K = block->shape == CON_FRICTION ? 0 : law->K;
  for (int j = 0; j < block->nefc; j++) v4_set(kbip + 4 * j, K, law->B, imp, slope);
  if (block->shape != CON_ELLIPTIC) return;
  for (int j = 1; j < block->nefc; j++) v4_set(kbip + 4 * j, 0, law->friction, imp, slope);
}

static void contactR(const mjModel* m, mjData* d, const con_Block* block, mjtNum imp) {
  mjContact* con = &d->contact[block->contact];
  mjtNum* R = d->efc_R + block->efc;
  ASSERT_FULL(block->shape == CON_PYRAMID || block->shape == CON_ELLIPTIC);
  const mjtNum normal = imp_regularisation(imp, d->efc_diagA[block->efc]);
  const mjtNum ratio = lane_max(mjMINVAL, m->opt.impratio), tangent = normal / ratio;
  con->mu = imp_coneFriction(con->friction[0], normal, tangent, ratio);
  if (block->shape == CON_PYRAMID) {
    R[0] = 2 * con->mu * con->mu * normal;
  } else {
    imp_coneR(R, normal, tangent, con->friction, block->nefc);
  }
}

// R of a row -> D, and the diagonal that would give this R
static void setInverse(mjData* d, int efc, mjtNum imp) {
  d->efc_D[efc] = 1 / d->efc_R[efc];
  d->efc_diagA[efc] = imp_diagonal(imp, d->efc_R[efc]);
}

// handles each row as a block of one row
static void eachRow(const mjModel* m, mjData* d, const con_Block* block, rows_Law* law) {
  con_Block one = *block;
  one.apart = false;
  one.nefc = 1;
  for (int i = 0; i < block->nefc; i++, one.efc++) imp_block(m, d, &one, law);
}

void imp_block(const mjModel* m, mjData* d, const con_Block* block, rows_Law* law) {
  if (block->apart) {
    eachRow(m, d, block, law);
    return;
  }
  const Source source = sourceOf(m, d, block);
  setLaw(m, d, &source, law);
  const int efc = block->efc, end = efc + block->nefc;
  mjtNum imp, slope;
  imp_impedance(&law->curve, residual(d, block) - d->efc_margin[efc], &imp, &slope);
  setKBIP(d, block, law, imp, slope);
  if (block->shape == CON_PYRAMID) {
    contactR(m, d, block, imp);
    setInverse(d, efc, imp);
    // odd: first edge of a pyramid; the edges are alike
    for (int i = efc + 1; i < end; i++) {
      d->efc_R[i] = d->efc_R[efc];
      d->efc_D[i] = d->efc_D[efc];
      d->efc_diagA[i] = d->efc_diagA[efc];
    }
    return;
  }
  if (block->shape == CON_ELLIPTIC) {
    contactR(m, d, block, imp);
  } else {
    for (int i = efc; i < end; i++) d->efc_R[i] = imp_regularisation(imp, d->efc_diagA[i]);
  }
  for (int i = efc; i < end; i++) setInverse(d, i, imp);
}
