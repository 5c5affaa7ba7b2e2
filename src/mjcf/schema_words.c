// MJCF schema: keywords that attributes of several elements accept, and the enum values that they
// map to.
#include "mjcf/schema_row.h"

#define WORDS(name, array) const schema_Words name = {array, COUNT(array)}

static const xml_Keyword boolWords[] = {{"false", 0}, {"true", 1}};
WORDS(words_bool, boolWords);

static const xml_Keyword limitedWords[] = {
    {"false", mjLIMITED_FALSE}, {"true", mjLIMITED_TRUE}, {"auto", mjLIMITED_AUTO}};
WORDS(words_limited, limitedWords);

static const xml_Keyword onoffWords[] = {{"disable", 0}, {"enable", 1}};
WORDS(words_onoff, onoffWords);

static const xml_Keyword geomWords[] = {
    {"plane", mjGEOM_PLANE},     {"hfield", mjGEOM_HFIELD},       {"sphere", mjGEOM_SPHERE},
    {"capsule", mjGEOM_CAPSULE}, {"ellipsoid", mjGEOM_ELLIPSOID}, {"cylinder", mjGEOM_CYLINDER},
    {"box", mjGEOM_BOX},         {"mesh", mjGEOM_MESH},           {"sdf", mjGEOM_SDF}};
WORDS(words_geom, geomWords);

static const xml_Keyword modeWords[] = {{"fixed", mjCAMLIGHT_FIXED},
                                        {"track", mjCAMLIGHT_TRACK},
                                        {"trackcom", mjCAMLIGHT_TRACKCOM},
                                        {"targetbody", mjCAMLIGHT_TARGETBODY},
                                        {"targetbodycom", mjCAMLIGHT_TARGETBODYCOM}};
WORDS(words_mode, modeWords);

static const xml_Keyword interpWords[] = {{"zoh", 0}, {"linear", 1}, {"cubic", 2}};
WORDS(words_interp, interpWords);

// every type of object that tuples and user sensors may refer to
static const xml_Keyword objectWords[] = {
    {"body", mjOBJ_BODY},         {"xbody", mjOBJ_XBODY},       {"joint", mjOBJ_JOINT},
    {"dof", mjOBJ_DOF},           {"geom", mjOBJ_GEOM},         {"site", mjOBJ_SITE},
    {"camera", mjOBJ_CAMERA},     {"light", mjOBJ_LIGHT},       {"flex", mjOBJ_FLEX},
    {"mesh", mjOBJ_MESH},         {"skin", mjOBJ_SKIN},         {"hfield", mjOBJ_HFIELD},
    {"texture", mjOBJ_TEXTURE},   {"material", mjOBJ_MATERIAL}, {"pair", mjOBJ_PAIR},
    {"exclude", mjOBJ_EXCLUDE},   {"equality", mjOBJ_EQUALITY}, {"tendon", mjOBJ_TENDON},
    {"actuator", mjOBJ_ACTUATOR}, {"sensor", mjOBJ_SENSOR},     {"numeric", mjOBJ_NUMERIC},
    {"text", mjOBJ_TEXT},         {"tuple", mjOBJ_TUPLE},       {"key", mjOBJ_KEY},
    {"plugin", mjOBJ_PLUGIN}};
WORDS(words_object, objectWords);
