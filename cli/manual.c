// Generator of the manual page sinew(1) in roff (man format) from the command tables.
#include <string.h>

#include <sinew/sinew.h>

#include "base/assert.h"
#include "commands.h"

// escapes text for roff: requests and escapes at the start of a line, and hyphens, so that they can
// be copied
static void addText(text_Text* out, const char* text) {
  bool begin = !out->size || out->data[out->size - 1] == '\n';
  for (; *text; text++) {
    if (begin && (*text == '.' || *text == '\'')) text_add(out, "\\&");
    if (*text == '\\') {
      text_add(out, "\\e");
    } else if (*text == '-') {
      text_add(out, "\\-");
    } else {
      text_bytes(out, text, 1);
    }
    begin = *text == '\n';
  }
}

static void addOption(text_Text* out, const option_Option* o) {
  text_add(out, ".TP\n\\fB");
  addText(out, o->name);
  text_add(out, "\\fR");
  if (o->value) {
    text_add(out, " \\fI");
    addText(out, o->value);
    text_add(out, "\\fR");
  }
  text_add(out, "\n");
  addText(out, o->help);
  if (o->initial) {
    text_add(out, " (default ");
    addText(out, o->initial);
    text_add(out, ")");
  }
  text_add(out, "\n");
}

static void addCommand(text_Text* out, const cli_Command* c) {
  const option_Option* o;
  text_format(out, ".SS sinew %s ", c->name);
  help_arguments(out, c);
  text_add(out, "\n");
  addText(out, c->about ? c->about : c->purpose);
  text_add(out, "\n");
  for (int i = 0; (o = option_at(c, i)); i++) addOption(out, o);
  if (!c->nexample) return;
  text_add(out, ".PP\nExamples:\n.PP\n.nf\n");
  for (int i = 0; i < c->nexample; i++) {
    text_add(out, "  ");
    addText(out, c->example[i]);
    text_add(out, "\n");
  }
  text_add(out, ".fi\n");
}

// converts "0  done" lines to tagged paragraphs
static void addCodes(text_Text* out) {
  for (const char* at = help_codes; *at;) {
    const size_t tag = strcspn(at, " "), line = strcspn(at, "\n");
    ASSERT(at[line] == '\n' && tag + 2 < line);
    text_format(out, ".TP\n.B %.*s\n%.*s\n", (int)tag, at, (int)(line - tag - 2), at + tag + 2);
    at += line + 1;
  }
}

void help_manual(text_Text* out) {
  const cli_Command* c;
  text_format(out,
              ".TH SINEW 1 \"\" \"Sinew %s\" \"User commands\"\n.SH NAME\nsinew \\- physics of "
              "articulated bodies in contact\n.SH SYNOPSIS\n.B sinew\n.I COMMAND\n"
              "[arguments] [options]\n.SH DESCRIPTION\n",
              sn_version());
  addText(out, "Loads models, explains them, simulates them and shows the result. A MODEL is an "
               ".xml file (MJCF), a .urdf file or a binary model (.snb). Options are written "
               "--name value or --name=value; -- ends them.\n");
  text_add(out, ".SH COMMANDS\n");
  for (int i = 0; (c = cli_commandAt(i)); i++) addCommand(out, c);
  text_add(out, ".SH EXIT STATUS\n");
  addCodes(out);
}
