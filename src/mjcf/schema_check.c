// Schema validation of an XML document, before anything is read: unknown elements and attributes
// (with the nearest known name as a suggestion), rules about presence, required attributes,
// elements that may appear only once.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "mjcf/schema_row.h"

enum { MOST_NAMES = 80 };  // maximum number of attributes or children of one element in messages

typedef struct {
  diag_Diag* diag;
  bool lenient;  // inside a frame: wrong attributes are warnings
} Check;

// the check continues after an error, up to a limit
static void report(const Check* c, bool lenient, const xml_Node* node, const char* message) {
  char label[XML_LABEL_SIZE];
  xml_label(label, node);
  if (lenient) {
    diag_warning(c->diag, node->where, label, "%s (ignored here)", message);
  } else {
    diag_error(c->diag, node->where, label, "%s", message);
    diag_resume(c->diag);
  }
}

// "did you mean 'x'? " or "", then "accepted: a, b, c"
static void addNames(text_Text* out, const char* word, const char* const* names, int n) {
  const char* near = xml_similar(word, names, n, sizeof *names);
  if (near) text_format(out, "; did you mean '%s'?", near);
  if (!n) return;
  text_add(out, near ? " Accepted: " : "; accepted: ");
  for (int i = 0; i < n; i++) text_format(out, "%s%s", i ? ", " : "", names[i]);
}

// reports a message composed in a text buffer
static void reportText(const Check* c, bool lenient, const xml_Node* node, text_Text* message) {
  if (message->failed) diag_noMemory(c->diag);
  report(c, lenient, node, text_get(message));
  text_free(message);
}

// ---- attributes

static void unknownAttr(const Check* c, const xml_Node* node, const schema_Element* element,
                        const char* name) {
  if (c->lenient && c->diag->nwarning == DIAG_MOST_WARNINGS) {
    report(c, true, node, "");  // only counted
    return;
  }
  const char* names[MOST_NAMES];
  int n = schema_attrCount(element);
  if (n > MOST_NAMES) n = MOST_NAMES;
  for (int i = 0; i < n; i++) names[i] = schema_attrAt(element, i)->name;
  text_Text message = {0};
  if (n) {
    text_format(&message, "unknown attribute '%.60s'", name);
  } else {
    text_format(&message, "attribute '%.60s': this element has no attributes", name);
  }
  addNames(&message, name, names, n);
  reportText(c, c->lenient, node, &message);
}

static void checkAttrs(const Check* c, const xml_Node* node, const schema_Element* element) {
  int unknown = 0;
  for (int i = 0; i < node->nattr && !c->diag->failed; i++) {
    const schema_Attr* attr = schema_attr(element, node->attr[i].name);
    if (!attr) {
      if (unknown++ < DIAG_MOST) unknownAttr(c, node, element, node->attr[i].name);
    } else if (attr->flags & ATTR_LATER) {
      char message[200];
      snprintf(message, sizeof message, "attribute '%s' is not supported yet", attr->name);
      report(c, false, node, message);
    }
  }
  if (unknown > DIAG_MOST) {
    char message[200];
    snprintf(message, sizeof message, "%d more attributes are unknown", unknown - DIAG_MOST);
    report(c, c->lenient, node, message);
  }
}

static void checkRequired(const Check* c, const xml_Node* node, const schema_Element* element) {
  if (element->flags & ELEM_CLASS) return;
  for (int part = 0; part < SCHEMA_PARTS && element->rows[part].n; part++) {
    for (int i = 0; i < element->rows[part].n; i++) {
      const schema_Attr* attr = &element->rows[part].row[i];
      if (attr->flags & ATTR_REQUIRED && !xml_require(node, attr->name, c->diag))
        diag_resume(c->diag);
      if (attr->flags & ATTR_PRESENT && !xml_attr(node, attr->name)) {
        char message[200];
        snprintf(message, sizeof message, "attribute '%s' is required and missing; it may be empty",
                 attr->name);
        report(c, false, node, message);
      }
    }
  }
}

// ---- presence rules

// number of listed attributes that the node has; blank ones count as absent
static int countListed(const xml_Node* node, const char* list) {
  int n = 0;
  for (int i = 0; i < node->nattr && list; i++) {
    const char* value = node->attr[i].value;
    n += schema_listed(list, node->attr[i].name) && value[strspn(value, " \t\r\n")];
  }
  return n;
}

static int countWords(const char* list) {
  int n = 1;
  for (; *list; list++) n += *list == ' ';
  return n;
}

// "a, b, c"
static void addList(text_Text* out, const char* list) {
  for (; *list; list++) text_bytes(out, *list == ' ' ? ", " : list, *list == ' ' ? 2 : 1);
}

static bool holds(const schema_Rule* rule, const xml_Node* node) {
  ASSERT(rule->a && (rule->b || rule->kind < RULE_NOTWITH));
  int a = countListed(node, rule->a), b = countListed(node, rule->b);
  switch (rule->kind) {
    case RULE_ATMOST:
      return a <= 1;
    case RULE_ONE:
      return a == 1;
    case RULE_TOGETHER:
      return a == 0 || a == countWords(rule->a);
    case RULE_NOTWITH:
      return a == 0 || b == 0;
    case RULE_COMPLETE:
      return a == countWords(rule->a) || b == countWords(rule->b);
  }
  return true;
}

static void checkRules(const Check* c, const xml_Node* node, const schema_Element* element) {
  static const char* const before[] = {[RULE_ATMOST] = "only one may be given of: ",
                                       [RULE_ONE] = "exactly one must be given of: ",
                                       [RULE_TOGETHER] =
                                           "these belong together, give all or none: ",
                                       [RULE_NOTWITH] = "",
                                       [RULE_COMPLETE] = "give "};
  static const char* const between[] = {[RULE_ATMOST] = "",
                                        [RULE_ONE] = "",
                                        [RULE_TOGETHER] = "",
                                        [RULE_NOTWITH] = " cannot be combined with ",
                                        [RULE_COMPLETE] = ", or else "};
  for (int i = 0; i < element->nrule; i++) {
    const schema_Rule* rule = &element->rule[i];
    if (holds(rule, node)) continue;
    text_Text message = {0};
    text_add(&message, before[rule->kind]);
    addList(&message, rule->a);
    text_add(&message, between[rule->kind]);
    if (rule->b) addList(&message, rule->b);
    reportText(c, c->lenient && !rule->always, node, &message);
  }
}

// ---- elements

// the section or element that contains a known tag, NULL if there is none
static const char* homeOf(const char* tag) {
  for (int i = 0; i < schema_root.nchild; i++) {
    const schema_Element* section = schema_root.child[i];
    if (section != &schema_default && schema_child(section, tag)) return section->tag;
  }
  return schema_child(&schema_root, tag) ? schema_root.tag : NULL;
}

static void unknownElement(const Check* c, const xml_Node* node, const schema_Element* parent) {
  const char* names[MOST_NAMES];
  int n = parent->nchild > MOST_NAMES ? MOST_NAMES : parent->nchild;
  for (int i = 0; i < n; i++) names[i] = parent->child[i]->tag;
  text_Text message = {0};
  const char* home = homeOf(node->tag);
  if (home) {
    text_format(&message, "not accepted in <%s>; it belongs in <%s>", parent->tag, home);
  } else {
    text_format(&message, "unknown element in <%s>", parent->tag);
  }
  if (n) {
    addNames(&message, node->tag, names, n);
  } else {
    text_add(&message, "; it has no elements inside");
  }
  reportText(c, false, node, &message);
}

// reports the second of an element that may appear only once, at the location of the parent; the
// message has both locations
static void repeated(const Check* c, const xml_Node* node, const xml_Node* child) {
  char message[200];
  text_print(message, sizeof message, "<%s> may stand only once in <%s>; the second is on line %d",
             child->tag, node->tag, child->where.line);
  report(c, c->lenient, node, message);
}

static void check(Check* c, const xml_Node* node, const schema_Element* element);

static void checkChildren(Check* c, const xml_Node* node, const schema_Element* element) {
  uint64_t seen = 0;
  for (const xml_Node* child = xml_first(node); child && !c->diag->failed;
       child = xml_next(child)) {
    const schema_Element* kind = schema_child(element, child->tag);
    if (!kind) {
      unknownElement(c, child, element);
      continue;
    }
    if (kind->flags & ELEM_IGNORED) {
      diag_warning(c->diag, child->where, NULL, "<%s> outside <worldbody> has no effect",
                   child->tag);
      continue;
    }
    if (kind->card == CARD_ONCE) {
      int i = 0;
      while (element->child[i] != kind) i++;
      ASSERT(i < 64);  // one bit of `seen` each
      if (seen >> i & 1) repeated(c, node, child);
      seen |= (uint64_t)1 << i;
    }
    check(c, child, kind);
  }
}

// the depth limit of documents bounds the recursion
static void check(Check* c, const xml_Node* node, const schema_Element* element) {
  const bool lenient = c->lenient;
  if (element->flags & ELEM_LENIENT) c->lenient = true;
  checkAttrs(c, node, element);
  checkRules(c, node, element);
  checkRequired(c, node, element);
  checkChildren(c, node, element);
  c->lenient = lenient;
}

bool schema_check(const xml_Node* root, diag_Diag* diag) {
  Check c = {.diag = diag};
  check(&c, root, &schema_root);
  return diag_settle(diag);
}

bool schema_checkPart(const xml_Node* node, const schema_Element* element, diag_Diag* diag) {
  Check c = {.diag = diag, .lenient = true};
  check(&c, node, element);
  return diag_settle(diag);
}
