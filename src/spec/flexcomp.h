// Flexcomp: a macro element that generates a flex (deformable mesh) with all its bodies, joints and
// equality constraints. Points and elements are generated or read from a file (flexcomp_points.c,
// flexcomp_file.c), posed and pinned, and become bodies in the spec (flexcomp.c). An interpolated
// flex has bodies at the nodes of a grid of cells (flexcomp_nodes.c).
#ifndef SINEW_SPEC_FLEXCOMP_H_
#define SINEW_SPEC_FLEXCOMP_H_

#include "spec/spec.h"

typedef enum {
  FLEXCOMP_GRID,
  FLEXCOMP_BOX,
  FLEXCOMP_CYLINDER,
  FLEXCOMP_ELLIPSOID,
  FLEXCOMP_SQUARE,
  FLEXCOMP_DISC,
  FLEXCOMP_CIRCLE,
  FLEXCOMP_MESH,
  FLEXCOMP_GMSH,
  FLEXCOMP_DIRECT,
  FLEXCOMP_NTYPE
} flexcomp_Type;

typedef enum {
  FLEXCOMP_FULL,       // three slide joints for each point
  FLEXCOMP_RADIAL,     // one, radially away from the first point
  FLEXCOMP_TRILINEAR,  // points are interpolated from the corners of cells
  FLEXCOMP_QUADRATIC,  // and from the midpoints of their edges, faces and volumes
  FLEXCOMP_2D,         // two slide joints
  FLEXCOMP_NDOF
} flexcomp_Dof;

// words of both enums, in this order
extern const char* const flexcomp_typeName[FLEXCOMP_NTYPE];
extern const char* const flexcomp_dofName[FLEXCOMP_NDOF];

enum { FLEXCOMP_NEQUALITY = 4 };  // false, true, vert, strain

// arguments that are not members of mjsFlex
typedef struct {
  int type, dof;
  int count[3], cellcount[3];  // cellcount -1: not given
  double spacing[3], scale[3];
  double mass, inertiabox;
  mjtBool rigid;
  double pos[3], quat[4], origin[3];  // origin[0] NaN: not given
  mjsOrientation alt;
  int equality;
  mjtNum solref[mjNREF], solimp[mjNIMP];
  spec_Vec *point, *element;  // double, int
  spec_Vec *pinid, *pinrange, *pingrid, *pingridrange;
  spec_Vec* file;
  const char* plugin;  // plugin instance of its bodies, NULL: none
} flexcomp_Args;

// sets defaults; vectors are in the pool of the spec. Returns false if out of memory.
bool flexcomp_defaults(flexcomp_Args* args, spec_Spec* spec);

// Generates it. e is a flex with its settings and name, and gets its arrays; the bodies are added
// to parent. Returns false with an error in the spec's diag.
bool flexcomp_make(spec_Element* e, spec_Element* parent, const flexcomp_Args* args,
                   const mjVFS* vfs);

#endif
