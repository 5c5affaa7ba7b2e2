// Models of convex pairs, made by hand from the cases of tests/golden/convex.txt and the arrays in
// convex_mesh.txt, which the reference compiled (tools/oracle/convex.mjs): meshes need no loader.
#ifndef SINEW_TESTS_CONVEX_GOLDEN_H_
#define SINEW_TESTS_CONVEX_GOLDEN_H_

#include "model/model.h"
#include "pair_golden.h"

enum { CG_FIELDS = 22, CG_MESHES = 16 };

typedef struct {
  char name[24];
  int n;
  double* value;
} cg_Field;

typedef struct {
  char mesh[CG_MESHES][16];  // names
  int nmesh, nfield;
  cg_Field field[CG_FIELDS];
} cg_Library;

static inline void cg_load(cg_Library* lib) {
  size_t size;
  char* text = pg_read("convex_mesh", "txt", &size);
  char *save = NULL, *rest = NULL;
  memset(lib, 0, sizeof(*lib));
  for (char* line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (*line == '#') continue;
    const char* name = strtok_r(line, " ", &rest);
    const int n = atoi(strtok_r(NULL, " ", &rest));
    if (!strcmp(name, "names")) {
      lib->nmesh = n;
      for (int i = 0; i < n; i++) {
        snprintf(lib->mesh[i], sizeof(lib->mesh[i]), "%s", strtok_r(NULL, " ", &rest));
      }
      continue;
    }
    assert_true(lib->nfield < CG_FIELDS);
    cg_Field* f = lib->field + lib->nfield++;
    snprintf(f->name, sizeof(f->name), "%s", name);
    f->n = n;
    f->value = malloc(sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++) f->value[i] = strtod(strtok_r(NULL, " ", &rest), NULL);
  }
  free(text);
}

static inline void cg_unload(cg_Library* lib) {
  for (int i = 0; i < lib->nfield; i++) free(lib->field[i].value);
}

static inline const cg_Field* cg_field(const cg_Library* lib, const char* name) {
  for (int i = 0; i < lib->nfield; i++) {
    if (!strcmp(lib->field[i].name, name)) return lib->field + i;
  }
  fail_msg("no field %s", name);
  return NULL;
}

// a number after name=" in an attribute list, or 0; more into value[1..]
static inline int cg_numbers(const char* text, const char* name, double* value, int most) {
  char key[40];
  snprintf(key, sizeof(key), " %s=\"", name);
  const char* at = strstr(text, key);
  if (!at) return 0;
  at += strlen(key);
  int n = 0;
  for (char* end; n < most; n++, at = end) {
    value[n] = strtod(at, &end);
    if (end == at) break;
  }
  return n;
}

static inline int cg_type(const char* text) {
  static const struct {
    const char* name;
    int type;
  } types[] = {{"plane", mjGEOM_PLANE},
               {"hfield", mjGEOM_HFIELD},
               {"sphere", mjGEOM_SPHERE},
               {"capsule", mjGEOM_CAPSULE},
               {"ellipsoid", mjGEOM_ELLIPSOID},
               {"cylinder", mjGEOM_CYLINDER},
               {"box", mjGEOM_BOX},
               {"mesh", mjGEOM_MESH}};
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
    char key[40];
    snprintf(key, sizeof(key), "type=\"%s\"", types[i].name);
    if (strstr(text, key)) return types[i].type;
  }
  fail_msg("no type in %s", text);
  return -1;
}

static inline double cg_bound(int type, const double s[3]) {
  switch (type) {
    case mjGEOM_PLANE:
      return 0;
    case mjGEOM_SPHERE:
      return s[0];
    case mjGEOM_CAPSULE:
      return s[0] + s[1];
    case mjGEOM_ELLIPSOID:
      return fmax(s[0], fmax(s[1], s[2]));
    case mjGEOM_CYLINDER:
      return sqrt(s[0] * s[0] + s[1] * s[1]);
    default:
      return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
  }
}

static inline void cg_setGeom(mjModel* m, const cg_Library* lib, int geom, const char* text) {
  const int type = m->geom_type[geom] = cg_type(text);
  m->geom_dataid[geom] = -1;
  if (type == mjGEOM_MESH || type == mjGEOM_HFIELD) {
    char key[40];
    int id = type == mjGEOM_HFIELD ? 0 : -1;
    for (int i = 0; i < lib->nmesh && type == mjGEOM_MESH; i++) {
      snprintf(key, sizeof(key), "mesh=\"%s\"", lib->mesh[i]);
      if (strstr(text, key)) id = i;
    }
    assert_true(id >= 0);
    const int at = type == mjGEOM_HFIELD ? 0 : id + 1;  // geom of the library
    m->geom_dataid[geom] = id;
    memcpy(m->geom_size + 3 * geom, cg_field(lib, "geom_size")->value + 3 * at, 3 * sizeof(double));
    m->geom_rbound[geom] = cg_field(lib, "geom_rbound")->value[at];
  } else {
    cg_numbers(text, "size", m->geom_size + 3 * geom, 3);
    m->geom_rbound[geom] = cg_bound(type, m->geom_size + 3 * geom);
  }
  cg_numbers(text, "margin", m->geom_margin + geom, 1);
}

static inline void cg_copyInt(int* to, const cg_Field* f) {
  for (int i = 0; i < f->n; i++) to[i] = (int)f->value[i];
}
static inline void cg_copyFloat(float* to, const cg_Field* f) {
  for (int i = 0; i < f->n; i++) to[i] = (float)f->value[i];
}
static inline void cg_copyNum(mjtNum* to, const cg_Field* f) {
  memcpy(to, f->value, sizeof(mjtNum) * (size_t)f->n);
}

// all meshes and the height field, ngeom geoms without types
static inline mjModel* cg_model(const cg_Library* lib, int ngeom) {
  mjModel s = {0};
  s.nbody = 1, s.ngeom = ngeom, s.nmesh = lib->nmesh, s.nhfield = 1, s.narena = 1 << 22;
  s.nmeshvert = cg_field(lib, "mesh_vert")->n / 3;
  s.nmeshgraph = cg_field(lib, "mesh_graph")->n;
  s.nmeshpoly = cg_field(lib, "mesh_polyvertadr")->n;
  s.nmeshpolyvert = cg_field(lib, "mesh_polyvert")->n;
  s.nmeshpolymap = cg_field(lib, "mesh_polymap")->n;
  s.nhfielddata = cg_field(lib, "hfield_data")->n;
  s.nnames = 1, s.npaths = 1;
  mjModel* m = model_make(&s);
  assert_non_null(m);
  m->body_quat[0] = 1, m->body_mocapid[0] = m->body_treeid[0] = -1;
#define COPY_INT(name) cg_copyInt(m->name, cg_field(lib, #name))
#define COPY_FLOAT(name) cg_copyFloat(m->name, cg_field(lib, #name))
#define COPY_NUM(name) cg_copyNum(m->name, cg_field(lib, #name))
  COPY_INT(mesh_vertadr), COPY_INT(mesh_vertnum), COPY_INT(mesh_graphadr), COPY_INT(mesh_extrema);
  COPY_FLOAT(mesh_vert), COPY_INT(mesh_graph), COPY_INT(mesh_polynum), COPY_INT(mesh_polyadr);
  COPY_NUM(mesh_polynormal), COPY_INT(mesh_polyvertadr), COPY_INT(mesh_polyvertnum);
  COPY_INT(mesh_polyvert), COPY_INT(mesh_polymapadr), COPY_INT(mesh_polymapnum);
  COPY_INT(mesh_polymap), COPY_NUM(hfield_size), COPY_INT(hfield_nrow), COPY_INT(hfield_ncol);
  COPY_INT(hfield_adr), COPY_FLOAT(hfield_data);
#undef COPY_INT
#undef COPY_FLOAT
#undef COPY_NUM
  return m;
}

static inline mjModel* cg_caseModel(const cg_Library* lib, const pairGolden_Case* c) {
  mjModel* m = cg_model(lib, 2);
  cg_setGeom(m, lib, 0, c->geom1);
  cg_setGeom(m, lib, 1, c->geom2);
  double x;
  if (cg_numbers(c->assets, "ccd_iterations", &x, 1)) m->opt.ccd_iterations = (int)x;
  if (cg_numbers(c->assets, "ccd_tolerance", &x, 1)) m->opt.ccd_tolerance = x;
  if (strstr(c->assets, "multiccd=\"disable\"")) m->opt.disableflags |= mjDSBL_MULTICCD;
  return m;
}

#endif
