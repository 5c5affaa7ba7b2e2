// What the files of `sinew rollout` share: the plan, which all processes of a team have alike, the
// worlds of this one, and how far they are.
#ifndef SINEW_CLI_ROLLOUT_H_
#define SINEW_CLI_ROLLOUT_H_

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <sinew/batch.h>

#include "base/file.h"
#include "base/pool.h"
#include "base/text.h"
#include "columns.h"
#include "drive.h"
#include "npy.h"
#include "options.h"
#include "sums.h"
#include "team.h"

// an array of a batch that is part of the state of its worlds
typedef struct {
  char* rows;    // (n x bytes)
  size_t bytes;  // of a world
} rollout_Part;

enum { ROLLOUT_MOST_PARTS = 32 };

// records of own worlds on their way to the file
typedef struct {
  team_File* file;  // NULL: nothing is written
  int lock;         // process 0: a descriptor that keeps other runs away from the file, -1: none
  npy_Array array;  // worlds x records x width
  char* buffer;     // (n x most x width) numbers of the type of the file
  double* row;      // (n x width) the last record
  long begin, n;    // records in the buffer: the first one, how many
  long most;
} rollout_Rows;

typedef struct {
  const option_Line* line;
  const team_Team* team;

  // the plan
  mjModel* m;
  int nworld, key;
  long nstep, every, nrecord;
  uint64_t seed;
  const char* out;                  // NULL: no file
  char target[FILE_PATH_SIZE];      // process 0: where that leads, if it is a link
  char unfinished[FILE_PATH_SIZE];  // the file until it is complete
  text_Text saved;                  // path of the checkpoint
  column_List columns;
  text_Text fields;    // what the gather reads
  text_Text identity;  // lines with all that decides the numbers
  bool canSave;        // checkpoints are possible

  // own worlds
  int first, n;
  sn_Batch* b;
  sn_BatchGather* gather;
  drive_Drive drive;
  mjtNum* ctrl;            // (n x ctrlSteps x nu)
  int ctrlSteps;           // most steps of a call
  int callSteps;           // steps of this one
  atomic_bool ctrlFailed;  // a thread has found that controls cannot be read
  rollout_Part part[ROLLOUT_MOST_PARTS];
  int npart;
  size_t stateBytes;  // of a world in a checkpoint
  int64_t* warned;    // (n x mjNWARNING) warnings that the batch does not count
  pool_Pool* pool;    // for what is done between steps
  sums_Column* sums;  // (threads x columns.n) of the records of own worlds
  rollout_Rows rows;

  long done, begun;   // steps; those of the checkpoint it began with
  double start, cpu;  // times of the first step
  int signal;         // that ended it
  int code;           // CLI_OK, or what is wrong with this process
  char error[TEAM_ERROR];
} rollout_Run;

// notes what is wrong in this process; the first one counts
void rollout_fail(rollout_Run* run, const char* format, ...) __attribute__((format(printf, 2, 3)));
// the text of the first process that has one -> out of process 0, with its number; false: none has
bool rollout_firstError(const rollout_Run* run, const char* mine, char out[TEAM_ERROR + 32]);
// the worst code of all processes; process 0 prints what was noted
int rollout_agree(rollout_Run* run);

// ---- rollout_state.c: states as rows of bytes

bool rollout_makeParts(rollout_Run* run);
void rollout_packState(const rollout_Run* run, int world, char* out);
// false: the row is damaged
bool rollout_unpackState(rollout_Run* run, int world, const char* row);
int64_t rollout_warnings(const rollout_Run* run, int world, int kind);
// the states of the start, with noise, and their record
void rollout_startWorlds(rollout_Run* run, double noise);

// ---- rollout_rows.c: the file of records

bool rollout_makeRows(rollout_Run* run);
void rollout_freeRows(rollout_Run* run);
// process 0: where the file will be, and where it is until then; fails if one is there already and
// may not be replaced
bool rollout_placeFile(rollout_Run* run);
// process 0: a file with a header and room for all rows, or one that has both
bool rollout_createFile(rollout_Run* run);
bool rollout_checkFile(rollout_Run* run);
// all processes: records are on the disk, and the file has its name
void rollout_completeFile(rollout_Run* run);
// process 0: no run can go on with what was written
void rollout_dropFile(const rollout_Run* run);
// one more record of own worlds, written when the buffer is full
void rollout_record(rollout_Run* run);
void rollout_flush(rollout_Run* run);

// ---- rollout_save.c: checkpoints

// all processes: writes one; what fails is a warning, the last one stays
bool rollout_save(rollout_Run* run);
// all processes: goes on from one, if there is one and --resume was given
void rollout_resume(rollout_Run* run);
// process 0: removes it, and what a process that was killed has left of another
void rollout_forget(const rollout_Run* run);

// ---- rollout_loop.c, rollout_report.c

void rollout_simulate(rollout_Run* run);
// pieces of own worlds on the threads: worlds from `begin` on, before `end`
typedef void (*rollout_Task)(rollout_Run* run, int begin, int end, int thread);
void rollout_spread(rollout_Run* run, rollout_Task task);
// all processes: sums of all of them -> (columns.n) in process 0; false if memory is short
bool rollout_mergeSums(const rollout_Run* run, sums_Column* merged);
// what happened, as a table or as JSON, from process 0; returns the number of worlds that diverged
long rollout_report(rollout_Run* run);
// a line about how far it is
void rollout_progress(const rollout_Run* run, double now, bool live);

#endif
