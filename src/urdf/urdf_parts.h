// The parts of the URDF reader.
#ifndef SINEW_URDF_URDF_PARTS_H_
#define SINEW_URDF_URDF_PARTS_H_

#include "mjcf/read_parts.h"

// ---- what attributes are read into

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
  urdf_Joint* joint;         // from its parent, NULL: none
  urdf_Joint *first, *last;  // to its children
  spec_Element* body;        // NULL until it is made
};

struct urdf_Joint {
  const char* name;
  const xml_Node* node;
  urdf_Link *parent, *child;
  urdf_Joint* next;  // of the same parent
  int type;          // urdf_JointType
};

// names -> things; the first that is put under a name stays
enum { URDF_BUCKETS = 509 };
typedef struct urdf_Entry {
  const char* name;
  void* value;
  struct urdf_Entry* next;
} urdf_Entry;
typedef struct {
  urdf_Entry* bucket[URDF_BUCKETS];
} urdf_Table;

// what the reference reads otherwise than the format defines it
typedef enum { URDF_MIMIC, URDF_INERTIAL, URDF_MESH, URDF_NREADING } urdf_Reading;

// a kind of thing that is dropped, or read otherwise than by the reference
typedef struct urdf_Drop {
  const char* what;  // names the kind
  const char* done;  // "is ignored"
  const char* why;
  const char* near;  // what may be meant, NULL: nothing
  const xml_Node* first;
  int count;
  struct urdf_Drop* next;
} urdf_Drop;

typedef struct {
  read_Reader* r;
  const xml_Node* root;
  arena_Arena scratch;
  urdf_Link* link;  // nlink, in the order of the file
  urdf_Joint* joint;
  int nlink, njoint;
  urdf_Table links, joints, colors, meshes;  // by name; meshes by file
  urdf_Table stems;                          // meshes by the name of the file alone
  urdf_Drop *drops, *lastDrop;
  int ndrop;
  const char* packages;  // folders of packages that the file names, "" if none
} urdf_Urdf;

// ---- helpers (urdf.c)

void* urdf_get(const urdf_Table* table, const char* name);
// false with an error if memory is short
bool urdf_put(urdf_Urdf* u, urdf_Table* table, const char* name, void* value);
// scratch that dies with the reader; NULL with an error
void* urdf_alloc(urdf_Urdf* u, size_t n, size_t bytes);
// the child that must be there; NULL with an error that shows how it is written
const xml_Node* urdf_require(urdf_Urdf* u, const xml_Node* node, const char* tag,
                             const char* example);
// <origin> of a node, if it has one, -> pose; otherwise the identity
void urdf_pose(urdf_Urdf* u, const xml_Node* node, double pos[3], double quat[4]);

// ---- grammar (urdf_schema.c, urdf_check.c)

extern const schema_Element urdf_robot, urdf_origin, urdf_mass, urdf_inertia, urdf_color,
    urdf_jointElement, urdf_settings, urdf_axis, urdf_limit, urdf_dynamics, urdf_mimic;
extern const schema_Attr urdf_packageRow[1];  // of <compiler>
// shapes in the order in which they are looked for; value: mjtGeom
enum { URDF_NSHAPE = 5 };
extern const schema_Element* const urdf_shape[URDF_NSHAPE];

// elements and attributes of the whole document; false after an error
bool urdf_check(urdf_Urdf* u);
// remembers a thing that is dropped, by its kind
void urdf_drop(urdf_Urdf* u, const xml_Node* node, const char* what, const char* why);
// is all to be read as by the reference?
bool urdf_isReference(const urdf_Urdf* u);
// is a node to be read as by the reference? If not, the difference is remembered.
bool urdf_asReference(urdf_Urdf* u, const xml_Node* node, urdf_Reading reading);
// one warning for each kind
void urdf_reportDrops(urdf_Urdf* u);

// ---- contents (urdf_link.c, urdf_joint.c, urdf_mesh.c)

// colours that materials define, anywhere
void urdf_readColors(urdf_Urdf* u);
// inertia and geoms of a link whose body is made
void urdf_readLink(urdf_Urdf* u, const urdf_Link* link);
// pose and joints of a body from the joint above it
void urdf_readJoint(urdf_Urdf* u, const urdf_Joint* joint);
// equalities of joints that follow others; when all joints are made
void urdf_readMimics(urdf_Urdf* u);
// name of the mesh asset for a file and a scale, made if there is none yet; NULL after an error
const char* urdf_mesh(urdf_Urdf* u, const xml_Node* node, const double scale[3]);

#endif
