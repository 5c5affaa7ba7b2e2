// MJCF schema: custom data, keyframes, default classes and the document root.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

// ---- custom

static const schema_Attr numericAttr[] = {
    NAME_PRESENT,
    NUM(mjsNumeric, "size", size, 1, 1, 0),
    LIST(mjsNumeric, "data", data, 0),
};
static const schema_Attr textAttr[] = {
    NAME_PRESENT,
    TEXT(mjsText, "data", data, ATTR_REQUIRED),
};
static const schema_Attr tupleAttr[] = {NAME_PRESENT};
static const schema_Attr tupleElementAttr[] = {
    {.name = "objtype", .kind = ATTR_KEYWORD, .words = &words_object, .flags = ATTR_REQUIRED},
    {.name = "objname", .kind = ATTR_REF, .flags = ATTR_REQUIRED},
    {.name = "prm", .kind = ATTR_NUMBER, .min = 1, .max = 1},
};

static const schema_Element numeric = {.tag = "numeric",
                                       .type = mjOBJ_NUMERIC,
                                       .rows = {ROWS(numericAttr)},
                                       .read = read_object,
                                       .fill = fill_numeric};
static const schema_Element text = {
    .tag = "text", .type = mjOBJ_TEXT, .rows = {ROWS(textAttr)}, .read = read_object};
static const schema_Element tupleElement = {.tag = "element", .rows = {ROWS(tupleElementAttr)}};
static const schema_Element* const tupleChild[] = {&tupleElement};
static const schema_Element tuple = {.tag = "tuple",
                                     .type = mjOBJ_TUPLE,
                                     .rows = {ROWS(tupleAttr)},
                                     CHILDREN(tupleChild),
                                     .read = read_object,
                                     .fill = fill_tuple};
static const schema_Element* const customChild[] = {&numeric, &text, &tuple};
const schema_Element schema_custom = {.tag = "custom", CHILDREN(customChild), .read = read_section};

// ---- keyframe

static const schema_Attr keyAttr[] = {
    NAME_ROW,
    NUM(mjsKey, "time", time, 1, 1, 0),
    LIST(mjsKey, "qpos", qpos, 0),
    LIST(mjsKey, "qvel", qvel, 0),
    LIST(mjsKey, "act", act, 0),
    LIST(mjsKey, "mpos", mpos, 0),
    LIST(mjsKey, "mquat", mquat, 0),
    LIST(mjsKey, "ctrl", ctrl, 0),
};
static const schema_Element key = {
    .tag = "key", .type = mjOBJ_KEY, .rows = {ROWS(keyAttr)}, .read = read_object};
static const schema_Element* const keyframeChild[] = {&key};
const schema_Element schema_keyframe = {
    .tag = "keyframe", CHILDREN(keyframeChild), .read = read_section};

// ---- default

static const schema_Attr defaultAttr[] = {
    {.name = "class", .kind = ATTR_NAME},
};
static const schema_Element* const defaultChild[] = {
    &schema_default,           &schema_classMesh,         &schema_classMaterial,
    &schema_classJoint,        &schema_classGeom,         &schema_classSite,
    &schema_classCamera,       &schema_classLight,        &schema_classPair,
    &schema_classEquality,     &schema_classTendon,       &schema_classActuator[0],
    &schema_classActuator[1],  &schema_classActuator[2],  &schema_classActuator[3],
    &schema_classActuator[4],  &schema_classActuator[5],  &schema_classActuator[6],
    &schema_classActuator[7],  &schema_classActuator[8],  &schema_classActuator[9],
    &schema_classActuator[10], &schema_classActuator[11],
};
const schema_Element schema_default = {.tag = "default",
                                       .card = CARD_RECURSIVE,
                                       .type = SPEC_DEFAULT,
                                       .rows = {ROWS(defaultAttr)},
                                       CHILDREN(defaultChild),
                                       .read = read_default};

// ---- the document; sections are read in this order

static const schema_Element* const deformableChild[] = {&schema_flex, &schema_skin};
const schema_Element schema_deformable = {
    .tag = "deformable", CHILDREN(deformableChild), .read = read_section};
static const schema_Element body = {.tag = "body", .flags = ELEM_IGNORED};
static const schema_Element frame = {.tag = "frame", .flags = ELEM_IGNORED};
static const schema_Element replicate = {.tag = "replicate", .flags = ELEM_IGNORED};

static const schema_Element* const section[] = {
    &schema_compiler,   &schema_option,    &schema_size,   &schema_visual,   &schema_statistic,
    &schema_default,    &schema_extension, &schema_custom, &schema_asset,    &schema_contact,
    &schema_deformable, &schema_equality,  &schema_tendon, &schema_actuator, &schema_sensor,
    &schema_keyframe,   &schema_worldbody, &body,          &frame,           &replicate,
};
static const schema_Attr rootAttr[] = {TEXT(mjSpec, "model", modelname, 0)};
const schema_Element schema_root = {.tag = "mujoco", .rows = {ROWS(rootAttr)}, CHILDREN(section)};
