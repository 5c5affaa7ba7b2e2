// Visual geoms of joints at their anchors, and of the two ends of connect and weld equality
// constraints.
#include "math/vec.h"
#include "scene/draw.h"

// ---- joints

static void shapeJoint(const draw_Job* job, mjvGeom* geom, int joint, const float rgba[4]) {
  const mjModel* m = job->m;
  const int type = m->jnt_type[joint];
  const mjtNum *anchor = job->d->xanchor + 3 * joint, *axis = job->d->xaxis + 3 * joint;
  const mjtNum length = draw_scaled(job, m->vis.scale.jointlength);
  if (type == mjJNT_SLIDE || type == mjJNT_HINGE) {
    mjtNum end[3];
    v3_addScl(end, anchor, axis, length);
    draw_connect(geom, type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1,
                 draw_scaled(job, m->vis.scale.jointwidth), anchor, end);
    draw_colour(geom, rgba);
  } else {
    const mjtNum size[3] = {0.3 * length, 0.3 * length, 0.3 * length};
    draw_shape(geom, type == mjJNT_BALL ? mjGEOM_SPHERE : mjGEOM_BOX, size, anchor,
               job->d->xmat + 9 * m->jnt_bodyid[joint], rgba);
  }
}

void draw_joints(const draw_Job* job) {
  const mjModel* m = job->m;
  const float *free = m->vis.rgba.joint, *limit = m->vis.rgba.constraint;
  for (int i = 0; i < m->njnt; i++) {
    if (!draw_hasGroup(job->opt->jointgroup, m->jnt_group[i])) continue;
    mjvGeom* geom = draw_add(job, mjOBJ_JOINT, i, mjCAT_DECOR);
    if (!geom) return;
    // a joint at its limit has the color of constraints
    const mjtNum p = draw_impedance(job->d, mjCNSTR_LIMIT_JOINT, i);
    float rgba[4] = {0, 0, 0, 1};
    for (int k = 0; k < 3; k++) rgba[k] = (float)((1 - p) * free[k] + p * limit[k]);
    shapeJoint(job, geom, i, rgba);
    draw_label(job, geom, mjLABEL_JOINT, mjOBJ_JOINT, i);
  }
}

// ---- equality constraints

static void addEnd(const draw_Job* job, int id, const mjtNum pos[3], const mjtNum mat[9],
                   const float rgba[4]) {
  const mjtNum r = draw_scaled(job, job->m->vis.scale.constraint), size[3] = {r, r, r};
  mjvGeom* geom = draw_add(job, mjOBJ_EQUALITY, id, mjCAT_DECOR);
  if (!geom) return;
  draw_shape(geom, mjGEOM_SPHERE, size, pos, mat, rgba);
  draw_label(job, geom, mjLABEL_CONSTRAINT, mjOBJ_EQUALITY, id);
}

// an end of an equality constraint: between bodies a point of the body, between sites the site
static void addObjectEnd(const draw_Job* job, int id, int object, const mjtNum local[3],
                         const float rgba[4]) {
  const mjData* d = job->d;
  if (job->m->eq_objtype[id] == mjOBJ_SITE) {
    addEnd(job, id, d->site_xpos + 3 * object, d->site_xmat + 9 * object, rgba);
    return;
  }
  mjtNum pos[3];
  m3_mulVec(pos, d->xmat + 9 * object, local);
  v3_addTo(pos, d->xpos + 3 * object);
  addEnd(job, id, pos, d->xmat + 9 * object, rgba);
}

void draw_equalities(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->neq; i++) {
    const int type = m->eq_type[i];
    if ((type != mjEQ_CONNECT && type != mjEQ_WELD) || !job->d->eq_active[i]) continue;
    // a weld has the anchor in its second body first
    const mjtNum* data = m->eq_data + mjNEQDATA * i;
    const int first = type == mjEQ_CONNECT ? 0 : 3;
    addObjectEnd(job, i, m->eq_obj1id[i], data + first, m->vis.rgba.connect);
    addObjectEnd(job, i, m->eq_obj2id[i], data + 3 - first, m->vis.rgba.constraint);
  }
}
