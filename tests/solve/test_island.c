// Islands: maps are permutations that keep the order, rows and dofs of an island belong together,
// arrays in the order of islands are those of the whole; trees that rows couple share an island.
#include "solve_support.h"

// ---- maps

static void checkInverse(const int* forth, const int* back, int n) {
  for (int i = 0; i < n; i++) {
    assert_in_range(forth[i], 0, n - 1);
    assert_int_equal(back[forth[i]], i);
  }
}

static void checkTrees(const mjModel* m, const mjData* d) {
  const int ntree = (int)m->ntree;
  int itree = 0, idof = 0, next = 0;
  for (int i = 0; i < d->nisland; i++) {
    assert_int_equal(d->island_itreeadr[i], itree);
    assert_int_equal(d->island_idofadr[i], idof);
    assert_int_equal(d->island_dofadr[i], m->tree_dofadr[d->map_itree2tree[itree]]);
    itree += d->island_ntree[i];
    idof += d->island_nv[i];
  }
  assert_int_equal(idof, d->nidof);
  for (int k = 0; k < ntree; k++) {
    const int tree = d->map_itree2tree[k], island = d->tree_island[tree];
    if (k && island == d->tree_island[d->map_itree2tree[k - 1]]) {
      assert_true(tree > d->map_itree2tree[k - 1]);
    }
    for (int i = 0; i < m->tree_dofnum[tree]; i++) {
      const int dof = m->tree_dofadr[tree] + i;
      assert_int_equal(d->map_idof2dof[next], dof);
      assert_int_equal(d->dof_island[dof], island);
      next++;
    }
  }
  // numbered by their smallest trees
  int seen = 0;
  for (int t = 0; t < ntree; t++) {
    assert_true(d->tree_island[t] <= seen);
    seen += d->tree_island[t] == seen;
  }
  assert_int_equal(seen, d->nisland);
}

static void checkRows(const mjModel* m, const mjData* d) {
  mjtNum* row = calloc((size_t)d->nefc, sizeof *row);
  mjtNum* qfrc = calloc((size_t)m->nv, sizeof *qfrc);
  int adr = 0;
  for (int i = 0; i < d->nisland; i++) {
    assert_int_equal(d->island_iefcadr[i], adr);
    for (int k = 0; k < d->island_nefc[i]; k++) {
      const int efc = d->map_iefc2efc[adr + k];
      const int type = k < d->island_ne[i]                     ? mjCNSTR_EQUALITY
                       : k < d->island_ne[i] + d->island_nf[i] ? mjCNSTR_FRICTION_DOF
                                                               : mjCNSTR_LIMIT_JOINT;
      if (k) assert_true(efc > d->map_iefc2efc[adr + k - 1]);
      assert_int_equal(d->efc_island[efc], i);
      assert_true(d->efc_type[efc] >= type);
      row[efc] = 1;
      mj_mulJacTVec(m, d, qfrc, row);
      row[efc] = 0;
      for (int v = 0; v < m->nv; v++) assert_true(qfrc[v] == 0 || d->dof_island[v] == i);
    }
    adr += d->island_nefc[i];
  }
  assert_int_equal(adr, d->nefc);
  free(row);
  free(qfrc);
}

static void checkCopies(const mjData* d) {
  for (int at = 0; at < d->nefc; at++) {
    const int efc = d->map_iefc2efc[at];
    assert_int_equal(d->iefc_type[at], d->efc_type[efc]);
    assert_int_equal(d->iefc_id[at], d->efc_id[efc]);
    assert_int_equal(d->iefc_state[at], d->efc_state[efc]);
    assert_true(d->iefc_frictionloss[at] == d->efc_frictionloss[efc]);
    assert_true(d->iefc_D[at] == d->efc_D[efc]);
    assert_true(d->iefc_R[at] == d->efc_R[efc]);
    assert_true(d->iefc_aref[at] == d->efc_aref[efc]);
    assert_true(d->iefc_force[at] == d->efc_force[efc]);
  }
  for (int at = 0; at < d->nidof; at++) {
    const int dof = d->map_idof2dof[at];
    assert_true(d->ifrc_smooth[at] == d->qfrc_smooth[dof]);
    assert_true(d->ifrc_constraint[at] == d->qfrc_constraint[dof]);
    assert_true(d->iacc_smooth[at] == d->qacc_smooth[dof]);
    assert_true(d->iacc[at] == d->qacc[dof]);
  }
}

static void test_maps(void** unused) {
  (void)unused;
  int most = 0;
  for (int k = 0; k < SOLVE_MODELS; k++) {
    for (int cone = 0; cone < 2; cone++) {
      mjModel* m = loadFile(solveModels[k]);
      mjData* d = mj_makeData(m);
      m->opt.cone = cone;
      m->opt.enableflags = cone ? mjENBL_DIAGEXACT : 0;
      for (int s = 0; s < 10; s++) {
        stepRandomly(m, d, 20);
        mj_forward(m, d);
        if (!d->nefc) continue;
        assert_true(d->nisland > 0);
        most = d->nisland > most ? d->nisland : most;
        checkInverse(d->map_dof2idof, d->map_idof2dof, (int)m->nv);
        checkInverse(d->map_efc2iefc, d->map_iefc2efc, d->nefc);
        checkTrees(m, d);
        checkRows(m, d);
        checkCopies(d);
      }
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
  assert_true(most >= 4);
}

// ---- what is coupled

static const char chain[] =
    "<mujoco><option gravity='0 0 0'/><worldbody>"
    "<body><joint name='a' type='slide' axis='1 0 0'/><geom size='.1' contype='0'/></body>"
    "<body><joint name='b' type='slide' axis='1 0 0'/><geom size='.1' contype='0'/></body>"
    "<body><joint name='c' type='slide' axis='1 0 0' frictionloss='1'/><geom size='.1' "
    "contype='0'/></body>"
    "<body><joint name='e' type='slide' axis='1 0 0'/><geom size='.1' contype='0'/></body>"
    "<body><joint name='f' type='slide' axis='1 0 0'/><geom size='.1' contype='0'/></body>"
    "</worldbody><equality><joint joint1='e' joint2='a'/></equality><tendon>"
    "<fixed frictionloss='1'><joint joint='f' coef='1'/><joint joint='c' coef='1'/></fixed>"
    "</tendon></mujoco>";

static void test_coupling(void** unused) {
  (void)unused;
  mjModel* m = loadText(chain);
  mjData* d = mj_makeData(m);
  const int with[] = {0, -1, 1, 0, 1}, without[] = {-1, -1, 0, -1, 0};
  mj_forward(m, d);
  assert_int_equal(d->nisland, 2);
  assert_int_equal(d->nidof, 4);
  assert_memory_equal(d->tree_island, with, sizeof with);
  d->eq_active[0] = 0;
  mj_forward(m, d);
  assert_int_equal(d->nisland, 1);
  assert_int_equal(d->nidof, 2);
  assert_memory_equal(d->tree_island, without, sizeof without);
  m->opt.disableflags = mjDSBL_ISLAND;
  mj_forward(m, d);
  assert_int_equal(d->nisland, 0);
  assert_int_equal(d->nidof, 0);
  m->opt.disableflags = mjDSBL_FRICTIONLOSS;
  mj_forward(m, d);
  assert_int_equal(d->nisland, 0);
  assert_int_equal(d->solver_niter[0], 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// no-slip iterations change efc_force, not the forces in the order of islands
static void test_noslip(void** unused) {
  (void)unused;
  mjModel* m = loadFile(solveModels[SOLVE_MODELS - 1]);
  mjData* d = mj_makeData(m);
  stepRandomly(m, d, 150);
  mj_forward(m, d);
  assert_int_equal(d->nisland, 1);
  const size_t bytes = (size_t)d->nefc * sizeof(mjtNum);
  mjtNum* before = malloc(bytes);
  memcpy(before, d->efc_force, bytes);
  m->opt.noslip_iterations = 3;
  mj_forward(m, d);
  assert_memory_equal(d->iefc_force, before, bytes);
  assert_true(distance(d->efc_force, before, d->nefc) > 1e-9);
  assert_true(motionResidual(m, d) < 1e-9);
  free(before);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_maps), cmocka_unit_test(test_coupling),
                                     cmocka_unit_test(test_noslip)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
