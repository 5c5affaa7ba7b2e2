// Functions of the engine. What is declared here exists; docs/api.md lists what is still to come.
// The mathematical functions are in sinew/math.h, our own additions in sinew/extra.h.
#ifndef SINEW_API_H_
#define SINEW_API_H_

#include <sinew/data.h>
#include <sinew/export.h>
#include <sinew/log.h>
#include <sinew/model.h>
#include <sinew/spec.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- version

// 3012000: the version of the API and of the results that this library follows
MJAPI int mj_version(void);
// "3.12.0"; sn_version is the version of Sinew itself
MJAPI const char* mj_versionString(void);

// ---- memory: set both hooks before the first object is made and keep them

// if set, all memory of the library is taken from here; any failure must return NULL
MJAPI extern void* (*mju_user_malloc)(size_t);
MJAPI extern void (*mju_user_free)(void*);

// size -> block aligned to 64 bytes; reports an error and returns NULL if there is none
MJAPI void* mju_malloc(size_t size);
MJAPI void mju_free(void* ptr);

// ---- messages: printed to stderr by default; the library never exits

// older hooks: get the text of errors and warnings unless a log handler is set
MJAPI extern void (*mju_user_error)(const char*);
MJAPI extern void (*mju_user_warning)(const char*);

// names of the log topics, by topic number minus 1
MJAPI extern const char* mjTOPICSTRING[mjNTOPIC];

MJAPI void mju_error(const char* msg, ...) mjPRINTFLIKE(1, 2);
MJAPI void mju_warning(const char* msg, ...) mjPRINTFLIKE(1, 2);
// the standard handler shows it if the topic's bit (1 << (topic-1)) is set in mjLogConfig.topics, or
// topic is mjTOPIC_NONE; a handler of the program gets it in any case
MJAPI void mju_info(int topic, const char* msg, ...) mjPRINTFLIKE(2, 3);
// the door that all of the above go through
MJAPI void mju_message(const mjLogMessage* msg);
// all messages go to handler from now on; NULL restores the standard one. Returns the previous one.
// A message that a handler causes itself is dropped, unless it handles an error.
MJAPI mjfLogHandler mju_setLogHandler(mjfLogHandler handler);
// the environment variable MUJOCO_LOG_TOPICS, names of topics between commas (time_stp, time_cmp,
// sleep), switches topics on at the start and when mju_clearHandlers is called
MJAPI mjLogConfig mju_getLogConfig(void);
MJAPI void mju_setLogConfig(mjLogConfig config);
// unsets all hooks: errors, warnings, memory, log handler; the configuration is that of the start
MJAPI void mju_clearHandlers(void);
// appends a dated entry to the log file
MJAPI void mju_writeLog(const char* type, const char* msg);
// counts a warning in d->warning and reports it the first time since the last reset
MJAPI void mj_warning(mjData* d, int warning, int info);

// ---- names of option bits and timers

MJAPI extern const char* mjDISABLESTRING[mjNDISABLE];
MJAPI extern const char* mjENABLESTRING[mjNENABLE];
MJAPI extern const char* mjTIMERSTRING[mjNTIMER];

// ---- defaults

MJAPI void mj_defaultLROpt(mjLROpt* opt);
// solref (mjNREF) and solimp (mjNIMP); either may be NULL
MJAPI void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp);
MJAPI void mj_defaultOption(mjOption* opt);
MJAPI void mj_defaultVisual(mjVisual* vis);

// ---- virtual file system: files in memory that loading finds before those on disk

// an empty one; every other function needs this first
MJAPI void mj_defaultVFS(mjVFS* vfs);
// adds a copy of a file under its base name in lower case. 0: added, 2: the name is taken, -1: failed
MJAPI int mj_addFileVFS(mjVFS* vfs, const char* directory, const char* filename);
// adds a copy of nbuffer bytes under a path. 0: added, 2: the name is taken, -1: failed
MJAPI int mj_addBufferVFS(mjVFS* vfs, const char* name, const void* buffer, int nbuffer);
// removes what has this name, or else what mj_addFileVFS added of it. 0: removed, -1: there is none
MJAPI int mj_deleteFileVFS(mjVFS* vfs, const char* filename);
// 1 if mj_addBufferVFS would find the name taken, else 0
MJAPI int mj_containsBufferVFS(mjVFS* vfs, const char* name);
// 1 if mj_addFileVFS would find the name taken, else 0
MJAPI int mj_containsFileVFS(mjVFS* vfs, const char* directory, const char* filename);
// frees everything in it; it is empty again
MJAPI void mj_deleteVFS(mjVFS* vfs);

// ---- loading

// MJCF or URDF file -> model; NULL and a message that says file, line, element and remedy in error
// (error_sz bytes, may be NULL). After success error holds the warnings, one per line. Files are
// looked up in vfs first, which may be NULL.
MJAPI mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);
// MJCF or URDF, file or text -> editable model, to be compiled by mj_compile and freed by
// mj_deleteSpec; mj_parse takes the type of the file: text/xml, application/zip, NULL: by its name.
// A zip archive (.zip, .mjz; also for mj_loadXML) holds a model, found as robot.xml,
// robot/robot.xml, model.xml or robot/model.xml in robot.zip, and its files.
MJAPI mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz);
MJAPI mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz);
MJAPI mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs,
                       char* error, int error_sz);
// names of the files that a model file needs, itself first: included ones, models that are attached,
// assets where loading looks for them -> dependencies, whose contents are replaced
MJAPI void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies);
// editable model -> model; NULL after an error, which mjs_getError tells
MJAPI mjModel* mj_compile(mjSpec* s, const mjVFS* vfs);
// the spec as it is now in place of m and d (may be NULL), which were made from it before: the
// pointers stay, the arrays behind them are others. Time, positions and velocities of joints,
// activations and controls of actuators and poses of mocap bodies are kept, wherever these are
// numbered now; everything else is as in a fresh data. 0: done; -1: an error, which mjs_getError
// tells, and nothing is changed
MJAPI int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);

// numbers that a program has changed in m, the model that s was compiled to, back into s, so that
// s compiles to them: options, poses, sizes, masses, springs, ranges, gains, keyframes ... Files of
// the model are read again. 1: done; 0: an error, which mjs_getError tells
MJAPI int mj_copyBack(mjSpec* s, const mjModel* m);

// ---- saving as MJCF
// Numbers have as many digits as they need: what is saved loads again as the same model. Files that
// a model includes, attached models and copies appear in full; angles are in radians, orientations
// are quaternions, actuators are `general`.

// the last model that mj_loadXML has made, with the numbers that m has now (m may be NULL); 1, or 0
// and a message in error. mj_freeLastXML forgets that model, which is kept until the next one is
// loaded.
MJAPI int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz);
MJAPI void mj_freeLastXML(void);
// a spec that has been compiled, to a text of xml_sz bytes or a file; 0, or -1 and a message in
// error. A text that is too long gives the number of its bytes.
MJAPI int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz);
MJAPI int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz);
// the file in the format that its extension or the content type names: .xml (text/xml; of s, or of
// the model that was loaded last), .mjb (our binary form, of m), .txt (text/plain, as mj_printModel
// of m), .zip or .mjz (application/zip: s with all files that it names, which are looked up in vfs
// first). The bytes written, or -1 and a message in error. s, m, content_type, vfs may be NULL.
MJAPI mjtSize mj_encode(const mjSpec* s, const mjModel* m, const char* filename,
                        const char* content_type, const mjVFS* vfs, char* error, int error_sz);

// ---- cache of assets: decoded images and processed meshes, shared by all models of the process. A
// file is read at each load, and taken from the cache if its bytes and all that decides its
// processing are those of an entry: results are the same with and without. It is safe to use by
// several threads, and not used while mju_user_malloc or mju_user_free is set.

MJAPI mjCache* mj_getCache(void);
// bytes in the cache, most bytes that it may hold (500 MiB at first); 0 for NULL
MJAPI size_t mj_getCacheSize(const mjCache* cache);
MJAPI size_t mj_getCacheCapacity(const mjCache* cache);
// drops entries, the least used first, until they fit; 0 turns the cache off. Returns the capacity.
MJAPI size_t mj_setCacheCapacity(mjCache* cache, size_t size);
MJAPI void mj_clearCache(mjCache* cache);

// ---- model

// dest NULL: a new model, NULL if memory is short. Else dest must have the sizes of src.
MJAPI mjModel* mj_copyModel(mjModel* dest, const mjModel* src);
MJAPI void mj_deleteModel(mjModel* m);
// the model in a binary form of our own (.snb): to a buffer of at least mj_sizeModel
// bytes if there is one, else to a file. It loads fast and gives the same bits; it is checked for damage, and
// made for one version of the format.
MJAPI void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz);
// the model in such a file (looked up in vfs first, which may be NULL) or buffer; NULL and a warning
// if it is none, damaged, or of another version
MJAPI mjModel* mj_loadModel(const char* filename, const mjVFS* vfs);
MJAPI mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz);
// bytes of the model in a file
MJAPI mjtSize mj_sizeModel(const mjModel* m);

// ---- data

// a new mjData for m, in the state after mj_resetData; NULL if out of memory
MJAPI mjData* mj_makeData(const mjModel* m);
// dest NULL: a new data. Else dest must have been made from m. Copies the contents of the arena too.
MJAPI mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src);
MJAPI void mj_deleteData(mjData* d);
// gives d nthread worker threads beside the caller's, in place of those that it has; 0: none. They
// solve constraint islands side by side where that saves time (Newton, CG). Results do not depend
// on their number. Each needs scratch of the arena's size. mj_deleteData ends them.
MJAPI void mju_threadpool(mjData* d, int nthread);
// neutral controls: 0, or the identity for quaternion inputs -> ctrl
MJAPI void mj_resetCtrl(const mjModel* m, mjData* d);
// everything to its start: qpos0, zero velocity and time, no warnings, no contacts
MJAPI void mj_resetData(const mjModel* m, mjData* d);
// the same, but every field of reals that is an output of the pipeline has all bytes set to
// debug_value; indices and counts are zero
MJAPI void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value);
// reset, then time, qpos, qvel, act, mocap and ctrl from keyframe `key`; ignored if out of range
MJAPI void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key);
// time, qpos, qvel, act, mocap and ctrl -> keyframe k
MJAPI void mj_setKeyframe(mjModel* m, const mjData* d, int k);

// ---- stack of scratch memory in the arena

// opens a frame; mj_freeStack gives back all that was taken since
MJAPI void mj_markStack(mjData* d);
MJAPI void mj_freeStack(mjData* d);
// bytes at an alignment (a power of 2); reports an error and returns NULL if the arena is full
MJAPI void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment);
MJAPI mjtNum* mj_stackAllocNum(mjData* d, size_t size);
MJAPI int* mj_stackAllocInt(mjData* d, size_t size);

// ---- state as one vector: the components of sig (bits of mjtState) in the order of their bits

// numbers in the state vector; -1 and an error if sig is not a set of mjtState bits
MJAPI int mj_stateSize(const mjModel* m, int sig);
MJAPI void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig);
MJAPI void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig);
// the components dstsig of a state vector with components srcsig, which must include them
MJAPI void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig);
MJAPI void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig);

// ---- history: samples of delayed controls and sensors

// first control of actuator `id` at time - delay. interp 0: hold, 1: linear, 2: cubic, -1: as the
// model says. Without a buffer: the current control.
MJAPI mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp);
// sensor `id` at time - delay: returns a pointer into d, or result (sensor_dim) if it was
// interpolated. Without a buffer: the current data.
MJAPI const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time,
                                  mjtNum* result, int interp);
// fills a buffer: times (strictly increasing) and values, oldest first; NULL keeps those that are
// there
MJAPI void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                              const mjtNum* values);
// the same for a sensor; phase: time of the last sample of a sensor with a period
MJAPI void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                                const mjtNum* values, mjtNum phase);

// ---- callbacks: all NULL at the start; they are for one world at a time

MJAPI extern mjfGeneric mjcb_passive;          // adds to qfrc_passive
MJAPI extern mjfGeneric mjcb_control;          // writes ctrl
MJAPI extern mjfConFilt mjcb_contactfilter;    // 1: leave this pair of geoms out
MJAPI extern mjfSensor mjcb_sensor;            // writes the data of user sensors
MJAPI extern mjfTime mjcb_time;                // clock of the timers
MJAPI extern mjfAct mjcb_act_dyn;              // act_dot of user actuators; 0 if not set
MJAPI extern mjfAct mjcb_act_gain;             // gain of user actuators; 1 if not set
MJAPI extern mjfAct mjcb_act_bias;             // bias of user actuators; 0 if not set
MJAPI void mj_resetCallbacks(void);
// narrow phase by geom types, the lower type first; NULL: such geoms never touch. May be replaced.
MJAPI extern mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES];

// ---- tree algorithms: stages of the pipeline

// qpos, mocap -> poses of bodies, inertial frames, geoms, sites; xanchor, xaxis
MJAPI void mj_kinematics(const mjModel* m, mjData* d);
// poses -> subtree_com, cinert, cdof
MJAPI void mj_comPos(const mjModel* m, mjData* d);
// poses, subtree_com -> poses of cameras and lights
MJAPI void mj_camlight(const mjModel* m, mjData* d);
// cinert, cdof -> crb, M without the armature of tendons
MJAPI void mj_crb(const mjModel* m, mjData* d);
// cinert, cdof, ten_J -> crb, M
MJAPI void mj_makeM(const mjModel* m, mjData* d);
// M -> qLD, qLDiagInv: M = L' D L
MJAPI void mj_factorM(const mjModel* m, mjData* d);
// x = M^-1 y for n vectors; x may be y
MJAPI void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n);
// x = D^(-1/2) L^(-T) y for n vectors; sqrtInvD[nv] holds D^(-1/2)
MJAPI void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y,
                      const mjtNum* sqrtInvD, int n);
// qvel, cdof -> cvel, cdof_dot
MJAPI void mj_comVel(const mjModel* m, mjData* d);
// result[nv] = forces of gravity and velocity, plus M qacc without armature if flg_acc
MJAPI void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result);
// cvel -> subtree_linvel, subtree_angmom
MJAPI void mj_subtreeVel(const mjModel* m, mjData* d);
// poses, ten_length -> energy[0]; qvel, M -> energy[1]
MJAPI void mj_energyPos(const mjModel* m, mjData* d);
MJAPI void mj_energyVel(const mjModel* m, mjData* d);

// ---- tree algorithms: Jacobians (3 x nv) of a point of a body; jacp: translation, jacr: rotation,
// either may be NULL

MJAPI void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                  const mjtNum point[3], int body);
MJAPI void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);
MJAPI void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body);
MJAPI void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom);
MJAPI void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site);
// of the centre of mass of a subtree
MJAPI void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body);
// of a point, and of an axis (world coordinates) that turns with the body
MJAPI void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                           const mjtNum point[3], const mjtNum axis[3], int body);
// time derivative of mj_jac
MJAPI void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                     const mjtNum point[3], int body);
// angular momentum of a subtree about its centre of mass = mat (3 x nv) qvel
MJAPI void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body);
// qfrc_target += jacp' force + jacr' torque; either of force and torque may be NULL
MJAPI void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3],
                      const mjtNum point[3], int body, mjtNum* qfrc_target);

// ---- tree algorithms: mass matrix

// dense and symmetric, nv x nv
MJAPI void mj_fullM(const mjModel* m, const mjData* d, mjtNum* dst);
MJAPI void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// res = D^(1/2) L vec, so that |res|^2 = vec' M vec
MJAPI void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
// adds the lower triangle of M: to a dense nv x nv matrix if the three arrays are NULL, else to a
// sparse one, whose rows must have room for the union of both patterns
MJAPI void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr,
                   int* colind);

// ---- tree algorithms: objects and configurations

// (rotation, translation) of a body, xbody, geom, site or camera, in world axes or, with flg_local,
// its own
MJAPI void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid,
                             mjtNum res[6], int flg_local);
// the same for acceleration, from cacc
MJAPI void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid,
                                 mjtNum res[6], int flg_local);
// qvel such that qpos1 moved by qvel for dt is qpos2
MJAPI void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                               const mjtNum* qpos2);
// qpos moves by qvel for dt
MJAPI void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);
MJAPI void mj_normalizeQuat(const mjModel* m, mjtNum* qpos);
// pos, quat in a body -> xpos, xmat in the world; sameframe is mjtSameFrame
MJAPI void mj_local2Global(mjData* d, mjtNum xpos[3], mjtNum xmat[9], const mjtNum pos[3],
                           const mjtNum quat[4], int body, mjtByte sameframe);
MJAPI mjtNum mj_getTotalmass(const mjModel* m);
// scales masses and inertias of all bodies
MJAPI void mj_setTotalmass(mjModel* m, mjtNum newmass);

// ---- flexes, tendons and transmissions

// poses -> vertices, boxes, edges and shapes of flexes; after mj_kinematics and mj_comPos
MJAPI void mj_flex(const mjModel* m, mjData* d);

// qpos, poses -> tendon paths, ten_length, ten_J; after mj_kinematics and mj_comPos
MJAPI void mj_tendon(const mjModel* m, mjData* d);
// actuator_length, actuator_moment and its structure; after mj_tendon
MJAPI void mj_transmission(const mjModel* m, mjData* d);

// ---- forces

// springs, dampers, gravity compensation, fluid -> qfrc_spring, qfrc_damper, ..., qfrc_passive
MJAPI void mj_passive(const mjModel* m, mjData* d);
// ctrl, act, actuator_length, actuator_velocity -> act_dot, actuator_force, qfrc_actuator
MJAPI void mj_fwdActuation(const mjModel* m, mjData* d);

// ---- contacts

// poses of geoms -> contact, ncon
MJAPI void mj_collision(const mjModel* m, mjData* d);
// most contacts that the narrow phase makes for two geoms; has_margin: 0 no margin, 1 a margin, -1
// as the model says
MJAPI int mj_maxContact(const mjModel* m, int g1, int g2, int has_margin);
// appends a contact and forgets the constraint rows; 1 if there is no room
MJAPI int mj_addContact(const mjModel* m, mjData* d, const mjContact* con);
// signed distance of two geoms, at most distmax; fromto (may be NULL): the segment between them
MJAPI mjtNum mj_geomDistance(const mjModel* m, mjData* d, int geom1, int geom2, mjtNum distmax,
                             mjtNum fromto[6]);
// force and torque of a contact in its frame
MJAPI void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum result[6]);

// ---- rays: the hit is at pnt + x vec, x >= 0 is returned; -1: nothing is hit. geomid and normal (the
// outward normal of the surface) may be NULL

// the nearest geom. geomgroup (may be NULL): 6 flags, 0 leaves a group out; flg_static 0 leaves static
// geoms out, bodyexclude (-1: none) those of a body
MJAPI mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
                    const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int geomid[1],
                    mjtNum normal[3]);
// nray rays from one point; geoms farther than cutoff are left out
MJAPI void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                       const mjtByte* geomgroup, mjtBool flg_static, int bodyexclude, int* geomid,
                       mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff);
// one geom: a height field, a mesh, a primitive shape; a skin
MJAPI mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                          const mjtNum vec[3], mjtNum normal[3]);
MJAPI mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                        const mjtNum vec[3], mjtNum normal[3]);
// one flex: vertices, edges, faces of a layer, skin; vertid: its vertex nearest to the hit, as it was
// if nothing is hit (may be NULL)
MJAPI mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtBool flg_vert,
                        mjtBool flg_edge, mjtBool flg_face, mjtBool flg_skin, int flexid,
                        const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]);
MJAPI mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                         const mjtNum pnt[3], const mjtNum vec[3], int geomtype, mjtNum normal[3]);
MJAPI mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert,
                         const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);

// ---- constraints

// contacts, poses, tendons, qpos -> constraint rows: efc_J, efc_pos, efc_D, ...
MJAPI void mj_makeConstraint(const mjModel* m, mjData* d);
// rows -> islands: nisland, tree_island, dof_island, efc_island, maps
MJAPI void mj_island(const mjModel* m, mjData* d);
// rows -> efc_Y, efc_AR, exact diagonal, as far as the options need them
MJAPI void mj_projectConstraint(const mjModel* m, mjData* d);
// qvel, rows -> efc_vel, efc_aref
MJAPI void mj_referenceConstraint(const mjModel* m, mjData* d);
// jar = J a - aref -> efc_state, efc_force, qfrc_constraint; cost (may be NULL) without the Gauss term;
// contact.H of contacts in the middle of their cone if flg_coneHessian
MJAPI void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1],
                               int flg_coneHessian);
// qacc_smooth, rows -> qacc, efc_force, qfrc_constraint
MJAPI void mj_fwdConstraint(const mjModel* m, mjData* d);
// qacc, contact forces -> cacc, cfrc_int, cfrc_ext
MJAPI void mj_rnePostConstraint(const mjModel* m, mjData* d);
// which cone; is efc_J sparse; does the solver work on forces
MJAPI int mj_isPyramidal(const mjModel* m);
MJAPI int mj_isSparse(const mjModel* m);
MJAPI int mj_isDual(const mjModel* m);
// res[nefc] = efc_J vec[nv], res[nv] = efc_J' vec[nefc]; res is untouched if there are no rows
MJAPI void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);
MJAPI void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// ---- inverse dynamics in parts

// as mj_inverse; stages up to skipstage (mjtStage) are current already, skipsensor: sensors and energy stay
MJAPI void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// position and velocity stages of the inverse; qacc -> efc_force, qfrc_constraint
MJAPI void mj_invPosition(const mjModel* m, mjData* d);
MJAPI void mj_invVelocity(const mjModel* m, mjData* d);
MJAPI void mj_invConstraint(const mjModel* m, mjData* d);
// inverse dynamics after forward dynamics -> solver_fwdinv
MJAPI void mj_compareFwdInv(const mjModel* m, mjData* d);

// ---- simulation

// one timestep with the model's integrator
MJAPI void mj_step(const mjModel* m, mjData* d);
// the same in two parts, so that controls can depend on positions and velocities; RK4 becomes Euler
MJAPI void mj_step1(const mjModel* m, mjData* d);
MJAPI void mj_step2(const mjModel* m, mjData* d);
// state, controls, forces -> everything up to qacc and sensordata
MJAPI void mj_forward(const mjModel* m, mjData* d);
// skipstage (mjtStage): stages up to it are current already; skipsensor: sensors and energy stay
MJAPI void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor);
// state, qacc -> qfrc_inverse: the forces that make this acceleration
MJAPI void mj_inverse(const mjModel* m, mjData* d);
// qpos, mocap -> frames, tendons, M and its factor, contacts, constraint rows, islands, transmissions
MJAPI void mj_fwdPosition(const mjModel* m, mjData* d);
// qvel -> velocities, passive forces, reference of the constraint rows, qfrc_bias
MJAPI void mj_fwdVelocity(const mjModel* m, mjData* d);
// sensors of a stage -> sensordata
MJAPI void mj_sensorPos(const mjModel* m, mjData* d);
MJAPI void mj_sensorVel(const mjModel* m, mjData* d);
MJAPI void mj_sensorAcc(const mjModel* m, mjData* d);
// qacc, act_dot -> state one timestep on: semi-implicit Euler; the implicit integrator of the model;
// Runge-Kutta with N = 4 stages
MJAPI void mj_Euler(const mjModel* m, mjData* d);
MJAPI void mj_implicit(const mjModel* m, mjData* d);
MJAPI void mj_RungeKutta(const mjModel* m, mjData* d, int N);
// constants of the model at qpos0 and qpos_spring, after its numbers were changed; qpos of d is overwritten.
// Length ranges of actuators are not computed here.
MJAPI void mj_setConst(mjModel* m, mjData* d);
// actuator_lengthrange of one actuator, by simulation or from limits as opt says; 0 and a message in
// error if that fails
MJAPI int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                            int error_sz);
// a number of qpos or qvel that is bad raises a warning and, unless disabled, resets the data
MJAPI void mj_checkPos(const mjModel* m, mjData* d);
MJAPI void mj_checkVel(const mjModel* m, mjData* d);
// the same for qacc; after a reset the forward pass is repeated
MJAPI void mj_checkAcc(const mjModel* m, mjData* d);

// ---- derivatives by finite differences

// x = (dq, qvel, act), ndx = 2 nv + na, u = ctrl, s = sensordata; A = dx'/dx (ndx x ndx), B = dx'/du (ndx x nu),
// C = ds/dx (nsensordata x ndx), D = ds/du (nsensordata x nu), by rows; each may be NULL. Centred or forward
// differences of a step, from the first stage that an input reaches; a limited control is moved within its range, and
// its column is zero if it is outside. The matrices that integrators solve with are not varied by qvel (Euler), act and
// ctrl. The state of d is left as it was, its results are not. Not for RK4 and delays
MJAPI void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_centered,
                            mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D);
// forces f = qfrc_inverse, less qfrc_actuator if flg_actuation; s = sensordata; m = M (nC). Forward differences by
// q, v = qvel and a = qacc; row i belongs to input i: Df (nv x nv), Ds (nv x nsensordata), Dm (nv x nC); each may be
// NULL. State and qacc of d are left as they were, other results are not. Not for RK4 and no-slip
MJAPI void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtBool flg_actuation,
                         mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv,
                         mjtNum* DsDa, mjtNum* DmDq);
// qpos, mocap -> poses of bodies, geoms, sites, cameras and lights, mass centres, tendons
MJAPI void mj_fwdKinematics(const mjModel* m, mjData* d);
// forces -> qfrc_smooth, qacc_smooth
MJAPI void mj_fwdAcceleration(const mjModel* m, mjData* d);

// ---- names

// id of the named object, -1 if there is none; type is mjtObj
MJAPI int mj_name2id(const mjModel* m, int type, const char* name);
// name of an object, NULL if it has none or does not exist
MJAPI const char* mj_id2name(const mjModel* m, int type, int id);
// name of one control of an actuator ("pos", "qw", ...), NULL if its kind has no such names
MJAPI const char* mj_actuatorInputName(const mjModel* m, int id, int input);

// ---- printing: to a file, or to stdout if filename is NULL or empty

MJAPI void mj_printModel(const mjModel* m, const char* filename);
MJAPI void mj_printData(const mjModel* m, const mjData* d, const char* filename);
// float_format: a printf format for one number such as "%12.5g" (the default is "% -9.2g")
MJAPI void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format);
MJAPI void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                                 const char* float_format);
// elements and attributes of MJCF as text or as an HTML table (flg_pad: levels by padding, else by
// blanks), to a file and to a buffer, either of which may be NULL. Returns the length of the text.
MJAPI int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html,
                         int flg_pad);

// ---- editable models (sinew/spec.h): specs

// a spec with a world body and the default class main; NULL if memory is short
MJAPI mjSpec* mj_makeSpec(void);
// a copy that shares nothing with s; NULL if memory is short
MJAPI mjSpec* mj_copySpec(const mjSpec* s);
// frees a spec with all its elements; a child model is freed with its parent, and a spec that was
// attached to others stays in memory until they are freed
MJAPI void mj_deleteSpec(mjSpec* s);
// copy = 1: mjs_attach copies everything. 0, the default: structs (mjsBody*, mjsGeom*, ...) that the
// program has of the child become those of the parent when the child is attached for the first
// time, so that what it changes in them, or adds to them, counts in the parent; the child has
// structs of its own from then on and may be compiled, or attached again. 0: done, -1: s is NULL
MJAPI int mjs_setDeepCopy(mjSpec* s, int deepcopy);
// seconds that parts of the last compilation took (mjNCTIMER numbers, see mjtCTimer), those of
// meshes summed over threads; valid as long as s is
MJAPI const double* mjs_getTimer(mjSpec* s);
// the last error, "" if there was none; valid until the spec is used again
MJAPI const char* mjs_getError(mjSpec* s);
// 1 if there are warnings and no error
MJAPI int mjs_isWarning(mjSpec* s);
MJAPI int mjs_numWarnings(const mjSpec* spec);
// NULL if there are fewer; valid until the spec is used again
MJAPI const char* mjs_getWarning(const mjSpec* spec, int index);

// ---- editable models: adding elements. All return NULL if memory is short. def is the class whose
// values they start with; NULL: in a body the nearest childclass, elsewhere main

MJAPI mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def);  // def becomes its childclass
MJAPI mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def);
MJAPI mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def);
MJAPI mjsJoint* mjs_addFreeJoint(mjsBody* body);
MJAPI mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def);
MJAPI mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def);
MJAPI mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def);
// parentframe: a frame of the same body around the new one, or NULL
MJAPI mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe);
MJAPI mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def);
MJAPI mjsSensor* mjs_addSensor(mjSpec* s);
MJAPI mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def);
MJAPI mjsExclude* mjs_addExclude(mjSpec* s);
MJAPI mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def);
MJAPI mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def);
MJAPI mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def);
MJAPI mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def);
MJAPI mjsHField* mjs_addHField(mjSpec* s);
MJAPI mjsTexture* mjs_addTexture(mjSpec* s);
MJAPI mjsSkin* mjs_addSkin(mjSpec* s);
MJAPI mjsFlex* mjs_addFlex(mjSpec* s);
MJAPI mjsNumeric* mjs_addNumeric(mjSpec* s);
MJAPI mjsText* mjs_addText(mjSpec* s);
MJAPI mjsTuple* mjs_addTuple(mjSpec* s);
MJAPI mjsKey* mjs_addKey(mjSpec* s);
// an instance of a plugin; elements use it by its name, or have it alone (element of their plugin
// member)
MJAPI mjsPlugin* mjs_addPlugin(mjSpec* s);
// lets the model use a registered plugin. 0: done, -1: none of that name is registered
MJAPI int mjs_activatePlugin(mjSpec* s, const char* name);
// the configuration of an instance: an mjStringVec of keys and values by turns, which is copied (in
// C++ also a std::map of strings); NULL: the struct has no instance
MJAPI void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes);
MJAPI const void* mjs_getPluginAttributes(const mjsPlugin* plugin);
// a class that starts as a copy of its parent (NULL: main); NULL if the name is empty or taken
MJAPI mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent);
// replaces vertices, normals and faces of a mesh by those of a shape (docs/mjcf.md: builtin and
// params of mesh). 0: done, -1: error (see mjs_getError of its spec)
MJAPI int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);
// a flex with its bodies, joints and equalities inside a body, as <flexcomp> makes it (docs/mjcf.md).
// NULL arrays and texts, and mass and inertiabox of 0 or less, stand for the defaults; type and dof
// are its words, equality is 0 none, 1 edges, 2 vertices, 3 strain. NULL after an error (see
// mjs_getError of the body's spec)
MJAPI mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim,
                            const char* dof, const int count[3], const int cellcount[3],
                            const double spacing[3], const double scale[3], double radius,
                            double mass, double inertiabox, int equality, int rigid, int flatskin,
                            int elastic2d, const double pos[3], const double quat[4],
                            const double origin[3], const char* file, const mjVFS* vfs);
// the next object on the path of a tendon, by name
MJAPI mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name);
MJAPI mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite);
MJAPI mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef);
MJAPI mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor);

// ---- editable models: what an actuator does, as the elements of MJCF say it (docs/mjcf.md: motor,
// position, ...). "", or what is wrong. Pointers to numbers may be NULL: not given; not those of a
// muscle

MJAPI const char* mjs_setToMotor(mjsActuator* actuator);
MJAPI const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1],
                                    double dampratio[1], double timeconst[1], double inheritrange);
MJAPI const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1],
                                       double dampratio[1], double timeconst[1],
                                       double inheritrange);
MJAPI const char* mjs_setToVelocity(mjsActuator* actuator, double kv);
MJAPI const char* mjs_setToOrientation(mjsActuator* actuator, double kp, double kv[1],
                                       double dampratio[1], int ctrlspec);
MJAPI const char* mjs_setToPID(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                               double ki[1], double imax[1], double slewmax[1], double inheritrange,
                               int ctrlspec);
MJAPI const char* mjs_setToDamper(mjsActuator* actuator, double kv);
MJAPI const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias,
                                    double area, double diameter);
MJAPI const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth,
                                  double range[2], double force, double scale, double lmin,
                                  double lmax, double vmax, double fpmax, double fvmax);
MJAPI const char* mjs_setToAdhesion(mjsActuator* actuator, double gain);
MJAPI const char* mjs_setToDCMotor(mjsActuator* actuator, double motorconst[2], double resistance,
                                   double nominal[3], double saturation[3], double inductance[2],
                                   double cogging[3], double controller[6], double thermal[6],
                                   double lugre[5], int ctrlspec);

// ---- editable models: copying and changing

// copies child (a body, a frame, or a whole spec through its element) with all that belongs to it
// into parent (a frame, a site, or, unless child is a body, a body); names become prefix + name +
// suffix. The child stays as it is. Returns the copy, NULL after an error (see mjs_getError of the
// parent's spec)
MJAPI mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                             const char* suffix);
// takes an element out; a body or a frame goes with what is in it and what refers to that. 0: done,
// -1: error
MJAPI int mjs_delete(mjSpec* spec, mjsElement* element);
// 0: done, -1: another element of the kind has the name
MJAPI int mjs_setName(mjsElement* element, const char* name);
// the class that an element belongs to; its values stay
MJAPI void mjs_setDefault(mjsElement* element, const mjsDefault* def);
// puts an element into a frame of its body. 0: done, -1: error
MJAPI int mjs_setFrame(mjsElement* dest, mjsFrame* frame);
// replaces a body by a frame of the same pose and name with its contents; an inertia that was given
// for it is added to that of its parent. *body becomes NULL
MJAPI mjsFrame* mjs_bodyToFrame(mjsBody** body);
// orientation -> quat; NULL, or what is wrong. quat stays if the orientation is a quaternion
MJAPI const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                         const mjsOrientation* orientation);

// ---- editable models: finding and walking; NULL if there is none

MJAPI mjSpec* mjs_getSpec(const mjsElement* element);
// the spec whose file or calls an attached element came from, with its settings
MJAPI mjSpec* mjs_getOriginSpec(const mjsElement* element);
MJAPI mjsCompiler* mjs_getCompiler(const mjsElement* element);
// a model that was declared as an asset, or a spec that was attached, by the name of its model
MJAPI mjSpec* mjs_findSpec(const mjSpec* spec, const char* name);
MJAPI mjsBody* mjs_findBody(const mjSpec* s, const char* name);
MJAPI mjsElement* mjs_findElement(const mjSpec* s, mjtObj type, const char* name);
// a body below body, or body itself
MJAPI mjsBody* mjs_findChild(const mjsBody* body, const char* name);
MJAPI mjsBody* mjs_getParent(const mjsElement* element);
MJAPI mjsFrame* mjs_getFrame(const mjsElement* element);
MJAPI mjsFrame* mjs_findFrame(const mjSpec* s, const char* name);
MJAPI mjsDefault* mjs_getDefault(const mjsElement* element);
MJAPI mjsDefault* mjs_findDefault(const mjSpec* s, const char* classname);
MJAPI mjsDefault* mjs_getSpecDefault(const mjSpec* s);  // main
// id in the compiled model, -1 before
MJAPI int mjs_getId(const mjsElement* element);
// elements of a kind in a body, with recurse also in the bodies below, depth first
MJAPI mjsElement* mjs_firstChild(const mjsBody* body, mjtObj type, int recurse);
MJAPI mjsElement* mjs_nextChild(const mjsBody* body, const mjsElement* child, int recurse);
// all elements of a kind
MJAPI mjsElement* mjs_firstElement(const mjSpec* s, mjtObj type);
MJAPI mjsElement* mjs_nextElement(const mjSpec* s, const mjsElement* element);
// objects on the path of a tendon; the divisor is 1 unless it is a pulley, the coefficient 1 unless
// it is a joint
MJAPI int mjs_getWrapNum(const mjsTendon* tendonspec);
MJAPI mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i);
MJAPI mjsElement* mjs_getWrapTarget(const mjsWrap* wrap);
MJAPI mjsSite* mjs_getWrapSideSite(const mjsWrap* wrap);
MJAPI double mjs_getWrapDivisor(const mjsWrap* wrap);
MJAPI double mjs_getWrapCoef(const mjsWrap* wrap);

// numbers of a sensor; -1: no such kind, 0: not known
MJAPI int mjs_sensorDim(const mjsSensor* sensor);

// ---- editable models: values of the program, kept with an element by key. cleanup is called with
// the value when it is replaced or deleted, or with the spec; copies of an element have no values

MJAPI void mjs_setUserValue(mjsElement* element, const char* key, const void* data);
MJAPI void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data,
                                       void (*cleanup)(const void*));
MJAPI const void* mjs_getUserValue(mjsElement* element, const char* key);  // NULL if there is none
MJAPI void mjs_deleteUserValue(mjsElement* element, const char* key);

// ---- editable models: strings and vectors that elements own

MJAPI void mjs_setBuffer(mjByteVec* dest, const void* array, int size);
MJAPI void mjs_setString(mjString* dest, const char* text);
MJAPI void mjs_setStringVec(mjStringVec* dest, const char* text);  // words of the text
// false if i is out of range
MJAPI mjtBool mjs_setInStringVec(mjStringVec* dest, int i, const char* text);
MJAPI void mjs_appendString(mjStringVec* dest, const char* text);
MJAPI void mjs_setInt(mjIntVec* dest, const int* array, int size);
MJAPI void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size);
MJAPI void mjs_setFloat(mjFloatVec* dest, const float* array, int size);
MJAPI void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size);
MJAPI void mjs_setDouble(mjDoubleVec* dest, const double* array, int size);
MJAPI mjString* mjs_getName(mjsElement* element);
MJAPI const char* mjs_getString(const mjString* source);
MJAPI const double* mjs_getDouble(const mjDoubleVec* source, int* size);

// ---- editable models: built-in values of structs of the caller's own; strings and vectors: NULL

MJAPI void mjs_defaultSpec(mjSpec* spec);
MJAPI void mjs_defaultOrientation(mjsOrientation* orient);
MJAPI void mjs_defaultBody(mjsBody* body);
MJAPI void mjs_defaultFrame(mjsFrame* frame);
MJAPI void mjs_defaultJoint(mjsJoint* joint);
MJAPI void mjs_defaultGeom(mjsGeom* geom);
MJAPI void mjs_defaultSite(mjsSite* site);
MJAPI void mjs_defaultCamera(mjsCamera* camera);
MJAPI void mjs_defaultLight(mjsLight* light);
MJAPI void mjs_defaultFlex(mjsFlex* flex);
MJAPI void mjs_defaultMesh(mjsMesh* mesh);
MJAPI void mjs_defaultHField(mjsHField* hfield);
MJAPI void mjs_defaultSkin(mjsSkin* skin);
MJAPI void mjs_defaultTexture(mjsTexture* texture);
MJAPI void mjs_defaultMaterial(mjsMaterial* material);
MJAPI void mjs_defaultPair(mjsPair* pair);
MJAPI void mjs_defaultEquality(mjsEquality* equality);
MJAPI void mjs_defaultTendon(mjsTendon* tendon);
MJAPI void mjs_defaultActuator(mjsActuator* actuator);
MJAPI void mjs_defaultSensor(mjsSensor* sensor);
MJAPI void mjs_defaultNumeric(mjsNumeric* numeric);
MJAPI void mjs_defaultText(mjsText* text);
MJAPI void mjs_defaultTuple(mjsTuple* tuple);
MJAPI void mjs_defaultKey(mjsKey* key);
MJAPI void mjs_defaultPlugin(mjsPlugin* plugin);

// ---- editable models: from an element to its struct, NULL if it is of another kind

MJAPI mjsBody* mjs_asBody(mjsElement* element);
MJAPI mjsGeom* mjs_asGeom(mjsElement* element);
MJAPI mjsJoint* mjs_asJoint(mjsElement* element);
MJAPI mjsSite* mjs_asSite(mjsElement* element);
MJAPI mjsCamera* mjs_asCamera(mjsElement* element);
MJAPI mjsLight* mjs_asLight(mjsElement* element);
MJAPI mjsFrame* mjs_asFrame(mjsElement* element);
MJAPI mjsActuator* mjs_asActuator(mjsElement* element);
MJAPI mjsSensor* mjs_asSensor(mjsElement* element);
MJAPI mjsFlex* mjs_asFlex(mjsElement* element);
MJAPI mjsPair* mjs_asPair(mjsElement* element);
MJAPI mjsEquality* mjs_asEquality(mjsElement* element);
MJAPI mjsExclude* mjs_asExclude(mjsElement* element);
MJAPI mjsTendon* mjs_asTendon(mjsElement* element);
MJAPI mjsNumeric* mjs_asNumeric(mjsElement* element);
MJAPI mjsText* mjs_asText(mjsElement* element);
MJAPI mjsTuple* mjs_asTuple(mjsElement* element);
MJAPI mjsKey* mjs_asKey(mjsElement* element);
MJAPI mjsPlugin* mjs_asPlugin(mjsElement* element);
MJAPI mjsMesh* mjs_asMesh(mjsElement* element);
MJAPI mjsHField* mjs_asHField(mjsElement* element);
MJAPI mjsSkin* mjs_asSkin(mjsElement* element);
MJAPI mjsTexture* mjs_asTexture(mjsElement* element);
MJAPI mjsMaterial* mjs_asMaterial(mjsElement* element);

#ifdef __cplusplus
}
#include <sinew/spec_cpp.h>
#endif

#endif
