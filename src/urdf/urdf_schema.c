// URDF schema (grammar): one row per attribute, one table per element. Attributes that are not in
// the schema are ignored, and so are elements, but these with a warning (urdf_check.c).
#include "mjcf/schema_row.h"
#include "urdf/urdf_parts.h"

#define KNOWN(key)                                                                                 \
  { .name = key, .kind = ATTR_TEXT }
#define REQUIRED_TEXT(key)                                                                         \
  { .name = key, .kind = ATTR_TEXT, .flags = ATTR_REQUIRED }
#define ONE(S, key, m, bits) NUM(S, key, m, 1, 1, bits)

// ---- pose

static const schema_Attr originAttr[] = {
    NUM(urdf_Origin, "xyz", xyz, 3, 3, 0),
    NUM(urdf_Origin, "rpy", rpy, 3, 3, 0),
};
const schema_Element urdf_origin = {.tag = "origin", .card = CARD_ONCE, .rows = {ROWS(originAttr)}};

// ---- inertial

static const schema_Attr massAttr[] = {ONE(urdf_Inertial, "value", mass, ATTR_REQUIRED)};
static const schema_Attr inertiaAttr[] = {
    ONE(urdf_Inertial, "ixx", full[0], ATTR_REQUIRED),
    ONE(urdf_Inertial, "iyy", full[1], ATTR_REQUIRED),
    ONE(urdf_Inertial, "izz", full[2], ATTR_REQUIRED),
    ONE(urdf_Inertial, "ixy", full[3], ATTR_REQUIRED),
    ONE(urdf_Inertial, "ixz", full[4], ATTR_REQUIRED),
    ONE(urdf_Inertial, "iyz", full[5], ATTR_REQUIRED),
};
const schema_Element urdf_mass = {.tag = "mass", .card = CARD_ONCE, .rows = {ROWS(massAttr)}};
const schema_Element urdf_inertia = {
    .tag = "inertia", .card = CARD_ONCE, .rows = {ROWS(inertiaAttr)}};
static const schema_Element* const inertialChild[] = {&urdf_origin, &urdf_mass, &urdf_inertia};
static const schema_Element inertial = {
    .tag = "inertial", .card = CARD_ONCE, CHILDREN(inertialChild)};

// ---- geometry

static const schema_Attr boxAttr[] = {NUM(urdf_Shape, "size", size, 3, 3, ATTR_REQUIRED)};
static const schema_Attr longAttr[] = {
    ONE(urdf_Shape, "radius", radius, ATTR_REQUIRED),
    ONE(urdf_Shape, "length", length, ATTR_REQUIRED),
};
static const schema_Attr sphereAttr[] = {ONE(urdf_Shape, "radius", radius, ATTR_REQUIRED)};
static const schema_Attr meshAttr[] = {
    REQUIRED_TEXT("filename"),
    NUM(urdf_Shape, "scale", scale, 3, 3, 0),
};
static const schema_Element box = {
    .tag = "box", .card = CARD_ONCE, .value = mjGEOM_BOX, .rows = {ROWS(boxAttr)}};
static const schema_Element cylinder = {
    .tag = "cylinder", .card = CARD_ONCE, .value = mjGEOM_CYLINDER, .rows = {ROWS(longAttr)}};
static const schema_Element capsule = {
    .tag = "capsule", .card = CARD_ONCE, .value = mjGEOM_CAPSULE, .rows = {ROWS(longAttr)}};
static const schema_Element sphere = {
    .tag = "sphere", .card = CARD_ONCE, .value = mjGEOM_SPHERE, .rows = {ROWS(sphereAttr)}};
static const schema_Element mesh = {
    .tag = "mesh", .card = CARD_ONCE, .value = mjGEOM_MESH, .rows = {ROWS(meshAttr)}};
const schema_Element* const urdf_shape[URDF_NSHAPE] = {&box, &cylinder, &capsule, &sphere, &mesh};
static const schema_Element geometry = {.tag = "geometry", .card = CARD_ONCE, CHILDREN(urdf_shape)};

// ---- material

static const schema_Attr colorAttr[] = {NUM(urdf_Color, "rgba", rgba, 4, 4, ATTR_REQUIRED)};
static const schema_Attr nameAttr[] = {KNOWN("name")};
const schema_Element urdf_color = {.tag = "color", .card = CARD_ONCE, .rows = {ROWS(colorAttr)}};
static const schema_Element* const materialChild[] = {&urdf_color};
static const schema_Element material = {
    .tag = "material", .rows = {ROWS(nameAttr)}, CHILDREN(materialChild)};
static const schema_Element visualMaterial = {
    .tag = "material", .card = CARD_ONCE, .rows = {ROWS(nameAttr)}, CHILDREN(materialChild)};

// ---- link

static const schema_Attr linkAttr[] = {REQUIRED_TEXT("name"), KNOWN("type")};
static const schema_Element* const visualChild[] = {&urdf_origin, &geometry, &visualMaterial};
static const schema_Element visual = {
    .tag = "visual", .rows = {ROWS(nameAttr)}, CHILDREN(visualChild)};
static const schema_Element* const collisionChild[] = {&urdf_origin, &geometry};
static const schema_Element collision = {
    .tag = "collision", .rows = {ROWS(nameAttr)}, CHILDREN(collisionChild)};
static const schema_Element* const linkChild[] = {&inertial, &visual, &collision};
static const schema_Element link = {.tag = "link", .rows = {ROWS(linkAttr)}, CHILDREN(linkChild)};

// ---- joint

static const xml_Keyword jointWords[] = {
    {"revolute", URDF_REVOLUTE},  {"continuous", URDF_CONTINUOUS}, {"prismatic", URDF_PRISMATIC},
    {"fixed", URDF_FIXED},        {"floating", URDF_FLOATING},     {"planar", URDF_PLANAR},
    {"spherical", URDF_SPHERICAL}};
static const schema_Words words_joint = {jointWords, COUNT(jointWords)};

static const schema_Attr jointAttr[] = {
    REQUIRED_TEXT("name"),
    WORD(urdf_JointValues, "type", type, words_joint, ATTR_REQUIRED),
};
static const schema_Attr refAttr[] = {REQUIRED_TEXT("link")};
static const schema_Attr axisAttr[] = {NUM(urdf_JointValues, "xyz", axis, 3, 3, 0)};
static const schema_Attr limitAttr[] = {
    ONE(urdf_JointValues, "lower", lower, 0),
    ONE(urdf_JointValues, "upper", upper, 0),
    ONE(urdf_JointValues, "effort", effort, 0),
    ONE(urdf_JointValues, "velocity", velocity, 0),
};
static const schema_Attr dynamicsAttr[] = {
    ONE(urdf_JointValues, "damping", damping, 0),
    ONE(urdf_JointValues, "friction", friction, 0),
};
static const schema_Attr mimicAttr[] = {
    REQUIRED_TEXT("joint"),
    ONE(urdf_JointValues, "multiplier", multiplier, 0),
    ONE(urdf_JointValues, "offset", offset, 0),
};
static const schema_Element parent = {.tag = "parent", .card = CARD_ONCE, .rows = {ROWS(refAttr)}};
static const schema_Element child = {.tag = "child", .card = CARD_ONCE, .rows = {ROWS(refAttr)}};
const schema_Element urdf_axis = {.tag = "axis", .card = CARD_ONCE, .rows = {ROWS(axisAttr)}};
const schema_Element urdf_limit = {.tag = "limit", .card = CARD_ONCE, .rows = {ROWS(limitAttr)}};
const schema_Element urdf_dynamics = {
    .tag = "dynamics", .card = CARD_ONCE, .rows = {ROWS(dynamicsAttr)}};
const schema_Element urdf_mimic = {.tag = "mimic", .card = CARD_ONCE, .rows = {ROWS(mimicAttr)}};
static const schema_Element* const jointChild[] = {
    &urdf_origin, &parent, &child, &urdf_axis, &urdf_limit, &urdf_dynamics, &urdf_mimic};
const schema_Element urdf_jointElement = {
    .tag = "joint", .rows = {ROWS(jointAttr)}, CHILDREN(jointChild)};

// ---- robot; the content of <mujoco> is MJCF and validated by its parser

const schema_Attr urdf_packageRow[1] = {KNOWN("packagepath")};
static const schema_Attr robotAttr[] = {KNOWN("name"), KNOWN("version")};
const schema_Element urdf_settings = {.tag = "mujoco", .card = CARD_ONCE};
static const schema_Element* const robotChild[] = {&link, &urdf_jointElement, &material,
                                                   &urdf_settings};
const schema_Element urdf_robot = {.tag = "robot", .rows = {ROWS(robotAttr)}, CHILDREN(robotChild)};
