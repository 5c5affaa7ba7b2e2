// Mutations of MJCF that follow its grammar: the text becomes a tree, elements and attributes that
// the tables of the schema allow are added, changed, copied, moved and removed, and the tree
// becomes text again. Most values are ones that a model could have, so that mutants load and what
// is behind the loader is reached too. The same text and seed give the same mutant.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "mjcf/schema.h"
#include "spec/spec.h"

enum { MOST_NODES = 3000, MOST_DEPTH = 60, MOST_TEXT = 1 << 14, LONGEST_VALUE = 400 };

typedef struct {
  xml_Doc* doc;
  uint64_t random;
  xml_Node* node[MOST_NODES];                 // all elements, the root first
  const schema_Element* element[MOST_NODES];  // what they are, NULL: unknown there
  int n;
} Tree;

// ---- chance

// xorshift64*
static unsigned chance(Tree* t, unsigned n) {
  t->random ^= t->random >> 12;
  t->random ^= t->random << 25;
  t->random ^= t->random >> 27;
  return n ? (unsigned)((t->random * 0x2545F4914F6CDD1DULL) >> 33) % n : 0;
}

// once in n
static bool rarely(Tree* t, unsigned n) { return chance(t, n) == 0; }

#define PICK(t, table) (table)[chance(t, (unsigned)(sizeof(table) / sizeof *(table)))]

// ---- the tree

static void list(Tree* t, xml_Node* node, const schema_Element* element, int depth) {
  if (t->n == MOST_NODES || depth > MOST_DEPTH) return;
  t->node[t->n] = node;
  t->element[t->n++] = element;
  for (xml_Node* c = xml_first(node); c; c = xml_next(c))
    list(t, c, element ? schema_child(element, c->tag) : NULL, depth + 1);
}

static void relist(Tree* t) {
  t->n = 0;
  list(t, t->doc->root, &schema_root, 0);
}

static void insert(xml_Node* parent, xml_Node* after, xml_Node* node) {
  xml_Node** at = after ? &after->next : &parent->first;
  node->parent = parent;
  node->next = *at;
  *at = node;
  if (!node->next) parent->last = node;
}

static void detach(xml_Node* node) {
  xml_Node *parent = node->parent, *before = NULL;
  for (xml_Node* c = parent->first; c != node; c = c->next) before = c;
  *(before ? &before->next : &parent->first) = node->next;
  if (parent->last == node) parent->last = before;
  node->next = NULL;
}

// a place among the children, NULL: before the first
static xml_Node* anyPlace(Tree* t, const xml_Node* parent) {
  xml_Node* place = NULL;
  for (xml_Node* c = xml_first(parent); c && !rarely(t, 4); c = xml_next(c)) place = c;
  return place;
}

static xml_Node* copyNode(Tree* t, const xml_Node* node) {
  xml_Node* copy = arena_alloc(&t->doc->arena, sizeof *copy);
  if (!copy) return NULL;
  *copy = *node;
  copy->parent = copy->first = copy->last = copy->next = NULL;
  for (xml_Node* c = xml_first(node); c; c = xml_next(c)) {
    xml_Node* inner = copyNode(t, c);
    if (inner) insert(copy, copy->last, inner);
  }
  return copy;
}

static void setAttr(Tree* t, xml_Node* node, const char* name, const char* value) {
  xml_Attr* attr = arena_array(&t->doc->arena, (size_t)node->nattr + 1, sizeof *attr);
  const char* text = arena_text(&t->doc->arena, value, strlen(value));
  if (!attr || !text) return;
  int at = 0;
  for (; at < node->nattr && strcmp(node->attr[at].name, name) != 0; at++) {
  }
  if (node->nattr) memcpy(attr, node->attr, (size_t)node->nattr * sizeof *attr);
  attr[at] = (xml_Attr){name, text};
  if (at == node->nattr) node->nattr++;
  node->attr = attr;
}

static void dropAttr(Tree* t, xml_Node* node, int at) {
  xml_Attr* attr = arena_array(&t->doc->arena, (size_t)node->nattr, sizeof *attr);
  if (!attr) return;
  for (int i = 0, k = 0; i < node->nattr; i++) {
    if (i != at) attr[k++] = node->attr[i];
  }
  node->attr = attr;
  node->nattr--;
}

// ---- values

static const char* anyNumber(Tree* t, bool whole) {
  static const char* const real[] = {"0",   ".1", ".2", ".5",  "1",    "2",    "-1",
                                     "-.3", "3",  "10", ".01", ".001", "1e-5", "0.707"};
  static const char* const integer[] = {"0", "1", "2", "3", "4", "5", "-1", "8", "10"};
  static const char* const odd[] = {"nan",    "inf",    "-inf",       "1e300",       "-1e300",
                                    "1e-310", "1e10",   "2147483647", "-2147483648", "1e-15",
                                    "-0",     "100000", "1e16",       "65536",       "x"};
  if (rarely(t, 30)) return PICK(t, odd);
  return whole ? PICK(t, integer) : PICK(t, real);
}

// the name of an element of a type (0: any), NULL if none was found
static const char* anyName(Tree* t, int type) {
  for (int tries = 0; tries < 40; tries++) {
    const int i = (int)chance(t, (unsigned)t->n);
    if (type && (!t->element[i] || t->element[i]->type != type)) continue;
    const char* name = xml_attr(t->node[i], type == SPEC_DEFAULT ? "class" : "name");
    if (name) return name;
  }
  return NULL;
}

// how one kind of attribute is written; buf has LONGEST_VALUE characters
typedef const char* Write(Tree* t, const schema_Attr* attr, char* buf);

static const char* writeNumbers(Tree* t, const schema_Attr* attr, char* buf) {
  const bool isList = attr->kind == ATTR_LIST;
  const int least = isList ? 0 : attr->min, most = isList ? 12 : attr->max;
  int n = rarely(t, 3) ? least + (int)chance(t, (unsigned)(most - least + 1)) : isList ? 3 : most;
  if (rarely(t, 60)) n++;
  size_t length = 0;
  buf[0] = 0;
  for (int i = 0; i < n && length < LONGEST_VALUE - 40; i++)
    length += (size_t)sprintf(buf + length, "%s%s", i ? " " : "",
                              anyNumber(t, attr->repr >= REPR_INT && !isList));
  return buf;
}

static const char* writeWord(Tree* t, const schema_Attr* attr, char* buf) {
  (void)buf;
  if (!attr->words || !attr->words->n || rarely(t, 60)) return "wrong";
  return attr->words->word[chance(t, (unsigned)attr->words->n)].name;
}

static const char* writeWords(Tree* t, const schema_Attr* attr, char* buf) {
  buf[0] = 0;
  for (int i = 0; attr->words && i < attr->words->n; i++) {
    if (!rarely(t, 3)) continue;
    if (buf[0]) strcat(buf, " ");
    strcat(buf, attr->words->word[i].name);
  }
  return buf;
}

// files are those that fuzz_model has
static const char* writeText(Tree* t, const schema_Attr* attr, char* buf) {
  static const char* const text[] = {"child.xml", "m.obj", "m.stl", "t.png", "",         "zyx",
                                     "XYZ",       "a b",   "a",     "no",    "../m.obj", "<&'\""};
  (void)attr, (void)buf;
  const char* name = rarely(t, 3) ? anyName(t, 0) : NULL;
  return name ? name : PICK(t, text);
}

static const char* writeName(Tree* t, const schema_Attr* attr, char* buf) {
  (void)attr;
  if (rarely(t, 10)) return writeText(t, attr, buf);
  sprintf(buf, "n%u", chance(t, 1000));
  return buf;
}

static const char* writeClass(Tree* t, const schema_Attr* attr, char* buf) {
  const char* name = anyName(t, SPEC_DEFAULT);
  return name && !rarely(t, 20) ? name : rarely(t, 4) ? writeText(t, attr, buf) : "main";
}

static const char* writeReference(Tree* t, const schema_Attr* attr, char* buf) {
  const char* name = anyName(t, rarely(t, 20) ? 0 : attr->ref);
  return name ? name : writeText(t, attr, buf);
}

static const char* writeSwitch(Tree* t, const schema_Attr* attr, char* buf) {
  static const char* const word[] = {"enable", "disable"};
  (void)attr, (void)buf;
  return PICK(t, word);
}

static const char* anyValue(Tree* t, const schema_Attr* attr, char* buf) {
  static Write* const write[ATTR_NKIND] = {
      [ATTR_NUMBER] = writeNumbers, [ATTR_LIST] = writeNumbers,        [ATTR_KEYWORD] = writeWord,
      [ATTR_FLAGS] = writeWords,    [ATTR_TEXT] = writeText,           [ATTR_NAME] = writeName,
      [ATTR_CLASS] = writeClass,    [ATTR_CHILDCLASS] = writeClass,    [ATTR_REF] = writeReference,
      [ATTR_QUAT] = writeNumbers,   [ATTR_ORIENTATION] = writeNumbers, [ATTR_DISABLE] = writeSwitch,
      [ATTR_ENABLE] = writeSwitch};
  return write[attr->kind](t, attr, buf);
}

// attributes that may not stand beside the one of this name
static void dropRivals(Tree* t, xml_Node* node, const schema_Element* element, const char* name) {
  for (int r = 0; r < element->nrule; r++) {
    const schema_Rule* rule = &element->rule[r];
    const bool one = rule->kind == RULE_ATMOST || rule->kind == RULE_ONE;
    for (int i = node->nattr - 1; i >= 0; i--) {
      const char* other = node->attr[i].name;
      const bool rival = one ? schema_listed(rule->a, name) && schema_listed(rule->a, other)
                             : rule->kind == RULE_NOTWITH && schema_listed(rule->b, name) &&
                                   schema_listed(rule->a, other);
      if (rival && strcmp(other, name) != 0) dropAttr(t, node, i);
    }
  }
}

static void setAny(Tree* t, xml_Node* node, const schema_Element* element) {
  char buf[LONGEST_VALUE];
  const int n = schema_attrCount(element);
  if (!n) return;
  const schema_Attr* attr = schema_attrAt(element, (int)chance(t, (unsigned)n));
  if (attr->flags & ATTR_LATER && !rarely(t, 50)) return;
  if (!rarely(t, 30)) dropRivals(t, node, element, attr->name);
  setAttr(t, node, attr->name, anyValue(t, attr, buf));
}

// a child that the grammar allows, mostly one that has an effect
static const schema_Element* anyChild(Tree* t, const schema_Element* element) {
  const schema_Element* child = NULL;
  for (int tries = 0; tries < 3; tries++) {
    child = element->child[chance(t, (unsigned)element->nchild)];
    if (!(child->flags & ELEM_IGNORED)) break;
  }
  return child;
}

// ---- mutations: each changes the tree at a place of its choice, or finds nothing to do

static void changeAttr(Tree* t) {
  const int i = (int)chance(t, (unsigned)t->n);
  if (t->element[i]) setAny(t, t->node[i], t->element[i]);
}

static void removeAttr(Tree* t) {
  xml_Node* node = t->node[chance(t, (unsigned)t->n)];
  if (node->nattr) dropAttr(t, node, (int)chance(t, (unsigned)node->nattr));
}

// an attribute that is there gets another value of its kind
static void refreshAttr(Tree* t) {
  char buf[LONGEST_VALUE];
  const int i = (int)chance(t, (unsigned)t->n);
  xml_Node* node = t->node[i];
  if (!t->element[i] || !node->nattr) return;
  const char* name = node->attr[chance(t, (unsigned)node->nattr)].name;
  const schema_Attr* attr = schema_attr(t->element[i], name);
  if (attr) setAttr(t, node, attr->name, anyValue(t, attr, buf));
}

// one number of a value that is there
static void changeNumber(Tree* t) {
  char buf[LONGEST_VALUE];
  xml_Node* node = t->node[chance(t, (unsigned)t->n)];
  if (!node->nattr) return;
  const xml_Attr* attr = &node->attr[chance(t, (unsigned)node->nattr)];
  const size_t n = strlen(attr->value);
  if (!n || n > LONGEST_VALUE - 40) return;
  size_t begin = chance(t, (unsigned)n), end = begin;
  while (begin > 0 && attr->value[begin - 1] != ' ') begin--;
  while (end < n && attr->value[end] != ' ') end++;
  snprintf(buf, sizeof buf, "%.*s%s%s", (int)begin, attr->value, anyNumber(t, false),
           attr->value + end);
  setAttr(t, node, attr->name, buf);
}

static void fillNew(Tree* t, xml_Node* node, const schema_Element* element) {
  char buf[LONGEST_VALUE];
  for (int i = 0, n = schema_attrCount(element); i < n; i++) {
    const schema_Attr* attr = schema_attrAt(element, i);
    if (attr->flags & (ATTR_REQUIRED | ATTR_PRESENT) && !rarely(t, 30))
      setAttr(t, node, attr->name, anyValue(t, attr, buf));
  }
  for (unsigned i = chance(t, 5); i > 0; i--) setAny(t, node, element);
}

static xml_Node* newNode(Tree* t, const schema_Element* element, int depth) {
  xml_Node* node = arena_alloc(&t->doc->arena, sizeof *node);
  if (!node) return NULL;
  node->tag = element->tag;
  fillNew(t, node, element);
  while (element->nchild && depth < 4 && !rarely(t, 2)) {
    xml_Node* inner = newNode(t, anyChild(t, element), depth + 1);
    if (inner) insert(node, node->last, inner);
  }
  return node;
}

static void addElement(Tree* t) {
  const int i = (int)chance(t, (unsigned)t->n);
  const schema_Element* element = t->element[i];
  if (!element || !element->nchild) return;
  xml_Node* node = newNode(t, anyChild(t, element), 0);
  if (node) insert(t->node[i], anyPlace(t, t->node[i]), node);
}

static xml_Node* anyButRoot(Tree* t) {
  return t->n > 1 ? t->node[1 + chance(t, (unsigned)t->n - 1)] : NULL;
}

static void removeElement(Tree* t) {
  xml_Node* node = anyButRoot(t);
  if (node) detach(node);
}

static void renameAll(Tree* t, xml_Node* node) {
  char buf[LONGEST_VALUE];
  const char* name = xml_attr(node, "name");
  snprintf(buf, sizeof buf, "%.100s%u", name ? name : "", chance(t, 100));
  if (name) setAttr(t, node, "name", buf);
  for (xml_Node* c = xml_first(node); c; c = xml_next(c)) renameAll(t, c);
}

static void duplicate(Tree* t) {
  xml_Node* node = anyButRoot(t);
  xml_Node* copy = node && t->n < 400 ? copyNode(t, node) : NULL;
  if (!copy) return;
  if (!rarely(t, 8)) renameAll(t, copy);
  insert(node->parent, node, copy);
}

static bool isWithin(const xml_Node* node, const xml_Node* outer) {
  while (node && node != outer) node = node->parent;
  return node != NULL;
}

// to another element that may have it
static void move(Tree* t) {
  xml_Node* node = anyButRoot(t);
  for (int tries = 0; node && tries < 20; tries++) {
    const int i = (int)chance(t, (unsigned)t->n);
    const bool fits = t->element[i] && (schema_child(t->element[i], node->tag) || rarely(t, 40));
    if (!fits || isWithin(t->node[i], node)) continue;
    detach(node);
    insert(t->node[i], anyPlace(t, t->node[i]), node);
    return;
  }
}

// two names change places
static void swapNames(Tree* t) {
  xml_Node *a = anyButRoot(t), *b = anyButRoot(t);
  const char *first = a ? xml_attr(a, "name") : NULL, *second = b ? xml_attr(b, "name") : NULL;
  if (!first || !second) return;
  setAttr(t, a, "name", second);
  setAttr(t, b, "name", first);
}

// an element into a new one of a kind that may have it: a frame, a replicate, a body, a class
static void wrap(Tree* t) {
  const int i = t->n > 1 ? 1 + (int)chance(t, (unsigned)t->n - 1) : 0;
  xml_Node *node = t->node[i], *parent = node->parent;
  const schema_Element* above = parent ? &schema_root : NULL;
  for (int k = 0; k < t->n && parent; k++) above = t->node[k] == parent ? t->element[k] : above;
  if (!above || !above->nchild) return;
  const schema_Element* outer = above->child[chance(t, (unsigned)above->nchild)];
  for (int k = 0; k < 12 && !schema_child(outer, node->tag); k++)
    outer = above->child[chance(t, (unsigned)above->nchild)];
  if (!schema_child(outer, node->tag)) return;
  xml_Node* around = arena_alloc(&t->doc->arena, sizeof *around);
  if (!around) return;
  around->tag = outer->tag;
  fillNew(t, around, outer);
  insert(parent, node, around);
  detach(node);
  insert(around, NULL, node);
}

// another file in place of what it contains
static void includeFile(Tree* t) {
  xml_Node* node = arena_alloc(&t->doc->arena, sizeof *node);
  xml_Node* parent = t->node[chance(t, (unsigned)t->n)];
  if (!node || !rarely(t, 4)) return;
  node->tag = "include";
  setAttr(t, node, "file", rarely(t, 2) ? "part.xml" : "child.xml");
  insert(parent, anyPlace(t, parent), node);
}

typedef void Mutation(Tree* t);

// what happens often stands often
static Mutation* const mutations[] = {
    changeAttr,   changeAttr, changeAttr, refreshAttr, refreshAttr, removeAttr,    changeNumber,
    changeNumber, addElement, addElement, addElement,  addElement,  removeElement, duplicate,
    duplicate,    move,       move,       swapNames,   wrap,        wrap,          includeFile};

// ---- text again

typedef struct {
  uint8_t* text;
  size_t n, most;
} Out;

static void put(Out* out, const char* text) {
  const size_t n = strlen(text);
  if (out->n + n <= out->most) memcpy(out->text + out->n, text, n);
  out->n += n;
}

static void putValue(Out* out, const char* value) {
  for (; *value; value++) {
    const char one[2] = {*value, 0};
    const char* text = *value == '<'    ? "&lt;"
                       : *value == '&'  ? "&amp;"
                       : *value == '\'' ? "&apos;"
                                        : one;
    put(out, text);
  }
}

static void putNode(Out* out, const xml_Node* node) {
  if (out->n > out->most) return;
  put(out, "<"), put(out, node->tag);
  for (int i = 0; i < node->nattr; i++) {
    put(out, " "), put(out, node->attr[i].name), put(out, "='");
    putValue(out, node->attr[i].value);
    put(out, "'");
  }
  if (!xml_first(node)) {
    put(out, "/>");
    return;
  }
  put(out, ">");
  for (xml_Node* c = xml_first(node); c; c = xml_next(c)) putNode(out, c);
  put(out, "</"), put(out, node->tag), put(out, ">\n");
}

size_t fuzz_mutateMjcf(uint8_t* data, size_t size, size_t most, unsigned seed) {
  static const char empty[] = "<mujoco><worldbody><body name='a'/></worldbody></mujoco>";
  diag_Diag diag = {0};
  Tree* t = calloc(1, sizeof *t);
  if (!t) return size;
  t->random = seed * 0x9E3779B97F4A7C15ULL + 1;
  t->doc = xml_parse((const char*)data, size, "", NULL, &diag);
  diag_free(&diag);
  if (!t->doc) t->doc = xml_parse(empty, sizeof empty - 1, "", NULL, &diag);
  Out out = {data, 0, most < MOST_TEXT ? most : MOST_TEXT};
  if (t->doc && t->doc->root) {
    for (unsigned i = 1 + chance(t, 4); i > 0; i--) {
      relist(t);
      PICK(t, mutations)(t);
    }
    putNode(&out, t->doc->root);
  }
  if (t->doc) xml_free(t->doc);
  diag_free(&diag);
  free(t);
  return out.n && out.n <= out.most ? out.n : size;
}
