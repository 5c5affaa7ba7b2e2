// Frames on their way into a file: the caller fills scenes in order, threads draw and code them,
// and the caller writes them in order. As many are on their way as there is room for, so the caller
// waits when it is ahead. What is written does not depend on the number of threads.
#ifndef SINEW_CLI_FILM_H_
#define SINEW_CLI_FILM_H_

#include <stdbool.h>

#include <sinew/sinew.h>

#include "image.h"
#include "output.h"
#include "tint.h"

typedef enum { FILM_COLOURS, FILM_DEPTH, FILM_SEGMENT } film_Look;

typedef struct {
  const mjModel* m;  // with the size and the samples of the pictures
  const image_Kind* kind;
  image_Form form;
  film_Look look;
  mjtByte flags[mjNRNDFLAG];  // how scenes are drawn
  int maxgeom;
  int nthread;  // that draw
} film_Setup;

typedef struct film_Film_ film_Film;

// starts threads; NULL after a message. file: what is written to
film_Film* film_make(const film_Setup* setup, output_File* file);
// the scene of the next frame, when there is room; NULL if drawing or writing has failed
mjvScene* film_scene(film_Film* film);
// the scene is filled
void film_add(film_Film* film);
// waits for all frames, writes the rest and ends the file, which is closed; false after a message
bool film_finish(film_Film* film);
long film_written(const film_Film* film);  // frames
// metres that depths lie between; what was seen
void film_range(const film_Film* film, double range[2]);
const tint_Seen* film_seen(film_Film* film);
void film_free(film_Film* film);

#endif
