// Functions of the engine. What is declared here exists; docs/api.md lists what is still to come.
// The mathematical functions are in sinew/math.h, our own additions in sinew/extra.h.
#ifndef SINEW_API_H_
#define SINEW_API_H_

#include <sinew/data.h>
#include <sinew/export.h>
#include <sinew/log.h>
#include <sinew/model.h>

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
// shown if the topic's bit (1 << (topic-1)) is set in mjLogConfig.topics, or topic is mjTOPIC_NONE
MJAPI void mju_info(int topic, const char* msg, ...) mjPRINTFLIKE(2, 3);
// the door that all of the above go through
MJAPI void mju_message(const mjLogMessage* msg);
// all messages go to handler from now on; NULL restores the default. Returns the previous one.
MJAPI mjfLogHandler mju_setLogHandler(mjfLogHandler handler);
MJAPI mjLogConfig mju_getLogConfig(void);
MJAPI void mju_setLogConfig(mjLogConfig config);
// unsets all hooks: errors, warnings, memory, log handler
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

// ---- model

// dest NULL: a new model, NULL if memory is short. Else dest must have the sizes of src.
MJAPI mjModel* mj_copyModel(mjModel* dest, const mjModel* src);
MJAPI void mj_deleteModel(mjModel* m);
// bytes of the model in a file
MJAPI mjtSize mj_sizeModel(const mjModel* m);

// ---- data

// a data for m in the state after mj_resetData; NULL if memory is short
MJAPI mjData* mj_makeData(const mjModel* m);
// dest NULL: a new data. Else dest must have been made from m. Copies the contents of the arena too.
MJAPI mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src);
MJAPI void mj_deleteData(mjData* d);
// neutral controls: 0, or the identity for quaternion inputs -> ctrl
MJAPI void mj_resetCtrl(const mjModel* m, mjData* d);
// everything to its start: qpos0, zero velocity and time, no warnings, no contacts
MJAPI void mj_resetData(const mjModel* m, mjData* d);
// the same, but every field that is an output of the pipeline has all bytes set to debug_value
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

// ---- names

// id of the named object, -1 if there is none; type is mjtObj
MJAPI int mj_name2id(const mjModel* m, int type, const char* name);
// name of an object, NULL if it has none or does not exist
MJAPI const char* mj_id2name(const mjModel* m, int type, int id);

// ---- printing: to a file, or to stdout if filename is NULL or empty

MJAPI void mj_printModel(const mjModel* m, const char* filename);
MJAPI void mj_printData(const mjModel* m, const mjData* d, const char* filename);
// float_format: a printf format for one number such as "%12.5g" (the default is "% -9.2g")
MJAPI void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format);
MJAPI void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                                 const char* float_format);

#ifdef __cplusplus
}
#endif

#endif
