// Box-box collision by the separating axis test (SAT): finds the axis of least overlap among 6 face
// normals and 9 cross products of edges. The contact is then either one point between two edges, or
// the face of the other box opposite to the reference face, clipped against it (Gottschalk 1996;
// Sutherland & Hodgman 1974). Reads poses and sizes -> at most 8 points. Notation: frame 1 is that
// of box 1; C holds the axes of box 2 in frame 1 as columns, A = |C|.
#include <math.h>

#include "base/assert.h"
#include "collide/collide.h"
#include "collide/pair.h"

#define MOST 8             // points of a face contact
#define ROUNDING 1e-13     // of a separation, relative to the sizes
#define PARALLEL2 1e-16    // squared sine under which two edges have no cross product
#define EDGE_GAIN 1e-6     // relative gain by which an edge must beat what was found before
#define FACE_LIKE 0.99     // cosine over which an edge axis is that of the best face
#define FACE_LOSS 0.05     // relative loss accepted for that face in its place
#define AMBIGUOUS 1e-9     // component of the normal that does not say which edge it is
#define SAME_POINT2 1e-14  // squared distance of equal corners, relative to the face
#define WORST (-(mjtNum)mjMAXVAL)

static const int next[3] = {1, 2, 0}, after[3] = {2, 0, 1};
_Static_assert(MOST <= mjMAXCONPAIR, "points of two boxes fit where those of any pair do");

typedef struct {
  const pair_Shape *one, *two;
  mjtNum C[9], A[9];
  mjtNum c1[3], c2[3];   // center of the other box in frames 1 and 2
  mjtNum margin, limit;  // limit: margin and rounding
  mjtNum best;           // greatest separation
  int face, edge;        // code of the axis: face 0..2 of box 1, 3..5 of box 2; edge 3*i+j or -1
} Boxes;

// ---- separating axes

// face normals; false: the boxes are separated. Row i of C is computed when face i of box 1 needs
// it.
// order: faces of box 1, then of box 2; a later one must separate more
static bool testFaces(Boxes* b) {
  const mjtNum *R1 = b->one->mat, *R2 = b->two->mat, *s = b->one->size, *t = b->two->size;
  mjtNum off[3];
  v3_sub(off, b->two->pos, b->one->pos);
  m3_mulTVec(b->c1, R1, off);
  for (int i = 0; i < 3; i++) {
    mjtNum *C = b->C + 3 * i, *A = b->A + 3 * i;
    for (int k = 0; k < 3; k++) {
      C[k] = R1[i] * R2[k] + R1[3 + i] * R2[3 + k] + R1[6 + i] * R2[6 + k];
      A[k] = fabs(C[k]);
    }
    const mjtNum sep = fabs(b->c1[i]) - s[i] - (A[0] * t[0] + A[1] * t[1] + A[2] * t[2]);
    if (sep > b->limit) return false;
    if (sep > b->best) {
      b->best = sep;
      b->face = i;
    }
  }
  v3_neg(off, off);
  m3_mulTVec(b->c2, R2, off);
  for (int j = 0; j < 3; j++) {
    const mjtNum* A = b->A + j;
    const mjtNum sep = fabs(b->c2[j]) - t[j] - (A[0] * s[0] + A[3] * s[1] + A[6] * s[2]);
    if (sep > b->limit) return false;
    if (sep > b->best) {
      b->best = sep;
      b->face = 3 + j;
    }
  }
  return true;
}

// separation on the unit axis along e_i x C_j, whose squared length is given
static mjtNum edgeSeparation(const Boxes* b, int i, int j, mjtNum len2) {
  const int i1 = next[i], i2 = after[i], j1 = next[j], j2 = after[j];
  const mjtNum *s = b->one->size, *t = b->two->size, *C = b->C, *c = b->c1;
  const mjtNum inv = 1 / sqrt(len2), a1 = -C[3 * i2 + j] * inv, a2 = C[3 * i1 + j] * inv;
  const mjtNum b1 = C[3 * i1 + j1] * a1 + C[3 * i2 + j1] * a2;
  const mjtNum b2 = C[3 * i1 + j2] * a1 + C[3 * i2 + j2] * a2;
  return fabs(a1 * c[i1] + a2 * c[i2]) - (s[i1] * fabs(a1) + s[i2] * fabs(a2)) -
         (t[j1] * fabs(b1) + t[j2] * fabs(b2));
}

// Axes e_i x C_j, at first not normalized: the components are two entries of C, and those of C'(e_i
// x C_j) are, up to sign, the two others of row i. Axes that cannot win by the required gain, even
// with slack for rounding, are skipped. false: the boxes are separated.
static bool testEdges(Boxes* b) {
  const mjtNum *s = b->one->size, *t = b->two->size, *C = b->C, *A = b->A, *c = b->c1;
  const mjtNum face = b->best, slack = b->limit - b->margin;
  const mjtNum gain = b->limit < 0 ? 1 : 1 - EDGE_GAIN;  // of squares: half of it
  mjtNum best2 = face * face * gain;
  for (int i = 0; i < 3; i++) {
    const int i1 = next[i], i2 = after[i];
    const mjtNum *C1 = C + 3 * i1, *C2 = C + 3 * i2;
    const mjtNum *A0 = A + 3 * i, *A1 = A + 3 * i1, *A2 = A + 3 * i2;
    for (int j = 0; j < 3; j++) {
      const mjtNum len2 = C1[j] * C1[j] + C2[j] * C2[j];
      const int j1 = next[j], j2 = after[j];
      const mjtNum raw = fabs(c[i2] * C1[j] - c[i1] * C2[j]) - (s[i1] * A2[j] + s[i2] * A1[j]) -
                         (t[j1] * A0[j2] + t[j2] * A0[j1]) + slack;
      if (raw < 0 && (b->best >= 0 || raw * raw >= best2 * len2)) continue;
      if (len2 < PARALLEL2) continue;
      const mjtNum sep = edgeSeparation(b, i, j, len2);
      if (sep > b->limit) return false;
      if (sep - EDGE_GAIN * fabs(sep) > b->best && sep > face) {
        b->best = sep;
        b->edge = 3 * i + j;
        best2 = sep * sep * gain;
      }
    }
  }
  return true;
}

// ---- edge contact

// unit axis a = e_i x C_j of the winning edges, from box 1 to box 2, and b = C'a
static void edgeAxis(mjtNum a[3], mjtNum b[3], const Boxes* box) {
  const int i = box->edge / 3, j = box->edge % 3, i1 = next[i], i2 = after[i];
  ASSERT_FULL(box->edge >= 0 && box->edge < 9);
  a[i] = 0;
  a[i1] = -box->C[3 * i2 + j];
  a[i2] = box->C[3 * i1 + j];
  v3_normalize(a);
  if (v3_dot(a, box->c1) < 0) v3_neg(a, a);
  m3_mulTVec(b, box->C, a);
}

// true if the axis is nearly that of the best face, which has about the same overlap
static bool preferFace(const Boxes* box, mjtNum face, const mjtNum a[3], const mjtNum b[3]) {
  const mjtNum cosine = box->face < 3 ? a[box->face] : b[box->face - 3];
  return fabs(cosine) > FACE_LIKE && box->best < face + FACE_LOSS * fabs(face) + mjMINVAL;
}

// Midpoint of the edge along an axis of a box that is extreme along sign*normal. Returns the first
// component whose sign the normal does not determine, or -1.
static int extremeEdge(mjtNum middle[3], const mjtNum normal[3], mjtNum sign, const mjtNum size[3],
                       int axis) {
  const int k1 = next[axis], k2 = after[axis];
  middle[axis] = 0;
  middle[k1] = normal[k1] >= 0 ? sign * size[k1] : -sign * size[k1];
  middle[k2] = normal[k2] >= 0 ? sign * size[k2] : -sign * size[k2];
  if (fabs(normal[k1]) < AMBIGUOUS) return k1;
  return fabs(normal[k2]) < AMBIGUOUS ? k2 : -1;
}

// closest points of two edges: midpoint and half length of box 1's along e_i, of box 2's along d2
static void nearestOnEdges(mjtNum w1[3], mjtNum w2[3], const mjtNum q1[3], const mjtNum q2[3],
                           const mjtNum d2[3], int i, mjtNum half1, mjtNum half2) {
  mjtNum e[3];
  v3_sub(e, q2, q1);
  const mjtNum beta = d2[i], kappa = v3_dot(d2, e), den = 1 - beta * beta;
  mjtNum sigma = den < mjMINVAL ? 0 : (e[i] - beta * kappa) / den;
  sigma = pair_clip(sigma, -half1, half1);
  const mjtNum theta = pair_clip(beta * sigma - kappa, -half2, half2);
  sigma = pair_clip(e[i] + beta * theta, -half1, half1);
  v3_copy(w1, q1);
  w1[i] += sigma;
  v3_addScl(w2, q2, d2, theta);
}

// The pair of edges between the boxes; if the axis leaves several, the closest one. Writes the
// closest points in frame 1; false: NaN in the input.
static bool chooseEdges(mjtNum w1[3], mjtNum w2[3], const Boxes* box, const mjtNum a[3],
                        const mjtNum b[3]) {
  const int i = box->edge / 3, j = box->edge % 3;
  const mjtNum *s = box->one->size, *t = box->two->size;
  mjtNum middle1[3], middle2[3], dir2[3], q2[3], p1[3], p2[3], gap[3];
  const int open1 = extremeEdge(middle1, a, 1, s, i), open2 = extremeEdge(middle2, b, -1, t, j);
  m3_column(dir2, box->C, j);
  mjtNum least = (mjtNum)mjMAXVAL * mjMAXVAL;
  bool found = false;
  for (int flip1 = 0; flip1 <= (open1 >= 0); flip1++) {
    if (flip1) middle1[open1] = -middle1[open1];
    for (int flip2 = 0; flip2 <= (open2 >= 0); flip2++) {
      m3_mulVec(q2, box->C, middle2);
      v3_addTo(q2, box->c1);
      nearestOnEdges(p1, p2, middle1, q2, dir2, i, s[i], t[j]);
      v3_sub(gap, p2, p1);
      const mjtNum gap2 = v3_dot(gap, gap);
      if (gap2 < least) {
        least = gap2;
        found = true;
        v3_copy(w1, p1);
        v3_copy(w2, p2);
      }
      // both signs are tried, so the first one is restored after the inner loop
      if (open2 >= 0) middle2[open2] = -middle2[open2];
    }
  }
  return found;
}

static int edgeContact(mjPreContact* con, const Boxes* box, const mjtNum a[3], const mjtNum b[3]) {
  mjtNum w1[3], w2[3], gap[3], normal[3], middle[3];
  if (!chooseEdges(w1, w2, box, a, b)) return 0;
  v3_sub(gap, w2, w1);
  const mjtNum dist = v3_dot(a, gap);
  if (dist > box->limit) return 0;
  m3_mulVec(normal, box->one->mat, a);
  pair_put(con, dist, normal);
  v3_add(middle, w1, w2);
  v3_scl(middle, middle, 0.5);
  m3_mulVec(con->pos, box->one->mat, middle);
  v3_addTo(con->pos, box->one->pos);
  return 1;
}

// ---- face contact

// corner of the incident face above the reference face; a clipping pass may, by rounding or NaN,
// turn 2 points into 3: four passes 4 -> 6 -> 9 -> 13 -> 19
enum { ROOM = 20 };
typedef struct {
  mjtNum x, y, h;
} Corner;

// Clips the polygon to sign*coordinate <= limit (Sutherland-Hodgman); the result is in `to`, or
// still in `from` if nothing is cut off. Returns the array that holds it.
static Corner* clip(Corner* to, Corner* from, int* n, int axis, mjtNum sign, mjtNum limit) {
  mjtNum room[ROOM + 1];
  bool all = true;
  for (int k = 0; k < *n; k++) {
    room[k] = limit - sign * (axis ? from[k].y : from[k].x);
    all = all && room[k] >= 0;
  }
  if (all) return from;
  room[*n] = room[0];
  int count = 0;
  for (int k = 0; k < *n; k++) {
    const mjtNum here = room[k], there = room[k + 1];
    if (here >= 0) to[count++] = from[k];
    if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
      const Corner *p = from + k, *q = from + (k + 1 < *n ? k + 1 : 0);
      const mjtNum x = here / (here - there);
      to[count++] =
          (Corner){p->x + x * (q->x - p->x), p->y + x * (q->y - p->y), p->h + x * (q->h - p->h)};
    }
  }
  ASSERT_FULL(count < ROOM);
  *n = count;
  return to;
}

// The reference face: its box's frame, and the other box in this frame.
typedef struct {
  const pair_Shape *ref, *other;
  const mjtNum *o, *C;  // center of the other box; its axes: entry (r, k) at C[row*r + col*k]
  int row, col, axis;
  mjtNum sign;  // of the face, +1 or -1
} Reference;

// The incident face: the face of the other box most opposed to the reference face, in coordinates
// (x, y, h). Sets `reach` to the largest |x| and |y| of its corners: because rounding is symmetric,
// the sums of absolute values are exactly those of one corner.
static void incidentFace(Corner quad[4], mjtNum reach[2], const Reference* f) {
  const int a = f->axis, x = next[a], y = after[a];
  const mjtNum* Q = f->C;
  const int rowA = f->row * a, rowX = f->row * x, rowY = f->row * y;
  int b = 0;
  for (int k = 1; k < 3; k++) {  // order: ties fall to the lower axis
    if (fabs(Q[rowA + f->col * k]) > fabs(Q[rowA + f->col * b])) b = k;
  }
  const int u = next[b], v = after[b];
  const mjtNum* I = f->other->size;
  const mjtNum toFace = f->sign * Q[rowA + f->col * b] > 0 ? -I[b] : I[b];
  const int cb = f->col * b, cu = f->col * u, cv = f->col * v;
  const Corner c = {f->o[x] + toFace * Q[rowX + cb], f->o[y] + toFace * Q[rowY + cb],
                    f->sign * (f->o[a] + toFace * Q[rowA + cb]) - f->ref->size[a]};
  const Corner du = {I[u] * Q[rowX + cu], I[u] * Q[rowY + cu], f->sign * (I[u] * Q[rowA + cu])};
  const Corner dv = {I[v] * Q[rowX + cv], I[v] * Q[rowY + cv], f->sign * (I[v] * Q[rowA + cv])};
  reach[0] = fabs(c.x) + fabs(du.x) + fabs(dv.x);
  reach[1] = fabs(c.y) + fabs(du.y) + fabs(dv.y);
  quad[0] = (Corner){c.x + du.x + dv.x, c.y + du.y + dv.y, c.h + du.h + dv.h};
  quad[1] = (Corner){c.x - du.x + dv.x, c.y - du.y + dv.y, c.h - du.h + dv.h};
  quad[2] = (Corner){c.x - du.x - dv.x, c.y - du.y - dv.y, c.h - du.h - dv.h};
  quad[3] = (Corner){c.x + du.x - dv.x, c.y + du.y - dv.y, c.h + du.h - dv.h};
}

// keeps corners below the margin, without duplicates; in place
static int keepCorners(Corner* poly, int n, mjtNum margin, mjtNum same2) {
  int count = 0;
  for (int k = 0; k < n && count < MOST; k++) {
    if (!(poly[k].h <= margin)) continue;
    bool repeated = false;
    for (int i = 0; i < count && !repeated; i++) {
      const mjtNum dx = poly[k].x - poly[i].x, dy = poly[k].y - poly[i].y;
      repeated = dx * dx + dy * dy < same2;
    }
    if (repeated) continue;
    if (count < k) poly[count] = poly[k];
    count++;
  }
  ASSERT_FULL(count <= n && count <= MOST);
  return count;
}

static int faceContact(mjPreContact* con, const Boxes* box) {
  const bool second = box->face >= 3;
  ASSERT_FULL(box->face >= 0 && box->face < 6);
  Reference f = {.ref = second ? box->two : box->one,
                 .other = second ? box->one : box->two,
                 .o = second ? box->c2 : box->c1,
                 .C = box->C,
                 .row = second ? 1 : 3,
                 .col = second ? 3 : 1,
                 .axis = second ? box->face - 3 : box->face};
  const int a = f.axis, x = next[a], y = after[a];
  f.sign = f.o[a] >= 0 ? 1 : -1;
  const mjtNum *S = f.ref->size, *M = f.ref->mat;
  Corner first[ROOM], spare[ROOM], *poly = first;
  int n = 4;
  mjtNum reach[2];
  incidentFace(poly, reach, &f);
  // order: +x, -x, +y, -y
  if (!(reach[0] <= S[x])) {
    poly = clip(poly == first ? spare : first, poly, &n, 0, 1, S[x]);
    poly = clip(poly == first ? spare : first, poly, &n, 0, -1, S[x]);
  }
  if (!(reach[1] <= S[y])) {
    poly = clip(poly == first ? spare : first, poly, &n, 1, 1, S[y]);
    poly = clip(poly == first ? spare : first, poly, &n, 1, -1, S[y]);
  }
  n = keepCorners(poly, n, box->margin, SAME_POINT2 * (S[x] * S[x] + S[y] * S[y]));

  mjtNum normal[3];
  m3_column(normal, M, a);
  v3_scl(normal, normal, second ? -f.sign : f.sign);
  for (int k = 0; k < n; k++) {
    mjtNum local[3];
    local[x] = poly[k].x;
    local[y] = poly[k].y;
    local[a] = f.sign * (S[a] + 0.5 * poly[k].h);
    pair_put(con + k, poly[k].h, normal);
    m3_mulVec(con[k].pos, M, local);
    v3_addTo(con[k].pos, f.ref->pos);
  }
  return n;
}

int pair_boxBox(mjPreContact* con, const pair_Shape* one, const pair_Shape* two, mjtNum margin) {
  Boxes box;
  const mjtNum *s = one->size, *t = two->size;
  box.one = one;
  box.two = two;
  box.margin = margin;
  box.limit = margin + ROUNDING * ((s[0] + s[1] + s[2]) + (t[0] + t[1] + t[2]));
  box.best = WORST;
  box.face = box.edge = -1;
  if (!testFaces(&box)) return 0;
  const mjtNum face = box.best;
  if (!testEdges(&box)) return 0;
  if (box.edge >= 0) {
    mjtNum a[3], b[3];
    edgeAxis(a, b, &box);
    if (box.face < 0 || !preferFace(&box, face, a, b)) return edgeContact(con, &box, a, b);
  }
  return box.face < 0 ? 0 : faceContact(con, &box);
}

int collide_boxBox(const mjModel* m, mjData* d, mjPreContact* con, int g1, int g2, mjtNum margin) {
  const pair_Shape one = pair_geom(m, d, g1), two = pair_geom(m, d, g2);
  return pair_boxBox(con, &one, &two, margin);
}
