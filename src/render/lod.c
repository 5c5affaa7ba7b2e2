// Level of detail: a chain of decimated meshes, each with a share of the faces of the one before,
// with its geometric error; a view picks the coarsest whose error is small enough in pixels.
#include "render/lod.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "render/decimate.h"
#include "render/dynamic_array.h"
#include "render/geometric_error.h"
#include "render/mesh_optimize.h"

enum { LEAST_FACES = 256, MOST_VERTICES = 1 << 26 };  // limits of meshes that have copies
static const double SHARE = 0.6;                      // of the faces of the mesh before
static const double MOST_SLACK = 1.0 / 16;  // largest geometric error, relative to the longest side
static const double LEAST_SLACK = 1e-7;     // for rounding errors

static void* writable(const void* x) { return (void*)(uintptr_t)x; }

// ---- copies

// new indices of vertices of remaining faces, in their order; returns how many
static int numberVertices(const decimate_State* c, int* number) {
  int n = 0;
  for (int i = 0; i < c->nvert; i++) number[i] = c->first[i + 1] > c->first[i] ? n++ : -1;
  return n;
}

static void copyRow(const float* to, int i, const float* from, int j, int size) {
  if (to) memcpy((float*)writable(to) + size * i, from + size * j, (size_t)size * sizeof *to);
}

static void fill(paint_Mesh* to, const decimate_State* c, const int* number) {
  const paint_Mesh* from = c->mesh;
  for (int i = 0; i < c->nvert; i++) {
    if (number[i] >= 0) copyRow(to->vert, number[i], from->vert, i, 3);
  }
  for (int i = 0; i < c->nface; i++) {
    for (int k = 0; k < 3; k++) ((int*)writable(to->face))[3 * i + k] = number[c->face[3 * i + k]];
    copyRow(to->normal, i, from->normal, c->row[i], 9);
    copyRow(to->texcoord, i, from->texcoord, c->row[i], 6);
  }
}

static paint_Mesh* copyOf(const decimate_State* c, float slack, solids_Make make) {
  const paint_Mesh* from = c->mesh;
  int nclosed = 0;
  paint_Mesh* to = make(numberVertices(c, c->spare), c->nface, from->texcoord != NULL);
  if (!to) return NULL;
  while (nclosed < c->nface && c->row[nclosed] < from->nclosed) nclosed++;
  memcpy(to->middle, from->middle, sizeof to->middle);
  memcpy(to->half, from->half, sizeof to->half);
  to->flat = from->flat;
  to->slack = slack;
  fill(to, c, c->spare);
  optimize_again(to, nclosed, writable(to->cone));
  return to;
}

void lod_make(paint_Mesh* mesh, solids_Make make) {
  const float* half = mesh->half;
  const double side = 2 * (double)fmaxf(half[0], fmaxf(half[1], half[2]));
  if (mesh->solid != SOLID_NONE || mesh->nface < LEAST_FACES || mesh->nvert > MOST_VERTICES ||
      !(side > 0 && side < INFINITY)) {
    return;
  }
  decimate_State c;
  paint_Mesh* last = decimate_begin(&c, mesh, side) ? mesh : NULL;
  while (last && last->nface >= LEAST_FACES && decimate_to(&c, (int)(SHARE * last->nface))) {
    const double far = geometricError_of(&c) + LEAST_SLACK;
    if (far > MOST_SLACK) break;
    last = last->coarser = copyOf(&c, (float)(far * side), make);
  }
  decimate_free(&c);
}

void lod_free(paint_Mesh* mesh) {
  for (paint_Mesh* next; mesh; mesh = next) {
    next = mesh->coarser;
    mem_free(mesh);
  }
}

// ---- items

// size of a pixel where an item is nearest; 0: it may be behind the eye
static float pixelAt(const paint_View* v, const paint_Item* item) {
  const float pixel = fminf(v->du, v->dv);
  if (v->ortho) return pixel;
  float d = 0, radius2 = 0;
  for (int k = 0; k < 3; k++) {
    const float *m = item->mat + 3 * k, *at = item->mesh->middle, *s = item->size;
    const float p = item->pos[k] + m[0] * s[0] * at[0] + m[1] * s[1] * at[1] + m[2] * s[2] * at[2];
    d += (p - v->eye[k]) * v->forward[k];
    radius2 += s[k] * item->mesh->half[k] * s[k] * item->mesh->half[k];
  }
  const float nearest = d - sqrtf(radius2);
  return nearest > v->near ? pixel * nearest : 0;
}

bool lod_items(paint_Items* out, const paint_Items* items, const paint_View* view, float pixels) {
  if (!array_fit((void**)&out->item, &out->most, items->n, sizeof *out->item)) return false;
  out->n = items->n;
  for (int i = 0; i < items->n; i++) {
    paint_Item* item = &out->item[i];
    *item = items->item[i];
    if (item->kind != DRAW_MESH || !item->mesh->coarser) continue;
    const float most = fmaxf(item->size[0], fmaxf(item->size[1], item->size[2]));
    const float slack = pixels * pixelAt(view, item) / most;
    while (item->mesh->coarser && item->mesh->coarser->slack <= slack)
      item->mesh = item->mesh->coarser;
  }
  return true;
}
