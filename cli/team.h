// The processes that do a command together: one, or those that mpirun has started. Commands see a
// table of functions, and nothing of what is behind it. team_serial.c is the one process of the
// sinew program, mpi/team_mpi.c makes sinew-mpi.
#ifndef SINEW_CLI_TEAM_H_
#define SINEW_CLI_TEAM_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TEAM_ERROR = 600 };  // bytes of a message

// a file that all processes write, each in places of its own
typedef struct team_File_ team_File;

// All processes call share, worst, gather, open, sync and close at the same time.
typedef struct {
  int rank, size;
  // bytes of process 0 -> all
  void (*share)(void* bytes, size_t n);
  // the greatest number of all
  int (*worst)(int number);
  // n bytes of each process -> (size x n) in process 0
  void (*gather)(const void* mine, size_t n, void* all);
  // a file that is there; NULL: what is wrong is in `error`
  team_File* (*open)(const char* path, char error[TEAM_ERROR]);
  bool (*write)(team_File* file, uint64_t offset, const void* bytes, size_t n,
                char error[TEAM_ERROR]);
  // what was written is on the disk
  bool (*sync)(team_File* file, char error[TEAM_ERROR]);
  void (*close)(team_File* file);
} team_Team;

// before anything else; only process 0 prints from then on
const team_Team* team_begin(int* argc, char*** argv);
const team_Team* team_mine(void);
// messages of all processes are seen from now on: the command line was understood
void team_speak(void);
void team_end(void);

#endif
