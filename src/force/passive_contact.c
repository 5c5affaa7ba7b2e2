// Sparse Jacobian rows of passive contacts, kept in the arena for the matrix-vector products of a
// pass.
//   contact, frames, cdof -> rows; products
#include "force/passive_contact.h"

#include <stdalign.h>
#include <string.h>

#include "base/assert.h"
#include "dyn/contact_side.h"
#include "force/flex_contact.h"
#include "math/sparse.h"
#include "model/contact_range.h"
#include "model/private_data.h"
#include "model/stack.h"

// a contact: its stiffness; its sparse row follows it in memory
typedef struct {
  mjtNum k;
  int n;         // number of values, which come first, then their columns
  size_t bytes;  // to the next one
} Spring;

static mjtNum* valuesOf(const Spring* s) { return (mjtNum*)(s + 1); }
static int* columnsOf(const Spring* s) { return (int*)(valuesOf(s) + s->n); }

static bool addContact(const mjModel* m, mjData* d, const mjContact* con, int* col, mjtNum* val) {
  const int n = side_normalRow(m, d, con, col, val);
  const size_t row = (size_t)n * (sizeof *val + sizeof *col);
  const size_t up = alignof(Spring) - 1, bytes = (sizeof(Spring) + row + up) & ~up;
  Spring* s = stack_arena(d, bytes, alignof(Spring));
  if (!s) return false;
  *s = (Spring){.k = flexcontact_stiffness(m, con), .n = n, .bytes = bytes};
  memcpy(valuesOf(s), val, (size_t)n * sizeof *val);
  memcpy(columnsOf(s), col, (size_t)n * sizeof *col);
  private_Data* priv = private_of(d);
  if (!priv->npassive++) priv->passive = (size_t)((char*)s - (char*)d->arena);
  return true;
}

static bool any(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_passive[f]) return true;
  }
  return false;
}

bool passive_makeContacts(const mjModel* m, mjData* d) {
  private_of(d)->npassive = 0;
  if (!any(m)) return true;
  stack_mark(d);
  int* col = stack_int(d, (size_t)m->nv);
  mjtNum* val = stack_num(d, (size_t)m->nv);
  bool ok = col && val;
  for (int i = 0; i < d->ncon && ok; i++) {
    const mjContact* con = &d->contact[i];
    if (con->exclude == FLEX_PASSIVE && contact_hasSides(m, con))
      ok = addContact(m, d, con, col, val);
  }
  stack_free(d);
  return ok;
}

// for all contacts of the pass
#define eachSpring(d, s)                                                                           \
  const Spring* s = (const Spring*)((const char*)(d)->arena + private_of(d)->passive);             \
  for (int left_ = private_of(d)->npassive; left_ > 0;                                             \
       left_--, s = (const Spring*)((const char*)s + s->bytes))

void passive_mulContacts(const mjData* d, mjtNum scale, mjtNum* res, const mjtNum* vec) {
  eachSpring(d, s) {
    const mjtNum along = sparse_dot(valuesOf(s), columnsOf(s), s->n, vec);
    sparse_axpy(res, valuesOf(s), columnsOf(s), s->n, scale * s->k * along);
  }
}
