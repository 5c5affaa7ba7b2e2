// What programs meet when they load models as they do with the reference: pixels that they set,
// flexes and cables that are refused or forgiven, files of providers and decoders, messages.
#include "support.h"

#include <math.h>
#include <stdlib.h>

static char error[2000];

static mjModel* load(const char* xml) {
  error[0] = 0;
  return sn_loadXMLString(xml, error, sizeof error);
}

static mjModel* mustLoad(const char* xml) {
  mjModel* m = load(xml);
  if (!m) fail_msg("%s", error);
  return m;
}

static void mustFail(const char* xml, const char* part) {
  mjModel* m = load(xml);
  if (m) fail_msg("it loads: %s", xml);
  if (!strstr(error, part)) fail_msg("'%s' is not in: %s", part, error);
}

// ---- textures

// C: tex_data of mj_compile, 2 x 3 pixels of one channel
static void test_flip(void** state) {
  (void)state;
  static const unsigned char given[6] = {0, 1, 2, 3, 4, 5};
  static const unsigned char want[4][6] = {
      {0, 1, 2, 3, 4, 5}, {1, 0, 3, 2, 5, 4}, {4, 5, 2, 3, 0, 1}, {5, 4, 3, 2, 1, 0}};
  for (int flip = 0; flip < 4; flip++) {
    mjSpec* s = mj_makeSpec();
    mjsTexture* t = mjs_addTexture(s);
    t->type = mjTEXTURE_2D;
    t->width = 2, t->height = 3, t->nchannel = 1;
    t->hflip = flip & 1, t->vflip = flip >> 1;
    mjs_setName(t->element, "t");
    mjs_setBuffer(t->data, given, sizeof given);
    for (int again = 0; again < 2; again++) {
      mjModel* m = mj_compile(s, NULL);
      assert_non_null(m);
      assert_memory_equal(m->tex_data, want[flip], sizeof given);
      mj_deleteModel(m);
    }
    mj_deleteSpec(s);
  }
}

// ---- flexes

#define FLEX(attr)                                                                                 \
  "<mujoco><worldbody><body name='b0'/><body name='b1'/><body name='b2'/><body name='b3'/>"        \
  "</worldbody><deformable><flex name='t' dim='3' body='b0 b1 b2 b3' element='0 1 2 3' " attr "/>" \
  "</deformable></mujoco>"
#define FLEXCOMP(attr) "<mujoco><worldbody><flexcomp name='t' " attr "/></worldbody></mujoco>"

static void test_flex(void** state) {
  (void)state;
  catch_begin();
  mj_deleteModel(mustLoad(FLEX("cellcount='2 2 0'")));
  mustFail(FLEX("cellcount='2 2 0' dof='trilinear'"), "cellcount: number 3 is 0");
  mustFail(FLEX("dof='quadratic'"), "ask for 27");
  mustFail(FLEXCOMP("point='0 0 0' element='0 1 2' dim='3'"), "groups of 4");
  mustFail(FLEXCOMP("point='0 0 0 1' type='grid' count='2 2 1'"), "groups of 3");
  mustFail(FLEXCOMP("type='disc' count='3 3 1' element='0 1'"), "groups of 3");
  mustFail(FLEXCOMP("element='0 1 900' count='2 2 1'"), "there are points 0 to 3");
  catch_end();
}

// python: m.flex_elem, m.nflexvert of the same strings
static void test_given_points(void** state) {
  (void)state;
  static const struct {
    const char* xml;
    int nvert, nelem, elem[32];
  } cases[] = {
      {FLEXCOMP("point='7 0 0 8 0 0 9 1 0' element='0 5 2' count='2 2 1'"),
       7,
       3,
       {0, 5, 2, 0, 2, 3, 0, 3, 1}},
      {FLEXCOMP("type='circle' count='4 1 1' dim='1' element='0 1' point='7 8 9'"),
       4,
       4,
       {0, 1, 0, 1, 1, 2, 2, 0}},
      {FLEXCOMP("type='disc' count='3 3 1' element='0 1 2' point='7 8 9'"),
       10,
       9,
       {0, 1, 2, 0, 3, 4, 0, 4, 1, 1, 4, 2, 4, 5, 2, 3, 6, 4, 6, 7, 4, 4, 7, 8, 4, 8, 5}},
  };
  catch_begin();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjModel* m = mustLoad(cases[i].xml);
    assert_int_equal(m->nflexvert, cases[i].nvert);
    assert_int_equal(m->nflexelem, cases[i].nelem);
    assert_memory_equal(m->flex_elem, cases[i].elem, (size_t)m->nflexelemdata * sizeof(int));
    mj_deleteModel(m);
  }
  catch_end();
}

// ---- cables

#define CABLE(attr, inside)                                                                        \
  "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'/></extension><worldbody>"           \
  "<composite prefix='a' type='cable' curve='s' count='4 1 1' size='1' " attr ">" inside           \
  "<geom type='box' size='.01 .02 .03'/></composite></worldbody></mujoco>"

static void test_initial(void** state) {
  (void)state;
  catch_begin();
  mjModel* m = mustLoad(CABLE("initial='fixed'", ""));
  assert_non_null(strstr(caught.subject, "'fixed'"));
  assert_int_equal(m->nv, 9);
  assert_int_equal(m->jnt_type[0], mjJNT_BALL);
  mj_deleteModel(m);
  catch_end();
}

// python: sums over m.skin_face, m.skin_bonevertid, m.skin_bonevertweight
static void test_subgrid(void** state) {
  (void)state;
  mjModel* m = mj_loadXML(TEST_DIR "/data/read/cable_skin.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  assert_int_equal(m->nskinvert, 234);
  assert_int_equal(m->nskinface, 464);
  assert_int_equal(m->nskinbone, 12);
  assert_int_equal(m->nskinbonevert, 1428);
  double sum = 0;
  for (int i = 0; i < m->nskinbonevert; i++) sum += m->skin_bonevertweight[i] * (i % 5 + 1);
  assert_true(fabs(sum - 696.651794) < 1e-4);
  double of[234] = {0};  // weights of a vertex
  for (int i = 0; i < m->nskinbonevert; i++) {
    of[m->skin_bonevertid[i]] += m->skin_bonevertweight[i];
  }
  for (int i = 0; i < 234; i++) assert_true(fabs(of[i] - 1) < 1e-6);
  mj_deleteModel(m);
  m = mustLoad(CABLE("", "<skin subgrid='-1'/>"));
  assert_int_equal(m->nskinvert, 16);
  mj_deleteModel(m);
}

// ---- sensors

static void test_rays(void** state) {
  (void)state;
  mustFail("<mujoco><worldbody><camera name='c' resolution='20000 20000'/><geom size='1'/>"
           "</worldbody><sensor><rangefinder camera='c'/></sensor></mujoco>",
           "400000000 rays; at most 16777216");
}

// ---- files

static const char geom[] = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";

static const char* textOf(const char* name) {
  if (!strcmp(name, "shelf:model.xml")) return "<mujoco><include file='parts/a.xml'/></mujoco>";
  if (!strcmp(name, "shelf:/parts/a.xml")) return geom;
  return NULL;
}

static int openShelf(mjResource* r) { return textOf(r->name) != NULL; }

static int readShelf(mjResource* r, const void** buffer) {
  *buffer = textOf(r->name);
  return (int)strlen(*buffer);
}

static void closeShelf(mjResource* r) { (void)r; }

static void test_provider(void** state) {
  (void)state;
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.prefix = "shelf";
  p.open = openShelf, p.read = readShelf, p.close = closeShelf;
  assert_true(mjp_registerResourceProvider(&p) > 0);
  mjModel* m = mj_loadXML("shelf:model.xml", NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mj_deleteModel(m);
}

static int canDecode(const mjResource* r) { return strstr(r->name, ".plank") != NULL; }

static mjSpec* decodePlank(mjResource* r, const mjVFS* vfs) {
  (void)vfs;
  if (strstr(r->name, "rotten")) return NULL;
  mjSpec* s = mj_makeSpec();
  mjsBody* b = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_setName(b->element, "plank");
  mjs_addGeom(b, NULL)->size[0] = 1;
  return s;
}

#define PLANK(file)                                                                                \
  "<mujoco><asset><model name='f' file='" file "'/></asset><worldbody><attach model='f' "          \
  "body='plank' prefix='t-'/></worldbody></mujoco>"

static void test_decoder(void** state) {
  (void)state;
  mjpDecoder d;
  mjp_defaultDecoder(&d);
  d.content_type = "model/plank", d.extension = ".plank";
  d.can_decode = canDecode, d.decode = decodePlank;
  mjp_registerDecoder(&d);
  mjModel* m = mustLoad(PLANK("none.plank"));
  assert_int_equal(m->nbody, 2);
  assert_true(mj_name2id(m, mjOBJ_BODY, "t-plank") == 1);
  mj_deleteModel(m);
  mustFail(PLANK("rotten.plank"), "could not read it");
}

// ---- messages

static int warned, timed;

static void listen(const mjLogMessage* msg) {
  warned += msg->level == mjLOG_WARNING;
  timed += msg->topic == mjTOPIC_TIME_CMP && msg->body && strstr(msg->body, "  other:") &&
           !strcmp(msg->subject, "compile time (ms)");
}

static void test_compile_messages(void** state) {
  (void)state;
  mjSpec* s = mj_parseXMLString(FLEXCOMP("type='grid' count='2 2 1' spacing='1 1 1' radius='.01'"),
                                NULL, error, sizeof error);
  assert_non_null(s);
  mju_setLogHandler(listen);
  warned = timed = 0;
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(warned, 1);
  assert_int_equal(timed, 1);
  mj_deleteModel(m);
  mj_deleteModel(load(geom));
  assert_int_equal(timed, 2);
  mju_setLogHandler(NULL);
  mj_deleteSpec(s);
}

static bool isWhole(const char* text) {
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < 0x80) continue;
    if (c != 0xc3 || (unsigned char)*++text != 0xa9) return false;  // all others are an e acute
  }
  return true;
}

// names of all lengths, buffers of all sizes
static void test_utf8(void** state) {
  (void)state;
  for (int letters = 0; letters < 4; letters++) {
    char name[301] = "", xml[1000];
    memset(name, 'x', (size_t)letters);
    while (strlen(name) + 2 < sizeof name) strcat(name, "\xc3\xa9");
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><geom name='%s' size='1'/><geom name='%s' size='1'/></worldbody>"
             "</mujoco>",
             name, name);
    for (int size = 1; size < 400; size++) {
      assert_null(sn_loadXMLString(xml, error, size));
      assert_true(strlen(error) < (size_t)size && strlen(error) + 3 >= (size_t)size ? true
                                                                                    : size > 250);
      if (!isWhole(error)) fail_msg("%d letters, %d bytes: %s", letters, size, error);
    }
  }
}

// ---- models and data

static void test_print(void** state) {
  (void)state;
  mjModel* m = mustLoad("<mujoco><asset><mesh name='m' builtin='sphere' params='4'/></asset>"
                        "<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>");
  mj_printModel(m, "printed.txt");
  FILE* f = fopen("printed.txt", "rb");
  assert_non_null(f);
  fseek(f, 0, SEEK_END);
  const long size = ftell(f);
  fclose(f);
  remove("printed.txt");
  assert_true(size > 100000 && size < 500000);  // the reference: 433 kB, the nodes of the tree
  mj_deleteModel(m);
}

static void test_no_rows(void** state) {
  (void)state;
  static const char* const xml[] = {
      geom, "<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>"};
  for (int i = 0; i < 2; i++) {
    mjModel* m = mustLoad(xml[i]);
    mjData* d = mj_makeData(m);
    assert_null(d->efc_J);
    mj_forward(m, d);
    assert_non_null(d->efc_J);
    assert_non_null(d->efc_force);
    mjData* copy = mj_copyData(NULL, m, d);
    assert_true((const char*)copy->efc_J == (const char*)copy->arena);
    mj_resetData(m, d);
    assert_null(d->efc_J);
    mj_forward(m, d);
    m->opt.disableflags |= mjDSBL_CONSTRAINT;
    mj_forward(m, d);
    assert_null(d->efc_J);
    mj_deleteData(copy);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_flip),
                                     cmocka_unit_test(test_flex),
                                     cmocka_unit_test(test_given_points),
                                     cmocka_unit_test(test_initial),
                                     cmocka_unit_test(test_subgrid),
                                     cmocka_unit_test(test_rays),
                                     cmocka_unit_test(test_provider),
                                     cmocka_unit_test(test_decoder),
                                     cmocka_unit_test(test_compile_messages),
                                     cmocka_unit_test(test_utf8),
                                     cmocka_unit_test(test_print),
                                     cmocka_unit_test(test_no_rows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
