// Internal interface between the files that generate a flexcomp (deformable mesh): points,
// elements, bodies, and the scratch memory (arena) of generation.
#ifndef SINEW_SPEC_FLEXCOMP_PARTS_H_
#define SINEW_SPEC_FLEXCOMP_PARTS_H_

#include "spec/flexcomp.h"
#include "spec/spec.h"

typedef struct {
  spec_Spec* spec;
  spec_Element *e, *parent;
  mjsFlex* flex;
  const flexcomp_Args* args;
  const mjVFS* vfs;
  arena_Arena scratch;
  double* point;  // (npoint x 3)
  int npoint;
  int* elem;  // (nelem x (dim+1))
  int nelem;
  float* texcoord;  // (ntexcoord x 2), NULL: none
  int ntexcoord;
  int* elemtexcoord;  // as elem, NULL: none
  mjtByte* pinned;    // (npoint)
  double box[2][3];   // bounding box of all points
} flexcomp_Work;

// reports an error about the element; returns false
bool flexcomp_error(flexcomp_Work* w, const char* format, ...)
    __attribute__((format(printf, 2, 3)));
// zeroed scratch memory; NULL with an error if out of memory
void* flexcomp_alloc(flexcomp_Work* w, size_t n, size_t bytes);
// reserves capacity for points and elements; false with an error if there are too many
bool flexcomp_reserve(flexcomp_Work* w, double npoint, double nelem);
// checks that the length of a list is a multiple of the group size; false with an error
bool flexcomp_checkGroups(flexcomp_Work* w, const char* what, const spec_Vec* vec, int each);

// flexcomp_points.c: points and elements of generated types
bool flexcomp_generate(flexcomp_Work* w);
// flexcomp_file.c: points and elements from files
bool flexcomp_readMesh(flexcomp_Work* w);
bool flexcomp_readGmsh(flexcomp_Work* w);

// flexcomp.c: adds a body of the flex at a position in its parent's frame, with its inertia
spec_Element* flexcomp_addBody(flexcomp_Work* w, const char* name, const double pos[3],
                               double mass);
// adds a slide joint to such a body along an axis
bool flexcomp_addSlide(flexcomp_Work* w, spec_Element* body, const double axis[3]);
// checks that the spec stays within its limits with nbody more bodies that have n slide joints each
bool flexcomp_checkRoom(flexcomp_Work* w, int nbody, int n);
bool flexcomp_addName(flexcomp_Work* w, spec_Vec* names, const char* name);

// flexcomp_nodes.c: bodies at the nodes of an interpolated flex
bool flexcomp_makeNodes(flexcomp_Work* w);
// adds one equality for each cell that is not empty, or for each face of a shell
bool flexcomp_addStrains(flexcomp_Work* w);
// adds an equality of the flex, with the settings of its edges; NULL if out of memory
mjsEquality* flexcomp_addEquality(flexcomp_Work* w, mjtEq type);

#endif
