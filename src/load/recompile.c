// mj_recompile: compiles an edited spec in place of an existing mjModel and mjData, and transfers
// the state. Joints, actuators and mocap bodies keep their part of the state when their ids change.
// New elements, and those whose number of generalized coordinates changed, start as in a new
// mjData. Nothing changes if the spec does not compile.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"
#include "load/load.h"
#include "model/model.h"

// old ids of the elements of a type, by position in the list
typedef struct {
  const spec_List* list;
  int* was;
} Ids;

// saves the ids before the compiler renumbers the elements; false if out of memory
static bool noteIds(const spec_Spec* spec, int type, bool known, Ids* ids) {
  ids->list = &spec->list[type];
  ids->was = mem_alloc((size_t)ids->list->n * sizeof *ids->was + 1);
  for (int i = 0; ids->was && i < ids->list->n; i++)
    ids->was[i] = known ? ids->list->item[i]->id : -1;
  return ids->was != NULL;
}

// new and old id of the i-th element; false if it is not in both models
static bool pair(const Ids* ids, int i, mjtSize nnow, mjtSize nwas, int* now, int* was) {
  ASSERT(i < ids->list->n);
  *now = ids->list->item[i]->id;
  *was = ids->was[i];
  return *now >= 0 && *now < nnow && *was >= 0 && *was < nwas;
}

static void take(mjtNum* dst, int dstadr, const mjtNum* src, int srcadr, int n) {
  ASSERT(n >= 0);
  if (dstadr >= 0 && srcadr >= 0) memcpy(dst + dstadr, src + srcadr, (size_t)n * sizeof *dst);
}

static void takeJoints(const Ids* ids, const mjModel* m, mjData* d, const mjModel* oldm,
                       const mjData* old) {
  static const int size[][2] = {
      [mjJNT_FREE] = {7, 6}, [mjJNT_BALL] = {4, 3}, [mjJNT_SLIDE] = {1, 1}, [mjJNT_HINGE] = {1, 1}};
  for (int i = 0, j, k; i < ids->list->n; i++) {
    if (!pair(ids, i, m->njnt, oldm->njnt, &j, &k) || m->jnt_type[j] != oldm->jnt_type[k]) continue;
    ASSERT((size_t)m->jnt_type[j] < sizeof size / sizeof *size);
    const int* n = size[m->jnt_type[j]];
    take(d->qpos, m->jnt_qposadr[j], old->qpos, oldm->jnt_qposadr[k], n[0]);
    take(d->qvel, m->jnt_dofadr[j], old->qvel, oldm->jnt_dofadr[k], n[1]);
  }
}

static void takeActuators(const Ids* ids, const mjModel* m, mjData* d, const mjModel* oldm,
                          const mjData* old) {
  for (int i = 0, j, k; i < ids->list->n; i++) {
    if (!pair(ids, i, m->nactuator, oldm->nactuator, &j, &k)) continue;
    if (m->actuator_actnum[j] == oldm->actuator_actnum[k])
      take(d->act, m->actuator_actadr[j], old->act, oldm->actuator_actadr[k],
           m->actuator_actnum[j]);
    if (m->actuator_ctrlnum[j] == oldm->actuator_ctrlnum[k])
      take(d->ctrl, m->actuator_ctrladr[j], old->ctrl, oldm->actuator_ctrladr[k],
           m->actuator_ctrlnum[j]);
  }
}

static void takeMocap(const Ids* ids, const mjModel* m, mjData* d, const mjModel* oldm,
                      const mjData* old) {
  for (int i = 0, j, k; i < ids->list->n; i++) {
    if (!pair(ids, i, m->nbody, oldm->nbody, &j, &k)) continue;
    const int now = m->body_mocapid[j], was = oldm->body_mocapid[k];
    take(d->mocap_pos, 3 * now, old->mocap_pos, 3 * was, 3);
    take(d->mocap_quat, 4 * now, old->mocap_quat, 4 * was, 4);
  }
}

typedef void (*Take)(const Ids*, const mjModel*, mjData*, const mjModel*, const mjData*);

// element types with a part of the state, and how it is copied
static const struct {
  int type;
  Take take;
} owner[] = {{mjOBJ_JOINT, takeJoints}, {mjOBJ_ACTUATOR, takeActuators}, {mjOBJ_BODY, takeMocap}};
enum { NOWNER = sizeof owner / sizeof *owner };

// replaces model and data by the new ones
static bool recompile(spec_Spec* spec, const mjVFS* vfs, mjModel* m, mjData* d, const Ids* ids) {
  mjModel* newm = mj_compile(&spec->pub, vfs);
  if (!newm) return false;
  mjData* newd = d ? mj_makeData(newm) : NULL;
  if (d && !newd) {
    diag_noMemory(&spec->diag);
    mj_deleteModel(newm);
    return false;
  }
  for (int i = 0; d && i < NOWNER; i++) owner[i].take(&ids[i], newm, newd, m, d);
  if (d) newd->time = d->time;
  if (d) data_replace(d, newd);
  model_replace(m, newm);
  return true;
}

int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  ARGS_NEED_OR(-1, s, m);
  spec_Spec* spec = spec_spec(s);
  Ids ids[NOWNER] = {{0}};
  bool ok = true;
  for (int i = 0; i < NOWNER; i++)
    ok = noteIds(spec, owner[i].type, spec->element->head.signature == m->signature, &ids[i]) && ok;
  if (ok)
    ok = recompile(spec, vfs, m, d, ids);
  else
    diag_noMemory(&spec->diag);
  for (int i = 0; i < NOWNER; i++) mem_free(ids[i].was);
  return ok ? 0 : -1;
}
