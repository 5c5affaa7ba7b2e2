// Command-line interface: the table of subcommands of the sinew program (one file each), exit
// codes, and shared functions for loading models and help.
#ifndef SINEW_CLI_COMMANDS_H_
#define SINEW_CLI_COMMANDS_H_

#include <stdbool.h>
#include <stdio.h>

#include <sinew/extra.h>
#include <sinew/model.h>

#include "base/text.h"
#include "options.h"

// exit codes; after a signal it is CLI_SIGNAL plus its number
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_DIVERGED = 3, CLI_SIGNAL = 128 };
// buffer size for all messages about a model that cannot be loaded
enum { CLI_ERROR_SIZE = 20000 };

extern const cli_Command cli_infoCommand, cli_checkCommand, cli_runCommand, cli_rolloutCommand,
    cli_renderCommand, cli_viewCommand, cli_benchCommand, cli_dumpCommand, cli_linearizeCommand,
    cli_compileCommand, cli_aboutCommand, cli_helpCommand;

// the i-th command, NULL beyond the last (main.c)
const cli_Command* cli_commandAt(int i);
// looks up a command by name; NULL after a message with the nearest name
const cli_Command* cli_findCommand(const char* name);

// loading options from the command line, otherwise from the environment
sn_LoadOptions cli_loadOptions(const option_Line* line);
// loads plugin libraries given by the environment and --plugin; false after a message
bool cli_loadPlugins(const option_Line* line);
// loads the first model of a line: .xml, .urdf or .snb by extension; NULL after a message
mjModel* cli_load(const option_Line* line);
// loads another model with the same options
mjModel* cli_loadPath(const option_Line* line, const char* path);
bool cli_isBinary(const char* path);
// the nearest name (edit distance) to a misspelled one among n elements of type mjtObj, NULL: none
const char* cli_nearestName(const mjModel* m, int type, mjtSize n, const char* word);

// texts generated from the command tables (help.c, manual.c, completion.c)
void help_program(FILE* out);
void help_command(FILE* out, const cli_Command* command);
void help_manual(text_Text* out);
void help_completion(text_Text* out, const char* shell);
// "MODEL [OUT]"
void help_arguments(text_Text* out, const cli_Command* command);
extern const char help_codes[];  // exit codes, one per line

void cli_printVersion(void);
// prints a text to stdout; false after a message if out of memory
bool cli_print(text_Text* out);

#endif
