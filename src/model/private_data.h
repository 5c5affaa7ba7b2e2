// Private part of mjData, behind its public buffer: where the rows of this step lie in the arena,
// and caches that save work without changing a result.
#ifndef SINEW_MODEL_PRIVATE_DATA_H_
#define SINEW_MODEL_PRIVATE_DATA_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sinew/data.h>
#include <sinew/model.h>

#include "base/mem.h"
#include "model/awake_ranges.h"

// a ball around the geoms of a body
typedef struct {
  mjtNum pos[3], radius;
  int body;
} private_Ball;

// balls hashed into grids (collide/ball_grid.h)
enum { PRIVATE_LEVELS = 64 };
enum { PRIVATE_PATTERN = 7 };  // arrays over dofs that a pattern has

typedef struct {
  uint64_t key;  // level and cell
  int next;      // in the same bucket, -1: none
} private_Cell;

typedef struct {
  private_Cell* cell;  // one per ball
  int* bucket;         // first ball, -1: none
  int shift;           // of a hashed key
  int unbounded;       // balls that are in no bucket
  uint64_t levels;
  mjtNum unit;                    // least radius: balls of level k have at most unit * 2^k
  mjtNum radius[PRIVATE_LEVELS];  // largest ball of each level; a cell is twice as wide
} private_Grid;

// a mesh whose hull has few vertices (collide/small_hull.h)
enum {
  PRIVATE_FEW = 10,     // vertices of a mesh: with fewer no hull is climbed
  PRIVATE_SMALL = 64,   // and at most
  PRIVATE_MESHES = 32,  // so many meshes, at most
};

// its vertices in blocks of four, and its graph (collide/support_scan.h)
typedef struct {
  int nhull;
  mjtNum slack;    // a vertex that is lower than the highest by more has a higher neighbour
  mjtNum* column;  // of each block four x, four y, four z
  uint64_t* next;  // neighbours of a vertex, as a set (nhull)
} private_Scan;

static inline int private_scanBlocks(int nhull) { return (nhull + 3) / 4; }

typedef struct {
  int mesh, nvert;
  int calm;     // passes since it was changed
  bool isMade;  // the scan is of use
  size_t vertBytes, graphBytes;
  float* from;  // vertices as the model has them (3 nvert)
  int* graph;   // and the graph
  private_Scan scan;
} private_Small;

// where the stiffness of flexes goes in the matrix of the implicit metric (force/flex_metric.c):
// what the topology fixes. Rows are bodies with three dofs
typedef struct {
  uint64_t key;  // of the flexes that are in it; 0: not made
  int nrow, nentry;
  int* dof;    // first dof of a row, ascending (rowMost)
  int* num;    // blocks of a row (rowMost)
  int* diag;   // where its diagonal block begins (rowMost)
  int* col;    // first dofs of blocks, row by row, ascending (blockMost)
  int* place;  // of each group that is coupled, for each member: numbers between rows of its block
               // row, and where its block with each member begins, -1: nowhere
} private_Metric;

typedef struct {
  // constraint rows (constraint/constraint.h), as bytes from the start of the arena
  int nblock, ncone;
  size_t block, col, jac;
  // factor of the problem at its solution (solve/linearize.h), likewise; 0: there is none
  size_t linear, linearBegin, linearEnd;

  bool toldMixed;  // the user knows of a solref of mixed signs

  // pairs of balls near each other (collide/broadphase.h)
  int nball;           // balls when the list was made (at most nbody)
  int nnear;           // pairs in the list, -1: there is none
  int nearMost;        // room for pairs
  int age, pause;      // steps that the list has served, steps before another one is made
  mjtNum spare;        // how far a ball may move before the list is void
  private_Ball* ball;  // when the list was made (nbody)
  uint32_t* near;      // (i << 16) + j, ascending (nearMost)
  int* nearRule;       // what filtered it (1 + 2 nbody + nexclude)
  int nnearRest;       // the same of an awake ball i and a sleeping one j ...
  uint64_t* nearRest;  // (signature << 32) + (i << 16) + j, ascending (nearMost)

  // orders of the sweeps of PGS (solve/pgs.c): they depend on the number of items only
  int orderMost;            // room; 0: the solver was another one when the data was made
  int orderItems, nsweep;   // what they are of; sweeps that are kept
  int* order;               // sweep after sweep (orderMost)
  uint64_t orderGenerator;  // behind the last sweep

  // patterns of the Hessian (solve/symbolic_cache.c)
  int patternMost;    // room for their lists
  int patternServed;  // problems of the last solve that found theirs
  int patternEnd;     // of the entries; 0: there is none
  int* pattern;       // entries (patternMost)
  int* patternDof;    // arrays over dofs (PRIVATE_PATTERN nv)
  int* patternOwner;  // the entry that has a dof (nv), -1: none; behind them

  // what proved that two geoms are apart (collide/separation_cache.h), by a hash of the pair
  uint64_t napart;  // words, a power of two
  uint64_t* apart;  // 0: none

  // hulls of small meshes
  int nsmall;            // at most PRIVATE_MESHES
  bool isSmallReady;     // they have been compared with the model in this pass
  int* smallOf;          // (nmesh) index, -1: none
  private_Small* small;  // (nsmall)
  char* smallBuffer;     // their arrays

  // balls of bodies that sleep (collide/sleeping_grid.h)
  int nrest;  // -1: not made since other bodies sleep
  int restFlags;
  mjtNum restMargin;       // the options that they depend on
  private_Ball* rest;      // ascending bodies (nbody)
  private_Cell* restCell;  // (nbody)
  int* restBucket;         // (restBuckets)
  mjtNum* restSize;        // what radii depend on, of all geoms (3 ngeom)
  private_Grid restGrid;

  // flexes: structure of their metric, and contacts that are passive forces
  // (force/passive_contact.h) as bytes from the start of the arena
  private_Metric metric;
  int npassive;
  size_t passive;

  // what sleeps and what does not (model/awake.h, model/pose_source.h)
  range_Range whole;
  int nrange, nresting;
  int unsettled;           // passes until results of what sleeps are final (awake_settle)
  range_Range* range;      // (ntree + 1)
  range_Resting* resting;  // (ntree)
  mjtNum moment[3];        // mass times centre of mass of sleeping trees that hang on the world
  char* source;
  bool qposKept;  // qpos of what sleeps has just been compared with it
} private_Data;

// rows and pairs of a metric at most: of all flexes, whatever takes part
size_t private_metricRows(const mjModel* m);
size_t private_metricPairs(const mjModel* m);

// buckets of a grid of n balls
size_t private_buckets(size_t n);

static inline private_Data* private_of(const mjData* d) {
  const size_t up = MEM_ALIGN - 1;
  return (private_Data*)((char*)d->buffer + (((size_t)d->nbuffer + up) & ~up));
}
// bytes of a model's private part; 0 if they cannot be counted
size_t private_bytes(const mjModel* m);
// sets the pointers of a new private part and empties it
void private_init(const mjModel* m, mjData* d);
// forgets the rows, and what hangs on them
void private_forgetRows(mjData* d);
// forgets what proved that geoms are apart
void private_forgetSeparations(mjData* d);
// forgets rows and caches
void private_clear(mjData* d);
// dest gets the rows and the sleepers of src, its caches are emptied
void private_copy(const mjModel* m, mjData* dest, const mjData* src);

#endif
