// Deliberately broken models (tests/data/broken): each must be refused with a message that says
// where and what. expected.tsv has one line per file: the file, the file that the message names,
// the line (several: any of them; 0: none), and phrases that the message must contain, separated
// by '|'. Nothing may leak: the counting allocator and the address sanitizer watch.
#include "support.h"

#include <dirent.h>
#include <stdbool.h>

enum { MAX_LINE = 1024, MAX_MESSAGE = 2000, MIN_FILES = 70 };

typedef struct {
  char* file;     // loaded, in tests/data/broken
  char* named;    // in the message
  char* lines;    // "12", "4,6", "0"
  char* phrases;  // "a|b|c"
} Row;

// ---- the table

// cuts a line of the table at its tabs; false for comments
static bool readRow(char* line, Row* row) {
  if (*line == '#' || *line == '\n') return false;
  line[strcspn(line, "\n")] = 0;
  char** const cell[] = {&row->file, &row->named, &row->lines, &row->phrases};
  for (int i = 0; i < 4; i++) {
    *cell[i] = line;
    line += strcspn(line, "\t");
    if (*line) *line++ = 0;
  }
  return true;
}

static FILE* openTable(void) {
  FILE* const table = fopen(TEST_DIR "/data/broken/expected.tsv", "r");
  assert_non_null(table);
  return table;
}

// ---- one message

// does the message name file and line ("dir/file.xml:12:")? "a.xml" is not in "ba.xml:12:"
static bool hasPlace(const char* message, const char* file, int line) {
  char place[MAX_LINE];
  if (line) {
    snprintf(place, sizeof place, "%s:%d:", file, line);
  } else {
    snprintf(place, sizeof place, "%s:", file);
  }
  for (const char* at = strstr(message, place); at; at = strstr(at + 1, place)) {
    if (at == message || at[-1] == '/') return true;
  }
  return false;
}

static bool hasAnyPlace(const char* message, const Row* row) {
  for (const char* at = row->lines; *at; at += strcspn(at, ","), at += *at == ',') {
    if (hasPlace(message, row->named, atoi(at))) return true;
  }
  return false;
}

// prints each phrase that is missing; returns their number
static int missingPhrases(const char* message, Row* row) {
  int missing = 0;
  for (char* phrase = strtok(row->phrases, "|"); phrase; phrase = strtok(NULL, "|")) {
    if (strstr(message, phrase)) continue;
    print_message("%s: the message does not contain \"%s\"\n", row->file, phrase);
    missing++;
  }
  return missing;
}

// loads one file; returns the number of faults of its message
static int checkRow(Row* row) {
  char path[MAX_LINE], message[MAX_MESSAGE] = "";
  snprintf(path, sizeof path, "%s/data/broken/%s", TEST_DIR, row->file);
  mjModel* const m = mj_loadXML(path, NULL, message, sizeof message);
  if (m) {
    print_message("%s: loaded without an error\n", row->file);
    mj_deleteModel(m);
    return 1;
  }
  int faults = missingPhrases(message, row);
  if (!hasAnyPlace(message, row)) {
    print_message("%s: the message does not name %s line %s\n", row->file, row->named, row->lines);
    faults++;
  }
  if (faults) print_message("  message: %s\n", message);
  return faults;
}

// ---- tests

static void test_messages(void** state) {
  (void)state;
  FILE* const table = openTable();
  char line[MAX_LINE];
  int files = 0, wrong = 0;
  while (fgets(line, sizeof line, table)) {
    Row row;
    if (!readRow(line, &row)) continue;
    heap_watch(0);
    wrong += checkRow(&row) > 0;
    if (heap_live) {
      print_message("%s: %ld blocks leaked\n", row.file, heap_live);
      wrong++;
    }
    heap_unwatch();
    files++;
  }
  fclose(table);
  print_message("%d broken files, %d with a wrong message\n", files, wrong);
  assert_true(files >= MIN_FILES);
  assert_int_equal(wrong, 0);
}

// an error message is cut to the buffer, and no buffer is needed
static void test_buffers(void** state) {
  (void)state;
  const char* const path = TEST_DIR "/data/broken/attribute_unknown.xml";
  char small[12];
  memset(small, 'x', sizeof small);
  assert_null(mj_loadXML(path, NULL, small, sizeof small));
  assert_true(memchr(small, 0, sizeof small) != NULL);
  assert_null(mj_loadXML(path, NULL, NULL, 0));
}

// is the file in the table's column of files?
static bool isListed(const char* file) {
  FILE* const table = openTable();
  char line[MAX_LINE];
  bool found = false;
  while (!found && fgets(line, sizeof line, table)) {
    Row row;
    found = readRow(line, &row) && !strcmp(row.file, file);
  }
  fclose(table);
  return found;
}

// every file of the folder is in the table; part_*.xml are parts of others
static void test_complete(void** state) {
  (void)state;
  DIR* const folder = opendir(TEST_DIR "/data/broken");
  assert_non_null(folder);
  int missing = 0;
  for (const struct dirent* entry = readdir(folder); entry; entry = readdir(folder)) {
    const char* const dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".xml") || !strncmp(entry->d_name, "part_", 5)) continue;
    if (isListed(entry->d_name)) continue;
    print_message("%s is not in expected.tsv\n", entry->d_name);
    missing++;
  }
  closedir(folder);
  assert_int_equal(missing, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_complete),
      cmocka_unit_test(test_messages),
      cmocka_unit_test(test_buffers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
