// Rigid bodies of the kinematic tree: for each, in the order of ids, its orientation, inertia,
// geoms, pose, collision bit masks, joints, sites, cameras and lights; alignment of free bodies
// with their inertial frame.
#include <math.h>
#include <string.h>

#include <sinew/extra.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_parts.h"
#include "math/rigid.h"
#include "math/single.h"
#include "spec/spec_orientation.h"

// ---- frames and orientations

// replaces quat, normalized or not, by the orientation `alt`, if that is given
// odd: orientation of a class; it is still in `alt` when the element gives a quaternion
static bool replaceQuat(comp_Compile* c, const spec_Element* e, const mjsOrientation* alt,
                        double quat[4]) {
  const char* wrong = spec_orientation(quat, e->compiler, alt);
  if (!wrong) return true;
  const char* seq = e->compiler->eulerseq;
  const bool euler = alt->type == mjORIENTATION_EULER;
  comp_error(c, e, "%s%s%.*s", wrong, euler ? ": it is " : "", euler ? 3 : 0, seq);
  return false;
}

bool comp_resolveQuat(comp_Compile* c, const spec_Element* e, const double given[4],
                      const mjsOrientation* alt, double quat[4]) {
  double q[4] = {given[0], given[1], given[2], given[3]};
  rigid_normalize(q, 4);
  if (!replaceQuat(c, e, alt, q)) return false;
  memcpy(quat, q, sizeof q);
  return true;
}

// the frame `up` levels outside of the innermost one
static const spec_Element* outerFrame(const spec_Element* inner, int up) {
  for (; up > 0; up--) inner = inner->frame;
  return inner;
}

// Composes frames from the outermost inwards.
// order: a given quaternion is multiplied unnormalized, and the product is normalized
bool comp_framePose(comp_Compile* c, const spec_Element* e, double pos[3], double quat[4]) {
  int depth = 0;
  for (const spec_Element* f = e->frame; f; f = f->frame) depth++;
  pos[0] = pos[1] = pos[2] = 0;
  quat[0] = 1;
  quat[1] = quat[2] = quat[3] = 0;
  for (int up = depth - 1; up >= 0; up--) {
    const spec_Element* f = outerFrame(e->frame, up);
    const mjsFrame* frame = SPEC_DATA(mjsFrame, f);
    double at[3], turn[4];
    memcpy(at, frame->pos, sizeof at);
    memcpy(turn, frame->quat, sizeof turn);
    if (!replaceQuat(c, f, &frame->alt, turn)) return false;
    rigid_applyFrame(at, turn, pos, quat);
    memcpy(pos, at, sizeof at);
    memcpy(quat, turn, sizeof turn);
  }
  return true;
}

// ---- joints of one body

// which joints one body may have together
static bool checkJoints(comp_Compile* c, int id) {
  const comp_Body* body = &c->body[id];
  if (body->jntnum && id == 0) {
    comp_error(c, c->joint[body->jntadr].e, "the world cannot move; put the joint into a body");
    return false;
  }
  if (body->dofnum > 6) {
    comp_error(c, body->e, "its joints have %d degrees of freedom; a body can have at most 6",
               body->dofnum);
    return false;
  }
  bool ball = false;
  for (int i = 0; i < body->jntnum; i++) {
    const comp_Joint* joint = &c->joint[body->jntadr + i];
    const int type = SPEC_DATA(mjsJoint, joint->e)->type;
    if (type == mjJNT_FREE && (body->jntnum > 1 || body->parent)) {
      comp_error(c, joint->e,
                 body->parent
                     ? "a free joint is possible only in a child of the world; use a ball joint "
                       "and slides, or move the body to the top level"
                     : "a free joint must be the only joint of its body");
      return false;
    }
    if (ball && (type == mjJNT_BALL || type == mjJNT_HINGE)) {
      comp_error(c, joint->e,
                 "a ball joint already gives its body all rotations; a %s joint cannot follow it",
                 type == mjJNT_BALL ? "ball" : "hinge");
      return false;
    }
    ball = ball || type == mjJNT_BALL;
  }
  return true;
}

static bool checkBody(comp_Compile* c, int id) {
  const comp_Body* body = &c->body[id];
  const mjsBody* given = SPEC_DATA(mjsBody, body->e);
  if (!checkJoints(c, id)) return false;
  if (given->mocap && (body->parent || body->jntnum)) {
    comp_error(c, body->e,
               body->jntnum ? "mocap: a mocap body cannot have joints; the program moves it"
                            : "mocap: only a child of the world can be a mocap body");
    return false;
  }
  // the root of a kinematic tree: it has dofs and no ancestor has
  bool first = body->dofnum > 0;
  for (int up = body->parent; up && first; up = c->body[up].parent) first = !c->body[up].dofnum;
  if (given->sleep != mjSLEEP_AUTO && !first) {
    comp_error(c, body->e, "sleep: it can be set only on the first moving body of a tree");
    return false;
  }
  return true;
}

// ---- alignment: the body frame of a lone free body moves to its inertial frame

static bool wantsAlignment(const comp_Compile* c, const comp_Body* body) {
  if (body->jntnum != 1 || body->child.first >= 0) return false;
  const comp_Joint* joint = &c->joint[body->jntadr];
  const mjsJoint* given = SPEC_DATA(mjsJoint, joint->e);
  if (given->type != mjJNT_FREE) return false;
  return given->align == mjALIGNFREE_TRUE ||
         (given->align == mjALIGNFREE_AUTO && joint->e->compiler->alignfree);
}

static void alignFrames(comp_Frame* array, const comp_Chain* chain, const double ipos[3],
                        const double iquat[4]) {
  for (int i = chain->first; i >= 0; i = array[i].next) {
    rigid_applyInverse(array[i].pos, array[i].quat, ipos, iquat);
  }
}

static void alignLights(comp_Compile* c, const comp_Body* body, const double ipos[3],
                        const double iquat[4]) {
  const double back[4] = {iquat[0], -iquat[1], -iquat[2], -iquat[3]};
  for (int i = body->lightChain.first; i >= 0; i = c->light[i].next) {
    double q[4] = {1, 0, 0, 0}, dir[3];
    rigid_applyInverse(c->light[i].pos, q, ipos, iquat);
    mju_rotVecQuat(dir, c->light[i].dir, back);
    memcpy(c->light[i].dir, dir, sizeof dir);
  }
}

static void alignBody(comp_Compile* c, comp_Body* body) {
  ASSERT(body->child.first < 0);  // no other pose depends on it
  double ipos[3], iquat[4];
  memcpy(ipos, body->ipos, sizeof ipos);
  memcpy(iquat, body->iquat, sizeof iquat);
  for (int i = 0; i < body->geomnum; i++) {
    comp_Geom* geom = &c->geom[body->geomadr + i];
    rigid_applyInverse(geom->pos, geom->quat, ipos, iquat);
  }
  alignFrames(c->site, &body->siteChain, ipos, iquat);
  alignFrames(c->camera, &body->cameraChain, ipos, iquat);
  alignLights(c, body, ipos, iquat);
  double pos[3] = {ipos[0], ipos[1], ipos[2]}, quat[4] = {iquat[0], iquat[1], iquat[2], iquat[3]};
  rigid_applyFrame(pos, quat, body->pos, body->quat);
  memcpy(body->pos, pos, sizeof pos);
  memcpy(body->quat, quat, sizeof quat);
  memset(body->ipos, 0, sizeof body->ipos);
  body->iquat[0] = 1;
  body->iquat[1] = body->iquat[2] = body->iquat[3] = 0;
}

// ---- sites, cameras, lights

static bool compileSite(comp_Compile* c, comp_Frame* site) {
  const mjsSite* given = SPEC_DATA(mjsSite, site->e);
  double fpos[3], fquat[4];
  memcpy(site->pos, given->pos, sizeof site->pos);
  memcpy(site->size, given->size, sizeof site->size);
  memcpy(site->quat, given->quat, sizeof site->quat);
  if (given->type == mjGEOM_PLANE || given->type == mjGEOM_HFIELD || given->type >= mjGEOM_MESH) {
    comp_error(c, site->e, "type: a site is a sphere, capsule, ellipsoid, cylinder or box");
    return false;
  }
  if (!isnan(given->fromto[0])) {
    if (!comp_fromto(c, site->e, given->type, given->fromto, site->pos, site->quat, site->size))
      return false;
  } else {
    const char* wrong = spec_orientation(site->quat, site->e->compiler, &given->alt);
    if (wrong) {
      comp_error(c, site->e, "%s", wrong);
      return false;
    }
  }
  if (!comp_framePose(c, site->e, fpos, fquat)) return false;
  if (site->e->frame) rigid_applyFrame(site->pos, site->quat, fpos, fquat);
  rigid_normalize(site->quat, 4);
  return comp_checkSize(c, site->e, given->type, site->size);
}

// camera intrinsics in meters; pixel values override lengths
static bool cameraLens(comp_Compile* c, comp_Frame* camera, const mjsCamera* given) {
  const float* sensor = given->sensor_size;
  const bool lens = given->focal_length[0] || given->focal_length[1] || given->focal_pixel[0] ||
                    given->focal_pixel[1] || given->principal_length[0] ||
                    given->principal_length[1] || given->principal_pixel[0] ||
                    given->principal_pixel[1];
  camera->fovy = given->fovy;
  if (!(sensor[0] > 0 && sensor[1] > 0)) {
    if (lens) {
      comp_error(c, camera->e,
                 "focal and principal lengths need sensorsize; give it, or use fovy instead");
      return false;
    }
    if (!(given->fovy < 180)) {
      comp_error(c, camera->e, "fovy: %.6g degrees is too wide; it must be below 180", given->fovy);
      return false;
    }
    const float znear = c->spec->pub.visual.map.znear;
    camera->intrinsic[0] = camera->intrinsic[1] = znear;
    camera->intrinsic[2] = camera->intrinsic[3] = 0;
    return true;
  }
  if (given->resolution[0] <= 0 || given->resolution[1] <= 0) {
    comp_error(c, camera->e, "resolution: sensorsize needs a positive resolution, it is '%d %d'",
               given->resolution[0], given->resolution[1]);
    return false;
  }
  for (int i = 0; i < 2; i++) {
    const float density = (float)given->resolution[i] / sensor[i];
    camera->intrinsic[i] =
        given->focal_pixel[i] ? given->focal_pixel[i] / density : given->focal_length[i];
    camera->intrinsic[2 + i] = given->principal_pixel[i] ? given->principal_pixel[i] / density
                                                         : given->principal_length[i];
  }
  // order: the angle is a float
  const float half = single_angle(sensor[1] / 2, camera->intrinsic[1]);
  camera->fovy = half * 360.0 / mjPI;
  return true;
}

static bool compileCamera(comp_Compile* c, comp_Frame* camera) {
  const mjsCamera* given = SPEC_DATA(mjsCamera, camera->e);
  double fpos[3], fquat[4];
  memcpy(camera->pos, given->pos, sizeof camera->pos);
  if (!comp_resolveQuat(c, camera->e, given->quat, &given->alt, camera->quat)) return false;
  if (!comp_framePose(c, camera->e, fpos, fquat)) return false;
  if (camera->e->frame) rigid_applyFrame(camera->pos, camera->quat, fpos, fquat);
  return cameraLens(c, camera, given);
}

static bool compileLight(comp_Compile* c, comp_Frame* light) {
  const mjsLight* given = SPEC_DATA(mjsLight, light->e);
  double fpos[3], fquat[4];
  memcpy(light->pos, given->pos, sizeof light->pos);
  memcpy(light->dir, given->dir, sizeof light->dir);
  if (!comp_framePose(c, light->e, fpos, fquat)) return false;
  if (light->e->frame) {
    double q[4] = {1, 0, 0, 0};
    rigid_applyFrame(light->pos, q, fpos, fquat);
    mju_rotVecQuat(light->dir, given->dir, fquat);
  }
  if (rigid_normalize(light->dir, 3) < RIGID_EPS) {
    comp_error(c, light->e, "dir: '%.6g %.6g %.6g' is too short; give a nonzero direction",
               given->dir[0], given->dir[1], given->dir[2]);
    return false;
  }
  if (!(given->softness >= 0 && given->softness <= 1)) {
    comp_error(c, light->e, "softness: %.6g is not between 0 and 1", given->softness);
    return false;
  }
  return true;
}

static bool compileObjects(comp_Compile* c, comp_Body* body) {
  for (int i = body->siteChain.first; i >= 0; i = c->site[i].next) {
    if (!compileSite(c, &c->site[i])) return false;
  }
  for (int i = body->cameraChain.first; i >= 0; i = c->camera[i].next) {
    if (!compileCamera(c, &c->camera[i])) return false;
  }
  for (int i = body->lightChain.first; i >= 0; i = c->light[i].next) {
    if (!compileLight(c, &c->light[i])) return false;
  }
  return true;
}

// ---- one body

void comp_collisionBits(comp_Compile* c, comp_Body* body) {
  body->contype = body->conaffinity = 0;
  body->margin = 0;
  for (int i = 0; i < body->geomnum; i++) {
    const mjsGeom* geom = SPEC_DATA(mjsGeom, c->geom[body->geomadr + i].e);
    body->contype |= geom->contype;
    body->conaffinity |= geom->conaffinity;
    if (geom->margin + geom->gap > body->margin) body->margin = geom->margin + geom->gap;
  }
}

static bool compileBody(comp_Compile* c, int id) {
  comp_Body* body = &c->body[id];
  const mjsBody* given = SPEC_DATA(mjsBody, body->e);
  double fpos[3], fquat[4];
  ASSERT(id == 0 || body->parent < id);
  if (!checkBody(c, id)) return false;
  memcpy(body->pos, given->pos, sizeof body->pos);
  if (!comp_resolveQuat(c, body->e, given->quat, &given->alt, body->quat)) return false;
  if (!comp_inertial(c, body)) return false;
  const int before = c->diag->nerror;
  for (int i = 0; i < body->geomnum; i++) {
    if (!comp_geom(c, &c->geom[body->geomadr + i]) && !comp_resume(c)) return false;
  }
  if (!diag_settleFrom(c->diag, before)) return false;
  if (id == 0) {
    body->mass = 0;
    memset(body->ipos, 0, sizeof body->ipos);
  } else {
    if (!comp_inferInertia(c, body)) return false;
    // odd: inertial frame without mass; it has the numbers of the body's own pose
    if (isnan(body->ipos[0])) {
      memcpy(body->ipos, body->pos, sizeof body->pos);
      memcpy(body->iquat, body->quat, sizeof body->quat);
    }
    if (!comp_checkInertia(c, body)) return false;
    if (!comp_framePose(c, body->e, fpos, fquat)) return false;
    if (body->e->frame) rigid_applyFrame(body->pos, body->quat, fpos, fquat);
  }
  for (int i = 0; i < body->jntnum; i++) {
    if (!comp_joint(c, &c->joint[body->jntadr + i])) return false;
  }
  if (!compileObjects(c, body)) return false;
  if (wantsAlignment(c, body)) alignBody(c, body);
  return true;
}

bool comp_resolveTargets(comp_Compile* c) {
  for (int i = 0; i < c->size.ncam; i++) {
    comp_Frame* camera = &c->camera[i];
    camera->target = comp_find(c, camera->e, "target", mjOBJ_BODY,
                               vec_text(SPEC_DATA(mjsCamera, camera->e)->targetbody));
    diag_resume(c->diag);
  }
  for (int i = 0; i < c->size.nlight; i++) {
    comp_Frame* light = &c->light[i];
    light->target = comp_find(c, light->e, "target", mjOBJ_BODY,
                              vec_text(SPEC_DATA(mjsLight, light->e)->targetbody));
    diag_resume(c->diag);
  }
  return diag_settle(c->diag);
}

bool comp_prepareBodies(comp_Compile* c) {
  for (int i = 0; i < c->size.nbody; i++) {
    if (!compileBody(c, i) && !comp_resume(c)) return false;
  }
  return true;
}

// ---- massless bodies: every moving body needs inertia

// the body, or one welded to it through jointless children, has mass and inertia
static bool hasInertia(const comp_Compile* c, int id) {
  const comp_Body* body = &c->body[id];
  if (body->mass >= mjMINVAL && body->inertia[0] >= mjMINVAL && body->inertia[1] >= mjMINVAL &&
      body->inertia[2] >= mjMINVAL) {
    return true;
  }
  for (int i = body->child.first; i >= 0; i = c->body[i].next) {
    ASSERT_FULL(c->body[i].parent == id);
    if (!c->body[i].jntnum && hasInertia(c, i)) return true;
  }
  return false;
}

bool comp_checkMasses(comp_Compile* c) {
  for (int i = 1; i < c->size.nbody; i++) {
    if (!c->body[i].jntnum || hasInertia(c, i)) continue;
    comp_error(
        c, c->body[i].e,
        "it moves but has no mass or inertia; add a geom, or <inertial> with positive mass and "
        "diaginertia");
    if (!comp_resume(c)) return false;
  }
  return true;
}
