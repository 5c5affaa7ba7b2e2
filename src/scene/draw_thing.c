// Appends visual geoms to a scene (mjvScene) within its capacity, and sets their shape, pose and
// color.
#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/args.h"
#include "math/quat.h"
#include "scene/draw.h"

// ---- capacity of the scene

static void tellFull(mjvScene* scn) {
  if (scn->status) return;
  mju_warning("a scene has no room for more than %d geoms, further ones are left out; make it with "
              "a greater maxgeom (mjv_makeScene)",
              scn->maxgeom);
  scn->status = 1;
}

mjvGeom* draw_add(const draw_Job* job, int objtype, int objid, int category) {
  mjvScene* scn = job->scn;
  if (scn->ngeom >= scn->maxgeom) {
    tellFull(scn);
    return NULL;
  }
  mjvGeom* geom = scn->geoms + scn->ngeom;
  memset(geom, 0, sizeof *geom);
  draw_shape(geom, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  geom->objtype = objtype;
  geom->objid = objid;
  geom->category = category;
  geom->segid = scn->ngeom++;
  return geom;
}

void draw_dropUnseen(const draw_Job* job) {
  mjvScene* scn = job->scn;
  if (scn->ngeom > 0 && scn->geoms[scn->ngeom - 1].rgba[3] == 0) scn->ngeom--;
}

// ---- shapes

static void copyFloats(float* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) res[i] = (float)vec[i];
}

static void setSize(mjvGeom* geom, const mjtNum size[3]) {
  static const mjtNum standard[3] = {0.1, 0.1, 0.1};
  copyFloats(geom->size, size ? size : standard, 3);
  if (!size) return;
  const bool round = geom->type == mjGEOM_CAPSULE || geom->type == mjGEOM_CYLINDER;
  if (geom->type == mjGEOM_SPHERE) geom->size[1] = geom->size[2] = geom->size[0];
  if (round) {
    geom->size[1] = geom->size[0];
    geom->size[2] = (float)size[1];
  }
}

void draw_colour(mjvGeom* geom, const float rgba[4]) { memcpy(geom->rgba, rgba, 4 * sizeof *rgba); }

void draw_shape(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                const mjtNum mat[9], const float rgba[4]) {
  static const mjtNum origin[3] = {0}, unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const float grey[4] = {0.5f, 0.5f, 0.5f, 1};
  geom->type = type;
  setSize(geom, size);
  copyFloats(geom->pos, pos ? pos : origin, 3);
  copyFloats(geom->mat, mat ? mat : unit, 9);
  draw_colour(geom, rgba ? rgba : grey);
  geom->dataid = geom->matid = geom->texid = -1;
  geom->texuniform = geom->texcoord = 0;
  geom->texrepeat[0] = geom->texrepeat[1] = 0;
  geom->emission = geom->reflectance = 0;
  geom->specular = geom->shininess = 0.5f;
  geom->modelrbound = 0;
  geom->label[0] = 0;
}

void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                  const mjtNum mat[9], const float rgba[4]) {
  ARGS_NEED(geom);
  draw_shape(geom, type, size, pos, mat, rgba);
}

// ---- between points

void draw_connect(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3], const mjtNum to[3]) {
  mjtNum axis[3], quat[4], mat[9];
  v3_sub(axis, to, from);
  const mjtNum length = v3_norm(axis);
  const bool centred = type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER;
  mju_quatZ2Vec(quat, axis);
  quat_toMat(mat, quat);
  geom->type = type;
  geom->size[0] = geom->size[1] = (float)width;
  geom->size[2] = (float)(centred ? 0.5 * length : length);
  for (int k = 0; k < 3; k++) {
    geom->pos[k] = (float)(centred ? 0.5 * (from[k] + to[k]) : from[k]);
  }
  copyFloats(geom->mat, mat, 9);
}

void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                   const mjtNum to[3]) {
  ARGS_NEED(geom, from, to);
  switch (type) {
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
    case mjGEOM_ARROW:
    case mjGEOM_ARROW1:
    case mjGEOM_ARROW2:
    case mjGEOM_LINE:
      draw_connect(geom, type, width, from, to);
      return;
    default:
      mju_error("mjv_connector: a geom of type %d cannot join two points; use a capsule, cylinder, "
                "arrow or line",
                type);
  }
}

void draw_triangle(mjvGeom* geom, const mjtNum v0[3], const mjtNum v1[3], const mjtNum v2[3]) {
  mjtNum axis[3][3], size[3], mat[9];
  v3_sub(axis[0], v1, v0);
  v3_sub(axis[1], v2, v0);
  v3_cross(axis[2], axis[0], axis[1]);
  for (int k = 0; k < 3; k++) {
    size[k] = v3_normalize(axis[k]);
    for (int i = 0; i < 3; i++) mat[3 * i + k] = axis[k][i];
  }
  geom->type = mjGEOM_TRIANGLE;
  copyFloats(geom->size, size, 3);
  copyFloats(geom->pos, v0, 3);
  copyFloats(geom->mat, mat, 9);
}

mjvGeom* draw_bar(const draw_Job* job, int objtype, int objid, int type, mjtNum width,
                  const mjtNum from[3], const mjtNum to[3], const float rgba[4]) {
  mjvGeom* geom = draw_add(job, objtype, objid, mjCAT_DECOR);
  if (!geom) return NULL;
  draw_connect(geom, type, width, from, to);
  draw_colour(geom, rgba);
  return geom;
}

// ---- axes

void draw_axes(const draw_Job* job, int id, const mjtNum pos[3], const mjtNum mat[9], mjtNum length,
               mjtNum width) {
  for (int k = 0; k < 3; k++) {
    float rgba[4] = {0, 0, 0, 1};
    mjtNum end[3];
    rgba[k] = 0.9f;
    m3_column(end, mat, k);
    v3_addScl(end, pos, end, length);
    draw_bar(job, mjOBJ_UNKNOWN, id, mjGEOM_CYLINDER, width, pos, end, rgba);
  }
}

void draw_frame(const draw_Job* job, int id, const mjtNum pos[3], const mjtNum mat[9]) {
  draw_axes(job, id, pos, mat, draw_scaled(job, job->m->vis.scale.framelength),
            draw_scaled(job, job->m->vis.scale.framewidth));
}
