// Builds the constraint Jacobian rows: plans, allocates, fills, in the order equalities, friction
// loss of dofs and tendons, limits of joints and tendons, contacts.
//   contacts, frames, tendons, qpos, eq_active -> efc_*, ne, nf, nl, nefc, nJ, contact.efc_address
#include "constraint/rows.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include <sinew/api.h>

#include "model/private_data.h"
#include "model/stack.h"
#include "model/threads.h"
#include "model/warning.h"

enum { ALIGN = 64 };

// ---- rows of the last pass

// frees everything that the arena holds after the contacts
static void forgetRows(mjData* d) {
  const size_t contacts = (size_t)d->ncon * sizeof(mjContact);
  private_forgetRows(d);
  if (d->parena != contacts || d->efc_J) {
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

con_Block* rows_plan(rows_Build* b, con_Shape shape, int type, int id, int nefc, int nbase,
                     int ncol) {
  ASSERT_FULL(b->nplan < b->most);
  con_Block* block = &b->block[b->nplan++];
  *block = (con_Block){.shape = shape,
                       .type = type,
                       .id = id,
                       .contact = -1,
                       .tree = {-1, -1},
                       .nefc = nefc,
                       .nbase = nbase,
                       .ncol = ncol};
  b->nefc += nefc;
  b->ncol += ncol;
  b->njac += (mjtSize)nbase * ncol;
  b->nJ += (mjtSize)nefc * ncol;
  return block;
}

static bool isOff(const mjModel* m, int flag) { return (m->opt.disableflags & flag) != 0; }

// capacity for every constraint that the model can have, of which the planned blocks are kept;
// false: the arena is too small
static bool planAll(rows_Build* b) {
  const mjModel* m = b->m;
  b->most = (int)(m->neq + m->nv + 2 * m->njnt + 3 * m->ntendon + b->d->ncon);
  b->most += rows_mostFlexBlocks(m);
  b->block = stack_arena(b->d, (size_t)b->most * sizeof *b->block, ALIGN);
  if (!b->block) return false;
  if (!isOff(m, mjDSBL_EQUALITY)) rows_planEquality(b);
  if (!isOff(m, mjDSBL_FRICTIONLOSS)) rows_planFriction(b);
  if (!isOff(m, mjDSBL_LIMIT)) rows_planLimit(b);
  if (!isOff(m, mjDSBL_CONTACT)) rows_planContact(b);
  b->d->parena = (size_t)((char*)(b->block + b->nplan) - (char*)b->d->arena);
  if (!b->sparse) b->nJ = b->nefc * m->nv;
  return b->nJ <= INT_MAX && b->ncol <= INT_MAX && b->nefc <= INT_MAX;
}

// ---- memory

// arrays over rows, with their values per row; the last three int arrays exist only if J is sparse
typedef struct {
  size_t member;  // of mjData
  int per;
} Array;

#define ROW(member, per)                                                                           \
  { offsetof(mjData, member), per }

static const Array rowNums[] = {
    ROW(efc_pos, 1),   ROW(efc_margin, 1), ROW(efc_frictionloss, 1),
    ROW(efc_diagA, 1), ROW(efc_KBIP, 4),   ROW(efc_D, 1),
    ROW(efc_R, 1),     ROW(efc_vel, 1),    ROW(efc_aref, 1),
    ROW(efc_b, 1),     ROW(efc_force, 1),
};
static const Array rowInts[] = {
    ROW(efc_type, 1),     ROW(efc_id, 1),       ROW(efc_state, 1),
    ROW(efc_J_rownnz, 1), ROW(efc_J_rowadr, 1), ROW(efc_J_rowsuper, 1),
};
#undef ROW

enum {
  ROW_NUMS = sizeof rowNums / sizeof *rowNums,
  ROW_INTS = sizeof rowInts / sizeof *rowInts,
  ROW_DENSE_INTS = ROW_INTS - 3,
};

static size_t perRow(const Array* array, int n) {
  size_t sum = 0;
  for (int i = 0; i < n; i++) sum += (size_t)array[i].per;
  return sum;
}

// sets the members to consecutive arrays of n rows; returns the end
static mjtNum* placeNums(mjData* d, mjtNum* at, mjtSize n) {
  for (int i = 0; i < ROW_NUMS; at += rowNums[i++].per * n) {
    *(mjtNum**)((char*)d + rowNums[i].member) = at;
  }
  return at;
}

static int* placeInts(mjData* d, int* at, mjtSize n, int count) {
  for (int i = 0; i < count; at += rowInts[i++].per * n) {
    *(int**)((char*)d + rowInts[i].member) = at;
  }
  return at;
}

static bool takeMemory(rows_Build* b) {
  mjData* d = b->d;
  // only the rows of pyramids differ from their base rows
  const bool shared = b->sparse && b->nJ == b->njac;
  const int nint = b->sparse ? ROW_INTS : ROW_DENSE_INTS;
  const size_t n = (size_t)b->nefc, njac = (size_t)b->njac, nJ = (size_t)b->nJ;
  const size_t nums = perRow(rowNums, ROW_NUMS) * n + njac + (shared ? 0 : nJ);
  const size_t ints =
      perRow(rowInts, nint) * n + (size_t)(b->m->ntendon + b->ncol) + (b->sparse ? nJ : 0);
  mjtNum* num = stack_arena(d, nums * sizeof(mjtNum), ALIGN);
  int* integer = stack_arena(d, ints * sizeof(int), ALIGN);
  if (!num || !integer) return false;
  b->jac = num;
  d->efc_J = shared ? num : num + njac;
  const mjtNum* end = placeNums(d, num + njac + (shared ? 0 : nJ), b->nefc);
  ASSERT_FULL(end == num + nums);
  d->tendon_efcadr = placeInts(d, integer, b->nefc, nint);
  b->col = d->tendon_efcadr + b->m->ntendon;
  if (b->sparse) d->efc_J_colind = b->col + b->ncol;
  ASSERT(b->col + b->ncol + (b->sparse ? nJ : 0) == integer + ints);
  if (!b->sparse) memset(d->efc_J, 0, nJ * sizeof *d->efc_J);  // blocks write only their columns
  // arrays that later stages fill: vel, aref, b, force, which are last
  memset(d->efc_vel, 0, 4 * n * sizeof *d->efc_vel);
  memset(d->efc_state, 0, n * sizeof *d->efc_state);
  for (int i = 0; i < b->m->ntendon; i++) d->tendon_efcadr[i] = -1;
  return true;
}

// no rows: empty arrays, not NULL, because programs may pass them to functions
static void placeNone(mjData* d) {
  const uintptr_t used = (d->parena + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
  const size_t most = (size_t)d->narena;
  void* at = (char*)d->arena + (used < most ? used : most);
  d->efc_J = at;
  placeNums(d, at, 0);
  placeInts(d, at, 0, ROW_DENSE_INTS);
}

// ---- blocks

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
// odd: rows of zeros
static bool isEmpty(const rows_Build* b, const con_Block* block) {
  return !block->ncol || (!b->sparse && isZero(b->jac + block->jac, block->nbase * block->ncol));
}

// impedance, and efc_J from entry adr; law: that of the previous block
static void finishBlock(const rows_Build* b, con_Block* block, mjtSize adr, rows_Law* law) {
  mjData* d = b->d;
  ASSERT_FULL(block->tree[0] >= 0);
  ASSERT_FULL(assert_ascend(b->col + block->col, block->ncol));
  for (int i = block->efc; i < block->efc + block->nefc; i++) {
    d->efc_type[i] = block->type;
    d->efc_id[i] = block->id;
  }
  imp_block(b->m, d, block, law);
  expand_block(b->m, d, block, b->col + block->col, b->jac + block->jac, b->sparse, adr);
}

// advances the ends of the arrays past this block
static void countBlock(rows_Build* b, const con_Block* block) {
  b->nblock++;
  b->nJ += (mjtSize)block->nefc * (b->sparse ? block->ncol : b->m->nv);
  b->njac += (mjtSize)block->nbase * block->ncol;
  if (block->col == b->ncol) b->ncol += block->ncol;
  b->d->nefc += block->nefc;
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
  ASSERT_FULL(assert_ascend(col, block->ncol));
  for (int i = 0; i < block->ncol; i++) {
    const int tree = b->m->dof_treeid[col[i]];
    if (tree == last) continue;
    last = tree;  // columns ascend, and so do trees
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
  ASSERT_FULL(block->nbase == 1);
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
  ASSERT_FULL(block->ncol == b->m->ten_J_rownnz[tendon]);
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

typedef void Fill(rows_Build* b, con_Block* block);

static Fill* const fillTable[] = {
    [mjCNSTR_EQUALITY] = rows_fillEquality,
    [mjCNSTR_FRICTION_DOF] = rows_fillFriction,
    [mjCNSTR_FRICTION_TENDON] = rows_fillTendonFriction,
    [mjCNSTR_LIMIT_JOINT] = rows_fillJointLimit,
    [mjCNSTR_LIMIT_TENDON] = rows_fillTendonLimit,
};

// con_rows and sensors look up rows by kind: rows are in the order of their types
_Static_assert(mjCNSTR_EQUALITY < mjCNSTR_FRICTION_DOF &&
                   mjCNSTR_FRICTION_DOF < mjCNSTR_FRICTION_TENDON &&
                   mjCNSTR_FRICTION_TENDON < mjCNSTR_LIMIT_JOINT &&
                   mjCNSTR_LIMIT_JOINT < mjCNSTR_LIMIT_TENDON &&
                   mjCNSTR_LIMIT_TENDON < mjCNSTR_CONTACT_FRICTIONLESS,
               "types are in the order of their rows");

// the counter for rows of a type; contacts have none
static int* counterOf(mjData* d, int type) {
  int* const table[] = {&d->ne, &d->nf, &d->nf, &d->nl, &d->nl};
  ASSERT_FULL(type <= mjCNSTR_LIMIT_TENDON);
  return table[type];
}

// opens the next block of the plan at the ends of the arrays
static con_Block* openBlock(rows_Build* b, int plan) {
  con_Block* block = &b->block[b->nblock];
  ASSERT_FULL(b->nblock <= plan);
  if (b->nblock < plan) *block = b->block[plan];  // earlier blocks were dropped
  block->efc = b->d->nefc;
  block->col = (int)b->ncol;
  block->jac = (int)b->njac;
  return block;
}

// fills the blocks before contacts and drops empty ones; returns the plan index of the first
// contact
static int fillOthers(rows_Build* b) {
  mjData* d = b->d;
  int i = 0;
  for (; i < b->nplan && b->block[i].contact < 0; i++) {
    const int before = d->nefc;
    con_Block* block = openBlock(b, i);
    fillTable[block->type](b, block);
    if (isEmpty(b, block)) continue;
    finishBlock(b, block, b->nJ, &b->law);
    countBlock(b, block);
    *counterOf(d, block->type) += d->nefc - before;
    ASSERT_FULL(d->nefc == d->ne + d->nf + d->nl);  // contacts come last
  }
  return i;
}

enum { CHUNK = 16, FOR_THREADS = 4 * CHUNK };

// blocks of contacts from `first`, in chunks
typedef struct {
  rows_Build* b;
  int first;
} Contacts;

static void fillBlocks(rows_Build* b, int begin, int end, rows_Law* law) {
  for (int i = begin; i < end; i++) {
    con_Block* block = &b->block[i];
    rows_fillContact(b, block);
    finishBlock(b, block, block->J, law);
  }
}

static void fillChunk(void* context, int chunk, int worker) {
  (void)worker;
  const Contacts* all = context;
  const int begin = all->first + chunk * CHUNK, end = begin + CHUNK;
  rows_Law law = {.known = false};
  fillBlocks(all->b, begin, end < all->b->nblock ? end : all->b->nblock, &law);
}

// returns true if the parameters may raise a warning, which only one thread may do
static bool isTold(const mjData* d) {
  bool mixed = false;
  for (int i = 0; i < d->ncon && !mixed; i++) {
    mixed = imp_isMixed(d->contact[i].solref) || imp_isMixed(d->contact[i].solreffriction);
  }
  return mixed && !private_of(d)->toldMixed;
}

// addresses and columns sequentially, then values, in parallel if there are many
static void fillContacts(rows_Build* b, int plan) {
  mjData* d = b->d;
  Contacts all = {b, b->nblock};
  for (; plan < b->nplan; plan++) {
    con_Block* block = openBlock(b, plan);
    block->J = (int)b->nJ;
    rows_placeContact(b, block);
    countBlock(b, block);
  }
  const int n = b->nblock - all.first;
  if (n >= FOR_THREADS && threads_count(d) > 1 && !isTold(d)) {
    threads_run(d, fillChunk, &all, (n + CHUNK - 1) / CHUNK);
  } else {
    fillBlocks(b, all.first, b->nblock, &b->law);
  }
}

static void fillAll(rows_Build* b) {
  mjData* d = b->d;
  const mjtSize planned = b->nJ, nefc = b->nefc, ncol = b->ncol, njac = b->njac;
  b->nefc = b->ncol = b->njac = b->nJ = 0;
  fillContacts(b, fillOthers(b));
  ASSERT_FULL(d->nefc <= nefc && b->ncol <= ncol);
  ASSERT_FULL(b->njac <= njac && b->nJ <= planned);
  d->nJ = (int)(b->sparse ? b->nJ : planned);  // odd: rows of zeros; dense, dropped ones count
  if (d->nefc > d->maxuse_efc) d->maxuse_efc = d->nefc;
}

// number of contacts if some are elliptic, else 0; they are the last blocks
static int countCones(const rows_Build* b) {
  int n = 0;
  bool elliptic = false;
  for (int k = b->nblock - 1; k >= 0 && b->block[k].contact >= 0; k--, n++) {
    elliptic |= b->block[k].shape == CON_ELLIPTIC;
  }
  return elliptic ? n : 0;
}

static void publish(const rows_Build* b) {
  private_Data* priv = private_of(b->d);
  const char* arena = b->d->arena;
  priv->nblock = b->nblock;
  priv->ncone = countCones(b);
  priv->block = (size_t)((const char*)b->block - arena);
  priv->col = (size_t)((const char*)b->col - arena);
  priv->jac = (size_t)((const char*)b->jac - arena);
}

void con_forget(mjData* d) {
  forgetRows(d);
  unlinkContacts(d);
}

void con_make(const mjModel* m, mjData* d) {
  con_forget(d);
  if (isOff(m, mjDSBL_CONSTRAINT)) return;
  if (!m->nv) {
    placeNone(d);
    return;
  }
  rows_Build b = {.m = m, .d = d, .sparse = con_isSparse(m), .pyramidal = con_isPyramidal(m)};
  const size_t contacts = d->parena;
  b.sleeping = awake_anyAsleep(m, d);
  if (!planAll(&b) || (b.nefc && !takeMemory(&b))) {
    rows_full(d);
  } else if (b.nefc) {
    fillAll(&b);
    publish(&b);
    if (b.sparse) {
      const con_Rows rows = con_rows(d);
      ASSERT_FULL(con_isGapless(&rows));
      expand_rowsuper(d, &rows);
    }
  } else {
    d->parena = contacts;
    placeNone(d);
  }
}

con_Rows con_rows(const mjData* d) {
  const private_Data* priv = private_of(d);
  const char* arena = d->arena;
  con_Rows rows = {.nblock = priv->nblock,
                   .ncone = priv->ncone,
                   .block = (const con_Block*)(arena + priv->block),
                   .nefc = d->nefc,
                   .ne = d->ne,
                   .nf = d->nf,
                   .col = (const int*)(arena + priv->col),
                   .jac = (const mjtNum*)(arena + priv->jac),
                   .J = d->efc_J,
                   .sparse = d->efc_J_rownnz != NULL,
                   .D = d->efc_D,
                   .R = d->efc_R,
                   .frictionloss = d->efc_frictionloss,
                   .aref = d->efc_aref,
                   .contact = d->contact};
  rows.none = (rows.ncone ? rows.block[rows.nblock - rows.ncone].efc : d->nefc) - d->ne - d->nf;
  return rows;
}
