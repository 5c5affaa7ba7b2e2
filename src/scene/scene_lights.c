// Lights of a scene: the headlight at the camera, then the active lights of the model.
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "math/vec.h"
#include "scene/view.h"

static void copyFloats(float res[3], const mjtNum vec[3]) {
  for (int k = 0; k < 3; k++) res[k] = (float)vec[k];
}

static void copyColours(mjvLight* light, const float ambient[3], const float diffuse[3],
                        const float specular[3]) {
  memcpy(light->ambient, ambient, sizeof light->ambient);
  memcpy(light->diffuse, diffuse, sizeof light->diffuse);
  memcpy(light->specular, specular, sizeof light->specular);
}

static mjvLight* addLight(mjvScene* scn, int id, int type) {
  mjvLight* light = scn->lights + scn->nlight++;
  *light = (mjvLight){.id = id, .type = type, .texid = -1};
  return light;
}

static void addHeadlight(const mjModel* m, mjvScene* scn) {
  mjvLight* light = addLight(scn, -1, mjLIGHT_DIRECTIONAL);
  mjtNum head[3], forward[3], up[3];
  view_inModel(scn, head, forward, up);
  light->headlight = 1;
  light->bulbradius = 0.02f;
  light->range = 10;
  copyFloats(light->pos, head);
  copyFloats(light->dir, forward);
  copyColours(light, m->vis.headlight.ambient, m->vis.headlight.diffuse, m->vis.headlight.specular);
}

static void addModelLight(const mjModel* m, const mjData* d, int i, mjvScene* scn) {
  mjvLight* light = addLight(scn, i, m->light_type[i]);
  light->texid = m->light_texid[i];
  light->castshadow = m->light_castshadow[i];
  light->bulbradius = m->light_bulbradius[i];
  light->intensity = m->light_intensity[i];
  light->range = m->light_range[i];
  copyFloats(light->pos, d->light_xpos + 3 * i);
  copyFloats(light->dir, d->light_xdir + 3 * i);
  copyColours(light, m->light_ambient + 3 * i, m->light_diffuse + 3 * i, m->light_specular + 3 * i);
  if (light->type != mjLIGHT_SPOT) return;
  memcpy(light->attenuation, m->light_attenuation + 3 * i, sizeof light->attenuation);
  light->exponent = m->light_exponent[i];
  light->cutoff = m->light_cutoff[i];
  light->softness = m->light_softness[i];
}

void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn) {
  ARGS_NEED(m, d, scn);
  scn->nlight = 0;
  if (m->vis.headlight.active && view_isSet(scn, __func__)) addHeadlight(m, scn);
  for (int i = 0; i < m->nlight && scn->nlight < mjMAXLIGHT; i++) {
    if (m->light_active[i]) addModelLight(m, d, i, scn);
  }
}
