// mjData: state, inputs and everything that a step computes, for one simulation of one mjModel.
// mj_makeData allocates it, mj_deleteData frees it; a thread needs its own. Member order is that of
// MuJoCo 3.12.0. In comments, (r x c) is the shape of an array, stored by rows.
//
// Spatial vectors of six numbers have rotation first, then translation, except xfrc_applied, which
// is (force, torque). Quantities "about the com" refer to the centre of mass of the body's tree,
// subtree_com[body_rootid], in global axes.
#ifndef SINEW_DATA_H_
#define SINEW_DATA_H_

#include <sinew/model.h>

//------------------------------------ small structs -----------------------------------------------

// geometry of a contact, as collision functions give it
typedef struct mjPreContact_ {
  mjtNum dist;        // distance, negative in penetration
  mjtNum pos[3];      // point midway between the surfaces
  mjtNum normal[3];   // unit normal, from geom 1 to geom 2
  mjtNum tangent[3];  // first tangent, 0: chosen by the caller
} mjPreContact;

// a contact
typedef struct mjContact_ {
  // geometry
  mjtNum dist;      // distance, negative in penetration
  mjtNum pos[3];    // point midway between the surfaces
  mjtNum frame[9];  // rows: normal from geom 0 to geom 1, two tangents

  // parameters
  mjtNum includemargin;           // the contact is active if dist is below this
  mjtNum friction[5];             // friction: tangents, spin, rolls
  mjtNum solref[mjNREF];          // reference, normal direction
  mjtNum solreffriction[mjNREF];  // reference, friction directions; 0 0: as solref
  mjtNum solimp[mjNIMP];          // impedance
  mjtNum adhesion;                // adhesive force

  // computed with the constraint rows
  mjtNum mu;     // friction of the regularised cone
  mjtNum H[36];  // elliptic cone: Hessian of the cost (dim x dim)

  // what touches
  int dim;      // contact dimension: 1, 3, 4 or 6
  int geom1;    // same as geom[0]
  int geom2;    // same as geom[1]
  int geom[2];  // geoms, -1 for a flex
  int flex[2];  // flexes, -1 for a geom
  int elem[2];  // flex elements, -1 for a geom or vertex
  int vert[2];  // flex vertices, -1 for a geom or element

  // state
  int exclude;      // why it has no rows: 0 it has, 1 in gap, 2 fused, 3 no dofs, 4 passive
  int efc_address;  // first constraint row, -1: none
} mjContact;

// how often a warning was raised
typedef struct mjWarningStat_ {
  int lastinfo;  // what it was about, the last time
  int number;    // how often
} mjWarningStat;

// time that a part of the step took
typedef struct mjTimerStat_ {
  mjtNum duration;  // seconds, in total
  int number;       // how many calls
} mjTimerStat;

// one iteration of the constraint solver
typedef struct mjSolverStat_ {
  mjtNum improvement;  // reduction of the cost, scaled
  mjtNum gradient;     // norm of the gradient, scaled
  mjtNum lineslope;    // slope that the line search left
  int nactive;         // rows that are not satisfied
  int nchange;         // rows whose state changed
  int neval;           // evaluations of the line search
  int nupdate;         // rank-one updates of the factor
} mjSolverStat;

//------------------------------------ mjData ------------------------------------------------------

// the data
typedef struct mjData_ {
  // sizes of memory
  mjtSize narena;   // bytes of arena
  mjtSize nbuffer;  // bytes of buffer
  int nplugin;      // plugin instances

  // stack and arena
  size_t pstack;  // stack: first byte that is free
  size_t pbase;   // stack: where the current frame begins
  size_t parena;  // arena: first byte that is free

  // threads
  uintptr_t threadpool;  // pool of worker threads, 0: none
  mjtBool threadlock;    // stack and arena are in use by the workers

  // most memory ever used
  mjtSize maxuse_stack;  // bytes of stack
  mjtSize maxuse_arena;  // bytes of arena
  int maxuse_con;        // contacts
  int maxuse_efc;        // constraint rows

  // solver statistics
  mjSolverStat solver[mjNISLAND*mjNSOLVER];  // iterations, mjNSOLVER for each island
  int solver_niter[mjNISLAND];               // number of iterations of each island
  int solver_nnz[mjNISLAND];                 // entries of the matrix of each island
  mjtNum solver_fwdinv[2];                   // forward less inverse: constraint force, total force

  // warnings and timers
  mjWarningStat warning[mjNWARNING];  // warnings (mjtWarning)
  mjTimerStat timer[mjNTIMER];        // timers (mjtTimer)

  // sizes that change with each step
  int ncon;           // contacts
  int ne;             // equality rows
  int nf;             // friction rows
  int nl;             // limit rows
  int nefc;           // all constraint rows
  int nJ;             // entries of efc_J
  int efm_active;     // the flex metric is in use
  int nefmK;          // entries of efm_K
  int nefmdof;        // dofs of the flex metric
  int nefmL;          // entries of efm_L
  int nY;             // entries of efc_Y
  int nA;             // entries of efc_AR
  int nisland;        // constraint islands
  int nidof;          // dofs in islands
  int ntree_awake;    // trees that are awake
  int nbody_awake;    // bodies that are awake or static
  int nparent_awake;  // bodies whose parent is awake or static
  int nv_awake;       // dofs that are awake

  // what has been computed already in this step
  mjtBool flg_energypos;   // potential energy
  mjtBool flg_energyvel;   // kinetic energy
  mjtBool flg_subtreevel;  // subtree velocities
  mjtBool flg_rnepost;     // accelerations and forces after constraints

  // time and energy
  mjtNum time;       // time
  mjtNum energy[2];  // potential, kinetic

  // memory
  void* buffer;  // arrays of fixed size, one block of nbuffer bytes
  void* arena;   // arrays that grow in a step (from below) and stack (from above)

  // state
  mjtNum* qpos;            // (nq x 1) positions
  mjtNum* qvel;            // (nv x 1) velocities
  mjtNum* act;             // (na x 1) activations
  mjtNum* history;         // (nhistory x 1) history buffers of controls and sensors
  mjtNum* qacc_warmstart;  // (nv x 1) acceleration that the solver starts from
  mjtNum* plugin_state;    // (npluginstate x 1) plugin states

  // inputs
  mjtNum* ctrl;          // (nu x 1) controls
  mjtNum* qfrc_applied;  // (nv x 1) forces in joint space
  mjtNum* xfrc_applied;  // (nbody x 6) force and torque at the centre of mass of each body
  mjtBool* eq_active;    // (neq x 1) equality constraints that are switched on

  // mocap bodies
  mjtNum* mocap_pos;   // (nmocap x 3) positions
  mjtNum* mocap_quat;  // (nmocap x 4) orientations

  // derivatives of the state
  mjtNum* qacc;     // (nv x 1) accelerations
  mjtNum* act_dot;  // (na x 1) time derivative of act

  // user and sensor data
  mjtNum* userdata;    // (nuserdata x 1) for the user; never touched but by reset
  mjtNum* sensordata;  // (nsensordata x 1) sensor outputs

  // sleep
  int* tree_asleep;  // (ntree x 1) asleep: next tree of its sleeping island; awake: < 0, counts up

  // plugins
  int* plugin;             // (nplugin x 1) registered plugin of an instance
  uintptr_t* plugin_data;  // (nplugin x 1) pointer that belongs to the plugin

  // position: kinematics
  mjtNum* xpos;        // (nbody x 3) body frame: position
  mjtNum* xquat;       // (nbody x 4) body frame: orientation as quaternion
  mjtNum* xmat;        // (nbody x 9) body frame: orientation as matrix
  mjtNum* xipos;       // (nbody x 3) inertial frame: position (centre of mass)
  mjtNum* ximat;       // (nbody x 9) inertial frame: orientation
  mjtNum* xanchor;     // (njnt x 3) joint anchor
  mjtNum* xaxis;       // (njnt x 3) joint axis
  mjtNum* geom_xpos;   // (ngeom x 3) geom: position
  mjtNum* geom_xmat;   // (ngeom x 9) geom: orientation
  mjtNum* site_xpos;   // (nsite x 3) site: position
  mjtNum* site_xmat;   // (nsite x 9) site: orientation
  mjtNum* cam_xpos;    // (ncam x 3) camera: position
  mjtNum* cam_xmat;    // (ncam x 9) camera: orientation
  mjtNum* light_xpos;  // (nlight x 3) light: position
  mjtNum* light_xdir;  // (nlight x 3) light: direction

  // position: centre of mass
  mjtNum* subtree_com;  // (nbody x 3) centre of mass of a subtree
  mjtNum* cdof;         // (nv x 6) motion axis of a dof, about the com
  mjtNum* cinert;       // (nbody x 10) inertia of a body about the com: 6 of the tensor, m*d, m

  // position: flexes
  mjtNum* flexvert_xpos;    // (nflexvert x 3) vertex position
  mjtNum* flexelem_aabb;    // (nflexelem x 6) box of an element: centre, half sizes
  mjtNum* flexelem_krot;    // (nflexstiffness x 1) stiffness of cells, in global axes
  mjtNum* flexedge_J;       // (nJfe x 1) edge length Jacobian, sparse
  mjtNum* flexedge_length;  // (nflexedge x 1) edge length
  mjtNum* flexvert_J;       // (nJfv x 2) vertex shape Jacobian, sparse
  mjtNum* flexvert_length;  // (nflexvert x 2) vertex shape residuals
  mjtNum* bvh_aabb_dyn;     // (nbvhdynamic x 6) box of a moving bounding volume: centre, half sizes

  // position: tendons
  int* ten_wrapadr;    // (ntendon x 1) first point of the path
  int* ten_wrapnum;    // (ntendon x 1) number of points
  mjtNum* ten_J;       // (nJten x 1) length Jacobian, sparse
  mjtNum* ten_length;  // (ntendon x 1) length
  int* wrap_obj;       // (nwrap x 2) what a path point is on: geom, -1 site, -2 pulley
  mjtNum* wrap_xpos;   // (nwrap x 6) path points, two per path object

  // position: actuator transmission
  mjtNum* actuator_length;  // (nout x 1) length
  int* moment_rownnz;       // (nout x 1) moment: entries of a row
  int* moment_rowadr;       // (nout x 1) moment: first entry of a row
  int* moment_colind;       // (nJmom x 1) moment: columns
  mjtNum* actuator_moment;  // (nJmom x 1) moment: derivative of length by dofs, sparse

  // position: inertia matrix
  mjtNum* crb;        // (nbody x 10) inertia of a subtree about the com, as cinert
  mjtNum* M;          // (nC x 1) inertia matrix, pattern M
  mjtNum* qLD;        // (nC x 1) its factor L'DL, pattern M
  mjtNum* qLDiagInv;  // (nv x 1) 1/D

  // position: collision
  mjtBool* bvh_active;  // (nbvh x 1) bounding volume was visited

  // position: sleep
  int* tree_awake;        // (ntree x 1) is the tree awake
  int* body_awake;        // (nbody x 1) mjtSleepState
  int* body_awake_ind;    // (nbody x 1) bodies that are awake or static
  int* parent_awake_ind;  // (nbody x 1) bodies whose parent is awake or static
  int* dof_awake_ind;     // (nv x 1) dofs that are awake

  // velocity
  mjtNum* flexedge_velocity;  // (nflexedge x 1) flex edge velocity
  mjtNum* ten_velocity;       // (ntendon x 1) tendon velocity
  mjtNum* actuator_velocity;  // (nout x 1) actuator velocity
  mjtNum* cvel;               // (nbody x 6) spatial velocity of a body, about the com
  mjtNum* cdof_dot;           // (nv x 6) time derivative of cdof

  // velocity: forces
  mjtNum* qfrc_bias;      // (nv x 1) Coriolis, centrifugal and gravity forces
  mjtNum* qfrc_spring;    // (nv x 1) springs
  mjtNum* qfrc_damper;    // (nv x 1) dampers
  mjtNum* qfrc_gravcomp;  // (nv x 1) gravity compensation
  mjtNum* qfrc_fluid;     // (nv x 1) fluid
  mjtNum* qfrc_adhesion;  // (nv x 1) adhesive contacts
  mjtNum* qfrc_passive;   // (nv x 1) all passive forces

  // velocity: subtrees, on demand
  mjtNum* subtree_linvel;  // (nbody x 3) velocity of a subtree's centre of mass
  mjtNum* subtree_angmom;  // (nbody x 3) angular momentum about it

  // implicit integration
  mjtNum* qH;         // (nC x 1) factor of M with implicit damping, pattern M
  mjtNum* qHDiagInv;  // (nv x 1) inverse of its diagonal
  mjtNum* qDeriv;     // (nD x 1) derivative of forces by velocities, pattern D
  mjtNum* qLU;        // (nD x 1) factor of M - h qDeriv, pattern D

  // actuation
  mjtNum* actuator_force;  // (nout x 1) force of an output
  mjtNum* qfrc_actuator;   // (nv x 1) actuator forces in joint space

  // acceleration without constraints
  mjtNum* qfrc_smooth;  // (nv x 1) passive - bias + applied + actuator
  mjtNum* qacc_smooth;  // (nv x 1) acceleration by it

  // constraint force and inverse dynamics
  mjtNum* qfrc_constraint;  // (nv x 1) constraint forces in joint space
  mjtNum* qfrc_inverse;     // (nv x 1) force that the inverse dynamics asks for

  // acceleration: bodies, on demand
  mjtNum* cacc;      // (nbody x 6) spatial acceleration, about the com
  mjtNum* cfrc_int;  // (nbody x 6) force between a body and its parent, about the com
  mjtNum* cfrc_ext;  // (nbody x 6) external force on a body, about the com

  // arena: contacts
  mjContact* contact;  // (ncon x 1) contacts

  // arena: constraint rows
  int* efc_type;             // (nefc x 1) mjtConstraint
  int* efc_id;               // (nefc x 1) equality, dof, joint, tendon or contact
  int* efc_J_rownnz;         // (nefc x 1) Jacobian, if sparse: entries of a row
  int* efc_J_rowadr;         // (nefc x 1) Jacobian, if sparse: first entry of a row
  int* efc_J_rowsuper;       // (nefc x 1) Jacobian, if sparse: further rows of the same pattern
  int* efc_J_colind;         // (nJ x 1) Jacobian, if sparse: columns
  mjtNum* efc_J;             // (nJ x 1) Jacobian
  mjtNum* efc_pos;           // (nefc x 1) residual: distance or error
  mjtNum* efc_margin;        // (nefc x 1) residual at which the row becomes active
  mjtNum* efc_frictionloss;  // (nefc x 1) dry friction
  mjtNum* efc_diagA;         // (nefc x 1) diagonal of J inv(M) J', exact or not (mjENBL_DIAGEXACT)
  mjtNum* efc_KBIP;          // (nefc x 4) stiffness, damping, impedance and its derivative
  mjtNum* efc_D;             // (nefc x 1) 1/R
  mjtNum* efc_R;             // (nefc x 1) regularisation
  int* tendon_efcadr;        // (ntendon x 1) first row of a tendon, -1: none

  // arena: islands of trees and dofs
  int* tree_island;      // (ntree x 1) island of a tree, -1: none
  int* island_ntree;     // (nisland x 1) number of trees
  int* island_itreeadr;  // (nisland x 1) first entry in map_itree2tree
  int* map_itree2tree;   // (ntree x 1) trees in the order of islands
  int* dof_island;       // (nv x 1) island of a dof, -1: none
  int* island_nv;        // (nisland x 1) number of dofs
  int* island_idofadr;   // (nisland x 1) first entry in map_idof2dof
  int* island_dofadr;    // (nisland x 1) its first dof
  int* map_dof2idof;     // (nv x 1) place of a dof in the order of islands
  int* map_idof2dof;     // (nv x 1) dofs in the order of islands
  mjtNum* ifrc_smooth;   // (nidof x 1) qfrc_smooth in the order of islands
  mjtNum* iacc_smooth;   // (nidof x 1) qacc_smooth in the order of islands
  mjtNum* iacc;          // (nidof x 1) qacc in the order of islands

  // arena: islands of constraint rows
  int* efc_island;            // (nefc x 1) island of a row
  int* island_ne;             // (nisland x 1) equality rows
  int* island_nf;             // (nisland x 1) friction rows
  int* island_nefc;           // (nisland x 1) all rows
  int* island_iefcadr;        // (nisland x 1) first entry in map_iefc2efc
  int* map_efc2iefc;          // (nefc x 1) place of a row in the order of islands
  int* map_iefc2efc;          // (nefc x 1) rows in the order of islands
  int* iefc_type;             // (nefc x 1) efc_type in the order of islands
  int* iefc_id;               // (nefc x 1) efc_id in the order of islands
  mjtNum* iefc_frictionloss;  // (nefc x 1) efc_frictionloss in the order of islands
  mjtNum* iefc_D;             // (nefc x 1) efc_D in the order of islands
  mjtNum* iefc_R;             // (nefc x 1) efc_R in the order of islands

  // arena: dual problem
  int* efc_Y_rownnz;   // (nefc x 1) Y, if sparse: entries of a row
  int* efc_Y_rowadr;   // (nefc x 1) Y, if sparse: first entry of a row
  int* efc_Y_colind;   // (nY x 1) Y, if sparse: columns
  mjtNum* efc_Y;       // (nY x 1) Y = J inv(sqrt(M))
  int* efc_AR_rownnz;  // (nefc x 1) AR, if sparse: entries of a row
  int* efc_AR_rowadr;  // (nefc x 1) AR, if sparse: first entry of a row
  int* efc_AR_colind;  // (nA x 1) AR, if sparse: columns
  mjtNum* efc_AR;      // (nA x 1) AR = J inv(M) J' + R

  // arena: velocity
  mjtNum* efc_vel;   // (nefc x 1) velocity of the residual
  mjtNum* efc_aref;  // (nefc x 1) acceleration that the row aims at

  // arena: flex metric M + K
  mjtNum* efm_c;      // (nv x 1) shift of the smooth force
  int* efm_K_rownnz;  // (nv x 1) K: entries of a row
  int* efm_K_rowadr;  // (nv x 1) K: first entry of a row
  int* efm_K_colind;  // (nefmK x 1) K: columns
  mjtNum* efm_K_val;  // (nefmK x 1) K: values
  int* efm_dofid;     // (nefmdof x 1) dofs of the factor
  mjtNum* efm_L;      // (nefmL x 1) factor of M + K on these dofs

  // arena: solution
  mjtNum* efc_b;            // (nefc x 1) J qacc_smooth - aref
  mjtNum* iefc_aref;        // (nefc x 1) efc_aref in the order of islands
  int* iefc_state;          // (nefc x 1) efc_state in the order of islands
  mjtNum* iefc_force;       // (nefc x 1) efc_force in the order of islands
  int* efc_state;           // (nefc x 1) mjtConstraintState
  mjtNum* efc_force;        // (nefc x 1) constraint force
  mjtNum* ifrc_constraint;  // (nidof x 1) qfrc_constraint in the order of islands

  // identity
  uint64_t signature;  // that of the model it was made from
} mjData;

//------------------------------------ callbacks ---------------------------------------------------

#ifdef __cplusplus
extern "C" {
#endif

// passive forces and controls: writes into d
typedef void (*mjfGeneric)(const mjModel* m, mjData* d);

// contact filter: returns nonzero to drop the pair of geoms
typedef int (*mjfConFilt)(const mjModel* m, mjData* d, int geom1, int geom2);

// user sensors of one stage (mjtStage): writes into d->sensordata
typedef void (*mjfSensor)(const mjModel* m, mjData* d, int stage);

// clock for the timers: returns the time in any unit
typedef mjtNum (*mjfTime)(void);

// user actuator `id`: returns act_dot, gain or bias
typedef mjtNum (*mjfAct)(const mjModel* m, const mjData* d, int id);

// collision of a pair of geoms: fills con, room for mjMAXCONPAIR, returns the number of contacts
typedef int (*mjfCollision)(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2,
                            mjtNum margin);

#ifdef __cplusplus
}
#endif

#endif
