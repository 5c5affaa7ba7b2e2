// Distance sensors: the closest pair of geoms of two objects (a geom, or all geoms of a body), if
// closer than the cutoff: distance, direction and segment from the first to the second. Pairs are
// culled by bounding spheres.
//   geom frames -> *res
#include <sinew/api.h>

#include "math/vec.h"
#include "step/sensor_parts.h"

typedef struct {
  int first, n;
} Geoms;

static Geoms geomsOf(const mjModel* m, int type, int id) {
  if (type == mjOBJ_GEOM) return (Geoms){id, 1};
  return (Geoms){m->body_geomadr[id], m->body_geomnum[id]};
}

// the bounding spheres are farther apart than the smallest distance so far
static bool isFar(const mjModel* m, const mjData* d, int a, int b, mjtNum best) {
  const mjtNum ra = m->geom_rbound[a], rb = m->geom_rbound[b];
  if (!(ra > 0) || !(rb > 0)) return false;
  return v3_dist(d->geom_xpos + 3 * a, d->geom_xpos + 3 * b) - ra - rb > best;
}

// returns the distance, at most the cutoff; fromto = 0 if there is none below it
static mjtNum nearest(const mjModel* m, mjData* d, int sensor, mjtNum fromto[6]) {
  const Geoms one = geomsOf(m, m->sensor_objtype[sensor], m->sensor_objid[sensor]);
  const Geoms two = geomsOf(m, m->sensor_reftype[sensor], m->sensor_refid[sensor]);
  const mjtNum cutoff = m->sensor_cutoff[sensor];
  mjtNum best = cutoff;
  v6_zero(fromto);
  for (int a = one.first; a < one.first + one.n; a++) {
    for (int b = two.first; b < two.first + two.n; b++) {
      if (isFar(m, d, a, b, best)) continue;
      mjtNum segment[6];
      const mjtNum dist = mj_geomDistance(m, d, a, b, cutoff, segment);
      if (!(dist < best)) continue;
      best = dist;
      v6_copy(fromto, segment);
    }
  }
  return best;
}

void sensor_distance(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  mjtNum fromto[6];
  *res = nearest(m, d, sensor, fromto);
}

void sensor_distanceNormal(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  mjtNum fromto[6];
  nearest(m, d, sensor, fromto);
  v3_sub(res, fromto + 3, fromto);
  if (v3_dot(res, res) > 0) v3_normalize(res);
}

void sensor_distanceFromto(const mjModel* m, mjData* d, int sensor, mjtNum* res) {
  nearest(m, d, sensor, res);
}
