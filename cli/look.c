// View options of rendering: camera, tracked body, and visibility of geoms and decorations.
#include "look.h"

#include <string.h>

#include "base/assert.h"
#include "base/number.h"
#include "commands.h"
#include "xml/xml_value.h"

// ---- cameras

// lists the names of named cameras: "a, b, c"
static void listCameras(text_Text* out, const mjModel* m) {
  for (int i = 0; i < m->ncam; i++) {
    const char* name = mj_id2name(m, mjOBJ_CAMERA, i);
    text_format(out, "%s", out->size ? ", " : "");
    if (name) text_format(out, "'%s'", name);
    if (!name) text_format(out, "%d", i);
  }
}

static int unknownCamera(const option_Line* line, const mjModel* m, const char* text) {
  text_Text names = {0};
  listCameras(&names, m);
  option_error(line->command,
               "--camera: there is no camera '%s'; %s%s. Or give azimuth,elevation,distance in "
               "degrees and metres, e.g. 90,-20,%.3g",
               text, m->ncam ? "the model has " : "the model has none",
               m->ncam ? text_get(&names) : "", 1.5 * m->stat.extent);
  text_free(&names);
  return CLI_USAGE;
}

// parses comma-separated numbers; returns their count, -1: syntax error
static int readNumbers(const char* text, double* out, int most) {
  for (int n = 0; n < most; n++) {
    text = num_parse(text, &out[n]);
    if (!text || !(out[n] - out[n] == 0)) return -1;
    if (!*text) return n + 1;
    if (*text++ != ',') return -1;
  }
  return -1;
}

static int chooseCamera(mjvCamera* cam, const option_Line* line, const mjModel* m) {
  const char* text = option_text(line, "--camera");
  double x[6];
  int id = text ? mj_name2id(m, mjOBJ_CAMERA, text) : m->vis.global.cameraid;
  mjv_defaultFreeCamera(m, cam);
  if (text && id < 0) {
    const int n = readNumbers(text, x, 6);
    if (n == 3 || n == 6) {
      cam->azimuth = x[0];
      cam->elevation = x[1];
      cam->distance = x[2];
      if (n == 6) memcpy(cam->lookat, x + 3, sizeof cam->lookat);
      if (x[2] > 0) return CLI_OK;
      return option_error(line->command, "--camera: the distance is %g m; it must be above 0",
                          x[2]);
    }
    if (n == 1 && x[0] >= 0 && x[0] < (double)m->ncam && x[0] == (int)x[0]) id = (int)x[0];
    if (id < 0 && strcmp(text, "free")) return unknownCamera(line, m, text);
  }
  if (id >= 0 && id < m->ncam) {
    cam->type = mjCAMERA_FIXED;
    cam->fixedcamid = id;
  }
  return CLI_OK;
}

static int chooseTracked(mjvCamera* cam, const option_Line* line, const mjModel* m) {
  const char* name = option_text(line, "--track");
  if (!name) return CLI_OK;
  const int body = mj_name2id(m, mjOBJ_BODY, name);
  if (body < 0) {
    const char* near = cli_nearestName(m, mjOBJ_BODY, m->nbody, name);
    return option_error(line->command, "--track: there is no body '%s'%s%s%s", name,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  if (cam->type == mjCAMERA_FIXED) {
    return option_error(line->command, "--track moves the free camera; --camera names another one");
  }
  cam->type = mjCAMERA_TRACKING;
  cam->trackbodyid = body;
  return CLI_OK;
}

// ---- visibility

typedef enum { VISIBLE, RENDERED, LABEL, FRAME, GROUP } Kind;

#define GROUPS(member) GROUP, (int)offsetof(mjvOption, member)

// names of groups end in a digit
static const struct {
  const char* name;
  Kind kind;
  int which;
} word[] = {
    {"contacts", VISIBLE, mjVIS_CONTACTPOINT},
    {"forces", VISIBLE, mjVIS_CONTACTFORCE},
    {"split", VISIBLE, mjVIS_CONTACTSPLIT},
    {"joints", VISIBLE, mjVIS_JOINT},
    {"com", VISIBLE, mjVIS_COM},
    {"inertia", VISIBLE, mjVIS_INERTIA},
    {"actuators", VISIBLE, mjVIS_ACTUATOR},
    {"activations", VISIBLE, mjVIS_ACTIVATION},
    {"tendons", VISIBLE, mjVIS_TENDON},
    {"rangefinders", VISIBLE, mjVIS_RANGEFINDER},
    {"constraints", VISIBLE, mjVIS_CONSTRAINT},
    {"cameras", VISIBLE, mjVIS_CAMERA},
    {"lights", VISIBLE, mjVIS_LIGHT},
    {"islands", VISIBLE, mjVIS_ISLAND},
    {"transparent", VISIBLE, mjVIS_TRANSPARENT},
    {"connect", VISIBLE, mjVIS_AUTOCONNECT},
    {"static", VISIBLE, mjVIS_STATIC},
    {"skins", VISIBLE, mjVIS_SKIN},
    {"hulls", VISIBLE, mjVIS_CONVEXHULL},
    {"textures", VISIBLE, mjVIS_TEXTURE},
    {"flex-vertices", VISIBLE, mjVIS_FLEXVERT},
    {"flex-edges", VISIBLE, mjVIS_FLEXEDGE},
    {"flex-faces", VISIBLE, mjVIS_FLEXFACE},
    {"flex-skins", VISIBLE, mjVIS_FLEXSKIN},
    {"body-tree", VISIBLE, mjVIS_BODYBVH},
    {"mesh-tree", VISIBLE, mjVIS_MESHBVH},
    {"shadows", RENDERED, mjRND_SHADOW},
    {"reflections", RENDERED, mjRND_REFLECTION},
    {"wireframe", RENDERED, mjRND_WIREFRAME},
    {"skybox", RENDERED, mjRND_SKYBOX},
    {"fog", RENDERED, mjRND_FOG},
    {"haze", RENDERED, mjRND_HAZE},
    {"body-frames", FRAME, mjFRAME_BODY},
    {"geom-frames", FRAME, mjFRAME_GEOM},
    {"site-frames", FRAME, mjFRAME_SITE},
    {"contact-frames", FRAME, mjFRAME_CONTACT},
    {"world-frame", FRAME, mjFRAME_WORLD},
    {"body-names", LABEL, mjLABEL_BODY},
    {"joint-names", LABEL, mjLABEL_JOINT},
    {"geom-names", LABEL, mjLABEL_GEOM},
    {"site-names", LABEL, mjLABEL_SITE},
    {"actuator-names", LABEL, mjLABEL_ACTUATOR},
    {"force-numbers", LABEL, mjLABEL_CONTACTFORCE},
    {"geoms0", GROUPS(geomgroup)},
    {"sites0", GROUPS(sitegroup)},
    {"joints0", GROUPS(jointgroup)},
    {"tendons0", GROUPS(tendongroup)},
    {"actuators0", GROUPS(actuatorgroup)},
    {"flexes0", GROUPS(flexgroup)},
    {"skins0", GROUPS(skingroup)},
};

enum { NWORD = sizeof word / sizeof *word };

const char look_words[] =
    "contacts forces split joints com inertia actuators activations tendons rangefinders "
    "constraints cameras lights islands transparent connect static skins hulls textures "
    "flex-vertices flex-edges flex-faces flex-skins body-tree mesh-tree shadows reflections "
    "wireframe skybox fog haze body-frames geom-frames site-frames contact-frames world-frame "
    "body-names joint-names geom-names site-names actuator-names force-numbers geoms0 sites0 "
    "joints0 tendons0 actuators0 flexes0 skins0";

static void set(look_Look* look, int i, int group, bool on) {
  mjvOption* option = &look->option;
  const int which = word[i].which;
  switch (word[i].kind) {
    case VISIBLE:
      option->flags[which] = on;
      break;
    case RENDERED:
      look->flags[which] = on;
      break;
    case LABEL:
      option->label = on ? which : mjLABEL_NONE;
      break;
    case FRAME:
      option->frame = on ? which : mjFRAME_NONE;
      break;
    case GROUP:
      ((mjtByte*)option + which)[group] = on;
      break;
  }
}

// are the n characters the i-th word; also parses the number of a group
static bool isWord(int i, const char* text, size_t n, int* group) {
  const size_t length = strlen(word[i].name), same = length - (word[i].kind == GROUP);
  *group = n ? text[n - 1] - '0' : 0;
  if (n != length || strncmp(word[i].name, text, same)) return false;
  return word[i].kind != GROUP || (*group >= 0 && *group < mjNGROUP);
}

static int unknownWord(const option_Line* line, const char* option, const char* text, size_t n) {
  const char* names[NWORD];
  char given[64];
  for (int i = 0; i < NWORD; i++) names[i] = word[i].name;
  text_print(given, sizeof given, "%.*s", (int)n, text);
  const char* near = xml_nearest(given, names, NWORD, sizeof *names);
  if (near) {
    return option_error(line->command, "%s: there is no '%s'; did you mean '%s'?", option, given,
                        near);
  }
  return option_error(line->command,
                      "%s: there is no '%s'; there are: %s, and other digits up to %d for groups",
                      option, given, look_words, mjNGROUP - 1);
}

static int setWords(look_Look* look, const option_Line* line, const char* option, bool on) {
  const char* at = option_text(line, option);
  while (at && *at) {
    const size_t n = strcspn(at, ",");
    int i = 0, group;
    while (i < NWORD && !isWord(i, at, n, &group)) i++;
    if (i == NWORD) return unknownWord(line, option, at, n);
    set(look, i, group, on);
    at += n + (at[n] == ',');
  }
  return CLI_OK;
}

int look_make(look_Look* look, const option_Line* line, const mjModel* m) {
  mjv_defaultOption(&look->option);
  for (int i = 0; i < mjNRNDFLAG; i++) look->flags[i] = mjRNDSTRING[i][1][0] == '1';
  int code = chooseCamera(&look->camera, line, m);
  if (code == CLI_OK) code = chooseTracked(&look->camera, line, m);
  if (code == CLI_OK) code = setWords(look, line, "--show", true);
  if (code == CLI_OK) code = setWords(look, line, "--hide", false);
  return code;
}
