// Visual geoms of bounding volume hierarchies (BVH): the boxes at one depth of the trees of bodies,
// flexes and meshes, and of octrees.
#include <stdlib.h>

#include "math/vec.h"
#include "scene/draw.h"

// a box (center, half sizes) in a frame
static void addBox(const draw_Job* job, int node, const mjtNum box[6], const mjtNum pos[3],
                   const mjtNum mat[9], bool active) {
  static const mjtNum origin[3] = {0}, unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const mjVisual* vis = &job->m->vis;
  mjvGeom* geom = draw_add(job, mjOBJ_UNKNOWN, node, mjCAT_DECOR);
  if (!geom) return;
  mjtNum centre[3];
  m3_mulVec(centre, mat ? mat : unit, box);
  v3_addTo(centre, pos ? pos : origin);
  draw_shape(geom, mjGEOM_LINEBOX, box + 3, centre, mat,
             active ? vis->rgba.bvactive : vis->rgba.bv);
}

// whether a node is at the depth that is shown, or a leaf above it
static bool isShown(const draw_Job* job, int node) {
  const int depth = job->m->bvh_depth[node], shown = job->opt->bvh_depth;
  return depth == shown || (depth < shown && job->m->bvh_nodeid[node] >= 0);
}

static bool isActive(const draw_Job* job, int node) {
  return job->m->vis.global.bvactive && job->d->bvh_active[node];
}

// ---- bodies

void draw_bodyVolumes(const draw_Job* job) {
  const mjModel* m = job->m;
  const mjData* d = job->d;
  for (int b = 0; b < m->nbody; b++) {
    for (int i = m->body_bvhadr[b]; i < m->body_bvhadr[b] + m->body_bvhnum[b]; i++) {
      const int geom = m->bvh_nodeid[i];
      if (!isShown(job, i)) continue;
      if (geom >= 0) {
        addBox(job, i, m->geom_aabb + 6 * geom, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom,
               isActive(job, i));
      } else {
        addBox(job, i, m->bvh_aabb + 6 * i, d->xipos + 3 * b, d->ximat + 9 * b, isActive(job, i));
      }
    }
  }
}

// ---- flexes

typedef struct {
  const int* body;  // of each node
  int n[3];         // nodes along each axis, the last axis varies fastest
  bool shell;       // only the surface has nodes
} Grid;

static bool onSurface(const Grid* g, const int at[3]) {
  for (int k = 0; k < 3; k++) {
    if (at[k] == 0 || at[k] == g->n[k] - 1) return true;
  }
  return false;
}

// index of a node whose body has joints, -1: it is none
static int nodeAt(const mjModel* m, const Grid* g, const int at[3]) {
  for (int k = 0; k < 3; k++) {
    if (at[k] >= g->n[k]) return -1;
  }
  const int node = (at[0] * g->n[1] + at[1]) * g->n[2] + at[2], body = g->body[node];
  return m->body_jntnum[body] > 0 && (!g->shell || onSurface(g, at)) ? node : -1;
}

// lines to the neighbors along the three axes
static void addGridLines(const draw_Job* job, const Grid* g, const int at[3]) {
  static const float grey[4] = {0.5f, 0.5f, 0.5f, 1};
  const int node = nodeAt(job->m, g, at);
  for (int k = 0; k < 3 && node >= 0; k++) {
    int beside[3] = {at[0], at[1], at[2]};
    beside[k]++;
    const int other = nodeAt(job->m, g, beside);
    if (other < 0) continue;
    draw_bar(job, mjOBJ_UNKNOWN, at[0], mjGEOM_LINE, 3, job->d->xpos + 3 * g->body[node],
             job->d->xpos + 3 * g->body[other], grey);
  }
}

static void addGrid(const draw_Job* job, int flex) {
  const mjModel* m = job->m;
  const int order = m->flex_interp[flex];
  Grid g = {.body = m->flex_nodebodyid + m->flex_nodeadr[flex], .shell = order < 0};
  for (int k = 0; k < 3; k++) g.n[k] = m->flex_cellnum[3 * flex + k] * abs(order) + 1;
  if ((mjtSize)g.n[0] * g.n[1] * g.n[2] > m->flex_nodenum[flex]) return;
  for (int x = 0; x < g.n[0]; x++) {
    for (int y = 0; y < g.n[1]; y++) {
      for (int z = 0; z < g.n[2]; z++) addGridLines(job, &g, (const int[3]){x, y, z});
    }
  }
}

static void addFlexBoxes(const draw_Job* job, int flex) {
  const mjModel* m = job->m;
  for (int i = m->flex_bvhadr[flex]; i < m->flex_bvhadr[flex] + m->flex_bvhnum[flex]; i++) {
    const mjtSize moving = i - m->nbvhstatic;
    if (moving >= 0 && isShown(job, i))
      addBox(job, i, job->d->bvh_aabb_dyn + 6 * moving, NULL, NULL, isActive(job, i));
  }
}

void draw_flexVolumes(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->nflex; i++) {
    if (draw_hasGroup(job->opt->flexgroup, m->flex_group[i])) addFlexBoxes(job, i);
    if (m->flex_interp[i]) addGrid(job, i);
  }
}

// ---- meshes

static void addMeshBoxes(const draw_Job* job, int geom, int mesh) {
  const mjModel* m = job->m;
  for (int i = m->mesh_bvhadr[mesh]; i < m->mesh_bvhadr[mesh] + m->mesh_bvhnum[mesh]; i++) {
    // if visited nodes have a color of their own, only these are shown
    if (!isShown(job, i) || (m->vis.global.bvactive && !job->d->bvh_active[i])) continue;
    addBox(job, i, m->bvh_aabb + 6 * i, job->d->geom_xpos + 3 * geom, job->d->geom_xmat + 9 * geom,
           isActive(job, i));
  }
}

static void addOctree(const draw_Job* job, int geom, int mesh) {
  const mjModel* m = job->m;
  for (int i = m->mesh_octadr[mesh]; i < m->mesh_octadr[mesh] + m->mesh_octnum[mesh]; i++) {
    if (m->oct_depth[i] == job->opt->bvh_depth)
      addBox(job, i, m->oct_aabb + 6 * i, job->d->geom_xpos + 3 * geom,
             job->d->geom_xmat + 9 * geom, false);
  }
}

// odd: volumes of height fields; the number of a field is taken for that of a mesh
void draw_meshVolumes(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->ngeom; i++) {
    const int mesh = m->geom_dataid[i];
    if (mesh < 0 || mesh >= m->nmesh || m->geom_type[i] == mjGEOM_SDF) continue;
    if (m->mesh_octnum[mesh] == 0) addMeshBoxes(job, i, mesh);
  }
}

void draw_octrees(const draw_Job* job) {
  const mjModel* m = job->m;
  for (int i = 0; i < m->ngeom; i++) {
    const int mesh = m->geom_dataid[i];
    if (mesh >= 0 && m->geom_type[i] != mjGEOM_HFIELD) addOctree(job, i, mesh);
  }
}
