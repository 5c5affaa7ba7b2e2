// Visual geoms of model elements that have a shape: flexes, skins, geoms and sites. Fully
// transparent ones are left out.
#include <string.h>

#include <sinew/math.h>

#include "math/vec.h"
#include "scene/draw.h"
#include "scene/scene.h"

// ---- flexes

// the first moving body that carries the flex, -1: none
static int flexBody(const mjModel* m, int flex) {
  const bool nodes = m->flex_interp[flex] != 0;
  const int* body = nodes ? m->flex_nodebodyid + m->flex_nodeadr[flex]
                          : m->flex_vertbodyid + m->flex_vertadr[flex];
  const int n = nodes ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
  for (int i = 0; i < n; i++) {
    if (body[i] >= 0 && draw_moves(m, body[i])) return body[i];
  }
  return -1;
}

static void colourFlex(const draw_Job* job, mjvGeom* geom, int flex) {
  const mjModel* m = job->m;
  draw_material(job, geom, m->flex_matid[flex], m->flex_rgba + 4 * flex);
  const int body = draw_has(job, mjVIS_ISLAND) ? flexBody(m, flex) : -1;
  if (body >= 0) {
    geom->matid = -1;
    draw_bodyIslandColour(job, geom->rgba, body);
  }
  geom->texcoord = m->flex_texcoordadr[flex] >= 0;
  if (!geom->texcoord) geom->matid = -1;
  draw_glow(job, geom, job->pert->flexselect == flex);
}

void draw_flexes(const draw_Job* job) {
  const mjModel* m = job->m;
  if (!(job->catmask & mjCAT_DYNAMIC) || !scene_anyFlex(job->opt)) return;
  for (int i = 0; i < m->nflex; i++) {
    if (!draw_hasGroup(job->opt->flexgroup, m->flex_group[i])) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_FLEX, i, mjCAT_DYNAMIC);
    if (!geom) return;
    const mjtNum size[3] = {m->flex_radius[i], 0.1, 0.1};
    draw_shape(geom, mjGEOM_FLEX, size, job->d->flexvert_xpos + 3 * m->flex_vertadr[i], NULL, NULL);
    colourFlex(job, geom, i);
    draw_label(job, geom, mjLABEL_FLEX, mjOBJ_FLEX, i);
    draw_dropUnseen(job);
  }
}

// ---- skins

void draw_skins(const draw_Job* job) {
  const mjModel* m = job->m;
  if (!(job->catmask & mjCAT_DYNAMIC)) return;
  for (int i = 0; i < m->nskin; i++) {
    if (!draw_hasGroup(job->opt->skingroup, m->skin_group[i])) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_SKIN, i, mjCAT_DYNAMIC);
    if (!geom) return;
    const mjtNum* bone =
        m->skin_bonenum[i] > 0 ? job->d->xpos + 3 * m->skin_bonebodyid[m->skin_boneadr[i]] : NULL;
    draw_shape(geom, mjGEOM_SKIN, NULL, bone, NULL, NULL);
    draw_material(job, geom, m->skin_matid[i], m->skin_rgba + 4 * i);
    draw_glow(job, geom, job->pert->skinselect == i);
    geom->texcoord = m->skin_texcoordadr[i] >= 0;
    draw_label(job, geom, mjLABEL_SKIN, mjOBJ_SKIN, i);
    draw_dropUnseen(job);
  }
}

// ---- geoms

// infinite planes follow the camera, by whole periods of their texture or grid
static void followCamera(const draw_Job* job, mjvGeom* geom, int id, int k) {
  const mjModel* m = job->m;
  const mjvGLCamera* camera = job->scn->camera;
  const mjtNum *pos = job->d->geom_xpos + 3 * id, *mat = job->d->geom_xmat + 9 * id;
  const int matid = m->geom_matid[id];
  const float repeat = matid >= 0 ? m->mat_texrepeat[2 * matid + k] : 0;
  const float far = (float)(m->vis.map.zfar * m->stat.extent);
  const mjtNum period = 2 * (repeat > 0 ? 2.0 / repeat : 2.1 * far / (mjMAXPLANEGRID - 2));
  if (!(period > mjMINVAL)) return;
  mjtNum axis[3], offset[3];
  m3_column(axis, mat, k);
  for (int i = 0; i < 3; i++)
    offset[i] = 0.5 * ((mjtNum)camera[0].pos[i] + camera[1].pos[i]) - pos[i];
  const mjtNum turns = v3_dot(offset, axis) / period;
  if (!(turns > -1e9 && turns < 1e9)) return;  // too far for whole periods
  const mjtNum shift = period * mju_round(turns);
  for (int i = 0; i < 3; i++) geom->pos[i] += (float)(shift * axis[i]);
}

static bool isMesh(int type) { return type == mjGEOM_MESH || type == mjGEOM_SDF; }

// data id of a mesh or its convex hull
static int meshData(const draw_Job* job, int id) {
  const mjModel* m = job->m;
  const int mesh = m->geom_dataid[id];
  if (mesh < 0) return mesh;
  const bool hull = draw_has(job, mjVIS_CONVEXHULL) && m->mesh_graphadr[mesh] >= 0 &&
                    (m->geom_contype[id] || m->geom_conaffinity[id]);
  return 2 * mesh + hull;
}

static void fillGeom(const draw_Job* job, mjvGeom* geom, int id, int plane) {
  const mjModel* m = job->m;
  const int type = m->geom_type[id], body = m->geom_bodyid[id], mesh = m->geom_dataid[id];
  const mjtNum* size = m->geom_size + 3 * id;
  draw_shape(geom, type, size, job->d->geom_xpos + 3 * id, job->d->geom_xmat + 9 * id, NULL);
  geom->dataid = isMesh(type) ? meshData(job, id) : type == mjGEOM_PLANE ? plane : mesh;
  geom->modelrbound = (float)m->geom_rbound[id];
  draw_material(job, geom, m->geom_matid[id], m->geom_rgba + 4 * id);
  if (draw_has(job, mjVIS_ISLAND) && draw_moves(m, body)) {
    geom->matid = -1;
    draw_bodyIslandColour(job, geom->rgba, body);
  }
  if (isMesh(type) && mesh >= 0) geom->texcoord = m->mesh_texcoordadr[mesh] >= 0;
  draw_glow(job, geom, body == draw_selected(job) && body > 0);
  for (int k = 0; k < 2; k++) {
    if (type == mjGEOM_PLANE && size[k] <= 0) followCamera(job, geom, id, k);
  }
}

void draw_geoms(const draw_Job* job) {
  const mjModel* m = job->m;
  int planes = 0;
  for (int i = 0; i < m->ngeom; i++) {
    const int plane = planes, body = m->geom_bodyid[i];
    planes += m->geom_type[i] == mjGEOM_PLANE;
    if (!draw_hasBody(job, body) || !draw_hasGroup(job->opt->geomgroup, m->geom_group[i])) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_GEOM, i, draw_category(m, body));
    if (!geom) return;
    fillGeom(job, geom, i, plane);
    draw_label(job, geom, mjLABEL_GEOM, mjOBJ_GEOM, i);
    draw_dropUnseen(job);
  }
}

// ---- sites

void draw_sites(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->nsite; i++) {
    const int body = m->site_bodyid[i];
    if (!draw_hasBody(job, body) || !draw_hasGroup(job->opt->sitegroup, m->site_group[i])) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_SITE, i, draw_category(m, body));
    if (!geom) return;
    draw_shape(geom, m->site_type[i], m->site_size + 3 * i, job->d->site_xpos + 3 * i,
               job->d->site_xmat + 9 * i, NULL);
    draw_material(job, geom, m->site_matid[i], m->site_rgba + 4 * i);
    draw_glow(job, geom, body == draw_selected(job) && body > 0);
    draw_label(job, geom, mjLABEL_SITE, mjOBJ_SITE, i);
    draw_dropUnseen(job);
  }
}
