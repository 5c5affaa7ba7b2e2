// Visual geoms of bodies: inertia boxes or ellipsoids, labels, islands, centers of mass, lines to
// their joints and parents, applied forces.
#include <stdio.h>

#include "math/elementary.h"
#include "math/vec.h"
#include "scene/draw.h"

// ---- inertia: the box or ellipsoid of the same mass and moments

static void inertiaSize(const draw_Job* job, int body, bool ellipsoid, mjtNum size[3]) {
  const mjtNum mass = job->m->body_mass[body], *moment = job->m->body_inertia + 3 * body;
  const mjtNum sum = moment[0] + moment[1] + moment[2];
  for (int k = 0; k < 3; k++) {
    const mjtNum square = (sum - 2 * moment[k]) / (2 * mass) * (ellipsoid ? 5 : 3);
    size[k] = square > 0 ? lane_sqrt(square) : 0;
  }
  if (!draw_has(job, mjVIS_SCLINERTIA)) return;
  // scaled to the density of water
  const mjtNum volume = (ellipsoid ? 4 * mjPI / 3 : 8) * size[0] * size[1] * size[2];
  if (volume > 0) v3_scl(size, size, lane_pow(mass / (1000 * volume), 1.0 / 3));
}

void draw_inertias(const draw_Job* job) {
  const mjModel* m = job->m;
  const bool ellipsoid = m->vis.global.ellipsoidinertia == 1;
  for (int i = 1; i < m->nbody; i++) {
    const bool selected = i == draw_selected(job);
    if (!draw_hasBody(job, i) || !(m->body_mass[i] > mjMINVAL)) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_BODY, i, mjCAT_DECOR);
    if (!geom) return;
    mjtNum size[3];
    inertiaSize(job, i, ellipsoid, size);
    draw_shape(geom, ellipsoid ? mjGEOM_ELLIPSOID : mjGEOM_BOX, size, job->d->xipos + 3 * i,
               job->d->ximat + 9 * i, m->vis.rgba.inertia);
    draw_glow(job, geom, selected);
    draw_label(job, geom, mjLABEL_BODY, mjOBJ_BODY, i);
    if (selected) draw_label(job, geom, mjLABEL_SELECTION, mjOBJ_BODY, i);
  }
}

// ---- labels of bodies, if there are no inertias that carry them

void draw_bodyLabels(const draw_Job* job) {
  const int label = job->opt->label;
  if ((label != mjLABEL_BODY && label != mjLABEL_SELECTION) || draw_has(job, mjVIS_INERTIA)) return;
  for (int i = 1; i < job->m->nbody; i++) {
    if (!draw_hasBody(job, i) || (label == mjLABEL_SELECTION && i != draw_selected(job))) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_UNKNOWN, i, mjCAT_DECOR);
    if (!geom) return;
    draw_shape(geom, mjGEOM_LABEL, NULL, job->d->xpos + 3 * i, job->d->xmat + 9 * i, NULL);
    draw_label(job, geom, label, mjOBJ_BODY, i);
  }
}

// ---- islands

void draw_islandLabels(const draw_Job* job) {
  const mjModel* m = job->m;
  const mjData* d = job->d;
  if (job->opt->label != mjLABEL_ISLAND || d->nisland <= 0) return;
  for (int i = 1; i < m->nbody; i++) {
    const int island = draw_moves(m, i) ? d->dof_island[m->body_dofadr[m->body_weldid[i]]] : -1;
    if (island < 0) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_UNKNOWN, i, mjCAT_DECOR);
    if (!geom) return;
    draw_shape(geom, mjGEOM_LABEL, NULL, d->xipos + 3 * i, d->ximat + 9 * i, NULL);
    snprintf(geom->label, sizeof geom->label, "%d", island);
  }
}

// ---- centers of mass of trees

void draw_massCentres(const draw_Job* job) {
  const mjModel* m = job->m;
  const mjtNum r = draw_scaled(job, m->vis.scale.com), size[3] = {r, r, r};
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_rootid[i] != i) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_UNKNOWN, i, mjCAT_DECOR);
    if (!geom) return;
    draw_shape(geom, mjGEOM_SPHERE, size, job->d->subtree_com + 3 * i, NULL, m->vis.rgba.com);
  }
}

// ---- lines from a body's center over its joints to the center of its parent

void draw_connections(const draw_Job* job) {
  const mjModel* m = job->m;
  const mjtNum width = draw_scaled(job, m->vis.scale.connect);
  for (int i = 1; i < m->nbody; i++) {
    const int parent = m->body_parentid[i], first = m->body_jntadr[i];
    const mjtNum* from = job->d->xipos + 3 * i;
    if (!parent) continue;
    for (int j = first + m->body_jntnum[i] - 1; j >= first; j--) {
      const mjtNum* to = job->d->xanchor + 3 * j;
      draw_bar(job, mjOBJ_UNKNOWN, i, mjGEOM_CAPSULE, width, from, to, m->vis.rgba.connect);
      from = to;
    }
    draw_bar(job, mjOBJ_UNKNOWN, i, mjGEOM_CAPSULE, width, from, job->d->xipos + 3 * parent,
             m->vis.rgba.connect);
  }
}

// ---- forces on bodies

void draw_appliedForces(const draw_Job* job) {
  const mjModel* m = job->m;
  const mjtNum scale = m->stat.meanmass > 0 ? m->vis.map.force / m->stat.meanmass : 0;
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum *force = job->d->xfrc_applied + 6 * i, *from = job->d->xipos + 3 * i;
    mjtNum to[3];
    if (!(v3_norm(force) > mjMINVAL)) continue;
    v3_addScl(to, from, force, scale);
    draw_bar(job, mjOBJ_UNKNOWN, i, mjGEOM_ARROW, draw_scaled(job, m->vis.scale.forcewidth), from,
             to, m->vis.rgba.force);
  }
}
