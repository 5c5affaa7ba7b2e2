// Triangle meshes before they are part of a model: what files hold, and what the compiler makes of
// it. Readers are pure functions from bytes to arrays; arrays come from the given arena, which
// belongs to the caller's thread. bytes[size] must be a NUL. All return false after a fault.
#ifndef SINEW_ASSET_MESH_H_
#define SINEW_ASSET_MESH_H_

#include <stdbool.h>
#include <stddef.h>

#include <sinew/spec.h>

#include "asset/decompose.h"
#include "asset/hull.h"
#include "asset/octree.h"
#include "base/arena.h"

// what is wrong with a mesh, at which byte, line or element of it, and what would be right
typedef struct {
  char text[600];
  bool noMemory;
} mesh_Fault;

// faces of a file that are left out because they have too many corners
typedef struct {
  int n;
  int line, face, ncorner;  // of the first: line and face count from 1
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

// what to say of them: "line 7: face 3 has 120 corners ..."
enum { MESH_DROPPED_TEXT = 300 };
const char* mesh_droppedText(const mesh_Dropped* dropped, char text[MESH_DROPPED_TEXT]);

// how a mesh is processed
typedef struct {
  double refpos[3], refquat[4], scale[3];
  int inertia;  // mjtMeshInertia
  int maxhullvert;
  bool smoothnormal;
  bool hull;         // something collides with it
  bool inPlace;      // its frame is that of the vertices as given
  bool field;        // its signed distances are asked for
  int maxdepth;      // of their octree
  int pieces;        // convex ones that it is cut into at most, 0: it is not
  double concavity;  // that they may have
} mesh_Settings;

// an open surface
typedef struct {
  int edge[2];   // vertices of an edge that has a triangle on one side only; -1: there is none
  double share;  // area that would close it, as a share of the surface
} mesh_Hole;

typedef struct mesh_Mesh {
  mesh_Data data;          // final: vertices centred on the mesh and along its principal axes
  double pos[3], quat[4];  // of the final frame in that of the file (scaled)
  double aamm[6];          // smallest and largest coordinates of the final vertices
  double volume;           // area, if the inertia is that of a shell
  double box[3];           // half sizes of the box with the same volume and inertia
  bool hasHull;
  bool hullFaces;  // its faces are those of the hull
  hull_Hull hull;
  hull_Polygons poly;
  double* polynormal;  // (npoly x 3)
  int extrema[HULL_NEXTREMA];
  hull_Tree tree;
  oct_Tree oct;               // if the settings ask for it
  pieces_Pieces pieces;       // the same
  mesh_Hole hole;             // if the inertia is exact
  double seconds[mjNCTIMER];  // that its stages took
} mesh_Mesh;

// the time since `start` goes to a stage; the next one starts now
void mesh_lap(mesh_Mesh* mesh, mjtCTimer stage, double* start);

// twice the area of a triangle, along its normal
void mesh_cross(const double* x, const int* face, double n[3]);
// sets the text of the fault, unless there is one; false
bool mesh_fail(mesh_Fault* fault, const char* format, ...) __attribute__((format(printf, 2, 3)));
bool mesh_noMemory(mesh_Fault* fault);

// ---- readers

// binary or ASCII; equal vertices (bit by bit) become one
bool mesh_readSTL(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault);
// vertices of all objects, faces of the first one; polygons of up to 100 corners are cut into
// triangles, larger ones are dropped
bool mesh_readOBJ(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault);
// the binary format of the reference
bool mesh_readMSH(const char* bytes, size_t size, arena_Arena* arena, mesh_Data* mesh,
                  mesh_Fault* fault);
// Cuts a polygon (n corners, each a vertex index into vert) into at most n-2 triangles by clipping
// ears; writes corner numbers 0 .. n-1, three for each triangle; list: room for n. Returns how
// many.
int mesh_cutPolygon(const float* vert, const int* corner, int n, int* list, int* triangle);

// ---- shapes that need no file

// vertices, normals and faces of a builtin (mjtMeshBuiltin)
bool mesh_makeBuiltin(int builtin, const double* params, int nparams, arena_Arena* arena,
                      mesh_Data* mesh, mesh_Fault* fault);

// a shape that is given by its signed distances
typedef struct {
  double aabb[6];  // box around it: center, half sizes
  double (*distance)(const void* context, const double x[3]);
  const void* context;
} mesh_Field;

// vertices, normals and faces of its surface
bool mesh_march(const mesh_Field* field, arena_Arena* arena, mesh_Data* mesh, mesh_Fault* fault);

// ---- processing

// counts, finite coordinates, indices in range
bool mesh_check(const mesh_Data* mesh, mesh_Fault* fault);
// mesh->data as read -> everything else
bool mesh_process(const mesh_Settings* settings, arena_Arena* arena, mesh_Mesh* mesh,
                  mesh_Fault* fault);

// every edge is used once in each direction, as far as that can be seen: false with the vertices of
// an edge that two faces use in the same direction
bool mesh_checkEdges(const double* x, const int* face, int nface, mesh_Hole* hole,
                     mesh_Fault* fault);
// volume, centre of mass and inertia of the triangles `face` about the area centre of all faces;
// x is moved to the centre of mass: x -> x, pos, quat, volume, box
bool mesh_inertia(int mode, double* x, const mesh_Data* mesh, const int* face, int nface,
                  mesh_Mesh* out, mesh_Fault* fault);
// normals at vertices, by the areas of the faces around
bool mesh_makeNormals(const double* x, bool smooth, arena_Arena* arena, mesh_Data* mesh,
                      mesh_Fault* fault);

#endif
