// mjModel memory: allocates the struct and its arrays in one block. A model that was replaced
// (mj_recompile) keeps its struct; its arrays are then in the block of the new one.
#ifndef SINEW_MODEL_MODEL_H_
#define SINEW_MODEL_MODEL_H_

#include <sinew/data.h>
#include <sinew/model.h>

// Limits of sizes that cost memory without an array of the model, for all file formats: number of
// user data values, samples of one history.
enum {
  MODEL_MOST_USERDATA = 10000000,
  MODEL_MOST_SAMPLES = 1 << 24,  // of one history
  MODEL_MOST_HISTORY = 1 << 27,  // values in all histories: 1 GiB in each mjData
};

// allocates a model with the sizes of `sizes` (its arrays and pointers are not read), default
// options, and all arrays zero; NULL if a size is negative, too large for an index, or out of
// memory
mjModel* model_make(const mjModel* sizes);
// the same; `zero` clears the memory, which for a large model is slow enough to be done in parallel
typedef void (*model_Zero)(const void* context, void* ptr, size_t bytes);
mjModel* model_makeBy(const mjModel* sizes, model_Zero zero, const void* context);
// the name of the first invalid size (negative, or too large for int indices), or NULL
const char* model_badSize(const mjModel* sizes);

// allocates an mjData of m with uninitialized arrays (reset_data sets them); if out of memory,
// reports an error in the name of the caller and returns NULL
mjData* data_make(const mjModel* m, const char* caller);
// the same with plugins started, which need values. If an instance fails to start: *fault is its id
// (else -1), or it is an error if `fault` is NULL
mjData* data_start(const mjModel* m, const char* caller, int* fault);

// replaces the contents of m by those of `by`, which must not be used after that
void model_replace(mjModel* m, mjModel* by);
// the same for mjData; d keeps its threads
void data_replace(mjData* d, mjData* by);

#endif
