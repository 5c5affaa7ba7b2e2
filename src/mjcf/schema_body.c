// MJCF schema: the kinematic tree of bodies and the elements in them (joints, geoms, sites,
// cameras, lights).
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

static const schema_Rule orientationRule[] = {{RULE_ATMOST, ORIENTATIONS, NULL, true}};

// ---- joint, freejoint

static const xml_Keyword jointWords[] = {
    {"free", mjJNT_FREE}, {"ball", mjJNT_BALL}, {"slide", mjJNT_SLIDE}, {"hinge", mjJNT_HINGE}};
static const schema_Words words_joint = {jointWords, COUNT(jointWords)};
static const xml_Keyword alignWords[] = {
    {"false", mjALIGNFREE_FALSE}, {"true", mjALIGNFREE_TRUE}, {"auto", mjALIGNFREE_AUTO}};
static const schema_Words words_align = {alignWords, COUNT(alignWords)};

static const schema_Attr jointAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    WORD(mjsJoint, "type", type, words_joint, 0),
    NUM(mjsJoint, "group", group, 1, 1, 0),
    NUM(mjsJoint, "pos", pos, 3, 3, 0),
    NUM(mjsJoint, "axis", axis, 3, 3, 0),
    NUM(mjsJoint, "springdamper", springdamper, 2, 2, 0),
    WORD(mjsJoint, "limited", limited, words_limited, 0),
    WORD(mjsJoint, "actuatorfrclimited", actfrclimited, words_limited, 0),
    NUM(mjsJoint, "solreflimit", solref_limit, 1, mjNREF, 0),
    NUM(mjsJoint, "solimplimit", solimp_limit, 1, mjNIMP, 0),
    NUM(mjsJoint, "solreffriction", solref_friction, 1, mjNREF, 0),
    NUM(mjsJoint, "solimpfriction", solimp_friction, 1, mjNIMP, 0),
    NUM(mjsJoint, "stiffness", stiffness, 1, mjNPOLY + 1, 0),
    NUM(mjsJoint, "range", range, 2, 2, ATTR_ANGLE),
    NUM(mjsJoint, "actuatorfrcrange", actfrcrange, 2, 2, 0),
    WORD(mjsJoint, "actuatorgravcomp", actgravcomp, words_bool, 0),
    NUM(mjsJoint, "margin", margin, 1, 1, 0),
    NUM(mjsJoint, "ref", ref, 1, 1, ATTR_ANGLE),
    NUM(mjsJoint, "springref", springref, 1, 1, ATTR_ANGLE),
    NUM(mjsJoint, "armature", armature, 1, 1, 0),
    NUM(mjsJoint, "damping", damping, 1, mjNPOLY + 1, 0),
    NUM(mjsJoint, "frictionloss", frictionloss, 1, 1, 0),
    LIST(mjsJoint, "user", userdata, 0),
};
static const schema_Attr freejointAttr[] = {
    NAME_ROW,
    NUM(mjsJoint, "group", group, 1, 1, 0),
    WORD(mjsJoint, "align", align, words_align, 0),
};

static const schema_Element joint = {
    .tag = "joint", .type = mjOBJ_JOINT, .rows = {ROWS(jointAttr)}, .read = read_joint};
static const schema_Element freejoint = {
    .tag = "freejoint", .type = mjOBJ_JOINT, .rows = {ROWS(freejointAttr)}, .read = read_freejoint};
const schema_Element schema_classJoint = {.tag = "joint",
                                          .card = CARD_ONCE,
                                          .flags = ELEM_CLASS,
                                          .type = mjOBJ_JOINT,
                                          .rows = {ROWS(jointAttr)}};

// ---- geom

static const xml_Keyword fluidWords[] = {{"none", 0}, {"ellipsoid", 1}};
static const schema_Words words_fluid = {fluidWords, COUNT(fluidWords)};
static const xml_Keyword shellWords[] = {{"false", mjINERTIA_VOLUME}, {"true", mjINERTIA_SHELL}};
static const schema_Words words_shell = {shellWords, COUNT(shellWords)};

static const schema_Attr geomPlaceAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    WORD(mjsGeom, "type", type, words_geom, 0),
    NUM(mjsGeom, "pos", pos, 3, 3, 0),
    ORIENTATION_ROWS(mjsGeom, quat, alt),
};
const schema_Attr schema_geomRows[SCHEMA_NGEOMROW] = {
    NUM(mjsGeom, "contype", contype, 1, 1, 0),
    NUM(mjsGeom, "conaffinity", conaffinity, 1, 1, 0),
    NUM(mjsGeom, "condim", condim, 1, 1, 0),
    NUM(mjsGeom, "group", group, 1, 1, 0),
    NUM(mjsGeom, "priority", priority, 1, 1, 0),
    NUM(mjsGeom, "size", size, 1, 3, 0),
    REFERS(mjsGeom, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsGeom, "friction", friction, 1, 3, 0),
    NUM(mjsGeom, "mass", mass, 1, 1, 0),
    NUM(mjsGeom, "density", density, 1, 1, 0),
    NUM(mjsGeom, "solmix", solmix, 1, 1, 0),
    NUM(mjsGeom, "solref", solref, 1, mjNREF, 0),
    NUM(mjsGeom, "solimp", solimp, 1, mjNIMP, 0),
    NUM(mjsGeom, "margin", margin, 1, 1, 0),
    NUM(mjsGeom, "gap", gap, 1, 1, 0),
    NUM(mjsGeom, "surfacevel", surfacevel, 1, 6, 0),
    NUM(mjsGeom, "adhesion", adhesion, 1, 1, 0),
    NUM(mjsGeom, "rgba", rgba, 4, 4, 0),
};
static const schema_Attr geomAttr[] = {
    WORD(mjsGeom, "shellinertia", typeinertia, words_shell, 0),
    NUM(mjsGeom, "fromto", fromto, 6, 6, 0),
    REFERS(mjsGeom, "hfield", hfieldname, mjOBJ_HFIELD, 0),
    REFERS(mjsGeom, "mesh", meshname, mjOBJ_MESH, 0),
    NUM(mjsGeom, "fitscale", fitscale, 1, 1, 0),
    WORD(mjsGeom, "fluidshape", fluid_ellipsoid, words_fluid, 0),
    NUM(mjsGeom, "fluidcoef", fluid_coefs, 1, 5, 0),
    LIST(mjsGeom, "user", userdata, 0),
};

static const schema_Element* const geomChild[] = {&schema_usePlugin};
static const schema_Element geom = {
    .tag = "geom",
    .type = mjOBJ_GEOM,
    .rows = {ROWS(geomPlaceAttr), ROWS(schema_geomRows), ROWS(geomAttr)},
    RULES(orientationRule),
    CHILDREN(geomChild),
    .read = read_object};
const schema_Element schema_classGeom = {
    .tag = "geom",
    .card = CARD_ONCE,
    .flags = ELEM_CLASS,
    .type = mjOBJ_GEOM,
    .rows = {ROWS(geomPlaceAttr), ROWS(schema_geomRows), ROWS(geomAttr)},
    RULES(orientationRule)};

// ---- site

static const schema_Attr siteAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    WORD(mjsSite, "type", type, words_geom, 0),
    NUM(mjsSite, "group", group, 1, 1, 0),
    NUM(mjsSite, "pos", pos, 3, 3, 0),
    ORIENTATION_ROWS(mjsSite, quat, alt),
    REFERS(mjsSite, "material", material, mjOBJ_MATERIAL, 0),
    NUM(mjsSite, "size", size, 1, 3, 0),
    NUM(mjsSite, "fromto", fromto, 6, 6, 0),
    NUM(mjsSite, "rgba", rgba, 4, 4, 0),
    LIST(mjsSite, "user", userdata, 0),
};

static const schema_Element site = {.tag = "site",
                                    .type = mjOBJ_SITE,
                                    .rows = {ROWS(siteAttr)},
                                    RULES(orientationRule),
                                    .read = read_object};
const schema_Element schema_classSite = {.tag = "site",
                                         .card = CARD_ONCE,
                                         .flags = ELEM_CLASS,
                                         .type = mjOBJ_SITE,
                                         .rows = {ROWS(siteAttr)},
                                         RULES(orientationRule)};

// ---- camera

static const xml_Keyword projectionWords[] = {{"perspective", mjPROJ_PERSPECTIVE},
                                              {"orthographic", mjPROJ_ORTHOGRAPHIC}};
static const schema_Words words_projection = {projectionWords, COUNT(projectionWords)};
static const xml_Keyword outputWords[] = {{"rgb", mjCAMOUT_RGB},
                                          {"depth", mjCAMOUT_DEPTH},
                                          {"distance", mjCAMOUT_DIST},
                                          {"normal", mjCAMOUT_NORMAL},
                                          {"segmentation", mjCAMOUT_SEG}};
static const schema_Words words_output = {outputWords, COUNT(outputWords)};

static const schema_Attr cameraAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    WORD(mjsCamera, "projection", proj, words_projection, 0),
    NUM(mjsCamera, "fovy", fovy, 1, 1, 0),
    NUM(mjsCamera, "ipd", ipd, 1, 1, 0),
    NUM(mjsCamera, "resolution", resolution, 2, 2, 0),
    FLAGS(mjsCamera, "output", output, words_output, 0),
    NUM(mjsCamera, "pos", pos, 3, 3, 0),
    ORIENTATION_ROWS(mjsCamera, quat, alt),
    WORD(mjsCamera, "mode", mode, words_mode, 0),
    REFERS(mjsCamera, "target", targetbody, mjOBJ_BODY, ATTR_OWN),
    NUM(mjsCamera, "focal", focal_length, 2, 2, 0),
    NUM(mjsCamera, "focalpixel", focal_pixel, 2, 2, 0),
    NUM(mjsCamera, "principal", principal_length, 2, 2, 0),
    NUM(mjsCamera, "principalpixel", principal_pixel, 2, 2, 0),
    NUM(mjsCamera, "sensorsize", sensor_size, 2, 2, 0),
    LIST(mjsCamera, "user", userdata, 0),
};
static const schema_Rule cameraRule[] = {
    {RULE_NOTWITH, "fovy", "sensorsize", false},
    {RULE_ATMOST, ORIENTATIONS, NULL, true},
};

static const schema_Element camera = {.tag = "camera",
                                      .type = mjOBJ_CAMERA,
                                      .rows = {ROWS(cameraAttr)},
                                      RULES(cameraRule),
                                      .read = read_object};
const schema_Element schema_classCamera = {.tag = "camera",
                                           .card = CARD_ONCE,
                                           .flags = ELEM_CLASS,
                                           .type = mjOBJ_CAMERA,
                                           .rows = {ROWS(cameraAttr)},
                                           RULES(cameraRule)};

// ---- light

static const xml_Keyword lightWords[] = {{"spot", mjLIGHT_SPOT},
                                         {"directional", mjLIGHT_DIRECTIONAL},
                                         {"point", mjLIGHT_POINT},
                                         {"image", mjLIGHT_IMAGE}};
static const schema_Words words_light = {lightWords, COUNT(lightWords)};
static const xml_Keyword directionalWords[] = {{"false", mjLIGHT_SPOT},
                                               {"true", mjLIGHT_DIRECTIONAL}};
static const schema_Words words_directional = {directionalWords, COUNT(directionalWords)};

static const schema_Attr lightAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    WORD(mjsLight, "directional", type, words_directional, 0),
    WORD(mjsLight, "type", type, words_light, 0),
    WORD(mjsLight, "castshadow", castshadow, words_bool, 0),
    WORD(mjsLight, "active", active, words_bool, 0),
    NUM(mjsLight, "pos", pos, 3, 3, 0),
    NUM(mjsLight, "dir", dir, 3, 3, 0),
    NUM(mjsLight, "bulbradius", bulbradius, 1, 1, 0),
    NUM(mjsLight, "intensity", intensity, 1, 1, 0),
    NUM(mjsLight, "range", range, 1, 1, 0),
    NUM(mjsLight, "attenuation", attenuation, 3, 3, 0),
    NUM(mjsLight, "cutoff", cutoff, 1, 1, 0),
    NUM(mjsLight, "softness", softness, 1, 1, 0),
    NUM(mjsLight, "exponent", exponent, 1, 1, 0),
    NUM(mjsLight, "ambient", ambient, 3, 3, 0),
    NUM(mjsLight, "diffuse", diffuse, 3, 3, 0),
    NUM(mjsLight, "specular", specular, 3, 3, 0),
    WORD(mjsLight, "mode", mode, words_mode, 0),
    REFERS(mjsLight, "target", targetbody, mjOBJ_BODY, ATTR_OWN),
    REFERS(mjsLight, "texture", texture, mjOBJ_TEXTURE, ATTR_OWN),
};
static const schema_Rule lightRule[] = {{RULE_NOTWITH, "directional", "type", false}};

static const schema_Element light = {.tag = "light",
                                     .type = mjOBJ_LIGHT,
                                     .rows = {ROWS(lightAttr)},
                                     RULES(lightRule),
                                     .read = read_object};
const schema_Element schema_classLight = {.tag = "light",
                                          .card = CARD_ONCE,
                                          .flags = ELEM_CLASS,
                                          .type = mjOBJ_LIGHT,
                                          .rows = {ROWS(lightAttr)},
                                          RULES(lightRule)};

// ---- inertial, attach, and elements that are not supported yet

static const schema_Attr inertialAttr[] = {
    NUM(mjsBody, "pos", ipos, 3, 3, ATTR_REQUIRED),
    ORIENTATION_ROWS(mjsBody, iquat, ialt),
    NUM(mjsBody, "mass", mass, 1, 1, ATTR_REQUIRED),
    NUM(mjsBody, "diaginertia", inertia, 3, 3, 0),
    NUM(mjsBody, "fullinertia", fullinertia, 6, 6, 0),
};
static const schema_Rule inertialRule[] = {{RULE_ATMOST, "fullinertia " ORIENTATIONS, NULL, true}};
static const schema_Element inertial = {.tag = "inertial",
                                        .card = CARD_ONCE,
                                        .type = mjOBJ_BODY,
                                        .rows = {ROWS(inertialAttr)},
                                        RULES(inertialRule),
                                        .read = read_inertial};

static const schema_Attr attachAttr[] = {
    {.name = "model", .kind = ATTR_REF, .ref = SPEC_MODEL},
    {.name = "body", .kind = ATTR_REF, .ref = mjOBJ_BODY},
    {.name = "frame", .kind = ATTR_REF, .ref = SPEC_FRAME},
    {.name = "prefix", .kind = ATTR_TEXT, .flags = ATTR_PRESENT},
};
static const schema_Rule attachRule[] = {{RULE_NOTWITH, "body", "frame", true}};
static const schema_Element attach = {
    .tag = "attach", .rows = {ROWS(attachAttr)}, RULES(attachRule), .read = read_attach};

// ---- body, frame, replicate

static const xml_Keyword sleepWords[] = {{"auto", mjSLEEP_AUTO},
                                         {"never", mjSLEEP_NEVER},
                                         {"allowed", mjSLEEP_ALLOWED},
                                         {"init", mjSLEEP_INIT}};
static const schema_Words words_sleep = {sleepWords, COUNT(sleepWords)};
static const xml_Keyword simpleWords[] = {{"false", 0}, {"auto", 1}};
static const schema_Words words_simple = {simpleWords, COUNT(simpleWords)};

static const schema_Attr bodyAttr[] = {
    NAME_ROW,
    {ROW("childclass", ATTR_CHILDCLASS, mjsBody, childclass)},
    NUM(mjsBody, "pos", pos, 3, 3, 0),
    ORIENTATION_ROWS(mjsBody, quat, alt),
    WORD(mjsBody, "mocap", mocap, words_bool, 0),
    NUM(mjsBody, "gravcomp", gravcomp, 1, 1, 0),
    WORD(mjsBody, "sleep", sleep, words_sleep, 0),
    WORD(mjsBody, "simple", simple, words_simple, 0),
    LIST(mjsBody, "user", userdata, 0),
};

static const schema_Attr frameAttr[] = {
    NAME_ROW,
    {ROW("childclass", ATTR_CHILDCLASS, mjsFrame, childclass)},
    NUM(mjsFrame, "pos", pos, 3, 3, 0),
    ORIENTATION_ROWS(mjsFrame, quat, alt),
};

static const schema_Attr replicateAttr[] = {
    {ROW("childclass", ATTR_CHILDCLASS, mjsFrame, childclass)},
    NUM(read_Replicate, "count", count, 1, 1, ATTR_REQUIRED | ATTR_ARG | ATTR_NOTNEG),
    NUM(read_Replicate, "offset", offset, 3, 3, ATTR_ARG),
    NUM(read_Replicate, "euler", euler, 3, 3, ATTR_ARG | ATTR_ANGLE),
    {.name = "sep", .kind = ATTR_TEXT},
};

static const schema_Element* const bodyChild[] = {
    &geom,
    &joint,
    &schema_body,
    &site,
    &inertial,
    &freejoint,
    &schema_frame,
    &camera,
    &light,
    &schema_replicate,
    &attach,
    &schema_usePlugin,
    &schema_composite,
    &schema_flexcomp,
};

const schema_Element schema_worldbody = {
    .tag = "worldbody", CHILDREN(bodyChild), .read = read_world};
const schema_Element schema_body = {.tag = "body",
                                    .card = CARD_RECURSIVE,
                                    .type = mjOBJ_BODY,
                                    .rows = {ROWS(bodyAttr)},
                                    RULES(orientationRule),
                                    CHILDREN(bodyChild),
                                    .read = read_body};
const schema_Element schema_frame = {.tag = "frame",
                                     .card = CARD_RECURSIVE,
                                     .flags = ELEM_LENIENT,
                                     .type = SPEC_FRAME,
                                     .rows = {ROWS(frameAttr)},
                                     RULES(orientationRule),
                                     CHILDREN(bodyChild),
                                     .read = read_frame};
const schema_Element schema_replicate = {.tag = "replicate",
                                         .card = CARD_RECURSIVE,
                                         .flags = ELEM_LENIENT,
                                         .type = SPEC_FRAME,
                                         .rows = {ROWS(replicateAttr)},
                                         CHILDREN(bodyChild),
                                         .read = read_replicate};
