// The same targets without libFuzzer, for runs that are counted: so many mutants of the models in
// some folders, or so many calls of random programs. Input i of a seed is always the same; one that
// ends in an error of a sanitizer is written to found-KIND-i. usage: fuzz_count models|draw|calls N
// SEED [FOLDER ...]
#include <dirent.h>
#include <sanitizer/common_interface_defs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fuzz.h"

enum { MOST_BASES = 2000, MOST_INPUT = 1 << 14, LONGEST_PROGRAM = 1200 };

static struct {
  const char* kind;
  long i;
  uint8_t text[MOST_INPUT];
  size_t size;
} input;  // that runs now

static struct {
  uint8_t* text[MOST_BASES];
  size_t size[MOST_BASES];
  int n;
} base;

static void keepInput(void) {
  char name[100];
  snprintf(name, sizeof name, "found-%s-%ld", input.kind, input.i);
  FILE* file = fopen(name, "wb");
  if (!file) return;
  fwrite(input.text, 1, input.size, file);
  fclose(file);
  fprintf(stderr, "fuzz_count: input %ld is in %s\n", input.i, name);
}

__attribute__((visibility("default"))) const char* __asan_default_options(void);
const char* __asan_default_options(void) { return "handle_abort=1"; }

// splitmix64
static uint64_t chance(uint64_t* state) {
  uint64_t z = (*state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

// ---- models

static void readBase(const char* path) {
  FILE* file = base.n < MOST_BASES ? fopen(path, "rb") : NULL;
  if (!file) return;
  uint8_t* text = malloc(MOST_INPUT);
  const size_t size = text ? fread(text, 1, MOST_INPUT, file) : 0;
  fclose(file);
  if (size == 0 || size == MOST_INPUT) {
    free(text);
    return;
  }
  base.text[base.n] = text;
  base.size[base.n++] = size;
}

static void readFolder(const char* folder) {
  struct dirent** entry;
  const int n = scandir(folder, &entry, NULL, alphasort);
  for (int i = 0; i < n; i++) {
    char path[1500];
    snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
    if (entry[i]->d_name[0] != '.') readBase(path);
    free(entry[i]);
  }
  if (n >= 0) free(entry);
}

static void runModel(uint64_t* state, int (*entry)(const uint8_t*, size_t)) {
  const int which = (int)(chance(state) % (uint64_t)base.n);
  const int rounds = 1 + (int)(chance(state) % 3);
  input.size = base.size[which];
  memcpy(input.text, base.text[which], input.size);
  for (int i = 0; i < rounds; i++)
    input.size = fuzz_mutateMjcf(input.text, input.size, MOST_INPUT, (unsigned)chance(state));
  entry(input.text, input.size);
}

// ---- calls

static void runProgram(uint64_t* state) {
  input.size = 20 + chance(state) % (LONGEST_PROGRAM - 20);
  for (size_t i = 0; i < input.size; i++) input.text[i] = (uint8_t)chance(state);
  fuzz_calls(input.text, input.size);
}

// ----

static void tell(time_t start) {
  const fuzz_Counts* c = &fuzz_counts;
  printf("%ld inputs, %ld texts, %ld models, %ld steps, %ld calls in %ld s\n", input.i, c->texts,
         c->models, c->steps, c->calls, (long)(time(NULL) - start));
  fflush(stdout);
}

int main(int argc, char** argv) {
  const bool draw = argc > 3 && !strcmp(argv[1], "draw");
  const bool models = draw || (argc > 3 && !strcmp(argv[1], "models"));
  if (argc < 4 || (!models && strcmp(argv[1], "calls") != 0)) {
    fprintf(stderr, "usage: fuzz_count models|draw|calls N SEED [FOLDER ...]\n");
    return 2;
  }
  const long n = atol(argv[2]);
  const uint64_t seed = strtoull(argv[3], NULL, 10);
  for (int i = 4; i < argc; i++) readFolder(argv[i]);
  if (models && !base.n) return 2;
  fuzz_limitMemory();
  __sanitizer_set_death_callback(keepInput);
  input.kind = argv[1];
  const time_t start = time(NULL);
  time_t told = start;
  for (; (models ? input.i : fuzz_counts.calls) < n; input.i++) {
    uint64_t state = seed ^ (uint64_t)input.i << 20;
    if (models) {
      runModel(&state, draw ? fuzz_draw : fuzz_model);
    } else {
      runProgram(&state);
    }
    if (time(NULL) - told >= 60) tell(start), told = time(NULL);
  }
  tell(start);
  return 0;
}
