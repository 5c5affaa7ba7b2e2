// MJCF schema: composite, of which only the type cable exists. Its joint, geom, site and skin set
// what all its parts have in common; default classes do not apply to them.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

// ---- joint

static const xml_Keyword kindWords[] = {{"main", 0}};
static const schema_Words words_kind = {kindWords, COUNT(kindWords)};
static const xml_Keyword jointWords[] = {
    {"hinge", mjJNT_HINGE}, {"slide", mjJNT_SLIDE}, {"ball", mjJNT_BALL}, {"free", mjJNT_FREE}};
static const schema_Words words_jointType = {jointWords, COUNT(jointWords)};

// no effect in a cable: type, axis, solreffix, solimpfix
static const schema_Attr jointAttr[] = {
    {.name = "kind", .kind = ATTR_KEYWORD, .words = &words_kind, .flags = ATTR_REQUIRED},
    {.name = "type", .kind = ATTR_KEYWORD, .words = &words_jointType},
    {.name = "axis", .kind = ATTR_NUMBER, .min = 3, .max = 3},
    {.name = "solreffix", .kind = ATTR_NUMBER, .min = 1, .max = mjNREF},
    {.name = "solimpfix", .kind = ATTR_NUMBER, .min = 1, .max = mjNIMP},
    NUM(mjsJoint, "group", group, 1, 1, 0),
    NUM(mjsJoint, "stiffness", stiffness[0], 1, 1, 0),
    NUM(mjsJoint, "damping", damping[0], 1, 1, 0),
    NUM(mjsJoint, "armature", armature, 1, 1, 0),
    WORD(mjsJoint, "limited", limited, words_limited, 0),
    NUM(mjsJoint, "range", range, 2, 2, ATTR_ANGLE),
    NUM(mjsJoint, "margin", margin, 1, 1, 0),
    NUM(mjsJoint, "solreflimit", solref_limit, 1, mjNREF, 0),
    NUM(mjsJoint, "solimplimit", solimp_limit, 1, mjNIMP, 0),
    NUM(mjsJoint, "frictionloss", frictionloss, 1, 1, 0),
    NUM(mjsJoint, "solreffriction", solref_friction, 1, mjNREF, 0),
    NUM(mjsJoint, "solimpfriction", solimp_friction, 1, mjNIMP, 0),
};
const schema_Element schema_cableJoint = {
    .tag = "joint", .card = CARD_ONCE, .type = mjOBJ_JOINT, .rows = {ROWS(jointAttr)}};

// ---- geom

static const xml_Keyword geomWords[] = {
    {"capsule", mjGEOM_CAPSULE}, {"cylinder", mjGEOM_CYLINDER}, {"box", mjGEOM_BOX}};
static const schema_Words words_cableGeom = {geomWords, COUNT(geomWords)};

static const schema_Attr geomAttr[] = {
    WORD(mjsGeom, "type", type, words_cableGeom, ATTR_REQUIRED),
};
const schema_Element schema_cableGeom = {.tag = "geom",
                                         .card = CARD_ONCE,
                                         .type = mjOBJ_GEOM,
                                         .rows = {ROWS(geomAttr), ROWS(schema_geomRows)}};

// ---- site

static const schema_Attr siteAttr[] = {
    NUM(mjsSite, "group", group, 1, 1, 0),
    NUM(mjsSite, "size", size, 1, 3, 0),
    REFERS(mjsSite, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsSite, "rgba", rgba, 4, 4, 0),
};
const schema_Element schema_cableSite = {
    .tag = "site", .card = CARD_ONCE, .type = mjOBJ_SITE, .rows = {ROWS(siteAttr)}};

// ---- skin: only for boxes, whose thickness inflates it

static const schema_Attr skinAttr[] = {
    {.name = "texcoord", .kind = ATTR_KEYWORD, .words = &words_bool},
    REFERS(mjsSkin, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsSkin, "rgba", rgba, 4, 4, 0),
    NUM(mjsSkin, "group", group, 1, 1, 0),
    {.name = "inflate", .kind = ATTR_NUMBER, .min = 1, .max = 1},
    {.name = "subgrid", .kind = ATTR_NUMBER, .min = 1, .max = 1},
};
const schema_Element schema_cableSkin = {
    .tag = "skin", .card = CARD_ONCE, .type = mjOBJ_SKIN, .rows = {ROWS(skinAttr)}};

// ---- composite

static const xml_Keyword typeWords[] = {
    {"cable", COMPOSITE_CABLE}, {"particle", COMPOSITE_PARTICLE}, {"grid", COMPOSITE_GRID},
    {"rope", COMPOSITE_ROPE},   {"loop", COMPOSITE_LOOP},         {"cloth", COMPOSITE_CLOTH}};
static const schema_Words words_type = {typeWords, COUNT(typeWords)};
static const xml_Keyword initialWords[] = {
    {"ball", CABLE_BALL}, {"free", CABLE_FREE}, {"none", CABLE_NONE}};
static const schema_Words words_initial = {initialWords, COUNT(initialWords)};

// prefix, curve and vertex are parsed when the cable is created
static const schema_Attr compositeAttr[] = {
    WORD(read_Composite, "type", type, words_type, ATTR_ARG | ATTR_REQUIRED),
    {.name = "prefix", .kind = ATTR_TEXT},
    NUM(read_Composite, "count", count, 1, 3, ATTR_ARG | ATTR_POSITIVE),
    NUM(read_Composite, "offset", offset, 3, 3, ATTR_ARG),
    NUM(read_Composite, "quat", quat, 4, 4, ATTR_ARG),
    {.name = "curve", .kind = ATTR_TEXT},
    NUM(read_Composite, "size", size, 1, 3, ATTR_ARG),
    {.name = "vertex", .kind = ATTR_LIST},
    WORD(read_Composite, "initial", initial, words_initial, ATTR_ARG | ATTR_FORGIVEN),
};

static const schema_Element* const compositeChild[] = {
    &schema_cableJoint, &schema_cableGeom, &schema_cableSite, &schema_cableSkin, &schema_usePlugin};
const schema_Element schema_composite = {.tag = "composite",
                                         .rows = {ROWS(compositeAttr)},
                                         CHILDREN(compositeChild),
                                         .read = read_composite};
