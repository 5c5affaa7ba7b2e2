// Names under nested replicates: copies of one stage may have the names of a template, since only
// the last stage gives the final ones. The lists of names are those that the reference gives for
// the same text.
#include "support.h"

#define BODY(n) "<body name='" n "'><joint name='j" n "'/><geom size='1'/></body>"
#define TWICE(x) "<replicate count='2'>" x "</replicate>"
#define MOTOR(n) "<motor name='m" n "' joint='j" n "'/>"

typedef struct {
  const char* actuators;
  const char* tree;
  const char* bodies;  // their names in order; NULL: the file must be refused
  const char* motors;  // names of actuators and, after a colon, of their joints
} Case;

static const Case cases[] = {
    {"", TWICE(BODY("a") BODY("a1")), "a0 a10 a1 a11 ", ""},
    {"", TWICE(TWICE(BODY("a") BODY("a1"))), "a00 a100 a10 a110 a01 a101 a11 a111 ", ""},
    {"", TWICE(TWICE(BODY("a") BODY("a1") BODY("a10"))),
     "a00 a100 a1000 a10 a110 a1010 a01 a101 a1001 a11 a111 a1011 ", ""},
    {"", BODY("a1") TWICE(TWICE(BODY("a"))), "a1 a00 a10 a01 a11 ", ""},
    {"", TWICE(TWICE(BODY("a") BODY("a1"))) BODY("a1"), "a00 a100 a10 a110 a01 a101 a11 a111 a1 ",
     ""},
    {"", TWICE(BODY("a")) BODY("a"), "a0 a1 a ", ""},
    // references to a name that several have between the stages
    {MOTOR("a1"), BODY("a1") TWICE(TWICE(BODY("a"))), "a1 a00 a10 a01 a11 ",
     "ma1:ja1 ma10:ja10 ma11:ja11 "},
    {MOTOR("a1"), TWICE(TWICE(BODY("a"))) BODY("a1"), "a00 a10 a01 a11 a1 ",
     "ma10:ja10 ma11:ja11 "},
    // the reference refuses motors that share a name between the stages; here they load
    {MOTOR("a") MOTOR("a1"), TWICE(BODY("a") BODY("a1")), "a0 a10 a1 a11 ",
     "ma0:ja0 ma10:ja10 ma1:ja1 ma11:ja11 "},
    // equal names at the end
    {"", BODY("a1") TWICE(BODY("a")), NULL, ""},
    {"", TWICE(BODY("a")) BODY("a1"), NULL, ""},
    {"", TWICE(BODY("a") BODY("a")), NULL, ""},
    {"", TWICE(BODY("a")) TWICE(BODY("a")), NULL, ""},
    {"", TWICE(TWICE(BODY("a")) TWICE(BODY("a"))), NULL, ""},
    {"", TWICE(TWICE(BODY("a") BODY("a1"))) BODY("a10"), NULL, ""},
    {"", TWICE(TWICE(BODY("a")) BODY("a1")), NULL, ""},
};

static void add(char* text, size_t size, const char* before, const char* name) {
  const size_t n = strlen(text);
  snprintf(text + n, size - n, "%s%s", before, name);
}

static void check(const Case* c, const mjModel* m) {
  char bodies[400] = "", motors[400] = "";
  for (int i = 1; i < m->nbody; i++) {
    add(bodies, sizeof bodies, "", mj_id2name(m, mjOBJ_BODY, i));
    add(bodies, sizeof bodies, " ", "");
  }
  for (int i = 0; i < m->nu; i++) {
    add(motors, sizeof motors, "", mj_id2name(m, mjOBJ_ACTUATOR, i));
    add(motors, sizeof motors, ":", mj_id2name(m, mjOBJ_JOINT, m->actuator_trnid[2 * i]));
    add(motors, sizeof motors, " ", "");
  }
  assert_string_equal(bodies, c->bodies);
  assert_string_equal(motors, c->motors);
}

static void test_names(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[2000], error[500] = "";
    snprintf(xml, sizeof xml, "<mujoco><actuator>%s</actuator><worldbody>\n%s</worldbody></mujoco>",
             cases[i].actuators, cases[i].tree);
    mjModel* m = sn_loadXMLString(xml, error, sizeof error);
    if (!m == !!cases[i].bodies) print_message("case %zu: %s\n", i, error);
    assert_int_equal(m != NULL, cases[i].bodies != NULL);
    if (m) {
      check(&cases[i], m);
    } else {
      assert_non_null(strstr(error, "XML string:2: "));
      assert_non_null(strstr(error, "names must differ"));
    }
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
