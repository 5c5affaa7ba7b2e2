// URDF parser, main part: builds the kinematic tree of links and joints, then creates the bodies in
// depth-first order (roots in the order of the file, children in the order of their joints) with
// joints, inertias and geoms. Also settings and the hash table of names.
#include "urdf/urdf.h"

#include <string.h>

#include "base/assert.h"
#include "compile/compile.h"
#include "math/elementary.h"
#include "math/rigid.h"
#include "mjcf/schema_row.h"
#include "urdf/urdf_parts.h"

// ---- helpers

void* urdf_alloc(urdf_Urdf* u, size_t n, size_t bytes) {
  void* block = arena_array(&u->scratch, n, bytes);
  if (!block) diag_noMemory(u->r->diag);
  return block;
}

static unsigned bucketOf(const char* name) {
  uint32_t h = 2166136261u;
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
  return h % URDF_BUCKETS;
}

void* urdf_get(const urdf_Table* table, const char* name) {
  const urdf_Entry* entry = table->bucket[bucketOf(name)];
  while (entry && strcmp(entry->name, name)) entry = entry->next;
  return entry ? entry->value : NULL;
}

bool urdf_put(urdf_Urdf* u, urdf_Table* table, const char* name, void* value) {
  if (urdf_get(table, name)) return true;
  urdf_Entry* entry = urdf_alloc(u, 1, sizeof *entry);
  if (!entry) return false;
  urdf_Entry** bucket = &table->bucket[bucketOf(name)];
  *entry = (urdf_Entry){name, value, *bucket};
  *bucket = entry;
  return true;
}

const xml_Node* urdf_require(urdf_Urdf* u, const xml_Node* node, const char* tag,
                             const char* example) {
  const xml_Node* child = xml_child(node, tag);
  if (!child) read_error(u->r, node, "the element <%s> is missing: %s", tag, example);
  return child;
}

// roll, pitch and yaw (RPY Euler angles) are rotations about fixed x, y and z axes
// order: from the left, angles of zero are skipped
static void quatFromAngles(double quat[4], const double rpy[3]) {
  for (int i = 0; i < 3; i++) {
    double step[4] = {1, 0, 0, 0};
    if (!rpy[i]) continue;
    lane_sincos(0.5 * rpy[i], &step[1 + i], &step[0]);
    rigid_mulQuat(quat, step, quat);
  }
}

void urdf_pose(urdf_Urdf* u, const xml_Node* node, double pos[3], double quat[4]) {
  static const double identity[4] = {1, 0, 0, 0};
  urdf_Origin origin = {{0, 0, 0}, {0, 0, 0}};
  const xml_Node* child = xml_child(node, "origin");
  if (child) read_attrs(u->r, child, &urdf_origin, &origin, NULL);
  memcpy(pos, origin.xyz, sizeof origin.xyz);
  memcpy(quat, identity, sizeof identity);
  quatFromAngles(quat, origin.rpy);
}

// ---- settings

// compiler, option and size as in MJCF; other settings have no effect
static void readSetting(urdf_Urdf* u, const xml_Node* node) {
  static const schema_Element* const setting[] = {&schema_compiler, &schema_option, &schema_size};
  for (int i = 0; i < COUNT(setting); i++) {
    if (!xml_is(node, setting[i]->tag)) continue;
    const xml_Node* first = xml_child(node->parent, node->tag);
    if (first != node) {
      read_error(u->r, node, "<%s> may stand only once in <mujoco>; the first is on line %d",
                 node->tag, first->where.line);
      return;
    }
    schema_Element element = *setting[i];
    if (i == 0) element.rows[1] = (schema_Rows)ROWS(urdf_packageRow);
    if (schema_checkPart(node, &element, u->r->diag)) element.read(u->r, node, &element);
    if (i == 0 && xml_attr(node, "packagepath")) u->packages = xml_attr(node, "packagepath");
    return;
  }
  urdf_drop(u, node, node->tag, "<mujoco> inside <robot> holds compiler, option and size");
}

static void readSettings(urdf_Urdf* u) {
  mjsCompiler* compiler = &u->r->spec->pub.compiler;
  const xml_Node* mujoco = xml_child(u->root, "mujoco");
  compiler->fusestatic = compiler->discardvisual = true;
  const xml_Node* node = mujoco ? xml_first(mujoco) : NULL;
  for (; node && !u->r->diag->failed; node = xml_next(node)) readSetting(u, node);
  compiler->degree = false;  // odd: angles of URDF
}

// ---- names

static int countChildren(const xml_Node* node, const char* tag) {
  int n = 0;
  for (const xml_Node* c = xml_child(node, tag); c; c = xml_nextSame(c)) n++;
  return n;
}

// allocates space for the children with a tag plus one, and counts them
static void* listOf(urdf_Urdf* u, const char* tag, size_t bytes, int* n) {
  *n = countChildren(u->root, tag);
  return urdf_alloc(u, (size_t)*n + 1, bytes);
}

static void sameName(urdf_Urdf* u, const xml_Node* node, const xml_Node* first) {
  read_error(u->r, node, "name: another %s is called '%.100s', on line %d; names must differ",
             node->tag, xml_attr(node, "name"), first->where.line);
}

static bool collectLinks(urdf_Urdf* u) {
  u->link = listOf(u, "link", sizeof *u->link, &u->nlink);
  int i = 0;
  for (const xml_Node* node = xml_child(u->root, "link"); node && !u->r->diag->failed;
       node = xml_nextSame(node)) {
    urdf_Link* link = &u->link[i++];
    *link = (urdf_Link){.name = xml_attr(node, "name"), .node = node};
    const urdf_Link* other = urdf_get(&u->links, link->name);
    if (other) sameName(u, node, other->node);
    diag_resume(u->r->diag);
    urdf_put(u, &u->links, link->name, link);
  }
  ASSERT(u->r->diag->failed || i == u->nlink);
  return diag_settle(u->r->diag);
}

// ---- joints as edges of the tree

// the link named by <parent> or <child>; NULL after an error
static urdf_Link* findLink(urdf_Urdf* u, const xml_Node* joint, const char* tag) {
  const xml_Node* node = urdf_require(
      u, joint, tag, "a joint names two links, <parent link=\"...\"/> and <child link=\"...\"/>");
  if (!node) return NULL;
  const char* name = xml_attr(node, "link");
  urdf_Link* link = urdf_get(&u->links, name);
  if (link) return link;
  const char* near = xml_nearest(name, u->link, u->nlink < 1000 ? u->nlink : 1000, sizeof *u->link);
  if (near) {
    read_error(u->r, joint, "%s: there is no link '%.100s'; did you mean '%.100s'?", tag, name,
               near);
  } else {
    read_error(u->r, joint, "%s: there is no link '%.100s'; add <link name=\"%.100s\"/>", tag, name,
               name);
  }
  return NULL;
}

static void connect(urdf_Urdf* u, urdf_Joint* joint) {
  urdf_Link *parent = joint->parent, *child = joint->child;
  if (child->joint) {
    read_error(
        u->r, joint->node,
        "child: link '%.100s' is the child of joint '%.100s' already, on line %d; a link has "
        "one parent",
        child->name, child->joint->name, child->joint->node->where.line);
    return;
  }
  if (!strcmp(child->name, "world")) {
    read_error(
        u->r, joint->node,
        "child: the link 'world' does not move and cannot be a child; make it the parent and "
        "invert the origin");
    return;
  }
  child->joint = joint;
  if (parent->last) {
    parent->last->next = joint;
  } else {
    parent->first = joint;
  }
  parent->last = joint;
}

static bool collectJoints(urdf_Urdf* u) {
  u->joint = listOf(u, "joint", sizeof *u->joint, &u->njoint);
  int i = 0;
  for (const xml_Node* node = xml_child(u->root, "joint"); node && !u->r->diag->failed;
       node = xml_nextSame(node)) {
    urdf_Joint* joint = &u->joint[i++];
    urdf_JointValues values = {0};
    *joint = (urdf_Joint){.name = xml_attr(node, "name"), .node = node};
    read_attrs(u->r, node, &urdf_jointElement, &values, NULL);
    joint->type = values.type;
    const urdf_Joint* other = urdf_get(&u->joints, joint->name);
    if (other) sameName(u, node, other->node);
    urdf_put(u, &u->joints, joint->name, joint);
    joint->parent = findLink(u, node, "parent");
    joint->child = joint->parent ? findLink(u, node, "child") : NULL;
    if (joint->child && !u->r->diag->failed) connect(u, joint);
    diag_resume(u->r->diag);
  }
  ASSERT(u->r->diag->failed || i == u->njoint);
  return diag_settle(u->r->diag);
}

// ---- the tree

static void makeBody(urdf_Urdf* u, urdf_Link* link) {
  read_Reader* r = u->r;
  spec_Element* world = r->spec->world;
  if (!strcmp(link->name, "world")) {
    link->body = world;
  } else {
    spec_Element* parent = link->joint ? link->joint->parent->body : world;
    ASSERT(parent);  // bodies are created from the root
    link->body = read_make(r, link->node, mjOBJ_BODY, parent, NULL, r->spec->root);
    if (!link->body || !read_name(r, link->node, link->body, "name")) return;
    if (link->joint) urdf_readJoint(u, link->joint);
  }
}

// the next link in depth-first order; NULL at the end of the tree below `root`
static urdf_Link* nextLink(urdf_Link* link, const urdf_Link* root) {
  if (link->first) return link->first->child;
  while (link != root && !link->joint->next) link = link->joint->parent;
  return link == root ? NULL : link->joint->next->child;
}

// links that no root reaches are in or below a kinematic loop
static void reportLoop(urdf_Urdf* u, const urdf_Link* link) {
  for (int i = 0; i < u->nlink; i++) {  // now certainly in the loop
    ASSERT(link->joint);
    link = link->joint->parent;
  }
  read_error(u->r, link->joint->node,
             "the joints form a loop: link '%.100s' is below itself; take one joint out, and close "
             "the loop by an equality",
             link->name);
}

static void makeTree(urdf_Urdf* u) {
  for (int i = 0; i < u->nlink; i++) {
    urdf_Link* root = &u->link[i];
    if (root->joint) continue;
    for (urdf_Link* link = root; link && !u->r->diag->failed; link = nextLink(link, root))
      makeBody(u, link);
  }
  for (int i = 0; i < u->nlink && !u->r->diag->failed; i++) {
    if (!u->link[i].body) reportLoop(u, &u->link[i]);
  }
}

// order: that of the file, in which meshes are numbered and the first geom of a name keeps it
static void readLinks(urdf_Urdf* u) {
  for (int i = 0; i < u->nlink && !u->r->diag->failed; i++) {
    urdf_readLink(u, &u->link[i]);
    diag_resume(u->r->diag);
  }
  diag_settle(u->r->diag);
}

// ---- the document

static void readRobot(urdf_Urdf* u) {
  const char* name = xml_attr(u->root, "name");
  readSettings(u);
  if (u->r->diag->failed || !urdf_check(u)) return;
  if (name && *name) vec_setText(u->r->spec->pub.modelname, name);
  if (!collectLinks(u) || !collectJoints(u)) return;
  urdf_readColors(u);
  makeTree(u);
  if (!u->r->diag->failed) readLinks(u);
  if (!u->r->diag->failed) urdf_readMimics(u);
  if (!u->r->diag->failed) urdf_reportDrops(u);
}

static bool readDocument(read_Reader* r, const xml_Node* root) {
  urdf_Urdf u = {.r = r, .root = root, .scratch = arena_make(0), .packages = ""};
  readRobot(&u);
  arena_free(&u.scratch);
  return !r->diag->failed;
}

const read_Format urdf_format = {.root = "robot", .read = readDocument};
