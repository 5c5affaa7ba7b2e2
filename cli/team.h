// Distributed processes (message passing): one process, or those that mpirun has started. Commands
// use a table of functions that hides the implementation. team_serial.c is the single process of
// the sinew program, mpi/team_mpi.c makes sinew-mpi.
#ifndef SINEW_CLI_TEAM_H_
#define SINEW_CLI_TEAM_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEAM_ERROR = 600 };  // maximum length of a message in bytes

// a file that all processes write, each at its own offsets
typedef struct team_File_ team_File;

// Collective operations: all processes call share, worst, gather, open, sync and close at the same
// time.
typedef struct {
  int rank, size;
  // broadcasts bytes of process 0 to all
  void (*share)(void* bytes, size_t n);
  // maximum reduction over all processes
  int (*worst)(int number);
  // gathers n bytes of each process to (size x n) in process 0
  void (*gather)(const void* mine, size_t n, void* all);
  // opens an existing file; NULL with a message in `error`
  team_File* (*open)(const char* path, char error[TEAM_ERROR]);
  bool (*write)(team_File* file, uint64_t offset, const void* bytes, size_t n,
                char error[TEAM_ERROR]);
  // syncs what was written to disk
  bool (*sync)(team_File* file, char error[TEAM_ERROR]);
  void (*close)(team_File* file);
} team_Team;

// call before anything else; afterwards only process 0 prints
const team_Team* team_begin(int* argc, char*** argv);
const team_Team* team_mine(void);
// from now on messages of all processes are printed: the command line was valid
void team_speak(void);
void team_end(void);

#endif
