// The contact record: contact parameters of a pair of geoms (friction, solref, solimp), contact
// frames, and the contact list in the arena.
#ifndef SINEW_COLLIDE_CONTACT_H_
#define SINEW_COLLIDE_CONTACT_H_

#include <stdbool.h>

#include <sinew/data.h>
#include <sinew/model.h>

// parameters that all contacts of two geoms share; the values are laid out as in mjContact
typedef struct {
  mjtNum includemargin;
  mjtNum friction[5];
  mjtNum solref[mjNREF];
  mjtNum solreffriction[mjNREF];
  mjtNum solimp[mjNIMP];
  mjtNum adhesion;
  int dim;
  int geom[2];  // the lower type first; -1: a flex
  int flex[2];  // of sides that are flexes; read by contact_mixFlex and contact_putFlex only
} contact_Params;

// rounding to float of a box around a contact, relative to its position
#define CONTACT_FLOAT 2.5e-7
// rounding of a bound, relative to the lengths in it
#define CONTACT_SLACK 1e-12
#define CONTACT_HALF_SQRT3 0.86602540378443864676

// mixes the parameters of two geoms by priority and solmix; the caller sets geom and includemargin
void contact_mix(const mjModel* m, contact_Params* params);
// the same, if sides may be flexes
void contact_mixFlex(const mjModel* m, contact_Params* params);
// parameters of an explicit pair
void contact_fromPair(const mjModel* m, contact_Params* params, int pair);
// appends points to d->contact; false: none, and an error or warning was given. Skips points with
// NaN or infinite values or with a degenerate normal.
bool contact_append(mjData* d, const contact_Params* params, const mjPreContact* point, int n);
// the same without errors and warnings: returns how many were appended; CONTACT_NONE: out of space,
// or an invalid dimension
enum { CONTACT_NONE = -1 };
int contact_put(mjData* d, const contact_Params* params, const mjPreContact* point, int n);
// one point with at least one flex side: the elements and vertices that touch there, -1: none. As
// contact_put: returns 1 if it was appended, 0 if the point is no contact, or CONTACT_NONE
int contact_putFlex(mjData* d, const contact_Params* params, const mjPreContact* point,
                    const int elem[2], const int vert[2]);
// removes all contacts from `first` on; they must be the last block of the arena
void contact_truncate(mjData* d, int first);

#endif
