// Projects the 6 x 6 matrices of a pair of bodies on the dofs of their chains: sparse assembly of
// the Jacobian (diff/two_bodies.h).
#include "diff/two_bodies.h"

#include <string.h>

// ---- matrices

static const mjtNum* centreOf(const mjModel* m, const mjData* d, int body) {
  return d->subtree_com + 3 * m->body_rootid[body];
}

void two_open(two_Bodies* p, const mjModel* m, const mjData* d, const diff_Work* w, int body1,
              int body2, bool meet) {
  p->m = m;
  p->d = d;
  p->w = w;
  p->body[0] = body1;
  p->body[1] = body2;
  p->posUsed = p->velUsed = 0;
  for (int k = 0; k < 2; k++) {
    p->chain[k] = pair_chain(m, p->body[k]);
    p->moves[k] = p->chain[k].n > 0;
    v3_copy(p->offset[k], centreOf(m, d, p->body[k]));
  }
  p->common = pair_common(p->chain[0], p->chain[1]);
  p->meet = meet;
}

mjtNum* two_position(two_Bodies* p, two_Position kind, int row, int col) {
  if (!(p->posUsed & 1u << kind)) memset(p->q[kind], 0, sizeof p->q[kind]);
  p->posUsed |= 1u << kind;
  return p->q[kind][row][col];
}

mjtNum* two_velocity(two_Bodies* p, two_Velocity kind, int row, int col) {
  if (!(p->velUsed & 1u << kind)) memset(p->v[kind], 0, sizeof p->v[kind]);
  p->velUsed |= 1u << kind;
  return p->v[kind][row][col];
}

// ---- dofs

// res += mat vec
static inline void addProduct(mjtNum res[6], const mjtNum mat[36], const mjtNum vec[6]) {
  for (int c = 0; c < 6; c++) {
    for (int r = 0; r < 6; r++) res[r] += mat[6 * c + r] * vec[c];
  }
}

// rows of some dofs += S . force
static void addRows(const two_Bodies* p, const int* dof, int n, const mjtNum force[6], mjtNum* col,
                    int stride, const mjtNum* factor) {
  for (int k = 0; k < n; k++) {
    const mjtNum x = v6_dot(p->d->cdof + 6 * dof[k], force);
    col[(ptrdiff_t)dof[k] * stride] += factor ? factor[dof[k]] * x : x;
  }
}

// one type of column: its matrices and their vectors
typedef struct {
  mjtNum (*mat)[2][2][36];
  const mjtNum* const* vector;
  unsigned used;
  int n;
  mjtNum* res;
  int stride;
} Kind;

// column j: forces on the dofs of both bodies as body `col` moves; for dofs above both bodies col
// is 0
static void column(const two_Bodies* p, const Kind* kind, int col, int j, const mjtNum* factor) {
  mjtNum force[2][6];
  for (int row = 0; row < 2; row++) {
    v6_zero(force[row]);
    for (int k = 0; k < kind->n && p->moves[row]; k++) {
      if (kind->used & 1u << k)
        addProduct(force[row], kind->mat[k][row][col], kind->vector[k] + 6 * j);
    }
    const pair_Chain chain = p->chain[row];
    addRows(p, chain.dof + p->common, chain.n - p->common, force[row], kind->res + j, kind->stride,
            factor);
  }
  // on dofs above both bodies, the forces on both act
  if (p->meet) return;
  v6_addTo(force[0], force[1]);
  addRows(p, p->chain[0].dof, p->common, force[0], kind->res + j, kind->stride, factor);
}

// dofs above both bodies move both: their columns use the sum of the matrices, which overwrites
// those of the first body afterwards
static void columns(const two_Bodies* p, const Kind* kind, const mjtNum* factor) {
  if (!kind->res || !kind->used) return;
  for (int col = 0; col < 2; col++) {
    const pair_Chain chain = p->chain[col];
    for (int k = p->common; k < chain.n; k++) column(p, kind, col, chain.dof[k], factor);
  }
  for (int k = 0; k < kind->n && p->common; k++) {
    if (!(kind->used & 1u << k)) continue;
    for (int row = 0; row < 2; row++) {
      vn_addTo(kind->mat[k][row][0], kind->mat[k][row][1], 36);
    }
  }
  for (int k = 0; k < p->common; k++) column(p, kind, 0, p->chain[0].dof[k], factor);
}

void two_flush(two_Bodies* p, const diff_Matrix* res, const mjtNum* factor) {
  const diff_Work* w = p->w;
  const mjtNum* const pos[TWO_NPOS] = {p->d->cdof, w->turning, w->dot, w->dotdot};
  const mjtNum* const vel[TWO_NVEL] = {p->d->cdof, w->both};
  const Kind kinds[] = {{p->q, pos, p->posUsed, TWO_NPOS, res->q, res->stride},
                        {p->v, vel, p->velUsed, TWO_NVEL, res->v, res->stride}};
  for (int k = 0; k < 2; k++) columns(p, kinds + k, factor);
  p->posUsed = p->velUsed = 0;
}
