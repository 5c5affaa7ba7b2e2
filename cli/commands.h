// Commands of the sinew program, one file each, and what they share.
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
// bytes for all messages about a model that cannot be loaded
enum { CLI_ERROR_SIZE = 20000 };

extern const cli_Command cli_infoCommand, cli_checkCommand, cli_runCommand, cli_rolloutCommand,
    cli_renderCommand, cli_viewCommand, cli_benchCommand, cli_dumpCommand, cli_linearizeCommand,
    cli_compileCommand, cli_aboutCommand, cli_helpCommand;

// the i-th command, NULL beyond the last (main.c)
const cli_Command* cli_commandAt(int i);
// the command of that name; NULL after a message with the nearest one
const cli_Command* cli_findCommand(const char* name);

// what a line says about loading, or else the environment
sn_LoadOptions cli_loadOptions(const option_Line* line);
// libraries that the environment and --plugin name; false after a message
bool cli_loadPlugins(const option_Line* line);
// the model that a line names first, .xml, .urdf or .snb by its name; NULL after a message
mjModel* cli_load(const option_Line* line);
// another one, by the same options
mjModel* cli_loadPath(const option_Line* line, const char* path);
bool cli_isBinary(const char* path);
// n names of a model's elements of a kind (mjtObj) -> the nearest to a misspelt one, NULL: none
const char* cli_nearestName(const mjModel* m, int type, mjtSize n, const char* word);

// texts made from the tables (help.c, manual.c, completion.c)
void help_program(FILE* out);
void help_command(FILE* out, const cli_Command* command);
void help_manual(text_Text* out);
void help_completion(text_Text* out, const char* shell);
// "MODEL [OUT]"
void help_arguments(text_Text* out, const cli_Command* command);
extern const char help_codes[];  // exit codes, one per line

void cli_printVersion(void);
// all of a text to stdout; false after a message if memory was short
bool cli_print(text_Text* out);

#endif
