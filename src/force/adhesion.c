// Adhesion, from the contact list: the Jacobian of the distance along a contact normal is
// n'(J_2 - J_1) at the contact point, over the dofs that move one of the two bodies.
//   contact -> qfrc_adhesion, moments of body transmissions
#include "force/adhesion.h"

#include "force/chain.h"
#include "math/spatial.h"
#include "math/vec.h"

#if LANE_W == 1

// res += scale * n'(J_2 - J_1)
static void addNormal(const mjModel* m, const mjData* d, const mjContact* con, mjtNum scale,
                      mjtNum* res) {
  const int body1 = m->geom_bodyid[con->geom[0]], body2 = m->geom_bodyid[con->geom[1]];
  int dof1 = chain_last(m, body1), dof2 = chain_last(m, body2);
  mjtNum force[3], wrench1[6], wrench2[6];
  v3_scl(force, con->frame, scale);
  chain_wrench(wrench1, m, d, body1, con->pos, force);
  chain_wrench(wrench2, m, d, body2, con->pos, force);
  while (dof1 != dof2) {
    if (dof2 > dof1) {
      res[dof2] += v6_dot(d->cdof + 6 * dof2, wrench2);
      dof2 = m->dof_parentid[dof2];
    } else {
      res[dof1] -= v6_dot(d->cdof + 6 * dof1, wrench1);
      dof1 = m->dof_parentid[dof1];
    }
  }
}

// of two geoms, and touching or in the gap
static bool counts(const mjContact* con) {
  return con->geom[0] >= 0 && con->geom[1] >= 0 && con->exclude <= 1;
}

int LANE(adhesion_pull)(const mjModel* m, mjData* d) {
  if (!m->flg_adhesion) return 0;
  vn_zero(d->qfrc_adhesion, (int)m->nv);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->adhesion != 0 && counts(con)) addNormal(m, d, con, -con->adhesion, d->qfrc_adhesion);
  }
  return 1;
}

bool LANE(adhesion_row)(const mjModel* m, const mjData* d, int body, mjtNum* row) {
  int n = 0;
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (!counts(con)) continue;
    if (m->geom_bodyid[con->geom[0]] != body && m->geom_bodyid[con->geom[1]] != body) continue;
    if (!n++) vn_zero(row, (int)m->nv);
    addNormal(m, d, con, 1, row);
  }
  if (n) vn_scl(row, row, -1.0 / n, (int)m->nv);
  return n > 0;
}

#else

int LANE(adhesion_pull)(const mjModel* m, lane_Data* d) {
  (void)m, (void)d;
  return 0;
}

bool LANE(adhesion_row)(const mjModel* m, const lane_Data* d, int body, real* row) {
  (void)m, (void)d, (void)body, (void)row;
  return false;
}

#endif
