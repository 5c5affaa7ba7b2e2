// Sparsity patterns of the inertia matrix M (lower triangle; only the diagonal if a body is
// simple), of D (M and its transpose: every pair of ancestor and descendant dofs) and of B (bodies
// by dofs), and the index maps between them. Dofs are numbered depth-first, so the descendants of a
// dof are the dofs that follow it up to the end of its body's subtree, and the position of an
// ancestor in a row is its depth: everything is written in one pass over the entries, without
// searching.
//   bodies, joints, tendons -> nM, nC, nD, nB; body_simple, dof_simplenum, dof_Madr, M_*, D_*, B_*,
//   map*
#include <string.h>

#include "base/assert.h"
#include "compile/compile_index.h"
#include "compile/compile_tendon.h"
#include "math/rigid.h"

struct comp_Sparse {
  mjtByte* simple;  // nbody
  int* simplenum;   // nv
  int* parent;      // nv: parent dof or -1
  int* depth;       // nv: number of ancestors
  int* above;       // nbody: dofs of all ancestors
  int* nearest;  // nbody: last dof of the body, else of its nearest ancestor that has dofs, else -1
  int* first;    // nbody: first dof of the subtree (if it has dofs)
  int* end;      // nbody: beyond the last dof of the subtree
};

// ---- simple bodies: their dofs do not couple with others, and their block of M is diagonal

static const double SAME = 1e-6;  // tolerance, as in sameframe flags

static bool isZero(const double v[3]) {
  return __builtin_fabs(v[0]) < SAME && __builtin_fabs(v[1]) < SAME && __builtin_fabs(v[2]) < SAME;
}

static bool inertialFrameIsBody(const comp_Body* b) {
  bool unit = __builtin_fabs(__builtin_fabs(b->iquat[0]) - 1) < SAME;
  return unit && isZero(b->iquat + 1) && isZero(b->ipos);
}

static bool alongAxis(const double axis[3]) {
  int n = 0;
  for (int k = 0; k < 3; k++) n += __builtin_fabs(axis[k]) > RIGID_EPS;
  return n == 1;
}

static bool jointsAreSimple(const comp_Compile* c, const comp_Body* b) {
  bool rotated = false;
  for (int j = 0; j < b->jntnum; j++) {
    const comp_Joint* joint = &c->joint[b->jntadr + j];
    int type = (int)SPEC_DATA(mjsJoint, joint->e)->type;
    if (rotated || !isZero(joint->pos)) return false;
    if ((type == mjJNT_HINGE || type == mjJNT_SLIDE) && !alongAxis(joint->axis)) return false;
    rotated = type == mjJNT_BALL || type == mjJNT_HINGE;
  }
  return true;
}

static bool onlySlides(const comp_Compile* c, const comp_Body* b) {
  for (int j = 0; j < b->jntnum; j++) {
    if (SPEC_DATA(mjsJoint, c->joint[b->jntadr + j].e)->type != mjJNT_SLIDE) return false;
  }
  return b->jntnum > 0;
}

static mjtByte simplicity(const comp_Compile* c, int i) {
  if (!i) return 1;
  const comp_Body *b = &c->body[i], *parent = &c->body[b->parent];
  bool grounded = b->parent == 0 || (parent->parent == 0 && !parent->jntnum);
  bool leaf = b->child.first < 0;
  bool simple = SPEC_DATA(mjsBody, b->e)->simple && grounded && leaf && inertialFrameIsBody(b) &&
                jointsAreSimple(c, b);
  return simple ? 1 + onlySlides(c, b) : 0;
}

static void findSimple(comp_Compile* c, struct comp_Sparse* s) {
  for (int i = 0; i < c->size.nbody; i++) s->simple[i] = simplicity(c, i);
  // tendon armature couples the dofs of the tendon
  for (int i = 0; i < c->size.ntendon; i++) {
    const comp_Tendon* t = &c->tendon[i];
    if (!t->spatial || SPEC_DATA(mjsTendon, t->e)->armature == 0) continue;
    for (int k = 0; k < t->nwrap; k++) {
      int body = comp_wrapBody(c, &t->wrap[k]);
      if (body >= 0) s->simple[body] = 0;
    }
  }
  for (int i = (int)c->size.nv - 1, run = 0; i >= 0; i--) {
    run = s->simple[c->dofBody[i]] ? run + 1 : 0;
    s->simplenum[i] = run;
  }
}

// ---- ancestors and descendants

static void findTree(const comp_Compile* c, struct comp_Sparse* s) {
  const int nbody = (int)c->size.nbody;
  for (int i = 0, ndof = 0; i < nbody; i++) {
    const comp_Body *b = &c->body[i], *parent = &c->body[b->parent];
    s->above[i] = i ? s->above[b->parent] + parent->dofnum : 0;
    ASSERT(!b->dofnum || b->dofadr == ndof);  // dofs have the same order as bodies
    s->first[i] = ndof;
    ndof += b->dofnum;
    s->end[i] = ndof;
    int before = i ? s->nearest[b->parent] : -1;
    for (int k = 0; k < b->dofnum; k++) {
      s->parent[b->dofadr + k] = k ? b->dofadr + k - 1 : before;
      s->depth[b->dofadr + k] = s->above[i] + k;
    }
    s->nearest[i] = b->dofnum ? b->dofadr + b->dofnum - 1 : before;
  }
  for (int i = nbody - 1; i > 0; i--) {
    int parent = c->body[i].parent;
    if (s->end[i] > s->end[parent]) s->end[parent] = s->end[i];
  }
}

static bool countEntries(comp_Compile* c, const struct comp_Sparse* s) {
  mjModel* size = &c->size;
  for (int i = 0; i < size->nv; i++) {
    int lower = s->depth[i] + 1, upper = s->end[c->dofBody[i]] - i - 1;
    if (!comp_advance(c, NULL, "the number of inertia entries (nM)", &size->nM, lower) ||
        !comp_advance(c, NULL, "the number of inertia entries (nC)", &size->nC,
                      s->simplenum[i] ? 1 : lower) ||
        !comp_advance(c, NULL, "the number of inertia entries (nD)", &size->nD, lower + upper)) {
      return false;
    }
  }
  for (int i = 0; i < size->nbody; i++) {
    mjtSize row = s->above[i] + s->end[i] - s->first[i];
    if (!comp_advance(c, NULL, "the number of body-dof entries (nB)", &size->nB, row)) return false;
  }
  return true;
}

bool comp_prepareSparse(comp_Compile* c) {
  const int nbody = (int)c->size.nbody, nv = (int)c->size.nv;
  struct comp_Sparse* s = c->sparse = comp_alloc(c, 1, sizeof *s);
  if (!s) return false;
  s->simple = comp_alloc(c, nbody, sizeof *s->simple);
  s->simplenum = comp_alloc(c, nv, sizeof *s->simplenum);
  s->parent = comp_alloc(c, nv, sizeof *s->parent);
  s->depth = comp_alloc(c, nv, sizeof *s->depth);
  s->above = comp_alloc(c, nbody, sizeof *s->above);
  s->nearest = comp_alloc(c, nbody, sizeof *s->nearest);
  s->first = comp_alloc(c, nbody, sizeof *s->first);
  s->end = comp_alloc(c, nbody, sizeof *s->end);
  if (c->diag->failed) return false;
  findSimple(c, s);
  findTree(c, s);
  return countEntries(c, s);
}

// ---- arrays

// writes the columns of a dof's ancestors, ascending, to col[0 .. depth-1]
static void fillAncestors(const struct comp_Sparse* s, int dof, int depth, int* col) {
  for (int k = depth - 1; k >= 0; k--) {
    ASSERT_FULL(dof >= 0 && (k == depth - 1 || dof < col[k + 1]));
    col[k] = dof;
    dof = s->parent[dof];
  }
}

static void fillInertia(const comp_Compile* c) {
  mjModel* m = c->m;
  const struct comp_Sparse* s = c->sparse;
  int adr = 0, legacy = 0;
  for (int i = 0; i < m->nv; i++) {
    int depth = s->depth[i], n = s->simplenum[i] ? 1 : depth + 1;
    m->dof_simplenum[i] = s->simplenum[i];
    m->dof_Madr[i] = legacy;
    m->M_rowadr[i] = adr;
    m->M_rownnz[i] = n;
    fillAncestors(s, i, n, m->M_colind + adr);
    for (int k = 0; k < n; k++)
      m->mapM2M[adr + k] = legacy + n - 1 - k;  // the legacy format has the diagonal first
    adr += n;
    legacy += depth + 1;
  }
  ASSERT(adr == m->nC && legacy == m->nM);
}

// index in M of the pair of a dof and its ancestor, -1 if M has no such entry
static int entryOfM(const mjModel* m, const struct comp_Sparse* s, int dof, int ancestor) {
  if (s->simplenum[dof]) return dof == ancestor ? m->M_rowadr[dof] : -1;
  ASSERT_FULL(m->M_colind[m->M_rowadr[dof] + s->depth[ancestor]] == ancestor);
  return m->M_rowadr[dof] + s->depth[ancestor];
}

static void fillBothTriangles(const comp_Compile* c) {
  mjModel* m = c->m;
  const struct comp_Sparse* s = c->sparse;
  int adr = 0;
  for (int i = 0; i < m->nv; i++) {
    int depth = s->depth[i], n = depth + s->end[c->dofBody[i]] - i;
    m->D_rowadr[i] = adr;
    m->D_rownnz[i] = n;
    m->D_diag[i] = depth;
    fillAncestors(s, i, depth + 1, m->D_colind + adr);
    for (int k = depth + 1; k < n; k++) m->D_colind[adr + k] = i + k - depth;
    for (int k = 0; k < n; k++) {
      int j = m->D_colind[adr + k];
      m->mapM2D[adr + k] = k <= depth ? entryOfM(m, s, i, j) : entryOfM(m, s, j, i);
    }
    for (int k = 0; k < m->M_rownnz[i]; k++) {
      m->mapD2M[m->M_rowadr[i] + k] = adr + s->depth[m->M_colind[m->M_rowadr[i] + k]];
    }
    adr += n;
  }
  ASSERT(adr == m->nD);
}

static void fillBodies(const comp_Compile* c) {
  mjModel* m = c->m;
  const struct comp_Sparse* s = c->sparse;
  int adr = 0;
  for (int i = 0; i < m->nbody; i++) {
    int above = s->above[i], below = s->end[i] - s->first[i];
    m->body_simple[i] = s->simple[i];
    m->B_rowadr[i] = adr;
    m->B_rownnz[i] = above + below;
    if (above) fillAncestors(s, s->nearest[c->body[i].parent], above, m->B_colind + adr);
    for (int k = 0; k < below; k++) m->B_colind[adr + above + k] = s->first[i] + k;
    adr += above + below;
  }
  ASSERT(adr == m->nB);
}

bool comp_fillSparse(comp_Compile* c) {
  fillInertia(c);
  fillBothTriangles(c);
  fillBodies(c);
  return true;
}
