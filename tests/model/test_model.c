// model/model, model/data, model/reset, model/awake, model/history: life of a model and a data.
#include "sample_model.h"

static void fillRandom(void* array, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) ((unsigned char*)array)[i] = (unsigned char)rng_next();
}

static void test_copyModel(void** state) {
  (void)state;
  mjModel* m = sample_model();
  field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {  // every byte of every array must arrive
    const field_Field* f = &table.field[i];
    fillRandom(field_get(f, m), (size_t)field_count(f, m, NULL) * field_typeSize(f->type));
  }
  m->opt.timestep = 0.125;
  mjModel* copy = mj_copyModel(NULL, m);
  mjModel* again = mj_copyModel(NULL, m);
  assert_ptr_equal(mj_copyModel(again, copy), again);
  mj_deleteModel(copy);
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    size_t bytes = (size_t)field_count(f, m, NULL) * field_typeSize(f->type);
    if (!bytes) continue;
    assert_ptr_not_equal(field_get(f, m), field_get(f, again));
    assert_memory_equal(field_get(f, m), field_get(f, again), bytes);
  }
  assert_true(again->opt.timestep == 0.125);
  assert_int_equal(again->signature, m->signature);
  assert_true(mj_sizeModel(m) > 0);
  mj_deleteModel(again);

  mjModel other = sample_sizes();
  other.nbody++;
  other.nnames_map = names_mapSize(&other);
  mjModel* wrong = model_make(&other);
  catch_begin();
  assert_null(mj_copyModel(wrong, m));
  assert_non_null(strstr(caught.subject, "nbody"));
  catch_end();
  mj_deleteModel(wrong);
  mj_deleteModel(m);
  mj_deleteModel(NULL);
}

static void test_reset(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nq; i++) assert_true(d->qpos[i] == m->qpos0[i]);
  assert_true(d->ctrl[0] == 0 && d->ctrl[1] == 1 && d->ctrl[2] == 0);
  assert_false(d->eq_active[0]);
  assert_true(d->eq_active[1]);
  assert_true(d->mocap_pos[0] == 4 && d->mocap_quat[0] == 1);
  assert_int_equal(d->signature, m->signature);
  assert_int_equal(d->ncon, 0);

  fillRandom(d->buffer, (size_t)d->nbuffer);
  d->time = 7, d->warning[2].number = 3, d->solver_niter[1] = 4, d->ncon = 3;
  mj_resetData(m, d);
  mjData* fresh = mj_makeData(m);
  field_Table table = field_data();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    size_t bytes = (size_t)field_count(f, m, d) * field_typeSize(f->type);
    if (f->part != FIELD_ARENA && bytes)
      assert_memory_equal(field_get(f, d), field_get(f, fresh), bytes);
  }
  assert_true(d->time == 0);
  assert_int_equal(d->warning[2].number, 0);
  assert_int_equal(d->solver_niter[1], 0);
  assert_int_equal(d->ncon, 0);
  mj_deleteData(d);
  mj_deleteData(fresh);
  mj_deleteModel(m);
}

// figures as the reference shows them for the same buffers (timestep 0.002)
static void test_history(void** state) {
  (void)state;
  static const mjtNum want[] = {0,    2, -0.006, -0.004, -0.002, 0,      0, 0,
                                -0.1, 3, -0.4,   -0.3,   -0.2,   -0.1,   0, 0,
                                0,    0, -0.002, 1,      -0.004, -0.002, 0, 0};
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  double worst = 0;
  for (int i = 0; i < m->nhistory; i++) {
    double err = d->history[i] > want[i] ? d->history[i] - want[i] : want[i] - d->history[i];
    if (err > worst) worst = err;
  }
  print_message("history: worst difference %g\n", worst);
  assert_true(worst <= 1e-15);
  m->opt.timestep = 0;
  catch_begin();
  mj_resetData(m, d);
  assert_int_equal(caught_count, 1);
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_awake(void** state) {
  (void)state;
  static const int body[] = {-1, 1, 1, -1, 1, 1, 1};
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  assert_int_equal(d->tree_asleep[0], -11);
  for (int i = 0; i < m->nbody; i++) {
    assert_int_equal(d->body_awake[i], body[i]);
    assert_int_equal(d->body_awake_ind[i], i);
  }
  assert_int_equal(d->nbody_awake, m->nbody);
  assert_int_equal(d->nparent_awake, m->nbody - 1);
  assert_int_equal(d->nv_awake, m->nv);
  assert_int_equal(d->ntree_awake, m->ntree);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_debugReset(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  mj_resetDataDebug(m, d, 0xd7);
  for (int i = 0; i < m->nq; i++) assert_true(d->qpos[i] == m->qpos0[i]);
  assert_int_equal(*(unsigned char*)d->xpos, 0xd7);
  assert_int_equal(*(unsigned char*)d->sensordata, 0xd7);
  assert_true(d->qacc[0] == 0 && d->act_dot[0] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_keyframe(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 0);
  assert_true(d->time == 3.5 && d->qpos[3] == 13 && d->ctrl[4] == 24 && d->qvel[0] == 0);
  d->qvel[2] = 5;
  mj_setKeyframe(m, d, 0);
  assert_true(m->key_qvel[2] == 5 && m->key_qpos[3] == 13);
  mj_resetDataKeyframe(m, d, 1);
  assert_true(d->time == 0 && d->qpos[3] == m->qpos0[3]);
  catch_begin();
  mj_setKeyframe(m, d, 1);
  assert_non_null(strstr(caught.subject, "keyframe 1"));
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void test_warning(void** state) {
  (void)state;
  mjModel* m = sample_model();
  mjData* d = mj_makeData(m);
  catch_begin();
  mj_warning(d, mjWARN_BADQPOS, 5);
  mj_warning(d, mjWARN_BADQPOS, 6);
  assert_int_equal(caught_count, 1);
  assert_int_equal(caught.level, mjLOG_WARNING);
  assert_int_equal(d->warning[mjWARN_BADQPOS].number, 2);
  assert_int_equal(d->warning[mjWARN_BADQPOS].lastinfo, 6);
  mj_warning(d, mjNWARNING, 0);
  assert_int_equal(caught.level, mjLOG_ERROR);
  catch_end();
  mj_deleteData(d);
  mj_deleteModel(m);
}

// what mjs_, mju_ and programs see as defaults; figures from the reference
static void test_defaults(void** state) {
  (void)state;
  mjOption opt;
  mjLROpt lr;
  mjVisual vis;
  mj_defaultOption(&opt);
  mj_defaultLROpt(&lr);
  mj_defaultVisual(&vis);
  assert_true(opt.timestep == 0.002 && opt.gravity[2] == -9.81 && opt.magnetic[1] == -0.5);
  assert_true(opt.o_solref[0] == 0.02 && opt.o_solimp[4] == 2 && opt.o_friction[4] == 0.0001);
  assert_true(opt.solver == mjSOL_NEWTON && opt.iterations == 100 && opt.ccd_iterations == 35);
  assert_true(lr.accel == 20 && lr.tolrange == 0.05 && lr.mode == mjLRMODE_MUSCLE);
  assert_true(vis.global.fovy == 45 && vis.map.zfar == 50 && vis.rgba.bvactive[3] == 0.5f);
  assert_int_equal(mj_version(), 3012000);
  assert_string_equal(mj_versionString(), "3.12.0");
  assert_string_equal(mjDISABLESTRING[19], "MultiCCD");
  assert_string_equal(mjENABLESTRING[5], "DiagExact");
  assert_string_equal(mjTIMERSTRING[14], "col_narrowphase");
  assert_string_equal(mjLABELSTRING[16], "Island");
  assert_string_equal(mjFRAMESTRING[7], "World");
  assert_string_equal(mjVISSTRING[mjVIS_MESHBVH][2], "\\");
  assert_string_equal(mjRNDSTRING[mjRND_CULL_FACE][1], "1");
  for (int i = 0; i < mjNVISFLAG * 3; i++) assert_non_null(mjVISSTRING[i / 3][i % 3]);
  for (int i = 0; i < mjNRNDFLAG * 3; i++) assert_non_null(mjRNDSTRING[i / 3][i % 3]);
}

static void test_viewDefaults(void** state) {
  (void)state;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
  mjv_defaultOption(&opt);
  mjv_defaultPerturb(&pert);
  int flags = 0;
  for (int i = 0; i < mjNVISFLAG; i++) flags += opt.flags[i];
  assert_true(flags == 8 && opt.flags[mjVIS_RANGEFINDER] && opt.bvh_depth == 1);
  assert_true(opt.geomgroup[2] && !opt.geomgroup[3] && opt.skingroup[0] && !opt.skingroup[5]);
  assert_true(pert.flexselect == -1 && pert.skinselect == -1 && pert.select == 0);
  assert_true(pert.refquat[0] == 1 && pert.scale == 1);
  mjModel* m = sample_model();
  m->stat.center[1] = 0.5;
  m->stat.extent = 4;
  m->vis.global.azimuth = 20;
  mjv_defaultFreeCamera(m, &cam);
  assert_true(cam.lookat[1] == 0.5 && cam.distance == 6 && cam.azimuth == 20);
  mjv_defaultCamera(&cam);
  assert_true(cam.lookat[1] == 0 && cam.distance == 2 && cam.azimuth == 90 && cam.fixedcamid == -1);
  mj_deleteModel(m);
}

// every allocation fails once; nothing leaks, every failure is reported
static void test_allocationFailure(void** state) {
  (void)state;
  long failures = 0;
  for (long at = 1;; at++) {
    heap_watch(at);
    catch_begin();
    mjModel* m = sample_model();
    mjModel* m2 = m ? mj_copyModel(NULL, m) : NULL;
    mjData* d = m2 ? mj_makeData(m2) : NULL;
    mjData* d2 = d ? mj_copyData(NULL, m2, d) : NULL;
    bool complete = d2 != NULL;
    if (!complete) {
      failures++;
      assert_true(!m || caught_count == 1);
    }
    mj_deleteData(d2);
    mj_deleteData(d);
    mj_deleteModel(m2);
    mj_deleteModel(m);
    catch_end();
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (complete) break;
  }
  print_message("%ld failing allocations survived\n", failures);
  assert_true(failures >= 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copyModel),    cmocka_unit_test(test_reset),
      cmocka_unit_test(test_history),      cmocka_unit_test(test_awake),
      cmocka_unit_test(test_debugReset),   cmocka_unit_test(test_keyframe),
      cmocka_unit_test(test_warning),      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_viewDefaults), cmocka_unit_test(test_allocationFailure)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
