// The contact record: parameters of a pair of geoms, frames, and the list in the arena.
#ifndef SINEW_COLLIDE_CONTACT_H_
#define SINEW_COLLIDE_CONTACT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// what all contacts of two geoms share; the numbers lie as in mjContact
typedef struct {
  mjtNum includemargin;
  mjtNum friction[5];
  mjtNum solref[mjNREF];
  mjtNum solreffriction[mjNREF];
  mjtNum solimp[mjNIMP];
  mjtNum adhesion;
  int dim;
  int geom[2];  // the lower type first; -1: a flex
  int flex[2];  // of sides that are no geom; read by contact_mixFlex and contact_putFlex only
} contact_Params;

// rounding to float that a box around a contact may have, of its position
#define CONTACT_FLOAT 2.5e-7
// rounding that a bound may have, relative to the lengths in it
#define CONTACT_SLACK 1e-12
#define CONTACT_HALF_SQRT3 0.86602540378443864676

// parameters of two geoms by priority and mix; geom and includemargin are set by the caller
void contact_mix(const mjModel* m, contact_Params* params);
// the same, where sides may be flexes
void contact_mixFlex(const mjModel* m, contact_Params* params);
// parameters that an explicit pair carries
void contact_fromPair(const mjModel* m, contact_Params* params, int pair);
// appends points to d->contact; false: none, a message or warning was given. Points that are no
// numbers, or whose normal has no length, are left out.
bool contact_append(mjData* d, const contact_Params* params, const mjPreContact* point, int n);
// the same without a word: how many were appended; CONTACT_NONE: there is no room, or no such
// dimension
enum { CONTACT_NONE = -1 };
int contact_put(mjData* d, const contact_Params* params, const mjPreContact* point, int n);
// one point of which a side is a flex: elements and vertices that touch there, -1: none. As
// contact_put: 1 if it was appended, 0 if the point is no contact, CONTACT_NONE
int contact_putFlex(mjData* d, const contact_Params* params, const mjPreContact* point,
                    const int elem[2], const int vert[2]);
// drops all contacts from `first` on; they are the last thing in the arena
void contact_truncate(mjData* d, int first);

#endif
