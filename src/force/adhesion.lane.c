// Adhesion, from the contact list: the Jacobian of the distance along a contact normal is n'(J_2 -
// J_1) at the contact point, over the dofs that move one of the two bodies. Of a contact with
// constraint rows it is the first row, or the mean of a pyramid's edges.
//   contact, efc_J -> qfrc_adhesion, moments of body transmissions
#include "force/adhesion.h"

#include "base/assert.h"
#include "force/chain.h"
#include "math/vec.h"
#include "model/contact_range.h"

#if LANE_W == 1

// n'J of a dof that moves the contact point with a body
static mjtNum normalRate(const lane_Model* m, const mjData* d, const mjContact* con, int body,
                         int dof) {
  mjtNum arm[3], column[3];
  ASSERT_FULL(dof >= 0 && dof < m->nv);
  v3_sub(arm, con->pos, chain_centre(m, d, body));
  chain_column(column, d->cdof + 6 * dof, arm);
  return v3_dot(con->frame, column);
}

// res += scale * n'(J_2 - J_1)
static void addNormal(const lane_Model* m, const mjData* d, const mjContact* con, mjtNum scale,
                      mjtNum* res) {
  const int body1 = m->geom_bodyid[con->geom[0]], body2 = m->geom_bodyid[con->geom[1]];
  int dof1 = chain_last(m, body1), dof2 = chain_last(m, body2);
  while (dof1 != dof2) {
    if (dof2 > dof1) {
      res[dof2] += scale * normalRate(m, d, con, body2, dof2);
      dof2 = m->dof_parentid[dof2];
    } else {
      res[dof1] -= scale * normalRate(m, d, con, body1, dof1);
      dof1 = m->dof_parentid[dof1];
    }
  }
}

// contacts of two geoms that touch or are in the gap
static bool counts(const mjModel* m, const mjContact* con) {
  return con->geom[0] >= 0 && con->geom[1] >= 0 && con->exclude <= 1 && contact_hasSides(m, con);
}

int LANE(adhesion_pull)(const lane_Model* m, mjData* d) {
  if (!m->flg_adhesion) return 0;
  const range_List ranges = lane_ranges(d);
  range_each(ranges, dof, i) d->qfrc_adhesion[i] = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->adhesion != 0 && counts(m, con))
      addNormal(m, d, con, -con->adhesion, d->qfrc_adhesion);
  }
  return 1;
}

// res += scale * row of efc_J
static void addJac(const lane_Model* m, const mjData* d, int efc, mjtNum scale, mjtNum* res) {
  if (!d->efc_J_rownnz) {
    const mjtNum* J = d->efc_J + (size_t)efc * (size_t)m->nv;
    for (int i = 0; i < m->nv; i++) res[i] += J[i] * scale;
    return;
  }
  const int adr = d->efc_J_rowadr[efc], n = d->efc_J_rownnz[efc], *col = d->efc_J_colind + adr;
  for (int k = 0; k < n; k++) res[col[k]] += d->efc_J[adr + k] * scale;
}

// res += normal row of a contact that has constraint rows
static void addRows(const lane_Model* m, const mjData* d, const mjContact* con, mjtNum* res) {
  const int efc = con->efc_address;
  if (d->efc_type[efc] == mjCNSTR_CONTACT_PYRAMIDAL) {
    const int edges = 2 * (con->dim - 1);
    for (int k = 0; k < edges; k++) addJac(m, d, efc + k, 0.5 / (con->dim - 1), res);
  } else {
    addJac(m, d, efc, 1, res);
  }
}

// order: contacts with rows and those in the gap are summed apart
bool LANE(adhesion_row)(const lane_Model* m, const mjData* d, int body, mjtNum* row) {
  const int nv = (int)m->nv;
  mjtNum* gap = row + nv;
  int n = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (!counts(m, con)) continue;
    if (m->geom_bodyid[con->geom[0]] != body && m->geom_bodyid[con->geom[1]] != body) continue;
    if (!n++) vn_zero(row, 2 * nv);
    if (con->efc_address < 0) {
      addNormal(m, d, con, 1, gap);
    } else if (contact_hasRows(d, con)) {
      addRows(m, d, con, row);
    }
  }
  for (int i = 0; i < nv && n; i++) row[i] = (row[i] + gap[i]) * (-1.0 / n);
  return n > 0;
}

#else

int LANE(adhesion_pull)(const lane_Model* m, lane_Data* d) {
  (void)m, (void)d;
  return 0;
}

bool LANE(adhesion_row)(const lane_Model* m, const lane_Data* d, int body, real* row) {
  (void)m, (void)d, (void)body, (void)row;
  return false;
}

#endif
