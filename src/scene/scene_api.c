// Builds scenes (mjv_updateScene): visual geoms of all kinds of objects in a fixed order, then
// camera, lights, flexes and skins. Copies of models and data for rendering elsewhere.
#include <sinew/api.h>

#include "base/args.h"
#include "model/plugins.h"
#include "scene/draw.h"
#include "scene/scene.h"

// ---- geoms

enum { ALWAYS = -1 };

typedef struct {
  draw_Add add;
  int flag;    // mjtVisFlag that must be on, or ALWAYS
  int frame;   // mjtFrame that must be chosen, or ALWAYS
  bool decor;  // only with mjCAT_DECOR
} Kind;

static const Kind kindTable[] = {
    {draw_flexes, ALWAYS, ALWAYS, false},
    {draw_skins, mjVIS_SKIN, ALWAYS, false},
    {draw_geoms, ALWAYS, ALWAYS, false},
    {draw_sites, ALWAYS, ALWAYS, false},
    {draw_tendons, mjVIS_TENDON, ALWAYS, false},
    {draw_sliderCranks, ALWAYS, ALWAYS, false},
    {draw_geomFrames, ALWAYS, mjFRAME_GEOM, true},
    {draw_siteFrames, ALWAYS, mjFRAME_SITE, true},
    {draw_bodyVolumes, mjVIS_BODYBVH, ALWAYS, true},
    {draw_flexVolumes, mjVIS_MESHBVH, ALWAYS, true},
    {draw_meshVolumes, mjVIS_MESHBVH, ALWAYS, true},
    {draw_octrees, mjVIS_MESHBVH, ALWAYS, true},
    {draw_tactiles, mjVIS_CONTACTPOINT, ALWAYS, true},
    {draw_inertias, mjVIS_INERTIA, ALWAYS, true},
    {draw_perturbation, mjVIS_PERTOBJ, ALWAYS, true},
    {draw_worldFrame, ALWAYS, mjFRAME_WORLD, true},
    {draw_bodyFrames, ALWAYS, mjFRAME_BODY, true},
    {draw_selectedPoint, mjVIS_SELECT, ALWAYS, true},
    {draw_bodyLabels, ALWAYS, ALWAYS, true},
    {draw_joints, mjVIS_JOINT, ALWAYS, true},
    {draw_actuators, mjVIS_ACTUATOR, ALWAYS, true},
    {draw_islandLabels, ALWAYS, ALWAYS, true},
    {draw_cameras, mjVIS_CAMERA, ALWAYS, true},
    {draw_lights, mjVIS_LIGHT, ALWAYS, true},
    {draw_massCentres, mjVIS_COM, ALWAYS, true},
    {draw_connections, mjVIS_AUTOCONNECT, ALWAYS, true},
    {draw_rays, mjVIS_RANGEFINDER, ALWAYS, true},
    {draw_appliedForces, mjVIS_PERTFORCE, ALWAYS, true},
    {draw_equalities, mjVIS_CONSTRAINT, ALWAYS, true},
    {draw_contacts, ALWAYS, ALWAYS, true},
};

static bool isShown(const draw_Job* job, const Kind* kind) {
  return (kind->flag == ALWAYS || job->opt->flags[kind->flag]) &&
         (kind->frame == ALWAYS || job->opt->frame == kind->frame) &&
         (!kind->decor || (job->catmask & mjCAT_DECOR));
}

static void addGeoms(const mjModel* m, const mjData* d, const mjvOption* opt,
                     const mjvPerturb* pert, int catmask, mjvScene* scn) {
  mjvPerturb none;
  mjv_defaultPerturb(&none);
  if (!opt->flags[mjVIS_STATIC]) catmask &= ~mjCAT_STATIC;
  const draw_Job job = {m, d, opt, pert ? pert : &none, catmask, scn};
  for (size_t i = 0; i < sizeof kindTable / sizeof *kindTable; i++) {
    if (isShown(&job, &kindTable[i])) kindTable[i].add(&job);
  }
}

void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                  int catmask, mjvScene* scn) {
  ARGS_NEED(m, d, opt, scn);
  addGeoms(m, d, opt, pert, catmask, scn);
}

// ---- all of a scene

bool scene_fits(const mjModel* m, const mjvScene* scn, const char* function) {
  bool fits = scn->nflex == m->nflex && scn->nskin == m->nskin;
  for (int i = 0; fits && i < m->nskin; i++) {
    fits = scn->skinvertadr[i] == m->skin_vertadr[i] && scn->skinvertnum[i] == m->skin_vertnum[i];
  }
  for (int i = 0; fits && i < m->nflex; i++) {
    fits = scn->flexvertadr[i] == m->flex_vertadr[i] && scn->flexvertnum[i] == m->flex_vertnum[i];
  }
  if (!fits) mju_error("%s: the scene was made for a model with other flexes or skins", function);
  return fits;
}

// visual geoms of plugins
static void addPlugins(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* p = plugins_of(m, i);
    if (p && p->visualize) p->visualize(m, d, opt, scn, i);
    if (scn->ngeom < 0 || scn->ngeom > scn->maxgeom) scn->ngeom = 0;
  }
}

void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                     mjvCamera* cam, int catmask, mjvScene* scn) {
  ARGS_NEED(m, d, opt, scn);
  if (!scene_fits(m, scn, __func__)) return;
  scn->ngeom = 0;
  addPlugins(m, d, opt, scn);
  // odd: planes without end; they follow the camera of the last update, as geoms come before it
  addGeoms(m, d, opt, pert, catmask, scn);
  mjv_updateCamera(m, d, cam, scn);
  mjv_makeLights(m, d, scn);
  if (scene_anyFlex(opt)) scene_updateFlexes(m, d, opt, scn);
  if (opt->flags[mjVIS_SKIN]) scene_updateSkins(m, d, opt, scn);
}

void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn) {
  ARGS_NEED(m, d, scn);
  mjvOption opt;
  if (!scene_fits(m, scn, __func__)) return;
  mju_warning("mjv_updateSkin is outdated: mjv_updateScene does it");
  mjv_defaultOption(&opt);
  scene_updateFlexes(m, d, &opt, scn);
  scene_updateSkins(m, d, &opt, scn);
}

// ---- copies

void mjv_copyModel(mjModel* dest, const mjModel* src) {
  ARGS_NEED(dest, src);
  if (dest->nbuffer != src->nbuffer) {
    mju_error("mjv_copyModel: dest and src differ in size; copies are between equal models");
    return;
  }
  mj_copyModel(dest, src);
}

mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  ARGS_NEED_OR(NULL, m, src);
  return mj_copyData(dest, m, src);
}
