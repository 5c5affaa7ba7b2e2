// Batch simulation (vectorized environments): data structures shared by the files of the module.
// Arrays with a row for each world (environment), and the buffers with which each thread steps
// worlds.
#ifndef SINEW_BATCH_BATCH_H_
#define SINEW_BATCH_BATCH_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/api.h>
#include <sinew/batch.h>

#include "base/pool.h"
#include "step/signature.h"

// a field of mjData or mjModel with a row for each world
typedef struct {
  const char* name;
  size_t offset;  // in its struct
  bool member;    // the values are in the struct itself, otherwise behind a pointer
  int type;       // sn_Type of the values
  mjtSize count;  // values per world
  size_t bytes;   // per world
  char* rows;     // (nworld x bytes)
  int slot;       // index of a field of mjData among the fields that lanes have; -1: lanes lack it
  bool kept;      // an input that steps do not modify
} batch_Array;

typedef struct {
  batch_Array* array;
  int n, most;
} batch_List;

// a world and the constraints that it had last, for sorting (step/signature.h)
typedef struct batch_Place_ {
  step_Signature signature;
  int effort;  // moving average of the iterations in 64 steps, weighted to the last ones
  int world;
} batch_Place;

// buffers with which one thread steps worlds
typedef struct {
  mjModel* own;  // a copy of the model with the parameters of one world; NULL: no parameters
  mjData* d;
  void* lanes;       // data of several worlds (lane_Data); NULL: worlds are stepped one by one
  char error[1024];  // first error of a run, "": none
} batch_Worker;

struct sn_Batch_ {
  mjModel* m;
  int nworld, nlane;
  const char* obstacle;  // why worlds are stepped one by one
  const struct batch_Lanes_* lanes;
  // worlds sorted for lanes: those with similar constraints are adjacent
  struct batch_Place_* place;  // (nworld)
  int* order;                  // (nworld) places of the worlds in the current step
  int age;                     // steps since the places were sorted
  uint64_t* hint;  // (nworld x nseparation) cached separating axes (step/lane_constraint.h)
  int nseparation;
  pool_Pool* pool;
  int nworker;
  batch_Worker* worker;
  batch_List input, result, parameter;
  mjData** sleeper;  // (nworld) an mjData for each world, if trees may sleep or there are plugins
  int* warning;      // (nworld x mjNWARNING)
  // render context of the worlds, which belongs to a higher layer
  void* drawing;
  void (*freeDrawing)(void* drawing);
};

// ---- batch_array.c

// makes a list with the state and the inputs, as after mj_resetData; false: out of memory
bool batch_makeInputs(sn_Batch* b);
void batch_freeList(batch_List* list);
batch_Array* batch_find(const batch_List* list, const char* name);
// the array of a name, allocated on first use; NULL after an error
batch_Array* batch_result(sn_Batch* b, const char* name);

static inline char* batch_row(const batch_Array* a, int world) {
  return a->rows + (size_t)world * a->bytes;
}
// address of the values of a field in an mjData or mjModel
static inline char* batch_place(const batch_Array* a, void* base) {
  char* at = (char*)base + a->offset;
  return a->member ? at : *(char**)at;
}

// ---- batch_world.c: one world on one thread

// the model of a world, with its parameters
const mjModel* batch_worldModel(const sn_Batch* b, batch_Worker* worker, int world);
// its data, with its state and inputs
mjData* batch_worldData(const sn_Batch* b, batch_Worker* worker, int world);
// copies state and inputs of the data to the rows of the world; batch_store also results and
// warnings
void batch_storeInputs(const sn_Batch* b, mjData* d, int world);
void batch_store(const sn_Batch* b, const mjModel* m, mjData* d, int world);

// results that a step computes only on demand
bool batch_wantsForces(const sn_Batch* b);   // cacc, cfrc_int, cfrc_ext
bool batch_wantsMomenta(const sn_Batch* b);  // subtree_linvel, subtree_angmom
bool batch_wantsGeoms(const sn_Batch* b);    // geom_xpos, geom_xmat

// nstep steps of a world; ctrl as in sn_BatchInput
void batch_stepWorld(sn_Batch* b, batch_Worker* worker, int world, int nstep, const mjtNum* ctrl);

// ---- batch_groups.c: several worlds at once

// allocates the lanes of each thread, for at most nlane worlds; if lanes are not possible, stores
// the reason. False: out of memory
bool batch_makeLanes(sn_Batch* b, int nlane);
void batch_freeLanes(sn_Batch* b);
// returns true if lanes can do the next step: callbacks are only called for one world
bool batch_useLanes(const sn_Batch* b);
// nstep steps of the worlds in the mask, in groups; false after an error, which is reported
bool batch_stepGroups(sn_Batch* b, int nstep, const sn_BatchInput* input);

// ---- batch_run.c: all worlds

// a task for one world on the thread of a worker
typedef void (*batch_Task)(sn_Batch* b, batch_Worker* worker, int world, void* context);
// runs a task for all worlds in the mask; false after an error, which is reported
bool batch_run(sn_Batch* b, const char* caller, const mjtBool* mask, batch_Task task,
               void* context);
// The same for items that are not worlds: `items` of them are distributed among the threads.
typedef void (*batch_Each)(sn_Batch* b, batch_Worker* worker, int item, void* context);
bool batch_share(sn_Batch* b, const char* caller, int items, batch_Each each, void* context);

#endif
