// Passive elastic forces of flexes: dispatch to sheets, solids and cells, springs and dampers of
// edges, and generalized forces J'f of forces at points.
//   flexedge_length, flexedge_velocity, flexedge_J -> qfrc_spring, qfrc_damper
#include "force/flex_force.h"

#include <sinew/api.h>

#include "dyn/dyn.h"
#include "dyn/flex.h"
#include "force/flex_contact.h"
#include "math/sparse.h"
#include "math/vec.h"

void flex_push(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
               const mjtNum force[3], mjtNum* qfrc) {
  if (m->body_simple[body] != 2) {
    LANE(dyn_applyFT)(m, d, force, NULL, point, body, qfrc);
    return;
  }
  const int adr = m->body_dofadr[body], end = adr + m->body_dofnum[body];
  for (int i = adr; i < end; i++) qfrc[i] += v3_dot(d->cdof + 6 * i + 3, force);
}

// ---- edges

static void edgeForces(const mjModel* m, const mjData* d, int flex, const flex_Sums* sums) {
  const int begin = m->flex_edgeadr[flex], end = begin + m->flex_edgenum[flex];
  const mjtNum k = sums->spring ? m->flex_edgestiffness[flex] : 0;
  const mjtNum b = sums->damper ? m->flex_edgedamping[flex] : 0;
  if (k == 0 && b == 0) return;
  for (int e = begin; e < end; e++) {
    if (m->flexedge_rigid[e]) continue;
    const int adr = m->flexedge_J_rowadr[e], n = m->flexedge_J_rownnz[e];
    const mjtNum* J = d->flexedge_J + adr;
    const int* col = m->flexedge_J_colind + adr;
    if (k != 0) {
      sparse_axpy(sums->qspring, J, col, n, k * (m->flexedge_length0[e] - d->flexedge_length[e]));
    }
    if (b != 0) sparse_axpy(sums->qdamper, J, col, n, -b * d->flexedge_velocity[e]);
  }
}

// ---- all

static void elasticForces(const mjModel* m, mjData* d, int flex, const flex_Sums* sums) {
  if (m->flex_interp[flex]) {
    if (flex_isStiff(m, flex) && m->flex_edgeequality[flex] != 3) flex_deform(m, d, flex, sums);
    if (flex_isBent(m, flex)) flex_bendShell(m, d, flex, sums);
    return;
  }
  if (m->flex_dim[flex] == 2 && flex_isBent(m, flex)) flex_bend(m, d, flex, sums);
  if (flex_isStiff(m, flex)) flex_stretch(m, d, flex, sums);
}

static void addAll(const mjModel* m, mjData* d, const flex_Sums* sums) {
  for (int f = 0; f < m->nflex; f++) {
    if (!m->flex_rigid[f] && m->flex_dim[f] > 1) elasticForces(m, d, f, sums);
  }
  for (int f = 0; f < m->nflex; f++) {
    if (flex_hasEdges(m, f)) edgeForces(m, d, f, sums);
  }
  if (sums->spring) flexcontact_forces(m, d, sums->qspring);
}

static bool wantsReaction(const mjModel* m) {
  const int id = m->nnumeric ? mj_name2id(m, mjOBJ_NUMERIC, FLEX_REACTION) : -1;
  return id >= 0 && m->numeric_size[id] > 0 && m->numeric_data[m->numeric_adr[id]] != 0;
}

// sleeping dofs keep their forces: those of this pass are summed separately
static void addAwake(const mjModel* m, mjData* d, flex_Sums* sums) {
  const int nv = (int)m->nv;
  stack_mark(d);
  mjtNum* both = stack_smooth(d, 2 * (size_t)nv);
  if (both) {
    vn_zero(both, 2 * nv);
    sums->qspring = both;
    sums->qdamper = both + nv;
    addAll(m, d, sums);
    const range_List ranges = awake_ranges(d);
    range_each(ranges, dof, i) {
      d->qfrc_spring[i] += both[i];
      d->qfrc_damper[i] += both[nv + i];
    }
  }
  stack_free(d);
}

void flex_forces(const mjModel* m, mjData* d) {
  flex_Sums sums = {.spring = !(m->opt.disableflags & mjDSBL_SPRING),
                    .damper = !(m->opt.disableflags & mjDSBL_DAMPER),
                    .reaction = wantsReaction(m),
                    .qspring = d->qfrc_spring,
                    .qdamper = d->qfrc_damper};
  if (awake_anyAsleep(m, d)) {
    addAwake(m, d, &sums);
  } else {
    addAll(m, d, &sums);
  }
}
