// The skin of a cable of boxes: a band of two layers, each a grid of points along the cable and two
// across. Its vertices stand at the origin, and each pair of them, one of each layer, has a bone of
// its own, which puts it at a side of the body; the layers part because the skin is inflated by the
// thickness.
//   bodies of the cable, <geom>, <skin> -> mjsSkin
#include <sinew/api.h>

#include "base/assert.h"
#include "mjcf/read_parts.h"
#include "mjcf/schema_row.h"

enum { ACROSS = 2 };

// index of point i, side j (0, 1) in a layer (0: upper, 1: lower) of n points
static int at(int n, int layer, int i, int j) {
  ASSERT_FULL(layer >= 0 && layer < 2 && i >= 0 && i < n && j >= 0 && j < ACROSS);
  return (layer * n + i) * ACROSS + j;
}

static void addFace(mjsSkin* skin, int a, int b, int c) {
  const int vertex[3] = {a, b, c};
  for (int k = 0; k < 3; k++) {
    int* to = vec_push(skin->face, sizeof *to);
    if (to) *to = vertex[k];
  }
}

static void addFaces(mjsSkin* skin, int n) {
  for (int i = 0; i < n - 1; i++) {
    addFace(skin, at(n, 0, i, 0), at(n, 0, i + 1, 0), at(n, 0, i + 1, 1));
    addFace(skin, at(n, 0, i, 0), at(n, 0, i + 1, 1), at(n, 0, i, 1));
  }
  for (int i = 0; i < n - 1; i++) {
    addFace(skin, at(n, 1, i, 0), at(n, 1, i + 1, 1), at(n, 1, i + 1, 0));
    addFace(skin, at(n, 1, i, 0), at(n, 1, i, 1), at(n, 1, i + 1, 1));
  }
  for (int i = 0; i < n - 1; i++) {
    addFace(skin, at(n, 0, i, 0), at(n, 1, i + 1, 0), at(n, 0, i + 1, 0));
    addFace(skin, at(n, 0, i, 0), at(n, 1, i, 0), at(n, 1, i + 1, 0));
  }
  for (int i = 0; i < n - 1; i++) {
    addFace(skin, at(n, 0, i, 1), at(n, 0, i + 1, 1), at(n, 1, i + 1, 1));
    addFace(skin, at(n, 0, i, 1), at(n, 1, i + 1, 1), at(n, 1, i, 1));
  }
  addFace(skin, at(n, 0, 0, 0), at(n, 0, 0, 1), at(n, 1, 0, 1));
  addFace(skin, at(n, 0, 0, 0), at(n, 1, 0, 1), at(n, 1, 0, 0));
  addFace(skin, at(n, 0, n - 1, 0), at(n, 1, n - 1, 1), at(n, 0, n - 1, 1));
  addFace(skin, at(n, 0, n - 1, 0), at(n, 1, n - 1, 0), at(n, 1, n - 1, 1));
}

static void addVertices(mjsSkin* skin, int n, bool texcoord) {
  for (int k = 0; k < 2 * ACROSS * n; k++) {
    for (int i = 0; i < 3; i++) vec_pushFloat(skin->vert, 0);
    if (!texcoord) continue;
    vec_pushFloat(skin->texcoord, (float)(k / ACROSS % n) / (float)(n - 1));
    vec_pushFloat(skin->texcoord, (float)(k % ACROSS));
  }
}

// the end of the last body is as far from its start as the given size says, not as it is long
// odd: end of a cable's skin
static void addBones(mjsSkin* skin, int n, spec_Element* const* body, const double size[3]) {
  static const float weight[2] = {1, 1}, quat[4] = {1, 0, 0, 0};
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < ACROSS; j++) {
      const bool end = i == n - 1;
      const int pair[2] = {at(n, 0, i, j), at(n, 1, i, j)};
      vec_appendText(skin->bodyname, spec_name(body[end ? n - 2 : i]));
      vec_pushFloat(skin->bindpos, end ? (float)(-2 * size[0]) : 0);
      vec_pushFloat(skin->bindpos, (float)(j ? size[1] : -size[1]));
      vec_pushFloat(skin->bindpos, 0);
      for (int k = 0; k < 4; k++) vec_pushFloat(skin->bindquat, quat[k]);
      mjs_appendIntVec(skin->vertid, pair, 2);
      mjs_appendFloatVec(skin->vertweight, weight, 2);
    }
  }
}

void read_cableSkin(read_Reader* r, const xml_Node* node, int npoint, spec_Element* const* body,
                    const double size[3], mjsSkin* skin) {
  mjtBool texcoord = false;
  ASSERT(npoint >= 2);
  for (int k = 0; k < 4; k++) skin->rgba[k] = 1;
  if (node) {
    read_attrs(r, node, &schema_cableSkin, skin, NULL);
    xml_readBool(node, "texcoord", &texcoord, r->diag);
  }
  skin->inflate = (float)(2 * size[2]);
  addVertices(skin, npoint, texcoord);
  addFaces(skin, npoint);
  addBones(skin, npoint, body, size);
}
