// Built-in default values: one initialization function per public struct (passed as void*, zeroed
// before).
#ifndef SINEW_SPEC_SPEC_BUILTIN_H_
#define SINEW_SPEC_SPEC_BUILTIN_H_

#include "spec/spec_types.h"

void builtin_body(void* data);
void builtin_frame(void* data);
void builtin_joint(void* data);
void builtin_geom(void* data);
void builtin_site(void* data);
void builtin_camera(void* data);
void builtin_light(void* data);
void builtin_flex(void* data);
void builtin_mesh(void* data);
void builtin_skin(void* data);
void builtin_texture(void* data);
void builtin_material(void* data);
void builtin_pair(void* data);
void builtin_equality(void* data);
void builtin_tendon(void* data);
void builtin_actuator(void* data);
void builtin_sensor(void* data);
void builtin_none(void* data);

#endif
