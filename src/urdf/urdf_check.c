// Validates a URDF document against the schema: required attributes, elements that may occur only
// once, and a list of dropped content. Unknown elements are accepted, as is usual for URDF, with
// one warning per name; unknown attributes give a warning only if they resemble a known one.
// Content that the reference interprets differently gives one warning for each kind too.
#include <string.h>

#include <sinew/extra.h>

#include "base/assert.h"
#include "mjcf/schema_row.h"
#include "urdf/urdf_parts.h"

enum { MOST_KINDS = 100, MOST_NAMES = 32 };

// ---- dropped content

typedef struct {
  const char *tag, *why;
} Reason;

static const Reason reasons[] = {
    {"transmission", "actuators are not made from it; attach the robot to an MJCF model that has "
                     "<actuator>s, or add them to the mjSpec"},
    {"ros2_control", "controllers of ROS have no place in a model"},
    {"gazebo", "settings of Gazebo have no meaning here"},
    {"sensor",
     "sensors are not made from it; attach the robot to an MJCF model that has <sensor>s, "
     "or add them to the mjSpec"},
    {"safety_controller", "soft limits are left to controllers"},
    {"calibration", "reference positions for calibration have no effect on physics"},
    {"material", "colours come from visuals"},
    {"texture", "colours of materials are used, images are not"},
    {"contact", "contact parameters of other engines have no counterpart; set them on geoms in the "
                "mjSpec"},
    {"verbose", "it has no effect"},
};

static const char* reasonOf(const char* tag) {
  for (int i = 0; i < COUNT(reasons); i++) {
    if (!strcmp(reasons[i].tag, tag)) return reasons[i].why;
  }
  return NULL;
}

// the entry of a name, added if it is new; NULL if there are too many
static urdf_Drop* dropOf(urdf_Urdf* u, const xml_Node* node, const char* what) {
  for (urdf_Drop* d = u->drops; d; d = d->next) {
    if (!strcmp(d->what, what)) return d;
  }
  if (u->ndrop == MOST_KINDS) return NULL;
  urdf_Drop* d = urdf_alloc(u, 1, sizeof *d);
  if (!d) return NULL;
  *d = (urdf_Drop){.what = what, .done = "is ignored", .first = node};
  if (u->lastDrop) {
    u->lastDrop->next = d;
  } else {
    u->drops = d;
  }
  u->lastDrop = d;
  u->ndrop++;
  ASSERT(u->ndrop <= MOST_KINDS);
  return d;
}

void urdf_drop(urdf_Urdf* u, const xml_Node* node, const char* what, const char* why) {
  urdf_Drop* d = dropOf(u, node, what);
  if (!d) return;
  d->why = why;
  d->count++;
}

bool urdf_isReference(const urdf_Urdf* u) { return u->r->spec->urdf == sn_URDF_REFERENCE; }

bool urdf_asReference(urdf_Urdf* u, const xml_Node* node, urdf_Reading reading) {
#define AS_REFERENCE                                                                               \
  "; SINEW_URDF=reference in the environment, or sn_LoadOptions, has it read as there"
  static const struct {
    const char *what, *done, *why;
  } table[URDF_NREADING] = {
      [URDF_MIMIC] = {"a mimic", "becomes an equality of joints",
                      "MuJoCo leaves it out" AS_REFERENCE},
      [URDF_INERTIAL] = {"rpy of <inertial>", "turns the inertia",
                         "MuJoCo ignores it unless the inertia is zero" AS_REFERENCE},
      [URDF_MESH] = {"a mesh that is used again", "has the file and the scale that are written",
                     "MuJoCo takes the first mesh of that name" AS_REFERENCE},
  };
#undef AS_REFERENCE
  ASSERT((size_t)reading < URDF_NREADING);
  if (urdf_isReference(u)) return true;
  urdf_Drop* d = dropOf(u, node, table[reading].what);
  if (!d) return false;
  d->done = table[reading].done;
  d->why = table[reading].why;
  d->count++;
  return false;
}

void urdf_reportDrops(urdf_Urdf* u) {
  for (const urdf_Drop* d = u->drops; d; d = d->next) {
    char label[XML_LABEL_SIZE];
    text_Text message = {0};
    text_format(&message, "%.100s %s", d->what, d->done);
    if (d->count > 1) text_format(&message, ", here and in %d other places", d->count - 1);
    if (d->why) text_format(&message, ": %s", d->why);
    if (d->near) text_format(&message, "; did you mean '%s'?", d->near);
    diag_warning(u->r->diag, d->first->where, xml_label(label, d->first), "%s", text_get(&message));
    text_free(&message);
  }
}

// an element that is not in the schema
static void unknownElement(urdf_Urdf* u, const xml_Node* node, const schema_Element* parent) {
  const char* names[MOST_NAMES];
  const int n = parent->nchild < MOST_NAMES ? parent->nchild : MOST_NAMES;
  for (int i = 0; i < n; i++) names[i] = parent->child[i]->tag;
  if (!strncmp(node->tag, "xacro:", 6)) {
    read_error(u->r, node,
               "this is a xacro file, a template for URDF; expand it first: "
               "xacro robot.urdf.xacro > robot.urdf");
    return;
  }
  const char* why = reasonOf(node->tag);
  urdf_Drop* d = dropOf(u, node, node->tag);
  if (!d) return;
  d->count++;
  d->why = why ? why : "it is unknown";
  if (!why) d->near = xml_nearest(node->tag, names, n, sizeof *names);
}

static void unknownAttr(urdf_Urdf* u, const xml_Node* node, const schema_Element* element,
                        const char* name) {
  const char* names[MOST_NAMES];
  int n = schema_attrCount(element);
  if (n > MOST_NAMES) n = MOST_NAMES;
  for (int i = 0; i < n; i++) names[i] = schema_attrAt(element, i)->name;
  const char* near = xml_nearest(name, names, n, sizeof *names);
  if (!near || xml_attr(node, near)) return;
  urdf_Drop* d = dropOf(u, node, name);
  if (!d) return;
  d->count++;
  d->why = "it is no attribute";
  d->near = near;
}

// ---- the document

static void checkAttrs(urdf_Urdf* u, const xml_Node* node, const schema_Element* element) {
  for (int i = 0; i < node->nattr && u->ndrop < MOST_KINDS; i++) {
    if (!schema_attr(element, node->attr[i].name))
      unknownAttr(u, node, element, node->attr[i].name);
  }
  for (int i = 0; i < schema_attrCount(element); i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    if (attr->flags & ATTR_REQUIRED && !xml_require(node, attr->name, u->r->diag))
      diag_resume(u->r->diag);
  }
}

static void checkOnce(urdf_Urdf* u, const xml_Node* node, const xml_Node* child) {
  const xml_Node* first = xml_child(node, child->tag);
  if (first != child) {
    read_error(u->r, child, "<%.60s> may stand only once in <%.60s>; the first is on line %d",
               child->tag, node->tag, first->where.line);
    diag_resume(u->r->diag);
  }
}

// discarded visuals may have any geometry, including missing files
static bool isSkipped(const urdf_Urdf* u, const xml_Node* node, const xml_Node* child) {
  return u->r->spec->pub.compiler.discardvisual && xml_is(node, "visual") &&
         xml_is(child, "geometry");
}

// recursion is limited by the depth limit of documents
static void check(urdf_Urdf* u, const xml_Node* node, const schema_Element* element) {
  checkAttrs(u, node, element);
  for (const xml_Node* child = xml_first(node); child && !u->r->diag->failed;
       child = xml_next(child)) {
    const schema_Element* kind = schema_child(element, child->tag);
    if (!kind) {
      unknownElement(u, child, element);
    } else if (!isSkipped(u, node, child)) {
      if (kind->card == CARD_ONCE) checkOnce(u, node, child);
      if (kind != &urdf_settings) check(u, child, kind);
    }
  }
}

bool urdf_check(urdf_Urdf* u) {
  check(u, u->root, &urdf_robot);
  return diag_settle(u->r->diag);
}
