// The extension module sinew._core.
#define SINEW_IMPORTS_NUMPY
#include "core.h"

static bool add_texts(PyObject* module, const char* name, const char* const* text, int n) {
  PyObject* tuple = PyTuple_New(n);
  for (int i = 0; tuple && i < n; i++) {
    PyObject* item = PyUnicode_FromString(text[i]);
    if (!item || PyTuple_SetItem(tuple, i, item) < 0) {
      Py_DECREF(tuple);
      return false;
    }
  }
  return tuple && PyModule_AddObject(module, name, tuple) == 0;
}

// rows of three texts
static bool add_rows(PyObject* module, const char* name, const char* const (*text)[3], int n) {
  PyObject* tuple = PyTuple_New(n);
  for (int i = 0; tuple && i < n; i++) {
    PyObject* row = Py_BuildValue("(sss)", text[i][0], text[i][1], text[i][2]);
    if (!row || PyTuple_SetItem(tuple, i, row) < 0) {
      Py_DECREF(tuple);
      return false;
    }
  }
  return tuple && PyModule_AddObject(module, name, tuple) == 0;
}

#define ADD_ROWS(name, n) add_rows(module, #name, (const char* const(*)[3])(name), n)

static int fill(PyObject* module) {
  const bool good = errors_add(module) && enums_add(module) && log_add(module) &&
                    allocators_add(module) && vfs_add(module) && structs_add(module) &&
                    views_add(module) && specs_add(module) && callbacks_add(module) &&
                    rollout_add(module) && batches_add(module) &&
                    PyModule_AddFunctions(module, generated_methods) == 0 &&
                    PyModule_AddFunctions(module, special_methods) == 0 &&
                    PyModule_AddFunctions(module, extra_methods) == 0 &&
                    PyModule_AddFunctions(module, finding_methods) == 0 &&
                    PyModule_AddFunctions(module, picture_methods) == 0 &&
                    add_texts(module, "mjDISABLESTRING", mjDISABLESTRING, mjNDISABLE) &&
                    add_texts(module, "mjENABLESTRING", mjENABLESTRING, mjNENABLE) &&
                    add_texts(module, "mjTIMERSTRING", mjTIMERSTRING, mjNTIMER) &&
                    add_texts(module, "mjLABELSTRING", mjLABELSTRING, mjNLABEL) &&
                    add_texts(module, "mjFRAMESTRING", mjFRAMESTRING, mjNFRAME) &&
                    ADD_ROWS(mjVISSTRING, mjNVISFLAG) && ADD_ROWS(mjRNDSTRING, mjNRNDFLAG) &&
                    add_texts(module, "mjTOPICSTRING", mjTOPICSTRING, mjNTOPIC) &&
                    PyModule_AddStringConstant(module, "__version__", sn_version()) == 0;
  return good ? 0 : -1;
}

// the layouts are of the process, so the module is made once and not again in sub-interpreters
PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
  static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "sinew._core",
                                   .m_doc = "structs and functions of the engine", .m_size = -1};
  import_array();
  PyObject* module = PyModule_Create(&definition);
  if (module && fill(module) < 0) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
