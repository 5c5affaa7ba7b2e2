// Convex decomposition of mesh geoms (<mesh decompose>). The geom itself stays, is drawn and has
// its mass, but no longer collides; behind the geoms of its body, one collision geom is added for
// each convex piece, without mass or color. The elements of the pieces are created here and live as
// long as the compilation: the spec does not contain them.
//   geoms, pieces of meshes -> more meshes, more geoms
#include <string.h>

#include "base/assert.h"
#include "compile/compile_mesh.h"
#include "spec/spec_types.h"

enum { GROUP = 3 };  // group of geoms that collide and are not drawn, by convention

// ---- elements

// a copy of an element with its own name, which shares strings and vectors with the original
static spec_Element* copyElement(comp_Compile* c, const spec_Element* from, int number) {
  const spec_Type* type = spec_type(from->type);
  spec_Element* e = comp_alloc(c, 1, sizeof *e);
  void* data = comp_alloc(c, 1, type->size);
  if (!e || !data) return NULL;
  memcpy(data, from->data, type->size);
  *e = *from;
  e->data = data;
  e->id = -1;
  e->name = vec_make(&c->pool);
  text_Text name = {0};
  if (*spec_name(from)) text_format(&name, "%s_piece%d", spec_name(from), number);
  const bool ok = e->name && !name.failed && vec_setText(e->name, text_get(&name));
  text_free(&name);
  if (!ok) diag_noMemory(c->diag);
  return ok ? e : NULL;
}

static bool checkName(comp_Compile* c, const spec_Element* from, const spec_Element* e) {
  if (!*spec_name(e) || !spec_find(c->spec, e->type, spec_name(e))) return true;
  comp_error(c, from,
             "decompose: a piece of it is to be named '%s', but another element has that name; "
             "rename one of them",
             spec_name(e));
  return false;
}

static spec_Element* makeMesh(comp_Compile* c, const spec_Element* from, int number) {
  spec_Element* e = copyElement(c, from, number);
  if (!e || !checkName(c, from, e)) return NULL;
  spec_Mesh* mesh = e->data;
  if (!spec_makeVecs(spec_type(mjOBJ_MESH), mesh, &c->pool)) {
    diag_noMemory(c->diag);
    return NULL;
  }
  mesh->decompose = 0;
  mesh->pub.needsdf = 0;
  return e;
}

static spec_Element* makeGeom(comp_Compile* c, const spec_Element* from, int number) {
  spec_Element* e = copyElement(c, from, number);
  if (!e || !checkName(c, from, e)) return NULL;
  mjsGeom* geom = e->data;
  geom->mass = geom->density = 0;
  geom->group = GROUP;
  geom->material = (mjString*)vec_make(&c->pool);
  memset(geom->rgba, 0, sizeof geom->rgba);
  geom->fluid_ellipsoid = 0;
  return e;
}

// ---- meshes

// the pieces with which a geom collides, NULL: it is not decomposed
static const pieces_Pieces* piecesOf(const comp_Compile* c, const comp_Geom* geom, int* mesh) {
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  const char* name = vec_text(given->meshname);
  if (given->type != mjGEOM_MESH || !*name || !(given->contype || given->conaffinity)) return NULL;
  const spec_Element* e = spec_find(c->spec, mjOBJ_MESH, name);
  if (!e || !SPEC_DATA(spec_Mesh, e)->decompose) return NULL;
  *mesh = e->id;
  const pieces_Pieces* pieces = &comp_mesh(c, e->id)->pieces;
  return pieces->n > 1 ? pieces : NULL;
}

// adds elements for the pieces of all meshes that geoms collide with; first: (meshes) their first
// id
static bool addMeshes(comp_Compile* c, int* first) {
  const int n = c->list[mjOBJ_MESH].n;
  int npiece = 0, mesh = -1;
  for (int i = 0; i < n; i++) first[i] = -1;
  for (int i = 0; i < c->size.ngeom; i++) {
    const pieces_Pieces* pieces = piecesOf(c, &c->geom[i], &mesh);
    if (!pieces || first[mesh] >= 0) continue;
    first[mesh] = n + npiece;
    npiece += pieces->n;
  }
  if (!npiece) return true;
  comp_Piece* piece = comp_alloc(c, npiece, sizeof *piece);
  if (!piece) return false;
  for (int i = 0; i < n; i++) {
    const int count = first[i] < 0 ? 0 : comp_mesh(c, i)->pieces.n;
    for (int k = 0; k < count; k++) {
      spec_Element* e = makeMesh(c, c->list[mjOBJ_MESH].item[i], k);
      if (!e) return false;
      piece[first[i] - n + k] = (comp_Piece){e, i, k};
    }
  }
  return comp_addMeshes(c, piece, npiece);
}

// ---- geoms

static bool addGeoms(comp_Compile* c, int body, const int* first, int* n) {
  comp_Body* b = &c->body[body];
  for (int i = b->geomadr; i >= 0 && i < b->geomadr + b->geomnum; i++) {
    int mesh = -1;
    const pieces_Pieces* pieces = piecesOf(c, &c->geom[i], &mesh);
    if (!pieces) continue;
    c->geom[i].split = true;
    for (int k = 0; k < pieces->n; k++, ++*n) {
      spec_Element* e = makeGeom(c, c->geom[i].e, k);
      if (!e) return false;
      c->geom[*n] = (comp_Geom){.e = e, .body = body, .piece = first[mesh] + k, .next = -1};
      c->geom[b->geomChain.last].next = *n;
      b->geomChain.last = *n;
    }
  }
  return true;
}

bool comp_preparePieces(comp_Compile* c) {
  int* first = comp_alloc(c, c->list[mjOBJ_MESH].n, sizeof *first);
  if (!first || !addMeshes(c, first)) return false;
  int mesh = -1;
  for (int i = 0; i < c->size.ngeom; i++) {
    const pieces_Pieces* pieces = piecesOf(c, &c->geom[i], &mesh);
    if (pieces) c->npiece += pieces->n;
  }
  if (!c->npiece) return true;
  int n = (int)c->size.ngeom;
  comp_Geom* geom = comp_alloc(c, n + c->npiece, sizeof *geom);
  if (!geom) return false;
  memcpy(geom, c->geom, (size_t)n * sizeof *geom);
  c->geom = geom;
  for (int b = 0; b < c->size.nbody; b++) {
    if (!addGeoms(c, b, first, &n)) return false;
  }
  ASSERT(n == c->size.ngeom + c->npiece);
  return comp_number(c);
}
