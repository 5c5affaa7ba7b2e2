// Keyframes, custom data, names, sizes, memory and bounding volumes against figures of the
// reference.
#include "compile_build.h"

// m, m2: mocap; then a free body, a body with slide (ref 30) and ball, and one with a hinge (ref 30
// degrees)
static spec_Spec* scene(void) {
  spec_Spec* spec = spec_make();
  spec_Element* m = addBody(spec->world, "m", 1, 2, 3);
  mjsBody* mocap = m->data;
  mocap->mocap = true;
  mocap->alt.type = mjORIENTATION_EULER;
  mocap->alt.euler[0] = 90;
  spec_Element* m2 = addBody(spec->world, "m2", 4, 5, 6);
  mocap = m2->data;
  mocap->mocap = true;
  mocap->quat[0] = 0, mocap->quat[1] = 2;
  spec_Element* free = addBody(spec->world, "free", 7, 8, 9);
  addJoint(free, "", mjJNT_FREE);
  addGeom(free, "", 0.1);
  spec_Element* both = addBody(spec->world, "both", 0, 0, 1);
  addJoint(both, "h", mjJNT_SLIDE)->ref = 30;
  addJoint(both, "", mjJNT_BALL);
  addGeom(both, "", 0.1);
  spec_Element* last = addBody(spec->world, "last", 0, 0, 0);
  addJoint(last, "hh", mjJNT_HINGE)->ref = 30;
  addGeom(last, "", 0.1);
  mjsActuator* a = addActuator(spec, "act", mjTRN_JOINT, "hh");
  a->dyntype = mjDYN_INTEGRATOR;
  return spec;
}

static mjsKey* addKey(spec_Spec* spec, const char* name) {
  return add(spec, mjOBJ_KEY, NULL, name)->data;
}

#define SET(vec, ...)                                                                              \
  setDoubles(vec, (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)), (double[]){__VA_ARGS__})

static const double tiny = 4e-16;  // rounding of trigonometry

static void absentVectors(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addKey(spec, "k")->time = 2;
  spec->pub.nkey = 2;
  mjModel* m = compileSpec(spec);
  assert_int_equal(m->nkey, 2);
  CHECK_NUMS(m->key_time, 0, 2, 0);
  CHECK_NUMS(m->key_qpos + 13, tiny, 7, 8, 9, 1, 0, 0, 0, 30, 1, 0, 0, 0, 0.5235987755982988);
  CHECK_NUMS(m->key_mpos, 0, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6);
  CHECK_NUMS(m->key_mquat + 8, tiny, 0.7071067811865476, 0.7071067811865475, 0, 0, 0, 1, 0, 0);
  assert_string_equal(mj_id2name(m, mjOBJ_KEY, 0), "k");
  assert_null(mj_id2name(m, mjOBJ_KEY, 1));
  mj_deleteModel(m);
}

static void shortVectors(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjsKey* key = addKey(spec, "");
  SET(key->qpos, 1);
  SET(key->qvel, 1);
  SET(key->ctrl, 3);
  SET(key->act, 4);
  SET(key->mpos, 1, 1, 1, 2);
  SET(key->mquat, 0, 0, 0, 0);
  key = addKey(spec, "");
  SET(key->qpos, 1, 2, 3, 0, 1e-16, 0, 0, 4, 1e-8, 0, 0, 0, 1);
  SET(key->mquat, 1, 1, 0, 0, 0, 0, 1e-6, 0);
  SET(key->mpos, 1);
  mjModel* m = compileSpec(spec);
  CHECK_NUMS(m->key_qpos, 0, 1, 0, 0, 1, 0, 0, 0, 30, 1, 0, 0, 0, 30);
  CHECK_NUMS(m->key_qvel, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  CHECK_NUMS(m->key_act, 0, 4, 0);
  CHECK_NUMS(m->key_ctrl, 0, 3, 0);
  CHECK_NUMS(m->key_mpos, 0, 1, 1, 1, 4, 5, 6, 1, 2, 3, 4, 5, 6);
  CHECK_NUMS(m->key_mquat, tiny, 0, 0, 0, 0, 0, 1, 0, 0, 0.7071067811865475, 0.7071067811865475, 0,
             0, 0, 0, 1, 0);
  CHECK_NUMS(m->key_qpos + 13, tiny, 1, 2, 3, 1, 0, 0, 0, 4, 1, 0, 0, 0, 1);
  mj_deleteModel(m);
}

static void longVectors(void** state) {
  (void)state;
  static const struct {
    size_t offset;
    int n;
    const char* message;
  } cases[] = {
      {offsetof(mjsKey, qpos), 14, "qpos: 14 numbers, but the model has 13"},
      {offsetof(mjsKey, qvel), 12, "qvel: 12 numbers, but the model has 11"},
      {offsetof(mjsKey, act), 2, "act: 2 numbers"},
      {offsetof(mjsKey, ctrl), 2, "ctrl: 2 numbers"},
      {offsetof(mjsKey, mpos), 7, "mpos: 7 numbers"},
      {offsetof(mjsKey, mquat), 9, "mquat: 9 numbers"},
  };
  static const double zeros[20];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    spec_Spec* spec = scene();
    mjsKey* key = addKey(spec, "");
    mjDoubleVec* vec;
    memcpy(&vec, (char*)key + cases[i].offset, sizeof vec);
    setDoubles(vec, cases[i].n, zeros);
    expectError(spec, cases[i].message);
  }
}

// ---- custom data and names

static mjsTuple* addTuple(spec_Spec* spec, int n, const int* type, const char* const* name) {
  static const double prm[] = {2, 0, 0, 0, 0};
  mjsTuple* tuple = add(spec, mjOBJ_TUPLE, NULL, "tu")->data;
  vec_set(tuple->objtype, type, n, sizeof *type);
  for (int i = 0; i < n; i++) vec_appendText(tuple->objname, name[i]);
  setDoubles(tuple->objprm, n, prm);
  return tuple;
}

static mjsNumeric* addNumeric(spec_Spec* spec, const char* name, int size, int n) {
  static const double data[] = {1, 2, 3};
  mjsNumeric* numeric = add(spec, mjOBJ_NUMERIC, NULL, name)->data;
  numeric->size = size;
  setDoubles(numeric->data, n, data);
  return numeric;
}

static void customData(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addNumeric(spec, "n", 3, 2);
  addNumeric(spec, "n2", 2, 2);
  addNumeric(spec, "n3", 2, 0);
  vec_setText(SPEC_DATA(mjsText, add(spec, mjOBJ_TEXT, NULL, "t"))->data, "hello");
  vec_setText(SPEC_DATA(mjsText, add(spec, mjOBJ_TEXT, NULL, "u"))->data, "x");
  static const int type[] = {mjOBJ_BODY, mjOBJ_XBODY, mjOBJ_ACTUATOR, mjOBJ_TEXT, mjOBJ_TUPLE};
  static const char* const name[] = {"world", "m2", "act", "u", "tu"};
  addTuple(spec, 5, type, name);
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->numeric_adr, m->nnumeric, 0, 3, 5);
  CHECK_INTS(m->numeric_size, m->nnumeric, 3, 2, 2);
  CHECK_NUMS(m->numeric_data, 0, 1, 2, 0, 1, 2, 0, 0);
  CHECK_INTS(m->text_adr, m->ntext, 0, 6);
  CHECK_INTS(m->text_size, m->ntext, 6, 2);
  assert_memory_equal(m->text_data, "hello\0x", 8);
  CHECK_INTS(m->tuple_objtype, m->ntupledata, 1, 2, 19, 22, 23);
  CHECK_INTS(m->tuple_objid, m->ntupledata, 0, 2, 0, 1, 0);
  CHECK_NUMS(m->tuple_objprm, 0, 2, 0, 0, 0, 0);
  assert_int_equal(m->npaths, 1);
  assert_string_equal(m->names, "MuJoCo Model");
  assert_int_equal(m->nnames_map, 2 * (m->nbody + m->njnt + m->ngeom + 1 + 3 + 2 + 1));
  for (int i = 0; i < m->nbody; i++)
    assert_int_equal(mj_name2id(m, mjOBJ_BODY, mj_id2name(m, mjOBJ_BODY, i)), i);
  mj_deleteModel(m);
}

static void refusedCustom(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  addNumeric(spec, "n", 2, 3);
  expectError(spec, "data: 3 numbers, but size is 2");
  spec = scene();
  addNumeric(spec, "n", 0, 0);
  expectError(spec, "size: 0 numbers");
  spec = scene();
  add(spec, mjOBJ_TEXT, NULL, "t");
  expectError(spec, "the text is empty");
  static const int type[] = {mjOBJ_BODY, mjOBJ_DOF, 1000};
  static const char* const name[] = {"nowhere", "h", "h"};
  for (int i = 0; i < 3; i++) {
    spec = scene();
    addTuple(spec, 1, type + i, name + i);
    expectError(spec, i < 2 ? "named" : "needs an objtype");
  }
  spec = scene();
  addTuple(spec, 0, type, name);
  expectError(spec, "it is empty");
  spec = scene();
  setDoubles(addTuple(spec, 1, type, name)->objprm, 0, NULL);
  expectError(spec, "as many of each");
}

// ---- sizes

static void userData(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  SET(SPEC_DATA(mjsBody, spec_find(spec, mjOBJ_BODY, "m"))->userdata, 1, 2);
  spec->pub.nuser_jnt = 3;
  spec->pub.nuserdata = 4;
  mjModel* m = compileSpec(spec);
  assert_int_equal(m->nuser_body, 2);
  assert_int_equal(m->nuser_jnt, 3);
  assert_int_equal(m->nuser_geom, 0);
  assert_int_equal(m->nuserdata, 4);
  CHECK_NUMS(m->body_user, 0, 0, 0, 1, 2, 0, 0);
  mj_deleteModel(m);
  spec = scene();
  SET(SPEC_DATA(mjsBody, spec_find(spec, mjOBJ_BODY, "m"))->userdata, 1, 2);
  spec->pub.nuser_body = 1;
  expectError(spec, "user: 2 numbers, but nuser_body is 1");
  spec = scene();
  spec->pub.nuser_cam = -2;
  expectError(spec, "nuser_cam is -2");
  spec = scene();
  spec->pub.nuserdata = -1;
  expectError(spec, "nuserdata is -1");
}

static void expectArena(int njmax, int nconmax, mjtSize memory, mjtSize nstack, mjtSize narena) {
  spec_Spec* spec = scene();
  spec->pub.njmax = njmax;
  spec->pub.nconmax = nconmax;
  spec->pub.memory = memory;
  spec->pub.nstack = nstack;
  mjModel* m = compileSpec(spec);
  assert_int_equal(m->narena, narena);
  assert_int_equal(m->njmax, njmax);
  assert_int_equal(m->nconmax, nconmax);
  mj_deleteModel(m);
}

static void memory(void** state) {
  (void)state;
  expectArena(-1, -1, -1, -1, 14680064);
  expectArena(10, 1000, -1, -1, 1048576);
  expectArena(-1, 1000, 10485760, -1, 10485760);
  expectArena(-1, -1, -1, 5, 4194304);
  spec_Spec* spec = scene();
  spec->pub.njmax = 2147483647;
  expectError(spec, "need more memory than can be addressed");
}

static void totalMass(void** state) {
  (void)state;
  spec_Spec* spec = scene();
  mjModel* m = compileSpec(spec);
  double before = m->body_mass[3], inertia = m->body_inertia[9];
  mj_deleteModel(m);
  spec = scene();
  spec->pub.compiler.settotalmass = 6;
  m = compileSpec(spec);
  assert_true(__builtin_fabs(mju_sum(m->body_mass, (int)m->nbody) - 6) < 1e-14);
  assert_true(__builtin_fabs(m->body_inertia[9] / inertia - m->body_mass[3] / before) < 1e-14);
  mj_deleteModel(m);
}

// ---- bounding volumes

static void boundingVolumes(void** state) {
  (void)state;
  spec_Spec* spec = spec_make();
  mjsGeom* g = addGeom(spec->world, "", 1);
  g->type = mjGEOM_PLANE, g->size[1] = g->size[2] = 1;
  addBody(spec->world, "empty", 0, 0, 0);
  spec_Element* body = addBody(spec->world, "b", 0, 0, 0);
  addGeom(body, "", 0.1);
  addGeom(body, "", 0.2)->pos[0] = 1;
  g = addGeom(body, "", 0.1);
  g->type = mjGEOM_BOX, g->size[1] = 0.2, g->size[2] = 0.3, g->pos[1] = 2;
  g->alt.type = mjORIENTATION_EULER;
  g->alt.euler[0] = 10, g->alt.euler[1] = 20, g->alt.euler[2] = 30;
  g = addGeom(body, "", 0.1);
  g->type = mjGEOM_CAPSULE, g->size[1] = 0.2, g->pos[2] = 1;
  g = addGeom(body, "", 0.3);
  g->contype = g->conaffinity = 0;
  mjModel* m = compileSpec(spec);
  CHECK_INTS(m->body_bvhadr, m->nbody, 0, -1, 1);
  CHECK_INTS(m->body_bvhnum, m->nbody, 1, 0, 7);
  CHECK_INTS(m->bvh_depth, m->nbvh, 0, 0, 1, 2, 2, 1, 2, 2);
  CHECK_INTS(m->bvh_child, 2 * m->nbvh, -1, -1, 1, 4, 2, 3, -1, -1, -1, -1, 5, 6, -1, -1, -1, -1);
  CHECK_INTS(m->bvh_nodeid, m->nbvh, 0, -1, -1, 3, 1, -1, 2, 4);
  CHECK_NUMS(m->bvh_aabb, 0, 0, 0, -5e9, 1e10, 1e10, 5e9);
  CHECK_NUMS(m->bvh_aabb + 6, 1e-14, 0.3986175197077486, -0.2062593565148902, -0.5416608606753224,
             0.7302158426319996, 0.8437050005048119, 1.3143237134352699, 0.014845912387376758,
             0.0393003159921424, -0.6604673273829746, 0.3464442353116277, 0.2665355461365467,
             1.1955172467276176, 0.014845912387376758, -0.031262885834242526, -1.5639344000045086,
             0.3464442353116277, 0.19597234431016175, 0.2920501741060837, -0.15390832679407812,
             0.17245133783133962, 0.41849404052862804, 0.13124440841245794, 0.13338452429734945,
             0.11655587881601492, 0.4904610579933997, -0.2062593565148902, 0.5395510951279177,
             0.6383723043463485, 0.8437050005048119, 0.23311175763202988, 0.11457757047196698,
             -0.7831953084250033, 0.5395510951279177, 0.2624888168249158, 0.26676904859469885,
             0.23311175763202988, 0.8056727404737288, 0.4487928227157002, 0.47178155382291953,
             0.32316062186601935, 0.18865282127422156, 0.12721338147487327);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(absentVectors),   cmocka_unit_test(shortVectors),
      cmocka_unit_test(longVectors),     cmocka_unit_test(customData),
      cmocka_unit_test(refusedCustom),   cmocka_unit_test(userData),
      cmocka_unit_test(memory),          cmocka_unit_test(totalMass),
      cmocka_unit_test(boundingVolumes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
