// sn_checkFile: loads a model file and runs the linter on it; errors and warnings of the parser and
// compiler become findings too. A message "file:line: text" becomes a finding with its source
// location.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/args.h"
#include "base/number.h"
#include "base/path.h"
#include "base/text.h"
#include "compile/compile.h"
#include "io/binary_model.h"
#include "lint/lint.h"
#include "load/load.h"

enum { ERROR_SIZE = 20000 };  // bytes for all messages about a model that cannot be loaded

// ---- messages of the loader

// parses "file:line: text" into the text and its location; without a location all of it is text
static const char* splitPlace(const char* message, size_t* length, int64_t* line) {
  for (const char* at = message; (at = strchr(at, ':')); at++) {
    const char* end = num_parseInt(at + 1, line);
    if (!end || strncmp(end, ": ", 2)) continue;
    *length = (size_t)(at - message);
    return end + 2;
  }
  *line = 0;
  return message;
}

// skips duplicates
static void addMessage(lint_Audit* c, sn_Severity severity, const char* message) {
  size_t length = 0;
  int64_t line = 0;
  const char* text = splitPlace(message, &length, &line);
  for (int i = 0; i < c->n; i++) {
    const sn_Finding* f = &c->finding[i];
    if (f->line == line && !strcmp(f->message, text)) return;
  }
  sn_Finding* f = lint_new(c, (int)severity, "loader");
  if (!f) return;
  f->message = lint_text(c, text, strlen(text));
  if (text == message) return;
  f->file = lint_text(c, message, length);
  f->line = (int)line;
}

// one finding for each line of a text, which is modified
static void addErrors(lint_Audit* c, char* error) {
  for (char *at = error, *next; at; at = next) {
    next = strchr(at, '\n');
    if (next) *next++ = 0;
    if (*at) addMessage(c, sn_FINDING_ERROR, at);
  }
}

// ---- loading

typedef struct {
  const char* filename;
  const mjVFS* vfs;
  const sn_LoadOptions* options;
  char error[ERROR_SIZE];
} Order;

static mjModel* loadBinary(Order* order) {
  arena_Arena arena = arena_make(0);
  const file_Roots* roots = NULL;
  char message[BINARY_MESSAGE] = "";
  mjModel* m = NULL;
  if (load_roots(order->options, &arena, &roots, order->error, ERROR_SIZE)) {
    m = binary_load(order->filename, order->vfs, roots, message);
    if (!m) text_print(order->error, ERROR_SIZE, "%s: %s", order->filename, message);
  }
  arena_free(&arena);
  return m;
}

// the model, and its spec unless the file is binary; NULL: the reason is in `error`
static mjModel* load(Order* order, spec_Spec** spec) {
  if (!strcmp(path_extension(order->filename), BINARY_EXTENSION)) return loadBinary(order);
  *spec =
      load_parse(order->filename, NULL, NULL, order->vfs, order->options, order->error, ERROR_SIZE);
  mjModel* m = *spec ? comp_compile(*spec, order->vfs) : NULL;
  if (*spec && !m) diag_copy(&(*spec)->diag, order->error, ERROR_SIZE);
  return m;
}

static void checkLoaded(lint_Audit* c, Order* order) {
  for (int i = 0; c->spec && i < c->spec->diag.nwarning; i++) {
    addMessage(c, sn_FINDING_WARNING, diag_warningAt(&c->spec->diag, i));
  }
  if (c->m) {
    lint_run(c);
  } else {
    addErrors(c, order->error);
  }
}

// ---- public API

int sn_checkFile(const char* filename, const mjVFS* vfs, const sn_CheckOptions* options,
                 char* error, int error_sz, void (*found)(void* context, const sn_Finding* finding),
                 void* context) {
  ARGS_NEED_OR(-1, filename);
  if (!args_has(__func__, "found", (const void*)(uintptr_t)found)) return -1;
  sn_CheckOptions standard;
  const int mode = sn_setErrorMode(sn_ERROR_KEEP);  // errors of loader and rules become findings
  if (!options) {
    sn_defaultCheckOptions(&standard);
    options = &standard;
  }
  Order order = {.filename = filename, .vfs = vfs, .options = &options->load};
  spec_Spec* spec = NULL;
  mjModel* m = load(&order, &spec);
  if (!m && !*order.error) text_copy(order.error, "out of memory", ERROR_SIZE);
  if (error && error_sz > 0) text_copy(error, m ? "" : order.error, (size_t)error_sz);
  lint_Audit c = {.m = m, .spec = spec, .nstep = options->nstep, .arena = arena_make(0)};
  checkLoaded(&c, &order);
  mj_deleteModel(m);
  sn_clearErrors();
  sn_setErrorMode(mode);
  const int n = lint_tell(&c, &(lint_Listener){found, context}, __func__);
  spec_free(spec);  // findings refer to its file names
  return n;
}
