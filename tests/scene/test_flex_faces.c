// scene/scene_flex: faces of a sheet of two triangles and of a tetrahedron. Models with flexes do
// not load yet, so these are made by hand, with the members that scenes read.
#include "support.h"

#include "scene/scene.h"

enum { SHEET, SOLID, NFLEX };

static const mjtNum vert[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 5}, {1, 0, 5}, {0, 1, 5}, {0, 0, 6}};
static int dim[] = {2, 3}, vertadr[] = {0, 4}, vertnum[] = {4, 4}, edgeadr[] = {0, 0};
static int edgenum[] = {0, 0}, elemadr[] = {0, 2}, elemnum[] = {2, 1}, elemdataadr[] = {0, 6};
static int shellnum[] = {4, 4}, shelldataadr[] = {0, 8}, texcoordadr[] = {-1, -1};
static int elem[] = {0, 1, 2, 0, 2, 3, /* solid */ 0, 1, 2, 3}, elemlayer[] = {0, 0, 0};
// edges of the sheet's border, triangles of the solid's surface with normals outward
static int shell[] = {0, 1, 1, 2, 2, 3, 3, 0, /* solid */ 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
static mjtNum radius[] = {0.1, 0.2};
static mjtBool flatskin[NFLEX];

typedef struct {
  mjModel m;
  mjData d;
  mjvScene scn;
  mjvOption opt;
} World;

static World* make(void) {
  World* w = calloc(1, sizeof *w);
  mjModel* m = &w->m;
  m->nflex = NFLEX;
  m->nflexvert = 8;
  m->flex_dim = dim;
  m->flex_vertadr = vertadr;
  m->flex_vertnum = vertnum;
  m->flex_edgeadr = edgeadr;
  m->flex_edgenum = edgenum;
  m->flex_elemadr = elemadr;
  m->flex_elemnum = elemnum;
  m->flex_elemdataadr = elemdataadr;
  m->flex_elem = elem;
  m->flex_elemlayer = elemlayer;
  m->flex_shellnum = shellnum;
  m->flex_shelldataadr = shelldataadr;
  m->flex_shell = shell;
  m->flex_texcoordadr = texcoordadr;
  m->flex_radius = radius;
  m->flex_flatskin = flatskin;
  w->d.flexvert_xpos = (mjtNum*)vert;
  mjv_defaultOption(&w->opt);
  mjv_makeScene(m, &w->scn, 0);
  return w;
}

static void drop(World* w) {
  mjv_freeScene(&w->scn);
  free(w);
}

static const float* face(const World* w, int flex, int k) {
  return w->scn.flexface + 9 * (w->scn.flexfaceadr[flex] + k);
}
static const float* normal(const World* w, int flex, int k) {
  return w->scn.flexnormal + 9 * (w->scn.flexfaceadr[flex] + k);
}

static void test_room(void** state) {
  (void)state;
  World* w = make();
  assert_true(w->scn.nflex == 2 && w->scn.flexfacenum[SHEET] == 12 && w->scn.flexfaceadr[1] == 12);
  assert_int_equal(w->scn.flexfacenum[SOLID], 4);
  drop(w);
}

// both sides of the sheet stand off by the radius, sides join them
static void test_sheet(void** state) {
  (void)state;
  World* w = make();
  scene_updateFlexes(&w->m, &w->d, &w->opt, &w->scn);
  assert_int_equal(w->scn.flexfaceused[SHEET], 12);
  for (int k = 0; k < 4; k++) {
    const float sign = k % 2 ? -1 : 1;
    for (int c = 0; c < 3; c++) {
      assert_true(face(w, SHEET, k)[3 * c + 2] == sign * 0.1f);
      assert_true(normal(w, SHEET, k)[3 * c + 2] == sign);
    }
  }
  for (int k = 4; k < 12; k++) {
    // the first border is y = 0, with a normal along -y
    const float* n = normal(w, SHEET, k);
    assert_true(n[2] == 0 && n[0] * n[0] + n[1] * n[1] == 1);
    if (k < 6) assert_true(n[1] == -1);
  }
  drop(w);
}

static void test_solid(void** state) {
  (void)state;
  World* w = make();
  scene_updateFlexes(&w->m, &w->d, &w->opt, &w->scn);
  assert_int_equal(w->scn.flexfaceused[SOLID], 4);
  // the corner at the origin stands off along the diagonal
  const float* corner = face(w, SOLID, 0);
  assert_true(corner[0] < 0 && corner[0] == corner[1] && corner[2] < 5);
  // elements instead: flat, with their own normals
  w->opt.flags[mjVIS_FLEXSKIN] = 0;
  w->opt.flags[mjVIS_FLEXFACE] = 1;
  scene_updateFlexes(&w->m, &w->d, &w->opt, &w->scn);
  assert_true(w->scn.flexfaceused[SOLID] == 4 && w->scn.flexfaceused[SHEET] == 4);
  assert_true(normal(w, SHEET, 0)[2] == 1 && normal(w, SHEET, 1)[2] == -1);
  // no element is in that layer
  w->opt.flex_layer = 1;
  scene_updateFlexes(&w->m, &w->d, &w->opt, &w->scn);
  assert_int_equal(w->scn.flexfaceused[SOLID], 0);
  drop(w);
}

// odd, as the reference: both sides of a flat sheet are lit from the front
static void test_flat(void** state) {
  (void)state;
  World* w = make();
  flatskin[SHEET] = 1;
  scene_updateFlexes(&w->m, &w->d, &w->opt, &w->scn);
  flatskin[SHEET] = 0;
  for (int k = 0; k < 4; k++) assert_true(normal(w, SHEET, k)[2] == 1);
  assert_true(face(w, SHEET, 1)[2] == -0.1f);
  drop(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_room), cmocka_unit_test(test_sheet),
                                     cmocka_unit_test(test_solid), cmocka_unit_test(test_flat)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
