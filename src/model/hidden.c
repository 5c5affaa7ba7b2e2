// The hidden part of a data: one struct and its arrays behind the public buffer.
#include "model/hidden.h"

#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/mem.h"
#include "base/size.h"
#include "model/pose_source.h"

static size_t aligned(size_t bytes) { return (bytes + MEM_ALIGN - 1) & ~(size_t)(MEM_ALIGN - 1); }

// pairs that are kept: some per body
static size_t nearMost(const mjModel* m) {
  const size_t n = 16 * (size_t)m->nbody;
  return n < INT32_MAX ? n : INT32_MAX;
}

// orders that are kept: as many as PGS commonly takes in a solve
static size_t orderMost(const mjModel* m) { return m->opt.solver == mjSOL_PGS ? 4096 : 0; }

// ints of patterns of the sparse Hessian: some rows' worth of them per dof
static size_t patternMost(const mjModel* m) {
  const size_t n = 256 * (size_t)m->nv;
  const bool sparse =
      m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= 60);
  return sparse && n < INT32_MAX ? n : 0;
}

// words for pairs of geoms: some per geom
static size_t apartWords(const mjModel* m) {
  size_t n = 256;
  while (n < 16 * (size_t)m->ngeom && n < 1 << 16) n *= 2;
  return n;
}

// ---- hulls of small meshes

static bool isSmall(const mjModel* m, int mesh) {
  const int num = m->mesh_vertnum[mesh], adr = m->mesh_graphadr[mesh];
  if (num < HIDDEN_FEW || num > HIDDEN_SMALL || adr < 0) return false;
  return m->mesh_graph[adr] > 0 && m->mesh_graph[adr] <= num;
}

static size_t nsmall(const mjModel* m) {
  size_t n = 0;
  for (int i = 0; i < m->nmesh && n < HIDDEN_MESHES; i++) n += isSmall(m, i);
  return n;
}

// bytes of the arrays of a mesh; they are set if the buffer is there
static size_t placeSmall(const mjModel* m, int mesh, hidden_Small* s, char* buffer) {
  const int* graph = m->mesh_graph + m->mesh_graphadr[mesh];
  const size_t nhull = (size_t)graph[0];
  *s = (hidden_Small){.mesh = mesh, .nvert = m->mesh_vertnum[mesh], .scan = {.nhull = graph[0]}};
  s->vertBytes = 3 * (size_t)s->nvert * sizeof *s->from;
  s->graphBytes = (2 + 3 * nhull + 3 * (size_t)graph[1]) * sizeof *s->graph;
  const size_t nblock = (size_t)hidden_scanBlocks(graph[0]);
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

// hidden NULL: bytes are counted only
static size_t placeAllSmall(const mjModel* m, hidden_Data* hidden) {
  size_t sum = 0;
  int n = 0;
  for (int i = 0; i < m->nmesh; i++) {
    const bool has = n < HIDDEN_MESHES && isSmall(m, i);
    hidden_Small counted;
    if (hidden) hidden->smallOf[i] = has ? n : -1;
    if (!has) continue;
    sum += placeSmall(m, i, hidden ? hidden->small + n : &counted,
                      hidden ? hidden->smallBuffer + sum : NULL);
    n++;
  }
  if (hidden) hidden->nsmall = n;
  return sum;
}

// ---- metric of flexes

// members of a group that is coupled: of an element, around an edge, of a cell
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

size_t hidden_metricPairs(const mjModel* m) {
  size_t sum = 0;
  for (int f = 0; f < m->nflex; f++) sum += flexPairs(m, f);
  return sum < INT32_MAX ? sum : 0;
}

size_t hidden_metricRows(const mjModel* m) { return hidden_metricPairs(m) ? (size_t)m->nv / 3 : 0; }

// ---- all

size_t hidden_buckets(size_t n) {
  size_t buckets = 64;
  while (buckets < 2 * n) buckets *= 2;
  ASSERT_FULL((buckets & (buckets - 1)) == 0);
  return buckets;
}

// the arrays, in their order: how many of which size
typedef struct {
  void** array;
  size_t n, size;
} Part;

enum { NPART = 21 };

static void partsOf(const mjModel* m, hidden_Data* hidden, Part part[NPART]) {
  part[0] = (Part){(void**)&hidden->ball, (size_t)m->nbody, sizeof *hidden->ball};
  part[1] = (Part){(void**)&hidden->near, nearMost(m), sizeof *hidden->near};
  part[2] = (Part){(void**)&hidden->span, (size_t)m->ntree + 1, sizeof *hidden->span};
  part[3] = (Part){(void**)&hidden->resting, (size_t)m->ntree, sizeof *hidden->resting};
  part[4] = (Part){(void**)&hidden->source, source_size(m), 1};
  part[5] = (Part){(void**)&hidden->rest, (size_t)m->nbody, sizeof *hidden->rest};
  part[6] = (Part){(void**)&hidden->restCell, (size_t)m->nbody, sizeof *hidden->restCell};
  part[7] = (Part){(void**)&hidden->restBucket, hidden_buckets((size_t)m->nbody), sizeof(int)};
  part[8] = (Part){(void**)&hidden->restSize, 3 * (size_t)m->ngeom, sizeof *hidden->restSize};
  part[9] = (Part){(void**)&hidden->nearRest, nearMost(m), sizeof *hidden->nearRest};
  part[10] = (Part){(void**)&hidden->order, orderMost(m), sizeof *hidden->order};
  part[11] = (Part){(void**)&hidden->pattern, patternMost(m), sizeof *hidden->pattern};
  part[12] =
      (Part){(void**)&hidden->patternDof, patternMost(m) ? (HIDDEN_PATTERN + 1) * (size_t)m->nv : 0,
             sizeof *hidden->patternDof};
  part[13] = (Part){(void**)&hidden->apart, apartWords(m), sizeof *hidden->apart};
  part[14] = (Part){(void**)&hidden->smallOf, (size_t)m->nmesh, sizeof *hidden->smallOf};
  part[15] = (Part){(void**)&hidden->small, nsmall(m), sizeof *hidden->small};
  part[16] = (Part){(void**)&hidden->smallBuffer, placeAllSmall(m, NULL), 1};
  part[17] = (Part){(void**)&hidden->nearRule, 1 + 2 * (size_t)m->nbody + (size_t)m->nexclude,
                    sizeof *hidden->nearRule};
  part[18] = (Part){(void**)&hidden->metric.dof, 3 * hidden_metricRows(m), sizeof(int)};
  part[19] = (Part){(void**)&hidden->metric.col, hidden_metricRows(m) + hidden_metricPairs(m),
                    sizeof(int)};
  part[20] = (Part){(void**)&hidden->metric.place, hidden_metricPairs(m), sizeof(int)};
}

size_t hidden_bytes(const mjModel* m) {
  hidden_Data none;
  Part part[NPART];
  size_t total = sizeof none + (NPART + 2) * MEM_ALIGN;
  partsOf(m, &none, part);
  for (int i = 0; i < NPART; i++) {
    size_t bytes;
    if (!size_mul(part[i].n, part[i].size, &bytes) || !size_add(total, bytes, &total)) return 0;
  }
  return total;
}

void hidden_init(const mjModel* m, mjData* d) {
  hidden_Data* hidden = hidden_of(d);
  Part part[NPART];
  char* at = (char*)hidden + aligned(sizeof *hidden);
  partsOf(m, hidden, part);
  for (int i = 0; i < NPART; i++) {
    memcpy(part[i].array, &at, sizeof at);
    at += aligned(part[i].n * part[i].size);
  }
  ASSERT((size_t)(at - (char*)hidden) <= hidden_bytes(m));
  hidden->nearMost = (int)nearMost(m);
  hidden->orderMost = (int)orderMost(m);
  hidden->patternMost = (int)patternMost(m);
  hidden->patternOwner = hidden->patternDof + HIDDEN_PATTERN * (size_t)m->nv;
  hidden->napart = apartWords(m);
  hidden->metric.num = hidden->metric.dof + hidden_metricRows(m);
  hidden->metric.diag = hidden->metric.num + hidden_metricRows(m);
  placeAllSmall(m, hidden);
  memset(hidden->smallBuffer, 0, placeAllSmall(m, NULL));
  hidden->whole = hidden->span[0] = span_whole(m);
  hidden->nspan = 1;
  hidden->nresting = hidden->unsettled = 0;
  memset(hidden->moment, 0, sizeof hidden->moment);
  hidden_clear(d);
}

static void forgetHints(hidden_Data* hidden) {
  memset(hidden->apart, 0, hidden->napart * sizeof *hidden->apart);
}

void hidden_forgetHints(mjData* d) { forgetHints(hidden_of(d)); }

static void clearCaches(hidden_Data* hidden) {
  hidden->nball = hidden->age = hidden->pause = 0;
  hidden->orderItems = hidden->nsweep = hidden->patternServed = hidden->patternEnd = 0;
  hidden->nnear = hidden->nrest = -1;
  hidden->isSmallReady = false;
  hidden->metric.key = 0;
  forgetHints(hidden);
}

void hidden_forgetRows(mjData* d) {
  hidden_Data* hidden = hidden_of(d);
  hidden->nblock = hidden->ncone = 0;
  hidden->block = hidden->col = hidden->jac = hidden->linear = 0;
  hidden->npassive = 0;
}

void hidden_clear(mjData* d) {
  hidden_Data* hidden = hidden_of(d);
  hidden_forgetRows(d);
  hidden->toldMixed = hidden->qposKept = false;
  clearCaches(hidden);
}

void hidden_copy(const mjModel* m, mjData* dest, const mjData* src) {
  hidden_Data* to = hidden_of(dest);
  const hidden_Data* from = hidden_of(src);
  ASSERT(from->nspan >= 1 && from->nspan <= m->ntree + 1 && from->nresting <= m->ntree);
  to->nblock = from->nblock;
  to->ncone = from->ncone;
  to->block = from->block;
  to->col = from->col;
  to->jac = from->jac;
  to->linear = 0;  // it has pointers
  to->npassive = from->npassive;
  to->passive = from->passive;
  to->nspan = from->nspan;
  to->nresting = from->nresting;
  to->unsettled = from->unsettled;
  memcpy(to->moment, from->moment, sizeof to->moment);
  memcpy(to->span, from->span, (size_t)from->nspan * sizeof *to->span);
  memcpy(to->resting, from->resting, (size_t)from->nresting * sizeof *to->resting);
  if (from->nresting) memcpy(to->source, from->source, source_size(m));
  clearCaches(to);
}
