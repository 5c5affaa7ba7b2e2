// Internal interface of `sinew rollout` (batch simulation on many processes): the plan, which is
// identical in all processes of a team, the worlds of this process, and the progress.
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
  size_t bytes;  // size per world
} rollout_Part;

enum { ROLLOUT_MOST_PARTS = 32 };

// records of this process's worlds, buffered for the file
typedef struct {
  team_File* file;  // NULL: no output
  int lock;         // process 0: descriptor that holds a lock on the file, -1: none
  npy_Array array;  // worlds x records x width
  char* buffer;     // (n x most x width) values of the type of the file
  double* row;      // (n x width) the last record
  long begin, n;    // records in the buffer: index of the first one, count
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
  char target[FILE_PATH_SIZE];      // process 0: target of a symbolic link
  char unfinished[FILE_PATH_SIZE];  // path of the file until it is complete
  text_Text saved;                  // path of the checkpoint
  column_List columns;
  text_Text fields;    // fields that the gather reads
  text_Text identity;  // lines with all settings that determine the results
  bool canSave;        // checkpoints are possible

  // own worlds
  int first, n;
  sn_Batch* b;
  sn_BatchGather* gather;
  drive_Drive drive;
  mjtNum* ctrl;            // (n x ctrlSteps x nu)
  int ctrlSteps;           // maximum number of steps of a call
  int callSteps;           // steps of the current call
  atomic_bool ctrlFailed;  // a thread could not read controls
  rollout_Part part[ROLLOUT_MOST_PARTS];
  int npart;
  size_t stateBytes;  // size of a world in a checkpoint
  int64_t* warned;    // (n x mjNWARNING) warnings that the batch does not count
  pool_Pool* pool;    // thread pool for work between steps
  sums_Column* sums;  // (threads x columns.n) of the records of this process's worlds
  rollout_Rows rows;

  long done, begun;   // steps; steps of the checkpoint that it resumed from
  double start, cpu;  // times of the first step
  int signal;         // signal that ended it
  int code;           // CLI_OK, or the error of this process
  char error[TEAM_ERROR];
} rollout_Run;

// records an error of this process; the first one counts
void rollout_fail(rollout_Run* run, const char* format, ...) __attribute__((format(printf, 2, 3)));
// Sends the message of the first process that has one to process 0, with the number of the process.
// Returns false if there is none.
bool rollout_firstError(const rollout_Run* run, const char* mine, char out[TEAM_ERROR + 32]);
// returns the worst exit code of all processes; process 0 prints the recorded message
int rollout_agree(rollout_Run* run);

// ---- rollout_state.c: serialization of states

bool rollout_makeParts(rollout_Run* run);
void rollout_packState(const rollout_Run* run, int world, char* out);
// false: the row is corrupt
bool rollout_unpackState(rollout_Run* run, int world, const char* row);
int64_t rollout_warnings(const rollout_Run* run, int world, int kind);
// initial states, with noise, and their record
void rollout_startWorlds(rollout_Run* run, double noise);

// ---- rollout_rows.c: output file

bool rollout_makeRows(rollout_Run* run);
void rollout_freeRows(rollout_Run* run);
// process 0: determines the final path and the temporary path of the file; fails if a file exists
// and may not be replaced
bool rollout_placeFile(rollout_Run* run);
// process 0: creates a file with a header and space for all rows, or opens an existing one
bool rollout_createFile(rollout_Run* run);
bool rollout_checkFile(rollout_Run* run);
// all processes: syncs records to disk and renames the file to its final name
void rollout_completeFile(rollout_Run* run);
// process 0: deletes the file that no run can resume from
void rollout_dropFile(const rollout_Run* run);
// records this process's worlds once; writes when the buffer is full
void rollout_record(rollout_Run* run);
void rollout_flush(rollout_Run* run);

// ---- rollout_save.c: checkpoints

// all processes: writes a checkpoint; a failure is a warning, the previous one is kept
bool rollout_save(rollout_Run* run);
// all processes: resumes from a checkpoint, if there is one and --resume was given
void rollout_resume(rollout_Run* run);
// process 0: removes the checkpoint, and the temporary file that a killed process may have left
void rollout_forget(const rollout_Run* run);

// ---- rollout_loop.c, rollout_report.c

void rollout_simulate(rollout_Run* run);
// parallel loop over this process's worlds: a task computes worlds `begin` to `end` - 1
typedef void (*rollout_Task)(rollout_Run* run, int begin, int end, int thread);
void rollout_spread(rollout_Run* run, rollout_Task task);
// all processes: merges all sums to (columns.n) in process 0; false if out of memory
bool rollout_mergeSums(const rollout_Run* run, sums_Column* merged);
// prints a summary as a table or as JSON, from process 0; returns the number of worlds that
// diverged
long rollout_report(rollout_Run* run);
// prints a progress line
void rollout_progress(const rollout_Run* run, double now, bool live);

#endif
