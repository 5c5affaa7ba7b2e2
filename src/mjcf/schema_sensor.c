// MJCF schema: sensors. Attributes give the objects of a sensor; its type, and so what it measures,
// follows from its tag.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

static const schema_Attr baseAttr[] = {
    NAME_ROW,
    NUM(mjsSensor, "nsample", nsample, 1, 1, 0),
    WORD(mjsSensor, "interp", interp, words_interp, 0),
    NUM(mjsSensor, "delay", delay, 1, 1, 0),
    NUM(mjsSensor, "interval", interval, 1, 2, 0),
    NUM(mjsSensor, "cutoff", cutoff, 1, 1, 0),
    NUM(mjsSensor, "noise", noise, 1, 1, 0),
    LIST(mjsSensor, "user", userdata, 0),
};

// ---- objects

#define OBJECT(key, to, kind, bits) REFKIND(mjsSensor, key, objname, to, objtype, kind, bits)
#define REFERENCE(key, to, kind, bits) REFKIND(mjsSensor, key, refname, to, reftype, kind, bits)

static const schema_Attr siteAttr[] = {OBJECT("site", mjOBJ_SITE, mjOBJ_SITE, ATTR_REQUIRED)};
static const schema_Attr jointAttr[] = {OBJECT("joint", mjOBJ_JOINT, mjOBJ_JOINT, ATTR_REQUIRED)};
static const schema_Attr tendonAttr[] = {
    OBJECT("tendon", mjOBJ_TENDON, mjOBJ_TENDON, ATTR_REQUIRED)};
static const schema_Attr actuatorAttr[] = {
    OBJECT("actuator", mjOBJ_ACTUATOR, mjOBJ_ACTUATOR, ATTR_REQUIRED)};
static const schema_Attr bodyAttr[] = {OBJECT("body", mjOBJ_BODY, mjOBJ_BODY, ATTR_REQUIRED)};
static const schema_Attr projectionAttr[] = {
    OBJECT("site", mjOBJ_SITE, mjOBJ_SITE, ATTR_REQUIRED),
    REFERENCE("camera", mjOBJ_CAMERA, mjOBJ_CAMERA, ATTR_REQUIRED),
};

static const xml_Keyword frameWords[] = {{"body", mjOBJ_BODY},
                                         {"xbody", mjOBJ_XBODY},
                                         {"geom", mjOBJ_GEOM},
                                         {"site", mjOBJ_SITE},
                                         {"camera", mjOBJ_CAMERA}};
static const schema_Words words_frame = {frameWords, COUNT(frameWords)};

static const schema_Attr frameAttr[] = {
    WORD(mjsSensor, "objtype", objtype, words_frame, ATTR_REQUIRED),
    REFERS(mjsSensor, "objname", objname, 0, ATTR_REQUIRED),
};
static const schema_Attr refAttr[] = {
    WORD(mjsSensor, "reftype", reftype, words_frame, 0),
    REFERS(mjsSensor, "refname", refname, 0, 0),
};
static const schema_Rule refRule[] = {{RULE_TOGETHER, "reftype refname", NULL, true}};
static const schema_Attr insideAttr[] = {REFERENCE("site", mjOBJ_SITE, mjOBJ_SITE, ATTR_REQUIRED)};

// no cutoff and no noise
static const schema_Attr tactileAttr[] = {
    NAME_ROW,
    NUM(mjsSensor, "nsample", nsample, 1, 1, 0),
    WORD(mjsSensor, "interp", interp, words_interp, 0),
    NUM(mjsSensor, "delay", delay, 1, 1, 0),
    NUM(mjsSensor, "interval", interval, 1, 2, 0),
    LIST(mjsSensor, "user", userdata, 0),
    OBJECT("mesh", mjOBJ_MESH, mjOBJ_MESH, ATTR_REQUIRED),
    REFERENCE("geom", mjOBJ_GEOM, mjOBJ_GEOM, ATTR_REQUIRED),
};

static const schema_Attr distanceAttr[] = {
    OBJECT("geom1", mjOBJ_GEOM, mjOBJ_GEOM, 0),
    OBJECT("body1", mjOBJ_BODY, mjOBJ_BODY, 0),
    REFERENCE("geom2", mjOBJ_GEOM, mjOBJ_GEOM, 0),
    REFERENCE("body2", mjOBJ_BODY, mjOBJ_BODY, 0),
};
static const schema_Rule distanceRule[] = {
    {RULE_ONE, "geom1 body1", NULL, true},
    {RULE_ONE, "geom2 body2", NULL, true},
};

// ---- rangefinder, contact

static const xml_Keyword rayWords[] = {
    {"dist", 1 << mjRAYDATA_DIST},     {"dir", 1 << mjRAYDATA_DIR},
    {"origin", 1 << mjRAYDATA_ORIGIN}, {"point", 1 << mjRAYDATA_POINT},
    {"normal", 1 << mjRAYDATA_NORMAL}, {"depth", 1 << mjRAYDATA_DEPTH}};
static const schema_Words words_ray = {rayWords, COUNT(rayWords)};
static const schema_Attr rangefinderAttr[] = {
    OBJECT("site", mjOBJ_SITE, mjOBJ_SITE, 0),
    OBJECT("camera", mjOBJ_CAMERA, mjOBJ_CAMERA, 0),
    {ROW("data", ATTR_FLAGS, mjsSensor, intprm[0]), .words = &words_ray, .flags = ATTR_ORDERED},
};
static const schema_Rule rangefinderRule[] = {{RULE_ONE, "site camera", NULL, true}};

static const xml_Keyword contactWords[] = {
    {"found", 1 << mjCONDATA_FOUND},    {"force", 1 << mjCONDATA_FORCE},
    {"torque", 1 << mjCONDATA_TORQUE},  {"dist", 1 << mjCONDATA_DIST},
    {"pos", 1 << mjCONDATA_POS},        {"normal", 1 << mjCONDATA_NORMAL},
    {"tangent", 1 << mjCONDATA_TANGENT}};
static const schema_Words words_contact = {contactWords, COUNT(contactWords)};
static const xml_Keyword reduceWords[] = {
    {"none", 0}, {"mindist", 1}, {"maxforce", 2}, {"netforce", 3}};
static const schema_Words words_reduce = {reduceWords, COUNT(reduceWords)};
static const schema_Attr contactAttr[] = {
    OBJECT("site", mjOBJ_SITE, mjOBJ_SITE, 0),
    OBJECT("body1", mjOBJ_BODY, mjOBJ_BODY, 0),
    OBJECT("subtree1", mjOBJ_BODY, mjOBJ_XBODY, 0),
    OBJECT("geom1", mjOBJ_GEOM, mjOBJ_GEOM, 0),
    REFERENCE("body2", mjOBJ_BODY, mjOBJ_BODY, 0),
    REFERENCE("subtree2", mjOBJ_BODY, mjOBJ_XBODY, 0),
    REFERENCE("geom2", mjOBJ_GEOM, mjOBJ_GEOM, 0),
    {ROW("data", ATTR_FLAGS, mjsSensor, intprm[0]), .words = &words_contact, .flags = ATTR_ORDERED},
    WORD(mjsSensor, "reduce", intprm[1], words_reduce, 0),
    NUM(mjsSensor, "num", intprm[2], 1, 1, ATTR_POSITIVE),
};
static const schema_Rule contactRule[] = {
    {RULE_ATMOST, "geom1 body1 subtree1 site", NULL, true},
    {RULE_ATMOST, "geom2 body2 subtree2", NULL, true},
};

// ---- user

static const xml_Keyword datatypeWords[] = {{"real", mjDATATYPE_REAL},
                                            {"positive", mjDATATYPE_POSITIVE},
                                            {"axis", mjDATATYPE_AXIS},
                                            {"quaternion", mjDATATYPE_QUATERNION}};
static const schema_Words words_datatype = {datatypeWords, COUNT(datatypeWords)};
static const xml_Keyword stageWords[] = {
    {"none", mjSTAGE_NONE}, {"pos", mjSTAGE_POS}, {"vel", mjSTAGE_VEL}, {"acc", mjSTAGE_ACC}};
static const schema_Words words_stage = {stageWords, COUNT(stageWords)};
static const schema_Attr userAttr[] = {
    NAME_ROW,
    WORD(mjsSensor, "objtype", objtype, words_object, 0),
    REFERS(mjsSensor, "objname", objname, 0, 0),
    WORD(mjsSensor, "datatype", datatype, words_datatype, 0),
    WORD(mjsSensor, "needstage", needstage, words_stage, 0),
    NUM(mjsSensor, "dim", dim, 1, 1, ATTR_REQUIRED | ATTR_NOTNEG),
    NUM(mjsSensor, "cutoff", cutoff, 1, 1, 0),
    NUM(mjsSensor, "noise", noise, 1, 1, 0),
    LIST(mjsSensor, "user", userdata, 0),
};
static const schema_Rule userRule[] = {{RULE_TOGETHER, "objtype objname", NULL, true}};

// ---- plugin

static const schema_Attr pluginAttr[] = {
    NAME_ROW,
    TEXT(mjsSensor, "plugin", plugin.plugin_name, 0),
    REFERS(mjsSensor, "instance", plugin.name, mjOBJ_PLUGIN, 0),
    WORD(mjsSensor, "objtype", objtype, words_object, 0),
    REFERS(mjsSensor, "objname", objname, 0, 0),
    WORD(mjsSensor, "reftype", reftype, words_object, 0),
    REFERS(mjsSensor, "refname", refname, 0, 0),
    NUM(mjsSensor, "cutoff", cutoff, 1, 1, 0),
    LIST(mjsSensor, "user", userdata, 0),
};
static const schema_Rule pluginRule[] = {{RULE_TOGETHER, "objtype objname", NULL, true},
                                         {RULE_TOGETHER, "reftype refname", NULL, true}};

// ---- tags

#define SENSOR(name, kind, ...)                                                                    \
  {                                                                                                \
    .tag = name, .type = mjOBJ_SENSOR, .value = kind, .read = read_object, .fill = fill_sensor,    \
    __VA_ARGS__                                                                                    \
  }
#define WITH(name, kind, attrs) SENSOR(name, kind, .rows = {ROWS(baseAttr), ROWS(attrs)})
#define FRAME(name, kind)                                                                          \
  SENSOR(name, kind, .rows = {ROWS(baseAttr), ROWS(frameAttr), ROWS(refAttr)}, RULES(refRule))
#define DISTANCE(name, kind)                                                                       \
  SENSOR(name, kind, .rows = {ROWS(baseAttr), ROWS(distanceAttr)}, RULES(distanceRule))
#define PLAIN(name, kind) SENSOR(name, kind, .rows = {ROWS(baseAttr)})

static const schema_Element tag[] = {
    WITH("touch", mjSENS_TOUCH, siteAttr),
    WITH("accelerometer", mjSENS_ACCELEROMETER, siteAttr),
    WITH("velocimeter", mjSENS_VELOCIMETER, siteAttr),
    WITH("gyro", mjSENS_GYRO, siteAttr),
    WITH("force", mjSENS_FORCE, siteAttr),
    WITH("torque", mjSENS_TORQUE, siteAttr),
    WITH("magnetometer", mjSENS_MAGNETOMETER, siteAttr),
    SENSOR("rangefinder", mjSENS_RANGEFINDER, .rows = {ROWS(baseAttr), ROWS(rangefinderAttr)},
           RULES(rangefinderRule)),
    WITH("camprojection", mjSENS_CAMPROJECTION, projectionAttr),
    WITH("jointpos", mjSENS_JOINTPOS, jointAttr),
    WITH("jointvel", mjSENS_JOINTVEL, jointAttr),
    WITH("tendonpos", mjSENS_TENDONPOS, tendonAttr),
    WITH("tendonvel", mjSENS_TENDONVEL, tendonAttr),
    WITH("actuatorpos", mjSENS_ACTUATORPOS, actuatorAttr),
    WITH("actuatorvel", mjSENS_ACTUATORVEL, actuatorAttr),
    WITH("actuatorfrc", mjSENS_ACTUATORFRC, actuatorAttr),
    WITH("jointactuatorfrc", mjSENS_JOINTACTFRC, jointAttr),
    WITH("tendonactuatorfrc", mjSENS_TENDONACTFRC, tendonAttr),
    WITH("ballquat", mjSENS_BALLQUAT, jointAttr),
    WITH("ballangvel", mjSENS_BALLANGVEL, jointAttr),
    WITH("jointlimitpos", mjSENS_JOINTLIMITPOS, jointAttr),
    WITH("jointlimitvel", mjSENS_JOINTLIMITVEL, jointAttr),
    WITH("jointlimitfrc", mjSENS_JOINTLIMITFRC, jointAttr),
    WITH("tendonlimitpos", mjSENS_TENDONLIMITPOS, tendonAttr),
    WITH("tendonlimitvel", mjSENS_TENDONLIMITVEL, tendonAttr),
    WITH("tendonlimitfrc", mjSENS_TENDONLIMITFRC, tendonAttr),
    FRAME("framepos", mjSENS_FRAMEPOS),
    FRAME("framequat", mjSENS_FRAMEQUAT),
    FRAME("framexaxis", mjSENS_FRAMEXAXIS),
    FRAME("frameyaxis", mjSENS_FRAMEYAXIS),
    FRAME("framezaxis", mjSENS_FRAMEZAXIS),
    FRAME("framelinvel", mjSENS_FRAMELINVEL),
    FRAME("frameangvel", mjSENS_FRAMEANGVEL),
    WITH("framelinacc", mjSENS_FRAMELINACC, frameAttr),
    WITH("frameangacc", mjSENS_FRAMEANGACC, frameAttr),
    WITH("subtreecom", mjSENS_SUBTREECOM, bodyAttr),
    WITH("subtreelinvel", mjSENS_SUBTREELINVEL, bodyAttr),
    WITH("subtreeangmom", mjSENS_SUBTREEANGMOM, bodyAttr),
    SENSOR("insidesite", mjSENS_INSIDESITE,
           .rows = {ROWS(baseAttr), ROWS(frameAttr), ROWS(insideAttr)}),
    DISTANCE("distance", mjSENS_GEOMDIST),
    DISTANCE("normal", mjSENS_GEOMNORMAL),
    DISTANCE("fromto", mjSENS_GEOMFROMTO),
    SENSOR("contact", mjSENS_CONTACT, .rows = {ROWS(baseAttr), ROWS(contactAttr)},
           RULES(contactRule)),
    PLAIN("e_potential", mjSENS_E_POTENTIAL),
    PLAIN("e_kinetic", mjSENS_E_KINETIC),
    PLAIN("clock", mjSENS_CLOCK),
    SENSOR("user", mjSENS_USER, .rows = {ROWS(userAttr)}, RULES(userRule)),
    SENSOR("tactile", mjSENS_TACTILE, .rows = {ROWS(tactileAttr)}),
    SENSOR("plugin", mjSENS_PLUGIN, .rows = {ROWS(pluginAttr)}, RULES(pluginRule),
           CHILDREN(schema_pluginConfig)),
};

#define T(i) &tag[i]
#define T10(i)                                                                                     \
  T(i), T(i + 1), T(i + 2), T(i + 3), T(i + 4), T(i + 5), T(i + 6), T(i + 7), T(i + 8), T(i + 9)
static const schema_Element* const sensorChild[] = {T10(0), T10(10), T10(20), T10(30), T(40),
                                                    T(41),  T(42),   T(43),   T(44),   T(45),
                                                    T(46),  T(47),   T(48)};
_Static_assert(COUNT(sensorChild) == COUNT(tag), "every tag is listed");

const schema_Element schema_sensor = {.tag = "sensor", CHILDREN(sensorChild), .read = read_section};
