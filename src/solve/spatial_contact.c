// Contacts with static bodies in spatial form: J = X S, where X (dim x 6) takes the motion of the
// body, about the centre of mass of its tree, to the contact's axes, and S has the motion axes of
// the dofs that move the body. Products with J and J' are sweeps over dofs, whatever the number of
// contacts and the length of chains; J' G J adds X' G X to a composite "inertia" of contacts.
//   cdof, subtree_com, contact.frame, pos -> X; vec -> motion of dofs; wrenches -> forces
#include "solve/spatial_contact.h"

typedef struct {
  dense_Pair a, b, c;
} Six;

static inline Six load6(const mjtNum* x) {
  return (Six){*(const dense_Pair*)x, *(const dense_Pair*)(x + 2), *(const dense_Pair*)(x + 4)};
}

static inline void store6(mjtNum* x, Six v) {
  *(dense_Pair*)x = v.a;
  *(dense_Pair*)(x + 2) = v.b;
  *(dense_Pair*)(x + 4) = v.c;
}

static inline Six axpy6(Six y, Six x, mjtNum scl) {
  return (Six){y.a + x.a * scl, y.b + x.b * scl, y.c + x.c * scl};
}

static inline mjtNum dot6(Six x, Six y) {
  const dense_Pair s = x.a * y.a + x.b * y.b + x.c * y.c;
  return s[0] + s[1];
}

// ---- contacts

static int movingBody(const mjModel* m, const mjContact* con) {
  if (con->geom[0] < 0 || con->geom[1] < 0) return -1;
  const int body1 = m->geom_bodyid[con->geom[0]], body2 = m->geom_bodyid[con->geom[1]];
  const bool moves1 = m->body_treeid[body1] >= 0, moves2 = m->body_treeid[body2] >= 0;
  return moves1 == moves2 ? -1 : moves1 ? body1 : body2;
}

bool spat_applies(const mjModel* m, const mjContact* con, int ncol) {
  return ncol > SPAT_COLUMNS && movingBody(m, con) >= 0;
}

void spat_contact(const mjModel* m, const mjData* d, const mjContact* con, int nbase, mjtNum* X) {
  const int body = movingBody(m, con);
  const mjtNum* com = d->subtree_com + 3 * m->body_rootid[body];
  const mjtNum sign = m->geom_bodyid[con->geom[1]] == body ? 1 : -1;
  const mjtNum r[3] = {con->pos[0] - com[0], con->pos[1] - com[1], con->pos[2] - com[2]};
  for (int k = 0; k < nbase; k++) {
    const mjtNum* axis = con->frame + 3 * (k % 3);
    const mjtNum f[3] = {sign * axis[0], sign * axis[1], sign * axis[2]};
    mjtNum* row = X + 6 * k;
    if (k < 3) {
      row[0] = r[1] * f[2] - r[2] * f[1];
      row[1] = r[2] * f[0] - r[0] * f[2];
      row[2] = r[0] * f[1] - r[1] * f[0];
      row[3] = f[0];
      row[4] = f[1];
      row[5] = f[2];
    } else {
      row[0] = f[0];
      row[1] = f[1];
      row[2] = f[2];
      row[3] = row[4] = row[5] = 0;
    }
  }
}

// ---- sweeps

void spat_motion(const mjModel* m, const mjData* d, const solve_Problem* p, mjtNum* motion,
                 const mjtNum* vec) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int parent = m->dof_parentid[i];
      const Six axis = load6(d->cdof + 6 * i);
      const Six from = parent < 0 ? (Six){{0, 0}, {0, 0}, {0, 0}} : load6(motion + 6 * parent);
      store6(motion + 6 * i, axpy6(from, axis, vec[i]));
    }
  }
}

void spat_mul(const solve_Block* b, mjtNum* base, const mjtNum* motion) {
  const Six v = load6(motion + 6 * b->dof);
  for (int k = 0; k < b->nbase; k++) base[k] = dot6(load6(b->X + 6 * k), v);
}

void spat_addWrench(const solve_Block* b, mjtNum* wrench, const mjtNum* base) {
  Six sum = load6(wrench + 6 * b->dof);
  for (int k = 0; k < b->nbase; k++) sum = axpy6(sum, load6(b->X + 6 * k), base[k]);
  store6(wrench + 6 * b->dof, sum);
}

void spat_force(const mjModel* m, const mjData* d, const solve_Problem* p, mjtNum* vec,
                mjtNum* wrench) {
  for (int r = p->nrange - 1; r >= 0; r--) {
    for (int i = p->range[r].adr + p->range[r].num - 1; i >= p->range[r].adr; i--) {
      const int parent = m->dof_parentid[i];
      const Six sum = load6(wrench + 6 * i);
      vec[i] += dot6(load6(d->cdof + 6 * i), sum);
      if (parent >= 0) store6(wrench + 6 * parent, axpy6(load6(wrench + 6 * parent), sum, 1));
    }
  }
}

// ---- Hessian

// row k of sum_j G_kj X_j
static inline Six scaledRow(const solve_Block* b, const mjtNum* G, int k, bool diagonal) {
  const Six zero = {{0, 0}, {0, 0}, {0, 0}};
  if (diagonal) return axpy6(zero, load6(b->X + 6 * k), G[k]);
  Six sum = zero;
  for (int j = 0; j < b->nbase; j++) sum = axpy6(sum, load6(b->X + 6 * j), G[k * b->nbase + j]);
  return sum;
}

void spat_addInertia(const solve_Block* b, const mjtNum* G, bool diagonal, hess_Matrix* h) {
  mjtNum* W = h->contact + 36 * b->dof;
  if (!h->touched[b->dof]) {
    dense_zero(W, 36);
    h->touched[b->dof] = true;
  }
  int k = 0;
  for (; k + 3 <= b->nbase; k += 3) {  // three at a time: W is read once for them
    const Six t0 = scaledRow(b, G, k, diagonal), t1 = scaledRow(b, G, k + 1, diagonal);
    const Six t2 = scaledRow(b, G, k + 2, diagonal);
    const mjtNum* x = b->X + 6 * k;
    for (int i = 0; i < 6; i++) {
      const Six sum = axpy6(axpy6(load6(W + 6 * i), t0, x[i]), t1, x[6 + i]);
      store6(W + 6 * i, axpy6(sum, t2, x[12 + i]));
    }
  }
  for (; k < b->nbase; k++) {
    const Six row = scaledRow(b, G, k, diagonal);
    const mjtNum* x = b->X + 6 * k;
    for (int i = 0; i < 6; i++) store6(W + 6 * i, axpy6(load6(W + 6 * i), row, x[i]));
  }
}

// composite of a dof and its descendants, handed to its parent
static void pass(const hess_Matrix* h, int dof, int parent) {
  const mjtNum* from = h->contact + 36 * dof;
  mjtNum* to = h->contact + 36 * parent;
  if (!h->touched[parent]) {
    dense_copy(to, from, 36);
    h->touched[parent] = true;
    return;
  }
  for (int i = 0; i < 36; i += 2) *(dense_Pair*)(to + i) += *(const dense_Pair*)(from + i);
}

// W axis
static inline Six project(const hess_Matrix* h, const mjData* d, int i) {
  const mjtNum *W = h->contact + 36 * i, *axis = d->cdof + 6 * i;
  Six F = {{0, 0}, {0, 0}, {0, 0}};
  for (int k = 0; k < 6; k++) F = axpy6(F, load6(W + 6 * k), axis[k]);
  return F;
}

// whether the columns of row i are its ancestors, as in M
static inline bool isChainRow(const mjModel* m, const hess_Matrix* h, int i) {
  return h->tree || h->nnz[i] == m->M_rownnz[i];
}

// the row of dof i: axes of its ancestors times W axis_i
static void addRow(const mjModel* m, const mjData* d, const hess_Matrix* h, int i) {
  const int last = h->nnz[i] - 1, *col = h->col + h->adr[i];
  mjtNum* row = h->val + h->adr[i];
  const Six F = project(h, d, i);
  if (isChainRow(m, h, i)) {
    for (int k = 0; k <= last; k++) row[k] += dot6(load6(d->cdof + 6 * col[k]), F);
    return;
  }
  for (int dof = i, at = last; dof >= 0; dof = m->dof_parentid[dof]) {
    while (col[at] != dof) at--;
    row[at] += dot6(load6(d->cdof + 6 * dof), F);
  }
}

// rows of dof i and of its parent i-1, which have their columns in common
static void addTwoRows(const mjData* d, const hess_Matrix* h, int i) {
  const int last = h->nnz[i] - 1, *col = h->col + h->adr[i];
  mjtNum *row = h->val + h->adr[i], *above = h->val + h->adr[i - 1];
  const Six F = project(h, d, i), G = project(h, d, i - 1);
  for (int k = 0; k < last; k++) {
    const Six axis = load6(d->cdof + 6 * col[k]);
    const dense_Pair s = axis.a * F.a + axis.b * F.b + axis.c * F.c;
    const dense_Pair t = axis.a * G.a + axis.b * G.b + axis.c * G.c;
    const dense_Pair sum = (dense_Pair){s[0], t[0]} + (dense_Pair){s[1], t[1]};
    row[k] += sum[0];
    above[k] += sum[1];
  }
  row[last] += dot6(load6(d->cdof + 6 * i), F);
}

void spat_addHessian(const mjModel* m, const mjData* d, const solve_Problem* p, hess_Matrix* h) {
  for (int r = p->nrange - 1; r >= 0; r--) {
    for (int i = p->range[r].adr + p->range[r].num - 1; i >= p->range[r].adr; i--) {
      if (!h->touched[i]) continue;
      int parent = m->dof_parentid[i];
      h->touched[i] = false;
      if (parent >= 0) pass(h, i, parent);
      if (parent >= 0 && parent == i - 1 && isChainRow(m, h, i) && isChainRow(m, h, parent)) {
        addTwoRows(d, h, i--);
        parent = m->dof_parentid[i];
        h->touched[i] = false;
        if (parent >= 0) pass(h, i, parent);
      } else {
        addRow(m, d, h, i);
      }
    }
  }
}
