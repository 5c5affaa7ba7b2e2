// MJCF schema: contact, equality and tendon (constraints), and their elements in default classes.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

// ---- contact

static const schema_Attr pairAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    REFERS(mjsPair, "geom1", geomname1, mjOBJ_GEOM, ATTR_OWN | ATTR_REQUIRED),
    REFERS(mjsPair, "geom2", geomname2, mjOBJ_GEOM, ATTR_OWN | ATTR_REQUIRED),
    NUM(mjsPair, "condim", condim, 1, 1, 0),
    NUM(mjsPair, "friction", friction, 1, 5, 0),
    NUM(mjsPair, "solref", solref, 1, mjNREF, 0),
    NUM(mjsPair, "solreffriction", solreffriction, 1, mjNREF, 0),
    NUM(mjsPair, "solimp", solimp, 1, mjNIMP, 0),
    NUM(mjsPair, "margin", margin, 1, 1, 0),
    NUM(mjsPair, "gap", gap, 1, 1, 0),
    NUM(mjsPair, "adhesion", adhesion, 1, 1, 0),
};
static const schema_Attr excludeAttr[] = {
    NAME_ROW,
    REFERS(mjsExclude, "body1", bodyname1, mjOBJ_BODY, ATTR_REQUIRED),
    REFERS(mjsExclude, "body2", bodyname2, mjOBJ_BODY, ATTR_REQUIRED),
};

static const schema_Element pair = {
    .tag = "pair", .type = mjOBJ_PAIR, .rows = {ROWS(pairAttr)}, .read = read_object};
static const schema_Element exclude = {
    .tag = "exclude", .type = mjOBJ_EXCLUDE, .rows = {ROWS(excludeAttr)}, .read = read_object};
static const schema_Element* const contactChild[] = {&pair, &exclude};

const schema_Element schema_contact = {
    .tag = "contact", CHILDREN(contactChild), .read = read_section};
const schema_Element schema_classPair = {.tag = "pair",
                                         .card = CARD_ONCE,
                                         .flags = ELEM_CLASS,
                                         .type = mjOBJ_PAIR,
                                         .rows = {ROWS(pairAttr)}};

// ---- equality

static const schema_Attr equalityAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    WORD(mjsEquality, "active", active, words_bool, 0),
    NUM(mjsEquality, "solref", solref, 1, mjNREF, 0),
    NUM(mjsEquality, "solimp", solimp, 1, mjNIMP, 0),
};

#define OBJECT(key, m, to, type) REFKIND(mjsEquality, key, m, to, objtype, type, 0)
// a range of the data of an equality: data[first .. first+n-1]
#define DATA(key, first, n0, n1)                                                                   \
  {                                                                                                \
    .name = key, .kind = ATTR_NUMBER, .repr = REPR_DOUBLE, .min = n0, .max = n1,                   \
    .offset = offsetof(mjsEquality, data) + (first) * sizeof(double),                              \
    .size = (n1) * sizeof(double)                                                                  \
  }

static const schema_Attr pairedAttr[] = {
    OBJECT("body1", name1, mjOBJ_BODY, mjOBJ_BODY),
    OBJECT("body2", name2, mjOBJ_BODY, mjOBJ_BODY),
    OBJECT("site1", name1, mjOBJ_SITE, mjOBJ_SITE),
    OBJECT("site2", name2, mjOBJ_SITE, mjOBJ_SITE),
    DATA("anchor", 0, 3, 3),
};
static const schema_Attr weldAttr[] = {
    DATA("relpose", 3, 7, 7),
    DATA("torquescale", 10, 1, 1),
};
static const schema_Attr eqJointAttr[] = {
    REFERS(mjsEquality, "joint1", name1, mjOBJ_JOINT, ATTR_REQUIRED),
    REFERS(mjsEquality, "joint2", name2, mjOBJ_JOINT, 0),
    DATA("polycoef", 0, 1, 5),
};
static const schema_Attr eqTendonAttr[] = {
    REFERS(mjsEquality, "tendon1", name1, mjOBJ_TENDON, ATTR_REQUIRED),
    REFERS(mjsEquality, "tendon2", name2, mjOBJ_TENDON, 0),
    DATA("polycoef", 0, 1, 5),
};
static const schema_Attr distanceAttr[] = {
    REFKIND(mjsEquality, "geom1", name1, mjOBJ_GEOM, objtype, mjOBJ_GEOM, ATTR_REQUIRED),
    REFKIND(mjsEquality, "geom2", name2, mjOBJ_GEOM, objtype, mjOBJ_GEOM, ATTR_REQUIRED),
    DATA("distance", 0, 1, 1),
};

static const schema_Attr flexAttr[] = {
    REFERS(mjsEquality, "flex", name1, mjOBJ_FLEX, ATTR_REQUIRED),
};
static const schema_Attr strainAttr[] = {DATA("cell", 0, 3, 3)};

static const schema_Rule connectRule[] = {
    {RULE_NOTWITH, "site1 site2", "body1 body2 anchor", false},
    {RULE_TOGETHER, "site1 site2", NULL, false},
    {RULE_COMPLETE, "site1 site2", "body1 anchor", true},
};
static const schema_Rule weldRule[] = {
    {RULE_NOTWITH, "site1 site2", "body1 body2 anchor relpose", false},
    {RULE_TOGETHER, "site1 site2", NULL, false},
    {RULE_COMPLETE, "site1 site2", "body1", true},
};

#define EQUALITY(name, label, kind, ...)                                                           \
  static const schema_Element name = {.tag = label,                                                \
                                      .type = mjOBJ_EQUALITY,                                      \
                                      .value = kind,                                               \
                                      .read = read_object,                                         \
                                      .fill = fill_equality,                                       \
                                      __VA_ARGS__}
EQUALITY(connect, "connect", mjEQ_CONNECT, .rows = {ROWS(equalityAttr), ROWS(pairedAttr)},
         RULES(connectRule));
EQUALITY(weld, "weld", mjEQ_WELD, .rows = {ROWS(equalityAttr), ROWS(pairedAttr), ROWS(weldAttr)},
         RULES(weldRule));
EQUALITY(eqJoint, "joint", mjEQ_JOINT, .rows = {ROWS(equalityAttr), ROWS(eqJointAttr)});
EQUALITY(eqTendon, "tendon", mjEQ_TENDON, .rows = {ROWS(equalityAttr), ROWS(eqTendonAttr)});
EQUALITY(distance, "distance", mjEQ_DISTANCE, .rows = {ROWS(equalityAttr), ROWS(distanceAttr)},
         .flags = ELEM_OURS);

EQUALITY(flex, "flex", mjEQ_FLEX, .rows = {ROWS(equalityAttr), ROWS(flexAttr)});
EQUALITY(flexvert, "flexvert", mjEQ_FLEXVERT, .rows = {ROWS(equalityAttr), ROWS(flexAttr)});
EQUALITY(flexstrain, "flexstrain", mjEQ_FLEXSTRAIN,
         .rows = {ROWS(equalityAttr), ROWS(flexAttr), ROWS(strainAttr)});

static const schema_Element* const equalityChild[] = {&connect,  &weld, &eqJoint,  &eqTendon,
                                                      &distance, &flex, &flexvert, &flexstrain};

const schema_Element schema_equality = {
    .tag = "equality", CHILDREN(equalityChild), .read = read_section};
const schema_Element schema_classEquality = {.tag = "equality",
                                             .card = CARD_ONCE,
                                             .flags = ELEM_CLASS,
                                             .type = mjOBJ_EQUALITY,
                                             .rows = {ROWS(equalityAttr)}};

// ---- tendon

static const schema_Attr tendonAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    NUM(mjsTendon, "group", group, 1, 1, 0),
    WORD(mjsTendon, "limited", limited, words_limited, 0),
    WORD(mjsTendon, "actuatorfrclimited", actfrclimited, words_limited, ATTR_OWN),
    NUM(mjsTendon, "range", range, 2, 2, 0),
    NUM(mjsTendon, "actuatorfrcrange", actfrcrange, 2, 2, ATTR_OWN),
    NUM(mjsTendon, "solreflimit", solref_limit, 1, mjNREF, 0),
    NUM(mjsTendon, "solimplimit", solimp_limit, 1, mjNIMP, 0),
    NUM(mjsTendon, "solreffriction", solref_friction, 1, mjNREF, 0),
    NUM(mjsTendon, "solimpfriction", solimp_friction, 1, mjNIMP, 0),
    NUM(mjsTendon, "frictionloss", frictionloss, 1, 1, 0),
    {ROW("springlength", ATTR_NUMBER, mjsTendon, springlength), .min = 1, .max = 2,
     .read = read_springlength},
    NUM(mjsTendon, "margin", margin, 1, 1, 0),
    NUM(mjsTendon, "stiffness", stiffness, 1, mjNPOLY + 1, 0),
    NUM(mjsTendon, "damping", damping, 1, mjNPOLY + 1, 0),
    NUM(mjsTendon, "armature", armature, 1, 1, ATTR_OWN),
    LIST(mjsTendon, "user", userdata, 0),
};
static const schema_Attr spatialAttr[] = {
    REFERS(mjsTendon, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsTendon, "width", width, 1, 1, 0),
    NUM(mjsTendon, "rgba", rgba, 4, 4, 0),
};

static const schema_Attr pathSiteAttr[] = {
    {ROW("site", ATTR_REF, spec_WrapExtra, target), .ref = mjOBJ_SITE, .flags = ATTR_REQUIRED},
};
static const schema_Attr pathGeomAttr[] = {
    {ROW("geom", ATTR_REF, spec_WrapExtra, target), .ref = mjOBJ_GEOM, .flags = ATTR_REQUIRED},
    {ROW("sidesite", ATTR_REF, spec_WrapExtra, sidesite), .ref = mjOBJ_SITE},
};
static const schema_Attr pathPulleyAttr[] = {
    NUM(spec_WrapExtra, "divisor", prm, 1, 1, ATTR_REQUIRED | ATTR_NOTNEG),
};
static const schema_Attr pathJointAttr[] = {
    {ROW("joint", ATTR_REF, spec_WrapExtra, target), .ref = mjOBJ_JOINT, .flags = ATTR_REQUIRED},
    NUM(spec_WrapExtra, "coef", prm, 1, 1, ATTR_REQUIRED),
};

// a geom on a path is a sphere or a cylinder; the compiler finds out which from the geom
static const schema_Element pathSite = {
    .tag = "site", .type = SPEC_WRAP, .value = mjWRAP_SITE, .rows = {ROWS(pathSiteAttr)}};
static const schema_Element pathGeom = {
    .tag = "geom", .type = SPEC_WRAP, .value = mjWRAP_SPHERE, .rows = {ROWS(pathGeomAttr)}};
static const schema_Element pathPulley = {
    .tag = "pulley", .type = SPEC_WRAP, .value = mjWRAP_PULLEY, .rows = {ROWS(pathPulleyAttr)}};
static const schema_Element pathJoint = {
    .tag = "joint", .type = SPEC_WRAP, .value = mjWRAP_JOINT, .rows = {ROWS(pathJointAttr)}};
static const schema_Element* const spatialChild[] = {&pathSite, &pathGeom, &pathPulley};
static const schema_Element* const fixedChild[] = {&pathJoint};

static const schema_Element spatial = {.tag = "spatial",
                                       .type = mjOBJ_TENDON,
                                       .rows = {ROWS(tendonAttr), ROWS(spatialAttr)},
                                       CHILDREN(spatialChild),
                                       .read = read_object,
                                       .fill = fill_tendon};
static const schema_Element fixed = {.tag = "fixed",
                                     .type = mjOBJ_TENDON,
                                     .rows = {ROWS(tendonAttr)},
                                     CHILDREN(fixedChild),
                                     .read = read_object,
                                     .fill = fill_tendon};
static const schema_Element* const tendonChild[] = {&spatial, &fixed};

const schema_Element schema_tendon = {.tag = "tendon", CHILDREN(tendonChild), .read = read_section};
const schema_Element schema_classTendon = {.tag = "tendon",
                                           .card = CARD_ONCE,
                                           .flags = ELEM_CLASS,
                                           .type = mjOBJ_TENDON,
                                           .rows = {ROWS(tendonAttr), ROWS(spatialAttr)}};
