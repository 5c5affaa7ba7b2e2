// Appearance of visual geoms: materials, glow of selected objects, labels, colors of constraint
// islands.
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/text.h"
#include "scene/draw.h"

// ---- materials

static void applyMaterial(const mjModel* m, mjvGeom* geom, int matid) {
  draw_colour(geom, m->mat_rgba + 4 * matid);
  geom->emission = m->mat_emission[matid];
  geom->specular = m->mat_specular[matid];
  geom->shininess = m->mat_shininess[matid];
  geom->reflectance = m->mat_reflectance[matid];
}

void draw_material(const draw_Job* job, mjvGeom* geom, int matid, const float rgba[4]) {
  const mjModel* m = job->m;
  if (matid >= 0) applyMaterial(m, geom, matid);
  if (matid < 0 || !draw_isStandard(rgba)) draw_colour(geom, rgba);
  if (matid >= 0 && draw_has(job, mjVIS_TEXTURE)) {
    geom->matid = matid;
    geom->texid = m->mat_texid[mjNTEXROLE * matid + mjTEXROLE_RGB];
    geom->texuniform = m->mat_texuniform[matid];
    memcpy(geom->texrepeat, m->mat_texrepeat + 2 * matid, sizeof geom->texrepeat);
  }
  if (draw_has(job, mjVIS_TRANSPARENT) && geom->category == mjCAT_DYNAMIC)
    geom->rgba[3] *= m->vis.map.alpha;
}

void draw_glow(const draw_Job* job, mjvGeom* geom, bool selected) {
  if (selected) geom->emission += job->m->vis.global.glow;
}

// ---- labels

void draw_label(const draw_Job* job, mjvGeom* geom, int label, int objtype, int id) {
  if (job->opt->label != label) return;
  const char* name = mj_id2name(job->m, objtype, id);
  if (name) {
    text_copy(geom->label, name, sizeof geom->label);
  } else {
    text_print(geom->label, sizeof geom->label, "%s %d", mju_type2Str(objtype), id);
  }
}

// ---- colors of islands

// HSV to RGB: the color circle from red over yellow, green, cyan, blue and magenta, in six parts
static void hsvToRgb(float rgb[3], mjtNum hue, mjtNum saturation, mjtNum value) {
  const mjtNum turn = 6 * hue;
  const int part = (int)turn % 6;
  const mjtNum f = turn - (int)turn;
  const mjtNum low = value * (1 - saturation), down = value * (1 - saturation * f),
               up = value * (1 - saturation * (1 - f));
  const mjtNum mix[6][3] = {{value, up, low},   {down, value, low}, {low, value, up},
                            {low, down, value}, {up, low, value},   {value, low, down}};
  for (int k = 0; k < 3; k++) rgb[k] = (float)mix[part][k];
}

void draw_islandColour(float rgba[4], int dof, bool awake) {
  mjtNum saturation = 0, value = 0.7, hue = 0;
  if (dof >= 0) {
    hue = mju_Halton(dof + 1, 7);
    saturation = (0.5 + 0.5 * mju_Halton(dof + 1, 3)) * (awake ? 1 : 0.7);
    value = (0.6 + 0.4 * mju_Halton(dof + 1, 5)) * (awake ? 1 : 0.6);
  }
  hsvToRgb(rgba, hue, saturation, value);
  rgba[3] = 1;
}

// the first tree of a cycle of trees that sleep together
static int firstOfCycle(const mjModel* m, const mjData* d, int tree) {
  int first = tree, next = d->tree_asleep[tree];
  for (int count = 0; next >= 0 && next < m->ntree && next != tree && count < m->ntree; count++) {
    if (next < first) first = next;
    next = d->tree_asleep[next];
  }
  return first;
}

void draw_bodyIslandColour(const draw_Job* job, float rgba[4], int body) {
  const mjModel* m = job->m;
  const mjData* d = job->d;
  const int dof = m->body_dofadr[m->body_weldid[body]];
  const int island = d->nisland > 0 ? d->dof_island[dof] : -1;
  int first = island >= 0 ? d->island_dofadr[island] : -1;
  bool awake = true;
  if (first < 0 && (m->opt.enableflags & mjENBL_SLEEP)) {
    const int tree = m->dof_treeid[dof];
    awake = d->tree_asleep[tree] < 0;
    first = m->tree_dofadr[awake ? tree : firstOfCycle(m, d, tree)];
  }
  draw_islandColour(rgba, first, awake);
}

int draw_islandOfRow(const mjData* d, int row) {
  if (d->nisland <= 0 || row < 0 || row >= d->nefc) return -1;
  const int island = d->efc_island[row];
  return island >= 0 && island < d->nisland ? d->island_dofadr[island] : -1;
}

// ---- constraint rows

mjtNum draw_impedance(const mjData* d, int kind, int id) {
  const int first = d->ne + d->nf;
  for (int row = first + d->nl - 1; row >= first; row--) {
    if (d->efc_type[row] == kind && d->efc_id[row] == id) return d->efc_KBIP[4 * row + 2];
  }
  return 0;
}
