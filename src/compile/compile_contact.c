// Explicit contact pairs and excluded pairs of bodies: references, order and signature.
// geoms or bodies of a pair are put in ascending order of bodies; signature = (body1 << 16) +
// body2; the lists are sorted by it, stably, and renumbered, because the broad phase walks them in
// step with its own sorted list of body pairs.
#include <string.h>

#include "compile/compile_index.h"

struct comp_Pair {
  spec_Element* e;
  int geom[2], signature;
};

struct comp_Exclude {
  spec_Element* e;
  int signature;
};

static int signatureOf(int body1, int body2) {
  return (int)(((unsigned)body1 << 16) + (unsigned)body2);
}

// ---- checks

static bool preparePair(comp_Compile* c, struct comp_Pair* pair) {
  const mjsPair* data = SPEC_DATA(mjsPair, pair->e);
  const char* name[2] = {vec_text(data->geomname1), vec_text(data->geomname2)};
  static const char* const what[2] = {"geom1", "geom2"};
  for (int i = 0; i < 2; i++) {
    pair->geom[i] = comp_find(c, pair->e, what[i], mjOBJ_GEOM, name[i]);
    if (pair->geom[i] >= 0) continue;
    if (!*name[i]) comp_error(c, pair->e, "%s: missing; give the name of a geom", what[i]);
    return false;
  }
  if (data->condim != 1 && data->condim != 3 && data->condim != 4 && data->condim != 6) {
    comp_error(c, pair->e, "condim: %d is no contact dimension; 1, 3, 4 and 6 are", data->condim);
    return false;
  }
  int body[2] = {c->geom[pair->geom[0]].body, c->geom[pair->geom[1]].body};
  if (body[0] > body[1]) {
    int swap = pair->geom[0];
    pair->geom[0] = pair->geom[1];
    pair->geom[1] = swap;
  }
  pair->signature =
      body[0] < body[1] ? signatureOf(body[0], body[1]) : signatureOf(body[1], body[0]);
  return true;
}

static bool prepareExclude(comp_Compile* c, struct comp_Exclude* exclude) {
  const mjsExclude* data = SPEC_DATA(mjsExclude, exclude->e);
  const char* name[2] = {vec_text(data->bodyname1), vec_text(data->bodyname2)};
  static const char* const what[2] = {"body1", "body2"};
  int body[2];
  for (int i = 0; i < 2; i++) {
    body[i] = comp_find(c, exclude->e, what[i], mjOBJ_BODY, name[i]);
    if (body[i] >= 0) continue;
    if (!*name[i]) comp_error(c, exclude->e, "%s: missing; give the name of a body", what[i]);
    return false;
  }
  exclude->signature =
      body[0] < body[1] ? signatureOf(body[0], body[1]) : signatureOf(body[1], body[0]);
  return true;
}

// ---- order

static int bySignature(int a, int b, const void* context) {
  const int* signature = context;
  return (signature[a] > signature[b]) - (signature[a] < signature[b]);
}

// order[k] = index of the element that comes k-th; c->list and ids follow it. NULL if memory is
// short.
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
    item[i] = list->item[order[i]];
    item[i]->id = i;
  }
  list->item = item;
  list->capacity = n;
  return order;
}

static bool preparePairList(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_PAIR];
  struct comp_Pair* found = comp_alloc(c, list->n, sizeof *found);
  int* signature = comp_alloc(c, list->n, sizeof *signature);
  c->pair = comp_alloc(c, list->n, sizeof *c->pair);
  if (!found || !signature || !c->pair) return false;
  for (int i = 0; i < list->n; i++) {
    found[i].e = list->item[i];
    if (!preparePair(c, &found[i]) && !comp_resume(c)) return false;
    signature[i] = found[i].signature;
  }
  const int* order = sortList(c, mjOBJ_PAIR, signature);
  for (int i = 0; order && i < list->n; i++) c->pair[i] = found[order[i]];
  c->size.npair = list->n;
  return order != NULL;
}

static bool prepareExcludeList(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_EXCLUDE];
  struct comp_Exclude* found = comp_alloc(c, list->n, sizeof *found);
  int* signature = comp_alloc(c, list->n, sizeof *signature);
  c->exclude = comp_alloc(c, list->n, sizeof *c->exclude);
  if (!found || !signature || !c->exclude) return false;
  for (int i = 0; i < list->n; i++) {
    found[i].e = list->item[i];
    if (!prepareExclude(c, &found[i]) && !comp_resume(c)) return false;
    signature[i] = found[i].signature;
  }
  const int* order = sortList(c, mjOBJ_EXCLUDE, signature);
  for (int i = 0; order && i < list->n; i++) c->exclude[i] = found[order[i]];
  c->size.nexclude = list->n;
  return order != NULL;
}

bool comp_preparePairs(comp_Compile* c) { return preparePairList(c) && prepareExcludeList(c); }

// ---- arrays

bool comp_fillPairs(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->npair; i++) {
    const struct comp_Pair* pair = &c->pair[i];
    const mjsPair* data = SPEC_DATA(mjsPair, pair->e);
    m->pair_dim[i] = data->condim;
    m->pair_geom1[i] = pair->geom[0];
    m->pair_geom2[i] = pair->geom[1];
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
