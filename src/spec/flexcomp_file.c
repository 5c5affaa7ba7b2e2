// Points and elements of flexcomps from files: triangle meshes (STL, OBJ), whose faces become
// triangles, lines along their first edges, or tetrahedra with an inner point; and Gmsh (.msh)
// finite element meshes.
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "asset/gmsh.h"
#include "asset/mesh.h"
#include "base/assert.h"
#include "base/path.h"
#include "spec/asset_file.h"
#include "spec/copy.h"
#include "spec/flexcomp_parts.h"

#define MOST_FILE ((size_t)1 << 31)

// a file that is read into arrays of the scratch arena
typedef struct {
  flexcomp_Work* w;
  mesh_Data mesh;
  gmsh_Data gmsh;
} File;

typedef bool (*Reader)(File* f, const char* bytes, size_t size, mesh_Fault* fault);

static bool readSTL(File* f, const char* bytes, size_t size, mesh_Fault* fault) {
  return mesh_readSTL(bytes, size, &f->w->scratch, &f->mesh, fault);
}

static bool readOBJ(File* f, const char* bytes, size_t size, mesh_Fault* fault) {
  return mesh_readOBJ(bytes, size, &f->w->scratch, &f->mesh, fault);
}

static bool readGmsh(File* f, const char* bytes, size_t size, mesh_Fault* fault) {
  return gmsh_read(bytes, size, &f->w->scratch, &f->gmsh, fault);
}

static void warnDropped(const flexcomp_Work* w, const char* path, const mesh_Dropped* dropped) {
  char text[MESH_DROPPED_TEXT], label[SPEC_LABEL_SIZE];
  if (!dropped->n) return;
  diag_warning(&w->spec->diag, w->e->where, spec_label(label, w->e), "file: '%s': %s", path,
               mesh_droppedText(dropped, text));
}

// opens the file, reads it, reports its errors
static bool readFile(File* f, const char* file, Reader read) {
  flexcomp_Work* w = f->w;
  const spec_Element* e = w->e;
  vfs_Blob blob;
  text_Text path = {0};
  const file_Status status =
      asset_open(w->vfs, e, vec_text(e->compiler->meshdir), file, MOST_FILE, &blob, &path);
  bool ok = status == FILE_OK && !path.failed;
  if (path.failed || status == FILE_NO_MEMORY) {
    diag_noMemory(&w->spec->diag);
  } else if (status == FILE_MISSING) {
    flexcomp_error(w, "file: '%.200s' was not found; it was looked for as %s", file,
                   text_get(&path));
  } else if (status != FILE_OK) {
    flexcomp_error(w, "file: '%s' %s", text_get(&path), file_statusText(status));
  }
  if (ok) {
    mesh_Fault fault = {0};
    ok = read(f, blob.data, blob.size, &fault);
    if (fault.noMemory) {
      diag_noMemory(&w->spec->diag);
    } else if (!ok) {
      flexcomp_error(w, "file: '%s': %s", text_get(&path), fault.text);
    } else {
      warnDropped(w, text_get(&path), &f->mesh.dropped);
    }
  }
  if (status == FILE_OK) vfs_close(&blob);
  text_free(&path);
  return ok;
}

// ---- surfaces

static uint64_t hashPoint(const float p[3]) {
  uint64_t h = 14695981039346656037ull;
  for (int k = 0; k < 3; k++) {
    const float x = p[k] == 0 ? 0 : p[k];  // +0 and -0 compare equal
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    h = (h ^ bits) * 1099511628211ull;
  }
  return h ^ h >> 29;
}

// maps vertices to indices of unique vertices in order of appearance (vertex welding by a hash
// table)
static int* mergeVerts(flexcomp_Work* w, const mesh_Data* mesh, double* point, int* n) {
  size_t room = 16;
  while (room < 2 * (size_t)mesh->nvert) room *= 2;
  int* slot = flexcomp_alloc(w, room, sizeof *slot);
  int* number = flexcomp_alloc(w, (size_t)mesh->nvert, sizeof *number);
  int* vertOf = flexcomp_alloc(w, (size_t)mesh->nvert, sizeof *vertOf);
  *n = 0;
  for (int i = 0; i < mesh->nvert && slot && number && vertOf; i++) {
    const float* p = mesh->vert + 3 * (size_t)i;
    size_t at = (size_t)hashPoint(p) & (room - 1);
    for (; slot[at]; at = (at + 1) & (room - 1)) {
      const float* q = mesh->vert + 3 * (size_t)vertOf[slot[at] - 1];
      if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) break;
    }
    if (!slot[at]) {
      slot[at] = *n + 1;
      vertOf[*n] = i;
      for (int k = 0; k < 3; k++) point[3 * (size_t)*n + (size_t)k] = (double)p[k];
      ++*n;
    }
    number[i] = slot[at] - 1;
  }
  return vertOf ? number : NULL;
}

// does a face point away from the origin, so that they span a tetrahedron with positive volume
static bool looksOut(const flexcomp_Work* w, const int face[3]) {
  const double* o = w->args->origin;
  double a[3], b[3], c[3], n[3];
  mju_sub3(a, w->point + 3 * (size_t)face[0], o);
  mju_sub3(b, w->point + 3 * (size_t)face[1], o);
  mju_sub3(c, w->point + 3 * (size_t)face[2], o);
  mju_cross(n, a, b);
  return n[0] * c[0] + n[1] * c[1] + n[2] * c[2] >= mjMINVAL;
}

// texture coordinates of a file replace the given ones
// odd: texture coordinates of tetrahedra on a mesh
static bool takeTexcoords(flexcomp_Work* w, const mesh_Data* mesh) {
  const int n = w->nelem * (w->flex->dim + 1), nface = 3 * mesh->nface;
  if (!mesh->ntexcoord || !mesh->facetexcoord) return true;
  for (int i = 0; i < nface; i++) {
    if (mesh->facetexcoord[i] < 0) return true;  // some corners have none
  }
  w->texcoord = mesh->texcoord;
  w->ntexcoord = mesh->ntexcoord;
  w->elemtexcoord = flexcomp_alloc(w, (size_t)n, sizeof *w->elemtexcoord);
  if (!w->elemtexcoord) return false;
  memcpy(w->elemtexcoord, mesh->facetexcoord, (size_t)(n < nface ? n : nface) * sizeof(int));
  return true;
}

static bool takeMesh(flexcomp_Work* w, const mesh_Data* mesh) {
  const int dim = w->flex->dim, first = dim == 3;
  if (!mesh->nvert || !mesh->nface)
    return flexcomp_error(w, "file: it has %d vertices and %d faces; both are needed", mesh->nvert,
                          mesh->nface);
  if (!flexcomp_reserve(w, mesh->nvert + first, mesh->nface)) return false;
  if (first) memcpy(w->point, w->args->origin, sizeof w->args->origin);
  const int* number = mergeVerts(w, mesh, w->point + 3 * first, &w->npoint);
  if (!number) return false;
  w->npoint += first;
  for (int i = 0; i < mesh->nface; i++) {
    int face[3], *elem = w->elem + (size_t)w->nelem * ((size_t)dim + 1);
    for (int k = 0; k < 3; k++) {
      const int v = mesh->face[3 * (size_t)i + (size_t)k];
      if (v < 0 || v >= mesh->nvert)
        return flexcomp_error(w, "file: face %d has vertex %d; there are 0 to %d", i, v,
                              mesh->nvert - 1);
      face[k] = number[v] + first;
    }
    if (first && !looksOut(w, face)) continue;
    if (first) elem[0] = 0;
    memcpy(elem + first, face, (size_t)(dim == 1 ? 2 : 3) * sizeof *face);
    w->nelem++;
  }
  return takeTexcoords(w, mesh);
}

bool flexcomp_readMesh(flexcomp_Work* w) {
  static const struct {
    const char* extension;
    Reader read;
  } format[] = {{".stl", readSTL}, {".obj", readOBJ}};
  const char *file = vec_text(w->args->file), *extension = path_extension(file);
  if (!*file) return flexcomp_error(w, "file: type=\"mesh\" needs one");
  File f = {.w = w};
  for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
    if (text_equalNoCase(extension, format[i].extension))
      return readFile(&f, file, format[i].read) && takeMesh(w, &f.mesh);
  }
  return flexcomp_error(w,
                        "file: '%.200s': files of type '%.20s' cannot be read here; .stl and .obj "
                        "can, and those of Gmsh by type=\"gmsh\"",
                        file, extension);
}

// ---- Gmsh

bool flexcomp_readGmsh(flexcomp_Work* w) {
  const char* file = vec_text(w->args->file);
  File f = {.w = w};
  if (!*file) return flexcomp_error(w, "file: type=\"gmsh\" needs one");
  if (!readFile(&f, file, readGmsh)) return false;
  if (f.gmsh.nnode > COPY_LIMIT || f.gmsh.nelem > COPY_LIMIT)
    return flexcomp_error(w,
                          "file: it has %d nodes and %d elements; at most %d of each are accepted",
                          f.gmsh.nnode, f.gmsh.nelem, COPY_LIMIT);
  w->flex->dim = f.gmsh.dim;
  w->point = f.gmsh.node;
  w->npoint = f.gmsh.nnode;
  w->elem = f.gmsh.elem;
  w->nelem = f.gmsh.nelem;
  return true;
}
