// Interpolated flexes (finite elements on a grid): positions of nodes and vertices in the axes of
// the grid, and the stiffness matrix of its elements (cells, or faces of cells on the surface of a
// shell) by Gauss quadrature of linear elasticity: with the strain e_i of dof i, K_ij = -int la
// tr(e_i) tr(e_j) + mu e_i : e_j. If equality constraints keep the strains, an element has the
// eigenmodes of such a matrix instead, each scaled by the square root of its eigenvalue, computed
// by cyclic Jacobi rotations (Golub, van Loan 2013, 8.5).
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_flex.h"
#include "compile/compile_flex_grid.h"
#include "spec/flex_cells.h"

enum { MOST_DOF = 3 * GRID_LOCAL };
#define MOST_STIFFNESS ((mjtSize)1 << 27)  // maximum for one flex

grid_Grid comp_flexGrid(const comp_Flex* flex) {
  grid_Grid g = {.order = flex->order, .shell = flex->shell, .nnode = flex->nnode};
  const int *n = flex->cell, side = flex->order + 1;
  for (int k = 0; k < 3; k++) {
    g.cell[k] = n[k];
    g.num[k] = n[k] * flex->order + 1;
  }
  g.nelem = g.shell ? 2 * (n[1] * n[2] + n[0] * n[2] + n[0] * n[1]) : n[0] * n[1] * n[2];
  g.nlocal = g.shell ? side * side : side * side * side;
  return g;
}

// ---- axes of the grid

// odd: empty cells of a saved flex
static bool findEmpty(comp_Compile* c, comp_Flex* flex) {
  const spec_FlexExtra* known = spec_flex(flex->e);
  const int ncell = flex->cell[0] * flex->cell[1] * flex->cell[2];
  if (flex->shell || ncell == 1) return true;
  flex->empty = known->ncell == ncell ? known->empty : NULL;
  if (flex->empty) return true;
  flexcells_Grid grid = {.x = flex->x, .elem = flex->elem, .nelem = flex->nelem, .dim = flex->dim};
  memcpy(grid.count, flex->cell, sizeof grid.count);
  flexcells_box(&grid, flex->nvert);
  flex->empty = flexcells_empty(&c->scratch, &grid);
  if (!flex->empty) diag_noMemory(c->diag);
  return flex->empty != NULL;
}

static bool isOrthonormal(const double axis[9]) {
  const double slack = 1e-8;
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      const double dot = axis[3 * i] * axis[3 * j] + axis[3 * i + 1] * axis[3 * j + 1] +
                         axis[3 * i + 2] * axis[3 * j + 2];
      if (!(fabs(dot - (i == j)) <= slack)) return false;
    }
  }
  return true;
}

// rows are the axes: along the edges of the first cell that is not empty
static bool findAxes(comp_Compile* c, const comp_Flex* flex, const grid_Grid* g, double axis[9]) {
  int cell = 0;
  const int ncell = g->cell[0] * g->cell[1] * g->cell[2];
  while (flex->empty && cell < ncell - 1 && flex->empty[cell]) cell++;
  const int at[3] = {cell / (g->cell[1] * g->cell[2]), cell / g->cell[2] % g->cell[1],
                     cell % g->cell[2]};
  const int stride[3] = {g->num[1] * g->num[2], g->num[2], 1};
  int node = 0;
  for (int k = 0; k < 3; k++) node += at[k] * g->order * stride[k];
  for (int k = 0; k < 3; k++) {
    const double *from = flex->xnode + 3 * (size_t)node,
                 *to = flex->xnode + 3 * (size_t)(node + g->order * stride[k]);
    double* row = axis + 3 * k;
    for (int i = 0; i < 3; i++) row[i] = to[i] - from[i];
    const double length = sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
    for (int i = 0; i < 3; i++) row[i] /= length > mjMINVAL ? length : mjMINVAL;
  }
  if (isOrthonormal(axis)) return true;
  comp_error(
      c, flex->e,
      "node: the nodes of cell %d %d %d range no box with right angles; an interpolated flex "
      "needs extent along all three axes and nodes on a rectangular grid at qpos0",
      at[0], at[1], at[2]);
  return false;
}

static bool placeAll(comp_Compile* c, comp_Flex* flex, const double axis[9]) {
  double low[3] = {0}, extent[3];
  flex->node0 = comp_alloc(c, flex->nnode, 3 * sizeof *flex->node0);
  flex->vert0 = comp_alloc(c, flex->nvert, 3 * sizeof *flex->vert0);
  if (!flex->node0 || !flex->vert0) return false;
  for (int i = 0; i < flex->nnode; i++)
    mju_mulMatVec3(flex->node0 + 3 * (size_t)i, axis, flex->xnode + 3 * (size_t)i);
  for (int k = 0; k < 3; k++) {
    double high = low[k] = flex->node0[k];
    for (int i = 1; i < flex->nnode; i++) {
      const double x = flex->node0[3 * (size_t)i + (size_t)k];
      low[k] = x < low[k] ? x : low[k];
      high = x > high ? x : high;
    }
    extent[k] = high - low[k];
    flex->size[k] = 0.5 * extent[k];
  }
  for (int i = 0; i < flex->nvert; i++) {
    double* at = flex->vert0 + 3 * (size_t)i;
    mju_mulMatVec3(at, axis, flex_x(flex, i));
    for (int k = 0; k < 3; k++) at[k] = extent[k] > mjMINVAL ? (at[k] - low[k]) / extent[k] : 0.5;
  }
  return true;
}

// ---- one element

typedef struct {
  double young, poisson;
} Material;

// quadrature rule along one axis
typedef struct {
  int n;
  double s[3], weight[3];
} Rule;

static Rule ruleOf(int order) {
  if (order == 1) {
    const double d = 0.5 / sqrt(3);
    return (Rule){2, {0.5 - d, 0.5 + d}, {0.5, 0.5}};
  }
  // odd: quadrature of quadratic cells
  const double d = 0.5 / sqrt(0.6);
  return (Rule){3, {0.5, 0.5 - d, 0.5 + d}, {4.0 / 9, 5.0 / 18, 5.0 / 18}};
}

// an element: its axes (those of a face are the two in its plane), extents and material
typedef struct {
  int order, naxis, axis[3], nlocal;
  double extent[3];  // along its axes
  double depth;      // thickness of a shell, 1 for a cell
  double la, mu;
} Element;

// gradients of the basis functions at a point, 3 numbers for each node; zero across a face
static void gradients(const Element* el, const double s[3], double grad[MOST_DOF]) {
  double value[3][GRID_SIDE], slope[3][GRID_SIDE];
  const int side = el->order + 1;
  memset(grad, 0, 3 * sizeof *grad * (size_t)el->nlocal);
  for (int k = 0; k < el->naxis; k++) {
    grid_basis(value[k], s[k], el->order);
    grid_slope(slope[k], s[k], el->order);
  }
  for (int i = 0; i < el->nlocal; i++) {
    int place[3] = {0};
    for (int k = el->naxis - 1, rest = i; k >= 0; k--, rest /= side) place[k] = rest % side;
    for (int k = 0; k < el->naxis; k++) {
      double g = 1;
      for (int j = 0; j < el->naxis; j++) g *= (j == k ? slope : value)[j][place[j]];
      grad[3 * i + el->axis[k]] = g * (1 / el->extent[k]);
    }
  }
}

// strain per unit of a dof, a symmetric matrix, for each node and axis; zero across a face
static void strains(const Element* el, const double* grad, double (*strain)[9]) {
  memset(strain, 0, 3 * (size_t)el->nlocal * sizeof *strain);
  for (int i = 0; i < el->nlocal; i++) {
    for (int a = 0; a < el->naxis; a++) {
      const int k = el->axis[a];
      double* e = strain[3 * i + k];
      for (int l = 0; l < 3; l++) e[3 * k + l] = e[3 * l + k] = 0.5 * grad[3 * i + l];
      e[4 * k] = grad[3 * i + k];
    }
  }
}

// adds the contribution of one quadrature point
// order: the products of two strains by rows; both parts of the energy one after the other
static void addPoint(const Element* el, const double s[3], double dv, double* K) {
  const int n = 3 * el->nlocal;
  double grad[MOST_DOF], strain[MOST_DOF][9];
  gradients(el, s, grad);
  strains(el, grad, strain);
  for (int i = 0; i < n; i++) {
    const double *e = strain[i], trace = e[0] + e[4] + e[8];
    for (int j = 0; j < n; j++) {
      const double* f = strain[j];
      double product = 0;
      for (int k = 0; k < 9; k += 3)
        product += e[k] * f[k] + e[k + 1] * f[k + 1] + e[k + 2] * f[k + 2];
      double* at = &K[i * n + j];
      *at -= el->la * trace * (f[0] + f[4] + f[8]) * dv;
      *at -= el->mu * product * dv;  // odd: shear of cells
    }
  }
}

static void integrate(const Element* el, double* K) {
  const Rule rule = ruleOf(el->order);
  const int n = 3 * el->nlocal;
  memset(K, 0, sizeof *K * (size_t)n * (size_t)n);
  double volume = 1;
  for (int k = 0; k < el->naxis; k++) volume *= el->extent[k];
  for (int a = 0; a < rule.n; a++) {
    for (int b = 0; b < rule.n; b++) {
      for (int c = 0; c < (el->naxis == 3 ? rule.n : 1); c++) {
        const double s[3] = {rule.s[a], rule.s[b], rule.s[c]};
        const double weight =
            rule.weight[a] * rule.weight[b] * (el->naxis == 3 ? rule.weight[c] : 1);
        addPoint(el, s, weight * volume * el->depth, K);
      }
    }
  }
}

static bool makeElement(comp_Compile* c, const comp_Flex* flex, const grid_Grid* g, int id,
                        Material m, Element* el) {
  int node[GRID_LOCAL];
  grid_nodes(g, id, node);
  *el = (Element){.order = g->order, .nlocal = g->nlocal, .depth = 1};
  el->mu = m.young / (2 * (1 + m.poisson));
  if (g->shell) {
    const grid_Face face = grid_face(g, id);
    el->naxis = 2, el->axis[0] = face.slow, el->axis[1] = face.fast;
    el->la = m.young * m.poisson / (1 - m.poisson * m.poisson);
    el->depth = flex->given->thickness;
  } else {
    el->naxis = 3, el->axis[1] = 1, el->axis[2] = 2;
    el->la = m.young * m.poisson / (1 + m.poisson) / (1 - 2 * m.poisson);
  }
  const double *low = flex->node0 + 3 * (size_t)node[0],
               *high = flex->node0 + 3 * (size_t)node[g->nlocal - 1];
  for (int k = 0; k < el->naxis; k++) {
    el->extent[k] = high[el->axis[k]] - low[el->axis[k]];
    if (fabs(el->extent[k]) > mjMINVAL) continue;
    comp_error(c, flex->e, "node: element %d of its grid has no extent along axis %d", id,
               el->axis[k]);
    return false;
  }
  return true;
}

// ---- modes

// Jacobi eigenvalue algorithm: eigenvalues of a symmetric matrix on its diagonal, eigenvectors in
// the columns of V
// order: cyclic by rows; entries below rounding noise are left alone. Of equal eigenvalues rounding
// decides which vectors there are, and so the rows of equalities: their impedances differ
static void diagonalize(double* A, double* V, int n) {
  enum { MOST_SWEEPS = 200 };
  const double small = 1e-15, done = 1e-24;
  for (int i = 0; i < n * n; i++) V[i] = i % (n + 1) == 0;
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    double rest = 0;
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) rest += A[p * n + q] * A[p * n + q];
    }
    if (rest < done) return;
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        const double apq = A[p * n + q];
        if (fabs(apq) < small) continue;
        const double tau = (A[q * n + q] - A[p * n + p]) / (2 * apq);
        const double t = (tau >= 0 ? 1 : -1) / (fabs(tau) + sqrt(1 + tau * tau));
        const double co = 1 / sqrt(1 + t * t), si = t * co;
        for (int k = 0; k < n; k++) {
          const double x = A[k * n + p], y = A[k * n + q], u = V[k * n + p], v = V[k * n + q];
          V[k * n + p] = co * u - si * v, V[k * n + q] = si * u + co * v;
          if (k == p || k == q) continue;
          A[k * n + p] = A[p * n + k] = co * x - si * y;
          A[k * n + q] = A[q * n + k] = si * x + co * y;
        }
        A[p * n + p] -= t * apq, A[q * n + q] += t * apq;
        A[p * n + q] = A[q * n + p] = 0;
      }
    }
  }
}

// one more mode for a face: its twist, (1 - 2s)(1 - 2t) along the normal
static void addTwist(const Element* el, Material m, double* mode) {
  const int side = el->order + 1, across = 3 - el->axis[0] - el->axis[1];
  double square = 0;
  for (int i = 0; i < el->nlocal; i++) {
    const double s = i / side / (double)el->order, t = i % side / (double)el->order;
    const double x = mode[3 * i + across] = (1 - 2 * s) * (1 - 2 * t);
    square += x * x;
  }
  const double bending =
      m.young * el->depth * el->depth * el->depth / (12 * (1 - m.poisson * m.poisson));
  const double scale =
      sqrt(4 * bending * (1 - m.poisson) / (el->extent[0] * el->extent[1])) / sqrt(square);
  for (int i = 0; i < el->nlocal; i++) mode[3 * i + across] *= scale;
}

// K -> number of modes, then the modes
static bool storeModes(comp_Compile* c, const Element* el, Material m, double* slot) {
  const int n = 3 * el->nlocal;
  const size_t nn = (size_t)n * (size_t)n;
  double *A = arena_array(&c->scratch, 2 * nn, sizeof *A), *V = A ? A + nn : NULL;
  if (!A) return diag_noMemory(c->diag), false;
  memcpy(A, slot, nn * sizeof *A);
  diagonalize(A, V, n);
  memset(slot, 0, nn * sizeof *slot);
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(A[i * n + i]));
  int count = 0;
  double* mode = slot + 1;
  for (int i = 0; i < n; i++) {
    const double value = -A[i * n + i];
    if (!(value > 1e-8 * most)) continue;
    ASSERT(1 + (size_t)(count + 2) * (size_t)n <= nn);
    for (int k = 0; k < n; k++) mode[k] = sqrt(value) * V[k * n + i];
    mode += n;
    count++;
  }
  if (el->naxis == 2) {
    addTwist(el, m, mode);
    count++;
  }
  slot[0] = count;
  return true;
}

// ---- all elements

static bool keepsStrain(const comp_Compile* c, const comp_Flex* flex) {
  const spec_List* list = &c->list[mjOBJ_EQUALITY];
  for (int i = 0; i < list->n; i++) {
    const mjsEquality* equality = SPEC_DATA(mjsEquality, list->item[i]);
    if (equality->type == mjEQ_FLEXSTRAIN && !strcmp(vec_text(equality->name1), spec_name(flex->e)))
      return true;
  }
  return false;
}

static bool makeStiffness(comp_Compile* c, comp_Flex* flex, const grid_Grid* g) {
  const bool strain = keepsStrain(c, flex);
  if (!strain && !(flex->given->young > 0)) return true;
  const Material m =
      strain ? (Material){10, 0.3} : (Material){flex->given->young, flex->given->poisson};
  const mjtSize each = (mjtSize)9 * g->nlocal * g->nlocal;
  flex->nstiffness = each * g->nelem;
  if (flex->nstiffness > MOST_STIFFNESS) {
    comp_error(c, flex->e,
               "cellcount: %d elements have %lld numbers of stiffness; at most %lld "
               "are accepted",
               g->nelem, (long long)flex->nstiffness, (long long)MOST_STIFFNESS);
    return false;
  }
  flex->stiffness = comp_alloc(c, (int)flex->nstiffness, sizeof *flex->stiffness);
  for (int i = 0; i < g->nelem && flex->stiffness; i++) {
    double* slot = flex->stiffness + each * i;
    Element el;
    if (flex->empty && flex->empty[i]) continue;
    if (!makeElement(c, flex, g, i, m, &el)) return false;
    integrate(&el, slot);
    if (strain && !storeModes(c, &el, m, slot)) return false;
  }
  return flex->stiffness != NULL;
}

bool comp_flexCells(comp_Compile* c, comp_Flex* flex) {
  const grid_Grid g = comp_flexGrid(flex);
  double axis[9];
  return findEmpty(c, flex) && findAxes(c, flex, &g, axis) && placeAll(c, flex, axis) &&
         makeStiffness(c, flex, &g) && comp_flexHinges(c, flex, &g);
}
