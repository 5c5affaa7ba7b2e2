// Flexes: deformable (soft) bodies, such as cloth and finite-element solids. Each has vertices
// attached to bodies, and elements between them (or it follows the nodes of a grid of cells);
// edges, the boundary, elasticity, bounding boxes and a bounding volume hierarchy (BVH) are
// computed from these.
//   mjsFlex -> flex_*, flexedge_rigid, bvh_* of flexes
#include <math.h>
#include <string.h>

#include <sinew/math.h>

#include "asset/bvh_tree.h"
#include "base/assert.h"
#include "compile/compile_flex.h"
#include "compile/compile_index.h"
#include "math/reverse_factor.h"
#include "math/rigid.h"

// ---- bodies at qpos0

// (nbody x 7) positions and quaternions in the world frame
static double* placeBodies(comp_Compile* c) {
  const int n = (int)c->size.nbody;
  double* pose = comp_alloc(c, n, 7 * sizeof *pose);
  for (int i = 0; i < n && pose; i++) {
    const comp_Body* body = &c->body[i];
    double* p = pose + 7 * (size_t)i;
    memcpy(p, body->pos, sizeof body->pos);
    memcpy(p + 3, body->quat, sizeof body->quat);
    if (i) {
      const double* parent = pose + 7 * (size_t)body->parent;
      rigid_applyFrame(p, p + 3, parent, parent + 3);
    }
  }
  return pose;
}

// ---- equalities

// type of the first equality that refers to the flex
static int findEquality(const comp_Compile* c, const spec_Element* e) {
  const spec_List* list = &c->list[mjOBJ_EQUALITY];
  for (int i = 0; i < list->n; i++) {
    const mjsEquality* equality = SPEC_DATA(mjsEquality, list->item[i]);
    if (equality->type < mjEQ_FLEX || equality->type > mjEQ_FLEXSTRAIN) continue;
    if (*spec_name(e) && !strcmp(vec_text(equality->name1), spec_name(e)))
      return 1 + (int)(equality->type - mjEQ_FLEX);
  }
  return 0;
}

// like the reference, warns about elastic ones too
static void warnLoose(comp_Compile* c, const comp_Flex* flex) {
  const mjsFlex* given = flex->given;
  const bool bends = given->elastic2d & FLEX_BENDS;
  if (flex->rigid || flex->edgeequality || bends || given->edgestiffness != 0 ||
      given->edgedamping != 0 || given->damping != 0)
    return;
  if (given->young > 0 && (flex->dim == 3 || given->elastic2d || flex->nnode)) return;
  comp_warning(c, flex->e,
               "nothing holds its vertices together: it is not rigid and has no "
               "equality, elasticity, stiffness or damping");
}

// Rest shapes lie in the plane of the first element, which their constants rotated to z = const:
// sheets outside of it are treated as if they were in it
void comp_warnShapes(comp_Compile* c) {
  const mjModel* m = c->m;
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_dim[f] != 2 || m->flex_edgeequality[f] != 2 || !m->flex_elemnum[f]) continue;
    const mjtNum* vert0 = m->flex_vert0 + 3 * m->flex_vertadr[f];
    const mjtNum level = vert0[3 * m->flex_elem[m->flex_elemdataadr[f]] + 2];
    int off = -1;
    for (int v = 0; v < m->flex_vertnum[f] && off < 0; v++) {
      if (fabs(vert0[3 * v + 2] - level) > 100 * mjMINVAL) off = v;
    }
    if (off < 0) continue;
    comp_warning(c, c->flex[f].e,
                 "it is not planar: vertex %d is not in the plane of the first element, but its "
                 "shape is kept as if it were (flexvert); use equality/flex, or one flex for each "
                 "sheet",
                 off);
  }
}

// ---- bounding volume hierarchy

static void elementBox(const comp_Flex* flex, int e, bvh_Box* box, double* centre) {
  bvh_emptyBox(box);
  for (int k = 0; k <= flex->dim; k++)
    bvh_addPoint(box, flex_x(flex, flex->elem[e * (flex->dim + 1) + k]));
  for (int k = 0; k < 3; k++) {
    box->min[k] -= flex->given->radius;
    box->max[k] += flex->given->radius;
    centre[k] = 0.5 * (box->min[k] + box->max[k]);
  }
}

// BVH of the elements that collide, from their bounding boxes
static bool makeTree(comp_Compile* c, comp_Flex* flex) {
  bvh_Box* box = comp_alloc(c, flex->nelem, sizeof *box);
  double* key = comp_alloc(c, flex->nelem, 3 * sizeof *key);
  int *elem = comp_alloc(c, flex->nelem, sizeof *elem), n = 0;
  if (c->diag->failed) return false;
  for (int i = 0; i < flex->nelem; i++) {
    if (flex->dim == 3 && flex->layer[i] >= flex->given->activelayers) continue;
    elementBox(flex, i, &box[n], key + 3 * (size_t)n);
    elem[n++] = i;
  }
  if (!n) return true;
  if (!bvh_makeTree(&c->scratch, box, key, n, &flex->tree)) return diag_noMemory(c->diag), false;
  for (int i = 0; i < flex->tree.nnode; i++) {
    if (flex->tree.nodeid[i] >= 0) flex->tree.nodeid[i] = elem[flex->tree.nodeid[i]];
  }
  return true;
}

// normalized coordinates of vertices in the bounding box, 0 to 1
static bool makeBox(comp_Compile* c, comp_Flex* flex) {
  flex->vert0 = comp_alloc(c, flex->nvert, 3 * sizeof *flex->vert0);
  flex->node0 = comp_alloc(c, 0, 1);
  if (!flex->vert0 || !flex->node0) return false;
  const double* root = flex->tree.nnode ? flex->tree.aabb : (const double[6]){0};
  for (int k = 0; k < 3; k++) {
    const double size = flex->size[k] = root[3 + k] - flex->given->radius;
    for (int i = 0; i < flex->nvert; i++) {
      flex->vert0[3 * (size_t)i + (size_t)k] =
          size > mjMINVAL ? (flex_x(flex, i)[k] - root[k]) / (2 * size) + 0.5 : 0.5;
    }
  }
  return true;
}

// ---- sparsity

// neighbors of each vertex along its edges, as sparse rows
static bool listNeighbours(comp_Compile* c, const comp_Flex* flex, int** adr, int** list) {
  *adr = comp_alloc(c, flex->nvert + 2, sizeof **adr);
  *list = comp_alloc(c, 2 * flex->nedge, sizeof **list);
  if (c->diag->failed) return false;
  for (int i = 0; i < 2 * flex->nedge; i++) (*adr)[flex->edge[i] + 2]++;
  for (int v = 2; v < flex->nvert + 2; v++) (*adr)[v] += (*adr)[v - 1];
  for (int i = 0; i < 2 * flex->nedge; i++)
    (*list)[(*adr)[flex->edge[i] + 1]++] = flex->edge[i ^ 1];
  return true;
}

// numbers of entries allocated for the sparse Jacobians of edges and of vertices
static bool countEntries(comp_Compile* c, comp_Flex* flex, comp_DofSet* set) {
  int *adr, *list;
  if (flex->rigid || flex->nnode) return true;
  if (!listNeighbours(c, flex, &adr, &list)) return false;
  for (int i = 0; i < flex->nedge; i++) {
    comp_dofSetClear(set);
    for (int k = 0; k < 2; k++) comp_dofSetAdd(c, set, flex->vertbody[flex->edge[2 * i + k]]);
    flex->nJfe += set->n;
  }
  for (int v = 0; v < flex->nvert; v++) {
    comp_dofSetClear(set);
    comp_dofSetAdd(c, set, flex->vertbody[v]);
    for (int k = adr[v]; k < adr[v + 1]; k++) comp_dofSetAdd(c, set, flex->vertbody[list[k]]);
    flex->nJfv += set->n;
  }
  return true;
}

// rows are the vertices that bend and have three dofs; the four vertices around an edge are coupled
static bool countMetric(comp_Compile* c, comp_Flex* flex) {
  if (flex->dim != 2 || flex->rigid || flex->nnode || !flex->nbending) return true;
  int* row = comp_alloc(c, flex->nvert + 1, sizeof *row);
  int(*group)[4] = comp_alloc(c, flex->nedge + 1, sizeof *group);
  int n = 0, ngroup = 0;
  if (!row || !group) return false;
  for (int v = 0; v < flex->nvert; v++) {
    row[v] = c->body[flex->vertbody[v]].dofnum == 3 ? n++ : -1;
  }
  for (int e = 0; e < flex->nedge; e++) {
    const int *end = flex->edge + 2 * e, *flap = flex->flap + 2 * e;
    if (flap[0] < 0 || flap[1] < 0) continue;
    const int coupled[4] = {row[end[0]], row[end[1]], row[flap[0]], row[flap[1]]};
    memcpy(group[ngroup++], coupled, sizeof coupled);
  }
  const long entries = reverse_pattern(n, ngroup, (const int(*)[4])group, NULL, NULL, NULL, 0);
  if (entries < 0) diag_noMemory(c->diag);
  flex->nmetric = 3 * (mjtSize)n;
  flex->nfactor = 3 * (mjtSize)entries;
  return entries >= 0;
}

// ---- passes

static bool addSizes(comp_Compile* c, const comp_Flex* flex) {
  mjModel* size = &c->size;
  const struct {
    const char* what;
    mjtSize *total, n;
  } row[] = {
      {"the number of flex nodes", &size->nflexnode, flex->nnode},
      {"the number of flex vertices", &size->nflexvert, flex->nvert},
      {"the number of flex edges", &size->nflexedge, flex->nedge},
      {"the number of flex elements", &size->nflexelem, flex->nelem},
      {"the vertices of flex elements", &size->nflexelemdata,
       (mjtSize)flex->nelem * (flex->dim + 1)},
      {"the edges of flex elements", &size->nflexelemedge,
       (mjtSize)flex->nelem * flex_edgeCount[flex->dim]},
      {"the stiffness of flexes", &size->nflexstiffness, flex->nstiffness},
      {"the bending of flexes", &size->nflexbending, flex->nbending},
      {"the vertices of flex shells", &size->nflexshelldata, flex->nshellvert},
      {"the pairs of flex elements and vertices", &size->nflexevpair, flex->nevpair},
      {"the texture coordinates of flexes", &size->nflextexcoord,
       ((const spec_Vec*)flex->given->texcoord)->size / 2},
      {"the entries of edge Jacobians", &size->nJfe, flex->nJfe},
      {"the entries of vertex Jacobians", &size->nJfv, flex->nJfv},
      {"the rows of the flex metric", &size->nefm0dof, flex->nmetric},
      {"the entries of the flex metric", &size->nefm0L, flex->nfactor},
      {"the number of bounding volumes", &size->nbvhdynamic, flex->tree.nnode},
      {"the number of bounding volumes", &size->nbvh, flex->tree.nnode},
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (!comp_advance(c, flex->e, row[i].what, row[i].total, row[i].n)) return false;
  }
  return true;
}

static bool prepareFlex(comp_Compile* c, comp_Flex* flex, const double* pose, comp_DofSet* set) {
  if (!comp_checkFlex(c, flex, pose) || !comp_flexTopology(c, flex) || !makeTree(c, flex))
    return false;
  flex->edgeequality = findEquality(c, flex->e);
  const bool ok =
      flex->nnode ? comp_flexCells(c, flex) : makeBox(c, flex) && comp_flexElasticity(c, flex);
  if (!ok || !countEntries(c, flex, set) || !countMetric(c, flex) || !addSizes(c, flex))
    return false;
  warnLoose(c, flex);
  return true;
}

bool comp_prepareFlexes(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_FLEX];
  c->flex = comp_alloc(c, list->n, sizeof *c->flex);
  c->size.nflex = list->n;
  if (!list->n) return c->flex != NULL;
  const double* pose = placeBodies(c);
  comp_DofSet set;
  if (!c->flex || !pose || !comp_dofSetMake(c, &set)) return false;
  for (int i = 0; i < list->n; i++) {
    c->flex[i].e = list->item[i];
    c->flex[i].given = SPEC_DATA(mjsFlex, list->item[i]);
    if (!prepareFlex(c, &c->flex[i], pose, &set) && !comp_resume(c)) return false;
  }
  return true;
}

bool comp_flexIsRigid(const comp_Compile* c, int id) { return c->flex[id].rigid; }

// ---- arrays

// start of the next flex in each array
typedef struct {
  int node, vert, edge, elem, elemdata, elemedge, stiffness, bending, shell, evpair, texcoord, bvh;
} Place;

static void fillContact(mjModel* m, int i, const mjsFlex* given) {
  m->flex_contype[i] = given->contype;
  m->flex_conaffinity[i] = given->conaffinity;
  m->flex_condim[i] = given->condim;
  m->flex_priority[i] = given->priority;
  m->flex_solmix[i] = given->solmix;
  memcpy(m->flex_solref + mjNREF * i, given->solref, sizeof given->solref);
  memcpy(m->flex_solimp + mjNIMP * i, given->solimp, sizeof given->solimp);
  memcpy(m->flex_friction + 3 * i, given->friction, sizeof given->friction);
  m->flex_margin[i] = given->margin;
  m->flex_gap[i] = given->gap;
  m->flex_internal[i] = given->internal;
  m->flex_selfcollide[i] = given->selfcollide;
  m->flex_activelayers[i] = given->activelayers;
  m->flex_passive[i] = given->passive;
}

static void fillSettings(mjModel* m, int i, const comp_Flex* flex) {
  const mjsFlex* given = flex->given;
  m->flex_dim[i] = flex->dim;
  m->flex_group[i] = given->group;
  m->flex_interp[i] = flex->shell ? -flex->order : flex->order;
  memcpy(m->flex_cellnum + 3 * i, flex->cell, sizeof flex->cell);
  m->flex_radius[i] = given->radius;
  memcpy(m->flex_size + 3 * i, flex->size, sizeof flex->size);
  m->flex_damping[i] = given->damping;
  m->flex_edgestiffness[i] = given->edgestiffness;
  m->flex_edgedamping[i] = given->edgedamping;
  m->flex_edgeequality[i] = flex->edgeequality;
  m->flex_rigid[i] = flex->rigid;
  m->flex_centered[i] = flex->centered;
  m->flex_flatskin[i] = given->flatskin;
  memcpy(m->flex_rgba + 4 * i, given->rgba, sizeof given->rgba);
}

static void fillAddresses(mjModel* m, int i, const comp_Flex* flex, const Place* at) {
  const bool textured = ((const spec_Vec*)flex->given->texcoord)->size > 0;
  m->flex_nodeadr[i] = at->node;
  m->flex_nodenum[i] = flex->nnode;
  m->flex_vertadr[i] = at->vert;
  m->flex_vertnum[i] = flex->nvert;
  m->flex_edgeadr[i] = at->edge;
  m->flex_edgenum[i] = flex->nedge;
  m->flex_elemadr[i] = at->elem;
  m->flex_elemnum[i] = flex->nelem;
  m->flex_elemdataadr[i] = at->elemdata;
  m->flex_elemedgeadr[i] = at->elemedge;
  m->flex_stiffnessadr[i] = flex->nstiffness ? at->stiffness : -1;
  m->flex_bendingadr[i] = flex->nbending ? at->bending : -1;
  m->flex_shellnum[i] = flex->nshellvert / flex->dim;
  m->flex_shelldataadr[i] = flex->nshellvert ? at->shell : -1;
  m->flex_evpairadr[i] = flex->nevpair ? at->evpair : -1;
  m->flex_evpairnum[i] = flex->nevpair;
  m->flex_texcoordadr[i] = textured ? at->texcoord : -1;
  m->flex_bvhadr[i] = flex->tree.nnode ? (int)m->nbvhstatic + at->bvh : -1;
  m->flex_bvhnum[i] = flex->tree.nnode;
}

// writes n numbers to an array, and advances past them
#define PUT(array, at, from, n)                                                                    \
  do {                                                                                             \
    if ((n) > 0) memcpy((array) + (at), from, (size_t)(n) * sizeof *(array));                      \
  } while (0)

static void fillElements(mjModel* m, const comp_Flex* flex, const Place* at) {
  const int ndata = flex->nelem * (flex->dim + 1);
  const spec_Vec *coord = flex->given->texcoord, *index = flex->given->elemtexcoord;
  // odd: texture coordinates of turned tetrahedra
  const spec_Vec* given = flex->given->elem;
  const int* textured = index->size ? index->data : coord->size ? given->data : flex->elem;
  PUT(m->flex_elem, at->elemdata, flex->elem, ndata);
  PUT(m->flex_elemtexcoord, at->elemdata, textured, ndata);
  PUT(m->flex_elemedge, at->elemedge, flex->elemedge, flex->nelem * flex_edgeCount[flex->dim]);
  PUT(m->flex_elemlayer, at->elem, flex->layer, flex->nelem);
  PUT(m->flex_shell, at->shell, flex->shellvert, flex->nshellvert);
  PUT(m->flex_evpair, 2 * at->evpair, flex->evpair, 2 * flex->nevpair);
  PUT(m->flex_texcoord, 2 * at->texcoord, coord->data, coord->size / 2 * 2);
  PUT(m->flex_stiffness, at->stiffness, flex->stiffness, flex->nstiffness);
  PUT(m->flex_bending, at->bending, flex->bending, flex->nbending);
}

static void fillEdges(const comp_Compile* c, const comp_Flex* flex, const Place* at) {
  mjModel* m = c->m;
  const bool bends = flex->dim == 2 && flex->given->elastic2d & FLEX_BENDS;
  PUT(m->flex_edge, 2 * at->edge, flex->edge, 2 * flex->nedge);
  for (int i = 0; i < flex->nedge; i++) {
    const int row = at->edge + i, *end = flex->edge + 2 * (size_t)i;
    for (int k = 0; k < 2; k++) m->flex_edgeflap[2 * row + k] = bends ? flex->flap[2 * i + k] : -1;
    const int a = flex->vertbody[end[0]], b = flex->vertbody[end[1]];
    m->flexedge_rigid[row] = flex->rigid || (!flex->nnode && c->body[a].weld == c->body[b].weld);
  }
}

static void fillPoints(mjModel* m, const comp_Flex* flex, const Place* at) {
  const bool offsets = flex->vert && (flex->nnode || !flex->centered);
  for (int i = 0; i < flex->nvert; i++)
    m->flex_vertbodyid[at->vert + i] = flex->nnode ? -1 : flex->vertbody[i];
  PUT(m->flex_nodebodyid, at->node, flex->nodebody, flex->nnode);
  if (offsets) PUT(m->flex_vert, 3 * at->vert, flex->vert, 3 * flex->nvert);
  if (!flex->centered) PUT(m->flex_node, 3 * at->node, flex->node, 3 * flex->nnode);
  PUT(m->flex_vert0, 3 * at->vert, flex->vert0, 3 * flex->nvert);
  PUT(m->flex_node0, 3 * at->node, flex->node0, 3 * flex->nnode);
}

static void fillTree(mjModel* m, const comp_Flex* flex, const Place* at) {
  const size_t adr = (size_t)m->nbvhstatic + (size_t)at->bvh, n = (size_t)flex->tree.nnode;
  ASSERT(adr + n <= (size_t)m->nbvh);
  PUT(m->bvh_depth, adr, flex->tree.depth, n);
  PUT(m->bvh_nodeid, adr, flex->tree.nodeid, n);
  PUT(m->bvh_child, 2 * adr, flex->tree.child, 2 * n);
}

static void advance(Place* at, const comp_Flex* flex) {
  at->node += flex->nnode;
  at->vert += flex->nvert;
  at->edge += flex->nedge;
  at->elem += flex->nelem;
  at->elemdata += flex->nelem * (flex->dim + 1);
  at->elemedge += flex->nelem * flex_edgeCount[flex->dim];
  at->stiffness += (int)flex->nstiffness;
  at->bending += (int)flex->nbending;
  at->shell += flex->nshellvert;
  at->evpair += flex->nevpair;
  at->texcoord += ((const spec_Vec*)flex->given->texcoord)->size / 2;
  at->bvh += flex->tree.nnode;
}

bool comp_fillFlexes(comp_Compile* c) {
  mjModel* m = c->m;
  Place at = {0};
  for (int i = 0; i < m->nflex; i++) {
    const comp_Flex* flex = &c->flex[i];
    const char* material = vec_text(flex->given->material);
    m->flex_matid[i] = comp_find(c, flex->e, "material", mjOBJ_MATERIAL, material);
    if (c->diag->failed) return false;
    fillContact(m, i, flex->given);
    fillSettings(m, i, flex);
    fillAddresses(m, i, flex, &at);
    fillElements(m, flex, &at);
    fillEdges(c, flex, &at);
    fillPoints(m, flex, &at);
    fillTree(m, flex, &at);
    advance(&at, flex);
  }
  ASSERT(at.vert == m->nflexvert && at.edge == m->nflexedge && at.elem == m->nflexelem);
  ASSERT(at.node == m->nflexnode && at.elemdata == m->nflexelemdata && at.bvh == m->nbvhdynamic);
  return true;
}
