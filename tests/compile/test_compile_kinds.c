// Kinds that programs set in an mjSpec: each member of the public header that holds a value of an
// enum has a row in src/compile/compile_kinds.c, and a value that the enum lacks is an error.
#include "support.h"

#include <ctype.h>
#include <limits.h>
#include <strings.h>

#include "compile/compile_kinds.h"
#include "spec/spec_types.h"

#define HEADER TEST_DIR "/../include/sinew/spec.h"

enum { MAX_WORD = 64, MAX_LINE = 1024 };

// ---- the table is complete

// is a member listed; a struct is named as its elements are, mjsGeom: "geom"
static bool isListed(const char* structure, const char* member, const char* kind) {
  int n;
  const comp_Kind* row = comp_kinds(&n);
  char full[2 * MAX_WORD];
  const bool compiler = !strcmp(structure, "mjsCompiler");
  snprintf(full, sizeof full, "%s%s", compiler ? "compiler." : "", member);
  for (int i = 0; i < n; i++) {
    const char* name = row[i].type == KIND_OF_SPEC ? NULL : spec_type(row[i].type)->name;
    const bool same = name ? !strcasecmp(name, structure + strlen("mjs")) : compiler;
    if (same && !strcmp(row[i].member, full) && !strcmp(row[i].name, kind)) return true;
  }
  return false;
}

static bool isEnum(const char* type) {
  static const char* const other[] = {"mjtBool", "mjtByte", "mjtNum", "mjtSize"};
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    if (!strcmp(type, other[i])) return false;
  }
  return !strncmp(type, "mjt", 3);
}

static void test_complete(void** state) {
  (void)state;
  FILE* file = fopen(HEADER, "r");
  assert_non_null(file);
  char line[MAX_LINE], structure[MAX_WORD] = "", type[MAX_WORD], member[MAX_WORD];
  int found = 0;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "typedef struct %60[A-Za-z]_ {", structure) == 1) continue;
    if (line[0] == '}') structure[0] = 0;
    if (!structure[0] || sscanf(line, " %60[A-Za-z] %60[A-Za-z0-9_];", type, member) != 2) continue;
    if (!strcmp(structure, "mjsElement") || !strcmp(structure, "mjsOrientation")) continue;
    if (!strcmp(type, "mjsOrientation")) {
      strcat(member, ".type");
      strcpy(type, "mjtOrientation");
    }
    if (!isEnum(type)) continue;
    if (!isListed(structure, member, type))
      fail_msg("%s.%s (%s) is missing", structure, member, type);
    found++;
  }
  fclose(file);
  int n;
  const comp_Kind* row = comp_kinds(&n);
  int options = 0;  // settings that are ints in the header
  for (int i = 0; i < n; i++) {
    options +=
        !strncmp(row[i].member, "option.", 7) || !strncmp(row[i].member, "compiler.LRopt", 14);
  }
  assert_int_equal(found, n - options);
  assert_int_equal(options, 5);
}

// ---- values that do not exist

static bool inTree(int type) {
  return type == mjOBJ_BODY || type == mjOBJ_JOINT || type == mjOBJ_GEOM || type == mjOBJ_SITE ||
         type == mjOBJ_CAMERA || type == mjOBJ_LIGHT || type == SPEC_FRAME;
}

// compiles with a bad value in a member; the message must name it
static void expectError(mjSpec* s, const comp_Kind* kind, void* data, int value) {
  int* member = (int*)((char*)data + kind->offset);
  const int old = *member;
  *member = value;
  assert_null(mj_compile(s, NULL));
  char text[200];
  snprintf(text, sizeof text, "%s: %d is no value of %s", kind->member, value, kind->name);
  if (!strstr(mjs_getError(s), text)) fail_msg("'%s' is not in '%s'", text, mjs_getError(s));
  mjSpec* copy = mj_copySpec(s);  // must not mind
  assert_non_null(copy);
  mj_deleteSpec(copy);
  *member = old;
}

static void tryValues(mjSpec* s, const comp_Kind* kind, void* data) {
  const int value[] = {-1, kind->last + 1, 99, INT_MAX, INT_MIN};
  for (size_t i = 0; i < sizeof value / sizeof *value; i++) expectError(s, kind, data, value[i]);
}

static void test_everyMember(void** state) {
  (void)state;
  int n;
  const comp_Kind* row = comp_kinds(&n);
  for (int i = 0; i < n; i++) {
    mjSpec* s = mj_makeSpec();
    spec_Spec* spec = spec_spec(s);
    if (row[i].type == KIND_OF_SPEC) {
      tryValues(s, &row[i], s);
      mjModel* m = mj_compile(s, NULL);
      assert_non_null(m);
      mj_deleteModel(m);
    } else {
      spec_Element* e =
          spec_add(spec, row[i].type, inTree(row[i].type) ? spec->world : NULL, NULL, NULL);
      assert_non_null(e);
      tryValues(s, &row[i], e->data);
      const size_t record = spec_type(row[i].type)->record;
      if (record) tryValues(s, &row[i], *(void**)((char*)spec->root->data + record));
    }
    mj_deleteSpec(s);
  }
}

// ---- as a program meets it

static void test_message(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = 1;
  mjsJoint* joint = mjs_addJoint(body, NULL);
  mjs_setName(joint->element, "knee");
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  mj_deleteModel(m);
  joint->type = 99;
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "knee"));
  assert_non_null(
      strstr(mjs_getError(s), "type: 99 is no value of mjtJoint; it must be 0 to 3 (mjJNT_HINGE)"));
  joint->type = mjJNT_SLIDE;
  m = mj_compile(s, NULL);
  assert_non_null(m);
  assert_int_equal(m->jnt_type[0], mjJNT_SLIDE);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// a model that was compiled can be saved; a bad value that came later gives a file or an error
static void test_saving(void** state) {
  (void)state;
  static const char scene[] =
      "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
      "<texture name='t' type='2d' builtin='flat' width='4' height='4'/></asset>"
      "<worldbody><light/><camera/><body><frame name='f'><geom size='1'/></frame><site name='s'/>"
      "<geom size='1'/><joint name='j'/><body><geom size='1'/><site name='e'/></body></body>"
      "</worldbody><tendon><spatial><site site='s'/><site site='e'/></spatial></tendon>"
      "<equality><joint joint1='j'/></equality><actuator><motor joint='j'/></actuator>"
      "<sensor><jointpos joint='j'/></sensor></mujoco>";
  char error[300] = "";
  static char xml[20000];
  mjSpec* s = mj_parseXMLString(scene, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  int n, saved = 0;
  const comp_Kind* row = comp_kinds(&n);
  for (int i = 0; i < n; i++) {
    const spec_List* list = row[i].type == KIND_OF_SPEC ? NULL : &spec_spec(s)->list[row[i].type];
    if (list && !list->n) continue;
    int* member = (int*)((char*)(list ? list->item[list->n - 1]->data : s) + row[i].offset);
    const int old = *member;
    for (int value = -1; value < 1000; value += 100) {
      *member = value;
      saved += mj_saveXMLString(s, xml, sizeof xml, error, sizeof error) == 0;
    }
    *member = old;
  }
  print_message("%d were saved\n", saved);
  assert_int_equal(mj_saveXMLString(s, xml, sizeof xml, error, sizeof error), 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_complete),
                                     cmocka_unit_test(test_everyMember),
                                     cmocka_unit_test(test_message), cmocka_unit_test(test_saving)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
