// Command-line options as tables: a command lists its arguments and options, and the parser,
// --help, the manual page and shell completions all read these tables.
#ifndef SINEW_CLI_OPTIONS_H_
#define SINEW_CLI_OPTIONS_H_

#include <stdbool.h>

typedef enum {
  OPTION_FLAG,   // no value
  OPTION_TEXT,   // any text
  OPTION_FILE,   // a path
  OPTION_FILES,  // paths: all words up to the next option; at most one such option or argument per
                 // table
  OPTION_WORD,   // one of its words (enumeration)
  OPTION_POSITIVE,  // a number > 0
  OPTION_NOTNEG,    // a number >= 0
  OPTION_COUNT,     // an integer >= 0
  OPTION_NUMBERED   // an integer >= 1
} option_Kind;

typedef struct {
  const char* name;  // "--time"; first member, so that xml_nearest can search the table
  option_Kind kind;
  const char* value;    // placeholder of the value in help, NULL for a flag
  const char* initial;  // default value, NULL: none
  const char* words;    // values separated by blanks: all valid ones (OPTION_WORD), or suggestions
                        // for completion
  const char* help;     // description, without a full stop
} option_Option;

typedef struct {
  const char* name;  // "MODEL"; NULL ends the list
  bool optional;
} option_Argument;

enum { OPTION_MOST_ARGUMENTS = 2, OPTION_MOST_OPTIONS = 24, OPTION_MOST_FILES = 32 };

typedef struct option_Line_ option_Line;

typedef struct {
  const char* name;  // first member, as above
  option_Argument argument[OPTION_MOST_ARGUMENTS + 1];
  bool many;            // the only argument takes all words, which are stored in `file`
  const char* purpose;  // one line
  const char* about;    // paragraphs of help, NULL: purpose suffices
  const option_Option* option;
  int noption;
  bool loads;                  // has the options of model loading too
  bool spreads;                // all processes of a team run it, otherwise only the first one
  const char* const* example;  // example command lines
  int nexample;
  int (*run)(const option_Line* line);  // returns the exit code
} cli_Command;

// parsed command line, validated against the tables of its command
struct option_Line_ {
  const cli_Command* command;
  const char* argument[OPTION_MOST_ARGUMENTS];  // NULL: not given
  const char* value[OPTION_MOST_OPTIONS];  // by option_at; NULL: not given, "": a flag that is set
  const char* file[OPTION_MOST_FILES];     // of the option or argument that takes several words
  int nfile;
};

// the i-th option of model loading, shared by all commands that load; NULL beyond the last (load.c)
const option_Option* cli_loadOptionAt(int i);

// the i-th option of a command: its own, those of loading, --help; NULL beyond the last
const option_Option* option_at(const cli_Command* command, int i);

typedef enum { OPTION_OK, OPTION_HELP, OPTION_WRONG } option_Outcome;
// parses the words after the command's name; OPTION_WRONG after a message
option_Outcome option_parse(option_Line* line, const cli_Command* command, int argc, char** argv);

// values by option name, which must be in the table of the line's command
bool option_flag(const option_Line* line, const char* name);
const char* option_text(const option_Line* line, const char* name);  // NULL: not given
double option_number(const option_Line* line, const char* name);     // 0: not given

// prints "sinew run: MESSAGE" and a reference to the help to stderr; returns the exit code of a
// usage error. command NULL: the program as a whole
int option_error(const cli_Command* command, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
