// Inertias that were given, when bodies of a spec are joined.
#ifndef SINEW_LOAD_SPEC_INERTIAL_H_
#define SINEW_LOAD_SPEC_INERTIAL_H_

#include "spec/spec.h"

// The inertia that was given for a body is added to that of its parent, which is explicit then. Its
// own one is what was given, or what its geoms have; nothing happens if the parent is the world.
bool inertial_addToParent(const spec_Element* body);

#endif
