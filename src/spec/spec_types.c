// Type descriptions (reflection tables): size, default values, strings and vectors of each element
// struct.
#include "spec/spec_types.h"

#include <string.h>

#include "base/assert.h"
#include "spec/spec_builtin.h"

enum { MOST_MEMBERS = 16 };

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const spec_Member bodyMember[] = {
    {offsetof(mjsBody, childclass), VEC_STRING},
    {offsetof(mjsBody, userdata), VEC_DOUBLE},
    {offsetof(mjsBody, plugin.name), VEC_STRING},
    {offsetof(mjsBody, plugin.plugin_name), VEC_STRING},
    {offsetof(mjsBody, plugin.info), VEC_STRING},
    {offsetof(mjsBody, info), VEC_STRING},
};

static const spec_Member jointMember[] = {
    {offsetof(mjsJoint, userdata), VEC_DOUBLE},
    {offsetof(mjsJoint, info), VEC_STRING},
};

static const spec_Member geomMember[] = {
    {offsetof(mjsGeom, material), VEC_STRING},
    {offsetof(mjsGeom, hfieldname), VEC_STRING},
    {offsetof(mjsGeom, meshname), VEC_STRING},
    {offsetof(mjsGeom, userdata), VEC_DOUBLE},
    {offsetof(mjsGeom, plugin.name), VEC_STRING},
    {offsetof(mjsGeom, plugin.plugin_name), VEC_STRING},
    {offsetof(mjsGeom, plugin.info), VEC_STRING},
    {offsetof(mjsGeom, info), VEC_STRING},
};

static const spec_Member siteMember[] = {
    {offsetof(mjsSite, material), VEC_STRING},
    {offsetof(mjsSite, userdata), VEC_DOUBLE},
    {offsetof(mjsSite, info), VEC_STRING},
};

static const spec_Member cameraMember[] = {
    {offsetof(mjsCamera, targetbody), VEC_STRING},
    {offsetof(mjsCamera, userdata), VEC_DOUBLE},
    {offsetof(mjsCamera, info), VEC_STRING},
};

static const spec_Member lightMember[] = {
    {offsetof(mjsLight, targetbody), VEC_STRING},
    {offsetof(mjsLight, texture), VEC_STRING},
    {offsetof(mjsLight, info), VEC_STRING},
};

static const spec_Member flexMember[] = {
    {offsetof(mjsFlex, material), VEC_STRING},  {offsetof(mjsFlex, nodebody), VEC_STRINGS},
    {offsetof(mjsFlex, vertbody), VEC_STRINGS}, {offsetof(mjsFlex, node), VEC_DOUBLE},
    {offsetof(mjsFlex, vert), VEC_DOUBLE},      {offsetof(mjsFlex, elem), VEC_INT},
    {offsetof(mjsFlex, texcoord), VEC_FLOAT},   {offsetof(mjsFlex, elemtexcoord), VEC_INT},
    {offsetof(mjsFlex, info), VEC_STRING},
};

static const spec_Member meshMember[] = {
    {offsetof(mjsMesh, content_type), VEC_STRING},
    {offsetof(mjsMesh, file), VEC_STRING},
    {offsetof(mjsMesh, uservert), VEC_FLOAT},
    {offsetof(mjsMesh, usernormal), VEC_FLOAT},
    {offsetof(mjsMesh, usertexcoord), VEC_FLOAT},
    {offsetof(mjsMesh, userface), VEC_INT},
    {offsetof(mjsMesh, userfacenormal), VEC_INT},
    {offsetof(mjsMesh, userfacetexcoord), VEC_INT},
    {offsetof(mjsMesh, plugin.name), VEC_STRING},
    {offsetof(mjsMesh, plugin.plugin_name), VEC_STRING},
    {offsetof(mjsMesh, plugin.info), VEC_STRING},
    {offsetof(mjsMesh, material), VEC_STRING},
    {offsetof(mjsMesh, info), VEC_STRING},
};

static const spec_Member skinMember[] = {
    {offsetof(mjsSkin, file), VEC_STRING},   {offsetof(mjsSkin, material), VEC_STRING},
    {offsetof(mjsSkin, vert), VEC_FLOAT},    {offsetof(mjsSkin, texcoord), VEC_FLOAT},
    {offsetof(mjsSkin, face), VEC_INT},      {offsetof(mjsSkin, bodyname), VEC_STRINGS},
    {offsetof(mjsSkin, bindpos), VEC_FLOAT}, {offsetof(mjsSkin, bindquat), VEC_FLOAT},
    {offsetof(mjsSkin, vertid), VEC_INTS},   {offsetof(mjsSkin, vertweight), VEC_FLOATS},
    {offsetof(mjsSkin, info), VEC_STRING},
};

static const spec_Member hFieldMember[] = {
    {offsetof(mjsHField, content_type), VEC_STRING},
    {offsetof(mjsHField, file), VEC_STRING},
    {offsetof(mjsHField, userdata), VEC_FLOAT},
    {offsetof(mjsHField, info), VEC_STRING},
};

static const spec_Member textureMember[] = {
    {offsetof(mjsTexture, content_type), VEC_STRING}, {offsetof(mjsTexture, file), VEC_STRING},
    {offsetof(mjsTexture, cubefiles), VEC_SIDES},     {offsetof(mjsTexture, data), VEC_BYTE},
    {offsetof(mjsTexture, info), VEC_STRING},
};

static const spec_Member materialMember[] = {
    {offsetof(mjsMaterial, textures), VEC_ROLES},
    {offsetof(mjsMaterial, info), VEC_STRING},
};

static const spec_Member pairMember[] = {
    {offsetof(mjsPair, geomname1), VEC_STRING},
    {offsetof(mjsPair, geomname2), VEC_STRING},
    {offsetof(mjsPair, info), VEC_STRING},
};

static const spec_Member excludeMember[] = {
    {offsetof(mjsExclude, bodyname1), VEC_STRING},
    {offsetof(mjsExclude, bodyname2), VEC_STRING},
    {offsetof(mjsExclude, info), VEC_STRING},
};

static const spec_Member equalityMember[] = {
    {offsetof(mjsEquality, name1), VEC_STRING},
    {offsetof(mjsEquality, name2), VEC_STRING},
    {offsetof(mjsEquality, info), VEC_STRING},
};

static const spec_Member tendonMember[] = {
    {offsetof(mjsTendon, material), VEC_STRING},
    {offsetof(mjsTendon, userdata), VEC_DOUBLE},
    {offsetof(mjsTendon, info), VEC_STRING},
};

static const spec_Member actuatorMember[] = {
    {offsetof(mjsActuator, target), VEC_STRING},
    {offsetof(mjsActuator, refsite), VEC_STRING},
    {offsetof(mjsActuator, slidersite), VEC_STRING},
    {offsetof(mjsActuator, userdata), VEC_DOUBLE},
    {offsetof(mjsActuator, plugin.name), VEC_STRING},
    {offsetof(mjsActuator, plugin.plugin_name), VEC_STRING},
    {offsetof(mjsActuator, plugin.info), VEC_STRING},
    {offsetof(mjsActuator, info), VEC_STRING},
};

static const spec_Member sensorMember[] = {
    {offsetof(mjsSensor, objname), VEC_STRING},
    {offsetof(mjsSensor, refname), VEC_STRING},
    {offsetof(mjsSensor, userdata), VEC_DOUBLE},
    {offsetof(mjsSensor, plugin.name), VEC_STRING},
    {offsetof(mjsSensor, plugin.plugin_name), VEC_STRING},
    {offsetof(mjsSensor, plugin.info), VEC_STRING},
    {offsetof(mjsSensor, info), VEC_STRING},
};

static const spec_Member numericMember[] = {
    {offsetof(mjsNumeric, data), VEC_DOUBLE},
    {offsetof(mjsNumeric, info), VEC_STRING},
};

static const spec_Member textMember[] = {
    {offsetof(mjsText, data), VEC_STRING},
    {offsetof(mjsText, info), VEC_STRING},
};

static const spec_Member tupleMember[] = {
    {offsetof(mjsTuple, objtype), VEC_INT},
    {offsetof(mjsTuple, objname), VEC_STRINGS},
    {offsetof(mjsTuple, objprm), VEC_DOUBLE},
    {offsetof(mjsTuple, info), VEC_STRING},
};

static const spec_Member keyMember[] = {
    {offsetof(mjsKey, qpos), VEC_DOUBLE},  {offsetof(mjsKey, qvel), VEC_DOUBLE},
    {offsetof(mjsKey, act), VEC_DOUBLE},   {offsetof(mjsKey, mpos), VEC_DOUBLE},
    {offsetof(mjsKey, mquat), VEC_DOUBLE}, {offsetof(mjsKey, ctrl), VEC_DOUBLE},
    {offsetof(mjsKey, info), VEC_STRING},
};

static const spec_Member pluginMember[] = {
    {offsetof(mjsPlugin, name), VEC_STRING},
    {offsetof(mjsPlugin, plugin_name), VEC_STRING},
    {offsetof(mjsPlugin, info), VEC_STRING},
};

static const spec_Member frameMember[] = {
    {offsetof(mjsFrame, childclass), VEC_STRING},
    {offsetof(mjsFrame, info), VEC_STRING},
};

static const spec_Member wrapMember[] = {
    {offsetof(mjsWrap, info), VEC_STRING},
};
static const spec_Type typeTable[SPEC_NTYPE] = {
    [mjOBJ_BODY] = {"body", sizeof(mjsBody), sizeof(spec_BodyExtra), builtin_body, bodyMember,
                    COUNT(bodyMember), 0},
    [mjOBJ_JOINT] = {"joint", sizeof(mjsJoint), 0, builtin_joint, jointMember, COUNT(jointMember),
                     offsetof(mjsDefault, joint)},
    [mjOBJ_GEOM] = {"geom", sizeof(mjsGeom), 0, builtin_geom, geomMember, COUNT(geomMember),
                    offsetof(mjsDefault, geom)},
    [mjOBJ_SITE] = {"site", sizeof(mjsSite), 0, builtin_site, siteMember, COUNT(siteMember),
                    offsetof(mjsDefault, site)},
    [mjOBJ_CAMERA] = {"camera", sizeof(mjsCamera), 0, builtin_camera, cameraMember,
                      COUNT(cameraMember), offsetof(mjsDefault, camera)},
    [mjOBJ_LIGHT] = {"light", sizeof(mjsLight), 0, builtin_light, lightMember, COUNT(lightMember),
                     offsetof(mjsDefault, light)},
    [mjOBJ_FLEX] = {"flex", sizeof(mjsFlex), sizeof(spec_FlexExtra), builtin_flex, flexMember,
                    COUNT(flexMember), offsetof(mjsDefault, flex)},
    [mjOBJ_MESH] = {"mesh", sizeof(spec_Mesh), 0, builtin_mesh, meshMember, COUNT(meshMember),
                    offsetof(mjsDefault, mesh)},
    [mjOBJ_SKIN] = {"skin", sizeof(mjsSkin), 0, builtin_skin, skinMember, COUNT(skinMember), 0},
    [mjOBJ_HFIELD] = {"hfield", sizeof(mjsHField), 0, builtin_none, hFieldMember,
                      COUNT(hFieldMember), 0},
    [mjOBJ_TEXTURE] = {"texture", sizeof(mjsTexture), 0, builtin_texture, textureMember,
                       COUNT(textureMember), 0},
    [mjOBJ_MATERIAL] = {"material", sizeof(mjsMaterial), 0, builtin_material, materialMember,
                        COUNT(materialMember), offsetof(mjsDefault, material)},
    [mjOBJ_PAIR] = {"pair", sizeof(mjsPair), 0, builtin_pair, pairMember, COUNT(pairMember),
                    offsetof(mjsDefault, pair)},
    [mjOBJ_EXCLUDE] = {"exclude", sizeof(mjsExclude), 0, builtin_none, excludeMember,
                       COUNT(excludeMember), 0},
    [mjOBJ_EQUALITY] = {"equality", sizeof(mjsEquality), 0, builtin_equality, equalityMember,
                        COUNT(equalityMember), offsetof(mjsDefault, equality)},
    [mjOBJ_TENDON] = {"tendon", sizeof(mjsTendon), sizeof(spec_TendonExtra), builtin_tendon,
                      tendonMember, COUNT(tendonMember), offsetof(mjsDefault, tendon)},
    [mjOBJ_ACTUATOR] = {"actuator", sizeof(mjsActuator), 0, builtin_actuator, actuatorMember,
                        COUNT(actuatorMember), offsetof(mjsDefault, actuator)},
    [mjOBJ_SENSOR] = {"sensor", sizeof(mjsSensor), 0, builtin_sensor, sensorMember,
                      COUNT(sensorMember), 0},
    [mjOBJ_NUMERIC] = {"numeric", sizeof(mjsNumeric), 0, builtin_none, numericMember,
                       COUNT(numericMember), 0},
    [mjOBJ_TEXT] = {"text", sizeof(mjsText), 0, builtin_none, textMember, COUNT(textMember), 0},
    [mjOBJ_TUPLE] = {"tuple", sizeof(mjsTuple), 0, builtin_none, tupleMember, COUNT(tupleMember),
                     0},
    [mjOBJ_KEY] = {"key", sizeof(mjsKey), 0, builtin_none, keyMember, COUNT(keyMember), 0},
    [mjOBJ_PLUGIN] = {"plugin", sizeof(mjsPlugin), sizeof(spec_PluginExtra), builtin_none,
                      pluginMember, COUNT(pluginMember), 0},
    [SPEC_FRAME] = {"frame", sizeof(mjsFrame), 0, builtin_frame, frameMember, COUNT(frameMember),
                    0},
    [SPEC_DEFAULT] = {"default", sizeof(mjsDefault), sizeof(spec_DefaultExtra), builtin_none, NULL,
                      0, 0},
    [SPEC_WRAP] = {"wrap", sizeof(mjsWrap), sizeof(spec_WrapExtra), builtin_none, wrapMember,
                   COUNT(wrapMember), 0},
};

const spec_Type* spec_type(int type) {
  ASSERT_FULL(type >= 0 && type < SPEC_NTYPE);
  return &typeTable[type];
}

static const struct {
  size_t size;
  bool nested;
  int empties;  // number of strings that exist from the start
} vecInfo[] = {
    [VEC_STRING] = {1, false, 0},
    [VEC_STRINGS] = {1, true, 0},
    [VEC_ROLES] = {1, true, mjNTEXROLE},
    [VEC_SIDES] = {1, true, 6},
    [VEC_DOUBLE] = {sizeof(double), false, 0},
    [VEC_FLOAT] = {sizeof(float), false, 0},
    [VEC_INT] = {sizeof(int), false, 0},
    [VEC_BYTE] = {1, false, 0},
    [VEC_INTS] = {sizeof(int), true, 0},
    [VEC_FLOATS] = {sizeof(float), true, 0},
};

size_t spec_vecSize(spec_VecKind kind) { return vecInfo[kind].size; }

bool spec_vecNested(spec_VecKind kind) { return vecInfo[kind].nested; }

bool spec_makeVecs(const spec_Type* type, void* data, spec_Pool* pool) {
  for (int i = 0; i < type->nmember; i++) {
    spec_Vec* vec = vec_make(pool);
    if (!vec) return false;
    while (vec->size < vecInfo[type->member[i].kind].empties) {
      if (!vec_appendText(vec, "")) return false;
    }
    memcpy((char*)data + type->member[i].offset, &vec, sizeof vec);
  }
  return true;
}

// the vector that a member points to
static spec_Vec* memberVec(const void* data, const spec_Member* member) {
  spec_Vec* vec;
  memcpy(&vec, (const char*)data + member->offset, sizeof vec);
  return vec;
}

bool spec_copyData(int type, void* dst, const void* src, spec_Pool* pool) {
  const spec_Type* info = &typeTable[type];
  spec_Vec* kept[MOST_MEMBERS];
  ASSERT_FULL(info->nmember <= MOST_MEMBERS && dst != src);
  mjsElement* element = *(mjsElement**)dst;
  for (int i = 0; i < info->nmember; i++) kept[i] = memberVec(dst, &info->member[i]);
  memcpy(dst, src, info->size);
  *(mjsElement**)dst = element;
  for (int i = 0; i < info->nmember; i++) {
    const spec_Member* member = &info->member[i];
    const spec_Vec* from = memberVec(src, member);
    memcpy((char*)dst + member->offset, &kept[i], sizeof kept[i]);
    if (from &&
        !vec_copy(kept[i], from, vecInfo[member->kind].size, vecInfo[member->kind].nested)) {
      pool->failed = true;
      return false;
    }
  }
  return true;
}

size_t spec_dataSize(int type) { return typeTable[type].size; }

const char* spec_typeName(int type) {
  return typeTable[type].name ? typeTable[type].name : "element";
}
