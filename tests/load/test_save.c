// Saving as MJCF: what is saved loads again as the same model. Every model of ours makes the round
// trip; so does every public model that loads, if ../shared is there. Numbers that a program
// changes are saved too.
#define _XOPEN_SOURCE 700  // nftw
#include <dirent.h>
#include <ftw.h>
#include <math.h>
#include <sys/stat.h>

#include "support.h"

#include "base/path.h"
#include "base/text.h"
#include "mjcf/write_parts.h"
#include "model/fields.h"
#include "spec/spec.h"

enum { MAX_TEXT = 64 << 20, MANY_MESHES = 12 };

// many meshes take a minute under sanitizers
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static char saved[MAX_TEXT];

// ---- comparison

// greatest difference of an array, relative to 1 or to the number; whole numbers count fully
static double arrayError(const field_Field* f, const mjModel* a, const mjModel* b, mjtSize* at) {
  const mjtSize n = field_count(f, a, NULL);
  const void *x = field_get(f, a), *y = field_get(f, b);
  double worst = 0;
  for (mjtSize i = 0; i < n; i++) {
    double p, q;
    if (f->type == FIELD_NUM) {
      p = ((const mjtNum*)x)[i], q = ((const mjtNum*)y)[i];
    } else if (f->type == FIELD_FLOAT) {
      p = (double)((const float*)x)[i], q = (double)((const float*)y)[i];
    } else if (f->type == FIELD_INT) {
      p = ((const int*)x)[i], q = ((const int*)y)[i];
    } else if (f->type == FIELD_SIZE) {
      p = (double)((const mjtSize*)x)[i], q = (double)((const mjtSize*)y)[i];
    } else {
      p = ((const unsigned char*)x)[i], q = ((const unsigned char*)y)[i];
    }
    const double scale = f->type == FIELD_NUM || f->type == FIELD_FLOAT ? fmax(1, fabs(p)) : 1;
    const double error = p == q || (p != p && q != q) ? 0 : fabs(p - q) / scale;
    if (error > worst || error != error) worst = error == error ? error : HUGE_VAL, *at = i;
  }
  return worst;
}

// names of files say where they were found, which may change
static bool isFileName(const char* field) {
  return strstr(field, "path") != NULL || !strcmp(field, "nbuffer");
}

// settings are compared by their bytes
static bool sameSettings(const mjModel* a, const mjModel* b) {
  return !memcmp(&a->opt, &b->opt, sizeof a->opt) && !memcmp(&a->vis, &b->vis, sizeof a->vis) &&
         a->flg_gravcomp == b->flg_gravcomp && a->flg_surfacevel == b->flg_surfacevel &&
         a->flg_adhesion == b->flg_adhesion &&
         (a->signature == b->signature || a->npaths != b->npaths);
}

// greatest difference of two models; infinite if they have other sizes
static double modelError(const mjModel* a, const mjModel* b, const char* what) {
  int n;
  const field_Field* size = field_modelSizes(&n);
  for (int i = 0; i < n; i++) {
    const mjtSize x = *(const mjtSize*)(const void*)((const char*)a + size[i].offset);
    const mjtSize y = *(const mjtSize*)(const void*)((const char*)b + size[i].offset);
    if (x == y || isFileName(size[i].name)) continue;
    print_message("%s: %s is %lld, then %lld\n", what, size[i].name, (long long)x, (long long)y);
    return HUGE_VAL;
  }
  double worst = 0;
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    mjtSize at = 0;
    if (isFileName(table.field[i].name)) continue;
    const double error = arrayError(&table.field[i], a, b, &at);
    if (error > 1e-12)
      print_message("%s: %s[%lld] differs by %g\n", what, table.field[i].name, (long long)at,
                    error);
    worst = fmax(worst, error);
  }
  const double *s = &a->stat.meaninertia, *t = &b->stat.meaninertia;
  for (size_t i = 0; i < sizeof a->stat / sizeof *s; i++)
    worst = fmax(worst, fabs(s[i] - t[i]) / fmax(1, fabs(s[i])));
  if (!sameSettings(a, b)) {
    print_message("%s: settings differ\n", what);
    return HUGE_VAL;
  }
  return worst;
}

// ---- the round trip

typedef struct {
  int models, exact, skipped, large, failed;
  double worst;
} Tally;

// the saved text, read as if it stood beside the file
static mjModel* reload(const char* text, const char* beside) {
  char error[2000] = "", folder[1000];
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s) {
    print_message("%s: saved text is refused: %s\n", beside, error);
    return NULL;
  }
  snprintf(folder, sizeof folder, "%.*s", (int)path_dirLength(beside), beside);
  mjs_setString(s->modelfiledir, folder);
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_message("%s: saved text does not compile: %s\n", beside, mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

static void roundTrip(const char* path, Tally* tally) {
  char error[2000] = "";
  mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
  if (SANITIZED && s && spec_spec(s)->list[mjOBJ_MESH].n > MANY_MESHES) {
    tally->large++;
    mj_deleteSpec(s);
    return;
  }
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) {
    tally->skipped++;
    mj_deleteSpec(s);
    return;
  }
  tally->models++;
  double worst = HUGE_VAL;
  if (mj_saveXMLString(s, saved, sizeof saved, error, sizeof error)) {
    print_message("%s: not saved: %s\n", path, error);
  } else {
    mjModel* again = reload(saved, path);
    if (again) worst = modelError(m, again, path);
    mj_deleteModel(again);
  }
  tally->exact += worst == 0;
  tally->failed += !(worst <= 1e-12);
  if (worst < HUGE_VAL) tally->worst = fmax(tally->worst, worst);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void showTally(const char* what, const Tally* t) {
  print_message(
      "%s: %d models, %d with the same numbers, greatest difference %.2g; %d do not load, "
      "%d are left out for their meshes\n",
      what, t->models, t->exact, t->worst, t->skipped, t->large);
}

static Tally allIn(const char* folder) {
  Tally tally = {0};
  DIR* dir = opendir(folder);
  assert_non_null(dir);
  for (struct dirent* entry; (entry = readdir(dir));) {
    char path[1000];
    if (strcmp(path_extension(entry->d_name), ".xml")) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    roundTrip(path, &tally);
  }
  closedir(dir);
  return tally;
}

static void quiet(const mjLogMessage* message) { (void)message; }

static void test_ours(void** state) {
  (void)state;
  mju_setLogHandler(quiet);
  const Tally samples = allIn(TEST_DIR "/../models"), data = allIn(TEST_DIR "/data/mjcf");
  mju_setLogHandler(NULL);
  showTally("models", &samples);
  showTally("tests/data/mjcf", &data);
  assert_true(samples.models >= 9 && data.models >= 80);
  assert_int_equal(samples.failed + data.failed, 0);
  assert_int_equal(samples.skipped, 0);
}

static Tally shared;

static int visitFile(const char* path, const struct stat* info, int kind, struct FTW* walk) {
  (void)info, (void)walk;
  if (kind == FTW_F && !strcmp(path_extension(path), ".xml")) roundTrip(path, &shared);
  return 0;
}

static void test_shared(void** state) {
  (void)state;
  const char* folder = TEST_DIR "/../../shared/models";
  struct stat info;
  if (stat(folder, &info)) {
    print_message("../shared is not here: its models are not saved\n");
    return;
  }
  mju_setLogHandler(quiet);
  nftw(folder, visitFile, 16, FTW_PHYS);
  mju_setLogHandler(NULL);
  showTally("public models", &shared);
  assert_true(shared.models > 0);
  assert_int_equal(shared.failed, 0);
}

// ---- another folder

static void test_elsewhere(void** state) {
  (void)state;
  static const char* const name[] = {"mesh_file", "mesh_paths", "texture", "attach_world"};
  const char* path = "test_save_elsewhere.xml";
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    char from[1000], error[2000] = "";
    snprintf(from, sizeof from, "%s/data/mjcf/%s.xml", TEST_DIR, name[i]);
    mju_setLogHandler(quiet);
    mjModel* m = mj_loadXML(from, NULL, error, sizeof error);
    if (!m) fail_msg("%s: %s", from, error);
    if (!mj_saveLastXML(path, m, error, sizeof error)) fail_msg("%s: %s", from, error);
    mjModel* again = mj_loadXML(path, NULL, error, sizeof error);
    mju_setLogHandler(NULL);
    if (!again) fail_msg("%s: %s", from, error);
    assert_true(modelError(m, again, from) <= 1e-12);
    mj_deleteModel(again);
    mj_deleteModel(m);
  }
  remove(path);
}

// ---- order: ids follow the document, frames or not

static void test_order(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco><worldbody>"
      "<geom name='g1' size='1'/><frame name='e' pos='0 0 1'><geom name='g2' size='1'/></frame>"
      "<body name='b1'><geom size='1'/></body>"
      "<frame name='f' pos='1 0 0'><body name='b2'><geom size='1'/></body><site name='s1'/></frame>"
      "<geom name='g3' size='1'/><body name='b3'><geom size='1'/></body><site name='s2'/>"
      "<frame pos='2 0 0'><body name='b4'><geom size='1'/></body><geom name='g4' size='1'/></frame>"
      "</worldbody></mujoco>";
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(text, error, sizeof error);
  assert_non_null(m);
  assert_int_equal(mj_saveLastXML("test_save_order.xml", NULL, error, sizeof error), 1);
  mjModel* again = mj_loadXML("test_save_order.xml", NULL, error, sizeof error);
  remove("test_save_order.xml");
  assert_non_null(again);
  assert_true(modelError(m, again, "order") == 0);
  mj_deleteModel(m);
  mj_deleteModel(again);
}

// ---- numbers that a program has changed

static void shake(mjtNum* x, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) x[i] = x[i] * 1.25 + 0.0625;
}

static void shakeQuats(mjtNum* quat, mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) quat[4 * i + k] += 0.1 * rng_uniform();
    mju_normalize4(quat + 4 * i);
  }
}

static double distance(const mjtNum* a, const mjtNum* b, mjtSize n) {
  double worst = 0;
  for (mjtSize i = 0; i < n; i++) worst = fmax(worst, fabs(a[i] - b[i]));
  return worst;
}

#define ASSERT_SAME(field, n) assert_true(distance(m->field, again->field, n) < 1e-12)

static mjModel* saveAndLoad(const mjModel* m) {
  char error[2000] = "";
  if (!mj_saveLastXML("test_save_changed.xml", m, error, sizeof error)) fail_msg("%s", error);
  mjModel* again = mj_loadXML("test_save_changed.xml", NULL, error, sizeof error);
  if (!again) fail_msg("%s", error);
  remove("test_save_changed.xml");
  return again;
}

static void test_changed(void** state) {
  (void)state;
  char error[2000] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/../models/humanoid.xml", NULL, error, sizeof error);
  assert_non_null(m);
  m->opt.timestep = 0.003;
  m->opt.gravity[2] = -1.6;
  m->vis.global.fovy = 30;
  m->stat.extent = 7;
  shake(m->geom_size, 3 * m->ngeom);
  shake(m->geom_friction, 3 * m->ngeom);
  shake(m->geom_pos, 3 * m->ngeom);
  shakeQuats(m->geom_quat, m->ngeom);
  shake(m->body_pos + 3, 3 * (m->nbody - 1));
  shakeQuats(m->body_quat + 4, m->nbody - 1);
  shake(m->body_mass + 1, m->nbody - 1);
  shake(m->body_ipos + 3, 3 * (m->nbody - 1));
  for (int j = 1; j < m->njnt; j++) m->jnt_range[2 * j] -= 0.1, m->jnt_margin[j] = 0.01;
  shake(m->jnt_pos + 3, 3 * (m->njnt - 1));
  for (int i = 6; i < m->nv; i++) m->dof_damping[i] += 0.5, m->dof_armature[i] += 0.25;
  shake(m->actuator_gear, 6 * m->nout);
  shake(m->actuator_ctrlrange, 2 * m->nu);
  for (int i = 0; i < m->nkey; i++) m->key_qpos[i * m->nq + 2] += 0.125;
  m->geom_contype[0] = 5;
  m->geom_rgba[0] = 0.25f;
  mjModel* again = saveAndLoad(m);
  assert_true(again->opt.timestep == 0.003 && again->opt.gravity[2] == -1.6);
  assert_true(again->vis.global.fovy == 30 && again->stat.extent == 7);
  ASSERT_SAME(geom_size, 3 * m->ngeom);
  ASSERT_SAME(geom_friction, 3 * m->ngeom);
  ASSERT_SAME(geom_pos, 3 * m->ngeom);
  ASSERT_SAME(geom_quat, 4 * m->ngeom);
  ASSERT_SAME(body_pos, 3 * m->nbody);
  ASSERT_SAME(body_quat, 4 * m->nbody);
  ASSERT_SAME(body_mass, m->nbody);
  ASSERT_SAME(body_ipos, 3 * m->nbody);
  ASSERT_SAME(body_inertia, 3 * m->nbody);
  ASSERT_SAME(jnt_range, 2 * m->njnt);
  ASSERT_SAME(jnt_margin, m->njnt);
  ASSERT_SAME(jnt_pos, 3 * m->njnt);
  ASSERT_SAME(dof_damping, m->nv);
  ASSERT_SAME(dof_armature, m->nv);
  ASSERT_SAME(actuator_gear, 6 * m->nout);
  ASSERT_SAME(actuator_ctrlrange, 2 * m->nu);
  ASSERT_SAME(key_qpos, m->nkey * m->nq);
  assert_int_equal(again->geom_contype[0], 5);
  assert_true(again->geom_rgba[0] == 0.25f);
  mj_deleteModel(m);
  mj_deleteModel(again);
}

// poses inside frames, and of geoms whose mesh has a frame of its own
static void test_changedPoses(void** state) {
  (void)state;
  static const char* const name[] = {"frame", "mesh_file"};
  for (int i = 0; i < 2; i++) {
    char path[1000], error[2000] = "";
    snprintf(path, sizeof path, "%s/data/mjcf/%s.xml", TEST_DIR, name[i]);
    mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
    if (!m) fail_msg("%s", error);
    shake(m->geom_pos, 3 * m->ngeom);
    shakeQuats(m->geom_quat, m->ngeom);
    shake(m->site_pos, 3 * m->nsite);
    shake(m->light_pos, 3 * m->nlight);
    shake(m->cam_pos, 3 * m->ncam);
    shake(m->body_pos + 3, 3 * (m->nbody - 1));
    mjModel* again = saveAndLoad(m);
    ASSERT_SAME(geom_pos, 3 * m->ngeom);
    for (int g = 0; g < m->ngeom; g++) {  // q and -q are the same
      const double dot = fabs(mju_dot(m->geom_quat + 4 * g, again->geom_quat + 4 * g, 4));
      assert_true(fabs(dot - 1) < 1e-12);
    }
    ASSERT_SAME(site_pos, 3 * m->nsite);
    ASSERT_SAME(light_pos, 3 * m->nlight);
    ASSERT_SAME(cam_pos, 3 * m->ncam);
    ASSERT_SAME(body_pos, 3 * m->nbody);
    mj_deleteModel(m);
    mj_deleteModel(again);
  }
}

// ---- virtual files: a model whose files are gone is saved all the same

static void test_virtual(void** state) {
  (void)state;
  static const char text[] = "<mujoco><include file='part.xml'/></mujoco>";
  static const char part[] = "<mujoco><worldbody><geom name='g' size='.5'/></worldbody></mujoco>";
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "main.xml", text, (int)strlen(text));
  mj_addBufferVFS(&vfs, "part.xml", part, (int)strlen(part));
  mjModel* m = mj_loadXML("main.xml", &vfs, error, sizeof error);
  assert_non_null(m);
  mj_deleteVFS(&vfs);
  mjModel* again = saveAndLoad(m);
  assert_true(modelError(m, again, "virtual") == 0);
  mj_deleteModel(m);
  mj_deleteModel(again);
}

// ---- attached models with compiler settings of their own

static void test_settings(void** state) {
  (void)state;
  static const char main_[] =
      "<mujoco><compiler angle='radian' autolimits='false' settotalmass='20'/>"
      "<default><default class='c'><joint damping='2' range='-1 1' "
      "limited='true'/></default></default>"
      "<asset><model name='child' file='child.xml'/></asset>"
      "<worldbody><frame euler='.1 .2 .3' pos='0 0 1'><attach model='child' prefix='x_'/></frame>"
      "<body childclass='c' pos='3 0 0'><joint name='own' class='main'/><geom size='.1'/></body>"
      "</worldbody><actuator><position joint='own' kp='3' ctrlrange='-1 1' ctrllimited='true'/>"
      "</actuator></mujoco>";
  static const char child[] =
      "<mujoco><compiler eulerseq='zyx' boundmass='.5' boundinertia='.01' alignfree='true' "
      "balanceinertia='true' inertiagrouprange='0 1'/>"
      "<default><joint range='-30 45' ref='10' springref='5' stiffness='3'/>"
      "<geom euler='0 30 10'/></default>"
      "<worldbody><body name='a' euler='10 20 30'><joint name='j'/>"
      "<geom type='box' size='.1 .2 .3'/>"
      "<geom size='.3' group='3'/><body name='b' pos='0 0 1'><joint type='ball' range='0 60'/>"
      "<geom size='.001'/></body>"
      "<body name='d'><joint name='loose' limited='false' range='-20 20'/><geom size='.1'/></body>"
      "</body><body name='f' pos='5 0 0'><freejoint/><geom type='box' size='.1 .2 .3' pos='1 2 3'/>"
      "</body></worldbody>"
      "<actuator><position joint='j' inheritrange='.5'/><intvelocity joint='loose' actrange='-1 "
      "1'/>"
      "</actuator><keyframe><key name='k' qpos='.1 1 0 0 0 .2 1 2 3 1 0 0 0'/></keyframe></mujoco>";
  char error[2000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "main.xml", main_, (int)strlen(main_));
  mj_addBufferVFS(&vfs, "child.xml", child, (int)strlen(child));
  mjModel* m = mj_loadXML("main.xml", &vfs, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mj_deleteVFS(&vfs);
  assert_int_equal(m->nkey, 1);
  assert_true(m->jnt_limited[0]);
  mjModel* again = saveAndLoad(m);
  assert_true(modelError(m, again, "settings") <= 1e-12);
  mj_deleteModel(m);
  mj_deleteModel(again);
}

// ---- the grammar: every attribute has a writer, or something else writes it

static void visitElement(void* context, const char* path, const schema_Element* element) {
  static const char* const other[] = {
      "compiler assetdir", "compiler coordinate", "mesh vertex",       "mesh normal",
      "mesh texcoord",     "mesh face",           "mesh builtin",      "mesh params",
      "hfield elevation",  "element objtype",     "element objname",   "element prm",
      "layer texture",     "layer role",          "texture fileright", "texture fileleft",
      "texture fileup",    "texture filedown",    "texture filefront", "texture fileback",
      "flex body",         "flex element",        "flex texcoord",     "flex elemtexcoord",
      "flex node",         "skin vertex",         "skin texcoord",     "skin face",
      "bone body",         "bone bindpos",        "bone bindquat",     "bone vertid",
      "bone vertweight",   "plugin plugin",       "config key",        "config value"};
  static const char* const expanded[] = {"/replicate", "/attach", "/composite", "/flexcomp",
                                         "asset/model"};
  for (size_t i = 0; i < sizeof expanded / sizeof *expanded; i++) {
    if (strstr(path, expanded[i])) return;
  }
  for (int i = 0; i < schema_attrCount(element); i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    const bool context_ = attr->kind == ATTR_NAME || attr->kind == ATTR_CLASS;
    bool known = write_knows(attr) || context_ || attr->kind == ATTR_ORIENTATION ||
                 attr->flags & (ATTR_ARG | ATTR_LATER);
    char label[200];
    snprintf(label, sizeof label, "%s %s", element->tag, attr->name);
    for (size_t k = 0; k < sizeof other / sizeof *other; k++)
      known = known || !strcmp(label, other[k]);
    if (known) continue;
    print_message("%s: attribute %s is not saved\n", path, attr->name);
    ++*(int*)context;
  }
}

static void test_grammar(void** state) {
  (void)state;
  int missing = 0;
  schema_walk(visitElement, &missing);
  assert_int_equal(missing, 0);
}

// ---- errors

static void test_errors(void** state) {
  (void)state;
  static const char text[] = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
  char error[1000] = "", xml[20];
  mj_freeLastXML();
  assert_int_equal(mj_saveLastXML("x.xml", NULL, error, sizeof error), 0);
  assert_true(strstr(error, "no model to save") && strstr(error, "mj_loadXML"));
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  assert_non_null(s);
  assert_int_equal(mj_saveXML(s, "x.xml", error, sizeof error), -1);
  assert_true(strstr(error, "not compiled") && strstr(error, "mj_compile"));
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  const int need = mj_saveXMLString(s, xml, sizeof xml, error, sizeof error);
  assert_true(need > 20 && strstr(error, "the buffer has 20"));
  assert_int_equal(mj_saveXMLString(s, saved, need + 1, error, sizeof error), 0);
  assert_int_equal(strlen(saved), need);
  assert_int_equal(mj_saveXML(s, "there/is/no/folder.xml", error, sizeof error), -1);
  assert_true(strstr(error, "no/folder.xml: the file cannot be written"));
  // another model than the last
  mjModel* other = mj_loadXML(TEST_DIR "/../models/pendulum.xml", NULL, error, sizeof error);
  assert_int_equal(mj_saveLastXML("x.xml", m, error, sizeof error), 0);
  assert_true(strstr(error, "loaded last"));
  mj_deleteModel(other);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_freeLastXML();
}

// saving with every allocation failing once
static void test_allocations(void** state) {
  (void)state;
  char error[1000] = "";
  mjSpec* s = mj_parseXML(TEST_DIR "/data/mjcf/default_all.xml", NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  assert_non_null(m);
  int failures = 0;
  for (long at = 1; at < 5000; at++) {
    heap_watch(at);
    const int result = mj_saveXMLString(s, saved, sizeof saved, error, sizeof error);
    assert_int_equal(heap_live, 0);
    const bool complete = heap_calls < at;
    heap_unwatch();
    failures += result != 0;
    if (complete) {
      assert_int_equal(result, 0);
      break;
    }
  }
  print_message("%d failed allocations\n", failures);
  assert_true(failures > 10);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ours),        cmocka_unit_test(test_shared),
      cmocka_unit_test(test_elsewhere),   cmocka_unit_test(test_order),
      cmocka_unit_test(test_changed),     cmocka_unit_test(test_changedPoses),
      cmocka_unit_test(test_virtual),     cmocka_unit_test(test_settings),
      cmocka_unit_test(test_grammar),     cmocka_unit_test(test_errors),
      cmocka_unit_test(test_allocations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
