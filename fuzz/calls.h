// Programs of public calls, for fuzz_calls.c: the player of a program, its arguments, and the kinds
// of call, each a small function that takes what it needs from the bytes of the program. Pointers
// are always valid; numbers, ids, kinds, names and the order of calls are anything.
#ifndef SINEW_FUZZ_CALLS_H_
#define SINEW_FUZZ_CALLS_H_

#include <stdbool.h>

#include "fuzz.h"

typedef struct {
  const uint8_t *at, *end;  // the rest of the program
  int source;               // model that it began with
  mjModel* m;
  mjData *d, *fresh;
  mjtNum* state;    // of the largest signature
  mjtNum* scratch;  // room for any result of a question
  mjSpec* spec;     // what m was compiled from; NULL until it is needed
  mjVFS vfs;
} calls_Player;

typedef void calls_Command(calls_Player* p);

// ---- arguments
int calls_byte(calls_Player* p);
int calls_word(calls_Player* p);
// mostly within 0 .. n - 1, sometimes careless
int calls_id(calls_Player* p, mjtSize n);
// mostly small, sometimes huge, infinite or nan
mjtNum calls_number(calls_Player* p);
void calls_numbers(calls_Player* p, mjtNum* to, int n);
// names of elements of the models, and others
const char* calls_name(calls_Player* p);

// ---- models (fuzz_calls.c)
const char* calls_sourceText(int which);
// what a step costs is in options of which any value is legal
void calls_limitWork(mjModel* m);
// data, state and scratch for p->m as it is now; false: no memory
bool calls_makeData(calls_Player* p);
// takes m, or drops it if it is NULL or large; true: it is the model now
bool calls_takeModel(calls_Player* p, mjModel* m);

// ---- edits of model and state between calls (fuzz_calls_edit.c)
calls_Command calls_option, calls_shape, calls_modelNumber, calls_kind, calls_input, calls_setState,
    calls_garbageState, calls_reset, calls_copies;

// ---- stages, and a step that is compared (fuzz_calls_step.c)
calls_Command calls_stepTwice, calls_stage, calls_skip, calls_constants, calls_threads;

// ---- questions (fuzz_calls_ask.c)
calls_Command calls_jacobian, calls_object, calls_contact, calls_ray, calls_product, calls_history,
    calls_print;

// ---- scenes (fuzz_calls_scene.c)
calls_Command calls_scene;

// ---- derivatives (fuzz_calls_diff.c)
calls_Command calls_derivative;

// ---- the editable model (fuzz_calls_spec.c)
calls_Command calls_add, calls_remove, calls_member, calls_vector, calls_wiring, calls_attach,
    calls_actuator, calls_askSpec, calls_copySpec, calls_compile, calls_recompile, calls_saveText;

// ---- files (fuzz_calls_file.c)
calls_Command calls_binary, calls_vfs, calls_loadFile;

#endif
