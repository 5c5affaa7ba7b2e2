// MJCF schema: actuators. All elements share groups of rows; the parameters of a shortcut (actuator
// preset) are arguments (act_Params) from which actuator_kinds.c computes the members of
// mjsActuator.
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

// ---- rows of mjsActuator

static const schema_Attr baseAttr[] = {
    NAME_ROW,
    CLASS_ROW,
    NUM(mjsActuator, "group", group, 1, 1, 0),
    NUM(mjsActuator, "nsample", nsample, 1, 1, 0),
    WORD(mjsActuator, "interp", interp, words_interp, 0),
    NUM(mjsActuator, "delay", delay, 1, 1, 0),
    NUM(mjsActuator, "ctrlrange", ctrlrange, 2, 2, 0),
    LIST(mjsActuator, "user", userdata, 0),
};
#define CTRLLIMITED WORD(mjsActuator, "ctrllimited", ctrllimited, words_limited, 0)
#define FORCE_ROWS                                                                                 \
  WORD(mjsActuator, "forcelimited", forcelimited, words_limited, 0),                               \
      NUM(mjsActuator, "forcerange", forcerange, 2, 2, 0)
#define DRIVE_ROWS                                                                                 \
  NUM(mjsActuator, "lengthrange", lengthrange, 2, 2, ATTR_OWN),                                    \
      NUM(mjsActuator, "gear", gear, 1, 6, 0),                                                     \
      NUM(mjsActuator, "damping", damping, 1, mjNPOLY + 1, 0),                                     \
      NUM(mjsActuator, "armature", armature, 1, 1, 0),                                             \
      NUM(mjsActuator, "cranklength", cranklength, 1, 1, 0)
#define TARGET(key, to, kind) REFKIND(mjsActuator, key, target, to, trntype, kind, ATTR_OWN)
// in this order: the last one present takes effect
#define JOINT_ROWS                                                                                 \
  TARGET("joint", mjOBJ_JOINT, mjTRN_JOINT),                                                       \
      TARGET("jointinparent", mjOBJ_JOINT, mjTRN_JOINTINPARENT),                                   \
      TARGET("tendon", mjOBJ_TENDON, mjTRN_TENDON),                                                \
      TARGET("cranksite", mjOBJ_SITE, mjTRN_SLIDERCRANK),                                          \
      REFERS(mjsActuator, "slidersite", slidersite, mjOBJ_SITE, ATTR_OWN)
#define SITE_ROWS                                                                                  \
  TARGET("site", mjOBJ_SITE, mjTRN_SITE),                                                          \
      REFERS(mjsActuator, "refsite", refsite, mjOBJ_SITE, ATTR_OWN)
#define ACT_ROWS                                                                                   \
  WORD(mjsActuator, "actlimited", actlimited, words_limited, 0),                                   \
      NUM(mjsActuator, "actrange", actrange, 2, 2, 0)
#define INHERIT NUM(mjsActuator, "inheritrange", inheritrange, 1, 1, 0)

static const schema_Attr forceAttr[] = {FORCE_ROWS};
static const schema_Attr limitAttr[] = {CTRLLIMITED};
static const schema_Attr driveAttr[] = {DRIVE_ROWS, JOINT_ROWS, SITE_ROWS};
static const schema_Attr muscleDriveAttr[] = {DRIVE_ROWS, JOINT_ROWS};
static const schema_Attr bodyAttr[] = {TARGET("body", mjOBJ_BODY, mjTRN_BODY)};
static const schema_Attr ballAttr[] = {TARGET("joint", mjOBJ_JOINT, mjTRN_JOINT), SITE_ROWS};

// ---- general

static const xml_Keyword dynWords[] = {{"none", mjDYN_NONE},     {"integrator", mjDYN_INTEGRATOR},
                                       {"filter", mjDYN_FILTER}, {"filterexact", mjDYN_FILTEREXACT},
                                       {"muscle", mjDYN_MUSCLE}, {"dcmotor", mjDYN_DCMOTOR},
                                       {"pid", mjDYN_PID},       {"user", mjDYN_USER}};
static const schema_Words words_dyn = {dynWords, COUNT(dynWords)};
static const xml_Keyword gainWords[] = {{"fixed", mjGAIN_FIXED},   {"affine", mjGAIN_AFFINE},
                                        {"muscle", mjGAIN_MUSCLE}, {"dcmotor", mjGAIN_DCMOTOR},
                                        {"so3", mjGAIN_SO3},       {"pid", mjGAIN_PID},
                                        {"user", mjGAIN_USER}};
static const schema_Words words_gain = {gainWords, COUNT(gainWords)};
static const xml_Keyword biasWords[] = {{"none", mjBIAS_NONE},     {"affine", mjBIAS_AFFINE},
                                        {"muscle", mjBIAS_MUSCLE}, {"dcmotor", mjBIAS_DCMOTOR},
                                        {"so3", mjBIAS_SO3},       {"user", mjBIAS_USER}};
static const schema_Words words_bias = {biasWords, COUNT(biasWords)};

// controls by name: charts of an orientation, or tokens that are combined; read_input knows which
// are exclusive
static const xml_Keyword anyInputWords[] = {{"pos", mjINPUT_POS},   {"vel", mjINPUT_VEL},
                                            {"ff", mjINPUT_FF},     {"voltage", mjINPUT_VOLTAGE},
                                            {"none", mjINPUT_NONE}, {"expmap", mjCHART_EXPMAP},
                                            {"quat", mjCHART_QUAT}};
static const schema_Words words_anyInput = {anyInputWords, COUNT(anyInputWords)};
static const schema_Words words_motorInput = {anyInputWords, 5};
static const schema_Words words_pidInput = {anyInputWords, 3};
static const schema_Words words_chart = {anyInputWords + 5, 2};
#define INPUT(table)                                                                               \
  {                                                                                                \
    ROW("input", ATTR_FLAGS, mjsActuator, ctrlspec), .words = &table, .flags = ATTR_ORDERED,       \
                                                     .read = read_input                            \
  }

static const schema_Attr generalAttr[] = {
    ACT_ROWS,
    NUM(mjsActuator, "actdim", actdim, 1, 1, 0),
    INPUT(words_anyInput),
    NUM(mjsActuator, "velrange", velrange, 2, 2, 0),
    NUM(mjsActuator, "ffrange", ffrange, 2, 2, 0),
    WORD(mjsActuator, "dyntype", dyntype, words_dyn, 0),
    WORD(mjsActuator, "gaintype", gaintype, words_gain, 0),
    WORD(mjsActuator, "biastype", biastype, words_bias, 0),
    NUM(mjsActuator, "dynprm", dynprm, 1, mjNDYN, 0),
    NUM(mjsActuator, "gainprm", gainprm, 1, mjNGAIN, 0),
    NUM(mjsActuator, "biasprm", biasprm, 1, mjNBIAS, 0),
    WORD(mjsActuator, "actearly", actearly, words_bool, 0),
};

// ---- parameters of shortcuts

#define PARAM(key, m) NUM(act_Params, key, m, 1, 1, ATTR_ARG)
#define PARAMS(key, m, n0, n1) NUM(act_Params, key, m, n0, n1, ATTR_ARG)
// the first of two numbers that share a member
#define PARAM_FIRST(key, m)                                                                        \
  {                                                                                                \
    .name = key, .kind = ATTR_NUMBER, .repr = REPR_DOUBLE, .offset = offsetof(act_Params, m),      \
    .size = sizeof(double), .min = 1, .max = 1, .flags = ATTR_ARG                                  \
  }

static const schema_Attr positionAttr[] = {
    INHERIT,
    PARAM("kp", kp),
    PARAM("kv", kv),
    PARAM("dampratio", dampratio),
    PARAM_FIRST("timeconst", timeconst),
};
static const schema_Attr velocityAttr[] = {PARAM("kv", kv)};
static const schema_Attr intvelocityAttr[] = {
    ACT_ROWS, INHERIT, PARAM("kp", kp), PARAM("kv", kv), PARAM("dampratio", dampratio),
};
static const schema_Attr orientationAttr[] = {
    PARAM("kp", kp),
    PARAM("kv", kv),
    PARAM("dampratio", dampratio),
    INPUT(words_chart),
};
static const schema_Attr pidAttr[] = {
    NUM(mjsActuator, "posrange", ctrlrange, 2, 2, 0),
    NUM(mjsActuator, "velrange", velrange, 2, 2, 0),
    NUM(mjsActuator, "ffrange", ffrange, 2, 2, 0),
    INHERIT,
    PARAM("kp", kp),
    PARAM("kv", kv),
    PARAM("dampratio", dampratio),
    PARAM("ki", ki),
    PARAM("imax", imax),
    PARAM("slewmax", slewmax),
    INPUT(words_pidInput),
};
static const schema_Attr cylinderAttr[] = {
    PARAM_FIRST("timeconst", timeconst),
    PARAM("area", area),
    PARAM("diameter", diameter),
    PARAMS("bias", bias, 3, 3),
};
static const schema_Attr muscleAttr[] = {
    PARAMS("timeconst", timeconst, 2, 2),
    NUM(act_Params, "tausmooth", tausmooth, 1, 1, ATTR_ARG | ATTR_OWN),
    PARAMS("range", range, 2, 2),
    PARAM("force", force),
    PARAM("scale", scale),
    PARAM("lmin", lmin),
    PARAM("lmax", lmax),
    PARAM("vmax", vmax),
    PARAM("fpmax", fpmax),
    PARAM("fvmax", fvmax),
};
static const schema_Attr adhesionAttr[] = {PARAM("gain", gain)};
static const schema_Attr dcmotorAttr[] = {
    PARAMS("motorconst", motorconst, 1, 2), PARAM("resistance", resistance),
    PARAMS("nominal", nominal, 1, 3),       PARAMS("saturation", saturation, 1, 3),
    PARAMS("inductance", inductance, 1, 2), PARAMS("cogging", cogging, 1, 3),
    PARAMS("controller", controller, 1, 6), PARAMS("thermal", thermal, 1, 6),
    PARAMS("lugre", lugre, 1, 5),           INPUT(words_motorInput),
};

// ---- tags

#define MOTOR_ROWS ROWS(baseAttr), ROWS(limitAttr), ROWS(forceAttr), ROWS(driveAttr)
#define GENERAL                                                                                    \
  { MOTOR_ROWS, ROWS(bodyAttr), ROWS(generalAttr) }
#define MOTOR                                                                                      \
  { MOTOR_ROWS }
#define POSITION                                                                                   \
  { MOTOR_ROWS, ROWS(positionAttr) }
#define VELOCITY                                                                                   \
  { MOTOR_ROWS, ROWS(velocityAttr) }
#define INTVELOCITY                                                                                \
  { MOTOR_ROWS, ROWS(intvelocityAttr) }
#define ORIENTATION                                                                                \
  { ROWS(baseAttr), ROWS(forceAttr), ROWS(ballAttr), ROWS(orientationAttr) }
#define PID                                                                                        \
  { MOTOR_ROWS, ROWS(pidAttr) }
#define DAMPER                                                                                     \
  { ROWS(baseAttr), ROWS(forceAttr), ROWS(driveAttr), ROWS(velocityAttr) }
#define CYLINDER                                                                                   \
  { MOTOR_ROWS, ROWS(cylinderAttr) }
#define MUSCLE                                                                                     \
  { ROWS(baseAttr), ROWS(limitAttr), ROWS(forceAttr), ROWS(muscleDriveAttr), ROWS(muscleAttr) }
#define ADHESION                                                                                   \
  { ROWS(baseAttr), ROWS(forceAttr), ROWS(bodyAttr), ROWS(adhesionAttr) }
#define DCMOTOR                                                                                    \
  { ROWS(baseAttr), ROWS(limitAttr), ROWS(driveAttr), ROWS(dcmotorAttr) }

#define ELEMENT(name, kind, parts)                                                                 \
  {                                                                                                \
    .tag = name, .type = mjOBJ_ACTUATOR, .value = kind, .rows = parts, .read = read_object,        \
    .fill = fill_actuator                                                                          \
  }
#define RECORD(name, kind, parts)                                                                  \
  {                                                                                                \
    .tag = name, .card = CARD_ONCE, .flags = ELEM_CLASS, .type = mjOBJ_ACTUATOR, .value = kind,    \
    .rows = parts, .fill = fill_actuator                                                           \
  }

#define ALL_TAGS(make)                                                                             \
  make("general", ACT_GENERAL, GENERAL), make("motor", ACT_MOTOR, MOTOR),                          \
      make("position", ACT_POSITION, POSITION), make("velocity", ACT_VELOCITY, VELOCITY),          \
      make("intvelocity", ACT_INTVELOCITY, INTVELOCITY),                                           \
      make("orientation", ACT_ORIENTATION, ORIENTATION), make("pid", ACT_PID, PID),                \
      make("damper", ACT_DAMPER, DAMPER), make("cylinder", ACT_CYLINDER, CYLINDER),                \
      make("muscle", ACT_MUSCLE, MUSCLE), make("adhesion", ACT_ADHESION, ADHESION),                \
      make("dcmotor", ACT_DCMOTOR, DCMOTOR)

static const schema_Element tag[SCHEMA_NACTUATOR] = {ALL_TAGS(ELEMENT)};
const schema_Element schema_classActuator[SCHEMA_NACTUATOR] = {ALL_TAGS(RECORD)};

// the plugin computes forces; activations come from the plugin and from dyntype
static const schema_Attr pluginAttr[] = {
    TARGET("site", mjOBJ_SITE, mjTRN_SITE),
    ACT_ROWS,
    NUM(mjsActuator, "actdim", actdim, 1, 1, 0),
    WORD(mjsActuator, "dyntype", dyntype, words_dyn, 0),
    NUM(mjsActuator, "dynprm", dynprm, 1, mjNDYN, 0),
    WORD(mjsActuator, "actearly", actearly, words_bool, 0),
    TEXT(mjsActuator, "plugin", plugin.plugin_name, ATTR_OWN),
    REFERS(mjsActuator, "instance", plugin.name, mjOBJ_PLUGIN, ATTR_OWN),
};
static const schema_Element plugin = {.tag = "plugin",
                                      .type = mjOBJ_ACTUATOR,
                                      .value = READ_PLUGIN_ACTUATOR,
                                      .rows = {ROWS(baseAttr), ROWS(limitAttr), ROWS(forceAttr),
                                               ROWS(muscleDriveAttr), ROWS(pluginAttr)},
                                      CHILDREN(schema_pluginConfig),
                                      .read = read_object,
                                      .fill = fill_actuator};
static const schema_Element* const actuatorChild[] = {&tag[0],  &tag[1],  &tag[2], &tag[3], &tag[4],
                                                      &tag[5],  &tag[6],  &tag[7], &tag[8], &tag[9],
                                                      &tag[10], &tag[11], &plugin};

const schema_Element schema_actuator = {
    .tag = "actuator", CHILDREN(actuatorChild), .read = read_section};
