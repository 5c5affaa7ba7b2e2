// Skins: triangle meshes for rendering that are deformed by several bodies (linear blend skinning).
// Each vertex belongs to bones, which are bodies with a bind pose, by weights that are normalized
// to a sum of one. Skins are given in the model or in an SKN file (little endian: numbers of
// vertices, texture coordinates, faces and bones; their arrays; for each bone the name of its body
// in 40 characters, position, quaternion, number of vertices, their indices and weights).
//   mjsSkin, file -> skin_*
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "base/path.h"
#include "compile/compile_parts.h"
#include "math/rigid.h"
#include "spec/asset_file.h"

enum {
  NGROUP = 6,  // number of visualization groups
  FILE_HEADER = 16,
  FILE_NAME = 40,
  FILE_BONE = FILE_NAME + 7 * 4 + 4,  // size of a bone without its vertices
};
#define MOST_FILE ((size_t)1 << 30)

typedef struct {
  const char* body;
  float pos[3], quat[4];
  int n;
  const int* vertid;
  const float* weight;
} Bone;

typedef struct comp_Skin {
  int nvert, ntexcoord, nface, nbone;
  const float *vert, *texcoord;  // (nvert x 3), (ntexcoord x 2)
  const int* face;               // (nface x 3)
  Bone* bone;
} Skin;

// ---- in the model

// number of items that must come in groups of `each`
static bool countGroups(comp_Compile* c, const spec_Element* e, const char* what,
                        const spec_Vec* vec, int each, int* count) {
  *count = vec->size / each;
  if (vec->size % each == 0) return true;
  comp_error(c, e, "%s: %d numbers; they must come in groups of %d", what, vec->size, each);
  return false;
}

static bool countBones(comp_Compile* c, const spec_Element* e, const mjsSkin* given) {
  const spec_Vec *body = given->bodyname, *pos = given->bindpos, *quat = given->bindquat,
                 *ids = given->vertid, *weights = given->vertweight;
  const int n = body->size;
  if (ids->size == n && weights->size == n && pos->size == (mjtSize)3 * n &&
      quat->size == (mjtSize)4 * n)
    return true;
  comp_error(c, e,
             "bone: there are %d bodies, but %d numbers of bindpos, %d of bindquat, %d lists of "
             "vertid and %d of vertweight; each bone needs 3, 4, 1 and 1",
             n, pos->size, quat->size, ids->size, weights->size);
  return false;
}

static bool fromSpec(comp_Compile* c, const spec_Element* e, Skin* skin) {
  const mjsSkin* given = SPEC_DATA(mjsSkin, e);
  const spec_Vec *vert = given->vert, *texcoord = given->texcoord, *face = given->face;
  if (!countGroups(c, e, "vertex", vert, 3, &skin->nvert) ||
      !countGroups(c, e, "texcoord", texcoord, 2, &skin->ntexcoord) ||
      !countGroups(c, e, "face", face, 3, &skin->nface) || !countBones(c, e, given))
    return false;
  skin->vert = vert->data;
  skin->texcoord = texcoord->data;
  skin->face = face->data;
  skin->nbone = ((const spec_Vec*)given->bodyname)->size;
  skin->bone = comp_alloc(c, skin->nbone, sizeof *skin->bone);
  for (int i = 0; i < skin->nbone && skin->bone; i++) {
    Bone* bone = &skin->bone[i];
    const spec_Vec *ids = (const spec_Vec*)((const spec_Vec*)given->vertid)->data + i,
                   *weights = (const spec_Vec*)((const spec_Vec*)given->vertweight)->data + i;
    bone->body = vec_textAt(given->bodyname, i);
    memcpy(bone->pos, (const float*)((const spec_Vec*)given->bindpos)->data + 3 * (size_t)i,
           sizeof bone->pos);
    memcpy(bone->quat, (const float*)((const spec_Vec*)given->bindquat)->data + 4 * (size_t)i,
           sizeof bone->quat);
    bone->n = ids->size;
    bone->vertid = ids->data;
    bone->weight = weights->data;
    if (ids->size == weights->size) continue;
    comp_error(c, e, "bone %d: it has %d numbers of vertid and %d of vertweight; give as many", i,
               ids->size, weights->size);
    return false;
  }
  return skin->bone != NULL;
}

// ---- in a file

typedef struct {
  comp_Compile* c;
  const spec_Element* e;
  const char *path, *at;
  size_t left;
} Cursor;

// copies bytes of the file to scratch, for alignment; NULL if out of memory
static void* take(Cursor* cursor, int n, size_t bytes) {
  ASSERT(n >= 0 && (size_t)n * bytes <= cursor->left);  // checked by fitsRest
  void* array = comp_alloc(cursor->c, n, bytes);
  if (array && n) memcpy(array, cursor->at, (size_t)n * bytes);
  cursor->at += (size_t)n * bytes;
  cursor->left -= (size_t)n * bytes;
  return array;
}

static int takeInt(Cursor* cursor) {
  int32_t x;
  ASSERT(cursor->left >= sizeof x);
  memcpy(&x, cursor->at, sizeof x);
  cursor->at += sizeof x;
  cursor->left -= sizeof x;
  return x;
}

static bool fitsRest(Cursor* cursor, uint64_t need, const char* what) {
  if (need <= cursor->left) return true;
  comp_error(cursor->c, cursor->e,
             "file: '%s': %s take %llu bytes, but only %zu are left; it is cut off or no SKN file",
             cursor->path, what, (unsigned long long)need, cursor->left);
  return false;
}

static bool readBone(Cursor* cursor, int i, Bone* bone) {
  char what[60];
  snprintf(what, sizeof what, "the data of bone %d", i);
  if (!fitsRest(cursor, FILE_BONE, what)) return false;
  char* name = take(cursor, FILE_NAME, 1);
  if (!name) return false;
  name[FILE_NAME - 1] = 0;
  bone->body = name;
  memcpy(bone->pos, cursor->at, sizeof bone->pos);
  memcpy(bone->quat, cursor->at + sizeof bone->pos, sizeof bone->quat);
  cursor->at += sizeof bone->pos + sizeof bone->quat;
  cursor->left -= sizeof bone->pos + sizeof bone->quat;
  bone->n = takeInt(cursor);
  if (bone->n < 1) {
    comp_error(cursor->c, cursor->e, "file: '%s': bone %d says %d vertices; it must have some",
               cursor->path, i, bone->n);
    return false;
  }
  snprintf(what, sizeof what, "the vertices of bone %d", i);
  if (!fitsRest(cursor, 8 * (uint64_t)bone->n, what)) return false;
  bone->vertid = take(cursor, bone->n, sizeof *bone->vertid);
  bone->weight = take(cursor, bone->n, sizeof *bone->weight);
  return bone->vertid && bone->weight;
}

static bool readArrays(Cursor* cursor, Skin* skin) {
  static const char* const what[4] = {"vertices", "texture coordinates", "faces", "bones"};
  int count[4];
  if (!fitsRest(cursor, FILE_HEADER, "its four counts")) return false;
  for (int i = 0; i < 4; i++) {
    count[i] = takeInt(cursor);
    if (count[i] >= 0) continue;
    comp_error(cursor->c, cursor->e, "file: '%s': byte %d says %d %s; it must be 0 or more",
               cursor->path, 4 * i, count[i], what[i]);
    return false;
  }
  const uint64_t nvert = (uint64_t)count[0], ntexcoord = (uint64_t)count[1],
                 nface = (uint64_t)count[2], nbone = (uint64_t)count[3];
  const uint64_t need = 12 * nvert + 8 * ntexcoord + 12 * nface;
  if (!fitsRest(cursor, need + FILE_BONE * nbone, "its vertices, faces and bones")) return false;
  skin->nvert = count[0];
  skin->ntexcoord = count[1];
  skin->nface = count[2];
  skin->nbone = count[3];
  skin->vert = take(cursor, skin->nvert, 3 * sizeof *skin->vert);
  skin->texcoord = take(cursor, skin->ntexcoord, 2 * sizeof *skin->texcoord);
  skin->face = take(cursor, skin->nface, 3 * sizeof *skin->face);
  skin->bone = comp_alloc(cursor->c, skin->nbone, sizeof *skin->bone);
  return skin->vert && skin->texcoord && skin->face && skin->bone;
}

static bool readSkin(Cursor* cursor, Skin* skin) {
  if (!readArrays(cursor, skin)) return false;
  for (int i = 0; i < skin->nbone; i++) {
    if (!readBone(cursor, i, &skin->bone[i])) return false;
  }
  if (!cursor->left) return true;
  comp_error(cursor->c, cursor->e, "file: '%s': %zu bytes follow after its last bone", cursor->path,
             cursor->left);
  return false;
}

static bool hasData(const mjsSkin* given) {
  const spec_Vec* const list[] = {given->vert, given->texcoord, given->face, given->bodyname};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (list[i]->size) return true;
  }
  return false;
}

static bool fromFile(comp_Compile* c, const spec_Element* e, const char* file, Skin* skin) {
  if (hasData(SPEC_DATA(mjsSkin, e))) {
    comp_error(c, e, "file: the skin has data of its own too; give one of both");
    return false;
  }
  if (!text_equalNoCase(path_extension(file), ".skn")) {
    comp_error(c, e, "file: '%.200s' is no .skn file, the only kind that skins are read from",
               file);
    return false;
  }
  vfs_Blob blob;
  text_Text path = {0};
  const file_Status status =
      asset_open(c->vfs, e, vec_text(e->compiler->meshdir), file, MOST_FILE, &blob, &path);
  bool ok = status == FILE_OK && !path.failed;
  if (path.failed || status == FILE_NO_MEMORY) {
    diag_noMemory(c->diag);
  } else if (status == FILE_MISSING) {
    comp_error(c, e, "file: '%.200s' was not found; it was looked for as %s", file,
               text_get(&path));
  } else if (status != FILE_OK) {
    comp_error(c, e, "file: '%s' %s", text_get(&path), file_statusText(status));
  }
  if (ok) ok = readSkin(&(Cursor){c, e, text_get(&path), blob.data, blob.size}, skin);
  if (status == FILE_OK) vfs_close(&blob);
  text_free(&path);
  return ok;
}

// ---- checks

static bool checkFinite(comp_Compile* c, const spec_Element* e, const char* what, const float* x,
                        mjtSize n) {
  for (mjtSize i = 0; i < n; i++) {
    if (isfinite(x[i])) continue;
    comp_error(c, e, "%s: number %lld is not finite", what, (long long)i + 1);
    return false;
  }
  return true;
}

static bool checkIndices(comp_Compile* c, const spec_Element* e, const char* what, const int* x,
                         mjtSize n, int nvert) {
  for (mjtSize i = 0; i < n; i++) {
    if (x[i] >= 0 && x[i] < nvert) continue;
    comp_error(c, e, "%s: number %lld is %d; there are vertices 0 to %d", what, (long long)i + 1,
               x[i], nvert - 1);
    return false;
  }
  return true;
}

static bool checkMesh(comp_Compile* c, const spec_Element* e, const Skin* skin) {
  if (!skin->nvert || !skin->nface || !skin->nbone) {
    comp_error(c, e, "it has no %s; a skin needs vertices, faces and bones",
               !skin->nvert  ? "vertices"
               : skin->nface ? "bones"
                             : "faces");
    return false;
  }
  if (skin->ntexcoord && skin->ntexcoord != skin->nvert) {
    comp_error(c, e, "texcoord: %d coordinates for %d vertices; give one for each, or none",
               skin->ntexcoord, skin->nvert);
    return false;
  }
  return checkFinite(c, e, "vertex", skin->vert, (mjtSize)3 * skin->nvert) &&
         checkFinite(c, e, "texcoord", skin->texcoord, (mjtSize)2 * skin->ntexcoord) &&
         checkIndices(c, e, "face", skin->face, (mjtSize)3 * skin->nface, skin->nvert);
}

static bool checkBone(comp_Compile* c, const spec_Element* e, int i, const Bone* bone, int nvert) {
  char what[4][40];
  static const char* const key[4] = {"bindpos", "bindquat", "vertid", "vertweight"};
  for (int k = 0; k < 4; k++) snprintf(what[k], sizeof what[k], "bone %d: %s", i, key[k]);
  if (!*bone->body) {
    comp_error(c, e, "bone %d: body: it needs the name of one", i);
    return false;
  }
  if (!bone->n) {
    comp_error(c, e, "bone %d: vertid: it has no vertices", i);
    return false;
  }
  double quat[4] = {bone->quat[0], bone->quat[1], bone->quat[2], bone->quat[3]};
  if (!checkFinite(c, e, what[0], bone->pos, 3) || !checkFinite(c, e, what[1], bone->quat, 4) ||
      !checkIndices(c, e, what[2], bone->vertid, bone->n, nvert) ||
      !checkFinite(c, e, what[3], bone->weight, bone->n))
    return false;
  if (rigid_normalize(quat, 4) > 0) return true;
  comp_error(c, e, "%s: it is zero; give a rotation, 1 0 0 0 for none", what[1]);
  return false;
}

// sum of the weights of each vertex, in scratch; NULL after an error
static float* sumWeights(comp_Compile* c, const spec_Element* e, const Skin* skin) {
  float* sum = comp_alloc(c, skin->nvert, sizeof *sum);
  if (!sum) return NULL;
  for (int i = 0; i < skin->nbone; i++) {
    const Bone* bone = &skin->bone[i];
    for (int k = 0; k < bone->n; k++) sum[bone->vertid[k]] += bone->weight[k];
  }
  for (int v = 0; v < skin->nvert; v++) {
    if (sum[v] > (float)mjMINVAL && isfinite(sum[v])) continue;
    comp_error(
        c, e,
        "bone: the weights of vertex %d (counted from 0) have the sum %g; every vertex needs "
        "bones with a positive total weight",
        v, (double)sum[v]);
    return NULL;
  }
  return sum;
}

static bool normalizeWeights(comp_Compile* c, const spec_Element* e, Skin* skin) {
  const float* sum = sumWeights(c, e, skin);
  for (int i = 0; i < skin->nbone && sum; i++) {
    Bone* bone = &skin->bone[i];
    float* weight = comp_alloc(c, bone->n, sizeof *weight);
    if (!weight) return false;
    for (int k = 0; k < bone->n; k++) weight[k] = bone->weight[k] / sum[bone->vertid[k]];
    bone->weight = weight;
    double quat[4] = {bone->quat[0], bone->quat[1], bone->quat[2], bone->quat[3]};
    rigid_normalize(quat, 4);
    for (int k = 0; k < 4; k++) bone->quat[k] = (float)quat[k];
  }
  return sum != NULL;
}

// ---- passes

static bool prepareSkin(comp_Compile* c, const spec_Element* e, Skin* skin) {
  const mjsSkin* given = SPEC_DATA(mjsSkin, e);
  const char* file = vec_text(given->file);
  if (given->group < 0 || given->group >= NGROUP) {
    comp_error(c, e, "group: %d is none; there are groups 0 to %d", given->group, NGROUP - 1);
    return false;
  }
  if (!(*file ? fromFile(c, e, file, skin) : fromSpec(c, e, skin)) || !checkMesh(c, e, skin))
    return false;
  for (int i = 0; i < skin->nbone; i++) {
    if (!checkBone(c, e, i, &skin->bone[i], skin->nvert)) return false;
  }
  return normalizeWeights(c, e, skin);
}

bool comp_prepareSkins(comp_Compile* c) {
  const spec_List* list = &c->list[mjOBJ_SKIN];
  mjModel* size = &c->size;
  c->skin = comp_alloc(c, list->n, sizeof *c->skin);
  if (!c->skin) return false;
  size->nskin = list->n;
  for (int i = 0; i < list->n; i++) {
    Skin* skin = &c->skin[i];
    if (!prepareSkin(c, list->item[i], skin)) return false;
    size->nskinvert += skin->nvert;
    size->nskintexvert += skin->ntexcoord;
    size->nskinface += skin->nface;
    size->nskinbone += skin->nbone;
    for (int k = 0; k < skin->nbone; k++) size->nskinbonevert += skin->bone[k].n;
  }
  return true;
}

void comp_markBones(const comp_Compile* c, mjtByte* named) {
  for (int i = 0; i < c->size.nskin; i++) {
    for (int k = 0; k < c->skin[i].nbone; k++) {
      const spec_Element* body = spec_find(c->spec, mjOBJ_BODY, c->skin[i].bone[k].body);
      if (body && body->id >= 0) named[body->id] = 1;
    }
  }
}

// start of the next skin in each array
typedef struct {
  int vert, texcoord, face, bone, bonevert;
} Place;

static bool fillBones(comp_Compile* c, const spec_Element* e, const Skin* skin, Place* at) {
  mjModel* m = c->m;
  for (int i = 0; i < skin->nbone; i++) {
    const Bone* bone = &skin->bone[i];
    const int row = at->bone++;
    char what[40];
    snprintf(what, sizeof what, "bone %d: body", i);
    m->skin_bonebodyid[row] = comp_find(c, e, what, mjOBJ_BODY, bone->body);
    if (m->skin_bonebodyid[row] < 0) return false;
    memcpy(m->skin_bonebindpos + 3 * (size_t)row, bone->pos, sizeof bone->pos);
    memcpy(m->skin_bonebindquat + 4 * (size_t)row, bone->quat, sizeof bone->quat);
    m->skin_bonevertadr[row] = at->bonevert;
    m->skin_bonevertnum[row] = bone->n;
    memcpy(m->skin_bonevertid + at->bonevert, bone->vertid, (size_t)bone->n * sizeof(int));
    memcpy(m->skin_bonevertweight + at->bonevert, bone->weight, (size_t)bone->n * sizeof(float));
    at->bonevert += bone->n;
  }
  return true;
}

bool comp_fillSkins(comp_Compile* c) {
  mjModel* m = c->m;
  Place at = {0};
  for (int i = 0; i < m->nskin; i++) {
    const Skin* skin = &c->skin[i];
    const spec_Element* e = c->list[mjOBJ_SKIN].item[i];
    const mjsSkin* given = SPEC_DATA(mjsSkin, e);
    m->skin_matid[i] = comp_find(c, e, "material", mjOBJ_MATERIAL, vec_text(given->material));
    m->skin_group[i] = given->group;
    memcpy(m->skin_rgba + 4 * i, given->rgba, sizeof given->rgba);
    m->skin_inflate[i] = given->inflate;
    m->skin_vertadr[i] = at.vert;
    m->skin_vertnum[i] = skin->nvert;
    m->skin_texcoordadr[i] = skin->ntexcoord ? at.texcoord : -1;
    m->skin_faceadr[i] = at.face;
    m->skin_facenum[i] = skin->nface;
    m->skin_boneadr[i] = at.bone;
    m->skin_bonenum[i] = skin->nbone;
    memcpy(m->skin_vert + 3 * (size_t)at.vert, skin->vert, 3 * sizeof(float) * (size_t)skin->nvert);
    memcpy(m->skin_face + 3 * (size_t)at.face, skin->face, 3 * sizeof(int) * (size_t)skin->nface);
    if (skin->ntexcoord) {
      memcpy(m->skin_texcoord + 2 * (size_t)at.texcoord, skin->texcoord,
             2 * sizeof(float) * (size_t)skin->ntexcoord);
    }
    at.vert += skin->nvert;
    at.texcoord += skin->ntexcoord;
    at.face += skin->nface;
    if (c->diag->failed || !fillBones(c, e, skin, &at)) return false;
  }
  ASSERT(at.vert == m->nskinvert && at.face == m->nskinface && at.texcoord == m->nskintexvert);
  ASSERT(at.bone == m->nskinbone && at.bonevert == m->nskinbonevert);
  return true;
}
