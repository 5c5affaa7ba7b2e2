// The skin (skinned mesh) of a cable of boxes: a band of two layers, each a grid of points along
// and across the cable. Its vertices are at the origin; bones, two across (three if the grid is
// refined), move them to the sides of the bodies, and the layers separate because the skin is
// inflated by the thickness. subgrid is the number of points between two bones, on cubic splines
// through the bones (Catmull and Rom 1974; extrapolated linearly beyond the ends).
//   bodies of the cable, <geom>, <skin> -> mjsSkin
#include <sinew/api.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"
#include "spec/copy.h"

// numbers of bones and vertices of a layer, along (0) and across (1)
typedef struct {
  int bone[2], vert[2], sub;
} Band;

// index of a vertex in a layer (0: upper, 1: lower)
static int at(const Band* b, int layer, int i, int j) {
  ASSERT_FULL(layer >= 0 && layer < 2 && i >= 0 && i < b->vert[0] && j >= 0 && j < b->vert[1]);
  return (layer * b->vert[0] + i) * b->vert[1] + j;
}

// ---- faces

static void addFace(mjsSkin* skin, int a, int b, int c) {
  const int vertex[3] = {a, b, c};
  for (int k = 0; k < 3; k++) {
    int* to = vec_push(skin->face, sizeof *to);
    if (to) *to = vertex[k];
  }
}

static void addLayers(mjsSkin* skin, const Band* b) {
  for (int i = 0; i < b->vert[0] - 1; i++) {
    for (int j = 0; j < b->vert[1] - 1; j++) {
      addFace(skin, at(b, 0, i, j), at(b, 0, i + 1, j), at(b, 0, i + 1, j + 1));
      addFace(skin, at(b, 0, i, j), at(b, 0, i + 1, j + 1), at(b, 0, i, j + 1));
    }
  }
  for (int i = 0; i < b->vert[0] - 1; i++) {
    for (int j = 0; j < b->vert[1] - 1; j++) {
      addFace(skin, at(b, 1, i, j), at(b, 1, i + 1, j + 1), at(b, 1, i + 1, j));
      addFace(skin, at(b, 1, i, j), at(b, 1, i, j + 1), at(b, 1, i + 1, j + 1));
    }
  }
}

static void addFaces(mjsSkin* skin, const Band* b) {
  const int n = b->vert[0], m = b->vert[1];
  addLayers(skin, b);
  for (int i = 0; i < n - 1; i++) {
    addFace(skin, at(b, 0, i, 0), at(b, 1, i + 1, 0), at(b, 0, i + 1, 0));
    addFace(skin, at(b, 0, i, 0), at(b, 1, i, 0), at(b, 1, i + 1, 0));
  }
  for (int i = 0; i < n - 1; i++) {
    addFace(skin, at(b, 0, i, m - 1), at(b, 0, i + 1, m - 1), at(b, 1, i + 1, m - 1));
    addFace(skin, at(b, 0, i, m - 1), at(b, 1, i + 1, m - 1), at(b, 1, i, m - 1));
  }
  for (int j = 0; j < m - 1; j++) {
    addFace(skin, at(b, 0, 0, j), at(b, 0, 0, j + 1), at(b, 1, 0, j + 1));
    addFace(skin, at(b, 0, 0, j), at(b, 1, 0, j + 1), at(b, 1, 0, j));
  }
  for (int j = 0; j < m - 1; j++) {
    addFace(skin, at(b, 0, n - 1, j), at(b, 1, n - 1, j + 1), at(b, 0, n - 1, j + 1));
    addFace(skin, at(b, 0, n - 1, j), at(b, 1, n - 1, j), at(b, 1, n - 1, j + 1));
  }
}

static void addVertices(mjsSkin* skin, const Band* b, bool texcoord) {
  const int n = b->vert[0], m = b->vert[1];
  for (int k = 0; k < 2 * n * m; k++) {
    for (int i = 0; i < 3; i++) vec_pushFloat(skin->vert, 0);
    if (!texcoord) continue;
    vec_pushFloat(skin->texcoord, (float)(k / m % n) / (float)(n - 1));
    vec_pushFloat(skin->texcoord, (float)(k % m) / (float)(m - 1));
  }
}

// ---- bones

// weight of bone `bone` for vertex v along an axis
static double weight(const Band* b, int axis, int v, int bone) {
  const int last = b->bone[axis] - 2, step = b->sub + 1;
  const int cell = v / step < last ? v / step : last, k = bone - cell + 1;
  if (k < 0 || k > 3) return 0;
  const double t = (double)(v - cell * step) / step, t2 = t * t, t3 = t2 * t;
  double w[4] = {(-t + 2 * t2 - t3) / 2, (2 - 5 * t2 + 3 * t3) / 2, (t + 4 * t2 - 3 * t3) / 2,
                 (-t2 + t3) / 2};
  if (cell == 0) w[1] += 2 * w[0], w[2] -= w[0];
  if (cell == last) w[2] += 2 * w[3], w[1] -= w[3];
  return w[k];
}

// vertices of a bone and their weights
typedef struct {
  int n, *id;
  float* weight;
} Follow;

static void addWeight(Follow* f, const Band* b, int i, int j, double w) {
  for (int layer = 0; layer < 2 && w != 0; layer++, f->n++) {
    f->id[f->n] = at(b, layer, i, j);
    f->weight[f->n] = (float)w;
  }
}

// order: vertices cell by cell, each cell with its first corner and the last ones with their ends
static void addWeights(mjsSkin* skin, const Band* b, Follow* f, int row, int col) {
  const int step = b->sub + 1, rows = b->bone[0] - 1, cols = b->bone[1] - 1;
  const int first = row > 2 ? row - 2 : 0, end = row + 2 < rows ? row + 2 : rows;
  f->n = 0;
  for (int cell = first * cols; cell < end * cols; cell++) {
    const int x = cell / cols, y = cell % cols;
    for (int i = x * step; i < (x + 1) * step + (x == rows - 1); i++) {
      const double along = weight(b, 0, i, row);
      for (int j = y * step; j < (y + 1) * step + (y == cols - 1); j++) {
        addWeight(f, b, i, j, along * weight(b, 1, j, col));
      }
    }
  }
  mjs_appendIntVec(skin->vertid, f->id, f->n);
  mjs_appendFloatVec(skin->vertweight, f->weight, f->n);
}

// the end of the last body is placed by the given size, not by the actual length
// odd: end of a cable's skin
static void addBones(mjsSkin* skin, const Band* b, Follow* f, spec_Element* const* body,
                     const double size[3]) {
  static const float quat[4] = {1, 0, 0, 0};
  const int n = b->bone[0], m = b->bone[1];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      const bool end = i == n - 1;
      vec_appendText(skin->bodyname, spec_name(body[end ? n - 2 : i]));
      vec_pushFloat(skin->bindpos, end ? (float)(-2 * size[0]) : 0);
      vec_pushFloat(skin->bindpos, (float)(size[1] * (2.0 * j / (m - 1) - 1)));
      vec_pushFloat(skin->bindpos, 0);
      for (int k = 0; k < 4; k++) vec_pushFloat(skin->bindquat, quat[k]);
      addWeights(skin, b, f, i, j);
    }
  }
}

// ---- all

void read_cableSkin(read_Reader* r, const xml_Node* node, int npoint, spec_Element* const* body,
                    const double size[3], mjsSkin* skin) {
  mjtBool texcoord = false;
  int sub = 0;
  ASSERT(npoint >= 2);
  for (int k = 0; k < 4; k++) skin->rgba[k] = 1;
  if (node) {
    read_attrs(r, node, &schema_cableSkin, skin, NULL);
    xml_readBool(node, "texcoord", &texcoord, r->diag);
    xml_readInts(node, "subgrid", &sub, 1, 1, r->diag);
  }
  if (sub < 0) sub = 0;
  Band band = {.bone = {npoint, sub ? 3 : 2}, .sub = sub};
  double most = 2;
  for (int k = 0; k < 2; k++) most *= (band.bone[k] - 1.0) * (sub + 1.0) + 1;
  if (most > COPY_LIMIT) {
    read_error(r, node, "subgrid: %d makes a skin of %.3g vertices; at most %d are accepted", sub,
               most, COPY_LIMIT);
    return;
  }
  for (int k = 0; k < 2; k++) band.vert[k] = (band.bone[k] - 1) * (sub + 1) + 1;
  skin->inflate = (float)(2 * size[2]);
  addVertices(skin, &band, texcoord);
  addFaces(skin, &band);
  arena_Arena scratch = arena_make(0);
  const size_t follow = (size_t)(4 * sub + 5) * (size_t)band.vert[1] * 2;
  Follow f = {.id = arena_raw(&scratch, follow, sizeof *f.id),
              .weight = arena_raw(&scratch, follow, sizeof *f.weight)};
  if (f.id && f.weight) {
    addBones(skin, &band, &f, body, size);
  } else {
    diag_noMemory(r->diag);
  }
  arena_free(&scratch);
}
