// Serialization of elements to XML: the tag of a type, its default class and attributes, and the
// children that some elements have: paths of tendons, layers of materials, members of tuples,
// elevations, bones.
#include <string.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "mjcf/write_parts.h"

// ---- classes

const char* write_class(const spec_Element* e, const spec_Element* enclosing) {
  return e->def && e->def != enclosing ? spec_name(e->def) : NULL;
}

const void* write_base(write_Writer* w, const spec_Element* e, const spec_Element* enclosing) {
  const spec_Element* def = e->def ? e->def : enclosing;
  const void* record = def ? spec_defaultRecord(def, e->type) : NULL;
  const spec_Element* plain = record ? NULL : write_builtin(w, e->type);
  return record ? record : plain ? plain->data : NULL;
}

// ---- tags

// distinguishes the tags of one type: schema_Element.value
static int kindOf(const spec_Element* e) {
  switch (e->type) {
    case mjOBJ_EQUALITY:
      return SPEC_DATA(mjsEquality, e)->type;
    case mjOBJ_SENSOR:
      return SPEC_DATA(mjsSensor, e)->type;
    case mjOBJ_ACTUATOR:
      return SPEC_DATA(mjsActuator, e)->plugin.active ? READ_PLUGIN_ACTUATOR : ACT_GENERAL;
    default:
      return 0;
  }
}

// a tendon with joints is fixed
static bool isFixed(const spec_Element* tendon) {
  const spec_List* path = &spec_tendon(tendon)->path;
  return path->n && SPEC_DATA(mjsWrap, path->item[0])->type == mjWRAP_JOINT;
}

static const schema_Element* elementOf(const schema_Element* parent, const spec_Element* e) {
  if (e->type == mjOBJ_TENDON) return schema_child(parent, isFixed(e) ? "fixed" : "spatial");
  const int kind = kindOf(e);
  for (int i = 0; i < parent->nchild; i++) {
    const schema_Element* child = parent->child[i];
    if (child->type == e->type && child->value == kind) return child;
  }
  return NULL;
}

// ---- children

static void writePath(write_Writer* w, const schema_Element* tendon, const spec_Element* e) {
  const spec_List* path = &spec_tendon(e)->path;
  const spec_Element* plain = write_builtin(w, SPEC_WRAP);
  for (int i = 0; i < path->n && plain; i++) {
    const spec_Element* wrap = path->item[i];
    int kind = SPEC_DATA(mjsWrap, wrap)->type;
    if (kind == mjWRAP_CYLINDER) kind = mjWRAP_SPHERE;
    for (int k = 0; k < tendon->nchild; k++) {
      const schema_Element* child = tendon->child[k];
      if (child->value != kind) continue;
      write_begin(w, child->tag);
      write_rows(w, &(write_Rows){child, wrap->extra, plain->extra, NULL, NULL, NULL, NULL});
      write_end(w, child->tag);
    }
  }
}

static void writeLayers(write_Writer* w, const schema_Element* material, const spec_Element* e) {
  const spec_Vec* textures = SPEC_DATA(mjsMaterial, e)->textures;
  const schema_Words* roles = schema_attr(schema_child(material, "layer"), "role")->words;
  bool layered = false;
  for (int i = 0; i < textures->size; i++)
    layered = layered || (i != mjTEXROLE_RGB && *vec_textAt(textures, i));
  for (int i = 0; i < textures->size && layered; i++) {
    if (!*vec_textAt(textures, i)) continue;
    write_begin(w, "layer");
    write_attr(w, "texture", vec_textAt(textures, i));
    for (int k = 0; k < roles->n; k++) {
      if (roles->word[k].value == i) write_attr(w, "role", roles->word[k].name);
    }
    write_end(w, "layer");
  }
}

static void writeTuple(write_Writer* w, const schema_Element* element, const spec_Element* e) {
  (void)element;
  const mjsTuple* tuple = SPEC_DATA(mjsTuple, e);
  const spec_Vec *types = tuple->objtype, *prms = tuple->objprm;
  for (int i = 0; i < types->size; i++) {
    const int type = ((const int*)types->data)[i];
    write_begin(w, "element");
    for (int k = 0; k < words_object.n; k++) {
      if (words_object.word[k].value == type) write_attr(w, "objtype", words_object.word[k].name);
    }
    write_attr(w, "objname", vec_textAt(tuple->objname, i));
    if (i < prms->size && ((const double*)prms->data)[i] != 0)
      write_doubles(w, "prm", (const double*)prms->data + i, 1);
    write_end(w, "element");
  }
}

// rows are listed from the top
static void writeHeights(write_Writer* w, const schema_Element* element, const spec_Element* e) {
  (void)element;
  const mjsHField* hfield = SPEC_DATA(mjsHField, e);
  const spec_Vec* data = hfield->userdata;
  const int nrow = hfield->nrow, ncol = hfield->ncol;
  if (nrow < 1 || ncol < 1 || data->size != (mjtSize)nrow * ncol) return;
  spec_Vec* flipped = vec_make(&w->plain->pool);
  if (!flipped || !vec_set(flipped, data->data, data->size, sizeof(float))) {
    w->out->failed = true;
    return;
  }
  for (int row = 0; row < nrow; row++) {
    memcpy((float*)flipped->data + (size_t)row * (size_t)ncol,
           (const float*)data->data + (size_t)(nrow - 1 - row) * (size_t)ncol,
           (size_t)ncol * sizeof(float));
  }
  write_floats(w, "elevation", flipped->data, data->size);
}

typedef struct {
  const char* name;
  const spec_Vec* vec;
  bool whole;  // integers
} Array;

static void writeInts(write_Writer* w, const char* name, const spec_Vec* vec) {
  text_format(w->out, " %s=\"", name);
  for (int k = 0; k < vec->size; k++)
    text_format(w->out, "%s%d", k ? " " : "", ((const int*)vec->data)[k]);
  text_add(w->out, "\"");
}

static void writeArrays(write_Writer* w, const schema_Element* element, const Array* row, int n) {
  for (int i = 0; i < n; i++) {
    const schema_Attr* attr = schema_attr(element, row[i].name);
    if (!row[i].vec->size || !attr || write_knows(attr)) continue;
    if (row[i].whole) {
      writeInts(w, row[i].name, row[i].vec);
    } else {
      write_floats(w, row[i].name, row[i].vec->data, row[i].vec->size);
    }
  }
}

// data of a mesh that is in the XML file instead of in a mesh file
static void writeMesh(write_Writer* w, const schema_Element* element, const spec_Element* e) {
  const mjsMesh* mesh = SPEC_DATA(mjsMesh, e);
  const Array row[] = {
      {"vertex", mesh->uservert, false},          {"normal", mesh->usernormal, false},
      {"texcoord", mesh->usertexcoord, false},    {"face", mesh->userface, true},
      {"facenormal", mesh->userfacenormal, true}, {"facetexcoord", mesh->userfacetexcoord, true}};
  writeArrays(w, element, row, COUNT(row));
  write_usePlugin(w, e);
}

// the plugin name of an actuator or sensor is an attribute
static void writeConfig(write_Writer* w, const schema_Element* element, const spec_Element* e) {
  (void)element;
  write_pluginConfig(w, e);
}

static void writeSkin(write_Writer* w, const schema_Element* element, const spec_Element* e) {
  const mjsSkin* skin = SPEC_DATA(mjsSkin, e);
  const Array row[] = {{"vertex", skin->vert, false},
                       {"texcoord", skin->texcoord, false},
                       {"face", skin->face, true}};
  const spec_Vec *body = skin->bodyname, *pos = skin->bindpos, *quat = skin->bindquat,
                 *ids = skin->vertid, *weights = skin->vertweight;
  writeArrays(w, element, row, COUNT(row));
  for (int i = 0; i < body->size && i < pos->size / 3 && i < quat->size / 4 && i < ids->size &&
                  i < weights->size;
       i++) {
    const spec_Vec *id = (const spec_Vec*)ids->data + i,
                   *weight = (const spec_Vec*)weights->data + i;
    write_begin(w, "bone");
    write_attr(w, "body", vec_textAt(body, i));
    write_floats(w, "bindpos", (const float*)pos->data + 3 * (size_t)i, 3);
    write_floats(w, "bindquat", (const float*)quat->data + 4 * (size_t)i, 4);
    writeInts(w, "vertid", id);
    write_floats(w, "vertweight", weight->data, weight->size);
    write_end(w, "bone");
  }
}

static void writeNames(write_Writer* w, const char* name, const spec_Vec* names) {
  text_Text all = {0};
  for (int i = 0; i < names->size; i++) {
    if (i) text_add(&all, " ");
    text_add(&all, vec_textAt(names, i));
  }
  if (all.failed) w->out->failed = true;
  if (names->size) write_attr(w, name, text_get(&all));
  text_free(&all);
}

// child elements of a flex: settings that differ from the defaults
static void writeFlexPart(write_Writer* w, const schema_Element* element, const spec_Element* e,
                          bool always) {
  const spec_Element* plain = write_builtin(w, mjOBJ_FLEX);
  const write_Rows rows = {.element = element, .data = e->data, .base = plain ? plain->data : NULL};
  if (!plain || (!always && !write_differs(&rows))) return;
  write_begin(w, element->tag);
  write_rows(w, &rows);
  write_end(w, element->tag);
}

static void writeFlex(write_Writer* w, const schema_Element* element, const spec_Element* e) {
  const mjsFlex* flex = SPEC_DATA(mjsFlex, e);
  const Array row[] = {{"element", flex->elem, true},
                       {"texcoord", flex->texcoord, false},
                       {"elemtexcoord", flex->elemtexcoord, true}};
  writeNames(w, "body", flex->vertbody);
  writeArrays(w, element, row, COUNT(row));
  writeNames(w, "node", flex->nodebody);
  writeFlexPart(w, schema_child(element, "contact"), e, false);
  writeFlexPart(w, schema_child(element, "elasticity"), e, true);
  writeFlexPart(w, schema_child(element, "edge"), e, false);
}

// faces of a cube map
static void writeSides(write_Writer* w, const schema_Element* element, const spec_Element* e) {
  static const char* const side[] = {"fileright", "fileleft",  "fileup",
                                     "filedown",  "filefront", "fileback"};
  const spec_Vec* files = SPEC_DATA(mjsTexture, e)->cubefiles;
  for (int i = 0; i < files->size && i < COUNT(side); i++) {
    const schema_Attr* attr = schema_attr(element, side[i]);
    if (*vec_textAt(files, i) && attr && !write_knows(attr))
      write_attr(w, side[i], vec_textAt(files, i));
  }
}

// what a type has in addition to the rows of the schema
typedef void (*Rest)(write_Writer* w, const schema_Element* element, const spec_Element* e);
static const Rest restOf[SPEC_NTYPE] = {
    [mjOBJ_TENDON] = writePath,    [mjOBJ_MATERIAL] = writeLayers, [mjOBJ_TUPLE] = writeTuple,
    [mjOBJ_HFIELD] = writeHeights, [mjOBJ_MESH] = writeMesh,       [mjOBJ_TEXTURE] = writeSides,
    [mjOBJ_SKIN] = writeSkin,      [mjOBJ_FLEX] = writeFlex,       [mjOBJ_ACTUATOR] = writeConfig,
    [mjOBJ_SENSOR] = writeConfig,
};

// ---- one element

// Rows to write for an equality: sites have no anchors, bodies always have one; the default anchor
// of a weld is the origin
static void equalityRows(write_Rows* rows, const mjsEquality* equality) {
  const bool paired = equality->type == mjEQ_CONNECT || equality->type == mjEQ_WELD;
  if (paired && equality->objtype == mjOBJ_SITE) rows->never = "anchor relpose";
  if (!paired || equality->objtype == mjOBJ_SITE) return;
  const double* anchor = equality->data;
  const bool origin = !anchor[0] && !anchor[1] && !anchor[2];
  if (equality->type == mjEQ_WELD && origin) {
    rows->never = "anchor";
  } else {
    rows->always = "anchor";
  }
}

// objects referred to by type and name; without a name the type is not written
static void sensorRows(write_Rows* rows, const mjsSensor* sensor) {
  if (!*vec_text(sensor->refname)) rows->never = "reftype refname";
  const bool free = sensor->type == mjSENS_USER || sensor->type == mjSENS_PLUGIN;
  if (free && !*vec_text(sensor->objname)) {
    rows->never =
        *vec_text(sensor->refname) ? "objtype objname" : "objtype objname reftype refname";
  }
}

void write_object(write_Writer* w, const schema_Element* parent, const spec_Element* e) {
  const spec_Element* root = w->spec->root;
  const schema_Element* element = elementOf(parent, e);
  const void* base = write_base(w, e, root);
  if (!element || !base) return;
  ASSERT(e->type >= 0 && e->type < SPEC_NTYPE && element->type == e->type);
  write_Rows rows = {.element = element,
                     .data = e->data,
                     .base = base,
                     .name = spec_name(e),
                     .cls = write_class(e, root)};
  if (e->type == mjOBJ_EQUALITY) equalityRows(&rows, e->data);
  if (e->type == mjOBJ_SENSOR) sensorRows(&rows, e->data);
  write_begin(w, element->tag);
  write_rows(w, &rows);
  if (restOf[e->type]) restOf[e->type](w, element, e);
  write_end(w, element->tag);
}
