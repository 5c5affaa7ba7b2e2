// Sides of contacts with flexes (deformable bodies). A point of an element moves with its vertices,
// weighted by inverse distances; a point of an interpolated flex with the nodes of its cell,
// weighted by their basis functions. Also the Jacobian row of a contact normal.
//   contact, flexvert_xpos, flex_vert0 -> bodies and weights
#include "dyn/contact_side.h"

#include "base/assert.h"
#include "math/vec.h"

// nodes with smaller or negative weights are ignored
#define LEAST_WEIGHT 1e-5

// ---- vertices

typedef struct {
  int n;
  int vert[4];  // indices in the flex
  mjtNum weight[4];
} Vertices;

// vertices of a side with an element, without the one that touches it
static void elementVertices(const mjModel* m, const mjData* d, const mjContact* con, int side,
                            Vertices* res) {
  const int flex = con->flex[side], dim = m->flex_dim[flex], other = con->vert[1 - side];
  const int* vert = m->flex_elem + m->flex_elemdataadr[flex] + con->elem[side] * (dim + 1);
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum sum = 0;
  res->n = 0;
  for (int i = 0; i <= dim; i++) {
    if (vert[i] == other) continue;
    const mjtNum dist = v3_dist(con->pos, xpos + 3 * vert[i]);
    res->vert[res->n] = vert[i];
    sum += res->weight[res->n++] = 1 / (dist > mjMINVAL ? dist : mjMINVAL);
  }
  for (int i = 0; i < res->n; i++) res->weight[i] /= sum;
}

static void verticesOf(const mjModel* m, const mjData* d, const mjContact* con, int side,
                       Vertices* res) {
  if (con->vert[side] >= 0) {
    res->n = 1;
    res->vert[0] = con->vert[side];
    res->weight[0] = 1;
  } else {
    elementVertices(m, d, con, side, res);
  }
}

// ---- nodes

static void addBody(side_List* list, int body, mjtNum weight) {
  for (int i = 0; i < list->n; i++) {
    if (list->body[i] != body) continue;
    list->weight[i] += weight;
    return;
  }
  ASSERT(list->n < SIDE_MOST);
  list->body[list->n] = body;
  list->weight[list->n++] = weight;
}

static void addNode(const grid_Grid* grid, const int* bodyOf, int node, mjtNum weight,
                    side_List* list) {
  if (!grid_isInner(grid, node)) {
    addBody(list, bodyOf[node], weight);
    return;
  }
  int on[GRID_BLEND];
  mjtNum share[GRID_BLEND];
  grid_blend(grid, node, on, share);
  for (int i = 0; i < GRID_BLEND; i++) addBody(list, bodyOf[on[i]], weight * share[i]);
}

static void interpolate(const mjModel* m, int flex, const Vertices* vertices, side_List* list) {
  const grid_Grid grid = grid_of(m, flex);
  const mjtNum* unit = m->flex_vert0 + 3 * m->flex_vertadr[flex];
  mjtNum point[3] = {0, 0, 0}, local[3], weight[GRID_LOCAL];
  int cell[3], node[GRID_LOCAL];
  for (int i = 0; i < vertices->n; i++) {
    v3_addToScl(point, unit + 3 * vertices->vert[i], vertices->weight[i]);
  }
  grid_locate(&grid, point, cell, local);
  grid_weights(&grid, local, weight);
  grid_cellNodes(&grid, cell, node);
  const int* bodyOf = m->flex_nodebodyid + m->flex_nodeadr[flex];
  for (int i = 0; i < grid_cellSize(&grid); i++) {
    if (weight[i] < LEAST_WEIGHT) continue;
    addNode(&grid, bodyOf, node[i], weight[i], list);
  }
}

// ---- sides

void side_list(const mjModel* m, const mjData* d, const mjContact* con, int side, side_List* list) {
  const int only = side_body(m, con, side), flex = con->flex[side];
  list->n = 0;
  if (only >= 0) {
    list->n = 1;
    list->body[0] = only;
    list->weight[0] = 1;
    return;
  }
  if (flex < 0 || (con->vert[side] < 0 && con->elem[side] < 0)) return;
  Vertices vertices;
  verticesOf(m, d, con, side, &vertices);
  if (m->flex_interp[flex]) {
    interpolate(m, flex, &vertices, list);
    return;
  }
  const int* bodyOf = m->flex_vertbodyid + m->flex_vertadr[flex];
  for (int i = 0; i < vertices.n; i++) {
    list->body[i] = bodyOf[vertices.vert[i]];
    list->weight[i] = vertices.weight[i];
  }
  list->n = vertices.n;
}

int side_representative(const mjModel* m, const mjContact* con, int side) {
  const int only = side_body(m, con, side), flex = con->flex[side];
  if (only >= 0 || flex < 0) return only;
  if (m->flex_interp[flex]) return m->flex_nodebodyid[m->flex_nodeadr[flex]];
  if (con->elem[side] < 0) return -1;
  const int adr = m->flex_elemdataadr[flex] + con->elem[side] * (m->flex_dim[flex] + 1);
  return m->flex_vertbodyid[m->flex_vertadr[flex] + m->flex_elem[adr]];
}

// ---- the normal

// inserts an entry into a sorted sparse row, or adds to it; returns the number of entries
static int addColumn(int* col, mjtNum* val, int n, int dof, mjtNum value) {
  int k = n;
  while (k > 0 && col[k - 1] > dof) k--;
  if (k > 0 && col[k - 1] == dof) {
    val[k - 1] += value;
    return n;
  }
  for (int i = n; i > k; i--) {
    col[i] = col[i - 1];
    val[i] = val[i - 1];
  }
  col[k] = dof;
  val[k] = value;
  return n + 1;
}

int side_normalRow(const mjModel* m, const mjData* d, const mjContact* con, int* col, mjtNum* val) {
  int n = 0;
  for (int side = 0; side < 2; side++) {
    side_List list;
    side_list(m, d, con, side, &list);
    for (int i = 0; i < list.n; i++) {
      const int weld = m->body_weldid[list.body[i]], num = m->body_dofnum[weld];
      const mjtNum weight = side ? list.weight[i] : -list.weight[i];
      mjtNum offset[3], lin[3];
      v3_sub(offset, con->pos, d->subtree_com + 3 * m->body_rootid[weld]);
      for (int dof = num ? m->body_dofadr[weld] + num - 1 : -1; dof >= 0;
           dof = m->dof_parentid[dof]) {
        v3_cross(lin, d->cdof + 6 * dof, offset);
        v3_addTo(lin, d->cdof + 6 * dof + 3);
        n = addColumn(col, val, n, dof, weight * v3_dot(con->frame, lin));
      }
    }
  }
  return n;
}
