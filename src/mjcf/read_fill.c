// Reads the MJCF children and special attributes of equality constraints, tendons, actuators,
// sensors and custom data that the generic attribute parser cannot handle.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

// ---- equality

READ_FILL(fill_equality) {
  mjsEquality* equality = data;
  equality->type = (mjtEq)element->value;
  // the default anchor of a weld of bodies is their origin; the defaults contain polynomial
  // coefficients there
  if (equality->type == mjEQ_WELD && xml_attr(node, "body1"))
    memset(equality->data, 0, 3 * sizeof(double));
  read_attrs(r, node, element, data, NULL);
}

// ---- tendon

static void readPath(read_Reader* r, const xml_Node* node, const schema_Element* kind,
                     spec_Element* tendon) {
  ASSERT(kind && tendon->type == mjOBJ_TENDON);
  spec_Element* e = read_make(r, node, SPEC_WRAP, NULL, NULL, NULL);
  if (!e) return;
  SPEC_DATA(mjsWrap, e)->type = (mjtWrap)kind->value;
  read_attrs(r, node, kind, e->extra, NULL);
  if (!spec_listAdd(&r->spec->pool, &spec_tendon(tendon)->path, e)) diag_noMemory(r->diag);
}

READ_FILL(fill_tendon) {
  read_attrs(r, node, element, data, NULL);
  spec_Element* tendon = spec_of(((mjsTendon*)data)->element);
  for (const xml_Node* child = xml_first(node); child && !r->diag->failed;
       child = xml_next(child)) {
    readPath(r, child, schema_child(element, child->tag), tendon);
  }
}

// ---- actuator

// slidersite and cranklength belong to slider-cranks, refsite to sites
static void checkTransmission(read_Reader* r, const xml_Node* node, const mjsActuator* a) {
  const bool crank = xml_attr(node, "slidersite") || xml_attr(node, "cranklength");
  if (crank && a->trntype != mjTRN_SLIDERCRANK) {
    read_error(r, node,
               "slidersite, cranklength: they belong to a slider-crank; give cranksite too");
  }
  if (xml_attr(node, "refsite") && a->trntype != mjTRN_SITE) {
    read_error(r, node, "refsite: it belongs to an actuator that acts on a site; give site too");
  }
}

// reports "attribute: what is wrong", with the value as written
static void reportWrong(read_Reader* r, const xml_Node* node, const char* wrong) {
  char name[40];
  text_print(name, sizeof name, "%.*s", (int)strcspn(wrong, ":"), wrong);
  const char* value = xml_attr(node, name);
  if (value) {
    read_error(r, node, "%s (given: '%.40s')", wrong, value);
  } else {
    read_error(r, node, "%s", wrong);
  }
}

READ_FILL(fill_actuator) {
  mjsActuator* actuator = data;
  act_Params params;
  act_clearParams(&params);
  read_attrs(r, node, element, data, &params);
  if (r->diag->failed) return;
  const bool plugin = element->value == READ_PLUGIN_ACTUATOR;
  const char* wrong = plugin ? NULL : act_set((act_Kind)element->value, actuator, &params);
  if (wrong) reportWrong(r, node, wrong);
  if (!(element->flags & ELEM_CLASS)) checkTransmission(r, node, actuator);
}

// ---- sensor

READ_FILL(fill_sensor) {
  mjsSensor* sensor = data;
  sensor->type = (mjtSensor)element->value;
  // defaults: the first type of data, and one contact
  if (sensor->type == mjSENS_RANGEFINDER) sensor->intprm[0] = 1 << mjRAYDATA_DIST;
  if (sensor->type == mjSENS_CONTACT) {
    sensor->intprm[0] = 1 << mjCONDATA_FOUND;
    sensor->intprm[2] = 1;
  }
  read_attrs(r, node, element, data, NULL);
}

// ---- custom

READ_FILL(fill_numeric) {
  enum { MOST_NUMBERS = 500 };
  mjsNumeric* numeric = data;
  read_attrs(r, node, element, data, NULL);
  const int n = ((spec_Vec*)numeric->data)->size;
  const bool sized = xml_attr(node, "size");
  if (!sized) numeric->size = n;
  if (numeric->size < 1 || numeric->size > MOST_NUMBERS) {
    read_error(r, node, "size: %d numbers; there must be 1 to %d, by size or by data",
               numeric->size, MOST_NUMBERS);
  } else if (n > numeric->size) {
    read_error(r, node, "data: %d numbers are more than size says: %d", n, numeric->size);
  }
}

READ_FILL(fill_tuple) {
  mjsTuple* tuple = data;
  read_attrs(r, node, element, data, NULL);
  for (const xml_Node* child = xml_first(node); child && !r->diag->failed;
       child = xml_next(child)) {
    int type = mjOBJ_UNKNOWN;
    double prm = 0;
    xml_readKeyword(child, "objtype", words_object.word, words_object.n, &type, r->diag);
    xml_readDoubles(child, "prm", &prm, 1, 1, r->diag);
    int* objtype = vec_push(tuple->objtype, sizeof *objtype);
    double* objprm = vec_push(tuple->objprm, sizeof *objprm);
    if (!objtype || !objprm || !vec_appendText(tuple->objname, xml_attr(child, "objname"))) return;
    *objtype = type;
    *objprm = prm;
  }
}
