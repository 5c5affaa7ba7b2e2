// Validates meshes, convex hull graphs, octrees, skins, height fields, textures and bounding volume
// hierarchies (BVH) of untrusted models, which collision detection and ray casting traverse.
#include "base/mem.h"
#include "io/validate.h"

static bool in(int x, int low, mjtSize n) { return x >= low && x < n; }

// whether every element of a run is an index from low to n-1
static bool allBelow(const int* x, mjtSize count, int low, mjtSize n) {
  for (mjtSize i = 0; i < count; i++) {
    if (!in(x[i], low, n)) return false;
  }
  return true;
}

// ---- convex hulls

// the hull graph: counts, offsets of each vertex's neighbor list, vertices, neighbors with -1 at
// the end of each list, triangles
static bool checkGraph(const mjModel* m, int i) {
  const int adr = m->mesh_graphadr[i];
  if (adr < 0) return adr == -1;
  if (adr + (mjtSize)2 > m->nmeshgraph) return false;
  const int* graph = m->mesh_graph + adr;
  const mjtSize nvert = graph[0], nface = graph[1], room = m->nmeshgraph - adr - 2;
  if (nvert < 1 || nface < 0 || nvert > room || nface > room) return false;
  const mjtSize nedge = nvert + 3 * nface;
  if (2 * nvert + nedge + 3 * nface > room) return false;
  const int *edgeadr = graph + 2, *vertex = edgeadr + nvert, *edge = vertex + nvert;
  return allBelow(edgeadr, nvert, 0, nedge) && allBelow(vertex, nvert, 0, m->mesh_vertnum[i]) &&
         allBelow(edge, nedge, -1, nvert) && edge[nedge - 1] == -1 &&
         allBelow(edge + nedge, 3 * nface, 0, m->mesh_vertnum[i]) &&
         allBelow(m->mesh_extrema + 27 * (mjtSize)i, 27, -1, nvert);
}

static bool checkPolygons(const mjModel* m, int i, validate_Fault* fault) {
  for (int k = m->mesh_polyadr[i]; k < m->mesh_polyadr[i] + m->mesh_polynum[i]; k++) {
    const int n = m->mesh_polyvertnum[k];
    if (n > m->npolygonmax ||
        !allBelow(m->mesh_polyvert + m->mesh_polyvertadr[k], n, 0, m->mesh_vertnum[i]))
      return validate_fault(fault, "mesh_polyvert", k);
  }
  for (int k = m->mesh_vertadr[i]; k < m->mesh_vertadr[i] + m->mesh_vertnum[i]; k++) {
    const int n = m->mesh_polymapnum[k];
    if (n > m->nmeshdegmax ||
        !allBelow(m->mesh_polymap + m->mesh_polymapadr[k], n, 0, m->mesh_polynum[i]))
      return validate_fault(fault, "mesh_polymap", k);
  }
  return true;
}

// children come after their cell and have its depth + 1, so that traversal terminates
static bool checkOctree(const mjModel* m, int i, validate_Fault* fault) {
  enum { NCHILD = 8 };
  const mjtSize adr = m->mesh_octadr[i];
  for (mjtSize k = 0; k < m->mesh_octnum[i]; k++) {
    const int* child = m->oct_child + NCHILD * (adr + k);
    const bool leaf = child[0] == -1;
    for (int c = 0; c < NCHILD; c++) {
      if (leaf ? child[c] != -1 : child[c] <= k || child[c] >= m->mesh_octnum[i])
        return validate_fault(fault, "oct_child", NCHILD * (adr + k) + c);
      if (!leaf && m->oct_depth[adr + child[c]] != m->oct_depth[adr + k] + 1)
        return validate_fault(fault, "oct_depth", adr + child[c]);
    }
  }
  return true;
}

static bool checkMeshes(const mjModel* m, validate_Fault* fault) {
  if (m->npolygonmax > m->nmeshpolyvert) return validate_fault(fault, "npolygonmax", 0);
  if (m->nmeshdegmax > m->nmeshpolymap) return validate_fault(fault, "nmeshdegmax", 0);
  for (int i = 0; i < m->nmesh; i++) {
    const mjtSize face = 3 * (mjtSize)m->mesh_faceadr[i], n = 3 * (mjtSize)m->mesh_facenum[i];
    if (n && !allBelow(m->mesh_face + face, n, 0, m->mesh_vertnum[i]))
      return validate_fault(fault, "mesh_face", i);
    if (n && !allBelow(m->mesh_facenormal + face, n, -1, m->mesh_normalnum[i]))
      return validate_fault(fault, "mesh_facenormal", i);
    const int texcoords = m->mesh_texcoordnum[i];
    if (n && texcoords && !allBelow(m->mesh_facetexcoord + face, n, -1, texcoords))
      return validate_fault(fault, "mesh_facetexcoord", i);
    if (!checkGraph(m, i)) return validate_fault(fault, "mesh_graph", i);
    if (!checkPolygons(m, i, fault)) return false;
    if (!checkOctree(m, i, fault)) return false;
  }
  return true;
}

// ---- skins: texture coordinates belong to vertices, faces and bones name vertices of their skin

static bool checkSkins(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < m->nskin; i++) {
    const int nvert = m->skin_vertnum[i], texcoord = m->skin_texcoordadr[i];
    const mjtSize face = 3 * (mjtSize)m->skin_faceadr[i], n = 3 * (mjtSize)m->skin_facenum[i];
    if (texcoord < -1 || (texcoord >= 0 && texcoord + (mjtSize)nvert > m->nskintexvert))
      return validate_fault(fault, "skin_texcoordadr", i);
    if (n && !allBelow(m->skin_face + face, n, 0, nvert))
      return validate_fault(fault, "skin_face", i);
    for (int k = m->skin_boneadr[i]; k < m->skin_boneadr[i] + m->skin_bonenum[i]; k++) {
      const int count = m->skin_bonevertnum[k];
      if (count && !allBelow(m->skin_bonevertid + m->skin_bonevertadr[k], count, 0, nvert))
        return validate_fault(fault, "skin_bonevertid", k);
    }
  }
  return true;
}

// ---- height fields and textures

static bool checkImages(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < m->nhfield; i++) {
    const mjtSize nrow = m->hfield_nrow[i], ncol = m->hfield_ncol[i], adr = m->hfield_adr[i];
    if (nrow < 1 || ncol < 1 || adr < 0 || adr > m->nhfielddata ||
        nrow * ncol > m->nhfielddata - adr)
      return validate_fault(fault, "hfield_adr", i);
  }
  for (int i = 0; i < m->ntex; i++) {
    const mjtSize w = m->tex_width[i], h = m->tex_height[i], n = m->tex_nchannel[i],
                  adr = m->tex_adr[i];
    if (w < 0 || h < 0 || n < 0 || n > 4 || adr < 0 || adr > m->ntexdata ||
        w * h > (m->ntexdata - adr) / (n ? n : 1))
      return validate_fault(fault, "tex_adr", i);
  }
  return true;
}

// ---- bounding volume hierarchies (BVH): binary trees, each node is the child of an earlier one

typedef struct {
  const mjModel* m;
  mjtByte* seen;  // nodes that already have a parent
} Volumes;

static bool checkTree(const Volumes* v, int adr, int num, int low, mjtSize most) {
  enum { DEEPEST = 100 };
  const mjModel* m = v->m;
  if (!num) return adr == -1;
  for (int k = 0; k < num; k++) {
    const int node = adr + k, depth = m->bvh_depth[node], *child = m->bvh_child + 2 * (mjtSize)node;
    if (k == 0 ? depth != 0 : !v->seen[node]) return false;
    const bool leaf = m->bvh_nodeid[node] >= 0;
    if (leaf != (child[0] < 0) || leaf != (child[1] < 0)) return false;
    if (leaf && !in(m->bvh_nodeid[node], low, most)) return false;
    for (int c = 0; c < 2 && !leaf; c++) {
      if (child[c] <= k || child[c] >= num) return false;
      const int below = adr + child[c];
      ASSERT_FULL(below > node);
      if (v->seen[below] || m->bvh_depth[below] != depth + 1 || depth + 1 > DEEPEST) return false;
      v->seen[below] = 1;
    }
  }
  return true;
}

// whether a BVH is static: its boxes do not move
static bool isStatic(const mjModel* m, int adr, int num) { return adr + num <= m->nbvhstatic; }

static bool checkVolumes(const mjModel* m, validate_Fault* fault) {
  const Volumes v = {m, mem_calloc((size_t)m->nbvh + 1, 1)};
  ASSERT(m->nbvh == m->nbvhstatic + m->nbvhdynamic);
  bool ok = v.seen != NULL;
  if (!ok) validate_fault(fault, "out of memory", 0);
  for (int b = 0; b < m->nbody && ok; b++) {
    ok = isStatic(m, m->body_bvhadr[b], m->body_bvhnum[b]) &&
         checkTree(&v, m->body_bvhadr[b], m->body_bvhnum[b], 0, m->ngeom);
    if (!ok) validate_fault(fault, "bvh_child", m->body_bvhadr[b]);
  }
  for (int i = 0; i < m->nmesh && ok; i++) {
    ok = isStatic(m, m->mesh_bvhadr[i], m->mesh_bvhnum[i]) &&
         checkTree(&v, m->mesh_bvhadr[i], m->mesh_bvhnum[i], 0, m->mesh_facenum[i]);
    if (!ok) validate_fault(fault, "bvh_child", m->mesh_bvhadr[i]);
  }
  for (int i = 0; i < m->nflex && ok; i++) {
    ok = (!m->flex_bvhnum[i] || m->flex_bvhadr[i] >= m->nbvhstatic) &&
         checkTree(&v, m->flex_bvhadr[i], m->flex_bvhnum[i], 0, m->flex_elemnum[i]);
    if (!ok) validate_fault(fault, "bvh_child", m->flex_bvhadr[i]);
  }
  mem_free(v.seen);
  return ok;
}

bool validate_assets(const mjModel* m, validate_Fault* fault) {
  return checkMeshes(m, fault) && checkSkins(m, fault) && checkImages(m, fault) &&
         checkVolumes(m, fault);
}
