// mjModel as a block: the struct, then its arrays, in one allocation. A model that was replaced
// (mj_recompile) keeps its struct, its arrays then lie in the block of the new one.
#ifndef SINEW_MODEL_MODEL_H_
#define SINEW_MODEL_MODEL_H_

#include <sinew/data.h>
#include <sinew/model.h>

// Sizes that cost memory although no array of the model has them are limited, in every kind of
// file alike: numbers of user data, samples of one history.
enum {
  MODEL_MOST_USERDATA = 10000000,
  MODEL_MOST_SAMPLES = 1 << 24,  // of one history
  MODEL_MOST_HISTORY = 1 << 27,  // numbers in all histories: 1 GiB in each mjData
};

// a model with the sizes of `sizes` (its arrays and pointers are not read), default options, and
// all arrays zero; NULL if a size is negative, too large for an index, or memory is short
mjModel* model_make(const mjModel* sizes);
// the same; `zero` writes the zeros, which for a large model takes long enough to be shared
typedef void (*model_Zero)(const void* context, void* ptr, size_t bytes);
mjModel* model_makeBy(const mjModel* sizes, model_Zero zero, const void* context);
// the name of the first size that cannot be (negative, or beyond what int indices can address), or
// NULL
const char* model_badSize(const mjModel* sizes);

// a data of m whose arrays have their places but no values (reset_data gives them); NULL after an
// error in the name of the caller if memory is short
mjData* data_make(const mjModel* m, const char* caller);
// the same with plugins started, which need values; the instance that could not be, which is an
// error if `fault` is NULL, is told there, else -1
mjData* data_start(const mjModel* m, const char* caller, int* fault);

// the pointer m gets what `by` is, which must not be used after that
void model_replace(mjModel* m, mjModel* by);
// the same for data; threads stay those of d
void data_replace(mjData* d, mjData* by);

#endif
