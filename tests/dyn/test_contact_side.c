// Sides of contacts: weights of a side sum to one, and the row of the normal is that of the
// constraint, on all kinds of sides: vertices, elements, nodes of solids and of shells.
#include "support.h"

#include <math.h>
#include <stdlib.h>

#include <sinew/api.h>

#include "dyn/contact_side.h"

static void checkContact(const mjModel* m, const mjData* d, const mjContact* con) {
  static int col[3000];
  static mjtNum val[3000];
  static side_List list;
  assert_true(m->nv <= 3000);
  for (int side = 0; side < 2; side++) {
    mjtNum sum = 0;
    side_list(m, d, con, side, &list);
    for (int i = 0; i < list.n; i++) sum += list.weight[i];
    // nodes that hardly count are left out, and of order 2 those that pull the other way
    const bool isQuadratic = con->flex[side] >= 0 && abs(m->flex_interp[con->flex[side]]) == 2;
    assert_true(isQuadratic ? sum > 1 - 1e-3 : fabs(sum - 1) < 1e-3);
    assert_true(side_representative(m, con, side) >= 0);
  }
  const int n = side_normalRow(m, d, con, col, val);
  mjtNum along = 0;
  for (int k = 0; k < n; k++) along += val[k] * d->qvel[col[k]];
  assert_true(con->efc_address >= 0);
  // edges of a pyramid come in pairs around the normal
  const mjtNum* row = d->efc_vel + con->efc_address;
  const bool isPyramid = d->efc_type[con->efc_address] == mjCNSTR_CONTACT_PYRAMIDAL;
  const mjtNum expected = isPyramid ? 0.5 * (row[0] + row[1]) : row[0];
  assert_true(fabs(along - expected) < 1e-12);
}

static void checkModel(const char* path) {
  char error[300] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", path, error);
  mjData* d = mj_makeData(m);
  int n = 0;
  for (int i = 0; i < m->nv; i++) d->qvel[i] = sin(3 * i + 1);
  mj_integratePos(m, d->qpos, d->qvel, 0.01);
  mj_forward(m, d);
  for (int i = 0; i < d->ncon; i++) {
    if (d->contact[i].exclude || !side_isFlex(&d->contact[i])) continue;
    checkContact(m, d, &d->contact[i]);
    n++;
  }
  print_message("%s: %d contacts\n", path, n);
  assert_true(n > 20);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void normalIsThatOfRows(void** state) {
  (void)state;
  checkModel(TEST_DIR "/golden/flex/sheet.xml");
  checkModel(TEST_DIR "/golden/flex/solid.xml");
  checkModel(TEST_DIR "/golden/flex/nodes.xml");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(normalIsThatOfRows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
