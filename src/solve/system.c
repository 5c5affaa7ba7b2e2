// Sets up the optimization problems of a constraint solve: blocks sorted by island, ranges of dofs,
// rows, scratch vectors.
//   con_rows, islands -> solve_System
#include "solve/problem.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/math.h>

#include "force/flex_metric.h"
#include "model/stack.h"
#include "solve/hessian.h"

// ---- scratch

void* solve_take(const solve_System* s, size_t n, size_t size) {
  if (size && n > SIZE_MAX / size) return NULL;
  const size_t power = size & (~size + 1);  // the greatest power of 2 that divides it
  const size_t align = size < alignof(max_align_t) ? power : alignof(max_align_t);
  return s->kept ? stack_arena(s->d, n * size, align) : stack_alloc(s->d, n * size, align);
}

static bool takeVectors(solve_System* s) {
  ASSERT_FULL(s->nproblem > 0);
  const size_t nv = (size_t)s->m->nv, nefc = (size_t)s->d->nefc;
  mjtNum* rows = solve_take(s, (s->kept ? 1 : 3) * nefc, sizeof *rows);
  s->jar = rows;
  if (s->kept) return rows != NULL;
  mjtNum* dofs = solve_take(s, 5 * nv, sizeof *dofs);
  if (!dofs || !rows) return false;
  s->Ma = dofs;
  s->grad = dofs + nv;
  s->z = dofs + 2 * nv;
  s->search = dofs + 3 * nv;
  s->Mv = dofs + 4 * nv;
  s->smooth = s->d->qfrc_smooth;
  s->Jv = rows + nefc;
  s->b = rows + 2 * nefc;
  return true;
}

// applied forces plus those that belong to the implicit metric of flexes
static bool takeMetric(solve_System* s) {
  const mjData* d = s->d;
  s->metric = !s->kept && s->m->opt.solver == mjSOL_CG && metric_isActive(d);
  if (!s->metric) return true;
  mjtNum* smooth = solve_take(s, (size_t)s->m->nv, sizeof *smooth);
  for (int i = 0; smooth && i < s->m->nv; i++) smooth[i] = d->qfrc_smooth[i] + d->efm_c[i];
  s->smooth = smooth;
  return smooth != NULL;
}

// ---- blocks

static void emptyRows(con_Rows* r) { r->nblock = r->ncone = r->nefc = r->ne = r->nf = r->none = 0; }

// counts the block in its list
static void countBlock(con_Rows* r, const con_Block* b, bool cones) {
  const bool cone = cones && b->contact >= 0;
  r->nblock++;
  r->ncone += cone;
  r->nefc += b->nefc;
  r->ne += b->shape == CON_EQUALITY ? b->nefc : 0;
  r->nf += b->shape == CON_FRICTION ? b->nefc : 0;
  r->none += b->shape > CON_FRICTION && !cone ? b->nefc : 0;
}

// sorts the blocks of the system by island, and sets their rows there
static void sortBlocks(const solve_System* s, const con_Rows* all, con_Block* block) {
  const mjData* d = s->d;
  const int* island = s->gathered ? d->efc_island : NULL;
  for (int k = 0; k < all->nblock; k++) {
    const con_Block* b = all->block + k;
    countBlock(&s->problem[island ? island[b->efc] : 0].rows, b, all->ncone > 0);
  }
  for (int i = 0; i < s->nproblem; i++) {
    con_Rows* r = &s->problem[i].rows;
    r->block = block;
    block += r->nblock;
    r->nblock = 0;  // counted again while blocks are placed
  }
  for (int k = 0; k < all->nblock; k++) {
    const con_Block* b = all->block + k;
    const int i = island ? island[b->efc] : 0;
    con_Rows* r = &s->problem[i].rows;
    con_Block* place = (con_Block*)r->block + r->nblock++;
    *place = *b;
    if (island) place->efc = d->map_efc2iefc[b->efc] - d->island_iefcadr[i];
  }
  for (int i = 0; i < s->nproblem; i++) ASSERT_FULL(con_isGapless(&s->problem[i].rows));
}

// sets which part of their rows is read: sums run over the dof indices of a problem
static void setRanges(const solve_System* s) {
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    const con_Rows* r = &p->rows;
    const solve_Range range = p->nrange == 1 ? *p->range : (solve_Range){0, (int)s->m->nv};
    for (int k = 0; k < r->nblock; k++) {
      con_Block* b = (con_Block*)r->block + k;
      con_setRange(b, con_columns(r, b), range.adr, range.num, r->sparse);
      b->scattered = p->nrange > 1 && !r->sparse;
    }
  }
}

// ---- dofs

// dof ranges of an island's trees in ascending order; adjacent ones are merged
static int islandRanges(const mjModel* m, const mjData* d, int island, solve_Range* range) {
  int n = 0;
  for (int k = 0; k < d->island_ntree[island]; k++) {
    const int tree = d->map_itree2tree[d->island_itreeadr[island] + k];
    const int adr = m->tree_dofadr[tree], num = m->tree_dofnum[tree];
    if (n && range[n - 1].adr + range[n - 1].num == adr) {
      range[n - 1].num += num;
    } else {
      ASSERT_FULL(!n || range[n - 1].adr + range[n - 1].num < adr);
      range[n++] = (solve_Range){adr, num};
    }
  }
  return n;
}

static mjtNum trace(const mjModel* m, const mjData* d, const solve_Problem* p) {
  mjtNum sum = 0;
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) sum += d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  }
  return sum;
}

static void setWhole(const mjModel* m, solve_Problem* p, solve_Range* range) {
  *range = (solve_Range){0, (int)m->nv};
  p->nv = (int)m->nv;
  p->range = range;
  p->nrange = 1;
}

static void setIslands(const solve_System* s, solve_Range* range) {
  const mjData* d = s->d;
  for (int i = 0; i < s->nproblem; i++) {
    solve_Problem* p = s->problem + i;
    p->nv = d->island_nv[i];
    p->range = range;
    p->nrange = islandRanges(s->m, d, i, range);
    ASSERT_FULL(p->nrange > 0);
    p->dof = d->map_idof2dof + d->island_idofadr[i];
    p->rows.number = d->map_dof2idof;
    p->rows.first = d->island_idofadr[i];
    range += p->nrange;
    ASSERT_FULL(con_number(&p->rows, p->range[0].adr) == 0 && p->dof[0] == p->range[0].adr);
  }
}

// odd: two scales of tolerance
static void setScale(const solve_System* s, bool islands) {
  const mjModel* m = s->m;
  const mjtNum whole = 1 / (m->stat.meaninertia * mju_max(1, (mjtNum)m->nv));
  for (int i = 0; i < s->nproblem; i++) {
    solve_Problem* p = s->problem + i;
    p->scale = islands ? 1 / trace(m, s->d, p) : whole;
  }
}

// ---- rows

// sets the arrays over rows
static void setRows(const solve_System* s) {
  mjData* d = s->d;
  for (int i = 0; i < s->nproblem; i++) {
    solve_Problem* p = s->problem + i;
    con_Rows* r = &p->rows;
    const int adr = s->gathered ? d->island_iefcadr[i] : 0;
    p->island = i;
    r->nv = p->nv;
    ASSERT_FULL(adr + r->nefc <= d->nefc);
    r->D = (s->gathered ? d->iefc_D : d->efc_D) + adr;
    r->R = (s->gathered ? d->iefc_R : d->efc_R) + adr;
    r->aref = (s->gathered ? d->iefc_aref : d->efc_aref) + adr;
    r->frictionloss = (s->gathered ? d->iefc_frictionloss : d->efc_frictionloss) + adr;
    p->force = (s->gathered ? d->iefc_force : d->efc_force) + adr;
    p->state = (s->gathered ? d->iefc_state : d->efc_state) + adr;
    p->jar = s->jar + adr;
    if (!s->kept) p->Jv = s->Jv + adr;
    p->nJ = r->sparse ? 0 : r->nefc * (int)s->m->nv;
    for (int k = 0; k < r->nblock && r->sparse; k++) p->nJ += r->block[k].nefc * r->block[k].ncol;
  }
}

// sets where the columns of a problem's dofs begin; returns the end of the last one
static int placeColumns(const solve_Problem* p, int* adr, int* num, int begin) {
  for (int r = 0; r < p->nrange; r++) {
    for (int k = 0; k < p->range[r].num; k++) num[p->range[r].adr + k] = 0;
  }
  for (int k = 0; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    const int* col = con_columns(&p->rows, b);
    for (int c = 0; c < b->ncol; c++) num[col[c]] += b->nefc;
  }
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      adr[i] = begin;
      begin += num[i];
      num[i] = 0;  // counted again while they are filled
    }
  }
  return begin;
}

static void fillColumns(const con_Rows* r, const int* adr, int* num, int* row, mjtNum* val) {
  for (int k = 0; k < r->nblock; k++) {
    const con_Block* b = r->block + k;
    const int stride = b->stride, first = b->efc, n = b->nefc, *col = con_columns(r, b);
    for (int c = 0; c < b->ncol; c++) {
      const int dof = col[c], at = adr[dof] + num[dof];
      const mjtNum* J = con_row(r, b, 0) + c;
      ASSERT_FULL(!num[dof] || row[at - 1] < first);  // rows of a column ascend
      for (int i = 0; i < n; i++, J += stride) {
        row[at + i] = first + i;
        val[at + i] = *J;
      }
      num[dof] += n;
    }
  }
}

// J by columns (CSC): the transposed product of a sparse J sums over them
static bool makeColumns(solve_System* s) {
  const size_t nv = (size_t)s->m->nv;
  int *adr = solve_take(s, nv, sizeof *adr), *num = solve_take(s, nv, sizeof *num), size = 0;
  if (!adr || !num) return false;
  for (int i = 0; i < s->nproblem; i++) {
    const int begin = size;
    size = placeColumns(s->problem + i, adr, num, begin);
    ASSERT_FULL(size - begin == s->problem[i].nJ);
  }
  int* row = solve_take(s, (size_t)size, sizeof *row);
  mjtNum* val = solve_take(s, (size_t)size, sizeof *val);
  if (!row || !val) return false;
  for (int i = 0; i < s->nproblem; i++) {
    con_Rows* r = &s->problem[i].rows;
    fillColumns(r, adr, num, row, val);
    r->columns = (con_Columns){adr, num, row, val};
  }
  return true;
}

// copies what may have changed since the islands were found
static void gatherRows(const mjModel* m, mjData* d) {
  const bool exact = m->opt.enableflags & mjENBL_DIAGEXACT;
  for (int at = 0; at < d->nefc; at++) d->iefc_aref[at] = d->efc_aref[d->map_iefc2efc[at]];
  for (int at = 0; at < d->nefc && exact; at++) {
    d->iefc_D[at] = d->efc_D[d->map_iefc2efc[at]];
    d->iefc_R[at] = d->efc_R[d->map_iefc2efc[at]];
  }
}

static mjtSize workOf(const solve_System* s) {
  mjtSize work = 0;
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    work += (mjtSize)p->nJ + p->rows.nefc + p->nv;
  }
  return work;
}

// if one island has all dofs, its rows are used in place
static bool isWhole(const mjModel* m, const mjData* d, bool islands) {
  return !islands || (d->nisland == 1 && d->island_nv[0] == m->nv);
}

bool solve_system(const mjModel* m, mjData* d, bool islands, bool kept, solve_System* s) {
  const con_Rows all = con_rows(d);
  const bool inPlace = isWhole(m, d, islands);
  *s = (solve_System){
      .m = m, .d = d, .nproblem = islands ? d->nisland : 1, .kept = kept, .alone = !kept};
  s->gathered = islands && d->nisland > 1;
  if (s->alone) symbolic_start(d);
  s->problem = solve_take(s, (size_t)s->nproblem, sizeof *s->problem);
  con_Block* block = solve_take(s, inPlace ? 0 : (size_t)all.nblock, sizeof *block);
  solve_Range* range = solve_take(s, (size_t)m->ntree + 1, sizeof *range);
  if (!s->problem || !block || !range || !takeVectors(s) || !takeMetric(s)) return false;
  for (int i = 0; i < s->nproblem; i++) s->problem[i] = (solve_Problem){.rows = all};
  if (inPlace) {
    setWhole(m, s->problem, range);
  } else {
    for (int i = 0; i < s->nproblem; i++) emptyRows(&s->problem[i].rows);
    sortBlocks(s, &all, block);
    setIslands(s, range);
    setRanges(s);
  }
  setScale(s, islands);
  setRows(s);
  s->work = workOf(s);
  if (s->gathered) gatherRows(m, d);
  s->whole = all.sparse || s->problem[0].nv == m->nv;
  ASSERT_FULL(!inPlace || s->problem[0].rows.nblock == all.nblock);
  return !all.sparse || makeColumns(s);
}
