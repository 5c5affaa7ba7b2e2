// mj_printSchema: the layout of the reference's, every element and attribute that is accepted, file
// and buffer alike.
#include "support.h"

#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "mjcf/schema.h"

static char text[100000];

// the reference's lines, blanks at the ends included
static const char* const golden[] = {
    "mujoco (!)                    model \n",
    "   compiler (*)               alignfree angle assetdir autolimits \n"
    "                              balanceinertia boundinertia boundmass \n"
    "                              conflict coordinate discardvisual \n"
    "                              eulerseq fitaabb fusestatic inertiafromgeom \n",
    "      lengthrange (?)         accel interval inttotal maxforce \n"
    "                              mode timeconst timestep tolrange \n"
    "                              useexisting uselimit \n",
    "   default (R)                class \n",
    "   (world)body (R)            axisangle childclass euler gravcomp \n",
    "   keyframe (*)               \n"
    "      key (*)                 act ctrl mpos mquat name qpos qvel \n"
    "                              time \n",
};

static void expectElement(void* context, const char* path, const schema_Element* element) {
  (void)path;
  int* n = context;
  if (element->flags & ELEM_IGNORED || !strcmp(element->tag, "worldbody")) return;
  (*n)++;
  for (int i = schema_attrCount(element); i-- > 0;) {
    const schema_Attr* attr = schema_attrAt(element, i);
    char word[100];
    snprintf(word, sizeof word, " %s ", attr->name);
    if (!(attr->flags & ATTR_LATER) && !strstr(text, word)) fail_msg("%s of %s", attr->name, path);
  }
}

static int count(const char* what) {
  int n = 0;
  for (const char* at = text; (at = strstr(at, what)); at++) n++;
  return n;
}

static void test_text(void** state) {
  (void)state;
  const int n = mj_printSchema(NULL, text, sizeof text, 0, 0);
  assert_int_equal(n, strlen(text));
  for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
    if (!strstr(text, golden[i])) fail_msg("not found:\n%s", golden[i]);
  }
  int elements = 0;
  schema_walk(expectElement, &elements);
  assert_int_equal(count(" (*)") + count(" (?)") + count(" (R)") + count(" (!)"), elements);
  mj_printSchema(NULL, text, sizeof text, 1, 0);
  assert_int_equal(count("<tr>"), elements);
  assert_non_null(strstr(text, ">&nbsp;&nbsp;&nbsp;&nbsp;compiler</td>"));
  mj_printSchema(NULL, text, sizeof text, 1, 1);
  assert_int_equal(count("<tr>"), elements);
  assert_non_null(strstr(text, "padding-left:20\" bgcolor=\"#EEEEEE\" class=\"el\">compiler</td>"));
}

static void test_places(void** state) {
  (void)state;
  char name[] = "/tmp/sinew_schema_XXXXXX";
  close(mkstemp(name));
  const int n = mj_printSchema(name, text, sizeof text, 0, 0);
  char* data;
  size_t size;
  assert_int_equal(file_read(name, SIZE_MAX, &data, &size), FILE_OK);
  assert_int_equal(size, n);
  assert_memory_equal(data, text, size);
  mem_free(data);
  unlink(name);
  char small[11] = "          ";
  assert_int_equal(mj_printSchema(NULL, small, 10, 0, 0), n);
  assert_string_equal(small, "mujoco (!");
  assert_int_equal(mj_printSchema(NULL, NULL, 0, 0, 0), n);
  assert_int_equal(mj_printSchema("", small, 0, 0, 0), n);
  catch_begin();
  assert_int_equal(mj_printSchema("/nonexistent/folder/file", NULL, 0, 0, 0), n);
  assert_int_equal(caught_count, 1);
  catch_end();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_places)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
