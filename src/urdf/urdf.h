// URDF -> editable model. The grammar is in urdf_schema.c. Links become bodies, joints of a link's
// parent become the joints of its body, collisions (and visuals, if they are wanted) become geoms,
// <mimic> becomes an equality of joints. What a model has no place for is dropped with one warning
// for each kind. <mujoco> inside <robot> may hold compiler, option and size.
#ifndef SINEW_URDF_URDF_H_
#define SINEW_URDF_URDF_H_

#include "mjcf/read_parts.h"

// reads a document with root <robot> into r->spec
extern const read_Format urdf_format;

#endif
