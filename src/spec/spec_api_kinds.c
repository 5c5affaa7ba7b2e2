// Public API of editable models: default values of each struct (mjs_defaultGeom, ...), and checked
// casts from an element to its struct.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "spec/spec_types.h"

// ---- built-in values. The structs belong to the caller, not to elements: strings, vectors and the
// element are NULL.

static void reset(const char* caller, void* data, int type) {
  const spec_Type* info = spec_type(type);
  if (!args_has(caller, info->name, data)) return;
  memset(data, 0, info->size);
  info->builtin(data);
}

void mjs_defaultSpec(mjSpec* spec) {
  ARGS_NEED(spec);
  memset(spec, 0, sizeof *spec);
  spec_builtinSpec(spec);
}

void mjs_defaultOrientation(mjsOrientation* orient) {
  ARGS_NEED(orient);
  memset(orient, 0, sizeof *orient);
}

void mjs_defaultBody(mjsBody* body) { reset(__func__, body, mjOBJ_BODY); }
void mjs_defaultFrame(mjsFrame* frame) { reset(__func__, frame, SPEC_FRAME); }
void mjs_defaultJoint(mjsJoint* joint) { reset(__func__, joint, mjOBJ_JOINT); }
void mjs_defaultGeom(mjsGeom* geom) { reset(__func__, geom, mjOBJ_GEOM); }
void mjs_defaultSite(mjsSite* site) { reset(__func__, site, mjOBJ_SITE); }
void mjs_defaultCamera(mjsCamera* camera) { reset(__func__, camera, mjOBJ_CAMERA); }
void mjs_defaultLight(mjsLight* light) { reset(__func__, light, mjOBJ_LIGHT); }
void mjs_defaultFlex(mjsFlex* flex) { reset(__func__, flex, mjOBJ_FLEX); }
void mjs_defaultMesh(mjsMesh* mesh) {
  spec_Mesh whole;
  ARGS_NEED(mesh);
  reset(__func__, &whole, mjOBJ_MESH);
  *mesh = whole.pub;
}
void mjs_defaultHField(mjsHField* hfield) { reset(__func__, hfield, mjOBJ_HFIELD); }
void mjs_defaultSkin(mjsSkin* skin) { reset(__func__, skin, mjOBJ_SKIN); }
void mjs_defaultTexture(mjsTexture* texture) { reset(__func__, texture, mjOBJ_TEXTURE); }
void mjs_defaultMaterial(mjsMaterial* material) { reset(__func__, material, mjOBJ_MATERIAL); }
void mjs_defaultPair(mjsPair* pair) { reset(__func__, pair, mjOBJ_PAIR); }
void mjs_defaultEquality(mjsEquality* equality) { reset(__func__, equality, mjOBJ_EQUALITY); }
void mjs_defaultTendon(mjsTendon* tendon) { reset(__func__, tendon, mjOBJ_TENDON); }
void mjs_defaultActuator(mjsActuator* actuator) { reset(__func__, actuator, mjOBJ_ACTUATOR); }
void mjs_defaultSensor(mjsSensor* sensor) { reset(__func__, sensor, mjOBJ_SENSOR); }
void mjs_defaultNumeric(mjsNumeric* numeric) { reset(__func__, numeric, mjOBJ_NUMERIC); }
void mjs_defaultText(mjsText* text) { reset(__func__, text, mjOBJ_TEXT); }
void mjs_defaultTuple(mjsTuple* tuple) { reset(__func__, tuple, mjOBJ_TUPLE); }
void mjs_defaultKey(mjsKey* key) { reset(__func__, key, mjOBJ_KEY); }
void mjs_defaultPlugin(mjsPlugin* plugin) { reset(__func__, plugin, mjOBJ_PLUGIN); }

// ---- casts

static void* as(mjsElement* element, int type) {
  const spec_Element* e = element ? spec_of(element) : NULL;
  return e && e->type == type ? e->data : NULL;
}

mjsBody* mjs_asBody(mjsElement* element) { return as(element, mjOBJ_BODY); }
mjsGeom* mjs_asGeom(mjsElement* element) { return as(element, mjOBJ_GEOM); }
mjsJoint* mjs_asJoint(mjsElement* element) { return as(element, mjOBJ_JOINT); }
mjsSite* mjs_asSite(mjsElement* element) { return as(element, mjOBJ_SITE); }
mjsCamera* mjs_asCamera(mjsElement* element) { return as(element, mjOBJ_CAMERA); }
mjsLight* mjs_asLight(mjsElement* element) { return as(element, mjOBJ_LIGHT); }
mjsFrame* mjs_asFrame(mjsElement* element) { return as(element, SPEC_FRAME); }
mjsActuator* mjs_asActuator(mjsElement* element) { return as(element, mjOBJ_ACTUATOR); }
mjsSensor* mjs_asSensor(mjsElement* element) { return as(element, mjOBJ_SENSOR); }
mjsFlex* mjs_asFlex(mjsElement* element) { return as(element, mjOBJ_FLEX); }
mjsPair* mjs_asPair(mjsElement* element) { return as(element, mjOBJ_PAIR); }
mjsEquality* mjs_asEquality(mjsElement* element) { return as(element, mjOBJ_EQUALITY); }
mjsExclude* mjs_asExclude(mjsElement* element) { return as(element, mjOBJ_EXCLUDE); }
mjsTendon* mjs_asTendon(mjsElement* element) { return as(element, mjOBJ_TENDON); }
mjsNumeric* mjs_asNumeric(mjsElement* element) { return as(element, mjOBJ_NUMERIC); }
mjsText* mjs_asText(mjsElement* element) { return as(element, mjOBJ_TEXT); }
mjsTuple* mjs_asTuple(mjsElement* element) { return as(element, mjOBJ_TUPLE); }
mjsKey* mjs_asKey(mjsElement* element) { return as(element, mjOBJ_KEY); }
mjsPlugin* mjs_asPlugin(mjsElement* element) { return as(element, mjOBJ_PLUGIN); }
mjsMesh* mjs_asMesh(mjsElement* element) { return as(element, mjOBJ_MESH); }
mjsHField* mjs_asHField(mjsElement* element) { return as(element, mjOBJ_HFIELD); }
mjsSkin* mjs_asSkin(mjsElement* element) { return as(element, mjOBJ_SKIN); }
mjsTexture* mjs_asTexture(mjsElement* element) { return as(element, mjOBJ_TEXTURE); }
mjsMaterial* mjs_asMaterial(mjsElement* element) { return as(element, mjOBJ_MATERIAL); }
