// sinew help, and --help of every command: usage texts generated from the command tables.
#include <stdio.h>
#include <string.h>

#include "commands.h"

enum { WIDTH = 90, INDENT = 22 };

const char help_codes[] =
    "0  done; check: no warnings\n"
    "1  failed: a model cannot be loaded, a file cannot be written; check: there are warnings\n"
    "2  wrong use: an option, a name or a value is wrong; nothing was done\n"
    "3  the simulation diverged\n"
    "130  interrupted by Ctrl-C (143 by SIGTERM, 138 by SIGUSR1); what was recorded is written\n";

// word wrap: prints a text in lines of at most WIDTH characters, the first from `column` on,
// further ones after `indent`; line ends in the text are kept
static void printWrapped(FILE* out, const char* text, int column, int indent) {
  const char* blank = "";
  while (*text) {
    const int n = (int)strcspn(text, " \n");
    if (column + 1 + n > WIDTH && *blank) {
      fprintf(out, "\n%*s", indent, "");
      column = indent;
      blank = "";
    }
    fprintf(out, "%s%.*s", blank, n, text);
    column += n + (int)strlen(blank);
    text += n;
    blank = " ";
    for (; *text == ' ' || *text == '\n'; text++) {
      if (*text == ' ') continue;
      fprintf(out, "\n%*s", text[1] == '\n' ? 0 : indent, "");
      column = indent;
      blank = "";
    }
  }
  fputc('\n', out);
}

void help_arguments(text_Text* out, const cli_Command* command) {
  const char* blank = "";
  for (const option_Argument* a = command->argument; a->name; a++) {
    text_format(out, a->optional ? "%s[%s]" : "%s%s", blank, a->name);
    if (command->many) text_add(out, "...");
    blank = " ";
  }
}

static void printOption(FILE* out, const option_Option* o) {
  char left[64];
  snprintf(left, sizeof left, "%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
  fprintf(out, "  %-*s", INDENT - 2, left);
  if (strlen(left) > INDENT - 3) fprintf(out, "\n%*s", INDENT, "");
  text_Text help = {0};
  text_add(&help, o->help);
  if (o->initial) text_format(&help, " (default %s)", o->initial);
  printWrapped(out, text_get(&help), INDENT, INDENT);
  text_free(&help);
}

void help_command(FILE* out, const cli_Command* command) {
  const option_Option* o;
  text_Text arguments = {0};
  help_arguments(&arguments, command);
  fprintf(out, "usage: sinew %s %s%s[options]\n\n", command->name, text_get(&arguments),
          arguments.size ? " " : "");
  text_free(&arguments);
  printWrapped(out, command->about ? command->about : command->purpose, 0, 0);
  fprintf(out, "\noptions:\n");
  for (int i = 0; (o = option_at(command, i)); i++) printOption(out, o);
  if (command->nexample) fprintf(out, "\nexamples:\n");
  for (int i = 0; i < command->nexample; i++) fprintf(out, "  %s\n", command->example[i]);
}

void help_program(FILE* out) {
  const cli_Command* c;
  fprintf(out, "usage: sinew COMMAND [arguments] [options]\n\ncommands:\n");
  for (int i = 0; (c = cli_commandAt(i)); i++) {
    text_Text left = {0};
    text_format(&left, "%s ", c->name);
    help_arguments(&left, c);
    fprintf(out, "  %-*s%s\n", INDENT - 2, text_get(&left), c->purpose);
    text_free(&left);
  }
  fprintf(out, "  %-*s%s\n", INDENT - 2, "--version", "the version");
  fprintf(out,
          "\n'sinew help COMMAND' explains a command. A MODEL is an .xml file (MJCF), a .urdf file "
          "or a\nbinary model (.snb).\n\nexamples:\n");
  for (int i = 0; (c = cli_commandAt(i)); i++) {
    if (c->nexample) fprintf(out, "  %s\n", c->example[0]);
  }
  fprintf(out, "\nexit codes:\n");
  for (const char* at = help_codes; *at; at += strcspn(at, "\n") + 1) {
    fprintf(out, "  %.*s\n", (int)strcspn(at, "\n"), at);
  }
}

static int help(const option_Line* line) {
  const char* shell = option_text(line, "--completion");
  text_Text out = {0};
  if (shell || option_flag(line, "--man")) {
    if (shell) help_completion(&out, shell);
    if (!shell) help_manual(&out);
    return cli_print(&out) ? CLI_OK : CLI_FAILED;
  }
  if (!line->argument[0]) return help_program(stdout), CLI_OK;
  const cli_Command* command = cli_findCommand(line->argument[0]);
  if (command) help_command(stdout, command);
  return command ? CLI_OK : CLI_USAGE;
}

static const option_Option option[] = {
    {"--man", OPTION_FLAG, NULL, NULL, NULL, "print the manual page, for man -l"},
    {"--completion", OPTION_WORD, "SHELL", NULL, "bash zsh fish",
     "print completions for a shell: bash, zsh or fish"},
};

static const char* const example[] = {
    "sinew help run",
    "eval \"$(sinew help --completion bash)\"",
    "sinew help --man | man -l -",
};

const cli_Command cli_helpCommand = {
    .name = "help",
    .argument = {{"COMMAND", true}},
    .purpose = "explain a command",
    .about = "Explains a command, or lists all commands. Also prints the manual page and the "
             "shell completions that 'make install' installs.",
    .option = option,
    .noption = sizeof option / sizeof *option,
    .example = example,
    .nexample = sizeof example / sizeof *example,
    .run = help,
};
