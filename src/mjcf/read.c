// Driver of the MJCF (XML) reader: validates the document against the schema, or passes a document
// of another format to its reader; then reads the sections in a fixed order, worldbody last, so
// that elements that <replicate> and <attach> copy find everything that refers to them.
#include "mjcf/read.h"

#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "spec/spec_suggest.h"

// ---- making elements

spec_Element* read_class(read_Reader* r, const xml_Node* node, const char* attr,
                         spec_Element* fallback) {
  const char* name = xml_attr(node, attr);
  if (!name) return fallback;
  spec_Element* def = *name ? spec_find(r->spec, SPEC_DEFAULT, name) : NULL;
  if (def) return def;
  char advice[SUGGEST_SIZE];
  suggest_name(advice, r->spec, SPEC_DEFAULT, name, "define it in <default>");
  read_error(r, node, "%s: there is no default class '%.100s'; %s", attr, name, advice);
  return diag_resume(r->diag) ? fallback : NULL;
}

// the spec stores the file name, because it outlives the document
diag_Where read_place(read_Reader* r, const xml_Node* node) {
  const char* file = node->where.file;
  if (file && file != r->fileFrom) {
    r->fileFrom = file;
    r->fileTo = arena_text(&r->spec->pool.arena, file, strlen(file));
    if (!r->fileTo) r->spec->pool.failed = true;
  }
  return (diag_Where){file ? r->fileTo : NULL, node->where.line};
}

bool read_name(read_Reader* r, const xml_Node* node, spec_Element* e, const char* attr) {
  const char* name = xml_attr(node, attr);
  if (!name || !*name || spec_setName(e, name)) return true;
  const spec_Element* first = spec_find(r->spec, e->type, name);
  ASSERT(first && first != e);
  const char* type = spec_typeName(e->type);
  if (first->where.file && !strcmp(first->where.file, e->where.file)) {
    read_error(r, node, "%s: another %s is called '%.100s', on line %d; names must differ", attr,
               type, name, first->where.line);
  } else if (first->where.file) {
    read_error(r, node, "%s: another %s is called '%.100s', in %s:%d; names must differ", attr,
               type, name, first->where.file, first->where.line);
  } else {
    read_error(r, node, "%s: '%.100s' is the name of the built-in %s; choose another", attr, name,
               type);
  }
  return false;
}

bool read_joinName(read_Reader* r, const xml_Node* node, spec_Element* e, const char* first,
                   const char* second, const char* attr, const char* advice) {
  text_Text name = {0};
  text_add(&name, first);
  text_add(&name, second);
  if (name.failed) {
    diag_noMemory(r->diag);
  } else if (!spec_setName(e, text_get(&name))) {
    read_error(r, node, "%s: there is a %s '%.100s' already; %s", attr, spec_typeName(e->type),
               text_get(&name), advice);
  }
  text_free(&name);
  return !r->diag->failed;
}

spec_Element* read_make(read_Reader* r, const xml_Node* node, int type, spec_Element* body,
                        spec_Element* frame, spec_Element* def) {
  spec_Element* e = spec_add(r->spec, type, body, frame, def);
  if (!e) {
    diag_noMemory(r->diag);
    return NULL;
  }
  e->where = read_place(r, node);
  e->tag = arena_text(&r->spec->pool.arena, node->tag, strlen(node->tag));
  return e;
}

static bool inTree(int type) {
  return type == mjOBJ_JOINT || type == mjOBJ_GEOM || type == mjOBJ_SITE || type == mjOBJ_CAMERA ||
         type == mjOBJ_LIGHT;
}

spec_Element* read_add(read_Reader* r, const xml_Node* node, const schema_Element* element) {
  const bool tree = inTree(element->type);
  spec_Element* def = read_class(r, node, "class", tree ? r->def : r->spec->root);
  if (r->diag->failed) return NULL;
  spec_Element* e =
      read_make(r, node, element->type, tree ? r->body : NULL, tree ? r->frame : NULL, def);
  return e && read_name(r, node, e, "name") ? e : NULL;
}

void read_fill(read_Reader* r, const xml_Node* node, const schema_Element* element, void* data) {
  if (element->fill) {
    element->fill(r, node, element, data);
  } else {
    read_attrs(r, node, element, data, NULL);
  }
}

// ---- sections

void read_children(read_Reader* r, const xml_Node* node, const schema_Element* element) {
  for (const xml_Node* child = xml_first(node); child && !r->diag->failed;
       child = xml_next(child)) {
    const schema_Element* kind = schema_child(element, child->tag);
    if (kind && kind->read) kind->read(r, child, kind);
    diag_resume(r->diag);
  }
}

READ_ELEMENT(read_section) { read_children(r, node, element); }

READ_ELEMENT(read_model) {
  read_attrs(r, node, element, &r->spec->pub, NULL);
  diag_resume(r->diag);
  read_children(r, node, element);
}

READ_ELEMENT(read_object) {
  spec_Element* e = read_add(r, node, element);
  if (!e) return;
  read_fill(r, node, element, e->data);
  read_pluginsOf(r, node, e);
}

// ---- default classes

// finds or creates a class that is nested in another
static spec_Element* nestedClass(read_Reader* r, const xml_Node* node, spec_Element* parent) {
  const char* name = xml_attr(node, "class");
  if (!name || !*name) {
    read_error(r, node, "class: a default class inside another needs a name");
    return NULL;
  }
  spec_Element* def = read_make(r, node, SPEC_DEFAULT, NULL, NULL, parent);
  return def && read_name(r, node, def, "class") ? def : NULL;
}

// order: settings of a class before its nested classes, wherever they are in the file
static void readClass(read_Reader* r, const xml_Node* node, const schema_Element* element,
                      spec_Element* def) {
  for (int nested = 0; nested < 2; nested++) {
    for (const xml_Node* child = xml_first(node); child && !r->diag->failed;
         child = xml_next(child)) {
      const schema_Element* kind = schema_child(element, child->tag);
      if (!kind || (kind->type == SPEC_DEFAULT) != nested) continue;
      if (!nested) {
        void* record = spec_defaultRecord(def, kind->type);
        ASSERT(record);  // every element that the schema allows in a class has defaults in classes
        read_fill(r, child, kind, record);
      } else {
        spec_Element* inner = nestedClass(r, child, def);
        if (inner) readClass(r, child, kind, inner);
      }
      diag_resume(r->diag);
    }
  }
}

READ_ELEMENT(read_default) {
  const char* name = xml_attr(node, "class");
  if (name && *name && strcmp(name, "main")) {
    read_error(r, node,
               "class: the outermost default class is called 'main', not '%.100s'; leave the name "
               "out, or put "
               "the class inside another <default>",
               name);
    return;
  }
  readClass(r, node, element, r->spec->root);
}

// ---- document

static bool checkRoot(read_Reader* r, const xml_Node* root) {
  if (xml_is(root, schema_root.tag)) return true;
  read_error(r, root, "the root element of a model must be <%s>, or <robot> of URDF",
             schema_root.tag);
  return false;
}

// order: sections by type in the order of the schema, those of one type in document order
static void readSections(read_Reader* r, const xml_Node* root) {
  read_attrs(r, root, &schema_root, &r->spec->pub, NULL);
  diag_resume(r->diag);
  for (int i = 0; i < schema_root.nchild; i++) {
    const schema_Element* section = schema_root.child[i];
    for (const xml_Node* node = xml_child(root, section->tag); node && section->read;
         node = xml_nextSame(node)) {
      if (r->diag->failed) return;
      section->read(r, node, section);
      diag_resume(r->diag);
    }
  }
}

// errors that the schema check finds; if there are any, errors of values are reported too
static bool checkDocument(read_Reader* r, const xml_Node* root) {
  if (schema_check(root, r->diag)) return true;
  if (diag_resume(r->diag)) read_checkValues(r, root, &schema_root);
  return diag_settle(r->diag);
}

bool read_document(read_Reader* r, const xml_Doc* doc) {
  spec_Spec* spec = r->spec;
  r->diag = &spec->diag;
  r->def = spec->root;
  if (!doc->root) return false;
  r->path = doc->root->source ? doc->root->source->path : "";
  if (r->other && xml_is(doc->root, r->other->root)) {
    r->other->read(r, doc->root);
  } else if (checkRoot(r, doc->root) && checkDocument(r, doc->root)) {
    readSections(r, doc->root);
  }
  if (spec->pool.failed) diag_noMemory(r->diag);
  return diag_settle(r->diag);
}

bool read_mjcf(spec_Spec* spec, const xml_Doc* doc, const mjVFS* vfs, const read_Format* other) {
  return read_document(&(read_Reader){.spec = spec, .vfs = vfs, .other = other}, doc);
}
