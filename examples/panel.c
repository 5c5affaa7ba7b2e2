// A window without a window: a scene and, beside it, a user interface whose items change variables
// of the simulation. A program with a window gives mjui_event what happens there; this one makes
// the events up, and writes the picture as a PPM file.
//   panel [FILE.ppm [MODEL.xml]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

static mjUI ui;
static mjuiState state;
static mjrContext con;
static mjvScene scn;
static mjvOption opt;
static mjvCamera cam;

// variables that items show and change, beside those of the model
static int run = 1, speed = 4, camera, label;
static char note[mjMAXUITEXT] = "first try";

// category 2 can be changed while the simulation stands still only
static int enabled(int category, void* data) {
  (void)data;
  return category != 2 || !run;
}

static void makePanel(mjModel* m) {
  const mjuiDef defs[] = {
      {mjITEM_SECTION, "Simulation", mjSECT_OPEN, NULL, "AS", 0},
      {mjITEM_RADIO, "", 1, &run, "Pause\nRun", 0},
      {mjITEM_BUTTON, "Reset", 2, NULL, " #259", 0},
      {mjITEM_BUTTON, "Copy", 1, NULL, "CC", 0},
      {mjITEM_SLIDERINT, "Speed", 1, &speed, "1 10", 0},
      {mjITEM_EDITTXT, "Note", 1, note, "", 0},
      {mjITEM_SECTION, "Physics", mjSECT_OPEN, NULL, "AP", 0},
      {mjITEM_SELECT, "Solver", 1, &m->opt.solver, "PGS\nCG\nNewton", 0},
      {mjITEM_EDITNUM, "Timestep", 1, &m->opt.timestep, "1 0 1", 0},
      {mjITEM_EDITNUM, "Gravity", 1, m->opt.gravity, "3", 0},
      {mjITEM_SEPARATOR, "Wind", mjSEPCLOSED + 1, NULL, "", 0},
      {mjITEM_SLIDERNUM, "x", 1, &m->opt.wind[0], "-10 10", 0},
      {mjITEM_SECTION, "Drawing", mjSECT_OPEN, NULL, "AD", 0},
      {mjITEM_RADIOLINE, "Camera", 1, &camera, "free\nfixed", 0},
      {mjITEM_SELECT, "Label", 1, &label, "none\nbody\njoint", 0},
      {mjITEM_CHECKBYTE, "Joints", 1, &opt.flags[mjVIS_JOINT], " J", 0},
      {mjITEM_CHECKBYTE, "Contacts", 1, &opt.flags[mjVIS_CONTACTPOINT], " C", 0},
      {mjITEM_CHECKBYTE, "Forces", 1, &opt.flags[mjVIS_CONTACTFORCE], " F", 0},
      {mjITEM_CHECKBYTE, "Transparent", 1, &opt.flags[mjVIS_TRANSPARENT], " T", 0},
      {mjITEM_SECTION, "Files", mjSECT_CLOSED, NULL, "AF", 0},
      {mjITEM_END, "", 0, NULL, "", 0}};
  ui.spacing = mjui_themeSpacing(0);
  ui.color = mjui_themeColor(0);
  ui.predicate = enabled;
  ui.rectid = 1;
  mjui_add(&ui, defs);
}

// sizes first, then the buffer, then the picture of the user interface
static void layOut(int width, int height) {
  mjui_resize(&ui, &con);
  mjr_addAux(ui.auxid, ui.width, ui.maxheight, ui.spacing.samples, &con);
  state.nrect = 3;
  state.rect[0] = (mjrRect){0, 0, width, height};
  state.rect[1] = (mjrRect){0, 0, ui.width, height};
  state.rect[2] = (mjrRect){ui.width, 0, width - ui.width, height};
  mjui_update(-1, -1, &ui, &state, &con);
}

// the left button goes down and up on an item; returns the item if it changed
static const mjuiItem* click(int section, int item) {
  const mjrRect r = ui.sect[section].item[item].rect;
  state.x = state.rect[1].left + r.left + r.width / 2;
  state.y = state.rect[1].bottom + state.rect[1].height - ui.height + r.bottom + r.height / 2;
  state.button = mjBUTTON_LEFT;
  state.type = mjEVENT_PRESS;
  const mjuiItem* changed = mjui_event(&ui, &state, &con);
  state.type = mjEVENT_RELEASE;
  mjui_event(&ui, &state, &con);
  return changed;
}

static const mjuiItem* key(int code) {
  state.type = mjEVENT_KEY;
  state.key = code;
  return mjui_event(&ui, &state, &con);
}

static int save(const char* name, int width, int height) {
  const size_t row = 3 * (size_t)width;
  unsigned char* rgb = (unsigned char*)malloc(row * (size_t)height);
  FILE* file = rgb ? fopen(name, "wb") : NULL;
  int good = 0;
  if (file) {
    mjr_readPixels(rgb, NULL, state.rect[0], &con);
    fprintf(file, "P6 %d %d 255\n", width, height);
    for (int y = height - 1; y >= 0; y--) fwrite(rgb + row * (size_t)y, 1, row, file);
    good = !ferror(file);
    good = !fclose(file) && good;
  }
  free(rgb);
  return good;
}

int main(int argc, char** argv) {
  const int width = 860, height = 640;
  char error[1000] = "";
  mjModel* m = mj_loadXML(argc > 2 ? argv[2] : "models/humanoid.xml", NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjv_makeScene(m, &scn, 2000);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_resizeOffscreen(width, height, &con);
  makePanel(m);
  layOut(width, height);

  // contacts and joints are shown: by the mouse, by a key; then the time step is edited
  if (click(2, 2)) printf("joints: %d\n", opt.flags[mjVIS_JOINT]);
  if (key('C')) printf("contacts: %d\n", opt.flags[mjVIS_CONTACTPOINT]);
  click(1, 1);
  key(mjKEY_END);
  key(mjKEY_BACKSPACE);
  key('3');
  if (key(mjKEY_ENTER)) printf("timestep: %g\n", m->opt.timestep);
  click(1, 2);  // and one more is being edited

  while (d->time < 0.5) mj_step(m, d);
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  mjr_render(state.rect[2], &scn, &con);
  mjui_render(&ui, &state, &con);
  const int good = argc < 2 || save(argv[1], width, height);
  if (!good) fprintf(stderr, "%s cannot be written\n", argv[1]);
  mjr_freeContext(&con);
  mjv_freeScene(&scn);
  mj_deleteData(d);
  mj_deleteModel(m);
  return good ? 0 : 1;
}
