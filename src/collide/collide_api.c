// Public API of collision detection: contacts of all geoms, contact functions and contact frames.
#include <stdalign.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "collide/collide.h"
#include "model/contact_range.h"
#include "model/stack.h"

void mj_collision(const mjModel* m, mjData* d) {
  ARGS_NEED(m, d);
  collide_all(m, d);
}

// true if the margin of two geoms is positive: that of the override, of the first explicit pair
// with them, or of either geom
static bool hasMargin(const mjModel* m, int g1, int g2) {
  if (m->opt.enableflags & mjENBL_OVERRIDE) return m->opt.o_margin > 0;
  for (int i = 0; i < m->npair; i++) {
    const int a = m->pair_geom1[i], b = m->pair_geom2[i];
    if ((a == g1 && b == g2) || (a == g2 && b == g1)) return m->pair_margin[i] > 0;
  }
  return m->geom_margin[g1] > 0 || m->geom_margin[g2] > 0;
}

int mj_maxContact(const mjModel* m, int g1, int g2, int has_margin) {
  ARGS_NEED_OR(0, m);
  if (g1 < 0 || g1 >= m->ngeom || g2 < 0 || g2 >= m->ngeom) {
    mju_error("mj_maxContact: geoms %d and %d: the model has geoms 0 to %d", g1, g2,
              (int)m->ngeom - 1);
    return 0;
  }
  const int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  const bool field = type1 == mjGEOM_SDF || type2 == mjGEOM_SDF;
  // odd: most contacts of a field
  if (field && type1 != mjGEOM_HFIELD && type2 != mjGEOM_HFIELD) return m->opt.sdf_initpoints;
  const bool margin = has_margin < 0 ? hasMargin(m, g1, g2) : has_margin > 0;
  return collide_most(m, type1, type2, margin);
}

// keeps only the contacts in the arena, and clears their row addresses
static void dropRows(mjData* d) {
  const int ncon = d->ncon;
  stack_clearArena(d);
  d->ncon = ncon;
  for (int i = 0; i < ncon; i++) d->contact[i].efc_address = -1;
  d->parena = (size_t)ncon * sizeof(mjContact);
}

static bool isFlexSide(const mjModel* m, const mjContact* con, int k) {
  if (!m->nflex || contact_isFlexSide(m, con, k)) return true;
  mju_error("mj_addContact: flex[%d] is %d, elem[%d] %d, vert[%d] %d: the model has no such flex, "
            "element or vertex",
            k, con->flex[k], k, con->elem[k], k, con->vert[k]);
  return false;
}

// true if constraint rows can be made of the contact; without a model its geoms are not checked
static bool isContact(const mjModel* m, const mjContact* con) {
  if (!contact_isDim(con->dim)) {
    mju_error("mj_addContact: dim is %d, it must be 1, 3, 4 or 6", con->dim);
    return false;
  }
  for (int k = 0; m && k < 2; k++) {
    if (con->geom[k] < 0 && !isFlexSide(m, con, k)) return false;
    if (con->geom[k] >= -1 && con->geom[k] < m->ngeom) continue;
    mju_error("mj_addContact: geom[%d] is %d, the model has geoms 0 to %d", k, con->geom[k],
              (int)m->ngeom - 1);
    return false;
  }
  return true;
}

int mj_addContact(const mjModel* m, mjData* d, const mjContact* con) {
  ARGS_NEED_OR(1, d, con);
  if (!isContact(m, con)) return 1;
  const mjContact copy = *con;  // con may point into the list
  dropRows(d);
  mjContact* added = stack_arena(d, sizeof *added, alignof(mjContact));
  if (!added) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
    return 1;
  }
  *added = copy;
  added->efc_address = -1;
  // programs leave these 0 if there are no flexes
  for (int k = 0; m && !m->nflex && k < 2; k++) added->flex[k] = -1;
  d->ncon++;
  if (d->ncon > d->maxuse_con) d->maxuse_con = d->ncon;
  return 0;
}
