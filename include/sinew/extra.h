// What Sinew has beyond the reference's API; all names begin with sn_.
#ifndef SINEW_EXTRA_H_
#define SINEW_EXTRA_H_

#include <sinew/export.h>
#include <sinew/model.h>
#include <sinew/spec.h>

#ifdef __cplusplus
extern "C" {
#endif

// "0.1.0": the version of Sinew; mj_versionString is that of the API
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
enum { sn_VECPARTS = 3 };
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
