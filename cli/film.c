// Video encoding pipeline: a ring buffer of frames between simulation, rendering, encoding and
// output. The caller fills the scene of a slot; a worker thread renders it, and encodes it when the
// previous frame has been rendered too; the caller writes it in order and frees the slot.
#include "film.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"

typedef enum { EMPTY, FILLED, DRAWING, DRAWN, CODING, CODED } State;

// a frame in the pipeline
typedef struct {
  State state;
  mjvScene scn;
  uint8_t* pixels;
  text_Text code;
} Place;

// a rendering thread with its buffers
typedef struct {
  film_Film* film;
  pthread_t thread;
  bool runs;
  mjrContext con;
  float* depth;
  int* segment;
  tint_Seen seen;
  float range[2];
} Painter;

struct film_Film_ {
  film_Setup setup;
  output_File* file;
  file_Writer writer;
  int nplace, npainter;
  Place* place;
  Painter* painter;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  // guarded by the lock
  long filled, written;  // frames
  bool stop;
  const char* failure;  // error message, NULL: none
};

// ---- one frame

// 16-bit depth in millimeters, 0 where there is nothing or the depth exceeds 16 bits
static void depthPixels(Painter* p, float zfar, uint8_t* to) {
  const image_Form* form = &p->film->setup.form;
  const float most = 65.535f, end = 0.9999f * zfar;
  const size_t n = (size_t)form->width * (size_t)form->height;
  for (size_t i = 0; i < n; i++) {
    const float d = p->depth[i];
    const bool there = d <= most && d < end;
    const unsigned mm = there ? (unsigned)(1000 * d + 0.5f) : 0;
    to[2 * i] = (uint8_t)(mm >> 8);
    to[2 * i + 1] = (uint8_t)mm;
    if (there && d < p->range[0]) p->range[0] = d;
    if (there && d > p->range[1]) p->range[1] = d;
  }
}

static void segmentPixels(Painter* p, uint8_t* to) {
  const image_Form* form = &p->film->setup.form;
  const size_t n = (size_t)form->width * (size_t)form->height;
  for (size_t i = 0; i < n; i++) {
    const int* what = p->segment + 2 * i;
    if (i && what[0] == what[-2] && what[1] == what[-1]) {
      memcpy(to + 3 * i, to + 3 * i - 3, 3);
    } else {
      tint_colour(&p->seen, what[0], what[1], to + 3 * i);
    }
  }
}

// returns NULL, or an error message
static const char* draw(Painter* p, Place* place) {
  const film_Setup* setup = &p->film->setup;
  sn_Picture picture = {.width = setup->form.width, .height = setup->form.height};
  if (setup->look == FILM_COLOURS) picture.rgb = place->pixels;
  picture.depth = p->depth;
  picture.segment = p->segment;
  sn_clearErrors();
  if (!sn_draw(&place->scn, &p->con, &picture) || sn_lastWarning()) {
    return "out of memory for drawing";
  }
  if (p->depth) depthPixels(p, place->scn.camera[0].frustum_far, place->pixels);
  if (p->segment) segmentPixels(p, place->pixels);
  return NULL;
}

static const char* code(const film_Film* film, long frame, Place* place) {
  const film_Setup* setup = &film->setup;
  const Place* before = frame ? &film->place[(frame - 1) % film->nplace] : NULL;
  if (!frame) setup->kind->begin(&place->code, &setup->form);
  setup->kind->frame(&place->code, &setup->form, frame, place->pixels,
                     before ? before->pixels : NULL);
  return place->code.failed ? "out of memory" : NULL;
}

// ---- threads

static Place* placeOf(film_Film* film, long frame) { return &film->place[frame % film->nplace]; }

static bool isReady(film_Film* film, long frame, State state) {
  if (placeOf(film, frame)->state != state) return false;
  if (state == FILLED || !frame || !film->setup.kind->needsBefore) return true;
  return placeOf(film, frame - 1)->state >= DRAWN;
}

// the first frame that is ready for encoding, otherwise for rendering; -1: none
static long findWork(film_Film* film) {
  static const State from[] = {DRAWN, FILLED};
  for (int i = 0; i < 2; i++) {
    for (long k = film->written; k < film->filled; k++) {
      if (isReady(film, k, from[i])) return k;
    }
  }
  return -1;
}

static void* paint(void* context) {
  Painter* p = context;
  film_Film* film = p->film;
  sn_setErrorMode(sn_ERROR_KEEP);
  pthread_mutex_lock(&film->lock);
  while (!film->stop) {
    const long frame = film->failure ? -1 : findWork(film);
    if (frame < 0) {
      pthread_cond_wait(&film->changed, &film->lock);
      continue;
    }
    Place* place = placeOf(film, frame);
    const bool drawn = place->state == DRAWN;
    place->state = drawn ? CODING : DRAWING;
    pthread_mutex_unlock(&film->lock);
    const char* failure = drawn ? code(film, frame, place) : draw(p, place);
    pthread_mutex_lock(&film->lock);
    place->state = drawn ? CODED : DRAWN;
    if (failure) film->failure = failure;
    pthread_cond_broadcast(&film->changed);
  }
  pthread_mutex_unlock(&film->lock);
  return NULL;
}

// ---- calling thread

// writes encoded frames and waits until `frame` are written; returns NULL, or an error message
static const char* writeUntil(film_Film* film, long frame) {
  pthread_mutex_lock(&film->lock);
  while (!film->failure && film->written < film->filled) {
    Place* place = placeOf(film, film->written);
    if (place->state == CODED) {
      pthread_mutex_unlock(&film->lock);
      errno = 0;
      const size_t n = fwrite(text_get(&place->code), 1, place->code.size, film->writer.stream);
      const bool good = n == place->code.size;
      const char* why = strerror(errno);
      place->code.size = 0;  // keeps its capacity
      pthread_mutex_lock(&film->lock);
      if (!good) film->failure = why;
      film->written += good;
    } else if (film->written >= frame) {
      break;
    } else {
      pthread_cond_wait(&film->changed, &film->lock);
    }
  }
  const char* failure = film->failure;
  pthread_mutex_unlock(&film->lock);
  return failure;
}

// A slot is free when its frame and the next one, which is encoded relative to it, are written.
mjvScene* film_scene(film_Film* film) {
  const long next = film->filled;
  if (writeUntil(film, next - film->nplace + 2)) return NULL;
  ASSERT(next < film->nplace || film->written > next - film->nplace + 1);
  placeOf(film, next)->state = EMPTY;
  return &placeOf(film, next)->scn;
}

void film_add(film_Film* film) {
  pthread_mutex_lock(&film->lock);
  placeOf(film, film->filled)->state = FILLED;
  film->filled++;
  pthread_cond_broadcast(&film->changed);
  pthread_mutex_unlock(&film->lock);
}

bool film_finish(film_Film* film) {
  const film_Setup* setup = &film->setup;
  const char* failure = writeUntil(film, film->filled);
  errno = 0;
  if (!failure && setup->kind->end &&
      !setup->kind->end(film->writer.stream, &setup->form, film->written)) {
    failure = errno ? strerror(errno) : "out of memory";
  }
  if (!failure) return output_end(film->file, &film->writer);
  fprintf(stderr, "sinew: cannot write '%s': %s\n", film->file->path, failure);
  output_drop(film->file, &film->writer);
  return false;
}

long film_written(const film_Film* film) { return film->written; }

void film_range(const film_Film* film, double range[2]) {
  range[0] = INFINITY;
  range[1] = 0;
  for (int i = 0; i < film->npainter; i++) {
    range[0] = fmin(range[0], film->painter[i].range[0]);
    range[1] = fmax(range[1], film->painter[i].range[1]);
  }
}

const tint_Seen* film_seen(film_Film* film) {
  for (int i = 1; i < film->npainter; i++) {
    tint_merge(&film->painter[0].seen, &film->painter[i].seen);
  }
  return &film->painter[0].seen;
}

// ---- creation and deletion

static bool makePlace(Place* place, const film_Setup* setup) {
  const size_t area = (size_t)setup->form.width * (size_t)setup->form.height;
  mjv_defaultScene(&place->scn);
  mjv_makeScene(setup->m, &place->scn, setup->maxgeom);
  memcpy(place->scn.flags, setup->flags, sizeof setup->flags);
  place->pixels = mem_alloc(area * (size_t)image_pixelBytes(&setup->form));
  return place->scn.geoms && place->pixels;
}

// several frames are rendered at once by one thread each, a single frame by all threads
static bool makePainter(Painter* p, film_Film* film) {
  const film_Setup* setup = &film->setup;
  const size_t area = (size_t)setup->form.width * (size_t)setup->form.height;
  p->film = film;
  p->range[0] = INFINITY;
  mjr_defaultContext(&p->con);
  mjr_makeContext(setup->m, &p->con, mjFONTSCALE_100);
  if (!p->con.glInitialized) return false;
  sn_setDrawThreads(&p->con, film->npainter > 1 ? 1 : setup->nthread);
  if (setup->look == FILM_DEPTH) p->depth = mem_alloc(area * sizeof *p->depth);
  if (setup->look == FILM_SEGMENT) p->segment = mem_alloc(area * 2 * sizeof *p->segment);
  if (setup->look == FILM_DEPTH && !p->depth) return false;
  return setup->look != FILM_SEGMENT || (p->segment && tint_make(&p->seen, setup->m));
}

static bool makeParts(film_Film* film) {
  film->place = mem_calloc((size_t)film->nplace, sizeof *film->place);
  film->painter = mem_calloc((size_t)film->npainter, sizeof *film->painter);
  bool good = film->place && film->painter;
  for (int i = 0; good && i < film->nplace; i++) {
    good = makePlace(&film->place[i], &film->setup);
  }
  for (int i = 0; good && i < film->npainter; i++) good = makePainter(&film->painter[i], film);
  for (int i = 0; good && i < film->npainter; i++) {
    Painter* p = &film->painter[i];
    good = p->runs = pthread_create(&p->thread, NULL, paint, p) == 0;
  }
  return good;
}

film_Film* film_make(const film_Setup* setup, output_File* file) {
  film_Film* film = mem_calloc(1, sizeof *film);
  if (film) {
    const bool one = setup->form.nframe < 2;
    film->setup = *setup;
    film->file = file;
    film->npainter = one ? 1 : setup->nthread;
    film->nplace = one ? 1 : 2 * film->npainter + 2;
    pthread_mutex_init(&film->lock, NULL);
    pthread_cond_init(&film->changed, NULL);
    const bool made = makeParts(film);
    if (made && output_start(file, &film->writer)) return film;
    film_free(film);
    if (made) return NULL;
  }
  fprintf(stderr, "sinew: no memory for pictures of %d x %d pixels on %d threads\n",
          setup->form.width, setup->form.height, setup->nthread);
  return NULL;
}

static void freePainter(Painter* p) {
  mjr_freeContext(&p->con);
  mem_free(p->depth);
  mem_free(p->segment);
  tint_free(&p->seen);
}

void film_free(film_Film* film) {
  if (!film) return;
  pthread_mutex_lock(&film->lock);
  film->stop = true;
  pthread_cond_broadcast(&film->changed);
  pthread_mutex_unlock(&film->lock);
  for (int i = 0; film->painter && i < film->npainter; i++) {
    if (film->painter[i].runs) pthread_join(film->painter[i].thread, NULL);
    freePainter(&film->painter[i]);
  }
  for (int i = 0; film->place && i < film->nplace; i++) {
    mjv_freeScene(&film->place[i].scn);
    mem_free(film->place[i].pixels);
    text_free(&film->place[i].code);
  }
  mem_free(film->place);
  mem_free(film->painter);
  output_drop(film->file, &film->writer);
  pthread_mutex_destroy(&film->lock);
  pthread_cond_destroy(&film->changed);
  mem_free(film);
}
