// A folder under /tmp with a model and its assets: two meshes of the same name, one outside the
// folder for meshes, an image that is texture and height field.
#ifndef SINEW_TESTS_ASSET_FOLDER_H_
#define SINEW_TESTS_ASSET_FOLDER_H_

#include "support.h"

#include <sys/stat.h>

#include "base/file.h"

static char folder_path[] = "/tmp/sinew_assets_XXXXXX";

// path of a file in the folder; valid until the fourth call after it
static inline const char* folder_file(const char* name) {
  static char path[4][300];
  static int turn;
  char* at = path[turn++ % 4];
  snprintf(at, sizeof path[0], "%s/%s", folder_path, name);
  return at;
}

static inline void folder_write(const char* name, const void* data, size_t size) {
  assert_true(file_write(folder_file(name), data, size));
}

static inline void folder_text(const char* name, const char* text) {
  folder_write(name, text, strlen(text));
}

// a tetrahedron of this height
static inline void folder_mesh(const char* name, double height) {
  char text[200];
  snprintf(text, sizeof text,
           "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 %g\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", height);
  folder_text(name, text);
}

// 2 x 2 pixels, gray
static const unsigned char folder_png[] = {
    137, 80,  78, 71,  13, 10,  26,  10, 0,  0,   0,  13,  73,  72,  68,  82, 0,   0,
    0,   2,   0,  0,   0,  2,   8,   0,  0,  0,   0,  87,  221, 82,  248, 0,  0,   0,
    14,  73,  68, 65,  84, 120, 218, 99, 96, 112, 96, 248, 223, 0,   0,   3,  132, 1,
    192, 103, 96, 101, 30, 0,   0,   0,  0,  73,  69, 78,  68,  174, 66,  96, 130};

static const char folder_model[] =
    "<mujoco model='packed'><compiler meshdir='m' texturedir='t'/>"
    "<asset><mesh name='x' file='a/t.obj'/><mesh name='y' file='b/t.obj'/>"
    "<mesh name='z' file='../t.obj'/><mesh name='big' file='a/t.obj' scale='2 2 2'/>"
    "<texture name='p' type='2d' file='p.png'/><texture name='c' type='cube' fileup='p.png'/>"
    "<hfield name='h' file='h.png' size='1 1 1 1'/></asset>"
    "<worldbody><geom type='hfield' hfield='h'/><body pos='0 0 3'><freejoint/>"
    "<geom type='mesh' mesh='x'/><geom type='mesh' mesh='y'/><geom type='mesh' mesh='z'/>"
    "<geom type='mesh' mesh='big'/></body></worldbody></mujoco>";

static inline int folder_make(void** state) {
  (void)state;
  static const char* const sub[] = {"", "m", "m/a", "m/b", "t"};
  if (!mkdtemp(folder_path)) return -1;
  for (size_t i = 1; i < sizeof sub / sizeof *sub; i++) mkdir(folder_file(sub[i]), 0700);
  folder_mesh("m/a/t.obj", 1);
  folder_mesh("m/b/t.obj", 2);
  folder_mesh("t.obj", 3);
  folder_write("t/p.png", folder_png, sizeof folder_png);
  folder_write("m/h.png", folder_png, sizeof folder_png);
  folder_text("model.xml", folder_model);
  return 0;
}

static inline int folder_remove(void** state) {
  (void)state;
  char command[400];
  snprintf(command, sizeof command, "rm -rf '%s'", folder_path);
  return system(command);
}

// all bytes of two models but the paths of their files
static inline void folder_expectSame(const mjModel* a, const mjModel* b) {
  assert_non_null(a);
  assert_non_null(b);
  assert_int_equal(a->nmeshvert, b->nmeshvert);
  assert_int_equal(a->nmeshgraph, b->nmeshgraph);
  assert_int_equal(a->nbvh, b->nbvh);
  assert_memory_equal(a->mesh_vert, b->mesh_vert, (size_t)a->nmeshvert * 3 * sizeof(float));
  assert_memory_equal(a->mesh_normal, b->mesh_normal, (size_t)a->nmeshnormal * 3 * sizeof(float));
  assert_memory_equal(a->mesh_face, b->mesh_face, (size_t)a->nmeshface * 3 * sizeof(int));
  assert_memory_equal(a->mesh_graph, b->mesh_graph, (size_t)a->nmeshgraph * sizeof(int));
  assert_memory_equal(a->mesh_polyvert, b->mesh_polyvert, (size_t)a->nmeshpolyvert * sizeof(int));
  assert_memory_equal(a->mesh_polynormal, b->mesh_polynormal,
                      (size_t)a->nmeshpoly * 3 * sizeof(mjtNum));
  assert_memory_equal(a->mesh_pos, b->mesh_pos, (size_t)a->nmesh * 3 * sizeof(mjtNum));
  assert_memory_equal(a->bvh_aabb, b->bvh_aabb, (size_t)a->nbvh * 6 * sizeof(mjtNum));
  assert_memory_equal(a->body_inertia, b->body_inertia, (size_t)a->nbody * 3 * sizeof(mjtNum));
  assert_int_equal(a->ntexdata, b->ntexdata);
  assert_memory_equal(a->tex_data, b->tex_data, (size_t)a->ntexdata);
  assert_int_equal(a->nhfielddata, b->nhfielddata);
  assert_memory_equal(a->hfield_data, b->hfield_data, (size_t)a->nhfielddata * sizeof(float));
}

#endif
