// Visual geoms of contacts: a disc at the contact point, velocities of moving surfaces, the contact
// frame, the contact force.
#include <stdio.h>

#include <sinew/api.h>

#include "base/number.h"
#include "base/text.h"
#include "math/vec.h"
#include "model/contact_range.h"
#include "scene/draw.h"

typedef struct {
  const draw_Job* job;
  const mjContact* con;
  int id;
} Touch;

// ---- point

// name of a geom or flex at one side, or its id
static void nameSide(const Touch* t, int side, char* text, size_t n) {
  const mjContact* con = t->con;
  const bool flex = con->geom[side] < 0;
  const int id = flex ? con->flex[side] : con->geom[side];
  const char* name = mj_id2name(t->job->m, flex ? mjOBJ_FLEX : mjOBJ_GEOM, id);
  char whole[200];
  int length = name ? snprintf(whole, sizeof whole, "%s", name)
                    : snprintf(whole, sizeof whole, "%c%d", flex ? 'f' : 'g', id);
  if (flex && length >= 0 && length < (int)sizeof whole) {
    const bool element = con->elem[side] >= 0;
    snprintf(whole + length, sizeof whole - (size_t)length, ".%c%d", element ? 'e' : 'v',
             element ? con->elem[side] : con->vert[side]);
  }
  text_copy(text, whole, n);
}

static void labelPoint(const Touch* t, mjvGeom* geom) {
  char side[2][48];
  if (t->job->opt->label != mjLABEL_CONTACTPOINT) return;
  for (int k = 0; k < 2; k++) nameSide(t, k, side[k], sizeof side[k]);
  text_print(geom->label, sizeof geom->label, "%s | %s", side[0], side[1]);
}

static void pointColour(const Touch* t, float rgba[4]) {
  const mjVisual* vis = &t->job->m->vis;
  const int row = contact_hasRows(t->job->d, t->con) ? t->con->efc_address : -1;
  const float* plain = row < 0 ? vis->rgba.contactgap : vis->rgba.contactpoint;
  for (int k = 0; k < 4; k++) rgba[k] = plain[k];
  if (row >= 0 && draw_has(t->job, mjVIS_ISLAND))
    draw_islandColour(rgba, draw_islandOfRow(t->job->d, row), true);
}

// the disc, with its axis along the contact normal
static void addDisc(const Touch* t, const float rgba[4]) {
  const mjVisual* vis = &t->job->m->vis;
  const mjtNum *frame = t->con->frame, depth = -0.5 * t->con->dist;
  const mjtNum width = draw_scaled(t->job, vis->scale.contactwidth),
               height = draw_scaled(t->job, vis->scale.contactheight);
  const mjtNum size[3] = {width, depth > height ? depth : height, 0};
  mjtNum mat[9];
  for (int k = 0; k < 3; k++) v3_set(mat + 3 * k, frame[3 + k], frame[6 + k], frame[k]);
  mjvGeom* geom = draw_add(t->job, mjOBJ_UNKNOWN, t->id, mjCAT_DECOR);
  if (!geom) return;
  draw_shape(geom, mjGEOM_CYLINDER, size, t->con->pos, mat, rgba);
  labelPoint(t, geom);
}

// velocity of a moving surface, projected onto the tangent plane
static bool surfaceVelocity(const Touch* t, int geom, mjtNum vel[3]) {
  const mjtNum *local = t->job->m->geom_surfacevel + 6 * geom, *normal = t->con->frame;
  const mjtNum* mat = t->job->d->geom_xmat + 9 * geom;
  mjtNum spin[3], arm[3];
  if (v6_dot(local, local) == 0) return false;
  m3_mulVec(vel, mat, local);
  m3_mulVec(spin, mat, local + 3);
  v3_sub(arm, t->con->pos, t->job->d->geom_xpos + 3 * geom);
  v3_addCross(vel, spin, arm);
  v3_addToScl(vel, normal, -v3_dot(vel, normal));
  return v3_norm(vel) >= mjMINVAL;
}

static void addSurfaceVelocity(const Touch* t, int side, const float rgba[4]) {
  const int geom = t->con->geom[side];
  const mjtNum width = draw_scaled(t->job, t->job->m->vis.scale.forcewidth);
  mjtNum vel[3], from[3], to[3];
  if (geom < 0 || !surfaceVelocity(t, geom, vel)) return;
  v3_addScl(from, t->con->pos, t->con->frame, (side ? 0.5 : -0.5) * width);
  v3_addScl(to, from, vel, 0.5);
  draw_bar(t->job, mjOBJ_UNKNOWN, t->id, mjGEOM_ARROW, width, from, to, rgba);
}

static void addPoint(const Touch* t) {
  float rgba[4];
  pointColour(t, rgba);
  addDisc(t, rgba);
  for (int side = 0; side < 2; side++) addSurfaceVelocity(t, side, rgba);
}

// ---- frame

static void addFrame(const Touch* t) {
  const mjVisual* vis = &t->job->m->vis;
  mjtNum mat[9];
  m3_transpose(mat, t->con->frame);
  draw_axes(t->job, t->id, t->con->pos, mat, 0.5 * draw_scaled(t->job, vis->scale.framelength),
            0.5 * draw_scaled(t->job, vis->scale.framewidth));
}

// ---- force

// id of what is pushed at a side: a body, or a flex behind all bodies
static int sideId(const Touch* t, int side) {
  const mjModel* m = t->job->m;
  const int geom = t->con->geom[side];
  return geom >= 0 ? m->geom_bodyid[geom] : (int)m->nbody + t->con->flex[side];
}

// an arrow for a force in the contact frame; label: its magnitude, NULL: no label
static void addArrow(const Touch* t, const mjtNum force[3], bool split, const float rgba[4],
                     const mjtNum* label) {
  const mjModel* m = t->job->m;
  const int a = sideId(t, 0), b = sideId(t, 1);
  const mjtNum scale = m->stat.meanmass > 0 ? m->vis.map.force / m->stat.meanmass : 0;
  mjtNum world[3], to[3];
  m3_mulTVec(world, t->con->frame, force);
  v3_addScl(to, t->con->pos, world, a > b ? -scale : scale);
  mjvGeom* geom = draw_bar(t->job, mjOBJ_UNKNOWN, t->id,
                           a > 0 && b > 0 && !split ? mjGEOM_ARROW2 : mjGEOM_ARROW,
                           draw_scaled(t->job, m->vis.scale.forcewidth), t->con->pos, to, rgba);
  if (!geom || !label || t->job->opt->label != mjLABEL_CONTACTFORCE) return;
  char text[NUM_SIZE];
  num_print(text, *label, 3);
  text_print(geom->label, sizeof geom->label, "%s", text);
}

static void addForce(const Touch* t) {
  const mjVisual* vis = &t->job->m->vis;
  mjtNum force[6];
  mj_contactForce(t->job->m, t->job->d, t->id, force);
  for (int k = t->con->dim; k < 3; k++) force[k] = 0;
  const mjtNum norm = v3_norm(force);
  if (norm < mjMINVAL) return;
  const bool split = draw_has(t->job, mjVIS_CONTACTSPLIT) && t->con->dim > 1;
  if (!split) {
    addArrow(t, force, false, vis->rgba.contactforce, &norm);
    return;
  }
  const mjtNum normal[3] = {force[0], 0, 0}, tangent[3] = {0, force[1], force[2]};
  addArrow(t, normal, true, vis->rgba.contactforce, &norm);
  addArrow(t, tangent, true, vis->rgba.contactfriction, NULL);
}

void draw_contacts(const draw_Job* job) {
  const bool point = draw_has(job, mjVIS_CONTACTPOINT), force = draw_has(job, mjVIS_CONTACTFORCE),
             frame = job->opt->frame == mjFRAME_CONTACT;
  if (!point && !force && !frame) return;
  for (int i = 0; i < job->d->ncon; i++) {
    const Touch t = {job, job->d->contact + i, i};
    if (!contact_hasSides(job->m, t.con)) continue;
    if (point) addPoint(&t);
    if (frame) addFrame(&t);
    if (force && contact_hasRows(job->d, t.con)) addForce(&t);
  }
}
