// Constraint rows against the reference (contacts are given, see tools/oracle/rows.mjs), and
// against finite differences of their residuals.
#include "model/fields.h"
#include "rows_scene.h"

// ---- golden

typedef struct {
  mjModel* m;
  mjData* d;
  double* want[40];  // arrays of the case, by number of the name
  int nwant[40];
  char name[40][40];
  int n, cases;
  double contact[100][35];
  int ncontact;
  double worst;
} Golden;

static double* findArray(const Golden* g, const char* name, int* n) {
  for (int i = 0; i < g->n; i++) {
    if (!strcmp(g->name[i], name)) {
      *n = g->nwant[i];
      return g->want[i];
    }
  }
  *n = 0;
  return NULL;
}

static int readNumbers(double* to, int most, char* text) {
  int n = 0;
  for (char* end; text && n < most; text = end) {
    const double x = strtod(text, &end);
    if (end == text) break;
    to[n++] = x;
  }
  return n;
}

// the fields of a contact in the order of the script
static void giveContact(mjContact* con, const double* x) {
  memset(con, 0, sizeof *con);
  con->dist = x[0];
  for (int k = 0; k < 3; k++) con->pos[k] = x[1 + k];
  for (int k = 0; k < 9; k++) con->frame[k] = x[4 + k];
  con->includemargin = x[13];
  for (int k = 0; k < 5; k++) con->friction[k] = x[14 + k];
  for (int k = 0; k < 2; k++) con->solref[k] = x[19 + k];
  for (int k = 0; k < 2; k++) con->solreffriction[k] = x[21 + k];
  for (int k = 0; k < 5; k++) con->solimp[k] = x[23 + k];
  con->adhesion = x[28];
  con->dim = (int)x[29];
  con->geom1 = con->geom[0] = (int)x[30];
  con->geom2 = con->geom[1] = (int)x[31];
  con->exclude = x[32] == 1;
  for (int k = 0; k < 2; k++) con->flex[k] = con->elem[k] = con->vert[k] = -1;
}

static void giveContacts(Golden* g) {
  mjData* d = g->d;
  stack_clearArena(d);
  for (int i = 0; i < g->ncontact; i++) {
    giveContact(stack_arena(d, sizeof(mjContact), _Alignof(mjContact)), g->contact[i]);
  }
  d->ncon = g->ncontact;
}

static void compareNumbers(Golden* g, const char* name, const double* have, const double* want,
                           int n) {
  for (int i = 0; i < n; i++) {
    const double diff = fabs(have[i] - want[i]) / fmax(1, fabs(want[i]));
    if (!(diff <= 1e-11)) {
      fail_msg("case %d: %s[%d] = %.15g, not %.15g", g->cases, name, i, have[i], want[i]);
    }
    g->worst = fmax(g->worst, diff);
  }
}

static void compareField(Golden* g, const char* name) {
  int n;
  const double* want = findArray(g, name, &n);
  if (!n) return;
  const field_Table table = field_data();
  const field_Field* f = NULL;
  for (int i = 0; i < table.n; i++) {
    if (!strcmp(table.field[i].name, name)) f = &table.field[i];
  }
  assert_non_null(f);
  assert_int_equal(n, field_count(f, g->m, g->d));
  double* have = calloc((size_t)n, sizeof *have);
  const void* array = field_get(f, g->d);
  for (int i = 0; i < n; i++) {
    have[i] = f->type == FIELD_INT ? ((const int*)array)[i] : ((const double*)array)[i];
  }
  compareNumbers(g, name, have, want, n);
  free(have);
}

// mat w, w_i = cos(i + 1)
static void product(double* res, const double* mat, int nr, int nc, const int* rownnz,
                    const int* rowadr, const int* colind) {
  for (int i = 0; i < nr; i++) {
    res[i] = 0;
    const int n = rownnz ? rownnz[i] : nc, adr = rownnz ? rowadr[i] : i * nc;
    for (int k = 0; k < n; k++) res[i] += mat[adr + k] * cos((rownnz ? colind[adr + k] : k) + 1);
  }
}

static void compareMatrices(Golden* g, bool sparse) {
  const mjData* d = g->d;
  const int nv = (int)g->m->nv;
  double* res = calloc((size_t)d->nefc + 1, sizeof *res);
  int n;
  const double* want = findArray(g, "Jw", &n);
  product(res, d->efc_J, d->nefc, nv, sparse ? d->efc_J_rownnz : NULL, d->efc_J_rowadr,
          d->efc_J_colind);
  compareNumbers(g, "Jw", res, want, n);
  if ((want = findArray(g, "Yw", &n))) {
    product(res, d->efc_Y, d->nefc, nv, sparse ? d->efc_Y_rownnz : NULL, d->efc_Y_rowadr,
            d->efc_Y_colind);
    compareNumbers(g, "Yw", res, want, n);
    want = findArray(g, "ARw", &n);
    product(res, d->efc_AR, d->nefc, d->nefc, sparse ? d->efc_AR_rownnz : NULL, d->efc_AR_rowadr,
            d->efc_AR_colind);
    compareNumbers(g, "ARw", res, want, n);
  }
  free(res);
}

static void makeRows(const mjModel* m, mjData* d) {
  con_make(m, d);
  con_project(m, d);
  con_reference(m, d);
}

static void checkCase(Golden* g) {
  static const char* const fields[] = {
      "efc_type",     "efc_id",        "efc_pos",       "efc_margin",     "efc_frictionloss",
      "efc_KBIP",     "efc_R",         "efc_D",         "efc_diagA",      "efc_vel",
      "efc_aref",     "efc_J_rownnz",  "efc_J_rowadr",  "efc_J_rowsuper", "efc_J_colind",
      "efc_Y_rownnz", "efc_AR_rownnz", "efc_AR_rowadr", "tendon_efcadr"};
  mjModel* m = g->m;
  mjData* d = g->d;
  int n;
  const double* opt = findArray(g, "case", &n);
  m->opt.cone = (int)opt[0];
  m->opt.jacobian = (int)opt[1];
  m->opt.solver = (int)opt[2];
  m->opt.disableflags = (int)opt[3];
  m->opt.enableflags = (int)opt[4];
  mj_resetData(m, d);
  memcpy(d->qpos, findArray(g, "qpos", &n), (size_t)m->nq * sizeof(mjtNum));
  memcpy(d->qvel, findArray(g, "qvel", &n), (size_t)m->nv * sizeof(mjtNum));
  if (m->nmocap) {
    memcpy(d->mocap_pos, findArray(g, "mocap_pos", &n), (size_t)(3 * m->nmocap) * sizeof(mjtNum));
  }
  scene_position(m, d);
  giveContacts(g);
  makeRows(m, d);
  const double size[5] = {d->ne, d->nf, d->nl, d->nefc, d->nJ};
  compareNumbers(g, "ne nf nl nefc nJ", size, findArray(g, "size", &n), 5);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) compareField(g, fields[i]);
  if (d->nefc) compareMatrices(g, m->opt.jacobian == mjJAC_SPARSE);
  for (int i = 0; i < d->ncon; i++) {
    const double have[3] = {d->contact[i].exclude, d->contact[i].mu, d->contact[i].efc_address};
    compareNumbers(g, "contact exclude, mu, efc_address", have, g->contact[i] + 32, 3);
  }
  g->cases++;
}

static void forgetCase(Golden* g) {
  for (int i = 0; i < g->n; i++) free(g->want[i]);
  g->n = g->ncontact = 0;
}

static void goldenLine(Golden* g, char* line) {
  enum { MOST = 20000 };
  char* name = strtok(line, " \n");
  char* rest = strtok(NULL, "\n");
  if (!name || name[0] == '#') return;
  if (!strcmp(name, "model")) {
    mj_deleteData(g->d);
    mj_deleteModel(g->m);
    g->m = dyn_load(rest, &g->d);
  } else if (!strcmp(name, "contact")) {
    assert_int_equal(readNumbers(g->contact[g->ncontact++], 35, rest), 35);
  } else if (!strcmp(name, "end")) {
    checkCase(g);
    forgetCase(g);
  } else {
    snprintf(g->name[g->n], sizeof g->name[0], "%s", name);
    g->want[g->n] = malloc(MOST * sizeof(double));
    g->nwant[g->n] = readNumbers(g->want[g->n], MOST, rest);
    g->n++;
  }
}

static void test_golden(void** state) {
  (void)state;
  enum { LINE = 1 << 18 };
  static Golden g;
  static char line[LINE];
  FILE* file = fopen(TEST_DIR "/golden/rows.txt", "r");
  assert_non_null(file);
  catch_begin();  // solref of mixed signs
  while (fgets(line, LINE, file)) goldenLine(&g, line);
  catch_end();
  fclose(file);
  mj_deleteData(g.d);
  mj_deleteModel(g.m);
  printf("%d cases, greatest residual %.2g\n", g.cases, g.worst);
  assert_int_equal(g.cases, 31);
}

// ---- finite differences

static const double STEP = 1e-6;

// qpos of d = qpos0 + t vel, and all that follows from it
static void moveTo(const mjModel* m, mjData* d, const mjtNum* qpos0, const mjtNum* vel, double t) {
  memcpy(d->qpos, qpos0, (size_t)m->nq * sizeof(mjtNum));
  mj_integratePos(m, d->qpos, vel, t);
  scene_position(m, d);
  stack_clearArena(d);
}

static mjtNum* copyOf(const mjtNum* vec, mjtSize n) {
  mjtNum* res = malloc((size_t)(n + 1) * sizeof *res);
  memcpy(res, vec, (size_t)n * sizeof *res);
  return res;
}

// residuals of equalities and tendons: d(pos)/dt = J v
static double residualSlope(const mjModel* m, mjData* d) {
  mjtNum *qpos = copyOf(d->qpos, m->nq), *vel = copyOf(d->qvel, m->nv);
  moveTo(m, d, qpos, vel, -STEP);
  con_make(m, d);
  mjtNum* before = copyOf(d->efc_pos, d->ne);
  moveTo(m, d, qpos, vel, STEP);
  con_make(m, d);
  mjtNum* after = copyOf(d->efc_pos, d->ne);
  moveTo(m, d, qpos, vel, 0);
  con_make(m, d);
  con_reference(m, d);
  double worst = 0;
  for (int i = 0; i < d->ne; i++) {
    worst = fmax(worst, fabs((after[i] - before[i]) / (2 * STEP) - d->efc_vel[i]));
  }
  free(qpos), free(vel), free(before), free(after);
  return worst;
}

static void test_equalityJacobian(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = dyn_load("golden/rows_equality.xml", &d);
  double worst = 0;
  dyn_restart();
  catch_begin();
  for (int k = 0; k < 8; k++) {
    scene_option(m, k % 4);
    dyn_randomState(m, d);
    worst = fmax(worst, residualSlope(m, d));
    assert_int_equal(d->ne, 48);
  }
  catch_end();
  printf("equality Jacobians: %.2g\n", worst);
  assert_true(worst < 1e-8);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// (J(q + v h) - J(q - v h)) v / 2h = Jdot v = -aref, if stiffness and damping are zero
static void test_velocityProducts(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = dyn_load("golden/rows_equality.xml", &d);
  memset(m->eq_solref, 0, (size_t)(mjNREF * m->neq) * sizeof(mjtNum));
  double worst = 0;
  dyn_restart();
  catch_begin();
  for (int k = 0; k < 4; k++) {
    scene_option(m, k);
    dyn_randomState(m, d);
    mjtNum *qpos = copyOf(d->qpos, m->nq), *vel = copyOf(d->qvel, m->nv), *at[2];
    for (int s = 0; s < 2; s++) {
      moveTo(m, d, qpos, vel, s ? STEP : -STEP);
      con_make(m, d);
      con_reference(m, d);
      at[s] = copyOf(d->efc_vel, d->ne);
    }
    moveTo(m, d, qpos, vel, 0);
    con_make(m, d);
    con_reference(m, d);
    for (int i = 0; i < d->ne; i++) {
      const int type = m->eq_type[d->efc_id[i]];
      const bool has = type == mjEQ_CONNECT || type == mjEQ_WELD;
      const double want = has ? -(at[1][i] - at[0][i]) / (2 * STEP) : 0;
      worst = fmax(worst, fabs(d->efc_aref[i] - want));
    }
    free(qpos), free(vel), free(at[0]), free(at[1]);
  }
  catch_end();
  printf("velocity products: %.2g\n", worst);
  assert_true(worst < 1e-7);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// pose of a body at q + t v: position of the point that is at `local` in it, and orientation
static void bodyPose(const mjData* d, int body, const mjtNum local[3], mjtNum pos[3],
                     mjtNum quat[4]) {
  mju_mulMatVec3(pos, d->xmat + 9 * body, local);
  mju_addTo3(pos, d->xpos + 3 * body);
  mju_copy4(quat, d->xquat + 4 * body);
}

// base velocities of contact i from two poses of both bodies
static void slideOf(mjtNum base[6], const mjContact* con, mjtNum pose[2][2][7]) {
  mjtNum lin[3] = {0}, ang[3] = {0};
  for (int side = 0; side < 2; side++) {
    mjtNum diff[3], turn[3], quat[4];
    mju_sub3(diff, pose[1][side], pose[0][side]);
    // world turn: q1 conj(q0)
    mju_negQuat(quat, pose[0][side] + 3);
    mju_mulQuat(quat, pose[1][side] + 3, quat);
    mju_quat2Vel(turn, quat, 1);
    mju_addToScl3(lin, diff, side ? 1 : -1);
    mju_addToScl3(ang, turn, side ? 1 : -1);
  }
  mju_mulMatVec3(base, con->frame, lin);
  mju_mulMatVec3(base + 3, con->frame, ang);
  mju_scl(base, base, 1 / (2 * STEP), 6);
}

static void test_contactJacobian(void** state) {
  (void)state;
  enum { N = 24 };
  mjData* d;
  mjModel* m = dyn_load("golden/rows_contact.xml", &d);
  static mjtNum pose[N][2][2][7];  // contact, time, side
  m->opt.cone = mjCONE_ELLIPTIC;
  memset(m->geom_surfacevel, 0, (size_t)(6 * m->ngeom) * sizeof(mjtNum));
  dyn_restart();
  dyn_randomState(m, d);
  mjtNum *qpos = copyOf(d->qpos, m->nq), *vel = copyOf(d->qvel, m->nv), local[N][2][3];
  scene_position(m, d);
  assert_true(scene_contacts(m, d, N));
  mjContact* con = malloc(N * sizeof *con);
  memcpy(con, d->contact, N * sizeof *con);
  for (int i = 0; i < N; i++) {
    for (int side = 0; side < 2; side++) {
      const int body = m->geom_bodyid[con[i].geom[side]];
      mjtNum diff[3];
      mju_sub3(diff, con[i].pos, d->xpos + 3 * body);
      mju_mulMatTVec3(local[i][side], d->xmat + 9 * body, diff);
    }
  }
  con_make(m, d);
  con_reference(m, d);
  int* address = malloc(N * sizeof *address);
  mjtNum* have = copyOf(d->efc_vel, d->nefc);
  for (int i = 0; i < N; i++) address[i] = d->contact[i].efc_address;
  for (int t = 0; t < 2; t++) {
    moveTo(m, d, qpos, vel, t ? STEP : -STEP);
    for (int i = 0; i < 2 * N; i++) {
      bodyPose(d, m->geom_bodyid[con[i / 2].geom[i % 2]], local[i / 2][i % 2],
               pose[i / 2][t][i % 2], pose[i / 2][t][i % 2] + 3);
    }
  }
  double worst = 0;
  int rows = 0;
  for (int i = 0; i < N; i++) {
    mjtNum base[6];
    slideOf(base, &con[i], pose[i]);
    for (int k = 0; address[i] >= 0 && k < con[i].dim; k++, rows++) {
      worst = fmax(worst, fabs(have[address[i] + k] - base[k]));
    }
  }
  printf("contact Jacobians: %d rows, %.2g\n", rows, worst);
  assert_true(rows > 50 && worst < 1e-8);
  free(con), free(qpos), free(vel), free(address), free(have);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- products

static void checkProducts(const mjModel* m, mjData* d, double* worst) {
  const int nv = (int)m->nv, n = d->nefc;
  mjtNum *vec = calloc((size_t)(nv + n), sizeof *vec), *res = calloc((size_t)(nv + n), sizeof *res);
  dyn_shake(vec, nv + n, 1);
  const con_Rows rows = con_rows(d);
  con_mulJac(&rows, res, vec);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < nv; k++) sum += scene_J(m, d, i, k) * vec[k];
    *worst = fmax(*worst, fabs(sum - res[i]));
  }
  mju_zero(res, nv);
  con_addJacT(&rows, res, vec + nv);
  for (int k = 0; k < nv; k++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += scene_J(m, d, i, k) * vec[nv + i];
    *worst = fmax(*worst, fabs(sum - res[k]));
  }
  free(vec), free(res);
}

static void test_products(void** state) {
  (void)state;
  static const char* const file[] = {"golden/rows_equality.xml", "golden/rows_contact.xml"};
  double worst = 0;
  catch_begin();
  for (int f = 0; f < 2; f++) {
    mjData* d;
    mjModel* m = dyn_load(file[f], &d);
    for (int k = 0; k < 4; k++) {
      scene_option(m, k);
      dyn_randomState(m, d);
      scene_position(m, d);
      assert_true(scene_contacts(m, d, 20));
      con_make(m, d);
      assert_true(d->nefc > 40);
      checkProducts(m, d, &worst);
      const con_Rows rows = con_rows(d);
      for (int i = 0; i < rows.nblock; i++) {
        assert_int_equal(rows.block[i].type, d->efc_type[rows.block[i].efc]);
        assert_true(rows.block[i].tree[0] >= 0);
      }
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  catch_end();
  printf("products: %.2g\n", worst);
  assert_true(worst < 1e-11);
}

// ---- what cannot have rows

static void test_noDofs(void** state) {
  (void)state;
  mjData* d;
  mjModel* m = dyn_load("golden/rows_static.xml", &d);
  for (int k = 0; k < 4; k++) {
    scene_option(m, k);
    scene_position(m, d);
    stack_clearArena(d);
    for (int i = 0; i < m->npair + 1; i++) {
      mjContact* con = stack_arena(d, sizeof *con, _Alignof(mjContact));
      const int pair = i < m->npair ? i : 0;
      scene_contact(con, d, m->pair_geom1[pair], m->pair_geom2[pair], 3);
      if (i == m->npair) {  // this one has dofs
        con->geom[0] = con->geom1 = mj_name2id(m, mjOBJ_GEOM, "floor");
        con->geom[1] = con->geom2 = mj_name2id(m, mjOBJ_GEOM, "left");
      }
      d->ncon++;
    }
    con_make(m, d);
    // dense: rows of zeros within a body that moves, as in the reference
    const int nrow = k & 1 ? 3 : 4, zeros = k & 2 ? 0 : 2;
    for (int i = 0; i < m->npair; i++) {
      const int moving = i - ((int)m->npair - zeros);  // the pair of static bodies comes first
      assert_int_equal(d->contact[i].exclude, moving >= 0 ? 0 : 3);
      assert_int_equal(d->contact[i].efc_address, moving >= 0 ? moving * nrow : -1);
    }
    for (int i = 0; i < zeros * nrow * m->nv; i++) assert_true(d->efc_J[i] == 0);
    assert_int_equal(d->contact[m->npair].efc_address, zeros * nrow);
    assert_int_equal(d->nefc, (zeros + 1) * nrow);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- distance

static const char distanceText[] =
    "<mujoco><worldbody><geom name='o' size='.1' contype='0' conaffinity='0'/>"
    "<body pos='1 0 0'><freejoint/><geom name='a' size='.1' pos='.1 .2 .3' contype='0' "
    "conaffinity='0'/><body pos='0 0 1'><joint type='ball'/><geom name='b' size='.1' pos='.3 0 0' "
    "contype='0' conaffinity='0'/></body></body><body pos='0 1 0'><joint axis='1 2 0'/><geom "
    "name='c' pos='.2 .3 .1' size='.1' contype='0' conaffinity='0'/></body></worldbody><equality>"
    "<distance geom1='a' geom2='b' distance='0.7'/><distance geom1='c' geom2='a' distance='1.2' "
    "solref='0.1 0.5'/><distance geom1='o' geom2='c'/></equality></mujoco>";

static void test_distance(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* m = sn_loadXMLString(distanceText, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  double worst = 0;
  dyn_restart();
  for (int k = 0; k < 4; k++) {
    scene_option(m, k);
    dyn_randomState(m, d);
    worst = fmax(worst, residualSlope(m, d));
    assert_int_equal(d->ne, 3);
    for (int i = 0; i < 3; i++) {
      const int g1 = m->eq_obj1id[i], g2 = m->eq_obj2id[i];
      const int b1 = m->geom_bodyid[g1], b2 = m->geom_bodyid[g2];
      const double dist = mju_dist3(d->geom_xpos + 3 * g1, d->geom_xpos + 3 * g2);
      assert_near(d->efc_pos[i], dist - m->eq_data[mjNEQDATA * i], 1e-14);
      const double imp = d->efc_KBIP[4 * i + 2];
      const double diag = m->body_invweight0[2 * b1] + m->body_invweight0[2 * b2];
      assert_near(d->efc_R[i], (1 - imp) / imp * diag, 1e-12);
    }
  }
  printf("distance: %.2g\n", worst);
  assert_true(worst < 1e-8);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// centres that coincide: the row points along x
static void test_distanceZero(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* m = sn_loadXMLString(
      "<mujoco><worldbody><geom name='o' size='.1'/><body><freejoint/><geom name='a' size='.1'/>"
      "</body></worldbody><equality><distance geom1='o' geom2='a' distance='1'/></equality>"
      "</mujoco>",
      error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  scene_position(m, d);
  con_make(m, d);
  assert_int_equal(d->nefc, 1);
  assert_near(d->efc_pos[0], -1, 0);
  for (int k = 0; k < 6; k++) assert_near(d->efc_J[k], k == 0, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- tendons

// a joint that a fixed tendon lists twice has one column with the sum of its coefficients
static void test_listedTwice(void** state) {
  (void)state;
  char error[500] = "";
  mjModel* m = sn_loadXMLString(
      "<mujoco><worldbody><body><joint name='a'/><geom size='.1'/><body pos='.3 0 0'><joint "
      "name='b'/><geom size='.1'/></body></body></worldbody><tendon><fixed name='t' "
      "frictionloss='1'><joint joint='a' coef='1'/><joint joint='b' coef='2'/><joint joint='a' "
      "coef='3'/></fixed><fixed name='u'><joint joint='b' coef='1.5'/><joint joint='a' "
      "coef='0.5'/></fixed></tendon><equality><tendon tendon1='t' tendon2='u'/></equality>"
      "</mujoco>",
      error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 4; k++) {
    scene_option(m, k);
    scene_position(m, d);
    con_make(m, d);
    assert_int_equal(d->nefc, 2);
    assert_int_equal(d->nJ, 4);
    const double want[4] = {3.5, 0.5, 4, 2};
    for (int i = 0; i < 4; i++) assert_near(d->efc_J[i], want[i], 1e-15);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- memory

static void assertDropped(const mjData* d) {
  assert_int_equal(d->nefc, 0);
  assert_int_equal(d->ne + d->nf + d->nl + d->nJ, 0);
  assert_null(d->efc_J);
  assert_null(d->efc_KBIP);
  assert_null(d->efc_Y);
  assert_int_equal(con_rows(d).nblock, 0);
  for (int i = 0; i < d->ncon; i++) assert_int_equal(d->contact[i].efc_address, -1);
}

// all sizes of arenas: rows are there as a whole, or not at all with a warning
static void test_arena(void** state) {
  (void)state;
  mjData* full;
  mjModel* m = dyn_load("golden/rows_equality.xml", &full);
  const mjtSize narena = m->narena;
  int complete = 0, dropped = 0;
  catch_begin();
  for (int k = 0; k < 8; k++) {
    scene_option(m, k % 4);
    m->opt.solver = k < 4 ? mjSOL_NEWTON : mjSOL_PGS;
    for (mjtSize size = 0; size < 150000; size += 331) {
      m->narena = size;
      mjData* d = mj_makeData(m);
      assert_non_null(d);
      dyn_position(m, d);
      if (scene_contacts(m, d, 5)) {
        con_make(m, d);
        const bool made = d->nefc > 0;
        con_project(m, d);
        con_reference(m, d);
        assert_int_equal(d->warning[mjWARN_CNSTRFULL].number, d->nefc == 0);
        if (!d->nefc) assertDropped(d);
        complete += d->nefc > 0;
        dropped += made && !d->nefc;
      }
      mj_deleteData(d);
    }
  }
  catch_end();
  m->narena = narena;
  printf("arenas: %d held all rows, %d the rows but not their projection\n", complete, dropped);
  assert_true(complete > 400 && dropped > 80);
  mj_deleteData(full);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_equalityJacobian),
      cmocka_unit_test(test_velocityProducts),
      cmocka_unit_test(test_contactJacobian),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_noDofs),
      cmocka_unit_test(test_distance),
      cmocka_unit_test(test_distanceZero),
      cmocka_unit_test(test_arena),
      cmocka_unit_test(test_listedTwice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
