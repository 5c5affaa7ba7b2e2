// Flexes: what the golden models (tests/data/mjcf/flex_*.xml) do not compare. Broken flexes and
// flexcomps, which must say file, line, element and remedy; oddities of loading; flexes made
// through the API; attached and copied ones; saving; binary models; memory that runs out. Which
// test shows which trap of the reference: docs/flex.md.
#include "support.h"

#include <math.h>

#include "io/validate.h"

static mjModel* loadWith(const char* xml, const char* name, const void* file, size_t size,
                         char* error, int nerror) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  if (name) mj_addBufferVFS(&vfs, name, file, (int)size);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, nerror);
  mj_deleteVFS(&vfs);
  return m;
}

static mjModel* load(const char* xml) {
  char error[1000] = "";
  mjModel* m = loadWith(xml, NULL, NULL, 0, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

// ---- broken ones

static void badWith(const char* xml, const char* place, const char* phrase) {
  char error[1000] = "";
  mjModel* m = loadWith(xml, NULL, NULL, 0, error, sizeof error);
  if (m) fail_msg("accepted, but '%s' was expected", phrase);
  if (!strstr(error, phrase) || !strstr(error, place))
    fail_msg("'%s' or '%s' is not in: %s", phrase, place, error);
}

#define COMP(attributes, inside)                                                                   \
  "<mujoco><worldbody><body name='b'>\n<flexcomp name='f' " attributes ">" inside                  \
  "</flexcomp></body></worldbody></mujoco>"
#define GRID "type='grid' count='3 3 1' spacing='.1 .1 .1'"
#define SOLID "type='grid' dim='3' count='3 3 3' spacing='.1 .1 .1'"
#define CELLS SOLID " dof='trilinear'"
#define NOSELF "<contact selfcollide='none'/>"

static void badComp(const char* xml, const char* phrase) {
  badWith(xml, "m.xml:2: <flexcomp name='f'>", phrase);
}

static void test_broken_flexcomps(void** unused) {
  (void)unused;
  badComp(COMP("type='mesh' dim='3' file='x.obj'", ""), "origin");
  badComp(COMP(GRID, "<edge equality='true'/><elasticity young='1'/>"), "equality, young");
  badComp(COMP("type='grid' dim='4' count='3 3 1'", ""), "dim: 4 is none");
  badComp(COMP("type='grid' count='3 3'", ""), "count: too few values");
  badComp(COMP("type='grid' count='0 3 1'", ""), "count: number 1 is 0");
  badComp(COMP("type='grid' dim='3' count='1 3 3' dof='radial'", ""), "must be 2 or more");
  badComp(COMP("type='grid' count='3 3 1' spacing='.001 .1 .1'", ""), "spacing: number 1");
  badComp(COMP("type='grid' count='3 3 1' spacing='nan .1 .1'", ""), "spacing");
  badComp(COMP(GRID " scale='0 1 1'", ""), "scale: number 1");
  badComp(COMP(GRID " mass='0'", ""), "mass, inertiabox");
  badComp(COMP(GRID " inertiabox='-1'", ""), "mass, inertiabox");
  badComp(COMP(GRID " axisangle='0 0 0 1'", ""), "axisangle");
  badComp(COMP("type='grid' spacing='.1 .1 .1'", ""), "its third number must be 1");
  badComp(COMP("type='grid' dim='3' count='3 3 1' spacing='.1 .1 .1'", ""), "makes no elements");
  badComp(COMP("type='box' dim='3' count='3 3 1' spacing='.1 .1 .1'", ""), "2 or more along each");
  badComp(COMP("type='box' dim='1' count='3 3 3' spacing='.1 .1 .1'", ""), "dim 2 or 3");
  badComp(COMP("type='circle' dim='1' count='2 1 1' spacing='.1 .1 .1'", ""), "3 or more");
  badComp(COMP("type='grid' count='30000 30000 1' spacing='.1 .1 .1'", ""), "at most");
  badComp(COMP("type='box' dim='3' count='3000 3000 3000' spacing='.1 .1 .1'", ""), "at most");
  badComp(COMP(GRID, "<pin range='1'/>"), "pin: range: 1 numbers");
  badComp(COMP(GRID, "<pin grid='1'/>"), "pin: grid: 1 numbers");
  badComp(COMP(GRID, "<pin gridrange='1 2'/>"), "pin: gridrange: 2 numbers");
  badComp(COMP("type='square' count='3 3 1' spacing='.1 .1 .1'", "<pin grid='1 1'/>"),
          "type=\"grid\"");
  badComp(COMP("type='grid' dim='1' count='3 1 1' spacing='.1 .1 .1'", "<pin grid='1'/>"),
          "dim 2 or 3");
  badComp(COMP(GRID, "<pin id='9'/>"), "id 9 is none");
  badComp(COMP(GRID, "<pin id='-1'/>"), "id -1 is none");
  badComp(COMP(GRID, "<pin range='0 9'/>"), "range 0 to 9");
  badComp(COMP(GRID, "<pin grid='0 3'/>"), "beyond the grid");
  badComp(COMP(GRID, "<pin gridrange='0 0 3 0'/>"), "beyond the grid");
  badComp(COMP("type='direct' point='0 0 0'", ""), "needs both");
  badComp(COMP("type='direct' point='0 0' element='0 1 2'", ""), "point: 2 numbers");
  badComp(COMP("type='direct' point='0 0 0' element='0 1'", ""), "element: 2 numbers");
  badComp(COMP("type='direct' point='0 0 0 1 0 0 0 1 0' element='0 1 3'", ""), "number 3 is 3");
  badComp(COMP("type='direct' point='0 0 0 1 0 0 0 1 inf' element='0 1 2'", ""), "not finite");
  badComp(COMP("type='mesh' dim='2'", ""), "needs one");
  badComp(COMP("type='mesh' dim='2' file='x.msh'", ""), "type=\"gmsh\"");
  badComp(COMP("type='mesh' dim='2' file='x.obj'", ""), "not found");
  badComp(COMP("type='gmsh'", ""), "needs one");
  badComp(COMP(CELLS " cellcount='0 1 1'", NOSELF), "cellcount: number 1 is 0");
  badComp(COMP(CELLS " cellcount='999 999 999'", NOSELF), "at most");
  badComp(COMP(CELLS, ""), "selfcollide");
  badComp(COMP(CELLS, "<contact selfcollide='none' internal='true'/>"), "internal");
  badComp(COMP(GRID " dof='trilinear'", NOSELF), "no box with right angles");
  badComp(COMP(GRID, "<elasticity young='1' poisson='.5'/>"), "poisson: 0.5");
  badComp(COMP(GRID, "<elasticity young='1' elastic2d='bend'/>"), "thickness: -1");
  badComp(COMP(SOLID, "<elasticity young='1' elastic2d='bend' thickness='1'/>"), "dim=\"2\"");
  badComp(COMP(GRID " dof='2d'", "<elasticity young='1' elastic2d='bend' thickness='1'/>"),
          "has 2 joints");
  badComp(COMP(GRID, "<edge stiffness='1'/>"), "dim=\"1\"");
  badComp(COMP(GRID, "<contact condim='2'/>"), "condim: 2");
  badComp(COMP(GRID " material='none'", ""), "material: there is no material");
  badComp(COMP(GRID " texcoord='0 0'", ""), "texcoord: 2 numbers for 9");
}

static void test_broken_places(void** unused) {
  (void)unused;
  badWith("<mujoco><worldbody><body>\n<flexcomp name='f' " GRID "/></body></worldbody></mujoco>",
          "m.xml:2: <flexcomp", "needs a name");
  badWith("<mujoco><worldbody><replicate count='2'>\n<flexcomp name='f' " GRID
          "/></replicate></worldbody></mujoco>",
          "m.xml:2: <flexcomp", "<replicate>");
  badWith("<mujoco><worldbody><replicate count='2'><body name='b'>\n<flexcomp name='f' " GRID
          "/></body></replicate></worldbody></mujoco>",
          "m.xml:2: <flexcomp", "<replicate>");
  badWith("<mujoco><worldbody><body name='f_3'/>\n<flexcomp name='f' " GRID
          "/></worldbody></mujoco>",
          "m.xml:2: <flexcomp", "'f_3'");
  badWith("<mujoco><worldbody><flexcomp name='f' " GRID "/>\n<flexcomp name='f' " GRID
          "/></worldbody></mujoco>",
          "m.xml:2: <flexcomp", "another flex is called 'f'");
  badWith("<mujoco><worldbody><flexcomp name='f' " GRID " rigid='true'/></worldbody><equality>\n"
          "<flex flex='f'/></equality></mujoco>",
          "m.xml:2: <flex>", "rigid");
  badWith("<mujoco><worldbody/><equality>\n<flex flex='none'/></equality></mujoco>",
          "m.xml:2: <flex>", "there is no flex named 'none'");
}

#define STRAIN(elasticity, cell)                                                                   \
  "<mujoco><worldbody><flexcomp name='f' " CELLS " cellcount='2 1 2'>" NOSELF elasticity           \
  "</flexcomp></worldbody><equality>\n<flexstrain flex='f' " cell "/></equality></mujoco>"
#define SHELL "<elasticity elastic2d='both' thickness='.1'/>"

// the reference reads past its arrays, or ends, where a cell is none of the flex
static void test_broken_cells(void** unused) {
  (void)unused;
  static const struct {
    const char *xml, *phrase;
  } bad[] = {
      {STRAIN("", ""), "number 2 is 1"},  // by default 0 1 0
      {STRAIN("", "cell='2 0 0'"), "number 1 is 2, but flex 'f' has 2 cells along x"},
      {STRAIN("", "cell='0 0 -1'"), "number 3 is -1"},
      {STRAIN("", "cell='1e9 0 0'"), "give 0 to 1"},
      {STRAIN(SHELL, "cell='16 -1 -1'"), "has 16 faces"},
      {STRAIN(SHELL, "cell='-1 -1 -1'"), "0 to 15"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    badWith(bad[i].xml, "m.xml:2: <flexstrain>", bad[i].phrase);
  }
  static const struct {
    const char* xml;
    int rows;
  } good[] = {
      {STRAIN("", "cell='1 0 1'"), 18},
      {STRAIN("", "cell='0.5 0 0'"), 18},  // fractions are left out
      {STRAIN(SHELL, "cell='15 -1 -1'"), 6},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    mjModel* m = load(good[i].xml);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    assert_int_equal(d->ne, good[i].rows);
    for (int r = 0; r < d->ne; r++) assert_float_equal(d->efc_pos[r], 0, 1e-14);
    m->eq_data[0] = 1e300;  // by a program: no rows
    mj_forward(m, d);
    assert_int_equal(d->ne, 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// ---- warnings

#define SHAPES(z, first)                                                                           \
  "<mujoco><worldbody>\n<flexcomp name='f' type='direct' dim='2' mass='1' point='0 0 " z           \
  " 1 0 0 0 1 0 0 0 1 1 0 1 0 1 1' element='" first                                                \
  " 3 4 5'><edge equality='vert'/></flexcomp></worldbody></mujoco>"

// warnings of a load, the text of the last one in `caught`
static int warningsOf(const char* xml) {
  catch_begin();
  mj_deleteModel(load(xml));
  catch_end();
  return caught_count;
}

// edges that keep their shapes lie in planes of constant z; sheets in several of them are warned of
static void test_shapes_in_planes(void** unused) {
  (void)unused;
  badWith(SHAPES(".1", "0 1 2"), "m.xml:2: <flexcomp name='f'>", "use equality/flex");
  static const char* const apart[] = {SHAPES("0", "0 1 2"), SHAPES("0", "0 2 1")};
  for (int k = 0; k < 2; k++) {
    assert_int_equal(warningsOf(apart[k]), 1);
    assert_non_null(strstr(caught.subject, "m.xml:2: <flexcomp name='f'>: it is not planar"));
  }
  assert_int_equal(warningsOf(COMP(GRID " pos='0 0 7.1'", "<edge equality='vert'/>")), 0);
}

// flexes that fall apart; the reference warns of elastic ones too, whatever holds them
static void test_loose(void** unused) {
  (void)unused;
  assert_int_equal(warningsOf(COMP(GRID, "")), 1);
  assert_non_null(strstr(caught.subject, "nothing holds its vertices together"));
  assert_int_equal(warningsOf(COMP(GRID, "<elasticity young='1'/>")), 1);  // of no use in sheets
  assert_int_equal(warningsOf(COMP(SOLID, "<elasticity young='1'/>")), 0);
  assert_int_equal(
      warningsOf(COMP(GRID, "<elasticity young='1' elastic2d='stretch' thickness='.1'/>")), 0);
  assert_int_equal(warningsOf(COMP(GRID, "<edge equality='true'/>")), 0);
  assert_int_equal(warningsOf(COMP(GRID, "<edge damping='1'/>")), 0);
  assert_int_equal(warningsOf(COMP(GRID " rigid='true'", "")), 0);
}

#define FLEX(attributes, inside)                                                                   \
  "<mujoco><deformable>\n<flex name='f' " attributes ">" inside                                    \
  "</flex></deformable><worldbody><body name='a'><freejoint/><geom size='.1'/></body></worldbody>" \
  "</mujoco>"
#define TRIANGLE "vertex='0 0 0 1 0 0 0 1 0' element='0 1 2'"

static void badFlex(const char* xml, const char* phrase) {
  badWith(xml, "m.xml:2: <flex name='f'>", phrase);
}

static void test_broken_flexes(void** unused) {
  (void)unused;
  badFlex(FLEX("body='a' element='' vertex='0 0 0'", ""), "element");
  badFlex(FLEX("body='a' element='0 1' vertex='0 0 0 1 0 0 0 1 0'", ""), "element: 2 numbers");
  badFlex(FLEX("body='a' element='0 1 2' vertex='0 0 0 1'", ""), "vertex: 4 numbers");
  badFlex(FLEX("body='a a' " TRIANGLE, ""), "body: 2 names for 3");
  badFlex(FLEX("body='a' element='0 1 2' vertex='0 0 0'", ""), "too few");
  badFlex(FLEX("body='a' element='0 1 3' vertex='0 0 0 1 0 0 0 1 0'", ""), "number 3 is 3");
  badFlex(FLEX("body='a' element='0 1 -1' vertex='0 0 0 1 0 0 0 1 0'", ""), "number 3 is -1");
  badFlex(FLEX("body='a' element='0 1 1' vertex='0 0 0 1 0 0 0 1 0'", ""), "vertex 1 twice");
  badFlex(FLEX("body='none' " TRIANGLE, ""), "there is no body named 'none'");
  badFlex(FLEX("body='a' dim='0' " TRIANGLE, ""), "dim: 0");
  badFlex(FLEX("body='a' vertex='0 0 nan 1 0 0 0 1 0' element='0 1 2'", ""), "not finite");
  badFlex(FLEX("body='a' radius='nan' " TRIANGLE, ""), "radius");
  badFlex(FLEX("body='a' texcoord='0 0 1 1' " TRIANGLE, ""), "texcoord: 4 numbers");
  badFlex(FLEX("body='a' texcoord='0 0 1 1' elemtexcoord='0 1' " TRIANGLE, ""), "elemtexcoord: 2");
  badFlex(FLEX("body='a' texcoord='0 0 1 1' elemtexcoord='0 1 2' " TRIANGLE, ""), "number 3 is 2");
  badFlex(FLEX("body='a' node='a a' " TRIANGLE, NOSELF), "order must be said");
  badFlex(FLEX("body='a' node='a a' dof='trilinear' " TRIANGLE, NOSELF), "ask for 8");
  badFlex(FLEX("body='a' node='a' dof='trilinear' cellcount='0 1 1' " TRIANGLE, NOSELF),
          "cellcount: number 1");
  badFlex(FLEX("body='a' node='a a a a a a a a' dof='trilinear' nodecoord='1' " TRIANGLE, NOSELF),
          "nodecoord: 1 numbers");
  badFlex(FLEX("body='a' node='a a a a a a a a' dof='trilinear' " TRIANGLE, NOSELF),
          "right angles");
  badFlex(FLEX("body='a' element='0 1 2' vertex='0 0 0 1 0 0 2 0 0'",
               "<elasticity young='1' thickness='1' elastic2d='stretch'/>"),
          "no area");
}

// ---- oddities of loading

static void test_pose_and_frame(void** unused) {
  (void)unused;
  // a quaternion that is not of unit length distorts; the frame around has no effect
  mjModel* m =
      load("<mujoco><worldbody><frame pos='5 5 5'><flexcomp name='f' type='direct' dim='1' "
           "point='1 0 0 0 1 0' element='0 1' quat='2 0 0 0' pos='0 0 1'><edge "
           "damping='1'/></flexcomp></frame></worldbody></mujoco>");
  const double pos[] = {0, 0, 0, 1, 0, 1, 0, 1, 1};
  for (int i = 0; i < 9; i++) assert_float_equal(m->body_pos[i], pos[i], 0);
  mj_deleteModel(m);
  m = load("<mujoco><worldbody><flexcomp name='f' type='direct' dim='1' point='1 0 0 0 1 0' "
           "element='0 1' quat='0 0 0 2'><edge damping='1'/></flexcomp></worldbody></mujoco>");
  // v + 2u x (u x v): x -> x - 8x
  assert_float_equal(m->body_pos[3], -7, 1e-15);
  mj_deleteModel(m);
}

static void test_interpolated_pins_are_nodes(void** unused) {
  (void)unused;
  mjModel* m = load(COMP(CELLS " cellcount='2 1 1'", NOSELF "<pin id='3 5'/>"));
  assert_int_equal(m->nflexnode, 12);
  assert_int_equal(m->nbody, 2 + 10);
  assert_int_equal(m->flex_nodebodyid[3], 1);
  assert_int_equal(m->flex_nodebodyid[5], 1);
  assert_false(m->flex_centered[0]);
  for (int i = 2; i < m->nbody; i++) assert_float_equal(m->body_mass[i], 0.1, 1e-15);
  mj_deleteModel(m);
}

// `grid` counts by points, so it pins another node, or none; what is all of a flex is judged by
// points too; nodes beyond the list of points are free, where the reference reads past its end
static void test_pins_by_points(void** unused) {
  (void)unused;
  static const struct {
    const char* xml;
    int nbody, centered, rigid;
  } pins[] = {
      {COMP(CELLS, NOSELF "<pin grid='2 2 2'/>"), 2 + 8, 1, 0},
      {COMP(CELLS, NOSELF "<pin grid='0 0 1'/>"), 2 + 7, 0, 0},
      {COMP(CELLS, NOSELF "<pin range='0 26'/>"), 2, 0, 1},
      {COMP("type='grid' dim='3' count='2 2 2' spacing='.1 .1 .1' dof='trilinear' "
            "cellcount='3 3 3'",
            NOSELF "<pin id='7'/>"),
       2 + 63, 0, 0},
  };
  for (size_t i = 0; i < sizeof pins / sizeof *pins; i++) {
    mjModel* m = load(pins[i].xml);
    assert_int_equal(m->nbody, pins[i].nbody);
    assert_int_equal(m->flex_centered[0], pins[i].centered);
    assert_int_equal(m->flex_rigid[0], pins[i].rigid);
    mj_deleteModel(m);
  }
  // all nodes, but not all points
  badComp(COMP(CELLS, NOSELF "<pin range='0 25'/>"), "all nodes are pinned");
}

static void test_open_box(void** unused) {
  (void)unused;
  mjModel* m =
      load(COMP("type='box' dim='2' count='3 3 3' spacing='.1 .1 .1'", "<edge damping='1'/>"));
  assert_int_equal(m->nflexelem, 5 * 8);  // five sides of four squares
  assert_true(m->flex_flatskin[0]);
  mj_deleteModel(m);
}

// first stiffness number of a shell: across its first face
static void test_shell_begins_with_zero(void** unused) {
  (void)unused;
  mjModel* m = load(COMP("type='box' dim='2' count='3 3 3' spacing='.1 .1 .1' dof='trilinear'",
                         NOSELF "<elasticity young='9' thickness='.1' elastic2d='both'/>"));
  assert_int_equal(m->flex_interp[0], -1);
  assert_int_equal(m->nflexstiffness, 6 * 144);
  assert_float_equal(m->flex_stiffness[0], 0, 0);
  assert_int_equal(m->nflexbending, 1 + 10 * 12);
  mj_deleteModel(m);
}

// u'Ku of a cell [0, 0.2]^3 for a displacement of its nodes
static double strainWork(const mjModel* m, double (*move)(const double x[3])) {
  const int n = m->flex_nodenum[0];
  double u[81] = {0}, sum = 0;
  assert_true(n <= 27);
  for (int i = 0; i < n; i++) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = m->flex_node0[3 * i + k] - m->flex_node0[k];
    u[3 * i] = move(x);
  }
  for (int i = 0; i < 3 * n; i++) {
    for (int j = 0; j < 3 * n; j++) sum -= u[i] * m->flex_stiffness[3 * n * i + j] * u[j];
  }
  return sum;
}
static double pull(const double x[3]) { return 0.01 * x[0]; }
static double shear(const double x[3]) { return 0.01 * x[1]; }
static double bow(const double x[3]) { return 0.01 * x[1] * x[1]; }

// work of uniform strains: mu where linear elasticity has 2 mu; of a strain that grows: integrated
// at .5 -+ .5/sqrt(.6), outside of the cell, where Gauss has .5 -+ .5 sqrt(.6)
static void test_stiffness_of_cells(void** unused) {
  (void)unused;
  const double young = 10, nu = 0.3, volume = 0.008, mu = young / (2 * (1 + nu));
  const double lambda = young * nu / (1 + nu) / (1 - 2 * nu);
  static const char* const xml[] = {
      COMP(CELLS, NOSELF "<elasticity young='10' poisson='.3'/>"),
      COMP(SOLID " dof='quadratic'", NOSELF "<elasticity young='10' poisson='.3'/>")};
  for (int k = 0; k < 2; k++) {
    mjModel* m = load(xml[k]);
    assert_float_equal(strainWork(m, pull), (lambda + mu) * 1e-4 * volume, 1e-18);
    assert_float_equal(strainWork(m, shear), mu / 2 * 1e-4 * volume, 1e-18);
    if (k) {  // mean of (2 y)^2 over the cell by the rule, for sides of 1
      const double far = 0.5 / sqrt(0.6), low = 0.5 - far, high = 0.5 + far;
      const double mean = 4 * (4. / 9 * 0.25 + 5. / 18 * (low * low + high * high));
      assert_true(fabs(mean - 4. / 3) > 0.5);
      assert_float_equal(strainWork(m, bow), mu / 2 * 1e-4 * 0.04 * mean * volume, 1e-18);
    }
    mj_deleteModel(m);
  }
}

// a static body that a flex is pinned to is not fused
static void test_fused_pin(void** unused) {
  (void)unused;
  mjModel* m = load("<mujoco><compiler fusestatic='true'/><worldbody><body name='p' pos='0 0 1'>"
                    "<flexcomp name='f' " GRID "><pin id='0'/><edge damping='1'/></flexcomp></body>"
                    "</worldbody></mujoco>");
  assert_int_equal(m->nbody, 2 + 8);
  assert_int_equal(m->flex_vertbodyid[0], 1);
  mj_deleteModel(m);
}

static void test_all_pinned_is_rigid(void** unused) {
  (void)unused;
  mjModel* m = load(COMP(GRID, "<pin range='0 8'/><edge equality='true'/>"));
  assert_true(m->flex_rigid[0]);
  assert_int_equal(m->nbody, 2);
  assert_int_equal(m->neq, 0);
  mj_deleteModel(m);
}

// ---- modes of strain: orthogonal, and their products are the stiffness

static void test_strain_modes(void** unused) {
  (void)unused;
  mjModel* modes = load(COMP(CELLS, NOSELF "<edge equality='strain'/>"));
  mjModel* plain = load(COMP(CELLS, NOSELF "<elasticity young='10' poisson='.3'/>"));
  enum { N = 24 };
  const int n = (int)modes->flex_stiffness[0];
  assert_int_equal(n, 18);
  double worst = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        const double* mode = modes->flex_stiffness + 1 + N * k;
        sum += mode[i] * mode[j];
      }
      worst = fmax(worst, fabs(sum + plain->flex_stiffness[N * i + j]));
    }
  }
  print_message("modes against stiffness: %g\n", worst);
  assert_true(worst < 1e-13);
  mj_deleteModel(modes);
  mj_deleteModel(plain);
}

// FNV-1a over the bits of numbers; both zeros are one
static uint64_t hashOf(const mjtNum* x, mjtSize n) {
  uint64_t h = 14695981039346656037ull;
  for (mjtSize i = 0; i < n; i++) {
    const mjtNum number = x[i] + 0.0;
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    h = (h ^ bits) * 1099511628211ull;
  }
  return h;
}

// Cubes have equal eigenvalues: rounding decides which vectors are the modes, and each of them is a
// row with an impedance of its own. Bits of the reference (mujoco 3.12.0, flex_stiffness).
static void test_modes_of_cubes(void** unused) {
  (void)unused;
#define CUBES "type='grid' dim='3' count='4 4 4' spacing='.05 .05 .05' radius='.001' mass='1' dof="
#define SURFACE "<elasticity thickness='.013' elastic2d='stretch'/>"
  static const struct {
    const char* xml;
    uint64_t hash;
  } cube[] = {
      {COMP(CUBES "'trilinear'", NOSELF "<edge equality='strain'/>"), 0x6ed7ee6759829b4bull},
      {COMP(CUBES "'trilinear'", NOSELF SURFACE "<edge equality='strain'/>"),
       0x3d79d672412958cdull},
      {COMP(CUBES "'quadratic'", NOSELF "<edge equality='strain'/>"), 0xeafddee46910200cull},
      {COMP(CUBES "'quadratic'", NOSELF SURFACE "<edge equality='strain'/>"),
       0x7740be233ec4d787ull}};
  for (size_t i = 0; i < sizeof cube / sizeof *cube; i++) {
    mjModel* m = load(cube[i].xml);
    if (hashOf(m->flex_stiffness, m->nflexstiffness) != cube[i].hash)
      fail_msg("cube %zu has other modes than the reference's", i);
    mj_deleteModel(m);
  }
}

// a motion without strain has no elastic force: translations and rotations, of every element
static void test_rigid_motion(void** unused) {
  (void)unused;
  mjModel* m =
      load(COMP(CELLS " cellcount='2 1 2'", NOSELF "<elasticity young='10' poisson='.3'/>"));
  enum { N = 24 };
  static const int node[8] = {0, 1, 3, 4, 6, 7, 9, 10};  // of the first cell; 3 x 2 x 3 nodes
  double worst = 0;
  for (int i = 0; i < N; i++) {
    double force[6] = {0};
    for (int k = 0; k < 8; k++) {
      const double *K = m->flex_stiffness + N * i + 3 * k, *x = m->flex_node0 + 3 * node[k];
      for (int axis = 0; axis < 3; axis++) force[axis] += K[axis];
      force[3] += K[1] * -x[2] + K[2] * x[1];
      force[4] += K[2] * -x[0] + K[0] * x[2];
      force[5] += K[0] * -x[1] + K[1] * x[0];
    }
    for (int k = 0; k < 6; k++) worst = fmax(worst, fabs(force[k]));
  }
  print_message("force of a rigid motion: %g\n", worst);
  assert_true(worst < 1e-14);
  mj_deleteModel(m);
}

// ---- the API

static mjsFlex* make(mjSpec* s, const char* name, const char* type, const int count[3]) {
  static const double spacing[3] = {.1, .1, .1};
  return mjs_makeFlex(mjs_findBody(s, "world"), name, type, 2, "full", count, NULL, spacing, NULL,
                      .005, 2, 0, 1, 0, 0, 0, NULL, NULL, NULL, NULL, NULL);
}

static void test_make(void** unused) {
  (void)unused;
  mjSpec* s = mj_makeSpec();
  mjsFlex* flex = make(s, "f", "grid", (const int[]){3, 3, 1});
  assert_non_null(flex);
  assert_null(make(s, "f", "grid", (const int[]){3, 3, 1}));
  assert_non_null(strstr(mjs_getError(s), "name"));
  assert_null(make(s, "g", "grid", (const int[]){3, 3, 2}));
  assert_non_null(strstr(mjs_getError(s), "third number"));
  assert_ptr_equal(mjs_asFlex(mjs_findElement(s, mjOBJ_FLEX, "f")), flex);
  assert_null(mjs_findElement(s, mjOBJ_FLEX, "g"));
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nflex, 1);
  assert_int_equal(m->nbody, 10);
  assert_int_equal(m->neq, 1);
  assert_int_equal(mj_name2id(m, mjOBJ_FLEX, "f"), 0);
  assert_float_equal(m->body_mass[1], 2.0 / 9, 1e-16);
  mj_deleteModel(m);
  // without its flex the equality has nothing to name
  assert_int_equal(mjs_delete(s, flex->element), 0);
  m = mj_compile(s, NULL);
  if (m) assert_int_equal(m->nflex, 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void test_add(void** unused) {
  (void)unused;
  mjSpec* s = mj_makeSpec();
  mjsFlex* flex = mjs_addFlex(s);
  const double vert[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const int elem[] = {0, 1, 2};
  mjs_setName(flex->element, "t");
  mjs_setDouble(flex->vert, vert, 9);
  mjs_setInt(flex->elem, elem, 3);
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "body, node"));
  mjs_appendString(flex->vertbody, "world");
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_true(m->flex_rigid[0]);
  assert_int_equal(m->nflexedge, 3);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// copies have the same arrays; attached ones their prefix in names of bodies too
static void test_copies(void** unused) {
  (void)unused;
  char error[500] = "";
  mjSpec* s =
      mj_parseXMLString(COMP(CELLS " cellcount='2 2 2'", NOSELF "<edge equality='strain'/>"), NULL,
                        error, sizeof error);
  assert_non_null(s);
  mjSpec* copy = mj_copySpec(s);
  mjModel *a = mj_compile(s, NULL), *b = mj_compile(copy, NULL);
  assert_true(a && b);
  assert_int_equal(a->nflexstiffness, b->nflexstiffness);
  assert_memory_equal(a->flex_stiffness, b->flex_stiffness,
                      (size_t)a->nflexstiffness * sizeof(mjtNum));
  mjSpec* parent = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  mjsBody* body = mjs_findBody(copy, "b");
  assert_non_null(mjs_attach(frame->element, body->element, "left_", ""));
  mjModel* c = mj_compile(parent, NULL);
  if (!c) fail_msg("%s", mjs_getError(parent));
  assert_int_equal(c->nflex, 1);
  assert_string_equal(c->names + c->name_flexadr[0], "left_f");
  assert_string_equal(c->names + c->name_bodyadr[2], "left_f_0_0_0");
  assert_int_equal(c->neq, 8);
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteModel(c);
  mj_deleteSpec(parent);
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
}

// ---- saving

static void test_saved(void** unused) {
  (void)unused;
  static const char xml[] =
      COMP(SOLID " mass='3' group='2' radius='.01'",
           "<pin id='0'/><elasticity young='1e3' poisson='.2' damping='.1'/><edge damping='.3'/>"
           "<contact margin='.01' passive='false' selfcollide='bvh' activelayers='3'/>");
  char error[500] = "", text[60000];
  mjModel* m = load(xml);
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  mj_deleteModel(mj_compile(s, NULL));
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  assert_null(strstr(text, "flexcomp"));
  mjModel* again = load(text);
  assert_int_equal(again->nflexstiffness, m->nflexstiffness);
  assert_memory_equal(again->flex_elem, m->flex_elem, (size_t)m->nflexelemdata * sizeof(int));
  assert_memory_equal(again->flex_stiffness, m->flex_stiffness,
                      (size_t)m->nflexstiffness * sizeof(mjtNum));
  assert_memory_equal(again->flex_vert, m->flex_vert, 3 * (size_t)m->nflexvert * sizeof(mjtNum));
  assert_int_equal(again->flex_selfcollide[0], mjFLEXSELF_BVH);
  assert_int_equal(again->flex_activelayers[0], 3);
  assert_float_equal(again->flex_edgedamping[0], .3, 0);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(s);
}

// ---- binary models

static void hurt(mjModel* m, int* at, int value, const char* field) {
  validate_Fault fault;
  const int kept = *at;
  *at = value;
  if (validate_model(m, &fault)) fail_msg("%s: %d was accepted", field, value);
  assert_non_null(strstr(fault.field, field));
  *at = kept;
  assert_true(validate_model(m, &fault));
}

static void test_guards(void** unused) {
  (void)unused;
  mjModel* m = load(COMP(GRID, "<elasticity young='9' thickness='.1' elastic2d='both'/>"));
  hurt(m, &m->flex_elem[2], 9, "flex_elem");
  hurt(m, &m->flex_elem[2], -1, "flex_elem");
  hurt(m, &m->flex_edge[1], 9, "flex_edge");
  hurt(m, &m->flex_edgeflap[1], 9, "flex_edgeflap");
  hurt(m, &m->flex_elemedge[0], 16, "flex_elemedge");
  hurt(m, &m->flex_shell[0], 9, "flex_shell");
  hurt(m, &m->flex_shellnum[0], 1 << 20, "flex_shell");
  hurt(m, &m->flex_evpair[0], 8, "flex_evpair");
  hurt(m, &m->flex_evpair[1], 9, "flex_evpair");
  hurt(m, &m->flex_vertbodyid[0], 99, "flex_vertbodyid");
  hurt(m, &m->flex_vertbodyid[0], -1, "flex_vertbodyid");
  hurt(m, &m->flex_vertnum[0], 10, "flex_vertadr");
  hurt(m, &m->flex_elemnum[0], 9, "flex_elemadr");
  hurt(m, &m->flex_elemdataadr[0], 1, "flex_elem");
  hurt(m, &m->flex_dim[0], 0, "flex_dim");
  hurt(m, &m->flex_dim[0], 3, "flex_elem");
  hurt(m, &m->flex_interp[0], 1, "flex_cellnum");
  hurt(m, &m->flex_interp[0], 3, "flex_interp");
  hurt(m, &m->flex_matid[0], 0, "flex_matid");
  hurt(m, &m->flex_condim[0], 7, "flex_condim");
  hurt(m, &m->flex_stiffnessadr[0], 1, "flex_stiffnessadr");
  hurt(m, &m->flex_bendingadr[0], 1, "flex_bendingadr");
  hurt(m, &m->flex_texcoordadr[0], 0, "flex_texcoordadr");
  hurt(m, &m->flex_bvhadr[0], 1, "flex_bvhadr");
  hurt(m, &m->flex_bvhnum[0], 14, "bvh_child");
  hurt(m, &m->bvh_child[m->flex_bvhadr[0]], 99, "bvh_child");
  mj_deleteModel(m);
  m = load(COMP(CELLS, NOSELF "<edge equality='strain'/>"));
  hurt(m, &m->flex_cellnum[0], 2, "flex_cellnum");
  hurt(m, &m->flex_cellnum[0], 1 << 30, "flex_cellnum");
  hurt(m, &m->flex_nodebodyid[0], 99, "flex_nodebodyid");
  validate_Fault fault;
  m->flex_stiffness[0] = 25;
  assert_false(validate_model(m, &fault));
  m->flex_stiffness[0] = NAN;
  assert_false(validate_model(m, &fault));
  mj_deleteModel(m);
}

// ---- memory

static void loadAll(void* context) {
  char error[500];
  mjModel* m = loadWith(context, NULL, NULL, 0, error, sizeof error);
  mj_deleteModel(m);
}

static void test_memory(void** unused) {
  (void)unused;
  static char sheet[] =
      COMP("type='grid' count='3 2 1' spacing='.1 .1 .1'",
           "<pin id='0'/><elasticity young='9' thickness='.1' elastic2d='both'/>");
  static char cells[] = COMP("type='box' dim='2' count='2 2 2' spacing='.1 .1 .1' dof='trilinear'",
                             NOSELF "<edge equality='strain'/>");
  heap_failEach(loadAll, sheet, 37);
  heap_failEach(loadAll, cells, 37);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_broken_flexcomps),
      cmocka_unit_test(test_broken_places),
      cmocka_unit_test(test_broken_flexes),
      cmocka_unit_test(test_broken_cells),
      cmocka_unit_test(test_shapes_in_planes),
      cmocka_unit_test(test_loose),
      cmocka_unit_test(test_pose_and_frame),
      cmocka_unit_test(test_interpolated_pins_are_nodes),
      cmocka_unit_test(test_pins_by_points),
      cmocka_unit_test(test_open_box),
      cmocka_unit_test(test_shell_begins_with_zero),
      cmocka_unit_test(test_stiffness_of_cells),
      cmocka_unit_test(test_fused_pin),
      cmocka_unit_test(test_all_pinned_is_rigid),
      cmocka_unit_test(test_strain_modes),
      cmocka_unit_test(test_modes_of_cubes),
      cmocka_unit_test(test_rigid_motion),
      cmocka_unit_test(test_make),
      cmocka_unit_test(test_add),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_saved),
      cmocka_unit_test(test_guards),
      cmocka_unit_test(test_memory),
  };
  mju_user_warning = NULL;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
