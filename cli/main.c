// The sinew program: looks up the subcommand in a table, parses its command line and runs it. A
// command succeeds only if its output was written completely.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "team.h"
#include "xml/xml_value.h"

static const cli_Command* const command[] = {
    &cli_infoCommand,      &cli_checkCommand,   &cli_runCommand,   &cli_rolloutCommand,
    &cli_renderCommand,    &cli_viewCommand,    &cli_benchCommand, &cli_dumpCommand,
    &cli_linearizeCommand, &cli_compileCommand, &cli_aboutCommand, &cli_helpCommand,
};

enum { NCOMMAND = sizeof command / sizeof *command };

const cli_Command* cli_commandAt(int i) { return i < NCOMMAND ? command[i] : NULL; }

const cli_Command* cli_findCommand(const char* name) {
  const char* names[NCOMMAND];
  for (int i = 0; i < NCOMMAND; i++) {
    if (!strcmp(name, command[i]->name)) return command[i];
    names[i] = command[i]->name;
  }
  const char* near = xml_nearest(name, names, NCOMMAND, sizeof *names);
  option_error(NULL, "there is no command '%s'%s%s%s", name, near ? "; did you mean '" : "",
               near ? near : "", near ? "'?" : "");
  return NULL;
}

static int runCommand(int argc, char** argv) {
  const cli_Command* found = cli_findCommand(argv[0]);
  option_Line line;
  if (!found) return CLI_USAGE;
  const option_Outcome outcome = option_parse(&line, found, argc - 1, argv + 1);
  if (outcome == OPTION_WRONG) return CLI_USAGE;
  if (outcome == OPTION_OK && team_mine()->rank && !found->spreads) return CLI_OK;
  if (outcome == OPTION_OK && found->loads && !cli_loadPlugins(&line)) return CLI_FAILED;
  if (outcome == OPTION_OK) return found->run(&line);
  help_command(stdout, found);
  return CLI_OK;
}

static int dispatch(int argc, char** argv) {
  if (argc < 2) return option_error(NULL, "which command?");
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return help_program(stdout), CLI_OK;
  if (!strcmp(argv[1], "--version")) return cli_printVersion(), CLI_OK;
  return runCommand(argc - 1, argv + 1);
}

bool cli_print(text_Text* out) {
  const bool ok = !out->failed;
  if (ok) fwrite(text_get(out), 1, out->size, stdout);
  if (!ok) fprintf(stderr, "sinew: out of memory\n");
  text_free(out);
  return ok;
}

int main(int argc, char** argv) {
  signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is a write error, like a full disk
  team_begin(&argc, &argv);
  const int code = dispatch(argc, argv);
  team_end();
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  fprintf(stderr, "sinew: cannot write to standard output: %s\n",
          errno ? strerror(errno) : "an earlier write failed");
  return code == CLI_OK ? CLI_FAILED : code;
}
