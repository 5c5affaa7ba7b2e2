// Layers of materials in default classes: roles that an element does not name are those of its
// class. The textures of each role are those that the reference gives for the same text; saving and
// loading keeps them.
#include "support.h"

#define LAYER(role, texture) "<layer role='" role "' texture='" texture "'/>"

typedef struct {
  const char *classes, *material;
  int rgb, normal;  // ids of textures: t is 0, u is 1, none is -1
} Case;

static const Case cases[] = {
    {"<material>" LAYER("rgb", "t") "</material>", "<material name='m'/>", 0, -1},
    {"<material>" LAYER("rgb", "t") LAYER("normal", "u") "</material>", "<material name='m'/>", 0,
     1},
    {"<material>" LAYER("rgb", "t") LAYER("normal", "u") "</material>",
     "<material name='m'>" LAYER("rgb", "u") "</material>", 1, 1},
    {"<material>" LAYER("rgb", "t") LAYER("normal", "u") "</material>",
     "<material name='m' texture='u'/>", 1, 1},
    {"<material>" LAYER("rgb", "t")
         LAYER("normal", "u") "</material><default class='c'><material>" LAYER(
             "normal", "t") "</material></default>",
     "<material name='m' class='c'/>", 0, 0},
    {"<material texture='t'/>", "<material name='m'>" LAYER("normal", "u") "</material>", 0, 1},
    {"<material>" LAYER("normal", "t") "</material><default class='c'><material texture='u'/>"
                                       "</default>",
     "<material name='m' class='c'/>", 1, 0},
    {"<material>" LAYER("rgb", "t") LAYER("rgb", "u") "</material>", "<material name='m'/>", 1, -1},
};

static mjModel* load(const char* classes, const char* material, char error[500]) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco><default>%s</default><asset><texture name='t' type='2d' builtin='flat' "
           "width='4' height='4'/><texture name='u' type='2d' builtin='flat' width='4' height='4'/>"
           "%s</asset><worldbody><geom size='1' material='m'/></worldbody></mujoco>",
           classes, material);
  error[0] = 0;
  return sn_loadXMLString(xml, error, 500);
}

static void checkRoles(const mjModel* m, const Case* c) {
  for (int role = 0; role < mjNTEXROLE; role++) {
    const int expected = role == mjTEXROLE_RGB ? c->rgb : role == mjTEXROLE_NORMAL ? c->normal : -1;
    assert_int_equal(m->mat_texid[role], expected);
  }
}

static void test_roles(void** state) {
  (void)state;
  const char* file = "test_material_layers.tmp.xml";
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char error[500];
    mjModel* m = load(cases[i].classes, cases[i].material, error);
    if (!m) fail_msg("case %zu: %s", i, error);
    checkRoles(m, &cases[i]);
    assert_true(mj_saveLastXML(file, m, error, sizeof error));
    mj_deleteModel(m);
    m = mj_loadXML(file, NULL, error, sizeof error);
    if (!m) fail_msg("case %zu, saved: %s", i, error);
    checkRoles(m, &cases[i]);
    mj_deleteModel(m);
  }
  remove(file);
}

static void test_messages(void** state) {
  (void)state;
  static const struct {
    const char *classes, *phrase;
    bool loads;
  } row[] = {
      {"<material texture='t'>" LAYER("rgb", "t") "</material>", "not both", false},
      {"<material><layer texture='t'/></material>", "'role' is required", false},
      {"<material><layer role='rgb'/></material>", "'texture' is required", false},
      {"<material>" LAYER("rgb", "none") "</material>", "'none'", false},
      {"<material>" LAYER("rgb", "t") LAYER("rgb", "u") "</material>", "the last one counts", true},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char error[500];
    mjModel* m = load(row[i].classes, "<material name='m'/>", error);
    if (!strstr(error, row[i].phrase)) fail_msg("row %zu: %s", i, error);
    assert_int_equal(m != NULL, row[i].loads);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_roles), cmocka_unit_test(test_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
