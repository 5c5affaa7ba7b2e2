// Visual geoms of coordinate frames of geoms, sites, bodies and the world: three axes each.
#include "scene/draw.h"

// a fully transparent element has no frame
static bool isSeen(const mjModel* m, int matid, const float rgba[4]) {
  return (matid >= 0 ? m->mat_rgba[4 * matid + 3] : rgba[3]) != 0;
}

void draw_geomFrames(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->ngeom; i++) {
    if (!draw_hasBody(job, m->geom_bodyid[i]) ||
        !draw_hasGroup(job->opt->geomgroup, m->geom_group[i]) ||
        !isSeen(m, m->geom_matid[i], m->geom_rgba + 4 * i))
      continue;
    draw_frame(job, i, job->d->geom_xpos + 3 * i, job->d->geom_xmat + 9 * i);
  }
}

void draw_siteFrames(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->nsite; i++) {
    if (!draw_hasBody(job, m->site_bodyid[i]) ||
        !draw_hasGroup(job->opt->sitegroup, m->site_group[i]) ||
        !isSeen(m, m->site_matid[i], m->site_rgba + 4 * i))
      continue;
    draw_frame(job, i, job->d->site_xpos + 3 * i, job->d->site_xmat + 9 * i);
  }
}

void draw_worldFrame(const draw_Job* job) {
  draw_axes(job, 0, job->d->xpos, job->d->xmat, 2 * draw_scaled(job, job->m->vis.scale.framelength),
            2 * draw_scaled(job, job->m->vis.scale.framewidth));
}

// with inertias, the inertial frames
void draw_bodyFrames(const draw_Job* job) {
  const bool inertial = draw_has(job, mjVIS_INERTIA);
  const mjtNum *pos = inertial ? job->d->xipos : job->d->xpos,
               *mat = inertial ? job->d->ximat : job->d->xmat;
  for (int i = 1; i < job->m->nbody; i++) {
    if (draw_hasBody(job, i)) draw_frame(job, i, pos + 3 * i, mat + 9 * i);
  }
}
