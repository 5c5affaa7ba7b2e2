// The canonical form of a spec, in which it is saved: what does not depend on compiler settings of
// the files it came from. Angles are in radians, orientations are quaternions, shortcuts of
// actuators are resolved, keyframes are complete. Everything else stays as it was given, so that it
// compiles to the same model again.
#ifndef SINEW_LOAD_CANONICAL_H_
#define SINEW_LOAD_CANONICAL_H_

#include "spec/spec.h"

// changes a spec whose elements have the ids of the model m that it compiles to. m may be NULL if
// the model cannot be had; then false with an error in spec->diag if something needs it.
bool canon_spec(spec_Spec* spec, const mjModel* m);
// does it take anything from the model
bool canon_needsModel(const spec_Spec* spec);
// numbers that a program has changed in m, compared with `base` that the spec compiles to, go into
// the spec, which is in canonical form, or else as it was given: in the units of its files
bool canon_copyBack(spec_Spec* spec, const mjModel* base, const mjModel* m, bool canonical);

// ---- parts that both use

// keyframes as m has them
bool canon_keys(spec_Spec* spec, const mjModel* m);
// an orientation in another form -> quat
void canon_resolve(const spec_Element* e, double quat[4], mjsOrientation* alt);
// does the compiler take the range of a joint as an angle
bool canon_isAngle(const mjsJoint* joint);
// pose of the frames around an element in its body
void canon_framePose(const spec_Element* e, double pos[3], double quat[4]);
// the inertia of a body as m has it, as an explicit one; of all bodies, with settings that leave
// them as they are
void canon_takeInertia(const spec_Element* e, const mjModel* m);
void canon_takeInertias(spec_Spec* spec, const mjModel* m);

#endif
