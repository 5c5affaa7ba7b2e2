// Patterns of the sparse Hessian that the last solve found, in the hidden part of the data: while
// the same constraints couple the same dofs, a problem finds its pattern there. Entries stand in
// the order of the problems that have fill. One that does not match ends the list, and what is
// found then takes its place. Problems of a solve have no dof in common, so their entries share the
// arrays over dofs.
//   entry: HEAD ints, the key, the lists
#include "solve/hessian.h"

#include <limits.h>
#include <string.h>

#include "model/hidden.h"

enum { LENGTH, KEY, SIZE, MOST, SCRATCH, HEAD };  // ints of an entry, of its key; kept_Entry

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

void kept_start(mjData* d) { hidden_of(d)->patternAt = 0; }

kept_Entry kept_find(const solve_System* s, const solve_Problem* p) {
  hidden_Data* hidden = hidden_of(s->d);
  if (!s->alone || hidden->patternAt >= hidden->patternEnd) return (kept_Entry){0};
  int* head = hidden->pattern + hidden->patternAt;
  Key key = {head + HEAD, head + HEAD + head[KEY], true};
  if (!passKey(&key, s->m, p)) return (kept_Entry){0};
  hidden->patternAt += head[LENGTH];
  ASSERT_FULL(hidden->patternAt <= hidden->patternEnd);
  return (kept_Entry){.dof = hidden->patternDof,
                      .list = key.end,
                      .size = head[SIZE],
                      .most = head[MOST],
                      .scratch = head[SCRATCH]};
}

kept_Entry kept_begin(const solve_System* s, const solve_Problem* p) {
  hidden_Data* hidden = hidden_of(s->d);
  const int at = hidden->patternAt;
  if (!s->alone || at > hidden->patternMost - HEAD) return (kept_Entry){0};
  int *head = hidden->pattern + at, *end = hidden->pattern + hidden->patternMost;
  Key key = {head + HEAD, end, false};
  hidden->patternEnd = at;
  hidden->patternAt = INT_MAX;  // no more of this solve, unless kept_end is reached
  if (!passKey(&key, s->m, p)) return (kept_Entry){0};
  head[KEY] = (int)(key.at - (head + HEAD));
  return (kept_Entry){
      .dof = hidden->patternDof, .list = key.at, .room = (int)(end - key.at), .head = head};
}

void kept_end(const solve_System* s, const kept_Entry* entry, int used) {
  hidden_Data* hidden = hidden_of(s->d);
  ASSERT_FULL(entry->head && used <= entry->room);
  entry->head[LENGTH] = (int)(entry->list - entry->head) + used;
  entry->head[SIZE] = entry->size;
  entry->head[MOST] = entry->most;
  entry->head[SCRATCH] = entry->scratch;
  hidden->patternAt = hidden->patternEnd += entry->head[LENGTH];
}
