// Symbolic factorization cache: sparsity patterns of Hessians that earlier solves have found, in
// the private data of mjData. While the same constraints couple the same dofs, a problem reuses its
// pattern. Problems of one solve have no dof in common, so entries share the arrays over dofs: a
// new entry takes over its dofs from older entries, which become invalid. Entries are stored one
// after another; if there is no space for one more, all of them are dropped.
//   entry: HEAD ints, the key, the lists
#include "solve/hessian.h"

#include <string.h>

#include "model/private_data.h"

enum { VALID, KEY, SIZE, SCRATCH, HEAD };  // is it valid, ints of its key; symbolic_Entry

// ---- keys: the model, the dofs of the problem, and the columns of each block that has several

typedef struct {
  int *at, *end;
  bool compare;  // compares with the stored key, or writes it
} Key;

static bool pass(Key* key, const int* part, int n) {
  if (n > key->end - key->at) return false;
  const size_t bytes = (size_t)n * sizeof *part;
  if (key->compare) {
    if (memcmp(key->at, part, bytes) != 0) return false;
  } else {
    memcpy(key->at, part, bytes);
  }
  key->at += n;
  return true;
}

static bool passKey(Key* key, const mjModel* m, const solve_Problem* p) {
  int head[4] = {0, 0, p->nv, p->nrange}, last = -1;
  memcpy(head, &m->signature, sizeof m->signature);
  if (!pass(key, head, 4)) return false;
  for (int r = 0; r < p->nrange; r++) {
    if (!pass(key, (const int[]){p->range[r].adr, p->range[r].num}, 2)) return false;
  }
  for (int k = 0; k < p->rows.nblock; k++) {
    const con_Block* b = p->rows.block + k;
    if (b->ncol < 2 || b->col == last) continue;
    last = b->col;
    if (!pass(key, &b->ncol, 1) || !pass(key, con_columns(&p->rows, b), b->ncol)) return false;
  }
  return !key->compare || key->at == key->end;
}

// ---- entries

void symbolic_start(mjData* d) { private_of(d)->patternServed = 0; }

symbolic_Entry symbolic_find(const solve_System* s, const solve_Problem* p) {
  private_Data* priv = private_of(s->d);
  const int at = s->alone && priv->patternEnd ? priv->patternOwner[p->range[0].adr] : -1;
  if (at < 0 || !priv->pattern[at + VALID]) return (symbolic_Entry){0};
  int* head = priv->pattern + at;
  Key key = {head + HEAD, head + HEAD + head[KEY], true};
  if (!passKey(&key, s->m, p)) return (symbolic_Entry){0};
  priv->patternServed++;
  return (symbolic_Entry){
      .dof = priv->patternDof, .list = key.end, .size = head[SIZE], .scratch = head[SCRATCH]};
}

// sets the entry that the dofs of a problem belong to, -1: none
static void setOwner(const private_Data* priv, const solve_Problem* p, int entry) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int owner = priv->patternOwner[i];
      if (owner >= 0) priv->pattern[owner + VALID] = 0;
      priv->patternOwner[i] = entry;
    }
  }
}

// drops all entries
static void forgetAll(private_Data* priv, int nv) {
  priv->patternEnd = 0;
  for (int i = 0; i < nv; i++) priv->patternOwner[i] = -1;
}

// writes the key after the other entries; false: not enough space
static bool writeKey(const solve_System* s, const solve_Problem* p, symbolic_Entry* entry) {
  private_Data* priv = private_of(s->d);
  int* const end = priv->pattern + priv->patternMost;
  entry->head = NULL;
  if (priv->patternEnd > priv->patternMost - HEAD) return false;
  int* const head = priv->pattern + priv->patternEnd;
  Key key = {head + HEAD, end, false};
  if (!passKey(&key, s->m, p)) return false;
  head[KEY] = (int)(key.at - (head + HEAD));
  entry->head = head;
  entry->list = key.at;
  entry->room = (int)(end - key.at);
  return true;
}

symbolic_Entry symbolic_begin(const solve_System* s, const solve_Problem* p) {
  private_Data* priv = private_of(s->d);
  const int nv = (int)s->m->nv;
  if (!s->alone || !priv->patternMost) return (symbolic_Entry){0};
  if (!priv->patternEnd) forgetAll(priv, nv);
  symbolic_Entry entry = {.dof = priv->patternDof};
  setOwner(priv, p, -1);
  if (!writeKey(s, p, &entry) && priv->patternEnd) {
    forgetAll(priv, nv);
    writeKey(s, p, &entry);
  }
  return entry;
}

bool symbolic_reserve(const solve_System* s, const solve_Problem* p, symbolic_Entry* entry,
                      size_t ints) {
  private_Data* priv = private_of(s->d);
  if (entry->head && ints > (size_t)entry->room && priv->patternEnd) {
    forgetAll(priv, (int)s->m->nv);
    writeKey(s, p, entry);
  }
  if (entry->head && ints > (size_t)entry->room) entry->head = NULL;
  return entry->head != NULL;
}

void symbolic_end(const solve_System* s, const solve_Problem* p, const symbolic_Entry* entry,
                  int used) {
  private_Data* priv = private_of(s->d);
  ASSERT_FULL(entry->head == priv->pattern + priv->patternEnd && used <= entry->room);
  setOwner(priv, p, priv->patternEnd);
  entry->head[VALID] = 1;
  entry->head[SIZE] = entry->size;
  entry->head[SCRATCH] = entry->scratch;
  priv->patternEnd = (int)(entry->list - priv->pattern) + used;
}
