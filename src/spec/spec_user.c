// User values: a linked list of key-value pairs for each element (user data with cleanup
// callbacks). A value is freed when it is replaced or deleted, or with the spec, since a program
// may still hold a deleted element.
#include "spec/spec_user.h"

#include <string.h>

#include <sinew/api.h>

#include "base/args.h"
#include "base/assert.h"
#include "base/mem.h"

static user_Value** find(spec_Element* e, const char* key) {
  user_Value** at = &e->user;
  while (*at && strcmp((*at)->key, key)) at = &(*at)->next;
  return at;
}

static void clean(const user_Value* value) {
  if (value->cleanup) value->cleanup(value->data);
}

static user_Value* add(spec_Element* e, const char* key) {
  const size_t n = strlen(key) + 1;
  user_Value* value = mem_calloc(1, sizeof *value + n);
  if (!value || (!e->user && !spec_listAdd(&e->spec->pool, &e->spec->valued, e))) {
    e->spec->pool.failed = true;
    mem_free(value);
    return NULL;
  }
  memcpy(value->key, key, n);
  value->next = e->user;
  e->user = value;
  return value;
}

void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data,
                                 void (*cleanup)(const void*)) {
  ARGS_NEED(element, key);
  user_Value* value = *find(spec_of(element), key);
  if (value) clean(value);
  if (!value) value = add(spec_of(element), key);
  if (!value) return;
  value->data = data;
  value->cleanup = cleanup;
}

void mjs_setUserValue(mjsElement* element, const char* key, const void* data) {
  ARGS_NEED(element, key);
  mjs_setUserValueWithCleanup(element, key, data, NULL);
}

const void* mjs_getUserValue(mjsElement* element, const char* key) {
  ARGS_NEED_OR(NULL, element, key);
  const user_Value* value = *find(spec_of(element), key);
  return value ? value->data : NULL;
}

void mjs_deleteUserValue(mjsElement* element, const char* key) {
  ARGS_NEED(element, key);
  user_Value** at = find(spec_of(element), key);
  user_Value* value = *at;
  if (!value) return;
  *at = value->next;
  clean(value);
  mem_free(value);
}

void user_move(spec_Element* to, spec_Element* from) {
  ASSERT(!to->user);
  if (!from->user || !spec_listAdd(&to->spec->pool, &to->spec->valued, to)) return;
  to->user = from->user;
  from->user = NULL;
}

void user_free(spec_Spec* spec) {
  for (int i = 0; i < spec->valued.n; i++) {
    spec_Element* e = spec->valued.item[i];
    while (e->user) {
      user_Value* value = e->user;
      e->user = value->next;
      clean(value);
      mem_free(value);
    }
  }
}
