// The sinew program: finds the command in a table and runs it.
#include <stdio.h>
#include <string.h>

#include "commands.h"

static const cli_Command command[] = {
    {"info", "MODEL", "what a model is made of: sizes, tree, masses, actuators, sensors", cli_info},
    {"check", "MODEL [options]", "what is odd in a model, where, and what to do about it",
     cli_check},
    {"run", "MODEL [options]", "simulate; record, plot", cli_run},
    {"dump", "MODEL [options]", "numbers of mjData at the start, as text or JSON", cli_dump},
    {"compile", "MODEL OUT", "write a model in one piece, as .xml or binary (.snb)", cli_compile},
    {"about", "", "what this library is and what this machine offers it", cli_about},
};

enum { NCOMMAND = sizeof command / sizeof *command };

static void printHelp(FILE* out) {
  fprintf(out, "usage: sinew COMMAND [arguments]\n\n");
  for (int i = 0; i < NCOMMAND; i++) {
    fprintf(out, "  sinew %-8s %-20s %s\n", command[i].name, command[i].arguments,
            command[i].purpose);
  }
  fprintf(
      out,
      "  sinew --help | --version\n\nA MODEL is an .xml file (MJCF), a .urdf file or a binary model (.snb).\n\n"
      "examples:\n  sinew info models/humanoid.xml\n  sinew "
      "check models/humanoid.xml\n  sinew run models/pendulum.xml --time 10 --plot "
      "pendulum.svg\n  sinew dump "
      "models/pendulum.xml --fields qpos,xpos\n  sinew compile models/humanoid.xml "
      "humanoid.snb\n");
}

int main(int argc, char** argv) {
  if (argc < 2) {
    printHelp(stderr);
    return CLI_USAGE;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    printHelp(stdout);
    return CLI_OK;
  }
  if (!strcmp(argv[1], "--version")) return cli_version();
  for (int i = 0; i < NCOMMAND; i++) {
    if (!strcmp(argv[1], command[i].name)) return command[i].run(argc - 2, argv + 2);
  }
  fprintf(stderr, "sinew: there is no command '%s'; 'sinew --help' lists them\n", argv[1]);
  return CLI_USAGE;
}
