// Equality constraints (connect, weld, joint, tendon, flex): the two objects of each and its
// parameters. Anchors and relative poses that are computed at qpos0 are completed at run time
// (mj_setConst): the anchor of a connect in its second body, and the relative pose of a weld whose
// quaternion is zero here.
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_flex.h"
#include "compile/compile_index.h"

struct comp_Equality {
  spec_Element* e;
  int obj[2], objtype;
};

typedef enum {
  SECOND_NONE,      // there is only one object
  SECOND_OPTIONAL,  // -1 if not given
  SECOND_WORLD,     // bodies: the world if not given; sites: required
  SECOND_REQUIRED
} Second;

typedef struct {
  int object;  // type of the objects; connect and weld: bodies unless sites are named
  Second second;
  int rows;        // number of constraint rows, for memory
  bool tellsType;  // sets eq_objtype
  const char* what[2];
} Kind;

static const Kind kindTable[] = {
    [mjEQ_CONNECT] = {mjOBJ_BODY, SECOND_WORLD, 3, true, {"body1", "body2"}},
    [mjEQ_WELD] = {mjOBJ_BODY, SECOND_WORLD, 7, true, {"body1", "body2"}},
    [mjEQ_JOINT] = {mjOBJ_JOINT, SECOND_OPTIONAL, 1, false, {"joint1", "joint2"}},
    [mjEQ_TENDON] = {mjOBJ_TENDON, SECOND_OPTIONAL, 1, false, {"tendon1", "tendon2"}},
    [mjEQ_FLEX] = {mjOBJ_FLEX, SECOND_NONE, 1, false, {"flex", ""}},
    [mjEQ_FLEXVERT] = {mjOBJ_FLEX, SECOND_NONE, 1, false, {"flex", ""}},
    [mjEQ_FLEXSTRAIN] = {mjOBJ_FLEX, SECOND_NONE, 1, false, {"flex", ""}},
    [mjEQ_DISTANCE] = {mjOBJ_GEOM, SECOND_REQUIRED, 1, true, {"geom1", "geom2"}},
};

// ---- checks

// type of an equality; connect and weld with sites have a type of their own
static Kind kindOf(const struct comp_Equality* eq) {
  const mjsEquality* data = SPEC_DATA(mjsEquality, eq->e);
  ASSERT((size_t)data->type <
         sizeof kindTable / sizeof *kindTable);  // validated by comp_checkKinds
  const Kind kind = kindTable[data->type];
  if (kind.second != SECOND_WORLD || data->objtype != mjOBJ_SITE) return kind;
  return (Kind){mjOBJ_SITE, SECOND_REQUIRED, kind.rows, true, {"site1", "site2"}};
}

static bool findObjects(comp_Compile* c, struct comp_Equality* eq, const Kind* kind) {
  const mjsEquality* data = SPEC_DATA(mjsEquality, eq->e);
  const char* name[2] = {vec_text(data->name1), vec_text(data->name2)};
  eq->obj[0] = eq->obj[1] = -1;
  for (int i = 0; i < (kind->second == SECOND_NONE ? 1 : 2); i++) {
    eq->obj[i] = comp_find(c, eq->e, kind->what[i], kind->object, name[i]);
    if (eq->obj[i] >= 0) continue;
    if (*name[i]) return false;
    if (i == 1 && kind->second == SECOND_OPTIONAL) return true;
    if (i == 1 && kind->second == SECOND_WORLD) {
      eq->obj[1] = 0;
    } else {
      comp_error(c, eq->e, "%s: missing; give the name of a %s", kind->what[i],
                 spec_typeName(kind->object));
      return false;
    }
  }
  return true;
}

static bool checkJoints(comp_Compile* c, const struct comp_Equality* eq, const Kind* kind) {
  for (int i = 0; i < 2; i++) {
    if (eq->obj[i] < 0) continue;
    const comp_Joint* joint = &c->joint[eq->obj[i]];
    if (joint->nv == 1) continue;
    comp_error(c, eq->e,
               "%s: joint '%s' has %d dofs; only hinge and slide joints can be constrained",
               kind->what[i], spec_name(joint->e), joint->nv);
    return false;
  }
  return true;
}

// is the integer part of the number a valid index of n items?
static bool counts(double number, int n) { return number > -1 && number < n; }

// Checks the cell, or face of a shell, whose strain is constrained; a flex without nodes has no
// rows, whatever is given
static bool checkCell(comp_Compile* c, const struct comp_Equality* eq) {
  const comp_Flex* flex = &c->flex[eq->obj[0]];
  const double* at = SPEC_DATA(mjsEquality, eq->e)->data;
  const int *n = flex->cell, nface = 2 * (n[1] * n[2] + n[0] * n[2] + n[0] * n[1]);
  if (!flex->nnode || !nface) return true;  // no faces: the flex itself is invalid
  if (flex->shell) {
    if (counts(at[0], nface)) return true;
    comp_error(c, eq->e,
               "cell: number 1 is %g, but the shell of flex '%s' has %d faces; give the number of "
               "one of them, 0 to %d, and then -1 -1",
               at[0], spec_name(flex->e), nface, nface - 1);
    return false;
  }
  for (int k = 0; k < 3; k++) {
    if (counts(at[k], n[k])) continue;
    comp_error(c, eq->e,
               "cell: number %d is %g, but flex '%s' has %d cell%s along %c (cellcount); give 0 to "
               "%d there (without cell it is 0 1 0)",
               k + 1, at[k], spec_name(flex->e), n[k], n[k] == 1 ? "" : "s", "xyz"[k], n[k] - 1);
    return false;
  }
  return true;
}

static bool prepareEquality(comp_Compile* c, struct comp_Equality* eq) {
  const Kind kind = kindOf(eq);
  if (!findObjects(c, eq, &kind)) return false;
  if (kind.second != SECOND_NONE && eq->obj[0] == eq->obj[1]) {
    comp_error(c, eq->e, "%s: it is the same %s as %s; two different ones are needed", kind.what[1],
               spec_typeName(kind.object), kind.what[0]);
    return false;
  }
  if (kind.object == mjOBJ_JOINT && !checkJoints(c, eq, &kind)) return false;
  if (kind.object == mjOBJ_FLEX && comp_flexIsRigid(c, eq->obj[0])) {
    comp_error(c, eq->e,
               "flex: flex '%s' is rigid, there is nothing to constrain; leave the "
               "equality out",
               vec_text(SPEC_DATA(mjsEquality, eq->e)->name1));
    return false;
  }
  if (SPEC_DATA(mjsEquality, eq->e)->type == mjEQ_FLEXSTRAIN && !checkCell(c, eq)) return false;
  eq->objtype = kind.tellsType ? kind.object : mjOBJ_UNKNOWN;
  return comp_advance(c, eq->e, "the number of equality rows", &c->size.nemax, kind.rows);
}

bool comp_prepareEqualities(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_EQUALITY];
  c->equality = comp_alloc(c, list->n, sizeof *c->equality);
  if (!c->equality) return false;
  for (int i = 0; i < list->n; i++) {
    c->equality[i].e = list->item[i];
    if (!prepareEquality(c, &c->equality[i]) && !comp_resume(c)) return false;
  }
  c->size.neq = list->n;
  return true;
}

// ---- arrays

static void fillData(mjtNum data[mjNEQDATA], const mjsEquality* eq) {
  memcpy(data, eq->data, sizeof eq->data);
  bool sites = eq->objtype == mjOBJ_SITE;
  if (eq->type == mjEQ_CONNECT && sites) memset(data, 0, sizeof eq->data);
  mjtNum* quat = data + 6;
  bool given = quat[0] != 0 || quat[1] != 0 || quat[2] != 0 || quat[3] != 0;
  if (eq->type == mjEQ_WELD && !sites && given) mju_normalize4(quat);
}

bool comp_fillEqualities(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->neq; i++) {
    const struct comp_Equality* eq = &c->equality[i];
    const mjsEquality* data = SPEC_DATA(mjsEquality, eq->e);
    ASSERT(eq->obj[0] >= 0 && eq->obj[1] >= -1);
    m->eq_type[i] = data->type;
    m->eq_obj1id[i] = eq->obj[0];
    m->eq_obj2id[i] = eq->obj[1];
    m->eq_objtype[i] = eq->objtype;
    m->eq_active0[i] = data->active;
    memcpy(m->eq_solref + mjNREF * i, data->solref, sizeof data->solref);
    memcpy(m->eq_solimp + mjNIMP * i, data->solimp, sizeof data->solimp);
    fillData(m->eq_data + mjNEQDATA * i, data);
  }
  return true;
}
