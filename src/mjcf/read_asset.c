// Reads MJCF assets: textures, materials, height fields, meshes, skins, and the models from which
// <attach> takes parts.
#include <string.h>

#include <sinew/api.h>

#include "base/assert.h"
#include "base/path.h"
#include "io/vfs.h"
#include "mjcf/read_parts.h"
#include "spec/copy.h"
#include "spec/spec_mesh.h"
#include "xml/xml_include.h"

enum { MOST_MODELS = 20 };  // maximum nesting of models inside models

// sets the name to that of a file without folder and extension
static void nameFromFile(read_Reader* r, const xml_Node* node, spec_Element* e, const char* file) {
  const char* base = path_base(file);
  size_t n = strlen(base) - strlen(path_extension(base));
  char* name = arena_text(&r->spec->pool.arena, base, n);
  if (!name) {
    diag_noMemory(r->diag);
  } else if (!spec_setName(e, name)) {
    read_error(r, node, "file: the name '%.100s' that follows from it is taken; give another name",
               name);
  }
}

READ_FILL(fill_texture) {
  const mjsTexture* texture = data;
  read_attrs(r, node, element, data, NULL);
  spec_Element* e = spec_of(texture->element);
  const char* file = vec_text(texture->file);
  if (r->diag->failed || *spec_name(e)) return;
  if (*file) {
    nameFromFile(r, node, e, file);
  } else if (texture->type != mjTEXTURE_SKYBOX) {
    read_error(r, node,
               "attribute 'name' is required and missing; only a skybox or a texture from a file "
               "may have none");
  }
}

// elevations as listed, top row first -> row 0 first
static void readElevation(read_Reader* r, const xml_Node* node, mjsHField* hfield) {
  arena_Arena scratch = arena_make(0);
  float* x;
  const int n = xml_readFloatVector(node, "elevation", &scratch, &x, r->diag);
  const int nrow = hfield->nrow, ncol = hfield->ncol;
  if (r->diag->failed) {
  } else if (nrow < 1 || ncol < 1 || n % ncol != 0 || n / ncol != nrow) {
    read_error(r, node, "elevation: %d numbers, but nrow x ncol is %d x %d", n, nrow, ncol);
  } else {
    vec_set(hfield->userdata, x, n, sizeof *x);
    float* to = ((spec_Vec*)hfield->userdata)->data;
    for (int row = 0; to && !r->spec->pool.failed && row < nrow; row++)
      memcpy(to + (size_t)row * (size_t)ncol, x + (size_t)(nrow - 1 - row) * (size_t)ncol,
             (size_t)ncol * sizeof *x);
  }
  arena_free(&scratch);
}

READ_FILL(fill_hfield) {
  mjsHField* hfield = data;
  read_attrs(r, node, element, data, NULL);
  if (r->diag->failed) return;
  spec_Element* e = spec_of(hfield->element);
  const char* file = vec_text(hfield->file);
  if (!*spec_name(e) && *file) {
    nameFromFile(r, node, e, file);
  } else if (!*spec_name(e)) {
    read_error(r, node, "attribute 'name' is required and missing: geoms refer to it");
  }
  if (!r->diag->failed && !*file && xml_attr(node, "elevation")) readElevation(r, node, hfield);
}

// ---- meshes

READ_ATTR(read_floatList) {
  arena_Arena scratch = arena_make(0);
  float* x;
  const int n = xml_readFloatVector(node, attr->name, &scratch, &x, r->diag);
  if (n) vec_set(*(spec_Vec**)target, x, n, sizeof *x);
  arena_free(&scratch);
}

READ_ATTR(read_intList) {
  arena_Arena scratch = arena_make(0);
  int* x;
  const int n = xml_readIntVector(node, attr->name, &scratch, &x, r->diag);
  if (n) vec_set(*(spec_Vec**)target, x, n, sizeof *x);
  arena_free(&scratch);
}

static void readBuiltin(read_Reader* r, const xml_Node* node, const schema_Element* element,
                        mjsMesh* mesh) {
  const schema_Words* words = schema_attr(element, "builtin")->words;
  arena_Arena scratch = arena_make(0);
  mesh_Fault fault = {0};
  double* params;
  int builtin = mjMESH_BUILTIN_NONE;
  xml_readKeyword(node, "builtin", words->word, words->n, &builtin, r->diag);
  const int n = xml_readDoubleVector(node, "params", &scratch, &params, r->diag);
  if (r->diag->failed) {
  } else if (builtin == mjMESH_BUILTIN_NONE) {
    read_error(r, node, "builtin: 'none' makes no mesh; name a shape, or give file or vertex");
  } else if (!n) {
    read_error(r, node, "attribute 'params' is required with builtin and missing");
  } else if (!spec_fillBuiltin(mesh, builtin, params, n, &fault)) {
    if (fault.noMemory) diag_noMemory(r->diag);
    read_error(r, node, "%s", fault.text);
  }
  arena_free(&scratch);
}

READ_FILL(fill_mesh) {
  mjsMesh* mesh = data;
  read_attrs(r, node, element, data, NULL);
  spec_Element* e = spec_of(mesh->element);
  const char* file = vec_text(mesh->file);
  if (!r->diag->failed && xml_attr(node, "builtin")) readBuiltin(r, node, element, mesh);
  if (r->diag->failed || *spec_name(e)) return;
  if (*file) {
    nameFromFile(r, node, e, file);
  } else {
    read_error(r, node, "attribute 'name' is required and missing: geoms refer to it");
  }
}

// ---- skins

static void readBone(read_Reader* r, const xml_Node* node, mjsSkin* skin) {
  arena_Arena scratch = arena_make(0);
  float pos[3], quat[4], *weight;
  int* id;
  xml_readFloats(node, "bindpos", pos, 3, 3, r->diag);
  xml_readFloats(node, "bindquat", quat, 4, 4, r->diag);
  const int nid = xml_readIntVector(node, "vertid", &scratch, &id, r->diag);
  const int nweight = xml_readFloatVector(node, "vertweight", &scratch, &weight, r->diag);
  if (!r->diag->failed && nid != nweight) {
    read_error(r, node, "vertweight: %d numbers, but vertid has %d; each vertex needs a weight",
               nweight, nid);
  } else if (!r->diag->failed && vec_appendText(skin->bodyname, xml_attr(node, "body"))) {
    for (int k = 0; k < 3; k++) vec_pushFloat(skin->bindpos, pos[k]);
    for (int k = 0; k < 4; k++) vec_pushFloat(skin->bindquat, quat[k]);
    mjs_appendIntVec(skin->vertid, id, nid);
    mjs_appendFloatVec(skin->vertweight, weight, nweight);
  }
  arena_free(&scratch);
}

READ_FILL(fill_skin) {
  mjsSkin* skin = data;
  read_attrs(r, node, element, data, NULL);
  spec_Element* e = spec_of(skin->element);
  const char* file = vec_text(skin->file);
  if (!r->diag->failed && !*spec_name(e) && *file) nameFromFile(r, node, e, file);
  for (const xml_Node* bone = xml_child(node, "bone"); bone && !r->diag->failed;
       bone = xml_nextSame(bone)) {
    readBone(r, bone, skin);
  }
}

// ---- materials: one texture for each role; roles that are not given keep the texture of the class

static void setTexture(spec_Vec* textures, int role, const char* name) {
  ASSERT(role >= 0 && role < textures->size);
  vec_setText((spec_Vec*)textures->data + role, name);
}

READ_ATTR(read_materialTexture) {
  (void)r;
  setTexture(*(spec_Vec**)target, mjTEXROLE_RGB, xml_attr(node, attr->name));
}

READ_FILL(fill_material) {
  mjsMaterial* material = data;
  read_attrs(r, node, element, data, NULL);
  const xml_Node* layer = xml_child(node, "layer");
  if (layer && xml_attr(node, "texture")) {
    read_error(r, node, "texture: a material has a texture or layers, not both");
    return;
  }
  const schema_Words* roles = schema_attr(schema_child(element, "layer"), "role")->words;
  unsigned given = 0;
  for (; layer && !r->diag->failed; layer = xml_nextSame(layer)) {
    int role = 0;
    if (!xml_readKeyword(layer, "role", roles->word, roles->n, &role, r->diag)) continue;
    if (given >> role & 1) {
      char label[XML_LABEL_SIZE];
      diag_warning(r->diag, layer->where, xml_label(label, layer),
                   "role: the material has two textures for '%s'; the last one counts",
                   xml_attr(layer, "role"));
    }
    given |= 1u << role;
    setTexture(material->textures, role, xml_attr(layer, "texture"));
  }
}

// ---- models inside models

// is the file already being read by an outer reader (recursion)? The error lists the chain
static bool isRecursive(read_Reader* r, const xml_Node* node, const char* path) {
  const read_Reader* outer = r;
  while (outer && strcmp(outer->path, path)) outer = outer->parent;
  if (!outer && r->depth < MOST_MODELS) return false;
  if (!outer) {
    read_error(r, node, "file: models are nested more than %d deep", MOST_MODELS);
    return true;
  }
  text_Text chain = {0};
  text_add(&chain, path);
  for (const read_Reader* at = r; at; at = at->parent) {
    text_format(&chain, " <- %s", at->path);
    if (at == outer) break;
  }
  read_error(r, node, "file: a model cannot contain itself: %s", text_get(&chain));
  text_free(&chain);
  return true;
}

// passes warnings and errors of the child on to the model that contains it
static void adoptMessages(read_Reader* r, const xml_Node* node, const spec_Spec* child) {
  const diag_Where nowhere = {NULL, 0};
  for (int i = 0; i < child->diag.nwarning; i++) {
    diag_warning(r->diag, nowhere, NULL, "%s", diag_warningAt(&child->diag, i));
  }
  r->diag->nunsaid += child->diag.nunsaid;
  if (child->diag.error.failed) diag_noMemory(r->diag);
  const int before = r->diag->nerror;
  for (int i = 0; i < child->diag.nerror && !r->diag->failed; i++) {
    int length;
    const char* error = diag_errorAt(&child->diag, i, &length);
    read_error(r, node, "file: %.*s", length, error);
    diag_resume(r->diag);
  }
  diag_settleFrom(r->diag, before);
}

static bool readFile(read_Reader* r, const xml_Node* node, spec_Spec* child, const char* path) {
  child->parent = r->spec;
  child->urdf = r->spec->urdf;
  child->roots = r->spec->roots;
  vec_setTextN(child->pub.modelfiledir, path, path_dirLength(path));
  const xml_Access access = {child->roots, .named = true};
  xml_Doc* doc = xml_load(path, r->vfs, &access, &child->diag);
  read_Reader inner = {.spec = child, .vfs = r->vfs, .other = r->other, .parent = r};
  inner.depth = r->depth + 1;
  ASSERT(inner.depth <= MOST_MODELS);
  bool ok = doc && read_document(&inner, doc);
  xml_free(doc);
  adoptMessages(r, node, child);
  return ok;
}

// Decodes a model file that is not for the XML reader; false: it is. Decoders open any path that
// they get, so pipes and devices are left to the XML reader, which rejects them.
static bool decodeFile(read_Reader* r, const xml_Node* node, const char* path, spec_Spec** child) {
  char error[500] = "";
  mjSpec* s = NULL;
  const file_Status found = vfs_look(r->vfs, path, NULL);
  const bool plain = found == FILE_OK || file_isAbsent(found);
  if (!plain || !r->other || !r->other->decode || r->spec->roots ||
      !r->other->decode(path, xml_attr(node, "content_type"), r->vfs, &s, error, sizeof error))
    return false;
  *child = s ? spec_spec(s) : NULL;
  if (!s) read_error(r, node, "file: %s", error);
  if (s) (*child)->parent = r->spec;
  return true;
}

READ_ELEMENT(read_childModel) {
  text_Text joined = {0}, path = {0};
  path_join(&joined, vec_text(r->spec->pub.modelfiledir), xml_attr(node, "file"));
  path_reduce(&path, text_get(&joined));
  spec_Element* e = read_make(r, node, element->type, NULL, NULL, NULL);
  spec_Spec* child = NULL;
  const bool decoded = e && decodeFile(r, node, text_get(&path), &child);
  if (e && !decoded && !isRecursive(r, node, text_get(&path))) child = spec_make();
  if (child) {
    e->extra = child;  // freed with the spec
    const char* given = xml_attr(node, "name");
    const bool ok = decoded || readFile(r, node, child, text_get(&path));
    spec_addInside(r->spec, child);
    if (ok && copy_fits(r->spec, node->where, "<model>")) {
      const char* name = given && *given ? given : vec_text(child->pub.modelname);
      if (!spec_setName(e, name))
        read_error(r, node, "name: there is another model '%.100s'; names must differ", name);
    }
  } else if (!r->diag->failed) {
    diag_noMemory(r->diag);
  }
  text_free(&joined);
  text_free(&path);
}
