// Nodes of an interpolated flexcomp: a grid over the bounding box of all points, with one body at
// each node (finite element lattice, free-form deformation). Nodes between empty cells are fixed;
// so are the inner nodes of a shell, which follow the faces. Masses are lumped by Simpson's rule.
#include <string.h>

#include "base/assert.h"
#include "spec/copy.h"
#include "spec/flex_cells.h"
#include "spec/flexcomp_parts.h"

typedef struct {
  flexcomp_Work* w;
  int order, n[3], nnode;
  bool shell;
  mjtByte* fixed;  // (nnode)
  double* weight;  // (nnode) fraction of the mass, 0 if fixed
  double sum;
} Nodes;

// ---- the grid

static bool setCells(flexcomp_Work* w) {
  double nnode = 1;
  w->flex->order = w->args->dof == FLEXCOMP_QUADRATIC ? 2 : 1;
  for (int k = 0; k < 3; k++) {
    const int given = w->args->cellcount[k];
    if (given < 1 && given != -1)
      return flexcomp_error(w, "cellcount: number %d is %d; it must be 1 or more", k + 1, given);
    w->flex->cellcount[k] = given < 1 ? 1 : given;
    nnode *= (double)w->flex->cellcount[k] * w->flex->order + 1;
  }
  if (nnode > COPY_LIMIT)
    return flexcomp_error(w, "cellcount: it makes %.3g nodes; at most %d are accepted", nnode,
                          COPY_LIMIT);
  return true;
}

// stored in the flex, because the compiler sees other axes
static bool findEmpty(flexcomp_Work* w) {
  flexcells_Grid grid = {.x = w->point, .elem = w->elem, .nelem = w->nelem, .dim = w->flex->dim};
  spec_FlexExtra* extra = spec_flex(w->e);
  memcpy(grid.low, w->box[0], sizeof grid.low);
  memcpy(grid.high, w->box[1], sizeof grid.high);
  memcpy(grid.count, w->flex->cellcount, sizeof grid.count);
  extra->ncell = grid.count[0] * grid.count[1] * grid.count[2];
  extra->empty = flexcells_empty(&w->spec->pool.arena, &grid);
  if (!extra->empty) diag_noMemory(&w->spec->diag);
  return extra->empty != NULL;
}

// is one of the cells around a node not empty
static bool touchesContent(const Nodes* g, const int at[3]) {
  const int* count = g->w->flex->cellcount;
  const mjtByte* empty = spec_flex(g->w->e)->empty;
  int low[3], high[3];
  for (int k = 0; k < 3; k++) {
    low[k] = at[k] ? (at[k] - 1) / g->order : 0;
    high[k] = at[k] / g->order < count[k] - 1 ? at[k] / g->order : count[k] - 1;
  }
  for (int i = low[0]; i <= high[0]; i++) {
    for (int j = low[1]; j <= high[1]; j++) {
      for (int k = low[2]; k <= high[2]; k++) {
        if (!empty[((size_t)i * (size_t)count[1] + (size_t)j) * (size_t)count[2] + (size_t)k])
          return true;
      }
    }
  }
  return false;
}

static bool isInside(const Nodes* g, const int at[3]) {
  for (int k = 0; k < 3; k++) {
    if (at[k] == 0 || at[k] == g->n[k] - 1) return false;
  }
  return true;
}

// fraction of the mass along one axis, by Simpson's rule; neighboring cells share nodes
static double simpson(int i, int n) {
  const bool corner = i % 2 == 0;
  return (corner ? 1.0 / 6 : 2.0 / 3) * (corner && i > 0 && i < n - 1 ? 2 : 1);
}

static void placeNode(Nodes* g, const int at[3], int id) {
  const flexcomp_Work* w = g->w;
  const bool pinned = id < w->npoint && w->pinned[id];
  g->fixed[id] = pinned || (g->shell ? isInside(g, at) : !touchesContent(g, at));
  if (g->fixed[id]) return;
  g->weight[id] = 1;
  for (int k = 0; k < 3 && g->order == 2; k++) g->weight[id] *= simpson(at[k], g->n[k]);
  g->sum += g->weight[id];
}

// ---- bodies

static void nodePosition(const Nodes* g, const int at[3], double pos[3]) {
  const flexcomp_Work* w = g->w;
  for (int k = 0; k < 3; k++) {
    pos[k] = w->box[0][k] + at[k] / (double)(g->n[k] - 1) * (w->box[1][k] - w->box[0][k]);
  }
}

static bool addNode(Nodes* g, const int at[3], int id) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  flexcomp_Work* w = g->w;
  double pos[3];
  nodePosition(g, at, pos);
  if (g->fixed[id]) return flexcomp_addName(w, w->flex->nodebody, spec_name(w->parent));
  text_Text name = {0};
  text_format(&name, "%s_%d_%d_%d", spec_name(w->e), at[0], at[1], at[2]);
  if (name.failed) diag_noMemory(&w->spec->diag);
  const double mass = g->weight[id] * w->args->mass / g->sum;
  spec_Element* body = name.failed ? NULL : flexcomp_addBody(w, text_get(&name), pos, mass);
  bool ok = body && flexcomp_addName(w, w->flex->nodebody, text_get(&name));
  text_free(&name);
  for (int k = 0; k < 3 && ok; k++) ok = flexcomp_addSlide(w, body, unit[k]);
  return ok;
}

// calls `visit` for every node in order; stops when it fails
static bool eachNode(Nodes* g, bool (*visit)(Nodes*, const int[3], int)) {
  int at[3], id = 0;
  for (at[0] = 0; at[0] < g->n[0]; at[0]++) {
    for (at[1] = 0; at[1] < g->n[1]; at[1]++) {
      for (at[2] = 0; at[2] < g->n[2]; at[2]++, id++) {
        if (!visit(g, at, id)) return false;
      }
    }
  }
  return true;
}

static bool visitPlace(Nodes* g, const int at[3], int id) {
  placeNode(g, at, id);
  return true;
}

// coordinates of a node in its body
static bool visitCoordinate(Nodes* g, const int at[3], int id) {
  double pos[3];
  nodePosition(g, at, pos);
  for (int k = 0; k < 3; k++) {
    double* coord = vec_push(g->w->flex->node, sizeof *coord);
    if (!coord) return diag_noMemory(&g->w->spec->diag), false;
    *coord = g->fixed[id] ? pos[k] : 0;
  }
  return true;
}

// vertices are attached to the parent body
static bool setVerts(flexcomp_Work* w) {
  for (int i = 0; i < w->npoint; i++) {
    if (!flexcomp_addName(w, w->flex->vertbody, spec_name(w->parent))) return false;
  }
  return vec_set(w->flex->vert, w->point, 3 * w->npoint, sizeof(double));
}

bool flexcomp_makeNodes(flexcomp_Work* w) {
  if (!setCells(w) || !setVerts(w)) return false;
  Nodes g = {.w = w, .order = w->flex->order, .nnode = 1, .shell = w->flex->elastic2d != 0};
  for (int k = 0; k < 3; k++) {
    g.n[k] = w->flex->cellcount[k] * g.order + 1;
    g.nnode *= g.n[k];
  }
  if (!g.shell && !findEmpty(w)) return false;
  g.fixed = flexcomp_alloc(w, (size_t)g.nnode, 1);
  g.weight = flexcomp_alloc(w, (size_t)g.nnode, sizeof *g.weight);
  if (!g.fixed || !g.weight) return false;
  eachNode(&g, visitPlace);
  int nfixed = 0;
  for (int i = 0; i < g.nnode; i++) nfixed += g.fixed[i];
  if (nfixed == g.nnode)
    return flexcomp_error(w, "pin: all nodes are pinned; leave some free, or give rigid=\"true\"");
  return flexcomp_checkRoom(w, g.nnode - nfixed, 3) && eachNode(&g, addNode) &&
         (!nfixed || eachNode(&g, visitCoordinate));
}

// ---- equalities

static bool addStrain(flexcomp_Work* w, int i, int j, int k) {
  mjsEquality* equality = flexcomp_addEquality(w, mjEQ_FLEXSTRAIN);
  if (!equality) return false;
  equality->data[0] = i, equality->data[1] = j, equality->data[2] = k;
  return true;
}

bool flexcomp_addStrains(flexcomp_Work* w) {
  const spec_FlexExtra* extra = spec_flex(w->e);
  const int* n = w->flex->cellcount;
  if (!w->flex->order) return addStrain(w, 0, 0, 0);  // no effect
  if (w->flex->elastic2d) {
    const int nface = 2 * (n[1] * n[2] + n[0] * n[2] + n[0] * n[1]);
    for (int i = 0; i < nface; i++) {
      if (!addStrain(w, i, -1, -1)) return false;
    }
    return true;
  }
  ASSERT(extra->empty && extra->ncell == n[0] * n[1] * n[2]);
  for (int cell = 0; cell < extra->ncell; cell++) {
    const int i = cell / (n[1] * n[2]), j = cell / n[2] % n[1], k = cell % n[2];
    if (!extra->empty[cell] && !addStrain(w, i, j, k)) return false;
  }
  return true;
}
