// MJCF schema: flexes (deformable bodies), in <deformable> and as <flexcomp> in the kinematic tree.
// Default classes do not apply to them.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "spec/flexcomp.h"

// ---- what both have inside

static const xml_Keyword selfWords[] = {{"none", mjFLEXSELF_NONE},
                                        {"narrow", mjFLEXSELF_NARROW},
                                        {"bvh", mjFLEXSELF_BVH},
                                        {"sap", mjFLEXSELF_SAP},
                                        {"auto", mjFLEXSELF_AUTO}};
static const schema_Words words_self = {selfWords, COUNT(selfWords)};
static const xml_Keyword elasticWords[] = {{"none", 0}, {"bend", 1}, {"stretch", 2}, {"both", 3}};
static const schema_Words words_elastic = {elasticWords, COUNT(elasticWords)};

static const schema_Attr contactAttr[] = {
    NUM(mjsFlex, "contype", contype, 1, 1, 0),
    NUM(mjsFlex, "conaffinity", conaffinity, 1, 1, 0),
    NUM(mjsFlex, "condim", condim, 1, 1, 0),
    NUM(mjsFlex, "priority", priority, 1, 1, 0),
    NUM(mjsFlex, "friction", friction, 1, 3, 0),
    NUM(mjsFlex, "solmix", solmix, 1, 1, 0),
    NUM(mjsFlex, "solref", solref, 1, mjNREF, 0),
    NUM(mjsFlex, "solimp", solimp, 1, mjNIMP, 0),
    NUM(mjsFlex, "margin", margin, 1, 1, 0),
    NUM(mjsFlex, "gap", gap, 1, 1, 0),
    WORD(mjsFlex, "internal", internal, words_bool, 0),
    WORD(mjsFlex, "selfcollide", selfcollide, words_self, 0),
    NUM(mjsFlex, "activelayers", activelayers, 1, 1, 0),
    WORD(mjsFlex, "passive", passive, words_bool, 0),
};
static const schema_Attr edgeAttr[] = {
    NUM(mjsFlex, "stiffness", edgestiffness, 1, 1, 0),
    NUM(mjsFlex, "damping", edgedamping, 1, 1, 0),
};
static const schema_Attr elasticityAttr[] = {
    NUM(mjsFlex, "young", young, 1, 1, 0),
    NUM(mjsFlex, "poisson", poisson, 1, 1, 0),
    NUM(mjsFlex, "damping", damping, 1, 1, 0),
    NUM(mjsFlex, "thickness", thickness, 1, 1, 0),
    WORD(mjsFlex, "elastic2d", elastic2d, words_elastic, 0),
};

static const schema_Element contact = {
    .tag = "contact", .card = CARD_ONCE, .type = mjOBJ_FLEX, .rows = {ROWS(contactAttr)}};
static const schema_Element edge = {
    .tag = "edge", .card = CARD_ONCE, .type = mjOBJ_FLEX, .rows = {ROWS(edgeAttr)}};
static const schema_Element elasticity = {
    .tag = "elasticity", .card = CARD_ONCE, .type = mjOBJ_FLEX, .rows = {ROWS(elasticityAttr)}};

// ---- flex

// bodies determine how vertices move; only the order of the interpolation matters here
static const xml_Keyword orderWords[] = {
    {"full", 0}, {"radial", 0}, {"trilinear", 1}, {"quadratic", 2}, {"2d", 0}};
static const schema_Words words_order = {orderWords, COUNT(orderWords)};

static const schema_Attr flexAttr[] = {
    NAME_ROW,
    NUM(mjsFlex, "group", group, 1, 1, 0),
    NUM(mjsFlex, "dim", dim, 1, 1, 0),
    NUM(mjsFlex, "radius", radius, 1, 1, 0),
    REFERS(mjsFlex, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsFlex, "rgba", rgba, 4, 4, 0),
    WORD(mjsFlex, "flatskin", flatskin, words_bool, 0),
    NUM(mjsFlex, "cellcount", cellcount, 3, 3, 0),
    WORD(mjsFlex, "dof", order, words_order, 0),
    {ROW("body", ATTR_REF, mjsFlex, vertbody), .ref = mjOBJ_BODY, .flags = ATTR_REQUIRED,
     .read = read_names},
    LIST(mjsFlex, "vertex", vert, 0),
    {ROW("element", ATTR_LIST, mjsFlex, elem), .flags = ATTR_REQUIRED, .read = read_intList},
    {ROW("texcoord", ATTR_LIST, mjsFlex, texcoord), .read = read_floatList},
    {ROW("elemtexcoord", ATTR_LIST, mjsFlex, elemtexcoord), .read = read_intList},
    {ROW("node", ATTR_REF, mjsFlex, nodebody), .ref = mjOBJ_BODY, .read = read_names},
    LIST(mjsFlex, "nodecoord", node, 0),
};
static const schema_Element* const flexChild[] = {&contact, &edge, &elasticity};
const schema_Element schema_flex = {.tag = "flex",
                                    .type = mjOBJ_FLEX,
                                    .rows = {ROWS(flexAttr)},
                                    CHILDREN(flexChild),
                                    .read = read_object,
                                    .fill = fill_flex};

// ---- flexcomp

static const xml_Keyword typeWords[] = {
    {"grid", FLEXCOMP_GRID},           {"box", FLEXCOMP_BOX},       {"cylinder", FLEXCOMP_CYLINDER},
    {"ellipsoid", FLEXCOMP_ELLIPSOID}, {"square", FLEXCOMP_SQUARE}, {"disc", FLEXCOMP_DISC},
    {"circle", FLEXCOMP_CIRCLE},       {"mesh", FLEXCOMP_MESH},     {"gmsh", FLEXCOMP_GMSH},
    {"direct", FLEXCOMP_DIRECT}};
static const schema_Words words_type = {typeWords, COUNT(typeWords)};
static const xml_Keyword dofWords[] = {{"full", FLEXCOMP_FULL},
                                       {"radial", FLEXCOMP_RADIAL},
                                       {"trilinear", FLEXCOMP_TRILINEAR},
                                       {"quadratic", FLEXCOMP_QUADRATIC},
                                       {"2d", FLEXCOMP_2D}};
static const schema_Words words_dof = {dofWords, COUNT(dofWords)};
static const xml_Keyword equalityWords[] = {{"false", 0}, {"true", 1}, {"vert", 2}, {"strain", 3}};
static const schema_Words words_equality = {equalityWords, COUNT(equalityWords)};

#define ARG_LIST(key, m, reader)                                                                   \
  { ROW(key, ATTR_LIST, flexcomp_Args, m), .flags = ATTR_ARG, .read = reader }

static const schema_Attr flexcompAttr[] = {
    NAME_REQUIRED,
    WORD(flexcomp_Args, "type", type, words_type, ATTR_ARG),
    NUM(mjsFlex, "group", group, 1, 1, 0),
    NUM(mjsFlex, "dim", dim, 1, 1, 0),
    WORD(flexcomp_Args, "dof", dof, words_dof, ATTR_ARG),
    NUM(flexcomp_Args, "count", count, 3, 3, ATTR_ARG),
    NUM(flexcomp_Args, "cellcount", cellcount, 3, 3, ATTR_ARG),
    NUM(flexcomp_Args, "spacing", spacing, 3, 3, ATTR_ARG),
    NUM(mjsFlex, "radius", radius, 1, 1, 0),
    WORD(flexcomp_Args, "rigid", rigid, words_bool, ATTR_ARG),
    NUM(flexcomp_Args, "mass", mass, 1, 1, ATTR_ARG),
    NUM(flexcomp_Args, "inertiabox", inertiabox, 1, 1, ATTR_ARG),
    NUM(flexcomp_Args, "scale", scale, 3, 3, ATTR_ARG),
    TEXT(flexcomp_Args, "file", file, ATTR_ARG),
    ARG_LIST("point", point, read_doubleList),
    ARG_LIST("element", element, read_intList),
    {ROW("texcoord", ATTR_LIST, mjsFlex, texcoord), .read = read_floatList},
    REFERS(mjsFlex, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsFlex, "rgba", rgba, 4, 4, 0),
    WORD(mjsFlex, "flatskin", flatskin, words_bool, 0),
    NUM(flexcomp_Args, "pos", pos, 3, 3, ATTR_ARG),
    NUM(flexcomp_Args, "quat", quat, 4, 4, ATTR_ARG),
    ALT_ROW("axisangle", flexcomp_Args, alt, axisangle, mjORIENTATION_AXISANGLE, 4,
            ATTR_ANGLE | ATTR_ARG),
    ALT_ROW("xyaxes", flexcomp_Args, alt, xyaxes, mjORIENTATION_XYAXES, 6, ATTR_ARG),
    ALT_ROW("zaxis", flexcomp_Args, alt, zaxis, mjORIENTATION_ZAXIS, 3, ATTR_ARG),
    ALT_ROW("euler", flexcomp_Args, alt, euler, mjORIENTATION_EULER, 3, ATTR_ANGLE | ATTR_ARG),
    NUM(flexcomp_Args, "origin", origin, 3, 3, ATTR_ARG),
};
static const schema_Rule flexcompRule[] = {{RULE_ATMOST, ORIENTATIONS, NULL, true}};

static const schema_Attr equalityAttr[] = {
    WORD(flexcomp_Args, "equality", equality, words_equality, ATTR_ARG),
    NUM(flexcomp_Args, "solref", solref, 1, mjNREF, ATTR_ARG),
    NUM(flexcomp_Args, "solimp", solimp, 1, mjNIMP, ATTR_ARG),
};
static const schema_Attr pinAttr[] = {
    ARG_LIST("id", pinid, read_moreInts),
    ARG_LIST("range", pinrange, read_moreInts),
    ARG_LIST("grid", pingrid, read_moreInts),
    ARG_LIST("gridrange", pingridrange, read_moreInts),
};
static const schema_Element compEdge = {.tag = "edge",
                                        .card = CARD_ONCE,
                                        .type = mjOBJ_FLEX,
                                        .rows = {ROWS(equalityAttr), ROWS(edgeAttr)}};
static const schema_Element pin = {.tag = "pin", .type = mjOBJ_FLEX, .rows = {ROWS(pinAttr)}};
static const schema_Element* const flexcompChild[] = {&compEdge, &elasticity, &contact, &pin,
                                                      &schema_usePlugin};
const schema_Element schema_flexcomp = {.tag = "flexcomp",
                                        .type = mjOBJ_FLEX,
                                        .rows = {ROWS(flexcompAttr)},
                                        RULES(flexcompRule),
                                        CHILDREN(flexcompChild),
                                        .read = read_flexcomp};
