// Shared types of the methods that differentiate a contact of the narrow phase: geom 1 rests, geom
// 2 moves by rel (contact_kinematics.h), and the derivative of the contact frame is assembled last.
// n, y, z are the rows of that frame: contact normal and two tangents.
#ifndef SINEW_DIFF_CONTACT_KINEMATICS_PART_H_
#define SINEW_DIFF_CONTACT_KINEMATICS_PART_H_

#include "diff/contact_kinematics.h"
#include "math/vec.h"

typedef struct {
  mjtNum dist[6];   // d dist = dist . rel
  mjtNum pos[18];   // d pos  = pos rel
  mjtNum lean[12];  // y.dn, z.dn                  (2 x 6)
  mjtNum spin[6];   // z.ds, where s moves with the geoms
  mjtNum seed[3];   // s: y is the part of it orthogonal to n
  bool hasSeed;     // s moves with the geoms; else it is a world axis
  bool smooth;
  bool open;  // not in closed form: use finite differences
  bool lost;  // finite differences found no neighboring contact
} ckin_Part;

// contacts of one call of the narrow phase, or of several for the same geoms
typedef struct {
  const mjModel* m;
  mjData* d;
  const mjContact* con;
  int n;
  int geom[2], type[2];
} ckin_Run;

// ---- methods, for all contacts of a run

typedef void (*ckin_Way)(const ckin_Run* run, ckin_Part* part);

// a plane and a point of the other geom (contact_kinematics_plane.c)
void ckin_planeSphere(const ckin_Run* run, ckin_Part* part);
void ckin_planeCapsule(const ckin_Run* run, ckin_Part* part);
void ckin_planeCorner(const ckin_Run* run, ckin_Part* part);
void ckin_planeCylinder(const ckin_Run* run, ckin_Part* part);
// nearest points of two surfaces (contact_kinematics_curvature.c)
void ckin_nearest(const ckin_Run* run, ckin_Part* part);
void ckin_capsules(const ckin_Run* run, ckin_Part* part);
void ckin_capsuleBox(const ckin_Run* run, ckin_Part* part);
void ckin_tilted(const ckin_Run* run, ckin_Part* part);
void ckin_field(const ckin_Run* run, ckin_Part* part);
void ckin_boxes(const ckin_Run* run, ckin_Part* part);
void ckin_polytopes(const ckin_Run* run, ckin_Part* part);
// one contact of a run, as a point of geom 2 on a plane of geom 1
void ckin_guess(const ckin_Run* run, int i, ckin_Part* part);
// one contact of two boxes: a corner of clipped faces (contact_kinematics_clip.c); false: it is not
bool ckin_clipped(const ckin_Run* run, int i, ckin_Part* part);
// finite differences, for the parts that are open (contact_kinematics_narrow.c)
void ckin_narrow(const ckin_Run* run, ckin_Part* part);

// limit on the distance with which the narrow phase was called
mjtNum ckin_limit(const ckin_Run* run);

// ---- surfaces (contact_kinematics_surface.c)

// A surface near a contact, in the tangents y, z: when the point of contact slips on it by u = A x,
// the outward normal there turns by B x (curvature). A, B symmetric: yy, yz, zz.
typedef struct {
  mjtNum A[3], B[3];
  int flat;    // directions in which the normal is constant: 2 face, 1 edge or side, 0
  mjtNum off;  // distance of the point from the surface
  mjtNum fit;  // distance of the normal from those that the surface has there
} ckin_Surface;

typedef struct {
  const mjModel* m;
  const mjData* d;
  const mjtNum* frame;  // of the contact
  mjtNum out;           // 1: n is the outward normal, -1: -n
  mjtNum point[3];      // on the surface
  mjtNum scale;         // length unit of x where the surface is flat
  mjtNum tol;           // how far a point may be from an edge or face to count as on it
  mjtNum raise;         // of height fields: how far they are raised
  bool tilted;          // the geom was turned a little when the point was found
} ckin_Query;

// false: geom types without a known surface
bool ckin_surface(const ckin_Query* q, int geom, ckin_Surface* res);

// ---- rows (1 x 6) by rel

static inline void ckin_setRow(mjtNum row[6], const mjtNum rot[3], const mjtNum lin[3]) {
  v3_copy(row, rot);
  v3_copy(row + 3, lin);
}

// mat += a row'
static inline void ckin_addOuter(mjtNum mat[18], const mjtNum a[3], const mjtNum row[6]) {
  for (int i = 0; i < 3; i++) v6_addToScl(mat + 6 * i, row, a[i]);
}

#endif
