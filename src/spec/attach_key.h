// Keyframe values by element. The state vectors of a keyframe in a file are indexed by ids of the
// compiled model. A keyframe that came from an attach or replicate maps joints, actuators and mocap
// bodies to values instead, because these have no ids yet. Such values are stored beside the public
// vectors, which are then empty; a public vector that is not empty takes precedence.
#ifndef SINEW_SPEC_ATTACH_KEY_H_
#define SINEW_SPEC_ATTACH_KEY_H_

#include "spec/copy.h"
#include "spec/spec.h"

typedef enum { KEY_QPOS, KEY_QVEL, KEY_ACT, KEY_CTRL, KEY_MPOS, KEY_MQUAT, KEY_NVECTOR } key_Vector;

// is this vector stored by element: its public vector is empty, and attach_keyValue looks values up
bool attach_keyByElement(const spec_Element* key, key_Vector vector);
// Returns the values of one owner (a joint for qpos and qvel, an actuator for act and ctrl, a mocap
// body for mpos and mquat) in a vector that is stored by element. NULL: no value, so the default
// applies (qpos0, 0, pose of the body). `n` gets their count. Lookups in the order of ids are fast.
const double* attach_keyValue(const spec_Element* key, key_Vector vector, const spec_Element* owner,
                              int* n);

// Splits the vectors of a key of e->spec into values by element, for the current elements of the
// spec. It is an error if a vector does not have exactly the size of the current model. A shorter
// vector is accepted if the spec has grown by attach: then the last elements have their defaults.
bool attach_splitKey(spec_Element* key, diag_Diag* diag);
// values of a key by element, valid while the job and the key exist; NULL after an error
typedef struct key_Values key_Values;
const key_Values* attach_keyValues(copy_Job* job, const spec_Element* key);
// Copies to `dst` (in job->dst) the values whose owners the job has copied, with `outside` also
// those of owners outside the copied set; values of actuators only with `actuators`.
bool attach_copyKeyValues(copy_Job* job, spec_Element* dst, const key_Values* values, bool outside,
                          bool actuators);
// is any vector stored by element
bool attach_keySplit(const spec_Element* key);
// Removes the values of owners that `map` has copied, or moves them to the copies. Values of
// actuators are dropped if `actuators` is false.
void attach_moveKeyValues(spec_Element* key, const copy_Map* map, bool move, bool actuators);

#endif
