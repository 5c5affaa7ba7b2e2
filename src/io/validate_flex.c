// Validates flexes (deformables) of untrusted models: elements, edges and pairs must index
// vertices, edges and elements of the same flex, and the arrays of elasticity must have the sizes
// that the elements require.
#include <limits.h>
#include <stdlib.h>

#include "base/assert.h"
#include "io/validate.h"

enum { STRETCH = 21, BEND = 17, HINGE = 10 };

static bool in(mjtSize x, mjtSize low, mjtSize most) { return x >= low && x < most; }

static bool allIn(const int* x, mjtSize n, int low, int most) {
  for (mjtSize i = 0; i < n; i++) {
    if (!in(x[i], low, most)) return false;
  }
  return true;
}

// whether n entries from an offset on are inside an array; the offset of an empty run may be -1
static bool isRun(int adr, mjtSize n, mjtSize size) {
  return n ? adr >= 0 && adr <= size && n <= size - adr : adr >= -1 && adr <= size;
}

// ---- grids

// number of elements of the grid of an interpolated flex, and of their nodes; 0: no such grid
static mjtSize countElements(const mjModel* m, int i, mjtSize* nlocal) {
  const int *cell = m->flex_cellnum + 3 * i, order = abs(m->flex_interp[i]);
  mjtSize nnode = 1;
  for (int k = 0; k < 3; k++) {
    if (cell[k] < 1 || cell[k] > m->nflexnode) return 0;
    nnode *= (mjtSize)cell[k] * order + 1;
    if (nnode > m->nflexnode) return 0;
  }
  if (nnode != m->flex_nodenum[i]) return 0;
  const mjtSize x = cell[0], y = cell[1], z = cell[2], side = order + 1;
  const bool shell = m->flex_interp[i] < 0;
  *nlocal = shell ? side * side : side * side * side;
  return shell ? 2 * (y * z + x * z + x * y) : x * y * z;
}

// validates the number of deformation modes of elements whose strains are constrained by equalities
static bool checkModes(const mjModel* m, int i, mjtSize nelem, mjtSize nlocal) {
  const mjtNum* slot = m->flex_stiffness + m->flex_stiffnessadr[i];
  for (mjtSize e = 0; e < nelem; e++, slot += 9 * nlocal * nlocal) {
    if (!(slot[0] >= 0 && slot[0] * 3 * (double)nlocal + 1 <= 9.0 * (double)(nlocal * nlocal)))
      return false;
  }
  return true;
}

static bool checkHinges(const mjModel* m, int i, mjtSize nelem) {
  const int adr = m->flex_bendingadr[i];
  if (adr < 0) return true;
  if (!in(adr, 0, m->nflexbending)) return false;
  const mjtNum *x = m->flex_bending + adr, n = x[0];
  if (!(n >= 0 && n <= INT_MAX) || !isRun(adr, 1 + HINGE * (mjtSize)n, m->nflexbending))
    return false;
  for (mjtSize k = 0; k < (mjtSize)n; k++) {
    for (int side = 0; side < 2; side++) {
      const mjtNum face = x[1 + HINGE * k + side];
      if (!(face >= 0 && face < (double)nelem)) return false;
    }
  }
  return true;
}

static bool checkGrid(const mjModel* m, int i, validate_Fault* fault) {
  mjtSize nlocal = 0;
  const mjtSize nelem = countElements(m, i, &nlocal);
  enum { STRAIN = 3 };
  if (!nelem || m->flex_rigid[i]) return validate_fault(fault, "flex_cellnum", i);
  const int adr = m->flex_stiffnessadr[i];
  if (adr >= 0 && !isRun(adr, nelem * 9 * nlocal * nlocal, m->nflexstiffness))
    return validate_fault(fault, "flex_stiffnessadr", i);
  if (m->flex_edgeequality[i] == STRAIN && (adr < 0 || !checkModes(m, i, nelem, nlocal)))
    return validate_fault(fault, "flex_stiffness", i);
  return checkHinges(m, i, nelem) || validate_fault(fault, "flex_bendingadr", i);
}

// ---- vertices and their bodies

static bool checkPlain(const mjModel* m, int i, validate_Fault* fault) {
  if (m->flex_nodenum[i]) return validate_fault(fault, "flex_interp", i);
  if (!allIn(m->flex_vertbodyid + m->flex_vertadr[i], m->flex_vertnum[i], 0, (int)m->nbody))
    return validate_fault(fault, "flex_vertbodyid", i);
  if (m->flex_stiffnessadr[i] >= 0 &&
      !isRun(m->flex_stiffnessadr[i], (mjtSize)STRETCH * m->flex_elemnum[i], m->nflexstiffness))
    return validate_fault(fault, "flex_stiffnessadr", i);
  if (m->flex_bendingadr[i] >= 0 &&
      !isRun(m->flex_bendingadr[i], (mjtSize)BEND * m->flex_edgenum[i], m->nflexbending))
    return validate_fault(fault, "flex_bendingadr", i);
  return true;
}

// ---- topology

static bool checkTopology(const mjModel* m, int i, validate_Fault* fault) {
  static const int edges[4] = {0, 1, 3, 6};
  const int dim = m->flex_dim[i], nvert = m->flex_vertnum[i], nedge = m->flex_edgenum[i],
            nelem = m->flex_elemnum[i];
  const mjtSize ndata = (mjtSize)nelem * (dim + 1), nelemedge = (mjtSize)nelem * edges[dim],
                edge = m->flex_edgeadr[i], evpair = m->flex_evpairadr[i];
  if (nvert < 1 || nelem < 1) return validate_fault(fault, "flex_vertnum", i);
  if (!isRun(m->flex_elemdataadr[i], ndata, m->nflexelemdata) ||
      !allIn(m->flex_elem + m->flex_elemdataadr[i], ndata, 0, nvert))
    return validate_fault(fault, "flex_elem", i);
  if (!isRun(m->flex_elemedgeadr[i], nelemedge, m->nflexelemedge) ||
      !allIn(m->flex_elemedge + m->flex_elemedgeadr[i], nelemedge, 0, nedge))
    return validate_fault(fault, "flex_elemedge", i);
  if (!allIn(m->flex_edge + 2 * edge, 2 * (mjtSize)nedge, 0, nvert))
    return validate_fault(fault, "flex_edge", i);
  if (!allIn(m->flex_edgeflap + 2 * edge, 2 * (mjtSize)nedge, -1, nvert))
    return validate_fault(fault, "flex_edgeflap", i);
  if (m->flex_shellnum[i] < 0 || m->flex_shellnum[i] > m->nflexshelldata ||
      !isRun(m->flex_shelldataadr[i], (mjtSize)m->flex_shellnum[i] * dim, m->nflexshelldata))
    return validate_fault(fault, "flex_shelldataadr", i);
  if (m->flex_shellnum[i] &&
      !allIn(m->flex_shell + m->flex_shelldataadr[i], (mjtSize)m->flex_shellnum[i] * dim, 0, nvert))
    return validate_fault(fault, "flex_shell", i);
  for (mjtSize k = evpair; k < evpair + m->flex_evpairnum[i]; k++) {
    if (!in(m->flex_evpair[2 * k], 0, nelem) || !in(m->flex_evpair[2 * k + 1], 0, nvert))
      return validate_fault(fault, "flex_evpair", k);
  }
  return true;
}

// texture coordinates of the flex: from its offset to that of the next flex that has some
static bool checkTexcoords(const mjModel* m, int i, validate_Fault* fault) {
  const int adr = m->flex_texcoordadr[i];
  if (adr == -1) return true;
  const mjtSize ndata = (mjtSize)m->flex_elemnum[i] * (m->flex_dim[i] + 1);
  if (!in(adr, 0, m->nflextexcoord) ||
      !allIn(m->flex_elemtexcoord + m->flex_elemdataadr[i], ndata, 0, (int)m->nflextexcoord - adr))
    return validate_fault(fault, "flex_texcoordadr", i);
  return true;
}

// ---- rows of sparse matrices

static bool checkRows(const mjModel* m, validate_Fault* fault) {
  for (mjtSize i = 0; i < 2 * m->nflexvert; i++) {
    if (m->flexvert_J_rownnz[i] < 0 ||
        !isRun(m->flexvert_J_rowadr[i], m->flexvert_J_rownnz[i], 2 * m->nJfv))
      return validate_fault(fault, "flexvert_J_rowadr", i);
  }
  for (mjtSize i = 0; i < m->nflexvert; i++) {
    if (m->flex_vertedgenum[i] < 0 ||
        !isRun(m->flex_vertedgeadr[i], m->flex_vertedgenum[i], 2 * m->nflexedge))
      return validate_fault(fault, "flex_vertedgeadr", i);
  }
  return true;
}

// edges at each vertex belong to the same flex
static bool checkVertEdges(const mjModel* m, int i, validate_Fault* fault) {
  for (int v = m->flex_vertadr[i]; v < m->flex_vertadr[i] + m->flex_vertnum[i]; v++) {
    if (m->flex_vertedgenum[v] && !allIn(m->flex_vertedge + m->flex_vertedgeadr[v],
                                         m->flex_vertedgenum[v], 0, m->flex_edgenum[i]))
      return validate_fault(fault, "flex_vertedge", v);
  }
  return true;
}

bool validate_flexes(const mjModel* m, validate_Fault* fault) {
  if (!checkRows(m, fault)) return false;
  for (int i = 0; i < m->nflex; i++) {
    if (!checkTopology(m, i, fault) || !checkTexcoords(m, i, fault) ||
        !checkVertEdges(m, i, fault) ||
        !(m->flex_interp[i] ? checkGrid(m, i, fault) : checkPlain(m, i, fault)))
      return false;
  }
  return true;
}
