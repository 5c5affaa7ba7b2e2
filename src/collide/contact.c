// Contact records. Parameters of two geoms are mixed once per pair, then each point adds distance,
// position and frame.
//   geom_* or pair_* of the model, points -> contact, ncon
#include "collide/contact.h"

#include <math.h>
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "math/vec.h"
#include "model/stack.h"

// ---- parameters

static mjtNum larger(mjtNum a, mjtNum b) { return a > b ? a : b; }

// share of the first geom
// order: numbers are mixed as share times first plus (1 - share) times second
static mjtNum mixOf(mjtNum solmix1, mjtNum solmix2) {
  if (solmix1 >= mjMINVAL && solmix2 >= mjMINVAL) return solmix1 / (solmix1 + solmix2);
  if (solmix1 < mjMINVAL && solmix2 < mjMINVAL) return 0.5;
  return solmix1 < mjMINVAL ? 0 : 1;
}

static void setFriction(contact_Params* params, mjtNum slide, mjtNum spin, mjtNum roll) {
  params->friction[0] = params->friction[1] = larger(mjMINMU, slide);
  params->friction[2] = larger(mjMINMU, spin);
  params->friction[3] = params->friction[4] = larger(mjMINMU, roll);
}

static void override(const mjModel* m, contact_Params* params) {
  for (int i = 0; i < 5; i++) params->friction[i] = larger(mjMINMU, m->opt.o_friction[i]);
  for (int i = 0; i < mjNREF; i++) {
    params->solref[i] = params->solreffriction[i] = m->opt.o_solref[i];
  }
  for (int i = 0; i < mjNIMP; i++) params->solimp[i] = m->opt.o_solimp[i];
}

// all from one geom
static void copyGeom(const mjModel* m, contact_Params* params, int g) {
  const mjtNum* friction = m->geom_friction + 3 * g;
  params->dim = m->geom_condim[g];
  params->adhesion = m->geom_adhesion[g];
  setFriction(params, friction[0], friction[1], friction[2]);
  memcpy(params->solref, m->geom_solref + mjNREF * g, sizeof params->solref);
  memcpy(params->solimp, m->geom_solimp + mjNIMP * g, sizeof params->solimp);
}

static void mixGeoms(const mjModel* m, contact_Params* params, int g1, int g2) {
  const mjtNum *friction1 = m->geom_friction + 3 * g1, *friction2 = m->geom_friction + 3 * g2;
  const mjtNum *solref1 = m->geom_solref + mjNREF * g1, *solref2 = m->geom_solref + mjNREF * g2;
  const mjtNum *solimp1 = m->geom_solimp + mjNIMP * g1, *solimp2 = m->geom_solimp + mjNIMP * g2;
  const mjtNum mix = mixOf(m->geom_solmix[g1], m->geom_solmix[g2]), rest = 1 - mix;
  const bool timed = solref1[0] > 0 && solref2[0] > 0;  // else the direct form: stiffness, damping
  const int dim1 = m->geom_condim[g1], dim2 = m->geom_condim[g2];
  params->dim = dim1 > dim2 ? dim1 : dim2;
  params->adhesion = m->geom_adhesion[g1] + m->geom_adhesion[g2];
  setFriction(params, larger(friction1[0], friction2[0]), larger(friction1[1], friction2[1]),
              larger(friction1[2], friction2[2]));
  for (int i = 0; i < mjNREF; i++) {
    const mjtNum least = solref1[i] < solref2[i] ? solref1[i] : solref2[i];
    params->solref[i] = timed ? mix * solref1[i] + rest * solref2[i] : least;
  }
  for (int i = 0; i < mjNIMP; i++) params->solimp[i] = mix * solimp1[i] + rest * solimp2[i];
}

void contact_mix(const mjModel* m, contact_Params* params) {
  const int g1 = params->geom[0], g2 = params->geom[1];
  const int first = m->geom_priority[g1], second = m->geom_priority[g2];
  const int lead = (first > second) - (first < second);
  if (lead) {
    copyGeom(m, params, lead > 0 ? g1 : g2);
  } else {
    mixGeoms(m, params, g1, g2);
  }
  memset(params->solreffriction, 0, sizeof params->solreffriction);
  if (m->opt.enableflags & mjENBL_OVERRIDE) override(m, params);
}

void contact_fromPair(const mjModel* m, contact_Params* params, int pair) {
  params->dim = m->pair_dim[pair];
  params->adhesion = m->pair_adhesion[pair];
  for (int i = 0; i < 5; i++) {
    params->friction[i] = larger(mjMINMU, m->pair_friction[5 * pair + i]);
  }
  memcpy(params->solref, m->pair_solref + mjNREF * pair, sizeof params->solref);
  memcpy(params->solreffriction, m->pair_solreffriction + mjNREF * pair,
         sizeof params->solreffriction);
  memcpy(params->solimp, m->pair_solimp + mjNIMP * pair, sizeof params->solimp);
  if (m->opt.enableflags & mjENBL_OVERRIDE) override(m, params);
}

// ---- frame

// false if the normal has no length
static inline bool makeFrame(mjtNum frame[9], const mjtNum normal[3], const mjtNum tangent[3]) {
  mjtNum x[3], y[3];
  v3_copy(x, normal);
  if (!(v3_normalize(x) >= 0.5)) return false;
  if (v3_dot(tangent, tangent) >= 0.25) {
    v3_copy(y, tangent);
  } else if (x[1] > -0.5 && x[1] < 0.5) {
    v3_set(y, 0, 1, 0);
  } else {
    v3_set(y, 0, 0, 1);
  }
  v3_addToScl(y, x, -v3_dot(x, y));
  v3_normalize(y);
  v3_copy(frame, x);
  v3_copy(frame + 3, y);
  v3_cross(frame + 6, x, y);
  return true;
}

void collide_frame(mjtNum frame[9], const mjtNum normal[3], const mjtNum tangent[3]) {
  if (!makeFrame(frame, normal, tangent)) m3_unit(frame);
}

// ---- the list

enum { SHARED = 16 * sizeof(mjtNum) };  // bytes that parameters and record have in common
_Static_assert(offsetof(contact_Params, dim) == SHARED, "parameters lie as in mjContact");
_Static_assert(offsetof(mjContact, mu) - offsetof(mjContact, includemargin) == SHARED,
               "parameters lie as in mjContact");

static inline bool same(const mjtNum a[3], const mjtNum b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// pieces that compilers clear with wide stores
static inline void clearHessian(mjtNum H[36]) {
  memset(H, 0, 12 * sizeof *H);
  memset(H + 12, 0, 12 * sizeof *H);
  memset(H + 24, 0, 12 * sizeof *H);
}

// last: a point before this one whose contact is con - 1, or NULL; false: the point is no contact
static inline bool writeContact(mjContact* con, const contact_Params* params,
                                const mjPreContact* point, const mjPreContact* last) {
  // x - x is 0 for numbers, NaN for the rest
  const mjtNum sum = point->dist + point->pos[0] + point->pos[1] + point->pos[2];
  if (sum - sum != 0) return false;
  if (last && same(point->normal, last->normal) && same(point->tangent, last->tangent)) {
    memcpy(con->frame, con[-1].frame, sizeof con->frame);
  } else if (!makeFrame(con->frame, point->normal, point->tangent)) {
    return false;
  }
  const bool far = point->dist >= params->includemargin, sticky = params->adhesion != 0;
  con->dist = point->dist;
  v3_copy(con->pos, point->pos);
  memcpy(&con->includemargin, &params->includemargin, SHARED);
  con->mu = 0;
  clearHessian(con->H);
  con->dim = far && sticky ? 1 : params->dim;  // beyond the margin adhesion acts along the normal
  con->geom1 = con->geom[0] = params->geom[0];
  con->geom2 = con->geom[1] = params->geom[1];
  for (int k = 0; k < 2; k++) con->flex[k] = con->elem[k] = con->vert[k] = -1;
  con->exclude = far && !sticky;
  con->efc_address = -1;
  return true;
}

void contact_truncate(mjData* d, int first) {
  ASSERT(first >= 0 && first <= d->ncon);
  d->parena -= (size_t)(d->ncon - first) * sizeof(mjContact);
  d->ncon = first;
}

int contact_put(mjData* d, const contact_Params* params, const mjPreContact* point, int n) {
  if (!collide_isDim(params->dim)) return CONTACT_NONE;
  mjContact* con = stack_arena(d, (size_t)n * sizeof *con, alignof(mjContact));
  if (!con) return CONTACT_NONE;
  ASSERT(con == d->contact + d->ncon);  // the list has no gaps
  int good = 0;
  const mjPreContact* last = NULL;
  for (int i = 0; i < n; i++) {
    if (!writeContact(con + good, params, point + i, last)) continue;
    last = point + i;
    good++;
  }
  d->ncon += n;
  if (good < n) contact_truncate(d, d->ncon - n + good);
  if (d->ncon > d->maxuse_con) d->maxuse_con = d->ncon;
  return good;
}

bool contact_append(mjData* d, const contact_Params* params, const mjPreContact* point, int n) {
  const int good = contact_put(d, params, point, n);
  if (good == CONTACT_NONE && !collide_isDim(params->dim)) {
    mju_error("contact of geoms %d and %d: condim is %d, it must be 1, 3, 4 or 6; the contact is "
              "dropped",
              params->geom[0], params->geom[1], params->dim);
  } else if (good == CONTACT_NONE) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  } else if (good < n) {
    mju_warning("contact of geoms %d and %d: %d of %d points have no normal or are no numbers; "
                "they are dropped",
                params->geom[0], params->geom[1], n - good, n);
  }
  return good > 0;
}
