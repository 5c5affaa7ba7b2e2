// Command-line parser driven by the tables of a command: --name value, --name=value, flags, "--"
// before arguments that begin with a dash; an option of files takes all words up to the next
// option. Values are validated here, so that commands only read them.
#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/number.h"
#include "commands.h"
#include "xml/xml_value.h"

static const option_Option commonOption[] = {
    {"--help", OPTION_FLAG, NULL, NULL, NULL, "this help"},
};

enum { NCOMMON = sizeof commonOption / sizeof *commonOption };
static const double mostCount = 1e15;  // integers up to this are exact in a double

const option_Option* option_at(const cli_Command* command, int i) {
  if (i < command->noption) return &command->option[i];
  i -= command->noption;
  for (int k = 0; command->loads && cli_loadOptionAt(k); k++) {
    if (!i--) return cli_loadOptionAt(k);
  }
  return i < NCOMMON ? &commonOption[i] : NULL;
}

// ---- messages

int option_error(const cli_Command* command, const char* format, ...) {
  const char *blank = command ? " " : "", *name = command ? command->name : "";
  fprintf(stderr, "sinew%s%s: ", blank, name);
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, "\ntry 'sinew%s%s --help'\n", blank, name);
  return CLI_USAGE;
}

static void unknownOption(const cli_Command* command, const char* word, size_t n) {
  const char* names[OPTION_MOST_OPTIONS];
  char given[64];
  int count = 0;
  for (const option_Option* o; (o = option_at(command, count)); count++) names[count] = o->name;
  text_print(given, sizeof given, "%.*s", (int)n, word);
  const char* near = xml_nearest(given, names, count, sizeof *names);
  option_error(command, "there is no option '%s'%s%s%s", given, near ? "; did you mean '" : "",
               near ? near : "", near ? "'?" : "");
}

// ---- values

static bool isWord(const char* words, const char* value) {
  const size_t n = strlen(value);
  for (const char* at = words; *at; at += strspn(at, " ")) {
    const size_t length = strcspn(at, " ");
    if (length == n && !strncmp(at, value, n)) return true;
    at += length;
  }
  return false;
}

static bool isNumber(option_Kind kind, const char* value) {
  double x;
  const char* end = num_parse(value, &x);
  if (!end || *end || !(x - x == 0) || x > mostCount) return false;
  if (kind == OPTION_POSITIVE) return x > 0;
  if (kind == OPTION_NOTNEG) return x >= 0;
  int64_t n;
  end = num_parseInt(value, &n);
  return end && !*end && n >= (kind == OPTION_NUMBERED);
}

// describes the valid values of an option, NULL if any text is valid
static const char* demand(option_Kind kind) {
  ASSERT(kind <= OPTION_NUMBERED);
  static const char* const text[] = {[OPTION_WORD] = "one of: ",
                                     [OPTION_POSITIVE] = "a number above 0",
                                     [OPTION_NOTNEG] = "a number, 0 or more",
                                     [OPTION_COUNT] = "a whole number, 0 or more",
                                     [OPTION_NUMBERED] = "a whole number, 1 or more"};
  return text[kind];
}

static bool checkValue(const cli_Command* command, const option_Option* o, const char* value) {
  if (!*value) return option_error(command, "%s needs a value", o->name), false;
  ASSERT(o->kind != OPTION_WORD || o->words);
  if (!demand(o->kind)) return true;
  if (o->kind == OPTION_WORD ? isWord(o->words, value) : isNumber(o->kind, value)) return true;
  option_error(command, "%s: '%s' is not %s%s", o->name, value, demand(o->kind),
               o->kind == OPTION_WORD ? o->words : "");
  return false;
}

// ---- command lines

static int findOption(const cli_Command* command, const char* word, size_t n) {
  const option_Option* o;
  if (n == 2 && !strncmp(word, "-h", 2)) return findOption(command, "--help", 6);
  for (int i = 0; (o = option_at(command, i)); i++) {
    if (strlen(o->name) == n && !strncmp(o->name, word, n)) return i;
  }
  return -1;
}

// adds a word to the option or argument that takes several; false after a message
static bool addWord(option_Line* line, const char* name, const char* word) {
  if (line->nfile == OPTION_MOST_FILES) {
    option_error(line->command, "%s takes %d files at most", name, OPTION_MOST_FILES);
    return false;
  }
  line->file[line->nfile++] = word;
  return true;
}

// adds all words from the first value up to the next option; returns their number, 0 on error
static int addFiles(option_Line* line, const option_Option* o, const char* first, int argc,
                    char** argv) {
  int n = 0;
  for (const char* word = first; word; word = n < argc && argv[n][0] != '-' ? argv[n] : NULL) {
    if (!*word) return option_error(line->command, "%s needs a value", o->name), 0;
    if (!addWord(line, o->name, word)) return 0;
    n++;
  }
  return n;
}

// parses one option, with its value in the same word or in the next; returns the number of words
// used, 0 on error
static int parseOption(option_Line* line, int argc, char** argv) {
  const size_t n = strcspn(argv[0], "=");
  const int i = findOption(line->command, argv[0], n);
  if (i < 0) return unknownOption(line->command, argv[0], n), 0;
  const option_Option* o = option_at(line->command, i);
  const bool joined = argv[0][n] == '=';
  if (o->kind == OPTION_FLAG) {
    if (joined) return option_error(line->command, "%s takes no value", o->name), 0;
    line->value[i] = "";
    return 1;
  }
  if (!joined && (argc < 2 || !strncmp(argv[1], "--", 2))) {
    return option_error(line->command, "%s needs a value (%s)", o->name, o->value), 0;
  }
  line->value[i] = joined ? argv[0] + n + 1 : argv[1];
  if (o->kind == OPTION_FILES) {  // words are counted from the one with the first value
    const int words = addFiles(line, o, line->value[i], argc - !joined, argv + !joined);
    return words ? words + !joined : 0;
  }
  return checkValue(line->command, o, line->value[i]) ? 2 - joined : 0;
}

static bool addArgument(option_Line* line, const char* word) {
  const option_Argument* a = line->command->argument;
  for (int i = 0; a[i].name; i++) {
    ASSERT(i < OPTION_MOST_ARGUMENTS);
    const bool many = line->command->many;
    if (line->argument[i] && !many) continue;
    if (!line->argument[i]) line->argument[i] = word;
    return !many || addWord(line, a[i].name, word);
  }
  option_error(line->command, "'%s' is one argument too many", word);
  return false;
}

static bool complete(const option_Line* line) {
  const option_Argument* a = line->command->argument;
  for (int i = 0; a[i].name; i++) {
    if (line->argument[i] || a[i].optional) continue;
    option_error(line->command, "the argument %s is missing", a[i].name);
    return false;
  }
  return true;
}

option_Outcome option_parse(option_Line* line, const cli_Command* command, int argc, char** argv) {
  const option_Option* o;
  *line = (option_Line){.command = command};
  for (int i = 0; (o = option_at(command, i)); i++) {
    ASSERT(i < OPTION_MOST_OPTIONS);
    line->value[i] = o->initial;
  }
  bool options = true;
  for (int i = 0; i < argc;) {
    if (options && !strcmp(argv[i], "--")) {
      options = false;
      i++;
    } else if (options && argv[i][0] == '-' && argv[i][1]) {
      const int used = parseOption(line, argc - i, argv + i);
      if (!used) return OPTION_WRONG;
      i += used;
    } else if (!addArgument(line, argv[i++])) {
      return OPTION_WRONG;
    }
    if (option_flag(line, "--help")) return OPTION_HELP;
  }
  return complete(line) ? OPTION_OK : OPTION_WRONG;
}

const char* option_text(const option_Line* line, const char* name) {
  const int i = findOption(line->command, name, strlen(name));
  ASSERT(i >= 0);  // a command reads only options of its own table
  return i < 0 ? NULL : line->value[i];
}

bool option_flag(const option_Line* line, const char* name) {
  return option_text(line, name) != NULL;
}

double option_number(const option_Line* line, const char* name) {
  const char* text = option_text(line, name);
  double x = 0;
  const char* end = text ? num_parse(text, &x) : "";
  ASSERT(end && !*end);  // parsing has rejected other text
  return x;
}
