// Collision filters that few pairs reach: the list of excluded bodies, and sleep.
#include "collide/filter.h"

bool filter_isExcluded(const mjModel* m, int a, int b) {
  const uint32_t signature = filter_signature(a, b);
  int low = 0, high = (int)m->nexclude;
  while (low < high) {
    const int mid = (low + high) / 2;
    if ((uint32_t)m->exclude_signature[mid] < signature) {
      low = mid + 1;
    } else {
      high = mid;
    }
  }
  return low < m->nexclude && (uint32_t)m->exclude_signature[low] == signature;
}

bool filter_everCollide(const mjModel* m, int g1, int g2) {
  const filter_Rules rules = filter_rulesAwake(m);
  const int body1 = m->geom_bodyid[g1], body2 = m->geom_bodyid[g2];
  const int a = body1 < body2 ? body1 : body2, b = body1 < body2 ? body2 : body1;
  return filter_bodies(&rules, a, b) && (mjcb_contactfilter || filter_masks(m, g1, g2));
}

bool filter_isQuiet(const mjModel* m, const mjData* d, int a, int b) {
  const bool asleepA = d->body_awake[a] == mjS_ASLEEP, asleepB = d->body_awake[b] == mjS_ASLEEP;
  return (asleepA && asleepB) || (asleepA && !m->body_weldid[b]) || (asleepB && !m->body_weldid[a]);
}
