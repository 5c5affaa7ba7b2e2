// Bounding volume trees of bodies: boxes around the geoms that can collide, in the inertial frame
// of the body. A node is split across its longest side into halves of equal number, ordered by the
// positions of the geoms; nodes are numbered depth first, left before right, children relative to
// the body's first node.
#include <string.h>

#include "mjcf/compile_index.h"

typedef struct {
  double min[3], max[3];
} Box;

typedef struct {
  int depth, child[2], nodeid;
  double aabb[6];  // center, half size
} Node;

struct comp_Bvh {
  Node* node;
  int *adr, *num;  // nbody; adr -1 if there is none
};

// what building one body's tree needs
typedef struct {
  const int* geom;       // ids
  const Box* box;        // of each geom, inertial frame
  const double* pos;     // of each geom, inertial frame
  int *order, *scratch;  // indices into the arrays above
  Node* node;
  int nnode;
} Build;

// ---- boxes

static void emptyBox(Box* box) {
  for (int k = 0; k < 3; k++) box->min[k] = __builtin_inf(), box->max[k] = -__builtin_inf();
}

static void addPoint(Box* box, const double p[3]) {
  for (int k = 0; k < 3; k++) {
    if (p[k] < box->min[k]) box->min[k] = p[k];
    if (p[k] > box->max[k]) box->max[k] = p[k];
  }
}

// box around the corners of a geom's box, seen in the inertial frame; pos: the geom there
static void geomBox(const comp_Body* body, const comp_Geom* geom, Box* box, double pos[3]) {
  double quat[4], mat[9];
  memcpy(pos, geom->pos, sizeof geom->pos);
  memcpy(quat, geom->quat, sizeof geom->quat);
  comp_applyInverse(pos, quat, body->ipos, body->iquat);
  comp_quat2Mat(mat, quat);
  emptyBox(box);
  for (int corner = 0; corner < 8; corner++) {
    double local[3], p[3];
    for (int k = 0; k < 3; k++) {
      double half = geom->aabb[3 + k];
      local[k] = geom->aabb[k] + (corner & 1 << k ? half : -half);
    }
    for (int k = 0; k < 3; k++) {
      p[k] = mat[3 * k] * local[0] + mat[3 * k + 1] * local[1] + mat[3 * k + 2] * local[2] + pos[k];
    }
    addPoint(box, p);
  }
}

// ---- building

typedef struct {
  const double* pos;
  int axis;
} Along;

static int byPosition(int a, int b, const void* context) {
  const Along* along = context;
  double d = along->pos[3 * a + along->axis] - along->pos[3 * b + along->axis];
  if (d > COMP_EPS || d < -COMP_EPS) return d > 0 ? 1 : -1;
  return a - b;
}

static int longestSide(const Box* box) {
  int axis = 0;
  for (int k = 1; k < 3; k++) {
    double side = box->max[k] - box->min[k], longest = box->max[axis] - box->min[axis];
    if (side >= longest + COMP_EPS) axis = k;
  }
  return axis;
}

static void setNodeBox(Node* node, Box* box) {
  for (int k = 0; k < 3; k++) {
    if (box->max[k] - box->min[k] < COMP_EPS) {
      box->min[k] -= COMP_EPS;
      box->max[k] += COMP_EPS;
    }
    node->aabb[k] = 0.5 * (box->max[k] + box->min[k]);
    node->aabb[3 + k] = 0.5 * (box->max[k] - box->min[k]);
  }
}

// tree over order[begin .. begin+n-1], returns its root; the depth of recursion is the logarithm of
// n
static int build(Build* b, int begin, int n, int depth) {
  int id = b->nnode++;
  Node* node = &b->node[id];
  Box box;
  emptyBox(&box);
  for (int i = begin; i < begin + n; i++) {
    addPoint(&box, b->box[b->order[i]].min);
    addPoint(&box, b->box[b->order[i]].max);
  }
  setNodeBox(node, &box);
  node->depth = depth;
  node->nodeid = n == 1 ? b->geom[b->order[begin]] : -1;
  node->child[0] = node->child[1] = -1;
  if (n == 1) return id;
  const Along along = {b->pos, longestSide(&box)};
  comp_sort(b->order + begin, n, b->scratch, byPosition, &along);
  node->child[0] = build(b, begin, n / 2, depth + 1);
  node->child[1] = build(b, begin + n / 2, n - n / 2, depth + 1);
  return id;
}

static bool canCollide(const comp_Geom* geom) {
  const mjsGeom* data = SPEC_DATA(mjsGeom, geom->e);
  return data->contype || data->conaffinity;
}

// number of geoms of a body that can collide
static int countColliders(const comp_Compile* c, const comp_Body* body) {
  int n = 0;
  for (int i = 0; i < body->geomnum; i++) n += canCollide(&c->geom[body->geomadr + i]);
  return n;
}

static bool buildBody(comp_Compile* c, int id, int n, Node* node) {
  const comp_Body* body = &c->body[id];
  int* geom = comp_alloc(c, n, sizeof *geom);
  int* order = comp_alloc(c, n, sizeof *order);
  int* scratch = comp_alloc(c, n, sizeof *scratch);
  Box* box = comp_alloc(c, n, sizeof *box);
  double* pos = comp_alloc(c, n, 3 * sizeof *pos);
  if (c->diag->failed) return false;
  for (int i = 0, k = 0; i < body->geomnum; i++) {
    const comp_Geom* g = &c->geom[body->geomadr + i];
    if (!canCollide(g)) continue;
    geom[k] = body->geomadr + i;
    order[k] = k;
    geomBox(body, g, &box[k], pos + 3 * k);
    k++;
  }
  Build b = {geom, box, pos, order, scratch, node, 0};
  build(&b, 0, n, 0);
  return true;
}

bool comp_prepareBvh(comp_Compile* c) {
  const int nbody = (int)c->size.nbody;
  struct comp_Bvh* bvh = c->bvh = comp_alloc(c, 1, sizeof *bvh);
  if (!bvh) return false;
  bvh->adr = comp_alloc(c, nbody, sizeof *bvh->adr);
  bvh->num = comp_alloc(c, nbody, sizeof *bvh->num);
  if (c->diag->failed) return false;
  mjtSize total = 0;
  for (int i = 0; i < nbody; i++) {
    int n = countColliders(c, &c->body[i]);
    bvh->adr[i] = n ? (int)total : -1;
    bvh->num[i] = n ? 2 * n - 1 : 0;
    if (!comp_advance(c, c->body[i].e, "the number of bounding volumes", &total, bvh->num[i]))
      return false;
  }
  bvh->node = comp_alloc(c, (int)total, sizeof *bvh->node);
  if (!bvh->node) return false;
  for (int i = 0; i < nbody; i++) {
    if (bvh->num[i] && !buildBody(c, i, (bvh->num[i] + 1) / 2, bvh->node + bvh->adr[i]))
      return false;
  }
  c->size.nbvh += total;
  c->size.nbvhstatic += total;
  return true;
}

bool comp_fillBvh(comp_Compile* c) {
  mjModel* m = c->m;
  const struct comp_Bvh* bvh = c->bvh;
  for (int i = 0; i < m->nbody; i++) {
    m->body_bvhadr[i] = bvh->adr[i];
    m->body_bvhnum[i] = bvh->num[i];
    for (int k = bvh->adr[i]; k < bvh->adr[i] + bvh->num[i]; k++) {
      const Node* node = &bvh->node[k];
      m->bvh_depth[k] = node->depth;
      m->bvh_nodeid[k] = node->nodeid;
      memcpy(m->bvh_child + 2 * k, node->child, sizeof node->child);
      memcpy(m->bvh_aabb + 6 * k, node->aabb, sizeof node->aabb);
    }
  }
  return true;
}
