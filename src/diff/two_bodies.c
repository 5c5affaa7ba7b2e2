// Matrices of pairs of bodies, projected on their dofs (diff/two_bodies.h).
#include "diff/two_bodies.h"

#include <string.h>

// ---- matrices

static const mjtNum* centreOf(const mjModel* m, const mjData* d, int body) {
  return d->subtree_com + 3 * m->body_rootid[body];
}

void two_open(two_Bodies* p, const mjModel* m, const mjData* d, const slope_Work* w, int body1,
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
  p->skip = meet ? pair_common(p->chain[0], p->chain[1]) : 0;
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

// adds a column to the rows of one body
static void addColumn(const two_Bodies* p, int row, const mjtNum force[6], mjtNum* col, int stride,
                      const mjtNum* factor) {
  const pair_Chain chain = p->chain[row];
  for (int k = p->skip; k < chain.n; k++) {
    const int i = chain.dof[k];
    const mjtNum x = v6_dot(p->d->cdof + 6 * i, force);
    col[(ptrdiff_t)i * stride] += factor ? factor[i] * x : x;
  }
}

static void column(const two_Bodies* p, int row, int col, int j, const slope_Matrix* res,
                   const mjtNum* factor) {
  const slope_Work* w = p->w;
  const mjtNum* pos[TWO_NPOS] = {p->d->cdof, w->turning, w->dot, w->dotdot};
  const mjtNum* vel[TWO_NVEL] = {p->d->cdof, w->both};
  if (res->q && p->posUsed) {
    mjtNum force[6] = {0, 0, 0, 0, 0, 0};
    for (int k = 0; k < TWO_NPOS; k++) {
      if (p->posUsed & 1u << k) addProduct(force, p->q[k][row][col], pos[k] + 6 * j);
    }
    addColumn(p, row, force, res->q + j, res->stride, factor);
  }
  if (res->v && p->velUsed) {
    mjtNum force[6] = {0, 0, 0, 0, 0, 0};
    for (int k = 0; k < TWO_NVEL; k++) {
      if (p->velUsed & 1u << k) addProduct(force, p->v[k][row][col], vel[k] + 6 * j);
    }
    addColumn(p, row, force, res->v + j, res->stride, factor);
  }
}

void two_flush(two_Bodies* p, const slope_Matrix* res, const mjtNum* factor) {
  for (int row = 0; row < 2; row++) {
    if (p->chain[row].n == p->skip) continue;
    for (int col = 0; col < 2; col++) {
      const pair_Chain chain = p->chain[col];
      for (int k = 0; k < chain.n; k++) column(p, row, col, chain.dof[k], res, factor);
    }
  }
  p->posUsed = p->velUsed = 0;
}
