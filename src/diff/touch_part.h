// What the ways to differentiate a contact share: geom 1 rests, geom 2 moves by rel (touch.h), and
// the frame is left to the end. n, y, z are the rows of the contact's frame.
#ifndef SINEW_DIFF_TOUCH_PART_H_
#define SINEW_DIFF_TOUCH_PART_H_

#include "diff/touch.h"
#include "math/vec.h"

typedef struct {
  mjtNum dist[6];   // d dist = dist . rel
  mjtNum pos[18];   // d pos  = pos rel
  mjtNum lean[12];  // y.dn, z.dn                  (2 x 6)
  mjtNum spin[6];   // z.ds, where s moves with the geoms
  mjtNum seed[3];   // s: y is what of it is across n
  bool hasSeed;     // s moves with the geoms; else it is an axis of the world
  bool smooth;
  bool open;  // not in closed form: differences are wanted
  bool lost;  // differences found no neighbour
} touch_Part;

// contacts of one call of the narrow phase, or of several for the same geoms
typedef struct {
  const mjModel* m;
  mjData* d;
  const mjContact* con;
  int n;
  int geom[2], type[2];
} touch_Run;

// ---- ways, for all contacts of a run

typedef void (*touch_Way)(const touch_Run* run, touch_Part* part);

// a plane and a point of the other geom (touch_plane.c)
void touch_planeSphere(const touch_Run* run, touch_Part* part);
void touch_planeCapsule(const touch_Run* run, touch_Part* part);
void touch_planeCorner(const touch_Run* run, touch_Part* part);
void touch_planeCylinder(const touch_Run* run, touch_Part* part);
// nearest points of two surfaces (touch_curvature.c)
void touch_nearest(const touch_Run* run, touch_Part* part);
void touch_capsules(const touch_Run* run, touch_Part* part);
void touch_capsuleBox(const touch_Run* run, touch_Part* part);
void touch_tilted(const touch_Run* run, touch_Part* part);
void touch_field(const touch_Run* run, touch_Part* part);
void touch_boxes(const touch_Run* run, touch_Part* part);
void touch_polytopes(const touch_Run* run, touch_Part* part);
// one contact of a run, as a point of geom 2 on a plane of geom 1
void touch_guess(const touch_Run* run, int i, touch_Part* part);
// one contact of two boxes: a corner of clipped faces (touch_clip.c); false: it is none
bool touch_clipped(const touch_Run* run, int i, touch_Part* part);
// differences, for the parts that are open (touch_narrow.c)
void touch_narrow(const touch_Run* run, touch_Part* part);

// limit on the distance with which the narrow phase was called
mjtNum touch_limit(const touch_Run* run);

// ---- surfaces (touch_surface.c)

// A surface near a contact, in the tangents y, z: when the point of contact slips on it by u = A x,
// the outward normal there turns by B x. Symmetric: yy, yz, zz.
typedef struct {
  mjtNum A[3], B[3];
  int flat;    // directions in which the normal is the same: 2 face, 1 edge or side, 0
  mjtNum off;  // how far the point is from the surface
  mjtNum fit;  // how far the normal is from those that the surface has there
} touch_Surface;

typedef struct {
  const mjModel* m;
  const mjData* d;
  const mjtNum* frame;  // of the contact
  mjtNum out;           // 1: n is the outward normal, -1: -n
  mjtNum point[3];      // on the surface
  mjtNum scale;         // length that x is measured in where the surface is flat
  mjtNum tol;           // how far a point may be from an edge that it is on
  mjtNum raise;         // of height fields
  bool tilted;          // the geom was turned a little when the point was found
} touch_Query;

// false: nothing is known about the geom
bool touch_surface(const touch_Query* q, int geom, touch_Surface* res);

// ---- rows (1 x 6) by rel

static inline void touch_setRow(mjtNum row[6], const mjtNum rot[3], const mjtNum lin[3]) {
  v3_copy(row, rot);
  v3_copy(row + 3, lin);
}

// mat += a row'
static inline void touch_addOuter(mjtNum mat[18], const mjtNum a[3], const mjtNum row[6]) {
  for (int i = 0; i < 3; i++) v6_addToScl(mat + 6 * i, row, a[i]);
}

#endif
