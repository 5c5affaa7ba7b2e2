// Contact manifold by polygon clipping: the deepest face of A - B identifies the vertices of A and
// B that touch, and these the faces (or edges) that may be in contact. A matching pair of faces, or
// of an edge and a face, is clipped by Sutherland and Hodgman's method against the sides of the
// face, and at most four of the points below it are kept.
#include "collide/face_contact.h"

#include "base/assert.h"
#include "model/stack.h"

enum { CACHE = 16, LOCAL_CORNERS = 64 };
static const mjtNum FACES_ALIGNED = 0.996;  // -cosine of opposite normals
static const mjtNum EDGE_ALIGNED = 0.0888;  // cosine of an edge in a face with the normal

// ---- features: the touching vertex, edge or face of an object

// vertices of one object at the deepest face, and the faces that may contain them
typedef struct Feature_ {
  const mjModel* m;
  const Shape* shape;
  int dim;              // distinct vertices
  int id[3];            // the first `dim` are distinct
  const mjtNum* at[3];  // their positions in the world
  const int* face;      // box: 2*axis + (side is negative); mesh: polygon
  int nface;
  int own[3];               // storage of face[] if the mesh has no array for it
  mjtNum normal[CACHE][3];  // cached, of the first faces
} Feature;

static void swapVertices(Feature* f, int i, int j) {
  const int id = f->id[i];
  const mjtNum* at = f->at[i];
  f->id[i] = f->id[j];
  f->at[i] = f->at[j];
  f->id[j] = id;
  f->at[j] = at;
}

static void setDimension(Feature* f) {
  const int* id = f->id;
  const bool is01 = id[0] == id[1], is02 = id[0] == id[2], is12 = id[1] == id[2];
  f->dim = is01 && is02 ? 1 : is01 || is02 || is12 ? 2 : 3;
  if (f->dim == 2 && is01) swapVertices(f, 1, 2);
  ASSERT_FULL(f->dim == 1 || f->id[0] != f->id[1]);
}

// ---- box faces

static void boxNormal(const Shape* box, int face, mjtNum res[3]) {
  m3_column(res, box->mat, face >> 1);
  if (face & 1) v3_neg(res, res);
}

// faces shared by all vertices
static int sharedBoxFaces(Feature* f) {
  int differs = 0, n = 0;
  for (int i = 1; i < f->dim; i++) differs |= f->id[0] ^ f->id[i];
  for (int axis = 0; axis < 3; axis++) {
    if (differs >> axis & 1) continue;
    f->own[n++] = 2 * axis + !(f->id[0] >> axis & 1);
  }
  ASSERT_FULL(n <= 3);
  return n;
}

static void boxFaces(Feature* f, const mjtNum dir[3]) {
  f->face = f->own;
  f->nface = sharedBoxFaces(f);
  if (f->dim == 1 || f->nface == 4 - f->dim) return;
  f->nface = 0;
  for (int face = 0; face < 6 && f->nface == 0; face++) {
    mjtNum normal[3];
    boxNormal(f->shape, face, normal);
    if (v3_dot(normal, dir) > FACES_ALIGNED) f->own[f->nface++] = face;
  }
}

// ---- mesh faces

typedef struct IntList_ {
  const int* item;
  int n;
} IntList;

static IntList polygonsAt(const Feature* f, int vertex) {
  const mjModel* m = f->m;
  const int v = m->mesh_vertadr[f->shape->dataid] + vertex;
  return (IntList){m->mesh_polymap + m->mesh_polymapadr[v], m->mesh_polymapnum[v]};
}

static bool contains(IntList list, int item) {
  for (int i = 0; i < list.n; i++) {
    if (list.item[i] == item) return true;
  }
  return false;
}

// keeps the first face that is in the list, if any
static void keepOne(Feature* f, IntList list) {
  int i = 0;
  while (i < f->nface && !contains(list, f->own[i])) i++;
  if (i < f->nface) f->own[0] = f->own[i];
  f->nface = i < f->nface;
}

static void meshFaces(Feature* f, const mjtNum dir[3]) {
  (void)dir;
  const IntList first = polygonsAt(f, f->id[0]);
  if (f->dim == 1) {
    f->face = first.item;
    f->nface = first.n;
    return;
  }
  // two corners of a convex body share at most two faces; polygons that are not quite flat may
  // share more
  // odd: two common polygons
  const IntList second = polygonsAt(f, f->id[1]);
  f->face = f->own;
  f->nface = 0;
  for (int i = 0; i < first.n && f->nface < 2; i++) {
    if (contains(second, first.item[i])) f->own[f->nface++] = first.item[i];
  }
  if (f->dim == 3) keepOne(f, polygonsAt(f, f->id[2]));
}

static int polygonIndex(const Feature* f, int face) {
  return f->m->mesh_polyadr[f->shape->dataid] + face;
}

static void meshNormal(const Feature* f, int face, mjtNum res[3]) {
  m3_mulVec(res, f->shape->mat, f->m->mesh_polynormal + 3 * polygonIndex(f, face));
}

static void vertexToWorld(const Feature* f, int vertex, mjtNum res[3]) {
  const float* v = f->shape->hull.vert + 3 * vertex;
  const mjtNum local[3] = {v[0], v[1], v[2]};
  m3_mulVec(res, f->shape->mat, local);
  v3_add(res, f->shape->pos, res);
}

// ---- both kinds

static bool isBox(const Feature* f) { return f->shape->type == mjGEOM_BOX; }

static void faceNormal(const Feature* f, int i, mjtNum res[3]) {
  if (isBox(f)) {
    boxNormal(f->shape, f->face[i], res);
  } else {
    meshNormal(f, f->face[i], res);
  }
}

// normal of face[i]; `room` holds it if it is not cached
static const mjtNum* normalOf(const Feature* f, int i, mjtNum room[3]) {
  if (i < CACHE) return f->normal[i];
  faceNormal(f, i, room);
  return room;
}

static void setFeature(Feature* f, const mjModel* m, const Shape* shape, const Penetration* p,
                       bool isA) {
  f->m = m;
  f->shape = shape;
  for (int i = 0; i < 3; i++) {
    f->id[i] = isA ? p->corner[i].idA : p->corner[i].idB;
    f->at[i] = isA ? p->corner[i].a : p->corner[i].b;
  }
  setDimension(f);
  mjtNum dir[3];
  v3_sub(dir, p->xa, p->xb);
  if (!isA) v3_neg(dir, dir);
  v3_normalize(dir);
  (isBox(f) ? boxFaces : meshFaces)(f, dir);
  ASSERT_FULL(f->nface >= 0 && (f->face != f->own || f->nface <= 3));
  for (int i = 0; i < f->nface && i < CACHE; i++) faceNormal(f, i, f->normal[i]);
}

// number of edges that start at the feature
static int edgeCount(const Feature* f) {
  if (f->dim == 2) return 1;
  return isBox(f) ? 3 : f->nface;
}

static void boxCorner(const Shape* box, int id, mjtNum res[3]) {
  const mjtNum* s = box->size;
  const mjtNum local[3] = {id & 1 ? s[0] : -s[0], id & 2 ? s[1] : -s[1], id & 4 ? s[2] : -s[2]};
  m3_mulVec(res, box->mat, local);
  v3_add(res, box->pos, res);
}

// the other end of edge i; the first is at[0]
static void edgeEnd(const Feature* f, int i, mjtNum res[3]) {
  if (f->dim == 2) {
    v3_copy(res, f->at[1]);
    return;
  }
  if (isBox(f)) {
    boxCorner(f->shape, f->id[0] ^ (1 << i), res);
    return;
  }
  const int poly = polygonIndex(f, f->face[i]), n = f->m->mesh_polyvertnum[poly];
  const int* vert = f->m->mesh_polyvert + f->m->mesh_polyvertadr[poly];
  int before = n > 0 ? vert[n - 1] : f->id[0];
  for (int k = 0; k < n && vert[k] != f->id[0]; k++) before = vert[k];
  vertexToWorld(f, before, res);
}

static int faceCorners(const Feature* f, int i) {
  return isBox(f) ? 4 : f->m->mesh_polyvertnum[polygonIndex(f, f->face[i])];
}

// polygon of face[i], wound so that the inside of its side planes is where clipping expects it
// order: of corners, and which is first
static void facePolygon(const Feature* f, int i, mjtNum (*res)[3]) {
  static const signed char loop[6][4] = {{7, 3, 1, 5}, {2, 6, 4, 0}, {2, 3, 7, 6},
                                         {4, 5, 1, 0}, {6, 7, 5, 4}, {3, 2, 0, 1}};
  if (isBox(f)) {
    for (int k = 0; k < 4; k++) boxCorner(f->shape, loop[f->face[i]][k], res[k]);
    return;
  }
  const int poly = polygonIndex(f, f->face[i]), n = f->m->mesh_polyvertnum[poly];
  const int* vert = f->m->mesh_polyvert + f->m->mesh_polyvertadr[poly];
  for (int k = 0; k < n; k++) vertexToWorld(f, vert[n - 1 - k], res[k]);
}

// ---- which features match

// a face of one object (host), onto which a face or an edge of the other (guest) is clipped
typedef struct Match_ {
  const Feature *host, *guest;
  int face;                   // of the host
  int guestFace;              // -1: the guest is an edge
  mjtNum edge[2][3];          // of the guest
  mjtNum normal[3], push[3];  // of the host; from the guest toward the host's witness
} Match;

// order: the first match, faces of A outside
static bool matchFaces(const Feature* a, const Feature* b, Match* res) {
  mjtNum roomA[3], roomB[3];
  for (int i = 0; i < a->nface; i++) {
    const mjtNum* na = normalOf(a, i, roomA);
    for (int j = 0; j < b->nface; j++) {
      const mjtNum* nb = normalOf(b, j, roomB);
      if (!(v3_dot(na, nb) < -FACES_ALIGNED)) continue;
      res->host = a;
      res->guest = b;
      res->face = i;
      res->guestFace = j;
      v3_copy(res->normal, na);
      v3_copy(res->push, nb);
      return true;
    }
  }
  return false;
}

static bool matchEdge(const Feature* host, const Feature* guest, Match* res) {
  const int nedge = edgeCount(guest);
  mjtNum room[3];
  for (int i = 0; i < host->nface; i++) {
    const mjtNum* normal = normalOf(host, i, room);
    for (int j = 0; j < nedge; j++) {
      mjtNum dir[3];
      edgeEnd(guest, j, res->edge[1]);
      v3_sub(dir, res->edge[1], guest->at[0]);
      v3_normalize(dir);
      if (!(lane_abs(v3_dot(dir, normal)) < EDGE_ALIGNED)) continue;
      res->host = host;
      res->guest = guest;
      res->face = i;
      res->guestFace = -1;
      v3_copy(res->edge[0], guest->at[0]);
      v3_copy(res->normal, normal);
      v3_neg(res->push, normal);
      return true;
    }
  }
  return false;
}

static bool findMatch(const Feature* a, const Feature* b, Match* res) {
  if (matchFaces(a, b, res)) return true;
  if (a->dim < 3 && a->dim <= b->dim) return matchEdge(b, a, res);
  return b->dim < 3 && matchEdge(a, b, res);
}

// ---- clipping

typedef struct Polygon_ {
  mjtNum (*at)[3];
  int n, most;
} Polygon;

static void emit(Polygon* p, const mjtNum x[3]) {
  if (p->n < p->most) v3_copy(p->at[p->n++], x);
}

static inline bool isInside(const mjtNum x[3], const mjtNum base[3], const mjtNum side[3]) {
  mjtNum off[3];
  v3_sub(off, x, base);
  return v3_dot(side, off) > -mjMINVAL;
}

// clips `in` to the inside of one side plane of the host face (Sutherland-Hodgman)
static void clipSide(const Polygon* in, Polygon* out, const mjtNum base[3], const mjtNum side[3]) {
  const mjtNum offset = v3_dot(side, base);
  out->n = 0;
  bool isInP = in->n > 0 && isInside(in->at[0], base, side);
  for (int i = 0; i < in->n; i++) {
    const mjtNum *p = in->at[i], *q = in->at[i + 1 == in->n ? 0 : i + 1];
    const bool isInQ = isInside(q, base, side);
    if (isInP != isInQ) {
      mjtNum edge[3];
      v3_sub(edge, q, p);
      const mjtNum along = v3_dot(side, edge);
      const mjtNum t = along != 0 ? (offset - v3_dot(side, p)) / along : -1;
      if (t >= 0 && t <= 1) {
        mjtNum x[3];
        v3_addScl(x, p, edge, t);
        emit(out, x);
      }
    }
    if (isInQ) emit(out, q);
    isInP = isInQ;
  }
}

// clips the guest, in one of two buffers, to the prism over the host face
static Polygon clipToFace(const Polygon* host, Polygon guest, Polygon spare,
                          const mjtNum normal[3]) {
  for (int e = 0; e < host->n; e++) {
    const mjtNum *from = host->at[e], *to = host->at[e + 1 == host->n ? 0 : e + 1];
    mjtNum edge[3], up[3], side[3];
    v3_sub(edge, to, from);
    v3_add(up, from, normal);
    v3_subFrom(up, from);
    v3_cross(side, edge, up);
    v3_normalize(side);
    clipSide(&guest, &spare, from, side);
    const Polygon hold = guest;
    guest = spare;
    spare = hold;
    if (guest.n == 0) break;
  }
  return guest;
}

// removes corners above the host face
static void dropAbove(Polygon* p, const mjtNum base[3], const mjtNum normal[3]) {
  int n = 0;
  for (int i = 0; i < p->n; i++) {
    mjtNum x[3];
    v3_sub(x, p->at[i], base);
    if (v3_dot(normal, x) > 0) continue;
    if (n != i) v3_copy(p->at[n], p->at[i]);
    n++;
  }
  p->n = n;
}

// ---- choice of points

static mjtNum quadArea(const Polygon* p, int a, int b, int c, int d) {
  mjtNum da[3], bd[3], cb[3], ac[3], n[3], k[3];
  v3_sub(da, p->at[d], p->at[a]);
  v3_sub(bd, p->at[b], p->at[d]);
  v3_sub(cb, p->at[c], p->at[b]);
  v3_sub(ac, p->at[a], p->at[c]);
  v3_cross(n, da, bd);
  v3_cross(k, cb, ac);
  v3_addTo(n, k);
  return 0.5 * v3_norm(n);
}

// a quadrilateral of large area by rotating calipers
// order: of the steps, and of the corners in the result
static void chooseQuad(const Polygon* p, int res[4]) {
  const int n = p->n;
  int b = 1, c = 2, d = 3;
  ASSERT_FULL(n > FACE_POINTS);
  for (int i = 0; i < 4; i++) res[i] = i;
  mjtNum best = quadArea(p, 0, 1, 2, 3), area;
#define TAKE() (best = area, res[0] = a, res[1] = b, res[2] = c, res[3] = d)
  for (int a = 0; a < n; a++) {
    while ((area = quadArea(p, a, b, c, (d + 1) % n)) > best) {
      d = (d + 1) % n;
      TAKE();
      while ((area = quadArea(p, a, b, (c + 1) % n, d)) > best) {
        c = (c + 1) % n;
        TAKE();
      }
      while ((area = quadArea(p, a, (b + 1) % n, c, d)) > best) {
        b = (b + 1) % n;
        TAKE();
      }
    }
    if (b == a) {
      b = (b + 1) % n;
      if (c == b) {
        c = (c + 1) % n;
        if (d == c) d = (d + 1) % n;
      }
    }
  }
#undef TAKE
}

static void chooseFarthest(const Polygon* p, int res[2]) {
  mjtNum most = -1;
  res[0] = 0;
  res[1] = 1;
  for (int i = 0; i < p->n; i++) {
    for (int j = i + 1; j < p->n; j++) {
      mjtNum x[3];
      v3_sub(x, p->at[i], p->at[j]);
      const mjtNum dist2 = v3_dot(x, x);
      if (dist2 > most) {
        most = dist2;
        res[0] = i;
        res[1] = j;
      }
    }
  }
}

static int choosePoints(const Polygon* p, bool isEdge, int res[4]) {
  if (isEdge && p->n > 2) {
    chooseFarthest(p, res);
    return 2;
  }
  if (p->n > FACE_POINTS) {
    chooseQuad(p, res);
    return FACE_POINTS;
  }
  ASSERT_FULL(p->n <= FACE_POINTS);
  for (int i = 0; i < p->n; i++) res[i] = i;
  return p->n;
}

static void setWitness(Witness* w, const mjtNum x[3], const mjtNum base[3], const Match* match,
                       bool isHostA) {
  mjtNum up[3];
  v3_sub(up, x, base);
  w->dist = v3_dot(match->normal, up);
  mjtNum *onGuest = isHostA ? w->xb : w->xa, *onHost = isHostA ? w->xa : w->xb;
  v3_copy(onGuest, x);
  v3_addScl(onHost, x, match->push, -lane_abs(w->dist));
}

// ---- all

// buffer: two polygons of `most` corners for the guest, then the host
static int clipMatch(const Match* match, const Feature* a, mjtNum (*buffer)[3], int most,
                     Witness* point) {
  Polygon guest = {buffer, 2, most}, spare = {buffer + most, 0, most};
  const Polygon host = {buffer + 2 * most, faceCorners(match->host, match->face), 0};
  facePolygon(match->host, match->face, host.at);
  if (match->guestFace < 0) {
    v3_copy(guest.at[0], match->edge[0]);
    v3_copy(guest.at[1], match->edge[1]);
  } else {
    guest.n = faceCorners(match->guest, match->guestFace);
    facePolygon(match->guest, match->guestFace, guest.at);
  }
  Polygon part = clipToFace(&host, guest, spare, match->normal);
  dropAbove(&part, host.at[0], match->normal);
  int index[4];
  const int n = choosePoints(&part, match->guestFace < 0, index);
  for (int i = 0; i < n; i++) {
    setWitness(point + i, part.at[index[i]], host.at[0], match, match->host == a);
  }
  return n;
}

static bool hasPolygons(const mjModel* m, const Shape* s) {
  return s->type != mjGEOM_MESH || (s->dataid >= 0 && m->mesh_polynum[s->dataid] > 0);
}

int face_contacts(const mjModel* m, mjData* d, const Shape* sa, const Shape* sb,
                  const Penetration* deepest, Witness* point, bool* isSwapped) {
  *isSwapped = false;
  if (!hasPolygons(m, sa) || !hasPolygons(m, sb)) return 0;
  Feature a, b;
  Match match;
  setFeature(&a, m, sa, deepest, true);
  setFeature(&b, m, sb, deepest, false);
  if (!findMatch(&a, &b, &match)) return 0;
  const int nhost = faceCorners(match.host, match.face);
  const int nguest = match.guestFace < 0 ? 2 : faceCorners(match.guest, match.guestFace);
  if (nhost < 3) return 0;
  // each side of a convex host adds at most one corner; rounding may make it two
  const int most = nguest + 2 * nhost;
  int n;
  if (2 * most + nhost <= LOCAL_CORNERS) {
    mjtNum buffer[LOCAL_CORNERS][3];
    n = clipMatch(&match, &a, buffer, most, point);
  } else {
    mj_markStack(d);
    mjtNum* buffer = stack_num(d, 3 * (2 * (size_t)most + (size_t)nhost));
    n = buffer ? clipMatch(&match, &a, (mjtNum(*)[3])buffer, most, point) : 0;
    mj_freeStack(d);
  }
  // odd: edge of A that leaves nothing
  *isSwapped = n == 0 && match.host == &b;
  return n;
}
