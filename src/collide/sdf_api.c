// Public API of signed distance fields (SDF).
#include <sinew/api.h>
#include <sinew/plugin.h>

#include "base/args.h"
#include "collide/sdf.h"
#include "math/vec.h"
#include "model/plugins.h"

const mjpPlugin* mjc_getSDF(const mjModel* m, int id) {
  ARGS_NEED_OR(NULL, m);
  if (!args_hasId(__func__, "geom", id, m->ngeom)) return NULL;
  const mjpPlugin* plugin = plugins_with(m, m->geom_plugin[id], mjPLUGIN_SDF);
  if (!plugin) {
    mju_error("mjc_getSDF: geom %d has no plugin for signed distances; they are those of its mesh "
              "or shape",
              id);
  }
  return plugin;
}

// one of the shapes of an mjSDF: its id is a plugin instance, a mesh if the type is a field, else a
// geom
static bool shapeOf(const char* function, const mjModel* m, const mjData* d, const mjSDF* s, int i,
                    sdf_Shape* shape) {
  const mjpPlugin* plugin = s->plugin ? s->plugin[i] : NULL;
  if (plugin) return sdf_ofPlugin(shape, d, plugin, s->id[i]);
  const int type = s->geomtype[i], id = s->id[i];
  if (type == mjGEOM_SDF) {
    if (!args_hasId(function, "mesh", id, m->nmesh)) return false;
    if (sdf_ofMesh(shape, m, id)) return true;
    mju_error("%s: mesh %d has no octree; set needsdf before it is compiled", function, id);
    return false;
  }
  if (!args_hasId(function, "geom", id, m->ngeom)) return false;
  if (type == mjGEOM_MESH ? sdf_ofMesh(shape, m, m->geom_dataid[id])
                          : sdf_ofPrimitive(shape, type, m->geom_size + 3 * (size_t)id)) {
    return true;
  }
  mju_error("%s: geom %d has no signed distances; meshes need an octree (needsdf), height fields "
            "have none",
            function, id);
  return false;
}

static bool pairOf(const char* function, const mjModel* m, const mjData* d, const mjSDF* s,
                   sdf_Pair* pair) {
  if (!s->id || !s->geomtype) {
    mju_error("%s: mjSDF without id or geomtype", function);
    return false;
  }
  if (!shapeOf(function, m, d, s, 0, &pair->first)) return false;
  if (s->type == mjSDFTYPE_SINGLE) return true;
  if (!s->relpos || !s->relmat) {
    mju_error("%s: two shapes need relpos and relmat", function);
    return false;
  }
  pair->pos = s->relpos;
  pair->mat = s->relmat;
  return shapeOf(function, m, d, s, 1, &pair->second);
}

mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) {
  ARGS_NEED_OR(0, m, d, s, x);
  sdf_Pair pair;
  return pairOf(__func__, m, d, s, &pair) ? sdf_pairValue(&pair, s->type, x) : 0;
}

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                  const mjtNum x[3]) {
  ARGS_NEED(m, d, s, gradient, x);
  sdf_Pair pair;
  v3_zero(gradient);
  if (pairOf(__func__, m, d, s, &pair)) sdf_pairGradient(&pair, s->type, gradient, x);
}
