// Video encoding pipeline: the caller fills scenes in order, a thread pool renders and encodes them
// in parallel, and the caller writes them in order. The number of frames in flight is bounded, so
// the caller waits when it is ahead (back pressure). The output does not depend on the number of
// threads.
#ifndef SINEW_CLI_FILM_H_
#define SINEW_CLI_FILM_H_

#include <stdbool.h>

#include <sinew/sinew.h>

#include "image.h"
#include "output.h"
#include "tint.h"

typedef enum { FILM_COLOURS, FILM_DEPTH, FILM_SEGMENT } film_Look;

typedef struct {
  const mjModel* m;  // with image size and number of samples
  const image_Kind* kind;
  image_Form form;
  film_Look look;
  mjtByte flags[mjNRNDFLAG];  // rendering flags
  int maxgeom;
  int nthread;  // rendering threads
} film_Setup;

typedef struct film_Film_ film_Film;

// starts threads; NULL after a message. file: output
film_Film* film_make(const film_Setup* setup, output_File* file);
// the scene of the next frame, waits for a free slot; NULL if rendering or writing has failed
mjvScene* film_scene(film_Film* film);
// submits the filled scene
void film_add(film_Film* film);
// waits for all frames, writes the rest, and finishes and closes the file; false after a message
bool film_finish(film_Film* film);
long film_written(const film_Film* film);  // number of frames
// range of depths that were rendered, in meters
void film_range(const film_Film* film, double range[2]);
const tint_Seen* film_seen(film_Film* film);
void film_free(film_Film* film);

#endif
