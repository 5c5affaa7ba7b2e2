// Model simplification, fusestatic: a body without joints that nothing refers to by name is merged
// into its parent. discardvisual: geoms that cannot collide and that nothing refers to by name are
// removed, and so are materials. Both change the linked lists (chains) of the kinematic tree, which
// is then numbered again.
#include <string.h>

#include <sinew/math.h>

#include "base/assert.h"
#include "compile/compile_parts.h"
#include "math/rigid.h"
#include "spec/copy_refs.h"

// ---- references from other elements

typedef struct {
  const comp_Compile* c;
  int type;
  mjtByte* mark;  // by id
} Marker;

static bool markRef(void* context, const copy_Ref* ref) {
  Marker* marker = context;
  if (ref->type != marker->type) return true;
  const spec_Element* e = spec_find(marker->c->spec, ref->type, vec_text(ref->name));
  if (e && e->id >= 0) marker->mark[e->id] = 1;
  return true;
}

// marks the elements of `type` that elements of the listed types refer to
static mjtByte* markNamed(comp_Compile* c, int type, mjtSize count, const int* from, size_t nfrom) {
  Marker marker = {c, type, comp_alloc(c, (int)count, 1)};
  if (!marker.mark) return NULL;
  for (size_t k = 0; k < nfrom; k++) {
    const spec_List* list = &c->spec->list[from[k]];
    for (int i = 0; i < list->n; i++) copy_eachRef(list->item[i], markRef, &marker);
  }
  return marker.mark;
}

// marks bodies with the site of a force or torque sensor: it measures the interaction force with
// the parent
static void markMeasured(comp_Compile* c, mjtByte* mark) {
  const spec_List* sensors = &c->spec->list[mjOBJ_SENSOR];
  for (int i = 0; i < sensors->n; i++) {
    const mjsSensor* sensor = SPEC_DATA(mjsSensor, sensors->item[i]);
    if (sensor->type != mjSENS_FORCE && sensor->type != mjSENS_TORQUE) continue;
    const spec_Element* site = spec_find(c->spec, mjOBJ_SITE, vec_text(sensor->objname));
    if (site && site->id >= 0) mark[c->site[site->id].body] = 1;
  }
}

// ---- fusing

// appends the objects of a linked list to another; the caller transforms their poses
#define CHAIN_APPEND(to, from, array)                                                              \
  do {                                                                                             \
    if ((from).first >= 0) {                                                                       \
      if ((to).last >= 0) {                                                                        \
        (array)[(to).last].next = (from).first;                                                    \
      } else {                                                                                     \
        (to).first = (from).first;                                                                 \
      }                                                                                            \
      (to).last = (from).last;                                                                     \
      (from).first = (from).last = -1;                                                             \
    }                                                                                              \
  } while (0)

static void fuseInertia(comp_Body* parent, const comp_Body* body) {
  ASSERT(parent->mass >= 0 && body->mass >= 0);  // checked by comp_checkInertia
  if (body->mass < mjMINVAL) return;
  comp_Inertia part[2], sum;
  const comp_Body* from[2] = {parent, body};
  for (int k = 0; k < 2; k++) {
    part[k].mass = from[k]->mass;
    memcpy(part[k].ipos, from[k]->ipos, sizeof part[k].ipos);
    memcpy(part[k].iquat, from[k]->iquat, sizeof part[k].iquat);
    memcpy(part[k].inertia, from[k]->inertia, sizeof part[k].inertia);
  }
  rigid_applyFrame(part[1].ipos, part[1].iquat, body->pos, body->quat);
  comp_fuseInertia(part, &sum);
  parent->mass = sum.mass;
  memcpy(parent->ipos, sum.ipos, sizeof sum.ipos);
  memcpy(parent->iquat, sum.iquat, sizeof sum.iquat);
  memcpy(parent->inertia, sum.inertia, sizeof sum.inertia);
}

static void fuseObjects(comp_Compile* c, comp_Body* parent, comp_Body* body) {
  for (int i = body->geomChain.first; i >= 0; i = c->geom[i].next) {
    rigid_applyFrame(c->geom[i].pos, c->geom[i].quat, body->pos, body->quat);
  }
  for (int i = body->siteChain.first; i >= 0; i = c->site[i].next) {
    rigid_applyFrame(c->site[i].pos, c->site[i].quat, body->pos, body->quat);
  }
  for (int i = body->cameraChain.first; i >= 0; i = c->camera[i].next) {
    rigid_applyFrame(c->camera[i].pos, c->camera[i].quat, body->pos, body->quat);
  }
  for (int i = body->lightChain.first; i >= 0; i = c->light[i].next) {
    double q[4] = {1, 0, 0, 0}, dir[3];
    rigid_applyFrame(c->light[i].pos, q, body->pos, body->quat);
    mju_rotVecQuat(dir, c->light[i].dir, body->quat);
    memcpy(c->light[i].dir, dir, sizeof dir);
  }
  CHAIN_APPEND(parent->geomChain, body->geomChain, c->geom);
  CHAIN_APPEND(parent->siteChain, body->siteChain, c->site);
  CHAIN_APPEND(parent->cameraChain, body->cameraChain, c->camera);
  CHAIN_APPEND(parent->lightChain, body->lightChain, c->light);
}

// replaces a body by its children among its siblings
static void fuseChildren(comp_Compile* c, int id) {
  comp_Body* body = &c->body[id];
  comp_Body* parent = &c->body[body->parent];
  for (int i = body->child.first; i >= 0; i = c->body[i].next) {
    rigid_applyFrame(c->body[i].pos, c->body[i].quat, body->pos, body->quat);
    c->body[i].parent = body->parent;
  }
  int before = -1;
  for (int i = parent->child.first; i != id; i = c->body[i].next) {
    ASSERT(i >= 0);  // it is a child of its parent
    before = i;
  }
  const bool any = body->child.first >= 0;
  const int first = any ? body->child.first : body->next;
  if (any) c->body[body->child.last].next = body->next;
  if (before >= 0) {
    c->body[before].next = first;
  } else {
    parent->child.first = first;
  }
  if (parent->child.last == id) parent->child.last = any ? body->child.last : before;
}

// the body after `id` in depth-first order, for a tree in which `id` is still linked
static int nextBody(const comp_Compile* c, int id) {
  if (c->body[id].child.first >= 0) return c->body[id].child.first;
  while (id && c->body[id].next < 0) id = c->body[id].parent;
  return id ? c->body[id].next : -1;
}

static bool fuseStatic(comp_Compile* c) {
  static const int from[] = {mjOBJ_CAMERA,   mjOBJ_LIGHT,   mjOBJ_SKIN,     mjOBJ_FLEX,
                             mjOBJ_PAIR,     mjOBJ_EXCLUDE, mjOBJ_EQUALITY, mjOBJ_TENDON,
                             mjOBJ_ACTUATOR, mjOBJ_SENSOR,  mjOBJ_TUPLE};
  mjtByte* named = markNamed(c, mjOBJ_BODY, c->size.nbody, from, sizeof from / sizeof *from);
  if (!named) return false;
  markMeasured(c, named);
  comp_markBones(c, named);
  for (int id = nextBody(c, 0), next; id >= 0; id = next) {
    comp_Body* body = &c->body[id];
    next = nextBody(c, id);
    if (body->jntnum || body->mocap >= 0 || named[id]) continue;
    if (SPEC_DATA(mjsBody, body->e)->plugin.active) continue;
    comp_Body* parent = &c->body[body->parent];
    if (body->parent) fuseInertia(parent, body);
    fuseObjects(c, parent, body);
    fuseChildren(c, id);
  }
  return true;
}

// ---- discarding

static bool discardVisual(comp_Compile* c) {
  static const int from[] = {mjOBJ_PAIR, mjOBJ_TENDON, mjOBJ_SENSOR, mjOBJ_TUPLE};
  const mjtByte* named = markNamed(c, mjOBJ_GEOM, c->size.ngeom, from, sizeof from / sizeof *from);
  if (!named) return false;
  for (int b = 0; b < c->size.nbody; b++) {
    comp_Chain kept = {-1, -1};
    for (int i = c->body[b].geomChain.first, next; i >= 0; i = next) {
      next = c->geom[i].next;
      const mjsGeom* geom = SPEC_DATA(mjsGeom, c->geom[i].e);
      ASSERT(c->geom[i].e->id == i);  // linked lists have changed, ids have not yet
      if (!geom->contype && !geom->conaffinity && !named[c->geom[i].e->id]) continue;
      c->geom[i].next = -1;
      if (kept.last >= 0) {
        c->geom[kept.last].next = i;
      } else {
        kept.first = i;
      }
      kept.last = i;
    }
    c->body[b].geomChain = kept;
  }
  c->list[mjOBJ_MATERIAL].n = 0;
  return true;
}

bool comp_prepareFusion(comp_Compile* c) {
  const mjsCompiler* compiler = &c->spec->pub.compiler;
  if (compiler->fusestatic && !fuseStatic(c)) return false;
  if (compiler->discardvisual && !discardVisual(c)) return false;
  if ((compiler->fusestatic || compiler->discardvisual) && !comp_number(c)) return false;
  for (int i = 0; i < c->size.nbody; i++) comp_collisionBits(c, &c->body[i]);
  return comp_resolveTargets(c);
}
