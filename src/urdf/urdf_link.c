// URDF links: inertia tensor, and geoms from collisions and visuals. A color that a visual names
// stays in effect for the following visuals and collisions of the link.
#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"
#include "math/rigid.h"
#include "mjcf/schema_row.h"
#include "urdf/urdf_parts.h"

enum { VISUAL_GROUP = 1 };

// ---- inertia

static bool isTurned(const double quat[4]) { return quat[1] != 0 || quat[2] != 0 || quat[3] != 0; }

static void readInertial(urdf_Urdf* u, const xml_Node* node, mjsBody* body) {
  static const char example[] =
      "<mass value=\"1\"/> <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>";
  const xml_Node* mass = urdf_require(u, node, "mass", example);
  const xml_Node* inertia = mass ? urdf_require(u, node, "inertia", example) : NULL;
  if (!inertia) return;
  urdf_Inertial given = {0};
  read_attrs(u->r, mass, &urdf_mass, &given, NULL);
  read_attrs(u->r, inertia, &urdf_inertia, &given, NULL);
  urdf_pose(u, node, body->ipos, body->iquat);
  if (u->r->diag->failed) return;
  body->mass = given.mass;
  body->explicitinertial = true;
  bool zero = true;
  for (int i = 0; i < 6; i++) zero = zero && given.full[i] == 0;
  if (zero) return;
  double axes[4];
  rigid_eigen(body->inertia, axes, given.full);
  if (isTurned(body->iquat) && urdf_asReference(u, node, URDF_INERTIAL)) {
    memcpy(body->iquat, axes, sizeof axes);
  } else {
    rigid_mulQuat(body->iquat, body->iquat, axes);
  }
  if (!(body->inertia[2] >= RIGID_EPS)) {
    read_error(u->r, inertia,
               "the matrix is not positive definite: its smallest eigenvalue is %.6g; correct it, "
               "or give zeros and let <mujoco><compiler boundinertia=\"...\"/></mujoco> set it",
               body->inertia[2]);
  }
}

// ---- colors

// the color of a material that defines one; NULL if it does not, or after an error
static urdf_Color* readColor(urdf_Urdf* u, const xml_Node* material) {
  const xml_Node* node = xml_child(material, "color");
  urdf_Color* color = node ? urdf_alloc(u, 1, sizeof *color) : NULL;
  if (color) read_attrs(u->r, node, &urdf_color, color, NULL);
  return color;
}

static void defineColor(urdf_Urdf* u, const xml_Node* material) {
  const char* name = xml_attr(material, "name");
  urdf_Color* color = readColor(u, material);
  if (color && name && *name) urdf_put(u, &u->colors, name, color);
}

static void defineVisuals(urdf_Urdf* u, const xml_Node* link) {
  for (const xml_Node* v = xml_child(link, "visual"); v; v = xml_nextSame(v)) {
    const xml_Node* material = xml_child(v, "material");
    if (material) defineColor(u, material);
  }
}

// the first definition in the file counts
void urdf_readColors(urdf_Urdf* u) {
  for (const xml_Node* node = xml_first(u->root); node; node = xml_next(node)) {
    if (xml_is(node, "material")) defineColor(u, node);
    if (xml_is(node, "link")) defineVisuals(u, node);
  }
}

// the color that a visual sets, or the current one
// odd: colours of URDF
static const urdf_Color* chooseColor(urdf_Urdf* u, const xml_Node* visual, const urdf_Color* now) {
  const xml_Node* material = xml_child(visual, "material");
  if (!material) return now;
  const urdf_Color* own = readColor(u, material);
  const char* name = xml_attr(material, "name");
  if (own) return own;
  const urdf_Color* named = name ? urdf_get(&u->colors, name) : NULL;
  return named ? named : now;
}

// ---- geoms

static void setSize(const urdf_Shape* shape, mjsGeom* geom) {
  switch (geom->type) {
    case mjGEOM_BOX:
      for (int i = 0; i < 3; i++) geom->size[i] = shape->size[i] / 2;
      break;
    case mjGEOM_CYLINDER:
    case mjGEOM_CAPSULE:
      geom->size[0] = shape->radius;
      geom->size[1] = shape->length / 2;
      break;
    case mjGEOM_SPHERE:
      geom->size[0] = shape->radius;
      break;
    default:
      break;
  }
}

static void readGeometry(urdf_Urdf* u, const xml_Node* node, mjsGeom* geom) {
  const xml_Node* geometry = urdf_require(
      u, node, "geometry", "write <geometry><box size=\"0.1 0.1 0.1\"/></geometry> or the like");
  if (!geometry) return;
  urdf_Shape shape = {.scale = {1, 1, 1}};
  const schema_Element* kind = NULL;
  const xml_Node* found = NULL;
  for (int i = 0; i < URDF_NSHAPE; i++) {
    const xml_Node* child = xml_child(geometry, urdf_shape[i]->tag);
    if (found && child) {
      urdf_drop(u, child, "a second shape", "a geometry has one; use a <collision> for each");
    } else if (child) {
      kind = urdf_shape[i];
      found = child;
    }
  }
  if (!found) {
    read_error(u->r, geometry, "it is empty; give one of box, cylinder, capsule, sphere, mesh");
    return;
  }
  ASSERT(kind && xml_is(found, kind->tag));
  read_attrs(u->r, found, kind, &shape, NULL);
  geom->type = (mjtGeom)kind->value;
  setSize(&shape, geom);
  if (geom->type != mjGEOM_MESH || u->r->diag->failed) return;
  const char* mesh = urdf_mesh(u, found, shape.scale);
  if (mesh) vec_setText(geom->meshname, mesh);
}

static void addGeom(urdf_Urdf* u, const urdf_Link* link, const xml_Node* node,
                    const urdf_Color* color) {
  read_Reader* r = u->r;
  spec_Element* e = read_make(r, node, mjOBJ_GEOM, link->body, NULL, r->spec->root);
  if (!e) return;
  mjsGeom* geom = SPEC_DATA(mjsGeom, e);
  const char* name = xml_attr(node, "name");
  if (name && *name && !spec_setName(e, name)) {
    urdf_drop(u, node, "the name of a geom", "another geom has it already; it stays unnamed");
  }
  if (xml_is(node, "visual")) {
    geom->contype = geom->conaffinity = 0;
    geom->group = VISUAL_GROUP;
    geom->density = 0;
  }
  if (color) memcpy(geom->rgba, color->rgba, sizeof geom->rgba);
  urdf_pose(u, node, geom->pos, geom->quat);
  readGeometry(u, node, geom);
}

void urdf_readLink(urdf_Urdf* u, const urdf_Link* link) {
  const bool visuals = !u->r->spec->pub.compiler.discardvisual;
  ASSERT(link->body);
  const urdf_Color* color = NULL;
  const xml_Node* inertial = xml_child(link->node, "inertial");
  if (inertial) readInertial(u, inertial, SPEC_DATA(mjsBody, link->body));
  for (const xml_Node* node = xml_first(link->node); node && !u->r->diag->failed;
       node = xml_next(node)) {
    const bool visual = xml_is(node, "visual");
    if (visual) color = chooseColor(u, node, color);
    if (visual ? visuals : xml_is(node, "collision")) addGeom(u, link, node, color);
  }
}
