// Explicit contact pairs and excluded body pairs (collision filters): resolves references, sorts,
// and computes signatures. The geoms or bodies of a pair are put in ascending order of bodies;
// signature = (body1 << 16) + body2; the lists are sorted by signature with a stable sort and
// renumbered, because the broad phase merges them with its own sorted list of body pairs.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "compile/compile_index.h"

struct comp_Pair {
  spec_Element* e;  // mjsPair or mjsExclude
  int id[2];        // of its geoms or bodies
  int signature;
};

static int signatureOf(int body1, int body2) {
  const unsigned low = (unsigned)(body1 < body2 ? body1 : body2);
  const unsigned high = (unsigned)(body1 < body2 ? body2 : body1);
  ASSERT(high < 1u << 16);  // comp_prepareOrder rejects more bodies
  return (int)((low << 16) + high);
}

// ---- checks

// looks up both objects of a pair, which have the same type
static bool findBoth(comp_Compile* c, struct comp_Pair* pair, int type, const mjString* first,
                     const mjString* second) {
  const char* name[2] = {vec_text(first), vec_text(second)};
  for (int i = 0; i < 2; i++) {
    char what[20];
    snprintf(what, sizeof what, "%s%d", spec_typeName(type), i + 1);
    pair->id[i] = comp_find(c, pair->e, what, type, name[i]);
    if (pair->id[i] >= 0) continue;
    if (!*name[i])
      comp_error(c, pair->e, "%s: missing; give the name of a %s", what, spec_typeName(type));
    return false;
  }
  return true;
}

static bool preparePair(comp_Compile* c, struct comp_Pair* pair) {
  const mjsPair* data = SPEC_DATA(mjsPair, pair->e);
  if (!findBoth(c, pair, mjOBJ_GEOM, data->geomname1, data->geomname2)) return false;
  if (data->condim != 1 && data->condim != 3 && data->condim != 4 && data->condim != 6) {
    comp_error(c, pair->e, "condim: %d is no contact dimension; 1, 3, 4 and 6 are", data->condim);
    return false;
  }
  for (int i = 0; i < 2; i++) {
    if (!c->geom[pair->id[i]].split) continue;
    comp_error(c, pair->e,
               "geom%d: '%s' collides by the pieces of its mesh, which a pair cannot name; let "
               "contype and conaffinity choose what it collides with, or leave decompose out",
               i + 1, vec_text(i ? data->geomname2 : data->geomname1));
    return false;
  }
  const int body[2] = {c->geom[pair->id[0]].body, c->geom[pair->id[1]].body};
  if (body[0] > body[1]) {
    const int swap = pair->id[0];
    pair->id[0] = pair->id[1];
    pair->id[1] = swap;
  }
  pair->signature = signatureOf(body[0], body[1]);
  return true;
}

static bool prepareExclude(comp_Compile* c, struct comp_Pair* pair) {
  const mjsExclude* data = SPEC_DATA(mjsExclude, pair->e);
  if (!findBoth(c, pair, mjOBJ_BODY, data->bodyname1, data->bodyname2)) return false;
  pair->signature = signatureOf(pair->id[0], pair->id[1]);
  return true;
}

// ---- order

static int bySignature(int a, int b, const void* context) {
  const int* signature = context;
  return (signature[a] > signature[b]) - (signature[a] < signature[b]);
}

// order: by signature; equal signatures keep their order (stable)
// order[k] = index of the element at position k; c->list and ids are reordered too. NULL if out of
// memory.
static const int* sortList(comp_Compile* c, int type, const int* signature) {
  spec_List* list = &c->list[type];
  int n = list->n;
  int* order = comp_alloc(c, n, sizeof *order);
  int* scratch = comp_alloc(c, n, sizeof *scratch);
  spec_Element** item = comp_alloc(c, n, sizeof *item);
  if (!order || !scratch || !item) return NULL;
  for (int i = 0; i < n; i++) order[i] = i;
  comp_sort(order, n, scratch, bySignature, signature);
  for (int i = 0; i < n; i++) {
    ASSERT_FULL(i == 0 || signature[order[i - 1]] <= signature[order[i]]);
    item[i] = list->item[order[i]];
    item[i]->id = i;
  }
  list->item = item;
  list->capacity = n;
  return order;
}

// elements of a type -> *pairs, sorted
static bool prepareList(comp_Compile* c, int type,
                        bool (*prepare)(comp_Compile* c, struct comp_Pair* pair),
                        struct comp_Pair** pairs, mjtSize* count) {
  const spec_List* list = &c->list[type];
  struct comp_Pair* found = comp_alloc(c, list->n, sizeof *found);
  int* signature = comp_alloc(c, list->n, sizeof *signature);
  *pairs = comp_alloc(c, list->n, sizeof **pairs);
  if (!found || !signature || !*pairs) return false;
  for (int i = 0; i < list->n; i++) {
    found[i].e = list->item[i];
    if (!prepare(c, &found[i]) && !comp_resume(c)) return false;
    signature[i] = found[i].signature;
  }
  const int* order = sortList(c, type, signature);
  for (int i = 0; order && i < list->n; i++) (*pairs)[i] = found[order[i]];
  *count = list->n;
  return order != NULL;
}

bool comp_preparePairs(comp_Compile* c) {
  return prepareList(c, mjOBJ_PAIR, preparePair, &c->pair, &c->size.npair) &&
         prepareList(c, mjOBJ_EXCLUDE, prepareExclude, &c->exclude, &c->size.nexclude);
}

// ---- arrays

bool comp_fillPairs(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->npair; i++) {
    const struct comp_Pair* pair = &c->pair[i];
    const mjsPair* data = SPEC_DATA(mjsPair, pair->e);
    m->pair_dim[i] = data->condim;
    m->pair_geom1[i] = pair->id[0];
    m->pair_geom2[i] = pair->id[1];
    m->pair_signature[i] = pair->signature;
    memcpy(m->pair_solref + mjNREF * i, data->solref, sizeof data->solref);
    memcpy(m->pair_solreffriction + mjNREF * i, data->solreffriction, sizeof data->solreffriction);
    memcpy(m->pair_solimp + mjNIMP * i, data->solimp, sizeof data->solimp);
    memcpy(m->pair_friction + 5 * i, data->friction, sizeof data->friction);
    m->pair_margin[i] = data->margin;
    m->pair_gap[i] = data->gap;
    m->pair_adhesion[i] = data->adhesion;
    if (data->adhesion != 0) m->flg_adhesion = true;
  }
  for (int i = 0; i < m->nexclude; i++) m->exclude_signature[i] = c->exclude[i].signature;
  return true;
}
