// Geoms of meshes: a geom that shows a mesh gets its bounding box; a geom of another type is a
// primitive shape fitted to it, by the box with the same inertia or by the bounding box (compiler
// fitaabb). Its pose is given in the coordinate frame of the mesh file and converted to the
// inertial frame of the mesh.
//   geom pos, quat (before frames), mesh -> pos, quat, size, rbound, aabb, surfacevel
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_mesh.h"
#include "math/rigid.h"

// types of geoms that show their mesh
static bool showsMesh(int type) { return type == mjGEOM_MESH || type == mjGEOM_SDF; }

static double larger(double a, double b) { return a > b ? a : b; }

// size of a primitive shape from half sizes of a box; false if the type cannot be fitted
static bool fit(int type, bool aabb, const double b[3], double size[3]) {
  const double radius = aabb ? larger(b[0], b[1]) : (b[0] + b[1]) / 2;
  memset(size, 0, 3 * sizeof *size);
  switch (type) {
    case mjGEOM_SPHERE:
      size[0] = aabb ? larger(larger(b[0], b[1]), b[2]) : (b[0] + b[1] + b[2]) / 3;
      return true;
    case mjGEOM_CAPSULE:
      size[0] = radius;
      size[1] = aabb ? b[2] - radius : larger(0, b[2] - radius / 2);  // odd: fitted capsule
      return true;
    case mjGEOM_CYLINDER:
      size[0] = radius;
      size[1] = b[2];
      return true;
    case mjGEOM_ELLIPSOID:
    case mjGEOM_BOX:
      memcpy(size, b, 3 * sizeof *size);
      return true;
    default:
      return false;
  }
}

static bool fitGeom(comp_Compile* c, comp_Geom* geom, double centre[3]) {
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  const double* aamm = geom->mesh->aamm;
  const bool aabb = geom->e->compiler->fitaabb;
  double half[3];
  memcpy(half, geom->mesh->box, sizeof half);
  for (int k = 0; k < 3 && aabb; k++) {
    half[k] = (aamm[3 + k] - aamm[k]) / 2;
    centre[k] = (aamm[3 + k] + aamm[k]) / 2;
  }
  if (!fit(geom->type, aabb, half, geom->size)) {
    comp_error(c, geom->e,
               "mesh: only a sphere, capsule, cylinder, ellipsoid or box can be fitted to a mesh; "
               "to show the mesh itself, say type=\"mesh\"");
    return false;
  }
  for (int k = 0; k < 3; k++) geom->size[k] *= given->fitscale;
  return true;
}

static void showMesh(comp_Geom* geom) {
  const double* aamm = geom->mesh->aamm;
  for (int k = 0; k < 3; k++) geom->size[k] = larger(fabs(aamm[k]), fabs(aamm[3 + k]));
}

static bool checkGeom(comp_Compile* c, const comp_Geom* geom, const mjsGeom* given) {
  if (showsMesh(geom->type) && !*vec_text(given->meshname)) {
    comp_error(c, geom->e, "mesh: a geom of this type needs the name of a mesh");
    return false;
  }
  if (showsMesh(geom->type) && given->typeinertia == mjINERTIA_SHELL) {
    comp_error(c, geom->e,
               "shellinertia: a geom of this type takes its inertia from the mesh; say "
               "inertia=\"shell\" there");
    return false;
  }
  if (*vec_text(given->meshname) && !isnan(given->fromto[0])) {
    comp_error(c, geom->e,
               "fromto: size and axis come from the mesh; give pos and an orientation instead");
    return false;
  }
  return true;
}

// v, w about the origin of the file's frame -> about the mesh's frame
static void moveSurface(double surfacevel[6], const double pos[3], const double quat[4]) {
  double v[3], *w = surfacevel + 3;
  const double back[4] = {quat[0], -quat[1], -quat[2], -quat[3]};
  mju_cross(v, w, pos);
  for (int k = 0; k < 3; k++) v[k] += surfacevel[k];
  mju_rotVecQuat(surfacevel, v, back);
  mju_rotVecQuat(w, w, back);
}

// composes a pose in the geom's frame with that of the geom
static void moveInto(comp_Geom* geom, const double pos[3], const double quat[4]) {
  moveSurface(geom->surfacevel, pos, quat);
  // order: the place in the mesh by quaternion, then the geom's by matrix
  double moved[3];
  rigid_rotate(moved, geom->quat, pos);
  for (int k = 0; k < 3; k++) geom->pos[k] += moved[k];
  rigid_mulQuat(geom->quat, geom->quat, quat);
}

// from the whole mesh to one of its pieces
static void showPiece(const comp_Compile* c, comp_Geom* geom) {
  geom->data = geom->piece;
  geom->mesh = comp_mesh(c, geom->piece);
  showMesh(geom);
  moveInto(geom, geom->mesh->pos, geom->mesh->quat);
}

bool comp_geomMesh(comp_Compile* c, comp_Geom* geom) {
  const mjsGeom* given = SPEC_DATA(mjsGeom, geom->e);
  double centre[3] = {0}, pos[3];
  geom->mesh = NULL;
  if (!checkGeom(c, geom, given)) return false;
  if (!*vec_text(given->meshname)) return true;
  geom->data = comp_find(c, geom->e, "mesh", mjOBJ_MESH, vec_text(given->meshname));
  if (geom->data < 0) return false;
  const mesh_Mesh* mesh = geom->mesh = comp_mesh(c, geom->data);
  if (showsMesh(geom->type)) {
    showMesh(geom);
  } else if (!fitGeom(c, geom, centre)) {
    return false;
  }
  mju_rotVecQuat(pos, centre, mesh->quat);
  for (int k = 0; k < 3; k++) pos[k] += mesh->pos[k];
  moveInto(geom, pos, mesh->quat);
  if (geom->piece) showPiece(c, geom);
  return true;
}

void comp_boundMesh(comp_Geom* geom) {
  ASSERT(showsMesh(geom->type) && geom->mesh);
  const double *aamm = geom->mesh->aamm, *s = geom->size;
  geom->rbound = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
  for (int k = 0; k < 3; k++) {
    geom->aabb[k] = (aamm[3 + k] + aamm[k]) / 2;
    geom->aabb[3 + k] = (aamm[3 + k] - aamm[k]) / 2;
  }
}

// ---- warnings

// odd: exact inertia of an open surface; it is that of no solid, but the model loads
static void warnHole(comp_Compile* c, const spec_Element* e, const mesh_Hole* hole) {
  if (hole->edge[0] < 0) return;
  comp_warning(c, e,
               "its surface has a hole of %.2g%% of its area: the edge between vertices %d and %d "
               "(counted from 0) has a face on one side only. An exact inertia is that of a closed "
               "surface: close it, or use inertia=\"convex\" or \"shell\"",
               100 * hole->share, hole->edge[0], hole->edge[1]);
}

void comp_warnMesh(comp_Compile* c, const spec_Element* e, const mesh_Mesh* mesh,
                   const char* file) {
  const mesh_Dropped* dropped = &mesh->data.dropped;
  char text[MESH_DROPPED_TEXT];
  if (dropped->n) comp_warning(c, e, "file: '%.250s': %s", file, mesh_droppedText(dropped, text));
  warnHole(c, e, &mesh->hole);
}
