// Internal interface of the URDF parser: records of parsed attributes, the robot (links, joints,
// hash tables of names), and functions shared by its files.
#ifndef SINEW_URDF_URDF_PARTS_H_
#define SINEW_URDF_URDF_PARTS_H_

#include "mjcf/read_parts.h"

// ---- records of parsed attributes

typedef struct {
  double xyz[3], rpy[3];
} urdf_Origin;

typedef struct {
  double mass;
  double full[6];  // xx yy zz xy xz yz
} urdf_Inertial;

typedef struct {
  double size[3], radius, length;
  double scale[3];  // of a mesh
} urdf_Shape;

typedef struct {
  int type;  // urdf_JointType
  double axis[3];
  double lower, upper, effort, velocity;
  double damping, friction;
  double multiplier, offset;  // mimic
} urdf_JointValues;

typedef struct {
  float rgba[4];
} urdf_Color;

typedef enum {
  URDF_REVOLUTE,
  URDF_CONTINUOUS,
  URDF_PRISMATIC,
  URDF_FIXED,
  URDF_FLOATING,
  URDF_PLANAR,
  URDF_SPHERICAL,
  URDF_NJOINT
} urdf_JointType;

// ---- the robot

typedef struct urdf_Link urdf_Link;
typedef struct urdf_Joint urdf_Joint;

struct urdf_Link {
  const char* name;
  const xml_Node* node;
  urdf_Joint* joint;         // joint to its parent, NULL: none
  urdf_Joint *first, *last;  // joints to its children
  spec_Element* body;        // NULL until it is created
};

struct urdf_Joint {
  const char* name;
  const xml_Node* node;
  urdf_Link *parent, *child;
  urdf_Joint* next;  // next joint of the same parent
  int type;          // urdf_JointType
};

// hash table by name; the first entry of a name stays
enum { URDF_BUCKETS = 509 };
typedef struct urdf_Entry {
  const char* name;
  void* value;
  struct urdf_Entry* next;
} urdf_Entry;
typedef struct {
  urdf_Entry* bucket[URDF_BUCKETS];
} urdf_Table;

// content that the reference interprets differently from the URDF specification
typedef enum { URDF_MIMIC, URDF_INERTIAL, URDF_MESH, URDF_NREADING } urdf_Reading;

// a kind of content that is dropped, or interpreted differently from the reference
typedef struct urdf_Drop {
  const char* what;  // name of the kind
  const char* done;  // "is ignored"
  const char* why;
  const char* near;  // suggestion, NULL: none
  const xml_Node* first;
  int count;
  struct urdf_Drop* next;
} urdf_Drop;

typedef struct {
  read_Reader* r;
  const xml_Node* root;
  arena_Arena scratch;
  urdf_Link* link;  // (nlink) in the order of the file
  urdf_Joint* joint;
  int nlink, njoint;
  urdf_Table links, joints, colors, meshes;  // by name; meshes by file
  urdf_Table stems;                          // meshes by base name of the file
  urdf_Drop *drops, *lastDrop;
  int ndrop;
  const char* packages;  // package folders given in the file, "" if none
} urdf_Urdf;

// ---- helpers (urdf.c)

void* urdf_get(const urdf_Table* table, const char* name);
// false with an error if out of memory
bool urdf_put(urdf_Urdf* u, urdf_Table* table, const char* name, void* value);
// scratch memory that is freed with the parser; NULL with an error
void* urdf_alloc(urdf_Urdf* u, size_t n, size_t bytes);
// a required child; NULL with an error that shows its syntax
const xml_Node* urdf_require(urdf_Urdf* u, const xml_Node* node, const char* tag,
                             const char* example);
// parses <origin> of a node to a pose; the identity if there is none
void urdf_pose(urdf_Urdf* u, const xml_Node* node, double pos[3], double quat[4]);

// ---- grammar (urdf_schema.c, urdf_check.c)

extern const schema_Element urdf_robot, urdf_origin, urdf_mass, urdf_inertia, urdf_color,
    urdf_jointElement, urdf_settings, urdf_axis, urdf_limit, urdf_dynamics, urdf_mimic;
extern const schema_Attr urdf_packageRow[1];  // of <compiler>
// shapes in the order of their lookup; value: mjtGeom
enum { URDF_NSHAPE = 5 };
extern const schema_Element* const urdf_shape[URDF_NSHAPE];

// validates elements and attributes of the whole document; false after an error
bool urdf_check(urdf_Urdf* u);
// records dropped content by its kind
void urdf_drop(urdf_Urdf* u, const xml_Node* node, const char* what, const char* why);
// is everything interpreted as the reference does
bool urdf_isReference(const urdf_Urdf* u);
// is a node interpreted as the reference does? If not, the difference is recorded.
bool urdf_asReference(urdf_Urdf* u, const xml_Node* node, urdf_Reading reading);
// one warning for each kind
void urdf_reportDrops(urdf_Urdf* u);

// ---- contents (urdf_link.c, urdf_joint.c, urdf_mesh.c)

// colors that materials define, anywhere
void urdf_readColors(urdf_Urdf* u);
// inertia and geoms of a link whose body exists
void urdf_readLink(urdf_Urdf* u, const urdf_Link* link);
// pose and joints of a body from the joint above it
void urdf_readJoint(urdf_Urdf* u, const urdf_Joint* joint);
// equalities of mimic joints; called when all joints exist
void urdf_readMimics(urdf_Urdf* u);
// name of the mesh asset for a file and a scale, created if necessary; NULL after an error
const char* urdf_mesh(urdf_Urdf* u, const xml_Node* node, const double scale[3]);

#endif
