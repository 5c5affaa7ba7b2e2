// Penalty forces of passive contacts: -k dist along the contact normal, k from the lightest point
// that touches.
//   contact, flexvert_xpos, cdof -> qfrc_spring
#include "force/flex_contact.h"

#include <sinew/api.h>

#include "dyn/contact_side.h"
#include "model/contact_range.h"
#include "model/stack.h"

static const mjtNum PER_MASS = 5e7;  // stiffness of a unit of mass

// the smaller of two masses; mass 0: none yet
static mjtNum lighter(mjtNum mass, const mjModel* m, int body) {
  if (body < 0 || m->body_dofnum[body] != 3) return mass;
  const mjtNum own = m->body_mass[body];
  return mass == 0 || own < mass ? own : mass;
}

mjtNum flexcontact_stiffness(const mjModel* m, const mjContact* con) {
  mjtNum mass = 0;
  for (int side = 0; side < 2; side++) {
    const int flex = con->flex[side], vert = con->vert[side], elem = con->elem[side];
    if (flex < 0 || con->geom[side] >= 0) continue;
    const int* bodyOf = m->flex_vertbodyid + m->flex_vertadr[flex];
    if (vert >= 0) mass = lighter(mass, m, bodyOf[vert]);
    if (elem < 0) continue;
    const int dim = m->flex_dim[flex];
    const int* of = m->flex_elem + m->flex_elemdataadr[flex] + elem * (dim + 1);
    for (int i = 0; i <= dim; i++) mass = lighter(mass, m, bodyOf[of[i]]);
  }
  return PER_MASS * mass;
}

static int countPassive(const mjData* d) {
  int n = 0;
  for (int i = 0; i < d->ncon; i++) n += d->contact[i].exclude == FLEX_PASSIVE;
  return n;
}

static void addForce(const mjModel* m, const mjData* d, const mjContact* con, int* col, mjtNum* val,
                     mjtNum* qfrc) {
  const mjtNum force = -flexcontact_stiffness(m, con) * con->dist;
  const int n = force != 0 ? side_normalRow(m, d, con, col, val) : 0;
  for (int k = 0; k < n; k++) qfrc[col[k]] += val[k] * force;
}

void flexcontact_forces(const mjModel* m, mjData* d, mjtNum* qfrc) {
  if (!countPassive(d)) return;
  if (!d->efm_active) {
    mju_error(
        "passive flex contact requires the effective metric: use integrator=\"implicit\" or "
        "\"implicitfast\" with solver=\"CG\", pyramidal cones and sleep disabled; the contact "
        "has no force");
    return;
  }
  stack_mark(d);
  mjtNum* val = stack_smooth(d, (size_t)m->nv);
  int* col = stack_int(d, (size_t)m->nv);
  for (int i = 0; val && col && i < d->ncon; i++) {
    const mjContact* con = &d->contact[i];
    if (con->exclude == FLEX_PASSIVE && contact_hasSides(m, con))
      addForce(m, d, con, col, val, qfrc);
  }
  stack_free(d);
}
