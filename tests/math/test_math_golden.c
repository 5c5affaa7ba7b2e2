// Every mju_ and mjd_ function against figures of the reference (tests/golden/math.txt, made by
// tools/oracle/math.mjs). A line is: name, inputs, "=", outputs. A table maps each name to an
// adapter that calls our function on the inputs and lists its outputs in the same order. A name
// without an adapter, or an adapter without a line, fails. A number agrees if it differs by at most
// tol times the largest magnitude in its output (tol is stated per function; 0: equal), or if both
// are NaN; infinities must be equal. mju_standardNormal, mju_writeNumBytes and mju_warningText are
// not here: another random generator, an abort in the reference's WebAssembly build, and our own
// wording.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sinew/math.h>

#include "captured.h"

enum { MAX_VALUES = 16, MAX_NUMBERS = 512, MAX_LINE = 1 << 15, MAX_TEXT = 4096 };
static const double FILL = 7.75;  // what the generator puts into buffers that are only written

typedef struct {
  int n;  // numbers, or -1 for text
  double num[MAX_NUMBERS];
  char text[MAX_TEXT];
} Value;

typedef struct {
  int nin, nout, nres;
  Value in[MAX_VALUES], out[MAX_VALUES], res[MAX_VALUES];
} Call;

static Call call;

// ---- what adapters use

static const double* in(int i) { return call.in[i].num; }
static int size(int i) { return call.in[i].n; }
static double num(int i) { return call.in[i].num[0]; }
static int integer(int i) { return (int)call.in[i].num[0]; }

static const int* integers(int i) {
  static int list[4][MAX_NUMBERS];
  static int next;
  next = (next + 1) % 4;
  for (int k = 0; k < size(i); k++) list[next][k] = (int)in(i)[k];
  return list[next];
}

// next output: n numbers with FILL
static double* out(int n) {
  Value* const value = call.res + call.nres++;
  value->n = n;
  for (int k = 0; k < n; k++) value->num[k] = FILL;
  return value->num;
}

// next output, with the contents of input i
static double* inout(int i) {
  double* const res = out(size(i));
  memcpy(res, in(i), sizeof(double) * (size_t)size(i));
  return res;
}

static void outNumber(double x) { *out(1) = x; }

static void outIntegers(const int* list, int n) {
  double* const res = out(n);
  for (int k = 0; k < n; k++) res[k] = list[k];
}

static void outText(const char* text) {
  Value* const value = call.res + call.nres++;
  value->n = -1;
  snprintf(value->text, MAX_TEXT, "%s", text ? text : "");
}

// ---- adapters: fixed sizes

#define ADAPT(name, body)                                                                          \
  static void run_##name(void) { body; }

ADAPT(zero3, mju_zero3(out(3)))
ADAPT(zero4, mju_zero4(out(4)))
ADAPT(unit4, mju_unit4(out(4)))
ADAPT(copy3, mju_copy3(out(3), in(0)))
ADAPT(copy4, mju_copy4(out(4), in(0)))
ADAPT(scl3, mju_scl3(out(3), in(0), num(1)))
ADAPT(add3, mju_add3(out(3), in(0), in(1)))
ADAPT(sub3, mju_sub3(out(3), in(0), in(1)))
ADAPT(addTo3, mju_addTo3(inout(0), in(1)))
ADAPT(subFrom3, mju_subFrom3(inout(0), in(1)))
ADAPT(addToScl3, mju_addToScl3(inout(0), in(1), num(2)))
ADAPT(addScl3, mju_addScl3(out(3), in(0), in(1), num(2)))
ADAPT(normalize3, double* norm = out(1); *norm = mju_normalize3(inout(0)))
ADAPT(norm3, outNumber(mju_norm3(in(0))))
ADAPT(dot3, outNumber(mju_dot3(in(0), in(1))))
ADAPT(dist3, outNumber(mju_dist3(in(0), in(1))))
ADAPT(mulMatVec3, mju_mulMatVec3(out(3), in(0), in(1)))
ADAPT(mulMatTVec3, mju_mulMatTVec3(out(3), in(0), in(1)))
ADAPT(cross, mju_cross(out(3), in(0), in(1)))
ADAPT(normalize4, double* norm = out(1); *norm = mju_normalize4(inout(0)))
ADAPT(transformSpatial, mju_transformSpatial(out(6), in(0), integer(1), in(2), in(3), in(4)))

ADAPT(rotVecQuat, mju_rotVecQuat(out(3), in(0), in(1)))
ADAPT(negQuat, mju_negQuat(out(4), in(0)))
ADAPT(mulQuat, mju_mulQuat(out(4), in(0), in(1)))
ADAPT(mulQuatAxis, mju_mulQuatAxis(out(4), in(0), in(1)))
ADAPT(axisAngle2Quat, mju_axisAngle2Quat(out(4), in(0), num(1)))
ADAPT(quat2Vel, mju_quat2Vel(out(3), in(0), num(1)))
ADAPT(subQuat, mju_subQuat(out(3), in(0), in(1)))
ADAPT(quat2Mat, mju_quat2Mat(out(9), in(0)))
ADAPT(mat2Quat, mju_mat2Quat(out(4), in(0)))
ADAPT(derivQuat, mju_derivQuat(out(4), in(0), in(1)))
ADAPT(quatIntegrate, mju_quatIntegrate(inout(0), in(1), num(2)))
ADAPT(quatZ2Vec, mju_quatZ2Vec(out(4), in(0)))
ADAPT(mat2Rot, double* iter = out(1); *iter = mju_mat2Rot(inout(0), in(1)))
ADAPT(euler2Quat, mju_euler2Quat(out(4), in(0), call.in[1].text))
ADAPT(mulPose, double* pos = out(3); mju_mulPose(pos, out(4), in(0), in(1), in(2), in(3)))
ADAPT(negPose, double* pos = out(3); mju_negPose(pos, out(4), in(0), in(1)))
ADAPT(trnVecPose, mju_trnVecPose(out(3), in(0), in(1), in(2)))
ADAPT(dsubQuat, double* Da = out(9); mjd_subQuat(in(0), in(1), Da, out(9)))
ADAPT(dquatIntegrate, double* Dquat = out(9); double* Dvel = out(9);
      mjd_quatIntegrate(in(0), num(1), Dquat, Dvel, out(3)))

// ---- adapters: any size

ADAPT(zero, mju_zero(out(integer(0)), integer(0)))
ADAPT(fill, mju_fill(out(call.out[0].n), num(0), call.out[0].n))
ADAPT(copy, mju_copy(out(size(0)), in(0), size(0)))
ADAPT(sum, outNumber(mju_sum(in(0), size(0))))
ADAPT(L1, outNumber(mju_L1(in(0), size(0))))
ADAPT(scl, mju_scl(out(size(0)), in(0), num(1), size(0)))
ADAPT(add, mju_add(out(size(0)), in(0), in(1), size(0)))
ADAPT(sub, mju_sub(out(size(0)), in(0), in(1), size(0)))
ADAPT(addTo, mju_addTo(inout(0), in(1), size(0)))
ADAPT(subFrom, mju_subFrom(inout(0), in(1), size(0)))
ADAPT(addToScl, mju_addToScl(inout(0), in(1), num(2), size(0)))
ADAPT(addScl, mju_addScl(out(size(0)), in(0), in(1), num(2), size(0)))
ADAPT(normalize, double* norm = out(1); *norm = mju_normalize(inout(0), size(0)))
ADAPT(norm, outNumber(mju_norm(in(0), size(0))))
ADAPT(dot, outNumber(mju_dot(in(0), in(1), size(0))))
ADAPT(isZero, outNumber(mju_isZero(in(0), size(0))))

static int sqrtOf(int square) {
  int n = 0;
  while (n * n < square) n++;
  return n;
}

ADAPT(mulMatVec, mju_mulMatVec(out(integer(2)), in(0), in(1), integer(2), integer(3)))
ADAPT(mulMatTVec, mju_mulMatTVec(out(integer(3)), in(0), in(1), integer(2), integer(3)))
ADAPT(mulVecMatVec, outNumber(mju_mulVecMatVec(in(0), in(1), in(2), size(0))))
ADAPT(transpose, mju_transpose(out(size(0)), in(0), integer(1), integer(2)))
ADAPT(symmetrize, mju_symmetrize(out(size(0)), in(0), integer(1)))
ADAPT(eye, mju_eye(out(call.out[0].n), sqrtOf(call.out[0].n)))
ADAPT(mulMatMat,
      mju_mulMatMat(out(integer(2) * integer(4)), in(0), in(1), integer(2), integer(3), integer(4)))
ADAPT(mulMatMatT, mju_mulMatMatT(out(integer(2) * integer(4)), in(0), in(1), integer(2), integer(3),
                                 integer(4)))
ADAPT(mulMatTMat, mju_mulMatTMat(out(integer(3) * integer(4)), in(0), in(1), integer(2), integer(3),
                                 integer(4)))
ADAPT(sqrMatTD, mju_sqrMatTD(out(integer(3) * integer(3)), in(0), in(1), integer(2), integer(3)))
ADAPT(insertionSort, mju_insertionSort(inout(0), size(0)))

static void run_insertionSortInt(void) {
  int list[MAX_NUMBERS];
  memcpy(list, integers(0), sizeof list);
  mju_insertionSortInt(list, size(0));
  outIntegers(list, size(0));
}

static void run_f2n(void) {
  float list[MAX_NUMBERS];
  for (int k = 0; k < size(0); k++) list[k] = (float)in(0)[k];
  mju_f2n(out(size(0)), list, size(0));
}

static void run_n2f(void) {
  float list[MAX_NUMBERS];
  mju_n2f(list, in(0), size(0));
  double* const res = out(size(0));
  for (int k = 0; k < size(0); k++) res[k] = list[k];
}

ADAPT(d2n, mju_d2n(out(size(0)), in(0), size(0)))
ADAPT(n2d, mju_n2d(out(size(0)), in(0), size(0)))

// ---- adapters: sparse, printing

static void run_dense2sparse(void) {
  int rownnz[MAX_NUMBERS], rowadr[MAX_NUMBERS], colind[MAX_NUMBERS];
  const int nr = integer(1), nc = integer(2), room = call.out[1].n;
  for (int k = 0; k < MAX_NUMBERS; k++) rownnz[k] = rowadr[k] = colind[k] = -7;
  double* const failed = out(1);
  *failed = mju_dense2sparse(out(room), in(0), nr, nc, rownnz, rowadr, colind, room);
  outIntegers(rownnz, nr);
  outIntegers(rowadr, nr);
  outIntegers(colind, room);
}

ADAPT(sparse2dense, mju_sparse2dense(out(integer(1) * integer(2)), in(0), integer(1), integer(2),
                                     integers(3), integers(4), integers(5)))
ADAPT(sym2dense, mju_sym2dense(out(integer(1) * integer(1)), in(0), integer(1), integers(2),
                               integers(3), integers(4)))

// runs print with stdout sent to a file and lists what it wrote
static void outPrinted(void (*print)(void)) {
  char text[MAX_TEXT] = "";
  captured(text, sizeof text, print);
  outText(text);
}

ADAPT(printDense, mju_printMat(in(0), integer(1), integer(2)))
ADAPT(printSparse, mju_printMatSparse(in(0), size(1), integers(1), integers(2), integers(3)))
ADAPT(printMat, outPrinted(run_printDense))
ADAPT(printMatSparse, outPrinted(run_printSparse))

// ---- adapters: solvers

ADAPT(cholFactor, double* rank = out(1); double* mat = inout(0);
      *rank = mju_cholFactor(mat, sqrtOf(size(0)), num(1)))
ADAPT(cholSolve, mju_cholSolve(out(size(1)), in(0), in(1), size(1)))
ADAPT(cholUpdate, double* rank = out(1); double* mat = inout(0);
      *rank = mju_cholUpdate(mat, inout(1), size(1), integer(2)))
ADAPT(cholFactorBand, double* pivot = out(1);
      *pivot = mju_cholFactorBand(inout(0), integer(1), integer(2), integer(3), num(4), num(5)))
ADAPT(cholSolveBand,
      mju_cholSolveBand(out(size(1)), in(0), in(1), integer(2), integer(3), integer(4)))
ADAPT(band2Dense, mju_band2Dense(out(integer(1) * integer(1)), in(0), integer(1), integer(2),
                                 integer(3), integer(4)))
ADAPT(dense2Band, mju_dense2Band(out(call.out[0].n), in(0), integer(1), integer(2), integer(3)))
ADAPT(bandMulMatVec, mju_bandMulMatVec(out(size(1)), in(0), in(1), integer(2), integer(3),
                                       integer(4), integer(5), integer(6)))
ADAPT(bandDiag, outNumber(mju_bandDiag(integer(0), integer(1), integer(2), integer(3))))
ADAPT(eig3, double* iter = out(1); double* val = out(3); double* eigvec = out(9);
      *iter = mju_eig3(val, eigvec, out(4), in(0)))

static void run_boxQP(void) {
  double R[MAX_NUMBERS];
  int index[MAX_NUMBERS];
  const int n = size(0);
  double* const rank = out(1);
  const int nfree = mju_boxQP(inout(0), R, index, in(1), in(2), n, in(3), in(4));
  *rank = nfree;
  double* triangle = out(nfree > 0 ? nfree * (nfree + 1) / 2 : 0);
  for (int i = 0; i < nfree; i++) {
    for (int j = 0; j <= i; j++) *triangle++ = R[i * nfree + j];
  }
  outIntegers(index, nfree > 0 ? nfree : 0);
}

// ---- adapters: curves, numbers, names

ADAPT(muscleGain, outNumber(mju_muscleGain(num(0), num(1), in(2), num(3), in(4))))
ADAPT(muscleBias, outNumber(mju_muscleBias(num(0), in(1), num(2), in(3))))
ADAPT(muscleDynamics, outNumber(mju_muscleDynamics(num(0), num(1), in(2))))
ADAPT(encodePyramid, mju_encodePyramid(out(2 * size(1)), in(0), in(1), size(1)))
ADAPT(decodePyramid, mju_decodePyramid(out(size(1) + 1), in(0), in(1), size(1)))
ADAPT(springDamper, outNumber(mju_springDamper(num(0), num(1), num(2), num(3), num(4))))
ADAPT(min, outNumber(mju_min(num(0), num(1))))
ADAPT(max, outNumber(mju_max(num(0), num(1))))
ADAPT(clip, outNumber(mju_clip(num(0), num(1), num(2))))
ADAPT(sign, outNumber(mju_sign(num(0))))
ADAPT(round, outNumber(mju_round(num(0))))
ADAPT(isBad, outNumber(mju_isBad(num(0))))
ADAPT(sigmoid, outNumber(mju_sigmoid(num(0))))
ADAPT(Halton, outNumber(mju_Halton(integer(0), integer(1))))
ADAPT(type2Str, outText(mju_type2Str(integer(0))))
ADAPT(str2Type, outNumber(mju_str2Type(call.in[0].text)))

// ---- the table

#define EXACT 0      // the operations and their order are the same, sines and arctangents included
#define SUMS 4e-15   // exponentials in sums
#define SOLVE 2e-14  // iterations

typedef struct {
  const char* name;
  void (*run)(void);
  double tol;
  int calls;
  double worst;  // largest difference, in the unit of tol
} Adapter;

static Adapter table[] = {
#define ROW(name, tol)                                                                             \
  { "mju_" #name, run_##name, tol, 0, 0 }
    ROW(zero3, EXACT),
    ROW(zero4, EXACT),
    ROW(unit4, EXACT),
    ROW(copy3, EXACT),
    ROW(copy4, EXACT),
    ROW(scl3, EXACT),
    ROW(add3, EXACT),
    ROW(sub3, EXACT),
    ROW(addTo3, EXACT),
    ROW(subFrom3, EXACT),
    ROW(addToScl3, EXACT),
    ROW(addScl3, EXACT),
    ROW(normalize3, EXACT),
    ROW(norm3, EXACT),
    ROW(dot3, EXACT),
    ROW(dist3, EXACT),
    ROW(mulMatVec3, EXACT),
    ROW(mulMatTVec3, EXACT),
    ROW(cross, EXACT),
    ROW(normalize4, EXACT),
    ROW(transformSpatial, EXACT),
    ROW(rotVecQuat, EXACT),
    ROW(negQuat, EXACT),
    ROW(mulQuat, EXACT),
    ROW(mulQuatAxis, EXACT),
    ROW(axisAngle2Quat, EXACT),
    ROW(quat2Vel, EXACT),
    ROW(subQuat, EXACT),
    ROW(quat2Mat, EXACT),
    ROW(mat2Quat, EXACT),
    ROW(derivQuat, EXACT),
    ROW(quatIntegrate, EXACT),
    ROW(quatZ2Vec, EXACT),
    ROW(mat2Rot, SOLVE),
    ROW(euler2Quat, EXACT),
    ROW(mulPose, EXACT),
    ROW(negPose, EXACT),
    ROW(trnVecPose, EXACT),
    {"mjd_subQuat", run_dsubQuat, EXACT, 0, 0},
    {"mjd_quatIntegrate", run_dquatIntegrate, EXACT, 0, 0},
    ROW(zero, EXACT),
    ROW(fill, EXACT),
    ROW(copy, EXACT),
    ROW(sum, EXACT),
    ROW(L1, EXACT),
    ROW(scl, EXACT),
    ROW(add, EXACT),
    ROW(sub, EXACT),
    ROW(addTo, EXACT),
    ROW(subFrom, EXACT),
    ROW(addToScl, EXACT),
    ROW(addScl, EXACT),
    ROW(normalize, EXACT),
    ROW(norm, EXACT),
    ROW(dot, EXACT),
    ROW(isZero, EXACT),
    ROW(mulMatVec, EXACT),
    ROW(mulMatTVec, EXACT),
    ROW(mulVecMatVec, EXACT),
    ROW(transpose, EXACT),
    ROW(symmetrize, EXACT),
    ROW(eye, EXACT),
    ROW(mulMatMat, EXACT),
    ROW(mulMatMatT, EXACT),
    ROW(mulMatTMat, EXACT),
    ROW(sqrMatTD, EXACT),
    ROW(insertionSort, EXACT),
    ROW(insertionSortInt, EXACT),
    ROW(f2n, EXACT),
    ROW(n2f, EXACT),
    ROW(d2n, EXACT),
    ROW(n2d, EXACT),
    ROW(dense2sparse, EXACT),
    ROW(sparse2dense, EXACT),
    ROW(sym2dense, EXACT),
    ROW(printMat, EXACT),
    ROW(printMatSparse, EXACT),
    ROW(cholFactor, EXACT),
    ROW(cholSolve, EXACT),
    ROW(cholUpdate, EXACT),
    ROW(cholFactorBand, EXACT),
    ROW(cholSolveBand, EXACT),
    ROW(band2Dense, EXACT),
    ROW(dense2Band, EXACT),
    ROW(bandMulMatVec, EXACT),
    ROW(bandDiag, EXACT),
    ROW(eig3, EXACT),
    ROW(boxQP, SOLVE),
    ROW(muscleGain, EXACT),
    ROW(muscleBias, EXACT),
    ROW(muscleDynamics, EXACT),
    ROW(encodePyramid, EXACT),
    ROW(decodePyramid, EXACT),
    ROW(springDamper, SUMS),
    ROW(min, EXACT),
    ROW(max, EXACT),
    ROW(clip, EXACT),
    ROW(sign, EXACT),
    ROW(round, EXACT),
    ROW(isBad, EXACT),
    ROW(sigmoid, EXACT),
    ROW(Halton, EXACT),
    ROW(type2Str, EXACT),
    ROW(str2Type, EXACT),
};
enum { NTABLE = sizeof table / sizeof *table };

// ---- reading and comparing

static void readValue(Value* value, const char* token) {
  value->n = 0;
  value->num[0] = 0;
  if (!strcmp(token, "-")) return;
  if (token[0] != '\'') {
    for (const char* at = token;; at++) {
      char* end;
      assert_true(value->n < MAX_NUMBERS);
      value->num[value->n++] = strtod(at, &end);
      assert_ptr_not_equal(end, at);
      at = end;
      if (*at != ',') break;
    }
    return;
  }
  value->n = -1;
  char* to = value->text;
  for (const char* at = token + 1; *at; at++) {
    assert_true(to < value->text + MAX_TEXT - 1);
    unsigned code = (unsigned char)*at;
    if (*at == '%') {
      assert_int_equal(sscanf(at + 1, "%2x", &code), 1);
      at += 2;
    }
    *to++ = (char)code;
  }
  *to = 0;
}

static Adapter* readCall(char* line) {
  char* save = NULL;
  const char* const name = strtok_r(line, " \n", &save);
  int outputs = 0;
  call.nin = call.nout = call.nres = 0;
  for (char* token; (token = strtok_r(NULL, " \n", &save));) {
    if (!strcmp(token, "=")) {
      outputs = 1;
    } else {
      assert_true((outputs ? call.nout : call.nin) < MAX_VALUES);
      readValue(outputs ? call.out + call.nout++ : call.in + call.nin++, token);
    }
  }
  for (int k = 0; k < NTABLE; k++) {
    if (!strcmp(table[k].name, name)) return table + k;
  }
  fail_msg("%s has no adapter", name);
  return NULL;
}

static int finite(double x) { return x - x == 0; }

// difference in units of the largest magnitude; 0 if equal or both NaN, infinite if not comparable
static double difference(const Value* ours, const Value* golden) {
  if (ours->n != golden->n) return HUGE_VAL;
  if (golden->n < 0) return strcmp(ours->text, golden->text) ? HUGE_VAL : 0;
  double scale = 0, worst = 0;
  for (int k = 0; k < golden->n; k++) {
    const double size_k = finite(golden->num[k]) ? mju_abs(golden->num[k]) : 0;
    if (size_k > scale) scale = size_k;
  }
  for (int k = 0; k < golden->n; k++) {
    const double a = ours->num[k], b = golden->num[k];
    if (a == b || (a != a && b != b)) continue;
    const double diff = finite(a) && finite(b) && scale > 0 ? mju_abs(a - b) / scale : HUGE_VAL;
    if (diff > worst) worst = diff;
  }
  return worst;
}

static void report(const char* line, const Value* ours) {
  fprintf(stderr, "%.2000s\n  ours:", line);
  for (int k = 0; k < ours->n; k++) fprintf(stderr, " %.17g", ours->num[k]);
  if (ours->n < 0) fprintf(stderr, " '%s'", ours->text);
  fprintf(stderr, "\n");
}

static int compare(Adapter* adapter, const char* line) {
  adapter->run();
  adapter->calls++;
  int failed = call.nres != call.nout;
  for (int k = 0; k < call.nout && k < call.nres; k++) {
    const double diff = difference(call.res + k, call.out + k);
    if (diff > adapter->worst) adapter->worst = diff;
    if (diff > adapter->tol) {
      failed = 1;
      fprintf(stderr, "output %d differs by %g, allowed %g\n", k, diff, adapter->tol);
      report(line, call.res + k);
    }
  }
  return failed;
}

static void test_golden(void** ctx) {
  (void)ctx;
  static char line[MAX_LINE], copy[MAX_LINE];
  FILE* const file = fopen(TEST_DIR "/golden/math.txt", "r");
  assert_non_null(file);
  int failed = 0, calls = 0;
  while (fgets(line, MAX_LINE, file)) {
    if (line[0] == '#') continue;
    assert_non_null(strchr(line, '\n'));
    memcpy(copy, line, sizeof copy);
    Adapter* const adapter = readCall(copy);
    failed += compare(adapter, line);
    calls++;
  }
  fclose(file);
  for (int k = 0; k < NTABLE; k++) {
    if (!table[k].calls) fail_msg("%s has no line in the golden file", table[k].name);
    if (table[k].worst > 0)
      printf("%-22s %8.1e of %.0e\n", table[k].name, table[k].worst, table[k].tol);
  }
  printf("%d calls of %d functions\n", calls, NTABLE);
  assert_int_equal(failed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
