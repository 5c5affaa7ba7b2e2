// constraint/rows, project, solve/island: the arrays of the arena against the table of fields.
// Those that the options ask for exist, lie in the part of the arena that is taken, and none
// reaches into another.
#include <string.h>

#include "model/fields.h"
#include "simulate_support.h"

static const char pileXml[] =
    "<mujoco><worldbody><geom type='plane' size='2 2 .1'/>"
    "<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
    "<body pos='.05 0 .28'><freejoint/><geom type='box' size='.1 .1 .1' condim='6'/>"
    "<body name='a' pos='.2 0 0'><joint name='a' range='-.1 .1' limited='true' frictionloss='.1'/>"
    "<geom size='.05'/></body></body>"
    "<body name='b' pos='1 0 .09'><freejoint/><geom size='.1' condim='1'/><geom size='.1' pos='.1 "
    "0 "
    "0'/></body><body pos='2 0 1'><joint name='c' type='slide'/><geom size='.1'/></body>"
    "</worldbody><tendon><fixed name='t' limited='true' range='.1 .2'><joint joint='a' coef='1'/>"
    "<joint joint='c' coef='1'/></fixed></tendon><equality><joint joint1='c'/></equality></mujoco>";

typedef struct {
  const field_Field* field;
  const char *begin, *end;
} Place;

enum { MOST = 100 };

static int listPlaces(const mjModel* m, const mjData* d, Place place[MOST]) {
  const field_Table table = field_data();
  int n = 0;
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    const char* array = field_get(f, d);
    const size_t bytes = (size_t)field_count(f, m, d) * field_typeSize(f->type);
    if (f->part != FIELD_ARENA || !array || !bytes) continue;
    assert_true(n < MOST);
    place[n++] = (Place){f, array, array + bytes};
  }
  return n;
}

// the arrays of islands are those of the rows if one island has all of them
static bool mayBeSame(const mjData* d, const Place* a, const Place* b) {
  return d->nisland == 1 && a->begin == b->begin && a->end == b->end &&
         !strncmp(a->field->name, "efc_", 4) && !strncmp(b->field->name, "iefc_", 5) &&
         !strcmp(a->field->name, b->field->name + 1);
}

static void checkPlaces(const mjModel* m, const mjData* d) {
  Place place[MOST];
  const int n = listPlaces(m, d, place);
  const char *begin = d->arena, *end = begin + d->parena;
  for (int i = 0; i < n; i++) {
    const Place* a = &place[i];
    if (a->begin < begin || a->end > end) fail_msg("%s is not in the arena", a->field->name);
    for (int k = i + 1; k < n; k++) {
      const Place* b = &place[k];
      if (a->end <= b->begin || b->end <= a->begin || mayBeSame(d, a, b) || mayBeSame(d, b, a))
        continue;
      fail_msg("%s and %s overlap", a->field->name, b->field->name);
    }
  }
}

static bool begins(const field_Field* f, const char* text) {
  return !strncmp(f->name, text, strlen(text));
}

// whether an array over rows exists with these options
static bool isWanted(const mjModel* m, const mjData* d, const field_Field* f) {
  const bool sparse = mj_isSparse(m), dual = mj_isDual(m);
  if (begins(f, "iefc_") || begins(f, "efc_island") || begins(f, "map_")) return d->nisland > 0;
  if (begins(f, "efc_Y_") || begins(f, "efc_AR_")) return dual && sparse;
  if (begins(f, "efc_Y") || begins(f, "efc_AR")) return dual;
  return sparse || !begins(f, "efc_J_");
}

static void checkPresence(const mjModel* m, const mjData* d) {
  const field_Table table = field_data();
  int n = 0;
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    if (f->part != FIELD_ARENA || strcmp(f->rows.text, "nefc")) continue;
    if ((field_get(f, d) != NULL) != isWanted(m, d, f)) {
      fail_msg("%s: %s", f->name, isWanted(m, d, f) ? "missing" : "not asked for");
    }
    n++;
  }
  assert_true(n > 20);
}

static void test_arrays(void** state) {
  (void)state;
  for (int k = 0; k < 24; k++) {
    mjModel* m = sim_compile(pileXml);
    m->opt.jacobian = k % 2 ? mjJAC_SPARSE : mjJAC_DENSE;
    m->opt.cone = k / 2 % 2 ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
    m->opt.solver = k / 4 % 3;
    m->opt.disableflags = k / 12 ? mjDSBL_ISLAND : 0;
    mjData* d = mj_makeData(m);
    for (int step = 0; step < 20; step++) {
      mj_forward(m, d);
      assert_true(d->nefc > 0 && d->ne && d->nf && d->nl && d->ncon);
      checkPlaces(m, d);
      checkPresence(m, d);
      mj_step(m, d);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_arrays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
