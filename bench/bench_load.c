// Time of mj_loadXML, of several libraries with the same API in turns: the wall clock and the
// processor time of all threads. Every load is in a child process that has loaded nothing before,
// so that caches of assets are empty; the child then loads the same file again, which may hit them.
// Per model and library the best of all rounds.
//   bench_load [-r rounds] [-k repeated loads] library.so [...] -- model.xml [...]
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LIBRARIES = 8, ROUNDS = 7 };

typedef struct {
  void* (*load)(const char* file, const void* vfs, char* error, int nerror);
  void (*delete)(void* model);
} Library;

// seconds of a first load and of a repeated one
typedef struct {
  double wall[2], cpu[2];
} Times;

static double wallSeconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cpuSeconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int openLibrary(Library* library, const char* file) {
  void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fprintf(stderr, "%s\n", dlerror()), 0;
  // POSIX lets a pointer of dlsym be one to a function; C has no cast for it
  void* load = dlsym(handle, "mj_loadXML");
  void* del = dlsym(handle, "mj_deleteModel");
  memcpy(&library->load, &load, sizeof load);
  memcpy(&library->delete, &del, sizeof del);
  return load && del;
}

static void keepLeast(double* best, double x) {
  if (x < *best) *best = x;
}

static int loadOnce(const Library* library, const char* file, double* wall, double* cpu) {
  char error[500] = "";
  const double wall0 = wallSeconds(), cpu0 = cpuSeconds();
  void* model = library->load(file, NULL, error, sizeof error);
  keepLeast(wall, wallSeconds() - wall0);
  keepLeast(cpu, cpuSeconds() - cpu0);
  if (!model) return fprintf(stderr, "%s: %s\n", file, error), 0;
  library->delete (model);
  return 1;
}

static int repeats = 3;

static int child(const Library* library, const char* file, int out) {
  Times t = {{1e30, 1e30}, {1e30, 1e30}};
  if (!loadOnce(library, file, &t.wall[0], &t.cpu[0])) return 1;
  for (int i = 0; i < repeats; i++) loadOnce(library, file, &t.wall[1], &t.cpu[1]);
  return write(out, &t, sizeof t) != sizeof t;
}

// a load in a process of its own; 0: it failed
static int measure(const Library* library, const char* file, Times* best) {
  int ends[2];
  if (pipe(ends)) return 0;
  const pid_t pid = fork();
  if (pid < 0) return 0;
  if (!pid) _exit(child(library, file, ends[1]));
  close(ends[1]);
  Times t;
  const int ok = read(ends[0], &t, sizeof t) == sizeof t;
  close(ends[0]);
  waitpid(pid, NULL, 0);
  for (int k = 0; ok && k < 2; k++) {
    keepLeast(&best->wall[k], t.wall[k]);
    keepLeast(&best->cpu[k], t.cpu[k]);
  }
  return ok;
}

static void printRow(const char* file, const Times* best, int n) {
  printf("%-55s", file);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < n; i++) printf(" %8.2f %8.2f", 1e3 * best[i].wall[k], 1e3 * best[i].cpu[k]);
    if (n == 2) {
      printf(" %6.2f %6.2f |", best[0].wall[k] / best[1].wall[k], best[0].cpu[k] / best[1].cpu[k]);
    }
  }
  printf("\n");
  fflush(stdout);
}

int main(int argc, char** argv) {
  Library library[MOST_LIBRARIES];
  int n = 0, i = 1, rounds = ROUNDS;
  for (; i + 1 < argc && argv[i][0] == '-' && argv[i][1] != '-'; i += 2) {
    *(argv[i][1] == 'k' ? &repeats : &rounds) = atoi(argv[i + 1]);
  }
  for (; i < argc && strcmp(argv[i], "--") != 0 && n < MOST_LIBRARIES; i++) {
    if (!openLibrary(&library[n++], argv[i])) return 1;
  }
  if (!n || i >= argc) {
    fprintf(
        stderr,
        "usage: bench_load [-r rounds] [-k repeated loads] library.so [...] -- model.xml [...]\n");
    return 1;
  }
  printf("ms of a first load (wall and processor of each library; of two, their ratios), of later "
         "ones\n");
  fflush(stdout);  // before a child has a copy of it
  for (i++; i < argc; i++) {
    Times best[MOST_LIBRARIES];
    for (int k = 0; k < n; k++) best[k] = (Times){{1e30, 1e30}, {1e30, 1e30}};
    int ok = 1;
    for (int r = 0; r < rounds && ok; r++) {
      for (int k = 0; k < n && ok; k++) ok = measure(&library[k], argv[i], &best[k]);
    }
    if (ok) printRow(argv[i], best, n);
  }
  return 0;
}
