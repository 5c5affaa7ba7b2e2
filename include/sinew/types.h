// Scalar types, constants and enums of the public API, and the option structs that mjModel and
// mjSpec share: mjLROpt, mjOption, mjVisual, mjStatistic. Names, values and member order are those
// of MuJoCo 3.12.0. In comments, (r x c) is the shape of an array, stored by rows, and h is the
// step size opt.timestep.
#ifndef SINEW_TYPES_H_
#define SINEW_TYPES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef mjUSESINGLE
#error "single precision is not supported: compile without mjUSESINGLE"
#endif

// version of the API that these headers describe, as 1000000*major + 1000*minor + patch
#define mjVERSION_HEADER 3012000

//------------------------------------ scalar types ------------------------------------------------

typedef double mjtNum;          // every physical quantity
typedef unsigned char mjtByte;  // small counts, flags with more than two values, pixels
typedef bool mjtBool;           // _Bool in C, bool in C++: one byte in both
typedef int64_t mjtSize;        // sizes of arrays and buffers

//------------------------------------ constants ---------------------------------------------------

// numbers
#define mjPI     3.14159265358979323846
#define mjMINVAL 1E-15   // below this a divisor, norm or pivot counts as zero
#define mjMAXVAL 1E+10   // above this a coordinate, velocity or acceleration counts as diverged
#define mjMINMU  1E-5    // least friction coefficient of a contact
#define mjMINIMP 0.0001  // least constraint impedance
#define mjMAXIMP 0.9999  // greatest constraint impedance

// limits
#define mjMAXCONPAIR   50  // contacts of one pair of geoms or flexes
#define mjMAXTREEDEPTH 50  // depth of a bounding volume tree
#define mjMAXFLEXNODES 27  // nodes of one cell of an interpolated flex
#define mjMINAWAKE     10  // quiet steps before a tree may fall asleep

// lengths of fixed-size arrays
#define mjNEQDATA 11   // numbers of one equality constraint
#define mjNDYN    10   // activation dynamics parameters of one actuator
#define mjNGAIN   10   // gain parameters of one actuator
#define mjNBIAS   10   // bias parameters of one actuator
#define mjNFLUID  12   // fluid interaction parameters of one geom
#define mjNREF    2    // solver reference parameters (solref)
#define mjNIMP    5    // solver impedance parameters (solimp)
#define mjNPOLY   2    // polynomial terms of stiffness and damping beyond the constant one
#define mjNSENS   3    // integer parameters of one sensor
#define mjNSOLVER 200  // iterations per island that solver statistics are kept for
#define mjNISLAND 20   // islands that solver statistics are kept for

//------------------------------------ simulation options ------------------------------------------

// bits of mjOption.disableflags: what is switched off
typedef enum mjtDisableBit_ {
  mjDSBL_CONSTRAINT = 1 << 0,     // all constraints, collision detection included
  mjDSBL_EQUALITY = 1 << 1,       // equality constraints
  mjDSBL_FRICTIONLOSS = 1 << 2,   // dry friction of dofs and tendons
  mjDSBL_LIMIT = 1 << 3,          // joint and tendon limits
  mjDSBL_CONTACT = 1 << 4,        // collision detection and contact constraints
  mjDSBL_SPRING = 1 << 5,         // springs of joints, tendons and flexes
  mjDSBL_DAMPER = 1 << 6,         // dampers of joints, tendons and flexes
  mjDSBL_GRAVITY = 1 << 7,        // gravity
  mjDSBL_CLAMPCTRL = 1 << 8,      // clamping of controls to their range
  mjDSBL_WARMSTART = 1 << 9,      // start of the solver from the last acceleration
  mjDSBL_FILTERPARENT = 1 << 10,  // removal of collisions between a body and its parent
  mjDSBL_ACTUATION = 1 << 11,     // actuator forces and activations
  mjDSBL_REFSAFE = 1 << 12,       // lower bound 2h of solref time constants
  mjDSBL_SENSOR = 1 << 13,        // sensors
  mjDSBL_MIDPHASE = 1 << 14,      // bounding volume trees in collision detection
  mjDSBL_EULERDAMP = 1 << 15,     // implicit joint damping in the Euler integrator
  mjDSBL_AUTORESET = 1 << 16,     // reset after numbers that diverged
  mjDSBL_NATIVECCD = 1 << 17,     // the built-in convex collision algorithm
  mjDSBL_ISLAND = 1 << 18,        // constraint islands: all rows are solved together
  mjDSBL_MULTICCD = 1 << 19,      // several contact points per pair of convex geoms
  mjNDISABLE = 20                 // number of disable bits
} mjtDisableBit;

// bits of mjOption.enableflags: what is switched on
typedef enum mjtEnableBit_ {
  mjENBL_OVERRIDE = 1 << 0,     // contact parameters o_* of mjOption replace those of all geoms
  mjENBL_ENERGY = 1 << 1,       // potential and kinetic energy are computed
  mjENBL_FWDINV = 1 << 2,       // forward and inverse dynamics are compared in each step
  mjENBL_INVDISCRETE = 1 << 3,  // inverse dynamics takes qacc as a difference of velocities over h
  mjENBL_SLEEP = 1 << 4,        // trees at rest fall asleep
  mjENBL_DIAGEXACT = 1 << 5,    // exact diagonal of the constraint-space inverse inertia
  mjNENABLE = 6                 // number of enable bits
} mjtEnableBit;

// how a step advances the state
typedef enum mjtIntegrator_ {
  mjINT_EULER = 0,    // semi-implicit Euler, joint damping implicit
  mjINT_RK4,          // Runge-Kutta of order four
  mjINT_IMPLICIT,     // implicit in velocity, all velocity derivatives
  mjINT_IMPLICITFAST  // implicit in velocity, symmetric derivatives only
} mjtIntegrator;

// shape of the friction cone
typedef enum mjtCone_ {
  mjCONE_PYRAMIDAL = 0,  // pyramid: linear inequalities
  mjCONE_ELLIPTIC        // ellipse: the true cone
} mjtCone;

// storage of the constraint Jacobian
typedef enum mjtJacobian_ {
  mjJAC_DENSE = 0,  // dense
  mjJAC_SPARSE,     // compressed sparse rows
  mjJAC_AUTO        // sparse from 60 dofs on, else dense
} mjtJacobian;

// algorithm that solves for the constraint forces
typedef enum mjtSolver_ {
  mjSOL_PGS = 0,  // projected Gauss-Seidel, in the space of forces
  mjSOL_CG,       // nonlinear conjugate gradient, in the space of accelerations
  mjSOL_NEWTON    // Newton with exact Hessian, in the space of accelerations
} mjtSolver;

// which actuators get an automatic length range
typedef enum mjtLRMode_ {
  mjLRMODE_NONE = 0,    // none
  mjLRMODE_MUSCLE,      // those whose gain or bias is of type muscle
  mjLRMODE_MUSCLEUSER,  // these and those of type user
  mjLRMODE_ALL          // all
} mjtLRMode;

//------------------------------------ bodies, joints, geoms ---------------------------------------

// kind of a joint
typedef enum mjtJoint_ {
  mjJNT_FREE = 0,  // position and orientation: 7 in qpos, 6 dofs
  mjJNT_BALL,      // orientation: quaternion in qpos, 3 dofs
  mjJNT_SLIDE,     // translation along an axis
  mjJNT_HINGE      // rotation about an axis
} mjtJoint;

// shape of a geom or site
typedef enum mjtGeom_ {
  mjGEOM_PLANE = 0,       // plane, z axis is the normal
  mjGEOM_HFIELD = 1,      // height field
  mjGEOM_SPHERE = 2,      // sphere
  mjGEOM_CAPSULE = 3,     // cylinder closed by two half spheres, along z
  mjGEOM_ELLIPSOID = 4,   // ellipsoid
  mjGEOM_CYLINDER = 5,    // cylinder along z
  mjGEOM_BOX = 6,         // box
  mjGEOM_MESH = 7,        // triangle mesh; collides as its convex hull
  mjGEOM_SDF = 8,         // signed distance field
  mjNGEOMTYPES = 9,       // number of shapes that a model may have
  mjGEOM_ARROW = 100,     // drawing only: arrow
  mjGEOM_ARROW1 = 101,    // drawing only: arrow without wedges
  mjGEOM_ARROW2 = 102,    // drawing only: arrow with two heads
  mjGEOM_LINE = 103,      // drawing only: line
  mjGEOM_LINEBOX = 104,   // drawing only: box of lines
  mjGEOM_FLEX = 105,      // drawing only: flex
  mjGEOM_SKIN = 106,      // drawing only: skin
  mjGEOM_LABEL = 107,     // drawing only: text
  mjGEOM_TRIANGLE = 108,  // drawing only: triangle
  mjGEOM_NONE = 1001      // no shape
} mjtGeom;

// frame that an object shares with its body; saves work in kinematics
typedef enum mjtSameFrame_ {
  mjSAMEFRAME_NONE = 0,   // none
  mjSAMEFRAME_BODY,       // body frame
  mjSAMEFRAME_INERTIA,    // inertial frame of the body
  mjSAMEFRAME_BODYROT,    // orientation of the body frame
  mjSAMEFRAME_INERTIAROT  // orientation of the inertial frame
} mjtSameFrame;

// when a kinematic tree may sleep
typedef enum mjtSleepPolicy_ {
  mjSLEEP_AUTO = 0,      // as written by the user: the compiler decides
  mjSLEEP_AUTO_NEVER,    // compiler's decision: never
  mjSLEEP_AUTO_ALLOWED,  // compiler's decision: allowed
  mjSLEEP_NEVER,         // user's decision: never
  mjSLEEP_ALLOWED,       // user's decision: allowed
  mjSLEEP_INIT           // user's decision: allowed, and asleep after a reset
} mjtSleepPolicy;

// how a flex looks for collisions with itself
typedef enum mjtFlexSelf_ {
  mjFLEXSELF_NONE = 0,  // not at all
  mjFLEXSELF_NARROW,    // all pairs of elements
  mjFLEXSELF_BVH,       // bounding volume tree
  mjFLEXSELF_SAP,       // sweep and prune
  mjFLEXSELF_AUTO       // tree for solids, sweep and prune for lines and shells
} mjtFlexSelf;

// function that a signed distance query evaluates
typedef enum mjtSDFType_ {
  mjSDFTYPE_SINGLE = 0,    // distance to one shape
  mjSDFTYPE_INTERSECTION,  // distance to the intersection of two shapes
  mjSDFTYPE_MIDSURFACE,    // zero on the surface midway between two shapes
  mjSDFTYPE_COLLISION      // function minimised by the search for contacts
} mjtSDFType;

//------------------------------------ cameras, lights, materials ----------------------------------

// projection of a camera
typedef enum mjtProjection_ {
  mjPROJ_PERSPECTIVE = 0,  // perspective
  mjPROJ_ORTHOGRAPHIC      // orthographic
} mjtProjection;

// how a camera or light moves
typedef enum mjtCamLight_ {
  mjCAMLIGHT_FIXED = 0,     // fixed in its body
  mjCAMLIGHT_TRACK,         // follows the position of its body, keeps its orientation
  mjCAMLIGHT_TRACKCOM,      // the same with the centre of mass of the subtree
  mjCAMLIGHT_TARGETBODY,    // fixed in its body, looks at a target body
  mjCAMLIGHT_TARGETBODYCOM  // the same with the centre of mass of the target's subtree
} mjtCamLight;

// images that a camera delivers
typedef enum mjtCamOutBit_ {
  mjCAMOUT_RGB = 1 << 0,     // colour
  mjCAMOUT_DEPTH = 1 << 1,   // distance along the viewing axis
  mjCAMOUT_DIST = 1 << 2,    // distance from the camera
  mjCAMOUT_NORMAL = 1 << 3,  // surface normal
  mjCAMOUT_SEG = 1 << 4,     // object ids
  mjNCAMOUT = 5              // number of image kinds
} mjtCamOutBit;

// kind of a light
typedef enum mjtLightType_ {
  mjLIGHT_SPOT = 0,     // spot
  mjLIGHT_DIRECTIONAL,  // parallel rays
  mjLIGHT_POINT,        // point, all directions
  mjLIGHT_IMAGE         // image around the scene
} mjtLightType;

// mapping of a texture
typedef enum mjtTexture_ {
  mjTEXTURE_2D = 0,  // plane image
  mjTEXTURE_CUBE,    // six sides of a cube around the object
  mjTEXTURE_SKYBOX   // six sides of a cube around the scene
} mjtTexture;

// what a texture of a material gives
typedef enum mjtTextureRole_ {
  mjTEXROLE_USER = 0,   // not specified
  mjTEXROLE_RGB,        // base colour
  mjTEXROLE_OCCLUSION,  // ambient occlusion
  mjTEXROLE_ROUGHNESS,  // roughness
  mjTEXROLE_METALLIC,   // metallic part
  mjTEXROLE_NORMAL,     // surface normal
  mjTEXROLE_OPACITY,    // opacity
  mjTEXROLE_EMISSIVE,   // emitted light
  mjTEXROLE_RGBA,       // base colour and opacity
  mjTEXROLE_ORM,        // occlusion, roughness, metallic part
  mjNTEXROLE            // number of roles
} mjtTextureRole;

// colour space of a texture
typedef enum mjtColorSpace_ {
  mjCOLORSPACE_AUTO = 0,  // found from the file, else linear
  mjCOLORSPACE_LINEAR,    // linear
  mjCOLORSPACE_SRGB       // sRGB
} mjtColorSpace;

//------------------------------------ constraints, tendons, actuators -----------------------------

// kind of an equality constraint
typedef enum mjtEq_ {
  mjEQ_CONNECT = 0,  // two points coincide (ball joint)
  mjEQ_WELD,         // two frames coincide
  mjEQ_JOINT,        // one scalar joint is a polynomial of another
  mjEQ_TENDON,       // one tendon length is a polynomial of another
  mjEQ_FLEX,         // edges of a flex keep their lengths
  mjEQ_FLEXVERT,     // vertices of a flex keep their local shape
  mjEQ_FLEXSTRAIN,   // cells of an interpolated flex are not strained
  mjEQ_DISTANCE      // distance of two geoms; no longer supported
} mjtEq;

// kind of an object on the path of a tendon
typedef enum mjtWrap_ {
  mjWRAP_NONE = 0,  // none
  mjWRAP_JOINT,     // joint with a coefficient
  mjWRAP_PULLEY,    // pulley that divides the force
  mjWRAP_SITE,      // point to pass through
  mjWRAP_SPHERE,    // sphere to wrap around
  mjWRAP_CYLINDER   // cylinder to wrap around
} mjtWrap;

// what an actuator acts on
typedef enum mjtTrn_ {
  mjTRN_JOINT = 0,          // joint
  mjTRN_JOINTINPARENT = 1,  // joint, gear given in the frame of the parent body
  mjTRN_SLIDERCRANK = 2,    // slider-crank linkage
  mjTRN_TENDON = 3,         // tendon
  mjTRN_SITE = 4,           // site, optionally relative to a reference site
  mjTRN_BODY = 5,           // contacts of a body (adhesion)
  mjTRN_SO3 = 6,            // orientation of a ball joint or of a site, three outputs
  mjTRN_UNDEFINED = 1000    // not set yet
} mjtTrn;

// activation dynamics of an actuator
typedef enum mjtDyn_ {
  mjDYN_NONE = 0,     // no activation
  mjDYN_INTEGRATOR,   // integral of the control
  mjDYN_FILTER,       // first-order filter, Euler
  mjDYN_FILTEREXACT,  // first-order filter, exact for constant control
  mjDYN_MUSCLE,       // muscle: filter with time constants that depend on the state
  mjDYN_DCMOTOR,      // DC motor: current, temperature, friction, controller
  mjDYN_PID,          // PID controller: slew limit, integral of the error
  mjDYN_USER          // callback mjcb_act_dyn
} mjtDyn;

// gain of an actuator: factor of its input
typedef enum mjtGain_ {
  mjGAIN_FIXED = 0,  // constant
  mjGAIN_AFFINE,     // affine in length and velocity
  mjGAIN_MUSCLE,     // muscle: active force over length and velocity
  mjGAIN_DCMOTOR,    // DC motor
  mjGAIN_SO3,        // orientation servo
  mjGAIN_PID,        // PID controller
  mjGAIN_USER        // callback mjcb_act_gain
} mjtGain;

// bias of an actuator: force without input
typedef enum mjtBias_ {
  mjBIAS_NONE = 0,  // none
  mjBIAS_AFFINE,    // affine in length and velocity
  mjBIAS_MUSCLE,    // muscle: passive force over length
  mjBIAS_DCMOTOR,   // DC motor
  mjBIAS_SO3,       // orientation servo
  mjBIAS_USER       // callback mjcb_act_bias
} mjtBias;

// coordinates of an orientation control (mjTRN_SO3)
typedef enum mjtCtrlChart_ {
  mjCHART_EXPMAP = 1,  // rotation vector, 3 controls
  mjCHART_QUAT = 2     // quaternion, 4 controls
} mjtCtrlChart;

// bits of the inputs of a PID or DC motor actuator
typedef enum mjtCtrlInput_ {
  mjINPUT_POS = 1 << 0,      // position setpoint
  mjINPUT_VEL = 1 << 1,      // velocity setpoint
  mjINPUT_FF = 1 << 2,       // feed-forward force
  mjINPUT_VOLTAGE = 1 << 3,  // voltage
  mjINPUT_NONE = 1 << 4      // no control at all
} mjtCtrlInput;

//------------------------------------ objects and sensors -----------------------------------------

// kind of a model element
typedef enum mjtObj_ {
  mjOBJ_UNKNOWN = 0,    // none
  mjOBJ_BODY = 1,       // body, inertial frame
  mjOBJ_XBODY = 2,      // body, body frame
  mjOBJ_JOINT = 3,      // joint
  mjOBJ_DOF = 4,        // degree of freedom
  mjOBJ_GEOM = 5,       // geom
  mjOBJ_SITE = 6,       // site
  mjOBJ_CAMERA = 7,     // camera
  mjOBJ_LIGHT = 8,      // light
  mjOBJ_FLEX = 9,       // flex
  mjOBJ_MESH = 10,      // mesh
  mjOBJ_SKIN = 11,      // skin
  mjOBJ_HFIELD = 12,    // height field
  mjOBJ_TEXTURE = 13,   // texture
  mjOBJ_MATERIAL = 14,  // material
  mjOBJ_PAIR = 15,      // explicit contact pair
  mjOBJ_EXCLUDE = 16,   // excluded contact pair
  mjOBJ_EQUALITY = 17,  // equality constraint
  mjOBJ_TENDON = 18,    // tendon
  mjOBJ_ACTUATOR = 19,  // actuator
  mjOBJ_SENSOR = 20,    // sensor
  mjOBJ_NUMERIC = 21,   // custom numbers
  mjOBJ_TEXT = 22,      // custom text
  mjOBJ_TUPLE = 23,     // custom list of objects
  mjOBJ_KEY = 24,       // keyframe
  mjOBJ_PLUGIN = 25,    // plugin instance
  mjNOBJECT = 26,       // number of kinds in a compiled model
  mjOBJ_FRAME = 100,    // mjSpec only: frame
  mjOBJ_DEFAULT = 101,  // mjSpec only: default class
  mjOBJ_MODEL = 102     // mjSpec only: whole model
} mjtObj;

// kind of a sensor
typedef enum mjtSensor_ {
  mjSENS_TOUCH = 0,       // sum of normal contact forces inside a site
  mjSENS_ACCELEROMETER,   // linear acceleration at a site, its frame, gravity included
  mjSENS_VELOCIMETER,     // linear velocity of a site, its frame
  mjSENS_GYRO,            // angular velocity of a site, its frame
  mjSENS_FORCE,           // force between a site's body and its parent, site frame
  mjSENS_TORQUE,          // torque between a site's body and its parent, site frame
  mjSENS_MAGNETOMETER,    // magnetic field at a site, its frame
  mjSENS_RANGEFINDER,     // rays from a site or camera to the nearest surface
  mjSENS_CAMPROJECTION,   // pixel that a site projects to in a camera
  mjSENS_JOINTPOS,        // position of a scalar joint
  mjSENS_JOINTVEL,        // velocity of a scalar joint
  mjSENS_TENDONPOS,       // length of a tendon
  mjSENS_TENDONVEL,       // velocity of a tendon
  mjSENS_ACTUATORPOS,     // length of an actuator
  mjSENS_ACTUATORVEL,     // velocity of an actuator
  mjSENS_ACTUATORFRC,     // force of an actuator
  mjSENS_JOINTACTFRC,     // force of all actuators on a scalar joint
  mjSENS_TENDONACTFRC,    // force of all actuators on a tendon
  mjSENS_BALLQUAT,        // orientation of a ball joint
  mjSENS_BALLANGVEL,      // angular velocity of a ball joint
  mjSENS_JOINTLIMITPOS,   // distance of a joint to its limit, less the margin
  mjSENS_JOINTLIMITVEL,   // velocity of that distance
  mjSENS_JOINTLIMITFRC,   // constraint force of that limit
  mjSENS_TENDONLIMITPOS,  // distance of a tendon to its limit, less the margin
  mjSENS_TENDONLIMITVEL,  // velocity of that distance
  mjSENS_TENDONLIMITFRC,  // constraint force of that limit
  mjSENS_FRAMEPOS,        // position of an object
  mjSENS_FRAMEQUAT,       // orientation of an object
  mjSENS_FRAMEXAXIS,      // x axis of an object
  mjSENS_FRAMEYAXIS,      // y axis of an object
  mjSENS_FRAMEZAXIS,      // z axis of an object
  mjSENS_FRAMELINVEL,     // linear velocity of an object
  mjSENS_FRAMEANGVEL,     // angular velocity of an object
  mjSENS_FRAMELINACC,     // linear acceleration of an object
  mjSENS_FRAMEANGACC,     // angular acceleration of an object
  mjSENS_SUBTREECOM,      // centre of mass of a subtree
  mjSENS_SUBTREELINVEL,   // its linear velocity
  mjSENS_SUBTREEANGMOM,   // angular momentum of a subtree about its centre of mass
  mjSENS_INSIDESITE,      // 1 if an object is inside a site, else 0
  mjSENS_GEOMDIST,        // distance between geoms or bodies
  mjSENS_GEOMNORMAL,      // direction of that distance
  mjSENS_GEOMFROMTO,      // end points of that distance
  mjSENS_CONTACT,         // contacts between two objects
  mjSENS_E_POTENTIAL,     // potential energy
  mjSENS_E_KINETIC,       // kinetic energy
  mjSENS_CLOCK,           // time
  mjSENS_TACTILE,         // depth and slip at the vertices of a mesh
  mjSENS_PLUGIN,          // plugin
  mjSENS_USER             // callback mjcb_sensor
} mjtSensor;

// stage of the pipeline after which a quantity is known
typedef enum mjtStage_ {
  mjSTAGE_NONE = 0,  // none
  mjSTAGE_POS,       // position
  mjSTAGE_VEL,       // velocity
  mjSTAGE_ACC        // acceleration
} mjtStage;

// kind of numbers that a sensor gives; decides how cutoff applies
typedef enum mjtDataType_ {
  mjDATATYPE_REAL = 0,   // any number: clamped to [-cutoff, cutoff]
  mjDATATYPE_POSITIVE,   // not negative: clamped to [0, cutoff]
  mjDATATYPE_AXIS,       // unit vector: not clamped
  mjDATATYPE_QUATERNION  // unit quaternion: not clamped
} mjtDataType;

// data of a contact sensor; their bits are sensor_intprm[0]
typedef enum mjtConDataField_ {
  mjCONDATA_FOUND = 0,  // number of matching contacts (1)
  mjCONDATA_FORCE,      // force in the contact frame (3)
  mjCONDATA_TORQUE,     // torque in the contact frame (3)
  mjCONDATA_DIST,       // distance, negative in penetration (1)
  mjCONDATA_POS,        // position (3)
  mjCONDATA_NORMAL,     // normal (3)
  mjCONDATA_TANGENT,    // first tangent (3)
  mjNCONDATA            // number of fields
} mjtConDataField;

// data of a rangefinder; their bits are sensor_intprm[0]
typedef enum mjtRayDataField_ {
  mjRAYDATA_DIST = 0,  // distance along the ray, -1 if nothing is hit (1)
  mjRAYDATA_DIR,       // direction of the ray (3)
  mjRAYDATA_ORIGIN,    // origin of the ray (3)
  mjRAYDATA_POINT,     // point that is hit (3)
  mjRAYDATA_NORMAL,    // surface normal there (3)
  mjRAYDATA_DEPTH,     // distance along the viewing axis (1)
  mjNRAYDATA           // number of fields
} mjtRayDataField;

//------------------------------------ files -------------------------------------------------------

// virtual file system: files in memory that loading finds before those on disk
typedef struct mjVFS_ {
  void* impl_;  // private
} mjVFS;

// cache of decoded assets, shared by models
typedef struct mjCache_ {
  void* impl_;  // private
} mjCache;

//------------------------------------ what a simulation computes ----------------------------------

// parts of the state, for mj_getState and its like
typedef enum mjtState_ {
  // single parts, in the order in which they are stored
  mjSTATE_TIME = 1 << 0,          // time
  mjSTATE_QPOS = 1 << 1,          // qpos
  mjSTATE_QVEL = 1 << 2,          // qvel
  mjSTATE_ACT = 1 << 3,           // act
  mjSTATE_HISTORY = 1 << 4,       // history
  mjSTATE_WARMSTART = 1 << 5,     // qacc_warmstart
  mjSTATE_CTRL = 1 << 6,          // ctrl
  mjSTATE_QFRC_APPLIED = 1 << 7,  // qfrc_applied
  mjSTATE_XFRC_APPLIED = 1 << 8,  // xfrc_applied
  mjSTATE_EQ_ACTIVE = 1 << 9,     // eq_active
  mjSTATE_MOCAP_POS = 1 << 10,    // mocap_pos
  mjSTATE_MOCAP_QUAT = 1 << 11,   // mocap_quat
  mjSTATE_USERDATA = 1 << 12,     // userdata
  mjSTATE_PLUGIN = 1 << 13,       // plugin_state
  mjNSTATE = 14,                  // number of parts

  // what physics evolves; that with time and plugins; all inputs; all that a step depends on
  mjSTATE_PHYSICS = mjSTATE_QPOS | mjSTATE_QVEL | mjSTATE_ACT | mjSTATE_HISTORY,
  mjSTATE_FULLPHYSICS = mjSTATE_PHYSICS | mjSTATE_TIME | mjSTATE_PLUGIN,
  mjSTATE_USER = mjSTATE_CTRL | mjSTATE_QFRC_APPLIED | mjSTATE_XFRC_APPLIED | mjSTATE_EQ_ACTIVE |
                 mjSTATE_MOCAP_POS | mjSTATE_MOCAP_QUAT | mjSTATE_USERDATA,
  mjSTATE_INTEGRATION = mjSTATE_FULLPHYSICS | mjSTATE_USER | mjSTATE_WARMSTART
} mjtState;

// kind of a constraint row
typedef enum mjtConstraint_ {
  mjCNSTR_EQUALITY = 0,          // equality
  mjCNSTR_FRICTION_DOF,          // dry friction of a dof
  mjCNSTR_FRICTION_TENDON,       // dry friction of a tendon
  mjCNSTR_LIMIT_JOINT,           // joint limit
  mjCNSTR_LIMIT_TENDON,          // tendon limit
  mjCNSTR_CONTACT_FRICTIONLESS,  // contact without friction
  mjCNSTR_CONTACT_PYRAMIDAL,     // edge of a contact's friction pyramid
  mjCNSTR_CONTACT_ELLIPTIC       // axis of a contact with an elliptic friction cone
} mjtConstraint;

// branch of its cost that a constraint row is on
typedef enum mjtConstraintState_ {
  mjCNSTRSTATE_SATISFIED = 0,  // no cost, no force
  mjCNSTRSTATE_QUADRATIC,      // quadratic cost
  mjCNSTRSTATE_LINEARNEG,      // linear cost, negative slope: dry friction that slides
  mjCNSTRSTATE_LINEARPOS,      // linear cost, positive slope: dry friction that slides
  mjCNSTRSTATE_CONE            // elliptic contact that slides
} mjtConstraintState;

// warnings that mjData counts
typedef enum mjtWarning_ {
  mjWARN_INERTIA = 0,  // inertia matrix (nearly) singular
  mjWARN_CONTACTFULL,  // contacts did not fit into the arena, or one was sought for too long
  mjWARN_CNSTRFULL,    // constraint rows did not fit into the arena, or a solve was cut short
  mjWARN_BADQPOS,      // nan, inf or too large number in qpos
  mjWARN_BADQVEL,      // the same in qvel
  mjWARN_BADQACC,      // the same in qacc
  mjWARN_BADCTRL,      // the same in ctrl, or nan or inf in act
  mjNWARNING           // number of warnings
} mjtWarning;

// parts of a step that mjData times
typedef enum mjtTimer_ {
  mjTIMER_STEP = 0,        // mj_step
  mjTIMER_FORWARD,         // mj_forward
  mjTIMER_INVERSE,         // mj_inverse
  mjTIMER_POSITION,        // position stage
  mjTIMER_VELOCITY,        // velocity stage
  mjTIMER_ACTUATION,       // actuation stage
  mjTIMER_CONSTRAINT,      // constraint solver
  mjTIMER_ADVANCE,         // integrator
  mjTIMER_POS_KINEMATICS,  // position stage: kinematics
  mjTIMER_POS_INERTIA,     // position stage: inertia matrix and its factor
  mjTIMER_POS_COLLISION,   // position stage: collision detection
  mjTIMER_POS_MAKE,        // position stage: constraint rows
  mjTIMER_POS_PROJECT,     // position stage: constraint projection
  mjTIMER_COL_BROAD,       // collision detection: broad phase
  mjTIMER_COL_NARROW,      // collision detection: narrow phase
  mjNTIMER                 // number of timers
} mjtTimer;

// whether an object is asleep
typedef enum mjtSleepState_ {
  mjS_STATIC = -1,  // it never moves
  mjS_ASLEEP = 0,   // it sleeps
  mjS_AWAKE = 1     // it is awake
} mjtSleepState;

//------------------------------------ option structs ----------------------------------------------

// how actuator length ranges are found: pull each way in a simulation, watch the length
typedef struct mjLROpt_ {
  // what to compute
  int mode;         // which actuators (mjtLRMode)
  int useexisting;  // keep a range that is given already
  int uselimit;     // take the limits of the joint or tendon if it has them

  // simulation
  mjtNum accel;      // acceleration that the pulling force aims at
  mjtNum maxforce;   // bound of the pulling force, 0: none
  mjtNum timeconst;  // time constant of the velocity decay
  mjtNum timestep;   // step size, 0: that of the model

  // measurement
  mjtNum inttotal;  // duration of one simulation
  mjtNum interval;  // final part of it in which the length is watched
  mjtNum tolrange;  // largest spread in that part, relative to the range
} mjLROpt;

// options of the simulation
typedef struct mjOption_ {
  // step, solver and sleep
  mjtNum timestep;          // step size h in seconds
  mjtNum impratio;          // ratio of frictional to normal impedance
  mjtNum tolerance;         // solver stops when its scaled improvement is below this
  mjtNum ls_tolerance;      // line search stops at this fraction of the slope
  mjtNum noslip_tolerance;  // the same as tolerance for the noslip solver
  mjtNum ccd_tolerance;     // the same for convex collision detection
  mjtNum sleep_tolerance;   // speed below which a tree counts as quiet

  // physics
  mjtNum gravity[3];   // acceleration of gravity
  mjtNum wind[3];      // velocity of the medium
  mjtNum magnetic[3];  // magnetic field
  mjtNum density;      // density of the medium
  mjtNum viscosity;    // viscosity of the medium

  // contact parameters that replace all others if mjENBL_OVERRIDE is set
  mjtNum o_margin;          // margin
  mjtNum o_solref[mjNREF];  // solref
  mjtNum o_solimp[mjNIMP];  // solimp
  mjtNum o_friction[5];     // friction

  // algorithms
  int integrator;         // mjtIntegrator
  int cone;               // mjtCone
  int jacobian;           // mjtJacobian
  int solver;             // mjtSolver
  int iterations;         // most iterations of the solver
  int ls_iterations;      // most evaluations of a line search
  int noslip_iterations;  // most iterations of the noslip solver, 0: not run
  int ccd_iterations;     // most iterations of convex collision detection

  // flags
  int disableflags;     // bits of mjtDisableBit
  int enableflags;      // bits of mjtEnableBit
  int disableactuator;  // bits 0..30: actuator groups that are switched off

  // signed distance fields
  int sdf_initpoints;  // starting points of the contact search
  int sdf_iterations;  // iterations from each starting point
} mjOption;

// settings for drawing; physics does not read them
typedef struct mjVisual_ {
  // general
  struct {
    int cameraid;          // camera to start with, -1: free camera
    int orthographic;      // free camera is orthographic
    float fovy;            // free camera: field of view in y, degrees, or length if orthographic
    float ipd;             // free camera: distance between the eyes
    float azimuth;         // free camera: azimuth in degrees
    float elevation;       // free camera: elevation in degrees
    float linewidth;       // width of lines and rays
    float glow;            // emission of the selected body
    float realtime;        // speed of simulation relative to real time
    int offwidth;          // width of the off-screen buffer
    int offheight;         // height of the off-screen buffer
    int ellipsoidinertia;  // inertias are drawn as ellipsoids, else as boxes
    int bvactive;          // bounding volumes that were visited are drawn in another colour
  } global;

  // quality of images
  struct {
    int shadowsize;  // side of the shadow map
    int offsamples;  // samples per pixel off screen
    int numslices;   // slices around round shapes
    int numstacks;   // stacks along round shapes
    int numquads;    // quads along the side of a box
  } quality;

  // light that moves with the camera
  struct {
    float ambient[3];   // ambient colour
    float diffuse[3];   // diffuse colour
    float specular[3];  // specular colour
    int active;         // is it on
  } headlight;

  // from physical to drawn quantities
  struct {
    float stiffness;       // mouse perturbation: linear stiffness
    float stiffnessrot;    // mouse perturbation: rotational stiffness
    float force;           // length of an arrow per unit of force
    float torque;          // length of an arrow per unit of torque
    float alpha;           // opacity of shapes that are made transparent
    float fogstart;        // where fog begins, in units of stat.extent
    float fogend;          // where fog ends, in units of stat.extent
    float znear;           // near clipping plane, in units of stat.extent
    float zfar;            // far clipping plane, in units of stat.extent
    float haze;            // part of the horizon in haze
    float shadowclip;      // reach of directional shadows, in units of stat.extent
    float shadowscale;     // part of a spot's cutoff that casts shadows
    float actuatortendon;  // width of actuated tendons, relative to others
  } map;

  // sizes of decorations, in units of stat.meansize
  struct {
    float forcewidth;      // width of force arrows
    float contactwidth;    // width of a contact disc
    float contactheight;   // height of a contact disc
    float connect;         // width of lines between bodies and joints
    float com;             // radius of a centre of mass
    float camera;          // size of a camera
    float light;           // size of a light
    float selectpoint;     // radius of the selected point
    float jointlength;     // length of a joint axis
    float jointwidth;      // width of a joint axis
    float actuatorlength;  // length of an actuator
    float actuatorwidth;   // width of an actuator
    float framelength;     // length of frame axes
    float framewidth;      // width of frame axes
    float constraint;      // width of an equality constraint
    float slidercrank;     // width of a slider-crank
    float frustum;         // length of a camera frustum
  } scale;

  // colours of decorations
  struct {
    float fog[4];               // fog
    float haze[4];              // haze at the horizon
    float force[4];             // external force
    float inertia[4];           // inertia box or ellipsoid
    float joint[4];             // joint
    float actuator[4];          // actuator with input zero
    float actuatornegative[4];  // actuator with the most negative input
    float actuatorpositive[4];  // actuator with the most positive input
    float com[4];               // centre of mass
    float camera[4];            // camera
    float light[4];             // light
    float selectpoint[4];       // selected point
    float connect[4];           // line between bodies and joints
    float contactpoint[4];      // contact
    float contactforce[4];      // contact force
    float contactfriction[4];   // its friction part
    float contacttorque[4];     // contact torque
    float contactgap[4];        // contact within the gap
    float rangefinder[4];       // rangefinder ray
    float constraint[4];        // violated equality constraint
    float slidercrank[4];       // slider-crank
    float crankbroken[4];       // slider-crank that cannot close
    float frustum[4];           // camera frustum
    float bv[4];                // bounding volume
    float bvactive[4];          // bounding volume that was visited
  } rgba;
} mjVisual;

// sizes of the model at qpos0, found by the compiler unless the user gives them
typedef struct mjStatistic_ {
  mjtNum meaninertia;  // mean diagonal entry of the inertia matrix
  mjtNum meanmass;     // mean mass of a body
  mjtNum meansize;     // mean size of a body
  mjtNum extent;       // size of the whole model
  mjtNum center[3];    // centre of the whole model
} mjStatistic;

#endif
