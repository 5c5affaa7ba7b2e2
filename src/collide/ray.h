// Ray casting against shapes: where the ray o + x d, x >= 0, first intersects a surface, and the
// outward normal there. Kernels work in the local frame of the shape (the ray is transformed into
// it). They return -1 if nothing is hit, and write `normal` (unless NULL) only for a hit.
#ifndef SINEW_COLLIDE_RAY_H_
#define SINEW_COLLIDE_RAY_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// ---- kernels

// intersection with a primitive shape
typedef mjtNum (*ray_Kernel)(const mjtNum size[3], const mjtNum o[3], const mjtNum d[3],
                             mjtNum normal[3]);
// lookup by geom type; NULL if it is no primitive
ray_Kernel ray_shape(int type);
// a primitive shape, ray and normal in world coordinates; -1 also if the type is no primitive
mjtNum ray_primitive(int type, const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                     const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]);

// faces -x +x -y +y -z +z of a box: x[face] = distance, -1 if it is not hit; returns the nearest
// face, -1 if there is none
int ray_boxFaces(const mjtNum size[3], const mjtNum o[3], const mjtNum d[3], mjtNum x[6]);
// outward normal of a face in this numbering
void ray_faceNormal(int face, mjtNum normal[3]);

// a ray prepared for triangles: b0, b1 span the plane orthogonal to d
typedef struct {
  const mjtNum *o, *d;
  mjtNum b0[3], b1[3];
} ray_Beam;

ray_Beam ray_beam(const mjtNum o[3], const mjtNum d[3]);
// both sides of a triangle count (no culling); the normal follows its winding
mjtNum ray_triangle(const ray_Beam* beam, const mjtNum v[3][3], mjtNum normal[3]);

// a mesh by id; size: half sizes of its bounding box
mjtNum ray_mesh(const mjModel* m, int mesh, const mjtNum size[3], const mjtNum o[3],
                const mjtNum d[3], mjtNum normal[3]);
// a height field by id, with its frame and a ray in world coordinates; the normal is in the frame
mjtNum ray_hfield(const mjModel* m, int hfield, const mjtNum pos[3], const mjtNum mat[9],
                  const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]);
// a geom that is a signed distance field, with a ray and a normal in world coordinates; the result
// is in meters, whatever the length of vec
mjtNum ray_field(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                 const mjtNum vec[3], mjtNum normal[3]);
// triangles with single-precision vertices; *vertid (unless NULL): the vertex of the hit triangle
// that is nearest to the hit
mjtNum ray_skin(int nface, const int* face, const float* vert, const mjtNum pnt[3],
                const mjtNum vec[3], int* vertid);

// ---- flexes

// parts of a flex that a ray tests: edges, or else vertices; faces of elements (for solids, those
// of a layer); skin: edges and faces of the outermost layer
typedef struct {
  bool vertices, edges, faces, skin;
  int layer;
} ray_FlexParts;

typedef struct {
  mjtNum x;  // -1: nothing
  int vert;  // of the flex, nearest to the hit; -1
  mjtNum normal[3];
} ray_FlexHit;

ray_FlexHit ray_flex(const mjModel* m, const mjData* d, int flex, const ray_FlexParts* parts,
                     const mjtNum pnt[3], const mjtNum vec[3]);

// ---- geoms in the world

// one geom of any type; normal in world coordinates
mjtNum ray_geom(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                const mjtNum vec[3], mjtNum normal[3]);

// which geoms a ray tests
typedef struct {
  const mjtByte* geomgroup;  // 6 flags, NULL: all groups
  bool statics;              // geoms welded to the world too
  int bodyexclude;           // -1: none
} ray_Filter;

// the nearest geom; if there is none, *geomid = -1 and normal = 0 (both may be NULL)
mjtNum ray_nearest(const mjModel* m, const mjData* d, const ray_Filter* filter, const mjtNum pnt[3],
                   const mjtNum vec[3], int* geomid, mjtNum normal[3]);
// the same for nray rays from one point, which cull more: see multi_ray.c
void ray_many(const mjModel* m, const mjData* d, const ray_Filter* filter, const mjtNum pnt[3],
              const mjtNum* vec, int nray, mjtNum cutoff, int* geomid, mjtNum* dist,
              mjtNum* normal);

#endif
