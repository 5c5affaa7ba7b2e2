// Tendons: the path (joints of a fixed tendon; sites, wrapping geoms and pulleys of a spatial one),
// the sparsity pattern of the Jacobian row, the kinematic trees, limits. The columns of a fixed
// tendon are the first dofs of its joints, duplicates kept; those of a spatial one are all dofs on
// the paths from its bodies to the root.
#include "compile/compile_tendon.h"

#include <string.h>

#include "base/assert.h"
#include "compile/compile_index.h"

// how objects of a path are looked up
typedef struct {
  const char* what;
  int object;  // mjOBJ_UNKNOWN: none
  bool spatial;
} Part;

static const Part partTable[] = {
    [mjWRAP_JOINT] = {"joint", mjOBJ_JOINT, false},
    [mjWRAP_PULLEY] = {"pulley", mjOBJ_UNKNOWN, true},
    [mjWRAP_SITE] = {"site", mjOBJ_SITE, true},
    [mjWRAP_SPHERE] = {"geom", mjOBJ_GEOM, true},
    [mjWRAP_CYLINDER] = {"geom", mjOBJ_GEOM, true},
};

// The tendon's element with the source location of the i-th object of its path, so that messages
// name the tendon and the line of the object.
static spec_Element placeOf(const comp_Tendon* t, int i) {
  spec_Element place = *t->e;
  const spec_Element* wrap = spec_tendon(t->e)->path.item[i];
  if (wrap->where.file) place.where = wrap->where;
  return place;
}

int comp_wrapBody(const comp_Compile* c, const comp_Wrap* wrap) {
  if (wrap->type == mjWRAP_PULLEY) return -1;
  ASSERT(wrap->objid >= 0);
  if (wrap->type == mjWRAP_JOINT) return c->joint[wrap->objid].body;
  return wrap->type == mjWRAP_SITE ? c->site[wrap->objid].body : c->geom[wrap->objid].body;
}

// ---- objects of the path

static bool findGeom(comp_Compile* c, const spec_Element* place, const spec_WrapExtra* extra,
                     comp_Wrap* wrap) {
  int type = c->geom[wrap->objid].type;
  if (type != mjGEOM_SPHERE && type != mjGEOM_CYLINDER) {
    comp_error(c, place,
               "geom: '%s' has another shape; tendons wrap around spheres and cylinders only",
               vec_text(extra->target));
    return false;
  }
  const char* sidesite = vec_text(extra->sidesite);
  int side = comp_find(c, place, "sidesite", mjOBJ_SITE, sidesite);
  wrap->type = type == mjGEOM_SPHERE ? mjWRAP_SPHERE : mjWRAP_CYLINDER;
  wrap->prm = side;
  return side >= 0 || !*sidesite;
}

static bool findPart(comp_Compile* c, comp_Tendon* t, int i) {
  const spec_Element* e = spec_tendon(t->e)->path.item[i];
  const spec_WrapExtra* extra = spec_wrap(e);
  const spec_Element place = placeOf(t, i);
  comp_Wrap* wrap = &t->wrap[i];
  *wrap = (comp_Wrap){.type = (int)SPEC_DATA(mjsWrap, e)->type, .objid = -1, .prm = 0};
  if (wrap->type == mjWRAP_NONE) {
    comp_error(c, &place, "object %d of the path is of no kind; set its type", i);
    return false;
  }
  ASSERT((size_t)wrap->type <
         sizeof partTable / sizeof *partTable);  // validated by comp_checkKinds
  const Part* part = &partTable[wrap->type];
  if (part->object != mjOBJ_UNKNOWN) {
    wrap->objid = comp_find(c, &place, part->what, part->object, vec_text(extra->target));
    if (wrap->objid < 0) {
      comp_error(c, &place, "%s: missing; give its name", part->what);
      return false;
    }
  }
  if (wrap->type == mjWRAP_JOINT || wrap->type == mjWRAP_PULLEY) wrap->prm = extra->prm;
  if (part->object != mjOBJ_GEOM) return true;
  const bool found = findGeom(c, &place, extra, wrap);
  SPEC_DATA(mjsWrap, e)->type = (mjtWrap)wrap->type;  // programs can read the resulting type
  return found;
}

// ---- rules of a path

static bool isGeom(const comp_Wrap* wrap) {
  return wrap->type == mjWRAP_SPHERE || wrap->type == mjWRAP_CYLINDER;
}

// checks object i of a spatial path next to its neighbors; returns NULL, or an error message
static const char* wrongPart(const comp_Tendon* t, int i) {
  const comp_Wrap end = {.type = mjWRAP_PULLEY};  // the ends of a path count as pulleys
  const comp_Wrap* at = &t->wrap[i];
  const comp_Wrap* before = i > 0 ? at - 1 : &end;
  const comp_Wrap* after = i + 1 < t->nwrap ? at + 1 : &end;
  if (!partTable[at->type].spatial)
    return "joints belong to fixed tendons; use sites, geoms and pulleys";
  if (at->type == mjWRAP_PULLEY) {  // odd: pulleys that do nothing
    if (i + 1 == t->nwrap) return "the path ends with a pulley; a site must follow it";
    if (after->type == mjWRAP_PULLEY) return "two pulleys in a row; put sites between them";
    return at->prm < 0 ? "divisor: it is negative; a pulley needs 0 or more" : NULL;
  }
  if (at->type == mjWRAP_SITE) {
    if (before->type == mjWRAP_PULLEY && after->type == mjWRAP_PULLEY) {
      return "this site is alone; it needs a site or geom next to it, not only pulleys";
    }
    bool repeated = after->type == mjWRAP_SITE && after->objid == at->objid;
    return repeated ? "this site comes twice in a row; remove one" : NULL;
  }
  if (before->type != mjWRAP_SITE || after->type != mjWRAP_SITE) {
    return "a geom must have a site before and after it";
  }
  return NULL;
}

static bool checkSpatial(comp_Compile* c, const comp_Tendon* t) {
  const mjsTendon* data = SPEC_DATA(mjsTendon, t->e);
  if (t->nwrap < 2) {
    comp_error(c, t->e, "the path has one object; a spatial tendon needs two sites or more");
    return false;
  }
  for (int i = 0; i < t->nwrap; i++) {
    const spec_Element place = placeOf(t, i);
    const char* wrong = wrongPart(t, i);
    if (!wrong && isGeom(&t->wrap[i]) && data->armature > 0) {
      wrong = "a tendon with armature cannot wrap around geoms; use sites only";
    }
    if (!wrong) continue;
    comp_error(c, &place, "object %d of the path: %s", i, wrong);
    return false;
  }
  if (data->armature < 0)
    comp_error(c, t->e, "armature: %g is negative; 0 or more is needed", data->armature);
  if (!(data->width > 0)) comp_error(c, t->e, "width: %g is not positive", data->width);
  return !c->diag->failed;
}

static bool checkFixed(comp_Compile* c, const comp_Tendon* t) {
  for (int i = 0; i < t->nwrap; i++) {
    if (t->wrap[i].type == mjWRAP_JOINT) continue;
    const spec_Element place = placeOf(t, i);
    comp_error(c, &place, "object %d of the path is a %s; a fixed tendon has joints only", i,
               partTable[t->wrap[i].type].what);
    return false;
  }
  return true;
}

// ---- columns, trees, limits

static int byNumber(int a, int b, const void* context) {
  (void)context;
  return (a > b) - (a < b);
}

static bool setColumns(comp_Compile* c, comp_Tendon* t, comp_DofSet* set) {
  comp_dofSetClear(set);
  for (int i = 0; t->spatial && i < t->nwrap; i++) {
    int body = comp_wrapBody(c, &t->wrap[i]);
    if (body >= 0) comp_dofSetAdd(c, set, body);
  }
  comp_dofSetSort(set);
  t->ndof = t->spatial ? set->n : t->nwrap;
  t->dof = comp_alloc(c, t->ndof, sizeof *t->dof);
  if (!t->dof) return false;
  if (t->spatial) {
    memcpy(t->dof, set->dof, (size_t)set->n * sizeof *t->dof);
    return true;
  }
  int* scratch = comp_alloc(c, t->ndof, sizeof *scratch);
  if (!scratch) return false;
  // odd: joint listed twice; it has two columns
  for (int i = 0; i < t->nwrap; i++) t->dof[i] = c->joint[t->wrap[i].objid].dofadr;
  comp_sort(t->dof, t->ndof, scratch, byNumber, NULL);
  return true;
}

// mark[tree] = index + 1 of the last tendon that was there
static bool setTrees(comp_Compile* c, comp_Tendon* t, int* mark, int number) {
  t->tree = comp_alloc(c, t->nwrap, sizeof *t->tree);
  if (!t->tree) return false;
  for (int i = 0; i < t->nwrap; i++) {
    int body = comp_wrapBody(c, &t->wrap[i]);
    int tree = body >= 0 ? c->body[body].treeid : -1;
    if (tree < 0 || mark[tree] == number) continue;
    mark[tree] = number;
    t->tree[t->ntree++] = tree;
  }
  return true;
}

static bool checkLimits(comp_Compile* c, comp_Tendon* t) {
  const mjsTendon* data = SPEC_DATA(mjsTendon, t->e);
  const double* frc = data->actfrcrange;
  if (!comp_limited(c, t->e, "range", (int)data->limited, data->range, &t->limited) ||
      !comp_limited(c, t->e, "actuatorfrcrange", (int)data->actfrclimited, frc,
                    &t->actfrclimited)) {
    return false;
  }
  if (t->actfrclimited && (frc[0] > 0 || frc[1] < 0)) {
    comp_error(c, t->e, "actuatorfrcrange: '%g %g' does not contain 0; a force limit must", frc[0],
               frc[1]);
    return false;
  }
  if (data->springlength[0] > data->springlength[1]) {
    comp_error(c, t->e,
               "springlength: '%g %g' is reversed; the first number must not exceed the second",
               data->springlength[0], data->springlength[1]);
    return false;
  }
  return true;
}

static bool prepareTendon(comp_Compile* c, comp_Tendon* t) {
  t->nwrap = spec_tendon(t->e)->path.n;
  if (!t->nwrap) {
    comp_error(c, t->e, "the path is empty; list joints (fixed) or sites (spatial) in it");
    return false;
  }
  t->wrap = comp_alloc(c, t->nwrap, sizeof *t->wrap);
  if (!t->wrap) return false;
  for (int i = 0; i < t->nwrap; i++) {
    if (!findPart(c, t, i)) return false;
  }
  t->spatial = t->wrap[0].type != mjWRAP_JOINT;
  return (t->spatial ? checkSpatial(c, t) : checkFixed(c, t)) && checkLimits(c, t);
}

bool comp_prepareTendons(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_TENDON];
  comp_DofSet set;
  c->tendon = comp_alloc(c, list->n, sizeof *c->tendon);
  int* mark = comp_alloc(c, (int)c->size.ntree, sizeof *mark);
  if (!c->tendon || !mark || !comp_dofSetMake(c, &set)) return false;
  for (int i = 0; i < list->n; i++) {
    comp_Tendon* t = &c->tendon[i];
    t->e = list->item[i];
    if (!prepareTendon(c, t) || !setColumns(c, t, &set) || !setTrees(c, t, mark, i + 1) ||
        !comp_advance(c, t->e, "the number of objects on tendons", &c->size.nwrap, t->nwrap) ||
        !comp_advance(c, t->e, "the number of tendon Jacobian entries", &c->size.nJten, t->ndof)) {
      if (!comp_resume(c)) return false;
    }
  }
  c->size.ntendon = list->n;
  return true;
}

// ---- arrays

static void fillNumbers(mjModel* m, int i, const mjsTendon* data) {
  m->tendon_group[i] = data->group;
  m->tendon_width[i] = data->width;
  memcpy(m->tendon_solref_lim + mjNREF * i, data->solref_limit, sizeof data->solref_limit);
  memcpy(m->tendon_solimp_lim + mjNIMP * i, data->solimp_limit, sizeof data->solimp_limit);
  memcpy(m->tendon_solref_fri + mjNREF * i, data->solref_friction, sizeof data->solref_friction);
  memcpy(m->tendon_solimp_fri + mjNIMP * i, data->solimp_friction, sizeof data->solimp_friction);
  memcpy(m->tendon_range + 2 * i, data->range, sizeof data->range);
  memcpy(m->tendon_actfrcrange + 2 * i, data->actfrcrange, sizeof data->actfrcrange);
  m->tendon_margin[i] = data->margin;
  m->tendon_stiffness[i] = data->stiffness[0];
  memcpy(m->tendon_stiffnesspoly + mjNPOLY * i, data->stiffness + 1, mjNPOLY * sizeof(double));
  m->tendon_damping[i] = data->damping[0];
  memcpy(m->tendon_dampingpoly + mjNPOLY * i, data->damping + 1, mjNPOLY * sizeof(double));
  m->tendon_armature[i] = data->armature;
  m->tendon_frictionloss[i] = data->frictionloss;
  memcpy(m->tendon_lengthspring + 2 * i, data->springlength, sizeof data->springlength);
  memcpy(m->tendon_rgba + 4 * i, data->rgba, sizeof data->rgba);
  comp_fillUser(m->tendon_user, m->nuser_tendon, i, data->userdata);
}

static void fillPath(mjModel* m, const comp_Tendon* t, int i, int* nwrap, int* nJ) {
  m->tendon_adr[i] = *nwrap;
  m->tendon_num[i] = t->nwrap;
  for (int k = 0; k < t->nwrap; k++, (*nwrap)++) {
    m->wrap_type[*nwrap] = t->wrap[k].type;
    m->wrap_objid[*nwrap] = t->wrap[k].objid;
    m->wrap_prm[*nwrap] = t->wrap[k].prm;
  }
  m->ten_J_rowadr[i] = *nJ;
  m->ten_J_rownnz[i] = t->ndof;
  for (int k = 0; k < t->ndof; k++, (*nJ)++) {
    ASSERT_FULL(k == 0 || t->dof[k - 1] <= t->dof[k]);
    m->ten_J_colind[*nJ] = t->dof[k];
  }
}

bool comp_fillTendons(comp_Compile* c) {
  mjModel* m = c->m;
  int nwrap = 0, nJ = 0;
  for (int i = 0; i < m->ntendon; i++) {
    const comp_Tendon* t = &c->tendon[i];
    const mjsTendon* data = SPEC_DATA(mjsTendon, t->e);
    m->tendon_matid[i] = comp_find(c, t->e, "material", mjOBJ_MATERIAL, vec_text(data->material));
    m->tendon_limited[i] = t->limited;
    m->tendon_actfrclimited[i] = t->actfrclimited;
    m->tendon_treenum[i] = t->ntree;
    for (int k = 0; k < 2; k++) m->tendon_treeid[2 * i + k] = k < t->ntree ? t->tree[k] : -1;
    fillNumbers(m, i, data);
    fillPath(m, t, i, &nwrap, &nJ);
  }
  ASSERT(nwrap == m->nwrap && nJ == m->nJten);
  return !c->diag->failed;
}
