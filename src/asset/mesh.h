// Triangle meshes before they are part of a model: parsers of mesh file formats (STL, OBJ, MSH,
// Gmsh), procedural shapes, and the mesh processing of the compiler. Parsers are pure functions
// from bytes to arrays; arrays are allocated in the given arena, which belongs to the caller's
// thread. bytes[size] must be a NUL. All functions return false after an error.
#ifndef SINEW_ASSET_MESH_H_
#define SINEW_ASSET_MESH_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/spec.h>

#include "asset/decompose.h"
#include "asset/hull.h"
#include "asset/octree.h"
#include "base/arena.h"

// error message: what is wrong with a mesh, at which byte, line or element, and what would be right
typedef struct {
  char text[600];
  bool noMemory;
} mesh_Fault;

// faces of a file that are left out because they have too many corners
typedef struct {
  int n;
  int line, face, ncorner;  // of the first such face: line and face, counted from 1
} mesh_Dropped;

typedef struct {
  int nvert, nnormal, ntexcoord, nface;
  float* vert;        // (nvert x 3)
  float* normal;      // (nnormal x 3)
  float* texcoord;    // (ntexcoord x 2)
  int* face;          // (nface x 3) vertices
  int* facenormal;    // (nface x 3) normals, -1: none; NULL: not given
  int* facetexcoord;  // (nface x 3) texture coordinates, -1: none; NULL: not given
  mesh_Dropped dropped;
} mesh_Data;

// writes a message about dropped faces: "line 7: face 3 has 120 corners ..."
enum { MESH_DROPPED_TEXT = 300 };
const char* mesh_droppedText(const mesh_Dropped* dropped, char text[MESH_DROPPED_TEXT]);

// how a mesh is processed
typedef struct {
  double refpos[3], refquat[4], scale[3];
  int inertia;  // mjtMeshInertia
  int maxhullvert;
  bool smoothnormal;
  bool hull;         // a convex hull is required, because something collides with it
  bool inPlace;      // keeps the coordinate frame of the given vertices
  bool field;        // a signed distance field (SDF) is required
  int maxdepth;      // of the octree of the SDF
  int pieces;        // maximum number of convex pieces in a decomposition, 0: none
  double concavity;  // concavity allowed for the pieces
} mesh_Settings;

// a hole of an open surface
typedef struct {
  int edge[2];   // vertices of an edge that has a triangle on only one side; -1: none
  double share;  // area that would close the hole, as a fraction of the surface area
} mesh_Hole;

typedef struct mesh_Mesh {
  mesh_Data data;  // final: vertices relative to the center of mass, along the principal axes
  double pos[3], quat[4];  // pose of the final frame in the (scaled) frame of the file
  double aamm[6];          // minimum and maximum coordinates of the final vertices
  double volume;           // surface area, if the inertia is that of a shell
  double box[3];           // half sizes of the box with the same volume and inertia
  bool hasHull;
  bool hullFaces;  // the faces are those of the convex hull
  hull_Hull hull;
  hull_Polygons poly;
  double* polynormal;  // (npoly x 3)
  int extrema[HULL_NEXTREMA];
  hull_Tree tree;
  oct_Tree oct;               // if the settings ask for it
  pieces_Pieces pieces;       // the same
  mesh_Hole hole;             // if the inertia is exact
  double seconds[mjNCTIMER];  // time of each processing stage
} mesh_Mesh;

// adds the time since `start` to a stage, and sets `start` to now
void mesh_lap(mesh_Mesh* mesh, mjtCTimer stage, double* start);

// area vector: normal of a triangle with twice its area as length
void mesh_cross(const double* x, const int* face, double n[3]);
// sets the error message, unless there is one; returns false
bool mesh_fail(mesh_Fault* fault, const char* format, ...) __attribute__((format(printf, 2, 3)));
bool mesh_noMemory(mesh_Fault* fault);

// ---- readers

// binary or ASCII; bitwise equal vertices are merged
bool mesh_readSTL(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault);
// vertices of all objects, faces of the first one; polygons with up to 100 corners are
// triangulated, larger ones are dropped
bool mesh_readOBJ(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault);
// the binary format of the reference
bool mesh_readMSH(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault);
// Triangulates a polygon (n corners, each a vertex index into vert) into at most n-2 triangles by
// ear clipping; writes corner indices 0 .. n-1, three for each triangle; list: scratch with n
// elements. Returns the number of triangles.
int mesh_cutPolygon(const float* vert, const int* corner, int n, int* list, int* triangle);

// ---- shapes that need no file

// vertices, normals and faces of a procedural shape (mjtMeshBuiltin)
bool mesh_makeBuiltin(int builtin, const double* params, int nparams, arena_Arena* arena,
                      mesh_Data* mesh, mesh_Fault* fault);

// a shape defined by a signed distance field (SDF)
typedef struct {
  double aabb[6];  // bounding box: center, half sizes
  double (*distance)(const void* context, const double x[3]);
  const void* context;
} mesh_Field;

// vertices, normals and faces of the isosurface, by marching cubes
bool mesh_march(const mesh_Field* field, arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault);

// ---- processing

// counts, finite coordinates, indices in range
bool mesh_check(const mesh_Data* mesh, mesh_Fault* fault);
// mesh->data as read -> all other members
bool mesh_process(const mesh_Settings* settings, arena_Arena* arena, mesh_Mesh* mesh,
                  mesh_Fault* fault);

// Checks for consistent winding: false, with the vertices in the fault, if two faces use an edge in
// the same direction. Writes *hole if an edge has a face on only one side; skips tiny triangles.
bool mesh_checkEdges(const double* x, const int* face, int nface, mesh_Hole* hole,
                     mesh_Fault* fault);
// Computes volume, center of mass and inertia of the triangles `face` about the area centroid of
// all faces, and moves x to the center of mass: x -> x, pos, quat, volume, box
bool mesh_inertia(int mode, double* x, const mesh_Data* mesh, const int* face, int nface,
                  mesh_Mesh* out, mesh_Fault* fault);
// vertex normals, weighted by the areas of the adjacent faces
bool mesh_makeNormals(const double* x, bool smooth, arena_Arena* arena, mesh_Data* mesh,
                      mesh_Fault* fault);

#endif
