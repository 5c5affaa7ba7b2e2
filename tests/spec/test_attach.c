// Attach and replicate on specs that are built by hand. The expected names, orders and numbers are
// those that the reference gives for the same models, unless a comment says otherwise.
#include "attach_scene.h"

#include "compile/compile.h"
#include "spec/attach.h"
#include "spec/attach_key.h"
#include "spec/authored.h"
#include "spec/copy.h"
#include "spec/spec.h"

// ---- replicate

static bool replicate(spec_Spec* s, spec_Element* body, spec_Element* frame, int count,
                      const char* sep) {
  const double offset[3] = {1, 0, 0};
  return attach_replicate(s, body, frame, count, offset, none, sep, here) &&
         attach_checkNames(s, here);
}

// the poses of assets.md 16: count 3, offset 1 0 0, euler 0 90 90, a body at z = 1
static void test_poses(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  SPEC_DATA(mjsBody, addBody(s, s->world, frame, "b"))->pos[2] = 1;
  const double offset[3] = {1, 0, 0}, euler[3] = {0, 90, 90};
  assert_true(attach_replicate(s, s->world, frame, 3, offset, euler, "", here));
  assert_string_equal(names(s, mjOBJ_BODY), "world b0 b1 b2");
  assert_int_equal(s->list[SPEC_FRAME].n, 3);
  mjModel* m = comp_compile(s, NULL);
  fine(s);
  const double expected[3][3] = {{0, 0, 1}, {2, 0, 0}, {1, 1, -1}};
  double worst = 0;
  for (int i = 0; i < 9; i++) {
    double d = m->body_pos[3 + i] - expected[i / 3][i % 3];
    if (d < 0) d = -d;
    if (d > worst) worst = d;
  }
  printf("replicate poses: worst residual %.1e (tolerance 1e-15)\n", worst);
  assert_true(worst <= 1e-15);
  mj_deleteModel(m);
  spec_free(s);
}

static void test_suffix(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "b");
  assert_true(replicate(s, s->world, frame, 10, "-"));
  assert_string_equal(names(s, mjOBJ_BODY),
                      "world b-00 b-01 b-02 b-03 b-04 b-05 b-06 b-07 b-08 b-09");
  assert_non_null(spec_find(s, mjOBJ_GEOM, "gb-07"));
  assert_null(spec_find(s, mjOBJ_GEOM, "gb"));
  assert_ptr_equal(spec_find(s, mjOBJ_GEOM, "gb-07")->body, spec_find(s, mjOBJ_BODY, "b-07"));
  spec_free(s);
}

static void test_countZero(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "b");
  addMotor(s, "m", "jb");
  addSensor(s, "c", 0, "", 0, "");
  assert_true(replicate(s, s->world, frame, 0, ""));
  assert_string_equal(names(s, mjOBJ_BODY), "world");
  assert_string_equal(names(s, mjOBJ_ACTUATOR), "");
  assert_string_equal(names(s, mjOBJ_SENSOR), "c");
  assert_int_equal(s->list[SPEC_FRAME].n, 0);
  assert_int_equal(spec_body(s->world)->child[mjOBJ_BODY].n, 0);
  spec_free(s);
}

// inner suffix first; elements in nested frames and frames of frames
static void test_nested(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* outer = add(s, SPEC_FRAME, s->world, NULL, NULL);
  spec_Element* inner = add(s, SPEC_FRAME, s->world, outer, NULL);
  spec_Element* deep = add(s, SPEC_FRAME, s->world, inner, "f");
  addBody(s, s->world, deep, "b");
  add(s, mjOBJ_SITE, s->world, inner, "s");
  assert_true(replicate(s, s->world, inner, 2, ""));
  addBody(s, s->world, outer, "d");
  assert_true(replicate(s, s->world, outer, 2, "-"));
  assert_string_equal(names(s, mjOBJ_BODY), "world b0-0 b1-0 d-0 b0-1 b1-1 d-1");
  assert_string_equal(names(s, mjOBJ_SITE), "s0-0 s1-0 s0-1 s1-1");
  const spec_Element* frame = spec_find(s, mjOBJ_BODY, "b1-1")->frame;
  assert_string_equal(spec_name(frame), "f1-1");
  assert_true(SPEC_DATA(mjsFrame, frame->frame)->pos[0] == 1);         // inner copy 1
  assert_true(SPEC_DATA(mjsFrame, frame->frame->frame)->pos[0] == 1);  // outer copy 1
  assert_null(frame->frame->frame->frame);
  spec_free(s);
}

static void test_references(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  addBody(s, s->world, NULL, "o");
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  spec_Element* a = addBody(s, s->world, frame, "a");
  addBody(s, a, NULL, "b");
  spec_Element* camera = add(s, mjOBJ_CAMERA, a, NULL, "cam");
  set(SPEC_DATA(mjsCamera, camera)->targetbody, "b");
  camera = add(s, mjOBJ_CAMERA, a, NULL, "out");
  set(SPEC_DATA(mjsCamera, camera)->targetbody, "o");
  addMotor(s, "mo", "jo");
  addMotor(s, "mb", "jb");
  addExclude(s, "in", "a", "b");
  addExclude(s, "mixed", "o", "a");
  addExclude(s, "kept", "o", "world");
  addWeld(s, "w", "a", "b");
  addWeld(s, "wworld", "a", "");
  addWeld(s, "dropped", "a", "o");
  addTendon(s, "t", "jo", "ja");
  spec_Element* e = add(s, mjOBJ_ACTUATOR, NULL, NULL, "mt");
  SPEC_DATA(mjsActuator, e)->trntype = mjTRN_TENDON;
  set(SPEC_DATA(mjsActuator, e)->target, "t");
  addSensor(s, "fp", mjOBJ_BODY, "b", mjOBJ_BODY, "o");
  addSensor(s, "x", mjOBJ_XBODY, "a", 0, "");
  assert_true(replicate(s, s->world, frame, 2, "_"));
  fine(s);
  assert_string_equal(names(s, mjOBJ_ACTUATOR), "mo mb_0 mt_0 mb_1 mt_1");
  assert_string_equal(names(s, mjOBJ_EXCLUDE), "kept in_0 mixed_0 in_1 mixed_1");
  assert_string_equal(names(s, mjOBJ_EQUALITY), "w_0 wworld_0 w_1 wworld_1");
  assert_string_equal(names(s, mjOBJ_SENSOR), "fp_0 x_0 fp_1 x_1");
  assert_string_equal(names(s, mjOBJ_TENDON), "t_0 t_1");
  assert_int_equal(s->list[SPEC_WRAP].n, 4);
  assert_int_equal(s->diag.nwarning, 1);
  assert_non_null(strstr(diag_warningAt(&s->diag, 0), "'dropped'"));
  const mjsExclude* mixed = SPEC_DATA(mjsExclude, spec_find(s, mjOBJ_EXCLUDE, "mixed_1"));
  assert_string_equal(vec_text(mixed->bodyname1), "o");
  assert_string_equal(vec_text(mixed->bodyname2), "a_1");
  const spec_List* path = &spec_tendon(spec_find(s, mjOBJ_TENDON, "t_1"))->path;
  assert_string_equal(vec_text(spec_wrap(path->item[0])->target), "jo");
  assert_string_equal(vec_text(spec_wrap(path->item[1])->target), "ja_1");
  assert_true(spec_wrap(path->item[1])->prm == 2);
  assert_string_equal(
      vec_text(SPEC_DATA(mjsCamera, spec_find(s, mjOBJ_CAMERA, "cam_1"))->targetbody), "b_1");
  // the reference looks for o_1 and fails
  assert_string_equal(
      vec_text(SPEC_DATA(mjsCamera, spec_find(s, mjOBJ_CAMERA, "out_1"))->targetbody), "o");
  assert_string_equal(vec_text(SPEC_DATA(mjsSensor, spec_find(s, mjOBJ_SENSOR, "x_0"))->objname),
                      "a_0");
  spec_free(s);
}

// an actuator on a tendon that is dropped goes with it
static void test_dropChain(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  add(s, mjOBJ_SITE, s->world, NULL, "out");
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  add(s, mjOBJ_SITE, addBody(s, s->world, frame, "a"), NULL, "sa");
  spec_Element* t = add(s, mjOBJ_TENDON, NULL, NULL, "t");
  mjs_wrapSite(t->data, "sa");
  mjs_wrapGeom(t->data, "ga", "out");
  spec_Element* e = add(s, mjOBJ_ACTUATOR, NULL, NULL, "mt");
  SPEC_DATA(mjsActuator, e)->trntype = mjTRN_TENDON;
  set(SPEC_DATA(mjsActuator, e)->target, "t");
  assert_true(replicate(s, s->world, frame, 2, ""));
  assert_string_equal(names(s, mjOBJ_TENDON), "");
  assert_string_equal(names(s, mjOBJ_ACTUATOR), "");
  assert_int_equal(s->list[SPEC_WRAP].n, 0);
  spec_free(s);
}

// a geom on a path and its side site are both inside, or both outside, or the tendon is dropped
static void test_sideSites(void** state) {
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    spec_Spec* s = spec_make();
    add(s, mjOBJ_GEOM, s->world, NULL, "og");
    add(s, mjOBJ_SITE, s->world, NULL, "os");
    spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
    spec_Element* a = addBody(s, s->world, frame, "a");
    add(s, mjOBJ_SITE, a, NULL, "s");
    add(s, mjOBJ_SITE, a, NULL, "t");
    spec_Element* t = add(s, mjOBJ_TENDON, NULL, NULL, "t");
    mjs_wrapSite(t->data, "s");
    mjs_wrapGeom(t->data, kind & 1 ? "ga" : "og", kind & 2 ? "t" : "os");
    mjs_wrapSite(t->data, "t");
    assert_true(replicate(s, s->world, frame, 2, ""));
    assert_string_equal(names(s, mjOBJ_TENDON), kind == 0 || kind == 3 ? "t0 t1" : "");
    spec_free(s);
  }
}

// sensors that refer to nothing double with every copy
static void test_clocks(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  addSensor(s, "c", 0, "", 0, "");
  addSensor(s, "j", mjOBJ_JOINT, "ja", 0, "");
  addSensor(s, "d", 0, "", 0, "");
  assert_true(replicate(s, s->world, frame, 2, ""));
  assert_string_equal(names(s, mjOBJ_SENSOR), "c d c0 j0 d0 c1 j1 d1 c01 d01");
  // a second replicate with the same separator meets the names of the first
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "b");
  fails(s, replicate(s, s->world, frame, 2, ""), "'c0'");

  s = spec_make();
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  addSensor(s, NULL, 0, "", 0, "");
  assert_true(replicate(s, s->world, frame, 5, ""));
  assert_int_equal(s->list[mjOBJ_SENSOR].n, 32);
  spec_free(s);
}

static void test_replicateErrors(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  spec_Element* tuple = name(spec_add(s, mjOBJ_TUPLE, NULL, NULL, NULL), "t");
  const int type = mjOBJ_BODY;
  assert_true(vec_set(SPEC_DATA(mjsTuple, tuple)->objtype, &type, 1, sizeof type));
  assert_true(vec_appendText(SPEC_DATA(mjsTuple, tuple)->objname, "a"));
  fails(s, replicate(s, s->world, frame, 2, ""), "tuple");

  s = spec_make();
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  addExclude(s, NULL, "a", "later");
  fails(s, replicate(s, s->world, frame, 2, ""), "'later'");

  s = spec_make();
  addBody(s, s->world, NULL, "a1");
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  fails(s, replicate(s, s->world, frame, 2, ""),
        "model.xml:7: <replicate>: the copy <body name='a1'>");

  s = spec_make();
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  fails(s, replicate(s, s->world, frame, 2147483647, ""), "elements");

  s = spec_make();
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  fails(s, replicate(s, s->world, frame, -1, ""), "count");

  // 2^40 clocks
  s = spec_make();
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  for (int i = 0; i < 4000; i++) addSensor(s, NULL, 0, "", 0, "");
  fails(s, replicate(s, s->world, frame, 40, ""), "elements");

  s = spec_make();
  memcpy(s->pub.compiler.eulerseq, "xyq", 3);
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "a");
  fails(s, replicate(s, s->world, frame, 2, ""), "euler");
}

// ---- keyframes

static void test_replicateKeys(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  addBody(s, s->world, NULL, "o");
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "b");
  addMotor(s, "m", "jb");
  addMotor(s, "mo", "jo");
  const double qpos[2] = {1, 2}, ctrl[2] = {5, 6};
  addKey(s, "k", 2, qpos, 2, ctrl);
  addKey(s, NULL, 0, NULL, 0, NULL);
  assert_true(replicate(s, s->world, frame, 2, "-"));
  addBody(s, s->world, NULL, "p");
  assert_string_equal(names(s, mjOBJ_KEY), "k-0 -0 k-1 -1 k -");
  // joints: jo jb-0 jb-1 jp; actuators: mo m-0 m-1
  assert_string_equal(keyText(s, "k-0", KEY_QPOS, mjOBJ_JOINT), "1 2 . .");
  assert_string_equal(keyText(s, "k-1", KEY_QPOS, mjOBJ_JOINT), "1 . 2 .");
  assert_string_equal(keyText(s, "k", KEY_QPOS, mjOBJ_JOINT), "1 . . .");
  assert_string_equal(keyText(s, "k-0", KEY_CTRL, mjOBJ_ACTUATOR), ". . .");
  assert_string_equal(keyText(s, "k", KEY_CTRL, mjOBJ_ACTUATOR), "6 . .");
  assert_false(attach_keyByElement(spec_find(s, mjOBJ_KEY, "-0"), KEY_QPOS));
  assert_true(attach_keyByElement(spec_find(s, mjOBJ_KEY, "k"), KEY_QPOS));
  // a second replicate copies no keys; values of its template go to the first copy, controls are
  // lost
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "d");
  assert_true(replicate(s, s->world, frame, 2, "+"));
  assert_string_equal(names(s, mjOBJ_KEY), "k-0 -0 k-1 -1 k -");
  assert_string_equal(keyText(s, "k", KEY_QPOS, mjOBJ_JOINT), "1 . . . . .");
  assert_string_equal(keyText(s, "k", KEY_CTRL, mjOBJ_ACTUATOR), ". . .");
  spec_free(s);

  s = spec_make();
  frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  addBody(s, s->world, frame, "b");
  addKey(s, "k", 2, qpos, 0, NULL);
  fails(s, replicate(s, s->world, frame, 2, ""), "<key name='k'>: qpos: has 2 numbers");
}

static void test_nestedKeys(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  addBody(s, s->world, NULL, "o");
  spec_Element* outer = add(s, SPEC_FRAME, s->world, NULL, NULL);
  spec_Element* inner = add(s, SPEC_FRAME, s->world, outer, NULL);
  addBody(s, s->world, inner, "b");
  const double qpos[2] = {1, 2};
  addKey(s, "k", 2, qpos, 0, NULL);
  assert_true(replicate(s, s->world, inner, 2, ""));
  addBody(s, s->world, outer, "d");
  assert_true(replicate(s, s->world, outer, 2, "-"));
  assert_string_equal(names(s, mjOBJ_JOINT), "jo jb0-0 jb1-0 jd-0 jb0-1 jb1-1 jd-1");
  assert_string_equal(names(s, mjOBJ_KEY), "k0 k1 k");
  assert_string_equal(keyText(s, "k0", KEY_QPOS, mjOBJ_JOINT), "1 2 . . . . .");
  assert_string_equal(keyText(s, "k1", KEY_QPOS, mjOBJ_JOINT), "1 . 2 . . . .");
  assert_string_equal(keyText(s, "k", KEY_QPOS, mjOBJ_JOINT), "1 . . . . . .");
  spec_free(s);
}

static void test_mocapKeys(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  SPEC_DATA(mjsBody, add(s, mjOBJ_BODY, s->world, NULL, "o"))->mocap = true;
  SPEC_DATA(mjsBody, add(s, mjOBJ_BODY, s->world, frame, "b"))->mocap = true;
  spec_Element* key = addKey(s, "k", 0, NULL, 0, NULL);
  const double mpos[6] = {1, 2, 3, 4, 5, 6};
  assert_true(vec_set(SPEC_DATA(mjsKey, key)->mpos, mpos, 6, sizeof *mpos));
  assert_true(replicate(s, s->world, frame, 2, ""));
  assert_string_equal(keyText(s, "k0", KEY_MPOS, mjOBJ_BODY), ". 1 4 .");
  assert_string_equal(keyText(s, "k1", KEY_MPOS, mjOBJ_BODY), ". 1 . 4");
  assert_string_equal(keyText(s, "k", KEY_MPOS, mjOBJ_BODY), ". 1 . .");
  spec_free(s);
}

// the whole way from the file; numbers of the reference for the same text
static void test_modelKeys(void** state) {
  (void)state;
  const char* xml =
      "<mujoco><worldbody><body name='o'><joint name='jo'/><geom size='.1'/></body>"
      "<replicate count='2' offset='1 0 0' sep='-'><replicate count='2' offset='0 1 0'>"
      "<body name='b'><joint name='j'/><geom size='.1'/></body></replicate>"
      "<body name='d'><joint name='jd' type='slide'/><geom "
      "size='.1'/></body></replicate></worldbody>"
      "<actuator><motor name='m' joint='j'/><motor name='mo' joint='jo'/></actuator>"
      "<keyframe><key name='k' time='4' qpos='1 2' qvel='3 4' ctrl='5 6'/></keyframe></mujoco>";
  char error[500];
  mjModel* m = sn_loadXMLString(xml, error, sizeof error);
  if (!m) print_message("%s\n", error);
  assert_non_null(m);
  const double qpos[3][7] = {{1, 2, 0, 0, 0, 0, 0}, {1, 0, 2, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 0}};
  const double qvel[3][7] = {{3, 4, 0, 0, 0, 0, 0}, {3, 0, 4, 0, 0, 0, 0}, {3, 0, 0, 0, 0, 0, 0}};
  const double ctrl[15] = {0};
  assert_true(m->nkey == 3 && m->nq == 7 && m->nu == 5);
  assert_memory_equal(m->key_qpos, qpos, sizeof qpos);
  assert_memory_equal(m->key_qvel, qvel, sizeof qvel);
  assert_memory_equal(m->key_ctrl, ctrl, sizeof ctrl);
  assert_true(m->key_time[0] == 4 && m->key_time[1] == 4 && m->key_time[2] == 4);
  assert_string_equal(mj_id2name(m, mjOBJ_KEY, 0), "k0");
  assert_string_equal(mj_id2name(m, mjOBJ_KEY, 2), "k");
  mj_deleteModel(m);
}

// ---- attach

static void test_attachBody(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Spec* c = addChild(s, true);
  assert_true(attach_model(s, s->world, NULL, "c", "A", NULL, "x", here));
  fine(s);
  assert_string_equal(names(s, mjOBJ_BODY), "world xA xC");
  assert_string_equal(names(s, mjOBJ_JOINT), "xjA xjC");
  assert_string_equal(names(s, mjOBJ_GEOM), "xgA xgq xgC");
  assert_string_equal(names(s, mjOBJ_MATERIAL), "xm");
  assert_string_equal(names(s, mjOBJ_EXCLUDE), "xew");
  assert_string_equal(names(s, mjOBJ_EQUALITY), "xw");
  assert_string_equal(names(s, mjOBJ_TENDON), "");
  assert_string_equal(names(s, mjOBJ_ACTUATOR), "xma");
  assert_string_equal(names(s, mjOBJ_SENSOR), "xcl xfp0");
  assert_string_equal(names(s, mjOBJ_NUMERIC), "xn");
  assert_string_equal(names(s, mjOBJ_TUPLE), "xtu");
  assert_string_equal(names(s, SPEC_DEFAULT), "main xmain xq");
  assert_string_equal(names(s, SPEC_FRAME), "");
  const spec_Element* g = spec_find(s, mjOBJ_GEOM, "xgq");
  assert_string_equal(vec_text(SPEC_DATA(mjsGeom, g)->material), "xm");
  assert_string_equal(spec_name(g->def), "xq");
  assert_string_equal(vec_text(SPEC_DATA(mjsDefault, g->def)->geom->material), "xm");
  const spec_Element* a = spec_find(s, mjOBJ_BODY, "xA");
  assert_string_equal(vec_text(SPEC_DATA(mjsBody, a)->childclass), "xq");
  assert_ptr_equal(a->compiler, &c->pub.compiler);
  assert_ptr_equal(copy_origin(a), c);
  assert_ptr_equal(a->spec, s);
  assert_null(a->frame);
  assert_string_equal(vec_text(SPEC_DATA(mjsActuator, s->list[mjOBJ_ACTUATOR].item[0])->target),
                      "xjA");
  // the child is as it was
  assert_string_equal(names(c, mjOBJ_BODY), "world A C B");
  assert_string_equal(vec_text(SPEC_DATA(mjsActuator, c->list[mjOBJ_ACTUATOR].item[0])->target),
                      "jA");

  // B with the same prefix: the material exists already
  fails(s, attach_model(s, s->world, NULL, "c", "B", NULL, "x", here), "'xm'");
}

// references are looked up in the merged model: parts of one child meet again
static void test_attachParts(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Spec* c = addChild(s, false);
  spec_remove(spec_find(c, mjOBJ_NUMERIC, "n"));
  spec_remove(spec_find(c, mjOBJ_SENSOR, "cl"));
  spec_remove(spec_find(c, mjOBJ_SENSOR, "fp0"));
  spec_remove(spec_find(c, mjOBJ_TUPLE, "tu"));
  spec_remove(spec_find(c, mjOBJ_ACTUATOR, "ma"));
  spec_remove(spec_find(c, mjOBJ_EXCLUDE, "ew"));
  spec_remove(spec_find(c, mjOBJ_EQUALITY, "w"));
  assert_true(attach_model(s, s->world, NULL, "c", "A", "", "x", here));
  assert_true(attach_model(s, s->world, NULL, "c", "B", "", "x", here));
  assert_string_equal(names(s, mjOBJ_BODY), "world xA xC xB");
  assert_string_equal(names(s, mjOBJ_EXCLUDE), "xe");
  assert_string_equal(names(s, mjOBJ_EQUALITY), "xw2");
  assert_string_equal(names(s, mjOBJ_TENDON), "xt");
  assert_string_equal(names(s, mjOBJ_ACTUATOR), "xmb");
  assert_string_equal(names(s, mjOBJ_SENSOR), "xfp");
  assert_string_equal(names(s, SPEC_DEFAULT), "main xmain xq");
  spec_free(s);
}

static void test_attachWorld(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  addChild(s, true);
  spec_Element* p = addBody(s, s->world, NULL, "P");
  spec_Element* f = add(s, SPEC_FRAME, p, NULL, "pf");
  assert_true(attach_model(s, p, f, "c", NULL, NULL, "x", here));
  assert_string_equal(names(s, mjOBJ_BODY), "world P xA xB xC");
  assert_string_equal(names(s, mjOBJ_EXCLUDE), "xe xew");
  assert_string_equal(names(s, mjOBJ_EQUALITY), "xw xw2");
  assert_string_equal(names(s, SPEC_FRAME), "pf - xF");
  const spec_Element* wg = spec_find(s, mjOBJ_GEOM, "xwg");
  assert_ptr_equal(wg->body, p);
  assert_ptr_equal(wg->frame->frame, f);
  assert_string_equal(spec_name(spec_find(s, mjOBJ_BODY, "xA")->frame), "xF");
  assert_ptr_equal(spec_find(s, SPEC_FRAME, "xF")->frame, wg->frame);
  spec_free(s);

  s = spec_make();
  addChild(s, true);
  assert_true(attach_model(s, s->world, NULL, "c", "world", NULL, "x", here));
  assert_string_equal(names(s, mjOBJ_BODY), "world xworld xA xB xC");
  assert_string_equal(names(s, mjOBJ_EQUALITY), "xw xw2 xw3");
  spec_free(s);
}

static void test_attachSelf(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, "F");
  spec_Element* a = addBody(s, s->world, frame, "A");
  spec_Element* p = addBody(s, s->world, NULL, "P");
  add(s, mjOBJ_TEXT, NULL, NULL, "t");
  addMotor(s, "ma", "jA");
  addExclude(s, NULL, "A", "P");
  addSensor(s, "c", 0, "", 0, "");
  const double qpos[2] = {3, 4}, ctrl[1] = {2};
  addKey(s, "k", 2, qpos, 1, ctrl);
  assert_true(attach_model(s, p, NULL, "", "A", NULL, "x", here));
  assert_string_equal(names(s, mjOBJ_BODY), "world A P xA");
  assert_string_equal(names(s, mjOBJ_TEXT), "t");
  assert_string_equal(names(s, mjOBJ_ACTUATOR), "ma xma");
  assert_string_equal(names(s, mjOBJ_SENSOR), "c xc");
  assert_int_equal(s->list[mjOBJ_EXCLUDE].n, 2);
  assert_string_equal(names(s, SPEC_DEFAULT), "main");
  const mjsExclude* e = SPEC_DATA(mjsExclude, s->list[mjOBJ_EXCLUDE].item[1]);
  assert_string_equal(vec_text(e->bodyname1), "xA");
  assert_string_equal(vec_text(e->bodyname2), "P");
  assert_string_equal(names(s, mjOBJ_KEY), "k xk");
  assert_int_equal(((spec_Vec*)SPEC_DATA(mjsKey, s->list[mjOBJ_KEY].item[0])->qpos)->size, 2);
  assert_string_equal(keyText(s, "xk", KEY_QPOS, mjOBJ_JOINT), ". 4 3");
  assert_string_equal(keyText(s, "xk", KEY_CTRL, mjOBJ_ACTUATOR), ". 2");
  // frame, into a body inside itself: the copy holds what is there before
  s->list[mjOBJ_KEY].n = 0;
  assert_true(attach_model(s, a, NULL, NULL, NULL, "F", "y", here));
  assert_string_equal(names(s, mjOBJ_BODY), "world A P xA yA");
  assert_string_equal(names(s, SPEC_FRAME), "F yF");
  assert_ptr_equal(spec_find(s, SPEC_FRAME, "yF")->body, a);
  fails(s, attach_model(s, p, NULL, NULL, "A", NULL, "", here), "'A'");
}

static void test_attachKeys(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  addBody(s, s->world, NULL, "o");
  spec_Spec* c = addChild(s, false);
  const double qpos[3] = {1, 9, 2}, ctrl[2] = {3, 4};  // A C B
  addKey(c, "k", 3, qpos, 2, ctrl);
  addKey(c, NULL, 3, qpos, 0, NULL);
  assert_true(attach_model(s, s->world, NULL, "c", "B", NULL, "x", here));
  assert_string_equal(names(s, mjOBJ_JOINT), "jo xjB");
  assert_string_equal(names(s, mjOBJ_KEY), "xk x");
  assert_string_equal(keyText(s, "xk", KEY_QPOS, mjOBJ_JOINT), ". 2");
  assert_string_equal(keyText(s, "xk", KEY_CTRL, mjOBJ_ACTUATOR), "4");
  assert_false(attach_keyByElement(spec_find(s, mjOBJ_KEY, "x"), KEY_CTRL));
  // the reference puts the value of yjA into xk too
  assert_true(attach_model(s, s->world, NULL, "c", "A", NULL, "y", here));
  assert_string_equal(keyText(s, "xk", KEY_QPOS, mjOBJ_JOINT), ". 2 . .");
  assert_string_equal(keyText(s, "yk", KEY_QPOS, mjOBJ_JOINT), ". . 1 9");
  // inside a replicate: one key, values in the first copy, controls lost; a copy of the spec keeps
  // them
  spec_Element* frame = add(s, SPEC_FRAME, s->world, NULL, NULL);
  assert_true(attach_model(s, s->world, frame, "c", "B", NULL, "z", here));
  assert_true(replicate(s, s->world, frame, 2, ""));
  assert_string_equal(names(s, mjOBJ_JOINT), "jo xjB yjA yjC zjB0 zjB1");
  assert_string_equal(keyText(s, "zk", KEY_QPOS, mjOBJ_JOINT), ". . . . 2 .");
  assert_string_equal(keyText(s, "zk", KEY_CTRL, mjOBJ_ACTUATOR), ". . . .");
  spec_Spec* copy = copy_spec(s);
  spec_free(s);
  assert_string_equal(keyText(copy, "yk", KEY_QPOS, mjOBJ_JOINT), ". . 1 9 . .");
  spec_free(copy);

  s = spec_make();
  c = addChild(s, false);
  addKey(c, "k", 2, qpos, 0, NULL);
  fails(s, attach_model(s, s->world, NULL, "c", "B", NULL, "x", here), "has 2 numbers");
}

static void test_attachErrors(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  fails(s, attach_model(s, s->world, NULL, "c", "B", NULL, "x", here),
        "model.xml:7: <attach>: model: ");
  s = spec_make();
  addChild(s, true);
  fails(s, attach_model(s, s->world, NULL, "c", "none", NULL, "x", here), "has no 'none'");
  s = spec_make();
  fails(s, attach_model(s, s->world, NULL, NULL, NULL, "none", "x", here), "above this line");
  s = spec_make();
  fails(s, attach_model(s, s->world, NULL, NULL, NULL, NULL, "x", here), "nothing to attach");
  s = spec_make();
  addChild(s, true);
  fails(s, attach_model(s, s->world, NULL, "c", "A", "F", "x", here), "only one");
  s = spec_make();
  addChild(s, true);
  addBody(s, s->world, NULL, "xC");
  fails(s, attach_model(s, s->world, NULL, "c", "A", NULL, "x", here), "'xC'");
}

// doubling by attaching a body into itself again and again stops at the limit
static void test_attachLimit(void** state) {
  (void)state;
  spec_Spec* s = spec_make();
  spec_Element* a = add(s, mjOBJ_BODY, s->world, NULL, "A");
  for (int i = 0; i < 20; i++) add(s, mjOBJ_SITE, a, NULL, NULL);
  copy_Job job = copy_begin(s, s, "", "", here);
  assert_true(copy_room(&job, COPY_LIMIT - 30));
  assert_false(copy_room(&job, COPY_LIMIT));
  copy_end(&job);
  assert_non_null(strstr(diag_text(&s->diag), "elements"));
  spec_free(s);
}

// ---- conflicts of options

typedef struct {
  double timestep;
  int iterations, disable, nuserdata;
  bool ok;
  int warnings;
} Outcome;

static Outcome conflict(mjtConflict policy, bool both, bool gravity) {
  spec_Spec* s = spec_make();
  spec_Spec* c = addChild(s, false);
  mjSpec *parent = &s->pub, *child = &c->pub;
  parent->compiler.conflict = policy;
  child->option.timestep = 0.001;
  child->option.iterations = 7;
  child->option.density = 5;  // not marked as written: set by a program
  child->nuserdata = 3;
  child->option.disableflags = mjDSBL_CONTACT;
  child->authored.disableflags = mjDSBL_CONTACT | mjDSBL_GRAVITY;
  authored_mark(child, &child->option.timestep);
  authored_mark(child, &child->option.iterations);
  if (both) {
    parent->option.timestep = 0.004;
    parent->option.iterations = 3;
    parent->nuserdata = 2;
    authored_mark(parent, &parent->option.timestep);
    authored_mark(parent, &parent->option.iterations);
  }
  if (gravity) {
    child->option.gravity[2] = -1;
    authored_mark(child, &child->option.gravity);
    authored_mark(parent, &parent->option.gravity);
  }
  Outcome out = {.ok = attach_model(s, s->world, NULL, "c", "B", NULL, "x", here)};
  out.timestep = parent->option.timestep;
  out.iterations = parent->option.iterations;
  out.disable = parent->option.disableflags;
  out.nuserdata = parent->nuserdata;
  out.warnings = s->diag.nwarning;
  assert_true(parent->option.density == (policy == mjCONFLICT_MERGE && out.ok ? 5 : 0));
  spec_free(s);
  return out;
}

static void test_conflict(void** state) {
  (void)state;
  Outcome out = conflict(mjCONFLICT_WARNING, true, true);
  assert_true(out.ok && out.timestep == 0.004 && out.iterations == 3 && out.nuserdata == 2);
  assert_true(out.disable == 0 && out.warnings == 1);
  out = conflict(mjCONFLICT_WARNING, false, false);
  assert_true(out.ok && out.timestep == 0.002 && out.nuserdata == 0 && out.warnings == 1);
  out = conflict(mjCONFLICT_MERGE, true, false);
  assert_true(out.ok && out.timestep == 0.001 && out.iterations == 7 && out.nuserdata == 3);
  assert_true(out.disable == mjDSBL_CONTACT && out.warnings == 1);
  out = conflict(mjCONFLICT_MERGE, false, false);
  assert_true(out.ok && out.timestep == 0.001 && out.iterations == 7 && out.nuserdata == 3);
  out = conflict(mjCONFLICT_MERGE, true, true);
  assert_true(!out.ok && out.timestep == 0.004 && out.disable == 0);
  out = conflict(mjCONFLICT_ERROR, false, false);
  assert_true(out.ok && out.timestep == 0.002 && out.nuserdata == 0 && out.disable == 0);
  out = conflict(mjCONFLICT_ERROR, true, false);
  assert_false(out.ok);
}

// bits as the reference numbers them
static void test_authored(void** state) {
  (void)state;
  mjSpec s = {0};
  authored_mark(&s, &s.option.timestep);
  authored_mark(&s, &s.option.o_friction);
  authored_mark(&s, &s.option.sdf_initpoints);
  authored_mark(&s, &s.option.sdf_iterations);
  assert_true(s.authored.option == (1u | 1u << 15 | 1u << 27 | 1u << 28));
  authored_mark(&s, &s.visual.global.realtime);
  authored_mark(&s, &s.visual.global.bvactive);
  assert_true(s.authored.visual_global == (1u << 8 | 1u << 12));
  authored_mark(&s, &s.visual.headlight.active);
  assert_true(s.authored.visual_headlight == 1u << 3);
  authored_mark(&s, &s.visual.map.zfar);
  assert_true(s.authored.visual_map == 1u << 8);
  authored_mark(&s, &s.visual.rgba.bvactive);
  assert_true(s.authored.visual_rgba == 1u << 24);
  authored_mark(&s, &s.compiler.degree);
  authored_mark(&s, &s.compiler.texturedir);
  assert_true(s.compiler.authored == (1u << 6 | 1u << 18));
  authored_mark(&s, &s.nkey);
  authored_mark(&s, &state);
  assert_true(authored_has(&s, &s.visual.map.zfar) && !authored_has(&s, &s.visual.map.znear));
}

// ---- mjs_attach

static void test_attachCalls(void** state) {
  (void)state;
  mjSpec* p = mj_makeSpec();
  mjSpec* c = mj_makeSpec();
  mjs_setString(c->modelname, "kid");
  c->compiler.degree = false;
  spec_Spec *sp = spec_spec(p), *sc = spec_spec(c);
  spec_Element* a = addBody(sp, sp->world, NULL, "A");
  spec_Element* pf = add(sp, SPEC_FRAME, a, NULL, "PF");
  spec_Element* sf = add(sp, SPEC_FRAME, a, NULL, "SF");
  spec_Element* site = add(sp, mjOBJ_SITE, a, sf, "ps");
  SPEC_DATA(mjsSite, site)->pos[0] = 5;
  spec_Element* f = add(sc, SPEC_FRAME, sc->world, NULL, "F");
  spec_Element* b = addBody(sc, sc->world, f, "B");
  b->where = (diag_Where){"kid.xml", 3};
  addMotor(sc, "mo", "jB");
  mjsElement* e = mjs_attach(&pf->head, &b->head, "x", "y");
  assert_string_equal(mjs_getString(mjs_getName(e)), "xBy");
  assert_int_equal(e->elemtype, mjOBJ_BODY);
  assert_ptr_equal(mjs_getFrame(e), pf->data);
  assert_null(mjs_attach(&a->head, &b->head, "bb", ""));  // a body needs a frame
  assert_non_null(strstr(mjs_getError(p), "frame or site"));
  e = mjs_attach(&a->head, &f->head, "p", "");
  assert_string_equal(mjs_getString(mjs_getName(e)), "pF");
  assert_string_equal(mjs_getError(p), "");
  e = mjs_attach(&site->head, &b->head, "s", NULL);
  const mjsFrame* at = mjs_getFrame(e);
  assert_true(at->pos[0] == 5);
  assert_ptr_equal(mjs_getFrame(at->element), sf->data);
  e = mjs_attach(&a->head, c->element, "w", NULL);
  assert_int_equal(e->elemtype, mjOBJ_FRAME);
  assert_string_equal(mjs_getString(mjs_getName(e)), "");
  assert_non_null(mjs_findBody(p, "wB"));
  assert_null(mjs_attach(p->element, &b->head, "q", ""));
  assert_null(mjs_attach(&pf->head, &site->head, "q", ""));
  assert_null(mjs_attach(&pf->head, &b->head, "x", "y"));
  assert_string_equal(names(sp, mjOBJ_ACTUATOR), "xmoy pmo smo wmo");
  // the child may be deleted; it stays as long as something refers to its settings and file names
  mj_deleteSpec(c);
  assert_ptr_equal(mjs_findSpec(p, "kid"), c);
  const mjsElement* wb = mjs_findBody(p, "wB")->element;
  assert_string_equal(mjs_getString(mjs_getOriginSpec(wb)->modelname), "kid");
  assert_false(mjs_getCompiler(wb)->degree);
  assert_string_equal(spec_of(wb)->where.file, "kid.xml");
  assert_int_equal(sp->list[SPEC_MODEL].n, 0);
  mjSpec* copy = mj_copySpec(p);
  mj_deleteSpec(p);
  wb = mjs_findBody(copy, "wB")->element;
  assert_false(mjs_getCompiler(wb)->degree);
  assert_ptr_equal(mjs_getOriginSpec(wb), c);
  assert_string_equal(spec_of(wb)->where.file, "kid.xml");
  mj_deleteSpec(copy);
}

// ---- memory

// everything at once; false if any of it failed
static bool everything(spec_Spec* s) {
  spec_Element* frame = spec_find(s, SPEC_FRAME, "template");
  spec_Element* p = spec_find(s, mjOBJ_BODY, "P");
  return attach_model(s, p, frame, "c", NULL, NULL, "x", here) && replicate(s, p, frame, 30, "-") &&
         attach_model(s, s->world, NULL, NULL, "P", NULL, "self", here);
}

static spec_Spec* scene(void) {
  spec_Spec* s = spec_make();
  spec_Spec* c = addChild(s, true);
  spec_Element* p = addBody(s, s->world, NULL, "P");
  add(s, SPEC_FRAME, p, NULL, "template");
  const double qpos[3] = {1, 2, 3};
  addKey(c, "k", 3, qpos, 0, NULL);
  spec_remove(spec_find(c, mjOBJ_SENSOR, "cl"));
  spec_remove(spec_find(c, mjOBJ_TUPLE, "tu"));
  return s;
}

static void test_memory(void** state) {
  (void)state;
  long failures = 0;
  for (long i = 1;; i++) {
    heap_watch(0);
    spec_Spec* s = scene();
    heap_calls = 0;
    heap_failAt = i;
    const bool ok = everything(s);
    const bool reached = heap_calls >= i;
    heap_failAt = 0;
    if (reached) {
      assert_false(ok);
      assert_true(s->diag.failed);
      assert_true(*diag_text(&s->diag));
      failures++;
    } else {
      fine(s);
      assert_true(ok);
    }
    spec_free(s);
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (!reached) break;
  }
  printf("attach and replicate: %ld allocations failed in turn\n", failures);
  assert_true(failures > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_poses),           cmocka_unit_test(test_suffix),
      cmocka_unit_test(test_countZero),       cmocka_unit_test(test_nested),
      cmocka_unit_test(test_references),      cmocka_unit_test(test_dropChain),
      cmocka_unit_test(test_sideSites),       cmocka_unit_test(test_clocks),
      cmocka_unit_test(test_replicateErrors), cmocka_unit_test(test_replicateKeys),
      cmocka_unit_test(test_nestedKeys),      cmocka_unit_test(test_mocapKeys),
      cmocka_unit_test(test_modelKeys),       cmocka_unit_test(test_attachBody),
      cmocka_unit_test(test_attachParts),     cmocka_unit_test(test_attachWorld),
      cmocka_unit_test(test_attachSelf),      cmocka_unit_test(test_attachKeys),
      cmocka_unit_test(test_attachErrors),    cmocka_unit_test(test_attachLimit),
      cmocka_unit_test(test_conflict),        cmocka_unit_test(test_authored),
      cmocka_unit_test(test_attachCalls),     cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
