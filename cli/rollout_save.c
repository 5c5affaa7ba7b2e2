// Checkpoints of a rollout (checkpoint/restart): the plan as text, the number of completed steps,
// sums of the records so far, and the states of all worlds, independent of the distribution over
// processes. A checkpoint is written under a temporary name, synced to disk and then renamed
// (atomic replacement), after the records up to it are on disk.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/path.h"
#include "commands.h"
#include "hash64.h"
#include "rollout.h"

// worlds written at a time; maximum size of the plan in bytes
enum { BLOCK = 1024, MOST_TEXT = 1 << 20 };

typedef struct {
  char magic[8];
  uint64_t one;                             // 1, in the byte order of the machine
  uint64_t text, step, world, state, sums;  // size, count, count, size, size
  uint64_t hash;                            // checksum of everything above, the text and the sums
} Head;

static const char magic[8] = "SNROLL1";

static uint64_t hashHead(const Head* head, const char* text, const void* sums) {
  uint64_t hash = hash64_bytes(HASH64_START, head, offsetof(Head, hash));
  hash = hash64_bytes(hash, text, head->text);
  return hash64_bytes(hash, sums, head->sums);
}

static uint64_t statesAt(const Head* head) { return sizeof *head + head->text + head->sums; }

// the temporary name of a checkpoint
static void nameNew(const rollout_Run* run, char path[FILE_PATH_SIZE]) {
  snprintf(path, FILE_PATH_SIZE, "%s.new", text_get(&run->saved));
}

void rollout_forget(const rollout_Run* run) {
  char path[FILE_PATH_SIZE];
  nameNew(run, path);
  unlink(path);
  unlink(text_get(&run->saved));
}

// ---- writing

// process 0: writes a file with everything but the states
static bool writeHead(const rollout_Run* run, const char* path, const sums_Column* sums,
                      const Head* head) {
  FILE* file = fopen(path, "wb");
  if (!file) return false;
  errno = 0;
  bool ok = fwrite(head, sizeof *head, 1, file) == 1 &&
            fwrite(text_get(&run->identity), 1, head->text, file) == head->text &&
            fwrite(sums, 1, head->sums, file) == head->sums && fflush(file) == 0;
  const int wrong = errno;
  ok = fclose(file) == 0 && ok;
  errno = wrong ? wrong : errno;
  return ok;
}

static bool writeStates(const rollout_Run* run, team_File* file, uint64_t at,
                        char error[TEAM_ERROR]) {
  char* block = mem_calloc(BLOCK, run->stateBytes);
  if (!block) return snprintf(error, TEAM_ERROR, "out of memory"), false;
  bool ok = true;
  for (int w = 0; w < run->n && ok; w += BLOCK) {
    const int n = run->n - w < BLOCK ? run->n - w : BLOCK;
    for (int i = 0; i < n; i++) rollout_packState(run, w + i, block + (size_t)i * run->stateBytes);
    ok = run->team->write(file, at + (uint64_t)(run->first + w) * run->stateBytes, block,
                          (size_t)n * run->stateBytes, error);
  }
  mem_free(block);
  return ok;
}

// all processes: write the temporary file; error messages are in `error` of the processes that
// failed
static void writeNew(rollout_Run* run, const char* path, const sums_Column* sums, const Head* head,
                     char error[TEAM_ERROR]) {
  const bool root = run->team->rank == 0;
  if (root && !writeHead(run, path, sums, head)) {
    snprintf(error, TEAM_ERROR, "%s", strerror(errno));
  }
  if (run->team->worst(*error != 0)) return;
  team_File* file = run->team->open(path, error);
  if (run->team->worst(!file)) return;
  if (writeStates(run, file, statesAt(head), error)) run->team->sync(file, error);
  // a process whose writes failed takes part too
  else
    run->team->sync(file, (char[TEAM_ERROR]){0});
  run->team->close(file);
}

// syncs the directory entry of a file to disk
static void syncFolder(const char* path) {
  char folder[FILE_PATH_SIZE];
  const size_t n = path_dirLength(path);
  snprintf(folder, sizeof folder, "%.*s", n ? (int)n : 1, n ? path : ".");
  const int fd = open(folder, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

static bool replace(const rollout_Run* run, const char* path, char error[TEAM_ERROR]) {
  if (rename(path, text_get(&run->saved))) {
    snprintf(error, TEAM_ERROR, "%s", strerror(errno));
    return false;
  }
  syncFolder(path);
  return true;
}

// flushes and syncs records; a failure ends the run
static bool writeRecords(rollout_Run* run) {
  char error[TEAM_ERROR] = "";
  rollout_flush(run);
  if (run->team->worst(run->code)) return false;
  if (!run->team->sync(run->rows.file, error)) {
    rollout_fail(run, "cannot write '%s': %s", run->out, error);
  }
  return !run->team->worst(run->code);
}

bool rollout_save(rollout_Run* run) {
  char error[TEAM_ERROR] = "", first[TEAM_ERROR + 32] = "";
  char path[FILE_PATH_SIZE];
  ASSERT(run->canSave && run->rows.file);
  if (!writeRecords(run)) return false;
  nameNew(run, path);
  sums_Column* sums = mem_calloc((size_t)run->columns.n + 1, sizeof *sums);
  if (run->team->worst(!sums)) return mem_free(sums), false;
  Head head = {.one = 1,
               .text = run->identity.size,
               .step = (uint64_t)run->done,
               .world = (uint64_t)run->nworld,
               .state = run->stateBytes,
               .sums = (uint64_t)run->columns.n * sizeof *sums};
  memcpy(head.magic, magic, sizeof magic);
  const bool merged = rollout_mergeSums(run, sums);
  head.hash = hashHead(&head, text_get(&run->identity), sums);
  if (merged) writeNew(run, path, sums, &head, error);
  mem_free(sums);
  int ok = merged && !run->team->worst(*error != 0);
  if (ok && run->team->rank == 0) ok = replace(run, path, error);
  run->team->share(&ok, sizeof ok);
  if (!ok && rollout_firstError(run, error, first)) {
    unlink(path);
    fprintf(stderr, "sinew: no checkpoint at step %ld: cannot write '%s': %s\n", run->done, path,
            first);
  }
  return ok;
}

// ---- reading

// message with the first line that differs: "worlds 10" and "worlds 20"
static void tellDifference(rollout_Run* run, const char* text) {
  const char *a = text, *b = text_get(&run->identity);
  while (*a && *b) {
    const int n = (int)strcspn(a, "\n"), k = (int)strcspn(b, "\n");
    if (n != k || strncmp(a, b, (size_t)n)) {
      rollout_fail(run,
                   "'%s' is the checkpoint of another run: it has '%.*s', this one '%.*s'; "
                   "--force without --resume begins again",
                   text_get(&run->saved), n, a, k, b);
      return;
    }
    a += n + (a[n] != 0);
    b += k + (b[k] != 0);
  }
  rollout_fail(run, "'%s' is the checkpoint of another run", text_get(&run->saved));
}

// are the counts those of the records after so many steps; sums may have any value
static bool goodSums(const rollout_Run* run, const sums_Column* sums, uint64_t step) {
  const double most = (double)run->nworld * (double)(step / (uint64_t)run->every + 1);
  for (int i = 0; i < run->columns.n; i++) {
    const double count = sums[i].count;
    if (!(count >= 0 && count <= most && count == floor(count))) return false;
  }
  return true;
}

// reads the plan and the sums after a plausible header
static void readPlan(rollout_Run* run, FILE* file, const Head* head) {
  const char* path = text_get(&run->saved);
  char* text = mem_calloc(head->text + 1, 1);
  sums_Column* sums = mem_calloc(head->sums + 1, 1);
  if (!text || !sums) {
    rollout_fail(run, "out of memory for '%s'", path);
  } else if (fread(text, 1, head->text, file) != head->text ||
             fread(sums, 1, head->sums, file) != head->sums ||
             hashHead(head, text, sums) != head->hash) {
    rollout_fail(run, "'%s' is damaged", path);
  } else if (strcmp(text, text_get(&run->identity))) {
    tellDifference(run, text);
  } else if (head->sums != (uint64_t)run->columns.n * sizeof *sums ||
             head->state != run->stateBytes || head->world != (uint64_t)run->nworld ||
             head->step > (uint64_t)run->nstep || !goodSums(run, sums, head->step)) {
    rollout_fail(run, "'%s' is damaged", path);
  } else {
    memcpy(run->sums, sums, head->sums);
  }
  mem_free(text);
  mem_free(sums);
}

// does the file size agree with the header
static bool goodSizes(FILE* file, const Head* head) {
  struct stat info;
  if (fstat(fileno(file), &info) || info.st_size < 0) return false;
  const uint64_t size = (uint64_t)info.st_size;
  if (head->text > MOST_TEXT || head->sums > size || statesAt(head) > size) return false;
  const uint64_t left = size - statesAt(head);
  return head->state && left % head->state == 0 && left / head->state == head->world;
}

// process 0: false if there is no checkpoint
static bool readHead(rollout_Run* run, Head* head) {
  const char* path = text_get(&run->saved);
  FILE* file = fopen(path, "rb");
  if (!file) {
    if (errno != ENOENT) rollout_fail(run, "cannot read '%s': %s", path, strerror(errno));
    return false;
  }
  if (fread(head, sizeof *head, 1, file) != 1 || memcmp(head->magic, magic, sizeof magic) ||
      head->one != 1) {
    rollout_fail(run, "'%s' is no checkpoint", path);
  } else if (!goodSizes(file, head)) {
    rollout_fail(run, "'%s' is damaged", path);
  } else {
    readPlan(run, file, head);
  }
  fclose(file);
  return true;
}

static bool readFully(int fd, char* to, size_t n, uint64_t offset) {
  while (n) {
    const ssize_t got = pread(fd, to, n, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    offset += (uint64_t)got;
    n -= (size_t)got;
  }
  return true;
}

static void readStates(rollout_Run* run, uint64_t at) {
  const char* path = text_get(&run->saved);
  char* block = mem_calloc(BLOCK, run->stateBytes);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool ok = block && fd >= 0;
  for (int w = 0; w < run->n && ok; w += BLOCK) {
    const int n = run->n - w < BLOCK ? run->n - w : BLOCK;
    ok = readFully(fd, block, (size_t)n * run->stateBytes,
                   at + (uint64_t)(run->first + w) * run->stateBytes);
    for (int i = 0; i < n && ok; i++) {
      ok = rollout_unpackState(run, w + i, block + (size_t)i * run->stateBytes);
    }
  }
  if (!ok) {
    rollout_fail(run, fd < 0 ? "cannot read '%s': %s" : "'%s' is damaged%.0s", path,
                 strerror(errno));
  }
  if (fd >= 0) close(fd);
  mem_free(block);
}

// process 0: opens an existing file and checkpoint, or creates a new file; false: the run starts
// anew
static bool findFiles(rollout_Run* run, Head* head) {
  const bool resume = option_flag(run->line, "--resume");
  const bool again = option_flag(run->line, "--force") && !resume;
  if (!rollout_placeFile(run)) return false;
  const bool found = !again && readHead(run, head);
  if (found && run->code == CLI_OK && !resume) {
    rollout_fail(run,
                 "'%s' is the checkpoint of a run that was not finished: --resume goes on with it, "
                 "--force begins again",
                 text_get(&run->saved));
  }
  if (run->code != CLI_OK) return false;
  if (found) return rollout_checkFile(run);
  if (rollout_createFile(run)) rollout_forget(run);
  return false;
}

void rollout_resume(rollout_Run* run) {
  struct {
    bool found;
    uint64_t step, states;
  } plan = {0};
  if (run->team->rank == 0) {
    Head head;
    plan.found = findFiles(run, &head);
    if (plan.found) plan.step = head.step;
    if (plan.found) plan.states = statesAt(&head);
  }
  run->team->share(&plan, sizeof plan);
  run->team->share(run->unfinished, sizeof run->unfinished);
  if (run->team->worst(run->code) || !plan.found) return;
  readStates(run, plan.states);
  run->done = run->begun = (long)plan.step;
  run->rows.begin = run->done / run->every + 1;
}
