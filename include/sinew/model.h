// mjModel: everything that does not change during a simulation. The compiler and the loaders make
// it, mj_deleteModel frees it. Values may be edited at run time; sizes, addresses and ids may not.
// One model may serve any number of mjData and threads. Member order is that of MuJoCo 3.12.0.
//
// How to read the arrays: those named x_... have one row per object x, in the order of its ids;
// the shape (rows x columns) opens each comment. An "adr" member is the index of an object's first
// entry in another array and goes with a "num" member; both name what they index. Ids and addresses
// are -1 where there is nothing to refer to. Poses are (position, quaternion w x y z).
#ifndef SINEW_MODEL_H_
#define SINEW_MODEL_H_

#include <sinew/types.h>

// the model
typedef struct mjModel_ {
  // sizes: state, control, trees
  mjtSize nq;           // position coordinates: length of qpos
  mjtSize nv;           // degrees of freedom: length of qvel
  mjtSize nu;           // controls: length of ctrl
  mjtSize nactuator;    // actuators
  mjtSize nout;         // actuator outputs: scalar forces of all actuators
  mjtSize na;           // activations: length of act
  mjtSize nbody;        // bodies, the world included
  mjtSize nbvh;         // bounding volumes
  mjtSize nbvhstatic;   // bounding volumes with a constant box: bodies and meshes
  mjtSize nbvhdynamic;  // bounding volumes with a moving box: flexes
  mjtSize noct;         // octree cells of all meshes
  mjtSize njnt;         // joints
  mjtSize ntree;        // kinematic trees that move
  mjtSize nM;           // entries of the inertia matrix, all tree ancestors
  mjtSize nB;           // entries of the sparse pattern B (bodies by dofs)
  mjtSize nC;           // entries of the sparse pattern M (lower triangle, simple dofs reduced)
  mjtSize nD;           // entries of the sparse pattern D (dofs by dofs, both triangles)

  // sizes: objects in bodies
  mjtSize ngeom;   // geoms
  mjtSize nsite;   // sites
  mjtSize ncam;    // cameras
  mjtSize nlight;  // lights

  // sizes: flexes
  mjtSize nflex;           // flexes
  mjtSize nflexnode;       // nodes of interpolated flexes
  mjtSize nflexvert;       // vertices
  mjtSize nflexedge;       // edges
  mjtSize nflexelem;       // elements
  mjtSize nflexelemdata;   // vertex ids of all elements
  mjtSize nflexstiffness;  // stiffness numbers of all flexes
  mjtSize nflexbending;    // bending numbers of all flexes
  mjtSize nefm0dof;        // dofs of the flex metric at qpos0
  mjtSize nefm0L;          // entries of the factor of that metric
  mjtSize nflexelemedge;   // edge ids of all elements
  mjtSize nflexshelldata;  // vertex ids of all shell fragments
  mjtSize nflexevpair;     // pairs of element and vertex that may collide
  mjtSize nflextexcoord;   // vertices with texture coordinates
  mjtSize nJfe;            // entries of the sparse Jacobian of flex edges
  mjtSize nJfv;            // entries of the sparse Jacobian of flex vertices

  // sizes: meshes
  mjtSize nmesh;          // meshes
  mjtSize nmeshvert;      // vertices
  mjtSize nmeshnormal;    // normals
  mjtSize nmeshtexcoord;  // texture coordinates
  mjtSize nmeshface;      // triangles
  mjtSize nmeshgraph;     // integers of the hull graphs
  mjtSize nmeshpoly;      // polygons of the hulls
  mjtSize nmeshpolyvert;  // vertex ids of all polygons
  mjtSize nmeshpolymap;   // polygon ids of all vertices

  // sizes: skins
  mjtSize nskin;          // skins
  mjtSize nskinvert;      // vertices
  mjtSize nskintexvert;   // vertices with texture coordinates
  mjtSize nskinface;      // triangles
  mjtSize nskinbone;      // bones
  mjtSize nskinbonevert;  // vertices of all bones

  // sizes: other assets
  mjtSize nhfield;      // height fields
  mjtSize nhfielddata;  // heights of all fields
  mjtSize ntex;         // textures
  mjtSize ntexdata;     // bytes of all textures
  mjtSize nmat;         // materials

  // sizes: objects outside the trees
  mjtSize npair;         // explicit contact pairs
  mjtSize nexclude;      // excluded contact pairs
  mjtSize neq;           // equality constraints
  mjtSize ntendon;       // tendons
  mjtSize nJten;         // entries of the sparse tendon Jacobian
  mjtSize nwrap;         // path objects of all tendons
  mjtSize nsensor;       // sensors
  mjtSize nnumeric;      // custom numeric fields
  mjtSize nnumericdata;  // numbers of all of them
  mjtSize ntext;         // custom texts
  mjtSize ntextdata;     // bytes of all of them
  mjtSize ntuple;        // custom tuples
  mjtSize ntupledata;    // objects of all of them
  mjtSize nkey;          // keyframes
  mjtSize nmocap;        // mocap bodies
  mjtSize nplugin;       // plugin instances
  mjtSize npluginattr;   // bytes of their attributes

  // sizes: user data per object
  mjtSize nuser_body;      // numbers per body
  mjtSize nuser_jnt;       // numbers per joint
  mjtSize nuser_geom;      // numbers per geom
  mjtSize nuser_site;      // numbers per site
  mjtSize nuser_cam;       // numbers per camera
  mjtSize nuser_tendon;    // numbers per tendon
  mjtSize nuser_actuator;  // numbers per actuator
  mjtSize nuser_sensor;    // numbers per sensor

  // sizes: text
  mjtSize nnames;      // bytes of all names
  mjtSize npaths;      // bytes of all file paths
  mjtSize nnames_map;  // slots of the name hash tables

  // sizes: capacities and counts
  mjtSize nJmom;         // entries that the sparse actuator moment may have
  mjtSize ngravcomp;     // bodies with gravity compensation
  mjtSize nemax;         // equality rows if all are active, for memory
  mjtSize njmax;         // constraint rows for memory, -1: not set by the user
  mjtSize nconmax;       // contacts for memory, -1: not set by the user
  mjtSize npolygonmax;   // most vertices of a mesh polygon
  mjtSize nmeshdegmax;   // most polygons at a mesh vertex
  mjtSize nuserdata;     // numbers of mjData.userdata
  mjtSize nsensordata;   // numbers of mjData.sensordata
  mjtSize npluginstate;  // numbers of mjData.plugin_state
  mjtSize nhistory;      // numbers of mjData.history
  mjtSize narena;        // bytes of mjData.arena
  mjtSize nbuffer;       // bytes of buffer

  // what the model has at all
  mjtBool flg_gravcomp;    // some body has gravity compensation
  mjtBool flg_surfacevel;  // some geom has a surface velocity
  mjtBool flg_adhesion;    // some geom or pair is adhesive

  // options
  mjOption opt;      // simulation
  mjVisual vis;      // drawing
  mjStatistic stat;  // sizes of the model

  // memory
  void* buffer;  // all arrays below, one block of nbuffer bytes

  // generalised positions
  mjtNum* qpos0;        // (nq x 1) qpos of the initial pose
  mjtNum* qpos_spring;  // (nq x 1) qpos in which joint springs are relaxed

  // bodies
  int* body_parentid;        // (nbody x 1) parent, 0 for the world
  int* body_rootid;          // (nbody x 1) top of its tree: the ancestor below the world
  int* body_weldid;          // (nbody x 1) nearest body up the tree, or self, with joints or mocap
  int* body_mocapid;         // (nbody x 1) index of a mocap body, else -1
  int* body_jntnum;          // (nbody x 1) number of joints
  int* body_jntadr;          // (nbody x 1) first joint
  int* body_dofnum;          // (nbody x 1) number of dofs
  int* body_dofadr;          // (nbody x 1) first dof
  int* body_treeid;          // (nbody x 1) kinematic tree, -1 if it cannot move
  int* body_geomnum;         // (nbody x 1) number of geoms
  int* body_geomadr;         // (nbody x 1) first geom
  mjtByte* body_simple;      // (nbody x 1) 1: its part of M is diagonal, 2: and it only slides
  mjtByte* body_sameframe;   // (nbody x 1) is the inertial frame the body frame (mjtSameFrame)
  mjtNum* body_pos;          // (nbody x 3) position in the parent
  mjtNum* body_quat;         // (nbody x 4) orientation in the parent
  mjtNum* body_ipos;         // (nbody x 3) centre of mass in the body
  mjtNum* body_iquat;        // (nbody x 4) principal axes in the body
  mjtNum* body_mass;         // (nbody x 1) mass
  mjtNum* body_subtreemass;  // (nbody x 1) mass of the subtree that starts here
  mjtNum* body_inertia;      // (nbody x 3) principal moments of inertia
  mjtNum* body_invweight0;   // (nbody x 2) mean inverse inertia at qpos0: translation, rotation
  mjtNum* body_gravcomp;     // (nbody x 1) part of its weight that is compensated
  mjtNum* body_margin;       // (nbody x 1) greatest margin + gap of its geoms
  mjtNum* body_user;         // (nbody x nuser_body) user data
  int* body_plugin;          // (nbody x 1) plugin instance
  int* body_contype;         // (nbody x 1) OR of geom_contype of its geoms
  int* body_conaffinity;     // (nbody x 1) OR of geom_conaffinity of its geoms
  int* body_bvhadr;          // (nbody x 1) root of its bounding volume tree
  int* body_bvhnum;          // (nbody x 1) number of its bounding volumes

  // bounding volumes
  int* bvh_depth;    // (nbvh x 1) depth in the tree, 0 for a root
  int* bvh_child;    // (nbvh x 2) children, relative to the root's address
  int* bvh_nodeid;   // (nbvh x 1) geom, face or element in a leaf, -1 in an inner node
  mjtNum* bvh_aabb;  // (nbvhstatic x 6) box: centre, half sizes

  // octrees of signed distance fields
  int* oct_depth;     // (noct x 1) depth in the tree
  int* oct_child;     // (noct x 8) children
  mjtNum* oct_aabb;   // (noct x 6) box: centre, half sizes
  mjtNum* oct_coeff;  // (noct x 8) signed distance at the eight corners

  // joints
  int* jnt_type;               // (njnt x 1) mjtJoint
  int* jnt_qposadr;            // (njnt x 1) first coordinate in qpos
  int* jnt_dofadr;             // (njnt x 1) first dof
  int* jnt_bodyid;             // (njnt x 1) body that it moves
  int* jnt_actuatorid;         // (njnt x 1) actuator with damping, armature; -1: none, -2: several
  int* jnt_group;              // (njnt x 1) group for drawing
  mjtBool* jnt_limited;        // (njnt x 1) is the range a limit
  mjtBool* jnt_actfrclimited;  // (njnt x 1) is actfrcrange a limit
  mjtBool* jnt_actgravcomp;    // (njnt x 1) gravity compensation counts as actuator force
  mjtNum* jnt_solref;          // (njnt x mjNREF) limit: reference
  mjtNum* jnt_solimp;          // (njnt x mjNIMP) limit: impedance
  mjtNum* jnt_pos;             // (njnt x 3) anchor in the body
  mjtNum* jnt_axis;            // (njnt x 3) axis in the body
  mjtNum* jnt_stiffness;       // (njnt x 1) stiffness, constant term
  mjtNum* jnt_stiffnesspoly;   // (njnt x mjNPOLY) stiffness, linear and quadratic term
  mjtNum* jnt_range;           // (njnt x 2) limits; ball: (0, greatest angle)
  mjtNum* jnt_actfrcrange;     // (njnt x 2) limits of the total actuator force
  mjtNum* jnt_margin;          // (njnt x 1) distance from the limit where the row begins
  mjtNum* jnt_user;            // (njnt x nuser_jnt) user data

  // degrees of freedom
  int* dof_bodyid;           // (nv x 1) body
  int* dof_jntid;            // (nv x 1) joint
  int* dof_parentid;         // (nv x 1) dof before it in the tree
  int* dof_treeid;           // (nv x 1) kinematic tree
  int* dof_Madr;             // (nv x 1) its diagonal entry in the layout of nM entries
  int* dof_simplenum;        // (nv x 1) length of the run of simple dofs that starts here
  mjtNum* dof_solref;        // (nv x mjNREF) friction loss: reference
  mjtNum* dof_solimp;        // (nv x mjNIMP) friction loss: impedance
  mjtNum* dof_frictionloss;  // (nv x 1) dry friction
  mjtNum* dof_armature;      // (nv x 1) inertia added to the diagonal of M
  mjtNum* dof_damping;       // (nv x 1) damping, constant term
  mjtNum* dof_dampingpoly;   // (nv x mjNPOLY) damping, linear and quadratic term
  mjtNum* dof_invweight0;    // (nv x 1) diagonal of inverse M at qpos0, mean over the joint
  mjtNum* dof_M0;            // (nv x 1) diagonal of the inertia at qpos0
  mjtNum* dof_length;        // (nv x 1) lever that makes its velocity a linear one, 1 if it is

  // kinematic trees
  int* tree_bodyadr;       // (ntree x 1) first body
  int* tree_bodynum;       // (ntree x 1) number of bodies
  int* tree_dofadr;        // (ntree x 1) first dof
  int* tree_dofnum;        // (ntree x 1) number of dofs
  int* tree_sleep_policy;  // (ntree x 1) mjtSleepPolicy

  // geoms
  int* geom_type;           // (ngeom x 1) mjtGeom
  int* geom_contype;        // (ngeom x 1) contact type bits
  int* geom_conaffinity;    // (ngeom x 1) contact affinity bits: who may touch it
  int* geom_condim;         // (ngeom x 1) contact dimension: 1, 3, 4 or 6
  int* geom_bodyid;         // (ngeom x 1) body
  int* geom_dataid;         // (ngeom x 1) its mesh or height field
  int* geom_matid;          // (ngeom x 1) material
  int* geom_group;          // (ngeom x 1) group for drawing and rays
  int* geom_priority;       // (ngeom x 1) contact priority: the greater one gives the parameters
  int* geom_plugin;         // (ngeom x 1) plugin instance
  mjtByte* geom_sameframe;  // (ngeom x 1) frame shared with the body (mjtSameFrame)
  mjtNum* geom_solmix;      // (ngeom x 1) weight in the mix of contact parameters
  mjtNum* geom_solref;      // (ngeom x mjNREF) contact: reference
  mjtNum* geom_solimp;      // (ngeom x mjNIMP) contact: impedance
  mjtNum* geom_size;        // (ngeom x 3) size, meaning depends on the type
  mjtNum* geom_aabb;        // (ngeom x 6) box in its frame: centre, half sizes
  mjtNum* geom_rbound;      // (ngeom x 1) radius of a sphere around it, 0: none (plane)
  mjtNum* geom_pos;         // (ngeom x 3) position in the body
  mjtNum* geom_quat;        // (ngeom x 4) orientation in the body
  mjtNum* geom_friction;    // (ngeom x 3) friction: slide, spin, roll
  mjtNum* geom_margin;      // (ngeom x 1) distance at which a contact becomes active
  mjtNum* geom_gap;         // (ngeom x 1) further distance at which it is detected
  mjtNum* geom_surfacevel;  // (ngeom x 6) velocity of its surface, geom frame: linear, angular
  mjtNum* geom_adhesion;    // (ngeom x 1) adhesive force of its contacts
  mjtNum* geom_fluid;       // (ngeom x mjNFLUID) fluid: on, 5 coefficients, added mass, inertia
  mjtNum* geom_user;        // (ngeom x nuser_geom) user data
  float* geom_rgba;         // (ngeom x 4) colour if it has no material

  // sites
  int* site_type;           // (nsite x 1) mjtGeom
  int* site_bodyid;         // (nsite x 1) body
  int* site_matid;          // (nsite x 1) material
  int* site_group;          // (nsite x 1) group for drawing
  mjtByte* site_sameframe;  // (nsite x 1) frame shared with the body (mjtSameFrame)
  mjtNum* site_size;        // (nsite x 3) size, as for geoms
  mjtNum* site_pos;         // (nsite x 3) position in the body
  mjtNum* site_quat;        // (nsite x 4) orientation in the body
  mjtNum* site_user;        // (nsite x nuser_site) user data
  float* site_rgba;         // (nsite x 4) colour if it has no material

  // cameras
  int* cam_mode;          // (ncam x 1) mjtCamLight
  int* cam_bodyid;        // (ncam x 1) body
  int* cam_targetbodyid;  // (ncam x 1) body that it looks at
  mjtNum* cam_pos;        // (ncam x 3) position in the body
  mjtNum* cam_quat;       // (ncam x 4) orientation in the body
  mjtNum* cam_poscom0;    // (ncam x 3) at qpos0: global position less subtree's mass centre
  mjtNum* cam_pos0;       // (ncam x 3) at qpos0: global position less that of the body
  mjtNum* cam_mat0;       // (ncam x 9) at qpos0: global orientation
  int* cam_projection;    // (ncam x 1) mjtProjection
  mjtNum* cam_fovy;       // (ncam x 1) field of view in y, degrees, or length if orthographic
  mjtNum* cam_ipd;        // (ncam x 1) distance between the eyes
  int* cam_resolution;    // (ncam x 2) pixels: width, height
  int* cam_output;        // (ncam x 1) bits of mjtCamOutBit
  float* cam_sensorsize;  // (ncam x 2) size of the sensor: width, height
  float* cam_intrinsic;   // (ncam x 4) focal length x, y, principal point x, y
  mjtNum* cam_user;       // (ncam x nuser_cam) user data

  // lights
  int* light_mode;            // (nlight x 1) mjtCamLight
  int* light_bodyid;          // (nlight x 1) body
  int* light_targetbodyid;    // (nlight x 1) body that it points at
  int* light_type;            // (nlight x 1) mjtLightType
  int* light_texid;           // (nlight x 1) texture of an image light
  mjtBool* light_castshadow;  // (nlight x 1) does it cast shadows
  float* light_bulbradius;    // (nlight x 1) radius of the source, for soft shadows
  float* light_intensity;     // (nlight x 1) intensity in candela
  float* light_range;         // (nlight x 1) reach
  mjtBool* light_active;      // (nlight x 1) is it on
  mjtNum* light_pos;          // (nlight x 3) position in the body
  mjtNum* light_dir;          // (nlight x 3) direction in the body
  mjtNum* light_poscom0;      // (nlight x 3) at qpos0: global position less subtree's mass centre
  mjtNum* light_pos0;         // (nlight x 3) at qpos0: global position less that of the body
  mjtNum* light_dir0;         // (nlight x 3) at qpos0: global direction
  float* light_attenuation;   // (nlight x 3) attenuation: constant, linear, quadratic
  float* light_cutoff;        // (nlight x 1) spot: cutoff angle in degrees
  float* light_softness;      // (nlight x 1) spot: softness of the edge, 0..1
  float* light_exponent;      // (nlight x 1) spot: exponent of the fall-off
  float* light_ambient;       // (nlight x 3) ambient colour
  float* light_diffuse;       // (nlight x 3) diffuse colour
  float* light_specular;      // (nlight x 3) specular colour

  // flexes: contact
  int* flex_contype;       // (nflex x 1) contact type bits
  int* flex_conaffinity;   // (nflex x 1) contact affinity bits
  int* flex_condim;        // (nflex x 1) contact dimension
  int* flex_priority;      // (nflex x 1) contact priority
  mjtNum* flex_solmix;     // (nflex x 1) weight in the mix of contact parameters
  mjtNum* flex_solref;     // (nflex x mjNREF) contact: reference
  mjtNum* flex_solimp;     // (nflex x mjNIMP) contact: impedance
  mjtNum* flex_friction;   // (nflex x 3) friction: slide, spin, roll
  mjtNum* flex_margin;     // (nflex x 1) distance at which a contact becomes active
  mjtNum* flex_gap;        // (nflex x 1) further distance at which it is detected
  mjtBool* flex_internal;  // (nflex x 1) elements collide with their own vertices
  int* flex_selfcollide;   // (nflex x 1) mjtFlexSelf
  int* flex_activelayers;  // (nflex x 1) solid: layers of elements that take part in collisions
  int* flex_passive;       // (nflex x 1) contacts act as passive forces, not as constraints

  // flexes: structure
  int* flex_dim;                // (nflex x 1) elements are 1: lines, 2: triangles, 3: tetrahedra
  int* flex_matid;              // (nflex x 1) material
  int* flex_group;              // (nflex x 1) group for drawing
  int* flex_interp;             // (nflex x 1) order of interpolation, 0: each vertex has its body
  int* flex_cellnum;            // (nflex x 3) interpolated: cells along each axis
  int* flex_nodeadr;            // (nflex x 1) first node
  int* flex_nodenum;            // (nflex x 1) number of nodes
  int* flex_vertadr;            // (nflex x 1) first vertex
  int* flex_vertnum;            // (nflex x 1) number of vertices
  int* flex_edgeadr;            // (nflex x 1) first edge
  int* flex_edgenum;            // (nflex x 1) number of edges
  int* flex_elemadr;            // (nflex x 1) first element
  int* flex_elemnum;            // (nflex x 1) number of elements
  int* flex_elemdataadr;        // (nflex x 1) first entry in flex_elem
  int* flex_stiffnessadr;       // (nflex x 1) first entry in flex_stiffness
  int* flex_elemedgeadr;        // (nflex x 1) first entry in flex_elemedge
  int* flex_bendingadr;         // (nflex x 1) first entry in flex_bending
  int* flex_shellnum;           // (nflex x 1) number of shell fragments
  int* flex_shelldataadr;       // (nflex x 1) first entry in flex_shell
  int* flex_evpairadr;          // (nflex x 1) first pair in flex_evpair
  int* flex_evpairnum;          // (nflex x 1) number of pairs
  int* flex_texcoordadr;        // (nflex x 1) first entry in flex_texcoord
  int* flex_nodebodyid;         // (nflexnode x 1) body of a node
  int* flex_vertbodyid;         // (nflexvert x 1) body of a vertex
  int* flex_vertedgeadr;        // (nflexvert x 1) first entry of a vertex in flex_vertedge
  int* flex_vertedgenum;        // (nflexvert x 1) number of its entries there
  int* flex_vertedge;           // (nflexedge x 2) edges at each vertex
  int* flex_edge;               // (nflexedge x 2) edge: two vertices, by number in the flex
  int* flex_edgeflap;           // (nflexedge x 2) edge: opposite vertices of its two triangles
  int* flex_elem;               // (nflexelemdata x 1) elements: dim+1 vertices, by number in flex
  int* flex_elemtexcoord;       // (nflexelemdata x 1) elements: texture coordinates of these
  int* flex_elemedge;           // (nflexelemedge x 1) elements: their edges
  int* flex_elemlayer;          // (nflexelem x 1) element: layers between it and the surface
  int* flex_shell;              // (nflexshelldata x 1) shell fragments: dim vertices each
  int* flex_evpair;             // (nflexevpair x 2) pair: element, vertex
  mjtNum* flex_vert;            // (nflexvert x 3) vertex position in its body
  mjtNum* flex_vert0;           // (nflexvert x 3) vertex position at qpos0, 0..1 in the box
  mjtNum* flex_vertmetric;      // (nflexvert x 4) inverse of a vertex's reference shape matrix
  mjtNum* flex_node;            // (nflexnode x 3) node position in its body
  mjtNum* flex_node0;           // (nflexnode x 3) node position at qpos0
  mjtNum* flexedge_length0;     // (nflexedge x 1) length of an edge at qpos0
  mjtNum* flexedge_invweight0;  // (nflexedge x 1) inverse inertia of an edge at qpos0

  // flexes: elasticity
  mjtNum* flex_radius;         // (nflex x 1) radius around lines, triangles and tetrahedra
  mjtNum* flex_size;           // (nflex x 3) half sizes of the box at qpos0
  mjtNum* flex_stiffness;      // (nflexstiffness x 1) stiffness matrices of elements or cells
  mjtNum* flex_bending;        // (nflexbending x 1) bending matrices of edges
  int* efm0_dofid;             // (nefm0dof x 1) flex metric at qpos0: dof of a row
  int* efm0_L_rownnz;          // (nefm0dof x 1) its factor: entries of a row
  int* efm0_L_rowadr;          // (nefm0dof x 1) its factor: first entry of a row
  int* efm0_L_colind;          // (nefm0L x 1) its factor: columns
  mjtNum* efm0_L;              // (nefm0L x 1) its factor: values
  mjtNum* flex_damping;        // (nflex x 1) damping, in units of stiffness
  mjtNum* flex_edgestiffness;  // (nflex x 1) stiffness of an edge
  mjtNum* flex_edgedamping;    // (nflex x 1) damping of an edge
  int* flex_edgeequality;      // (nflex x 1) equality: 0 none, 1 edges, 2 vertices, 3 strain
  mjtBool* flex_rigid;         // (nflex x 1) all vertices are on one body
  mjtBool* flexedge_rigid;     // (nflexedge x 1) both vertices of an edge are on one body
  mjtBool* flex_centered;      // (nflex x 1) all vertices are at the origin of their body
  mjtBool* flex_flatskin;      // (nflex x 1) drawn with flat shading
  int* flex_bvhadr;            // (nflex x 1) root of its bounding volume tree
  int* flex_bvhnum;            // (nflex x 1) number of its bounding volumes

  // flexes: sparse Jacobians and looks
  int* flexedge_J_rownnz;  // (nflexedge x 1) edges: entries of a row
  int* flexedge_J_rowadr;  // (nflexedge x 1) edges: first entry of a row
  int* flexedge_J_colind;  // (nJfe x 1) edges: columns
  int* flexvert_J_rownnz;  // (nflexvert x 2) vertices: entries of a row
  int* flexvert_J_rowadr;  // (nflexvert x 2) vertices: first entry of a row
  int* flexvert_J_colind;  // (nJfv x 2) vertices: columns
  float* flex_rgba;        // (nflex x 4) colour if it has no material
  float* flex_texcoord;    // (nflextexcoord x 2) texture coordinates

  // meshes
  int* mesh_vertadr;        // (nmesh x 1) first vertex
  int* mesh_vertnum;        // (nmesh x 1) number of vertices
  int* mesh_faceadr;        // (nmesh x 1) first triangle
  int* mesh_facenum;        // (nmesh x 1) number of triangles
  int* mesh_bvhadr;         // (nmesh x 1) root of its bounding volume tree
  int* mesh_bvhnum;         // (nmesh x 1) number of its bounding volumes
  int* mesh_octadr;         // (nmesh x 1) root of its octree
  int* mesh_octnum;         // (nmesh x 1) number of its octree cells
  int* mesh_normaladr;      // (nmesh x 1) first normal
  int* mesh_normalnum;      // (nmesh x 1) number of normals
  int* mesh_texcoordadr;    // (nmesh x 1) first texture coordinate
  int* mesh_texcoordnum;    // (nmesh x 1) number of texture coordinates
  int* mesh_graphadr;       // (nmesh x 1) start of its hull graph
  int* mesh_extrema;        // (nmesh x 27) hull vertex farthest along each of 27 directions
  float* mesh_vert;         // (nmeshvert x 3) vertex position in the mesh frame
  float* mesh_normal;       // (nmeshnormal x 3) normal
  float* mesh_texcoord;     // (nmeshtexcoord x 2) texture coordinates
  int* mesh_face;           // (nmeshface x 3) triangle: vertices
  int* mesh_facenormal;     // (nmeshface x 3) triangle: normals
  int* mesh_facetexcoord;   // (nmeshface x 3) triangle: texture coordinates
  int* mesh_graph;          // (nmeshgraph x 1) hulls: counts, neighbours of vertices, triangles
  mjtNum* mesh_scale;       // (nmesh x 3) scale that was applied to the file's vertices
  mjtNum* mesh_pos;         // (nmesh x 3) translation that was applied to them, to centre the mesh
  mjtNum* mesh_quat;        // (nmesh x 4) rotation that was applied to them, to align the mesh
  int* mesh_pathadr;        // (nmesh x 1) file name in paths
  int* mesh_polynum;        // (nmesh x 1) number of hull polygons
  int* mesh_polyadr;        // (nmesh x 1) first hull polygon
  mjtNum* mesh_polynormal;  // (nmeshpoly x 3) polygon: normal
  int* mesh_polyvertadr;    // (nmeshpoly x 1) polygon: first entry in mesh_polyvert
  int* mesh_polyvertnum;    // (nmeshpoly x 1) polygon: number of vertices
  int* mesh_polyvert;       // (nmeshpolyvert x 1) vertices of polygons
  int* mesh_polymapadr;     // (nmeshvert x 1) vertex: first entry in mesh_polymap
  int* mesh_polymapnum;     // (nmeshvert x 1) vertex: number of polygons
  int* mesh_polymap;        // (nmeshpolymap x 1) polygons at vertices

  // skins
  int* skin_matid;             // (nskin x 1) material
  int* skin_group;             // (nskin x 1) group for drawing
  float* skin_rgba;            // (nskin x 4) colour if it has no material
  float* skin_inflate;         // (nskin x 1) offset of vertices along their normals
  int* skin_vertadr;           // (nskin x 1) first vertex
  int* skin_vertnum;           // (nskin x 1) number of vertices
  int* skin_texcoordadr;       // (nskin x 1) first texture coordinate
  int* skin_faceadr;           // (nskin x 1) first triangle
  int* skin_facenum;           // (nskin x 1) number of triangles
  int* skin_boneadr;           // (nskin x 1) first bone
  int* skin_bonenum;           // (nskin x 1) number of bones
  float* skin_vert;            // (nskinvert x 3) vertex position in the bind pose
  float* skin_texcoord;        // (nskintexvert x 2) texture coordinates
  int* skin_face;              // (nskinface x 3) triangle: vertices
  int* skin_bonevertadr;       // (nskinbone x 1) bone: first entry in skin_bonevertid
  int* skin_bonevertnum;       // (nskinbone x 1) bone: number of vertices
  float* skin_bonebindpos;     // (nskinbone x 3) bone: position in the bind pose
  float* skin_bonebindquat;    // (nskinbone x 4) bone: orientation in the bind pose
  int* skin_bonebodyid;        // (nskinbone x 1) bone: body
  int* skin_bonevertid;        // (nskinbonevert x 1) vertices of bones
  float* skin_bonevertweight;  // (nskinbonevert x 1) their weights
  int* skin_pathadr;           // (nskin x 1) file name in paths

  // height fields
  mjtNum* hfield_size;  // (nhfield x 4) half size x, y, height of the data, depth of the base
  int* hfield_nrow;     // (nhfield x 1) rows (y)
  int* hfield_ncol;     // (nhfield x 1) columns (x)
  int* hfield_adr;      // (nhfield x 1) first height
  float* hfield_data;   // (nhfielddata x 1) heights, 0..1
  int* hfield_pathadr;  // (nhfield x 1) file name in paths

  // textures
  int* tex_type;        // (ntex x 1) mjtTexture
  int* tex_colorspace;  // (ntex x 1) mjtColorSpace
  int* tex_height;      // (ntex x 1) rows; a cube has its six sides one below the other
  int* tex_width;       // (ntex x 1) columns
  int* tex_nchannel;    // (ntex x 1) bytes per pixel
  mjtSize* tex_adr;     // (ntex x 1) first byte
  mjtByte* tex_data;    // (ntexdata x 1) pixels
  int* tex_pathadr;     // (ntex x 1) file name in paths

  // materials
  int* mat_texid;           // (nmat x mjNTEXROLE) texture for each role (mjtTextureRole)
  mjtBool* mat_texuniform;  // (nmat x 1) texture repeats per unit of length, not per object
  float* mat_texrepeat;     // (nmat x 2) repetitions of the texture: x, y
  float* mat_emission;      // (nmat x 1) emission, factor of the colour
  float* mat_specular;      // (nmat x 1) specular reflection
  float* mat_shininess;     // (nmat x 1) shininess
  float* mat_reflectance;   // (nmat x 1) mirror reflection
  float* mat_metallic;      // (nmat x 1) metallic part, -1: not set
  float* mat_roughness;     // (nmat x 1) roughness, -1: not set
  float* mat_rgba;          // (nmat x 4) colour

  // explicit contact pairs
  int* pair_dim;                // (npair x 1) contact dimension
  int* pair_geom1;              // (npair x 1) first geom
  int* pair_geom2;              // (npair x 1) second geom
  int* pair_signature;          // (npair x 1) (body of geom 1 << 16) + body of geom 2
  mjtNum* pair_solref;          // (npair x mjNREF) reference, normal direction
  mjtNum* pair_solreffriction;  // (npair x mjNREF) reference, friction directions; 0 0: as solref
  mjtNum* pair_solimp;          // (npair x mjNIMP) impedance
  mjtNum* pair_margin;          // (npair x 1) distance at which a contact becomes active
  mjtNum* pair_gap;             // (npair x 1) further distance at which it is detected
  mjtNum* pair_adhesion;        // (npair x 1) adhesive force
  mjtNum* pair_friction;        // (npair x 5) friction: tangents, spin, rolls

  // excluded contact pairs
  int* exclude_signature;  // (nexclude x 1) (body 1 << 16) + body 2

  // equality constraints
  int* eq_type;         // (neq x 1) mjtEq
  int* eq_obj1id;       // (neq x 1) first object
  int* eq_obj2id;       // (neq x 1) second object
  int* eq_objtype;      // (neq x 1) kind of the objects of connect and weld: body or site (mjtObj)
  mjtBool* eq_active0;  // (neq x 1) active after a reset
  mjtNum* eq_solref;    // (neq x mjNREF) reference
  mjtNum* eq_solimp;    // (neq x mjNIMP) impedance
  mjtNum* eq_data;      // (neq x mjNEQDATA) anchors, relative pose, polynomial, ... by type

  // tendons
  int* tendon_adr;                // (ntendon x 1) first path object
  int* tendon_num;                // (ntendon x 1) number of path objects
  int* tendon_matid;              // (ntendon x 1) material
  int* tendon_actuatorid;         // (ntendon x 1) as jnt_actuatorid
  int* tendon_group;              // (ntendon x 1) group for drawing
  int* tendon_treenum;            // (ntendon x 1) number of trees that it touches
  int* tendon_treeid;             // (ntendon x 2) the first two of them
  int* ten_J_rownnz;              // (ntendon x 1) Jacobian: entries of a row
  int* ten_J_rowadr;              // (ntendon x 1) Jacobian: first entry of a row
  int* ten_J_colind;              // (nJten x 1) Jacobian: columns
  mjtBool* tendon_limited;        // (ntendon x 1) is the range a limit
  mjtBool* tendon_actfrclimited;  // (ntendon x 1) is actfrcrange a limit
  mjtNum* tendon_width;           // (ntendon x 1) width for drawing
  mjtNum* tendon_solref_lim;      // (ntendon x mjNREF) limit: reference
  mjtNum* tendon_solimp_lim;      // (ntendon x mjNIMP) limit: impedance
  mjtNum* tendon_solref_fri;      // (ntendon x mjNREF) friction loss: reference
  mjtNum* tendon_solimp_fri;      // (ntendon x mjNIMP) friction loss: impedance
  mjtNum* tendon_range;           // (ntendon x 2) limits of the length
  mjtNum* tendon_actfrcrange;     // (ntendon x 2) limits of the total actuator force
  mjtNum* tendon_margin;          // (ntendon x 1) distance from the limit where the row begins
  mjtNum* tendon_stiffness;       // (ntendon x 1) stiffness, constant term
  mjtNum* tendon_stiffnesspoly;   // (ntendon x mjNPOLY) stiffness, linear and quadratic term
  mjtNum* tendon_damping;         // (ntendon x 1) damping, constant term
  mjtNum* tendon_dampingpoly;     // (ntendon x mjNPOLY) damping, linear and quadratic term
  mjtNum* tendon_armature;        // (ntendon x 1) inertia of its velocity
  mjtNum* tendon_frictionloss;    // (ntendon x 1) dry friction
  mjtNum* tendon_lengthspring;    // (ntendon x 2) the spring is relaxed between these lengths
  mjtNum* tendon_length0;         // (ntendon x 1) length at qpos0
  mjtNum* tendon_invweight0;      // (ntendon x 1) inverse inertia at qpos0
  mjtNum* tendon_user;            // (ntendon x nuser_tendon) user data
  float* tendon_rgba;             // (ntendon x 4) colour if it has no material

  // path objects of tendons
  int* wrap_type;    // (nwrap x 1) mjtWrap
  int* wrap_objid;   // (nwrap x 1) joint, site or geom
  mjtNum* wrap_prm;  // (nwrap x 1) joint: coefficient; pulley: divisor; geom: side site

  // actuators
  int* actuator_trntype;           // (nactuator x 1) mjtTrn
  int* actuator_dyntype;           // (nactuator x 1) mjtDyn
  int* actuator_gaintype;          // (nactuator x 1) mjtGain
  int* actuator_biastype;          // (nactuator x 1) mjtBias
  int* actuator_ctrladr;           // (nactuator x 1) first control
  int* actuator_ctrlnum;           // (nactuator x 1) number of controls
  int* actuator_ctrlspec;          // (nactuator x 1) mjtCtrlChart, or bits of mjtCtrlInput, or 0
  int* actuator_outadr;            // (nactuator x 1) first output
  int* actuator_outnum;            // (nactuator x 1) number of outputs
  int* actuator_actadr;            // (nactuator x 1) first activation
  int* actuator_actnum;            // (nactuator x 1) number of activations
  int* actuator_trnid;             // (nactuator x 2) joint, tendon, site or body; second site
  mjtNum* actuator_cranklength;    // (nactuator x 1) slider-crank: length of the rod
  mjtNum* actuator_dynprm;         // (nactuator x mjNDYN) parameters of the dynamics
  mjtNum* actuator_gainprm;        // (nactuator x mjNGAIN) parameters of the gain
  mjtNum* actuator_biasprm;        // (nactuator x mjNBIAS) parameters of the bias
  mjtBool* actuator_actlimited;    // (nactuator x 1) is actrange a limit
  mjtNum* actuator_actrange;       // (nactuator x 2) limits of the activation
  mjtBool* actuator_actearly;      // (nactuator x 1) force uses the activation of the next step
  int* actuator_history;           // (nactuator x 2) history of the control: samples, interpolation
  int* actuator_historyadr;        // (nactuator x 1) first number in mjData.history
  mjtNum* actuator_delay;          // (nactuator x 1) delay of the control in seconds
  mjtNum* actuator_damping;        // (nactuator x 1) damping of the target, constant term
  mjtNum* actuator_dampingpoly;    // (nactuator x mjNPOLY) its linear and quadratic term
  mjtNum* actuator_armature;       // (nactuator x 1) inertia added to the target
  int* actuator_group;             // (nactuator x 1) group for drawing and for opt.disableactuator
  mjtNum* actuator_user;           // (nactuator x nuser_actuator) user data
  int* actuator_plugin;            // (nactuator x 1) plugin instance
  mjtBool* actuator_forcelimited;  // (nactuator x 1) is forcerange a limit
  mjtNum* actuator_forcerange;     // (nactuator x 2) limits of the force

  // controls
  mjtBool* actuator_ctrllimited;  // (nu x 1) is ctrlrange a limit
  mjtNum* actuator_ctrlrange;     // (nu x 2) limits of the control

  // actuator outputs
  mjtNum* actuator_gear;         // (nout x 6) factors from force to joint, tendon or site wrench
  mjtNum* actuator_acc0;         // (nout x 1) norm of the acceleration by unit force at qpos0
  mjtNum* actuator_length0;      // (nout x 1) length at qpos0
  mjtNum* actuator_lengthrange;  // (nout x 2) range of lengths that it can reach

  // sensors
  int* sensor_type;         // (nsensor x 1) mjtSensor
  int* sensor_datatype;     // (nsensor x 1) mjtDataType
  int* sensor_needstage;    // (nsensor x 1) stage that it needs (mjtStage)
  int* sensor_objtype;      // (nsensor x 1) kind of the object (mjtObj)
  int* sensor_objid;        // (nsensor x 1) object
  int* sensor_reftype;      // (nsensor x 1) kind of the reference object (mjtObj)
  int* sensor_refid;        // (nsensor x 1) reference object
  int* sensor_intprm;       // (nsensor x mjNSENS) integer parameters
  int* sensor_dim;          // (nsensor x 1) number of outputs
  int* sensor_adr;          // (nsensor x 1) first output in sensordata
  mjtNum* sensor_cutoff;    // (nsensor x 1) clamp of the outputs, 0: none
  mjtNum* sensor_noise;     // (nsensor x 1) standard deviation of noise, not applied
  int* sensor_history;      // (nsensor x 2) history of the outputs: samples, interpolation
  int* sensor_historyadr;   // (nsensor x 1) first number in mjData.history
  mjtNum* sensor_delay;     // (nsensor x 1) delay in seconds
  mjtNum* sensor_interval;  // (nsensor x 2) period and phase of sampling in seconds
  mjtNum* sensor_user;      // (nsensor x nuser_sensor) user data
  int* sensor_plugin;       // (nsensor x 1) plugin instance

  // plugins
  int* plugin;           // (nplugin x 1) registered plugin of an instance
  int* plugin_stateadr;  // (nplugin x 1) first number in mjData.plugin_state
  int* plugin_statenum;  // (nplugin x 1) numbers there
  char* plugin_attr;     // (npluginattr x 1) attribute texts
  int* plugin_attradr;   // (nplugin x 1) first byte of its attributes

  // custom numbers
  int* numeric_adr;      // (nnumeric x 1) first number
  int* numeric_size;     // (nnumeric x 1) how many
  mjtNum* numeric_data;  // (nnumericdata x 1) the numbers

  // custom texts
  int* text_adr;    // (ntext x 1) first byte
  int* text_size;   // (ntext x 1) bytes, the final 0 included
  char* text_data;  // (ntextdata x 1) the bytes

  // custom tuples
  int* tuple_adr;        // (ntuple x 1) first object
  int* tuple_size;       // (ntuple x 1) how many
  int* tuple_objtype;    // (ntupledata x 1) object: kind (mjtObj)
  int* tuple_objid;      // (ntupledata x 1) object: id
  mjtNum* tuple_objprm;  // (ntupledata x 1) object: parameter

  // keyframes
  mjtNum* key_time;   // (nkey x 1) time
  mjtNum* key_qpos;   // (nkey x nq) qpos
  mjtNum* key_qvel;   // (nkey x nv) qvel
  mjtNum* key_act;    // (nkey x na) act
  mjtNum* key_mpos;   // (nkey x nmocap*3) mocap_pos
  mjtNum* key_mquat;  // (nkey x nmocap*4) mocap_quat
  mjtNum* key_ctrl;   // (nkey x nu) ctrl

  // names: first byte of each in names
  int* name_bodyadr;      // (nbody x 1) bodies
  int* name_jntadr;       // (njnt x 1) joints
  int* name_geomadr;      // (ngeom x 1) geoms
  int* name_siteadr;      // (nsite x 1) sites
  int* name_camadr;       // (ncam x 1) cameras
  int* name_lightadr;     // (nlight x 1) lights
  int* name_flexadr;      // (nflex x 1) flexes
  int* name_meshadr;      // (nmesh x 1) meshes
  int* name_skinadr;      // (nskin x 1) skins
  int* name_hfieldadr;    // (nhfield x 1) height fields
  int* name_texadr;       // (ntex x 1) textures
  int* name_matadr;       // (nmat x 1) materials
  int* name_pairadr;      // (npair x 1) contact pairs
  int* name_excludeadr;   // (nexclude x 1) excluded pairs
  int* name_eqadr;        // (neq x 1) equality constraints
  int* name_tendonadr;    // (ntendon x 1) tendons
  int* name_actuatoradr;  // (nactuator x 1) actuators
  int* name_sensoradr;    // (nsensor x 1) sensors
  int* name_numericadr;   // (nnumeric x 1) custom numbers
  int* name_textadr;      // (ntext x 1) custom texts
  int* name_tupleadr;     // (ntuple x 1) custom tuples
  int* name_keyadr;       // (nkey x 1) keyframes
  int* name_pluginadr;    // (nplugin x 1) plugin instances
  char* names;            // (nnames x 1) model name, then all names, each ended by 0
  int* names_map;         // (nnames_map x 1) hash tables from name to id, one per kind
  char* paths;            // (npaths x 1) file names of assets, each ended by 0

  // sparse pattern B: per body, the dofs of its ancestors, itself and its subtree
  int* B_rownnz;  // (nbody x 1) entries of a row
  int* B_rowadr;  // (nbody x 1) first entry of a row
  int* B_colind;  // (nB x 1) columns, ascending

  // sparse pattern M: lower triangle of the inertia matrix, diagonal last in each row
  int* M_rownnz;  // (nv x 1) entries of a row
  int* M_rowadr;  // (nv x 1) first entry of a row
  int* M_colind;  // (nC x 1) columns, ascending
  int* mapM2M;    // (nC x 1) where an entry is in the layout of nM entries (dof_Madr)

  // sparse pattern D: both triangles, for derivatives
  int* D_rownnz;  // (nv x 1) entries of a row
  int* D_rowadr;  // (nv x 1) first entry of a row
  int* D_diag;    // (nv x 1) place of the diagonal in its row
  int* D_colind;  // (nD x 1) columns, ascending
  int* mapM2D;    // (nD x 1) entry of M for each entry of D, -1 where M has none
  int* mapD2M;    // (nC x 1) entry of D for each entry of M

  // identity
  uint64_t signature;  // identifies the compilation; mjData made from this model has the same
} mjModel;

#endif
