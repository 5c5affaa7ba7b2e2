// Visual geoms of actuators: what they act on, in a color that follows their input; slider-cranks,
// which are always drawn. Each transmission type is a row of a table of functions.
#include "force/actuation.h"
#include "math/vec.h"
#include "scene/draw.h"
#include "scene/draw_path.h"

// ---- color

// smallest, middle and greatest input, each at least mjMINVAL apart
static void inputPoints(const draw_Job* job, int id, mjtNum point[3]) {
  const mjModel* m = job->m;
  const int ctrl = m->actuator_ctrladr[id];
  mjtNum low = -1, high = 1;
  if (m->actuator_ctrlnum[id] > 0 && m->actuator_ctrllimited[ctrl]) {
    low = m->actuator_ctrlrange[2 * ctrl];
    high = m->actuator_ctrlrange[2 * ctrl + 1];
  } else if (draw_has(job, mjVIS_ACTIVATION) && m->actuator_actlimited[id]) {
    low = m->actuator_actrange[2 * id];
    high = m->actuator_actrange[2 * id + 1];
  }
  if (low >= 0) {
    v3_set(point, -1, low, high);
  } else if (high <= 0) {
    v3_set(point, low, high, 1);
  } else {
    v3_set(point, low, 0, high);
  }
  for (int k = 1; k < 3; k++) {
    if (point[k] < point[k - 1] + mjMINVAL) point[k] = point[k - 1] + mjMINVAL;
  }
}

static mjtNum inputOf(const draw_Job* job, int id) {
  const mjModel* m = job->m;
  const int act = m->actuator_actadr[id], nact = m->actuator_actnum[id];
  if (draw_has(job, mjVIS_ACTIVATION) && act >= 0 && nact > 0) return job->d->act[act + nact - 1];
  return m->actuator_ctrlnum[id] > 0 ? job->d->ctrl[m->actuator_ctrladr[id]] : 0;
}

static void inputColour(const draw_Job* job, int id, float rgba[4]) {
  const mjVisual* vis = &job->m->vis;
  const float* colour[3] = {vis->rgba.actuatornegative, vis->rgba.actuator,
                            vis->rgba.actuatorpositive};
  mjtNum point[3], input = inputOf(job, id);
  inputPoints(job, id, point);
  input = input < point[0] ? point[0] : input > point[2] ? point[2] : input;
  const int k = input > point[1];
  const mjtNum p = (input - point[k]) / (point[k + 1] - point[k]);
  for (int i = 0; i < 4; i++) rgba[i] = (float)((1 - p) * colour[k][i] + p * colour[k + 1][i]);
}

// ---- one function for each transmission type

typedef struct {
  const draw_Job* job;
  int id;
  float rgba[4];
} Actuator;

static mjvGeom* addPart(const Actuator* a) {
  mjvGeom* geom = draw_add(a->job, mjOBJ_ACTUATOR, a->id, mjCAT_DECOR);
  if (geom) draw_colour(geom, a->rgba);
  return geom;
}

static void labelPart(const Actuator* a, mjvGeom* geom) {
  draw_label(a->job, geom, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, a->id);
}

static void addJoint(const Actuator* a, int joint) {
  const draw_Job* job = a->job;
  const mjModel* m = job->m;
  const int type = m->jnt_type[joint];
  mjvGeom* geom = addPart(a);
  if (!geom) return;
  if (type == mjJNT_SLIDE || type == mjJNT_HINGE) {
    mjtNum end[3];
    v3_addScl(end, job->d->xanchor + 3 * joint, job->d->xaxis + 3 * joint,
              draw_scaled(job, m->vis.scale.actuatorlength));
    draw_connect(geom, type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1,
                 draw_scaled(job, m->vis.scale.actuatorwidth), job->d->xanchor + 3 * joint, end);
  } else {
    const mjtNum r = 0.33 * draw_scaled(job, m->vis.scale.jointlength);
    const mjtNum size[3] = {r, r, r};
    draw_shape(geom, type == mjJNT_BALL ? mjGEOM_SPHERE : mjGEOM_BOX, size,
               job->d->xanchor + 3 * joint, job->d->xmat + 9 * m->jnt_bodyid[joint], a->rgba);
  }
  labelPart(a, geom);
}

static void addTendon(const Actuator* a, int tendon) {
  const draw_Job* job = a->job;
  const mjModel* m = job->m;
  const mjtNum scale = m->vis.map.actuatortendon;
  const int first = job->d->ten_wrapadr[tendon];
  for (draw_Segment s = draw_pathStart(job->d, tendon); draw_pathNext(job->d, tendon, &s);) {
    mjvGeom* geom = addPart(a);
    if (!geom) return;
    const mjtNum width = m->tendon_width[tendon] * scale;
    draw_connect(geom, mjGEOM_CAPSULE, s.inside ? 0.5 * width : width, s.from, s.to);
    draw_material(job, geom, m->tendon_matid[tendon], m->tendon_rgba + 4 * tendon);
    draw_colour(geom, a->rgba);
    if (s.next == first + 1) labelPart(a, geom);
  }
}

// a shape that is slightly larger than what it covers
static void addCover(const Actuator* a, int type, const mjtNum size[3], const mjtNum pos[3],
                     const mjtNum mat[9], bool label) {
  mjvGeom* geom = addPart(a);
  if (!geom) return;
  mjtNum larger[3];
  v3_scl(larger, size, 1.05);
  draw_shape(geom, type, larger, pos, mat, a->rgba);
  if (label) labelPart(a, geom);
}

static void addSite(const Actuator* a, int site) {
  const mjModel* m = a->job->m;
  addCover(a, m->site_type[site], m->site_size + 3 * site, a->job->d->site_xpos + 3 * site,
           a->job->d->site_xmat + 9 * site, true);
}

static void addBody(const Actuator* a, int body) {
  const mjModel* m = a->job->m;
  for (int g = m->body_geomadr[body]; g < m->body_geomadr[body] + m->body_geomnum[body]; g++) {
    const int type = m->geom_type[g];
    if (type == mjGEOM_PLANE || type == mjGEOM_HFIELD || type == mjGEOM_MESH || type == mjGEOM_SDF)
      continue;
    addCover(a, type, m->geom_size + 3 * g, a->job->d->geom_xpos + 3 * g,
             a->job->d->geom_xmat + 9 * g, false);
  }
}

static void (*const transmissionTable[])(const Actuator* a, int object) = {
    [mjTRN_JOINT] = addJoint, [mjTRN_JOINTINPARENT] = addJoint, [mjTRN_TENDON] = addTendon,
    [mjTRN_SITE] = addSite,   [mjTRN_BODY] = addBody,
};

void draw_actuators(const draw_Job* job) {
  const mjModel* m = job->m;
  const int kinds = (int)(sizeof transmissionTable / sizeof *transmissionTable);
  for (int i = 0; i < m->nactuator; i++) {
    const int group = m->actuator_group[i], kind = m->actuator_trntype[i];
    if (actuation_isDisabled(m, i) || !draw_hasGroup(job->opt->actuatorgroup, group)) continue;
    if (kind < 0 || kind >= kinds || !transmissionTable[kind]) continue;
    Actuator a = {.job = job, .id = i};
    inputColour(job, i, a.rgba);
    transmissionTable[kind](&a, m->actuator_trnid[2 * i]);
  }
}

// ---- slider-cranks

// intersection of the rod with the slider's axis; false if the rod is too short to reach it
static bool sliderEnd(const draw_Job* job, int id, mjtNum end[3]) {
  const mjModel* m = job->m;
  const int *site = m->actuator_trnid + 2 * id, crank = site[0], slider = site[1];
  const mjtNum rod = m->actuator_cranklength[id], *from = job->d->site_xpos + 3 * slider;
  mjtNum axis[3], to[3];
  m3_column(axis, job->d->site_xmat + 9 * slider, 2);
  v3_sub(to, job->d->site_xpos + 3 * crank, from);
  const mjtNum along = v3_dot(to, axis);
  const mjtNum square = along * along + rod * rod - v3_dot(to, to);
  v3_addScl(end, from, axis, along - (square > 0 ? lane_sqrt(square) : 0));
  return square >= 0;
}

static void addSliderCrank(const draw_Job* job, int id) {
  const mjVisual* vis = &job->m->vis;
  const int* site = job->m->actuator_trnid + 2 * id;
  const mjtNum width = draw_scaled(job, vis->scale.slidercrank);
  mjtNum end[3];
  const bool whole = sliderEnd(job, id, end);
  mjvGeom* geom = draw_add(job, mjOBJ_ACTUATOR, id, mjCAT_DYNAMIC);
  if (!geom) return;
  draw_connect(geom, mjGEOM_CYLINDER, width, job->d->site_xpos + 3 * site[1], end);
  draw_colour(geom, vis->rgba.slidercrank);
  draw_label(job, geom, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, id);
  geom = draw_add(job, mjOBJ_ACTUATOR, id, mjCAT_DYNAMIC);
  if (!geom) return;
  draw_connect(geom, mjGEOM_CAPSULE, 0.5 * width, end, job->d->site_xpos + 3 * site[0]);
  draw_colour(geom, whole ? vis->rgba.slidercrank : vis->rgba.crankbroken);
}

void draw_sliderCranks(const draw_Job* job) {
  if (!(job->catmask & mjCAT_DYNAMIC)) return;
  for (int i = 0; i < job->m->nactuator; i++) {
    if (job->m->actuator_trntype[i] == mjTRN_SLIDERCRANK) addSliderCrank(job, i);
  }
}
