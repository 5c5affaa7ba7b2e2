// Tasks of reinforcement learning, played in all worlds of a batch at once: what the files of
// environments share.
#ifndef SINEW_PYTHON_ENVS_H_
#define SINEW_PYTHON_ENVS_H_

#include <sinew/batch.h>
#include <stdbool.h>

typedef struct Env_ Env;

// numbers that a task can be made with; each task has some of them
typedef enum Param_ {
  P_FORWARD,  // weights of rewards and costs
  P_CTRL,
  P_CONTACT,
  P_HEALTHY,
  P_NEAR,
  P_DIST,
  P_TERMINATE,  // flag: an episode ends when it is not healthy
  P_Z,          // ranges: two numbers each
  P_Z_END,
  P_ANGLE,
  P_ANGLE_END,
  P_STATE,
  P_STATE_END,
  P_FORCE,
  P_FORCE_END,
  P_COST,
  P_COST_END,
  P_BODY,     // number of the body whose motion counts
  P_EXCLUDE,  // flags: parts of the observation
  P_CINERT,
  P_CVEL,
  P_QFRC,
  P_CFRC,
  P_ALWAYS,  // of parts that are always there
  NPARAM
} Param;

// an argument of a task
typedef struct Option_ {
  const char* name;
  Param param;
  int count;  // 2: a range
  double value[2];
} Option;

enum { MAX_OPTION = 16, MAX_PIECE = 8, MAX_INFO = 12, MAX_BODY = 3 };

// numbers of a field in an observation: `skip` and those before it are left out
typedef struct Piece_ {
  const char* field;
  int skip, count;  // count 0: all that are left
  Param flag;  // with P_EXCLUDE: nothing is skipped if it is not set; else the piece is left out
  double (*map)(const Env* e, double x);  // NULL: as it is
  bool forces;                            // zero after a reset
  int body, minus;  // numbers of the task's bodies + 1: position of a body, less that of another
} Piece;

typedef struct Outcome_ {
  double reward;
  bool terminated;
  double* info;  // those that a reset does not have
} Outcome;

// positions before and after a step, and its action
typedef struct Motion_ {
  const double *before, *after;
  const void* action;
} Motion;

typedef struct Task_ {
  const char* name;
  const char* file;  // of Gymnasium's models
  int need[3];       // coordinates, degrees of freedom and sites that the formulas use
  int frame_skip, max_steps;
  double noise;  // of resets; 0: the task has its own way
  Option option[MAX_OPTION];
  const char* body[MAX_BODY];
  Piece piece[MAX_PIECE];
  const char* info[MAX_INFO];
  int nplace;  // of the infos that resets have too
  // what moves: two numbers; NULL: nothing counts
  void (*position)(const Env* e, int world, double at[2]);
  void (*place)(const Env* e, int world, double* info);
  void (*judge)(const Env* e, int world, const Motion* motion, Outcome* out);
} Task;

// where the numbers of a piece come from
typedef struct Source_ {
  const mjtNum* rows;
  mjtSize stride, first, minus, count;  // minus < 0: nothing is subtracted
  const Piece* piece;
} Source;

struct Env_ {
  const Task* task;
  sn_Batch* b;
  const mjModel* m;
  double p[NPARAM];
  double dt;
  int frame_skip, max_steps, nobs, nsource, ninfo;
  bool single;  // actions are floats
  bool weak;    // a float times a Python number is a float, as numpy 2 has it
  double mass;  // of all bodies
  int body[MAX_BODY];
  Source source[MAX_PIECE];
  const mjtNum *qpos, *qvel, *ctrl, *xpos, *xipos, *site_xpos, *cfrc_ext;
  double* before;  // (nworld x 2)
  int* elapsed;    // (nworld) steps of the episode
};

// in env_tasks.c; NULL: there is no such task
const Task* task_find(const char* name);
const Task* task_at(int i);
int task_infos(const Task* task);

#endif
