// Output file of a rollout: worlds x records x values in NumPy's NPY format. The file is
// preallocated with its full size, so that a full disk is detected at once, and rows are written at
// their offsets, several records of each world at a time. Until it is complete it is named
// FILE.part, so that zeros in place of rows are never mistaken for results, and a previous file is
// kept.
#define _GNU_SOURCE  // fallocate
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/mem.h"
#include "commands.h"
#include "rollout.h"

enum { MOST_BUFFER = 64 << 20, MOST_WRITE = 1 << 30 };

// ---- sizes

static size_t recordBytes(const rollout_Run* run) {
  return (size_t)run->columns.n * npy_numberSize(&run->rows.array);
}

static uint64_t fileBytes(const rollout_Run* run) {
  return run->rows.array.head +
         (uint64_t)run->nworld * (uint64_t)run->nrecord * (uint64_t)recordBytes(run);
}

bool rollout_makeRows(rollout_Run* run) {
  rollout_Rows* rows = &run->rows;
  const bool single = option_flag(run->line, "--float32");
  rows->array = (npy_Array){single, 3, {run->nworld, run->nrecord, run->columns.n}, 0};
  text_Text head = {0};
  npy_header(&head, &rows->array);
  rows->array.head = head.size;
  text_free(&head);
  const size_t all = (size_t)run->n * (recordBytes(run) ? recordBytes(run) : 1);
  rows->most = MOST_BUFFER / all > (size_t)run->nrecord ? run->nrecord : (long)(MOST_BUFFER / all);
  if (rows->most < 1) rows->most = 1;
  rows->row = mem_calloc((size_t)run->n * (size_t)run->columns.n + 1, sizeof *rows->row);
  rows->buffer = run->out ? mem_calloc((size_t)rows->most, all) : NULL;
  if (!rows->row || (run->out && !rows->buffer)) rollout_fail(run, "out of memory for records");
  return run->code == CLI_OK;
}

void rollout_freeRows(rollout_Run* run) {
  if (run->rows.file) run->team->close(run->rows.file);
  if (run->rows.lock >= 0) close(run->rows.lock);
  mem_free(run->rows.buffer);
  mem_free(run->rows.row);
  run->rows = (rollout_Rows){.lock = -1};
}

// ---- the file

// allocates all disk blocks of a file; only sets its size where that is not supported
static int reserve(int fd, uint64_t bytes) {
#ifdef __linux__
  if (!fallocate(fd, 0, 0, (off_t)bytes)) return 0;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return errno;
#endif
  return ftruncate(fd, (off_t)bytes) ? errno : 0;
}

static int fillNew(const rollout_Run* run, int fd) {
  struct stat info;
  text_Text head = {0};
  npy_header(&head, &run->rows.array);
  int wrong = fstat(fd, &info) ? errno : S_ISREG(info.st_mode) ? 0 : ESPIPE;
  if (!wrong) wrong = reserve(fd, fileBytes(run));
  if (!wrong && pwrite(fd, text_get(&head), head.size, 0) != (ssize_t)head.size) {
    wrong = errno ? errno : ENOSPC;
  }
  text_free(&head);
  return wrong;
}

bool rollout_placeFile(rollout_Run* run) {
  bool plain;
  const int wrong = file_target(run->out, run->target, &plain);
  const int n = snprintf(run->unfinished, sizeof run->unfinished, "%s.part", run->target);
  if (wrong || !plain || n >= (int)sizeof run->unfinished) {
    rollout_fail(run, "cannot write '%s': %s", run->out,
                 wrong    ? strerror(wrong)
                 : !plain ? "it is no plain file"
                          : strerror(ENAMETOOLONG));
  } else if (!access(run->target, F_OK) && !option_flag(run->line, "--force")) {
    rollout_fail(run,
                 "'%s' is there already: --force replaces it when the run is complete; another "
                 "--out keeps it",
                 run->out);
  }
  return run->code == CLI_OK;
}

// locks the file against other runs until this one ends; on file systems without locks nothing is
// locked
static bool lockFile(rollout_Run* run, int fd) {
  run->rows.lock = fd;
  if (fd < 0 || !flock(fd, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) return true;
  rollout_fail(run, "'%s' is being written by another process", run->unfinished);
  return false;
}

bool rollout_createFile(rollout_Run* run) {
  errno = 0;
  const int fd = open(run->unfinished, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  int wrong = fd < 0 ? errno : 0;
  if (!lockFile(run, fd)) return false;
  if (!wrong) wrong = ftruncate(fd, 0) ? errno : fillNew(run, fd);
  if (!wrong) return true;
  if (fd >= 0) rollout_dropFile(run);
  rollout_fail(run, "cannot write '%s': %s (%.4g MB are needed)", run->out,
               wrong == ESPIPE ? "it is no plain file" : strerror(wrong),
               (double)fileBytes(run) / 1e6);
  return false;
}

bool rollout_checkFile(rollout_Run* run) {
  text_Text error = {0};
  npy_Array array;
  const int fd = npy_open(&array, run->unfinished, &error);
  if (fd < 0) {
    rollout_fail(run, "%s, but its checkpoint '%s' is there; --force begins again",
                 text_get(&error), text_get(&run->saved));
  } else if (memcmp(array.shape, run->rows.array.shape, sizeof array.shape) ||
             array.single != run->rows.array.single || array.head != run->rows.array.head) {
    rollout_fail(run, "'%s' is not the file of this run; --force begins again", run->unfinished);
  }
  text_free(&error);
  return lockFile(run, fd) && run->code == CLI_OK;
}

void rollout_dropFile(const rollout_Run* run) {
  struct stat info;
  if (run->unfinished[0] && !lstat(run->unfinished, &info) && S_ISREG(info.st_mode))
    unlink(run->unfinished);
}

void rollout_completeFile(rollout_Run* run) {
  char error[TEAM_ERROR] = "";
  if (!run->rows.file) return;
  if (!run->team->sync(run->rows.file, error)) {
    rollout_fail(run, "cannot write '%s': %s", run->out, error);
  }
  run->team->close(run->rows.file);
  run->rows.file = NULL;
  if (run->team->worst(run->code) || run->signal || run->team->rank) return;
  // links that were redirected meanwhile are left unchanged
  if (rename(run->unfinished, run->target)) {
    rollout_fail(run, "'%s' is complete, but cannot be renamed to '%s': %s", run->unfinished,
                 run->target, strerror(errno));
  }
}

// ---- records

static void put(rollout_Rows* rows, const double* from, int width, size_t at) {
  for (int i = 0; i < width && rows->array.single; i++) {
    ((float*)rows->buffer)[at + (size_t)i] = (float)from[i];
  }
  if (!rows->array.single) {
    memcpy((double*)rows->buffer + at, from, (size_t)width * sizeof *from);
  }
}

// adds the last record of some worlds to the sums and to the buffer
static void takeRows(rollout_Run* run, int begin, int end, int thread) {
  rollout_Rows* rows = &run->rows;
  const size_t width = (size_t)run->columns.n;
  for (int w = begin; w < end; w++) {
    const double* from = rows->row + (size_t)w * width;
    sums_addRow(run->sums + (size_t)thread * width, from, (int)width);
    if (!rows->buffer) continue;
    put(rows, from, (int)width, ((size_t)w * (size_t)rows->most + (size_t)rows->n) * width);
  }
}

void rollout_record(rollout_Run* run) {
  rollout_Rows* rows = &run->rows;
  if (run->code != CLI_OK) return;
  ASSERT(rows->n < rows->most && rows->begin + rows->n < run->nrecord);
  sn_gatherBatch(run->gather, rows->row, run->columns.n);
  rollout_spread(run, takeRows);
  rows->n++;
  if (rows->n == rows->most) rollout_flush(run);
}

static void writePart(rollout_Run* run, uint64_t offset, const char* from, size_t bytes) {
  char error[TEAM_ERROR] = "";
  while (bytes && run->code == CLI_OK) {
    const size_t part = bytes < MOST_WRITE ? bytes : MOST_WRITE;
    if (!run->team->write(run->rows.file, offset, from, part, error)) {
      rollout_fail(run, "cannot write '%s': %s", run->out, error);
    }
    offset += part;
    from += part;
    bytes -= part;
  }
}

void rollout_flush(rollout_Run* run) {
  rollout_Rows* rows = &run->rows;
  const size_t record = recordBytes(run), block = (size_t)rows->n * record;
  const uint64_t world = (uint64_t)run->nrecord * record;
  const uint64_t offset =
      rows->array.head + (uint64_t)run->first * world + (uint64_t)rows->begin * record;
  if (rows->file && block == world && rows->n == rows->most) {
    writePart(run, offset, rows->buffer, block * (size_t)run->n);
  } else if (rows->file) {
    for (int w = 0; w < run->n; w++) {
      writePart(run, offset + (uint64_t)w * world,
                rows->buffer + (size_t)w * (size_t)rows->most * record, block);
    }
  }
  rows->begin += rows->n;
  rows->n = 0;
}
