// Approximate convex decomposition of a mesh, as in Mamou and Ghorbel (2009) and Wei et al. (2022):
// the least convex part is cut by the best of several candidate planes, repeatedly; then pieces are
// merged whose common convex hull is hardly larger. The concavity of a part is the volume of its
// convex hull minus its own volume. Candidate planes are normal to the coordinate axes of the solid
// or parallel to its largest flat faces; they are evenly spaced, and also placed in such faces, so
// that corners are cut exactly.
//   closed surface -> hulls of the pieces
#include "asset/decompose.h"

#include <math.h>
#include <string.h>

#include "asset/solid_part.h"
#include "base/assert.h"
#include "math/vec.h"

enum {
  NAXIS = 3,
  MOST_NORMALS = 9,  // coordinate axes, then face normals
  NEVEN = 9,         // evenly spaced planes for each normal
  MOST_FLAT = 8,     // planes through flat faces for each normal
  NREFINE = 3,       // refinement steps of the best plane, each half of the step before
  NSTRUCTURE = 8,    // number of parts up to which cuts are chosen by looking ahead to the next one
  NAHEAD = 5,        // normals that are tried in the look-ahead
  NCOARSE = 3,       // planes for each of them
  MOST_PARTS = 2 * PIECES_MOST,
};

static const double FLAT = 0.999;    // cosine between normals that count as equal
static const double BALANCE = 0.02;  // cost weight of the volume difference of the two sides
static const double NOW = 0.1;       // cost weight of the cut itself when looking ahead
static const double MARGIN =
    0.02;  // minimum distance of planes from the ends of a part, as a fraction of its extent
static const double OPEN_SHARE = 1e-2;  // fraction of the surface that may be missing

typedef struct {
  arena_Arena* arena;
  double normal[MOST_NORMALS][3];
  int nnormal;
  part_Part part[MOST_PARTS + 1];
  bool whole[MOST_PARTS + 1];  // no plane improves it
  int n;
  double reference;  // volume of the convex hull of the whole solid
} Search;

// ---- faces

typedef struct {
  double unit[3], area;
} Facing;

static Facing facingOf(const part_Part* part, int tri) {
  const int* t = part->tri + 3 * (size_t)tri;
  const double* a = part->x + 3 * (size_t)t[0];
  double e1[3], e2[3];
  Facing f;
  v3_sub(e1, part->x + 3 * (size_t)t[1], a);
  v3_sub(e2, part->x + 3 * (size_t)t[2], a);
  v3_cross(f.unit, e1, e2);
  const double length = v3_norm(f.unit);
  f.area = length / 2;
  v3_scl(f.unit, f.unit, length > 0 ? 1 / length : 0);
  return f;
}

// normals of the largest flat faces, up to sign, in order of decreasing area
static void findNormals(Search* s) {
  enum { MOST_KINDS = 64 };
  Facing kind[MOST_KINDS];
  int n = 0;
  double total = 0;
  const part_Part* part = &s->part[0];
  for (int i = 0; i < part->nreal; i++) {
    const Facing f = facingOf(part, i);
    int k = 0;
    total += f.area;
    while (k < n && !(fabs(v3_dot(f.unit, kind[k].unit)) > FLAT)) k++;
    if (k < n) kind[k].area += f.area;
    if (k == n && n < MOST_KINDS && f.area > 0) kind[n++] = f;
  }
  for (int k = 0; k < NAXIS; k++) {
    v3_zero(s->normal[k]);
    s->normal[k][k] = 1;
  }
  s->nnormal = NAXIS;
  while (s->nnormal < MOST_NORMALS) {
    int best = -1;
    for (int k = 0; k < n; k++) {
      if (best < 0 || kind[k].area > kind[best].area) best = k;
    }
    if (best < 0 || kind[best].area < 0.03 * total) return;
    bool known = false;
    for (int k = 0; k < s->nnormal; k++) {
      known = known || fabs(v3_dot(s->normal[k], kind[best].unit)) > FLAT;
    }
    if (!known) v3_copy(s->normal[s->nnormal++], kind[best].unit);
    kind[best].area = 0;
  }
}

// offsets along a normal of the faces that are orthogonal to it, inside the part
static int flatOffsets(const part_Part* part, const double normal[3], const double range[2],
                       double offset[MOST_FLAT]) {
  const double size = range[1] - range[0];
  int n = 0;
  for (int i = 0; i < part->nreal && n < MOST_FLAT; i++) {
    const Facing f = facingOf(part, i);
    if (!(fabs(v3_dot(f.unit, normal)) > FLAT)) continue;
    const double at = v3_dot(normal, part->x + 3 * (size_t)part->tri[3 * (size_t)i]);
    bool known = at < range[0] + MARGIN * size || at > range[1] - MARGIN * size;
    for (int k = 0; k < n; k++) known = known || fabs(offset[k] - at) < 1e-3 * size;
    if (!known) offset[n++] = at;
  }
  return n;
}

// ---- the best plane

typedef struct {
  part_Plane plane;
  double cost;
  bool found;
} Best;

static double positive(double x) { return x > 0 ? x : 0; }

static double excessOf(const part_Part* part) { return positive(part->hullVolume - part->volume); }

static part_Status tryPlane(const Search* s, const part_Part* part, const part_Plane* plane,
                            Best* best) {
  part_Halves half;
  const part_Status status = part_measure(part, plane, &half);
  if (status != PART_OK) return status;
  if (!(half.hullVolume[0] > 0) || !(half.hullVolume[1] > 0)) return PART_OK;
  const double cost = positive(half.hullVolume[0] - half.volume[0]) +
                      positive(half.hullVolume[1] - half.volume[1]) +
                      BALANCE * fabs(half.volume[0] - half.volume[1]);
  if (best->found && !(cost < best->cost - 1e-9 * s->reference)) return PART_OK;
  *best = (Best){*plane, cost, true};
  return PART_OK;
}

static part_Status tryNormal(const Search* s, const part_Part* part, const double normal[3],
                             Best* best) {
  double range[2], offset[MOST_FLAT];
  part_extent(part, normal, range);
  const int nflat = flatOffsets(part, normal, range, offset);
  part_Plane plane;
  v3_copy(plane.normal, normal);
  part_Status status = PART_OK;
  for (int i = 0; i < nflat + NEVEN && status == PART_OK; i++) {
    const double share = (i - nflat + 1.0) / (NEVEN + 1);
    plane.offset = i < nflat ? offset[i] : range[0] + share * (range[1] - range[0]);
    status = tryPlane(s, part, &plane, best);
  }
  return status;
}

static part_Status refine(const Search* s, const part_Part* part, Best* best) {
  double range[2];
  part_extent(part, best->plane.normal, range);
  double step = (range[1] - range[0]) / (NEVEN + 1);
  part_Status status = PART_OK;
  for (int i = 0; i < NREFINE && status == PART_OK; i++) {
    step /= 2;
    const part_Plane here = best->plane;
    for (int k = -1; k <= 1 && status == PART_OK; k += 2) {
      part_Plane plane = here;
      plane.offset += k * step;
      status = tryPlane(s, part, &plane, best);
    }
  }
  return status;
}

// ---- cutting

// Least cost of a few planes through a part, to look one cut ahead: planes that only shave off a
// part look good but lead nowhere, such as slices of a ring, which keep its hole.
static part_Status outlook(const Search* s, const part_Part* part, double* cost) {
  Best best = {.found = false};
  part_Status status = PART_OK;
  *cost = excessOf(part);
  for (int i = 0; i < s->nnormal && i < NAHEAD && status == PART_OK; i++) {
    double range[2];
    part_Plane plane;
    v3_copy(plane.normal, s->normal[i]);
    part_extent(part, plane.normal, range);
    for (int k = 1; k <= NCOARSE && status == PART_OK; k++) {
      plane.offset = range[0] + k * (range[1] - range[0]) / (NCOARSE + 1);
      status = tryPlane(s, part, &plane, &best);
    }
  }
  if (best.found && best.cost < *cost) *cost = best.cost;
  return status;
}

static part_Status lookAhead(const Search* s, const part_Part* part, Best* candidate) {
  arena_Arena scratch = arena_make(0);
  part_Status status = PART_OK;
  double sum = 0;
  for (int side = 0; side < 2 && status == PART_OK; side++) {
    part_Part half;
    double cost = 0;
    status = part_cut(&scratch, part, &candidate->plane, side, &half);
    if (status == PART_OK) status = outlook(s, &half, &cost);
    sum += cost;
  }
  candidate->cost = sum + NOW * candidate->cost;
  arena_free(&scratch);
  return status;
}

// the part with the largest excess volume; -1: none can be improved
static int worstPart(const Search* s) {
  int worst = -1;
  for (int i = 0; i < s->n; i++) {
    if (s->whole[i] || !(excessOf(&s->part[i]) > 1e-6 * s->reference)) continue;
    if (worst < 0 || excessOf(&s->part[i]) > excessOf(&s->part[worst])) worst = i;
  }
  return worst;
}

static part_Status cutPart(Search* s, int id) {
  Best best = {.found = false};
  const part_Part* part = &s->part[id];
  part_Status status = PART_OK;
  for (int i = 0; i < s->nnormal && status == PART_OK; i++) {
    Best across = {.found = false};
    status = tryNormal(s, part, s->normal[i], &across);
    if (!across.found) continue;
    if (status == PART_OK) status = refine(s, part, &across);
    if (status == PART_OK && s->n <= NSTRUCTURE) status = lookAhead(s, part, &across);
    if (!best.found || across.cost < best.cost - 1e-9 * s->reference) best = across;
  }
  if (status != PART_OK) return status;
  s->whole[id] = !best.found;
  if (!best.found) return PART_OK;
  part_Part side[2];
  for (int i = 0; i < 2 && status == PART_OK; i++) {
    status = part_cut(s->arena, part, &best.plane, i, &side[i]);
  }
  if (status != PART_OK) return status;
  if (!(side[0].hullVolume > 0) || !(side[1].hullVolume > 0)) {
    s->whole[id] = true;
    return PART_OK;
  }
  s->part[id] = side[0];
  s->part[s->n] = side[1];
  s->whole[s->n++] = false;
  return PART_OK;
}

static double totalExcess(const Search* s) {
  double sum = 0;
  for (int i = 0; i < s->n; i++) sum += excessOf(&s->part[i]);
  return sum;
}

// ---- merging

// increase in volume when two parts are replaced by their common hull
static part_Status growth(const part_Part* a, const part_Part* b, double* res) {
  arena_Arena scratch = arena_make(0);
  const size_t n = (size_t)a->nhull + (size_t)b->nhull;
  double *x = arena_raw(&scratch, n, 3 * sizeof *x), volume = 0;
  part_Status status = x ? PART_OK : PART_NO_MEMORY;
  if (x) {
    memcpy(x, a->hull, 3 * (size_t)a->nhull * sizeof *x);
    memcpy(x + 3 * (size_t)a->nhull, b->hull, 3 * (size_t)b->nhull * sizeof *x);
    status = part_hullOf(x, (int)n, &volume, NULL, NULL);
  }
  // a failed hull does not count
  const double larger = a->hullVolume > b->hullVolume ? a->hullVolume : b->hullVolume;
  *res = volume < larger ? INFINITY : volume - a->hullVolume - b->hullVolume;
  arena_free(&scratch);
  return status;
}

// merges the second part into the first; from now on only their convex hull counts
static part_Status mergeParts(Search* s, int i, int k) {
  part_Part *a = &s->part[i], *b = &s->part[k];
  const size_t n = (size_t)a->nhull + (size_t)b->nhull;
  double* x = arena_raw(s->arena, n, 3 * sizeof *x);
  double* hull = arena_raw(s->arena, n, 3 * sizeof *hull);
  if (!x || !hull) return PART_NO_MEMORY;
  memcpy(x, a->hull, 3 * (size_t)a->nhull * sizeof *x);
  memcpy(x + 3 * (size_t)a->nhull, b->hull, 3 * (size_t)b->nhull * sizeof *x);
  a->volume += b->volume;
  a->hull = hull;
  const part_Status status = part_hullOf(x, (int)n, &a->hullVolume, a->hull, &a->nhull);
  *b = s->part[--s->n];
  return status;
}

// volume growth of all pairs, rows of the lower triangle
static part_Status growthsOf(const Search* s, int i, double* table) {
  part_Status status = PART_OK;
  for (int k = 0; k < s->n && status == PART_OK; k++) {
    if (k == i) continue;
    const int low = i < k ? i : k, high = i < k ? k : i;
    status = growth(&s->part[low], &s->part[high], &table[(size_t)high * MOST_PARTS + (size_t)low]);
  }
  return status;
}

static double leastGrowth(const Search* s, const double* table, int pair[2]) {
  double least = INFINITY;
  for (int i = 1; i < s->n; i++) {
    for (int k = 0; k < i; k++) {
      const double g = table[(size_t)i * MOST_PARTS + (size_t)k];
      if (g < least) least = g, pair[0] = k, pair[1] = i;
    }
  }
  return least;
}

// moves the last part to the place of a removed one
static void moveLast(const Search* s, int to, double* table) {
  for (int k = 0; k < s->n && to < s->n; k++) {
    if (k == to) continue;
    const int low = to < k ? to : k, high = to < k ? k : to;
    table[(size_t)high * MOST_PARTS + (size_t)low] = table[(size_t)s->n * MOST_PARTS + (size_t)k];
  }
}

// merges the pairs with the least growth while there are too many parts, or while the excess stays
// within the tolerance
static part_Status mergeAll(Search* s, int most, double allowed) {
  double* table = arena_raw(s->arena, (size_t)MOST_PARTS * MOST_PARTS, sizeof *table);
  if (!table) return PART_NO_MEMORY;
  part_Status status = PART_OK;
  for (int i = 0; i < s->n && status == PART_OK; i++) status = growthsOf(s, i, table);
  while (s->n > 1 && status == PART_OK) {
    int pair[2] = {0, 0};
    const double least = leastGrowth(s, table, pair);
    if (!isfinite(least) || (s->n <= most && totalExcess(s) + positive(least) > allowed)) break;
    status = mergeParts(s, pair[0], pair[1]);
    moveLast(s, pair[1], table);
    if (status == PART_OK) status = growthsOf(s, pair[0], table);
  }
  return status;
}

// ---- the whole

static pieces_Status publish(const Search* s, arena_Arena* arena, pieces_Pieces* res) {
  size_t n = 0;
  for (int i = 0; i < s->n; i++) n += (size_t)s->part[i].nhull;
  res->n = s->n;
  res->adr = arena_raw(arena, (size_t)s->n, sizeof *res->adr);
  res->num = arena_raw(arena, (size_t)s->n, sizeof *res->num);
  res->x = arena_raw(arena, n, 3 * sizeof *res->x);
  if (!res->adr || !res->num || !res->x) return PIECES_NO_MEMORY;
  int at = 0;
  for (int i = 0; i < s->n; i++) {
    const part_Part* part = &s->part[i];
    res->adr[i] = at;
    res->num[i] = part->nhull;
    memcpy(res->x + 3 * (size_t)at, part->hull, 3 * (size_t)part->nhull * sizeof *res->x);
    at += part->nhull;
  }
  res->excess = totalExcess(s) / s->reference;
  return PIECES_OK;
}

// Over a closed surface the area vectors sum to zero, and its volume is the sum of x n_x, of y n_y
// and of z n_z (divergence theorem); this does not require matching edges.
static bool isClosed(const part_Part* part) {
  double sum[3] = {0}, volume[3] = {0}, total = 0;
  for (int i = 0; i < part->nreal; i++) {
    const Facing f = facingOf(part, i);
    const int* t = part->tri + 3 * (size_t)i;
    v3_addToScl(sum, f.unit, f.area);
    total += f.area;
    for (int k = 0; k < 3; k++) {
      double mean = 0;
      for (int c = 0; c < 3; c++) mean += part->x[3 * (size_t)t[c] + (size_t)k] - part->x[k];
      volume[k] += mean / 3 * f.unit[k] * f.area;
    }
  }
  if (v3_norm(sum) > OPEN_SHARE * total) return false;
  for (int k = 0; k < 3; k++) {
    const double off = fabs(volume[k] - volume[(k + 1) % 3]);
    if (off > OPEN_SHARE * part->hullVolume) return false;
  }
  return true;
}

static pieces_Status search(Search* s, int most, double concavity) {
  const part_Part* all = &s->part[0];
  if (!(all->hullVolume > 0)) return PIECES_FLAT;
  if (!isClosed(all)) return PIECES_OPEN;
  if (!(all->volume > 0)) return PIECES_FLAT;
  s->reference = all->hullVolume;
  findNormals(s);
  const double allowed = concavity * s->reference;
  const int enough =
      most > 1 ? 2 * most : 1;  // too many pieces that are merged again give better ones
  while (s->n < enough && totalExcess(s) > allowed) {
    const int worst = worstPart(s);
    if (worst < 0) break;
    if (cutPart(s, worst) != PART_OK) return PIECES_NO_MEMORY;
  }
  return mergeAll(s, most, allowed) == PART_OK ? PIECES_OK : PIECES_NO_MEMORY;
}

pieces_Status pieces_make(arena_Arena* arena, const surface_Surface* solid, int nvert, int nface,
                          int most, double concavity, pieces_Pieces* res) {
  ASSERT(most >= 1 && most <= PIECES_MOST && nface > 0);
  arena_Arena scratch = arena_make(0);
  Search* s = arena_alloc(&scratch, sizeof *s);
  *res = (pieces_Pieces){0};
  pieces_Status status = PIECES_NO_MEMORY;
  if (s) {
    s->arena = &scratch;
    s->n = 1;
    if (part_make(&scratch, solid, nvert, nface, &s->part[0]) == PART_OK) {
      status = search(s, most, concavity);
    }
    if (status == PIECES_OK) status = publish(s, arena, res);
  }
  arena_free(&scratch);
  return status;
}
