// Patterns of the sparse Hessian that solves have found, in the hidden part of the data: while the
// same constraints couple the same dofs, a problem finds its pattern there. Problems of a solve
// have no dof in common, so entries share the arrays over dofs: an entry that is made takes its
// dofs from those that had them, and these are void. Entries stand one after another; if there is
// no room for one more, all of them go.
//   entry: HEAD ints, the key, the lists
#include "solve/hessian.h"

#include <string.h>

#include "model/hidden.h"

enum { VALID, KEY, SIZE, SCRATCH, HEAD };  // whether it is, ints of its key; kept_Entry

// ---- keys: the model, the dofs of the problem, and the columns of each block that has several

typedef struct {
  int *at, *end;
  bool compare;  // with what is there, or write it
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

void kept_start(mjData* d) { hidden_of(d)->patternServed = 0; }

kept_Entry kept_find(const solve_System* s, const solve_Problem* p) {
  hidden_Data* hidden = hidden_of(s->d);
  const int at = s->alone && hidden->patternEnd ? hidden->patternOwner[p->range[0].adr] : -1;
  if (at < 0 || !hidden->pattern[at + VALID]) return (kept_Entry){0};
  int* head = hidden->pattern + at;
  Key key = {head + HEAD, head + HEAD + head[KEY], true};
  if (!passKey(&key, s->m, p)) return (kept_Entry){0};
  hidden->patternServed++;
  return (kept_Entry){
      .dof = hidden->patternDof, .list = key.end, .size = head[SIZE], .scratch = head[SCRATCH]};
}

// the dofs of a problem belong to an entry, -1: to none
static void setOwner(const hidden_Data* hidden, const solve_Problem* p, int entry) {
  for (int r = 0; r < p->nrange; r++) {
    const int end = p->range[r].adr + p->range[r].num;
    for (int i = p->range[r].adr; i < end; i++) {
      const int owner = hidden->patternOwner[i];
      if (owner >= 0) hidden->pattern[owner + VALID] = 0;
      hidden->patternOwner[i] = entry;
    }
  }
}

// no entries
static void forgetAll(hidden_Data* hidden, int nv) {
  hidden->patternEnd = 0;
  for (int i = 0; i < nv; i++) hidden->patternOwner[i] = -1;
}

// the key behind the other entries; false: no room
static bool writeKey(const solve_System* s, const solve_Problem* p, kept_Entry* entry) {
  hidden_Data* hidden = hidden_of(s->d);
  int* const end = hidden->pattern + hidden->patternMost;
  entry->head = NULL;
  if (hidden->patternEnd > hidden->patternMost - HEAD) return false;
  int* const head = hidden->pattern + hidden->patternEnd;
  Key key = {head + HEAD, end, false};
  if (!passKey(&key, s->m, p)) return false;
  head[KEY] = (int)(key.at - (head + HEAD));
  entry->head = head;
  entry->list = key.at;
  entry->room = (int)(end - key.at);
  return true;
}

kept_Entry kept_begin(const solve_System* s, const solve_Problem* p) {
  hidden_Data* hidden = hidden_of(s->d);
  const int nv = (int)s->m->nv;
  if (!s->alone || !hidden->patternMost) return (kept_Entry){0};
  if (!hidden->patternEnd) forgetAll(hidden, nv);
  kept_Entry entry = {.dof = hidden->patternDof};
  setOwner(hidden, p, -1);
  if (!writeKey(s, p, &entry) && hidden->patternEnd) {
    forgetAll(hidden, nv);
    writeKey(s, p, &entry);
  }
  return entry;
}

bool kept_reserve(const solve_System* s, const solve_Problem* p, kept_Entry* entry, size_t ints) {
  hidden_Data* hidden = hidden_of(s->d);
  if (entry->head && ints > (size_t)entry->room && hidden->patternEnd) {
    forgetAll(hidden, (int)s->m->nv);
    writeKey(s, p, entry);
  }
  if (entry->head && ints > (size_t)entry->room) entry->head = NULL;
  return entry->head != NULL;
}

void kept_end(const solve_System* s, const solve_Problem* p, const kept_Entry* entry, int used) {
  hidden_Data* hidden = hidden_of(s->d);
  ASSERT_FULL(entry->head == hidden->pattern + hidden->patternEnd && used <= entry->room);
  setOwner(hidden, p, hidden->patternEnd);
  entry->head[VALID] = 1;
  entry->head[SIZE] = entry->size;
  entry->head[SCRATCH] = entry->scratch;
  hidden->patternEnd = (int)(entry->list - hidden->pattern) + used;
}
