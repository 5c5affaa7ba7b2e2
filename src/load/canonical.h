// The canonical form of a spec: a normalized model that is saved, serialized independently of the
// compiler settings of its input files. Angles are in radians, orientations are quaternions,
// actuator shortcuts are resolved to gain, bias and dynamics, keyframes are complete. Everything
// else stays as it was given, so that it compiles to the same model again.
#ifndef SINEW_LOAD_CANONICAL_H_
#define SINEW_LOAD_CANONICAL_H_

#include "spec/spec.h"

// Normalizes a spec whose elements have the ids of its compiled model m. m may be NULL if no model
// is available; then the function returns false with an error in spec->diag if it needs a value of
// m.
bool canon_spec(spec_Spec* spec, const mjModel* m);
// does canon_spec need the model
bool canon_needsModel(const spec_Spec* spec);
// Copies values that a program has changed in m back into the spec. `base` is the model that the
// spec compiles to. The spec is in canonical form if `canonical`, otherwise in the units of its
// files.
bool canon_copyBack(spec_Spec* spec, const mjModel* base, const mjModel* m, bool canonical);

// ---- parts that both use

// sets keyframes from m
bool canon_keys(spec_Spec* spec, const mjModel* m);
// converts an alternative orientation to quat
void canon_resolve(const spec_Element* e, double quat[4], mjsOrientation* alt);
// does the compiler convert the range of a joint as an angle
bool canon_isAngle(const mjsJoint* joint);
// accumulated pose, in the body, of the frames around an element
void canon_framePose(const spec_Element* e, double pos[3], double quat[4]);
// Makes the inertia of a body explicit, with the value in m. canon_takeInertias does so for all
// bodies and changes the settings so that the compiler keeps them.
void canon_takeInertia(const spec_Element* e, const mjModel* m);
void canon_takeInertias(spec_Spec* spec, const mjModel* m);

#endif
