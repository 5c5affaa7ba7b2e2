// Name table of mjModel: the names of all objects and the file names of assets, concatenated, and
// the hash table of the names. Elements that the compiler creates (default keyframes) have empty
// names.
#include <string.h>

#include "base/assert.h"
#include "base/path.h"
#include "compile/compile_index.h"
#include "model/names.h"
#include "spec/asset_file.h"
#include "spec/copy.h"

static mjtSize countOf(const mjModel* m, size_t offset) {
  return *(const mjtSize*)((const char*)m + offset);
}

static int* addressesOf(const mjModel* m, size_t offset) {
  int* adr;
  memcpy(&adr, (const char*)m + offset, sizeof adr);
  return adr;
}

static const char* nameAt(const comp_Compile* c, int type, int i) {
  const spec_List* list = &c->list[type];
  return i < list->n ? spec_name(list->item[i]) : "";
}

// ---- files

typedef struct {
  int type;
  size_t count, pathadr;  // offsets in mjModel
  size_t file, dir;       // offsets of strings in the public struct and in mjsCompiler
} Asset;

static const Asset assetTable[] = {
    {mjOBJ_HFIELD, offsetof(mjModel, nhfield), offsetof(mjModel, hfield_pathadr),
     offsetof(mjsHField, file), offsetof(mjsCompiler, meshdir)},
    {mjOBJ_MESH, offsetof(mjModel, nmesh), offsetof(mjModel, mesh_pathadr), offsetof(mjsMesh, file),
     offsetof(mjsCompiler, meshdir)},
    {mjOBJ_SKIN, offsetof(mjModel, nskin), offsetof(mjModel, skin_pathadr), offsetof(mjsSkin, file),
     offsetof(mjsCompiler, meshdir)},
    {mjOBJ_TEXTURE, offsetof(mjModel, ntex), offsetof(mjModel, tex_pathadr),
     offsetof(mjsTexture, file), offsetof(mjsCompiler, texturedir)},
};

enum { NASSET = sizeof assetTable / sizeof *assetTable };

static const char* stringAt(const void* base, size_t offset) {
  const void* string;
  memcpy(&string, (const char*)base + offset, sizeof string);
  return vec_text(string);
}

// the file is not where the settings say, but beside the file that contains the element
static bool isBeside(const comp_Compile* c, const spec_Element* e, const char* dir,
                     const char* file, text_Text* path) {
  text_Text main = {0};
  asset_path(e, dir, file, 0, &main);
  const bool beside = !main.failed && asset_path(e, dir, file, 1, path) &&
                      file_isAbsent(vfs_look(c->vfs, text_get(&main), copy_origin(e)->roots));
  path->failed = path->failed || main.failed;
  text_free(&main);
  return beside;
}

// path of the i-th asset of a type, without "." and ".."; empty if it has no file
static void reducedFile(const comp_Compile* c, const Asset* asset, int i, text_Text* out) {
  const spec_List* list = &c->list[asset->type];
  ASSERT(!out->size);
  if (i >= list->n) return;
  const spec_Element* e = list->item[i];
  const char* file = stringAt(e->data, asset->file);
  if (!*file || isBeside(c, e, stringAt(e->compiler, asset->dir), file, out)) return;
  out->size = 0;
  if (c->spec->pub.strippath) file = path_base(file);
  path_reduce(out, file);
}

static bool preparePaths(comp_Compile* c) {
  for (int k = 0; k < NASSET; k++) {
    mjtSize n = countOf(&c->size, assetTable[k].count);
    for (int i = 0; i < n; i++) {
      text_Text file = {0};
      reducedFile(c, &assetTable[k], i, &file);
      bool failed = file.failed;
      mjtSize bytes = file.size ? (mjtSize)file.size + 1 : 0;
      text_free(&file);
      if (failed) diag_noMemory(c->diag);
      if (failed || !comp_advance(c, NULL, "the length of file names", &c->size.npaths, bytes))
        return false;
    }
  }
  if (!c->size.npaths) c->size.npaths = 1;
  return true;
}

static bool fillPaths(comp_Compile* c) {
  mjModel* m = c->m;
  mjtSize at = 0;
  for (int k = 0; k < NASSET; k++) {
    mjtSize n = countOf(m, assetTable[k].count);
    int* adr = addressesOf(m, assetTable[k].pathadr);
    for (int i = 0; i < n; i++) {
      text_Text file = {0};
      reducedFile(c, &assetTable[k], i, &file);
      bool fits = !file.failed && at + (mjtSize)file.size + (file.size > 0) <= m->npaths;
      adr[i] = file.size && fits ? (int)at : -1;
      if (adr[i] >= 0) {
        memcpy(m->paths + at, text_get(&file), file.size + 1);
        at += (mjtSize)file.size + 1;
      }
      text_free(&file);
      if (!fits) {
        diag_noMemory(c->diag);
        return false;
      }
    }
  }
  return true;
}

// ---- names

bool comp_checkNames(comp_Compile* c) {
  static const int types[] = {mjOBJ_MATERIAL, mjOBJ_MESH, mjOBJ_HFIELD, mjOBJ_TEXTURE};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    const spec_List* list = &c->spec->list[types[k]];
    for (int i = 0; i < list->n; i++) {
      const spec_Element* e = list->item[i];
      const bool sky =
          types[k] == mjOBJ_TEXTURE && SPEC_DATA(mjsTexture, e)->type == mjTEXTURE_SKYBOX;
      if (*spec_name(e) || sky) continue;
      comp_error(c, e,
                 "it has no name, by which others could refer to it; give it one, or remove it");
      if (!comp_resume(c)) return false;
    }
  }
  return true;
}

bool comp_prepareNames(comp_Compile* c) {
  int nkind;
  const names_Kind* kind = names_kinds(&nkind);
  c->size.nmat = c->list[mjOBJ_MATERIAL].n;
  mjtSize total = (mjtSize)strlen(vec_text(c->spec->pub.modelname)) + 1;
  for (int k = 0; k < nkind; k++) {
    mjtSize n = countOf(&c->size, kind[k].count);
    for (int i = 0; i < n; i++) {
      mjtSize bytes = (mjtSize)strlen(nameAt(c, kind[k].type, i)) + 1;
      if (!comp_advance(c, NULL, "the length of names", &total, bytes)) return false;
    }
  }
  c->size.nnames = total;
  c->size.nnames_map = names_mapSize(&c->size);
  return preparePaths(c);
}

bool comp_fillNames(comp_Compile* c) {
  mjModel* m = c->m;
  int nkind;
  const names_Kind* kind = names_kinds(&nkind);
  const char* model = vec_text(c->spec->pub.modelname);
  mjtSize at = (mjtSize)strlen(model) + 1;
  memcpy(m->names, model, (size_t)at);
  for (int k = 0; k < nkind; k++) {
    mjtSize n = countOf(m, kind[k].count);
    int* adr = addressesOf(m, kind[k].nameadr);
    for (int i = 0; i < n; i++) {
      const char* name = nameAt(c, kind[k].type, i);
      mjtSize bytes = (mjtSize)strlen(name) + 1;
      if (at + bytes > m->nnames) {
        comp_error(c, NULL, "the number of %ss changed while their names were written",
                   spec_typeName(kind[k].type));
        return false;
      }
      adr[i] = (int)at;
      memcpy(m->names + at, name, (size_t)bytes);
      at += bytes;
    }
  }
  ASSERT(at == m->nnames);
  names_hash(m);
  return fillPaths(c);
}
