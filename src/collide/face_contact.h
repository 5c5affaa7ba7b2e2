// Contact manifold of two polytopes: several contact points where two faces, or an edge and a face,
// touch.
#ifndef SINEW_COLLIDE_FACE_CONTACT_H_
#define SINEW_COLLIDE_FACE_CONTACT_H_

#include "collide/epa.h"

enum { FACE_POINTS = 4 };  // most points of a pair

// points of A and B that touch, depth first
typedef struct Witness_ {
  mjtNum dist, xa[3], xb[3];
} Witness;

// boxes and meshes, the deepest face of A - B -> points; 0: keep the single deepest point, with its
// witness points exchanged if *isSwapped
int face_contacts(const mjModel* m, mjData* d, const Shape* a, const Shape* b,
                  const Penetration* deepest, Witness* point, bool* isSwapped);

#endif
