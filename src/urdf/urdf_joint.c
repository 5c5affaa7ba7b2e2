// URDF joints: pose of the child link, joint type, axis, limits, friction, and mimic joints. A
// planar joint becomes two slides and a hinge; a mimic q = multiplier * q_other + offset becomes a
// joint equality constraint.
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"
#include "math/rigid.h"
#include "mjcf/schema_row.h"
#include "urdf/urdf_parts.h"

static void readValues(urdf_Urdf* u, const xml_Node* node, urdf_JointValues* values) {
  static const schema_Element* const part[] = {&urdf_axis, &urdf_limit, &urdf_dynamics,
                                               &urdf_mimic};
  *values = (urdf_JointValues){.axis = {1, 0, 0}, .multiplier = 1};
  read_attrs(u->r, node, &urdf_jointElement, values, NULL);
  for (int i = 0; i < COUNT(part); i++) {
    const xml_Node* child = xml_child(node, part[i]->tag);
    if (child) read_attrs(u->r, child, part[i], values, NULL);
  }
}

// ---- one joint of the model

static mjsJoint* addJoint(urdf_Urdf* u, const urdf_Joint* joint, const char* suffix, mjtJoint type,
                          const urdf_JointValues* values) {
  read_Reader* r = u->r;
  spec_Element* e = read_make(r, joint->node, mjOBJ_JOINT, joint->child->body, NULL, r->spec->root);
  if (!e) return NULL;
  read_joinName(r, joint->node, e, joint->name, suffix, "name", "names must differ");
  mjsJoint* data = SPEC_DATA(mjsJoint, e);
  data->type = type;
  memcpy(data->axis, values->axis, sizeof data->axis);
  data->damping[0] = values->damping;
  data->frictionloss = values->friction;
  return data;
}

// Two ordered bounds make a range; otherwise they are stored, but no limit is set.
static void setLimits(urdf_Urdf* u, const xml_Node* limit, const urdf_JointValues* values,
                      mjsJoint* joint) {
  if (!limit || !joint) return;
  const bool both = xml_attr(limit, "lower") && xml_attr(limit, "upper");
  joint->range[0] = values->lower;
  joint->range[1] = values->upper;
  if (!both || !(values->lower <= values->upper)) joint->limited = mjLIMITED_FALSE;
  if (both && values->lower > values->upper)
    urdf_drop(u, limit, "a limit", "lower is greater than upper");
  if (values->effort) {
    joint->actfrcrange[0] = -fabs(values->effort);
    joint->actfrcrange[1] = fabs(values->effort);
  }
  if (values->velocity)
    urdf_drop(u, limit, "velocity", "limits of velocity are left to controllers");
}

static void addPlanar(urdf_Urdf* u, const urdf_Joint* joint, const xml_Node* limit,
                      const urdf_JointValues* values) {
  urdf_JointValues part = *values;
  double axis[3], quat[4], mat[9];
  memcpy(axis, values->axis, sizeof axis);
  if (rigid_normalize(axis, 3) < RIGID_EPS) {
    read_error(u->r, joint->node, "axis: '%.6g %.6g %.6g' is too short; give a nonzero axis",
               axis[0], axis[1], axis[2]);
    return;
  }
  rigid_z2Quat(quat, axis);
  rigid_quat2Mat(mat, quat);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) part.axis[i] = mat[3 * i + k];
    mjsJoint* slide = addJoint(u, joint, k ? "_TY" : "_TX", mjJNT_SLIDE, &part);
    if (k == 0) setLimits(u, limit, values, slide);  // odd: limits of a planar joint
  }
  addJoint(u, joint, "_RZ", mjJNT_HINGE, values);
}

void urdf_readJoint(urdf_Urdf* u, const urdf_Joint* joint) {
  static const mjtJoint kind[URDF_NJOINT] = {[URDF_REVOLUTE] = mjJNT_HINGE,
                                             [URDF_CONTINUOUS] = mjJNT_HINGE,
                                             [URDF_PRISMATIC] = mjJNT_SLIDE,
                                             [URDF_FLOATING] = mjJNT_FREE,
                                             [URDF_SPHERICAL] = mjJNT_BALL};
  ASSERT(joint->child->joint == joint && joint->child->body);
  ASSERT(joint->type >= 0 && joint->type < URDF_NJOINT);
  mjsBody* body = SPEC_DATA(mjsBody, joint->child->body);
  urdf_JointValues values;
  urdf_pose(u, joint->node, body->pos, body->quat);
  readValues(u, joint->node, &values);
  if (u->r->diag->failed || joint->type == URDF_FIXED) return;
  const xml_Node* limit = xml_child(joint->node, "limit");
  if (joint->type == URDF_PLANAR) {
    addPlanar(u, joint, limit, &values);
  } else {
    setLimits(u, limit, &values, addJoint(u, joint, "", kind[joint->type], &values));
  }
}

// ---- mimic

static bool isScalar(const urdf_Joint* joint) { return joint->type <= URDF_PRISMATIC; }

// the joint that a mimic follows; NULL after an error, or if the mimic is dropped
static const urdf_Joint* findLeader(urdf_Urdf* u, const urdf_Joint* joint, const xml_Node* mimic) {
  const char* name = xml_attr(mimic, "joint");
  const urdf_Joint* leader = urdf_get(&u->joints, name);
  if (!leader) {
    const char* near =
        xml_nearest(name, u->joint, u->njoint < 1000 ? u->njoint : 1000, sizeof *u->joint);
    read_error(u->r, mimic,
               "joint '%.100s' follows a joint '%.100s', which does not exist; %s%.100s%s",
               joint->name, name, near ? "did you mean '" : "correct the name", near ? near : "",
               near ? "'?" : "");
  } else if (leader == joint) {
    read_error(u->r, mimic, "joint '%.100s' cannot follow itself; name another joint", name);
    leader = NULL;
  } else if (!isScalar(joint) || (!isScalar(leader) && leader->type != URDF_FIXED)) {
    urdf_drop(u, mimic, "mimic",
              "only revolute, continuous and prismatic joints can follow another");
    leader = NULL;
  }
  return leader;
}

// a fixed leader stays at 0
static void addMimic(urdf_Urdf* u, const urdf_Joint* joint, const xml_Node* mimic) {
  // the reference ignores the name
  const urdf_Joint* leader = urdf_isReference(u) ? NULL : findLeader(u, joint, mimic);
  urdf_JointValues values;
  if (!leader || urdf_asReference(u, mimic, URDF_MIMIC)) return;
  readValues(u, joint->node, &values);
  spec_Element* e = read_make(u->r, mimic, mjOBJ_EQUALITY, NULL, NULL, u->r->spec->root);
  if (!e) return;
  spec_setName(e, joint->name);
  mjsEquality* equality = SPEC_DATA(mjsEquality, e);
  equality->type = mjEQ_JOINT;
  vec_setText(equality->name1, joint->name);
  if (leader->type != URDF_FIXED) vec_setText(equality->name2, leader->name);
  equality->data[0] = values.offset;
  equality->data[1] = values.multiplier;
}

void urdf_readMimics(urdf_Urdf* u) {
  for (int i = 0; i < u->njoint && !u->r->diag->failed; i++) {
    const xml_Node* mimic = xml_child(u->joint[i].node, "mimic");
    if (mimic) addMimic(u, &u->joint[i], mimic);
  }
}
