// Worlds of a batch several at once: what each width of lanes offers.
#ifndef SINEW_BATCH_BATCH_LANES_H_
#define SINEW_BATCH_BATCH_LANES_H_

#include "batch/batch.h"

enum { BATCH_MOST_LANES = 8 };

// rows WORLD of the field tables: a batch has no more parameters
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

// some worlds that are stepped together
typedef struct {
  const sn_Batch* b;
  int n;                        // worlds, at most the width
  int world[BATCH_MOST_LANES];  // their numbers; lanes that are left have the last one
  step_Signature signature[BATCH_MOST_LANES];  // constraints that they had in the last step
  int nstep;
  const mjtNum* ctrl;  // (nworld x nstep x nu), NULL: those of the arrays
} batch_Group;

typedef struct batch_Lanes_ {
  int width;
  bool (*isPossible)(const mjModel* m);
  // what a thread steps worlds with; NULL if memory is short
  void* (*make)(const mjModel* m);
  void (*destroy)(void* lanes);
  int (*separations)(const void* lanes);  // pairs that separations may be kept of
  // Steps the worlds of a group and writes their rows. Worlds whose numbers went bad are left as
  // they were: bit i of the result is that of world[i].
  unsigned (*step)(void* lanes, batch_Group* group);
} batch_Lanes;

// the number of a field among the arrays of mjData that lanes have, the same in all widths; -1: it
// is not among them
int batch_slot(const char* name);

// batch_order.c: worlds of the mask as they are put into groups -> order; returns their number
void batch_note(batch_Place* place, const step_Signature* signature, int nstep);
int batch_orderWorlds(sn_Batch* b, int nstep, const mjtBool* wanted);

// the widest variant that the CPU has, of at most `most` worlds; NULL: there is none
const batch_Lanes* batch_lanes(int most);

#endif
