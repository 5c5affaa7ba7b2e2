// Wireframe rendering: edges of polygons; shapes are tessellated into slices, stacks and quads as
// the model's quality settings say.
#include "render/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/macros.h>
#include <sinew/math.h>

#include "render/dynamic_array.h"

enum {
  MOST_PIECES = 200,
  ALL_EDGES = 15,  // bits: all edges of a polygon
};

typedef struct {
  wire_Wire* out;
  const picture_Plan* plan;
  const paint_Item* item;
  bool full;  // out of memory
} Build;

// a corner of a polygon in the world
typedef struct {
  float pos[3], normal[3];
} Corner;

static float dot(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// ---- light

// ambient and diffuse light that a point of an item gets from a light, without shadows
static void addLight(const paint_Light* l, const Corner* c, float rgb[3]) {
  float to[3], strength = 1;
  for (int k = 0; k < 3; k++) to[k] = l->spot ? l->pos[k] - c->pos[k] : -l->dir[k];
  const float d = sqrtf(dot(to, to));
  for (int k = 0; k < 3; k++) to[k] /= fmaxf(d, 1e-20f);
  if (l->spot) {
    const float along = -dot(to, l->dir);
    if (!(along >= l->cosCutoff)) return;
    strength = 1 / (l->attenuation[0] + d * (l->attenuation[1] + d * l->attenuation[2]));
    if (l->exponent > 0) strength *= (float)mju_pow(fmaxf(along, 0), l->exponent);
  }
  const float cosine = fmaxf(0, dot(c->normal, to));
  for (int k = 0; k < 3; k++) rgb[k] += strength * (l->ambient[k] + cosine * l->diffuse[k]);
}

static void colorOf(const Build* b, const Corner* c, float rgb[3]) {
  const paint_Item* item = b->item;
  const float own = item->emission + (b->plan->nlight ? 0 : 0.3f);
  for (int k = 0; k < 3; k++) rgb[k] = item->lit ? own : 1;
  for (int i = 0; i < b->plan->nlight && item->lit; i++) addLight(&b->plan->light[i], c, rgb);
  for (int k = 0; k < 3; k++) rgb[k] = fmaxf(0, fminf(1, rgb[k] * item->rgba[k]));
}

// ---- edges

// distance of a point along the view
static float distanceOf(const paint_View* v, const float p[3]) {
  const float x[3] = {p[0] - v->eye[0], p[1] - v->eye[1], p[2] - v->eye[2]};
  return dot(x, v->forward);
}

static void project(const paint_View* v, const float p[3], float at[2]) {
  const float x[3] = {p[0] - v->eye[0], p[1] - v->eye[1], p[2] - v->eye[2]};
  const float inv = v->ortho ? 1 : 1 / dot(x, v->forward);
  at[0] = (dot(x, v->right) * inv - v->u0) / v->du;
  at[1] = (dot(x, v->up) * inv - v->v0) / v->dv;
}

// clips an edge at the near and the far plane; false: nothing is left
static bool cutEdge(const paint_View* v, float a[3], float b[3]) {
  float* end[2] = {a, b};
  const float d[2] = {distanceOf(v, a), distanceOf(v, b)};
  if (!isfinite(d[0]) || !isfinite(d[1])) return false;
  if (fmaxf(d[0], d[1]) < v->near || fminf(d[0], d[1]) > v->far) return false;
  const float first[3] = {a[0], a[1], a[2]}, way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  for (int i = 0; i < 2; i++) {
    const float want = fmaxf(v->near, fminf(v->far, d[i]));
    if (want == d[i]) continue;
    const float t = (want - d[0]) / (d[1] - d[0]);
    for (int k = 0; k < 3; k++) end[i][k] = first[k] + t * way[k];
  }
  return true;
}

static void addEdge(Build* b, const Corner* c1, const Corner* c2) {
  const paint_View* v = &b->plan->view;
  wire_Wire* w = b->out;
  float p[3], q[3], rgb[2][3];
  memcpy(p, c1->pos, sizeof p);
  memcpy(q, c2->pos, sizeof q);
  if (!cutEdge(v, p, q)) return;
  if (!array_fit((void**)&w->edge, &w->most, w->n + 1, sizeof *w->edge)) {
    b->full = true;
    return;
  }
  wire_Edge* e = &w->edge[w->n];
  *e = (wire_Edge){.number = w->n, .rgba = {0, 0, 0, b->item->rgba[3]}};
  project(v, p, e->from);
  project(v, q, e->to);
  e->close = -0.5f * (distanceOf(v, p) + distanceOf(v, q));
  if (!isfinite(e->close)) return;
  colorOf(b, c1, rgb[0]);
  colorOf(b, c2, rgb[1]);
  for (int k = 0; k < 3; k++) e->rgba[k] = 0.5f * (rgb[0][k] + rgb[1][k]);
  w->n++;
}

// whether a polygon of 3 or 4 corners is front-facing
static bool isFront(const Build* b, const Corner* c, int n) {
  const paint_View* v = &b->plan->view;
  const float *p0 = c[0].pos, *p1 = c[1].pos, *p2 = c[2].pos, *p3 = c[n - 1].pos;
  float x[3], y[3], to[3];
  for (int k = 0; k < 3; k++) {
    x[k] = p2[k] - p0[k];
    y[k] = n == 4 ? p3[k] - p1[k] : p2[k] - p1[k];
    to[k] = v->ortho ? -v->forward[k] : v->eye[k] - p0[k];
  }
  const float out[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                        x[0] * y[1] - x[1] * y[0]};
  return dot(out, to) > 0;
}

static void addPolygon(Build* b, const Corner* c, int n, int edges) {
  if (b->plan->cull && !b->item->bothSides && !isFront(b, c, n)) return;
  for (int i = 0; i < n && !b->full; i++) {
    if (edges >> i & 1) addEdge(b, &c[i], &c[i + 1 < n ? i + 1 : 0]);
  }
}

// transforms a corner from the frame of the item: a point, and a normal of any length
static Corner cornerOf(const Build* b, float x, float y, float z, float nx, float ny, float nz) {
  const paint_Item* item = b->item;
  Corner c;
  for (int k = 0; k < 3; k++) {
    const float* m = item->mat + 3 * k;
    c.pos[k] = item->pos[k] + m[0] * x + m[1] * y + m[2] * z;
    c.normal[k] = m[0] * nx + m[1] * ny + m[2] * nz;
  }
  const float length = sqrtf(dot(c.normal, c.normal));
  for (int k = 0; k < 3 && length > 0; k++) c.normal[k] /= length;
  return c;
}

// ---- shapes of revolution

// a ring of the outline: radius and height, and the normal
typedef struct {
  float r, z, nr, nz;
} Ring;

typedef struct {
  int n;
  Ring ring[3 * MOST_PIECES + 8];
} Outline;

static void addRing(Outline* o, float r, float z, float nr, float nz) {
  o->ring[o->n++] = (Ring){r, z, nr, nz};
}

// an arc of a circle about (0, z), from one latitude to another, in units of a right angle
static void addArc(Outline* o, float radius, float z, int from, int to, int n) {
  for (int i = 0; i <= n; i++) {
    const double angle = 0.5 * mjPI * (from + (double)(to - from) * i / n);
    const float c = fmaxf(0, (float)mju_cos(angle)), s = (float)mju_sin(angle);
    addRing(o, radius * c, z + radius * s, c, s);
  }
}

// a disc, from the middle outward or back
static void addDisc(Outline* o, float z, bool outward, float normal, int n) {
  for (int i = 0; i <= n; i++) addRing(o, (float)(outward ? i : n - i) / (float)n, z, 0, normal);
}

static void addSide(Outline* o, float radius, float half, int n) {
  for (int i = 0; i <= n; i++) addRing(o, radius, half * (2 * (float)i / (float)n - 1), 1, 0);
}

static void revolve(Build* b, const Outline* o, const float size[3]) {
  const int n = b->out->slices;
  for (int s = 0; s < n && !b->full; s++) {
    const double a0 = 2 * mjPI * s / n, a1 = 2 * mjPI * (s + 1) / n;
    const float x[2] = {(float)mju_cos(a0), (float)mju_cos(a1)};
    const float y[2] = {(float)mju_sin(a0), (float)mju_sin(a1)};
    for (int i = 0; i + 1 < o->n; i++) {
      Corner c[4];
      for (int k = 0; k < 4; k++) {
        const Ring* r = &o->ring[i + k / 2];
        const int side = k == 1 || k == 2;
        c[k] = cornerOf(b, r->r * x[side] * size[0], r->r * y[side] * size[1], r->z * size[2],
                        r->nr * x[side] / size[0], r->nr * y[side] / size[1], r->nz / size[2]);
      }
      addPolygon(b, c, 4, ALL_EDGES);
    }
  }
}

static void addRound(Build* b) {
  const paint_Item* item = b->item;
  const int n = b->out->stacks, half = mjMAX(1, n / 2);
  const float one[3] = {1, 1, 1};
  Outline o = {0};
  if (item->kind == DRAW_ELLIPSOID) {
    addArc(&o, 1, 0, -1, 1, n);
    revolve(b, &o, item->size);
  } else if (item->kind == DRAW_CAPSULE) {
    const float radius = 0.5f * (item->size[0] + item->size[1]), end = item->size[2];
    addArc(&o, radius, -end, -1, 0, half);
    addSide(&o, radius, end, n);
    addArc(&o, radius, end, 0, 1, half);
    revolve(b, &o, one);
  } else {
    addDisc(&o, -1, true, -1, half);
    addSide(&o, 1, 1, n);
    addDisc(&o, 1, false, 1, half);
    revolve(b, &o, item->size);
  }
}

// a line of the scene is a thin cylinder in the draw list
static void addAxis(Build* b) {
  const float z = b->item->size[2];
  const Corner from = cornerOf(b, 0, 0, -z, 0, 0, 1), to = cornerOf(b, 0, 0, z, 0, 0, 1);
  addEdge(b, &from, &to);
}

// ---- flat shapes

static void addBox(Build* b) {
  const float* s = b->item->size;
  const int n = b->out->quads;
  for (int side = 0; side < 6; side++) {
    const int k = side / 2, i = (k + 1) % 3, j = (k + 2) % 3;
    const float sign = side % 2 ? 1 : -1;
    for (int q = 0; q < n * n; q++) {
      Corner c[4];
      for (int at = 0; at < 4; at++) {
        // counter-clockwise as seen from outside
        const int across = at == 1 || at == 2, up = at / 2;
        const int u = q % n + (sign > 0 ? across : up), v = q / n + (sign > 0 ? up : across);
        float p[3], normal[3] = {0, 0, 0};
        p[k] = sign * s[k];
        p[i] = s[i] * (2 * (float)u / (float)n - 1);
        p[j] = s[j] * (2 * (float)v / (float)n - 1);
        normal[k] = sign;
        c[at] = cornerOf(b, p[0], p[1], p[2], normal[0], normal[1], normal[2]);
      }
      addPolygon(b, c, 4, ALL_EDGES);
    }
  }
}

// position of line i of a grid: cells are counted from the middle
static float gridAt(float half, float cell, int n, int i) {
  return fmaxf(-half, fminf(half, ((float)i - 0.5f * (float)n) * cell));
}

static void addPlane(Build* b, float spacing) {
  const float* s = b->item->size;
  float cell[2];
  int n[2];
  for (int k = 0; k < 2; k++) {
    cell[k] = 2 * fmaxf(spacing > 0 ? spacing : 0, s[k] / (MOST_PIECES - 2));
    n[k] = (int)fmaxf(1, fminf(MOST_PIECES, ceilf(2 * s[k] / cell[k])));
  }
  for (int q = 0; q < n[0] * n[1] && !b->full; q++) {
    const int u = q % n[0], v = q / n[0];
    Corner c[4];
    for (int at = 0; at < 4; at++) {
      c[at] = cornerOf(b, gridAt(s[0], cell[0], n[0], u + (at == 1 || at == 2)),
                       gridAt(s[1], cell[1], n[1], v + at / 2), 0, 0, 0, 1);
    }
    // cells share edges: each adds two, those at the border also the others
    addPolygon(b, c, 4, 1 | 8 | (u + 1 == n[0] ? 2 : 0) | (v + 1 == n[1] ? 4 : 0));
  }
}

static void addMesh(Build* b) {
  const paint_Mesh* mesh = b->item->mesh;
  const float* s = b->item->size;
  for (int i = 0; i < mesh->nface && !b->full; i++) {
    Corner c[3];
    for (int k = 0; k < 3; k++) {
      const float *p = mesh->vert + 3 * mesh->face[3 * i + k], *n = mesh->normal + 9 * i + 3 * k;
      c[k] =
          cornerOf(b, p[0] * s[0], p[1] * s[1], p[2] * s[2], n[0] / s[0], n[1] / s[1], n[2] / s[2]);
    }
    addPolygon(b, c, 3, ALL_EDGES);
  }
}

// ---- scenes

static void addItem(Build* b, const assets_Assets* assets, float spacing) {
  const paint_Item* item = b->item;
  if (item->kind != DRAW_MESH) {
    if (item->lit) {
      addRound(b);
    } else {
      addAxis(b);
    }
  } else if (item->mesh == assets->box) {
    addBox(b);
  } else if (item->mesh == assets->plane) {
    addPlane(b, spacing);
  } else {
    addMesh(b);
  }
}

static int compareEdges(const void* a, const void* b) {
  const wire_Edge *x = a, *y = b;
  if (x->close != y->close) return x->close < y->close ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

bool wire_make(wire_Wire* w, const picture_Plan* plan, const mjvScene* scn,
               const items_Items* items, const assets_Assets* assets) {
  Build b = {.out = w, .plan = plan};
  w->n = 0;
  for (int i = 0; i < scn->ngeom; i++) {
    for (int k = items->first[i]; k < items->first[i + 1] && !b.full; k++) {
      b.item = &items->all.item[k];
      addItem(&b, assets, scn->geoms[i].size[2]);
    }
  }
  if (w->n > 1) qsort(w->edge, (size_t)w->n, sizeof *w->edge, compareEdges);
  return !b.full;
}

void wire_free(wire_Wire* w) {
  mem_free(w->edge);
  *w = (wire_Wire){0};
}
