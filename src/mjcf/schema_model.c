// MJCF schema: compiler, option, size, statistic, visual. All of them are stored in mjSpec itself.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

#define SPEC_NUM(key, m, n, bits) NUM(mjSpec, key, m, n, n, bits)
#define SPEC_WORD(key, m, table) WORD(mjSpec, key, m, table, 0)

// ---- compiler

static const xml_Keyword angleWords[] = {{"radian", 0}, {"degree", 1}};
static const schema_Words words_angle = {angleWords, COUNT(angleWords)};
static const xml_Keyword fromGeomWords[] = {{"false", mjINERTIAFROMGEOM_FALSE},
                                            {"true", mjINERTIAFROMGEOM_TRUE},
                                            {"auto", mjINERTIAFROMGEOM_AUTO}};
static const schema_Words words_fromGeom = {fromGeomWords, COUNT(fromGeomWords)};
static const xml_Keyword conflictWords[] = {
    {"warning", mjCONFLICT_WARNING}, {"merge", mjCONFLICT_MERGE}, {"error", mjCONFLICT_ERROR}};
static const schema_Words words_conflict = {conflictWords, COUNT(conflictWords)};
static const xml_Keyword coordinateWords[] = {{"local", 0}, {"global", 1}};
static const schema_Words words_coordinate = {coordinateWords, COUNT(coordinateWords)};

static const schema_Attr compilerAttr[] = {
    SPEC_WORD("autolimits", compiler.autolimits, words_bool),
    SPEC_NUM("boundmass", compiler.boundmass, 1, 0),
    SPEC_NUM("boundinertia", compiler.boundinertia, 1, 0),
    SPEC_NUM("settotalmass", compiler.settotalmass, 1, 0),
    SPEC_WORD("balanceinertia", compiler.balanceinertia, words_bool),
    SPEC_WORD("fitaabb", compiler.fitaabb, words_bool),
    SPEC_WORD("angle", compiler.degree, words_angle),
    {ROW("eulerseq", ATTR_TEXT, mjSpec, compiler.eulerseq), .read = read_eulerseq},
    SPEC_WORD("discardvisual", compiler.discardvisual, words_bool),
    SPEC_WORD("usethread", compiler.usethread, words_bool),
    SPEC_WORD("fusestatic", compiler.fusestatic, words_bool),
    SPEC_WORD("inertiafromgeom", compiler.inertiafromgeom, words_fromGeom),
    SPEC_NUM("inertiagrouprange", compiler.inertiagrouprange, 2, 0),
    SPEC_WORD("saveinertial", compiler.saveinertial, words_bool),
    SPEC_WORD("alignfree", compiler.alignfree, words_bool),
    SPEC_WORD("conflict", compiler.conflict, words_conflict),
    // assetdir before the two that override it
    {ROW("assetdir", ATTR_TEXT, mjSpec, compiler.meshdir), .read = read_assetdir},
    TEXT(mjSpec, "meshdir", compiler.meshdir, 0),
    TEXT(mjSpec, "texturedir", compiler.texturedir, 0),
    SPEC_WORD("strippath", strippath, words_bool),
    {.name = "coordinate",
     .kind = ATTR_KEYWORD,
     .words = &words_coordinate,
     .read = read_coordinate},
};

static const xml_Keyword rangeModeWords[] = {{"none", mjLRMODE_NONE},
                                             {"muscle", mjLRMODE_MUSCLE},
                                             {"muscleuser", mjLRMODE_MUSCLEUSER},
                                             {"all", mjLRMODE_ALL}};
static const schema_Words words_rangeMode = {rangeModeWords, COUNT(rangeModeWords)};

static const schema_Attr lengthrangeAttr[] = {
    SPEC_WORD("mode", compiler.LRopt.mode, words_rangeMode),
    SPEC_WORD("useexisting", compiler.LRopt.useexisting, words_bool),
    SPEC_WORD("uselimit", compiler.LRopt.uselimit, words_bool),
    SPEC_NUM("accel", compiler.LRopt.accel, 1, 0),
    SPEC_NUM("maxforce", compiler.LRopt.maxforce, 1, 0),
    SPEC_NUM("timeconst", compiler.LRopt.timeconst, 1, 0),
    SPEC_NUM("timestep", compiler.LRopt.timestep, 1, 0),
    SPEC_NUM("inttotal", compiler.LRopt.inttotal, 1, 0),
    SPEC_NUM("interval", compiler.LRopt.interval, 1, 0),
    SPEC_NUM("tolrange", compiler.LRopt.tolrange, 1, 0),
};

static const schema_Element lengthrange = {
    .tag = "lengthrange", .card = CARD_ONCE, .rows = {ROWS(lengthrangeAttr)}, .read = read_model};
static const schema_Element* const compilerChild[] = {&lengthrange};

const schema_Element schema_compiler = {
    .tag = "compiler", .rows = {ROWS(compilerAttr)}, CHILDREN(compilerChild), .read = read_model};

// ---- option

static const xml_Keyword integratorWords[] = {{"Euler", mjINT_EULER},
                                              {"RK4", mjINT_RK4},
                                              {"implicit", mjINT_IMPLICIT},
                                              {"implicitfast", mjINT_IMPLICITFAST}};
static const schema_Words words_integrator = {integratorWords, COUNT(integratorWords)};
static const xml_Keyword coneWords[] = {{"pyramidal", mjCONE_PYRAMIDAL},
                                        {"elliptic", mjCONE_ELLIPTIC}};
static const schema_Words words_cone = {coneWords, COUNT(coneWords)};
static const xml_Keyword jacobianWords[] = {
    {"dense", mjJAC_DENSE}, {"sparse", mjJAC_SPARSE}, {"auto", mjJAC_AUTO}};
static const schema_Words words_jacobian = {jacobianWords, COUNT(jacobianWords)};
static const xml_Keyword solverWords[] = {
    {"PGS", mjSOL_PGS}, {"CG", mjSOL_CG}, {"Newton", mjSOL_NEWTON}};
static const schema_Words words_solver = {solverWords, COUNT(solverWords)};

#define OPTION(name, n) SPEC_NUM(#name, option.name, n, 0)
#define OPTION_RANGED(name, n) NUM(mjSpec, #name, option.name, 1, n, 0)
#define OPTION_WORD(name) SPEC_WORD(#name, option.name, words_##name)

static const schema_Attr optionAttr[] = {
    OPTION(timestep, 1),
    OPTION(impratio, 1),
    OPTION(tolerance, 1),
    OPTION(ls_tolerance, 1),
    OPTION(noslip_tolerance, 1),
    OPTION(ccd_tolerance, 1),
    OPTION(sleep_tolerance, 1),
    OPTION(gravity, 3),
    OPTION(wind, 3),
    OPTION(magnetic, 3),
    OPTION(density, 1),
    OPTION(viscosity, 1),
    OPTION(o_margin, 1),
    OPTION_RANGED(o_solref, mjNREF),
    OPTION_RANGED(o_solimp, mjNIMP),
    OPTION_RANGED(o_friction, 5),
    OPTION_WORD(integrator),
    OPTION_WORD(cone),
    OPTION_WORD(jacobian),
    OPTION_WORD(solver),
    OPTION(iterations, 1),
    OPTION(ls_iterations, 1),
    OPTION(noslip_iterations, 1),
    OPTION(ccd_iterations, 1),
    OPTION(sdf_initpoints, 1),
    OPTION(sdf_iterations, 1),
    {ROW("actuatorgroupdisable", ATTR_LIST, mjSpec, option.disableactuator),
     .read = read_actuatorGroups},
};

#define DISABLE(key, bit)                                                                          \
  { ROW(key, ATTR_DISABLE, mjSpec, option.disableflags), .value = bit, .words = &words_onoff }
#define ENABLE(key, bit)                                                                           \
  { ROW(key, ATTR_ENABLE, mjSpec, option.enableflags), .value = bit, .words = &words_onoff }

static const schema_Attr flagAttr[] = {
    DISABLE("constraint", mjDSBL_CONSTRAINT),
    DISABLE("equality", mjDSBL_EQUALITY),
    DISABLE("frictionloss", mjDSBL_FRICTIONLOSS),
    DISABLE("limit", mjDSBL_LIMIT),
    DISABLE("contact", mjDSBL_CONTACT),
    DISABLE("spring", mjDSBL_SPRING),
    DISABLE("damper", mjDSBL_DAMPER),
    DISABLE("gravity", mjDSBL_GRAVITY),
    DISABLE("clampctrl", mjDSBL_CLAMPCTRL),
    DISABLE("warmstart", mjDSBL_WARMSTART),
    DISABLE("filterparent", mjDSBL_FILTERPARENT),
    DISABLE("actuation", mjDSBL_ACTUATION),
    DISABLE("refsafe", mjDSBL_REFSAFE),
    DISABLE("sensor", mjDSBL_SENSOR),
    DISABLE("midphase", mjDSBL_MIDPHASE),
    DISABLE("eulerdamp", mjDSBL_EULERDAMP),
    DISABLE("autoreset", mjDSBL_AUTORESET),
    DISABLE("nativeccd", mjDSBL_NATIVECCD),
    DISABLE("island", mjDSBL_ISLAND),
    DISABLE("multiccd", mjDSBL_MULTICCD),
    ENABLE("override", mjENBL_OVERRIDE),
    ENABLE("energy", mjENBL_ENERGY),
    ENABLE("fwdinv", mjENBL_FWDINV),
    ENABLE("invdiscrete", mjENBL_INVDISCRETE),
    ENABLE("sleep", mjENBL_SLEEP),
    ENABLE("diagexact", mjENBL_DIAGEXACT),
};

static const schema_Element flag = {
    .tag = "flag", .card = CARD_ONCE, .rows = {ROWS(flagAttr)}, .read = read_model};
static const schema_Element* const optionChild[] = {&flag};

const schema_Element schema_option = {
    .tag = "option", .rows = {ROWS(optionAttr)}, CHILDREN(optionChild), .read = read_model};

// ---- size

#define SIZE(name, bits) SPEC_NUM(#name, name, 1, bits)

static const schema_Attr sizeAttr[] = {
    {ROW("memory", ATTR_NUMBER, mjSpec, memory), .min = 1, .max = 1, .read = read_memory},
    SIZE(njmax, ATTR_MINUS1),
    SIZE(nconmax, ATTR_MINUS1),
    SIZE(nstack, ATTR_MINUS1),
    SIZE(nuserdata, ATTR_NOTNEG | ATTR_COUNT),
    SIZE(nkey, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_body, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_jnt, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_geom, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_site, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_cam, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_tendon, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_actuator, ATTR_MINUS1 | ATTR_COUNT),
    SIZE(nuser_sensor, ATTR_MINUS1 | ATTR_COUNT),
};

static const schema_Rule sizeRule[] = {
    {RULE_NOTWITH, "memory", "nstack njmax", false},
};

const schema_Element schema_size = {
    .tag = "size", .rows = {ROWS(sizeAttr)}, RULES(sizeRule), .read = read_model};

// ---- statistic

static const schema_Attr statisticAttr[] = {
    SPEC_NUM("meaninertia", stat.meaninertia, 1, 0),
    SPEC_NUM("meanmass", stat.meanmass, 1, 0),
    SPEC_NUM("meansize", stat.meansize, 1, 0),
    SPEC_NUM("extent", stat.extent, 1, ATTR_POSITIVE),
    SPEC_NUM("center", stat.center, 3, 0),
};

const schema_Element schema_statistic = {
    .tag = "statistic", .rows = {ROWS(statisticAttr)}, .read = read_model};

// ---- visual

#define GLOBAL(name, bits) SPEC_NUM(#name, visual.global.name, 1, bits)
#define GLOBAL_BOOL(name) SPEC_WORD(#name, visual.global.name, words_bool)
#define MAP(name, bits) SPEC_NUM(#name, visual.map.name, 1, bits)
#define QUALITY(name) SPEC_NUM(#name, visual.quality.name, 1, 0)
#define SCALE(name) SPEC_NUM(#name, visual.scale.name, 1, 0)
#define RGBA(name) SPEC_NUM(#name, visual.rgba.name, 4, 0)

static const schema_Attr globalAttr[] = {
    GLOBAL(cameraid, 0),   GLOBAL_BOOL(orthographic), GLOBAL(fovy, 0),
    GLOBAL(ipd, 0),        GLOBAL(azimuth, 0),        GLOBAL(elevation, 0),
    GLOBAL(linewidth, 0),  GLOBAL(glow, 0),           GLOBAL(realtime, ATTR_POSITIVE),
    GLOBAL(offwidth, 0),   GLOBAL(offheight, 0),      GLOBAL_BOOL(ellipsoidinertia),
    GLOBAL_BOOL(bvactive),
};
static const schema_Attr qualityAttr[] = {
    QUALITY(shadowsize), QUALITY(offsamples), QUALITY(numslices),
    QUALITY(numstacks),  QUALITY(numquads),
};
static const schema_Attr headlightAttr[] = {
    SPEC_NUM("ambient", visual.headlight.ambient, 3, 0),
    SPEC_NUM("diffuse", visual.headlight.diffuse, 3, 0),
    SPEC_NUM("specular", visual.headlight.specular, 3, 0),
    SPEC_NUM("active", visual.headlight.active, 1, 0),
};
static const schema_Attr mapAttr[] = {
    MAP(stiffness, 0),      MAP(stiffnessrot, 0), MAP(force, 0),      MAP(torque, 0),
    MAP(alpha, 0),          MAP(fogstart, 0),     MAP(fogend, 0),     MAP(znear, ATTR_POSITIVE),
    MAP(zfar, 0),           MAP(haze, 0),         MAP(shadowclip, 0), MAP(shadowscale, 0),
    MAP(actuatortendon, 0),
};
static const schema_Attr scaleAttr[] = {
    SCALE(forcewidth),  SCALE(contactwidth), SCALE(contactheight),  SCALE(connect),
    SCALE(com),         SCALE(camera),       SCALE(light),          SCALE(selectpoint),
    SCALE(jointlength), SCALE(jointwidth),   SCALE(actuatorlength), SCALE(actuatorwidth),
    SCALE(framelength), SCALE(framewidth),   SCALE(constraint),     SCALE(slidercrank),
    SCALE(frustum),
};
static const schema_Attr rgbaAttr[] = {
    RGBA(fog),
    RGBA(haze),
    RGBA(force),
    RGBA(inertia),
    RGBA(joint),
    RGBA(actuator),
    RGBA(actuatornegative),
    RGBA(actuatorpositive),
    RGBA(com),
    RGBA(camera),
    RGBA(light),
    RGBA(selectpoint),
    RGBA(connect),
    RGBA(contactpoint),
    RGBA(contactforce),
    RGBA(contactfriction),
    RGBA(contacttorque),
    RGBA(contactgap),
    RGBA(rangefinder),
    RGBA(constraint),
    RGBA(slidercrank),
    RGBA(crankbroken),
    RGBA(frustum),
    RGBA(bv),
    RGBA(bvactive),
};

#define VISUAL_PART(name, attrs)                                                                   \
  static const schema_Element name = {                                                             \
      .tag = #name, .card = CARD_ONCE, .rows = {ROWS(attrs)}, .read = read_model}
VISUAL_PART(global, globalAttr);
VISUAL_PART(quality, qualityAttr);
VISUAL_PART(headlight, headlightAttr);
VISUAL_PART(map, mapAttr);
VISUAL_PART(scale, scaleAttr);
VISUAL_PART(rgba, rgbaAttr);
static const schema_Element* const visualChild[] = {&global, &quality, &headlight,
                                                    &map,    &scale,   &rgba};

const schema_Element schema_visual = {.tag = "visual", CHILDREN(visualChild), .read = read_model};
