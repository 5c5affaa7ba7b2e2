// A mesh file in a model that collides with it. The first byte chooses format and treatment:
// bits 0-1 the format (3: a skin instead), 2-3 the inertia, 4 a mirroring scale, 5 a small hull, 6
// a plane geom fitted to the mesh, 7 a height of hull that is refused.
#include "fuzz.h"

#include <stdio.h>

static void loadSkin(const uint8_t* file, size_t size) {
  static const char xml[] =
      "<mujoco><asset><skin name='s' file='s.skn'/></asset><worldbody><body name='a'><freejoint/>"
      "<geom size='.1'/></body><body name='b' pos='1 0 0'><geom size='.1'/></body></worldbody>"
      "</mujoco>";
  fuzz_loadWithFile(xml, "s.skn", file, size);
}

int fuzz_mesh(const uint8_t* data, size_t size) {
  static const char* const file[] = {"m.stl", "m.obj", "m.msh"};
  static const char* const inertia[] = {"convex", "exact", "legacy", "shell"};
  enum { SKIN = 3 };
  if (size < 1) return 0;
  const unsigned choice = data[0], format = choice & 3;
  if (format == SKIN) {
    loadSkin(data + 1, size - 1);
    return 0;
  }
  char xml[700];
  snprintf(xml, sizeof xml,
           "<mujoco><asset><mesh name='m' file='%s' inertia='%s' scale='%s' maxhullvert='%d'/>"
           "</asset><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'><freejoint/>"
           "<geom type='mesh' mesh='m'/></body><body pos='.1 0 .1'><freejoint/><geom type='%s' "
           "mesh='m'/></body></worldbody></mujoco>",
           file[format], inertia[choice >> 2 & 3], choice & 16 ? "1 -1 1" : "1 1 1",
           choice & 128  ? 3
           : choice & 32 ? 8
                         : -1,
           choice & 64 ? "box" : "mesh");
  fuzz_loadWithFile(xml, file[format], data + 1, size - 1);
  return 0;
}
