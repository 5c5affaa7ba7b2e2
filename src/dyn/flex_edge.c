// Edge lengths and vertex shapes of flexes, with sparse Jacobians. An edge has the length |xb - xa|
// and the row u'(Jp(b) - Jp(a)), u the unit vector from a to b. The shape of a vertex of a sheet is
// C = F'F (Cauchy-Green tensor), F the deformation gradient: the least-squares map from the edges
// around it at qpos0 to the present ones; trace and determinant of C are kept.
//   flexvert_xpos, cdof, subtree_com -> flexedge_length, flexedge_J, flexvert_length, flexvert_J
#include "base/assert.h"
#include "dyn/flex.h"
#include "dyn/row.h"
#include "math/vec.h"

// ---- dofs that move a vertex

// one end of an edge: the last dof that moves it, and how it lies in its tree
typedef struct {
  int dof;           // -1: none
  bool slides;       // all its dofs are slides
  mjtNum offset[3];  // from the reference point of its tree
} End;

static End endOf(const mjModel* m, const mjData* d, int vert) {
  const int body = m->flex_vertbodyid[vert], weld = m->body_weldid[body];
  const int n = m->body_dofnum[weld];
  End end = {.dof = n ? m->body_dofadr[weld] + n - 1 : -1, .slides = m->body_simple[weld] == 2};
  if (!end.slides) {
    v3_sub(end.offset, d->flexvert_xpos + 3 * vert, d->subtree_com + 3 * m->body_rootid[body]);
  }
  return end;
}

// velocity of the end by unit speed of a dof
static inline void motion(mjtNum res[3], const mjData* d, const End* end, int dof) {
  const mjtNum* cdof = d->cdof + 6 * dof;
  if (end->slides) {
    v3_copy(res, cdof + 3);
  } else {
    v3_cross(res, cdof, end->offset);
    v3_add(res, cdof + 3, res);
  }
}

// the motion of end b minus that of end a by a dof; the ends move on to their parent dofs
static inline void difference(mjtNum res[3], const mjModel* m, const mjData* d, int dof, End* a,
                              End* b) {
  mjtNum other[3];
  v3_zero(res);
  if (b->dof == dof) {
    motion(res, d, b, dof);
    b->dof = m->dof_parentid[dof];
  }
  if (a->dof == dof) {
    motion(other, d, a, dof);
    v3_subFrom(res, other);
    a->dof = m->dof_parentid[dof];
  }
}

// ---- edges

// columns ascend, as chains of dofs do
static void edgeRow(const mjModel* m, mjData* d, int edge, const int vert[2], const mjtNum u[3]) {
  const int adr = m->flexedge_J_rowadr[edge];
  End a = endOf(m, d, vert[0]), b = endOf(m, d, vert[1]);
  for (int k = adr + m->flexedge_J_rownnz[edge] - 1; k >= adr; k--) {
    mjtNum move[3];
    difference(move, m, d, m->flexedge_J_colind[k], &a, &b);
    d->flexedge_J[k] = v3_dot(u, move);
  }
}

static void flexEdges(const mjModel* m, mjData* d, int flex, bool jacobian) {
  const int vertadr = m->flex_vertadr[flex], adr = m->flex_edgeadr[flex];
  for (int e = adr; e < adr + m->flex_edgenum[flex]; e++) {
    const int vert[2] = {vertadr + m->flex_edge[2 * e], vertadr + m->flex_edge[2 * e + 1]};
    mjtNum u[3];
    v3_sub(u, d->flexvert_xpos + 3 * vert[1], d->flexvert_xpos + 3 * vert[0]);
    if (jacobian) {
      d->flexedge_length[e] = v3_normalize(u);
      edgeRow(m, d, e, vert, u);
    } else {
      d->flexedge_length[e] = v3_norm(u);
    }
  }
}

// number of Jacobian entries of the edges of a flex
static int entriesOf(const mjModel* m, int flex) {
  const int last = m->flex_edgeadr[flex] + m->flex_edgenum[flex] - 1;
  if (!m->flex_edgenum[flex]) return 0;
  return m->flexedge_J_rowadr[last] + m->flexedge_J_rownnz[last] -
         m->flexedge_J_rowadr[m->flex_edgeadr[flex]];
}

void flex_edges(const mjModel* m, mjData* d, bool rigid) {
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_interp[f] || (m->flex_rigid[f] && !rigid)) continue;
    const bool jacobian = flex_needsEdgeJac(m, f);
    flexEdges(m, d, f, jacobian);
    if (!jacobian && entriesOf(m, f)) {
      vn_zero(d->flexedge_J + m->flexedge_J_rowadr[m->flex_edgeadr[f]], entriesOf(m, f));
    }
  }
}

void flex_velocity(const mjModel* m, mjData* d) {
  for (int f = 0; f < m->nflex; f++) {
    const int begin = m->flex_edgeadr[f], end = begin + m->flex_edgenum[f];
    if (!entriesOf(m, f)) {
      vn_zero(d->flexedge_velocity + begin, end - begin);
      continue;
    }
    for (int e = begin; e < end; e++) {
      const int adr = m->flexedge_J_rowadr[e], n = m->flexedge_J_rownnz[e];
      d->flexedge_velocity[e] =
          row_dot(d->flexedge_J + adr, m->flexedge_J_colind + adr, n, d->qvel);
    }
  }
}

// ---- shapes of vertices

// an edge at a vertex, at qpos0 in the plane of the sheet, and now
typedef struct {
  int vert[2];
  mjtNum weight, rest[2], now[3];
} Spoke;

static Spoke spokeOf(const mjModel* m, const mjData* d, int flex, int vert, int edge) {
  const int adr = m->flex_vertadr[flex];
  const int* end = m->flex_edge + 2 * (m->flex_edgeadr[flex] + edge);
  Spoke s = {.vert = {adr + end[0], adr + end[1]}};
  const int other = s.vert[0] == vert ? s.vert[1] : s.vert[0];
  s.weight = lane_max(mjMINVAL, m->body_mass[m->flex_vertbodyid[other]]);
  for (int k = 0; k < 2; k++) {
    const mjtNum range = m->flex_vert0[3 * s.vert[1] + k] - m->flex_vert0[3 * s.vert[0] + k];
    s.rest[k] = range * 2 * m->flex_size[3 * flex + k];
  }
  v3_sub(s.now, d->flexvert_xpos + 3 * s.vert[1], d->flexvert_xpos + 3 * s.vert[0]);
  return s;
}

// res = a b, 3 x 2 and 2 x 2
static void mul32(mjtNum res[6], const mjtNum a[6], const mjtNum b[4]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) res[2 * i + j] = a[2 * i] * b[j] + a[2 * i + 1] * b[2 + j];
  }
}

// deformation gradient: maps the edges at qpos0 to the present ones
static void shapeMap(const mjModel* m, const mjData* d, int flex, int vert, mjtNum F[6]) {
  const int* edge = m->flex_vertedge + m->flex_vertedgeadr[vert];
  mjtNum A[6] = {0};
  for (int k = 0; k < m->flex_vertedgenum[vert]; k++) {
    const Spoke s = spokeOf(m, d, flex, vert, edge[k]);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 2; j++) A[2 * i + j] += s.weight * s.now[i] * s.rest[j];
    }
  }
  mul32(F, A, m->flex_vertmetric + 4 * vert);
}

// both rows += factor (G rest).(Jp(b) - Jp(a)) of an edge
static void addSpoke(const mjModel* m, mjData* d, int vert, const Spoke* s, const mjtNum G[2][6],
                     mjtNum scale) {
  End a = endOf(m, d, s->vert[0]), b = endOf(m, d, s->vert[1]);
  const int adr = m->flexvert_J_rowadr[2 * vert], n = m->flexvert_J_rownnz[2 * vert];
  mjtNum dir[2][3];
  for (int r = 0; r < 2; r++) {
    for (int i = 0; i < 3; i++) {
      dir[r][i] = scale * (G[r][2 * i] * s->rest[0] + G[r][2 * i + 1] * s->rest[1]);
    }
  }
  for (int k = adr + n - 1; k >= adr; k--) {
    const int dof = m->flexvert_J_colind[k];
    if (dof != a.dof && dof != b.dof) continue;
    mjtNum move[3];
    difference(move, m, d, dof, &a, &b);
    for (int r = 0; r < 2; r++) {
      d->flexvert_J[k - adr + m->flexvert_J_rowadr[2 * vert + r]] += v3_dot(dir[r], move);
    }
  }
}

static void vertexShape(const mjModel* m, mjData* d, int flex, int vert) {
  const mjtNum mass = m->body_mass[m->flex_vertbodyid[vert]];
  const mjtNum s = mass > mjMINVAL ? lane_sqrt(mass) : 1, *metric = m->flex_vertmetric + 4 * vert;
  mjtNum F[6], C[4], G[2][6];
  shapeMap(m, d, flex, vert, F);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++)
      C[2 * i + j] = F[i] * F[j] + F[2 + i] * F[2 + j] + F[4 + i] * F[4 + j];
  }
  d->flexvert_length[2 * vert] = (C[0] + C[3] - 2) * s;
  d->flexvert_length[2 * vert + 1] = (C[0] * C[3] - C[1] * C[2] - 1) * s;
  const mjtNum adjugate[4] = {C[3], -C[1], -C[2], C[0]};
  mul32(G[0], F, metric);
  mul32(G[1], F, adjugate);
  mul32(G[1], (mjtNum[6]){G[1][0], G[1][1], G[1][2], G[1][3], G[1][4], G[1][5]}, metric);
  for (int r = 0; r < 2; r++) {
    vn_zero(d->flexvert_J + m->flexvert_J_rowadr[2 * vert + r], m->flexvert_J_rownnz[2 * vert + r]);
  }
  const int* edge = m->flex_vertedge + m->flex_vertedgeadr[vert];
  for (int k = 0; k < m->flex_vertedgenum[vert]; k++) {
    const Spoke spoke = spokeOf(m, d, flex, vert, edge[k]);
    addSpoke(m, d, vert, &spoke, G, 2 * spoke.weight * s);
  }
}

void flex_shapes(const mjModel* m, mjData* d) {
  for (int f = 0; f < m->nflex; f++) {
    if (!flex_hasShapes(m, f)) continue;
    const int adr = m->flex_vertadr[f];
    for (int v = adr; v < adr + m->flex_vertnum[f]; v++) vertexShape(m, d, f, v);
  }
}
