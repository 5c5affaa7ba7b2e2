// Bounding volume hierarchies (BVH) of bodies: axis-aligned bounding boxes (AABB) around the geoms
// that can collide, in the inertial frame of the body, split by the positions of the geoms
// (bvh_tree.c). Child indices are relative to the body's first node.
#include <string.h>

#include <sinew/math.h>

#include "asset/bvh_tree.h"
#include "base/assert.h"
#include "compile/compile_index.h"

struct comp_Bvh {
  hull_Tree* tree;  // (nbody) leaves are geoms
  int* adr;         // (nbody) first node, -1: none
};

// AABB of a geom's bounding box in the inertial frame; pos: position of the geom in that frame.
// order: corners are rotated by the geom, moved, and rotated back by the inertial frame, each time
// by quaternion; a composed rotation rounds differently
static void geomBox(const comp_Body* body, const comp_Geom* geom, bvh_Box* box, double pos[3]) {
  double back[4], offset[3];
  mju_negQuat(back, body->iquat);
  mju_sub3(offset, geom->pos, body->ipos);
  mju_rotVecQuat(pos, offset, back);
  bvh_emptyBox(box);
  for (int corner = 0; corner < 8; corner++) {
    double local[3], p[3];
    for (int k = 0; k < 3; k++) {
      double half = geom->aabb[3 + k];
      local[k] = geom->aabb[k] + (corner & 1 << k ? half : -half);
    }
    mju_rotVecQuat(p, local, geom->quat);
    mju_addTo3(p, offset);
    mju_rotVecQuat(p, p, back);
    bvh_addPoint(box, p);
  }
}

static bool canCollide(const comp_Geom* geom) {
  const mjsGeom* data = SPEC_DATA(mjsGeom, geom->e);
  return !geom->split && (data->contype || data->conaffinity);
}

// number of geoms of a body that can collide
static int countColliders(const comp_Compile* c, const comp_Body* body) {
  int n = 0;
  for (int i = 0; i < body->geomnum; i++) n += canCollide(&c->geom[body->geomadr + i]);
  return n;
}

static bool buildBody(comp_Compile* c, int id, int n, hull_Tree* tree) {
  const comp_Body* body = &c->body[id];
  int* geom = comp_alloc(c, n, sizeof *geom);
  bvh_Box* box = comp_alloc(c, n, sizeof *box);
  double* pos = comp_alloc(c, n, 3 * sizeof *pos);
  if (c->diag->failed) return false;
  int k = 0;
  for (int i = 0; i < body->geomnum; i++) {
    const comp_Geom* g = &c->geom[body->geomadr + i];
    if (!canCollide(g)) continue;
    geom[k] = body->geomadr + i;
    geomBox(body, g, &box[k], pos + 3 * k);
    k++;
  }
  ASSERT(k == n);
  if (!bvh_makeTree(&c->scratch, box, pos, n, tree)) {
    diag_noMemory(c->diag);
    return false;
  }
  for (int i = 0; i < tree->nnode; i++) {
    if (tree->nodeid[i] >= 0) tree->nodeid[i] = geom[tree->nodeid[i]];
  }
  return true;
}

bool comp_prepareBvh(comp_Compile* c) {
  const int nbody = (int)c->size.nbody;
  struct comp_Bvh* bvh = c->bvh = comp_alloc(c, 1, sizeof *bvh);
  if (!bvh) return false;
  bvh->adr = comp_alloc(c, nbody, sizeof *bvh->adr);
  bvh->tree = comp_alloc(c, nbody, sizeof *bvh->tree);
  if (c->diag->failed) return false;
  mjtSize total = 0;
  for (int i = 0; i < nbody; i++) {
    const int n = countColliders(c, &c->body[i]);
    bvh->adr[i] = n ? (int)total : -1;
    if (!comp_advance(c, c->body[i].e, "the number of bounding volumes", &total,
                      n ? 2 * (mjtSize)n - 1 : 0) ||
        (n && !buildBody(c, i, n, &bvh->tree[i]))) {
      return false;
    }
  }
  c->size.nbvh += total;
  c->size.nbvhstatic += total;
  return true;
}

static void copyTree(mjModel* m, size_t adr, const hull_Tree* tree) {
  const size_t n = (size_t)tree->nnode;
  ASSERT(n > 0 && adr + n <= (size_t)m->nbvhstatic);
  memcpy(m->bvh_depth + adr, tree->depth, n * sizeof *tree->depth);
  memcpy(m->bvh_nodeid + adr, tree->nodeid, n * sizeof *tree->nodeid);
  memcpy(m->bvh_child + 2 * adr, tree->child, 2 * n * sizeof *tree->child);
  memcpy(m->bvh_aabb + 6 * adr, tree->aabb, 6 * n * sizeof *tree->aabb);
}

bool comp_fillBvh(comp_Compile* c) {
  mjModel* m = c->m;
  for (int i = 0; i < m->nbody; i++) {
    m->body_bvhadr[i] = c->bvh->adr[i];
    m->body_bvhnum[i] = c->bvh->tree[i].nnode;
    if (c->bvh->adr[i] >= 0) copyTree(m, (size_t)c->bvh->adr[i], &c->bvh->tree[i]);
  }
  return true;
}
