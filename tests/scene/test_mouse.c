// The mouse: what movements do to the camera, to the model in its room and to a perturbed body; the
// spring and the pose of the perturbation. Figures: the same calls with the reference's library
// (MuJoCo 3.12.0), printed with %.10g.
#include "support.h"

static const char xml[] =
    "<mujoco><visual><global fovy='60'/></visual><worldbody>"
    "<camera name='c' pos='0 -2 1' xyaxes='1 0 0 0 1 2'/>"
    "<geom name='floor' type='plane' size='0 0 1'/>"
    "<body name='a' pos='.1 .2 1'><freejoint/><geom size='.1'/>"
    "<body name='b' pos='0 0 .3'><joint axis='0 1 0'/><geom type='capsule' size='.05 .1'/></body>"
    "</body><body name='m' mocap='true'><geom size='.1'/></body></worldbody></mujoco>";

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
} World;

// with a camera at the place that the test of its movements ends at
static int open(void** state) {
  World* w = calloc(1, sizeof *w);
  char error[200] = "";
  w->m = sn_loadXMLString(xml, error, sizeof error);
  assert_string_equal(error, "");
  w->d = mj_makeData(w->m);
  mj_forward(w->m, w->d);
  mjv_makeScene(w->m, &w->scn, 100);
  mjv_defaultOption(&w->opt);
  mjv_defaultFreeCamera(w->m, &w->cam);
  mjv_defaultPerturb(&w->pert);
  for (int a = mjMOUSE_ROTATE_V; a <= mjMOUSE_TURN_H; a++)
    mjv_moveCamera(w->m, a, 0.1, -0.2, &w->cam);
  mjv_updateScene(w->m, w->d, &w->opt, &w->pert, &w->cam, mjCAT_ALL, &w->scn);
  *state = w;
  return 0;
}

static int shut(void** state) {
  World* w = *state;
  mjv_freeScene(&w->scn);
  mj_deleteData(w->d);
  mj_deleteModel(w->m);
  free(w);
  return 0;
}

static void compare(const double* x, const double* want, int n, double tolerance) {
  for (int i = 0; i < n; i++) {
    const double diff = x[i] > want[i] ? x[i] - want[i] : want[i] - x[i];
    if (!(diff <= tolerance)) fail_msg("number %d is %.12g, should be %.12g", i, x[i], want[i]);
  }
}

// ---- camera

static void test_camera(void** state) {
  World* w = *state;
  static const double want[9][6] = {
      {0.075, 0.125, 0.675, 2.325, 72, -9},
      {0.075, 0.125, 0.675, 2.325, 54, 27},
      {-0.1421950696, 0.2828014549, 0.1380642593, 2.325, 54, 27},
      {-0.6749930489, 0.006212770697, 0.1380642593, 2.325, 54, 27},
      {-0.6749930489, 0.006212770697, 0.1380642593, 3.456247652, 54, 27},
      {-0.5407215654, 0.02089145138, -0.04013704555, 3.456247652, 54, 27},
      {-0.5645639649, -0.1820549579, -0.1309351455, 3.456247652, 54, 27},
      {-1.45237574, -1.404023034, 1.379500463, 3.456247652, 54, 63},
      {-1.105240217, -1.751158556, 1.379500463, 3.456247652, 36, 63}};
  mjvCamera* c = &w->cam;
  mjv_defaultFreeCamera(w->m, c);
  for (int a = mjMOUSE_ROTATE_V; a <= mjMOUSE_TURN_H; a++) {
    mjv_moveCamera(w->m, a, 0.1, -0.2, c);
    const double x[6] = {c->lookat[0], c->lookat[1], c->lookat[2],
                         c->distance,  c->azimuth,   c->elevation};
    compare(x, want[a - 1], 6, 1e-8);
  }
}

// limits; cameras that do not move; movements that there are not
static void test_cameraLimits(void** state) {
  World* w = *state;
  mjv_moveCamera(w->m, mjMOUSE_ROTATE_V, -2, 10, &w->cam);
  assert_true(w->cam.elevation == -89 && w->cam.azimuth < 36 + 1e-9);
  mjv_moveCamera(w->m, mjMOUSE_ZOOM, 0, 1000, &w->cam);
  assert_true(w->cam.distance == 0.01 * w->m->stat.extent);
  mjv_moveCamera(w->m, mjMOUSE_ZOOM, 0, -1e9, &w->cam);
  assert_true(w->cam.distance == 100 * w->m->stat.extent);
  memset(&w->cam, 0, sizeof w->cam);
  w->cam.type = mjCAMERA_FIXED;
  mjvCamera before = w->cam;
  mjv_moveCamera(w->m, mjMOUSE_ROTATE_V, 0.1, 0.1, &w->cam);
  assert_memory_equal(&before, &w->cam, sizeof before);
  before.type = w->cam.type = mjCAMERA_TRACKING;
  mjv_moveCamera(w->m, mjMOUSE_MOVE_V, 0.1, 0.1, &w->cam);
  assert_memory_equal(&before, &w->cam, sizeof before);
  catch_begin();
  mjv_moveCamera(w->m, mjMOUSE_NONE, 0, 0, &w->cam);
  mjv_moveCamera(w->m, 10, 0, 0, &w->cam);
  assert_int_equal(caught_count, 2);
  catch_end();
}

// ---- model in its room

static void test_model(void** state) {
  World* w = *state;
  static const double want[7][8] = {
      {0.5, 0, 0, 0.9389465451, 0.1808846593, -0.2489663661, 0.1538696736, 2},
      {0.5, 0, 0, 0.7869170904, 0.4321730733, -0.4295985699, 0.09712364525, 2},
      {0.5911067128, -0.1253976375, -0.3100000024, 0.7869170904, 0.4321730733, -0.4295985699,
       0.09712364525, 2},
      {0.4314181507, -0.4330087006, -0.3100000024, 0.7869170904, 0.4321730733, -0.4295985699,
       0.09712364525, 2},
      {0.4314181507, -0.4330087006, -0.3100000024, 0.7869170904, 0.4321730733, -0.4295985699,
       0.09712364525, 2.306495428},
      {0.5225248337, -0.558406353, -0.6200000048, 0.7869170904, 0.4321730733, -0.4295985699,
       0.09712364525, 2.306495428},
      {0.3628362715, -0.8660174012, -0.6200000048, 0.7869170904, 0.4321730733, -0.4295985699,
       0.09712364525, 2.306495428}};
  mjvScene* s = &w->scn;
  s->enabletransform = 1;
  s->scale = 2;
  s->translate[0] = 0.5f;
  for (int a = mjMOUSE_ROTATE_V; a <= mjMOUSE_MOVE_H_REL; a++) {
    mjv_moveModel(w->m, a, 0.1, 0.2, (mjtNum[3]){0, 0, 1}, s);
    const double x[8] = {s->translate[0], s->translate[1], s->translate[2], s->rotate[0],
                         s->rotate[1],    s->rotate[2],    s->rotate[3],    s->scale};
    compare(x, want[a - 1], 8, 2e-7);
  }
  // there and back, but for the translation, which one of the ways scales
  mjtNum pos[3] = {1, 2, 3}, quat[4] = {0.5, 0.5, -0.5, 0.5};
  memset(s->translate, 0, sizeof s->translate);
  mjv_model2room(pos, quat, pos, quat, s);
  mjv_room2model(pos, quat, pos, quat, s);
  compare(pos, (double[3]){1, 2, 3}, 3, 1e-6);
  catch_begin();
  s->scale = 0;
  mjv_room2model(pos, quat, pos, quat, s);
  mjv_model2room(pos, quat, pos, quat, s);
  mjv_moveModel(w->m, mjMOUSE_TURN_V, 0, 0, (mjtNum[3]){0, 0, 1}, s);
  assert_int_equal(caught_count, 3);
  catch_end();
}

// ---- perturbation

static void grab(World* w) {
  w->pert.select = 2;
  w->pert.localpos[0] = 0.02;
  w->pert.localpos[2] = 0.05;
  w->pert.active = mjPERT_TRANSLATE | mjPERT_ROTATE;
  mjv_initPerturb(w->m, w->d, &w->scn, &w->pert);
}

static void test_perturb(void** state) {
  World* w = *state;
  static const double start[2] = {2.163166622, 5.081422139};
  static const double want[7][10] = {
      {0.1, 0.2, 1.3, 0.9832685388, -0.09181358104, 0.1263705536, 0.09372155659, 0.12, 0.2, 1.35},
      {0.1, 0.2, 1.3, 0.9424177689, -0.08899450558, 0.3041775473, 0.1067930083, 0.12, 0.2, 1.35},
      {0.1896035496, 0.07667129382, 1.554071107, 0.9424177689, -0.08899450558, 0.3041775473,
       0.1067930083, 0.2096035496, 0.07667129382, 1.604071107},
      {0.4847549428, 0.1026818369, 1.554071107, 0.9424177689, -0.08899450558, 0.3041775473,
       0.1067930083, 0.5047549428, 0.1026818369, 1.604071107},
      {0.4847549428, 0.1026818369, 1.554071107, 0.9424177689, -0.08899450558, 0.3041775473,
       0.1067930083, 0.5047549428, 0.1026818369, 1.604071107},
      {0.4847549428, 0.2551245011, 1.3, 0.9424177689, -0.08899450558, 0.3041775473, 0.1067930083,
       0.5047549428, 0.2551245011, 1.35},
      {0.2306838358, 0.4075671653, 1.3, 0.9424177689, -0.08899450558, 0.3041775473, 0.1067930083,
       0.2506838358, 0.4075671653, 1.35}};
  static const double force[6] = {28.26909116, 44.90023638, -0,
                                  -2.09251984, 7.152099429, 2.511014441};
  static const double qpos[8] = {0.06438883511,  0.337754742,  1.060266401,  0.9424177689,
                                 -0.08899450558, 0.3041775473, 0.1067930083, 0};
  static const double mocap[3] = {0.2306838358, 0.4075671653, 1.3};
  mjvPerturb* q = &w->pert;
  grab(w);
  compare((double[2]){q->localmass, q->scale}, start, 2, 1e-8);
  for (int a = mjMOUSE_ROTATE_V; a <= mjMOUSE_MOVE_H_REL; a++) {
    mjv_movePerturb(w->m, w->d, a, 0.03, -0.05, &w->scn, q);
    compare(q->refpos, want[a - 1], 3, 1e-8);
    compare(q->refquat, want[a - 1] + 3, 4, 1e-8);
    compare(q->refselpos, want[a - 1] + 7, 3, 1e-8);
  }
  mjv_applyPerturbForce(w->m, w->d, q);
  compare(w->d->xfrc_applied + 12, force, 6, 1e-7);
  mjv_applyPerturbPose(w->m, w->d, q, 0);
  assert_true(w->d->qpos[0] == 0.1);
  mjv_applyPerturbPose(w->m, w->d, q, 1);
  compare(w->d->qpos, qpos, 8, 1e-8);
  q->select = 3;
  mjv_applyPerturbPose(w->m, w->d, q, 0);
  compare(w->d->mocap_pos, mocap, 3, 1e-8);
}

// a pull lessens the distance; the target turns no farther than a right angle
static void test_spring(void** state) {
  World* w = *state;
  grab(w);
  w->m->opt.gravity[2] = 0;
  mjv_movePerturb(w->m, w->d, mjMOUSE_MOVE_V, 0.05, 0, &w->scn, &w->pert);
  const mjtNum before = mju_dist3(w->pert.refpos, w->d->xipos + 6);
  for (int i = 0; i < 200; i++) {
    mjv_applyPerturbForce(w->m, w->d, &w->pert);
    mj_step(w->m, w->d);
  }
  const mjtNum after = mju_dist3(w->pert.refpos, w->d->xipos + 6);
  if (!(after < 0.5 * before)) fail_msg("distance %g, then %g", before, after);
  for (int i = 0; i < 20; i++)
    mjv_movePerturb(w->m, w->d, mjMOUSE_ROTATE_V, 0.1, 0, &w->scn, &w->pert);
  mjtNum apart[3];
  mju_subQuat(apart, w->pert.refquat, w->d->xquat + 8);
  assert_true(mju_norm3(apart) <= mjPI / 2 + 1e-9);
}

static void test_badBodies(void** state) {
  World* w = *state;
  const int bad[] = {-1, 0, 4, 1000000, -1000000};
  for (int i = 0; i < 5; i++) {
    mjvPerturb q;
    mjv_defaultPerturb(&q);
    q.select = bad[i];
    q.active = q.active2 = 3;
    catch_begin();
    mjv_initPerturb(w->m, w->d, &w->scn, &q);
    for (int a = 0; a <= 11; a++) mjv_movePerturb(w->m, w->d, a, 0.1, 0.1, &w->scn, &q);
    mjv_applyPerturbPose(w->m, w->d, &q, 1);
    mjv_applyPerturbForce(w->m, w->d, &q);
    catch_end();
    assert_true(q.localmass == 0);
  }
}

// ---- selection

static void test_select(void** state) {
  World* w = *state;
  mjtNum point[3], head[3];
  int geom, flex, skin;
  mjv_defaultFreeCamera(w->m, &w->cam);
  mju_copy3(w->cam.lookat, w->d->xipos + 6);
  mjv_updateScene(w->m, w->d, &w->opt, NULL, &w->cam, mjCAT_ALL, &w->scn);
  const int body =
      mjv_select(w->m, w->d, &w->opt, 1.5, 0.5, 0.5, &w->scn, point, &geom, &flex, &skin);
  assert_true(body == 2 && geom == 2 && flex == -1 && skin == -1);
  mjv_cameraInModel(head, NULL, NULL, &w->scn);
  assert_true(mju_dist3(head, point) < w->cam.distance);
  // up to the sky
  w->cam.elevation = 45;
  mjv_updateScene(w->m, w->d, &w->opt, NULL, &w->cam, mjCAT_ALL, &w->scn);
  assert_int_equal(
      mjv_select(w->m, w->d, &w->opt, 1.5, 0.9, 0.9, &w->scn, point, &geom, &flex, &skin), -1);
  assert_true(geom == -1 && flex == -1 && skin == -1);
  // without a camera
  mjvScene none;
  mjv_defaultScene(&none);
  catch_begin();
  assert_int_equal(mjv_select(w->m, w->d, &w->opt, 1, 0, 0, &none, point, &geom, &flex, &skin), -1);
  assert_true(mjv_frustumHeight(&none) == 0);
  assert_int_equal(caught_count, 2);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_camera, open, shut),
      cmocka_unit_test_setup_teardown(test_cameraLimits, open, shut),
      cmocka_unit_test_setup_teardown(test_model, open, shut),
      cmocka_unit_test_setup_teardown(test_perturb, open, shut),
      cmocka_unit_test_setup_teardown(test_spring, open, shut),
      cmocka_unit_test_setup_teardown(test_badBodies, open, shut),
      cmocka_unit_test_setup_teardown(test_select, open, shut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
