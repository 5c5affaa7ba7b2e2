// Messages of the library: MjLogMessage, MjLogConfig and the function that gets messages in place
// of the console. Errors are exceptions; the last warning of a call comes after it, information on
// topics as it comes.
#include <limits.h>
#include <string.h>

#include "core.h"

// a struct with texts in it; mjLogMessage is the larger one
typedef struct Record_ {
  PyObject_HEAD union {
    mjLogMessage message;
    mjLogConfig config;
    char bytes[sizeof(mjLogMessage)];
  } value;
} Record;

typedef enum RecordKind_ { RECORD_BOOL, RECORD_INT, RECORD_TEXT, RECORD_POINTER } RecordKind;

typedef struct RecordMember_ {
  size_t offset;
  RecordKind kind;
  size_t room;  // bytes of a text
} RecordMember;

static PyTypeObject* message_type;
static PyTypeObject* config_type;
PyObject* log_handler;

// ---- members

static PyObject* text_or_none(const char* text) {
  if (!text) return Py_NewRef(Py_None);
  return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
}

static PyObject* get_member(PyObject* self, void* closure) {
  const RecordMember* f = closure;
  const char* p = ((Record*)self)->value.bytes + f->offset;
  switch (f->kind) {
    case RECORD_BOOL:
      return PyBool_FromLong(*(const mjtBool*)p);
    case RECORD_INT:
      return PyLong_FromLong(*(const int*)p);
    case RECORD_TEXT:
      return text_or_none(p);
    default:
      return text_or_none(*(char* const*)p);
  }
}

// what does not fit is cut off
static int set_text(char* p, size_t room, PyObject* value) {
  Py_ssize_t n;
  const char* text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &n) : NULL;
  if (!text) {
    PyErr_SetString(PyExc_TypeError, "a str is expected");
    return -1;
  }
  const size_t length = (size_t)n < room ? (size_t)n : room - 1;
  memset(p, 0, room);
  memcpy(p, text, length);
  return 0;
}

static int set_member(PyObject* self, PyObject* value, void* closure) {
  const RecordMember* f = closure;
  char* p = ((Record*)self)->value.bytes + f->offset;
  if (!value) {
    PyErr_SetString(PyExc_AttributeError, "members of structs cannot be deleted");
    return -1;
  }
  if (f->kind == RECORD_TEXT) return set_text(p, f->room, value);
  if (f->kind == RECORD_BOOL) {
    const int truth = PyObject_IsTrue(value);
    if (truth >= 0) *(mjtBool*)p = truth > 0;
    return truth < 0 ? -1 : 0;
  }
  const Py_ssize_t number = PyNumber_AsSsize_t(value, PyExc_OverflowError);
  if (number == -1 && PyErr_Occurred()) return -1;
  if (number < INT_MIN || number > INT_MAX) {
    PyErr_SetString(PyExc_OverflowError, "the number is out of range");
    return -1;
  }
  *(int*)p = (int)number;
  return 0;
}

#define MEMBER(type, name, kind, doc)                                                              \
  {                                                                                                \
#name, get_member, RECORD_##kind == RECORD_POINTER ? NULL : set_member, doc, &(RecordMember) { \
      offsetof(type, name), RECORD_##kind, sizeof(((type*)0)->name)                                \
    }                                                                                              \
  }

static PyGetSetDef message_members[] = {
    MEMBER(mjLogMessage, level, INT, "mjtLogLevel"),
    MEMBER(mjLogMessage, topic, INT, "mjtLogTopic"),
    MEMBER(mjLogMessage, subject, TEXT, "text of one line"),
    MEMBER(mjLogMessage, body, POINTER, "further text, None: there is none"),
    MEMBER(mjLogMessage, func, POINTER, "function that it comes from, None: not known"),
    MEMBER(mjLogMessage, file, POINTER, "source file, None: not known"),
    MEMBER(mjLogMessage, line, INT, "line there"),
    MEMBER(mjLogMessage, timestamp, BOOL, "is the time to be printed with it"),
    {NULL, NULL, NULL, NULL, NULL}};

static PyGetSetDef config_members[] = {
    MEMBER(mjLogConfig, logto_console, BOOL, "print messages"),
    MEMBER(mjLogConfig, logto_file, BOOL, "append messages to a file"),
    MEMBER(mjLogConfig, logfile, TEXT, "name of that file"),
    MEMBER(mjLogConfig, topics, INT, "topics that are on: bit k-1 for topic k"),
    {NULL, NULL, NULL, NULL, NULL}};

// ---- objects

static PyObject* record_new(PyTypeObject* type, PyObject* args, PyObject* kw) {
  (void)args, (void)kw;
  return PyType_GenericAlloc(type, 0);
}

static int record_init(PyObject* self, PyObject* args, PyObject* kw) {
  const bool message = PyObject_TypeCheck(self, message_type);
  return no_arguments(message ? "MjLogMessage" : "MjLogConfig", args, kw) ? 0 : -1;
}

static PyObject* record_of(PyTypeObject* type, const void* value, size_t size) {
  Record* r = (Record*)PyType_GenericAlloc(type, 0);
  if (r) memcpy(r->value.bytes, value, size);
  return (PyObject*)r;
}

static void record_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(self);
  Py_DECREF(type);
}

static PyObject* record_copy(PyObject* self, PyObject* unused) {
  (void)unused;
  return record_of(Py_TYPE(self), ((Record*)self)->value.bytes, sizeof(((Record*)self)->value));
}

static bool same_members(PyObject* a, PyObject* b) {
  for (const PyGetSetDef* f = PyType_GetSlot(Py_TYPE(a), Py_tp_getset); f->name; f++) {
    PyObject *x = f->get(a, f->closure), *y = f->get(b, f->closure);
    const int same = x && y ? PyObject_RichCompareBool(x, y, Py_EQ) : -1;
    Py_XDECREF(x);
    Py_XDECREF(y);
    if (same < 1) return false;
  }
  return true;
}

static PyObject* record_compare(PyObject* a, PyObject* b, int op) {
  if (Py_TYPE(a) != Py_TYPE(b) || (op != Py_EQ && op != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  const bool same = same_members(a, b);
  return PyErr_Occurred() ? NULL : PyBool_FromLong(same == (op == Py_EQ));
}

// ---- configuration

static PyObject* config_get(PyObject* self, PyObject* unused) {
  (void)self, (void)unused;
  const mjLogConfig config = mju_getLogConfig();
  return record_of(config_type, &config, sizeof(config));
}

static PyObject* config_set(PyObject* self, PyObject* unused) {
  (void)unused;
  mju_setLogConfig(((Record*)self)->value.config);
  Py_RETURN_NONE;
}

static PyObject* set_config(PyObject* self, PyObject* config) {
  if (PyObject_TypeCheck(config, config_type)) return config_set(config, self);
  PyErr_SetString(PyExc_TypeError, "mju_setLogConfig(): config should be MjLogConfig");
  return NULL;
}

// ---- the function that gets messages

static bool tell(const mjLogMessage* message) {
  PyObject* function = Py_NewRef(log_handler);
  PyObject* argument = record_of(message_type, message, sizeof(*message));
  PyObject* result = argument ? PyObject_CallFunctionObjArgs(function, argument, NULL) : NULL;
  Py_XDECREF(result);
  Py_XDECREF(argument);
  Py_DECREF(function);
  return result != NULL;
}

bool log_warning(const char* text) {
  mjLogMessage message = {.level = mjLOG_WARNING};
  strncpy(message.subject, text, sizeof(message.subject) - 1);
  return tell(&message);
}

// the call goes on after an exception; further texts live no longer than it, so they stay behind
static void on_message(const mjLogMessage* message) {
  const PyGILState_STATE state = PyGILState_Ensure();
  PyObject *type, *value, *trace;  // of a callback that has failed before
  PyErr_Fetch(&type, &value, &trace);
  mjLogMessage copy = *message;
  copy.body = copy.func = copy.file = NULL;
  if (log_handler && !tell(&copy)) PyErr_WriteUnraisable(log_handler);
  PyErr_Restore(type, value, trace);
  PyGILState_Release(state);
}

static PyObject* set_handler(PyObject* self, PyObject* function) {
  (void)self;
  if (function != Py_None && !PyCallable_Check(function)) {
    PyErr_SetString(PyExc_TypeError, "handler is not an Optional[Callable]");
    return NULL;
  }
  PyObject* old = log_handler ? log_handler : Py_NewRef(Py_None);
  log_handler = function == Py_None ? NULL : Py_NewRef(function);
  mju_setLogHandler(log_handler ? on_message : NULL);
  return old;
}

// ---- module

static PyTypeObject* make_type(const char* name, PyGetSetDef* members, PyMethodDef* methods) {
  PyType_Slot slots[] = {{Py_tp_new, record_new},
                         {Py_tp_init, record_init},
                         {Py_tp_dealloc, record_dealloc},
                         {Py_tp_getset, members},
                         {Py_tp_methods, methods},
                         {Py_tp_repr, struct_repr},
                         {Py_tp_richcompare, record_compare},
                         {Py_tp_hash, PyObject_HashNotImplemented},
                         {0, NULL}};
  PyType_Spec spec = {name, sizeof(Record), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  return (PyTypeObject*)PyType_FromSpec(&spec);
}

bool log_add(PyObject* module) {
  static PyMethodDef message_methods[] = {{"__copy__", record_copy, METH_NOARGS, "a copy"},
                                          {"__deepcopy__", record_copy, METH_O, "a copy"},
                                          {NULL, NULL, 0, NULL}};
  static PyMethodDef config_methods[] = {
      {"get", config_get, METH_NOARGS | METH_STATIC, "what is set now"},
      {"set", config_set, METH_NOARGS, "sets it"},
      {"__copy__", record_copy, METH_NOARGS, "a copy"},
      {"__deepcopy__", record_copy, METH_O, "a copy"},
      {NULL, NULL, 0, NULL}};
  static PyMethodDef functions[] = {
      {"mju_getLogConfig", config_get, METH_NOARGS,
       "mju_getLogConfig()\n--\n\nWhere messages go and which topics are on."},
      {"mju_setLogConfig", set_config, METH_O,
       "mju_setLogConfig(config)\n--\n\nSets where messages go and which topics are on."},
      {"mju_setLogHandler", set_handler, METH_O,
       "mju_setLogHandler(handler)\n--\n\nf(MjLogMessage) gets the last warning of each call, and "
       "messages on topics in place of the console; None takes it away. Returns the one before."},
      {NULL, NULL, 0, NULL}};
  message_type = make_type("sinew._core.MjLogMessage", message_members, message_methods);
  config_type = make_type("sinew._core.MjLogConfig", config_members, config_methods);
  return message_type && config_type &&
         PyModule_AddObjectRef(module, "MjLogMessage", (PyObject*)message_type) == 0 &&
         PyModule_AddObjectRef(module, "MjLogConfig", (PyObject*)config_type) == 0 &&
         PyModule_AddFunctions(module, functions) == 0;
}
