// Compares what two programs write as records (scene_probe.c), side by side.
//
//   scene_compare [-v] COMMAND COMMAND      -v: with the largest difference by name
// Integers and texts must be equal; numbers may differ by a millionth of their scale: lengths
// (names that start with "len") of the model's extent or the largest of the record, others of 1 or
// that. Says what differs, and the largest difference. A bar that points down may be turned about
// its axis, and one without a length may point anywhere: both come from the last bits of its ends.
// So does which of two geoms a ray hits if their surfaces are one. Exit: 0 equal, 1 not, 2 a
// program failed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 16 };  // bytes of a record

typedef struct {
  char name[17], type;
  int n;
  union {
    int i[MOST / sizeof(int)];
    float f[MOST / sizeof(float)];
    double d[MOST / sizeof(double)];
    char s[MOST];
  } value;
} Record;

static size_t sizeOf(char type) {
  return type == 'i' ? sizeof(int) : type == 'f' ? sizeof(float) : type == 'd' ? sizeof(double) : 1;
}

// 1: there is one, 0: the end, -1: it is cut off
static int readRecord(FILE* file, Record* r) {
  if (fread(r->name, 16, 1, file) != 1) return 0;
  r->name[16] = 0;
  const int c = getc(file);
  r->type = (char)c;
  if (c == EOF || fread(&r->n, sizeof r->n, 1, file) != 1) return -1;
  if (r->n < 0 || (size_t)r->n * sizeOf(r->type) > MOST) return -1;
  return fread(&r->value, sizeOf(r->type), (size_t)r->n, file) == (size_t)r->n ? 1 : -1;
}

static double number(const Record* r, int i) {
  return r->type == 'f' ? (double)r->value.f[i] : r->value.d[i];
}

static double extent = 1;

// texts, without the sign of a zero
static int sameText(const Record* a, const Record* b) {
  int i = 0, k = 0;
  while (i < a->n || k < b->n) {
    i += a->n - i > 5 && !memcmp(a->value.s + i, "-0.000", 6);
    k += b->n - k > 5 && !memcmp(b->value.s + k, "-0.000", 6);
    if (i >= a->n || k >= b->n || a->value.s[i++] != b->value.s[k++]) return 0;
  }
  return 1;
}

// largest difference in units of the scale; 1e9 for what must be equal and is not
static double difference(const Record* a, const Record* b) {
  if (strcmp(a->name, b->name) || a->type != b->type) return 1e9;
  if (a->type == 's') return sameText(a, b) ? 0 : 1e9;
  if (a->n != b->n) return 1e9;
  if (a->type == 'i') return memcmp(a->value.i, b->value.i, sizeof(int) * (size_t)a->n) ? 1e9 : 0;
  double scale = strncmp(a->name, "len", 3) ? 1 : extent, most = 0;
  for (int i = 0; i < a->n; i++) scale = fmax(scale, fabs(number(b, i)));
  for (int i = 0; i < a->n; i++) {
    const double x = number(a, i), y = number(b, i);
    if (x == y || (isnan(x) && isnan(y))) continue;
    most = isnan(x) || isnan(y) ? 1e9 : fmax(most, fabs(x - y) / scale);
  }
  return most;
}

// bars that point along -z, where the shortest rotation from z is any of many; those without a
// length
static int isTurned(const Record* ids, const Record* place, const Record* a, const Record* b) {
  const int type = ids->value.i[0];
  const int bar = type == 3 || type == 5 || (type >= 100 && type <= 103);
  if (!bar || strcmp(a->name, "geom mat")) return 0;
  if (place->value.f[5] < 1e-6 * extent) return 1;
  if (b->value.f[8] > -1 + 1e-6) return 0;
  return fabsf(a->value.f[8] - b->value.f[8]) < 1e-6f &&
         fabsf(a->value.f[2] - b->value.f[2]) < 1e-6f &&
         fabsf(a->value.f[5] - b->value.f[5]) < 1e-6f;
}

// ---- largest difference of each name

enum { NAMES = 100 };
static struct {
  char name[17];
  double most;
  long n;
} table[NAMES];

static void note(const char* name, double diff) {
  int k = 0;
  while (k < NAMES - 1 && table[k].n && strcmp(table[k].name, name)) k++;
  strcpy(table[k].name, name);
  table[k].n++;
  table[k].most = fmax(table[k].most, diff);
}

static void showTable(void) {
  for (int k = 0; k < NAMES && table[k].n; k++)
    printf("  %-16s %8ld  %.2g\n", table[k].name, table[k].n, table[k].most);
}

// ----

static void show(const Record* r) {
  printf("    %-16s", r->name);
  for (int i = 0; i < r->n && i < 10 && r->type != 's'; i++) {
    if (r->type == 'i') {
      printf(" %d", r->value.i[i]);
    } else {
      printf(" %.9g", number(r, i));
    }
  }
  if (r->type == 's') printf(" \"%.*s\"", r->n, r->value.s);
  printf("\n");
}

int main(int argc, char** argv) {
  const int verbose = argc > 1 && !strcmp(argv[1], "-v");
  if (argc - verbose != 3) {
    fprintf(stderr, "usage: scene_compare [-v] COMMAND COMMAND\n");
    return 2;
  }
  static Record a, b, ids, place;
  FILE *fa = popen(argv[1 + verbose], "r"), *fb = popen(argv[2 + verbose], "r");
  if (!fa || !fb) return 2;
  long records = 0, wrong = 0, setting = -1, firstWrong = -1;
  double most = 0;
  int tie = 0;
  char mostName[17] = "";
  for (;;) {
    const int ra = readRecord(fa, &a), rb = readRecord(fb, &b);
    if (ra != 1 || rb != 1) {
      wrong += ra != 0 || rb != 0;
      break;
    }
    records++;
    if (!strcmp(b.name, "setting")) setting = b.value.i[0];
    if (!strcmp(b.name, "len extent")) extent = b.value.d[0];
    if (!strcmp(b.name, "geom ids")) ids = b;
    if (!strcmp(b.name, "len geom")) place = b;
    double diff = difference(&a, &b);
    if (diff > 1e-6 && isTurned(&ids, &place, &a, &b)) diff = 0;
    if (diff > 1e-6 && !strcmp(b.name, "picked") && a.value.i[0] == b.value.i[0]) {
      tie = 1;  // if the points that follow are the same
      continue;
    }
    if (tie) diff = diff <= 1e-6 ? diff : 1e9;
    tie = 0;
    note(b.name, diff);
    if (diff > most) {
      most = diff;
      strcpy(mostName, b.name);
    }
    if (diff <= 1e-6) continue;
    if (firstWrong < 0) firstWrong = setting;
    if (wrong++ < (verbose ? 20 : 2)) {
      printf("  setting %ld, record %ld, difference %.2g\n", setting, records, diff);
      show(&ids);
      show(&a);
      show(&b);
    }
    if (diff >= 1e9 && (strcmp(a.name, b.name) || !strcmp(a.name, "counts"))) break;
  }
  pclose(fa);
  pclose(fb);
  if (verbose) showTable();
  printf("%ld records, %ld differ (first in setting %ld), largest difference %.2g (%s)\n", records,
         wrong, firstWrong, most, mostName);
  return wrong ? 1 : records ? 0 : 2;
}
