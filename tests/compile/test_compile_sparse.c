// Sparse structure: against arrays of the reference, against a search over the tree, and on large
// models.
#include "compile_build.h"

#include <time.h>

// <body> two hinges, two children with a hinge </body> <body> free </body> <body> slide </body>
static spec_Spec* smallSpec(void) {
  spec_Spec* spec = spec_make();
  spec_Element* a = addBody(spec->world, "a", 0, 0, 0);
  addJoint(a, "", mjJNT_HINGE);
  mjsJoint* second = addJoint(a, "", mjJNT_HINGE);
  second->axis[0] = 1, second->axis[2] = 0;
  addGeom(a, "", 0.1);
  for (int i = 1; i <= 2; i++) {
    spec_Element* child = addBody(a, "", i, 0, 0);
    addJoint(child, "", mjJNT_HINGE);
    addGeom(child, "", 0.1);
  }
  spec_Element* b = addBody(spec->world, "b", 0, 0, 3);
  addJoint(b, "", mjJNT_FREE);
  addGeom(b, "", 0.1);
  spec_Element* c = addBody(spec->world, "c", 0, 0, 4);
  addJoint(c, "", mjJNT_SLIDE);
  addGeom(c, "", 0.1);
  return spec;
}

// figures from MuJoCo 3.12.0 (@mujoco/mujoco) for the same model
static void golden(void** state) {
  (void)state;
  mjModel* m = compileSpec(smallSpec());
  assert_int_equal(m->nM, 31);
  assert_int_equal(m->nB, 28);
  assert_int_equal(m->nC, 16);
  assert_int_equal(m->nD, 51);
  const mjtByte simple[] = {1, 0, 0, 0, 1, 2};
  assert_memory_equal(m->body_simple, simple, sizeof simple);
  CHECK_INTS(m->dof_simplenum, m->nv, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1);
  CHECK_INTS(m->B_rownnz, m->nbody, 11, 4, 3, 3, 6, 1);
  CHECK_INTS(m->B_rowadr, m->nbody, 0, 11, 15, 18, 21, 27);
  CHECK_INTS(m->B_colind, m->nB, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 0, 1, 2, 0, 1, 3, 4,
             5, 6, 7, 8, 9, 10);
  CHECK_INTS(m->M_rownnz, m->nv, 1, 2, 3, 3, 1, 1, 1, 1, 1, 1, 1);
  CHECK_INTS(m->M_rowadr, m->nv, 0, 1, 3, 6, 9, 10, 11, 12, 13, 14, 15);
  CHECK_INTS(m->M_colind, m->nC, 0, 0, 1, 0, 1, 2, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10);
  CHECK_INTS(m->mapM2M, m->nC, 0, 2, 1, 5, 4, 3, 8, 7, 6, 9, 10, 12, 15, 19, 24, 30);
  CHECK_INTS(m->D_rownnz, m->nv, 4, 4, 3, 3, 6, 6, 6, 6, 6, 6, 1);
  CHECK_INTS(m->D_rowadr, m->nv, 0, 4, 8, 11, 14, 20, 26, 32, 38, 44, 50);
  CHECK_INTS(m->D_diag, m->nv, 0, 1, 2, 2, 0, 1, 2, 3, 4, 5, 0);
  CHECK_INTS(m->mapM2D, m->nD, 0, 1, 3, 6, 1, 2, 4, 7, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1,
             10, -1, -1, -1, -1, -1, -1, 11, -1, -1, -1, -1, -1, -1, 12, -1, -1, -1, -1, -1, -1, 13,
             -1, -1, -1, -1, -1, -1, 14, 15);
  CHECK_INTS(m->mapD2M, m->nC, 0, 4, 5, 8, 9, 10, 11, 12, 13, 14, 21, 28, 35, 42, 49, 50);
  CHECK_INTS(m->dof_Madr, m->nv, 0, 1, 3, 6, 9, 10, 12, 15, 19, 24, 30);
  mj_deleteModel(m);
}

// ---- a search over the tree

static bool isAncestor(const mjModel* m, int ancestor, int dof) {
  for (; dof >= 0; dof = m->dof_parentid[dof]) {
    if (dof == ancestor) return true;
  }
  return false;
}

static bool bodyIsAbove(const mjModel* m, int above, int body) {
  for (; body && body != above; body = m->body_parentid[body]) continue;
  return body == above;
}

// entry (row, col) of a pattern, -1 if absent
static int entryAt(const int* rowadr, const int* rownnz, const int* colind, int row, int col) {
  for (int k = rowadr[row]; k < rowadr[row] + rownnz[row]; k++) {
    if (colind[k] == col) return k;
  }
  return -1;
}

static void checkPatterns(const mjModel* m) {
  int nC = 0, nD = 0, nB = 0;
  for (int i = 0; i < m->nv; i++) {
    for (int j = 0; j < m->nv; j++) {
      bool below = isAncestor(m, j, i), above = isAncestor(m, i, j);
      int inM = entryAt(m->M_rowadr, m->M_rownnz, m->M_colind, i, j);
      int inD = entryAt(m->D_rowadr, m->D_rownnz, m->D_colind, i, j);
      assert_int_equal(inM >= 0, below && (i == j || !m->dof_simplenum[i]));
      assert_int_equal(inD >= 0, below || above);
      nC += inM >= 0;
      nD += inD >= 0;
      if (inM >= 0) assert_int_equal(m->mapD2M[inM], inD);
      int lower = i >= j ? inM : entryAt(m->M_rowadr, m->M_rownnz, m->M_colind, j, i);
      if (inD >= 0) assert_int_equal(m->mapM2D[inD], lower);
      if (i == j) assert_int_equal(m->D_diag[i], inD - m->D_rowadr[i]);
      if (inM < 0) continue;
      int steps = 0;  // the legacy layout: upwards from the diagonal
      for (int k = i; k != j; k = m->dof_parentid[k]) steps++;
      assert_int_equal(m->mapM2M[inM], m->dof_Madr[i] + steps);
    }
  }
  for (int b = 0; b < m->nbody; b++) {
    for (int j = 0; j < m->nv; j++) {
      int owner = m->dof_bodyid[j];
      bool expected = bodyIsAbove(m, b, owner) || bodyIsAbove(m, owner, b);
      bool found = entryAt(m->B_rowadr, m->B_rownnz, m->B_colind, b, j) >= 0;
      assert_int_equal(found, expected);
      nB += found;
    }
  }
  assert_int_equal(nC, m->nC);
  assert_int_equal(nD, m->nD);
  assert_int_equal(nB, m->nB);
  assert_int_equal(m->nD, 2 * m->nM - m->nv);
}

static int randomInt(int n) { return (int)(rng_next() % (unsigned)n); }

static mjModel* randomModel(void) {
  enum { NBODY = 14 };
  spec_Spec* spec = spec_make();
  spec_Element* body[NBODY] = {spec->world};
  for (int i = 1; i < NBODY; i++) {
    body[i] = addBody(body[randomInt(i)], "", rng_uniform(), rng_uniform(), rng_uniform());
    addGeom(body[i], "", 0.1);
    if (body[i]->body == spec->world && randomInt(3) == 0) {
      addJoint(body[i], "", mjJNT_FREE);
      continue;
    }
    for (int j = randomInt(3); j > 0; j--)
      addJoint(body[i], "", randomInt(2) ? mjJNT_SLIDE : mjJNT_HINGE);
    if (randomInt(4) == 0) addJoint(body[i], "", mjJNT_BALL);
  }
  return compileSpec(spec);
}

static void randomTrees(void** state) {
  (void)state;
  for (int trial = 0; trial < 200; trial++) {
    mjModel* m = randomModel();
    checkPatterns(m);
    mj_deleteModel(m);
  }
}

// ---- simple bodies

static void armatureCouples(void** state) {
  (void)state;
  for (int spatial = 0; spatial < 2; spatial++) {
    spec_Spec* spec = smallSpec();
    addSite(spec_find(spec, mjOBJ_BODY, "b"), "sb");
    addSite(spec_find(spec, mjOBJ_BODY, "c"), "sc");
    mjsJoint* slide = spec->list[mjOBJ_JOINT].item[5]->data;
    spec_setName(spec_of(slide->element), "slide");
    mjsTendon* t = addTendon(spec, "t");
    t->armature = 1;
    if (spatial) {
      addWrap(t, mjWRAP_SITE, "sb", "", 0);
      addWrap(t, mjWRAP_SITE, "sc", "", 0);
    } else {
      addWrap(t, mjWRAP_JOINT, "slide", "", 1);
    }
    mjModel* m = compileSpec(spec);
    assert_int_equal(m->body_simple[4], spatial ? 0 : 1);
    assert_int_equal(m->body_simple[5], spatial ? 0 : 2);
    assert_int_equal(m->nC, spatial ? m->nM : 16);
    checkPatterns(m);
    mj_deleteModel(m);
  }
}

static void whatIsSimple(void** state) {
  (void)state;
  for (int kind = 0; kind < 6; kind++) {
    spec_Spec* spec = spec_make();
    spec_Element* base = addBody(spec->world, "", 0, 0, 1);
    spec_Element* body = addBody(kind == 1 ? base : spec->world, "", 0, 0, 2);
    addGeom(base, "", 0.1);
    mjsGeom* geom = addGeom(body, "", 0.1);
    mjsJoint* joint = addJoint(body, "", mjJNT_HINGE);
    if (kind == 2) joint->pos[0] = 1e-5;
    if (kind == 3) joint->axis[1] = 1;
    if (kind == 4) geom->pos[1] = 1e-5;
    if (kind == 5) addJoint(body, "", mjJNT_SLIDE);
    mjModel* m = compileSpec(spec);
    assert_int_equal(m->body_simple[2], kind < 2);
    assert_int_equal(m->body_simple[1], kind != 1);  // a jointless body is simple if it is a leaf
    mj_deleteModel(m);
  }
}

// ---- large models

static double secondsSince(clock_t start) { return (double)(clock() - start) / CLOCKS_PER_SEC; }

static void largeModels(void** state) {
  (void)state;
  enum { NFREE = 1000, NCHAIN = 1000 };
  clock_t start = clock();
  spec_Spec* spec = spec_make();
  for (int i = 0; i < NFREE; i++) {
    spec_Element* body = addBody(spec->world, "", i, 0, 0);
    addJoint(body, "", mjJNT_FREE);
    addGeom(body, "", 0.1)->pos[0] = 1;
  }
  mjModel* m = compileSpec(spec);
  print_message("  %d free bodies: %.3f s\n", NFREE, secondsSince(start));
  assert_int_equal(m->nM, 21 * NFREE);
  assert_int_equal(m->nD, 36 * NFREE);
  assert_int_equal(m->nB, 12 * NFREE);  // the world's row has all dofs
  mj_deleteModel(m);

  start = clock();
  spec = spec_make();
  spec_Element* body = spec->world;
  for (int i = 0; i < NCHAIN; i++) {
    body = addBody(body, "", 0.1, 0, 0);
    addJoint(body, "", mjJNT_HINGE);
    addGeom(body, "", 0.1);
  }
  m = compileSpec(spec);
  double seconds = secondsSince(start);
  print_message("  chain of %d bodies: %.3f s\n", NCHAIN, seconds);
  assert_int_equal(m->nM, NCHAIN * (NCHAIN + 1) / 2);
  assert_int_equal(m->nD, NCHAIN * NCHAIN);
  assert_int_equal(m->nB, NCHAIN * (NCHAIN + 1));
  assert_int_equal(m->mapM2D[m->nD - 1], m->nC - 1);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(golden),          cmocka_unit_test(randomTrees),
      cmocka_unit_test(armatureCouples), cmocka_unit_test(whatIsSimple),
      cmocka_unit_test(largeModels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
