// Cache of the convex hulls of small meshes: mesh_vert, mesh_graph -> scans in the private part of
// mjData. Their inputs are stored beside them and compared bit by bit (cache invalidation).
#include "collide/small_hull.h"

#include <string.h>

#include "model/private_data.h"

enum { CALM = 8 };  // unchanged passes before a scan is made

static const int* graphOf(const mjModel* m, int mesh) {
  return m->mesh_graph + m->mesh_graphadr[mesh];
}

// true if the model still has the cached values
static bool isSame(const mjModel* m, const private_Small* s) {
  return !memcmp(s->from, m->mesh_vert + 3 * m->mesh_vertadr[s->mesh], s->vertBytes) &&
         !memcmp(s->graph, graphOf(m, s->mesh), s->graphBytes);
}

static void take(const mjModel* m, private_Small* s) {
  memcpy(s->from, m->mesh_vert + 3 * m->mesh_vertadr[s->mesh], s->vertBytes);
  memcpy(s->graph, graphOf(m, s->mesh), s->graphBytes);
  s->calm = 0;
  s->isMade = false;
}

// validates the graph: adjacency lists are terminated and have valid indices
static bool isSound(const private_Small* s) {
  const int nhull = s->graph[0], n = (int)(s->graphBytes / sizeof(int)) - 2 - 2 * s->scan.nhull;
  const int *edgeadr = s->graph + 2, *vertex = edgeadr + nhull, *neighbor = vertex + nhull;
  if (nhull != s->scan.nhull || n <= 0 || neighbor[n - 1] >= 0) return false;
  for (int i = 0; i < nhull; i++) {
    if (edgeadr[i] < 0 || edgeadr[i] >= n || vertex[i] < 0 || vertex[i] >= s->nvert) return false;
  }
  for (int i = 0; i < n; i++) {
    if (neighbor[i] >= nhull) return false;
  }
  return true;
}

static bool make(private_Small* s) {
  if (!isSound(s)) return false;
  const int nhull = s->scan.nhull, *edgeadr = s->graph + 2, *vertex = edgeadr + nhull;
  mjtNum at[3 * PRIVATE_SMALL];
  for (int i = 0; i < nhull; i++) {
    for (int k = 0; k < 3; k++) at[3 * i + k] = s->from[3 * vertex[i] + k];
  }
  return scan_make(&s->scan, at, edgeadr, vertex + nhull);
}

void small_begin(const mjModel* m, mjData* d) {
  private_Data* priv = private_of(d);
  for (int i = 0; i < priv->nsmall; i++) {
    private_Small* s = priv->small + i;
    if (m->mesh_vertnum[s->mesh] != s->nvert || m->mesh_graphadr[s->mesh] < 0) {
      s->isMade = false;
    } else if (!isSame(m, s)) {
      take(m, s);
    } else if (s->calm < CALM && ++s->calm == CALM) {
      s->isMade = make(s);
    }
  }
  priv->isSmallReady = true;
}

void small_end(mjData* d) { private_of(d)->isSmallReady = false; }

const scan_Hull* small_ofGeom(const mjModel* m, const mjData* d, int g) {
  const private_Data* priv = private_of(d);
  const int mesh = m->geom_dataid[g];
  if (!priv->isSmallReady || m->geom_type[g] != mjGEOM_MESH || mesh < 0) return NULL;
  const int at = priv->smallOf[mesh];
  return at < 0 || !priv->small[at].isMade ? NULL : &priv->small[at].scan;
}
