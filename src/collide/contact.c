// Contact records. The contact parameters of two geoms or flexes are mixed once per pair; each
// point then adds distance, position and contact frame.
//   geom_*, flex_* or pair_* of the model, points -> contact, ncon
#include "collide/contact.h"

#include <math.h>
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "math/vec.h"
#include "model/contact_range.h"
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

// contact parameters of a geom or a flex
typedef struct {
  const mjtNum *friction, *solref, *solimp;
  mjtNum solmix, adhesion;
  int condim, priority;
} Surface;

static inline Surface geomSurface(const mjModel* m, int g) {
  return (Surface){.friction = m->geom_friction + 3 * g,
                   .solref = m->geom_solref + mjNREF * g,
                   .solimp = m->geom_solimp + mjNIMP * g,
                   .solmix = m->geom_solmix[g],
                   .adhesion = m->geom_adhesion[g],
                   .condim = m->geom_condim[g],
                   .priority = m->geom_priority[g]};
}

static inline Surface flexSurface(const mjModel* m, int f) {
  return (Surface){.friction = m->flex_friction + 3 * f,
                   .solref = m->flex_solref + mjNREF * f,
                   .solimp = m->flex_solimp + mjNIMP * f,
                   .solmix = m->flex_solmix[f],
                   .condim = m->flex_condim[f],
                   .priority = m->flex_priority[f]};
}

// all parameters from one surface (the one with higher priority)
static inline void copySurface(contact_Params* params, const Surface* s) {
  params->dim = s->condim;
  params->adhesion = s->adhesion;
  setFriction(params, s->friction[0], s->friction[1], s->friction[2]);
  memcpy(params->solref, s->solref, sizeof params->solref);
  memcpy(params->solimp, s->solimp, sizeof params->solimp);
}

LANE_INLINE void mixSurfaces(contact_Params* params, const Surface* a, const Surface* b) {
  const mjtNum mix = mixOf(a->solmix, b->solmix), rest = 1 - mix;
  // else the direct form of solref: -stiffness, -damping
  const bool timed = a->solref[0] > 0 && b->solref[0] > 0;
  params->dim = a->condim > b->condim ? a->condim : b->condim;
  params->adhesion = a->adhesion + b->adhesion;
  setFriction(params, larger(a->friction[0], b->friction[0]),
              larger(a->friction[1], b->friction[1]), larger(a->friction[2], b->friction[2]));
  for (int i = 0; i < mjNREF; i++) {
    const mjtNum least = a->solref[i] < b->solref[i] ? a->solref[i] : b->solref[i];
    params->solref[i] = timed ? mix * a->solref[i] + rest * b->solref[i] : least;
  }
  for (int i = 0; i < mjNIMP; i++) params->solimp[i] = mix * a->solimp[i] + rest * b->solimp[i];
}

LANE_INLINE void meet(const mjModel* m, contact_Params* params, const Surface* a,
                      const Surface* b) {
  const int lead = (a->priority > b->priority) - (a->priority < b->priority);
  if (lead) {
    copySurface(params, lead > 0 ? a : b);
  } else {
    mixSurfaces(params, a, b);
  }
  memset(params->solreffriction, 0, sizeof params->solreffriction);
  if (m->opt.enableflags & mjENBL_OVERRIDE) override(m, params);
}

void contact_mix(const mjModel* m, contact_Params* params) {
  const Surface a = geomSurface(m, params->geom[0]), b = geomSurface(m, params->geom[1]);
  meet(m, params, &a, &b);
}

void contact_mixFlex(const mjModel* m, contact_Params* params) {
  Surface side[2];
  for (int k = 0; k < 2; k++) {
    side[k] =
        params->geom[k] >= 0 ? geomSurface(m, params->geom[k]) : flexSurface(m, params->flex[k]);
  }
  meet(m, params, &side[0], &side[1]);
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

// false if the normal is degenerate
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

enum { SHARED = 16 * sizeof(mjtNum) };  // bytes that contact_Params and mjContact have in common
_Static_assert(offsetof(contact_Params, dim) == SHARED, "parameters lie as in mjContact");
_Static_assert(offsetof(mjContact, mu) - offsetof(mjContact, includemargin) == SHARED,
               "parameters lie as in mjContact");

static inline bool same(const mjtNum a[3], const mjtNum b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// in pieces that compilers clear with wide stores
static inline void clearHessian(mjtNum H[36]) {
  memset(H, 0, 12 * sizeof *H);
  memset(H + 12, 0, 12 * sizeof *H);
  memset(H + 24, 0, 12 * sizeof *H);
}

// last: an earlier point whose contact is con - 1, or NULL; false: the point is no contact
static inline bool writeContact(mjContact* con, const contact_Params* params,
                                const mjPreContact* point, const mjPreContact* last) {
  // x - x is 0 for finite x, NaN otherwise
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
  if (!contact_isDim(params->dim)) return CONTACT_NONE;
  mjContact* con = stack_arena(d, (size_t)n * sizeof *con, alignof(mjContact));
  if (!con) return CONTACT_NONE;
  ASSERT(con == d->contact + d->ncon);  // the list is contiguous
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

int contact_putFlex(mjData* d, const contact_Params* params, const mjPreContact* point,
                    const int elem[2], const int vert[2]) {
  const int good = contact_put(d, params, point, 1);
  if (good != 1) return good;
  mjContact* con = &d->contact[d->ncon - 1];
  for (int k = 0; k < 2; k++) {
    con->flex[k] = params->geom[k] < 0 ? params->flex[k] : -1;
    con->elem[k] = elem[k];
    con->vert[k] = vert[k];
  }
  return 1;
}

bool contact_append(mjData* d, const contact_Params* params, const mjPreContact* point, int n) {
  const int good = contact_put(d, params, point, n);
  if (good == CONTACT_NONE && !contact_isDim(params->dim)) {
    mju_error("contact of geoms %d and %d: condim is %d, it must be 1, 3, 4 or 6; the contact is "
              "dropped",
              params->geom[0], params->geom[1], params->dim);
  } else if (good == CONTACT_NONE) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  } else if (good < n) {
    mju_warning(
        "contact of geoms %d and %d: %d of %d points have no normal or are NaN or infinite; "
        "they are dropped",
        params->geom[0], params->geom[1], n - good, n);
  }
  return good > 0;
}
