// URDF parser: converts a robot description to an editable model. The grammar is in urdf_schema.c.
// Links become bodies, the joint above a link becomes the joints of its body, collisions (and
// visuals, if enabled) become geoms, <mimic> becomes a joint equality. Content without a
// counterpart in the model is dropped with one warning for each kind. <mujoco> inside <robot> may
// hold compiler, option and size.
#ifndef SINEW_URDF_URDF_H_
#define SINEW_URDF_URDF_H_

#include "mjcf/read_parts.h"

// parses a document with root <robot> into r->spec
extern const read_Format urdf_format;

#endif
