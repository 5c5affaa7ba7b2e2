// Distributed processes with MPI, started by mpirun or srun, and files by MPI-IO (parallel I/O).
// Writes are not collective: each process writes at its own offsets, and an error in one does not
// block the others. If a process dies, mpirun terminates all.
#include "team.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include <mpi.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"

enum { PIECE = 1 << 30 };  // MPI counts are ints

struct team_File_ {
  MPI_File handle;
};

static int keptStderr = -1;

static void share(void* bytes, size_t n) {
  for (char* at = bytes; n;) {
    const int part = n < PIECE ? (int)n : PIECE;
    MPI_Bcast(at, part, MPI_BYTE, 0, MPI_COMM_WORLD);
    at += part;
    n -= (size_t)part;
  }
}

static int worst(int number) {
  int result = number;
  MPI_Allreduce(&number, &result, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return result;
}

static void gather(const void* mine, size_t n, void* all) {
  ASSERT(n <= INT_MAX);
  MPI_Gather(mine, (int)n, MPI_BYTE, all, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static bool explain(char error[TEAM_ERROR], int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  if (code == MPI_SUCCESS) return true;
  MPI_Error_string(code, text, &length);
  text_print(error, TEAM_ERROR, "%.*s", TEAM_ERROR - 1, text);
  return false;
}

static team_File* openFile(const char* path, char error[TEAM_ERROR]) {
  team_File* file = mem_calloc(1, sizeof *file);
  MPI_File handle = MPI_FILE_NULL;
  const int code = MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, MPI_INFO_NULL, &handle);
  if (!explain(error, code) || !file) {
    if (code == MPI_SUCCESS) snprintf(error, TEAM_ERROR, "out of memory");
    mem_free(file);
    return NULL;
  }
  file->handle = handle;
  return file;
}

static bool writeFile(team_File* file, uint64_t offset, const void* bytes, size_t n,
                      char error[TEAM_ERROR]) {
  for (const char* at = bytes; n;) {
    const int part = n < PIECE ? (int)n : PIECE;
    MPI_Status status;
    int done = 0;
    const int code =
        MPI_File_write_at(file->handle, (MPI_Offset)offset, at, part, MPI_BYTE, &status);
    if (!explain(error, code)) return false;
    MPI_Get_count(&status, MPI_BYTE, &done);
    if (done <= 0) return snprintf(error, TEAM_ERROR, "the disk takes no more"), false;
    at += done;
    offset += (uint64_t)done;
    n -= (size_t)done;
  }
  return true;
}

static bool syncFile(team_File* file, char error[TEAM_ERROR]) {
  return explain(error, MPI_File_sync(file->handle));
}

static void closeFile(team_File* file) {
  if (!file) return;
  MPI_File_close(&file->handle);
  mem_free(file);
}

static team_Team team = {0, 1, share, worst, gather, openFile, writeFile, syncFile, closeFile};

// prints an error that all processes find in a command line only once
static void hush(void) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  keptStderr = dup(STDERR_FILENO);
  if (nowhere < 0 || keptStderr < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

const team_Team* team_begin(int* argc, char*** argv) {
  int threads;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads);
  MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &team.size);
  if (team.rank) hush();
  return &team;
}

const team_Team* team_mine(void) { return &team; }

void team_speak(void) {
  fflush(stderr);
  if (keptStderr < 0) return;
  dup2(keptStderr, STDERR_FILENO);
  close(keptStderr);
  keptStderr = -1;
}

void team_end(void) { MPI_Finalize(); }
