// Joints (free, ball, slide, hinge) of the kinematic tree: frames, axes, limits, unit conversion.
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_parts.h"
#include "math/rigid.h"

// degrees to radians if the file uses degrees; zero stays zero
// order: by the quotient; orientations (spec_orientation.c) divide first
static double angle(const spec_Element* e, double x) {
  return e->compiler->degree && x ? x * (mjPI / 180) : x;
}

static bool jointLimits(comp_Compile* c, comp_Joint* joint, const mjsJoint* given) {
  memcpy(joint->range, given->range, sizeof joint->range);
  joint->limited = joint->actfrclimited = false;
  if (given->type == mjJNT_FREE) return true;
  const bool unset = given->type == mjJNT_BALL && given->range[0] == 0 && given->range[1] == 0;
  if (unset) {
    joint->limited = given->limited == mjLIMITED_TRUE;
  } else if (!comp_limited(c, joint->e, "range", given->limited, given->range, &joint->limited)) {
    return false;
  }
  if (joint->limited && given->type == mjJNT_BALL && given->range[0]) {
    comp_error(
        c, joint->e,
        "range: the first number of a ball joint's range is %.6g; it must be 0, the second is the "
        "largest angle from the reference",
        given->range[0]);
    return false;
  }
  if (joint->limited && given->type != mjJNT_SLIDE) {  // odd: range of a joint without limit
    for (int i = 0; i < 2; i++) joint->range[i] = angle(joint->e, given->range[i]);
  }
  if (given->type == mjJNT_BALL) return true;
  return comp_limited(c, joint->e, "actuatorfrcrange", given->actfrclimited, given->actfrcrange,
                      &joint->actfrclimited);
}

static bool jointAxis(comp_Compile* c, comp_Joint* joint, const mjsJoint* given) {
  double fpos[3], fquat[4];
  const bool axial = given->type == mjJNT_HINGE || given->type == mjJNT_SLIDE;
  memcpy(joint->pos, given->pos, sizeof joint->pos);
  memcpy(joint->axis, given->axis, sizeof joint->axis);
  if (!axial) joint->axis[0] = joint->axis[1] = 0, joint->axis[2] = 1;
  if (!comp_framePose(c, joint->e, fpos, fquat)) return false;
  if (joint->e->frame) {
    // order: positions are turned by matrix, axes by quaternion
    double moved[3];
    rigid_rotate(moved, fquat, joint->pos);
    for (int i = 0; i < 3; i++) joint->pos[i] = fpos[i] + moved[i];
    if (axial) mju_rotVecQuat(joint->axis, given->axis, fquat);
  }
  if (given->type == mjJNT_FREE) joint->pos[0] = joint->pos[1] = joint->pos[2] = 0;
  if (rigid_normalize(joint->axis, 3) < RIGID_EPS) {
    comp_error(c, joint->e, "axis: '%.6g %.6g %.6g' is too short; give a nonzero axis",
               given->axis[0], given->axis[1], given->axis[2]);
    return false;
  }
  return true;
}

bool comp_joint(comp_Compile* c, comp_Joint* joint) {
  const mjsJoint* given = SPEC_DATA(mjsJoint, joint->e);
  const bool turns = given->type == mjJNT_HINGE;
  ASSERT(joint->body > 0);  // the world has none
  joint->ref = turns ? angle(joint->e, given->ref) : given->ref;
  joint->springref = turns ? angle(joint->e, given->springref) : given->springref;
  const double* sd = given->springdamper;
  if (!((sd[0] > 0 && sd[1] > 0) || (sd[0] == 0 && sd[1] == 0))) {
    comp_error(
        c, joint->e,
        "springdamper: '%.6g %.6g' must be a positive time constant and a positive damping ratio, "
        "or both 0",
        sd[0], sd[1]);
    return false;
  }
  return jointAxis(c, joint, given) && jointLimits(c, joint, given);
}
