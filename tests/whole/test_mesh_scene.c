// A scene of meshes from its file to its motion, against the reference (golden/mesh_scene.txt, made
// by tools/oracle/mesh_scene.mjs): contacts of meshes with each other and with all other shapes in
// random heaps, rays, and short motions of bodies that lie on the floor.
#include "support.h"

#include <math.h>
#include <stdbool.h>

#define SMALL 1e-9   // contacts and rays: distances, positions, normals
#define MOTION 1e-7  // positions after 20 steps
enum { MOST = 200, STEPS = 20 };

typedef struct {
  mjModel* m;
  mjData* d;
  int states, contacts, rays, hits, motions;
  int used[1000];  // contacts of the state that were found in the reference
  int other;       // states with other contacts
  double worst;
} Scene;

static int readNumbers(char* line, double* x) {
  int n = 0;
  char* at = line + 1;
  for (char* end; *at && *at != '\n'; at = end, n++) {
    assert_true(n < MOST);
    x[n] = strtod(at, &end);
    assert_ptr_not_equal(at, end);
  }
  return n;
}

static void setState(Scene* s, const double* qpos, int n) {
  assert_int_equal(n, s->m->nq);
  mj_resetData(s->m, s->d);
  memcpy(s->d->qpos, qpos, (size_t)n * sizeof *qpos);
  mj_forward(s->m, s->d);
  memset(s->used, 0, sizeof s->used);
  s->states++;
}

static bool near(Scene* s, const double* a, const double* b, int n, double tolerance) {
  double error = 0;
  for (int k = 0; k < n; k++) {
    const double e = fabs(a[k] - b[k]);
    if (!(e <= error)) error = e;
  }
  if (!(error <= tolerance)) return false;
  if (error > s->worst) s->worst = error;
  return true;
}

// the contact is one of ours that was not found yet
static void findContact(Scene* s, const double* want) {
  s->contacts++;
  for (int i = 0; i < s->d->ncon; i++) {
    const mjContact* con = &s->d->contact[i];
    if (s->used[i] || con->geom[0] != (int)want[0] || con->geom[1] != (int)want[1]) continue;
    const double got[7] = {con->dist,     con->pos[0],   con->pos[1],  con->pos[2],
                           con->frame[0], con->frame[1], con->frame[2]};
    if (!near(s, got, want + 2, 7, SMALL)) continue;
    s->used[i] = 1;
    return;
  }
  print_message("state %d: contact of geoms %g and %g, dist %g\n", s->states, want[0], want[1],
                want[2]);
  s->other++;
}

static void checkRay(Scene* s, const double* want) {
  int geom = -2;
  mjtNum normal[3];
  const mjtNum x = mj_ray(s->m, s->d, want, want + 3, NULL, 1, -1, &geom, normal);
  assert_true(near(s, &x, want + 6, 1, SMALL));
  assert_int_equal(geom, (int)want[7]);
  assert_true(near(s, normal, want + 8, 3, SMALL));
  s->rays++;
  s->hits += geom >= 0;
}

static void checkMotion(Scene* s, const double* qpos) {
  setState(s, qpos, (int)s->m->nq);
  for (int i = 0; i < STEPS; i++) mj_step(s->m, s->d);
  if (!near(s, s->d->qpos, qpos + s->m->nq, (int)s->m->nq, MOTION)) {
    fail_msg("motion %d differs", s->motions);
  }
  s->motions++;
}

static void test_scene(void** unused) {
  (void)unused;
  static Scene s;
  static char line[20000];
  char error[500] = "";
  double x[MOST];
  s.m = mj_loadXML(TEST_DIR "/golden/mesh_scene.xml", NULL, error, sizeof error);
  if (!s.m) fail_msg("%s", error);
  s.d = mj_makeData(s.m);
  FILE* file = fopen(TEST_DIR "/golden/mesh_scene.txt", "r");
  assert_non_null(file);
  int total = 0;
  while (fgets(line, sizeof line, file)) {
    if (line[0] == '#') continue;
    const int n = readNumbers(line, x);
    if (line[0] == 'q') setState(&s, x, n), total += s.d->ncon;
    if (line[0] == 'c') findContact(&s, x);
    if (line[0] == 'r') checkRay(&s, x);
    if (line[0] == 'm') checkMotion(&s, x);
  }
  fclose(file);
  print_message("%d contacts of %d, %d rays (%d hits), %d motions; %d others; worst %.1e\n",
                s.contacts, total, s.rays, s.hits, s.motions, s.other, s.worst);
  assert_int_equal(s.other, 0);
  assert_int_equal(total, s.contacts);
  assert_true(s.contacts > 1000 && s.rays == 600 && s.hits > 300 && s.motions == 12);
  mj_deleteData(s.d);
  mj_deleteModel(s.m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_scene)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
