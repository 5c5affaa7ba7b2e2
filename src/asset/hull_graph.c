// Extracts the adjacency graph of a convex hull from Qhull, in the layout of mesh_graph, numbered
// in the order in which Qhull lists vertices, facets and the vertices of facets.
//   qhT -> hull_Hull: neighbors of vertices, mesh vertices, triangles
#include "asset/hull_graph.h"

#include "base/assert.h"

enum { HEADER = 2, CORNERS = 3 };

static bool allocate(arena_Arena* arena, hull_Hull* hull) {
  const int nedge = hull->nvert + CORNERS * hull->nface;
  hull->ngraph = HEADER + 2 * hull->nvert + nedge + CORNERS * hull->nface;
  hull->graph = arena_array(arena, (size_t)hull->ngraph, sizeof *hull->graph);
  if (!hull->graph) return false;
  hull->graph[0] = hull->nvert;
  hull->graph[1] = hull->nface;
  hull->edgeadr = hull->graph + HEADER;
  hull->globalid = hull->edgeadr + hull->nvert;
  hull->edge = hull->globalid + hull->nvert;
  hull->face = hull->edge + nedge;
  ASSERT(hull->face + CORNERS * hull->nface == hull->graph + hull->ngraph);
  return true;
}

// counts vertices and facets, which must be triangles
static hull_Status count(qhT* qh, hull_Hull* hull) {
  vertexT* vertex;
  facetT* facet;
  FORALLvertices hull->nvert++;
  FORALLfacets {
    if (qh_setsize(qh, facet->vertices) != CORNERS) return HULL_FAILED;
    hull->nface++;
  }
  return hull->nvert > CORNERS && hull->nface > CORNERS ? HULL_OK : HULL_FAILED;
}

// numbers the vertices, in a member that Qhull no longer uses
// order: as Qhull lists them; the same for neighbors and facets
static void readVertices(qhT* qh, hull_Hull* hull) {
  vertexT* vertex;
  unsigned int id = 0;
  FORALLvertices {
    vertex->visitid = id;
    hull->globalid[id++] = qh_pointid(qh, vertex->point);
  }
  ASSERT((int)id == hull->nvert);
}

// mark: (nvert) the last vertex whose list contains this one, plus 1
static hull_Status readNeighbors(qhT* qh, hull_Hull* hull, unsigned int* mark) {
  const int nedge = hull->nvert + CORNERS * hull->nface;
  vertexT *vertex, *other, **vertexp;
  facetT *neighbor, **neighborp;
  int at = 0;
  FORALLvertices {
    const unsigned int id = vertex->visitid;
    hull->edgeadr[id] = at;
    mark[id] = id + 1;
    FOREACHneighbor_(vertex) {
      for (vertexp = SETaddr_(neighbor->vertices, vertexT); (other = *vertexp++);) {
        if (mark[other->visitid] == id + 1) continue;
        mark[other->visitid] = id + 1;
        if (at == nedge) return HULL_FAILED;
        hull->edge[at++] = (int)other->visitid;
      }
    }
    if (at == nedge) return HULL_FAILED;
    hull->edge[at++] = -1;
  }
  while (at < nedge) hull->edge[at++] = -1;
  return HULL_OK;
}

static void readFaces(qhT* qh, hull_Hull* hull) {
  vertexT *vertex, **vertexp;
  facetT* facet;
  int* face = hull->face;
  FORALLfacets {
    int n = 0;
    FOREACHvertex_(facet->vertices) { face[n++] = hull->globalid[vertex->visitid]; }
    if (facet->toporient) {
      const int first = face[0];
      face[0] = face[1];
      face[1] = first;
    }
    ASSERT_FULL(n == CORNERS);
    face += CORNERS;
  }
  ASSERT(face == hull->graph + hull->ngraph);
}

hull_Status hull_readGraph(arena_Arena* arena, qhT* qh, hull_Hull* hull) {
  const hull_Status status = count(qh, hull);
  if (status != HULL_OK) return status;
  unsigned int* mark = arena_array(arena, (size_t)hull->nvert, sizeof *mark);
  if (!mark || !allocate(arena, hull)) return HULL_NO_MEMORY;
  readVertices(qh, hull);
  readFaces(qh, hull);
  return readNeighbors(qh, hull, mark);
}
