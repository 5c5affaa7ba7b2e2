// Distances of the reference's shapes at given points, for tests/golden/plugin_shapes.txt:
//   cc plugin_shapes.c -I<mujoco>/include <mujoco>/libmujoco.so.3.12.0 -o plugin_shapes
//   ./plugin_shapes <mujoco>/plugin > tests/golden/plugin_shapes.txt
// A line: plugin, attribute texts (- for none), point, distance.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name, *value[5];
} Shape;

static const Shape shapes[] = {
    {"mujoco.sdf.torus", {"", ""}},
    {"mujoco.sdf.torus", {"0.5", "0.1"}},
    {"mujoco.sdf.bowl", {"", "", ""}},
    {"mujoco.sdf.bowl", {"0.2", "0.7", "0.05"}},
    {"mujoco.sdf.bolt", {""}},
    {"mujoco.sdf.bolt", {"0.2"}},
    {"mujoco.sdf.nut", {""}},
    {"mujoco.sdf.nut", {"0.3"}},
    {"mujoco.sdf.gear", {"", "", "", "", ""}},
    {"mujoco.sdf.gear", {"0.1", "2", "18", "0.3", "0.5"}},
};

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  printf("# Figures of MuJoCo 3.12.0 (PyPI package, native). Made by: tools/oracle/plugin_shapes.c, which says how\n");
  mj_loadAllPluginLibraries(argv[1], NULL);
  unsigned long long state = 88172645463325252ull;
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    const mjpPlugin* p = mjp_getPlugin(shapes[s].name, NULL);
    const char *name[5], *value[5];
    mjtNum attribute[8], box[6];
    for (int i = 0; i < p->nattribute; i++) {
      name[i] = p->attributes[i];
      value[i] = shapes[s].value[i];
    }
    p->sdf_attribute(attribute, name, value);
    p->sdf_aabb(box, attribute);
    for (int k = 0; k < 40; k++) {
      mjtNum x[3];
      for (int i = 0; i < 3; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        x[i] = 1.3 * box[3 + i] * ((double)(state >> 11) * 0x1p-52 - 1);
      }
      printf("%s", p->name);
      for (int i = 0; i < 5; i++)
        printf(" %s", i < p->nattribute && *value[i] ? value[i] : "-");
      printf(" %.17g %.17g %.17g %.17g\n", x[0], x[1], x[2], p->sdf_staticdistance(x, attribute));
    }

  }
  return 0;
}
