// Validation of enum members. The MJCF reader maps keywords to enum values, so files cannot hold
// invalid ones, but programs can set any value in members of mjsJoint and the like, and later
// compiler passes index tables by them. One table lists all such members; they are validated first,
// in elements and in default classes.
#include "compile/compile_kinds.h"

#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"
#include "spec/spec_types.h"

#define KIND(type, S, member, kind, last)                                                          \
  { type, #member, offsetof(S, member), #kind, last, #last, 0 }
#define KIND_OR(type, S, member, kind, last, none)                                                 \
  { type, #member, offsetof(S, member), #kind, last, #last, none }
#define ORIENTATION(type, S, member) KIND(type, S, member, mjtOrientation, mjORIENTATION_EULER)
#define LIMITED(type, S, member) KIND(type, S, member, mjtLimited, mjLIMITED_AUTO)

static const comp_Kind kinds[] = {
    KIND(KIND_OF_SPEC, mjSpec, compiler.inertiafromgeom, mjtInertiaFromGeom,
         mjINERTIAFROMGEOM_AUTO),
    KIND(KIND_OF_SPEC, mjSpec, compiler.conflict, mjtConflict, mjCONFLICT_ERROR),
    KIND(KIND_OF_SPEC, mjSpec, compiler.LRopt.mode, mjtLRMode, mjLRMODE_ALL),
    KIND(KIND_OF_SPEC, mjSpec, option.integrator, mjtIntegrator, mjINT_IMPLICITFAST),
    KIND(KIND_OF_SPEC, mjSpec, option.cone, mjtCone, mjCONE_ELLIPTIC),
    KIND(KIND_OF_SPEC, mjSpec, option.jacobian, mjtJacobian, mjJAC_AUTO),
    KIND(KIND_OF_SPEC, mjSpec, option.solver, mjtSolver, mjSOL_NEWTON),
    ORIENTATION(mjOBJ_BODY, mjsBody, alt.type),
    ORIENTATION(mjOBJ_BODY, mjsBody, ialt.type),
    KIND(mjOBJ_BODY, mjsBody, sleep, mjtSleepPolicy, mjSLEEP_INIT),
    ORIENTATION(SPEC_FRAME, mjsFrame, alt.type),
    KIND(mjOBJ_JOINT, mjsJoint, type, mjtJoint, mjJNT_HINGE),
    KIND(mjOBJ_JOINT, mjsJoint, align, mjtAlignFree, mjALIGNFREE_AUTO),
    LIMITED(mjOBJ_JOINT, mjsJoint, limited),
    LIMITED(mjOBJ_JOINT, mjsJoint, actfrclimited),
    KIND(mjOBJ_GEOM, mjsGeom, type, mjtGeom, mjGEOM_SDF),
    KIND(mjOBJ_GEOM, mjsGeom, typeinertia, mjtGeomInertia, mjINERTIA_SHELL),
    ORIENTATION(mjOBJ_GEOM, mjsGeom, alt.type),
    KIND(mjOBJ_SITE, mjsSite, type, mjtGeom, mjGEOM_SDF),
    ORIENTATION(mjOBJ_SITE, mjsSite, alt.type),
    KIND(mjOBJ_CAMERA, mjsCamera, mode, mjtCamLight, mjCAMLIGHT_TARGETBODYCOM),
    KIND(mjOBJ_CAMERA, mjsCamera, proj, mjtProjection, mjPROJ_ORTHOGRAPHIC),
    ORIENTATION(mjOBJ_CAMERA, mjsCamera, alt.type),
    KIND(mjOBJ_LIGHT, mjsLight, mode, mjtCamLight, mjCAMLIGHT_TARGETBODYCOM),
    KIND(mjOBJ_LIGHT, mjsLight, type, mjtLightType, mjLIGHT_IMAGE),
    KIND(mjOBJ_FLEX, mjsFlex, selfcollide, mjtFlexSelf, mjFLEXSELF_AUTO),
    KIND(mjOBJ_MESH, mjsMesh, inertia, mjtMeshInertia, mjMESH_INERTIA_SHELL),
    KIND(mjOBJ_TEXTURE, mjsTexture, type, mjtTexture, mjTEXTURE_SKYBOX),
    KIND(mjOBJ_TEXTURE, mjsTexture, colorspace, mjtColorSpace, mjCOLORSPACE_SRGB),
    KIND(mjOBJ_TEXTURE, mjsTexture, builtin, mjtBuiltin, mjBUILTIN_FLAT),
    KIND(mjOBJ_TEXTURE, mjsTexture, mark, mjtMark, mjMARK_RANDOM),
    KIND(mjOBJ_EQUALITY, mjsEquality, type, mjtEq, mjEQ_DISTANCE),
    KIND(mjOBJ_EQUALITY, mjsEquality, objtype, mjtObj, mjOBJ_PLUGIN),
    LIMITED(mjOBJ_TENDON, mjsTendon, limited),
    LIMITED(mjOBJ_TENDON, mjsTendon, actfrclimited),
    KIND(SPEC_WRAP, mjsWrap, type, mjtWrap, mjWRAP_CYLINDER),
    KIND(mjOBJ_ACTUATOR, mjsActuator, gaintype, mjtGain, mjGAIN_USER),
    KIND(mjOBJ_ACTUATOR, mjsActuator, biastype, mjtBias, mjBIAS_USER),
    KIND(mjOBJ_ACTUATOR, mjsActuator, dyntype, mjtDyn, mjDYN_USER),
    KIND_OR(mjOBJ_ACTUATOR, mjsActuator, trntype, mjtTrn, mjTRN_SO3, mjTRN_UNDEFINED),
    LIMITED(mjOBJ_ACTUATOR, mjsActuator, ctrllimited),
    LIMITED(mjOBJ_ACTUATOR, mjsActuator, forcelimited),
    LIMITED(mjOBJ_ACTUATOR, mjsActuator, actlimited),
    KIND(mjOBJ_SENSOR, mjsSensor, type, mjtSensor, mjSENS_USER),
    KIND(mjOBJ_SENSOR, mjsSensor, objtype, mjtObj, mjOBJ_PLUGIN),
    KIND(mjOBJ_SENSOR, mjsSensor, reftype, mjtObj, mjOBJ_PLUGIN),
    KIND(mjOBJ_SENSOR, mjsSensor, datatype, mjtDataType, mjDATATYPE_QUATERNION),
    KIND(mjOBJ_SENSOR, mjsSensor, needstage, mjtStage, mjSTAGE_ACC),
};

const comp_Kind* comp_kinds(int* n) {
  *n = (int)(sizeof kinds / sizeof *kinds);
  return kinds;
}

static bool check(comp_Compile* c, const spec_Element* e, const comp_Kind* kind, const void* data) {
  int value;
  memcpy(&value, (const char*)data + kind->offset, sizeof value);
  if ((value >= 0 && value <= kind->last) || (kind->none && value == kind->none)) return true;
  comp_error(c, e, "%s: %d is no value of %s; it must be 0 to %d (%s)", kind->member, value,
             kind->name, kind->last, kind->lastName);
  return false;
}

// the defaults of a class for elements of this type, NULL if classes have none
static const void* recordOf(const spec_Element* def, int type) {
  const size_t offset = type == KIND_OF_SPEC ? 0 : spec_type(type)->record;
  const void* record = NULL;
  if (offset) memcpy(&record, (const char*)def->data + offset, sizeof record);
  return record;
}

bool comp_checkKinds(comp_Compile* c) {
  const spec_List* classes = &c->spec->list[SPEC_DEFAULT];
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const comp_Kind* kind = &kinds[k];
    if (kind->type == KIND_OF_SPEC) {
      if (!check(c, NULL, kind, &c->spec->pub)) return false;
      continue;
    }
    ASSERT(kind->offset + sizeof(int) <= spec_type(kind->type)->size);
    const spec_List* list = &c->spec->list[kind->type];
    for (int i = 0; i < list->n; i++) {
      if (!check(c, list->item[i], kind, list->item[i]->data)) return false;
    }
    for (int i = 0; i < classes->n; i++) {
      const void* record = recordOf(classes->item[i], kind->type);
      if (record && !check(c, classes->item[i], kind, record)) return false;
    }
  }
  return true;
}
