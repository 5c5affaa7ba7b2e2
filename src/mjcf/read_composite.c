// Cables (discretized elastic rods): <composite type="cable"> is expanded into a chain of bodies
// with ball joints along a curve of points. Points are stored as floats, so that lengths and angles
// agree with other readers. The frame of a segment has its x axis along the segment; y and z are
// carried from one segment to the next by the smallest rotation (discrete parallel transport).
// Bodies, joints, geoms, two sites, excludes between neighbors, a skin around boxes and a text are
// added to the spec.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile.h"
#include "math/elementary.h"
#include "math/rigid.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

enum { MOST_POINTS = 10000, PARTS_GROUP = 3, SUFFIX_SIZE = 20 };

const read_Composite read_cableArgs = {.count = {1, 1, 1}, .size = {1, 0, 0}, .quat = {1, 0, 0, 0}};

void read_cableBuiltin(int type, void* data) {
  if (type == mjOBJ_JOINT) ((mjsJoint*)data)->group = PARTS_GROUP;
  if (type == mjOBJ_SITE) ((mjsSite*)data)->group = PARTS_GROUP;
}

typedef struct {
  read_Reader* r;
  const xml_Node* node;
  read_Composite args;
  const char* prefix;
  const float* point;  // npoint x 3
  int npoint;
  spec_Element** body;   // npoint - 1
  mjsGeom given;         // type and size of its geoms as given
  const char* instance;  // plugin instance of its bodies, NULL: none
  arena_Arena scratch;
} Cable;

// the current segment
typedef struct {
  int k;
  double tangent[3], normal[3], length;
  double quat[4];  // in the frame of the cable
  spec_Element* body;
} Segment;

// ---- points

typedef enum { CURVE_ZERO, CURVE_LINE, CURVE_COS, CURVE_SIN } Curve;

// parses the keywords of the attribute, one for each axis; false after an error
static bool readCurve(Cable* c, Curve curve[3]) {
  static const xml_Keyword word[] = {
      {"0", CURVE_ZERO}, {"s", CURVE_LINE}, {"cos(s)", CURVE_COS}, {"sin(s)", CURVE_SIN}};
  const char* at = xml_attr(c->node, "curve");
  static const char blank[] = " \t\r\n";
  int n = 0;
  for (at = at ? at + strspn(at, blank) : ""; *at; at += strspn(at, blank), n++) {
    const size_t length = strcspn(at, blank);
    size_t i = 0;
    while (i < COUNT(word) && (strlen(word[i].name) != length || strncmp(word[i].name, at, length)))
      i++;
    if (n == 3 || i == COUNT(word)) {
      read_error(c->r, c->node,
                 "curve: '%.60s' is no curve; give up to 3 words, one for each axis, each of them "
                 "one of: s, cos(s), sin(s), 0",
                 xml_attr(c->node, "curve"));
      return false;
    }
    curve[n] = (Curve)word[i].value;
    at += length;
  }
  if (curve[0] == CURVE_ZERO && curve[1] == CURVE_ZERO && curve[2] == CURVE_ZERO) {
    read_error(c->r, c->node,
               "curve: the cable has no extent; give curve=\"s\" for a straight one along x, words "
               "of s, cos(s), sin(s), 0 for others, or its points by vertex");
    return false;
  }
  return true;
}

// v + 2u x (u x v + w v): a rotation if the quaternion has unit length, which is not checked
// odd: quaternion of a cable
static void turn(double v[3], const double quat[4]) {
  double a[3], b[3];
  mju_cross(a, quat + 1, v);
  for (int i = 0; i < 3; i++) a[i] += quat[0] * v[i];
  mju_cross(b, quat + 1, a);
  for (int i = 0; i < 3; i++) v[i] += 2 * b[i];
}

static void curvePoint(const Cable* c, const Curve curve[3], int i, float point[3]) {
  const double* size = c->args.size;
  const int last = c->npoint - 1;
  double v[3], sine, cosine;
  lane_sincos(mjPI * i * size[2] / last, &sine, &cosine);
  for (int axis = 0; axis < 3; axis++) {
    const double at[] = {[CURVE_ZERO] = 0,
                         [CURVE_LINE] = i * size[0] / last,
                         [CURVE_COS] = size[1] * cosine,
                         [CURVE_SIN] = size[1] * sine};
    v[axis] = at[curve[axis]];
  }
  turn(v, c->args.quat);
  for (int axis = 0; axis < 3; axis++) point[axis] = (float)v[axis];
}

static bool checkCounts(Cable* c) {
  const int* count = c->args.count;
  if (count[1] != 1 || count[2] != 1 || count[0] < 2 || count[0] > MOST_POINTS) {
    read_error(c->r, c->node,
               "count: '%d %d %d': a cable has 2 to %d points in one dimension; give count=\"n\"",
               count[0], count[1], count[2], MOST_POINTS);
    return false;
  }
  const double* size = c->args.size;
  if (size[0] == 0 && size[1] == 0 && size[2] == 0) {
    read_error(c->r, c->node,
               "size: it is zero; give the length of the curve, then radius and half turns of "
               "cos(s) and sin(s) if they are used");
    return false;
  }
  return true;
}

static bool pointsFromCurve(Cable* c) {
  Curve curve[3] = {CURVE_ZERO, CURVE_ZERO, CURVE_ZERO};
  if (!checkCounts(c) || !readCurve(c, curve)) return false;
  c->npoint = c->args.count[0];
  float* point = arena_array(&c->scratch, (size_t)c->npoint, 3 * sizeof *point);
  if (!point) {
    diag_noMemory(c->r->diag);
    return false;
  }
  for (int i = 0; i < c->npoint; i++) curvePoint(c, curve, i, point + 3 * i);
  c->point = point;
  return true;
}

static bool pointsFromVertices(Cable* c) {
  float* point = NULL;
  const int n = xml_readFloatVector(c->node, "vertex", &c->scratch, &point, c->r->diag);
  if (c->r->diag->failed) return false;
  if (n % 3 || n < 6 || n > 3 * MOST_POINTS) {
    read_error(c->r, c->node, "vertex: %d numbers; give 3 for each of 2 to %d points", n,
               MOST_POINTS);
    return false;
  }
  if (c->args.count[0] != 1 || c->args.count[1] != 1 || c->args.count[2] != 1) {
    read_error(c->r, c->node, "count, vertex: they exclude each other; give one");
    return false;
  }
  c->point = point;
  c->npoint = n / 3;
  return true;
}

// ---- frames of segments

// direction and length from point k to the next
// order: points are floats, and so is their difference
static double edge(const Cable* c, int k, double tangent[3]) {
  ASSERT(k >= 0 && k + 1 < c->npoint);
  const float *a = c->point + 3 * k, *b = a + 3;
  for (int i = 0; i < 3; i++) tangent[i] = (double)(b[i] - a[i]);
  return rigid_normalize(tangent, 3);
}

static void firstNormal(const Cable* c, const double tangent[3], double normal[3]) {
  double next[3] = {0, 0, 0}, binormal[3];
  if (c->npoint > 2) edge(c, 1, next);
  mju_cross(binormal, tangent, next);
  rigid_normalize(binormal, 3);
  mju_cross(normal, binormal, tangent);
  rigid_normalize(normal, 3);
}

// rotates the normal as the tangent rotates (parallel transport)
static void carryNormal(const double before[3], const double tangent[3], double normal[3]) {
  double axis[3], quat[4], sine, cosine;
  mju_cross(axis, before, tangent);
  const double length = rigid_normalize(axis, 3);
  const double angle =
      lane_angle(length, before[0] * tangent[0] + before[1] * tangent[1] + before[2] * tangent[2]);
  lane_sincos(0.5 * angle, &sine, &cosine);
  quat[0] = cosine;
  for (int i = 0; i < 3; i++) quat[1 + i] = axis[i] * sine;
  mju_rotVecQuat(normal, normal, quat);
  rigid_normalize(normal, 3);
}

// advances from the frame of segment k - 1 to that of segment k; false after an error
static bool advance(Cable* c, Segment* s, int k) {
  double before[3], binormal[3];
  memcpy(before, s->tangent, sizeof before);
  s->k = k;
  s->length = edge(c, k, s->tangent);
  if (!(s->length > 0) || isinf(s->length)) {
    read_error(c->r, c->node, "points %d and %d of the cable are the same, or not finite", k,
               k + 1);
    return false;
  }
  if (k) {
    carryNormal(before, s->tangent, s->normal);
  } else {
    firstNormal(c, s->tangent, s->normal);
  }
  mju_cross(binormal, s->tangent, s->normal);
  rigid_normalize(binormal, 3);
  rigid_axes2Quat(s->quat, s->tangent, s->normal, binormal);
  return true;
}

// ---- parts

static bool nameCable(Cable* c, spec_Element* e, const char* first, const char* second) {
  return read_joinName(c->r, c->node, e, first, second, "prefix", "give the cable another prefix");
}

// creates an element of the cable, named prefix + suffix; `from` has its attributes, or NULL
static spec_Element* addPart(Cable* c, int type, spec_Element* body, const xml_Node* from,
                             const char* suffix) {
  read_Reader* r = c->r;
  const xml_Node* node = from ? from : c->node;
  spec_Element* frame = type == mjOBJ_BODY && body == r->body ? r->frame : NULL;
  spec_Element* e = read_make(r, node, type, body, frame, NULL);
  if (!e) return NULL;
  e->def = r->spec->root;
  e->tag = spec_typeName(type);
  return !suffix || nameCable(c, e, c->prefix, suffix) ? e : NULL;
}

// "B_first", "B_1", ..., "B_last"
static const char* suffixOf(const Cable* c, char letter, int k, char buf[SUFFIX_SIZE]) {
  if (k == 0) {
    snprintf(buf, SUFFIX_SIZE, "%c_first", letter);
  } else if (k == c->npoint - 2) {
    snprintf(buf, SUFFIX_SIZE, "%c_last", letter);
  } else {
    snprintf(buf, SUFFIX_SIZE, "%c_%d", letter, k);
  }
  return buf;
}

static void addGeom(Cable* c, const Segment* s) {
  const xml_Node* from = xml_child(c->node, "geom");
  char suffix[SUFFIX_SIZE];
  snprintf(suffix, sizeof suffix, "G%d", s->k);
  spec_Element* e = addPart(c, mjOBJ_GEOM, s->body, from, suffix);
  if (!e) return;
  mjsGeom* geom = SPEC_DATA(mjsGeom, e);
  read_attrs(c->r, from, &schema_cableGeom, geom, NULL);
  c->given.type = geom->type;
  memcpy(c->given.size, geom->size, sizeof geom->size);
  if (geom->type == mjGEOM_BOX) {
    geom->pos[0] = geom->size[0] = s->length / 2;
  } else {
    memset(geom->fromto, 0, sizeof geom->fromto);
    geom->fromto[3] = s->length;
  }
}

// creates a joint or site of the segment with its attributes; NULL after an error
static void* addSmall(Cable* c, const Segment* s, const schema_Element* element, char letter) {
  const xml_Node* from = xml_child(c->node, element->tag);
  char suffix[SUFFIX_SIZE];
  spec_Element* e = addPart(c, element->type, s->body, from, suffixOf(c, letter, s->k, suffix));
  if (!e) return NULL;
  read_cableBuiltin(element->type, e->data);
  if (from) read_attrs(c->r, from, element, e->data, NULL);
  return e->data;
}

static void addJoint(Cable* c, const Segment* s) {
  const bool first = s->k == 0;
  if (first && c->args.initial == CABLE_NONE) return;
  mjsJoint* joint = addSmall(c, s, &schema_cableJoint, 'J');
  if (!joint) return;
  joint->type = mjJNT_BALL;
  if (!first || c->args.initial != CABLE_FREE) return;
  joint->type = mjJNT_FREE;
  memset(joint->damping, 0, sizeof joint->damping);
  joint->armature = joint->frictionloss = 0;
}

// sites at the start of the first segment and the end of the last; a single segment has one at its
// end
static void addSite(Cable* c, const Segment* s) {
  const bool last = s->k == c->npoint - 2;
  if (s->k != 0 && !last) return;
  mjsSite* site = addSmall(c, s, &schema_cableSite, 'S');
  if (site && last) site->pos[0] = s->length;
}

static void addExclude(Cable* c, const spec_Element* before, const spec_Element* body) {
  spec_Element* e = addPart(c, mjOBJ_EXCLUDE, NULL, NULL, NULL);
  if (!e) return;
  vec_setText(SPEC_DATA(mjsExclude, e)->bodyname1, spec_name(before));
  vec_setText(SPEC_DATA(mjsExclude, e)->bodyname2, spec_name(body));
}

// one instance for all bodies; an instance that is created here gets a name, so that it is saved
// once
static void readPlugin(Cable* c) {
  static const char cable[] = "mujoco.elasticity.cable";
  const xml_Node* node = xml_child(c->node, "plugin");
  if (!node) return;
  const char *plugin = xml_attr(node, "plugin"), *instance = xml_attr(node, "instance");
  if (plugin && !text_equalNoCase(plugin, cable)) {
    read_error(c->r, node, "plugin: '%.100s' is not for cables; use %s", plugin, cable);
    return;
  }
  if (instance && *instance) {
    c->instance = instance;
    return;
  }
  spec_Element* e = read_instance(c->r, node, cable);
  if (!e || !nameCable(c, e, "composite", c->prefix)) return;
  c->instance = spec_name(e);
  vec_setText(SPEC_DATA(mjsPlugin, e)->name, c->instance);
}

static void usePlugin(const Cable* c, mjsBody* body) {
  if (!c->instance) return;
  body->plugin.active = true;
  vec_setText(body->plugin.name, c->instance);
}

static void addSegment(Cable* c, Segment* s, int k) {
  const Segment before = *s;
  char suffix[SUFFIX_SIZE];
  if (!advance(c, s, k)) return;
  s->body = addPart(c, mjOBJ_BODY, k ? before.body : c->r->body, NULL, suffixOf(c, 'B', k, suffix));
  if (!s->body) return;
  c->body[k] = s->body;
  mjsBody* body = SPEC_DATA(mjsBody, s->body);
  if (k) {
    const double back[4] = {before.quat[0], -before.quat[1], -before.quat[2], -before.quat[3]};
    body->pos[0] = before.length;
    rigid_mulQuat(body->quat, back, s->quat);
  } else {
    for (int i = 0; i < 3; i++) body->pos[i] = c->args.offset[i] + (double)c->point[i];
    memcpy(body->quat, s->quat, sizeof s->quat);
  }
  usePlugin(c, body);
  addGeom(c, s);
  addJoint(c, s);
  addSite(c, s);
  if (k) addExclude(c, before.body, s->body);
}

// odd: skin of a cable of boxes
static void addSkin(Cable* c) {
  const xml_Node* from = xml_child(c->node, "skin");
  if (c->given.type != mjGEOM_BOX) return;
  spec_Element* e = addPart(c, mjOBJ_SKIN, NULL, from, "Skin");
  if (!e) return;
  read_cableSkin(c->r, from, c->npoint, c->body, c->given.size, SPEC_DATA(mjsSkin, e));
}

// other programs recognize the cable by this text
static void addText(Cable* c) {
  text_Text data = {0};
  spec_Element* e = read_make(c->r, c->node, mjOBJ_TEXT, NULL, NULL, NULL);
  text_format(&data, "rope_%s", c->prefix);
  if (data.failed) diag_noMemory(c->r->diag);
  if (e && !data.failed && nameCable(c, e, "composite_", c->prefix))
    vec_setText(SPEC_DATA(mjsText, e)->data, text_get(&data));
  text_free(&data);
}

// ---- the element

// the other types were removed from the language; the error names their replacement
static bool isCable(read_Reader* r, const xml_Node* node, int type) {
  static const char* const instead[] = {[COMPOSITE_PARTICLE] = "<replicate>",
                                        [COMPOSITE_GRID] = "<flexcomp>",
                                        [COMPOSITE_ROPE] = "type=\"cable\"",
                                        [COMPOSITE_LOOP] = "<flexcomp>",
                                        [COMPOSITE_CLOTH] = "<flexcomp>"};
  if (type == COMPOSITE_CABLE) return true;
  ASSERT(type > COMPOSITE_CABLE && (size_t)type < sizeof instead / sizeof *instead);
  read_error(r, node, "type: '%.40s' is not supported: it was replaced by %s in MJCF",
             xml_attr(node, "type"), instead[type]);
  return false;
}

static bool hasGeom(read_Reader* r, const xml_Node* node) {
  if (xml_child(node, "geom")) return true;
  read_error(r, node,
             "a cable needs a <geom> inside, of type capsule, cylinder or box: "
             "<geom type=\"capsule\" size=\"0.01\"/>");
  return false;
}

READ_ELEMENT(read_composite) {
  const char* prefix = xml_attr(node, "prefix");
  Cable c = {.r = r,
             .node = node,
             .prefix = prefix ? prefix : "",
             .args = read_cableArgs,
             .scratch = arena_make(0)};
  read_attrs(r, node, element, NULL, &c.args);
  if (!r->diag->failed && isCable(r, node, c.args.type) && hasGeom(r, node) &&
      (xml_attr(node, "vertex") ? pointsFromVertices(&c) : pointsFromCurve(&c))) {
    Segment s = {0};
    c.body = arena_array(&c.scratch, (size_t)c.npoint, sizeof(spec_Element*));
    if (!c.body) diag_noMemory(r->diag);
    readPlugin(&c);
    for (int k = 0; k < c.npoint - 1 && !r->diag->failed; k++) addSegment(&c, &s, k);
    if (!r->diag->failed) addSkin(&c);
    if (!r->diag->failed) addText(&c);
  }
  arena_free(&c.scratch);
}
