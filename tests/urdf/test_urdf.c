// URDF: what the reference does not have (mimic, packages, orientation of inertials), messages for
// mistakes, warnings for what is dropped, files that are damaged at random and failing allocations.
// That models agree with the reference is checked by test_mjcf_golden on tests/data/urdf.
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <stdbool.h>

#define OWN TEST_DIR "/data/urdf/own/"
#define INERTIAL                                                                                   \
  "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"          \
  "</inertial>"
#define ROBOT(content) "<robot name='r'>" content "</robot>"
#define PAIR(joint) ROBOT("<link name='a'/>\n<link name='b'>" INERTIAL "</link>\n" joint)
#define ENDS "<parent link='a'/><child link='b'/>"

// ---- helpers

static mjModel* load(const char* path) {
  char error[4000] = "";
  mjModel* const m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static mjModel* loadText(const char* text) {
  char error[4000] = "";
  mjModel* const m = sn_loadXMLString(text, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void contains(const char* message, const char* parts) {
  for (const char* at = parts; *at;) {
    char part[200];
    const size_t n = strcspn(at, "|");
    snprintf(part, sizeof part, "%.*s", (int)n, at);
    if (!strstr(message, part)) fail_msg("'%s' is not in: %s", part, message);
    at += n + (at[n] == '|');
  }
}

// the text must be refused with a message that has all parts, separated by |
static void bad(const char* text, const char* parts) {
  char error[4000] = "";
  mjModel* const m = sn_loadXMLString(text, error, sizeof error);
  if (m) fail_msg("accepted: %s", text);
  contains(error, parts);
}

static int id(const mjModel* m, int type, const char* name) {
  const int i = mj_name2id(m, type, name);
  if (i < 0) fail_msg("there is no '%s'", name);
  return i;
}

static void near(double a, double b, double tolerance) {
  if (!(a - b <= tolerance && b - a <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

// ---- mimic

static void test_mimic(void** state) {
  (void)state;
  mjModel* const m = load(OWN "gripper.urdf");
  const int motor = id(m, mjOBJ_JOINT, "motor"), follower = id(m, mjOBJ_JOINT, "follower");
  const int slider = id(m, mjOBJ_JOINT, "slider"), held = id(m, mjOBJ_JOINT, "held");
  static const struct {
    const char* name;
    double offset, multiplier;
  } want[] = {{"follower", 0.1, -0.5}, {"slider", 0, 1}, {"held", 0.25, 3}};
  const int joint[][2] = {{follower, motor}, {slider, follower}, {held, -1}};
  assert_int_equal(m->neq, 3);  // that of the fixed joint is dropped
  for (int i = 0; i < 3; i++) {
    const int eq = id(m, mjOBJ_EQUALITY, want[i].name);
    assert_int_equal(m->eq_type[eq], mjEQ_JOINT);
    assert_int_equal(m->eq_obj1id[eq], joint[i][0]);
    assert_int_equal(m->eq_obj2id[eq], joint[i][1]);
    assert_true(m->eq_active0[eq]);
    const mjtNum data[5] = {want[i].offset, want[i].multiplier, 0, 0, 0};
    assert_memory_equal(m->eq_data + eq * mjNEQDATA, data, sizeof data);
  }
  mj_deleteModel(m);
}

// the fingers do follow: q = offset + multiplier * q of the other
static void test_mimic_moves(void** state) {
  (void)state;
  enum { STEPS = 1000 };
  const double tolerance = 2e-3;
  mjModel* const m = load(OWN "gripper.urdf");
  mjData* const d = mj_makeData(m);
  const int motor = m->jnt_qposadr[id(m, mjOBJ_JOINT, "motor")];
  const int follower = m->jnt_qposadr[id(m, mjOBJ_JOINT, "follower")];
  const int slider = m->jnt_qposadr[id(m, mjOBJ_JOINT, "slider")];
  const int held = m->jnt_qposadr[id(m, mjOBJ_JOINT, "held")];
  for (int i = 0; i < STEPS; i++) {
    d->qfrc_applied[m->jnt_dofadr[id(m, mjOBJ_JOINT, "motor")]] = 1e-3;
    mj_step(m, d);
  }
  assert_true(d->qpos[motor] > 0.1);
  near(d->qpos[follower], 0.1 - 0.5 * d->qpos[motor], tolerance);
  near(d->qpos[slider], d->qpos[follower], tolerance);
  near(d->qpos[held], 0.25, tolerance);
  print_message("motor %.4f, follower off by %.2g, slider by %.2g, held by %.2g\n", d->qpos[motor],
                d->qpos[follower] - (0.1 - 0.5 * d->qpos[motor]),
                d->qpos[slider] - d->qpos[follower], d->qpos[held] - 0.25);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- packages

static void test_package_above(void** state) {
  (void)state;
  mjModel* const m = load(OWN "robot_pkg/urdf/near.urdf");
  assert_int_equal(m->nmesh, 2);  // two scales of one file
  assert_string_equal(m->names + m->name_meshadr[0], "tetra");
  assert_string_equal(m->names + m->name_meshadr[1], "tetra1");
  assert_int_equal(m->geom_dataid[0], 0);
  assert_int_equal(m->geom_dataid[1], 1);
  assert_int_equal(m->geom_dataid[2], 1);
  // volumes 1/6 and 8/6, density 1000; the centre of mass is at a quarter of the edges
  near(m->body_mass[1], 1000.0 / 6 + 2 * 8000.0 / 6, 1e-9);
  for (int i = 0; i < 3; i++) near(m->geom_pos[i], 0.25, 1e-12);
  for (int i = 0; i < 3; i++) near(m->geom_pos[3 + i], 0.5, 1e-12);
  mj_deleteModel(m);
}

static void test_package_told(void** state) {
  (void)state;
  mjModel* m = load(OWN "robot_pkg/urdf/told.urdf");
  near(m->body_mass[1], 1000.0 / 6, 1e-9);
  mj_deleteModel(m);
  assert_int_equal(setenv("SINEW_PACKAGE_PATH", "/nowhere:" OWN "elsewhere", 1), 0);
  m = load(OWN "robot_pkg/urdf/far.urdf");
  assert_int_equal(m->nmesh, 1);
  mj_deleteModel(m);
  unsetenv("SINEW_PACKAGE_PATH");
}

static void test_package_missing(void** state) {
  (void)state;
  char error[4000] = "";
  setenv("SINEW_PACKAGE_PATH", "/nowhere", 1);
  assert_null(mj_loadXML(OWN "robot_pkg/urdf/far.urdf", NULL, error, sizeof error));
  contains(error, "far.urdf:4: <mesh>|package://other_pkg/parts/tetra.obj|SINEW_PACKAGE_PATH|"
                  "packagepath|folder that contains 'other_pkg'|/nowhere/other_pkg/parts/tetra.obj|"
                  "urdf/own/robot_pkg/other_pkg/parts/tetra.obj");
  unsetenv("SINEW_PACKAGE_PATH");
}

// a file in memory is found by its name alone
static void test_package_memory(void** state) {
  (void)state;
  static const char mesh[] =
      "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  static const char robot[] = "<robot name='r'><link name='a'/><link name='b'><collision><geometry>"
                              "<mesh filename='package://p/q/t.obj'/></geometry></collision></link>"
                              "<joint name='j' type='revolute'>" ENDS "</joint></robot>";
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "t.obj", mesh, sizeof mesh - 1);
  mj_addBufferVFS(&vfs, "r.urdf", robot, sizeof robot - 1);
  mjModel* const m = mj_loadXML("r.urdf", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  near(m->body_mass[1], 8000.0 / 6, 1e-9);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

// ---- inertial frames

// an inertia that is turned by <origin rpy> is the turned matrix: here x y z -> y z x, by a third
// of a turn about (1, 1, 1), which is roll pi/2, then yaw pi/2
static void test_inertial_orientation(void** state) {
  (void)state;
  mjModel* const a =
      loadText(PAIR("<link name='c'><inertial><origin xyz='0.1 0.2 0.3' "
                    "rpy='1.5707963267948966 0 1.5707963267948966'/><mass value='2'/>"
                    "<inertia ixx='3' iyy='2.5' izz='2' ixy='0.1' ixz='0.2' iyz='0.3'/>"
                    "</inertial></link><joint name='j' type='revolute'>" ENDS "</joint>"
                    "<joint name='k' type='revolute'><parent link='b'/><child link='c'/>"
                    "</joint>"));
  // R I R' for R = rows (0 0 1, 1 0 0, 0 1 0): entry (i, j) is that of (i - 1, j - 1)
  mjModel* const b =
      loadText(PAIR("<link name='c'><inertial><origin xyz='0.1 0.2 0.3'/><mass "
                    "value='2'/><inertia ixx='2' iyy='3' izz='2.5' ixy='0.2' ixz='0.3' "
                    "iyz='0.1'/></inertial></link><joint name='j' type='revolute'>" ENDS
                    "</joint><joint name='k' type='revolute'><parent link='b'/>"
                    "<child link='c'/></joint>"));
  mjtNum full[2][9];
  const mjModel* const m[2] = {a, b};
  for (int k = 0; k < 2; k++) {
    const int c = id(m[k], mjOBJ_BODY, "c");
    mjtNum mat[9];
    mju_quat2Mat(mat, m[k]->body_iquat + 4 * c);
    for (int i = 0; i < 9; i++) {
      full[k][i] = 0;
      for (int e = 0; e < 3; e++)
        full[k][i] += mat[3 * (i / 3) + e] * m[k]->body_inertia[3 * c + e] * mat[3 * (i % 3) + e];
    }
    near(m[k]->body_ipos[3 * c + 2], 0.3, 0);
  }
  for (int i = 0; i < 9; i++) near(full[0][i], full[1][i], 1e-9);
  near(full[1][1], 0.2, 1e-9);  // eigenvectors are found to about 1e-10
  mj_deleteModel(a);
  mj_deleteModel(b);
}

// ---- the reference's reading

#define READING TEST_DIR "/data/urdf/reference/reading.urdf"
#define COUPLED                                                                                    \
  PAIR("<joint name='i' type='revolute'>" ENDS "</joint><link name='c'>" INERTIAL "</link>"        \
       "<joint name='j' type='revolute'><parent link='b'/><child link='c'/><mimic joint='i'/>"     \
       "</joint>")

// each difference is told once, with how to get the other reading (whose figures are compared by
// test_mjcf_golden)
static void test_differences(void** state) {
  (void)state;
  static const char text[] =
      "<robot name='r'><link name='a'/>"
      "<link name='b'>" INERTIAL "</link><joint name='j' type='revolute'>" ENDS "</joint></robot>";
  char warnings[4000] = "";
  catch_begin();
  mjModel* m = loadText(text);
  catch_end();
  assert_int_equal(caught_count, 0);
  mj_deleteModel(m);

  assert_null(mj_loadXML(READING, NULL, warnings, sizeof warnings));  // joint 'nobody'
  contains(warnings, "reading.urdf:40: <mimic>|'nobody'");
  catch_begin();
  const sn_LoadOptions standard = {.urdf = sn_URDF_STANDARD},
                       reference = {.urdf = sn_URDF_REFERENCE};
  m = sn_loadXML(READING, NULL, &reference, warnings, sizeof warnings);
  catch_end();
  if (!m) fail_msg("%s", warnings);
  assert_int_equal(caught_count, 0);
  assert_int_equal(m->neq, 0);
  mj_deleteModel(m);
  catch_begin();
  m = sn_loadXML(OWN "gripper.urdf", NULL, &standard, warnings, sizeof warnings);
  catch_end();
  if (!m) fail_msg("%s", warnings);
  contains(warnings,
           "<mimic>: a mimic becomes an equality of joints, here and in 2 other places|MuJoCo|"
           "SINEW_URDF=reference|sn_LoadOptions");
  mj_deleteModel(m);
}

// rpy and meshes, in the standard reading
static void test_told(void** state) {
  (void)state;
  static const char text[] =
      "<robot name='r'><link name='a'><collision><geometry><mesh filename='" TEST_DIR
      "/data/urdf/reference/a/part.obj'/></geometry></collision><collision><geometry>\n"
      "<mesh filename='" TEST_DIR "/data/urdf/reference/b/part.obj'/></geometry></collision></link>"
      "<link name='b'>\n<inertial><origin rpy='0 0 1'/><mass value='1'/>"
      "<inertia ixx='1' iyy='2' izz='2' ixy='0' ixz='0' iyz='0'/></inertial></link>"
      "<joint name='j' type='revolute'>" ENDS "</joint></robot>";
  char warnings[4000] = "";
  catch_begin();
  mjModel* const m = sn_loadXMLString(text, warnings, sizeof warnings);
  catch_end();
  if (!m) fail_msg("%s", warnings);
  assert_int_equal(caught_count, 2);
  contains(warnings, ":2: <mesh>: a mesh that is used again has the file and the scale|"
                     ":3: <inertial>: rpy of <inertial> turns the inertia: MuJoCo ignores it|"
                     "SINEW_URDF=reference");
  assert_int_equal(m->nmesh, 2);
  mj_deleteModel(m);
}

// the environment chooses for functions without options, also for models inside models
static void test_environment(void** state) {
  (void)state;
  static const char robot[] = COUPLED;
  static const char scene[] = "<mujoco><asset><model name='r' file='r.urdf'/></asset><worldbody>"
                              "<attach model='r' body='a' prefix='x_'/></worldbody></mujoco>";
  static const struct {
    const char* value;
    int neq, warnings;
  } want[] = {{NULL, 1, 1}, {"", 1, 1}, {"standard", 1, 1}, {"reference", 0, 0}, {"other", 1, 2}};
  char error[2000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "r.urdf", robot, sizeof robot - 1);
  mj_addBufferVFS(&vfs, "s.xml", scene, sizeof scene - 1);
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    if (want[i].value) assert_int_equal(setenv("SINEW_URDF", want[i].value, 1), 0);
    for (int k = 0; k < 2; k++) {
      catch_begin();
      mjModel* const m = mj_loadXML(k ? "s.xml" : "r.urdf", &vfs, error, sizeof error);
      catch_end();
      if (!m) fail_msg("%s", error);
      assert_int_equal(m->neq, want[i].neq);
      assert_int_equal(caught_count, want[i].warnings);
      mj_deleteModel(m);
    }
  }
  unsetenv("SINEW_URDF");
  mj_deleteVFS(&vfs);
}

static void test_parse_options(void** state) {
  (void)state;
  char error[2000] = "";
  sn_LoadOptions options;
  sn_defaultLoadOptions(&options);
  assert_int_equal(options.urdf, sn_URDF_STANDARD);
  options.urdf = sn_URDF_REFERENCE;
  mjSpec* const spec = sn_parseXML(OWN "gripper.urdf", NULL, &options, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* const m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(m->neq, 0);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// ---- loading

static void test_parse(void** state) {
  (void)state;
  char error[1000] = "";
  assert_null(mj_parse(OWN "gripper.urdf", "text/usd", NULL, error, sizeof error));
  contains(error, "gripper.urdf|'text/usd'|text/xml");
  mjSpec* const spec = mj_parse(OWN "gripper.urdf", "text/xml", NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  assert_non_null(mjs_findBody(spec, "left"));
  assert_true(spec->compiler.fusestatic && spec->compiler.discardvisual);
  assert_false(spec->compiler.degree);
  mjModel* const m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_string_equal(m->names, "gripper");
  assert_int_equal(m->nbody, 5);  // palm and nail are fused
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

// a robot as part of an MJCF model
static void test_attach(void** state) {
  (void)state;
  static const char robot[] =
      PAIR("<joint name='j' type='revolute'>" ENDS "<limit lower='-1' upper='1'/></joint>");
  static const char scene[] = "<mujoco><asset><model name='r' file='r.urdf'/></asset><worldbody>"
                              "<body name='table'><attach model='r' body='a' prefix='x_'/></body>"
                              "</worldbody><actuator><motor joint='x_j'/></actuator></mujoco>";
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "r.urdf", robot, sizeof robot - 1);
  mj_addBufferVFS(&vfs, "s.xml", scene, sizeof scene - 1);
  mjModel* const m = mj_loadXML("s.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_int_equal(m->nactuator, 1);
  const int j = id(m, mjOBJ_JOINT, "x_j");
  near(m->jnt_range[2 * j + 1], 1, 0);  // radians, though the scene is in degrees
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

// ---- what is dropped

static void test_dropped(void** state) {
  (void)state;
  char warnings[8000] = "";
  catch_begin();
  mjModel* const m = mj_loadXML(OWN "dropped.urdf", NULL, warnings, sizeof warnings);
  catch_end();
  if (!m) fail_msg("%s", warnings);
  contains(
      warnings,
      "dropped.urdf:4: <colision>: colision is ignored: it is unknown; did you mean 'collision'?|"
      "dropped.urdf:3: <texture>: texture is ignored|dropped.urdf:5: <contact>|"
      "dropped.urdf:10: <limit>: uper is ignored: it is no attribute; did you mean 'upper'?|"
      "dropped.urdf:10: <limit>: velocity is ignored|dropped.urdf:11: <safety_controller>|"
      "dropped.urdf:12: <calibration>|dropped.urdf:14: <transmission name='t1'>: transmission is "
      "ignored, here and in 2 other places|dropped.urdf:15: <gazebo>: gazebo is ignored, here and "
      "in 1 other places|dropped.urdf:17: <sensor name='camera'>|dropped.urdf:20: <ros2_control>|"
      "dropped.urdf:21: <asset>|fusestatik|did you mean 'fusestatic'?");
  // one for each kind
  assert_int_equal(caught_count, 13);
  assert_null(strstr(warnings, "colour is ignored"));
  assert_int_equal(m->jnt_limited[0], 0);
  mj_deleteModel(m);
}

// ---- mistakes

static void test_mistakes_of_links(void** state) {
  (void)state;
  bad("<robots/>", "<robots>|mujoco|robot");
  bad(ROBOT("\n<link/>"), "XML string:2: <link>|name|required");
  bad(ROBOT("<link name='a'/>\n<link name='a'/>"), ":2: <link name='a'>|'a'|line 1|differ");
  bad(ROBOT("<link name='a'><inertial/></link>"), "<inertial>|<mass>|missing|<mass value=");
  bad(ROBOT("<link name='a'><inertial><mass value='1'/></inertial></link>"), "<inertia>|missing");
  bad(ROBOT("<link name='a'><inertial><mass/></inertial></link>"), "<mass>|value|required");
  bad(ROBOT("<link name='a'><inertial><mass value='1'/><inertia ixx='1'/></inertial></link>"),
      "<inertia>|iyy|required");
  bad(ROBOT("<link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='-1' ixy='0' "
            "ixz='0' iyz='0'/></inertial></link>"),
      "<inertia>|positive definite|-1|boundinertia");
  bad(ROBOT("<link name='a'>\n" INERTIAL "\n" INERTIAL "</link>"), ":3: <inertial>|once|line 2");
  bad(ROBOT("<link name='a'><collision/></link>"), "<collision>|<geometry>|missing");
  bad(ROBOT("<link name='a'><collision><geometry/></collision></link>"),
      "<geometry>|empty|box, cylinder, capsule, sphere, mesh");
  bad(ROBOT("<link name='a'><collision><geometry><box/></geometry></collision></link>"),
      "<box>|size|required");
  bad(ROBOT("<link name='a'><collision><geometry><box size='1 2'/></geometry></collision></link>"),
      "<box>|size|3");
  bad(ROBOT("<link name='a'><collision><geometry><cylinder radius='1'/></geometry></collision>"
            "</link>"),
      "<cylinder>|length|required");
  bad(ROBOT("<link name='a'><collision><geometry><mesh/></geometry></collision></link>"),
      "<mesh>|filename|required");
  bad(ROBOT("<link name='a'><collision><geometry>\n<mesh filename='none.stl'/></geometry>"
            "</collision></link>"),
      ":2: |none.stl");
  bad(ROBOT("<link name='a'><collision><origin xyz='1 2 x'/><geometry><sphere radius='1'/>"
            "</geometry></collision></link>"),
      "<origin>|xyz|x");
  bad(ROBOT("<link name='a'><visual><material name='m'><color rgba='1 0 0'/></material></visual>"
            "</link>"),
      "<color>|rgba|4");
  bad("<robot xmlns:xacro='x'>\n<xacro:macro name='m'/></robot>", ":2: <xacro:macro|xacro|expand");
  bad(ROBOT("<mujoco/><mujoco/>"), "<mujoco>|once");
  bad(ROBOT("<mujoco><compiler/>\n<compiler/></mujoco>"), ":2: <compiler>|once|line 1");
  bad(ROBOT("<mujoco><compiler fusestatic='perhaps'/></mujoco>"), "<compiler>|fusestatic|perhaps");
}

static void test_mistakes_of_joints(void** state) {
  (void)state;
  bad(PAIR("<joint type='fixed'>" ENDS "</joint>"), ":3: <joint>|name|required");
  bad(PAIR("<joint name='j'>" ENDS "</joint>"), "<joint name='j'>|type|required");
  bad(PAIR("<joint name='j' type='revolut'>" ENDS "</joint>"),
      "<joint name='j'>|type|revolut|did you mean 'revolute'|prismatic");
  bad(PAIR("<joint name='j' type='fixed'><child link='b'/></joint>"),
      "<parent>|missing|<parent link=");
  bad(PAIR("<joint name='j' type='fixed'><parent link='a'/></joint>"), "<child>|missing");
  bad(PAIR("<joint name='j' type='fixed'><parent/><child link='b'/></joint>"),
      "<parent>|link|required");
  bad(ROBOT("<link name='base'/><link name='b'/><joint name='j' type='fixed'><parent link='bas'/>"
            "<child link='b'/></joint>"),
      "parent|'bas'|did you mean 'base'?");
  bad(PAIR("<joint name='j' type='fixed'><parent link='world'/><child link='b'/></joint>"),
      "parent|'world'|add <link name=\"world\"/>");
  bad(PAIR("<link name='c'/><joint name='j' type='fixed'>" ENDS "</joint>\n"
           "<joint name='k' type='fixed'><parent link='c'/><child link='b'/></joint>"),
      ":4: <joint name='k'>|'b'|child of joint 'j'|line 3|one parent");
  bad(PAIR("<joint name='j' type='fixed'>" ENDS "</joint>\n<joint name='j' type='fixed'>"
           "<parent link='b'/><child link='a'/></joint>"),
      ":4: <joint name='j'>|line 3|differ");
  bad(PAIR("<joint name='j' type='fixed'>" ENDS "</joint><joint name='k' type='fixed'>"
           "<parent link='b'/><child link='a'/></joint>"),
      "loop|below itself|equality");
  bad(PAIR("<joint name='j' type='fixed'><parent link='a'/><child link='a'/></joint>"),
      "<joint name='j'>|loop|'a'");
  bad(ROBOT("<link name='world'/><link name='b'/><joint name='j' type='fixed'><parent link='b'/>"
            "<child link='world'/></joint>"),
      "child|world|make it the parent");
  bad(PAIR("<joint name='j' type='revolute'>" ENDS "<axis xyz='0 0 0'/></joint>"),
      "axis|too short");
  bad(PAIR("<joint name='j' type='planar'>" ENDS "<axis xyz='0 0 0'/></joint>"), "axis|too short");
  bad(PAIR("<link name='c'>" INERTIAL "</link><joint name='j' type='planar'>" ENDS "</joint>"
           "<joint name='j_TX' type='revolute'><parent link='b'/><child link='c'/></joint>"),
      "'j_TX'|differ");
  bad(PAIR("<joint name='j' type='revolute'>" ENDS "\n<mimic joint='k'/></joint>"),
      ":4: <mimic>|'j'|'k'|does not exist");
  bad(PAIR("<joint name='j' type='revolute'>" ENDS "<mimic joint='j'/></joint>"), "follow itself");
  bad(PAIR("<joint name='j' type='revolute'>" ENDS "<mimic/></joint>"), "<mimic>|joint|required");
  bad(ROBOT("<link name='a'/><link name='b'/><joint name='j' type='revolute'>" ENDS "</joint>"),
      "'b'|mass");
}

// ---- damage

// reads a whole file, to be freed
static char* readText(const char* path, size_t* size) {
  FILE* const file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char* const text = malloc(*size + 1);
  assert_int_equal(fread(text, 1, *size, file), *size);
  text[*size] = 0;
  fclose(file);
  return text;
}

// changes a few places: a character, a digit, or a piece that is moved over another
static void damage(char* text, size_t size) {
  const int places = 1 + (int)(rng_next() % 3);
  for (int i = 0; i < places; i++) {
    const size_t at = rng_next() % size, from = rng_next() % size, n = rng_next() % 30;
    switch (rng_next() % 4) {
      case 0:
        text[at] = (char)(1 + rng_next() % 255);
        break;
      case 1:
        text[at] = "0123456789.-e<>/\"' "[rng_next() % 19];
        break;
      default:
        memmove(text + at, text + from, n < size - at && n < size - from ? n : 1);
        break;
    }
  }
}

static void test_damaged(void** state) {
  (void)state;
  enum { TRIES = 1200 };
  static const char* const files[] = {TEST_DIR "/data/urdf/arm.urdf",
                                      TEST_DIR "/data/urdf/joints.urdf", OWN "gripper.urdf",
                                      OWN "dropped.urdf"};
  int loaded = 0, refused = 0;
  mj_freeLastXML();
  catch_begin();
  heap_watch(0);
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    size_t size;
    char* const text = readText(files[f], &size);
    char* const copy = malloc(size + 1);
    for (int i = 0; i < TRIES / 4; i++) {
      char error[500] = "";
      memcpy(copy, text, size + 1);
      damage(copy, size);
      mjModel* const m = sn_loadXMLString(copy, error, sizeof error);
      if (!m) assert_true(error[0]);
      *(m ? &loaded : &refused) += 1;
      mj_deleteModel(m);
    }
    free(text);
    free(copy);
  }
  print_message("%d damaged files loaded, %d were refused\n", loaded, refused);
  mj_freeLastXML();
  assert_int_equal(heap_live, 0);
  heap_unwatch();
  catch_end();
  assert_true(loaded > 50 && refused > 50);
}

// each allocation fails once: no crash, no leak, a message
static void test_memory(void** state) {
  (void)state;
  static const char* const files[] = {OWN "robot_pkg/urdf/near.urdf", OWN "gripper.urdf",
                                      OWN "dropped.urdf"};
  mj_freeLastXML();
  catch_begin();
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    bool done = false;
    long i = 1;
    for (; !done; i++) {
      char error[4000] = "";
      heap_watch(i);
      mjModel* const m = mj_loadXML(files[f], NULL, error, sizeof error);
      done = heap_calls < i;
      if (done) assert_non_null(m);
      if (!m && !strstr(error, "memory")) fail_msg("allocation %ld: '%s'", i, error);
      mj_deleteModel(m);
      mj_freeLastXML();
      assert_int_equal(heap_live, 0);
      heap_unwatch();
    }
    print_message("%s: %ld allocations\n", strrchr(files[f], '/') + 1, i - 2);
  }
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mimic),
      cmocka_unit_test(test_mimic_moves),
      cmocka_unit_test(test_package_above),
      cmocka_unit_test(test_package_told),
      cmocka_unit_test(test_package_missing),
      cmocka_unit_test(test_package_memory),
      cmocka_unit_test(test_inertial_orientation),
      cmocka_unit_test(test_differences),
      cmocka_unit_test(test_told),
      cmocka_unit_test(test_environment),
      cmocka_unit_test(test_parse_options),
      cmocka_unit_test(test_parse),
      cmocka_unit_test(test_attach),
      cmocka_unit_test(test_dropped),
      cmocka_unit_test(test_mistakes_of_links),
      cmocka_unit_test(test_mistakes_of_joints),
      cmocka_unit_test(test_damaged),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
