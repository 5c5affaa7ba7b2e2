// What Sinew has beyond the reference's API; all names begin with sn_.
#ifndef SINEW_EXTRA_H_
#define SINEW_EXTRA_H_

#include <sinew/data.h>
#include <sinew/export.h>
#include <sinew/model.h>
#include <sinew/render.h>
#include <sinew/spec.h>

#ifdef __cplusplus
extern "C" {
#endif

// "0.2.0": the version of Sinew; mj_versionString is that of the API
MJAPI const char* sn_version(void);

// MJCF text -> model, in one call; NULL and the message in error (error_sz bytes, may be NULL)
MJAPI mjModel* sn_loadXMLString(const char* xml, char* error, int error_sz);

// calls `found` for each file that a model file needs, itself first, each once: what
// mju_getXMLDependencies lists. Returns their number, or -1 after an error, which is reported.
MJAPI int sn_findDependencies(const char* filename, void (*found)(void* context, const char* file),
                              void* context);

// ---- loading with options

// how URDF is read where the reference departs from the format (docs/conformance.md, "URDF")
typedef enum sn_Urdf_ {
  sn_URDF_STANDARD = 0,  // as the format defines it; differences are told in warnings
  sn_URDF_REFERENCE      // as the reference reads it
} sn_Urdf;

typedef struct sn_LoadOptions_ {
  int urdf;  // sn_Urdf
  // Folders. Only files in them or below them are read from disk, the model file itself included,
  // wherever links and ".." lead; what is in the mjVFS is always read. A model that was parsed with
  // roots keeps them when it is compiled, copied and attached. NULL: files may be anywhere.
  const char* const* roots;
  int nroot;  // how many; 0 with roots: nothing is read from disk
} sn_LoadOptions;

// The options of mj_loadXML and its like: urdf is what the environment variable SINEW_URDF says,
// "reference" or "standard", and sn_URDF_STANDARD without it; roots are NULL.
MJAPI void sn_defaultLoadOptions(sn_LoadOptions* options);
// mj_loadXML and mj_parseXML with options; NULL: the default ones
MJAPI mjModel* sn_loadXML(const char* filename, const mjVFS* vfs, const sn_LoadOptions* options,
                          char* error, int error_sz);
MJAPI mjSpec* sn_parseXML(const char* filename, const mjVFS* vfs, const sn_LoadOptions* options,
                          char* error, int error_sz);

// ---- strings and vectors of editable models
// What sinew/spec_cpp.h is made of; for other languages too. vec is an mjString, mjDoubleVec, ...

// Elements have theirs; a program that wants one of its own gives room for sn_VECPARTS pointers:
// empty, with memory of its own (false if that is short), and the end of it
enum { sn_VECPARTS = 2 + 8 / (int)sizeof(void*) };  // 3 where addresses have 64 bits
MJAPI mjtBool sn_vecInit(void* vec);
MJAPI void sn_vecFree(void* vec);
// elements; of a string: bytes
MJAPI int sn_vecSize(const void* vec);
// numbers or bytes, NULL if there are none; valid until the next change
MJAPI void* sn_vecData(const void* vec);
// an element of a vector of strings or of vectors, NULL if there is none; valid until the next one
// is added
MJAPI void* sn_vecAt(const void* vec, int i);
// other number of elements of `bytes` each, new ones are 0; vectors of strings or of vectors can
// only be cut. False if memory is short, or if size is negative
MJAPI mjtBool sn_vecResize(void* vec, int size, int bytes);

// ---- fields
// The members of the public structs, told at run time, so that tools and other languages need no
// list of their own:
//   for (int i = 0; i < sn_fieldCount(sn_TYPE_DATA); i++) {
//     sn_Field f;
//     sn_field(sn_TYPE_DATA, i, &f);
//     mjtSize rows, cols;
//     void* address = sn_fieldAddress(sn_TYPE_DATA, i, m, d, &rows, &cols);
//   }

// what a member is made of; the structs are those whose members are told
typedef enum sn_Type_ {
  sn_TYPE_NUM = 0,      // mjtNum
  sn_TYPE_FLOAT,        // float
  sn_TYPE_INT,          // int
  sn_TYPE_SIZE,         // mjtSize
  sn_TYPE_BYTE,         // mjtByte
  sn_TYPE_BOOL,         // mjtBool
  sn_TYPE_CHAR,         // char
  sn_TYPE_ADDRESS,      // uintptr_t, size_t
  sn_TYPE_UINT64,       // uint64_t
  sn_TYPE_POINTER,      // void*
  sn_TYPE_MODEL,        // mjModel
  sn_TYPE_DATA,         // mjData
  sn_TYPE_OPTION,       // mjOption
  sn_TYPE_VISUAL,       // mjVisual; members of its groups are named "global.fovy"
  sn_TYPE_STATISTIC,    // mjStatistic
  sn_TYPE_CONTACT,      // mjContact
  sn_TYPE_WARNINGSTAT,  // mjWarningStat
  sn_TYPE_TIMERSTAT,    // mjTimerStat
  sn_TYPE_SOLVERSTAT,   // mjSolverStat
  sn_TYPE_LROPT,        // mjLROpt
  sn_TYPE_VIEWOPTION,   // mjvOption
  sn_TYPE_CAMERA,       // mjvCamera
  sn_TYPE_PERTURB,      // mjvPerturb
  sn_NTYPE              // number of types
} sn_Type;

// part of a step that writes a member
typedef enum sn_Stage_ {
  sn_STAGE_NONE = 0,      // none
  sn_STAGE_INPUT,         // state, controls and what else a program sets
  sn_STAGE_POSITION,      // position stage
  sn_STAGE_VELOCITY,      // velocity stage
  sn_STAGE_ACTUATION,     // actuation stage
  sn_STAGE_ACCELERATION,  // accelerations without constraints
  sn_STAGE_CONSTRAINT,    // constraint solver
  sn_STAGE_SENSOR,        // sensors, after each stage
  sn_STAGE_INTEGRATION,   // integrators
  sn_STAGE_INVERSE,       // inverse dynamics
  sn_STAGE_DEMAND,        // computed when a sensor, an option or a call asks for it
  sn_NSTAGE               // number of stages
} sn_Stage;

// bits of sn_Field.flags
typedef enum sn_FieldFlag_ {
  sn_FIELD_ARRAY = 1 << 0,   // the member is a pointer to the numbers, else they are in the struct
  sn_FIELD_ARENA = 1 << 1,   // an array that each step makes anew
  sn_FIELD_LANE = 1 << 2,    // stepping of many worlds at once computes it
  sn_FIELD_WORLD = 1 << 3,   // worlds that are stepped together may come to differ in it
  sn_FIELD_EXPORT = 1 << 4,  // for other languages too, not only for the library
  sn_NFIELDFLAG = 5          // number of flags
} sn_FieldFlag;

// a member; its texts last as long as the program
typedef struct sn_Field_ {
  const char* name;     // as in C
  const char* ctype;    // type of one element as in C: "mjtNum"
  const char* rowtext;  // rows: a number, a constant, a size of mjModel or mjData: "nbody"
  const char* coltext;  // columns: "3"
  const char* unit;     // "m", "mixed" or "" for none; "m|rad": linear or angular, by the joint,
                        // tendon or actuator; "N, N m": first and second half of a row
  const char* meaning;  // a few words
  size_t offset;        // of the member in its struct
  size_t size;          // bytes of one element
  int type;             // sn_Type of one element
  int stage;            // sn_Stage that writes it
  int flags;            // sn_FieldFlag bits
} sn_Field;

// members of a struct (sn_Type): sizes first, then other members, then arrays; 0 for other types
MJAPI int sn_fieldCount(int type);
// member i of a struct; false if there is none
MJAPI mjtBool sn_field(int type, int i, sn_Field* field);
// number of a member by its name, -1 if there is none
MJAPI int sn_findField(int type, const char* name);
// Where the numbers of a member are, and how many: rows x cols. They are in m (mjModel, and
// mjOption, mjVisual and mjStatistic, which are parts of it) or d (mjData). The address is NULL for
// an array that is empty, for members of other structs, which have no fixed place, and if m or d is
// NULL; what depends on a model or data that is NULL counts 0. rows and cols may be NULL.
MJAPI void* sn_fieldAddress(int type, int i, const mjModel* m, const mjData* d, mjtSize* rows,
                            mjtSize* cols);
// name of a type ("mjtNum") and of a stage ("position"); NULL if there is none
MJAPI const char* sn_typeName(int type);
MJAPI const char* sn_stageName(int stage);

// Rebuilds the lists of awake bodies and the cached state of sleeping trees from tree_asleep. Call
// it after you have restored all fields of an mjData through the table. Returns false, and wakes
// all trees, if tree_asleep names islands that cannot exist.
MJAPI mjtBool sn_updateSleep(const mjModel* m, mjData* d);

// ---- errors as values
// The library never exits: an error is reported and the call returns. A program in another language
// raises an exception instead of printing a message. Each thread has a mode and keeps its last
// error and warning:
//   sn_setErrorMode(sn_ERROR_KEEP);
//   mj_step(m, d);
//   if (sn_lastError()) raise(sn_lastError());

typedef enum sn_ErrorMode_ {
  sn_ERROR_REPORT = 0,  // errors and warnings are kept and go to the log handler
  sn_ERROR_KEEP         // they are only kept: handlers and hooks are not called, nothing is printed
} sn_ErrorMode;

// sets the mode of this thread and returns the former one; -1, and no change, for any other mode
MJAPI int sn_setErrorMode(int mode);
// text of the last error or warning of this thread since they were cleared, NULL if there was none;
// valid until the next one
MJAPI const char* sn_lastError(void);
MJAPI const char* sn_lastWarning(void);
// forgets the last error and warning of this thread
MJAPI void sn_clearErrors(void);

// ---- derivatives
// Of the step x' = f(x, u), y = s(x, u): x = (dq, qvel, act) with ndx = 2 nv + na, dq a tangent as in
// mj_integratePos, u = ctrl, y = sensordata. They are those of mj_step itself; mjd_transitionFD keeps
// factors between columns and gives other numbers (docs/derivatives.md).

typedef enum sn_DiffMode_ {
  sn_DIFF_ANALYTIC = 0,  // formulas; the cost of a few steps
  sn_DIFF_HYBRID,        // formulas, but centred differences of steps for positions
  sn_DIFF_FD,            // centred differences of steps
  sn_NDIFFMODE           // number of modes
} sn_DiffMode;

// A (ndx x ndx) and B (ndx x nu) of the next state, C (nsensordata x ndx) and D (nsensordata x nu) of
// the sensors, by rows; each may be NULL. d is at the state and stays there. What formulas do not
// cover is taken from differences: returns the mode that was used (hybrid if C and D were), -1 after
// an error.
MJAPI int sn_transition(const mjModel* m, mjData* d, int mode, mjtNum* A, mjtNum* B, mjtNum* C,
                        mjtNum* D);

// what sn_transitionCheck found; of all entries the one of the largest error
typedef struct sn_DiffReport_ {
  char matrix;        // 'A', 'B', 'C' or 'D'; 0: no entry could be compared
  int row, col;       // of the matrix
  char what[200];     // the same in words: "qvel of joint 'hip' by ctrl 'motor'"
  mjtNum value;       // in the mode that is checked
  mjtNum difference;  // by differences of steps
  mjtNum error;       // |value - difference| / (|difference| + max(0.01 c, 1e-4)), c the largest
                      // difference of the column; at sensors that read y max(.., 0.001 |y|)
  mjtNum eps;         // of the differences; the best of several
  mjtNum ratio;       // change of the difference from eps to eps/10, as a part of the error
  mjtBool converged;  // it does not change: the error is not that of the differences
  int ncolumn;        // columns of all matrices; one of A is one of C too
  int nchanged;       // of these not compared: contacts, limits or zones change within the steps
} sn_DiffReport;

// A mode of sn_transition at the state of d against differences of steps (five points, several eps),
// both with the solver converged to rounding and no tree asleep. It takes some 4 to 16 steps for
// each column. d stays as it is. Returns the mode that was used, -1 after an error.
MJAPI int sn_transitionCheck(const mjModel* m, mjData* d, int mode, sn_DiffReport* report);

// Derivatives of inverse dynamics at qpos, qvel, qacc of d, as mjd_inverseFD has them: row i belongs
// to input i; forces f = qfrc_inverse, less those of actuators if flg_actuation, sensors s, entries m
// of M; each may be NULL. By formulas are those of forces, by centred differences the others, and
// all with the flag invdiscrete; returns like sn_transition.
MJAPI int sn_inverseDerivatives(const mjModel* m, mjData* d, int mode, mjtBool flg_actuation,
                                mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq,
                                mjtNum* DsDv, mjtNum* DsDa, mjtNum* DmDq);

// a number of an array of mjModel; field = sn_findField(sn_TYPE_MODEL, "body_mass")
typedef struct sn_Parameter_ {
  int field;  // member of mjModel: an array of mjtNum
  int index;  // which of its numbers
} sn_Parameter;

// P (ndx x n) of the next state by n numbers of the model, by rows. The number is changed as if a
// program wrote it into mjModel: what mj_setConst would derive from it (body_invweight0,
// actuator_acc0, ...) is kept, but for dof_M0 of simple dofs and body_subtreemass, which follow
// body_mass, body_inertia and dof_armature, since a body that moves alone has its inertia from
// there. Formulas cover masses, inertias, centres of mass, armature, springs, dampers and dry
// friction of joints and tendons, gains, biases and gears of actuators, friction of contacts; all
// other numbers are taken from differences of steps (docs/derivatives.md). d is at the state and
// stays there. Returns sn_DIFF_ANALYTIC if all columns are by formulas, sn_DIFF_HYBRID if some,
// sn_DIFF_FD if none; -1 after an error.
MJAPI int sn_parameterDerivatives(const mjModel* m, mjData* d, const sn_Parameter* parameter, int n,
                                  mjtNum* P);

// ---- what is odd in a model
// Rules look for what will hurt: a timestep that is too long for springs and servos, gains with the
// wrong sign, masses far apart, overlaps at the start, keyframes out of range, unused assets, what
// happens in a short trial without control (docs/cli.md, "check").

typedef enum sn_Severity_ {
  sn_FINDING_NOTE = 0,  // may be meant
  sn_FINDING_WARNING,   // will hurt
  sn_FINDING_ERROR,     // the model cannot be loaded
  sn_NSEVERITY          // number of severities
} sn_Severity;

// what was found; its texts are never NULL, but for file, and are valid while it is told
typedef struct sn_Finding_ {
  int severity;         // sn_Severity
  const char* rule;     // that found it: "stiff-spring"; "loader" for what loading says
  const char* file;     // where it is written, NULL if that is not known
  int line;             // in that file, 0 if it is not known
  const char* element;  // what it is about: "<joint name='hip'>", or "joint 'hip'"; "": the model
  int objtype, objid;   // the same by mjtObj and id; mjOBJ_UNKNOWN and -1: the model
  const char* message;  // what is odd, with numbers
  const char* remedy;   // what to do; "" if the message says it
} sn_Finding;

typedef struct sn_CheckOptions_ {
  int nstep;            // steps of the trial, 0: none
  sn_LoadOptions load;  // how a file is loaded
} sn_CheckOptions;

// a trial of 200 steps, and the default options of loading
MJAPI void sn_defaultCheckOptions(sn_CheckOptions* options);
// Calls `found` for each finding about a model, when all are known. spec: what m was compiled from,
// which tells files, lines and unused assets; it may be NULL. options may be NULL: the default
// ones. Returns the number of findings, -1 after an error. sn_lastError and sn_lastWarning are
// cleared.
MJAPI int sn_checkModel(const mjModel* m, const mjSpec* spec, const sn_CheckOptions* options,
                        void (*found)(void* context, const sn_Finding* finding), void* context);
// The same for a model file, .xml, .urdf, .zip or .snb, with what its loader says. If it cannot be
// loaded, findings of sn_FINDING_ERROR say why, and error (error_sz bytes, may be NULL) has the
// text that sn_loadXML would give.
MJAPI int sn_checkFile(const char* filename, const mjVFS* vfs, const sn_CheckOptions* options,
                       char* error, int error_sz,
                       void (*found)(void* context, const sn_Finding* finding), void* context);

// ---- pictures
// What mjr_render and mjr_readPixels give, as programs that look at pictures want it:
//   sn_Picture picture = {.width = 320, .height = 240, .rgb = rgb, .depth = depth};
//   sn_draw(&scn, &con, &picture);

// arrays that are NULL are left out; their first row is the upper one
typedef struct sn_Picture_ {
  int width, height;   // pixels, at most offWidth and offHeight of the context
  unsigned char* rgb;  // (height x width x 3) colours
  float* depth;        // (height x width) metres from the camera, along its view
  int* segment;        // (height x width x 2) what is seen: id and mjtObj; -1, -1: nothing
} sn_Picture;

// maxgeom for scenes of a model, which holds all that it usually shows
MJAPI int sn_sceneRoom(const mjModel* m);
// draws a scene into the offscreen buffer and reads it; false after an error, which is reported
MJAPI mjtBool sn_draw(mjvScene* scn, const mjrContext* con, const sn_Picture* picture);
// threads that a context draws with, that of the caller included; 0: one for each processor, as
// after mjr_makeContext. Pictures do not depend on it.
MJAPI void sn_setDrawThreads(mjrContext* con, int nthread);

// ---- elementary functions
// The functions that the engine computes with. C libraries differ in the last bit of theirs, so a
// program that feeds their results back into a simulation gets other trajectories on another
// system; these give the same bits on every CPU, operating system, compiler and build. Errors are
// below 1 ulp over the whole range, special values are those of C's Annex F. errno is not set.

MJAPI double sn_sin(double x);
MJAPI double sn_cos(double x);
MJAPI double sn_tan(double x);
// sine and cosine of one angle, at the price of one
MJAPI void sn_sincos(double x, double* sine, double* cosine);
MJAPI double sn_asin(double x);
MJAPI double sn_acos(double x);
MJAPI double sn_atan(double x);
MJAPI double sn_atan2(double y, double x);
MJAPI double sn_exp(double x);
MJAPI double sn_log(double x);
MJAPI double sn_log10(double x);
MJAPI double sn_pow(double x, double y);
MJAPI double sn_tanh(double x);

// Exact for every double; the sign of a zero result is that of x.
MJAPI double sn_floor(double x);
MJAPI double sn_ceil(double x);
MJAPI double sn_fmod(double x, double y);

#ifdef __cplusplus
}
#endif

#endif
