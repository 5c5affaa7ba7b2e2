// Ready-made kinds: actuators (set_to_position, ...) and meshes (make_sphere, ...) of editable
// models.
#include <math.h>

#include "spec.h"

#define AS_METHOD(f) ((PyCFunction)(void (*)(void))(f))
#define KEYWORDS (METH_VARARGS | METH_KEYWORDS)

// ---- actuators: a negative number that has a default means that it is not given

static mjsActuator* actuator(PyObject* self) {
  if (!memory_free(((Node*)self)->memory)) return NULL;
  return (mjsActuator*)((Node*)self)->base;
}

// the library says in words what is wrong
static PyObject* result(const char* error) {
  if (!error || !*error) Py_RETURN_NONE;
  PyErr_SetString(PyExc_ValueError, error);
  return NULL;
}

static double* given(double* x) { return *x < 0 ? NULL : x; }

// n numbers of a sequence
static bool take(PyObject* value, double* out, int n, const char* name) {
  if (!value) return true;
  PyArrayObject* x = (PyArrayObject*)PyArray_FROM_OTF(value, NPY_DOUBLE, NPY_ARRAY_CARRAY_RO);
  const bool good = x && PyArray_SIZE(x) == n;
  for (int i = 0; good && i < n; i++) out[i] = ((const double*)PyArray_DATA(x))[i];
  Py_XDECREF((PyObject*)x);
  if (good) return true;
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s should be %d numbers", name, n);
  return false;
}

static PyObject* to_motor(PyObject* self, PyObject* unused) {
  (void)unused;
  mjsActuator* a = actuator(self);
  return a ? result(mjs_setToMotor(a)) : NULL;
}

typedef const char* (*Servo)(mjsActuator*, double, double*, double*, double*, double);

static PyObject* to_servo(PyObject* self, PyObject* args, PyObject* kw, Servo servo) {
  static char* names[] = {"kp", "kv", "dampratio", "timeconst", "inheritrange", NULL};
  double kp, kv = -1, ratio = -1, timeconst = -1, inherit = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "d|dddd", names, &kp, &kv, &ratio, &timeconst,
                                   &inherit)) {
    return NULL;
  }
  mjsActuator* a = actuator(self);
  return a ? result(servo(a, kp, given(&kv), given(&ratio), given(&timeconst), inherit)) : NULL;
}

static PyObject* to_position(PyObject* self, PyObject* args, PyObject* kw) {
  return to_servo(self, args, kw, mjs_setToPosition);
}

static PyObject* to_intvelocity(PyObject* self, PyObject* args, PyObject* kw) {
  return to_servo(self, args, kw, mjs_setToIntVelocity);
}

static PyObject* to_velocity(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"kv", NULL};
  double kv;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "d", names, &kv)) return NULL;
  mjsActuator* a = actuator(self);
  return a ? result(mjs_setToVelocity(a, kv)) : NULL;
}

static PyObject* to_damper(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"kv", NULL};
  double kv;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "d", names, &kv)) return NULL;
  mjsActuator* a = actuator(self);
  return a ? result(mjs_setToDamper(a, kv)) : NULL;
}

static PyObject* to_adhesion(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"gain", NULL};
  double gain;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "d", names, &gain)) return NULL;
  mjsActuator* a = actuator(self);
  return a ? result(mjs_setToAdhesion(a, gain)) : NULL;
}

static PyObject* to_cylinder(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"timeconst", "bias", "area", "diameter", NULL};
  double timeconst, bias, area, diameter = -1;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "ddd|d", names, &timeconst, &bias, &area, &diameter)) {
    return NULL;
  }
  mjsActuator* a = actuator(self);
  return a ? result(mjs_setToCylinder(a, timeconst, bias, area, diameter)) : NULL;
}

static PyObject* to_orientation(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"kp", "kv", "dampratio", "ctrlspec", NULL};
  double kp, kv = -1, ratio = -1;
  int ctrlspec = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "d|ddi", names, &kp, &kv, &ratio, &ctrlspec)) {
    return NULL;
  }
  mjsActuator* a = actuator(self);
  return a ? result(mjs_setToOrientation(a, kp, given(&kv), given(&ratio), ctrlspec)) : NULL;
}

static PyObject* to_pid(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"kp",      "kv",           "dampratio", "ki", "imax",
                          "slewmax", "inheritrange", "ctrlspec",  NULL};
  double kp, kv = -1, ratio = -1, ki = -1, imax = -1, slewmax = -1, inherit = 0;
  int ctrlspec = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "d|ddddddi", names, &kp, &kv, &ratio, &ki, &imax,
                                   &slewmax, &inherit, &ctrlspec)) {
    return NULL;
  }
  mjsActuator* a = actuator(self);
  if (!a) return NULL;
  return result(mjs_setToPID(a, kp, given(&kv), given(&ratio), given(&ki), given(&imax),
                             given(&slewmax), inherit, ctrlspec));
}

static PyObject* to_muscle(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"timeconst", "tausmooth", "range", "force", "scale", "lmin",
                          "lmax",      "vmax",      "fpmax", "fvmax", NULL};
  PyObject *times = NULL, *ranges = NULL;
  double timeconst[2] = {-1, -1}, range[2] = {-1, -1}, smooth = NAN, force = -1, scale = -1,
         lmin = -1, lmax = -1, vmax = -1, fpmax = -1, fvmax = -1;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "|OdOddddddd", names, &times, &smooth, &ranges, &force,
                                   &scale, &lmin, &lmax, &vmax, &fpmax, &fvmax)) {
    return NULL;
  }
  if (smooth != smooth) {
    PyErr_SetString(PyExc_TypeError, "tausmooth is needed");
    return NULL;
  }
  mjsActuator* a = actuator(self);
  if (!a || !take(times, timeconst, 2, "timeconst") || !take(ranges, range, 2, "range")) {
    return NULL;
  }
  return result(
      mjs_setToMuscle(a, timeconst, smooth, range, force, scale, lmin, lmax, vmax, fpmax, fvmax));
}

static PyObject* to_dcmotor(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"motorconst", "resistance", "nominal",    "saturation",
                          "inductance", "cogging",    "controller", "thermal",
                          "lugre",      "ctrlspec",   NULL};
  enum { NVALUE = 8 };
  static const int count[NVALUE] = {2, 3, 3, 2, 3, 6, 6, 5};
  static const int name_at[NVALUE] = {0, 2, 3, 4, 5, 6, 7, 8};
  PyObject* value[NVALUE] = {NULL};
  double x[NVALUE][6] = {{0}}, resistance;
  int ctrlspec = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "Od|OOOOOOOi", names, &value[0], &resistance,
                                   &value[1], &value[2], &value[3], &value[4], &value[5], &value[6],
                                   &value[7], &ctrlspec)) {
    return NULL;
  }
  for (int i = 0; i < NVALUE; i++) {
    if (!take(value[i], x[i], count[i], names[name_at[i]])) return NULL;
  }
  mjsActuator* a = actuator(self);
  if (!a) return NULL;
  return result(
      mjs_setToDCMotor(a, x[0], resistance, x[1], x[2], x[3], x[4], x[5], x[6], x[7], ctrlspec));
}

#define SETTER(kind, arguments, doc)                                                               \
  { "set_to_" #kind, AS_METHOD(to_##kind), KEYWORDS, "set_to_" #kind "(" arguments ")\n--\n\n" doc }

PyMethodDef spec_actuatorMethods[] = {
    {"set_to_motor", to_motor, METH_NOARGS, "The control is the force."},
    SETTER(position, "kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False",
           "A position servo."),
    SETTER(intvelocity, "kp, kv=-1, dampratio=-1, timeconst=-1, inheritrange=False",
           "A position servo whose target is the integral of the control."),
    SETTER(velocity, "kv", "A velocity servo."),
    SETTER(damper, "kv", "Damping by the control."),
    SETTER(cylinder, "timeconst, bias, area, diameter=-1", "A pneumatic or hydraulic cylinder."),
    SETTER(muscle,
           "timeconst=(-1, -1), tausmooth=..., range=(-1, -1), force=-1, scale=-1, lmin=-1, "
           "lmax=-1, vmax=-1, fpmax=-1, fvmax=-1",
           "A muscle; -1 takes the default."),
    SETTER(adhesion, "gain", "Adhesion of contacts."),
    SETTER(orientation, "kp, kv=-1, dampratio=-1, ctrlspec=0", "A servo of an orientation."),
    SETTER(pid, "kp, kv=-1, dampratio=-1, ki=-1, imax=-1, slewmax=-1, inheritrange=0, ctrlspec=0",
           "A servo with an integral part."),
    SETTER(dcmotor,
           "motorconst, resistance, nominal=..., saturation=..., inductance=..., cogging=..., "
           "controller=..., thermal=..., lugre=..., ctrlspec=0",
           "A DC motor."),
    {NULL, NULL, 0, NULL}};

// ---- meshes

static PyObject* make_mesh(PyObject* self, int builtin, double* params, int n) {
  const Node* node = (Node*)self;
  if (!memory_free(node->memory)) return NULL;
  if (!node_isElement(node)) {
    PyErr_SetString(PyExc_ValueError, "a mesh of a default class has no shape");
    return NULL;
  }
  call_begin();
  if (mjs_makeMesh((mjsMesh*)node->base, (mjtMeshBuiltin)builtin, params, n) == 0) Py_RETURN_NONE;
  return spec_error(node_owner(node));
}

static PyObject* make_sphere(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"subdivision", NULL};
  int n;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "i", names, &n)) return NULL;
  return make_mesh(self, mjMESH_BUILTIN_SPHERE, (double[]){n}, 1);
}

static PyObject* make_hemisphere(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"resolution", NULL};
  int n;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "i", names, &n)) return NULL;
  return make_mesh(self, mjMESH_BUILTIN_HEMISPHERE, (double[]){n}, 1);
}

static PyObject* make_cone(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"nedge", "radius", NULL};
  int n;
  double radius;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "id", names, &n, &radius)) return NULL;
  return make_mesh(self, mjMESH_BUILTIN_CONE, (double[]){n, radius}, 2);
}

static PyObject* make_supersphere(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"resolution", "e", "n", NULL};
  int resolution;
  double e, n;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "idd", names, &resolution, &e, &n)) return NULL;
  return make_mesh(self, mjMESH_BUILTIN_SUPERSPHERE, (double[]){resolution, e, n}, 3);
}

static PyObject* make_supertorus(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"resolution", "radius", "s", "t", NULL};
  int resolution;
  double radius, s, t;
  if (!PyArg_ParseTupleAndKeywords(args, kw, "iddd", names, &resolution, &radius, &s, &t)) {
    return NULL;
  }
  return make_mesh(self, mjMESH_BUILTIN_SUPERTORUS, (double[]){resolution, radius, s, t}, 4);
}

static PyObject* make_wedge(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"resolution", "fov", "gamma", NULL};
  PyObject *resolution = NULL, *fov = NULL;
  double x[5] = {0};
  if (!PyArg_ParseTupleAndKeywords(args, kw, "|OOd", names, &resolution, &fov, &x[4])) return NULL;
  if (!take(resolution, x, 2, names[0]) || !take(fov, x + 2, 2, names[1])) return NULL;
  return make_mesh(self, mjMESH_BUILTIN_WEDGE, x, 5);
}

static PyObject* make_plate(PyObject* self, PyObject* args, PyObject* kw) {
  static char* names[] = {"resolution", NULL};
  PyObject* resolution = NULL;
  double x[2] = {0};
  if (!PyArg_ParseTupleAndKeywords(args, kw, "|O", names, &resolution)) return NULL;
  return take(resolution, x, 2, names[0]) ? make_mesh(self, mjMESH_BUILTIN_PLATE, x, 2) : NULL;
}

#define MAKER(kind, arguments, doc)                                                                \
  { "make_" #kind, AS_METHOD(make_##kind), KEYWORDS, "make_" #kind "(" arguments ")\n--\n\n" doc }

PyMethodDef spec_meshMethods[] = {
    MAKER(sphere, "subdivision", "A sphere of triangles, 0 to 4 times divided."),
    MAKER(hemisphere, "resolution", "Half a sphere."),
    MAKER(cone, "nedge, radius", "A cone, or a frustum if the upper radius is not 0."),
    MAKER(supersphere, "resolution, e, n", "A super-ellipsoid."),
    MAKER(supertorus, "resolution, radius, s, t", "A super-toroid."),
    MAKER(wedge, "resolution=(0, 0), fov=(0, 0), gamma=0", "Part of a spherical shell."),
    MAKER(plate, "resolution=(0, 0)", "A plane grid."),
    {NULL, NULL, 0, NULL}};
