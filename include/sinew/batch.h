// Many worlds of one model: states, controls and results as arrays with a row for each world, stepped
// on threads, and several worlds at once in the lanes of vector registers where the model allows it.
// A world gives the bits that mj_step gives for its state, whatever the other worlds do.
//
//   sn_Batch* b = sn_makeBatch(m, 4096, NULL);
//   mjtNum* ctrl = sn_batchArray(b, "ctrl", NULL);      // (4096 x nu)
//   const mjtNum* qpos = sn_batchArray(b, "qpos", NULL);  // (4096 x nq)
//   for (;;) {
//     ... qpos -> ctrl ...
//     sn_stepBatch(b, 5, NULL);
//   }
#ifndef SINEW_BATCH_H_
#define SINEW_BATCH_H_

#include <sinew/extra.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sn_Batch_ sn_Batch;

typedef struct sn_BatchOptions_ {
  int nthread;  // threads, that of the caller included; 0: one for each processor
  int nlane;    // most worlds that are stepped at once: 1, 2, 4, 8; 0: what the CPU has
} sn_BatchOptions;

MJAPI void sn_defaultBatchOptions(sn_BatchOptions* options);

// Worlds of a copy of the model, each as after mj_resetData; options may be NULL. NULL after an error,
// which is reported: nworld < 1, or memory is short.
MJAPI sn_Batch* sn_makeBatch(const mjModel* m, int nworld, const sn_BatchOptions* options);
MJAPI void sn_deleteBatch(sn_Batch* b);

MJAPI int sn_batchSize(const sn_Batch* b);
MJAPI const mjModel* sn_batchModel(const sn_Batch* b);
// worlds that are stepped at once, and, if that is 1, why (NULL: it was asked for)
MJAPI int sn_batchLanes(const sn_Batch* b);
MJAPI const char* sn_batchObstacle(const sn_Batch* b);

// ---- arrays

// The array of a field of mjData, (nworld x count) numbers of its type; *count: numbers of a world
// (count may be NULL). States and inputs (time, qpos, qvel, act, history, qacc_warmstart, ctrl,
// qfrc_applied, xfrc_applied, eq_active, mocap_pos, mocap_quat, userdata) are read and written by
// steps. Any other field that is not in the arena is a result: it is filled by steps from the first
// call on, as mj_step leaves it; cacc, cfrc_int, cfrc_ext, subtree_linvel, subtree_angmom and energy
// are computed for it. "ncon" and "nefc" count contacts and rows. NULL after an error, which is
// reported: there is no such field, it is in the arena, or memory is short.
// The array stays where it is as long as the batch lives.
MJAPI void* sn_batchArray(sn_Batch* b, const char* name, mjtSize* count);
// A field of mjModel that worlds may differ in (sn_FIELD_WORLD: "body_mass", "opt.gravity"), with the
// numbers of the model in all worlds; steps take those of each world from then on. A world is like one
// of a copy of the model in which these numbers were edited.
MJAPI void* sn_batchParameter(sn_Batch* b, const char* name, mjtSize* count);
// Warnings of each world, (nworld x mjNWARNING), counted since the batch was made or the world was
// reset; a world whose numbers are bad is reset by a step, as mj_step does, and counts one.
MJAPI const int* sn_batchWarnings(const sn_Batch* b);

// One world as an mjData, made of the batch's model or one of the same file: state, inputs and
// warnings, and of models whose trees may sleep, or with plugins, all fields. mj_step goes on from it
// as the world does. The other way the world goes on from the data. 0, or -1 after an error, which is
// reported.
MJAPI int sn_batchGetWorld(const sn_Batch* b, int world, mjData* d);
MJAPI int sn_batchSetWorld(sn_Batch* b, int world, const mjData* d);

// ---- steps

// what a step takes besides the arrays; members may be 0
typedef struct sn_BatchInput_ {
  const mjtBool* mask;  // (nworld) worlds to step; NULL: all
  const mjtNum* ctrl;   // (nworld x nstep x nu) controls of each step; NULL: those of the array
  // called before each step of the batch, to set inputs in its arrays; not with ctrl. A result that is
  // not 0 ends the steps.
  int (*control)(void* context, sn_Batch* b, int step);
  void* context;
} sn_BatchInput;

// nstep steps of the worlds; input may be NULL. Returns the steps that were taken (fewer if `control`
// has ended them), -1 after an error, which is reported.
MJAPI int sn_stepBatch(sn_Batch* b, int nstep, const sn_BatchInput* input);
// mj_forward of the worlds of the mask (NULL: all): results at the present states
MJAPI int sn_forwardBatch(sn_Batch* b, const mjtBool* mask);

// ---- resets

typedef struct sn_BatchReset_ {
  int key;               // keyframe, -1: as after mj_resetData
  const mjtNum* qpos;    // (nworld x nq) of each world, NULL: of the keyframe
  const mjtNum* qvel;    // (nworld x nv) the same
  mjtNum qpos_noise;     // added to coordinates of hinges and slides, and to positions of free joints:
  mjtNum qvel_noise;     // numbers from -noise to noise, or normal ones with this deviation
  mjtBool normal;
  uint64_t seed;         // of the noise, which depends on seed and number of the world alone
} sn_BatchReset;

MJAPI void sn_defaultBatchReset(sn_BatchReset* reset);
// states, inputs and warnings of the worlds of the mask (NULL: all); reset may be NULL. Results stay as
// they are until the next step. 0, or -1 after an error, which is reported.
MJAPI int sn_resetBatch(sn_Batch* b, const mjtBool* mask, const sn_BatchReset* reset);

// ---- observations

typedef struct sn_BatchGather_ sn_BatchGather;

// Numbers of each world in one row: "qpos[1:], qvel, sensordata:tip, xpos:torso, ncon". A field may be
// followed by a range of its numbers (of a world), or by the name of an object whose numbers it has.
// NULL after an error, which is reported.
MJAPI sn_BatchGather* sn_makeGather(sn_Batch* b, const char* fields);
MJAPI void sn_deleteGather(sn_BatchGather* g);
MJAPI int sn_gatherSize(const sn_BatchGather* g);  // numbers of a row
// rows of all worlds -> out (nworld x size), row i at out + i * stride; as doubles or floats
MJAPI void sn_gatherBatch(const sn_BatchGather* g, mjtNum* out, mjtSize stride);
MJAPI void sn_gatherBatchFloat(const sn_BatchGather* g, float* out, mjtSize stride);

// ---- pictures

typedef struct sn_BatchPicture_ {
  sn_Picture picture;       // of one world; arrays have a further dimension, the first: (n x height ..
  const int* world;         // (n) worlds that are drawn, NULL: all
  int n;                    // how many, if world is given
  const mjvCamera* camera;  // NULL: the free camera of the model
  const mjvOption* option;  // what is shown, NULL: as after mjv_defaultOption
  int maxgeom;              // room for things to draw in a world, 0: sn_sceneRoom
} sn_BatchPicture;

// Draws worlds, each as it is after mj_forward of its state, on the threads of the batch. What is
// drawn with is kept until another size is asked for. 0, or -1 after an error, which is reported.
MJAPI int sn_batchRender(sn_Batch* b, const sn_BatchPicture* pictures);

// ---- derivatives

// sn_transition of every world: A (nworld x ndx x ndx), B (nworld x ndx x nu), C, D; each may be NULL.
// Returns the mode that was used in the worst case, -1 after an error.
MJAPI int sn_batchTransition(sn_Batch* b, int mode, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D);

// ---- rollouts

// open-loop trajectories, each from its state with its controls
typedef struct sn_Rollout_ {
  int nroll, nstep;
  const mjModel* const* model;  // (nroll) models of the same sizes, or NULL: m for all
  int control_spec;             // bits of mjSTATE_USER that `control` has: mjSTATE_CTRL
  const mjtNum* state0;         // (nroll x nstate) mjSTATE_FULLPHYSICS
  const mjtNum* warmstart0;     // (nroll x nv), NULL: zero
  const mjtNum* control;        // (nroll x nstep x ncontrol), NULL: as after a reset
  mjtNum* state;                // (nroll x nstep x nstate) after each step, may be NULL
  mjtNum* sensordata;           // (nroll x nstep x nsensordata), may be NULL
  int nthread;                  // as in sn_BatchOptions
  // called now and then from one thread with the trajectories that are done; not 0: the rest is left out
  int (*progress)(void* context, int done);
  void* context;
} sn_Rollout;

MJAPI void sn_defaultRollout(sn_Rollout* rollout);
// A trajectory ends at its first warning: what is left of its outputs repeats that step. Returns the
// trajectories that are done, -1 after an error, which is reported.
MJAPI int sn_rollout(const mjModel* m, const sn_Rollout* rollout);

#ifdef __cplusplus
}
#endif

#endif
