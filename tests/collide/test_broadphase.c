// collide/broadphase, ball_pairs, midphase: what they leave out cannot touch. Balls against all
// pairs of balls, contact lists against those of all pairs of geoms.
#include <math.h>

#include "collide/ball.h"
#include "collide/collide.h"
#include "simulate_support.h"

static double uniform(double low, double high) {
  return low + (high - low) * 0.5 * (rng_uniform() + 1);
}

// ---- balls

enum { BALLS = 600 };

// sizes over several powers of 2, some far away, some without bound
static void makeBalls(private_Ball* ball, int n, int kind) {
  const double side = 0.3 * cbrt(n);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) ball[i].pos[k] = uniform(-side, side) + (kind == 3 ? 1e7 : 0);
    ball[i].radius = kind == 0 ? 0.15 : 0.05 * pow(2, uniform(0, 4));
    if (kind == 2 && i % 97 == 5) ball[i].radius = INFINITY;
    if (kind == 2 && i % 31 == 7) ball[i].pos[i % 3] = i % 2 ? 1e300 : -1e17;
  }
}

static void comparePairs(mjData* d, const private_Ball* ball, int n) {
  const ball_Set set = {n, (private_Ball*)ball};
  const uint64_t* pairs = NULL;
  mj_markStack(d);
  const int found = ball_pairs(&set, d, &pairs);
  assert_true(found >= 0);
  int k = 0;
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      if (!ball_meet(&ball[i], &ball[j])) continue;
      assert_true(k < found);
      assert_int_equal(pairs[k], (uint64_t)i << 16 | (uint64_t)j);
      k++;
    }
  }
  assert_int_equal(k, found);
  mj_freeStack(d);
}

static void test_balls(void** state) {
  (void)state;
  mjModel* m = sim_compile("<mujoco><size memory='30M'/></mujoco>");
  mjData* d = mj_makeData(m);
  static private_Ball ball[BALLS];
  for (int kind = 0; kind < 4; kind++) {
    for (int n = 0; n <= BALLS; n += n < 3 ? 1 : 199) {
      makeBalls(ball, n, kind);
      comparePairs(d, ball, n);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// too little scratch is told, not overrun
static void test_balls_memory(void** state) {
  (void)state;
  mjModel* m = sim_compile("<mujoco><size memory='8K'/></mujoco>");
  mjData* d = mj_makeData(m);
  static private_Ball ball[BALLS];
  makeBalls(ball, BALLS, 2);
  for (int n = 20; n <= BALLS; n += 20) {
    const ball_Set set = {n, ball};
    const uint64_t* pairs;
    mj_markStack(d);
    const int found = ball_pairs(&set, d, &pairs);
    assert_true(found < 1024);
    if (n == BALLS) assert_int_equal(found, -1);
    mj_freeStack(d);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- contact lists

typedef struct {
  int geom[2], index;
  mjPreContact point;
} Touch;

enum { TOUCHES = 20000 };
static Touch touch[TOUCHES];

static bool isFamily(const mjModel* m, int weld1, int weld2) {
  return weld1 && weld2 &&
         (weld1 == m->body_weldid[m->body_parentid[weld2]] ||
          weld2 == m->body_weldid[m->body_parentid[weld1]]);
}

static int byGeoms(const void* a, const void* b) {
  const Touch *x = a, *y = b;
  const int first = x->geom[0] - y->geom[0], second = x->geom[1] - y->geom[1];
  return first ? first : second ? second : x->index - y->index;
}

static int touchGeoms(const mjModel* m, mjData* d, int g1, int g2, int n) {
  mjPreContact point[mjMAXCONPAIR];
  if (m->geom_type[g1] > m->geom_type[g2]) return touchGeoms(m, d, g2, g1, n);
  const mjfCollision function = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]];
  if (!(m->geom_contype[g1] & m->geom_conaffinity[g2]) &&
      !(m->geom_contype[g2] & m->geom_conaffinity[g1])) {
    return n;
  }
  const mjtNum margin = m->geom_margin[g1] + m->geom_margin[g2];
  const mjtNum limit = margin + (m->geom_gap[g1] + m->geom_gap[g2]);
  const int k = function ? function(m, d, point, g1, g2, limit) : 0;
  for (int i = 0; i < k; i++) {
    assert_true(n < TOUCHES);
    touch[n] = (Touch){{g1, g2}, n, point[i]};
    n++;
  }
  return n;
}

// all geoms of all bodies, in the order of bodies, then of geoms
static int touchAll(const mjModel* m, mjData* d) {
  int n = 0;
  for (int a = 0; a < m->nbody; a++) {
    for (int b = a + 1; b < m->nbody; b++) {
      const int weld1 = m->body_weldid[a], weld2 = m->body_weldid[b], begin = n;
      if (weld1 == weld2 || isFamily(m, weld1, weld2)) continue;
      if (!m->body_dofnum[weld1] && !m->body_dofnum[weld2]) continue;
      for (int i = 0; i < m->body_geomnum[a]; i++) {
        for (int j = 0; j < m->body_geomnum[b]; j++) {
          n = touchGeoms(m, d, m->body_geomadr[a] + i, m->body_geomadr[b] + j, n);
        }
      }
      if (n > begin) qsort(touch + begin, (size_t)(n - begin), sizeof *touch, byGeoms);
    }
  }
  return n;
}

static void compareLists(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
  const int n = touchAll(m, d);
  assert_int_equal(d->warning[mjWARN_CONTACTFULL].number, 0);
  assert_int_equal(n, d->ncon);
  for (int i = 0; i < n; i++) {
    const mjContact* con = &d->contact[i];
    assert_int_equal(con->geom[0], touch[i].geom[0]);
    assert_int_equal(con->geom[1], touch[i].geom[1]);
    assert_true(con->dist == touch[i].point.dist);
    assert_memory_equal(con->pos, touch[i].point.pos, sizeof con->pos);
  }
}

static char xml[400000];

static void put(const char* format, ...) {
  va_list args;
  const size_t used = strlen(xml);
  va_start(args, format);
  const int n = vsnprintf(xml + used, sizeof xml - used, format, args);
  va_end(args);
  assert_true(n >= 0 && (size_t)n < sizeof xml - used);
}

static void putGeom(double scale, double spread) {
  static const char* const types[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box"};
  put("<geom type='%s' size='%g %g %g' pos='%g %g %g' quat='%g %g %g %g'", types[rng_next() % 5],
      scale * uniform(0.5, 1), scale * uniform(0.5, 1), scale * uniform(0.5, 1),
      spread * rng_uniform(), spread * rng_uniform(), spread * rng_uniform(), rng_uniform(),
      rng_uniform(), rng_uniform(), 1.1);
  if (rng_next() % 4 == 0) put(" margin='%g' gap='%g'", uniform(0, 0.03), uniform(0, 0.03));
  if (rng_next() % 6 == 0) put(" contype='%d' conaffinity='1'", (int)(rng_next() % 3));
  put("/>");
}

// bodies with up to `geoms` geoms, some with a child; a world with up to `world` geoms
static mjModel* randomModel(int bodies, int geoms, int world) {
  xml[0] = 0;
  put("<mujoco><size memory='60M'/><worldbody><geom type='plane' size='1 1 1' pos='0 0 -.3'/>");
  const double side = 0.22 * cbrt(bodies);
  for (int i = 0; i < world; i++) putGeom(0.1, side);
  for (int i = 0; i < bodies; i++) {
    put("<body pos='%g %g %g' quat='1 %g %g %g'>%s", side * rng_uniform(), side * rng_uniform(),
        side * rng_uniform(), rng_uniform(), rng_uniform(), rng_uniform(),
        rng_next() % 8 ? "<freejoint/>" : "");
    const double scale = i % 50 == 3 ? 0.5 : 0.1;
    for (int g = (int)(rng_next() % (unsigned)geoms); g >= 0; g--)
      putGeom(scale, 2 * scale * (geoms > 1));
    if (rng_next() % 5 == 0) {
      put("<body pos='.1 0 0'><joint/>");
      putGeom(0.1, 0.1);
      put("</body>");
    }
    put("</body>");
  }
  put("</worldbody></mujoco>");
  return sim_compile(xml);
}

// the list of near pairs serves several steps, while bodies creep, then leap
static void compareSteps(const mjModel* m, int steps) {
  mjData* d = mj_makeData(m);
  long contacts = 0;
  for (int step = 0; step < steps; step++) {
    const double move = step % 8 == 7 ? 0.3 : step < steps / 2 ? 0.003 : 0.04;
    for (int i = 0; i < m->nq; i++) d->qpos[i] += step ? move * rng_uniform() : 0;
    compareLists(m, d);
    contacts += d->ncon;
  }
  print_message("  %d bodies, %d geoms: %ld contacts in %d states\n", (int)m->nbody, (int)m->ngeom,
                contacts, steps);
  assert_true(contacts > 0);
  mj_deleteData(d);
}

static void test_lists(void** state) {
  (void)state;
  const int scenes[][3] = {{12, 1, 0},   {12, 4, 3},  {60, 1, 20},
                           {40, 12, 40}, {220, 1, 2}, {180, 2, 0}};
  for (int i = 0; i < 6; i++) {
    mjModel* m = randomModel(scenes[i][0], scenes[i][1], scenes[i][2]);
    compareSteps(m, i < 3 ? 24 : 4);
    mj_deleteModel(m);
  }
}

// what the list of near pairs cannot know: edits of the model and jumps of the state take effect
static void test_edits(void** state) {
  (void)state;
  mjModel* m = randomModel(40, 1, 0);
  mjData* d = mj_makeData(m);
  compareLists(m, d);
  for (int g = 0; g < m->ngeom; g += 3) {
    m->geom_margin[g] += 0.05;
    m->body_margin[m->geom_bodyid[g]] += 0.05;
  }
  compareLists(m, d);
  for (int b = 1; b < m->nbody; b += 5) m->body_contype[b] = m->body_conaffinity[b] = 0;
  for (int g = 0; g < m->ngeom; g++) {
    if (!m->body_contype[m->geom_bodyid[g]]) m->geom_contype[g] = m->geom_conaffinity[g] = 0;
  }
  compareLists(m, d);
  mj_resetData(m, d);
  compareLists(m, d);
  for (int i = 0; i < m->nq; i++) d->qpos[i] *= 1.01;
  compareLists(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ---- geoms that just touch

static int contactsOf(const char* text, bool midphase) {
  mjModel* m = sim_compile(text);
  mjData* d = mj_makeData(m);
  if (!midphase) m->opt.disableflags |= mjDSBL_MIDPHASE;
  mj_fwdPosition(m, d);
  const int n = d->ncon;
  mj_deleteData(d);
  mj_deleteModel(m);
  return n;
}

// Two boxes, face on face, on bodies of several geoms and turned: contacts as the reference has
// them (mujoco 3.12.0, ncon after mj_forward), which depend on rounding of the boxes of the
// trees; without the mid-phase there are more.
static void test_touching(void** state) {
  (void)state;
  static const char with[] = "0400044002404400022004040020020200200000",
                    without[] = "0400044002404400022404040020020200200004";
  char text[1000];
  for (int a = 0; with[a]; a++) {
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body quat='%d 13 -7 %d'><geom type='box' size='.5 .5 .%d'/>"
             "<geom type='box' size='.5 .5 .5' pos='5 0 0'/><body pos='0 0 .%d'><joint/>"
             "<geom type='box' size='.3 .4 .3'/><geom type='box' size='.1 .1 .1' pos='0 0 2'/>"
             "</body></body></worldbody></mujoco>",
             20 + 3 * a, a % 7, 1 + a % 5, 4 + a % 5);
    assert_int_equal(contactsOf(text, true), with[a] - '0');
    assert_int_equal(contactsOf(text, false), without[a] - '0');
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_balls),    cmocka_unit_test(test_balls_memory),
      cmocka_unit_test(test_lists),    cmocka_unit_test(test_edits),
      cmocka_unit_test(test_touching),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
