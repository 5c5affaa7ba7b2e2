// Contacts are written by collision and by programs: callbacks, Python, mj_addContact. Whoever
// takes a contact from d->contact to find a geom, a flex or constraint rows by it asks here first.
#ifndef SINEW_MODEL_CONTACT_RANGE_H_
#define SINEW_MODEL_CONTACT_RANGE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// normal, two tangents, spin, two rolls: contacts have the first 1, 3, 4 or all 6
static inline bool contact_isDim(int dim) { return dim == 1 || dim == 3 || dim == 4 || dim == 6; }

// of a side that is no geom: the flex and its element or vertex, if they are given, exist
static inline bool contact_isFlexSide(const mjModel* m, const mjContact* con, int side) {
  const int flex = con->flex[side];
  if (flex < 0) return true;
  return flex < m->nflex && con->elem[side] < m->flex_elemnum[flex] &&
         con->vert[side] < m->flex_vertnum[flex];
}

static inline bool contact_isSide(const mjModel* m, const mjContact* con, int side) {
  const int geom = con->geom[side];
  if (geom >= 0) return geom < m->ngeom;
  return geom == -1 && contact_isFlexSide(m, con, side);
}

// do both sides of a contact exist
static inline bool contact_hasSides(const mjModel* m, const mjContact* con) {
  return contact_isSide(m, con, 0) && contact_isSide(m, con, 1);
}

// does a contact have constraint rows; all of them exist
static inline bool contact_hasRows(const mjData* d, const mjContact* con) {
  const int efc = con->efc_address;
  if (efc < 0 || efc >= d->nefc || !contact_isDim(con->dim)) return false;
  const bool pyramid = d->efc_type[efc] == mjCNSTR_CONTACT_PYRAMIDAL;
  return (pyramid ? 2 * (con->dim - 1) : con->dim) <= d->nefc - efc;
}

#endif
