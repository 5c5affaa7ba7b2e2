// Order and ids of elements: bodies depth-first (preorder of the kinematic tree), their objects
// concatenated in body order, other elements in order of creation. The tree is stored as linked
// lists (chains of the children, joints, geoms ... of each body), from which the arrays are
// numbered; fusing bodies changes the lists and numbers again.
#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"

static const comp_Chain emptyChain = {-1, -1};

// appends index i to a linked list; next is the link of i, links + stride bytes apart
#define CHAIN_ADD(chain, array, i)                                                                 \
  do {                                                                                             \
    (array)[i].next = -1;                                                                          \
    if ((chain).last >= 0) {                                                                       \
      (array)[(chain).last].next = (i);                                                            \
    } else {                                                                                       \
      (chain).first = (i);                                                                         \
    }                                                                                              \
    (chain).last = (i);                                                                            \
  } while (0)

// ---- from the spec to linked lists

typedef struct {
  int nbody, njoint, ngeom, nsite, ncamera, nlight;
} Counts;

static void addFrames(comp_Frame* array, int* n, comp_Chain* chain, const spec_List* list,
                      int body) {
  for (int i = 0; i < list->n; i++) {
    array[*n] = (comp_Frame){.e = list->item[i], .body = body, .target = -1};
    CHAIN_ADD(*chain, array, *n);
    (*n)++;
  }
}

// the objects of one body, in document order
static void addObjects(comp_Compile* c, int body, Counts* n) {
  comp_Body* b = &c->body[body];
  const spec_List* child = spec_body(b->e)->child;
  for (int i = 0; i < child[mjOBJ_JOINT].n; i++, n->njoint++) {
    c->joint[n->njoint] = (comp_Joint){.e = child[mjOBJ_JOINT].item[i], .body = body};
    CHAIN_ADD(b->jointChain, c->joint, n->njoint);
  }
  for (int i = 0; i < child[mjOBJ_GEOM].n; i++, n->ngeom++) {
    c->geom[n->ngeom] = (comp_Geom){.e = child[mjOBJ_GEOM].item[i], .body = body};
    CHAIN_ADD(b->geomChain, c->geom, n->ngeom);
  }
  addFrames(c->site, &n->nsite, &b->siteChain, &child[mjOBJ_SITE], body);
  addFrames(c->camera, &n->ncamera, &b->cameraChain, &child[mjOBJ_CAMERA], body);
  addFrames(c->light, &n->nlight, &b->lightChain, &child[mjOBJ_LIGHT], body);
}

static void addBody(comp_Compile* c, spec_Element* e, int parent, Counts* n) {
  int i = n->nbody++;
  comp_Body* b = &c->body[i];
  *b = (comp_Body){.e = e, .parent = parent, .mocap = -1};
  b->child = b->jointChain = b->geomChain = b->siteChain = b->cameraChain = b->lightChain =
      emptyChain;
  b->next = -1;
  if (i) CHAIN_ADD(c->body[parent].child, c->body, i);
  addObjects(c, i, n);
}

static bool allocateTree(comp_Compile* c) {
  const spec_List* list = c->spec->list;
  c->body = comp_alloc(c, list[mjOBJ_BODY].n, sizeof *c->body);
  c->joint = comp_alloc(c, list[mjOBJ_JOINT].n, sizeof *c->joint);
  c->geom = comp_alloc(c, list[mjOBJ_GEOM].n, sizeof *c->geom);
  c->site = comp_alloc(c, list[mjOBJ_SITE].n, sizeof *c->site);
  c->camera = comp_alloc(c, list[mjOBJ_CAMERA].n, sizeof *c->camera);
  c->light = comp_alloc(c, list[mjOBJ_LIGHT].n, sizeof *c->light);
  return !c->diag->failed;
}

// breadth-first suffices here: lists keep the order of siblings, and numbering sorts depth-first
static bool collectTree(comp_Compile* c) {
  Counts n = {0};
  if (!allocateTree(c)) return false;
  addBody(c, c->spec->world, 0, &n);
  for (int parent = 0; parent < n.nbody; parent++) {
    const spec_List* bodies = &spec_body(c->body[parent].e)->child[mjOBJ_BODY];
    for (int i = 0; i < bodies->n; i++) addBody(c, bodies->item[i], parent, &n);
  }
  const spec_List* all = c->spec->list;
  ASSERT(n.nbody <= all[mjOBJ_BODY].n && n.njoint <= all[mjOBJ_JOINT].n);
  ASSERT(n.ngeom <= all[mjOBJ_GEOM].n && n.nsite <= all[mjOBJ_SITE].n);
  return true;
}

// ---- numbering

// old indices of bodies in depth-first order
static int depthFirst(const comp_Compile* c, int* order) {
  int n = 0, at = 0;
  for (;;) {
    order[n++] = at;
    if (c->body[at].child.first >= 0) {
      at = c->body[at].child.first;
      continue;
    }
    while (at && c->body[at].next < 0) at = c->body[at].parent;
    if (!at) return n;
    at = c->body[at].next;
  }
}

// Reorders an array of objects by body: `chain` is the offset of the list in comp_Body, `size` the
// size of an object; body and next are ints at given offsets.
typedef struct {
  size_t chain, size, bodyOffset, nextOffset;
} Layout;

static int* intAt(void* base, size_t offset) { return (int*)((char*)base + offset); }

static int reorder(comp_Body* body, int nbody, void** array, const Layout* layout, void* fresh) {
  int n = 0;
  for (int b = 0; b < nbody; b++) {
    comp_Chain* chain = (comp_Chain*)((char*)&body[b] + layout->chain);
    int first = n;
    for (int i = chain->first; i >= 0;) {
      char* from = (char*)*array + (size_t)i * layout->size;
      char* to = (char*)fresh + (size_t)n * layout->size;
      memcpy(to, from, layout->size);
      i = *intAt(from, layout->nextOffset);
      *intAt(to, layout->bodyOffset) = b;
      *intAt(to, layout->nextOffset) = n + 1;
      n++;
    }
    *chain = n > first ? (comp_Chain){first, n - 1} : emptyChain;
    if (n > first) *intAt((char*)fresh + (size_t)(n - 1) * layout->size, layout->nextOffset) = -1;
  }
  *array = fresh;
  return n;
}

// bodies in the new order, links converted
static bool reorderBodies(comp_Compile* c, int* count) {
  int most = c->spec->list[mjOBJ_BODY].n;
  int* order = comp_alloc(c, most, sizeof *order);
  int* newId = comp_alloc(c, most, sizeof *newId);
  comp_Body* fresh = comp_alloc(c, most, sizeof *fresh);
  if (c->diag->failed) return false;
  int n = depthFirst(c, order);
  ASSERT(n <= most);
  for (int i = 0; i < n; i++) newId[order[i]] = i;
  for (int i = 0; i < n; i++) {
    comp_Body* b = &fresh[i];
    *b = c->body[order[i]];
    b->parent = newId[b->parent];
    ASSERT(i == 0 || b->parent < i);
    b->next = b->next >= 0 ? newId[b->next] : -1;
    if (b->child.first >= 0) b->child = (comp_Chain){newId[b->child.first], newId[b->child.last]};
  }
  c->body = fresh;
  *count = n;
  return true;
}

static bool reorderObjects(comp_Compile* c, int nbody) {
#define LAYOUT(type, chainName)                                                                    \
  { offsetof(comp_Body, chainName), sizeof(type), offsetof(type, body), offsetof(type, next) }
  const struct {
    void** array;
    int type;
    mjtSize* count;
    Layout layout;
  } kind[] = {{(void**)&c->joint, mjOBJ_JOINT, &c->size.njnt, LAYOUT(comp_Joint, jointChain)},
              {(void**)&c->geom, mjOBJ_GEOM, &c->size.ngeom, LAYOUT(comp_Geom, geomChain)},
              {(void**)&c->site, mjOBJ_SITE, &c->size.nsite, LAYOUT(comp_Frame, siteChain)},
              {(void**)&c->camera, mjOBJ_CAMERA, &c->size.ncam, LAYOUT(comp_Frame, cameraChain)},
              {(void**)&c->light, mjOBJ_LIGHT, &c->size.nlight, LAYOUT(comp_Frame, lightChain)}};
  for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
    const int most = c->spec->list[kind[k].type].n + (kind[k].type == mjOBJ_GEOM ? c->npiece : 0);
    void* fresh = comp_alloc(c, most, kind[k].layout.size);
    if (!fresh) return false;
    *kind[k].count = reorder(c->body, nbody, kind[k].array, &kind[k].layout, fresh);
    ASSERT(*kind[k].count <= most);
  }
  return true;
}

// ---- ids and addresses

// c->list[type] = the elements of `n` objects, with their ids; `e` is the first member of each
static bool listObjects(comp_Compile* c, int type, const void* array, size_t size, mjtSize n) {
  spec_List* list = &c->list[type];
  list->item = comp_alloc(c, (int)n, sizeof *list->item);
  if (!list->item) return false;
  list->n = list->capacity = (int)n;
  for (int i = 0; i < list->n; i++) {
    memcpy(&list->item[i], (const char*)array + (size_t)i * size, sizeof *list->item);
    list->item[i]->id = i;
  }
  return true;
}

static bool listTree(comp_Compile* c) {
  // elements removed by fusing or discarding have no id
  static const int types[] = {mjOBJ_BODY, mjOBJ_JOINT,  mjOBJ_GEOM,
                              mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    const spec_List* all = &c->spec->list[types[k]];
    for (int i = 0; i < all->n; i++) all->item[i]->id = -1;
  }
  return listObjects(c, mjOBJ_BODY, c->body, sizeof *c->body, c->size.nbody) &&
         listObjects(c, mjOBJ_JOINT, c->joint, sizeof *c->joint, c->size.njnt) &&
         listObjects(c, mjOBJ_GEOM, c->geom, sizeof *c->geom, c->size.ngeom) &&
         listObjects(c, mjOBJ_SITE, c->site, sizeof *c->site, c->size.nsite) &&
         listObjects(c, mjOBJ_CAMERA, c->camera, sizeof *c->camera, c->size.ncam) &&
         listObjects(c, mjOBJ_LIGHT, c->light, sizeof *c->light, c->size.nlight);
}

// qpos and dof addresses of joints, and the first joint, geom and dof of bodies
static void setAddresses(comp_Compile* c) {
  static const struct {
    int nq, nv;
  } width[] = {
      [mjJNT_FREE] = {7, 6}, [mjJNT_BALL] = {4, 3}, [mjJNT_SLIDE] = {1, 1}, [mjJNT_HINGE] = {1, 1}};
  mjtSize nq = 0, nv = 0;
  for (int i = 0; i < c->size.nbody; i++) {
    comp_Body* b = &c->body[i];
    b->jntadr = b->jointChain.first;
    b->geomadr = b->geomChain.first;
    b->jntnum = b->jntadr < 0 ? 0 : b->jointChain.last - b->jntadr + 1;
    b->geomnum = b->geomadr < 0 ? 0 : b->geomChain.last - b->geomadr + 1;
    b->dofadr = b->jntnum ? (int)nv : -1;
    b->dofnum = 0;
    for (int j = b->jntadr; j >= 0; j = c->joint[j].next) {
      comp_Joint* joint = &c->joint[j];
      int type = SPEC_DATA(mjsJoint, joint->e)->type;
      ASSERT((size_t)type < sizeof width / sizeof *width);  // validated by comp_checkKinds
      joint->nq = width[type].nq;
      joint->nv = width[type].nv;
      joint->qposadr = (int)nq;
      joint->dofadr = (int)nv;
      nq += joint->nq;
      nv += joint->nv;
      b->dofnum += joint->nv;
    }
  }
  ASSERT(nq >= nv);
  c->size.nq = nq;
  c->size.nv = nv;
}

// root, weld, mocap and tree of each body
static void setTree(comp_Compile* c) {
  int nmocap = 0, ntree = 0;
  for (int i = 0; i < c->size.nbody; i++) {
    comp_Body* b = &c->body[i];
    const comp_Body* parent = &c->body[b->parent];
    bool mocap = SPEC_DATA(mjsBody, b->e)->mocap;
    b->mocap = mocap ? nmocap++ : -1;
    b->root = i == 0 || b->parent == 0 ? i : parent->root;
    b->weld = i && (b->jntnum || mocap) ? i : i ? parent->weld : 0;
    if (b->weld != i) {
      b->treeid = i ? c->body[b->weld].treeid : -1;
    } else if (!b->dofnum) {
      b->treeid = -1;
    } else {  // a new tree begins where no ancestor has dofs
      int up = b->parent;
      while (up && !c->body[up].dofnum) up = c->body[up].parent;
      b->treeid = c->body[up].dofnum ? c->body[up].treeid : ntree++;
    }
    ASSERT(!b->dofnum || b->treeid >= 0);
  }
  c->size.nmocap = nmocap;
  c->size.ntree = ntree;
}

static bool setDofs(comp_Compile* c) {
  c->dofBody = comp_alloc(c, (int)c->size.nv, sizeof(int));
  c->dofJoint = comp_alloc(c, (int)c->size.nv, sizeof(int));
  if (c->diag->failed) return false;
  for (int j = 0; j < c->size.njnt; j++) {
    ASSERT(c->joint[j].dofadr + c->joint[j].nv <= c->size.nv);
    for (int i = 0; i < c->joint[j].nv; i++) {
      c->dofBody[c->joint[j].dofadr + i] = c->joint[j].body;
      c->dofJoint[c->joint[j].dofadr + i] = j;
    }
  }
  return true;
}

bool comp_number(comp_Compile* c) {
  int nbody = 0;
  if (!reorderBodies(c, &nbody)) return false;
  c->size.nbody = nbody;
  if (!reorderObjects(c, nbody) || !listTree(c)) return false;
  setAddresses(c);
  setTree(c);
  return setDofs(c);
}

// elements outside the tree keep the order of creation
static bool listOthers(comp_Compile* c) {
  static const int tree[] = {mjOBJ_BODY, mjOBJ_JOINT,  mjOBJ_GEOM,
                             mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  for (int type = 0; type < SPEC_NTYPE; type++) {
    bool isTree = false;
    for (size_t k = 0; k < sizeof tree / sizeof *tree; k++) isTree = isTree || tree[k] == type;
    const spec_List* all = &c->spec->list[type];
    if (isTree || !all->n) continue;
    if (!listObjects(c, type, all->item, sizeof *all->item, all->n)) return false;
  }
  return true;
}

bool comp_prepareOrder(comp_Compile* c) {
  const int most = 65534;  // signatures pack two body ids into an int
  if (c->spec->list[mjOBJ_BODY].n >= most) {
    comp_error(c, NULL, "the model has %d bodies; at most %d are possible",
               c->spec->list[mjOBJ_BODY].n, most - 1);
    return false;
  }
  return collectTree(c) && comp_number(c) && listOthers(c);
}
