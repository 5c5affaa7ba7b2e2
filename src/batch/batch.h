// What the files of the batch share: the worlds' arrays, and what each thread steps them with.
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
  bool member;    // the numbers are in the struct, else behind a pointer
  int type;       // sn_Type of a number
  mjtSize count;  // numbers of a world
  size_t bytes;   // of a world
  char* rows;     // (nworld x bytes)
  int slot;       // of a field of mjData among those that lanes have; -1: they lack it
  bool kept;      // an input that steps leave as it is
} batch_Array;

typedef struct {
  batch_Array* array;
  int n, most;
} batch_List;

// a world and the constraints that it had last (step/signature.h)
typedef struct batch_Place_ {
  step_Signature signature;
  int effort;  // iterations of 64 steps, the last ones weighing most
  int world;
} batch_Place;

// what one thread steps worlds with
typedef struct {
  mjModel* own;  // a copy of the model with the parameters of one world; NULL: there are none
  mjData* d;
  void* lanes;       // of several worlds; NULL: worlds are stepped one by one
  char error[1024];  // first error of a run, "": none
} batch_Worker;

struct sn_Batch_ {
  mjModel* m;
  int nworld, nlane;
  const char* obstacle;  // why worlds are stepped one by one
  const struct batch_Lanes_* lanes;
  // worlds as they are grouped for lanes: those with the same constraints stand together
  struct batch_Place_* place;  // (nworld)
  int* order;                  // (nworld) those that a step takes, in the order of the places
  int age;                     // steps since the places were sorted
  uint64_t* hint;  // (nworld x nseparation) what lanes keep of a world (lane_constraint.h)
  int nseparation;
  pool_Pool* pool;
  int nworker;
  batch_Worker* worker;
  batch_List input, result, parameter;
  mjData** sleeper;  // (nworld) a data for each world, if trees may sleep or there are plugins
  int* warning;      // (nworld x mjNWARNING)
  // what worlds are drawn with, which belongs to a layer above this one
  void* drawing;
  void (*freeDrawing)(void* drawing);
};

// ---- batch_array.c

// a list with the state and the inputs, as after mj_resetData; false if memory is short
bool batch_makeInputs(sn_Batch* b);
void batch_freeList(batch_List* list);
batch_Array* batch_find(const batch_List* list, const char* name);
// the array of a name, made if there is none yet; NULL after an error
batch_Array* batch_result(sn_Batch* b, const char* name);

static inline char* batch_row(const batch_Array* a, int world) {
  return a->rows + (size_t)world * a->bytes;
}
// where the numbers of a field are in an mjData or mjModel
static inline char* batch_place(const batch_Array* a, void* base) {
  char* at = (char*)base + a->offset;
  return a->member ? at : *(char**)at;
}

// ---- batch_world.c: one world on one thread

// the model of a world, with its parameters
const mjModel* batch_worldModel(const sn_Batch* b, batch_Worker* worker, int world);
// its data, with its state and inputs
mjData* batch_worldData(const sn_Batch* b, batch_Worker* worker, int world);
// state and inputs of the data -> rows of the world; and results and warnings
void batch_storeInputs(const sn_Batch* b, mjData* d, int world);
void batch_store(const sn_Batch* b, const mjModel* m, mjData* d, int world);

// results that a step computes on demand
bool batch_wantsForces(const sn_Batch* b);   // cacc, cfrc_int, cfrc_ext
bool batch_wantsMomenta(const sn_Batch* b);  // subtree_linvel, subtree_angmom
bool batch_wantsGeoms(const sn_Batch* b);    // geom_xpos, geom_xmat

// nstep steps of a world; ctrl as in sn_BatchInput
void batch_stepWorld(sn_Batch* b, batch_Worker* worker, int world, int nstep, const mjtNum* ctrl);

// ---- batch_groups.c: several worlds at once

// what threads step groups with, for at most nlane worlds; the reason is kept if there are none.
// False if memory is short
bool batch_makeLanes(sn_Batch* b, int nlane);
void batch_freeLanes(sn_Batch* b);
// whether the next step can be taken in lanes: callbacks are for one world
bool batch_useLanes(const sn_Batch* b);
// nstep steps of the worlds of the mask in groups; false after an error, which is reported
bool batch_stepGroups(sn_Batch* b, int nstep, const sn_BatchInput* input);

// ---- batch_run.c: all worlds

// one world on the thread of a worker
typedef void (*batch_Task)(sn_Batch* b, batch_Worker* worker, int world, void* context);
// runs a task for the worlds of the mask; false after an error, which is reported
bool batch_run(sn_Batch* b, const char* caller, const mjtBool* mask, batch_Task task,
               void* context);
// The same for items of another kind: `items` of them are shared out among the threads.
typedef void (*batch_Each)(sn_Batch* b, batch_Worker* worker, int item, void* context);
bool batch_share(sn_Batch* b, const char* caller, int items, batch_Each each, void* context);

#endif
