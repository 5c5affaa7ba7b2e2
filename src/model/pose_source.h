// Change detection for sleeping trees: caches the values that their poses are computed from (qpos,
// joint placement, sleep policy). If a program changes them, the trees may move and wake up.
#ifndef SINEW_MODEL_POSE_SOURCE_H_
#define SINEW_MODEL_POSE_SOURCE_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "model/awake_ranges.h"

// bytes of the cache for a model
size_t source_size(const mjModel* m);
// invalidates the cache of a tree
void source_forget(const mjModel* m, mjData* d, int tree);
// caches the current values of a tree
void source_remember(const mjModel* m, mjData* d, int tree);
// whether qpos of a sleeping run has the same bits as the cache
bool source_keepsQpos(const mjModel* m, const mjData* d, const range_Resting* run);
// whether all cached values of a run are unchanged; skips qpos after source_trustQpos
bool source_isKept(const mjModel* m, const mjData* d, const range_Resting* run);
// declares qpos of all runs as verified until it can be written again; or no longer
void source_trustQpos(mjData* d, bool kept);
// whether the cached values of one tree are unchanged
bool source_isTreeKept(const mjModel* m, const mjData* d, int tree);

#endif
