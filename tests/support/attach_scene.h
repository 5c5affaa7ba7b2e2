// Specs for the tests of attach and replicate: builders of elements, a child model, and lists of
// names.
#ifndef SINEW_TESTS_ATTACH_SCENE_H_
#define SINEW_TESTS_ATTACH_SCENE_H_

#include "support.h"

#include "spec/attach_key.h"
#include "spec/spec.h"

static const diag_Where here = {"model.xml", 7};
static const double none[3] = {0, 0, 0};

// ---- building

static inline spec_Element* name(spec_Element* e, const char* text) {
  assert_non_null(e);
  if (text) assert_true(spec_setName(e, text));
  return e;
}

static inline spec_Element* add(spec_Spec* s, int type, spec_Element* body, spec_Element* frame,
                                const char* text) {
  return name(spec_add(s, type, body, frame, s->root), text);
}

// a body with a joint "j" + name (hinge) and a geom "g" + name
static inline spec_Element* addBody(spec_Spec* s, spec_Element* parent, spec_Element* frame,
                                    const char* text) {
  char part[40];
  spec_Element* body = add(s, mjOBJ_BODY, parent, frame, text);
  snprintf(part, sizeof part, "j%s", text);
  add(s, mjOBJ_JOINT, body, NULL, part);
  snprintf(part, sizeof part, "g%s", text);
  SPEC_DATA(mjsGeom, add(s, mjOBJ_GEOM, body, NULL, part))->size[0] = 0.1;
  return body;
}

static inline void set(void* string, const char* text) { assert_true(vec_setText(string, text)); }

static inline spec_Element* addMotor(spec_Spec* s, const char* text, const char* joint) {
  spec_Element* e = add(s, mjOBJ_ACTUATOR, NULL, NULL, text);
  SPEC_DATA(mjsActuator, e)->trntype = mjTRN_JOINT;
  set(SPEC_DATA(mjsActuator, e)->target, joint);
  return e;
}

static inline spec_Element* addSensor(spec_Spec* s, const char* text, int objtype, const char* obj,
                                      int reftype, const char* ref) {
  spec_Element* e = name(spec_add(s, mjOBJ_SENSOR, NULL, NULL, NULL), text);
  mjsSensor* data = SPEC_DATA(mjsSensor, e);
  data->type = objtype == mjOBJ_JOINT ? mjSENS_JOINTPOS : objtype ? mjSENS_FRAMEPOS : mjSENS_CLOCK;
  data->objtype = objtype;
  data->reftype = reftype;
  set(data->objname, obj);
  set(data->refname, ref);
  return e;
}

static inline spec_Element* addExclude(spec_Spec* s, const char* text, const char* body1,
                                       const char* body2) {
  spec_Element* e = name(spec_add(s, mjOBJ_EXCLUDE, NULL, NULL, NULL), text);
  set(SPEC_DATA(mjsExclude, e)->bodyname1, body1);
  set(SPEC_DATA(mjsExclude, e)->bodyname2, body2);
  return e;
}

static inline spec_Element* addWeld(spec_Spec* s, const char* text, const char* body1,
                                    const char* body2) {
  spec_Element* e = add(s, mjOBJ_EQUALITY, NULL, NULL, text);
  mjsEquality* data = SPEC_DATA(mjsEquality, e);
  data->type = mjEQ_WELD;
  data->objtype = mjOBJ_BODY;
  set(data->name1, body1);
  set(data->name2, body2);
  return e;
}

static inline spec_Element* addKey(spec_Spec* s, const char* text, int nqpos, const double* qpos,
                                   int nctrl, const double* ctrl) {
  spec_Element* e = name(spec_add(s, mjOBJ_KEY, NULL, NULL, NULL), text);
  mjsKey* data = SPEC_DATA(mjsKey, e);
  assert_true(vec_set(data->qpos, qpos, nqpos, sizeof *qpos));
  assert_true(vec_set(data->ctrl, ctrl, nctrl, sizeof *ctrl));
  return e;
}

static inline spec_Element* addTendon(spec_Spec* s, const char* text, const char* joint1,
                                      const char* joint2) {
  spec_Element* e = add(s, mjOBJ_TENDON, NULL, NULL, text);
  assert_non_null(mjs_wrapJoint(e->data, joint1, 1));
  assert_non_null(mjs_wrapJoint(e->data, joint2, 2));
  return e;
}

// names of a list, unnamed as "-"
static inline const char* names(const spec_Spec* s, int type) {
  static char text[400];
  text[0] = 0;
  for (int i = 0; i < s->list[type].n; i++) {
    const char* n = spec_name(s->list[type].item[i]);
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "", *n ? n : "-");
  }
  return text;
}

// qpos (or ctrl ...) of a key, owner by owner: "1 2 ." where . is the default
static inline const char* keyText(const spec_Spec* s, const char* key, key_Vector vector,
                                  int type) {
  static char text[200];
  text[0] = 0;
  const spec_Element* e = spec_find(s, mjOBJ_KEY, key);
  assert_non_null(e);
  for (int i = 0; i < s->list[type].n; i++) {
    int n;
    const double* value = attach_keyValue(e, vector, s->list[type].item[i], &n);
    if (i) strcat(text, " ");
    if (value) {
      snprintf(text + strlen(text), sizeof text - strlen(text), "%g", value[0]);
    } else {
      strcat(text, ".");
    }
  }
  return text;
}

static inline void fine(const spec_Spec* s) {
  if (s->diag.failed) print_message("error: %s\n", diag_text(&s->diag));
  assert_false(s->diag.failed);
}

static inline void fails(spec_Spec* s, bool ok, const char* part) {
  assert_false(ok);
  assert_true(s->diag.failed);
  if (!strstr(diag_text(&s->diag), part)) print_message("message: %s\n", diag_text(&s->diag));
  assert_non_null(strstr(diag_text(&s->diag), part));
  spec_free(s);
}

// a child model "c" of s: bodies A (with C inside) and B, class q, material m, and what refers to
// them
static inline spec_Spec* addChild(spec_Spec* s, bool material) {
  spec_Spec* c = spec_make();
  spec_Element* model = name(spec_add(s, SPEC_MODEL, NULL, NULL, NULL), "c");
  model->extra = c;
  c->parent = s;
  c->pub.compiler.degree = false;
  spec_Element* q = name(spec_add(c, SPEC_DEFAULT, NULL, NULL, c->root), "q");
  if (material) {
    add(c, mjOBJ_MATERIAL, NULL, NULL, "m");
    set(SPEC_DATA(mjsDefault, q)->geom->material, "m");
  }
  add(c, mjOBJ_NUMERIC, NULL, NULL, "n");
  SPEC_DATA(mjsGeom, add(c, mjOBJ_GEOM, c->world, NULL, "wg"))->size[0] = 1;
  spec_Element* frame = add(c, SPEC_FRAME, c->world, NULL, "F");
  SPEC_DATA(mjsFrame, frame)->pos[2] = 4;
  spec_Element* a = addBody(c, c->world, frame, "A");
  set(SPEC_DATA(mjsBody, a)->childclass, "q");
  spec_Element* g = name(spec_add(c, mjOBJ_GEOM, a, NULL, q), "gq");
  SPEC_DATA(mjsGeom, g)->size[0] = 0.2;
  addBody(c, a, NULL, "C");
  addBody(c, c->world, NULL, "B");
  addExclude(c, "e", "A", "B");
  addExclude(c, "ew", "A", "world");
  addExclude(c, "ww", "world", "world");
  addWeld(c, "w", "A", "");
  addWeld(c, "w2", "A", "B");
  addWeld(c, "w3", "A", "world");
  addTendon(c, "t", "jA", "jB");
  addMotor(c, "ma", "jA");
  addMotor(c, "mb", "jB");
  addSensor(c, "cl", 0, "", 0, "");
  addSensor(c, "fp", mjOBJ_BODY, "A", mjOBJ_BODY, "B");
  addSensor(c, "fp0", mjOBJ_BODY, "A", 0, "");
  spec_Element* tuple = name(spec_add(c, mjOBJ_TUPLE, NULL, NULL, NULL), "tu");
  const int type = mjOBJ_BODY;
  assert_true(vec_set(SPEC_DATA(mjsTuple, tuple)->objtype, &type, 1, sizeof type));
  assert_true(vec_appendText(SPEC_DATA(mjsTuple, tuple)->objname, "C"));
  return c;
}

#endif
