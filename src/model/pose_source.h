// What the poses of sleeping trees follow from, and whether they may sleep, kept since poses were
// found to follow from it: whoever changes it may move the trees, and wake them.
#ifndef SINEW_MODEL_POSE_SOURCE_H_
#define SINEW_MODEL_POSE_SOURCE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "model/awake_ranges.h"

// bytes that are kept for a model
size_t source_size(const mjModel* m);
// nothing is known of a tree
void source_forget(const mjModel* m, mjData* d, int tree);
// what there is of a tree now
void source_remember(const mjModel* m, mjData* d, int tree);
// qpos of a sleeping run has the bits that were kept
bool source_keepsQpos(const mjModel* m, const mjData* d, const range_Resting* run);
// so has all that is kept of it; qpos is not compared again after source_trustQpos
bool source_isKept(const mjModel* m, const mjData* d, const range_Resting* run);
// qpos of all runs has been found to be kept, and nobody can have written it since; or may have
void source_trustQpos(mjData* d, bool kept);
// the same of one tree
bool source_isTreeKept(const mjModel* m, const mjData* d, int tree);

#endif
