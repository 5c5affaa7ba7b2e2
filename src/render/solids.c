// Tessellation of boxes, planes, triangles, cones and height fields.
#include "render/solids.h"

#include <stdint.h>
#include <string.h>

#include <sinew/extra.h>

#include "base/mem.h"

static float* vertOf(paint_Mesh* mesh, int i) { return (float*)(uintptr_t)mesh->vert + 3 * i; }
static int* faceOf(paint_Mesh* mesh, int i) { return (int*)(uintptr_t)mesh->face + 3 * i; }
static float* normalOf(paint_Mesh* mesh, int i) { return (float*)(uintptr_t)mesh->normal + 9 * i; }

static void setVert(paint_Mesh* mesh, int i, float x, float y, float z) {
  memcpy(vertOf(mesh, i), (const float[3]){x, y, z}, 3 * sizeof(float));
}

static void setFace(paint_Mesh* mesh, int i, int a, int b, int c) {
  memcpy(faceOf(mesh, i), (const int[3]){a, b, c}, 3 * sizeof(int));
}

static void setNormal(paint_Mesh* mesh, int i, float x, float y, float z) {
  for (int c = 0; c < 3; c++) {
    memcpy(normalOf(mesh, i) + 3 * c, (const float[3]){x, y, z}, 3 * sizeof(float));
  }
}

paint_Mesh* solids_box(solids_Make make) {
  // corners by bits x, y, z; sides counter-clockwise from outside
  static const int side[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3},
                                 {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
  paint_Mesh* mesh = make(8, 12, false);
  if (!mesh) return NULL;
  for (int i = 0; i < 8; i++) setVert(mesh, i, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
  for (int s = 0; s < 6; s++) {
    const float sign = s & 1 ? -1 : 1;
    for (int k = 0; k < 2; k++) {
      setFace(mesh, 2 * s + k, side[s][0], side[s][1 + k], side[s][2 + k]);
      setNormal(mesh, 2 * s + k, s / 2 == 0 ? sign : 0, s / 2 == 1 ? sign : 0,
                s / 2 == 2 ? sign : 0);
    }
  }
  mesh->solid = SOLID_BOX;
  return mesh;
}

paint_Mesh* solids_plane(solids_Make make) {
  paint_Mesh* mesh = make(4, 2, false);
  if (!mesh) return NULL;
  for (int i = 0; i < 4; i++) setVert(mesh, i, i & 1 ? 1 : -1, i & 2 ? 1 : -1, 0);
  setFace(mesh, 0, 0, 1, 3);
  setFace(mesh, 1, 0, 3, 2);
  for (int i = 0; i < 2; i++) setNormal(mesh, i, 0, 0, 1);
  mesh->solid = SOLID_PLANE;
  return mesh;
}

paint_Mesh* solids_triangle(solids_Make make) {
  paint_Mesh* mesh = make(3, 1, true);
  if (!mesh) return NULL;
  setVert(mesh, 0, 0, 0, 0);
  setVert(mesh, 1, 1, 0, 0);
  setVert(mesh, 2, 0, 1, 0);
  setFace(mesh, 0, 0, 1, 2);
  setNormal(mesh, 0, 0, 0, 1);
  memcpy((float*)(uintptr_t)mesh->texcoord, (const float[6]){0, 1, 1, 1, 0, 0}, 6 * sizeof(float));
  return mesh;
}

paint_Mesh* solids_cone(solids_Make make) {
  enum { SLICES = 28, TOP = SLICES, BOTTOM };
  paint_Mesh* mesh = make(SLICES + 2, 2 * SLICES, false);
  if (!mesh) return NULL;
  const double step = 2 * 3.14159265358979323846 / SLICES;
  const float down = 0.70710678f;
  setVert(mesh, TOP, 0, 0, 1);
  setVert(mesh, BOTTOM, 0, 0, 0);
  for (int i = 0; i < SLICES; i++) {
    const int next = (i + 1) % SLICES;
    setVert(mesh, i, (float)sn_cos(step * i), (float)sn_sin(step * i), 0);
    setFace(mesh, 2 * i, i, next, TOP);
    setFace(mesh, 2 * i + 1, next, i, BOTTOM);
    setNormal(mesh, 2 * i + 1, 0, 0, -1);
    float* n = normalOf(mesh, 2 * i);
    for (int c = 0; c < 3; c++) {
      const double angle = step * (i + (c == 2 ? 0.5 : c));
      n[3 * c] = (float)sn_cos(angle) * down;
      n[3 * c + 1] = (float)sn_sin(angle) * down;
      n[3 * c + 2] = down;
    }
  }
  return mesh;
}

// ---- height fields

// index of a vertex on the border, which is traversed from the corner of row 0, column 0
static int border(int i, int nrow, int ncol) {
  if (i < ncol - 1) return i;
  i -= ncol - 1;
  if (i < nrow - 1) return (i + 1) * ncol - 1;
  i -= nrow - 1;
  if (i < ncol - 1) return nrow * ncol - 1 - i;
  i -= ncol - 1;
  return (nrow - 1 - i) * ncol;
}

paint_Mesh* solids_hfield(const float* data, int nrow, int ncol, const mjtNum size[4],
                          solids_Make make) {
  const int n = nrow * ncol, ring = 2 * (nrow - 1) + 2 * (ncol - 1);
  paint_Mesh* mesh = make(n + ring, 2 * (nrow - 1) * (ncol - 1) + 2 * ring + 2, false);
  if (!mesh) return NULL;
  for (int r = 0; r < nrow; r++) {
    for (int c = 0; c < ncol; c++) {
      setVert(mesh, r * ncol + c, (float)(size[0] * (2.0 * c / (ncol - 1) - 1)),
              (float)(size[1] * (2.0 * r / (nrow - 1) - 1)), (float)(data[r * ncol + c] * size[2]));
    }
  }
  int face = 0;
  for (int r = 0; r + 1 < nrow; r++) {
    for (int c = 0; c + 1 < ncol; c++) {
      const int at = r * ncol + c;
      setFace(mesh, face++, at, at + 1, at + ncol + 1);
      setFace(mesh, face++, at, at + ncol + 1, at + ncol);
    }
  }
  for (int i = 0; i < ring; i++) {
    const int a = border(i, nrow, ncol), b = border((i + 1) % ring, nrow, ncol);
    const float* v = vertOf(mesh, a);
    setVert(mesh, n + i, v[0], v[1], (float)-size[3]);
    setFace(mesh, face++, a, n + i, n + (i + 1) % ring);
    setFace(mesh, face++, a, n + (i + 1) % ring, b);
  }
  const int c1 = n + ncol - 1, c2 = c1 + nrow - 1, c3 = c2 + ncol - 1;
  setFace(mesh, face++, n, c2, c1);
  setFace(mesh, face++, n, c3, c2);
  return mesh;
}

// ---- properties that follow from vertices and faces

void solids_setBox(paint_Mesh* mesh) {
  for (int k = 0; k < 3; k++) {
    float low = mesh->nvert ? mesh->vert[k] : 0, high = low;
    for (int i = 1; i < mesh->nvert; i++) {
      const float x = mesh->vert[3 * i + k];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    mesh->middle[k] = 0.5f * (low + high);
    mesh->half[k] = 0.5f * (high - low);
  }
}

void solids_setFlat(paint_Mesh* mesh) {
  mesh->flat = true;
  for (int i = 0; i < 9 * mesh->nface && mesh->flat; i++)
    mesh->flat = mesh->normal[i] == mesh->normal[i / 9 * 9 + i % 3];
}
