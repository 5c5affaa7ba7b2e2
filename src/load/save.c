// mj_saveXML, mj_saveXMLString, mj_saveLastXML: serialize a spec as MJCF. A copy of the spec is
// normalized to canonical form and written. What only the compiler computes (keyframes of attached
// models, inherited ranges) is taken from the compiled model. Values that a program has changed in
// a loaded model are found by comparison with that compiled model (copy_back.c).
#include "compile/compile.h"
#include "load/save.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/file.h"
#include "load/canonical.h"
#include "load/load.h"
#include "mjcf/write.h"
#include "model/model.h"
#include "spec/copy.h"
#include "spec/spec_api.h"

static const char noMemory[] = "out of memory while the model was written as XML";

__attribute__((format(printf, 3, 4))) static void report(char* error, int size, const char* format,
                                                         ...) {
  if (!error || size <= 0) return;
  va_list args;
  va_start(args, format);
  text_printArgs(error, (size_t)size, format, args);
  va_end(args);
}

// ---- text

// pixels set by a program cannot be written to XML
static bool writable(const spec_Spec* spec, char* error, int size) {
  const spec_List* textures = &spec->list[mjOBJ_TEXTURE];
  for (int i = 0; i < textures->n; i++) {
    const spec_Element* texture = textures->item[i];
    if (!((const spec_Vec*)SPEC_DATA(mjsTexture, texture)->data)->size) continue;
    report(error, size,
           "texture '%s': its pixels were set by a program, and XML has no place for them; let it "
           "read a file, or save the compiled model with mj_saveModel",
           spec_name(texture));
    return false;
  }
  return true;
}

// serializes a compiled spec; base: its compiled model, m: the same model with changed values
static bool makeText(text_Text* out, spec_Spec* copy, const save_Place* place, const mjModel* base,
                     const mjModel* m, char* error, int size) {
  diag_free(&copy->diag);
  bool ok = canon_spec(copy, base) && (!m || canon_copyBack(copy, base, m, true));
  if (ok && !(place && place->gathers)) save_settleFiles(copy);
  if (ok && place) place->settle(copy, place->context);
  ok = ok && !copy->diag.failed && !copy->pool.failed && write_mjcf(out, copy) && !out->failed;
  ASSERT(!ok || out->size > 0);
  if (!ok) report(error, size, "%s", copy->diag.failed ? diag_text(&copy->diag) : noMemory);
  return ok;
}

static void moveTo(spec_Spec* spec, void* filename) { save_moveFolders(spec, filename); }

// file names relative to the saved file
static save_Place placeOf(const char* filename) {
  return (save_Place){moveTo, (void*)filename, false};
}

// Compiles the spec again if needed. If its files no longer exist, the spec is written as it is.
bool save_text(text_Text* out, const mjSpec* s, const save_Place* place, char* error, int size) {
  const spec_Spec* spec = spec_spec(s);
  if (!spec->element->head.signature) {
    report(error, size,
           "the spec is not compiled yet, and what it compiles to is what is written; call "
           "mj_compile first");
    return false;
  }
  if (!writable(spec, error, size)) return false;
  spec_Spec* copy = copy_spec(spec);
  if (!copy) {
    report(error, size, "%s", noMemory);
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
  report(error, size, "%s: the file cannot be written; is its folder there and open to you?",
         filename);
  return false;
}

int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  ARGS_NEED_TOLD(-1, s, filename);
  text_Text out = {0};
  report(error, error_sz, "%s", "");
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
  report(error, error_sz, "%s", "");
  int result = save_text(&out, s, NULL, error, error_sz) ? 0 : -1;
  if (!result && (xml_sz <= 0 || out.size >= (size_t)xml_sz)) {
    report(error, error_sz,
           "the text takes %zu bytes with its end, the buffer has %d; give a larger one",
           out.size + 1, xml_sz > 0 ? xml_sz : 0);
    result = (int)(out.size < 0x7fffffff ? out.size : 0x7fffffff);
  } else if (!result) {
    memcpy(xml, text_get(&out), out.size + 1);
  }
  text_free(&out);
  return result;
}

// is m the compiled model of the spec, apart from values
static bool belongs(const mjModel* m, const mjModel* base) {
  return m->signature == base->signature && m->nbuffer == base->nbuffer && m->nq == base->nq &&
         m->nbody == base->nbody && m->ngeom == base->ngeom && m->nkey == base->nkey;
}

// ---- values of a model, copied into its spec

static int copyBackError(spec_Spec* spec, const char* text) {
  api_clearError(spec);
  diag_error(&spec->diag, (diag_Where){0}, "mj_copyBack", "%s", text);
  return 0;
}

int mj_copyBack(mjSpec* s, const mjModel* m) {
  ARGS_NEED_OR(0, s);
  spec_Spec* spec = spec_spec(s);
  if (!m) return copyBackError(spec, "m is NULL; give the model that the spec was compiled to");
  if (!spec->element->head.signature)
    return copyBackError(
        spec, "the spec is not compiled yet; call mj_compile, which makes the model to copy from");
  spec_Spec* copy = copy_spec(spec);
  if (!copy) return copyBackError(spec, "out of memory while the spec was compiled for comparison");
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

// ---- the last loaded model: one per process, as the API requires

static struct {
  pthread_mutex_t lock;
  spec_Spec* spec;
  mjModel* base;  // NULL: can be compiled from the spec
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
  ASSERT(last.spec || !last.base);
  if (!last.spec) {
    report(error, size,
           "there is no model to save: none was loaded from XML, or mj_freeLastXML gave it up; "
           "load one with mj_loadXML");
    return false;
  }
  if (!writable(last.spec, error, size)) return false;
  spec_Spec* copy = copy_spec(last.spec);
  if (!copy) {
    report(error, size, "%s", noMemory);
    return false;
  }
  mjModel* made = last.base ? NULL : comp_compile(copy, NULL);
  const mjModel* base = last.base ? last.base : made;
  bool ok = base != NULL;
  if (!ok) {
    report(error, size, "%s", diag_text(&copy->diag));
  } else if (m && !belongs(m, base)) {
    report(error, size,
           "the model is not the one that was loaded last; save the spec that it was compiled from "
           "with mj_saveXML");
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
  report(error, error_sz, "%s", "");
  pthread_mutex_lock(&last.lock);
  bool ok = lastText(&out, filename, m, error, error_sz);
  pthread_mutex_unlock(&last.lock);
  if (ok)
    ok = filename ? writeFile(filename, &out, error, error_sz) : printText(&out, error, error_sz);
  text_free(&out);
  return ok;
}
