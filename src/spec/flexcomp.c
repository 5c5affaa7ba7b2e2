// Generates a flexcomp (deformable body: cloth, cable, soft body): checks, points and elements,
// pose, pins, then the flex's own arrays and its bodies.
#include "spec/flexcomp.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <sinew/api.h>
#include <sinew/math.h>

#include "base/assert.h"
#include "math/rigid.h"
#include "spec/copy.h"
#include "spec/flexcomp_parts.h"
#include "spec/spec_orientation.h"

const char* const flexcomp_typeName[FLEXCOMP_NTYPE] = {
    "grid", "box", "cylinder", "ellipsoid", "square", "disc", "circle", "mesh", "gmsh", "direct"};
const char* const flexcomp_dofName[FLEXCOMP_NDOF] = {"full", "radial", "trilinear", "quadratic",
                                                     "2d"};

bool flexcomp_error(flexcomp_Work* w, const char* format, ...) {
  char label[SPEC_LABEL_SIZE];
  va_list args;
  va_start(args, format);
  diag_errorArgs(&w->spec->diag, w->e->where, spec_label(label, w->e), format, args);
  va_end(args);
  return false;
}

void* flexcomp_alloc(flexcomp_Work* w, size_t n, size_t bytes) {
  void* ptr = arena_array(&w->scratch, n ? n : 1, bytes);
  if (!ptr) diag_noMemory(&w->spec->diag);
  return ptr;
}

bool flexcomp_defaults(flexcomp_Args* args, spec_Spec* spec) {
  *args = (flexcomp_Args){.count = {10, 10, 10},
                          .cellcount = {-1, -1, -1},
                          .spacing = {0.02, 0.02, 0.02},
                          .scale = {1, 1, 1},
                          .mass = 1,
                          .inertiabox = 0.005,
                          .quat = {1, 0, 0, 0},
                          .origin = {__builtin_nan("")}};
  mj_defaultSolRefImp(args->solref, args->solimp);
  spec_Vec** const vec[] = {&args->point,   &args->element,      &args->pinid, &args->pinrange,
                            &args->pingrid, &args->pingridrange, &args->file};
  for (size_t i = 0; i < sizeof vec / sizeof *vec; i++) {
    *vec[i] = vec_make(&spec->pool);
    if (!*vec[i]) return false;
  }
  return true;
}

// ---- checks

static bool isInterpolated(const flexcomp_Work* w) {
  return w->args->dof == FLEXCOMP_TRILINEAR || w->args->dof == FLEXCOMP_QUADRATIC;
}

static bool isGenerated(const flexcomp_Work* w) { return w->args->type < FLEXCOMP_MESH; }

static bool checkKinds(flexcomp_Work* w) {
  const flexcomp_Args* args = w->args;
  const mjsFlex* flex = w->flex;
  enum { BEND = 1 };
  if (args->type == FLEXCOMP_MESH && flex->dim == 3 && isnan(args->origin[0])) {
    return flexcomp_error(w, "origin: a mesh with dim=\"3\" needs it: the point inside that all "
                             "tetrahedra share");
  }
  if (args->equality && flex->young > 0 && flex->elastic2d != BEND) {
    return flexcomp_error(w, "equality, young: a flex has equality constraints or elasticity, not "
                             "both (elastic2d=\"bend\" goes with both); leave one out");
  }
  if (!*spec_name(w->parent)) {
    return flexcomp_error(w, "the body around it needs a name, since the flex refers to it; give "
                             "that <body> a name");
  }
  if (flex->dim < 1 || flex->dim > 3) {
    return flexcomp_error(w, "dim: %d is none; it is 1 (lines), 2 (triangles) or 3 (tetrahedra)",
                          flex->dim);
  }
  return true;
}

static bool checkNumbers(flexcomp_Work* w) {
  const flexcomp_Args* args = w->args;
  const double least = 2 * w->flex->radius + w->flex->margin;
  for (int k = 0; k < 3; k++) {
    const bool radial = args->dof == FLEXCOMP_RADIAL && w->flex->dim == 3;
    if (args->count[k] < (radial ? 2 : 1))
      return flexcomp_error(w, "count: number %d is %d; it must be %d or more", k + 1,
                            args->count[k], radial ? 2 : 1);
    if (isGenerated(w) && !(args->spacing[k] >= least))
      return flexcomp_error(w,
                            "spacing: number %d is %g; points must be %g or more apart, twice "
                            "the radius and the margin",
                            k + 1, args->spacing[k], least);
    if (!(args->scale[k] >= mjMINVAL))
      return flexcomp_error(w, "scale: number %d is %g; it must be positive", k + 1,
                            args->scale[k]);
    if (!isfinite(args->spacing[k]) || !isfinite(args->scale[k]) || !isfinite(args->pos[k]) ||
        !isfinite(args->quat[k]) || !isfinite(args->quat[3]))
      return flexcomp_error(w, "spacing, scale, pos, quat: they must be finite");
  }
  if (!(args->mass >= mjMINVAL) || !(args->inertiabox >= mjMINVAL) || !isfinite(args->mass) ||
      !isfinite(args->inertiabox))
    return flexcomp_error(w, "mass, inertiabox: %g and %g; both must be positive", args->mass,
                          args->inertiabox);
  return true;
}

bool flexcomp_checkGroups(flexcomp_Work* w, const char* what, const spec_Vec* vec, int each) {
  if (vec->size % each == 0) return true;
  return flexcomp_error(w, "%s: %d numbers; they must come in groups of %d", what, vec->size, each);
}

static bool checkPins(flexcomp_Work* w) {
  const flexcomp_Args* args = w->args;
  const int dim = w->flex->dim;
  if (!flexcomp_checkGroups(w, "pin: range", args->pinrange, 2) ||
      !flexcomp_checkGroups(w, "pin: grid", args->pingrid, dim) ||
      !flexcomp_checkGroups(w, "pin: gridrange", args->pingridrange, 2 * dim))
    return false;
  if (!args->pingrid->size && !args->pingridrange->size) return true;
  if (args->type != FLEXCOMP_GRID && !isInterpolated(w))
    return flexcomp_error(w, "pin: grid and gridrange belong to type=\"grid\"; give id or range");
  if (dim == 1)
    return flexcomp_error(w, "pin: grid and gridrange need dim 2 or 3; give id or range");
  return true;
}

static bool checkElements(flexcomp_Work* w) {
  const int n = w->nelem * (w->flex->dim + 1);
  for (int i = 0; i < n; i++) {
    if (w->elem[i] >= 0 && w->elem[i] < w->npoint) continue;
    return flexcomp_error(w, "element: number %d is %d; there are points 0 to %d", i + 1,
                          w->elem[i], w->npoint - 1);
  }
  for (int i = 0; i < 3 * w->npoint; i++) {
    if (!isfinite(w->point[i])) return flexcomp_error(w, "point: point %d is not finite", i / 3);
  }
  return true;
}

// ---- points

static bool takeDirect(flexcomp_Work* w) {
  const spec_Vec *point = w->args->point, *element = w->args->element;
  const int each = w->flex->dim + 1;
  if (!point->size || !element->size)
    return flexcomp_error(w, "point, element: type=\"direct\" needs both");
  if (!flexcomp_checkGroups(w, "point", point, 3) ||
      !flexcomp_checkGroups(w, "element", element, each))
    return false;
  if (!flexcomp_reserve(w, point->size / 3, element->size / each)) return false;
  w->npoint = point->size / 3;
  w->nelem = element->size / each;
  memcpy(w->point, point->data, (size_t)point->size * sizeof(double));
  memcpy(w->elem, element->data, (size_t)element->size * sizeof(int));
  return true;
}

static bool makePoints(flexcomp_Work* w) {
  bool (*make)(flexcomp_Work*) = w->args->type == FLEXCOMP_MESH     ? flexcomp_readMesh
                                 : w->args->type == FLEXCOMP_GMSH   ? flexcomp_readGmsh
                                 : w->args->type == FLEXCOMP_DIRECT ? takeDirect
                                                                    : flexcomp_generate;
  if (!make(w) || !checkPins(w)) return false;
  if (!w->npoint || !w->nelem)
    return flexcomp_error(w, "point, element: it has %d points and %d elements; it needs both",
                          w->npoint, w->nelem);
  return checkElements(w);
}

// v + 2u x (u x v + w v): a rotation if the quaternion has unit length, which is not enforced
// odd: quaternion of a flexcomp
static void turn(double v[3], const double quat[4]) {
  double a[3], b[3];
  mju_cross(a, quat + 1, v);
  for (int i = 0; i < 3; i++) a[i] += quat[0] * v[i];
  mju_cross(b, quat + 1, a);
  for (int i = 0; i < 3; i++) v[i] += 2 * b[i];
}

// applies scale and pose, and computes the bounding box of all points
static bool placePoints(flexcomp_Work* w) {
  const flexcomp_Args* args = w->args;
  double quat[4];
  memcpy(quat, args->quat, sizeof quat);
  const char* wrong = spec_orientation(quat, w->e->compiler, &args->alt);
  if (wrong) return flexcomp_error(w, "%s", wrong);
  for (int i = 0; i < w->npoint; i++) {
    double* p = w->point + 3 * (size_t)i;
    for (int k = 0; k < 3 && !isGenerated(w); k++) p[k] *= args->scale[k];
    turn(p, quat);
    for (int k = 0; k < 3; k++) {
      p[k] += args->pos[k];
      if (!i || p[k] < w->box[0][k]) w->box[0][k] = p[k];
      if (!i || p[k] > w->box[1][k]) w->box[1][k] = p[k];
      if (!isfinite(p[k]))
        return flexcomp_error(w, "pos, scale: point %d comes to lie at infinity", i);
    }
  }
  return true;
}

// ---- pins

static void pin(flexcomp_Work* w, long long i) {
  if (i >= 0 && i < w->npoint) w->pinned[i] = 1;
}

static bool pinNumbers(flexcomp_Work* w) {
  const spec_Vec *id = w->args->pinid, *range = w->args->pinrange;
  const int *x = id->data, *y = range->data;
  for (int i = 0; i < id->size; i++) {
    if (x[i] < 0 || x[i] >= w->npoint)
      return flexcomp_error(w, "pin: id %d is none; there are points 0 to %d", x[i], w->npoint - 1);
    w->pinned[x[i]] = 1;
  }
  for (int i = 0; i < range->size; i += 2) {
    if (y[i] < 0 || y[i] >= w->npoint || y[i + 1] < 0 || y[i + 1] >= w->npoint)
      return flexcomp_error(w, "pin: range %d to %d is beyond the points, which are 0 to %d", y[i],
                            y[i + 1], w->npoint - 1);
    for (int k = y[i]; k <= y[i + 1]; k++) w->pinned[k] = 1;
  }
  return true;
}

// checks that grid indices are in range
static bool checkPlace(flexcomp_Work* w, const char* what, const int* at, int dim,
                       const int limit[3]) {
  for (int k = 0; k < dim; k++) {
    if (at[k] < 0 || at[k] >= limit[k])
      return flexcomp_error(w, "pin: %s: %d is beyond the grid, which has 0 to %d along axis %d",
                            what, at[k], limit[k] - 1, k + 1);
  }
  return true;
}

// pins all grid points from `low` to `high`; for dim 2 the third index is 0
static void pinBlock(flexcomp_Work* w, const int* low, const int* high, int dim) {
  const int* n = w->args->count;
  for (int i = low[0]; i <= high[0]; i++) {
    for (int j = low[1]; j <= high[1]; j++) {
      for (int k = dim == 3 ? low[2] : 0; k <= (dim == 3 ? high[2] : 0); k++) {
        pin(w, ((long long)i * n[1] + j) * n[2] + k);
      }
    }
  }
}

// odd: pins of an interpolated flex
static bool pinGrid(flexcomp_Work* w) {
  const spec_Vec *grid = w->args->pingrid, *range = w->args->pingridrange;
  const int dim = w->flex->dim, *x = grid->data, *y = range->data;
  const int each = w->args->dof == FLEXCOMP_QUADRATIC ? 3 : 2, node[3] = {each, each, each};
  const int* limit = w->args->type == FLEXCOMP_GRID ? w->args->count : node;
  for (int i = 0; i < grid->size; i += dim) {
    if (!checkPlace(w, "grid", x + i, dim, limit)) return false;
    pinBlock(w, x + i, x + i, dim);
  }
  for (int i = 0; i < range->size; i += 2 * dim) {
    if (!checkPlace(w, "gridrange", y + i, dim, w->args->count) ||
        !checkPlace(w, "gridrange", y + i + dim, dim, w->args->count))
      return false;
    pinBlock(w, y + i, y + i + dim, dim);
  }
  return true;
}

static bool pinPoints(flexcomp_Work* w) {
  w->pinned = flexcomp_alloc(w, (size_t)w->npoint, 1);
  if (!w->pinned) return false;
  if (w->args->rigid) {
    memset(w->pinned, 1, (size_t)w->npoint);
    return true;
  }
  if (!pinNumbers(w) || !pinGrid(w)) return false;
  if (w->args->dof == FLEXCOMP_RADIAL) w->pinned[0] = 1;
  return true;
}

// drops the texture coordinates of dropped points
static bool dropTexcoords(flexcomp_Work* w, const mjtByte* used) {
  const spec_Vec* given = w->flex->texcoord;
  float* coord = given->data;
  int kept = 0, n = 0;
  for (int i = 0; i < w->npoint; i++) n += used[i];
  if (!given->size || w->elemtexcoord || n == w->npoint) return true;
  if (given->size != 2 * w->npoint)
    return flexcomp_error(w, "texcoord: %d numbers for %d points; give 2 for each", given->size,
                          w->npoint);
  float* some = flexcomp_alloc(w, (size_t)n, 2 * sizeof *some);
  for (int i = 0; i < w->npoint && some; i++) {
    if (used[i]) memcpy(some + 2 * (size_t)kept++, coord + 2 * (size_t)i, 2 * sizeof *some);
  }
  return some && vec_set(w->flex->texcoord, some, 2 * n, sizeof *some);
}

// removes points that no element uses, and compacts the rest
static bool dropUnused(flexcomp_Work* w) {
  if (isGenerated(w)) return true;
  int* number = flexcomp_alloc(w, (size_t)w->npoint, sizeof *number);
  mjtByte* used = flexcomp_alloc(w, (size_t)w->npoint, 1);
  if (!number || !used) return false;
  const int n = w->nelem * (w->flex->dim + 1);
  for (int i = 0; i < n; i++) used[w->elem[i]] = 1;
  if (!dropTexcoords(w, used)) return false;
  int kept = 0;
  for (int i = 0; i < w->npoint; i++) {
    if (!used[i]) continue;
    number[i] = kept;
    memmove(w->point + 3 * (size_t)kept, w->point + 3 * (size_t)i, 3 * sizeof(double));
    w->pinned[kept++] = w->pinned[i];
  }
  for (int i = 0; i < n; i++) w->elem[i] = number[w->elem[i]];
  w->npoint = kept;
  return true;
}

// ---- elements of the spec

static void usePlugin(const flexcomp_Work* w, spec_Element* e) {
  mjsBody* body = SPEC_DATA(mjsBody, e);
  if (!w->args->plugin) return;
  body->plugin.active = true;
  body->plugin.element = NULL;
  vec_setText(body->plugin.name, w->args->plugin);
}

spec_Element* flexcomp_addBody(flexcomp_Work* w, const char* name, const double pos[3],
                               double mass) {
  spec_Element* e = spec_add(w->spec, mjOBJ_BODY, w->parent, NULL, NULL);
  if (!e) {
    diag_noMemory(&w->spec->diag);
    return NULL;
  }
  e->where = w->e->where;
  e->tag = spec_typeName(mjOBJ_BODY);
  e->def = w->spec->root;
  e->compiler = w->e->compiler;
  if (!spec_setName(e, name)) {
    flexcomp_error(w,
                   "name: it makes a body '%.100s', but there is one already; give the flex "
                   "another name",
                   name);
    return NULL;
  }
  mjsBody* body = SPEC_DATA(mjsBody, e);
  memcpy(body->pos, pos, 3 * sizeof *pos);
  memset(body->ipos, 0, sizeof body->ipos);
  body->mass = mass;
  for (int k = 0; k < 3; k++)
    body->inertia[k] = mass * (2 * w->args->inertiabox * w->args->inertiabox) / 3;
  body->explicitinertial = true;
  usePlugin(w, e);
  return e;
}

bool flexcomp_addSlide(flexcomp_Work* w, spec_Element* body, const double axis[3]) {
  spec_Element* e = spec_add(w->spec, mjOBJ_JOINT, body, NULL, NULL);
  if (!e) return diag_noMemory(&w->spec->diag), false;
  e->where = w->e->where;
  e->tag = spec_typeName(mjOBJ_JOINT);
  e->def = w->spec->root;
  e->compiler = w->e->compiler;
  mjsJoint* joint = SPEC_DATA(mjsJoint, e);
  joint->type = mjJNT_SLIDE;
  memcpy(joint->axis, axis, 3 * sizeof *axis);
  return true;
}

bool flexcomp_addName(flexcomp_Work* w, spec_Vec* names, const char* name) {
  if (vec_appendText(names, name)) return true;
  diag_noMemory(&w->spec->diag);
  return false;
}

mjsEquality* flexcomp_addEquality(flexcomp_Work* w, mjtEq type) {
  spec_Element* e = spec_add(w->spec, mjOBJ_EQUALITY, NULL, NULL, NULL);
  if (!e) {
    diag_noMemory(&w->spec->diag);
    return NULL;
  }
  e->where = w->e->where;
  e->tag = spec_typeName(mjOBJ_EQUALITY);
  e->def = w->spec->root;
  e->compiler = w->e->compiler;
  mjsEquality* equality = SPEC_DATA(mjsEquality, e);
  equality->type = type;
  vec_setText(equality->name1, spec_name(w->e));
  memcpy(equality->solref, w->args->solref, sizeof equality->solref);
  memcpy(equality->solimp, w->args->solimp, sizeof equality->solimp);
  return equality;
}

// checks that the spec stays within its limits with nbody more bodies that have n slide joints each
bool flexcomp_checkRoom(flexcomp_Work* w, int nbody, int n) {
  double total = (double)nbody * (1 + n);
  for (int type = 0; type < SPEC_NTYPE; type++) total += w->spec->list[type].n;
  if (total > COPY_LIMIT)
    return flexcomp_error(w,
                          "count: it would bring the model to %.3g elements; at most %d are "
                          "accepted",
                          total, COPY_LIMIT);
  return true;
}

static bool addPointBody(flexcomp_Work* w, int i) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double* pos = w->point + 3 * (size_t)i;
  text_Text name = {0};
  text_format(&name, "%s_%d", spec_name(w->e), i);
  bool ok = !name.failed;
  if (!ok) diag_noMemory(&w->spec->diag);
  spec_Element* body =
      ok ? flexcomp_addBody(w, text_get(&name), pos, w->args->mass / w->npoint) : NULL;
  ok = body && flexcomp_addName(w, w->flex->vertbody, text_get(&name));
  text_free(&name);
  if (!ok) return false;
  if (w->args->dof == FLEXCOMP_RADIAL) {
    double axis[3] = {pos[0], pos[1], pos[2]};
    rigid_normalize(axis, 3);
    return flexcomp_addSlide(w, body, axis);
  }
  for (int k = 0; k < (w->args->dof == FLEXCOMP_2D ? 2 : 3); k++) {
    if (!flexcomp_addSlide(w, body, unit[k])) return false;
  }
  return true;
}

// Makes a body for every point that is not pinned, and the coordinates of vertices in their bodies,
// unless these are at the body origins.
static bool makeBodies(flexcomp_Work* w, bool centered) {
  enum { LOOK = 1024 };
  const double zero[3] = {0, 0, 0};
  if (!flexcomp_checkRoom(w, w->npoint, w->args->dof == FLEXCOMP_RADIAL ? 1 : 3)) return false;
  for (int i = 0; i < w->npoint; i++) {
    const bool pinned = w->pinned[i];
    if (pinned ? !flexcomp_addName(w, w->flex->vertbody, spec_name(w->parent))
               : !addPointBody(w, i))
      return false;
    for (int k = 0; k < 3 && !centered; k++) {
      double* at = vec_push(w->flex->vert, sizeof *at);
      if (!at) return diag_noMemory(&w->spec->diag), false;
      *at = pinned ? w->point[3 * (size_t)i + (size_t)k] : zero[k];
    }
    if (i % LOOK == 0 && !copy_fits(w->spec, w->e->where, "<flexcomp>")) return false;
  }
  return true;
}

static bool makeRigid(flexcomp_Work* w) {
  return flexcomp_addName(w, w->flex->vertbody, spec_name(w->parent)) &&
         vec_set(w->flex->vert, w->point, 3 * w->npoint, sizeof(double));
}

static bool setData(flexcomp_Work* w) {
  mjsFlex* flex = w->flex;
  const int type = w->args->type, n = w->nelem * (flex->dim + 1);
  if (type == FLEXCOMP_BOX || type == FLEXCOMP_CYLINDER ||
      (type == FLEXCOMP_GRID && flex->dim == 3))
    flex->flatskin = true;
  bool ok = vec_set(flex->elem, w->elem, n, sizeof(int));
  if (w->texcoord) ok = ok && vec_set(flex->texcoord, w->texcoord, 2 * w->ntexcoord, sizeof(float));
  if (w->elemtexcoord) ok = ok && vec_set(flex->elemtexcoord, w->elemtexcoord, n, sizeof(int));
  if (!ok) diag_noMemory(&w->spec->diag);
  return ok;
}

static bool addEqualities(flexcomp_Work* w) {
  enum { STRAIN = 3 };
  if (w->args->equality == STRAIN) return flexcomp_addStrains(w);
  const mjtEq type = w->args->equality == 1 ? mjEQ_FLEX : mjEQ_FLEXVERT;
  return !w->args->equality || flexcomp_addEquality(w, type);
}

static bool makeAll(flexcomp_Work* w) {
  if (w->args->type == FLEXCOMP_SQUARE || w->args->type == FLEXCOMP_DISC) w->flex->dim = 2;
  if (!checkKinds(w) || !checkNumbers(w) || !makePoints(w) || !placePoints(w) || !pinPoints(w))
    return false;
  int npinned = 0;
  for (int i = 0; i < w->npoint; i++) npinned += w->pinned[i];
  const bool rigid = npinned == w->npoint;
  if (npinned && !rigid) usePlugin(w, w->parent);
  if (!dropUnused(w) || !setData(w)) return false;
  if (rigid) return makeRigid(w);
  return (isInterpolated(w) ? flexcomp_makeNodes(w) : makeBodies(w, !npinned)) && addEqualities(w);
}

bool flexcomp_make(spec_Element* e, spec_Element* parent, const flexcomp_Args* args,
                   const mjVFS* vfs) {
  ASSERT(e->type == mjOBJ_FLEX && parent->type == mjOBJ_BODY);
  ASSERT(args->type >= 0 && args->type < FLEXCOMP_NTYPE && args->dof >= 0 &&
         args->dof < FLEXCOMP_NDOF);
  flexcomp_Work w = {.spec = e->spec,
                     .e = e,
                     .parent = parent,
                     .flex = SPEC_DATA(mjsFlex, e),
                     .args = args,
                     .vfs = vfs,
                     .scratch = arena_make(0)};
  const bool ok = makeAll(&w);
  arena_free(&w.scratch);
  if (e->spec->pool.failed) diag_noMemory(&e->spec->diag);
  return ok && !e->spec->pool.failed;
}
