// Which options were written in the file rather than left at their default: mjSpec.authored and
// mjsCompiler.authored. The bit of an option is the index of its member in the public struct, in
// declaration order (mjOption.timestep 0, ..., sdf_iterations 28; mjVisual.global.cameraid 0, ...).
// Flags and actuator groups are marked by their own bits in authored.disableflags, enableflags and
// disableactuator, also when the value written is the default. Attach compares them
// (attach_conflict.c).
#ifndef SINEW_SPEC_AUTHORED_H_
#define SINEW_SPEC_AUTHORED_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/spec.h>

typedef enum {
  AUTH_COMPILER,
  AUTH_OPTION,
  AUTH_GLOBAL,
  AUTH_QUALITY,
  AUTH_HEADLIGHT,
  AUTH_MAP,
  AUTH_SCALE,
  AUTH_RGBA,
  AUTH_NSECTION
} authored_Section;

// marks the option that has just been read into `member`, the address of a member of
// spec->compiler, spec->option or a part of spec->visual; any other address is ignored
void authored_mark(mjSpec* spec, const void* member);
// has the option at that address been marked
bool authored_has(const mjSpec* spec, const void* member);

#endif
