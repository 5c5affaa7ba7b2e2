// Defaults of mjvOption, mjvCamera, mjvPerturb and mjvFigure, and names and shortcut keys of
// visualization and rendering flags.
#include <string.h>

#include <sinew/math.h>
#include <sinew/model.h>
#include <sinew/visualize.h>

#include "base/args.h"

const char* mjLABELSTRING[mjNLABEL] = {
    "None",      "Body",     "Joint",    "Geom",         "Site",  "Camera",
    "Light",     "Tendon",   "Actuator", "Constraint",   "Flex",  "Skin",
    "Selection", "SelPoint", "Contact",  "ContactForce", "Island"};

const char* mjFRAMESTRING[mjNFRAME] = {"None",   "Body",  "Geom",    "Site",
                                       "Camera", "Light", "Contact", "World"};

const char* mjVISSTRING[mjNVISFLAG][3] = {
    [mjVIS_CONVEXHULL] = {"Convex Hull", "0", "H"},
    [mjVIS_TEXTURE] = {"Texture", "1", "X"},
    [mjVIS_JOINT] = {"Joint", "0", "J"},
    [mjVIS_CAMERA] = {"Camera", "0", "Q"},
    [mjVIS_ACTUATOR] = {"Actuator", "0", "U"},
    [mjVIS_ACTIVATION] = {"Activation", "0", ","},
    [mjVIS_LIGHT] = {"Light", "0", "Z"},
    [mjVIS_TENDON] = {"Tendon", "1", "V"},
    [mjVIS_RANGEFINDER] = {"Range Finder", "1", "Y"},
    [mjVIS_CONSTRAINT] = {"Equality", "0", "E"},
    [mjVIS_INERTIA] = {"Inertia", "0", "I"},
    [mjVIS_SCLINERTIA] = {"Scale Inertia", "0", "'"},
    [mjVIS_PERTFORCE] = {"Perturb Force", "0", "B"},
    [mjVIS_PERTOBJ] = {"Perturb Object", "1", "O"},
    [mjVIS_CONTACTPOINT] = {"Contact Point", "0", "C"},
    [mjVIS_ISLAND] = {"Island", "0", "N"},
    [mjVIS_CONTACTFORCE] = {"Contact Force", "0", "F"},
    [mjVIS_CONTACTSPLIT] = {"Contact Split", "0", "P"},
    [mjVIS_TRANSPARENT] = {"Transparent", "0", "T"},
    [mjVIS_AUTOCONNECT] = {"Auto Connect", "0", "A"},
    [mjVIS_COM] = {"Center of Mass", "0", "M"},
    [mjVIS_SELECT] = {"Select Point", "0", ""},
    [mjVIS_STATIC] = {"Static Body", "1", "D"},
    [mjVIS_SKIN] = {"Skin", "1", ";"},
    [mjVIS_FLEXVERT] = {"Flex Vert", "0", ""},
    [mjVIS_FLEXEDGE] = {"Flex Edge", "1", ""},
    [mjVIS_FLEXFACE] = {"Flex Face", "0", ""},
    [mjVIS_FLEXSKIN] = {"Flex Skin", "1", ""},
    [mjVIS_BODYBVH] = {"Body Tree", "0", "`"},
    [mjVIS_MESHBVH] = {"Mesh Tree", "0", "\\"},
    [mjVIS_SDFITER] = {"SDF iters", "0", ""},
};

const char* mjRNDSTRING[mjNRNDFLAG][3] = {
    [mjRND_SHADOW] = {"Shadow", "1", "S"},
    [mjRND_WIREFRAME] = {"Wireframe", "0", "W"},
    [mjRND_REFLECTION] = {"Reflection", "1", "R"},
    [mjRND_ADDITIVE] = {"Additive", "0", "L"},
    [mjRND_SKYBOX] = {"Skybox", "1", "K"},
    [mjRND_FOG] = {"Fog", "0", "G"},
    [mjRND_HAZE] = {"Haze", "1", "/"},
    [mjRND_DEPTH] = {"Depth", "0", ""},
    [mjRND_SEGMENT] = {"Segment", "0", ","},
    [mjRND_IDCOLOR] = {"Id Color", "0", ""},
    [mjRND_CULL_FACE] = {"Cull Face", "1", ""},
};

void mjv_defaultOption(mjvOption* opt) {
  ARGS_NEED(opt);
  *opt = (mjvOption){.label = mjLABEL_NONE, .frame = mjFRAME_NONE, .bvh_depth = 1};
  mjtByte* const group[] = {opt->geomgroup,     opt->sitegroup, opt->jointgroup, opt->tendongroup,
                            opt->actuatorgroup, opt->flexgroup, opt->skingroup};
  const int shown = 3;  // of mjNGROUP
  for (size_t k = 0; k < sizeof group / sizeof *group; k++) memset(group[k], 1, shown);
  for (int i = 0; i < mjNVISFLAG; i++) opt->flags[i] = mjVISSTRING[i][1][0] == '1';
}

void mjv_defaultCamera(mjvCamera* cam) {
  ARGS_NEED(cam);
  *cam = (mjvCamera){.type = mjCAMERA_FREE,
                     .fixedcamid = -1,
                     .trackbodyid = -1,
                     .distance = 2,
                     .azimuth = 90,
                     .elevation = -45};
}

void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam) {
  ARGS_NEED(m, cam);
  mjv_defaultCamera(cam);
  memcpy(cam->lookat, m->stat.center, sizeof cam->lookat);
  cam->distance = 1.5 * m->stat.extent;
  cam->azimuth = m->vis.global.azimuth;
  cam->elevation = m->vis.global.elevation;
  cam->orthographic = m->vis.global.orthographic;
}

void mjv_defaultPerturb(mjvPerturb* pert) {
  ARGS_NEED(pert);
  *pert = (mjvPerturb){.flexselect = -1, .skinselect = -1, .refquat = {1, 0, 0, 0}, .scale = 1};
}

// ---- figures

// eight colors that are easy to distinguish, then colors of a Halton sequence for the other lines
static void lineColours(float rgb[mjMAXLINE][3]) {
  static const float first[8][3] = {{1, .3f, .3f}, {.1f, 1, .1f}, {.3f, .3f, 1}, {.1f, 1, 1},
                                    {1, .2f, 1},   {1, 1, .1f},   {1, .6f, .2f}, {.6f, .7f, .4f}};
  static const int base[3] = {2, 3, 5};
  memcpy(rgb, first, sizeof first);
  for (int n = sizeof first / sizeof *first; n < mjMAXLINE; n++) {
    for (int k = 0; k < 3; k++) rgb[n][k] = (float)(0.1 + 0.8 * mju_Halton(n, base[k]));
  }
}

static void fill(float* res, int n, float x) {
  for (int i = 0; i < n; i++) res[i] = x;
}

void mjv_defaultFigure(mjvFigure* fig) {
  ARGS_NEED(fig);
  memset(fig, 0, sizeof *fig);
  fig->highlightid = -1;
  fig->flg_legend = fig->flg_extend = 1;
  fig->flg_ticklabel[0] = fig->flg_ticklabel[1] = 1;
  fig->linewidth = 3;
  fig->gridwidth = 1;
  fig->gridsize[0] = fig->gridsize[1] = 2;
  fill(fig->gridrgb, 3, 0.4f);
  fig->figurergba[3] = fig->panergba[3] = 1;
  fig->legendrgba[3] = 0.3f;
  fill(fig->textrgb, 3, 1);
  fig->range[0][1] = fig->range[1][1] = 1;
  strcpy(fig->xformat, "%.0f");
  strcpy(fig->yformat, "%.2g");
  strcpy(fig->minwidth, "XXX");
  lineColours(fig->linergb);
}
