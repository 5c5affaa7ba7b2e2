// Visual geoms of mouse perturbation: where the selected body is pulled or turned to, and the
// selected point.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "math/quat.h"
#include "scene/draw.h"
#include "scene/perturb.h"

// the color of the first kind of perturbation, with red and green exchanged for the second
static void mixColour(const float c[4], bool first, bool second, float rgba[4]) {
  const float r = first ? c[0] : 0, g = first ? c[1] : 0;
  memcpy(rgba, c, 4 * sizeof *rgba);
  rgba[0] = second && c[1] > r ? c[1] : r;
  rgba[1] = second && c[0] > g ? c[0] : g;
}

static void addPull(const draw_Job* job, const mjtNum mat[9], bool first, bool second) {
  const mjvPerturb* pert = job->pert;
  const mjtNum width = draw_scaled(job, job->m->vis.scale.constraint), r = 2 * width;
  const mjtNum size[3] = {r, r, r};
  mjtNum from[3];
  float rgba[4];
  mixColour(job->m->vis.rgba.constraint, first, second, rgba);
  perturb_point(job->m, job->d, pert, from);
  draw_bar(job, mjOBJ_UNKNOWN, pert->select, mjGEOM_CAPSULE, width, from, pert->refselpos, rgba);
  mjvGeom* geom = draw_add(job, mjOBJ_UNKNOWN, pert->select, mjCAT_DECOR);
  if (geom) draw_shape(geom, mjGEOM_SPHERE, size, pert->refselpos, mat, rgba);
}

static void addTurn(const draw_Job* job, const mjtNum mat[9], bool first, bool second) {
  const mjModel* m = job->m;
  const int body = job->pert->select;
  const mjtNum mean = m->stat.meansize, none[6] = {0, 0, 0, mean, mean, mean};
  const mjtNum* box = m->body_bvhnum[body] > 0 ? m->bvh_aabb + 6 * m->body_bvhadr[body] : none;
  mjvGeom* geom = draw_add(job, mjOBJ_UNKNOWN, body, mjCAT_DECOR);
  if (!geom) return;
  mjtNum pos[3];
  float rgba[4];
  mixColour(m->vis.rgba.inertia, first, second, rgba);
  m3_mulVec(pos, job->d->ximat + 9 * body, box);
  v3_addTo(pos, job->d->xipos + 3 * body);
  draw_shape(geom, mjGEOM_LINEBOX, box + 3, pos, mat, rgba);
}

void draw_perturbation(const draw_Job* job) {
  const mjvPerturb* pert = job->pert;
  if (!draw_selected(job)) return;
  mjtNum mat[9];
  quat_toMat(mat, pert->refquat);
  const int both = pert->active | pert->active2;
  if (both & mjPERT_TRANSLATE)
    addPull(job, mat, pert->active & mjPERT_TRANSLATE, pert->active2 & mjPERT_TRANSLATE);
  if (both & mjPERT_ROTATE)
    addTurn(job, mat, pert->active & mjPERT_ROTATE, pert->active2 & mjPERT_ROTATE);
}

// ---- label of the selected point

typedef struct {
  char* text;
  size_t used, size;
} Label;

static void append(Label* label, const char* text) {
  text_copy(label->text + label->used, text, label->size - label->used);
  label->used += strlen(label->text + label->used);
}

// three decimals behind a point, whatever the decimal separator of the locale
static void appendFixed(Label* label, mjtNum x) {
  char raw[400];
  const int length = snprintf(raw, sizeof raw, "%.3f", x);
  const size_t whole = strspn(raw, "-0123456789");
  if (length >= 5 && raw[whole]) {
    memmove(raw + whole + 1, raw + length - 3, 4);
    raw[whole] = '.';
  }
  append(label, raw);
}

static void appendPoint(Label* label, const mjtNum pos[3]) {
  for (int k = 0; k < 3; k++) {
    if (k) append(label, " ");
    appendFixed(label, pos[k]);
  }
}

static void labelPoint(const mjtNum pos[3], const mjtNum local[3], mjvGeom* geom) {
  Label label = {geom->label, 0, sizeof geom->label};
  appendPoint(&label, pos);
  append(&label, " (local ");
  appendPoint(&label, local);
  append(&label, ")");
}

void draw_selectedPoint(const draw_Job* job) {
  const mjVisual* vis = &job->m->vis;
  if (!draw_selected(job)) return;
  mjvGeom* geom = draw_add(job, mjOBJ_UNKNOWN, job->pert->select, mjCAT_DECOR);
  if (!geom) return;
  const mjtNum r = draw_scaled(job, vis->scale.selectpoint), size[3] = {r, r, r};
  mjtNum pos[3];
  perturb_point(job->m, job->d, job->pert, pos);
  draw_shape(geom, mjGEOM_SPHERE, size, pos, NULL, vis->rgba.selectpoint);
  if (job->opt->label == mjLABEL_SELPNT) labelPoint(pos, job->pert->localpos, geom);
}
