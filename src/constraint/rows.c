// Driver of the constraint rows: plan, take memory, fill, in the order equality, friction of dofs
// and tendons, limits of joints and tendons, contacts.
//   contacts, frames, tendons, qpos, eq_active -> efc_*, ne, nf, nl, nefc, nJ, contact.efc_address
#include "constraint/rows.h"

#include <limits.h>
#include <stdalign.h>
#include <string.h>

#include <sinew/api.h>

#include "model/hidden.h"
#include "model/stack.h"
#include "model/warning.h"

// ---- what was there before

// forgets all that the arena holds behind the contacts
static void forgetRows(mjData* d) {
  const size_t contacts = (size_t)d->ncon * sizeof(mjContact);
  hidden_of(d)->nblock = 0;
  if (d->parena != contacts) {
    const int ncon = d->ncon;
    stack_clearArena(d);
    d->parena = contacts;
    d->ncon = ncon;
  }
}

static void unlinkContacts(mjData* d) {
  for (int i = 0; i < d->ncon; i++) d->contact[i].efc_address = -1;
}

void rows_full(mjData* d) {
  d->nefc = 0;
  forgetRows(d);
  unlinkContacts(d);
  warning_rowsFull(d);
}

// ---- plan

void rows_plan(rows_Build* b, int type, int id, int nefc, int nbase, int ncol, int common,
               mjtNum pos) {
  b->plan[b->nplan++] = (rows_Plan){type, id, nefc, nbase, ncol, common, pos};
  b->nefc += nefc;
  b->ncol += ncol;
  b->njac += (mjtSize)nbase * ncol;
  b->nJ += (mjtSize)nefc * ncol;
}

static bool isOff(const mjModel* m, int flag) { return (m->opt.disableflags & flag) != 0; }

// room for every constraint that the model can have; false: it does not fit
static bool planAll(rows_Build* b) {
  const mjModel* m = b->m;
  const mjtSize most = m->neq + m->nv + 2 * m->njnt + 3 * m->ntendon + b->d->ncon;
  b->plan = stack_alloc(b->d, (size_t)most * sizeof *b->plan, alignof(rows_Plan));
  if (!b->plan) return false;
  if (!isOff(m, mjDSBL_EQUALITY)) rows_planEquality(b);
  if (!isOff(m, mjDSBL_FRICTIONLOSS)) rows_planFriction(b);
  if (!isOff(m, mjDSBL_LIMIT)) rows_planLimit(b);
  if (!isOff(m, mjDSBL_CONTACT)) rows_planContact(b);
  if (!b->sparse) b->nJ = b->nefc * m->nv;
  return b->nJ <= INT_MAX && b->ncol <= INT_MAX && b->nefc <= INT_MAX;
}

// ---- memory

// numbers and ints in one piece
typedef struct {
  mjtNum* num;
  int* integer;
} Piece;

static mjtNum* takeNum(Piece* piece, mjtSize n) {
  mjtNum* at = piece->num;
  piece->num += n;
  return at;
}

static int* takeInt(Piece* piece, mjtSize n) {
  int* at = piece->integer;
  piece->integer += n;
  return at;
}

static void placeRows(rows_Build* b, Piece* piece, bool shared) {
  mjData* d = b->d;
  const mjtSize n = b->nefc;
  b->jac = takeNum(piece, b->njac);
  d->efc_J = shared ? b->jac : takeNum(piece, b->nJ);
  d->efc_pos = takeNum(piece, n);
  d->efc_margin = takeNum(piece, n);
  d->efc_frictionloss = takeNum(piece, n);
  d->efc_diagA = takeNum(piece, n);
  d->efc_KBIP = takeNum(piece, 4 * n);
  d->efc_D = takeNum(piece, n);
  d->efc_R = takeNum(piece, n);
  d->efc_vel = takeNum(piece, n);
  d->efc_aref = takeNum(piece, n);
  d->efc_b = takeNum(piece, n);
  d->efc_force = takeNum(piece, n);
  d->efc_type = takeInt(piece, n);
  d->efc_id = takeInt(piece, n);
  d->efc_state = takeInt(piece, n);
  d->tendon_efcadr = takeInt(piece, b->m->ntendon);
  b->col = takeInt(piece, b->ncol);
  if (!b->sparse) return;
  d->efc_J_rownnz = takeInt(piece, n);
  d->efc_J_rowadr = takeInt(piece, n);
  d->efc_J_rowsuper = takeInt(piece, n);
  d->efc_J_colind = takeInt(piece, b->nJ);
}

enum { ROW_NUMS = 14, ROW_INTS = 3, ROW_SPARSE_INTS = 3, ALIGN = 64 };

static bool takeMemory(rows_Build* b) {
  mjData* d = b->d;
  // rows of a pyramid are the only ones that differ from their base
  const bool shared = b->sparse && b->nJ == b->njac;
  const size_t nums = (size_t)(ROW_NUMS * b->nefc + b->njac + (shared ? 0 : b->nJ));
  const size_t ints = (size_t)((ROW_INTS + (b->sparse ? ROW_SPARSE_INTS : 0)) * b->nefc +
                               b->m->ntendon + b->ncol + (b->sparse ? b->nJ : 0));
  const size_t before = d->parena;
  b->block = stack_arena(d, (size_t)b->nplan * sizeof *b->block, ALIGN);
  Piece piece = {.num = stack_arena(d, nums * sizeof(mjtNum), ALIGN)};
  piece.integer = stack_arena(d, ints * sizeof(int), ALIGN);
  if (!b->block || !piece.num || !piece.integer) {
    d->parena = before;
    return false;
  }
  placeRows(b, &piece, shared);
  // what later stages fill: vel, aref, b, force
  memset(d->efc_vel, 0, 4 * (size_t)b->nefc * sizeof *d->efc_vel);
  memset(d->efc_state, 0, (size_t)b->nefc * sizeof *d->efc_state);
  for (int i = 0; i < b->m->ntendon; i++) d->tendon_efcadr[i] = -1;
  return true;
}

// ---- blocks

con_Block* rows_open(rows_Build* b, const rows_Plan* plan, con_Shape shape) {
  con_Block* block = &b->block[b->nblock];
  *block = (con_Block){.shape = shape,
                       .type = plan->type,
                       .id = plan->id,
                       .efc = b->d->nefc,
                       .nefc = plan->nefc,
                       .nbase = plan->nbase,
                       .ncol = plan->ncol,
                       .col = (int)b->ncol,
                       .jac = (int)b->njac,
                       .contact = -1,
                       .tree = {-1, -1}};
  return block;
}

void rows_setScalars(rows_Build* b, const con_Block* block, mjtNum pos, mjtNum margin,
                     mjtNum frictionloss, mjtNum diag) {
  mjData* d = b->d;
  for (int i = block->efc; i < block->efc + block->nefc; i++) {
    d->efc_pos[i] = pos;
    d->efc_margin[i] = margin;
    d->efc_frictionloss[i] = frictionloss;
    d->efc_diagA[i] = diag;
  }
}

static bool isZero(const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    if (vec[i] != 0) return false;
  }
  return true;
}

// rows of zeros say nothing: without columns, or dense and all zero; those of contacts have columns
static bool isEmpty(const rows_Build* b, const con_Block* block) {
  if (block->contact >= 0) return false;
  return !block->ncol || (!b->sparse && isZero(b->jac + block->jac, block->nbase * block->ncol));
}

void rows_close(rows_Build* b, con_Block* block) {
  mjData* d = b->d;
  if (isEmpty(b, block)) return;
  for (int i = block->efc; i < block->efc + block->nefc; i++) {
    d->efc_type[i] = block->type;
    d->efc_id[i] = block->id;
  }
  imp_block(b->m, d, block);
  const con_Rows rows = {0, b->block, b->col, b->jac};
  expand_block(b->m, d, &rows, block, b->sparse, b->nJ);
  b->nblock++;
  b->nJ += (mjtSize)block->nefc * (b->sparse ? block->ncol : b->m->nv);
  b->njac += (mjtSize)block->nbase * block->ncol;
  if (block->col == b->ncol) b->ncol += block->ncol;
  d->nefc += block->nefc;
}

void rows_markTendon(rows_Build* b, int tendon, int efc) {
  if (b->d->tendon_efcadr[tendon] < 0) b->d->tendon_efcadr[tendon] = efc;
}

// ---- trees

bool rows_bodiesRest(const rows_Build* b, int body1, int body2) {
  const int* awake = b->d->body_awake;
  return b->sleeping && awake[body1] != mjS_AWAKE && awake[body2] != mjS_AWAKE;
}

bool rows_tendonRests(const rows_Build* b, int tendon) {
  return b->sleeping && (!b->m->tendon_treenum[tendon] || awake_isTendonAsleep(b->m, b->d, tendon));
}

void rows_treesOfColumns(const rows_Build* b, con_Block* block) {
  const int* col = b->col + block->col;
  int last = -1, n = 0;
  for (int i = 0; i < block->ncol; i++) {
    const int tree = b->m->dof_treeid[col[i]];
    if (tree == last) continue;
    last = tree;  // columns ascend, so trees do
    if (n < 2) block->tree[n] = tree;
    n++;
  }
  if (n > 2) block->tree[1] = -2;
}

// a fixed tendon that lists a joint twice has two columns for it
void rows_squeeze(const rows_Build* b, con_Block* block) {
  int* col = b->col + block->col;
  mjtNum* jac = b->jac + block->jac;
  int n = 0;
  for (int i = 0; i < block->ncol; i++) {
    if (n && col[n - 1] == col[i]) {
      jac[n - 1] += jac[i];
    } else if (b->sparse || jac[i] != 0) {
      col[n] = col[i];
      jac[n++] = jac[i];
    }
  }
  block->ncol = n;
}

void rows_tendonColumns(rows_Build* b, con_Block* block, int tendon, mjtNum scl) {
  const int adr = b->m->ten_J_rowadr[tendon];
  int* col = b->col + block->col;
  mjtNum* jac = b->jac + block->jac;
  for (int i = 0; i < block->ncol; i++) {
    col[i] = b->m->ten_J_colind[adr + i];
    jac[i] = scl * b->d->ten_J[adr + i];
  }
  rows_squeeze(b, block);
  rows_treesOfColumns(b, block);
}

// ---- all

typedef void Fill(rows_Build* b, const rows_Plan* plan);

static Fill* const fillTable[] = {
    [mjCNSTR_EQUALITY] = rows_fillEquality,
    [mjCNSTR_FRICTION_DOF] = rows_fillFriction,
    [mjCNSTR_FRICTION_TENDON] = rows_fillTendonFriction,
    [mjCNSTR_LIMIT_JOINT] = rows_fillJointLimit,
    [mjCNSTR_LIMIT_TENDON] = rows_fillTendonLimit,
    [mjCNSTR_CONTACT_FRICTIONLESS] = rows_fillContact,
    [mjCNSTR_CONTACT_PYRAMIDAL] = rows_fillContact,
    [mjCNSTR_CONTACT_ELLIPTIC] = rows_fillContact,
};

// which counter has the rows of a type; contacts have none
static int* counterOf(mjData* d, int type) {
  int* const table[] = {&d->ne, &d->nf, &d->nf, &d->nl, &d->nl};
  return type <= mjCNSTR_LIMIT_TENDON ? table[type] : NULL;
}

static void fillAll(rows_Build* b) {
  mjData* d = b->d;
  const mjtSize planned = b->nJ;
  b->nefc = b->ncol = b->njac = b->nJ = 0;
  for (int i = 0; i < b->nplan; i++) {
    const int before = d->nefc;
    fillTable[b->plan[i].type](b, &b->plan[i]);
    int* counter = counterOf(d, b->plan[i].type);
    if (counter) *counter += d->nefc - before;
  }
  d->nJ = (int)(b->sparse ? b->nJ : planned);  // dense: dropped rows count
  if (d->nefc > d->maxuse_efc) d->maxuse_efc = d->nefc;
}

static void publish(const rows_Build* b) {
  hidden_Data* hidden = hidden_of(b->d);
  const char* arena = b->d->arena;
  hidden->nblock = b->nblock;
  hidden->block = (size_t)((const char*)b->block - arena);
  hidden->col = (size_t)((const char*)b->col - arena);
  hidden->jac = (size_t)((const char*)b->jac - arena);
}

void con_forget(mjData* d) {
  forgetRows(d);
  unlinkContacts(d);
}

void con_make(const mjModel* m, mjData* d) {
  con_forget(d);
  if (isOff(m, mjDSBL_CONSTRAINT) || !m->nv) return;
  rows_Build b = {.m = m, .d = d, .sparse = con_isSparse(m), .pyramidal = con_isPyramidal(m)};
  b.sleeping = awake_anyAsleep(m, d);
  mj_markStack(d);
  if (!planAll(&b) || (b.nefc && !takeMemory(&b))) {
    rows_full(d);
  } else if (b.nefc) {
    fillAll(&b);
    publish(&b);
    if (b.sparse) {
      const con_Rows rows = con_rows(d);
      expand_rowsuper(d, &rows);
    }
  }
  mj_freeStack(d);
}

con_Rows con_rows(const mjData* d) {
  const hidden_Data* hidden = hidden_of(d);
  const char* arena = d->arena;
  return (con_Rows){hidden->nblock, (const con_Block*)(arena + hidden->block),
                    (const int*)(arena + hidden->col), (const mjtNum*)(arena + hidden->jac)};
}
