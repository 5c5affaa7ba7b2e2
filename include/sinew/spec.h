// mjSpec: a model that can be edited, and its elements. mj_makeSpec or a parser makes it, functions
// mjs_add... add elements, mj_compile turns it into an mjModel. Attributes mean what they
// mean in MJCF; nan marks a number that was not given. Member order is that of MuJoCo 3.12.0.
#ifndef SINEW_SPEC_H_
#define SINEW_SPEC_H_

#include <sinew/model.h>

#ifdef __cplusplus
#include <cstddef>
#endif

//------------------------------------ strings and vectors -----------------------------------------

// Strings and vectors that elements own. In C they are opaque: read them with mjs_getString,
// mjs_getDouble, write them with mjs_setString, mjs_setDouble and their like. In C++, where the
// reference has std::string and std::vector, they are classes with the same use (sinew/spec_cpp.h).
// Only pointers to them are stored, so the layout of the structs is the same.
#ifdef __cplusplus
class mjString;
class mjStringVec;
template <typename T>
class sn_Vector;
template <typename T>
class sn_VectorVector;
typedef sn_Vector<int> mjIntVec;
typedef sn_VectorVector<int> mjIntVecVec;
typedef sn_Vector<float> mjFloatVec;
typedef sn_VectorVector<float> mjFloatVecVec;
typedef sn_Vector<double> mjDoubleVec;
typedef sn_Vector<std::byte> mjByteVec;
#else
typedef void mjString;       // string
typedef void mjStringVec;    // strings
typedef void mjIntVec;       // ints
typedef void mjIntVecVec;    // vectors of ints
typedef void mjFloatVec;     // floats
typedef void mjFloatVecVec;  // vectors of floats
typedef void mjDoubleVec;    // doubles
typedef void mjByteVec;      // bytes
#endif

//------------------------------------ enums -------------------------------------------------------

// where the mass of a geom is
typedef enum mjtGeomInertia_ {
  mjINERTIA_VOLUME = 0,  // in its volume
  mjINERTIA_SHELL        // on its surface
} mjtGeomInertia;

// how the inertia of a mesh is found
typedef enum mjtMeshInertia_ {
  mjMESH_INERTIA_CONVEX = 0,  // from its convex hull
  mjMESH_INERTIA_EXACT,       // from its volume; the surface must be closed
  mjMESH_INERTIA_LEGACY,      // from pyramids with absolute volumes; the default
  mjMESH_INERTIA_SHELL        // from its surface
} mjtMeshInertia;

// meshes that need no file
typedef enum mjtMeshBuiltin_ {
  mjMESH_BUILTIN_NONE = 0,     // none
  mjMESH_BUILTIN_SPHERE,       // sphere
  mjMESH_BUILTIN_HEMISPHERE,   // half sphere
  mjMESH_BUILTIN_CONE,         // cone
  mjMESH_BUILTIN_SUPERSPHERE,  // super-ellipsoid
  mjMESH_BUILTIN_SUPERTORUS,   // super-toroid
  mjMESH_BUILTIN_WEDGE,        // part of a spherical shell, for tactile sensors
  mjMESH_BUILTIN_PLATE         // plane grid, for tactile sensors
} mjtMeshBuiltin;

// textures that need no file
typedef enum mjtBuiltin_ {
  mjBUILTIN_NONE = 0,  // none
  mjBUILTIN_GRADIENT,  // from rgb1 to rgb2
  mjBUILTIN_CHECKER,   // checker board of rgb1 and rgb2
  mjBUILTIN_FLAT       // rgb1; rgb2 on the bottom of cubes
} mjtBuiltin;

// marks on such a texture
typedef enum mjtMark_ {
  mjMARK_NONE = 0,  // none
  mjMARK_EDGE,      // edges
  mjMARK_CROSS,     // cross
  mjMARK_RANDOM     // random points
} mjtMark;

// whether a range is a limit
typedef enum mjtLimited_ {
  mjLIMITED_FALSE = 0,  // no
  mjLIMITED_TRUE,       // yes
  mjLIMITED_AUTO        // yes if the range is not empty
} mjtLimited;

// whether a free body's frame is moved to its inertial frame
typedef enum mjtAlignFree_ {
  mjALIGNFREE_FALSE = 0,  // no
  mjALIGNFREE_TRUE,       // yes
  mjALIGNFREE_AUTO        // as the compiler option says
} mjtAlignFree;

// whether body inertias come from geoms
typedef enum mjtInertiaFromGeom_ {
  mjINERTIAFROMGEOM_FALSE = 0,  // no: they must be given
  mjINERTIAFROMGEOM_TRUE,       // yes, even if they are given
  mjINERTIAFROMGEOM_AUTO        // if they are not given
} mjtInertiaFromGeom;

// what happens when options of attached models differ
typedef enum mjtConflict_ {
  mjCONFLICT_WARNING = 0,  // the parent's are kept, with a warning
  mjCONFLICT_MERGE,        // they are merged
  mjCONFLICT_ERROR         // error
} mjtConflict;

// how an orientation is given
typedef enum mjtOrientation_ {
  mjORIENTATION_QUAT = 0,   // quaternion
  mjORIENTATION_AXISANGLE,  // axis and angle
  mjORIENTATION_XYAXES,     // x and y axis
  mjORIENTATION_ZAXIS,      // z axis, by the least rotation
  mjORIENTATION_EULER       // Euler angles
} mjtOrientation;

// parts of a compilation that mjs_getTimer times
typedef enum mjtCTimer_ {
  mjCTIMER_TOTAL = 0,     // everything
  mjCTIMER_ASSETS,        // all assets
  mjCTIMER_TEXTURE,       // textures
  mjCTIMER_MESH_LOAD,     // meshes: reading
  mjCTIMER_MESH_HULL,     // meshes: convex hulls
  mjCTIMER_MESH_POLYGON,  // meshes: polygons
  mjCTIMER_MESH_INERTIA,  // meshes: inertia
  mjCTIMER_MESH_BVH,      // meshes: bounding volume trees
  mjCTIMER_MESH_OCTREE,   // meshes: octrees
  mjNCTIMER               // number of timers
} mjtCTimer;

//------------------------------------ model -------------------------------------------------------

// what all elements have in common; made by the library only
typedef struct mjsElement_ {
  mjtObj elemtype;     // kind of the element
  uint64_t signature;  // identifies the compilation
} mjsElement;

// compiler options
typedef struct mjsCompiler_ {
  mjtBool autolimits;                  // a range that is given is a limit
  double boundmass;                    // least mass of a body
  double boundinertia;                 // least moment of inertia of a body
  double settotalmass;                 // scale masses to this sum, <= 0: do not
  mjtBool balanceinertia;              // repair moments of inertia that no body can have
  mjtBool fitaabb;                     // fit primitives to the box of a mesh, else to its inertia
  mjtBool degree;                      // angles are in degrees, else in radians
  char eulerseq[3];                    // axes of Euler angles
  mjtBool discardvisual;               // drop geoms and assets that do not affect physics
  mjtBool usethread;                   // use threads
  mjtBool fusestatic;                  // fuse bodies without joints with their parents
  mjtInertiaFromGeom inertiafromgeom;  // where body inertias come from
  int inertiagrouprange[2];            // groups of geoms that count for it
  mjtBool saveinertial;                // save inertias even if they came from geoms
  mjtBool alignfree;                   // move frames of free bodies to their inertial frames
  mjtConflict conflict;                // what to do when options of attached models differ
  mjLROpt LRopt;                       // actuator length ranges
  mjString* meshdir;                   // folder of meshes and height fields
  mjString* texturedir;                // folder of textures
  uint64_t authored;                   // bits of the attributes that were given
} mjsCompiler;

// which options of an mjSpec were given rather than left at their default: bits in the
// order of the members or attributes
typedef struct mjsAuthored_ {
  uint64_t option;            // mjOption
  int disableflags;           // disable bits
  int enableflags;            // enable bits
  int disableactuator;        // actuator groups
  uint64_t visual_global;     // mjVisual.global
  uint64_t visual_quality;    // mjVisual.quality
  uint64_t visual_headlight;  // mjVisual.headlight
  uint64_t visual_map;        // mjVisual.map
  uint64_t visual_scale;      // mjVisual.scale
  uint64_t visual_rgba;       // mjVisual.rgba
} mjsAuthored;

// the model
typedef struct mjSpec_ {
  mjsElement* element;  // generic handle
  mjString* modelname;  // name

  // compiler
  mjsCompiler compiler;  // options of the compiler
  mjtBool strippath;     // drop folders from file names of assets

  // simulation and drawing
  mjOption option;   // simulation options
  mjVisual visual;   // drawing options
  mjStatistic stat;  // statistics, nan: to be computed

  // sizes
  mjtSize memory;      // bytes of arena and stack, -1: automatic
  int nemax;           // equality rows for memory
  int nuserdata;       // numbers in mjData.userdata
  int nuser_body;      // user numbers per body, -1: automatic
  int nuser_jnt;       // user numbers per joint, -1: automatic
  int nuser_geom;      // user numbers per geom, -1: automatic
  int nuser_site;      // user numbers per site, -1: automatic
  int nuser_cam;       // user numbers per camera, -1: automatic
  int nuser_tendon;    // user numbers per tendon, -1: automatic
  int nuser_actuator;  // user numbers per actuator, -1: automatic
  int nuser_sensor;    // user numbers per sensor, -1: automatic
  int nkey;            // least number of keyframes
  int njmax;           // constraint rows for memory, -1: automatic
  int nconmax;         // contacts for memory, -1: automatic
  mjtSize nstack;      // numbers of stack for memory, -1: automatic

  // other
  mjString* comment;              // comment at the top of the XML
  mjString* modelfiledir;         // folder of the model file
  mjtBool hasImplicitPluginElem;  // some plugin is used without a named instance
  mjsAuthored authored;           // options that were given
} mjSpec;

// orientation, in one of five ways
typedef struct mjsOrientation_ {
  mjtOrientation type;  // which of the members counts
  double axisangle[4];  // axis, angle
  double xyaxes[6];     // x axis, y axis
  double zaxis[3];      // z axis
  double euler[3];      // Euler angles
} mjsOrientation;

// plugin instance
typedef struct mjsPlugin_ {
  mjsElement* element;    // generic handle
  mjString* name;         // name of the instance
  mjString* plugin_name;  // name of the plugin
  mjtBool active;         // is the plugin used
  mjString* info;         // message of errors
} mjsPlugin;

//------------------------------------ kinematic tree ----------------------------------------------

// body
typedef struct mjsBody_ {
  mjsElement* element;   // generic handle
  mjString* childclass;  // default class of its content

  // frame
  double pos[3];       // position in the parent
  double quat[4];      // orientation in the parent
  mjsOrientation alt;  // orientation, given otherwise

  // inertial frame
  double mass;            // mass
  double ipos[3];         // centre of mass
  double iquat[4];        // principal axes
  double inertia[3];      // principal moments of inertia
  mjsOrientation ialt;    // principal axes, given otherwise
  double fullinertia[6];  // inertia matrix: xx yy zz xy xz yz

  // other
  mjtBool mocap;             // moved by mocap_pos and mocap_quat
  double gravcomp;           // part of the weight that is compensated
  mjtSleepPolicy sleep;      // sleep policy
  mjtByte simple;            // may be treated as simple
  mjDoubleVec* userdata;     // user data
  mjtBool explicitinertial;  // inertia is given, not to be found from geoms
  mjsPlugin plugin;          // plugin
  mjString* info;            // message of errors
} mjsBody;

// frame: a pose that its content takes over, no part of the compiled model
typedef struct mjsFrame_ {
  mjsElement* element;   // generic handle
  mjString* childclass;  // default class of its content
  double pos[3];         // position in the parent
  double quat[4];        // orientation in the parent
  mjsOrientation alt;    // orientation, given otherwise
  mjString* info;        // message of errors
} mjsFrame;

// joint
typedef struct mjsJoint_ {
  mjsElement* element;  // generic handle
  mjtJoint type;        // kind

  // kinematics
  double pos[3];       // anchor in the body
  double axis[3];      // axis in the body
  double ref;          // position in the initial pose
  mjtAlignFree align;  // free joint: move the body frame to the inertial frame

  // spring
  double stiffness[mjNPOLY+1];  // stiffness: constant, linear, quadratic
  double springref;             // position in which the spring is relaxed
  double springdamper[2];       // time constant and damping ratio of spring and damper

  // limits
  mjtLimited limited;           // is range a limit
  double range[2];              // limits
  double margin;                // distance from the limit where the row begins
  mjtNum solref_limit[mjNREF];  // limit: reference
  mjtNum solimp_limit[mjNIMP];  // limit: impedance
  mjtLimited actfrclimited;     // is actfrcrange a limit
  double actfrcrange[2];        // limits of the total actuator force

  // dofs and other
  double armature;                 // added inertia
  double damping[mjNPOLY+1];       // damping: constant, linear, quadratic
  double frictionloss;             // dry friction
  mjtNum solref_friction[mjNREF];  // dry friction: reference
  mjtNum solimp_friction[mjNIMP];  // dry friction: impedance
  int group;                       // group
  mjtBool actgravcomp;             // gravity compensation counts as actuator force
  mjDoubleVec* userdata;           // user data
  mjString* info;                  // message of errors
} mjsJoint;

// geom
typedef struct mjsGeom_ {
  mjsElement* element;  // generic handle
  mjtGeom type;         // shape

  // frame and size
  double pos[3];       // position in the body
  double quat[4];      // orientation in the body
  mjsOrientation alt;  // orientation, given otherwise
  double fromto[6];    // end points of long shapes
  double size[3];      // size

  // contact
  int contype;            // contact type bits
  int conaffinity;        // contact affinity bits
  int condim;             // contact dimension
  int priority;           // contact priority
  double friction[3];     // friction: slide, spin, roll
  double solmix;          // weight in the mix of contact parameters
  mjtNum solref[mjNREF];  // reference
  mjtNum solimp[mjNIMP];  // impedance
  double margin;          // distance at which a contact becomes active
  double gap;             // further distance at which it is detected
  double surfacevel[6];   // velocity of the surface, geom frame: linear, angular
  double adhesion;        // adhesive force of contacts

  // inertia
  double mass;                 // mass, nan: from density
  double density;              // density
  mjtGeomInertia typeinertia;  // volume or shell

  // fluid
  mjtNum fluid_ellipsoid;  // use the ellipsoid model: 0 or 1
  mjtNum fluid_coefs[5];   // its coefficients

  // looks
  mjString* material;  // material
  float rgba[4];       // colour if it has no material
  int group;           // group

  // assets and other
  mjString* hfieldname;   // height field
  mjString* meshname;     // mesh
  double fitscale;        // scale of a primitive that is fitted to a mesh
  mjDoubleVec* userdata;  // user data
  mjsPlugin plugin;       // plugin
  mjString* info;         // message of errors
} mjsGeom;

// site
typedef struct mjsSite_ {
  mjsElement* element;  // generic handle

  // frame and size
  double pos[3];          // position in the body
  double quat[4];         // orientation in the body
  mjsOrientation alt;     // orientation, given otherwise
  double fromto[6];       // end points of long shapes
  double size[3];         // size
  mjtGeom type;           // shape
  mjString* material;     // material
  int group;              // group
  float rgba[4];          // colour if it has no material
  mjDoubleVec* userdata;  // user data
  mjString* info;         // message of errors
} mjsSite;

// camera
typedef struct mjsCamera_ {
  mjsElement* element;   // generic handle
  double pos[3];         // position in the body
  double quat[4];        // orientation in the body
  mjsOrientation alt;    // orientation, given otherwise
  mjtCamLight mode;      // how it moves
  mjString* targetbody;  // body that it looks at

  // optics
  mjtProjection proj;         // projection
  int resolution[2];          // pixels: width, height
  int output;                 // bits of mjtCamOutBit
  double fovy;                // field of view in y, degrees, or length if orthographic
  double ipd;                 // distance between the eyes
  float intrinsic[4];         // focal length x, y, principal point x, y
  float sensor_size[2];       // size of the sensor: width, height
  float focal_length[2];      // focal length, length units
  float focal_pixel[2];       // focal length, pixels
  float principal_length[2];  // principal point, length units
  float principal_pixel[2];   // principal point, pixels
  mjDoubleVec* userdata;      // user data
  mjString* info;             // message of errors
} mjsCamera;

// light
typedef struct mjsLight_ {
  mjsElement* element;   // generic handle
  double pos[3];         // position in the body
  double dir[3];         // direction in the body
  mjtCamLight mode;      // how it moves
  mjString* targetbody;  // body that it points at

  // light
  mjtBool active;        // is it on
  mjtLightType type;     // kind
  mjString* texture;     // texture of an image light
  mjtBool castshadow;    // does it cast shadows
  float bulbradius;      // radius of the source
  float intensity;       // intensity in candela
  float range;           // reach
  float attenuation[3];  // attenuation: constant, linear, quadratic
  float cutoff;          // spot: cutoff angle in degrees
  float softness;        // spot: softness of the edge, 0..1
  float exponent;        // spot: exponent of the fall-off
  float ambient[3];      // ambient colour
  float diffuse[3];      // diffuse colour
  float specular[3];     // specular colour
  mjString* info;        // message of errors
} mjsLight;

//------------------------------------ flexes and assets -------------------------------------------

// flex
typedef struct mjsFlex_ {
  mjsElement* element;  // generic handle

  // contact
  int contype;            // contact type bits
  int conaffinity;        // contact affinity bits
  int condim;             // contact dimension
  int priority;           // contact priority
  double friction[3];     // friction: slide, spin, roll
  double solmix;          // weight in the mix of contact parameters
  mjtNum solref[mjNREF];  // reference
  mjtNum solimp[mjNIMP];  // impedance
  double margin;          // distance at which a contact becomes active
  double gap;             // further distance at which it is detected

  // structure and collisions with itself
  int dim;                  // elements are 1: lines, 2: triangles, 3: tetrahedra
  double radius;            // radius around elements
  double size[3];           // half sizes of the box of the vertices
  mjtBool internal;         // elements collide with their own vertices
  mjtBool flatskin;         // drawn with flat shading
  mjtFlexSelf selfcollide;  // how it looks for collisions with itself
  int passive;              // contacts act as passive forces
  int activelayers;         // solid: layers of elements that take part in collisions
  int group;                // group

  // elasticity
  double edgestiffness;  // stiffness of an edge
  double edgedamping;    // damping of an edge
  float rgba[4];         // colour if it has no material
  mjString* material;    // material
  double young;          // Young's modulus
  double poisson;        // Poisson's ratio
  double damping;        // damping, in units of stiffness
  double thickness;      // thickness of a shell
  int elastic2d;         // shell: 0 none, 1 bending, 2 stretching, 3 both
  int cellcount[3];      // interpolated: cells along each axis
  int order;             // interpolated: order

  // data
  mjStringVec* nodebody;   // bodies of nodes
  mjStringVec* vertbody;   // bodies of vertices
  mjDoubleVec* node;       // node positions
  mjDoubleVec* vert;       // vertex positions
  mjIntVec* elem;          // vertices of elements
  mjFloatVec* texcoord;    // texture coordinates
  mjIntVec* elemtexcoord;  // texture coordinates of elements
  mjString* info;          // message of errors
} mjsFlex;

// mesh
typedef struct mjsMesh_ {
  mjsElement* element;     // generic handle
  mjString* content_type;  // type of the file, else by its name
  mjString* file;          // file

  // transformation of the vertices
  double refpos[3];   // origin
  double refquat[4];  // orientation
  double scale[3];    // scale

  // processing
  mjtMeshInertia inertia;  // how the inertia is found
  mjtBool smoothnormal;    // smooth normals even at sharp edges
  mjtBool needsdf;         // a signed distance field is needed
  int maxhullvert;         // most vertices of the convex hull, -1: any

  // data given here
  mjFloatVec* uservert;        // vertices
  mjFloatVec* usernormal;      // normals
  mjFloatVec* usertexcoord;    // texture coordinates
  mjIntVec* userface;          // triangles: vertices
  mjIntVec* userfacenormal;    // triangles: normals
  mjIntVec* userfacetexcoord;  // triangles: texture coordinates
  mjsPlugin plugin;            // plugin that makes a signed distance field
  mjString* material;          // material of geoms that have none
  int octree_maxdepth;         // most depth of the octree
  mjString* info;              // message of errors
} mjsMesh;

// height field
typedef struct mjsHField_ {
  mjsElement* element;     // generic handle
  mjString* content_type;  // type of the file, else by its name
  mjString* file;          // file
  double size[4];          // half size x, y, height of the data, depth of the base
  int nrow;                // rows
  int ncol;                // columns
  mjFloatVec* userdata;    // heights given here
  mjString* info;          // message of errors
} mjsHField;

// skin
typedef struct mjsSkin_ {
  mjsElement* element;  // generic handle
  mjString* file;       // file
  mjString* material;   // material
  float rgba[4];        // colour if it has no material
  float inflate;        // offset of vertices along their normals
  int group;            // group

  // mesh
  mjFloatVec* vert;      // vertex positions
  mjFloatVec* texcoord;  // texture coordinates
  mjIntVec* face;        // triangles

  // bones
  mjStringVec* bodyname;      // bodies
  mjFloatVec* bindpos;        // positions in the bind pose
  mjFloatVec* bindquat;       // orientations in the bind pose
  mjIntVecVec* vertid;        // vertices of each bone
  mjFloatVecVec* vertweight;  // their weights
  mjString* info;             // message of errors
} mjsSkin;

// texture
typedef struct mjsTexture_ {
  mjsElement* element;       // generic handle
  mjtTexture type;           // mapping
  mjtColorSpace colorspace;  // colour space

  // without a file
  mjtBuiltin builtin;  // kind
  mjtMark mark;        // marks
  double rgb1[3];      // first colour
  double rgb2[3];      // second colour
  double markrgb[3];   // colour of marks
  double random;       // probability of a random mark
  int height;          // rows; cubes have as many as columns in each side
  int width;           // columns
  int nchannel;        // bytes per pixel

  // one file
  mjString* content_type;  // type of the file, else by its name
  mjString* file;          // file
  int gridsize[2];         // cube: rows and columns of the grid of sides in the file
  char gridlayout[12];     // cube: what is in each cell of the grid
  mjStringVec* cubefiles;  // cube: files of right, left, up, down, front, back
  mjByteVec* data;         // pixels given here
  mjtBool hflip;           // exchange left and right
  mjtBool vflip;           // exchange top and bottom
  mjString* info;          // message of errors
} mjsTexture;

// material
typedef struct mjsMaterial_ {
  mjsElement* element;    // generic handle
  mjStringVec* textures;  // texture for each role
  mjtBool texuniform;     // texture repeats per unit of length, not per object
  float texrepeat[2];     // repetitions of the texture: x, y
  float emission;         // emission, factor of the colour
  float specular;         // specular reflection
  float shininess;        // shininess
  float reflectance;      // mirror reflection
  float metallic;         // metallic part
  float roughness;        // roughness
  float rgba[4];          // colour
  mjString* info;         // message of errors
} mjsMaterial;

//------------------------------------ contacts, constraints, tendons ------------------------------

// explicit contact pair
typedef struct mjsPair_ {
  mjsElement* element;            // generic handle
  mjString* geomname1;            // first geom
  mjString* geomname2;            // second geom
  int condim;                     // contact dimension
  mjtNum solref[mjNREF];          // reference, normal direction
  mjtNum solreffriction[mjNREF];  // reference, friction directions; 0 0: as solref
  mjtNum solimp[mjNIMP];          // impedance
  double margin;                  // distance at which a contact becomes active
  double gap;                     // further distance at which it is detected
  double adhesion;                // adhesive force
  double friction[5];             // friction: tangents, spin, rolls
  mjString* info;                 // message of errors
} mjsPair;

// excluded contact pair
typedef struct mjsExclude_ {
  mjsElement* element;  // generic handle
  mjString* bodyname1;  // first body
  mjString* bodyname2;  // second body
  mjString* info;       // message of errors
} mjsExclude;

// equality constraint
typedef struct mjsEquality_ {
  mjsElement* element;     // generic handle
  mjtEq type;              // kind
  double data[mjNEQDATA];  // numbers, by kind
  mjtBool active;          // is it on after a reset
  mjString* name1;         // first object
  mjString* name2;         // second object
  mjtObj objtype;          // kind of the objects of connect and weld
  mjtNum solref[mjNREF];   // reference
  mjtNum solimp[mjNIMP];   // impedance
  mjString* info;          // message of errors
} mjsEquality;

// tendon
typedef struct mjsTendon_ {
  mjsElement* element;  // generic handle

  // spring, damper, friction, inertia
  double stiffness[mjNPOLY+1];     // stiffness: constant, linear, quadratic
  double springlength[2];          // the spring is relaxed between these lengths
  double damping[mjNPOLY+1];       // damping: constant, linear, quadratic
  double frictionloss;             // dry friction
  mjtNum solref_friction[mjNREF];  // dry friction: reference
  mjtNum solimp_friction[mjNIMP];  // dry friction: impedance
  double armature;                 // inertia of its velocity

  // limits
  mjtLimited limited;           // is range a limit
  mjtLimited actfrclimited;     // is actfrcrange a limit
  double range[2];              // limits of the length
  double actfrcrange[2];        // limits of the total actuator force
  double margin;                // distance from the limit where the row begins
  mjtNum solref_limit[mjNREF];  // limit: reference
  mjtNum solimp_limit[mjNIMP];  // limit: impedance

  // looks
  mjString* material;     // material
  double width;           // width
  float rgba[4];          // colour if it has no material
  int group;              // group
  mjDoubleVec* userdata;  // user data
  mjString* info;         // message of errors
} mjsTendon;

// object on the path of a tendon
typedef struct mjsWrap_ {
  mjsElement* element;  // generic handle
  mjtWrap type;         // kind
  mjString* info;       // message of errors
} mjsWrap;

//------------------------------------ actuators and sensors ---------------------------------------

// actuator
typedef struct mjsActuator_ {
  mjsElement* element;  // generic handle

  // gain, bias, dynamics
  mjtGain gaintype;         // kind of gain
  double gainprm[mjNGAIN];  // parameters of the gain
  mjtBias biastype;         // kind of bias
  double biasprm[mjNBIAS];  // parameters of the bias
  mjtDyn dyntype;           // kind of dynamics
  double dynprm[mjNDYN];    // parameters of the dynamics
  int actdim;               // number of activations, -1: automatic
  int ctrlspec;             // mjtCtrlChart, or bits of mjtCtrlInput, 0: default
  double velrange[2];       // limits of a velocity input
  double ffrange[2];        // limits of a feed-forward input
  mjtBool actearly;         // force uses the activation of the next step

  // transmission
  mjtTrn trntype;             // kind
  double gear[6];             // factors from force to joint, tendon or site wrench
  mjString* target;           // joint, tendon, site or body
  mjString* refsite;          // reference site
  mjString* slidersite;       // slider-crank: site of the slider
  double cranklength;         // slider-crank: length of the rod
  double lengthrange[2];      // range of lengths that it can reach
  double inheritrange;        // take the range from the target, scaled by this
  double damping[mjNPOLY+1];  // damping of the target: constant, linear, quadratic
  double armature;            // inertia added to the target

  // limits
  mjtLimited ctrllimited;   // is ctrlrange a limit
  double ctrlrange[2];      // limits of the control
  mjtLimited forcelimited;  // is forcerange a limit
  double forcerange[2];     // limits of the force
  mjtLimited actlimited;    // is actrange a limit
  double actrange[2];       // limits of the activation

  // other
  int group;              // group
  int nsample;            // history of the control: samples
  int interp;             // history: interpolation, 0 hold, 1 linear, 2 cubic
  double delay;           // delay of the control in seconds
  mjDoubleVec* userdata;  // user data
  mjsPlugin plugin;       // plugin
  mjString* info;         // message of errors
} mjsActuator;

// sensor
typedef struct mjsSensor_ {
  mjsElement* element;  // generic handle
  mjtSensor type;       // kind

  // objects
  mjtObj objtype;       // kind of the object
  mjString* objname;    // object
  mjtObj reftype;       // kind of the reference object
  mjString* refname;    // reference object
  int intprm[mjNSENS];  // integer parameters

  // outputs
  mjtDataType datatype;  // kind of numbers
  mjtStage needstage;    // stage that it needs
  int dim;               // number of outputs
  double cutoff;         // clamp of the outputs, 0: none
  double noise;          // standard deviation of noise, not applied

  // history
  int nsample;            // samples
  int interp;             // interpolation: 0 hold, 1 linear, 2 cubic
  double delay;           // delay in seconds
  double interval[2];     // period and phase of sampling in seconds
  mjDoubleVec* userdata;  // user data
  mjsPlugin plugin;       // plugin
  mjString* info;         // message of errors
} mjsSensor;

//------------------------------------ custom data, keyframes, defaults ----------------------------

// custom numbers
typedef struct mjsNumeric_ {
  mjsElement* element;  // generic handle
  mjDoubleVec* data;    // the numbers
  int size;             // how many, the rest is 0
  mjString* info;       // message of errors
} mjsNumeric;

// custom text
typedef struct mjsText_ {
  mjsElement* element;  // generic handle
  mjString* data;       // the text
  mjString* info;       // message of errors
} mjsText;

// custom list of objects
typedef struct mjsTuple_ {
  mjsElement* element;   // generic handle
  mjIntVec* objtype;     // kinds (mjtObj)
  mjStringVec* objname;  // names
  mjDoubleVec* objprm;   // parameters
  mjString* info;        // message of errors
} mjsTuple;

// keyframe
typedef struct mjsKey_ {
  mjsElement* element;  // generic handle
  double time;          // time
  mjDoubleVec* qpos;    // qpos
  mjDoubleVec* qvel;    // qvel
  mjDoubleVec* act;     // act
  mjDoubleVec* mpos;    // mocap_pos
  mjDoubleVec* mquat;   // mocap_quat
  mjDoubleVec* ctrl;    // ctrl
  mjString* info;       // message of errors
} mjsKey;

// default class: one element of each kind, whose attributes new elements start with
typedef struct mjsDefault_ {
  mjsElement* element;    // generic handle
  mjsJoint* joint;        // joint
  mjsGeom* geom;          // geom
  mjsSite* site;          // site
  mjsCamera* camera;      // camera
  mjsLight* light;        // light
  mjsFlex* flex;          // flex
  mjsMesh* mesh;          // mesh
  mjsMaterial* material;  // material
  mjsPair* pair;          // contact pair
  mjsEquality* equality;  // equality constraint
  mjsTendon* tendon;      // tendon
  mjsActuator* actuator;  // actuator
} mjsDefault;

#endif
