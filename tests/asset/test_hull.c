// Hulls of meshes: graphs, polygons, extrema and trees of small meshes against the reference
// (golden/hull.txt, made by tools/oracle/hull.mjs); hulls of random points against what makes a
// convex hull one; flat, broken and huge inputs; the same bits from several threads; no leak when
// memory is short, and not a word printed.
#include "support.h"

#include <math.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "asset/hull_order.h"
#include "base/pool.h"

#define TOLERANCE 1e-12  // of normals and boxes, in meshes of size 1 .. 100
enum { MOST = 4000 };

// ---- golden file

typedef struct {
  FILE* file;
  char* line;
  size_t room;
} Golden;

// the next line has this tag: its numbers, at most n; returns how many
static int numbers(Golden* g, char tag, double* res, int n) {
  assert_true(getline(&g->line, &g->room, g->file) > 0);
  return golden_numbers(g->line, tag, res, n);
}

static void compareInts(Golden* g, const char* what, char tag, const int* got, int n) {
  double want[MOST];
  assert_int_equal(numbers(g, tag, want, MOST), n);
  for (int i = 0; i < n; i++) {
    if (got[i] != (int)want[i]) fail_msg("%s, entry %d: %d, not %d", what, i, got[i], (int)want[i]);
  }
}

typedef struct {
  char name[40];
  int limit, nvert;
  double vert[MOST], place[7], final[MOST];  // final: vertices in the frame of the compiled mesh
  float stored[MOST];
  int face[MOST], nface;
} Mesh;

static bool readMesh(Golden* g, Mesh* mesh) {
  double stored[MOST], face[MOST];
  if (getline(&g->line, &g->room, g->file) <= 0) return false;
  assert_int_equal(sscanf(g->line, "mesh %39s %d", mesh->name, &mesh->limit), 2);
  mesh->nvert = numbers(g, 'v', mesh->vert, MOST) / 3;
  assert_int_equal(numbers(g, 'p', mesh->place, 7), 7);
  assert_int_equal(numbers(g, 'w', stored, MOST), 3 * mesh->nvert);
  mesh->nface = numbers(g, 'f', face, MOST) / 3;
  for (int i = 0; i < 3 * mesh->nface; i++) mesh->face[i] = (int)face[i];
  for (int i = 0; i < mesh->nvert; i++) {
    double off[3], inverse[4];
    mju_sub3(off, mesh->vert + 3 * i, mesh->place);
    mju_negQuat(inverse, mesh->place + 3);
    mju_rotVecQuat(mesh->final + 3 * i, off, inverse);
    for (int k = 0; k < 3; k++) {
      mesh->stored[3 * i + k] = (float)stored[3 * i + k];
      assert_true(fabs(stored[3 * i + k] - mesh->final[3 * i + k]) < 1e-6 * 200);
    }
  }
  return true;
}

// The oracle of this file lists polygons in another order than the reference's native build, which
// ours follow (test_order), so each of ours is looked for.
static double comparePolygons(Golden* g, const Mesh* mesh, const hull_Polygons* poly) {
  double num[MOST], vert[MOST], normal[MOST], mapnum[MOST], map[MOST], ours[MOST], worst = 0;
  const int npoly = numbers(g, 'l', num, MOST), nvert = numbers(g, 'q', vert, MOST);
  assert_int_equal(poly->npoly, npoly);
  assert_int_equal(poly->npolyvert, nvert);
  assert_int_equal(numbers(g, 'n', normal, MOST), 3 * npoly);
  assert_int_equal(numbers(g, 'k', mapnum, MOST), mesh->nvert);
  assert_int_equal(numbers(g, 'm', map, MOST), poly->npolymap);
  hull_polygonNormals(poly, mesh->final, ours);
  for (int p = 0; p < npoly; p++) {
    const int* loop = poly->vert + poly->vertadr[p];
    int q = 0, adr = 0;
    for (bool same = false; !same && q < npoly;) {
      same = poly->vertnum[p] == (int)num[q];
      for (int i = 0; same && i < poly->vertnum[p]; i++) same = loop[i] == (int)vert[adr + i];
      if (!same) adr += (int)num[q++];
    }
    if (q == npoly) fail_msg("%s: polygon %d is not in the reference", mesh->name, p);
    for (int k = 0; k < 3; k++) {
      const double error = fabs(ours[3 * p + k] - normal[3 * q + k]);
      if (!(error <= worst)) worst = error;
    }
  }
  for (int i = 0; i < mesh->nvert; i++) assert_int_equal(poly->mapnum[i], (int)mapnum[i]);
  return worst;
}

// polygons of a vertex: those that contain it, increasing
static void checkMap(const hull_Polygons* poly, int nvert) {
  int total = 0, mostvert = 0, mostmap = 0;
  for (int v = 0; v < nvert; v++) {
    const int* map = poly->map + poly->mapadr[v];
    assert_int_equal(poly->mapadr[v], total);
    total += poly->mapnum[v];
    if (poly->mapnum[v] > mostmap) mostmap = poly->mapnum[v];
    for (int i = 0; i < poly->mapnum[v]; i++) {
      bool found = false;
      assert_true(i == 0 || map[i] > map[i - 1]);
      for (int k = 0; k < poly->vertnum[map[i]]; k++) {
        found = found || poly->vert[poly->vertadr[map[i]] + k] == v;
      }
      assert_true(found);
    }
  }
  assert_int_equal(total, poly->npolymap);
  for (int p = 0; p < poly->npoly; p++) {
    if (poly->vertnum[p] > mostvert) mostvert = poly->vertnum[p];
  }
  assert_int_equal(mostvert, poly->mostvert);
  assert_int_equal(mostmap, poly->mostmap);
}

static double compareTree(Golden* g, const hull_Tree* tree) {
  double want[MOST], worst = 0;
  compareInts(g, "depth", 'd', tree->depth, tree->nnode);
  compareInts(g, "child", 'c', tree->child, 2 * tree->nnode);
  compareInts(g, "nodeid", 'i', tree->nodeid, tree->nnode);
  assert_int_equal(numbers(g, 'b', want, MOST), 6 * tree->nnode);
  for (int i = 0; i < 6 * tree->nnode; i++) {
    const double error = fabs(tree->aabb[i] - want[i]);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

static void test_golden(void** unused) {
  (void)unused;
  Golden g = {fopen(TEST_DIR "/golden/hull.txt", "r"), NULL, 0};
  assert_non_null(g.file);
  assert_true(getline(&g.line, &g.room, g.file) > 0);
  static Mesh mesh;
  int count = 0;
  double worstNormal = 0, worstBox = 0;
  for (; readMesh(&g, &mesh); count++) {
    arena_Arena arena = arena_make(0);
    hull_Hull hull;
    hull_Polygons poly;
    hull_Tree tree;
    int extrema[HULL_NEXTREMA];
    assert_int_equal(hull_make(&arena, mesh.vert, mesh.nvert, mesh.limit, &hull), HULL_OK);
    assert_true(hull_makePolygons(&arena, mesh.vert, mesh.nvert, &hull, &poly));
    assert_true(hull_makeTree(&arena, mesh.final, mesh.face, mesh.nface, &tree));
    hull_findExtrema(&hull, mesh.stored, extrema);
    compareInts(&g, "graph", 'g', hull.graph, hull.ngraph);
    compareInts(&g, "extrema", 'x', extrema, HULL_NEXTREMA);
    const double normal = comparePolygons(&g, &mesh, &poly);
    checkMap(&poly, mesh.nvert);
    const double box = compareTree(&g, &tree);
    if (normal > worstNormal) worstNormal = normal;
    if (box > worstBox) worstBox = box;
    // meshes without faces get those of the hull
    assert_int_equal(mesh.nface, hull.nface);
    assert_memory_equal(mesh.face, hull.face, 3 * (size_t)hull.nface * sizeof(int));
    arena_free(&arena);
  }
  print_message("%d meshes; normals within %.1e, boxes within %.1e\n", count, worstNormal,
                worstBox);
  assert_int_equal(count, 22);
  assert_true(worstNormal <= TOLERANCE && worstBox <= TOLERANCE);
  free(g.line);
  fclose(g.file);
}

// ---- what makes a hull one

static void normalOf(double n[3], const double* vert, const int* face) {
  double a[3], b[3];
  mju_sub3(a, vert + 3 * face[1], vert + 3 * face[0]);
  mju_sub3(b, vert + 3 * face[2], vert + 3 * face[0]);
  mju_cross(n, a, b);
  mju_normalize3(n);
}

static bool listed(const hull_Hull* hull, int v, int other) {
  for (const int* at = hull->edge + hull->edgeadr[v]; *at >= 0; at++) {
    if (*at == other) return true;
  }
  return false;
}

// neighbours are mutual, and as many as sides of triangles; every number is in range
static void checkGraph(const hull_Hull* hull, int nvert) {
  int nedge = 0;
  assert_int_equal(hull->nface, 2 * hull->nvert - 4);
  for (int v = 0; v < hull->nvert; v++) {
    assert_in_range(hull->globalid[v], 0, nvert - 1);
    for (const int* at = hull->edge + hull->edgeadr[v]; *at >= 0; at++, nedge++) {
      assert_in_range(*at, 0, hull->nvert - 1);
      assert_true(*at != v && listed(hull, *at, v));
    }
  }
  assert_int_equal(nedge, 3 * hull->nface);
}

// each side of a triangle is met once in each direction, so the surface is closed
static void checkClosed(const hull_Hull* hull) {
  int balance = 0;
  for (int h = 0; h < 3 * hull->nface; h++) {
    const int next = h % 3 == 2 ? h - 2 : h + 1;
    int there = 0, back = 0;
    for (int j = 0; j < 3 * hull->nface; j++) {
      const int jnext = j % 3 == 2 ? j - 2 : j + 1;
      there += hull->face[j] == hull->face[h] && hull->face[jnext] == hull->face[next];
      back += hull->face[jnext] == hull->face[h] && hull->face[j] == hull->face[next];
    }
    balance += there == 1 && back == 1;
  }
  assert_int_equal(balance, 3 * hull->nface);
}

// how far one of these points is in front of a triangle
static double checkInside(const hull_Hull* hull, const double* vert, const double* point, int n) {
  double worst = 0;
  for (int t = 0; t < hull->nface; t++) {
    double normal[3], off[3];
    normalOf(normal, vert, hull->face + 3 * t);
    for (int i = 0; i < n; i++) {
      mju_sub3(off, point + 3 * i, vert + 3 * hull->face[3 * t]);
      const double height = mju_dot3(normal, off);
      if (height > worst) worst = height;
    }
  }
  return worst;
}

// polygons cover the hull: the sum of their vector areas is that of the triangles, namely zero, and
// each loop turns outward; but three triangles around a vertex may leave a loop that turns inward,
// in the reference as well. Returns how many do.
static int checkPolygons(const hull_Polygons* poly, const double* vert) {
  double normal[3 * MOST], total[3] = {0};
  int inward = 0;
  hull_polygonNormals(poly, vert, normal);
  for (int p = 0; p < poly->npoly; p++) {
    const int* loop = poly->vert + poly->vertadr[p];
    double area[3] = {0}, out[3] = {0};
    for (int i = 1; i + 1 < poly->vertnum[p]; i++) {
      double a[3], b[3], n[3];
      mju_sub3(a, vert + 3 * loop[i], vert + 3 * loop[0]);
      mju_sub3(b, vert + 3 * loop[i + 1], vert + 3 * loop[0]);
      mju_cross(n, a, b);
      mju_addTo3(area, n);
    }
    for (int k = 0; k < 3; k++) out[k] = vert[3 * loop[0] + k];
    assert_true(fabs(mju_norm3(normal + 3 * p) - 1) < 1e-14);
    if (mju_dot3(area, out) < 0 && poly->vertnum[p] == 3) {
      mju_scl3(area, area, -1);
      inward++;
    }
    assert_true(mju_dot3(area, out) > 0);
    mju_addTo3(total, area);
  }
  assert_true(mju_norm3(total) < 1e-11);
  return inward;
}

static void test_random(void** unused) {
  (void)unused;
  double vert[3 * 300], worst = 0;
  int inward = 0, loops = 0;
  for (int trial = 0; trial < 200; trial++) {
    const int nvert = 4 + trial;
    const double stretch = trial % 3 == 0 ? 0.01 : 1;
    for (int i = 0; i < nvert; i++) {
      double* v = vert + 3 * i;
      for (int k = 0; k < 3; k++) v[k] = (float)rng_uniform();
      if (trial % 2) mju_normalize3(v);
      v[2] *= stretch;
    }
    arena_Arena arena = arena_make(0);
    hull_Hull hull;
    hull_Polygons poly;
    assert_int_equal(hull_make(&arena, vert, nvert, -1, &hull), HULL_OK);
    checkGraph(&hull, nvert);
    if (trial % 8 == 0) checkClosed(&hull);
    const double out = checkInside(&hull, vert, vert, nvert);
    if (out > worst) worst = out;
    if (nvert > 20 && stretch == 1) {  // the origin is inside, and few triangles share a bucket
      assert_true(hull_makePolygons(&arena, vert, nvert, &hull, &poly));
      checkMap(&poly, nvert);
      inward += checkPolygons(&poly, vert);
      loops += poly.npoly;
    }
    arena_free(&arena);
  }
  print_message("points in front of a face by at most %.1e; %d of %d loops inward\n", worst, inward,
                loops);
  assert_true(worst < 1e-13);
  assert_true(loops > 10000 && inward <= loops / 1000);
}

// two faces of 10,000 corners: the library merges triangles into them in quadratic time (16 s), so
// its input is joggled. All vertices are on the hull, its volume is that of the prism, and it is
// convex to the size of the joggle.
static void test_manyCorners(void** unused) {
  (void)unused;
  enum { CORNERS = 10000, NVERT = 2 * CORNERS, SOME = 41 };
  static double vert[3 * NVERT], some[3 * SOME];
  for (int i = 0; i < NVERT; i++) {
    const double angle = 2 * mjPI * (i / 2) / CORNERS;
    memcpy(vert + 3 * i, (double[]){(float)cos(angle), (float)sin(angle), i % 2}, 24);
  }
  for (int i = 0; i < SOME; i++) memcpy(some + 3 * i, vert + 3 * (i * (NVERT / SOME)), 24);
  arena_Arena arena = arena_make(0);
  hull_Hull hull;
  const clock_t start = clock();
  assert_int_equal(hull_make(&arena, vert, NVERT, -1, &hull), HULL_OK);
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  assert_int_equal(hull.nvert, NVERT);
  checkGraph(&hull, NVERT);
  double volume = 0;
  for (int t = 0; t < hull.nface; t++) {
    double n[3];
    const int* f = hull.face + 3 * t;
    mju_cross(n, vert + 3 * f[0], vert + 3 * f[1]);
    volume += mju_dot3(n, vert + 3 * f[2]) / 6;
  }
  const double expected = CORNERS / 2.0 * sin(2 * mjPI / CORNERS);
  const double out = checkInside(&hull, vert, some, SOME);
  print_message("%.2f s, volume off by %.1e, points in front of a face by %.1e\n", seconds,
                volume - expected, out);
  assert_true(fabs(volume - expected) < 1e-6 && out < 1e-8);
  assert_true(seconds < 3);
  arena_free(&arena);
}

// ---- the order of polygons, against the reference's native build (golden/polygon_order.txt, made
// by tools/oracle/polygon_order.py)

static void test_order(void** unused) {
  (void)unused;
  Golden g = {fopen(TEST_DIR "/golden/polygon_order.txt", "r"), NULL, 0};
  assert_non_null(g.file);
  assert_true(getline(&g.line, &g.room, g.file) > 0);
  static const int cases = 10;
  int most = 0;
  for (int i = 0; i < cases; i++) {
    double vert[MOST];
    arena_Arena arena = arena_make(0);
    hull_Hull hull;
    hull_Polygons poly;
    const int n = numbers(&g, 'v', vert, MOST);
    for (int k = 0; k < n; k++) vert[k] = (float)vert[k];
    assert_int_equal(hull_make(&arena, vert, n / 3, -1, &hull), HULL_OK);
    assert_true(hull_makePolygons(&arena, vert, n / 3, &hull, &poly));
    compareInts(&g, "sizes", 'l', poly.vertnum, poly.npoly);
    compareInts(&g, "loops", 'q', poly.vert, poly.npolyvert);
    if (poly.npoly > most) most = poly.npoly;
    arena_free(&arena);
  }
  assert_true(most > 800);  // the table has grown nine times
  free(g.line);
  fclose(g.file);
}

// polygons of a hull stand in that order
static void test_cube(void** unused) {
  (void)unused;
  double vert[24], normal[18];
  for (int i = 0; i < 24; i++) vert[i] = i / 3 >> i % 3 & 1 ? 1 : -1;
  // azimuth and polar angle of +x +y +z -x -y -z in hundredths
  static const int key[6][2] = {{0, 157}, {157, 157}, {0, 0}, {314, 157}, {-157, 157}, {0, 314}};
  arena_Arena arena = arena_make(0);
  hull_Hull hull;
  hull_Polygons poly;
  assert_int_equal(hull_make(&arena, vert, 8, -1, &hull), HULL_OK);
  assert_true(hull_makePolygons(&arena, vert, 8, &hull, &poly));
  hull_polygonNormals(&poly, vert, normal);
  // the table is filled in the order of triangles
  int keys[12][2], rank[12];
  const bool skip[12] = {0};
  for (int t = 0; t < 12; t++) {
    double n[3];
    mju_sub3(n, vert + 3 * hull.face[3 * t + 1], vert + 3 * hull.face[3 * t]);
    double b[3], cross[3];
    mju_sub3(b, vert + 3 * hull.face[3 * t + 2], vert + 3 * hull.face[3 * t]);
    mju_cross(cross, n, b);
    for (int k = 0; k < 3; k++) {
      if (cross[k] != 0) memcpy(keys[t], key[cross[k] > 0 ? k : 3 + k], sizeof keys[t]);
    }
  }
  assert_true(hull_rankKeys(&arena, 12, (const int(*)[2])keys, skip, rank));
  assert_int_equal(poly.npoly, 6);
  for (int t = 0; t < 12; t++) {
    const double* n = normal + 3 * rank[t];
    const int side = n[0] > 0.5    ? 0
                     : n[1] > 0.5  ? 1
                     : n[2] > 0.5  ? 2
                     : n[0] < -0.5 ? 3
                     : n[1] < -0.5 ? 4
                                   : 5;
    assert_memory_equal(keys[t], key[side], sizeof keys[t]);
  }
  arena_free(&arena);
}

// ---- trees

static void test_tree(void** unused) {
  (void)unused;
  double vert[3 * 400];
  int face[3 * 500], seen[500] = {0};
  for (int i = 0; i < 3 * 400; i++) vert[i] = rng_uniform();
  for (int i = 0; i < 3 * 500; i++) face[i] = (int)(rng_next() % 400);
  for (int i = 0; i < 30; i++) face[3 * i + 1] = face[3 * i];  // no area, hence no centre
  arena_Arena arena = arena_make(0);
  hull_Tree tree;
  assert_true(hull_makeTree(&arena, vert, face, 500, &tree));
  assert_int_equal(tree.nnode, 999);
  for (int i = 0; i < tree.nnode; i++) {
    const double* box = tree.aabb + 6 * i;
    if (tree.nodeid[i] >= 0) seen[tree.nodeid[i]]++;
    assert_true((tree.nodeid[i] >= 0) == (tree.child[2 * i] < 0));
    assert_true(tree.depth[i] <= 9);
    for (int k = 0; k < 3 && tree.nodeid[i] >= 0; k++) {
      for (int j = 0; j < 3; j++) {
        const double x = vert[3 * face[3 * tree.nodeid[i] + j] + k];
        assert_true(fabs(x - box[k]) <= box[3 + k] + 1e-15);
      }
    }
    for (int c = 0; c < 2 && tree.child[2 * i] >= 0; c++) {
      const double* inner = tree.aabb + 6 * tree.child[2 * i + c];
      assert_int_equal(tree.depth[tree.child[2 * i + c]], tree.depth[i] + 1);
      for (int k = 0; k < 3; k++) {
        assert_true(fabs(inner[k] - box[k]) + inner[3 + k] <= box[3 + k] + 1e-14);
      }
    }
  }
  for (int i = 0; i < 500; i++) assert_int_equal(seen[i], 1);
  arena_free(&arena);
}

// ---- inputs without a hull

static hull_Status tryHull(const double* vert, int nvert, int limit) {
  arena_Arena arena = arena_make(0);
  hull_Hull hull;
  hull_Polygons poly;
  const hull_Status status = hull_make(&arena, vert, nvert, limit, &hull);
  if (status == HULL_OK) assert_true(hull_makePolygons(&arena, vert, nvert, &hull, &poly));
  arena_free(&arena);
  return status;
}

static void test_degenerate(void** unused) {
  (void)unused;
  double vert[3 * 50];
  for (int i = 0; i < 150; i++) vert[i] = rng_uniform();
  assert_int_equal(tryHull(vert, 0, -1), HULL_FEW);
  assert_int_equal(tryHull(vert, 3, -1), HULL_FEW);
  assert_int_equal(tryHull(vert, 50, 3), HULL_FEW);
  assert_int_equal(tryHull(vert, 4, -1), HULL_OK);
  assert_int_equal(tryHull(vert, 50, 1000), HULL_OK);
  assert_int_equal(tryHull(vert, HULL_MOST_VERTICES + 1, -1), HULL_MANY);
  static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, -4e38};
  for (int i = 0; i < 5; i++) {
    const double kept = vert[70 + i];
    vert[70 + i] = bad[i];
    assert_int_equal(tryHull(vert, 50, -1), HULL_NOT_FINITE);
    vert[70 + i] = kept;
  }
  for (int i = 0; i < 50; i++) memcpy(vert + 3 * i, (double[]){1, 2, 3}, 24);
  assert_int_equal(tryHull(vert, 50, -1), HULL_COLOCATED);
  for (int i = 0; i < 50; i++) memcpy(vert + 3 * i, (double[]){i, 2 * i, -3 * i}, 24);
  assert_int_equal(tryHull(vert, 50, -1), HULL_COLLINEAR);
  for (int i = 0; i < 50; i++) memcpy(vert + 3 * i, (double[]){i % 7, i / 7, 1}, 24);
  assert_int_equal(tryHull(vert, 50, -1), HULL_COPLANAR);
  memcpy(vert, (double[]){0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, 15 * sizeof *vert);
  assert_int_equal(tryHull(vert, 5, -1), HULL_COPLANAR);
  for (int s = HULL_OK; s <= HULL_FAILED; s++) assert_true(strlen(hull_message(s)) > 5);
}

// nearly flat, of mixed scales, tiny, huge, on few distinct coordinates: a hull or an error
static void test_hard(void** unused) {
  (void)unused;
  double vert[3 * 200];
  int fine = 0, failed = 0;
  for (int trial = 0; trial < 400; trial++) {
    const int nvert = 4 + (int)(rng_next() % 196);
    const double thin = pow(10, -(double)(trial % 20)), size = pow(10, (double)(trial % 70) - 35);
    for (int i = 0; i < 3 * nvert; i++) {
      double x = rng_uniform();
      if (trial % 4 == 1) x = round(2 * x);
      if (trial % 4 == 2) x = x * pow(10, -10 * fabs(rng_uniform()));
      if (trial % 4 == 3 && i % 3 == 2) x = (double)(i % 2) + 1e-16 * x;
      if (i % 3 == 2) x *= thin;
      vert[i] = (float)(x * size);
    }
    const int limit = trial % 5 == 4 ? 4 + trial % 11 : -1;
    const hull_Status status = tryHull(vert, nvert, limit);
    fine += status == HULL_OK;
    failed += status == HULL_FAILED;
    assert_true(status == HULL_OK || status >= HULL_COLOCATED);
  }
  print_message("%d hulls, %d given up by the library, %d flat\n", fine, failed,
                400 - fine - failed);
  assert_true(fine > 100 && failed > 0);
}

// ---- output, memory, threads

// what a hull that fails and one that does not write to stdout and stderr: nothing
static void test_silent(void** unused) {
  (void)unused;
  FILE* file = tmpfile();
  assert_non_null(file);
  fflush(stdout);
  fflush(stderr);
  const int keptOut = dup(1), keptErr = dup(2);
  dup2(fileno(file), 1);
  dup2(fileno(file), 2);
  double vert[3 * 30];
  int bad = 0;
  for (int trial = 0; trial < 40; trial++) {
    for (int i = 0; i < 90; i++) vert[i] = rng_uniform() * (i % 3 == 2 ? 3e-15 : 1);
    bad += tryHull(vert, 30, -1) == HULL_FAILED;
  }
  for (int i = 0; i < 90; i++) vert[i] = rng_uniform();
  const hull_Status good = tryHull(vert, 30, -1);
  fflush(stdout);
  fflush(stderr);
  const long written = lseek(fileno(file), 0, SEEK_END);
  dup2(keptOut, 1);
  dup2(keptErr, 2);
  close(keptOut);
  close(keptErr);
  fclose(file);
  assert_true(bad > 0);
  assert_int_equal(good, HULL_OK);
  assert_int_equal(written, 0);
}

static void test_memory(void** unused) {
  (void)unused;
  double vert[3 * 100];
  for (int i = 0; i < 300; i++) vert[i] = rng_uniform();
  int failures = 0;
  for (long failAt = 1;; failAt++, failures++) {
    heap_watch(failAt);
    arena_Arena arena = arena_make(0);
    hull_Hull hull;
    hull_Polygons poly;
    hull_Tree tree;
    const hull_Status status = hull_make(&arena, vert, 100, -1, &hull);
    const bool fine = status == HULL_OK && hull_makePolygons(&arena, vert, 100, &hull, &poly) &&
                      hull_makeTree(&arena, vert, hull.face, hull.nface, &tree);
    assert_true(status == HULL_OK || status == HULL_NO_MEMORY);
    arena_free(&arena);
    assert_int_equal(heap_live, 0);
    const bool all = heap_calls < failAt;
    heap_unwatch();
    assert_int_equal(fine, all);
    if (all) break;
  }
  assert_true(failures >= 2);
}

enum { TASKS = 40, POINTS = 150 };

typedef struct {
  double vert[TASKS][3 * POINTS];
  uint64_t hash[TASKS];
} Shared;

static void hashTask(void* context, int task, int worker) {
  (void)worker;
  Shared* shared = context;
  arena_Arena arena = arena_make(0);
  hull_Hull hull;
  uint64_t hash = 14695981039346656037ull;
  if (hull_make(&arena, shared->vert[task], POINTS, -1, &hull) == HULL_OK) {
    for (int i = 0; i < hull.ngraph; i++)
      hash = (hash ^ (uint32_t)hull.graph[i]) * 1099511628211ull;
  }
  shared->hash[task] = hash;
  arena_free(&arena);
}

static void test_parallel(void** unused) {
  (void)unused;
  static Shared one, many;
  for (int t = 0; t < TASKS; t++) {
    for (int i = 0; i < 3 * POINTS; i++) one.vert[t][i] = rng_uniform();
  }
  memcpy(many.vert, one.vert, sizeof one.vert);
  pool_Pool* pool = pool_make(4);
  pool_run(NULL, hashTask, &one, TASKS);
  pool_run(pool, hashTask, &many, TASKS);
  pool_free(pool);
  assert_memory_equal(one.hash, many.hash, sizeof one.hash);
  assert_true(one.hash[0] != one.hash[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),     cmocka_unit_test(test_random),
      cmocka_unit_test(test_order),      cmocka_unit_test(test_manyCorners),
      cmocka_unit_test(test_cube),       cmocka_unit_test(test_tree),
      cmocka_unit_test(test_degenerate), cmocka_unit_test(test_hard),
      cmocka_unit_test(test_silent),     cmocka_unit_test(test_memory),
      cmocka_unit_test(test_parallel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
