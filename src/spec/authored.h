// Tracks which options were written in the file rather than left at their default, as bit sets:
// mjSpec.authored and mjsCompiler.authored. The bit of an option is the index of its member in the
// public struct, in declaration order (mjOption.timestep 0, ..., sdf_iterations 28;
// mjVisual.global.cameraid 0, ...). Flags and actuator groups have bits of their own in
// authored.disableflags, enableflags and disableactuator, which are set even if the value written
// is the default. Attach compares them (attach_conflict.c).
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

// Sets the bit of the option that was just read into `member`, the address of a member of
// spec->compiler, spec->option or a part of spec->visual. Ignores any other address.
void authored_mark(mjSpec* spec, const void* member);
// is the bit of the option at that address set
bool authored_has(const mjSpec* spec, const void* member);

#endif
