// SIMD over worlds of a batch: the interface of each lane width as a table of functions.
#ifndef SINEW_BATCH_BATCH_LANES_H_
#define SINEW_BATCH_BATCH_LANES_H_

#include "batch/batch.h"

enum { BATCH_MOST_LANES = 8 };

// number of rows WORLD in the field tables: the most parameters that a batch can have
enum {
  BATCH_MOST_PARAMETERS = 0
#define WORLD(...) +1
#define NUMBER(...)
#define FIXED(...)
#define SIZE(...)
#include "model/model_fields.def"
#include "model/option_fields.def"
#undef WORLD
#undef NUMBER
#undef FIXED
#undef SIZE
};

// worlds that are stepped together
typedef struct {
  const sn_Batch* b;
  int n;                                       // worlds, at most the width
  int world[BATCH_MOST_LANES];                 // their indices; unused lanes repeat the last one
  step_Signature signature[BATCH_MOST_LANES];  // constraints that they had in the last step
  int nstep;
  const mjtNum* ctrl;  // (nworld x nstep x nu), NULL: ctrl of the arrays
} batch_Group;

typedef struct batch_Lanes_ {
  int width;
  bool (*isPossible)(const mjModel* m);
  // allocates the data with which a thread steps groups; NULL: out of memory
  void* (*make)(const mjModel* m);
  void (*destroy)(void* lanes);
  int (*separations)(const void* lanes);  // number of pairs whose separating axes can be cached
  // Steps the worlds of a group and writes their rows. Worlds that fail, such as with NaN, are not
  // written: bit i of the result is that of world[i].
  unsigned (*step)(void* lanes, batch_Group* group);
} batch_Lanes;

// index of a field among the arrays of mjData that lanes have, the same for all widths; -1: lanes
// lack it
int batch_slot(const char* name);

// batch_order.c: worlds in the mask, sorted into groups -> order; returns their count
void batch_note(batch_Place* place, const step_Signature* signature, int nstep);
int batch_orderWorlds(sn_Batch* b, int nstep, const mjtBool* wanted);

// the widest variant that the CPU supports, of at most `most` worlds; NULL: none
const batch_Lanes* batch_lanes(int most);

#endif
