// Signed distance field (SDF) plugins: parses and stores the attributes of instances; gradient by
// finite differences.
#include "plugin/shape.h"

#include <math.h>
#include <string.h>

#include <sinew/api.h>

#include "model/plugins.h"
#include "plugin/attribute.h"

mjtNum shape_length(mjtNum x, mjtNum y) { return sqrt(x * x + y * y); }

void shape_read(mjtNum attribute[], const char* value[], const mjtNum standard[], int n) {
  for (int i = 0; i < n; i++) {
    mjtNum x;
    const bool given = value[i] && attribute_parse(value[i], &x, 1) == 1 && isfinite(x);
    attribute[i] = given ? x : standard[i];
  }
}

int shape_init(const mjModel* m, mjData* d, int instance) {
  const mjpPlugin* p = plugins_of(m, instance);
  const char *name[SHAPE_MOST], *value[SHAPE_MOST];
  for (int i = 0; i < p->nattribute; i++) {
    mjtNum x;
    name[i] = p->attributes[i];
    value[i] = plugins_config(m, instance, name[i]);
    if (attribute_number(m, instance, name[i], 0, &x)) continue;
    mju_warning("%s plugin, instance %d: %s should be a number", p->name, instance, name[i]);
    return -1;
  }
  mjtNum* attribute = mju_malloc(SHAPE_MOST * sizeof *attribute);
  if (!attribute) return -1;
  p->sdf_attribute(attribute, name, value);
  d->plugin_data[instance] = (uintptr_t)attribute;
  return 0;
}

void shape_destroy(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

const mjtNum* shape_attributes(const mjData* d, int instance) {
  return (const mjtNum*)d->plugin_data[instance];
}

mjtNum shape_distance(const mjtNum point[3], const mjData* d, int instance) {
  return plugins_at(d->plugin[instance])->sdf_staticdistance(point, shape_attributes(d, instance));
}

void shape_gradient(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance) {
  static const mjtNum step = 1e-8;
  const mjpPlugin* p = plugins_at(d->plugin[instance]);
  const mjtNum* attribute = shape_attributes(d, instance);
  const mjtNum here = p->sdf_staticdistance(point, attribute);
  for (int k = 0; k < 3; k++) {
    mjtNum there[3] = {point[0], point[1], point[2]};
    there[k] += step;
    gradient[k] = (p->sdf_staticdistance(there, attribute) - here) / step;
  }
}

const char* const shape_threadNames[1] = {"radius"};

void shape_readThread(mjtNum attribute[], const char* name[], const char* value[]) {
  static const mjtNum standard[] = {0.26};
  (void)name;
  shape_read(attribute, value, standard, 1);
}

void shape_threadBox(mjtNum aabb[6], const mjtNum* attribute) {
  (void)attribute;
  aabb[0] = aabb[1] = aabb[2] = 0;
  aabb[3] = aabb[4] = 0.6;
  aabb[5] = 1;
}
