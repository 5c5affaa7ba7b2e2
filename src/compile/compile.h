// Interface of the model compiler: mjSpec -> mjModel in compiler passes, one file each. A pass
// reads the spec and what earlier passes left in comp_Compile; it never changes the spec (except
// for the ids of its elements). compile.c has the order of passes. Passes named comp_prepare...
// validate and compute before mjModel is allocated; passes named comp_fill... write its arrays.
#ifndef SINEW_COMPILE_COMPILE_H_
#define SINEW_COMPILE_COMPILE_H_

#include <stdbool.h>

#include "spec/spec.h"
#include "xml/diag.h"

typedef struct {
  spec_Element* e;  // mjsJoint
  int body;
  double pos[3], axis[3];           // frames applied, axis normalized
  double ref, springref, range[2];  // radians for angles
  bool limited, actfrclimited;
  int qposadr, dofadr, nq, nv;
  int next;  // next in the linked list of its body
} comp_Joint;

typedef struct {
  spec_Element* e;  // mjsGeom
  int body;
  int type, data;                   // data: height field or mesh, -1
  const struct mesh_Mesh* mesh;     // shown mesh, or mesh that the geom is fitted to; NULL: none
  bool split;                       // convex pieces of its mesh collide in its place
  int piece;                        // for a convex piece, the id of its mesh; 0: not a piece
  double pos[3], quat[4], size[3];  // frames and fromto applied
  double surfacevel[6];             // in the final frame
  double mass, inertia[3];          // 0 if the geom does not contribute
  double rbound, aabb[6], fluid[mjNFLUID];
  int next;
} comp_Geom;

// site, camera or light
typedef struct {
  spec_Element* e;  // mjsSite, mjsCamera, mjsLight
  int body;
  double pos[3], quat[4], size[3];
  double dir[3];  // of a light, normalized
  int target;     // target body of a camera or light, or -1
  double fovy;    // of a camera
  float intrinsic[4];
  int next;
} comp_Frame;

// objects of a body in order: a linked list by index, `next` of the last is -1
typedef struct {
  int first, last;
} comp_Chain;

typedef struct {
  spec_Element* e;                                       // mjsBody
  int parent, root, weld, mocap;                         // mocap: id, or -1
  int jntadr, jntnum, geomadr, geomnum, dofadr, dofnum;  // adr -1 if there are none
  comp_Chain child, jointChain, geomChain, siteChain, cameraChain, lightChain;
  int next;                // next sibling
  double pos[3], quat[4];  // frames and alternative orientations applied
  double ipos[3], iquat[4], mass, inertia[3];
  bool explicitInertia;
  int contype, conaffinity;
  double margin;
  int treeid;
} comp_Body;

struct pool_Pool;
struct comp_Pair;
struct comp_Equality;
struct comp_Tendon;
struct comp_Texture;
struct comp_Pictures;
struct comp_HField;
struct comp_Meshes;
struct comp_Skin;
struct comp_Flex;
struct comp_Actuator;
struct comp_Sensor;
struct comp_Plugin;
struct comp_Sparse;
struct comp_Bvh;

// a name that does not exist, and the type of object that was looked up
typedef struct {
  int type;
  const char* name;
} comp_Unknown;

typedef struct {
  spec_Spec* spec;
  diag_Diag* diag;
  comp_Unknown unknown[DIAG_MOST];  // those already reported
  int nunknown;
  const mjVFS* vfs;
  arena_Arena scratch;  // freed after the compilation
  spec_Pool pool;       // of strings of temporary elements; freed after the compilation
  mjModel size;         // sizes of the model, set by prepare passes; other members unused
  mjModel* m;           // NULL until allocated
  int errorMode;        // error mode of the thread, saved while messages of plugins are captured

  // elements in the order of their ids
  spec_List list[SPEC_NTYPE];
  comp_Body* body;
  comp_Joint* joint;
  comp_Geom* geom;
  int npiece;  // geoms that are not in the spec
  comp_Frame *site, *camera, *light;
  int *dofBody, *dofJoint;           // nv: body and joint of each dof
  struct comp_Pair *pair, *exclude;  // compile_contact.c
  struct comp_Equality* equality;    // compile_equality.c
  struct comp_Texture* texture;      // compile_texture.c
  struct comp_Pictures* pictures;    // compile_texture_file.c
  struct comp_HField* hfield;        // compile_hfield.c
  struct comp_Meshes* meshes;        // compile_mesh.c
  struct comp_Skin* skin;            // compile_skin.c
  struct comp_Flex* flex;            // compile_flex.h
  struct comp_Tendon* tendon;        // compile_tendon.h
  struct comp_Actuator* actuator;    // compile_actuator.h
  struct comp_Sensor* sensor;        // compile_sensor.h
  struct comp_Plugin* plugin;        // compile_plugin.h
  struct comp_Sparse* sparse;        // compile_sparse.c
  struct comp_Bvh* bvh;              // compile_bvh.c
} comp_Compile;

// ---- helpers (compile_help.c)

// reports an error about an element, with its file and line: "model.xml:12: <geom name='foot'>:
// ..."
void comp_error(comp_Compile* c, const spec_Element* e, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
void comp_warning(comp_Compile* c, const spec_Element* e, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
// After an element with an error: may the pass continue with the next one, to find its errors too?
// The driver stops after this pass.
bool comp_resume(comp_Compile* c);
// after a failed compilation, reports unknown names that the passes did not find
void comp_findUnknown(comp_Compile* c);
// Allocates zeroed scratch for n items of `bytes`. If out of memory, sets an error and returns NULL
// (n = 0 returns non-NULL)
void* comp_alloc(comp_Compile* c, int n, size_t bytes);
// thread pool for ntask independent tasks, or NULL if they run in the calling thread
struct pool_Pool* comp_makePool(const comp_Compile* c, int ntask);
// Returns the id of a named element, in c's numbering; -1 with an error (which names the `what`
// attribute of e) if it does not exist. An empty name returns -1 without an error.
int comp_find(comp_Compile* c, const spec_Element* e, const char* what, int type, const char* name);
// Computes the limited flag of joints, tendons and actuators (mjcf.md 11) from limited
// true/false/auto and the autolimits of the element's compiler settings; errors: auto with a range
// but autolimits off, empty range
bool comp_limited(comp_Compile* c, const spec_Element* e, const char* what, int limited,
                  const double range[2], bool* result);
// copies user data of an element to row `i` of an array with n columns, zero padded
void comp_fillUser(mjtNum* dst, mjtSize n, int i, const mjDoubleVec* userdata);
// marks in mark (nv) every dof of a body and of its ancestors (path to the root)
void comp_markChain(const comp_Compile* c, int body, mjtByte* mark);

// captures the messages of plugins from here on, for an error about them; returns them; ends the
// capture
void comp_listen(comp_Compile* c);
const char* comp_heard(comp_Compile* c);
void comp_unlisten(comp_Compile* c);

// ---- passes; all return false after an error (which is in c->diag)

// compile_kinds.c: validates members that hold an enum value
bool comp_checkKinds(comp_Compile* c);
// compile_names.c: assets have names, because elements refer to them only by name
bool comp_checkNames(comp_Compile* c);
// compile_order.c: all elements of the tree in the order of ids; body tree (parent, root, weld,
// mocap, treeid), joint and dof addresses, c->list, ids of all elements
bool comp_prepareOrder(comp_Compile* c);
// numbers the tree again after its linked lists were changed
bool comp_number(comp_Compile* c);
// compile_body.c: poses, inertias, geoms, joints, sites, cameras, lights (mjcf.md 9.7)
bool comp_prepareBodies(comp_Compile* c);
// every moving body has mass and inertia, its own or through bodies welded to it
bool comp_checkMasses(comp_Compile* c);
// compile_fuse.c: fusestatic and discardvisual
bool comp_prepareFusion(comp_Compile* c);
// compile_plugin.c: plugin instances and their users; requires the order of elements
bool comp_preparePlugins(comp_Compile* c);
// compile_texture.c: textures and materials
bool comp_prepareTextures(comp_Compile* c);
// compile_hfield.c: height fields, which geoms refer to
bool comp_prepareHFields(comp_Compile* c);
// compile_mesh.c: meshes, which geoms refer to; then, when the remaining geoms are known, sizes
bool comp_prepareMeshes(comp_Compile* c);
bool comp_preparePieces(comp_Compile* c);
bool comp_sizeMeshes(comp_Compile* c);
void comp_freeMeshes(comp_Compile* c);
void comp_freePictures(comp_Compile* c);
// compile_skin.c: skins; then, before bodies are fused, marks the bodies that are bones
bool comp_prepareSkins(comp_Compile* c);
void comp_markBones(const comp_Compile* c, mjtByte* named);
// compile_flex.c: flexes, when bodies are final
bool comp_prepareFlexes(comp_Compile* c);
bool comp_flexIsRigid(const comp_Compile* c, int id);
void comp_warnShapes(comp_Compile* c);  // about flexes that preserve shapes in several planes
// compile_contact.c: pairs and excludes, validated and sorted into c->list
bool comp_preparePairs(comp_Compile* c);
// compile_equality.c, compile_tendon.c, compile_actuator.c, compile_sensor.c, compile_custom.c,
// compile_key.c
bool comp_prepareEqualities(comp_Compile* c);
bool comp_prepareTendons(comp_Compile* c);
bool comp_prepareActuators(comp_Compile* c);
bool comp_prepareSensors(comp_Compile* c);
bool comp_prepareCustom(comp_Compile* c);
bool comp_prepareKeys(comp_Compile* c);
// compile_size.c: nuser_*, user data that is too long, nemax, nkey
bool comp_prepareUser(comp_Compile* c);
// compile_sparse.c: nM nB nC nD, body_simple, dof_simplenum; compile_bvh.c: nbvh; compile_names.c:
// nnames
bool comp_prepareSparse(comp_Compile* c);
bool comp_prepareBvh(comp_Compile* c);
bool comp_prepareNames(comp_Compile* c);

// passes after allocation
bool comp_fillTree(
    comp_Compile* c);  // compile_tree.c: bodies, joints, dofs, geoms, sites, cameras, lights, trees
bool comp_fillTextures(comp_Compile* c);
bool comp_fillHFields(comp_Compile* c);
bool comp_fillMeshes(comp_Compile* c);
bool comp_fillSkins(comp_Compile* c);
bool comp_fillFlexes(comp_Compile* c);
bool comp_fillSparse(comp_Compile* c);
bool comp_fillBvh(comp_Compile* c);
bool comp_fillNames(comp_Compile* c);
bool comp_fillPairs(comp_Compile* c);
bool comp_fillEqualities(comp_Compile* c);
bool comp_fillTendons(comp_Compile* c);
bool comp_fillActuators(comp_Compile* c);
bool comp_fillSensors(comp_Compile* c);
bool comp_fillPlugins(comp_Compile* c);  // after everything that uses plugins
bool comp_sizePlugins(comp_Compile* c);  // states and sensors
bool comp_fillCustom(comp_Compile* c);
bool comp_fillKeys(comp_Compile* c);
bool comp_fillKeyValues(
    comp_Compile* c);  // compile_key_value.c: after comp_fillKeys, overwrites its defaults
bool comp_fillSleep(
    comp_Compile* c);  // compile_sleep.c: tree_sleep_policy; needs tendons and actuators
bool comp_fillSubtrees(comp_Compile* c);  // compile_tree.c: body_subtreemass, when masses are final
bool comp_fillArena(comp_Compile* c);     // compile_size.c: narena, njmax, nconmax
bool comp_setTotalMass(comp_Compile* c);  // compile_size.c: compiler settotalmass

// ---- the whole

// compiles; appends warnings and errors to spec->diag
mjModel* comp_compile(spec_Spec* spec, const mjVFS* vfs);
// reports the timers of the last compilation to the subscribers of mjTOPIC_TIME_CMP
void comp_tellTimes(const spec_Spec* spec);

#endif
