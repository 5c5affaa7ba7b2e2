// Gmsh files: both versions, as text and binary, and damaged ones. The figures of text files of
// 4.1 and 2.2 and of binary ones of 4.1 were compared with those of the reference (native build).
#include "support.h"

#include <math.h>

#include "asset/gmsh.h"

static const double points[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
static const int tetra[2][4] = {{0, 1, 2, 3}, {1, 2, 3, 4}};

// ---- files

typedef struct {
  char data[4000];
  size_t size;
} File;

static void put(File* f, const void* bytes, size_t n) {
  assert_true(f->size + n < sizeof f->data);
  memcpy(f->data + f->size, bytes, n);
  f->size += n;
}
static void putText(File* f, const char* text) { put(f, text, strlen(text)); }
static void putLong(File* f, int64_t x) { put(f, &x, sizeof x); }
static void putInt(File* f, int32_t x) { put(f, &x, sizeof x); }

#define NODES41                                                                                    \
  "$Nodes\n1 5 1 5\n3 1 0 5\n1\n2\n3\n4\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n$EndNodes\n"
#define ELEMS41 "$Elements\n1 2 1 2\n3 1 4 2\n1 1 2 3 4\n2 2 3 4 5\n$EndElements\n"
#define NODES22 "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"
#define ELEMS22 "$Elements\n2\n1 4 2 0 1 1 2 3 4\n2 4 2 0 1 2 3 4 5\n$EndElements\n"
#define TEXT41 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define TEXT22 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"

static File text(const char* content) {
  File f = {.size = 0};
  putText(&f, content);
  return f;
}

static void putHeader41(File* f, int n, int kind) {
  const int64_t wide[] = {1, n, 1, n};
  put(f, wide, sizeof wide);
  putInt(f, 3), putInt(f, 1), putInt(f, kind);
  putLong(f, n);
}

static File binary41(void) {
  File f = text("$MeshFormat\n4.1 1 8\n");
  putInt(&f, 1);
  putText(&f, "\n$EndMeshFormat\n$Nodes\n");
  putHeader41(&f, 5, 0);
  for (int i = 0; i < 5; i++) putLong(&f, i + 1);
  put(&f, points, sizeof points);
  putText(&f, "\n$EndNodes\n$Elements\n");
  putHeader41(&f, 2, 4);
  for (int e = 0; e < 2; e++) {
    putLong(&f, e + 1);
    for (int v = 0; v < 4; v++) putLong(&f, tetra[e][v] + 1);
  }
  putText(&f, "\n$EndElements\n");
  return f;
}

// one header for all elements, or one for each
static File binary22(bool each) {
  File f = text("$MeshFormat\n2.2 1 8\n");
  putInt(&f, 1);
  putText(&f, "\n$EndMeshFormat\n$Nodes\n5\n");
  for (int i = 0; i < 5; i++) putInt(&f, i + 1), put(&f, points[i], sizeof points[i]);
  putText(&f, "\n$EndNodes\n$Elements\n2\n");
  for (int e = 0; e < 2; e++) {
    if (each || !e) putInt(&f, 4), putInt(&f, each ? 1 : 2), putInt(&f, 0);
    putInt(&f, e + 1);
    for (int v = 0; v < 4; v++) putInt(&f, tetra[e][v] + 1);
  }
  putText(&f, "\n$EndElements\n");
  return f;
}

// ---- reading

static bool readFile(const File* f, gmsh_Data* data, arena_Arena* arena, mesh_Fault* fault) {
  *fault = (mesh_Fault){0};
  // exactly as long as the file and its NUL, so that sanitizers see what is beyond
  char* bytes = malloc(f->size + 1);
  memcpy(bytes, f->data, f->size);
  bytes[f->size] = 0;
  const bool ok = gmsh_read(bytes, f->size, arena, data, fault);
  free(bytes);
  return ok;
}

static void good(File f) {
  gmsh_Data data;
  mesh_Fault fault;
  arena_Arena arena = arena_make(0);
  if (!readFile(&f, &data, &arena, &fault)) fail_msg("%s", fault.text);
  assert_int_equal(data.dim, 3);
  assert_int_equal(data.nnode, 5);
  assert_int_equal(data.nelem, 2);
  assert_memory_equal(data.node, points, sizeof points);
  assert_memory_equal(data.elem, tetra, sizeof tetra);
  arena_free(&arena);
}

static void test_good(void** unused) {
  (void)unused;
  good(text(TEXT41 NODES41 ELEMS41));
  good(text(TEXT41 "$Comments\n$Nod\n$EndComments\n" NODES41 ELEMS41));
  good(text(TEXT22 NODES22 ELEMS22));
  good(binary41());
  good(binary22(false));
  good(binary22(true));
}

static void bad(const char* content, const char* phrase) {
  gmsh_Data data;
  mesh_Fault fault;
  arena_Arena arena = arena_make(0);
  const File f = text(content);
  if (readFile(&f, &data, &arena, &fault)) fail_msg("accepted, but '%s' was expected", phrase);
  if (!strstr(fault.text, phrase)) fail_msg("'%s' is not in: %s", phrase, fault.text);
  arena_free(&arena);
}

static void test_bad(void** unused) {
  (void)unused;
  bad("", "no Gmsh file");
  bad("solid", "no Gmsh file");
  bad("$MeshFormat\n3.0 0 8\n", "version is 3");
  bad("$MeshFormat\n4.1", "integer is missing");
  bad(TEXT41, "no section $Nodes");
  bad(TEXT41 "$Nodes\n1 5 1 5\n", "no section $Nodes");
  bad(TEXT41 NODES41, "no section $Elements");
  bad(TEXT41 "$Nodes\n2 5 1 5\n3 1 0 5\n$EndNodes\n", "2 blocks");
  bad(TEXT41 "$Nodes\n1 5 1 7\n3 1 0 5\n$EndNodes\n", "without gaps");
  bad(TEXT41 "$Nodes\n1 5 1 5\n0 1 0 5\n$EndNodes\n", "dimension is 0");
  bad(TEXT41 "$Nodes\n1 5 1 5\n3 1 0 4\n$EndNodes\n", "its block 4");
  bad(TEXT41 "$Nodes\n1 99999999 1 99999999\n3 1 0 99999999\n$EndNodes\n", "99999999 items");
  bad(TEXT41 "$Nodes\n1 999 1 999\n3 1 0 999\n1 2 3\n$EndNodes\n", "bytes follow");
  bad(TEXT41 "$Nodes\n1 -5 1 -5\n3 1 0 -5\n1 2 3\n$EndNodes\n", "-5 items");
  bad(TEXT41 "$Nodes\n1 2 1 2\n3 1 0 2\n1\n3\n0 0 0 0 0 0\n$EndNodes\n", "consecutive");
  bad(TEXT41 "$Nodes\n1 1 1 1\n3 1 0 1\n1\n0 0 inf\n$EndNodes\n", "not finite");
  bad(TEXT41 "$Nodes\n1 1 1 1\n3 1 0 1\n1\n0 x 0\n$EndNodes\n", "line 8: a number is missing");
  bad(TEXT41 NODES41 "$Elements\n1 1 1 1\n2 1 2 1\n1 1 2 3\n$EndElements\n", "dimension 2");
  bad(TEXT41 NODES41 "$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 6\n$EndElements\n", "node 6");
  bad(TEXT41 NODES41 "$Elements\n1 1 1 1\n3 1 4 1\n1 0 2 3 4\n$EndElements\n", "node 0");
  bad(TEXT22 "$Nodes\n1\n2 0 0 0\n$EndNodes\n", "must be 1, 2, 3");
  bad(TEXT22 "$Nodes\n1 0 0 0\n2 1 0 0\n$EndNodes\n", "number of its items is missing");
  bad(TEXT22 NODES22 "$Elements\n1 4 2 0 1 1 2 3 4\n2 4 2 0 1 2 3 4 5\n$EndElements\n",
      "$Elements, line 13: the number of its items is missing");
  bad(TEXT22 NODES22 "$Elements\n1 2 2 0 1 1 2 3\n$EndElements\n", "items is missing");
  bad(TEXT22 NODES22 "$Elements\n\n1 4 2 0 1 1 2 3 4\n$EndElements\n", "items is missing");
  bad(TEXT22 NODES22 "$Elements\n1\n1 1 2 0 1 1 2\n$EndElements\n", "type 1");
  bad(TEXT22 NODES22 "$Elements\n2\n1 4 0 1 2 3 4\n2 2 0 1 2 3\n$EndElements\n", "type 2");
  bad(TEXT22 NODES22 "$Elements\n1\n1 4 99 1 2 3 4\n$EndElements\n", "99 tags");
}

// a file that ends anywhere is refused, and so is nearly every one with a changed byte; none harms
static void test_damaged(void** unused) {
  (void)unused;
  const File whole[] = {text(TEXT41 NODES41 ELEMS41), text(TEXT22 NODES22 ELEMS22), binary41(),
                        binary22(false), binary22(true)};
  int refused = 0, tried = 0;
  for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
    for (size_t i = 0; i < whole[k].size; i++) {
      gmsh_Data data;
      mesh_Fault fault;
      arena_Arena arena = arena_make(0);
      File f = whole[k];
      f.size = i;
      const bool cut = readFile(&f, &data, &arena, &fault);
      if (cut && i + 2 < whole[k].size) fail_msg("file %zu was accepted with %zu bytes", k, i);
      f.size = whole[k].size;
      f.data[i] = (char)(f.data[i] ^ (1 << rng_next() % 8));
      refused += !readFile(&f, &data, &arena, &fault);
      tried++;
      arena_free(&arena);
    }
  }
  print_message("%d of %d changed files were refused\n", refused, tried);
  assert_true(refused > tried / 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good),
      cmocka_unit_test(test_bad),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
