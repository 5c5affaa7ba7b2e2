// Sets up the problems of a solve: blocks sorted by island, ranges of dofs, rows, scratch.
//   con_rows, islands -> solve_System
#include "solve/solver.h"

#include <stdalign.h>
#include <stddef.h>

#include <sinew/math.h>

#include "model/stack.h"

// ---- scratch

static void* take(mjData* d, size_t n, size_t size) {
  return stack_alloc(d, n * size, alignof(max_align_t));
}

static bool takeVectors(solve_System* s) {
  mjData* d = s->d;
  const size_t nv = (size_t)s->m->nv, nefc = (size_t)d->nefc;
  mjtNum* dofs = stack_num(d, 5 * nv);
  mjtNum* rows = stack_num(d, 3 * nefc);
  if (!dofs || !rows) return false;
  s->Ma = dofs;
  s->grad = dofs + nv;
  s->z = dofs + 2 * nv;
  s->search = dofs + 3 * nv;
  s->Mv = dofs + 4 * nv;
  s->jar = rows;
  s->Jv = rows + nefc;
  s->b = rows + 2 * nefc;
  return true;
}

// ---- blocks

static solve_Block makeBlock(const mjData* d, const con_Rows* rows, const con_Block* b, int row) {
  solve_Block block = {.shape = b->shape,
                       .index = (int)(b - rows->block),
                       .row = row,
                       .nefc = b->nefc,
                       .ncol = b->ncol,
                       .col = rows->col + b->col,
                       .jac = rows->jac + b->jac};
  if (b->contact >= 0) {
    block.contact = d->contact + b->contact;
    block.friction = block.contact->friction;
  }
  return block;
}

// counts the block in its problem
static void addBlock(solve_Problem* p, const con_Block* b, bool elliptic, int width) {
  const bool cone = elliptic && b->contact >= 0;
  p->nblock++;
  p->ncone += cone;
  p->nefc += b->nefc;
  p->ne += b->shape == CON_EQUALITY ? b->nefc : 0;
  p->nf += b->shape == CON_FRICTION ? b->nefc : 0;
  p->none += b->shape > CON_FRICTION && !cone ? b->nefc : 0;
  p->nJ += b->nefc * (width ? width : b->ncol);
}

// by the rows themselves: the option may have changed since they were made
static bool hasCones(const con_Rows* rows) {
  for (int k = rows->nblock - 1; k >= 0 && rows->block[k].contact >= 0; k--) {
    if (rows->block[k].shape == CON_ELLIPTIC) return true;
  }
  return false;
}

static void sortBlocks(solve_System* s, const con_Rows* rows, const int* island) {
  const mjModel* m = s->m;
  const bool elliptic = hasCones(rows);
  const int width = s->d->efc_J_rownnz ? 0 : (int)m->nv;
  for (int k = 0; k < rows->nblock; k++) {
    const con_Block* b = rows->block + k;
    addBlock(s->problem + (island ? island[b->efc] : 0), b, elliptic, width);
    if (b->ncol > s->maxcol) s->maxcol = b->ncol;
  }
  solve_Block* at = s->block;
  for (int i = 0; i < s->nproblem; i++) {
    s->problem[i].block = at;
    at += s->problem[i].nblock;
    s->problem[i].nblock = 0;  // counted again as blocks are placed
  }
  for (int k = 0; k < rows->nblock; k++) {
    const con_Block* b = rows->block + k;
    const int i = island ? island[b->efc] : 0;
    solve_Problem* p = s->problem + i;
    const int row = s->gathered ? s->d->map_efc2iefc[b->efc] - s->d->island_iefcadr[i] : b->efc;
    solve_Block* place = s->block + (p->block - s->block) + p->nblock++;
    *place = makeBlock(s->d, rows, b, row);
  }
}

// ---- dofs

// trees of an island in ascending order, neighbours joined
static int islandRanges(const mjModel* m, const mjData* d, int island, solve_Range* range) {
  int n = 0;
  for (int k = 0; k < d->island_ntree[island]; k++) {
    const int tree = d->map_itree2tree[d->island_itreeadr[island] + k];
    const int adr = m->tree_dofadr[tree], num = m->tree_dofnum[tree];
    if (n && range[n - 1].adr + range[n - 1].num == adr) {
      range[n - 1].num += num;
    } else {
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

static void setDofs(solve_System* s, solve_Range* range, bool islands) {
  const mjModel* m = s->m;
  for (int i = 0; i < s->nproblem; i++) {
    solve_Problem* p = s->problem + i;
    p->range = range;
    if (islands) {
      p->nv = s->d->island_nv[i];
      p->nrange = islandRanges(m, s->d, i, range);
      p->number = s->d->map_dof2idof;
      p->first = s->d->island_idofadr[i];
      p->dof = s->d->map_idof2dof + p->first;
      p->scale = 1 / trace(m, s->d, p);
    } else {
      p->nv = (int)m->nv;
      p->nrange = 1;
      range[0] = (solve_Range){0, (int)m->nv};
      p->scale = 1 / (m->stat.meaninertia * mju_max(1, (mjtNum)m->nv));
    }
    range += p->nrange;
  }
}

// ---- rows

// rows of blocks in efc_J: sums run over the dofs of a problem, in its own numbers
static void setSpans(solve_System* s, const con_Rows* rows) {
  const int nv = (int)s->m->nv;
  for (int i = 0; i < s->nproblem; i++) {
    const solve_Problem* p = s->problem + i;
    const solve_Range range = p->nrange == 1 ? *p->range : (solve_Range){0, nv};
    for (int k = 0; k < p->nblock; k++) {
      solve_Block* b = s->block + (p->block - s->block) + k;
      b->span = con_span(s->d, rows, rows->block + b->index, range.adr, range.num, nv);
      b->scattered = p->nrange > 1 && !b->span.col;
    }
  }
}

static void setRows(solve_System* s) {
  mjData* d = s->d;
  for (int i = 0; i < s->nproblem; i++) {
    solve_Problem* p = s->problem + i;
    const int adr = s->gathered ? d->island_iefcadr[i] : 0;
    p->island = i;
    p->D = (s->gathered ? d->iefc_D : d->efc_D) + adr;
    p->R = (s->gathered ? d->iefc_R : d->efc_R) + adr;
    p->aref = (s->gathered ? d->iefc_aref : d->efc_aref) + adr;
    p->frictionloss = (s->gathered ? d->iefc_frictionloss : d->efc_frictionloss) + adr;
    p->force = (s->gathered ? d->iefc_force : d->efc_force) + adr;
    p->state = (s->gathered ? d->iefc_state : d->efc_state) + adr;
    p->jar = s->jar + adr;
    p->Jv = s->Jv + adr;
  }
}

// where the columns of a problem's dofs begin; returns the end of the last one
static int placeColumns(const solve_Problem* p, int* adr, int* num, int begin) {
  for (int r = 0; r < p->nrange; r++) {
    for (int k = 0; k < p->range[r].num; k++) num[p->range[r].adr + k] = 0;
  }
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    for (int c = 0; c < b->ncol; c++) num[b->col[c]] += b->nefc;
  }
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      adr[i] = begin;
      begin += num[i];
      num[i] = 0;  // counted again as they are filled
    }
  }
  return begin;
}

static void fillColumns(const solve_Problem* p, const int* adr, int* num, int* row, mjtNum* val) {
  for (int k = 0; k < p->nblock; k++) {
    const solve_Block* b = p->block + k;
    const int stride = b->span.stride, first = b->row, n = b->nefc;
    for (int c = 0; c < b->ncol; c++) {
      const int dof = b->col[c], at = adr[dof] + num[dof];
      const mjtNum* J = b->span.J + c;
      for (int i = 0; i < n; i++, J += stride) {
        row[at + i] = first + i;
        val[at + i] = *J;
      }
      num[dof] += n;
    }
  }
}

// columns of J: the transposed product of a sparse J sums over them
static bool makeColumns(solve_System* s) {
  const size_t nv = (size_t)s->m->nv;
  int *adr = stack_int(s->d, nv), *num = stack_int(s->d, nv), size = 0;
  if (!adr || !num) return false;
  for (int i = 0; i < s->nproblem; i++) {
    size = placeColumns(s->problem + i, adr, num, size);
  }
  int* row = stack_int(s->d, (size_t)size);
  mjtNum* val = stack_num(s->d, (size_t)size);
  if (!row || !val) return false;
  for (int i = 0; i < s->nproblem; i++) {
    fillColumns(s->problem + i, adr, num, row, val);
    s->problem[i].columns = (solve_Columns){adr, num, row, val};
  }
  return true;
}

// what may have changed since the islands were found
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
    work += (mjtSize)p->nJ + p->nefc + p->nv;
  }
  return work;
}

bool solve_system(const mjModel* m, mjData* d, bool islands, solve_System* s) {
  const con_Rows rows = con_rows(d);
  *s = (solve_System){.m = m, .d = d, .nproblem = islands ? d->nisland : 1};
  s->gathered = islands && d->nisland > 1;
  s->problem = take(d, (size_t)s->nproblem, sizeof *s->problem);
  s->block = take(d, (size_t)rows.nblock, sizeof *s->block);
  solve_Range* range = take(d, (size_t)m->ntree + 1, sizeof *range);
  if (!s->problem || !s->block || !range || !takeVectors(s)) return false;
  for (int i = 0; i < s->nproblem; i++) s->problem[i] = (solve_Problem){0};
  sortBlocks(s, &rows, s->gathered ? d->efc_island : NULL);
  setDofs(s, range, islands);
  setRows(s);
  s->work = workOf(s);
  if (s->gathered) gatherRows(m, d);
  setSpans(s, &rows);
  s->whole = d->efc_J_rownnz || s->problem[0].nv == m->nv;
  return !d->efc_J_rownnz || makeColumns(s);
}
