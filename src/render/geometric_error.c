// Geometric error of a decimated mesh, by sampling: vertices and face centroids of the original
// mesh search for the nearest face of the decimated one, by a local search from where a vertex
// found one last, on to neighbors as long as these are nearer. A point that finds a face no farther
// away than the largest distance so far stops, so that most points test a face or two. The fewer
// faces are left, the fewer points are sampled.
#include "render/geometric_error.h"

#include <math.h>

#include "math/vec.h"

enum {
  MOST_STAR = 256,  // faces of a vertex that are tested
  MIDDLES = 2,      // one face is sampled for so many vertices
};

static double fromSegment(const double* p, const double* a, const double* b) {
  double ab[3], ap[3];
  v3_sub(ab, b, a);
  v3_sub(ap, p, a);
  const double len2 = v3_dot(ab, ab), along = v3_dot(ap, ab);
  const double s = !(along > 0) ? 0 : along < len2 ? along / len2 : 1;
  for (int k = 0; k < 3; k++) ap[k] -= s * ab[k];
  return v3_dot(ap, ap);
}

// squared distance of a point from a triangle: from its plane, or from an edge beyond which the
// point is
double geometricError_fromFace(const double* p, const double* const a[3]) {
  double e[3], f[3], w[3], best = INFINITY;
  v3_sub(e, a[1], a[0]);
  v3_sub(f, a[2], a[0]);
  v3_sub(w, p, a[0]);
  const double ee = v3_dot(e, e), ef = v3_dot(e, f), ff = v3_dot(f, f), ew = v3_dot(e, w),
               fw = v3_dot(f, w);
  const double area2 = ee * ff - ef * ef;
  const bool thin = !(area2 > 1e-12 * ee * ff);  // degenerate: it has no plane
  const double x = ff * ew - ef * fw, y = ee * fw - ef * ew;
  const bool beyond[3] = {thin || y < 0, thin || x + y > area2, thin || x < 0};
  for (int k = 0; k < 3; k++) {
    const double d2 = beyond[k] ? fromSegment(p, a[k], a[(k + 1) % 3]) : INFINITY;
    best = d2 < best ? d2 : best;
  }
  if (best < INFINITY) return best;
  for (int k = 0; k < 3; k++) w[k] -= (x * e[k] + y * f[k]) / area2;
  return v3_dot(w, w);
}

// the face at a vertex that is nearer to a point than `best`, which it updates; -1: none
static int nearer(const decimate_State* c, const double* p, int v, double enough, double* best) {
  const int first = c->first[v], n = c->first[v + 1] - first;
  int found = -1;
  for (int i = first; i < first + (n < MOST_STAR ? n : MOST_STAR) && *best > enough; i++) {
    const int* f = c->face + 3 * c->star[i];
    const double* corner[3] = {c->at + 3 * f[0], c->at + 3 * f[1], c->at + 3 * f[2]};
    const double d2 = geometricError_fromFace(p, corner);
    if (!(d2 < *best)) continue;
    *best = d2;
    found = c->star[i];
  }
  return found;
}

// squared distance from the faces near a vertex, which is replaced by a nearer one; the search
// stops at a distance that is small enough
static double fromSurface(const decimate_State* c, const double* p, int* v, double enough) {
  double way[3], best = INFINITY;
  int face = nearer(c, p, *v, enough, &best);
  v3_sub(way, p, c->at + 3 * *v);
  if (face < 0) return v3_dot(way, way);  // all faces around it are gone
  while (best > enough) {
    const int old = face;
    for (int k = 0; k < 3; k++) {
      const int corner = c->face[3 * old + k], found = nearer(c, p, corner, enough, &best);
      if (found < 0) continue;
      face = found;
      *v = corner;
    }
    if (face == old) break;
  }
  return best;
}

static int rootOf(int* into, int v) {
  while (into[v] != v) v = into[v] = into[into[v]];
  return v;
}

// The centroid of a face searches from each of its corners, as one may be far away now. If all of
// them have lost their faces it was a sliver, whose width the samples at vertices cover.
static double fromMiddle(decimate_State* c, const int f[3], double enough) {
  double p[3], best = INFINITY;
  if (c->into[f[0]] == f[0] && c->into[f[1]] == f[1] && c->into[f[2]] == f[2]) return 0;
  for (int k = 0; k < 3; k++)
    p[k] = (c->at[3 * f[0] + k] + c->at[3 * f[1] + k] + c->at[3 * f[2] + k]) / 3;
  for (int k = 0; k < 3 && best > enough; k++) {
    int v = rootOf(c->into, c->hint[f[k]]);
    if (c->first[v] < c->first[v + 1]) best = fmin(best, fromSurface(c, p, &v, enough));
  }
  return best < INFINITY ? best : 0;
}

double geometricError_of(decimate_State* c) {
  const int step = 1 + c->nvert / (c->nface + 1);
  double far2 = c->far * c->far;
  for (int i = 0; i < c->nvert; i += step) {
    if (c->into[i] == i) continue;
    c->hint[i] = rootOf(c->into, c->hint[i]);
    far2 = fmax(far2, fromSurface(c, c->at + 3 * i, &c->hint[i], far2));
  }
  for (int i = 0; i < c->mesh->nface; i += MIDDLES * step)
    far2 = fmax(far2, fromMiddle(c, c->mesh->face + 3 * i, far2));
  return c->far = sqrt(far2);
}
