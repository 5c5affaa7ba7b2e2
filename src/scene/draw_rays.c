// Visual geoms of rangefinder rays, and of the lines between the geoms of distance sensors.
#include "math/vec.h"
#include "scene/draw.h"
#include "step/sensor_rays.h"

typedef struct {
  const draw_Job* job;
  int sensor;
  const float* rgba;
} Beam;

// ---- rangefinders

static void addPoint(const Beam* beam, const mjtNum pos[3], mjtNum r) {
  mjvGeom* geom = draw_add(beam->job, mjOBJ_SENSOR, beam->sensor, mjCAT_DECOR);
  if (geom) draw_shape(geom, mjGEOM_SPHERE, (const mjtNum[3]){r, r, r}, pos, NULL, beam->rgba);
}

static bool isZero(const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    if (vec[i] != 0) return false;
  }
  return true;
}

// fields among the data of a ray, NULL: not there
typedef struct {
  const mjtNum *dist, *point, *normal;
} Fields;

static Fields findFields(int bits, const mjtNum* data) {
  static const int size[mjNRAYDATA] = {
      [mjRAYDATA_DIST] = 1,  [mjRAYDATA_DIR] = 3,    [mjRAYDATA_ORIGIN] = 3,
      [mjRAYDATA_POINT] = 3, [mjRAYDATA_NORMAL] = 3, [mjRAYDATA_DEPTH] = 1};
  const mjtNum* at[mjNRAYDATA] = {0};
  for (int k = 0; k < mjNRAYDATA; k++) {
    if (!(bits & (1 << k))) continue;
    at[k] = data;
    data += size[k];
  }
  return (Fields){at[mjRAYDATA_DIST], at[mjRAYDATA_POINT], at[mjRAYDATA_NORMAL]};
}

static void addRay(const Beam* beam, const mjtNum origin[3], const mjtNum dir[3], const Fields* f,
                   mjtNum radius) {
  const draw_Job* job = beam->job;
  const mjVisual* vis = &job->m->vis;
  const mjtNum width = draw_scaled(job, vis->scale.framewidth);
  mjtNum end[3];
  const bool hit = f->dist && *f->dist >= 0, point = f->point && !isZero(f->point, 3);
  if (hit) {
    v3_addScl(end, origin, dir, *f->dist);
    draw_bar(job, mjOBJ_SENSOR, beam->sensor, mjGEOM_LINE, 3, origin, end, beam->rgba);
  }
  if (point) {
    v3_copy(end, f->point);
    addPoint(beam, end, radius * width);
  }
  if (f->normal && (hit || point)) {
    mjtNum tip[3];
    v3_addScl(tip, end, f->normal, 2 * draw_scaled(job, vis->scale.framelength));
    draw_bar(job, mjOBJ_SENSOR, beam->sensor, mjGEOM_ARROW1, width, end, tip, beam->rgba);
  }
}

static void addRangefinder(const Beam* beam) {
  const mjModel* m = beam->job->m;
  const mjData* d = beam->job->d;
  const int i = beam->sensor, id = m->sensor_objid[i], bits = m->sensor_intprm[mjNSENS * i];
  const bool camera = m->sensor_objtype[i] == mjOBJ_CAMERA;
  const int rays = camera ? m->cam_resolution[2 * id] * m->cam_resolution[2 * id + 1] : 1;
  const int each = rays > 0 ? m->sensor_dim[i] / rays : 0;
  for (int k = 0; k < rays && beam->job->scn->ngeom < beam->job->scn->maxgeom; k++) {
    const Fields f = findFields(bits, d->sensordata + m->sensor_adr[i] + each * k);
    mjtNum origin[3], dir[3];
    if (camera) {
      sensor_pixelRay(m, d, id, k, origin, dir);
    } else {
      v3_copy(origin, d->site_xpos + 3 * id);
      m3_column(dir, d->site_xmat + 9 * id, 2);
    }
    addRay(beam, origin, dir, &f, camera ? 1.3 : 1.5);
  }
}

// ---- distances

static void addDistance(const Beam* beam) {
  const mjtNum* ends = beam->job->d->sensordata + beam->job->m->sensor_adr[beam->sensor];
  if (isZero(ends, 6)) return;
  draw_bar(beam->job, mjOBJ_SENSOR, beam->sensor, mjGEOM_LINE, 3, ends, ends + 3, beam->rgba);
}

void draw_rays(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->nsensor; i++) {
    const Beam beam = {job, i, m->vis.rgba.rangefinder};
    if (m->sensor_type[i] == mjSENS_RANGEFINDER) addRangefinder(&beam);
    if (m->sensor_type[i] == mjSENS_GEOMFROMTO) addDistance(&beam);
  }
}
