// Lists of what is awake. Bodies are static (no dofs and not moved by a mocap body), asleep with
// their tree, or awake; the index lists hold awake and static bodies, bodies whose parent is not
// asleep, and dofs of awake trees, each ascending.
#include "model/awake.h"

void awake_all(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntree; t++) d->tree_asleep[t] = AWAKE_FULL;
  awake_update(m, d);
}

static int bodyState(const mjModel* m, const mjData* d, int body) {
  int tree = m->body_treeid[body];
  if (tree >= 0) return d->tree_awake[tree] ? mjS_AWAKE : mjS_ASLEEP;
  // without dofs: moved only if welded to a mocap body
  return m->body_mocapid[m->body_weldid[body]] >= 0 ? mjS_AWAKE : mjS_STATIC;
}

void awake_update(const mjModel* m, mjData* d) {
  d->ntree_awake = d->nbody_awake = d->nparent_awake = d->nv_awake = 0;
  for (int t = 0; t < m->ntree; t++) {
    d->tree_awake[t] = d->tree_asleep[t] < 0;
    d->ntree_awake += d->tree_awake[t];
  }
  for (int b = 0; b < m->nbody; b++) {
    d->body_awake[b] = bodyState(m, d, b);
    if (d->body_awake[b] != mjS_ASLEEP) d->body_awake_ind[d->nbody_awake++] = b;
    if (b && d->body_awake[m->body_parentid[b]] != mjS_ASLEEP) {
      d->parent_awake_ind[d->nparent_awake++] = b;
    }
  }
  for (int v = 0; v < m->nv; v++) {
    if (d->tree_awake[m->dof_treeid[v]]) d->dof_awake_ind[d->nv_awake++] = v;
  }
}
