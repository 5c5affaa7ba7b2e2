// Commands of the sinew program: one function each, in a file of its own.
#ifndef SINEW_CLI_COMMANDS_H_
#define SINEW_CLI_COMMANDS_H_

#include <stdbool.h>

#include <sinew/model.h>

// exit codes
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

typedef struct {
  const char* name;
  const char* arguments;
  const char* purpose;
  int (*run)(int argc, char** argv);  // arguments after the command's name -> exit code
} cli_Command;

// a model, .xml or .snb by its name; NULL after a message
mjModel* cli_load(const char* path);
bool cli_isBinary(const char* path);

int cli_version(void);
int cli_run(int argc, char** argv);
int cli_dump(int argc, char** argv);
int cli_info(int argc, char** argv);
int cli_compile(int argc, char** argv);
int cli_check(int argc, char** argv);
int cli_about(int argc, char** argv);

#endif
