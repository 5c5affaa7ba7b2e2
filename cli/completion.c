// Generator of shell completion scripts for bash, zsh and fish from the command tables: commands,
// options, values of an option, and file names.
#include <string.h>

#include "base/assert.h"
#include "commands.h"

static void addCommandNames(text_Text* out) {
  const cli_Command* c;
  for (int i = 0; (c = cli_commandAt(i)); i++) text_format(out, "%s%s", i ? " " : "", c->name);
}

static bool takesFile(const option_Option* o) {
  return o->kind == OPTION_FILE || o->kind == OPTION_FILES;
}

// quotes text for single quotes of a shell: each quote is written as '\''
static void addQuoted(text_Text* out, const char* text, const char* special) {
  for (; *text; text++) {
    if (*text == '\'') {
      text_add(out, "'\\''");
    } else {
      if (strchr(special, *text)) text_add(out, "\\");
      text_bytes(out, text, 1);
    }
  }
}

// ---- bash

static void addBashCommand(text_Text* out, const cli_Command* c) {
  const option_Option* o;
  text_format(out, "    %s)\n      case $before in\n", c->name);
  for (int i = 0; (o = option_at(c, i)); i++) {
    if (o->kind == OPTION_FLAG) continue;
    text_format(out, "        %s) words='%s' files=%d ;;\n", o->name, o->words ? o->words : "",
                takesFile(o));
  }
  text_add(out, "        *) options='");
  for (int i = 0; (o = option_at(c, i)); i++) text_format(out, "%s%s", i ? " " : "", o->name);
  text_add(out, "'");
  if (c == &cli_helpCommand) {
    text_add(out, " files=0 words='");
    addCommandNames(out);
    text_add(out, "'");
  }
  text_add(out, " ;;\n      esac ;;\n");
}

static void addBash(text_Text* out) {
  const cli_Command* c;
  text_add(out, "# bash completion of sinew; made by 'sinew help --completion bash'\n"
                "_sinew() {\n"
                "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                "  local words='' options='' files=1\n"
                "  # bash breaks --name=value at the '='\n"
                "  [ \"$word\" = '=' ] && word=''\n"
                "  [ \"$before\" = '=' ] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
                "  if [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W '");
  addCommandNames(out);
  text_add(out, " --help --version' -- \"$word\"))\n    return\n  fi\n"
                "  case ${COMP_WORDS[1]} in\n");
  for (int i = 0; (c = cli_commandAt(i)); i++) addBashCommand(out, c);
  text_add(out, "  esac\n"
                "  case $word in -*) words=\"$words $options\" ;; esac\n"
                "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                "  if [ \"$files\" = 1 ]; then\n"
                "    compopt -o filenames 2>/dev/null\n"
                "    mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\")\n"
                "  fi\n}\n"
                "complete -F _sinew sinew\n");
}

// ---- zsh

static void addZshCommand(text_Text* out, const cli_Command* c) {
  const option_Option* o;
  text_format(out, "    %s)\n      _arguments", c->name);
  for (int i = 0; (o = option_at(c, i)); i++) {
    text_format(out, " \\\n        '%s%s[", o->name, o->value ? "=" : "");
    addQuoted(out, o->help, "[]:\\");
    text_add(out, "]");
    if (o->value) text_format(out, ":%s:", o->value);
    if (o->words) text_format(out, "{compadd %s", o->words);
    if (takesFile(o)) text_add(out, o->words ? "; _files" : "_files");
    if (o->words) text_add(out, "}");
    text_add(out, "'");
  }
  for (const option_Argument* a = c->argument; a->name; a++) {
    if (c->many) {
      text_format(out, " \\\n        '*:%s:", a->name);
    } else {
      text_format(out, " \\\n        '%d:%s:", (int)(a - c->argument) + 1, a->name);
    }
    if (c == &cli_helpCommand) {
      text_add(out, "(");
      addCommandNames(out);
      text_add(out, ")'");
    } else {
      text_add(out, "_files'");
    }
  }
  text_add(out, " ;;\n");
}

static void addZsh(text_Text* out) {
  const cli_Command* c;
  text_add(out, "#compdef sinew\n# made by 'sinew help --completion zsh'\n"
                "_sinew() {\n  if (( CURRENT == 2 )); then\n    local -a commands=(\n");
  for (int i = 0; (c = cli_commandAt(i)); i++) {
    text_format(out, "      '%s:", c->name);
    addQuoted(out, c->purpose, ":\\");
    text_add(out, "'\n");
  }
  text_add(out, "    )\n    _describe command commands\n    return\n  fi\n"
                "  local command=${words[2]}\n  shift words\n  (( CURRENT-- ))\n"
                "  case $command in\n");
  for (int i = 0; (c = cli_commandAt(i)); i++) addZshCommand(out, c);
  text_add(
      out,
      "  esac\n}\n"
      "# run as the completion itself when it is autoloaded, registered when it is read\n"
      "if [ \"${funcstack[1]}\" = _sinew ]; then _sinew \"$@\"; else compdef _sinew sinew; fi\n");
}

// ---- fish

static void addFishOption(text_Text* out, const cli_Command* c, const option_Option* o) {
  text_format(out, "complete -c sinew -n '__fish_seen_subcommand_from %s' -l %s", c->name,
              o->name + 2);
  if (o->value) text_add(out, takesFile(o) ? " -rF" : " -x");
  if (o->words) text_format(out, " -a '%s'", o->words);
  text_add(out, " -d '");
  addQuoted(out, o->help, "");
  text_add(out, "'\n");
}

static void addFish(text_Text* out) {
  const cli_Command* c;
  const option_Option* o;
  text_add(out, "# fish completion of sinew; made by 'sinew help --completion fish'\n");
  for (int i = 0; (c = cli_commandAt(i)); i++) {
    text_format(out, "complete -c sinew -f -n __fish_use_subcommand -a %s -d '", c->name);
    addQuoted(out, c->purpose, "");
    text_add(out, "'\n");
    for (int k = 0; (o = option_at(c, k)); k++) addFishOption(out, c, o);
  }
  text_add(out, "complete -c sinew -f -n '__fish_seen_subcommand_from help' -a '");
  addCommandNames(out);
  text_add(out, "'\n");
}

void help_completion(text_Text* out, const char* shell) {
  static const struct {
    const char* shell;
    void (*add)(text_Text* out);
  } table[] = {{"bash", addBash}, {"zsh", addZsh}, {"fish", addFish}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (!strcmp(table[i].shell, shell)) table[i].add(out);
  }
  ASSERT(out->size || out->failed);  // the option's words are the shells of the table
}
