// Visual geoms of tactile sensors: the faces of their meshes, colored by depth and by sliding
// speeds.
#include "math/vec.h"
#include "scene/draw.h"

enum { NCHANNEL = 3 };

// a sensor: the mesh of its taxels, and its readings, one channel after the other
typedef struct {
  const draw_Job* job;
  int sensor, mesh, geom, n;
  const mjtNum* reading;
  mjtNum most;  // largest depth
} Skin;

static mjtNum mostDepth(const Skin* s) {
  mjtNum most = 0;
  for (int i = 0; i < s->n; i++) most = lane_max(most, lane_abs(s->reading[i]));
  return most;
}

// mean of the readings that are not 0, in units of the largest depth
// odd: colours of tactile sensors; speeds are divided by a depth too
static float shade(const Skin* s, int channel, const int vert[3]) {
  mjtNum sum = 0;
  int count = 0;
  for (int k = 0; k < 3; k++) {
    const mjtNum x = lane_abs(s->reading[channel * s->n + vert[k]]) / s->most;
    sum += x;
    count += x != 0;
  }
  return count ? (float)(sum / count) : 0;
}

static void vertexOf(const Skin* s, int vert, mjtNum x[3]) {
  const mjModel* m = s->job->m;
  const float* v = m->mesh_vert + 3 * (m->mesh_vertadr[s->mesh] + vert);
  const mjtNum local[3] = {v[0], v[1], v[2]};
  m3_mulVec(x, s->job->d->geom_xmat + 9 * s->geom, local);
  v3_addTo(x, s->job->d->geom_xpos + 3 * s->geom);
}

static bool addFace(const Skin* s, const int vert[3]) {
  mjvGeom* geom = draw_add(s->job, mjOBJ_SENSOR, s->sensor, mjCAT_DECOR);
  mjtNum x[3][3];
  float rgba[4] = {0, 0, 0, 0.1f};
  if (!geom) return false;
  for (int k = 0; k < 3; k++) {
    vertexOf(s, vert[k], x[k]);
    rgba[k] = shade(s, k, vert);
    if (rgba[k] != 0) rgba[3] = 1;
  }
  draw_shape(geom, mjGEOM_TRIANGLE, NULL, NULL, NULL, rgba);
  draw_triangle(geom, x[0], x[1], x[2]);
  return true;
}

static void addSensor(const draw_Job* job, int sensor) {
  const mjModel* m = job->m;
  Skin s = {job, sensor, m->sensor_objid[sensor], m->sensor_refid[sensor], 0, NULL, 0};
  s.n = m->mesh_vertnum[s.mesh];
  s.reading = job->d->sensordata + m->sensor_adr[sensor];
  if (m->sensor_dim[sensor] != NCHANNEL * s.n) return;
  s.most = mostDepth(&s);
  if (!(s.most > 0)) return;
  const int adr = m->mesh_faceadr[s.mesh], end = adr + m->mesh_facenum[s.mesh];
  for (int f = adr; f < end && addFace(&s, m->mesh_face + 3 * f); f++) continue;
}

void draw_tactiles(const draw_Job* job) {
  for (int i = 0; i < job->m->nsensor; i++) {
    if (job->m->sensor_type[i] == mjSENS_TACTILE) addSensor(job, i);
  }
}
