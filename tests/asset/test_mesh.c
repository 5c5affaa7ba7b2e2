// Meshes: readers on bytes (whole, cut and changed at random), acceptance figures of the reference
// (spec of assets, 16), sharing and threads, memory files, the API, open surfaces, memory that runs
// out. (Arrays of whole models: test_mjcf_golden.c; messages: test_broken.c.)
#include "support.h"

#include "asset/mesh.h"
#include "base/file.h"
#include "base/mem.h"
#include "model/fields.h"

#define FOLDER TEST_DIR "/data/mjcf/meshes/"
#define TOLERANCE 1e-13

typedef bool (*Reader)(const char*, size_t, arena_Arena*, mesh_Data*, mesh_Fault*);

static char* readFile(const char* name, size_t* size) {
  char path[500], *data;
  snprintf(path, sizeof path, "%s%s", FOLDER, name);
  assert_int_equal(file_read(path, 1 << 20, &data, size), FILE_OK);
  return data;
}

static mjModel* load(const char* xml) {
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void near(const char* what, const mjtNum* ours, const mjtNum* theirs, int n) {
  for (int i = 0; i < n; i++) {
    const mjtNum scale = theirs[i] > 1 ? theirs[i] : theirs[i] < -1 ? -theirs[i] : 1;
    const mjtNum residual = (ours[i] - theirs[i]) / scale;
    if (residual >= -TOLERANCE && residual <= TOLERANCE) continue;
    fail_msg("%s[%d] is %.17g, not %.17g", what, i, ours[i], theirs[i]);
  }
}

// ---- readers

static void test_text_is_binary(void** state) {
  (void)state;
  mesh_Data mesh[2] = {{0}, {0}};
  mesh_Fault fault = {0};
  arena_Arena arena = arena_make(0);
  static const char* const name[2] = {"prism.stl", "prism_text.stl"};
  for (int i = 0; i < 2; i++) {
    size_t size;
    char* data = readFile(name[i], &size);
    assert_true(mesh_readSTL(data, size, &arena, &mesh[i], &fault));
    mem_free(data);
  }
  assert_int_equal(mesh[0].nvert, 12);
  assert_int_equal(mesh[0].nface, 20);
  assert_int_equal(mesh[1].nvert, mesh[0].nvert);
  assert_int_equal(mesh[1].nface, mesh[0].nface);
  assert_memory_equal(mesh[0].vert, mesh[1].vert, 36 * sizeof(float));
  assert_memory_equal(mesh[0].face, mesh[1].face, 60 * sizeof(int));
  arena_free(&arena);
}

// triangles that share nothing: more vertices than a closed mesh has; then each of them twice
static void test_soup(void** state) {
  (void)state;
  enum { HALF = 100, N = 2 * HALF };
  static char bytes[84 + 50 * N + 1];
  const uint32_t n = N;
  memcpy(bytes + 80, &n, sizeof n);
  for (int i = 0; i < N; i++) {
    float v[9];
    for (int k = 0; k < 9; k++) v[k] = (float)((i % HALF) * 9 + k);
    memcpy(bytes + 84 + 50 * i + 12, v, sizeof v);
  }
  arena_Arena arena = arena_make(0);
  mesh_Data mesh = {0};
  mesh_Fault fault = {0};
  assert_true(mesh_readSTL(bytes, sizeof bytes - 1, &arena, &mesh, &fault));
  assert_int_equal(mesh.nface, N);
  assert_int_equal(mesh.nvert, 3 * HALF);
  for (int i = 0; i < 3 * N; i++) assert_int_equal(mesh.face[i], i % (3 * HALF));
  for (int i = 0; i < 9 * HALF; i++) assert_true(mesh.vert[i] == (float)i);
  arena_free(&arena);
}

// a reader returns a mesh whose indices can be checked, or says what is wrong
static void tryBytes(Reader read, const char* bytes, size_t size) {
  arena_Arena arena = arena_make(0);
  mesh_Mesh mesh = {0};
  mesh_Fault fault = {0};
  const mesh_Settings settings = {
      .refquat = {1, 0, 0, 0}, .scale = {1, 1, 1}, .maxhullvert = -1, .inertia = 2};
  const bool ok = read(bytes, size, &arena, &mesh.data, &fault) &&
                  mesh_process(&settings, &arena, &mesh, &fault);
  assert_true(ok != (*fault.text || fault.noMemory));
  assert_false(fault.noMemory);
  arena_free(&arena);
}

static void test_damaged_files(void** state) {
  (void)state;
  static const struct {
    const char* name;
    Reader read;
  } file[] = {{"prism.stl", mesh_readSTL},
              {"prism_text.stl", mesh_readSTL},
              {"cube.obj", mesh_readOBJ},
              {"prism.obj", mesh_readOBJ},
              {"blob.msh", mesh_readMSH}};
  int tried = 0;
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    size_t size;
    char* data = readFile(file[i].name, &size);
    char* copy = malloc(size + 1);
    assert_non_null(copy);
    const size_t step = size > 500 ? size / 250 : 1;
    for (size_t n = 0; n <= size; n += step, tried++) {
      memcpy(copy, data, n);
      copy[n] = 0;
      tryBytes(file[i].read, copy, n);
    }
    for (int k = 0; k < 1000; k++, tried++) {
      memcpy(copy, data, size + 1);
      for (int change = 0; change < 1 + k % 4; change++)
        copy[rng_next() % size] =
            (char)(k % 2 ? "0123456789-./ \n\tvfe"[rng_next() % 19] : (char)rng_next());
      tryBytes(file[i].read, copy, size);
    }
    free(copy);
    mem_free(data);
  }
  print_message("%d damaged files\n", tried);
}

// A cone of n sides whose base is one polygon, and how many triangles the reader makes of it.
static int coneFaces(int n, const char* before, mesh_Dropped* dropped) {
  static char bytes[20000];
  size_t at = 0;
  for (int i = 0; i < n; i++)
    at += (size_t)sprintf(bytes + at, "v %g %g 0\n", i < n / 2 ? 1. : -1., (double)(i % 7));
  at += (size_t)sprintf(bytes + at, "v 0 0 1\n%sf", before);
  for (int i = 0; i < n; i++) at += (size_t)sprintf(bytes + at, " %d", i + 1);
  for (int i = 0; i < n; i++)
    at += (size_t)sprintf(bytes + at, "\nf %d %d %d", i + 1, (i + 1) % n + 1, n + 1);
  arena_Arena arena = arena_make(0);
  mesh_Data mesh = {0};
  mesh_Fault fault = {0};
  assert_true(mesh_readOBJ(bytes, at, &arena, &mesh, &fault));
  *dropped = mesh.dropped;
  arena_free(&arena);
  return mesh.nface;
}

// faces of more than 100 corners are left out, as in the reference, but not in silence
static void test_large_polygons(void** state) {
  (void)state;
  mesh_Dropped dropped;
  char text[MESH_DROPPED_TEXT];
  assert_int_equal(coneFaces(100, "", &dropped), 198);
  assert_int_equal(dropped.n, 0);
  assert_int_equal(coneFaces(101, "", &dropped), 101);
  assert_string_equal(mesh_droppedText(&dropped, text),
                      "line 103: face 1 has 101 corners and is left out: faces have 100 at most. "
                      "Cut it into triangles where you export the mesh");
  assert_int_equal(coneFaces(300, "f 1 2 3\nl 1 2 3\n", &dropped), 301);
  assert_int_equal(dropped.line, 304);
  assert_int_equal(dropped.face, 2);
  assert_int_equal(dropped.ncorner, 300);
}

// triangles cover the polygon, whatever it is
static void test_polygons(void** state) {
  (void)state;
  const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  const float dart[] = {0, 0, 0, 2, -1, 0, 1, 0, 0, 2, 1, 0};  // corner 2 points inward
  const int corner[4] = {0, 1, 2, 3};
  int list[4], triangle[6];
  assert_int_equal(mesh_cutPolygon(square, corner, 4, list, triangle), 2);
  assert_memory_equal(triangle, ((int[]){0, 1, 2, 0, 2, 3}), sizeof triangle);
  assert_int_equal(mesh_cutPolygon(dart, corner, 4, list, triangle), 2);
  assert_memory_equal(triangle, ((int[]){0, 1, 2, 0, 2, 3}), sizeof triangle);
  const float turned[] = {2, -1, 0, 1, 0, 0, 2, 1, 0, 0, 0, 0};
  assert_int_equal(mesh_cutPolygon(turned, corner, 4, list, triangle), 2);
  assert_memory_equal(triangle, ((int[]){1, 2, 3, 0, 1, 3}), sizeof triangle);
}

// ---- figures

#define TETRA "vertex='0 0 0  1 0 0  0 2 0  0 0 3'"
#define ONE(asset, geom)                                                                           \
  "<mujoco><asset><mesh name='m' " asset "/></asset><worldbody><body><freejoint/><geom " geom      \
  " mesh='m'/></body></worldbody></mujoco>"

static void test_tetrahedron(void** state) {
  (void)state;
  mjModel* m = load(ONE(TETRA, "type='mesh'"));
  near("mesh_pos", m->mesh_pos, (mjtNum[]){.25, .5, .75}, 3);
  near("mesh_quat", m->mesh_quat,
       (mjtNum[]){0.9729070384154738, 0.15229211959877192, -0.06801203229001726,
                  0.16010424220965153},
       4);
  near("body_mass", m->body_mass + 1, (mjtNum[]){1000}, 1);
  near("body_inertia", m->body_inertia + 3,
       (mjtNum[]){502.4676550253496, 388.61481474432026, 158.9175302303298}, 3);
  mj_deleteModel(m);
  m = load(ONE(TETRA " inertia='shell'", "type='mesh'"));
  near("body_mass", m->body_mass + 1, (mjtNum[]){9000}, 1);
  near("mesh_pos", m->mesh_pos, (mjtNum[]){.2222222222222222, .5555555555555556, .8888888888888888},
       3);
  near("body_inertia", m->body_inertia + 3,
       (mjtNum[]){7330.929541275051, 5709.338462217974, 2293.0653298403167}, 3);
  mj_deleteModel(m);
  m = load(ONE(TETRA " refpos='1 0 0' refquat='1 0 0 1' scale='2 1 1'", "type='mesh'"));
  near("mesh_pos", m->mesh_pos, (mjtNum[]){1, .75, .75}, 3);
  mj_deleteModel(m);
  m = load(ONE(TETRA " scale='-1 1 1'", "type='mesh'"));
  near("mesh_pos", m->mesh_pos, (mjtNum[]){-.25, .5, .75}, 3);
  near("mesh_quat", m->mesh_quat,
       (mjtNum[]){0.9729070384154738, 0.15229211959877192, 0.06801203229001726,
                  -0.16010424220965153},
       4);
  mj_deleteModel(m);
}

static void test_fits(void** state) {
  (void)state;
  static const struct {
    const char* geom;
    mjtNum size[3];
  } fit[] = {
      {ONE(TETRA, "type='sphere'"), {.6492066606155911}},
      {ONE(TETRA, "type='capsule'"), {.4498234907850218, .8230612548842187}},
      {ONE(TETRA, "type='box'"), {.25999429786814693, .6396526837018968, 1.0479730002767296}}};
  for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
    mjModel* m = load(fit[i].geom);
    near("geom_size", m->geom_size, fit[i].size, 3);
    assert_int_equal(m->geom_dataid[0], 0);
    assert_int_equal(m->mesh_graphadr[0], 0);  // faces come from the hull
    mj_deleteModel(m);
  }
}

static void test_prism(void** state) {
  (void)state;
  static const struct {
    const char* inertia;
    mjtNum mass;
  } mode[] = {{"legacy", 3}, {"exact", 3}, {"convex", 3.5}, {"shell", 14}};
  for (size_t i = 0; i < sizeof mode / sizeof *mode; i++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco><compiler meshdir='%s'/><asset><mesh file='prism.stl' inertia='%s'/></asset>"
             "<worldbody><body><freejoint/><geom type='mesh' mesh='prism' density='1'/></body>"
             "</worldbody></mujoco>",
             FOLDER, mode[i].inertia);
    mjModel* m = load(xml);
    near(mode[i].inertia, m->body_mass + 1, &mode[i].mass, 1);
    if (mode[i].mass == 3) {
      near("body_inertia", m->body_inertia + 3,
           (mjtNum[]){1.8333333333333333, 1.5, .8333333333333333}, 3);
      near("mesh_pos", m->mesh_pos, (mjtNum[]){.8333333333333336, .8333333333333336, .5}, 3);
    }
    mj_deleteModel(m);
  }
}

static void test_builtins(void** state) {
  (void)state;
  mjModel* m = load(ONE("builtin='sphere' params='3' maxhullvert='12'", "type='mesh'"));
  assert_int_equal(m->nmeshvert, 642);
  assert_int_equal(m->mesh_graph[0], 12);
  assert_int_equal(m->mesh_graph[1], 20);
  near("body_mass", m->body_mass + 1, (mjtNum[]){4152.740778128605}, 1);
  mj_deleteModel(m);
  m = load(ONE("builtin='hemisphere' params='2'", "type='mesh'"));
  assert_int_equal(m->nmeshvert, 26);
  assert_int_equal(m->nmeshface, 48);
  assert_int_equal(m->mesh_graph[0], 25);
  assert_int_equal(m->mesh_graph[1], 46);
  near("body_mass", m->body_mass + 1, (mjtNum[]){1785.6405784234898}, 1);
  mj_deleteModel(m);
}

// ---- sharing and threads

static void assertSameModels(const mjModel* a, const mjModel* b) {
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* field = &table.field[i];
    const size_t n = (size_t)field_count(field, a, NULL) * field_typeSize(field->type);
    assert_int_equal(field_count(field, a, NULL), field_count(field, b, NULL));
    if (n && memcmp(field_get(field, a), field_get(field, b), n))
      fail_msg("%s differs", field->name);
  }
}

static mjModel* loadThreaded(bool threads) {
  char xml[4000];
  int n = snprintf(xml, sizeof xml, "<mujoco><compiler meshdir='%s' usethread='%s'/><asset>",
                   FOLDER, threads ? "true" : "false");
  static const char* const file[] = {"prism.stl", "blob.STL", "blob.msh", "cube.obj", "cloud.obj"};
  for (int i = 0; i < 15; i++) {
    n += snprintf(xml + n, sizeof xml - (size_t)n, "<mesh name='m%d' file='%s' scale='%d 1 1'/>", i,
                  file[i % 5], 1 + i / 10);
  }
  n += snprintf(xml + n, sizeof xml - (size_t)n, "</asset><worldbody>");
  for (int i = 0; i < 15; i++)
    n += snprintf(xml + n, sizeof xml - (size_t)n, "<geom type='mesh' mesh='m%d' contype='%d'/>", i,
                  i % 2);
  snprintf(xml + n, sizeof xml - (size_t)n, "</worldbody></mujoco>");
  return load(xml);
}

static void test_threads(void** state) {
  (void)state;
  mjModel *one = loadThreaded(false), *many = loadThreaded(true);
  assertSameModels(one, many);
  // the same file with the same settings, and with others
  for (int i = 0; i < 5; i++) {
    const int n = one->mesh_vertnum[i];
    const float* vert = one->mesh_vert + 3 * one->mesh_vertadr[i];
    assert_int_equal(one->mesh_vertnum[i + 5], n);
    assert_memory_equal(vert, one->mesh_vert + 3 * one->mesh_vertadr[i + 5],
                        3 * (size_t)n * sizeof *vert);
    assert_memory_not_equal(vert, one->mesh_vert + 3 * one->mesh_vertadr[i + 10],
                            3 * (size_t)n * sizeof *vert);
  }
  mj_deleteModel(one);
  mj_deleteModel(many);
}

// two files that differ in refpos alone are not the same
static void test_settings_count(void** state) {
  (void)state;
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><compiler meshdir='%s'/><asset><mesh name='a' file='prism.stl'/>"
           "<mesh name='b' file='prism.stl' refpos='1 0 0'/></asset></mujoco>",
           FOLDER);
  mjModel* m = load(xml);
  near("mesh_pos", m->mesh_pos + 3, (mjtNum[]){m->mesh_pos[0] - 1, m->mesh_pos[1], m->mesh_pos[2]},
       3);
  mj_deleteModel(m);
}

// ---- files in memory, warnings, the API

static void test_memory_files(void** state) {
  (void)state;
  static const char obj[] =
      "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  static const char xml[] = "<mujoco><compiler meshdir='any' strippath='true'/><asset><mesh "
                            "file='a/b/Tetra.obj'/></asset>"
                            "<worldbody><geom type='mesh' mesh='Tetra'/></worldbody></mujoco>";
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "tetra.obj", obj, sizeof obj - 1), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "model.xml", xml, sizeof xml - 1), 0);
  mjModel* m = mj_loadXML("model.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  near("mesh_pos", m->mesh_pos, (mjtNum[]){.25, .5, .75}, 3);
  assert_string_equal(m->paths + m->mesh_pathadr[0], "Tetra.obj");
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

// Files named in included files: as given if they are where the settings say (files in memory are
// found by their base names), with the folder of the included file if they are beside it. As in the
// reference, which does not find the latter if the main file was named with a folder that is
// relative.
static void test_included_paths(void** state) {
  (void)state;
  static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\n";
  static const char part[] = "<mujoco><asset><mesh file='a.obj'/><mesh file='deep/../b.obj'/>"
                             "<mesh name='c' file='sub/./c.obj'/></asset></mujoco>";
  static const char xml[] = "<mujoco><asset><mesh name='d' file='sub/a.obj'/></asset>"
                            "<include file='sub/part.xml'/></mujoco>";
  static const char* const file[] = {"sub/a.obj", "sub/b.obj", "sub/c.obj"};
  static const char* const want[] = {"sub/a.obj", "a.obj", "b.obj", "sub/c.obj"};
  char error[1000] = "", path[1000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (int i = 0; i < 3; i++) mj_addBufferVFS(&vfs, file[i], obj, sizeof obj - 1);
  mj_addBufferVFS(&vfs, "sub/part.xml", part, sizeof part - 1);
  mj_addBufferVFS(&vfs, "model.xml", xml, sizeof xml - 1);
  mjModel* m = mj_loadXML("model.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  if (!m) fail_msg("%s", error);
  for (int i = 0; i < 4; i++) assert_string_equal(m->paths + m->mesh_pathadr[i], want[i]);
  mj_deleteModel(m);

  snprintf(path, sizeof path, "%s/data/mjcf/mesh_paths.xml", TEST_DIR);
  m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  snprintf(path, sizeof path, "%s/data/mjcf/parts/beside.stl", TEST_DIR);
  assert_string_equal(m->paths + m->mesh_pathadr[0], "../meshes/prism.stl");
  assert_string_equal(m->paths + m->mesh_pathadr[1], path);
  assert_string_equal(m->paths + m->mesh_pathadr[2], "blob.STL");
  mj_deleteModel(m);
}

// a buffer may count the NUL at the end of its text, or more of them: every text loads
static void test_trailing_nul(void** state) {
  (void)state;
  static const char obj[] =
      "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\0";
  static const char stl[] = "solid\nfacet\nvertex 0 0 0\nvertex 0 2 0\nvertex 1 0 0\nendfacet\n"
                            "facet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 3\nendfacet\n"
                            "facet\nvertex 0 0 0\nvertex 0 0 3\nvertex 0 2 0\nendfacet\n"
                            "facet\nvertex 1 0 0\nvertex 0 2 0\nvertex 0 0 3\nendfacet\nendsolid";
  static const char part[] = "<mujoco><worldbody><geom type='mesh' mesh='a'/>"
                             "<geom type='mesh' mesh='b'/></worldbody></mujoco>";
  static const char xml[] = "<mujoco><asset><mesh file='a.obj'/><mesh file='b.stl'/></asset>"
                            "<include file='part.xml'/></mujoco>";
  char error[1000] = "", binary[84 + 4 * 50 + 1];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "a.obj", obj, sizeof obj), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "b.stl", stl, sizeof stl), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "part.xml", part, sizeof part), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "model.xml", xml, sizeof xml), 0);
  mjModel* m = mj_loadXML("model.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_int_equal(m->nmeshvert, 8);
  assert_int_equal(m->nmeshface, 8);
  near("mesh_pos", m->mesh_pos, (mjtNum[]){.25, .5, .75, .25, .5, .75}, 6);

  // the same triangles as a binary file
  memset(binary, 0, sizeof binary);
  binary[80] = 4;
  for (int i = 0; i < 12; i++) {
    const float* v = m->mesh_vert + 3 * (m->mesh_vertadr[1] + m->mesh_face[12 + i]);
    memcpy(binary + 84 + 50 * (i / 3) + 12 * (1 + i % 3), v, 3 * sizeof *v);
  }
  mj_deleteModel(m);
  assert_int_equal(mj_deleteFileVFS(&vfs, "b.stl"), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "b.stl", binary, sizeof binary), 0);
  m = mj_loadXML("model.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_int_equal(m->nmeshvert, 8);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

// A prism with a base of 102 corners; its file is named, also when the mesh comes from the cache.
static void test_dropped_face(void** state) {
  (void)state;
  char obj[8000], error[1000];
  size_t at = 0;
  for (int i = 0; i < 102; i++)
    at += (size_t)sprintf(obj + at, "v %d %d 0\n", i < 51 ? i : 102 - i, i < 51 ? 0 : 1);
  at += (size_t)sprintf(obj + at, "v 0 0 1\nf");
  for (int i = 0; i < 102; i++) at += (size_t)sprintf(obj + at, " %d", i + 1);
  at += (size_t)sprintf(obj + at, "\nf 1 52 103\nf 1 103 50\n");
  static const char* const xml[] = {
      ONE("file='a.obj' inertia='shell'", "type='mesh'"),
      "<mujoco><worldbody><body name='b'><flexcomp name='f' type='mesh' dim='2' mass='1' "
      "radius='.01' file='a.obj'><edge equality='true'/></flexcomp></body></worldbody></mujoco>"};
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "a.obj", obj, (int)at), 0);
  for (int i = 0; i < 4; i++) {
    mj_deleteFileVFS(&vfs, "model.xml");
    assert_int_equal(mj_addBufferVFS(&vfs, "model.xml", xml[i / 2], (int)strlen(xml[i / 2])), 0);
    catch_begin();
    mjModel* m = mj_loadXML("model.xml", &vfs, error, sizeof error);
    catch_end();
    if (!m) fail_msg("%s", error);
    assert_int_equal(i < 2 ? m->nmeshface : m->nflexelem, 2);
    assert_int_equal(caught_count, 1);
    assert_non_null(strstr(error, i < 2 ? "<mesh name='m'>" : "<flexcomp name='f'>"));
    assert_non_null(strstr(error, "a.obj': line 104: face 1 has 102 corners"));
    mj_deleteModel(m);
  }
  mj_deleteVFS(&vfs);
}

#define CUBE "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1"
#define SIDES "0 2 1 0 3 2 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7"

// a cube without its lid loads, as in the reference, which says nothing (figures: mesh_open.xml)
static void test_hole(void** state) {
  (void)state;
  char error[1000] = "";
  catch_begin();
  mjModel* m =
      sn_loadXMLString(ONE("inertia='exact' vertex='" CUBE "' face='" SIDES "'", "type='mesh'"),
                       error, sizeof error);
  catch_end();
  assert_non_null(m);
  assert_int_equal(caught_count, 1);
  assert_non_null(strstr(error, "<mesh name='m'>"));
  assert_non_null(strstr(error, "hole of 20%"));
  assert_non_null(strstr(error, "vertices 4 and 7"));
  assert_non_null(strstr(error, "inertia=\"convex\""));
  mj_deleteModel(m);
}

// a lid with corners of its own closes the cube all the same: a warning
static void test_seam(void** state) {
  (void)state;
  char error[1000] = "";
  catch_begin();
  mjModel* m = sn_loadXMLString(ONE("inertia='exact' vertex='" CUBE " 0 0 1 1 0 1 1 1 1 0 1 1' "
                                    "face='" SIDES " 8 9 10 8 10 11'",
                                    "type='mesh'"),
                                error, sizeof error);
  catch_end();
  assert_non_null(m);
  assert_int_equal(caught_count, 1);
  assert_non_null(strstr(error, "hole of 0%"));
  assert_true(fabs(m->body_mass[1] - 1000) < 1e-9);
  mj_deleteModel(m);
}

static void test_api(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, "ball");
  double bad[] = {9}, good[] = {2};
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, bad, 1), -1);
  assert_non_null(strstr(mjs_getError(s), "0 to 4"));
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_NONE, good, 1), -1);
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, NULL, 1), -1);
  assert_int_equal(mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, good, 1), 0);
  mjsMesh* file = mjs_addMesh(s, NULL);
  mjs_setString(file->file, FOLDER "prism.stl");
  mjsGeom* geom = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  geom->type = mjGEOM_MESH;
  mjs_setString(geom->meshname, "prism");
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nmesh, 2);
  assert_int_equal(m->mesh_vertnum[0], 162);
  assert_int_equal(m->geom_dataid[0], 1);
  assert_int_equal(mj_name2id(m, mjOBJ_MESH, "prism"), 1);
  // indices that a program gives are checked too
  const int wrong[3] = {0, 1, 500};
  mjs_setInt(mesh->userfacenormal, wrong, 3);
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "userfacenormal"));
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ---- memory

static void loadMesh(void* unused) {
  (void)unused;
  char error[500];
  mjModel* m = mj_loadXML(TEST_DIR "/data/mjcf/mesh_file.xml", NULL, error, sizeof error);
  if (!m) assert_non_null(strstr(error, "memory"));
  mj_deleteModel(m);
}

static void test_memory_runs_out(void** state) {
  (void)state;
  heap_failEach(loadMesh, NULL, 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text_is_binary),
      cmocka_unit_test(test_soup),
      cmocka_unit_test(test_damaged_files),
      cmocka_unit_test(test_polygons),
      cmocka_unit_test(test_tetrahedron),
      cmocka_unit_test(test_fits),
      cmocka_unit_test(test_prism),
      cmocka_unit_test(test_builtins),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_settings_count),
      cmocka_unit_test(test_memory_files),
      cmocka_unit_test(test_included_paths),
      cmocka_unit_test(test_trailing_nul),
      cmocka_unit_test(test_large_polygons),
      cmocka_unit_test(test_dropped_face),
      cmocka_unit_test(test_hole),
      cmocka_unit_test(test_seam),
      cmocka_unit_test(test_api),
      cmocka_unit_test(test_memory_runs_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
