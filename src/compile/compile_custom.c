// Custom user data of a model: numeric arrays, text strings, and tuples of objects.
#include <string.h>

#include "base/assert.h"
#include "compile/compile_index.h"

static const spec_Vec* vecOf(const void* member) { return member; }

// ---- checks

static bool prepareNumeric(comp_Compile* c, const spec_Element* e) {
  const mjsNumeric* data = SPEC_DATA(mjsNumeric, e);
  if (data->size < 1) {
    comp_error(c, e, "size: %d numbers; 1 or more are needed", data->size);
    return false;
  }
  if (vecOf(data->data)->size > data->size) {
    comp_error(c, e, "data: %d numbers, but size is %d; leave size out, or make it larger",
               vecOf(data->data)->size, data->size);
    return false;
  }
  return comp_advance(c, e, "the number of custom numbers", &c->size.nnumericdata, data->size);
}

static bool prepareText(comp_Compile* c, const spec_Element* e) {
  size_t length = strlen(vec_text(SPEC_DATA(mjsText, e)->data));
  if (!length) {
    comp_error(c, e, "data: the text is empty; it needs at least one character");
    return false;
  }
  return comp_advance(c, e, "the length of custom texts", &c->size.ntextdata, (mjtSize)length + 1);
}

// id of the k-th object of a tuple, -1 after an error
static int tupleObject(comp_Compile* c, const spec_Element* e, int k) {
  const mjsTuple* data = SPEC_DATA(mjsTuple, e);
  int type = ((const int*)vecOf(data->objtype)->data)[k];
  const char* name = vec_textAt(data->objname, k);
  if (type <= mjOBJ_UNKNOWN || type >= mjNOBJECT || !*name) {
    comp_error(c, e, "element %d: it needs an objtype and an objname", k);
    return -1;
  }
  return comp_find(c, e, "objname", type == mjOBJ_XBODY ? mjOBJ_BODY : type, name);
}

static bool prepareTuple(comp_Compile* c, const spec_Element* e) {
  const mjsTuple* data = SPEC_DATA(mjsTuple, e);
  int n = vecOf(data->objtype)->size;
  if (!n) {
    comp_error(c, e, "it is empty; list at least one element in it");
    return false;
  }
  if (vecOf(data->objname)->size != n || vecOf(data->objprm)->size != n) {
    comp_error(c, e, "it has %d types, %d names and %d parameters; there must be as many of each",
               n, vecOf(data->objname)->size, vecOf(data->objprm)->size);
    return false;
  }
  for (int k = 0; k < n; k++) {
    if (tupleObject(c, e, k) >= 0) continue;
    // no error so far: the compiler was asked to discard the object
    if (!c->diag->failed)
      comp_error(c, e, "element %d: '%s' is discarded", k, vec_textAt(data->objname, k));
    return false;
  }
  return comp_advance(c, e, "the number of tuple elements", &c->size.ntupledata, n);
}

bool comp_prepareCustom(comp_Compile* c) {
  const struct {
    int type;
    mjtSize* count;
    bool (*prepare)(comp_Compile* c, const spec_Element* e);
  } kind[] = {{mjOBJ_NUMERIC, &c->size.nnumeric, prepareNumeric},
              {mjOBJ_TEXT, &c->size.ntext, prepareText},
              {mjOBJ_TUPLE, &c->size.ntuple, prepareTuple}};
  for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
    const spec_List* list = &c->list[kind[k].type];
    for (int i = 0; i < list->n; i++) {
      if (!kind[k].prepare(c, list->item[i]) && !comp_resume(c)) return false;
    }
    *kind[k].count = list->n;
  }
  return true;
}

// ---- arrays

static void fillNumerics(comp_Compile* c) {
  mjModel* m = c->m;
  int adr = 0;
  for (int i = 0; i < m->nnumeric; i++) {
    const mjsNumeric* data = SPEC_DATA(mjsNumeric, c->list[mjOBJ_NUMERIC].item[i]);
    m->numeric_adr[i] = adr;
    m->numeric_size[i] = data->size;
    comp_fillUser(m->numeric_data + adr, data->size, 0, data->data);
    adr += data->size;
  }
  ASSERT(adr == m->nnumericdata);
}

static void fillTexts(comp_Compile* c) {
  mjModel* m = c->m;
  int adr = 0;
  for (int i = 0; i < m->ntext; i++) {
    const char* text = vec_text(SPEC_DATA(mjsText, c->list[mjOBJ_TEXT].item[i])->data);
    m->text_adr[i] = adr;
    m->text_size[i] = (int)strlen(text) + 1;
    memcpy(m->text_data + adr, text, (size_t)m->text_size[i]);
    adr += m->text_size[i];
  }
  ASSERT(adr == m->ntextdata);
}

static void fillTuples(comp_Compile* c) {
  mjModel* m = c->m;
  int adr = 0;
  for (int i = 0; i < m->ntuple; i++) {
    const spec_Element* e = c->list[mjOBJ_TUPLE].item[i];
    const mjsTuple* data = SPEC_DATA(mjsTuple, e);
    m->tuple_adr[i] = adr;
    m->tuple_size[i] = vecOf(data->objtype)->size;
    for (int k = 0; k < m->tuple_size[i]; k++, adr++) {
      m->tuple_objtype[adr] = ((const int*)vecOf(data->objtype)->data)[k];
      m->tuple_objid[adr] = tupleObject(c, e, k);
      m->tuple_objprm[adr] = ((const double*)vecOf(data->objprm)->data)[k];
    }
  }
  ASSERT(adr == m->ntupledata);
}

bool comp_fillCustom(comp_Compile* c) {
  fillNumerics(c);
  fillTexts(c);
  fillTuples(c);
  return !c->diag->failed;
}
