// Passive contacts: k is 5e7 times the smallest mass of a vertex that takes part.
//   contact, frames, cdof -> rows in the arena; qfrc
#include "force/passive_contact.h"

#include <stdalign.h>
#include <string.h>

#include "base/assert.h"
#include "dyn/contact_side.h"
#include "math/sparse.h"
#include "math/vec.h"
#include "model/hidden.h"
#include "model/stack.h"

enum { PASSIVE = 4 };     // mjContact.exclude
#define MASS_RATE 5e7     // stiffness of a contact by mass

// a contact: its stiffness, how far it is open, its row, which follows it
typedef struct {
  mjtNum k, dist;
  int n;         // numbers, then their columns
  size_t bytes;  // to the next one
} Spring;

static mjtNum* valuesOf(const Spring* s) { return (mjtNum*)(s + 1); }
static int* columnsOf(const Spring* s) { return (int*)(valuesOf(s) + s->n); }

// of the vertices of flexes on a side, those that move by three dofs
static mjtNum leastMass(const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum least = 0;
  for (int side = 0; side < 2; side++) {
    if (con->geom[side] >= 0) continue;
    side_List list;
    side_list(m, d, con, side, &list);
    for (int i = 0; i < list.n; i++) {
      const int body = list.body[i];
      if (m->body_dofnum[body] != 3) continue;
      if (least == 0 || m->body_mass[body] < least) least = m->body_mass[body];
    }
  }
  return least;
}

static bool addContact(const mjModel* m, mjData* d, const mjContact* con, int* col, mjtNum* val) {
  const int n = side_normalRow(m, d, con, col, val);
  const size_t row = (size_t)n * (sizeof *val + sizeof *col);
  const size_t up = alignof(Spring) - 1, bytes = (sizeof(Spring) + row + up) & ~up;
  Spring* s = stack_arena(d, bytes, alignof(Spring));
  if (!s) return false;
  *s = (Spring){.k = MASS_RATE * leastMass(m, d, con), .dist = con->dist, .n = n, .bytes = bytes};
  memcpy(valuesOf(s), val, (size_t)n * sizeof *val);
  memcpy(columnsOf(s), col, (size_t)n * sizeof *col);
  hidden_Data* hidden = hidden_of(d);
  if (!hidden->npassive++) hidden->passive = (size_t)((char*)s - (char*)d->arena);
  return true;
}

static bool any(const mjModel* m) {
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_passive[f]) return true;
  }
  return false;
}

bool passive_makeContacts(const mjModel* m, mjData* d) {
  hidden_of(d)->npassive = 0;
  if (!any(m)) return true;
  stack_mark(d);
  int* col = stack_int(d, (size_t)m->nv);
  mjtNum* val = stack_num(d, (size_t)m->nv);
  bool ok = col && val;
  for (int i = 0; i < d->ncon && ok; i++) {
    if (d->contact[i].exclude == PASSIVE) ok = addContact(m, d, &d->contact[i], col, val);
  }
  stack_free(d);
  return ok;
}

// for all contacts of the pass
#define eachSpring(d, s)                                                                           \
  const Spring* s = (const Spring*)((const char*)(d)->arena + hidden_of(d)->passive);              \
  for (int left_ = hidden_of(d)->npassive; left_ > 0;                                              \
       left_--, s = (const Spring*)((const char*)s + s->bytes))

void passive_pushContacts(const mjData* d, mjtNum* qfrc) {
  eachSpring(d, s) sparse_axpy(qfrc, valuesOf(s), columnsOf(s), s->n, -s->k * s->dist);
}

void passive_mulContacts(const mjData* d, mjtNum scale, mjtNum* res, const mjtNum* vec) {
  eachSpring(d, s) {
    const mjtNum along = sparse_dot(valuesOf(s), columnsOf(s), s->n, vec);
    sparse_axpy(res, valuesOf(s), columnsOf(s), s->n, scale * s->k * along);
  }
}
