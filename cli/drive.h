// Controls of many worlds: those of the start, noise, or an array in a file.
#ifndef SINEW_CLI_DRIVE_H_
#define SINEW_CLI_DRIVE_H_

#include <stdbool.h>
#include <stdint.h>

#include <sinew/sinew.h>

#include "base/text.h"
#include "npy.h"

typedef struct {
  enum { DRIVE_START, DRIVE_NOISE, DRIVE_FILE } kind;
  uint64_t seed;
  // noise
  double deviation;      // share of half the range of a control
  long hold;             // steps that a number holds
  const mjtNum* centre;  // (nu) of the keyframe, NULL: the middle of the range
  // file
  int fd;  // -1: its numbers are in memory
  npy_Array array;
  double* value;  // (nu) or (steps x nu)
} drive_Drive;

// what --ctrl, --ctrl-std and --ctrl-hold say
typedef struct {
  const char* what;
  double deviation;
  long hold;
  uint64_t seed;
  int key;    // keyframe, -1: none
  int world;  // all worlds
  long step;  // all steps
} drive_Wish;

// false: what is wrong is in `error`
bool drive_make(drive_Drive* drive, const mjModel* m, const drive_Wish* wish, text_Text* error);
void drive_free(drive_Drive* drive);
// what decides the controls, in one line: kind, settings, shape and hash of a file
void drive_describe(const drive_Drive* drive, text_Text* out);
// controls of n worlds from world `first` on in nstep steps from `step` on -> out (n x nstep x nu);
// false: what is wrong is in `error`
bool drive_fill(const drive_Drive* drive, const mjModel* m, int first, int n, long step, int nstep,
                mjtNum* out, text_Text* error);

#endif
