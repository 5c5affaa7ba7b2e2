// Private part of mjData: memory layout of the caches behind the public buffer, initialization and
// copy.
#include "model/private_data.h"

#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"
#include "model/pose_source.h"

static size_t aligned(size_t bytes) { return (bytes + MEM_ALIGN - 1) & ~(size_t)(MEM_ALIGN - 1); }

// capacity of the neighbor list: some pairs per body
static size_t nearMost(const mjModel* m) {
  const size_t n = 16 * (size_t)m->nbody;
  return n < INT32_MAX ? n : INT32_MAX;
}

// capacity of the PGS orders: as many sweeps as a solve commonly takes
static size_t orderMost(const mjModel* m) { return m->opt.solver == mjSOL_PGS ? 4096 : 0; }

// capacity of the Hessian's sparsity patterns in ints: some rows' worth of them per dof
static size_t patternMost(const mjModel* m) {
  const size_t n = 256 * (size_t)m->nv;
  const bool sparse =
      m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= 60);
  return sparse && n < INT32_MAX ? n : 0;
}

// words of the separation cache, hashed by pairs of geoms: some per geom
static size_t apartWords(const mjModel* m) {
  size_t n = 256;
  while (n < 16 * (size_t)m->ngeom && n < 1 << 16) n *= 2;
  return n;
}

// ---- convex hulls of small meshes

static bool isSmall(const mjModel* m, int mesh) {
  const int num = m->mesh_vertnum[mesh], adr = m->mesh_graphadr[mesh];
  if (num < PRIVATE_FEW || num > PRIVATE_SMALL || adr < 0) return false;
  return m->mesh_graph[adr] > 0 && m->mesh_graph[adr] <= num;
}

static size_t nsmall(const mjModel* m) {
  size_t n = 0;
  for (int i = 0; i < m->nmesh && n < PRIVATE_MESHES; i++) n += isSmall(m, i);
  return n;
}

// returns the bytes of the arrays of a mesh; sets the pointers if buffer is given
static size_t placeSmall(const mjModel* m, int mesh, private_Small* s, char* buffer) {
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  const size_t nhull = (size_t)graph[0];
  *s = (private_Small){.mesh = mesh, .nvert = m->mesh_vertnum[mesh], .scan = {.nhull = graph[0]}};
  s->vertBytes = 3 * (size_t)s->nvert * sizeof *s->from;
  s->graphBytes = (2 + 3 * nhull + 3 * (size_t)graph[1]) * sizeof *s->graph;
  const size_t nblock = (size_t)private_scanBlocks(graph[0]);
  const size_t bytes[] = {s->vertBytes, s->graphBytes, 12 * nblock * sizeof *s->scan.column,
                          nhull * sizeof *s->scan.next};
  void** const array[] = {(void**)&s->from, (void**)&s->graph, (void**)&s->scan.column,
                          (void**)&s->scan.next};
  size_t sum = 0;
  for (int k = 0; k < 4; k++) {
    char* at = buffer ? buffer + sum : NULL;
    memcpy(array[k], &at, sizeof at);
    sum += aligned(bytes[k]);
  }
  return sum;
}

// priv NULL: only counts bytes
static size_t placeAllSmall(const mjModel* m, private_Data* priv) {
  size_t sum = 0;
  int n = 0;
  for (int i = 0; i < m->nmesh; i++) {
    const bool has = n < PRIVATE_MESHES && isSmall(m, i);
    private_Small counted;
    if (priv) priv->smallOf[i] = has ? n : -1;
    if (!has) continue;
    sum +=
        placeSmall(m, i, priv ? priv->small + n : &counted, priv ? priv->smallBuffer + sum : NULL);
    n++;
  }
  if (priv) priv->nsmall = n;
  return sum;
}

// ---- metric of flexes

// members of a coupled group: of an element, around an edge, of a cell
static size_t pairsOf(size_t members) { return members * (members + 1); }

static size_t flexPairs(const mjModel* m, int f) {
  const size_t elems = (size_t)m->flex_elemnum[f], edges = (size_t)m->flex_edgenum[f];
  const size_t corners = (size_t)m->flex_dim[f] + 1;
  if (m->flex_rigid[f] || (m->flex_stiffnessadr[f] < 0 && m->flex_bendingadr[f] < 0)) return 0;
  if (!m->flex_interp[f]) return elems * pairsOf(corners) + edges * pairsOf(4);
  const int* cell = m->flex_cellnum + 3 * f;
  const size_t side = (size_t)(m->flex_interp[f] == 1 ? 2 : 3);
  if (m->flex_interp[f] < 0) return 0;
  return (size_t)cell[0] * (size_t)cell[1] * (size_t)cell[2] * pairsOf(side * side * side);
}

size_t private_metricPairs(const mjModel* m) {
  size_t sum = 0;
  for (int f = 0; f < m->nflex; f++) sum += flexPairs(m, f);
  return sum < INT32_MAX ? sum : 0;
}

size_t private_metricRows(const mjModel* m) {
  return private_metricPairs(m) ? (size_t)m->nv / 3 : 0;
}

// ---- all

size_t private_buckets(size_t n) {
  size_t buckets = 64;
  while (buckets < 2 * n) buckets *= 2;
  ASSERT_FULL((buckets & (buckets - 1)) == 0);
  return buckets;
}

// the arrays in order: count and size of each
typedef struct {
  void** array;
  size_t n, size;
} Part;

enum { NPART = 21 };

static void partsOf(const mjModel* m, private_Data* priv, Part part[NPART]) {
  part[0] = (Part){(void**)&priv->ball, (size_t)m->nbody, sizeof *priv->ball};
  part[1] = (Part){(void**)&priv->near, nearMost(m), sizeof *priv->near};
  part[2] = (Part){(void**)&priv->range, (size_t)m->ntree + 1, sizeof *priv->range};
  part[3] = (Part){(void**)&priv->resting, (size_t)m->ntree, sizeof *priv->resting};
  part[4] = (Part){(void**)&priv->source, source_size(m), 1};
  part[5] = (Part){(void**)&priv->rest, (size_t)m->nbody, sizeof *priv->rest};
  part[6] = (Part){(void**)&priv->restCell, (size_t)m->nbody, sizeof *priv->restCell};
  part[7] = (Part){(void**)&priv->restBucket, private_buckets((size_t)m->nbody), sizeof(int)};
  part[8] = (Part){(void**)&priv->restSize, 3 * (size_t)m->ngeom, sizeof *priv->restSize};
  part[9] = (Part){(void**)&priv->nearRest, nearMost(m), sizeof *priv->nearRest};
  part[10] = (Part){(void**)&priv->order, orderMost(m), sizeof *priv->order};
  part[11] = (Part){(void**)&priv->pattern, patternMost(m), sizeof *priv->pattern};
  part[12] =
      (Part){(void**)&priv->patternDof, patternMost(m) ? (PRIVATE_PATTERN + 1) * (size_t)m->nv : 0,
             sizeof *priv->patternDof};
  part[13] = (Part){(void**)&priv->apart, apartWords(m), sizeof *priv->apart};
  part[14] = (Part){(void**)&priv->smallOf, (size_t)m->nmesh, sizeof *priv->smallOf};
  part[15] = (Part){(void**)&priv->small, nsmall(m), sizeof *priv->small};
  part[16] = (Part){(void**)&priv->smallBuffer, placeAllSmall(m, NULL), 1};
  part[17] = (Part){(void**)&priv->nearRule, 1 + 2 * (size_t)m->nbody + (size_t)m->nexclude,
                    sizeof *priv->nearRule};
  part[18] = (Part){(void**)&priv->metric.dof, 3 * private_metricRows(m), sizeof(int)};
  part[19] = (Part){(void**)&priv->metric.col, private_metricRows(m) + private_metricPairs(m),
                    sizeof(int)};
  part[20] = (Part){(void**)&priv->metric.place, private_metricPairs(m), sizeof(int)};
}

size_t private_bytes(const mjModel* m) {
  private_Data none;
  Part part[NPART];
  size_t total = sizeof none + (NPART + 2) * MEM_ALIGN;
  partsOf(m, &none, part);
  for (int i = 0; i < NPART; i++) {
    size_t bytes;
    if (!size_mul(part[i].n, part[i].size, &bytes) || !size_add(total, bytes, &total)) return 0;
  }
  return total;
}

void private_init(const mjModel* m, mjData* d) {
  private_Data* priv = private_of(d);
  Part part[NPART];
  char* at = (char*)priv + aligned(sizeof *priv);
  partsOf(m, priv, part);
  for (int i = 0; i < NPART; i++) {
    memcpy(part[i].array, &at, sizeof at);
    at += aligned(part[i].n * part[i].size);
  }
  ASSERT((size_t)(at - (char*)priv) <= private_bytes(m));
  priv->nearMost = (int)nearMost(m);
  priv->orderMost = (int)orderMost(m);
  priv->patternMost = (int)patternMost(m);
  priv->patternOwner = priv->patternDof + PRIVATE_PATTERN * (size_t)m->nv;
  priv->napart = apartWords(m);
  priv->metric.num = priv->metric.dof + private_metricRows(m);
  priv->metric.diag = priv->metric.num + private_metricRows(m);
  placeAllSmall(m, priv);
  memset(priv->smallBuffer, 0, placeAllSmall(m, NULL));
  priv->whole = priv->range[0] = range_whole(m);
  priv->nrange = 1;
  priv->nresting = priv->unsettled = 0;
  memset(priv->moment, 0, sizeof priv->moment);
  private_clear(d);
}

static void forgetSeparations(private_Data* priv) {
  memset(priv->apart, 0, priv->napart * sizeof *priv->apart);
}

void private_forgetSeparations(mjData* d) { forgetSeparations(private_of(d)); }

static void clearCaches(private_Data* priv) {
  priv->nball = priv->age = priv->pause = 0;
  priv->orderItems = priv->nsweep = priv->patternServed = priv->patternEnd = 0;
  priv->nnear = priv->nrest = -1;
  priv->isSmallReady = false;
  priv->metric.key = 0;
  forgetSeparations(priv);
}

void private_forgetRows(mjData* d) {
  private_Data* priv = private_of(d);
  priv->nblock = priv->ncone = 0;
  priv->block = priv->col = priv->jac = priv->linear = 0;
  priv->npassive = 0;
}

void private_clear(mjData* d) {
  private_Data* priv = private_of(d);
  private_forgetRows(d);
  priv->toldMixed = priv->qposKept = false;
  clearCaches(priv);
}

void private_copy(const mjModel* m, mjData* dest, const mjData* src) {
  private_Data* to = private_of(dest);
  const private_Data* from = private_of(src);
  ASSERT(from->nrange >= 1 && from->nrange <= m->ntree + 1 && from->nresting <= m->ntree);
  to->nblock = from->nblock;
  to->ncone = from->ncone;
  to->block = from->block;
  to->col = from->col;
  to->jac = from->jac;
  to->linear = 0;  // it contains pointers
  to->npassive = from->npassive;
  to->passive = from->passive;
  to->nrange = from->nrange;
  to->nresting = from->nresting;
  to->unsettled = from->unsettled;
  memcpy(to->moment, from->moment, sizeof to->moment);
  memcpy(to->range, from->range, (size_t)from->nrange * sizeof *to->range);
  memcpy(to->resting, from->resting, (size_t)from->nresting * sizeof *to->resting);
  if (from->nresting) memcpy(to->source, from->source, source_size(m));
  clearCaches(to);
}
