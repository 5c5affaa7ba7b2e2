// Contacts of two geoms in many poses against the reference. tools/oracle/pair_golden.mjs, whose
// top describes the two files, makes tests/golden/<stem>.bin from the cases in
// tests/golden/<stem>.txt; here the same poses are made from the same seeds, bit by bit, and given
// to the narrow phase:
//   static const pairGolden_Row rows[] = {{"sphere-box", collide_sphereBox}, {NULL, NULL}};
//   pairGolden_run("pairs", rows);
// Contacts must be the reference's to the last bit. For every name it prints poses, contacts and
// how many differ, and the first ones that do. Both programs must be changed together.
#ifndef SINEW_TESTS_PAIR_GOLDEN_H_
#define SINEW_TESTS_PAIR_GOLDEN_H_

#include <math.h>
#include <stdbool.h>

#include "collide/collide.h"
#include "support.h"

typedef struct {
  const char* name;  // of a case; NULL ends the table
  mjfCollision collide;
} pairGolden_Row;

typedef struct {
  char name[40];
  unsigned seed;
  int poses;
  double e[3], f[3];  // half sizes around the geoms
  char *geom1, *geom2, *assets;
} pairGolden_Case;

typedef struct {
  double pos[6], mat[18];  // of geom 1, then of geom 2
} pairGolden_Pose;

// ---- random numbers

static uint32_t pg_state = 1;

static inline uint32_t pg_next(void) {
  pg_state ^= pg_state << 13;
  pg_state ^= pg_state >> 17;
  pg_state ^= pg_state << 5;
  return pg_state;
}
static inline void pg_seed(uint32_t number, int pose) {
  pg_state = number ^ ((uint32_t)pose + 1) * 0x9e3779b1u;
  if (!pg_state) pg_state = 1;
  for (int i = 0; i < 8; i++) pg_next();
}
static inline double pg_uniform(void) { return pg_next() / 2147483648.0 - 1; }
static inline int pg_pick(int n) { return (int)((pg_next() >> 8) % (uint32_t)n); }

// ---- rotations

static inline void pg_mul(double c[9], const double a[9], const double b[9]) {
  double res[9];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      res[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
  }
  memcpy(c, res, sizeof(res));
}

static inline void pg_randomRotation(double m[9]) {
  double w = pg_uniform(), x = pg_uniform(), y = pg_uniform(), z = pg_uniform();
  const double n = sqrt(w * w + x * x + y * y + z * z);
  w /= n, x /= n, y /= n, z /= n;
  const double res[9] = {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  memcpy(m, res, sizeof(res));
}

// one of the 24 of the cube: exact
static inline void pg_cubeRotation(double m[9]) {
  const int turn = pg_pick(3), swap = pg_pick(2);
  const int s0 = pg_pick(2) ? -1 : 1, s1 = pg_pick(2) ? -1 : 1;
  const int to1 = (turn + 1) % 3, to2 = (turn + 2) % 3;
  memset(m, 0, 9 * sizeof(double));
  m[turn] = s0;
  m[3 + (swap ? to2 : to1)] = s1;
  m[6 + (swap ? to1 : to2)] = s0 * s1 * (swap ? -1 : 1);
}

// about axis k by the angle of cosine c and sine s
static inline void pg_axisRotation(double m[9], int k, double c, double s) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  memset(m, 0, 9 * sizeof(double));
  m[4 * k] = 1;
  m[4 * i] = m[4 * j] = c;
  m[3 * i + j] = -s;
  m[3 * j + i] = s;
}
// t: tangent of half the angle
static inline void pg_tangentRotation(double m[9], int k, double t) {
  const double n = 1 + t * t;
  pg_axisRotation(m, k, (1 - t * t) / n, 2 * t / n);
}

// ---- poses

static const double pg_gaps[8] = {1e-10, -1e-10, -1e-4, -0.01, 0.004, -0.05, -0.3, 0.1};
static const double pg_exactGaps[8] = {0, 0.03125,   -0.0078125, -0.125,
                                       0, 0.0078125, -0.25,      -0.0009765625};
static const double pg_sides[7] = {0, 0, 0.5, -0.5, 1, -1, 0.25};
static const double pg_tiny[10] = {0.1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12, 1e-15};

enum {
  PG_FAR = 0,
  PG_NEAR = 2,
  PG_CUBE,
  PG_ALIGNED,
  PG_PARALLEL,
  PG_TILTED,
  PG_EDGES,
  PG_CENTRED,
  PG_CORNER
};

static inline double pg_norm(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// half width of a box (half sizes e, rotation m) in direction v
static inline double pg_width(const double e[3], const double m[9], const double v[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    sum += e[k] * fabs(m[k] * v[0] + m[3 + k] * v[1] + m[6 + k] * v[2]);
  }
  return sum;
}

static inline void pg_rotations(double m1[9], double m2[9], int kind) {
  double turn[9], cube[9];
  const bool exact = kind == PG_CUBE || (kind == PG_EDGES && pg_pick(2));
  if (exact) {
    pg_cubeRotation(m1);
  } else {
    pg_randomRotation(m1);
  }
  if (kind == PG_CUBE) {
    pg_cubeRotation(m2);
  } else if (kind == PG_ALIGNED) {
    pg_cubeRotation(cube);
    pg_mul(m2, m1, cube);
  } else if (kind == PG_PARALLEL || kind == PG_TILTED) {
    const int k = pg_pick(3);
    const double size = kind == PG_TILTED ? pg_tiny[pg_pick(10)] : 1;
    const double t = pg_uniform();
    pg_tangentRotation(turn, k, size * t);
    pg_mul(m2, m1, turn);
    pg_cubeRotation(cube);
    pg_mul(m2, m2, cube);
  } else if (kind == PG_EDGES) {
    const double s = sqrt(0.5);
    const int k = pg_pick(3), twice = pg_pick(2);
    pg_axisRotation(turn, k, s, s);
    pg_mul(m2, m1, turn);
    if (!twice) return;
    pg_axisRotation(turn, (k + 1 + pg_pick(2)) % 3, s, s);
    pg_mul(m2, m2, turn);
  } else if (kind == PG_CENTRED && pg_pick(2)) {
    pg_cubeRotation(cube);
    pg_mul(m2, m1, cube);
  } else {
    pg_randomRotation(m2);
  }
}

// centre of geom 2 from that of geom 1, in the frame of geom 1
static inline void pg_onFace(double v[3], const pairGolden_Case* c, const double m1[9],
                             const double m2[9], int kind, bool plane) {
  const int k = pg_pick(3), side = pg_pick(2) ? -1 : 1;
  const int axis = plane ? 2 : k, sign = plane ? 1 : side;
  const double gap = (kind == PG_CUBE ? pg_exactGaps : pg_gaps)[pg_pick(8)];
  for (int i = 0; i < 3; i++) {
    const double column[3] = {m1[i], m1[3 + i], m1[6 + i]};
    const double reach = c->e[i] + pg_width(c->f, m2, column);
    const double part = pg_sides[pg_pick(7)], free = pg_uniform();
    const int loose = pg_pick(2);
    v[i] = i == axis ? sign * (reach + gap) : reach * (loose ? 0.9 * free : part);
  }
}

static inline void pg_anyDirection(double v[3], const pairGolden_Case* c, const double m1[9],
                                   const double m2[9], int kind, bool plane) {
  for (int i = 0; i < 3; i++) v[i] = pg_uniform();
  const double x = pg_uniform(), n = pg_norm(v);
  for (int i = 0; i < 3; i++) v[i] /= n;
  double reach = pg_norm(c->e) + pg_norm(c->f);
  if (kind == PG_NEAR || plane) {
    double w[3];
    for (int i = 0; i < 3; i++) {
      w[i] = plane ? m1[3 * i + 2] : m1[3 * i] * v[0] + m1[3 * i + 1] * v[1] + m1[3 * i + 2] * v[2];
    }
    reach = pg_width(c->e, m1, w) + pg_width(c->f, m2, w);
  }
  const double scale = reach * (kind == PG_NEAR ? 0.8 + 0.25 * x : 0.55 + 0.55 * x);
  for (int i = 0; i < 3; i++) v[i] *= scale;
  if (plane) v[2] = scale;
}

static inline void pairGolden_place(pairGolden_Pose* p, const pairGolden_Case* c, int pose) {
  const int kind = pose % 10 == 1 ? PG_FAR : pose % 10;
  const bool plane = c->e[0] == 0 && c->e[1] == 0 && c->e[2] == 0;
  double *m1 = p->mat, *m2 = p->mat + 9, v[3];
  pg_seed(c->seed, pose);
  pg_rotations(m1, m2, kind);
  for (int i = 0; i < 3; i++) {
    const double free = pg_uniform();
    p->pos[i] = kind == PG_CUBE ? 0.125 * pg_pick(17) - 1 : free;
  }
  if (kind <= PG_NEAR) {
    pg_anyDirection(v, c, m1, m2, kind, plane);
  } else if (kind == PG_CENTRED) {
    const double size = pg_pick(2) ? pg_tiny[pg_pick(10)] : 0;
    for (int i = 0; i < 3; i++) v[i] = size * pg_uniform();
    if (pg_pick(2)) {
      const int to = pg_pick(3);
      v[to] += 0.5 * c->f[pg_pick(3)];
    }
  } else if (kind == PG_CORNER && !plane) {
    for (int i = 0; i < 3; i++) {
      const int part = pg_pick(3) - 1;
      const double free = pg_uniform();
      v[i] = part * c->e[i] + 0.7 * free * c->f[i];
    }
  } else {
    pg_onFace(v, c, m1, m2, kind, plane);
  }
  for (int i = 0; i < 3; i++) {
    p->pos[3 + i] = p->pos[i] + (m1[3 * i] * v[0] + m1[3 * i + 1] * v[1] + m1[3 * i + 2] * v[2]);
  }
}

// ---- digest

static inline double pg_weigh(const double x[3]) { return x[0] + 1.25 * x[1] + 1.5625 * x[2]; }

static inline void pg_digest(double sums[4], const mjPreContact* con, int n) {
  memset(sums, 0, 4 * sizeof(double));
  for (int i = 0; i < n; i++) {
    double frame[9];
    const double weight = 1 + 0.5 * i;
    collide_frame(frame, con[i].normal, con[i].tangent);
    sums[0] += weight * con[i].dist;
    sums[1] += weight * pg_weigh(con[i].pos);
    sums[2] += weight * pg_weigh(frame);
    sums[3] += weight * pg_weigh(frame + 3);
  }
}

// Takes the record of a pose, of n contacts; false and a report (for the first few of `differ`) if
// it is another.
static inline bool pg_check(const char** record, const char* end, const pairGolden_Case* c,
                            int pose, const mjPreContact* con, int n, int* differ) {
  double got[4], expected[4] = {0};
  pg_digest(got, con, n);
  assert_true(*record < end);
  const int want = (unsigned char)*(*record)++;
  if (want) {
    assert_true(*record + sizeof(expected) <= end);
    memcpy(expected, *record, sizeof(expected));
    *record += sizeof(expected);
  }
  bool same = n == want;
  for (int k = 0; k < 4; k++) same = same && got[k] == expected[k];
  if (same || (*differ)++ >= 5) return same;
  printf("%s seed %u pose %d: %d contacts, reference %d; sums", c->name, c->seed, pose, n, want);
  for (int k = 0; k < 4; k++) printf(" %.12g (%.3g)", got[k], got[k] - expected[k]);
  printf("\n");
  for (int i = 0; i < n; i++) {
    printf("  dist %.12g pos %.9g %.9g %.9g normal %.9g %.9g %.9g\n", con[i].dist, con[i].pos[0],
           con[i].pos[1], con[i].pos[2], con[i].normal[0], con[i].normal[1], con[i].normal[2]);
  }
  return false;
}

// ---- files

static inline char* pg_read(const char* stem, const char* extension, size_t* size) {
  char path[500];
  snprintf(path, sizeof(path), "%s/golden/%s.%s", TEST_DIR, stem, extension);
  FILE* file = fopen(path, "rb");
  if (!file) fail_msg("cannot open %s", path);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char* text = malloc(*size + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, *size, file), *size);
  fclose(file);
  text[*size] = 0;
  return text;
}

// cuts a line at its bars; the case keeps pointers into it
static inline void pg_parse(pairGolden_Case* c, char* line) {
  static char none[1] = "";
  c->geom1 = strchr(line, '|');
  assert_non_null(c->geom1);
  *c->geom1++ = 0;
  c->geom2 = strchr(c->geom1, '|');
  assert_non_null(c->geom2);
  *c->geom2++ = 0;
  c->assets = strchr(c->geom2, '|');
  if (c->assets) {
    *c->assets++ = 0;
  } else {
    c->assets = none;
  }
  assert_int_equal(sscanf(line, "%39s %u %d %lf %lf %lf %lf %lf %lf", c->name, &c->seed, &c->poses,
                          c->e, c->e + 1, c->e + 2, c->f, c->f + 1, c->f + 2),
                   9);
}

// the same text as in tools/oracle/pair_golden.mjs
static inline mjModel* pairGolden_model(const pairGolden_Case* c) {
  const size_t size = strlen(c->geom1) + strlen(c->geom2) + strlen(c->assets) + 300;
  char error[500] = "", *text = malloc(size);
  assert_non_null(text);
  snprintf(text, size,
           "<mujoco><asset>%s</asset><worldbody><geom %s/>"
           "<body><freejoint/><geom %s/></body></worldbody></mujoco>",
           c->assets, c->geom1, c->geom2);
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof(error));
  if (!spec) fail_msg("%s: %s", c->name, error);
  mjModel* m = mj_compile(spec, NULL);
  if (!m) fail_msg("%s: %s", c->name, mjs_getError(spec));
  mj_deleteSpec(spec);
  free(text);
  return m;
}

// ---- the run

typedef struct {
  int poses, contacts, differ, cases;
} pg_Tally;

// the test by bounding spheres that precedes every narrow phase: it decides at exact touch
static inline bool pg_apart(const mjModel* m, const mjData* d, mjtNum margin) {
  const mjtNum* rbound = m->geom_rbound;
  if (rbound[0] <= 0 || rbound[1] <= 0) return false;
  double off[3];
  mju_sub3(off, d->geom_xpos, d->geom_xpos + 3);
  const mjtNum reach = rbound[0] + rbound[1] + margin;
  return mju_dot3(off, off) > reach * reach;
}

// one case; returns the first record after it
static inline const char* pg_case(pg_Tally* tally, const pairGolden_Case* c, mjfCollision collide,
                                  const char* record, const char* end) {
  mjModel* m = pairGolden_model(c);
  mjData* d = mj_makeData(m);
  assert_non_null(d);
  const mjtNum margin = m->geom_margin[0] + m->geom_margin[1] + (m->geom_gap[0] + m->geom_gap[1]);
  for (int pose = 0; pose < c->poses; pose++) {
    pairGolden_Pose p;
    mjPreContact con[mjMAXCONPAIR];
    pairGolden_place(&p, c, pose);
    memcpy(d->geom_xpos, p.pos, sizeof(p.pos));
    memcpy(d->geom_xmat, p.mat, sizeof(p.mat));
    memset(con, 0xff, sizeof(con));  // NaN: what the function leaves unset shows
    const int n = pg_apart(m, d, margin) ? 0 : collide(m, d, con, 0, 1, margin);
    pg_check(&record, end, c, pose, con, n, &tally->differ);
    tally->contacts += n;
  }
  tally->poses += c->poses;
  tally->cases++;
  mj_deleteData(d);
  mj_deleteModel(m);
  return record;
}

static inline void pairGolden_run(const char* stem, const pairGolden_Row* rows) {
  enum { MOST_ROWS = 64 };
  pg_Tally tally[MOST_ROWS] = {{0}};
  size_t size, textSize;
  char *text = pg_read(stem, "txt", &textSize), *records = pg_read(stem, "bin", &size),
       *save = NULL;
  const char *record = records, *end = records + size;
  for (char* line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (*line == '#') continue;
    pairGolden_Case c;
    pg_parse(&c, line);
    int row = 0;
    while (rows[row].name && strcmp(rows[row].name, c.name)) row++;
    assert_true(rows[row].name && row < MOST_ROWS);
    record = pg_case(tally + row, &c, rows[row].collide, record, end);
  }
  assert_ptr_equal(record, end);
  bool ok = true;
  for (int row = 0; rows[row].name; row++) {
    const pg_Tally* t = tally + row;
    printf("%-18s %5d poses %5d contacts %3d differ\n", rows[row].name, t->poses, t->contacts,
           t->differ);
    ok = ok && t->cases && t->differ == 0;
  }
  free(text);
  free(records);
  assert_true(ok);
}

#endif
