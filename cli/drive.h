// Control inputs of a rollout of many worlds: constant initial controls, random noise
// (counter-based), or an array from an NPY file.
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
  double deviation;      // standard deviation as a fraction of half the control range
  long hold;             // number of steps that a noise value is held
  const mjtNum* centre;  // (nu) of the keyframe, NULL: the middle of the range
  // file
  int fd;  // file descriptor, -1: values are in memory
  npy_Array array;
  double* value;  // (nu) or (steps x nu)
} drive_Drive;

// options --ctrl, --ctrl-std and --ctrl-hold
typedef struct {
  const char* what;
  double deviation;
  long hold;
  uint64_t seed;
  int key;    // keyframe, -1: none
  int world;  // all worlds
  long step;  // all steps
} drive_Wish;

// false with a message in `error`
bool drive_make(drive_Drive* drive, const mjModel* m, const drive_Wish* wish, text_Text* error);
void drive_free(drive_Drive* drive);
// serializes what determines the controls to one line: kind, settings, shape and hash of a file
void drive_describe(const drive_Drive* drive, text_Text* out);
// fills out (n x nstep x nu) with the controls of n worlds from world `first` in nstep steps from
// `step`; false with a message in `error`
bool drive_fill(const drive_Drive* drive, const mjModel* m, int first, int n, long step, int nstep,
                mjtNum* out, text_Text* error);

#endif
