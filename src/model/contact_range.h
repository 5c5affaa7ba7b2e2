// Bounds checks for contacts. Contacts are written by collision detection and by programs
// (callbacks, Python, mj_addContact), so code that uses a contact of d->contact to index a geom, a
// flex or constraint rows validates it here first.
#ifndef SINEW_MODEL_CONTACT_RANGE_H_
#define SINEW_MODEL_CONTACT_RANGE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// valid numbers of rows of the contact frame: normal, two tangents, spin, two rolls: contacts have
// the first 1, 3, 4 or all 6
static inline bool contact_isDim(int dim) { return dim == 1 || dim == 3 || dim == 4 || dim == 6; }

// for a side that is not a geom: the flex and its element or vertex, if given, exist
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

// whether both sides of a contact exist
static inline bool contact_hasSides(const mjModel* m, const mjContact* con) {
  return contact_isSide(m, con, 0) && contact_isSide(m, con, 1);
}

// whether a contact has constraint rows, and all of them exist
static inline bool contact_hasRows(const mjData* d, const mjContact* con) {
  const int efc = con->efc_address;
  if (efc < 0 || efc >= d->nefc || !contact_isDim(con->dim)) return false;
  const bool pyramid = d->efc_type[efc] == mjCNSTR_CONTACT_PYRAMIDAL;
  return (pyramid ? 2 * (con->dim - 1) : con->dim) <= d->nefc - efc;
}

#endif
