// The reference's triangles of marching cubes, for src/asset/march_table.h: a plugin whose distances have all 256
// signs of a cube's corners, 16 x 16 cubes five cells apart, and the faces of its mesh by cube.
//   cc march_table.c -I<mujoco>/include <mujoco>/libmujoco.so.3.12.0 -lm -o march_table
//   ./march_table       prints 256 rows: three letters for each triangle, edges as mesh_march.c numbers them
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

static const char xml[] =
    "<mujoco><extension><plugin plugin='march'><instance name='i'/></plugin></extension><asset><mesh name='m'>"
    "<plugin instance='i'/></mesh></asset><worldbody><geom type='sdf' mesh='m'><plugin instance='i'/></geom>"
    "</worldbody></mujoco>";

enum { FIRST = 4, APART = 5, SIDE = 16, HEIGHT = 50 };

static mjtNum staticDistance(const mjtNum x[3], const mjtNum* attribute) {
  (void)attribute;
  const int at[3] = {(int)lround((x[0] + 1) * 50) - FIRST, (int)lround((x[1] + 1) * 50) - FIRST,
                     (int)lround((x[2] + 1) * 50) - HEIGHT};
  const int most = APART * SIDE;
  if (at[0] < 0 || at[1] < 0 || at[2] < 0 || at[2] > 1 || at[0] >= most || at[1] >= most) return 1;
  if (at[0] % APART > 1 || at[1] % APART > 1) return 1;
  const int signs = at[1] / APART * SIDE + at[0] / APART;
  const int corner = at[0] % APART + 2 * (at[1] % APART) + 4 * at[2];
  return signs >> corner & 1 ? -1 : 1;
}

static mjtNum distance(const mjtNum x[3], const mjData* d, int instance) {
  (void)d, (void)instance;
  return staticDistance(x, NULL);
}

static void gradient(mjtNum g[3], const mjtNum x[3], const mjData* d, int instance) {
  (void)x, (void)d, (void)instance;
  g[0] = g[1] = 0, g[2] = 1;
}

static void attribute(mjtNum a[], const char* name[], const char* value[]) { (void)a, (void)name, (void)value; }
static void box(mjtNum aabb[6], const mjtNum* a) {
  (void)a;
  for (int i = 0; i < 6; i++) aabb[i] = i >= 3;
}
static int nstate(const mjModel* m, int instance) { return (void)m, (void)instance, 0; }

// a vertex in halves of a cell, from the corner of its cube; false: of another cube
static int inCube(const mjModel* m, int vertex, const int base[3], int at[3]) {
  mjtNum local[3], x[3];
  for (int k = 0; k < 3; k++) local[k] = m->mesh_vert[3 * vertex + k];
  mju_rotVecQuat(x, local, m->mesh_quat);
  for (int k = 0; k < 3; k++) at[k] = (int)lround(2 * ((x[k] + m->mesh_pos[k] + 1) * 50 - base[k]));
  for (int k = 0; k < 3; k++)
    if (at[k] < 0 || at[k] > 2) return 0;
  return 1;
}

static char letter(const int at[3]) {
  const int axis = at[0] == 1 ? 0 : at[1] == 1 ? 1 : 2, first = at[(axis == 0) ? 1 : 0] / 2, second = at[axis == 2 ? 1 : 2] / 2;
  return (char)('a' + 4 * axis + first + 2 * second);
}

int main(void) {
  mjpPlugin p;
  char error[500] = "";
  mjVFS vfs;
  mjp_defaultPlugin(&p);
  p.name = "march";
  p.capabilityflags = mjPLUGIN_SDF;
  p.nstate = nstate;
  p.sdf_distance = distance;
  p.sdf_gradient = gradient;
  p.sdf_staticdistance = staticDistance;
  p.sdf_attribute = attribute;
  p.sdf_aabb = box;
  mjp_registerPlugin(&p);
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", xml, sizeof xml);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  if (!m) return fprintf(stderr, "%s\n", error), 1;
  for (int signs = 0; signs < 256; signs++) {
    const int base[3] = {FIRST + APART * (signs % SIDE), FIRST + APART * (signs / SIDE), HEIGHT};
    for (int f = 0; f < m->nmeshface; f++) {
      int at[3][3], n = 0;
      for (int k = 0; k < 3; k++) n += inCube(m, m->mesh_face[3 * f + k], base, at[k]);
      for (int k = 0; k < 3 && n == 3; k++) putchar(letter(at[k]));
    }
    putchar('\n');
  }
  return 0;
}
