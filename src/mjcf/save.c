// mj_saveXML, mj_saveXMLString, mj_saveLastXML: a copy of the spec is brought into canonical form
// and written. What only the compiler knows (keyframes of attached models, inherited ranges) is
// taken from the model that the spec compiles to; numbers that a program has changed in a loaded
// model are found by comparing it with that.
#include "mjcf/save.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/file.h"
#include "mjcf/canonical.h"
#include "mjcf/copy.h"
#include "mjcf/load.h"
#include "mjcf/spec_api.h"
#include "mjcf/write.h"
#include "model/model.h"

static void report(char* error, int size, const char* text) {
  if (error && size > 0) text_copy(error, text, (size_t)size);
}

// ---- text

// pixels that a program has set have no place in the file
static bool writable(const spec_Spec* spec, char* error, int size) {
  const spec_List* textures = &spec->list[mjOBJ_TEXTURE];
  for (int i = 0; i < textures->n; i++) {
    if (!((const spec_Vec*)SPEC_DATA(mjsTexture, textures->item[i])->data)->size) continue;
    report(error, size, "XML Write error: no support for buffer textures.");
    return false;
  }
  return true;
}

// the text of a compiled spec; base: what it compiles to, m: the same with other numbers
static bool makeText(text_Text* out, spec_Spec* copy, const save_Place* place, const mjModel* base,
                     const mjModel* m, char* error, int size) {
  diag_free(&copy->diag);
  bool ok = canon_spec(copy, base) && (!m || canon_copyBack(copy, base, m, true));
  if (ok && place) place->settle(copy, place->context);
  ok = ok && !copy->diag.failed && !copy->pool.failed && write_mjcf(out, copy) && !out->failed;
  if (!ok)
    report(error, size, copy->diag.failed ? diag_text(&copy->diag) : "out of memory while saving");
  return ok;
}

static void moveTo(spec_Spec* spec, void* filename) { save_moveFolders(spec, filename); }

// file names as they are seen from a file
static save_Place placeOf(const char* filename) { return (save_Place){moveTo, (void*)filename}; }

// it is compiled again if that is needed, and written as it is if its files are gone
bool save_text(text_Text* out, const mjSpec* s, const save_Place* place, char* error, int size) {
  const spec_Spec* spec = spec_spec(s);
  if (!spec->element->head.signature) {
    report(error, size, "XML Write error: Only compiled model can be written");
    return false;
  }
  if (!writable(spec, error, size)) return false;
  spec_Spec* copy = copy_spec(spec);
  if (!copy) {
    report(error, size, "out of memory while saving");
    return false;
  }
  mjModel* base = canon_needsModel(copy) ? comp_compile(copy, NULL) : NULL;
  const bool ok = makeText(out, copy, place, base, NULL, error, size);
  mj_deleteModel(base);
  spec_free(copy);
  return ok;
}

static bool writeFile(const char* filename, const text_Text* text, char* error, int size) {
  if (file_write(filename, text_get(text), text->size)) return true;
  report(error, size, "the file cannot be written");
  return false;
}

int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  ARGS_NEED_TOLD(-1, s, filename);
  text_Text out = {0};
  report(error, error_sz, "");
  const save_Place place = placeOf(filename);
  const bool ok =
      save_text(&out, s, &place, error, error_sz) && writeFile(filename, &out, error, error_sz);
  text_free(&out);
  return ok ? 0 : -1;
}

int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  ARGS_NEED_TOLD(-1, s);
  if (xml_sz > 0) ARGS_NEED_TOLD(-1, xml);
  text_Text out = {0};
  report(error, error_sz, "");
  int result = save_text(&out, s, NULL, error, error_sz) ? 0 : -1;
  if (!result && (xml_sz <= 0 || out.size >= (size_t)xml_sz)) {
    // the number of bytes that would do
    text_Text message = {0};
    text_format(&message, "Output string too short, should be at least %zu", out.size + 1);
    report(error, error_sz, text_get(&message));
    text_free(&message);
    result = (int)(out.size < 0x7fffffff ? out.size : 0x7fffffff);
  } else if (!result) {
    memcpy(xml, text_get(&out), out.size + 1);
  }
  text_free(&out);
  return result;
}

// is m the model of the spec, but for numbers
static bool belongs(const mjModel* m, const mjModel* base) {
  return m->signature == base->signature && m->nbuffer == base->nbuffer && m->nq == base->nq &&
         m->nbody == base->nbody && m->ngeom == base->ngeom && m->nkey == base->nkey;
}

// ---- numbers of a model into its spec

static int copyBackError(spec_Spec* spec, const char* text) {
  api_clearError(spec);
  diag_error(&spec->diag, (diag_Where){0}, "mj_copyBack", "%s", text);
  return 0;
}

int mj_copyBack(mjSpec* s, const mjModel* m) {
  ARGS_NEED_OR(0, s);
  spec_Spec* spec = spec_spec(s);
  if (!m) return copyBackError(spec, "m is NULL; give the model that the spec was compiled to");
  if (!spec->element->head.signature) return copyBackError(spec, "the spec is not compiled");
  spec_Spec* copy = copy_spec(spec);
  if (!copy) return copyBackError(spec, "out of memory");
  mjModel* base = comp_compile(copy, NULL);
  int done = 0;
  if (!base) {
    copyBackError(spec, diag_text(&copy->diag));
  } else if (!belongs(m, base)) {
    copyBackError(spec,
                  "the model is not the one that the spec compiles to; compile it and change the "
                  "numbers of that model");
  } else {
    api_clearError(spec);
    done = canon_copyBack(spec, base, m, false);
  }
  mj_deleteModel(base);
  spec_free(copy);
  return done;
}

// ---- the last model that was loaded: one for the process, as the API has it

static struct {
  pthread_mutex_t lock;
  spec_Spec* spec;
  mjModel* base;  // NULL: it can be compiled from the spec
} last = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void replace(spec_Spec* spec, mjModel* base) {
  pthread_mutex_lock(&last.lock);
  spec_Spec* oldSpec = last.spec;
  mjModel* oldBase = last.base;
  last.spec = spec;
  last.base = base;
  pthread_mutex_unlock(&last.lock);
  spec_free(oldSpec);
  mj_deleteModel(oldBase);
}

void save_keep(spec_Spec* spec, const mjModel* m, bool virtualFiles) {
  mjModel* base = virtualFiles ? model_make(m) : NULL;
  replace(spec, base ? mj_copyModel(base, m) : NULL);
}

void mj_freeLastXML(void) { replace(NULL, NULL); }

static bool lastText(text_Text* out, const char* filename, const mjModel* m, char* error,
                     int size) {
  if (!last.spec) {
    report(error, size, "No XML model loaded");
    return false;
  }
  if (!writable(last.spec, error, size)) return false;
  spec_Spec* copy = copy_spec(last.spec);
  if (!copy) {
    report(error, size, "out of memory while saving");
    return false;
  }
  mjModel* made = last.base ? NULL : comp_compile(copy, NULL);
  const mjModel* base = last.base ? last.base : made;
  bool ok = base != NULL;
  if (!ok) {
    report(error, size, diag_text(&copy->diag));
  } else if (m && !belongs(m, base)) {
    report(error, size, "the model is not the one that was loaded last");
    ok = false;
  } else {
    const save_Place place = placeOf(filename);
    ok = makeText(out, copy, filename ? &place : NULL, base, m, error, size);
  }
  mj_deleteModel(made);
  spec_free(copy);
  return ok;
}

static bool printText(const text_Text* text, char* error, int size) {
  if (fwrite(text_get(text), 1, text->size, stdout) == text->size && !fflush(stdout)) return true;
  report(error, size, "the text cannot be written to the standard output");
  return false;
}

// without a file name the text goes to the standard output
int mj_saveLastXML(const char* filename, const mjModel* m, char* error, int error_sz) {
  text_Text out = {0};
  if (filename && !*filename) filename = NULL;
  report(error, error_sz, "");
  pthread_mutex_lock(&last.lock);
  bool ok = lastText(&out, filename, m, error, error_sz);
  pthread_mutex_unlock(&last.lock);
  if (ok)
    ok = filename ? writeFile(filename, &out, error, error_sz) : printText(&out, error, error_sz);
  text_free(&out);
  return ok;
}
