// Binary models: the same bits after saving and loading, refusal of what is damaged, and no harm
// from files that were made to do some: every corruption is refused, or the model can be stepped.
#include <dirent.h>

#include "support.h"

#include "base/path.h"
#include "io/binary_model.h"
#include "model/fields.h"

static void quiet(const mjLogMessage* message) { (void)message; }

typedef struct {
  unsigned char* data;
  size_t size;
} Bytes;

static Bytes save(const mjModel* m) {
  const Bytes b = {malloc((size_t)mj_sizeModel(m)), (size_t)mj_sizeModel(m)};
  assert_non_null(b.data);
  mj_saveModel(m, NULL, b.data, (int)b.size);
  return b;
}

// ---- the same bits

static int roundTrip(const char* path) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) return 0;
  const Bytes first = save(m);
  char message[BINARY_MESSAGE] = "";
  mjModel* again = binary_read(first.data, first.size, message);
  if (!again) fail_msg("%s: %s", path, message);
  const Bytes second = save(again);
  assert_int_equal(first.size, second.size);
  assert_memory_equal(first.data, second.data, first.size);
  mj_deleteModel(m);
  mj_deleteModel(again);
  free(first.data);
  free(second.data);
  return 1;
}

static int allIn(const char* folder) {
  DIR* dir = opendir(folder);
  assert_non_null(dir);
  int n = 0;
  for (struct dirent* entry; (entry = readdir(dir));) {
    char path[1000];
    if (strcmp(path_extension(entry->d_name), ".xml")) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    n += roundTrip(path);
  }
  closedir(dir);
  return n;
}

static void test_bits(void** state) {
  (void)state;
  mju_setLogHandler(quiet);
  const int n = allIn(TEST_DIR "/../models") + allIn(TEST_DIR "/data/mjcf");
  mju_setLogHandler(NULL);
  print_message("%d models have the same bits after saving and loading\n", n);
  assert_true(n >= 110);
}

// ---- files

static void test_file(void** state) {
  (void)state;
  char error[1000] = "";
  const char* path = "test_binary_model.snb";
  mjModel* m = mj_loadXML(TEST_DIR "/../models/humanoid.xml", NULL, error, sizeof error);
  assert_non_null(m);
  mj_saveModel(m, path, NULL, 0);
  mjModel* disk = mj_loadModel(path, NULL);
  assert_non_null(disk);
  remove(path);
  // the same trajectory, bit by bit
  mjData *a = mj_makeData(m), *b = mj_makeData(disk);
  for (int i = 0; i < 100; i++) mj_step(m, a), mj_step(disk, b);
  assert_memory_equal(a->qpos, b->qpos, (size_t)m->nq * sizeof *a->qpos);
  assert_memory_equal(a->qvel, b->qvel, (size_t)m->nv * sizeof *a->qvel);
  mj_deleteData(a);
  mj_deleteData(b);
  // from memory
  const Bytes bytes = save(m);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "memory.snb", bytes.data, (int)bytes.size), 0);
  mjModel* memory = mj_loadModel("memory.snb", &vfs);
  assert_non_null(memory);
  mj_deleteVFS(&vfs);
  mj_deleteModel(memory);
  mj_deleteModel(disk);
  mj_deleteModel(m);
  free(bytes.data);
}

static void expectRefusal(const Bytes* bytes, size_t size, const char* part) {
  catch_begin();
  mjModel* m = mj_loadModelBuffer(bytes->data, (int)size);
  catch_end();
  assert_null(m);
  assert_int_equal(caught_count, 1);
  if (!strstr(caught.subject, part)) fail_msg("'%s' does not say '%s'", caught.subject, part);
}

static void test_messages(void** state) {
  (void)state;
  char error[1000] = "";
  mjModel* m = mj_loadXML(TEST_DIR "/../models/pendulum.xml", NULL, error, sizeof error);
  assert_non_null(m);
  const Bytes bytes = save(m);
  expectRefusal(&bytes, bytes.size - 1, "cut off");
  expectRefusal(&bytes, 20, "cut off");
  expectRefusal(&bytes, 4, "no binary model");
  bytes.data[bytes.size - 1] ^= 1;
  expectRefusal(&bytes, bytes.size, "checksum");
  bytes.data[bytes.size - 1] ^= 1;
  bytes.data[8]++;
  expectRefusal(&bytes, bytes.size, "version");
  bytes.data[8]--;
  bytes.data[0] = 'x';
  expectRefusal(&bytes, bytes.size, "no binary model");
  catch_begin();
  assert_null(mj_loadModel("there/is/none.snb", NULL));
  mj_saveModel(m, NULL, bytes.data, 10);
  mj_saveModel(m, "there/is/none.snb", NULL, 0);
  catch_end();
  assert_int_equal(caught_count, 3);
  mj_deleteModel(m);
  free(bytes.data);
}

static void test_allocations(void** state) {
  (void)state;
  char error[1000] = "", message[BINARY_MESSAGE];
  mjModel* m = mj_loadXML(TEST_DIR "/../models/arm.xml", NULL, error, sizeof error);
  assert_non_null(m);
  const Bytes bytes = save(m);
  int failures = 0;
  for (long at = 1; at < 100; at++) {
    heap_watch(at);
    mjModel* again = binary_read(bytes.data, bytes.size, message);
    mj_deleteModel(again);
    assert_int_equal(heap_live, 0);
    heap_unwatch();
    if (again) break;
    failures++;
  }
  assert_in_range(failures, 2, 20);
  mj_deleteModel(m);
  free(bytes.data);
}

// ---- corruption

// where the array of a field begins in the file
static size_t placeOf(const mjModel* m, int field) {
  const field_Table table = field_model();
  size_t behind = 0;
  for (int i = field; i < table.n; i++)
    behind += (size_t)field_count(&table.field[i], m, NULL) * field_typeSize(table.field[i].type);
  return (size_t)mj_sizeModel(m) - behind;
}

static int strange(int x) {
  static const int value[] = {0, -1, 1, -2, 2, 127, 255, 65536, 0x7fffffff, (int)0x80000000u};
  const uint64_t r = rng_next();
  if (r % 4 == 0) return (int)((unsigned)x + (unsigned)(r >> 8) % 5 - 2);
  if (r % 4 == 1) return x ^ (1 << (r >> 8) % 31);
  return value[(r >> 8) % (sizeof value / sizeof *value)];
}

// an entry of an array of whole numbers, or of sizes, gets another value
static void changeWhole(const mjModel* m, const Bytes* b) {
  const field_Table table = field_model();
  int nsize;
  field_modelSizes(&nsize);
  if (rng_next() % 8 == 0) {
    int64_t x;
    unsigned char* at = b->data + 64 + 8 * (rng_next() % (uint64_t)nsize);
    memcpy(&x, at, sizeof x);
    x = rng_next() % 2 ? strange((int)x) : x + 1;
    memcpy(at, &x, sizeof x);
    return;
  }
  for (int tries = 0; tries < 1000; tries++) {
    const int i = (int)(rng_next() % (uint64_t)table.n);
    const field_Field* f = &table.field[i];
    const mjtSize n = field_count(f, m, NULL);
    if (!n || f->type != FIELD_INT) continue;
    int x;
    unsigned char* at = b->data + placeOf(m, i) + 4 * (rng_next() % (uint64_t)n);
    memcpy(&x, at, sizeof x);
    x = strange(x);
    memcpy(at, &x, sizeof x);
    return;
  }
}

// what a program may do with a model that was loaded
static void use(mjModel* m) {
  mjtNum pos[3] = {0, 0, 3}, dir[3] = {0.1, 0, -1}, normal[3];
  int geom;
  if (m->narena > 1 << 22) m->narena = 1 << 22;
  if (m->opt.iterations > 50) m->opt.iterations = 50;
  mjData* d = mj_makeData(m);
  if (!d) return;
  mj_step(m, d);
  mj_ray(m, d, pos, dir, NULL, 1, -1, &geom, normal);
  mj_name2id(m, mjOBJ_GEOM, "floor");
  for (int i = 0; i < m->nbody; i++) mj_id2name(m, mjOBJ_BODY, i);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  mj_deleteData(d);
}

typedef struct {
  int refused, loaded;
} Tally;

static void corrupt(const mjModel* m, const Bytes* good, Tally* tally) {
  Bytes b = {malloc(good->size), good->size};
  assert_non_null(b.data);
  memcpy(b.data, good->data, good->size);
  const uint64_t way = rng_next() % 10;
  const int times = 1 + (int)(rng_next() % 3);
  bool seal = rng_next() % 10 > 0;
  for (int i = 0; i < times; i++) {
    if (way < 6) {
      changeWhole(m, &b);
    } else if (way < 9) {
      b.data[rng_next() % b.size] ^= (unsigned char)(1u << rng_next() % 8);
    } else {
      b.size = 1 + rng_next() % (b.size > 1 ? b.size - 1 : 1);
      seal = seal && b.size > 64;
    }
  }
  if (seal) {
    const uint64_t length = b.size;
    memcpy(b.data + 24, &length, sizeof length);
    binary_seal(b.data, b.size);
  }
  char message[BINARY_MESSAGE] = "";
  mjModel* again = binary_read(b.data, b.size, message);
  tally->loaded += again != NULL;
  tally->refused += !again;
  if (again) {
    use(again);
  } else {
    assert_string_not_equal(message, "");
  }
  mj_deleteModel(again);
  free(b.data);
}

static void test_corruption(void** state) {
  (void)state;
  static const char* const name[] = {"models/arm.xml",
                                     "models/muscle_arm.xml",
                                     "models/slider_crank.xml",
                                     "models/cartpole.xml",
                                     "models/hand.xml",
                                     "models/quadruped.xml",
                                     "tests/data/mjcf/hfield.xml",
                                     "tests/data/mjcf/sensor_frame.xml",
                                     "tests/data/mjcf/equality_weld.xml",
                                     "tests/data/mjcf/actuator_history.xml",
                                     "tests/data/mjcf/actuator_dcmotor.xml",
                                     "tests/data/mjcf/body_bvh.xml",
                                     "tests/data/mjcf/mesh_hull.xml",
                                     "tests/data/mjcf/sensor_rangefinder.xml",
                                     "tests/data/mjcf/tendon_spatial.xml"};
  enum { NMODEL = sizeof name / sizeof *name };
  const char* asked = getenv("SINEW_CORRUPTIONS");  // more of them, to search for longer
  const int total = asked ? atoi(asked) : 10000;
  Tally tally = {0};
  mju_setLogHandler(quiet);
  for (int i = 0; i < NMODEL; i++) {
    char path[1000], error[1000] = "";
    snprintf(path, sizeof path, "%s/../%s", TEST_DIR, name[i]);
    mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
    if (!m) fail_msg("%s: %s", path, error);
    const Bytes good = save(m);
    for (int k = 0; k < total / NMODEL + 1; k++) corrupt(m, &good, &tally);
    mj_deleteModel(m);
    free(good.data);
  }
  mju_setLogHandler(NULL);
  print_message("%d corruptions refused, %d loaded and stepped\n", tally.refused, tally.loaded);
  assert_true(tally.refused + tally.loaded >= total);
  assert_true(tally.refused > tally.loaded / 4 && tally.loaded > 100);
}

// ---- structures that the compiler does not make

// saved and loaded; NULL if that is refused
static mjModel* reload(const mjModel* m) {
  const Bytes bytes = save(m);
  mju_setLogHandler(quiet);
  mjModel* again = mj_loadModelBuffer(bytes.data, (int)bytes.size);
  mju_setLogHandler(NULL);
  free(bytes.data);
  return again;
}

// an integrator has as many activations as controls; more of them stay what they are
static void test_manyActivations(void** state) {
  (void)state;
  char error[1000] = "";
  mjModel* m = sn_loadXMLString(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><actuator>"
      "<general joint='j' dyntype='user' actdim='100000'/></actuator></mujoco>",
      error, sizeof error);
  if (!m) fail_msg("%s", error);
  m->actuator_dyntype[0] = mjDYN_INTEGRATOR;
  mjModel* again = reload(m);
  assert_non_null(again);
  mjData* d = mj_makeData(again);
  d->ctrl[0] = 1;
  mj_step(again, d);
  assert_true(d->act[0] > 0 && d->act[1] == 0 && d->act[99999] == 0);
  mj_deleteData(d);
  mj_deleteModel(again);
  mj_deleteModel(m);
}

// a tree is a run of bodies, a simple body has no children
static void test_brokenTrees(void** state) {
  (void)state;
  char error[1000] = "";
  mjModel* m =
      sn_loadXMLString("<mujoco><worldbody><body><freejoint/><geom size='.1'/>"
                       "<body><geom size='.1'/></body><body><geom size='.1'/></body>"
                       "<body><joint/><geom size='.1'/></body></body></worldbody></mujoco>",
                       error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjModel* again = reload(m);
  assert_non_null(again);
  mj_deleteModel(again);
  // body 2 hangs on the world, in the middle of the tree
  m->body_parentid[2] = m->body_weldid[2] = 0;
  m->body_rootid[2] = 2;
  m->body_treeid[2] = -1;
  assert_null(reload(m));
  m->body_parentid[2] = m->body_weldid[2] = m->body_rootid[2] = 1;
  m->body_treeid[2] = 0;
  again = reload(m);
  assert_non_null(again);
  mj_deleteModel(again);
  mj_deleteModel(m);
}

// ---- binary models of MuJoCo

// each way to load names what it is and what to do
static void refusesMJB(const char* name, const void* bytes, int size) {
  char error[1000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, name, bytes, size);
  assert_null(mj_loadXML(name, &vfs, error, sizeof error));
  if (!strstr(error, "binary model of MuJoCo") || !strstr(error, "load the XML file"))
    fail_msg("%s", error);
  catch_begin();
  assert_null(mj_loadModel(name, &vfs));
  catch_end();
  if (!strstr(caught.subject, "load the XML file")) fail_msg("%s", caught.subject);
  mj_deleteVFS(&vfs);
}

static void test_mjb(void** state) {
  (void)state;
  const int begin[] = {54321, 8, 98, 3012000, 486, 2, 0};
  const char other[] = {1, 2, 3, 4};
  refusesMJB("model.mjb", begin, sizeof begin);
  refusesMJB("model.xml", begin, sizeof begin);
  refusesMJB("MODEL.MJB", other, sizeof other);
  catch_begin();
  assert_null(mj_loadModelBuffer(begin, sizeof begin));
  catch_end();
  assert_non_null(strstr(caught.subject, "binary model of MuJoCo"));
  // the name alone is no reason to refuse a document, and ours is not theirs
  assert_false(binary_isMJB("model.mjb", "<mujoco/>", 9));
  assert_false(binary_isMJB("model.xml", other, sizeof other));
  char error[1000] = "";
  mjModel* m = sn_loadXMLString("<mujoco/>", error, sizeof error);
  const Bytes own = save(m);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "own.xml", own.data, (int)own.size);
  assert_null(mj_loadXML("own.xml", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "mj_loadModel"));
  mj_deleteVFS(&vfs);
  mj_deleteModel(m);
  free(own.data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_file),
      cmocka_unit_test(test_messages),
      cmocka_unit_test(test_allocations),
      cmocka_unit_test(test_corruption),
      cmocka_unit_test(test_mjb),
      cmocka_unit_test(test_manyActivations),
      cmocka_unit_test(test_brokenTrees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
