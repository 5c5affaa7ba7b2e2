// Private, opaque part of mjData behind its public buffer: offsets of the constraint rows in the
// arena, and caches (neighbor lists, sparsity patterns, separations, hulls) that save work without
// changing results.
#ifndef SINEW_MODEL_PRIVATE_DATA_H_
#define SINEW_MODEL_PRIVATE_DATA_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "base/mem.h"
#include "model/awake_ranges.h"

// bounding sphere (ball) around the geoms of a body
typedef struct {
  mjtNum pos[3], radius;
  int body;
} private_Ball;

// spatial hash grids of bounding spheres (collide/ball_grid.h)
enum { PRIVATE_LEVELS = 64 };
enum { PRIVATE_PATTERN = 7 };  // number of arrays over dofs of a sparsity pattern

typedef struct {
  uint64_t key;  // level and cell
  int next;      // next in the same bucket, -1: none
} private_Cell;

typedef struct {
  private_Cell* cell;  // one per sphere
  int* bucket;         // first sphere, -1: none
  int shift;           // bit shift of a hashed key
  int unbounded;       // spheres that are in no bucket
  uint64_t levels;
  mjtNum unit;  // smallest radius: spheres of level k have radii of at most unit * 2^k
  mjtNum radius[PRIVATE_LEVELS];  // largest sphere of each level; a cell is twice as wide
} private_Grid;

// cached convex hull of a mesh with few hull vertices (collide/small_hull.h)
enum {
  PRIVATE_FEW = 10,     // vertices of a mesh: with fewer, hill climbing on the hull is not used
  PRIVATE_SMALL = 64,   // largest number of hull vertices
  PRIVATE_MESHES = 32,  // largest number of cached meshes
};

// its vertices in blocks of four (SIMD), and its graph (collide/support_scan.h)
typedef struct {
  int nhull;
  mjtNum slack;  // a vertex that is lower than the highest by more than this has a higher neighbor
  mjtNum* column;  // for each block four x, four y, four z
  uint64_t* next;  // neighbors of a vertex, as a bit set (nhull)
} private_Scan;

static inline int private_scanBlocks(int nhull) { return (nhull + 3) / 4; }

typedef struct {
  int mesh, nvert;
  int calm;     // passes since it was changed
  bool isMade;  // the scan is usable
  size_t vertBytes, graphBytes;
  float* from;  // copy of the model's vertices (3 nvert)
  int* graph;   // and of the graph
  private_Scan scan;
} private_Small;

// Symbolic structure of the implicit metric's matrix for the stiffness of flexes
// (force/flex_metric.c), which depends on the topology only. Block rows are bodies with three dofs
typedef struct {
  uint64_t key;  // hash of the flexes in it; 0: not made
  int nrow, nentry;
  int* dof;    // first dof of a block row, ascending (rowMost)
  int* num;    // number of blocks of a row (rowMost)
  int* diag;   // offset of its diagonal block (rowMost)
  int* col;    // first dofs of the columns of blocks, row by row, ascending (blockMost)
  int* place;  // for each coupled group, for each member: row stride of its block row,
               // and the offset of its block with each member, -1: none
} private_Metric;

typedef struct {
  // constraint rows (constraint/constraint.h), as byte offsets in the arena
  int nblock, ncone;
  size_t block, col, jac;
  // factorization of the problem at its solution (solve/linearize.h), likewise; 0: none
  size_t linear, linearBegin, linearEnd;

  bool toldMixed;  // solref of mixed signs was already reported

  // neighbor list: pairs of bounding spheres near each other (collide/broadphase.h)
  int nball;           // spheres when the list was made (at most nbody)
  int nnear;           // pairs in the list, -1: there is none
  int nearMost;        // capacity in pairs
  int age, pause;      // steps that the list has served, steps before the next one is made
  mjtNum spare;        // how far a sphere may move before the list is invalid
  private_Ball* ball;  // spheres when the list was made (nbody)
  uint32_t* near;      // (i << 16) + j, ascending (nearMost)
  int* nearRule;       // filter values that it depends on (1 + 2 nbody + nexclude)
  int nnearRest;       // the same for an awake sphere i and a sleeping one j ...
  uint64_t* nearRest;  // (signature << 32) + (i << 16) + j, ascending (nearMost)

  // cached random orders of the sweeps of PGS (solve/pgs.c): they depend only on the number of
  // items
  int orderMost;            // capacity; 0: another solver was set when the mjData was made
  int orderItems, nsweep;   // number of items, number of cached sweeps
  int* order;               // sweep after sweep (orderMost)
  uint64_t orderGenerator;  // generator state after the last sweep

  // symbolic factorizations: sparsity patterns of the Hessian (solve/symbolic_cache.c)
  int patternMost;    // capacity of their lists
  int patternServed;  // problems of the last solve that hit the cache
  int patternEnd;     // end of the entries; 0: none
  int* pattern;       // entries (patternMost)
  int* patternDof;    // arrays over dofs (PRIVATE_PATTERN nv)
  int* patternOwner;  // the entry that has a dof (nv), -1: none; stored after them

  // separation cache: proofs that two geoms do not touch (collide/separation_cache.h), hashed by
  // the pair
  uint64_t napart;  // number of words, a power of two
  uint64_t* apart;  // 0: none

  // cached convex hulls of small meshes
  int nsmall;            // at most PRIVATE_MESHES
  bool isSmallReady;     // they have been compared with the model in this pass
  int* smallOf;          // (nmesh) index, -1: none
  private_Small* small;  // (nsmall)
  char* smallBuffer;     // memory of their arrays

  // spatial hash of the bounding spheres of sleeping bodies (collide/sleeping_grid.h)
  int nrest;  // -1: not made since the set of sleeping bodies changed
  int restFlags;
  mjtNum restMargin;       // restFlags and restMargin: the options that they depend on
  private_Ball* rest;      // ascending by body (nbody)
  private_Cell* restCell;  // (nbody)
  int* restBucket;         // (restBuckets)
  mjtNum* restSize;        // the sizes that radii depend on, of all geoms (3 ngeom)
  private_Grid restGrid;

  // flexes: structure of their metric, and contacts that are passive forces
  // (force/passive_contact.h) as byte offsets in the arena
  private_Metric metric;
  int npassive;
  size_t passive;

  // ranges of awake and sleeping bodies (model/awake.h, model/pose_source.h)
  range_Range whole;
  int nrange, nresting;
  int unsettled;           // passes until results of sleeping trees are final (awake_settle)
  range_Range* range;      // (ntree + 1)
  range_Resting* resting;  // (ntree)
  mjtNum moment[3];        // mass times center of mass of sleeping trees attached to the world
  char* source;
  bool qposKept;  // qpos of sleeping trees was just compared with the cache
} private_Data;

// upper bound of rows and pairs of a metric: of all flexes, whichever take part
size_t private_metricRows(const mjModel* m);
size_t private_metricPairs(const mjModel* m);

// number of buckets of a grid of n spheres
size_t private_buckets(size_t n);

static inline private_Data* private_of(const mjData* d) {
  const size_t up = MEM_ALIGN - 1;
  return (private_Data*)((char*)d->buffer + (((size_t)d->nbuffer + up) & ~up));
}
// bytes of a model's private part; 0 on overflow
size_t private_bytes(const mjModel* m);
// sets the pointers of a new private part and initializes it as empty
void private_init(const mjModel* m, mjData* d);
// invalidates the rows, and what depends on them
void private_forgetRows(mjData* d);
// clears the separation cache
void private_forgetSeparations(mjData* d);
// invalidates the rows and clears all caches
void private_clear(mjData* d);
// copies the rows and the sleep state of src to dest, clears the caches of dest
void private_copy(const mjModel* m, mjData* dest, const mjData* src);

#endif
