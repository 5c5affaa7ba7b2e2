// Keyframe values that belong to elements. The vectors of a keyframe in a file are addressed by
// index in the compiled model; a keyframe that came in by attach, or that a replicate has spread,
// says instead "this joint has this position", because its joints are not yet numbered. Such values
// stand beside the public vectors, which are empty then; a vector that is not empty counts before
// them.
#ifndef SINEW_SPEC_ATTACH_KEY_H_
#define SINEW_SPEC_ATTACH_KEY_H_

#include "spec/copy.h"
#include "spec/spec.h"

typedef enum { KEY_QPOS, KEY_QVEL, KEY_ACT, KEY_CTRL, KEY_MPOS, KEY_MQUAT, KEY_NVECTOR } key_Vector;

// does the key hold this vector by element: its public vector is empty, and attach_keyValue answers
bool attach_keyByElement(const spec_Element* key, key_Vector vector);
// the numbers of one owner (a joint for qpos and qvel, an actuator for act and ctrl, a mocap body
// for mpos and mquat) in a vector that the key holds by element; NULL: it has none, so the default
// counts (qpos0, 0, pose of the body). `n` gets their number. Asking in the order of ids is fast.
const double* attach_keyValue(const spec_Element* key, key_Vector vector, const spec_Element* owner,
                              int* n);

// turns the vectors of a key of e->spec into values by element, for the elements of the spec as it
// is now; an error if a vector has not exactly the size of the model so far. A shorter one is
// accepted if the spec has grown by attach: then the last elements have their defaults.
bool attach_splitKey(spec_Element* key, diag_Diag* diag);
// values of a key by element, as long as the job and the key live; NULL after an error
typedef struct key_Values key_Values;
const key_Values* attach_keyValues(copy_Job* job, const spec_Element* key);
// gives `dst` (in job->dst) those values whose owners the job has copied, and those of owners
// outside the copied set too if `outside`; values of actuators only if `actuators`
bool attach_copyKeyValues(copy_Job* job, spec_Element* dst, const key_Values* values, bool outside,
                          bool actuators);
// is anything held by element
bool attach_keySplit(const spec_Element* key);
// forgets the values of owners that `map` has copied, or moves them to the copies; the values of
// actuators are dropped if `actuators` is false
void attach_moveKeyValues(spec_Element* key, const copy_Map* map, bool move, bool actuators);

#endif
