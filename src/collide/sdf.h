// Signed distance functions of shapes: primitives by formulas, octrees of meshes by interpolation,
// plugins by their functions. Points and gradients are in the frame of the shape.
#ifndef SINEW_COLLIDE_SDF_H_
#define SINEW_COLLIDE_SDF_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>
#include <sinew/plugin.h>

typedef struct sdf_Shape sdf_Shape;

// distance and gradient functions of a kind of shape
typedef struct {
  mjtNum (*distance)(const sdf_Shape* s, const mjtNum x[3]);
  void (*gradient)(const sdf_Shape* s, mjtNum g[3], const mjtNum x[3]);
} sdf_Kind;

struct sdf_Shape {
  const sdf_Kind* kind;
  const mjModel* m;
  const mjData* d;
  const mjtNum* size;  // primitive
  int root;            // octree: its root cell
  const mjpPlugin* plugin;
  int instance;  // of the plugin
};

// the shape of a geom; false: the geom has none (a height field, a mesh without an octree)
bool sdf_ofGeom(sdf_Shape* s, const mjModel* m, const mjData* d, int geom);
// a primitive with the sizes of a geom; false: the type is no primitive
bool sdf_ofPrimitive(sdf_Shape* s, int type, const mjtNum size[3]);
// a plugin's functions; false: it has none
bool sdf_ofPlugin(sdf_Shape* s, const mjData* d, const mjpPlugin* plugin, int instance);
// the octree of a mesh; false: it has none
bool sdf_ofMesh(sdf_Shape* s, const mjModel* m, int mesh);

static inline mjtNum sdf_distance(const sdf_Shape* s, const mjtNum x[3]) {
  return s->kind->distance(s, x);
}
static inline void sdf_gradient(const sdf_Shape* s, mjtNum g[3], const mjtNum x[3]) {
  s->kind->gradient(s, g, x);
}
// gradient by forward finite differences
void sdf_differences(const sdf_Shape* s, mjtNum g[3], const mjtNum x[3]);

// ---- two shapes

// points are in the frame of the first; mat x + pos is in that of the second
typedef struct {
  sdf_Shape first, second;
  const mjtNum* pos;  // (3)
  const mjtNum* mat;  // (9)
} sdf_Pair;

// type: mjtSDFType; for mjSDFTYPE_SINGLE the value of the first shape alone
mjtNum sdf_pairValue(const sdf_Pair* p, int type, const mjtNum x[3]);
void sdf_pairGradient(const sdf_Pair* p, int type, mjtNum g[3], const mjtNum x[3]);

#endif
