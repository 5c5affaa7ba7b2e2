// Lint rule: unused assets (meshes, textures, materials, height fields, ...) that no element refers
// to; they cost load time and memory.
#include <string.h>

#include "lint/lint.h"

// references by name to one type of asset, in elements of another type
typedef struct {
  int asset, user;
  const char* (*get)(const spec_Element* e, int i);  // the i-th name, NULL: end
} Reference;

static const char* one(const void* name, int i) { return i ? NULL : vec_text(name); }

static const char* geomMaterial(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsGeom, e)->material, i);
}
static const char* siteMaterial(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsSite, e)->material, i);
}
static const char* tendonMaterial(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsTendon, e)->material, i);
}
static const char* meshMaterial(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsMesh, e)->material, i);
}
static const char* skinMaterial(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsSkin, e)->material, i);
}
static const char* flexMaterial(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsFlex, e)->material, i);
}
static const char* geomMesh(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsGeom, e)->meshname, i);
}
static const char* sensorMesh(const spec_Element* e, int i) {
  return SPEC_DATA(mjsSensor, e)->type == mjSENS_TACTILE ? one(SPEC_DATA(mjsSensor, e)->objname, i)
                                                         : NULL;
}
static const char* geomHField(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsGeom, e)->hfieldname, i);
}
static const char* materialTexture(const spec_Element* e, int i) {
  return i < mjNTEXROLE ? vec_textAt(SPEC_DATA(mjsMaterial, e)->textures, i) : NULL;
}
static const char* lightTexture(const spec_Element* e, int i) {
  return one(SPEC_DATA(mjsLight, e)->texture, i);
}

static const Reference reference[] = {
    {mjOBJ_MATERIAL, mjOBJ_GEOM, geomMaterial},
    {mjOBJ_MATERIAL, mjOBJ_SITE, siteMaterial},
    {mjOBJ_MATERIAL, mjOBJ_TENDON, tendonMaterial},
    {mjOBJ_MATERIAL, mjOBJ_MESH, meshMaterial},
    {mjOBJ_MATERIAL, mjOBJ_SKIN, skinMaterial},
    {mjOBJ_MATERIAL, mjOBJ_FLEX, flexMaterial},
    {mjOBJ_MESH, mjOBJ_GEOM, geomMesh},
    {mjOBJ_MESH, mjOBJ_SENSOR, sensorMesh},
    {mjOBJ_HFIELD, mjOBJ_GEOM, geomHField},
    {mjOBJ_TEXTURE, mjOBJ_MATERIAL, materialTexture},
    {mjOBJ_TEXTURE, mjOBJ_LIGHT, lightTexture},
};

// tuples name elements of any type
static bool isInTuple(const spec_Spec* spec, int type, const char* name) {
  const spec_List* tuples = &spec->list[mjOBJ_TUPLE];
  for (int i = 0; i < tuples->n; i++) {
    const mjsTuple* tuple = SPEC_DATA(mjsTuple, tuples->item[i]);
    const spec_Vec* types = tuple->objtype;
    for (int k = 0; k < types->size; k++) {
      const bool same = ((const int*)types->data)[k] == type;
      if (same && !strcmp(vec_textAt(tuple->objname, k), name)) return true;
    }
  }
  return false;
}

static bool isUsed(const lint_Audit* c, int type, const char* name) {
  for (size_t r = 0; r < sizeof reference / sizeof *reference; r++) {
    if (reference[r].asset != type) continue;
    const spec_List* users = &c->spec->list[reference[r].user];
    for (int i = 0; i < users->n; i++) {
      const char* used;
      for (int k = 0; (used = reference[r].get(users->item[i], k)); k++) {
        if (!strcmp(used, name)) return true;
      }
    }
  }
  return isInTuple(c->spec, type, name);
}

void lint_assets(lint_Audit* c) {
  static const int type[] = {mjOBJ_MATERIAL, mjOBJ_TEXTURE, mjOBJ_MESH, mjOBJ_HFIELD};
  for (size_t t = 0; c->spec && t < sizeof type / sizeof *type; t++) {
    const spec_List* list = &c->spec->list[type[t]];
    for (int i = 0; i < list->n; i++) {
      const int id = list->item[i]->id;
      const char* name = id >= 0 ? mj_id2name(c->m, type[t], id) : NULL;
      if (!name || isUsed(c, type[t], name)) continue;
      if (type[t] == mjOBJ_TEXTURE && c->m->tex_type[id] == mjTEXTURE_SKYBOX) continue;
      lint_add(c, sn_FINDING_NOTE, type[t], id, "remove it, or refer to it",
               "nothing refers to this %s", spec_typeName(type[t]));
    }
  }
}
