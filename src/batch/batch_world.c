// Steps one world of a batch on one thread: copies its rows into an mjData and the results back.
#include <string.h>

#include "base/assert.h"
#include "batch/batch.h"

const mjModel* batch_worldModel(const sn_Batch* b, batch_Worker* worker, int world) {
  if (!b->parameter.n) return b->m;
  for (int i = 0; i < b->parameter.n; i++) {
    const batch_Array* a = &b->parameter.array[i];
    if (a->bytes) memcpy(batch_place(a, worker->own), batch_row(a, world), a->bytes);
  }
  return worker->own;
}

mjData* batch_worldData(const sn_Batch* b, batch_Worker* worker, int world) {
  ASSERT_FULL(world >= 0 && world < b->nworld);
  mjData* d = b->sleeper ? b->sleeper[world] : worker->d;
  for (int i = 0; i < b->input.n; i++) {
    const batch_Array* a = &b->input.array[i];
    if (a->bytes) memcpy(batch_place(a, d), batch_row(a, world), a->bytes);
  }
  for (int i = 0; i < mjNWARNING; i++) d->warning[i].number = 0;
  return d;
}

// ---- results that a step leaves out

static bool wants(const sn_Batch* b, const char* const* names, int n) {
  for (int i = 0; i < n; i++) {
    if (batch_find(&b->result, names[i])) return true;
  }
  return false;
}

bool batch_wantsForces(const sn_Batch* b) {
  static const char* const forces[] = {"cacc", "cfrc_int", "cfrc_ext"};
  return wants(b, forces, 3);
}

bool batch_wantsMomenta(const sn_Batch* b) {
  static const char* const momenta[] = {"subtree_linvel", "subtree_angmom"};
  return wants(b, momenta, 2);
}

bool batch_wantsGeoms(const sn_Batch* b) {
  static const char* const poses[] = {"geom_xpos", "geom_xmat"};
  return wants(b, poses, 2);
}

// computes results on demand; the flags of mj_step say what is known already
static void demand(const sn_Batch* b, const mjModel* m, mjData* d) {
  static const char* const energies[] = {"energy"};
  if (batch_wantsForces(b) && !d->flg_rnepost) mj_rnePostConstraint(m, d);
  if (batch_wantsMomenta(b) && !d->flg_subtreevel) mj_subtreeVel(m, d);
  if (wants(b, energies, 1) && !d->flg_energypos) mj_energyPos(m, d);
  if (wants(b, energies, 1) && !d->flg_energyvel) mj_energyVel(m, d);
}

void batch_storeInputs(const sn_Batch* b, mjData* d, int world) {
  for (int i = 0; i < b->input.n; i++) {
    const batch_Array* a = &b->input.array[i];
    if (a->bytes) memcpy(batch_row(a, world), batch_place(a, d), a->bytes);
  }
}

void batch_store(const sn_Batch* b, const mjModel* m, mjData* d, int world) {
  batch_storeInputs(b, d, world);
  if (b->result.n) demand(b, m, d);
  for (int i = 0; i < b->result.n; i++) {
    const batch_Array* a = &b->result.array[i];
    if (a->bytes) memcpy(batch_row(a, world), batch_place(a, d), a->bytes);
  }
  int* warning = b->warning + (size_t)world * mjNWARNING;
  for (int i = 0; i < mjNWARNING; i++) warning[i] += d->warning[i].number;
}

void batch_stepWorld(sn_Batch* b, batch_Worker* worker, int world, int nstep, const mjtNum* ctrl) {
  const mjModel* m = batch_worldModel(b, worker, world);
  mjData* d = batch_worldData(b, worker, world);
  const size_t nu = (size_t)m->nu;
  if (ctrl) ctrl += (size_t)world * (size_t)nstep * nu;
  for (int k = 0; k < nstep; k++, ctrl += ctrl ? nu : 0) {
    if (ctrl && nu) memcpy(d->ctrl, ctrl, nu * sizeof *ctrl);
    mj_step(m, d);
  }
  batch_store(b, m, d, world);
}
