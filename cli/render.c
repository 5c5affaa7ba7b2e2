// sinew render MODEL OUT: renders an image of a model, or a video of its simulation. One thread
// simulates, others render and encode frames (film.h). The command line is validated before the
// first step.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "base/clock.h"
#include "base/number.h"
#include "base/pool.h"
#include "commands.h"
#include "control.h"
#include "film.h"
#include "interrupt.h"
#include "look.h"
#include "output.h"
#include "sim.h"

enum {
  MOST_SIDE = 16384,  // in pixels
  MOST_THREADS = 1024,
  MOST_RATE = 1000  // frames per second
};

typedef struct {
  const option_Line* line;
  mjModel* m;
  mjData *d, *shown;  // the simulation; the state of a frame
  sim_Sim sim;
  control_Control control;
  look_Look look;
  film_Setup setup;
  film_Film* film;
  output_File out;
  FILE* say;  // stream for messages: not the one for the video
  long frame;
  bool full;  // the capacity of a scene was exceeded
  double start;
} Render;

// ---- before the simulation

static int readSize(const option_Line* line, image_Form* form) {
  const char* text = option_text(line, "--size");
  int64_t width = 0, height = 0;
  const char* at = num_parseInt(text, &width);
  at = at && *at == 'x' ? num_parseInt(at + 1, &height) : NULL;
  if (!at || *at) {
    return option_error(line->command, "--size: '%s' is not WIDTHxHEIGHT, e.g. 640x480", text);
  }
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) {
    return option_error(line->command, "--size: %s; sides are from 1 to %d pixels", text,
                        MOST_SIDE);
  }
  form->width = (int)width;
  form->height = (int)height;
  return CLI_OK;
}

// converts the frame rate to a fraction with small integers, if possible
static void setRate(image_Form* form, double rate) {
  form->den = 1;
  while (form->den < 60 && rate * form->den != (double)(long)(rate * form->den)) form->den++;
  if (form->den == 60) form->den = rate > 60 ? 60 : 1001;  // 29.97: 30000 / 1001
  form->num = (int)(rate * form->den + 0.5);
  if (!form->num) form->num = 1;
}

// validates output file and view options, before anything is loaded
static int checkLine(Render* r) {
  const option_Line* line = r->line;
  film_Setup* setup = &r->setup;
  const char *path = line->argument[1], *rate = option_text(line, "--fps");
  const bool depth = option_flag(line, "--depth"), segment = option_flag(line, "--segment");
  setup->kind = image_kindOf(path);
  if (!setup->kind) {
    return option_error(line->command,
                        "'%s' must end in .png for a picture, in .apng or .y4m for a film, or be - "
                        "for a film on standard output",
                        path);
  }
  if (depth && segment) return option_error(line->command, "--depth or --segment, not both");
  if (depth && !setup->kind->grey) {
    return option_error(line->command, "--depth needs 16 bits: a file .png or .apng");
  }
  if (!setup->kind->film && rate) {
    return option_error(line->command,
                        "--fps is of films; '%s' is a picture: .apng and .y4m are "
                        "films",
                        path);
  }
  if (setup->kind->film && !option_text(line, "--time")) {
    return option_error(line->command, "a film needs its length: --time T, in seconds");
  }
  if (rate && option_number(line, "--fps") > MOST_RATE) {
    return option_error(line->command, "--fps: at most %d", MOST_RATE);
  }
  setup->look = depth ? FILM_DEPTH : segment ? FILM_SEGMENT : FILM_COLOURS;
  setup->form.grey = depth;
  r->say = output_isStdout(path) ? stderr : stdout;
  setRate(&setup->form, rate ? option_number(line, "--fps") : 30);
  return readSize(line, &setup->form);
}

static void setDrawing(Render* r) {
  film_Setup* setup = &r->setup;
  mjVisual* vis = &r->m->vis;
  const char *samples = option_text(r->line, "--samples"),
             *text = option_text(r->line, "--threads");
  const double given = text ? option_number(r->line, "--threads") : pool_processors();
  vis->global.offwidth = setup->form.width;
  vis->global.offheight = setup->form.height;
  if (samples) vis->quality.offsamples = (int)option_number(r->line, "--samples");
  memcpy(setup->flags, r->look.flags, sizeof setup->flags);
  setup->m = r->m;
  setup->maxgeom = sn_sceneRoom(r->m);
  setup->nthread = given < MOST_THREADS ? (int)given : MOST_THREADS;
  const double frames = option_number(r->line, "--time") * setup->form.num / setup->form.den;
  setup->form.nframe = setup->kind->film && frames > 1 ? (long)(frames + 0.5) : 1;
}

static int prepare(Render* r) {
  const option_Line* line = r->line;
  int code = checkLine(r);
  if (code != CLI_OK) return code;
  r->m = cli_load(line);
  r->d = r->m ? mj_makeData(r->m) : NULL;
  r->shown = r->m ? mj_makeData(r->m) : NULL;
  if (!r->d || !r->shown) return CLI_FAILED;
  code = look_make(&r->look, line, r->m);
  if (code == CLI_OK) {
    code = sim_begin(&r->sim, line, r->m, r->d, option_number(line, "--time"));
  }
  if (code != CLI_OK) return code;
  setDrawing(r);
  if (!control_make(&r->control, r->m, option_text(line, "--ctrl")) ||
      !output_open(&r->out, line->argument[1])) {
    return CLI_FAILED;
  }
  r->film = film_make(&r->setup, &r->out);
  return r->film ? CLI_OK : CLI_FAILED;
}

// ---- the simulation

// a line that is overwritten in place
static void showProgress(const Render* r) {
  const long done = film_written(r->film), all = r->setup.form.nframe;
  const double seconds = clock_seconds() - r->start;
  fprintf(stderr, "\r\033[K  %.2f s simulated, %ld of %ld frames, %.1f frames per second",
          r->sim.time, done, all, (double)done / seconds);
  if (done) fprintf(stderr, ", %.0f s left", seconds / (double)done * (double)(all - done));
  fflush(stderr);
}

// After a step, mjData has the positions of the state before it. A frame needs the kinematics of
// the current state, computed in a separate mjData, so that rendering does not change the
// simulation.
static bool addFrame(Render* r) {
  mjvScene* scn = film_scene(r->film);
  if (!scn) return false;
  mj_copyState(r->m, r->d, r->shown, mjSTATE_INTEGRATION);
  mj_forward(r->m, r->shown);
  // infinite planes follow the camera of the scene, so it must be the camera of this frame
  mjv_updateCamera(r->m, r->shown, &r->look.camera, scn);
  mjv_updateScene(r->m, r->shown, &r->look.option, NULL, &r->look.camera, mjCAT_ALL, scn);
  if (scn->status) r->full = true;
  film_add(r->film);
  r->frame++;
  return true;
}

// number of steps done when the next frame is taken: an image is taken at the end
static long stepOf(const Render* r) {
  const image_Form* form = &r->setup.form;
  if (!r->setup.kind->film) return r->sim.nstep;
  return (long)((double)r->frame * form->den / (form->num * r->m->opt.timestep) + 0.5);
}

static void simulate(Render* r) {
  const bool live = isatty(2);
  const long nframe = r->setup.form.nframe;
  double shown = r->start = clock_seconds();
  long done = 0;
  control_set(&r->control, r->m, r->d, r->sim.time);
  mj_forward(r->m, r->d);
  while (r->frame < nframe) {
    // an interrupted video keeps its frames until then, at least one
    const bool ends = interrupt_seen() != 0;
    if (ends && r->frame) break;
    if (done >= stepOf(r) || ends) {
      if (!addFrame(r)) break;
    } else {
      sim_step(&r->sim);
      control_set(&r->control, r->m, r->d, r->sim.time);
      done++;
    }
    if (live && clock_seconds() - shown > 0.5) {
      shown = clock_seconds();
      showProgress(r);
    }
  }
  if (shown > r->start) fprintf(stderr, "\r\033[K");
}

// ---- after it

static void sayJson(const Render* r, double seconds) {
  const image_Form* form = &r->setup.form;
  text_Text out = {0};
  double range[2];
  text_add(&out, "{\n  \"file\": ");
  json_string(&out, r->line->argument[1]);
  text_format(&out, ",\n  \"width\": %d,\n  \"height\": %d,\n  \"frames\": %ld", form->width,
              form->height, film_written(r->film));
  text_add(&out, ",\n  \"seconds\": ");
  json_number(&out, seconds);
  if (r->setup.look == FILM_DEPTH) {
    film_range(r->film, range);
    text_add(&out, ",\n  \"depth_range\": [");
    json_number(&out, range[0]);
    text_add(&out, ", ");
    json_number(&out, range[1]);
    text_add(&out, "]");
  }
  if (r->setup.look == FILM_SEGMENT) {
    text_add(&out, ",\n  \"segments\": ");
    tint_json(&out, film_seen(r->film));
  }
  text_add(&out, "\n}\n");
  fputs(text_get(&out), r->say);
  text_free(&out);
}

static void sayText(const Render* r, double seconds) {
  const image_Form* form = &r->setup.form;
  const char* path =
      output_isStdout(r->line->argument[1]) ? "standard output" : r->line->argument[1];
  const long n = film_written(r->film);
  double range[2];
  if (r->setup.kind->film) {
    fprintf(r->say, "%ld frames of %d x %d pixels in %s, %.3g s: %.1f frames per second\n", n,
            form->width, form->height, path, seconds, (double)n / seconds);
  } else {
    fprintf(r->say, "a picture of %d x %d pixels at %.6g s in %s\n", form->width, form->height,
            r->sim.time, path);
  }
  if (r->setup.look == FILM_DEPTH) {
    film_range(r->film, range);
    if (range[1] > 0) {
      fprintf(r->say, "depths in millimetres, from %.0f to %.0f; 0: nothing, or beyond 65535\n",
              1000 * range[0], 1000 * range[1]);
    } else {
      fprintf(r->say, "nothing is seen within 65.535 m\n");
    }
  }
  if (r->setup.look == FILM_SEGMENT) {
    text_Text list = {0};
    tint_list(&list, film_seen(r->film));
    fputs(text_get(&list), r->say);
    text_free(&list);
  }
}

static int finish(Render* r) {
  const bool good = film_finish(r->film);
  const double seconds = clock_seconds() - r->start;
  const int number = interrupt_seen();
  if (good && option_flag(r->line, "--json")) sayJson(r, seconds);
  if (good && !option_flag(r->line, "--json")) {
    sayText(r, seconds);
    sim_report(&r->sim, r->say);
  }
  if (r->full) {
    fprintf(stderr, "sinew: a scene has room for %d things, what was left out is not shown\n",
            r->setup.maxgeom);
  }
  if (number) {
    fprintf(stderr, "sinew: interrupted at %.6g s; '%s' has %ld frame%s\n", r->sim.time,
            r->line->argument[1], film_written(r->film), film_written(r->film) == 1 ? "" : "s");
  }
  if (!good) return CLI_FAILED;
  if (number) return CLI_SIGNAL + number;
  return r->sim.ndivergence && !option_flag(r->line, "--allow-divergence") ? CLI_DIVERGED : CLI_OK;
}

static int render(const option_Line* line) {
  Render r = {.line = line};
  int code = prepare(&r);
  if (code == CLI_OK) {
    simulate(&r);
    sim_end();
    code = finish(&r);
  }
  film_free(r.film);
  control_free(&r.control);
  mj_deleteData(r.shown);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
  return code;
}

static const option_Option option[] = {
    {"--camera", OPTION_TEXT, "WHERE", NULL, "free",
     "a camera of the model, by name or number, or the free camera: "
     "azimuth,elevation,distance in degrees and meters, optionally followed by x,y,z "
     "of the point it looks at (default: the camera that the model selects, else free)"},
    {"--track", OPTION_TEXT, "BODY", NULL, NULL, "the free camera follows a body"},
    {"--size", OPTION_TEXT, "WxH", "640x480", NULL, "pixels"},
    {"--time", OPTION_NOTNEG, "T", NULL, NULL,
     "simulate T seconds: an image shows the end (default 0), a video all of it"},
    {"--fps", OPTION_POSITIVE, "F", NULL, NULL, "frames per second of a video (default 30)"},
    {"--key", OPTION_TEXT, "NAME", NULL, NULL, "start from a keyframe, by name or number"},
    {"--ctrl", OPTION_FILE, "WHAT", "zero", "zero noise",
     "controls: zero (or those of the keyframe), noise, or a CSV file, as in 'sinew "
     "run'"},
    {"--show", OPTION_TEXT, "LIST", NULL, look_words,
     "show what is hidden by default, e.g. "
     "contacts,forces,joints,com,inertia,body-names,geoms3 (geoms of group 3)"},
    {"--hide", OPTION_TEXT, "LIST", NULL, look_words,
     "hide what is shown by default, e.g. shadows,reflections,skybox,tendons,geoms1"},
    {"--depth", OPTION_FLAG, NULL, NULL, NULL,
     "depth image: distance along the view in millimeters, 16-bit gray, 0 where there "
     "is nothing"},
    {"--segment", OPTION_FLAG, NULL, NULL, NULL,
     "segmentation image: one color for each visible geom, site, ..., and a list of "
     "them"},
    {"--samples", OPTION_COUNT, "N", NULL, NULL,
     "antialiasing samples per pixel: 0 or 1 for one (default: as in the model)"},
    {"--threads", OPTION_NUMBERED, "N", NULL, NULL,
     "number of rendering threads; the file does not depend on it (default: one per "
     "processor)"},
    {"--json", OPTION_FLAG, NULL, NULL, NULL, "print a summary as JSON"},
    {"--allow-divergence", OPTION_FLAG, NULL, NULL, NULL,
     "end with exit code 0 even if the simulation diverged"},
};

static const char* const example[] = {
    "sinew render models/humanoid.xml humanoid.png --camera 120,-15,4",
    "sinew render models/arm.xml arm.apng --key home --ctrl noise --time 3 --fps 20 --size 320x240",
    "sinew render models/dominoes.xml - --time 4 --size 1280x720 | ffmpeg -i - dominoes.mp4",
    "sinew render models/hand.xml depth.png --depth",
    "sinew render models/hand.xml parts.png --segment --json",
    "sinew render models/quadruped.xml feet.png --time 1 --show contacts,forces,transparent",
};

const cli_Command cli_renderCommand = {
    .name = "render",
    .argument = {{"MODEL", false}, {"OUT", false}},
    .purpose = "render an image or a video, headless",
    .about = "Renders a model to an image (.png), or its simulation to a video: .apng "
             "(animated PNG, which browsers play), .y4m (uncompressed, for ffmpeg and other "
             "encoders), or - for y4m on standard output. Headless, off-screen rendering on "
             "the CPU: no graphics card and no display are needed. Ctrl-C ends a video and "
             "keeps the frames rendered so far.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .loads = true,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = render,
};
