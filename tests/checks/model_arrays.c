// The arrays of a model, for comparison with the reference (tests/checks/check_robots.py,
// tools/oracle/robots.mjs, tools/oracle/polygon_order.py):
//   model_arrays MODEL...          the names of all arrays of mjModel, then a line per model: its
//                                  path and a hash of each array, - for one that is empty
//   model_arrays --bytes MODEL     the arrays: a line of name, type, number of elements, then bytes
//   model_arrays --unsorted MODEL  the same, with polygons of hulls in their order
// A hash is 32 bits of FNV-1a. Polygons stand in the order of a hash table that differs between
// builds of the reference: without --unsorted they are sorted by their loops of vertices.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew.h>

#include "model/fields.h"

// ---- polygons of a mesh by their loops

typedef struct {
  const int* loop;
  int n, id;
} Loop;

static int compareLoops(const void* a, const void* b) {
  const Loop *p = a, *q = b;
  for (int i = 0; i < p->n && i < q->n; i++) {
    if (p->loop[i] != q->loop[i]) return p->loop[i] < q->loop[i] ? -1 : 1;
  }
  return p->n != q->n ? (p->n < q->n ? -1 : 1) : p->id - q->id;
}

static int compareInts(const void* a, const void* b) {
  const int p = *(const int*)a, q = *(const int*)b;
  return (p > q) - (p < q);
}

static void sortMap(mjModel* m, int mesh, const int* place) {
  for (int v = m->mesh_vertadr[mesh]; v < m->mesh_vertadr[mesh] + m->mesh_vertnum[mesh]; v++) {
    int* map = m->mesh_polymap + m->mesh_polymapadr[v];
    for (int i = 0; i < m->mesh_polymapnum[v]; i++) map[i] = place[map[i]];
    qsort(map, (size_t)m->mesh_polymapnum[v], sizeof *map, compareInts);
  }
}

// old: a copy of the model
static bool sortPolygons(mjModel* m, const mjModel* old, int mesh) {
  const int first = m->mesh_polyadr[mesh], n = m->mesh_polynum[mesh];
  Loop* loop = malloc((size_t)n * sizeof *loop + 1);
  int* place = malloc((size_t)n * sizeof *place + 1);
  for (int i = 0; loop && i < n; i++) {
    loop[i] = (Loop){old->mesh_polyvert + old->mesh_polyvertadr[first + i],
                     old->mesh_polyvertnum[first + i], i};
  }
  if (loop && place) {
    qsort(loop, (size_t)n, sizeof *loop, compareLoops);
    for (int i = 0, adr = n ? old->mesh_polyvertadr[first] : 0; i < n; i++) {
      memcpy(m->mesh_polyvert + adr, loop[i].loop, (size_t)loop[i].n * sizeof(int));
      memcpy(m->mesh_polynormal + 3 * (first + i), old->mesh_polynormal + 3 * (first + loop[i].id),
             3 * sizeof(mjtNum));
      m->mesh_polyvertadr[first + i] = adr;
      m->mesh_polyvertnum[first + i] = loop[i].n;
      place[loop[i].id] = i;
      adr += loop[i].n;
    }
    sortMap(m, mesh, place);
  }
  const bool done = loop && place;
  free(loop);
  free(place);
  return done;
}

static bool sortAll(mjModel* m) {
  mjModel* old = mj_copyModel(NULL, m);
  bool done = old;
  for (int i = 0; done && i < m->nmesh; i++) done = sortPolygons(m, old, i);
  mj_deleteModel(old);
  return done;
}

static mjModel* load(const char* path, bool isSorted) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fprintf(stderr, "%s\n", error);
  if (!m || !isSorted || sortAll(m)) return m;
  fprintf(stderr, "%s: no memory\n", path);
  mj_deleteModel(m);
  return NULL;
}

// ---- output

static uint32_t hashBytes(const unsigned char* byte, size_t n) {
  uint32_t h = 0x811c9dc5u;
  for (size_t i = 0; i < n; i++) h = (h ^ byte[i]) * 0x01000193u;
  return h;
}

static void printHashes(const char* path, const mjModel* m) {
  const field_Table table = field_model();
  printf("%s", path);
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    const size_t n = (size_t)field_count(f, m, NULL) * field_typeSize(f->type);
    if (n) {
      printf(" %08x", hashBytes(field_get(f, m), n));
    } else {
      printf(" -");
    }
  }
  printf("\n");
}

static void printNames(void) {
  const field_Table table = field_model();
  printf("arrays");
  for (int i = 0; i < table.n; i++) printf(" %s", table.field[i].name);
  printf("\n");
}

static void printBytes(const mjModel* m) {
  const field_Table table = field_model();
  for (int i = 0; i < table.n; i++) {
    const field_Field* f = &table.field[i];
    const size_t n = (size_t)field_count(f, m, NULL);
    printf("%s %s %zu\n", f->name, field_typeName(f->type), n);
    fwrite(field_get(f, m), field_typeSize(f->type), n, stdout);
  }
}

int main(int argc, char** argv) {
  const char* option = argc > 1 && argv[1][0] == '-' ? argv[1] : "";
  const bool isUnsorted = !strcmp(option, "--unsorted");
  const int first = *option ? 2 : 1;
  if (argc <= first || (*option && !isUnsorted && strcmp(option, "--bytes") != 0)) {
    fprintf(stderr, "usage: model_arrays [--bytes | --unsorted] MODEL...\n");
    return 2;
  }
  if (!*option) printNames();
  int failed = 0;
  for (int i = first; i < argc; i++) {
    mjModel* m = load(argv[i], !isUnsorted);
    failed += !m;
    if (m && *option) printBytes(m);
    if (m && !*option) printHashes(argv[i], m);
    mj_deleteModel(m);
  }
  return failed ? 1 : 0;
}
